/* Saturation: orders that hold in every run, found before more conflicts are spent on them.  See
 * cds.h.
 *
 * Rule 1 of the ED-consistency paper, section 5.1: if an event of message m happens before one of
 * m', both of handler h, then m runs before m'.  To find all such pairs takes a closure of
 * quadratic size; here each event carries, for every handler, two messages of it that happen before
 * the event and that come last in a topological order.
 *
 *     m: W x ──rf──▶ R x ──po──▶ W y ──rf──▶ R y :m'        R y carries m, so m before m'
 *
 * Two, since the latest is often m' itself, by a detour.  What is found becomes edges (eo, and mo
 * under FIFO), so that orders follow from orders; what is missed is left to the search.
 *
 * The handlers are taken in blocks, so that memory stays linear: a label is a number, and the
 * labels of an event are those of its predecessors, merged lane by lane, which compilers turn into
 * vector code.
 *
 * Every order found is a cycle under the opposite assumption, and is kept as such: it is a lemma
 * like those of the search. */
#include "engine/cds/cds.h"

#include "base/failure.h"
#include "base/progress.h"

#include <string.h>

/* Handlers in a bundle, the unit of vector code, and bundles in a block: many for speed, one where
 * the labels of a large trace would take too much memory. */
#define LANES 4
#define MOST_BUNDLES 4
#define MOST_LABEL_BYTES (UINT64_C (12) << 20)

#define MOST_ROUNDS 12

/* The known edges of a trace of more nodes are made again for every round. */
#define MOST_KEPT (UINT32_C (1) << 21)

/* Pairs of messages further than this from the pair that stands for them are left alone. */
#define MOST_STEPS 16

/* Labels of one event and one bundle: per lane the latest message and the second latest, as the
 * place of its first event in the topological order, from 1; 0: none. */
struct labels
{
  uint32_t first[LANES], second[LANES];
};

/* An edge of happens-before that an order found earlier stands for. */
struct extra
{
  hb_id from, to, next_from, next_to;
  enum hb_relation relation;
  hb_id before, after;
};

struct saturation
{
  struct cds *cds;
  const hb_trace *trace;
  hb_order *order; /* of a large trace only while sorting: memory is dear here */
  hb_order *back;  /* its edges reversed */
  hb_id nodes;
  hb_id *sequence, *position; /* a breadth-first topological order and its inverse: the labels */
  hb_id *visits, *turn; /* a depth-first one and its inverse: the order of work, kind to caches */
  hb_id *extra_from, *extra_to; /* node -> first extra edge out of it, into it */
  VEC (struct extra) extras;
  struct labels *labels; /* those of an event are `bundles` ones, side by side */
  hb_id bundles;
  hb_id block;       /* first handler of the block */
  hb_id *last_found; /* message -> the one found before it last */
  size_t found;
};

static hb_id
message_of (const struct saturation *s, hb_id node)
{
  return node < s->trace->events.size ? s->trace->events.data[node].message : HB_NONE;
}

/* --- the graph --------------------------------------------------------------------------------- */

/* Different topological orders take different messages for the latest, and find different orders. */
enum manner
{
  BREADTH_FIRST,
  DEPTH_FIRST,
  DEPTH_FIRST_BACKWARDS /* successors in the opposite order */
};

/* NODE's successors lose a predecessor: those without any go to READY[*TAIL ..]. */
static void
release (struct saturation *s, hb_id node, bool backwards, hb_id *missing, hb_id *ready,
         hb_id *tail)
{
  const hb_order *order = s->order;
  hb_id first = order->first[node], count = order->first[node + 1] - first;
  for (hb_id x = s->extra_from[node]; x != HB_NONE; x = s->extras.data[x].next_from)
    if (!--missing[s->extras.data[x].to])
      ready[(*tail)++] = s->extras.data[x].to;
  /* The edge to the next event of the message is the first; on a stack it has to be pushed last. */
  for (hb_id i = 0; i < count; i++)
    {
      hb_id to = order->to[backwards ? first + i : first + count - 1 - i];
      if (!--missing[to])
        ready[(*tail)++] = to;
    }
}

/* Kahn's algorithm into SEQUENCE and its INVERSE.  False if the orders found close a cycle. */
static bool
sort (struct saturation *s, enum manner manner, hb_id *sequence, hb_id *inverse)
{
  hb_id nodes = s->nodes, head = 0, tail = 0, size = 0;
  hb_id *missing = hb_calloc (nodes, sizeof *missing);
  hb_id *ready = hb_calloc (nodes, sizeof *ready);
  for (hb_id v = 0; v < nodes; v++)
    missing[v] = s->back->first[v + 1] - s->back->first[v];
  for (size_t x = 0; x < s->extras.size; x++)
    missing[s->extras.data[x].to]++;
  for (hb_id v = nodes; v-- > 0;)
    if (!missing[v])
      ready[tail++] = v;
  while (head < tail)
    {
      hb_id v = manner == BREADTH_FIRST ? ready[head++] : ready[--tail];
      inverse[v] = size;
      sequence[size++] = v;
      release (s, v, manner == DEPTH_FIRST_BACKWARDS, missing, ready, &tail);
    }
  hb_free (missing);
  hb_free (ready);
  return size == nodes;
}

static void
add_extra (struct saturation *s, hb_id from, hb_id to, enum hb_relation relation, hb_id before,
           hb_id after)
{
  struct extra extra = { from, to, s->extra_from[from], s->extra_to[to], relation, before, after };
  s->extra_from[from] = s->extra_to[to] = (hb_id)s->extras.size;
  vec_push (s->extras, extra);
}

static void
add_order (struct saturation *s, hb_id before, hb_id after)
{
  const struct hb_message *a = &s->trace->messages.data[before];
  const struct hb_message *b = &s->trace->messages.data[after];
  add_extra (s, a->first + a->count - 1, b->first, HB_EO, before, after);
  bool stack = false;
  if (hb_coupled (s->trace, before, after))
    add_extra (s, a->post, b->post, HB_MO, before, after);
  else if (hb_buries (s->trace, after, before, &stack) && !stack)
    add_extra (s, a->first, b->post, HB_GP, before, after);
}

/* --- labels ------------------------------------------------------------------------------------ */

/* The label of MESSAGE, and back. */
static uint32_t
label_of (const struct saturation *s, hb_id message)
{
  return s->position[s->trace->messages.data[message].first] + 1;
}

static hb_id
message_of_label (const struct saturation *s, uint32_t label)
{
  return s->trace->events.data[s->sequence[label - 1]].message;
}

/* Adds what FROM carries to INTO, lane by lane: of the four labels of a lane the two latest that differ.  The second
 * of either is earlier than its first. */
static inline void
merge (struct labels *restrict into, const struct labels *restrict from)
{
  for (int i = 0; i < LANES; i++)
    {
      int32_t a = (int32_t)into->first[i], b = (int32_t)from->first[i];
      int32_t high = a > b ? a : b, low = a > b ? b : a;
      int32_t second = (int32_t)into->second[i], other = (int32_t)from->second[i];
      low = a == b ? 0 : low;
      second = second > other ? second : other;
      into->first[i] = (uint32_t)high;
      into->second[i] = (uint32_t)(second > low ? second : low);
    }
}

/* Adds LABEL to lane I of INTO. */
static void
merge_label (struct labels *into, int i, uint32_t label)
{
  uint32_t first = into->first[i], low = label < first ? label : first;
  if (label == first)
    return;
  into->first[i] = label < first ? first : label;
  into->second[i] = into->second[i] < low ? low : into->second[i];
}

/* The lane of the message in which NODE stands, if that message's labels are carried now, else -1. */
static int
own_lane (const struct saturation *s, hb_id node)
{
  hb_id own = message_of (s, node);
  if (own == HB_NONE || s->trace->messages.data[own].kind == HB_INITIAL)
    return -1;
  hb_id lane = s->trace->messages.data[own].handler - s->block;
  return lane < LANES * s->bundles ? (int)lane : -1;
}

/* Adds what the event FROM carries to what INTO does, or with FRESH makes it what INTO carries. */
static void
merge_from (struct saturation *s, hb_id from, hb_id into, bool fresh)
{
  if (fresh)
    memcpy (&s->labels[into * (size_t)s->bundles], &s->labels[from * (size_t)s->bundles],
            s->bundles * sizeof *s->labels);
  else
    for (hb_id b = 0; b < s->bundles; b++)
      merge (&s->labels[into * (size_t)s->bundles + b], &s->labels[from * (size_t)s->bundles + b]);
}

static bool
carries (const struct saturation *s, hb_id node, int lane, uint32_t label)
{
  const struct labels *labels = &s->labels[node * (size_t)s->bundles + (hb_id)lane / LANES];
  return labels->first[lane % LANES] == label || labels->second[lane % LANES] == label;
}

/* A step into NODE from an event that carries LABEL (or stands in the message itself). */
static struct hb_step
step_back (const struct saturation *s, hb_id node, int lane, uint32_t label)
{
  for (hb_id e = s->back->first[node]; e < s->back->first[node + 1]; e++)
    if (carries (s, s->back->to[e], lane, label))
      return (struct hb_step){ s->back->to[e], node, (enum hb_relation)s->back->relation[e],
                               HB_NONE, HB_NONE };
  for (hb_id x = s->extra_to[node]; x != HB_NONE; x = s->extras.data[x].next_to)
    {
      const struct extra *extra = &s->extras.data[x];
      if (s->turn[extra->from] < s->turn[node] && carries (s, extra->from, lane, label))
        return (struct hb_step){ extra->from, node, extra->relation, extra->before, extra->after };
    }
  hb_fail ("saturation lost its way; this is a bug, please report the trace");
}

/* BEFORE happens before NODE, which stands in AFTER: a cycle under the opposite order. */
static void
keep_cycle (struct saturation *s, hb_id node, int lane, hb_id before, hb_id after)
{
  struct hb_cycle cycle = { VEC_EMPTY };
  hb_id at = node;
  do
    {
      struct hb_step step = step_back (s, at, lane, label_of (s, before));
      vec_push (cycle.steps, step);
      at = step.from;
    }
  while (message_of (s, at) != before);
  for (size_t i = 0, j = cycle.steps.size - 1; i < j; i++, j--)
    {
      struct hb_step swapped = cycle.steps.data[i];
      cycle.steps.data[i] = cycle.steps.data[j];
      cycle.steps.data[j] = swapped;
    }
  struct hb_step last = { node, at, HB_EO, after, before };
  vec_push (cycle.steps, last);
  vec_push (s->cds->cycles, cycle);
}

/* NODE carries LABEL of its own handler: if that is another message, it comes before NODE's own. */
static void
find_order (struct saturation *s, hb_id node, int lane, uint32_t label)
{
  struct cds *cds = s->cds;
  hb_id after = message_of (s, node), order, literal = HB_NONE;
  bool holds;
  if (!label)
    return;
  hb_id before = message_of_label (s, label);
  if (before == after || s->last_found[after] == before)
    return;
  s->last_found[after] = before;
  /* Messages that are passed on and on together: their order follows from that of the first. */
  if (cds_is_distant (cds, before, after, MOST_STEPS))
    return;
  struct hb_pair of = { before, after, false };
  bool is_open = cds_name (cds, &of, &order, &holds);
  if (is_open)
    literal = cds_literal_first (cds, order, of.before);
  int value = is_open ? cds_value (cds, literal) : holds ? 1 : -1;
  if (value > 0)
    return;
  keep_cycle (s, node, lane, before, after);
  if (value < 0)
    {
      cds->refuted = true;
      return;
    }
  s->found++;
  cds_assign (cds, literal, 0, HB_NONE);
  add_order (s, before, after);
  if (of.before != before && !of.posts)
    add_order (s, of.before, of.after);
}

static void
label_node (struct saturation *s, hb_id node, hb_id at)
{
  struct labels *own = &s->labels[node * (size_t)s->bundles];
  hb_id first = s->back->first[node], end = s->back->first[node + 1];
  if (first == end)
    memset (own, 0, s->bundles * sizeof *own);
  for (hb_id e = first; e < end; e++)
    merge_from (s, s->back->to[e], node, e == first);
  /* An edge found in this very round may lead backwards in `visits`: it waits for the next one. */
  for (hb_id x = s->extra_to[node]; x != HB_NONE; x = s->extras.data[x].next_to)
    if (s->turn[s->extras.data[x].from] < at)
      merge_from (s, s->extras.data[x].from, node, false);
  int lane = own_lane (s, node);
  if (lane < 0)
    return;
  own += lane / LANES;
  find_order (s, node, lane, own->first[lane % LANES]);
  if (!s->cds->refuted)
    find_order (s, node, lane, own->second[lane % LANES]);
  uint32_t mine = label_of (s, message_of (s, node));
  merge_label (own, lane % LANES, mine);
  /* One's own label is never lost: what follows in the message is known to be of it. */
  if (!carries (s, node, lane, mine))
    own->second[lane % LANES] = mine;
}

static void
drop_order (struct saturation *s)
{
  hb_order_free (s->order);
  s->order = NULL;
}

/* Both orders; false if the orders found close a cycle. */
static bool
sort_all (struct saturation *s, enum manner manner)
{
  if (!s->order)
    s->order = hb_order_new (s->trace);
  bool sorted = sort (s, manner, s->sequence, s->position)
                && (s->visits == s->sequence || sort (s, DEPTH_FIRST, s->visits, s->turn));
  if (s->nodes > MOST_KEPT)
    drop_order (s);
  return sorted;
}

static bool
label_block (struct saturation *s)
{
  bool matters = false;
  hb_id lanes = LANES * s->bundles;
  for (hb_id h = s->block; h < s->block + lanes && h < s->trace->handlers.size; h++)
    matters = matters || s->trace->handlers.data[h].count > 1;
  for (hb_id at = 0; matters && at < s->nodes && !s->cds->refuted; at++)
    {
      if (hb_limits_hit (s->cds->limits))
        return false;
      if (hb_progress_wanted ())
        hb_progress_tell (&(struct hb_progress){
            .doing = "saturating", .counts = { { "handlers", s->block }, { "nodes", at } } });
      label_node (s, s->visits[at], at);
    }
  return true;
}

/* All handlers once, block by block; false if that could not be finished. */
static bool
run_round (struct saturation *s, enum manner manner)
{
  bool going = sort_all (s, manner);
  s->found = 0;
  s->labels = hb_calloc (going ? s->nodes : 0, s->bundles * sizeof *s->labels);
  for (s->block = 0; s->block < s->trace->handlers.size && going; s->block += LANES * s->bundles)
    going = label_block (s);
  hb_free (s->labels);
  return going;
}

/* Ranks from a breadth-first order of all that is known now. */
static void
rank_again (struct saturation *s)
{
  if (s->cds->refuted || !sort_all (s, BREADTH_FIRST))
    return;
  for (hb_id m = 0; m < s->trace->messages.size; m++)
    {
      const struct hb_message *message = &s->trace->messages.data[m];
      bool chosen = cds_by_choice (s->cds, m) || message->post == HB_NONE;
      if (message->count)
        s->cds->rank[m] = s->position[chosen ? message->first : message->post];
    }
  for (hb_id h = 0; h < s->trace->handlers.size; h++)
    cds_bag_sort (s->cds, h);
}

static void
allocate (struct saturation *s)
{
  size_t nodes = s->nodes, messages = s->trace->messages.size;
  while (s->bundles > 1 && nodes * sizeof *s->labels * s->bundles > MOST_LABEL_BYTES)
    s->bundles--;
  s->sequence = hb_calloc (nodes, sizeof *s->sequence);
  s->position = hb_calloc (nodes, sizeof *s->position);
  s->visits = s->bundles > 1 ? hb_calloc (nodes, sizeof *s->visits) : s->sequence;
  s->turn = s->bundles > 1 ? hb_calloc (nodes, sizeof *s->turn) : s->position;
  s->extra_from = hb_realloc (NULL, nodes, sizeof *s->extra_from);
  s->extra_to = hb_realloc (NULL, nodes, sizeof *s->extra_to);
  s->last_found = hb_realloc (NULL, messages, sizeof *s->last_found);
  memset (s->extra_from, 0xff, nodes * sizeof *s->extra_from);
  memset (s->extra_to, 0xff, nodes * sizeof *s->extra_to);
  memset (s->last_found, 0xff, messages * sizeof *s->last_found);
}

static void
release_all (struct saturation *s)
{
  if (s->visits != s->sequence)
    {
      hb_free (s->visits);
      hb_free (s->turn);
    }
  hb_free (s->sequence);
  hb_free (s->position);
  hb_order_free (s->back);
  hb_free (s->extra_from);
  hb_free (s->extra_to);
  hb_free (s->last_found);
  vec_free (s->extras);
  drop_order (s);
}

void
cds_saturate (struct cds *cds)
{
  struct saturation s = { .cds = cds, .trace = cds->trace, .bundles = MOST_BUNDLES };
  size_t messages = cds->trace->messages.size;
  s.order = hb_order_new (cds->trace);
  s.nodes = s.order->nodes;
  s.back = hb_order_reversed (s.order);
  if (s.nodes > MOST_KEPT)
    drop_order (&s);
  allocate (&s);
  /* A few orders more are not worth another round; where most messages stay without order after the first,
   * the trace is not of the kind that saturation decides. */
  for (int round = 0; round < MOST_ROUNDS; round++)
    if (cds->refuted || hb_limits_check (cds->limits) || !run_round (&s, (enum manner) (round % 3))
        || s.found <= (round ? messages / 64 : messages / 2))
      break;
  rank_again (&s);
  release_all (&s);
}

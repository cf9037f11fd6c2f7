/* See saturation.h.
 *
 * The row of a node says what it reaches: for each message its first node (STARTS), its last node
 * (ENDS) and its post (POSTS), itself included.  Rows flow backwards along edges:
 *
 *     u ----> v       row (u) |= row (v)
 *
 * A node whose row has grown is pending.  Pending nodes are taken from the back of a topological
 * order of the known edges, so that a row is complete, but for the edges yet to come, when it flows
 * on.  A row that has grown may fire the rules, which add edges. */
#include "engine/saturation.h"

#include "base/progress.h"
#include "base/vec.h"

#include <string.h>

enum plane
{
  STARTS,
  ENDS,
  POSTS
};
#define PLANES 3

/* An edge that a rule added, in the list of its target. */
struct added
{
  hb_id from;
  size_t next; /* in `added`, plus one; 0: the last */
};

struct hb_saturation
{
  const hb_trace *trace;
  const hb_order *order;
  size_t words;      /* of a plane of a row */
  size_t row_words;  /* of a row */
  size_t part_words; /* of a part of a row, of which there are at most 64 */
  uint64_t all;      /* the parts that there are, as bits */
  uint64_t *rows;    /* node after node, plane after plane */
  uint64_t *grown;   /* node -> the parts of its row that have grown and have not flowed on yet */
  hb_id *in_start;   /* known edges to node v come from in[in_start[v] .. in_start[v + 1] - 1] */
  hb_id *in;
  size_t *added_head; /* the first added edge to a node, plus one; 0: none */
  VEC (struct added) added;
  hb_id *position, *node_at; /* the topological order */
  uint64_t *pending;         /* bits of positions */
  size_t highest;            /* no word of `pending` above this one is set */
};

uint64_t
hb_saturation_bytes (const hb_trace *trace, const hb_order *order)
{
  uint64_t words = (trace->messages.size + 63) / 64;
  return order->nodes * (words * PLANES * 8 + 32) + (uint64_t)order->first[order->nodes] * 4;
}

/* --- rows --------------------------------------------------------------------------------------- */

static uint64_t *
row (const hb_saturation *s, hb_id node, enum plane plane)
{
  return s->rows + ((size_t)node * PLANES + plane) * s->words;
}

static bool
has (const uint64_t *bits, hb_id message)
{
  return bits[message / 64] >> message % 64 & 1;
}

static void
touch (hb_saturation *s, hb_id node)
{
  size_t word = s->position[node] / 64;
  s->pending[word] |= UINT64_C (1) << s->position[node] % 64;
  if (word > s->highest)
    s->highest = word;
}

/* The row of INTO takes in that of FROM, in the PARTS that are given as bits. */
static void
flow (hb_saturation *s, hb_id from, hb_id into, uint64_t parts)
{
  const uint64_t *source = row (s, from, STARTS);
  uint64_t *target = row (s, into, STARTS), grown = 0;
  for (; parts; parts &= parts - 1)
    {
      unsigned part = (unsigned)__builtin_ctzll (parts);
      size_t end
          = (part + 1) * s->part_words < s->row_words ? (part + 1) * s->part_words : s->row_words;
      uint64_t new = 0;
      for (size_t i = part * s->part_words; i < end; i++)
        {
          new |= source[i] & ~target[i];
          target[i] |= source[i];
        }
      if (new)
        grown |= UINT64_C (1) << part;
    }
  if (!grown)
    return;
  s->grown[into] |= grown;
  touch (s, into);
}

static void
add_edge (hb_saturation *s, hb_id from, hb_id to)
{
  struct added edge = { from, s->added_head[to] };
  vec_push (s->added, edge);
  s->added_head[to] = s->added.size;
  flow (s, to, from, s->all);
}

/* --- rules -------------------------------------------------------------------------------------- */

static void
run_before (hb_saturation *s, hb_id a, hb_id b)
{
  add_edge (s, hb_last_node (s->order, s->trace, a), hb_first_node (s->order, s->trace, b));
}

static void
post_before (hb_saturation *s, hb_id a, hb_id b)
{
  add_edge (s, s->trace->messages.data[a].post, s->trace->messages.data[b].post);
}

/* Calls CONCLUDE (a, b) for the messages b of a's handler that PREMISE has and KNOWN has not: KNOWN
 * may get more meanwhile.  COUPLED: only for those coupled to a. */
static void
fire (hb_saturation *s, hb_id a, const uint64_t *premise, const uint64_t *known, bool coupled,
      void (*conclude) (hb_saturation *, hb_id, hb_id))
{
  const hb_trace *trace = s->trace;
  const struct hb_handler *handler = &trace->handlers.data[trace->messages.data[a].handler];
  size_t end = handler->first + handler->count;
  for (size_t word = handler->first / 64; word * 64 < end; word++)
    for (uint64_t left = premise[word] & ~known[word]; left; left &= left - 1)
      {
        hb_id b = (hb_id)(word * 64 + (unsigned)__builtin_ctzll (left));
        if (b < handler->first || b >= end || b == a || b == handler->initial || has (known, b))
          continue;
        if (!coupled || hb_coupled (trace, a, b))
          conclude (s, a, b);
      }
}

static void
apply_rules (hb_saturation *s, hb_id node, hb_id message)
{
  const hb_trace *trace = s->trace;
  const struct hb_message *m = &trace->messages.data[message];
  if (m->kind == HB_INITIAL)
    return;
  hb_id first = hb_first_node (s->order, trace, message);
  hb_id last = hb_last_node (s->order, trace, message);
  const uint64_t *after = row (s, last, STARTS);
  if (node == first)
    fire (s, message, row (s, first, ENDS), after, false, run_before);
  if (node == last && m->post != HB_NONE)
    fire (s, message, after, row (s, m->post, POSTS), true, post_before);
}

/* The rules that the row of NODE may fire. */
static void
apply_all_rules (hb_saturation *s, hb_id node, const hb_id *message_of_node)
{
  const hb_trace *trace = s->trace;
  apply_rules (s, node, message_of_node[node]);
  if (node >= trace->events.size || trace->events.data[node].kind != HB_POST)
    return;
  hb_id posted = trace->events.data[node].object;
  fire (s, posted, row (s, node, POSTS), row (s, hb_last_node (s->order, trace, posted), STARTS),
        true, run_before);
}

/* --- the fixpoint ------------------------------------------------------------------------------- */

static void
turn_edges (hb_saturation *s)
{
  const hb_order *order = s->order;
  hb_id edges = order->first[order->nodes], sum = 0;
  s->in_start = hb_calloc ((size_t)order->nodes + 2, sizeof (hb_id));
  s->in = hb_calloc (edges, sizeof (hb_id));
  for (hb_id e = 0; e < edges; e++)
    s->in_start[order->to[e] + 2]++;
  for (hb_id v = 0; v < order->nodes; v++)
    s->in_start[v + 1] = sum += s->in_start[v + 1];
  for (hb_id v = 0; v < order->nodes; v++)
    for (hb_id e = order->first[v]; e < order->first[v + 1]; e++)
      s->in[s->in_start[order->to[e] + 1]++] = v;
}

/* Kahn's algorithm; false when there is a cycle. */
static bool
sort_nodes (hb_saturation *s)
{
  const hb_order *order = s->order;
  hb_id placed = 0, *missing = hb_calloc (order->nodes, sizeof *missing);
  s->position = hb_calloc (order->nodes, sizeof (hb_id));
  s->node_at = hb_calloc (order->nodes, sizeof (hb_id));
  for (hb_id v = 0; v < order->nodes; v++)
    if (!(missing[v] = s->in_start[v + 1] - s->in_start[v]))
      s->node_at[placed++] = v;
  for (hb_id done = 0; done < placed; done++)
    {
      hb_id v = s->node_at[done];
      s->position[v] = done;
      for (hb_id e = order->first[v]; e < order->first[v + 1]; e++)
        if (!--missing[order->to[e]])
          s->node_at[placed++] = order->to[e];
    }
  hb_free (missing);
  return placed == order->nodes;
}

static void
set_own_bits (hb_saturation *s)
{
  const hb_trace *trace = s->trace;
  for (hb_id m = 0; m < trace->messages.size; m++)
    {
      uint64_t bit = UINT64_C (1) << m % 64;
      row (s, hb_first_node (s->order, trace, m), STARTS)[m / 64] |= bit;
      row (s, hb_last_node (s->order, trace, m), ENDS)[m / 64] |= bit;
      if (trace->messages.data[m].post != HB_NONE)
        row (s, trace->messages.data[m].post, POSTS)[m / 64] |= bit;
    }
}

/* The pending node at the highest position, which is pending no more; HB_NONE when there is none. */
static hb_id
next_pending (hb_saturation *s)
{
  while (!s->pending[s->highest])
    if (!s->highest--)
      {
        s->highest = 0;
        return HB_NONE;
      }
  unsigned bit = 63 - (unsigned)__builtin_clzll (s->pending[s->highest]);
  s->pending[s->highest] &= ~(UINT64_C (1) << bit);
  return s->node_at[s->highest * 64 + bit];
}

static bool
saturate (hb_saturation *s, const hb_id *message_of_node, struct hb_limits *limits)
{
  hb_id v;
  uint64_t steps = 0;
  for (v = 0; v < s->order->nodes; v++)
    {
      s->grown[v] = s->all;
      touch (s, v);
    }
  while ((v = next_pending (s)) != HB_NONE)
    {
      uint64_t parts = s->grown[v];
      s->grown[v] = 0;
      for (hb_id e = s->in_start[v]; e < s->in_start[v + 1]; e++)
        flow (s, v, s->in[e], parts);
      for (size_t e = s->added_head[v]; e; e = s->added.data[e - 1].next)
        flow (s, v, s->added.data[e - 1].from, parts);
      apply_all_rules (s, v, message_of_node);
      steps++;
      if (hb_limits_hit (limits))
        return false;
      if (hb_progress_wanted ())
        hb_progress_tell (&(struct hb_progress){
            .doing = "saturating",
            .counts = { { "steps", steps }, { "nodes", s->order->nodes } } });
    }
  return true;
}

static hb_id *
find_messages (const hb_trace *trace, const hb_order *order)
{
  hb_id *message_of_node = hb_calloc (order->nodes, sizeof *message_of_node);
  for (hb_id e = 0; e < trace->events.size; e++)
    message_of_node[e] = trace->events.data[e].message;
  for (hb_id m = 0; m < trace->messages.size; m++)
    message_of_node[hb_first_node (order, trace, m)] = m;
  return message_of_node;
}

hb_saturation *
hb_saturation_new (const hb_trace *trace, const hb_order *order, struct hb_limits *limits)
{
  hb_saturation *s = hb_calloc (1, sizeof *s);
  s->trace = trace;
  s->order = order;
  s->words = (trace->messages.size + 63) / 64;
  s->row_words = PLANES * s->words;
  s->part_words = s->row_words / 64 + 1;
  s->all = s->row_words ? UINT64_MAX >> (63 - (s->row_words - 1) / s->part_words) : 0;
  turn_edges (s);
  bool fine = sort_nodes (s);
  if (fine)
    {
      s->rows = hb_calloc (order->nodes, s->row_words * sizeof *s->rows);
      s->grown = hb_calloc (order->nodes, sizeof *s->grown);
      s->added_head = hb_calloc (order->nodes, sizeof *s->added_head);
      s->pending = hb_calloc ((size_t)order->nodes / 64 + 1, sizeof *s->pending);
      hb_id *message_of_node = find_messages (trace, order);
      set_own_bits (s);
      fine = saturate (s, message_of_node, limits);
      hb_free (message_of_node);
    }
  if (!fine)
    {
      hb_saturation_free (s);
      return NULL;
    }
  return s;
}

void
hb_saturation_free (hb_saturation *s)
{
  if (!s)
    return;
  hb_free (s->rows);
  hb_free (s->grown);
  hb_free (s->in_start);
  hb_free (s->in);
  hb_free (s->added_head);
  vec_free (s->added);
  hb_free (s->position);
  hb_free (s->node_at);
  hb_free (s->pending);
  hb_free (s);
}

bool
hb_saturation_forces (const hb_saturation *s, hb_id before, hb_id after)
{
  return has (row (s, hb_last_node (s->order, s->trace, before), STARTS), after);
}

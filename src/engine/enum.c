/* Engine `enum`: Algorithm 1 of the ED-consistency paper, section 5.1.  The slow oracle.
 *
 *     1. a cycle of the known edges: inconsistent
 *     2. saturation, until nothing is added:
 *          rule 1   an event of m1 happens before an event of m2 (same handler)    =>  m1 eo m2
 *          rule 2   m2 eo m1 would close a cycle over other messages               =>  m1 eo m2
 *          rule 3   the post of m1 happens before that of m2, or m1 eo m2 (FIFO)   =>  both
 *          ours     m1 eo m2, and m2 would be handed out sooner (stack: if m1 is posted first)
 *                                                        =>  the get of m1 before the post of m2
 *     3. enumeration of the orders of the pairs still open, each with a test for cycles
 *
 * Happens-before is kept transitively closed, as a matrix of bits, eo leading from the last event
 * of a message to the first one of the other.  In it rules 1 and 2 are one: a path from the first
 * event of m1 to the last of m2.  The enumeration departs from the paper in that it goes pair by
 * pair and leaves a branch as soon as it has a cycle.  Beside the queue it does the other
 * disciplines: rule 3 holds for the coupled pairs (trace/order.h), the last rule for stack and priority;
 * under a stack the order of the posts of two messages is enumerated as well. */
#include "engine/engine.h"

#include "base/progress.h"

#include <string.h>

#define MOST_NODES 4096

struct pair
{
  hb_id a, b;
  bool coupled;
  bool posts; /* the order of the posts, not of the runs */
};

struct enumeration
{
  const hb_trace *trace;
  const hb_order *order;
  struct hb_limits *limits;
  hb_id nodes;
  size_t words; /* of a row of the matrix */
  bool buries;  /* some mailbox is a stack or has priorities */
  VEC (struct pair) pairs;
  hb_check_result *result;
};

/* Row v has a bit for every node that comes after v. */
static bool
comes_before (const struct enumeration *x, const uint64_t *matrix, hb_id u, hb_id v)
{
  HB_ASSERT (u < x->nodes && v < x->nodes);
  return matrix[u * x->words + v / 64] >> (v % 64) & 1;
}

/* Adds u before v with all that follows from it; false if v is before u or the same. */
static bool
put_before (const struct enumeration *x, uint64_t *matrix, hb_id u, hb_id v)
{
  if (u == v || comes_before (x, matrix, v, u))
    return false;
  if (comes_before (x, matrix, u, v))
    return true;
  const uint64_t *after = matrix + v * x->words;
  for (hb_id w = 0; w < x->nodes; w++)
    {
      if (w != u && !comes_before (x, matrix, w, u))
        continue;
      uint64_t *row = matrix + w * x->words;
      for (size_t i = 0; i < x->words; i++)
        row[i] |= after[i];
      row[v / 64] |= UINT64_C (1) << (v % 64);
    }
  HB_ASSERT (!comes_before (x, matrix, u, u) && comes_before (x, matrix, u, v));
  return true;
}

static hb_id
first_of (const struct enumeration *x, hb_id message)
{
  return hb_first_node (x->order, x->trace, message);
}

static hb_id
last_of (const struct enumeration *x, hb_id message)
{
  return hb_last_node (x->order, x->trace, message);
}

/* The pair, or its reverse if WAY is 1. */
static struct pair
turned (struct pair p, int way)
{
  struct pair other = { p.b, p.a, p.coupled, p.posts };
  return way ? other : p;
}

/* P.a before P.b: their runs, and their posts where these are coupled; or just their posts. */
static bool
order_pair (const struct enumeration *x, uint64_t *matrix, struct pair p)
{
  const struct hb_message *messages = x->trace->messages.data;
  return (p.posts || put_before (x, matrix, last_of (x, p.a), first_of (x, p.b)))
         && (!(p.coupled || p.posts)
             || put_before (x, matrix, messages[p.a].post, messages[p.b].post));
}

static bool
must_be_ordered (const struct enumeration *x, const uint64_t *matrix, struct pair p)
{
  const struct hb_message *messages = x->trace->messages.data;
  return (!p.posts && comes_before (x, matrix, first_of (x, p.a), last_of (x, p.b)))
         || ((p.coupled || p.posts)
             && comes_before (x, matrix, messages[p.a].post, messages[p.b].post));
}

static bool
is_ordered (const struct enumeration *x, const uint64_t *matrix, struct pair p)
{
  const struct hb_message *messages = x->trace->messages.data;
  return (p.posts || comes_before (x, matrix, last_of (x, p.a), first_of (x, p.b)))
         && (!(p.coupled || p.posts)
             || comes_before (x, matrix, messages[p.a].post, messages[p.b].post));
}

/* Must the get of P.a come before the post of P.b, and is that not known yet? */
static bool
wants_get_first (const struct enumeration *x, const uint64_t *matrix, struct pair p)
{
  const struct hb_message *messages = x->trace->messages.data;
  bool by_posts = false;
  return !p.posts && hb_buries (x->trace, p.b, p.a, &by_posts)
         && comes_before (x, matrix, last_of (x, p.a), first_of (x, p.b))
         && (!by_posts || comes_before (x, matrix, messages[p.a].post, messages[p.b].post))
         && !comes_before (x, matrix, first_of (x, p.a), messages[p.b].post);
}

/* The rules until nothing changes; false if they closed a cycle. */
static bool
saturate (const struct enumeration *x, uint64_t *matrix)
{
  for (bool again = true; again;)
    {
      again = false;
      for (size_t i = 0; i < x->pairs.size; i++)
        for (int way = 0; way < 2; way++)
          {
            struct pair p = turned (x->pairs.data[i], way);
            bool orders = must_be_ordered (x, matrix, p) && !is_ordered (x, matrix, p);
            if (orders && !order_pair (x, matrix, p))
              return false;
            bool gets = wants_get_first (x, matrix, p);
            if (gets
                && !put_before (x, matrix, first_of (x, p.a), x->trace->messages.data[p.b].post))
              return false;
            again = again || orders || gets;
          }
    }
  return true;
}

/* Orders by the number of nodes before: a linear extension, since who is after has more. */
static hb_id *
linear_extension (const struct enumeration *x, const uint64_t *matrix)
{
  hb_id *before = hb_calloc (x->nodes, sizeof (hb_id));
  hb_id *start = hb_calloc ((size_t)x->nodes + 1, sizeof (hb_id));
  for (hb_id u = 0; u < x->nodes; u++)
    for (hb_id v = 0; v < x->nodes; v++)
      before[v] += comes_before (x, matrix, u, v);
  for (hb_id v = 0; v < x->nodes; v++)
    start[before[v] + 1]++;
  for (hb_id i = 0; i < x->nodes; i++)
    start[i + 1] += start[i];
  hb_id *sequence = hb_calloc (x->nodes, sizeof (hb_id));
  for (hb_id v = 0; v < x->nodes; v++)
    sequence[start[before[v]]++] = v;
  hb_free (before);
  hb_free (start);
  return sequence;
}

static hb_witness *
make_witness (const struct enumeration *x, const uint64_t *matrix)
{
  const hb_trace *trace = x->trace;
  hb_id *sequence = linear_extension (x, matrix);
  hb_witness *witness = hb_witness_new (trace);
  hb_id *eo_used = hb_calloc (trace->handlers.size, sizeof (hb_id));
  hb_id *mo_used = hb_calloc (trace->handlers.size, sizeof (hb_id));
  hb_id *message_at = hb_calloc (x->nodes, sizeof (hb_id)); /* first node -> message + 1 */
  for (hb_id m = 0; m < trace->messages.size; m++)
    if (trace->messages.data[m].kind != HB_INITIAL)
      message_at[first_of (x, m)] = m + 1;
  for (hb_id i = 0; i < x->nodes; i++)
    {
      hb_id v = sequence[i];
      if (message_at[v])
        {
          hb_id m = message_at[v] - 1, h = trace->messages.data[m].handler;
          witness->eo[witness->eo_start[h] + eo_used[h]++] = m;
        }
      if (v < trace->events.size && trace->events.data[v].kind == HB_POST)
        {
          hb_id m = trace->events.data[v].object, h = trace->messages.data[m].handler;
          witness->mo[witness->mo_start[h] + mo_used[h]++] = m;
        }
    }
  hb_free (sequence);
  hb_free (message_at);
  hb_free (eo_used);
  hb_free (mo_used);
  return witness;
}

/* Tries all orders of the pairs from place I on. */
static enum hb_verdict
enumerate (struct enumeration *x, uint64_t *matrix, size_t i)
{
  while (i < x->pairs.size
         && (is_ordered (x, matrix, x->pairs.data[i])
             || is_ordered (x, matrix, turned (x->pairs.data[i], 1))))
    i++;
  x->result->rounds++;
  if (i == x->pairs.size)
    {
      x->result->witness = make_witness (x, matrix);
      return HB_CONSISTENT;
    }
  if (hb_limits_hit (x->limits))
    return HB_UNKNOWN;
  if (hb_progress_wanted ())
    hb_progress_tell (&(struct hb_progress){
        .doing = "deciding",
        .counts = { { "orders tried", x->result->rounds }, { "pairs", x->pairs.size } } });
  size_t size = x->nodes * x->words;
  uint64_t *tried = hb_realloc (NULL, size, sizeof *tried);
  enum hb_verdict verdict = HB_INCONSISTENT;
  struct pair p = x->pairs.data[i];
  for (int way = 0; way < 2 && verdict == HB_INCONSISTENT; way++)
    {
      memcpy (tried, matrix, size * sizeof *tried);
      struct pair ordered = turned (p, way);
      if (order_pair (x, tried, ordered) && (!x->buries || saturate (x, tried)))
        verdict = enumerate (x, tried, i + 1);
    }
  hb_free (tried);
  return verdict;
}

static void
collect_pairs (struct enumeration *x)
{
  for (size_t h = 0; h < x->trace->handlers.size; h++)
    {
      const struct hb_handler *handler = &x->trace->handlers.data[h];
      hb_id end = handler->first + handler->count;
      for (hb_id a = handler->first; a < end; a++)
        for (hb_id b = a + 1; b < end; b++)
          if (a != handler->initial && b != handler->initial)
            {
              struct pair pair = { a, b, hb_coupled (x->trace, a, b), false };
              struct pair posts = { a, b, false, true };
              bool by_posts = false, buries = hb_buries (x->trace, a, b, &by_posts)
                                              || hb_buries (x->trace, b, a, &by_posts);
              vec_push (x->pairs, pair);
              x->buries = x->buries || buries;
              if (by_posts)
                vec_push (x->pairs, posts);
            }
    }
}

static enum hb_verdict
algorithm_1 (struct enumeration *x)
{
  collect_pairs (x);
  x->result->pairs = x->pairs.size;
  x->words = (x->nodes + 63) / 64;
  uint64_t *matrix = hb_calloc (x->nodes * x->words, sizeof *matrix);
  bool fine = true;
  for (hb_id v = 0; v < x->nodes; v++)
    for (hb_id e = x->order->first[v]; e < x->order->first[v + 1]; e++)
      fine = fine && put_before (x, matrix, v, x->order->to[e]);
  enum hb_verdict verdict = HB_INCONSISTENT;
  if (fine && saturate (x, matrix))
    verdict = enumerate (x, matrix, 0);
  hb_free (matrix);
  return verdict;
}

static bool
accepts (const hb_trace *trace, const char **why)
{
  if (trace->events.size + trace->messages.size > MOST_NODES)
    {
      *why = "it is for small traces, of at most 4096 events and messages";
      return false;
    }
  return true;
}

static void
decide (const hb_trace *trace, const struct hb_check_options *options, hb_check_result *result)
{
  struct enumeration x = { .trace = trace, .limits = options->limits, .result = result };
  hb_order *order = hb_order_new (trace);
  x.order = order;
  x.nodes = order->nodes;
  struct hb_cycle known = { VEC_EMPTY };
  if (hb_known_cycle (trace, order, &known))
    {
      vec_push (result->cycles, known);
      result->verdict = HB_INCONSISTENT;
    }
  else
    result->verdict = algorithm_1 (&x);
  if (result->verdict == HB_UNKNOWN)
    result->reason = hb_stop_name (options->limits->stop);
  vec_free (x.pairs);
  hb_order_free (order);
}

extern const struct hb_engine hb_engine_enum;
const struct hb_engine hb_engine_enum
    = { .name = "enum",
        .summary = "saturation, then enumeration of all orders (Algorithm 1); slow",
        .accepts = accepts,
        .decide = decide };

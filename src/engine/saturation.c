/* The rules, and their fixpoint.  See saturation.h and saturation_private.h.
 *
 * A row that has grown may fire the rules, which add edges. */
#include "engine/saturation_private.h"

#include "base/progress.h"

uint64_t
hb_saturation_bytes (const hb_trace *trace, const hb_order *order)
{
  uint64_t words = (trace->messages.size + 63) / 64;
  return order->nodes * (words * PLANES * 8 + 32) + (uint64_t)order->first[order->nodes] * 4;
}

static bool
has (const uint64_t *bits, hb_id message)
{
  return bits[message / 64] >> message % 64 & 1;
}

/* --- rules -------------------------------------------------------------------------------------- */

static void
run_before (hb_saturation *s, hb_id a, hb_id b)
{
  if (has (hb_saturation_row (s, hb_last_node (s->order, s->trace, b), STARTS), a))
    s->contradiction = true;
  hb_saturation_add_edge (s, hb_last_node (s->order, s->trace, a),
                          hb_first_node (s->order, s->trace, b));
}

static void
post_before (hb_saturation *s, hb_id a, hb_id b)
{
  hb_saturation_add_edge (s, s->trace->messages.data[a].post, s->trace->messages.data[b].post);
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
  const uint64_t *after = hb_saturation_row (s, last, STARTS);
  if (node == first)
    fire (s, message, hb_saturation_row (s, first, ENDS), after, false, run_before);
  if (node == last && m->post != HB_NONE)
    fire (s, message, after, hb_saturation_row (s, m->post, POSTS), true, post_before);
}

/* The rules that the row of NODE may fire. */
static void
apply_all_rules (hb_saturation *s, hb_id node)
{
  const hb_trace *trace = s->trace;
  apply_rules (s, node, s->message_of[node]);
  if (node >= trace->events.size || trace->events.data[node].kind != HB_POST)
    return;
  hb_id posted = trace->events.data[node].object;
  const uint64_t *after = hb_saturation_row (s, hb_last_node (s->order, trace, posted), STARTS);
  fire (s, posted, hb_saturation_row (s, node, POSTS), after, true, run_before);
}

/* --- the fixpoint ------------------------------------------------------------------------------- */

static void
set_own_bits (hb_saturation *s)
{
  const hb_trace *trace = s->trace;
  for (hb_id m = 0; m < trace->messages.size; m++)
    {
      uint64_t bit = UINT64_C (1) << m % 64;
      hb_saturation_row (s, hb_first_node (s->order, trace, m), STARTS)[m / 64] |= bit;
      hb_saturation_row (s, hb_last_node (s->order, trace, m), ENDS)[m / 64] |= bit;
      if (trace->messages.data[m].post != HB_NONE)
        hb_saturation_row (s, trace->messages.data[m].post, POSTS)[m / 64] |= bit;
    }
}

static bool
settle (hb_saturation *s, struct hb_limits *limits)
{
  uint64_t steps = 0;
  for (hb_id v; (v = hb_saturation_next (s)) != HB_NONE;)
    {
      hb_saturation_flow_on (s, v);
      apply_all_rules (s, v);
      /* Edges that the order does not follow make rows flow again and again. */
      if (s->since > s->order->nodes && !hb_saturation_sort (s))
        s->contradiction = true;
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
  s->message_of = hb_order_messages (order, trace);
  s->added_head = hb_calloc (order->nodes, sizeof *s->added_head);
  s->pending = hb_calloc ((size_t)order->nodes / 64 + 1, sizeof *s->pending);
  s->grown = hb_calloc (order->nodes, sizeof *s->grown);
  s->position = hb_calloc (order->nodes, sizeof (hb_id));
  s->node_at = hb_calloc (order->nodes, sizeof (hb_id));
  s->back = hb_order_reversed (s->order);
  bool fine = hb_saturation_sort (s);
  if (fine)
    {
      s->rows = hb_calloc (order->nodes, s->row_words * sizeof *s->rows);
      set_own_bits (s);
      for (hb_id v = 0; v < order->nodes; v++)
        hb_saturation_touch (s, v, s->all);
      fine = settle (s, limits);
    }
  if (fine)
    return s;
  hb_saturation_free (s);
  return NULL;
}

void
hb_saturation_free (hb_saturation *s)
{
  if (!s)
    return;
  hb_free (s->rows);
  hb_free (s->grown);
  hb_free (s->message_of);
  hb_order_free (s->back);
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
  return has (hb_saturation_row (s, hb_last_node (s->order, s->trace, before), STARTS), after);
}

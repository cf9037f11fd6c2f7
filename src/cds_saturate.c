/* Saturation: orders that hold in every run, found before more conflicts are spent on them.  See cds.h.
 *
 * Rule 1 of the ED-consistency paper, section 5.1: if an event of message m happens before one of m', both
 * of handler h, then m runs before m'.  To find all such pairs takes a closure of quadratic size; here each
 * event carries, for one handler at a time, the two messages of h that happen before it and come last in a
 * topological order.
 *
 *     m: W x ──rf──▶ R x ──po──▶ W y ──rf──▶ R y :m'        R y carries m, so m before m'
 *
 * Two, since the latest is often m' itself, by a detour.  What is found becomes edges of the next round (eo, and mo
 * under FIFO), so that orders follow from orders; what is missed is left to the search.  One round is
 * linear in the trace for every handler, memory linear.
 *
 * Every order found is a cycle with the opposite assumption, and is kept as such: it is a lemma like those of
 * the search. */
#include "cds.h"

#define MOST_ROUNDS 8

/* An edge of happens-before that an order found earlier stands for. */
struct extra
{
  hb_id to, next;
  enum hb_relation relation;
  hb_id before, after;
};

/* A message that happens before an event, and from where the event knows. */
struct label
{
  hb_id message, from, edge; /* edge: of the graph, or `graph edges + number` of an extra one */
};

struct saturation
{
  struct cds *cds;
  hb_order *order;
  hb_id *sequence, *position; /* the topological order and its inverse */
  hb_id *extra_head;          /* node -> first extra edge */
  VEC (struct extra) extras;
  struct label (*labels)[2];  /* node -> later first */
  hb_id *last_found;          /* message -> the one found before it last */
  hb_id handler;              /* whose messages are the labels now */
  hb_id found;
};

static hb_id
message_of (const struct saturation *s, hb_id node)
{
  return node < s->cds->trace->events.size ? s->cds->trace->events.data[node].message : HB_NONE;
}

/* Fills `sequence` and `position`; false if the orders found close a cycle. */
static bool
sort (struct saturation *s)
{
  const hb_order *order = s->order;
  hb_id *missing = hb_calloc (order->nodes, sizeof *missing), size = 0;
  for (hb_id e = 0; e < order->first[order->nodes]; e++)
    missing[order->to[e]]++;
  for (size_t x = 0; x < s->extras.size; x++)
    missing[s->extras.data[x].to]++;
  for (hb_id v = 0; v < order->nodes; v++)
    if (!missing[v])
      s->sequence[size++] = v;
  for (hb_id at = 0; at < size; at++)
    {
      hb_id v = s->sequence[at];
      s->position[v] = at;
      for (hb_id e = order->first[v]; e < order->first[v + 1]; e++)
        if (!--missing[order->to[e]])
          s->sequence[size++] = order->to[e];
      for (hb_id x = s->extra_head[v]; x != HB_NONE; x = s->extras.data[x].next)
        if (!--missing[s->extras.data[x].to])
          s->sequence[size++] = s->extras.data[x].to;
    }
  hb_free (missing);
  return size == order->nodes;
}

static void
add_extra (struct saturation *s, hb_id from, hb_id to, enum hb_relation relation, hb_id before,
           hb_id after)
{
  struct extra extra = { to, s->extra_head[from], relation, before, after };
  s->extra_head[from] = (hb_id)s->extras.size;
  vec_push (s->extras, extra);
}

static void
add_order (struct saturation *s, hb_id before, hb_id after)
{
  const hb_trace *trace = s->cds->trace;
  const struct hb_message *a = &trace->messages.data[before], *b = &trace->messages.data[after];
  add_extra (s, a->first + a->count - 1, b->first, HB_EO, before, after);
  if (hb_coupled (trace, before, after))
    add_extra (s, a->post, b->post, HB_MO, before, after);
}

/* --- one round for one handler ----------------------------------------------------------------- */

/* Is label A of a later message than B? */
static bool
later (const struct saturation *s, hb_id a, hb_id b)
{
  const hb_trace *trace = s->cds->trace;
  return b == HB_NONE
         || s->position[trace->messages.data[a].first] > s->position[trace->messages.data[b].first];
}

static void
give (struct saturation *s, hb_id node, struct label label)
{
  struct label *own = s->labels[node];
  if (own[0].message == label.message || own[1].message == label.message)
    return;
  if (later (s, label.message, own[0].message))
    {
      own[1] = own[0];
      own[0] = label;
    }
  else if (later (s, label.message, own[1].message))
    own[1] = label;
}

/* What NODE knows, to its successor TO. */
static void
pass_on (struct saturation *s, hb_id node, hb_id to, hb_id edge)
{
  hb_id own = message_of (s, node);
  if (own != HB_NONE && s->cds->trace->messages.data[own].handler == s->handler
      && s->cds->trace->messages.data[own].kind != HB_INITIAL)
    give (s, to, (struct label){ own, node, edge });
  for (int i = 0; i < 2; i++)
    if (s->labels[node][i].message != HB_NONE)
      give (s, to, (struct label){ s->labels[node][i].message, node, edge });
}

static struct hb_step
step_of (const struct saturation *s, hb_id to, const struct label *label)
{
  hb_id edges = s->order->first[s->order->nodes];
  struct hb_step step = { label->from, to, HB_PO, HB_NONE, HB_NONE };
  if (label->edge < edges)
    step.relation = (enum hb_relation)s->order->relation[label->edge];
  else
    {
      const struct extra *extra = &s->extras.data[label->edge - edges];
      step.relation = extra->relation;
      step.before = extra->before;
      step.after = extra->after;
    }
  return step;
}

/* NODE, in message AFTER, knows BEFORE by LABEL: a cycle under the opposite order, written backwards in time
 * and then turned round. */
static void
keep_cycle (struct saturation *s, hb_id node, const struct label *label, hb_id after)
{
  hb_id before = label->message, at = node;
  struct hb_cycle cycle = { VEC_EMPTY };
  for (;;)
    {
      vec_push (cycle.steps, step_of (s, at, label));
      at = label->from;
      if (message_of (s, at) == before)
        break;
      label = &s->labels[at][s->labels[at][0].message == before ? 0 : 1];
    }
  for (size_t i = 0, j = cycle.steps.size - 1; i < j; i++, j--)
    {
      struct hb_step swapped = cycle.steps.data[i];
      cycle.steps.data[i] = cycle.steps.data[j];
      cycle.steps.data[j] = swapped;
    }
  vec_push (cycle.steps, ((struct hb_step){ node, at, HB_EO, after, before }));
  vec_push (s->cds->cycles, cycle);
}

/* NODE knows that another message of the handler comes before its own. */
static void
find_order (struct saturation *s, hb_id node, const struct label *label)
{
  struct cds *cds = s->cds;
  hb_id after = message_of (s, node), literal;
  bool holds;
  if (label->message == HB_NONE || label->message == after
      || s->last_found[after] == label->message)
    return;
  s->last_found[after] = label->message;
  if (!cds_literal (cds, label->message, after, &literal, &holds))
    {
      if (!holds)
        {
          keep_cycle (s, node, label, after);
          cds->refuted = true;
        }
      return;
    }
  int value = cds_value (cds, literal);
  if (value > 0)
    return;
  keep_cycle (s, node, label, after);
  s->found++;
  if (value < 0)
    {
      cds->refuted = true;
      return;
    }
  cds_assign (cds, literal, 0, HB_NONE);
  add_order (s, label->message, after);
  hb_id earlier = cds_earlier (cds, literal);
  if (earlier != label->message)
    add_order (s, earlier, cds_later (cds, literal));
}

static void
run_round (struct saturation *s, hb_id handler)
{
  const hb_trace *trace = s->cds->trace;
  const hb_order *order = s->order;
  hb_id edges = order->first[order->nodes];
  s->handler = handler;
  for (hb_id v = 0; v < order->nodes; v++)
    s->labels[v][0].message = s->labels[v][1].message = HB_NONE;
  for (hb_id at = 0; at < order->nodes && !s->cds->refuted; at++)
    {
      hb_id v = s->sequence[at], own = message_of (s, v);
      if (own != HB_NONE && trace->messages.data[own].handler == handler
          && trace->messages.data[own].kind != HB_INITIAL)
        for (int i = 0; i < 2 && !s->cds->refuted; i++)
          find_order (s, v, &s->labels[v][i]);
      for (hb_id e = order->first[v]; e < order->first[v + 1]; e++)
        pass_on (s, v, order->to[e], e);
      /* Edges found in this very round may lead backwards in `sequence`: they wait for the next one. */
      for (hb_id x = s->extra_head[v]; x != HB_NONE; x = s->extras.data[x].next)
        if (s->position[s->extras.data[x].to] > at)
          pass_on (s, v, s->extras.data[x].to, edges + x);
    }
}

/* Ranks by the last topological order. */
static void
rank_again (struct saturation *s)
{
  const hb_trace *trace = s->cds->trace;
  for (hb_id m = 0; m < trace->messages.size; m++)
    {
      const struct hb_message *message = &trace->messages.data[m];
      if (!message->count)
        continue;
      hb_id node = cds_by_choice (s->cds, m) || message->post == HB_NONE ? message->first
                                                                         : message->post;
      s->cds->rank[m] = s->position[node];
    }
}

void
cds_saturate (struct cds *cds)
{
  const hb_trace *trace = cds->trace;
  struct saturation s = { .cds = cds, .order = hb_order_new (trace) };
  hb_id nodes = s.order->nodes;
  s.sequence = hb_calloc (nodes, sizeof *s.sequence);
  s.position = hb_calloc (nodes, sizeof *s.position);
  s.extra_head = hb_realloc (NULL, nodes, sizeof *s.extra_head);
  s.labels = hb_calloc (nodes, sizeof *s.labels);
  s.last_found = hb_realloc (NULL, trace->messages.size, sizeof *s.last_found);
  for (hb_id v = 0; v < nodes; v++)
    s.extra_head[v] = HB_NONE;
  for (hb_id m = 0; m < trace->messages.size; m++)
    s.last_found[m] = HB_NONE;
  for (int round = 0; round < MOST_ROUNDS && !cds->refuted && !hb_limits_hit (cds->limits); round++)
    {
      s.found = 0;
      if (!sort (&s))
        break;
      rank_again (&s);
      for (hb_id h = 0; h < trace->handlers.size && !cds->refuted; h++)
        if (trace->handlers.data[h].count > 1)
          run_round (&s, h);
      if (!s.found)
        break;
    }
  hb_order_free (s.order);
  hb_free (s.sequence);
  hb_free (s.position);
  hb_free (s.extra_head);
  hb_free (s.labels);
  hb_free (s.last_found);
  vec_free (s.extras);
}

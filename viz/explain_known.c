/* See explain_known.h. */
#include "viz/explain_known.h"

#define PATIENCE 10000000 /* edges looked at in all: a fraction of a second */

/* An edge that came with a known order. */
struct added
{
  struct hb_step step;
  hb_id next; /* from the same node, or HB_NONE */
};

struct hb_known
{
  const hb_trace *trace;
  hb_order *order;
  hb_id *head; /* node -> its first added edge, or HB_NONE */
  VEC (struct added) added;
  struct hb_step *came_by; /* node -> the edge over which the search reached it */
  uint32_t *seen, search;  /* node -> the search that reached it */
  VEC (hb_id) queue;
  size_t patience;
};

struct hb_known *
hb_known_new (const hb_trace *trace)
{
  struct hb_known *known = hb_calloc (1, sizeof *known);
  known->trace = trace;
  known->order = hb_order_new (trace);
  known->head = hb_calloc (known->order->nodes, sizeof *known->head);
  for (hb_id v = 0; v < known->order->nodes; v++)
    known->head[v] = HB_NONE;
  known->came_by = hb_calloc (known->order->nodes, sizeof *known->came_by);
  known->seen = hb_calloc (known->order->nodes, sizeof *known->seen);
  known->patience = PATIENCE;
  return known;
}

void
hb_known_free (struct hb_known *known)
{
  hb_order_free (known->order);
  hb_free (known->head);
  vec_free (known->added);
  hb_free (known->came_by);
  hb_free (known->seen);
  vec_free (known->queue);
  hb_free (known);
}

/* The edges that the order PAIR asks for into STEPS; their number. */
static int
edges_of (const struct hb_known *known, const struct hb_pair *pair, struct hb_step steps[3])
{
  const hb_trace *trace = known->trace;
  const struct hb_message *a = &trace->messages.data[pair->before];
  const struct hb_message *b = &trace->messages.data[pair->after];
  bool coupled = hb_coupled (trace, pair->before, pair->after), by_posts = false;
  int count = 0;
  if ((pair->posts || coupled) && a->post != HB_NONE && b->post != HB_NONE)
    steps[count++] = (struct hb_step){ a->post, b->post, HB_MO, pair->before, pair->after };
  if (pair->posts && !coupled)
    return count;
  if (a->post != HB_NONE && b->post != HB_NONE
      && hb_buries (trace, pair->after, pair->before, &by_posts))
    steps[count++] = (struct hb_step){ a->first, b->post, HB_GP, pair->before, pair->after };
  steps[count++] = (struct hb_step){ hb_last_node (known->order, trace, pair->before),
                                     hb_first_node (known->order, trace, pair->after), HB_EO,
                                     pair->before, pair->after };
  return count;
}

void
hb_known_add (struct hb_known *known, const struct hb_pair *pair)
{
  struct hb_step steps[3];
  struct hb_pair assumed[2];
  int count = edges_of (known, pair, steps);
  for (int i = 0; i < count; i++)
    {
      if (hb_step_assumes (known->trace, &steps[i], assumed) > 1)
        continue; /* it assumes an order of posts, too */
      struct added added = { steps[i], known->head[steps[i].from] };
      known->head[steps[i].from] = (hb_id)known->added.size;
      vec_push (known->added, added);
    }
}

static void
reach (struct hb_known *known, const struct hb_step *step)
{
  if (known->seen[step->to] == known->search)
    return;
  known->seen[step->to] = known->search;
  known->came_by[step->to] = *step;
  vec_push (known->queue, step->to);
}

/* Is there a way from FROM to TO?  `came_by` has one with as few edges as can be. */
static bool
find_way (struct hb_known *known, hb_id from, hb_id to)
{
  const hb_order *order = known->order;
  known->search++;
  vec_clear (known->queue);
  known->seen[from] = known->search;
  vec_push (known->queue, from);
  for (size_t i = 0; i < known->queue.size && known->seen[to] != known->search; i++)
    {
      hb_id v = known->queue.data[i], edges = order->first[v + 1] - order->first[v];
      if (known->patience <= edges)
        return false;
      known->patience -= edges + 1;
      for (hb_id e = order->first[v]; e < order->first[v + 1]; e++)
        reach (known, &(struct hb_step){ v, order->to[e], (enum hb_relation)order->relation[e],
                                         HB_NONE, HB_NONE });
      for (hb_id e = known->head[v]; e != HB_NONE; e = known->added.data[e].next)
        reach (known, &known->added.data[e].step);
    }
  return known->seen[to] == known->search;
}

/* STEP and the way that was found from its end to its start. */
static void
write_cycle (const struct hb_known *known, const struct hb_step *step, struct hb_cycle *cycle)
{
  vec_clear (cycle->steps);
  vec_push (cycle->steps, *step);
  for (hb_id v = step->from; v != step->to; v = known->came_by[v].from)
    vec_push (cycle->steps, known->came_by[v]);
  for (size_t i = 1, j = cycle->steps.size - 1; i < j; i++, j--)
    {
      struct hb_step kept = cycle->steps.data[i];
      cycle->steps.data[i] = cycle->steps.data[j];
      cycle->steps.data[j] = kept;
    }
  hb_cycle_shorten (known->trace, cycle);
}

bool
hb_known_refutes (struct hb_known *known, const struct hb_pair *pair, struct hb_cycle *cycle)
{
  struct hb_step steps[3];
  int count = edges_of (known, pair, steps);
  for (int i = 0; i < count; i++)
    if (find_way (known, steps[i].to, steps[i].from))
      {
        write_cycle (known, &steps[i], cycle);
        return true;
      }
  return false;
}

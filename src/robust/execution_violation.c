/* The executions that are violations, as a circuit.  See execution.h. */
#include "robust/execution.h"

#include "robust/robust.h"

#include <stdlib.h>

static int
by_variable (const void *a, const void *b)
{
  const struct execution_access *one = a, *other = b;
  if (one->variable != other->variable)
    return one->variable < other->variable ? -1 : 1;
  return one->step < other->step ? -1 : one->step > other->step;
}

struct violation
{
  struct execution *x;
  hb_id events;
  unsigned parts;
  hb_lit *graph; /* from * events + to: there is a conflict that way */
  hb_lit backward;
};

static void
conflict (struct violation *v, const struct execution_access *a, const struct execution_access *b)
{
  hb_bits *bits = v->x->bits;
  if (a->task == b->task || !(a->write || b->write)
      || !(v->parts & (a->event == b->event ? HB_PART_DET : HB_PART_SER)))
    return;
  hb_lit both = hb_and (bits, v->x->steps.data[a->step].runs, v->x->steps.data[b->step].runs),
         before = execution_before (v->x, a->step, b->step);
  hb_lit there = hb_and (bits, both, before), back = hb_and (bits, both, hb_not (before));
  if (a->event == b->event)
    {
      v->backward = hb_or (bits, v->backward, a->task < b->task ? back : there);
      return;
    }
  hb_lit *forth = &v->graph[(size_t)a->event * v->events + b->event],
         *home = &v->graph[(size_t)b->event * v->events + a->event];
  *forth = hb_or (bits, *forth, there);
  *home = hb_or (bits, *home, back);
}

/* Has the graph a cycle?  By Warshall's closure (1962). */
static hb_lit
cyclic (struct violation *v)
{
  hb_bits *bits = v->x->bits;
  size_t n = v->events;
  hb_lit cycle = HB_FALSE, *graph = v->graph;
  for (size_t k = 0; k < n; k++)
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n && graph[i * n + k] != HB_FALSE; j++)
        graph[i * n + j]
            = hb_or (bits, graph[i * n + j], hb_and (bits, graph[i * n + k], graph[k * n + j]));
  for (size_t i = 0; i < n; i++)
    cycle = hb_or (bits, cycle, graph[i * n + i]);
  return cycle;
}

hb_lit
execution_violation (struct execution *x, const struct execution_access *accesses, size_t count,
                     hb_id events, unsigned parts)
{
  struct violation v = { .x = x, .events = events, .parts = parts, .backward = HB_FALSE };
  struct execution_access *sorted = hb_calloc (count, sizeof *sorted);
  v.graph = hb_calloc ((size_t)events * events, sizeof *v.graph);
  for (size_t i = 0; i < count; i++)
    sorted[i] = accesses[i];
  if (count)
    qsort (sorted, count, sizeof *sorted, by_variable);
  for (size_t i = 0; i < count; i++)
    for (size_t k = i + 1; k < count && sorted[k].variable == sorted[i].variable; k++)
      conflict (&v, &sorted[i], &sorted[k]);
  hb_lit all = hb_or (x->bits, v.backward, parts & HB_PART_SER ? cyclic (&v) : HB_FALSE);
  hb_free (sorted);
  hb_free (v.graph);
  return all;
}

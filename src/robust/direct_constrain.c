/* What makes steps an execution, and an execution a violation.  See direct.h. */
#include "robust/direct_private.h"

static void
end_clause (struct direct *d)
{
  vec_push (d->always, HB_FALSE);
}

static bool
is_access (const struct direct_step *step)
{
  return step->variable != HB_NONE;
}

static bool
is_write (const struct direct_step *step)
{
  return step->kind == DIRECT_WRITE;
}

/* --- Order of conflicting accesses --- */

static hb_lit
order_of (struct direct *d, hb_id a, hb_id b)
{
  hb_id steps = (hb_id)d->steps.size;
  if (d->steps.data[a].task == d->steps.data[b].task)
    return a < b ? HB_TRUE : HB_FALSE;
  hb_lit *before = a < b ? &d->order[(size_t)a * steps + b] : &d->order[(size_t)b * steps + a];
  if (*before == HB_FALSE)
    {
      hb_id first = a < b ? a : b, second = a < b ? b : a;
      *before = hb_bits_input (d->bits);
      direct_add_edge (d, first, second, *before);
      direct_add_edge (d, second, first, hb_not (*before));
    }
  return a < b ? *before : hb_not (*before);
}

/* --- Reads --- */

/* Read R has the value WORD wrote at WRITE (HB_NONE: the initial one): every other write is before that or after R. */
static hb_lit
read_from (struct direct *d, hb_id r, hb_id write, const hb_id *writes, size_t count)
{
  const hb_aed *program = d->code->program;
  hb_lit source = hb_bits_input (d->bits);
  hb_word value = d->steps.data[r].value,
          from = write == HB_NONE ? aed_number (
                     &d->values, program->variables.data[d->steps.data[r].variable].initial)
                                  : d->steps.data[write].value;
  direct_add_clause (d, hb_not (source), hb_word_equal (d->bits, value, from), HB_FALSE, HB_FALSE);
  if (write != HB_NONE)
    {
      direct_add_clause (d, hb_not (source), d->steps.data[write].runs, HB_FALSE, HB_FALSE);
      direct_add_clause (d, hb_not (source), order_of (d, write, r), HB_FALSE, HB_FALSE);
    }
  for (size_t i = 0; i < count; i++)
    {
      hb_id other = writes[i];
      if (other == write)
        continue;
      hb_lit early = write == HB_NONE ? HB_FALSE : order_of (d, other, write);
      direct_add_clause_5 (d, hb_not (source), hb_not (d->steps.data[r].runs),
                           hb_not (d->steps.data[other].runs), early, order_of (d, r, other));
    }
  return source;
}

static void
constrain_reads (struct direct *d)
{
  VEC (hb_id) writes = VEC_EMPTY;
  hb_id steps = (hb_id)d->steps.size;
  for (hb_id v = 0; v < d->code->program->variables.size; v++)
    {
      vec_clear (writes);
      for (hb_id s = 0; s < steps; s++)
        if (d->steps.data[s].variable == v && is_write (&d->steps.data[s]))
          vec_push (writes, s);
      for (hb_id r = 0; r < steps; r++)
        {
          if (d->steps.data[r].variable != v || is_write (&d->steps.data[r]))
            continue;
          VEC (hb_lit) sources = VEC_EMPTY;
          vec_push (sources, hb_not (d->steps.data[r].runs));
          vec_push (sources, read_from (d, r, HB_NONE, vec_from (writes, 0), writes.size));
          for (size_t i = 0; i < writes.size; i++)
            {
              hb_id w = writes.data[i];
              if (d->steps.data[w].task != d->steps.data[r].task || w < r)
                vec_push (sources, read_from (d, r, w, vec_from (writes, 0), writes.size));
            }
          for (size_t i = 0; i < sources.size; i++)
            vec_push (d->always, sources.data[i]);
          end_clause (d);
          vec_free (sources);
          d->given_up = d->given_up || hb_limits_hit (d->options->limits)
                        || (d->options->most && d->always.size > d->options->most);
          if (d->given_up)
            break;
        }
    }
  vec_free (writes);
}

/* --- The main thread --- */

static bool
is_above (const struct direct *d, hb_id above, hb_id task)
{
  while (task != HB_NONE && task != above)
    task = d->tasks.data[task].parent;
  return task == above;
}

/* Of two tasks on main, the first one ends before the other begins.  Who posted the other, directly or not, is first;
 * so is the earlier slot, and of an event's instances the earlier one. */
static hb_lit
first_of (struct direct *d, hb_id a, hb_id b)
{
  const struct direct_task *one = &d->tasks.data[a], *two = &d->tasks.data[b];
  if (is_above (d, a, b))
    return HB_TRUE;
  if (one->parent == HB_NONE && two->parent == HB_NONE
      && (d->events.data[one->event].slot != HB_NONE || one->proc == two->proc))
    return HB_TRUE;
  return hb_bits_input (d->bits);
}

/* In the order of posts: who was posted first begins first, or the other does not. */
static void
constrain_queue (struct direct *d, hb_id a, hb_id b, hb_lit first)
{
  const struct direct_task *one = &d->tasks.data[a], *two = &d->tasks.data[b];
  if (one->post == HB_NONE || two->post == HB_NONE)
    return;
  hb_lit posted = order_of (d, one->post, two->post);
  hb_lit both = hb_and (d->bits, d->steps.data[one->post].runs, d->steps.data[two->post].runs),
         begin_a = d->steps.data[one->begin].runs, begin_b = d->steps.data[two->begin].runs;
  hb_lit early = hb_and (d->bits, both, posted), late = hb_and (d->bits, both, hb_not (posted));
  direct_add_clause (d, hb_not (early), hb_not (begin_b), begin_a, HB_FALSE);
  direct_add_clause (d, hb_not (early), hb_not (begin_b), first, HB_FALSE);
  direct_add_clause (d, hb_not (late), hb_not (begin_a), begin_b, HB_FALSE);
  direct_add_clause (d, hb_not (late), hb_not (begin_a), hb_not (first), HB_FALSE);
}

static void
constrain_main (struct direct *d)
{
  hb_id tasks = (hb_id)d->tasks.size;
  for (hb_id a = 0; a < tasks; a++)
    for (hb_id b = a + 1; b < tasks; b++)
      {
        const struct direct_task *one = &d->tasks.data[a], *two = &d->tasks.data[b];
        if (!one->main || !two->main)
          continue;
        hb_lit first = first_of (d, a, b), begin_a = d->steps.data[one->begin].runs,
               begin_b = d->steps.data[two->begin].runs;
        direct_add_clause_5 (d, hb_not (first), hb_not (begin_a), hb_not (begin_b),
                             d->steps.data[one->end].runs, HB_FALSE);
        direct_add_clause_5 (d, first, hb_not (begin_a), hb_not (begin_b),
                             d->steps.data[two->end].runs, HB_FALSE);
        direct_add_edge (d, one->end, two->begin, first);
        direct_add_edge (d, two->end, one->begin, hb_not (first));
        if (d->options->queue)
          constrain_queue (d, a, b, first);
      }
}

/* --- The driver --- */

static hb_lit
begins (const struct direct *d, hb_id event)
{
  return d->steps.data[d->tasks.data[d->events.data[event].task].begin].runs;
}

static void
constrain_instances (struct direct *d)
{
  for (hb_id a = 0; a < d->events.size; a++)
    for (hb_id b = a + 1; b < d->events.size; b++)
      {
        const struct direct_event *one = &d->events.data[a], *two = &d->events.data[b];
        bool same = d->tasks.data[one->task].proc == d->tasks.data[two->task].proc;
        if (one->slot == HB_NONE && same)
          direct_add_clause (d, hb_not (begins (d, b)), begins (d, a), HB_FALSE, HB_FALSE);
        if (one->slot != HB_NONE && one->slot == two->slot)
          direct_add_clause (d, hb_not (begins (d, a)), hb_not (begins (d, b)), HB_FALSE, HB_FALSE);
      }
}

/* A slot is used only if the one before is. */
static void
constrain_slots (struct direct *d)
{
  for (hb_id b = 0; b < d->events.size; b++)
    {
      hb_id slot = d->events.data[b].slot;
      if (slot == HB_NONE || !slot)
        continue;
      vec_push (d->always, hb_not (begins (d, b)));
      for (hb_id a = 0; a < b; a++)
        if (d->events.data[a].slot == slot - 1)
          vec_push (d->always, begins (d, a));
      end_clause (d);
    }
}

static void
constrain_starts (struct direct *d)
{
  const hb_aed *program = d->code->program;
  for (size_t i = 0; i < program->befores.size; i++)
    for (hb_id a = 0; a < d->events.size; a++)
      for (hb_id b = 0; b < d->events.size; b++)
        {
          hb_id one = d->events.data[a].task, two = d->events.data[b].task;
          if (d->tasks.data[one].proc != program->befores.data[i].first
              || d->tasks.data[two].proc != program->befores.data[i].then)
            continue;
          direct_add_clause (d, hb_not (begins (d, b)), begins (d, a), HB_FALSE, HB_FALSE);
          direct_add_edge (d, d->tasks.data[one].begin, d->tasks.data[two].begin, HB_TRUE);
        }
}

void
direct_constrain (struct direct *d)
{
  d->order = hb_calloc (d->steps.size * d->steps.size, sizeof *d->order);
  constrain_reads (d);
  constrain_main (d);
  constrain_instances (d);
  constrain_slots (d);
  constrain_starts (d);
}

/* --- Violations --- */

/* The conflicts of events: from FROM to TO; and within an event, backward ones. */
static hb_lit
conflicts (struct direct *d, hb_lit *graph, unsigned parts)
{
  size_t events = d->events.size;
  hb_lit backward = HB_FALSE;
  for (hb_id a = 0; a < d->steps.size; a++)
    for (hb_id b = a + 1; b < d->steps.size; b++)
      {
        const struct direct_step *one = &d->steps.data[a], *two = &d->steps.data[b];
        if (one->task == two->task || !is_access (one) || one->variable != two->variable
            || !(is_write (one) || is_write (two)))
          continue;
        hb_id from = d->tasks.data[one->task].event, to = d->tasks.data[two->task].event;
        unsigned part = from == to ? HB_PART_DET : HB_PART_SER;
        if (!(parts & part))
          continue;
        hb_lit both = hb_and (d->bits, one->runs, two->runs), before = order_of (d, a, b);
        one = &d->steps.data[a], two = &d->steps.data[b];
        if (from == to)
          {
            /* The tasks are numbered depth-first. */
            hb_lit wrong = one->task < two->task ? hb_not (before) : before;
            backward = hb_or (d->bits, backward, hb_and (d->bits, both, wrong));
            continue;
          }
        hb_lit *there = &graph[from * events + to], *back = &graph[to * events + from];
        *there = hb_or (d->bits, *there, hb_and (d->bits, both, before));
        *back = hb_or (d->bits, *back, hb_and (d->bits, both, hb_not (before)));
      }
  return backward;
}

/* Has the graph a cycle?  By Warshall's closure (1962). */
static hb_lit
cyclic (struct direct *d, hb_lit *graph)
{
  size_t n = d->events.size;
  hb_lit cycle = HB_FALSE;
  for (size_t k = 0; k < n; k++)
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n; j++)
        graph[i * n + j] = hb_or (d->bits, graph[i * n + j],
                                  hb_and (d->bits, graph[i * n + k], graph[k * n + j]));
  for (size_t i = 0; i < n; i++)
    cycle = hb_or (d->bits, cycle, graph[i * n + i]);
  return cycle;
}

hb_lit
direct_violations (struct direct *d)
{
  hb_lit *graph = hb_calloc (d->events.size * d->events.size, sizeof *graph);
  hb_lit backward = conflicts (d, graph, d->options->parts);
  hb_lit all
      = hb_or (d->bits, backward, d->options->parts & HB_PART_SER ? cyclic (d, graph) : HB_FALSE);
  hb_free (graph);
  return all;
}

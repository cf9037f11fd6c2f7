/* What makes steps an execution, and an execution a violation.  See direct.h. */
#include "robust/direct_private.h"

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

static hb_lit
runs (const struct direct *d, hb_id step)
{
  return d->x.steps.data[step].runs;
}

/* The post in A by which it posted B, directly or not; HB_NONE: it did not. */
static hb_id
way_down (const struct direct *d, hb_id a, hb_id b)
{
  while (b != HB_NONE)
    {
      hb_id post = d->tasks.data[b].post;
      b = d->tasks.data[b].parent;
      if (a == b)
        return post;
    }
  return HB_NONE;
}

/* What stands before a post is before what it posts; on main all of the task is.  The earlier slot begins first; so
 * does, of an event's instances, the earlier one. */
static bool
is_known (const void *context, hb_id a, hb_id b)
{
  const struct direct *d = context;
  hb_id one = d->steps.data[a].task, two = d->steps.data[b].task, post = way_down (d, one, two);
  const struct direct_task *first = &d->tasks.data[one], *second = &d->tasks.data[two];
  if (post != HB_NONE)
    return a <= post || (first->main && second->main);
  return one < two && first->parent == HB_NONE && second->parent == HB_NONE
         && (d->events.data[first->event].slot != HB_NONE || first->proc == second->proc);
}

/* --- Reads --- */

/* Read R has the value WORD wrote at WRITE (HB_NONE: the initial one): every other write is before that or after R. */
static hb_lit
read_from (struct direct *d, hb_id r, hb_id write, const hb_id *writes, size_t count)
{
  const hb_aed *program = d->code->program;
  hb_lit source = hb_bits_input (d->x.bits);
  hb_word value = d->steps.data[r].value,
          from = write == HB_NONE ? aed_number (
                     &d->values, program->variables.data[d->steps.data[r].variable].initial)
                                  : d->steps.data[write].value;
  execution_clause (&d->x, hb_not (source), hb_word_equal (d->x.bits, value, from), HB_FALSE);
  if (write != HB_NONE)
    {
      execution_clause (&d->x, hb_not (source), runs (d, write), HB_FALSE);
      execution_clause (&d->x, hb_not (source), execution_before (&d->x, write, r), HB_FALSE);
    }
  for (size_t i = 0; i < count; i++)
    {
      hb_id other = writes[i];
      if (other == write)
        continue;
      hb_lit early = write == HB_NONE ? HB_FALSE : execution_before (&d->x, other, write);
      execution_clause_5 (&d->x, hb_not (source), hb_not (runs (d, r)), hb_not (runs (d, other)),
                          early, execution_before (&d->x, r, other));
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
          vec_push (sources, hb_not (runs (d, r)));
          vec_push (sources, read_from (d, r, HB_NONE, vec_from (writes, 0), writes.size));
          for (size_t i = 0; i < writes.size; i++)
            {
              hb_id w = writes.data[i];
              if (d->steps.data[w].task != d->steps.data[r].task || w < r)
                vec_push (sources, read_from (d, r, w, vec_from (writes, 0), writes.size));
            }
          execution_clause_of (&d->x, sources.data, sources.size);
          vec_free (sources);
          d->given_up = d->given_up || hb_limits_hit (d->options->limits)
                        || (d->options->most && d->x.always.size > d->options->most);
          if (d->given_up)
            break;
        }
    }
  vec_free (writes);
}

/* --- The main thread --- */

/* In the order of posts: who was posted first begins first, or the other does not. */
static void
constrain_queue (struct direct *d, hb_id a, hb_id b, hb_lit first)
{
  const struct direct_task *one = &d->tasks.data[a], *two = &d->tasks.data[b];
  if (one->post == HB_NONE || two->post == HB_NONE)
    return;
  hb_lit posted = execution_before (&d->x, one->post, two->post);
  hb_lit both = hb_and (d->x.bits, runs (d, one->post), runs (d, two->post)),
         begin_a = runs (d, one->begin), begin_b = runs (d, two->begin);
  hb_lit early = hb_and (d->x.bits, both, posted), late = hb_and (d->x.bits, both, hb_not (posted));
  execution_clause (&d->x, hb_not (early), hb_not (begin_b), begin_a);
  execution_clause (&d->x, hb_not (early), hb_not (begin_b), first);
  execution_clause (&d->x, hb_not (late), hb_not (begin_a), begin_b);
  execution_clause (&d->x, hb_not (late), hb_not (begin_a), hb_not (first));
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
        hb_lit first = execution_before (&d->x, one->begin, two->begin),
               begin_a = runs (d, one->begin), begin_b = runs (d, two->begin);
        execution_clause_5 (&d->x, hb_not (first), hb_not (begin_a), hb_not (begin_b),
                            runs (d, one->end), HB_FALSE);
        execution_clause_5 (&d->x, first, hb_not (begin_a), hb_not (begin_b), runs (d, two->end),
                            HB_FALSE);
        execution_edge (&d->x, one->end, two->begin, first);
        execution_edge (&d->x, two->end, one->begin, hb_not (first));
        if (d->options->queue)
          constrain_queue (d, a, b, first);
      }
}

/* --- The driver --- */

static hb_lit
begins (const struct direct *d, hb_id event)
{
  return runs (d, d->tasks.data[d->events.data[event].task].begin);
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
          execution_clause (&d->x, hb_not (begins (d, b)), begins (d, a), HB_FALSE);
        if (one->slot != HB_NONE && one->slot == two->slot)
          execution_clause (&d->x, hb_not (begins (d, a)), hb_not (begins (d, b)), HB_FALSE);
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
      VEC (hb_lit) clause = VEC_EMPTY;
      vec_push (clause, hb_not (begins (d, b)));
      for (hb_id a = 0; a < b; a++)
        if (d->events.data[a].slot == slot - 1)
          vec_push (clause, begins (d, a));
      execution_clause_of (&d->x, clause.data, clause.size);
      vec_free (clause);
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
          execution_clause (&d->x, hb_not (begins (d, b)), begins (d, a), HB_FALSE);
          execution_edge (&d->x, d->tasks.data[one].begin, d->tasks.data[two].begin, HB_TRUE);
        }
}

void
direct_constrain (struct direct *d)
{
  d->x.known = is_known;
  d->x.context = d;
  for (hb_id t = 0; t < d->tasks.size; t++)
    if (d->tasks.data[t].main)
      execution_group (&d->x, t, 0);
  constrain_reads (d);
  constrain_main (d);
  constrain_instances (d);
  constrain_slots (d);
  constrain_starts (d);
}

/* --- Violations --- */

hb_lit
direct_violations (struct direct *d)
{
  VEC (struct execution_access) accesses = VEC_EMPTY;
  for (hb_id s = 0; s < d->steps.size; s++)
    {
      const struct direct_step *step = &d->steps.data[s];
      if (!is_access (step))
        continue;
      struct execution_access access = { .step = s,
                                         .variable = step->variable,
                                         .task = step->task,
                                         .event = d->tasks.data[step->task].event,
                                         .write = is_write (step) };
      vec_push (accesses, access);
    }
  hb_lit all = execution_violation (&d->x, vec_from (accesses, 0), accesses.size,
                                    (hb_id)d->events.size, d->options->parts);
  vec_free (accesses);
  return all;
}

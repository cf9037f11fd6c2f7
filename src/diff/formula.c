/* Nodes and locals of the certificates' formula; see formula.h. */
#include "diff/formula.h"

#include <string.h>

/* Of one thread. */
struct thread_walk
{
  diff_formula *f;
  const struct diff_thread *thread;
  hb_id number;
  size_t place;
  int *taken;                  /* by node and side: the edge is taken */
  struct formula_word *behind; /* by node and slot */
  struct formula_word *now;
  hb_id *section; /* of each unit: its step, HB_NONE before */
};

/* Does the edge SIDE of node FROM lead to node TO? */
static bool
leads (const struct thread_walk *w, hb_id from, hb_id side, hb_id to)
{
  const struct diff_node *node = &w->thread->nodes.data[from];
  return (!side || node->branch) && node->next[side] == to;
}

/* Whether NODE is reached; what is live there comes from the edge that is taken. */
static int
arrive (struct thread_walk *w, hb_id node)
{
  int reached = node ? -1 : 1;
  for (hb_id from = 0; from < node; from++)
    for (hb_id side = 0; side < 2; side++)
      if (leads (w, from, side, node))
        reached = formula_or (w->f, reached, w->taken[2 * from + side]);
  for (hb_id l = 0; l < w->thread->locals.size; l++)
    {
      if (!diff_is_live (w->thread, node, l))
        continue;
      hb_id slot = w->thread->slot.data[l];
      struct diff_type type = w->thread->locals.data[l].type;
      struct formula_word word = formula_number (type, 0);
      for (hb_id from = 0; from < node; from++)
        for (hb_id side = 0; side < 2; side++)
          {
            const struct formula_word *old = &w->behind[(size_t)from * w->thread->slots + slot];
            if (leads (w, from, side, node) && old->width == type.width)
              word = formula_choice (w->f, w->taken[2 * from + side], old, &word);
          }
      w->now[slot] = word;
    }
  return reached;
}

static void
add_access (struct thread_walk *w, const struct diff_act *act, const struct diff_node *node,
            hb_id step, int runs, const struct formula_word *value)
{
  struct formula_access access = { act->action == DIFF_WRITE,
                                   act->variable,
                                   node->statement,
                                   w->number,
                                   step,
                                   w->place,
                                   runs,
                                   *value };
  vec_push (w->f->accesses, access);
}

static void
do_act (struct thread_walk *w, const struct diff_node *node, const struct diff_act *act, hb_id step,
        int runs)
{
  diff_formula *f = w->f;
  const struct diff_thread *thread = w->thread;
  struct formula_word value = { 0 };
  int guard = 1;
  if (act->guard)
    {
      value = formula_value (f, thread, w->now, act->guard);
      guard = formula_nonzero (f, &value);
    }
  if (act->exp && act->action != DIFF_ASSERT)
    value = formula_value (f, thread, w->now, act->exp);
  hb_id slot = act->local == HB_NONE ? 0 : thread->slot.data[act->local];
  switch (act->action)
    {
    case DIFF_LET:
      w->now[slot] = value;
      break;
    case DIFF_CHOOSE:
      w->now[slot] = formula_free_word (f, thread->locals.data[act->local].type.width);
      break;
    case DIFF_READ:
      value = formula_free_word (f, f->program->variables.data[act->variable].type.width);
      add_access (w, act, node, step, formula_and (f, runs, guard), &value);
      w->now[slot] = guard == 1 ? value : formula_choice (f, guard, &value, &w->now[slot]);
      break;
    case DIFF_WRITE:
      add_access (w, act, node, step, formula_and (f, runs, guard), &value);
      break;
    case DIFF_ASSUME:
      {
        int holds[] = { -runs, formula_nonzero (f, &value) };
        formula_clause (f, holds, 2);
        break;
      }
    case DIFF_ASSERT:
      break;
    }
  w->place++;
}

/* A thread may stop before a step, before an atomic section (but not within), and where it waits. */
static bool
may_stop (const struct thread_walk *w, const struct diff_node *node)
{
  if (node->unit != HB_NONE)
    return w->section[node->unit] == HB_NONE;
  for (hb_id i = 0; i < node->count; i++)
    if (w->thread->acts.data[node->first + i].action == DIFF_ASSUME)
      return true;
  return node->visible;
}

static void
do_node (struct thread_walk *w, hb_id number)
{
  diff_formula *f = w->f;
  const struct diff_node *node = &w->thread->nodes.data[number];
  int reached = arrive (w, number);
  int runs = may_stop (w, node) ? formula_and (f, reached, formula_variable (f)) : reached;
  hb_id step = node->unit == HB_NONE ? HB_NONE : w->section[node->unit];
  if (step == HB_NONE && (node->visible || node->unit != HB_NONE))
    {
      struct formula_step made = { w->number, runs, node->spot };
      step = (hb_id)f->steps.size;
      vec_push (f->steps, made);
      if (node->unit != HB_NONE)
        w->section[node->unit] = step;
    }
  for (hb_id i = 0; i < node->count; i++)
    do_act (w, node, &w->thread->acts.data[node->first + i], step, runs);
  int yes = 1;
  if (node->branch)
    {
      struct formula_word value = formula_value (f, w->thread, w->now, node->branch);
      yes = formula_nonzero (f, &value);
    }
  w->taken[2 * number] = formula_and (f, runs, yes);
  w->taken[2 * number + 1] = node->branch ? formula_and (f, runs, -yes) : -1;
  memcpy (w->behind + (size_t)number * w->thread->slots, w->now, w->thread->slots * sizeof *w->now);
}

static void
do_thread (diff_formula *f, hb_id number)
{
  const struct diff_thread *thread = &f->program->threads.data[number];
  hb_id nodes = (hb_id)thread->nodes.size;
  struct thread_walk w = { .f = f, .thread = thread, .number = number };
  w.taken = hb_calloc (2 * (size_t)nodes + 1, sizeof *w.taken);
  w.behind = hb_calloc ((size_t)nodes * thread->slots + 1, sizeof *w.behind);
  w.now = hb_calloc (thread->slots + 1, sizeof *w.now);
  w.section = hb_calloc (thread->units + 1, sizeof *w.section);
  for (hb_id u = 0; u < thread->units; u++)
    w.section[u] = HB_NONE;
  for (hb_id n = 0; n < nodes; n++)
    do_node (&w, n);
  int ends = nodes ? -1 : 1;
  for (hb_id n = 0; n < nodes; n++)
    for (hb_id side = 0; side < 2; side++)
      if (leads (&w, n, side, DIFF_END))
        ends = formula_or (f, ends, w.taken[2 * n + side]);
  if (f->complete)
    formula_clause (f, &ends, 1);
  hb_free (w.taken);
  hb_free (w.behind);
  hb_free (w.now);
  hb_free (w.section);
}

diff_formula *
diff_formula_new (const diff_scope *scope, int side, bool complete)
{
  diff_formula *f = hb_calloc (1, sizeof *f);
  f->scope = scope;
  f->program = scope->programs[side];
  f->side = side;
  f->complete = complete;
  /* Variable 1 is true. */
  f->variables = 1;
  vec_push (f->clauses, 1);
  vec_push (f->clauses, 0);
  for (hb_id t = 0; t < f->program->threads.size; t++)
    do_thread (f, t);
  formula_orders (f);
  return f;
}

void
diff_formula_free (diff_formula *f)
{
  vec_free (f->clauses);
  vec_free (f->steps);
  vec_free (f->accesses);
  vec_free (f->orders);
  vec_free (f->order_table);
  hb_free (f->facts);
  hb_free (f);
}

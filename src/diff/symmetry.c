/* See symmetry.h. */
#include "diff/symmetry.h"

#include <string.h>

/* An exchange: by number what it becomes, HB_NONE: not known yet. */
typedef VEC (hb_id) exchange;

/* X becomes Y, and Y becomes X; false if either becomes something else. */
static bool
become (exchange *map, hb_id x, hb_id y)
{
  if (x == HB_NONE || y == HB_NONE)
    return x == y;
  hb_id *to = &map->data[x], *back = &map->data[y];
  if (*to == HB_NONE && *back == HB_NONE)
    {
      *to = y;
      *back = x;
    }
  return *to == y && *back == x;
}

struct maps
{
  exchange variables, statements;
};

static void
open_maps (struct maps *maps, size_t variables, size_t statements)
{
  *maps = (struct maps){ VEC_EMPTY, VEC_EMPTY };
  vec_resize (maps->variables, variables, HB_NONE);
  vec_resize (maps->statements, statements, HB_NONE);
}

static void
close_maps (struct maps *maps)
{
  vec_free (maps->variables);
  vec_free (maps->statements);
}

static bool
same_type (struct diff_type a, struct diff_type b)
{
  return a.width == b.width && a.is_signed == b.is_signed;
}

/* Expressions have locals and numbers alone. */
static bool
same_exp (const struct diff_exp *a, const struct diff_exp *b)
{
  if (!a || !b)
    return a == b;
  return a->op == b->op && same_type (a->type, b->type) && a->value == b->value
         && a->local == b->local && same_exp (a->a, b->a) && same_exp (a->b, b->b)
         && same_exp (a->c, b->c);
}

static bool
same_act (struct maps *maps, const struct diff_act *a, const struct diff_act *b)
{
  bool access = a->action == DIFF_READ || a->action == DIFF_WRITE;
  return a->action == b->action && a->local == b->local && same_exp (a->exp, b->exp)
         && same_exp (a->guard, b->guard)
         && (!access || become (&maps->variables, a->variable, b->variable));
}

static bool
same_node (struct maps *maps, const struct diff_node *a, const struct diff_node *b)
{
  return a->first == b->first && a->count == b->count && a->unit == b->unit
         && a->visible == b->visible && a->next[0] == b->next[0]
         && (!a->branch || a->next[1] == b->next[1]) && same_exp (a->branch, b->branch)
         && become (&maps->statements, a->statement, b->statement);
}

/* A becomes B: node by node, act by act. */
static bool
same_thread (struct maps *maps, const struct diff_thread *a, const struct diff_thread *b)
{
  bool same = a->nodes.size == b->nodes.size && a->acts.size == b->acts.size
              && a->locals.size == b->locals.size && a->units == b->units;
  for (size_t i = 0; i < a->nodes.size && same; i++)
    same = same_node (maps, &a->nodes.data[i], &b->nodes.data[i]);
  for (size_t i = 0; i < a->acts.size && same; i++)
    same = same_act (maps, &a->acts.data[i], &b->acts.data[i]);
  for (size_t i = 0; i < a->locals.size && same; i++)
    same = same_type (a->locals.data[i].type, b->locals.data[i].type);
  return same;
}

/* Threads A and B become each other, all others what they are; what no thread has stays, too. */
static bool
same_program (struct maps *maps, const diff_program *program, hb_id a, hb_id b)
{
  bool same = true;
  for (hb_id t = 0; t < program->threads.size && same; t++)
    same = same_thread (maps, &program->threads.data[t],
                        &program->threads.data[t == a   ? b
                                               : t == b ? a
                                                        : t]);
  for (hb_id v = 0; v < program->variables.size && same; v++)
    {
      hb_id *to = &maps->variables.data[v];
      *to = *to == HB_NONE ? v : *to;
      const struct diff_variable *one = &program->variables.data[v];
      const struct diff_variable *other = &program->variables.data[*to];
      same = same_type (one->type, other->type) && one->initial == other->initial;
    }
  for (hb_id s = 0; s < program->statements.size && same; s++)
    {
      hb_id *to = &maps->statements.data[s];
      *to = *to == HB_NONE ? s : *to;
    }
  return same;
}

/* The exchange of a program's numbers as one of the scope's. */
static bool
in_scope (const exchange *map, const hb_id *numbers, exchange *scope)
{
  for (hb_id i = 0; i < map->size; i++)
    if (!become (scope, numbers[i], numbers[map->data[i]]))
      return false;
  return true;
}

static hb_id
thread_called (const diff_program *program, const char *name)
{
  for (hb_id t = 0; t < program->threads.size; t++)
    if (!strcmp (program->threads.data[t].name, name))
      return t;
  return HB_NONE;
}

/* The exchange of threads A and B of program SIDE, and of those of their names in the other one, of the scope's numbers;
 * false if they cannot be exchanged. */
static bool
exchange_threads (const diff_scope *scope, int side, hb_id a, hb_id b, struct maps *numbers)
{
  bool good = true;
  for (int s = 0; s < 2 && good; s++)
    {
      const diff_program *program = scope->programs[s];
      const struct diff_thread *threads = scope->programs[side]->threads.data;
      hb_id one = s == side ? a : thread_called (program, threads[a].name);
      hb_id other = s == side ? b : thread_called (program, threads[b].name);
      struct maps maps;
      open_maps (&maps, program->variables.size, program->statements.size);
      good = one != HB_NONE && other != HB_NONE && one != other
             && same_program (&maps, program, one, other)
             && in_scope (&maps.variables, scope->variable_of[s].data, &numbers->variables)
             && in_scope (&maps.statements, scope->statement_of[s].data, &numbers->statements);
      close_maps (&maps);
    }
  return good && become (&numbers->statements, 0, 0);
}

static hb_id
or_itself (const exchange *map, hb_id number)
{
  return map->data[number] == HB_NONE ? number : map->data[number];
}

/* By fact what it becomes if threads A and B are exchanged; NULL if they cannot be.  New. */
static hb_id *
swap_of (const diff_scope *scope, int side, hb_id a, hb_id b)
{
  struct maps numbers;
  open_maps (&numbers, scope->variables.size, scope->statements[0].size + 1);
  bool good = exchange_threads (scope, side, a, b, &numbers);
  hb_id *swap = hb_calloc (scope->facts.size + 1, sizeof *swap);
  for (hb_id f = 0; f < scope->facts.size && good; f++)
    {
      const struct diff_fact *fact = &scope->facts.data[f];
      swap[f] = diff_fact_find (scope, fact->store, or_itself (&numbers.variables, fact->variable),
                                or_itself (&numbers.statements, fact->from),
                                or_itself (&numbers.statements, fact->to));
      good = swap[f] != HB_NONE;
    }
  close_maps (&numbers);
  if (good)
    return swap;
  hb_free (swap);
  return NULL;
}

void
diff_symmetry_find (const diff_scope *scope, int side, diff_symmetry *symmetry)
{
  hb_id threads = (hb_id)scope->programs[side]->threads.size;
  char *done = hb_calloc (threads + 1, 1);
  *symmetry = (diff_symmetry){ VEC_EMPTY, VEC_EMPTY };
  for (hb_id t = 0; t < threads; t++)
    {
      hb_id last = t;
      for (hb_id next = t + 1; next < threads && !done[t]; next++)
        {
          hb_id *swap = done[next] ? NULL : swap_of (scope, side, last, next);
          if (!swap)
            continue;
          if (last == t)
            vec_push (symmetry->threads, t);
          vec_push (symmetry->threads, next);
          vec_push (symmetry->swaps, swap);
          done[next] = 1;
          last = next;
        }
      if (last != t)
        vec_push (symmetry->threads, HB_NONE);
    }
  hb_free (done);
}

void
diff_symmetry_free (diff_symmetry *symmetry)
{
  for (size_t i = 0; i < symmetry->swaps.size; i++)
    hb_free (symmetry->swaps.data[i]);
  vec_free (symmetry->swaps);
  vec_free (symmetry->threads);
}

bool
diff_symmetry_keeps (const diff_symmetry *symmetry, const hb_id *set, hb_id count)
{
  for (size_t i = 0; i < symmetry->swaps.size; i++)
    for (hb_id k = 0; k < count; k++)
      {
        bool there = false;
        for (hb_id j = 0; j < count && !there; j++)
          there = set[j] == symmetry->swaps.data[i][set[k]];
        if (!there)
          return false;
      }
  return true;
}

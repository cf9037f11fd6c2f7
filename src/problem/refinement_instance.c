/* Pairs and differences in memory; see refinement.h. */
#include "problem/refinement.h"

#include "base/memory.h"

#include <string.h>

void
hb_pair_free (hb_instance *instance)
{
  hb_pair *pair = (hb_pair *)instance;
  if (!pair)
    return;
  diff_scope_free (pair->scope);
  for (int side = 0; side < 2; side++)
    {
      diff_program_free (pair->programs[side]);
      hb_free (pair->text[side]);
    }
  hb_free (pair->variables);
  hb_free (pair);
}

hb_instance *
hb_pair_new (char *old, char *new, char *variables, hb_id rank, bool complete, hb_diag *diag)
{
  hb_pair *pair = hb_calloc (1, sizeof *pair);
  const struct diff_options reading = { .unroll = 1 };
  *pair = (hb_pair){ .text = { old, new }, .variables = variables, .rank = rank };
  pair->complete = complete;
  for (int side = 0; side < 2; side++)
    pair->programs[side] = diff_read_text (side ? "new" : "old", pair->text[side],
                                           strlen (pair->text[side]), &reading, diag);
  const diff_program *const programs[2] = { pair->programs[0], pair->programs[1] };
  struct diff_scope_options what = { .variables = variables };
  if (variables && !strcmp (variables, "all"))
    what = (struct diff_scope_options){ .all = true };
  else if (variables && !strcmp (variables, "data"))
    what = (struct diff_scope_options){ .data = true };
  if (programs[0] && programs[1])
    pair->scope = diff_scope_new (programs, &what, diag);
  if (pair->scope)
    return (hb_instance *)pair;
  hb_pair_free ((hb_instance *)pair);
  return NULL;
}

hb_difference *
hb_difference_new (void)
{
  hb_difference *difference = hb_calloc (1, sizeof *difference);
  difference->side = 1;
  return difference;
}

bool
hb_difference_add_fact (hb_difference *difference, const hb_pair *pair, char *text)
{
  hb_id fact = diff_fact_named (pair->scope, text, strlen (text));
  if (fact != HB_NONE)
    vec_push (difference->facts, fact);
  hb_free (text);
  return fact != HB_NONE;
}

void
hb_difference_add_move (hb_difference *difference, hb_id thread, int chosen)
{
  struct diff_schedule *run = &difference->schedule;
  struct diff_move move = { thread, (hb_id)run->values.size, chosen >= 0 ? 1 : 0 };
  if (chosen >= 0)
    vec_push (run->values, (uint64_t)chosen);
  vec_push (run->moves, move);
}

void
hb_difference_free (const struct hb_problem *self, hb_solution *solution)
{
  hb_difference *difference = hb_difference_of (solution);
  (void)self;
  if (!difference)
    return;
  vec_free (difference->facts);
  diff_schedule_free (&difference->schedule);
  hb_free (difference);
}

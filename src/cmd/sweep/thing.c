/* See thing.h. */
#include "cmd/sweep/thing.h"

#include "cmd/frame/brought.h"

#include "base/assert.h"
#include "base/memory.h"

#include <string.h>

struct sweep_at_hand
sweep_at_hand_named (enum sweep_thing thing, const char *suffix)
{
  return (struct sweep_at_hand){ .thing = thing, .suffix = hb_copy_text (suffix) };
}

struct sweep_at_hand
sweep_at_hand_of (const struct hb_problem *problem, const char *file)
{
  if (problem == &hb_problem_sat || problem == &hb_problem_3bisat)
    return sweep_at_hand_named (SWEEP_FORMULA, "cnf");
  if (problem == &hb_problem_ed)
    return sweep_at_hand_named (SWEEP_TRACE, "edt");
  struct sweep_at_hand other = sweep_at_hand_named (SWEEP_OTHER, problem->suffix);
  bool is_brought = hb_problem_find (problem->name) != problem;
  other.problem
      = is_brought ? hb_format ("%s:%s", file, problem->name) : hb_copy_text (problem->name);
  return other;
}

void
sweep_at_hand_free (struct sweep_at_hand *at_hand)
{
  hb_free (at_hand->problem);
  hb_free (at_hand->suffix);
}

bool
sweep_at_hand_same (const struct sweep_at_hand *a, const struct sweep_at_hand *b)
{
  return a->thing == b->thing && (!a->problem || !strcmp (a->problem, b->problem));
}

char *
sweep_at_hand_text (const struct sweep_at_hand *at_hand)
{
  static const char *const names[] = { "formula", "trace", "bug" };
  return at_hand->problem ? hb_format ("instance of %s", at_hand->problem)
                          : hb_copy_text (names[at_hand->thing]);
}

bool
sweep_decider_known (const char *problem, const char *who, char **suffix, hb_diag *diag)
{
  bool is_brought = brought_end (problem);
  const struct hb_problem *record
      = is_brought ? brought_problem (problem, diag) : hb_problem_find (problem);
  bool good = record && (!who || hb_problem_decider (record, who));
  HB_ASSERT (record || is_brought);
  if (record && !good)
    hb_error (diag, NULL,
              "nobody called '%s' decides %s; 'hbkit problems' or the file tells who does", who,
              record->title);
  if (good)
    *suffix = hb_copy_text (record->suffix);
  brought_close ();
  return good;
}

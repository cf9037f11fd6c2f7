/* robust-reach: robustness of event programs to reachability of sequential ones.
 *
 * Bouajjani, Emmi, Enea, Ozkan and Tasiran, ESOP 2017, sections 6 and 7, repaired: doc/robustness.md has the rules, and
 * each line that robust/instrument.c inserts names its own.  A schedule is lifted to the sequential run in which all tasks
 * do the same, but for the pivot; and a sequential run is put in an order that threads have. */
#include "problem/robust.h"
#include "problem/reduction.h"
#include "reduce/map.h"
#include "robust/extract.h"

#include <string.h>

static const struct hb_ablation ablations[] = {
  { "no-inherit", "a task does not take over the taint of its poster", HB_YES, HB_WITHOUT_INHERIT },
  { "no-taint", "a main task that is tainted may end", HB_YES, HB_WITHOUT_TAINT },
  { "body-stays", "the body of an event is never left", HB_NO, HB_WITHOUT_BODY },
  { "two-open", "any number of main tasks may be left", HB_YES, HB_WITHOUT_ONE_OPEN },
  { "open-per-event", "what is open is forgotten at the end of its event", HB_YES,
    HB_WITHOUT_OPEN_EVENTS },
  { "unrecorded", "the accesses of the task that is left are not in R, W", HB_YES,
    HB_WITHOUT_RECORD },
  { "no-pass", "no task is passed over", HB_NO, HB_WITHOUT_PASS },
  { "exit-after-entry", "an event's exit comes behind its entry only", HB_NO,
    HB_WITHOUT_EARLY_EXIT },
  { "driver-order", "events run in the order in which they start", HB_NO, HB_WITHOUT_FREE_ORDER },
  { "main-chains", "main tasks are those by chains of main posts only", HB_YES, HB_WITHOUT_CHAINS },
  { NULL, NULL, HB_OPEN, 0 },
};

/* A loop, or a recursion of calls, that posts has no finite list of posts. */
static bool
accepts (const struct hb_reduction *self, const hb_instance *source, hb_diag *diag)
{
  struct hb_instrument_options how = { .stage = HB_STAGE_ROB };
  char *text = hb_instrument_text (hb_events_of (source)->program, &how, diag);
  (void)self;
  hb_free (text);
  return text != NULL;
}

static bool
reduce (const struct hb_reduction *self, const hb_instance *source,
        const struct hb_ablation *ablation, struct hb_target *target, hb_output *map, hb_diag *diag)
{
  struct hb_instrument_options how
      = { .stage = HB_STAGE_ROB, .without = ablation ? ablation->bits : 0 };
  char *text = hb_instrument_text (hb_events_of (source)->program, &how, diag);
  if (!text)
    return false;
  target->instance = target->problem->read (
      target->problem, hb_input_of_bytes ("program", text, strlen (text), diag), diag);
  if (map)
    {
      hb_json *line = hb_map_header (map, self->name);
      hb_json_member_string (line, "ablation", ablation ? ablation->name : NULL);
      hb_json_member_string (line, "rule",
                             "a comment behind a line names the rule that inserts it; an assertion "
                             "fails iff the pivot closes a cycle");
      hb_map_end (line);
    }
  hb_free (text);
  return target->instance != NULL;
}

static hb_solution *
lift (const struct hb_reduction *self, const hb_instance *source, const hb_solution *solution,
      const hb_instance *target, hb_diag *diag)
{
  struct hb_instrument_options how = { .stage = HB_STAGE_ROB };
  struct hb_limits none = hb_limits_new (0, 0);
  hb_seq_choices choices = VEC_EMPTY;
  (void)self, (void)target;
  hb_instrumented *made = hb_instrument (hb_events_of (source)->program, &how, diag);
  bool good = made
              && hb_robust_lift (hb_events_of (source)->code, made, hb_schedule_of (solution),
                                 &none, &choices, diag);
  hb_instrumented_free (made);
  if (good)
    return hb_solution_of_choices (choices);
  vec_free (choices);
  return NULL;
}

static hb_solution *
extract (const struct hb_reduction *self, const hb_instance *source, const hb_instance *target,
         const hb_solution *solution, hb_diag *diag)
{
  struct hb_instrument_options how = { .stage = HB_STAGE_ROB };
  const hb_seq_choices *choices = hb_choices_of (solution);
  hb_aschedule schedule = { 0 };
  (void)self, (void)target;
  hb_instrumented *made = hb_instrument (hb_events_of (source)->program, &how, diag);
  bool good = made
              && hb_robust_extract (hb_events_of (source)->code, made, vec_from (*choices, 0),
                                    choices->size, &schedule, diag);
  hb_instrumented_free (made);
  if (good)
    return hb_solution_of_schedule (schedule);
  hb_aschedule_free (&schedule);
  return NULL;
}

const struct hb_reduction hb_reduction_robust_reach = {
  .name = "robust-reach",
  .from = &hb_problem_robustness,
  .to = &hb_problem_reach,
  .to_note = "",
  .reference = "Bouajjani, Emmi, Enea, Ozkan and Tasiran 2017, repaired",
  .handlers = "",
  .size_text = "linear in the program: each procedure once for each way in which it runs",
  .ablations = ablations,
  .accepts = accepts,
  .reduce = reduce,
  .lift = lift,
  .extract = extract,
};

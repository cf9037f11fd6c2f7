/* Robustness of event programs: is there a run in which the program does not behave as on one thread?  (Bouajjani, Emmi,
 * Enea, Ozkan, Tasiran, ESOP 2017.)  Files are .aed, doc/robustness.md; a solution is a schedule. */
#include "problem/robust.h"

#include "base/memory.h"
#include "robust/certify.h"
#include "robust/decide.h"
#include "robust/judge.h"

#include <string.h>

/* --- instances --- */

static bool
recognises (const struct hb_problem *self, const char *bytes, size_t length)
{
  bool sequential;
  (void)self;
  return hb_events_look (bytes, length, &sequential) && !sequential;
}

static hb_instance *
read_instance (const struct hb_problem *self, hb_input *input, hb_diag *diag)
{
  (void)self;
  return hb_events_instance_read (input, diag);
}

static void
sizes_of (const struct hb_problem *self, const hb_instance *instance, uint64_t *sizes)
{
  const hb_aed *program = hb_events_of (instance)->program;
  (void)self;
  sizes[0] = program->stmts.size;
  sizes[1] = program->variables.size;
  sizes[2] = 0;
  for (size_t p = 0; p < program->procs.size; p++)
    sizes[2] += program->procs.data[p].is_event;
}

/* --- solutions --- */

static void
free_solution (const struct hb_problem *self, hb_solution *solution)
{
  (void)self;
  if (solution)
    hb_aschedule_free (hb_schedule_of (solution));
  hb_free (solution);
}

static hb_solution *
read_solution (const struct hb_problem *self, const hb_instance *instance, hb_input *input,
               hb_diag *diag)
{
  hb_aschedule schedule = { 0 };
  (void)self;
  if (hb_aschedule_read_input (&schedule, hb_events_of (instance)->program, input, diag))
    return hb_solution_of_schedule (schedule);
  hb_aschedule_free (&schedule);
  return NULL;
}

static void
write_solution (const struct hb_problem *self, const hb_instance *instance,
                const hb_solution *solution, hb_output *output)
{
  (void)self;
  hb_aschedule_write (output, hb_events_of (instance)->program, hb_schedule_of (solution));
}

/* It runs, and the trace of the run is violated: by code that shares nothing with who finds schedules. */
static bool
check (const struct hb_problem *self, const hb_instance *instance, const hb_solution *solution,
       hb_diag *diag)
{
  struct hb_robust_trace judged;
  (void)self;
  if (hb_robust_judge (hb_events_of (instance)->code, hb_schedule_of (solution), HB_PART_BOTH,
                       &judged, diag)
      && judged.answer != HB_ROBUST_VIOLATED)
    hb_error (diag, NULL, "this schedule violates nothing");
  hb_robust_trace_free (&judged);
  return judged.answer == HB_ROBUST_VIOLATED;
}

static bool
same_numbers (const hb_aschedule *a, const struct hb_move *x, const hb_aschedule *b,
              const struct hb_move *y)
{
  return x->path == y->path && x->choices == y->choices
         && !memcmp (vec_from (a->numbers, x->first_path), vec_from (b->numbers, y->first_path),
                     x->path * sizeof (int32_t))
         && !memcmp (vec_from (a->numbers, x->first_choice), vec_from (b->numbers, y->first_choice),
                     x->choices * sizeof (int32_t));
}

static bool
same (const struct hb_problem *self, const hb_instance *instance, const hb_solution *a,
      const hb_solution *b)
{
  const hb_aschedule *x = hb_schedule_of (a), *y = hb_schedule_of (b);
  (void)self, (void)instance;
  bool same = x->moves.size == y->moves.size;
  for (size_t i = 0; i < x->moves.size && same; i++)
    same = x->moves.data[i].kind == y->moves.data[i].kind
           && x->moves.data[i].event == y->moves.data[i].event
           && same_numbers (x, &x->moves.data[i], y, &y->moves.data[i]);
  return same;
}

/* --- proofs: a schedule, or the set of summaries --- */

static bool
prove (const struct hb_problem *self, const hb_instance *instance, struct hb_limits *limits,
       hb_output *output, hb_diag *diag)
{
  hb_output *summaries = hb_output_to_memory ();
  struct hb_robust_options how = {
    .engine = HB_ROBUST_SUMMARIES, .parts = HB_PART_BOTH, .certificate = summaries, .limits = limits
  };
  struct hb_robust_result found;
  (void)self;
  bool good = hb_robust_decide (hb_events_of (instance)->code, &how, &found, diag)
              && found.answer != HB_ROBUST_UNKNOWN;
  size_t size;
  char *text = hb_output_text (summaries, &size);
  if (good && found.answer == HB_ROBUST_VIOLATED)
    hb_aschedule_write (output, hb_events_of (instance)->program, &found.schedule);
  else if (good)
    hb_put_bytes (output, text, size);
  hb_free (text);
  hb_robust_result_free (&found);
  return good;
}

static enum hb_answer
certify (const struct hb_problem *self, const hb_instance *instance, hb_input *input, hb_diag *diag)
{
  size_t length;
  const char *bytes = hb_input_peek (input, &length);
  if (length > 6 && !memcmp (bytes, "hbcert", 6))
    {
      struct hb_certified_robust found
          = hb_certify_robust (hb_events_of (instance)->program, input, diag);
      hb_input_close (input);
      return found.good && found.is_whole && found.stage == HB_STAGE_ROB ? HB_NO : HB_OPEN;
    }
  hb_solution *schedule = read_solution (self, instance, input, diag);
  bool good = schedule && check (self, instance, schedule, diag);
  free_solution (self, schedule);
  return good ? HB_YES : HB_OPEN;
}

/* --- the record --- */

static const char *const measures[] = { "statements", "variables", "events", NULL };
static const struct hb_bound bounds[]
    = { { "statements", "statements of the longest body", 2, 3, 3 }, { NULL, NULL, 0, 0, 0 } };

const struct hb_problem hb_problem_robustness = {
  .name = "event-robustness",
  .title = "robustness of event programs",
  .summary = "has an event program a run that is not as on one thread?",
  .source = "Bouajjani, Emmi, Enea, Ozkan and Tasiran, ESOP 2017",
  .suffix = "aed",
  .thing = "program",
  .things = "programs",
  .evidence = "schedule",
  .evidences = "schedules",
  .yes = "VIOLATED",
  .no = "ROBUST",
  .solution_suffix = "aeds",
  .measures = measures,
  .bounds = bounds,
  .recognises = recognises,
  .read = read_instance,
  .write = hb_events_instance_write,
  .sizes = sizes_of,
  .equal = hb_events_instance_equal,
  .copy = hb_events_instance_copy,
  .free = hb_events_instance_free,
  .read_solution = read_solution,
  .write_solution = write_solution,
  .check = check,
  .same = same,
  .free_solution = free_solution,
  .deciders = hb_robust_deciders,
  .prove = prove,
  .certify = certify,
  .enumerate = hb_robust_enumerate,
  .generators = hb_robust_generators,
  .parts = hb_events_parts,
  .without = hb_events_without,
};

/* Periodic safety: can an assertion of a periodic program fail before a time bound?  (Chaki, Gurfinkel, Strichman,
 * FMCAD 2011; Chaki, Gurfinkel, Sinha, FMCAD 2014.)  Files are C programs with HB_TASK, and runs. */
#include "problem/periodic.h"

#include "base/input.h"
#include "proof/periodic/certify.h"
#include "proof/periodic/prove.h"
#include "proof/periodic/tasks.h"

#include <string.h>

/* --- instances --- */

static bool
recognises (const struct hb_problem *self, const char *bytes, size_t length)
{
  static const char *const words[] = { "HB_TASK", "__startrek_period_" };
  (void)self;
  for (size_t w = 0; w < 2; w++)
    {
      size_t size = strlen (words[w]);
      for (size_t at = 0; at + size <= length; at++)
        if (bytes[at] == words[w][0] && !memcmp (bytes + at, words[w], size))
          return true;
    }
  return false;
}

static hb_instance *
read_instance (const struct hb_problem *self, hb_input *input, hb_diag *diag)
{
  hb_buffer text = VEC_EMPTY;
  (void)self;
  hb_instance *instance = NULL;
  if (hb_input_lines (input, &text))
    instance = hb_periodic_instance_new (hb_input_name (input), text.size ? text.data : "",
                                         text.size, diag);
  hb_input_close (input);
  vec_free (text);
  return instance;
}

static void
write_instance (const struct hb_problem *self, const hb_instance *instance, const char *comment,
                hb_output *output)
{
  (void)self;
  if (comment && !strstr (comment, "*/"))
    hb_putf (output, "/* %s */\n", comment);
  hb_put (output, hb_periodic_of (instance)->text);
}

static void
sizes_of (const struct hb_problem *self, const hb_instance *instance, uint64_t *sizes)
{
  const hb_periodic_instance *i = hb_periodic_of (instance);
  (void)self;
  sizes[0] = i->program->tasks.size;
  sizes[1] = i->jobs->jobs.size;
  sizes[2] = i->program->cells.size;
}

/* The same text, but for a comment in the first line. */
static const char *
behind_comment (const char *text)
{
  const char *end = strncmp (text, "/* ", 3) ? NULL : strstr (text, " */\n");
  return end ? end + 4 : text;
}

static bool
equal (const struct hb_problem *self, const hb_instance *a, const hb_instance *b)
{
  (void)self;
  return !strcmp (behind_comment (hb_periodic_of (a)->text),
                  behind_comment (hb_periodic_of (b)->text));
}

static hb_instance *
copy_instance (const struct hb_problem *self, const hb_instance *instance)
{
  const hb_periodic_instance *i = hb_periodic_of (instance);
  hb_diag *diag = hb_diag_new ();
  (void)self;
  hb_instance *copy = hb_periodic_instance_new (i->name, i->text, i->size, diag);
  hb_diag_free (diag);
  return copy;
}

static void
free_instance (const struct hb_problem *self, hb_instance *instance)
{
  (void)self;
  hb_periodic_instance_free (instance);
}

/* --- solutions --- */

static hb_solution *
read_solution (const struct hb_problem *self, const hb_instance *instance, hb_input *input,
               hb_diag *diag)
{
  (void)self;
  return hb_solution_of_run (
      hb_periodic_run_read_input (hb_periodic_of (instance)->program, input, diag));
}

static void
write_solution (const struct hb_problem *self, const hb_instance *instance,
                const hb_solution *solution, hb_output *output)
{
  (void)self;
  hb_periodic_run_write (hb_periodic_of (instance)->jobs, hb_run_of (solution), output);
}

/* A run of another bound is none; one of stricter semantics is one. */
static bool
check (const struct hb_problem *self, const hb_instance *instance, const hb_solution *solution,
       hb_diag *diag)
{
  const hb_periodic_instance *i = hb_periodic_of (instance);
  const hb_periodic_run *run = hb_run_of (solution);
  (void)self;
  if (run->time != i->jobs->time || run->departure != i->jobs->departure
      || run->semantics < i->semantics)
    {
      hb_error (diag, NULL,
                "the run is of time %lld, departure %s, semantics %s; expected %lld, %s, %s",
                (long long)run->time, hb_departure_names[run->departure],
                hb_semantics_names[run->semantics], (long long)i->jobs->time,
                hb_departure_names[i->jobs->departure], hb_semantics_names[i->semantics]);
      return false;
    }
  hb_periodic_run_failures failures = VEC_EMPTY;
  bool good = hb_periodic_run_replay (i->jobs, run, &failures, diag);
  if (good && !failures.size)
    {
      hb_error (diag, NULL, "no check fails in this run");
      good = false;
    }
  vec_free (failures);
  return good;
}

static bool
same (const struct hb_problem *self, const hb_instance *instance, const hb_solution *a,
      const hb_solution *b)
{
  const hb_periodic_run *x = hb_run_of (a), *y = hb_run_of (b);
  (void)self, (void)instance;
  bool same = x->steps.size == y->steps.size;
  for (size_t i = 0; i < x->steps.size && same; i++)
    {
      const struct hb_periodic_run_step *s = &x->steps.data[i], *t = &y->steps.data[i];
      bool locks = s->kind == HB_ACT_LOCK || s->kind == HB_ACT_UNLOCK || s->kind == HB_ACT_START;
      same = s->kind == t->kind && s->job == t->job
             && (s->kind == HB_ACT_START || s->cell == t->cell) && (locks || s->value == t->value);
    }
  return same;
}

static void
free_solution (const struct hb_problem *self, hb_solution *solution)
{
  (void)self;
  hb_periodic_run_free (hb_run_of (solution));
}

/* --- proofs: a run, or a certificate of SAFE --- */

static bool
prove (const struct hb_problem *self, const hb_instance *instance, struct hb_limits *limits,
       hb_output *output, hb_diag *diag)
{
  const hb_periodic_instance *i = hb_periodic_of (instance);
  const struct hb_decide_options options = { .limits = limits };
  hb_solution *run = NULL;
  enum hb_answer answer
      = self->deciders[0]->decide (self->deciders[0], instance, &options, &run, diag);
  if (answer == HB_YES)
    write_solution (self, instance, run, output);
  free_solution (self, run);
  if (answer != HB_NO)
    return answer == HB_YES;
  struct hb_claim claim = { .time = i->jobs->time,
                            .departure = hb_departure_names[i->jobs->departure],
                            .semantics = hb_semantics_names[i->semantics],
                            .unroll = 64 };
  int proved = hb_periodic_prove (i->program->unit, &claim, limits, output, diag);
  if (proved == 10)
    hb_error (diag, NULL, "the certificate's formula has a model");
  return proved == 20;
}

/* What a certificate tells of by FOUND, does it hold by WANTED, too?  The earlier ones have more executions. */
static bool
says_enough (const char *found, enum hb_semantics wanted)
{
  for (int s = 0; s <= (int)wanted; s++)
    if (!strcmp (found, hb_semantics_names[s]))
      return true;
  return false;
}

static enum hb_answer
certify (const struct hb_problem *self, const hb_instance *instance, hb_input *input, hb_diag *diag)
{
  const hb_periodic_instance *i = hb_periodic_of (instance);
  if (hb_is_periodic_certificate (input))
    {
      struct hb_certified_periodic found = hb_certify_periodic (i->program->unit, input, diag);
      bool asked = found.good && found.time == i->jobs->time
                   && !strcmp (found.departure, hb_departure_names[i->jobs->departure])
                   && says_enough (found.semantics, i->semantics);
      hb_input_close (input);
      if (found.good && !asked)
        hb_error (diag, NULL, "the certificate is of another claim");
      return asked ? HB_NO : HB_OPEN;
    }
  hb_solution *run = read_solution (self, instance, input, diag);
  bool good = run && check (self, instance, run, diag);
  free_solution (self, run);
  return good ? HB_YES : HB_OPEN;
}

/* --- the record --- */

static const char *const measures[] = { "tasks", "jobs", "cells", NULL };
static const struct hb_bound bounds[] = { { "statements", "statements of all bodies", 2, 2, 8 },
                                          { "tasks", "tasks", 2, 3, 4 },
                                          { NULL, NULL, 0, 0, 0 } };

const struct hb_problem hb_problem_periodic = {
  .name = "periodic-safety",
  .title = "periodic safety",
  .summary = "can an assertion of a periodic program fail before a time bound?",
  .source = "Chaki, Gurfinkel and Strichman, FMCAD 2011",
  .suffix = "c",
  .thing = "program",
  .things = "programs",
  .evidence = "run",
  .evidences = "runs",
  .yes = "VIOLATED",
  .no = "SAFE",
  .solution_suffix = "run",
  .measures = measures,
  .bounds = bounds,
  .recognises = recognises,
  .read = read_instance,
  .write = write_instance,
  .sizes = sizes_of,
  .equal = equal,
  .copy = copy_instance,
  .free = free_instance,
  .read_solution = read_solution,
  .write_solution = write_solution,
  .check = check,
  .same = same,
  .free_solution = free_solution,
  .deciders = hb_periodic_deciders,
  .prove = prove,
  .certify = certify,
  .enumerate = hb_periodic_enumerate,
  .generators = hb_periodic_generators,
  .parts = hb_periodic_parts,
  .without = hb_periodic_without,
};

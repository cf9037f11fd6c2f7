/* hbkit verify periodic-semantics: who decides a periodic program, by three meanings of "execution".
 *
 * On all small programs of a grid and on random ones: those who decide (by position with CaDiCaL and with PicoSAT, by the
 * paper's clocks) and the search of all executions say the same by the paper's orders, by arrivals and in real
 * schedules; what fails in a real schedule fails by arrivals, and what fails by arrivals by the paper's orders; what is
 * safe has a certificate, and what fails has none.
 *
 * hbkit verify periodic-unreal: programs that fail by the paper's orders alone, E2 and E3 of doc/periodic.md. */
#include "cmd/verify/subject.h"
#include "cmd/verify/trace.h"

#include "base/buffer.h"
#include "gen/periodic.h"
#include "problem/periodic.h"

#include <string.h>

struct periodic_job
{
  struct cli *cli;
  struct verify_report report;
  bool unreal;   /* the second subject */
  bool found[2]; /* it: a program that fails by the paper's orders alone; by arrivals, too */
};

/* PROGRAM by SEMANTICS; new, or NULL. */
static hb_instance *
meant (const char *program, enum hb_semantics semantics)
{
  hb_diag *diag = hb_diag_new ();
  char *text = hb_format ("HB_SEMANTICS (%s)\n%s", hb_semantics_names[semantics], program);
  hb_instance *instance = hb_periodic_instance_new ("t.c", text, strlen (text), diag);
  hb_free (text);
  hb_diag_free (diag);
  return instance;
}

/* The answer that all deciders give; HB_OPEN, and *WHY new, if they do not. */
static enum hb_answer
answer_of (const hb_instance *instance, hb_diag *diag, char **why)
{
  const struct hb_problem *problem = &hb_problem_periodic;
  const struct hb_decide_options options = { 0 };
  enum hb_answer first = HB_OPEN;
  for (size_t i = 0; problem->deciders[i]; i++)
    {
      const struct hb_decider *decider = problem->deciders[i];
      const char *refusal;
      if (decider->accepts && !decider->accepts (decider, instance, &refusal))
        continue;
      hb_solution *run = NULL;
      enum hb_answer answer = decider->decide (decider, instance, &options, &run, diag);
      if (run && !problem->check (problem, instance, run, diag))
        *why = hb_format ("the run of %s does not replay: %s", decider->name, hb_diag_first (diag));
      problem->free_solution (problem, run);
      if (first == HB_OPEN)
        first = answer;
      else if (answer != HB_OPEN && answer != first && !*why)
        *why = hb_format ("%s disagrees with %s", decider->name, problem->deciders[0]->name);
    }
  return *why ? HB_OPEN : first;
}

/* What is safe by SEMANTICS is proved, and what is not has no proof. */
static void
ask_checker (const hb_instance *instance, enum hb_answer answer, hb_diag *diag, char **why)
{
  const struct hb_problem *problem = &hb_problem_periodic;
  hb_output *output = hb_output_to_memory ();
  size_t size;
  bool proved = answer != HB_OPEN && problem->prove (problem, instance, NULL, output, diag);
  char *text = hb_output_text (output, &size);
  if (answer != HB_OPEN && !proved)
    *why = hb_format ("no proof: %s", hb_diag_errors (diag) ? hb_diag_first (diag) : "");
  else if (proved
           && problem->certify (problem, instance, hb_input_of_bytes ("proof", text, size, diag),
                                diag)
                  != answer)
    *why = hb_format ("the proof is refused: %s", hb_diag_first (diag));
  hb_free (text);
}

static bool
each_program (void *context, const char *text)
{
  struct periodic_job *job = context;
  static const char *const words[] = { "paper", "arrival", "exact" };
  enum hb_answer answers[3] = { HB_OPEN, HB_OPEN, HB_OPEN };
  hb_diag *diag = hb_diag_new ();
  char *why = NULL;
  bool known = true;
  for (int s = 0; s < 3 && !why && known; s++)
    {
      hb_instance *instance = meant (text, (enum hb_semantics)s);
      known = instance;
      if (known)
        answers[s] = answer_of (instance, diag, &why);
      if (known && !why && !job->unreal)
        ask_checker (instance, answers[s], diag, &why);
      hb_periodic_instance_free (instance);
      if (answers[s] == HB_YES)
        verify_count (&job->report, words[s], 1);
    }
  if (known)
    verify_count (&job->report, "programs", 1);
  for (int s = 1; s < 3 && !why; s++)
    if (answers[s] == HB_YES && answers[s - 1] == HB_NO)
      why = hb_format ("it fails by %s, but not by %s", words[s], words[s - 1]);
  if (job->unreal && !why && answers[0] == HB_YES && answers[2] == HB_NO)
    {
      bool *found = &job->found[answers[1] == HB_YES];
      if (!*found)
        verify_say (&job->report, "fails by the paper's orders%s, and in no schedule:\n%s",
                    answers[1] == HB_YES ? " and by arrivals" : "", text);
      *found = true;
    }
  if (why)
    verify_fail (&job->report, NULL, "%s:\n%s", why, text);
  hb_free (why);
  hb_diag_free (diag);
  bool all = job->unreal && job->found[0] && job->found[1];
  return !all && !job->report.failure && !hb_limits_hit (&job->report.limits);
}

static void
random_programs (struct periodic_job *job)
{
  struct hb_rng rng = hb_rng_seeded (cli_unsigned (job->cli, "seed", 0));
  bool on = true;
  for (uint64_t i = 0; i < cli_unsigned (job->cli, "random", 100) && on; i++)
    {
      char *text = hb_periodic_small (2 + i % 2, 2, i % 3 == 0, false, &rng);
      on = each_program (job, text);
      hb_free (text);
    }
}

static int
run (struct cli *cli)
{
  struct periodic_job job
      = { .cli = cli, .report = verify_report_begin (cli, "periodic-semantics") };
  bool on = true;
  uint64_t most = cli_unsigned (cli, "most-events", 2);
  for (uint64_t size = 1; size <= most && on; size++)
    on = hb_periodic_each_small (size, 2, each_program, &job);
  if (on)
    random_programs (&job);
  cli_progress_end ();
  return verify_report_end (&job.report);
}

/* One writes, one passes on what it reads, one must not see it: in all tasks, arrivals and execution times. */
static void
three_statements (struct periodic_job *job)
{
  static const char *const statements[] = { "x = 1;", "if (x == 1) y = 1;", "assert (!y);" };
  bool on = true;
  for (int code = 0; code < 6 * 27 * 8 && on; code++)
    {
      int order = code % 6, arrivals = code / 6 % 27, times = code / 162;
      int first = order / 2, second = (first + 1 + order % 2) % 3;
      const int which[3] = { first, second, 3 - first - second };
      hb_buffer text = VEC_EMPTY;
      hb_buffer_add (&text, "HB_TIME (4)\nint x, y;\n");
      for (int i = 0; i < 3; i++, arrivals /= 3, times /= 2)
        hb_buffer_add (&text, "HB_TASK (t%d, %d, 4, %d, %d)\nvoid t%d () { %s }\n", i + 1, i + 1,
                       1 + times % 2, arrivals % 3, i + 1, statements[which[i]]);
      on = each_program (job, text.data);
      vec_free (text);
    }
}

static int
run_unreal (struct cli *cli)
{
  struct periodic_job job
      = { .cli = cli, .report = verify_report_begin (cli, "periodic-unreal"), .unreal = true };
  three_statements (&job);
  if (!job.found[0])
    verify_missing (&job.report, "a program that fails by the paper's orders alone");
  if (!job.found[1])
    verify_missing (&job.report, "a program that fails by arrivals and in no schedule");
  cli_progress_end ();
  return verify_report_end (&job.report);
}

const struct verify_subject verify_periodic
    = { "periodic-semantics",
        "periodic programs by the paper's orders, by arrivals, in real schedules: who "
        "decides, a search, certificates (doc/periodic.md)",
        run, "most-events random" },
    verify_periodic_unreal = { "periodic-unreal",
                               "the paper's orders of periodic programs have executions that no "
                               "schedule has: E2 and E3 of doc/periodic.md",
                               run_unreal, NULL };

/* See solve_any.h. */
#include "cmd/solve_any.h"

#include "cmd/frame/files.h"
#include "cmd/frame/instances.h"

#include <string.h>

struct solving
{
  struct cli *cli;
  const struct hb_problem *problem;
  hb_instance *instance;
  const struct hb_reduction *way; /* NULL: the instance itself is decided */
  struct hb_limits limits;
  enum hb_answer answer;
  hb_solution *solution;
  const char *decider; /* who answered */
  double seconds;
};

/* The decider that the user names, or the first that accepts INSTANCE of PROBLEM; NULL after an error. */
static const struct hb_decider *
find_decider (struct cli *cli, const struct hb_problem *problem, const hb_instance *instance)
{
  const char *name = cli_text (cli, "decider", NULL), *why = NULL;
  if (name && !hb_problem_decider (problem, name))
    cli_usage_error (cli, "nobody called '%s' decides %s; 'hbkit problems' lists who does", name,
                     problem->title);
  for (size_t i = 0; problem->deciders[i]; i++)
    {
      const struct hb_decider *decider = problem->deciders[i];
      if (name && decider != hb_problem_decider (problem, name))
        continue;
      if (!decider->accepts || decider->accepts (decider, instance, &why))
        return decider;
    }
  hb_error (cli->diag, NULL, "nobody takes this %s: %s", problem->thing, why);
  return NULL;
}

/* Decides INSTANCE of PROBLEM; a solution into *SOLUTION, checked. */
static bool
decide (struct solving *s, const struct hb_problem *problem, const hb_instance *instance,
        hb_solution **solution)
{
  const struct hb_decider *decider = find_decider (s->cli, problem, instance);
  if (!decider)
    return false;
  struct hb_decide_options options
      = { .seed = cli_unsigned (s->cli, "seed", 0), .limits = &s->limits };
  s->decider = decider->name;
  s->answer = decider->decide (decider, instance, &options, solution, s->cli->diag);
  /* One that a user brought may know the answer alone. */
  if (s->answer == HB_YES && *solution
      && !problem->check (problem, instance, *solution, s->cli->diag))
    hb_die ("%s gave a %s that is none; this is a bug, please report the %s", decider->name,
            problem->evidence, problem->thing);
  return !hb_diag_errors (s->cli->diag);
}

/* Decides the target, and brings the solution back. */
static bool
decide_by_way (struct solving *s)
{
  const struct hb_problem *to = s->way->to;
  hb_instance *target = NULL;
  hb_solution *found = NULL;
  bool good = hb_reduction_accepts (s->way, s->instance, s->cli->diag)
              && (target = hb_reduce (s->way, s->instance, NULL, NULL, s->cli->diag))
              && decide (s, to, target, &found);
  if (good && s->answer == HB_YES && found && s->way->extract)
    {
      s->solution = s->way->extract (s->way, s->instance, target, found, s->cli->diag);
      good = s->solution && s->problem->check (s->problem, s->instance, s->solution, s->cli->diag);
    }
  to->free_solution (to, found);
  to->free (to, target);
  return good;
}

bool
solve_write_proof (struct cli *cli, const struct hb_problem *problem, const hb_instance *instance,
                   enum hb_answer answer, struct hb_limits *limits, const char *path)
{
  hb_output *output = hb_output_to_memory ();
  size_t size;
  bool good = problem->prove (problem, instance, limits, output, cli->diag);
  char *text = hb_output_text (output, &size);
  hb_input *input = good ? hb_input_of_bytes ("proof", text, size, cli->diag) : NULL;
  if (good && problem->certify (problem, instance, input, cli->diag) != answer)
    hb_die ("the proof of the answer does not hold: %s; this is a bug, please report the %s",
            hb_diag_first (cli->diag), problem->thing);
  if (!good && !hb_diag_errors (cli->diag))
    hb_error (cli->diag, NULL, "a limit was reached before the answer was proved");
  output = good ? hb_output_open (path, cli->diag) : NULL;
  if (output)
    hb_put_bytes (output, text, size);
  good = output && hb_output_commit (output);
  hb_free (text);
  return good;
}

/* Writes a proof of the answer where --certificate says. */
static bool
write_proof (struct solving *s)
{
  const char *path = cli_text (s->cli, "certificate", NULL);
  return !path || !s->answer
         || solve_write_proof (s->cli, s->problem, s->instance, s->answer, &s->limits, path);
}

static const char *
word_of (const struct solving *s)
{
  return s->answer == HB_YES ? s->problem->yes : s->answer == HB_NO ? s->problem->no : "UNKNOWN";
}

static bool
print_json (const struct solving *s)
{
  uint64_t sizes[HB_MOST_MEASURES] = { 0 };
  s->problem->sizes (s->problem, s->instance, sizes);
  hb_output *output = hb_output_open (cli_text (s->cli, "output", "-"), s->cli->diag);
  if (!output)
    return false;
  hb_json *json = hb_json_new (output);
  hb_json_open_object (json);
  hb_json_member_string (json, s->problem->thing, s->cli->operands[0]);
  hb_json_member_string (json, "problem", s->problem->name);
  hb_json_member_string (json, "verdict", word_of (s));
  hb_json_member_string (json, "reason", s->limits.stop ? hb_stop_name (s->limits.stop) : NULL);
  hb_json_member_string (json, "by", s->way ? s->way->name : NULL);
  hb_json_member_string (json, "decider", s->decider);
  for (size_t i = 0; s->problem->measures[i]; i++)
    hb_json_member_unsigned (json, s->problem->measures[i], sizes[i]);
  hb_json_member_double (json, "seconds", s->seconds, 6);
  hb_json_member_unsigned (json, "peak_memory", hb_peak_memory ());
  return hb_json_commit (json);
}

/* Solutions that are models or lists are lines of the answer; others are files of their own, for --output. */
static bool
print_text (const struct solving *s)
{
  const char *path = cli_text (s->cli, "output", NULL);
  const char *suffix = s->problem->solution_suffix;
  bool lines = !strcmp (suffix, "model") || !strcmp (suffix, "list");
  if (s->cli->verbosity >= 0)
    printf ("c hbkit solve, %s%s%s%s\nc %.3f s, %.1f MB\n", s->problem->title,
            s->way ? ", by " : "", s->way ? s->way->name : "", "", s->seconds,
            (double)hb_peak_memory () / 1e6);
  if (s->answer == HB_YES && !s->solution && s->cli->verbosity >= 0)
    printf ("c the answer alone: no %s was given\n", s->problem->evidence);
  if (s->solution && (path || lines))
    {
      if (!lines)
        printf ("s %s\n", word_of (s));
      fflush (stdout);
      return instance_write_solution (s->cli, path ? path : "-", s->problem, s->instance,
                                      s->solution);
    }
  printf ("s %s\n", word_of (s));
  return true;
}

int
solve_any (struct cli *cli, const struct hb_problem *problem, hb_input *input)
{
  const char *by = cli_text (cli, "by", NULL);
  struct solving s = { .cli = cli,
                       .problem = problem,
                       .way = by ? instance_reduction (cli, by) : NULL,
                       .limits = file_limits (cli) };
  if (s.way && !cli_text (cli, "problem", NULL)) /* the file may be an instance of several */
    s.problem = problem = s.way->from;
  if (s.way && s.way->from != problem)
    cli_usage_error (cli, "%s reduces %s; the file is an instance of %s", by, s.way->from->title,
                     problem->title);
  if (cli_text (cli, "certificate", NULL) && !problem->prove)
    cli_usage_error (cli, "nobody proves answers to %s", problem->title);
  s.instance = problem->read (problem, input, cli->diag);
  double start = hb_now ();
  cli_interrupts_are_graceful (true);
  bool good
      = s.instance && (s.way ? decide_by_way (&s) : decide (&s, problem, s.instance, &s.solution));
  cli_interrupts_are_graceful (false);
  s.seconds = hb_now () - start;
  good = good && write_proof (&s);
  good = good && (cli_flag (cli, "json") ? print_json (&s) : print_text (&s));
  problem->free_solution (problem, s.solution);
  problem->free (problem, s.instance);
  instance_release (s.way);
  return good ? (int)s.answer : cli_fail (cli);
}

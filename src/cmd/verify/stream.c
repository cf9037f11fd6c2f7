/* See stream.h.
 *
 * A stream is a numbered sequence of formulas; of N processes the I-th takes the numbers that are I
 * modulo N.  Each sends its counts, and its first failure, through a pipe. */
#include "cmd/verify/stream.h"

#include "sat/solver.h"

#include "gen/enumerate.h"
#include "gen/bisat.h"
#include "gen/families.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_JOBS 256

struct worker
{
  struct cli *cli;
  struct verify *verify;
  uint64_t index, first, step; /* the next number; those that are this process's */
  size_t clauses;              /* exhaustive: of just this many clauses */
  bool only_unsatisfiable;     /* exhaustive: leave the others out */
  hb_cnf *counterexample;
  char *why;
};

/* A stream: shows every formula to `examine` until that says stop. */
typedef void stream (struct worker *worker);

/* Checks CNF; false to stop the stream. */
static bool
examine (struct worker *worker, const hb_cnf *cnf)
{
  struct verify *verify = worker->verify;
  char *why;
  if (!verify_formula (verify, cnf, &why))
    {
      worker->counterexample = verify_shrink (verify, cnf, &why);
      worker->why = why;
      return false;
    }
  cli_progress (worker->cli, -1, "%llu formulas",
                (unsigned long long)(verify->counts.formulas * worker->step));
  return !hb_limits_hit (verify->limits);
}

static bool
is_mine (struct worker *worker)
{
  return worker->index++ % worker->step == worker->first;
}

/* --- the streams -------------------------------------------------------------------------------
 * */

static bool
visit (const hb_cnf *cnf, void *context)
{
  struct worker *worker = context;
  if (hb_cnf_clauses (cnf) != worker->clauses || !is_mine (worker))
    return !hb_limits_hit (worker->verify->limits);
  if (worker->only_unsatisfiable
      && hb_solve_cnf (cnf, "picosat", 0, NULL, NULL, worker->cli->diag) != 20)
    return !hb_limits_hit (worker->verify->limits);
  if (!examine (worker, cnf))
    return false;
  /* The construction depends on what the enumeration leaves open: the order of clauses and literals,
   * names and signs. */
  struct hb_rng rng = hb_rng_stream (worker->verify->seed, worker->index);
  hb_cnf *other = hb_cnf_shuffled (cnf, &rng);
  bool go_on = examine (worker, other);
  hb_cnf_free (other);
  return go_on;
}

static void
exhaustive (struct worker *worker)
{
  struct hb_bounds bounds = { .variables = (int)cli_unsigned (worker->cli, "most-variables", 5),
                              .clauses = worker->clauses,
                              .literals = 3 * worker->clauses,
                              .all = !worker->verify->reduction->bounded };
  hb_enumerate (&bounds, visit, worker);
}

/* Clauses of 1 to 4 literals, repetitions and tautologies included: anything a formula may be, if its
 * reduction asks for no more. */
static hb_cnf *
wild_formula (int most, struct hb_rng *rng)
{
  int variables = 1 + (int)hb_rng_below (rng, (uint64_t)most);
  uint64_t clauses = 1 + hb_rng_below (rng, 5 * (uint64_t)variables);
  hb_cnf *cnf = hb_cnf_new (variables);
  for (uint64_t j = 0; j < clauses; j++)
    {
      uint64_t dice = hb_rng_below (rng, 20), size = dice < 1    ? 1
                                                     : dice < 6  ? 2
                                                     : dice < 17 ? 3
                                                                 : 4;
      for (uint64_t k = 0; k < size; k++)
        {
          int v = 1 + (int)hb_rng_below (rng, (uint64_t)variables);
          hb_cnf_add (cnf, hb_rng_coin (rng) ? v : -v);
        }
      hb_cnf_add (cnf, 0);
    }
  return cnf;
}

/* Draws of a hard formula until one is unsatisfiable; such formulas are rare when they are small.
 * */
#define MOST_DRAWS 100

/* A random 3-BI-3SAT formula of at most MOST variables, of any size and any share of 2-clauses. */
static hb_cnf *
any_formula (int most, struct hb_rng *rng, hb_diag *diag)
{
  struct hb_family_options wanted = hb_family_defaults ();
  wanted.variables = 4 + (int)hb_rng_below (rng, (uint64_t)(most > 4 ? most - 3 : 1));
  wanted.twos = hb_rng_unit (rng);
  wanted.clauses = 1 + (size_t)hb_rng_below (rng, hb_most_clauses (wanted.variables, wanted.twos));
  return hb_family_find ("bisat")->make (&wanted, rng, NULL, diag);
}

/* One with three occurrences of each variable in both signs and mostly 2-clauses: the first
 * unsatisfiable of MOST_DRAWS, else the last. */
static hb_cnf *
hard_formula (int most, struct hb_rng *rng, hb_diag *diag)
{
  hb_cnf *cnf = NULL;
  int answer = 10;
  for (int draw = 0; draw < MOST_DRAWS && answer == 10; draw++)
    {
      struct hb_family_options wanted = hb_family_defaults ();
      wanted.variables = 4 + (int)hb_rng_below (rng, (uint64_t)(most > 4 ? most - 3 : 1));
      wanted.every = wanted.mixed = true;
      wanted.twos = 0.8 + 0.2 * hb_rng_unit (rng);
      hb_cnf_free (cnf);
      cnf = hb_family_find ("bisat")->make (&wanted, rng, NULL, diag);
      answer = cnf ? hb_solve_cnf (cnf, "picosat", 0, NULL, NULL, diag) : 0;
    }
  return cnf;
}

/* A wild formula; the first unsatisfiable of MOST_DRAWS, else the last. */
static hb_cnf *
refuted_formula (int most, struct hb_rng *rng, hb_diag *diag)
{
  hb_cnf *cnf = NULL;
  int answer = 10;
  for (int draw = 0; draw < MOST_DRAWS && answer == 10; draw++)
    {
      hb_cnf_free (cnf);
      cnf = wild_formula (most, rng);
      answer = hb_solve_cnf (cnf, "picosat", 0, NULL, NULL, diag);
    }
  return cnf;
}

/* The I-th formula of the random stream; of the odd ones, where REDUCTION makes traces, nearly all
 * are unsatisfiable. */
static hb_cnf *
random_formula (const struct hb_reduction *reduction, int most, struct hb_rng *rng, uint64_t i,
                hb_diag *diag)
{
  if (reduction->bounded)
    return (i % 2 ? hard_formula : any_formula) (most, rng, diag);
  if (reduction->to_trace && i % 2)
    return refuted_formula (most, rng, diag);
  return wild_formula (most, rng);
}

static void
random_formulas (struct worker *worker)
{
  uint64_t count = cli_unsigned (worker->cli, "random", 0);
  int most = (int)cli_unsigned (worker->cli, "variables", 12);
  bool go_on = true;
  for (uint64_t i = 0; i < count && go_on; i++)
    {
      if (!is_mine (worker))
        continue;
      struct hb_rng rng = hb_rng_stream (worker->verify->seed, i);
      hb_cnf *cnf = random_formula (worker->verify->reduction, most, &rng, i, worker->cli->diag);
      go_on = cnf && examine (worker, cnf);
      hb_cnf_free (cnf);
    }
}

static int
by_name (const void *a, const void *b)
{
  return strcmp (*(char *const *)a, *(char *const *)b);
}

/* The paths of the formulas that the operands name, folders opened, in order of name. */
static char **
formula_paths (struct worker *worker, size_t *count)
{
  VEC (char *) paths = VEC_EMPTY;
  for (int i = 1; i < worker->cli->operand_count; i++)
    {
      const char *operand = worker->cli->operands[i];
      DIR *folder = opendir (operand);
      size_t first = paths.size;
      struct dirent *entry;
      if (!folder)
        vec_push (paths, hb_copy_text (operand));
      while (folder && (entry = readdir (folder)))
        if (strstr (entry->d_name, ".cnf"))
          vec_push (paths, hb_format ("%s/%s", operand, entry->d_name));
      if (folder)
        closedir (folder);
      if (paths.size > first)
        qsort (paths.data + first, paths.size - first, sizeof *paths.data, by_name);
      else
        {
          struct hb_place place = { .file = operand };
          hb_error (worker->cli->diag, &place, "no formulas in this folder; expected .cnf files");
        }
    }
  *count = paths.size;
  return paths.data;
}

/* The formula at PATH, through 3sat-3bisat if the reduction needs that. */
static hb_cnf *
read_formula (struct worker *worker, const char *path)
{
  hb_cnf *cnf = hb_dimacs_read (path, worker->cli->diag);
  hb_diag *ignored = hb_diag_new ();
  if (cnf && !worker->verify->reduction->accepts (cnf, ignored))
    {
      hb_cnf *bounded = hb_3sat_3bisat.reduce_cnf (cnf, NULL);
      hb_cnf_free (cnf);
      cnf = bounded;
    }
  hb_diag_free (ignored);
  return cnf;
}

static void
files (struct worker *worker)
{
  size_t count;
  char **paths = formula_paths (worker, &count);
  bool go_on = true;
  for (size_t i = 0; i < count; i++)
    {
      if (is_mine (worker) && go_on)
        {
          hb_cnf *cnf = read_formula (worker, paths[i]);
          go_on = cnf && examine (worker, cnf);
          hb_cnf_free (cnf);
        }
      hb_free (paths[i]);
    }
  hb_free (paths);
}

/* --- processes ---------------------------------------------------------------------------------
 * */

/* What a process sends: this, then the literals of its counterexample, then the reason. */
struct message
{
  struct verify_counts counts;
  bool complete, failed, found;
  size_t literals, why;
};

static void
send (int pipe, const void *data, size_t size)
{
  const char *from = data;
  while (size)
    {
      ssize_t sent = write (pipe, from, size);
      if (sent < 0 && errno == EINTR)
        continue;
      if (sent <= 0)
        _exit (2);
      from += sent;
      size -= (size_t)sent;
    }
}

/* The processes at work, ended by 0. */
static pid_t children[MOST_JOBS + 1];

static void
on_passed_interrupt (int number)
{
  (void)number;
  hb_interrupt ();
}

/* A terminal interrupts all processes, `kill` and `timeout` only the first, which hands that on.
 * By another signal: a second interrupt would end a process before it has told what it has done. */
static void
pass_interrupt_on (void)
{
  static bool passed;
  if (!hb_interrupted () || passed)
    return;
  passed = true;
  for (int i = 0; children[i]; i++)
    kill (children[i], SIGUSR1);
}

static bool
receive (int pipe, void *data, size_t size)
{
  char *to = data;
  while (size)
    {
      struct pollfd wanted = { .fd = pipe, .events = POLLIN };
      bool ready = poll (&wanted, 1, 100) > 0;
      pass_interrupt_on ();
      if (!ready)
        continue;
      ssize_t got = read (pipe, to, size);
      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        return false;
      to += got;
      size -= (size_t)got;
    }
  return true;
}

/* In the child: runs the stream and sends what came out. */
static void
work (struct worker *worker, stream *run, int pipe)
{
  run (worker);
  const hb_cnf *found = worker->counterexample;
  struct message message = { .counts = worker->verify->counts,
                             .complete = !hb_limits_check (worker->verify->limits),
                             .failed = hb_diag_errors (worker->cli->diag),
                             .found = found };
  VEC (int) literals = VEC_EMPTY;
  for (size_t j = 0; found && j < hb_cnf_clauses (found); j++)
    {
      size_t size;
      const int *clause = hb_cnf_clause (found, j, &size);
      for (size_t k = 0; k < size; k++)
        vec_push (literals, clause[k]);
      vec_push (literals, 0);
    }
  message.literals = literals.size;
  message.why = worker->why ? strlen (worker->why) : 0;
  send (pipe, &message, sizeof message);
  send (pipe, literals.data, literals.size * sizeof (int));
  send (pipe, worker->why, message.why);
  cli_progress_end (worker->cli);
  hb_diag_print (worker->cli->diag, stderr, worker->cli->colour);
  _exit (0);
}

static void
add_counts (struct verify_counts *sum, const struct verify_counts *counts)
{
  sum->formulas += counts->formulas;
  sum->satisfiable += counts->satisfiable;
  sum->unsatisfiable += counts->unsatisfiable;
  sum->models += counts->models;
  sum->witnesses += counts->witnesses;
  sum->events += counts->events;
}

/* Takes one process's message into OUTCOME; of several counterexamples the smallest stays. */
static bool
collect (struct cli *cli, int pipe, struct verify_outcome *outcome)
{
  struct message message;
  if (!receive (pipe, &message, sizeof message))
    {
      hb_error (cli->diag, NULL, "a process of the stream ended early");
      return false;
    }
  int *literals = hb_calloc (message.literals, sizeof *literals);
  char *why = hb_calloc (message.why + 1, 1);
  bool good = receive (pipe, literals, message.literals * sizeof *literals)
              && receive (pipe, why, message.why);
  add_counts (&outcome->counts, &message.counts);
  outcome->complete = outcome->complete && message.complete;
  if (good && message.found
      && (!outcome->counterexample
          || message.literals < outcome->counterexample->literals.size
                                    + hb_cnf_clauses (outcome->counterexample)))
    {
      hb_cnf_free (outcome->counterexample);
      hb_free (outcome->why);
      outcome->counterexample = hb_cnf_new (0);
      for (size_t i = 0; i < message.literals; i++)
        hb_cnf_add (outcome->counterexample, literals[i]);
      outcome->why = why;
      why = NULL;
    }
  hb_free (literals);
  hb_free (why);
  if (!good)
    hb_error (cli->diag, NULL, "a process of the stream ended early");
  return good && !message.failed;
}

/* Runs the stream in as many processes as asked for; false after an error. */
static bool
share (struct cli *cli, struct verify *verify, struct verify_outcome *outcome, stream *run,
       size_t clauses)
{
  uint64_t jobs = cli_unsigned (cli, "jobs", 1);
  if (jobs < 1 || jobs > MOST_JOBS)
    cli_usage_error (cli, "--jobs takes a number from 1 to %d", MOST_JOBS);
  int *pipes = hb_calloc (jobs, sizeof *pipes);
  bool good = true;
  struct sigaction action = { .sa_handler = on_passed_interrupt };
  sigaction (SIGUSR1, &action, NULL);
  fflush (stdout);
  for (uint64_t i = 0; i < jobs; i++)
    {
      int ends[2];
      if (pipe (ends))
        hb_die ("no pipe: %s", strerror (errno));
      pid_t child = fork ();
      if (child < 0)
        hb_die ("no process: %s", strerror (errno));
      if (!child)
        {
          close (ends[0]);
          hb_free (pipes);
          /* A second interrupt ends the first process at once; no work goes on without it. */
          prctl (PR_SET_PDEATHSIG, SIGKILL);
          struct worker worker = { .cli = cli,
                                   .verify = verify,
                                   .first = i,
                                   .step = jobs,
                                   .clauses = clauses,
                                   .only_unsatisfiable = cli_flag (cli, "unsatisfiable") };
          if (i)
            cli->verbosity = -1;
          work (&worker, run, ends[1]);
        }
      close (ends[1]);
      children[i] = child;
      pipes[i] = ends[0];
    }
  children[jobs] = 0;
  for (uint64_t i = 0; i < jobs; i++)
    {
      good = collect (cli, pipes[i], outcome) && good;
      close (pipes[i]);
    }
  while (wait (NULL) > 0 || errno == EINTR)
    ;
  children[0] = 0;
  hb_free (pipes);
  return good;
}

static bool
has_ended (const struct verify_outcome *outcome)
{
  return outcome->counterexample || !outcome->complete || hb_interrupted ();
}

bool
verify_streams (struct cli *cli, struct verify *verify, struct verify_outcome *outcome)
{
  bool all = cli_flag (cli, "exhaustive"), drawn = cli_text (cli, "random", NULL);
  bool named = cli->operand_count > 1, good = true;
  if (!all && !drawn && !named)
    cli_usage_error (cli,
                     "which formulas? expected --exhaustive, --random COUNT, files or folders");
  /* Mistakes in what only the processes ask for are told here, once. */
  static const char *const numbers[] = { "random", "variables", "most-variables", "seed" };
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    cli_unsigned (cli, numbers[i], 0);
  uint64_t most = cli_unsigned (cli, "most-clauses", 5);
  if (most > HB_MOST_ENUMERATED)
    cli_usage_error (cli, "--most-clauses takes at most %d", HB_MOST_ENUMERATED);
  /* Size by size, so that the first counterexample has fewest clauses. */
  for (uint64_t m = 0; all && m <= most && good && !has_ended (outcome); m++)
    good = share (cli, verify, outcome, exhaustive, m);
  if (drawn && good && !has_ended (outcome))
    good = share (cli, verify, outcome, random_formulas, 0);
  if (named && good && !has_ended (outcome))
    good = share (cli, verify, outcome, files, 0);
  return good;
}

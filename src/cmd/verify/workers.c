/* See workers.h.  Of N processes the I-th takes the instances whose numbers are I modulo N, and sends its
 * counts, and its first failure as the text of a file, through a pipe. */
#include "cmd/verify/workers.h"

#include "cmd/verify/pace.h"

#include "base/cleanup.h"
#include "base/memory.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Nothing of this process stays behind: what serves a reduction of the user's has a folder. */
static _Noreturn void
end_process (int code)
{
  hb_cleanup_all ();
  _exit (code);
}

/* What a process sends: this, then the counterexample's text, then the reason. */
struct message
{
  struct verify_counts counts;
  bool complete, failed, found;
  uint64_t seen; /* instances of the stream before the one where it stopped, or all */
  size_t text, why;
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
        end_process (2);
      from += sent;
      size -= (size_t)sent;
    }
}

/* The processes at work, ended by 0. */
static pid_t children[VERIFY_MOST_JOBS + 1];

/* A terminal interrupts all processes, `kill` and `timeout` only the first.  So that it is the same
 * either way, and no second signal ends one that is about to tell what it has done, the first alone
 * obeys interrupts and hands them on by another signal. */
static void
on_passed_interrupt (int number)
{
  (void)number;
  hb_interrupt ();
}

static void
pass_interrupt_on (void)
{
  if (hb_interrupted ())
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

/* --- the child ---------------------------------------------------------------------------------- */

static void
work (struct worker *worker, verify_stream *run, int pipe)
{
  const struct hb_problem *from = worker->verify->reduction->from;
  run (worker);
  struct message message = { .counts = worker->verify->counts,
                             .complete = !worker->stopped && !worker->verify->counts.open,
                             .failed = hb_diag_errors (worker->cli->diag),
                             .found = worker->counterexample != NULL,
                             .seen = worker->index - (worker->stopped && worker->index),
                             .why = worker->why ? strlen (worker->why) : 0 };
  char *text = NULL;
  if (message.found)
    {
      hb_output *output = hb_output_to_memory ();
      from->write (from, worker->counterexample, NULL, output);
      text = hb_output_text (output, &message.text);
    }
  if (message.failed)
    cli_fail (worker->cli);
  send (pipe, &message, sizeof message);
  if (message.found)
    {
      send (pipe, text, message.text);
      send (pipe, worker->why, message.why);
    }
  hb_free (text);
  from->free (from, worker->counterexample);
  hb_free (worker->why);
  cli_progress_end ();
  end_process (0);
}

/* Starts a process for WORKER; where its message will come from. */
static int
start (struct worker *worker, verify_stream *run)
{
  int ends[2];
  sigset_t interrupts, before;
  sigemptyset (&interrupts);
  sigaddset (&interrupts, SIGINT);
  sigaddset (&interrupts, SIGTERM);
  if (pipe (ends))
    hb_die ("no pipe: %s", strerror (errno));
  sigprocmask (SIG_BLOCK, &interrupts, &before);
  pid_t child = fork ();
  if (child < 0)
    hb_die ("no process: %s", strerror (errno));
  if (!child)
    {
      struct sigaction passed = { .sa_handler = on_passed_interrupt };
      struct sigaction ignored = { .sa_handler = SIG_IGN };
      close (ends[0]);
      /* No work goes on without the first process. */
      prctl (PR_SET_PDEATHSIG, SIGKILL);
      sigaction (SIGUSR1, &passed, NULL);
      sigaction (SIGINT, &ignored, NULL);
      sigaction (SIGTERM, &ignored, NULL);
      sigprocmask (SIG_SETMASK, &before, NULL);
      if (worker->first)
        worker->cli->verbosity = -1;
      else
        cli_progress_after_fork ();
      work (worker, run, ends[1]);
    }
  sigprocmask (SIG_SETMASK, &before, NULL);
  close (ends[1]);
  children[worker->first] = child;
  return ends[0];
}

/* --- the first process -------------------------------------------------------------------------- */

static void
add_counts (struct verify_counts *sum, const struct verify_counts *part)
{
  sum->instances += part->instances;
  sum->yes += part->yes;
  sum->no += part->no;
  sum->open += part->open;
  sum->answers += part->answers;
  sum->lifted += part->lifted;
  sum->extracted += part->extracted;
  sum->size += part->size;
  for (int i = 0; i < VERIFY_DAMAGES; i++)
    {
      sum->front[i].tried += part->front[i].tried;
      sum->front[i].noticed += part->front[i].noticed;
      sum->back[i].tried += part->back[i].tried;
      sum->back[i].noticed += part->back[i].noticed;
    }
}

/* The sum of an instance's sizes: of two counterexamples the smaller one is kept. */
static uint64_t
size_of (const struct hb_problem *problem, const hb_instance *instance)
{
  uint64_t sizes[HB_MOST_MEASURES] = { 0 }, sum = 0;
  problem->sizes (problem, instance, sizes);
  for (size_t i = 0; problem->measures[i]; i++)
    sum += sizes[i];
  return sum;
}

/* TEXT and WHY (both stolen) are a counterexample; it is kept if it is the smallest so far. */
static bool
take (struct cli *cli, const struct hb_problem *from, char *text, size_t size, char *why,
      struct verify_outcome *outcome)
{
  char *name = hb_format ("counterexample.%s", from->suffix);
  hb_instance *found
      = from->read (from, hb_input_of_bytes (name, text, size, cli->diag), cli->diag);
  bool good = found != NULL;
  hb_free (name);
  hb_free (text);
  if (good
      && (!outcome->counterexample
          || size_of (from, found) < size_of (from, outcome->counterexample)))
    {
      from->free (from, outcome->counterexample);
      hb_free (outcome->why);
      outcome->counterexample = found;
      outcome->why = why;
      return true;
    }
  from->free (from, found);
  hb_free (why);
  return good;
}

/* What one process has to tell; false after an error.  *SEEN becomes the fewest instances that any has seen. */
static bool
collect (struct cli *cli, const struct hb_problem *from, int pipe, struct verify_outcome *outcome,
         uint64_t *seen)
{
  struct message message;
  bool good = receive (pipe, &message, sizeof message);
  if (good)
    {
      add_counts (&outcome->counts, &message.counts);
      outcome->complete = outcome->complete && message.complete;
      *seen = message.seen < *seen ? message.seen : *seen;
    }
  if (good && message.found)
    {
      char *text = hb_calloc (message.text + 1, 1), *why = hb_calloc (message.why + 1, 1);
      good = receive (pipe, text, message.text) && receive (pipe, why, message.why);
      if (good)
        return take (cli, from, text, message.text, why, outcome);
      hb_free (text);
      hb_free (why);
    }
  if (!good)
    hb_error (cli->diag, NULL, "a process of the stream ended early");
  return good && !message.failed;
}

bool
verify_share (struct cli *cli, struct verify *verify, const struct verify_streams *streams,
              struct verify_outcome *outcome, verify_stream *run, uint64_t size)
{
  int pipes[VERIFY_MOST_JOBS];
  bool good = true;
  uint64_t seen = UINT64_MAX;
  fflush (stdout);
  verify_pace_next ();
  for (uint64_t i = 0; i < streams->jobs; i++)
    {
      struct worker worker
          = { .cli = cli,
              .verify = verify,
              .streams = streams,
              .first = i,
              .step = streams->jobs,
              .skip = streams->from > outcome->seen ? streams->from - outcome->seen : 0,
              .size = size,
              .before = outcome->counts.instances };
      pipes[i] = start (&worker, run);
    }
  children[streams->jobs] = 0;
  for (uint64_t i = 0; i < streams->jobs; i++)
    {
      good = collect (cli, verify->reduction->from, pipes[i], outcome, &seen) && good;
      close (pipes[i]);
    }
  outcome->seen += seen;
  while (wait (NULL) > 0 || errno == EINTR)
    ;
  children[0] = 0;
  return good;
}

/* Interrupts: see cli.h. */
#include "cmd/frame/cli.h"

#include "base/cleanup.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t graceful, answers;

/* The first interrupt ends a search in good order, the next one the program.  Programs such as
 * timeout (1) send a signal twice, to the process and to its group: what follows within half a
 * second is the same one. */
static void
on_signal (int number)
{
  static struct timespec first;
  struct timespec now;
  (void)number;
  clock_gettime (CLOCK_MONOTONIC, &now);
  if (graceful && !hb_interrupted ())
    {
      first = now;
      hb_interrupt ();
      return;
    }
  long since = (now.tv_sec - first.tv_sec) * 1000 + (now.tv_nsec - first.tv_nsec) / 1000000;
  if (graceful && since < 500)
    return;
  hb_cleanup_all ();
  cli_progress_wipe ();
  _exit (130);
}

/* Signals that end the program at once: a reader that is gone, a limit of the shell's. */
static void
on_end (int number)
{
  hb_cleanup_all ();
  cli_progress_wipe ();
  signal (number, SIG_DFL);
  raise (number);
}

void
cli_interrupts_are_graceful (bool yes)
{
  graceful = yes;
  answers = answers && !yes;
}

void
cli_let_end_answer (bool yes)
{
  answers = yes;
}

bool
cli_end_is_answer (void)
{
  return answers;
}

bool
cli_is_graceful (void)
{
  return graceful;
}

void
cli_catch_interrupts (void)
{
  static const int endings[] = { SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU };
  struct sigaction action = { .sa_handler = on_signal };
  sigemptyset (&action.sa_mask);
  sigaction (SIGINT, &action, NULL);
  sigaction (SIGTERM, &action, NULL);
  action.sa_handler = on_end;
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    {
      struct sigaction now;
      if (!sigaction (endings[i], NULL, &now) && now.sa_handler == SIG_DFL)
        sigaction (endings[i], &action, NULL);
    }
}

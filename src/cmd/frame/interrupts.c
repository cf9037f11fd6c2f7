/* Interrupts: see cli.h. */
#include "cmd/frame/cli.h"

#include "base/output.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t graceful;

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
  hb_output_remove_all ();
  _exit (130);
}

void
cli_interrupts_are_graceful (bool yes)
{
  graceful = yes;
}

void
cli_catch_interrupts (void)
{
  struct sigaction action = { .sa_handler = on_signal };
  sigemptyset (&action.sa_mask);
  sigaction (SIGINT, &action, NULL);
  sigaction (SIGTERM, &action, NULL);
}

/* The limits --timeout and --memory, for every command: see cli.h.
 *
 * A timer of the system looks at the clock and at the resident memory twenty times a second, whatever the program is
 * doing: reading, waiting for a pipe, drawing.  A command that ends in good order when it is interrupted is
 * told to first; any other, and one that does not end then, is ended, its temporary files with it. */
#include "cmd/frame/cli.h"

#include "base/cleanup.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

/* Seconds for a command to end in good order. */
#define PATIENCE 5

#define TICK 50000 /* microseconds */

static double allowed, deadline, ultimatum;
static uint64_t most_memory;
static volatile sig_atomic_t stopped, by_time; /* which of the two it was */

/* Resident bytes.  Safe in a signal handler. */
static uint64_t
resident (void)
{
  char text[128] = "";
  int file = open ("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  ssize_t got = file < 0 ? 0 : read (file, text, sizeof text - 1);
  if (file >= 0)
    close (file);
  const char *at = got > 0 ? strchr (text, ' ') : NULL;
  uint64_t pages = 0;
  for (at = at ? at + 1 : ""; *at >= '0' && *at <= '9'; at++)
    pages = 10 * pages + (uint64_t)(*at - '0');
  return pages * (uint64_t)sysconf (_SC_PAGESIZE);
}

int
cli_not_finished (bool late)
{
  static const char time[] = "hbkit: not finished: the time of --timeout is over\n";
  static const char memory[] = "hbkit: not finished: more memory than --memory allows\n";
  cli_progress_wipe ();
  ssize_t ignored
      = write (STDERR_FILENO, late ? time : memory, (late ? sizeof time : sizeof memory) - 1);
  (void)ignored;
  return 3;
}

/* The same for a command that has an answer to that while it reads: 0. */
static int
not_read (bool late)
{
  static const char unknown[] = "s UNKNOWN\n";
  int code = cli_not_finished (late);
  bool said = cli_end_is_answer () && write (STDOUT_FILENO, unknown, sizeof unknown - 1) > 0;
  return said ? 0 : code;
}

static void
look (int number)
{
  (void)number;
  double now = hb_now ();
  if (!cli_progress_tick (now) && !(deadline > 0) && !most_memory)
    {
      setitimer (ITIMER_REAL, &(struct itimerval){ { 0, 0 }, { 0, 0 } }, NULL);
      return;
    }
  bool late = deadline > 0 && now > deadline, large = most_memory && resident () > most_memory;
  if (!late && !large)
    return;
  if (!stopped && cli_is_graceful ())
    {
      stopped = 1;
      by_time = late;
      ultimatum = now + PATIENCE;
      hb_stop_all (late ? HB_OUT_OF_TIME : HB_OUT_OF_MEMORY);
      return;
    }
  if (stopped && now < ultimatum)
    return;
  hb_cleanup_all ();
  _exit (not_read (late));
}

void
cli_watch_tick (void)
{
  struct sigaction action = { .sa_handler = look, .sa_flags = SA_RESTART };
  struct itimerval period = { { 0, TICK }, { 0, TICK } };
  sigemptyset (&action.sa_mask);
  sigaction (SIGALRM, &action, NULL);
  setitimer (ITIMER_REAL, &period, NULL);
}

void
cli_watch (double seconds, uint64_t memory)
{
  allowed = seconds;
  most_memory = memory;
  cli_watch_clock (true);
}

void
cli_watch_clock (bool runs)
{
  deadline = runs && allowed > 0 ? hb_now () + allowed : 0;
  stopped = 0;
  hb_resume_all ();
  if (deadline > 0 || most_memory)
    cli_watch_tick ();
}

int
cli_watch_end (int code, bool answers)
{
  return stopped && !answers             ? cli_not_finished (by_time)
         : !stopped && hb_interrupted () ? 130
                                         : code;
}

/* What the program shows of long work (base/progress.h): see cli.h.
 *
 * On a terminal one line that is written over five times a second, from half a second on, and that goes away with the
 * work; with -v a line every few seconds, wherever standard error goes; and a line whenever the signal SIGUSR1 asks, or
 * SIGINFO (^T) where there is such a thing.  A timer only sets a flag: the work itself tells, when it comes to a place
 * where it can.  If it does not within a second, the time and the memory are told. */
#include "cmd/frame/cli.h"

#include "base/plain.h"
#include "base/progress.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define FIRST 0.5    /* seconds until something is shown */
#define TERMINAL 0.2 /* between two looks, on a terminal */
#define VERBOSE 3.0  /* and of -v */
#define PRECEDENCE 2.0
#define PATIENCE 1.0 /* with work that does not tell */

static bool on_terminal, verbose, shown;
static double
    command_told; /* when the command itself said something: parts of its work are silent for a while */
static double start, last; /* of the command, of the last time that something was told */
static double phase_start;
static char phase[32];
static void (*timer) (void);
static volatile sig_atomic_t asked;
static volatile double asked_at;

/* Columns that a line may have. */
static size_t
width (void)
{
  struct winsize window;
  if (ioctl (STDERR_FILENO, TIOCGWINSZ, &window) || window.ws_col < 20)
    return 79;
  return window.ws_col - 1u;
}

/* The sentence for PROGRESS, cut after MOST bytes. */
static void
put_line (char *line, size_t most, const struct hb_progress *progress, double spent)
{
  size_t used = 0;
#define ADD(...)                                                                                   \
  (used < most ? used += (size_t)snprintf (line + used, most - used, __VA_ARGS__) : used)
  ADD ("%s%s%s", progress->doing, progress->what ? " " : "", progress->what ? progress->what : "");
  const char *between = ": ";
  for (int i = 0; i < HB_PROGRESS_COUNTS && progress->counts[i].of; i++, between = ", ")
    ADD ("%s%s %llu", between, progress->counts[i].of,
         (unsigned long long)progress->counts[i].number);
  if (progress->share > 0 && progress->share <= 1)
    ADD ("; %.0f %%", 100 * progress->share);
  if (progress->share > 0.01 && progress->share <= 1 && spent > FIRST)
    ADD (", about %.0f s left", spent / progress->share - spent);
#undef ADD
  hb_make_plain (line);
}

static void
clear (void)
{
  if (shown)
    fputs ("\r\033[K", stderr);
  shown = false;
  *phase = '\0';
}

static void
tell (void *context, const struct hb_progress *progress)
{
  bool of_command = context != NULL;
  if (!of_command && hb_now () - command_told < PRECEDENCE)
    {
      if (progress)
        hb_progress_want ();
      return;
    }
  if (!progress)
    {
      clear ();
      return;
    }
  char line[512];
  double now = hb_now ();
  if (strncmp (phase, progress->doing, sizeof phase - 1) != 0)
    {
      snprintf (phase, sizeof phase, "%s", progress->doing);
      phase_start = now;
    }
  bool whole = asked || verbose;
  size_t most = whole || width () + 1 > sizeof line ? sizeof line : width () + 1;
  put_line (line, most, progress, now - phase_start);
  if (shown)
    fputs ("\r\033[K", stderr);
  if (whole)
    fprintf (stderr, "c %.1f s: %s\n", now - start, line);
  else
    fputs (line, stderr);
  fflush (stderr);
  shown = !whole;
  asked = 0;
  last = now;
}

/* Only what is safe in a signal handler: no stdio. */
static void
tell_time (double now)
{
  char text[100];
  size_t length = 0;
  static const char before[] = "c hbkit has been at work for ", behind[] = " s\n";
  memcpy (text, before, sizeof before - 1);
  length = sizeof before - 1;
  char digits[24];
  int count = 0;
  for (uint64_t left = (uint64_t)(now - start); left || !count; left /= 10)
    digits[count++] = (char)('0' + left % 10);
  while (count)
    text[length++] = digits[--count];
  memcpy (text + length, behind, sizeof behind - 1);
  length += sizeof behind - 1;
  ssize_t ignored = write (STDERR_FILENO, text, length);
  (void)ignored;
}

bool
cli_progress_tick (double now)
{
  if (asked && now - asked_at > PATIENCE)
    {
      asked = 0;
      tell_time (now);
    }
  if (now - start > FIRST
      && (asked || (verbose ? now - last > VERBOSE : on_terminal && now - last > TERMINAL)))
    hb_progress_want ();
  return asked || verbose || on_terminal;
}

void
cli_progress (const struct cli *cli, double share, const char *format, ...)
{
  command_told = hb_now ();
  if (!hb_progress_wanted ())
    return;
  char text[300];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  hb_progress_to (tell, &command_told);
  hb_progress_tell (
      &(struct hb_progress){ .doing = cli->command->name, .what = text, .share = share });
  hb_progress_to (tell, NULL);
}

void
cli_progress_end (void)
{
  command_told = 0;
  clear ();
  fflush (stderr);
}

bool
cli_progress_is_shown (void)
{
  return on_terminal || verbose;
}

void
cli_progress_after_fork (void)
{
  if (cli_progress_is_shown ())
    timer ();
}

void
cli_progress_wipe (void)
{
  ssize_t ignored = shown ? write (STDERR_FILENO, "\r\033[K", 4) : 0;
  (void)ignored;
}

static void
ask (int number)
{
  (void)number;
  asked_at = hb_now ();
  asked = 1;
  hb_progress_want ();
  timer ();
}

void
cli_progress_start (const struct cli *cli, void (*run_timer) (void))
{
  static const int questions[] = {
    SIGUSR1,
#ifdef SIGINFO
    SIGINFO,
#endif
  };
  timer = run_timer;
  start = last = hb_now ();
  verbose = cli->verbosity > 0;
  on_terminal = cli->verbosity >= 0 && isatty (STDERR_FILENO);
  hb_progress_to (tell, NULL);
  struct sigaction action = { .sa_handler = ask, .sa_flags = SA_RESTART };
  sigemptyset (&action.sa_mask);
  for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
    sigaction (questions[i], &action, NULL);
  if (verbose || on_terminal)
    timer ();
}

/* Children under limits: a program that sleeps, one that spins, one that eats memory, one that crashes,
 * and ones that start others which do so.  The programs are this one, called with a word. */
#include "base/child.h"
#include "base/memory.h"
#include "base/session.h"

#include "unit.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define MEGABYTE (UINT64_C (1) << 20)

/* --- the programs ------------------------------------------------------------------------------ */

/* A little at a time; exits when the kernel gives no more. */
static int
eat (void)
{
  for (;;)
    {
      char *memory = malloc (MEGABYTE);
      if (!memory)
        return 77;
      memset (memory, 1, MEGABYTE);
      usleep (1000);
    }
}

static HB_NORETURN void
spin (void)
{
  for (volatile unsigned i = 0;; i++)
    ;
}

/* Starts another one, in a process group of its own, and waits for it. */
static int
start_other (const char *self, const char *word)
{
  pid_t other = fork ();
  if (!other)
    {
      setpgid (0, 0);
      execl (self, self, word, (char *)NULL);
      _exit (127);
    }
  /* Where to look for it afterwards. */
  printf ("%ld\n", (long)other);
  fflush (stdout);
  waitpid (other, NULL, 0);
  return 0;
}

/* Leaves one behind. */
static int
leave_other (const char *self)
{
  pid_t other = fork ();
  if (!other)
    {
      execl (self, self, "sleep", (char *)NULL);
      _exit (127);
    }
  printf ("%ld\n", (long)other);
  fflush (stdout);
  return 0;
}

/* Four that eat 40 megabytes each: no one of them too much. */
static int
eat_together (void)
{
  for (int i = 0; i < 4; i++)
    if (!fork ())
      {
        char *memory = malloc (40 * MEGABYTE);
        memset (memory, 1, 40 * MEGABYTE);
        sleep (100);
        _exit (memory[5]);
      }
  sleep (100);
  return 0;
}

/* What a parent that is killed leaves behind: nothing. */
static int
be_killed (const char *self)
{
  char *arguments[] = { (char *)(uintptr_t)self, "sleep", NULL };
  struct hb_child child;
  struct hb_child_start start = { .program = self, .arguments = arguments };
  struct hb_child_limits none = { 0 };
  hb_diag *diag = hb_diag_new ();
  if (!hb_child_start (&child, &start, &none, diag))
    return 1;
  printf ("%ld\n", (long)child.process);
  fflush (stdout);
  raise (SIGKILL);
  return 0;
}

static int
be (const char *word, const char *self)
{
  if (!strcmp (word, "sleep"))
    sleep (100);
  else if (!strcmp (word, "eat"))
    return eat ();
  else if (!strcmp (word, "spin"))
    spin ();
  else if (!strcmp (word, "crash"))
    raise (SIGSEGV);
  else if (!strcmp (word, "sleep-other"))
    return start_other (self, "sleep");
  else if (!strcmp (word, "spin-other"))
    return start_other (self, "spin");
  else if (!strcmp (word, "leave-other"))
    return leave_other (self);
  else if (!strcmp (word, "eat-together"))
    return eat_together ();
  else if (!strcmp (word, "be-killed"))
    return be_killed (self);
  else if (!strcmp (word, "say"))
    {
      puts ("said");
      fputs ("complained\n", stderr);
    }
  return 3;
}

/* --- running them ------------------------------------------------------------------------------ */

static char self[4096], folder[] = "/tmp/hbkit-child-XXXXXX";

static struct hb_child
run (const char *word, struct hb_child_limits limits)
{
  char *arguments[] = { "name", (char *)(uintptr_t)word, NULL };
  struct hb_child child;
  struct hb_child_start start = {
    .program = self, .arguments = arguments, .folder = folder, .output = "out", .errors = "err"
  };
  hb_diag *diag = hb_diag_new ();
  assert_true (hb_child_start (&child, &start, &limits, diag));
  while (!hb_child_over (&child))
    hb_child_wait (0.05);
  hb_diag_free (diag);
  return child;
}

/* What it printed. */
static char *
output (const char *name, char text[64])
{
  char *path = hb_format ("%s/%s", folder, name);
  FILE *file = fopen (path, "r");
  assert_non_null (file);
  text[fread (text, 1, 63, file)] = '\0';
  fclose (file);
  hb_free (path);
  return text;
}

/* The process whose number was printed is no more, or soon. */
static void
assert_gone (void)
{
  char text[64];
  pid_t process = (pid_t)atol (output ("out", text));
  assert_true (process > 1);
  for (int i = 0; i < 500 && !kill (process, 0); i++)
    {
      /* Dead, but not waited for by the first of all processes. */
      struct hb_session usage = hb_process_usage (process);
      if (!usage.memory)
        return;
      usleep (10000);
    }
  assert_int_equal (kill (process, 0), -1);
}

/* --- the tests --------------------------------------------------------------------------------- */

TEST (an_end_of_its_own)
{
  char text[64];
  struct hb_child child
      = run ("say", (struct hb_child_limits){ .cpu = 10, .wall = 10, .memory = 4096 * MEGABYTE });
  assert_int_equal (child.end, HB_CHILD_EXITED);
  assert_int_equal (child.code, 3);
  assert_true (child.wall > 0 && child.wall < 10 && child.cpu < 10 && child.memory > 100000);
  assert_string_equal (output ("out", text), "said\n");
  assert_string_equal (output ("err", text), "complained\n");
}

TEST (no_limits)
{
  assert_int_equal (run ("say", (struct hb_child_limits){ 0 }).end, HB_CHILD_EXITED);
}

TEST (no_such_program)
{
  char *arguments[] = { "x", NULL };
  struct hb_child child;
  struct hb_child_start start = { .program = "/nowhere/x", .arguments = arguments };
  struct hb_child_limits none = { 0 };
  hb_diag *diag = hb_diag_new ();
  assert_false (hb_child_start (&child, &start, &none, diag));
  assert_string_equal (hb_diag_first (diag), "cannot run: No such file or directory");
  hb_diag_free (diag);
}

TEST (a_crash)
{
  struct hb_child child = run ("crash", (struct hb_child_limits){ 0 });
  /* A sanitizer reports it and exits. */
  if (child.end != HB_CHILD_CRASHED)
    skip ();
  assert_int_equal (child.code, SIGSEGV);
}

TEST (one_that_sleeps)
{
  struct hb_child child = run ("sleep", (struct hb_child_limits){ .cpu = 50, .wall = 0.3 });
  assert_int_equal (child.end, HB_CHILD_WALL);
  assert_true (child.wall >= 0.3 && child.wall < 10 && child.cpu < 0.3);
}

TEST (one_that_spins)
{
  struct hb_child child = run ("spin", (struct hb_child_limits){ .cpu = 0.2, .wall = 50 });
  assert_int_equal (child.end, HB_CHILD_CPU);
  assert_true (child.cpu >= 0.2 && child.cpu < 1.5);
}

/* Either the kernel gives it no more, or the watchdog is there first. */
TEST (one_that_eats)
{
  struct hb_child child
      = run ("eat", (struct hb_child_limits){ .wall = 50, .memory = 64 * MEGABYTE });
  assert_true (child.end == HB_CHILD_MEMORY || (child.end == HB_CHILD_EXITED && child.code == 77));
  assert_true (child.memory > 30 * MEGABYTE);
  /* What a sanitizer puts around the memory counts as well, and the limit holds within a few looks. */
  assert_true (child.memory < 200 * MEGABYTE);
}

TEST (its_children_sleep)
{
  assert_int_equal (run ("sleep-other", (struct hb_child_limits){ .wall = 0.3 }).end,
                    HB_CHILD_WALL);
  assert_gone ();
}

TEST (its_children_spin)
{
  struct hb_child child = run ("spin-other", (struct hb_child_limits){ .cpu = 0.2, .wall = 50 });
  assert_int_equal (child.end, HB_CHILD_CPU);
  assert_true (child.cpu >= 0.2);
  assert_gone ();
}

TEST (its_children_eat)
{
  struct hb_child child
      = run ("eat-together", (struct hb_child_limits){ .wall = 50, .memory = 100 * MEGABYTE });
  assert_int_equal (child.end, HB_CHILD_MEMORY);
  assert_true (child.memory > 100 * MEGABYTE);
}

TEST (it_leaves_one_behind)
{
  assert_int_equal (run ("leave-other", (struct hb_child_limits){ .wall = 50 }).code, 0);
  assert_gone ();
}

TEST (its_parent_is_killed)
{
  struct hb_child child = run ("be-killed", (struct hb_child_limits){ 0 });
  assert_int_equal (child.end, HB_CHILD_CRASHED);
  assert_int_equal (child.code, SIGKILL);
  assert_gone ();
}

int
main (int count, char **arguments)
{
  ssize_t length = readlink ("/proc/self/exe", self, sizeof self - 1);
  self[length > 0 ? length : 0] = '\0';
  if (count > 1)
    return be (arguments[1], self);
  if (!mkdtemp (folder))
    return 99;
  int failed = unit_run ();
  char *command = hb_format ("rm -r '%s'", folder);
  failed += system (command) != 0;
  hb_free (command);
  return failed;
}

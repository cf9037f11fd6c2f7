/* See child.h. */
#define _GNU_SOURCE
#include "base/child.h"

#include "base/session.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

/* Seconds between two looks at all processes of the session, which cost a look at all processes of
 * the machine; the child itself is looked at every time. */
#define SESSION_PERIOD 0.25

/* --- starting ---------------------------------------------------------------------------------- */

static bool
limit_to (int resource, rlim_t soft, rlim_t hard)
{
  struct rlimit now;
  if (getrlimit (resource, &now))
    return false;
  if (now.rlim_max != RLIM_INFINITY && hard > now.rlim_max)
    hard = now.rlim_max;
  return !setrlimit (resource, &(struct rlimit){ soft < hard ? soft : hard, hard });
}

/* AddressSanitizer and ThreadSanitizer take terabytes of address space for themselves. */
static bool
is_sanitized (void)
{
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
  return true;
#elif defined __has_feature
  return __has_feature (address_sanitizer) || __has_feature (thread_sanitizer);
#else
  return false;
#endif
}

static bool
obey_limits (const struct hb_child_limits *limits)
{
  bool good = limit_to (RLIMIT_CORE, 0, 0);
  /* Whole seconds only: rounded up, the watchdog is closer. */
  if (limits->cpu > 0)
    {
      rlim_t seconds = (rlim_t)limits->cpu + 1;
      good = limit_to (RLIMIT_CPU, seconds, seconds + 1) && good;
    }
  if (limits->memory && !is_sanitized ())
    good = limit_to (RLIMIT_DATA, limits->memory, limits->memory) && good;
  if (limits->file)
    good = limit_to (RLIMIT_FSIZE, limits->file, limits->file) && good;
  return good;
}

static int
open_anew (const char *path)
{
  return open (path ? path : "/dev/null", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

/* Keeps to one core, if one is named. */
static bool
keep_to_core (int pin)
{
#ifdef __linux__
  cpu_set_t core;
  CPU_ZERO (&core);
  if (pin)
    CPU_SET ((size_t)pin - 1, &core);
  return !pin || !sched_setaffinity (0, sizeof core, &core);
#else
  return !pin;
#endif
}

/* In the child: becomes the program, or writes errno into REPORT. */
static HB_NORETURN void
become (const struct hb_child_start *start, const struct hb_child_limits *limits, pid_t parent,
        const char *group, int report)
{
  sigset_t none;
  sigemptyset (&none);
  setsid ();
#ifdef __linux__
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  /* The parent may have died before that. */
  if (getppid () != parent)
    _exit (127);
#endif
  signal (SIGINT, SIG_DFL);
  signal (SIGTERM, SIG_DFL);
  sigprocmask (SIG_SETMASK, &none, NULL);
  bool good = !group || hb_cgroup_join (group);
  good = good && (!start->folder || !chdir (start->folder));
  int in = open (start->input ? start->input : "/dev/null", O_RDONLY | O_CLOEXEC);
  int out = good ? open_anew (start->output) : -1, err = good ? open_anew (start->errors) : -1;
  good = in >= 0 && out >= 0 && err >= 0 && dup2 (in, 0) >= 0 && dup2 (out, 1) >= 0
         && dup2 (err, 2) >= 0 && obey_limits (limits) && keep_to_core (start->pin);
  if (good)
    execv (start->program, start->arguments);
  int number = errno;
  ssize_t written = write (report, &number, sizeof number);
  _exit (written < 0 ? 126 : 127);
}

/* What the child reports: 0, or the errno for which it could not become the program. */
static int
read_report (int from)
{
  int number = 0;
  ssize_t got;
  do
    got = read (from, &number, sizeof number);
  while (got < 0 && errno == EINTR);
  return got == sizeof number ? number : 0;
}

bool
hb_child_start (struct hb_child *child, const struct hb_child_start *start,
                const struct hb_child_limits *limits, hb_diag *diag)
{
  int report[2] = { -1, -1 };
  pid_t parent = getpid ();
  *child = (struct hb_child){ .limits = *limits, .started = hb_now () };
  child->looked = child->started;
  child->group = start->groups ? hb_cgroup_new (start->groups, limits->memory) : NULL;
  if (!pipe (report) && !fcntl (report[0], F_SETFD, FD_CLOEXEC)
      && !fcntl (report[1], F_SETFD, FD_CLOEXEC))
    child->process = fork ();
  else
    child->process = -1;
  if (!child->process)
    become (start, limits, parent, child->group, report[1]);
  int number = errno;
  if (report[1] >= 0)
    close (report[1]);
  if (child->process > 0 && (number = read_report (report[0])))
    {
      while (waitpid (child->process, NULL, 0) < 0 && errno == EINTR)
        ;
      child->process = -1;
    }
  if (report[0] >= 0)
    close (report[0]);
  if (child->process > 0)
    return true;
  hb_cgroup_free (child->group);
  child->group = NULL;
  hb_error (diag, &(struct hb_place){ .file = start->program }, "cannot run: %s",
            strerror (number));
  return false;
}

/* --- watching ---------------------------------------------------------------------------------- */

static double
seconds_of (struct timeval time)
{
  return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

/* What its control group knows; the group is removed. */
static void
take_group (struct hb_child *child)
{
  if (!child->group)
    return;
  struct hb_cgroup_usage usage = hb_cgroup_usage (child->group);
  child->cpu = usage.cpu > child->cpu ? usage.cpu : child->cpu;
  if (usage.out_of_memory)
    child->end = HB_CHILD_MEMORY;
  hb_cgroup_free (child->group);
  child->group = NULL;
}

/* The child is over: why, and what it took. */
static void
finish (struct hb_child *child, int status, const struct rusage *usage)
{
  double cpu = seconds_of (usage->ru_utime) + seconds_of (usage->ru_stime);
  uint64_t memory = (uint64_t)usage->ru_maxrss * 1024;
  child->wall = hb_now () - child->started;
  child->cpu = cpu > child->cpu ? cpu : child->cpu;
  child->memory = memory > child->memory ? memory : child->memory;
  child->code = WIFEXITED (status) ? WEXITSTATUS (status) : WTERMSIG (status);
  if (WIFEXITED (status))
    child->end = HB_CHILD_EXITED;
  else if (child->cause)
    child->end = child->cause;
  else if (child->code == SIGXCPU)
    child->end = HB_CHILD_CPU;
  else
    child->end = HB_CHILD_CRASHED;
  take_group (child);
}

static void
kill_all (const struct hb_child *child)
{
  hb_session_kill (child->process);
  if (child->group)
    hb_cgroup_kill (child->group);
}

/* Waits for the child, if WAIT, or looks whether it is over.  What it started is killed before its
 * number can be another one's; after a plain exit only what is in its process group or control group,
 * since a look at all processes takes longer than a small run. */
static bool
reap (struct hb_child *child, bool wait)
{
  struct rusage usage;
  siginfo_t info = { .si_pid = 0 };
  int status;
  pid_t got;
  while (waitid (P_PID, (id_t)child->process, &info, WEXITED | WNOWAIT | (wait ? 0 : WNOHANG))
         && errno == EINTR)
    ;
  if (!info.si_pid)
    return false;
  if (info.si_code != CLD_EXITED)
    kill_all (child);
  else
    kill (-child->process, SIGKILL);
  do
    got = wait4 (child->process, &status, 0, &usage);
  while (got < 0 && errno == EINTR);
  if (got == child->process)
    finish (child, status, &usage);
  return child->end;
}

static void
look (struct hb_child *child)
{
  double now = hb_now ();
  bool whole = now - child->looked >= SESSION_PERIOD;
  struct hb_session session
      = whole ? hb_session_usage (child->process) : hb_process_usage (child->process);
  if (whole)
    child->looked = now;
  if (child->group)
    session.cpu = hb_cgroup_usage (child->group).cpu;
  child->cpu = session.cpu > child->cpu ? session.cpu : child->cpu;
  child->memory = session.memory > child->memory ? session.memory : child->memory;
  const struct hb_child_limits *limits = &child->limits;
  if (limits->wall > 0 && now - child->started > limits->wall)
    child->cause = HB_CHILD_WALL;
  else if (limits->cpu > 0 && child->cpu > limits->cpu)
    child->cause = HB_CHILD_CPU;
  else if (limits->memory && session.memory > limits->memory)
    child->cause = HB_CHILD_MEMORY;
}

bool
hb_child_over (struct hb_child *child)
{
  if (child->end || reap (child, false))
    return true;
  look (child);
  if (!child->cause)
    return false;
  kill_all (child);
  return reap (child, true);
}

void
hb_child_kill (struct hb_child *child)
{
  if (child->end)
    return;
  child->cause = HB_CHILD_KILLED;
  kill_all (child);
  reap (child, true);
}

void
hb_child_wait (double seconds)
{
  sigset_t set;
  struct timespec time = { (time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9) };
  sigemptyset (&set);
  sigaddset (&set, SIGCHLD);
  sigprocmask (SIG_BLOCK, &set, NULL);
  sigtimedwait (&set, NULL, &time);
}

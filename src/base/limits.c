/* See limits.h. */
#include "base/limits.h"

#include <stdatomic.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* Calls of `hb_limits_hit` between two looks at the clock. */
#define PATIENCE 256

static atomic_int all_stop; /* an enum hb_stop; lock-free, so fit for a signal handler */

void
hb_interrupt (void)
{
  all_stop = HB_INTERRUPTED;
}

void
hb_stop_all (enum hb_stop why)
{
  int running = HB_RUNNING;
  atomic_compare_exchange_strong (&all_stop, &running, (int)why);
}

void
hb_resume_all (void)
{
  int stop = all_stop;
  if (stop != HB_INTERRUPTED)
    atomic_compare_exchange_strong (&all_stop, &stop, HB_RUNNING);
}

bool
hb_interrupted (void)
{
  return all_stop != HB_RUNNING;
}

double
hb_now (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double
hb_cpu_seconds (void)
{
  /* The thread's clock: that of the process goes by ticks of milliseconds when RLIMIT_CPU is set. */
  struct timespec used;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &used);
  return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

uint64_t
hb_peak_memory (void)
{
  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  return (uint64_t)usage.ru_maxrss * 1024;
}

/* Resident bytes now, 0 where the system does not tell. */
static uint64_t
resident_memory (void)
{
  FILE *file = fopen ("/proc/self/statm", "r");
  unsigned long long all, resident = 0;
  if (!file)
    return 0;
  if (fscanf (file, "%llu %llu", &all, &resident) != 2)
    resident = 0;
  fclose (file);
  return resident * (uint64_t)sysconf (_SC_PAGESIZE);
}

struct hb_limits
hb_limits_new (double seconds, uint64_t bytes)
{
  return (struct hb_limits){ .deadline = seconds > 0 ? hb_now () + seconds : 0, .memory = bytes };
}

bool
hb_limits_check (struct hb_limits *limits)
{
  if (!limits || limits->stop)
    return limits && limits->stop;
  limits->countdown = PATIENCE;
  int stop = all_stop;
  if (stop != HB_RUNNING)
    limits->stop = (enum hb_stop)stop;
  else if (limits->deadline > 0 && hb_now () > limits->deadline)
    limits->stop = HB_OUT_OF_TIME;
  else if (limits->memory && resident_memory () > limits->memory)
    limits->stop = HB_OUT_OF_MEMORY;
  return limits->stop;
}

bool
hb_limits_hit (struct hb_limits *limits)
{
  if (!limits)
    return false;
  if (limits->stop)
    return true;
  if (limits->countdown && all_stop == HB_RUNNING)
    {
      limits->countdown--;
      return false;
    }
  return hb_limits_check (limits);
}

const char *
hb_stop_name (enum hb_stop stop)
{
  static const char *const names[] = { "none", "time", "memory", "interrupt" };
  return names[stop];
}

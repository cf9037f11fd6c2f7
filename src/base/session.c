/* See session.h. */
#include "base/session.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Rounds of killing: a process may start another one between the look and the kill. */
#define MOST_ROUNDS 20

struct process
{
  char state; /* Z: over, not yet waited for */
  pid_t session;
  struct hb_session usage;
};

/* Field NUMBER (from 3) of a line of /proc/PID/stat; FROM stands behind the name of the program,
 * which is field 2 and may hold blanks. */
static const char *
field (const char *from, int number)
{
  for (int i = 2; from && i < number; i++)
    {
      from = strchr (from, ' ');
      from = from ? from + 1 : NULL;
    }
  return from;
}

static long long
number_in (const char *from, int field_number)
{
  const char *text = field (from, field_number);
  return text ? atoll (text) : 0;
}

/* See proc (5): state 3, session 6, user and system time 14 and 15, those of waited-for children 16
 * and 17, resident pages 24. */
static bool
read_process (pid_t process, struct process *found)
{
  char path[64], line[1024];
  snprintf (path, sizeof path, "/proc/%ld/stat", (long)process);
  int file = open (path, O_RDONLY | O_CLOEXEC);
  ssize_t got = file < 0 ? -1 : read (file, line, sizeof line - 1);
  if (file >= 0)
    close (file);
  if (got <= 0)
    return false;
  line[got] = '\0';
  const char *from = strrchr (line, ')');
  if (!from || !*field (from, 3))
    return false;
  long long ticks = 0;
  for (int i = 14; i <= 17; i++)
    ticks += number_in (from, i);
  found->state = *field (from, 3);
  found->session = (pid_t)number_in (from, 6);
  found->usage.cpu = (double)ticks / (double)sysconf (_SC_CLK_TCK);
  found->usage.memory = (uint64_t)number_in (from, 24) * (uint64_t)sysconf (_SC_PAGESIZE);
  return true;
}

struct hb_session
hb_process_usage (pid_t process)
{
  struct process found = { 0 };
  read_process (process, &found);
  return found.usage;
}

/* Goes through the session: adds up, or kills; returns how many of them live. */
static int
visit (pid_t session, struct hb_session *sum, bool kill_them)
{
  DIR *folder = opendir ("/proc");
  struct dirent *entry;
  int living = 0;
  while (folder && (entry = readdir (folder)))
    {
      struct process found;
      pid_t process = (pid_t)atol (entry->d_name);
      if (process <= 0 || !read_process (process, &found) || found.session != session
          || found.state == 'Z')
        continue;
      living++;
      sum->cpu += found.usage.cpu;
      sum->memory += found.usage.memory;
      if (kill_them)
        kill (process, SIGKILL);
    }
  if (folder)
    closedir (folder);
  return living;
}

struct hb_session
hb_session_usage (pid_t session)
{
  struct hb_session sum = { 0 };
  visit (session, &sum, false);
  return sum;
}

void
hb_session_kill (pid_t session)
{
  struct hb_session sum = { 0 };
  kill (-session, SIGKILL);
  for (int round = 0; round < MOST_ROUNDS && visit (session, &sum, true); round++)
    {
      struct timespec pause = { 0, 1000000 };
      nanosleep (&pause, NULL);
    }
}

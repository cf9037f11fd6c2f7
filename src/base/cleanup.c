/* See cleanup.h. */
#include "base/cleanup.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST 16

/* A place is taken by its path, and the rest is written before that can be seen: the path comes last. */
static struct
{
  char *_Atomic path;
  atomic_bool claimed, is_folder;
  _Atomic pid_t owner;
} kept[MOST];

void
hb_cleanup_remember (char *path, bool is_folder)
{
  for (int i = 0; i < MOST; i++)
    {
      bool no = false;
      if (!atomic_compare_exchange_strong (&kept[i].claimed, &no, true))
        continue;
      kept[i].is_folder = is_folder;
      kept[i].owner = getpid ();
      kept[i].path = path;
      return;
    }
}

void
hb_cleanup_forget (char *path)
{
  for (int i = 0; i < MOST; i++)
    {
      char *mine = path;
      if (!atomic_compare_exchange_strong (&kept[i].path, &mine, NULL))
        continue;
      kept[i].claimed = false;
      return;
    }
}

/* By rm (1): what reads folders is not safe in a signal handler, a new process is. */
static void
remove_folder (const char *path)
{
  pid_t child = fork ();
  if (!child)
    {
      execl ("/bin/rm", "rm", "-rf", "--", path, (char *)NULL);
      _exit (127);
    }
  while (child > 0 && waitpid (child, NULL, 0) < 0 && errno == EINTR)
    ;
}

void
hb_cleanup_all (void)
{
  pid_t self = getpid ();
  for (int i = 0; i < MOST; i++)
    {
      const char *path = kept[i].path;
      if (!path || kept[i].owner != self)
        continue;
      if (kept[i].is_folder)
        remove_folder (path);
      else
        unlink (path);
    }
}

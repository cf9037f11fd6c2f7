/* See filter.h.  The text goes by way of a temporary file without a name, so nobody waits for anybody. */
#include "cmd/frame/filter.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* In the child.  Without TEXT, standard input and messages stay what they are. */
static void
become (char *const *words, FILE *text, int to)
{
  int silence = text ? open ("/dev/null", O_WRONLY) : STDERR_FILENO;
  if ((text && dup2 (fileno (text), STDIN_FILENO) < 0) || dup2 (to, STDOUT_FILENO) < 0
      || silence < 0 || dup2 (silence, STDERR_FILENO) < 0)
    _exit (126);
  setenv ("SOURCE_DATE_EPOCH", "0", 1);
  setenv ("TZ", "UTC", 1);
  setenv ("LC_ALL", "C.UTF-8", 1);
  execvp (words[0], words);
  _exit (errno == ENOENT ? 127 : 126);
}

static void
read_all (int from, filter_bytes *all)
{
  char part[65536];
  for (;;)
    {
      ssize_t got = read (from, part, sizeof part);
      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        return;
      for (ssize_t i = 0; i < got; i++)
        vec_push (*all, part[i]);
    }
}

/* TEXT: an open file, borrowed, or NULL. */
static int
run (char *const *words, FILE *text, filter_bytes *all)
{
  int ends[2], status = 0;
  if (pipe (ends))
    return 126;
  fflush (NULL);
  pid_t child = fork ();
  if (!child)
    {
      close (ends[0]);
      become (words, text, ends[1]);
    }
  close (ends[1]);
  if (child > 0)
    read_all (ends[0], all);
  close (ends[0]);
  while (child > 0 && waitpid (child, &status, 0) < 0 && errno == EINTR)
    ;
  return child > 0 && WIFEXITED (status) ? WEXITSTATUS (status) : 126;
}

int
filter_run (char *const *words, const char *text, size_t size, filter_bytes *all)
{
  FILE *file = tmpfile ();
  if (!file)
    return 126;
  bool written = fwrite (text, 1, size, file) == size && !fflush (file);
  int status = written && !fseek (file, 0, SEEK_SET) ? run (words, file, all) : 126;
  fclose (file);
  return status;
}

int
filter_run_on_file (char *const *words, filter_bytes *all)
{
  return run (words, NULL, all);
}

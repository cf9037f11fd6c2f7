/* See filter.h.  The text goes by way of a temporary file without a name, so nobody waits for anybody.
 *
 * The program gets texts from strangers, and gnuplot's language can run commands.  What is put into its
 * script is harmless already; should a way be left, there is no shell in reach: a seccomp (2) filter
 * lets the program make threads, and no process. */
#include "cmd/frame/filter.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#if defined __linux__ && defined __x86_64__
#define FILTER_MACHINE AUDIT_ARCH_X86_64
#elif defined __linux__ && defined __aarch64__
#define FILTER_MACHINE AUDIT_ARCH_AARCH64
#endif

/* From now on this process can start no other, whatever it becomes.  Not on other machines than those
 * above, and not where the kernel has no such filters: then the quotes have to do. */
static void
forbid_children (void)
{
#ifdef FILTER_MACHINE
#define LOAD(FIELD) BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, FIELD))
#define ANSWER(CODE) BPF_STMT (BPF_RET | BPF_K, (CODE))
#define REFUSAL (SECCOMP_RET_ERRNO | EPERM)
  struct sock_filter rules[] = {
    LOAD (arch),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, FILTER_MACHINE, 1, 0),
    ANSWER (SECCOMP_RET_KILL_PROCESS),
    LOAD (nr),
#ifdef __x86_64__
    /* The calls of x32 have numbers of their own. */
    BPF_JUMP (BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    ANSWER (REFUSAL),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_fork, 1, 0),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_vfork, 0, 1),
    ANSWER (REFUSAL),
#endif
    /* Its flags cannot be looked at; without it the C library calls clone. */
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
    ANSWER (SECCOMP_RET_ERRNO | ENOSYS),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
    LOAD (args[0]),
    BPF_JUMP (BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
    ANSWER (REFUSAL),
    ANSWER (SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = { sizeof rules / sizeof *rules, rules };
  if (!prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
#endif
}

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
  forbid_children ();
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

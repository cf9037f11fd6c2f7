/* A library to be loaded before all others (LD_PRELOAD): the nth call of a kind fails.
 *
 *     HBKIT_FAULT=memory:17 LD_PRELOAD=./faults.so hbkit check t.edt
 *
 * Kinds: memory (malloc and its like return NULL), write (the disk is full), rename, open (no more
 * files), process (fork and pipes), database (SQLite's calls).  `memory:17+` fails the seventeenth and all
 * after it.  When the fault happens, the file that HBKIT_FAULT_TOLD names comes into being.  Only this
 * process is concerned, not what it starts.  The idea is that of libfiu and of SQLite's own tests of
 * out-of-memory errors (https://www.sqlite.org/testing.html, section 3.1): every single call of a run is
 * made to fail once. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum kind
{
  MEMORY,
  WRITE,
  RENAME,
  OPEN,
  PROCESS,
  DATABASE,
  KINDS
};

static const char *const names[KINDS]
    = { "memory", "write", "rename", "open", "process", "database" };

static enum kind wanted = KINDS;
static atomic_ulong countdown; /* calls to go; 0: the fault has been */
static bool for_good;
static const char *told;

__attribute__ ((constructor)) static void
arm (void)
{
  const char *text = getenv ("HBKIT_FAULT"), *number = text ? strchr (text, ':') : NULL;
  char *end = NULL;
  told = getenv ("HBKIT_FAULT_TOLD");
  unsetenv ("LD_PRELOAD");
  if (!number)
    return;
  countdown = strtoul (number + 1, &end, 10);
  for_good = *end == '+';
  for (int k = 0; k < KINDS; k++)
    if (strlen (names[k]) == (size_t)(number - text)
        && !strncmp (text, names[k], (size_t)(number - text)))
      wanted = (enum kind)k;
}

/* Does this call of KIND fail?  Says so by system calls alone: it may be called from anywhere. */
static bool
fails (enum kind kind)
{
  static atomic_bool failing;
  if (kind != wanted)
    return false;
  if (failing)
    return for_good;
  if (atomic_fetch_sub (&countdown, 1) != 1)
    return false;
  failing = true;
  if (told)
    {
      long file = syscall (SYS_openat, AT_FDCWD, told, O_CREAT | O_WRONLY, 0600);
      if (file >= 0)
        syscall (SYS_close, file);
    }
  return true;
}

/* The function of that name behind this one. */
#define NEXT(NAME)                                                                                 \
  static __typeof__ (&NAME) next;                                                                  \
  if (!next)                                                                                       \
  next = (__typeof__ (&NAME))dlsym (RTLD_NEXT, #NAME)

/* --- memory ------------------------------------------------------------------------------------- */

/* What the C library calls its own by; dlsym allocates, so it is no way to find them. */
void *__libc_malloc (size_t size);
void *__libc_calloc (size_t count, size_t size);
void *__libc_realloc (void *old, size_t size);
void *__libc_memalign (size_t alignment, size_t size);

static void *
none (void)
{
  errno = ENOMEM;
  return NULL;
}

void *
malloc (size_t size)
{
  return fails (MEMORY) ? none () : __libc_malloc (size);
}

void *
calloc (size_t count, size_t size)
{
  return fails (MEMORY) ? none () : __libc_calloc (count, size);
}

void *
realloc (void *old, size_t size)
{
  return fails (MEMORY) ? none () : __libc_realloc (old, size);
}

void *
aligned_alloc (size_t alignment, size_t size)
{
  return fails (MEMORY) ? none () : __libc_memalign (alignment, size);
}

int
posix_memalign (void **memory, size_t alignment, size_t size)
{
  void *got = fails (MEMORY) ? NULL : __libc_memalign (alignment, size);
  if (got)
    *memory = got;
  return got ? 0 : ENOMEM;
}

/* --- files -------------------------------------------------------------------------------------- */

/* Fails with ERROR if this call of KIND does. */
#define MAY_FAIL(KIND, ERROR, RESULT)                                                              \
  do                                                                                               \
    if (fails (KIND))                                                                              \
      {                                                                                            \
        errno = ERROR;                                                                             \
        return RESULT;                                                                             \
      }                                                                                            \
  while (0)

ssize_t
write (int file, const void *data, size_t size)
{
  if (file != STDERR_FILENO)
    MAY_FAIL (WRITE, ENOSPC, -1);
  return syscall (SYS_write, file, data, size);
}

ssize_t
pwrite64 (int file, const void *data, size_t size, off64_t at)
{
  MAY_FAIL (WRITE, ENOSPC, -1);
  return syscall (SYS_pwrite64, file, data, size, at);
}

ssize_t
pwrite (int file, const void *data, size_t size, off_t at)
{
  return pwrite64 (file, data, size, at);
}

int
fsync (int file)
{
  MAY_FAIL (WRITE, EIO, -1);
  return (int)syscall (SYS_fsync, file);
}

int
fdatasync (int file)
{
  MAY_FAIL (WRITE, EIO, -1);
  return (int)syscall (SYS_fdatasync, file);
}

int
rename (const char *from, const char *to)
{
  MAY_FAIL (RENAME, EACCES, -1);
  return (int)syscall (SYS_rename, from, to);
}

static int
open_file (int folder, const char *path, int flags, unsigned mode)
{
  MAY_FAIL (OPEN, EMFILE, -1);
  return (int)syscall (SYS_openat, folder, path, flags, mode);
}

#define OPENS(NAME)                                                                                \
  int NAME (const char *path, int flags, ...)                                                      \
  {                                                                                                \
    va_list arguments;                                                                             \
    va_start (arguments, flags);                                                                   \
    unsigned mode = va_arg (arguments, unsigned);                                                  \
    va_end (arguments);                                                                            \
    return open_file (AT_FDCWD, path, flags, mode);                                                \
  }

OPENS (open)
OPENS (open64)

int
mkstemp (char *name)
{
  NEXT (mkstemp);
  MAY_FAIL (OPEN, EMFILE, -1);
  return next (name);
}

FILE *
fopen (const char *path, const char *mode)
{
  NEXT (fopen);
  MAY_FAIL (OPEN, EMFILE, NULL);
  return next (path, mode);
}

/* --- processes ---------------------------------------------------------------------------------- */

pid_t
fork (void)
{
  NEXT (fork);
  MAY_FAIL (PROCESS, EAGAIN, -1);
  return next ();
}

int
pipe2 (int ends[2], int flags)
{
  MAY_FAIL (PROCESS, EMFILE, -1);
  return (int)syscall (SYS_pipe2, ends, flags);
}

int
pipe (int ends[2])
{
  return pipe2 (ends, 0);
}

int
posix_spawn (pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
             const posix_spawnattr_t *attributes, char *const *arguments, char *const *environment)
{
  NEXT (posix_spawn);
  if (fails (PROCESS))
    return EAGAIN;
  return next (process, path, actions, attributes, arguments, environment);
}

int
posix_spawnp (pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
              const posix_spawnattr_t *attributes, char *const *arguments, char *const *environment)
{
  NEXT (posix_spawnp);
  if (fails (PROCESS))
    return EAGAIN;
  return next (process, path, actions, attributes, arguments, environment);
}

/* --- databases ---------------------------------------------------------------------------------- */

/* SQLite's, without its header: the tests of a build without it need none. */
enum
{
  SQLITE_NOMEM = 7,
  SQLITE_FULL = 13,
  SQLITE_CANTOPEN = 14
};

int sqlite3_open_v2 (const char *path, void **database, int flags, const char *vfs);
int sqlite3_prepare_v2 (void *database, const char *text, int size, void **statement,
                        const char **rest);
int sqlite3_step (void *statement);
int sqlite3_exec (void *database, const char *text, void *callback, void *context, char **error);

int
sqlite3_open_v2 (const char *path, void **database, int flags, const char *vfs)
{
  NEXT (sqlite3_open_v2);
  if (!fails (DATABASE))
    return next (path, database, flags, vfs);
  *database = NULL;
  return SQLITE_CANTOPEN;
}

int
sqlite3_prepare_v2 (void *database, const char *text, int size, void **statement, const char **rest)
{
  NEXT (sqlite3_prepare_v2);
  if (!fails (DATABASE))
    return next (database, text, size, statement, rest);
  *statement = NULL;
  return SQLITE_NOMEM;
}

int
sqlite3_step (void *statement)
{
  NEXT (sqlite3_step);
  return fails (DATABASE) ? SQLITE_FULL : next (statement);
}

int
sqlite3_exec (void *database, const char *text, void *callback, void *context, char **error)
{
  NEXT (sqlite3_exec);
  if (!fails (DATABASE))
    return next (database, text, callback, context, error);
  if (error)
    *error = NULL;
  return SQLITE_FULL;
}

/* See output.h. */
#define _GNU_SOURCE
#include "base/output.h"

#include "base/cleanup.h"
#include "base/pack.h"
#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define BLOCK (256 * 1024)

struct hb_output
{
  hb_diag *diag;
  char *name;      /* where the file shall be, no symbolic link */
  char *temporary; /* where it is until then; NULL: written in place */
  mode_t mode;     /* its permissions once it is there */
  int file;
  int error; /* errno of the first write that failed */
  size_t size;
  hb_pack *pack; /* set for a compressed output */
  bool in_memory;
  VEC (char) text; /* what of a text in memory has left the buffer */
  char buffer[BLOCK];
};

/* All but the buffer is zero: short texts are many, and clearing it would be most of their cost. */
static hb_output *
new_output (void)
{
  hb_output *output = hb_realloc (NULL, 1, sizeof *output);
  memset (output, 0, offsetof (struct hb_output, buffer));
  return output;
}

static bool
write_file (void *context, const char *data, size_t size)
{
  hb_output *output = context;
  while (size && !output->error)
    {
      ssize_t written = write (output->file, data, size);
      if (written < 0 && errno == EINTR)
        continue;
      if (written < 0)
        output->error = errno;
      else
        {
          data += written;
          size -= (size_t)written;
        }
    }
  return !output->error;
}

static void
keep (hb_output *output)
{
  vec_reserve (output->text, output->text.size + output->size);
  memcpy (vec_from (output->text, output->text.size), output->buffer, output->size);
  output->text.size += output->size;
}

/* LAST: nothing comes behind it. */
static void
flush (hb_output *output, bool last)
{
  if (output->in_memory && output->size)
    keep (output);
  else if (output->pack && !output->error)
    {
      if (!hb_pack_put (output->pack, output->buffer, output->size, last) && !output->error)
        output->error = EIO;
    }
  else if (!output->error)
    write_file (output, output->buffer, output->size);
  output->size = 0;
}

/* PATH names an open file: its descriptor; else -1. */
static int
descriptor_of (const char *path)
{
  static const char *const folders[] = { "/dev/fd/", "/proc/self/fd/" };
  if (!strcmp (path, "-") || !strcmp (path, "/dev/stdout"))
    return STDOUT_FILENO;
  if (!strcmp (path, "/dev/stderr"))
    return STDERR_FILENO;
  for (int i = 0; i < 2; i++)
    if (!strncmp (path, folders[i], strlen (folders[i])))
      {
        char *end;
        long number = strtol (path + strlen (folders[i]), &end, 10);
        return *end || number < 0 || number > INT_MAX ? -1 : (int)number;
      }
  return -1;
}

/* May a link that stands in FOLDER and has STATUS be followed?  Where everybody may put links, one that is
 * neither ours nor the folder's owner's may be a trap; Linux by default does not open files through it either. */
static bool
is_trusted (const char *folder, const struct stat *status)
{
  struct stat about;
  return stat (folder, &about) || !(about.st_mode & S_ISVTX) || !(about.st_mode & S_IWOTH)
         || status->st_uid == geteuid () || status->st_uid == about.st_uid;
}

/* Where the symbolic link at PATH, or PATH itself, leads: a file is written there, and the link stands.  New;
 * NULL with errno after an error. */
static char *
followed (const char *path)
{
  char *at = hb_copy_text (path), target[4096];
  struct stat status;
  for (int hops = 0; !lstat (at, &status) && S_ISLNK (status.st_mode); hops++)
    {
      ssize_t length = readlink (at, target, sizeof target - 1);
      const char *slash = strrchr (at, '/');
      char *folder = slash ? hb_copy_bytes (at, (size_t)(slash - at) + 1) : hb_copy_text ("");
      bool good = length >= 0 && is_trusted (*folder ? folder : ".", &status);
      int error = length < 0 ? errno : !good ? EACCES : hops > 40 ? ELOOP : 0;
      if (!error)
        {
          target[length] = '\0';
          hb_free (at);
          at = hb_format ("%s%s", *target == '/' ? "" : folder, target);
        }
      hb_free (folder);
      if (error)
        {
          hb_free (at);
          errno = error;
          return NULL;
        }
    }
  return at;
}

/* Opens PATH itself when it is something else than a file (a device, a pipe). */
static bool
open_in_place (hb_output *output, const char *path)
{
  struct stat status;
  if (stat (path, &status))
    return false;
  if (S_ISDIR (status.st_mode))
    {
      errno = EISDIR;
      output->error = EISDIR;
      return true;
    }
  if (S_ISREG (status.st_mode))
    return false;
  output->file = open (path, O_WRONLY | O_CLOEXEC);
  if (output->file < 0)
    output->error = errno;
  return true;
}

/* The permissions that a new file gets.  The kernel tells; to ask by umask (2) changes them for all threads. */
static mode_t
mode_of_new (void)
{
  FILE *file = fopen ("/proc/self/status", "r");
  char line[256];
  unsigned mask = 0;
  bool found = false;
  while (file && !found && fgets (line, sizeof line, file))
    found = sscanf (line, "Umask: %o", &mask) == 1;
  if (file)
    fclose (file);
  if (!found)
    umask ((mode_t)(mask = umask (077)));
  return 0666 & ~(mode_t)mask;
}

/* Creates a file beside PATH under a name that nobody has, for nobody else to read until it is whole, remembered
 * before it is there: no signal may come between.  Its descriptor, or -1. */
static int
create_beside (hb_output *output, const char *path)
{
  static atomic_uint serial;
  int file = -1;
  for (int patience = 100; patience && file < 0; patience--)
    {
      struct timespec now;
      clock_gettime (CLOCK_REALTIME, &now);
      char *name = hb_format ("%s.%lx%lx%x", path, (unsigned long)getpid (),
                              (unsigned long)now.tv_nsec, atomic_fetch_add (&serial, 1));
      hb_cleanup_remember (name, false);
      file = open (name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
      if (file >= 0)
        {
          output->temporary = name;
          break;
        }
      int error = errno;
      hb_cleanup_forget (name);
      hb_free (name);
      errno = error;
      if (error != EEXIST)
        break;
    }
  return file;
}

/* A new file beside PATH, with the permissions that the old one had or a new one would get. */
static void
open_temporary (hb_output *output, const char *path)
{
  struct stat status;
  output->mode = stat (path, &status) ? mode_of_new () : status.st_mode & 07777;
  output->file = create_beside (output, path);
  if (output->file < 0)
    output->error = errno;
}

hb_output *
hb_output_open (const char *path, hb_diag *diag)
{
  hb_output *output = new_output ();
  int open_already = descriptor_of (path);
  output->diag = diag;
  output->file = -1;
  output->name = open_already < 0 ? followed (path) : hb_copy_text (path);
  if (!output->name)
    output->error = errno;
  else if (open_already == STDOUT_FILENO)
    output->file = STDOUT_FILENO;
  else if (open_already >= 0 && (output->file = dup (open_already)) < 0)
    output->error = errno;
  else if (open_already < 0 && !open_in_place (output, output->name))
    open_temporary (output, output->name);
  if (output->error)
    {
      struct hb_place place = { .file = path };
      hb_error (diag, &place, "cannot write: %s%s",
                output->name ? "" : "it is a symbolic link that cannot be followed: ",
                strerror (output->error));
      hb_output_discard (output);
      return NULL;
    }
  output->pack = hb_pack_new (output->name, write_file, output);
  return output;
}

hb_output *
hb_output_to_memory (void)
{
  hb_output *output = new_output ();
  output->file = -1;
  output->in_memory = true;
  return output;
}

void
hb_put_bytes (hb_output *output, const char *data, size_t size)
{
  while (size)
    {
      size_t room = BLOCK - output->size, part = size < room ? size : room;
      memcpy (output->buffer + output->size, data, part);
      output->size += part;
      data += part;
      size -= part;
      if (output->size == BLOCK)
        flush (output, false);
    }
}

void
hb_put (hb_output *output, const char *text)
{
  hb_put_bytes (output, text, strlen (text));
}

void
hb_put_char (hb_output *output, char c)
{
  hb_put_bytes (output, &c, 1);
}

void
hb_put_number (hb_output *output, uint64_t number)
{
  char digits[20], *first = digits + sizeof digits;
  do
    *--first = (char)('0' + number % 10);
  while (number /= 10);
  hb_put_bytes (output, first, (size_t)(digits + sizeof digits - first));
}

void
hb_put_c_lines (hb_output *output, const char *comment)
{
  while (comment && *comment)
    {
      size_t length = strcspn (comment, "\n");
      hb_put (output, length ? "c " : "c");
      hb_put_bytes (output, comment, length);
      hb_put_char (output, '\n');
      comment += length + (comment[length] == '\n');
    }
}

void
hb_put_signed (hb_output *output, int64_t number)
{
  if (number < 0)
    hb_put_char (output, '-');
  hb_put_number (output, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

void
hb_putf (hb_output *output, const char *format, ...)
{
  char small[512];
  va_list arguments, again;
  va_start (arguments, format);
  va_copy (again, arguments);
  int length = vsnprintf (small, sizeof small, format, arguments);
  va_end (arguments);
  if (length >= 0 && (size_t)length < sizeof small)
    hb_put_bytes (output, small, (size_t)length);
  else if (length >= 0)
    {
      char *large = hb_calloc ((size_t)length + 1, 1);
      vsnprintf (large, (size_t)length + 1, format, again);
      hb_put_bytes (output, large, (size_t)length);
      hb_free (large);
    }
  va_end (again);
}

static void
close_file (hb_output *output)
{
  hb_pack_free (output->pack);
  output->pack = NULL;
  if (output->file > STDERR_FILENO && close (output->file) && !output->error)
    output->error = errno;
}

static void
release (hb_output *output)
{
  if (output->temporary)
    hb_cleanup_forget (output->temporary);
  hb_free (output->temporary);
  hb_free (output->name);
  vec_free (output->text);
  hb_free (output);
}

char *
hb_output_text (hb_output *output, size_t *size)
{
  flush (output, true);
  if (size)
    *size = output->text.size;
  vec_push (output->text, '\0');
  char *text = output->text.data;
  output->text.data = NULL;
  release (output);
  return text;
}

bool
hb_output_commit (hb_output *output)
{
  flush (output, true);
  if (!output->error && output->temporary && fchmod (output->file, output->mode))
    output->error = errno;
  close_file (output);
  if (!output->error && output->temporary && rename (output->temporary, output->name))
    output->error = errno;
  int error = output->error;
  if (error)
    {
      struct hb_place place = { .file = strcmp (output->name, "-") ? output->name : "<stdout>" };
      hb_error (output->diag, &place, "cannot write: %s", strerror (error));
      if (output->temporary)
        unlink (output->temporary);
    }
  release (output);
  return !error;
}

void
hb_output_discard (hb_output *output)
{
  if (!output)
    return;
  output->error = output->error ? output->error : ECANCELED;
  close_file (output);
  if (output->temporary)
    unlink (output->temporary);
  release (output);
}

/* See output.h. */
#define _GNU_SOURCE
#include "base/output.h"

#include "base/pack.h"
#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define BLOCK (256 * 1024)
#define MOST_OPEN 16

struct hb_output
{
  hb_diag *diag;
  char *name;      /* where the file shall be */
  char *temporary; /* where it is until then; NULL: written in place */
  int file;
  int error; /* errno of the first write that failed */
  size_t size;
  char buffer[BLOCK];
  hb_pack *pack; /* set for a compressed output */
  bool in_memory;
  VEC (char) text; /* what of a text in memory has left the buffer */
};

/* The temporary files in being, for the signal handler. */
static char *_Atomic open_files[MOST_OPEN];

static void
remember (char *temporary)
{
  for (int i = 0; i < MOST_OPEN; i++)
    {
      char *none = NULL;
      if (atomic_compare_exchange_strong (&open_files[i], &none, temporary))
        return;
    }
}

static void
forget (char *temporary)
{
  for (int i = 0; i < MOST_OPEN; i++)
    {
      char *mine = temporary;
      if (atomic_compare_exchange_strong (&open_files[i], &mine, NULL))
        return;
    }
}

void
hb_output_remove_all (void)
{
  for (int i = 0; i < MOST_OPEN; i++)
    {
      const char *file = open_files[i];
      if (file)
        unlink (file);
    }
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

/* Creates a file beside PATH under a name that nobody has; its descriptor, or -1.  Not mkostemp (3): the
 * permissions are to be those that any new file gets, and the umask cannot be asked without changing it for all
 * threads. */
static int
create_beside (hb_output *output, const char *path)
{
  static atomic_uint serial;
  int file = -1;
  for (int patience = 100; patience && file < 0; patience--)
    {
      struct timespec now;
      clock_gettime (CLOCK_REALTIME, &now);
      hb_free (output->temporary);
      output->temporary = hb_format ("%s.%lx%lx%x", path, (unsigned long)getpid (),
                                     (unsigned long)now.tv_nsec, atomic_fetch_add (&serial, 1));
      file = open (output->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (file < 0 && errno != EEXIST)
        break;
    }
  return file;
}

/* A new file beside PATH, with the permissions that the old one had or a new one would get. */
static void
open_temporary (hb_output *output, const char *path)
{
  struct stat status;
  bool is_new = stat (path, &status);
  output->file = create_beside (output, path);
  if (output->file < 0)
    {
      output->error = errno;
      hb_free (output->temporary);
      output->temporary = NULL;
      return;
    }
  remember (output->temporary);
  if (!is_new && fchmod (output->file, status.st_mode & 07777))
    output->error = errno;
}

hb_output *
hb_output_open (const char *path, hb_diag *diag)
{
  hb_output *output = hb_calloc (1, sizeof *output);
  output->diag = diag;
  output->name = hb_copy_text (path);
  output->file = -1;
  if (!strcmp (path, "-"))
    output->file = STDOUT_FILENO;
  else if (!open_in_place (output, path))
    open_temporary (output, path);
  if (output->error)
    {
      struct hb_place place = { .file = path };
      hb_error (diag, &place, "cannot write: %s", strerror (output->error));
      hb_output_discard (output);
      return NULL;
    }
  output->pack = hb_pack_new (output->name, write_file, output);
  return output;
}

hb_output *
hb_output_to_memory (void)
{
  hb_output *output = hb_calloc (1, sizeof *output);
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
    forget (output->temporary);
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

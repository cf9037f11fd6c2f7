/* See input.h.  Plain files are read straight into the line buffer; what starts like a compressed
 * file goes through unpack.h. */
#include "base/input.h"

#include "base/limits.h"
#include "base/path.h"
#include "base/progress.h"
#include "base/unpack.h"
#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BLOCK (256 * 1024)

/* Behind what was read stand so many line ends: who looks at eight bytes together needs not care where a
 * line ends. */
#define ENDS 8

struct hb_input
{
  hb_diag *diag;
  char *name;
  int file;
  uint64_t size, consumed;

  VEC (char) buffer;        /* bytes read and not yet forgotten */
  size_t next;              /* where the next line starts */
  size_t line, line_length; /* where the last line starts, without its end */
  size_t number;            /* of the last line */
  size_t longest;           /* bytes that a line may have; 0: any number */
  bool ended, failed;
  bool has_zero;

  hb_unpack *unpack; /* set for a compressed input */
  uint64_t taken;    /* bytes of the content so far */
};

static void
end_lines (hb_input *input)
{
  HB_ASSERT (input->buffer.size + ENDS <= input->buffer.capacity);
  memset (input->buffer.data + input->buffer.size, '\n', ENDS);
}

static uint64_t most_bytes;

void
hb_input_limit_size (uint64_t bytes)
{
  most_bytes = bytes;
}

static void
fail (hb_input *input, const char *what)
{
  struct hb_place place = { .file = input->name };
  hb_error (input->diag, &place, "cannot read: %s", what);
  input->failed = input->ended = true;
}

/* Up to SIZE bytes of the file into DATA; 0 at its end and after an error. */
static size_t
read_file (hb_input *input, char *data, size_t size)
{
  ssize_t got;
  do
    got = read (input->file, data, size);
  while (got < 0 && errno == EINTR && !hb_interrupted ());
  if (got < 0)
    {
      fail (input, strerror (errno));
      return 0;
    }
  input->consumed += (uint64_t)got;
  return (size_t)got;
}

static size_t
feed (void *context, char *data, size_t size, bool *failed)
{
  hb_input *input = context;
  size_t got = read_file (input, data, size);
  *failed = input->failed;
  return got;
}

/* Counts SIZE more bytes of the content. */
static void
take (hb_input *input, size_t size)
{
  input->taken += size;
  if (most_bytes && input->taken > most_bytes && !input->failed)
    {
      hb_error (input->diag, &(struct hb_place){ .file = input->name },
                "has more than the %llu bytes that --max-size allows",
                (unsigned long long)most_bytes);
      input->failed = input->ended = true;
    }
}

/* Does the name promise a compressed file?  What is damaged at its front would be taken for a text. */
static bool
is_called_compressed (const char *path)
{
  static const char *const suffixes[] = { ".gz", ".xz", ".zst" };
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
    if (hb_ends_in (path, suffixes[i]))
      return true;
  return false;
}

hb_input *
hb_input_open (const char *path, hb_diag *diag)
{
  hb_input *input = hb_calloc (1, sizeof *input);
  struct hb_place place = { .file = path };
  struct stat status;
  input->diag = diag;
  input->name = hb_copy_text (path);
  bool standard = !strcmp (path, "-");
  input->file = standard ? STDIN_FILENO : open (path, O_RDONLY | O_CLOEXEC);
  if (input->file < 0 || fstat (input->file, &status))
    {
      hb_error (diag, &place, "cannot open: %s", strerror (errno));
      hb_input_close (input);
      return NULL;
    }
  if (S_ISDIR (status.st_mode))
    {
      hb_error (diag, &place, "is a directory; expected a file");
      hb_input_close (input);
      return NULL;
    }
  input->size = S_ISREG (status.st_mode) ? (uint64_t)status.st_size : 0;
  /* The first block tells whether the file is compressed. */
  char *block = hb_realloc (NULL, BLOCK + ENDS, 1);
  size_t got = read_file (input, block, BLOCK);
  if (hb_unpack_knows (block, got))
    input->unpack = hb_unpack_new (block, got, BLOCK, feed, input, !most_bytes);
  else
    {
      take (input, got);
      if (is_called_compressed (path) && !input->failed)
        fail (input, "what its name calls compressed does not begin so");
      input->buffer.data = block;
      input->buffer.size = got;
      input->buffer.capacity = BLOCK + ENDS;
      end_lines (input);
      input->has_zero = memchr (block, '\0', got);
      if (!got)
        input->ended = true;
    }
  if (input->failed)
    {
      hb_input_close (input);
      return NULL;
    }
  return input;
}

hb_input *
hb_input_of_bytes (const char *name, const char *text, size_t size, hb_diag *diag)
{
  hb_input *input = hb_calloc (1, sizeof *input);
  input->diag = diag;
  input->name = hb_copy_text (name);
  input->file = -1;
  input->size = input->consumed = size;
  vec_reserve (input->buffer, size + ENDS);
  if (size)
    memcpy (input->buffer.data, text, size);
  input->buffer.size = size;
  end_lines (input);
  input->has_zero = memchr (input->buffer.data, '\0', size);
  input->ended = true;
  return input;
}

/* Appends the next block to the buffer, after moving what is still needed to its front. */
static void
refill (hb_input *input)
{
  if (hb_progress_wanted ())
    hb_input_tell (input, "reading", NULL, 0);
  size_t kept = input->buffer.size - input->next;
  if (input->next)
    memmove (input->buffer.data, input->buffer.data + input->next, kept);
  input->buffer.size = kept;
  input->next = 0;
  vec_reserve (input->buffer, kept + BLOCK + ENDS);
  char *free_space = input->buffer.data + kept;
  size_t got;
  if (input->unpack)
    {
      got = hb_unpack_read (input->unpack, free_space, BLOCK);
      if (hb_unpack_error (input->unpack))
        {
          if (!input->failed)
            fail (input, hb_unpack_error (input->unpack));
          return;
        }
    }
  else
    got = read_file (input, free_space, BLOCK);
  take (input, got);
  input->has_zero = input->has_zero || (got && memchr (free_space, '\0', got));
  input->buffer.size += got;
  end_lines (input);
  if (!got)
    input->ended = true;
}

bool
hb_input_finish (hb_input *input)
{
  while (!input->ended)
    {
      input->next = input->buffer.size;
      refill (input);
    }
  return !input->failed;
}

void
hb_input_limit_lines (hb_input *input, size_t bytes)
{
  input->longest = bytes;
}

static void
fail_at_long_line (hb_input *input)
{
  struct hb_place place
      = { .file = input->name, .line = input->number + 1, .column = input->longest + 1 };
  hb_error (input->diag, &place, "line longer than %zu bytes; no line of this format is",
            input->longest);
  input->failed = input->ended = true;
}

bool
hb_input_line (hb_input *input, const char **line, size_t *length)
{
  size_t searched = 0;
  char *end = NULL;
  for (;;)
    {
      char *start = vec_from (input->buffer, input->next);
      size_t available = input->buffer.size - input->next;
      if (available > searched)
        end = memchr (start + searched, '\n', available - searched);
      if (end || input->ended)
        break;
      searched = available;
      if (input->longest && searched > input->longest)
        fail_at_long_line (input);
      else
        refill (input);
    }
  size_t stop = end ? (size_t)(end - input->buffer.data) : input->buffer.size;
  if (input->longest && stop - input->next > input->longest && !input->failed)
    fail_at_long_line (input);
  if (input->failed)
    return false;
  if (!end && stop == input->next)
    return false;
  input->line = input->next;
  input->line_length = stop - input->line;
  input->next = end ? stop + 1 : stop;
  input->number++;
  if (input->line_length && input->buffer.data[input->line + input->line_length - 1] == '\r')
    input->line_length--;
  *line = input->buffer.data + input->line;
  *length = input->line_length;
  return true;
}

bool
hb_input_lines (hb_input *input, hb_buffer *text)
{
  const char *line;
  for (size_t length; hb_input_line (input, &line, &length);)
    {
      for (size_t i = 0; i < length; i++)
        vec_push (*text, line[i]);
      vec_push (*text, '\n');
    }
  return !input->failed;
}

const char *
hb_input_ahead (const hb_input *input, size_t *length)
{
  *length = input->buffer.size - input->next;
  return vec_from (input->buffer, input->next);
}

const char *
hb_input_peek (hb_input *input, size_t *length)
{
  while (!input->buffer.size && !input->ended)
    refill (input);
  return hb_input_ahead (input, length);
}

bool
hb_input_has_zero (const hb_input *input)
{
  return input->has_zero;
}

bool
hb_input_failed (const hb_input *input)
{
  return input->failed;
}

const char *
hb_input_name (const hb_input *input)
{
  return input->name;
}

size_t
hb_input_line_number (const hb_input *input)
{
  return input->number;
}

struct hb_place
hb_input_place (const hb_input *input, size_t column)
{
  struct hb_place place = { .file = input->name, .line = input->number, .column = column };
  if (input->number)
    {
      place.text = input->buffer.data + input->line;
      place.length = input->line_length;
    }
  return place;
}

void
hb_input_tell (const hb_input *input, const char *doing, const char *of, uint64_t number)
{
  struct hb_progress progress
      = { .doing = doing,
          .what = input->name,
          .counts
          = { { "MB", input->consumed / 1000000 }, { "lines", input->number }, { of, number } } };
  /* What is in the buffer was taken, but not read yet: of a short file that is all. */
  size_t ahead = input->unpack ? 0 : input->buffer.size - input->next;
  if (input->size)
    progress.share = (double)(input->consumed - ahead) / (double)input->size;
  hb_progress_tell (&progress);
}

void
hb_input_close (hb_input *input)
{
  if (!input)
    return;
  hb_progress_over ();
  hb_unpack_free (input->unpack);
  if (input->file > STDIN_FILENO)
    close (input->file);
  vec_free (input->buffer);
  hb_free (input->name);
  hb_free (input);
}

char *
hb_input_reread (const char *path, size_t line)
{
  struct stat status;
  if (!strcmp (path, "-") || stat (path, &status) || !S_ISREG (status.st_mode))
    return NULL;
  hb_diag *ignored = hb_diag_new ();
  hb_input *input = hb_input_open (path, ignored);
  const char *text = NULL;
  size_t length = 0;
  char *copy = NULL;
  while (input && input->number < line && hb_input_line (input, &text, &length))
    ;
  if (input && line && input->number == line)
    copy = hb_copy_bytes (text, length);
  hb_input_close (input);
  hb_diag_free (ignored);
  return copy;
}

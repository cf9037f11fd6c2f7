/* See problem_lines.h. */
#include "own/problem_lines.h"

#include "base/memory.h"

#include <string.h>

struct own_text *
own_text_new (const char *bytes, size_t length)
{
  bool ends = !length || bytes[length - 1] == '\n';
  struct own_text *text = hb_calloc (1, sizeof *text + length + 2);
  if (length)
    memcpy (text->bytes, bytes, length);
  text->length = length + !ends;
  if (!ends)
    text->bytes[length] = '\n';
  return text;
}

struct own_text *
own_text_read (hb_input *input)
{
  hb_output *output = hb_output_to_memory ();
  const char *line;
  size_t length;
  while (hb_input_line (input, &line, &length))
    {
      hb_put_bytes (output, line, length);
      hb_put_char (output, '\n');
    }
  bool good = !hb_input_failed (input);
  hb_input_close (input);
  char *bytes = hb_output_text (output, &length);
  struct own_text *text = good ? own_text_new (bytes, length) : NULL;
  hb_free (bytes);
  return text;
}

static const struct own_text *
text_of (const hb_instance *instance)
{
  return (const struct own_text *)instance;
}

static bool
recognises (const struct hb_problem *self, const char *bytes, size_t length)
{
  (void)self, (void)bytes, (void)length;
  return false;
}

static hb_instance *
read_instance (const struct hb_problem *self, hb_input *input, hb_diag *diag)
{
  (void)self, (void)diag;
  return (hb_instance *)own_text_read (input);
}

static void
write_instance (const struct hb_problem *self, const hb_instance *instance, const char *comment,
                hb_output *output)
{
  (void)self, (void)comment;
  hb_put_bytes (output, text_of (instance)->bytes, text_of (instance)->length);
}

static size_t
lines_of (const struct own_text *text)
{
  size_t lines = 0;
  for (size_t i = 0; i < text->length; i++)
    lines += text->bytes[i] == '\n';
  return lines;
}

static void
sizes_of (const struct hb_problem *self, const hb_instance *instance, uint64_t *sizes)
{
  (void)self;
  sizes[0] = lines_of (text_of (instance));
  sizes[1] = text_of (instance)->length;
}

static bool
equal (const struct hb_problem *self, const hb_instance *a, const hb_instance *b)
{
  (void)self;
  return text_of (a)->length == text_of (b)->length
         && !memcmp (text_of (a)->bytes, text_of (b)->bytes, text_of (a)->length);
}

static hb_instance *
copy (const struct hb_problem *self, const hb_instance *instance)
{
  (void)self;
  return (hb_instance *)own_text_new (text_of (instance)->bytes, text_of (instance)->length);
}

static void
free_instance (const struct hb_problem *self, hb_instance *instance)
{
  (void)self;
  hb_free (instance);
}

static size_t
parts (const struct hb_problem *self, const hb_instance *instance)
{
  (void)self;
  return lines_of (text_of (instance));
}

/* Where the line that begins at byte I ends; every line has its end. */
static size_t
behind_line (const struct own_text *text, size_t i)
{
  while (text->bytes[i] != '\n')
    i++;
  return i + 1;
}

static hb_instance *
without (const struct hb_problem *self, const hb_instance *instance, size_t i)
{
  (void)self;
  const struct own_text *text = text_of (instance);
  size_t before = 0;
  while (i--)
    before = behind_line (text, before);
  size_t after = behind_line (text, before);
  struct own_text *less = own_text_new (text->bytes, text->length);
  memmove (less->bytes + before, less->bytes + after, text->length - after + 1);
  less->length -= after - before;
  return (hb_instance *)less;
}

static const char *const measures[] = { "lines", "bytes", NULL };

static const struct hb_bound bounds[]
    = { { "size", "what 'enumerate' and 'generate' get as {size}", 4, 12, 0 },
        { NULL, NULL, 0, 0, 0 } };

const struct hb_problem own_lines = {
  .name = "lines",
  .suffix = "txt",
  .thing = "instance",
  .things = "instances",
  .measures = measures,
  .bounds = bounds,
  .recognises = recognises,
  .read = read_instance,
  .write = write_instance,
  .sizes = sizes_of,
  .equal = equal,
  .copy = copy,
  .free = free_instance,
  .parts = parts,
  .without = without,
};

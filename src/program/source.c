/* See source.h. */
#include "program/source.h"

#include <stdarg.h>
#include <string.h>

void
hb_source_init (hb_source *source, const char *file, const char *const *keywords)
{
  *source = (hb_source){ .keywords = keywords };
  source->names = hb_names_new ();
  source->file = hb_copy_text (file);
}

void
hb_source_free (hb_source *source)
{
  for (size_t i = 0; i < source->comments.size; i++)
    hb_free (source->comments.data[i]);
  vec_free (source->comments);
  vec_free (source->exps);
  vec_free (source->args);
  vec_free (source->text);
  vec_free (source->line_starts);
  hb_names_free (source->names);
  hb_free (source->file);
}

bool
hb_source_load (hb_source *source, hb_input *input, hb_diag *diag)
{
  const char *line;
  size_t length;
  while (hb_input_line (input, &line, &length))
    {
      vec_push (source->line_starts, source->text.size);
      vec_reserve (source->text, source->text.size + length + 1);
      memcpy (source->text.data + source->text.size, line, length);
      source->text.size += length;
      vec_push (source->text, '\n');
    }
  vec_push (source->line_starts, source->text.size);
  if (hb_input_failed (input))
    return false;
  if (source->text.size < UINT32_MAX)
    return true;
  hb_source_error (source, diag, (struct hb_spot){ 0, 0 }, "a program of 4 GB or more");
  return false;
}

bool
hb_source_is_keyword (const hb_source *source, const char *text)
{
  for (size_t i = 0; source->keywords[i]; i++)
    if (!strcmp (source->keywords[i], text))
      return true;
  return false;
}

struct hb_place
hb_source_place (const hb_source *source, struct hb_spot spot)
{
  struct hb_place place = { .file = source->file, .line = spot.line, .column = spot.column };
  if (!spot.line || spot.line > source->line_starts.size)
    return place;
  size_t start = source->line_starts.data[spot.line - 1], stop = start;
  while (stop < source->text.size && source->text.data[stop] != '\n')
    stop++;
  place.text = vec_from (source->text, start);
  place.length = stop - start;
  return place;
}

void
hb_source_error (const hb_source *source, hb_diag *diag, struct hb_spot spot, const char *format,
                 ...)
{
  char text[512];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  struct hb_place place = hb_source_place (source, spot);
  hb_error (diag, &place, "%s", text);
}

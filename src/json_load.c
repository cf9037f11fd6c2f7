/* See json_load.h. */
#include "json_load.h"

#include "input.h"
#include "vec.h"

#include <string.h>

struct text
{
  VEC (char) bytes; /* all lines, each with a line feed */
};

static bool
read_text (const char *path, struct text *text, hb_diag *diag)
{
  hb_input *input = hb_input_open (path, diag);
  const char *line;
  size_t length;
  if (!input)
    return false;
  while (hb_input_line (input, &line, &length))
    {
      vec_reserve (text->bytes, text->bytes.size + length + 1);
      if (length)
        memcpy (text->bytes.data + text->bytes.size, line, length);
      text->bytes.size += length;
      text->bytes.data[text->bytes.size++] = '\n';
    }
  bool fine = !hb_input_failed (input);
  hb_input_close (input);
  return fine;
}

/* The place of jansson's complaint: it gives the byte behind the last one it took. */
static struct hb_place
place_of (const char *path, const struct text *text, size_t position)
{
  struct hb_place place = { .file = path, .line = 1, .column = 1 };
  size_t end = text->bytes.size, at = position ? position - 1 : 0;
  const char *start = text->bytes.data, *stop;
  if (!end)
    return place;
  at = at < end ? at : end - 1;
  for (size_t i = 0; i < at; i++)
    if (text->bytes.data[i] == '\n')
      {
        place.line++;
        start = text->bytes.data + i + 1;
      }
  stop = memchr (start, '\n', end - (size_t)(start - text->bytes.data));
  place.column = (size_t)(text->bytes.data + at - start) + 1;
  place.text = start;
  place.length = (size_t)((stop ? stop : text->bytes.data + end) - start);
  return place;
}

json_t *
hb_json_load (const char *path, hb_diag *diag)
{
  struct text text = { VEC_EMPTY };
  json_t *root = NULL;
  json_error_t error;
  if (read_text (path, &text, diag))
    {
      const char *bytes = text.bytes.size ? text.bytes.data : "";
      root = json_loadb (bytes, text.bytes.size, JSON_REJECT_DUPLICATES, &error);
      if (!root)
        {
          size_t position = error.position > 0 ? (size_t)error.position : 0;
          struct hb_place place = place_of (path, &text, position);
          hb_error (diag, &place, "not JSON: %s", error.text);
        }
    }
  vec_free (text.bytes);
  return root;
}

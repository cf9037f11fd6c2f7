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

/* Where the word starts that jansson complains of: its text ends in "near 'WORD'" and its position is the
 * end of WORD. */
static size_t
fault (const struct text *text, const json_error_t *error)
{
  size_t end = error->position > 0 ? (size_t)error->position : 0;
  const char *near = strstr (error->text, "near '");
  size_t length = near ? strlen (near += strlen ("near '")) - 1 : 0;
  if (length && length <= end && end <= text->bytes.size
      && !memcmp (text->bytes.data + end - length, near, length))
    return end - length;
  return end ? end - 1 : 0;
}

static struct hb_place
place_of (const char *path, const struct text *text, size_t at)
{
  struct hb_place place = { .file = path, .line = 1, .column = 1 };
  size_t size = text->bytes.size, start = 0;
  at = at < size ? at : size;
  for (size_t i = 0; i < at; i++)
    if (text->bytes.data[i] == '\n')
      {
        place.line++;
        start = i + 1;
      }
  place.column = at - start + 1;
  place.text = size ? text->bytes.data + start : NULL;
  const char *stop = start < size ? memchr (place.text, '\n', size - start) : NULL;
  place.length = stop ? (size_t)(stop - place.text) : 0;
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
          struct hb_place place = place_of (path, &text, fault (&text, &error));
          hb_error (diag, &place, "not JSON: %s", error.text);
        }
    }
  vec_free (text.bytes);
  return root;
}

/* See json_load.h. */
#include "base/json_load.h"

#include <string.h>

static bool
read_text (hb_input *input, struct hb_json_text *text)
{
  const char *line;
  size_t length;
  while (hb_input_line (input, &line, &length))
    {
      vec_reserve (text->bytes, text->bytes.size + length + 1);
      if (length)
        memcpy (text->bytes.data + text->bytes.size, line, length);
      text->bytes.size += length;
      text->bytes.data[text->bytes.size++] = '\n';
    }
  return !hb_input_failed (input);
}

/* Where the word starts that jansson complains of: its text ends in "near 'WORD'" and its position
 * is the end of WORD. */
static size_t
fault (const struct hb_json_text *text, const json_error_t *error)
{
  size_t end = error->position > 0 ? (size_t)error->position : 0;
  const char *near = strstr (error->text, "near '");
  size_t length = near ? strlen (near += strlen ("near '")) - 1 : 0;
  if (length && length <= end && end <= text->bytes.size
      && !memcmp (text->bytes.data + end - length, near, length))
    return end - length;
  return end ? end - 1 : 0;
}

struct hb_place
hb_json_place (const char *path, const struct hb_json_text *text, size_t at)
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
hb_json_load (hb_input *input, struct hb_json_text *text, hb_diag *diag)
{
  json_error_t error;
  if (!read_text (input, text))
    return NULL;
  const char *bytes = text->bytes.size ? text->bytes.data : "";
  json_t *root = json_loadb (bytes, text->bytes.size, JSON_REJECT_DUPLICATES, &error);
  if (!root)
    {
      struct hb_place place = hb_json_place (hb_input_name (input), text, fault (text, &error));
      hb_error (diag, &place, "not JSON: %s", error.text);
    }
  return root;
}

/* --- places ------------------------------------------------------------------------------------- */

/* What stands at AT or behind blanks. */
static const char *
skip_blanks (const char *at)
{
  return at + strspn (at, " \t\r\n");
}

/* Behind the string that starts at AT. */
static const char *
skip_string (const char *at)
{
  for (at++; *at != '"'; at++)
    if (*at == '\\')
      at++;
  return at + 1;
}

/* Behind the value that starts at AT. */
static const char *
skip_value (const char *at)
{
  size_t depth = 0;
  do
    {
      if (*at == '"')
        {
          at = skip_string (at);
          continue;
        }
      if (*at == '{' || *at == '[')
        depth++;
      else if (*at == '}' || *at == ']')
        depth--;
      at++;
    }
  while (depth || !strchr (",]} \t\r\n", *at));
  return at;
}

/* From the first byte of a container or a comma to what comes next in it; NULL at the container's
 * end. */
static const char *
next_item (const char *at)
{
  at = skip_blanks (at);
  if (*at == '}' || *at == ']')
    return NULL;
  at = skip_blanks (at + 1);
  return *at == '}' || *at == ']' ? NULL : at;
}

const char *
hb_json_find_key (const char *at, const char *key)
{
  size_t length = strlen (key);
  if (*at != '{')
    return NULL;
  while ((at = next_item (at)))
    {
      const char *end = skip_string (at);
      bool found = (size_t)(end - at) == length + 2 && !memcmp (at + 1, key, length);
      at = skip_blanks (skip_blanks (end) + 1);
      if (found)
        return at;
      at = skip_value (at);
    }
  return NULL;
}

const char *
hb_json_find_index (const char *at, size_t index)
{
  if (*at != '[')
    return NULL;
  while ((at = next_item (at)) && index--)
    at = skip_value (at);
  return at;
}

/* See json_way.h. */
#include "format/json_way.h"

#include <stdarg.h>
#include <stdio.h>

/* --- where -------------------------------------------------------------------------------------- */

void
hb_way_go (struct hb_json_reader *reader, const char *section, const char *key)
{
  reader->here = (struct hb_way){ section, key, { HB_NONE, HB_NONE, HB_NONE } };
}

void
hb_way_mark (struct hb_json_reader *reader)
{
  vec_push (reader->ways, reader->here);
  reader->builder->place.line = reader->ways.size;
}

bool
hb_way_fails (struct hb_json_reader *reader, const char *format, ...)
{
  char text[512];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  hb_way_mark (reader);
  hb_error (reader->diag, &reader->builder->place, "%s", text);
  return false;
}

/* The keys between the indices of a way. */
static const char *const below[] = { "", "messages", "events" };

/* The way as text, with ": " behind it; at most 200 bytes. */
static void
show_way (const struct hb_way *way, char text[200])
{
  int size = snprintf (text, 200, "%s", way->section ? way->section : "");
  if (way->key)
    size += snprintf (text + size, 200 - (size_t)size, ".%.60s", way->key);
  for (int i = 0; i < 3 && way->index[i] != HB_NONE; i++)
    size += snprintf (text + size, 200 - (size_t)size, "%s%s[%u]", i ? "." : "", below[i],
                      way->index[i]);
  if (size)
    snprintf (text + size, 200 - (size_t)size, ": ");
}

/* --- members ------------------------------------------------------------------------------------ */

bool
hb_check_object (struct hb_json_reader *reader, const json_t *object, const char *what,
                 const char *const *keys)
{
  const char *key;
  json_t *value;
  if (!json_is_object (object))
    return hb_way_fails (reader, "expected an object: %s", what);
  json_object_foreach ((json_t *)object, key, value)
  {
    int i = 0;
    while (keys[i] && strcmp (keys[i], key) != 0)
      i++;
    if (!keys[i])
      return hb_way_fails (reader, "unknown key '%.60s' in %s", key, what);
  }
  return true;
}

bool
hb_take_text (struct hb_json_reader *reader, const json_t *object, const char *key, bool needed,
              struct hb_span *text)
{
  const json_t *value = json_object_get (object, key);
  *text = (struct hb_span){ NULL, 0 };
  if (!value)
    return !needed || hb_way_fails (reader, "no key '%s'; expected a text under it", key);
  if (!json_is_string (value))
    return hb_way_fails (reader, "'%s' is no text; expected one in quotes", key);
  *text = (struct hb_span){ json_string_value (value), json_string_length (value) };
  return true;
}

bool
hb_check_name (struct hb_json_reader *reader, struct hb_span name, const char *what)
{
  return hb_name_is_legal (name.text, name.length)
         || hb_way_fails (reader,
                          "'%.60s' cannot be %s; expected letters, digits and . _ : ~ -, "
                          "the last one not a ':'",
                          name.text, what);
}

bool
hb_take_name (struct hb_json_reader *reader, const json_t *object, const char *key,
              const char *what, struct hb_span *name)
{
  return hb_take_text (reader, object, key, true, name) && hb_check_name (reader, *name, what);
}

bool
hb_take_array (struct hb_json_reader *reader, const json_t *object, const char *key, bool needed,
               const json_t **array)
{
  *array = json_object_get (object, key);
  if (!*array)
    return !needed || hb_way_fails (reader, "no key '%s'; expected an array under it", key);
  return json_is_array (*array) || hb_way_fails (reader, "'%s' is no array; expected one", key);
}

/* Where the way leads in the text, or as far as it can be followed. */
static size_t
find_way (const struct hb_way *way, const struct hb_json_text *text)
{
  const char *start = text->bytes.data, *at = start + strspn (start, " \t\r\n"), *next = at;
  if (way->section && (next = hb_json_find_key (at, way->section)))
    at = next;
  if (way->key && next && (next = hb_json_find_key (at, way->key)))
    at = next;
  for (int i = 0; i < 3 && next && way->index[i] != HB_NONE; i++)
    {
      next = i ? hb_json_find_key (at, below[i]) : at;
      next = next ? hb_json_find_index (next, way->index[i]) : NULL;
      at = next ? next : at;
    }
  return (size_t)(at - start);
}

void
hb_way_report (const struct hb_json_reader *reader, const char *path,
               const struct hb_json_text *text, hb_diag *diag)
{
  struct hb_place numbered;
  for (size_t i = 0; i < hb_diag_kept (reader->diag); i++)
    {
      char words[200] = "";
      const char *error = hb_diag_entry (reader->diag, i, NULL, &numbered);
      const struct hb_way *way = &reader->ways.data[numbered.line - 1];
      struct hb_place place = hb_json_place (path, text, find_way (way, text));
      show_way (way, words);
      hb_error (diag, &place, "%s%s", words, error);
    }
}

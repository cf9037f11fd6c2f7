/* See json.h (RFC 8259). */
#include "base/json.h"

#include "base/failure.h"
#include "base/plain.h"

#include "base/vec.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A container that is open. */
struct level
{
  bool object, flat, empty;
};

struct hb_json
{
  hb_output *output;
  VEC (struct level) levels;
  bool compact, html;
  bool flat;     /* the container that comes next stands on one line */
  bool keyed;    /* a key waits for its value */
  bool finished; /* the outermost value is complete */
};

static hb_json *
new_writer (hb_output *output, bool compact)
{
  hb_json *json = hb_calloc (1, sizeof *json);
  json->output = output;
  json->compact = compact;
  return json;
}

hb_json *
hb_json_new (hb_output *output)
{
  return new_writer (output, false);
}

hb_json *
hb_json_new_compact (hb_output *output)
{
  return new_writer (output, true);
}

void
hb_json_free (hb_json *json)
{
  if (json->levels.size || !json->finished)
    hb_fail ("JSON: the value is not complete");
  hb_put_char (json->output, '\n');
  hb_json_discard (json);
}

bool
hb_json_commit (hb_json *json)
{
  hb_output *output = json->output;
  hb_json_close (json);
  hb_json_free (json);
  return hb_output_commit (output);
}

void
hb_json_discard (hb_json *json)
{
  if (!json)
    return;
  vec_free (json->levels);
  hb_free (json);
}

void
hb_json_inside_html (hb_json *json)
{
  json->html = true;
}

void
hb_json_flat (hb_json *json)
{
  json->flat = true;
}

static void
start_line (hb_json *json)
{
  hb_put_char (json->output, '\n');
  for (size_t i = 0; i < json->levels.size; i++)
    hb_put (json->output, "  ");
}

/* What stands between the container's bracket or its last member and what comes now. */
static void
separate (hb_json *json)
{
  struct level *level = &vec_top (json->levels);
  if (!level->empty)
    hb_put_char (json->output, ',');
  if (!level->flat && !json->compact)
    start_line (json);
  else if (!level->empty && !json->compact)
    hb_put_char (json->output, ' ');
  level->empty = false;
}

/* A value comes: after its key, as an element, or as the whole. */
static void
start_value (hb_json *json)
{
  bool in_object = json->levels.size && vec_top (json->levels).object;
  if (json->finished || in_object != json->keyed)
    hb_fail ("JSON: a value where none may stand");
  if (json->levels.size && !in_object)
    separate (json);
  json->keyed = false;
  json->finished = !json->levels.size;
}

static void
open_container (hb_json *json, bool object)
{
  start_value (json);
  bool flat = json->flat || (json->levels.size && vec_top (json->levels).flat);
  struct level level = { .object = object, .flat = flat, .empty = true };
  vec_push (json->levels, level);
  json->flat = json->finished = false;
  hb_put_char (json->output, object ? '{' : '[');
}

void
hb_json_open_object (hb_json *json)
{
  open_container (json, true);
}

void
hb_json_open_array (hb_json *json)
{
  open_container (json, false);
}

void
hb_json_close (hb_json *json)
{
  if (!json->levels.size || json->keyed)
    hb_fail ("JSON: nothing to close here");
  struct level level = vec_pop (json->levels);
  if (!level.flat && !level.empty && !json->compact)
    start_line (json);
  hb_put_char (json->output, level.object ? '}' : ']');
  json->finished = !json->levels.size;
}

static void
put_escape (hb_output *output, unsigned char c)
{
  static const char names[] = "\b\f\n\r\t", letters[] = "bfnrt";
  const char *name = c ? strchr (names, c) : NULL;
  if (name)
    hb_putf (output, "\\%c", letters[name - names]);
  else if (c == '"' || c == '\\')
    hb_putf (output, "\\%c", c);
  else
    hb_putf (output, "\\u%04x", c);
}

/* May the byte C stand in a text as it is? */
static bool
is_plain (const hb_json *json, unsigned char c)
{
  return c >= ' ' && c != '"' && c != '\\' && c != 0x7f
         && !(json->html && (c == '<' || c == '>' || c == '&'));
}

/* The bytes of a control character of several, legal in JSON and obeyed by terminals; 0: none is there. */
static size_t
long_control (const unsigned char *byte, const unsigned char *end)
{
  return *byte < 0x80 ? 0 : hb_control_length ((const char *)byte, (size_t)(end - byte));
}

static void
put_quoted (hb_json *json, const char *text, size_t size)
{
  hb_output *output = json->output;
  const unsigned char *byte = (const unsigned char *)text, *end = byte + size;
  hb_put_char (output, '"');
  while (byte < end)
    {
      const unsigned char *plain = byte;
      size_t length = 1;
      while (byte < end && is_plain (json, *byte) && !long_control (byte, end)
             && (length = hb_utf8_length ((const char *)byte, (size_t)(end - byte))))
        byte += length;
      hb_put_bytes (output, (const char *)plain, (size_t)(byte - plain));
      if (byte == end)
        break;
      size_t control = long_control (byte, end);
      if (!length)
        hb_put (output, "\\ufffd");
      else if (control == 3)
        hb_putf (output, "\\u%04x",
                 (byte[0] & 0xfu) << 12 | (byte[1] & 0x3fu) << 6 | (byte[2] & 0x3fu));
      else
        put_escape (output, control ? byte[1] : *byte);
      byte += control ? control : 1;
    }
  hb_put_char (output, '"');
}

void
hb_json_key (hb_json *json, const char *key)
{
  if (!json->levels.size || !vec_top (json->levels).object || json->keyed)
    hb_fail ("JSON: the key '%s' where none may stand", key);
  separate (json);
  put_quoted (json, key, strlen (key));
  hb_put (json->output, json->compact ? ":" : ": ");
  json->keyed = true;
}

void
hb_json_bytes (hb_json *json, const char *text, size_t size)
{
  start_value (json);
  put_quoted (json, text, size);
}

void
hb_json_string (hb_json *json, const char *text)
{
  if (text)
    hb_json_bytes (json, text, strlen (text));
  else
    hb_json_null (json);
}

void
hb_json_unsigned (hb_json *json, uint64_t number)
{
  start_value (json);
  hb_put_number (json->output, number);
}

void
hb_json_signed (hb_json *json, int64_t number)
{
  start_value (json);
  hb_put_signed (json->output, number);
}

void
hb_json_double (hb_json *json, double number, int decimals)
{
  start_value (json);
  if (!isfinite (number))
    {
      hb_put (json->output, "null");
      return;
    }
  char text[400]; /* 309 digits before the point at most */
  int length = snprintf (text, sizeof text, "%.*f", decimals < 17 ? decimals : 17, number);
  /* The point of some locales is a comma. */
  for (char *c = text; c < text + length; c++)
    if (*c == ',')
      *c = '.';
  hb_put_bytes (json->output, text, (size_t)length);
}

void
hb_json_bool (hb_json *json, bool value)
{
  start_value (json);
  hb_put (json->output, value ? "true" : "false");
}

void
hb_json_null (hb_json *json)
{
  start_value (json);
  hb_put (json->output, "null");
}

/* --- whole members --- */

void
hb_json_member_string (hb_json *json, const char *key, const char *text)
{
  hb_json_key (json, key);
  hb_json_string (json, text);
}

void
hb_json_member_unsigned (hb_json *json, const char *key, uint64_t number)
{
  hb_json_key (json, key);
  hb_json_unsigned (json, number);
}

void
hb_json_member_signed (hb_json *json, const char *key, int64_t number)
{
  hb_json_key (json, key);
  hb_json_signed (json, number);
}

void
hb_json_member_bool (hb_json *json, const char *key, bool value)
{
  hb_json_key (json, key);
  hb_json_bool (json, value);
}

void
hb_json_member_double (hb_json *json, const char *key, double number, int decimals)
{
  hb_json_key (json, key);
  hb_json_double (json, number, decimals);
}

void
hb_json_member_null (hb_json *json, const char *key)
{
  hb_json_key (json, key);
  hb_json_null (json);
}

void
hb_json_member_object (hb_json *json, const char *key)
{
  hb_json_key (json, key);
  hb_json_open_object (json);
}

void
hb_json_member_array (hb_json *json, const char *key)
{
  hb_json_key (json, key);
  hb_json_open_array (json);
}

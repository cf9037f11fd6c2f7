/* See import.h. */
#include "import/import.h"

#include "base/path.h"
#include "format/edt.h"
#include "format/trace_json.h"

#include <string.h>

struct hb_import_options
hb_import_defaults (void)
{
  return (struct hb_import_options){ .mailbox = -1,
                                     .prototype = hb_prototype_defaults (),
                                     .android = hb_android_defaults () };
}

enum hb_format
hb_format_of_name (const char *path)
{
  return hb_is_called (path, ".edt")     ? HB_FORMAT_EDT
         : hb_is_called (path, ".json")  ? HB_FORMAT_JSON
         : hb_is_called (path, ".trace") ? HB_FORMAT_PROTOTYPE
                                         : HB_FORMAT_ANY;
}

/* Does the line say "NUMBER OPERATION", as all logs of Android programs do? */
static bool
is_android_line (const char *line, size_t length)
{
  static const char access[] = "rwId:";
  size_t prefix = sizeof access - 1;
  size_t at = length > prefix && !memcmp (line, access, prefix) ? prefix : 0, start = at;
  while (at < length && line[at] >= '0' && line[at] <= '9')
    at++;
  size_t digits = at;
  while (at < length && (line[at] == ' ' || line[at] == '\t'))
    at++;
  return digits > start && at > digits && at < length && line[at] >= 'A' && line[at] <= 'Z';
}

enum hb_format
hb_format_of_bytes (const char *bytes, size_t length)
{
  /* The first few lines that say something. */
  for (int lines = 0; length && lines < 20;)
    {
      const char *end = memchr (bytes, '\n', length);
      size_t size = end ? (size_t)(end - bytes) : length, blanks = 0;
      while (blanks < size && (unsigned char)bytes[blanks] <= ' ')
        blanks++;
      const char *line = bytes + blanks;
      size_t left = size - blanks;
      if (left && *line != '#')
        {
          if (!lines && *line == '{')
            return HB_FORMAT_JSON;
          if (!lines && left >= 4 && !memcmp (line, "edt", 3) && (unsigned char)line[3] <= ' ')
            return HB_FORMAT_EDT;
          if (*line == '@')
            return HB_FORMAT_PROTOTYPE;
          if (is_android_line (line, left))
            return HB_FORMAT_ANDROID;
          lines++;
        }
      bytes += size + (end != NULL);
      length -= size + (end != NULL);
    }
  return HB_FORMAT_ANY;
}

/* The first word that is no comment of a formula or program starts with WORD. */
static bool
starts_with (const char *bytes, size_t length, const char *word, char comment)
{
  while (length)
    {
      const char *end = memchr (bytes, '\n', length);
      size_t size = end ? (size_t)(end - bytes) : length, blanks = 0, all = strlen (word);
      while (blanks < size && (unsigned char)bytes[blanks] <= ' ')
        blanks++;
      if (blanks < size && bytes[blanks] != comment)
        return size - blanks >= all && !memcmp (bytes + blanks, word, all);
      bytes += size + (end != NULL);
      length -= size + (end != NULL);
    }
  return false;
}

/* For a file that does not say what it is. */
static hb_trace *
unknown (hb_input *input, hb_diag *diag)
{
  struct hb_place place = { .file = hb_input_name (input) };
  size_t length;
  const char *bytes = hb_input_peek (input, &length);
  if (!length)
    hb_error (diag, &place, "the file is empty; expected a trace");
  else if (starts_with (bytes, length, "p cnf", 'c'))
    hb_error (diag, &place,
              "this is a formula; expected a trace, which 'hbkit reduce' makes of it");
  else if (hb_ends_in (place.file, ".ed"))
    hb_error (diag, &place, "this is a program; expected a trace, which 'hbkit run' makes of it");
  else
    hb_error (
        diag, &place,
        "no format that hbkit knows; expected an .edt trace ('edt 1' as the first line), its JSON "
        "form, the prototype's .trace ('@ HANDLER') or a log of an Android program; 'hbkit convert "
        "--from FORMAT' takes it for one of these, and where posets are taken a name in .log says "
        "that it is "
        "a log of vector clocks");
  hb_input_close (input);
  return NULL;
}

/* INPUT is stolen. */
static hb_trace *
read_format (hb_input *input, enum hb_format format, const struct hb_import_options *options,
             hb_notes *notes, hb_diag *diag)
{
  switch (format)
    {
    case HB_FORMAT_EDT:
      return hb_edt_read_input (input, diag);
    case HB_FORMAT_JSON:
      return hb_json_read_trace_input (input, diag);
    case HB_FORMAT_PROTOTYPE:
      return hb_prototype_read (input, &options->prototype, notes, diag);
    case HB_FORMAT_ANDROID:
      return hb_android_read (input, &options->android, notes, diag);
    default:
      return unknown (input, diag);
    }
}

enum hb_format
hb_import_format (hb_input *input)
{
  enum hb_format format = hb_format_of_name (hb_input_name (input));
  if (format != HB_FORMAT_ANY)
    return format;
  size_t length;
  const char *bytes = hb_input_peek (input, &length);
  return hb_format_of_bytes (bytes, length);
}

hb_input *
hb_import_open (const char *path, enum hb_format *format, hb_diag *diag)
{
  hb_input *input = hb_input_open (path, diag);
  if (input && *format == HB_FORMAT_ANY)
    *format = hb_import_format (input);
  return input;
}

hb_trace *
hb_import_input (hb_input *input, enum hb_format format, const struct hb_import_options *options,
                 hb_notes *notes, hb_diag *diag)
{
  struct hb_import_options defaults = hb_import_defaults ();
  if (!options)
    options = &defaults;
  hb_trace *trace = read_format (input, format, options, notes, diag);
  if (trace && options->mailbox >= 0)
    hb_trace_set_mailboxes (trace, (enum hb_mailbox)options->mailbox);
  return trace;
}

hb_trace *
hb_import (const char *path, enum hb_format format, const struct hb_import_options *options,
           hb_notes *notes, hb_diag *diag)
{
  hb_input *input = hb_import_open (path, &format, diag);
  return input ? hb_import_input (input, format, options, notes, diag) : NULL;
}

hb_trace *
hb_trace_read (const char *path, enum hb_format format, hb_diag *diag)
{
  return hb_import (path, format, NULL, NULL, diag);
}

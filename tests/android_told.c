/* See android_told.h. */
#include "android_told.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "small_traces.h"

/* The line of one operation, of which the frequent ones may be short. */
static void
add_line (hb_buffer *log, const char *text, size_t length, unsigned numbers[2])
{
  static const char *const fields[][3] = { { "W", "WRITE tid:", "obj:" },
                                           { "R", "READ tid:", "obj:" },
                                           { "POST", "POST src:", "msg:" },
                                           { "CALL", "CALL tid:", "msg:" },
                                           { "RET", "RET tid:", "msg:" } };
  char word[16] = "", first[16], second[16];
  int end = 0;
  sscanf (text, "%15[A-Z] %15[-0-9] %15[a-z0-9]%n", word, first, second, &end);
  bool is_access = !strncmp (text, "W ", 2) || !strncmp (text, "R ", 2)
                   || strstr (word, "READ") == word || !strncmp (word, "WRITE", 5);
  hb_buffer_add (log, "%s%u ", is_access ? "rwId:" : "", ++numbers[is_access]);
  for (size_t i = 0; end && i < sizeof fields / sizeof *fields; i++)
    if (!strcmp (word, fields[i][0]))
      {
        hb_buffer_add (log, "%s%s %s%s%s", fields[i][1], first, fields[i][2], second,
                       is_access ? " field:f" : "");
        text += end;
        length -= (size_t)end;
      }
  hb_buffer_add (log, "%.*s\n", (int)length, text);
}

/* A text of one line is a log of as many as it has commas, numbered. */
static char *
log_of (const char *text)
{
  hb_buffer log = VEC_EMPTY;
  unsigned numbers[2] = { 0, 0 };
  if (strchr (text, '\n') || !*text)
    return hb_copy_text (text);
  for (const char *at = text; *at; at += strspn (at, ", "))
    {
      size_t length = strcspn (at, ",");
      add_line (&log, at, length, numbers);
      at += length;
    }
  return hb_buffer_take (&log);
}

/* The lines of a trace that differ, or the errors; and the notes. */
struct told
{
  char *trace, *notes;
};

static struct told
told_of (const char *text, const struct hb_android_options *options)
{
  hb_diag *diag = hb_diag_new ();
  hb_notes notes = HB_NOTES_EMPTY;
  char *log = log_of (text);
  hb_trace *trace
      = hb_android_read (hb_input_of_bytes ("l", log, strlen (log), diag), options, &notes, diag);
  assert_true (!trace == (hb_diag_errors (diag) > 0));
  char *lines = trace ? text_of_trace (trace, NULL) : text_of_diag (diag);
  hb_buffer told = VEC_EMPTY, said = VEC_EMPTY;
  for (char *line = strtok (lines, "\n"); line; line = strtok (NULL, "\n"))
    if (strncmp (line, "edt ", 4) && strncmp (line, "meta ", 5) && strncmp (line, "end ", 4))
      hb_buffer_add (&told, "%s%s", told.size ? ", " : "", line + strspn (line, " "));
  hb_buffer_add (&said, "; ");
  for (size_t i = 0; i < notes.list.size; i++)
    hb_buffer_add (&said, notes.list.data[i].is_detail ? "[%s]; " : "%s; ",
                   notes.list.data[i].text);
  hb_buffer_add (&told, "%s", "");
  hb_free (lines);
  hb_free (log);
  hb_trace_free (trace);
  hb_notes_clear (&notes);
  hb_diag_free (diag);
  return (struct told){ hb_buffer_take (&told), hb_buffer_take (&said) };
}

bool
android_is_told (const struct android_sample *sample, const struct hb_android_options *options)
{
  struct told told = told_of (sample->log, options);
  const char *note = sample->note;
  bool same = !sample->trace || !strcmp (told.trace, sample->trace);
  same
      = same && (*note == '!' ? !strstr (told.notes, note + 1) : strstr (told.notes, note) != NULL);
  if (!same)
    print_error ("%s\nis read as\n%s\nexpected\n%s\nsaid is\n%s\nexpected\n%s\n\n", sample->log,
                 told.trace, sample->trace ? sample->trace : told.trace, told.notes, note);
  hb_free (told.trace);
  hb_free (told.notes);
  return same;
}

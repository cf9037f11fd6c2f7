/* See notes.h. */
#include "notes.h"

#include <stdarg.h>
#include <stdio.h>

static char *
sentence (const char *format, va_list arguments)
{
  va_list again;
  va_copy (again, arguments);
  int length = vsnprintf (NULL, 0, format, again);
  va_end (again);
  if (length < 0)
    hb_die ("a note that cannot be written");
  char *text = hb_calloc ((size_t)length + 1, 1);
  vsnprintf (text, (size_t)length + 1, format, arguments);
  return text;
}

void
hb_note (hb_notes *notes, const char *format, ...)
{
  if (!notes)
    return;
  va_list arguments;
  va_start (arguments, format);
  struct hb_note note = { sentence (format, arguments), false };
  va_end (arguments);
  vec_push (notes->list, note);
}

void
hb_note_detail (hb_notes *notes, const char *format, ...)
{
  if (!notes || notes->details++ >= HB_MOST_DETAILS)
    return;
  va_list arguments;
  va_start (arguments, format);
  struct hb_note note = { sentence (format, arguments), true };
  va_end (arguments);
  vec_push (notes->list, note);
}

void
hb_notes_clear (hb_notes *notes)
{
  for (size_t i = 0; i < notes->list.size; i++)
    hb_free (notes->list.data[i].text);
  vec_free (notes->list);
  notes->details = 0;
}

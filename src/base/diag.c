/* See diag.h. */
#include "base/diag.h"

#include "base/plain.h"
#include "base/plural.h"
#include "base/vec.h"

#include <stdarg.h>
#include <string.h>

/* A line of ten megabytes is not repeated on the terminal: only what stands around the caret. */
#define LONGEST_EXCERPT 160

struct entry
{
  bool is_error;
  char *file, *text;
  size_t line, column;
  char *excerpt;
  size_t caret; /* offset of the caret in EXCERPT */
};

struct hb_diag
{
  VEC (struct entry) entries;
  size_t errors, warnings;
  bool has_mistake;
};

hb_diag *
hb_diag_new (void)
{
  return hb_calloc (1, sizeof (struct hb_diag));
}

void
hb_diag_clear (hb_diag *diag)
{
  for (size_t i = 0; i < diag->entries.size; i++)
    {
      hb_free (diag->entries.data[i].file);
      hb_free (diag->entries.data[i].text);
      hb_free (diag->entries.data[i].excerpt);
    }
  vec_free (diag->entries);
  diag->errors = diag->warnings = 0;
  diag->has_mistake = false;
}

void
hb_diag_free (hb_diag *diag)
{
  if (!diag)
    return;
  hb_diag_clear (diag);
  hb_free (diag);
}

static void
cut_excerpt (struct entry *entry, const struct hb_place *place)
{
  if (!place->text || !place->column)
    return;
  size_t caret = place->column - 1, from = 0, length = place->length;
  if (caret > length)
    caret = length;
  if (caret > LONGEST_EXCERPT / 2)
    from = caret - LONGEST_EXCERPT / 2;
  if (length - from > LONGEST_EXCERPT)
    length = from + LONGEST_EXCERPT;
  entry->excerpt = hb_copy_bytes (place->text + from, length - from);
  entry->caret = caret - from;
  /* Control characters would make a mess of the terminal; these and characters of several bytes would
   * move the caret, which counts bytes. */
  for (char *c = entry->excerpt; c < entry->excerpt + (length - from); c++)
    if ((unsigned char)*c < ' ' || (unsigned char)*c > 0x7e)
      *c = *c == '\t' ? ' ' : '?';
}

static void
add (hb_diag *diag, bool is_error, const struct hb_place *place, const char *format,
     va_list arguments)
{
  size_t *count = is_error ? &diag->errors : &diag->warnings;
  if ((*count)++ >= HB_MOST_ERRORS)
    return;
  char text[1024];
  vsnprintf (text, sizeof text, format, arguments);
  /* Errors repeat words of the input and names of files, which may hold what a terminal would obey. */
  struct entry entry = { .is_error = is_error, .text = hb_copy_text (hb_make_plain (text)) };
  if (place && place->file)
    {
      entry.file
          = hb_make_plain (hb_copy_text (strcmp (place->file, "-") ? place->file : "<stdin>"));
      entry.line = place->line;
      entry.column = place->column;
      cut_excerpt (&entry, place);
    }
  vec_push (diag->entries, entry);
}

void
hb_error (hb_diag *diag, const struct hb_place *place, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  add (diag, true, place, format, arguments);
  va_end (arguments);
}

void
hb_warning (hb_diag *diag, const struct hb_place *place, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  add (diag, false, place, format, arguments);
  va_end (arguments);
}

void
hb_mistake (hb_diag *diag, const struct hb_place *place, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  char *text = hb_format_list (format, arguments);
  va_end (arguments);
  hb_error (diag, place, "%s: please report this", text);
  hb_free (text);
  diag->has_mistake = true;
}

bool
hb_diag_has_mistake (const hb_diag *diag)
{
  return diag->has_mistake;
}

size_t
hb_diag_errors (const hb_diag *diag)
{
  return diag->errors;
}

bool
hb_diag_full (const hb_diag *diag)
{
  return diag->errors >= HB_MOST_ERRORS;
}

const char *
hb_diag_first (const hb_diag *diag)
{
  for (size_t i = 0; i < diag->entries.size; i++)
    if (diag->entries.data[i].is_error)
      return diag->entries.data[i].text;
  return NULL;
}

size_t
hb_diag_kept (const hb_diag *diag)
{
  return diag->entries.size;
}

const char *
hb_diag_entry (const hb_diag *diag, size_t i, bool *is_error, struct hb_place *place)
{
  const struct entry *entry = &diag->entries.data[i];
  if (is_error)
    *is_error = entry->is_error;
  if (place)
    *place = (struct hb_place){ .file = entry->file, .line = entry->line, .column = entry->column };
  return entry->text;
}

static void
print_entry (const struct entry *entry, FILE *to, bool colour)
{
  const char *bold = colour ? "\033[1m" : "", *off = colour ? "\033[0m" : "";
  const char *hue = !colour ? "" : entry->is_error ? "\033[1;31m" : "\033[1;35m";
  fputs (bold, to);
  if (entry->file)
    {
      fputs (entry->file, to);
      if (entry->line)
        fprintf (to, ":%zu:%zu", entry->line, entry->column ? entry->column : 1);
    }
  else
    fputs ("hbkit", to);
  fprintf (to, ":%s %s%s:%s %s\n", off, hue, entry->is_error ? "error" : "warning", off,
           entry->text);
  if (entry->excerpt)
    {
      fprintf (to, "%6zu | %s\n", entry->line, entry->excerpt);
      fprintf (to, "       | %*s%s^%s\n", (int)entry->caret, "", hue, off);
    }
}

void
hb_diag_print (const hb_diag *diag, FILE *to, bool colour)
{
  for (size_t i = 0; i < diag->entries.size; i++)
    print_entry (&diag->entries.data[i], to, colour);
  if (diag->errors > HB_MOST_ERRORS)
    fprintf (to, "hbkit: %s not shown\n", hb_many (diag->errors - HB_MOST_ERRORS, "further error"));
  else if (hb_diag_full (diag))
    fprintf (to, "hbkit: stopped after %d errors\n", HB_MOST_ERRORS);
  if (diag->warnings > HB_MOST_ERRORS)
    fprintf (to, "hbkit: %s not shown\n",
             hb_many (diag->warnings - HB_MOST_ERRORS, "further warning"));
}

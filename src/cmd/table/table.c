/* See table.h. */
#include "cmd/table/table.h"

#include "base/buffer.h"
#include "base/escape.h"

#include <stdarg.h>
#include <string.h>

struct cell
{
  char *text;
  bool number;
  double value; /* of a number */
  int decimals;
};

struct table
{
  const char *caption;
  const struct table_column *columns;
  size_t width; /* columns */
  VEC (struct cell) cells;
  VEC (char *) notes;
};

table *
table_new (const char *caption, const struct table_column *columns)
{
  table *t = hb_calloc (1, sizeof *t);
  t->caption = caption;
  t->columns = columns;
  while (columns[t->width].title)
    t->width++;
  return t;
}

void
table_free (table *t)
{
  if (!t)
    return;
  for (size_t i = 0; i < t->cells.size; i++)
    hb_free (t->cells.data[i].text);
  for (size_t i = 0; i < t->notes.size; i++)
    hb_free (t->notes.data[i]);
  vec_free (t->cells);
  vec_free (t->notes);
  hb_free (t);
}

static char *
formatted (const char *format, va_list arguments)
{
  char text[2048];
  vsnprintf (text, sizeof text, format, arguments);
  return hb_copy_text (text);
}

/* Steals TEXT. */
static void
add (table *t, char *text, bool number)
{
  struct cell cell = { .text = text, .number = number };
  vec_push (t->cells, cell);
}

void
table_text (table *t, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  add (t, formatted (format, arguments), false);
  va_end (arguments);
}

void
table_number (table *t, uint64_t number)
{
  add (t, hb_format ("%llu", (unsigned long long)number), true);
  vec_top (t->cells).value = (double)number;
}

void
table_seconds (table *t, double seconds)
{
  int decimals = seconds < 0.001 ? 6 : 4;
  add (t, seconds < 0 ? hb_copy_text ("-") : hb_format ("%.*f", decimals, seconds), true);
  vec_top (t->cells).value = seconds;
  vec_top (t->cells).decimals = decimals;
}

void
table_note (table *t, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  vec_push (t->notes, formatted (format, arguments));
  va_end (arguments);
}

static bool
is_empty (const struct cell *cell)
{
  return !strcmp (cell->text, "-");
}

/* --- Text --- */

static size_t
width_of (const table *t, size_t column)
{
  size_t width = strlen (t->columns[column].title);
  for (size_t i = column; i < t->cells.size; i += t->width)
    if (strlen (t->cells.data[i].text) > width)
      width = strlen (t->cells.data[i].text);
  return width;
}

static void
put_padded (hb_output *output, const char *text, size_t width, bool right, bool last)
{
  if (right)
    hb_putf (output, "%*s", (int)width, text);
  else
    hb_putf (output, "%-*s", last ? 0 : (int)width, text);
  hb_put (output, last ? "\n" : "  ");
}

static void
put_text (const table *t, hb_output *output)
{
  hb_putf (output, "%s\n\n", t->caption);
  for (size_t c = 0; c < t->width; c++)
    put_padded (output, t->columns[c].title, width_of (t, c),
                c < t->cells.size && t->cells.data[c].number, c + 1 == t->width);
  for (size_t i = 0; i < t->cells.size; i++)
    put_padded (output, t->cells.data[i].text, width_of (t, i % t->width), t->cells.data[i].number,
                i % t->width + 1 == t->width);
  for (size_t i = 0; i < t->notes.size; i++)
    hb_putf (output, "%s%s\n", i ? "" : "\n", t->notes.data[i]);
}

/* --- CSV (RFC 4180, lines ending in LF) --- */

static void
put_csv (const table *t, hb_output *output)
{
  for (size_t c = 0; c < t->width; c++)
    hb_putf (output, "%s%s", t->columns[c].key, c + 1 == t->width ? "\n" : ",");
  for (size_t i = 0; i < t->cells.size; i++)
    {
      const struct cell *cell = &t->cells.data[i];
      hb_put_csv (output, is_empty (cell) ? NULL : cell->text);
      hb_put_char (output, i % t->width + 1 == t->width ? '\n' : ',');
    }
}

/* --- LaTeX: a tabular with booktabs' rules, and the notes as comments --- */

static void
put_tex (const table *t, hb_output *output)
{
  hb_putf (output, "%% %s\n", t->caption);
  for (size_t i = 0; i < t->notes.size; i++)
    hb_putf (output, "%% %s\n", t->notes.data[i]);
  hb_put (output, "\\begin{tabular}{");
  for (size_t c = 0; c < t->width; c++)
    hb_put_char (output, c < t->cells.size && t->cells.data[c].number ? 'r' : 'l');
  hb_put (output, "}\n\\toprule\n");
  for (size_t c = 0; c < t->width; c++)
    {
      hb_put_tex (output, t->columns[c].title);
      hb_put (output, c + 1 == t->width ? " \\\\\n\\midrule\n" : " & ");
    }
  for (size_t i = 0; i < t->cells.size; i++)
    {
      hb_put_tex (output, is_empty (&t->cells.data[i]) ? "--" : t->cells.data[i].text);
      hb_put (output, i % t->width + 1 == t->width ? " \\\\\n" : " & ");
    }
  hb_put (output, "\\bottomrule\n\\end{tabular}\n");
}

/* --- JSON --- */

static void
put_json_cell (hb_json *json, const struct cell *cell)
{
  if (is_empty (cell))
    hb_json_null (json);
  else if (!cell->number)
    hb_json_string (json, cell->text);
  else
    hb_json_double (json, cell->value, cell->decimals);
}

static void
put_json (const table *t, hb_output *output)
{
  hb_json *json = hb_json_new (output);
  hb_json_open_object (json);
  hb_json_member_string (json, "caption", t->caption);
  hb_json_member_array (json, "rows");
  for (size_t i = 0; i < t->cells.size; i++)
    {
      if (i % t->width == 0)
        hb_json_open_object (json);
      hb_json_key (json, t->columns[i % t->width].key);
      put_json_cell (json, &t->cells.data[i]);
      if (i % t->width + 1 == t->width)
        hb_json_close (json);
    }
  hb_json_close (json);
  hb_json_member_array (json, "notes");
  for (size_t i = 0; i < t->notes.size; i++)
    hb_json_string (json, t->notes.data[i]);
  hb_json_close (json);
  hb_json_close (json);
  hb_json_free (json);
}

int
table_write (const table *t, struct cli *cli)
{
  hb_output *output = hb_output_open (cli_text (cli, "output", "-"), cli->diag);
  if (!output)
    return cli_fail (cli);
  if (cli_flag (cli, "json"))
    put_json (t, output);
  else if (cli_flag (cli, "csv"))
    put_csv (t, output);
  else if (cli_flag (cli, "tex"))
    put_tex (t, output);
  else
    put_text (t, output);
  return hb_output_commit (output) ? 0 : cli_fail (cli);
}

/* What asks nothing of the bodies: errors, sizes of types, the hyper-period, the end; see program.h. */
#include "periodic/program_private.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *
hb_name_after (const char *name, const char *prefix)
{
  size_t length = strlen (prefix);
  return strncmp (name, prefix, length) ? NULL : name + length;
}

void
hb_periodic_error (const hb_periodic_program *program, hb_diag *diag, struct hb_c_spot spot,
                   const char *format, ...)
{
  char text[400];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  hb_c_error (program->unit, diag, spot, "%s", text);
}

const struct hb_c_symbol *
hb_periodic_alias (const hb_periodic_program *program, const struct hb_c_symbol *symbol)
{
  size_t length = strlen (symbol->name);
  if (length < 3 || symbol->name[0] != '_' || symbol->name[length - 1] != '_')
    return NULL;
  char *name = hb_format ("__startrek_hidden_%.*s", (int)(length - 2), symbol->name + 1);
  const struct hb_c_symbol *hidden = hb_c_find (program->unit, name);
  hb_free (name);
  return hidden;
}

size_t
hb_cells_of (const struct hb_c_type *type)
{
  return (size_t)hb_c_cells (type);
}

size_t
hb_cells_before (const struct hb_c_type *type, size_t field)
{
  size_t count = 0;
  for (size_t i = 0; i < field; i++)
    count += hb_cells_of (type->fields[i].type);
  return count;
}

const struct hb_c_type *
hb_cell_type (const struct hb_c_type *type, size_t cell)
{
  while (type->kind == C_ARRAY || type->kind == C_STRUCT)
    if (type->kind == C_ARRAY)
      {
        type = type->to;
        cell %= hb_cells_of (type);
      }
    else
      {
        size_t field = 0;
        for (; cell >= hb_cells_of (type->fields[field].type); field++)
          cell -= hb_cells_of (type->fields[field].type);
        type = type->fields[field].type;
      }
  return type;
}

int64_t
hb_hyper_period (const hb_periodic_program *program)
{
  int64_t all = 1;
  for (size_t i = 0; i < program->tasks.size; i++)
    {
      int64_t a = all, b = program->tasks.data[i].period;
      while (b)
        {
          int64_t rest = a % b;
          a = b;
          b = rest;
        }
      if (program->tasks.data[i].period > HB_MOST_TIME / (all / a))
        return 0;
      all = all / a * program->tasks.data[i].period;
    }
  return all;
}

void
hb_periodic_free (hb_periodic_program *program)
{
  if (!program)
    return;
  for (size_t i = 0; i < program->cells.size; i++)
    hb_free (program->cells.data[i].name);
  for (size_t i = 0; i < program->made.size; i++)
    hb_free (program->made.data[i]);
  vec_free (program->made);
  vec_free (program->tasks);
  vec_free (program->locks);
  vec_free (program->cells);
  vec_free (program->first_cell);
  vec_free (program->calls);
  hb_c_free (program->unit);
  hb_free (program);
}

/* What the reductions to traces without nested posting share (flat.h): the formula as they see it,
 * names and sections. */
#include "reduce/flat.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* --- The formula --- */

/* Appends LITERAL to the clause that starts at START, unless it is there; in the order of the
 * variables.  False if its negation is there. */
static bool
insert (struct hb_flat *flat, size_t start, int literal)
{
  size_t at = flat->literals.size;
  while (at > start && abs (flat->literals.data[at - 1]) > abs (literal))
    at--;
  if (at > start && abs (flat->literals.data[at - 1]) == abs (literal))
    return flat->literals.data[at - 1] == literal;
  vec_push (flat->literals, literal);
  for (size_t k = flat->literals.size - 1; k > at; k--)
    flat->literals.data[k] = flat->literals.data[k - 1];
  flat->literals.data[at] = literal;
  return true;
}

static void
add_clause (struct hb_flat *flat, size_t j, bool normal)
{
  size_t size, start = flat->literals.size;
  const int *clause = hb_cnf_clause (flat->cnf, j, &size);
  bool tautology = false;
  for (size_t k = 0; k < size; k++)
    if (!normal)
      vec_push (flat->literals, clause[k]);
    else if (!insert (flat, start, clause[k]))
      tautology = true;
  if (tautology)
    flat->literals.size = start;
  size = flat->literals.size - start;
  vec_push (flat->starts, flat->literals.size);
  vec_push (flat->tautology, tautology);
  flat->width = size > flat->width ? (hb_id)size : flat->width;
  flat->threes += size >= 3;
  flat->empty += !size && !tautology;
}

static void
number_variables (struct hb_flat *flat)
{
  bool *occurs = hb_calloc ((size_t)flat->cnf->variables + 1, sizeof *occurs);
  for (size_t k = 0; k < flat->cnf->literals.size; k++)
    occurs[abs (flat->cnf->literals.data[k])] = true;
  flat->numbers = hb_calloc ((size_t)flat->cnf->variables, sizeof *flat->numbers);
  for (int v = 1; v <= flat->cnf->variables; v++)
    if (occurs[v])
      flat->numbers[flat->variables++] = v;
  hb_free (occurs);
}

void
hb_flat_init (struct hb_flat *flat, const hb_cnf *cnf, bool normal)
{
  *flat = (struct hb_flat){ .cnf = cnf, .columns = (hb_id)hb_cnf_clauses (cnf) };
  vec_push (flat->starts, 0);
  for (size_t j = 0; j < flat->columns; j++)
    add_clause (flat, j, normal);
  number_variables (flat);
}

void
hb_flat_free (struct hb_flat *flat)
{
  vec_free (flat->literals);
  vec_free (flat->starts);
  vec_free (flat->tautology);
  hb_free (flat->numbers);
}

const int *
hb_flat_clause (const struct hb_flat *flat, hb_id j, size_t *size)
{
  size_t start = flat->starts.data[j - 1];
  *size = flat->starts.data[j] - start;
  return *size ? flat->literals.data + start : NULL;
}

/* --- Names and sections --- */

const char *
hb_flat_say (hb_flat_name *name, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (name->text, sizeof name->text, format, arguments);
  va_end (arguments);
  return name->text;
}

/* The start, or the end, of a rotation's tie is left out by some ablations; boxes stay. */
static bool
has_part (const struct hb_flat *flat, const char *kind, unsigned open)
{
  return kind[0] != 't' || !(flat->damage & (HB_FLAT_NO_TIE | open));
}

void
hb_flat_inner_start (const struct hb_flat *flat, const char *kind, const char *message)
{
  hb_flat_name label, variable;
  if (has_part (flat, kind, HB_FLAT_OPEN_START))
    hb_build_write (flat->builder, hb_flat_say (&label, "w.%s.%s", kind, message),
                    hb_flat_say (&variable, "%s.%s.1", kind, message), "1");
}

void
hb_flat_inner_end (const struct hb_flat *flat, const char *kind, const char *message)
{
  hb_flat_name label, variable;
  if (has_part (flat, kind, HB_FLAT_OPEN_END))
    hb_build_read (flat->builder, NULL, hb_flat_say (&variable, "%s.%s.2", kind, message),
                   hb_flat_say (&label, "s.%s.%s", kind, message));
}

void
hb_flat_outer_start (const struct hb_flat *flat, const char *kind, const char *message)
{
  hb_flat_name label, variable;
  if (has_part (flat, kind, HB_FLAT_OPEN_START))
    hb_build_read (flat->builder, NULL, hb_flat_say (&variable, "%s.%s.1", kind, message),
                   hb_flat_say (&label, "w.%s.%s", kind, message));
}

void
hb_flat_outer_end (const struct hb_flat *flat, const char *kind, const char *message)
{
  hb_flat_name label, variable;
  if (has_part (flat, kind, HB_FLAT_OPEN_END))
    hb_build_write (flat->builder, hb_flat_say (&label, "s.%s.%s", kind, message),
                    hb_flat_say (&variable, "%s.%s.2", kind, message), "1");
}

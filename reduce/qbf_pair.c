/* From 2QBF to pairs of programs; see the files that include the header.
 *
 * Semantic diffing paper, Theorem 3, whose programs are these, "for all X there are Y such that F":
 *
 *     writer_thread: x = 0 [] x = 1, for each x; y = *, for each y; done = 1; a = 1
 *     reader_thread: assume done; t = x, for each x; then
 *                    new: b = a; assume F          old: assume F; b = a
 *
 * The old program shows rf(x = v -> t = x) for all x together with rf(a = 1 -> b = a) only if there are Y for these X,
 * the new one for all X.  Runs may stop anywhere: with complete runs both assume F. */
#include "reduce/qbf_pair.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "problem/qbf.h"
#include "problem/refinement.h"
#include "reduce/map.h"

#include <stdlib.h>
#include <string.h>

#define WRITER "writer_thread"
#define READER "reader_thread"

/* Most universal variables: a rank is at most 64. */
#define MOST_UNIVERSAL 63

bool
hb_qbf_pair_accepts (const struct hb_reduction *self, const hb_instance *source, hb_diag *diag)
{
  (void)self;
  if (hb_qbf_universals (hb_qbf_of (source)) <= MOST_UNIVERSAL)
    return true;
  hb_error (diag, NULL, "the formula has %u universal variables; expected at most %d",
            hb_qbf_universals (hb_qbf_of (source)), MOST_UNIVERSAL);
  return false;
}

/* Does the assumption of the matrix read anything: has it clauses, and none that is empty? */
static bool
reads (const hb_cnf *cnf)
{
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      hb_cnf_clause (cnf, j, &size);
      if (!size)
        return false;
    }
  return hb_cnf_clauses (cnf);
}

void
hb_qbf_pair_sizes (const struct hb_reduction *self, const hb_instance *source, uint64_t *sizes)
{
  const struct hb_qbf *qbf = hb_qbf_of (source);
  uint64_t n = hb_qbf_universals (qbf), m = (uint64_t)qbf->matrix->variables - n;
  sizes[0] = 2;
  sizes[1] = sizes[2] = (self->own ? 5 : 3) * n + m + 4 + reads (qbf->matrix);
  sizes[3] = self->own ? 0 : n + 1;
}

/* --- programs --- */

struct plan
{
  const struct hb_qbf *qbf;
  bool copies;
  unsigned damage;
};

static void
add_names (hb_buffer *text, const struct plan *p, bool universal, const char *letter)
{
  for (int v = 1; v <= p->qbf->matrix->variables; v++)
    if (p->qbf->universal[v] == universal)
      hb_buffer_add (text, "%s%d, ", letter, v);
}

static void
add_choices (hb_buffer *text, const struct plan *p)
{
  for (int v = 1; v <= p->qbf->matrix->variables; v++)
    if (p->qbf->universal[v] && p->damage & HB_QBF_ONE)
      hb_buffer_add (
          text, p->copies ? "  x%d = nondet ();\n  u%d = x%d;\n" : "  x%d = nondet ();\n", v, v, v);
    else if (p->qbf->universal[v] && p->copies)
      hb_buffer_add (text, "  if (nondet ()) { x%d = 1; u%d = 1; } else { x%d = 0; u%d = 0; }\n", v,
                     v, v, v);
    else if (p->qbf->universal[v])
      hb_buffer_add (text, "  if (nondet ()) x%d = 1; else x%d = 0;\n", v, v);
}

static void
add_values (hb_buffer *text, const struct plan *p)
{
  for (int v = 1; v <= p->qbf->matrix->variables; v++)
    if (!p->qbf->universal[v])
      hb_buffer_add (text, "  y%d = nondet ();\n", v);
}

static void
add_matrix (hb_buffer *text, const struct plan *p)
{
  const hb_cnf *cnf = p->qbf->matrix;
  hb_buffer_add (text, "  assume (");
  if (!reads (cnf))
    hb_buffer_add (text, "%d", !hb_cnf_clauses (cnf));
  for (size_t j = 0; j < hb_cnf_clauses (cnf) && reads (cnf); j++)
    {
      size_t size;
      const int *literals = hb_cnf_clause (cnf, j, &size);
      hb_buffer_add (text, j ? "\n          && (" : "(");
      for (size_t k = 0; k < size; k++)
        {
          int v = abs (literals[k]);
          const char *letter = !p->qbf->universal[v] ? "y" : p->copies ? "u" : "x";
          hb_buffer_add (text, "%s%s%s%d", k ? " || " : "", literals[k] > 0 ? "" : "!", letter, v);
        }
      hb_buffer_add (text, ")");
    }
  hb_buffer_add (text, ");\n");
}

static char *
program_text (const struct plan *p, bool is_new)
{
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text, "_Bool nondet (void);\n_Bool ");
  add_names (&text, p, true, "x");
  if (p->copies)
    add_names (&text, p, true, "u");
  add_names (&text, p, true, "t");
  add_names (&text, p, false, "y");
  hb_buffer_add (&text, "done, a, b;\n\nvoid\n" WRITER " (void)\n{\n");
  add_choices (&text, p);
  if (!(p->damage & HB_QBF_LATE))
    add_values (&text, p);
  hb_buffer_add (&text, "  done = 1;\n  a = 1;\n");
  if (p->damage & HB_QBF_LATE)
    add_values (&text, p);
  hb_buffer_add (&text, "}\n\nvoid\n" READER " (void)\n{\n  assume (done);\n");
  for (int v = 1; v <= p->qbf->matrix->variables; v++)
    if (p->qbf->universal[v])
      hb_buffer_add (&text, "  t%d = x%d;\n", v, v);
  if (is_new)
    hb_buffer_add (&text, "  b = a;\n");
  add_matrix (&text, p);
  if (!is_new)
    hb_buffer_add (&text, "  b = a;\n");
  hb_buffer_add (&text, "}\n");
  return hb_buffer_take (&text);
}

/* What is compared: all variables, or those that are no copies, no y, not done.  New. */
static char *
variables_of (const struct plan *p)
{
  hb_buffer text = VEC_EMPTY;
  for (int v = 1; v <= p->qbf->matrix->variables && p->copies; v++)
    if (p->qbf->universal[v])
      hb_buffer_add (&text, "x%d,t%d,", v, v);
  hb_buffer_add (&text, p->copies ? "a,b" : "all");
  return hb_buffer_take (&text);
}

static void
write_map (const struct hb_reduction *self, const struct plan *p, hb_output *map)
{
  hb_json *line = hb_map_header (map, self->name);
  hb_json_member_string (line, "extract",
                         "a universal variable is true iff some dependency of the difference is "
                         "from or to the statement of value 1");
  hb_map_end (line);
  for (int v = 1; v <= p->qbf->matrix->variables; v++)
    {
      line = hb_map_line (map, "variable");
      hb_json_member_unsigned (line, "variable", (uint64_t)v);
      hb_json_member_bool (line, "universal", p->qbf->universal[v]);
      char *name = hb_format ("%s%d", p->qbf->universal[v] ? "x" : "y", v);
      char *one = hb_format ("%s: %s = 1", WRITER, name);
      hb_json_member_string (line, "shared", name);
      if (p->qbf->universal[v])
        hb_json_member_string (line, "true", one);
      hb_free (name);
      hb_free (one);
      hb_map_end (line);
    }
}

bool
hb_qbf_pair_reduce (const struct hb_reduction *self, const hb_instance *source,
                    const struct hb_ablation *ablation, struct hb_target *target, hb_output *map,
                    hb_diag *diag)
{
  struct plan p = { hb_qbf_of (source), self->own != NULL, ablation ? ablation->bits : 0 };
  hb_id rank = p.copies ? 0 : hb_qbf_universals (p.qbf) + 1;
  bool swapped = p.damage & HB_QBF_SWAPPED;
  if (rank > 1 && p.damage & HB_QBF_LESS)
    rank--;
  target->instance = hb_pair_new (program_text (&p, swapped), program_text (&p, !swapped),
                                  variables_of (&p), rank, p.damage & HB_QBF_COMPLETE, diag);
  if (target->instance && map)
    write_map (self, &p, map);
  return target->instance;
}

/* --- solutions --- */

/* The run in which x have the values that are IS_TRUE, y are 0, and b = a is the last step. */
static void
add_run (const struct plan *p, const bool *is_true, hb_difference *difference)
{
  int variables = p->qbf->matrix->variables;
  for (int v = 1; v <= variables; v++)
    if (p->qbf->universal[v])
      {
        hb_difference_add_move (difference, 0, is_true[v]);
        if (p->copies)
          hb_difference_add_move (difference, 0, -1);
      }
  for (int v = 1; v <= variables; v++)
    if (!p->qbf->universal[v])
      hb_difference_add_move (difference, 0, 0);
  hb_difference_add_move (difference, 0, -1);
  hb_difference_add_move (difference, 0, -1);
  hb_difference_add_move (difference, 1, -1);
  for (int v = 1; v <= variables; v++)
    if (p->qbf->universal[v])
      hb_difference_add_move (difference, 1, -1);
  hb_difference_add_move (difference, 1, -1);
}

hb_solution *
hb_qbf_pair_lift (const struct hb_reduction *self, const hb_instance *source,
                  const hb_solution *solution, const hb_instance *target, hb_diag *diag)
{
  if (!hb_reduction_made (self, source, target, diag)
      || !self->from->check (self->from, source, solution, diag))
    return NULL;
  struct plan p = { .qbf = hb_qbf_of (source), .copies = self->own != NULL };
  const hb_pair *pair = hb_pair_of (target);
  bool *is_true
      = hb_list_flags (hb_list_of (solution), (hb_id)p.qbf->matrix->variables, "variable", diag);
  hb_difference *difference = hb_difference_new ();
  bool good = is_true;
  for (int v = 1; v <= p.qbf->matrix->variables && good; v++)
    if (p.qbf->universal[v])
      good = hb_difference_add_fact (difference, pair,
                                     hb_format ("rf x%d: " WRITER ": x%d = %d -> " READER
                                                ": t%d = x%d",
                                                v, v, is_true[v], v, v));
  good = good
         && hb_difference_add_fact (difference, pair,
                                    hb_copy_text ("rf a: " WRITER ": a = 1 -> " READER ": b = a"));
  if (!good)
    hb_error (diag, NULL, "this is not the pair of programs of that formula");
  else
    add_run (&p, is_true, difference);
  hb_free (is_true);
  if (good && self->to->check (self->to, target, hb_solution_of_difference (difference), diag))
    return hb_solution_of_difference (difference);
  hb_difference_free (NULL, hb_solution_of_difference (difference));
  return NULL;
}

/* Is STATEMENT (of the scope) "x = 1" of variable V? */
static bool
says_true (const hb_pair *pair, hb_id statement, int v)
{
  char *key = hb_format (WRITER ": x%d = 1", v);
  bool same = !strcmp (diff_scope_statement (pair->scope, statement), key);
  hb_free (key);
  return same;
}

hb_solution *
hb_qbf_pair_extract (const struct hb_reduction *self, const hb_instance *source,
                     const hb_instance *target, const hb_solution *solution, hb_diag *diag)
{
  const struct hb_qbf *qbf = hb_qbf_of (source);
  const hb_pair *pair = hb_pair_of (target);
  const hb_difference *difference = hb_difference_of (solution);
  if (!hb_reduction_made (self, source, target, diag)
      || !self->to->check (self->to, target, solution, diag))
    return NULL;
  hb_list *list = hb_list_new ();
  for (int v = 1; v <= qbf->matrix->variables; v++)
    {
      bool is_true = false;
      for (size_t i = 0; i < difference->facts.size && qbf->universal[v]; i++)
        {
          const struct diff_fact *fact = &pair->scope->facts.data[difference->facts.data[i]];
          is_true = is_true || says_true (pair, fact->from, v) || says_true (pair, fact->to, v);
        }
      if (is_true)
        vec_push (*list, (hb_id)v);
    }
  if (self->from->check (self->from, source, hb_solution_of_list (list), diag))
    return hb_solution_of_list (list);
  hb_list_free (NULL, hb_solution_of_list (list));
  return NULL;
}

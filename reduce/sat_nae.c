/* 3sat-nae: any formula to clauses of two or three literals that must not all be equal.
 *
 * Schaefer, "The complexity of satisfiability problems", STOC 1978; as in Papadimitriou, "Computational complexity", 1994,
 * theorem 9.3: one fresh variable s, the same for all clauses, joins each of them.  In a solution, or in its
 * opposite, s is false, and then a clause that is not all equal has a true literal.  Clauses that are too long now are
 * split by fresh variables y:
 *
 *     (a b c d)   becomes   NAE (a b y1)  NAE (-y1 c y2)  NAE (-y2 d s)
 *
 * where -y1 is equal to a and b if these are equal, and free otherwise.  Clauses of any size are taken: (a)
 * becomes NAE (a s), the empty one NAE (s s). */
#include "base/memory.h"
#include "problem/nae.h"
#include "problem/reduction.h"
#include "reduce/gadgets.h"
#include "reduce/map.h"
#include "reduce/sat_nae.h"

enum damage
{
  NO_S = 1,
  OWN_S = 2,
  SAME_SIGN = 4
};

static const struct hb_ablation ablations[] = {
  { "no-s",
    "a clause's last literal stands in the place of s, so clauses may not be all true and "
    "satisfiable "
    "formulas become unsatisfiable",
    HB_NO, NO_S },
  { "own-s",
    "each clause has an s of its own, so one that is all false has a true one beside it, and "
    "unsatisfiable formulas become satisfiable",
    HB_YES, OWN_S },
  { "same-sign",
    "y has the same sign in both halves of a clause, so that it demands a second true literal, and "
    "satisfiable formulas become unsatisfiable",
    HB_NO, SAME_SIGN },
  { NULL, NULL, HB_OPEN, 0 },
};

/* Fresh variables that split a clause of SIZE literals and s. */
static size_t
splits (size_t size)
{
  return size > 2 ? size - 2 : 0;
}

static void
sizes_of (const struct hb_reduction *self, const hb_instance *source, uint64_t *sizes)
{
  (void)self;
  const hb_cnf *cnf = hb_cnf_of (source);
  sizes[0] = (uint64_t)cnf->variables + 1;
  sizes[1] = sizes[2] = 0;
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size, fresh;
      hb_cnf_clause (cnf, j, &size);
      fresh = splits (size);
      sizes[0] += fresh;
      sizes[1] += fresh + 1;
      sizes[2] += (size ? size + 1 : 2) + 2 * fresh;
    }
}

static bool
accepts (const struct hb_reduction *self, const hb_instance *source, hb_diag *diag)
{
  uint64_t sizes[3];
  sizes_of (self, source, sizes);
  if (sizes[0] <= HB_MOST_VARIABLES)
    return true;
  hb_error (diag, NULL, "the result would have %llu variables; at most %d are supported",
            (unsigned long long)sizes[0], HB_MOST_VARIABLES);
  return false;
}

/* A clause of LITERALS and S; *Y is the last fresh variable. */
static void
add_clause (hb_cnf *target, const int *literals, size_t size, int s, int *y, unsigned damage)
{
  size_t fresh = splits (size);
  for (size_t k = 0; k < size; k++)
    {
      hb_cnf_add (target, literals[k]);
      if (k && k <= fresh)
        {
          hb_cnf_add (target, ++*y);
          hb_cnf_add (target, 0);
          hb_cnf_add (target, damage & SAME_SIGN ? *y : -*y);
        }
    }
  hb_cnf_add (target, damage & NO_S && size ? literals[size - 1] : s);
  if (!size)
    hb_cnf_add (target, s);
  hb_cnf_add (target, 0);
}

/* --- the map --- */

static void
put_map (const struct hb_reduction *self, const hb_cnf *cnf, const struct hb_ablation *ablation,
         const hb_cnf *target, hb_output *map)
{
  hb_json *line = hb_map_header (map, self->name);
  if (ablation)
    hb_json_member_string (line, "ablation", ablation->name);
  hb_map_formula_sizes (line, "source", (uint64_t)cnf->variables, hb_cnf_clauses (cnf),
                        cnf->literals.size);
  hb_map_formula_sizes (line, "target", (uint64_t)target->variables, hb_cnf_clauses (target),
                        target->literals.size);
  hb_json_member_signed (line, "s", cnf->variables + 1);
  hb_json_member_string (
      line, "rule", "a variable, which keeps its number, is true iff its value is not that of s");
  hb_map_end (line);
  uint64_t first = 1;
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      hb_cnf_clause (cnf, j, &size);
      line = hb_map_line (map, "clause");
      hb_json_member_unsigned (line, "clause", j + 1);
      hb_map_range (line, "target", first, first + splits (size));
      hb_map_end (line);
      first += splits (size) + 1;
    }
}

static bool
reduce (const struct hb_reduction *self, const hb_instance *source,
        const struct hb_ablation *ablation, struct hb_target *target, hb_output *map, hb_diag *diag)
{
  (void)diag;
  const hb_cnf *cnf = hb_cnf_of (source);
  unsigned damage = ablation ? ablation->bits : 0;
  int s = cnf->variables + 1, y = s;
  hb_cnf *made = hb_cnf_new (s);
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *literals = hb_cnf_clause (cnf, j, &size);
      add_clause (made, literals, size, damage & OWN_S ? ++y : s, &y, damage);
    }
  if (map)
    put_map (self, cnf, ablation, made, map);
  target->instance = hb_instance_of_cnf (made);
  return true;
}

/* s is false; a fresh variable is false iff a literal before it is true. */
static hb_solution *
lift (const struct hb_reduction *self, const hb_instance *source, const hb_solution *solution,
      const hb_instance *target, hb_diag *diag)
{
  const hb_cnf *cnf = hb_cnf_of (source);
  const signed char *model = hb_model_of (solution);
  if (!hb_gadgets_fit (self, source, target, solution, true, diag))
    return NULL;
  signed char *lifted = hb_model_new (hb_cnf_of (target));
  for (int v = 1; v <= cnf->variables; v++)
    lifted[v] = model[v] > 0 ? 1 : -1;
  int y = cnf->variables + 1;
  lifted[y] = -1;
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *literals = hb_cnf_clause (cnf, j, &size);
      bool some = size && hb_literal_holds (model, literals[0]);
      for (size_t k = 1; k <= splits (size); k++)
        {
          some = some || hb_literal_holds (model, literals[k]);
          lifted[++y] = some ? -1 : 1;
        }
    }
  return hb_solution_of_model (lifted);
}

static hb_solution *
extract (const struct hb_reduction *self, const hb_instance *source, const hb_instance *target,
         const hb_solution *solution, hb_diag *diag)
{
  const hb_cnf *cnf = hb_cnf_of (source);
  const signed char *found = hb_model_of (solution);
  if (!hb_gadgets_fit (self, source, target, solution, false, diag))
    return NULL;
  signed char *model = hb_model_new (cnf);
  bool s = found[cnf->variables + 1] > 0;
  for (int v = 1; v <= cnf->variables; v++)
    model[v] = (found[v] > 0) != s ? 1 : -1;
  if (hb_model_satisfies (cnf, model, "source", diag))
    return hb_solution_of_model (model);
  hb_free (model);
  return NULL;
}

const struct hb_reduction hb_reduction_sat_nae = {
  .name = "3sat-nae",
  .from = &hb_problem_sat,
  .to = &hb_problem_nae,
  .to_note = "",
  .reference = "Schaefer 1978; Papadimitriou 1994, theorem 9.3; longer clauses split",
  .handlers = "",
  .size_text
  = "n variables, m clauses, K literals, e = sum of s - 2 over clauses of s > 2 literals, z "
    "empty clauses: variables = n + 1 + e, clauses = m + e, literals = K + m + z + 2e",
  .ablations = ablations,
  .faithful = true,
  .accepts = accepts,
  .sizes = sizes_of,
  .reduce = reduce,
  .draw = hb_nae_draw,
  .lift = lift,
  .extract = extract,
};

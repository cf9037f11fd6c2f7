/* That a run is neither matched nor has a known difference; see formula.h. */
#include "diff/formula.h"

/* By fact the literal that it is in the set: of the run, or of one that is chosen within the run. */
static int *
selectors (diff_formula *f, bool chosen)
{
  int *in = hb_calloc (f->scope->facts.size + 1, sizeof *in);
  for (hb_id fact = 0; fact < f->scope->facts.size; fact++)
    {
      in[fact] = chosen ? formula_variable (f) : f->facts[fact];
      int implies[] = { -in[fact], f->facts[fact] };
      if (chosen)
        formula_clause (f, implies, 2);
    }
  return in;
}

void
diff_formula_uncovered (diff_formula *f, bool chosen, const diff_shown_sets *matched,
                        const diff_fact_sets *differences)
{
  int *in = selectors (f, chosen);
  hb_id facts = (hb_id)f->scope->facts.size;
  VEC (int) clause = VEC_EMPTY;
  for (size_t i = 0; i < matched->size; i++)
    {
      vec_clear (clause);
      for (hb_id fact = 0; fact < facts; fact++)
        if (!diff_shows_all (matched->data[i], &fact, 1))
          vec_push (clause, in[fact]);
      formula_clause (f, clause.data, clause.size);
    }
  vec_clear (clause);
  for (size_t i = 0; i < differences->size; i++)
    if (differences->data[i] != HB_NONE)
      vec_push (clause, -in[differences->data[i]]);
    else
      {
        formula_clause (f, clause.data, clause.size);
        vec_clear (clause);
      }
  vec_free (clause);
  hb_free (in);
}

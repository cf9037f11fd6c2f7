/* Random 3-BI-3SAT formulas with communities, after the community attachment model (J. Giraldez-Cru
 * and J. Levy, "Generating SAT instances with community structure", Artificial Intelligence 238,
 * 2016), here with each variable in at most 3 clauses.
 *
 *      community 1     community 2     community 3
 *     [ 1 2 3 4 5 ]   [ 6 7 8 9 10 ]  [ 11 12 13 14 15 ]
 *         \|/                |/____________/
 *      inside: all of       outside: all of different
 *      one community        communities
 *
 * What is sampled: every variable has room for 3 literals.  The clauses are filled one after another,
 * in random order of their widths; each is inside with the probability asked for.  Its variables are
 * drawn one by one with probability proportional to the room that they have left, drawn again while
 * they repeat a variable or are in the wrong community; so a community is chosen in proportion to its
 * room.  Where that leads nowhere all starts again.  Signs are uniform as in bisat.c. The result is not
 * uniform among the formulas with these numbers: late clauses take what is left. */
#include "gen/community.h"

#include "gen/signs.h"

#define ATTEMPTS 300
#define DRAWS 400 /* for one variable, before the attempt is given up */

struct filling
{
  const struct hb_community *wanted;
  struct hb_rng *rng;
  VEC (hb_id) room;  /* variables, as often as they have room left */
  VEC (hb_id) slots; /* those taken, clause after clause */
};

static bool
check (const struct hb_community *w, hb_diag *diag)
{
  size_t literals = 3 * w->clauses - w->twos;
  if (w->variables < 1 || w->variables > HB_MOST_VARIABLES || w->communities < 1
      || w->communities > w->variables || !(w->inside >= 0 && w->inside <= 1))
    hb_error (
        diag, NULL,
        "%d communities among %d variables, %g of the clauses inside; possible are 1 to as many "
        "as variables, and shares from 0 to 1",
        w->communities, w->variables, w->inside);
  else if (w->twos > w->clauses || literals > 3 * (size_t)w->variables)
    hb_error (
        diag, NULL,
        "%zu clauses have %zu literals, but %d variables in at most 3 clauses each give room for "
        "%zu",
        w->clauses, literals, w->variables, 3 * (size_t)w->variables);
  else
    return true;
  return false;
}

static uint64_t
community_of (const struct hb_community *w, hb_id variable)
{
  return (uint64_t)variable * (uint64_t)w->communities / (uint64_t)w->variables;
}

/* May VARIABLE be the next of a clause whose SIZE first ones are at CLAUSE? */
static bool
fits (const struct hb_community *w, const hb_id *clause, size_t size, hb_id variable, bool inside)
{
  for (size_t k = 0; k < size; k++)
    if (clause[k] == variable
        || (community_of (w, clause[k]) == community_of (w, variable)) != inside)
      return false;
  return true;
}

static bool
draw_variable (struct filling *f, size_t start, bool inside)
{
  for (int i = 0; i < DRAWS && f->room.size; i++)
    {
      size_t at = (size_t)hb_rng_below (f->rng, f->room.size);
      hb_id variable = f->room.data[at];
      if (!fits (f->wanted, vec_from (f->slots, start), f->slots.size - start, variable, inside))
        continue;
      f->room.data[at] = vec_top (f->room);
      (void)vec_pop (f->room);
      vec_push (f->slots, variable);
      return true;
    }
  return false;
}

/* Fills the clauses that end at the places in CNF; false if that did not come out. */
static bool
fill (struct filling *f, const hb_cnf *cnf)
{
  const struct hb_community *w = f->wanted;
  vec_clear (f->room);
  vec_clear (f->slots);
  for (hb_id v = 0; v < (hb_id)w->variables; v++)
    for (int k = 0; k < 3; k++)
      vec_push (f->room, v);
  for (size_t j = 0; j < cnf->ends.size; j++)
    {
      size_t start = f->slots.size;
      bool inside = w->communities == 1 || hb_rng_unit (f->rng) < w->inside;
      while (f->slots.size < cnf->ends.data[j])
        if (!draw_variable (f, start, inside))
          return false;
    }
  return true;
}

/* The ends of the clauses, those of 2 literals at random places. */
static void
place_clauses (hb_cnf *cnf, const struct hb_community *w, struct hb_rng *rng)
{
  size_t twos = w->twos, end = 0;
  for (size_t j = 0; j < w->clauses; j++)
    {
      bool two = hb_rng_below (rng, w->clauses - j) < twos;
      twos -= two;
      end += two ? 2 : 3;
      vec_push (cnf->ends, end);
    }
}

/* Gives the variables random names, so that these do not tell the communities. */
static void
rename_variables (struct filling *f)
{
  size_t count = (size_t)f->wanted->variables;
  hb_id *name = hb_calloc (count, sizeof *name);
  for (size_t v = 0; v < count; v++)
    name[v] = (hb_id)v;
  hb_rng_shuffle (f->rng, name, count);
  for (size_t i = 0; i < f->slots.size; i++)
    f->slots.data[i] = name[f->slots.data[i]];
  hb_free (name);
}

hb_cnf *
hb_community_random (const struct hb_community *wanted, struct hb_rng *rng, hb_diag *diag)
{
  struct filling f = { .wanted = wanted, .rng = rng };
  if (!check (wanted, diag))
    return NULL;
  hb_cnf *cnf = hb_cnf_new (wanted->variables);
  place_clauses (cnf, wanted, rng);
  bool filled = false;
  for (int i = 0; i < ATTEMPTS && !filled; i++)
    filled = fill (&f, cnf);
  if (filled)
    {
      rename_variables (&f);
      hb_sign_variables (cnf, f.slots.data, f.slots.size, (size_t)wanted->variables, wanted->mixed,
                         rng);
    }
  else
    {
      hb_error (
          diag, NULL,
          "no such formula was found in %d attempts; expected fewer clauses or communities, or "
          "another share of clauses inside",
          ATTEMPTS);
      hb_cnf_free (cnf);
      cnf = NULL;
    }
  vec_free (f.room);
  vec_free (f.slots);
  return cnf;
}

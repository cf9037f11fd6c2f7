/* Refuting "M schedules are enough": the formula rebuilt from the poset, then the proof clause by clause; the
 * variables are those of poset/minimal.h.
 *
 * If M schedules hit all tuples of the file, the formula has a model: give each tuple the class of a schedule
 * that hits it; the clique's tuples are in different ones, so schedules can be numbered for the first M
 * of them to stand in the first classes; no class has all tuples of a cycle; and the schedules' orders are
 * transitive. */
#include "proof/certify_hitting.h"

#include "proof/certify_drat.h"

struct refuting
{
  struct hb_words *words;
  const struct hb_hitting_claims *claims;
  struct hb_certified_hitting *certified;
  size_t classes, tuples, pairs;
  hb_id *number; /* orders: a * count + b -> pair */
  struct hb_drat drat;
};

/* --- The formula --- */

/* Literals: 2v, or 2v + 1 for the negation. */
#define ALWAYS (HB_NONE - 1)
#define NEVER HB_NONE

static void
give (struct refuting *r)
{
  for (size_t i = 0; i < r->drat.clause.size; i++)
    if (r->drat.clause.data[i] == ALWAYS)
      {
        vec_clear (r->drat.clause);
        return;
      }
  size_t kept = 0;
  for (size_t i = 0; i < r->drat.clause.size; i++)
    if (r->drat.clause.data[i] != NEVER)
      r->drat.clause.data[kept++] = r->drat.clause.data[i];
  r->drat.clause.size = kept;
  hb_drat_give (&r->drat);
}

static hb_id
negated (hb_id literal)
{
  return literal == ALWAYS ? NEVER : literal == NEVER ? ALWAYS : literal ^ 1;
}

/* Tuple I is hit by, stands in, class C. */
static hb_id
stands (const struct refuting *r, size_t i, size_t c)
{
  return (hb_id)(2 * (r->classes * r->pairs + i * r->classes + c + 1));
}

/* Schedule C runs A before B. */
static hb_id
runs (const struct refuting *r, size_t c, hb_id a, hb_id b)
{
  const hb_poset *p = r->claims->poset;
  if (hb_poset_before (p, a, b))
    return ALWAYS;
  if (hb_poset_before (p, b, a))
    return NEVER;
  hb_id pair = a < b ? r->number[(size_t)a * p->count + b] : r->number[(size_t)b * p->count + a];
  return (hb_id)(2 * (c * r->pairs + pair + 1)) + (a > b);
}

static void
give_orders (struct refuting *r)
{
  hb_id n = r->claims->poset->count;
  size_t d = (size_t)r->claims->d;
  for (size_t c = 0; c < r->classes; c++)
    for (hb_id x = 0; x < n; x++)
      for (hb_id y = 0; y < n; y++)
        for (hb_id z = 0; z < n; z++)
          if (x != y && y != z && x != z && x < y
              && x < z) /* each circle once, from its least member */
            {
              vec_push (r->drat.clause, negated (runs (r, c, x, y)));
              vec_push (r->drat.clause, negated (runs (r, c, y, z)));
              vec_push (r->drat.clause, negated (runs (r, c, z, x)));
              give (r);
            }
  for (size_t i = 0; i < r->tuples; i++)
    for (size_t c = 0; c < r->classes; c++)
      for (size_t k = 1; k < d; k++)
        {
          const hb_id *tuple = r->claims->tuples.data + i * d;
          vec_push (r->drat.clause, negated (stands (r, i, c)));
          vec_push (r->drat.clause, runs (r, c, tuple[k - 1], tuple[k]));
          give (r);
        }
}

static void
give_rest (struct refuting *r)
{
  for (size_t i = 0; i < r->tuples; i++)
    {
      for (size_t c = 0; c < r->classes; c++)
        vec_push (r->drat.clause, stands (r, i, c));
      give (r);
    }
  for (size_t j = 0; j < r->claims->clique.size && j < r->classes; j++)
    {
      vec_push (r->drat.clause, stands (r, r->claims->clique.data[j], j));
      give (r);
    }
}

static void
number_pairs (struct refuting *r)
{
  const hb_poset *p = r->claims->poset;
  r->number = hb_calloc ((size_t)p->count * p->count, sizeof *r->number);
  for (hb_id a = 0; a < p->count; a++)
    for (hb_id b = a + 1; b < p->count; b++)
      if (hb_poset_apart (p, a, b))
        r->number[(size_t)a * p->count + b] = (hb_id)r->pairs++;
}

/* `cycle I J ..`: each tuple's last member is the next one's first, or before it. */
static bool
read_cycle (struct refuting *r)
{
  struct hb_words *w = r->words;
  const hb_id *tuples = r->claims->tuples.data;
  size_t d = (size_t)r->claims->d;
  VEC (hb_id) cycle = VEC_EMPTY;
  bool good = true;
  while (good && hb_words_next (w))
    {
      size_t number;
      good = hb_words_digits (w->word, w->size, r->tuples, &number) == w->size
             || hb_words_fail (w, "expected the number of a tuple");
      if (good)
        vec_push (cycle, (hb_id)number);
    }
  for (size_t i = 0; good && i < cycle.size; i++)
    {
      hb_id last = tuples[cycle.data[i] * d + d - 1],
            first = tuples[cycle.data[(i + 1) % cycle.size] * d];
      good = last == first || hb_poset_before (r->claims->poset, last, first)
             || hb_words_fail_line (w, "tuple %u does not lead to tuple %u: this is no cycle",
                                    cycle.data[i], cycle.data[(i + 1) % cycle.size]);
    }
  good = good && (cycle.size > 0 || hb_words_fail_line (w, "expected the tuples of a cycle"));
  for (size_t c = 0; good && c < r->classes; c++)
    {
      for (size_t i = 0; i < cycle.size; i++)
        vec_push (r->drat.clause, negated (stands (r, cycle.data[i], c)));
      give (r);
    }
  r->certified->cycles++;
  vec_free (cycle);
  return good;
}

/* --- The proof --- */

static bool
read_refutation (struct refuting *r, bool by_orders)
{
  struct hb_words *w = r->words;
  bool refuted = false, begun = by_orders;
  if (by_orders)
    {
      give_orders (r);
      give_rest (r);
    }
  while (!refuted && hb_words_line (w))
    if (!begun && hb_words_is (w, "cycle"))
      {
        if (!read_cycle (r))
          return false;
      }
    else
      {
        if (!begun)
          give_rest (r);
        begun = true;
        if (!hb_drat_step (&r->drat, &refuted))
          return false;
      }
  return refuted || hb_words_fail_line (w, "the refutation has no empty clause");
}

bool
hb_certify_refutation (struct hb_words *words, const struct hb_hitting_claims *claims,
                       size_t *refuted, struct hb_certified_hitting *certified)
{
  struct refuting r = { .words = words,
                        .claims = claims,
                        .certified = certified,
                        .tuples = certified->tuples,
                        .drat = hb_drat_start (words, 0) };
  bool by_orders = false, good;
  good = hb_words_number (words, 100000, "schedules", &r.classes) && hb_words_next (words);
  if (good)
    {
      by_orders = hb_words_is (words, "orders");
      good = (by_orders || (hb_words_is (words, "cycles") && claims->d == 2)
              || hb_words_fail (words, "expected orders or, for depth 2, cycles"))
             && hb_words_end (words);
    }
  if (good)
    {
      if (by_orders)
        number_pairs (&r);
      r.drat.variables = r.classes * (r.pairs + r.tuples);
      good = read_refutation (&r, by_orders);
      *refuted = good ? r.classes : 0;
    }
  certified->clauses += r.drat.derived;
  hb_drat_end (&r.drat);
  hb_free (r.number);
  return good;
}

/* Refuting "M schedules are enough": the formula rebuilt from the poset, then the proof clause by clause; the
 * variables are those of poset/minimal.h.
 *
 * If M schedules hit all tuples of the file, the formula has a model: give each tuple the class of a schedule
 * that hits it; the clique's tuples are in different ones, so schedules can be numbered for the first M
 * of them to stand in the first classes; no class has all tuples of a cycle; and the schedules' orders are
 * transitive. */
#include "proof/certify_hitting.h"

#include "proof/certify_words.h"
#include "proof/certify_rup.h"

struct slot
{
  uint64_t hash;
  size_t clause;
};

struct refuting
{
  struct hb_words *words;
  const struct hb_hitting_claims *claims;
  struct hb_certified_hitting *certified;
  size_t classes, tuples, pairs, variables;
  hb_id *number; /* orders: a * count + b -> pair */
  hb_units *rup;
  VEC (hb_id) clause;
  VEC (struct slot) table;
  size_t used;
};

#define FREE SIZE_MAX
#define LEFT (SIZE_MAX - 1)

/* --- Clauses by their literals, for deletions: a wrong one deleted could only make the proof fail --- */

static uint64_t
hash_clause (const struct refuting *r)
{
  uint64_t sum = 0;
  for (size_t i = 0; i < r->clause.size; i++)
    {
      uint64_t x = (r->clause.data[i] + UINT64_C (1)) * UINT64_C (0xd6e8feb86659fd93);
      x = (x ^ x >> 32) * UINT64_C (0xd6e8feb86659fd93);
      sum += x ^ x >> 32;
    }
  return sum + r->clause.size;
}

static void
remember (struct refuting *r, uint64_t hash, size_t clause)
{
  if (2 * (r->used + 1) > r->table.size)
    {
      struct slot *old = r->table.data, none = { 0, FREE };
      size_t size = r->table.size;
      r->table.data = NULL;
      r->table.size = r->table.capacity = r->used = 0;
      vec_resize (r->table, size ? 2 * size : 1024, none);
      for (size_t i = 0; i < size; i++)
        if (old[i].clause < LEFT)
          remember (r, old[i].hash, old[i].clause);
      hb_free (old);
    }
  size_t mask = r->table.size - 1, at = (size_t)hash & mask;
  while (r->table.data[at].clause != FREE)
    at = (at + 1) & mask;
  r->table.data[at] = (struct slot){ hash, clause };
  r->used++;
}

static void
forget (struct refuting *r)
{
  uint64_t hash = hash_clause (r);
  size_t mask = r->table.size - 1;
  if (r->clause.size < 2 || !r->table.size)
    return;
  for (size_t at = (size_t)hash & mask; r->table.data[at].clause != FREE; at = (at + 1) & mask)
    if (r->table.data[at].clause != LEFT && r->table.data[at].hash == hash)
      {
        hb_units_delete (r->rup, r->table.data[at].clause);
        r->table.data[at].clause = LEFT;
        return;
      }
}

/* --- The formula --- */

/* Literals: 2v, or 2v + 1 for the negation. */
#define ALWAYS (HB_NONE - 1)
#define NEVER HB_NONE

static void
give (struct refuting *r)
{
  for (size_t i = 0; i < r->clause.size; i++)
    if (r->clause.data[i] == ALWAYS)
      {
        vec_clear (r->clause);
        return;
      }
  size_t kept = 0;
  for (size_t i = 0; i < r->clause.size; i++)
    if (r->clause.data[i] != NEVER)
      r->clause.data[kept++] = r->clause.data[i];
  r->clause.size = kept;
  remember (r, hash_clause (r), hb_units_clauses (r->rup));
  hb_units_give (r->rup, r->clause.data, r->clause.size);
  vec_clear (r->clause);
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
              vec_push (r->clause, negated (runs (r, c, x, y)));
              vec_push (r->clause, negated (runs (r, c, y, z)));
              vec_push (r->clause, negated (runs (r, c, z, x)));
              give (r);
            }
  for (size_t i = 0; i < r->tuples; i++)
    for (size_t c = 0; c < r->classes; c++)
      for (size_t k = 1; k < d; k++)
        {
          const hb_id *tuple = r->claims->tuples.data + i * d;
          vec_push (r->clause, negated (stands (r, i, c)));
          vec_push (r->clause, runs (r, c, tuple[k - 1], tuple[k]));
          give (r);
        }
}

static void
give_rest (struct refuting *r)
{
  for (size_t i = 0; i < r->tuples; i++)
    {
      for (size_t c = 0; c < r->classes; c++)
        vec_push (r->clause, stands (r, i, c));
      give (r);
    }
  for (size_t j = 0; j < r->claims->clique.size && j < r->classes; j++)
    {
      vec_push (r->clause, stands (r, r->claims->clique.data[j], j));
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
        vec_push (r->clause, negated (stands (r, cycle.data[i], c)));
      give (r);
    }
  r->certified->cycles++;
  vec_free (cycle);
  return good;
}

/* --- The proof --- */

/* The literals from the last word on, up to 0. */
static bool
read_literals (struct refuting *r)
{
  struct hb_words *w = r->words;
  vec_clear (r->clause);
  for (;;)
    {
      size_t sign = w->size && w->word[0] == '-', number;
      if (w->size == sign
          || hb_words_digits (w->word + sign, w->size - sign, r->variables + 1, &number)
                 != w->size - sign)
        return hb_words_fail (w, "expected a literal, or 0");
      if (!number)
        return hb_words_end (w);
      vec_push (r->clause, (hb_id)(2 * number + sign));
      if (!hb_words_next (w))
        return hb_words_fail (w, "the line ends too early; expected 0");
    }
}

static bool
read_step (struct refuting *r, bool *refuted)
{
  struct hb_words *w = r->words;
  if (hb_words_is (w, "d"))
    {
      if (!hb_words_next (w) || !read_literals (r))
        return hb_diag_errors (w->diag) ? false : hb_words_fail (w, "expected literals");
      forget (r);
      return true;
    }
  if (!read_literals (r))
    return false;
  size_t number = hb_units_clauses (r->rup);
  if (!hb_units_derive (r->rup, r->clause.data, r->clause.size))
    return hb_words_fail_line (w, "the clause does not follow by unit propagation");
  remember (r, hash_clause (r), number);
  r->certified->clauses++;
  *refuted = !r->clause.size;
  return true;
}

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
        if (!read_step (r, &refuted))
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
                        .rup = hb_units_new () };
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
      r.variables = r.classes * (r.pairs + r.tuples);
      good = read_refutation (&r, by_orders);
      *refuted = good ? r.classes : 0;
    }
  hb_units_free (r.rup);
  hb_free (r.number);
  vec_free (r.clause);
  vec_free (r.table);
  return good;
}

/* Random 3-BI-3SAT formulas: clauses of 2 or 3 literals over different variables, each variable in
 * at most 3 clauses (ED-consistency paper, Definition 3).
 *
 * What is sampled: the formula is uniform among all sequences of clauses, each a sequence of
 * literals over different variables, that have the numbers of variables, clauses and 2-clauses
 * asked for (the places of the 2-clauses being part of the sequence) and each variable in at most 3
 * clauses.  A set of literals has as many orders in every formula, so it is uniform too if clauses
 * are taken as sets.
 *
 *     degrees d(v) <= 3        1 1 1 2 3 3 4 4 4      every variable d(v) times
 *     shuffle                  3 1 4 | 4 2 | 1 4 | 3 1
 *     a clause repeats a variable?  Then start again, with new degrees.
 *     signs
 *
 * Why it is uniform: fill the K slots with variables.  Exactly K! / prod d(v)! fillings have the
 * degrees d, and each gets signs in prod s(d(v)) ways, where s(d) is 2^d, or 2^d - 2 for d >= 2 if
 * both signs must occur.  So a uniform filling with signs comes of degrees with weights prod
 * s(d(v)) / d(v)! (degrees.h), a uniform order of the multiset, and uniform signs of each variable.
 * Rejecting the fillings that repeat a variable in a clause leaves a uniform one of the others.  To
 * keep the degrees when a filling is rejected would be wrong: some degrees survive more often.
 *
 * How often it rejects: two slots hold the same variable with probability D / (K - 1), where D, the
 * mean of d - 1 over the slots, is at most 2; T + 3 U pairs of slots matter for T and U clauses of
 * 2 and 3 literals, and T + 3 U <= K.  Repetitions are rare and nearly independent, so some e^((T +
 * 3 U) D / K) <= e^2 = 7.4 rounds are needed, whatever the size.
 *
 * Planted: the model is uniform, the fillings are as above, and the signs of a clause are uniform
 * among those that the model makes true, which favours formulas with many models; hidden: as signs.h
 * says, so that the signs do not give the model away.
 *
 * Balanced: the degrees differ by at most 1, and the formula is uniform among those with such degrees.
 *
 * Which are hard?  With uniform signs hardly any: a quarter of the variables with 3 occurrences
 * have one sign only, and even 2-clauses alone at 3 occurrences a variable are just critical (a
 * literal made true forces one other on average).  With both signs it forces 4/3 * 2 T / (2 T + 3
 * U) of them, which is above 1 for more than 9/11 2-clauses; the hard mix lies about there
 * (HB_HARD_TWOS). */
#include "gen/bisat.h"

#include "gen/degrees.h"
#include "gen/signs.h"

size_t
hb_share (double share, size_t clauses)
{
  size_t nearest = (size_t)(share * (double)clauses + 0.5);
  return nearest < clauses ? nearest : clauses;
}

size_t
hb_most_clauses (int variables, double share)
{
  size_t room = 3 * (size_t)variables, clauses = (size_t)((double)room / (3 - share)) + 1;
  while (3 * clauses - hb_share (share, clauses) > room)
    clauses--;
  return clauses;
}

/* The literals of all clauses fit into the variables, and every variable has one if so wanted. */
static bool
check_room (const struct hb_bisat *w, hb_diag *diag)
{
  size_t variables = (size_t)w->variables, room = 3 * variables;
  size_t literals = 3 * w->clauses - w->twos;
  if (literals > room)
    {
      double share = (double)w->twos / (double)w->clauses;
      hb_error (
          diag, NULL,
          "%zu clauses have %zu literals, but %zu variables in at most 3 clauses each give room for"
          " %zu; at most %zu such clauses are possible, or at least %zu variables",
          w->clauses, literals, variables, room, hb_most_clauses (w->variables, share),
          w->clauses - w->twos / 3);
      return false;
    }
  if (w->every && literals < variables)
    {
      hb_error (
          diag, NULL,
          "%zu clauses have %zu literals, too few for each of %zu variables to occur; at most %zu"
          " variables are possible",
          w->clauses, literals, variables, literals);
      return false;
    }
  return true;
}

/* The numbers are possible: balanced degrees then always give a formula (Gale and Ryser). */
static bool
check (const struct hb_bisat *w, hb_diag *diag)
{
  size_t width = w->twos < w->clauses ? 3 : w->clauses ? 2 : 0;
  if (w->variables < 0 || w->variables > HB_MOST_VARIABLES)
    hb_error (diag, NULL, "%d variables; possible are 0 to %d", w->variables, HB_MOST_VARIABLES);
  else if (w->twos > w->clauses)
    hb_error (diag, NULL, "%zu clauses of 2 literals among %zu clauses; possible are 0 to %zu",
              w->twos, w->clauses, w->clauses);
  else if (width > (size_t)w->variables)
    hb_error (
        diag, NULL,
        "a clause of %zu literals over different variables needs at least %zu variables, not %d",
        width, width, w->variables);
  else if (w->clauses > 3 * (size_t)w->variables)
    hb_error (diag, NULL,
              "%zu clauses over %d variables in at most 3 clauses each; at most %zu are possible",
              w->clauses, w->variables, 3 * (size_t)w->variables / 2);
  else if (w->mixed && w->planted)
    hb_error (diag, NULL, "a planted model and both signs of every variable exclude each other");
  else
    return check_room (w, diag);
  return false;
}

/* The ends of the clauses: which of them have 2 literals is uniform. */
static void
place_clauses (hb_cnf *cnf, const struct hb_bisat *w, struct hb_rng *rng)
{
  size_t twos = w->twos, end = 0;
  vec_reserve (cnf->ends, w->clauses);
  for (size_t j = 0; j < w->clauses; j++)
    {
      bool two = hb_rng_below (rng, w->clauses - j) < twos;
      twos -= two;
      end += two ? 2 : 3;
      vec_push (cnf->ends, end);
    }
}

static bool
has_repetition (const hb_id *slot, size_t size)
{
  return slot[0] == slot[1] || (size == 3 && (slot[0] == slot[2] || slot[1] == slot[2]));
}

/* Shuffles the slots as far as needed: to the first clause that repeats a variable.  True if there
 * is none. */
static bool
shuffle (const hb_cnf *cnf, hb_id *slots, size_t count, struct hb_rng *rng)
{
  size_t at = 0;
  for (size_t j = 0; j < cnf->ends.size; j++)
    {
      size_t start = at;
      for (; at < cnf->ends.data[j]; at++)
        {
          size_t other = at + (size_t)hb_rng_below (rng, count - at);
          hb_id swapped = slots[at];
          slots[at] = slots[other];
          slots[other] = swapped;
        }
      if (has_repetition (slots + start, at - start))
        return false;
    }
  return true;
}

/* Fills the slots with the variables 0 .. COUNT - 1, each as often as its degree says. */
static void
fill (hb_id *slots, const unsigned char *degree, size_t variables)
{
  size_t at = 0;
  for (size_t v = 0; v < variables; v++)
    for (unsigned char k = 0; k < degree[v]; k++)
      slots[at++] = (hb_id)v;
}

/* Degrees of sum TOTAL that differ by at most 1; which variables have the higher one is uniform. */
static void
balance_degrees (unsigned char *degree, size_t variables, size_t total, struct hb_rng *rng)
{
  size_t low = variables ? total / variables : 0, high = total - low * variables;
  for (size_t v = 0; v < variables; v++)
    {
      bool is_high = hb_rng_below (rng, variables - v) < high;
      degree[v] = (unsigned char)(low + is_high);
      high -= is_high;
    }
}

/* New: a uniform filling without repetitions. */
static hb_id *
draw_slots (const hb_cnf *cnf, const struct hb_bisat *w, struct hb_rng *rng)
{
  size_t variables = (size_t)w->variables, count = 3 * w->clauses - w->twos;
  hb_id *slots = hb_calloc (count, sizeof *slots);
  unsigned char *degree = hb_calloc (variables, 1);
  do
    {
      if (w->balanced)
        balance_degrees (degree, variables, count, rng);
      else
        hb_degrees_draw (degree, variables, count, w->mixed ? HB_BOTH_SIGNS : HB_ANY_SIGNS,
                         w->every, rng);
      fill (slots, degree, variables);
    }
  while (!shuffle (cnf, slots, count, rng));
  hb_free (degree);
  return slots;
}

/* Signs for the clauses that MODEL makes true: not all literals false. */
static void
sign_planted (hb_cnf *cnf, const hb_id *slots, const signed char *model, bool hidden,
              struct hb_rng *rng)
{
  size_t at = 0;
  for (size_t j = 0; j < cnf->ends.size; j++)
    {
      size_t size = cnf->ends.data[j] - at;
      uint64_t falsified = hb_sign_planted (size, hidden, rng);
      for (; at < cnf->ends.data[j]; at++, falsified >>= 1)
        {
          int variable = (int)slots[at] + 1;
          bool positive = (model[variable] > 0) != (falsified & 1);
          vec_push (cnf->literals, positive ? variable : -variable);
        }
    }
}

/* The planted model into PLANTED and a copy of it (new), or zeros and NULL. */
static signed char *
draw_model (const struct hb_bisat *w, signed char *planted, struct hb_rng *rng)
{
  size_t variables = (size_t)w->variables;
  signed char *model = w->planted ? hb_calloc (variables + 1, 1) : NULL;
  for (size_t v = 1; v <= variables && model; v++)
    model[v] = hb_rng_coin (rng) ? 1 : -1;
  for (size_t v = 0; v <= variables && planted; v++)
    planted[v] = model ? model[v] : 0;
  return model;
}

hb_cnf *
hb_bisat_random (const struct hb_bisat *wanted, struct hb_rng *rng, signed char *planted,
                 hb_diag *diag)
{
  if (!check (wanted, diag))
    return NULL;
  hb_cnf *cnf = hb_cnf_new (wanted->variables);
  signed char *model = draw_model (wanted, planted, rng);
  place_clauses (cnf, wanted, rng);
  hb_id *slots = draw_slots (cnf, wanted, rng);
  vec_reserve (cnf->literals, 3 * wanted->clauses - wanted->twos);
  if (model)
    sign_planted (cnf, slots, model, wanted->hidden, rng);
  else
    hb_sign_variables (cnf, slots, 3 * wanted->clauses - wanted->twos, (size_t)wanted->variables,
                       wanted->mixed, rng);
  hb_free (slots);
  hb_free (model);
  return cnf;
}

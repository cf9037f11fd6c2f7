/* Clauses by their literals, steps; see certify_drat.h. */
#include "proof/certify_drat.h"

#define FREE SIZE_MAX
#define LEFT (SIZE_MAX - 1)

struct hb_drat
hb_drat_start (struct hb_words *words, size_t variables)
{
  return (struct hb_drat){ .words = words, .variables = variables, .units = hb_units_new () };
}

void
hb_drat_end (struct hb_drat *drat)
{
  hb_units_free (drat->units);
  vec_free (drat->clause);
  vec_free (drat->table);
}

/* --- Clauses by their literals, for deletions: a wrong one deleted could only make the proof fail --- */

static uint64_t
hash_clause (const struct hb_drat *r)
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
remember (struct hb_drat *r, uint64_t hash, size_t clause)
{
  if (2 * (r->used + 1) > r->table.size)
    {
      struct hb_drat_slot *old = r->table.data, none = { 0, FREE };
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
  r->table.data[at] = (struct hb_drat_slot){ hash, clause };
  r->used++;
}

static void
forget (struct hb_drat *r)
{
  uint64_t hash = hash_clause (r);
  size_t mask = r->table.size - 1;
  if (r->clause.size < 2 || !r->table.size)
    return;
  for (size_t at = (size_t)hash & mask; r->table.data[at].clause != FREE; at = (at + 1) & mask)
    if (r->table.data[at].clause != LEFT && r->table.data[at].hash == hash)
      {
        hb_units_delete (r->units, r->table.data[at].clause);
        r->table.data[at].clause = LEFT;
        return;
      }
}

void
hb_drat_give (struct hb_drat *r)
{
  remember (r, hash_clause (r), hb_units_clauses (r->units));
  hb_units_give (r->units, r->clause.data, r->clause.size);
  vec_clear (r->clause);
}

bool
hb_drat_read (struct hb_drat *r)
{
  struct hb_words *w = r->words;
  vec_clear (r->clause);
  for (;;)
    {
      size_t sign = w->size && w->word[0] == '-', number;
      if (w->size == sign
          || hb_words_digits (w->word + sign, w->size - sign, r->variables + 1, &number)
                 != w->size - sign)
        return hb_words_fail (
            w, w->size > sign
                       && hb_words_digits (w->word + sign, w->size - sign, (size_t)1 << 31, &number)
                              == w->size - sign
                   ? "expected a variable of the formula; steps that bring new ones (RAT) are not "
                     "checked here"
                   : "expected a literal, or 0");
      if (!number && sign)
        return hb_words_fail (w, "expected a literal, or 0");
      if (!number)
        return hb_words_end (w);
      vec_push (r->clause, (hb_id)(2 * number + sign));
      if (!hb_words_next (w))
        return hb_words_fail (w, "the line ends too early; expected 0");
    }
}

bool
hb_drat_step (struct hb_drat *r, bool *refuted)
{
  struct hb_words *w = r->words;
  if (hb_words_is (w, "d"))
    {
      if (!hb_words_next (w) || !hb_drat_read (r))
        return hb_diag_errors (w->diag) ? false : hb_words_fail (w, "expected literals");
      forget (r);
      return true;
    }
  if (!hb_drat_read (r))
    return false;
  size_t number = hb_units_clauses (r->units);
  if (!hb_units_derive (r->units, r->clause.data, r->clause.size))
    return hb_words_fail_line (w, "the clause does not follow by unit propagation");
  remember (r, hash_clause (r), number);
  r->derived++;
  *refuted = !r->clause.size;
  return true;
}

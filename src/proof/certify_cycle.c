/* Certificates of inconsistency: cycles of happens-before that cannot all be avoided.
 *
 * A cycle whose steps hold under the orders that it assumes gives a clause: not all of these
 * orders.  Clauses are numbered from 1 as they come, those of cycles and those that follow by unit
 * propagation (sat/units.h); clause 0 of the checker says that HB_LITERAL_TRUE holds.  The empty clause,
 * or a cycle that assumes nothing, ends the proof. */
#include "proof/certify_cycle.h"

#include "proof/certify_pair.h"
#include "sat/units.h"
#include "proof/certify_step.h"

#include "base/progress.h"

#include <string.h>

struct proof
{
  struct hb_words *words;
  const hb_trace *trace;
  struct hb_certified *certified;
  hb_order_literals *literals;
  hb_steps *steps;
  hb_units *units;
  VEC (hb_id) clause;
  bool refuted;
};

static struct hb_step_end
spot_of_event (const hb_trace *trace, size_t event)
{
  struct hb_step_end spot = { trace->events.data[event].message, (hb_id)event };
  return spot;
}

/* The next word: the number of an event, or @ and that of a message without events. */
static bool
read_spot (struct proof *proof, struct hb_step_end *spot)
{
  struct hb_words *words = proof->words;
  const hb_trace *trace = proof->trace;
  size_t number;
  if (!hb_words_next (words))
    return hb_words_fail (words, "the line ends too early; expected an event");
  if (words->word[0] == '@')
    {
      if (words->size == 1
          || hb_words_digits (words->word + 1, words->size - 1, trace->messages.size, &number)
                 != words->size - 1
          || trace->messages.data[number].count)
        return hb_words_fail (words, "expected @ and the number of a message without events");
      *spot = (struct hb_step_end){ (hb_id)number, HB_NONE };
      return true;
    }
  if (hb_words_digits (words->word, words->size, trace->events.size, &number) != words->size)
    return hb_words_fail (words, "expected the number of an event");
  *spot = spot_of_event (trace, number);
  return true;
}

/* Two numbers of messages with < between them, the SIZE bytes at TEXT. */
static bool
read_pair (const struct proof *proof, const char *text, size_t size, hb_id pair[2])
{
  size_t before, after, bound = proof->trace->messages.size;
  size_t digits = hb_words_digits (text, size, bound, &before);
  if (!digits || digits + 1 >= size || text[digits] != '<'
      || hb_words_digits (text + digits + 1, size - digits - 1, bound, &after) != size - digits - 1)
    return false;
  pair[0] = (hb_id)before;
  pair[1] = (hb_id)after;
  return true;
}

/* A relation, with :A<B behind it if the step assumes that order. */
static bool
read_relation (struct proof *proof, enum hb_step_kind *kind, bool *assumes, hb_id assumed[2])
{
  struct hb_words *words = proof->words;
  int found = -1;
  for (int k = 0; k < HB_STEP_KINDS && words->size >= 2; k++)
    if (!memcmp (words->word, hb_step_names[k], 2))
      found = k;
  *assumes = words->size > 2;
  if (found < 0 || (*assumes && found < HB_STEP_EO)
      || (*assumes
          && (words->word[2] != ':'
              || !read_pair (proof, words->word + 3, words->size - 3, assumed))))
    return hb_words_fail (words,
                          "expected po, rf, co, fr, pb, eo, mo, gp, eo:A<B, mo:A<B or gp:A<B");
  *kind = (enum hb_step_kind)found;
  return true;
}

/* What a step of KIND assumes, negated, joins the clause. */
static void
assume (struct proof *proof, enum hb_step_kind kind, const hb_id pair[2])
{
  bool runs = kind != HB_STEP_MO;
  bool posts
      = kind == HB_STEP_MO
        || (kind == HB_STEP_GP
            && hb_handed_out_sooner (proof->trace, pair[1], pair[0]) == HB_SOONER_IF_POSTED_LATER);
  for (int what = HB_ORDER_OF_RUNS; what <= HB_ORDER_OF_POSTS; what++)
    if (what == HB_ORDER_OF_RUNS ? runs : posts)
      vec_push (proof->clause,
                hb_order_literal (proof->literals, (enum hb_order_of)what, pair[0], pair[1]) ^ 1);
}

/* One step from *SPOT on, whose relation is the last word; what it assumes joins the clause. */
static bool
read_step (struct proof *proof, struct hb_step_end *spot)
{
  enum hb_step_kind kind = HB_STEP_PO;
  hb_id assumed[2];
  bool assumes;
  struct hb_step_end to;
  size_t column = proof->words->column;
  if (!read_relation (proof, &kind, &assumes, assumed) || !read_spot (proof, &to))
    return false;
  const char *wrong = hb_step_wrong (proof->steps, *spot, kind, to, assumes ? assumed : NULL);
  if (wrong)
    {
      proof->words->column = column;
      return hb_words_fail (proof->words, "this step (%s) does not hold: %s", hb_step_names[kind],
                            wrong);
    }
  if (assumes)
    assume (proof, kind, assumed);
  *spot = to;
  proof->certified->steps++;
  return true;
}

/* `cycle E RELATION E ... E` */
static bool
read_cycle (struct proof *proof)
{
  struct hb_step_end first, last;
  size_t steps = 0;
  vec_clear (proof->clause);
  if (!read_spot (proof, &first))
    return false;
  last = first;
  for (; hb_words_next (proof->words); steps++)
    if (!read_step (proof, &last))
      return false;
  if (!steps || first.message != last.message || first.event != last.event)
    return hb_words_fail (proof->words, "the cycle does not end where it starts");
  hb_units_give (proof->units, proof->clause.data, proof->clause.size);
  proof->refuted = !proof->clause.size;
  proof->certified->cycles++;
  return true;
}

/* The last word as a literal: A<B or mo:A<B. */
static bool
read_literal (struct proof *proof, hb_id *literal)
{
  const struct hb_words *words = proof->words;
  const hb_trace *trace = proof->trace;
  size_t skip = words->size > 3 && !memcmp (words->word, "mo:", 3) ? 3 : 0;
  enum hb_order_of what = skip ? HB_ORDER_OF_POSTS : HB_ORDER_OF_RUNS;
  hb_id pair[2];
  if (!read_pair (proof, words->word + skip, words->size - skip, pair) || pair[0] == pair[1])
    return false;
  const struct hb_message *a = &trace->messages.data[pair[0]], *b = &trace->messages.data[pair[1]];
  if (a->handler != b->handler || a->kind == HB_INITIAL || b->kind == HB_INITIAL
      || (skip && (a->kind != HB_POSTED || b->kind != HB_POSTED)))
    return false;
  *literal = hb_order_literal (proof->literals, what, pair[0], pair[1]);
  return true;
}

/* `rup A<B ...` */
static bool
read_rup (struct proof *proof)
{
  struct hb_words *words = proof->words;
  vec_clear (proof->clause);
  while (hb_words_next (words))
    {
      hb_id literal;
      if (!read_literal (proof, &literal))
        return hb_words_fail (words, "expected A<B or mo:A<B, two messages of one handler");
      vec_push (proof->clause, literal);
    }
  if (!hb_units_derive (proof->units, proof->clause.data, proof->clause.size))
    return hb_words_fail_line (
        words, "clause %zu does not follow from those before it by unit propagation",
        hb_units_clauses (proof->units));
  proof->refuted = !proof->clause.size;
  proof->certified->clauses++;
  return true;
}

/* `del NUMBER...` */
static bool
read_deletions (struct proof *proof)
{
  while (hb_words_next (proof->words))
    {
      size_t number;
      if (hb_words_digits (proof->words->word, proof->words->size, hb_units_clauses (proof->units),
                           &number)
              != proof->words->size
          || !number || !hb_units_delete (proof->units, number))
        return hb_words_fail (proof->words,
                              "expected the number of a clause above, not deleted yet");
    }
  return true;
}

static bool
read_lines (struct proof *proof)
{
  struct hb_words *words = proof->words;
  while (hb_words_line (words))
    {
      bool good;
      if (hb_progress_wanted ())
        hb_input_tell (words->input, "checking", "cycles and clauses",
                       proof->certified->cycles + proof->certified->clauses);
      if (hb_words_is (words, "end"))
        {
          if (!proof->refuted)
            return hb_words_fail (words, "the proof ends without a contradiction: no cycle without "
                                         "assumptions and no empty clause");
          return hb_words_end (words);
        }
      if (proof->refuted)
        return hb_words_fail (words, "the proof is complete; expected 'end'");
      if (hb_words_is (words, "cycle"))
        good = read_cycle (proof);
      else if (hb_words_is (words, "rup"))
        good = read_rup (proof);
      else if (hb_words_is (words, "del"))
        good = read_deletions (proof);
      else
        good = hb_words_fail (words, "expected a line 'cycle', 'rup', 'del' or 'end'");
      if (!good)
        return false;
    }
  return hb_words_fail_line (words, "the certificate is truncated: no line 'end'");
}

bool
hb_certify_cycles (struct hb_words *words, struct hb_certified *certified)
{
  struct proof proof = { .words = words, .trace = words->trace, .certified = certified };
  const hb_id truth = HB_LITERAL_TRUE;
  proof.literals = hb_order_literals_new (words->trace);
  proof.steps = hb_steps_new (words->trace);
  proof.units = hb_units_new ();
  hb_units_give (proof.units, &truth, 1);
  bool good = read_lines (&proof);
  hb_order_literals_free (proof.literals);
  hb_steps_free (proof.steps);
  hb_units_free (proof.units);
  vec_free (proof.clause);
  return good;
}

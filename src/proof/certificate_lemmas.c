/* Cycles as clauses: "not all the orders that it assumes".  See certificate_refute.h.
 *
 * Pairs that FIFO ties together are one variable (engine/sat/pairs.h).  The certificate checker has
 * its own notion of that; the two must agree, or the checker will not follow. */
#include "proof/certificate_refute.h"

#include "sat/solver.h"
#include "trace/order.h"

void
hb_clauses_free (struct hb_clauses *clauses)
{
  vec_free (clauses->literals);
  vec_free (clauses->first);
}

size_t
hb_clauses_count (const struct hb_clauses *clauses)
{
  return clauses->first.size - 1;
}

void
hb_clauses_write (const struct hb_clauses *clauses, size_t c, hb_output *output)
{
  HB_ASSERT (c < hb_clauses_count (clauses));
  for (size_t i = clauses->first.data[c]; i < clauses->first.data[c + 1]; i++)
    hb_putf (output, "%d ", clauses->literals.data[i]);
  hb_put (output, "0\n");
}

void
hb_proof_write (const struct hb_proof *proof, hb_output *output)
{
  size_t gone = 0;
  for (size_t c = 0; c < hb_clauses_count (&proof->clauses); c++)
    {
      for (; gone < proof->deleted.size && proof->deleted.data[gone] == c; gone += 2)
        {
          hb_put (output, "d ");
          hb_clauses_write (&proof->clauses, proof->deleted.data[gone + 1], output);
        }
      hb_clauses_write (&proof->clauses, c, output);
    }
  HB_ASSERT (gone == proof->deleted.size);
  if (!hb_clauses_count (&proof->clauses))
    hb_put (output, "0\n");
}

void
hb_proof_free (struct hb_proof *proof)
{
  hb_clauses_free (&proof->clauses);
  vec_free (proof->deleted);
}

/* Adds LITERAL to the clause that starts at START; false if that has its negation. */
static bool
put_literal (struct hb_clauses *clauses, size_t start, int literal)
{
  for (size_t k = start; k < clauses->literals.size; k++)
    {
      if (clauses->literals.data[k] == -literal)
        return false;
      if (clauses->literals.data[k] == literal)
        return true;
    }
  vec_push (clauses->literals, literal);
  return true;
}

/* The literals of CYCLE's clause behind the others; false if it says nothing. */
static bool
put_clause (struct hb_lemmas *lemmas, const struct hb_cycle *cycle)
{
  struct hb_clauses *clauses = &lemmas->clauses;
  size_t start = clauses->literals.size;
  for (size_t i = 0; i < cycle->steps.size; i++)
    {
      struct hb_pair pairs[2];
      int count;
      if (!hb_step_pairs (lemmas->hosts, &cycle->steps.data[i], pairs, &count))
        return false;
      for (int p = 0; p < count; p++)
        if (!put_literal (clauses, start, -hb_pairs_number (&lemmas->pairs, pairs[p])))
          return false;
    }
  return true;
}

void
hb_lemmas_keep (struct hb_lemmas *lemmas, const bool *keep)
{
  struct hb_clauses *clauses = &lemmas->clauses;
  size_t kept = 0, literals = 0;
  for (size_t c = 0; c < lemmas->cycle.size; c++)
    {
      if (!keep[c])
        continue;
      size_t from = clauses->first.data[c], end = clauses->first.data[c + 1];
      clauses->first.data[kept] = literals;
      while (from < end)
        clauses->literals.data[literals++] = clauses->literals.data[from++];
      lemmas->cycle.data[kept++] = lemmas->cycle.data[c];
    }
  clauses->first.data[kept] = literals;
  clauses->first.size = kept + 1;
  clauses->literals.size = literals;
  lemmas->cycle.size = kept;
}

/* The shortest of the cycles that assume nothing is all that is needed. */
static void
keep_shortest_empty (struct hb_lemmas *lemmas)
{
  size_t best = SIZE_MAX, shortest = SIZE_MAX;
  const struct hb_clauses *clauses = &lemmas->clauses;
  for (size_t c = 0; c < lemmas->cycle.size; c++)
    {
      size_t steps = hb_lemmas_cycle (lemmas, c)->steps.size;
      if (clauses->first.data[c] < clauses->first.data[c + 1] || steps >= shortest)
        continue;
      best = c;
      shortest = steps;
    }
  if (best == SIZE_MAX)
    return;
  bool *keep = hb_calloc (lemmas->cycle.size, sizeof *keep);
  keep[best] = true;
  hb_lemmas_keep (lemmas, keep);
  hb_free (keep);
}

/* The node of each message without events (trace/order.h), HB_NONE for others. */
static hb_id *
empty_nodes (const hb_trace *trace)
{
  hb_id *nodes = hb_calloc (trace->messages.size, sizeof *nodes), next = (hb_id)trace->events.size;
  for (size_t m = 0; m < trace->messages.size; m++)
    nodes[m] = trace->messages.data[m].count ? HB_NONE : next++;
  return nodes;
}

/* Two steps there and back: RELATION says that FROM is before TO, AFTER before BEFORE is the
 * assumption. */
static void
put_chained (struct hb_lemmas *lemmas, enum hb_relation relation, hb_id from, hb_id to,
             hb_id before, hb_id after)
{
  struct hb_cycle cycle = { VEC_EMPTY };
  struct hb_step there = { from, to, relation, HB_NONE, HB_NONE };
  struct hb_step back = { to, from, relation, after, before };
  vec_push (cycle.steps, there);
  vec_push (cycle.steps, back);
  vec_push (lemmas->chained, cycle);
}

static void
put_chains (struct hb_lemmas *lemmas, bool is_eo)
{
  const hb_trace *trace = lemmas->trace;
  size_t count = is_eo ? trace->eo.size : trace->mo.size;
  const struct hb_chain *chain = is_eo ? trace->eo.data : trace->mo.data;
  hb_id *empty = count ? empty_nodes (trace) : NULL;
  for (size_t c = 0; c < count; c++)
    for (hb_id i = chain[c].first; i + 1 < chain[c].first + chain[c].count; i++)
      {
        hb_id before = trace->chained.data[i], after = trace->chained.data[i + 1];
        const struct hb_message *a = &trace->messages.data[before],
                                *b = &trace->messages.data[after];
        if (before == after)
          continue;
        if (is_eo)
          put_chained (lemmas, HB_EO, a->count ? a->first : empty[before],
                       b->count ? b->first : empty[after], before, after);
        else
          put_chained (lemmas, HB_MO, a->post, b->post, before, after);
      }
  hb_free (empty);
}

const struct hb_cycle *
hb_lemmas_cycle (const struct hb_lemmas *lemmas, size_t c)
{
  size_t number = lemmas->cycle.data[c], cycles = lemmas->result->cycles.size;
  return number < cycles ? &lemmas->result->cycles.data[number]
                         : &lemmas->chained.data[number - cycles];
}

static void
put_lemma (struct hb_lemmas *lemmas, const struct hb_cycle *cycle, size_t number)
{
  size_t start = lemmas->clauses.literals.size;
  if (put_clause (lemmas, cycle))
    {
      vec_push (lemmas->clauses.first, lemmas->clauses.literals.size);
      vec_push (lemmas->cycle, number);
    }
  else
    lemmas->clauses.literals.size = start;
}

/* A result without cycles may be of a trace that contradicts itself: then one cycle says so, whatever stands for which pair. */
static void
put_known (struct hb_lemmas *lemmas)
{
  struct hb_cycle cycle = { VEC_EMPTY };
  hb_order *order = hb_order_new (lemmas->trace);
  if (hb_known_cycle (lemmas->trace, order, &cycle))
    vec_push (lemmas->chained, cycle);
  hb_order_free (order);
}

struct hb_lemmas
hb_lemmas_new (const hb_trace *trace, const hb_check_result *result)
{
  struct hb_lemmas lemmas = { .trace = trace, .result = result, .hosts = hb_hosts_new (trace) };
  size_t cycles = result->cycles.size;
  vec_push (lemmas.clauses.first, 0);
  for (size_t i = 0; i < cycles; i++)
    put_lemma (&lemmas, &result->cycles.data[i], i);
  if (!cycles)
    put_known (&lemmas);
  put_chains (&lemmas, true);
  put_chains (&lemmas, false);
  for (size_t i = 0; i < lemmas.chained.size; i++)
    put_lemma (&lemmas, &lemmas.chained.data[i], cycles + i);
  keep_shortest_empty (&lemmas);
  return lemmas;
}

void
hb_lemmas_free (struct hb_lemmas *lemmas)
{
  for (size_t i = 0; i < lemmas->chained.size; i++)
    hb_cycle_free (&lemmas->chained.data[i]);
  vec_free (lemmas->chained);
  hb_pairs_free (&lemmas->pairs);
  hb_hosts_free (lemmas->hosts);
  hb_clauses_free (&lemmas->clauses);
  vec_free (lemmas->cycle);
}

struct hb_lemmas
hb_lemmas_of_cnf (const hb_cnf *cnf)
{
  struct hb_lemmas lemmas = { .trace = NULL };
  vec_push (lemmas.clauses.first, 0);
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *literals = hb_cnf_clause (cnf, j, &size);
      for (size_t i = 0; i < size; i++)
        vec_push (lemmas.clauses.literals, literals[i]);
      vec_push (lemmas.clauses.first, lemmas.clauses.literals.size);
      vec_push (lemmas.cycle, j);
    }
  return lemmas;
}

/* Minimising.  Clause c is switched on by assuming the literal `first + c`. */
struct minimiser
{
  const struct hb_lemmas *lemmas;
  struct hb_limits *limits;
  hb_solver *solver;
  int first;
  bool *keep;
};

/* Asks for the clauses kept but WITHOUT (or SIZE_MAX); if they are refuted only those used are
 * kept. */
static int
solve_kept (struct minimiser *m, size_t without)
{
  size_t count = m->lemmas->cycle.size;
  for (size_t c = 0; c < count; c++)
    if (m->keep[c] && c != without)
      hb_solver_assume (m->solver, m->first + (int)c);
  int answer = hb_solver_solve (m->solver, m->limits);
  for (size_t c = 0; answer == 20 && c < count; c++)
    m->keep[c] = m->keep[c] && c != without && hb_solver_failed (m->solver, m->first + (int)c);
  return answer;
}

static void
load_clauses (struct minimiser *m)
{
  const struct hb_clauses *clauses = &m->lemmas->clauses;
  for (size_t c = 0; c < m->lemmas->cycle.size; c++)
    {
      hb_solver_add (m->solver, -(m->first + (int)c));
      for (size_t i = clauses->first.data[c]; i < clauses->first.data[c + 1]; i++)
        hb_solver_add (m->solver, clauses->literals.data[i]);
      hb_solver_add (m->solver, 0);
      m->keep[c] = true;
    }
}

bool
hb_lemmas_minimise (struct hb_lemmas *lemmas, struct hb_limits *limits)
{
  size_t count = lemmas->cycle.size;
  hb_diag *diag = hb_diag_new ();
  struct minimiser m = { .lemmas = lemmas,
                         .limits = limits,
                         .solver = hb_solver_new ("picosat", 0, diag),
                         .first = (int)lemmas->pairs.pairs.size + 1,
                         .keep = hb_calloc (count, sizeof (bool)) };
  load_clauses (&m);
  int answer = solve_kept (&m, SIZE_MAX);
  bool refuted = answer == 20;
  for (size_t c = 0; c < count && refuted && answer; c++)
    if (m.keep[c])
      answer = solve_kept (&m, c);
  if (refuted)
    hb_lemmas_keep (lemmas, m.keep);
  hb_free (m.keep);
  hb_solver_free (m.solver);
  hb_diag_free (diag);
  return refuted && answer;
}

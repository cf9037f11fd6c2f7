/* Proofs about histories (proof/certify_history.h has the form): a run, or cycles and a refutation of their
 * clauses. */
#include "problem/sc.h"

#include "base/memory.h"
#include "problem/sc_cycles.h"
#include "proof/certificate_refute.h"
#include "proof/certify_history.h"

#include <stdlib.h>

static void
put_head (const hb_trace *history, hb_output *output)
{
  hb_putf (output, "hbcert 1 history\nhistory %zu %zu %zu\n", history->events.size,
           history->handlers.size, history->variables.size);
}

/* Events that follow one another in the file as FIRST-LAST. */
static void
put_run (const hb_trace *history, const hb_id *run, hb_output *output)
{
  size_t words = 0;
  for (size_t i = 0, end; i < history->events.size; i = end)
    {
      for (end = i + 1; end < history->events.size && run[end] == run[end - 1] + 1;)
        end++;
      hb_put (output, words % 16 ? " " : words ? "\nrun " : "run ");
      hb_putf (output, end - i > 1 ? "%u-%u" : "%u", (unsigned)run[i], (unsigned)run[end - 1]);
      words++;
    }
  hb_put (output, words ? "\nend\n" : "end\n");
}

/* Cycle C of SEARCH: what follows from the kinds of its events. */
static void
put_cycle (const struct hb_co_search *search, size_t c, hb_output *output)
{
  const struct hb_event *events = search->history->events.data;
  const struct hb_guarded_cycles *cycles = &search->cycles;
  size_t start = cycles->starts.data[c];
  size_t end = c + 1 < cycles->starts.size ? cycles->starts.data[c + 1] : cycles->steps.size;
  hb_putf (output, "cycle %u", (unsigned)cycles->steps.data[start]);
  for (size_t i = start; i < end; i++)
    {
      hb_id from = cycles->steps.data[i], to = cycles->steps.data[i + 1 < end ? i + 1 : start];
      const char *relation = events[from].kind == HB_WRITE ? "co" : "fr";
      if (cycles->literals.data[i])
        hb_putf (output, " %s:%d", relation, cycles->literals.data[i]);
      else if (events[to].kind == HB_READ && events[to].partner == from)
        hb_put (output, " rf");
      else
        hb_put (output, events[from].message == events[to].message && from < to ? " po" : " fr");
      hb_putf (output, " %u", (unsigned)to);
    }
  hb_put (output, "\n");
}

/* Writes the pairs that the literals speak of, those without a number yet, and makes the literals those of the
 * numbers. */
static void
put_pairs (const struct hb_co_search *search, int *number, int *count, int *literals, size_t size,
           hb_output *output)
{
  for (size_t i = 0; i < size; i++)
    {
      int pair = abs (literals[i]);
      if (!number[pair])
        {
          hb_id a, b;
          hb_co_search_writes (search, pair, &a, &b);
          hb_putf (output, "pair %u %u\n", (unsigned)a, (unsigned)b);
          number[pair] = ++*count;
        }
      literals[i] = literals[i] < 0 ? -number[pair] : number[pair];
    }
}

static void
put_inconsistent (struct hb_co_search *search, const struct hb_lemmas *lemmas,
                  struct hb_proof *proof, hb_output *output)
{
  int *number = hb_calloc ((size_t)search->pairs + 1, sizeof *number), count = 0;
  put_pairs (search, number, &count, lemmas->clauses.literals.data, lemmas->clauses.literals.size,
             output);
  put_pairs (search, number, &count, proof->clauses.literals.data, proof->clauses.literals.size,
             output);
  for (size_t i = 0; i < search->cycles.literals.size; i++)
    {
      int *literal = &search->cycles.literals.data[i];
      *literal = *literal < 0 ? -number[-*literal] : number[*literal];
    }
  for (size_t i = 0; i < lemmas->cycle.size; i++)
    put_cycle (search, lemmas->cycle.data[i], output);
  hb_put (output, "proof\n");
  hb_proof_write (proof, output);
  hb_put (output, "end\n");
  hb_free (number);
}

/* What the cycles of SEARCH say, refuted; false after an error. */
static bool
put_refutation (struct hb_co_search *search, struct hb_limits *limits, hb_output *output,
                hb_diag *diag)
{
  hb_cnf *cnf = hb_cnf_new (search->pairs);
  hb_literals clause = VEC_EMPTY;
  for (size_t c = 0; c < search->cycles.starts.size; c++)
    {
      vec_clear (clause);
      hb_guarded_order_clause (search->order, &search->cycles, c, false, &clause);
      hb_cnf_add_clause (cnf, clause.data, clause.size);
    }
  struct hb_lemmas lemmas = hb_lemmas_of_cnf (cnf);
  struct hb_proof proof = { .deleted = VEC_EMPTY };
  bool good = hb_lemmas_refute (&lemmas, limits, &proof, diag) == HB_REFUTED;
  if (good)
    put_inconsistent (search, &lemmas, &proof, output);
  hb_proof_free (&proof);
  hb_lemmas_free (&lemmas);
  vec_free (clause);
  hb_cnf_free (cnf);
  return good;
}

bool
hb_sc_prove (const struct hb_problem *self, const hb_instance *instance, struct hb_limits *limits,
             hb_output *output, hb_diag *diag)
{
  (void)self;
  const hb_trace *history = hb_trace_of (instance);
  struct hb_co_search search;
  if (!hb_co_search_init (&search, history))
    {
      hb_error (diag, NULL, "the history has too many writes of one variable for a proof");
      return false;
    }
  hb_solver *solver = hb_solver_new (NULL, 0, diag);
  hb_id *run = hb_calloc (history->events.size + 1, sizeof *run);
  enum hb_answer answer = hb_co_search_run (&search, solver, limits, run);
  bool good = answer != HB_OPEN;
  if (good)
    put_head (history, output);
  if (answer == HB_YES)
    put_run (history, run, output);
  else if (answer == HB_NO)
    good = put_refutation (&search, limits, output, diag);
  hb_free (run);
  hb_solver_free (solver);
  hb_co_search_free (&search);
  return good;
}

enum hb_answer
hb_sc_certify (const struct hb_problem *self, const hb_instance *instance, hb_input *input,
               hb_diag *diag)
{
  (void)self;
  struct hb_certified certified = hb_certify_history (hb_trace_of (instance), input, diag);
  hb_input_close (input);
  return (enum hb_answer)certified.verdict;
}

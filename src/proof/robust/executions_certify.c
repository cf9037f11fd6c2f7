/* See executions.h: the lines of the certificate, read. */
#include "proof/periodic/refutation.h"
#include "proof/robust/executions_private.h"

/* Numbers of a certificate are smaller. */
#define MOST_NUMBER 1000000

bool
hb_is_executions_certificate (hb_input *input)
{
  return hb_certificate_is (input, HB_EXECUTIONS_KIND);
}

/* A line NAME CHOICE: which of the two or three it is; -1 after an error. */
static int
read_choice (struct hb_words *w, const char *name, const char *const *choices)
{
  if (!hb_words_line (w) || !hb_words_is (w, name) || !hb_words_next (w))
    {
      hb_words_fail (w, "expected '%s %s', or another one", name, choices[0]);
      return -1;
    }
  for (int i = 0; choices[i]; i++)
    if (hb_words_is (w, choices[i]))
      return hb_words_end (w) ? i : -1;
  hb_words_fail (w, "expected %s, or another one", choices[0]);
  return -1;
}

static bool
read_claim (struct hb_words *w, struct hb_certified_executions *found)
{
  static const char *const parts[]
      = { "det", "ser", "both", NULL },
      *const mains[] = { "multiset", "queue", NULL }, *const beyond[] = { "unknown", "none", NULL };
  struct hb_executions_claim *claim = &found->claim;
  if (!hb_words_head (w, HB_EXECUTIONS_KIND))
    return false;
  found->is_certificate = true;
  int part = read_choice (w, "part", parts), main = part < 0 ? -1 : read_choice (w, "main", mains);
  if (main < 0 || !hb_words_named (w, "events", MOST_NUMBER, &claim->events)
      || !hb_words_named (w, "bound", MOST_NUMBER, &claim->bound))
    return false;
  int whole = read_choice (w, "beyond", beyond);
  claim->parts = part == 0   ? EXECUTIONS_DET
                 : part == 1 ? EXECUTIONS_SER
                             : EXECUTIONS_DET | EXECUTIONS_SER;
  claim->queue = main == 1;
  claim->is_whole = whole == 1;
  return whole >= 0;
}

/* A line of deeds: a cycle, whose clause is added. */
static bool
read_cycle (struct hb_words *w, struct executions *x)
{
  VEC (hb_id) cycle = VEC_EMPTY;
  size_t number, bad;
  bool good = hb_words_line (w) || hb_words_fail_line (w, "expected a cycle of steps");
  for (bool more = good; more; more = good && hb_words_next (w))
    {
      good = hb_words_digits (w->word, w->size, x->deeds.size, &number) == w->size
             || hb_words_fail (w, "expected the number of a step, of which there are %zu",
                               x->deeds.size);
      vec_push (cycle, (hb_id)number);
    }
  if (good && !executions_cut (x, vec_from (cycle, 0), cycle.size, &bad))
    good = cycle.size < 2
               ? hb_words_fail_line (w, "a cycle has two steps or more")
               : hb_words_fail_line (w, "step %u is not before step %u by anything known",
                                     cycle.data[bad],
                                     cycle.data[bad + 1 < cycle.size ? bad + 1 : 0]);
  vec_free (cycle);
  return good;
}

static bool
read_proof (struct hb_words *w, struct executions *x, struct hb_certified_executions *found)
{
  struct hb_refutation refutation = { .steps = 0 };
  bool good = hb_words_named (w, "cycles", MOST_NUMBER, &found->cycles);
  for (size_t i = 0; i < found->cycles && good; i++)
    good = read_cycle (w, x);
  good = good && hb_gates_refuted (x->laps.gates, w, &refutation);
  found->variables = refutation.variables;
  found->clauses = refutation.clauses;
  found->used = refutation.used;
  found->steps = refutation.steps;
  return good;
}

struct hb_certified_executions
hb_certify_executions (const hb_acode *code, hb_input *input, hb_diag *diag)
{
  struct hb_words words = { .input = input, .diag = diag, .line = "" };
  struct hb_certified_executions found = { .good = false };
  struct executions x;
  struct hb_gates gates;
  if (!read_claim (&words, &found))
    return found;
  if (found.claim.is_whole && !code->program->has_driver)
    {
      hb_words_fail (&words, "without a driver any number of events starts: expected 'unknown'");
      return found;
    }
  hb_gates_start (&gates);
  if (executions_start (&x, code, &found.claim, NULL, &gates))
    found.good = read_proof (&words, &x, &found);
  else
    hb_words_fail_line (&words, "the formula of all executions within the bound is too large");
  executions_end (&x);
  hb_gates_end (&gates);
  return found;
}

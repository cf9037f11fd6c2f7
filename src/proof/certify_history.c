/* See certify_history.h. */
#include "proof/certify_history.h"

#include "proof/certify_drat.h"

#include <string.h>

struct order
{
  hb_id before, after;
};

struct proof
{
  struct hb_words words;
  const hb_trace *history;
  struct hb_certified *certified;
  VEC (struct order) pairs; /* of literal 1, 2, ... */
  struct hb_drat drat;
};

bool
hb_is_history_certificate (hb_input *input)
{
  return hb_certificate_is (input, "history");
}

/* The first two lines. */
static bool
read_head (struct proof *p)
{
  struct hb_words *w = &p->words;
  const hb_trace *history = p->history;
  size_t events, threads, variables, most = SIZE_MAX / 16;
  if (!hb_words_head (w, "history"))
    return false;
  p->certified->is_certificate = true;
  if (!hb_words_line (w) || !hb_words_is (w, "history"))
    return hb_words_fail (w, "expected 'history EVENTS THREADS VARIABLES'");
  if (!hb_words_number (w, most, "events", &events)
      || !hb_words_number (w, most, "threads", &threads)
      || !hb_words_number (w, most, "variables", &variables) || !hb_words_end (w))
    return false;
  if (events == history->events.size && threads == history->handlers.size
      && variables == history->variables.size)
    return true;
  return hb_words_fail_line (w, "this is the certificate of another history");
}

/* --- a run -------------------------------------------------------------------------------------- */

struct run
{
  size_t happened;
  hb_id *next, *last; /* thread -> its next event; variable -> its last write so far */
};

static bool
execute (struct proof *p, struct run *run, hb_id e)
{
  const struct hb_event *event = &p->history->events.data[e];
  hb_id thread = hb_event_handler (p->history, e);
  if (run->next[thread] != e)
    return hb_words_fail (&p->words,
                          "event %u cannot happen here: its thread is not there yet, or over it",
                          (unsigned)e);
  if (event->kind == HB_READ && run->last[event->object] != event->partner)
    return hb_words_fail (&p->words, "event %u cannot happen here: it would read another write",
                          (unsigned)e);
  if (event->kind == HB_WRITE)
    run->last[event->object] = e;
  run->next[thread]++;
  run->happened++;
  return true;
}

/* The lines `run` from the one at hand on, and `end`. */
static bool
read_runs (struct proof *p, struct run *run)
{
  struct hb_words *w = &p->words;
  do
    {
      if (hb_words_is (w, "end"))
        return run->happened == p->history->events.size
                   ? hb_words_end (w)
                   : hb_words_fail (w, "the run ends after %zu of %zu events", run->happened,
                                    p->history->events.size);
      if (!hb_words_is (w, "run"))
        return hb_words_fail (w, "expected a line 'run' or 'end'");
      while (hb_words_next (w))
        {
          size_t first, last;
          if (!hb_words_range (w, p->history->events.size, &first, &last))
            return false;
          for (size_t e = first; e <= last; e++)
            if (!execute (p, run, (hb_id)e))
              return false;
        }
    }
  while (hb_words_line (w));
  return hb_words_fail_line (w, "the certificate is truncated: no line 'end'");
}

static bool
certify_run (struct proof *p)
{
  const hb_trace *history = p->history;
  struct run run = { .next = hb_calloc (history->handlers.size + 1, sizeof *run.next),
                     .last = hb_calloc (history->variables.size + 1, sizeof *run.last) };
  for (size_t h = 0; h < history->handlers.size; h++)
    {
      hb_id m = history->handlers.data[h].initial;
      run.next[h] = m == HB_NONE ? HB_NONE : history->messages.data[m].first;
    }
  for (size_t v = 0; v < history->variables.size; v++)
    run.last[v] = HB_NONE;
  bool good = read_runs (p, &run);
  p->certified->steps = run.happened;
  hb_free (run.next);
  hb_free (run.last);
  return good;
}

/* --- cycles ------------------------------------------------------------------------------------- */

/* `pair A B` */
static bool
read_pair (struct proof *p)
{
  size_t a, b, most = p->history->events.size;
  if (!hb_words_number (&p->words, most, "an event", &a)
      || !hb_words_number (&p->words, most, "an event", &b) || !hb_words_end (&p->words))
    return false;
  const struct hb_event *x = &p->history->events.data[a], *y = &p->history->events.data[b];
  if (a == b || x->kind != HB_WRITE || y->kind != HB_WRITE || x->object != y->object)
    return hb_words_fail (&p->words, "expected two writes of one variable");
  struct order order = { (hb_id)a, (hb_id)b };
  vec_push (p->pairs, order);
  return true;
}

/* The literal behind the colon of the last word: does it say that A is earlier than B?  Its negation joins the
 * clause. */
static bool
assumes (struct proof *p, hb_id a, hb_id b)
{
  const struct hb_words *w = &p->words;
  size_t sign = w->size > 3 && w->word[3] == '-', number, digits = 3 + sign;
  if (w->size <= digits || w->word[2] != ':'
      || hb_words_digits (w->word + digits, w->size - digits, p->pairs.size + 1, &number)
             != w->size - digits
      || !number)
    return false;
  const struct order *order = &p->pairs.data[number - 1];
  vec_push (p->drat.clause, (hb_id)(2 * number + !sign));
  return sign ? order->before == b && order->after == a : order->before == a && order->after == b;
}

/* Does the relation that the last word says hold from FROM to TO? */
static bool
step_holds (struct proof *p, hb_id from, hb_id to)
{
  const struct hb_words *w = &p->words;
  const struct hb_event *a = &p->history->events.data[from], *b = &p->history->events.data[to];
  if (hb_words_is (w, "po"))
    return a->message == b->message && from < to;
  if (hb_words_is (w, "rf"))
    return b->kind == HB_READ && b->partner == from;
  if (b->kind != HB_WRITE || a->object != b->object || w->size < 2)
    return false;
  if (!memcmp (w->word, "co", 2))
    return a->kind == HB_WRITE && assumes (p, from, to);
  if (memcmp (w->word, "fr", 2) || a->kind != HB_READ)
    return false;
  return a->partner == HB_NONE ? w->size == 2 : assumes (p, a->partner, to);
}

/* `cycle E RELATION E ... E` */
static bool
read_cycle (struct proof *p)
{
  struct hb_words *w = &p->words;
  size_t first, from, to, most = p->history->events.size;
  if (!hb_words_number (w, most, "an event", &first))
    return false;
  vec_clear (p->drat.clause);
  for (from = first;; from = to)
    {
      if (!hb_words_next (w))
        return hb_words_fail (w, "the cycle does not end where it starts");
      struct hb_words relation = *w; /* it is judged once its end is known */
      if (!hb_words_number (w, most, "an event", &to))
        return false;
      struct hb_words behind = *w;
      *w = relation;
      if (!step_holds (p, (hb_id)from, (hb_id)to))
        return hb_words_fail (w, "this step does not hold");
      *w = behind;
      p->certified->steps++;
      if (to == first)
        break;
    }
  if (!hb_words_end (w))
    return false;
  hb_drat_give (&p->drat);
  p->certified->cycles++;
  return true;
}

/* `pair`, `cycle`, then `proof` and its lines, `end`; the first line is at hand. */
static bool
certify_cycles (struct proof *p)
{
  struct hb_words *w = &p->words;
  bool refuted = false;
  do
    {
      bool is_pair = hb_words_is (w, "pair");
      if (hb_words_is (w, "proof"))
        break;
      if (!is_pair && !hb_words_is (w, "cycle"))
        return hb_words_fail (w, "expected a line 'pair', 'cycle' or 'proof'");
      if (!(is_pair ? read_pair (p) : read_cycle (p)))
        return false;
    }
  while (hb_words_line (w));
  if (!hb_words_is (w, "proof"))
    return hb_words_fail_line (w, "the certificate is truncated: no line 'proof'");
  if (!hb_words_end (w))
    return false;
  p->drat.variables = p->pairs.size;
  while (!refuted && hb_words_line (w))
    if (!hb_drat_step (&p->drat, &refuted))
      return false;
  p->certified->clauses = p->drat.derived;
  if (!refuted)
    return hb_words_fail_line (w, "the proof ends without the empty clause");
  if (!hb_words_line (w) || !hb_words_is (w, "end"))
    return hb_words_fail (w, "the proof is complete; expected 'end'");
  return hb_words_end (w);
}

struct hb_certified
hb_certify_history (const hb_trace *history, hb_input *input, hb_diag *diag)
{
  struct hb_certified certified = { .verdict = HB_UNKNOWN };
  struct proof p = { .history = history,
                     .certified = &certified,
                     .words = { .trace = history, .input = input, .diag = diag, .line = "" } };
  p.drat = hb_drat_start (&p.words, 0);
  bool good = read_head (&p);
  if (good && !hb_words_line (&p.words))
    good = hb_words_fail_line (&p.words, "the certificate is truncated: no line 'end'");
  bool consistent = good && (hb_words_is (&p.words, "run") || hb_words_is (&p.words, "end"));
  good = good && (consistent ? certify_run (&p) : certify_cycles (&p));
  if (good && hb_words_line (&p.words))
    good = hb_words_fail (&p.words, "text after the line 'end'");
  if (hb_input_finish (input) && good)
    certified.verdict = consistent ? HB_CONSISTENT : HB_INCONSISTENT;
  hb_drat_end (&p.drat);
  vec_free (p.pairs);
  return certified;
}

/* Writing certificates.  See certificate.h for the format.
 *
 * The text is made in memory, so that it can be checked before it is given away. */
#include "proof/certificate.h"

#include "proof/certificate_refute.h"
#include "run/replay.h"

#include <string.h>

/* Lines of the schedule are broken here. */
#define WIDE_LINE 4000

typedef VEC (char) growing_text;

static void
put (growing_text *to, const char *what)
{
  size_t size = strlen (what);
  vec_reserve (*to, to->size + size + 1);
  memcpy (to->data + to->size, what, size + 1);
  to->size += size;
}

static void
put_number (growing_text *to, size_t number)
{
  char digits[24];
  size_t at = sizeof digits;
  digits[--at] = '\0';
  do
    digits[--at] = (char)('0' + number % 10);
  while (number /= 10);
  put (to, digits + at);
}

/* A blank and the number. */
static void
put_word (growing_text *to, size_t number)
{
  put (to, " ");
  put_number (to, number);
}

static void
put_pair (growing_text *to, hb_id before, hb_id after)
{
  put_number (to, before);
  put (to, "<");
  put_number (to, after);
}

static void
put_header (growing_text *to, const hb_trace *trace, bool consistent)
{
  put (to, "hbcert 1\ntrace");
  put_word (to, trace->events.size);
  put_word (to, trace->messages.size);
  put_word (to, trace->handlers.size);
  put (to, consistent ? "\nconsistent\n" : "\ninconsistent\n");
}

/* --- consistent -------------------------------------------------------------------------------- */

static void
put_order (growing_text *to, const char *name, const hb_id *order, const hb_id *start,
           size_t handlers)
{
  for (size_t h = 0; h < handlers; h++)
    {
      if (start[h] == start[h + 1])
        continue;
      put (to, name);
      put_word (to, h);
      for (hb_id i = start[h]; i < start[h + 1]; i++)
        put_word (to, order[i]);
      put (to, "\n");
    }
}

static void
put_run (growing_text *to, const hb_id *run, size_t events)
{
  size_t line = to->size;
  for (size_t i = 0; i < events;)
    {
      size_t last = i;
      while (last + 1 < events && run[last + 1] == run[last] + 1)
        last++;
      if (!i)
        put (to, "run");
      else if (to->size - line > WIDE_LINE)
        {
          put (to, "\nrun");
          line = to->size;
        }
      put_word (to, run[i]);
      if (last > i)
        {
          put (to, last == i + 1 ? " " : "-");
          put_number (to, run[last]);
        }
      i = last + 1;
    }
  put (to, events ? "\n" : "");
}

static void
put_consistent (growing_text *to, const hb_trace *trace, const hb_witness *witness, hb_diag *diag)
{
  size_t events = trace->events.size, handlers = trace->handlers.size;
  hb_id *run = hb_calloc (events, sizeof *run);
  if (hb_replay (trace, witness, run, diag))
    {
      put_header (to, trace, true);
      put_order (to, "eo", witness->eo, witness->eo_start, handlers);
      put_order (to, "mo", witness->mo, witness->mo_start, handlers);
      put_run (to, run, events);
      put (to, "end\n");
    }
  hb_free (run);
}

/* --- inconsistent ------------------------------------------------------------------------------ */

/* The message of each node of a message without events (trace/order.h), in the order of their numbers. */
typedef VEC (hb_id) empty_messages;

static void
find_empty (empty_messages *empty, const hb_trace *trace)
{
  for (hb_id m = 0; m < trace->messages.size; m++)
    if (!trace->messages.data[m].count)
      vec_push (*empty, m);
}

static void
put_node (growing_text *to, const hb_trace *trace, const empty_messages *empty, hb_id node)
{
  bool is_event = node < trace->events.size;
  put (to, is_event ? " " : " @");
  put_number (to, is_event ? node : empty->data[node - trace->events.size]);
}

static void
put_cycle (growing_text *to, const hb_trace *trace, const empty_messages *empty,
           const struct hb_cycle *cycle)
{
  put (to, "cycle");
  put_node (to, trace, empty, cycle->steps.data[0].from);
  for (size_t i = 0; i < cycle->steps.size; i++)
    {
      const struct hb_step *step = &cycle->steps.data[i];
      put (to, " ");
      put (to, hb_relation_name (step->relation));
      if (step->before != HB_NONE)
        {
          put (to, ":");
          put_pair (to, step->before, step->after);
        }
      put_node (to, trace, empty, step->to);
    }
  put (to, "\n");
}

static void
put_clause (growing_text *to, const struct hb_lemmas *lemmas, const struct hb_clauses *clauses,
            size_t c)
{
  put (to, "rup");
  for (size_t i = clauses->first.data[c]; i < clauses->first.data[c + 1]; i++)
    {
      int literal = clauses->literals.data[i];
      struct hb_pair pair = lemmas->pairs.pairs.data[(literal < 0 ? -literal : literal) - 1];
      put (to, pair.posts ? " mo:" : " ");
      if (literal > 0)
        put_pair (to, pair.before, pair.after);
      else
        put_pair (to, pair.after, pair.before);
    }
  put (to, "\n");
}

static void
put_proof (growing_text *to, const struct hb_lemmas *lemmas, const struct hb_proof *proof)
{
  size_t given = lemmas->cycle.size, next = 0;
  for (size_t c = 0; c < hb_clauses_count (&proof->clauses); c++)
    {
      bool any = false;
      for (; next < proof->deleted.size && proof->deleted.data[next] <= c; next += 2)
        {
          if (!any)
            put (to, "del");
          any = true;
          put_word (to, given + 1 + proof->deleted.data[next + 1]);
        }
      put (to, any ? "\n" : "");
      put_clause (to, lemmas, &proof->clauses, c);
    }
}

/* One cycle is not enough, though its clause is empty, if the orders that it assumes are known: the
 * empty clause then has to be said. */
static bool
has_assumptions (const struct hb_lemmas *lemmas)
{
  return hb_cycle_assumptions (hb_lemmas_cycle (lemmas, 0)) > 0;
}

static void
put_inconsistent (growing_text *to, const struct hb_lemmas *lemmas, const struct hb_proof *proof)
{
  const hb_trace *trace = lemmas->trace;
  empty_messages empty = VEC_EMPTY;
  find_empty (&empty, trace);
  put_header (to, trace, false);
  for (size_t c = 0; c < lemmas->cycle.size; c++)
    put_cycle (to, trace, &empty, hb_lemmas_cycle (lemmas, c));
  put_proof (to, lemmas, proof);
  if (!hb_clauses_count (&proof->clauses) && has_assumptions (lemmas))
    put (to, "rup\n");
  put (to, "end\n");
  vec_free (empty);
}

static void
refute (growing_text *to, const hb_trace *trace, const hb_check_result *result,
        const struct hb_certificate_options *options, struct hb_certificate *certificate,
        hb_diag *diag)
{
  struct hb_lemmas lemmas = hb_lemmas_new (trace, result);
  struct hb_proof proof = { .deleted = VEC_EMPTY };
  if (options->minimal)
    hb_lemmas_minimise (&lemmas, options->limits);
  enum hb_refuted refuted = hb_lemmas_refute (&lemmas, options->limits, &proof, diag);
  if (options->minimal && refuted == HB_REFUTED)
    hb_proof_minimise (&lemmas, &proof);
  if (refuted == HB_REFUTED)
    {
      put_inconsistent (to, &lemmas, &proof);
      certificate->cycles = lemmas.cycle.size;
      certificate->clauses = hb_clauses_count (&proof.clauses);
    }
  certificate->open = refuted == HB_NOT_REFUTED;
  hb_clauses_free (&proof.clauses);
  vec_free (proof.deleted);
  hb_lemmas_free (&lemmas);
}

struct hb_certificate
hb_certificate_new (const hb_trace *trace, const hb_check_result *result,
                    const struct hb_certificate_options *options, hb_diag *diag)
{
  struct hb_certificate certificate = { .text = NULL };
  growing_text text = VEC_EMPTY;
  static const struct hb_certificate_options usual;
  options = options ? options : &usual;
  if (result->verdict == HB_CONSISTENT)
    put_consistent (&text, trace, result->witness, diag);
  else if (result->verdict == HB_INCONSISTENT)
    refute (&text, trace, result, options, &certificate, diag);
  certificate.text = text.data;
  certificate.size = text.size;
  return certificate;
}

void
hb_certificate_free (struct hb_certificate *certificate)
{
  hb_free (certificate->text);
  certificate->text = NULL;
}

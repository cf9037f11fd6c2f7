/* See certificate_oracle.h.  Steps are those of trace/order.h, runs those of run/replay.h: neither is the checker's. */
#include "certificate_oracle.h"

#include "proof/certify.h"
#include "run/replay.h"
#include "small_traces.h"
#include "trace/order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_WORDS 4096

struct clause
{
  /* The order of the runs of (low, high) is low * messages + high + 1, that of their posts as many
   * again further; negative: high first. */
  VEC (int) literals;
  bool deleted;
};

struct oracle
{
  const hb_trace *trace;
  char *words[MOST_WORDS]; /* of the line */
  size_t count;
  VEC (struct clause) clauses;
  VEC (int) values; /* literals made true */
  VEC (hb_id) eo, mo, run;
  bool running, refuted, deletions;
  hb_order *order;   /* NULL: not asked for yet */
  VEC (hb_id) hosts; /* post * handlers + handler -> what `host` says, UNASKED: not asked */
};

#define UNASKED (HB_NONE - 1)

/* Splits LINE (which is changed) into words. */
static void
split (struct oracle *o, char *line)
{
  o->count = 0;
  for (char *word = strtok (line, " "); word && o->count < MOST_WORDS; word = strtok (NULL, " "))
    o->words[o->count++] = word;
}

/* The number that TEXT is, below BOUND, or HB_NONE. */
static hb_id
number (const char *text, size_t bound)
{
  char *end;
  if (*text < '0' || *text > '9')
    return HB_NONE;
  unsigned long long value = strtoull (text, &end, 10);
  return *end || value >= bound ? HB_NONE : (hb_id)value;
}

static bool
pair (const hb_trace *trace, const char *text, hb_id both[2])
{
  char copy[64];
  snprintf (copy, sizeof copy, "%s", text);
  char *middle = strchr (copy, '<');
  if (!middle)
    return false;
  *middle = '\0';
  both[0] = number (copy, trace->messages.size);
  both[1] = number (middle + 1, trace->messages.size);
  return both[0] != HB_NONE && both[1] != HB_NONE && both[0] != both[1];
}

/* Is there an edge of the trace (po left out) between message M and one of OTHER, into (INWARDS) or out of an event
 * of M from FIRST to LAST? */
static bool
touches (const hb_trace *trace, const hb_order *order, hb_id first, hb_id last, hb_id other,
         bool inwards)
{
  const struct hb_message *sender = &trace->messages.data[other];
  hb_id from = inwards ? sender->first : first, behind = inwards ? from + sender->count : last + 1;
  for (; from < behind; from++)
    for (hb_id e = order->first[from]; e < order->first[from + 1]; e++)
      {
        hb_id to = order->to[e], inside = inwards ? to : from, outside = inwards ? from : to;
        enum hb_relation relation = (enum hb_relation)order->relation[e];
        bool counts = relation == HB_RF || relation == HB_CO || relation == HB_FR
                      || (relation == HB_PB && inwards);
        if (counts && inside >= first && inside <= last && outside < trace->events.size
            && trace->events.data[outside].message == other)
          return true;
      }
  return false;
}

/* The message of HANDLER that runs while POST happens, HB_NONE if none is known to, or two are. */
static hb_id
find_host (struct oracle *o, hb_id post, hb_id handler)
{
  const hb_trace *trace = o->trace;
  hb_id own = trace->events.data[post].message, found = HB_NONE;
  const struct hb_message *m = &trace->messages.data[own];
  const struct hb_handler *h = &trace->handlers.data[handler];
  if (m->handler == handler)
    return own;
  int count = 0;
  if (!o->order)
    o->order = hb_order_new (trace);
  for (hb_id a = h->first; a < h->first + h->count; a++)
    if (post > m->first && touches (trace, o->order, m->first, post - 1, a, true)
        && touches (trace, o->order, post + 1, m->first + m->count - 1, a, false))
      {
        found = a;
        count++;
      }
  return count == 1 ? found : HB_NONE;
}

static hb_id
host (struct oracle *o, hb_id post, hb_id handler)
{
  size_t handlers = o->trace->handlers.size;
  vec_resize (o->hosts, o->hosts.size ? o->hosts.size : o->trace->events.size * handlers, UNASKED);
  hb_id *known = &o->hosts.data[post * handlers + handler];
  if (*known == UNASKED)
    *known = find_host (o, post, handler);
  return *known;
}

/* Replaces the messages of two posts by hosts of one handler; false if there are none. */
static bool
climb (struct oracle *o, hb_id *before, hb_id *after)
{
  const hb_trace *trace = o->trace;
  hb_id post = trace->messages.data[*before].post, other = trace->messages.data[*after].post;
  hb_id own = hb_event_handler (trace, post);
  for (hb_id h = 0; h <= trace->handlers.size; h++)
    {
      /* The handler of both posters comes before all others. */
      hb_id handler = h ? h - 1 : own;
      if (!h && hb_event_handler (trace, other) != own)
        continue;
      hb_id a = host (o, post, handler), b = host (o, other, handler);
      if (a == HB_NONE || b == HB_NONE || a == b)
        continue;
      *before = a;
      *after = b;
      return true;
    }
  return false;
}

/* "BEFORE before AFTER" as a literal: through the posts as far as they decide; 0 for what po decides, then *HOLDS. */
static int
literal (struct oracle *o, hb_id before, hb_id after, bool posts, bool *holds)
{
  const hb_trace *trace = o->trace;
  size_t messages = trace->messages.size;
  for (size_t depth = 0; depth < messages && (posts || hb_coupled (trace, before, after)); depth++)
    {
      hb_id post = trace->messages.data[before].post, other = trace->messages.data[after].post;
      struct hb_step po = { post, other, HB_PO, HB_NONE, HB_NONE },
                     back = { other, post, HB_PO, HB_NONE, HB_NONE };
      *holds = hb_step_holds (trace, &po, NULL);
      if (*holds || hb_step_holds (trace, &back, NULL))
        return 0;
      if (!climb (o, &before, &after))
        break;
      bool first = trace->messages.data[before].kind == HB_INITIAL;
      *holds = first;
      if (first || trace->messages.data[after].kind == HB_INITIAL)
        return 0;
      posts = false;
    }
  posts = posts && !hb_coupled (trace, before, after);
  int base = 1 + (posts ? (int)(messages * messages) : 0);
  return before < after ? (int)(before * messages + after) + base
                        : -((int)(after * messages + before) + base);
}

static int
always_true (const struct oracle *o)
{
  return (int)(2 * o->trace->messages.size * o->trace->messages.size) + 7;
}

static void
put_literal (struct oracle *o, struct clause *clause, struct hb_pair of, bool negated)
{
  bool holds;
  int l = literal (o, of.before, of.after, of.posts, &holds);
  const int always = always_true (o);
  l = l ? l : holds ? always : -always;
  vec_push (clause->literals, negated ? -l : l);
}

/* --- propagation ------------------------------------------------------------------------------- */

static int
value (const struct oracle *o, int l)
{
  for (size_t i = 0; i < o->values.size; i++)
    if (o->values.data[i] == l || o->values.data[i] == -l)
      return o->values.data[i] == l ? 1 : -1;
  return 0;
}

/* Makes units true until nothing moves; true if a clause is false. */
static bool
conflict (struct oracle *o)
{
  for (bool moved = true; moved;)
    {
      moved = false;
      for (size_t c = 0; c < o->clauses.size; c++)
        {
          const struct clause *clause = &o->clauses.data[c];
          int unit = 0, open = 0, good = 0;
          for (size_t i = 0; i < clause->literals.size; i++)
            {
              int now = value (o, clause->literals.data[i]);
              good += now > 0;
              open += !now && clause->literals.data[i] != unit;
              unit = now ? unit : clause->literals.data[i];
            }
          if (good || (clause->deleted && o->deletions))
            continue;
          if (!open)
            return true;
          if (open > 1)
            continue;
          vec_push (o->values, unit);
          moved = true;
        }
    }
  return false;
}

static bool
follows (struct oracle *o, const struct clause *clause)
{
  vec_clear (o->values);
  vec_push (o->values, always_true (o));
  for (size_t i = 0; i < clause->literals.size; i++)
    {
      if (value (o, clause->literals.data[i]) > 0)
        return true;
      vec_push (o->values, -clause->literals.data[i]);
    }
  return conflict (o);
}

/* --- lines ------------------------------------------------------------------------------------- */

/* An event, or @M: as a node of trace/order.h. */
static hb_id
node (const hb_trace *trace, const char *word)
{
  if (*word != '@')
    return number (word, trace->events.size);
  hb_id message = number (word + 1, trace->messages.size), empty = (hb_id)trace->events.size;
  if (message == HB_NONE || trace->messages.data[message].count)
    return HB_NONE;
  for (hb_id m = 0; m < message; m++)
    empty += !trace->messages.data[m].count;
  return empty;
}

static bool
take_cycle (struct oracle *o, struct clause *clause)
{
  if (o->count < 4 || o->count % 2
      || node (o->trace, o->words[1]) != node (o->trace, o->words[o->count - 1]))
    return false;
  for (size_t i = 1; i + 2 < o->count; i += 2)
    {
      const char *word = o->words[i + 1];
      struct hb_step step = { node (o->trace, o->words[i]), node (o->trace, o->words[i + 2]), HB_PO,
                              HB_NONE, HB_NONE };
      unsigned kind = 0;
      while (kind < HB_RELATIONS
             && strncmp (word, hb_relation_name ((enum hb_relation)kind), 2) != 0)
        kind++;
      step.relation = (enum hb_relation)kind;
      hb_id both[2] = { HB_NONE, HB_NONE };
      if (kind == HB_RELATIONS || step.from == HB_NONE || step.to == HB_NONE
          || (word[2] && (word[2] != ':' || !pair (o->trace, word + 3, both))))
        return false;
      step.before = both[0];
      step.after = both[1];
      if (!hb_step_holds (o->trace, &step, NULL))
        return false;
      if (step.before == HB_NONE)
        continue;
      if (o->trace->messages.data[step.before].kind == HB_INITIAL
          || o->trace->messages.data[step.after].kind == HB_INITIAL)
        return false;
      struct hb_pair assumed[2];
      int count = hb_step_assumes (o->trace, &step, assumed);
      for (int k = 0; k < count; k++)
        put_literal (o, clause, assumed[k], true);
    }
  o->refuted = !clause->literals.size;
  return true;
}

static bool
take_rup (struct oracle *o, struct clause *clause)
{
  for (size_t i = 1; i < o->count; i++)
    {
      hb_id both[2];
      bool posts = !strncmp (o->words[i], "mo:", 3);
      if (!pair (o->trace, o->words[i] + (posts ? 3 : 0), both))
        return false;
      const struct hb_message *a = &o->trace->messages.data[both[0]],
                              *b = &o->trace->messages.data[both[1]];
      if (a->handler != b->handler || a->kind == HB_INITIAL || b->kind == HB_INITIAL
          || (posts && (a->kind != HB_POSTED || b->kind != HB_POSTED)))
        return false;
      struct hb_pair of = { both[0], both[1], posts };
      put_literal (o, clause, of, false);
    }
  o->refuted = o->count == 1;
  return follows (o, clause);
}

static bool
take_deletions (struct oracle *o)
{
  for (size_t i = 1; i < o->count; i++)
    {
      hb_id n = number (o->words[i], o->clauses.size + 1);
      if (n == HB_NONE || !n || o->clauses.data[n - 1].deleted)
        return false;
      o->clauses.data[n - 1].deleted = true;
    }
  return true;
}

static bool
take_inconsistent (struct oracle *o)
{
  if (o->refuted)
    return false;
  if (!strcmp (o->words[0], "del"))
    return take_deletions (o);
  struct clause clause = { .deleted = false };
  bool good = !strcmp (o->words[0], "cycle") ? take_cycle (o, &clause)
              : !strcmp (o->words[0], "rup") ? take_rup (o, &clause)
                                             : false;
  vec_push (o->clauses, clause);
  return good;
}

static bool
take_consistent (struct oracle *o)
{
  const hb_trace *trace = o->trace;
  bool is_eo = !strcmp (o->words[0], "eo"), is_mo = !strcmp (o->words[0], "mo");
  if (is_eo || is_mo)
    {
      hb_id handler = o->count > 1 ? number (o->words[1], trace->handlers.size) : HB_NONE;
      if (handler == HB_NONE || o->running)
        return false;
      for (size_t i = 2; i < o->count; i++)
        {
          hb_id m = number (o->words[i], trace->messages.size);
          if (m == HB_NONE || trace->messages.data[m].handler != handler)
            return false;
          if (is_eo)
            vec_push (o->eo, m);
          else
            vec_push (o->mo, m);
        }
      return true;
    }
  o->running = true;
  for (size_t i = 1; i < o->count; i++)
    {
      char *dash = strchr (o->words[i], '-');
      if (dash)
        *dash = '\0';
      hb_id first = number (o->words[i], trace->events.size);
      hb_id last = dash ? number (dash + 1, trace->events.size) : first;
      if (first == HB_NONE || last == HB_NONE || first > last)
        return false;
      for (hb_id e = first; e <= last; e++)
        vec_push (o->run, e);
    }
  return !strcmp (o->words[0], "run");
}

/* Are the messages of LISTED, handler by handler and but for those without events, ORDER? */
static bool
same_order (const hb_trace *trace, const hb_id *listed, size_t size, const hb_id *order,
            const hb_id *start)
{
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      hb_id at = start[h];
      for (size_t i = 0; i < size; i++)
        {
          const struct hb_message *m = &trace->messages.data[listed[i]];
          while (at < start[h + 1] && !trace->messages.data[order[at]].count)
            at++;
          if (m->handler == h && m->count && (at == start[h + 1] || order[at++] != listed[i]))
            return false;
        }
    }
  return true;
}

/* As a witness, for `hb_witness_fits`. */
static bool
lay_out (const hb_trace *trace, const hb_id *listed, size_t size, hb_id *order, const hb_id *start)
{
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      hb_id at = start[h];
      for (size_t i = 0; i < size; i++)
        if (trace->messages.data[listed[i]].handler == h)
          {
            if (at == start[h + 1])
              return false;
            order[at++] = listed[i];
          }
    }
  return true;
}

static bool
run_is_right (const struct oracle *o)
{
  const hb_trace *trace = o->trace;
  hb_diag *diag = hb_diag_new ();
  hb_witness *claimed = hb_witness_new (trace), *real = NULL;
  bool good = o->run.size == trace->events.size
              && lay_out (trace, o->eo.data, o->eo.size, claimed->eo, claimed->eo_start)
              && lay_out (trace, o->mo.data, o->mo.size, claimed->mo, claimed->mo_start)
              && hb_witness_fits (trace, claimed, diag) && hb_replay_run (trace, o->run.data, diag);
  if (good)
    {
      real = hb_witness_of_run (trace, o->run.data);
      good = same_order (trace, o->eo.data, o->eo.size, real->eo, real->eo_start)
             && same_order (trace, o->mo.data, o->mo.size, real->mo, real->mo_start);
    }
  hb_witness_free (claimed);
  hb_witness_free (real);
  hb_diag_free (diag);
  return good;
}

static bool
is_line (struct oracle *o, const char *what)
{
  return o->count == 1 && !strcmp (o->words[0], what);
}

/* The words of the line are "trace" and the sizes of the trace. */
static bool
is_head (const struct oracle *o)
{
  size_t sizes[] = { o->trace->events.size, o->trace->messages.size, o->trace->handlers.size };
  bool good = o->count == 4 && !strcmp (o->words[0], "trace");
  for (size_t i = 0; i < 3 && good; i++)
    good = number (o->words[i + 1], sizes[i] + 1) == sizes[i];
  return good;
}

static enum hb_verdict
read_lines (struct oracle *o, char *text)
{
  enum hb_verdict claim = HB_UNKNOWN;
  for (int line = 0; text; line++)
    {
      char *next = strchr (text, '\n');
      if (next)
        *next++ = '\0';
      bool good = line != 0 || !strcmp (text, "hbcert 1");
      split (o, text);
      good = good && (line != 1 || is_head (o));
      if (o->count && line == 2)
        {
          claim = is_line (o, "consistent")     ? HB_CONSISTENT
                  : is_line (o, "inconsistent") ? HB_INCONSISTENT
                                                : HB_UNKNOWN;
          good = claim != HB_UNKNOWN;
        }
      else if (line > 2 && is_line (o, "end"))
        {
          bool last = !next || !*next;
          good = claim == HB_CONSISTENT ? run_is_right (o) : o->refuted;
          return good && last ? claim : HB_UNKNOWN;
        }
      else if (o->count && line > 2)
        good = claim == HB_CONSISTENT ? take_consistent (o) : take_inconsistent (o);
      if (!good)
        return HB_UNKNOWN;
      text = next;
    }
  return HB_UNKNOWN;
}

enum hb_verdict
oracle_certify (const hb_trace *trace, const char *text, size_t size, bool deletions)
{
  struct oracle o = { .trace = trace, .deletions = deletions };
  char *copy = hb_copy_bytes (text, size);
  enum hb_verdict verdict = read_lines (&o, copy);
  for (size_t c = 0; c < o.clauses.size; c++)
    vec_free (o.clauses.data[c].literals);
  vec_free (o.clauses);
  vec_free (o.values);
  vec_free (o.eo);
  vec_free (o.mo);
  vec_free (o.run);
  vec_free (o.hosts);
  hb_order_free (o.order);
  hb_free (copy);
  return verdict;
}

enum hb_verdict
certify_text (const hb_trace *trace, const char *text, size_t size, char **why)
{
  hb_diag *diag = hb_diag_new ();
  hb_input *input = hb_input_of_bytes ("c", text, size, diag);
  struct hb_certified certified = hb_certify (trace, input, diag);
  if (hb_diag_errors (diag) != (certified.verdict == HB_UNKNOWN))
    hb_die ("%zu errors with verdict %d", hb_diag_errors (diag), (int)certified.verdict);
  if (why)
    *why = text_of_diag (diag);
  hb_input_close (input);
  hb_diag_free (diag);
  return certified.verdict;
}

/* Engine `config`: the configuration graph of the ED-consistency paper (section 4 and Appendix D),
 * for traces whose posts all stand in initial messages.
 *
 *     r_1  r_2  ...  r_k        the event that each handler runs next
 *     s_11 s_12 ...  s_kk       s_ij: how many messages from i have been taken on j
 *
 * The messages from i to j have an order, that of their posts in i's initial message; so these
 * pointers tell which events have happened.  Edges are single events (config_rules.c says
 * when one is possible), and the trace is consistent iff the last configuration can be reached from
 * the first.  There are at most n^(k + k^2) configurations for n events and k handlers:
 * polynomially many for a fixed k.  The graph is searched depth first, nodes made as they are met.
 *
 * Departures from the print: which events block a step is left open there; and there a handler that
 * has finished a message picks the next one at once, while here it is idle until that one's get.
 *
 * When is it right?  Let all posts to handler j be in initial messages.  A state of the operational
 * semantics with a *sender-queue* is: where each handler stands, and what lies in each line from i
 * to j.  What lies there are the messages of M_ij that have been posted, which r_i tells, less
 * those that have been taken, of which s_ij tells the number; and which ones these are, since a
 * line is first in, first out.  So configurations are states, edges are steps, and the engine is
 * exact.  No step looks at more than these lines, so that it is exact as well wherever j's mailbox
 * hands out the same messages as a sender-queue:
 *
 *     queue      if all messages of j come from one handler
 *     multiset   if no two of them come from the same
 *     any        if j gets one message at most
 *
 * Elsewhere it is wrong.  A *queue* goes by the order in which different handlers' posts came, and
 * no pointer tells that: `data/config-queue.edt` has a path here and no run.  (Every run with
 * queues is a run with sender-queues, so "inconsistent" stands.)  In a *multiset* messages may
 * overtake within a line, so there "inconsistent" can be wrong, and with *stack* and *priority*
 * both verdicts.  Theorem 4.1 of the paper is about queues, and this is where its proof fails.  The
 * engine `config` refuses such traces; `config-as-printed` runs the same search on them. */
#include "engine/config.h"

#include "base/progress.h"
#include "base/rows.h"
#include "run/replay.h"

#include <string.h>

#define MOST_BYTES (UINT64_C (1) << 30) /* of configurations */

struct search
{
  struct config_rules rules;
  struct hb_limits *limits;
  hb_rows found;      /* configurations */
  VEC (hb_id) parent; /* configuration -> the one that it was reached from */
  VEC (hb_id) event;  /* configuration -> the event that led to it */
  VEC (hb_id) open;   /* found, and not yet looked from */
  const char *reason; /* why it stopped early, or NULL */
};

/* ---- What it takes. */

/* Does something else than an initial message post, or come from outside? */
static bool
has_nesting (const hb_trace *trace, const char **why)
{
  for (hb_id m = 0; m < trace->messages.size; m++)
    {
      const struct hb_message *message = &trace->messages.data[m];
      if (message->kind == HB_EXTERNAL)
        *why = "it has no place for external messages, which may come in any order";
      else if (message->kind == HB_POSTED
               && trace->messages.data[hb_poster (trace, m)].kind != HB_INITIAL)
        *why = "it is for traces without nested posting, whose posts all stand in initial messages";
      else
        continue;
      return true;
    }
  return false;
}

/* Does the mailbox of handler H hand out what a sender-queue would? */
static bool
is_exact (const hb_trace *trace, hb_id h)
{
  const struct hb_handler *handler = &trace->handlers.data[h];
  hb_id posted = 0, senders = 0;
  bool *is_sender = hb_calloc (trace->handlers.size, sizeof *is_sender);
  for (hb_id m = handler->first; m < handler->first + handler->count; m++)
    if (trace->messages.data[m].kind == HB_POSTED)
      {
        hb_id sender = hb_event_handler (trace, trace->messages.data[m].post);
        senders += !is_sender[sender];
        is_sender[sender] = true;
        posted++;
      }
  hb_free (is_sender);
  return posted <= 1 || handler->mailbox == HB_SENDER_QUEUE
         || (handler->mailbox == HB_QUEUE && senders == 1)
         || (handler->mailbox == HB_MULTISET && senders == posted);
}

static bool
accepts_as_printed (const hb_trace *trace, const char **why)
{
  return !has_nesting (trace, why);
}

static bool
accepts (const hb_trace *trace, const char **why)
{
  if (has_nesting (trace, why))
    return false;
  for (hb_id h = 0; h < trace->handlers.size; h++)
    if (!is_exact (trace, h))
      {
        *why = "configurations do not tell in which order different handlers' posts reached a "
               "mailbox; "
               "it decides sender-queue, and other mailboxes only where they come to the same "
               "(--as-printed runs it all the same)";
        return false;
      }
  return true;
}

/* ---- The configurations that have been found. */

static const hb_id *
configuration (const struct search *x, size_t number)
{
  return (const hb_id *)hb_rows_row (&x->found, number);
}

/* S was reached from PARENT by EVENT; if it is new it is opened. */
static void
meet (struct search *x, const hb_id *s, hb_id parent, hb_id event)
{
  bool fresh;
  hb_id number = hb_rows_intern (&x->found, (const int32_t *)s, x->rules.words, &fresh);
  if (!fresh)
    return;
  vec_push (x->open, number);
  vec_push (x->parent, parent);
  vec_push (x->event, event);
}

/* ---- The search. */

/* Meets all successors of configuration NUMBER; S is room for one. */
static void
expand (struct search *x, hb_id number, hb_id *s)
{
  const struct config_rules *rules = &x->rules;
  size_t bytes = rules->words * sizeof *s;
  for (hb_id h = 0; h < rules->trace->handlers.size; h++)
    {
      memcpy (s, configuration (x, number), bytes);
      if (s[h] != CONFIG_IDLE)
        {
          if (config_can_run (rules, s, h))
            {
              hb_id event = config_run (rules, s, h);
              meet (x, s, number, event);
            }
          continue;
        }
      for (hb_id line = rules->line_start[h]; line < rules->line_start[h + 1]; line++)
        if (config_can_take (rules, s, line))
          {
            hb_id event = config_take (rules, s, line);
            meet (x, s, number, event);
            memcpy (s, configuration (x, number), bytes);
          }
    }
}

static bool
must_stop (struct search *x)
{
  if (hb_limits_hit (x->limits))
    x->reason = hb_stop_name (x->limits->stop);
  else if (x->parent.size * (x->rules.words + 4) * sizeof (hb_id) > MOST_BYTES)
    x->reason = "too many configurations";
  if (hb_progress_wanted ())
    hb_progress_tell (&(struct hb_progress){
        .doing = "deciding",
        .counts = { { "configurations", x->parent.size }, { "open", x->open.size } } });
  return x->reason;
}

/* Is there a path?  If so, *END is its last configuration. */
static bool
search_graph (struct search *x, hb_id *end)
{
  hb_id *s = hb_calloc (x->rules.words, sizeof *s);
  bool reached = false;
  config_start (&x->rules, s);
  meet (x, s, HB_NONE, HB_NONE);
  while (x->open.size && !reached && !must_stop (x))
    {
      *end = vec_pop (x->open);
      reached = config_is_end (&x->rules, configuration (x, *end));
      if (!reached)
        expand (x, *end, s);
    }
  hb_free (s);
  return reached;
}

/* eo and mo of the path to configuration END. */
static hb_witness *
witness_of_path (const struct search *x, hb_id end)
{
  size_t left = x->rules.trace->events.size;
  hb_id *run = hb_calloc (left, sizeof *run);
  for (; x->parent.data[end] != HB_NONE; end = x->parent.data[end])
    run[--left] = x->event.data[end];
  hb_witness *witness = hb_witness_of_run (x->rules.trace, run);
  hb_free (run);
  return witness;
}

static void
decide (const hb_trace *trace, const struct hb_check_options *options, hb_check_result *result)
{
  struct search x = { .limits = options->limits };
  hb_id end;
  config_rules_make (&x.rules, trace);
  bool reached = search_graph (&x, &end);
  if (reached)
    result->witness = witness_of_path (&x, end);
  result->verdict = reached ? HB_CONSISTENT : x.reason ? HB_UNKNOWN : HB_INCONSISTENT;
  result->reason = x.reason;
  result->rounds = x.parent.size;
  config_rules_free (&x.rules);
  hb_rows_free (&x.found);
  vec_free (x.parent);
  vec_free (x.event);
  vec_free (x.open);
}

extern const struct hb_engine hb_engine_config, hb_engine_config_as_printed;
const struct hb_engine hb_engine_config
    = { .name = "config",
        .summary
        = "the configuration graph of Appendix D, for posts in initial messages and sender-queues",
        .accepts = accepts,
        .decide = decide,
        .by_name_only = true };
const struct hb_engine hb_engine_config_as_printed
    = { .name = "config-as-printed",
        .summary = "the same on any mailboxes, where it may be wrong",
        .accepts = accepts_as_printed,
        .decide = decide,
        .by_name_only = true,
        .as_printed = true };

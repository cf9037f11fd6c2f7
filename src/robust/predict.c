/* See predict.h: the formula. */
#include "robust/predict.h"

#include "robust/execution.h"
#include "robust/predict_run.h"
#include "robust/trace.h"
#include "trace/witness.h"

struct predictor
{
  const hb_trace *trace;
  const struct hb_predict_options *options;
  struct hb_predict_result *result;
  struct execution x;           /* its steps are the trace's events */
  struct hb_robust_trace trees; /* events and depth-first places of the messages */
  hb_lit *further;              /* by event: a read that is the one further access, or HB_FALSE */
  hb_robust_starts starts;      /* what the trace says of the order of starts */
  bool *matters;                /* by message: it may run */
  bool *ends;                   /* by message: it is over behind its last event */
};

static const struct hb_message *
message_of (const struct predictor *p, hb_id m)
{
  return &p->trace->messages.data[m];
}

static hb_lit
runs (const struct predictor *p, hb_id event)
{
  return p->x.steps.data[event].runs;
}

/* --- What matters --- */

static void
mark (struct predictor *p, hb_id m)
{
  for (; m != HB_NONE && !p->matters[m]; m = hb_poster (p->trace, m))
    p->matters[m] = true;
}

/* Messages with accesses of variables that several messages access, one writing, and those that posted them: without
 * the others a run is as good.  But initial messages hold up their handler, and those of a queue the ones behind. */
static void
find_what_matters (struct predictor *p)
{
  const hb_trace *trace = p->trace;
  hb_id *only = hb_calloc (trace->variables.size, sizeof *only), several = HB_NONE - 1;
  p->matters = hb_calloc (trace->messages.size, sizeof *p->matters);
  for (size_t v = 0; v < trace->variables.size; v++)
    only[v] = HB_NONE;
  for (int pass = 0; pass < 2; pass++)
    for (hb_id e = 0; e < trace->events.size; e++)
      {
        const struct hb_event *event = &trace->events.data[e];
        if (event->kind != HB_READ && event->kind != HB_WRITE)
          continue;
        hb_id *v = &only[event->object];
        if (!pass)
          *v = *v == HB_NONE || *v == event->message ? event->message : several;
        else if (*v == several && trace->variables.data[event->object].count)
          mark (p, event->message);
      }
  for (size_t i = 0; i < p->starts.size; i++)
    mark (p, p->starts.data[i]);
  for (hb_id m = 0; m < trace->messages.size; m++)
    {
      const struct hb_message *message = message_of (p, m);
      enum hb_mailbox mailbox = hb_trace_mailbox (trace, message->handler);
      if (message->kind == HB_INITIAL || (message->kind == HB_POSTED && mailbox != HB_MULTISET))
        mark (p, m);
    }
  hb_free (only);
}

/* --- What runs --- */

static void
make_message (struct predictor *p, hb_id m)
{
  const struct hb_message *message = message_of (p, m);
  hb_lit before = p->matters[m] ? HB_TRUE : HB_FALSE;
  for (hb_id e = message->first; e < message->first + message->count; e++)
    {
      before = hb_and (p->x.bits, before, hb_bits_input (p->x.bits));
      execution_step (&p->x, m, before);
      if (p->matters[m] && p->trace->events.data[e].kind == HB_READ)
        p->further[e] = hb_bits_input (p->x.bits);
    }
  if (message->count)
    execution_group (&p->x, m, message->handler);
}

/* A message begins behind its post. */
static void
tie_posts (struct predictor *p)
{
  for (hb_id m = 0; m < p->trace->messages.size; m++)
    {
      const struct hb_message *message = message_of (p, m);
      if (message->post == HB_NONE || !p->matters[m])
        continue;
      execution_clause (&p->x, hb_not (runs (p, message->first)), runs (p, message->post),
                        HB_FALSE);
      execution_edge (&p->x, message->post, message->first, HB_TRUE);
    }
}

/* `meta before A B`: B does not begin before A has. */
static void
tie_starts (struct predictor *p)
{
  for (size_t i = 0; i + 1 < p->starts.size; i += 2)
    {
      const struct hb_message *one = message_of (p, p->starts.data[i]),
                              *two = message_of (p, p->starts.data[i + 1]);
      if (!one->count || !two->count)
        continue;
      execution_clause (&p->x, hb_not (runs (p, two->first)), runs (p, one->first), HB_FALSE);
      execution_edge (&p->x, one->first, two->first, HB_TRUE);
    }
}

/* One access at most sees what it did not see; nothing of its message comes behind. */
static void
choose_further (struct predictor *p)
{
  const hb_trace *trace = p->trace;
  hb_lit earlier = HB_FALSE;
  for (hb_id e = 0; e < trace->events.size; e++)
    {
      hb_lit further = p->further[e];
      if (further == HB_FALSE)
        continue;
      const struct hb_message *message = message_of (p, trace->events.data[e].message);
      execution_clause (&p->x, hb_not (further), runs (p, e), HB_FALSE);
      execution_clause (&p->x, hb_not (further), hb_not (earlier), HB_FALSE);
      if (e + 1 < message->first + message->count)
        execution_clause (&p->x, hb_not (further), hb_not (runs (p, e + 1)), HB_FALSE);
      earlier = hb_or (p->x.bits, earlier, further);
    }
}

/* --- Reads --- */

/* Read R, unless it is the further access, sees its write; that is behind all writes that run. */
static void
tie_read (struct predictor *p, hb_id r)
{
  const hb_trace *trace = p->trace;
  const struct hb_event *event = &trace->events.data[r];
  const struct hb_variable *variable = &trace->variables.data[event->object];
  hb_lit unseen = hb_or (p->x.bits, hb_not (runs (p, r)), p->further[r]);
  hb_id from = event->partner;
  if (from != HB_NONE)
    {
      execution_clause (&p->x, unseen, runs (p, from), HB_FALSE);
      execution_clause (&p->x, unseen, execution_before (&p->x, from, r), HB_FALSE);
    }
  for (hb_id i = 0; i < variable->count; i++)
    {
      hb_id other = trace->co.data[variable->first + i];
      if (other == from)
        continue;
      execution_clause_5 (&p->x, unseen, hb_not (runs (p, other)),
                          from == HB_NONE ? HB_FALSE : execution_before (&p->x, other, from),
                          execution_before (&p->x, r, other), HB_FALSE);
      execution_clause (&p->x, hb_not (p->further[r]), hb_not (runs (p, other)),
                        execution_before (&p->x, other, r));
    }
  if (from != HB_NONE)
    execution_clause (&p->x, hb_not (p->further[r]), hb_not (runs (p, from)),
                      execution_before (&p->x, from, r));
}

/* --- Handlers --- */

static hb_id
last_of (const struct predictor *p, hb_id m)
{
  return message_of (p, m)->first + message_of (p, m)->count - 1;
}

static hb_lit
is_over (struct predictor *p, hb_id m)
{
  hb_id last = last_of (p, m);
  return p->ends[m] ? hb_and (p->x.bits, runs (p, last), hb_not (p->further[last])) : HB_FALSE;
}

/* The post in A by which it posted B, directly or not; HB_NONE: it did not. */
static hb_id
way_down (const struct predictor *p, hb_id a, hb_id b)
{
  for (size_t steps = 0; b != HB_NONE && steps <= p->trace->messages.size; steps++)
    {
      hb_id post = message_of (p, b)->post;
      b = hb_poster (p->trace, b);
      if (a == b)
        return post;
    }
  return HB_NONE;
}

/* What stands before a post is before what it posts; on one handler all of the message is. */
static bool
is_known (const void *context, hb_id a, hb_id b)
{
  const struct predictor *p = context;
  hb_id one = p->trace->events.data[a].message, two = p->trace->events.data[b].message,
        post = way_down (p, one, two);
  bool together = message_of (p, one)->handler == message_of (p, two)->handler;
  if (together
      && (message_of (p, one)->kind == HB_INITIAL
          || hb_robust_starts_before (&p->starts, one, two)))
    return true;
  return post != HB_NONE && (a <= post || together);
}

/* In the order of posts: who was posted first begins first, or the other does not. */
static void
keep_queue (struct predictor *p, hb_id a, hb_id b, hb_lit first)
{
  hb_id post_a = message_of (p, a)->post, post_b = message_of (p, b)->post;
  hb_lit posted = execution_before (&p->x, post_a, post_b), begin_a, begin_b;
  begin_a = runs (p, message_of (p, a)->first);
  begin_b = runs (p, message_of (p, b)->first);
  hb_lit both = hb_and (p->x.bits, runs (p, post_a), runs (p, post_b)),
         early = hb_and (p->x.bits, both, posted), late = hb_and (p->x.bits, both, hb_not (posted));
  execution_clause (&p->x, hb_not (early), hb_not (begin_b), begin_a);
  execution_clause (&p->x, hb_not (early), hb_not (begin_b), first);
  execution_clause (&p->x, hb_not (late), hb_not (begin_a), begin_b);
  execution_clause (&p->x, hb_not (late), hb_not (begin_a), hb_not (first));
}

static bool
shares_queue (const struct predictor *p, hb_id a, hb_id b)
{
  hb_id post_a = message_of (p, a)->post, post_b = message_of (p, b)->post;
  enum hb_mailbox mailbox = hb_trace_mailbox (p->trace, message_of (p, a)->handler);
  if (post_a == HB_NONE || post_b == HB_NONE)
    return false;
  if (mailbox != HB_SENDER_QUEUE)
    return mailbox == HB_QUEUE;
  return message_of (p, p->trace->events.data[post_a].message)->handler
         == message_of (p, p->trace->events.data[post_b].message)->handler;
}

/* One message at a time; an initial one first. */
static void
keep_apart (struct predictor *p, hb_id a, hb_id b)
{
  const struct hb_message *one = message_of (p, a), *two = message_of (p, b);
  hb_lit first = execution_before (&p->x, one->first, two->first);
  hb_lit begin_a = runs (p, one->first), begin_b = runs (p, two->first);
  if (one->kind == HB_INITIAL)
    execution_clause (&p->x, hb_not (begin_b), is_over (p, a), HB_FALSE);
  if (two->kind == HB_INITIAL)
    execution_clause (&p->x, hb_not (begin_a), is_over (p, b), HB_FALSE);
  execution_clause_5 (&p->x, hb_not (first), hb_not (begin_a), hb_not (begin_b), is_over (p, a),
                      HB_FALSE);
  execution_clause_5 (&p->x, first, hb_not (begin_a), hb_not (begin_b), is_over (p, b), HB_FALSE);
  execution_edge (&p->x, last_of (p, a), two->first, first);
  execution_edge (&p->x, last_of (p, b), one->first, hb_not (first));
  if (shares_queue (p, a, b))
    keep_queue (p, a, b, first);
}

static void
keep_handlers (struct predictor *p)
{
  for (hb_id h = 0; h < p->trace->handlers.size; h++)
    {
      const struct hb_handler *handler = &p->trace->handlers.data[h];
      hb_id end = handler->first + handler->count;
      for (hb_id a = handler->first; a < end; a++)
        for (hb_id b = a + 1; b < end; b++)
          if (message_of (p, a)->count && message_of (p, b)->count && p->matters[a]
              && p->matters[b])
            keep_apart (p, a, b);
    }
}

/* Which messages are known to be over behind their last event. */
static void
find_ends (struct predictor *p)
{
  hb_diag *diag = hb_diag_new ();
  hb_witness *orders = hb_witness_of_trace (p->trace, diag);
  hb_diag_free (diag);
  p->ends = hb_calloc (p->trace->messages.size, sizeof *p->ends);
  for (hb_id m = 0; m < p->trace->messages.size; m++)
    p->ends[m] = !orders;
  for (hb_id h = 0; h < p->trace->handlers.size && orders; h++)
    {
      hb_id count, initial = p->trace->handlers.data[h].initial;
      const hb_id *eo = hb_witness_eo (orders, h, &count);
      bool followed = false;
      for (hb_id i = count; i-- > 0;)
        {
          const struct hb_message *message = message_of (p, eo[i]);
          p->ends[eo[i]] = followed;
          followed = followed || message->count > (message->kind == HB_POSTED);
        }
      if (initial != HB_NONE)
        p->ends[initial] = followed;
    }
  hb_witness_free (orders);
}

/* --- The whole --- */

static hb_lit
violations (struct predictor *p)
{
  const hb_trace *trace = p->trace;
  VEC (struct execution_access) accesses = VEC_EMPTY;
  for (hb_id e = 0; e < trace->events.size; e++)
    {
      const struct hb_event *event = &trace->events.data[e];
      bool write = event->kind == HB_WRITE;
      if ((!write && event->kind != HB_READ) || p->trees.event_of[event->message] == HB_NONE
          || runs (p, e) == HB_FALSE)
        continue;
      struct execution_access access = { .step = e,
                                         .variable = event->object,
                                         .task = p->trees.place[event->message],
                                         .event = p->trees.event_of[event->message],
                                         .write = write };
      vec_push (accesses, access);
    }
  hb_lit all = execution_violation (&p->x, vec_from (accesses, 0), accesses.size, p->trees.events,
                                    p->options->parts);
  vec_free (accesses);
  return all;
}

/* Why the trace is not for this, or NULL. */
static const char *
refusal (const struct predictor *p)
{
  const hb_trace *trace = p->trace;
  uint64_t pairs = 0;
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      enum hb_mailbox mailbox = hb_trace_mailbox (trace, h);
      uint64_t count = trace->handlers.data[h].count;
      pairs += count * count;
      if (mailbox != HB_MULTISET && mailbox != HB_QUEUE && mailbox != HB_SENDER_QUEUE && count > 1)
        return "a mailbox is a stack or has priorities";
    }
  for (hb_id e = 0; e < trace->events.size; e++)
    if (trace->events.data[e].kind == HB_READ || trace->events.data[e].kind == HB_WRITE)
      pairs += 1 + trace->variables.data[trace->events.data[e].object].count;
  pairs += (uint64_t)p->trees.events * p->trees.events * p->trees.events / 16;
  return p->options->most && pairs > p->options->most ? "the trace is too large" : NULL;
}

static void
make_formula (struct predictor *p)
{
  p->further = hb_calloc (p->trace->events.size, sizeof *p->further);
  p->x.known = is_known;
  p->x.context = p;
  find_ends (p);
  hb_robust_starts_of (p->trace, &p->starts);
  find_what_matters (p);
  for (hb_id m = 0; m < p->trace->messages.size; m++)
    make_message (p, m);
  tie_posts (p);
  tie_starts (p);
  choose_further (p);
  for (hb_id e = 0; e < p->trace->events.size; e++)
    if (p->trace->events.data[e].kind == HB_READ && runs (p, e) != HB_FALSE)
      tie_read (p, e);
  keep_handlers (p);
}

/* The recorded run, made serial, is tried first: it has no cycles. */
static void
hint (struct predictor *p)
{
  size_t count = p->trees.run.size;
  hb_id *rank = hb_calloc (p->trace->events.size, sizeof *rank);
  for (size_t i = 0; i < count; i++)
    rank[p->trees.run.data[i]] = (hb_id)i;
  for (size_t i = 0; i < p->x.edges.size && count == p->trace->events.size; i += 3)
    if (rank[p->x.edges.data[i]] < rank[p->x.edges.data[i + 1]])
      execution_hint (&p->x, p->x.edges.data[i + 2]);
  hb_free (rank);
}

static void
ask (struct predictor *p, hb_diag *diag)
{
  struct hb_predict_result *r = p->result;
  make_formula (p);
  hb_lit goal = violations (p);
  hint (p);
  execution_seal (&p->x);
  int answer = execution_ask (&p->x, goal, HB_TRUE, p->options->limits);
  r->answer = answer == 10   ? HB_ROBUST_VIOLATED
              : answer == 20 ? HB_ROBUST_ROBUST
                             : HB_ROBUST_UNKNOWN;
  r->reason = "a limit was reached";
  if (answer == 10)
    {
      hb_id *sequence = hb_calloc (p->x.steps.size, sizeof *sequence);
      r->events = (hb_id)execution_sequence (&p->x, sequence);
      r->trace = predict_run (p->trace, sequence, r->events, diag);
      hb_free (sequence);
    }
  r->variables = (size_t)hb_tseitin_variables (p->x.tseitin);
  r->clauses = p->x.clauses;
  r->cycles = p->x.cycles;
  hb_free (p->further);
  hb_free (p->ends);
  hb_free (p->matters);
  vec_free (p->starts);
}

bool
hb_predict (const hb_trace *trace, const struct hb_predict_options *options,
            struct hb_predict_result *result, hb_diag *diag)
{
  *result = (struct hb_predict_result){ .answer = HB_ROBUST_UNKNOWN };
  struct predictor p = { .trace = trace, .options = options, .result = result };
  bool good = execution_begin (&p.x, options->solver, diag);
  hb_robust_of_trace (trace, HB_PART_BOTH, &p.trees);
  result->reason = refusal (&p);
  if (good && !result->reason)
    ask (&p, diag);
  execution_end (&p.x);
  hb_robust_trace_free (&p.trees);
  return good && (result->answer != HB_ROBUST_VIOLATED || result->trace);
}

void
hb_predict_result_free (struct hb_predict_result *result)
{
  hb_trace_free (result->trace);
}

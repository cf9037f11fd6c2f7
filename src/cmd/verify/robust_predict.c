/* Predictions from recorded runs, beside trying all runs of their parts one after another (robust/predict.h). */
#include "cmd/verify/robust.h"

#include "base/names.h"
#include "robust/machine.h"
#include "robust/predict.h"
#include "robust/trace.h"
#include "trace/witness.h"

/* Nodes of a search; more are given up. */
#define MOST_NODES 2000000

/* --- All runs of the parts of a trace ---
 *
 * What can come behind a part of a run, and violate, is told by what each message has done, what each variable holds, which
 * events conflict in which order, and in which order queues were filled: parts with the same of these are tried once. */

struct search
{
  const hb_trace *trace;
  struct hb_robust_trace trees;
  hb_id *done;       /* by message: events that have run */
  hb_id *last_write; /* by variable */
  hb_robust_starts starts;
  bool *followed; /* by message: it is over behind its last event */
  VEC (hb_id) accesses, posted;
  hb_id events;
  uint16_t *conflicts; /* from * events + to: accesses of FROM before conflicting ones of TO */
  hb_names *met;
  VEC (hb_id) key;
  size_t nodes;
  bool found;
};

static hb_id
count_of (const struct search *s, hb_id m)
{
  return s->trace->messages.data[m].count;
}

static bool
is_over (const struct search *s, hb_id m)
{
  return s->done[m] == count_of (s, m) && s->followed[m];
}

/* Could message M of a handler begin now? */
static bool
may_begin (const struct search *s, hb_id m)
{
  const hb_trace *trace = s->trace;
  const struct hb_message *message = &trace->messages.data[m];
  const struct hb_handler *handler = &trace->handlers.data[message->handler];
  for (hb_id other = handler->first; other < handler->first + handler->count; other++)
    if (other != m && count_of (s, other)
        && (s->done[other] || trace->messages.data[other].kind == HB_INITIAL)
        && !is_over (s, other))
      return false;
  for (size_t i = 0; i + 1 < s->starts.size; i += 2)
    if (s->starts.data[i + 1] == m && count_of (s, s->starts.data[i])
        && !s->done[s->starts.data[i]])
      return false;
  hb_id poster = hb_poster (trace, m);
  if (poster == HB_NONE)
    return true;
  if (trace->messages.data[poster].first + s->done[poster] <= message->post)
    return false;
  for (size_t i = 0; i < s->posted.size && hb_trace_mailbox (trace, message->handler) == HB_QUEUE;
       i++)
    {
      hb_id first = s->posted.data[i];
      if (first == m)
        break;
      if (trace->messages.data[first].handler == message->handler && !s->done[first])
        return false;
    }
  return true;
}

/* Is there a way from event FROM to event TO by conflicts of accesses in this order? */
static bool
leads (const struct search *s, hb_id from, hb_id to, uint64_t *seen)
{
  if (from == to)
    return true;
  *seen |= (uint64_t)1 << from;
  for (hb_id next = 0; next < s->events; next++)
    if (s->conflicts[from * s->events + next] && !(*seen >> next & 1) && leads (s, next, to, seen))
      return true;
  return false;
}

/* The last access comes behind those that it conflicts with; BY: 1, or -1 to take that back. */
static void
count_conflicts (struct search *s, int by)
{
  const struct hb_event *b = &s->trace->events.data[vec_top (s->accesses)];
  hb_id to = s->trees.event_of[b->message];
  for (size_t i = 0; i + 1 < s->accesses.size; i++)
    {
      const struct hb_event *a = &s->trace->events.data[s->accesses.data[i]];
      hb_id from = s->trees.event_of[a->message];
      if (from != to && a->object == b->object && (a->kind == HB_WRITE || b->kind == HB_WRITE))
        s->conflicts[from * s->events + to] += (uint16_t)by;
    }
}

/* Was the search here before? */
static bool
is_met (struct search *s)
{
  hb_id before = hb_names_count (s->met);
  vec_clear (s->key);
  for (hb_id m = 0; m < s->trace->messages.size; m++)
    vec_push (s->key, s->done[m]);
  for (size_t v = 0; v < s->trace->variables.size; v++)
    vec_push (s->key, s->last_write[v]);
  for (size_t i = 0; i < (size_t)s->events * s->events; i++)
    vec_push (s->key, s->conflicts[i] != 0);
  for (size_t i = 0; i < s->posted.size; i++)
    if (hb_trace_mailbox (s->trace, s->trace->messages.data[s->posted.data[i]].handler) == HB_QUEUE)
      vec_push (s->key, s->posted.data[i]);
  return hb_names_intern (s->met, (const char *)s->key.data, s->key.size * sizeof *s->key.data)
         < before;
}

/* Does the last access close a cycle? */
static bool
violates (const struct search *s)
{
  const hb_id last = vec_top (s->accesses);
  const struct hb_event *b = &s->trace->events.data[last];
  hb_id event = s->trees.event_of[b->message];
  for (size_t i = 0; i + 1 < s->accesses.size; i++)
    {
      const struct hb_event *a = &s->trace->events.data[s->accesses.data[i]];
      hb_id other = s->trees.event_of[a->message];
      uint64_t seen = 0;
      if (a->object != b->object || (a->kind != HB_WRITE && b->kind != HB_WRITE))
        continue;
      if (other == event ? s->trees.place[a->message] > s->trees.place[b->message]
                         : leads (s, event, other, &seen))
        return true;
    }
  return false;
}

static void try_all (struct search *s);

static void
try_access (struct search *s, hb_id m, hb_id e)
{
  const struct hb_event *event = &s->trace->events.data[e];
  hb_id before = s->last_write[event->object];
  vec_push (s->accesses, e);
  s->found = s->found || violates (s);
  if (!s->found && (event->kind == HB_WRITE || before == event->partner))
    {
      if (event->kind == HB_WRITE)
        s->last_write[event->object] = e;
      s->done[m]++;
      count_conflicts (s, 1);
      try_all (s);
      count_conflicts (s, -1);
      s->done[m]--;
      s->last_write[event->object] = before;
    }
  s->accesses.size--;
}

static void
try_all (struct search *s)
{
  if (s->nodes > MOST_NODES || is_met (s))
    return;
  s->nodes++;
  for (hb_id m = 0; m < s->trace->messages.size && !s->found; m++)
    {
      hb_id e = s->trace->messages.data[m].first + s->done[m];
      if (s->done[m] == count_of (s, m) || (!s->done[m] && !may_begin (s, m)))
        continue;
      const struct hb_event *event = &s->trace->events.data[e];
      if (event->kind == HB_READ || event->kind == HB_WRITE)
        {
          try_access (s, m, e);
          continue;
        }
      if (event->kind == HB_POST)
        vec_push (s->posted, event->object);
      s->done[m]++;
      try_all (s);
      s->done[m]--;
      if (event->kind == HB_POST)
        s->posted.size--;
    }
}

/* Which messages are over: those that one with an event of its own follows. */
static void
find_followed (struct search *s)
{
  hb_diag *diag = hb_diag_new ();
  hb_witness *own = hb_witness_of_trace (s->trace, diag);
  for (hb_id h = 0; h < s->trace->handlers.size && own; h++)
    {
      hb_id count;
      const hb_id *eo = hb_witness_eo (own, h, &count);
      for (hb_id i = 0; i < count; i++)
        for (hb_id k = i + 1; k < count; k++)
          {
            const struct hb_message *later = &s->trace->messages.data[eo[k]];
            s->followed[eo[i]] |= later->count > (later->kind == HB_POSTED);
          }
    }
  hb_witness_free (own);
  hb_diag_free (diag);
}

/* ROBUST: nothing is foretold; UNKNOWN: too many runs. */
static enum hb_robust_answer
search_runs (const hb_trace *trace)
{
  struct search s = { .trace = trace };
  hb_robust_of_trace (trace, 0, &s.trees);
  s.done = hb_calloc (trace->messages.size, sizeof *s.done);
  s.last_write = hb_calloc (trace->variables.size, sizeof *s.last_write);
  s.followed = hb_calloc (trace->messages.size, sizeof *s.followed);
  for (size_t v = 0; v < trace->variables.size; v++)
    s.last_write[v] = HB_NONE;
  for (size_t m = 0; m < trace->messages.size; m++)
    s.events = s.trees.event_of[m] == HB_NONE || s.trees.event_of[m] < s.events
                   ? s.events
                   : s.trees.event_of[m] + 1;
  s.conflicts = hb_calloc ((size_t)s.events * s.events, sizeof *s.conflicts);
  s.met = hb_names_new ();
  find_followed (&s);
  hb_robust_starts_of (trace, &s.starts);
  try_all (&s);
  hb_robust_trace_free (&s.trees);
  hb_free (s.done);
  hb_free (s.last_write);
  hb_free (s.followed);
  hb_free (s.conflicts);
  hb_names_free (s.met);
  vec_free (s.key);
  vec_free (s.accesses);
  vec_free (s.posted);
  vec_free (s.starts);
  return s.found ? HB_ROBUST_VIOLATED : s.nodes > MOST_NODES ? HB_ROBUST_UNKNOWN : HB_ROBUST_ROBUST;
}

/* --- Recorded runs --- */

static bool
choose (void *context, int32_t low, int32_t high, int32_t *chosen)
{
  *chosen = low + (int32_t)hb_rng_below (context, (uint64_t)((int64_t)high - low) + 1);
  return true;
}

/* A random move of the machine; false: there is none. */
static bool
move (hb_amachine *m, struct hb_rng *rng)
{
  const hb_acode *code = m->code;
  size_t procs = code->procs.size, tasks = m->tasks.size, all = procs + 2 * tasks,
         start = hb_rng_below (rng, all);
  for (size_t i = 0; i < all; i++)
    {
      size_t k = (start + i) % all;
      const char *why;
      int32_t arguments[8] = { 0 };
      if (k >= procs)
        {
          hb_id task = (hb_id)((k - procs) / 2);
          if (((k - procs) % 2 ? hb_amachine_begin : hb_amachine_step) (m, task, choose, rng, &why))
            return true;
          continue;
        }
      const struct hb_aed_proc *proc = &code->program->procs.data[k];
      const struct hb_aed_local *params = vec_from (code->program->locals, proc->first_local);
      for (hb_id p = 0; p < proc->params && p < 8; p++)
        choose (rng, (int32_t)params[p].low, (int32_t)params[p].high, &arguments[p]);
      if (proc->is_event && proc->params <= 8
          && hb_amachine_start (m, (hb_id)k, arguments, choose, rng, &why))
        return true;
    }
  return false;
}

char *
robust_predict_disagreement (const hb_acode *code, struct hb_rng *rng, bool queue,
                             enum hb_robust_answer truth, struct hb_limits *limits,
                             struct robust_predicted *count)
{
  hb_diag *diag = hb_diag_new ();
  hb_amachine *machine
      = hb_amachine_new (code, hb_rng_below (rng, 3) ? HB_MULTI_THREAD : HB_SINGLE_THREAD, queue);
  size_t most = 4 + hb_rng_below (rng, 24);
  for (size_t i = 0; i < most && move (machine, rng); i++)
    continue;
  hb_trace *trace = hb_amachine_trace (machine, true, diag);
  hb_amachine_free (machine);
  struct hb_predict_options how = { .parts = HB_PART_BOTH, .limits = limits };
  struct hb_predict_result found;
  const char *wrong = NULL;
  enum hb_robust_answer all = search_runs (trace);
  if (!hb_predict (trace, &how, &found, diag))
    wrong = "predict fails";
  else if (!all || !found.answer)
    count->passed_over++;
  else if (found.answer != all)
    wrong = all == HB_ROBUST_VIOLATED ? "predict misses a run of parts of a trace"
                                      : "predict finds a run of parts of a trace that is none";
  else if (found.answer == HB_ROBUST_VIOLATED && truth == HB_ROBUST_ROBUST)
    wrong = "predict says yes, and the program is robust";
  else if (found.answer == HB_ROBUST_VIOLATED)
    {
      struct hb_robust_trace judged;
      hb_robust_of_trace (found.trace, HB_PART_BOTH, &judged);
      wrong = judged.answer == HB_ROBUST_VIOLATED ? NULL : "the run that is predicted is robust";
      hb_robust_trace_free (&judged);
      count->yes++;
    }
  else
    count->no++;
  hb_predict_result_free (&found);
  hb_trace_free (trace);
  hb_diag_free (diag);
  return wrong ? hb_copy_text (wrong) : NULL;
}

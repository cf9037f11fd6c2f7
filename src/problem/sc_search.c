/* Histories decided by runs of their threads: reads happen as soon as they can, which never does harm, so the
 * search branches on writes alone; states seen before are left. */
#include "problem/sc.h"

#include "base/rows.h"

#include <string.h>

#define MOST_BYTES (UINT64_C (1) << 20) /* of states that are remembered; then it gives up */

/* Where a run stands: next[thread], then last[variable], as one array. */
struct runner
{
  const hb_trace *history;
  size_t threads, words;
  VEC (hb_id) writes; /* in the order of the run so far */
  hb_rows states;     /* seen */
  struct hb_limits *limits;
  bool stopped;
};

static hb_id
end_of (const struct runner *r, hb_id h)
{
  hb_id m = r->history->handlers.data[h].initial;
  return m == HB_NONE ? 0 : r->history->messages.data[m].first + r->history->messages.data[m].count;
}

static bool
can_read (const struct runner *r, const hb_id *state, const struct hb_event *event)
{
  return event->kind == HB_READ && state[r->threads + event->object] == event->partner;
}

/* Has the state been met before?  It has then. */
static bool
was_met (struct runner *r, const hb_id *state)
{
  bool fresh;
  hb_rows_intern (&r->states, (const int32_t *)state, r->words, &fresh);
  return !fresh;
}

static bool goes_on (struct runner *r, const hb_id *from);

/* One more event, the next of thread H, from a copy of FROM. */
static bool
step (struct runner *r, const hb_id *from, hb_id h)
{
  const struct hb_event *event = &r->history->events.data[from[h]];
  hb_id *to = hb_calloc (r->words, sizeof *to);
  memcpy (to, from, r->words * sizeof *to);
  to[h]++;
  if (event->kind == HB_WRITE)
    {
      to[r->threads + event->object] = from[h];
      vec_push (r->writes, from[h]);
    }
  bool found = goes_on (r, to);
  if (!found && event->kind == HB_WRITE)
    (void)vec_pop (r->writes);
  hb_free (to);
  return found;
}

/* Is there a way on from here to the end? */
static bool
goes_on (struct runner *r, const hb_id *from)
{
  bool done = true;
  if (hb_limits_hit (r->limits) || r->states.data.size * sizeof (hb_id) > MOST_BYTES)
    r->stopped = true;
  if (r->stopped)
    return false;
  for (hb_id h = 0; h < r->threads; h++)
    if (from[h] != end_of (r, h) && can_read (r, from, &r->history->events.data[from[h]]))
      return step (r, from, h);
  if (was_met (r, from))
    return false;
  for (hb_id h = 0; h < r->threads; h++)
    {
      if (from[h] == end_of (r, h))
        continue;
      done = false;
      const struct hb_event *event = &r->history->events.data[from[h]];
      if ((event->kind == HB_WRITE || can_read (r, from, event)) && step (r, from, h))
        return true;
    }
  return done;
}

/* The writes of a run as an order of writes; new. */
static hb_id *
co_of_run (const struct runner *r)
{
  hb_id *co = hb_co_new (r->history);
  hb_id *rank = hb_calloc (r->history->variables.size + 1, sizeof *rank);
  for (size_t i = 0; i < r->writes.size; i++)
    {
      hb_id v = r->history->events.data[r->writes.data[i]].object;
      co[r->history->variables.data[v].first + rank[v]++] = r->writes.data[i];
    }
  hb_free (rank);
  return co;
}

static enum hb_answer
search_runs (const struct hb_decider *self, const hb_instance *instance,
             const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  (void)self;
  (void)diag;
  const hb_trace *history = hb_trace_of (instance);
  struct runner r = { .history = history,
                      .threads = history->handlers.size,
                      .words = history->handlers.size + history->variables.size,
                      .limits = options->limits };
  hb_id *start = hb_calloc (r.words + 1, sizeof *start);
  for (hb_id h = 0; h < r.threads; h++)
    {
      hb_id m = history->handlers.data[h].initial;
      start[h] = m == HB_NONE ? 0 : history->messages.data[m].first;
    }
  for (size_t v = 0; v < history->variables.size; v++)
    start[r.threads + v] = HB_NONE;
  bool found = goes_on (&r, start);
  if (found && solution)
    *solution = hb_solution_of_co (co_of_run (&r));
  hb_free (start);
  vec_free (r.writes);
  hb_rows_free (&r.states);
  return found ? HB_YES : r.stopped ? HB_OPEN : HB_NO;
}

const struct hb_decider hb_sc_search = { .name = "search",
                                         .summary = "runs of the threads, states remembered",
                                         .decide = search_runs };

/* Who decides histories.
 *
 *     sat             variables for the orders of two writes, clauses for cycles (sc_cycles.c)
 *     search          runs of the threads, states remembered (sc_search.c)
 *     interleavings   all runs of the threads, without memory or thought: the oracle
 *     coherence       all orders of the writes of each variable, and a test for cycles of
 *                     happens-before: the axioms instead of runs
 *
 * A run is a sequence of events in which a read happens while the last write of its variable is the one
 * that it reads from. */
#include "problem/sc.h"

#include "base/memory.h"

#define MOST_SMALL 14     /* events of a history that is tried out without memory */
#define MOST_ORDERS 40320 /* orders of writes that are tried */

/* --- the oracle --------------------------------------------------------------------------------- */

struct memory
{
  hb_id next[MOST_SMALL]; /* thread -> its next event */
  hb_id last[MOST_SMALL]; /* variable -> its last write */
};

/* Is there an interleaving from here on, RUN being what happened so far? */
static bool
interleaves (const hb_trace *history, const struct memory *from, hb_id *run, size_t length)
{
  bool all_done = true, found = false;
  for (hb_id h = 0; h < history->handlers.size && !found; h++)
    {
      hb_id m = history->handlers.data[h].initial, e = from->next[h];
      if (m == HB_NONE || e == history->messages.data[m].first + history->messages.data[m].count)
        continue;
      all_done = false;
      const struct hb_event *event = &history->events.data[e];
      if (event->kind == HB_READ && from->last[event->object] != event->partner)
        continue;
      struct memory to = *from;
      to.next[h]++;
      if (event->kind == HB_WRITE)
        to.last[event->object] = e;
      run[length] = e;
      found = interleaves (history, &to, run, length + 1);
    }
  return found || all_done;
}

static enum hb_answer
try_runs (const struct hb_decider *self, const hb_instance *instance,
          const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  (void)self;
  (void)options;
  (void)diag;
  const hb_trace *history = hb_trace_of (instance);
  struct memory start;
  hb_id run[MOST_SMALL];
  for (hb_id h = 0; h < history->handlers.size; h++)
    {
      hb_id m = history->handlers.data[h].initial;
      start.next[h] = m == HB_NONE ? 0 : history->messages.data[m].first;
    }
  for (size_t v = 0; v < history->variables.size; v++)
    start.last[v] = HB_NONE;
  bool found = interleaves (history, &start, run, 0);
  if (found && solution)
    *solution = hb_solution_of_co (hb_co_of_run (history, run));
  return found ? HB_YES : HB_NO;
}

static bool
is_small (const struct hb_decider *self, const hb_instance *instance, const char **why)
{
  (void)self;
  const hb_trace *history = hb_trace_of (instance);
  *why = "the history is too long for all runs to be tried";
  return history->events.size <= MOST_SMALL && history->handlers.size <= MOST_SMALL
         && history->variables.size <= MOST_SMALL;
}

/* --- orders of writes --------------------------------------------------------------------------- */

static bool
has_few_orders (const hb_trace *history)
{
  uint64_t orders = 1;
  for (size_t v = 0; v < history->variables.size; v++)
    for (hb_id i = 2; i <= history->variables.data[v].count; i++)
      if ((orders *= i) > MOST_ORDERS)
        return false;
  return true;
}

/* The next order of COUNT numbers in the order of the dictionary; false, and the first one, after the
 * last. */
static bool
next_order (hb_id *order, size_t count)
{
  size_t i = count, j = count;
  while (i > 1 && order[i - 2] > order[i - 1])
    i--;
  if (i > 1)
    {
      while (order[j - 1] < order[i - 2])
        j--;
      hb_id kept = order[i - 2];
      order[i - 2] = order[j - 1];
      order[j - 1] = kept;
    }
  for (size_t a = i > 1 ? i - 1 : 0, b = count; a + 1 < b; a++, b--)
    {
      hb_id kept = order[a];
      order[a] = order[b - 1];
      order[b - 1] = kept;
    }
  return i > 1;
}

bool
hb_sc_all_solutions (const struct hb_problem *self, const hb_instance *instance,
                     hb_solution_visit *visit, void *context)
{
  (void)self;
  const hb_trace *history = hb_trace_of (instance);
  if (!has_few_orders (history))
    return false;
  hb_trace *tried = hb_trace_copy (history, true);
  hb_id *run = hb_calloc (history->events.size + 1, sizeof *run), *co = hb_co_new (history);
  /* From the first order on: of each variable's writes in the order of their numbers. */
  for (size_t v = 0; v < history->variables.size; v++)
    for (hb_id i = 0, e = 0; i < history->variables.data[v].count; e++)
      if (history->events.data[e].kind == HB_WRITE && history->events.data[e].object == v)
        co[history->variables.data[v].first + i++] = e;
  bool go_on = true, more = true;
  while (go_on && more)
    {
      hb_history_set_co (tried, co);
      if (hb_history_runs (tried, run))
        go_on = visit (context, hb_solution_of_co (co));
      more = false;
      for (size_t v = 0; v < history->variables.size && !more; v++)
        more = next_order (co + history->variables.data[v].first, history->variables.data[v].count);
    }
  hb_free (run);
  hb_free (co);
  hb_trace_free (tried);
  return go_on;
}

struct found
{
  const hb_trace *history;
  hb_id *co;
};

static bool
keep_first (void *context, const hb_solution *solution)
{
  struct found *found = context;
  found->co = hb_co_new (found->history);
  for (size_t i = 0; i < found->history->co.size; i++)
    found->co[i] = hb_co_of (solution)[i];
  return false;
}

static enum hb_answer
try_orders (const struct hb_decider *self, const hb_instance *instance,
            const struct hb_decide_options *options, hb_solution **solution, hb_diag *diag)
{
  (void)self;
  (void)options;
  (void)diag;
  struct found found = { .history = hb_trace_of (instance) };
  hb_sc_all_solutions (NULL, instance, keep_first, &found);
  if (!found.co)
    return HB_NO;
  if (solution)
    *solution = hb_solution_of_co (found.co);
  else
    hb_free (found.co);
  return HB_YES;
}

static bool
has_few (const struct hb_decider *self, const hb_instance *instance, const char **why)
{
  (void)self;
  *why = "the history has too many orders of its writes for all to be tried";
  return has_few_orders (hb_trace_of (instance));
}

static const struct hb_decider interleavings
    = { .name = "interleavings",
        .summary = "all runs of the threads, of short ones",
        .brute = true,
        .accepts = is_small,
        .decide = try_runs };
static const struct hb_decider coherence = { .name = "coherence",
                                             .summary = "all orders of the writes, if they are few",
                                             .accepts = has_few,
                                             .decide = try_orders };

const struct hb_decider *const hb_sc_deciders[]
    = { &hb_sc_sat, &hb_sc_picosat, &hb_sc_search, &interleavings, &coherence, NULL };

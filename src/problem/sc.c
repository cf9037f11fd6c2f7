/* SC rf-consistency: can threads that read and write have run under sequential consistency, when it is
 * known from which write each read read?  (Gibbons and Korach, "Testing shared memories", SIAM Journal on
 * Computing 26, 1997.)  Files are `.edt` without co; a solution is the same with co. */
#include "problem/sc.h"

#include "engine/engine.h"
#include "format/edt.h"
#include "import/import.h"

#include <stdio.h>

#define MOST_DRAWN 32

/* --- instances --- */

/* An `.edt` is taken for a trace unless the user says that it is a history. */
static bool
recognises (const struct hb_problem *self, const char *bytes, size_t length)
{
  (void)self;
  return hb_format_of_bytes (bytes, length) == HB_FORMAT_EDT;
}

static hb_instance *
read_instance (const struct hb_problem *self, hb_input *input, hb_diag *diag)
{
  (void)self;
  return hb_instance_of_trace (hb_history_read_input (input, diag));
}

static void
write_instance (const struct hb_problem *self, const hb_instance *instance, const char *comment,
                hb_output *output)
{
  (void)self;
  (void)comment;
  hb_builder *builder = hb_builder_to_file (output);
  hb_build_history (builder, hb_trace_of (instance));
  hb_builder_finish (builder);
}

static void
sizes_of (const struct hb_problem *self, const hb_instance *instance, uint64_t *sizes)
{
  (void)self;
  const hb_trace *history = hb_trace_of (instance);
  sizes[0] = history->events.size;
  sizes[1] = history->handlers.size;
  sizes[2] = history->variables.size;
}

static bool
equal (const struct hb_problem *self, const hb_instance *a, const hb_instance *b)
{
  (void)self;
  return hb_traces_equal (hb_trace_of (a), hb_trace_of (b), true);
}

static hb_instance *
copy_instance (const struct hb_problem *self, const hb_instance *instance)
{
  (void)self;
  return hb_instance_of_trace (hb_trace_copy (hb_trace_of (instance), true));
}

hb_builder *
hb_target_history_builder (hb_diag *diag)
{
  hb_builder *builder = hb_builder_to_trace (diag);
  hb_build_without_co (builder);
  return builder;
}

/* --- many instances --- */

static bool
enumerate (const struct hb_problem *self, uint64_t size, const uint64_t *bounds,
           hb_instance_visit *visit, void *context)
{
  (void)self;
  for (uint64_t threads = 1; threads <= bounds[1] && threads <= size; threads++)
    {
      struct hb_small_size wanted
          = { .handlers = (int)threads, .accesses = (int)size, .histories = true };
      if (!hb_each_small_instance (&wanted, visit, context))
        return false;
    }
  return true;
}

/* An event in the making. */
struct drawn
{
  int thread, variable, from;
  bool is_write;
};

static void
tell_thread (hb_builder *builder, const struct drawn *drawn, int events, int thread)
{
  char name[32], from[32], variable[32];
  snprintf (name, sizeof name, "t%d", thread + 1);
  hb_build_handler (builder, name, -1);
  hb_build_initial (builder);
  for (int i = 0; i < events; i++)
    {
      const struct drawn *d = &drawn[i];
      if (d->thread != thread)
        continue;
      snprintf (name, sizeof name, "e%d", i + 1);
      snprintf (from, sizeof from, "e%d", d->from + 1);
      snprintf (variable, sizeof variable, "x%d", d->variable + 1);
      if (d->is_write)
        hb_build_write (builder, name, variable, NULL);
      else
        hb_build_read (builder, NULL, variable, d->from < 0 ? NULL : from);
    }
}

/* Each read from the last write in the order in which events are drawn; unless WRONG from a random one
 * then. */
static hb_instance *
draw (const uint64_t *bounds, bool wrong, struct hb_rng *rng, hb_diag *diag)
{
  struct drawn drawn[MOST_DRAWN];
  int last[MOST_DRAWN];
  int threads = 2 + (int)hb_rng_below (rng, bounds[1] > 2 ? bounds[1] - 1 : 1);
  int most = bounds[0] < MOST_DRAWN ? (int)bounds[0] : MOST_DRAWN;
  int least = most < 6 ? most : 6;
  int events = least + (int)hb_rng_below (rng, (uint64_t)(most - least) + 1);
  int variables = 1 + (int)hb_rng_below (rng, 3);
  for (int v = 0; v < variables; v++)
    last[v] = -1;
  for (int i = 0; i < events; i++)
    {
      struct drawn *d = &drawn[i];
      d->thread = (int)hb_rng_below (rng, (uint64_t)threads);
      d->variable = (int)hb_rng_below (rng, (uint64_t)variables);
      d->is_write = hb_rng_coin (rng);
      d->from = last[d->variable];
      if (d->is_write)
        last[d->variable] = i;
    }
  for (int i = 0; i < events && wrong; i++)
    for (int tries = 0; tries < 4 && !drawn[i].is_write; tries++)
      {
        int other = (int)hb_rng_below (rng, (uint64_t)events);
        if (drawn[other].is_write && drawn[other].variable == drawn[i].variable)
          drawn[i].from = other;
      }
  hb_builder *builder = hb_builder_to_trace (diag);
  hb_build_without_co (builder);
  for (int t = 0; t < threads; t++)
    tell_thread (builder, drawn, events, t);
  hb_build_end (builder);
  return hb_instance_of_trace (hb_builder_finish (builder));
}

static hb_instance *
draw_run (const struct hb_generator *self, const uint64_t *bounds, struct hb_rng *rng,
          hb_diag *diag)
{
  (void)self;
  return draw (bounds, false, rng, diag);
}

static hb_instance *
draw_wrong (const struct hb_generator *self, const uint64_t *bounds, struct hb_rng *rng,
            hb_diag *diag)
{
  (void)self;
  return draw (bounds, true, rng, diag);
}

static hb_instance *
without (const struct hb_problem *self, const hb_instance *instance, size_t i)
{
  hb_instance *less = hb_trace_without (self, instance, i);
  if (!less)
    return NULL;
  hb_instance *history = hb_instance_of_trace (hb_trace_copy (hb_trace_of (less), true));
  hb_trace_free ((hb_trace *)less);
  return history;
}

static const struct hb_generator run
    = { "run", "runs, with the writes that the reads read from: consistent", NULL, draw_run };
static const struct hb_generator wrong
    = { "wrong", "the same with reads from random writes: mostly inconsistent", NULL, draw_wrong };
static const struct hb_generator *const generators[] = { &run, &wrong, NULL };

static const char *const measures[] = { "events", "threads", "variables", NULL };
static const struct hb_bound bounds[] = { { "events", "reads and writes", 5, 10, 6 },
                                          { "threads", "threads", 4, 4, 4 },
                                          { NULL, NULL, 0, 0, 0 } };

const struct hb_problem hb_problem_sc = {
  HB_TRACE_MEMBERS,
  .name = "sc-consistency",
  .title = "SC rf-consistency",
  .summary = "have threads, reads and the writes they read from, a sequentially consistent order?",
  .source = "Gibbons and Korach, SIAM Journal on Computing 26, 1997",
  .thing = "history",
  .things = "histories",
  .evidence = "order of writes",
  .evidences = "orders of writes",
  .measures = measures,
  .bounds = bounds,
  .recognises = recognises,
  .read = read_instance,
  .write = write_instance,
  .sizes = sizes_of,
  .equal = equal,
  .copy = copy_instance,
  .read_solution = hb_co_read,
  .write_solution = hb_co_write,
  .check = hb_co_check,
  .same = hb_co_same,
  .free_solution = hb_co_free,
  .all_solutions = hb_sc_all_solutions,
  .deciders = hb_sc_deciders,
  .prove = hb_sc_prove,
  .certify = hb_sc_certify,
  .enumerate = enumerate,
  .generators = generators,
  .without = without,
};

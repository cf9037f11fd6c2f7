/* See alone.h. */
#include "robust/alone.h"

#include "robust/explore.h"

#define MOST_ROWS 1000000

/* --- Where events start --- */

struct gatherer
{
  hb_rows *rows;
  size_t variables;
};

static void
gather (void *context, const int32_t *values, const hb_id *kinds, size_t count)
{
  struct gatherer *g = context;
  (void)kinds, (void)count;
  hb_rows_intern (g->rows, values, g->variables, NULL);
}

static bool
all_values (const hb_acode *code, hb_rows *rows, int32_t *row)
{
  const hb_aed *program = code->program;
  double count = 1;
  for (size_t v = 0; v < program->variables.size; v++)
    {
      count *= (double)(program->variables.data[v].high - program->variables.data[v].low + 1);
      row[v] = (int32_t)program->variables.data[v].low;
    }
  if (count > MOST_ROWS)
    return false;
  for (;;)
    {
      size_t v = 0;
      hb_rows_intern (rows, row, program->variables.size, NULL);
      for (; v < program->variables.size && row[v] == program->variables.data[v].high; v++)
        row[v] = (int32_t)program->variables.data[v].low;
      if (v == program->variables.size)
        return true;
      row[v]++;
    }
}

bool
hb_robust_starts (const hb_acode *code, const struct hb_robust_options *options, hb_rows *rows)
{
  size_t variables = code->program->variables.size;
  struct gatherer g = { rows, variables };
  int32_t *row = hb_calloc (variables, sizeof *row);
  bool good = true;
  for (size_t v = 0; v < variables; v++)
    row[v] = (int32_t)code->program->variables.data[v].initial;
  if (options->det_from == HB_DET_ANY)
    good = all_values (code, rows, row);
  else
    hb_rows_intern (rows, row, variables, NULL);
  if (options->det_from == HB_DET_REACHABLE)
    {
      struct hb_explore_options explore = { .only = HB_NONE,
                                            .queue = options->queue,
                                            .bound = options->bound ? options->bound : 3,
                                            .limits = options->limits,
                                            .idle = gather,
                                            .context = &g };
      struct hb_explore_result found;
      hb_explore_robust (code, &explore, &found);
      good = found.complete && !found.bounded && !found.posts && !found.cut;
      hb_explore_result_free (&found);
    }
  hb_free (row);
  return good;
}

/* --- Each event, from each of them --- */

bool
hb_robust_may_be_first (const hb_acode *code, const hb_aschedule *schedule)
{
  const hb_aed *program = code->program;
  if (!schedule->moves.size)
    return false;
  hb_id event = schedule->moves.data[0].event;
  bool driven = !program->has_driver;
  for (size_t i = 0; i < program->driven.size && !driven; i++)
    driven = program->driven.data[i].proc == event;
  for (size_t i = 0; i < program->befores.size; i++)
    driven = driven && program->befores.data[i].then != event;
  return driven;
}

/* False: a violation, or a limit. */
static bool
one_alone (const hb_acode *code, const struct hb_robust_options *options, hb_id event,
           const int32_t *values, bool initial, struct hb_robust_result *result)
{
  struct hb_explore_options explore = { .parts = HB_PART_DET,
                                        .queue = options->queue,
                                        .only = event,
                                        .values = values,
                                        .limits = options->limits };
  struct hb_explore_result found;
  hb_explore_robust (code, &explore, &found);
  result->configurations += found.configurations;
  if (found.answer == HB_ROBUST_ROBUST)
    {
      hb_explore_result_free (&found);
      return true;
    }
  result->answer = found.answer;
  result->part = HB_PART_DET;
  result->has_schedule = found.answer == HB_ROBUST_VIOLATED && initial
                         && hb_robust_may_be_first (code, &found.schedule);
  if (result->has_schedule)
    result->schedule = found.schedule;
  else
    hb_explore_result_free (&found);
  if (found.answer == HB_ROBUST_UNKNOWN)
    result->reason = hb_copy_text ("a limit was reached");
  return false;
}

void
hb_robust_alone (const hb_acode *code, const struct hb_robust_options *options,
                 struct hb_robust_result *result)
{
  hb_rows rows = { 0 };
  bool whole = hb_robust_starts (code, options, &rows), going = true;
  for (size_t i = 0; i < hb_rows_count (&rows) && going; i++)
    for (hb_id p = 0; p < code->procs.size && going; p++)
      if (code->program->procs.data[p].is_event)
        going = one_alone (code, options, p, hb_rows_row (&rows, i),
                           options->det_from != HB_DET_ANY && !i, result);
  hb_rows_free (&rows);
  if (going && whole)
    result->answer = HB_ROBUST_ROBUST;
  else if (going)
    result->reason = hb_copy_text ("not all values from which events start were found");
}

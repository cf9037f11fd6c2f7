/* See alone.h. */
#include "robust/alone.h"

#include "robust/explore.h"

#include <string.h>

#define MOST_ROWS 1000000

/* --- Rows --- */

size_t
hb_value_rows_count (const struct hb_value_rows *rows)
{
  return rows->width ? rows->data.size / rows->width : 0;
}

static size_t
slot_of (const struct hb_value_rows *rows, const int32_t *row)
{
  uint64_t h = 0x9e3779b97f4a7c15u;
  for (size_t i = 0; i < rows->width; i++)
    {
      h = (h ^ (uint32_t)row[i]) * 0xff51afd7ed558ccdu;
      h ^= h >> 32;
    }
  size_t mask = rows->table.size - 1, slot = h & mask;
  while (rows->table.data[slot]
         && memcmp (rows->data.data + (rows->table.data[slot] - 1) * rows->width, row,
                    rows->width * sizeof *row))
    slot = (slot + 1) & mask;
  return slot;
}

bool
hb_value_rows_add (struct hb_value_rows *rows, const int32_t *row)
{
  size_t count = hb_value_rows_count (rows);
  if (2 * (count + 1) > rows->table.size)
    {
      size_t size = rows->table.size ? 2 * rows->table.size : 64;
      vec_clear (rows->table);
      vec_resize (rows->table, size, 0);
      for (size_t i = 0; i < count; i++)
        rows->table.data[slot_of (rows, rows->data.data + i * rows->width)] = (uint32_t)i + 1;
    }
  size_t slot = slot_of (rows, row);
  if (rows->table.data[slot])
    return false;
  for (size_t i = 0; i < rows->width; i++)
    vec_push (rows->data, row[i]);
  rows->table.data[slot] = (uint32_t)count + 1;
  return true;
}

void
hb_value_rows_free (struct hb_value_rows *rows)
{
  vec_free (rows->data);
  vec_free (rows->table);
}

/* --- Where events start --- */

struct gatherer
{
  struct hb_value_rows *rows;
  int32_t *row; /* a variable more, so that no row is empty */
  size_t variables;
};

static void
gather (void *context, const int32_t *values, const hb_id *kinds, size_t count)
{
  struct gatherer *g = context;
  (void)kinds, (void)count;
  if (g->variables)
    memcpy (g->row, values, g->variables * sizeof *values);
  hb_value_rows_add (g->rows, g->row);
}

static bool
all_values (const hb_acode *code, struct hb_value_rows *rows, int32_t *row)
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
      hb_value_rows_add (rows, row);
      for (; v < program->variables.size && row[v] == program->variables.data[v].high; v++)
        row[v] = (int32_t)program->variables.data[v].low;
      if (v == program->variables.size)
        return true;
      row[v]++;
    }
}

bool
hb_robust_starts (const hb_acode *code, const struct hb_robust_options *options,
                  struct hb_value_rows *rows)
{
  size_t variables = code->program->variables.size;
  struct gatherer g = { rows, hb_calloc (variables + 1, sizeof *g.row), variables };
  rows->width = variables + 1;
  bool good = true;
  for (size_t v = 0; v < variables; v++)
    g.row[v] = (int32_t)code->program->variables.data[v].initial;
  if (options->det_from == HB_DET_ANY)
    good = all_values (code, rows, g.row);
  else
    hb_value_rows_add (rows, g.row);
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
      good = found.complete && !found.bounded;
      hb_explore_result_free (&found);
    }
  hb_free (g.row);
  return good;
}

/* --- Each event, from each of them --- */

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
  result->has_schedule = found.answer == HB_ROBUST_VIOLATED && initial;
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
  struct hb_value_rows rows = { 0 };
  bool whole = hb_robust_starts (code, options, &rows), going = true;
  for (size_t i = 0; i < hb_value_rows_count (&rows) && going; i++)
    for (hb_id p = 0; p < code->procs.size && going; p++)
      if (code->program->procs.data[p].is_event)
        going = one_alone (code, options, p, rows.data.data + i * rows.width,
                           options->det_from != HB_DET_ANY && !i, result);
  hb_value_rows_free (&rows);
  if (going && whole)
    result->answer = HB_ROBUST_ROBUST;
  else if (going)
    result->reason = hb_copy_text ("not all values from which events start were found");
}

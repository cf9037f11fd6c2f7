/* See outcomes.h. */
#include "robust/outcomes.h"

#include "base/buffer.h"
#include "robust/alone.h"
#include "robust/explore.h"

#include <stdlib.h>

static int
by_number (const void *a, const void *b)
{
  int32_t one = *(const int32_t *)a, two = *(const int32_t *)b;
  return one < two ? -1 : one > two;
}

/* An idle configuration. */
static void
keep (void *context, const int32_t *values, const hb_id *kinds, size_t count)
{
  struct hb_outcomes *outcomes = context;
  vec_clear (outcomes->row);
  for (hb_id v = 0; v < outcomes->variables; v++)
    vec_push (outcomes->row, values[v]);
  for (size_t i = 0; i < count; i++)
    vec_push (outcomes->row, (int32_t)kinds[i]);
  if (count)
    qsort (outcomes->row.data + outcomes->variables, count, sizeof *outcomes->row.data, by_number);
  hb_rows_intern (&outcomes->rows, vec_from (outcomes->row, 0), outcomes->row.size, NULL);
}

void
hb_outcomes_find (const hb_acode *code, const struct hb_outcome_options *options,
                  struct hb_outcomes *outcomes)
{
  *outcomes = (struct hb_outcomes){ .variables = (hb_id)code->program->variables.size };
  struct hb_explore_options explore = { .serial = options->serial || options->single,
                                        .depth_first = options->single,
                                        .queue = options->queue,
                                        .only = options->only ? options->only - 1 : HB_NONE,
                                        .values = options->values,
                                        .bound = options->bound,
                                        .limits = options->limits,
                                        .idle = keep,
                                        .context = outcomes };
  struct hb_explore_result found;
  hb_explore_robust (code, &explore, &found);
  outcomes->complete = found.complete && !found.bounded && !found.posts && !found.cut;
  hb_explore_result_free (&found);
}

void
hb_outcomes_free (struct hb_outcomes *outcomes)
{
  hb_rows_free (&outcomes->rows);
  vec_free (outcomes->row);
}

size_t
hb_outcomes_count (const struct hb_outcomes *outcomes)
{
  return hb_rows_count (&outcomes->rows);
}

const int32_t *
hb_outcomes_values (const struct hb_outcomes *outcomes, size_t number)
{
  return hb_rows_row (&outcomes->rows, number);
}

char *
hb_outcomes_events (const struct hb_outcomes *outcomes, const hb_aed *program, size_t number)
{
  const int32_t *row = hb_rows_row (&outcomes->rows, number);
  hb_buffer text = VEC_EMPTY;
  for (size_t i = outcomes->variables; i < hb_rows_width (&outcomes->rows, number); i++)
    {
      char *kind = hb_explore_kind_text (program, (hb_id)row[i]);
      hb_buffer_add (&text, "%s%s", text.size ? " " : "", kind);
      hb_free (kind);
    }
  return text.size ? hb_buffer_take (&text) : hb_copy_text ("nothing");
}

/* --- The definitions --- */

/* Is every row of LESS one of MORE?  UNKNOWN if that could change. */
static enum hb_robust_answer
is_within (const struct hb_outcomes *less, struct hb_outcomes *more)
{
  for (size_t i = 0; i < hb_outcomes_count (less); i++)
    {
      bool fresh;
      size_t before = hb_rows_count (&more->rows);
      hb_rows_intern (&more->rows, hb_rows_row (&less->rows, i), hb_rows_width (&less->rows, i),
                      &fresh);
      if (fresh && before != hb_rows_count (&more->rows))
        return more->complete ? HB_ROBUST_VIOLATED : HB_ROBUST_UNKNOWN;
    }
  return less->complete ? HB_ROBUST_ROBUST : HB_ROBUST_UNKNOWN;
}

static enum hb_robust_answer
compare (const hb_acode *code, const struct hb_robust_options *options, bool single)
{
  struct hb_outcome_options how = { .queue = options->queue,
                                    .bound = options->bound ? options->bound : 2,
                                    .limits = options->limits };
  struct hb_outcomes all, some;
  hb_outcomes_find (code, &how, &all);
  how.single = single;
  how.serial = !single;
  hb_outcomes_find (code, &how, &some);
  /* With a bound both sides have the same one: what is missing is missing. */
  if (!code->program->has_driver && !hb_limits_hit (options->limits))
    some.complete = true;
  enum hb_robust_answer answer = is_within (&all, &some);
  hb_outcomes_free (&all);
  hb_outcomes_free (&some);
  return answer;
}

/* Event PROC, with all its arguments, from VALUES: how each ends. */
static enum hb_robust_answer
one_event (const hb_acode *code, const struct hb_robust_options *options, hb_id proc,
           const int32_t *values, bool repaired)
{
  struct hb_outcome_options how
      = { .queue = options->queue, .only = proc + 1, .values = values, .limits = options->limits };
  struct hb_outcomes all, single;
  enum hb_robust_answer answer = HB_ROBUST_ROBUST;
  hb_outcomes_find (code, &how, &all);
  how.single = true;
  hb_outcomes_find (code, &how, &single);
  hb_id width = all.variables;
  for (size_t i = 0; i < hb_outcomes_count (&all) && answer == HB_ROBUST_ROBUST; i++)
    {
      if (hb_rows_width (&all.rows, i) == width)
        continue; /* it has not started */
      int32_t kind = hb_rows_row (&all.rows, i)[width];
      for (size_t k = 0; k < i; k++)
        if (hb_rows_width (&all.rows, k) > width && hb_rows_row (&all.rows, k)[width] == kind)
          answer = HB_ROBUST_VIOLATED;
      bool ends = false;
      for (size_t k = 0; k < hb_outcomes_count (&single); k++)
        ends = ends
               || (hb_rows_width (&single.rows, k) > width
                   && hb_rows_row (&single.rows, k)[width] == kind);
      if (repaired && !ends)
        answer = HB_ROBUST_VIOLATED;
    }
  if (answer == HB_ROBUST_ROBUST && (!all.complete || !single.complete))
    answer = HB_ROBUST_UNKNOWN;
  hb_outcomes_free (&all);
  hb_outcomes_free (&single);
  return answer;
}

static enum hb_robust_answer
determinism (const hb_acode *code, const struct hb_robust_options *options, bool repaired)
{
  hb_rows rows = { .data = VEC_EMPTY };
  enum hb_robust_answer answer
      = hb_robust_starts (code, options, &rows) ? HB_ROBUST_ROBUST : HB_ROBUST_UNKNOWN;
  for (size_t i = 0; i < hb_rows_count (&rows) && answer != HB_ROBUST_VIOLATED; i++)
    for (hb_id p = 0; p < code->procs.size && answer != HB_ROBUST_VIOLATED; p++)
      if (code->program->procs.data[p].is_event)
        {
          enum hb_robust_answer one
              = one_event (code, options, p, hb_rows_row (&rows, i), repaired);
          if (one != HB_ROBUST_ROBUST)
            answer = one;
        }
  hb_rows_free (&rows);
  return answer;
}

struct hb_states_result
hb_states_decide (const hb_acode *code, const struct hb_robust_options *options)
{
  return (struct hb_states_result){ .robust = compare (code, options, true),
                                    .serializable = compare (code, options, false),
                                    .deterministic = determinism (code, options, false),
                                    .repaired = determinism (code, options, true) };
}

/* From a model to a witness of the trace of `3bisat-ed`: the "satisfiable" half of the proof of
 * Lemma 2 (ED-consistency paper, Appendix C), as a program.
 *
 * The run goes column by column.  In column j
 *
 *   1. hV runs the messages of all rows, in the order in which the rows came to it; those of rows that
 *      are not marked post the next column's at once;
 *   2. the first hops of first occurrences run, the row first that the value wants first;
 *   3. the last hops run, in an order that lets the gadget run: each posts its m and returns its row.
 *
 * Here we depart from the proof: it lets hV post "row by row in each column", in the fixed order of
 * the rows; but the queue of hV holds the rows in the order in which they came back.
 *
 * The order of step 3.  Literal L_t's box stands last on the t-th handler of the gadget, that of
 * its negation N_t first on the next.  So the messages must come to hW such that, cyclically,
 *
 *     N_(t-1) before L_t;   L_t before N_t if L_t is false, N_t before L_t if it is true
 *
 * where "N_k before L_1" is the work of z_j.  N_t of a true literal waits for nothing: all those
 * first; then, from behind some true literal around to it, each L_t, with its N_t after it if L_t
 * is false.
 *
 * Everything is FIFO, so a handler's eo and mo are the same sequence.  Linear in the trace. */
#include "problem/sat.h"
#include "reduce/bisat_ed.h"

#include <stdlib.h>

struct lift
{
  const struct hb_grid *grid;
  const signed char *model;
  const hb_trace *trace;
  hb_diag *diag;
  hb_witness *witness;
  hb_id handlers[HB_BISAT_HANDLERS];
  hb_id filled[HB_BISAT_HANDLERS]; /* messages of the handler ordered so far */
  int *marks;                      /* i -> the column's literal of variable i, or 0 */
  hb_id *last;          /* row, by 2 i + sign -> the message of its chain that ran last */
  VEC (int) rows, next; /* rows as they come to hV in this column, and in the next */
};

/* --- Laying messages down --- */

/* Message NAME runs next on handler H; BEFORE is the message that must post it.  Gives the
 * message, or HB_NONE after an error. */
static hb_id
run (struct lift *lift, unsigned h, const char *name, hb_id before)
{
  const hb_trace *trace = lift->trace;
  hb_id handler = lift->handlers[h], start = lift->witness->eo_start[handler];
  hb_id id = hb_trace_find_message (trace, name);
  if (id == HB_NONE)
    {
      hb_bisat_refuse (lift->diag, "there is no message", name);
      return HB_NONE;
    }
  const struct hb_message *message = &trace->messages.data[id];
  if (message->handler != handler || message->post == HB_NONE
      || trace->events.data[message->post].message != before)
    {
      hb_bisat_refuse (lift->diag, "another handler runs, or another message posts, message", name);
      return HB_NONE;
    }
  lift->witness->eo[start + lift->filled[h]] = id;
  lift->witness->mo[lift->witness->mo_start[handler] + lift->filled[h]] = id;
  lift->filled[h]++;
  return id;
}

static hb_id *
last_of (struct lift *lift, int row)
{
  return &lift->last[2 * lift->grid->indices[abs (row)] + (row < 0)];
}

/* ROW's chain goes on with message NAME on handler H. */
static bool
run_next (struct lift *lift, int row, unsigned h, const char *name)
{
  hb_id *last = last_of (lift, row);
  *last = run (lift, h, name, *last);
  return *last != HB_NONE;
}

/* --- The three steps of a column --- */

static bool
run_rows (struct lift *lift, hb_id j)
{
  vec_clear (lift->next);
  for (size_t r = 0; r < lift->rows.size; r++)
    {
      int row = lift->rows.data[r];
      hb_name name;
      if (!run_next (lift, row, HB_BISAT_V, hb_name_row (&name, row, j)))
        return false;
      if (!lift->marks[lift->grid->indices[abs (row)]])
        vec_push (lift->next, row);
    }
  return true;
}

/* Step 2 for the V-th literal of column J.  Its row's first hop is on ht_v, before both last hops;
 * the other row's is alone on ht_(v+3). */
static bool
run_detours (struct lift *lift, int literal, unsigned v, hb_id j)
{
  hb_name name;
  if (!hb_grid_first (lift->grid, literal, j))
    return true;
  return run_next (lift, literal, HB_BISAT_T + v - 1, hb_name_detour (&name, literal, j))
         && run_next (lift, -literal, HB_BISAT_T + v + 2, hb_name_detour (&name, -literal, j));
}

static bool
run_turn (struct lift *lift, int row, unsigned v, hb_id j)
{
  hb_name name;
  vec_push (lift->next, row);
  if (!run_next (lift, row, HB_BISAT_T + v - 1, hb_name_turn (&name, row, j)))
    return false;
  return run (lift, HB_BISAT_W, hb_name_value (&name, row, j), *last_of (lift, row)) != HB_NONE;
}

static bool
is_true (const struct lift *lift, int literal)
{
  return hb_literal_holds (lift->model, literal);
}

static bool
run_turns (struct lift *lift, const int *literals, size_t size, hb_id j)
{
  size_t true_place = 0;
  for (size_t t = 0; t < size; t++)
    if (is_true (lift, literals[t]))
      {
        true_place = t;
        if (!run_turn (lift, -literals[t], (unsigned)t + 1, j))
          return false;
      }
  for (size_t step = 1; step <= size; step++)
    {
      size_t t = (true_place + step) % size;
      if (!run_turn (lift, literals[t], (unsigned)t + 1, j))
        return false;
      if (!is_true (lift, literals[t]) && !run_turn (lift, -literals[t], (unsigned)t + 1, j))
        return false;
    }
  return true;
}

static bool
run_column (struct lift *lift, hb_id j)
{
  size_t size;
  const int *literals = hb_grid_column (lift->grid, j, &size);
  for (size_t t = 0; t < size; t++)
    lift->marks[lift->grid->indices[abs (literals[t])]] = literals[t];
  bool good = run_rows (lift, j);
  for (size_t t = 0; t < size; t++)
    {
      lift->marks[lift->grid->indices[abs (literals[t])]] = 0;
      good = good && run_detours (lift, literals[t], (unsigned)t + 1, j);
    }
  good = good && run_turns (lift, literals, size, j);
  for (size_t r = 0; r < lift->next.size; r++)
    lift->rows.data[r] = lift->next.data[r];
  return good;
}

/* --- All of it --- */

/* hV's initial message posts the rows in their order: the order of the witness starts with it. */
static bool
start_rows (struct lift *lift)
{
  const hb_trace *trace = lift->trace;
  hb_id initial = trace->handlers.data[lift->handlers[HB_BISAT_V]].initial;
  for (hb_id r = 0; r < 2 * lift->grid->variables; r++)
    {
      int row = r % 2 ? -lift->grid->numbers[r / 2] : lift->grid->numbers[r / 2];
      hb_name name;
      hb_id id = hb_trace_find_message (trace, hb_name_row (&name, row, 1));
      if (id == HB_NONE || initial == HB_NONE
          || trace->messages.data[id].post != trace->messages.data[initial].first + r)
        return hb_bisat_refuse (lift->diag, "hV does not start with posts of all rows, of",
                                name.text);
      lift->last[r] = initial;
      vec_push (lift->rows, row);
    }
  return true;
}

static bool
run_all (struct lift *lift)
{
  if (!hb_bisat_check (lift->grid, lift->trace, lift->handlers, lift->diag) || !start_rows (lift))
    return false;
  lift->witness = hb_witness_new (lift->trace);
  for (hb_id j = 1; j <= lift->grid->columns; j++)
    if (!run_column (lift, j))
      return false;
  return true;
}

hb_witness *
hb_bisat_lift (const hb_cnf *cnf, const signed char *model, const hb_trace *trace, hb_diag *diag)
{
  if (!hb_model_satisfies (cnf, model, "formula", diag))
    return NULL;
  struct hb_grid grid;
  hb_grid_init (&grid, cnf);
  struct lift lift = { .grid = &grid, .model = model, .trace = trace, .diag = diag };
  lift.marks = hb_calloc (grid.variables, sizeof *lift.marks);
  lift.last = hb_calloc (2 * (size_t)grid.variables, sizeof *lift.last);
  bool good = run_all (&lift);
  hb_free (lift.marks);
  hb_free (lift.last);
  vec_free (lift.rows);
  vec_free (lift.next);
  hb_grid_free (&grid);
  if (good)
    return lift.witness;
  hb_witness_free (lift.witness);
  return NULL;
}

/* Calls: of bodies, of the words of the language, of functions that are only declared; see unfold.h. */
#include "periodic/unfold_private.h"

#include <string.h>

#define BITS u->out->bits

/* Is lock NUMBER, which is given back, held within the section of one taken later?  Then a task may be kept out by one
 * section after the other; that matters where their lengths are told and times come from these. */
static bool
overlaps (const struct hb_unfolder *u, hb_id number)
{
  const hb_id *held = u->now.locks;
  const hb_jobs *jobs = u->out->jobs;
  const struct hb_periodic_lock *locks = u->program->locks.data;
  bool found = false;
  if (u->job >= jobs->jobs.size)
    return false;
  hb_id task = jobs->jobs.data[u->job].task;
  for (hb_id i = 0; i < u->program->locks.size; i++)
    found = found
            || (i != number && held[i] < HB_PERHAPS && locks[i].told[task]
                && (held[i] == HB_HELD || held[number] == HB_HELD || held[i] > held[number]));
  return found && locks[number].told[task] && jobs->departure == HB_DEPARTURE_RTA;
}

void
hb_unfold_lock (struct hb_unfolder *u, hb_id number, bool take, struct hb_c_spot spot)
{
  if (!u->now.live)
    return;
  hb_id *held = &u->now.locks[number], rank = 0;
  if (take && *held != HB_FREE)
    hb_unfold_error (u, spot,
                     *held == HB_PERHAPS ? "this lock may be held already"
                                         : "this lock is held already");
  else if (!take && *held >= HB_PERHAPS)
    hb_unfold_error (u, spot,
                     *held == HB_FREE ? "this lock is not held"
                                      : "this lock may not be held on some path");
  for (hb_id i = 0; i < u->program->locks.size; i++)
    if (u->now.locks[i] < HB_HELD && u->now.locks[i] >= rank)
      rank = u->now.locks[i] + 1;
  if (!take && overlaps (u, number))
    hb_unfold_error (
        u, spot,
        "this critical section and another one overlap, so that response times do not follow from "
        "the "
        "lengths that hb_critical tells; leave these out, or ask by --departure deadline");
  *held = take ? rank : HB_FREE;
  hb_unfold_action (u, take ? HB_ACT_LOCK : HB_ACT_UNLOCK, number, (hb_word){ 0, NULL }, spot);
}

/* Does VALUE point to cells from BASE on? */
static bool
points_to_cells (struct hb_value value, size_t base)
{
  bool found = false;
  for (size_t i = 0; value.kind == HB_POINTER && i < value.pointer->count; i++)
    found = found || (value.pointer->targets[i].to && value.pointer->targets[i].base >= base);
  return found;
}

/* VALUE, unless it points to a local of a function that is over, whose cells start at BASE. */
static struct hb_value
known_outside (struct hb_value value, size_t base)
{
  return points_to_cells (value, base) ? (struct hb_value){ .kind = HB_NO_VALUE } : value;
}

static struct hb_value
call_body (struct hb_unfolder *u, const struct hb_c_exp *exp, const struct hb_c_symbol *function)
{
  const struct hb_layout *layout = hb_unfold_layout (u, function);
  size_t base = u->now.cells.size;
  VEC (struct hb_value) arguments = VEC_EMPTY;
  for (size_t i = 0; i < exp->count; i++)
    {
      vec_push (arguments, u->value (u, exp->items[i]));
      if (exp->items[i]->type->kind == C_STRUCT && u->now.live)
        hb_unfold_error (u, exp->items[i]->spot, HB_NO_STRUCT_ARGUMENTS);
    }
  vec_resize (u->now.cells, base + layout->size, (struct hb_value){ .kind = HB_NO_VALUE });
  for (size_t i = 0; i < exp->count && i < function->type->parameter_count; i++)
    u->now.cells.data[base + layout->first.data[i]] = arguments.data[i];
  vec_free (arguments);
  struct hb_frame before = u->frame;
  u->frame = (struct hb_frame){ function, layout, base, ++u->targets };
  size_t break_to = u->break_to, continue_to = u->continue_to;
  u->run_body (u, function);
  u->break_to = break_to;
  u->continue_to = continue_to;
  struct hb_value value = { .kind = HB_NO_VALUE };
  if (base < u->now.cells.size)
    {
      value = u->now.cells.data[base];
      u->now.cells.size = base;
    }
  value = known_outside (value, base);
  for (size_t i = 0; i < u->now.cells.size; i++)
    u->now.cells.data[i] = known_outside (u->now.cells.data[i], base);
  u->frame = before;
  if (value.kind == HB_NO_VALUE && exp->type->kind == C_INTEGER)
    value = hb_unfold_choice (u, exp->type, u->now.path, exp->spot,
                              "a function's value that no return gives decides here");
  return value;
}

struct hb_value
hb_unfold_call (struct hb_unfolder *u, const struct hb_c_exp *exp)
{
  const struct hb_c_symbol *function = hb_c_callee (exp);
  const struct hb_call *meaning = hb_periodic_call (u->program, exp);
  struct hb_value value = { .kind = HB_NO_VALUE }, nothing = value;
  struct hb_c_type narrow = { .kind = C_INTEGER, .width = meaning->width };
  if (meaning->meaning == HB_CALL_BODY)
    return call_body (u, exp, function);
  if (meaning->meaning == HB_CALL_LOCK || meaning->meaning == HB_CALL_UNLOCK)
    {
      hb_unfold_lock (u, hb_periodic_lock_of (u->program, exp), meaning->meaning == HB_CALL_LOCK,
                      exp->spot);
      return nothing;
    }
  for (size_t i = 0; i < exp->count && strcmp (function->name, "hb_critical"); i++)
    {
      value = u->value (u, exp->items[i]);
      bool asks = meaning->meaning == HB_CALL_ASSERT || meaning->meaning == HB_CALL_ASSUME;
      if (!asks && points_to_cells (value, 0) && u->now.live)
        hb_unfold_error (u, exp->items[i]->spot,
                         "a pointer given to a function without body is outside of the subset");
    }
  switch (meaning->meaning)
    {
    case HB_CALL_READ:
      return hb_unfold_load_cell (u, meaning->cell, exp->spot);
    case HB_CALL_WRITE:
      if (exp->count == 1)
        {
          const struct hb_c_type *type = u->program->cells.data[meaning->cell].type;
          value = hb_unfold_convert (u, value, exp->items[0]->type, type, exp->spot);
          struct hb_target cell
              = { .when = HB_TRUE, .base = meaning->cell, .count = 1, .to = type };
          hb_targets place = VEC_EMPTY;
          vec_push (place, cell);
          hb_unfold_store (u, &place, 0, value, exp->spot);
          vec_free (place);
        }
      return nothing;
    case HB_CALL_ASSERT:
    case HB_CALL_ASSUME:
      if (exp->count == 1 && u->now.live)
        {
          hb_lit fails
              = hb_and (BITS, u->now.path,
                        hb_not (hb_unfold_truth (u, value, exp->items[0]->type, exp->spot)));
          if (meaning->meaning == HB_CALL_ASSUME)
            vec_push (u->out->assumptions, hb_not (fails));
          else
            hb_unfold_check (u, fails, exp->spot, "assertion");
        }
      return nothing;
    case HB_CALL_FAIL:
      if (u->now.live)
        hb_unfold_check (u, u->now.path, exp->spot, "assertion");
      return nothing;
    case HB_CALL_STOP:
      if (u->now.live)
        vec_push (u->out->assumptions, hb_not (u->now.path));
      return nothing;
    case HB_CALL_CHOICE:
      if (!meaning->width)
        return hb_unfold_choice (u, exp->type, u->now.path, exp->spot, NULL);
      value = hb_unfold_choice (u, &narrow, u->now.path, exp->spot, NULL);
      value.word = hb_word_resize (BITS, value.word, hb_width_of (exp->type), meaning->is_signed);
      return value;
    default:
      if (exp->type->kind == C_INTEGER && function->implicit)
        return hb_unfold_choice (u, exp->type, u->now.path, exp->spot,
                                 "the value of a function that is not declared decides here");
      return exp->type->kind == C_FLOATING ? (struct hb_value){ .kind = HB_REAL } : nothing;
    }
}

/* Pointers: lists of what they may point to, each with its condition; see unfold.h.
 *
 *     p = c ? &x : a + 1;       c: x    not c: a[1]
 *     p = &b[i];                i = 0: b[0]    i = 1: b[1]    ...
 *     if (d) p = 0;             d: NULL    c and not d: x    neither: a[1]
 *
 * Each target has the cells that a pointer to it may come to, so that what is outside of them is seen to be so. */
#include "periodic/unfold_private.h"

#define BITS u->out->bits

#define MOST_KEPT 4096 /* targets of a pointer */

static struct hb_target nowhere = { .when = HB_TRUE };
static struct hb_target a_text = { .when = HB_TRUE, .count = 1 };

struct hb_value
hb_pointer_null (void)
{
  static const struct hb_pointer null = { 1, &nowhere };
  return (struct hb_value){ .kind = HB_POINTER, .pointer = &null };
}

struct hb_value
hb_pointer_text (void)
{
  static const struct hb_pointer text = { 1, &a_text };
  return (struct hb_value){ .kind = HB_POINTER, .pointer = &text };
}

struct hb_value
hb_pointer_to (struct hb_unfolder *u, const hb_targets *targets)
{
  if (!targets->size || targets->size > MOST_KEPT)
    return (struct hb_value){ .kind = HB_NO_VALUE };
  struct hb_pointer *pointer = hb_calloc (1, sizeof *pointer);
  pointer->count = targets->size;
  pointer->targets = hb_calloc (targets->size, sizeof *pointer->targets);
  for (size_t i = 0; i < targets->size; i++)
    pointer->targets[i] = targets->data[i];
  vec_push (u->pointers, pointer);
  return (struct hb_value){ .kind = HB_POINTER, .pointer = pointer };
}

void
hb_pointers_free (struct hb_unfolder *u)
{
  for (size_t i = 0; i < u->pointers.size; i++)
    {
      hb_free (u->pointers.data[i]->targets);
      hb_free (u->pointers.data[i]);
    }
  vec_free (u->pointers);
}

static bool
is_text (const struct hb_target *target)
{
  return target->count && !target->to;
}

static bool
is_same (const struct hb_target *a, const struct hb_target *b)
{
  return a->base == b->base && a->count == b->count && a->at == b->at && !a->to == !b->to;
}

/* Adds TARGET to LIST, in which it may be already. */
static void
merge (struct hb_unfolder *u, hb_targets *list, struct hb_target target)
{
  for (size_t i = 0; i < list->size; i++)
    if (is_same (&list->data[i], &target) && list->data[i].to == target.to)
      {
        list->data[i].when = hb_or (BITS, list->data[i].when, target.when);
        return;
      }
  hb_targets_add (list, target);
}

struct hb_value
hb_pointer_join (struct hb_unfolder *u, hb_lit then, struct hb_value a, struct hb_value b)
{
  hb_targets list = VEC_EMPTY;
  if (a.pointer == b.pointer || b.pointer->count > MOST_KEPT - a.pointer->count)
    return a.pointer == b.pointer ? a : (struct hb_value){ .kind = HB_NO_VALUE };
  for (size_t i = 0; i < a.pointer->count + b.pointer->count; i++)
    {
      bool first = i < a.pointer->count;
      struct hb_target target
          = first ? a.pointer->targets[i] : b.pointer->targets[i - a.pointer->count];
      target.when = hb_and (BITS, target.when, first ? then : hb_not (then));
      merge (u, &list, target);
    }
  struct hb_value joined = hb_pointer_to (u, &list);
  vec_free (list);
  return joined;
}

hb_lit
hb_pointer_truth (struct hb_unfolder *u, struct hb_value pointer)
{
  hb_lit truth = HB_FALSE;
  for (size_t i = 0; i < pointer.pointer->count; i++)
    if (pointer.pointer->targets[i].count)
      truth = hb_or (BITS, truth, pointer.pointer->targets[i].when);
  return truth;
}

/* A OP B of two targets, which bear OP. */
static int64_t
computed (enum hb_c_operation op, const struct hb_target *a, const struct hb_target *b,
          size_t cells)
{
  switch (op)
    {
    case C_LESS:
      return a->at < b->at;
    case C_LESS_EQUAL:
      return a->at <= b->at;
    case C_GREATER:
      return a->at > b->at;
    case C_GREATER_EQUAL:
      return a->at >= b->at;
    case C_EQUAL:
      return is_same (a, b);
    case C_UNEQUAL:
      return !is_same (a, b);
    default:
      return (int64_t)((uint64_t)a->at - (uint64_t)b->at) / (int64_t)cells;
    }
}

/* Two texts may be one, or not; others are the same or not; orders and distances are within one array. */
static bool
bears (enum hb_c_operation op, const struct hb_target *a, const struct hb_target *b,
       const struct hb_c_type *type)
{
  if (op == C_EQUAL || op == C_UNEQUAL)
    return !is_text (a) || !is_text (b);
  return a->to && b->to && a->base == b->base && a->count == b->count
         && hb_c_may_be (a->to, type->to) && hb_cells_of (type->to);
}

bool
hb_pointers_compute (struct hb_unfolder *u, enum hb_c_operation op, struct hb_value a,
                     struct hb_value b, const struct hb_c_type *type, hb_word *out)
{
  *out = hb_word_number (BITS, 64, 0);
  for (size_t i = 0; i < a.pointer->count; i++)
    for (size_t k = 0; k < b.pointer->count; k++)
      {
        const struct hb_target *x = &a.pointer->targets[i], *y = &b.pointer->targets[k];
        hb_lit both = hb_and (BITS, x->when, y->when);
        if (both == HB_FALSE)
          continue;
        if (!bears (op, x, y, type))
          return false;
        uint64_t number = (uint64_t)computed (op, x, y, hb_cells_of (type->to));
        *out = hb_word_ite (BITS, both, hb_word_number (BITS, 64, number), *out);
      }
  return true;
}

/* The lowest K with AT + K * STEP >= LEAST. */
static int64_t
first_step (int64_t at, int64_t step, int64_t least)
{
  int64_t far = least - at, steps = far / step;
  return steps + (far % step > 0);
}

hb_targets
hb_targets_moved (struct hb_unfolder *u, const hb_targets *from, hb_word index, size_t cells,
                  hb_lit *far)
{
  hb_targets out = VEC_EMPTY;
  uint64_t number = 0;
  bool constant = hb_word_constant (index, &number);
  *far = HB_FALSE;
  for (size_t i = 0; i < from->size; i++)
    {
      struct hb_target target = from->data[i];
      int64_t at = target.at, step = (int64_t)cells;
      if (!target.to || !cells || constant)
        {
          /* NULL and texts stay what they are. */
          target.at = (int64_t)((uint64_t)at + (target.to ? cells * number : 0));
          hb_targets_add (&out, target);
          continue;
        }
      int64_t least = first_step (at, step, -step),
              most = first_step (at, step, (int64_t)target.count + 1) - 1;
      hb_word steps = hb_word_subtract (BITS, index, hb_word_number (BITS, 64, (uint64_t)least)),
              bound = hb_word_number (BITS, 64, (uint64_t)(most - least + 1));
      hb_lit beyond = hb_not (hb_word_less (BITS, steps, bound, false));
      *far = hb_or (BITS, *far, hb_and (BITS, target.when, beyond));
      for (int64_t k = least; k <= most && out.size < HB_MOST_TARGETS; k++)
        {
          target.when
              = hb_and (BITS, from->data[i].when,
                        hb_word_equal (BITS, index, hb_word_number (BITS, 64, (uint64_t)k)));
          target.at = at + k * step;
          hb_targets_add (&out, target);
        }
    }
  return out;
}

/* What can be read and written: locals and variables, elements of arrays, fields of structs; see lower.h.
 *
 * An array or struct is as many cells as it has integers.  Where an index is no constant, each cell that may be meant
 * has an access under the guard that it is. */
#include "diff/lower.h"

#include <string.h>

#define MOST_CELLS 4096

static const struct diff_type truth = { 32, true };

bool
diff_is_nondet (const struct hb_c_symbol *symbol)
{
  return symbol->role == C_VARIABLE && symbol->global && !symbol->initial
         && !strcmp (symbol->name, "nondet");
}

struct diff_type
diff_type_of (struct diff_lowering *l, const struct hb_c_type *type, struct hb_c_spot spot)
{
  struct diff_type out = { 32, false };
  if (type->kind == C_INTEGER)
    return (struct diff_type){ type->width, type->is_signed };
  if (type->kind == C_POINTER && type->to->kind == C_FUNCTION)
    return out;
  if (type->kind == C_FUNCTION)
    return out;
  char *name = hb_c_type_name (type);
  diff_fail (l, spot,
             type->kind == C_FLOATING  ? "floating-point values (%s) are outside of the subset"
             : type->kind == C_POINTER ? "pointers to data (%s) are outside of the subset; "
                                         "pointers to functions are not"
                                       : "expected an integer, not a value of type %s",
             name);
  hb_free (name);
  return out;
}

hb_id
diff_cells (struct diff_lowering *l, const struct hb_c_type *type, struct hb_c_spot spot)
{
  size_t cells = 0;
  if (type->kind == C_ARRAY && type->count != SIZE_MAX)
    cells = type->count * (size_t)diff_cells (l, type->to, spot);
  else if (type->kind == C_STRUCT)
    for (size_t f = 0; f < type->field_count; f++)
      cells += diff_cells (l, type->fields[f].type, spot);
  else
    {
      diff_type_of (l, type, spot);
      cells = 1;
    }
  if (cells <= MOST_CELLS)
    return (hb_id)cells;
  diff_fail (l, spot, "expected at most %d elements, not %zu", MOST_CELLS, cells);
  return 1;
}

/* COUNT new cells of PLACE. */
static struct diff_cell *
cells_new (struct diff_lowering *l, struct diff_place *place, hb_id count)
{
  struct diff_cell *cells = diff_room (l->program, count * sizeof *cells);
  place->cells = cells;
  place->count = count;
  return cells;
}

static struct diff_place
of_symbol (struct diff_lowering *l, const struct hb_c_exp *exp)
{
  const struct hb_c_symbol *symbol = exp->symbol;
  struct diff_place place = { .shared = symbol->global };
  if (symbol->role != C_VARIABLE && symbol->role != C_PARAMETER)
    diff_fail (l, exp->spot, "expected a variable, not '%s'", symbol->name);
  else if (diff_is_nondet (symbol))
    diff_fail (l, exp->spot, "'nondet' is any value; it cannot be assigned");
  if (l->failed)
    return place;
  diff_cells (l, symbol->type, exp->spot);
  cells_new (l, &place, 1)->at
      = symbol->global ? l->base[symbol->number] : l->frame->base[symbol->number];
  return place;
}

/* A && B, where NULL is always. */
static const struct diff_exp *
both (struct diff_lowering *l, const struct diff_exp *a, const struct diff_exp *b)
{
  return a && b ? diff_binary (l->program, C_BOTH, truth, a, b) : a ? a : b;
}

/* Where cells begin ON behind those of PLACE. */
static void
move (struct diff_lowering *l, struct diff_place *place, hb_id on)
{
  const struct diff_cell *from = place->cells;
  struct diff_cell *to = cells_new (l, place, place->count);
  for (hb_id i = 0; i < place->count; i++)
    to[i] = (struct diff_cell){ from[i].at + on, from[i].guard };
}

/* INDEX, below COUNT or nothing is meant, says which of COUNT parts of so many cells. */
static void
spread (struct diff_lowering *l, struct diff_place *place, const struct diff_exp *index,
        hb_id count, hb_id stride)
{
  const struct diff_cell *from = place->cells;
  hb_id before = place->count;
  /* A narrow index has no value for the parts behind those that it can name. */
  unsigned bits = index->type.width - index->type.is_signed;
  if (bits < 32 && count > UINT32_C (1) << bits)
    count = UINT32_C (1) << bits;
  struct diff_cell *to = cells_new (l, place, before * count);
  for (hb_id k = 0; k < count; k++)
    {
      const struct diff_exp *is = diff_binary (l->program, C_EQUAL, truth, index,
                                               diff_number (l->program, index->type, k));
      for (hb_id i = 0; i < before; i++)
        to[k * before + i]
            = (struct diff_cell){ from[i].at + k * stride, both (l, from[i].guard, is) };
    }
}

/* Reports an INDEX that is not below COUNT, where it counts. */
static void
check_index (struct diff_lowering *l, const struct diff_exp *index, size_t count,
             struct hb_c_spot spot)
{
  struct diff_type type = { 64, false };
  const struct diff_exp *inside = diff_binary (
      l->program, C_LESS, truth, diff_cast (l, type, index), diff_number (l->program, type, count));
  if (l->given)
    inside = diff_binary (l->program, C_EITHER, truth,
                          diff_unary (l->program, C_NOT, truth, l->given), inside);
  diff_do (l, (struct diff_act){ .action = DIFF_ASSERT,
                                 .local = HB_NONE,
                                 .exp = inside,
                                 .spot = spot,
                                 .what = "an index out of range" });
}

static struct diff_place
of_index (struct diff_lowering *l, const struct hb_c_exp *exp)
{
  if (exp->a->type->kind != C_ARRAY)
    diff_fail (l, exp->spot, "pointers to data are outside of the subset; expected an array");
  struct diff_place place = { 0 };
  if (l->failed)
    return place;
  place = diff_place_of (l, exp->a);
  const struct diff_exp *index = l->value (l, exp->b);
  hb_id stride = l->failed ? 1 : diff_cells (l, exp->type, exp->spot);
  size_t count = exp->a->type->count;
  if (!l->failed && !count)
    diff_fail (l, exp->b->spot, "this array has no elements");
  else if (!l->failed && index->op == C_NUMBER && index->value >= count)
    diff_fail (l, exp->b->spot, "expected an index from 0 to %zu", count - 1);
  if (l->failed)
    return place;
  if (index->op == C_NUMBER)
    {
      move (l, &place, (hb_id)index->value * stride);
      return place;
    }
  check_index (l, index, count, exp->b->spot);
  /* Of a local array, what is written may be the index. */
  if (!place.shared)
    index = diff_keep (l, index);
  spread (l, &place, index, (hb_id)count, stride);
  return place;
}

static struct diff_place
of_field (struct diff_lowering *l, const struct hb_c_exp *exp)
{
  struct diff_place place = diff_place_of (l, exp->a);
  hb_id on = 0;
  for (size_t f = 0; f < exp->value && !l->failed; f++)
    on += diff_cells (l, exp->a->type->fields[f].type, exp->spot);
  if (!l->failed)
    move (l, &place, on);
  return place;
}

struct diff_place
diff_place_of (struct diff_lowering *l, const struct hb_c_exp *exp)
{
  struct diff_place place = { 0 };
  while (exp->op == C_CAST)
    exp = exp->a;
  if (exp->op == C_NAME)
    place = of_symbol (l, exp);
  else if (exp->op == C_INDEX)
    place = of_index (l, exp);
  else if (exp->op == C_FIELD)
    place = of_field (l, exp);
  else if (exp->op == C_CONTENT && exp->a->op == C_ADDRESS)
    place = diff_place_of (l, exp->a->a);
  else if (exp->op == C_CONTENT)
    diff_fail (l, exp->spot, "pointers to data are outside of the subset");
  else
    diff_fail (l, exp->spot, "expected a variable");
  if (l->failed)
    return place;
  if (exp->type->kind != C_ARRAY && exp->type->kind != C_STRUCT)
    place.type = diff_type_of (l, exp->type, exp->spot);
  return place;
}

void
diff_begin_access (struct diff_lowering *l, const struct diff_place *place)
{
  if (place->shared && l->options->by_access && l->open != HB_NONE
      && l->thread->nodes.data[l->open].visible)
    diff_close (l);
}

static void
access (struct diff_lowering *l, struct diff_act act)
{
  l->program->variables.data[act.variable].locking_only = false;
  /* What takes a lock by hand. */
  if (act.action == DIFF_WRITE)
    l->locked.data[act.variable] = 1;
  diff_do (l, act);
}

const struct diff_exp *
diff_read_place (struct diff_lowering *l, const struct diff_place *place, struct hb_c_spot spot)
{
  if (l->failed)
    return diff_number (l->program, truth, 0);
  bool sure = !place->cells->guard;
  if (!place->shared && sure)
    return diff_local_exp (l->program, l->thread, place->cells->at);
  const struct diff_exp *value = diff_number (l->program, place->type, 0);
  hb_id local = place->shared ? diff_new_local (l, NULL, place->type) : HB_NONE;
  diff_begin_access (l, place);
  if (place->shared && !sure)
    diff_let (l, local, value);
  for (hb_id i = 0; i < place->count && !l->failed; i++)
    {
      const struct diff_cell *cell = &place->cells[i];
      if (place->shared)
        access (l, (struct diff_act){ .action = DIFF_READ,
                                      .local = local,
                                      .variable = cell->at,
                                      .guard = cell->guard,
                                      .spot = spot });
      else
        value = diff_choice (l->program, cell->guard,
                             diff_local_exp (l->program, l->thread, cell->at), value);
    }
  return place->shared ? diff_local_exp (l->program, l->thread, local) : diff_keep (l, value);
}

void
diff_write_place (struct diff_lowering *l, const struct diff_place *place,
                  const struct diff_exp *exp, struct hb_c_spot spot)
{
  if (l->failed)
    return;
  bool sure = !place->cells->guard;
  exp = diff_cast (l, place->type, exp);
  if (!place->shared && sure)
    {
      diff_let (l, place->cells->at, exp);
      return;
    }
  if (!sure)
    exp = diff_keep (l, exp);
  diff_begin_access (l, place);
  for (hb_id i = 0; i < place->count && !l->failed; i++)
    {
      const struct diff_cell *cell = &place->cells[i];
      if (place->shared)
        access (l, (struct diff_act){ .action = DIFF_WRITE,
                                      .local = HB_NONE,
                                      .variable = cell->at,
                                      .exp = exp,
                                      .guard = cell->guard,
                                      .spot = spot });
      else
        diff_let (l, cell->at,
                  diff_choice (l->program, cell->guard, exp,
                               diff_local_exp (l->program, l->thread, cell->at)));
    }
}

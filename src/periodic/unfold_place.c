/* Places: which cells an expression may name, what they hold, what is put into them; see unfold.h. */
#include "periodic/unfold_private.h"

#include "base/assert.h"

#define BITS u->out->bits

/* _X_[k] in the final function stands for X: the cell of __startrek_hidden_X, or HB_NONE. */
static hb_id
final_cell (const struct hb_unfolder *u, const struct hb_c_symbol *symbol)
{
  bool final = u->job >= u->out->jobs->jobs.size;
  const struct hb_c_symbol *hidden = final ? hb_periodic_alias (u->program, symbol) : NULL;
  return hidden ? u->program->first_cell.data[hidden->number] : HB_NONE;
}

static hb_targets
one_target (size_t base, size_t count, const struct hb_c_type *type)
{
  hb_targets place = VEC_EMPTY;
  vec_push (place, ((struct hb_target){ HB_TRUE, base, count, 0, type }));
  return place;
}

static hb_targets
symbol_place (struct hb_unfolder *u, const struct hb_c_symbol *symbol)
{
  size_t first = symbol->global ? u->program->first_cell.data[symbol->number]
                                : u->frame.base + u->frame.layout->first.data[symbol->number];
  return one_target (first, hb_cells_of (symbol->type), symbol->type);
}

/* PLACE is none, as an error at SPOT says where control comes. */
static hb_targets
no_place (struct hb_unfolder *u, hb_targets *place, struct hb_c_spot spot, const char *text)
{
  if (u->now.live)
    hb_unfold_error (u, spot, text);
  vec_free (*place);
  return *place;
}

/* Where POINTER, an expression, points to; errors are at SPOT. */
static hb_targets
pointed (struct hb_unfolder *u, const struct hb_c_exp *pointer, struct hb_c_spot spot)
{
  hb_targets place = VEC_EMPTY;
  struct hb_value value = u->value (u, pointer);
  bool known = value.kind == HB_POINTER, fits = true;
  for (size_t i = 0; known && i < value.pointer->count; i++)
    {
      struct hb_target target = value.pointer->targets[i];
      fits = fits && (!target.to || hb_c_may_be (target.to, pointer->type->to));
      hb_targets_add (&place, target);
    }
  return !known  ? no_place (u, &place, spot,
                             "this pointer is none that is known here: outside of the subset")
         : !fits ? no_place (u, &place, spot,
                             "this pointer points to what has another type: outside of the subset")
                 : place;
}

static const char too_many[] = "this may be at too many places: outside of the subset";

/* PLACE (stolen) without NULL and what is outside of its variable or field: a failure at SPOT, as is FAR, or an error where all
 * is outside.  Texts are no places. */
static hb_targets
within (struct hb_unfolder *u, hb_targets *place, hb_lit far, struct hb_c_spot spot, bool by_index)
{
  size_t kept = 0;
  bool outside = far != HB_FALSE, text = false;
  if (place->size >= HB_MOST_TARGETS)
    return no_place (u, place, spot, too_many);
  for (size_t i = 0; i < place->size; i++)
    {
      struct hb_target target = place->data[i];
      outside = outside || target.to;
      text = text || (target.count && !target.to);
      if (target.to && target.at >= 0 && target.at < (int64_t)target.count)
        place->data[kept++] = target;
      else
        far = hb_or (BITS, far, target.when);
    }
  place->size = kept;
  if (text || (!kept && outside))
    return no_place (u, place, spot,
                     text       ? "this pointer is none that is known here: outside of the subset"
                     : by_index ? "this index is out of bounds"
                                : "this pointer points outside of its array");
  far = hb_and (BITS, u->now.path, far);
  if (far != HB_FALSE && u->now.live)
    hb_unfold_check (u, far, spot,
                     !outside   ? "access through NULL"
                     : by_index ? "index out of bounds"
                                : "pointer out of bounds");
  return *place;
}

hb_targets
hb_unfold_stay (struct hb_unfolder *u, hb_targets *place, size_t cells, hb_lit far,
                struct hb_c_spot spot)
{
  size_t kept = 0, all = place->size;
  if (all >= HB_MOST_TARGETS)
    return no_place (u, place, spot, too_many);
  for (size_t i = 0; i < all; i++)
    {
      struct hb_target target = place->data[i];
      if (target.to && (target.at < -(int64_t)cells || target.at > (int64_t)target.count))
        far = hb_or (BITS, far, target.when);
      else
        place->data[kept++] = target;
    }
  if (all && !kept)
    return no_place (u, place, spot, "this pointer leaves its array");
  place->size = kept;
  far = hb_and (BITS, u->now.path, far);
  if (far != HB_FALSE && u->now.live)
    hb_unfold_check (u, far, spot, "pointer out of bounds");
  return *place;
}

/* a[INDEX] at SPOT, of the arrays at PLACE (stolen), of COUNT elements of so many CELLS.  A constant index out of bounds is an
 * error, another one a failure. */
static hb_targets
element (struct hb_unfolder *u, hb_targets *place, hb_word index, size_t count, size_t cells,
         struct hb_c_spot spot)
{
  uint64_t number;
  hb_targets out = VEC_EMPTY;
  bool constant = hb_word_constant (index, &number);
  if (constant && number >= count)
    return no_place (u, place, spot, "this index is out of bounds");
  if (!constant && place->size > HB_MOST_TARGETS / (count + 1))
    return no_place (u, place, spot, too_many);
  for (size_t i = 0; i < place->size; i++)
    for (size_t k = constant ? number : 0; k < (constant ? number + 1 : cells ? count : 0); k++)
      {
        struct hb_target target = place->data[i];
        hb_lit here = hb_word_equal (BITS, index, hb_word_number (BITS, 64, k));
        target.when = hb_and (BITS, target.when, here);
        target.at += (int64_t)(k * cells);
        hb_targets_add (&out, target);
      }
  vec_free (*place);
  if (!constant && cells && u->now.live)
    {
      hb_word bound = hb_word_number (BITS, 64, count);
      hb_unfold_check (
          u, hb_and (BITS, u->now.path, hb_not (hb_word_less (BITS, index, bound, false))), spot,
          "index out of bounds");
    }
  return out;
}

/* EXP, an element; of which the address alone is asked (IS_ADDRESS) it may be the one behind the last. */
static hb_targets
index_place (struct hb_unfolder *u, const struct hb_c_exp *exp, bool is_address)
{
  const struct hb_c_exp *base = exp->a;
  if (base->op == C_NAME && base->type->kind == C_ARRAY && base->symbol->global)
    {
      hb_id final = final_cell (u, base->symbol);
      if (final != HB_NONE)
        return one_target (final, 1, exp->type);
    }
  bool is_array = base->type->kind == C_ARRAY && base->type->count != SIZE_MAX;
  hb_targets place
      = base->type->kind == C_ARRAY ? hb_unfold_place (u, base) : pointed (u, base, base->spot),
      out;
  struct hb_value index = u->value (u, exp->b);
  hb_word word = hb_word_resize (BITS, hb_unfold_word (u, index, exp->b->type, exp->b->spot), 64,
                                 exp->b->type->is_signed);
  if (!place.size)
    return place;
  size_t cells = hb_cells_of (exp->type);
  if (is_array)
    return element (u, &place, word, base->type->count + is_address, cells, exp->b->spot);
  hb_lit far;
  out = hb_targets_moved (u, &place, word, cells, &far);
  vec_free (place);
  return is_address ? hb_unfold_stay (u, &out, cells, far, exp->b->spot)
                    : within (u, &out, far, exp->b->spot, true);
}

static hb_targets
field_place (struct hb_unfolder *u, const struct hb_c_exp *exp)
{
  hb_targets place = hb_unfold_place (u, exp->a);
  size_t offset = hb_cells_before (exp->a->type, exp->value), count = hb_cells_of (exp->type);
  /* A field's elements are all that a pointer to one of them may come to. */
  for (size_t i = 0; i < place.size; i++)
    {
      size_t first = place.data[i].base + (size_t)place.data[i].at + offset;
      place.data[i] = (struct hb_target){ place.data[i].when, first, count, 0, exp->type };
    }
  return place;
}

hb_targets
hb_unfold_place (struct hb_unfolder *u, const struct hb_c_exp *exp)
{
  hb_targets place = VEC_EMPTY;
  switch (exp->op)
    {
    case C_NAME:
      return symbol_place (u, exp->symbol);
    case C_INDEX:
      return index_place (u, exp, false);
    case C_FIELD:
      return field_place (u, exp);
    case C_CONTENT:
      place = pointed (u, exp->a, exp->spot);
      return place.size ? within (u, &place, HB_FALSE, exp->spot, false) : place;
    default:
      return no_place (
          u, &place, exp->spot,
          exp->type->kind == C_STRUCT
              ? "a struct that is no variable is outside of the subset; give a pointer "
                "to one, or its fields"
              : "this place is outside of the subset");
    }
}

hb_targets
hb_unfold_address (struct hb_unfolder *u, const struct hb_c_exp *exp)
{
  return exp->op == C_INDEX     ? index_place (u, exp, true)
         : exp->op == C_CONTENT ? pointed (u, exp->a, exp->spot)
                                : hb_unfold_place (u, exp);
}

/* Is cell CELL read and written by events? */
static bool
is_shared (const struct hb_unfolder *u, size_t cell)
{
  if (cell >= u->program->cells.size)
    return false;
  enum hb_cell_kind kind = u->program->cells.data[cell].kind;
  return kind == HB_CELL_SHARED || (kind == HB_CELL_PRIVATE && u->options.private_shared);
}

struct hb_value
hb_unfold_load_cell (struct hb_unfolder *u, size_t cell, struct hb_c_spot spot)
{
  if (!is_shared (u, cell))
    return u->now.cells.data[cell];
  if (!u->now.live)
    return hb_value_of_word (
        hb_word_number (BITS, hb_width_of (u->program->cells.data[cell].type), 0));
  if (u->program->cells.data[cell].type->kind != C_INTEGER)
    {
      hb_unfold_error (u, spot, "a shared variable of this type is outside of the subset");
      return (struct hb_value){ .kind = HB_NO_VALUE };
    }
  hb_word word = hb_word_input (BITS, hb_width_of (u->program->cells.data[cell].type));
  hb_unfold_action (u, HB_ACT_READ, (hb_id)cell, word, spot);
  return hb_value_of_word (word);
}

/* What the cell holds; of a shared one an event, which happens only if HERE. */
static struct hb_value
load_if (struct hb_unfolder *u, hb_lit here, size_t cell, struct hb_c_spot spot)
{
  hb_lit path = u->now.path;
  u->now.path = hb_and (BITS, path, here);
  struct hb_value value = hb_unfold_load_cell (u, cell, spot);
  u->now.path = path;
  return value;
}

struct hb_value
hb_unfold_load (struct hb_unfolder *u, const hb_targets *place, size_t cell,
                const struct hb_c_type *type, struct hb_c_spot spot)
{
  bool is_word = type->kind == C_INTEGER;
  struct hb_value value = { .kind = HB_NO_VALUE };
  if (is_word)
    value = hb_value_of_word (hb_word_number (BITS, type->width, 0));
  else if (type->kind == C_POINTER)
    value = hb_pointer_null ();
  for (size_t i = 0; i < place->size; i++)
    {
      const struct hb_target *target = &place->data[i];
      struct hb_value held
          = load_if (u, target->when, target->base + (size_t)target->at + cell, spot);
      if (place->size == 1 && target->when == HB_TRUE)
        return held;
      if (is_word && held.kind != HB_WORD)
        held = hb_value_of_word (hb_unfold_word (u, held, type, spot));
      HB_ASSERT (!is_word || held.word.width == type->width);
      /* Where no target is meant there is a failure; what is read is 0. */
      value = type->kind == C_FLOATING ? held : hb_value_join (u, target->when, held, value);
    }
  return value;
}

void
hb_unfold_store (struct hb_unfolder *u, const hb_targets *place, size_t cell, struct hb_value value,
                 struct hb_c_spot spot)
{
  hb_lit path = u->now.path;
  for (size_t i = 0; i < place->size && u->now.live; i++)
    {
      const struct hb_target *target = &place->data[i];
      size_t at = target->base + (size_t)target->at + cell;
      if (!is_shared (u, at))
        {
          struct hb_value *held = &u->now.cells.data[at];
          *held = target->when == HB_TRUE ? value : hb_value_join (u, target->when, value, *held);
          continue;
        }
      u->now.path = hb_and (BITS, path, target->when);
      if (value.kind != HB_WORD)
        hb_unfold_error (u, spot,
                         "such an assignment to a shared variable is outside of the subset");
      else if (u->now.path != HB_FALSE)
        hb_unfold_action (u, HB_ACT_WRITE, (hb_id)at, value.word, spot);
      u->now.path = path;
    }
}

/* The struct at EXP, of TYPE, into the cells from FIRST on, which are local. */
static void
copy_initial (struct hb_unfolder *u, const struct hb_c_type *type, const struct hb_c_exp *exp,
              size_t first)
{
  hb_targets from = hb_unfold_place (u, exp);
  for (size_t i = 0; i < hb_cells_of (type); i++)
    u->now.cells.data[first + i] = hb_unfold_load (u, &from, i, hb_cell_type (type, i), exp->spot);
  vec_free (from);
}

void
hb_unfold_initial (struct hb_unfolder *u, const struct hb_c_type *type,
                   const struct hb_c_exp *initial, size_t first, struct hb_c_spot spot)
{
  if (type->kind == C_STRUCT && initial && initial->op != C_LIST)
    {
      copy_initial (u, type, initial, first);
      return;
    }
  if (hb_c_has_parts (type))
    {
      for (size_t i = 0; i < hb_c_parts (type); i++)
        {
          const struct hb_c_type *own = hb_c_part (type, i);
          size_t at
              = first + (type->kind == C_ARRAY ? i * hb_cells_of (own) : hb_cells_before (type, i));
          static const struct hb_c_type integer
              = { .kind = C_INTEGER, .width = 32, .is_signed = true };
          const struct hb_c_exp zero = { .op = hb_c_has_parts (own) ? C_LIST : C_NUMBER,
                                         .type = own->kind == C_INTEGER ? own : &integer };
          bool listed = initial && initial->op == C_LIST;
          const struct hb_c_exp *value = listed && i < initial->count ? initial->items[i]
                                         : listed                     ? &zero
                                                                      : NULL;
          hb_unfold_initial (u, own, value, at, spot);
        }
      return;
    }
  struct hb_value value = { .kind = HB_NO_VALUE };
  if (initial)
    value = u->value (u, initial);
  else if (type->kind == C_INTEGER && u->now.live)
    value = hb_unfold_choice (u, type, u->now.path, spot, NULL);
  if (type->kind == C_FLOATING)
    value = (struct hb_value){ .kind = HB_REAL };
  else if (type->kind == C_POINTER && initial && hb_c_is_zero (initial))
    value = hb_pointer_null ();
  u->now.cells.data[first] = value;
}

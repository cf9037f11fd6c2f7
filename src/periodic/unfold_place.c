/* Places: which cells an expression names, what they hold, what is put into them; see unfold.h. */
#include "periodic/unfold_private.h"

#include "base/assert.h"

#include <string.h>

#define BITS u->out->bits

/* _X_[k] in the final function stands for X: the cell of __startrek_hidden_X, or HB_NONE. */
static hb_id
final_cell (const struct hb_unfolder *u, const struct hb_c_symbol *symbol)
{
  bool final = u->job >= u->out->jobs->jobs.size;
  const struct hb_c_symbol *hidden = final ? hb_periodic_alias (u->program, symbol) : NULL;
  return hidden ? u->program->first_cell.data[hidden->number] : HB_NONE;
}

struct hb_place_cells
hb_unfold_symbol_place (struct hb_unfolder *u, const struct hb_c_symbol *symbol)
{
  size_t first = symbol->global ? u->program->first_cell.data[symbol->number]
                                : u->frame.base + u->frame.layout->first.data[symbol->number];
  return (
      struct hb_place_cells){ .known = true, .base = first, .count = hb_cells_of (symbol->type) };
}

/* Where POINTER, an expression, points to; errors are at SPOT. */
static struct hb_place_cells
pointed (struct hb_unfolder *u, const struct hb_c_exp *pointer, struct hb_c_spot spot)
{
  struct hb_value value = u->value (u, pointer);
  bool known = value.kind == HB_POINTER && value.to;
  if (known && hb_c_may_be (value.to, pointer->type->to))
    return (struct hb_place_cells){
      .known = true, .base = value.base, .count = value.count, .at = value.offset
    };
  if (u->now.live)
    hb_unfold_error (u, spot,
                     known ? "this pointer points to what has another type: outside of the subset"
                           : "this pointer is none that is known here: outside of the subset");
  return (struct hb_place_cells){ .known = false };
}

/* The condition that PLACE's index names the cell at AT. */
static hb_lit
index_is (struct hb_unfolder *u, const struct hb_place_cells *place, int64_t at)
{
  int64_t distance = at - place->at, step = (int64_t)place->step;
  /* Elements without cells have none at AT. */
  if (!step)
    return HB_FALSE;
  bool is_array = place->length != SIZE_MAX;
  if (distance % step || (is_array && (distance < 0 || distance / step >= (int64_t)place->length)))
    return HB_FALSE;
  return hb_word_equal (BITS, place->index, hb_word_number (BITS, 64, (uint64_t)(distance / step)));
}

/* It names none. */
static hb_lit
index_misses (struct hb_unfolder *u, const struct hb_place_cells *place)
{
  if (place->length != SIZE_MAX)
    return hb_not (
        hb_word_less (BITS, place->index, hb_word_number (BITS, 64, place->length), false));
  hb_lit hits = HB_FALSE;
  for (size_t i = 0; i < place->count; i++)
    hits = hb_or (BITS, hits, index_is (u, place, (int64_t)i));
  return hb_not (hits);
}

/* EXP, an element; of which the address alone is asked (IS_ADDRESS) it may be the one behind the last. */
static struct hb_place_cells
index_place (struct hb_unfolder *u, const struct hb_c_exp *exp, bool is_address)
{
  const struct hb_c_exp *base = exp->a;
  if (base->op == C_NAME && base->type->kind == C_ARRAY && base->symbol->global)
    {
      hb_id final = final_cell (u, base->symbol);
      if (final != HB_NONE)
        return (struct hb_place_cells){ .known = true, .base = final, .count = 1 };
    }
  struct hb_place_cells place
      = base->type->kind == C_ARRAY ? hb_unfold_place (u, base) : pointed (u, base, base->spot);
  struct hb_value index = u->value (u, exp->b);
  hb_word word = hb_word_resize (BITS, hb_unfold_word (u, index, exp->b->type, exp->b->spot), 64,
                                 exp->b->type->is_signed);
  size_t step = hb_cells_of (exp->type);
  bool is_array = base->type->kind == C_ARRAY && base->type->count != SIZE_MAX;
  size_t count = is_array ? base->type->count : 0;
  uint64_t number;
  if (!place.known)
    return place;
  if (hb_word_constant (word, &number))
    {
      /* Pointers may go back to where their array starts. */
      int64_t at = place.at + (int64_t)number * (int64_t)step;
      bool inside = is_array ? number < count + is_address
                             : at >= 0 && at < (int64_t)place.count + is_address;
      if (!inside && u->now.live)
        hb_unfold_error (u, exp->b->spot, "this index is out of bounds");
      place.known = inside;
      place.at = at;
      return place;
    }
  if (place.index.width)
    {
      hb_unfold_error (u, exp->b->spot,
                       "two indices that are not constants are outside of the subset");
      place.known = false;
      return place;
    }
  place.index = word;
  place.step = step;
  place.length = is_array ? count + is_address : SIZE_MAX;
  place.count += is_address;
  if (place.known && step)
    hb_unfold_check (u, hb_and (BITS, u->now.path, index_misses (u, &place)), exp->b->spot,
                     "index out of bounds");
  return place;
}

struct hb_place_cells
hb_unfold_place (struct hb_unfolder *u, const struct hb_c_exp *exp)
{
  if (exp->op == C_NAME)
    return hb_unfold_symbol_place (u, exp->symbol);
  if (exp->op == C_INDEX)
    return index_place (u, exp, false);
  if (exp->op == C_CONTENT)
    {
      struct hb_place_cells place = pointed (u, exp->a, exp->spot);
      if (place.known && (place.at < 0 || place.at >= (int64_t)place.count))
        {
          hb_unfold_error (u, exp->spot, "this pointer points outside of its array");
          place.known = false;
        }
      return place;
    }
  if (exp->op == C_FIELD)
    {
      struct hb_place_cells place = hb_unfold_place (u, exp->a);
      place.at += (int64_t)hb_cells_before (exp->a->type, exp->value);
      /* A field's elements are all that a pointer to one of them may come to. */
      if (place.known && !place.index.width)
        place = (struct hb_place_cells){ .known = true,
                                         .base = place.base + (size_t)place.at,
                                         .count = hb_cells_of (exp->type) };
      return place;
    }
  hb_unfold_error (u, exp->spot, "this place is outside of the subset");
  return (struct hb_place_cells){ .known = false };
}

struct hb_place_cells
hb_unfold_address (struct hb_unfolder *u, const struct hb_c_exp *exp)
{
  return exp->op == C_INDEX ? index_place (u, exp, true) : hb_unfold_place (u, exp);
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
hb_unfold_load (struct hb_unfolder *u, const struct hb_place_cells *place,
                const struct hb_c_type *type, struct hb_c_spot spot)
{
  if (!place->known)
    return type->kind == C_INTEGER ? hb_value_of_word (hb_word_number (BITS, type->width, 0))
                                   : (struct hb_value){ .kind = HB_NO_VALUE };
  if (!place->index.width)
    return hb_unfold_load_cell (u, place->base + (size_t)place->at, spot);
  struct hb_value value = hb_value_of_word (hb_word_number (BITS, hb_width_of (type), 0));
  for (size_t i = 0; i < place->count; i++)
    {
      hb_lit here = index_is (u, place, (int64_t)i);
      if (here == HB_FALSE)
        continue;
      struct hb_value cell = load_if (u, here, place->base + i, spot);
      hb_word word = cell.kind == HB_WORD ? cell.word : hb_unfold_word (u, cell, type, spot);
      HB_ASSERT (word.width == value.word.width);
      value.word = hb_word_ite (BITS, here, word, value.word);
    }
  return value;
}

void
hb_unfold_store (struct hb_unfolder *u, const struct hb_place_cells *place, struct hb_value value,
                 struct hb_c_spot spot)
{
  if (!place->known || !u->now.live)
    return;
  for (size_t i = 0; i < place->count; i++)
    {
      hb_lit here = place->index.width        ? index_is (u, place, (int64_t)i)
                    : (int64_t)i == place->at ? HB_TRUE
                                              : HB_FALSE;
      size_t cell = place->base + i;
      if (here == HB_FALSE)
        continue;
      if (is_shared (u, cell))
        {
          hb_lit path = u->now.path;
          u->now.path = hb_and (BITS, path, here);
          if (value.kind != HB_WORD)
            hb_unfold_error (u, spot,
                             "such an assignment to a shared variable is outside of the subset");
          else if (u->now.path != HB_FALSE)
            hb_unfold_action (u, HB_ACT_WRITE, (hb_id)cell, value.word, spot);
          u->now.path = path;
          continue;
        }
      struct hb_value *old = &u->now.cells.data[cell];
      if (here == HB_TRUE || value.kind != HB_WORD || old->kind != HB_WORD)
        *old = here == HB_TRUE ? value : (struct hb_value){ .kind = HB_NO_VALUE };
      else
        old->word = hb_word_ite (BITS, here, value.word, old->word);
    }
}

/* The struct at EXP, of TYPE, into the cells from FIRST on, which are local. */
static void
copy_initial (struct hb_unfolder *u, const struct hb_c_type *type, const struct hb_c_exp *exp,
              size_t first)
{
  struct hb_place_cells from = hb_unfold_place (u, exp);
  for (size_t i = 0; i < hb_cells_of (type); i++, from.at++)
    u->now.cells.data[first + i] = hb_unfold_load (u, &from, hb_cell_type (type, i), exp->spot);
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
    value = (struct hb_value){ .kind = HB_POINTER };
  u->now.cells.data[first] = value;
}

/* Places: which cells an expression names; what they hold, and get; see walk.h. */
#include "proof/periodic/walk.h"

static struct hb_walk_place
nowhere (struct hb_walk *w, struct hb_c_spot spot, const char *why)
{
  if (w->now.live)
    hb_walk_refuse (w, spot, why);
  return (struct hb_walk_place){ .known = false };
}

static struct hb_walk_place
of_symbol (struct hb_walk *w, const struct hb_c_symbol *symbol)
{
  struct hb_walk_place place = { .known = true, .count = hb_claimed_size (symbol->type) };
  place.base = symbol->global ? w->program->first_cell.data[symbol->number]
                              : w->frame.base + w->frame.places[symbol->number];
  return place;
}

static struct hb_walk_place
of_pointer (struct hb_walk *w, const struct hb_c_exp *exp)
{
  struct hb_met value = w->value (w, exp);
  if (value.kind != HB_MET_POINTER || !value.object)
    return nowhere (w, exp->spot, "a pointer that is not known here");
  if (!hb_c_may_be (value.object, exp->type->to))
    return nowhere (w, exp->spot, "a pointer to what has another type");
  return (struct hb_walk_place){
    .known = true, .base = value.base, .count = value.count, .at = value.offset
  };
}

/* The index of PLACE is that of the cell at AT. */
static hb_wire
names (struct hb_walk *w, const struct hb_walk_place *place, int64_t at)
{
  int64_t far = at - place->at, step = (int64_t)place->step;
  if (!place->index.width)
    return far ? HB_WIRE_NO : HB_WIRE_YES;
  bool below = place->length != SIZE_MAX && (far < 0 || far / step >= (int64_t)place->length);
  if (below || far % step)
    return HB_WIRE_NO;
  return hb_wires_equal (w->gates, place->index,
                         hb_wires_number (w->gates, 64, (uint64_t)(far / step)));
}

/* The index of PLACE is that of no cell: a failure. */
static void
forbid_outside (struct hb_walk *w, const struct hb_walk_place *place)
{
  hb_wire outside = w->now.path;
  for (size_t i = 0; i < place->count; i++)
    outside = hb_wire_and (w->gates, outside, names (w, place, (int64_t)i) ^ 1);
  if (w->now.live)
    vec_push (w->fails, outside);
}

/* a[b]: a an array, or a pointer into one; of &a[b] (BEHIND) b may be the number of elements. */
static struct hb_walk_place
of_index (struct hb_walk *w, const struct hb_c_exp *exp, bool behind)
{
  bool array = exp->a->type->kind == C_ARRAY;
  if (array && exp->a->op == C_NAME && w->job == w->program->jobs.size)
    {
      size_t cell = hb_claimed_final_cell (w->program, exp->a->symbol);
      if (cell != SIZE_MAX)
        return (struct hb_walk_place){ .known = true, .base = cell, .count = 1 };
    }
  struct hb_walk_place place = array ? hb_walk_place (w, exp->a) : of_pointer (w, exp->a);
  struct hb_wires index = hb_wires_resize (
      w->gates, hb_walk_word (w, w->value (w, exp->b), exp->b->type), 64, exp->b->type->is_signed);
  size_t step = hb_claimed_size (exp->type), length;
  uint64_t number;
  if (!place.known || !step)
    return nowhere (w, exp->spot, "an index into something unknown");
  array = array && exp->a->type->count != SIZE_MAX;
  length = array ? exp->a->type->count : SIZE_MAX;
  if (hb_wires_constant (index, &number))
    {
      int64_t at = place.at + (int64_t)number * (int64_t)step;
      if (array ? number >= length + behind : at < 0 || at >= (int64_t)(place.count + behind))
        return nowhere (w, exp->spot, "an index out of bounds");
      place.at = at;
      return place;
    }
  if (place.index.width)
    return nowhere (w, exp->spot, "two indices that are not constants");
  place.index = index;
  place.step = step;
  place.length = array ? length + behind : length;
  place.count += behind;
  forbid_outside (w, &place);
  return place;
}

struct hb_walk_place
hb_walk_address (struct hb_walk *w, const struct hb_c_exp *exp)
{
  return exp->op == C_INDEX ? of_index (w, exp, true) : hb_walk_place (w, exp);
}

struct hb_walk_place
hb_walk_place (struct hb_walk *w, const struct hb_c_exp *exp)
{
  struct hb_walk_place place;
  switch (exp->op)
    {
    case C_NAME:
      return of_symbol (w, exp->symbol);
    case C_INDEX:
      return of_index (w, exp, false);
    case C_CONTENT:
      place = of_pointer (w, exp->a);
      if (place.known && (place.at < 0 || place.at >= (int64_t)place.count))
        return nowhere (w, exp->spot, "a pointer out of bounds");
      return place;
    case C_FIELD:
      place = hb_walk_place (w, exp->a);
      place.at += (int64_t)hb_claimed_offset (exp->a->type, exp->value);
      if (!place.known || place.index.width)
        return place;
      /* From here pointers reach the field alone. */
      place.base += (size_t)place.at;
      place.count = hb_claimed_size (exp->type);
      place.at = 0;
      return place;
    default:
      return nowhere (w, exp->spot, "this is no place");
    }
}

static bool
is_shared (const struct hb_walk *w, size_t cell)
{
  return cell < w->program->cells.size && w->program->cells.data[cell].shared;
}

static void
event_if (struct hb_walk *w, hb_wire here, enum hb_deed deed, size_t cell, struct hb_wires word)
{
  hb_wire path = w->now.path;
  w->now.path = hb_wire_and (w->gates, path, here);
  if (w->now.path != HB_WIRE_NO)
    hb_walk_event (w, deed, cell, word);
  w->now.path = path;
}

struct hb_met
hb_walk_load (struct hb_walk *w, const struct hb_walk_place *place, const struct hb_c_type *type,
              struct hb_c_spot spot)
{
  struct hb_met value = hb_walk_any (w, type);
  if (!place->known || !w->now.live)
    return value;
  for (size_t i = 0; i < place->count; i++)
    {
      hb_wire here = names (w, place, (int64_t)i);
      size_t cell = place->base + i;
      if (here == HB_WIRE_NO)
        continue;
      if (is_shared (w, cell))
        {
          const struct hb_c_type *own = w->program->cells.data[cell].type;
          if (own->kind != C_INTEGER || type->kind != C_INTEGER || own->width != type->width)
            {
              hb_walk_refuse (w, spot, "such a read of a shared variable");
              return value;
            }
          struct hb_met read = here == HB_WIRE_YES ? value : hb_walk_any (w, type);
          event_if (w, here, HB_DEED_READ, cell, read.word);
          value.word = hb_wires_choice (w->gates, here, read.word, value.word);
          continue;
        }
      struct hb_met held = w->now.cells.data[cell];
      if (type->kind == C_INTEGER && held.kind == HB_MET_WORD && held.word.width != type->width)
        {
          hb_walk_refuse (w, spot, "a value read as one of another width");
          return value;
        }
      if (here == HB_WIRE_YES)
        return held.kind == HB_MET_NOTHING ? value : held;
      if (value.kind == HB_MET_WORD && held.kind == HB_MET_WORD)
        value.word = hb_wires_choice (w->gates, here, held.word, value.word);
    }
  return value;
}

void
hb_walk_store (struct hb_walk *w, const struct hb_walk_place *place, struct hb_met value,
               struct hb_c_spot spot)
{
  if (!place->known || !w->now.live)
    return;
  for (size_t i = 0; i < place->count; i++)
    {
      hb_wire here = names (w, place, (int64_t)i);
      size_t cell = place->base + i;
      if (here == HB_WIRE_NO)
        continue;
      if (is_shared (w, cell))
        {
          const struct hb_c_type *own = w->program->cells.data[cell].type;
          if (value.kind != HB_MET_WORD || own->kind != C_INTEGER || own->width != value.word.width)
            hb_walk_refuse (w, spot, "such an assignment to a shared variable");
          else
            event_if (w, here, HB_DEED_WRITE, cell, value.word);
          continue;
        }
      struct hb_met *held = &w->now.cells.data[cell];
      bool words = value.kind == HB_MET_WORD && held->kind == HB_MET_WORD
                   && value.word.width == held->word.width;
      if (here == HB_WIRE_YES)
        *held = value;
      else if (words)
        held->word = hb_wires_choice (w->gates, here, value.word, held->word);
      else
        held->kind = HB_MET_NOTHING;
    }
}

/* Places: which cells an expression may name; what they hold, and get; see walk.h. */
#include "proof/periodic/walk.h"

#define G w->gates

/* Nothing is there: who comes here fails.  Where everybody does the checker refuses, and says why. */
static hb_aims
nowhere (struct hb_walk *w, hb_aims *place, struct hb_c_spot spot, const char *why)
{
  if (w->now.live && w->now.path == HB_WIRE_YES)
    hb_walk_refuse (w, spot, why);
  hb_walk_fail (w, HB_WIRE_YES);
  vec_free (*place);
  return *place;
}

static hb_aims
just (size_t base, size_t count, const struct hb_c_type *type)
{
  hb_aims place = VEC_EMPTY;
  vec_push (place, ((struct hb_aim){ HB_WIRE_YES, base, count, 0, type }));
  return place;
}

static hb_aims
of_symbol (struct hb_walk *w, const struct hb_c_symbol *symbol)
{
  return just (symbol->global ? w->program->first_cell.data[symbol->number]
                              : w->frame.base + w->frame.places[symbol->number],
               hb_claimed_size (symbol->type), symbol->type);
}

/* All that the pointer EXP is aimed at. */
static hb_aims
of_pointer (struct hb_walk *w, const struct hb_c_exp *exp)
{
  hb_aims place = VEC_EMPTY;
  struct hb_met value = w->value (w, exp);
  if (value.kind != HB_MET_POINTER)
    return nowhere (w, &place, exp->spot, "a pointer that is not known here");
  for (size_t i = 0; i < value.aims->size; i++)
    {
      struct hb_aim aim = value.aims->data[i];
      if (aim.object && !hb_c_may_be (aim.object, exp->type->to))
        return nowhere (w, &place, exp->spot, "a pointer to what has another type");
      vec_push (place, aim);
    }
  return place;
}

/* Who comes here LOST, or not to a cell, fails; what is no cell goes from PLACE (stolen). */
static hb_aims
must_be_cells (struct hb_walk *w, hb_aims *place, hb_wire lost, struct hb_c_spot spot,
               const char *why)
{
  size_t kept = 0;
  bool any_object = false;
  if (place->size >= HB_MOST_AIMS)
    hb_walk_refuse (w, spot, "a pointer to so many places");
  for (size_t i = 0; i < place->size; i++)
    {
      struct hb_aim aim = place->data[i];
      any_object = any_object || aim.object;
      if (aim.count && !aim.object)
        return nowhere (w, place, spot, "a pointer that is not known here");
      if (aim.object && aim.at >= 0 && (uint64_t)aim.at < aim.count)
        place->data[kept++] = aim;
      else
        lost = hb_wire_or (G, lost, aim.when);
    }
  place->size = kept;
  if (!kept && any_object)
    return nowhere (w, place, spot, why);
  hb_walk_fail (w, lost);
  return *place;
}

void
hb_walk_confine (struct hb_walk *w, hb_aims *aims, size_t size, hb_wire lost, struct hb_c_spot spot)
{
  size_t kept = 0, all = aims->size;
  if (all >= HB_MOST_AIMS)
    hb_walk_refuse (w, spot, "a pointer to so many places");
  for (size_t i = 0; i < all; i++)
    {
      struct hb_aim aim = aims->data[i];
      if (aim.object && (aim.at + (int64_t)size < 0 || aim.at > (int64_t)aim.count))
        lost = hb_wire_or (G, lost, aim.when);
      else
        aims->data[kept++] = aim;
    }
  aims->size = kept;
  if (all && !kept && w->now.live && w->now.path == HB_WIRE_YES)
    hb_walk_refuse (w, spot, "a pointer that leaves its array");
  hb_walk_fail (w, lost);
}

/* Element INDEX, below END, of the arrays at PLACE (stolen), of elements of SIZE cells. */
static hb_aims
of_element (struct hb_walk *w, hb_aims *place, struct hb_wires index, size_t end, size_t size,
            struct hb_c_spot spot)
{
  hb_aims out = VEC_EMPTY;
  uint64_t number;
  bool known = hb_wires_constant (index, &number);
  if (known && number >= end)
    return nowhere (w, place, spot, "an index out of bounds");
  if (!known && place->size > HB_MOST_AIMS / (end + 1))
    {
      hb_walk_refuse (w, spot, "an index into so many places");
      vec_free (*place);
      return *place;
    }
  hb_walk_fail (w, hb_wires_less (G, index, hb_wires_number (G, 64, end), false) ^ 1);
  for (size_t i = 0; i < place->size; i++)
    for (uint64_t k = known ? number : 0; k < (known ? number + 1 : end); k++)
      {
        struct hb_aim aim = place->data[i];
        aim.when = hb_wire_and (G, aim.when, hb_wires_equal (G, index, hb_wires_number (G, 64, k)));
        aim.at += (int64_t)(k * size);
        vec_push (out, aim);
      }
  vec_free (*place);
  return out;
}

/* a[b]: a an array, or a pointer into one; of &a[b] (BEHIND) b may be the number of elements. */
static hb_aims
of_index (struct hb_walk *w, const struct hb_c_exp *exp, bool behind)
{
  const struct hb_c_type *of = exp->a->type;
  bool array = of->kind == C_ARRAY;
  if (array && exp->a->op == C_NAME && w->job == w->program->jobs.size)
    {
      size_t cell = hb_claimed_final_cell (w->program, exp->a->symbol);
      if (cell != SIZE_MAX)
        return just (cell, 1, exp->type);
    }
  hb_aims place = array ? hb_walk_place (w, exp->a) : of_pointer (w, exp->a), out;
  struct hb_wires index = hb_wires_resize (G, hb_walk_word (w, w->value (w, exp->b), exp->b->type),
                                           64, exp->b->type->is_signed);
  size_t size = hb_claimed_size (exp->type);
  if (!size)
    hb_walk_refuse (w, exp->spot, "an index into what has no size");
  if (!place.size || !size)
    {
      vec_free (place);
      return place;
    }
  if (array && of->count != SIZE_MAX)
    return of_element (w, &place, index, of->count + behind, size, exp->spot);
  hb_wire lost;
  out = hb_walk_shifted (w, &place, index, size, &lost);
  vec_free (place);
  if (!behind)
    return must_be_cells (w, &out, lost, exp->spot, "an index out of bounds");
  hb_walk_confine (w, &out, size, lost, exp->spot);
  return out;
}

hb_aims
hb_walk_address (struct hb_walk *w, const struct hb_c_exp *exp)
{
  return exp->op == C_INDEX     ? of_index (w, exp, true)
         : exp->op == C_CONTENT ? of_pointer (w, exp->a)
                                : hb_walk_place (w, exp);
}

hb_aims
hb_walk_place (struct hb_walk *w, const struct hb_c_exp *exp)
{
  hb_aims place = VEC_EMPTY;
  switch (exp->op)
    {
    case C_NAME:
      return of_symbol (w, exp->symbol);
    case C_INDEX:
      return of_index (w, exp, false);
    case C_CONTENT:
      place = of_pointer (w, exp->a);
      return place.size
                 ? must_be_cells (w, &place, HB_WIRE_NO, exp->spot, "a pointer out of bounds")
                 : place;
    case C_FIELD:
      place = hb_walk_place (w, exp->a);
      /* From here pointers reach the field alone. */
      for (size_t i = 0; i < place.size; i++)
        {
          struct hb_aim *aim = &place.data[i];
          aim->base += (size_t)aim->at + hb_claimed_offset (exp->a->type, exp->value);
          aim->count = hb_claimed_size (exp->type);
          aim->at = 0;
          aim->object = exp->type;
        }
      return place;
    default:
      return nowhere (w, &place, exp->spot, "this is no place");
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

/* What CELL holds, read as TYPE, on HERE; an event, of a shared one. */
static struct hb_met
held_by (struct hb_walk *w, size_t cell, hb_wire here, const struct hb_c_type *type,
         struct hb_c_spot spot)
{
  struct hb_met any = hb_walk_any (w, type);
  if (is_shared (w, cell))
    {
      const struct hb_c_type *own = w->program->cells.data[cell].type;
      if (own->kind != C_INTEGER || type->kind != C_INTEGER || own->width != type->width)
        hb_walk_refuse (w, spot, "such a read of a shared variable");
      else
        event_if (w, here, HB_DEED_READ, cell, any.word);
      return any;
    }
  struct hb_met held = w->now.cells.data[cell];
  if (type->kind == C_INTEGER && held.kind == HB_MET_WORD && held.word.width != type->width)
    {
      hb_walk_refuse (w, spot, "a value read as one of another width");
      return any;
    }
  return held.kind == HB_MET_NOTHING ? any : held;
}

struct hb_met
hb_walk_load (struct hb_walk *w, const hb_aims *place, size_t cell, const struct hb_c_type *type,
              struct hb_c_spot spot)
{
  struct hb_met value = type->kind == C_POINTER ? hb_met_null () : hb_walk_any (w, type);
  for (size_t i = 0; i < place->size && w->now.live; i++)
    {
      const struct hb_aim *aim = &place->data[i];
      struct hb_met held = held_by (w, aim->base + (size_t)aim->at + cell, aim->when, type, spot);
      value = aim->when == HB_WIRE_YES ? held : hb_walk_either (w, aim->when, held, value);
    }
  return value;
}

void
hb_walk_store (struct hb_walk *w, const hb_aims *place, size_t cell, struct hb_met value,
               struct hb_c_spot spot)
{
  for (size_t i = 0; i < place->size && w->now.live; i++)
    {
      const struct hb_aim *aim = &place->data[i];
      size_t at = aim->base + (size_t)aim->at + cell;
      if (!is_shared (w, at))
        {
          struct hb_met *held = &w->now.cells.data[at];
          *held = aim->when == HB_WIRE_YES ? value : hb_walk_either (w, aim->when, value, *held);
          continue;
        }
      const struct hb_c_type *own = w->program->cells.data[at].type;
      if (value.kind != HB_MET_WORD || own->kind != C_INTEGER || own->width != value.word.width)
        hb_walk_refuse (w, spot, "such an assignment to a shared variable");
      else
        event_if (w, aim->when, HB_DEED_WRITE, at, value.word);
    }
}

/* Expressions, symbolically; see unfold.h. */
#include "periodic/unfold_private.h"

#include <string.h>

#define BITS u->out->bits

static struct hb_value
word_value (hb_word word)
{
  return (struct hb_value){ .kind = HB_WORD, .word = word };
}

static unsigned
width_of (const struct hb_c_type *type)
{
  return type->kind == C_INTEGER ? type->width : 64;
}

void
hb_unfold_action (struct hb_unfolder *u, enum hb_action_kind kind, hb_id cell, hb_word value,
                  struct hb_c_spot spot)
{
  struct hb_action action = { kind, u->job, cell, u->now.path, value, spot };
  vec_push (u->out->actions, action);
}

struct hb_value
hb_unfold_choice (struct hb_unfolder *u, const struct hb_c_type *type, hb_lit guard,
                  struct hb_c_spot spot, const char *refusal)
{
  if (type->kind == C_FLOATING)
    return (struct hb_value){ .kind = HB_REAL };
  struct hb_choice choice = { u->job, guard, hb_word_input (BITS, width_of (type)), spot, refusal };
  vec_push (u->out->choices, choice);
  return word_value (choice.value);
}

static void
check (struct hb_unfolder *u, hb_lit fails, struct hb_c_spot spot, const char *what)
{
  if (fails == HB_FALSE)
    return;
  struct hb_check check = { u->job, fails, spot, what, (hb_id)u->out->actions.size };
  vec_push (u->out->checks, check);
}

/* VALUE as a word of the width of TYPE, whatever it is. */
static hb_word
as_word (struct hb_unfolder *u, struct hb_value value, const struct hb_c_type *type,
         struct hb_c_spot spot)
{
  unsigned width = width_of (type);
  if (value.kind == HB_WORD)
    return hb_word_resize (BITS, value.word, width, type->is_signed);
  static const struct hb_c_type integers[] = { { .kind = C_INTEGER, .width = 64 } };
  const char *refusal = value.kind == HB_REAL
                            ? "a floating-point value decides here, which is outside of the subset"
                            : "the value of a pointer decides here, which is outside of the subset";
  value
      = hb_unfold_choice (u, type->kind == C_INTEGER ? type : integers, u->now.path, spot, refusal);
  return value.word;
}

struct hb_value
hb_unfold_convert (struct hb_unfolder *u, struct hb_value value, const struct hb_c_type *from,
                   const struct hb_c_type *to, struct hb_c_spot spot)
{
  if (to->kind == C_FLOATING)
    return (struct hb_value){ .kind = HB_REAL };
  if (to->kind != C_INTEGER)
    return value;
  if (value.kind != HB_WORD)
    return word_value (as_word (u, value, to, spot));
  if (to->width == 1)
    {
      hb_lit bit = hb_word_any (BITS, value.word);
      return word_value (hb_word_of (BITS, &bit, 1));
    }
  return word_value (hb_word_resize (BITS, value.word, to->width, from->is_signed));
}

/* --- places --- */

/* Some cells, one of which is meant: that at INDEX (constant, or a word). */
struct place
{
  bool known;         /* false: no such place (an error was reported, or the state is dead) */
  size_t base, count; /* the cells of the array */
  int64_t at;         /* the cell from base on, if it is constant */
  size_t step;        /* else: cell = base + at + step * index */
  hb_word index;      /* width 0: constant */
};

static struct place place_of (struct hb_unfolder *u, const struct hb_c_exp *exp);

/* _X_[k] in the final function stands for X: the cell of __startrek_hidden_X, or HB_NONE. */
static hb_id
final_cell (const struct hb_unfolder *u, const struct hb_c_symbol *symbol)
{
  size_t length = strlen (symbol->name);
  if (u->job < u->out->jobs->jobs.size || length < 3 || symbol->name[0] != '_'
      || symbol->name[length - 1] != '_')
    return HB_NONE;
  char *name = hb_format ("__startrek_hidden_%.*s", (int)(length - 2), symbol->name + 1);
  const struct hb_c_symbol *hidden = hb_c_find (u->program->unit, name);
  hb_free (name);
  return hidden ? u->program->first_cell.data[hidden->number] : HB_NONE;
}

static struct place
symbol_place (struct hb_unfolder *u, const struct hb_c_symbol *symbol)
{
  size_t first = symbol->global ? u->program->first_cell.data[symbol->number]
                                : u->frame.base + u->frame.layout->first.data[symbol->number];
  return (struct place){ .known = true, .base = first, .count = hb_cells_of (symbol->type) };
}

static struct place
pointed (struct hb_unfolder *u, const struct hb_c_exp *exp, struct hb_value value)
{
  if (value.kind == HB_POINTER && value.count)
    return (struct place){
      .known = true, .base = value.base, .count = value.count, .at = value.offset
    };
  if (u->now.live)
    hb_unfold_error (u, exp->spot,
                     "this pointer is none that is known here: outside of the subset");
  return (struct place){ .known = false };
}

static struct place
index_place (struct hb_unfolder *u, const struct hb_c_exp *exp)
{
  const struct hb_c_exp *base = exp->a;
  if (base->op == C_NAME && base->type->kind == C_ARRAY && base->symbol->global)
    {
      hb_id final = final_cell (u, base->symbol);
      if (final != HB_NONE)
        return (struct place){ .known = true, .base = final, .count = 1 };
    }
  struct place place = base->type->kind == C_ARRAY ? place_of (u, base)
                                                   : pointed (u, base, hb_unfold_exp (u, base));
  struct hb_value index = hb_unfold_exp (u, exp->b);
  hb_word word = hb_word_resize (BITS, as_word (u, index, exp->b->type, exp->b->spot), 64,
                                 exp->b->type->is_signed);
  size_t step = hb_cells_of (exp->type);
  size_t count = base->type->kind == C_ARRAY && base->type->count != SIZE_MAX
                     ? base->type->count
                     : (step ? (size_t)((int64_t)place.count - place.at) / step : 0);
  uint64_t number;
  if (!place.known)
    return place;
  if (hb_word_constant (word, &number))
    {
      /* Pointers may go back to where their array starts. */
      int64_t at = place.at + (int64_t)number * (int64_t)step;
      bool inside
          = base->type->kind == C_ARRAY ? number < count : at >= 0 && at < (int64_t)place.count;
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
  check (u,
         hb_and (BITS, u->now.path,
                 hb_not (hb_word_less (BITS, word, hb_word_number (BITS, 64, count), false))),
         exp->b->spot, "index out of bounds");
  return place;
}

static struct place
place_of (struct hb_unfolder *u, const struct hb_c_exp *exp)
{
  if (exp->op == C_NAME)
    return symbol_place (u, exp->symbol);
  if (exp->op == C_INDEX)
    return index_place (u, exp);
  if (exp->op == C_CONTENT)
    return pointed (u, exp, hb_unfold_exp (u, exp->a));
  if (exp->op == C_FIELD)
    {
      struct place place = place_of (u, exp->a);
      place.at += (int64_t)hb_cells_before (exp->a->type, exp->value);
      return place;
    }
  hb_unfold_error (u, exp->spot, "this place is outside of the subset");
  return (struct place){ .known = false };
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

static struct hb_value
load_cell (struct hb_unfolder *u, size_t cell, struct hb_c_spot spot)
{
  if (!is_shared (u, cell))
    return u->now.cells.data[cell];
  if (!u->now.live)
    return word_value (hb_word_number (BITS, width_of (u->program->cells.data[cell].type), 0));
  if (u->program->cells.data[cell].type->kind != C_INTEGER)
    {
      hb_unfold_error (u, spot, "a shared variable of this type is outside of the subset");
      return (struct hb_value){ .kind = HB_NO_VALUE };
    }
  hb_word word = hb_word_input (BITS, width_of (u->program->cells.data[cell].type));
  hb_unfold_action (u, HB_ACT_READ, (hb_id)cell, word, spot);
  return word_value (word);
}

/* The condition that PLACE's index names the cell at AT. */
static hb_lit
index_is (struct hb_unfolder *u, const struct place *place, int64_t at)
{
  int64_t distance = at - place->at;
  if (distance < 0 || distance % (int64_t)place->step)
    return HB_FALSE;
  hb_word number = hb_word_number (BITS, 64, (uint64_t)(distance / (int64_t)place->step));
  return hb_word_equal (BITS, place->index, number);
}

static struct hb_value
load (struct hb_unfolder *u, const struct place *place, const struct hb_c_type *type,
      struct hb_c_spot spot)
{
  if (!place->known)
    return type->kind == C_INTEGER ? word_value (hb_word_number (BITS, type->width, 0))
                                   : (struct hb_value){ .kind = HB_NO_VALUE };
  if (!place->index.width)
    return load_cell (u, place->base + (size_t)place->at, spot);
  struct hb_value value = word_value (hb_word_number (BITS, width_of (type), 0));
  for (size_t i = 0; i < place->count; i++)
    {
      hb_lit here = index_is (u, place, (int64_t)i);
      if (here == HB_FALSE)
        continue;
      if (is_shared (u, place->base + i))
        {
          hb_unfold_error (
              u, spot,
              "an index into a shared array that is not constant is outside of the subset");
          return value;
        }
      struct hb_value cell = u->now.cells.data[place->base + i];
      hb_word word = cell.kind == HB_WORD ? cell.word : as_word (u, cell, type, spot);
      value.word = hb_word_ite (BITS, here, word, value.word);
    }
  return value;
}

static void
store (struct hb_unfolder *u, const struct place *place, struct hb_value value,
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
          if (place->index.width || value.kind != HB_WORD)
            hb_unfold_error (u, spot,
                             "such an assignment to a shared variable is outside of the subset");
          else
            hb_unfold_action (u, HB_ACT_WRITE, (hb_id)cell, value.word, spot);
          continue;
        }
      struct hb_value *old = &u->now.cells.data[cell];
      if (here == HB_TRUE || value.kind != HB_WORD || old->kind != HB_WORD)
        *old = here == HB_TRUE ? value : (struct hb_value){ .kind = HB_NO_VALUE };
      else
        old->word = hb_word_ite (BITS, here, value.word, old->word);
    }
}

/* --- operators --- */

static hb_lit
truth (struct hb_unfolder *u, struct hb_value value, const struct hb_c_type *type,
       struct hb_c_spot spot)
{
  if (value.kind == HB_POINTER)
    return value.count ? HB_TRUE : HB_FALSE;
  return hb_word_any (BITS, as_word (u, value, type, spot));
}

hb_lit
hb_unfold_condition (struct hb_unfolder *u, const struct hb_c_exp *exp)
{
  return truth (u, hb_unfold_exp (u, exp), exp->type, exp->spot);
}

static struct hb_value
bit_value (struct hb_unfolder *u, hb_lit bit, const struct hb_c_type *type)
{
  return word_value (hb_word_resize (BITS, hb_word_of (BITS, &bit, 1), width_of (type), false));
}

/* a OP b, for * / and %: made later if it is large. */
static hb_word
large (struct hb_unfolder *u, enum hb_c_operation op, hb_word a, hb_word b, bool is_signed)
{
  struct hb_deferred deferred = { op, is_signed, a, b, a };
  uint64_t number;
  bool small = op == C_MULTIPLY ? hb_word_is_choice (a) || hb_word_is_choice (b)
                                : hb_word_constant (a, &number) && hb_word_constant (b, &number);
  if (small)
    return hb_deferred_circuit (BITS, &deferred);
  deferred.out = hb_word_input (BITS, a.width);
  vec_push (u->out->deferred, deferred);
  return deferred.out;
}

static hb_word
quotient (struct hb_unfolder *u, enum hb_c_operation op, hb_word a, hb_word b,
          const struct hb_c_type *type, struct hb_c_spot spot)
{
  hb_lit zero = hb_not (hb_word_any (BITS, b)), here = hb_and (BITS, u->now.path, zero);
  hb_word out = large (u, op, a, b, type->is_signed);
  if (here == HB_FALSE || !u->now.live)
    return out;
  if (u->options.div0)
    check (u, here, spot, "division by zero");
  return hb_word_ite (BITS, zero, hb_unfold_choice (u, type, here, spot, NULL).word, out);
}

/* a OP b on words of TYPE; comparisons give a bit. */
static hb_word
compute (struct hb_unfolder *u, enum hb_c_operation op, hb_word a, hb_word b,
         const struct hb_c_type *type, struct hb_c_spot spot)
{
  hb_lit bit;
  bool is_signed = type->is_signed;
  switch (op)
    {
    case C_ADD:
      return hb_word_add (BITS, a, b);
    case C_SUBTRACT:
      return hb_word_subtract (BITS, a, b);
    case C_MULTIPLY:
      return large (u, op, a, b, is_signed);
    case C_DIVIDE:
    case C_REST:
      return quotient (u, op, a, b, type, spot);
    case C_LEFT:
      return hb_word_shift (BITS, a, b, false, false);
    case C_RIGHT:
      return hb_word_shift (BITS, a, b, true, is_signed);
    case C_AND:
      return hb_word_and (BITS, a, b);
    case C_OR:
      return hb_word_or (BITS, a, b);
    case C_XOR:
      return hb_word_xor (BITS, a, b);
    case C_LESS:
      bit = hb_word_less (BITS, a, b, is_signed);
      break;
    case C_GREATER:
      bit = hb_word_less (BITS, b, a, is_signed);
      break;
    case C_LESS_EQUAL:
      bit = hb_not (hb_word_less (BITS, b, a, is_signed));
      break;
    case C_GREATER_EQUAL:
      bit = hb_not (hb_word_less (BITS, a, b, is_signed));
      break;
    case C_UNEQUAL:
      bit = hb_not (hb_word_equal (BITS, a, b));
      break;
    default:
      bit = hb_word_equal (BITS, a, b);
    }
  return hb_word_of (BITS, &bit, 1);
}

/* A pointer moved by INDEX elements. */
static struct hb_value
moved (struct hb_unfolder *u, const struct hb_c_exp *exp, struct hb_value pointer,
       struct hb_value index, const struct hb_c_type *type, const struct hb_c_type *index_type)
{
  uint64_t number;
  hb_word word
      = hb_word_resize (BITS, as_word (u, index, index_type, exp->spot), 64, index_type->is_signed);
  if (pointer.kind != HB_POINTER || !hb_word_constant (word, &number))
    return (struct hb_value){ .kind = HB_NO_VALUE };
  int64_t step = (int64_t)hb_cells_of (type->to) * (int64_t)number;
  pointer.offset += exp->op == C_SUBTRACT ? -step : step;
  return pointer;
}

static struct hb_value
binary (struct hb_unfolder *u, const struct hb_c_exp *exp)
{
  struct hb_value a = hb_unfold_exp (u, exp->a), b = hb_unfold_exp (u, exp->b);
  const struct hb_c_type *of_a = exp->a->type, *of_b = exp->b->type;
  bool compares = exp->op >= C_LESS && exp->op <= C_GREATER_EQUAL;
  if (of_a->kind == C_POINTER && of_b->kind != C_POINTER && !compares)
    return moved (u, exp, a, b, of_a, of_b);
  if (of_b->kind == C_POINTER && of_a->kind != C_POINTER && !compares)
    return moved (u, exp, b, a, of_b, of_a);
  if (!compares && exp->type->kind == C_FLOATING)
    return (struct hb_value){ .kind = HB_REAL };
  if (compares && a.kind == HB_POINTER && b.kind == HB_POINTER
      && (exp->op == C_EQUAL || exp->op == C_UNEQUAL))
    {
      bool same = a.base == b.base && a.offset == b.offset;
      return bit_value (u, same == (exp->op == C_EQUAL) ? HB_TRUE : HB_FALSE, exp->type);
    }
  if (compares && (of_a->kind != C_INTEGER || of_b->kind != C_INTEGER))
    {
      const char *refusal
          = of_a->kind == C_FLOATING
                ? "a comparison of floating-point values decides here, which is outside of the "
                  "subset"
                : "a comparison of pointers decides here, which is outside of the subset";
      static const struct hb_c_type one = { .kind = C_INTEGER, .width = 1 };
      return bit_value (u, hb_unfold_choice (u, &one, u->now.path, exp->spot, refusal).word.bits[0],
                        exp->type);
    }
  hb_word x = as_word (u, a, of_a, exp->a->spot), y = as_word (u, b, of_b, exp->b->spot);
  hb_word out = compute (u, exp->op, x, y, of_a, exp->spot);
  return word_value (compares ? hb_word_resize (BITS, out, width_of (exp->type), false) : out);
}

/* --- branches within expressions --- */

/* Evaluates EXP where CONDITION holds, on top of the current state; its effects are joined to it. */
static struct hb_value
under (struct hb_unfolder *u, hb_lit condition, const struct hb_c_exp *exp)
{
  struct hb_state other = hb_state_copy (u, &u->now);
  hb_lit path = u->now.path;
  u->now.path = hb_and (BITS, path, condition);
  u->now.live = u->now.live && u->now.path != HB_FALSE;
  struct hb_value value = hb_unfold_exp (u, exp);
  hb_state_join (u, &other, hb_not (condition));
  u->now.path = path;
  return value;
}

static struct hb_value
choose (struct hb_unfolder *u, const struct hb_c_exp *exp)
{
  hb_lit a = hb_unfold_condition (u, exp->a);
  if (exp->op != C_CHOICE)
    {
      bool both = exp->op == C_BOTH;
      hb_lit open = both ? a : hb_not (a);
      if (open == HB_FALSE)
        return bit_value (u, both ? HB_FALSE : HB_TRUE, exp->type);
      struct hb_value value = under (u, open, exp->b);
      hb_lit b = truth (u, value, exp->b->type, exp->b->spot);
      return bit_value (u, both ? hb_and (BITS, a, b) : hb_or (BITS, a, b), exp->type);
    }
  if (a == HB_TRUE || a == HB_FALSE)
    return hb_unfold_exp (u, a == HB_TRUE ? exp->b : exp->c);
  struct hb_value b = under (u, a, exp->b), c = under (u, hb_not (a), exp->c);
  if (b.kind == HB_WORD && c.kind == HB_WORD)
    return word_value (hb_word_ite (BITS, a, b.word, c.word));
  return b.kind == HB_REAL ? b : (struct hb_value){ .kind = HB_NO_VALUE };
}

static struct hb_value
assign (struct hb_unfolder *u, const struct hb_c_exp *exp)
{
  bool step = exp->op != C_ASSIGN;
  struct hb_value value
      = step ? (struct hb_value){ .kind = HB_NO_VALUE } : hb_unfold_exp (u, exp->b);
  if (exp->type->kind == C_STRUCT)
    {
      struct place to = place_of (u, exp->a), from = place_of (u, exp->b);
      for (size_t i = 0; to.known && from.known && i < hb_cells_of (exp->type); i++)
        {
          struct place one = from, other = to;
          one.at += (int64_t)i;
          other.at += (int64_t)i;
          store (u, &other, load (u, &one, exp->type->fields[0].type, exp->spot), exp->spot);
        }
      return value;
    }
  struct place place = place_of (u, exp->a);
  if (!step && exp->compute == C_ASSIGN)
    {
      store (u, &place, value, exp->spot);
      return value;
    }
  struct hb_value old = load (u, &place, exp->type, exp->spot);
  static const struct hb_c_type integer = { .kind = C_INTEGER, .width = 32, .is_signed = true };
  if (exp->type->kind == C_POINTER)
    {
      struct hb_value by = step ? word_value (hb_word_number (BITS, 32, exp->value)) : value;
      struct hb_c_exp like
          = { .op = exp->compute == C_SUBTRACT && !step ? C_SUBTRACT : C_ADD, .spot = exp->spot };
      value = moved (u, &like, old, by, exp->type, step ? &integer : exp->b->type);
    }
  else
    {
      const struct hb_c_type *common
          = step ? (exp->type->width < 32 && exp->type->kind == C_INTEGER ? &integer : exp->type)
                 : exp->common;
      struct hb_value a = hb_unfold_convert (u, old, exp->type, common, exp->spot);
      if (common->kind == C_FLOATING)
        value = hb_unfold_convert (u, (struct hb_value){ .kind = HB_REAL }, common, exp->type,
                                   exp->spot);
      else
        {
          hb_word b = step ? hb_word_number (BITS, common->width, exp->value)
                           : as_word (u, value, exp->b->type, exp->spot);
          value
              = word_value (compute (u, step ? C_ADD : exp->compute, a.word, b, common, exp->spot));
          value = hb_unfold_convert (u, value, common, exp->type, exp->spot);
        }
    }
  store (u, &place, value, exp->spot);
  return exp->op == C_AFTER ? old : value;
}

/* --- calls --- */

static void
lock (struct hb_unfolder *u, hb_id number, bool take, struct hb_c_spot spot)
{
  if (!u->now.live)
    return;
  char *held = &u->now.locks[number];
  if (take && *held)
    hb_unfold_error (u, spot,
                     *held == 1 ? "this lock is held already" : "this lock may be held already");
  else if (!take && *held != 1)
    hb_unfold_error (u, spot,
                     *held ? "this lock may not be held on some path" : "this lock is not held");
  *held = take;
  hb_unfold_action (u, take ? HB_ACT_LOCK : HB_ACT_UNLOCK, number, (hb_word){ 0, NULL }, spot);
}

static struct hb_value
call_body (struct hb_unfolder *u, const struct hb_c_exp *exp, const struct hb_c_symbol *function)
{
  const struct hb_layout *layout = hb_unfold_layout (u, function);
  size_t base = u->now.cells.size;
  VEC (struct hb_value) arguments = VEC_EMPTY;
  for (size_t i = 0; i < exp->count; i++)
    vec_push (arguments, hb_unfold_exp (u, exp->items[i]));
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
    value = u->now.cells.data[base];
  u->now.cells.size = base;
  u->frame = before;
  if (value.kind == HB_NO_VALUE && exp->type->kind == C_INTEGER)
    value = hb_unfold_choice (u, exp->type, u->now.path, exp->spot,
                              "a function's value that no return gives decides here");
  return value;
}

static struct hb_value
call (struct hb_unfolder *u, const struct hb_c_exp *exp)
{
  const struct hb_c_symbol *function = hb_c_callee (exp);
  const struct hb_call *meaning = hb_periodic_call (u->program, exp);
  struct hb_value value = { .kind = HB_NO_VALUE }, nothing = value;
  struct hb_c_type narrow = { .kind = C_INTEGER, .width = meaning->width };
  if (meaning->meaning == HB_CALL_BODY)
    return call_body (u, exp, function);
  if (meaning->meaning == HB_CALL_LOCK || meaning->meaning == HB_CALL_UNLOCK)
    {
      lock (u, hb_periodic_lock_of (u->program, exp), meaning->meaning == HB_CALL_LOCK, exp->spot);
      return nothing;
    }
  for (size_t i = 0; i < exp->count && strcmp (function->name, "hb_critical"); i++)
    {
      value = hb_unfold_exp (u, exp->items[i]);
      if (value.kind == HB_POINTER && value.base < SIZE_MAX && u->now.live)
        hb_unfold_error (u, exp->items[i]->spot,
                         "a pointer given to a function without body is outside of the subset");
    }
  switch (meaning->meaning)
    {
    case HB_CALL_READ:
      return load_cell (u, meaning->cell, exp->spot);
    case HB_CALL_WRITE:
      if (exp->count == 1)
        {
          const struct hb_c_type *type = u->program->cells.data[meaning->cell].type;
          value = hb_unfold_convert (u, value, exp->items[0]->type, type, exp->spot);
          struct place place = { .known = true, .base = meaning->cell, .count = 1 };
          store (u, &place, value, exp->spot);
        }
      return nothing;
    case HB_CALL_ASSERT:
    case HB_CALL_ASSUME:
      if (exp->count == 1 && u->now.live)
        {
          hb_lit fails = hb_and (BITS, u->now.path,
                                 hb_not (truth (u, value, exp->items[0]->type, exp->spot)));
          if (meaning->meaning == HB_CALL_ASSUME)
            vec_push (u->out->assumptions, hb_not (fails));
          else
            check (u, fails, exp->spot, "assertion");
        }
      return nothing;
    case HB_CALL_CHOICE:
      if (!meaning->width)
        return hb_unfold_choice (u, exp->type, u->now.path, exp->spot, NULL);
      value = hb_unfold_choice (u, &narrow, u->now.path, exp->spot, NULL);
      value.word = hb_word_resize (BITS, value.word, width_of (exp->type), meaning->is_signed);
      return value;
    default:
      if (exp->type->kind == C_INTEGER && function->implicit)
        return hb_unfold_choice (u, exp->type, u->now.path, exp->spot,
                                 "the value of a function that is not declared decides here");
      return exp->type->kind == C_FLOATING ? (struct hb_value){ .kind = HB_REAL } : nothing;
    }
}

struct hb_value
hb_unfold_exp (struct hb_unfolder *u, const struct hb_c_exp *exp)
{
  struct hb_value value = { .kind = HB_NO_VALUE };
  struct place place;
  if (hb_unfold_failed (u))
    return word_value (hb_word_number (BITS, width_of (exp->type), 0));
  int cpu = hb_periodic_cpu (exp);
  if (cpu)
    {
      lock (u, u->program->cpu_lock, cpu > 0, exp->spot);
      return word_value (hb_word_number (BITS, width_of (exp->type), cpu > 0));
    }
  switch (exp->op)
    {
    case C_NUMBER:
      return word_value (hb_word_number (BITS, width_of (exp->type), exp->value));
    case C_REAL:
      return (struct hb_value){ .kind = HB_REAL };
    case C_TEXT:
      return (struct hb_value){ .kind = HB_POINTER, .base = SIZE_MAX, .count = 1 };
    case C_NAME:
      if (exp->symbol->role == C_CONSTANT)
        return word_value (
            hb_word_number (BITS, width_of (exp->type), (uint64_t)exp->symbol->value));
      if (exp->symbol->role == C_FUNCTION_NAME || exp->type->kind == C_STRUCT)
        return value;
      place = symbol_place (u, exp->symbol);
      return load (u, &place, exp->type, exp->spot);
    case C_INDEX:
    case C_CONTENT:
    case C_FIELD:
      place = place_of (u, exp);
      return load (u, &place, exp->type, exp->spot);
    case C_ADDRESS:
      if (exp->a->op == C_INDEX && exp->a->a->op == C_TEXT)
        return hb_unfold_exp (u, exp->a->a);
      if (exp->a->type->kind == C_FUNCTION)
        return value;
      place = place_of (u, exp->a);
      if (place.known && !place.index.width)
        value = (struct hb_value){
          .kind = HB_POINTER, .base = place.base, .count = place.count, .offset = place.at
        };
      return value;
    case C_NEGATE:
    case C_INVERT:
      value = hb_unfold_exp (u, exp->a);
      if (exp->type->kind == C_FLOATING)
        return (struct hb_value){ .kind = HB_REAL };
      value.word = as_word (u, value, exp->type, exp->spot);
      return word_value (exp->op == C_NEGATE ? hb_word_negate (BITS, value.word)
                                             : hb_word_not (BITS, value.word));
    case C_NOT:
      return bit_value (u, hb_not (hb_unfold_condition (u, exp->a)), exp->type);
    case C_BOTH:
    case C_EITHER:
    case C_CHOICE:
      return choose (u, exp);
    case C_COMMA:
      hb_unfold_exp (u, exp->a);
      return hb_unfold_exp (u, exp->b);
    case C_ASSIGN:
    case C_BEFORE:
    case C_AFTER:
      return assign (u, exp);
    case C_CALL:
      return call (u, exp);
    case C_CAST:
      value = hb_unfold_exp (u, exp->a);
      if (exp->type->kind == C_POINTER && value.kind == HB_WORD)
        return (struct hb_value){ .kind = HB_POINTER };
      return hb_unfold_convert (u, value, exp->a->type, exp->type, exp->spot);
    default:
      return binary (u, exp);
    }
}

void
hb_unfold_initial (struct hb_unfolder *u, const struct hb_c_type *type,
                   const struct hb_c_exp *initial, size_t first, struct hb_c_spot spot)
{
  if (type->kind == C_ARRAY || type->kind == C_STRUCT)
    {
      size_t count = type->kind == C_ARRAY ? type->count : type->field_count;
      for (size_t i = 0; i < count; i++)
        {
          const struct hb_c_type *own = type->kind == C_ARRAY ? type->to : type->fields[i].type;
          size_t at
              = first + (type->kind == C_ARRAY ? i * hb_cells_of (own) : hb_cells_before (type, i));
          static const struct hb_c_type integer
              = { .kind = C_INTEGER, .width = 32, .is_signed = true };
          const struct hb_c_exp zero
              = { .op = C_NUMBER, .type = own->kind == C_INTEGER ? own : &integer };
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
    value = hb_unfold_exp (u, initial);
  else if (type->kind == C_INTEGER && u->now.live)
    value = hb_unfold_choice (u, type, u->now.path, spot, NULL);
  else if (type->kind == C_FLOATING)
    value.kind = HB_REAL;
  u->now.cells.data[first] = value;
}

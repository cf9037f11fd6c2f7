/* Expressions with concrete values, and the places that some of them are; see interpret.h. */
#include "periodic/interpret_private.h"

#include <string.h>

/* Where a text is: so far from all places that none within it is one. */
#define OF_TEXT (INT64_MIN / 2)

/* What is no cell. */
#define OUTSIDE (INT64_MAX / 2)

/* --- places --- */

static struct hb_machine_place place (struct hb_c_machine *m, const struct hb_c_exp *exp);

static struct hb_machine_place
nowhere (struct hb_c_machine *m, struct hb_c_spot spot, const char *why)
{
  hb_machine_stop (m, spot, why);
  return (struct hb_machine_place){ 0, 1, 0 };
}

/* A failure; who goes on reads 0 there, and what is written is lost. */
static struct hb_machine_place
out_of_bounds (struct hb_c_machine *m, struct hb_c_spot spot, const char *what)
{
  if (!m->stopped && !m->outside->check (m->outside->context, what, false, spot))
    m->stopped = true;
  return (struct hb_machine_place){ 0, 0, OUTSIDE };
}

static struct hb_machine_place
place_of_symbol (struct hb_c_machine *m, const struct hb_c_symbol *symbol)
{
  size_t size = hb_cells_of (symbol->type);
  size_t from = symbol->global ? m->program->first_cell.data[symbol->number]
                               : m->call->places[symbol->number];
  return (struct hb_machine_place){ from, from + size, (int64_t)from };
}

/* What POINTER, an expression, points to, NULL too; errors are at SPOT. */
static struct hb_datum
pointed (struct hb_c_machine *m, const struct hb_c_exp *pointer, struct hb_c_spot spot)
{
  struct hb_datum value = hb_machine_value (m, pointer);
  const struct hb_c_type *to = value.to_type;
  if (value.kind != HB_DATUM_POINTER || (to && !hb_c_may_be (to, pointer->type->to)))
    nowhere (m, spot, "this pointer points to nothing known, or to what has another type");
  return value;
}

/* The cell that POINTER points to: a failure at SPOT if there is none. */
static struct hb_machine_place
within (struct hb_c_machine *m, struct hb_datum pointer, struct hb_c_spot spot, const char *what)
{
  if (!m->stopped && !pointer.to_type && pointer.to)
    return nowhere (m, spot, "a text is no place");
  if (!pointer.to_type || pointer.at < (int64_t)pointer.from || pointer.at >= (int64_t)pointer.to)
    return out_of_bounds (m, spot, pointer.to_type ? what : "access through NULL");
  return (struct hb_machine_place){ pointer.from, pointer.to, pointer.at };
}

static struct hb_datum
pointer_to (struct hb_machine_place at, const struct hb_c_type *type)
{
  return (struct hb_datum){
    .kind = HB_DATUM_POINTER, .from = at.from, .to = at.to, .at = at.at, .to_type = type
  };
}

/* Has EXP, an element, bounds of its own, those of its array?  Others are where their pointer comes to. */
static bool
is_bounded (const struct hb_c_exp *exp)
{
  return exp->a->type->kind == C_ARRAY && exp->a->type->count != SIZE_MAX;
}

/* The address of EXP, an element; if that is all that is asked (IS_ADDRESS), perhaps of the one behind the last. */
static struct hb_datum
element (struct hb_c_machine *m, const struct hb_c_exp *exp, bool is_address)
{
  const struct hb_c_exp *array = exp->a;
  bool named = m->final && array->op == C_NAME && array->symbol->global;
  const struct hb_c_symbol *hidden = named ? hb_periodic_alias (m->program, array->symbol) : NULL;
  if (hidden && array->type->kind == C_ARRAY)
    return pointer_to (place_of_symbol (m, hidden), exp->type);
  struct hb_datum start = array->type->kind == C_ARRAY ? pointer_to (place (m, array), exp->type)
                                                       : pointed (m, array, array->spot);
  struct hb_datum index = hb_machine_value (m, exp->b);
  static const struct hb_c_type wide = { .kind = C_INTEGER, .width = 64, .is_signed = true };
  index = hb_machine_number (&wide, hb_machine_as_number (m, index, exp->b->type));
  const struct hb_c_type pointer = { .kind = C_POINTER, .to = exp->type };
  if (is_bounded (exp) && index.number >= array->type->count + is_address)
    return pointer_to (out_of_bounds (m, exp->b->spot, "index out of bounds"), exp->type);
  struct hb_datum out = hb_machine_moved (m, start, index, &pointer, &wide, false);
  if (is_address && !is_bounded (exp))
    hb_machine_stay (m, out, hb_cells_of (exp->type), exp->b->spot);
  return out;
}

static struct hb_machine_place
place_of_element (struct hb_c_machine *m, const struct hb_c_exp *exp)
{
  struct hb_datum at = element (m, exp, false);
  if (is_bounded (exp))
    return (struct hb_machine_place){ at.from, at.to, at.at };
  return within (m, at, exp->b->spot, "index out of bounds");
}

static struct hb_machine_place
place (struct hb_c_machine *m, const struct hb_c_exp *exp)
{
  if (m->stopped)
    return (struct hb_machine_place){ 0, 1, 0 };
  if (exp->op == C_NAME)
    return place_of_symbol (m, exp->symbol);
  if (exp->op == C_INDEX)
    return place_of_element (m, exp);
  if (exp->op == C_FIELD)
    {
      struct hb_machine_place inner = place (m, exp->a);
      inner.at += (int64_t)hb_cells_before (exp->a->type, exp->value);
      inner.from = (size_t)inner.at;
      inner.to = inner.from + hb_cells_of (exp->type);
      return inner;
    }
  if (exp->op == C_CONTENT)
    {
      return within (m, pointed (m, exp->a, exp->spot), exp->spot, "pointer out of bounds");
    }
  return nowhere (m, exp->spot,
                  exp->type->kind == C_STRUCT
                      ? "a struct that is no variable is outside of the subset"
                      : "this place is outside of the subset");
}

/* --- expressions --- */

static struct hb_datum
binary (struct hb_c_machine *m, const struct hb_c_exp *exp)
{
  struct hb_datum a = hb_machine_value (m, exp->a), b = hb_machine_value (m, exp->b);
  const struct hb_c_type *of_a = exp->a->type, *of_b = exp->b->type;
  bool compares = exp->op >= C_LESS && exp->op <= C_GREATER_EQUAL;
  if (!compares && (of_a->kind == C_POINTER) != (of_b->kind == C_POINTER))
    {
      bool first = of_a->kind == C_POINTER;
      struct hb_datum out = first ? hb_machine_moved (m, a, b, of_a, of_b, exp->op == C_SUBTRACT)
                                  : hb_machine_moved (m, b, a, of_b, of_a, false);
      hb_machine_stay (m, out, hb_cells_of (first ? of_a->to : of_b->to), exp->spot);
      return out;
    }
  if (!compares && exp->type->kind == C_FLOATING)
    return (struct hb_datum){ .kind = HB_DATUM_REAL };
  bool texts = a.at < OF_TEXT / 2 && b.at < OF_TEXT / 2;
  if (a.kind == HB_DATUM_POINTER && b.kind == HB_DATUM_POINTER && !texts
      && (exp->op == C_EQUAL || exp->op == C_UNEQUAL))
    {
      bool same = a.from == b.from && a.to == b.to && a.at == b.at;
      return hb_machine_number (exp->type, same == (exp->op == C_EQUAL));
    }
  /* Within one array there are an order and distances. */
  if (a.kind == HB_DATUM_POINTER && b.kind == HB_DATUM_POINTER && a.to_type && b.to_type
      && a.from == b.from && a.to == b.to && hb_c_may_be (a.to_type, of_a->to)
      && hb_cells_of (of_a->to))
    {
      static const struct hb_c_type wide = { .kind = C_INTEGER, .width = 64, .is_signed = true };
      int64_t distance = (a.at - b.at) / (int64_t)hb_cells_of (of_a->to);
      return hb_machine_number (
          exp->type, hb_machine_compute (m, exp->op, (uint64_t)distance, 0, &wide, exp->spot));
    }
  if (of_a->kind != C_INTEGER || of_b->kind != C_INTEGER)
    {
      static const struct hb_c_type bit = { .kind = C_INTEGER, .width = 1 };
      return hb_machine_number (exp->type, hb_machine_chosen (m, &bit).number);
    }
  uint64_t x = hb_machine_as_number (m, a, of_a), y = hb_machine_as_number (m, b, of_b);
  return hb_machine_number (exp->type, hb_machine_compute (m, exp->op, x, y, of_a, exp->spot));
}

static bool
truth (struct hb_c_machine *m, struct hb_datum datum, const struct hb_c_type *type)
{
  return datum.kind == HB_DATUM_POINTER ? datum.from != datum.to
                                        : hb_machine_as_number (m, datum, type) != 0;
}

bool
hb_machine_true (struct hb_c_machine *m, const struct hb_c_exp *exp)
{
  return truth (m, hb_machine_value (m, exp), exp->type);
}

static struct hb_datum
assign (struct hb_c_machine *m, const struct hb_c_exp *exp)
{
  bool step = exp->op != C_ASSIGN;
  struct hb_datum value = { .kind = HB_DATUM_NONE };
  if (exp->type->kind == C_STRUCT)
    {
      struct hb_machine_place from = place (m, exp->b), to = place (m, exp->a);
      for (size_t i = 0; i < hb_cells_of (exp->type); i++, to.at++, from.at++)
        hb_machine_put (m, to, hb_machine_get (m, from, exp->spot), exp->spot);
      return value;
    }
  if (!step)
    value = hb_machine_value (m, exp->b);
  struct hb_machine_place at = place (m, exp->a);
  if (!step && exp->compute == C_ASSIGN)
    {
      hb_machine_put (m, at, value, exp->spot);
      return value;
    }
  struct hb_datum old = hb_machine_get (m, at, exp->spot), out;
  static const struct hb_c_type integer = { .kind = C_INTEGER, .width = 32, .is_signed = true };
  const struct hb_c_type *common = exp->common;
  if (step)
    common = exp->type->kind == C_INTEGER && exp->type->width < 32 ? &integer : exp->type;
  if (exp->type->kind == C_POINTER)
    {
      out = hb_machine_moved (m, old, step ? hb_machine_number (&integer, exp->value) : value,
                              exp->type, step ? &integer : exp->b->type,
                              !step && exp->compute == C_SUBTRACT);
      hb_machine_stay (m, out, hb_cells_of (exp->type->to), exp->spot);
    }
  else
    {
      struct hb_datum a = hb_machine_converted (m, old, common);
      if (common->kind == C_FLOATING)
        out = hb_machine_converted (m, a, exp->type);
      else
        {
          uint64_t b = step ? hb_c_wrap (common, exp->value)
                            : hb_machine_as_number (m, value, exp->b->type);
          out = hb_machine_number (common, hb_machine_compute (m, step ? C_ADD : exp->compute,
                                                               a.number, b, common, exp->spot));
          out = hb_machine_number (exp->type, out.number);
        }
    }
  hb_machine_put (m, at, out, exp->spot);
  return exp->op == C_AFTER ? old : out;
}

static struct hb_datum
word (struct hb_c_machine *m, const struct hb_c_exp *exp, const struct hb_call *call,
      const struct hb_c_symbol *function, const struct hb_datum *arguments)
{
  const struct hb_interpreter *o = m->outside;
  struct hb_datum value = { .kind = HB_DATUM_NONE };
  struct hb_machine_place cell = { call->cell, (size_t)call->cell + 1, call->cell };
  struct hb_c_type narrow
      = { .kind = C_INTEGER, .width = call->width, .is_signed = call->is_signed };
  bool good;
  switch (call->meaning)
    {
    case HB_CALL_READ:
      return hb_machine_get (m, cell, exp->spot);
    case HB_CALL_WRITE:
      if (exp->count == 1)
        hb_machine_put (
            m, cell,
            hb_machine_converted (m, arguments[0], m->program->cells.data[call->cell].type),
            exp->spot);
      return value;
    case HB_CALL_ASSERT:
    case HB_CALL_ASSUME:
      good = exp->count != 1 || truth (m, arguments[0], exp->items[0]->type);
      if (!m->stopped
          && !(call->meaning == HB_CALL_ASSERT ? o->check (o->context, "assertion", good, exp->spot)
                                               : o->assume (o->context, good, exp->spot)))
        m->stopped = true;
      return value;
    case HB_CALL_FAIL:
    case HB_CALL_STOP:
      if (!m->stopped
          && !(call->meaning == HB_CALL_FAIL ? o->check (o->context, "assertion", false, exp->spot)
                                             : o->assume (o->context, false, exp->spot)))
        m->stopped = true;
      return value;
    case HB_CALL_CHOICE:
      return hb_machine_number (exp->type,
                                hb_machine_chosen (m, call->width ? &narrow : exp->type).number);
    default:
      if (exp->type->kind == C_INTEGER && function->implicit)
        return hb_machine_chosen (m, exp->type);
      value.kind = exp->type->kind == C_FLOATING ? HB_DATUM_REAL : HB_DATUM_NONE;
      return value;
    }
}

static struct hb_datum
call (struct hb_c_machine *m, const struct hb_c_exp *exp)
{
  const struct hb_c_symbol *function = hb_c_callee (exp);
  const struct hb_call *meaning = hb_periodic_call (m->program, exp);
  struct hb_datum value = { .kind = HB_DATUM_NONE };
  if (meaning->meaning == HB_CALL_LOCK || meaning->meaning == HB_CALL_UNLOCK)
    {
      if (!m->outside->lock (m->outside->context, hb_periodic_lock_of (m->program, exp),
                             meaning->meaning == HB_CALL_LOCK, exp->spot))
        m->stopped = true;
      return value;
    }
  struct hb_datum *arguments = hb_calloc (exp->count + 1, sizeof *arguments);
  for (size_t i = 0; i < exp->count && strcmp (function->name, "hb_critical"); i++)
    {
      arguments[i] = hb_machine_value (m, exp->items[i]);
      if (exp->items[i]->type->kind == C_STRUCT)
        hb_machine_stop (m, exp->items[i]->spot, HB_NO_STRUCT_ARGUMENTS);
    }
  if (m->stopped)
    ;
  else if (meaning->meaning == HB_CALL_BODY)
    {
      value = m->run (m, function, arguments, exp->count);
      if (value.kind == HB_DATUM_NONE && exp->type->kind == C_INTEGER)
        value = hb_machine_chosen (m, exp->type);
    }
  else
    value = word (m, exp, meaning, function, arguments);
  hb_free (arguments);
  return value;
}

struct hb_datum
hb_machine_value (struct hb_c_machine *m, const struct hb_c_exp *exp)
{
  struct hb_datum value = { .kind = HB_DATUM_NONE };
  struct hb_machine_place at;
  if (m->stopped)
    return value;
  int cpu = hb_periodic_cpu (exp);
  if (cpu)
    {
      if (!m->outside->lock (m->outside->context, m->program->cpu_lock, cpu > 0, exp->spot))
        m->stopped = true;
      return hb_machine_number (exp->type, cpu > 0);
    }
  switch (exp->op)
    {
    case C_NUMBER:
      return hb_machine_number (exp->type, exp->value);
    case C_REAL:
      return (struct hb_datum){ .kind = HB_DATUM_REAL };
    case C_TEXT:
      return (struct hb_datum){ .kind = HB_DATUM_POINTER, .to = 1, .at = OF_TEXT };
    case C_NAME:
      if (exp->symbol->role == C_CONSTANT)
        return hb_machine_number (exp->type, (uint64_t)exp->symbol->value);
      if (exp->symbol->role == C_FUNCTION_NAME || exp->type->kind == C_STRUCT)
        return value;
      return hb_machine_get (m, place (m, exp), exp->spot);
    case C_INDEX:
    case C_CONTENT:
    case C_FIELD:
      at = place (m, exp);
      if (at.at == OUTSIDE && exp->type->kind == C_POINTER)
        return (struct hb_datum){ .kind = HB_DATUM_POINTER };
      return hb_machine_get (m, at, exp->spot);
    case C_ADDRESS:
      if (exp->a->op == C_INDEX && exp->a->a->op == C_TEXT)
        return hb_machine_value (m, exp->a->a);
      if (exp->a->type->kind == C_FUNCTION)
        return value;
      return exp->a->op == C_INDEX     ? element (m, exp->a, true)
             : exp->a->op == C_CONTENT ? pointed (m, exp->a->a, exp->a->spot)
                                       : pointer_to (place (m, exp->a), exp->a->type);
    case C_NEGATE:
    case C_INVERT:
      value = hb_machine_value (m, exp->a);
      if (exp->type->kind == C_FLOATING)
        return (struct hb_datum){ .kind = HB_DATUM_REAL };
      value.number = hb_machine_as_number (m, value, exp->type);
      return hb_machine_number (exp->type, exp->op == C_NEGATE ? 0 - value.number : ~value.number);
    case C_NOT:
      return hb_machine_number (exp->type, !hb_machine_true (m, exp->a));
    case C_BOTH:
      return hb_machine_number (exp->type,
                                hb_machine_true (m, exp->a) && hb_machine_true (m, exp->b));
    case C_EITHER:
      return hb_machine_number (exp->type,
                                hb_machine_true (m, exp->a) || hb_machine_true (m, exp->b));
    case C_CHOICE:
      return hb_machine_true (m, exp->a) ? hb_machine_value (m, exp->b)
                                         : hb_machine_value (m, exp->c);
    case C_COMMA:
      hb_machine_value (m, exp->a);
      return hb_machine_value (m, exp->b);
    case C_ASSIGN:
    case C_BEFORE:
    case C_AFTER:
      return assign (m, exp);
    case C_CALL:
      return call (m, exp);
    case C_CAST:
      value = hb_machine_value (m, exp->a);
      if (exp->type->kind == C_POINTER && exp->a->type->kind == C_INTEGER)
        return (struct hb_datum){ .kind
                                  = hb_c_is_zero (exp->a) ? HB_DATUM_POINTER : HB_DATUM_NONE };
      return hb_machine_converted (m, value, exp->type);
    default:
      return binary (m, exp);
    }
}

void
hb_machine_set (struct hb_c_machine *m, const struct hb_c_type *type,
                const struct hb_c_exp *initial, size_t at)
{
  if (type->kind == C_STRUCT && initial && initial->op != C_LIST)
    {
      struct hb_machine_place from = place (m, initial);
      for (size_t i = 0; i < hb_cells_of (type); i++, from.at++)
        {
          struct hb_datum value = hb_machine_get (m, from, initial->spot);
          m->memory.data[at + i] = value;
        }
      return;
    }
  if (hb_c_has_parts (type))
    {
      size_t size = 0;
      for (size_t i = 0; i < hb_c_parts (type); i++, at += size)
        {
          const struct hb_c_type *own = hb_c_part (type, i);
          size = hb_cells_of (own);
          static const struct hb_c_type integer
              = { .kind = C_INTEGER, .width = 32, .is_signed = true };
          static const struct hb_c_exp zeros = { .op = C_LIST }, zero = { .type = &integer };
          const struct hb_c_exp *left_out = hb_c_has_parts (own) ? &zeros : &zero;
          bool listed = initial && initial->op == C_LIST;
          hb_machine_set (m, own,
                          !listed              ? NULL
                          : i < initial->count ? initial->items[i]
                                               : left_out,
                          at);
        }
      return;
    }
  struct hb_datum value = { .kind = HB_DATUM_NONE };
  if (initial)
    value = hb_machine_value (m, initial);
  else if (type->kind == C_INTEGER)
    value = hb_machine_chosen (m, type);
  if (type->kind == C_FLOATING)
    value = (struct hb_datum){ .kind = HB_DATUM_REAL };
  else if (type->kind == C_POINTER && initial && hb_c_is_zero (initial))
    value = (struct hb_datum){ .kind = HB_DATUM_POINTER };
  m->memory.data[at] = value;
}

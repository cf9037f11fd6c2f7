/* Expressions, on all paths at once; see walk.h.  Operands and arguments go from left to right; of an assignment first the
 * value, then the place, then what the place held. */
#include "proof/periodic/walk.h"

#define G w->gates

static const struct hb_c_type whole = { .kind = C_INTEGER, .width = 32, .is_signed = true };

static struct hb_met
bit (struct hb_walk *w, hb_wire wire, const struct hb_c_type *type)
{
  return hb_met_word (hb_wires_resize (G, hb_wires_of (G, &wire, 1), type->width, false));
}

static hb_wire
is_true (struct hb_walk *w, struct hb_met value, const struct hb_c_type *type)
{
  if (value.kind == HB_MET_POINTER)
    return hb_walk_not_null (w, value);
  return hb_wires_any (G, hb_walk_word (w, value, type));
}

hb_wire
hb_walk_true (struct hb_walk *w, const struct hb_c_exp *exp)
{
  return is_true (w, hb_walk_exp (w, exp), exp->type);
}

/* --- arithmetic --- */

struct hb_wires
hb_walk_late_gates (struct hb_gates *gates, const struct hb_walk_late *late)
{
  if (late->op == C_MULTIPLY)
    return hb_wires_multiply (gates, late->a, late->b);
  struct hb_wires rest,
      quotient = hb_wires_divide (gates, late->a, late->b, late->is_signed, &rest);
  return late->op == C_DIVIDE ? quotient : rest;
}

/* a OP b for products, quotients and rests: at once if that is little, else later. */
static struct hb_wires
perhaps_late (struct hb_walk *w, enum hb_c_operation op, struct hb_wires a, struct hb_wires b,
              bool is_signed)
{
  struct hb_walk_late late = { op, is_signed, a, b, a };
  uint64_t x, y;
  bool first = hb_wires_constant (a, &x), second = hb_wires_constant (b, &y);
  if (op == C_MULTIPLY ? first || second : first && second)
    return hb_walk_late_gates (G, &late);
  late.out = hb_wires_free (G, a.width);
  vec_push (w->late, late);
  return late.out;
}

static struct hb_wires
divided (struct hb_walk *w, enum hb_c_operation op, struct hb_wires a, struct hb_wires b,
         bool is_signed)
{
  hb_wire zero = hb_wires_any (G, b) ^ 1;
  struct hb_wires out = perhaps_late (w, op, a, b, is_signed);
  if (zero == HB_WIRE_NO)
    return out;
  if (w->claim->div0 && w->now.live)
    vec_push (w->fails, hb_wire_and (G, w->now.path, zero));
  return hb_wires_choice (G, zero, hb_wires_free (G, out.width), out);
}

static struct hb_wires
computed (struct hb_walk *w, enum hb_c_operation op, struct hb_wires a, struct hb_wires b,
          bool is_signed)
{
  hb_wire one;
  switch (op)
    {
    case C_ADD:
      return hb_wires_add (G, a, b);
    case C_SUBTRACT:
      return hb_wires_add (G, a, hb_wires_negate (G, b));
    case C_MULTIPLY:
      return perhaps_late (w, op, a, b, is_signed);
    case C_DIVIDE:
    case C_REST:
      return divided (w, op, a, b, is_signed);
    case C_LEFT:
    case C_RIGHT:
      return hb_wires_shift (G, a, b, op == C_RIGHT, is_signed);
    case C_AND:
      return hb_wires_bitwise (G, hb_wire_and, a, b);
    case C_OR:
      return hb_wires_bitwise (G, hb_wire_or, a, b);
    case C_XOR:
      return hb_wires_bitwise (G, hb_wire_xor, a, b);
    case C_LESS:
      one = hb_wires_less (G, a, b, is_signed);
      break;
    case C_GREATER:
      one = hb_wires_less (G, b, a, is_signed);
      break;
    case C_LESS_EQUAL:
      one = hb_wires_less (G, b, a, is_signed) ^ 1;
      break;
    case C_GREATER_EQUAL:
      one = hb_wires_less (G, a, b, is_signed) ^ 1;
      break;
    case C_EQUAL:
    case C_UNEQUAL:
      one = hb_wires_equal (G, a, b) ^ (op == C_UNEQUAL);
      break;
    default:
      return hb_wires_free (G, a.width);
    }
  return hb_wires_of (G, &one, 1);
}

/* POINTER, of type OF, moved by INDEX elements. */
static struct hb_met
moved (struct hb_walk *w, struct hb_met pointer, const struct hb_c_type *of, struct hb_met index,
       const struct hb_c_type *type, bool back, struct hb_c_spot spot)
{
  struct hb_wires by = hb_wires_resize (G, hb_walk_word (w, index, type), 64, type->is_signed);
  bool fits = pointer.kind == HB_MET_POINTER;
  for (size_t i = 0; fits && i < pointer.aims->size; i++)
    fits = !pointer.aims->data[i].object || hb_c_may_be (pointer.aims->data[i].object, of->to);
  if (!fits)
    return (struct hb_met){ .kind = HB_MET_NOTHING };
  hb_wire lost;
  hb_aims to = hb_walk_shifted (w, pointer.aims, back ? hb_wires_negate (G, by) : by,
                                hb_claimed_size (of->to), &lost);
  hb_walk_confine (w, &to, hb_claimed_size (of->to), lost, spot);
  return hb_walk_pointer (w, &to);
}

static struct hb_met
operation (struct hb_walk *w, const struct hb_c_exp *exp)
{
  struct hb_met a = hb_walk_exp (w, exp->a), b = hb_walk_exp (w, exp->b);
  const struct hb_c_type *of_a = exp->a->type, *of_b = exp->b->type;
  bool compares = exp->op >= C_LESS && exp->op <= C_GREATER_EQUAL;
  if (exp->type->kind == C_POINTER && of_a->kind == C_POINTER)
    return moved (w, a, of_a, b, of_b, exp->op == C_SUBTRACT, exp->spot);
  if (exp->type->kind == C_POINTER)
    return moved (w, b, of_b, a, of_a, false, exp->spot);
  struct hb_wires relation;
  if (a.kind == HB_MET_POINTER && b.kind == HB_MET_POINTER && of_a->kind == C_POINTER
      && hb_walk_relate (w, exp->op, a, b, of_a->to, &relation))
    return hb_met_word (hb_wires_resize (G, relation, exp->type->width, false));
  if (of_a->kind != C_INTEGER || of_b->kind != C_INTEGER)
    return hb_walk_any (w, exp->type);
  struct hb_wires x = hb_walk_word (w, a, of_a), y = hb_walk_word (w, b, of_b);
  struct hb_wires out = computed (w, exp->op, x, y, of_a->is_signed);
  return hb_met_word (compares ? hb_wires_resize (G, out, exp->type->width, false) : out);
}

/* --- branches --- */

/* EXP where CONDITION holds; what it does elsewhere is undone. */
static struct hb_met
where (struct hb_walk *w, hb_wire condition, const struct hb_c_exp *exp)
{
  struct hb_walk_state other = hb_walk_copy (w, &w->now);
  hb_wire path = w->now.path;
  hb_walk_only (w, condition);
  struct hb_met value = hb_walk_exp (w, exp);
  hb_walk_join (w, &other, condition ^ 1);
  w->now.path = path;
  return value;
}

static struct hb_met
branches (struct hb_walk *w, const struct hb_c_exp *exp)
{
  hb_wire a = hb_walk_true (w, exp->a);
  if (exp->op == C_CHOICE)
    {
      if (hb_wire_and (G, w->now.path, a) == HB_WIRE_NO)
        return hb_walk_exp (w, exp->c);
      if (hb_wire_and (G, w->now.path, a ^ 1) == HB_WIRE_NO)
        return hb_walk_exp (w, exp->b);
      struct hb_met b = where (w, a, exp->b), c = where (w, a ^ 1, exp->c);
      return hb_walk_either (w, a, b, c);
    }
  bool both = exp->op == C_BOTH;
  hb_wire b = is_true (w, where (w, both ? a : a ^ 1, exp->b), exp->b->type);
  return bit (w, both ? hb_wire_and (G, a, b) : hb_wire_or (G, a, b), exp->type);
}

/* --- assignments --- */

/* The structure EXP->b into EXP->a, cell by cell. */
static void
copy_structure (struct hb_walk *w, const struct hb_c_exp *exp)
{
  hb_aims from = hb_walk_place (w, exp->b), to = hb_walk_place (w, exp->a);
  for (size_t i = 0; i < hb_claimed_size (exp->type) && w->now.live; i++)
    {
      const struct hb_c_type *own = hb_claimed_part (exp->type, i);
      hb_walk_store (w, &to, i, hb_walk_load (w, &from, i, own, exp->spot), exp->spot);
    }
  vec_free (from);
  vec_free (to);
}

/* a OP= b, ++a, a--: OLD is what A held. */
static struct hb_met
renewed (struct hb_walk *w, const struct hb_c_exp *exp, struct hb_met old, struct hb_met by)
{
  const struct hb_c_type *type = exp->type, *common = exp->common;
  bool step = exp->op != C_ASSIGN;
  if (type->kind == C_POINTER)
    return moved (w, old, type, step ? hb_met_word (hb_wires_number (G, 32, exp->value)) : by,
                  step ? &whole : exp->b->type, !step && exp->compute == C_SUBTRACT, exp->spot);
  if (step)
    common = type->kind == C_INTEGER && type->width < 32 ? &whole : type;
  if (common->kind != C_INTEGER || type->kind != C_INTEGER)
    return hb_walk_any (w, type);
  struct hb_wires a = hb_walk_word (w, hb_walk_cast (w, old, type, common), common);
  struct hb_wires b
      = step ? hb_wires_number (G, common->width, exp->value) : hb_walk_word (w, by, exp->b->type);
  struct hb_wires out = computed (w, step ? C_ADD : exp->compute, a, b, common->is_signed);
  return hb_walk_cast (w, hb_met_word (out), common, type);
}

static struct hb_met
assignment (struct hb_walk *w, const struct hb_c_exp *exp)
{
  struct hb_met value = { .kind = HB_MET_NOTHING };
  if (exp->type->kind == C_STRUCT)
    {
      copy_structure (w, exp);
      return value;
    }
  if (exp->op == C_ASSIGN)
    value = hb_walk_exp (w, exp->b);
  hb_aims place = hb_walk_place (w, exp->a);
  bool plain = exp->op == C_ASSIGN && exp->compute == C_ASSIGN;
  struct hb_met old = { .kind = HB_MET_NOTHING };
  if (!plain)
    {
      old = hb_walk_load (w, &place, 0, exp->type, exp->spot);
      value = renewed (w, exp, old, value);
    }
  else if (exp->type->kind == C_INTEGER && value.kind != HB_MET_WORD)
    value = hb_walk_any (w, exp->type);
  hb_walk_store (w, &place, 0, value, exp->spot);
  vec_free (place);
  return exp->op == C_AFTER ? old : value;
}

/* --- values --- */

/* What is at the place EXP. */
static struct hb_met
at_place (struct hb_walk *w, const struct hb_c_exp *exp)
{
  hb_aims place = hb_walk_place (w, exp);
  struct hb_met value = hb_walk_load (w, &place, 0, exp->type, exp->spot);
  vec_free (place);
  return value;
}

static struct hb_met
named (struct hb_walk *w, const struct hb_c_exp *exp)
{
  const struct hb_c_symbol *symbol = exp->symbol;
  if (symbol->role == C_CONSTANT)
    return hb_met_word (hb_wires_number (G, exp->type->width, (uint64_t)symbol->value));
  if (symbol->role == C_FUNCTION_NAME || exp->type->kind == C_STRUCT)
    return (struct hb_met){ .kind = HB_MET_NOTHING };
  return at_place (w, exp);
}

static struct hb_met
address (struct hb_walk *w, const struct hb_c_exp *exp)
{
  if (exp->a->op == C_INDEX && exp->a->a->op == C_TEXT)
    return hb_walk_exp (w, exp->a->a);
  if (exp->a->type->kind == C_FUNCTION)
    return (struct hb_met){ .kind = HB_MET_NOTHING };
  hb_aims place = hb_walk_address (w, exp->a);
  return hb_walk_pointer (w, &place);
}

static struct hb_met
negated (struct hb_walk *w, const struct hb_c_exp *exp)
{
  struct hb_met value = hb_walk_exp (w, exp->a);
  if (exp->type->kind != C_INTEGER)
    return (struct hb_met){ .kind = HB_MET_NOTHING };
  struct hb_wires word = hb_walk_word (w, value, exp->type);
  return hb_met_word (exp->op == C_NEGATE ? hb_wires_negate (G, word) : hb_wires_not (G, word));
}

struct hb_met
hb_walk_exp (struct hb_walk *w, const struct hb_c_exp *exp)
{
  if (!w->now.live || w->failed)
    return hb_walk_any (w, exp->type);
  int cpu = hb_claimed_cpu (exp);
  if (cpu)
    {
      hb_walk_lock (w, w->program->locks.size - 1, cpu > 0, exp->spot);
      return hb_met_word (hb_wires_number (G, exp->type->width, cpu > 0));
    }
  switch (exp->op)
    {
    case C_NUMBER:
      return hb_met_word (hb_wires_number (G, exp->type->width, exp->value));
    case C_REAL:
      return (struct hb_met){ .kind = HB_MET_NOTHING };
    case C_TEXT:
      return hb_met_text ();
    case C_NAME:
      return named (w, exp);
    case C_INDEX:
    case C_CONTENT:
    case C_FIELD:
      return at_place (w, exp);
    case C_ADDRESS:
      return address (w, exp);
    case C_NEGATE:
    case C_INVERT:
      return negated (w, exp);
    case C_NOT:
      return bit (w, hb_walk_true (w, exp->a) ^ 1, exp->type);
    case C_BOTH:
    case C_EITHER:
    case C_CHOICE:
      return branches (w, exp);
    case C_COMMA:
      hb_walk_exp (w, exp->a);
      return hb_walk_exp (w, exp->b);
    case C_ASSIGN:
    case C_BEFORE:
    case C_AFTER:
      return assignment (w, exp);
    case C_CALL:
      return w->call (w, exp);
    case C_CAST:
      return hb_walk_cast (w, hb_walk_exp (w, exp->a), exp->a->type, exp->type);
    default:
      return operation (w, exp);
    }
}

void
hb_walk_initial (struct hb_walk *w, const struct hb_c_type *type, const struct hb_c_exp *initial,
                 size_t first)
{
  bool list = initial && initial->op == C_LIST;
  if (type->kind == C_STRUCT && initial && !list)
    {
      hb_aims from = hb_walk_place (w, initial);
      for (size_t i = 0; i < hb_claimed_size (type); i++)
        w->now.cells.data[first + i]
            = hb_walk_load (w, &from, i, hb_claimed_part (type, i), initial->spot);
      vec_free (from);
      return;
    }
  if (hb_c_has_parts (type))
    {
      for (size_t i = 0; i < hb_c_parts (type); i++)
        {
          const struct hb_c_type *own = hb_c_part (type, i);
          size_t offset
              = type->kind == C_ARRAY ? i * hb_claimed_size (own) : hb_claimed_offset (type, i);
          const struct hb_c_exp zero = { .op = hb_c_has_parts (own) ? C_LIST : C_NUMBER,
                                         .type = own->kind == C_INTEGER ? own : &whole };
          const struct hb_c_exp *value = !list                ? NULL
                                         : i < initial->count ? initial->items[i]
                                                              : &zero;
          hb_walk_initial (w, own, value, first + offset);
        }
      return;
    }
  struct hb_met value = initial ? hb_walk_exp (w, initial) : hb_walk_any (w, type);
  if (type->kind != C_INTEGER && initial && hb_c_is_zero (initial))
    value = type->kind == C_POINTER ? hb_met_null () : (struct hb_met){ .kind = HB_MET_NOTHING };
  w->now.cells.data[first] = value;
}

/* Expressions, symbolically; see unfold.h. */
#include "periodic/unfold_private.h"

#define BITS u->out->bits

hb_lit
hb_unfold_condition (struct hb_unfolder *u, const struct hb_c_exp *exp)
{
  return hb_unfold_truth (u, hb_unfold_exp (u, exp), exp->type, exp->spot);
}

static struct hb_value
bit_value (struct hb_unfolder *u, hb_lit bit, const struct hb_c_type *type)
{
  return hb_value_of_word (
      hb_word_resize (BITS, hb_word_of (BITS, &bit, 1), hb_width_of (type), false));
}

static hb_word
kept (struct hb_unfolder *u, struct hb_term term)
{
  if (u->options.terms)
    vec_push (u->out->terms, term);
  return term.out;
}

/* a OP b, for * / and %: made later if it is large. */
static hb_word
large (struct hb_unfolder *u, enum hb_c_operation op, hb_word a, hb_word b, bool is_signed)
{
  struct hb_deferred deferred = { op, is_signed, a, b, a };
  struct hb_term term = { op, is_signed, a, b, a, hb_bits_nodes (BITS) };
  uint64_t number;
  bool small = op == C_MULTIPLY ? hb_word_is_choice (a) || hb_word_is_choice (b)
                                : hb_word_constant (a, &number) && hb_word_constant (b, &number);
  if (small)
    {
      term.out = hb_deferred_circuit (BITS, &deferred);
      return kept (u, term);
    }
  term.out = deferred.out = hb_word_input (BITS, a.width);
  vec_push (u->out->deferred, deferred);
  return kept (u, term);
}

static hb_word
quotient (struct hb_unfolder *u, enum hb_c_operation op, hb_word a, hb_word b,
          const struct hb_c_type *type, struct hb_c_spot spot)
{
  hb_lit zero = hb_not (hb_word_any (BITS, b)), here = hb_and (BITS, u->now.path, zero);
  hb_word out = large (u, op, a, b, type->is_signed);
  if (u->options.div0 && u->now.live)
    hb_unfold_check (u, here, spot, "division by zero");
  if (here == HB_FALSE || !u->now.live)
    return out;
  return hb_word_ite (BITS, zero, hb_unfold_choice (u, type, here, spot, NULL).word, out);
}

static hb_word
operate (struct hb_unfolder *u, enum hb_c_operation op, hb_word a, hb_word b,
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

/* a OP b on words of TYPE; comparisons give a bit. */
static hb_word
compute (struct hb_unfolder *u, enum hb_c_operation op, hb_word a, hb_word b,
         const struct hb_c_type *type, struct hb_c_spot spot)
{
  struct hb_term term = { op, type->is_signed, a, b, a, hb_bits_nodes (BITS) };
  term.out = operate (u, op, a, b, type, spot);
  bool told = op == C_MULTIPLY || op == C_DIVIDE || op == C_REST;
  return told ? term.out : kept (u, term);
}

/* A pointer, of TYPE, moved by INDEX elements, or BACK. */
static struct hb_value
moved (struct hb_unfolder *u, struct hb_value pointer, const struct hb_c_type *type,
       struct hb_value index, const struct hb_c_type *index_type, bool back, struct hb_c_spot spot)
{
  hb_word word = hb_word_resize (BITS, hb_unfold_word (u, index, index_type, spot), 64,
                                 index_type->is_signed);
  struct hb_value out = { .kind = HB_NO_VALUE };
  hb_targets from = VEC_EMPTY;
  bool fits = pointer.kind == HB_POINTER;
  for (size_t i = 0; fits && i < pointer.pointer->count; i++)
    {
      struct hb_target target = pointer.pointer->targets[i];
      fits = !target.to || hb_c_may_be (target.to, type->to);
      hb_targets_add (&from, target);
    }
  if (fits)
    {
      size_t cells = hb_cells_of (type->to);
      hb_lit far;
      hb_targets to
          = hb_targets_moved (u, &from, back ? hb_word_negate (BITS, word) : word, cells, &far);
      to = hb_unfold_stay (u, &to, cells, far, spot);
      out = hb_pointer_to (u, &to);
      vec_free (to);
    }
  vec_free (from);
  return out;
}

static struct hb_value
binary (struct hb_unfolder *u, const struct hb_c_exp *exp)
{
  struct hb_value a = hb_unfold_exp (u, exp->a), b = hb_unfold_exp (u, exp->b);
  const struct hb_c_type *of_a = exp->a->type, *of_b = exp->b->type;
  bool compares = exp->op >= C_LESS && exp->op <= C_GREATER_EQUAL;
  hb_word out;
  if (of_a->kind == C_POINTER && of_b->kind != C_POINTER && !compares)
    return moved (u, a, of_a, b, of_b, exp->op == C_SUBTRACT, exp->spot);
  if (of_b->kind == C_POINTER && of_a->kind != C_POINTER && !compares)
    return moved (u, b, of_b, a, of_a, false, exp->spot);
  if (!compares && exp->type->kind == C_FLOATING)
    return (struct hb_value){ .kind = HB_REAL };
  if (a.kind == HB_POINTER && b.kind == HB_POINTER && of_a->kind == C_POINTER
      && hb_pointers_compute (u, exp->op, a, b, of_a, &out))
    return hb_value_of_word (hb_word_resize (BITS, out, hb_width_of (exp->type), false));
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
  hb_word x = hb_unfold_word (u, a, of_a, exp->a->spot),
          y = hb_unfold_word (u, b, of_b, exp->b->spot);
  out = compute (u, exp->op, x, y, of_a, exp->spot);
  return hb_value_of_word (compares ? hb_word_resize (BITS, out, hb_width_of (exp->type), false)
                                    : out);
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
      hb_lit b = hb_unfold_truth (u, value, exp->b->type, exp->b->spot);
      return bit_value (u, both ? hb_and (BITS, a, b) : hb_or (BITS, a, b), exp->type);
    }
  if (hb_and (BITS, u->now.path, a) == HB_FALSE)
    return hb_unfold_exp (u, exp->c);
  if (hb_and (BITS, u->now.path, hb_not (a)) == HB_FALSE)
    return hb_unfold_exp (u, exp->b);
  struct hb_value b = under (u, a, exp->b), c = under (u, hb_not (a), exp->c);
  return hb_value_join (u, a, b, c);
}

/* Cell by cell; the right side's place comes first, as values do. */
static void
assign_struct (struct hb_unfolder *u, const struct hb_c_exp *exp)
{
  hb_targets from = hb_unfold_place (u, exp->b), to = hb_unfold_place (u, exp->a);
  for (size_t i = 0; to.size && from.size && i < hb_cells_of (exp->type); i++)
    {
      struct hb_value value = hb_unfold_load (u, &from, i, hb_cell_type (exp->type, i), exp->spot);
      hb_unfold_store (u, &to, i, value, exp->spot);
    }
  vec_free (from);
  vec_free (to);
}

static struct hb_value
assign (struct hb_unfolder *u, const struct hb_c_exp *exp)
{
  bool step = exp->op != C_ASSIGN;
  if (exp->type->kind == C_STRUCT)
    {
      assign_struct (u, exp);
      return (struct hb_value){ .kind = HB_NO_VALUE };
    }
  struct hb_value value
      = step ? (struct hb_value){ .kind = HB_NO_VALUE } : hb_unfold_exp (u, exp->b);
  hb_targets place = hb_unfold_place (u, exp->a);
  if (!step && exp->compute == C_ASSIGN)
    {
      hb_unfold_store (u, &place, 0, value, exp->spot);
      vec_free (place);
      return value;
    }
  struct hb_value old = hb_unfold_load (u, &place, 0, exp->type, exp->spot);
  static const struct hb_c_type integer = { .kind = C_INTEGER, .width = 32, .is_signed = true };
  if (exp->type->kind == C_POINTER)
    {
      struct hb_value by = step ? hb_value_of_word (hb_word_number (BITS, 32, exp->value)) : value;
      value = moved (u, old, exp->type, by, step ? &integer : exp->b->type,
                     !step && exp->compute == C_SUBTRACT, exp->spot);
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
                           : hb_unfold_word (u, value, exp->b->type, exp->spot);
          value = hb_value_of_word (
              compute (u, step ? C_ADD : exp->compute, a.word, b, common, exp->spot));
          value = hb_unfold_convert (u, value, common, exp->type, exp->spot);
        }
    }
  hb_unfold_store (u, &place, 0, value, exp->spot);
  vec_free (place);
  return exp->op == C_AFTER ? old : value;
}

struct hb_value
hb_unfold_exp (struct hb_unfolder *u, const struct hb_c_exp *exp)
{
  struct hb_value value = { .kind = HB_NO_VALUE };
  hb_targets place;
  if (hb_unfold_failed (u))
    return hb_value_of_word (hb_word_number (BITS, hb_width_of (exp->type), 0));
  int cpu = hb_periodic_cpu (exp);
  if (cpu)
    {
      hb_unfold_lock (u, u->program->cpu_lock, cpu > 0, exp->spot);
      return hb_value_of_word (hb_word_number (BITS, hb_width_of (exp->type), cpu > 0));
    }
  switch (exp->op)
    {
    case C_NUMBER:
      return hb_value_of_word (hb_word_number (BITS, hb_width_of (exp->type), exp->value));
    case C_REAL:
      return (struct hb_value){ .kind = HB_REAL };
    case C_TEXT:
      return hb_pointer_text ();
    case C_NAME:
      if (exp->symbol->role == C_CONSTANT)
        return hb_value_of_word (
            hb_word_number (BITS, hb_width_of (exp->type), (uint64_t)exp->symbol->value));
      if (exp->symbol->role == C_FUNCTION_NAME || exp->type->kind == C_STRUCT)
        return value;
      /* fall through */
    case C_INDEX:
    case C_CONTENT:
    case C_FIELD:
      place = hb_unfold_place (u, exp);
      value = hb_unfold_load (u, &place, 0, exp->type, exp->spot);
      vec_free (place);
      return value;
    case C_ADDRESS:
      if (exp->a->op == C_INDEX && exp->a->a->op == C_TEXT)
        return hb_unfold_exp (u, exp->a->a);
      if (exp->a->type->kind == C_FUNCTION)
        return value;
      place = hb_unfold_address (u, exp->a);
      value = hb_pointer_to (u, &place);
      vec_free (place);
      return value;
    case C_NEGATE:
    case C_INVERT:
      value = hb_unfold_exp (u, exp->a);
      if (exp->type->kind == C_FLOATING)
        return (struct hb_value){ .kind = HB_REAL };
      value.word = hb_unfold_word (u, value, exp->type, exp->spot);
      return hb_value_of_word (exp->op == C_NEGATE ? hb_word_negate (BITS, value.word)
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
      return hb_unfold_call (u, exp);
    case C_CAST:
      value = hb_unfold_exp (u, exp->a);
      if (exp->type->kind == C_POINTER && exp->a->type->kind == C_INTEGER)
        return hb_c_is_zero (exp->a) ? hb_pointer_null ()
                                     : (struct hb_value){ .kind = HB_NO_VALUE };
      return hb_unfold_convert (u, value, exp->a->type, exp->type, exp->spot);
    default:
      return binary (u, exp);
    }
}

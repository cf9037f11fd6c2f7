/* Expressions; see lower.h.
 *
 * All shared reads of an expression come first, in one step.  What cannot be had so is computed ahead, into
 * locals: calls that are inlined, and &&, || and ?: whose second part has effects (or, if each access is a step,
 * reads shared variables: then what stands to their left is read before). */
#include "diff/lower.h"

static const struct diff_type truth = { 32, true };

/* Has EXP effects, or nodes of its own? */
static bool
needs_branch (const struct diff_lowering *l, const struct hb_c_exp *exp)
{
  if (!exp)
    return false;
  if (exp->op == C_ASSIGN || exp->op == C_BEFORE || exp->op == C_AFTER)
    return true;
  if (exp->op == C_CALL && (diff_is_inlined (exp) || diff_is_act (exp)))
    return true;
  if (l->options->by_access && exp->op == C_NAME && exp->symbol->global
      && exp->symbol->role == C_VARIABLE && !diff_is_nondet (exp->symbol))
    return true;
  for (size_t i = 0; i < exp->count; i++)
    if (needs_branch (l, exp->items[i]))
      return true;
  return needs_branch (l, exp->a) || needs_branch (l, exp->b) || needs_branch (l, exp->c);
}

static void
remember (struct diff_lowering *l, const struct hb_c_exp *exp, const struct diff_exp *value)
{
  struct diff_hoisted hoisted = { exp, value };
  vec_push (l->hoisted, hoisted);
}

/* The value of EXP if it was computed ahead, or NULL. */
static const struct diff_exp *
known (const struct diff_lowering *l, const struct hb_c_exp *exp)
{
  for (size_t i = l->hoisted.size; i-- > 0;)
    if (l->hoisted.data[i].exp == exp)
      return l->hoisted.data[i].value;
  return NULL;
}

static void hoist (struct diff_lowering *l, const struct hb_c_exp *exp);

/* local = EXP, where EXP is reached; no local for what has no value. */
static void
into (struct diff_lowering *l, hb_id local, struct diff_type type, const struct hb_c_exp *exp,
      bool is_truth)
{
  hoist (l, exp);
  const struct diff_exp *value = diff_value (l, exp);
  if (l->failed || local == HB_NONE)
    return;
  if (is_truth)
    value = diff_binary (l->program, C_UNEQUAL, truth, value,
                         diff_number (l->program, value->type, 0));
  diff_let (l, local, diff_cast (l, type, value));
}

/* a && b, a || b, a ? b : c with a branch. */
static void
hoist_branch (struct diff_lowering *l, const struct hb_c_exp *exp)
{
  struct hb_c_spot spot = exp->spot;
  struct diff_ends yes = { .depth = 0 }, no = { .depth = 0 }, after = { .depth = 0 };
  struct diff_type type = truth;
  bool nothing = exp->type->kind == C_VOID;
  if (exp->op == C_CHOICE && !nothing)
    type = diff_type_of (l, exp->type, exp->spot);
  hb_id local = nothing ? HB_NONE : diff_new_local (l, NULL, type);
  hoist (l, exp->a);
  const struct diff_exp *a = diff_value (l, exp->a);
  if (l->failed)
    return;
  diff_branch (l, a, &yes, &no);
  diff_go_on_from (l, &yes);
  if (exp->op == C_EITHER)
    diff_let (l, local, diff_number (l->program, truth, 1));
  else
    into (l, local, type, exp->b, exp->op == C_BOTH);
  diff_leave_to (l, &after, spot);
  diff_go_on_from (l, &no);
  if (exp->op == C_BOTH)
    diff_let (l, local, diff_number (l->program, truth, 0));
  else
    into (l, local, type, exp->op == C_CHOICE ? exp->c : exp->b, exp->op == C_EITHER);
  diff_leave_to (l, &after, spot);
  diff_go_on_from (l, &after);
  remember (l, exp,
            nothing ? diff_number (l->program, truth, 0)
                    : diff_local_exp (l->program, l->thread, local));
}

static bool
is_branch (const struct diff_lowering *l, const struct hb_c_exp *exp)
{
  return (exp->op == C_BOTH || exp->op == C_EITHER || exp->op == C_CHOICE)
         && (needs_branch (l, exp->b) || needs_branch (l, exp->c));
}

/* What of an expression is computed ahead: a branch, a call. */
enum
{
  BRANCH = 1,
  CALL = 2
};

static unsigned
ahead (const struct diff_lowering *l, const struct hb_c_exp *exp)
{
  if (!exp || diff_is_left_out (l, exp))
    return 0;
  unsigned found
      = (is_branch (l, exp) ? BRANCH : 0) | (exp->op == C_CALL && diff_is_inlined (exp) ? CALL : 0);
  for (size_t i = 0; i < exp->count; i++)
    found |= ahead (l, exp->items[i]);
  return found | ahead (l, exp->a) | ahead (l, exp->b) | ahead (l, exp->c);
}

/* The indices of a place, and the value of any other expression that reads what threads share. */
static void
read_now (struct diff_lowering *l, const struct hb_c_exp *exp, bool is_place)
{
  if (l->failed || known (l, exp) || !needs_branch (l, exp))
    return;
  if (!is_place)
    {
      const struct diff_exp *value = diff_value (l, exp);
      if (!l->failed)
        remember (l, exp, value);
      return;
    }
  if (exp->a)
    read_now (l, exp->a, true);
  if (exp->op == C_INDEX)
    read_now (l, exp->b, false);
}

/* The parts of EXP.  If each access is a step they go from left to right: before what needs nodes of its own, what stands
 * to its left is read. */
static void
hoist_parts (struct diff_lowering *l, const struct hb_c_exp *exp)
{
  bool place = exp->op == C_ASSIGN || exp->op == C_INDEX;
  hoist (l, exp->a);
  if (exp->a && exp->b && l->options->by_access && ahead (l, exp->b))
    {
      read_now (l, exp->a, place);
      if (exp->op == C_ASSIGN && exp->compute != C_ASSIGN)
        read_now (l, exp->a, false);
    }
  hoist (l, exp->b);
  hoist (l, exp->c);
  for (size_t i = 0; i < exp->count; i++)
    {
      bool later = false;
      hoist (l, exp->items[i]);
      for (size_t k = i + 1; k < exp->count && l->options->by_access; k++)
        later = later || ahead (l, exp->items[k]);
      if (later)
        read_now (l, exp->items[i], false);
    }
}

/* Computes ahead what needs nodes of its own, inner parts first. */
static void
hoist (struct diff_lowering *l, const struct hb_c_exp *exp)
{
  if (!exp || l->failed || diff_is_left_out (l, exp))
    return;
  if (is_branch (l, exp))
    {
      hoist_branch (l, exp);
      return;
    }
  if (exp->op == C_COMMA && ahead (l, exp->b))
    {
      /* What is left of a comma comes first. */
      hoist (l, exp->a);
      diff_value (l, exp->a);
      hoist (l, exp->b);
      remember (l, exp, diff_value (l, exp->b));
      return;
    }
  if (diff_is_wait (exp) && diff_begin_step (l, exp->items[0], true))
    {
      hoist (l, exp->items[0]);
      remember (l, exp, diff_value (l, exp));
      diff_end_section (l);
      return;
    }
  if (exp->op == C_CALL && diff_is_inlined (exp))
    {
      const struct diff_exp *value = diff_call (l, exp);
      remember (l, exp, value ? value : diff_number (l->program, truth, 0));
      return;
    }
  hoist_parts (l, exp);
}

static const struct diff_exp *
name (struct diff_lowering *l, const struct hb_c_exp *exp)
{
  struct diff_type type = diff_type_of (l, exp->type, exp->spot);
  if (exp->symbol->role == C_CONSTANT)
    return diff_number (l->program, type, (uint64_t)exp->symbol->value);
  if (exp->symbol->role == C_FUNCTION_NAME)
    return diff_number (l->program, type, exp->symbol->number + 1);
  if (diff_is_nondet (exp->symbol))
    return diff_chosen (l, type, exp->spot);
  struct diff_place place = diff_place_of (l, exp);
  return diff_read_place (l, &place, exp->spot);
}

/* A OP B in type COMMON, into the type of the place. */
static const struct diff_exp *
computed (struct diff_lowering *l, const struct hb_c_exp *exp, const struct diff_exp *old,
          const struct diff_exp *b)
{
  struct diff_type type = diff_type_of (l, exp->common, exp->spot);
  return diff_binary (l->program, exp->compute, type, diff_cast (l, type, old), b);
}

static const struct diff_exp *
assign (struct diff_lowering *l, const struct hb_c_exp *exp)
{
  if (exp->type->kind == C_STRUCT)
    {
      diff_fail (l, exp->spot, "structs are assigned field by field in the subset");
      return NULL;
    }
  struct diff_place place = diff_place_of (l, exp->a);
  const struct diff_exp *old = NULL, *value;
  if (exp->compute != C_ASSIGN)
    old = known (l, exp->a);
  if (exp->compute != C_ASSIGN && !old)
    old = diff_read_place (l, &place, exp->spot);
  value = diff_value (l, exp->b);
  if (l->failed)
    return value;
  if (exp->compute != C_ASSIGN)
    value = computed (l, exp, old, value);
  value = diff_cast (l, place.type, value);
  /* The value comes out once more: a local may change in between. */
  if (value->op != C_NUMBER && value->op != C_NAME)
    value = diff_keep (l, value);
  diff_write_place (l, &place, value, exp->spot);
  return value;
}

static const struct diff_exp *
step (struct diff_lowering *l, const struct hb_c_exp *exp)
{
  struct diff_place place = diff_place_of (l, exp->a);
  const struct diff_exp *old = diff_read_place (l, &place, exp->spot);
  if (l->failed)
    return old;
  old = diff_keep (l, old);
  /* Narrow integers are added as int: of a _Bool, 1 + 1 is 1 again. */
  struct diff_type type = place.type.width < truth.width ? truth : place.type;
  const struct diff_exp *now = diff_binary (l->program, C_ADD, type, diff_cast (l, type, old),
                                            diff_number (l->program, type, exp->value));
  now = diff_cast (l, place.type, now);
  diff_write_place (l, &place, now, exp->spot);
  return exp->op == C_AFTER ? old : now;
}

static const struct diff_exp *
call (struct diff_lowering *l, const struct hb_c_exp *exp)
{
  const struct diff_exp *none = diff_number (l->program, truth, 0);
  if (diff_word (l, exp))
    return none;
  for (size_t i = 0; i < exp->count && !l->failed; i++)
    diff_value (l, exp->items[i]);
  if (l->failed || exp->type->kind == C_VOID)
    return none;
  return diff_chosen (l, diff_type_of (l, exp->type, exp->spot), exp->spot);
}

/* The value of EXP, which counts only if CONDITION is not 0, or if it is 0. */
static const struct diff_exp *
value_given (struct diff_lowering *l, const struct diff_exp *condition, bool is_not,
             const struct hb_c_exp *exp)
{
  const struct diff_exp *outer = l->given;
  if (!l->failed && is_not)
    condition = diff_unary (l->program, C_NOT, truth, condition);
  if (!l->failed)
    l->given = outer ? diff_binary (l->program, C_BOTH, truth, outer, condition) : condition;
  const struct diff_exp *value = diff_value (l, exp);
  l->given = outer;
  return value;
}

static const struct diff_exp *
choice (struct diff_lowering *l, const struct hb_c_exp *exp)
{
  const struct diff_exp *a = diff_value (l, exp->a), *b = value_given (l, a, false, exp->b),
                        *c = value_given (l, a, true, exp->c);
  return l->failed ? a : diff_choice (l->program, a, b, c);
}

static const struct diff_exp *
binary (struct diff_lowering *l, const struct hb_c_exp *exp)
{
  const struct diff_exp *a = diff_value (l, exp->a), *b;
  bool may_end = exp->op == C_BOTH || exp->op == C_EITHER;
  b = may_end ? value_given (l, a, exp->op == C_EITHER, exp->b) : diff_value (l, exp->b);
  if (l->failed)
    return a;
  struct diff_type type = diff_type_of (l, exp->type, exp->spot);
  /* Comparisons of pointers: both sides alike. */
  if (exp->op >= C_LESS && exp->op <= C_GREATER_EQUAL
      && (a->type.width != b->type.width || a->type.is_signed != b->type.is_signed))
    b = diff_cast (l, a->type, b);
  return diff_binary (l->program, exp->op, type, a, b);
}

/* Functions have addresses. */
static const struct diff_exp *
address (struct diff_lowering *l, const struct hb_c_exp *exp)
{
  if (exp->a->type->kind == C_FUNCTION)
    return diff_value (l, exp->a);
  bool of_text = exp->a->op == C_INDEX && exp->a->a->op == C_TEXT;
  diff_fail (l, exp->spot, "%s are outside of the subset",
             of_text ? "texts" : "addresses of variables");
  return diff_number (l->program, truth, 0);
}

const struct diff_exp *
diff_value (struct diff_lowering *l, const struct hb_c_exp *exp)
{
  const struct diff_exp *none = diff_number (l->program, truth, 0), *a;
  if (l->failed)
    return none;
  if ((a = known (l, exp)))
    return a;
  struct diff_place place;
  switch (exp->op)
    {
    case C_NUMBER:
      return diff_number (l->program, diff_type_of (l, exp->type, exp->spot), exp->value);
    case C_NAME:
      return name (l, exp);
    case C_INDEX:
    case C_FIELD:
      place = diff_place_of (l, exp);
      return diff_read_place (l, &place, exp->spot);
    case C_ADDRESS:
      return address (l, exp);
    case C_CONTENT:
      if (exp->a->op == C_CALL || exp->type->kind == C_FUNCTION)
        return diff_value (l, exp->a);
      diff_fail (l, exp->spot, "pointers to data are outside of the subset");
      return none;
    case C_NEGATE:
    case C_INVERT:
    case C_NOT:
    case C_CAST:
      a = diff_value (l, exp->a);
      if (l->failed || exp->type->kind == C_VOID)
        return none;
      return diff_unary (l->program, exp->op, diff_type_of (l, exp->type, exp->spot), a);
    case C_BEFORE:
    case C_AFTER:
      return step (l, exp);
    case C_ASSIGN:
      return assign (l, exp);
    case C_COMMA:
      diff_value (l, exp->a);
      return diff_value (l, exp->b);
    case C_CHOICE:
      return choice (l, exp);
    case C_CALL:
      return call (l, exp);
    case C_REAL:
      diff_fail (l, exp->spot, "floating-point values are outside of the subset");
      return none;
    case C_TEXT:
    case C_LIST:
      diff_fail (l, exp->spot, "expected an integer");
      return none;
    default:
      return binary (l, exp);
    }
}

bool
diff_begin_step (struct diff_lowering *l, const struct hb_c_exp *exp, bool waits)
{
  unsigned found = ahead (l, exp);
  bool section
      = l->options->by_access ? waits && !(found & CALL) && needs_branch (l, exp) : found == BRANCH;
  section = section && diff_reached (l);
  if (section)
    diff_begin_section (l);
  return section;
}

const struct diff_exp *
diff_whole_value (struct diff_lowering *l, const struct hb_c_exp *exp)
{
  size_t known = l->hoisted.size;
  bool section = diff_begin_step (l, exp, false);
  hoist (l, exp);
  const struct diff_exp *value = diff_value (l, exp);
  if (section)
    diff_end_section (l);
  l->hoisted.size = known;
  return value;
}

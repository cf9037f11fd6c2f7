/* Gates and words of the certificates' formula; see formula.h.  Arithmetic as at school, a gate at a time. */
#include "diff/formula.h"

int
formula_variable (diff_formula *f)
{
  return ++f->variables;
}

void
formula_clause (diff_formula *f, const int *literals, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (literals[i] == 1)
      return;
  for (size_t i = 0; i < count; i++)
    if (literals[i] != -1)
      vec_push (f->clauses, literals[i]);
  vec_push (f->clauses, 0);
}

static void
clause3 (diff_formula *f, int a, int b, int c)
{
  int clause[] = { a, b, c };
  formula_clause (f, clause, 3);
}

int
formula_and (diff_formula *f, int a, int b)
{
  if (a == -1 || b == -1 || a == -b)
    return -1;
  if (a == 1 || a == b)
    return b;
  if (b == 1)
    return a;
  int both = formula_variable (f);
  clause3 (f, -both, a, -1);
  clause3 (f, -both, b, -1);
  clause3 (f, both, -a, -b);
  return both;
}

int
formula_or (diff_formula *f, int a, int b)
{
  return -formula_and (f, -a, -b);
}

static int
choice (diff_formula *f, int condition, int then, int otherwise)
{
  if (then == otherwise || condition == 1)
    return then;
  if (condition == -1)
    return otherwise;
  int out = formula_variable (f);
  clause3 (f, -condition, -then, out);
  clause3 (f, -condition, then, -out);
  clause3 (f, condition, -otherwise, out);
  clause3 (f, condition, otherwise, -out);
  return out;
}

static int
differ (diff_formula *f, int a, int b)
{
  return choice (f, a, -b, b);
}

struct formula_word
formula_number (struct diff_type type, uint64_t value)
{
  struct formula_word out = { .width = type.width };
  for (unsigned i = 0; i < type.width; i++)
    out.bits[i] = value >> i & 1 ? 1 : -1;
  return out;
}

struct formula_word
formula_free_word (diff_formula *f, unsigned width)
{
  struct formula_word out = { .width = width };
  for (unsigned i = 0; i < width; i++)
    out.bits[i] = formula_variable (f);
  return out;
}

struct formula_word
formula_choice (diff_formula *f, int condition, const struct formula_word *then,
                const struct formula_word *otherwise)
{
  struct formula_word out = { .width = then->width };
  for (unsigned i = 0; i < out.width; i++)
    out.bits[i] = choice (f, condition, then->bits[i], otherwise->bits[i]);
  return out;
}

int
formula_nonzero (diff_formula *f, const struct formula_word *word)
{
  int any = -1;
  for (unsigned i = 0; i < word->width; i++)
    any = formula_or (f, any, word->bits[i]);
  return any;
}

/* A + B + CARRY. */
static struct formula_word
sum (diff_formula *f, const struct formula_word *a, const struct formula_word *b, int carry)
{
  struct formula_word out = { .width = a->width };
  for (unsigned i = 0; i < a->width; i++)
    {
      int one = differ (f, a->bits[i], b->bits[i]);
      out.bits[i] = differ (f, one, carry);
      carry = choice (f, one, carry, a->bits[i]);
    }
  return out;
}

static struct formula_word
inverse (const struct formula_word *a)
{
  struct formula_word out = { .width = a->width };
  for (unsigned i = 0; i < a->width; i++)
    out.bits[i] = -a->bits[i];
  return out;
}

static struct formula_word
negative (diff_formula *f, const struct formula_word *a)
{
  struct formula_word zero = formula_number ((struct diff_type){ a->width, false }, 0);
  struct formula_word flipped = inverse (a);
  return sum (f, &zero, &flipped, 1);
}

/* Is A less than B (OR_EQUAL: or the same)? From the lowest bit up, the sign the other way round. */
static int
less (diff_formula *f, const struct formula_word *a, const struct formula_word *b, bool is_signed,
      bool or_equal)
{
  int out = or_equal ? 1 : -1;
  for (unsigned i = 0; i < a->width; i++)
    {
      bool sign = is_signed && i == a->width - 1;
      out = choice (f, differ (f, a->bits[i], b->bits[i]), sign ? a->bits[i] : b->bits[i], out);
    }
  return out;
}

static int
equal (diff_formula *f, const struct formula_word *a, const struct formula_word *b)
{
  int out = 1;
  for (unsigned i = 0; i < a->width; i++)
    out = formula_and (f, out, -differ (f, a->bits[i], b->bits[i]));
  return out;
}

static struct formula_word
resized (const struct formula_word *a, unsigned width, bool is_signed)
{
  struct formula_word out = { .width = width };
  for (unsigned i = 0; i < width; i++)
    out.bits[i] = i < a->width ? a->bits[i] : is_signed ? a->bits[a->width - 1] : -1;
  return out;
}

static struct formula_word
product (diff_formula *f, const struct formula_word *a, const struct formula_word *b)
{
  struct formula_word out = formula_number ((struct diff_type){ a->width, false }, 0);
  for (unsigned i = 0; i < a->width; i++)
    {
      struct formula_word row = { .width = a->width };
      for (unsigned k = 0; k < a->width; k++)
        row.bits[k] = k < i ? -1 : formula_and (f, b->bits[i], a->bits[k - i]);
      out = sum (f, &out, &row, -1);
    }
  return out;
}

/* Long division of numbers without sign; the rest into *REST. */
static struct formula_word
quotient (diff_formula *f, const struct formula_word *a, const struct formula_word *b,
          struct formula_word *rest)
{
  unsigned width = a->width;
  struct formula_word out = { .width = width },
                      divisor = resized (b, width + 1 > 64 ? 64 : width + 1, false);
  struct formula_word r = formula_number ((struct diff_type){ divisor.width, false }, 0);
  for (unsigned i = width; i-- > 0;)
    {
      int lost = r.bits[r.width - 1];
      for (unsigned k = r.width; k-- > 1;)
        r.bits[k] = r.bits[k - 1];
      r.bits[0] = a->bits[i];
      /* What is shifted out of 64 bits is more than any divisor. */
      out.bits[i] = formula_or (f, less (f, &divisor, &r, false, true), lost);
      struct formula_word minus = inverse (&divisor), less_one = sum (f, &r, &minus, 1);
      r = formula_choice (f, out.bits[i], &less_one, &r);
    }
  *rest = resized (&r, width, false);
  return out;
}

/* With signs, towards zero; 0 and 0 for a divisor of zero. */
static struct formula_word
divided (diff_formula *f, bool wants_rest, bool is_signed, const struct formula_word *a,
         const struct formula_word *b)
{
  int sign_a = is_signed ? a->bits[a->width - 1] : -1;
  int sign_b = is_signed ? b->bits[b->width - 1] : -1;
  struct formula_word minus_a = negative (f, a), minus_b = negative (f, b), rest;
  struct formula_word x = formula_choice (f, sign_a, &minus_a, a);
  struct formula_word y = formula_choice (f, sign_b, &minus_b, b);
  struct formula_word out = quotient (f, &x, &y, &rest);
  out = wants_rest ? rest : out;
  struct formula_word minus = negative (f, &out);
  struct formula_word zero = formula_number ((struct diff_type){ a->width, false }, 0);
  out = formula_choice (f, wants_rest ? sign_a : differ (f, sign_a, sign_b), &minus, &out);
  return formula_choice (f, formula_nonzero (f, b), &out, &zero);
}

/* By the number B; all is shifted out by the width or more. */
static struct formula_word
shifted (diff_formula *f, bool right, bool is_signed, const struct formula_word *a,
         const struct formula_word *b)
{
  struct formula_word out = *a;
  int fill = right && is_signed ? a->bits[a->width - 1] : -1, far = -1;
  for (unsigned i = 0; i < b->width; i++)
    {
      unsigned by = i < 7 ? 1u << i : 0;
      if (!by || by >= a->width)
        {
          far = formula_or (f, far, b->bits[i]);
          continue;
        }
      struct formula_word moved = out;
      for (unsigned k = 0; k < a->width; k++)
        if (right)
          moved.bits[k] = k + by < a->width ? out.bits[k + by] : fill;
        else
          moved.bits[k] = k >= by ? out.bits[k - by] : -1;
      out = formula_choice (f, b->bits[i], &moved, &out);
    }
  struct formula_word gone = *a;
  for (unsigned k = 0; k < a->width; k++)
    gone.bits[k] = fill;
  return formula_choice (f, far, &gone, &out);
}

static struct formula_word
truth (int literal, unsigned width)
{
  struct formula_word out = { .width = width };
  out.bits[0] = literal;
  for (unsigned i = 1; i < width; i++)
    out.bits[i] = -1;
  return out;
}

static int
compared (diff_formula *f, const struct diff_exp *exp, const struct formula_word *a,
          const struct formula_word *b)
{
  bool is_signed = exp->a->type.is_signed;
  switch (exp->op)
    {
    case C_LESS:
      return less (f, a, b, is_signed, false);
    case C_LESS_EQUAL:
      return less (f, a, b, is_signed, true);
    case C_GREATER:
      return less (f, b, a, is_signed, false);
    case C_GREATER_EQUAL:
      return less (f, b, a, is_signed, true);
    case C_EQUAL:
      return equal (f, a, b);
    case C_UNEQUAL:
      return -equal (f, a, b);
    case C_BOTH:
      return formula_and (f, formula_nonzero (f, a), formula_nonzero (f, b));
    default:
      return formula_or (f, formula_nonzero (f, a), formula_nonzero (f, b));
    }
}

static struct formula_word
bitwise (diff_formula *f, enum hb_c_operation op, const struct formula_word *a,
         const struct formula_word *b)
{
  struct formula_word out = { .width = a->width };
  for (unsigned i = 0; i < a->width; i++)
    out.bits[i] = op == C_AND  ? formula_and (f, a->bits[i], b->bits[i])
                  : op == C_OR ? formula_or (f, a->bits[i], b->bits[i])
                               : differ (f, a->bits[i], b->bits[i]);
  return out;
}

static struct formula_word
binary (diff_formula *f, const struct diff_exp *exp, const struct formula_word *a,
        const struct formula_word *b)
{
  struct formula_word minus;
  switch (exp->op)
    {
    case C_ADD:
      return sum (f, a, b, -1);
    case C_SUBTRACT:
      minus = inverse (b);
      return sum (f, a, &minus, 1);
    case C_MULTIPLY:
      return product (f, a, b);
    case C_DIVIDE:
    case C_REST:
      return divided (f, exp->op == C_REST, exp->type.is_signed, a, b);
    case C_LEFT:
    case C_RIGHT:
      return shifted (f, exp->op == C_RIGHT, exp->type.is_signed, a, b);
    case C_AND:
    case C_OR:
    case C_XOR:
      return bitwise (f, exp->op, a, b);
    default:
      return truth (compared (f, exp, a, b), exp->type.width);
    }
}

struct formula_word
formula_value (diff_formula *f, const struct diff_thread *thread, const struct formula_word *locals,
               const struct diff_exp *exp)
{
  struct formula_word a = { 0 }, b = { 0 }, c;
  if (exp->op == C_NUMBER)
    return formula_number (exp->type, exp->value);
  if (exp->op == C_NAME)
    return locals[thread->slot.data[exp->local]];
  a = formula_value (f, thread, locals, exp->a);
  if (exp->b)
    b = formula_value (f, thread, locals, exp->b);
  switch (exp->op)
    {
    case C_CAST:
      if (exp->type.width == 1 && !exp->type.is_signed)
        return truth (formula_nonzero (f, &a), 1);
      return resized (&a, exp->type.width, exp->a->type.is_signed);
    case C_NEGATE:
      return negative (f, &a);
    case C_INVERT:
      return inverse (&a);
    case C_NOT:
      return truth (-formula_nonzero (f, &a), exp->type.width);
    case C_CHOICE:
      c = formula_value (f, thread, locals, exp->c);
      return formula_choice (f, formula_nonzero (f, &a), &b, &c);
    default:
      return binary (f, exp, &a, &b);
    }
}

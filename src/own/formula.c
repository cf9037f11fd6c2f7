/* See formula.h. */
#include "own/formula.h"

#include "base/buffer.h"
#include "base/memory.h"

#include <ctype.h>
#include <string.h>

/* Parentheses, signs and powers, one in another. */
#define DEEPEST 200

struct reading
{
  const char *start, *at, *end;
  const char *const *names;
  const uint64_t *values;
  const struct hb_place *place;
  hb_diag *diag;
  int depth;
  bool failed;
};

static int64_t
fail (struct reading *x, const char *where, const char *what)
{
  if (!x->failed)
    {
      struct hb_place here = *x->place;
      here.column += (size_t)(where - x->start);
      hb_error (x->diag, &here, "%s", what);
    }
  x->failed = true;
  return 0;
}

static void
skip_blanks (struct reading *x)
{
  while (x->at < x->end && isspace ((unsigned char)*x->at))
    x->at++;
}

/* Takes C, if it is next. */
static bool
next_is (struct reading *x, char c)
{
  skip_blanks (x);
  if (x->failed || x->at == x->end || *x->at != c)
    return false;
  x->at++;
  return true;
}

static int64_t
combine (struct reading *x, char operator, int64_t a, int64_t b, const char *where)
{
  int64_t result = 0;
  if (!x->values || x->failed)
    return 0;
  if (operator== '/')
    return !b ? fail (x, where, "division by 0") : a == INT64_MIN && b == -1 ? 0 : a / b;
  if (operator== '+' ? __builtin_add_overflow (a, b, &result) :
      operator== '-' ? __builtin_sub_overflow (a, b, &result)
                     : __builtin_mul_overflow (a, b, &result))
    return fail (x, where, "more than 64 bits");
  return result;
}

static int64_t sum (struct reading *x);

static int64_t
number (struct reading *x)
{
  const char *start = x->at;
  int64_t value = 0;
  for (; x->at < x->end && isdigit ((unsigned char)*x->at); x->at++)
    if (__builtin_mul_overflow (value, 10, &value)
        || __builtin_add_overflow (value, *x->at - '0', &value))
      return fail (x, start, "more than 64 bits");
  return value;
}

/* The measure whose name is next, of one or more words joined by '_' or '-'. */
static int64_t
measure (struct reading *x)
{
  const char *start = x->at;
  while (x->at < x->end && (isalnum ((unsigned char)*x->at) || *x->at == '_'))
    x->at++;
  size_t length = (size_t)(x->at - start);
  for (size_t i = 0; x->names[i]; i++)
    if (length == strlen (x->names[i]) && !strncmp (x->names[i], start, length))
      return !x->values                  ? 0
             : x->values[i] <= INT64_MAX ? (int64_t)x->values[i]
                                         : fail (x, start, "more than 64 bits");
  hb_buffer known = VEC_EMPTY;
  for (size_t i = 0; x->names[i]; i++)
    hb_buffer_add (&known, "%s%s", i ? ", " : "", x->names[i]);
  char *list = hb_buffer_take (&known);
  char *what = length
                   ? hb_format ("no measure '%.*s' of the source; expected a number or one of %s",
                                (int)length, start, list)
                   : hb_format ("expected a number, '(' or one of %s", list);
  fail (x, start, what);
  hb_free (what);
  hb_free (list);
  return 0;
}

static int64_t
atom (struct reading *x)
{
  skip_blanks (x);
  const char *where = x->at;
  int64_t value = 0;
  if (++x->depth > DEEPEST)
    fail (x, where, "too deep");
  else if (next_is (x, '-'))
    value = combine (x, '-', 0, atom (x), where);
  else if (next_is (x, '('))
    {
      value = sum (x);
      if (!x->failed && !next_is (x, ')'))
        fail (x, x->at, "expected ')'");
    }
  else if (x->at < x->end && isdigit ((unsigned char)*x->at))
    value = number (x);
  else
    value = measure (x);
  x->depth--;
  return value;
}

static int64_t
power (struct reading *x)
{
  int64_t base = atom (x), result = 1;
  const char *where = x->at;
  if (!next_is (x, '^'))
    return base;
  x->depth++;
  int64_t exponent = x->depth > DEEPEST ? fail (x, where, "too deep") : power (x);
  x->depth--;
  if (exponent < 0)
    return fail (x, where, "a negative exponent");
  if (base == -1)
    return exponent % 2 ? -1 : 1;
  for (; exponent > 0 && !x->failed && base != 1; exponent--)
    {
      if (!base || !x->values)
        return base;
      result = combine (x, '*', result, base, where);
    }
  return result;
}

/* Terms that NEXT reads, with one of OPERATORS between each two, from the left. */
static int64_t
joined (struct reading *x, const char *operators, int64_t (*next) (struct reading *x))
{
  int64_t value = next (x);
  while (!x->failed)
    {
      skip_blanks (x);
      const char *where = x->at;
      if (where == x->end || !strchr (operators, *where) || !*where)
        break;
      x->at++;
      value = combine (x, *where, value, next (x), where);
    }
  return value;
}

static int64_t
product (struct reading *x)
{
  return joined (x, "*/", power);
}

static int64_t
sum (struct reading *x)
{
  return joined (x, "+-", product);
}

bool
own_formula (const char *text, size_t length, const char *const *names, const uint64_t *values,
             const struct hb_place *place, int64_t *result, hb_diag *diag)
{
  struct reading x = { .start = text,
                       .at = text,
                       .end = text + length,
                       .names = names,
                       .values = values,
                       .place = place,
                       .diag = diag };
  *result = sum (&x);
  skip_blanks (&x);
  if (!x.failed && x.at < x.end)
    fail (&x, x.at, "expected an operator or the end of the line");
  return !x.failed;
}

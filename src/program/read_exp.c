/* Reading expressions: precedence as in C, a table of the binary operators. */
#include "program/words.h"

/* Of an expression's tree: who evaluates or writes it goes down by recursion. */
#define MOST_DEPTH 1000

struct binary
{
  const char *sign;
  uint8_t level; /* a higher one binds closer */
};

static const struct binary binaries[]
    = { [HB_OP_OR] = { "||", 0 }, [HB_OP_AND] = { "&&", 1 }, [HB_OP_EQ] = { "==", 2 },
        [HB_OP_NE] = { "!=", 2 }, [HB_OP_LT] = { "<", 3 },   [HB_OP_LE] = { "<=", 3 },
        [HB_OP_GT] = { ">", 3 },  [HB_OP_GE] = { ">=", 3 },  [HB_OP_ADD] = { "+", 4 },
        [HB_OP_SUB] = { "-", 4 }, [HB_OP_MUL] = { "*", 5 },  [HB_OP_DIV] = { "/", 5 },
        [HB_OP_MOD] = { "%", 5 } };

const char *
hb_operator_text (enum hb_operator op)
{
  static const char *const others[]
      = { [HB_OP_NEG] = "-", [HB_OP_NOT] = "!", [HB_OP_MIN] = "min", [HB_OP_MAX] = "max" };
  return op <= HB_OP_MOD ? binaries[op].sign : others[op];
}

static uint32_t
depth_of (const struct hb_words *words, hb_id exp)
{
  return exp == HB_NONE ? 0 : words->source->exps.data[exp].depth;
}

/* HB_NONE after an error: the expression is too deep. */
static hb_id
add (struct hb_words *words, struct hb_exp exp)
{
  uint32_t left = depth_of (words, exp.left), right = depth_of (words, exp.right);
  exp.depth = 1 + (left > right ? left : right);
  if (exp.depth > MOST_DEPTH)
    {
      hb_words_error (words, exp.spot, "an expression of more than %d levels", MOST_DEPTH);
      return HB_NONE;
    }
  vec_push (words->source->exps, exp);
  return (hb_id)words->source->exps.size - 1;
}

static struct hb_exp
new_exp (enum hb_exp_kind kind, struct hb_spot spot)
{
  return (struct hb_exp){ .kind = (uint8_t)kind,
                          .name = HB_NONE,
                          .left = HB_NONE,
                          .right = HB_NONE,
                          .slot = HB_NONE,
                          .spot = spot };
}

/* min (A, B), max (A, B) */
static hb_id
parse_call (struct hb_words *words, enum hb_operator op)
{
  struct hb_exp exp = new_exp (HB_EXP_BINARY, words->token.spot);
  exp.op = (uint8_t)op;
  hb_words_step (words);
  if (!hb_expect_sign (words, "(", "'(' behind min or max")
      || (exp.left = hb_parse_exp (words)) == HB_NONE
      || !hb_expect_sign (words, ",", "',' between the two operands")
      || (exp.right = hb_parse_exp (words)) == HB_NONE
      || !hb_expect_sign (words, ")", "')' behind the two operands"))
    return HB_NONE;
  return add (words, exp);
}

static hb_id
parse_name (struct hb_words *words)
{
  struct hb_exp exp = new_exp (HB_EXP_NAME, words->token.spot);
  exp.name = words->token.name;
  hb_words_step (words);
  if (hb_take_sign (words, "["))
    {
      exp.kind = HB_EXP_VAR;
      if ((exp.left = hb_parse_exp (words)) == HB_NONE
          || !hb_expect_sign (words, "]", "']' behind the index"))
        return HB_NONE;
    }
  return add (words, exp);
}

static hb_id parse_unary (struct hb_words *words);

static hb_id
parse_primary (struct hb_words *words)
{
  struct hb_exp exp = new_exp (HB_EXP_NUMBER, words->token.spot);
  if (words->token.kind == HB_TOKEN_NUMBER)
    {
      exp.number = words->token.number;
      hb_words_step (words);
      return add (words, exp);
    }
  if (hb_take_sign (words, "("))
    {
      hb_id inner = hb_parse_exp (words);
      if (inner == HB_NONE || !hb_expect_sign (words, ")", "')' or an operator"))
        return HB_NONE;
      return inner;
    }
  if (hb_at_word (words, "self") && hb_source_is_keyword (words->source, "self"))
    {
      exp.kind = HB_EXP_SELF;
      hb_words_step (words);
      return add (words, exp);
    }
  if (hb_at_word (words, "min"))
    return parse_call (words, HB_OP_MIN);
  if (hb_at_word (words, "max"))
    return parse_call (words, HB_OP_MAX);
  if (hb_token_is_name (words, &words->token))
    return parse_name (words);
  hb_words_expected (words, "a number, a name or '('");
  return HB_NONE;
}

static hb_id
parse_unary (struct hb_words *words)
{
  bool minus = hb_at_sign (words, "-");
  if (!minus && !hb_at_sign (words, "!"))
    return parse_primary (words);
  struct hb_exp exp = new_exp (HB_EXP_UNARY, words->token.spot);
  exp.op = minus ? HB_OP_NEG : HB_OP_NOT;
  if (words->nesting > HB_MOST_NESTING)
    {
      hb_words_error (words, exp.spot, "nested more than %d deep", HB_MOST_NESTING);
      return HB_NONE;
    }
  words->nesting++;
  hb_words_step (words);
  exp.left = parse_unary (words);
  words->nesting--;
  return exp.left == HB_NONE ? HB_NONE : add (words, exp);
}

static const struct binary *
binary_here (const struct hb_words *words)
{
  for (size_t i = 0; i < sizeof binaries / sizeof *binaries; i++)
    if (hb_at_sign (words, binaries[i].sign))
      return &binaries[i];
  return NULL;
}

/* Operands joined by operators of LEVEL and above. */
static hb_id
parse_level (struct hb_words *words, uint8_t level)
{
  hb_id left = parse_unary (words);
  const struct binary *binary;
  while (left != HB_NONE && (binary = binary_here (words)) && binary->level >= level)
    {
      struct hb_exp exp = new_exp (HB_EXP_BINARY, words->token.spot);
      exp.op = (uint8_t)(binary - binaries);
      exp.left = left;
      hb_words_step (words);
      exp.right = parse_level (words, (uint8_t)(binary->level + 1));
      left = exp.right == HB_NONE ? HB_NONE : add (words, exp);
    }
  return left;
}

hb_id
hb_parse_exp (struct hb_words *words)
{
  if (words->nesting > HB_MOST_NESTING)
    {
      hb_words_error (words, words->token.spot, "nested more than %d deep", HB_MOST_NESTING);
      return HB_NONE;
    }
  words->nesting++;
  hb_id exp = parse_level (words, 0);
  words->nesting--;
  return exp;
}

bool
hb_parse_args (struct hb_words *words, hb_id *first, hb_id *count)
{
  *first = (hb_id)words->source->args.size;
  while (!hb_at_sign (words, ")"))
    {
      if (words->source->args.size > *first
          && !hb_expect_sign (words, ",", "',' or ')' behind an argument"))
        return false;
      hb_id exp = hb_parse_exp (words);
      if (exp == HB_NONE)
        return false;
      vec_push (words->source->args, exp);
    }
  *count = (hb_id)words->source->args.size - *first;
  hb_words_step (words);
  return true;
}

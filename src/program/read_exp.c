/* Reading expressions: precedence as in C, a table of the binary operators. */
#include "program/words.h"

/* Of an expression's tree: who evaluates or writes it goes down by recursion. */
#define MOST_DEPTH 1000

struct binary
{
  const char *sign;
  uint8_t op, level; /* a higher level binds closer */
};

static const struct binary binaries[]
    = { { "||", HB_OP_OR, 1 }, { "&&", HB_OP_AND, 2 }, { "==", HB_OP_EQ, 3 }, { "!=", HB_OP_NE, 3 },
        { "<", HB_OP_LT, 4 },  { "<=", HB_OP_LE, 4 },  { ">", HB_OP_GT, 4 },  { ">=", HB_OP_GE, 4 },
        { "+", HB_OP_ADD, 5 }, { "-", HB_OP_SUB, 5 },  { "*", HB_OP_MUL, 6 }, { "/", HB_OP_DIV, 6 },
        { "%", HB_OP_MOD, 6 } };

const char *
hb_operator_text (enum hb_operator op)
{
  switch (op)
    {
    case HB_OP_NEG:
      return "-";
    case HB_OP_NOT:
      return "!";
    case HB_OP_MIN:
      return "min";
    case HB_OP_MAX:
      return "max";
    default:
      break;
    }
  for (size_t i = 0; i < sizeof binaries / sizeof *binaries; i++)
    if (binaries[i].op == op)
      return binaries[i].sign;
  return "?";
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
  if (words->nesting++ > HB_MOST_NESTING)
    {
      hb_words_error (words, exp.spot, "nested more than %d deep", HB_MOST_NESTING);
      return HB_NONE;
    }
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
      exp.op = binary->op;
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
  hb_id exp = parse_level (words, 1);
  words->nesting--;
  return exp;
}

bool
hb_parse_args (struct hb_words *words, hb_id *first, hb_id *count)
{
  VEC (hb_id) args = VEC_EMPTY;
  bool good = true;
  while (good && !hb_at_sign (words, ")"))
    {
      hb_id exp = args.size && !hb_expect_sign (words, ",", "',' or ')' behind an argument")
                      ? HB_NONE
                      : hb_parse_exp (words);
      good = exp != HB_NONE;
      vec_push (args, exp);
    }
  *first = (hb_id)words->source->args.size;
  *count = good ? (hb_id)args.size : 0;
  for (size_t i = 0; good && i < args.size; i++)
    vec_push (words->source->args, args.data[i]);
  vec_free (args);
  if (good)
    hb_words_step (words);
  return good;
}

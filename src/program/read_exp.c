/* Reading expressions: precedence as in C, a table of the binary operators. */
#include "program/parser.h"

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
depth_of (const struct hb_parser *parser, hb_id exp)
{
  return exp == HB_NONE ? 0 : parser->program->exps.data[exp].depth;
}

/* HB_NONE after an error: the expression is too deep. */
static hb_id
add (struct hb_parser *parser, struct hb_exp exp)
{
  uint32_t left = depth_of (parser, exp.left), right = depth_of (parser, exp.right);
  exp.depth = 1 + (left > right ? left : right);
  if (exp.depth > MOST_DEPTH)
    {
      hb_parser_error (parser, exp.spot, "an expression of more than %d levels", MOST_DEPTH);
      return HB_NONE;
    }
  vec_push (parser->program->exps, exp);
  return (hb_id)parser->program->exps.size - 1;
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
parse_call (struct hb_parser *parser, enum hb_operator op)
{
  struct hb_exp exp = new_exp (HB_EXP_BINARY, parser->token.spot);
  exp.op = (uint8_t)op;
  hb_parser_step (parser);
  if (!hb_expect_sign (parser, "(", "'(' behind min or max")
      || (exp.left = hb_parse_exp (parser)) == HB_NONE
      || !hb_expect_sign (parser, ",", "',' between the two operands")
      || (exp.right = hb_parse_exp (parser)) == HB_NONE
      || !hb_expect_sign (parser, ")", "')' behind the two operands"))
    return HB_NONE;
  return add (parser, exp);
}

static hb_id
parse_name (struct hb_parser *parser)
{
  struct hb_exp exp = new_exp (HB_EXP_NAME, parser->token.spot);
  exp.name = parser->token.name;
  hb_parser_step (parser);
  if (hb_take_sign (parser, "["))
    {
      exp.kind = HB_EXP_VAR;
      if ((exp.left = hb_parse_exp (parser)) == HB_NONE
          || !hb_expect_sign (parser, "]", "']' behind the index"))
        return HB_NONE;
    }
  return add (parser, exp);
}

static hb_id parse_unary (struct hb_parser *parser);

static hb_id
parse_primary (struct hb_parser *parser)
{
  struct hb_exp exp = new_exp (HB_EXP_NUMBER, parser->token.spot);
  if (parser->token.kind == HB_TOKEN_NUMBER)
    {
      exp.number = parser->token.number;
      hb_parser_step (parser);
      return add (parser, exp);
    }
  if (hb_take_sign (parser, "("))
    {
      hb_id inner = hb_parse_exp (parser);
      if (inner == HB_NONE || !hb_expect_sign (parser, ")", "')' or an operator"))
        return HB_NONE;
      return inner;
    }
  if (hb_at_word (parser, "self"))
    {
      exp.kind = HB_EXP_SELF;
      hb_parser_step (parser);
      return add (parser, exp);
    }
  if (hb_at_word (parser, "min"))
    return parse_call (parser, HB_OP_MIN);
  if (hb_at_word (parser, "max"))
    return parse_call (parser, HB_OP_MAX);
  if (hb_token_is_name (parser, &parser->token))
    return parse_name (parser);
  hb_parser_expected (parser, "a number, a name or '('");
  return HB_NONE;
}

static hb_id
parse_unary (struct hb_parser *parser)
{
  bool minus = hb_at_sign (parser, "-");
  if (!minus && !hb_at_sign (parser, "!"))
    return parse_primary (parser);
  struct hb_exp exp = new_exp (HB_EXP_UNARY, parser->token.spot);
  exp.op = minus ? HB_OP_NEG : HB_OP_NOT;
  if (parser->nesting++ > HB_MOST_NESTING)
    {
      hb_parser_error (parser, exp.spot, "nested more than %d deep", HB_MOST_NESTING);
      return HB_NONE;
    }
  hb_parser_step (parser);
  exp.left = parse_unary (parser);
  parser->nesting--;
  return exp.left == HB_NONE ? HB_NONE : add (parser, exp);
}

static const struct binary *
binary_here (const struct hb_parser *parser)
{
  for (size_t i = 0; i < sizeof binaries / sizeof *binaries; i++)
    if (hb_at_sign (parser, binaries[i].sign))
      return &binaries[i];
  return NULL;
}

/* Operands joined by operators of LEVEL and above. */
static hb_id
parse_level (struct hb_parser *parser, uint8_t level)
{
  hb_id left = parse_unary (parser);
  const struct binary *binary;
  while (left != HB_NONE && (binary = binary_here (parser)) && binary->level >= level)
    {
      struct hb_exp exp = new_exp (HB_EXP_BINARY, parser->token.spot);
      exp.op = binary->op;
      exp.left = left;
      hb_parser_step (parser);
      exp.right = parse_level (parser, (uint8_t)(binary->level + 1));
      left = exp.right == HB_NONE ? HB_NONE : add (parser, exp);
    }
  return left;
}

hb_id
hb_parse_exp (struct hb_parser *parser)
{
  if (parser->nesting > HB_MOST_NESTING)
    {
      hb_parser_error (parser, parser->token.spot, "nested more than %d deep", HB_MOST_NESTING);
      return HB_NONE;
    }
  parser->nesting++;
  hb_id exp = parse_level (parser, 1);
  parser->nesting--;
  return exp;
}

bool
hb_parse_args (struct hb_parser *parser, hb_id *first, hb_id *count)
{
  VEC (hb_id) args = VEC_EMPTY;
  bool good = true;
  while (good && !hb_at_sign (parser, ")"))
    {
      hb_id exp = args.size && !hb_expect_sign (parser, ",", "',' or ')' behind an argument")
                      ? HB_NONE
                      : hb_parse_exp (parser);
      good = exp != HB_NONE;
      vec_push (args, exp);
    }
  *first = (hb_id)parser->program->args.size;
  *count = good ? (hb_id)args.size : 0;
  for (size_t i = 0; good && i < args.size; i++)
    vec_push (parser->program->args, args.data[i]);
  vec_free (args);
  if (good)
    hb_parser_step (parser);
  return good;
}

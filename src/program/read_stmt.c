/* Reading the statements of a message: those of figure 1, and blocks. */
#include "program/parser.h"

static bool parse_block (struct hb_parser *parser, hb_id *first, struct hb_remarks *opened,
                         struct hb_remarks *last);

static struct hb_stmt
new_stmt (enum hb_stmt_kind kind, struct hb_spot spot)
{
  return (struct hb_stmt){ .kind = (uint8_t)kind,
                           .label = HB_NONE,
                           .name = HB_NONE,
                           .slot = HB_NONE,
                           .variable = HB_NONE,
                           .index = HB_NONE,
                           .exp = HB_NONE,
                           .other = HB_NONE,
                           .message = HB_NONE,
                           .target = HB_NONE,
                           .hidden = HB_NONE,
                           .body = HB_NONE,
                           .orelse = HB_NONE,
                           .next = HB_NONE,
                           .spot = spot };
}

static bool
is_label_token (const struct hb_parser *parser, const struct hb_token *token)
{
  return token->kind == HB_TOKEN_NUMBER || hb_token_is_name (&parser->words, token);
}

/* The name of a label, which may be a number. */
static hb_id
take_label (struct hb_parser *parser)
{
  hb_id name = parser->words.token.name;
  if (parser->words.token.kind == HB_TOKEN_NUMBER)
    {
      char digits[32];
      int length = snprintf (digits, sizeof digits, "%lld", (long long)parser->words.token.number);
      name = hb_names_intern (parser->program->source.names, digits, (size_t)length);
    }
  hb_words_step (&parser->words);
  return name;
}

/* goto L or goto: L, at the keyword */
static bool
parse_goto (struct hb_parser *parser, struct hb_stmt *stmt)
{
  hb_words_step (&parser->words);
  stmt->colon = hb_take_sign (&parser->words, ":");
  stmt->name_spot = parser->words.token.spot;
  if (!is_label_token (parser, &parser->words.token))
    {
      hb_words_expected (&parser->words, "a label behind goto");
      return false;
    }
  stmt->name = take_label (parser);
  return true;
}

static bool
parse_post (struct hb_parser *parser, struct hb_stmt *stmt)
{
  stmt->kind = HB_STMT_POST;
  hb_words_step (&parser->words);
  if (!hb_expect_sign (&parser->words, "(", "'(' behind post")
      || (stmt->name = hb_expect_name (&parser->words, "a handler", &stmt->name_spot)) == HB_NONE)
    return false;
  if (hb_take_sign (&parser->words, "[")
      && ((stmt->index = hb_parse_exp (&parser->words)) == HB_NONE
          || !hb_expect_sign (&parser->words, "]", "']' behind the index")))
    return false;
  if (!hb_expect_sign (&parser->words, ",", "',' between handler and message")
      || (stmt->message = hb_expect_name (&parser->words, "a message", &stmt->message_spot))
             == HB_NONE)
    return false;
  if (hb_take_sign (&parser->words, "(")
      && !hb_parse_args (&parser->words, &stmt->first_arg, &stmt->args))
    return false;
  if (hb_take_sign (&parser->words, ",")
      && (stmt->other = hb_parse_exp (&parser->words)) == HB_NONE)
    return false;
  return hb_expect_sign (&parser->words, ")", "')', or ',' and a priority");
}

/* NAME = EXP, NAME[EXP] = EXP */
static bool
parse_assignment (struct hb_parser *parser, struct hb_stmt *stmt)
{
  stmt->kind = HB_STMT_ASSIGN;
  stmt->name_spot = parser->words.token.spot;
  stmt->name = parser->words.token.name;
  hb_words_step (&parser->words);
  if (hb_take_sign (&parser->words, "[")
      && ((stmt->index = hb_parse_exp (&parser->words)) == HB_NONE
          || !hb_expect_sign (&parser->words, "]", "']' behind the index")))
    return false;
  if (!hb_expect_sign (&parser->words, "=", "'=' and a value"))
    return false;
  stmt->exp = hb_parse_exp (&parser->words);
  return stmt->exp != HB_NONE;
}

/* await VARIABLE OP EXP: a comparison whose left side is a variable. */
static bool
parse_await (struct hb_parser *parser, struct hb_stmt *stmt)
{
  stmt->kind = HB_STMT_AWAIT;
  hb_words_step (&parser->words);
  struct hb_spot spot = parser->words.token.spot;
  hb_id whole = hb_parse_exp (&parser->words);
  if (whole == HB_NONE)
    return false;
  const struct hb_exp *exp = &parser->program->source.exps.data[whole];
  bool compares = exp->op >= HB_OP_EQ && exp->op <= HB_OP_GE;
  const struct hb_exp *left = compares ? &parser->program->source.exps.data[exp->left] : NULL;
  if (!left || (left->kind != HB_EXP_NAME && left->kind != HB_EXP_VAR))
    {
      hb_words_error (&parser->words, spot, "await compares one variable, as in: await x == 1");
      return false;
    }
  stmt->op = exp->op;
  stmt->exp = exp->right;
  stmt->name = left->name;
  stmt->name_spot = left->spot;
  stmt->index = left->left;
  return true;
}

/* --- Statements with blocks --- */

static bool parse_if (struct hb_parser *parser, struct hb_stmt *stmt);

static bool
parse_else (struct hb_parser *parser, struct hb_stmt *stmt)
{
  stmt->before_else = hb_remarks_above (&parser->words);
  hb_words_step (&parser->words);
  if (!hb_at_word (&parser->words, "if"))
    {
      stmt->has_else = true;
      return parse_block (parser, &stmt->orelse, &stmt->opened_else, &stmt->last_else);
    }
  struct hb_stmt inner = new_stmt (HB_STMT_IF, parser->words.token.spot);
  stmt->chained = true;
  parser->words.nesting++;
  bool good = parse_if (parser, &inner);
  parser->words.nesting--;
  if (good && inner.kind != HB_STMT_IF)
    {
      hb_words_error (&parser->words, inner.spot,
                      "'else if ... goto' needs braces: else { if ... goto L }");
      good = false;
    }
  stmt->orelse = (hb_id)parser->program->stmts.size;
  vec_push (parser->program->stmts, inner);
  return good;
}

static bool
parse_if (struct hb_parser *parser, struct hb_stmt *stmt)
{
  hb_words_step (&parser->words);
  if ((stmt->exp = hb_parse_exp (&parser->words)) == HB_NONE)
    return false;
  if (hb_at_word (&parser->words, "goto"))
    {
      stmt->kind = HB_STMT_IF_GOTO;
      return parse_goto (parser, stmt);
    }
  stmt->kind = HB_STMT_IF;
  if (!hb_at_sign (&parser->words, "{"))
    {
      hb_words_expected (&parser->words,
                         hb_at_sign (&parser->words, "=")
                             ? "goto or '{' behind the condition; equality is written =="
                             : "goto or '{' behind the condition");
      return false;
    }
  return parse_block (parser, &stmt->body, &stmt->opened, &stmt->last)
         && (!hb_at_word (&parser->words, "else") || parse_else (parser, stmt));
}

static bool
parse_for (struct hb_parser *parser, struct hb_stmt *stmt)
{
  stmt->kind = HB_STMT_FOR;
  hb_words_step (&parser->words);
  return (stmt->name = hb_expect_name (&parser->words, "a loop variable", &stmt->name_spot))
             != HB_NONE
         && hb_expect_sign (&parser->words, "=", "'=' and the bounds, as in: for i = 0 .. n - 1")
         && (stmt->exp = hb_parse_exp (&parser->words)) != HB_NONE
         && hb_expect_sign (&parser->words, "..", "'..' between the bounds")
         && (stmt->other = hb_parse_exp (&parser->words)) != HB_NONE
         && parse_block (parser, &stmt->body, &stmt->opened, &stmt->last);
}

/* KEYWORD EXP { ... } */
static bool
parse_loop (struct hb_parser *parser, struct hb_stmt *stmt, enum hb_stmt_kind kind)
{
  stmt->kind = (uint8_t)kind;
  hb_words_step (&parser->words);
  return (stmt->exp = hb_parse_exp (&parser->words)) != HB_NONE
         && parse_block (parser, &stmt->body, &stmt->opened, &stmt->last);
}

/* --- Sequences --- */

static bool
parse_by_keyword (struct hb_parser *parser, struct hb_stmt *stmt)
{
  if (hb_at_word (&parser->words, "if"))
    return parse_if (parser, stmt);
  if (hb_at_word (&parser->words, "while"))
    return parse_loop (parser, stmt, HB_STMT_WHILE);
  if (hb_at_word (&parser->words, "repeat"))
    return parse_loop (parser, stmt, HB_STMT_REPEAT);
  if (hb_at_word (&parser->words, "for"))
    return parse_for (parser, stmt);
  if (hb_at_word (&parser->words, "post"))
    return parse_post (parser, stmt);
  if (hb_at_word (&parser->words, "await"))
    return parse_await (parser, stmt);
  if (hb_at_word (&parser->words, "goto"))
    {
      stmt->kind = HB_STMT_GOTO;
      return parse_goto (parser, stmt);
    }
  if (hb_at_word (&parser->words, "assert"))
    {
      stmt->kind = HB_STMT_ASSERT;
      hb_words_step (&parser->words);
      return (stmt->exp = hb_parse_exp (&parser->words)) != HB_NONE;
    }
  if (!hb_at_word (&parser->words, "last") && !hb_at_word (&parser->words, "skip"))
    {
      hb_words_expected (&parser->words, "a statement");
      return false;
    }
  stmt->kind = hb_at_word (&parser->words, "last") ? HB_STMT_LAST : HB_STMT_SKIP;
  hb_words_step (&parser->words);
  return true;
}

/* One statement with its label and comments; HB_NONE after an error. */
static hb_id
parse_statement (struct hb_parser *parser)
{
  struct hb_stmt stmt = new_stmt (HB_STMT_SKIP, parser->words.token.spot);
  stmt.before = hb_remarks_above (&parser->words);
  if (is_label_token (parser, &parser->words.token) && parser->words.ahead.kind == HB_TOKEN_SIGN
      && !strcmp (parser->words.ahead.sign, ":"))
    {
      stmt.label_spot = parser->words.token.spot;
      stmt.label = take_label (parser);
      hb_words_step (&parser->words);
      stmt.spot = parser->words.token.spot;
    }
  bool good = hb_token_is_name (&parser->words, &parser->words.token)
                  ? parse_assignment (parser, &stmt)
                  : parse_by_keyword (parser, &stmt);
  if (!good)
    return HB_NONE;
  hb_take_sign (&parser->words, ";");
  stmt.behind = hb_remarks_behind (&parser->words);
  vec_push (parser->program->stmts, stmt);
  return (hb_id)parser->program->stmts.size - 1;
}

/* After an error: on to the next line, or the end of the block. */
static void
recover (struct hb_parser *parser)
{
  uint32_t line = parser->words.token.spot.line;
  while (parser->words.token.kind != HB_TOKEN_END && !hb_at_sign (&parser->words, "}")
         && parser->words.token.spot.line == line)
    hb_words_step (&parser->words);
}

bool
hb_parse_statements (struct hb_parser *parser, bool braced, hb_id *first)
{
  hb_id previous = HB_NONE;
  *first = HB_NONE;
  while (!hb_at_sign (&parser->words, "}") && !hb_at_section (parser))
    {
      hb_id stmt = parse_statement (parser);
      if (hb_diag_full (parser->words.diag))
        return false;
      if (stmt == HB_NONE)
        {
          recover (parser);
          continue;
        }
      if (previous == HB_NONE)
        *first = stmt;
      else
        parser->program->stmts.data[previous].next = stmt;
      previous = stmt;
      if (!braced && parser->program->stmts.data[stmt].kind == HB_STMT_LAST)
        return true;
    }
  return braced;
}

/* { STATEMENTS }: what has blocks starts with an expression, which is refused where it is nested too deep. */
static bool
parse_block (struct hb_parser *parser, hb_id *first, struct hb_remarks *opened,
             struct hb_remarks *last)
{
  struct hb_spot open = parser->words.token.spot;
  *first = HB_NONE;
  if (!hb_expect_sign (&parser->words, "{", "'{' and a block"))
    return false;
  *opened = hb_remarks_behind (&parser->words);
  parser->words.nesting++;
  bool good = hb_parse_statements (parser, true, first);
  parser->words.nesting--;
  *last = hb_remarks_above (&parser->words);
  if (!good || hb_take_sign (&parser->words, "}"))
    return good;
  hb_words_error (&parser->words, parser->words.token.spot,
                  "the block that starts in line %u has no '}'", (unsigned)open.line);
  return false;
}

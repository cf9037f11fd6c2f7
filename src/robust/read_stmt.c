/* Reading the statements of a procedure.  See parser.h. */
#include "robust/parser.h"

static struct hb_aed_stmt
new_stmt (struct hb_spot spot)
{
  return (struct hb_aed_stmt){ .kind = HB_AED_RETURN,
                               .label = HB_NONE,
                               .name = HB_NONE,
                               .slot = HB_NONE,
                               .exp = HB_NONE,
                               .body = HB_NONE,
                               .orelse = HB_NONE,
                               .next = HB_NONE,
                               .spot = spot };
}

bool
hb_aed_parse_number (struct hb_aed_parser *parser, const char *what, int64_t *number)
{
  struct hb_words *words = &parser->words;
  bool minus = hb_take_sign (words, "-");
  if (words->token.kind != HB_TOKEN_NUMBER)
    {
      hb_words_expected (words, what);
      return false;
    }
  *number = minus ? -words->token.number : words->token.number;
  if (*number > INT32_MAX || *number < INT32_MIN)
    {
      hb_words_error (words, words->token.spot, "a number beyond 32 bits; expected a smaller one");
      return false;
    }
  hb_words_step (words);
  return true;
}

bool
hb_aed_parse_range (struct hb_aed_parser *parser, int64_t *low, int64_t *high)
{
  struct hb_spot spot = parser->words.token.spot;
  if (!hb_aed_parse_number (parser, "the least value of a range as in 0..3", low)
      || !hb_expect_sign (&parser->words, "..", "'..' and the greatest value")
      || !hb_aed_parse_number (parser, "the greatest value of a range", high))
    return false;
  if (*low <= *high)
    return true;
  hb_words_error (&parser->words, spot, "an empty range; expected its least value first");
  return false;
}

/* local a, b; their names wait in the program's locals, which the procedure's own are the last of. */
static bool
parse_local (struct hb_aed_parser *parser, struct hb_aed_stmt *stmt)
{
  struct hb_words *words = &parser->words;
  stmt->kind = HB_AED_LOCAL;
  hb_words_step (words);
  do
    {
      struct hb_aed_local local = { 0 };
      local.name = hb_expect_name (words, "the name of a local", &local.spot);
      if (local.name == HB_NONE)
        return false;
      vec_push (parser->program->locals, local);
      stmt->args++;
    }
  while (hb_take_sign (words, ","));
  return true;
}

/* NAME := EXP, NAME := choose LOW..HIGH */
static bool
parse_assignment (struct hb_aed_parser *parser, struct hb_aed_stmt *stmt)
{
  struct hb_words *words = &parser->words;
  stmt->kind = HB_AED_ASSIGN;
  stmt->name = hb_expect_name (words, "a statement", &stmt->name_spot);
  if (stmt->name == HB_NONE || !hb_expect_sign (words, ":=", "':=' and a value"))
    return false;
  if (!hb_at_word (words, "choose"))
    return (stmt->exp = hb_parse_exp (words)) != HB_NONE;
  stmt->kind = HB_AED_CHOOSE;
  hb_words_step (words);
  return hb_aed_parse_range (parser, &stmt->low, &stmt->high);
}

/* PROCEDURE (ARGUMENTS), for call and async */
static bool
parse_invocation (struct hb_aed_parser *parser, struct hb_aed_stmt *stmt)
{
  struct hb_words *words = &parser->words;
  stmt->name = hb_expect_name (words, "a procedure", &stmt->name_spot);
  return stmt->name != HB_NONE
         && hb_expect_sign (words, "(", "'(' and the arguments of the procedure")
         && hb_parse_args (words, &stmt->first_arg, &stmt->args);
}

static bool
parse_async (struct hb_aed_parser *parser, struct hb_aed_stmt *stmt)
{
  struct hb_words *words = &parser->words;
  stmt->kind = HB_AED_ASYNC;
  hb_words_step (words);
  if (!hb_expect_sign (words, "[", "'[main]' or '[any]' behind async"))
    return false;
  stmt->main = hb_at_word (words, "main");
  if (!stmt->main && !hb_at_word (words, "any"))
    {
      hb_words_expected (words, "'main' or 'any', the thread of the task");
      return false;
    }
  hb_words_step (words);
  return hb_expect_sign (words, "]", "']' behind the thread") && parse_invocation (parser, stmt);
}

static bool
parse_if (struct hb_aed_parser *parser, struct hb_aed_stmt *stmt)
{
  struct hb_words *words = &parser->words;
  stmt->kind = HB_AED_IF;
  hb_words_step (words);
  if ((stmt->exp = hb_parse_exp (words)) == HB_NONE
      || !hb_aed_parse_block (parser, &stmt->body, &stmt->opened, &stmt->last))
    return false;
  if (!hb_at_word (words, "else"))
    return true;
  hb_words_step (words);
  if (!hb_at_word (words, "if"))
    {
      stmt->has_else = true;
      return hb_aed_parse_block (parser, &stmt->orelse, &stmt->opened_else, &stmt->last_else);
    }
  if (parser->chained == HB_MOST_CHAINED)
    {
      hb_words_error (words, words->token.spot, "more than %d times else if", HB_MOST_CHAINED);
      return false;
    }
  parser->chained++;
  struct hb_aed_stmt inner = new_stmt (words->token.spot);
  bool good = parse_if (parser, &inner);
  parser->chained--;
  stmt->chained = true;
  vec_push (parser->program->stmts, inner);
  stmt->orelse = (hb_id)parser->program->stmts.size - 1;
  return good;
}

static bool
parse_goto (struct hb_aed_parser *parser, struct hb_aed_stmt *stmt)
{
  stmt->kind = HB_AED_GOTO;
  hb_words_step (&parser->words);
  stmt->name = hb_expect_name (&parser->words, "a label behind goto", &stmt->name_spot);
  return stmt->name != HB_NONE;
}

static bool
parse_condition (struct hb_aed_parser *parser, struct hb_aed_stmt *stmt, enum hb_aed_kind kind)
{
  stmt->kind = (uint8_t)kind;
  hb_words_step (&parser->words);
  return (stmt->exp = hb_parse_exp (&parser->words)) != HB_NONE;
}

static bool
parse_by_keyword (struct hb_aed_parser *parser, struct hb_aed_stmt *stmt)
{
  struct hb_words *words = &parser->words;
  if (hb_at_word (words, "if"))
    return parse_if (parser, stmt);
  if (hb_at_word (words, "while"))
    return parse_condition (parser, stmt, HB_AED_WHILE)
           && hb_aed_parse_block (parser, &stmt->body, &stmt->opened, &stmt->last);
  if (hb_at_word (words, "goto"))
    return parse_goto (parser, stmt);
  if (hb_at_word (words, "async"))
    return parse_async (parser, stmt);
  if (hb_at_word (words, "assume"))
    return parse_condition (parser, stmt, HB_AED_ASSUME);
  if (hb_at_word (words, "assert"))
    return parse_condition (parser, stmt, HB_AED_ASSERT);
  if (hb_at_word (words, "local"))
    return parse_local (parser, stmt);
  if (hb_at_word (words, "call"))
    {
      stmt->kind = HB_AED_CALL;
      hb_words_step (words);
      return parse_invocation (parser, stmt);
    }
  if (hb_at_word (words, "return"))
    {
      stmt->kind = HB_AED_RETURN;
      hb_words_step (words);
      return true;
    }
  return parse_assignment (parser, stmt); /* which says what was expected */
}

/* LABEL:, if it stands here. */
static void
parse_label (struct hb_aed_parser *parser, struct hb_aed_stmt *stmt)
{
  struct hb_words *words = &parser->words;
  if (!hb_token_is_name (words, &words->token) || words->ahead.kind != HB_TOKEN_SIGN
      || strcmp (words->ahead.sign, ":"))
    return;
  stmt->label = words->token.name;
  stmt->label_spot = words->token.spot;
  hb_words_step (words);
  hb_words_step (words);
  stmt->spot = words->token.spot;
}

/* A statement with its label and comments; HB_NONE after an error. */
static hb_id
parse_statement (struct hb_aed_parser *parser)
{
  struct hb_words *words = &parser->words;
  struct hb_aed_stmt stmt = new_stmt (words->token.spot);
  stmt.before = hb_remarks_above (words);
  parse_label (parser, &stmt);
  if (!parse_by_keyword (parser, &stmt))
    return HB_NONE;
  bool is_block = stmt.kind == HB_AED_IF || stmt.kind == HB_AED_WHILE;
  if (!is_block && !hb_expect_sign (words, ";", "';' behind the statement"))
    return HB_NONE;
  stmt.behind = hb_remarks_behind (words);
  vec_push (parser->program->stmts, stmt);
  return (hb_id)parser->program->stmts.size - 1;
}

/* After an error: behind the next ';', or at the end of the block. */
static void
recover (struct hb_words *words)
{
  while (words->token.kind != HB_TOKEN_END && !hb_at_sign (words, "}") && !hb_at_sign (words, "{"))
    {
      bool end = hb_at_sign (words, ";");
      hb_words_step (words);
      if (end)
        return;
    }
}

bool
hb_aed_parse_block (struct hb_aed_parser *parser, hb_id *first, struct hb_remarks *opened,
                    struct hb_remarks *last)
{
  struct hb_words *words = &parser->words;
  struct hb_spot open = words->token.spot;
  hb_id previous = HB_NONE, nesting = words->nesting;
  *first = HB_NONE;
  if (!hb_expect_sign (words, "{", "'{' and a block"))
    return false;
  if (words->nesting > HB_MOST_NESTING)
    {
      hb_words_error (words, open, "nested more than %d deep", HB_MOST_NESTING);
      return false;
    }
  *opened = hb_remarks_behind (words);
  while (!hb_at_sign (words, "}") && words->token.kind != HB_TOKEN_END)
    {
      words->nesting = nesting + 1;
      hb_id stmt = parse_statement (parser);
      if (hb_diag_full (words->diag))
        return false;
      if (stmt == HB_NONE)
        {
          recover (words);
          if (hb_at_sign (words, "{"))
            return false;
          continue;
        }
      if (previous == HB_NONE)
        *first = stmt;
      else
        parser->program->stmts.data[previous].next = stmt;
      previous = stmt;
    }
  words->nesting = nesting;
  *last = hb_remarks_above (words);
  if (hb_take_sign (words, "}"))
    return true;
  hb_words_error (words, words->token.spot, "the block that starts in line %u has no '}'",
                  (unsigned)open.line);
  return false;
}

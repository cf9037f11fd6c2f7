/* Statements, and declarations of variables. */
#include "cfront/parse.h"

static struct hb_c_stmt *
stmt_new (struct hb_c_parser *parser, enum hb_c_act act, struct hb_c_spot spot)
{
  struct hb_c_stmt *stmt = hb_c_room (parser->unit, sizeof *stmt);
  stmt->act = act;
  stmt->spot = spot;
  return stmt;
}

static void
add (struct hb_c_parser *parser, struct hb_c_stmt ***items, size_t *count, struct hb_c_stmt *stmt)
{
  hb_c_append (parser->unit, (void ***)items, count, stmt);
}

/* What an array without a number of elements has in its list or text. */
static void
close_array (struct hb_c_symbol *symbol)
{
  if (symbol->type->kind != C_ARRAY || symbol->type->count != SIZE_MAX || !symbol->initial)
    return;
  const struct hb_c_exp *text = hb_c_characters (symbol->type, symbol->initial);
  if (text)
    symbol->type->count = (size_t)text->value + 1;
  else if (symbol->initial->op == C_LIST)
    symbol->type->count = symbol->initial->count;
}

void
hb_c_declarators (struct hb_c_parser *parser, const struct hb_c_specifiers *specifiers,
                  const struct hb_c_declared *first, struct hb_c_stmt ***items, size_t *count)
{
  for (; !parser->failed && (first || !hb_c_is_mark (parser, ';')); first = NULL)
    {
      const char *name = first ? first->name : NULL;
      struct hb_c_spot spot = first ? first->spot : hb_c_peek (parser, 0)->spot;
      struct hb_c_type *type
          = first ? first->type : hb_c_declarator (parser, specifiers->type, &name, &spot);
      if (parser->failed || !name)
        {
          hb_c_fail (parser, spot, "expected a name");
          return;
        }
      bool function = type->kind == C_FUNCTION;
      bool global = !parser->function || function || specifiers->is_static || specifiers->is_extern;
      enum hb_c_role role = specifiers->is_typedef ? C_TYPE_NAME
                            : function             ? C_FUNCTION_NAME
                                                   : C_VARIABLE;
      bool kept = parser->function && specifiers->is_static && !function;
      /* An array's type is its own: its count may come with the values. */
      if (type->kind == C_ARRAY)
        {
          struct hb_c_type *own = hb_c_type_new (parser, C_ARRAY);
          *own = *type;
          type = own;
        }
      size_t known = parser->unit->globals.size;
      struct hb_c_symbol *symbol = kept ? hb_c_declare_static (parser, name, type, spot)
                                        : hb_c_declare (parser, name, role, type, spot, global);
      bool is_new = !global || parser->unit->globals.size > known;
      bool valued = hb_c_take (parser, '=');
      if (is_new || valued || !specifiers->is_extern)
        symbol->is_extern = specifiers->is_extern && !valued;
      if (valued && symbol->initial)
        hb_c_fail (parser, spot, "'%s' is defined twice", name);
      if (valued)
        symbol->initial = hb_c_initial (parser, symbol->type);
      close_array (symbol);
      if (!global && !parser->failed && role == C_VARIABLE)
        {
          struct hb_c_stmt *stmt = stmt_new (parser, C_DECLARE, spot);
          stmt->symbol = symbol;
          add (parser, items, count, stmt);
        }
      if (!hb_c_take (parser, ','))
        break;
    }
  hb_c_expect (parser, ';', "after the declaration");
}

static struct hb_c_stmt *statement (struct hb_c_parser *parser);

static struct hb_c_exp *
in_parentheses (struct hb_c_parser *parser, const char *after)
{
  hb_c_expect (parser, '(', after);
  struct hb_c_exp *exp = hb_c_expression (parser);
  hb_c_expect (parser, ')', "after the expression");
  return exp;
}

static struct hb_c_stmt *
body (struct hb_c_parser *parser)
{
  parser->loops++;
  struct hb_c_stmt *stmt = statement (parser);
  parser->loops--;
  return stmt;
}

static struct hb_c_stmt *
for_loop (struct hb_c_parser *parser, struct hb_c_stmt *stmt)
{
  stmt->act = C_FOR;
  size_t scope = parser->scope.size, block = parser->block;
  parser->block = scope;
  hb_c_expect (parser, '(', "after 'for'");
  struct hb_c_stmt *start = stmt_new (parser, C_BLOCK, stmt->spot);
  if (hb_c_at_type (parser, 0))
    {
      struct hb_c_specifiers specifiers = { 0 };
      hb_c_specify (parser, &specifiers);
      hb_c_declarators (parser, &specifiers, NULL, &start->items, &start->count);
    }
  else
    {
      if (!hb_c_is_mark (parser, ';'))
        {
          struct hb_c_stmt *first = stmt_new (parser, C_EVALUATE, hb_c_peek (parser, 0)->spot);
          first->exp = hb_c_expression (parser);
          add (parser, &start->items, &start->count, first);
        }
      hb_c_expect (parser, ';', "after the start of the loop");
    }
  add (parser, &stmt->items, &stmt->count, start);
  if (!hb_c_is_mark (parser, ';'))
    stmt->exp = hb_c_expression (parser);
  hb_c_expect (parser, ';', "after the condition of the loop");
  if (!hb_c_is_mark (parser, ')'))
    stmt->step = hb_c_expression (parser);
  hb_c_expect (parser, ')', "after the step of the loop");
  stmt->first = body (parser);
  hb_c_forget (parser, scope);
  parser->block = block;
  return stmt;
}

static struct hb_c_stmt *
case_label (struct hb_c_parser *parser, struct hb_c_stmt *stmt)
{
  if (!parser->switches)
    hb_c_fail (parser, stmt->spot, "expected this within a switch");
  stmt->act = C_DEFAULT;
  if (!hb_c_take_name (parser, "default"))
    {
      parser->at++;
      stmt->act = C_CASE;
      stmt->value = stmt->last = hb_c_constant_expression (parser);
      if (hb_c_take (parser, C_MARK3 ('.', '.', '.')))
        stmt->last = hb_c_constant_expression (parser);
    }
  hb_c_expect (parser, ':', "after the case");
  stmt->first = hb_c_is_mark (parser, '}') ? stmt_new (parser, C_DO_NOTHING, stmt->spot)
                                           : statement (parser);
  return stmt;
}

static struct hb_c_stmt *
jump (struct hb_c_parser *parser, struct hb_c_stmt *stmt)
{
  if (hb_c_take_name (parser, "return"))
    {
      stmt->act = C_RETURN;
      if (!hb_c_is_mark (parser, ';'))
        stmt->exp = hb_c_expression (parser);
    }
  else if (hb_c_take_name (parser, "break") || hb_c_is_name (parser, "continue"))
    {
      stmt->act = hb_c_take_name (parser, "continue") ? C_CONTINUE : C_BREAK;
      if (!parser->loops && !(stmt->act == C_BREAK && parser->switches))
        hb_c_fail (parser, stmt->spot, "expected this within a loop%s",
                   stmt->act == C_BREAK ? " or switch" : "");
    }
  else
    {
      parser->at++;
      stmt->act = C_GOTO;
      if (hb_c_peek (parser, 0)->word != C_WORD_NAME)
        hb_c_fail (parser, hb_c_peek (parser, 0)->spot, "expected a label");
      stmt->label = hb_c_peek (parser, 0)->text;
      parser->at += !parser->failed;
      vec_push (parser->gotos, stmt);
    }
  hb_c_expect (parser, ';', "after the statement");
  return stmt;
}

static struct hb_c_stmt *
labelled (struct hb_c_parser *parser, struct hb_c_stmt *stmt)
{
  stmt->act = C_LABEL;
  stmt->label = hb_c_peek (parser, 0)->text;
  struct hb_c_meaning *meaning = hb_c_meaning_of (parser, stmt->label);
  if (meaning->label)
    hb_c_fail (parser, stmt->spot, "this label stands twice in the function");
  meaning->label = stmt;
  vec_push (parser->labels, stmt);
  parser->at += 2;
  while (hb_c_is_name (parser, "__attribute__"))
    {
      struct hb_c_specifiers none = { 0 };
      hb_c_specify (parser, &none);
    }
  stmt->first = hb_c_is_mark (parser, '}') ? stmt_new (parser, C_DO_NOTHING, stmt->spot)
                                           : statement (parser);
  return stmt;
}

/* if, while, do, for, switch; false if it is none of them. */
static bool
compound (struct hb_c_parser *parser, struct hb_c_stmt *stmt)
{
  if (hb_c_take_name (parser, "if"))
    {
      stmt->act = C_IF;
      stmt->exp = in_parentheses (parser, "after 'if'");
      stmt->first = statement (parser);
      if (hb_c_take_name (parser, "else"))
        stmt->second = statement (parser);
    }
  else if (hb_c_take_name (parser, "while"))
    {
      stmt->act = C_WHILE;
      stmt->exp = in_parentheses (parser, "after 'while'");
      stmt->first = body (parser);
    }
  else if (hb_c_take_name (parser, "do"))
    {
      stmt->act = C_DO_WHILE;
      stmt->first = body (parser);
      if (!hb_c_take_name (parser, "while"))
        hb_c_fail (parser, hb_c_peek (parser, 0)->spot, "expected 'while' after the body");
      stmt->exp = in_parentheses (parser, "after 'while'");
      hb_c_expect (parser, ';', "after the loop");
    }
  else if (hb_c_take_name (parser, "for"))
    for_loop (parser, stmt);
  else if (hb_c_take_name (parser, "switch"))
    {
      stmt->act = C_SWITCH;
      stmt->exp = in_parentheses (parser, "after 'switch'");
      parser->switches++;
      stmt->first = statement (parser);
      parser->switches--;
    }
  else
    return false;
  return true;
}

static struct hb_c_stmt *
statement (struct hb_c_parser *parser)
{
  const struct hb_c_token *token = hb_c_peek (parser, 0), *next = hb_c_peek (parser, 1);
  struct hb_c_stmt *stmt = stmt_new (parser, C_DO_NOTHING, token->spot);
  hb_c_enter (parser, token->spot);
  if (hb_c_is_mark (parser, '{'))
    stmt = hb_c_block (parser);
  else if (hb_c_take (parser, ';') || compound (parser, stmt))
    ;
  else if (hb_c_is_name (parser, "case") || hb_c_is_name (parser, "default"))
    case_label (parser, stmt);
  else if (hb_c_is_name (parser, "return") || hb_c_is_name (parser, "break")
           || hb_c_is_name (parser, "continue") || hb_c_is_name (parser, "goto"))
    jump (parser, stmt);
  else if (hb_c_is_name (parser, "asm") || hb_c_is_name (parser, "__asm__"))
    hb_c_fail (parser, token->spot, "assembly is outside of the subset");
  else if (token->word == C_WORD_NAME && next->word == C_WORD_MARK && next->mark == ':')
    labelled (parser, stmt);
  else
    {
      stmt->act = C_EVALUATE;
      stmt->exp = hb_c_expression (parser);
      hb_c_expect (parser, ';', "after the statement");
    }
  parser->depth--;
  return stmt;
}

struct hb_c_stmt *
hb_c_block (struct hb_c_parser *parser)
{
  struct hb_c_stmt *block = stmt_new (parser, C_BLOCK, hb_c_peek (parser, 0)->spot);
  size_t scope = parser->scope.size, outer = parser->block;
  size_t tags = parser->tags.size, outer_tags = parser->tag_block;
  /* A function's parameters and its outermost block are one scope. */
  parser->block = parser->depth ? scope : 0;
  parser->tag_block = tags;
  parser->depth++;
  hb_c_expect (parser, '{', "before the statements");
  while (!parser->failed && !hb_c_is_mark (parser, '}')
         && hb_c_peek (parser, 0)->word != C_WORD_END)
    {
      const struct hb_c_token *next = hb_c_peek (parser, 1);
      bool label = next->word == C_WORD_MARK && next->mark == ':';
      if (hb_c_static_assertion (parser))
        continue;
      if (hb_c_at_type (parser, 0) && !label)
        {
          struct hb_c_specifiers specifiers = { 0 };
          hb_c_specify (parser, &specifiers);
          hb_c_declarators (parser, &specifiers, NULL, &block->items, &block->count);
        }
      else
        add (parser, &block->items, &block->count, statement (parser));
    }
  hb_c_expect (parser, '}', "after the statements");
  parser->depth--;
  hb_c_forget (parser, scope);
  parser->tags.size = tags;
  parser->tag_block = outer_tags;
  parser->block = outer;
  return block;
}

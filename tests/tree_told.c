/* See tree_told.h. */
#include "unit.h"

#include "tree_told.h"

#include "base/buffer.h"

static const char *const signs[] = { [C_NEGATE] = "-",   [C_INVERT] = "~",
                                     [C_NOT] = "!",      [C_CONTENT] = "*",
                                     [C_ADDRESS] = "&",  [C_ADD] = "+",
                                     [C_SUBTRACT] = "-", [C_MULTIPLY] = "*",
                                     [C_DIVIDE] = "/",   [C_REST] = "%",
                                     [C_LEFT] = "<<",    [C_RIGHT] = ">>",
                                     [C_AND] = "&",      [C_OR] = "|",
                                     [C_XOR] = "^",      [C_LESS] = "<",
                                     [C_EQUAL] = "==",   [C_LESS_EQUAL] = "<=",
                                     [C_UNEQUAL] = "!=", [C_GREATER] = ">",
                                     [C_BOTH] = "&&",    [C_GREATER_EQUAL] = ">=",
                                     [C_EITHER] = "||",  [C_ASSIGN] = "" };

static void
tell_type (hb_buffer *out, const struct hb_c_type *type)
{
  static const char *const words[]
      = { [C_VOID] = "void", [C_FLOATING] = "f", [C_POINTER] = "*", [C_STRUCT] = "struct " };
  switch (type->kind)
    {
    case C_INTEGER:
      hb_buffer_add (out, "%c%u", type->is_signed ? 'i' : 'u', type->width);
      return;
    case C_ARRAY:
      hb_buffer_add (out, type->count == SIZE_MAX ? "[?]" : "[%zu]", type->count);
      tell_type (out, type->to);
      return;
    case C_FUNCTION:
      hb_buffer_add (out, "(%s", type->old ? "old " : "");
      for (size_t i = 0; i < type->parameter_count; i++)
        {
          hb_buffer_add (out, "%s", i ? ", " : "");
          tell_type (out, type->parameters[i]->type);
        }
      hb_buffer_add (out, type->open ? "...)" : ")");
      tell_type (out, type->to);
      return;
    default:
      hb_buffer_add (out, "%s", words[type->kind]);
      if (type->kind == C_FLOATING)
        hb_buffer_add (out, "%u", type->width);
      else if (type->kind == C_POINTER)
        tell_type (out, type->to);
      else if (type->kind == C_STRUCT)
        hb_buffer_add (out, "%s", type->tag ? type->tag : "?");
    }
}

/* A local one with its number. */
static void
tell_name (hb_buffer *out, const struct hb_c_symbol *symbol)
{
  hb_buffer_add (out, "%s", symbol->name);
  if (!symbol->global)
    hb_buffer_add (out, "'%u", (unsigned)symbol->number);
}

static void tell (hb_buffer *out, const struct hb_c_exp *exp);

static void
tell_items (hb_buffer *out, const struct hb_c_exp *exp, const char *open, const char *close)
{
  hb_buffer_add (out, "%s", open);
  for (size_t i = 0; i < exp->count; i++)
    {
      hb_buffer_add (out, "%s", i ? ", " : "");
      tell (out, exp->items[i]);
    }
  hb_buffer_add (out, "%s", close);
}

/* A BEFORE B BEHIND, B perhaps not there. */
static void
tell_two (hb_buffer *out, const struct hb_c_exp *a, const char *before, const struct hb_c_exp *b,
          const char *behind)
{
  tell (out, a);
  hb_buffer_add (out, "%s", before);
  if (b)
    tell (out, b);
  hb_buffer_add (out, "%s", behind);
}

/* What is not an operator between one or two values. */
static bool
tell_other (hb_buffer *out, const struct hb_c_exp *exp)
{
  switch (exp->op)
    {
    case C_NUMBER:
      hb_buffer_add (out, exp->type->is_signed ? "%lld" : "%llu", (long long)exp->value);
      return true;
    case C_REAL:
      hb_buffer_add (out, "%s", exp->text);
      return true;
    case C_TEXT:
      hb_buffer_add (out, "\"%.*s\"", (int)exp->value, exp->text);
      return true;
    case C_CALL:
      tell (out, exp->a);
      tell_items (out, exp, "(", ")");
      return true;
    case C_INDEX:
      tell_two (out, exp->a, "[", exp->b, "]");
      return true;
    case C_FIELD:
      tell (out, exp->a);
      hb_buffer_add (out, ".%s#%d", exp->text, (int)exp->value);
      return true;
    case C_CHOICE:
      hb_buffer_add (out, "(");
      tell_two (out, exp->a, " ? ", exp->b, " : ");
      tell_two (out, exp->c, ")", NULL, "");
      return true;
    default:
      return false;
    }
}

static void
tell_operator (hb_buffer *out, const struct hb_c_exp *exp)
{
  const char *step = exp->value == 1 ? "++" : exp->value == UINT64_MAX ? "--" : "?";
  hb_buffer_add (out, "(%s",
                 exp->op == C_BEFORE    ? step
                 : exp->op <= C_ADDRESS ? signs[exp->op]
                                        : "");
  tell (out, exp->a);
  if (exp->op == C_COMMA)
    hb_buffer_add (out, ", ");
  else if (exp->op == C_AFTER)
    hb_buffer_add (out, "%s", step);
  else if (exp->b)
    hb_buffer_add (out, " %s%s ", signs[exp->op == C_ASSIGN ? exp->compute : exp->op],
                   exp->op == C_ASSIGN ? "=" : "");
  if (exp->b)
    tell (out, exp->b);
  if (exp->common)
    {
      hb_buffer_add (out, " in ");
      tell_type (out, exp->common);
    }
  hb_buffer_add (out, ")");
}

static void
tell (hb_buffer *out, const struct hb_c_exp *exp)
{
  if (exp->op == C_NAME)
    {
      tell_name (out, exp->symbol);
      return;
    }
  if (exp->op == C_LIST)
    {
      tell_items (out, exp, "{", "}");
      return;
    }
  if (exp->op == C_CAST)
    {
      tell_type (out, exp->type);
      hb_buffer_add (out, exp->explicit_cast ? "!(" : "(");
      tell_two (out, exp->a, ")", NULL, "");
      return;
    }
  if (!tell_other (out, exp))
    tell_operator (out, exp);
  if (exp->type->kind != C_INTEGER || exp->type->width != 32 || !exp->type->is_signed)
    {
      hb_buffer_add (out, ":");
      tell_type (out, exp->type);
    }
}

static void tell_stmt (hb_buffer *out, const struct hb_c_stmt *stmt);

/* WORD EXP BEHIND. */
static void
tell_word (hb_buffer *out, const char *word, const struct hb_c_exp *exp, const char *behind)
{
  hb_buffer_add (out, "%s%s", word, exp && *word ? " " : "");
  if (exp)
    tell (out, exp);
  hb_buffer_add (out, "%s", behind);
}

static void
tell_symbol (hb_buffer *out, const struct hb_c_symbol *symbol)
{
  hb_buffer_add (out, "%s%s", symbol->is_extern ? "extern " : "",
                 symbol->role == C_TYPE_NAME ? "typedef " : "");
  tell_type (out, symbol->type);
  hb_buffer_add (out, " ");
  tell_name (out, symbol);
  if (symbol->role == C_CONSTANT)
    hb_buffer_add (out, " is %lld", (long long)symbol->value);
  if (symbol->initial)
    tell_word (out, " =", symbol->initial, "");
  if (symbol->body)
    {
      hb_buffer_add (out, "'%u ", (unsigned)symbol->locals);
      tell_stmt (out, symbol->body);
    }
}

static void
tell_for (hb_buffer *out, const struct hb_c_stmt *stmt)
{
  hb_buffer_add (out, "for (");
  tell_stmt (out, stmt->items[0]);
  tell_word (out, "", stmt->exp, ";");
  tell_word (out, "", stmt->step, ") ");
}

static void
tell_stmt (hb_buffer *out, const struct hb_c_stmt *stmt)
{
  static const char *const words[]
      = { [C_IF] = "if",     [C_WHILE] = "while",   [C_SWITCH] = "switch",
          [C_EVALUATE] = "", [C_RETURN] = "return", [C_DO_WHILE] = " while" };
  switch (stmt->act)
    {
    case C_BLOCK:
      hb_buffer_add (out, "{");
      for (size_t i = 0; i < stmt->count; i++)
        {
          hb_buffer_add (out, "%s", i ? " " : "");
          tell_stmt (out, stmt->items[i]);
        }
      hb_buffer_add (out, "}");
      return;
    case C_DECLARE:
      tell_symbol (out, stmt->symbol);
      break;
    case C_FOR:
      tell_for (out, stmt);
      break;
    case C_DO_WHILE:
      hb_buffer_add (out, "do ");
      tell_stmt (out, stmt->first);
      tell_word (out, " while", stmt->exp, ";");
      return;
    case C_CASE:
      hb_buffer_add (out, stmt->value == stmt->last ? "case %lld: " : "case %lld ... %lld: ",
                     (long long)stmt->value, (long long)stmt->last);
      break;
    case C_DEFAULT:
      hb_buffer_add (out, "default: ");
      break;
    case C_LABEL:
      hb_buffer_add (out, "%s: ", stmt->label);
      break;
    case C_GOTO:
      hb_buffer_add (out, "goto %s", stmt->label);
      break;
    case C_BREAK:
    case C_CONTINUE:
      hb_buffer_add (out, stmt->act == C_BREAK ? "break" : "continue");
      break;
    case C_DO_NOTHING:
      break;
    default:
      tell_word (out, words[stmt->act], stmt->exp, stmt->first ? " " : "");
    }
  if (stmt->first)
    tell_stmt (out, stmt->first);
  else
    hb_buffer_add (out, ";");
  if (stmt->second)
    {
      hb_buffer_add (out, " else ");
      tell_stmt (out, stmt->second);
    }
}

static void
tell_use (hb_buffer *out, const struct hb_c_use *use)
{
  hb_buffer_add (out, "; %s (", use->name);
  for (size_t i = 0; i < use->count; i++)
    {
      const struct hb_c_exp *argument = use->arguments[i];
      hb_buffer_add (out, "%s", i ? ", " : "");
      if (argument->op == C_NUMBER)
        tell (out, argument);
      else
        hb_buffer_add (out, "%s%s", argument->text, argument->symbol ? "" : "?");
    }
  hb_buffer_add (out, ")");
}

char *
tree_told (const hb_c_unit *unit)
{
  hb_buffer out = VEC_EMPTY;
  for (size_t i = 0; i < hb_c_globals (unit); i++)
    {
      hb_buffer_add (&out, "%s", i ? "; " : "");
      tell_symbol (&out, hb_c_global (unit, i));
    }
  for (size_t i = 0; i < hb_c_uses (unit); i++)
    tell_use (&out, hb_c_use (unit, i));
  return hb_buffer_take (&out);
}

char *
tree_stmt_told (const struct hb_c_stmt *stmt)
{
  hb_buffer out = VEC_EMPTY;
  tell_stmt (&out, stmt);
  return hb_buffer_take (&out);
}

char *
tree_exp_told (const struct hb_c_exp *exp)
{
  hb_buffer out = VEC_EMPTY;
  tell (&out, exp);
  return hb_buffer_take (&out);
}

char *
tree_type_told (const struct hb_c_type *type)
{
  hb_buffer out = VEC_EMPTY;
  tell_type (&out, type);
  return hb_buffer_take (&out);
}

void
expect_trees (const struct tree_case *cases, size_t count, const char *name)
{
  for (size_t i = 0; i < count; i++)
    {
      hb_diag *diag = hb_diag_new ();
      hb_c_unit *unit = hb_c_read_text (name, cases[i].text, strlen (cases[i].text), NULL, diag);
      struct hb_place place = { 0 };
      const char *said = unit ? NULL : hb_diag_entry (diag, 0, NULL, &place);
      char *tree
          = unit ? tree_told (unit) : hb_format ("! %zu:%zu: %s", place.line, place.column, said);
      if (strcmp (tree, cases[i].tree))
        fail_msg ("%s:\n%s\nand not\n%s", cases[i].text, tree, cases[i].tree);
      hb_free (tree);
      hb_c_free (unit);
      hb_diag_free (diag);
    }
}

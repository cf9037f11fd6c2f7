/* See write.h. */
#include "cfront/write.h"

#include <string.h>

/* How tightly an expression holds together: 15 for what stands alone, down to 1 for a comma. */
static int
strength (const struct hb_c_exp *exp)
{
  static const struct
  {
    enum hb_c_operation op;
    int strength;
  } levels[] = { { C_COMMA, 1 },       { C_ASSIGN, 2 },
                 { C_CHOICE, 3 },      { C_EITHER, 4 },
                 { C_BOTH, 5 },        { C_OR, 6 },
                 { C_XOR, 7 },         { C_AND, 8 },
                 { C_EQUAL, 9 },       { C_UNEQUAL, 9 },
                 { C_LESS, 10 },       { C_GREATER, 10 },
                 { C_LESS_EQUAL, 10 }, { C_GREATER_EQUAL, 10 },
                 { C_LEFT, 11 },       { C_RIGHT, 11 },
                 { C_ADD, 12 },        { C_SUBTRACT, 12 },
                 { C_MULTIPLY, 13 },   { C_DIVIDE, 13 },
                 { C_REST, 13 },       { C_NEGATE, 14 },
                 { C_INVERT, 14 },     { C_NOT, 14 },
                 { C_CONTENT, 14 },    { C_ADDRESS, 14 },
                 { C_BEFORE, 14 },     { C_CAST, 14 } };
  if (exp->op == C_CAST && !exp->explicit_cast)
    return strength (exp->a);
  for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
    if (levels[i].op == exp->op)
      return levels[i].strength;
  return 15;
}

static const char *
sign (enum hb_c_operation op)
{
  switch (op)
    {
    case C_ADD:
      return "+";
    case C_SUBTRACT:
    case C_NEGATE:
      return "-";
    case C_MULTIPLY:
    case C_CONTENT:
      return "*";
    case C_DIVIDE:
      return "/";
    case C_REST:
      return "%";
    case C_LEFT:
      return "<<";
    case C_RIGHT:
      return ">>";
    case C_AND:
    case C_ADDRESS:
      return "&";
    case C_OR:
      return "|";
    case C_XOR:
      return "^";
    case C_LESS:
      return "<";
    case C_LESS_EQUAL:
      return "<=";
    case C_GREATER:
      return ">";
    case C_GREATER_EQUAL:
      return ">=";
    case C_EQUAL:
      return "==";
    case C_UNEQUAL:
      return "!=";
    case C_BOTH:
      return "&&";
    case C_EITHER:
      return "||";
    case C_INVERT:
      return "~";
    case C_NOT:
      return "!";
    default:
      return "";
    }
}

static void
write_at (hb_buffer *text, const struct hb_c_exp *exp, int least)
{
  if (strength (exp) < least)
    hb_buffer_add (text, "(");
  hb_c_write (text, exp);
  if (strength (exp) < least)
    hb_buffer_add (text, ")");
}

static void
write_list (hb_buffer *text, const struct hb_c_exp *exp)
{
  for (size_t i = 0; i < exp->count; i++)
    {
      hb_buffer_add (text, i ? ", " : "");
      write_at (text, exp->items[i], 2);
    }
}

/* What has a name, or a number. */
static bool
write_leaf (hb_buffer *text, const struct hb_c_exp *exp)
{
  switch (exp->op)
    {
    case C_NUMBER:
      if (exp->type->kind == C_INTEGER && exp->type->is_signed)
        hb_buffer_add (text, "%lld", (long long)exp->value);
      else
        hb_buffer_add (text, "%llu", (unsigned long long)exp->value);
      return true;
    case C_REAL:
    case C_TEXT:
      hb_buffer_add (text, exp->op == C_TEXT ? "\"%s\"" : "%s", exp->text ? exp->text : "");
      return true;
    case C_NAME:
      hb_buffer_add (text, "%s", exp->symbol ? exp->symbol->name : exp->text);
      return true;
    default:
      return false;
    }
}

static void
write_assignment (hb_buffer *text, const struct hb_c_exp *exp)
{
  bool down = (int64_t)exp->value < 0;
  if (exp->op == C_BEFORE)
    hb_buffer_add (text, down ? "--" : "++");
  write_at (text, exp->a, 14);
  if (exp->op == C_AFTER)
    hb_buffer_add (text, down ? "--" : "++");
  if (exp->op != C_ASSIGN)
    return;
  hb_buffer_add (text, " %s= ", sign (exp->compute));
  write_at (text, exp->b, 2);
}

static void
write_postfix (hb_buffer *text, const struct hb_c_exp *exp)
{
  write_at (text, exp->a, 15);
  if (exp->op == C_FIELD)
    hb_buffer_add (text, ".%s", exp->text);
  else if (exp->op == C_INDEX)
    {
      hb_buffer_add (text, "[");
      hb_c_write (text, exp->b);
      hb_buffer_add (text, "]");
    }
  else
    {
      hb_buffer_add (text, " (");
      write_list (text, exp);
      hb_buffer_add (text, ")");
    }
}

void
hb_c_write (hb_buffer *text, const struct hb_c_exp *exp)
{
  int own = strength (exp);
  if (write_leaf (text, exp))
    return;
  switch (exp->op)
    {
    case C_CAST:
      if (exp->explicit_cast)
        {
          char *name = hb_c_type_name (exp->type);
          hb_buffer_add (text, "(%s)", name);
          hb_free (name);
        }
      write_at (text, exp->a, exp->explicit_cast ? 14 : 0);
      return;
    case C_ASSIGN:
    case C_BEFORE:
    case C_AFTER:
      write_assignment (text, exp);
      return;
    case C_INDEX:
    case C_FIELD:
    case C_CALL:
      write_postfix (text, exp);
      return;
    case C_LIST:
      hb_buffer_add (text, "{ ");
      write_list (text, exp);
      hb_buffer_add (text, " }");
      return;
    case C_CHOICE:
      write_at (text, exp->a, 4);
      hb_buffer_add (text, " ? ");
      hb_c_write (text, exp->b);
      hb_buffer_add (text, " : ");
      write_at (text, exp->c, 3);
      return;
    default:
      break;
    }
  if (!exp->b)
    {
      hb_buffer_add (text, "%s", sign (exp->op));
      write_at (text, exp->a, 15);
      return;
    }
  write_at (text, exp->a, own);
  hb_buffer_add (text, exp->op == C_COMMA ? ", " : " %s ", sign (exp->op));
  write_at (text, exp->b, own + 1);
}

/* See write.h. */
#include "cfront/write.h"

#include "cfront/sign.h"

/* A character may be. */
static bool
is_negative (const struct hb_c_exp *number)
{
  return number->type->is_signed && (int64_t)number->value < 0;
}

/* How tightly an expression holds together: 15 for what stands alone, down to 1 for a comma. */
static int
strength (const struct hb_c_exp *exp)
{
  switch (exp->op)
    {
    case C_COMMA:
      return 1;
    case C_ASSIGN:
      return 2;
    case C_CHOICE:
      return 3;
    case C_BEFORE:
      return 14;
    case C_NUMBER:
      return is_negative (exp) ? 14 : 15;
    case C_CAST:
      return exp->explicit_cast ? 14 : strength (exp->a);
    default:
      return hb_c_level (exp->op) ? (int)hb_c_level (exp->op) + 3 : 15;
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

void
hb_c_write_text (hb_buffer *out, const char *text, size_t size, char quote)
{
  hb_buffer_add (out, "%c", quote);
  for (size_t i = 0; i < size; i++)
    {
      unsigned char c = (unsigned char)text[i];
      bool plain = c >= ' ' && c < 0x7f, marked = c == (unsigned char)quote || c == '\\';
      hb_buffer_add (out, !plain ? "\\%03o" : marked ? "\\%c" : "%c", c);
    }
  hb_buffer_add (out, "%c", quote);
}

void
hb_c_write_field (hb_buffer *out, const char *name)
{
  if (*name)
    hb_buffer_add (out, ".%s", name);
}

char *
hb_c_field_name (const char *name, const struct hb_c_field *field)
{
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text, "%s", name);
  hb_c_write_field (&text, field->name);
  return hb_buffer_take (&text);
}

/* What has a name, or a number. */
static bool
write_leaf (hb_buffer *text, const struct hb_c_exp *exp)
{
  switch (exp->op)
    {
    case C_NUMBER:
      hb_buffer_add (text, is_negative (exp) ? "%lld" : "%llu", (unsigned long long)exp->value);
      return true;
    case C_REAL:
      hb_buffer_add (text, "%s", exp->text);
      return true;
    case C_TEXT:
      hb_c_write_text (text, exp->text, (size_t)exp->value, '"');
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
  bool down = exp->value != 1;
  if (exp->op == C_BEFORE)
    hb_buffer_add (text, down ? "--" : "++");
  write_at (text, exp->a, exp->op == C_AFTER ? 15 : 14);
  if (exp->op == C_AFTER)
    hb_buffer_add (text, down ? "--" : "++");
  if (exp->op != C_ASSIGN)
    return;
  hb_buffer_add (text, " %s= ", hb_c_sign (exp->compute));
  write_at (text, exp->b, 2);
}

static void
write_postfix (hb_buffer *text, const struct hb_c_exp *exp)
{
  write_at (text, exp->a, 15);
  if (exp->op == C_FIELD)
    hb_c_write_field (text, exp->text);
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

static void
write_cast (hb_buffer *text, const struct hb_c_exp *exp)
{
  if (exp->explicit_cast)
    {
      char *name = hb_c_type_name (exp->type);
      hb_buffer_add (text, "(%s)", name);
      hb_free (name);
      write_at (text, exp->a, 14);
    }
  else
    hb_c_write (text, exp->a);
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
      write_cast (text, exp);
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
      hb_buffer_add (text, "%s", hb_c_sign (exp->op));
      write_at (text, exp->a, 15);
      return;
    }
  write_at (text, exp->a, own);
  hb_buffer_add (text, exp->op == C_COMMA ? ", " : " %s ", hb_c_sign (exp->op));
  write_at (text, exp->b, own + 1);
}

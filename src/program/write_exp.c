/* See write_exp.h. */
#include "program/write_exp.h"

#include <string.h>

void
hb_write_indent (const struct hb_writer *w, unsigned depth)
{
  hb_buffer_add (w->to, "%*s", (int)(2 * depth), "");
}

static bool
is_identifier (const struct hb_writer *w, const char *text)
{
  size_t letters = strspn (text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
  return !text[letters] && !(text[0] >= '0' && text[0] <= '9')
         && !hb_source_is_keyword (w->source, text);
}

void
hb_write_name (const struct hb_writer *w, hb_id name)
{
  const char *text = hb_names_text (w->source->names, name),
             *quote = is_identifier (w, text) ? "" : "\"";
  hb_buffer_add (w->to, "%s%s%s", quote, text, quote);
}

/* --- Comments --- */

void
hb_write_above (const struct hb_writer *w, struct hb_remarks remarks, unsigned depth)
{
  for (hb_id i = 0; i < remarks.count; i++)
    {
      const char *text = w->source->comments.data[remarks.first + i];
      hb_write_indent (w, depth);
      hb_buffer_add (w->to, *text && *text != '\n' ? "# %s\n" : "#%s\n", text);
    }
}

/* Ends the line. */
void
hb_write_behind (const struct hb_writer *w, struct hb_remarks remarks)
{
  for (hb_id i = 0; i < remarks.count; i++)
    {
      const char *text = w->source->comments.data[remarks.first + i];
      hb_buffer_add (w->to, "%s# %.*s", i ? "\n" : "  ", (int)strcspn (text, "\n"), text);
    }
  hb_buffer_add (w->to, "\n");
}

/* --- Expressions --- */

#define LEVEL_UNARY 7
#define LEVEL_PRIMARY 8

static int
level_of (const struct hb_exp *exp)
{
  static const uint8_t levels[]
      = { [HB_OP_OR] = 1,  [HB_OP_AND] = 2, [HB_OP_EQ] = 3, [HB_OP_NE] = 3,  [HB_OP_LT] = 4,
          [HB_OP_LE] = 4,  [HB_OP_GT] = 4,  [HB_OP_GE] = 4, [HB_OP_ADD] = 5, [HB_OP_SUB] = 5,
          [HB_OP_MUL] = 6, [HB_OP_DIV] = 6, [HB_OP_MOD] = 6 };
  if (exp->kind == HB_EXP_UNARY)
    return LEVEL_UNARY;
  if (exp->kind == HB_EXP_BINARY && exp->op < sizeof levels)
    return levels[exp->op];
  return LEVEL_PRIMARY;
}

/* In parentheses if it binds less than LEVEL. */
void
hb_write_exp (const struct hb_writer *w, hb_id number, int level)
{
  const struct hb_exp *exp = &w->source->exps.data[number];
  const char *op = hb_operator_text ((enum hb_operator)exp->op);
  int own = level_of (exp);
  if (own < level)
    hb_buffer_add (w->to, "(");
  switch ((enum hb_exp_kind)exp->kind)
    {
    case HB_EXP_NUMBER:
      hb_buffer_add (w->to, "%lld", (long long)exp->number);
      break;
    case HB_EXP_SELF:
      hb_buffer_add (w->to, "self");
      break;
    case HB_EXP_NAME:
      hb_write_name (w, exp->name);
      break;
    case HB_EXP_VAR:
      hb_write_name (w, exp->name);
      hb_buffer_add (w->to, "[");
      hb_write_exp (w, exp->left, 0);
      hb_buffer_add (w->to, "]");
      break;
    case HB_EXP_UNARY:
      hb_buffer_add (w->to, "%s", op);
      hb_write_exp (w, exp->left, LEVEL_UNARY);
      break;
    case HB_EXP_BINARY:
      if (own == LEVEL_PRIMARY)
        hb_buffer_add (w->to, "%s(", op);
      hb_write_exp (w, exp->left, own == LEVEL_PRIMARY ? 0 : own);
      hb_buffer_add (w->to, own == LEVEL_PRIMARY ? ", " : " %s ", op);
      hb_write_exp (w, exp->right, own == LEVEL_PRIMARY ? 0 : own + 1);
      if (own == LEVEL_PRIMARY)
        hb_buffer_add (w->to, ")");
      break;
    }
  if (own < level)
    hb_buffer_add (w->to, ")");
}

void
hb_write_args (const struct hb_writer *w, hb_id first, hb_id count)
{
  if (!count)
    return;
  for (hb_id i = 0; i < count; i++)
    {
      hb_buffer_add (w->to, i ? ", " : "(");
      hb_write_exp (w, w->source->args.data[first + i], 0);
    }
  hb_buffer_add (w->to, ")");
}

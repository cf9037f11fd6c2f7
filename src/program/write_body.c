/* Writing the bodies of messages; see write_body.h. */
#include "program/write_body.h"

void
hb_write_indent (const struct hb_program_writer *w, unsigned depth)
{
  hb_buffer_add (w->to, "%*s", (int)(2 * depth), "");
}

static bool
is_identifier (const char *text)
{
  size_t letters = strspn (text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
  return !text[letters] && !(text[0] >= '0' && text[0] <= '9') && !hb_is_keyword (text);
}

void
hb_write_name (const struct hb_program_writer *w, hb_id name)
{
  const char *text = hb_program_name (w->program, name), *quote = is_identifier (text) ? "" : "\"";
  hb_buffer_add (w->to, "%s%s%s", quote, text, quote);
}

/* A label may be a number as well. */
static void
write_label (const struct hb_program_writer *w, hb_id name)
{
  const char *text = hb_program_name (w->program, name);
  size_t digits = strspn (text, "0123456789");
  if (!text[digits] && digits < 19 && (digits == 1 || text[0] != '0'))
    hb_buffer_add (w->to, "%s", text);
  else
    hb_write_name (w, name);
}

/* --- Comments --- */

void
hb_write_above (const struct hb_program_writer *w, struct hb_remarks remarks, unsigned depth)
{
  for (hb_id i = 0; i < remarks.count; i++)
    {
      const char *text = w->program->comments.data[remarks.first + i];
      hb_write_indent (w, depth);
      hb_buffer_add (w->to, *text && *text != '\n' ? "# %s\n" : "#%s\n", text);
    }
}

/* Ends the line. */
void
hb_write_behind (const struct hb_program_writer *w, struct hb_remarks remarks)
{
  for (hb_id i = 0; i < remarks.count; i++)
    {
      const char *text = w->program->comments.data[remarks.first + i];
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
hb_write_exp (const struct hb_program_writer *w, hb_id number, int level)
{
  const struct hb_exp *exp = &w->program->exps.data[number];
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
hb_write_args (const struct hb_program_writer *w, hb_id first, hb_id count)
{
  if (!count)
    return;
  for (hb_id i = 0; i < count; i++)
    {
      hb_buffer_add (w->to, i ? ", " : "(");
      hb_write_exp (w, w->program->args.data[first + i], 0);
    }
  hb_buffer_add (w->to, ")");
}

/* NAME or NAME[INDEX] */
void
hb_write_place (const struct hb_program_writer *w, hb_id name, hb_id index)
{
  hb_write_name (w, name);
  if (index == HB_NONE)
    return;
  hb_buffer_add (w->to, "[");
  hb_write_exp (w, index, 0);
  hb_buffer_add (w->to, "]");
}

/* --- Statements --- */

static void
write_post (const struct hb_program_writer *w, const struct hb_stmt *stmt)
{
  hb_buffer_add (w->to, "post(");
  hb_write_place (w, stmt->name, stmt->index);
  hb_buffer_add (w->to, ", ");
  hb_write_name (w, stmt->message);
  hb_write_args (w, stmt->first_arg, stmt->args);
  if (stmt->other != HB_NONE)
    {
      hb_buffer_add (w->to, ", ");
      hb_write_exp (w, stmt->other, 0);
    }
  hb_buffer_add (w->to, ")");
}

/* { ... } without the end of the line */
void
hb_write_braces (const struct hb_program_writer *w, hb_id first, struct hb_remarks opened,
                 struct hb_remarks last, unsigned depth)
{
  hb_buffer_add (w->to, " {");
  hb_write_behind (w, opened);
  hb_write_block (w, first, depth + 1);
  hb_write_above (w, last, depth + 1);
  hb_write_indent (w, depth);
  hb_buffer_add (w->to, "}");
}

static void
write_if (const struct hb_program_writer *w, const struct hb_stmt *stmt, unsigned depth)
{
  for (;;)
    {
      hb_buffer_add (w->to, "if ");
      hb_write_exp (w, stmt->exp, 0);
      hb_write_braces (w, stmt->body, stmt->opened, stmt->last, depth);
      if (!stmt->has_else && !stmt->chained)
        return;
      if (stmt->before_else.count)
        {
          hb_buffer_add (w->to, "\n");
          hb_write_above (w, stmt->before_else, depth);
          hb_write_indent (w, depth);
          hb_buffer_add (w->to, "else");
        }
      else
        hb_buffer_add (w->to, " else");
      if (stmt->has_else)
        {
          hb_write_braces (w, stmt->orelse, stmt->opened_else, stmt->last_else, depth);
          return;
        }
      hb_buffer_add (w->to, " ");
      stmt = &w->program->stmts.data[stmt->orelse];
    }
}

static void
write_loop (const struct hb_program_writer *w, const struct hb_stmt *stmt, unsigned depth)
{
  if (stmt->kind == HB_STMT_FOR)
    {
      hb_buffer_add (w->to, "for ");
      hb_write_name (w, stmt->name);
      hb_buffer_add (w->to, " = ");
      hb_write_exp (w, stmt->exp, 0);
      hb_buffer_add (w->to, " .. ");
      hb_write_exp (w, stmt->other, 0);
    }
  else
    {
      hb_buffer_add (w->to, stmt->kind == HB_STMT_WHILE ? "while " : "repeat ");
      hb_write_exp (w, stmt->exp, 0);
    }
  hb_write_braces (w, stmt->body, stmt->opened, stmt->last, depth);
}

static void
write_jump (const struct hb_program_writer *w, const struct hb_stmt *stmt)
{
  if (stmt->kind == HB_STMT_IF_GOTO)
    {
      hb_buffer_add (w->to, "if ");
      hb_write_exp (w, stmt->exp, 0);
      hb_buffer_add (w->to, " ");
    }
  hb_buffer_add (w->to, stmt->colon ? "goto: " : "goto ");
  write_label (w, stmt->name);
}

static void
write_statement (const struct hb_program_writer *w, const struct hb_stmt *stmt, unsigned depth)
{
  switch ((enum hb_stmt_kind)stmt->kind)
    {
    case HB_STMT_IF:
      write_if (w, stmt, depth);
      break;
    case HB_STMT_WHILE:
    case HB_STMT_FOR:
    case HB_STMT_REPEAT:
      write_loop (w, stmt, depth);
      break;
    case HB_STMT_GOTO:
    case HB_STMT_IF_GOTO:
      write_jump (w, stmt);
      break;
    case HB_STMT_POST:
      write_post (w, stmt);
      break;
    case HB_STMT_LAST:
      hb_buffer_add (w->to, "last");
      break;
    case HB_STMT_SKIP:
      hb_buffer_add (w->to, "skip");
      break;
    case HB_STMT_ASSERT:
      hb_buffer_add (w->to, "assert ");
      hb_write_exp (w, stmt->exp, 0);
      break;
    case HB_STMT_AWAIT:
      hb_buffer_add (w->to, "await ");
      hb_write_place (w, stmt->name, stmt->index);
      hb_buffer_add (w->to, " %s ", hb_operator_text ((enum hb_operator)stmt->op));
      hb_write_exp (w, stmt->exp, stmt->op <= HB_OP_NE ? 4 : 5);
      break;
    default: /* assignments; a read keeps the index of its variable in the expression */
      hb_write_place (w, stmt->name, stmt->kind == HB_STMT_READ ? HB_NONE : stmt->index);
      hb_buffer_add (w->to, " = ");
      hb_write_exp (w, stmt->exp, 0);
    }
}

void
hb_write_block (const struct hb_program_writer *w, hb_id first, unsigned depth)
{
  for (hb_id s = first; s != HB_NONE; s = w->program->stmts.data[s].next)
    {
      const struct hb_stmt *stmt = &w->program->stmts.data[s];
      hb_write_above (w, stmt->before, depth);
      hb_write_indent (w, depth);
      if (stmt->label != HB_NONE)
        {
          write_label (w, stmt->label);
          hb_buffer_add (w->to, ": ");
        }
      write_statement (w, stmt, depth);
      hb_write_behind (w, stmt->behind);
    }
}

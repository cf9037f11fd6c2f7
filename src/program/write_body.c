/* Writing the bodies of messages; see write_body.h. */
#include "program/write_body.h"

/* A label may be a number as well. */
static void
write_label (const struct hb_program_writer *w, hb_id name)
{
  const char *text = hb_program_name (w->program, name);
  size_t digits = strspn (text, "0123456789");
  if (!text[digits] && digits < 19 && (digits == 1 || text[0] != '0'))
    hb_buffer_add (w->text.to, "%s", text);
  else
    hb_write_name (&w->text, name);
}

/* NAME or NAME[INDEX] */
void
hb_write_place (const struct hb_program_writer *w, hb_id name, hb_id index)
{
  hb_write_name (&w->text, name);
  if (index == HB_NONE)
    return;
  hb_buffer_add (w->text.to, "[");
  hb_write_exp (&w->text, index, 0);
  hb_buffer_add (w->text.to, "]");
}

/* --- Statements --- */

static void
write_post (const struct hb_program_writer *w, const struct hb_stmt *stmt)
{
  hb_buffer_add (w->text.to, "post(");
  hb_write_place (w, stmt->name, stmt->index);
  hb_buffer_add (w->text.to, ", ");
  hb_write_name (&w->text, stmt->message);
  hb_write_args (&w->text, stmt->first_arg, stmt->args);
  if (stmt->other != HB_NONE)
    {
      hb_buffer_add (w->text.to, ", ");
      hb_write_exp (&w->text, stmt->other, 0);
    }
  hb_buffer_add (w->text.to, ")");
}

/* { ... } without the end of the line */
void
hb_write_braces (const struct hb_program_writer *w, hb_id first, struct hb_remarks opened,
                 struct hb_remarks last, unsigned depth)
{
  hb_buffer_add (w->text.to, " {");
  hb_write_behind (&w->text, opened);
  hb_write_block (w, first, depth + 1);
  hb_write_above (&w->text, last, depth + 1);
  hb_write_indent (&w->text, depth);
  hb_buffer_add (w->text.to, "}");
}

static void
write_if (const struct hb_program_writer *w, const struct hb_stmt *stmt, unsigned depth)
{
  for (;;)
    {
      hb_buffer_add (w->text.to, "if ");
      hb_write_exp (&w->text, stmt->exp, 0);
      hb_write_braces (w, stmt->body, stmt->opened, stmt->last, depth);
      if (!stmt->has_else && !stmt->chained)
        return;
      if (stmt->before_else.count)
        {
          hb_buffer_add (w->text.to, "\n");
          hb_write_above (&w->text, stmt->before_else, depth);
          hb_write_indent (&w->text, depth);
          hb_buffer_add (w->text.to, "else");
        }
      else
        hb_buffer_add (w->text.to, " else");
      if (stmt->has_else)
        {
          hb_write_braces (w, stmt->orelse, stmt->opened_else, stmt->last_else, depth);
          return;
        }
      hb_buffer_add (w->text.to, " ");
      stmt = &w->program->stmts.data[stmt->orelse];
    }
}

static void
write_loop (const struct hb_program_writer *w, const struct hb_stmt *stmt, unsigned depth)
{
  if (stmt->kind == HB_STMT_FOR)
    {
      hb_buffer_add (w->text.to, "for ");
      hb_write_name (&w->text, stmt->name);
      hb_buffer_add (w->text.to, " = ");
      hb_write_exp (&w->text, stmt->exp, 0);
      hb_buffer_add (w->text.to, " .. ");
      hb_write_exp (&w->text, stmt->other, 0);
    }
  else
    {
      hb_buffer_add (w->text.to, stmt->kind == HB_STMT_WHILE ? "while " : "repeat ");
      hb_write_exp (&w->text, stmt->exp, 0);
    }
  hb_write_braces (w, stmt->body, stmt->opened, stmt->last, depth);
}

static void
write_jump (const struct hb_program_writer *w, const struct hb_stmt *stmt)
{
  if (stmt->kind == HB_STMT_IF_GOTO)
    {
      hb_buffer_add (w->text.to, "if ");
      hb_write_exp (&w->text, stmt->exp, 0);
      hb_buffer_add (w->text.to, " ");
    }
  hb_buffer_add (w->text.to, stmt->colon ? "goto: " : "goto ");
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
      hb_buffer_add (w->text.to, "last");
      break;
    case HB_STMT_SKIP:
      hb_buffer_add (w->text.to, "skip");
      break;
    case HB_STMT_ASSERT:
      hb_buffer_add (w->text.to, "assert ");
      hb_write_exp (&w->text, stmt->exp, 0);
      break;
    case HB_STMT_AWAIT:
      hb_buffer_add (w->text.to, "await ");
      hb_write_place (w, stmt->name, stmt->index);
      hb_buffer_add (w->text.to, " %s ", hb_operator_text ((enum hb_operator)stmt->op));
      hb_write_exp (&w->text, stmt->exp, stmt->op <= HB_OP_NE ? 4 : 5);
      break;
    default: /* assignments; a read keeps the index of its variable in the expression */
      hb_write_place (w, stmt->name, stmt->kind == HB_STMT_READ ? HB_NONE : stmt->index);
      hb_buffer_add (w->text.to, " = ");
      hb_write_exp (&w->text, stmt->exp, 0);
    }
}

void
hb_write_block (const struct hb_program_writer *w, hb_id first, unsigned depth)
{
  for (hb_id s = first; s != HB_NONE; s = w->program->stmts.data[s].next)
    {
      const struct hb_stmt *stmt = &w->program->stmts.data[s];
      hb_write_above (&w->text, stmt->before, depth);
      hb_write_indent (&w->text, depth);
      if (stmt->label != HB_NONE)
        {
          write_label (w, stmt->label);
          hb_buffer_add (w->text.to, ": ");
        }
      write_statement (w, stmt, depth);
      hb_write_behind (&w->text, stmt->behind);
    }
}

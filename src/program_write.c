/* Writing programs in the standard layout: the formatter.
 *
 * Two blanks a level, one statement a line, parentheses only where precedence needs them, comments
 * where they stood.  A message stays in the form, braces or the figure's, in which it was written. */
#include "program_lex.h"

#include "buffer.h"

#include <string.h>

#define WIDTH 90

struct writer
{
  const hb_program *program;
  hb_buffer *to;
};

static void write_block (const struct writer *w, hb_id first, unsigned depth);

static void
indent (const struct writer *w, unsigned depth)
{
  hb_buffer_add (w->to, "%*s", (int)(2 * depth), "");
}

static bool
is_identifier (const char *text)
{
  size_t letters = strspn (text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
  return !text[letters] && !(text[0] >= '0' && text[0] <= '9') && !hb_is_keyword (text);
}

static void
write_name (const struct writer *w, hb_id name)
{
  const char *text = hb_program_name (w->program, name), *quote = is_identifier (text) ? "" : "\"";
  hb_buffer_add (w->to, "%s%s%s", quote, text, quote);
}

/* A label may be a number as well. */
static void
write_label (const struct writer *w, hb_id name)
{
  const char *text = hb_program_name (w->program, name);
  size_t digits = strspn (text, "0123456789");
  if (!text[digits] && digits < 19 && (digits == 1 || text[0] != '0'))
    hb_buffer_add (w->to, "%s", text);
  else
    write_name (w, name);
}

/* --- Comments --- */

static void
write_above (const struct writer *w, struct hb_remarks remarks, unsigned depth)
{
  for (hb_id i = 0; i < remarks.count; i++)
    {
      const char *text = w->program->comments.data[remarks.first + i];
      indent (w, depth);
      hb_buffer_add (w->to, *text && *text != '\n' ? "# %s\n" : "#%s\n", text);
    }
}

/* Ends the line. */
static void
write_behind (const struct writer *w, struct hb_remarks remarks)
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
  static const uint8_t levels[] = { [HB_OP_OR] = 1,  [HB_OP_AND] = 2, [HB_OP_EQ] = 3,
                                    [HB_OP_NE] = 3,  [HB_OP_LT] = 4,  [HB_OP_LE] = 4,
                                    [HB_OP_GT] = 4,  [HB_OP_GE] = 4,  [HB_OP_ADD] = 5,
                                    [HB_OP_SUB] = 5, [HB_OP_MUL] = 6, [HB_OP_DIV] = 6,
                                    [HB_OP_MOD] = 6 };
  if (exp->kind == HB_EXP_UNARY)
    return LEVEL_UNARY;
  if (exp->kind == HB_EXP_BINARY && exp->op < sizeof levels)
    return levels[exp->op];
  return LEVEL_PRIMARY;
}

/* In parentheses if it binds less than LEVEL. */
static void
write_exp (const struct writer *w, hb_id number, int level)
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
      write_name (w, exp->name);
      break;
    case HB_EXP_VAR:
      write_name (w, exp->name);
      hb_buffer_add (w->to, "[");
      write_exp (w, exp->left, 0);
      hb_buffer_add (w->to, "]");
      break;
    case HB_EXP_UNARY:
      hb_buffer_add (w->to, "%s", op);
      write_exp (w, exp->left, LEVEL_UNARY);
      break;
    case HB_EXP_BINARY:
      if (own == LEVEL_PRIMARY)
        hb_buffer_add (w->to, "%s(", op);
      write_exp (w, exp->left, own == LEVEL_PRIMARY ? 0 : own);
      hb_buffer_add (w->to, own == LEVEL_PRIMARY ? ", " : " %s ", op);
      write_exp (w, exp->right, own == LEVEL_PRIMARY ? 0 : own + 1);
      if (own == LEVEL_PRIMARY)
        hb_buffer_add (w->to, ")");
      break;
    }
  if (own < level)
    hb_buffer_add (w->to, ")");
}

static void
write_args (const struct writer *w, hb_id first, hb_id count)
{
  if (!count)
    return;
  for (hb_id i = 0; i < count; i++)
    {
      hb_buffer_add (w->to, i ? ", " : "(");
      write_exp (w, w->program->args.data[first + i], 0);
    }
  hb_buffer_add (w->to, ")");
}

/* NAME or NAME[INDEX] */
static void
write_place (const struct writer *w, hb_id name, hb_id index)
{
  write_name (w, name);
  if (index == HB_NONE)
    return;
  hb_buffer_add (w->to, "[");
  write_exp (w, index, 0);
  hb_buffer_add (w->to, "]");
}

/* --- Statements --- */

static void
write_post (const struct writer *w, const struct hb_stmt *stmt)
{
  hb_buffer_add (w->to, "post(");
  write_place (w, stmt->name, stmt->index);
  hb_buffer_add (w->to, ", ");
  write_name (w, stmt->message);
  write_args (w, stmt->first_arg, stmt->args);
  if (stmt->other != HB_NONE)
    {
      hb_buffer_add (w->to, ", ");
      write_exp (w, stmt->other, 0);
    }
  hb_buffer_add (w->to, ")");
}

/* { ... } without the end of the line */
static void
write_braces (const struct writer *w, hb_id first, struct hb_remarks last, unsigned depth)
{
  hb_buffer_add (w->to, " {\n");
  write_block (w, first, depth + 1);
  write_above (w, last, depth + 1);
  indent (w, depth);
  hb_buffer_add (w->to, "}");
}

static void
write_if (const struct writer *w, const struct hb_stmt *stmt, unsigned depth)
{
  for (;;)
    {
      hb_buffer_add (w->to, "if ");
      write_exp (w, stmt->exp, 0);
      write_braces (w, stmt->body, stmt->last, depth);
      if (!stmt->has_else && !stmt->chained)
        return;
      if (stmt->before_else.count)
        {
          hb_buffer_add (w->to, "\n");
          write_above (w, stmt->before_else, depth);
          indent (w, depth);
          hb_buffer_add (w->to, "else");
        }
      else
        hb_buffer_add (w->to, " else");
      if (stmt->has_else)
        {
          write_braces (w, stmt->orelse, stmt->last_else, depth);
          return;
        }
      hb_buffer_add (w->to, " ");
      stmt = &w->program->stmts.data[stmt->orelse];
    }
}

static void
write_loop (const struct writer *w, const struct hb_stmt *stmt, unsigned depth)
{
  if (stmt->kind == HB_STMT_FOR)
    {
      hb_buffer_add (w->to, "for ");
      write_name (w, stmt->name);
      hb_buffer_add (w->to, " = ");
      write_exp (w, stmt->exp, 0);
      hb_buffer_add (w->to, " .. ");
      write_exp (w, stmt->other, 0);
    }
  else
    {
      hb_buffer_add (w->to, stmt->kind == HB_STMT_WHILE ? "while " : "repeat ");
      write_exp (w, stmt->exp, 0);
    }
  write_braces (w, stmt->body, stmt->last, depth);
}

static void
write_jump (const struct writer *w, const struct hb_stmt *stmt)
{
  if (stmt->kind == HB_STMT_IF_GOTO)
    {
      hb_buffer_add (w->to, "if ");
      write_exp (w, stmt->exp, 0);
      hb_buffer_add (w->to, " ");
    }
  hb_buffer_add (w->to, stmt->colon ? "goto: " : "goto ");
  write_label (w, stmt->name);
}

static void
write_statement (const struct writer *w, const struct hb_stmt *stmt, unsigned depth)
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
      write_exp (w, stmt->exp, 0);
      break;
    case HB_STMT_AWAIT:
      hb_buffer_add (w->to, "await ");
      write_place (w, stmt->name, stmt->index);
      hb_buffer_add (w->to, " %s ", hb_operator_text ((enum hb_operator)stmt->op));
      write_exp (w, stmt->exp, stmt->op <= HB_OP_NE ? 4 : 5);
      break;
    default: /* assignments; a read keeps the index of its variable in the expression */
      write_place (w, stmt->name, stmt->kind == HB_STMT_READ ? HB_NONE : stmt->index);
      hb_buffer_add (w->to, " = ");
      write_exp (w, stmt->exp, 0);
    }
}

static void
write_block (const struct writer *w, hb_id first, unsigned depth)
{
  for (hb_id s = first; s != HB_NONE; s = w->program->stmts.data[s].next)
    {
      const struct hb_stmt *stmt = &w->program->stmts.data[s];
      write_above (w, stmt->before, depth);
      indent (w, depth);
      if (stmt->label != HB_NONE)
        {
          write_label (w, stmt->label);
          hb_buffer_add (w->to, ": ");
        }
      write_statement (w, stmt, depth);
      write_behind (w, stmt->behind);
    }
}

/* --- Declarations --- */

static void
write_value (const struct writer *w, hb_id exp)
{
  if (exp == HB_NONE)
    return;
  hb_buffer_add (w->to, " = ");
  write_exp (w, exp, 0);
}

/* No comments, no initial values. */
static bool
is_plain (const struct writer *w, const struct hb_section *section)
{
  for (hb_id i = 0; i < section->count; i++)
    {
      const struct hb_var_decl *decl = &w->program->variables.data[section->first + i];
      if (decl->before.count || decl->behind.count || decl->initial != HB_NONE)
        return false;
    }
  return true;
}

/* Plain variables stand on one line as long as they fit, others one a line. */
static void
write_vars (const struct writer *w, const struct hb_section *section)
{
  bool plain = is_plain (w, section);
  size_t line = w->to->size;
  for (hb_id i = 0; i < section->count; i++)
    {
      const struct hb_var_decl *decl = &w->program->variables.data[section->first + i];
      bool fresh = !i || !plain || w->to->size - line > WIDTH - 20;
      if (fresh && plain && i)
        hb_buffer_add (w->to, "\n");
      if (fresh)
        {
          line = w->to->size;
          write_above (w, decl->before, 1);
        }
      hb_buffer_add (w->to, fresh ? "  " : " ");
      write_place (w, decl->name, decl->size);
      write_value (w, decl->initial);
      if (!plain)
        write_behind (w, decl->behind);
    }
  if (plain && section->count)
    hb_buffer_add (w->to, "\n");
}

static void
write_handler (const struct writer *w, const struct hb_handler_decl *decl)
{
  write_above (w, decl->before, 1);
  indent (w, 1);
  write_place (w, decl->name, decl->size);
  hb_buffer_add (w->to, " regs");
  for (hb_id r = 0; r < decl->registers; r++)
    {
      const struct hb_register_decl *reg = &w->program->registers.data[decl->first_register + r];
      hb_buffer_add (w->to, " ");
      write_name (w, reg->name);
      write_value (w, reg->initial);
    }
  if (decl->mailbox >= 0)
    hb_buffer_add (w->to, " mailbox %s", hb_mailbox_name ((enum hb_mailbox)decl->mailbox));
  if (decl->initial != HB_NONE)
    {
      hb_buffer_add (w->to, " initial ");
      write_name (w, decl->initial);
      write_args (w, decl->first_arg, decl->args);
    }
  write_behind (w, decl->behind);
}

static void
write_message (const struct writer *w, const struct hb_message_decl *decl)
{
  write_above (w, decl->before, 1);
  indent (w, 1);
  write_name (w, decl->name);
  for (hb_id i = 0; i < decl->params; i++)
    {
      hb_buffer_add (w->to, i ? ", " : "(");
      write_name (w, w->program->message_params.data[decl->first_param + i].name);
    }
  if (decl->params)
    hb_buffer_add (w->to, ")");
  if (!decl->braced)
    {
      hb_buffer_add (w->to, "\n");
      write_block (w, decl->body, 2);
      return;
    }
  write_braces (w, decl->body, decl->last, 1);
  write_behind (w, decl->behind);
}

static void
write_param (const struct writer *w, const struct hb_section *section)
{
  const struct hb_param *param = &w->program->params.data[section->first];
  hb_buffer_add (w->to, "param ");
  write_name (w, param->name);
  write_value (w, param->exp);
  write_behind (w, param->behind);
}

static void
write_declarations (const struct writer *w, const struct hb_section *section)
{
  const hb_program *program = w->program;
  if (section->kind == HB_SECTION_VARS)
    write_vars (w, section);
  for (hb_id i = 0; i < section->count && section->kind != HB_SECTION_VARS; i++)
    {
      if (i && section->kind == HB_SECTION_MSGS)
        hb_buffer_add (w->to, "\n");
      if (section->kind == HB_SECTION_HANDLERS)
        write_handler (w, &program->handlers.data[section->first + i]);
      else
        write_message (w, &program->messages.data[section->first + i]);
    }
}

static void
write_section (const struct writer *w, const struct hb_section *section, bool gap)
{
  static const char *const words[] = { [HB_SECTION_VARS] = "vars",
                                       [HB_SECTION_HANDLERS] = "handlers",
                                       [HB_SECTION_MSGS] = "msgs" };
  if (gap)
    hb_buffer_add (w->to, "\n");
  write_above (w, section->before, 0);
  if (section->kind == HB_SECTION_PARAM)
    write_param (w, section);
  else if (section->kind == HB_SECTION_MAILBOX)
    {
      hb_buffer_add (w->to, "mailbox %s", hb_mailbox_name ((enum hb_mailbox)w->program->mailbox));
      write_behind (w, section->behind);
    }
  else
    {
      hb_buffer_add (w->to, "%s", words[section->kind]);
      write_behind (w, section->behind);
      write_declarations (w, section);
    }
}

char *
hb_program_text (const hb_program *program)
{
  hb_buffer text = VEC_EMPTY;
  struct writer w = { program, &text };
  for (size_t i = 0; i < program->sections.size; i++)
    {
      const struct hb_section *section = &program->sections.data[i];
      bool small = section->kind == HB_SECTION_PARAM && i && section[-1].kind == HB_SECTION_PARAM;
      write_section (&w, section, i && !small);
    }
  if (program->last.count && program->sections.size)
    hb_buffer_add (&text, "\n");
  write_above (&w, program->last, 0);
  return hb_buffer_take (&text);
}

void
hb_program_write (hb_output *output, const hb_program *program)
{
  char *text = hb_program_text (program);
  hb_put (output, text);
  hb_free (text);
}

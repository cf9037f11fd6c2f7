/* Writing event programs in the standard layout: the formatter.  Two blanks a level, one statement a line, comments
 * where they stood. */
#include "program/write_exp.h"
#include "robust/program.h"

struct writer
{
  struct hb_writer text;
  const hb_aed *program;
};

static void write_block (const struct writer *w, hb_id first, unsigned depth);

#define put(W, ...) hb_buffer_add ((W)->text.to, __VA_ARGS__)

/* " { ... }" without the end of the line. */
static void
write_braces (const struct writer *w, hb_id first, struct hb_remarks opened, struct hb_remarks last,
              unsigned depth)
{
  put (w, " {");
  hb_write_behind (&w->text, opened);
  write_block (w, first, depth + 1);
  hb_write_above (&w->text, last, depth + 1);
  hb_write_indent (&w->text, depth);
  put (w, "}");
}

static void
write_if (const struct writer *w, const struct hb_aed_stmt *stmt, unsigned depth)
{
  for (;;)
    {
      put (w, "if ");
      hb_write_exp (&w->text, stmt->exp, 0);
      write_braces (w, stmt->body, stmt->opened, stmt->last, depth);
      if (stmt->has_else)
        {
          put (w, " else");
          write_braces (w, stmt->orelse, stmt->opened_else, stmt->last_else, depth);
        }
      if (!stmt->chained)
        return;
      put (w, " else ");
      stmt = &w->program->stmts.data[stmt->orelse];
    }
}

static void
write_locals (const struct writer *w, const struct hb_aed_proc *proc,
              const struct hb_aed_stmt *stmt)
{
  put (w, "local ");
  for (hb_id i = 0; i < stmt->args; i++)
    {
      put (w, i ? ", " : "");
      hb_write_name (&w->text, w->program->locals.data[proc->first_local + stmt->slot + i].name);
    }
}

static void
write_invocation (const struct writer *w, const struct hb_aed_stmt *stmt)
{
  hb_write_name (&w->text, stmt->name);
  if (stmt->args)
    hb_write_args (&w->text, stmt->first_arg, stmt->args);
  else
    put (w, "()");
}

static void
write_statement (const struct writer *w, const struct hb_aed_stmt *stmt, unsigned depth)
{
  switch ((enum hb_aed_kind)stmt->kind)
    {
    case HB_AED_ASSIGN:
    case HB_AED_CHOOSE:
      hb_write_name (&w->text, stmt->name);
      put (w, " := ");
      if (stmt->kind == HB_AED_CHOOSE)
        put (w, "choose %lld..%lld", (long long)stmt->low, (long long)stmt->high);
      else
        hb_write_exp (&w->text, stmt->exp, 0);
      break;
    case HB_AED_ASYNC:
    case HB_AED_CALL:
      put (w, stmt->kind == HB_AED_CALL ? "call " : stmt->main ? "async[main] " : "async[any] ");
      write_invocation (w, stmt);
      break;
    case HB_AED_ASSUME:
    case HB_AED_ASSERT:
      put (w, stmt->kind == HB_AED_ASSUME ? "assume " : "assert ");
      hb_write_exp (&w->text, stmt->exp, 0);
      break;
    case HB_AED_IF:
      write_if (w, stmt, depth);
      return;
    case HB_AED_WHILE:
      put (w, "while ");
      hb_write_exp (&w->text, stmt->exp, 0);
      write_braces (w, stmt->body, stmt->opened, stmt->last, depth);
      return;
    case HB_AED_GOTO:
      put (w, "goto ");
      hb_write_name (&w->text, stmt->name);
      break;
    case HB_AED_RETURN:
      put (w, "return");
      break;
    case HB_AED_LOCAL: /* its names are written by write_block */
      break;
    }
  put (w, ";");
}

static const struct hb_aed_proc *
proc_around (const struct writer *w, const struct hb_aed_stmt *stmt)
{
  /* The declaration's procedure is the last one that opens above it. */
  const struct hb_aed_proc *found = NULL;
  size_t low = 0, high = w->program->procs.size;
  while (low < high)
    {
      size_t middle = (low + high) / 2;
      const struct hb_aed_proc *proc = &w->program->procs.data[middle];
      bool above = proc->spot.line < stmt->spot.line
                   || (proc->spot.line == stmt->spot.line && proc->spot.column < stmt->spot.column);
      if (above)
        found = proc, low = middle + 1;
      else
        high = middle;
    }
  return found;
}

static void
write_block (const struct writer *w, hb_id first, unsigned depth)
{
  for (hb_id s = first; s != HB_NONE; s = w->program->stmts.data[s].next)
    {
      const struct hb_aed_stmt *stmt = &w->program->stmts.data[s];
      hb_write_above (&w->text, stmt->before, depth);
      hb_write_indent (&w->text, depth);
      if (stmt->label != HB_NONE)
        {
          hb_write_name (&w->text, stmt->label);
          put (w, ": ");
        }
      if (stmt->kind == HB_AED_LOCAL)
        write_locals (w, proc_around (w, stmt), stmt);
      write_statement (w, stmt, depth);
      hb_write_behind (&w->text, stmt->behind);
    }
}

/* --- Declarations --- */

static void
write_variable (const struct writer *w, const struct hb_aed_variable *variable)
{
  hb_write_above (&w->text, variable->before, 0);
  put (w, variable->ghost ? "ghost " : "shared ");
  hb_write_name (&w->text, variable->name);
  put (w, " = %lld : %lld..%lld", (long long)variable->initial, (long long)variable->low,
       (long long)variable->high);
  hb_write_behind (&w->text, variable->behind);
}

static void
write_proc (const struct writer *w, const struct hb_aed_proc *proc)
{
  hb_write_above (&w->text, proc->before, 0);
  put (w, proc->is_event ? "event " : "proc ");
  hb_write_name (&w->text, proc->name);
  put (w, "(");
  for (hb_id i = 0; i < proc->params; i++)
    {
      const struct hb_aed_local *param = &w->program->locals.data[proc->first_local + i];
      put (w, i ? ", " : "");
      hb_write_name (&w->text, param->name);
      if (proc->is_event)
        put (w, " in %lld..%lld", (long long)param->low, (long long)param->high);
    }
  put (w, ")");
  if (proc->guard != HB_NONE)
    {
      put (w, " when ");
      hb_write_exp (&w->text, proc->guard, 0);
    }
  write_braces (w, proc->body, proc->opened, proc->last, 0);
  hb_write_behind (&w->text, proc->behind);
}

static void
write_driver (const struct writer *w)
{
  const hb_aed *program = w->program;
  hb_write_above (&w->text, program->driver_before, 0);
  put (w, "driver {");
  hb_write_behind (&w->text, program->driver_opened);
  for (size_t i = 0; i < program->driven.size; i++)
    {
      const struct hb_aed_driven *driven = &program->driven.data[i];
      hb_write_above (&w->text, driven->before, 1);
      hb_write_indent (&w->text, 1);
      hb_write_name (&w->text, driven->name);
      put (w, "*%u;", (unsigned)driven->times);
      hb_write_behind (&w->text, driven->behind);
    }
  for (size_t i = 0; i < program->befores.size; i++)
    {
      const struct hb_aed_before *before = &program->befores.data[i];
      hb_write_above (&w->text, before->before, 1);
      put (w, "  before ");
      hb_write_name (&w->text, before->first_name);
      put (w, " ");
      hb_write_name (&w->text, before->then_name);
      put (w, ";");
      hb_write_behind (&w->text, before->behind);
    }
  hb_write_above (&w->text, program->driver_last, 1);
  put (w, "}");
  hb_write_behind (&w->text, program->driver_behind);
}

char *
hb_aed_text (const hb_aed *program)
{
  hb_buffer text = VEC_EMPTY;
  struct writer w = { { &program->source, &text }, program };
  for (size_t i = 0; i < program->variables.size; i++)
    write_variable (&w, &program->variables.data[i]);
  for (size_t i = 0; i < program->procs.size; i++)
    {
      if (i || program->variables.size)
        put (&w, "\n");
      write_proc (&w, &program->procs.data[i]);
    }
  if (program->has_driver)
    {
      put (&w, "\n");
      write_driver (&w);
    }
  if (program->last.count)
    put (&w, "\n");
  hb_write_above (&w.text, program->last, 0);
  return hb_buffer_take (&text);
}

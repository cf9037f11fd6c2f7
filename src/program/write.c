/* Writing programs in the standard layout: the formatter.
 *
 * Two blanks a level, one statement a line, parentheses only where precedence needs them, comments
 * where they stood.  A message stays in the form, braces or the figure's, in which it was written.
 */
#include "program/write_body.h"

#define WIDTH 90

/* --- Declarations --- */

static void
write_value (const struct hb_program_writer *w, hb_id exp)
{
  if (exp == HB_NONE)
    return;
  hb_buffer_add (w->text.to, " = ");
  hb_write_exp (&w->text, exp, 0);
}

/* No comments, no initial values. */
static bool
is_plain (const struct hb_program_writer *w, const struct hb_section *section)
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
write_vars (const struct hb_program_writer *w, const struct hb_section *section)
{
  bool plain = is_plain (w, section);
  size_t line = w->text.to->size;
  for (hb_id i = 0; i < section->count; i++)
    {
      const struct hb_var_decl *decl = &w->program->variables.data[section->first + i];
      bool fresh = !i || !plain || w->text.to->size - line > WIDTH - 20;
      if (fresh && plain && i)
        hb_buffer_add (w->text.to, "\n");
      if (fresh)
        {
          line = w->text.to->size;
          hb_write_above (&w->text, decl->before, 1);
        }
      hb_buffer_add (w->text.to, fresh ? "  " : " ");
      hb_write_place (w, decl->name, decl->size);
      write_value (w, decl->initial);
      if (!plain)
        hb_write_behind (&w->text, decl->behind);
    }
  if (plain && section->count)
    hb_buffer_add (w->text.to, "\n");
}

static void
write_handler (const struct hb_program_writer *w, const struct hb_handler_decl *decl)
{
  hb_write_above (&w->text, decl->before, 1);
  hb_write_indent (&w->text, 1);
  hb_write_place (w, decl->name, decl->size);
  hb_buffer_add (w->text.to, " regs");
  for (hb_id r = 0; r < decl->registers; r++)
    {
      const struct hb_register_decl *reg = &w->program->registers.data[decl->first_register + r];
      hb_buffer_add (w->text.to, " ");
      hb_write_name (&w->text, reg->name);
      write_value (w, reg->initial);
    }
  if (decl->mailbox >= 0)
    hb_buffer_add (w->text.to, " mailbox %s", hb_mailbox_name ((enum hb_mailbox)decl->mailbox));
  if (decl->initial != HB_NONE)
    {
      hb_buffer_add (w->text.to, " initial ");
      hb_write_name (&w->text, decl->initial);
      hb_write_args (&w->text, decl->first_arg, decl->args);
    }
  hb_write_behind (&w->text, decl->behind);
}

static void
write_message (const struct hb_program_writer *w, const struct hb_message_decl *decl)
{
  hb_write_above (&w->text, decl->before, 1);
  hb_write_indent (&w->text, 1);
  hb_write_name (&w->text, decl->name);
  for (hb_id i = 0; i < decl->params; i++)
    {
      hb_buffer_add (w->text.to, i ? ", " : "(");
      hb_write_name (&w->text, w->program->message_params.data[decl->first_param + i].name);
    }
  if (decl->params)
    hb_buffer_add (w->text.to, ")");
  if (!decl->braced)
    {
      hb_buffer_add (w->text.to, "\n");
      hb_write_block (w, decl->body, 2);
      return;
    }
  hb_write_braces (w, decl->body, decl->opened, decl->last, 1);
  hb_write_behind (&w->text, decl->behind);
}

static void
write_param (const struct hb_program_writer *w, const struct hb_section *section)
{
  const struct hb_param *param = &w->program->params.data[section->first];
  hb_buffer_add (w->text.to, "param ");
  hb_write_name (&w->text, param->name);
  write_value (w, param->exp);
  hb_write_behind (&w->text, param->behind);
}

static void
write_declarations (const struct hb_program_writer *w, const struct hb_section *section)
{
  const hb_program *program = w->program;
  if (section->kind == HB_SECTION_VARS)
    write_vars (w, section);
  for (hb_id i = 0; i < section->count && section->kind != HB_SECTION_VARS; i++)
    {
      if (i && section->kind == HB_SECTION_MSGS)
        hb_buffer_add (w->text.to, "\n");
      if (section->kind == HB_SECTION_HANDLERS)
        write_handler (w, &program->handlers.data[section->first + i]);
      else
        write_message (w, &program->messages.data[section->first + i]);
    }
}

static void
write_section (const struct hb_program_writer *w, const struct hb_section *section, bool gap)
{
  static const char *const words[] = {
    [HB_SECTION_VARS] = "vars", [HB_SECTION_HANDLERS] = "handlers", [HB_SECTION_MSGS] = "msgs"
  };
  if (gap)
    hb_buffer_add (w->text.to, "\n");
  hb_write_above (&w->text, section->before, 0);
  if (section->kind == HB_SECTION_PARAM)
    write_param (w, section);
  else if (section->kind == HB_SECTION_MAILBOX)
    {
      hb_buffer_add (w->text.to, "mailbox %s",
                     hb_mailbox_name ((enum hb_mailbox)w->program->mailbox));
      hb_write_behind (&w->text, section->behind);
    }
  else
    {
      hb_buffer_add (w->text.to, "%s", words[section->kind]);
      hb_write_behind (&w->text, section->behind);
      write_declarations (w, section);
    }
}

char *
hb_program_text (const hb_program *program)
{
  hb_buffer text = VEC_EMPTY;
  struct hb_program_writer w = { { &program->source, &text }, program };
  for (size_t i = 0; i < program->sections.size; i++)
    {
      const struct hb_section *section = &program->sections.data[i];
      bool small = section->kind == HB_SECTION_PARAM && i && section[-1].kind == HB_SECTION_PARAM;
      write_section (&w, section, i && !small);
    }
  if (program->last.count && program->sections.size)
    hb_buffer_add (&text, "\n");
  hb_write_above (&w.text, program->last, 0);
  return hb_buffer_take (&text);
}

void
hb_program_write (hb_output *output, const hb_program *program)
{
  char *text = hb_program_text (program);
  hb_put (output, text);
  hb_free (text);
}

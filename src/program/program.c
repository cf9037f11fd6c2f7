/* See program.h: a program as a whole, its names and places, errors about it. */
#include "program/program.h"

#include <stdarg.h>

static const char *const keywords[]
    = { "vars",  "handlers", "msgs", "regs",   "param", "mailbox", "initial", "if",
        "else",  "while",    "for",  "repeat", "goto",  "post",    "last",    "assert",
        "await", "skip",     "self", "min",    "max",   NULL };

hb_program *
hb_program_new (const char *file)
{
  hb_program *program = hb_calloc (1, sizeof *program);
  program->mailbox = -1;
  hb_source_init (&program->source, file, keywords);
  return program;
}

void
hb_program_free (hb_program *program)
{
  if (!program)
    return;
  vec_free (program->sections);
  vec_free (program->params);
  vec_free (program->variables);
  vec_free (program->handlers);
  vec_free (program->registers);
  vec_free (program->messages);
  vec_free (program->message_params);
  vec_free (program->stmts);
  hb_source_free (&program->source);
  hb_free (program);
}

const char *
hb_program_name (const hb_program *program, hb_id name)
{
  return hb_names_text (program->source.names, name);
}

struct hb_place
hb_program_place (const hb_program *program, struct hb_spot spot)
{
  return hb_source_place (&program->source, spot);
}

void
hb_program_error (const hb_program *program, hb_diag *diag, struct hb_spot spot, const char *format,
                  ...)
{
  char text[512];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  struct hb_place place = hb_program_place (program, spot);
  hb_error (diag, &place, "%s", text);
}

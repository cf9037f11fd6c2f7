/* See program.h: a program as a whole, its names and places, errors about it. */
#include "program/program.h"

#include <stdarg.h>

hb_program *
hb_program_new (const char *file)
{
  hb_program *program = hb_calloc (1, sizeof *program);
  program->mailbox = -1;
  program->names = hb_names_new ();
  program->file = hb_copy_text (file);
  return program;
}

void
hb_program_free (hb_program *program)
{
  if (!program)
    return;
  for (size_t i = 0; i < program->comments.size; i++)
    hb_free (program->comments.data[i]);
  vec_free (program->sections);
  vec_free (program->params);
  vec_free (program->variables);
  vec_free (program->handlers);
  vec_free (program->registers);
  vec_free (program->messages);
  vec_free (program->message_params);
  vec_free (program->exps);
  vec_free (program->stmts);
  vec_free (program->args);
  vec_free (program->comments);
  vec_free (program->text);
  vec_free (program->line_starts);
  hb_names_free (program->names);
  hb_free (program->file);
  hb_free (program);
}

const char *
hb_program_name (const hb_program *program, hb_id name)
{
  return hb_names_text (program->names, name);
}

struct hb_place
hb_program_place (const hb_program *program, struct hb_spot spot)
{
  struct hb_place place = { .file = program->file, .line = spot.line, .column = spot.column };
  if (!spot.line || spot.line > program->line_starts.size)
    return place;
  size_t start = program->line_starts.data[spot.line - 1], stop = start;
  while (stop < program->text.size && program->text.data[stop] != '\n')
    stop++;
  place.text = vec_from (program->text, start);
  place.length = stop - start;
  return place;
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

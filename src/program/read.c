/* Reading programs: the text, then its parts.  See parser.h. */
#include "program/parser.h"

#include "base/input.h"

static void
load (hb_program *program, hb_input *input)
{
  const char *line;
  size_t length;
  while (hb_input_line (input, &line, &length))
    {
      vec_push (program->line_starts, program->text.size);
      vec_reserve (program->text, program->text.size + length + 1);
      memcpy (program->text.data + program->text.size, line, length);
      program->text.size += length;
      vec_push (program->text, '\n');
    }
  vec_push (program->line_starts, program->text.size);
}

/* Steals INPUT. */
static hb_program *
read_program (hb_input *input, hb_diag *diag)
{
  size_t errors = hb_diag_errors (diag);
  hb_program *program = hb_program_new (hb_input_name (input));
  load (program, input);
  bool good = !hb_input_failed (input);
  hb_input_close (input);
  if (good && program->text.size >= UINT32_MAX)
    {
      hb_program_error (program, diag, (struct hb_spot){ 0, 0 }, "a program of 4 GB or more");
      good = false;
    }
  if (good)
    {
      struct hb_parser parser = { .program = program, .diag = diag };
      parser.lexer = (struct hb_lexer){ .program = program, .diag = diag };
      hb_parse_sections (&parser);
    }
  if (good && hb_diag_errors (diag) == errors)
    hb_program_check (program, diag);
  if (good && hb_diag_errors (diag) == errors)
    return program;
  hb_program_free (program);
  return NULL;
}

hb_program *
hb_program_read (const char *path, hb_diag *diag)
{
  hb_input *input = hb_input_open (path, diag);
  return input ? read_program (input, diag) : NULL;
}

hb_program *
hb_program_of_bytes (const char *name, const char *text, size_t size, hb_diag *diag)
{
  return read_program (hb_input_of_bytes (name, text, size, diag), diag);
}

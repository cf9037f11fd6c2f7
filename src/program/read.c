/* Reading programs: the text, then its parts.  See parser.h. */
#include "program/parser.h"

#include "base/input.h"

/* Steals INPUT. */
static hb_program *
read_program (hb_input *input, hb_diag *diag)
{
  size_t errors = hb_diag_errors (diag);
  hb_program *program = hb_program_new (hb_input_name (input));
  bool good = hb_source_load (&program->source, input, diag);
  hb_input_close (input);
  if (good)
    {
      struct hb_parser parser = { .program = program };
      hb_words_start (&parser.words, &program->source, diag);
      hb_parse_sections (&parser);
      good = hb_diag_errors (diag) == errors && hb_program_check (program, diag);
    }
  if (good)
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

/* The state of the reader of `.ed` programs, and what its parts share.  Private to it.
 *
 *     read.c         the text, and its parts in turn
 *     words.c        its words one by one
 *     read_decl.c    sections and declarations
 *     read_stmt.c    statements
 *     read_exp.c     expressions
 *     check.c        names: what each stands for, and whether it is used as that */
#ifndef HBKIT_PROGRAM_PARSER_H
#define HBKIT_PROGRAM_PARSER_H

#include "program/program.h"
#include "program/words.h"

struct hb_parser
{
  struct hb_words words;
  hb_program *program;
};

/* The present word opens a section, or there is none. */
static inline bool
hb_at_section (const struct hb_parser *parser)
{
  static const char *const words[] = { "param", "mailbox", "vars", "handlers", "msgs" };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (hb_at_word (&parser->words, words[i]))
      return true;
  return parser->words.token.kind == HB_TOKEN_END;
}

/* The whole program. */
void hb_parse_sections (struct hb_parser *parser);

/* The statements of a message: up to its closing brace, which is left, or with its `last`. False
 * after an error that leaves no sense in going on with the message. */
bool hb_parse_statements (struct hb_parser *parser, bool braced, hb_id *first);

/* Gives every name its meaning.  False after errors. */
bool hb_program_check (hb_program *program, hb_diag *diag);

/* An empty program of that file; New. */
hb_program *hb_program_new (const char *file);

/* As `hb_error` at a spot of the program. */
void hb_program_error (const hb_program *program, hb_diag *diag, struct hb_spot spot,
                       const char *format, ...) HB_PRINTF (4, 5);

#endif

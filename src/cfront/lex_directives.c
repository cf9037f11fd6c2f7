/* Directives but for conditions; see lex.h. */
#include "cfront/lex_private.h"

#include "base/input.h"

#include <string.h>
#include <sys/stat.h>

#define MOST_LINE 2147483647

/* Files that include one another again and again are many without many lines.  The program itself and what is known
 * before it are not counted. */
#define MOST_SOURCES 1000
#define FIRST_SOURCES 2
#define MOST_BYTES (UINT64_C (64) << 20)

/* To the end of the line. */
static void
skip_rest (struct hb_c_lexer *lexer)
{
  while (!lexer->failed && lexer->at < lexer->size && hb_c_lex_peek (lexer, 0) != '\n')
    {
      size_t at = lexer->at;
      hb_c_lex_blanks (lexer);
      if (lexer->at == at)
        lexer->at++;
    }
}

/* [line] N "file": the next line's number, in decimal whatever its first digit, and the name of the file. */
static void
announce (struct hb_c_lexer *lexer)
{
  hb_c_lex_blanks (lexer);
  struct hb_c_spot spot = hb_c_lex_spot (lexer);
  const char *digits = lexer->text + lexer->at;
  uint64_t number = 0;
  while (number <= MOST_LINE && hb_c_lex_is_digit (hb_c_lex_peek (lexer, 0)))
    number = 10 * number + (uint64_t)(lexer->text[lexer->at++] - '0');
  bool none = digits == lexer->text + lexer->at;
  if (none || number > MOST_LINE)
    hb_c_lex_error (lexer, spot, "expected a line number");
  struct hb_c_token file = hb_c_lex_token (lexer);
  struct hb_c_source *source = &lexer->unit->sources.data[lexer->file];
  const char *name = source->announced.size ? vec_top (source->announced).file : source->name;
  if (file.word == C_WORD_STRING)
    name = file.text;
  else if (file.word != C_WORD_END)
    hb_c_lex_error (lexer, file.spot, "expected a file's name between quotes");
  skip_rest (lexer);
  struct hb_c_announced announced = { hb_c_lex_spot (lexer).line + 1, (uint32_t)number, name };
  vec_push (source->announced, announced);
}

static void
include (struct hb_c_lexer *lexer)
{
  hb_c_lex_blanks (lexer);
  struct hb_c_spot spot = hb_c_lex_spot (lexer);
  char open = hb_c_lex_peek (lexer, 0), close = open == '<' ? '>' : '"';
  const char *start = lexer->text + lexer->at + 1;
  const char *end = open == '<' || open == '"'
                        ? memchr (start, close, (size_t)(lexer->text + lexer->size - start))
                        : NULL;
  if (!end || memchr (start, '\n', (size_t)(end - start)))
    {
      hb_c_lex_error (lexer, spot, "expected a file's name between quotes");
      return;
    }
  const char *own = lexer->unit->sources.data[lexer->file].name, *slash = strrchr (own, '/');
  char *path
      = hb_format ("%.*s%.*s", slash ? (int)(slash + 1 - own) : 0, own, (int)(end - start), start);
  lexer->at = (size_t)(end + 1 - lexer->text);
  struct stat status;
  hb_input *input = NULL;
  const char *known = open == '<' ? hb_c_lex_header (start, (size_t)(end - start)) : NULL;
  if (lexer->unit->sources.size >= MOST_SOURCES + FIRST_SOURCES)
    {
      hb_c_lex_error (lexer, spot, "this includes more than 1000 files");
      hb_free (path);
      return;
    }
  if (known && stat (path, &status))
    {
      lexer->nested (lexer, path, known, strlen (known));
      hb_free (path);
      return;
    }
  /* A program may be a stranger's: what never ends (a device, a pipe) is not read. */
  if (stat (path, &status) || !S_ISREG (status.st_mode)
      || !(input = hb_input_open (path, lexer->diag)))
    {
      hb_c_error (
          lexer->unit, lexer->diag, spot, "there is no regular file %s%s", path,
          open == '<'
              ? "; headers of the system are outside of the subset, but for assert.h, stdbool.h, "
                "stddef.h, stdint.h and limits.h"
              : "");
      lexer->failed = true;
      hb_free (path);
      return;
    }
  hb_buffer all = VEC_EMPTY;
  lexer->failed = !hb_input_lines (input, &all);
  hb_input_close (input);
  lexer->unit->included += all.size;
  if (lexer->unit->included > MOST_BYTES)
    hb_c_lex_error (lexer, spot, "this includes more than 64 MB");
  if (!lexer->failed)
    lexer->nested (lexer, path, all.data ? all.data : "", all.size);
  vec_free (all);
  hb_free (path);
}

void
hb_c_lex_directive (struct hb_c_lexer *lexer)
{
  lexer->at++;
  hb_c_lex_blanks (lexer);
  if (hb_c_lex_is_digit (hb_c_lex_peek (lexer, 0)))
    {
      if (!lexer->off)
        announce (lexer);
      skip_rest (lexer);
    }
  /* What is left out need not be words of C. */
  if (lexer->off && !hb_c_lex_starts_name (hb_c_lex_peek (lexer, 0)))
    {
      skip_rest (lexer);
      return;
    }
  struct hb_c_token name = hb_c_lex_token (lexer);
  if (hb_c_lex_branch (lexer, &name))
    ;
  else if (lexer->off || name.word == C_WORD_END || !strcmp (name.text, "ident"))
    ;
  else if (!strcmp (name.text, "pragma"))
    {
      hb_c_lex_blanks (lexer);
      bool packs = true;
      for (size_t i = 0; i < 4; i++)
        packs = packs && hb_c_lex_peek (lexer, i) == "pack"[i];
      lexer->unit->laid_out = lexer->unit->laid_out || packs;
    }
  else if (!strcmp (name.text, "define"))
    hb_c_lex_define (lexer, true);
  else if (!strcmp (name.text, "undef"))
    hb_c_lex_define (lexer, false);
  else if (!strcmp (name.text, "include"))
    include (lexer);
  else if (!strcmp (name.text, "line"))
    announce (lexer);
  else
    hb_c_lex_error (
        lexer, name.spot,
        "expected define, undef, include, if, ifdef, ifndef, elif, else, endif, line or pragma");
  skip_rest (lexer);
}

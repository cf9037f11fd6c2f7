/* Directives and macros; see lex.h. */
#include "cfront/lex_private.h"

#include "base/input.h"

#include <string.h>
#include <sys/stat.h>

#define MOST_DEPTH 50
#define MOST_LINE 2147483647

static struct hb_c_macro *
macro_of (const struct hb_c_lexer *lexer, const char *name)
{
  hb_id number = hb_names_find (lexer->macros->names, name, strlen (name));
  if (number == HB_NONE || !lexer->macros->bodies.data[number].defined)
    return NULL;
  return &lexer->macros->bodies.data[number];
}

void
hb_c_lex_put (struct hb_c_lexer *lexer, struct hb_c_token token, unsigned depth)
{
  struct hb_c_macro *macro = token.word == C_WORD_NAME ? macro_of (lexer, token.text) : NULL;
  if (!macro || macro->busy)
    {
      vec_push (*lexer->tokens, token);
      return;
    }
  if (depth > MOST_DEPTH)
    hb_c_lex_error (lexer, token.spot, "macros are nested too deeply");
  macro->busy = true;
  for (size_t i = 0; i < macro->tokens.size && !lexer->failed; i++)
    {
      struct hb_c_token copy = macro->tokens.data[i];
      copy.spot = token.spot;
      hb_c_lex_put (lexer, copy, depth + 1);
    }
  macro->busy = false;
}

static void
define (struct hb_c_lexer *lexer, bool defined)
{
  struct hb_c_token name = hb_c_lex_token (lexer);
  if (name.word != C_WORD_NAME)
    hb_c_lex_error (lexer, name.spot, "expected a name");
  if (defined && hb_c_lex_peek (lexer, 0) == '(')
    hb_c_lex_error (lexer, hb_c_lex_spot (lexer),
                    "macros with parameters are outside of the subset; write a function");
  hb_id number = hb_names_intern (lexer->macros->names, name.text, strlen (name.text));
  if (number == lexer->macros->bodies.size)
    vec_push (lexer->macros->bodies, (struct hb_c_macro){ 0 });
  struct hb_c_macro *macro = &lexer->macros->bodies.data[number];
  macro->defined = defined;
  vec_clear (macro->tokens);
  for (struct hb_c_token token;
       !lexer->failed && (token = hb_c_lex_token (lexer)).word != C_WORD_END;)
    vec_push (macro->tokens, token);
}

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
      struct hb_place place = hb_c_place (lexer->unit, spot);
      hb_error (
          lexer->diag, &place, "there is no regular file %s%s", path,
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
  if (!lexer->failed)
    lexer->nested (lexer, path, all.data ? all.data : "", all.size);
  vec_free (all);
  hb_free (path);
}

/* What the name NAME is worth in a condition: the integer that it stands for, by way of other names too; 0 if it stands
 * for nothing. */
static bool
truth (struct hb_c_lexer *lexer, struct hb_c_token name)
{
  struct hb_c_token token = name;
  for (unsigned depth = 0; depth < MOST_DEPTH && token.word == C_WORD_NAME; depth++)
    {
      const struct hb_c_macro *macro = macro_of (lexer, token.text);
      if (!macro)
        return false;
      token = macro->tokens.size == 1 ? macro->tokens.data[0] : (struct hb_c_token){ 0 };
    }
  if (token.word != C_WORD_NUMBER)
    hb_c_lex_error (lexer, name.spot, "expected a name that stands for an integer");
  return token.value;
}

/* #if: an integer, defined NAME or defined (NAME), perhaps after a !. */
static bool
condition (struct hb_c_lexer *lexer)
{
  struct hb_c_token token = hb_c_lex_token (lexer);
  bool negated = false, value = false;
  for (; token.word == C_WORD_MARK && token.mark == '!'; token = hb_c_lex_token (lexer))
    negated = !negated;
  if (token.word == C_WORD_NUMBER)
    value = token.value;
  else if (token.word == C_WORD_NAME && !strcmp (token.text, "defined"))
    {
      token = hb_c_lex_token (lexer);
      bool inside = token.word == C_WORD_MARK && token.mark == '(';
      if (inside)
        token = hb_c_lex_token (lexer);
      if (token.word != C_WORD_NAME)
        hb_c_lex_error (lexer, token.spot, "expected a name");
      value = token.word == C_WORD_NAME && macro_of (lexer, token.text);
      if (inside && (token = hb_c_lex_token (lexer)).mark != ')')
        hb_c_lex_error (lexer, token.spot, "expected ')' after the name");
    }
  else if (token.word == C_WORD_NAME)
    value = truth (lexer, token);
  else
    hb_c_lex_error (lexer, token.spot, "expected an integer or defined NAME");
  token = hb_c_lex_token (lexer);
  if (!lexer->failed && token.word != C_WORD_END)
    hb_c_lex_error (lexer, token.spot, "conditions with operators are outside of the subset");
  return value != negated;
}

static void
conditional (struct hb_c_lexer *lexer, const struct hb_c_token *name)
{
  if (!strcmp (name->text, "endif") || !strcmp (name->text, "else"))
    {
      if (!lexer->depth)
        hb_c_lex_error (lexer, name->spot, "there is no #if before this");
      else if (!strcmp (name->text, "endif"))
        {
          if (lexer->off == lexer->depth)
            lexer->off = 0;
          lexer->depth--;
        }
      else if (!lexer->off || lexer->off == lexer->depth)
        lexer->off = lexer->off ? 0 : lexer->depth;
      return;
    }
  if (!strcmp (name->text, "elif"))
    {
      if (!lexer->off || lexer->off == lexer->depth)
        hb_c_lex_error (lexer, name->spot, "#elif is outside of the subset; write #else and #if");
      return;
    }
  lexer->depth++;
  if (lexer->off)
    return;
  bool value;
  if (!strcmp (name->text, "if"))
    value = condition (lexer);
  else
    {
      struct hb_c_token what = hb_c_lex_token (lexer);
      if (what.word != C_WORD_NAME)
        hb_c_lex_error (lexer, what.spot, "expected a name");
      value = (what.word == C_WORD_NAME && macro_of (lexer, what.text))
              == !strcmp (name->text, "ifdef");
    }
  if (!value)
    lexer->off = lexer->depth;
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
  struct hb_c_token name = hb_c_lex_token (lexer);
  static const char *const conditionals[] = { "if", "ifdef", "ifndef", "elif", "else", "endif" };
  bool is_conditional = false;
  for (size_t i = 0; i < 6 && name.word == C_WORD_NAME; i++)
    is_conditional = is_conditional || !strcmp (name.text, conditionals[i]);
  if (is_conditional)
    conditional (lexer, &name);
  else if (lexer->off || name.word == C_WORD_END || !strcmp (name.text, "pragma")
           || !strcmp (name.text, "ident"))
    ;
  else if (!strcmp (name.text, "define"))
    define (lexer, true);
  else if (!strcmp (name.text, "undef"))
    define (lexer, false);
  else if (!strcmp (name.text, "include"))
    include (lexer);
  else if (!strcmp (name.text, "line"))
    announce (lexer);
  else
    hb_c_lex_error (
        lexer, name.spot,
        "expected define, undef, include, if, ifdef, ifndef, else, endif, line or pragma");
  skip_rest (lexer);
}

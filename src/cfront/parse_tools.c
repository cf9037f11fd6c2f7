/* What all of the parser uses: errors, the tokens at hand, symbols and scopes; see parse.h. */
#include "cfront/parse.h"

#include <stdarg.h>
#include <string.h>

#define MOST_DEPTH 1000
#define MOST_CELLS 1000000

void
hb_c_fail (struct hb_c_parser *parser, struct hb_c_spot spot, const char *format, ...)
{
  if (parser->failed)
    return;
  va_list arguments;
  va_start (arguments, format);
  char *text = hb_format_list (format, arguments);
  va_end (arguments);
  hb_c_error (parser->unit, parser->diag, spot, "%s", text);
  hb_free (text);
  parser->failed = true;
  parser->at = parser->tokens.size; /* at the last one, as all see it */
}

void
hb_c_enter (struct hb_c_parser *parser, struct hb_c_spot spot)
{
  if (++parser->depth > MOST_DEPTH)
    hb_c_fail (parser, spot, "this is nested too deeply");
}

const struct hb_c_token *
hb_c_peek (const struct hb_c_parser *parser, size_t ahead)
{
  size_t at = parser->at + ahead, last = parser->tokens.size - 1;
  return &parser->tokens.data[at < last ? at : last];
}

bool
hb_c_is_mark (const struct hb_c_parser *parser, uint32_t mark)
{
  const struct hb_c_token *token = hb_c_peek (parser, 0);
  return token->word == C_WORD_MARK && token->mark == mark;
}

bool
hb_c_is_name (const struct hb_c_parser *parser, const char *name)
{
  const struct hb_c_token *token = hb_c_peek (parser, 0);
  return token->word == C_WORD_NAME && !strcmp (token->text, name);
}

bool
hb_c_take (struct hb_c_parser *parser, uint32_t mark)
{
  bool is = hb_c_is_mark (parser, mark);
  parser->at += is;
  return is;
}

bool
hb_c_take_name (struct hb_c_parser *parser, const char *name)
{
  bool is = hb_c_is_name (parser, name);
  parser->at += is;
  return is;
}

void
hb_c_expect (struct hb_c_parser *parser, char mark, const char *where)
{
  if (hb_c_take (parser, C_MARK1 (mark)))
    return;
  const struct hb_c_token *token = hb_c_peek (parser, 0);
  if (token->word == C_WORD_END)
    hb_c_fail (parser, token->spot, "expected '%c' %s, not the end of the file", mark, where);
  else
    hb_c_fail (parser, token->spot, "expected '%c' %s", mark, where);
}

void
hb_c_append (hb_c_unit *unit, void ***list, size_t *count, void *item)
{
  /* The list doubles whenever its size is a power of two. */
  if (!(*count & (*count - 1)) || !*count)
    {
      void **larger = hb_c_room (unit, (*count ? 2 * *count : 1) * sizeof (void *));
      if (*count)
        memcpy (larger, *list, *count * sizeof (void *));
      *list = larger;
    }
  (*list)[(*count)++] = item;
}

struct hb_c_exp *
hb_c_exp_new (struct hb_c_parser *parser, enum hb_c_operation op, struct hb_c_spot spot)
{
  struct hb_c_exp *exp = hb_c_room (parser->unit, sizeof *exp);
  exp->op = op;
  exp->spot = spot;
  return exp;
}

struct hb_c_meaning *
hb_c_meaning_of (const struct hb_c_parser *parser, const char *name)
{
  return &parser->meanings[hb_names_find (parser->unit->names, name, strlen (name))];
}

void
hb_c_see (struct hb_c_parser *parser, const char *name, struct hb_c_symbol *symbol)
{
  struct hb_c_meaning *meaning = hb_c_meaning_of (parser, name);
  vec_push (parser->scope, ((struct hb_c_seen){ symbol, meaning, meaning->seen }));
  meaning->seen = parser->scope.size;
}

void
hb_c_forget (struct hb_c_parser *parser, size_t count)
{
  while (parser->scope.size > count)
    {
      struct hb_c_seen seen = vec_pop (parser->scope);
      seen.meaning->seen = seen.hidden;
    }
}

struct hb_c_symbol *
hb_c_lookup (const struct hb_c_parser *parser, const char *name)
{
  const struct hb_c_meaning *meaning = hb_c_meaning_of (parser, name);
  return meaning->seen ? parser->scope.data[meaning->seen - 1].symbol : meaning->global;
}

/* May one name have both types?  Parameters are not looked at: old C leaves them open. */
static bool
same_kind (const struct hb_c_type *a, const struct hb_c_type *b)
{
  if (a->kind != b->kind || a->width != b->width || a->is_signed != b->is_signed
      || (a->kind == C_STRUCT && a != b))
    return false;
  if (a->kind == C_ARRAY && a->count != b->count && a->count != SIZE_MAX && b->count != SIZE_MAX)
    return false;
  return !a->to || same_kind (a->to, b->to);
}

/* The global symbol OLD is declared again. */
static void
redeclare (struct hb_c_parser *parser, struct hb_c_symbol *old, enum hb_c_role role,
           struct hb_c_type *type, struct hb_c_spot spot)
{
  if (old->role != role || role == C_CONSTANT || (!old->implicit && !same_kind (old->type, type)))
    hb_c_fail (parser, spot, "'%s' was declared as something else before", old->name);
  bool open_now = type->kind == C_FUNCTION ? type->open : type->count == SIZE_MAX;
  /* The parameters of a function with a body are those that the body knows. */
  bool defined = old->body || old == parser->function;
  if (!defined && (old->implicit || !open_now))
    old->type = type;
  old->implicit = false;
}

/* NAME has no meaning of this block yet. */
static void
require_new (struct hb_c_parser *parser, const char *name, struct hb_c_spot spot)
{
  if (hb_c_meaning_of (parser, name)->seen > parser->block)
    hb_c_fail (parser, spot, "'%s' is declared twice in this block", name);
}

/* SYMBOL is one more of the unit's. */
static void
add_global (struct hb_c_parser *parser, struct hb_c_symbol *symbol)
{
  symbol->number = (hb_id)parser->unit->globals.size;
  vec_push (parser->unit->globals, symbol);
}

struct hb_c_symbol *
hb_c_declare (struct hb_c_parser *parser, const char *name, enum hb_c_role role,
              struct hb_c_type *type, struct hb_c_spot spot, bool global)
{
  struct hb_c_meaning *meaning = hb_c_meaning_of (parser, name);
  struct hb_c_symbol *old = global ? meaning->global : NULL;
  if (!global)
    require_new (parser, name, spot);
  struct hb_c_symbol *symbol = old ? old : hb_c_room (parser->unit, sizeof *symbol);
  if (old)
    redeclare (parser, old, role, type, spot);
  else
    *symbol = (struct hb_c_symbol){
      .name = name, .role = role, .type = type, .spot = spot, .global = global
    };
  if (!global)
    symbol->number = parser->function->locals++;
  else if (!old)
    {
      meaning->global = symbol;
      add_global (parser, symbol);
    }
  /* A global that is declared within a function hides the locals around. */
  if (parser->function)
    hb_c_see (parser, name, symbol);
  return symbol;
}

void
hb_c_count (struct hb_c_parser *parser, const struct hb_c_symbol *variable)
{
  uint64_t cells = hb_c_cells (variable->type);
  if (cells > MOST_CELLS - parser->cells)
    hb_c_fail (parser, variable->spot, "the variables up to '%s' have more than %d elements",
               variable->name, MOST_CELLS);
  else
    parser->cells += cells;
}

struct hb_c_symbol *
hb_c_declare_static (struct hb_c_parser *parser, const char *name, struct hb_c_type *type,
                     struct hb_c_spot spot)
{
  hb_c_unit *unit = parser->unit;
  /* Those of other blocks have the name already: this one gets a number. */
  size_t number = ++hb_c_meaning_of (parser, name)->kept;
  char *whole = number == 1 ? hb_format ("%s.%s", parser->function->name, name)
                            : hb_format ("%s.%s.%zu", parser->function->name, name, number);
  require_new (parser, name, spot);
  vec_push (parser->kept, name);
  struct hb_c_symbol *symbol = hb_c_room (unit, sizeof *symbol);
  *symbol = (struct hb_c_symbol){ .name = hb_c_text (unit, whole, strlen (whole)),
                                  .role = C_VARIABLE,
                                  .type = type,
                                  .spot = spot,
                                  .global = true };
  hb_free (whole);
  add_global (parser, symbol);
  hb_c_see (parser, name, symbol);
  return symbol;
}

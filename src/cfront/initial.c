/* Initial values as they are read: lists, with a place for each value (C17 6.7.9).
 *
 * A program may leave inner braces out, and say by name where a value goes; behind that it goes on from there:
 *
 *     struct { int a, b[2], c; } x = { 1, 2, 3, .b[1] = 4, 5 };   --->   { 1, { 2, 4 }, 5 }
 *
 * A list is filled along a path of the objects that the next value is within, the outermost first.  What has no
 * value is NULL, and lists are only as long as there are values. */
#include "cfront/parse.h"

/* So many values are left out, and words read again, at most. */
#define MOST_LEFT_OUT 1000000

/* An object on the path: its type, the list of its values, and which of its parts is next. */
struct step
{
  const struct hb_c_type *type;
  struct hb_c_exp *list;
  size_t next;
};

struct path
{
  struct hb_c_parser *parser;
  VEC (struct step) steps;
  size_t more; /* so many elements behind the next one have its value, too */
};

static const struct hb_c_type *
part (const struct step *step)
{
  return hb_c_part (step->type, step->next);
}

/* VALUE is that of the next part of the innermost object; the part after it is next. */
static void
put (struct path *path, struct hb_c_exp *value)
{
  struct hb_c_parser *parser = path->parser;
  struct step *step = &vec_top (path->steps);
  struct hb_c_exp *list = step->list;
  size_t at = step->next++;
  for (; !parser->failed && list->count < at; parser->left_out++)
    if (parser->left_out == MOST_LEFT_OUT)
      hb_c_fail (parser, value->spot, "these lists leave out more than 1000000 values");
    else
      hb_c_append (parser->unit, (void ***)&list->items, &list->count, NULL);
  if (list->count > at)
    list->items[at] = value;
  else
    hb_c_append (parser->unit, (void ***)&list->items, &list->count, value);
}

/* Within the next part, which may have some values already. */
static void
enter (struct path *path, struct hb_c_spot spot)
{
  struct step *step = &vec_top (path->steps);
  struct step inner = { .type = part (step) };
  if (step->next < step->list->count)
    inner.list = step->list->items[step->next];
  if (inner.list && inner.list->op != C_LIST)
    hb_c_fail (path->parser, spot, "this takes back a part of a value that was given whole");
  if (inner.list)
    step->next++;
  else
    put (path, inner.list = hb_c_exp_new (path->parser, C_LIST, spot));
  vec_push (path->steps, inner);
}

/* Is VALUE that of a whole TYPE, and not of its first part?  It may then be another node. */
static bool
is_whole (struct hb_c_parser *parser, struct hb_c_exp **value, const struct hb_c_type *type)
{
  if (!hb_c_has_parts (type) || (*value)->op == C_LIST || hb_c_characters (type, *value))
    return true;
  if (type->kind == C_ARRAY)
    return false;
  *value = hb_c_value (parser, *value);
  return parser->failed || (*value)->type->kind == C_STRUCT;
}

/* To the field whose name is at hand, by way of the structs without a name that it is within. */
static void
go_to_field (struct path *path)
{
  struct hb_c_parser *parser = path->parser;
  const struct hb_c_token *name = hb_c_peek (parser, 0);
  bool is_name = name->word == C_WORD_NAME;
  for (; !parser->failed; enter (path, name->spot))
    {
      struct step *step = &vec_top (path->steps);
      step->next = is_name ? hb_c_field_of (step->type, name->text) : step->type->field_count;
      if (step->next == step->type->field_count)
        hb_c_fail (parser, name->spot, "expected the name of a field of this struct");
      else if (step->type->fields[step->next].name == name->text)
        break;
    }
  parser->at += !parser->failed;
}

/* The number at hand, of an element of TYPE. */
static size_t
element (struct hb_c_parser *parser, const struct hb_c_type *type, struct hb_c_spot spot)
{
  int64_t number = hb_c_constant_expression (parser);
  if (number < 0 || number >= 1000000 || (uint64_t)number >= hb_c_parts (type))
    hb_c_fail (parser, spot, "expected the number of an element of this array");
  return (size_t)number;
}

/* To the element whose number is at hand, or to the first one of a range, [FIRST ... LAST]. */
static void
go_to_element (struct path *path, struct hb_c_spot spot)
{
  struct hb_c_parser *parser = path->parser;
  struct step *step = &vec_top (path->steps);
  step->next = element (parser, step->type, spot);
  if (hb_c_take (parser, C_MARK3 ('.', '.', '.')))
    {
      size_t last = element (parser, step->type, spot);
      if (last < step->next)
        hb_c_fail (parser, spot, "expected a range from a number to a larger one");
      path->more = last - step->next;
    }
  hb_c_expect (parser, ']', "after the number of an element");
  if (path->more && !parser->failed && !hb_c_is_mark (parser, '='))
    hb_c_fail (parser, spot, "expected '=' behind a range");
}

/* To the part that the designators at hand name, up to the =. */
static void
go (struct path *path)
{
  struct hb_c_parser *parser = path->parser;
  path->steps.size = 1;
  for (bool first = true; !parser->failed && !hb_c_is_mark (parser, '='); first = false)
    {
      struct hb_c_spot spot = hb_c_peek (parser, 0)->spot;
      if (!first && !hb_c_has_parts (part (&vec_top (path->steps))))
        hb_c_fail (parser, spot, "expected '=': this has no parts");
      else if (!first)
        enter (path, spot);
      const struct hb_c_type *type = vec_top (path->steps).type;
      if (type->kind == C_STRUCT && hb_c_take (parser, '.'))
        go_to_field (path);
      else if (type->kind == C_ARRAY && hb_c_take (parser, '['))
        go_to_element (path, spot);
      else
        hb_c_fail (parser, spot,
                   type->kind == C_ARRAY ? "expected [NUMBER] or '='" : "expected .NAME or '='");
    }
  hb_c_take (parser, '=');
}

static struct hb_c_exp *list_of (struct hb_c_parser *parser, const struct hb_c_type *type);

/* A value, for the next part of the path, or for the first one within it that it can be a value of. */
static void
take (struct path *path)
{
  struct hb_c_parser *parser = path->parser;
  while (path->steps.size > 1
         && vec_top (path->steps).next >= hb_c_parts (vec_top (path->steps).type))
    path->steps.size--;
  struct step *step = &vec_top (path->steps);
  struct hb_c_spot spot = hb_c_peek (parser, 0)->spot;
  if (step->next >= hb_c_parts (step->type))
    hb_c_fail (parser, path->steps.data[0].list->spot, "expected at most %zu values",
               hb_c_parts (step->type));
  if (hb_c_is_mark (parser, '{'))
    {
      put (path, list_of (parser, part (step)));
      return;
    }
  struct hb_c_exp *value = hb_c_assignment (parser);
  while (!parser->failed && !is_whole (parser, &value, part (&vec_top (path->steps))))
    {
      if (!hb_c_parts (part (&vec_top (path->steps))))
        hb_c_fail (parser, spot, "expected values between { and }");
      else
        enter (path, spot);
    }
  if (!parser->failed)
    put (path, value);
}

/* Has EXP, untyped as yet, the same value however often it is asked for? */
static bool
is_fixed (const struct hb_c_exp *exp)
{
  if (!exp || exp->op == C_NUMBER || exp->op == C_TEXT || exp->op == C_REAL)
    return true;
  if (exp->op == C_NAME)
    return exp->symbol && exp->symbol->role != C_VARIABLE && exp->symbol->role != C_PARAMETER;
  if (exp->op == C_ADDRESS && exp->a->op == C_NAME)
    return true;
  if (exp->op == C_CALL || exp->op == C_ASSIGN || exp->op == C_BEFORE || exp->op == C_AFTER
      || exp->op == C_CONTENT || exp->op == C_INDEX || exp->op == C_FIELD)
    return false;
  for (size_t i = 0; i < exp->count; i++)
    if (!is_fixed (exp->items[i]))
      return false;
  return is_fixed (exp->a) && is_fixed (exp->b) && is_fixed (exp->c);
}

/* The value at hand for the next part; of a range it is read again for each element, each having nodes of its own. */
static void
take_for_all (struct path *path)
{
  struct hb_c_parser *parser = path->parser;
  struct hb_c_spot spot = hb_c_peek (parser, 0)->spot;
  size_t start = parser->at, level = path->steps.size, first = vec_top (path->steps).next;
  const struct hb_c_exp *list = vec_top (path->steps).list;
  take (path);
  if (path->more && !parser->failed && !is_fixed (list->items[first]))
    hb_c_fail (parser, spot, "expected a constant: it is the value of each element of a range");
  for (size_t i = 1, words = parser->at - start; i <= path->more && !parser->failed; i++)
    {
      if (parser->left_out + words > MOST_LEFT_OUT)
        {
          hb_c_fail (parser, spot, "the ranges of these lists stand for more than 1000000 words");
          break;
        }
      parser->left_out += words;
      path->steps.size = level;
      vec_top (path->steps).next = first + i;
      parser->at = start;
      take (path);
    }
  path->more = 0;
}

/* The list at hand, of a TYPE; what has no parts may have braces, too. */
static struct hb_c_exp *
list_of (struct hb_c_parser *parser, const struct hb_c_type *type)
{
  struct hb_c_spot spot = hb_c_peek (parser, 0)->spot;
  struct path path = { .parser = parser };
  struct hb_c_exp *list = hb_c_exp_new (parser, C_LIST, spot);
  vec_push (path.steps, ((struct step){ type, list, 0 }));
  hb_c_enter (parser, spot);
  hb_c_take (parser, '{');
  while (!parser->failed && !hb_c_is_mark (parser, '}'))
    {
      bool named = hb_c_is_mark (parser, '.') || hb_c_is_mark (parser, '[');
      if (named && !hb_c_has_parts (type))
        hb_c_fail (parser, hb_c_peek (parser, 0)->spot, "expected a value: this has no parts");
      else if (named)
        go (&path);
      if (!parser->failed && hb_c_has_parts (type))
        take_for_all (&path);
      else if (!parser->failed)
        hb_c_append (parser->unit, (void ***)&list->items, &list->count,
                     hb_c_initial (parser, type));
      if (!hb_c_take (parser, ','))
        break;
    }
  hb_c_expect (parser, '}', "after the initial values");
  parser->depth--;
  vec_free (path.steps);
  return list;
}

struct hb_c_exp *
hb_c_initial (struct hb_c_parser *parser, const struct hb_c_type *type)
{
  return hb_c_is_mark (parser, '{') ? list_of (parser, type) : hb_c_assignment (parser);
}

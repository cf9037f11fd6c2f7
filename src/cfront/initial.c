/* Initial values as they are read: lists, with a place for each value (C17 6.7.9).
 *
 * A program may leave inner braces out, and say by name where a value goes; behind that it goes on from there:
 *
 *     struct { int a, b[2], c; } x = { 1, 2, 3, .b[1] = 4, 5 };   --->   { 1, { 2, 4 }, 5 }
 *
 * A list is filled along a path of the objects that the next value is within, the outermost first.  What has no
 * value is NULL, and lists are only as long as there are values. */
#include "cfront/parse.h"

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
      struct step *step = &vec_top (path->steps);
      size_t parts = hb_c_parts (step->type), at = parts;
      if (step->type->kind == C_STRUCT && hb_c_take (parser, '.'))
        {
          const struct hb_c_token *name = hb_c_peek (parser, 0);
          for (at = 0; at < parts && step->type->fields[at].name != name->text;)
            at++;
          if (at == parts)
            hb_c_fail (parser, name->spot, "expected the name of a field of this struct");
          parser->at += !parser->failed;
        }
      else if (step->type->kind == C_ARRAY && hb_c_take (parser, '['))
        {
          int64_t number = hb_c_constant_expression (parser);
          if (number < 0 || number >= 1000000 || (uint64_t)number >= parts)
            hb_c_fail (parser, spot, "expected the number of an element of this array");
          at = (size_t)number;
          hb_c_expect (parser, ']', "after the number of an element");
        }
      else
        hb_c_fail (parser, spot,
                   step->type->kind == C_ARRAY ? "expected [NUMBER] or '='"
                                               : "expected .NAME or '='");
      step->next = at;
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
        take (&path);
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

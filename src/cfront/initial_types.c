/* Initial values with their types, once everything is declared (C17 6.7.9). */
#include "cfront/parse.h"

const struct hb_c_exp *
hb_c_characters (const struct hb_c_type *type, const struct hb_c_exp *initial)
{
  if (type->kind != C_ARRAY || type->to->kind != C_INTEGER || type->to->width != 8)
    return NULL;
  if (initial->op == C_LIST && initial->count == 1 && initial->items[0])
    initial = initial->items[0];
  return initial->op == C_TEXT ? initial : NULL;
}

/* The characters of TEXT as the list that it stands for, the last zero where there is room. */
static struct hb_c_exp *
spelled (struct hb_c_parser *parser, const struct hb_c_exp *text, const struct hb_c_type *type)
{
  struct hb_c_exp *list = hb_c_exp_new (parser, C_LIST, text->spot);
  for (size_t i = 0; i < text->value + (type->count != text->value); i++)
    {
      struct hb_c_exp *item = hb_c_exp_new (parser, C_NUMBER, text->spot);
      item->type = type->to;
      item->value = hb_c_wrap (type->to, (unsigned char)text->text[i]);
      hb_c_append (parser->unit, (void ***)&list->items, &list->count, item);
    }
  return list;
}

/* The value of what is left out of LIST and has TYPE. */
static struct hb_c_exp *
left_out (struct hb_c_parser *parser, const struct hb_c_exp *list, const struct hb_c_type *type)
{
  bool has_parts = hb_c_has_parts (type);
  struct hb_c_exp *exp = hb_c_exp_new (parser, has_parts ? C_LIST : C_NUMBER, list->spot);
  exp->type = has_parts ? type : hb_c_integer (parser, 32, true);
  return has_parts ? exp : hb_c_convert (parser, exp, type);
}

/* The values of LIST, each of its part of TYPE. */
static void
type_parts (struct hb_c_parser *parser, struct hb_c_exp *list, const struct hb_c_type *type)
{
  bool alike = type->kind == C_ARRAY;
  struct hb_c_exp *none = NULL; /* elements left out are one node: there may be many */
  for (size_t i = 0; !parser->failed && i < list->count; i++)
    {
      const struct hb_c_type *own = hb_c_part (type, i);
      if (list->items[i])
        hb_c_type_initial (parser, &list->items[i], own);
      else
        list->items[i] = none = alike && none ? none : left_out (parser, list, own);
    }
  list->type = type;
}

void
hb_c_type_initial (struct hb_c_parser *parser, struct hb_c_exp **initial,
                   const struct hb_c_type *type)
{
  struct hb_c_exp *exp = *initial;
  const struct hb_c_exp *text = hb_c_characters (type, exp);
  if (text)
    *initial = exp = spelled (parser, text, type);
  if (type->kind == C_ARRAY || (type->kind == C_STRUCT && exp->op == C_LIST))
    {
      size_t most = hb_c_parts (type);
      if (exp->op != C_LIST)
        hb_c_fail (parser, exp->spot, "expected values between { and }");
      else if (exp->count > most)
        hb_c_fail (parser, exp->spot, "expected at most %zu values", most);
      else
        type_parts (parser, exp, type);
      return;
    }
  if (exp->op == C_LIST && exp->count == 1)
    exp = exp->items[0];
  exp = hb_c_value (parser, exp);
  if (!parser->failed)
    *initial = hb_c_convert (parser, exp, type);
}

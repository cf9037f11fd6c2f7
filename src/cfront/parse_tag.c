/* Types that may have a tag: structs and enums, from the words to types (C17 6.7.2.1 to 6.7.2.3). */
#include "cfront/parse.h"

#include <string.h>

/* The tag behind struct or enum; NULL if there is none. */
static const char *
take_tag (struct hb_c_parser *parser)
{
  hb_c_skip_attributes (parser);
  const struct hb_c_token *token = hb_c_peek (parser, 0);
  if (token->word != C_WORD_NAME)
    return NULL;
  parser->at++;
  return token->text;
}

/* The last type of KIND with TAG, among those from number FROM on, or NULL. */
static struct hb_c_type *
tagged (const struct hb_c_parser *parser, enum hb_c_kind kind, const char *tag, size_t from)
{
  for (size_t i = parser->tags.size; tag && i-- > from;)
    if (parser->tags.data[i]->tag == tag && parser->tags.data[i]->kind == kind)
      return parser->tags.data[i];
  return NULL;
}

/* The constants of TYPE, up to }: ints, if their values are.  As by gcc, the type has no sign if no value has, and 64
 * bits where it needs them. */
static void
constants (struct hb_c_parser *parser, struct hb_c_type *type)
{
  struct hb_c_type *integer = hb_c_integer (parser, 32, true);
  int64_t least = 0, most = 0;
  for (int64_t value = 0; !parser->failed; value = (int64_t)((uint64_t)value + 1))
    {
      const struct hb_c_token *name = hb_c_peek (parser, 0);
      if (name->word != C_WORD_NAME)
        hb_c_fail (parser, name->spot, "expected the name of a constant");
      parser->at += !parser->failed;
      if (hb_c_take (parser, '='))
        value = parser->constant (parser);
      if (parser->failed)
        break;
      bool fits = value >= INT32_MIN && value <= INT32_MAX;
      struct hb_c_symbol *constant = hb_c_declare (
          parser, name->text, C_CONSTANT, fits ? integer : type, name->spot, !parser->function);
      constant->value = value;
      least = value < least ? value : least;
      most = value > most ? value : most;
      type->is_signed = least < 0;
      type->width = least < INT32_MIN || most > (least < 0 ? INT32_MAX : UINT32_MAX) ? 64 : 32;
      if (!hb_c_take (parser, ',') || hb_c_is_mark (parser, '}'))
        break;
    }
}

struct hb_c_type *
hb_c_enumeration (struct hb_c_parser *parser)
{
  const char *tag = take_tag (parser);
  struct hb_c_type *type = tagged (parser, C_INTEGER, tag, 0);
  if (type && !hb_c_is_mark (parser, '{'))
    return type;
  hb_c_expect (parser, '{', "before the constants of the enum");
  type = hb_c_type_new (parser, C_INTEGER);
  type->tag = tag;
  constants (parser, type);
  vec_push (parser->tags, type);
  hb_c_expect (parser, '}', "after the constants");
  return type;
}

/* The TYPE of a field behind COUNT others: an array left open, the last one, has no elements (C17 6.7.2.1). */
static const struct hb_c_type *
left_open (struct hb_c_parser *parser, const struct hb_c_type *type, size_t count)
{
  if (type->kind != C_ARRAY || type->count != SIZE_MAX || !count || !hb_c_is_mark (parser, ';')
      || hb_c_peek (parser, 1)->mark != '}')
    return type;
  struct hb_c_type *none = hb_c_type_new (parser, C_ARRAY);
  *none = *type;
  none->count = 0;
  return none;
}

typedef VEC (struct hb_c_field) fields_read;

/* Names that FIELD has in common with those in FIELDS, its own or one that is seen through it, are an error at SPOT. */
static void
compare_names (struct hb_c_parser *parser, const fields_read *fields,
               const struct hb_c_field *field, struct hb_c_spot spot)
{
  if (!*field->name)
    for (size_t i = 0; i < field->type->field_count; i++)
      compare_names (parser, fields, &field->type->fields[i], spot);
  else
    {
      struct hb_c_type before = { .fields = fields->data, .field_count = fields->size };
      if (hb_c_field_of (&before, field->name) < fields->size)
        hb_c_fail (parser, spot, "the field '%s' stands here twice", field->name);
    }
}

/* Whether a field of TYPE needs no name: a struct without a tag, whose fields are then those of the struct around it
 * (C17 6.7.2.1, 13). */
static bool
needs_no_name (const struct hb_c_type *type)
{
  return type->kind == C_STRUCT && !type->tag && type->fields;
}

/* One field of TYPE, behind those in FIELDS, of what SPECIFIERS say; SPOT is the struct's. */
static void
field (struct hb_c_parser *parser, const struct hb_c_specifiers *specifiers, struct hb_c_type *type,
       fields_read *fields, struct hb_c_spot spot)
{
  struct hb_c_field own = { 0 };
  own.type = hb_c_declarator (parser, specifiers->type, &own.name, &spot);
  if (!parser->failed && hb_c_is_mark (parser, ':'))
    hb_c_fail (parser, hb_c_peek (parser, 0)->spot, "fields of a width are outside of the subset");
  if (!parser->failed && !own.name && !needs_no_name (own.type))
    hb_c_fail (parser, hb_c_peek (parser, 0)->spot, "expected a field with a name");
  if (!own.name)
    own.name = "";
  own.type = left_open (parser, own.type, fields->size);
  if (!parser->failed && !hb_c_is_complete (own.type))
    hb_c_fail (parser, spot, "expected a field of a complete type; that of '%s' has no size",
               own.name);
  if (own.type->height >= type->height)
    type->height = own.type->height + 1;
  if (type->height > HB_C_MOST_HEIGHT)
    hb_c_fail (parser, spot, "this is nested too deeply");
  if (!parser->failed)
    compare_names (parser, fields, &own, spot);
  vec_push (*fields, own);
}

struct hb_c_type *
hb_c_structure (struct hb_c_parser *parser)
{
  struct hb_c_spot spot = hb_c_peek (parser, 0)->spot;
  const char *tag = take_tag (parser);
  /* What is defined, or declared alone, is this block's own (C17 6.7.2.3). */
  bool own = hb_c_is_mark (parser, '{') || hb_c_is_mark (parser, ';');
  struct hb_c_type *type = tagged (parser, C_STRUCT, tag, own ? parser->tag_block : 0);
  if (!type)
    {
      type = hb_c_type_new (parser, C_STRUCT);
      type->tag = tag;
      vec_push (parser->tags, type);
    }
  if (!hb_c_take (parser, '{'))
    return type;
  hb_c_enter (parser, spot);
  fields_read fields = VEC_EMPTY;
  while (!parser->failed && !hb_c_is_mark (parser, '}'))
    {
      struct hb_c_specifiers specifiers = { 0 };
      if (!hb_c_specify (parser, &specifiers))
        hb_c_fail (parser, hb_c_peek (parser, 0)->spot, "expected a field");
      do
        field (parser, &specifiers, type, &fields, spot);
      while (hb_c_take (parser, ','));
      hb_c_expect (parser, ';', "after the field");
    }
  parser->depth--;
  hb_c_expect (parser, '}', "after the fields");
  /* Before this, or among its own fields. */
  if (type->fields)
    hb_c_fail (parser, spot, "this struct is defined twice");
  type->field_count = fields.size;
  type->fields = hb_c_room (parser->unit, fields.size * sizeof *fields.data);
  if (fields.size)
    memcpy (type->fields, fields.data, fields.size * sizeof *fields.data);
  vec_free (fields);
  if (!parser->failed)
    hb_c_lay_out (type);
  return type;
}

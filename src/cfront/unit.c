/* See tree.h and unit.h. */
#include "cfront/unit.h"

#include "base/buffer.h"

#include <string.h>

#define BLOCK 65536

hb_c_unit *
hb_c_new (void)
{
  hb_c_unit *unit = hb_calloc (1, sizeof *unit);
  unit->names = hb_names_new ();
  return unit;
}

void
hb_c_free (hb_c_unit *unit)
{
  if (!unit)
    return;
  for (size_t i = 0; i < unit->blocks.size; i++)
    hb_free (unit->blocks.data[i]);
  for (size_t i = 0; i < unit->sources.size; i++)
    {
      hb_free (unit->sources.data[i].name);
      hb_free (unit->sources.data[i].text);
      vec_free (unit->sources.data[i].starts);
      vec_free (unit->sources.data[i].announced);
    }
  vec_free (unit->blocks);
  vec_free (unit->sources);
  vec_free (unit->globals);
  vec_free (unit->uses);
  vec_free (unit->texts);
  hb_names_free (unit->names);
  hb_free (unit);
}

void *
hb_c_room (hb_c_unit *unit, size_t size)
{
  size = (size + 15) / 16 * 16;
  if (unit->used + size > unit->room)
    {
      unit->room = size > BLOCK ? size : BLOCK;
      unit->used = 0;
      vec_push (unit->blocks, hb_calloc (1, unit->room));
    }
  void *place = vec_top (unit->blocks) + unit->used;
  unit->used += size;
  return place;
}

const char *
hb_c_text (hb_c_unit *unit, const char *text, size_t length)
{
  hb_id known = hb_names_intern (unit->names, text, length);
  if (known == unit->texts.size)
    {
      char *copy = hb_c_room (unit, length + 1);
      if (length)
        memcpy (copy, text, length);
      vec_push (unit->texts, copy);
    }
  return unit->texts.data[known];
}

hb_id
hb_c_add_source (hb_c_unit *unit, const char *name, const char *text, size_t size)
{
  struct hb_c_source source
      = { .name = hb_copy_text (name), .text = hb_copy_bytes (text, size), .size = size };
  vec_push (source.starts, 0);
  for (size_t i = 0; i < size; i++)
    if (text[i] == '\n')
      vec_push (source.starts, i + 1);
  vec_push (unit->sources, source);
  return (hb_id)(unit->sources.size - 1);
}

struct hb_place
hb_c_place (const hb_c_unit *unit, struct hb_c_spot spot)
{
  const struct hb_c_source *source = &unit->sources.data[spot.file];
  struct hb_place place = { .file = source->name, .line = spot.line, .column = spot.column };
  if (spot.line && spot.line <= source->starts.size)
    {
      size_t start = source->starts.data[spot.line - 1];
      size_t end = spot.line < source->starts.size ? source->starts.data[spot.line] : source->size;
      while (end > start && (source->text[end - 1] == '\n' || source->text[end - 1] == '\r'))
        end--;
      place.text = source->text + start;
      place.length = end - start;
    }
  for (size_t i = source->announced.size; i-- > 0;)
    {
      const struct hb_c_announced *announced = &source->announced.data[i];
      if (announced->line > spot.line)
        continue;
      /* What a tool put in between ("<builtins>") belongs to the line of a file before it. */
      size_t k = i;
      while (k && source->announced.data[k].file[0] == '<')
        k--;
      bool between = k < i && source->announced.data[k].file[0] != '<';
      if (between)
        announced = &source->announced.data[k];
      place.file = announced->file;
      place.line = announced->number + (between ? 0 : spot.line - announced->line);
      break;
    }
  return place;
}

void
hb_c_error (const hb_c_unit *unit, hb_diag *diag, struct hb_c_spot spot, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  char *text = hb_format_list (format, arguments);
  va_end (arguments);
  struct hb_place place = hb_c_place (unit, spot);
  const char *read = unit->sources.data[spot.file].name;
  if (place.line == spot.line && !strcmp (place.file, read))
    hb_error (diag, &place, "%s", text);
  else
    hb_error (diag, &place, "%s (in %s, line %u)", text, strcmp (read, "-") ? read : "<stdin>",
              (unsigned)spot.line);
  hb_free (text);
}

size_t
hb_c_globals (const hb_c_unit *unit)
{
  return unit->globals.size;
}

const struct hb_c_symbol *
hb_c_global (const hb_c_unit *unit, size_t i)
{
  return unit->globals.data[i];
}

const struct hb_c_symbol *
hb_c_find (const hb_c_unit *unit, const char *name)
{
  for (size_t i = 0; i < unit->globals.size; i++)
    if (!strcmp (unit->globals.data[i]->name, name))
      return unit->globals.data[i];
  return NULL;
}

size_t
hb_c_uses (const hb_c_unit *unit)
{
  return unit->uses.size;
}

const struct hb_c_use *
hb_c_use (const hb_c_unit *unit, size_t i)
{
  return &unit->uses.data[i];
}

uint64_t
hb_c_wrap (const struct hb_c_type *type, uint64_t value)
{
  if (type->kind != C_INTEGER)
    return value;
  if (type->width == 1)
    return value != 0;
  uint64_t sign = (uint64_t)1 << (type->width - 1), low = sign * 2 - 1;
  value &= low;
  return type->is_signed && (value & sign) ? value | ~low : value;
}

static void
add_name (hb_buffer *text, const struct hb_c_type *type)
{
  switch (type->kind)
    {
    case C_INTEGER:
      if (type->width == 1)
        hb_buffer_add (text, "_Bool");
      else
        hb_buffer_add (text, "%s%s", type->is_signed ? "" : "unsigned ",
                       type->width == 8    ? "char"
                       : type->width == 16 ? "short"
                       : type->width == 32 ? "int"
                                           : "long");
      return;
    case C_POINTER:
      add_name (text, type->to);
      hb_buffer_add (text, " *");
      return;
    case C_ARRAY:
      add_name (text, type->to);
      if (type->count == SIZE_MAX)
        hb_buffer_add (text, " []");
      else
        hb_buffer_add (text, " [%zu]", type->count);
      return;
    case C_FUNCTION:
      hb_buffer_add (text, "function returning ");
      add_name (text, type->to);
      return;
    case C_STRUCT:
      hb_buffer_add (text, type->tag ? "struct %s" : "struct", type->tag);
      return;
    default:
      hb_buffer_add (text, "%s",
                     type->kind == C_VOID ? "void"
                     : type->width == 32  ? "float"
                     : type->width == 64  ? "double"
                                          : "long double");
    }
}

char *
hb_c_type_name (const struct hb_c_type *type)
{
  hb_buffer text = VEC_EMPTY;
  add_name (&text, type);
  return hb_buffer_take (&text);
}

size_t
hb_c_field_of (const struct hb_c_type *type, const char *name)
{
  for (size_t i = 0; i < type->field_count; i++)
    {
      const struct hb_c_field *field = &type->fields[i];
      bool within = !*field->name && hb_c_field_of (field->type, name) < field->type->field_count;
      if (field->name == name || within)
        return i;
    }
  return type->field_count;
}

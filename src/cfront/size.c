/* How many bytes types have, as on x86-64 (System V ABI, AMD64 supplement, 3.1.2), and how many cells: things that hold
 * one value.  Sums and products stop at HB_C_TOO_LARGE. */
#include "cfront/parse.h"

static uint64_t
plus (uint64_t a, uint64_t b)
{
  uint64_t sum;
  return __builtin_add_overflow (a, b, &sum) || sum > INT64_MAX ? HB_C_TOO_LARGE : sum;
}

static uint64_t
times (uint64_t a, uint64_t b)
{
  uint64_t product;
  return __builtin_mul_overflow (a, b, &product) || product > INT64_MAX ? HB_C_TOO_LARGE : product;
}

/* SIZE up to a MULTIPLE. */
static uint64_t
rounded (uint64_t size, uint64_t multiple)
{
  return plus (size, (multiple - size % multiple) % multiple);
}

uint64_t
hb_c_alignment (const struct hb_c_type *type)
{
  while (type->kind == C_ARRAY)
    type = type->to;
  return type->kind == C_STRUCT ? type->alignment : hb_c_size (type);
}

void
hb_c_lay_out (struct hb_c_type *type)
{
  uint64_t size = 0;
  type->alignment = 1;
  type->cells = 0;
  for (size_t i = 0; i < type->field_count; i++)
    {
      const struct hb_c_type *own = type->fields[i].type;
      uint64_t multiple = hb_c_alignment (own);
      type->fields[i].offset = rounded (size, multiple);
      size = plus (type->fields[i].offset, hb_c_size (own));
      type->cells = plus (type->cells, hb_c_cells (own));
      type->alignment = multiple > type->alignment ? multiple : type->alignment;
    }
  type->size = rounded (size, type->alignment);
}

uint64_t
hb_c_size (const struct hb_c_type *type)
{
  uint64_t size = 1;
  for (; type->kind == C_ARRAY; type = type->to)
    size = times (size, type->count);
  return times (size, type->kind == C_STRUCT    ? type->size
                      : type->kind == C_POINTER ? 8
                                                : (type->width + 7) / 8);
}

uint64_t
hb_c_cells (const struct hb_c_type *type)
{
  uint64_t cells = 1;
  for (; type->kind == C_ARRAY; type = type->to)
    cells = times (cells, type->count == SIZE_MAX ? 0 : type->count);
  return times (cells, type->kind == C_STRUCT ? type->cells : 1);
}

bool
hb_c_may_be (const struct hb_c_type *object, const struct hb_c_type *as)
{
  while (object->kind == C_ARRAY)
    object = object->to;
  while (as->kind == C_ARRAY)
    as = as->to;
  switch (object->kind)
    {
    case C_INTEGER:
    case C_FLOATING:
      return as->kind == object->kind && as->width == object->width;
    case C_POINTER:
      return as->kind == C_POINTER;
    default:
      return as == object;
    }
}

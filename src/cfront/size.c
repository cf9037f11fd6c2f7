/* How many bytes types have, as on x86-64 (System V ABI, AMD64 supplement, 3.1.2).  Sums and products stop at
 * HB_C_TOO_LARGE. */
#include "cfront/parse.h"

static uint64_t
limited (uint64_t size)
{
  return size > INT64_MAX ? HB_C_TOO_LARGE : size;
}

/* SIZE, not too large, up to a MULTIPLE. */
static uint64_t
rounded (uint64_t size, uint64_t multiple)
{
  return (size + multiple - 1) / multiple * multiple;
}

/* What the address of one of TYPE is a multiple of. */
static uint64_t
alignment (const struct hb_c_type *type)
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
  for (size_t i = 0; i < type->field_count; i++)
    {
      const struct hb_c_type *own = type->fields[i].type;
      uint64_t multiple = alignment (own), all = hb_c_size (own);
      size = size == HB_C_TOO_LARGE || all == HB_C_TOO_LARGE
                 ? HB_C_TOO_LARGE
                 : limited (rounded (size, multiple) + all);
      type->alignment = multiple > type->alignment ? multiple : type->alignment;
    }
  type->size = size == HB_C_TOO_LARGE ? size : limited (rounded (size, type->alignment));
}

uint64_t
hb_c_size (const struct hb_c_type *type)
{
  uint64_t size = 1;
  for (; type->kind == C_ARRAY; type = type->to)
    if (type->count && size > INT64_MAX / type->count)
      size = HB_C_TOO_LARGE;
    else
      size *= type->count;
  uint64_t own = type->kind == C_STRUCT    ? type->size
                 : type->kind == C_POINTER ? 8
                                           : (type->width + 7) / 8;
  return own && size > INT64_MAX / own ? HB_C_TOO_LARGE : size * own;
}

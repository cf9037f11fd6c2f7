/* See rows.h. */
#include "base/rows.h"

#include <string.h>

/* Two numbers at a time.  32 bits tell 2^32 rows apart, and more there cannot be. */
static uint32_t
hash (const int32_t *row, size_t width)
{
  uint64_t h = 0x9e3779b97f4a7c15u ^ width;
  for (size_t i = 0; i < width; i += 2)
    {
      uint64_t pair = (uint32_t)row[i];
      if (i + 1 < width)
        pair |= (uint64_t)(uint32_t)row[i + 1] << 32;
      h = (h ^ pair) * 0xff51afd7ed558ccdu;
      h ^= h >> 32;
    }
  return (uint32_t)(h ^ h >> 29);
}

void
hb_rows_free (hb_rows *rows)
{
  vec_free (rows->data);
  vec_free (rows->starts);
  vec_free (rows->table);
}

void
hb_rows_clear (hb_rows *rows)
{
  if (!rows->starts.size)
    return;
  vec_clear (rows->data);
  vec_clear (rows->starts);
  memset (rows->table.data, 0, rows->table.size * sizeof *rows->table.data);
}

static void
grow (hb_rows *rows)
{
  size_t size = rows->table.size ? 2 * rows->table.size : 64, mask = size - 1;
  VEC (struct hb_rows_slot) old = { rows->table.data, rows->table.size, rows->table.capacity };
  struct hb_rows_slot none = { 0, 0 };
  memset (&rows->table, 0, sizeof rows->table);
  vec_resize (rows->table, size, none);
  for (size_t i = 0; i < old.size; i++)
    if (old.data[i].next)
      {
        size_t slot = old.data[i].tag & mask;
        while (rows->table.data[slot].next)
          slot = (slot + 1) & mask;
        rows->table.data[slot] = old.data[i];
      }
  vec_free (old);
}

hb_id
hb_rows_intern (hb_rows *rows, const int32_t *row, size_t width, bool *fresh)
{
  if (!rows->starts.size)
    vec_push (rows->starts, 0);
  if (2 * (hb_rows_count (rows) + 1) > rows->table.size)
    grow (rows);
  uint32_t tag = hash (row, width);
  size_t mask = rows->table.size - 1, slot = tag & mask;
  for (; rows->table.data[slot].next; slot = (slot + 1) & mask)
    {
      size_t number = rows->table.data[slot].next - 1;
      if (rows->table.data[slot].tag == tag && hb_rows_width (rows, number) == width
          && (!width || !memcmp (hb_rows_row (rows, number), row, width * sizeof *row)))
        {
          if (fresh)
            *fresh = false;
          return (hb_id)number;
        }
    }
  vec_reserve (rows->data, rows->data.size + width);
  if (width)
    memcpy (rows->data.data + rows->data.size, row, width * sizeof *row);
  rows->data.size += width;
  vec_push (rows->starts, rows->data.size);
  struct hb_rows_slot made = { (uint32_t)hb_rows_count (rows), tag };
  rows->table.data[slot] = made;
  if (fresh)
    *fresh = true;
  return (hb_id)hb_rows_count (rows) - 1;
}

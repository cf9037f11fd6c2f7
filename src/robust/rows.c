/* See rows.h. */
#include "robust/rows.h"

#include <string.h>

static uint64_t
hash (const int32_t *row, size_t width)
{
  uint64_t h = 0x9e3779b97f4a7c15u ^ width;
  for (size_t i = 0; i < width; i++)
    {
      h = (h ^ (uint32_t)row[i]) * 0xff51afd7ed558ccdu;
      h ^= h >> 32;
    }
  return h;
}

void
hb_rows_free (hb_rows *rows)
{
  vec_free (rows->data);
  vec_free (rows->starts);
  vec_free (rows->table);
}

static void
grow (hb_rows *rows)
{
  size_t size = rows->table.size ? 2 * rows->table.size : 64, mask = size - 1;
  vec_clear (rows->table);
  vec_resize (rows->table, size, 0);
  for (size_t i = 0; i < hb_rows_count (rows); i++)
    {
      size_t slot = hash (hb_rows_row (rows, i), hb_rows_width (rows, i)) & mask;
      while (rows->table.data[slot])
        slot = (slot + 1) & mask;
      rows->table.data[slot] = (uint32_t)i + 1;
    }
}

hb_id
hb_rows_intern (hb_rows *rows, const int32_t *row, size_t width, bool *fresh)
{
  if (!rows->starts.size)
    vec_push (rows->starts, 0);
  if (2 * (hb_rows_count (rows) + 1) > rows->table.size)
    grow (rows);
  size_t mask = rows->table.size - 1, slot = hash (row, width) & mask;
  for (; rows->table.data[slot]; slot = (slot + 1) & mask)
    {
      size_t number = rows->table.data[slot] - 1;
      if (hb_rows_width (rows, number) == width
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
  rows->table.data[slot] = (uint32_t)hb_rows_count (rows);
  if (fresh)
    *fresh = true;
  return (hb_id)hb_rows_count (rows) - 1;
}

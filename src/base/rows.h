/* Rows of numbers, each kept once and known by its number: the memory of searches. */
#ifndef HBKIT_ROWS_H
#define HBKIT_ROWS_H

#include "base/vec.h"

struct hb_rows_slot
{
  uint32_t next; /* number + 1; 0: free */
  uint32_t tag;  /* of the row's hash: most others differ in it, and no row is looked at */
};

typedef struct hb_rows
{
  VEC (int32_t) data;
  VEC (size_t) starts; /* row i is data[starts[i]] .. data[starts[i + 1] - 1]; empty: no row */
  VEC (struct hb_rows_slot) table; /* open addressing */
} hb_rows;

/* Starts from zeros; freed with `hb_rows_free`. */
void hb_rows_free (hb_rows *rows);

/* Forgets all rows, and keeps the memory.  O(1) if there are none, else linear in what there were most. */
void hb_rows_clear (hb_rows *rows);

static inline size_t
hb_rows_count (const hb_rows *rows)
{
  return rows->starts.size ? rows->starts.size - 1 : 0;
}

static inline const int32_t *
hb_rows_row (const hb_rows *rows, size_t number)
{
  return vec_from (rows->data, rows->starts.data[number]);
}

static inline size_t
hb_rows_width (const hb_rows *rows, size_t number)
{
  return rows->starts.data[number + 1] - rows->starts.data[number];
}

/* The number of the row of WIDTH numbers at ROW; *FRESH (may be NULL) says whether it is new.  Expected O(width). */
hb_id hb_rows_intern (hb_rows *rows, const int32_t *row, size_t width, bool *fresh);

#endif

/* Are the rows what the edges reach?  For checking builds, and small traces.  See state.h. */
#include "engine/closure/state.h"

#ifdef HB_CHECKING
#include "base/failure.h"

#define MOST_NODES 150

/* Takes the row of TO into that of FROM. */
static bool
take_in (const struct closure *c, uint64_t *rows, hb_id from, hb_id to)
{
  bool grows = false;
  for (size_t i = 0; i < c->row_words; i++)
    {
      uint64_t *target = &rows[from * c->row_words + i], old = *target;
      *target |= rows[to * c->row_words + i];
      grows = grows || *target != old;
    }
  return grows;
}

/* All edges once; true if a row has grown. */
static bool
take_all_in (const struct closure *c, uint64_t *rows)
{
  bool grows = false;
  for (hb_id v = 0; v < c->nodes; v++)
    {
      for (hb_id e = c->given_start[v]; e < c->given_start[v + 1]; e++)
        grows = take_in (c, rows, c->given[e], v) || grows;
      if (v && c->message_of[v - 1] == c->message_of[v])
        grows = take_in (c, rows, v - 1, v) || grows;
    }
  for (size_t i = 0; i < c->added.size; i++)
    grows = take_in (c, rows, c->added.data[i].from, c->added.data[i].to) || grows;
  return grows;
}

void
closure_check (const struct closure *c)
{
  if (c->nodes > MOST_NODES)
    return;
  uint64_t *rows = hb_calloc ((size_t)c->nodes * c->row_words, sizeof *rows);
  for (hb_id m = 0; m < c->trace->messages.size; m++)
    {
      uint64_t bit = UINT64_C (1) << m % 64;
      rows[closure_word (c, c->first[m], STARTS, m / 64) - c->rows] |= bit;
      rows[closure_word (c, c->last[m], ENDS, m / 64) - c->rows] |= bit;
      if (c->post[m] != HB_NONE)
        rows[closure_word (c, c->post[m], POSTS, m / 64) - c->rows] |= bit;
    }
  while (take_all_in (c, rows))
    continue;
  for (size_t i = 0; i < (size_t)c->nodes * c->row_words; i++)
    if (rows[i] != c->rows[i])
      hb_fail ("a row of the closure is not what its edges reach");
  hb_free (rows);
}
#endif

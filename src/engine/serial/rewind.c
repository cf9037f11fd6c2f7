/* Back to the beginning of the run.  See state.h.
 *
 * Saturation takes several times as long as most attempts to run: what is known before the first one is kept for
 * the others, where there is memory for that. */
#include "engine/serial/state.h"

#include <string.h>

/* New: a copy of COUNT elements of SIZE bytes. */
static void *
copy_of (const void *from, size_t count, size_t size)
{
  void *copy = hb_calloc (count, size);
  if (count)
    memcpy (copy, from, count * size);
  return copy;
}

void
serial_keep_start (struct hb_serial *s)
{
  struct serial_start *start = &s->start;
  HB_ASSERT (!start->rows);
  if (s->segments * s->words * sizeof *s->rows > s->most.memory / 2)
    return;
  start->rows = copy_of (s->rows, s->segments * s->words, sizeof *s->rows);
  start->low = copy_of (s->low, s->segments, sizeof *s->low);
  start->out = copy_of (s->out, s->segments, sizeof *s->out);
  start->in = copy_of (s->in, s->segments, sizeof *s->in);
  start->waiting = copy_of (s->waiting, s->segments, sizeof *s->waiting);
  start->edges = copy_of (s->edges.data, s->edges.size, sizeof *s->edges.data);
  start->count = s->edges.size;
}

bool
serial_rewind (struct hb_serial *s)
{
  const struct serial_start *start = &s->start;
  if (!start->rows)
    return false;
  memcpy (s->rows, start->rows, s->segments * s->words * sizeof *s->rows);
  memcpy (s->low, start->low, s->segments * sizeof *s->low);
  memcpy (s->out, start->out, s->segments * sizeof *s->out);
  memcpy (s->in, start->in, s->segments * sizeof *s->in);
  memcpy (s->waiting, start->waiting, s->segments * sizeof *s->waiting);
  memset (s->done, 0, s->segments * sizeof *s->done);
  vec_clear (s->edges);
  for (size_t e = 0; e < start->count; e++)
    vec_push (s->edges, start->edges[e]);
  s->walked = 0;
  s->work += s->segments * s->words + start->count;
  return true;
}

void
serial_forget_start (struct hb_serial *s)
{
  hb_free (s->start.rows);
  hb_free (s->start.low);
  hb_free (s->start.out);
  hb_free (s->start.in);
  hb_free (s->start.waiting);
  hb_free (s->start.edges);
  s->start = (struct serial_start){ .count = 0 };
}

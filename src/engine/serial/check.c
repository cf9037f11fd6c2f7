/* Are the rows what the edges reach, and have the rules nothing to add?  For checking builds, and small traces.  See state.h. */
#include "engine/serial/state.h"

#ifdef HB_CHECKING
#include "base/failure.h"

#define MOST_SEGMENTS 200

/* What comes after SEGMENT by the edges, and has not run, into REACHED; itself only along a cycle. */
static void
reach (const struct hb_serial *s, hb_id segment, bool *reached)
{
  for (hb_id e = s->out[segment]; e != HB_NONE; e = s->edges.data[e].next_out)
    {
      hb_id to = s->edges.data[e].to;
      if (s->done[to])
        hb_fail ("a segment has run before one that comes before it");
      if (reached[to])
        continue;
      reached[to] = true;
      reach (s, to, reached);
    }
}

/* That BEFORE comes before AFTER must say nothing new of what has not run. */
static void
expect_nothing_new (struct hb_serial *s, hb_id before, hb_id after)
{
  uint64_t work = s->work;
  serial_apply_rules (s, before, after);
  for (size_t i = 0; i < s->todo.size; i++)
    if (!s->done[s->segment_of[s->todo.data[i].from_node]])
      hb_fail ("the rules say more of segments than what is known");
  vec_clear (s->todo);
  s->work = work;
}

void
serial_check (struct hb_serial *s)
{
  if (s->segments > MOST_SEGMENTS)
    return;
  for (hb_id x = 0; x < s->segments; x++)
    {
      bool reached[MOST_SEGMENTS] = { false };
      if (s->done[x])
        continue;
      reach (s, x, reached);
      for (hb_id y = 0; y < s->segments; y++)
        {
          if (reached[y] != serial_has (s, x, y))
            hb_fail ("the row of a segment is not what its edges reach");
          if (reached[y])
            expect_nothing_new (s, x, y);
        }
    }
}
#endif

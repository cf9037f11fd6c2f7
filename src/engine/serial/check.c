/* Are the rows what the edges reach, and do they say all that handlers and mailboxes do?  For checking builds,
 * and small traces: as trace/order.h states it, for each two messages.  See state.h. */
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

/* Is it known that node A comes before node B?  What has run comes before all that has not; of what has run
 * nothing is said. */
static bool
precedes (const struct hb_serial *s, hb_id a, hb_id b)
{
  hb_id before = s->segment_of[a], after = s->segment_of[b];
  return before == after ? a < b
                         : !s->done[after] && (s->done[before] || serial_has (s, before, after));
}

static void
expect (const struct hb_serial *s, hb_id a, hb_id b)
{
  if (!precedes (s, a, b) && !(s->done[s->segment_of[a]] && s->done[s->segment_of[b]]))
    hb_fail ("the rules say more of segments than what is known");
}

/* What A's running before B says, if it is known. */
static void
check_messages (const struct hb_serial *s, hb_id a, hb_id b)
{
  const struct hb_message *first = &s->trace->messages.data[a],
                          *second = &s->trace->messages.data[b];
  hb_id start_a = hb_first_node (s->order, s->trace, a),
        start_b = hb_first_node (s->order, s->trace, b);
  hb_id end_a = hb_last_node (s->order, s->trace, a), end_b = hb_last_node (s->order, s->trace, b);
  bool by_posts;
  if (precedes (s, start_a, end_b) && s->span[a].first != s->span[b].last
      && !s->done[s->span[a].first])
    expect (s, end_a, start_b);
  if (first->kind != HB_POSTED || second->kind != HB_POSTED || s->done[s->span[b].first])
    return;
  bool runs = precedes (s, end_a, start_b), posts = precedes (s, first->post, second->post);
  if (hb_coupled (s->trace, a, b) && runs)
    expect (s, first->post, second->post);
  if (hb_coupled (s->trace, a, b) && posts)
    expect (s, end_a, start_b);
  if (!hb_buries (s->trace, b, a, &by_posts) || (by_posts && !posts))
    return;
  if (runs)
    expect (s, start_a, second->post);
  if (precedes (s, second->post, start_a))
    expect (s, end_b, start_a);
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
        if (reached[y] != serial_has (s, x, y))
          hb_fail ("the row of a segment is not what its edges reach");
    }
  for (hb_id h = 0; h < s->trace->handlers.size; h++)
    {
      const struct hb_handler *handler = &s->trace->handlers.data[h];
      for (hb_id a = handler->first; a < handler->first + handler->count; a++)
        for (hb_id b = handler->first; b < handler->first + handler->count; b++)
          if (a != b)
            check_messages (s, a, b);
    }
}
#endif

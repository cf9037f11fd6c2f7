/* Orders that are tried, one after another, while a run goes on: what happens to the closure, and how that is
 * taken back.  See saturation.h.
 *
 * That message A runs before all the others of its handler that have not started is not an edge to each
 * of them, but one to who is next, and so on:
 *
 *     last of A ---> first of B ---> ..      B: `ahead` is A
 *
 * Every change is noted, so that the state before any order can come back. */
#include "engine/saturation_private.h"

void
hb_saturation_start (hb_saturation *s)
{
  size_t messages = s->trace->messages.size;
  s->ahead = hb_calloc (messages, sizeof *s->ahead);
  for (size_t m = 0; m < messages; m++)
    s->ahead[m] = HB_NONE;
  s->over = hb_calloc (s->order->nodes, sizeof *s->over);
}

void
hb_saturation_happens (hb_saturation *s, hb_id node, bool happens)
{
  s->over[node] = happens;
}

static bool
is_over (const hb_saturation *s, hb_id message)
{
  return s->over[hb_last_node (s->order, s->trace, message)];
}

void
hb_saturation_put_ahead (hb_saturation *s, hb_id message, hb_id of)
{
  hb_id ahead = s->ahead[of];
  if (is_over (s, message))
    return;
  if (hb_saturation_forces (s, of, message))
    s->contradiction = true;
  /* Who is ahead of OF already, and has not run, comes after MESSAGE, too; or before both. */
  if (ahead != HB_NONE && !is_over (s, ahead) && ahead != s->ahead[message])
    return;
  struct note note = { AHEAD, of, ahead };
  vec_push (s->notes, note);
  s->ahead[of] = message;
  hb_saturation_flow (s, hb_first_node (s->order, s->trace, of),
                      hb_last_node (s->order, s->trace, message), s->all);
}

void
hb_saturation_order (hb_saturation *s, hb_id before, hb_id after)
{
  if (!is_over (s, before))
    hb_saturation_run_before (s, before, after);
}

bool
hb_saturation_try (hb_saturation *s, struct hb_limits *limits)
{
  if (s->contradiction || !hb_saturation_settle (s, limits))
    {
      hb_saturation_take_back (s, s->settled);
      return false;
    }
  s->settled = s->notes.size;
  return true;
}

size_t
hb_saturation_mark (const hb_saturation *s)
{
  return s->settled;
}

void
hb_saturation_take_back (hb_saturation *s, size_t mark)
{
  while (s->notes.size > mark)
    {
      struct note note = vec_pop (s->notes);
      if (note.of == A_WORD)
        s->rows[note.place] = note.old;
      else if (note.of == AHEAD)
        s->ahead[note.place] = (hb_id)note.old;
      else
        {
          s->added_head[note.place] = note.old;
          s->added.size--;
        }
    }
  for (hb_id v; (v = hb_saturation_next (s)) != HB_NONE;)
    s->grown[v] = 0;
  s->settled = mark;
  s->contradiction = false;
}

/* One segment after another.  See state.h.
 *
 * A segment that settles nothing runs as soon as it can: nobody minds.  One that posts settles that all who post
 * to the same handlers do so later, and one that begins a message that is cut that all other messages of its
 * handler start after that; this is tried on the rows first, with all that follows.  If it contradicts what is
 * known, another segment has to come before that one. */
#include "engine/serial/state.h"

/* The edges are put in order when so many times as many have been gone back along. */
#define WALKED_AN_EDGE 4

/* With every other attempt so much more of the number by which segments are ranked is left to chance. */
#define NOISE 16

/* --- beginning ---------------------------------------------------------------------------------- */

/* How many segments come before each. */
static void
count_before (const struct hb_serial *s, hb_id *before)
{
  for (hb_id x = 0; x < s->segments; x++)
    for (size_t i = s->low[x]; i < s->words; i++)
      for (uint64_t left = serial_row (s, x)[i]; left; left &= left - 1)
        before[i * 64 + (unsigned)__builtin_ctzll (left)]++;
}

/* How many do not come after each. */
static void
count_not_after (const struct hb_serial *s, hb_id *not_after)
{
  for (hb_id x = 0; x < s->segments; x++)
    {
      not_after[x] = s->segments;
      for (size_t i = s->low[x]; i < s->words; i++)
        not_after[x] -= (hb_id)__builtin_popcountll (serial_row (s, x)[i]);
    }
}

/* Segments with many others after them come first, in every other attempt those with few before them: a stable
 * sort, but for some noise after the first two. */
static void
rank_segments (struct hb_serial *s)
{
  hb_id *count = hb_calloc (s->segments, sizeof *count);
  hb_id *start = hb_calloc ((size_t)s->segments + 2, sizeof *start);
  if (s->attempts % 2)
    count_before (s, count);
  else
    count_not_after (s, count);
  for (hb_id x = 0; x < s->segments; x++)
    {
      count[x] -= (hb_id)hb_rng_below (&s->rng, (uint64_t)count[x] * (s->attempts / 2) / NOISE + 1);
      start[count[x] + 1]++;
    }
  for (hb_id k = 0; k <= s->segments; k++)
    start[k + 1] += start[k];
  s->rank = hb_calloc (s->segments, sizeof *s->rank);
  s->at_rank = hb_calloc (s->segments, sizeof *s->at_rank);
  for (hb_id x = 0; x < s->segments; x++)
    {
      s->rank[x] = start[count[x]]++;
      s->at_rank[s->rank[x]] = x;
    }
  hb_free (count);
  hb_free (start);
}

void
serial_start_run (struct hb_serial *s)
{
  rank_segments (s);
  s->boxes = hb_calloc (s->trace->handlers.size, sizeof *s->boxes);
  s->running = hb_calloc (s->trace->handlers.size, sizeof *s->running);
  for (size_t h = 0; h < s->trace->handlers.size; h++)
    s->running[h] = HB_NONE;
  s->quiet = hb_set_new (s->segments);
  s->choices = hb_set_new (s->segments);
  for (hb_id x = 0; x < s->segments; x++)
    if (!s->waiting[x])
      {
        s->waiting[x] = 1;
        serial_wait_less (s, x);
      }
  s->notes_wanted = true;
}

void
serial_end_run (struct hb_serial *s)
{
  for (size_t h = 0; s->boxes && h < s->trace->handlers.size; h++)
    hb_box_free (&s->boxes[h]);
  hb_free (s->boxes);
  hb_free (s->running);
  hb_free (s->rank);
  hb_free (s->at_rank);
  hb_set_free (&s->quiet);
  hb_set_free (&s->choices);
  vec_clear (s->notes);
  vec_clear (s->run);
  s->boxes = NULL;
  s->running = s->rank = s->at_rank = NULL;
  s->quiet = s->choices = (hb_set){ .size = 0 };
  s->notes_wanted = s->saturated = false;
}

/* --- running ------------------------------------------------------------------------------------ */

/* The place of MESSAGE in its mailbox if that hands it out now, else SIZE_MAX. */
static size_t
place_handed_out (const struct hb_serial *s, hb_id message)
{
  hb_id handler = s->trace->messages.data[message].handler;
  const struct hb_box *box = &s->boxes[handler];
  enum hb_mailbox mailbox = serial_mailbox (s, handler);
  size_t place = 0, size = hb_box_size (box);
  if (mailbox == HB_STACK && size)
    place = size - 1;
  else if (mailbox != HB_QUEUE)
    while (place < size && hb_box_at (box, place)->message != message)
      place++;
  return place < size && hb_box_at (box, place)->message == message
                 && hb_box_first (box, mailbox, place) == place
             ? place
             : SIZE_MAX;
}

/* Is its handler free for SEGMENT, and does it hand it out? */
static bool
may_run (const struct hb_serial *s, hb_id segment)
{
  hb_id message = s->segment[segment].message;
  const struct hb_message *m = &s->trace->messages.data[message];
  if (s->running[m->handler] != HB_NONE)
    return s->running[m->handler] == message;
  return m->kind != HB_POSTED || !serial_minds (s, m->handler)
         || place_handed_out (s, message) != SIZE_MAX;
}

static void
run_event (struct hb_serial *s, hb_id event)
{
  const struct hb_event *e = &s->trace->events.data[event];
  hb_id message = e->kind == HB_POST ? e->object : e->message;
  const struct hb_message *m = &s->trace->messages.data[message];
  vec_push (s->run, event);
  if (!serial_minds (s, m->handler))
    return;
  if (e->kind == HB_POST)
    hb_box_put (&s->boxes[m->handler], message, s->trace->messages.data[e->message].handler,
                m->priority);
  if (e->kind != HB_GET)
    return;
  size_t place = place_handed_out (s, message);
  HB_ASSERT (place != SIZE_MAX);
  (void)hb_box_take (&s->boxes[m->handler], place);
}

/* For good. */
static void
run_segment (struct hb_serial *s, hb_id segment)
{
  const struct serial_segment *of = &s->segment[segment];
  for (hb_id v = of->first_node; v < of->first_node + of->nodes && v < s->trace->events.size; v++)
    run_event (s, v);
  s->running[serial_message (s, segment)->handler]
      = serial_is_last (s, segment) ? HB_NONE : of->message;
  hb_set_remove (&s->quiet, s->rank[segment]);
  hb_set_remove (&s->choices, s->rank[segment]);
  s->done[segment] = true;
  for (hb_id e = s->out[segment]; e != HB_NONE; e = s->edges.data[e].next_out)
    serial_wait_less (s, s->edges.data[e].to);
  if (s->walked > WALKED_AN_EDGE * s->edges.size)
    serial_tidy (s);
  vec_clear (s->notes);
  serial_check (s);
}

/* --- who is next -------------------------------------------------------------------------------- */

/* Segment BEFORE comes before AFTER, with all that follows; false if that cannot be. */
static bool
put_before (struct hb_serial *s, hb_id before, hb_id after)
{
  const struct serial_segment *first = &s->segment[before];
  struct serial_bond bond
      = { first->first_node + first->nodes - 1, s->segment[after].first_node, HB_NONE, HB_NONE };
  vec_push (s->todo, bond);
  return serial_settle (s);
}

/* The same of one that is about to run: as nobody comes before it, and it soon matters no more, that takes no
 * edge. */
static bool
put_next_before (struct hb_serial *s, hb_id next, hb_id after)
{
  (void)serial_take_in (s, next, after);
  return serial_settle (s);
}

/* SEGMENT comes before all segments of SET that have not run, of FIRST_ONLY those that begin another message.
 * False if it cannot. */
static bool
put_before_all (struct hb_serial *s, hb_id segment, const uint64_t *set, bool first_only)
{
  hb_id message = s->segment[segment].message;
  for (size_t i = 0; set && i < s->words; i++)
    for (uint64_t left = set[i]; left; left &= left - 1)
      {
        hb_id other = (hb_id)(i * 64 + (unsigned)__builtin_ctzll (left));
        hb_id of = s->segment[other].message;
        if (other == segment || s->done[other] || serial_has (s, segment, other)
            || (first_only && (of == message || !serial_is_first (s, other)))
            || (s->waiting[segment] ? put_before (s, segment, other)
                                    : put_next_before (s, segment, other)))
          continue;
        s->obstacle = first_only ? s->span[of].last : other;
        return false;
      }
  return true;
}

/* Says what follows when SEGMENT runs now. */
static bool
put_ahead (struct hb_serial *s, hb_id segment)
{
  hb_id message = s->segment[segment].message, last = HB_NONE;
  if (serial_is_first (s, segment) && !serial_is_last (s, segment)
      && !put_before_all (s, s->span[message].last, s->on[s->trace->messages.data[message].handler],
                          true))
    return false;
  for (hb_id i = s->posts_of[segment]; i < s->posts_of[segment + 1]; i++)
    {
      hb_id handler = s->posts[i].handler;
      if (handler != last
          && (!put_before_all (s, segment, s->posting[handler], false)
              || (serial_has_burials (s, handler)
                  && !put_before_all (s, segment, s->posted[handler], false))))
        return false;
      last = handler;
    }
  return true;
}

/* Runs SEGMENT if that contradicts nothing; else the obstacle to that comes first from now on, if it can. */
static bool
try_to_run (struct hb_serial *s, hb_id segment)
{
  size_t mark = s->notes.size;
  s->work += s->words;
  if (put_ahead (s, segment))
    {
      run_segment (s, segment);
      return true;
    }
  serial_take_back (s, mark);
  if (put_before (s, s->obstacle, segment))
    return true;
  serial_take_back (s, mark);
  return false;
}

bool
serial_run_one (struct hb_serial *s)
{
  for (hb_id r = 0; (r = hb_set_next (&s->quiet, r)) != HB_NONE; r++)
    if (may_run (s, s->at_rank[r]))
      {
        run_segment (s, s->at_rank[r]);
        return true;
      }
  for (hb_id r = 0; (r = hb_set_next (&s->choices, r)) != HB_NONE; r++)
    if (may_run (s, s->at_rank[r]) && try_to_run (s, s->at_rank[r]))
      return true;
  return false;
}

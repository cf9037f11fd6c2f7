/* What segments post, and which of their posts say all.  See state.h.
 *
 * The posts to a mailbox are coupled by classes: all of a queue, those of one sender, those of one priority.
 * What the rules say of one follows, of posts of one segment and one class, from what they say of the last one
 * where others come after that segment, and from what they say of the first one where others come before it. */
#include "engine/serial/state.h"

/* The message that event E posts to a mailbox that minds, or HB_NONE. */
static hb_id
posted_by (const struct hb_serial *s, hb_id e)
{
  const struct hb_event *event = &s->trace->events.data[e];
  if (event->kind != HB_POST)
    return HB_NONE;
  return serial_minds (s, s->trace->messages.data[event->object].handler) ? event->object : HB_NONE;
}

/* START[k] .. START[k + 1] - 1 are to be the places of what was counted in START[k + 2]: sums it up, so that
 * START[k + 1]++ gives them out. */
static void
sum_up (hb_id *start, size_t count)
{
  for (size_t k = 0; k < count; k++)
    start[k + 2] += start[k + 1];
}

/* New: the posts by handler, those of one in the order of the trace. */
static hb_id *
posts_by_handler (const struct hb_serial *s)
{
  size_t handlers = s->trace->handlers.size, count = 0;
  hb_id *start = hb_calloc (handlers + 2, sizeof *start), m;
  for (hb_id e = 0; e < s->trace->events.size; e++)
    if ((m = posted_by (s, e)) != HB_NONE)
      {
        start[s->trace->messages.data[m].handler + 2]++;
        count++;
      }
  sum_up (start, handlers);
  hb_id *posts = hb_calloc (count, sizeof *posts);
  for (hb_id e = 0; e < s->trace->events.size; e++)
    if ((m = posted_by (s, e)) != HB_NONE)
      posts[start[s->trace->messages.data[m].handler + 1]++] = e;
  hb_free (start);
  return posts;
}

/* A set of more classes than one is told by a bit for each of these, so many at most. */
#define MOST_IN_SET 31

/* The classes of the posts I .. END - 1; see struct serial_post. */
static uint32_t
classes_of (const struct hb_serial *s, hb_id i, hb_id end)
{
  hb_id first = s->class[s->posts[i].message];
  uint32_t set = 0;
  bool is_one = true, is_told = true;
  for (hb_id k = i; k < end; k++)
    {
      hb_id class = s->class[s->posts[k].message];
      is_one = is_one && class == first;
      is_told = is_told && class < MOST_IN_SET;
      set |= is_told ? UINT32_C (1) << class : 0;
    }
  return is_one ? UINT32_C (1) << MOST_IN_SET | first : is_told ? set : 0;
}

/* Marks the posts I .. END - 1, of one segment to one handler; SEEN by class, no entry of it more than twice I. */
static void
mark_posts (struct hb_serial *s, hb_id i, hb_id end, hb_id *seen)
{
  bool by_classes = serial_has_classes (s, s->posts[i].handler);
  uint32_t classes = by_classes ? classes_of (s, i, end) : 0;
  for (hb_id k = i; k < end; k++)
    {
      hb_id class = s->class[s->posts[k].message];
      s->posts[k].classes = classes;
      s->posts[k].is_first = !by_classes || seen[class] < 2 * i + 1;
      seen[class] = 2 * i + 1;
    }
  for (hb_id k = end; k-- > i;)
    {
      hb_id class = s->class[s->posts[k].message];
      s->posts[k].is_last = !by_classes || seen[class] < 2 * i + 2;
      seen[class] = 2 * i + 2;
    }
}

/* Those of each segment side by side, by handler. */
static void
lay_out_posts (struct hb_serial *s)
{
  const hb_trace *trace = s->trace;
  hb_id *events = posts_by_handler (s), count = 0;
  s->posts_of = hb_calloc ((size_t)s->segments + 2, sizeof *s->posts_of);
  for (hb_id e = 0; e < trace->events.size; e++)
    if (posted_by (s, e) != HB_NONE)
      {
        s->posts_of[s->segment_of[e] + 2]++;
        count++;
      }
  sum_up (s->posts_of, s->segments);
  s->posts = hb_calloc (count, sizeof *s->posts);
  for (hb_id i = 0; i < count; i++)
    {
      hb_id m = trace->events.data[events[i]].object;
      s->posts[s->posts_of[s->segment_of[events[i]] + 1]++]
          = (struct serial_post){ .handler = trace->messages.data[m].handler, .message = m };
    }
  hb_free (events);
}

void
serial_find_posts (struct hb_serial *s)
{
  hb_id *seen = hb_calloc (hb_most_classes (s->trace), sizeof *seen);
  lay_out_posts (s);
  for (hb_id x = 0; x < s->segments; x++)
    for (hb_id i = s->posts_of[x], end = i; i < s->posts_of[x + 1]; i = end)
      {
        while (serial_is_post_to (s, x, end, s->posts[i].handler))
          end++;
        mark_posts (s, i, end, seen);
      }
  hb_free (seen);
}

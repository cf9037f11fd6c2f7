/* Messages, cut where they must overlap, and the edges between the segments.  See state.h.
 *
 *     A: w u | r v         the edges w u -> r u of D and w v of D -> r v lead from A to D and back: A is cut
 *     D: r u .. w v        where what must come before it comes in */
#include "base/components.h"
#include "engine/serial/state.h"

/* --- the graph of segments ---------------------------------------------------------------------- */

/* Edges between segments, laid out by their source. */
struct layout
{
  hb_id *first, *to;
};

/* Numbers the segments as they stand. */
static void
number_segments (struct hb_serial *s)
{
  hb_id count = 0;
  for (hb_id v = 0; v < s->order->nodes; v++)
    {
      count += s->begins[v];
      s->segment_of[v] = count - 1;
    }
  s->segments = count;
}

static struct layout
lay_out (const struct hb_serial *s)
{
  const hb_order *order = s->order;
  struct layout l = { hb_calloc ((size_t)s->segments + 2, sizeof *l.first),
                      hb_calloc (order->first[order->nodes], sizeof *l.to) };
  for (hb_id v = 0; v < order->nodes; v++)
    for (hb_id e = order->first[v]; e < order->first[v + 1]; e++)
      l.first[s->segment_of[v] + 2] += s->segment_of[v] != s->segment_of[order->to[e]];
  for (hb_id x = 0; x < s->segments; x++)
    l.first[x + 2] += l.first[x + 1];
  for (hb_id v = 0; v < order->nodes; v++)
    for (hb_id e = order->first[v]; e < order->first[v + 1]; e++)
      if (s->segment_of[v] != s->segment_of[order->to[e]])
        l.to[l.first[s->segment_of[v] + 1]++] = s->segment_of[order->to[e]];
  return l;
}

/* Does an edge go back inside a message? */
static bool
has_loop (const struct hb_serial *s)
{
  const hb_order *order = s->order;
  for (hb_id v = 0; v < order->nodes; v++)
    for (hb_id e = order->first[v]; e < order->first[v + 1]; e++)
      if (order->to[e] <= v && s->message_of[order->to[e]] == s->message_of[v])
        return true;
  return false;
}

/* Marks the nodes at which edges inside a component leave and enter segments. */
static void
mark_ends (const struct hb_serial *s, const hb_id *component, bool *leaves, bool *enters)
{
  const hb_order *order = s->order;
  for (hb_id v = 0; v < order->nodes; v++)
    for (hb_id e = order->first[v]; e < order->first[v + 1]; e++)
      {
        hb_id from = s->segment_of[v], to = s->segment_of[order->to[e]];
        if (from != to && component[from] == component[to])
          leaves[v] = enters[order->to[e]] = true;
      }
}

/* Cuts segments so that in none of them an edge inside its component comes in after one has gone out; false if
 * none had to be.  Then a cycle of segments would be one of events. */
static bool
cut_components (struct hb_serial *s, const hb_id *component)
{
  bool *leaves = hb_calloc (s->order->nodes, sizeof *leaves), cut = false, left = false;
  bool *enters = hb_calloc (s->order->nodes, sizeof *enters);
  mark_ends (s, component, leaves, enters);
  for (hb_id v = 0; v < s->order->nodes; v++)
    {
      left = left && !s->begins[v];
      if (left && enters[v])
        {
          s->begins[v] = cut = true;
          left = false;
        }
      left = left || leaves[v];
    }
  hb_free (leaves);
  hb_free (enters);
  return cut;
}

/* Where the segments are, and the messages among them. */
static void
find_places (struct hb_serial *s)
{
  s->segment = hb_calloc (s->segments, sizeof *s->segment);
  s->span = hb_calloc (s->trace->messages.size, sizeof *s->span);
  for (hb_id v = s->order->nodes; v-- > 0;)
    {
      struct serial_segment *segment = &s->segment[s->segment_of[v]];
      segment->first_node = v;
      segment->nodes++;
      segment->message = s->message_of[v];
    }
  for (hb_id m = 0; m < s->trace->messages.size; m++)
    {
      hb_id post = s->trace->messages.data[m].post;
      s->span[m] = (struct serial_span){ s->segment_of[hb_first_node (s->order, s->trace, m)],
                                         s->segment_of[hb_last_node (s->order, s->trace, m)],
                                         post == HB_NONE ? HB_NONE : s->segment_of[post] };
    }
}

/* The edges between segments, each once. */
static void
find_edges (struct hb_serial *s)
{
  hb_id *last = hb_calloc (
      s->segments,
      sizeof *last); /* segment -> the last one, plus one, from which an edge led to it */
  s->out = hb_calloc (s->segments, sizeof *s->out);
  s->in = hb_calloc (s->segments, sizeof *s->in);
  s->waiting = hb_calloc (s->segments, sizeof *s->waiting);
  for (hb_id x = 0; x < s->segments; x++)
    s->out[x] = s->in[x] = HB_NONE;
  for (hb_id v = 0; v < s->order->nodes; v++)
    for (hb_id e = s->order->first[v]; e < s->order->first[v + 1]; e++)
      {
        hb_id from = s->segment_of[v], to = s->segment_of[s->order->to[e]];
        if (to == from || last[to] == from + 1)
          continue;
        last[to] = from + 1;
        serial_add_edge (s, v, s->order->to[e]);
      }
  hb_free (last);
}

/* --- sets of segments --------------------------------------------------------------------------- */

static void
put (const struct hb_serial *s, uint64_t **set, hb_id segment)
{
  if (!*set)
    *set = hb_calloc (s->words, sizeof **set);
  (*set)[segment / 64] |= UINT64_C (1) << segment % 64;
}

static void
find_sets (struct hb_serial *s)
{
  size_t handlers = s->trace->handlers.size;
  s->on = hb_calloc (handlers, sizeof *s->on);
  s->parts = hb_calloc (handlers, sizeof *s->parts);
  s->posted = hb_calloc (handlers, sizeof *s->posted);
  s->posting = hb_calloc (handlers, sizeof *s->posting);
  for (hb_id x = 0; x < s->segments; x++)
    {
      if (!serial_is_first (s, x) || !serial_is_last (s, x))
        put (s, &s->parts[serial_message (s, x)->handler], x);
      for (hb_id i = s->posts_of[x]; i < s->posts_of[x + 1]; i++)
        {
          put (s, &s->posting[s->posts[i].handler], x);
          put (s, &s->posted[s->posts[i].handler], s->span[s->posts[i].message].first);
        }
    }
  for (hb_id x = 0; x < s->segments; x++)
    if (s->parts[serial_message (s, x)->handler])
      put (s, &s->on[serial_message (s, x)->handler], x);
}

static bool
are_few (const struct hb_serial *s)
{
  uint64_t words = (s->segments + 63) / 64;
  return (uint64_t)s->segments * 100 <= s->most.segments * s->trace->messages.size
         && s->segments * words * sizeof *s->rows <= s->most.memory;
}

bool
serial_find_segments (struct hb_serial *s)
{
  hb_id nodes = s->order->nodes, *component = hb_calloc (nodes, sizeof *component);
  bool fine = !has_loop (s), cut = true;
  s->segment_of = hb_calloc (nodes, sizeof *s->segment_of);
  while (fine && cut)
    {
      number_segments (s);
      struct layout l = lay_out (s);
      hb_id components = hb_components (s->segments, l.first, l.to, component);
      cut = components < s->segments;
      fine = are_few (s) && (!cut || cut_components (s, component));
      hb_free (l.first);
      hb_free (l.to);
    }
  if (fine)
    {
      s->words = ((size_t)s->segments + 63) / 64;
      for (hb_id v = 0; v < nodes; v++)
        s->segment_of[v] = s->segments - 1 - component[s->segment_of[v]];
      find_places (s);
      find_edges (s);
      serial_find_posts (s);
      find_sets (s);
    }
  hb_free (component);
  return fine;
}

/* Messages, cut where they must overlap, and the edges between the segments.  See state.h.
 *
 *     A: w u | r v         the edges w u -> r u of D and w v of D -> r v lead from A to D and back: A is cut where what must come
 *     D: r u .. w v        before it comes in */
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

/* Cuts segments so that in none of them an edge inside its component comes in after one has gone out; false if none had to be.  Then a
 * cycle of segments would be one of events. */
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

/* --- posts, and sets of segments ---------------------------------------------------------------- */

/* Posts by handler; those of one handler stay in their order. */
static void
sort_posts (struct serial_post *posts, hb_id count)
{
  for (hb_id i = 1; i < count; i++)
    {
      struct serial_post post = posts[i];
      hb_id j = i;
      for (; j && posts[j - 1].handler > post.handler; j--)
        posts[j] = posts[j - 1];
      posts[j] = post;
    }
}

static void
find_posts (struct hb_serial *s)
{
  const hb_trace *trace = s->trace;
  VEC (struct serial_post) posts = VEC_EMPTY;
  s->posts_of = hb_calloc ((size_t)s->segments + 1, sizeof *s->posts_of);
  for (hb_id x = 0; x < s->segments; x++)
    {
      hb_id start = s->first_node[x], end = start + s->nodes[x];
      for (hb_id e = start; e < end && e < trace->events.size; e++)
        {
          hb_id message = trace->events.data[e].object;
          if (trace->events.data[e].kind != HB_POST)
            continue;
          struct serial_post post = { trace->messages.data[message].handler, message };
          if (serial_mailbox (s, post.handler) != HB_MULTISET)
            vec_push (posts, post);
        }
      s->posts_of[x + 1] = (hb_id)posts.size;
      sort_posts (vec_from (posts, s->posts_of[x]), s->posts_of[x + 1] - s->posts_of[x]);
    }
  s->posts = posts.data;
}

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
          put (s, &s->posted[s->posts[i].handler], serial_first (s, s->posts[i].message));
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
      s->first_node = hb_calloc (s->segments, sizeof *s->first_node);
      s->nodes = hb_calloc (s->segments, sizeof *s->nodes);
      for (hb_id v = nodes; v-- > 0;)
        {
          hb_id x = s->segment_of[v] = s->segments - 1 - component[s->segment_of[v]];
          s->first_node[x] = v;
          s->nodes[x]++;
        }
      find_edges (s);
      find_posts (s);
      find_sets (s);
    }
  hb_free (component);
  return fine;
}

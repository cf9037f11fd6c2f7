/* Rows, edges, and a topological order that follows the edges as they come.  See saturation_private.h. */
#include "engine/saturation_private.h"

void
hb_saturation_touch (hb_saturation *s, hb_id node, uint64_t parts)
{
  size_t word = s->position[node] / 64;
  s->grown[node] |= parts;
  s->pending[word] |= UINT64_C (1) << s->position[node] % 64;
  if (word > s->highest)
    s->highest = word;
}

void
hb_saturation_flow (hb_saturation *s, hb_id from, hb_id into, uint64_t parts)
{
  const uint64_t *source = hb_saturation_row (s, from, STARTS);
  uint64_t *target = hb_saturation_row (s, into, STARTS), grown = 0;
  for (; parts; parts &= parts - 1)
    {
      unsigned part = (unsigned)__builtin_ctzll (parts);
      size_t end
          = (part + 1) * s->part_words < s->row_words ? (part + 1) * s->part_words : s->row_words;
      bool grows = false;
      for (size_t i = part * s->part_words; i < end; i++)
        {
          uint64_t new = source[i] & ~target[i];
          if (!new)
            continue;
          target[i] |= new;
          grows = true;
        }
      if (grows)
        grown |= UINT64_C (1) << part;
    }
  if (grown)
    hb_saturation_touch (s, into, grown);
}

void
hb_saturation_add_edge (hb_saturation *s, hb_id from, hb_id to)
{
  struct added edge = { from, s->added_head[to] };
  vec_push (s->added, edge);
  s->added_head[to] = s->added.size;
  hb_saturation_flow (s, to, from, s->all);
}

/* --- the edges into a node ---------------------------------------------------------------------- */

struct sources
{
  hb_id at, end;
  size_t added;
};

static struct sources
sources_of (const hb_saturation *s, hb_id node)
{
  return (struct sources){ s->back->first[node], s->back->first[node + 1], s->added_head[node] };
}

/* The next node from which an edge comes, HB_NONE at the end. */
static hb_id
next_source (const hb_saturation *s, struct sources *sources)
{
  if (sources->at < sources->end)
    return s->back->to[sources->at++];
  if (!sources->added)
    return HB_NONE;
  const struct added *edge = &s->added.data[sources->added - 1];
  sources->added = edge->next;
  return edge->from;
}

void
hb_saturation_flow_on (hb_saturation *s, hb_id node)
{
  struct sources sources = sources_of (s, node);
  uint64_t parts = s->grown[node];
  s->grown[node] = 0;
  s->since++;
  for (hb_id from; (from = next_source (s, &sources)) != HB_NONE;)
    hb_saturation_flow (s, node, from, parts);
}

/* --- the topological order ---------------------------------------------------------------------- */

hb_id
hb_saturation_next (hb_saturation *s)
{
  while (!s->pending[s->highest])
    if (!s->highest--)
      {
        s->highest = 0;
        return HB_NONE;
      }
  unsigned bit = 63 - (unsigned)__builtin_clzll (s->pending[s->highest]);
  s->pending[s->highest] &= ~(UINT64_C (1) << bit);
  return s->node_at[s->highest * 64 + bit];
}

/* Kahn's algorithm from the back, into NODE_AT; true if all nodes found a place. */
static bool
place_nodes (const hb_saturation *s, hb_id *node_at)
{
  hb_id nodes = s->order->nodes, placed = nodes, from, *out = hb_calloc (nodes, sizeof *out);
  for (hb_id v = 0; v < nodes; v++)
    for (struct sources sources = sources_of (s, v); (from = next_source (s, &sources)) != HB_NONE;)
      out[from]++;
  for (hb_id v = nodes; v-- > 0;)
    if (!out[v])
      node_at[--placed] = v;
  for (hb_id done = nodes; done-- > placed;)
    for (struct sources sources = sources_of (s, node_at[done]);
         (from = next_source (s, &sources)) != HB_NONE;)
      if (!--out[from])
        node_at[--placed] = from;
  hb_free (out);
  return !placed;
}

bool
hb_saturation_sort (hb_saturation *s)
{
  hb_id nodes = s->order->nodes, *node_at = hb_calloc (nodes, sizeof *node_at);
  VEC (hb_id) waiting = VEC_EMPTY;
  bool placed = place_nodes (s, node_at);
  s->since = 0;
  for (hb_id v; placed && (v = hb_saturation_next (s)) != HB_NONE;)
    vec_push (waiting, v);
  for (hb_id i = 0; placed && i < nodes; i++)
    {
      s->node_at[i] = node_at[i];
      s->position[node_at[i]] = i;
    }
  for (size_t i = 0; i < waiting.size; i++)
    hb_saturation_touch (s, waiting.data[i], 0);
  vec_free (waiting);
  hb_free (node_at);
  return placed;
}

/* All that follows, to the fixpoint.  See state.h.
 *
 * At first, when all that the rules say of the known edges is new, one edge after another would come into
 * the rows along the same ways again and again.  So what is found is collected, and all rows flow on together, from
 * the back of a topological order to its front, until a round finds nothing. */
#include "engine/serial/state.h"

bool
serial_settle (struct hb_serial *s)
{
  uint64_t steps = 0;
  while (s->todo.size && !s->contradiction)
    {
      struct serial_bond bond = vec_pop (s->todo);
      serial_insert (s, bond.from_node, bond.to_node);
      if ((!(++steps % 1024) && hb_limits_hit (s->limits))
          || s->notes.size > s->most.memory / sizeof *s->notes.data)
        s->contradiction = true;
    }
  return !s->contradiction;
}

/* An edge to be, by its segments; BOND is its place in what was to be done. */
struct found
{
  hb_id from, to, bond;
};

/* The COUNT edges of FOUND into SORTED, by the segment to which they lead or else from which; equal ones stay in
 * their order. */
static void
sort_by (const struct hb_serial *s, bool to, const struct found *found, size_t count,
         struct found *sorted)
{
  size_t *start = hb_calloc ((size_t)s->segments + 1, sizeof *start);
  for (size_t i = 0; i < count; i++)
    start[(to ? found[i].to : found[i].from) + 1]++;
  for (hb_id x = 0; x < s->segments; x++)
    start[x + 1] += start[x];
  for (size_t i = 0; i < count; i++)
    sorted[start[to ? found[i].to : found[i].from]++] = found[i];
  hb_free (start);
}

/* What was to be done becomes edges, but for what follows from the others of the same segment. */
static void
take_edges (struct hb_serial *s)
{
  size_t count = 0;
  struct found *found = hb_calloc (s->todo.size, sizeof *found);
  struct found *sorted = hb_calloc (s->todo.size, sizeof *sorted);
  struct serial_kept kept = { .count = 0 };
  for (size_t i = 0; i < s->todo.size; i++)
    {
      struct serial_bond bond = s->todo.data[i];
      hb_id from = s->segment_of[bond.from_node], to = s->segment_of[bond.to_node];
      if (!serial_has (s, from, to))
        found[count++] = (struct found){ from, to, (hb_id)i };
    }
  sort_by (s, true, found, count, sorted);
  sort_by (s, false, sorted, count, found);
  for (size_t i = 0; i < count; i++)
    {
      hb_id from = found[i].from;
      if (!i || found[i - 1].from != from)
        kept.count = 0;
      if (serial_follows (s, &kept, found[i].to))
        continue;
      struct serial_bond bond = s->todo.data[found[i].bond];
      vec_push (s->bonds, bond);
      serial_add_edge (s, bond.from_node, bond.to_node);
      s->dirty[from] = true;
    }
  s->work += s->todo.size * 16;
  vec_clear (s->todo);
  hb_free (found);
  hb_free (sorted);
}

/* A round begins, if none is under way. */
static void
begin_round (struct hb_serial *s)
{
  if (s->sweep.order)
    return;
  take_edges (s);
  s->sweep.order = hb_calloc (s->segments, sizeof *s->sweep.order);
  s->sweep.grown = hb_calloc (s->segments, sizeof *s->sweep.grown);
  s->contradiction = serial_sort (s, s->sweep.order) < s->segments;
  s->sweep.left = s->contradiction ? 0 : s->segments;
  s->work += s->edges.size + s->segments;
}

void
serial_end_round (struct hb_serial *s)
{
  hb_free (s->sweep.order);
  hb_free (s->sweep.grown);
  s->sweep = (struct serial_sweep){ .order = NULL };
}

bool
serial_saturate (struct hb_serial *s, uint64_t work)
{
  begin_round (s);
  while (s->sweep.left)
    {
      if (s->work >= work)
        return false;
      hb_id x = s->sweep.order[--s->sweep.left];
      for (hb_id e = s->out[x]; e != HB_NONE; e = s->edges.data[e].next_out)
        {
          hb_id to = s->edges.data[e].to;
          if ((s->sweep.grown[to] || (s->dirty[x] && !serial_has (s, x, to)))
              && serial_take_in (s, x, to))
            s->sweep.grown[x] = true;
        }
      s->dirty[x] = false;
    }
  serial_end_round (s);
  s->saturated = !s->contradiction && !s->todo.size;
  return true;
}

/* The cycle through an event with the fewest assumptions: breadth first, edges without assumption cost nothing.  See wait.h. */
#include "engine/cds/wait.h"

struct cds_search *
cds_search_new (void)
{
  return hb_calloc (1, sizeof (struct cds_search));
}

void
cds_search_free (struct cds_search *search)
{
  vec_free (search->edges.list);
  vec_free (search->nodes);
  vec_free (search->near);
  vec_free (search->far);
  hb_free (search->table);
  hb_free (search);
}

/* --- what has been reached ---------------------------------------------------------------------- */

static size_t
slot_of (const struct cds_search *search, hb_id event)
{
  size_t slot = (event * UINT32_C (0x9e3779b1)) & search->mask;
  while (search->table[slot] != HB_NONE && search->nodes.data[search->table[slot]].event != event)
    slot = (slot + 1) & search->mask;
  return slot;
}

static void
make_table (struct cds_search *search, size_t size)
{
  if (!search->table || search->mask + 1 < size)
    search->table = hb_realloc (search->table, size, sizeof *search->table);
  search->mask = size - 1;
  for (size_t i = 0; i < size; i++)
    search->table[i] = HB_NONE;
  for (hb_id n = 0; n < search->nodes.size; n++)
    search->table[slot_of (search, search->nodes.data[n].event)] = n;
}

void
cds_search_clear (struct cds_search *search)
{
  vec_clear (search->nodes);
  make_table (search, 64);
}

hb_id
cds_search_find (const struct cds_search *search, hb_id event)
{
  return search->table[slot_of (search, event)];
}

hb_id
cds_search_add (struct cds_search *search, const struct cds_reached *node)
{
  hb_id n = (hb_id)search->nodes.size;
  search->table[slot_of (search, node->event)] = n;
  vec_push (search->nodes, *node);
  if (2 * search->nodes.size > search->mask)
    make_table (search, 2 * (search->mask + 1));
  return n;
}

/* --- searching --------------------------------------------------------------------------------- */

/* Notes that EDGE leads from a new or worse known event to that of node PARENT. */
static void
reach (struct cds_search *search, const struct cds_edge *edge, hb_id parent)
{
  hb_id cost = search->nodes.data[parent].cost + (edge->before != HB_NONE);
  hb_id n = cds_search_find (search, edge->from);
  if (n != HB_NONE && search->nodes.data[n].cost <= cost)
    return;
  struct cds_reached node = { edge->from, cost, parent, *edge, false };
  if (n == HB_NONE)
    n = cds_search_add (search, &node);
  else
    search->nodes.data[n] = node;
  if (cost == search->nodes.data[parent].cost)
    vec_push (search->near, n);
  else
    vec_push (search->far, n);
}

/* The next node to expand, cheapest first, HB_NONE at the end. */
static hb_id
next_node (struct cds_search *search, size_t *at)
{
  for (;;)
    {
      while (*at < search->near.size)
        {
          hb_id n = search->near.data[(*at)++];
          if (!search->nodes.data[n].done)
            return n;
        }
      if (!search->far.size)
        return HB_NONE;
      vec_clear (search->near);
      for (size_t i = 0; i < search->far.size; i++)
        vec_push (search->near, search->far.data[i]);
      vec_clear (search->far);
      *at = 0;
    }
}

/* The node from which START is reached again, *LAST being the edge; or HB_NONE. */
static hb_id
search_cycle (struct cds *cds, hb_id start, cds_edges_into *into, size_t most,
              struct cds_edge *last)
{
  struct cds_search *search = cds->search;
  struct cds_reached node = { .event = start };
  cds_search_clear (search);
  vec_clear (search->near);
  vec_clear (search->far);
  vec_push (search->near, cds_search_add (search, &node));
  hb_id found = HB_NONE, best = HB_NONE;
  size_t at = 0;
  for (hb_id n; search->nodes.size < most && (n = next_node (search, &at)) != HB_NONE
                && search->nodes.data[n].cost < best;)
    {
      search->nodes.data[n].done = true;
      into (cds, search->nodes.data[n].event, &search->edges);
      for (size_t i = 0; i < search->edges.list.size; i++)
        {
          const struct cds_edge *edge = &search->edges.list.data[i];
          hb_id cost = search->nodes.data[n].cost + (edge->before != HB_NONE);
          if (edge->from != start)
            reach (search, edge, n);
          else if (cost < best)
            {
              best = cost;
              found = n;
              *last = *edge;
            }
        }
    }
  HB_ASSERT (found != HB_NONE || search->nodes.size >= most);
  return found;
}

/* Writes the cycle that ends with LAST into node N as steps forward in time. */
static void
write_cycle (const struct cds_search *search, hb_id n, const struct cds_edge *last,
             struct hb_cycle *cycle)
{
  const struct cds_edge *edge = last;
  hb_id to = n;
  vec_clear (cycle->steps);
  for (;;)
    {
      struct hb_step step
          = { edge->from, search->nodes.data[to].event, edge->relation, edge->before, edge->after };
      vec_push (cycle->steps, step);
      if (!to)
        return;
      edge = &search->nodes.data[to].edge;
      to = search->nodes.data[to].parent;
    }
}

bool
cds_cheapest_cycle (struct cds *cds, hb_id start, cds_edges_into *into, size_t most,
                    struct hb_cycle *cycle)
{
  struct cds_edge last;
  hb_id n = search_cycle (cds, start, into, most, &last);
  if (n != HB_NONE)
    write_cycle (cds->search, n, &last, cycle);
  return n != HB_NONE;
}

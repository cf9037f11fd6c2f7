/* See linear.h.  Kahn's algorithm; the order is total iff there is never more than one choice. */
#include "base/linear.h"

#include "base/assert.h"
#include "base/memory.h"

/* Every element that Kahn's algorithm leaves over has a predecessor that is left over: walking
 * backwards must come round. */
static void
find_cycle_pair (hb_id count, const hb_id *edges, size_t edge_count, const hb_id *missing,
                 hb_id pair[2])
{
  hb_id *before = hb_calloc (count, sizeof *before);
  bool *seen = hb_calloc (count, sizeof *seen);
  hb_id at = HB_NONE;
  for (size_t e = 0; e < edge_count; e++)
    if (missing[edges[2 * e]] && missing[edges[2 * e + 1]])
      {
        before[edges[2 * e + 1]] = edges[2 * e];
        at = edges[2 * e + 1];
      }
  HB_ASSERT (at != HB_NONE);
  while (!seen[at])
    {
      seen[at] = true;
      at = before[at];
    }
  pair[0] = before[at];
  pair[1] = at;
  hb_free (before);
  hb_free (seen);
}

enum hb_linear
hb_linear_order (hb_id count, const hb_id *edges, size_t edge_count, hb_id *order, hb_id pair[2])
{
  hb_id *start = hb_calloc ((size_t)count + 1, sizeof *start);
  hb_id *next = hb_calloc (edge_count, sizeof *next);
  hb_id *missing = hb_calloc (count, sizeof *missing); /* predecessors not yet placed */
  enum hb_linear result = HB_LINEAR;
  for (size_t e = 0; e < edge_count; e++)
    {
      HB_ASSERT (edges[2 * e] < count && edges[2 * e + 1] < count);
      start[edges[2 * e]]++;
      missing[edges[2 * e + 1]]++;
    }
  for (hb_id v = 0, sum = 0; v <= count; v++)
    {
      hb_id own = v < count ? start[v] : 0;
      start[v] = sum += own;
    }
  for (size_t e = edge_count; e-- > 0;)
    next[--start[edges[2 * e]]] = edges[2 * e + 1];
  HB_ASSERT (!count || !start[0]);
  hb_id placed = 0, done = 0;
  for (hb_id v = 0; v < count; v++)
    if (!missing[v])
      order[placed++] = v;
  while (done < placed)
    {
      if (placed - done > 1 && result == HB_LINEAR)
        {
          result = HB_PARTIAL;
          pair[0] = order[done];
          pair[1] = order[done + 1];
        }
      hb_id v = order[done++];
      for (hb_id e = start[v]; e < start[v + 1]; e++)
        if (!--missing[next[e]])
          order[placed++] = next[e];
    }
  HB_ASSERT (placed <= count && done == placed);
  if (placed < count)
    {
      result = HB_CYCLIC;
      find_cycle_pair (count, edges, edge_count, missing, pair);
    }
  hb_free (start);
  hb_free (next);
  hb_free (missing);
  return result;
}

/* See closure.h. */
#include "cmd/verify/closure.h"

void
closure_add (struct closure *c, hb_id u, hb_id v)
{
  uint64_t gained = c->after[v] | UINT64_C (1) << v;
  c->cyclic = c->cyclic || u == v || closure_has (c, v, u);
  for (hb_id w = 0; w < CLOSURE_NODES; w++)
    if (w == u || closure_has (c, w, u))
      c->after[w] |= gained;
}

struct closure
closure_of_order (const hb_order *order, unsigned mask)
{
  struct closure c = { .cyclic = false };
  if (order->nodes > CLOSURE_NODES)
    hb_die ("a closure of %u nodes; at most %d were expected", order->nodes, CLOSURE_NODES);
  for (hb_id u = 0; u < order->nodes; u++)
    for (hb_id e = order->first[u]; e < order->first[u + 1]; e++)
      if (mask >> order->relation[e] & 1)
        closure_add (&c, u, order->to[e]);
  return c;
}

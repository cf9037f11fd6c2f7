/* A transitively closed relation on few nodes, as a matrix of bits, for the oracles of `verify`. */
#ifndef HBKIT_CMD_CLOSURE_H
#define HBKIT_CMD_CLOSURE_H

#include "trace/order.h"

#define CLOSURE_NODES 64

struct closure
{
  uint64_t after[CLOSURE_NODES]; /* node -> the nodes that come after it, as bits */
  bool cyclic;                   /* some node comes after itself */
};

/* U comes before V, with all that follows from it. */
void closure_add (struct closure *closure, hb_id u, hb_id v);

static inline bool
closure_has (const struct closure *closure, hb_id u, hb_id v)
{
  return closure->after[u] >> v & 1;
}

/* The known edges in ORDER (at most CLOSURE_NODES nodes) of the relations whose bits are in MASK. */
struct closure closure_of_order (const hb_order *order, unsigned mask);

#define CLOSURE_ALL ((1u << HB_RELATIONS) - 1)

/* Is it a pair of messages of one handler that eo has to order: neither of them initial? */
static inline bool
closure_is_pair (const hb_trace *trace, hb_id a, hb_id b)
{
  const struct hb_message *m = &trace->messages.data[a], *n = &trace->messages.data[b];
  return a != b && m->handler == n->handler && m->kind != HB_INITIAL && n->kind != HB_INITIAL;
}

#endif

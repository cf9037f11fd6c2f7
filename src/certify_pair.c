/* Orders of two messages as literals.  See certify_pair.h.
 *
 * A variable is an unordered pair of messages of one handler; a literal says which runs first.
 * Under FIFO (a queue; a sender-queue, if one handler posts both) messages run in the order of
 * their posts.  If these stand in two messages of one handler, the posts come in the order in which
 * those run:
 *
 *     handler g      M: .. post a ..      M': .. post b ..
 *     handler h                a, b       a runs before b  iff  M runs before M'
 *
 * so both pairs are one variable, that of the pair that is reached last.  If the posts stand in one
 * message, or one of M and M' is initial, program order decides and the literal is a constant. */
#include "certify_pair.h"

struct entry
{
  hb_id low, high; /* messages; low == high: free */
  hb_id literal;   /* "low runs before high" */
};

struct hb_order_literals
{
  const hb_trace *trace;
  VEC (struct entry) table; /* a hash table of all pairs that were asked for or reached */
  size_t used;
  hb_id variables;
};

hb_order_literals *
hb_order_literals_new (const hb_trace *trace)
{
  hb_order_literals *literals = hb_calloc (1, sizeof *literals);
  literals->trace = trace;
  literals->variables = 1;
  return literals;
}

void
hb_order_literals_free (hb_order_literals *literals)
{
  vec_free (literals->table);
  hb_free (literals);
}

bool
hb_posts_decide (const hb_trace *trace, hb_id message, hb_id other)
{
  const struct hb_message *a = &trace->messages.data[message], *b = &trace->messages.data[other];
  if (a->handler != b->handler || a->kind != HB_POSTED || b->kind != HB_POSTED)
    return false;
  uint8_t mailbox = trace->handlers.data[a->handler].mailbox;
  return mailbox == HB_QUEUE
         || (mailbox == HB_SENDER_QUEUE
             && hb_event_handler (trace, a->post) == hb_event_handler (trace, b->post));
}

/* Follows the pair to the one that stands for it.  True if that is open; otherwise program order
 * decides and *HOLDS says how. */
static bool
follow (const hb_trace *trace, hb_id *before, hb_id *after, bool *holds)
{
  /* Posts in a circle (no run has them) would lead around for ever. */
  for (size_t patience = trace->messages.size; patience; patience--)
    {
      if (!hb_posts_decide (trace, *before, *after))
        return true;
      hb_id post = trace->messages.data[*before].post, other = trace->messages.data[*after].post;
      hb_id parent = trace->events.data[post].message, guardian = trace->events.data[other].message;
      const struct hb_message *p = &trace->messages.data[parent];
      const struct hb_message *g = &trace->messages.data[guardian];
      if (p->handler != g->handler)
        return true;
      if (parent == guardian || p->kind == HB_INITIAL || g->kind == HB_INITIAL)
        {
          *holds = parent == guardian ? post < other : p->kind == HB_INITIAL;
          return false;
        }
      *before = parent;
      *after = guardian;
    }
  return true;
}

static struct entry *
find (const hb_order_literals *literals, hb_id low, hb_id high)
{
  uint64_t key = ((uint64_t)low << 32 | high) * UINT64_C (0x9e3779b97f4a7c15);
  size_t mask = literals->table.size - 1, at = (size_t)(key >> 32) & mask;
  struct entry *table = literals->table.data;
  while (table[at].low != table[at].high && (table[at].low != low || table[at].high != high))
    at = (at + 1) & mask;
  return &table[at];
}

static void
grow (hb_order_literals *literals)
{
  struct entry *old = literals->table.data, none = { 0, 0, 0 };
  size_t size = literals->table.size;
  literals->table.data = NULL;
  literals->table.size = literals->table.capacity = 0;
  vec_resize (literals->table, size ? 2 * size : 64, none);
  for (size_t i = 0; i < size; i++)
    if (old[i].low != old[i].high)
      *find (literals, old[i].low, old[i].high) = old[i];
  hb_free (old);
}

/* The entry of the pair; a new one has the literal of a new variable. */
static hb_id
enter (hb_order_literals *literals, hb_id before, hb_id after)
{
  bool swapped = after < before;
  hb_id low = swapped ? after : before, high = swapped ? before : after;
  struct entry *entry = find (literals, low, high);
  if (entry->low == entry->high)
    {
      *entry = (struct entry){ low, high, 2 * literals->variables++ };
      literals->used++;
    }
  return entry->literal ^ swapped;
}

hb_id
hb_order_literal (hb_order_literals *literals, hb_id before, hb_id after)
{
  bool swapped = after < before, holds = false;
  hb_id low = swapped ? after : before, high = swapped ? before : after;
  if (2 * (literals->used + 2) > literals->table.size)
    grow (literals);
  struct entry *entry = find (literals, low, high);
  if (entry->low == entry->high)
    {
      hb_id first = low, second = high, literal;
      if (!follow (literals->trace, &first, &second, &holds))
        literal = holds ? HB_LITERAL_TRUE : HB_LITERAL_FALSE;
      else
        literal = enter (literals, first, second);
      /* `enter` may have filled this very place. */
      entry = find (literals, low, high);
      literals->used += entry->low == entry->high;
      *entry = (struct entry){ low, high, literal };
    }
  return entry->literal ^ swapped;
}

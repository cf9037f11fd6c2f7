/* Orders of two messages as literals.  See certify_pair.h.
 *
 * A variable is an unordered pair of messages of one handler; a literal says which runs first, or
 * which is posted first.  Where posts decide (a queue; a sender-queue, if one handler posts both; a
 * priority mailbox, if the priorities are the same) messages run in the order of their posts, and
 * the two are one variable.  If the posts stand in two messages of one handler, the posts come in the order in which
 * those run:
 *
 *     handler g      M: .. post a ..      M': .. post b ..
 *     handler h                a, b       a runs before b  iff  M runs before M'
 *
 * so both pairs are one variable, that of the pair that is reached last.  The same holds of two messages M
 * and M' of one handler that run while the posts happen (certify_host.h): if M runs before M', then
 *
 *     post a,  an event of M,  the end of M,  the start of M',  an event of M',  post b
 *
 * happen in this order, and with a and b exchanged if M' runs first.  If the posts stand in one message,
 * or one of M and M' is initial, program order decides and the literal is a constant. */
#include "proof/certify_pair.h"

#include "proof/certify_host.h"

struct entry
{
  hb_id low, high; /* messages; low == high: free */
  hb_id literal;   /* "low before high" */
  enum hb_order_of what;
};

struct hb_order_literals
{
  const hb_trace *trace;
  hb_post_hosts *hosts;
  VEC (struct entry) table; /* a hash table of all pairs that were asked for or reached */
  size_t used;
  hb_id variables;
};

hb_order_literals *
hb_order_literals_new (const hb_trace *trace)
{
  hb_order_literals *literals = hb_calloc (1, sizeof *literals);
  literals->trace = trace;
  literals->hosts = hb_post_hosts_new (trace);
  literals->variables = 1;
  return literals;
}

void
hb_order_literals_free (hb_order_literals *literals)
{
  if (!literals)
    return;
  vec_free (literals->table);
  hb_post_hosts_free (literals->hosts);
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
             && hb_event_handler (trace, a->post) == hb_event_handler (trace, b->post))
         || (mailbox == HB_PRIORITY && a->priority == b->priority);
}

enum hb_sooner
hb_handed_out_sooner (const hb_trace *trace, hb_id later, hb_id earlier)
{
  const struct hb_message *a = &trace->messages.data[earlier], *b = &trace->messages.data[later];
  if (later == earlier || a->handler != b->handler || a->kind != HB_POSTED || b->kind != HB_POSTED)
    return HB_SOONER_NEVER;
  uint8_t mailbox = trace->handlers.data[a->handler].mailbox;
  if (mailbox == HB_STACK)
    return HB_SOONER_IF_POSTED_LATER;
  return mailbox == HB_PRIORITY && b->priority > a->priority ? HB_SOONER_ALWAYS : HB_SOONER_NEVER;
}

/* Follows the pair to the one that stands for it.  True if that is open; otherwise program order
 * decides and *HOLDS says how. */
static bool
follow (hb_order_literals *literals, enum hb_order_of *what, hb_id *before, hb_id *after,
        bool *holds)
{
  const hb_trace *trace = literals->trace;
  /* Posts in a circle (no run has them) would lead around for ever. */
  for (size_t patience = trace->messages.size; patience; patience--)
    {
      if (hb_posts_decide (trace, *before, *after))
        *what = HB_ORDER_OF_RUNS; /* the same as that of the posts */
      else if (*what == HB_ORDER_OF_RUNS)
        return true;
      hb_id post = trace->messages.data[*before].post, other = trace->messages.data[*after].post;
      hb_id host[2];
      if (trace->events.data[post].message == trace->events.data[other].message)
        {
          *holds = post < other;
          return false;
        }
      if (!hb_post_hosts_find (literals->hosts, post, other, host))
        return true;
      bool first = trace->messages.data[host[0]].kind == HB_INITIAL;
      if (first || trace->messages.data[host[1]].kind == HB_INITIAL)
        {
          *holds = first;
          return false;
        }
      *what = HB_ORDER_OF_RUNS;
      *before = host[0];
      *after = host[1];
    }
  return true;
}

static struct entry *
find (const hb_order_literals *literals, enum hb_order_of what, hb_id low, hb_id high)
{
  uint64_t key = (((uint64_t)low << 32 | high) + what) * UINT64_C (0x9e3779b97f4a7c15);
  size_t mask = literals->table.size - 1, at = (size_t)(key >> 32) & mask;
  struct entry *table = literals->table.data;
  while (table[at].low != table[at].high
         && (table[at].low != low || table[at].high != high || table[at].what != what))
    at = (at + 1) & mask;
  return &table[at];
}

static void
grow (hb_order_literals *literals)
{
  struct entry *old = literals->table.data, none = { 0, 0, 0, HB_ORDER_OF_RUNS };
  size_t size = literals->table.size;
  literals->table.data = NULL;
  literals->table.size = literals->table.capacity = 0;
  vec_resize (literals->table, size ? 2 * size : 64, none);
  for (size_t i = 0; i < size; i++)
    if (old[i].low != old[i].high)
      *find (literals, old[i].what, old[i].low, old[i].high) = old[i];
  hb_free (old);
}

/* The entry of the pair; a new one has the literal of a new variable. */
static hb_id
enter (hb_order_literals *literals, enum hb_order_of what, hb_id before, hb_id after)
{
  bool swapped = after < before;
  hb_id low = swapped ? after : before, high = swapped ? before : after;
  struct entry *entry = find (literals, what, low, high);
  if (entry->low == entry->high)
    {
      *entry = (struct entry){ low, high, 2 * literals->variables++, what };
      literals->used++;
    }
  return entry->literal ^ swapped;
}

hb_id
hb_order_literal (hb_order_literals *literals, enum hb_order_of what, hb_id before, hb_id after)
{
  bool swapped = after < before, holds = false;
  hb_id low = swapped ? after : before, high = swapped ? before : after;
  if (2 * (literals->used + 2) > literals->table.size)
    grow (literals);
  struct entry *entry = find (literals, what, low, high);
  if (entry->low == entry->high)
    {
      hb_id first = low, second = high, literal;
      enum hb_order_of end = what;
      if (!follow (literals, &end, &first, &second, &holds))
        literal = holds ? HB_LITERAL_TRUE : HB_LITERAL_FALSE;
      else
        literal = enter (literals, end, first, second);
      /* `enter` may have filled this very place. */
      entry = find (literals, what, low, high);
      literals->used += entry->low == entry->high;
      *entry = (struct entry){ low, high, literal, what };
    }
  return entry->literal ^ swapped;
}

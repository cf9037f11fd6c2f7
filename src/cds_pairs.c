/* Orders of two messages as Boolean variables.  See cds.h.
 *
 * A variable is made when a cycle first names its pair: most pairs never are.  Pairs that FIFO ties
 * to one another share one:
 *
 *     handler g      M: .. post a ..      M': .. post b ..
 *     handler h                a, b       a runs before b  iff  a is posted before b  iff  M runs before M'
 *
 * and so on while M and M' are themselves coupled messages of one handler. */
#include "cds.h"

static size_t
slot_of (const struct cds *cds, hb_id low, hb_id high)
{
  uint64_t key = ((uint64_t)low << 32 | high) * UINT64_C (0x9e3779b97f4a7c15);
  size_t slot = (key >> 29) & cds->mask;
  while (cds->slots[slot] != HB_NONE
         && (cds->pairs.data[cds->slots[slot]].low != low
             || cds->pairs.data[cds->slots[slot]].high != high))
    slot = (slot + 1) & cds->mask;
  return slot;
}

static void
grow (struct cds *cds)
{
  size_t size = cds->slots ? 2 * (cds->mask + 1) : 256;
  hb_free (cds->slots);
  cds->slots = hb_calloc (size, sizeof *cds->slots);
  cds->mask = size - 1;
  for (size_t i = 0; i < size; i++)
    cds->slots[i] = HB_NONE;
  for (hb_id p = 0; p < cds->pairs.size; p++)
    cds->slots[slot_of (cds, cds->pairs.data[p].low, cds->pairs.data[p].high)] = p;
}

/* What the run says of a pair that was not named before. */
static void
set_fact (const struct cds *cds, struct cds_pair *pair)
{
  hb_id low = cds->admitted[pair->low], high = cds->admitted[pair->high];
  if (!low && !high)
    return;
  bool low_first = low && (!high || low < high);
  pair->value = pair->phase = low_first ? 1 : -1;
  pair->level = low_first ? low : high;
}

static void
link_message (struct cds *cds, hb_id message, hb_id pair)
{
  struct cds_link link = { pair, cds->links_of[message] };
  cds->links_of[message] = (hb_id)cds->links.size;
  vec_push (cds->links, link);
}

static hb_id
find_pair (struct cds *cds, hb_id low, hb_id high)
{
  size_t slot = slot_of (cds, low, high);
  if (cds->slots[slot] != HB_NONE)
    return cds->slots[slot];
  hb_id number = (hb_id)cds->pairs.size;
  struct cds_pair pair = { .low = low, .high = high, .reason = HB_NONE };
  set_fact (cds, &pair);
  cds->slots[slot] = number;
  vec_push (cds->pairs, pair);
  vec_push (cds->watches, (struct cds_watch){ VEC_EMPTY });
  vec_push (cds->watches, (struct cds_watch){ VEC_EMPTY });
  link_message (cds, low, number);
  link_message (cds, high, number);
  if (2 * cds->pairs.size > cds->mask)
    grow (cds);
  return number;
}

/* Climbs from a pair of messages to the pair that stands for it, at most MOST steps.  False if the
 * order is known on the way (*HOLDS says whether it is this one). */
static bool
climb (const struct cds *cds, hb_id *before, hb_id *after, size_t most, bool *holds)
{
  const hb_trace *trace = cds->trace;
  while (hb_coupled (trace, *before, *after) && most--)
    {
      hb_id post = trace->messages.data[*before].post, other = trace->messages.data[*after].post;
      hb_id m = trace->events.data[post].message, n = trace->events.data[other].message;
      bool initial = trace->messages.data[m].kind == HB_INITIAL;
      if (m != n && trace->messages.data[m].handler != trace->messages.data[n].handler)
        return true;
      if (m == n || initial || trace->messages.data[n].kind == HB_INITIAL)
        {
          *holds = m == n ? post < other : initial;
          return false;
        }
      *before = m;
      *after = n;
    }
  return true;
}

bool
cds_is_distant (const struct cds *cds, hb_id before, hb_id after, size_t steps)
{
  bool holds;
  hb_id post, other;
  if (!climb (cds, &before, &after, steps, &holds) || !hb_coupled (cds->trace, before, after))
    return false;
  post = cds->trace->messages.data[before].post;
  other = cds->trace->messages.data[after].post;
  return hb_event_handler (cds->trace, post) == hb_event_handler (cds->trace, other);
}

bool
cds_literal (struct cds *cds, hb_id before, hb_id after, hb_id *literal, bool *holds)
{
  if (!climb (cds, &before, &after, SIZE_MAX, holds))
    return false;
  if (!cds->slots)
    grow (cds);
  bool swapped = after < before;
  hb_id pair = find_pair (cds, swapped ? after : before, swapped ? before : after);
  *literal = 2 * pair + swapped;
  return true;
}

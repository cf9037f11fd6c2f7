/* Orders of two messages as Boolean variables.  See cds.h.
 *
 * An order is named when a cycle first speaks of it: most never are.  Orders that FIFO ties to one another
 * are named as one:
 *
 *     handler g      M: .. post a ..      M': .. post b ..
 *     handler h                a, b       a runs before b  iff  a is posted before b  iff  M runs before M'
 *
 * and so on while M and M' are themselves coupled messages of one handler; and on some stacks with the order of the posts
 * reversed (loaded.c, held.c).  What else is found to be equal shares a variable (tied.c). */
#include "engine/cds/cds.h"

static size_t
slot_of (const struct cds *cds, hb_id low, hb_id high, bool posts)
{
  uint64_t key = (((uint64_t)low << 32 | high) + posts) * UINT64_C (0x9e3779b97f4a7c15);
  size_t slot = (key >> 29) & cds->mask;
  while (cds->slots[slot] != HB_NONE
         && (cds->orders.data[cds->slots[slot]].low != low
             || cds->orders.data[cds->slots[slot]].high != high
             || cds->orders.data[cds->slots[slot]].posts != posts))
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
  for (hb_id o = 0; o < cds->orders.size; o++)
    {
      const struct cds_order *order = &cds->orders.data[o];
      cds->slots[slot_of (cds, order->low, order->high, order->posts)] = o;
    }
}

/* --- what the run says --------------------------------------------------------------------------- */

/* Does the order of the posts decide ORDER, or is it that? */
static bool
is_of_posts (const struct cds *cds, const struct cds_order *order)
{
  return order->posts || hb_coupled (cds->trace, order->low, order->high);
}

/* Settled with the first of two events: LOW, if that puts low first, and HIGH.  0 stands for never. */
static struct cds_fact
set_by (hb_id low, hb_id high)
{
  bool low_first = low && (!high || low < high);
  if (!low && !high)
    return (struct cds_fact){ 0, 0 };
  return low_first ? (struct cds_fact){ 1, low } : (struct cds_fact){ -1, high };
}

/* Of two messages in a stack the one posted later runs first; and one that is taken before the other
 * is posted. */
static struct cds_fact
set_by_stack (const struct cds_message *low, const struct cds_message *high)
{
  hb_id second = low->posted > high->posted ? low->posted : high->posted;
  bool meet = low->posted && high->posted && (!low->admitted || second < low->admitted)
              && (!high->admitted || second < high->admitted);
  if (!meet)
    return set_by (low->admitted, high->admitted);
  return low->posted > high->posted ? set_by (second, 0) : set_by (0, second);
}

static struct cds_fact
fact_of (const struct cds *cds, const struct cds_order *order)
{
  const struct cds_message *low = &cds->messages[order->low], *high = &cds->messages[order->high];
  bool stack = false;
  if (is_of_posts (cds, order))
    return set_by (low->posted, high->posted);
  if (hb_buries (cds->trace, order->high, order->low, &stack) && !stack)
    return set_by (low->admitted, high->posted);
  if (hb_buries (cds->trace, order->low, order->high, &stack) && !stack)
    return set_by (low->posted, high->admitted);
  return stack ? set_by_stack (low, high) : set_by (low->admitted, high->admitted);
}

struct cds_fact
cds_fact_of (const struct cds *cds, hb_id number)
{
  return fact_of (cds, &cds->orders.data[number]);
}

struct cds_fact
cds_meet_fact (struct cds *cds, hb_id number)
{
  const struct cds_order *order = &cds->orders.data[number];
  struct cds_fact fact = fact_of (cds, order);
  if (fact.value)
    cds->messages[order->low].has_facts = cds->messages[order->high].has_facts = true;
  return fact;
}

bool
cds_post_settles (const struct cds *cds, hb_id link, hb_id message)
{
  const struct cds_link *l = &cds->links.data[link];
  bool stack = false;
  if (is_of_posts (cds, &cds->orders.data[l->order]))
    return !cds->messages[l->other].posted;
  return hb_buries (cds->trace, message, l->other, &stack) && !cds->messages[l->other].admitted
         && (!stack || cds->messages[l->other].posted);
}

/* --- naming ------------------------------------------------------------------------------------- */

/* ORDER goes to the list of MESSAGE, one of its two. */
static void
link_message (struct cds *cds, hb_id message, hb_id other, hb_id order)
{
  struct cds_link link
      = { order, cds->messages[message].links, other, cds_literal_first (cds, order, message) };
  cds->messages[message].links = (hb_id)cds->links.size;
  vec_push (cds->links, link);
}

void
cds_gather_links (struct cds *cds)
{
  VEC (struct cds_link) gathered = VEC_EMPTY;
  if (cds->links.size < 2 * cds->gathered)
    return;
  vec_reserve (gathered, cds->links.size);
  for (size_t m = 0; m < cds->trace->messages.size; m++)
    {
      hb_id l = cds->messages[m].links;
      if (l == HB_NONE)
        continue;
      cds->messages[m].links = (hb_id)gathered.size;
      cds->blocked_by[m] = 0;
      for (; l != HB_NONE; l = cds->links.data[l].next)
        {
          struct cds_link link = cds->links.data[l];
          link.next = link.next == HB_NONE ? HB_NONE : (hb_id)gathered.size + 1;
          vec_push (gathered, link);
        }
    }
  for (size_t l = 0; l < gathered.size; l++)
    cds->links.data[l] = gathered.data[l];
  cds->gathered = gathered.size;
  vec_free (gathered);
}

/* A variable of its own for ORDER; the run may have settled it. */
static hb_id
new_variable (struct cds *cds, hb_id order)
{
  struct cds_fact fact = cds_meet_fact (cds, order);
  struct cds_pair pair
      = { .order = order, .reason = HB_NONE, .phase = fact.value, .level = fact.level };
  vec_push (cds->pairs, pair);
  vec_push (cds->values, fact.value);
  vec_push (cds->watches, (struct cds_watch){ VEC_EMPTY });
  vec_push (cds->watches, (struct cds_watch){ VEC_EMPTY });
  return 2 * (hb_id)(cds->pairs.size - 1);
}

/* The order that OF, which no other stands for, is or reverses, or HB_NONE. */
static hb_id
find (const struct cds *cds, const struct hb_pair *of)
{
  bool swapped = of->after < of->before;
  return cds->slots ? cds->slots[slot_of (cds, swapped ? of->after : of->before,
                                          swapped ? of->before : of->after, of->posts)]
                    : HB_NONE;
}

/* The order that OF, which no other stands for, is or reverses, made if it is new: with a variable of its own, or, where BY is an
 * order, with LITERAL for OF. */
static hb_id
find_order (struct cds *cds, struct hb_pair of, hb_id by, hb_id literal)
{
  bool swapped = of.after < of.before;
  hb_id low = swapped ? of.after : of.before, high = swapped ? of.before : of.after;
  if (!cds->slots)
    grow (cds);
  size_t slot = slot_of (cds, low, high, of.posts);
  if (cds->slots[slot] != HB_NONE)
    return cds->slots[slot];
  hb_id number = (hb_id)cds->orders.size;
  struct cds_order order
      = { .low = low, .high = high, .posts = of.posts, .by = by, .literal = literal ^ swapped };
  cds->slots[slot] = number;
  vec_push (cds->orders, order);
  if (by == HB_NONE)
    cds->orders.data[number].literal = new_variable (cds, number);
  link_message (cds, low, high, number);
  link_message (cds, high, low, number);
  if (2 * cds->orders.size > cds->mask)
    grow (cds);
  return number;
}

/* An order of runs on a stack becomes that of the posts, where it is known to be its reverse. */
static void
turn (struct cds *cds, struct hb_pair *of)
{
  if (of->posts
      || (!cds_is_loaded (cds, of->before, of->after)
          && cds_holder (cds, of->before, of->after) == HB_NONE))
    return;
  (void)hb_pairs_number (&cds->turned, *of);
  *of = (struct hb_pair){ of->after, of->before, true };
}

void
cds_tell_turns (struct cds *cds)
{
  struct hb_pairs held = { VEC_EMPTY, VEC_EMPTY };
  for (size_t i = 0; i < cds->turned.pairs.size; i++)
    {
      struct hb_pair pair = cds->turned.pairs.data[i];
      if (cds_is_loaded (cds, pair.before, pair.after))
        cds_tell_loaded (cds, pair.before, pair.after);
      else
        cds_tell_held (cds, pair.before, pair.after, &held);
    }
  hb_pairs_free (&held);
}

/* Climbs from an order to the one that stands for it, at most MOST steps.  False if the
 * order is known on the way (*HOLDS says whether it is this one). */
static bool
climb (struct cds *cds, struct hb_pair *of, size_t most, bool *holds)
{
  if (!cds->hosts)
    cds->hosts = hb_hosts_new (cds->trace);
  enum hb_pair_state state = HB_PAIR_OPEN;
  for (turn (cds, of); most && hb_pair_parents (cds->hosts, of, &state); most--)
    turn (cds, of);
  *holds = state == HB_PAIR_HOLDS;
  return state == HB_PAIR_OPEN;
}

bool
cds_is_distant (struct cds *cds, hb_id before, hb_id after, size_t steps)
{
  bool holds;
  struct hb_pair of = { before, after, false };
  enum hb_pair_state state;
  return climb (cds, &of, steps, &holds) && hb_pair_parents (cds->hosts, &of, &state);
}

bool
cds_name (struct cds *cds, struct hb_pair *of, hb_id *order, bool *holds)
{
  if (!climb (cds, of, SIZE_MAX, holds))
    return false;
  *order = find_order (cds, *of, HB_NONE, 0);
  return true;
}

bool
cds_literal (struct cds *cds, struct hb_pair of, hb_id *literal, bool *holds)
{
  hb_id order;
  if (!cds_name (cds, &of, &order, holds))
    return false;
  *literal = cds_literal_first (cds, order, of.before);
  return true;
}

enum cds_naming
cds_find (struct cds *cds, struct hb_pair *of, hb_id *order, bool *holds)
{
  if (!climb (cds, of, SIZE_MAX, holds))
    return CDS_KNOWN;
  *order = find (cds, of);
  return *order == HB_NONE ? CDS_UNNAMED : CDS_NAMED;
}

struct cds_fact
cds_look_up (struct cds *cds, struct hb_pair of)
{
  hb_id order;
  bool holds;
  enum cds_naming naming = cds_find (cds, &of, &order, &holds);
  if (naming == CDS_KNOWN)
    return (struct cds_fact){ holds ? 1 : -1, 0 };
  if (naming == CDS_NAMED)
    {
      hb_id literal = cds_literal_first (cds, order, of.before);
      return (struct cds_fact){ (int8_t)cds_value (cds, literal),
                                cds->pairs.data[literal >> 1].level };
    }
  return fact_of (cds,
                  &(struct cds_order){ .low = of.before, .high = of.after, .posts = of.posts });
}

hb_id
cds_name_as (struct cds *cds, struct hb_pair of, hb_id by, hb_id literal)
{
  hb_id order = find_order (cds, of, by, literal);
  HB_ASSERT (order + 1 == cds->orders.size);
  vec_push (cds->doubtful, order);
  return order;
}

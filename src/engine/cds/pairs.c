/* Orders of two messages as Boolean variables.  See cds.h.
 *
 * A variable is made when a cycle first names its pair: most pairs never are.  Pairs that FIFO ties
 * to one another share one:
 *
 *     handler g      M: .. post a ..      M': .. post b ..
 *     handler h                a, b       a runs before b  iff  a is posted before b  iff  M runs before M'
 *
 * and so on while M and M' are themselves coupled messages of one handler; and on some stacks with the order of the posts
 * reversed (loaded.c, held.c). */
#include "engine/cds/cds.h"

static size_t
slot_of (const struct cds *cds, hb_id low, hb_id high, bool posts)
{
  uint64_t key = (((uint64_t)low << 32 | high) + posts) * UINT64_C (0x9e3779b97f4a7c15);
  size_t slot = (key >> 29) & cds->mask;
  while (cds->slots[slot] != HB_NONE
         && (cds->pairs.data[cds->slots[slot]].low != low
             || cds->pairs.data[cds->slots[slot]].high != high
             || cds->pairs.data[cds->slots[slot]].posts != posts))
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
    cds->slots[slot_of (cds, cds->pairs.data[p].low, cds->pairs.data[p].high,
                        cds->pairs.data[p].posts)]
        = p;
}

/* Does the order of the posts decide the pair, or is it? */
static bool
is_of_posts (const struct cds *cds, const struct cds_pair *pair)
{
  return pair->posts || hb_coupled (cds->trace, pair->low, pair->high);
}

/* The pair is settled with the first of two events: LOW, if that puts low first, and HIGH.  0 stands
 * for never. */
static void
set_by (struct cds_pair *pair, hb_id low, hb_id high)
{
  bool low_first = low && (!high || low < high);
  if (!low && !high)
    return;
  pair->value = pair->phase = low_first ? 1 : -1;
  pair->level = low_first ? low : high;
}

/* Of two messages in a stack the one posted later runs first; and one that is taken before the other
 * is posted. */
static void
set_by_stack (const struct cds *cds, struct cds_pair *pair)
{
  hb_id low = cds->messages[pair->low].posted, high = cds->messages[pair->high].posted;
  hb_id second = low > high ? low : high;
  hb_id low_taken = cds->messages[pair->low].admitted,
        high_taken = cds->messages[pair->high].admitted;
  bool meet
      = low && high && (!low_taken || second < low_taken) && (!high_taken || second < high_taken);
  if (!meet)
    set_by (pair, low_taken, high_taken);
  else if (low > high)
    set_by (pair, second, 0);
  else
    set_by (pair, 0, second);
}

/* What the run says of a pair that was not named before. */
static void
set_fact (const struct cds *cds, struct cds_pair *pair)
{
  bool stack = false;
  if (is_of_posts (cds, pair))
    set_by (pair, cds->messages[pair->low].posted, cds->messages[pair->high].posted);
  else if (hb_buries (cds->trace, pair->high, pair->low, &stack) && !stack)
    set_by (pair, cds->messages[pair->low].admitted, cds->messages[pair->high].posted);
  else if (hb_buries (cds->trace, pair->low, pair->high, &stack) && !stack)
    set_by (pair, cds->messages[pair->low].posted, cds->messages[pair->high].admitted);
  else if (stack)
    set_by_stack (cds, pair);
  else
    set_by (pair, cds->messages[pair->low].admitted, cds->messages[pair->high].admitted);
}

bool
cds_post_settles (const struct cds *cds, hb_id number, hb_id message)
{
  const struct cds_pair *pair = &cds->pairs.data[number];
  hb_id other = pair->low == message ? pair->high : pair->low;
  bool stack = false;
  if (is_of_posts (cds, pair))
    return !cds->messages[other].posted;
  return hb_buries (cds->trace, message, other, &stack) && !cds->messages[other].admitted
         && (!stack || cds->messages[other].posted);
}

static void
link_message (struct cds *cds, hb_id message, hb_id pair)
{
  struct cds_link link = { pair, cds->messages[message].links };
  cds->messages[message].links = (hb_id)cds->links.size;
  vec_push (cds->links, link);
}

static hb_id
find_pair (struct cds *cds, hb_id low, hb_id high, bool posts)
{
  size_t slot = slot_of (cds, low, high, posts);
  if (cds->slots[slot] != HB_NONE)
    return cds->slots[slot];
  hb_id number = (hb_id)cds->pairs.size;
  struct cds_pair pair = { .low = low, .high = high, .posts = posts, .reason = HB_NONE };
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

/* Climbs from a pair of messages to the pair that stands for it, at most MOST steps.  False if the
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
cds_literal (struct cds *cds, struct hb_pair of, hb_id *literal, bool *holds)
{
  if (!climb (cds, &of, SIZE_MAX, holds))
    return false;
  if (!cds->slots)
    grow (cds);
  bool swapped = of.after < of.before;
  hb_id pair
      = find_pair (cds, swapped ? of.after : of.before, swapped ? of.before : of.after, of.posts);
  *literal = 2 * pair + swapped;
  return true;
}

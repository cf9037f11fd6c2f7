/* Saturation: orders that hold in every run, found before more conflicts are spent on them.  See
 * cds.h.
 *
 * Rule 1 of the ED-consistency paper, section 5.1: if an event of message m happens before one of
 * m', both of handler h, then m runs before m'.
 *
 *     m: W x ──rf──▶ R x ──po──▶ W y ──rf──▶ R y :m'        R y carries m, so m before m'
 *
 * To find all such pairs takes a closure of quadratic size.  Where handlers have few messages that is small: an event
 * carries a bit for each message that happens before it (bits.c).  Elsewhere it carries, for every handler, two messages
 * of it that do and that come last in a topological order (labels.c); two, since the latest is often m' itself, by a detour.
 * What is found becomes edges (eo, and mo under FIFO), so that orders follow from orders; what is missed is left to the
 * search.  Rule 3, and what other mailboxes say: posted.c.
 *
 * Lanes, or messages, are taken in blocks, so that memory stays linear.
 *
 * Every order found is a cycle under the opposite assumption, a lemma like those of the search, and is told as such if the trace is
 * refuted (retold.c). */
#include "base/progress.h"
#include "engine/cds/saturate.h"

#define MOST_ROUNDS 12

/* Limits are looked at after so many joints. */
#define STRIDE 4096

/* Joints carry bits instead of labels, if handlers have so many messages at most: then bits take little more room, and the orders that
 * they find are not too many to be named.  A block takes so many bytes, or so many words of bits, or one bundle of labels, if that
 * is more.  So few orders found, and one more for each 64 messages, are not worth another round.  In checking builds the traces of
 * the tests are small. */
#ifdef HB_CHECKING
#define MOST_MESSAGES_A_HANDLER UINT64_C (4)
#define MOST_BLOCK_BYTES (UINT64_C (1) << 11)
#define LEAST_WORDS 1
#define FEW_FOUND 0
#else
#define MOST_MESSAGES_A_HANDLER UINT64_C (128)
#define MOST_BLOCK_BYTES (UINT64_C (12) << 20)
#define LEAST_WORDS 8
#define FEW_FOUND 24
#endif

/* Bundles of labels in a block, at most. */
#define MOST_BUNDLES 4

/* Pairs of messages further than this from the pair that stands for them are left alone. */
#define MOST_STEPS 16

/* --- what is found ------------------------------------------------------------------------------ */

void
saturate_add_order (struct saturation *s, hb_id before, hb_id after)
{
  const struct hb_message *a = &s->trace->messages.data[before];
  const struct hb_message *b = &s->trace->messages.data[after];
  saturate_add_edge (s, a->first + a->count - 1, b->first, HB_EO, before, after);
  bool stack = false;
  if (hb_coupled (s->trace, before, after))
    saturate_add_edge (s, a->post, b->post, HB_MO, before, after);
  else if (hb_buries (s->trace, after, before, &stack) && !stack)
    saturate_add_edge (s, a->first, b->post, HB_GP, before, after);
  else if (stack)
    saturate_find_burial_of (s, before, after);
}

bool
saturate_settle (struct saturation *s, struct hb_pair of)
{
  hb_id literal = HB_NONE;
  bool holds, is_open = cds_literal (s->cds, of, &literal, &holds);
  int value = is_open ? cds_value (s->cds, literal) : holds ? 1 : -1;
  s->cds->refuted = s->cds->refuted || value < 0;
  if (value)
    return false;
  s->found++;
  cds_assign (s->cds, literal, 0, HB_NONE);
  return true;
}

void
saturate_find_order (struct saturation *s, hb_id node, hb_id lane, uint32_t label)
{
  struct cds *cds = s->cds;
  hb_id after = message_of (s, node), order, literal = HB_NONE;
  bool holds;
  if (!label || cds->refuted)
    return;
  hb_id before = s->message[label - 1];
  if (before == after || s->last_found[after] == before)
    return;
  s->last_found[after] = before;
  /* Messages that are passed on and on together: their order follows from that of the first. */
  if (cds_is_distant (cds, before, after, MOST_STEPS))
    return;
  struct hb_pair of = { before, after, false };
  bool is_open = cds_name (cds, &of, &order, &holds);
  if (is_open)
    literal = cds_literal_first (cds, order, of.before);
  int value = is_open ? cds_value (cds, literal) : holds ? 1 : -1;
  if (value > 0)
    return;
  saturate_note (s, node, lane, label, HB_NONE,
                 (struct hb_step){ .relation = HB_EO, .before = after, .after = before });
  if (value < 0)
    {
      cds->refuted = true;
      return;
    }
  s->found++;
  cds_assign (cds, literal, 0, HB_NONE);
  saturate_add_order (s, before, after);
  if (of.before != before && !of.posts)
    saturate_add_order (s, of.before, of.after);
}

/* --- rounds ------------------------------------------------------------------------------------- */

/* Is there nothing to be found any more, or to be told? */
static bool
is_over (const struct saturation *s)
{
  return s->retells ? saturate_is_retold (s) : s->cds->refuted;
}

/* Has a lane of the block two messages, or is it a second one? */
static bool
block_matters (const struct saturation *s)
{
  for (hb_id h = s->block; h < s->block + LANES * s->bundles && h < s->lanes; h++)
    if (h >= s->trace->handlers.size || s->trace->handlers.data[h].count > 1)
      return true;
  return s->exact;
}

/* What all joints carry of the block; what is found on the way is told.  False if that could not be finished. */
static bool
visit_joints (struct saturation *s)
{
  hb_id end = (hb_id)s->joints.size - 1;
  for (hb_id start = 0; start < end && !is_over (s); start += STRIDE)
    {
      if (!s->retells && hb_limits_hit (s->cds->limits))
        return false;
      if (hb_progress_wanted ())
        hb_progress_tell (&(struct hb_progress){
            .doing = "saturating", .counts = { { "orders", s->found }, { "joints", start } } });
      hb_id stop = end - start < STRIDE ? end : start + STRIDE;
      if (s->exact)
        saturate_mark_joints (s, start, stop);
      else
        saturate_label_joints (s, start, stop);
    }
  return true;
}

/* Chooses what goes into a block of *ALL lanes, or words, which become so many (*ALL) and gives its size.  Its memory, none of which
 * is read before it is written, is kept from round to round: fresh pages cost as much as some blocks. */
static hb_id
make_room (struct saturation *s, hb_id lanes, hb_id *all)
{
  uint64_t most = MOST_BLOCK_BYTES / s->joints.size, labels = most / sizeof (struct labels);
  uint64_t words = most / sizeof (uint64_t);
  *all = s->exact ? s->lane_start[lanes] / 64 + 1 : lanes;
  s->bundles = labels < 1 ? 1 : labels > MOST_BUNDLES ? MOST_BUNDLES : (hb_id)labels;
  words = words < LEAST_WORDS ? LEAST_WORDS : words;
  s->width = words < *all ? (hb_id)words : *all;
  s->stride = s->exact ? s->width * sizeof (uint64_t) : s->bundles * sizeof (struct labels);
  if (s->room < s->joints.size * s->stride)
    {
      hb_free (s->memory);
      s->room = s->joints.size * s->stride;
      s->memory = hb_realloc (NULL, s->room, 1);
    }
  return s->exact ? s->width : LANES * s->bundles;
}

/* All lanes of handlers once, block by block, and in every third round, when orders of runs are known, those of posts; false if that
 * could not be finished. */
static bool
run_round (struct saturation *s, enum manner manner)
{
  hb_id all, lanes = manner == DEPTH_FIRST_BACKWARDS ? s->lanes : (hb_id)s->trace->handlers.size;
  bool going = saturate_find_joints (s, manner);
  hb_id size = going ? make_room (s, lanes, &all) : 0;
  s->found = 0;
  for (s->block = 0; going && s->block < all; s->block += size)
    going = !block_matters (s) || visit_joints (s);
  saturate_free_joints (s);
  return going;
}

/* Ranks from a breadth-first order of all that is known now. */
static void
rank_again (struct saturation *s)
{
  hb_id *sequence = s->cds->refuted ? NULL : saturate_sort (s, BREADTH_FIRST);
  if (!sequence)
    return;
  hb_id *position = hb_calloc (s->nodes, sizeof *position);
  for (hb_id at = 0; at < s->nodes; at++)
    position[sequence[at]] = at;
  for (hb_id m = 0; m < s->trace->messages.size; m++)
    {
      const struct hb_message *message = &s->trace->messages.data[m];
      bool chosen = cds_by_choice (s->cds, m) || message->post == HB_NONE;
      if (message->count)
        s->cds->rank[m] = position[chosen ? message->first : message->post];
    }
  for (hb_id h = 0; h < s->trace->handlers.size; h++)
    cds_bag_sort (s->cds, h);
  hb_free (position);
  hb_free (sequence);
}

/* Posts have lanes where they say what runs first: on stacks, and, as bits, in all mailboxes but multisets.  (Two labels would say
 * too little there to be worth their time.) */
static bool
has_post_lane (const struct saturation *s, hb_id handler)
{
  uint8_t mailbox = s->trace->handlers.data[handler].mailbox;
  return mailbox == HB_STACK || (s->exact && mailbox != HB_MULTISET);
}

static void
make_lanes (struct saturation *s)
{
  hb_id handlers = (hb_id)s->trace->handlers.size;
  s->exact = s->trace->messages.size <= handlers * MOST_MESSAGES_A_HANDLER;
  s->lanes = handlers;
  s->post_lane = hb_new_ids (handlers, HB_NONE);
  for (hb_id h = 0; h < handlers; h++)
    if (has_post_lane (s, h))
      s->post_lane[h] = s->lanes++;
  s->lane_start = hb_calloc (s->lanes + 1, sizeof *s->lane_start);
  for (hb_id h = 0; h < handlers; h++)
    {
      hb_id count = s->trace->handlers.data[h].count;
      s->lane_start[h + 1] = count;
      if (s->post_lane[h] != HB_NONE)
        s->lane_start[s->post_lane[h] + 1] = count;
    }
  for (hb_id lane = 0; lane < s->lanes; lane++)
    s->lane_start[lane + 1] += s->lane_start[lane];
}

static void
allocate (struct saturation *s)
{
  size_t nodes = s->nodes, messages = s->trace->messages.size;
  make_lanes (s);
  size_t labels = s->lane_start[s->lanes];
  s->label = hb_calloc (messages, sizeof *s->label);
  s->post_label = hb_calloc (messages, sizeof *s->post_label);
  s->message = hb_calloc (labels, sizeof *s->message);
  if (s->exact)
    {
      s->open = hb_calloc (labels / 64 + 1, sizeof *s->open);
      s->reached = hb_calloc (messages, sizeof *s->reached);
    }
  s->extra_from = hb_new_ids (nodes, HB_NONE);
  s->extra_to = hb_new_ids (nodes, HB_NONE);
  s->last_found = hb_new_ids (messages, HB_NONE);
}

static void
release_all (struct saturation *s)
{
  hb_order_free (s->order);
  hb_order_free (s->back);
  hb_free (s->memory);
  hb_free (s->open);
  hb_free (s->reached);
  hb_free (s->lane_start);
  hb_free (s->post_lane);
  hb_free (s->post_label);
  hb_free (s->label);
  hb_free (s->message);
  hb_free (s->extra_from);
  hb_free (s->extra_to);
  hb_free (s->last_found);
  vec_free (s->extras);
}

/* Makes everything but the joints. */
static void
begin (struct saturation *s, struct cds *cds)
{
  *s = (struct saturation){ .cds = cds, .trace = cds->trace };
  s->order = hb_order_new (cds->trace);
  s->nodes = s->order->nodes;
  s->back = hb_order_reversed (s->order);
  allocate (s);
}

void
cds_saturate (struct cds *cds)
{
  struct saturation s;
  size_t messages = cds->trace->messages.size;
  begin (&s, cds);
  saturate_begin_notes (&s);
  /* Where most messages stay without order after the first round, the trace is not of the kind that saturation decides. */
  for (int round = 0; round < MOST_ROUNDS; round++)
    if (cds->refuted || hb_limits_check (cds->limits) || !run_round (&s, (enum manner) (round % 3))
        || s.found <= (round ? FEW_FOUND + messages / 64 : messages / 6))
      break;
  rank_again (&s);
  saturate_end_notes (&s);
  release_all (&s);
}

void
cds_tell_saturation (struct cds *cds)
{
  struct saturation s;
  if (!cds->findings)
    return;
  HB_ASSERT (cds->refuted); /* so nothing is found any more */
  begin (&s, cds);
  saturate_retell (&s);
  bool going = true;
  for (int round = 0; going && !is_over (&s); round++)
    going = run_round (&s, (enum manner) (round % 3));
  HB_ASSERT (is_over (&s));
  release_all (&s);
}

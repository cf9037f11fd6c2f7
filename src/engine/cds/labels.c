/* What messages happen before each joint: of each lane the two latest.  See saturate.h.
 *
 * The labels of a joint are those of its sources, merged lane by lane, which compilers turn into vector code. */
#include "engine/cds/saturate.h"

/* Adds the labels FROM to INTO, lane by lane: of the four of a lane the two latest that differ.  The second of either
 * is earlier than its first. */
static INSIDE void
merge (struct labels *restrict into, const struct labels *restrict from)
{
  for (int i = 0; i < LANES; i++)
    {
      int32_t a = (int32_t)into->first[i], b = (int32_t)from->first[i];
      int32_t high = a > b ? a : b, low = a > b ? b : a;
      int32_t second = (int32_t)into->second[i], other = (int32_t)from->second[i];
      low = a == b ? 0 : low;
      second = second > other ? second : other;
      into->first[i] = (uint32_t)high;
      into->second[i] = (uint32_t)(second > low ? second : low);
    }
}

static INSIDE void
merge_bundles (const struct saturation *s, void *into, const void *from)
{
  struct labels *labels = into;
  const struct labels *others = from;
  for (hb_id b = 0; b < s->bundles; b++)
    merge (&labels[b], &others[b]);
}

/* Adds LABEL, its own, to lane I of INTO.  It is never lost: what follows in the message is known to be of it. */
static void
put_label (struct labels *into, hb_id i, uint32_t label)
{
  uint32_t first = into->first[i];
  if (label == first)
    return;
  into->first[i] = label < first ? first : label;
  into->second[i] = label < first ? label : first;
}

bool
saturate_has_label (const struct saturation *s, hb_id node, hb_id lane, uint32_t label)
{
  hb_id i = lane - s->block;
  const struct labels *labels = (struct labels *)saturate_at (s, s->place[node]) + i / LANES;
  return labels->first[i % LANES] == label || labels->second[i % LANES] == label;
}

/* The joint is of a handler of the block: its OWN labels say what comes before its message. */
static void
look_at_own (struct saturation *s, const struct joint *joint, struct labels *own)
{
  hb_id lane = joint->handler, i = (lane - s->block) % LANES;
  own += (lane - s->block) / LANES;
  saturate_find_order (s, joint->node, lane, own->first[i]);
  saturate_find_order (s, joint->node, lane, own->second[i]);
  put_label (own, i, joint->label);
}

/* The joint is a post to a mailbox of the block, or starts a message of one. */
static void
look_at_posts (struct saturation *s, const struct joint *joint, struct labels *own)
{
  const struct hb_event *event = &s->trace->events.data[joint->node];
  hb_id lane = joint->posts, i = (lane - s->block) % LANES;
  own += (lane - s->block) / LANES;
  (void)saturate_find_by_post (s, joint->node, lane, own->first[i]);
  (void)saturate_find_by_post (s, joint->node, lane, own->second[i]);
  if (event->kind == HB_POST)
    put_label (own, i, s->post_label[event->object]);
}

static bool
has_lane (const struct saturation *s, hb_id lane)
{
  return lane - s->block < LANES * s->bundles;
}

WIDE static void
label_joint (struct saturation *s, hb_id place)
{
  const struct joint joint = s->joints.data[place];
  struct labels *own = saturate_gather (s, place, merge_bundles);
  saturate_visit (s);
  if (has_lane (s, joint.handler))
    look_at_own (s, &joint, own);
  if (has_lane (s, joint.posts))
    look_at_posts (s, &joint, own);
}

void
saturate_label_joints (struct saturation *s, hb_id from, hb_id end)
{
  for (hb_id place = from; place < end; place++)
    label_joint (s, place);
}

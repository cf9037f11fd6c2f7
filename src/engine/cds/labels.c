/* What messages happen before each joint.  See saturate.h.
 *
 * The labels of a joint are those of its sources, merged lane by lane, which compilers turn into vector code.  Sources
 * are known long before they are needed: memory is asked for ahead. */
#include "engine/cds/saturate.h"

#include "base/progress.h"

#include <string.h>

/* Limits are looked at after so many joints. */
#define STRIDE 4096

/* Where the C library chooses a version when the program starts, there is one for processors with wider vectors, too. */
#if defined __x86_64__ && defined __GLIBC__ && !defined __SANITIZE_ADDRESS__                       \
    && !defined __SANITIZE_THREAD__
#if defined __has_attribute
#if __has_attribute(target_clones)
#define WIDE __attribute__ ((target_clones ("avx2", "default")))
#endif
#endif
#endif
#ifndef WIDE
#define WIDE
#endif
#define INSIDE __attribute__ ((always_inline)) inline

/* Adds what FROM carries to INTO, lane by lane: of the four labels of a lane the two latest that differ.  The second
 * of either is earlier than its first. */
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

static struct labels *
labels_at (const struct saturation *s, hb_id place)
{
  return &s->labels[place * (size_t)s->bundles];
}

/* Adds what the joint at FROM carries to INTO. */
static INSIDE void
merge_from (const struct saturation *s, hb_id from, struct labels *into)
{
  const struct labels *labels = labels_at (s, from);
  for (hb_id b = 0; b < s->bundles; b++)
    merge (&into[b], &labels[b]);
}

bool
saturate_carries (const struct saturation *s, hb_id node, hb_id lane, uint32_t label)
{
  const struct labels *labels = labels_at (s, s->place[node]) + lane / LANES;
  return labels->first[lane % LANES] == label || labels->second[lane % LANES] == label;
}

/* Edges that were found in this very round.  Those that lead backwards in the order of work wait for the next one. */
static void
merge_fresh (const struct saturation *s, hb_id place, struct labels *into)
{
  for (hb_id x = s->extra_to[s->joints.data[place].node]; x != HB_NONE && x >= s->old_extras;
       x = s->extras.data[x].next_to)
    if (s->place[s->extras.data[x].from] < place)
      merge_from (s, s->place[s->extras.data[x].from], into);
}

/* The joint is of a handler of the block: its own labels say what comes before its message. */
static void
look_at_own (struct saturation *s, hb_id place, hb_id lane)
{
  const struct joint *joint = &s->joints.data[place];
  struct labels *own = labels_at (s, place) + lane / LANES;
  uint32_t mine = joint->label;
  saturate_find_order (s, joint->node, lane, own->first[lane % LANES]);
  saturate_find_order (s, joint->node, lane, own->second[lane % LANES]);
  put_label (own, lane % LANES, mine);
}

/* The joint is a post to a stack of the block, or starts a message of one. */
static void
look_at_stack (struct saturation *s, hb_id place)
{
  hb_id node = s->joints.data[place].node, lane = s->joints.data[place].stack;
  bool is_post = s->trace->events.data[node].kind == HB_POST;
  hb_id i = (lane - s->block) % LANES;
  struct labels *own = labels_at (s, place) + (lane - s->block) / LANES;
  saturate_find_burial (s, node, lane, own->first[i]);
  saturate_find_burial (s, node, lane, own->second[i]);
  if (!is_post)
    return;
  uint32_t mine = s->post_label[s->trace->events.data[node].object];
  put_label (own, i, mine);
}

WIDE static void
label_joint (struct saturation *s, hb_id place)
{
  const struct joint *joint = &s->joints.data[place];
  struct labels *own = labels_at (s, place);
  const hb_id *source = s->sources.data + joint->sources, *end = s->sources.data + joint[1].sources;
  if (source == end)
    memset (own, 0, s->bundles * sizeof *own);
  for (const hb_id *first = source; source < end; source++)
    {
      __builtin_prefetch (labels_at (s, source[SATURATE_AHEAD]));
      if (source == first)
        memcpy (own, labels_at (s, *source), s->bundles * sizeof *own);
      else
        merge_from (s, *source, own);
    }
  if (joint->is_fresh)
    merge_fresh (s, place, own);
  if (saturate_has_lane (s, joint->handler))
    look_at_own (s, place, joint->handler - s->block);
  if (saturate_has_lane (s, joint->stack))
    look_at_stack (s, place);
}

bool
saturate_label (struct saturation *s)
{
  hb_id end = (hb_id)s->joints.size - 1;
  for (hb_id start = 0; start < end; start += STRIDE)
    {
      if (hb_limits_hit (s->cds->limits))
        return false;
      if (hb_progress_wanted ())
        hb_progress_tell (&(struct hb_progress){
            .doing = "saturating", .counts = { { "handlers", s->block }, { "joints", start } } });
      for (hb_id at = start; at < end && at < start + STRIDE; at++)
        label_joint (s, at);
      if (s->cds->refuted)
        break;
    }
  return true;
}

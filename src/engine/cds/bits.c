/* What messages happen before each joint: all of them, a bit each.  See saturate.h.
 *
 * The bits of a joint are those of its sources, word by word.  Of the messages of its own handler that come before it most
 * are known to come before another one; only those that are not, the last ones, matter:
 *
 *     bits of the joint             a b c d e       latest first:  e, behind b and c; then d, behind a
 *     bits where e was last           b c
 *     bits where d was last         a
 *
 * Two labels of a lane say less: what comes before the joint may be the third latest.  They are less work where each lane
 * is of many messages. */
#include "engine/cds/saturate.h"

/* So many messages at most are looked at for each joint, and so many posts, if more than SMALL_LANE messages are posted there:
 * of posts to a stack, and where priorities differ, one does not speak for others. */
#define MOST_LOOKS 64
#define MOST_POSTS 8
#define SMALL_LANE 64

static INSIDE void
merge (const struct saturation *s, void *restrict into, const void *restrict from)
{
  uint64_t *words = into;
  const uint64_t *others = from;
  for (hb_id i = 0; i < s->width; i++)
    words[i] |= others[i];
}

bool
saturate_has_bit (const struct saturation *s, hb_id node, uint32_t label)
{
  const uint64_t *words = saturate_at (s, s->place[node]);
  return words[(label - 1) / 64 - s->block] >> (label - 1) % 64 & 1;
}

static void
put_bit (const struct saturation *s, uint64_t *bits, uint32_t label)
{
  if (saturate_has (s, HB_NONE, label))
    bits[(label - 1) / 64 - s->block] |= UINT64_C (1) << (label - 1) % 64;
}

/* --- open bits ---------------------------------------------------------------------------------- */

/* The words of a lane that are in the block. */
struct words
{
  hb_id first, end;
};

static struct words
words_of (const struct saturation *s, hb_id lane)
{
  hb_id first = s->lane_start[lane] / 64, end = (s->lane_start[lane + 1] + 63) / 64;
  first = first < s->block ? 0 : first - s->block;
  end = end < s->block ? 0 : end - s->block;
  return (struct words){ first, end < s->width ? end : s->width };
}

/* Opens the bits of LANE that are in BITS and not in SEEN (NULL: none). */
static struct words
open_bits (struct saturation *s, const uint64_t *bits, const uint64_t *seen, hb_id lane)
{
  struct words words = words_of (s, lane);
  for (hb_id i = words.first; i < words.end; i++)
    {
      hb_id start = (s->block + i) * 64, from = s->lane_start[lane], to = s->lane_start[lane + 1];
      uint64_t word = bits[i] & ~(seen ? seen[i] : 0);
      if (from > start)
        word &= UINT64_MAX << (from - start);
      if (to - start < 64)
        word &= (UINT64_C (1) << (to - start)) - 1;
      s->open[i] = word;
    }
  return words;
}

static void
close_bits (struct saturation *s, struct words words, const uint64_t *bits)
{
  for (hb_id i = words.first; i < words.end; i++)
    s->open[i] &= ~bits[i];
}

/* Closes the open bit of the latest label in WORDS, which lose what is behind it; 0: there is none. */
static uint32_t
close_latest (struct saturation *s, struct words *words)
{
  for (; words->end > words->first; words->end--)
    {
      uint64_t *word = &s->open[words->end - 1];
      if (*word)
        {
          hb_id bit = 63 - (hb_id)__builtin_clzll (*word);
          *word &= ~(UINT64_C (1) << bit);
          return (s->block + words->end - 1) * 64 + bit + 1;
        }
    }
  return 0;
}

/* --- joints ------------------------------------------------------------------------------------- */

/* The joint is of a message: its OWN bits say what comes before that.  What the joint before it in the message carries has been
 * looked at. */
static void
look_at_own (struct saturation *s, const struct joint *joint, hb_id place, uint64_t *own)
{
  hb_id message = s->message[joint->label - 1], node = joint->node;
  bool first = s->trace->messages.data[message].first == node;
  const uint64_t *seen = first ? NULL : saturate_at (s, s->place[node - 1]);
  struct words words = open_bits (s, own, seen, joint->handler);
  int most = s->cds->refuted ? 0 : MOST_LOOKS;
  uint32_t label;
  for (int looks = 0; looks < most && (label = close_latest (s, &words)); looks++)
    {
      saturate_find_order (s, node, joint->handler, label);
      close_bits (s, words, saturate_at (s, s->reached[s->message[label - 1]]));
    }
  put_bit (s, own, joint->label);
  s->reached[message] = place;
}

/* The joint is a post to a mailbox, or starts a message of one. */
static void
look_at_posts (struct saturation *s, const struct joint *joint, uint64_t *own)
{
  const struct hb_event *event = &s->trace->events.data[joint->node];
  hb_id lane = joint->posts, size = s->lane_start[lane + 1] - s->lane_start[lane];
  int most = s->cds->refuted ? 0 : size <= SMALL_LANE ? SMALL_LANE : MOST_POSTS;
  struct words words = open_bits (s, own, NULL, lane);
  uint32_t label;
  for (int looks = 0; looks < most && (label = close_latest (s, &words)); looks++)
    if (saturate_find_by_post (s, joint->node, lane, label))
      {
        hb_id post = s->trace->messages.data[s->message[label - 1]].post;
        close_bits (s, words, saturate_at (s, s->place[post]));
      }
  if (event->kind == HB_POST)
    put_bit (s, own, s->post_label[event->object]);
}

WIDE static void
mark_joint (struct saturation *s, hb_id place)
{
  const struct joint joint = s->joints.data[place];
  uint64_t *own = saturate_gather (s, place, merge);
  saturate_visit (s);
  if (joint.label)
    look_at_own (s, &joint, place, own);
  if (joint.posts < s->lanes)
    look_at_posts (s, &joint, own);
}

void
saturate_mark_joints (struct saturation *s, hb_id from, hb_id end)
{
  for (hb_id place = from; place < end; place++)
    mark_joint (s, place);
}

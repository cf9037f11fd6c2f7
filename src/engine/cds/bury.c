/* What saturation finds of stacks.  See saturate.h.
 *
 * What is posted to a stack while others wait there buries them.  Of two messages a, b of one stack, a posted (P) before a
 * moment and b starting (S) at it or later:
 *
 *     P b  -->  P a  -->  S b         a is there, on top of b:  a runs before b
 *     P a  -->  S b,  b before a      b would be on top:        P a --> P b
 *     P a  -->  P b,  a before b      b must not bury a:        S a --> P b
 *
 * The first two are one cycle, and the third is an edge of both orders:
 *
 *     P a --> S b --gp--> P a         gp: b runs before a, and is posted before a
 *
 * Which posts come before an event is told by labels like those of runs, in a lane of its own for every stack. */
#include "engine/cds/saturate.h"

void
saturate_find_stacks (struct saturation *s)
{
  size_t handlers = s->trace->handlers.size, messages = s->trace->messages.size;
  s->lanes = (hb_id)handlers;
  for (hb_id h = 0; h < handlers; h++)
    if (s->trace->handlers.data[h].mailbox == HB_STACK)
      {
        if (!s->stack_lane)
          s->stack_lane = hb_new_ids (handlers, HB_NONE);
        s->stack_lane[h] = s->lanes++;
      }
  if (!s->stack_lane)
    return;
  s->post_label = hb_calloc (messages, sizeof *s->post_label);
  s->posted = hb_calloc (messages, sizeof *s->posted);
}

void
saturate_free_stacks (struct saturation *s)
{
  hb_free (s->stack_lane);
  hb_free (s->post_label);
  hb_free (s->posted);
}

hb_id
saturate_lane_posted (const struct saturation *s, hb_id node)
{
  if (!s->stack_lane || node >= s->trace->events.size
      || s->trace->events.data[node].kind != HB_POST)
    return HB_NONE;
  return s->stack_lane[s->trace->messages.data[s->trace->events.data[node].object].handler];
}

static bool
is_known (const struct saturation *s, hb_id before, hb_id after, bool posts)
{
  return cds_look_up (s->cds, (struct hb_pair){ before, after, posts }).value > 0;
}

/* Is A known to be posted before B, both of the stack of LANE?  If that is known by the labels alone it is settled. */
static bool
is_posted_before (struct saturation *s, hb_id a, hb_id b, hb_id lane)
{
  hb_id post = s->trace->messages.data[b].post;
  if (is_known (s, a, b, true))
    return true;
  if (!saturate_has_lane (s, lane)
      || !saturate_carries (s, post, lane - s->block, s->post_label[a]))
    return false;
  saturate_keep_cycle (s, post, lane - s->block, s->post_label[a], s->trace->messages.data[a].post,
                       (struct hb_step){ .relation = HB_MO, .before = b, .after = a });
  (void)saturate_settle (s, (struct hb_pair){ a, b, true });
  return !s->cds->refuted;
}

/* A is posted before B starts. */
static void
find_order (struct saturation *s, hb_id a, hb_id b, hb_id lane)
{
  const struct hb_message *messages = s->trace->messages.data;
  bool runs = is_known (s, b, a, false), posts = !runs && is_posted_before (s, b, a, lane);
  if ((!runs && !posts) || is_known (s, a, b, runs))
    return;
  saturate_keep_cycle (s, messages[b].first, lane - s->block, s->post_label[a], messages[a].post,
                       (struct hb_step){ .relation = HB_GP, .before = b, .after = a });
  if (!saturate_settle (s, (struct hb_pair){ a, b, runs }))
    return;
  if (posts)
    saturate_add_order (s, a, b);
  else
    saturate_add_edge (s, messages[a].post, messages[b].post, HB_MO, a, b);
}

void
saturate_find_burial_of (struct saturation *s, hb_id before, hb_id after)
{
  const struct hb_message *a = &s->trace->messages.data[before];
  if (is_posted_before (s, before, after, s->stack_lane[a->handler]))
    saturate_add_edge (s, a->first, s->trace->messages.data[after].post, HB_GP, before, after);
}

void
saturate_find_burial (struct saturation *s, hb_id node, hb_id lane, uint32_t label)
{
  const struct hb_event *event = &s->trace->events.data[node];
  if (!label || s->cds->refuted)
    return;
  hb_id a = s->posted[label - 1], b = event->kind == HB_POST ? event->object : event->message;
  if (a != b && event->kind == HB_GET)
    find_order (s, a, b, lane);
  else if (a != b && is_known (s, a, b, false) && !is_known (s, a, b, true))
    saturate_find_burial_of (s, a, b);
}

/* What saturation finds of posts.  See saturate.h.
 *
 * Which posts come before an event is told as messages are, in a lane of its own for every mailbox to which that matters.  Of
 * two messages a, b of one mailbox, a posted (P) before a moment and b starting (S) at it or later:
 *
 *     P a  -->  P b                   one queue, a sender's, or one priority (hb_coupled):  a runs before b
 *     P a  -->  S b                   a would be handed out before b (hb_buries):           a runs before b
 *
 * On a stack what is posted later buries what waits there, so more has to be known:
 *
 *     P b  -->  P a  -->  S b         a is there, on top of b:  a runs before b
 *     P a  -->  S b,  b before a      b would be on top:        P a --> P b
 *     P a  -->  P b,  a before b      b must not bury a:        S a --> P b
 *
 * The first two are one cycle, and the third is an edge of both orders:
 *
 *     P a --> S b --gp--> P a         gp: b runs before a, and is posted before a */
#include "engine/cds/saturate.h"

hb_id
saturate_lane_posted (const struct saturation *s, hb_id node)
{
  if (node >= s->trace->events.size || s->trace->events.data[node].kind != HB_POST)
    return HB_NONE;
  return s->post_lane[s->trace->messages.data[s->trace->events.data[node].object].handler];
}

static bool
is_known (const struct saturation *s, hb_id before, hb_id after, bool posts)
{
  return cds_look_up (s->cds, (struct hb_pair){ before, after, posts }).value > 0;
}

/* --- stacks ------------------------------------------------------------------------------------- */

/* Is A known to be posted before B, both of the stack of LANE?  If that is known by what B's post carries alone it is settled. */
static bool
is_posted_before (struct saturation *s, hb_id a, hb_id b, hb_id lane)
{
  hb_id post = s->trace->messages.data[b].post;
  if (is_known (s, a, b, true))
    return true;
  if (!saturate_has (s, lane, s->post_label[a])
      || !saturate_carries (s, post, lane, s->post_label[a]))
    return false;
  saturate_note (s, post, lane, s->post_label[a], s->trace->messages.data[a].post,
                 (struct hb_step){ .relation = HB_MO, .before = b, .after = a });
  (void)saturate_settle (s, (struct hb_pair){ a, b, true });
  return !s->cds->refuted;
}

/* A is posted before B starts, of the same stack. */
static void
find_order_in_stack (struct saturation *s, hb_id a, hb_id b, hb_id lane)
{
  const struct hb_message *messages = s->trace->messages.data;
  bool runs = is_known (s, b, a, false), posts = !runs && is_posted_before (s, b, a, lane);
  if ((!runs && !posts) || is_known (s, a, b, runs))
    return;
  saturate_note (s, messages[b].first, lane, s->post_label[a], messages[a].post,
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
  if (is_posted_before (s, before, after, s->post_lane[a->handler]))
    saturate_add_edge (s, a->first, s->trace->messages.data[after].post, HB_GP, before, after);
}

/* --- all mailboxes ------------------------------------------------------------------------------ */

/* A runs before B since its post comes before NODE, the post of B (RELATION: HB_MO) or its start (HB_GP). */
static void
find_order (struct saturation *s, hb_id a, hb_id b, hb_id node, hb_id lane,
            enum hb_relation relation)
{
  if (is_known (s, a, b, false))
    return;
  saturate_note (s, node, lane, s->post_label[a], s->trace->messages.data[a].post,
                 (struct hb_step){ .relation = relation, .before = b, .after = a });
  if (saturate_settle (s, (struct hb_pair){ a, b, false }))
    saturate_add_order (s, a, b);
}

bool
saturate_find_by_post (struct saturation *s, hb_id node, hb_id lane, uint32_t label)
{
  const struct hb_event *event = &s->trace->events.data[node];
  bool is_post = event->kind == HB_POST, by_posts = false, coupled = false;
  if (!label || s->cds->refuted)
    return false;
  hb_id a = s->message[label - 1], b = is_post ? event->object : event->message;
  if (a == b)
    return false;
  if (s->trace->handlers.data[s->trace->messages.data[a].handler].mailbox != HB_STACK)
    {
      coupled = is_post && hb_coupled (s->trace, a, b);
      if (coupled)
        find_order (s, a, b, node, lane, HB_MO);
      else if (!is_post && hb_buries (s->trace, a, b, &by_posts))
        find_order (s, a, b, node, lane, HB_GP);
    }
  else if (!is_post)
    find_order_in_stack (s, a, b, lane);
  else if (is_known (s, a, b, false) && !is_known (s, a, b, true))
    saturate_find_burial_of (s, a, b);
  return coupled;
}

/* The joints, in an order that is kind to caches.  See saturate.h. */
#include "engine/cds/saturate.h"

/* The known edges of a trace of more nodes are made again for every round. */
#define MOST_KEPT (UINT32_C (1) << 21)

/* --- orders of the nodes ------------------------------------------------------------------------ */

/* NODE's successors lose a predecessor: those without any go to READY[*TAIL ..]. */
static void
release (struct saturation *s, hb_id node, bool backwards, hb_id *missing, hb_id *ready,
         hb_id *tail)
{
  const hb_order *order = s->order;
  hb_id first = order->first[node], count = order->first[node + 1] - first;
  for (hb_id x = s->extra_from[node]; x != HB_NONE; x = s->extras.data[x].next_from)
    if (!--missing[s->extras.data[x].to])
      ready[(*tail)++] = s->extras.data[x].to;
  /* The edge to the next event of the message is the first; on a stack it has to be pushed last. */
  for (hb_id i = 0; i < count; i++)
    {
      hb_id to = order->to[backwards ? first + i : first + count - 1 - i];
      if (!--missing[to])
        ready[(*tail)++] = to;
    }
}

hb_id *
saturate_sort (struct saturation *s, enum manner manner)
{
  hb_id nodes = s->nodes, head = 0, tail = 0, size = 0;
  if (!s->order)
    s->order = hb_order_new (s->trace);
  hb_id *missing = hb_calloc (nodes, sizeof *missing);
  hb_id *ready = hb_calloc (nodes, sizeof *ready);
  hb_id *sequence = manner == BREADTH_FIRST ? ready : hb_calloc (nodes, sizeof *sequence);
  for (hb_id v = 0; v < nodes; v++)
    missing[v] = s->back->first[v + 1] - s->back->first[v];
  for (size_t x = 0; x < s->extras.size; x++)
    missing[s->extras.data[x].to]++;
  for (hb_id v = nodes; v-- > 0;)
    if (!missing[v])
      ready[tail++] = v;
  while (head < tail)
    {
      hb_id v = manner == BREADTH_FIRST ? ready[head++] : ready[--tail];
      sequence[size++] = v;
      release (s, v, manner == DEPTH_FIRST_BACKWARDS, missing, ready, &tail);
    }
  if (sequence != ready)
    hb_free (ready);
  if (size < nodes)
    {
      saturate_refute (s, missing);
      hb_free (sequence);
      sequence = NULL;
    }
  hb_free (missing);
  return sequence;
}

void
saturate_add_edge (struct saturation *s, hb_id from, hb_id to, enum hb_relation relation,
                   hb_id before, hb_id after)
{
  struct extra extra
      = { from, to, s->extra_from[from], s->extra_to[to], relation, before, after, s->visit };
  s->extra_from[from] = s->extra_to[to] = (hb_id)s->extras.size;
  s->joints.data[s->place[to]].is_fresh = true;
  vec_push (s->extras, extra);
}

/* --- joints ------------------------------------------------------------------------------------- */

/* Is NODE the first of its message? */
static bool
is_first (const struct saturation *s, hb_id node)
{
  hb_id message = message_of (s, node);
  return message == HB_NONE || s->trace->messages.data[message].first == node;
}

/* Does an edge from another message lead to NODE, or may one some day: to starts and posts, of which orders are found? */
static bool
is_joint (const struct saturation *s, hb_id node)
{
  if (is_first (s, node) || s->trace->events.data[node].kind == HB_POST)
    return true;
  for (hb_id e = s->back->first[node]; e < s->back->first[node + 1]; e++)
    if (message_of (s, s->back->to[e]) != message_of (s, node))
      return true;
  return false;
}

/* The sources of NODE, which is a joint.  Of its own message the one before it says all. */
static void
put_sources (struct saturation *s, hb_id node)
{
  bool first = is_first (s, node);
  if (!first)
    vec_push (s->sources, s->place[node - 1]);
  for (hb_id e = s->back->first[node]; e < s->back->first[node + 1]; e++)
    if (first || message_of (s, s->back->to[e]) != message_of (s, node))
      vec_push (s->sources, s->place[s->back->to[e]]);
  for (hb_id x = s->extra_to[node]; x != HB_NONE; x = s->extras.data[x].next_to)
    vec_push (s->sources, s->place[s->extras.data[x].from]);
}

static void
put_joint (struct saturation *s, hb_id node)
{
  struct joint joint
      = { (hb_id)s->sources.size, node, HB_NONE, saturate_lane_posted (s, node), 0, false };
  s->place[node] = (hb_id)s->joints.size;
  put_sources (s, node);
  vec_push (s->joints, joint);
}

/* The joints, in the order of work, and one after the last. */
static void
put_joints (struct saturation *s, const hb_id *sequence)
{
  s->place = hb_calloc (s->nodes, sizeof *s->place);
  for (hb_id at = 0; at < s->nodes; at++)
    if (is_joint (s, sequence[at]))
      put_joint (s, sequence[at]);
    else
      s->place[sequence[at]] = s->place[sequence[at] - 1];
  struct joint end = { (hb_id)s->sources.size, HB_NONE, HB_NONE, HB_NONE, 0, false };
  vec_push (s->joints, end);
}

/* --- numbers of messages ------------------------------------------------------------------------ */

/* New: the places of the joints by level, each after all its sources: the order of a sort breadth first, without another
 * look at all nodes. */
static hb_id *
by_level (const struct saturation *s)
{
  hb_id count = (hb_id)s->joints.size - 1;
  hb_id *level = hb_calloc (count, sizeof *level), *sorted = hb_calloc (count, sizeof *sorted);
  hb_id *start = hb_calloc (count + 2, sizeof *start); /* a level is at most the number of joints */
  for (hb_id place = 0; place < count; place++)
    {
      const struct joint *joint = &s->joints.data[place];
      for (hb_id i = joint->sources; i < joint[1].sources; i++)
        if (level[place] <= level[s->sources.data[i]])
          level[place] = level[s->sources.data[i]] + 1;
      start[level[place] + 1]++;
    }
  for (hb_id l = 0; l < count; l++)
    start[l + 1] += start[l];
  for (hb_id place = 0; place < count; place++)
    sorted[start[level[place]]++] = place;
  hb_free (start);
  hb_free (level);
  return sorted;
}

/* Numbers the messages of each lane by their first events, in the order of the joints or, unless it is NULL, of the places
 * SORTED, and those of mailboxes with a second lane by their posts, too. */
static void
number_messages (struct saturation *s, const hb_id *sorted)
{
  hb_id *next = hb_calloc (s->lanes, sizeof *next);
  for (hb_id lane = 0; lane < s->lanes; lane++)
    next[lane] = s->lane_start[lane];
  for (hb_id at = 0; at + 1 < s->joints.size; at++)
    {
      hb_id node = s->joints.data[sorted ? sorted[at] : at].node, message = message_of (s, node);
      hb_id lane = saturate_lane_posted (s, node);
      if (lane != HB_NONE)
        {
          s->message[next[lane]] = s->trace->events.data[node].object;
          s->post_label[s->trace->events.data[node].object] = ++next[lane];
        }
      if (message == HB_NONE || !is_first (s, node)
          || s->trace->messages.data[message].kind == HB_INITIAL)
        continue;
      hb_id *label = &next[s->trace->messages.data[message].handler];
      s->message[*label] = message;
      s->label[message] = ++*label;
    }
  hb_free (next);
}

/* Each joint carries the label of its message, if that has one. */
static void
put_labels (struct saturation *s)
{
  for (hb_id place = 0; place + 1 < s->joints.size; place++)
    {
      struct joint *joint = &s->joints.data[place];
      hb_id of = message_of (s, joint->node);
      if (of == HB_NONE || !s->label[of])
        continue;
      joint->handler = s->trace->messages.data[of].handler;
      joint->label = s->label[of] & 0x7fffffff;
      if (s->trace->events.data[joint->node].kind == HB_GET)
        joint->posts = s->post_lane[joint->handler];
    }
}

bool
saturate_find_joints (struct saturation *s, enum manner manner)
{
  hb_id *sequence = saturate_sort (s, manner == BREADTH_FIRST ? DEPTH_FIRST : manner);
  if (s->nodes > MOST_KEPT)
    {
      hb_order_free (s->order);
      s->order = NULL;
    }
  if (!sequence)
    return false;
  s->old_extras = s->extras.size;
  put_joints (s, sequence);
  hb_free (sequence);
  hb_id *sorted = manner == BREADTH_FIRST ? by_level (s) : NULL;
  number_messages (s, sorted);
  hb_free (sorted);
  put_labels (s);
  for (int i = 0; i < SATURATE_AHEAD; i++)
    vec_push (s->sources, 0);
  return true;
}

void
saturate_free_joints (struct saturation *s)
{
  hb_free (s->place);
  vec_free (s->joints);
  vec_free (s->sources);
  s->place = NULL;
}

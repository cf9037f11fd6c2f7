/* What a refutation needs of the trace.  See core_part.h.
 *
 * Every event of a cycle, the write that a read of it reads from (fr speaks of it), and for a pair
 * of messages whose order is that of their posts these posts, and so on up to the pair that stands
 * for it: the same variable must come out of what is left. */
#include "proof/certificate_refute.h"
#include "proof/core_part.h"

/* Beyond this many cycles nobody waits for a smallest set of them. */
#define MOST_TO_MINIMISE 3000

struct mention
{
  struct hb_part *part;
  const struct hb_part *before; /* what PART is to replace */
  const hb_trace *of;
  const hb_hosts *hosts;
  const hb_id *events, *messages;
};

static void
mention_node (struct mention *m, hb_id node)
{
  const hb_trace *of = m->of;
  if (node >= of->events.size)
    {
      hb_id empty = node - (hb_id)of->events.size;
      for (hb_id k = 0; k < of->messages.size; k++)
        if (!of->messages.data[k].count && !empty--)
          m->part->message[m->messages[k]] = true;
      return;
    }
  const struct hb_event *event = &of->events.data[node];
  hb_id message = m->messages[event->message];
  m->part->event[m->events[node]] = true;
  m->part->message[message] = m->before->message[message];
  /* Without its post it may be there all the same: what is posted must not go with it. */
  if (event->kind == HB_POST)
    m->part->message[m->messages[event->object]] = m->before->message[m->messages[event->object]];
  if (event->kind == HB_GET || (event->kind == HB_READ && event->partner != HB_NONE))
    m->part->event[m->events[event->partner]] = true;
}

/* The post of MESSAGE, and what says that it happens while HOST runs. */
static void
mention_post (struct mention *m, hb_id message, hb_id host)
{
  const struct hb_host *tie = hb_host_of (m->hosts, message, host);
  mention_node (m, m->of->messages.data[message].post);
  if (!tie)
    return;
  mention_node (m, tie->from);
  mention_node (m, tie->entry);
  mention_node (m, tie->exit);
  mention_node (m, tie->to);
}

/* The posts that tie the order of the two messages to others. */
static void
mention_pair (struct mention *m, struct hb_pair pair)
{
  enum hb_pair_state state;
  bool more = true;
  /* Posts in a circle have no end. */
  for (size_t patience = m->of->messages.size; more && patience; patience--)
    {
      struct hb_pair now = pair;
      more = hb_pair_parents (m->hosts, &pair, &state);
      if (!more && state == HB_PAIR_OPEN)
        return;
      mention_post (m, now.before, pair.before);
      mention_post (m, now.after, pair.after);
    }
}

/* The orders of an eo or mo step: those that decide it if the input gives it by way of the posts. */
static void
mention_step (struct mention *m, const struct hb_step *step)
{
  mention_node (m, step->from);
  mention_node (m, step->to);
  struct hb_pair pairs[2];
  int count = hb_step_assumes (m->of, step, pairs);
  for (int p = 0; p < count; p++)
    mention_pair (m, pairs[p]);
  if (step->relation != HB_EO || step->from >= m->of->events.size || step->to >= m->of->events.size)
    return;
  hb_id before = m->of->events.data[step->from].message;
  hb_id after = m->of->events.data[step->to].message;
  if (step->before == HB_NONE && hb_coupled (m->of, before, after))
    {
      mention_node (m, m->of->messages.data[before].post);
      mention_node (m, m->of->messages.data[after].post);
    }
}

/* Chains stay as they are among the messages that are there. */
static void
keep_chains (struct hb_part *part, const struct hb_part *whole)
{
  for (size_t i = 0; i < part->trace->chained.size; i++)
    part->chained[i] = whole->chained[i];
}

void
hb_part_mentioned (struct hb_part *part, const hb_trace *of, const hb_check_result *result,
                   const hb_id *events, const hb_id *messages, struct hb_limits *limits)
{
  struct hb_part less = hb_part_new (part->trace, false);
  struct hb_lemmas lemmas = hb_lemmas_new (of, result);
  struct mention m = { &less, part, of, lemmas.hosts, events, messages };
  if (lemmas.cycle.size <= MOST_TO_MINIMISE)
    hb_lemmas_minimise (&lemmas, limits);
  for (size_t c = 0; c < lemmas.cycle.size; c++)
    {
      const struct hb_cycle *cycle = hb_lemmas_cycle (&lemmas, c);
      for (size_t i = 0; i < cycle->steps.size; i++)
        mention_step (&m, &cycle->steps.data[i]);
    }
  keep_chains (&less, part);
  hb_part_close (&less);
  hb_lemmas_free (&lemmas);
  hb_part_free (part);
  *part = less;
}

/* What handlers and mailboxes say of two segments of which one comes first.  See state.h.
 *
 * A message of a handler of which any segment comes before one of another comes before it whole.  Where posts
 * and runs are coupled (hb_coupled) one order follows from the other; a message that would bury another
 * (hb_buries) comes before it whole, or is posted after it starts:
 *
 *     post a --> post b   iff   a --> b               b buries a:   a --> b   only if   a --> post b
 *                                                                   b --> a   if        post b --> a
 *
 * Each time a pair of segments is new all of that is asked of their messages and of those that they post.  With
 * two premises the rule is applied when the second one comes. */
#include "engine/serial/state.h"

/* To apply them to two segments takes as long as looking at so many words. */
#define RULES_WORDS 12

/* What is found from now on comes from BEFORE's coming before AFTER, two nodes. */
static void
set_reason (struct hb_serial *s, hb_id before, hb_id after)
{
  s->reason.before_node = before;
  s->reason.after_node = after;
}

/* Node FROM must come before node TO. */
static void
must_precede (struct hb_serial *s, hb_id from, hb_id to)
{
  struct serial_bond bond = { from, to, s->reason.before_node, s->reason.after_node };
  hb_id before = s->segment_of[from], after = s->segment_of[to];
  if (before == after ? from > to : !serial_has (s, before, after))
    vec_push (s->todo, bond);
}

/* Is it known that A is posted before B? */
static bool
is_posted_before (const struct hb_serial *s, hb_id a, hb_id b)
{
  hb_id post_a = s->span[a].post, post_b = s->span[b].post;
  return post_a == post_b ? s->trace->messages.data[a].post < s->trace->messages.data[b].post
                          : serial_has (s, post_a, post_b);
}

/* Is it known that A comes before B? */
static bool
runs_before (const struct hb_serial *s, hb_id a, hb_id b)
{
  return serial_has (s, s->span[a].last, s->span[b].first);
}

/* Is it known that A is posted before B starts? */
static bool
is_there_before (const struct hb_serial *s, hb_id a, hb_id b)
{
  return serial_has (s, s->span[a].post, s->span[b].first);
}

static void
post_before (struct hb_serial *s, hb_id a, hb_id b)
{
  must_precede (s, s->trace->messages.data[a].post, s->trace->messages.data[b].post);
}

static void
run_before (struct hb_serial *s, hb_id a, hb_id b)
{
  must_precede (s, hb_last_node (s->order, s->trace, a), hb_first_node (s->order, s->trace, b));
}

/* A must start before B is posted. */
static void
start_before (struct hb_serial *s, hb_id a, hb_id b)
{
  must_precede (s, s->trace->messages.data[a].first, s->trace->messages.data[b].post);
}

static hb_id
last_node (const struct hb_serial *s, hb_id segment)
{
  return s->segment[segment].first_node + s->segment[segment].nodes - 1;
}

/* --- what is new -------------------------------------------------------------------------------- */

/* A runs before B. */
static void
on_run (struct hb_serial *s, hb_id a, hb_id b)
{
  bool by_posts;
  if (hb_coupled (s->trace, a, b))
    post_before (s, a, b);
  if (!hb_buries (s->trace, b, a, &by_posts))
    return;
  if (!by_posts || is_posted_before (s, a, b))
    start_before (s, a, b);
  else if (is_there_before (s, b, a))
    post_before (s, b, a);
}

/* A is posted before B. */
static void
on_posts (struct hb_serial *s, hb_id a, hb_id b)
{
  bool by_posts;
  if (hb_coupled (s->trace, a, b))
    run_before (s, a, b);
  if (!hb_buries (s->trace, b, a, &by_posts) || !by_posts)
    return;
  if (runs_before (s, a, b))
    start_before (s, a, b);
  if (is_there_before (s, b, a))
    run_before (s, b, a);
}

/* B is posted before A starts. */
static void
on_arrival (struct hb_serial *s, hb_id b, hb_id a)
{
  bool by_posts;
  if (a == b || !hb_buries (s->trace, b, a, &by_posts))
    return;
  if (!by_posts || is_posted_before (s, a, b))
    run_before (s, b, a);
  else if (runs_before (s, a, b))
    post_before (s, b, a);
}

/* The messages of BEFORE and AFTER, if they are of one handler. */
static void
apply_to_messages (struct hb_serial *s, hb_id before, hb_id after)
{
  const struct hb_message *messages = s->trace->messages.data;
  hb_id a = s->segment[before].message, b = s->segment[after].message;
  if (a == b || messages[a].handler != messages[b].handler)
    return;
  /* Any node of the one before any node of the other. */
  set_reason (s, s->segment[before].first_node, last_node (s, after));
  if (!serial_is_last (s, before) || !serial_is_first (s, after))
    run_before (s, a, b);
  else if (messages[a].kind == HB_POSTED && messages[b].kind == HB_POSTED)
    on_run (s, a, b);
}

/* Message A is posted in a segment before AFTER. */
static void
apply_to_post (struct hb_serial *s, hb_id a, hb_id after)
{
  hb_id handler = s->trace->messages.data[a].handler, starting = s->segment[after].message;
  for (hb_id j = serial_first_post (s, after, handler); serial_is_post_to (s, after, j, handler);
       j++)
    {
      hb_id b = s->posts[j].message;
      s->work++;
      if (!s->posts[j].is_first)
        continue;
      set_reason (s, s->trace->messages.data[a].post, s->trace->messages.data[b].post);
      on_posts (s, a, b);
    }
  const struct hb_message *m = &s->trace->messages.data[starting];
  if (!serial_has_burials (s, handler) || m->handler != handler || m->kind != HB_POSTED
      || !serial_is_first (s, after))
    return;
  set_reason (s, s->trace->messages.data[a].post, m->first);
  on_arrival (s, a, starting);
}

void
serial_apply_rules (struct hb_serial *s, hb_id before, hb_id after)
{
  s->work += RULES_WORDS;
  apply_to_messages (s, before, after);
  for (hb_id i = s->posts_of[before]; i < s->posts_of[before + 1]; i++)
    if (s->posts[i].is_last)
      apply_to_post (s, s->posts[i].message, after);
}

void
serial_apply_inner_rules (struct hb_serial *s, hb_id segment)
{
  for (hb_id i = s->posts_of[segment]; i < s->posts_of[segment + 1]; i++)
    for (hb_id j = i + 1; serial_is_post_to (s, segment, j, s->posts[i].handler); j++)
      {
        hb_id a = s->posts[i].message, b = s->posts[j].message;
        hb_id post_a = s->trace->messages.data[a].post, post_b = s->trace->messages.data[b].post;
        bool by_posts;
        s->work++;
        set_reason (s, post_a, post_a);
        if (hb_coupled (s->trace, a, b))
          {
            /* Being coupled is an equivalence here: the next one of each is enough. */
            run_before (s, a, b);
            break;
          }
        if (hb_buries (s->trace, a, b, &by_posts) && !by_posts)
          run_before (s, a, b);
        if (!hb_buries (s->trace, b, a, &by_posts))
          continue;
        /* Nobody starts between the two posts while they are of one segment. */
        set_reason (s, post_a, post_b);
        run_before (s, b, a);
        /* And so all of a stack run one after another. */
        if (by_posts)
          break;
      }
}

/* Which POST of an Android log each message answers, and whether it is a post at the end of the
 * queue, where it stands (android.h).
 *
 * Android's queue is sorted by the time at which a message is due, and messages due at the same time
 * stand in the order in which they came.  So a post without a delay is one of a FIFO queue.  A post
 * with a delay behaves as one made later; one at the front, or with a negative time, overtakes;
 * user input comes by another way and an idle handler runs when the queue has nothing to do, though
 * logs write a POST for both, outside any message and just before the CALL. */
#include "import/android_log.h"

static void
make_post (struct hb_android *log, hb_id post, hb_id run, bool by_timer)
{
  log->ops.data[post].emit = by_timer ? HB_EMIT_TIMER : HB_EMIT_POST;
  log->ops.data[post].partner = run;
  log->runs.data[run].post = post;
  log->runs.data[run].delayed = by_timer;
  log->counts[HB_COUNT_TIMED] += by_timer;
}

/* A looping thread's own post outside its messages, an idle handler's, a UI-POST. */
static bool
is_input (const struct hb_android *log, hb_id post, hb_id run)
{
  const struct hb_android_op *op = &log->ops.data[post];
  if (op->flags & HB_FLAG_INPUT || log->runs.data[run].idle)
    return true;
  return log->runs.data[op->run].kind == HB_RUN_GAP && op->thread == log->runs.data[run].thread;
}

static void
decide_delayed (struct hb_android *log, hb_id post, hb_id run)
{
  switch (log->options->delayed)
    {
    case HB_DELAYED_TIMER:
      make_post (log, post, run, true);
      break;
    case HB_DELAYED_EXTERNAL:
      log->counts[HB_COUNT_DELAYED_EXTERNAL]++;
      break;
    case HB_DELAYED_FIFO:
      make_post (log, post, run, false);
      break;
    default:
      log->counts[HB_COUNT_DELAYED_DROPPED]++;
      log->runs.data[run].dropped = true;
    }
}

/* The post is that of RUN's message. */
static void
decide (struct hb_android *log, hb_id post, hb_id run)
{
  const struct hb_android_options *options = log->options;
  uint8_t flags = log->ops.data[post].flags;
  if (options->drop_posts)
    log->counts[HB_COUNT_POSTS_DROPPED]++;
  else if (flags & HB_FLAG_FRONT && options->front == HB_JUMPING_EXTERNAL)
    log->counts[HB_COUNT_FRONT]++;
  else if (is_input (log, post, run) && options->input == HB_JUMPING_EXTERNAL)
    log->counts[HB_COUNT_INPUT]++;
  else if (flags & HB_FLAG_DELAYED)
    decide_delayed (log, post, run);
  else
    make_post (log, post, run, false);
}

/* The posts of every message that no CALL has answered yet, the oldest first, as lists. */
struct pending
{
  hb_id *first, *last; /* by message */
  hb_id *next;         /* by operation */
};

static void
answer (struct hb_android *log, struct pending *pending, hb_id call)
{
  struct hb_android_op *op = &log->ops.data[call];
  const struct hb_android_run *run = &log->runs.data[op->run];
  hb_id post = pending->first[op->object];
  log->counts[HB_COUNT_AGAIN] += run->start == call && run->again;
  if (post == HB_NONE)
    {
      log->counts[HB_COUNT_NOT_POSTED]++;
      return;
    }
  pending->first[op->object] = pending->next[post];
  struct hb_android_op *from = &log->ops.data[post];
  log->counts[HB_COUNT_OTHER_DEST] += from->partner != HB_NONE && from->partner != op->thread;
  from->partner = HB_NONE;
  if (run->start == call)
    decide (log, post, op->run);
  else if (!log->options->drop_posts && !log->options->drop_orders
           && log->ops.data[post].run != op->run)
    {
      /* Nested: part of the message around it, and after its post. */
      from->emit = HB_EMIT_BEFORE;
      op->emit = HB_EMIT_AFTER;
      op->partner = post;
    }
}

void
hb_android_resolve_posts (struct hb_android *log)
{
  hb_id messages = hb_names_count (log->message_names);
  struct pending pending = { .first = hb_calloc (messages, sizeof (hb_id)),
                             .last = hb_calloc (messages, sizeof (hb_id)),
                             .next = hb_calloc (log->ops.size, sizeof (hb_id)) };
  for (hb_id m = 0; m < messages; m++)
    pending.first[m] = HB_NONE;
  for (hb_id i = 0; i < log->ops.size; i++)
    {
      const struct hb_android_op *op = &log->ops.data[i];
      if (op->kind == HB_OP_CALL)
        answer (log, &pending, i);
      else if (hb_android_is_post (op->kind))
        {
          pending.next[i] = HB_NONE;
          if (pending.first[op->object] == HB_NONE)
            pending.first[op->object] = i;
          else
            pending.next[pending.last[op->object]] = i;
          pending.last[op->object] = i;
        }
    }
  for (hb_id m = 0; m < messages; m++)
    for (hb_id post = pending.first[m]; post != HB_NONE; post = pending.next[post])
      log->counts[HB_COUNT_NEVER_RAN]++;
  hb_free (pending.first);
  hb_free (pending.last);
  hb_free (pending.next);
}

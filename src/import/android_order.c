/* What comes before what in an Android log besides messages and memory (android.h):
 *
 *     FORK        before the THREADINIT of the thread forked      always so
 *     THREADEXIT  before the JOIN with the thread                 always so
 *     NOTIFY      before the WAIT that it ends                    always so
 *     ENABLE      before the TRIGGER of the same thing            so if no other ENABLE allowed it
 *     UNLOCK      before the next LOCK of the object              only so in this run
 *
 * (`forks` may have it that FORK posts what the thread starts with, as its first message.)
 *
 * A trace has no such edges; each becomes a variable of its own, written at the one end and read at
 * the other.  Reads-from is part of happens-before, and with one write and one reader neither
 * coherence nor from-read adds anything: exactly the edge.
 *
 * Locks exclude each other in every run, but which section comes first is not known from the
 * program; their order is kept only where it is asked for. */
#include "import/android_log.h"

static void
add_order (struct hb_android *log, hb_id before, hb_id after)
{
  struct hb_android_op *from = &log->ops.data[before], *to = &log->ops.data[after];
  if (log->options->drop_orders)
    return;
  if (from->run == to->run || log->runs.data[from->run].dropped || log->runs.data[to->run].dropped)
    return;
  from->emit = HB_EMIT_BEFORE;
  to->emit = HB_EMIT_AFTER;
  to->partner = before;
}

/* A FORK posts what the thread does outside of messages, as its first message; but what the system forked before
 * any message ran is nobody's task. */
static void
post_start (struct hb_android *log, hb_id fork, hb_id init)
{
  hb_id run = log->ops.data[init].run;
  struct hb_android_run *start = &log->runs.data[run];
  const struct hb_android_run *by = &log->runs.data[log->ops.data[fork].run];
  if (start->kind != HB_RUN_START || start->post != HB_NONE || by == start
      || (by->kind == HB_RUN_START && by->post == HB_NONE))
    return;
  start->post = fork;
  log->ops.data[fork].emit = HB_EMIT_POST;
  log->ops.data[fork].partner = run;
}

/* What a thread starts with is a message like others. */
static void
make_starts (struct hb_android *log)
{
  for (hb_id t = 0; t < log->threads.size; t++)
    {
      if (log->threads.data[t].initial != HB_NONE)
        log->runs.data[log->threads.data[t].initial].kind = HB_RUN_START;
      log->threads.data[t].initial = HB_NONE;
    }
}

/* By thread: what happened to it and nothing has answered. */
struct events_of_thread
{
  hb_id fork, exit, notify;
};

static void
order_thread (struct hb_android *log, struct events_of_thread *last, hb_id i)
{
  const struct hb_android_op *op = &log->ops.data[i];
  switch (op->kind)
    {
    case HB_OP_FORK:
      log->counts[HB_COUNT_NO_THREADINIT] += last[op->object].fork != HB_NONE;
      last[op->object].fork = i;
      break;
    case HB_OP_THREADINIT:
      if (last[op->thread].fork != HB_NONE && log->options->forks == HB_FORKS_ORDER)
        add_order (log, last[op->thread].fork, i);
      if (last[op->thread].fork != HB_NONE && log->options->forks == HB_FORKS_POST)
        post_start (log, last[op->thread].fork, i);
      last[op->thread].fork = HB_NONE;
      break;
    case HB_OP_THREADEXIT:
      last[op->thread].exit = i;
      break;
    case HB_OP_JOIN:
      if (last[op->object].exit != HB_NONE && log->options->forks != HB_FORKS_DROP)
        add_order (log, last[op->object].exit, i);
      break;
    case HB_OP_NOTIFY:
      last[op->object].notify = i;
      break;
    case HB_OP_WAIT:
      log->counts[HB_COUNT_NO_NOTIFY] += last[op->thread].notify == HB_NONE;
      if (last[op->thread].notify != HB_NONE && !log->options->drop_notifies)
        add_order (log, last[op->thread].notify, i);
      last[op->thread].notify = HB_NONE;
      break;
    default:
      break;
    }
}

/* By what is locked or enabled. */
struct state_of_key
{
  hb_id unlock;      /* the last one that set it free */
  hb_id holder;      /* the thread that has it, or HB_NONE */
  hb_id depth;       /* how often, if so */
  hb_id first, last; /* ENABLE */
  bool several;      /* in several runs */
};

static void
order_lock (struct hb_android *log, struct state_of_key *key, hb_id i)
{
  const struct hb_android_op *op = &log->ops.data[i];
  if (op->kind == HB_OP_LOCK)
    {
      if (key->holder == op->thread)
        {
          key->depth++;
          return;
        }
      key->holder = op->thread;
      key->depth = 1;
      if (key->unlock != HB_NONE)
        add_order (log, key->unlock, i);
    }
  else if (key->holder == op->thread && key->depth > 1)
    key->depth--;
  else
    {
      key->holder = HB_NONE;
      key->unlock = i;
    }
}

static void
order_enable (struct hb_android *log, struct state_of_key *key, hb_id i)
{
  hb_id run = log->ops.data[i].run;
  if (key->first == HB_NONE)
    key->first = i;
  else
    key->several |= log->ops.data[key->first].run != run;
  key->last = i;
}

static void
order_trigger (struct hb_android *log, struct state_of_key *key, hb_id i)
{
  if (key->first == HB_NONE)
    return;
  if (log->options->enable == HB_ENABLE_LAST)
    add_order (log, key->last, i);
  else if (log->options->enable == HB_ENABLE_SOLE && !key->several)
    add_order (log, key->first, i);
}

void
hb_android_order (struct hb_android *log)
{
  size_t threads = log->threads.size, keys = hb_names_count (log->keys);
  struct events_of_thread *last = hb_calloc (threads, sizeof *last);
  for (size_t t = 0; t < threads; t++)
    last[t] = (struct events_of_thread){ HB_NONE, HB_NONE, HB_NONE };
  struct state_of_key *state = hb_calloc (keys, sizeof *state);
  for (size_t k = 0; k < keys; k++)
    state[k] = (struct state_of_key){
      .unlock = HB_NONE, .holder = HB_NONE, .first = HB_NONE, .last = HB_NONE
    };
  if (log->options->forks == HB_FORKS_POST)
    make_starts (log);
  for (hb_id i = 0; i < log->ops.size; i++)
    {
      uint8_t kind = log->ops.data[i].kind;
      if (kind >= HB_OP_FORK && kind <= HB_OP_WAIT)
        order_thread (log, last, i);
      else if (kind == HB_OP_LOCK || kind == HB_OP_UNLOCK)
        {
          if (log->options->order_locks)
            order_lock (log, &state[log->ops.data[i].object], i);
        }
      else if (kind >= HB_OP_ENABLE_LIFECYCLE && kind <= HB_OP_ENABLE_FOCUS)
        order_enable (log, &state[log->ops.data[i].object], i);
      else if (kind >= HB_OP_TRIGGER_LIFECYCLE && kind <= HB_OP_TRIGGER_FOCUS)
        order_trigger (log, &state[log->ops.data[i].object], i);
    }
  for (size_t t = 0; t < threads; t++)
    log->counts[HB_COUNT_NO_THREADINIT] += last[t].fork != HB_NONE;
  hb_free (last);
  hb_free (state);
}

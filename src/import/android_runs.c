/* Which message each operation of an Android log stands in (android.h).
 *
 *      thread with a queue               native thread
 *      THREADINIT  \                     NATIVE-ENTRY \
 *      ...          initial              POST          entry 1
 *      LOOP        /                     NATIVE-EXIT  /
 *      CALL 1  \
 *      ...      message 1                NATIVE-ENTRY \
 *      RET 1   /                         POST          entry 2
 *      POST     > gap 1                  NATIVE-EXIT  /
 *      CALL 2  \
 *      CALL 3   | message 2, with
 *      RET 3    | message 3 within       A thread without a queue has its initial message only.
 *      RET 2   /
 *
 * A CALL whose RET never comes ends at the next CALL of its thread.  That a RET will come is known
 * from a first pass, so nested messages and lost RETs are told apart. */
#include "import/android_log.h"

/* A CALL that has not met its RET: it lies on a stack of its thread, and hides an earlier one of the
 * same message. */
struct open_call
{
  hb_id op, below, hidden;
};

struct matcher
{
  struct hb_android *log;
  VEC (struct open_call) calls;
  VEC (hb_id) top;  /* by thread: on its stack; HB_NONE: empty */
  VEC (hb_id) last; /* by message: its last open CALL */
};

static void
match_ret (struct matcher *matcher, hb_id ret)
{
  struct hb_android_op *ops = matcher->log->ops.data;
  hb_id call = matcher->last.data[ops[ret].object];
  if (call == HB_NONE || ops[matcher->calls.data[call].op].thread != ops[ret].thread)
    return;
  for (hb_id open = HB_NONE; open != call;)
    {
      open = matcher->top.data[ops[ret].thread];
      const struct open_call *popped = &matcher->calls.data[open];
      matcher->top.data[ops[ret].thread] = popped->below;
      /* Not its message's last one if that is another thread's. */
      if (matcher->last.data[ops[popped->op].object] == open)
        matcher->last.data[ops[popped->op].object] = popped->hidden;
    }
  ops[ret].partner = matcher->calls.data[call].op;
  ops[ops[ret].partner].partner = ret;
}

/* Ties every RET to its CALL and back. */
static void
match_rets (struct hb_android *log)
{
  struct matcher matcher = { .log = log };
  vec_resize (matcher.top, log->threads.size, HB_NONE);
  vec_resize (matcher.last, hb_names_count (log->message_names), HB_NONE);
  for (hb_id i = 0; i < log->ops.size; i++)
    {
      const struct hb_android_op *op = &log->ops.data[i];
      if (op->kind == HB_OP_RET)
        match_ret (&matcher, i);
      if (op->kind != HB_OP_CALL)
        continue;
      struct open_call call = { i, matcher.top.data[op->thread], matcher.last.data[op->object] };
      matcher.top.data[op->thread] = matcher.last.data[op->object] = (hb_id)matcher.calls.size;
      vec_push (matcher.calls, call);
    }
  vec_free (matcher.calls);
  vec_free (matcher.top);
  vec_free (matcher.last);
}

/* --- Runs -------------------------------------------------------------------------------------- */

static hb_id
open_run (struct hb_android *log, hb_id op, enum hb_android_run_kind kind)
{
  hb_id thread = log->ops.data[op].thread;
  struct hb_android_thread *own = &log->threads.data[thread];
  struct hb_android_run run
      = { .kind = (uint8_t)kind, .thread = thread, .start = op, .post = HB_NONE };
  if (kind == HB_RUN_MESSAGE)
    run.message = log->ops.data[op].object;
  else if (kind == HB_RUN_ENTRY)
    run.message = own->entries++;
  else if (kind == HB_RUN_GAP)
    run.message = own->gaps++;
  own->current = (hb_id)log->runs.size;
  if (kind == HB_RUN_INITIAL)
    own->initial = own->current;
  vec_push (log->runs, run);
  return own->current;
}

static bool
in_message (const struct hb_android *log, const struct hb_android_thread *thread)
{
  return thread->current != HB_NONE && log->runs.data[thread->current].kind == HB_RUN_MESSAGE;
}

static void
enter_call (struct hb_android *log, hb_id i, hb_id *times)
{
  struct hb_android_op *op = &log->ops.data[i];
  struct hb_android_thread *thread = &log->threads.data[op->thread];
  thread->looping = true;
  if (in_message (log, thread) && !log->options->ignore_returns)
    {
      bool ends = log->ops.data[log->runs.data[thread->current].start].partner != HB_NONE;
      log->counts[ends ? HB_COUNT_NESTED : HB_COUNT_NO_RET]++;
      if (ends && log->options->nested == HB_NESTED_INLINE)
        {
          op->run = thread->current;
          return;
        }
    }
  op->run = open_run (log, i, HB_RUN_MESSAGE);
  log->runs.data[op->run].again = times[op->object]++;
}

static void
leave_call (struct hb_android *log, hb_id i)
{
  const struct hb_android_op *op = &log->ops.data[i];
  struct hb_android_thread *thread = &log->threads.data[op->thread];
  if (log->options->ignore_returns)
    return;
  if (op->partner == HB_NONE)
    log->counts[HB_COUNT_NO_CALL]++;
  else if (in_message (log, thread) && log->runs.data[thread->current].start == op->partner)
    thread->current = HB_NONE;
}

/* The run of an event that stands where no run is open. */
static hb_id
run_outside (struct hb_android *log, hb_id i)
{
  struct hb_android_thread *thread = &log->threads.data[log->ops.data[i].thread];
  bool entries = log->options->native == HB_NATIVE_ENTRIES;
  if (entries && thread->is_strange)
    {
      hb_id run = open_run (log, i, HB_RUN_ENTRY);
      log->threads.data[log->ops.data[i].thread].current = HB_NONE;
      return run;
    }
  if (entries && thread->is_native)
    return open_run (log, i, HB_RUN_ENTRY);
  if (thread->looping)
    return open_run (log, i, HB_RUN_GAP);
  if (thread->initial == HB_NONE)
    return open_run (log, i, HB_RUN_INITIAL);
  return thread->current = thread->initial;
}

/* What opens or ends a run without being a message. */
static void
cross_border (struct hb_android *log, hb_id i)
{
  const struct hb_android_op *op = &log->ops.data[i];
  struct hb_android_thread *thread = &log->threads.data[op->thread];
  if (in_message (log, thread))
    {
      if (op->kind == HB_OP_QUEUE_IDLE)
        log->runs.data[thread->current].idle = true;
      return;
    }
  if (op->kind == HB_OP_LOOP)
    thread->looping = true;
  if (op->kind == HB_OP_LOOP || op->kind == HB_OP_NATIVE_EXIT || op->kind == HB_OP_NATIVE_ENTRY)
    thread->current = HB_NONE;
}

void
hb_android_find_runs (struct hb_android *log)
{
  if (!log->options->ignore_returns)
    match_rets (log);
  hb_id *times = hb_calloc (hb_names_count (log->message_names), sizeof *times);
  for (hb_id i = 0; i < log->ops.size; i++)
    {
      struct hb_android_op *op = &log->ops.data[i];
      if (op->kind == HB_OP_CALL)
        enter_call (log, i, times);
      else if (op->kind == HB_OP_RET)
        leave_call (log, i);
      else if (op->kind > HB_OP_LAST_EVENT)
        cross_border (log, i);
      else
        {
          hb_id current = log->threads.data[op->thread].current;
          hb_id run = current != HB_NONE ? current : run_outside (log, i);
          log->ops.data[i].run = run;
        }
    }
  for (size_t t = 0; t < log->threads.size; t++)
    if (!log->options->ignore_returns && in_message (log, &log->threads.data[t]))
      log->counts[HB_COUNT_NO_RET]++;
  hb_free (times);
}

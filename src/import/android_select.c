/* Which events of an Android log stand in the trace (android.h): accesses that the options leave out,
 * what stood in messages that were left out, and messages that the published converter left out.
 *
 * That converter kept what could matter to memory: accesses to variables that several messages share,
 * reads that some write came before, messages with such an access, and the messages on the way from
 * the first post to one of them. */
#include "import/android_log.h"

static bool
is_access (const struct hb_android_op *op)
{
  return op->kind <= HB_OP_WRITE_STATIC;
}

static bool
is_read (const struct hb_android_op *op)
{
  return op->kind == HB_OP_READ || op->kind == HB_OP_READ_STATIC;
}

/* By variable: does more than one run have an access that is not left out?  New. */
static bool *
find_shared (const struct hb_android *log)
{
  size_t variables = hb_names_count (log->variables);
  bool *shared = hb_calloc (variables, sizeof *shared);
  hb_id *first = hb_calloc (variables, sizeof *first);
  for (size_t v = 0; v < variables; v++)
    first[v] = HB_NONE;
  for (size_t i = 0; i < log->ops.size; i++)
    {
      const struct hb_android_op *op = &log->ops.data[i];
      if (!is_access (op) || !op->emit)
        continue;
      if (first[op->object] == HB_NONE)
        first[op->object] = op->run;
      shared[op->object] |= first[op->object] != op->run;
    }
  hb_free (first);
  return shared;
}

/* Leaves out what only one run has. */
static void
drop_private (struct hb_android *log)
{
  bool *shared = find_shared (log);
  for (size_t i = 0; i < log->ops.size; i++)
    {
      struct hb_android_op *op = &log->ops.data[i];
      if (!is_access (op) || !op->emit || shared[op->object])
        continue;
      log->counts[HB_COUNT_PRIVATE]++;
      op->emit = HB_EMIT_NOTHING;
    }
  hb_free (shared);
}

static void
select_accesses (struct hb_android *log)
{
  const struct hb_android_options *options = log->options;
  bool *written = hb_calloc (hb_names_count (log->variables), sizeof *written);
  for (size_t i = 0; i < log->ops.size; i++)
    {
      struct hb_android_op *op = &log->ops.data[i];
      if (!is_access (op))
        continue;
      bool dropped = log->runs.data[op->run].dropped;
      log->counts[HB_COUNT_DROPPED_EVENTS] += dropped;
      bool early = is_read (op) && !written[op->object];
      written[op->object] |= !is_read (op) && !dropped;
      if (dropped)
        continue;
      if (early && options->drop_initial_reads)
        log->counts[HB_COUNT_INITIAL_READS]++;
      else
        op->emit = is_read (op) ? HB_EMIT_READ : HB_EMIT_WRITE;
    }
  hb_free (written);
  /* Whose accesses are of one message only is judged behind that, as the published converter did: by
   * what is left. */
  if (options->drop_private)
    drop_private (log);
}

static bool
is_posting (const struct hb_android_op *op)
{
  return op->emit == HB_EMIT_POST || op->emit == HB_EMIT_TIMER;
}

/* Drops the runs that have no event but posts and lead to no run that has one. */
static void
drop_idle_messages (struct hb_android *log)
{
  bool *kept = hb_calloc (log->runs.size, sizeof *kept);
  VEC (hb_id) work = VEC_EMPTY;
  for (size_t i = 0; i < log->ops.size; i++)
    {
      const struct hb_android_op *op = &log->ops.data[i];
      if (op->emit && !is_posting (op) && !kept[op->run])
        {
          kept[op->run] = true;
          vec_push (work, op->run);
        }
    }
  while (work.size)
    {
      hb_id post = log->runs.data[vec_pop (work)].post;
      if (post == HB_NONE || kept[log->ops.data[post].run])
        continue;
      kept[log->ops.data[post].run] = true;
      vec_push (work, log->ops.data[post].run);
    }
  for (size_t r = 0; r < log->runs.size; r++)
    {
      struct hb_android_run *run = &log->runs.data[r];
      log->counts[HB_COUNT_IDLE_RUNS] += !kept[r] && run->kind == HB_RUN_MESSAGE;
      run->dropped |= !kept[r];
    }
  vec_free (work);
  hb_free (kept);
}

/* Takes out what stands in dropped runs and the posts of dropped runs. */
static void
forget_dropped (struct hb_android *log)
{
  for (size_t i = 0; i < log->ops.size; i++)
    {
      struct hb_android_op *op = &log->ops.data[i];
      if (!op->emit)
        continue;
      bool dropped = log->runs.data[op->run].dropped;
      if (is_posting (op))
        {
          struct hb_android_run *target = &log->runs.data[op->partner];
          log->counts[HB_COUNT_ORPHANS] += dropped && !target->dropped;
          if (dropped || target->dropped)
            {
              target->post = HB_NONE;
              op->emit = HB_EMIT_NOTHING;
            }
        }
      else if (dropped)
        op->emit = HB_EMIT_NOTHING;
    }
}

/* An order needs both its ends. */
static void
forget_half_orders (struct hb_android *log)
{
  for (size_t i = 0; i < log->ops.size; i++)
    {
      struct hb_android_op *op = &log->ops.data[i];
      if (op->emit == HB_EMIT_AFTER && log->ops.data[op->partner].emit != HB_EMIT_BEFORE)
        op->emit = HB_EMIT_NOTHING;
    }
}

void
hb_android_select (struct hb_android *log)
{
  select_accesses (log);
  forget_dropped (log);
  if (log->options->drop_idle_messages)
    {
      drop_idle_messages (log);
      forget_dropped (log);
    }
  forget_half_orders (log);
  for (size_t i = 0; i < log->ops.size; i++)
    if (log->ops.data[i].emit)
      log->runs.data[log->ops.data[i].run].events++;
  for (size_t r = 0; r < log->runs.size; r++)
    {
      const struct hb_android_run *run = &log->runs.data[r];
      log->counts[HB_COUNT_EMPTY]
          += run->kind == HB_RUN_MESSAGE && !run->dropped && run->post == HB_NONE && !run->events;
    }
}

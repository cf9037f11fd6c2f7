/* The trace that an Android log became (android.h), told to a builder thread by thread.
 *
 *     handler t1                 every event carries the line of the log that it comes from
 *     message m2
 *       L45: read 0x4109c470.8 L30
 *       L46: post m3
 *       L47: post delay.m4       a delayed post: the handler `timer`, whose mailbox hands out its
 *     handler timer multiset     messages in any order, posts m4 at some later time
 *     message delay.m4
 *       post m4 */
#include "import/android_log.h"

#define TIMER "timer"

/* The texts of one event. */
struct writer
{
  struct hb_android *log;
  const struct hb_android_layout *layout;
  hb_builder *builder;
  hb_id *positions; /* of operations in their messages, if there are no labels; else NULL */
  hb_buffer label, name, from;
};

/* --- Names ------------------------------------------------------------------------------------- */

static struct hb_span
span_of (const hb_buffer *buffer)
{
  return (struct hb_span){ buffer->data, buffer->size };
}

/* The address of operation OP's event: its label, or where it stands. */
static struct hb_span
address (struct writer *w, hb_id op, hb_buffer *buffer)
{
  vec_clear (*buffer);
  if (!w->positions)
    {
      hb_android_put_text (buffer, "L");
      hb_android_put_number (buffer, w->log->ops.data[op].line);
    }
  else
    {
      hb_android_put_run (w->log, w->log->ops.data[op].run, buffer);
      hb_android_put_text (buffer, "@");
      hb_android_put_number (buffer, w->positions[op]);
    }
  return span_of (buffer);
}

static struct hb_span
label (struct writer *w, hb_id op)
{
  return w->positions ? hb_span (NULL) : address (w, op, &w->label);
}

static struct hb_span
variable (struct writer *w, hb_id number)
{
  return (struct hb_span){ hb_names_text (w->log->variables, number),
                           hb_names_length (w->log->variables, number) };
}

/* The variable that carries an order: by what comes before, and its line. */
static struct hb_span
order_variable (struct writer *w, hb_id before)
{
  const struct hb_android_op *op = &w->log->ops.data[before];
  const char *what = "enable.";
  if (op->kind == HB_OP_FORK)
    what = "fork.";
  else if (op->kind == HB_OP_THREADEXIT)
    what = "exit.";
  else if (op->kind == HB_OP_NOTIFY)
    what = "notify.";
  else if (op->kind == HB_OP_UNLOCK)
    what = "unlock.";
  else if (hb_android_is_post (op->kind))
    what = "nested.";
  vec_clear (w->name);
  hb_android_put_text (&w->name, what);
  hb_android_put_number (&w->name, op->line);
  return span_of (&w->name);
}

static struct hb_span
message_name (struct writer *w, hb_id run, bool by_timer)
{
  vec_clear (w->name);
  if (by_timer)
    hb_android_put_text (&w->name, "delay.");
  hb_android_put_run (w->log, run, &w->name);
  return span_of (&w->name);
}

/* --- Events ------------------------------------------------------------------------------------ */

static void
build_event (struct writer *w, hb_id i)
{
  const struct hb_android_op *op = &w->log->ops.data[i];
  hb_builder *b = w->builder;
  struct hb_span own = label (w, i);
  switch ((enum hb_android_emit)op->emit)
    {
    case HB_EMIT_WRITE:
      hb_builder_write (b, own, variable (w, op->object), hb_span (NULL));
      break;
    case HB_EMIT_READ:
      hb_builder_read (b, own, variable (w, op->object),
                       op->partner == HB_NONE ? hb_span (NULL)
                                              : address (w, op->partner, &w->from));
      break;
    case HB_EMIT_POST:
      hb_builder_post (b, own, message_name (w, op->partner, false));
      break;
    case HB_EMIT_TIMER:
      hb_builder_post (b, own, message_name (w, op->partner, true));
      break;
    case HB_EMIT_BEFORE:
      hb_builder_write (b, own, order_variable (w, i), hb_span (NULL));
      break;
    case HB_EMIT_AFTER:
      hb_builder_read (b, own, order_variable (w, op->partner), address (w, op->partner, &w->from));
      break;
    case HB_EMIT_NOTHING:
      break;
    }
}

static void
build_run (struct writer *w, hb_id number)
{
  const struct hb_android_run *run = &w->log->runs.data[number];
  if (run->kind == HB_RUN_INITIAL)
    hb_builder_message (w->builder, HB_INITIAL, hb_span (NULL));
  else
    hb_builder_message (w->builder, run->post == HB_NONE ? HB_EXTERNAL : HB_POSTED,
                        message_name (w, number, false));
  for (hb_id i = w->layout->op_start[number]; i < w->layout->op_start[number + 1]; i++)
    build_event (w, w->layout->ops[i]);
}

static void
build_thread (struct writer *w, hb_id thread)
{
  struct hb_android *log = w->log;
  const struct hb_android_layout *layout = w->layout;
  bool stands = false;
  hb_id start = layout->run_start[thread], end = layout->run_start[thread + 1];
  for (hb_id i = start; i < end; i++)
    stands |= hb_android_run_stands (&log->runs.data[layout->runs[i]]);
  bool active = log->options->drop_idle_messages && log->threads.data[thread].is_active;
  if (!stands && !active)
    {
      log->counts[HB_COUNT_THREADS]++;
      return;
    }
  const char *name = hb_names_text (log->thread_names, thread);
  hb_builder_handler (w->builder, hb_span (name), -1);
  hb_id initial = log->threads.data[thread].initial;
  if (initial != HB_NONE && hb_android_run_stands (&log->runs.data[initial]))
    build_run (w, initial);
  for (hb_id i = start; i < end; i++)
    if (layout->runs[i] != initial && hb_android_run_stands (&log->runs.data[layout->runs[i]]))
      build_run (w, layout->runs[i]);
}

static void
build_timer (struct writer *w)
{
  const struct hb_android *log = w->log;
  bool open = false;
  for (hb_id r = 0; r < log->runs.size; r++)
    {
      const struct hb_android_run *run = &log->runs.data[r];
      if (run->post == HB_NONE || !run->delayed)
        continue;
      if (!open)
        hb_builder_handler (w->builder, hb_span (TIMER), HB_MULTISET);
      open = true;
      hb_builder_message (w->builder, HB_POSTED, message_name (w, r, true));
      hb_builder_post (w->builder, hb_span (NULL), message_name (w, r, false));
    }
}

/* The writes of each variable, in the order of the log, as co. */
static void
build_coherence (struct writer *w)
{
  const struct hb_android *log = w->log;
  size_t variables = hb_names_count (log->variables);
  hb_id *start = hb_calloc (variables + 2, sizeof *start);
  for (size_t i = 0; i < log->ops.size; i++)
    if (log->ops.data[i].emit == HB_EMIT_WRITE)
      start[log->ops.data[i].object + 2]++;
  for (size_t v = 1; v <= variables; v++)
    start[v + 1] += start[v];
  hb_id *writes = hb_calloc (start[variables + 1], sizeof *writes);
  for (hb_id i = 0; i < log->ops.size; i++)
    if (log->ops.data[i].emit == HB_EMIT_WRITE)
      writes[start[log->ops.data[i].object + 1]++] = i;
  for (hb_id v = 0; v < variables; v++)
    {
      if (start[v + 1] - start[v] < 2)
        continue;
      w->builder->class->chain_start (w->builder, 'c', variable (w, v));
      for (hb_id i = start[v]; i < start[v + 1]; i++)
        w->builder->class->chain_add (w->builder, address (w, writes[i], &w->from));
    }
  hb_free (start);
  hb_free (writes);
}

/* --- The whole --------------------------------------------------------------------------------- */

/* The runs of each thread, in the order of the log. */
static void
lay_out_runs (const struct hb_android *log, struct hb_android_layout *layout)
{
  size_t threads = log->threads.size;
  layout->run_start = hb_calloc (threads + 2, sizeof (hb_id));
  layout->runs = hb_calloc (log->runs.size, sizeof (hb_id));
  for (size_t r = 0; r < log->runs.size; r++)
    layout->run_start[log->runs.data[r].thread + 2]++;
  for (size_t t = 1; t <= threads; t++)
    layout->run_start[t + 1] += layout->run_start[t];
  for (hb_id r = 0; r < log->runs.size; r++)
    layout->runs[layout->run_start[log->runs.data[r].thread + 1]++] = r;
}

static void
lay_out_ops (const struct hb_android *log, struct hb_android_layout *layout)
{
  size_t runs = log->runs.size;
  layout->op_start = hb_calloc (runs + 2, sizeof (hb_id));
  for (size_t r = 0; r < runs; r++)
    layout->op_start[r + 2] = layout->op_start[r + 1] + log->runs.data[r].events;
  layout->ops = hb_calloc (layout->op_start[runs + 1], sizeof (hb_id));
  for (hb_id i = 0; i < log->ops.size; i++)
    if (log->ops.data[i].emit)
      layout->ops[layout->op_start[log->ops.data[i].run + 1]++] = i;
}

/* Where every event stands in its message, a get being at 0.  New. */
static hb_id *
find_positions (const struct hb_android *log, const struct hb_android_layout *layout)
{
  hb_id *positions = hb_calloc (log->ops.size, sizeof *positions);
  for (hb_id r = 0; r < log->runs.size; r++)
    for (hb_id i = layout->op_start[r]; i < layout->op_start[r + 1]; i++)
      positions[layout->ops[i]] = i - layout->op_start[r] + (log->runs.data[r].post != HB_NONE);
  return positions;
}

/* Table 1 of the ED-consistency paper gives every message a get. */
static void
count_as_published (struct hb_android *log, const hb_builder *builder)
{
  struct hb_sizes sizes = hb_builder_sizes (builder);
  uint64_t without_get = 0;
  for (size_t r = 0; r < log->runs.size; r++)
    without_get += hb_android_run_stands (&log->runs.data[r]) && log->runs.data[r].post == HB_NONE;
  sizes.events += without_get;
  log->sizes = sizes;
}

void
hb_android_emit (struct hb_android *log, hb_builder *builder)
{
  struct hb_android_layout layout = { 0 };
  lay_out_runs (log, &layout);
  lay_out_ops (log, &layout);
  struct writer w = { .log = log, .layout = &layout, .builder = builder };
  if (log->options->no_labels)
    w.positions = find_positions (log, &layout);
  hb_build_meta (builder, "from", "Android log");
  if (log->options->any_order)
    hb_build_mailbox (builder, HB_MULTISET);
  for (hb_id t = 0; t < log->threads.size; t++)
    build_thread (&w, t);
  build_timer (&w);
  build_coherence (&w);
  bool wanted = log->options->recorded || log->options->recorded_posts;
  log->fifo = hb_android_record (log, &layout, wanted ? builder : NULL);
  hb_build_end (builder);
  count_as_published (log, builder);
  hb_free (layout.run_start);
  hb_free (layout.runs);
  hb_free (layout.op_start);
  hb_free (layout.ops);
  hb_free (w.positions);
  vec_free (w.label);
  vec_free (w.name);
  vec_free (w.from);
}

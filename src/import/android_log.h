/* An Android log on its way to a trace: operations, threads, runs.  Private to android_*.c; android.h
 * tells the way through the files.
 *
 * A **run** is what becomes a message of the trace: a message from CALL to RET, what a thread does
 * without messages, one entry of a native thread, what a thread with a queue does between its
 * messages. */
#ifndef HBKIT_ANDROID_LOG_H
#define HBKIT_ANDROID_LOG_H

#include "import/android.h"
#include "import/android_line.h"
#include "base/buffer.h"

/* What an operation becomes. */
enum hb_android_emit
{
  HB_EMIT_NOTHING,
  HB_EMIT_WRITE,
  HB_EMIT_READ,
  HB_EMIT_POST,
  HB_EMIT_TIMER,  /* posts the message that posts later */
  HB_EMIT_BEFORE, /* the write of an order's variable */
  HB_EMIT_AFTER   /* its read, from the operation `partner` */
};

/* What speaks against a post's being one at the end of the queue, where it stands. */
enum hb_android_flag
{
  HB_FLAG_DELAYED = 1, /* a delay, or a time of its own */
  HB_FLAG_FRONT = 2,   /* at the front of the queue */
  HB_FLAG_INPUT = 4    /* user input, an idle handler */
};

struct hb_android_op
{
  uint8_t kind, emit, flags;
  uint32_t line;
  hb_id thread;
  hb_id object; /* access: its variable; post, CALL, RET: the message's id; FORK, JOIN, NOTIFY: the
                    other thread; LOCK, UNLOCK, ENABLE, TRIGGER: number in `keys` */
  hb_id
      partner; /* CALL: its RET; read: the write; post: the run of its message; HB_EMIT_AFTER: what
                    comes before; HB_NONE: none */
  hb_id run;
};

enum hb_android_run_kind
{
  HB_RUN_INITIAL,
  HB_RUN_MESSAGE,
  HB_RUN_ENTRY, /* of a native thread */
  HB_RUN_GAP,   /* between two messages */
  HB_RUN_START  /* initial no more: posted by a FORK, or external */
};

struct hb_android_run
{
  uint8_t kind;
  bool dropped;
  bool delayed; /* posted by the timer */
  bool idle;    /* an idle handler */
  hb_id thread;
  hb_id message; /* HB_RUN_MESSAGE: number in `messages`; else how many there were before */
  hb_id again;   /* how many runs of the same message came before */
  hb_id start;   /* its first operation: the CALL, or its first event */
  hb_id post;    /* the operation that posts it, or HB_NONE */
  hb_id events;  /* that it will have, without the get */
};

struct hb_android_thread
{
  bool is_native, is_strange; /* strange: a negative number, so no thread in particular */
  bool is_active;             /* it posts or runs messages */
  bool looping;               /* for the passes: it has come to its loop */
  hb_id current;              /* for the passes: the run under way, or HB_NONE */
  hb_id initial;              /* its initial run, or HB_NONE */
  hb_id entries, gaps;
};

/* What is counted for the report, in its order. */
enum hb_android_count
{
  HB_COUNT_OTHER_LINES,
  HB_COUNT_UNKNOWN,
  HB_COUNT_DISORDER,
  HB_COUNT_MISSING,
  HB_COUNT_TRUNCATED,
  HB_COUNT_NO_RET,
  HB_COUNT_NO_CALL,
  HB_COUNT_NESTED,
  HB_COUNT_NEVER_RAN,
  HB_COUNT_NOT_POSTED,
  HB_COUNT_AGAIN,
  HB_COUNT_OTHER_DEST,
  HB_COUNT_POSTS_DROPPED,
  HB_COUNT_TIMED,
  HB_COUNT_DELAYED_EXTERNAL,
  HB_COUNT_DELAYED_DROPPED,
  HB_COUNT_FRONT,
  HB_COUNT_INPUT,
  HB_COUNT_ORPHANS,
  HB_COUNT_NO_THREADINIT,
  HB_COUNT_NO_NOTIFY,
  HB_COUNT_STATIC,
  HB_COUNT_DATABASE,
  HB_COUNT_INITIAL_READS,
  HB_COUNT_PRIVATE,
  HB_COUNT_DROPPED_EVENTS,
  HB_COUNT_IDLE_RUNS,
  HB_COUNT_EMPTY,
  HB_COUNT_THREADS,
  HB_COUNTS
};

/* Did the queues hand their messages out in the order of the log's posts? */
struct hb_android_fifo
{
  uint64_t overtaking; /* messages that ran before one posted earlier */
  hb_id early, late;   /* the first such: EARLY ran before LATE, posted earlier; HB_NONE: none */
};

struct hb_android
{
  const struct hb_android_options *options;
  hb_notes *notes;
  hb_diag *diag;
  VEC (struct hb_android_op) ops;
  VEC (struct hb_android_run) runs;
  VEC (struct hb_android_thread) threads;
  hb_names *thread_names;  /* "t5" */
  hb_names *message_names; /* "m12" */
  hb_names *variables;     /* "0x4109c470.8" */
  hb_names *keys;          /* locks, and what is enabled */
  hb_names *strangers;     /* unknown operations */
  VEC (uint64_t) stranger_counts;
  struct hb_android_fifo fifo;
  uint64_t counts[HB_COUNTS];
  uint64_t kinds[HB_OP_KINDS]; /* lines of each kind */
  uint64_t lines, operations;
  struct hb_sizes sizes;  /* as Table 1 counts: every message starts with a get */
  uint32_t disorder_line; /* where the numbers first went back */
};

/* The passes, in this order; each file tells what it does. */
bool hb_android_scan (struct hb_android *log, hb_input *input);
void hb_android_find_runs (struct hb_android *log);
void hb_android_resolve_posts (struct hb_android *log);
void hb_android_order (struct hb_android *log);
void hb_android_select (struct hb_android *log);
void hb_android_flow (struct hb_android *log);
void hb_android_emit (struct hb_android *log, hb_builder *builder);
void hb_android_tell (struct hb_android *log);

/* Where the trace's parts lie: runs by thread, operations with an event by run. */
struct hb_android_layout
{
  hb_id *run_start, *runs; /* of thread T: runs[run_start[T] .. run_start[T + 1] - 1] */
  hb_id *op_start, *ops;   /* of run R likewise */
};

/* The order of the log, as eo and mo lines on BUILDER unless it is NULL. */
struct hb_android_fifo hb_android_record (const struct hb_android *log,
                                          const struct hb_android_layout *layout,
                                          hb_builder *builder);

/* Append to BUFFER, without a zero byte at the end: a number, a text, the run's name in the trace. */
void hb_android_put_number (hb_buffer *buffer, uint64_t number);
void hb_android_put_text (hb_buffer *buffer, const char *text);
void hb_android_put_run (const struct hb_android *log, hb_id run, hb_buffer *buffer);

/* The run's name in the trace, in BUFFER, overwritten.  Borrowed from it. */
const char *hb_android_run_name (const struct hb_android *log, hb_id run, hb_buffer *buffer);

/* Does the run stand in the trace? */
static inline bool
hb_android_run_stands (const struct hb_android_run *run)
{
  return !run->dropped && (run->post != HB_NONE || run->events);
}

static inline bool
hb_android_is_post (uint8_t kind)
{
  return kind >= HB_OP_POST && kind <= HB_OP_IDLE_POST;
}

#endif

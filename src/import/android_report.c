/* What an Android log lost on its way to a trace, in sentences (android.h).  Nothing is lost
 * silently: every line of the log is an event, a border of a message, or counted here. */
#include "import/android_log.h"

#include "base/plural.h"

#include <inttypes.h>

/* One sentence for each count; the plural's text, and what differs in the singular. */
static const struct
{
  enum hb_android_count count;
  bool detail;
  const char *one, *many; /* each with one number */
} sentences[] = {
  { HB_COUNT_OTHER_LINES, true, "skipped %" PRIu64 " line that is no operation",
    "skipped %" PRIu64 " lines that are no operations" },
  { HB_COUNT_MISSING, false, "noticed %" PRIu64 " number skipped from one line to the next",
    "noticed %" PRIu64 " numbers skipped from one line to the next" },
  { HB_COUNT_TRUNCATED, false, "dropped the last line, %" PRIu64 ", in which the log was cut off",
    "" },
  { HB_COUNT_NO_RET, false, "ended %" PRIu64 " message without RET at the next CALL or the end",
    "ended %" PRIu64 " messages without RET at the next CALL or the end" },
  { HB_COUNT_NO_CALL, false, "ignored %" PRIu64 " RET without CALL",
    "ignored %" PRIu64 " RETs without CALL" },
  { HB_COUNT_NESTED, false, "found %" PRIu64 " message called within another (--nested)",
    "found %" PRIu64 " messages called within others (--nested)" },
  { HB_COUNT_NEVER_RAN, false, "dropped %" PRIu64 " post whose message never ran",
    "dropped %" PRIu64 " posts whose message never ran" },
  { HB_COUNT_NOT_POSTED, false, "found %" PRIu64 " message that no POST before it announces",
    "found %" PRIu64 " messages that no POST before them announces" },
  { HB_COUNT_AGAIN, false, "numbered %" PRIu64 " message anew: its id had run before",
    "numbered %" PRIu64 " messages anew: their ids had run before" },
  { HB_COUNT_OTHER_DEST, false,
    "found %" PRIu64 " post whose message ran on another thread than "
    "its dest",
    "found %" PRIu64 " posts whose messages ran on other threads than their dest" },
  { HB_COUNT_POSTS_DROPPED, false, "dropped %" PRIu64 " post (--posts keep)",
    "dropped %" PRIu64 " posts (--posts keep)" },
  { HB_COUNT_TIMED, false, "gave %" PRIu64 " delayed post to a timer (--delayed)",
    "gave %" PRIu64 " delayed posts to a timer (--delayed)" },
  { HB_COUNT_DELAYED_EXTERNAL, false, "dropped %" PRIu64 " delayed post (--delayed)",
    "dropped %" PRIu64 " delayed posts (--delayed)" },
  { HB_COUNT_DELAYED_DROPPED, false,
    "dropped %" PRIu64 " delayed message with its post (--delayed)",
    "dropped %" PRIu64 " delayed messages with their posts (--delayed)" },
  { HB_COUNT_FRONT, false, "dropped %" PRIu64 " post to the front of a queue (--front)",
    "dropped %" PRIu64 " posts to the front of a queue (--front)" },
  { HB_COUNT_INPUT, false, "dropped %" PRIu64 " post of user input or idle time (--input)",
    "dropped %" PRIu64 " posts of user input or idle time (--input)" },
  { HB_COUNT_ORPHANS, false, "dropped %" PRIu64 " post in a dropped message",
    "dropped %" PRIu64 " posts in dropped messages" },
  { HB_COUNT_NO_THREADINIT, true, "dropped %" PRIu64 " FORK of a thread that never started",
    "dropped %" PRIu64 " FORKs of threads that never started" },
  { HB_COUNT_NO_NOTIFY, true, "dropped %" PRIu64 " WAIT without NOTIFY",
    "dropped %" PRIu64 " WAITs without NOTIFY" },
  { HB_COUNT_STATIC, false, "dropped %" PRIu64 " access to a static field (--statics)",
    "dropped %" PRIu64 " accesses to static fields (--statics)" },
  { HB_COUNT_DATABASE, false, "dropped %" PRIu64 " access to a database (--databases)",
    "dropped %" PRIu64 " accesses to databases (--databases)" },
  { HB_COUNT_INITIAL_READS, false, "dropped %" PRIu64 " read of an initial value (--initial-reads)",
    "dropped %" PRIu64 " reads of initial values (--initial-reads)" },
  { HB_COUNT_PRIVATE, false, "dropped %" PRIu64 " access to a variable of one message (--private)",
    "dropped %" PRIu64 " accesses to variables of one message (--private)" },
  { HB_COUNT_DROPPED_EVENTS, false, "dropped %" PRIu64 " access in a dropped message",
    "dropped %" PRIu64 " accesses in dropped messages" },
  { HB_COUNT_IDLE_RUNS, false,
    "dropped %" PRIu64 " message that leads to no access (--idle-messages)",
    "dropped %" PRIu64 " messages that lead to no access (--idle-messages)" },
  { HB_COUNT_EMPTY, false, "dropped %" PRIu64 " message without events that nobody posts",
    "dropped %" PRIu64 " messages without events that nobody posts" },
  { HB_COUNT_THREADS, true, "dropped %" PRIu64 " thread without events",
    "dropped %" PRIu64 " threads without events" },
};
#define SENTENCES (sizeof sentences / sizeof *sentences)

static void
note (struct hb_android *log, bool detail, char *text)
{
  hb_notes_add (log->notes, text, detail);
}

static void
tell_counts (struct hb_android *log)
{
  for (size_t i = 0; i < SENTENCES; i++)
    {
      uint64_t count = log->counts[sentences[i].count];
      if (sentences[i].count == HB_COUNT_TRUNCATED && count)
        count = log->lines;
      const char *text = count == 1 || sentences[i].count == HB_COUNT_TRUNCATED ? sentences[i].one
                                                                                : sentences[i].many;
      if (count)
        note (log, sentences[i].detail, hb_format (text, count));
    }
}

/* Unknown operations, by name. */
static void
tell_strangers (struct hb_android *log)
{
  uint64_t count = log->counts[HB_COUNT_UNKNOWN];
  if (!count)
    return;
  note (log, false,
        hb_format ("skipped %" PRIu64 " line%s of %u unknown operation%s", count,
                   count == 1 ? "" : "s", hb_names_count (log->strangers),
                   hb_names_count (log->strangers) == 1 ? "" : "s"));
  for (hb_id i = 0; i < hb_names_count (log->strangers); i++)
    note (log, true,
          hb_format ("  unknown: %" PRIu64 " %s", log->stranger_counts.data[i],
                     hb_names_text (log->strangers, i)));
}

/* Known operations that become neither event nor border. */
static void
tell_left_out (struct hb_android *log)
{
  const struct hb_android_options *options = log->options;
  hb_buffer text = VEC_EMPTY;
  for (int kind = HB_OP_NONE + 1; kind < HB_OP_UNKNOWN; kind++)
    {
      bool out = kind >= HB_OP_ADD_IDLE
                 || (kind >= HB_OP_FORK && kind <= HB_OP_JOIN && options->forks == HB_FORKS_DROP)
                 || ((kind == HB_OP_NOTIFY || kind == HB_OP_WAIT) && options->drop_notifies)
                 || ((kind == HB_OP_LOCK || kind == HB_OP_UNLOCK) && !options->order_locks)
                 || (kind >= HB_OP_ENABLE_LIFECYCLE && kind <= HB_OP_TRIGGER_FOCUS
                     && options->enable == HB_ENABLE_DROP);
      if (out && log->kinds[kind])
        hb_buffer_add (&text, "%s %" PRIu64 " %s", text.size ? "," : "left out", log->kinds[kind],
                       hb_android_kind_name ((enum hb_android_kind)kind));
    }
  if (text.size)
    note (log, true, hb_buffer_take (&text));
  vec_free (text);
}

/* Is the order of the log that of queues? */
static void
tell_fifo (struct hb_android *log)
{
  hb_buffer early = VEC_EMPTY, late = VEC_EMPTY;
  const struct hb_android_fifo *fifo = &log->fifo;
  if (log->options->drop_posts)
    return;
  if (!fifo->overtaking)
    note (log, false, hb_copy_text ("the recorded order is FIFO on every queue"));
  else
    note (log, false,
          hb_format ("the recorded order is not FIFO: %" PRIu64 " message%s ran before one posted "
                     "earlier, first %s (line %u) before %s (line %u)",
                     fifo->overtaking, fifo->overtaking == 1 ? "" : "s",
                     hb_android_run_name (log, fifo->early, &early),
                     log->ops.data[log->runs.data[fifo->early].start].line,
                     hb_android_run_name (log, fifo->late, &late),
                     log->ops.data[log->runs.data[fifo->late].start].line));
  vec_free (early);
  vec_free (late);
}

void
hb_android_tell (struct hb_android *log)
{
  tell_strangers (log);
  if (log->counts[HB_COUNT_DISORDER])
    note (log, false,
          hb_format ("took %" PRIu64 " line%s in the order of the file, not of the numbers; the "
                     "first is line %u",
                     log->counts[HB_COUNT_DISORDER], log->counts[HB_COUNT_DISORDER] == 1 ? "" : "s",
                     log->disorder_line));
  tell_counts (log);
  tell_left_out (log);
  tell_fifo (log);
  note (log, true,
        hb_format ("read %s in %s", hb_many (log->operations, "operation"),
                   hb_many (log->lines, "line")));
  note (log, !log->options->drop_idle_messages,
        hb_format ("%s, %s and %s, if every message starts with a get, as in the published table",
                   hb_many (log->sizes.events, "event"), hb_many (log->sizes.messages, "message"),
                   hb_many (log->sizes.handlers, "handler")));
}

/* Fuzzing the reader of Android logs: whatever the bytes and the decisions, there is a trace or an error,
 * never a crash; what was read is written in a form that reads and writes as itself; and where the reader
 * says that the recorded order is that of a queue, it runs.
 *
 * The last is a strong one: the log is itself a run of the trace that it becomes, so every order that the
 * reader adds, and every reads-from, has to agree with it. */
#include "differential.h"
#include "targets.h"

#include "base/buffer.h"
#include "import/android.h"
#include "run/replay.h"
#include "small_traces.h"

/* Some decisions, by the bits of WORD. */
static struct hb_android_options
random_options (uint32_t word)
{
  struct hb_rng rng = hb_rng_stream (71, word);
  struct hb_android_options o = hb_android_defaults ();
  if (word % 4 == 0)
    return o;
  if (word % 4 == 1)
    o = hb_android_as_published ();
  o.drop_posts = hb_rng_below (&rng, 4) == 0;
  if (word % 4 == 1)
    return o;
  o.delayed = (enum hb_android_delayed)hb_rng_below (&rng, 4);
  o.front = (enum hb_android_jumping)hb_rng_below (&rng, 2);
  o.input = (enum hb_android_jumping)hb_rng_below (&rng, 2);
  o.native = (enum hb_android_native)hb_rng_below (&rng, 2);
  o.nested = (enum hb_android_nested)hb_rng_below (&rng, 2);
  o.enable = (enum hb_android_enable)hb_rng_below (&rng, 3);
  o.order_locks = hb_rng_coin (&rng);
  o.objects_only = hb_rng_coin (&rng);
  o.drop_initial_reads = hb_rng_coin (&rng);
  o.drop_private = hb_rng_below (&rng, 4) == 0;
  o.drop_idle_messages = hb_rng_below (&rng, 4) == 0;
  o.ignore_returns = hb_rng_below (&rng, 4) == 0;
  o.no_labels = hb_rng_coin (&rng);
  return o;
}

static bool
says (const hb_notes *notes, const char *text)
{
  for (size_t i = 0; i < notes->list.size; i++)
    if (strstr (notes->list.data[i].text, text))
      return true;
  return false;
}

static hb_trace *
read_bytes (const char *data, size_t size, const struct hb_android_options *options,
            hb_notes *notes, hb_diag *diag)
{
  hb_trace *trace
      = hb_android_read (hb_input_of_bytes ("fuzz.txt", data, size, diag), options, notes, diag);
  if (!trace == !hb_diag_errors (diag))
    hb_die ("%s", trace ? "a trace with errors" : "neither a trace nor an error");
  for (size_t i = 0; i < notes->list.size; i++)
    if (strlen (notes->list.data[i].text) > 1000)
      hb_die ("a note of %zu bytes", strlen (notes->list.data[i].text));
  return trace;
}

/* The recorded order of a queue runs; without posts every recorded order does. */
static void
check_recorded (const hb_trace *trace, const hb_notes *notes,
                const struct hb_android_options *options, const char *data, size_t size)
{
  hb_diag *diag = hb_diag_new ();
  hb_witness *witness = hb_witness_of_trace (trace, diag);
  bool fifo = options->drop_posts || says (notes, "recorded order is FIFO");
  bool runs = witness && hb_replay (trace, witness, NULL, diag);
  if (!witness || runs != fifo)
    {
      hb_diag_print (diag, stderr, false);
      hb_die ("the recorded order %s, but it is %s FIFO:\n%.*s\n%s", runs ? "runs" : "does not run",
              fifo ? "said to be" : "not", (int)size, data, text_of_trace (trace, NULL));
    }
  hb_witness_free (witness);
  hb_diag_free (diag);
}

static void
check_written (const hb_trace *trace)
{
  hb_diag *diag = hb_diag_new ();
  char *text = text_of_trace (trace, NULL);
  hb_trace *again = trace_of_bytes (text, strlen (text), diag);
  if (!again)
    hb_die ("what was written cannot be read: %s\n%s", hb_diag_first (diag), text);
  char *text_again = text_of_trace (again, NULL);
  if (strcmp (text, text_again))
    hb_die ("what was written is not written again:\n%s\n%s", text, text_again);
  hb_trace_free (again);
  hb_free (text_again);
  hb_free (text);
  hb_diag_free (diag);
}

/* Reads with the decisions that the number WORD stands for; true if there is a trace. */
static bool
try_bytes (const char *data, size_t size, uint32_t word)
{
  struct hb_android_options options = random_options (word);
  options.recorded = true;
  hb_notes notes = HB_NOTES_EMPTY;
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = read_bytes (data, size, &options, &notes, diag);
  if (trace)
    {
      check_recorded (trace, &notes, &options, data, size);
      check_written (trace);
    }
  else
    hb_free (text_of_diag (diag));
  bool read = trace;
  /* The order of posts alone is part of the whole; what the hint says is what the lines said. */
  options.recorded = false;
  options.recorded_posts = word % 8 == 3;
  hb_witness *hint;
  options.hint = &hint;
  hb_trace *again
      = hb_android_read (hb_input_of_bytes ("fuzz.txt", data, size, diag), &options, NULL, diag);
  if (read && (!again || !hint != options.recorded_posts || again->eo.size))
    hb_die ("read once, but not again");
  hb_witness *same = hint ? hb_witness_extending (again, trace, diag) : NULL;
  if (hint && !same)
    hb_die ("not the same trace: %s", hb_diag_first (diag));
  for (hb_id i = 0; same && i < same->mo_start[again->handlers.size]; i++)
    if (same->mo[i] != hint->mo[i])
      hb_die ("the hint is another order");
  hb_witness_free (same);
  hb_witness_free (hint);
  hb_trace_free (again);
  hb_trace_free (trace);
  hb_notes_clear (&notes);
  hb_diag_free (diag);
  return read;
}

static bool
run (const char *data, size_t size)
{
  uint32_t word = 0;
  for (size_t i = 0; i < size && i < 64; i++)
    word = word * 31 + (unsigned char)data[i];
  return try_bytes (data, size, word);
}

static const char *const words[] = { "1",
                                     "2",
                                     "tid:1",
                                     "tid:2",
                                     "tid:3",
                                     "tid:-1",
                                     "src:1",
                                     "src:2",
                                     "msg:1",
                                     "msg:2",
                                     "msg:3",
                                     "dest:-1",
                                     "dest:1",
                                     "delay:0",
                                     "delay:10",
                                     "delay:-1",
                                     "foq:1",
                                     "neg:1",
                                     "atTime:1",
                                     "CALL",
                                     "RET",
                                     "POST",
                                     "UI-POST",
                                     "DELAY-POST",
                                     "IDLE-POST",
                                     "READ",
                                     "WRITE",
                                     "READ-STATIC",
                                     "FORK",
                                     "JOIN",
                                     "THREADINIT",
                                     "THREADEXIT",
                                     "NOTIFY",
                                     "WAIT",
                                     "LOCK",
                                     "UNLOCK",
                                     "LOOP",
                                     "ATTACH-Q",
                                     "NATIVE-ENTRY",
                                     "NATIVE-EXIT",
                                     "NOP",
                                     "HUH",
                                     "QUEUE_IDLE",
                                     "obj:0x1",
                                     "obj:$",
                                     "class:La/B$C;",
                                     "field:8",
                                     "database:/a b",
                                     "rwId:7",
                                     "tid:",
                                     "tid:99999999999999999999",
                                     "\r",
                                     "\n",
                                     "\t",
                                     "\xff\xfe",
                                     "par-tid:1",
                                     "child-tid:3",
                                     "notifiedTid:1",
                                     "lock-obj:0x9",
                                     "view:1",
                                     "event:0",
                                     "ENABLE-EVENT",
                                     "TRIGGER-EVENT",
                                     "state:S",
                                     "id:1",
                                     "component:",
                                     "ENABLE-LIFECYCLE",
                                     "TRIGGER-LIFECYCLE" };

/* A log of some threads that post, run, read and write in any order, as logs have it or nearly. */
static char *
random_log (uint64_t seed)
{
  struct hb_rng rng = hb_rng_stream (72, seed);
  hb_buffer log = VEC_EMPTY;
  int running[4] = { 0 }, messages = 1 + (int)hb_rng_below (&rng, 8);
  hb_buffer_add (&log, "title\n\n1 START\n");
  for (int line = 2; line < 40; line++)
    {
      int tid = 1 + (int)hb_rng_below (&rng, 4), other = 1 + (int)hb_rng_below (&rng, 4);
      int msg = 1 + (int)hb_rng_below (&rng, (uint64_t)messages);
      uint64_t number = hb_rng_below (&rng, 3);
      switch (hb_rng_below (&rng, 20))
        {
        case 0:
          hb_buffer_add (&log, "%d ATTACH-Q tid:%d\t queue:1\n", line, tid);
          break;
        case 1:
          hb_buffer_add (&log, "%d LOOP tid:%d\t queue:1\n", line, tid);
          break;
        case 2:
          hb_buffer_add (&log, "%d NATIVE-ENTRY tid:%dthread-name:Binder #1\n", line, tid);
          break;
        case 3:
          hb_buffer_add (&log, "%d FORK par-tid:%d\t child-tid:%d\n", line, tid, other);
          break;
        case 4:
          hb_buffer_add (&log, "%d THREADINIT tid:%d\n", line, tid);
          break;
        case 5:
          hb_buffer_add (&log, "%d %s tid:%d\t lock-obj:0x%llu\n", line, number ? "LOCK" : "UNLOCK",
                         tid, (unsigned long long)number);
          break;
        case 6:
          hb_buffer_add (&log, "%d NOTIFY tid:%d notifiedTid:%d\n", line, tid, other);
          break;
        case 7:
          hb_buffer_add (&log, "%d WAIT tid:%d\n", line, tid);
          break;
        case 8:
          hb_buffer_add (&log, "%d %s-EVENT tid:%d view:1 event:%llu\n", line,
                         number ? "ENABLE" : "TRIGGER", tid, (unsigned long long)number % 2);
          break;
        case 9:
        case 10:
        case 11:
          hb_buffer_add (&log, "%d POST src:%d msg:%d dest:-1 delay:%llu\n", line, tid, msg,
                         (unsigned long long)(number / 2 * 10));
          break;
        case 12:
        case 13:
        case 14:
        case 15:
          if (running[tid - 1] && number)
            {
              hb_buffer_add (&log, "%d RET tid:%d\t msg:%d\n", line, tid, running[tid - 1]);
              running[tid - 1] = 0;
            }
          else
            {
              hb_buffer_add (&log, "%d CALL tid:%d\t msg:%d\n", line, tid, msg);
              running[tid - 1] = msg;
            }
          break;
        default:
          hb_buffer_add (&log, "rwId:%d %s tid:%d obj:0x%d class:La/B; field:%llu\n", line,
                         number ? "READ" : "WRITE", tid, other, (unsigned long long)number % 2);
        }
    }
  return hb_buffer_take (&log);
}

static bool
accepts (const char *data, size_t size)
{
  hb_diag *diag = hb_diag_new ();
  struct hb_android_options options = hb_android_defaults ();
  hb_notes notes = HB_NOTES_EMPTY;
  hb_trace *trace = read_bytes (data, size, &options, &notes, diag);
  hb_trace_free (trace);
  hb_notes_clear (&notes);
  hb_diag_free (diag);
  return trace;
}

static bool
try_log (const char *data, size_t size, bool checked)
{
  return checked ? run (data, size) : accepts (data, size);
}

const struct fuzz_target fuzz_android = { .name = "android",
                                          .sources = "import/android",
                                          FUZZ_WORDS (words),
                                          .make = random_log,
                                          .read = try_log,
                                          .rounds = 3000,
                                          .fresh = 8,
                                          .least = 0,
                                          .most = 4,
                                          .least_good = 25,
                                          .most_good = 99 };

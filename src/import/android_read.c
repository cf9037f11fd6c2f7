/* The lines of an Android log become operations (android.h), in one pass.
 *
 * A log has a head and, in DroidRacer's, a report behind it; their lines are no operations and are
 * counted.  A known operation that lacks a field is an error, unless it is the last line of the file:
 * then the log was cut off there. */
#include "import/android_log.h"

#include <string.h>

/* Lines of logs have some hundred bytes; a path may have thousands. */
#define LONGEST_LINE (1024 * 1024)

/* Small numbers come again and again: what "t5" was, without asking the names. */
#define CACHED 4096

struct reader
{
  struct hb_android *log;
  hb_input *input;
  hb_buffer name;
  hb_id known_threads[CACHED], known_messages[CACHED];
  uint64_t last_number[2]; /* of operations, of accesses */
  bool any[2];
};

/* The number in NAMES of PREFIX and NUMBER. */
static hb_id
intern_number (struct reader *reader, hb_names *names, hb_id *known, char prefix, int64_t number)
{
  bool small = number >= 0 && number < CACHED;
  if (small && known[number] != HB_NONE)
    return known[number];
  vec_clear (reader->name);
  hb_buffer_add (&reader->name, "%c%lld", prefix, (long long)number);
  hb_id id = hb_names_intern (names, reader->name.data, reader->name.size);
  if (small)
    known[number] = id;
  return id;
}

static hb_id
intern_thread (struct reader *reader, int64_t number)
{
  struct hb_android *log = reader->log;
  hb_id thread = intern_number (reader, log->thread_names, reader->known_threads, 't', number);
  if (thread == log->threads.size)
    {
      struct hb_android_thread fresh
          = { .current = HB_NONE, .initial = HB_NONE, .is_strange = number < 0 };
      vec_push (log->threads, fresh);
    }
  return thread;
}

/* --- Names of variables ------------------------------------------------------------------------
 *
 *     obj:0x4109c470 field:8          0x4109c470.8
 *     class:La/B$C; field:4326        static:La.B:C.4326
 *     database:/data/x y.db           db:.data.x~20y.db
 *
 * Different variables get different names: what a name may not have, and what stands for something
 * else, is written as ~ and two digits.  Fields have no ., objects no : and neither ends a name with one, so that
 * the parts of a name can be told apart. */

/* TEXT, with a . for each / if SLASHES, and a : for each $ if DOLLARS, but for one that ends the name. */
static void
add_escaped (hb_buffer *buffer, struct hb_span text, bool slashes, bool dollars)
{
  static const char digits[] = "0123456789ABCDEF";
  for (size_t i = 0; i < text.length; i++)
    {
      unsigned char c = (unsigned char)text.text[i];
      if (c == '/' && slashes)
        vec_push (*buffer, '.');
      else if (c == '$' && dollars)
        vec_push (*buffer, ':');
      else if (hb_is_name_byte (text.text[i]) && !strchr (".:~/$", c))
        vec_push (*buffer, (char)c);
      else
        {
          vec_push (*buffer, '~');
          vec_push (*buffer, digits[c >> 4]);
          vec_push (*buffer, digits[c & 15]);
        }
    }
}

static void
add_text (hb_buffer *buffer, const char *text)
{
  for (; *text; text++)
    vec_push (*buffer, *text);
}

/* No name ends with a colon. */
static void
end_name (hb_buffer *name)
{
  if (vec_top (*name) != ':')
    return;
  name->size--;
  add_text (name, "~24");
}

/* Of a class, or of an object? */
static bool
is_static (const struct hb_android_line *line)
{
  return line->kind == HB_OP_READ_STATIC || line->kind == HB_OP_WRITE_STATIC
         || !line->texts[HB_FIELD_OBJ].length;
}

static hb_id
intern_variable (struct reader *reader, const struct hb_android_line *line)
{
  struct hb_android *log = reader->log;
  hb_buffer *name = &reader->name;
  struct hb_span class = line->texts[HB_FIELD_CLASS];
  vec_clear (*name);
  if (line->texts[HB_FIELD_DATABASE].length)
    {
      add_text (name, "db:");
      add_escaped (name, line->texts[HB_FIELD_DATABASE], true, true);
      end_name (name);
      return hb_names_intern (log->variables, name->data, name->size);
    }
  if (is_static (line))
    {
      if (class.text[class.length - 1] == ';')
        class.length--;
      add_text (name, "static:");
      add_escaped (name, class, true, true);
    }
  else
    add_escaped (name, line->texts[HB_FIELD_OBJ], false, false);
  if (is_static (line) || !log->options->objects_only)
    {
      add_text (name, ".");
      add_escaped (name, line->texts[HB_FIELD_FIELD], false, true);
    }
  end_name (name);
  return hb_names_intern (log->variables, name->data, name->size);
}

/* What a lock or an ENABLE is about, as one text. */
static hb_id
intern_key (struct reader *reader, const struct hb_android_line *line)
{
  static const uint8_t parts[][3] = {
    { HB_FIELD_LOCK, HB_FIELD_LOCK, HB_FIELD_LOCK },
    { HB_FIELD_COMPONENT, HB_FIELD_ID, HB_FIELD_STATE },
    { HB_FIELD_VIEW, HB_FIELD_EVENT, HB_FIELD_EVENT },
    { HB_FIELD_WINDOW, HB_FIELD_WINDOW, HB_FIELD_WINDOW },
  };
  size_t about = 0;
  if (line->kind == HB_OP_ENABLE_LIFECYCLE || line->kind == HB_OP_TRIGGER_LIFECYCLE)
    about = 1;
  else if (line->kind == HB_OP_ENABLE_EVENT || line->kind == HB_OP_TRIGGER_EVENT)
    about = 2;
  else if (line->kind == HB_OP_ENABLE_FOCUS || line->kind == HB_OP_TRIGGER_FOCUS)
    about = 3;
  hb_buffer *name = &reader->name;
  vec_clear (*name);
  vec_push (*name, (char)('0' + about));
  for (int i = 0; i < 3; i++)
    {
      struct hb_span text = line->texts[parts[about][i]];
      for (size_t j = 0; j < text.length; j++)
        vec_push (*name, text.text[j]);
      vec_push (*name, ' ');
    }
  return hb_names_intern (reader->log->keys, name->data, name->size);
}

/* --- Operations -------------------------------------------------------------------------------- */

static uint8_t
post_flags (const struct hb_android_line *line)
{
  int64_t delay = line->numbers[HB_FIELD_DELAY];
  bool front = line->numbers[HB_FIELD_FRONT] || line->numbers[HB_FIELD_NEGATIVE] || delay < 0;
  bool delayed = delay > 0 || line->numbers[HB_FIELD_AT_TIME];
  bool input = line->kind == HB_OP_UI_POST || line->kind == HB_OP_IDLE_POST;
  return (uint8_t)((delayed ? HB_FLAG_DELAYED : 0) | (front ? HB_FLAG_FRONT : 0)
                   | (input ? HB_FLAG_INPUT : 0));
}

/* The thread that does it.  Operations without one are not kept. */
static int64_t
doer (const struct hb_android_line *line)
{
  if (hb_android_is_post ((uint8_t)line->kind))
    return line->numbers[HB_FIELD_SRC];
  if (line->kind == HB_OP_FORK
      || (line->kind == HB_OP_JOIN && line->seen & HB_SEEN_NUMBER (HB_FIELD_PARENT)))
    return line->numbers[HB_FIELD_PARENT];
  return line->numbers[HB_FIELD_TID];
}

/* Fills in what OP is about. */
static void
fill_object (struct reader *reader, const struct hb_android_line *line, struct hb_android_op *op)
{
  struct hb_android *log = reader->log;
  if (line->kind <= HB_OP_WRITE_STATIC)
    op->object = intern_variable (reader, line);
  else if (line->kind <= HB_OP_RET)
    op->object = intern_number (reader, log->message_names, reader->known_messages, 'm',
                                line->numbers[HB_FIELD_MSG]);
  else if (line->kind == HB_OP_FORK || line->kind == HB_OP_JOIN)
    op->object = intern_thread (reader, line->numbers[HB_FIELD_CHILD]);
  else if (line->kind == HB_OP_NOTIFY)
    op->object = intern_thread (reader, line->numbers[HB_FIELD_NOTIFIED]);
  else if (line->kind >= HB_OP_LOCK && line->kind <= HB_OP_LAST_EVENT)
    op->object = intern_key (reader, line);
  if (hb_android_is_post (op->kind))
    {
      op->flags = post_flags (line);
      /* Until the runs are known: where the log says that the message goes. */
      if (line->seen & HB_SEEN_NUMBER (HB_FIELD_DEST) && line->numbers[HB_FIELD_DEST] >= 0)
        op->partner = intern_thread (reader, line->numbers[HB_FIELD_DEST]);
    }
}

static void
note_thread (struct hb_android *log, const struct hb_android_op *op)
{
  struct hb_android_thread *thread = &log->threads.data[op->thread];
  thread->is_native |= op->kind == HB_OP_NATIVE_ENTRY;
  thread->is_active |= op->kind == HB_OP_CALL || hb_android_is_post (op->kind);
}

/* Is an access left out whatever it reads or writes? */
static bool
is_unwanted (struct hb_android *log, const struct hb_android_line *line)
{
  if (line->kind > HB_OP_WRITE_STATIC)
    return false;
  if (line->texts[HB_FIELD_DATABASE].length)
    {
      log->counts[HB_COUNT_DATABASE] += log->options->drop_databases;
      return log->options->drop_databases;
    }
  bool unwanted = is_static (line) && log->options->drop_statics;
  log->counts[HB_COUNT_STATIC] += unwanted;
  return unwanted;
}

static bool
is_kept (enum hb_android_kind kind)
{
  return kind <= HB_OP_LAST_EVENT || kind == HB_OP_ATTACH_Q || kind == HB_OP_LOOP
         || kind == HB_OP_NATIVE_ENTRY || kind == HB_OP_NATIVE_EXIT || kind == HB_OP_QUEUE_IDLE;
}

static void
check_number (struct reader *reader, const struct hb_android_line *line)
{
  struct hb_android *log = reader->log;
  int series = line->is_access;
  uint64_t last = reader->last_number[series];
  if (reader->any[series] && line->number <= last)
    {
      if (!log->counts[HB_COUNT_DISORDER]++)
        log->disorder_line = (uint32_t)hb_input_line_number (reader->input);
    }
  else if (reader->any[series])
    log->counts[HB_COUNT_MISSING] += line->number - last - 1;
  reader->any[series] = true;
  reader->last_number[series] = line->number;
}

static void
add_operation (struct reader *reader, const struct hb_android_line *line)
{
  struct hb_android *log = reader->log;
  check_number (reader, line);
  log->kinds[line->kind]++;
  log->operations++;
  if (line->kind == HB_OP_UNKNOWN)
    {
      hb_id word = hb_names_intern (log->strangers, line->word.text, line->word.length);
      if (word == log->stranger_counts.size)
        vec_push (log->stranger_counts, 0);
      log->stranger_counts.data[word]++;
      log->counts[HB_COUNT_UNKNOWN]++;
    }
  if (!is_kept (line->kind) || is_unwanted (log, line))
    return;
  struct hb_android_op op = { .kind = (uint8_t)line->kind,
                              .line = (uint32_t)hb_input_line_number (reader->input),
                              .object = HB_NONE,
                              .partner = HB_NONE,
                              .run = HB_NONE };
  op.thread = intern_thread (reader, doer (line));
  fill_object (reader, line, &op);
  note_thread (log, &op);
  vec_push (log->ops, op);
}

/* --- Lines ------------------------------------------------------------------------------------- */

/* The line at *TEXT cannot be read.  At the end of the file that is a log cut off; anywhere else an error.
 * Goes on to the next line; false if there is none. */
static bool
leave_line (struct reader *reader, const struct hb_android_line *line, const char **text,
            size_t *length)
{
  struct hb_place place = hb_input_place (reader->input, line->column);
  char *copy = hb_copy_bytes (*text, *length),
       *word = hb_copy_bytes (line->word.text, line->word.length);
  place.text = copy;
  bool more = hb_input_line (reader->input, text, length);
  if (more)
    hb_error (reader->log->diag, &place, "expected %s in this %s line", line->wanted, word);
  else
    reader->log->counts[HB_COUNT_TRUNCATED]++;
  hb_free (copy);
  hb_free (word);
  return more;
}

static void
read_lines (struct reader *reader)
{
  struct hb_android *log = reader->log;
  struct hb_android_line line;
  const char *text;
  size_t length;
  for (bool more = hb_input_line (reader->input, &text, &length);
       more && !hb_diag_full (log->diag);)
    {
      log->lines++;
      if (hb_input_line_number (reader->input) >= UINT32_MAX || log->ops.size >= HB_NONE - 1)
        {
          struct hb_place place = hb_input_place (reader->input, 0);
          hb_error (log->diag, &place, "a log may have at most 2^32 - 2 lines");
          return;
        }
      if (!hb_android_split (text, length, &line))
        {
          more = leave_line (reader, &line, &text, &length);
          continue;
        }
      if (line.kind == HB_OP_NONE)
        log->counts[HB_COUNT_OTHER_LINES]++;
      else
        add_operation (reader, &line);
      more = hb_input_line (reader->input, &text, &length);
    }
}

bool
hb_android_scan (struct hb_android *log, hb_input *input)
{
  struct reader *reader = hb_calloc (1, sizeof *reader);
  reader->log = log;
  reader->input = input;
  for (size_t i = 0; i < CACHED; i++)
    reader->known_threads[i] = reader->known_messages[i] = HB_NONE;
  size_t errors = hb_diag_errors (log->diag);
  hb_input_limit_lines (input, LONGEST_LINE);
  read_lines (reader);
  bool good = !hb_input_failed (input) && hb_diag_errors (log->diag) == errors;
  if (good && !log->operations)
    {
      struct hb_place place = { .file = hb_input_name (input) };
      hb_error (log->diag, &place,
                "no operation in this log; expected lines such as '2 THREADINIT tid:1'");
      good = false;
    }
  vec_free (reader->name);
  hb_free (reader);
  return good;
}

/* A line of an Android log (android.h) into number, operation and fields.
 *
 *     rwId:1 READ tid:1 obj:0x4109c470 class:La/B; field:8
 *     5 NATIVE-ENTRY tid:2thread-name:Binder Thread #1       no blank behind a number
 *     3 ENABLE-LIFECYCLE tid:1 component: id:0 state:X       an empty text
 *     15 CALL tid:1<TAB> msg:1
 *
 * Reading is generous: blanks and tabs vary, fields come in any order, those that are not known are
 * skipped.  A number ends where its digits end, a text at the next blank, a path at the line's end. */
#include "import/android_line.h"

#define NUMBER(FIELD) HB_SEEN_NUMBER (HB_FIELD_##FIELD)
#define TEXT(FIELD) HB_SEEN_TEXT (HB_FIELD_##FIELD)

/* Bytes in the name of an operation, known or not. */
#define LONGEST_WORD 40

struct operation
{
  const char *name;
  uint8_t length;
  enum hb_android_kind kind;
  uint32_t needs;     /* fields that it must have */
  const char *wanted; /* in words */
};

#define OPERATION(NAME, KIND, NEEDS, WANTED)                                                       \
  {                                                                                                \
    NAME, sizeof NAME - 1, KIND, NEEDS, WANTED                                                     \
  }
#define WITH_TID "tid:NUMBER"
#define WITH_MESSAGE "tid:NUMBER msg:NUMBER"
#define WITH_POST "src:NUMBER msg:NUMBER"
#define WITH_EVENT "tid:NUMBER view:VIEW event:EVENT"
#define WITH_FOCUS "tid:NUMBER windowHash:WINDOW"
#define WITH_STATE "tid:NUMBER id:ID state:STATE"
#define WITH_LOCK "tid:NUMBER lock-obj:OBJECT"

/* The most frequent first. */
static const struct operation operations[] = {
  OPERATION ("READ", HB_OP_READ, NUMBER (TID), WITH_TID),
  OPERATION ("WRITE", HB_OP_WRITE, NUMBER (TID), WITH_TID),
  OPERATION ("READ-STATIC", HB_OP_READ_STATIC, NUMBER (TID), WITH_TID),
  OPERATION ("WRITE-STATIC", HB_OP_WRITE_STATIC, NUMBER (TID), WITH_TID),
  OPERATION ("ACCESS", HB_OP_ACCESS, 0, NULL),
  OPERATION ("POST", HB_OP_POST, NUMBER (SRC) | NUMBER (MSG), WITH_POST),
  OPERATION ("CALL", HB_OP_CALL, NUMBER (TID) | NUMBER (MSG), WITH_MESSAGE),
  OPERATION ("RET", HB_OP_RET, NUMBER (TID) | NUMBER (MSG), WITH_MESSAGE),
  OPERATION ("LOCK", HB_OP_LOCK, NUMBER (TID) | TEXT (LOCK), WITH_LOCK),
  OPERATION ("UNLOCK", HB_OP_UNLOCK, NUMBER (TID) | TEXT (LOCK), WITH_LOCK),
  OPERATION ("NATIVE-ENTRY", HB_OP_NATIVE_ENTRY, NUMBER (TID), WITH_TID),
  OPERATION ("NATIVE-EXIT", HB_OP_NATIVE_EXIT, NUMBER (TID), WITH_TID),
  OPERATION ("ENABLE-EVENT", HB_OP_ENABLE_EVENT, NUMBER (TID) | TEXT (VIEW) | TEXT (EVENT),
             WITH_EVENT),
  OPERATION ("TRIGGER-EVENT", HB_OP_TRIGGER_EVENT, NUMBER (TID) | TEXT (VIEW) | TEXT (EVENT),
             WITH_EVENT),
  OPERATION ("ENABLE-LIFECYCLE", HB_OP_ENABLE_LIFECYCLE, NUMBER (TID) | TEXT (ID) | TEXT (STATE),
             WITH_STATE),
  OPERATION ("TRIGGER-LIFECYCLE", HB_OP_TRIGGER_LIFECYCLE, NUMBER (TID) | TEXT (ID) | TEXT (STATE),
             WITH_STATE),
  OPERATION ("ENABLE-WINDOW-FOCUS", HB_OP_ENABLE_FOCUS, NUMBER (TID) | TEXT (WINDOW), WITH_FOCUS),
  OPERATION ("TRIGGER-WINDOW-FOCUS", HB_OP_TRIGGER_FOCUS, NUMBER (TID) | TEXT (WINDOW), WITH_FOCUS),
  OPERATION ("FORK", HB_OP_FORK, NUMBER (PARENT) | NUMBER (CHILD),
             "par-tid:NUMBER child-tid:NUMBER"),
  OPERATION ("THREADINIT", HB_OP_THREADINIT, NUMBER (TID), WITH_TID),
  OPERATION ("THREADEXIT", HB_OP_THREADEXIT, NUMBER (TID), WITH_TID),
  OPERATION ("JOIN", HB_OP_JOIN, NUMBER (CHILD), "par-tid:NUMBER child-tid:NUMBER"),
  OPERATION ("NOTIFY", HB_OP_NOTIFY, NUMBER (TID) | NUMBER (NOTIFIED),
             "tid:NUMBER notifiedTid:NUMBER"),
  OPERATION ("WAIT", HB_OP_WAIT, NUMBER (TID), WITH_TID),
  OPERATION ("NATIVE-POST", HB_OP_NATIVE_POST, NUMBER (SRC) | NUMBER (MSG), WITH_POST),
  OPERATION ("UI-POST", HB_OP_UI_POST, NUMBER (SRC) | NUMBER (MSG), WITH_POST),
  OPERATION ("DELAY-POST", HB_OP_DELAY_POST, NUMBER (SRC) | NUMBER (MSG), WITH_POST),
  OPERATION ("IDLE-POST", HB_OP_IDLE_POST, NUMBER (SRC) | NUMBER (MSG), WITH_POST),
  OPERATION ("START", HB_OP_START, 0, NULL),
  OPERATION ("ATTACH-Q", HB_OP_ATTACH_Q, NUMBER (TID), WITH_TID),
  OPERATION ("LOOP", HB_OP_LOOP, NUMBER (TID), WITH_TID),
  OPERATION ("LOOP-EXIT", HB_OP_LOOP_EXIT, NUMBER (TID), WITH_TID),
  OPERATION ("QUEUE_IDLE", HB_OP_QUEUE_IDLE, NUMBER (TID), WITH_TID),
  OPERATION ("ADD_IDLE_HANDLER", HB_OP_ADD_IDLE, 0, NULL),
  OPERATION ("REMOVE_IDLE_HANDLER", HB_OP_REMOVE_IDLE, 0, NULL),
  OPERATION ("TRIGGER-BROADCAST", HB_OP_BROADCAST, 0, NULL),
  OPERATION ("TRIGGER-SERVICE", HB_OP_SERVICE, 0, NULL),
  OPERATION ("INSTANCE-INTENT", HB_OP_INSTANCE, 0, NULL),
  OPERATION ("NOP", HB_OP_NOP, 0, NULL),
};
#define OPERATIONS (sizeof operations / sizeof *operations)

static const struct
{
  const char *name;
  size_t length;
  bool is_number;
  uint8_t field; /* of the numbers, or of the texts */
} keys[] = {
  { "tid", 3, true, HB_FIELD_TID },
  { "obj", 3, false, HB_FIELD_OBJ },
  { "class", 5, false, HB_FIELD_CLASS },
  { "field", 5, false, HB_FIELD_FIELD },
  { "src", 3, true, HB_FIELD_SRC },
  { "msg", 3, true, HB_FIELD_MSG },
  { "dest", 4, true, HB_FIELD_DEST },
  { "delay", 5, true, HB_FIELD_DELAY },
  { "lock-obj", 8, false, HB_FIELD_LOCK },
  { "view", 4, false, HB_FIELD_VIEW },
  { "event", 5, false, HB_FIELD_EVENT },
  { "component", 9, false, HB_FIELD_COMPONENT },
  { "id", 2, false, HB_FIELD_ID },
  { "state", 5, false, HB_FIELD_STATE },
  { "windowHash", 10, false, HB_FIELD_WINDOW },
  { "database", 8, false, HB_FIELD_DATABASE },
  { "par-tid", 7, true, HB_FIELD_PARENT },
  { "child-tid", 9, true, HB_FIELD_CHILD },
  { "notifiedTid", 11, true, HB_FIELD_NOTIFIED },
  { "foq", 3, true, HB_FIELD_FRONT },
  { "neg", 3, true, HB_FIELD_NEGATIVE },
  { "atTime", 6, true, HB_FIELD_AT_TIME },
};
#define KEYS (sizeof keys / sizeof *keys)

static bool
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static bool
is_digit (char c)
{
  return c >= '0' && c <= '9';
}

static const char *
skip_blanks (const char *at, const char *end)
{
  while (at < end && is_blank (*at))
    at++;
  return at;
}

static const char *
skip_word (const char *at, const char *end)
{
  while (at < end && !is_blank (*at))
    at++;
  return at;
}

/* Reads digits, perhaps behind a minus; NULL if there are none or too many for 63 bits. */
static const char *
read_number (const char *at, const char *end, int64_t *number)
{
  bool negative = at < end && *at == '-';
  at += negative;
  uint64_t value = 0;
  const char *digits = at;
  for (; at < end && is_digit (*at); at++)
    {
      if (value > (uint64_t)INT64_MAX / 10 - 1)
        return NULL;
      value = 10 * value + (uint64_t)(*at - '0');
    }
  if (at == digits)
    return NULL;
  *number = negative ? -(int64_t)value : (int64_t)value;
  return at;
}

/* Reads "15 " or "rwId:15 "; NULL if the line starts in any other way. */
static const char *
read_start (const char *at, const char *end, struct hb_android_line *line)
{
  line->is_access = end - at > 5 && !memcmp (at, "rwId:", 5);
  if (line->is_access)
    at += 5;
  int64_t number;
  if (at == end || !is_digit (*at))
    return NULL;
  at = read_number (at, end, &number);
  if (!at || at == end || !is_blank (*at))
    return NULL;
  line->number = (uint64_t)number;
  return skip_blanks (at, end);
}

/* Reads the operation's name; NULL if there is none. */
static const char *
read_word (const char *at, const char *end, struct hb_android_line *line)
{
  const char *start = at;
  while (at < end && ((*at >= 'A' && *at <= 'Z') || *at == '-' || *at == '_'))
    at++;
  ptrdiff_t length = at - start;
  if (length < 2 || length > LONGEST_WORD || (at < end && !is_blank (*at)) || *start < 'A'
      || *start > 'Z')
    return NULL;
  line->word = (struct hb_span){ start, (size_t)(at - start) };
  return at;
}

static const struct operation *
find_operation (struct hb_span word)
{
  for (size_t i = 0; i < OPERATIONS; i++)
    if (operations[i].length == word.length && !memcmp (operations[i].name, word.text, word.length))
      return &operations[i];
  return NULL;
}

static size_t
find_key (const char *text, size_t length)
{
  size_t i = 0;
  while (i < KEYS && (keys[i].length != length || memcmp (keys[i].name, text, length)))
    i++;
  return i;
}

/* Reads the value of KEY at AT, behind the colon; NULL if a number is none. */
static const char *
read_value (size_t key, const char *at, const char *end, struct hb_android_line *line)
{
  if (key == KEYS)
    return skip_word (at, end);
  uint8_t field = keys[key].field;
  if (keys[key].is_number)
    {
      line->seen |= HB_SEEN_NUMBER (field);
      return read_number (skip_blanks (at, end), end, &line->numbers[field]);
    }
  const char *stop = skip_word (at, end);
  if (field == HB_FIELD_DATABASE)
    for (stop = end; stop > at && is_blank (stop[-1]);)
      stop--;
  line->texts[field] = (struct hb_span){ at, (size_t)(stop - at) };
  line->seen |= HB_SEEN_TEXT (field);
  return stop;
}

/* Reads the fields; false at a number that is none. */
static bool
read_fields (const char *text, const char *at, const char *end, struct hb_android_line *line)
{
  while ((at = skip_blanks (at, end)) < end)
    {
      const char *start = at;
      while (at < end && !is_blank (*at) && *at != ':')
        at++;
      if (at == end || *at != ':')
        continue;
      size_t key = find_key (start, (size_t)(at - start));
      const char *value = at + 1;
      at = read_value (key, value, end, line);
      if (!at)
        {
          line->wanted = "a number of at most 18 digits";
          line->column = (size_t)(value - text) + 1;
          return false;
        }
    }
  return true;
}

/* A variable is a field of an object or of a class, or a database. */
static bool
names_variable (const struct hb_android_line *line)
{
  bool field = line->texts[HB_FIELD_FIELD].length;
  bool object = line->texts[HB_FIELD_OBJ].length && line->kind != HB_OP_READ_STATIC
                && line->kind != HB_OP_WRITE_STATIC;
  return line->texts[HB_FIELD_DATABASE].length
         || (field && (object || line->texts[HB_FIELD_CLASS].length));
}

bool
hb_android_split (const char *text, size_t length, struct hb_android_line *line)
{
  const char *end = text + length;
  memset (line, 0, sizeof *line);
  const char *at = read_start (skip_blanks (text, end), end, line);
  at = at ? read_word (at, end, line) : NULL;
  if (!at)
    return true;
  const struct operation *operation = find_operation (line->word);
  line->kind = operation ? operation->kind : HB_OP_UNKNOWN;
  if (!operation)
    return true;
  if (!read_fields (text, at, end, line))
    return false;
  line->column = length + 1;
  line->wanted = operation->wanted;
  if ((line->seen & operation->needs) != operation->needs)
    return false;
  line->wanted = "obj:OBJECT field:FIELD, class:CLASS field:FIELD or database:PATH";
  if (line->kind <= HB_OP_WRITE_STATIC && !names_variable (line))
    return false;
  line->wanted = "a lock-obj that is not empty";
  return !(operation->needs & TEXT (LOCK)) || line->texts[HB_FIELD_LOCK].length;
}

const char *
hb_android_kind_name (enum hb_android_kind kind)
{
  for (size_t i = 0; i < OPERATIONS; i++)
    if (operations[i].kind == kind)
      return operations[i].name;
  return "unknown";
}

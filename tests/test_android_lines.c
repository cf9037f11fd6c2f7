/* One line of an Android log at a time: which operation it is, with which fields, or what it lacks. */
#include "unit.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "import/android_line.h"

static const char *const number_names[]
    = { "tid",       "src",         "dest", "msg", "delay", "par-tid",
        "child-tid", "notifiedTid", "foq",  "neg", "atTime" };
static const char *const text_names[]
    = { "obj", "class", "field", "database", "lock-obj",  "component",
        "id",  "state", "view",  "event",    "windowHash" };

/* "1 READ tid=1 obj=0x2", "none", or "at COLUMN: WHAT WAS EXPECTED".  New. */
static char *
told_of (const char *text, size_t length)
{
  struct hb_android_line line;
  if (!hb_android_split (text, length, &line))
    return hb_format ("at %zu: %s", line.column, line.wanted);
  if (line.kind == HB_OP_NONE)
    return hb_copy_text ("none");
  hb_buffer told = VEC_EMPTY;
  hb_buffer_add (&told, "%s%llu %.*s", line.is_access ? "rwId:" : "",
                 (unsigned long long)line.number, (int)line.word.length, line.word.text);
  if (line.kind == HB_OP_UNKNOWN)
    hb_buffer_add (&told, "?");
  else
    assert_int_equal (strncmp (line.word.text, hb_android_kind_name (line.kind), line.word.length),
                      0);
  for (int i = 0; i < HB_FIELD_NUMBERS; i++)
    if (line.seen & HB_SEEN_NUMBER (i))
      hb_buffer_add (&told, " %s=%lld", number_names[i], (long long)line.numbers[i]);
  for (int i = 0; i < HB_FIELD_TEXTS; i++)
    if (line.seen & HB_SEEN_TEXT (i))
      hb_buffer_add (&told, " %s=%.*s", text_names[i], (int)line.texts[i].length,
                     line.texts[i].text);
  return hb_buffer_take (&told);
}

struct example
{
  const char *line, *told;
};

/* The line stands in memory that ends with it. */
static bool
is_told (const char *line, size_t length, const char *expected)
{
  char *copy = hb_copy_bytes (line, length), *exact = hb_calloc (length, 1);
  memcpy (exact, line, length);
  char *told = told_of (exact, length);
  bool same = !strcmp (told, expected);
  if (!same)
    print_error ("%s\nis read as\n%s\nexpected\n%s\n", copy, told, expected);
  hb_free (told);
  hb_free (exact);
  hb_free (copy);
  return same;
}

#define EXPECT_TOLD(...)                                                                           \
  do                                                                                               \
    {                                                                                              \
      static const struct example examples[] = { __VA_ARGS__ };                                    \
      bool all = true;                                                                             \
      for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)                              \
        all = is_told (examples[i].line, strlen (examples[i].line), examples[i].told) && all;      \
      assert_true (all);                                                                           \
    }                                                                                              \
  while (0)

/* What starts with a number and a word in capitals is an operation. */
TEST (starts)
{
#define LONG "ABCDEFGHIJKLMNOPQRSTABCDEFGHIJKLMNOPQRST"
  EXPECT_TOLD ({ "", "none" }, { " ", "none" }, { "12", "none" }, { "12 ", "none" },
               { "NOP", "none" }, { "Races detected", "none" }, { "Race 12 NOP", "none" },
               { "1 NOP", "1 NOP" }, { "1\tNOP", "1 NOP" },
               { " \t\r\v\f12 \t\r\v\fNOP \t\r\v\f", "12 NOP" }, { "09 NOP", "9 NOP" },
               { "1NOP", "none" }, { "1:NOP", "none" }, { "-1 NOP", "none" }, { "/ NOP", "none" },
               { ": NOP", "none" }, { "rwId:7 NOP", "rwId:7 NOP" }, { "rwId: 7 NOP", "none" },
               { "rwId:", "none" }, { "rwId:7", "none" }, { "rwid:7 NOP", "none" },
               { "rwId:x NOP", "none" }, { "x rwId:7 NOP", "none" },
               { "922337203685477579 NOP", "922337203685477579 NOP" },
               { "9223372036854775799 NOP", "9223372036854775799 NOP" },
               { "9223372036854775800 NOP", "none" }, { "92233720368547758000 NOP", "none" },
               { "1 START", "1 START" }, { "1 AZ", "1 AZ?" }, { "1 Z", "none" },
               { "1 ZA", "1 ZA?" }, { "1 @A", "none" }, { "1 A@", "none" }, { "1 A[", "none" },
               { "1 [A", "none" }, { "1 -A", "none" }, { "1 _A", "none" }, { "1 A-", "1 A-?" },
               { "1 A_", "1 A_?" }, { "1 nop", "none" }, { "1 NOp", "none" }, { "1 NOP:", "none" },
               { "1 NO tid:x", "1 NO?" }, { "1 " LONG, "1 " LONG "?" }, { "1 " LONG "U", "none" },
               { "1 READX", "1 READX?" }, { "1 REAL", "1 REAL?" });
#undef LONG
}

/* Every operation needs its fields, of which none may be missing, and no others. */
TEST (operations)
{
  static const char *const needs[][4] = {
    { "ACCESS" },
    { "POST", "src=-1", "msg=2" },
    { "CALL", "tid=1", "msg=2" },
    { "RET", "tid=1", "msg=2" },
    { "LOCK", "tid=1", "lock-obj=0x1" },
    { "UNLOCK", "tid=1", "lock-obj=0x1" },
    { "NATIVE-ENTRY", "tid=1" },
    { "NATIVE-EXIT", "tid=1" },
    { "ENABLE-EVENT", "tid=1", "view=9", "event=0" },
    { "TRIGGER-EVENT", "tid=1", "view=9", "event=0" },
    { "ENABLE-LIFECYCLE", "tid=1", "id=0", "state=S" },
    { "TRIGGER-LIFECYCLE", "tid=1", "id=0", "state=S" },
    { "ENABLE-WINDOW-FOCUS", "tid=1", "windowHash=5" },
    { "TRIGGER-WINDOW-FOCUS", "tid=1", "windowHash=5" },
    { "FORK", "par-tid=1", "child-tid=2" },
    { "THREADINIT", "tid=1" },
    { "THREADEXIT", "tid=1" },
    { "JOIN", "child-tid=2" },
    { "NOTIFY", "tid=1", "notifiedTid=2" },
    { "WAIT", "tid=1" },
    { "NATIVE-POST", "src=1", "msg=2" },
    { "UI-POST", "src=1", "msg=2" },
    { "DELAY-POST", "src=1", "msg=2" },
    { "IDLE-POST", "src=1", "msg=2" },
    { "START" },
    { "ATTACH-Q", "tid=1" },
    { "LOOP", "tid=1" },
    { "LOOP-EXIT", "tid=1" },
    { "QUEUE_IDLE", "tid=1" },
    { "ADD_IDLE_HANDLER" },
    { "REMOVE_IDLE_HANDLER" },
    { "TRIGGER-BROADCAST" },
    { "TRIGGER-SERVICE" },
    { "INSTANCE-INTENT" },
    { "NOP" },
    { "READ", "tid=1", "database=/a" },
    { "WRITE", "tid=1", "database=/a" },
    { "READ-STATIC", "tid=1", "database=/a" },
    { "WRITE-STATIC", "tid=1", "database=/a" },
  };
  bool all = true;
  for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
    for (int missing = 0; missing < 4; missing++)
      {
        if (missing && !needs[i][missing])
          continue;
        hb_buffer line = VEC_EMPTY;
        for (int j = 0; j < 4 && needs[i][j]; j++)
          if (!missing || j != missing)
            hb_buffer_add (&line, "%s%s", j ? " " : "1 ", needs[i][j]);
        char *text = hb_buffer_take (&line), *told = hb_copy_text (text), *is;
        for (char *at = text; (at = strchr (at, '=')); *at = ':')
          ;
        is = told_of (text, strlen (text));
        bool good = missing ? *is == 'a' && strtoul (is + 3, NULL, 10) == strlen (text) + 1
                            : !strcmp (is, told);
        if (!good)
          print_error ("%s\nis read as\n%s\n", text, is);
        all = all && good;
        hb_free (is);
        hb_free (told);
        hb_free (text);
      }
  assert_true (all);
  assert_string_equal (hb_android_kind_name (HB_OP_UNKNOWN), "unknown");
}

/* A number ends where its digits end, a text at the next blank, a path at the line's end. */
TEST (fields)
{
  EXPECT_TOLD ({ "5 NATIVE-ENTRY tid:2thread-name:Binder Thread #1", "5 NATIVE-ENTRY tid=2" },
               { "5 NATIVE-ENTRY thread-name:Binder #1 tid:2", "5 NATIVE-ENTRY tid=2" },
               { "3 ENABLE-LIFECYCLE tid:1 component: id:0 state:X",
                 "3 ENABLE-LIFECYCLE tid=1 component= id=0 state=X" },
               { "3 ENABLE-LIFECYCLE tid:1 component:a/b id: state:",
                 "3 ENABLE-LIFECYCLE tid=1 component=a/b id= state=" },
               { "1 CALL tid:1\t msg:2", "1 CALL tid=1 msg=2" },
               { "1 CALL msg:2 tid:1", "1 CALL tid=1 msg=2" },
               { "1 CALL tid: \t1 msg: 2\r", "1 CALL tid=1 msg=2" },
               { "1 CALL tid:1 tid:2 msg:3", "1 CALL tid=2 msg=3" },
               { "1 CALL x tid:-1 tidy:2 ti:3 xid:4 msg:3 y", "1 CALL tid=-1 msg=3" },
               { "1 CALL :x tid:1 msg:3 : y:", "1 CALL tid=1 msg=3" },
               { "1 POST src:1 msg:2 dest:3 delay:4 foq:1 neg:0 atTime:1",
                 "1 POST src=1 dest=3 msg=2 delay=4 foq=1 neg=0 atTime=1" },
               { "1 JOIN par-tid:1 child-tid:2", "1 JOIN par-tid=1 child-tid=2" },
               { "rwId:1 READ tid:1 obj:0x2 class:La/B; field:8",
                 "rwId:1 READ tid=1 obj=0x2 class=La/B; field=8" },
               { "rwId:1 READ tid:1 database:/a b/c \t\r", "rwId:1 READ tid=1 database=/a b/c" },
               { "rwId:1 READ tid:1 database: /a", "rwId:1 READ tid=1 database= /a" },
               { "1 WAIT tid:9223372036854775799", "1 WAIT tid=9223372036854775799" },
               { "1 WAIT tid:-9223372036854775799", "1 WAIT tid=-9223372036854775799" },
               { "1 WAIT tid:1/", "1 WAIT tid=1" }, { "1 WAIT tid:1:2", "1 WAIT tid=1" });
}

#define NUMBER "a number of at most 18 digits"
#define VARIABLE "obj:OBJECT field:FIELD, class:CLASS field:FIELD or database:PATH"

TEST (errors)
{
  EXPECT_TOLD ({ "1 WAIT tid:", "at 12: " NUMBER }, { "1 WAIT tid: ", "at 12: " NUMBER },
               { "1 WAIT tid:x", "at 12: " NUMBER }, { "1 WAIT tid:-", "at 12: " NUMBER },
               { "1 WAIT tid:--1", "at 12: " NUMBER }, { "1 WAIT tid:/", "at 12: " NUMBER },
               { "1 WAIT tid::", "at 12: " NUMBER },
               { "1 WAIT tid:9223372036854775800", "at 12: " NUMBER },
               { "  1 POST src:1 msg:2 delay:99999999999999999999 x", "at 28: " NUMBER },
               { "1 WAIT", "at 7: tid:NUMBER" }, { "1 WAIT tid", "at 11: tid:NUMBER" },
               { "1 WAIT tid ", "at 12: tid:NUMBER" }, { "1 WAIT tid : 1", "at 15: tid:NUMBER" },
               { "1 POST src:1", "at 13: src:NUMBER msg:NUMBER" },
               { "1 LOCK tid:1", "at 13: tid:NUMBER lock-obj:OBJECT" },
               { "1 LOCK tid:1 lock-obj:", "at 23: a lock-obj that is not empty" },
               { "1 UNLOCK tid:1 lock-obj: 5", "at 27: a lock-obj that is not empty" });
}

/* A variable is a field of an object or of a class, or a database. */
TEST (variables)
{
#define TOLD(FIELDS, AS)                                                                           \
  { "1 READ tid:1 " FIELDS, "1 READ tid=1 " AS }, { "1 WRITE tid:1 " FIELDS, "1 WRITE tid=1 " AS }
#define STATIC(FIELDS, AS)                                                                         \
  { "1 READ-STATIC tid:1 " FIELDS, "1 READ-STATIC tid=1 " AS },                                    \
  {                                                                                                \
    "1 WRITE-STATIC tid:1 " FIELDS, "1 WRITE-STATIC tid=1 " AS                                     \
  }
  EXPECT_TOLD (TOLD ("obj:1 field:8", "obj=1 field=8"), TOLD ("class:C field:8", "class=C field=8"),
               TOLD ("database:d", "database=d"), STATIC ("class:C field:8", "class=C field=8"),
               STATIC ("database:d", "database=d"), { "1 READ tid:1 obj:1", "at 19: " VARIABLE },
               { "1 READ tid:1 obj: field:8", "at 26: " VARIABLE },
               { "1 READ tid:1 obj:1 field:", "at 26: " VARIABLE },
               { "1 READ tid:1 field:8", "at 21: " VARIABLE },
               { "1 WRITE tid:1 class:C", "at 22: " VARIABLE },
               { "1 WRITE tid:1 database: ", "at 25: " VARIABLE },
               { "1 READ-STATIC tid:1 obj:1 field:8", "at 34: " VARIABLE },
               { "1 WRITE-STATIC tid:1 obj:1 field:8", "at 35: " VARIABLE });
#undef TOLD
#undef STATIC
}

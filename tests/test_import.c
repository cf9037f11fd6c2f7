/* Which format a file has: by its name, by how it begins; and what is said of one that has none. */
#include "unit.h"

#include "base/memory.h"
#include "import/import.h"
#include "small_traces.h"

TEST (names)
{
  static const struct
  {
    const char *name;
    enum hb_format format;
  } names[] = {
    { "t.edt", HB_FORMAT_EDT },
    { "a/t.json", HB_FORMAT_JSON },
    { "t.trace", HB_FORMAT_PROTOTYPE },
    { "t.edt.gz", HB_FORMAT_EDT },
    { "t.json.xz", HB_FORMAT_JSON },
    { "t.trace.zst", HB_FORMAT_PROTOTYPE },
    { "t.txt", HB_FORMAT_ANY },
    { "t.edt.txt", HB_FORMAT_ANY },
    { "t.edt.bz2", HB_FORMAT_ANY },
    { "tedt", HB_FORMAT_ANY },
    { ".edt", HB_FORMAT_ANY },
    { ".edt.gz", HB_FORMAT_ANY },
    { "t.gz", HB_FORMAT_ANY },
    { "-", HB_FORMAT_ANY },
    { "", HB_FORMAT_ANY },
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (hb_format_of_name (names[i].name) != names[i].format)
      fail_msg ("%s", names[i].name);
}

struct start
{
  const char *bytes;
  enum hb_format format;
};

/* The bytes stand in memory that ends with them. */
static void
expect_formats (const struct start *starts, size_t count)
{
  for (size_t i = 0; i < count; i++)
    {
      size_t length = strlen (starts[i].bytes);
      char *exact = hb_calloc (length, 1);
      memcpy (exact, starts[i].bytes, length);
      if (hb_format_of_bytes (exact, length) != starts[i].format)
        fail_msg ("%s", starts[i].bytes);
      hb_free (exact);
    }
}

#define LINES_19 "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\nn\no\np\nq\nr\ns\n"

/* The first line that says something, or, of a log or the prototype's trace, one of the first twenty. */
TEST (bytes)
{
  static const struct start starts[] = {
    { "", HB_FORMAT_ANY },
    { "\n", HB_FORMAT_ANY },
    { "words", HB_FORMAT_ANY },
    { "edt 1\nhandler h\n", HB_FORMAT_EDT },
    { "edt\n", HB_FORMAT_ANY },
    { "edt ", HB_FORMAT_EDT },
    { "edt\t1", HB_FORMAT_EDT },
    { "edt", HB_FORMAT_ANY },
    { "edts 1", HB_FORMAT_ANY },
    { "edt! 1", HB_FORMAT_ANY },
    { "ed 1 2", HB_FORMAT_ANY },
    { "\n \t\r\nedt 1\n", HB_FORMAT_EDT },
    { "# a comment\n  # another\n  edt 1", HB_FORMAT_EDT },
    { "words\nedt 1\n", HB_FORMAT_ANY },
    { "{", HB_FORMAT_JSON },
    { "\n  {\n", HB_FORMAT_JSON },
    { "words\n{\n", HB_FORMAT_ANY },
    { "@ h1\n", HB_FORMAT_PROTOTYPE },
    { "@", HB_FORMAT_PROTOTYPE },
    { "words\n  @", HB_FORMAT_PROTOTYPE },
    { LINES_19 "@", HB_FORMAT_PROTOTYPE },
    { LINES_19 "\n# a comment\n@", HB_FORMAT_PROTOTYPE },
    { LINES_19 "t\n@", HB_FORMAT_ANY },
    { LINES_19 "5 NOP", HB_FORMAT_ANDROID },
    { LINES_19 "t\n5 NOP", HB_FORMAT_ANY },
    { "words\n\xff\n5 NOP", HB_FORMAT_ANDROID },
  };
  expect_formats (starts, sizeof starts / sizeof *starts);
}

/* NUMBER OPERATION. */
TEST (lines_of_logs)
{
  static const struct start starts[] = {
    { "1 A", HB_FORMAT_ANDROID },
    { "0909\t Z", HB_FORMAT_ANDROID },
    { " 1 NOP", HB_FORMAT_ANDROID },
    { "rwId:12 READ tid:1", HB_FORMAT_ANDROID },
    { "rwId: 12 READ", HB_FORMAT_ANY },
    { "rwId:", HB_FORMAT_ANY },
    { "rwId: NOP", HB_FORMAT_ANY },
    { "rwId:1", HB_FORMAT_ANY },
    { "rwIx:1 READ", HB_FORMAT_ANY },
    { "1", HB_FORMAT_ANY },
    { "1 ", HB_FORMAT_ANY },
    { "1NOP", HB_FORMAT_ANY },
    { "1 nop", HB_FORMAT_ANY },
    { "1 @", HB_FORMAT_ANY },
    { "1 [", HB_FORMAT_ANY },
    { "/ NOP", HB_FORMAT_ANY },
    { ": NOP", HB_FORMAT_ANY },
    { "NOP", HB_FORMAT_ANY },
    { "1:NOP", HB_FORMAT_ANY },
    { "12 34 NOP", HB_FORMAT_ANY },
    { "1\r NOP", HB_FORMAT_ANY },
  };
  expect_formats (starts, sizeof starts / sizeof *starts);
}

/* What is said of a file that is no trace. */
TEST (no_traces)
{
#define EMPTY "the file is empty; expected a trace"
#define FORMULA "this is a formula; expected a trace"
#define PROGRAM "this is a program; expected a trace"
#define NOTHING "no format that hbkit knows; expected an .edt trace"
  static const struct
  {
    const char *name, *text, *error;
  } files[] = {
    { "f", "", EMPTY },
    { "f.ed", "", EMPTY },
    { "f", "p cnf 1 1\n1 0\n", FORMULA },
    { "f.ed", "p cnf 1 1\n1 0\n", FORMULA },
    { "f", "c comment\n\n  c\n \t p cnf", FORMULA },
    { "f", "p cnf", FORMULA },
    { "f", "p cn", NOTHING },
    { "f", "p wcnf 1 1", NOTHING },
    { "f", "x\np cnf 1 1\n", NOTHING },
    { "f", "c", NOTHING },
    { "f", "c\n\n \n", NOTHING },
    { "f", "\n", NOTHING },
    { "f.ed", "handler h\n", PROGRAM },
    { "f.red", "handler h\n", NOTHING },
    { ".ed", "handler h\n", NOTHING },
    { "f", "handler h\n", NOTHING },
  };
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    {
      hb_diag *diag = hb_diag_new ();
      hb_input *input
          = hb_input_of_bytes (files[i].name, files[i].text, strlen (files[i].text), diag);
      enum hb_format format = hb_import_format (input);
      assert_int_equal (format, HB_FORMAT_ANY);
      assert_null (hb_import_input (input, format, NULL, NULL, diag));
      char *told = text_of_diag (diag),
           *expected = hb_format ("%s: error: %s", files[i].name, files[i].error);
      if (strncmp (told, expected, strlen (expected)) != 0)
        fail_msg ("%s:\n%s\n%s", files[i].name, files[i].text, told);
      hb_free (expected);
      hb_free (told);
      hb_diag_free (diag);
    }
}

/* The name goes before what the file says, and what the caller says before both. */
TEST (files)
{
  static const struct
  {
    enum hb_format format;
    const char *text;
    int mailbox;
  } files[] = {
    { HB_FORMAT_EDT, "edt 1\nmailbox stack\nhandler h1\ninitial\n  write x\nend 1 1 1\n",
      HB_STACK },
    { HB_FORMAT_JSON,
      "{\"format\": \"edt-json\", \"version\": 1, \"handlers\": ["
      "{\"name\": \"h1\", \"mailbox\": \"multiset\", \"messages\": [{\"kind\": \"initial\", "
      "\"events\": [{\"op\": \"write\", \"variable\": \"x\"}]}]}], "
      "\"end\": {\"events\": 1, \"messages\": 1, \"handlers\": 1}}\n",
      HB_MULTISET },
    { HB_FORMAT_PROTOTYPE, "@ h1\n{ get(init) -> write(x, 1) }\n", HB_QUEUE },
    { HB_FORMAT_ANDROID, "rwId:1 WRITE tid:1 obj:x field:1\n", HB_QUEUE },
  };
  hb_diag *diag = hb_diag_new ();
  for (size_t i = 0; i < 4; i++)
    {
      unit_write (unit_scratch (), files[i].text);
      enum hb_format format = HB_FORMAT_ANY;
      hb_input_close (hb_import_open (unit_scratch (), &format, diag));
      assert_int_equal (format, files[i].format);
      for (size_t j = 0; j < 4; j++)
        {
          hb_trace *trace = hb_import (unit_scratch (), files[j].format, NULL, NULL, diag);
          assert_true (!trace == (i != j));
          hb_trace_free (trace);
          hb_diag_clear (diag);
        }
      for (int mailbox = -1; mailbox < HB_MAILBOXES; mailbox++)
        {
          struct hb_import_options options = hb_import_defaults ();
          options.mailbox = mailbox;
          hb_trace *trace = hb_import (unit_scratch (), HB_FORMAT_ANY,
                                       mailbox < 0 ? NULL : &options, NULL, diag);
          assert_non_null (trace);
          assert_int_equal (trace->handlers.data[0].mailbox,
                            mailbox < 0 ? files[i].mailbox : mailbox);
          hb_trace_free (trace);
        }
    }
  hb_trace *trace = hb_trace_read (unit_scratch (), HB_FORMAT_ANY, diag);
  assert_non_null (trace);
  hb_trace_free (trace);
  assert_int_equal (hb_diag_errors (diag), 0);
  assert_null (hb_import ("/no such file", HB_FORMAT_ANY, NULL, NULL, diag));
  assert_int_equal (hb_diag_errors (diag), 1);
  enum hb_format format = HB_FORMAT_JSON;
  hb_input_close (hb_import_open (unit_scratch (), &format, diag));
  assert_int_equal (format, HB_FORMAT_JSON);
  hb_input *input = hb_input_of_bytes ("t.json", "@ h", 3, diag);
  assert_int_equal (hb_import_format (input), HB_FORMAT_JSON);
  hb_input_close (input);
  hb_diag_free (diag);
}

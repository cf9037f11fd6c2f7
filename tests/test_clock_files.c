/* Logs with vector clocks: which events are found on the lines, of which host, with which clock; by the usual form, as TLC
 * has it, and by an expression. */
#include "unit.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "poset/clocks.h"
#include "small_traces.h"

static void
tell_event (hb_buffer *told, const struct hb_clock_events *events, size_t e)
{
  const struct hb_clock_event *event = &events->events.data[e];
  hb_buffer_add (told, "%s%zu: %s {", e ? "; " : "", event->line,
                 hb_names_text (events->hosts, event->host));
  for (size_t i = event->entry; i < event->entry + event->size; i++)
    hb_buffer_add (told, "%s%s %u", i > event->entry ? ", " : "",
                   hb_names_text (events->hosts, events->entries.data[i].host),
                   events->entries.data[i].value);
  hb_buffer_add (told, "}");
}

/* All that is read of TEXT, or the first error.  New. */
static char *
told_of (const char *text, size_t size, const struct hb_clock_options *options)
{
  hb_diag *diag = hb_diag_new ();
  hb_input *input = hb_input_of_bytes ("l", text, size, diag);
  struct hb_clock_events events = { .hosts = hb_names_new () };
  hb_buffer told = VEC_EMPTY;
  bool good = hb_clocks_read (input, options, &events, diag);
  hb_buffer_add (&told, "%s", good ? "" : "none");
  size_t entries = 0;
  for (size_t e = 0; good && e < events.events.size; e++)
    {
      tell_event (&told, &events, e);
      entries += events.events.data[e].size;
    }
  assert_true (!good || entries == events.entries.size);
  if (good && events.broken)
    hb_buffer_add (&told, "; %zu broken", events.broken);
  if (good && events.executions != 1)
    hb_buffer_add (&told, "; %zu executions", events.executions);
  char *why = text_of_diag (diag);
  hb_buffer_add (&told, "%s%s", *why ? "; " : "", why);
  hb_free (why);
  hb_input_close (input);
  hb_names_free (events.hosts);
  vec_free (events.events);
  vec_free (events.entries);
  hb_diag_free (diag);
  return hb_buffer_take (&told);
}

struct log
{
  const char *text, *told; /* behind '^' how it starts, behind '*' a part of it */
};

static void
expect_told (const struct log *logs, size_t count, const struct hb_clock_options *options)
{
  bool all = true;
  for (size_t i = 0; i < count; i++)
    {
      char *told = told_of (logs[i].text, strlen (logs[i].text), options);
      const char *expected = logs[i].told;
      bool same = *expected == '*'   ? strstr (told, expected + 1) != NULL
                  : *expected == '^' ? !strncmp (told, expected + 1, strlen (expected) - 1)
                                     : !strcmp (told, expected);
      if (!same)
        print_error ("%s\nis read as\n%s\nexpected\n%s\n", logs[i].text, told, logs[i].told);
      all = all && same;
      hb_free (told);
    }
  assert_true (all);
}

#define EXPECT_TOLD(OPTIONS, ...)                                                                  \
  do                                                                                               \
    {                                                                                              \
      static const struct log logs[] = { __VA_ARGS__ };                                            \
      expect_told (logs, sizeof logs / sizeof *logs, OPTIONS);                                     \
    }                                                                                              \
  while (0)

static const struct hb_clock_options usual = { .execution = 1 };

TEST (clocks)
{
  EXPECT_TOLD (&usual, { "", "" }, { "words\n", "" }, { "a {\"a\": 1}\n", "1: a {a 1}" },
               { "a {\"a\": 1}", "1: a {a 1}" }, { "\na {\"a\":1,\"b\":20}\n", "2: a {a 1, b 20}" },
               { "a\t{\t\"a\" :\t1\t,\t\"b\"\t: 09 }", "1: a {a 1, b 9}" },
               { "a {\"a\": 1, \"b\": 0, \"c\": 2,}", "1: a {a 1, c 2}" }, { "a {}", "1: a {}" },
               { "a { }", "1: a {}" }, { "a {\\\"a\\\": 1}", "1: a {a 1}" },
               { "a {\\\"a\": 1}", "1: a {a 1}" }, { "a {\"b c\": 1}", "1: a {b c 1}" },
               { "a {\"\": 1}", "1: a { 1}" }, { "a {\"a\": 268435454}", "1: a {a 268435454}" },
               { "a {\"a\": 2684354549}", "1: a {a 2684354549}" },
               { "b {\"b\": 99999999999}", "*; 1 broken" }, { "b {\"c\": 2684354550}", "" },
               { "b {\"c\": 1", "" }, { "b {\"c\": 1,", "" }, { "b {\"c\": 1, ", "" },
               { "b {", "" }, { "b { ", "" }, { "b {\"c\": }", "" }, { "b {\"c\":", "" },
               { "b {\"c\" ", "" }, { "b {\"c\"", "" }, { "b {\"c", "" }, { "b {\"", "" },
               { "b {\\", "" }, { "b {\"c\\", "" }, { "b {\"c\\\"", "" }, { "b {\"c\\x: 1}", "" },
               { "b {c: 1}", "" }, { "b {xc\": 1}", "" }, { "b {\"c\" 1}", "" },
               { "b {\"c\": -1}", "" }, { "b {\"c\": 1;}", "" }, { "b {\"c\": 1 \"d\": 2}", "" },
               { "b {\"c\": 1.0}", "" }, { "b {\"c\": 1:}", "" }, { "b {\"c\": 1/}", "" },
               { "b {\"c\": 0}", "1: b {}" }, { "b {\"c\": 1}}", "1: b {c 1}" },
               { "a {\"a\": 1}\nb {\"c\": 1, \"b\"\nb {\"b\": 1}", "1: a {a 1}; 3: b {b 1}" });
}

/* The first clock on a line that has a word before it, and which host is meant. */
TEST (hosts)
{
  EXPECT_TOLD (&usual, { "{\"a\": 1}", "" }, { "  {\"a\": 1}", "" }, { "\t{\"a\": 1}", "" },
               { "{\"a\": 1} b {\"b\": 1}", "1: b {b 1}" }, { "  a \t {\"a\": 1}", "1: a {a 1}" },
               { "x y a {\"a\": 1} b {\"b\": 1}", "1: a {a 1}" }, { "a{\"a\": 1}", "1: a {a 1}" },
               { "x\ta{\"a\": 1}", "1: a {a 1}" }, { "a {x} b {\"b\": 1}", "1: b {b 1}" },
               { "a {x} b {y}", "" }, { "[a] {\"a\": 1}", "1: a {a 1}" },
               { "<(a)>, {\"a\": 1}", "1: a {a 1}" }, { "a: {\"a\": 1}", "1: a {a 1}" },
               { "a, {\"a\": 1}", "1: a {a 1}" }, { "x/y/a: {\"a\": 1}", "1: a {a 1}" },
               { "x(a) {\"a\": 1}", "1: a {a 1}" }, { "x[a] {\"a\": 1}", "1: a {a 1}" },
               { "x<a> {\"a\": 1}", "1: a {a 1}" }, { "a} {\"a\": 1}", "1: a {a 1}" },
               { "x{a {\"a\": 1}", "1: a {a 1}" }, { "{a} {\"a\": 1}", "1: a {a 1}" },
               { "[a] {\"a\": 1, \"[a]\": 2}", "1: [a] {a 1, [a] 2}" },
               { "[a] {\"b\": 1}", "1: [a] {b 1}" }, { "x/a {\"x/a\": 1}", "1: x/a {x/a 1}" },
               { "[c] {\"c\": 1}\n[c] {\"d\": 1}", "1: c {c 1}; 2: [c] {d 1}" },
               { "c {\"c\": 1}\nc {\"d\": 1}", "1: c {c 1}; 2: c {d 1}" },
               { "c {\"[d]\": 1}\n[d] {\"d\": 1}", "1: c {[d] 1}; 2: d {d 1}" },
               { "[] {\"a\": 1}", "1: [] {a 1}" }, { ":: {\"a\": 1}", "1: :: {a 1}" },
               { "/ {\"a\": 1, \"\": 2}", "1:  {a 1,  2}" });
}

/* What stands where a clock should be is told; what is no clock at all is not. */
TEST (broken_clocks)
{
  static const struct hb_clock_options strict = { .execution = 1, .strict = true },
                                       second = { .execution = 2 };
  static const char broken[] = "a {\"b\": 1, \"a\": x}\n";
  EXPECT_TOLD (
      &usual, { broken, "^; 1 broken; l:1:1: warning: this is no clock; expected" },
      { "\n\na {\"a\": x}\na {\"a\": y}", "^; 2 broken; l:3:1: warning: this is no clock" },
      { "a {\"a\" : x}", "^; 1 broken" }, { "a {\"a\"\t: x}", "^; 1 broken" },
      { "a {x\"a\":}", "^; 1 broken" }, { "a {\"a\":", "^; 1 broken" }, { "a {\"a\"", "" },
      { "a {\"a\"  ", "" }, { "a {\"a\" x: 1}", "" }, { "a {\"b\": x}", "" },
      { "a {\"ab\": x}", "" }, { "a {\"xa\": x}", "" }, { "a {a: x}", "" }, { "a {xa\": x}", "" },
      { "a {\"a: x\"}", "" }, { "b a {\"b\": x}", "" }, { "ab {\"ab\": x}", "^; 1 broken" },
      { "ab {\"ac\": x}", "" }, { "a {\"a\": x} b {\"b\": 1}", "^; 1 broken" },
      { "a {\"b\": x} b {\"b\": 1}", "1: b {b 1}" });
  EXPECT_TOLD (
      &strict,
      { broken, "^; 1 broken; l:1:1: error: this is no clock; expected {\"HOST\": N, ...}" },
      { "a {\"b\": x}", "" });
  EXPECT_TOLD (&second, { broken, "" },
               { "a {\"a\": x}\n=== b ===\na {\"a\": y}",
                 "^; 1 broken; 2 executions; l:3:1: warning: this is no clock" });
}

TEST (executions)
{
  static const struct hb_clock_options second = { .execution = 2 }, third = { .execution = 3 };
#define LOG                                                                                        \
  "a {\"a\": 1}\n=== x ===\nb {\"b\": 1, \"a\": 1}\nb {\"b\": 2}\n===  ===\nc {\"c\": 1}\n"
  EXPECT_TOLD (&usual, { LOG, "1: a {a 1}; 3 executions" },
               { "=== x ===\na {\"a\": 1}\n", "2: a {a 1}" },
               { "words\n=== x ===\na {\"a\": 1}\n", "3: a {a 1}" },
               { "=== x ===\na {\"a\": 1}\n=== y ===\n", "2: a {a 1}; 2 executions" },
               { "=== x ===\n=== y ===\na {\"a\": 1}\n", "; 2 executions" },
               { "a {\"a\": 1}\n=== ===\na {\"a\": 2}", "1: a {a 1}; 3: a {a 2}" },
               { "a {\"a\": 1}\n=== x ==\na {\"a\": 2}", "1: a {a 1}; 3: a {a 2}" },
               { "a {\"a\": 1}\n== xx ===\na {\"a\": 2}", "1: a {a 1}; 3: a {a 2}" },
               { "a {\"a\": 1}\n=== x === \na {\"a\": 2}", "1: a {a 1}; 3: a {a 2}" });
  EXPECT_TOLD (&second, { LOG, "3: b {b 1, a 1}; 4: b {b 2}; 3 executions" });
  EXPECT_TOLD (&third, { LOG, "6: c {c 1}; 3 executions" });
#undef LOG
}

TEST (tlc)
{
#define HOST "/\\ Host = "
#define CLOCK "/\\ Clock = \""
  EXPECT_TOLD (
      &usual, { HOST "a\n" CLOCK "{\\\"a\\\": 1, \\\"b\\\": 0}\"\n", "2: a {a 1}" },
      { HOST "\"a\"\nwords\n" CLOCK "{\\\"a\\\": 1}\"\n", "3: a {a 1}" },
      { HOST "\"a\n" CLOCK "{}\"\n", "2: \"a {}" }, { HOST "a\"\n" CLOCK "{}\"\n", "2: a\" {}" },
      { HOST "\"\n" CLOCK "{}\"\n", "2: \" {}" }, { HOST "\"\"\n" CLOCK "{}\"\n", "2:  {}" },
      { HOST "\n" CLOCK "{}\"\n", "2:  {}" }, { HOST "a\n" HOST "b\n" CLOCK "{}", "3: b {}" },
      { "/\\ Host =\n" CLOCK "{}\"", "*; 1 broken; l:2:1: warning: this is no clock" },
      { "/\\ Host : a\n" CLOCK "{}\"", "*; 1 broken" },
      { HOST "a\n" CLOCK "x\"\n" CLOCK "{}\"", "*; 2 broken" },
      { HOST "a\n" CLOCK "{}\"\n" CLOCK "{}\"", "*2: a {}; 1 broken; l:3:1: warning" },
      { HOST "a\n" CLOCK, "*; 1 broken; l:2:1" },
      { HOST "a\n/\\ Clock = x\n" CLOCK "{}\"", "3: a {}" }, { HOST "a\n/\\ Clock = \n", "" },
      { HOST "a {\"a\": 1}\n", "" }, { HOST "a\n/\\ Clocks= \"{\\\"a\\\": 1}\n", "2: \" {a 1}" });
#undef HOST
#undef CLOCK
}

TEST (expressions)
{
  static const struct hb_clock_options one
      = { .execution = 1, .regex = "(?<host>[a-z]+) (?<clock>\\{.*\\})" },
      two = { .execution = 1, .regex = "(?<clock>\\{.*\\})\\n(?<host>[a-z]*)!" },
      wrong = { .execution = 1, .regex = "(?<host>x" },
      few = { .execution = 1, .regex = "(?<host>x)" },
      blank = { .execution = 1, .regex = "(?<host>[a-z]) (?<clock>\\{\\})\\s" },
      behind = { .execution = 1, .regex = "\\n(?<host>[a-z]) (?<clock>\\{\\})" },
      below = { .execution = 1, .regex = "x\\n(?<clock>\\{\\}) (?<host>[a-z])" },
      shared = { .execution = 1, .regex = "(?<clock>\\{[^}]*\\})!?\\n(?<host>[^!]*)!" },
      either = { .execution = 1, .regex = "(?<host>[a-z]+)? (?<clock>\\{.*\\})?" },
      second = { .execution = 2, .regex = "(?<host>[a-z]+) (?<clock>\\{.*\\})" };
  EXPECT_TOLD (&one, { "", "" }, { "A ab {\"ab\": 1} B\n", "1: ab {ab 1}" },
               { "x\na {\"a\": 1}\nb {\"a\": 1, \"b\": 1}\n", "2: a {a 1}; 3: b {a 1, b 1}" },
               { "a {x}\nb {\"b\": 1}", "*2: b {b 1}; 1 broken; l:1:1: warning: this is no clock" },
               { "a {\"a\": 1}\n=== b {} ===\na {\"a\": 2}\n", "1: a {a 1}; 2 executions" },
               { "(?<clock>.*) (?<host>.*)\n\na {\"a\": 1}\n", "3: a {a 1}" });
  EXPECT_TOLD (&second,
               { "a {\"a\": 1}\n=== b {} ===\na {\"a\": 2}\n", "3: a {a 2}; 2 executions" });
  EXPECT_TOLD (&two, { "{}\na!\n{}\nb!\n", "1: a {}; 3: b {}" }, { "{}\n{}\nb!\n", "2: b {}" },
               { "{}\na\n{}\n{}\nb!", "4: b {}" }, { "{}\na!{}\nb!\n", "1: a {}" },
               { "{}\n!\n", "1:  {}" }, { "{}\n", "" }, { "x\n{}\na!\n", "2: a {}" });
  EXPECT_TOLD (&wrong, { "x\n", "*none; " });
  EXPECT_TOLD (&few, { "x\n", "*none; " });
  EXPECT_TOLD (&blank, { "a {}\nb {} \na {}", "2: b {}" });
  EXPECT_TOLD (&behind, { "x\na {}\n", "1: a {}" }, { "x\n\na {}\n", "2: a {}" });
  EXPECT_TOLD (&below, { "xx\n{} a\n{} b\n", "1: a {}" });
  EXPECT_TOLD (&shared, { "{x}\n{}!\nb!\n", "*2: b {}; 1 broken" });
  EXPECT_TOLD (&either, { "a {}\n {}\na \nb {}", "1: a {}; 4: b {}" });
}

TEST (uploads)
{
  static const struct hb_clock_options second = { .execution = 2 };
#define LOG "(?<clock>.*) of (?<host>.*)\n^--$\n{} of a\n{} of b\n--\n-- {} of x\n{} of c\n"
  EXPECT_TOLD (
      &usual, { LOG, "3: a {}; 4: b {}; 2 executions" },
      { "(?<clock>.*) of (?<host>.*)\n\n{} of a\n--\n{} of b\n", "*3: a {}; 5: b {}" },
      { "(?<clock>.*) of (?<host>.*)\n--\n--\n{} of a\n{} of b\n", "4: a {}; 5: b {}" },
      { "(?<clock>.*) of (?<host>.*)", "" }, { "(?<clock>.*) of (?<host>.*)\n(", "*error" },
      { "(?<clock>.* of (?<host>.*)\n\n", "*error" }, { "(?<clock>.*) of a\n\na {}\n", "3: a {}" },
      { "a of (?<host>.*)\n\na {}\n", "3: a {}" },
      { "\n(?<clock>.*) of (?<host>.*)\n\n{} of a", "" });
  EXPECT_TOLD (&second, { LOG, "7: c {}; 1 broken; 2 executions; l:6:1: warning: this is no clock; "
                               "expected {\"HOST\": N, ...}: the event is left out\n" });
#undef LOG
}

/* A line may hold zero bytes, which no name has an end by. */
TEST (zero_bytes)
{
  static const char text[] = "a\0b {\"a\0b\": 1}\n";
  char *told = told_of (text, sizeof text - 1, &usual);
  assert_string_equal (told, "1: a {a 1}");
  hb_free (told);
}

/* A clock ends where its group does: what stands behind is not read. */
TEST (clocks_that_are_cut_off)
{
  static const char *const clocks[]
      = { "{\"a\" : 1 , \"b\": 20}", "{\\\"a\\\":1,\t\\\"b\\\"\t:\t2\t}", "{ }" };
  for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++)
    for (size_t size = 0; size <= strlen (clocks[i]); size++)
      {
        char *regex = hb_format ("^(?<clock>.{%zu})(?<host>.*)$", size);
        char *text = hb_format ("%s!\n", clocks[i]);
        struct hb_clock_options options = { .execution = 1, .regex = regex };
        char *told = told_of (text, strlen (text), &options);
        if (!strstr (told, size < strlen (clocks[i]) ? "1 broken" : "1: ! {"))
          fail_msg ("%.*s\n%s", (int)size, clocks[i], told);
        hb_free (told);
        hb_free (text);
        hb_free (regex);
      }
}

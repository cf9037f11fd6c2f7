/* Certificates of robustness, sets of summaries: what their file may say, and that every line of a least set is needed.
 *
 * The checker takes a set that is closed, and no other.  A set of the engine is the least one: each of its rows stands
 * on a path from the start, so whatever row is left out or changed, some path does not find it.  A larger set that
 * is closed is as good. */
#include "unit.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "base/output.h"
#include "robust/certify.h"
#include "robust/decide.h"
#include "small_traces.h"
#include "text_changes.h"

/* One write: the body has it, leaves before it, or leaves and is the pivot. */
static const char one_write[] = "shared x = 0 : 0..1\n"
                                "event e() { x := 1; }\n"
                                "driver { e*1; }\n";

/* The values: x, then the ghosts err stage pivot pivot_to open left taint R W rd wr. */
#define START "e 1 0 0 0 0 0 0 0 0 0 0 0 0\n"
#define ALL_EXITS                                                                                  \
  "x 1 0 1 0 0 0 0 0 0 0 0 0\nx 0 0 1 0 0 1 0 0 0 0 0 0\nx 0 0 1 2 0 1 0 0 0 0 0 0\n"
#define BODY "e 0 0 0 1 0 0 0 0 0 0 0 0 0\n"

static const char good[]
    = "hbcert 1 robust\nstage det\n" START ALL_EXITS BODY ALL_EXITS "end 2 6\n";

static hb_aed *
program_of (const char *text)
{
  hb_diag *diag = hb_diag_new ();
  hb_aed *program = hb_aed_of_bytes ("p.aed", text, strlen (text), diag);
  if (!program)
    print_error ("%s", text_of_diag (diag));
  assert_non_null (program);
  hb_aed_split (program);
  hb_diag_free (diag);
  return program;
}

/* What the checker says of TEXT about PROGRAM; *WHY, new, unless NULL: the errors. */
static struct hb_certified_robust
certified (const hb_aed *program, const char *text, char **why)
{
  hb_diag *diag = hb_diag_new ();
  hb_input *input = hb_input_of_bytes ("c.cert", text, strlen (text), diag);
  struct hb_certified_robust found = hb_certify_robust (program, input, diag);
  assert_true (found.good == !hb_diag_errors (diag));
  if (why)
    *why = text_of_diag (diag);
  hb_input_close (input);
  hb_diag_free (diag);
  return found;
}

static bool
is_certified (const void *source, const char *text, char **why)
{
  hb_aed *program = program_of (source);
  bool is = certified (program, text, why).good;
  hb_aed_free (program);
  return is;
}

#define EXPECT(...) EXPECT_OF_CHANGES (is_certified, one_write, good, __VA_ARGS__)

TEST (test_heads)
{
  static const char stages[] = "expected 'stage rob', 'stage det' or 'stage det any', and perhaps";
  hb_aed *program = program_of (one_write);
  struct hb_certified_robust found = certified (program, good, NULL);
  assert_true (found.good && found.is_certificate && found.is_whole);
  assert_true (found.stage == HB_STAGE_DET && found.entries == 2 && found.exits == 6
               && found.loops == 0);
  found = certified (program, "hbcert 1 robust", NULL);
  assert_true (!found.good && !found.is_certificate);
  found = certified (program, "hbcert 1 robust\nstage rob\nend 0 0\n", NULL);
  assert_true (!found.good && found.is_certificate && found.stage == HB_STAGE_ROB);
  hb_aed_free (program);
  EXPECT ({ "hbcert 1 robust", "hbcert 1 robust ", "c.cert:1:1: error: no certificate of" },
          { "hbcert 1 robust", "hbcert 1 robus", "no certificate of robustness" },
          { "hbcert 1 robust", "hbcert 2 robust", "no certificate of robustness" },
          { "hbcert 1 robust", "", "no certificate of robustness" });
  static const char *const wrong[] = { "stage",
                                       "stage seq",
                                       "stage de",
                                       "stage det ",
                                       "stage det all",
                                       "stage rob any",
                                       " stage det",
                                       "stage det loops ",
                                       "stage det loops 0",
                                       "stage det loops 01",
                                       "stage det loops -1",
                                       "stage det loops x",
                                       "stage det loops :",
                                       "stage det loops 1 ",
                                       "stage det loops 1x",
                                       "stage loops 1",
                                       "stage det loops 1000001",
                                       "stage det loops 99999999999999999999" };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    {
      char *text = text_changed (good, "stage det", wrong[i]), *why;
      assert_false (is_certified (one_write, text, &why));
      if (!strstr (why, stages) || !strstr (why, "c.cert:2:"))
        fail_msg ("%s: %s", wrong[i], why);
      hb_free (text);
      hb_free (why);
    }
}

/* Where nothing loops no number of rounds is right; the largest one is one. */
TEST (test_rounds_of_no_loop)
{
  EXPECT ({ "stage det", "stage det loops 1", "no loop of the program posts" },
          { "stage det", "stage det loops 9", "no loop of the program posts" },
          { "stage det", "stage det loops 1000000", "no loop of the program posts" });
}

TEST (test_rows)
{
  static const char line[] = "expected an entry 'e', an exit 'x', or 'end'";
  static const char proc[] = "expected the number of a procedure";
  static const char values[] = "expected 0 arguments and 12 values behind the procedure";
  static const char exit[] = "expected an entry, and then 12 values of an exit";
  static const char whole[] = "the certificate has other numbers of entries and exits";
  EXPECT ({ START, "\n" START, line }, { START, "e\n" START, line },
          { START, "e\t1 0 0 0 0 0 0 0 0 0 0 0 0\n" ALL_EXITS, line },
          { START, "E" START, "c.cert:3:1: error: expected an entry 'e', an exit 'x', or 'end'" },
          { START, "e \n" START, proc }, { START, "e x\n" START, proc },
          { START, "e -1 0 0 0 0 0 0 0 0 0 0 0 0\n", proc },
          { START, "e 2 0 0 0 0 0 0 0 0 0 0 0 0\n", proc },
          { START, "e 1 0 0 0 0 0 0 0 0 0 0 0 0 x\n", proc },
          { START, "e 1 0 0 0 0 0 0 0 0 0 0 0 0 0\n", values },
          { START, "e 1 0 0 0 0 0 0 0 0 0 0 0\n", values }, { START, "e 1\n", values },
          { START, "e 1 0 0 0 0 0 0 0 0 0 0 0 0 \t\r\n", NULL },
          { START, "e +1 0 -0 0 00 0 0 0 0 0 0 0 0\n", NULL },
          { START, START START, "c.cert:4:1: error: the entry stands here a second time" },
          { START, "", exit }, { ALL_EXITS BODY ALL_EXITS "end 2 6", ALL_EXITS "x\nend 1 4", exit },
          { "x 1 0 1", "x 1 1", exit }, { "x 1 0 1", "x 1 0 1 0", exit },
          { "x 1 0 1", "x x 0 1", exit }, { "x 1 0 1", "x 2147483648 0 1", exit },
          { "x 1 0 1", "x -2147483649 0 1", exit },
          { "x 1 0 1", "x 99999999999999999999 0 1", exit }, { "x 1 0 1", "x1 0 1", NULL },
          { "x 1 0 1", "x 2147483647 0 1", "an exit of entry 1 is not listed" },
          { "x 1 0 1", "x -2147483648 0 1", "an exit of entry 1 is not listed" },
          { "end 2 6", "end 2 5", whole }, { "end 2 6", "end 2 7", whole },
          { "end 2 6", "end 1 6", whole }, { "end 2 6", "end 3 6", whole },
          { "end 2 6", "end 2", whole }, { "end 2 6", "end 2 6 6", whole },
          { "end 2 6", "end 2 6x", whole }, { "end 2 6", "end 2x6", whole },
          { "end 2 6", "end x", whole }, { "end 2 6", "end ", line },
          { "end 2 6", "end 6", "c.cert:11:1: error: the certificate has other numbers" },
          { "end 2 6\n", "", "without its end line" }, { "end 2 6\n", "end 2 6", NULL },
          { "end 2 6\n", "end 2 6\n\n", "c.cert:12:1: error: something behind the end line" },
          { "end 2 6\n", "end 2 6\nbeyond none\n", "something behind the end line" });
}

TEST (test_closure)
{
  EXPECT (
      { "e 1 0", "e 1 1", "the start of the program is no entry" },
      { START ALL_EXITS BODY ALL_EXITS, BODY ALL_EXITS START ALL_EXITS, NULL },
      { BODY ALL_EXITS "end 2 6", "end 1 3", "a call of g_body_e enters it in a way that is not" },
      { "e 0 0 0 1", "e 0 0 0 2", "a call of g_body_e enters it in a way that is not listed" },
      /* What nobody enters is looked at as well. */
      { "end 2 6", "e 0 0 0 0 0 0 0 0 0 0 0 0 0\nend 3 6", "an exit of entry 3 is not listed" },
      { "end 2 6",
        "e 0 0 0 0 0 0 0 0 0 0 0 0 0\nx 1 0 0 0 0 0 0 0 0 0 0 0\nx 0 0 0 0 0 1 0 0 0 0 0 0\n"
        "end 3 8",
        NULL },
      /* An exit that no path has is carried on to the end, where it has to be right. */
      { BODY ALL_EXITS "end 2 6", BODY ALL_EXITS ALL_EXITS "end 2 9", NULL },
      { "end 2 6", "x 0 0 0 0 0 0 0 0 0 0 0 0\nend 2 7", "an exit of entry 1 is not listed" },
      { "end 2 6", "x 0 1 0 0 0 0 0 0 0 0 0 0\nend 2 7", "an assertion fails" },
      { BODY, "x 0 0 0 0 0 0 0 0 0 0 0 0\n" BODY, "the certificate has other numbers" });
}

/* --- Least sets --- */

/* All that the sequential programs of event programs do, in few rows; from which values, and so many rounds of loops that
 * post. */
static const struct
{
  const char *text;
  enum hb_det_from from;
  size_t bound;
} sources[] = {
  { one_write, HB_DET_ANY, 0 },
  { "shared x = -1 : -1..1\nevent e(k in 1..2) when x { call f(k, k - 2); async[any] p(); }\n"
    "proc f(m, n) { local r; r := n; L: if r < m { r := r + 1; goto L; } x := n; }\n"
    "proc p() { assume 0; }\n",
    HB_DET_INIT, 0 },
  { "shared x = 0 : 0..1\nevent e() { local r; L: r := choose 0..2; if r == 1 { goto L; } x := r; "
    "}\n"
    "driver { e*2; }\n",
    HB_DET_RUNS, 0 },
  { "shared x = 0 : 0..1\nevent e() { async[main] p(0); }\nproc p(r) { if r { L: goto L; } while r "
    "< 2 { r := r + 1; } "
    "x := r - 1; }\n",
    HB_DET_RUNS, 0 },
  { "shared x = 0 : 0..1\nevent e() { local r; r := 1; while r { async[any] p(); r := 0; } }\n"
    "proc p() { x := 1; }\n",
    HB_DET_INIT, 2 },
  { "shared x = 0 : 0..1\nevent e() { local r; r := choose 0..1; while r { async[any] p(); r := "
    "choose 0..1; } }\n"
    "proc p() { x := 1; }\n",
    HB_DET_INIT, 1 },
  { "shared x = 0 : 0..1\nevent e() { x := 1; L: goto L; }\n", HB_DET_INIT, 0 },
};

/* The certificate of the engine.  New. */
static char *
least (const hb_aed *program, enum hb_det_from from, size_t bound)
{
  hb_diag *diag = hb_diag_new ();
  hb_acode *code = hb_acode_new (program);
  struct hb_robust_options how = { .engine = HB_ROBUST_SUMMARIES,
                                   .parts = from == HB_DET_RUNS ? HB_PART_BOTH : HB_PART_DET,
                                   .det_from = from,
                                   .bound = bound,
                                   .certificate = hb_output_to_memory () };
  struct hb_robust_result result;
  assert_true (hb_robust_decide (code, &how, &result, diag));
  assert_true (result.answer == HB_ROBUST_ROBUST || bound == 1);
  hb_robust_result_free (&result);
  hb_acode_free (code);
  hb_diag_free (diag);
  size_t length;
  return hb_output_text (how.certificate, &length);
}

/* The line at AT, behind it the next. */
static const char *
behind_line (const char *at)
{
  return strchr (at, '\n') + 1;
}

/* TEXT without the rows from FROM to TO, with what its end line then says.  New. */
static char *
without (const char *text, const char *from, const char *to)
{
  hb_buffer left = VEC_EMPTY;
  size_t entries = 0, exits = 0;
  for (const char *line = text, *next; *line; line = next)
    {
      next = behind_line (line);
      if (!strncmp (line, "end ", 4))
        {
          hb_buffer_add (&left, "end %zu %zu\n", entries, exits);
          entries = exits = 0;
        }
      else if (line < from || line >= to)
        {
          entries += !strncmp (line, "e ", 2);
          exits += *line == 'x';
          hb_buffer_add (&left, "%.*s", (int)(next - line), line);
        }
    }
  return hb_buffer_take (&left);
}

static void
refuse (const hb_aed *program, const char *text)
{
  if (certified (program, text, NULL).good)
    fail_msg ("taken for right:\n%s", text);
}

/* One of the numbers of the row, each in its turn, is another one. */
static void
change_number (const hb_aed *program, const char *text, const char *row, size_t turn)
{
  size_t numbers = 0;
  for (const char *at = row; *at != '\n'; at++)
    numbers += *at == ' ';
  char *end;
  const char *at = row;
  for (size_t i = turn % numbers + 1; i > 0; i--)
    at = strchr (at + 1, ' ');
  long number = strtol (at, &end, 10);
  char *other = hb_format ("%.*s %ld%s", (int)(at - text), text, number + 1, end);
  refuse (program, other);
  hb_free (other);
}

/* The row of a least set is needed, and, if it is an entry's, so are that and its exits. */
static void
try_row (const hb_aed *program, const char *text, const char *row, size_t turn)
{
  const char *next = behind_line (row);
  char *other = without (text, row, next);
  refuse (program, other);
  hb_free (other);
  while (*row == 'e' && *next == 'x')
    next = behind_line (next);
  other = without (text, row, next);
  refuse (program, other);
  hb_free (other);
  change_number (program, text, row, turn);
}

TEST (test_least_sets)
{
  for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
    {
      hb_aed *program = program_of (sources[i].text);
      char *text = least (program, sources[i].from, sources[i].bound);
      char *why;
      struct hb_certified_robust found = certified (program, text, &why);
      if (!found.good)
        fail_msg ("%zu: %s\n%s", i, why, text);
      assert_true (found.stage == (sources[i].from == HB_DET_RUNS ? HB_STAGE_ROB : HB_STAGE_DET));
      assert_true (found.loops == sources[i].bound && found.is_whole == (found.loops != 1));
      size_t entries = 0, exits = 0;
      for (const char *line = behind_line (behind_line (text)); *line; line = behind_line (line))
        {
          bool entry = !strncmp (line, "e ", 2), exit = *line == 'x';
          entries += entry;
          exits += exit;
          if (entry || exit)
            try_row (program, text, line, entries + exits);
        }
      assert_true (found.entries == entries && found.exits == exits);
      hb_free (why);
      hb_free (text);
      hb_aed_free (program);
    }
}

/* Loops that post: the rows of the second program may be missing, or must be right, and then nothing comes. */
TEST (test_what_is_beyond)
{
  static const struct text_change changes[]
      = { { "beyond none", "beyond none ", "something behind the end line" },
          { "beyond none", "beyond nono", "something behind the end line" },
          { "beyond none", "", "something behind the end line" },
          { "loops 2", "loops 1", NULL },
          { " loops 2", "", "a loop that posts" } };
  hb_aed *program = program_of (sources[4].text);
  char *text = least (program, HB_DET_INIT, 2), *beyond = strstr (text, "beyond none\n"), *why;
  const char *line = behind_line (beyond);
  expect_of_changes (is_certified, sources[4].text, text, changes,
                     sizeof changes / sizeof *changes);
  char *again = hb_format ("%s%s", text, beyond);
  assert_false (certified (program, again, &why).good);
  assert_non_null (strstr (why, "something behind the end line"));
  hb_free (again);
  hb_free (why);
  /* The line of the file is told. */
  again = hb_format ("%.*s\n%s", (int)(line - text), text, line);
  assert_false (certified (program, again, &why).good);
  assert_non_null (strstr (why, "c.cert:19:1: error: expected an entry 'e'"));
  hb_free (again);
  hb_free (why);
  *beyond = '\0';
  struct hb_certified_robust found = certified (program, text, NULL);
  assert_true (found.good && !found.is_whole && found.loops == 2);
  hb_free (text);
  hb_aed_free (program);
  /* Of a loop that may go on what is within the bound is no proof that nothing is beyond. */
  program = program_of (sources[5].text);
  text = least (program, HB_DET_INIT, 1);
  again = hb_format ("%sbeyond none\n%s", text, behind_line (behind_line (text)));
  assert_false (certified (program, again, &why).good);
  assert_non_null (strstr (why, "an assertion fails"));
  hb_free (again);
  hb_free (why);
  hb_free (text);
  hb_aed_free (program);
}

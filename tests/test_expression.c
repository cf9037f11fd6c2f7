/* Expressions of logs with vector clocks: what JavaScript means by them, said to POSIX; and what is refused. */
#include "unit.h"

#include "base/buffer.h"
#include "base/diag.h"
#include "base/memory.h"
#include "poset/expression.h"

#include <string.h>

/* Reads TEXT into E; why not, or NULL.  New. */
static char *
why_not (const char *text, bool needs_groups, struct hb_expression *e)
{
  hb_diag *diag = hb_diag_new ();
  *e = (struct hb_expression){ 0 };
  bool good = hb_expression_read (text, needs_groups, e, diag);
  char *why = good ? NULL : hb_format ("%s", hb_diag_first (diag));
  assert_true (good || needs_groups || !e->is_there);
  hb_diag_free (diag);
  return why;
}

/* --- one character ------------------------------------------------------------------------------ */

static const char alphabet[] = "abc019AZ_-^[]\\>(){}.+*?|/,: \t\r\nSDWsdw";

/* Does the expression ONE, of one character, take just the characters of MEMBERS from the alphabet? */
static void
expect_members (const char *one, const char *members)
{
  struct hb_expression e;
  char *text = hb_format ("^(?<host>%s)(?<clock>!)$", one), *why = why_not (text, true, &e);
  if (why)
    fail_msg ("%s", why);
  for (const char *c = alphabet; *c; c++)
    {
      char whole[] = { *c, '!', '\0' };
      bool is_taken = !regexec (&e.regex, whole, 0, NULL, 0);
      if (is_taken != (strchr (members, *c) != NULL))
        fail_msg ("%s %s '%c' (%d)", one, is_taken ? "takes" : "does not take", *c, *c);
    }
  hb_expression_free (&e);
  hb_free (text);
}

/* All of the alphabet but MEMBERS; a line's end is in no class that is turned round.  In static memory. */
static const char *
all_but (const char *members)
{
  static char rest[sizeof alphabet];
  size_t size = 0;
  for (const char *c = alphabet; *c; c++)
    if (!strchr (members, *c) && *c != '\n')
      rest[size++] = *c;
  rest[size] = '\0';
  return rest;
}

TEST (classes)
{
  static const char *const cases[][2] = {
    { "ac", "ac" },           { "a-c", "abc" },
    { "\\]a", "]a" },         { "]a", "]a" },
    { "\\[a", "[a" },         { "a[", "a[" },
    { "\\^a", "^a" },         { "a^", "a^" },
    { "\\^", "^" },           { "\\^\\-", "^-" },
    { "\\^\\]", "^]" },       { "\\^\\[", "^[" },
    { "-a", "-a" },           { "a-", "-a" },
    { "a\\-c", "a-c" },       { "-a\\]", "-a]" },
    { "\\]a-", "]a-" },       { "\\[a-", "[a-" },
    { "\\-", "-" },           { "\\[", "[" },
    { "\\]", "]" },           { "\\]\\[\\^\\-", "][^-" },
    { "\\\\", "\\" },         { "\\.", "." },
    { "a\\]\\^", "a]^" },     { "a\\[\\^\\-", "a[^-" },
    { "\\t", "\t" },          { "\\r", "\r" },
    { "SDW", "SDW" },         { "(){}", "(){}" },
    { "a-c\\]\\-", "abc]-" }, { "+*?|", "+*?|" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      char *plain = hb_format ("[%s]", cases[i][0]), *turned = hb_format ("[^%s]", cases[i][0]);
      expect_members (plain, cases[i][1]);
      expect_members (turned, all_but (cases[i][1]));
      hb_free (plain);
      hb_free (turned);
    }
}

TEST (kinds)
{
  static const char space[] = " \t\r\n", digit[] = "019", word[] = "abc019AZ_SDWsdw";
  expect_members ("[\\s]", space);
  expect_members ("[\\d]", digit);
  expect_members ("[\\w]", word);
  expect_members ("[\\d\\-x]", "019-");
  expect_members ("[\\s\\]]", " \t\r\n]");
  expect_members ("[^\\w\\s]", all_but ("abc019AZ_SDWsdw \t\r"));
  expect_members ("\\s", space);
  expect_members ("\\d", digit);
  expect_members ("\\w", word);
  expect_members ("\\S", all_but (space));
  expect_members ("\\D", all_but (digit));
  expect_members ("\\W", all_but (word));
  expect_members ("\\t", "\t");
  expect_members ("\\r", "\r");
  expect_members ("\\n", "\n");
  expect_members ("\\.", ".");
  expect_members ("\\\\", "\\");
  expect_members ("\\(", "(");
  expect_members ("\\[", "[");
  expect_members ("{", "{");
}

/* --- groups and repetitions --------------------------------------------------------------------- */

/* What the groups host and clock are in TEXT: HOST|CLOCK, or NULL if it does not match. */
static void
expect_groups (const char *regex, const char *text, const char *groups)
{
  struct hb_expression e;
  regmatch_t at[HB_EXPRESSION_GROUPS];
  char *why = why_not (regex, true, &e), *found = NULL;
  if (why)
    fail_msg ("%s", why);
  if (!regexec (&e.regex, text, HB_EXPRESSION_GROUPS, at, 0))
    {
      regmatch_t host = at[e.host_group], clock = at[e.clock_group];
      found = hb_format ("%.*s|%.*s", (int)(host.rm_eo - host.rm_so), text + host.rm_so,
                         (int)(clock.rm_eo - clock.rm_so), text + clock.rm_so);
    }
  if (!found != !groups || (found && strcmp (found, groups) != 0))
    fail_msg ("%s in %s: %s", regex, text, found ? found : "no match");
  hb_free (found);
  hb_expression_free (&e);
}

TEST (groups)
{
  expect_groups ("(?<host>a+)(?<clock>b)", "xaab", "aa|b");
  expect_groups ("(?<clock>a+)(?<host>b)", "xaab", "b|aa");
  expect_groups ("(?:x|y)(?<host>a)(z)(?<clock>b)", "yazb", "a|b");
  expect_groups ("(?<hostile>x)(?<clocks>y)(?<host>a)(?<clock>b)", "xyab", "a|b");
  expect_groups ("((?<host>a)(?<clock>b))c", "abc", "a|b");
  expect_groups ("^(?<host>a+?)b(?<clock>c)", "aabc", "aa|c");
  expect_groups ("^(?<host>a+?)b(?<clock>c)", "bc", NULL);
  expect_groups ("^(?<host>a*?)b(?<clock>c)", "bc", "|c");
  expect_groups ("^(?<host>a{2,3}?)b(?<clock>c)", "aabc", "aa|c");
  expect_groups ("^(?<host>a{2,3}?)b(?<clock>c)", "bc", NULL);
  expect_groups ("^(?<host>a?\?)b(?<clock>c)", "abc", "a|c");
  expect_groups ("^(?<host>x)?(?<clock>c)", "xc", "x|c");
  expect_groups ("^(?<host>a{,2})(?<clock>b)", "a{,2}b", "a{,2}|b");
  expect_groups ("^(?<host>a{,2})(?<clock>b)", "aab", NULL);
  expect_groups ("^(?<host>a{2})(?<clock>{b})", "aa{b}", "aa|{b}");
  expect_groups ("^(?<host>a)(?<clock>b))", "ab)", "a|b");
  expect_groups ("^(?<host>a{9})(?<clock>b)", "aaaaaaaaab", "aaaaaaaaa|b");
}

TEST (lines)
{
  static const char *const texts[] = { "a", "a\\nb", "\\na\\n\\tb", "[\\n]" };
  static const size_t lines[] = { 1, 2, 3, 1 };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    {
      struct hb_expression e;
      assert_null (why_not (texts[i], false, &e));
      assert_true (e.is_there);
      assert_int_equal (e.lines, lines[i]);
      hb_expression_free (&e);
    }
}

/* --- what is refused ---------------------------------------------------------------------------- */

static void
expect_refused (const char *regex, bool needs_groups, const char *reason)
{
  struct hb_expression e;
  char *why = why_not (regex, needs_groups, &e);
  if (!why || !strstr (why, reason))
    fail_msg ("%s: %s", regex, why ? why : "it is taken");
  hb_expression_free (&e);
  hb_free (why);
}

TEST (refused)
{
  static const char around[] = "nothing looks around here", back[] = "nothing refers back",
                    kind[] = "a class cannot hold what is not of a kind";
#define BOTH "(?<host>a)(?<clock>b)"
  expect_refused ("(?=a)" BOTH, true, around);
  expect_refused ("(?!a)" BOTH, true, around);
  expect_refused ("(?<=a)" BOTH, true, around);
  expect_refused ("(?<!a)" BOTH, true, around);
  expect_refused (BOTH "(?<x", true, around);
  expect_refused (BOTH "(?x)", true, around);
  expect_refused (BOTH "[\\S]", true, kind);
  expect_refused (BOTH "[a\\D]", true, kind);
  expect_refused (BOTH "[\\Wa]", true, kind);
  expect_refused (BOTH "\\1", true, back);
  expect_refused (BOTH "\\9", true, back);
  expect_refused ("(a", false, "Unmatched");
  expect_refused ("[a", false, "a class has no ']'");
  expect_refused ("[a\\", false, "a class has no ']'");
  expect_refused ("a{10", false, "the expression 'a{10': ");
  expect_refused ("[^]", false, "a class has no ']'");
  expect_refused ("a\\", false, "the expression 'a\\': ");
  expect_refused ("(?<host>a)", true, "needs groups");
  expect_refused ("(?<clock>a)", true, "needs groups");
#define FIVE "()()()()()"
  expect_refused (BOTH FIVE FIVE FIVE FIVE FIVE FIVE, true, "needs groups");
  expect_groups (BOTH FIVE FIVE FIVE FIVE FIVE "()()()()", "ab", "a|b");
#undef FIVE
#undef BOTH
}

/* --- how large they may be ---------------------------------------------------------------------- */

static void
expect_size (const char *text, bool is_taken)
{
  struct hb_expression e;
  char *why = why_not (text, false, &e);
  if (!why != is_taken || (why && strlen (text) < 100 && !strstr (why, "too often")))
    fail_msg ("%.40s: %s", text, why ? why : "it is taken");
  hb_expression_free (&e);
  hb_free (why);
}

TEST (sizes)
{
  static const struct
  {
    const char *text; /* with the number of the last repetition left open */
    unsigned most;
  } cases[] = {
    { "a{%u}", 1000 },           { "[a]{%u}", 1000 },      { "[ab]{%u}", 1000 },
    { "[^ab]{%u}", 1000 },       { "[\\]a]{%u}", 1000 },   { "[^\\]a]{%u}", 1000 },
    { "[\\s+]{%u}", 1000 },      { "[+\\s]{%u}", 1000 },   { "[a+*?(){}|]{%u}", 1000 },
    { "(a{%u})", 1000 },         { "((a)){%u}", 1000 },    { "(?:a|b){%u}", 333 },
    { "a{%u}+", 500 },           { "a*b?c{%u}[d]", 997 },  { "(?:ba{0}){%u}", 500 },
    { "a{1,%u}", 1000 },         { "a{%u,}", 1000 },       { "\\({%u}", 1000 },
    { "[a]{%u}[b]", 999 },       { "[ab]{%u}[\\s]", 999 }, { "[a\\[]{%u}[\\s]", 999 },
    { "(a{9}b){10}c{%u}", 900 }, { "(a{10}){%u}", 100 },   { "(a)(b){%u}", 999 },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (unsigned more = 0; more < 2; more++)
      {
        char *open = hb_format ("%s", cases[i].text), *at = strstr (open, "%u");
        char *text = hb_format ("%.*s%u%s", (int)(at - open), open, cases[i].most + more, at + 2);
        expect_size (text, !more);
        hb_free (text);
        hb_free (open);
      }
  expect_size ("a{1999}", false);
  expect_size ("a{5000}", false);
  expect_size ("a{18446744073709551617}", false);
  expect_size ("a++++++++++++++++++++++++++++++++", false);
  expect_size ("((((((((((((a+)+)+)+)+)+)+)+)+)+)+)+)+", false);
  expect_size ("((((((((((((a*)*)*)*)*)*)*)*)*)*)*)*)*", true);
  char letters[1002];
  memset (letters, 'a', sizeof letters);
  letters[1001] = '\0';
  expect_size (letters, false);
  expect_size (letters + 1, true);
}

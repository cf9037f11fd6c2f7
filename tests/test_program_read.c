/* The reader of programs, word by word: what each is and where it stands, which comments go with it, and the errors
 * of every construct of the language. */
#include "unit.h"

#include "base/buffer.h"
#include "program/lex.h"
#include "program/program.h"
#include "small_traces.h"

/* --- Words --- */

/* The words of TEXT, one after the other as KIND LINE:COLUMN-END TEXT, before each the comments that go with it: # on
 * a line of their own, < on the line of the word before; a gap behind a comment is a |. */
static char *
words_of (const char *text, size_t size, hb_diag *diag)
{
  static const char *const keywords[] = { "vars", NULL };
  static const char kinds[] = { [HB_TOKEN_END] = '.',
                                [HB_TOKEN_NAME] = 'n',
                                [HB_TOKEN_NUMBER] = 'd',
                                [HB_TOKEN_SIGN] = 's',
                                [HB_TOKEN_WRONG] = '?' };
  hb_source source;
  hb_source_init (&source, "p.ed", keywords);
  hb_input *input = hb_input_of_bytes ("p.ed", text, size, diag);
  assert_true (hb_source_load (&source, input, diag));
  hb_input_close (input);
  struct hb_lexer lexer = { .source = &source, .diag = diag };
  struct hb_token token;
  hb_buffer all = VEC_EMPTY;
  do
    {
      token = hb_lex (&lexer);
      for (hb_id i = 0; i < token.comments; i++)
        {
          const char *comment = source.comments.data[token.first_comment + i];
          size_t length = strcspn (comment, "\n");
          hb_buffer_add (&all, "%c%.*s%s ", i < token.behind ? '<' : '#', (int)length, comment,
                         comment[length] ? "|" : "");
        }
      hb_buffer_add (&all, "%c%s%u:%u-%u", kinds[token.kind], token.quoted ? "q" : "",
                     token.spot.line, token.spot.column, token.end_column);
      if (token.kind == HB_TOKEN_NAME)
        hb_buffer_add (&all, " %s", hb_names_text (source.names, token.name));
      else
        assert_int_equal (token.name, HB_NONE);
      if (token.kind == HB_TOKEN_NUMBER)
        hb_buffer_add (&all, " %lld", (long long)token.number);
      if (token.kind == HB_TOKEN_SIGN)
        hb_buffer_add (&all, " %s", token.sign);
      hb_buffer_add (&all, token.kind == HB_TOKEN_END ? "" : "  ");
    }
  while (token.kind != HB_TOKEN_END);
  hb_source_free (&source);
  return hb_buffer_take (&all);
}

/* Reads SIZE bytes of TEXT as these words with these errors. */
static void
assert_words (const char *text, size_t size, const char *words, const char *errors)
{
  hb_diag *diag = hb_diag_new ();
  char *got = words_of (text, size, diag), *said = errors_of_diag (diag);
  assert_string_equal (got, words);
  assert_string_equal (said, errors);
  hb_free (got);
  hb_free (said);
  hb_diag_free (diag);
}

TEST (words_and_where_they_stand)
{
  static const char *const cases[][2] = {
    { "", ".1:1-1" },
    { "\n \t\r\n", ".3:1-1" },
    { "AZ _az09 9", "n1:1-3 AZ  n1:4-9 _az09  d1:10-11 9  .2:1-1" },
    { "x1=y\r+3", "n1:1-3 x1  s1:3-4 =  n1:4-5 y  s1:6-7 +  d1:7-8 3  .2:1-1" },
    { "a<=b<c:=d:e..f&&g||!h!=i==j\n k>=2>3",
      "n1:1-2 a  s1:2-4 <=  n1:4-5 b  s1:5-6 <  n1:6-7 c  s1:7-9 :=  n1:9-10 d  s1:10-11 :  "
      "n1:11-12 e  s1:12-14 ..  n1:14-15 f  s1:15-17 &&  n1:17-18 g  s1:18-20 ||  s1:20-21 !  "
      "n1:21-22 h  s1:22-24 !=  n1:24-25 i  s1:25-27 ==  n1:27-28 j  n2:2-3 k  s2:3-5 >=  d2:5-6 2 "
      " s2:6-7 >  d2:7-8 3  .3:1-1" },
    { "{}()[],;/*-%", "s1:1-2 {  s1:2-3 }  s1:3-4 (  s1:4-5 )  s1:5-6 [  s1:6-7 ]  s1:7-8 ,  "
                      "s1:8-9 ;  s1:9-10 /  s1:10-11 *  s1:11-12 -  s1:12-13 %  .2:1-1" },
    { "\"vars\"\"a.b:1~-\" 007 9223372036854775807",
      "nq1:1-7 vars  nq1:7-16 a.b:1~-  d1:17-20 7  d1:21-40 9223372036854775807  .2:1-1" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_words (cases[i][0], strlen (cases[i][0]), cases[i][1], "");
}

TEST (comments_go_with_the_word_behind_them)
{
  static const char *const cases[][2] = {
    { "# one\n//two \t\r \n\n#\n# \n#  x\nv", "#one #two| # # # x n7:1-2 v  .8:1-1" },
    { "a #b\nc//d\n\n# e\n\n\n\n#f", "n1:1-2 a  <b n2:1-2 c  <d| #e| #f .9:1-1" },
    { "\n\na\n\n\n#b#c // d\n\n", "n3:1-2 a  #b#c // d| .8:1-1" },
    { "a / /", "n1:1-2 a  s1:3-4 /  s1:5-6 /  .2:1-1" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_words (cases[i][0], strlen (cases[i][0]), cases[i][1], "");
}

#define A50 "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeee"

TEST (what_is_no_word)
{
  static const char illegal[]
      = "no legal name; expected letters, digits and _ . : ~ - in the quotes, not ending in ':'";
  static const char no_sign[] = "this character has no meaning in a program";
  static const struct
  {
    const char *text, *words, *error;
    size_t column;
  } cases[] = {
    { A50 A50, "n1:1-101 " A50 A50 "  .2:1-1", NULL, 0 },
    { " a" A50 A50 " b", "?1:2-103  n1:104-105 b  .2:1-1", "a name of more than 100 letters", 2 },
    { "\"" A50 A50 "\"", "nq1:1-103 " A50 A50 "  .2:1-1", NULL, 0 },
    { "\"a" A50 A50 "\"b", "?1:1-104  n1:104-105 b  .2:1-1", "a name of more than 100 letters", 1 },
    { " \"a b\"c", "?1:2-7  n1:7-8 c  .2:1-1", illegal, 2 },
    { "\"\"", "?1:1-3  .2:1-1", illegal, 1 },
    { "\"a:\"", "?1:1-5  .2:1-1", illegal, 1 },
    { " \"abc\nd", "?1:2-6  n2:1-2 d  .3:1-1",
      "a quoted name without its end; expected '\"' on this line", 2 },
    { " 12ab", "?1:2-4  n1:4-6 ab  .2:1-1",
      "a number that runs into a name; expected a blank or a sign between them", 2 },
    { " 9223372036854775808", "?1:2-21  .2:1-1",
      "a number beyond 9223372036854775807; values have 64 bits", 2 },
    { " 92233720368547758070a", "?1:2-22  n1:22-23 a  .2:1-1",
      "a number beyond 9223372036854775807; values have 64 bits", 2 },
    { "a@b", "n1:1-2 a  ?1:2-3  n1:3-4 b  .2:1-1", no_sign, 2 },
    { "a&b", "n1:1-2 a  ?1:2-3  n1:3-4 b  .2:1-1", no_sign, 2 },
    { "a.b", "n1:1-2 a  ?1:2-3  n1:3-4 b  .2:1-1", no_sign, 2 },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      char *error = cases[i].error ? hb_format ("1:%zu: %s\n", cases[i].column, cases[i].error)
                                   : hb_copy_text ("");
      assert_words (cases[i].text, strlen (cases[i].text), cases[i].words, error);
      hb_free (error);
    }
  assert_words ("a\0b", 3, "n1:1-2 a  ?1:2-3  n1:3-4 b  .2:1-1",
                "1:2: this character has no meaning in a program\n");
  assert_words ("a # b\0c", 7, "n1:1-2 a  <b .2:1-1",
                "1:6: a zero byte in a comment; expected text\n");
}

/* --- Comments --- */

/* Comments stay where they stand, and with them the program in the standard layout. */
TEST (comments_stay_where_they_stand)
{
  const char *text = "# the ring\n"
                     "\n"
                     "# of n\n"
                     "param n = 3  # nodes\n"
                     "\n# which mailbox\n"
                     "mailbox sender-queue  # how\n"
                     "\n# shared\n"
                     "vars  # all of them\n"
                     "  # above x\n"
                     "  x  # behind x\n"
                     "  y[n] = self + 1\n"
                     "\n# who\n"
                     "handlers  # they\n"
                     "  # above h\n"
                     "  h[n] regs a = 1 b mailbox stack initial go(self, 2)  # behind h\n"
                     "\n# what\n"
                     "msgs  # they do\n"
                     "  # above go\n"
                     "  go(i, j) {  # opened\n"
                     "    # above a\n"
                     "    a = 1  # behind a\n"
                     "    if a {  # yes\n"
                     "      skip\n"
                     "      # last of if\n"
                     "    } else if b {  # no\n"
                     "      skip\n"
                     "      # before else\n"
                     "    } else {  # neither\n"
                     "      # nothing\n"
                     "    }  # behind if\n"
                     "    7: goto 7\n"
                     "    L: for k = 0 .. n {\n"
                     "      repeat k {\n"
                     "        x = a\n"
                     "      }\n"
                     "    }\n"
                     "    # last of go\n"
                     "  }  # behind go\n"
                     "\n"
                     "  # figure\n"
                     "  m\n"
                     "    post(h[0], go(1, 2), 3)\n"
                     "    1: last\n"
                     "\n"
                     "# the end\n";
  hb_diag *diag = hb_diag_new ();
  hb_program *program = hb_program_of_bytes ("p.ed", text, strlen (text), diag);
  if (!program)
    fail_msg ("%s", hb_diag_first (diag));
  char *again = hb_program_text (program);
  assert_string_equal (again, text);
  hb_free (again);
  hb_program_free (program);
  hb_diag_free (diag);
}

/* --- Errors --- */

/* TEXT is refused with exactly these errors, one a line: what is wrong is told once, and reading goes on behind it. */
static void
assert_errors (const char *text, const char *errors)
{
  hb_diag *diag = hb_diag_new ();
  hb_program *program = hb_program_of_bytes ("p.ed", text, strlen (text), diag);
  char *said = errors_of_diag (diag);
  if (program || strcmp (said, errors) != 0)
    fail_msg ("%s\n--- said:\n%s--- wanted:\n%s", text, program ? "nothing\n" : said, errors);
  hb_free (said);
  hb_diag_free (diag);
}

#define NO_OPERAND "expected a number, a name or '('"
#define NO_SECTION "expected a section: param, mailbox, vars, handlers or msgs"

TEST (errors_of_declarations)
{
  static const char *const cases[][2] = {
    { "param 1 ) )", "1:7: expected the parameter's name, found '1'\n" },
    { "param n ) )", "1:9: expected '=' and the parameter's value, found ')'\n" },
    { "param n = ) )", "1:11: " NO_OPERAND ", found ')'\n" },
    { "param n = 1 2", "1:13: " NO_SECTION ", found '2'\n" },
    { "mailbox 3 4",
      "1:9: expected queue, sender-queue, multiset, stack or priority, found '3'\n" },
    { "mailbox fifo ) )", "1:9: 'fifo' is no mailbox discipline; expected queue, sender-queue, "
                          "multiset, stack or priority\n" },
    { "mailbox queue )", "1:15: " NO_SECTION ", found ')'\n" },
    { "mailbox queue; )", "1:16: " NO_SECTION ", found ')'\n" },
    { "mailbox sender - )", "1:9: 'sender' is no mailbox discipline; expected queue, sender-queue, "
                            "multiset, stack or priority\n" },
    { "vars 1 ) )\ny", "1:6: expected a variable, found '1'\n" },
    { "vars x[) )\ny", "1:8: " NO_OPERAND ", found ')'\n" },
    { "vars x[1 ) )\ny", "1:10: expected ']' behind the size, found ')'\n" },
    { "vars x = ) )\ny", "1:10: " NO_OPERAND ", found ')'\n" },
    { "vars x[1] = 2, ; y", "1:16: expected a variable, found ';'\n" },
    { "handlers 1 ) )\ng regs", "1:10: expected a handler, found '1'\n" },
    { "handlers h[) )\ng regs", "1:12: " NO_OPERAND ", found ')'\n" },
    { "handlers h ) )\ng regs", "1:12: expected 'regs' behind the handler's name, found ')'\n" },
    { "handlers h regs a = ) )\ng regs", "1:21: " NO_OPERAND ", found ')'\n" },
    { "handlers h regs a, , b", "1:20: expected a handler, found ','\n" },
    { "handlers h regs mailbox 1 ) )\ng regs",
      "1:25: expected queue, sender-queue, multiset, stack or priority, found '1'\n" },
    { "handlers h regs initial 1 ) )\ng regs", "1:25: expected the initial message, found '1'\n" },
    { "handlers h regs initial m(1 2) )\ng regs",
      "1:29: expected ',' or ')' behind an argument, found '2'\n" },
    { "handlers h regs initial if\ng regs", "1:25: expected the initial message (a keyword is a "
                                            "name only in double quotes), found 'if'\n" },
    { "msgs 1 ) )\nm { }", "1:6: expected a message, found '1'\n" },
    { "msgs m(1 ) )\nm { }", "1:8: expected a parameter or ')', found '1'\n" },
    { "msgs m(i j) { }\nm { }", "1:10: expected ',' or ')' behind a parameter, found 'j'\n" },
    { "msgs m(i = j) { }\nm { }", "1:10: expected ',' or ')' behind a parameter, found '='\n" },
    { "msgs m(i, ) { }\nm { }", "1:11: expected a parameter or ')', found ')'\n" },
    { "msgs m(i, if) { }\nm { }", "1:11: expected a parameter or ')' (a keyword is a name only in "
                                  "double quotes), found 'if'\n" },
    { "handlers h regs a\nmsgs m { a = 1 +\n a = x\n}", "3:4: expected a statement, found '='\n" },
    { "handlers h regs a\nmsgs m { a = 1\nvars x x", "3:1: message 'm', line 2, has no '}'\n" },
    { "handlers h regs a\nmsgs m L: a = 1 }\nm { }",
      "2:6: message 'm' has no end; expected 'LABEL: last', or braces around it\n" },
    { "foo bar baz\nvars 1", "1:1: " NO_SECTION ", found 'foo'\n"
                             "2:6: expected a variable, found '1'\n" },
    { "handlers h regs a\nmsgs m { if a {\nwhile a { a = 1 }",
      "4:1: the block that starts in line 2 has no '}'\n4:1: message 'm', line 2, has no '}'\n" },
    { "handlers h regs a\nmsgs m { b = 1\n a = 1 2 }", "3:8: expected a statement, found '2'\n" },
    { "handlers h regs a\nmsgs m { a = 1 } )", "2:18: expected a message, found ')'\n" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_errors (cases[i][0], cases[i][1]);
}

/* Bodies of a message, on lines 4 and 5. */
TEST (errors_of_statements)
{
  static const char *const cases[][2] = {
    { "goto ) )\na = 1 2", "4:6: expected a label behind goto, found ')'\n"
                           "5:7: expected a statement, found '2'\n" },
    { "goto if )", "4:6: expected a label behind goto, found 'if'\n" },
    { "if a goto = )", "4:11: expected a label behind goto, found '='\n" },
    { "post a ) )", "4:6: expected '(' behind post, found 'a'\n" },
    { "post(1 ) )", "4:6: expected a handler, found '1'\n" },
    { "post(h[) )", "4:8: " NO_OPERAND ", found ')'\n" },
    { "post(h[1 ) )", "4:10: expected ']' behind the index, found ')'\n" },
    { "post(h[1] m ) )", "4:11: expected ',' between handler and message, found 'm'\n" },
    { "post(h[1], 1 ) )", "4:12: expected a message, found '1'\n" },
    { "post(h[1], m(1 2) )", "4:16: expected ',' or ')' behind an argument, found '2'\n" },
    { "post(h[1], m(1, ] ) )", "4:17: " NO_OPERAND ", found ']'\n" },
    { "post(h[1], m(), ) )", "4:17: " NO_OPERAND ", found ')'\n" },
    { "post(h[1], m, 1 ) 2 )", "4:19: expected a statement, found '2'\n" },
    { "post(h[0], m 1)", "4:14: expected ')', or ',' and a priority, found '1'\n" },
    { "x[) )", "4:3: " NO_OPERAND ", found ')'\n" },
    { "y[1 ) )", "4:5: expected ']' behind the index, found ')'\n" },
    { "x ) )", "4:3: expected '=' and a value, found ')'\n" },
    { "a = ) )", "4:5: " NO_OPERAND ", found ')'\n" },
    { "a = 1 2 )", "4:7: expected a statement, found '2'\n" },
    { "await ) )", "4:7: " NO_OPERAND ", found ')'\n" },
    { "await a + 1 ) )", "4:7: await compares one variable, as in: await x == 1\n" },
    { "await 1 ) )", "4:7: await compares one variable, as in: await x == 1\n" },
    { "await x && 1 ) )", "4:7: await compares one variable, as in: await x == 1\n" },
    { "await 1 == 1 ) )", "4:7: await compares one variable, as in: await x == 1\n" },
    { "await min(x, 1) ) )", "4:7: await compares one variable, as in: await x == 1\n" },
    { "await x + 1 == 1 ) )", "4:7: await compares one variable, as in: await x == 1\n" },
    { "await !x ) )", "4:7: await compares one variable, as in: await x == 1\n" },
    { "if ) )", "4:4: " NO_OPERAND ", found ')'\n" },
    { "if a ) )", "4:6: expected goto or '{' behind the condition, found ')'\n" },
    { "if a = 1 { )",
      "4:6: expected goto or '{' behind the condition; equality is written ==, found '='\n" },
    { "if a { } else ) )", "4:15: expected '{' and a block, found ')'\n" },
    { "if a { } else if ) )", "4:18: " NO_OPERAND ", found ')'\n" },
    { "if a { } else if a goto L ) )",
      "4:15: 'else if ... goto' needs braces: else { if ... goto L }\n" },
    { "if a { a = 1", "6:1: message 'm', line 3, has no '}'\n" },
    { "while ) )", "4:7: " NO_OPERAND ", found ')'\n" },
    { "while a ) )", "4:9: expected '{' and a block, found ')'\n" },
    { "repeat ) )", "4:8: " NO_OPERAND ", found ')'\n" },
    { "for 1 ) )", "4:5: expected a loop variable, found '1'\n" },
    { "for i 0 )", "4:7: expected '=' and the bounds, as in: for i = 0 .. n - 1, found '0'\n" },
    { "for i = ) )", "4:9: " NO_OPERAND ", found ')'\n" },
    { "for i = 0 1 ) )", "4:11: expected '..' between the bounds, found '1'\n" },
    { "for i = 0 .. ) )", "4:14: " NO_OPERAND ", found ')'\n" },
    { "for i = 0 .. 1 ) )", "4:16: expected '{' and a block, found ')'\n" },
    { "assert ) )", "4:8: " NO_OPERAND ", found ')'\n" },
    { "last 1", "4:6: expected a statement, found '1'\n" },
    { "skip )", "4:6: expected a statement, found ')'\n" },
    { "L: )", "4:4: expected a statement, found ')'\n" },
    { "1: 2: a = 1", "4:4: expected a statement, found '2'\n" },
    { ") )\n) a", "4:1: expected a statement, found ')'\n"
                  "5:1: expected a statement, found ')'\n" },
    { "\"if\" 1", "4:6: expected '=' and a value, found '1'\n" },
    { "a = min 1 ) )", "4:9: expected '(' behind min or max, found '1'\n" },
    { "a = min() )", "4:9: " NO_OPERAND ", found ')'\n" },
    { "a = min(1 2 ) )", "4:11: expected ',' between the two operands, found '2'\n" },
    { "a = max(1, ) )", "4:12: " NO_OPERAND ", found ')'\n" },
    { "a = max(1, 2 3 ) )", "4:14: expected ')' behind the two operands, found '3'\n" },
    { "a = y[) )", "4:7: " NO_OPERAND ", found ')'\n" },
    { "a = y[1 ) )", "4:9: expected ']' behind the index, found ')'\n" },
    { "a = (1 2 )", "4:8: expected ')' or an operator, found '2'\n" },
    { "a = () )", "4:6: " NO_OPERAND ", found ')'\n" },
    { "a = 1 + ) )", "4:9: " NO_OPERAND ", found ')'\n" },
    { "a = - ) )", "4:7: " NO_OPERAND ", found ')'\n" },
    { "a = !! ) )", "4:8: " NO_OPERAND ", found ')'\n" },
    { "a = if )", "4:5: " NO_OPERAND ", found 'if'\n" },
    { "a = self = )", "4:10: expected a statement, found '='\n" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      char *text = hb_format ("vars x y[2]\nhandlers h[2] regs a\nmsgs m {\n%s\n}\n", cases[i][0]);
      assert_errors (text, cases[i][1]);
      hb_free (text);
    }
}

/* After as many errors as are shown the reader stops. */
TEST (reading_stops_after_many_errors)
{
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text, "handlers h regs a\nmsgs m {\n");
  for (int i = 0; i < 100; i++)
    hb_buffer_add (&text, "  a = 1 2\n");
  hb_diag *diag = hb_diag_new ();
  assert_null (hb_program_of_bytes ("p.ed", text.data, text.size, diag));
  assert_int_equal (hb_diag_errors (diag), HB_MOST_ERRORS);
  hb_diag_free (diag);
  vec_free (text);
}

/* --- How deep --- */

/* Is a program read whose only message does BEFORE, N times OPEN, MIDDLE, N times CLOSE? */
static bool
is_read (const char *before, const char *open, const char *middle, const char *close, int n)
{
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text, "handlers h regs a\nmsgs h { %s", before);
  for (int i = 0; i < n; i++)
    hb_buffer_add (&text, "%s", open);
  hb_buffer_add (&text, "%s", middle);
  for (int i = 0; i < n; i++)
    hb_buffer_add (&text, "%s", close);
  hb_buffer_add (&text, " }");
  hb_diag *diag = hb_diag_new ();
  hb_program *program = hb_program_of_bytes ("p.ed", text.data, text.size, diag);
  bool good = program;
  hb_program_free (program);
  hb_diag_free (diag);
  vec_free (text);
  return good;
}

TEST (how_deep_programs_are)
{
  static const struct
  {
    const char *before, *open, *middle, *close;
    int most;
  } cases[] = {
    { "a = ", "(", "1", ")", 200 },
    { "a = ", "-", "1", "", 200 },
    { "a = ", "max(1, ", "1", ")", 200 },
    { "", "if a { ", "a = 1", "}", 200 },
    { "if a { }", " else if a { }", "", "", 200 },
    { "a = 1", " + 1", "", "", 999 },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (int more = 0; more < 2; more++)
      assert_int_equal (is_read (cases[i].before, cases[i].open, cases[i].middle, cases[i].close,
                                 cases[i].most + more),
                        !more);
  /* What was left is no longer around. */
  assert_true (is_read ("", "a = -(-(-1)) if a { repeat a { } } else if a { } ", "", "", 300));
}

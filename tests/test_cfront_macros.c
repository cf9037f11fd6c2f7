/* Macros with parameters: case by case, and against the C compiler's preprocessor on random programs. */
#include "unit.h"

#include <sys/wait.h>

#include "base/buffer.h"
#include "c_compiler.h"
#include "cfront/unit.h"
#include "text_damage.h"

/* Reads the tokens of TEXT; false after an error, which is in DIAG. */
static bool
lexed (hb_c_unit *unit, const char *text, hb_c_tokens *tokens, hb_diag *diag)
{
  static const struct hb_c_lexing lexing = { .own = "hb_" };
  return hb_c_lex (unit, "t.c", text, strlen (text), &lexing, tokens, diag);
}

/* The words that TEXT stands for, with a blank between them; where there is a !, the error. */
static char *
told (const char *text)
{
  hb_c_unit *unit = hb_c_new ();
  hb_c_tokens tokens = VEC_EMPTY;
  hb_diag *diag = hb_diag_new ();
  hb_buffer out = VEC_EMPTY;
  if (lexed (unit, text, &tokens, diag))
    for (size_t i = 0; i + 1 < tokens.size; i++)
      {
        const struct hb_c_token *token = &tokens.data[i];
        hb_buffer_add (&out, i ? " " : "");
        if (token->word == C_WORD_STRING)
          hb_buffer_add (&out, "<%s>", token->text);
        else if (token->word == C_WORD_MARK)
          hb_buffer_add (&out, "%.3s", (const char *)&token->mark);
        else
          hb_buffer_add (&out, "%s", token->text);
      }
  else
    {
      struct hb_place place;
      const char *said = hb_diag_entry (diag, 0, NULL, &place);
      hb_buffer_add (&out, "! %zu:%zu: %s", place.line, place.column, said);
    }
  vec_push (out, '\0');
  vec_free (tokens);
  hb_c_free (unit);
  hb_diag_free (diag);
  return out.data;
}

TEST (cases)
{
  static const struct
  {
    const char *text, *words;
  } cases[] = {
    { "#define f(x) x + x\nf (1) f(f(2))", "1 + 1 2 + 2 + 2 + 2" },
    { "#define f(x) x\nf f; f", "f f ; f" },
    { "#define f() 3\nf() f ( ) f", "3 3 f" },
    { "#define f(x)\nf(1) f() f( )", "" },
    { "#define f (x)\nf (1)", "( x ) ( 1 )" },
    { "#define f(x, y) x - y\nf(1, 2) f((1, 2), g(3, 4)) f(,)", "1 - 2 ( 1 , 2 ) - g ( 3 , 4 ) -" },
    { "#define f(x) (x)\nf(\n 1 // a )\n + /* ( */ 2\n) 3", "( 1 + 2 ) 3" },
    { "#define f(x) (x)\nf\n\n(1) f // (\n", "( 1 ) f" },
    { "#define f(x) <x>\n#define g f\ng(1) g (g(2))", "< 1 > < < 2 > >" },
    { "#define f(x) x f\nf(1)(2)(3)", "1 f ( 2 ) ( 3 )" },
    { "#define f(x) f(x)\nf(f(1))", "f ( f ( 1 ) )" },
    { "#define f(x) x g\n#define g(x) x f\nf(1)(2)(3)", "1 2 3 g" },
    { "#define x y\n#define f(x) x y\nf(1) x", "1 y y" },
    { "#define f(x) #x\nf( a  +\n\"b\\n\" '\\'' ) f() f(f(1))",
      "<a + \"b\\012\" '\\''> <> <f(1)>" },
    { "#define f(x) #x\n#define g(a) f(+a) f(+ a)\ng( b) g(b  c) f(#)",
      "<+b> <+ b> <+b c> <+ b c> <#>" },
    { "#define f(x, ...) x, a __VA_ARGS__, ## __VA_ARGS__ a\nf(1) f(2, 3)",
      "1 , a a 2 , a 3 , 3 a" },
    { "#define f(x, y) x ## y\nf(a, b) f(a,) f(, b) f(,) f(1, 2) f(<, <=) f(+, +)",
      "ab a b 12 <<= ++" },
    { "#define f(x, y) a x ## y c\nf(,) f(, b)", "a c a b c" },
    { "#define a b ## c\n#define bc 3\na", "3" },
    { "#define f(x) x ## f\n#define q 1\nf(q) f (g)(1)", "qf gf ( 1 )" },
    { "#define f(x, y) x ## 1 x\n#define a b\nf(a, )", "a1 b" },
    { "#define f(x, y, z) x ## y ## z\nf(a, b, c) f(, b, c) f(a, , c) f(, , c) f(a, b, )",
      "abc bc ac c ab" },
    { "#define f(...) g(__VA_ARGS__)\nf() f(1) f(1, 2)", "g ( ) g ( 1 ) g ( 1 , 2 )" },
    { "#define f(x, ...) g(x, __VA_ARGS__)\nf(1, 2, 3) f(1,) f(1)",
      "g ( 1 , 2 , 3 ) g ( 1 , ) g ( 1 , )" },
    { "#define f(x, ...) g(x, ## __VA_ARGS__)\nf(1, 2, 3) f(1,) f(1)",
      "g ( 1 , 2 , 3 ) g ( 1 ) g ( 1 )" },
    { "#define f(x, y...) g(x, ## y) #y\nf(1, 2, 3) f(1)", "g ( 1 , 2 , 3 ) <2, 3> g ( 1 ) <>" },
    { "\n#define f(x) x __LINE__\nf(__LINE__) f(\n__LINE__) __FILE__", "3 3 4 3 <t.c>" },
    { "#define f(x) #x\nf(\"~\\x7f } |\\t\")", "<\"~\\177 } |\\011\">" },
    { "#define S(x) #x\n#define X(x) S(x)\n#define E(a) a\n#define M() x\n#define N\nX((E(a))) "
      "X(x M()b) X(E(1)E(2)) X(f E((a)) ) X(a N b) X(a N+b) X(N a)",
      "<(a)> <x xb> <12> <f (a)> <a b> <a +b> <a>" },
    { "#define A 3\n#define f(x) x\nf(\"A\") f('A') \"A\"", "<A> A <A>" },
    { "#define h(x) 0x ## x\nh(1f) h(2)", "0x1f 0x2" },
    { "#define h(x) 0x ## x\n#define d 0x\nh(g)", "! 3:1: expected an integer of at most 64 bits" },
    { "#define d 08\nint x = d;", "! 2:9: expected an integer of at most 64 bits" },
    { "#define f(x) x\n#undef f\nf(1)", "f ( 1 )" },
    { "#define f(x) x\n#define f 3\nf(1)", "3 ( 1 )" },
    { "#define f 3\n#define f(y) y y\nf(1)", "1 1" },
    { "#define HB_TASK(x) 1\n#define hb_lock(x) 2\n#define hbx(y) 3\n#define hb_n 4\n"
      "HB_TASK (1) hb_lock (1) hbx (1) hb_n",
      "HB_TASK ( 1 ) hb_lock ( 1 ) 3 4" },
    { "#define f(x) x\nf(1", "! 2:1: the arguments of this macro do not end" },
    { "#define f(x) x\n#define g f(\ng 1)", "1" },
    { "#define f(x) x\n#define g(x) f(x\ng(1)", "! 3:1: the arguments of this macro do not end" },
    { "#define f(x) x\nf(1, 2)", "! 2:1: expected 1 argument, not 2" },
    { "#define f(x, y) x\n f(1)", "! 2:2: expected 2 arguments, not 1" },
    { "#define f(x, y) x\nf()", "! 2:1: expected 2 arguments, not 1" },
    { "#define f() x\nf(1)", "! 2:1: expected 0 arguments, not 1" },
    { "#define f() x\nf(,)", "! 2:1: expected 0 arguments, not 2" },
    { "#define f(x, y, ...) x\nf(1)", "! 2:1: expected 3 arguments, not 1" },
    { "#define f(x, y) x ## y\nf(a, +)", "! 2:3: what ## joins here is no word of C" },
    { "#define f(x, y) x ## y\nf(1, 8) f(0, 8)", "! 2:11: expected an integer of at most 64 bits" },
    { "#define f(x) ## x", "! 1:14: expected a word on either side of ##" },
    { "#define f(x) x ##", "! 1:16: expected a word on either side of ##" },
    { "#define a ## b", "! 1:11: expected a word on either side of ##" },
    { "#define f(x) # y", "! 1:14: expected a parameter after #" },
    { "#define f(x) #", "! 1:14: expected a parameter after #" },
    { "#define f(x, x) 1", "! 1:14: this parameter stands here twice" },
    { "#define f(x,) 1", "! 1:13: expected the name of a parameter" },
    { "#define f(, x) 1", "! 1:11: expected the name of a parameter" },
    { "#define f(x", "! 1:12: expected ')' after the parameters" },
    { "#define f(", "! 1:11: expected the name of a parameter" },
    { "#define f(x y) 1", "! 1:13: expected ')' after the parameters" },
    { "#define f(..., x) 1", "! 1:14: expected ')' after the parameters" },
    { "#define f(x...) f(x)\nf(f(1, 2))", "f ( f ( 1 , 2 ) )" },
    { "#define f(x) x\nf(\n#ifndef q\n1)",
      "! 3:1: directives within the arguments of a macro are outside of the subset" },
    { "#define f(x) x\nf\n#ifndef q\n(1)\n#endif", "f ( 1 )" },
    { "#define f(x) x\nf(/*", "! 2:3: this comment does not end" },
    { "#define f(x) x\nf /*", "! 2:3: this comment does not end" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      char *words = told (cases[i].text);
      if (strcmp (words, cases[i].words))
        fail_msg ("%s:\n%s\nand not\n%s", cases[i].text, words, cases[i].words);
      hb_free (words);
    }
}

/* LINES times LINE, whose %d are numbers that grow, and BEHIND. */
static void
compare_many (const char *line, int lines, const char *behind, const char *words)
{
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text, "#define f(x) x\n#define twice(x) x x\n");
  for (int i = 0; i < lines; i++)
    for (const char *at = line; *at; at++)
      if (*at == '%')
        {
          at++;
          hb_buffer_add (&text, "%d", i + (*at == 'n'));
        }
      else
        hb_buffer_add (&text, "%c", *at);
  hb_buffer_add (&text, "%s", behind);
  char *own = told (text.data);
  if (strcmp (own, words))
    fail_msg ("%s and so on: %s", line, own);
  hb_free (own);
  vec_free (text);
}

/* What macros stand for is not without end. */
TEST (limits)
{
  compare_many ("#define A%n A%d\n", 3000, "A3000", "A0");
  compare_many ("#define A%n A%d A%d\n", 40, "A40",
                "! 43:1: macros stand here for more than a million words");
  compare_many ("#define A%n(x) A%d (x x)\n", 30, "A30 (1)",
                "! 33:1: macros stand here for more than a million words");
  compare_many ("#define G%d(a) G%n(a##a)\n", 40, "G0(x)",
                "! 43:1: macros stand here for more than a million words");
  compare_many ("#define S%d(a) S%n(#a)\n", 40, "S0(\"\\\\\")",
                "! 43:1: macros stand here for more than a million words");
  compare_many ("f (", 50, "1))))))))))))))))))))))))))))))))))))))))))))))))))", "1");
  compare_many ("f (", 51, "1)))))))))))))))))))))))))))))))))))))))))))))))))))",
                "! 3:154: macros are nested too deeply");
  compare_many ("twice (", 30, "1))))))))))))))))))))))))))))))",
                "! 3:78: macros stand here for more than a million words");
}

#define NAMES 6

/* A word, of those that are between the lines of macros: names of them, parameters, others. */
static void
add_word (hb_buffer *text, struct hb_rng *rng, size_t parameters)
{
  static const char *const marks[] = { "+", "-", "(", ")", ",", "<", ";", "=", ".", "\"s t\"" };
  size_t kind = hb_rng_below (rng, 10);
  if (kind < 3)
    hb_buffer_add (text, "%c", (char)('A' + hb_rng_below (rng, NAMES)));
  else if (kind < 6 && parameters)
    hb_buffer_add (text, "%c", (char)('x' + hb_rng_below (rng, parameters)));
  else if (kind < 8)
    hb_buffer_add (text, "%c", (char)('a' + hb_rng_below (rng, 3)));
  else
    hb_buffer_add (text, "%s", marks[hb_rng_below (rng, sizeof marks / sizeof *marks)]);
}

static void
add_blank (hb_buffer *text, struct hb_rng *rng)
{
  if (hb_rng_coin (rng))
    hb_buffer_add (text, " ");
}

/* A macro's use, or a word. */
static void
add_use (hb_buffer *text, struct hb_rng *rng, size_t depth)
{
  if (!depth || hb_rng_below (rng, 3))
    {
      add_word (text, rng, 0);
      return;
    }
  hb_buffer_add (text, "%c", (char)('A' + hb_rng_below (rng, NAMES)));
  add_blank (text, rng);
  hb_buffer_add (text, "(");
  for (size_t i = 0, count = hb_rng_below (rng, 3); i <= count; i++)
    {
      hb_buffer_add (text, i ? "," : "");
      for (size_t k = hb_rng_below (rng, 3); k > 0; k--)
        {
          add_blank (text, rng);
          add_use (text, rng, depth - 1);
          hb_buffer_add (text, hb_rng_below (rng, 8) ? " " : "\n");
        }
    }
  hb_buffer_add (text, ")");
}

static void
add_macro (hb_buffer *text, struct hb_rng *rng, size_t number)
{
  size_t parameters = hb_rng_below (rng, 4);
  bool open = parameters && !hb_rng_below (rng, 3);
  hb_buffer_add (text, "#define %c", (char)('A' + number));
  if (hb_rng_below (rng, 4))
    hb_buffer_add (text, "(%.*s%s)", parameters ? (int)(2 * parameters - 1) : 0, "x,y,z",
                   open ? "..." : "");
  else
    parameters = 0;
  hb_buffer_add (text, " ");
  for (size_t k = hb_rng_below (rng, 6); k > 0; k--)
    {
      if (parameters && !hb_rng_below (rng, 6))
        hb_buffer_add (text, "#%c", (char)('x' + hb_rng_below (rng, parameters)));
      else
        add_word (text, rng, parameters);
      /* gcc has meanings of its own for ## beside all that is left. */
      hb_buffer_add (text, k > 1 && !open && !hb_rng_below (rng, 5) ? "##" : " ");
    }
  hb_buffer_add (text, "\n");
}

/* The program at PATH after the compiler's preprocessor; NULL if it refuses it.  New. */
static char *
preprocessed (const char *path)
{
  char *command = hb_format ("gcc -E -P -x c %s 2>/dev/null", path), part[4096];
  hb_buffer out = VEC_EMPTY;
  FILE *from = popen (command, "r");
  assert_non_null (from);
  for (size_t size; (size = fread (part, 1, sizeof part, from)) > 0;)
    hb_buffer_add (&out, "%.*s", (int)size, part);
  int status = pclose (from);
  hb_free (command);
  if (WIFEXITED (status) && !WEXITSTATUS (status))
    {
      hb_buffer_add (&out, "\n");
      return out.data;
    }
  vec_free (out);
  return NULL;
}

/* Are the words of A and B the same? */
static bool
are_alike (const hb_c_tokens *a, const hb_c_tokens *b)
{
  bool good = a->size == b->size;
  for (size_t i = 0; good && i < a->size; i++)
    {
      const struct hb_c_token *x = &a->data[i], *y = &b->data[i];
      good = x->word == y->word && x->mark == y->mark && x->value == y->value
             && (x->word == C_WORD_END || !memcmp (x->text, y->text, x->value ? x->value : 1));
    }
  return good;
}

/* The compiler's preprocessor makes the same words of random programs, or refuses them, too. */
TEST (as_the_compiler)
{
  if (!c_compiler ())
    skip ();
  struct hb_rng rng = hb_rng_seeded (17);
  size_t rounds = fuzz_rounds (150), read = 0;
  for (size_t i = 0; i < rounds; i++)
    {
      hb_buffer text = VEC_EMPTY;
      for (size_t k = 0; k < NAMES; k++)
        add_macro (&text, &rng, k);
      for (size_t k = 0; k < 6; k++)
        {
          add_use (&text, &rng, 3);
          hb_buffer_add (&text, " ");
        }
      hb_buffer_add (&text, "\n");
      unit_write (unit_scratch (), text.data);
      char *expected = preprocessed (unit_scratch ());
      hb_c_unit *unit = hb_c_new ();
      hb_c_tokens own = VEC_EMPTY, theirs = VEC_EMPTY;
      hb_diag *diag = hb_diag_new ();
      bool good = lexed (unit, text.data, &own, diag);
      if (good != (expected != NULL))
        fail_msg ("%s:\n%s", text.data, good ? "is read" : hb_diag_first (diag));
      if (good && (!lexed (unit, expected, &theirs, diag) || !are_alike (&own, &theirs)))
        fail_msg ("%s:\nexpected %s\nnot %s", text.data, expected, told (text.data));
      read += good;
      vec_free (own);
      vec_free (theirs);
      hb_free (expected);
      hb_c_free (unit);
      hb_diag_free (diag);
      vec_free (text);
    }
  assert_true (read > rounds / 5);
}

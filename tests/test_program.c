/* Programs: what is read, what is refused and how, and that the formatter changes nothing. */
#include "unit.h"

#include "base/buffer.h"
#include "program/program.h"
#include "gen/random_program.h"
#include "small_traces.h"

static hb_program *
program_of_text (const char *text)
{
  hb_diag *diag = hb_diag_new ();
  hb_program *program = hb_program_of_bytes ("p.ed", text, strlen (text), diag);
  if (!program)
    fail_msg ("%s\n%s", hb_diag_first (diag), text);
  hb_diag_free (diag);
  return program;
}

/* --- Errors --- */

struct wrong
{
  const char *text;
  size_t line, column;
  const char *error;
};

static const struct wrong wrongs[] = {
  { "msgs m { x = 1 }", 1, 10, "'x' is not declared; expected a register or a variable" },
  { "vars x\nhandlers h regs a\nmsgs h { y = 1 }", 3, 10,
    "'y' is not declared; expected a register or a variable" },
  { "vars x\nhandlers h regs a\nmsgs h { a = x + 1 }", 3, 14,
    "expressions use registers, 'x' is a variable; read it into a register first" },
  { "vars x[2]\nhandlers h regs a\nmsgs h { a = x }", 3, 14,
    "'x' is an array; expected 'x[INDEX]'" },
  { "vars x\nhandlers h regs a\nmsgs h { a = x[0] }", 3, 14, "'x' is no array and has no index" },
  { "vars x\nhandlers h regs a\nmsgs h { a = 1 + }", 3, 18,
    "expected a number, a name or '(', found '}'" },
  { "vars x\nhandlers h regs a\nmsgs h { if a = 1 goto L }", 3, 15,
    "expected goto or '{' behind the condition; equality is written ==, found '='" },
  { "vars x\nhandlers h regs a\nmsgs h { if a == 1 goto L }", 3, 25,
    "no label 'L' in this message" },
  { "handlers h regs a\nmsgs h { L: a = 1 L: a = 2 }", 2, 19,
    "a second label 'L' in this message" },
  { "handlers h regs a\nmsgs h { while a { L: a = 1 } goto L }", 2, 36,
    "label 'L' stands in another block; a jump cannot enter one" },
  { "handlers h regs a\nmsgs h L1: a = 1", 2, 6,
    "message 'h' has no end; expected 'LABEL: last', or braces around it" },
  { "handlers h regs a\nmsgs h { a = 1", 3, 1, "message 'h', line 2, has no '}'" },
  { "handlers h regs a\nmsgs h { post(g, m) }", 2, 15,
    "there is no handler 'g'; expected one of those under handlers" },
  { "handlers h regs a\nmsgs h { post(h, m) }", 2, 18,
    "there is no message 'm'; expected one of those under msgs" },
  { "handlers h regs a\nmsgs h { post(h, m(1)) } m { }", 2, 18,
    "message 'm' needs 0 arguments, 1 given" },
  { "handlers h[2] regs a\nmsgs h { post(h, m) } m { }", 2, 15,
    "'h' is an array; expected 'h[INDEX]'" },
  { "handlers h regs a g regs b\nmsgs h { post(g, m) } m { a = 1 }", 2, 27,
    "'a' is no register of handler 'g', which runs this message" },
  { "handlers h regs a\nmsgs h(i) { a = i }", 1, 10,
    "initial message 'h' needs 1 argument, 0 given; expected 'initial h(...)'" },
  { "handlers h regs a initial m\nmsgs h { a = 1 }", 1, 27,
    "there is no message 'm'; expected one of those under msgs" },
  { "vars x x\nhandlers h regs x\n", 1, 8, "a second variable 'x'" },
  { "handlers h\nmsgs", 2, 1, "expected 'regs' behind the handler's name, found 'msgs'" },
  { "handlers h regs a\nmsgs h { last = 1 }", 2, 15, "expected a statement, found '='" },
  { "param n = m\nparam m = 1\n", 1, 11, "parameter 'm' is used before its line" },
  { "param n = 1\nvars x[self]\nhandlers h regs n\n", 3, 17,
    "'n' is a parameter of the program already; expected another name" },
  { "vars x = 99999999999999999999\n", 1, 10,
    "a number beyond 9223372036854775807; values have 64 bits" },
  { "vars x @ y\n", 1, 8, "this character has no meaning in a program" },
  { "vars \"a b\" \"c\n", 1, 6,
    "no legal name; expected letters, digits and _ . : ~ - in the quotes, not ending in ':'" },
  { "mailbox fifo\n", 1, 9,
    "'fifo' is no mailbox discipline; expected queue, sender-queue, multiset, stack or priority" },
  { "mailbox queue\nmailbox stack\n", 2, 1, "a second mailbox line; the first is in line 1" },
  { "foo bar\n", 1, 1, "expected a section: param, mailbox, vars, handlers or msgs, found 'foo'" },
  { "handlers h regs a\nmsgs h { await a == 1 }", 2, 16,
    "'a' is no variable; expected one of those under vars" },
  { "vars x\nhandlers h regs a\nmsgs h { await x }", 3, 16,
    "await compares one variable, as in: await x == 1" },
  { "handlers h regs a\nmsgs h { for i = 0 .. 2 { i = a for i = 1 .. 2 { } } a = i }", 2, 37,
    "'i' is in use here; expected another loop variable" },
  { "param n = 1\nhandlers h regs a\nmsgs h { n = 2 }", 3, 10,
    "'n' is a parameter, which cannot change; expected a register or a variable" },
  { "handlers h regs a\nmsgs h { m } }", 2, 12, "expected '=' and a value, found '}'" },
  { "handlers h regs a\nmsgs h { if a { } else if a goto L }", 2, 24,
    "'else if ... goto' needs braces: else { if ... goto L }" },
  { "vars x\nhandlers h regs a\nmsgs h { a[1] = 2 x = x }", 3, 10,
    "'a' is no variable; expected an array under vars" },
  { "vars 3x\n", 1, 6, "a number that runs into a name; expected a blank or a sign between them" },
  { "handlers h regs a\nmsgs h(a, b, b) { }", 1, 10,
    "initial message 'h' needs 3 arguments, 0 given; expected 'initial h(...)'" }
};

TEST (errors_say_what_and_where)
{
  for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++)
    {
      const struct wrong *w = &wrongs[i];
      hb_diag *diag = hb_diag_new ();
      struct hb_place place;
      assert_null (hb_program_of_bytes ("p.ed", w->text, strlen (w->text), diag));
      assert_string_equal (hb_diag_entry (diag, 0, NULL, &place), w->error);
      assert_int_equal (place.line, w->line);
      assert_int_equal (place.column, w->column);
      hb_diag_free (diag);
    }
}

TEST (errors_show_the_line)
{
  const char *text = "vars x\nhandlers\n  h regs a\nmsgs\n  h { # no end of it\n\ta = x + 1; }\n";
  hb_diag *diag = hb_diag_new ();
  assert_null (hb_program_of_bytes ("p.ed", text, strlen (text), diag));
  char *said = text_of_diag (diag);
  assert_string_equal (said,
                       "p.ed:6:6: error: expressions use registers, 'x' is a variable; read it "
                       "into a register first\n"
                       "     6 |  a = x + 1; }\n"
                       "       |      ^\n");
  hb_free (said);
  hb_diag_free (diag);
}

/* One error does not hide those of other lines. */
TEST (reading_goes_on_behind_an_error)
{
  const char *text = "vars x\nhandlers h regs a\nmsgs h {\n a = 1 +\n a = 2\n if a = 2 {\n }\n"
                     " post(h)\n a = 3\n}\n";
  hb_diag *diag = hb_diag_new ();
  assert_null (hb_program_of_bytes ("p.ed", text, strlen (text), diag));
  assert_in_range (hb_diag_errors (diag), 3, 5);
  hb_diag_free (diag);
}

TEST (nesting_is_bounded)
{
  static const struct
  {
    const char *before, *open, *close;
  } deep[] = { { "a = ", "(", ")" },
               { "", "if a {\n", "}\n" },
               { "a = ", "!", "" },
               { "a = ", "min(1,", ")" },
               { "if a { }", " else if a { }", "" },
               { "a = ", "1 + ", "" } };
  for (size_t d = 0; d < sizeof deep / sizeof *deep; d++)
    {
      hb_buffer text = VEC_EMPTY;
      hb_buffer_add (&text, "handlers h regs a\nmsgs h { %s", deep[d].before);
      for (int i = 0; i < 100000; i++)
        hb_buffer_add (&text, "%s", deep[d].open);
      hb_buffer_add (&text, "%s", d == 1 || d == 4 ? "" : "1");
      for (int i = 0; i < 100000; i++)
        hb_buffer_add (&text, "%s", deep[d].close);
      hb_buffer_add (&text, "}");
      hb_diag *diag = hb_diag_new ();
      assert_null (hb_program_of_bytes ("p.ed", text.data, text.size, diag));
      assert_non_null (strstr (hb_diag_first (diag),
                               d == 5 ? "an expression of more than" : "nested more than"));
      hb_diag_free (diag);
      vec_free (text);
    }
}

/* Texts cut off or damaged anywhere are refused or read, but nothing worse. */
TEST (damaged_texts_do_no_harm)
{
  struct hb_rng rng = hb_rng_seeded (7);
  for (int i = 0; i < 3000; i++)
    {
      struct hb_program_shape shape = hb_program_defaults ();
      shape.awaits = shape.asserts = 0.2;
      shape.mailbox = -1;
      char *text = hb_program_random (&shape, &rng);
      size_t size = strlen (text), at = hb_rng_below (&rng, size);
      uint64_t damage = hb_rng_below (&rng, 3);
      if (damage == 0)
        size = at;
      else if (damage == 1)
        text[at] = (char)hb_rng_below (&rng, 256);
      else
        text[at] = text[hb_rng_below (&rng, size)];
      hb_diag *diag = hb_diag_new ();
      hb_program *program = hb_program_of_bytes ("p.ed", text, size, diag);
      assert_true (program || hb_diag_errors (diag));
      hb_program_free (program);
      hb_diag_free (diag);
      hb_free (text);
    }
}

/* --- The formatter --- */

static void
assert_formatted (const char *text, const char *wanted)
{
  hb_program *program = program_of_text (text);
  char *once = hb_program_text (program);
  assert_string_equal (once, wanted);
  hb_program *again = program_of_text (once);
  char *twice = hb_program_text (again);
  assert_string_equal (twice, once);
  hb_free (once);
  hb_free (twice);
  hb_program_free (program);
  hb_program_free (again);
}

TEST (figure_1_is_accepted)
{
  assert_formatted (
      "vars x y handlers h1 regs a h2 regs b c msgs m1 L1: a = x L2: if a == 0 goto: L1\n"
      "L3: post(h2, m2) L4: goto: L5 L5: last m2 1: y = b 2: b = b - 1 3: last",
      "vars\n  x y\n\nhandlers\n  h1 regs a\n  h2 regs b c\n\nmsgs\n"
      "  m1\n    L1: a = x\n    L2: if a == 0 goto: L1\n    L3: post(h2, m2)\n"
      "    L4: goto: L5\n    L5: last\n\n"
      "  m2\n    1: y = b\n    2: b = b - 1\n    3: last\n");
}

TEST (the_layout_is_standard)
{
  assert_formatted (
      "# head\n\n# more\nparam n=3 # nodes\nparam m = n*(2+1)- -n;mailbox sender-queue // how\n"
      "vars x[n] = self+1, y; z\nhandlers h[n] regs a=1 b mailbox stack initial go(self, 2)\n"
      "# second\ng regs # none\nmsgs go(i,j) { # first\n a = (x[i]) \n if (a)==1 && !(b<2||a!=3) "
      "{skip}\n"
      "else if a>1 { post(h[(i+1)%n], go(i,-j), a) } else { L: last # out\n # tail\n}\n"
      "for k = 0 .. n-1 { repeat k { while a<min(b, 3) { a = a+1; } } }\n"
      "await y >= a*2 assert ((a-(b-1))-2)/(2*3) != b x[a]=a if a goto L1 L1: y = b }\n"
      "\"self\" { }\n# end\n"
      "vars \"post\" handlers \"self\" regs \"self\"\n",
      "# head\n"
      "\n"
      "# more\n"
      "param n = 3  # nodes\n"
      "param m = n * (2 + 1) - -n\n"
      "\n"
      "mailbox sender-queue  # how\n"
      "\n"
      "vars\n"
      "  x[n] = self + 1\n"
      "  y\n"
      "  z\n"
      "\n"
      "handlers\n"
      "  h[n] regs a = 1 b mailbox stack initial go(self, 2)\n"
      "  # second\n"
      "  g regs  # none\n"
      "\n"
      "msgs\n"
      "  go(i, j) {  # first\n"
      "    a = x[i]\n"
      "    if a == 1 && !(b < 2 || a != 3) {\n"
      "      skip\n"
      "    } else if a > 1 {\n"
      "      post(h[(i + 1) % n], go(i, -j), a)\n"
      "    } else {\n"
      "      L: last  # out\n"
      "      # tail\n"
      "    }\n"
      "    for k = 0 .. n - 1 {\n"
      "      repeat k {\n"
      "        while a < min(b, 3) {\n"
      "          a = a + 1\n"
      "        }\n"
      "      }\n"
      "    }\n"
      "    await y >= a * 2\n"
      "    assert (a - (b - 1) - 2) / (2 * 3) != b\n"
      "    x[a] = a\n"
      "    if a goto L1\n"
      "    L1: y = b\n"
      "  }\n"
      "\n"
      "  \"self\" {\n"
      "  }\n"
      "\n"
      "# end\n"
      "vars\n"
      "  \"post\"\n"
      "\n"
      "handlers\n"
      "  \"self\" regs \"self\"\n");
}

/* Formatting keeps the meaning: the text is the same from then on, and the tree has the same parts.
 */
TEST (random_programs_come_back)
{
  for (uint64_t i = 0; i < 2000; i++)
    {
      struct hb_rng rng = hb_rng_stream (11, i);
      struct hb_program_shape shape = hb_program_defaults ();
      shape.mailbox = (int)(i % 6) - 1;
      shape.awaits = shape.asserts = shape.blocks = 0.3;
      shape.statements = 8;
      char *text = hb_program_random (&shape, &rng);
      hb_program *program = program_of_text (text);
      char *once = hb_program_text (program);
      hb_program *again = program_of_text (once);
      char *twice = hb_program_text (again);
      assert_string_equal (once, twice);
      assert_int_equal (program->stmts.size, again->stmts.size);
      assert_int_equal (program->source.exps.size, again->source.exps.size);
      for (size_t s = 0; s < program->stmts.size; s++)
        {
          const struct hb_stmt *a = &program->stmts.data[s], *b = &again->stmts.data[s];
          assert_int_equal (a->kind, b->kind);
          assert_int_equal (a->body, b->body);
          assert_int_equal (a->orelse, b->orelse);
          assert_int_equal (a->next, b->next);
          assert_int_equal (a->slot, b->slot);
          assert_int_equal (a->variable, b->variable);
          assert_int_equal (a->target, b->target);
        }
      for (size_t e = 0; e < program->source.exps.size; e++)
        {
          assert_int_equal (program->source.exps.data[e].kind, again->source.exps.data[e].kind);
          assert_int_equal (program->source.exps.data[e].number, again->source.exps.data[e].number);
          assert_int_equal (program->source.exps.data[e].slot, again->source.exps.data[e].slot);
        }
      hb_free (text);
      hb_free (once);
      hb_free (twice);
      hb_program_free (program);
      hb_program_free (again);
    }
}

/* A tree of random operators, written without spare parentheses, is read as the same tree. */
static hb_id
random_tree (hb_program *program, struct hb_rng *rng, int depth)
{
  struct hb_exp exp = { .kind = HB_EXP_NUMBER, .left = HB_NONE, .right = HB_NONE, .name = HB_NONE };
  exp.number = (int64_t)hb_rng_below (rng, 10);
  uint64_t kind = depth ? hb_rng_below (rng, 8) : 0;
  if (kind == 1)
    {
      exp.kind = HB_EXP_UNARY;
      exp.op = hb_rng_coin (rng) ? HB_OP_NEG : HB_OP_NOT;
      exp.left = random_tree (program, rng, depth - 1);
    }
  else if (kind > 1)
    {
      exp.kind = HB_EXP_BINARY;
      exp.op = (uint8_t)hb_rng_below (rng, HB_OP_MAX + 1);
      if (exp.op == HB_OP_NEG || exp.op == HB_OP_NOT)
        exp.op = HB_OP_SUB;
      exp.left = random_tree (program, rng, depth - 1);
      exp.right = random_tree (program, rng, depth - 1);
    }
  vec_push (program->source.exps, exp);
  return (hb_id)program->source.exps.size - 1;
}

static bool
same_tree (const hb_program *p, hb_id a, const hb_program *q, hb_id b)
{
  if (a == HB_NONE || b == HB_NONE)
    return a == b;
  const struct hb_exp *x = &p->source.exps.data[a], *y = &q->source.exps.data[b];
  if (x->kind != y->kind || (x->kind == HB_EXP_NUMBER && x->number != y->number)
      || (x->kind != HB_EXP_NUMBER && x->op != y->op))
    return false;
  return same_tree (p, x->left, q, y->left) && same_tree (p, x->right, q, y->right);
}

TEST (parentheses_are_right)
{
  struct hb_rng rng = hb_rng_seeded (3);
  for (int i = 0; i < 5000; i++)
    {
      hb_program *program = program_of_text ("handlers h regs a msgs h { a = 0 }");
      hb_id tree = random_tree (program, &rng, 5);
      program->stmts.data[0].exp = tree;
      char *text = hb_program_text (program);
      hb_program *again = program_of_text (text);
      assert_true (same_tree (program, tree, again, again->stmts.data[0].exp));
      hb_free (text);
      hb_program_free (program);
      hb_program_free (again);
    }
}

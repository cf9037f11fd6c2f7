/* Encoded traces to the letter: what each form has of nodes, edges and choices, and how variables are
 * numbered; what they mean is in test_encode.c. */
#include "unit.h"

#include <limits.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "import/encode_graph.h"
#include "small_traces.h"

/* The lines of TRACE, encoded, that are no comments.  New. */
static char *
encoded (const char *text, struct hb_encode_options options)
{
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = trace_of_text (text);
  hb_output *output = hb_output_to_memory ();
  assert_true (hb_encode (trace, &options, output, diag));
  char *told = hb_output_text (output, NULL);
  hb_trace_free (trace);
  hb_diag_free (diag);
  return told;
}

static void
expect_text (const char *text, struct hb_encode_options options, const char *expected)
{
  char *told = encoded (text, options);
  if (strcmp (told, expected) != 0)
    fail_msg ("%s\nis encoded as\n%s\nexpected\n%s", text, told, expected);
  hb_free (told);
}

#define EXPECT_FORM(TEXT, FORM, EXPECTED)                                                          \
  expect_text (TEXT, (struct hb_encode_options){ .form = FORM }, EXPECTED)

/* --- Forms ------------------------------------------------------------------------------------- */

/* Two posted messages of a queue, one of them empty, and two external ones. */
#define SMALL                                                                                      \
  "handler h\ninitial\np: post a\nq: post b\nhandler w\nmessage a\nv: write x\nmessage b\n"        \
  "handler r\nmessage c external\nread x v\nmessage d external\ne: read x v"
/* What a file says of itself, each line behind MARK. */
#define SAYS(MARK, COUNTS, GRAPH)                                                                  \
  MARK " Consistency of a trace of " COUNTS ".\n" MARK                                             \
       " Algorithm 2 with the orders of messages and posts tied together as the mailboxes\n" MARK  \
       " demand.  Satisfiable means consistent, unsatisfiable inconsistent.\n" MARK                \
       " Events that matter to other messages: " GRAPH ".\n"
#define OF_SMALL(MARK)                                                                             \
  SAYS (MARK, "7 events, 5 messages, 3 handlers", "7 nodes, 6 known edges, 2 choices")
#define ORDER(LESS)                                                                                \
  "(assert (" LESS " e0 e2))\n(assert (" LESS " e0 e1))\n(assert (" LESS " e1 e4))\n"              \
  "(assert (" LESS " e2 e3))\n(assert (" LESS " e3 e5))\n(assert (" LESS " e3 e6))\n"              \
  "(assert (or (and (" LESS " e3 e4) (" LESS " e0 e1)) (and (" LESS " e4 e2) (" LESS               \
  " e1 e0))))\n"                                                                                   \
  "(assert (or (" LESS " e5 e6) (" LESS " e6 e5)))\n(check-sat)\n"
#define INTEGERS                                                                                   \
  "(declare-const e0 Int) ; p\n(declare-const e1 Int) ; q\n(declare-const e2 Int) ; a@0\n"         \
  "(declare-const e3 Int) ; v\n(declare-const e4 Int) ; b@0\n(declare-const e5 Int) ; c@0\n"       \
  "(declare-const e6 Int) ; e\n"

TEST (smt_lib)
{
  EXPECT_FORM (SMALL, HB_ENCODE_IDL, OF_SMALL (";") "(set-logic QF_IDL)\n" INTEGERS ORDER ("<"));
  EXPECT_FORM (SMALL, HB_ENCODE_LIA, OF_SMALL (";") "(set-logic QF_LIA)\n" INTEGERS ORDER ("<"));
  EXPECT_FORM (
      SMALL, HB_ENCODE_SPECIAL,
      OF_SMALL (";") "(declare-datatypes ((T 0)) ((\n"
                     "  (e0) ; p\n  (e1) ; q\n  (e2) ; a@0\n  (e3) ; v\n  (e4) ; b@0\n  (e5) ; "
                     "c@0\n  (e6) ; e\n)))\n"
                     "(define-fun O ((x T) (y T)) Bool ((_ partial-order 0) x y))\n" ORDER ("O"));
  EXPECT_FORM ("handler h", HB_ENCODE_SPECIAL,
               SAYS (";", "0 events, 0 messages, 1 handler",
                     "0 nodes, 0 known edges, 0 choices") "(check-sat)\n");
  EXPECT_FORM ("handler h\ninitial\nwrite x", HB_ENCODE_IDL,
               SAYS (";", "1 event, 1 message, 1 handler",
                     "1 node, 0 known edges, 0 choices") "(set-logic QF_IDL)\n(declare-const e0 "
                                                         "Int) ; h@0\n(check-sat)\n");
  /* That the order is transitive is said of all nodes. */
#define THREE(A, B, C)                                                                             \
  "(assert (=> (and (O e" #A " e" #B ") (O e" #B " e" #C ")) (O e" #A " e" #C ")))\n"
#define PATHS(A, B, C)                                                                             \
  "(assert (not (O e" #A " e" #A ")))\n" THREE (A, B, A) THREE (A, B, C) THREE (A, C, A)           \
      THREE (A, C, B)
  EXPECT_FORM (
      "handler h\ninitial\np: post m\nhandler g\nmessage m\nhandler f\nmessage a external",
      HB_ENCODE_UF,
      SAYS (";", "2 events, 3 messages, 3 handlers",
            "3 nodes, 1 known edge, 0 choices") "(set-logic QF_UF)\n(declare-sort T "
                                                "0)\n(declare-fun O (T T) Bool)\n"
                                                "(declare-fun e0 () T) ; p\n(declare-fun e1 () T) "
                                                "; m@0\n(declare-fun e2 () T) ; a message without "
                                                "events\n" PATHS (
                                                    0, 1,
                                                    2) "(assert (not (O e1 e1)))\n" THREE (1, 0, 1)
                                                    THREE (1, 0, 2) THREE (1, 2, 0) THREE (
                                                        1, 2,
                                                        1) "(assert (not (O e2 e2)))\n" THREE (2, 0,
                                                                                               1)
                                                        THREE (2, 0, 2) THREE (2, 1, 0) THREE (
                                                            2, 1,
                                                            2) "(assert (O e0 e1))\n(check-sat)\n");
#undef PATHS
#undef THREE
}

/* What an SMT-LIB benchmark says of itself. */
TEST (info)
{
  static const struct hb_encode_info none
      = { 0 },
      all = { .source = "a |b\\c|\nd", .license = "\"l\"", .category = "crafted", .status = "sat" };
  static const char empty[] = "handler h\ninitial";
#define OF_EMPTY SAYS (";", "0 events, 1 message, 1 handler", "1 node, 0 known edges, 0 choices")
  expect_text (empty, (struct hb_encode_options){ .form = HB_ENCODE_IDL, .info = &none },
               OF_EMPTY
               "(set-info :smt-lib-version 2.6)\n(set-logic QF_IDL)\n(set-info :status unknown)\n"
               "(declare-const e0 Int) ; a message without events\n(check-sat)\n(exit)\n");
  expect_text (
      empty, (struct hb_encode_options){ .form = HB_ENCODE_UF, .info = &all },
      OF_EMPTY
      "(set-info :smt-lib-version 2.6)\n(set-logic QF_UF)\n(set-info :source |a /b/c/\nd|)\n"
      "(set-info :license \"\"\"l\"\"\")\n(set-info :category \"crafted\")\n(set-info :status "
      "sat)\n"
      "(declare-sort T 0)\n(declare-fun O (T T) Bool)\n(declare-fun e0 () T) ; a message without "
      "events\n"
      "(assert (not (O e0 e0)))\n(check-sat)\n(exit)\n");
  /* No logic of SMT-LIB has special relations. */
  expect_text (empty, (struct hb_encode_options){ .form = HB_ENCODE_SPECIAL, .info = &all },
               OF_EMPTY
               "(declare-datatypes ((T 0)) ((\n  (e0) ; a message without events\n)))\n"
               "(define-fun O ((x T) (y T)) Bool ((_ partial-order 0) x y))\n(check-sat)\n");
#undef OF_EMPTY
}

#define CLASP "c For clasp --parse-ext: other solvers do not see the graph and answer wrongly.\n"

TEST (clasp)
{
  EXPECT_FORM (SMALL, HB_ENCODE_CLASP,
               OF_SMALL ("c") CLASP "p cnf 3 4\nc graph 7\nc arc 0 1 3\nc arc 0 1 2\nc arc 0 2 "
                                    "5\nc arc 0 3 4\nc arc 0 4 6\nc arc 0 4 7\n"
                                    "c arc 1 4 5\nc arc 1 1 2\nc arc -1 5 3\nc arc -1 2 1\nc arc 2 "
                                    "6 7\nc arc -2 7 6\nc endgraph\n"
                                    "1 3 0\n-1 3 0\n2 3 0\n-2 3 0\n");
  EXPECT_FORM ("mailbox stack\nhandler h\ninitial\npost a\npost b\nhandler w\nmessage a\nmessage "
               "b\nhandler r\nmessage c external\nmessage d external",
               HB_ENCODE_CLASP,
               SAYS ("c", "4 events, 5 messages, 3 handlers", "6 nodes, 3 known edges, 2 choices")
                   CLASP "p cnf 6 3\nc graph 6\n"
                         "c arc 0 1 3\nc arc 0 1 2\nc arc 0 2 4\nc arc 1 3 4\nc arc 1 3 2\nc arc 2 "
                         "3 4\nc arc 2 2 1\nc arc 3 4 3\nc arc 3 4 1\n"
                         "c arc 4 4 3\nc arc 4 1 2\nc arc 5 5 6\nc arc -5 6 5\nc endgraph\n1 2 3 4 "
                         "0\n5 6 0\n-5 6 0\n");
  expect_text (
      "handler w\nmessage a external\nx: write x\ny: write x\nmessage b external\nco x x y",
      (struct hb_encode_options){ .form = HB_ENCODE_CLASP, .as_printed = true, .all_events = true },
      "c Consistency of a trace of 2 events, 2 messages, 1 handler.\n"
      "c Algorithm 2 as printed: the order of the messages of a handler and that of their\n"
      "c posts are total, but not tied to each other, and all mailboxes are alike.  So\n"
      "c unsatisfiable means inconsistent, but satisfiable does not mean consistent.\n"
      "c All events: 3 nodes, 1 known edge, 1 choice.\n" CLASP
      "p cnf 2 2\nc graph 3\nc arc 0 1 2\nc arc 1 2 3\nc arc -1 3 1\nc endgraph\n1 2 0\n-1 2 0\n");
}

/* Of an edge the number of the one end is smaller than that of the other, the highest bits first. */
TEST (dimacs)
{
  EXPECT_FORM ("handler h\ninitial", HB_ENCODE_DIMACS,
               SAYS ("c", "0 events, 1 message, 1 handler",
                     "1 node, 0 known edges, 0 choices") "p cnf 1 0\n");
  EXPECT_FORM ("handler h\ninitial\np: post a\nhandler w\nmessage a", HB_ENCODE_DIMACS,
               SAYS ("c", "2 events, 2 messages, 2 handlers",
                     "2 nodes, 1 known edge, 0 choices") "p cnf 2 2\n-1 0\n2 0\n");
  EXPECT_FORM (
      "handler w\nmessage a external\nmessage b external", HB_ENCODE_DIMACS,
      SAYS ("c", "0 events, 2 messages, 1 handler",
            "2 nodes, 0 known edges, 1 choice") "p cnf 3 4\n-3 -1 0\n-3 2 0\n3 -2 0\n3 1 0\n");
  EXPECT_FORM (
      "handler h\ninitial\np: post a\nq: post b\nhandler w\nmessage a\nmessage b", HB_ENCODE_DIMACS,
      SAYS (
          "c", "4 events, 3 messages, 2 handlers",
          "4 nodes, 3 known edges, 1 choice") "p cnf 16 35\n"
                                              "-2 6 0\n10 -2 0\n10 6 0\n-10 -1 0\n-10 5 0\n-2 4 "
                                              "0\n11 -2 0\n11 4 0\n-11 -1 0\n-11 3 0\n"
                                              "-4 8 0\n12 -4 0\n12 8 0\n-12 -3 0\n-12 7 0\n-9 -6 8 "
                                              "0\n-9 13 -6 0\n-9 13 8 0\n-13 -5 0\n-13 7 0\n"
                                              "-9 -2 4 0\n-9 14 -2 0\n-9 14 4 0\n-14 -1 0\n-14 3 "
                                              "0\n9 -8 6 0\n9 15 -8 0\n9 15 6 0\n-15 -7 0\n-15 5 "
                                              "0\n"
                                              "9 -4 2 0\n9 16 -4 0\n9 16 2 0\n-16 -3 0\n-16 1 0\n");
}
#undef CLASP

/* --- Choices ----------------------------------------------------------------------------------- */

/* The map of the variables of TEXT, for clasp or plain DIMACS.  New. */
static char *
map_of (const char *text, struct hb_encode_options options)
{
  hb_trace *trace = trace_of_text (text);
  hb_output *output = hb_output_to_memory ();
  hb_encode_map (trace, &options, output);
  char *told = hb_output_text (output, NULL);
  hb_trace_free (trace);
  return told;
}

/* The cases of TEXT are those, "1 a<b c<d, -1 b<a d<c": behind a literal its edges. */
static void
expect_cases (const char *text, bool as_printed, const char *expected)
{
  char *map = map_of (
      text, (struct hb_encode_options){ .form = HB_ENCODE_CLASP, .as_printed = as_printed });
  hb_buffer told = VEC_EMPTY;
  for (char *line = strtok (map, "\n"); line; line = strtok (NULL, "\n"))
    {
      long literal;
      int at = 0;
      char from[32], to[32];
      if (sscanf (line, "{\"literal\": %ld, \"edges\": [%n", &literal, &at) != 1)
        continue;
      hb_buffer_add (&told, "%s%ld", told.size ? ", " : "", literal);
      for (char *edge = line + at;
           sscanf (edge, "[\"%31[^\"]\", \"%31[^\"]\"%n", from, to, &at) == 2;
           edge += at + (int)strspn (edge + at, "], "))
        hb_buffer_add (&told, " %s<%s", from, to);
    }
  hb_buffer_add (&told, "%s", "");
  if (strcmp (told.data, expected) != 0)
    fail_msg ("%s\nhas the choices\n%s\nexpected\n%s", text, told.data, expected);
  vec_free (told);
  hb_free (map);
}

/* Of two messages of a handler one runs first, and what that asks for; as printed, one is posted first. */
TEST (choices)
{
#define PAIR(MAILBOX, A, B)                                                                        \
  "mailbox " MAILBOX "\nhandler h\ninitial\np: post a\nhandler i\ninitial\nq: post b\n"            \
  "handler w\nmessage a" A "\nv: write x\nmessage b" B "\nw: write y"
#define RUNS "1 v<b@0, -1 w<a@0"
#define FIRST_POSTED "1 v<b@0 p<q, -1 w<a@0 q<p"
  static const char *const traces[][2] = {
    { PAIR ("queue", "", ""), FIRST_POSTED },
    { PAIR ("sender-queue", "", ""), RUNS },
    { PAIR ("multiset", "", ""), RUNS },
    { PAIR ("stack", "", ""), "1 v<b@0 a@0<q, 2 v<b@0 q<p, 3 w<a@0 b@0<p, 4 w<a@0 p<q" },
    { PAIR ("priority", "", ""), FIRST_POSTED },
    { PAIR ("priority", " priority=1", ""), "1 v<b@0, -1 w<a@0 b@0<p" },
    { PAIR ("priority", "", " priority=1"), "1 w<a@0, -1 v<b@0 a@0<q" },
    { PAIR ("priority", " priority=1", " priority=1"), FIRST_POSTED },
  };
  for (size_t i = 0; i < sizeof traces / sizeof *traces; i++)
    {
      expect_cases (traces[i][0], false, traces[i][1]);
      expect_cases (traces[i][0], true, RUNS ", 2 p<q, -2 q<p");
    }
  expect_cases ("mailbox sender-queue\nhandler h\ninitial\np: post a\nq: post b\nhandler "
                "w\nmessage a\nmessage b",
                false, "1 a@0<b@0 p<q, -1 b@0<a@0 q<p");
  /* With a message that nobody posts there is nothing to be tied to; the initial one runs first. */
  for (int as_printed = 0; as_printed < 2; as_printed++)
    {
      expect_cases (
          "handler w\ninitial\np: post a\nmessage b external\nmessage a\nmessage c external",
          as_printed, "1 b<a@0, -1 a@0<b, 2 b<c, -2 c<b, 3 a@0<c, -3 c<a@0");
      expect_cases ("handler w\nmessage b external\nmessage a\ninitial\np: post a", as_printed,
                    "1 b<a@0, -1 a@0<b");
      expect_cases ("mailbox stack\nhandler w\ninitial\np: post a\nmessage b external\nmessage a",
                    as_printed, "1 b<a@0, -1 a@0<b");
    }
#undef PAIR
#undef RUNS
#undef FIRST_POSTED
}

/* What the variables mean, for people without hbkit. */
TEST (maps)
{
#define HEAD(FORM, TIED)                                                                           \
  "{\"encoding\":\"" FORM "\",\"nodes\":3,\"choices\":1,\"tied\":" TIED                            \
  ",\"rule\":\"a literal that holds asks for its "                                                 \
  "edges; with the trace's own edges they have no cycle; messages of a handler run in the order "  \
  "of their first nodes\"}\n"
  static const char trace[] = "handler w\nmessage a external\nmessage b external\nx: write "
                              "x\nhandler v\ninitial\nread x x";
  char *clasp = map_of (trace, (struct hb_encode_options){ .form = HB_ENCODE_CLASP }),
       *dimacs
       = map_of (trace, (struct hb_encode_options){ .form = HB_ENCODE_DIMACS, .as_printed = true });
  assert_string_equal (clasp,
                       HEAD ("clasp", "true") "{\"literal\":1,\"edges\":[[\"a\",\"x\"]]}\n"
                                              "{\"literal\":-1,\"edges\":[[\"x\",\"a\"]]}\n");
  assert_string_equal (
      dimacs, HEAD ("dimacs",
                    "false") "{\"node\":\"x\",\"bits\":[1,2]}\n{\"node\":\"v@0\",\"bits\":[3,4]}\n"
                             "{\"node\":\"a\",\"bits\":[5,6]}\n"
                             "{\"literal\":7,\"edges\":[[\"a\",\"x\"]]}\n"
                             "{\"literal\":-7,\"edges\":[[\"x\",\"a\"]]}\n");
  hb_free (clasp);
  hb_free (dimacs);
#undef HEAD
}

/* --- The way back ------------------------------------------------------------------------------ */

/* The eo and mo lines that a model of TEXT, a sign for each variable, says; or the error.  New. */
static char *
lifted (const char *text, bool as_printed, const char *signs)
{
  struct hb_encode_options options = { .form = HB_ENCODE_CLASP, .as_printed = as_printed };
  hb_trace *trace = trace_of_text (text);
  assert_int_equal (hb_encode_variables (trace, &options), strlen (signs) + 1);
  signed char *model = hb_calloc (strlen (signs) + 2, 1);
  for (size_t i = 0; signs[i]; i++)
    model[i + 1] = signs[i] == '+' ? 1 : -1;
  hb_diag *diag = hb_diag_new ();
  hb_witness *witness = hb_encode_lift (trace, &options, model, diag);
  char *lines = witness ? text_of_trace (trace, witness) : text_of_diag (diag);
  hb_buffer told = VEC_EMPTY;
  for (char *line = strtok (lines, "\n"); line; line = strtok (NULL, "\n"))
    if (!witness || !strncmp (line, "eo ", 3) || !strncmp (line, "mo ", 3))
      hb_buffer_add (&told, "%s%s", told.size ? ", " : "", line);
  hb_buffer_add (&told, "%s", "");
  hb_free (lines);
  hb_free (model);
  hb_witness_free (witness);
  hb_diag_free (diag);
  hb_trace_free (trace);
  return hb_buffer_take (&told);
}

TEST (models)
{
#define POSTS                                                                                      \
  "handler h\ninitial\npost a\nhandler i\ninitial\npost b\nhandler j\ninitial\npost c\nhandler "   \
  "w\nmessage a\nmessage b\n"
#define NO_MODEL ": this is no model of the formula that these options make of the trace"
#define CYCLE "hbkit: error: the order of the messages has a cycle" NO_MODEL
  static const struct
  {
    const char *trace;
    bool as_printed;
    const char *signs, *told;
  } models[] = {
    { POSTS "message c", false, "+++", "eo w a b c, mo w a b c" },
    { POSTS "message c", false, "---", "eo w c b a, mo w c b a" },
    { POSTS "message c", false, "--+", "eo w b c a, mo w b c a" },
    { POSTS "message c", false, "+-+", CYCLE },
    { POSTS "message c", true, "+++-+-", "eo w a b c, mo w c a b" },
    { "mailbox multiset\n" POSTS "message c", false, "--+", "eo w b c a, mo w a b c" },
    { "mailbox stack\nhandler w\ninitial\npost a\npost b\nmessage a\nmessage b\nread x init", false,
      "----", "hbkit: error: 1 pair of messages is left without order" NO_MODEL },
    { "mailbox stack\nhandler w\ninitial\npost a\npost b\npost c\nmessage a\nmessage b\nmessage c",
      false, "------------", "hbkit: error: 3 pairs of messages are left without order" NO_MODEL },
    { "mailbox stack\nhandler w\ninitial\npost a\npost b\nmessage a\nmessage b", false, "--++",
      CYCLE },
    { "mailbox stack\nhandler w\ninitial\npost a\npost b\nmessage a\nmessage b", false, "---+",
      "eo w b a, mo w a b" },
    { "handler w\ninitial\nread x init\nmessage b external\nmessage c external\nwrite y\nhandler "
      "v\ninitial",
      false, "-", "eo w c b" },
  };
  for (size_t i = 0; i < sizeof models / sizeof *models; i++)
    {
      char *told = lifted (models[i].trace, models[i].as_printed, models[i].signs);
      if (strcmp (told, models[i].told) != 0)
        fail_msg ("%s\n%s\nis lifted to\n%s\nexpected\n%s", models[i].trace, models[i].signs, told,
                  models[i].told);
      hb_free (told);
    }
#undef POSTS
#undef NO_MODEL
#undef CYCLE
}

/* --- Limits ------------------------------------------------------------------------------------ */

TEST (limits)
{
  static const struct
  {
    enum hb_encode_form form;
    int messages;
    const char *error; /* or NULL */
  } traces[] = {
    { HB_ENCODE_UF, 20, NULL },
    { HB_ENCODE_UF, 401,
      "401 nodes of an order whose axioms are spelt out, and the limit is 400; expected integers" },
    { HB_ENCODE_DIMACS, 1001,
      "500500 pairs of messages to encode, and the limit is 500000; the number grows" },
    { HB_ENCODE_IDL, 4473,
      "10001628 pairs of messages to encode, and the limit is 10000000; the number grows" },
  };
  for (size_t i = 0; i < sizeof traces / sizeof *traces; i++)
    {
      hb_diag *diag = hb_diag_new ();
      hb_builder *builder = hb_builder_to_trace (diag);
      hb_build_handler (builder, "h", -1);
      for (int m = 0; m < traces[i].messages; m++)
        {
          char *name = hb_format ("m%d", m);
          hb_build_external (builder, name);
          hb_free (name);
        }
      hb_build_end (builder);
      hb_trace *trace = hb_builder_finish (builder);
      struct hb_encode_options options = { .form = traces[i].form };
      hb_output *output = hb_output_open ("/dev/null", diag);
      assert_int_equal (hb_encode (trace, &options, output, diag), !traces[i].error);
      hb_output_discard (output);
      if (traces[i].error)
        assert_int_equal (strncmp (hb_diag_first (diag), traces[i].error, strlen (traces[i].error)),
                          0);
      hb_trace_free (trace);
      hb_diag_free (diag);
    }
}

/* Variables are numbered up to 2^31 - 1: more choices than there are. */
TEST (variables)
{
  static const enum hb_encode_form forms[] = { HB_ENCODE_CLASP, HB_ENCODE_DIMACS };
  for (int i = 0; i < 4; i++)
    {
      struct hb_encode_options options = { .form = forms[i % 2] };
      hb_diag *diag = hb_diag_new ();
      hb_trace *trace = trace_of_text ("handler w\nmessage a external\nmessage b external");
      hb_output *output = hb_output_open ("/dev/null", diag);
      struct encode_graph graph;
      encode_graph_make (&graph, trace, &options);
      uint64_t more = (uint64_t)(INT_MAX - encode_layout (&graph).variables) + (i > 1);
      graph.choices += more;
      graph.cases += 2 * more;
      assert_int_equal (
          (forms[i % 2] == HB_ENCODE_CLASP ? encode_clasp : encode_dimacs) (&graph, output, diag),
          i < 2);
      if (i > 1)
        assert_string_equal (hb_diag_first (diag),
                             "2147483648 variables; DIMACS literals reach to 2147483647");
      encode_graph_free (&graph);
      hb_output_discard (output);
      hb_trace_free (trace);
      hb_diag_free (diag);
    }
}

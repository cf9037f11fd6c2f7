/* 3bisat-ed: the trace has the declared sizes and handlers; every model becomes a witness that runs;
 * every witness becomes a model; satisfiable formulas and no others give consistent traces; and each
 * ablation spoils that as its table entry says. */
#include "unit.h"
#include <unistd.h>
#include <cmocka.h>

#include "format/edt.h"
#include "engine/engine.h"
#include "reduced.h"
#include "run/replay.h"
#include "small_formulas.h"
#include "small_traces.h"

static const struct hb_reduction *const R = &hb_reduction_bisat_ed;

/* 4 variables, 5 clauses: the smallest unsatisfiable instance. */
static const char refuted[] = "1 2 0 -1 2 0 -2 3 0 -3 4 0 -3 -4 0";

/* --- What is built --- */

TEST (test_sizes)
{
  static const char *const names[]
      = { "hV", "ht1", "ht2", "ht3", "ht4", "ht5", "ht6", "hW", "hCa", "hCb", "hCc", "hCd" };
  for (uint64_t i = 0; i < 500; i++)
    {
      hb_cnf *cnf = bisat_of_stream (1, i, 14, 20);
      hb_trace *trace = trace_of_formula (R, cnf, NULL);
      uint64_t n = 0, m = hb_cnf_clauses (cnf), cells = cnf->literals.size, sizes[3];
      for (int v = 1; v <= cnf->variables; v++)
        for (size_t k = 0; k < cells; k++)
          if (abs (cnf->literals.data[k]) == v)
            {
              n++;
              break;
            }
      sizes_of_formula (R, cnf, sizes);
      assert_int_equal (sizes[0], 4 * n * m + 16 * cells + 4 * n + 2 * m);
      assert_int_equal (sizes[1], 2 * n * m + 4 * cells + 2 * n + 5);
      assert_int_equal (sizes[2], 12);
      assert_int_equal (trace->events.size, sizes[0]);
      assert_int_equal (trace->messages.size, sizes[1]);
      assert_int_equal (trace->handlers.size, sizes[2]);
      for (hb_id h = 0; h < 12; h++)
        {
          assert_string_equal (hb_handler_name (trace, h), names[h]);
          assert_int_equal (trace->handlers.data[h].initial != HB_NONE, h == 0 || h >= 8);
        }
      hb_trace_free (trace);
      hb_cnf_free (cnf);
    }
}

/* The whole trace of (1 -2). */
TEST (test_smallest)
{
  static const char expected[]
      = "edt 1\n"
        "meta reduction \"3bisat-ed\"\n"
        "mailbox queue\n"
        "handler hV\n"
        "initial\n  post x1.1\n  post ~x1.1\n  post x2.1\n  post ~x2.1\n"
        "message x1.1\n  post x1.1.d\n"
        "message ~x1.1\n  post ~x1.1.d\n"
        "message x2.1\n  post x2.1.d\n"
        "message ~x2.1\n  post ~x2.1.d\n"
        "handler ht1\n"
        "message x1.1.d\n  post x1.1.t\n"
        "message x1.1.t\n  post m1.1.1\n"
        "message ~x1.1.t\n  post m1.1.0\n"
        "handler ht2\n"
        "message ~x2.1.d\n  post ~x2.1.t\n"
        "message ~x2.1.t\n  post m2.1.0\n"
        "message x2.1.t\n  post m2.1.1\n"
        "handler ht3\n"
        "handler ht4\n"
        "message ~x1.1.d\n  post ~x1.1.t\n"
        "handler ht5\n"
        "message x2.1.d\n  post x2.1.t\n"
        "handler ht6\n"
        "handler hW\n"
        "message m1.1.1\n  w.x1.1: write l.x1.1.1 1\n  read l.x1.1.2 b.x1.1\n"
        "message m1.1.0\n  w.~x1.1: write l.~x1.1.1 1\n  read l.~x1.1.2 b.~x1.1\n"
        "message m2.1.0\n  w.~x2.1: write l.~x2.1.1 1\n  read l.~x2.1.2 b.~x2.1\n"
        "message m2.1.1\n  w.x2.1: write l.x2.1.1 1\n  read l.x2.1.2 b.x2.1\n"
        "handler hCa\n"
        "initial\n  read z1 w.z1\n"
        "  read l.x1.1.1 w.x1.1\n  b.x1.1: write l.x1.1.2 1\n"
        "handler hCb\n"
        "initial\n"
        "  read l.~x1.1.1 w.~x1.1\n  b.~x1.1: write l.~x1.1.2 1\n"
        "  read l.~x2.1.1 w.~x2.1\n  b.~x2.1: write l.~x2.1.2 1\n"
        "handler hCc\n"
        "initial\n"
        "  read l.x2.1.1 w.x2.1\n  b.x2.1: write l.x2.1.2 1\n  w.z1: write z1 1\n"
        "handler hCd\n"
        "initial\n"
        "end 50 21 12\n";
  char text[sizeof expected + 1] = "";
  hb_diag *diag = hb_diag_new ();
  hb_cnf *cnf = formula_of_text (2, "1 -2 0");
  hb_output *output = hb_output_open (unit_scratch (), diag);
  uint64_t sizes[HB_MOST_MEASURES];
  assert_true (hb_reduce_to_file (R, (const hb_instance *)cnf, NULL, output, NULL, sizes, diag));
  assert_true (hb_output_commit (output));
  FILE *file = fopen (unit_scratch (), "r");
  assert_int_equal (fread (text, 1, sizeof text - 1, file), sizeof expected - 1);
  assert_string_equal (text, expected);
  fclose (file);
  hb_cnf_free (cnf);
  hb_diag_free (diag);
}

static void
assert_refused (int variables, const char *text, const char *error)
{
  hb_diag *diag = hb_diag_new ();
  hb_cnf *cnf = formula_of_text (variables, text);
  assert_false (takes_formula (R, cnf, diag));
  assert_int_equal (hb_diag_errors (diag), 1);
  assert_string_equal (hb_diag_first (diag), error);
  hb_cnf_free (cnf);
  hb_diag_free (diag);
}

TEST (test_refuses_other_formulas)
{
  assert_refused (2, "1 2 0 0", "clause 2 is empty; a 3-BI-3SAT clause has two or three literals");
  assert_refused (2, "1 2 0 -2 0", "clause 2 has 1 literal; a 3-BI-3SAT clause has two or three");
  assert_refused (4, "1 2 3 4 0", "clause 1 has 4 literals; a 3-BI-3SAT clause has two or three");
  assert_refused (4, "1 2 0 3 4 3 0",
                  "clause 2 has variable 3 twice; a 3-BI-3SAT clause has each variable once");
  assert_refused (4, "1 2 0 3 4 -3 0",
                  "clause 2 has variable 3 twice, with both signs; a 3-BI-3SAT clause has each "
                  "variable once");
  assert_refused (5, "1 2 0 -1 3 0 2 3 0 1 4 0 5 -1 0",
                  "variable 1 occurs in 4 clauses (1, 2, 4 and 5); in a 3-BI-3SAT formula it "
                  "occurs in at most three");
  assert_refused (7, "1 2 0 1 3 0 1 4 0 1 5 0 1 6 0 1 7 0",
                  "variable 1 occurs in 6 clauses (1, 2, 3, ..., 6); in a 3-BI-3SAT formula it "
                  "occurs in at most three");
}

/* All that is wrong is said at once, with the place in the file. */
TEST (test_refuses_with_places)
{
  hb_diag *diag = hb_diag_new ();
  FILE *file = fopen (unit_scratch (), "w");
  fputs ("c a comment\np cnf 3 3\n1 2 0\n3 0\n2 -2\n1 0\n", file);
  fclose (file);
  hb_cnf *cnf = hb_dimacs_read (unit_scratch (), diag);
  assert_non_null (cnf);
  assert_false (takes_formula (R, cnf, diag));
  assert_int_equal (hb_diag_errors (diag), 2);
  char *printed = text_of_diag (diag);
  char *expected = hb_format ("%s:4:1: error: clause 2 has 1 literal", unit_scratch ());
  assert_non_null (strstr (printed, expected));
  hb_free (expected);
  expected = hb_format ("%s:5:1: error: clause 3 has variable 2 twice, with both signs",
                        unit_scratch ());
  assert_non_null (strstr (printed, expected));
  hb_free (expected);
  hb_free (printed);
  hb_cnf_free (cnf);
  hb_diag_free (diag);
}

/* --- Models become witnesses --- */

TEST (test_models_become_witnesses)
{
  size_t models = 0;
  for (uint64_t i = 0; i < 400; i++)
    {
      hb_cnf *cnf = bisat_of_stream (2, i, 9, 12);
      hb_trace *trace = trace_of_formula (R, cnf, NULL);
      struct lifting lifting = { R, cnf, trace };
      models += for_all_models (cnf, 64, lift_and_back, &lifting);
      hb_trace_free (trace);
      hb_cnf_free (cnf);
    }
  assert_true (models > 4000);
}

/* The trace may come from a file, with other labels, and handlers and messages in another order. */
TEST (test_lifts_to_a_file)
{
  hb_diag *diag = hb_diag_new ();
  for (uint64_t i = 0; i < 20; i++)
    {
      hb_cnf *cnf = bisat_of_stream (3, i, 9, 10);
      hb_output *output = hb_output_open (unit_scratch (), diag);
      hb_builder *builder = hb_builder_to_file (output);
      tell_of_formula (R, cnf, NULL, builder, NULL);
      hb_builder_finish (builder);
      assert_true (hb_output_commit (output));
      hb_trace *trace = hb_edt_read (unit_scratch (), diag);
      assert_non_null (trace);
      struct lifting lifting = { R, cnf, trace };
      for_all_models (cnf, 10, lift_and_back, &lifting);
      hb_trace_free (trace);
      hb_cnf_free (cnf);
    }
  hb_diag_free (diag);
}

static void
assert_no_lift (const char *formula, const char *other, const char *ablation,
                const signed char *model, const char *error)
{
  hb_diag *diag = hb_diag_new ();
  hb_cnf *cnf = formula_of_text (3, formula), *other_cnf = formula_of_text (3, other);
  hb_trace *trace = trace_of_formula (R, other_cnf, ablation);
  assert_null (witness_of_model (R, cnf, model, trace, diag));
  assert_int_equal (hb_diag_errors (diag), 1);
  const char *prefix = "the trace is not the reduction 3bisat-ed of this formula: ";
  const char *said = hb_diag_first (diag);
  if (!strncmp (said, prefix, strlen (prefix)))
    said += strlen (prefix);
  assert_string_equal (said, error);
  hb_trace_free (trace);
  hb_cnf_free (cnf);
  hb_cnf_free (other_cnf);
  hb_diag_free (diag);
}

TEST (test_lift_refuses)
{
  const signed char both[] = { 0, 1, 1, 1 };
  const signed char none[] = { 0, -1, -1, -1 };
  assert_no_lift ("1 2 0", "1 2 0", NULL, none,
                  "the assignment does not satisfy clause 1 of the formula");
  assert_no_lift ("1 2 0", "1 2 3 0", NULL, both,
                  "it has 74 events, 29 messages and 12 handlers, not 50, 21 and 12");
  assert_no_lift ("1 2 0", "1 3 0", NULL, both, "there is no message 'm2.1.1'");
  assert_no_lift ("1 2 0", "2 1 0", NULL, both,
                  "a box does not stand where it should, that of message 'm1.1.1'");
  assert_no_lift ("1 2 0", "1 -2 0", NULL, both,
                  "a box does not stand where it should, that of message 'm2.1.1'");
  assert_no_lift ("1 2 0", "1 2 0", "no-z", both,
                  "it has 48 events, 21 messages and 12 handlers, not 50, 21 and 12");
  assert_no_lift ("1 2 0", "1 2 0", "same-hop", both,
                  "another handler runs, or another message posts, message '~x1.1.d'");
  assert_no_lift ("1 2 0 1 3 0", "1 2 0 1 3 0", "early-return", both,
                  "another handler runs, or another message posts, message '~x1.2'");
}

/* The trace of (1 2) with the first FROM in its file replaced by TO, of the same length. */
static void
assert_no_lift_to_edited (const char *from, const char *to, const char *error)
{
  const signed char model[] = { 0, 1, 1 };
  hb_diag *diag = hb_diag_new ();
  hb_cnf *cnf = formula_of_text (2, "1 2 0");
  hb_output *output = hb_output_open (unit_scratch (), diag);
  hb_builder *builder = hb_builder_to_file (output);
  tell_of_formula (R, cnf, NULL, builder, NULL);
  hb_builder_finish (builder);
  assert_true (hb_output_commit (output));
  char text[4096] = "";
  FILE *file = fopen (unit_scratch (), "r+");
  assert_in_range (fread (text, 1, sizeof text - 1, file), 1, sizeof text - 2);
  char *place = strstr (text, from);
  assert_true (place && strlen (from) == strlen (to));
  memcpy (place, to, strlen (to));
  rewind (file);
  fputs (text, file);
  fclose (file);
  hb_trace *trace = hb_edt_read (unit_scratch (), diag);
  assert_non_null (trace);
  assert_null (witness_of_model (R, cnf, model, trace, diag));
  assert_non_null (strstr (hb_diag_first (diag), error));
  hb_trace_free (trace);
  hb_cnf_free (cnf);
  hb_diag_free (diag);
}

TEST (test_lift_refuses_edited)
{
  assert_no_lift_to_edited ("  read l.x1.1.1 w.x1.1\n", "  read l.x2.1.1 w.x2.1\n",
                            "a box does not stand where it should, that of message 'm1.1.1'");
  assert_no_lift_to_edited ("  read l.x1.1.2 b.x1.1\n", "  read l.x2.1.2 b.x2.1\n",
                            "a box does not stand where it should, that of message 'm1.1.1'");
  assert_no_lift_to_edited ("  read z1 w.z1\n", "  read z1 init\n",
                            "no write and read where they should be, those of 'z1'");
  assert_no_lift_to_edited ("  w.z1: write z1 1\nhandler hCd\ninitial\n",
                            "handler hCd\ninitial\n  w.z1: write z1 1\n",
                            "no write and read where they should be, those of 'z1'");
  assert_no_lift_to_edited ("handler hCd", "handler hCe", "there is no handler 'hCd'");
  assert_no_lift_to_edited ("  post x1.1\n  post ~x1.1\n", "  post ~x1.1\n  post x1.1\n",
                            "hV does not start with posts of all rows, of 'x1.1'");
}

/* Every handler is asked for by its name: none may be missing, no two may change places. */
TEST (test_lift_refuses_other_handlers)
{
  const signed char model[] = { 0, 1, 1, 1 };
  hb_diag *diag = hb_diag_new ();
  hb_cnf *cnf = formula_of_text (3, "1 2 3 0 -1 3 0");
  hb_trace *trace = trace_of_formula (R, cnf, NULL);
  for (hb_id a = 0; a < trace->handlers.size; a++)
    for (hb_id b = a; b < trace->handlers.size; b++)
      {
        const char *other = a == b ? "stranger" : hb_handler_name (trace, b);
        hb_trace *edited = trace_with_names (R, cnf, hb_handler_name (trace, a), other, diag);
        assert_null (witness_of_model (R, cnf, model, edited, diag));
        assert_int_equal (hb_diag_errors (diag), 1);
        char *wanted = a == b ? hb_format ("there is no handler '%s'", hb_handler_name (trace, a))
                              : hb_copy_text ("the trace is not the reduction 3bisat-ed");
        assert_non_null (strstr (hb_diag_first (diag), wanted));
        hb_diag_clear (diag);
        hb_free (wanted);
        hb_trace_free (edited);
      }
  hb_trace_free (trace);
  hb_cnf_free (cnf);
  hb_diag_free (diag);
}

/* Every message is asked for by its name, on its way: none may be missing, no two may stand in each other's
 * place. */
TEST (test_lift_refuses_other_names)
{
  const signed char both[] = { 0, 1, 1, 1 }, mixed[] = { 0, -1, 1, -1 };
  hb_diag *diag = hb_diag_new ();
  hb_cnf *cnf = formula_of_text (3, "1 2 0 -1 3 0");
  hb_trace *trace = trace_of_formula (R, cnf, NULL);
  size_t refused = 0;
  for (hb_id a = 0; a < trace->messages.size; a++)
    for (hb_id b = a; b < trace->messages.size; b++)
      {
        if (trace->messages.data[a].post == HB_NONE || trace->messages.data[b].post == HB_NONE)
          continue;
        char *one = hb_copy_text (hb_message_name (trace, a));
        const char *other = a == b ? "stranger" : hb_message_name (trace, b);
        hb_trace *edited = trace_with_names (R, cnf, one, other, diag);
        for (int m = 0; m < 2; m++)
          {
            assert_null (witness_of_model (R, cnf, m ? both : mixed, edited, diag));
            assert_int_equal (hb_diag_errors (diag), 1);
            assert_non_null (
                strstr (hb_diag_first (diag), "the trace is not the reduction 3bisat-ed"));
            hb_diag_clear (diag);
            refused++;
          }
        hb_trace_free (edited);
        hb_free (one);
      }
  assert_int_equal (refused, 2 * (34 * 35 / 2));
  hb_trace_free (trace);
  hb_cnf_free (cnf);
  hb_diag_free (diag);
}

/* --- Witnesses become models --- */

/* Exchanges two messages of hW in the witness. */
static void
swap_in_eo (const hb_trace *trace, hb_witness *witness, const char *one, const char *other)
{
  hb_id a = hb_trace_find_message (trace, one), b = hb_trace_find_message (trace, other);
  hb_id *at_a = NULL, *at_b = NULL;
  for (hb_id k = 0; k < witness->eo_start[trace->handlers.size]; k++)
    if (witness->eo[k] == a)
      at_a = &witness->eo[k];
    else if (witness->eo[k] == b)
      at_b = &witness->eo[k];
  assert_non_null (at_a);
  assert_non_null (at_b);
  *at_a = b;
  *at_b = a;
}

TEST (test_extract_refuses)
{
  const signed char model[] = { 0, 1, 1, 1 };
  signed char back[4];
  hb_diag *diag = hb_diag_new ();
  hb_cnf *cnf = formula_of_text (3, "1 2 0 -1 3 0"), *other = formula_of_text (3, "1 2 0");
  hb_trace *trace = trace_of_formula (R, cnf, NULL),
           *other_trace = trace_of_formula (R, other, NULL);
  hb_witness *witness = witness_of_model (R, cnf, model, trace, diag);
  assert_true (extract_to_model (R, cnf, trace, witness, back, diag));
  swap_in_eo (trace, witness, "m1.2.0", "m1.2.1");
  assert_false (extract_to_model (R, cnf, trace, witness, back, diag));
  assert_string_equal (hb_diag_first (diag),
                       "variable 1 is true in clause 1 and false in clause 2: the copies disagree, "
                       "which Theorem 3.1 excludes for a consistent trace");
  hb_diag_clear (diag);
  swap_in_eo (trace, witness, "m1.2.0", "m1.2.1");
  swap_in_eo (trace, witness, "m1.1.0", "m1.1.1");
  assert_false (extract_to_model (R, cnf, trace, witness, back, diag));
  assert_string_equal (hb_diag_first (diag),
                       "variable 1 is false in clause 1 and true in clause 2: the copies disagree, "
                       "which Theorem 3.1 excludes for a consistent trace");
  hb_diag_clear (diag);
  swap_in_eo (trace, witness, "m1.2.0", "m1.2.1");
  swap_in_eo (trace, witness, "m2.1.0", "m2.1.1");
  assert_false (extract_to_model (R, cnf, trace, witness, back, diag));
  assert_string_equal (hb_diag_first (diag),
                       "the assignment in the witness does not satisfy clause 1, which Theorem 3.1 "
                       "excludes for a consistent trace");
  hb_diag_clear (diag);
  for (hb_id k = 0; k < witness->eo_start[12]; k++)
    if (witness->eo[k] == hb_trace_find_message (trace, "m3.2.1"))
      witness->eo[k] = HB_NONE;
  assert_false (extract_to_model (R, cnf, trace, witness, back, diag));
  assert_string_equal (hb_diag_first (diag), "the witness does not order message 'm3.2.1'");
  hb_diag_clear (diag);
  hb_witness_free (witness);
  witness = hb_witness_new (other_trace);
  assert_false (extract_to_model (R, cnf, other_trace, witness, back, diag));
  assert_string_equal (hb_diag_first (diag), "the witness does not order message 'm1.1.0'");
  hb_witness_free (witness);
  hb_trace_free (trace);
  hb_trace_free (other_trace);
  hb_cnf_free (cnf);
  hb_cnf_free (other);
  hb_diag_free (diag);
}

/* A message of hW is asked for by its name and by its handler, and has a place in the witness. */
TEST (test_extract_refuses_other_names)
{
  static const char *const needed[]
      = { "m1.1.0", "m1.1.1", "m1.2.0", "m1.2.1", "m2.1.0", "m2.1.1", "m3.2.0", "m3.2.1" };
  static const char *const others[] = { "stranger", "x1.1", "~x1.1.d", "x3.2.t" };
  const signed char model[] = { 0, 1, 1, 1 };
  signed char back[4];
  hb_diag *diag = hb_diag_new ();
  hb_cnf *cnf = formula_of_text (3, "1 2 0 -1 3 0");
  hb_trace *trace = trace_with_names (R, cnf, "hW", "hX", diag);
  hb_witness *witness = hb_witness_new (trace);
  assert_false (extract_to_model (R, cnf, trace, witness, back, diag));
  assert_non_null (strstr (hb_diag_first (diag), "it has no handler hW"));
  assert_int_equal (hb_diag_errors (diag), 1);
  hb_diag_clear (diag);
  hb_witness_free (witness);
  hb_trace_free (trace);
  trace = trace_with_names (R, cnf, "hW", "hW", diag);
  witness = witness_of_model (R, cnf, model, trace, diag);
  for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
    {
      for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        {
          hb_trace *edited = trace_with_names (R, cnf, needed[i], others[k], diag);
          char *wanted = hb_format ("hW has no message '%s'", needed[i]);
          assert_false (extract_to_model (R, cnf, edited, witness, back, diag));
          assert_int_equal (hb_diag_errors (diag), 1);
          assert_non_null (strstr (hb_diag_first (diag), wanted));
          hb_diag_clear (diag);
          hb_free (wanted);
          hb_trace_free (edited);
        }
      hb_id message = hb_trace_find_message (trace, needed[i]), k = 0;
      while (witness->eo[k] != message)
        k++;
      char *wanted = hb_format ("the witness does not order message '%s'", needed[i]);
      /* Nothing stands in its place, or a message that hW does not run: the last of all. */
      for (int nothing = 0; nothing < 2; nothing++)
        {
          witness->eo[k] = nothing ? HB_NONE : (hb_id)trace->messages.size - 1;
          assert_false (extract_to_model (R, cnf, trace, witness, back, diag));
          assert_int_equal (hb_diag_errors (diag), 1);
          assert_string_equal (hb_diag_first (diag), wanted);
          hb_diag_clear (diag);
        }
      witness->eo[k] = message;
      hb_free (wanted);
    }
  hb_witness_free (witness);
  hb_trace_free (trace);
  hb_cnf_free (cnf);
  hb_diag_free (diag);
}

/* A variable that stands in no clause is false. */
TEST (test_extract_gives_every_variable) { assert_extracts_every_variable (R); }

/* --- The equivalence --- */

static enum hb_verdict
decide (const char *engine, const hb_cnf *cnf, const char *ablation, uint64_t seed)
{
  hb_trace *trace = trace_of_formula (R, cnf, ablation);
  enum hb_verdict verdict = decide_target (R, engine, cnf, trace, seed, ablation);
  hb_trace_free (trace);
  return verdict;
}

/* By the truth itself, as far as that goes: all formulas of one clause, and one of two. */
TEST (test_one_clause_by_search)
{
  for (int signs = 0; signs < 8; signs++)
    {
      int literals[3] = { signs & 1 ? 1 : -1, signs & 2 ? 2 : -2, signs & 4 ? 3 : -3 };
      for (size_t size = 2; size <= 3; size++)
        {
          hb_cnf *cnf = hb_cnf_new (3);
          hb_cnf_add_clause (cnf, literals, size);
          assert_int_equal (decide ("explore", cnf, NULL, 0), HB_CONSISTENT);
          hb_cnf_free (cnf);
        }
    }
  hb_cnf *cnf = formula_of_text (2, "1 2 0 -1 2 0");
  assert_int_equal (decide ("explore", cnf, NULL, 0), HB_CONSISTENT);
  hb_cnf_free (cnf);
}

TEST (test_equivalence)
{
  size_t satisfiable = 0, unsatisfiable = 0;
  for (uint64_t i = 0; i < 400; i++)
    {
      struct hb_rng rng = hb_rng_stream (5, i);
      hb_cnf *cnf = i % 3 ? random_refuted_bisat (&rng, 4 + (int)(i % 5), 6 + i % 7, 5000)
                          : random_bisat (&rng, 3 + (int)(i % 7), 4 + i % 9);
      if (!cnf)
        continue;
      bool model = for_all_models (cnf, 1, NULL, NULL) > 0;
      for (uint64_t seed = 0; seed < 4; seed++)
        assert_int_equal (decide ("sat", cnf, NULL, seed), model ? HB_CONSISTENT : HB_INCONSISTENT);
      *(model ? &satisfiable : &unsatisfiable) += 1;
      hb_cnf_free (cnf);
    }
  assert_true (satisfiable > 100);
  assert_true (unsatisfiable > 100);
}

/* --- Ablations --- */

TEST (test_ablations)
{
  for (const struct hb_ablation *a = R->ablations; a->name; a++)
    {
      hb_cnf *satisfiable = formula_of_text (2, "1 2 0 1 -2 0");
      hb_cnf *unsatisfiable = formula_of_text (4, refuted);
      /* The engine `sat` decides queues only; multisets are easy for the search. */
      const char *engine = strcmp (a->name, "multiset") ? "sat" : "explore";
      assert_int_equal (decide (engine, satisfiable, a->name, 0),
                        a->breaks == HB_NO ? HB_INCONSISTENT : HB_CONSISTENT);
      assert_int_equal (decide (engine, unsatisfiable, a->name, 0),
                        a->breaks == HB_YES ? HB_CONSISTENT : HB_INCONSISTENT);
      hb_cnf_free (satisfiable);
      hb_cnf_free (unsatisfiable);
    }
}

/* The one that changes nothing, on more formulas. */
TEST (test_return_first_is_harmless)
{
  for (uint64_t i = 0; i < 60; i++)
    {
      struct hb_rng rng = hb_rng_stream (6, i);
      hb_cnf *cnf = i % 2 ? random_refuted_bisat (&rng, 4 + (int)(i % 3), 6 + i % 5, 5000)
                          : random_bisat (&rng, 3 + (int)(i % 5), 4 + i % 7);
      if (!cnf)
        continue;
      bool model = for_all_models (cnf, 1, NULL, NULL) > 0;
      assert_int_equal (decide ("sat", cnf, "return-first", 0),
                        model ? HB_CONSISTENT : HB_INCONSISTENT);
      hb_cnf_free (cnf);
    }
}

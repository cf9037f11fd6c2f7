/* 3sat-edflat, -4 and -3: every post stands in an initial message; declared sizes and handlers for
 * any formula; every model becomes a witness that runs, every witness a model; satisfiable formulas
 * and no others give consistent traces; each ablation spoils that as its table entry says. */
#include "unit.h"
#include <unistd.h>
#include <cmocka.h>
#include <jansson.h>

#include "engine/engine.h"
#include "reduced.h"
#include "run/replay.h"
#include "small_formulas.h"
#include "format/edt.h"

#define DESIGNS 3
static const struct hb_reduction *const designs[DESIGNS]
    = { &hb_reduction_flat_ed, &hb_reduction_flat_4, &hb_reduction_flat_3 };

/* --- What is built --- */

/* Looks at the file's text, not at what the library makes of it: a `post` line may stand below an
 * `initial` line alone. */
static void
assert_no_nested_post (const struct hb_reduction *reduction, const hb_cnf *cnf)
{
  char line[256];
  hb_diag *diag = hb_diag_new ();
  hb_output *output = hb_output_open (unit_scratch (), diag);
  hb_builder *builder = hb_builder_to_file (output);
  tell_of_formula (reduction, cnf, NULL, builder, NULL);
  hb_builder_finish (builder);
  assert_true (hb_output_commit (output));
  FILE *file = fopen (unit_scratch (), "r");
  assert_non_null (file);
  bool initial = false;
  size_t posts = 0, messages = 0;
  while (fgets (line, sizeof line, file))
    {
      assert_non_null (strchr (line, '\n'));
      if (!strncmp (line, "initial", 7))
        initial = true;
      else if (line[0] != ' ')
        initial = false;
      messages += !strncmp (line, "message ", 8);
      assert_null (strstr (line, ": post "));
      if (strncmp (line, "  post ", 7))
        continue;
      assert_true (initial);
      posts++;
    }
  fclose (file);
  assert_int_equal (posts, messages);
  hb_diag_free (diag);
}

/* What the size formulas speak of, counted without the reduction. */
struct numbers
{
  uint64_t n, m, cells, k, threes, empty;
};

static struct numbers
numbers_of (const hb_cnf *cnf, bool normal)
{
  struct numbers numbers = { .m = hb_cnf_clauses (cnf) };
  bool *occurs = hb_calloc ((size_t)cnf->variables + 1, sizeof *occurs);
  for (size_t j = 0; j < numbers.m; j++)
    {
      size_t size, left = 0;
      const int *clause = hb_cnf_clause (cnf, j, &size);
      bool tautology = false;
      for (size_t i = 0; i < size; i++)
        {
          bool again = false;
          for (size_t l = 0; l < i; l++)
            again |= clause[l] == clause[i];
          for (size_t l = 0; l < size; l++)
            tautology |= clause[l] == -clause[i];
          left += !normal || !again;
        }
      for (size_t i = 0; i < size; i++)
        occurs[abs (clause[i])] = true;
      if (normal && tautology)
        continue;
      numbers.cells += left;
      numbers.k = left > numbers.k ? left : numbers.k;
      numbers.threes += left >= 3;
      numbers.empty += !left;
    }
  for (int v = 1; v <= cnf->variables; v++)
    numbers.n += occurs[v];
  hb_free (occurs);
  return numbers;
}

static void
declared_sizes (const hb_cnf *cnf, int design, uint64_t sizes[3])
{
  struct numbers a = numbers_of (cnf, design > 0);
  uint64_t carried = design == 2 ? a.threes : 0, pairs = a.n + carried;
  if (design == 0)
    {
      sizes[0]
          = 12 * a.k * a.n * a.m + 12 * a.n + 8 * a.cells + 2 * a.m + 2 * a.k + 2 - 8 * a.k * a.n;
      sizes[1] = 2 * a.k * a.n * a.m + 2 * a.n + 4 * a.k + 5;
      sizes[2] = 4 * a.k + 6;
      return;
    }
  sizes[0] = 12 * pairs * a.m + 6 * a.cells + 16 * carried + 2 * a.empty;
  sizes[1] = 2 * pairs * a.m + 2 * a.cells + 4 * carried + 2;
  if (design == 1)
    sizes[2] = a.k + 1 > 3 ? a.k + 1 : 3;
  else
    sizes[2] = a.k > 3 ? a.k : 3;
}

TEST (test_sizes_and_posts)
{
  for (uint64_t i = 0; i < 400; i++)
    {
      struct hb_rng rng = hb_rng_stream (1, i);
      int variables = 1 + (int)hb_rng_below (&rng, 8);
      size_t clauses = hb_rng_below (&rng, 12);
      hb_cnf *cnf = random_formula (&rng, variables, clauses, 1 + i % 6);
      for (int d = 0; d < DESIGNS; d++)
        {
          uint64_t expected[3], declared[3];
          hb_trace *trace = trace_of_formula (designs[d], cnf, NULL);
          declared_sizes (cnf, d, expected);
          sizes_of_formula (designs[d], cnf, declared);
          assert_memory_equal (expected, declared, sizeof expected);
          assert_int_equal (trace->events.size, expected[0]);
          assert_int_equal (trace->messages.size, expected[1]);
          assert_int_equal (trace->handlers.size, expected[2]);
          assert_int_equal (trace->mailbox, HB_QUEUE);
          if (i % 10 == 0)
            assert_no_nested_post (designs[d], cnf);
          hb_trace_free (trace);
        }
      hb_cnf_free (cnf);
    }
}

TEST (test_handlers_of_3sat)
{
  static const unsigned handlers[DESIGNS] = { 18, 4, 3 };
  hb_cnf *cnf = formula_of_text (3, "1 2 3 0 -1 2 0 -3 0");
  for (int d = 0; d < DESIGNS; d++)
    {
      hb_trace *trace = trace_of_formula (designs[d], cnf, NULL);
      assert_int_equal (trace->handlers.size, handlers[d]);
      hb_trace_free (trace);
    }
  hb_cnf_free (cnf);
}

/* The whole trace of (1)(-1). */
TEST (test_smallest)
{
  static const char expected[]
      = "edt 1\n"
        "meta reduction \"3sat-edflat-3\"\n"
        "mailbox queue\n"
        "handler A\n"
        "initial\n"
        "  post a1.x1\n"
        "  read tie.a1.x1.1 w.tie.a1.x1\n"
        "  post a2.x1\n"
        "  post a.1.1\n"
        "  s.tie.a1.x1: write tie.a1.x1.2 1\n"
        "  read tie.a2.x1.1 w.tie.a2.x1\n"
        "  post a.2.1\n"
        "  s.tie.a2.x1: write tie.a2.x1.2 1\n"
        "message a.1.1\n  read s1.1 w.s1.1\n"
        "message b.1.1\n  w.s1.1: write s1.1 1\n"
        "message a.2.1\n  w.s2.1: write s2.1 1\n"
        "message b.2.1\n  read s2.1 w.s2.1\n"
        "handler B\n"
        "initial\n"
        "  post b1.x1\n"
        "  read tie.b1.x1.1 w.tie.b1.x1\n"
        "  post b2.x1\n"
        "  post b.1.1\n"
        "  s.tie.b1.x1: write tie.b1.x1.2 1\n"
        "  read tie.b2.x1.1 w.tie.b2.x1\n"
        "  post b.2.1\n"
        "  s.tie.b2.x1: write tie.b2.x1.2 1\n"
        "handler W\n"
        "message a1.x1\n  w.tie.a1.x1: write tie.a1.x1.1 1\n  read tie.a1.x1.2 s.tie.a1.x1\n"
        "message b1.x1\n  w.tie.b1.x1: write tie.b1.x1.1 1\n  read tie.b1.x1.2 s.tie.b1.x1\n"
        "message a2.x1\n  w.tie.a2.x1: write tie.a2.x1.1 1\n  read tie.a2.x1.2 s.tie.a2.x1\n"
        "message b2.x1\n  w.tie.b2.x1: write tie.b2.x1.1 1\n  read tie.b2.x1.2 s.tie.b2.x1\n"
        "end 36 10 3\n";
  char text[sizeof expected + 1] = "";
  hb_diag *diag = hb_diag_new ();
  hb_cnf *cnf = formula_of_text (1, "1 0 -1 0");
  hb_output *output = hb_output_open (unit_scratch (), diag);
  uint64_t sizes[HB_MOST_MEASURES];
  assert_true (hb_reduce_to_file (&hb_reduction_flat_3, (const hb_instance *)cnf, NULL, output,
                                  NULL, sizes, diag));
  assert_true (hb_output_commit (output));
  FILE *file = fopen (unit_scratch (), "r");
  assert_int_equal (fread (text, 1, sizeof text - 1, file), sizeof expected - 1);
  assert_string_equal (text, expected);
  fclose (file);
  hb_cnf_free (cnf);
  hb_diag_free (diag);
}

/* --- Models become witnesses, witnesses models --- */

/* Everything that is promised of CNF. */
static bool
check_formula (const hb_cnf *cnf, const char *const *engines)
{
  bool satisfiable = for_all_models (cnf, 1, NULL, NULL) > 0;
  for (int d = 0; d < DESIGNS; d++)
    {
      hb_trace *trace = trace_of_formula (designs[d], cnf, NULL);
      struct lifting lifting = { designs[d], cnf, trace };
      for (const char *const *engine = engines; *engine; engine++)
        assert_int_equal (
            decide_target (designs[d], *engine, cnf, trace, cnf->literals.size, false),
            satisfiable ? HB_CONSISTENT : HB_INCONSISTENT);
      for_all_models (cnf, 8, lift_and_back, &lifting);
      hb_trace_free (trace);
    }
  return satisfiable;
}

/* All formulas of one and two clauses over two variables, repeated literals, tautologies and empty
 * clauses included. */
TEST (test_all_of_two_variables)
{
  static const char *const engines[] = { "cds", NULL };
  static const int letters[4] = { 1, -1, 2, -2 };
  int clauses[85][3];
  size_t sizes[85], count = 0, satisfiable = 0;
  for (size_t size = 0; size <= 3; size++)
    for (unsigned word = 0; word < 1u << 2 * size; word++, count++)
      {
        sizes[count] = size;
        for (size_t k = 0; k < size; k++)
          clauses[count][k] = letters[word >> 2 * k & 3];
      }
  assert_int_equal (count, 85);
  for (size_t one = 0; one < count; one++)
    for (size_t other = one; other < count; other++)
      {
        hb_cnf *cnf = hb_cnf_new (2);
        hb_cnf_add_clause (cnf, clauses[one], sizes[one]);
        if (other > one)
          hb_cnf_add_clause (cnf, clauses[other], sizes[other]);
        satisfiable += check_formula (cnf, engines);
        hb_cnf_free (cnf);
      }
  assert_in_range (satisfiable, 3000, 3654);
}

TEST (test_random)
{
  static const char *const engines[] = { "cds", "sat", NULL };
  size_t satisfiable = 0, count = 200;
  for (uint64_t i = 0; i < count; i++)
    {
      struct hb_rng rng = hb_rng_stream (2, i);
      int variables = 2 + (int)hb_rng_below (&rng, 4);
      size_t clauses = (size_t)variables * (2 + i % 3);
      hb_cnf *cnf = random_formula (&rng, variables, clauses, i % 20 ? 3 : 5);
      satisfiable += check_formula (cnf, engines);
      hb_cnf_free (cnf);
    }
  assert_in_range (satisfiable, count / 4, 3 * count / 4);
}

/* By the truth itself, as far as that goes. */
TEST (test_by_search)
{
  static const char *const formulas[] = { "", "0", "1 0", "1 0 -1 0", "1 2 0", "1 1 0", "1 -1 0" };
  static const char *const engines[] = { "explore", NULL };
  for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
    {
      hb_cnf *cnf = formula_of_text (2, formulas[i]);
      check_formula (cnf, engines);
      hb_cnf_free (cnf);
    }
}

/* --- Refusals --- */

static void
assert_said (hb_diag *diag, const char *wanted)
{
  assert_int_equal (hb_diag_errors (diag), 1);
  if (!strstr (hb_diag_first (diag), wanted))
    assert_string_equal (hb_diag_first (diag), wanted);
  hb_diag_clear (diag);
}

TEST (test_lift_refuses)
{
  const signed char both[] = { 0, 1, 1, 1 }, none[] = { 0, -1, -1, -1 };
  hb_diag *diag = hb_diag_new ();
  hb_cnf *cnf = formula_of_text (3, "1 2 0"), *other = formula_of_text (3, "1 3 0");
  hb_cnf *longer = formula_of_text (3, "1 2 0 1 2 0");
  for (int d = 0; d < DESIGNS; d++)
    {
      hb_trace *trace = trace_of_formula (designs[d], cnf, NULL);
      hb_trace *of_other = trace_of_formula (designs[d], other, NULL);
      hb_trace *of_longer = trace_of_formula (designs[d], longer, NULL);
      assert_null (witness_of_model (designs[d], cnf, none, trace, diag));
      assert_said (diag, "the assignment does not satisfy clause 1 of the formula");
      assert_null (witness_of_model (designs[d], cnf, both, of_other, diag));
      assert_said (diag, "of this formula: there is no message");
      assert_null (witness_of_model (designs[d], cnf, both, of_longer, diag));
      assert_said (diag, "of this formula: it has");
      hb_trace_free (trace);
      hb_trace_free (of_other);
      hb_trace_free (of_longer);
    }
  hb_cnf_free (cnf);
  hb_cnf_free (other);
  hb_cnf_free (longer);
  hb_diag_free (diag);
}

/* Exchanges two messages of a handler in the witness. */
static void
swap_in_eo (const hb_trace *trace, hb_witness *witness, const char *one, const char *other)
{
  hb_id a = hb_trace_find_message (trace, one), b = hb_trace_find_message (trace, other);
  assert_int_not_equal (a, HB_NONE);
  assert_int_not_equal (b, HB_NONE);
  for (hb_id k = 0; k < witness->eo_start[trace->handlers.size]; k++)
    if (witness->eo[k] == a)
      witness->eo[k] = b;
    else if (witness->eo[k] == b)
      witness->eo[k] = a;
}

TEST (test_extract_refuses)
{
  const signed char model[] = { 0, 1, 1, 1 };
  signed char back[4];
  hb_diag *diag = hb_diag_new ();
  hb_cnf *cnf = formula_of_text (3, "1 2 3 0");
  hb_trace *trace = trace_of_formula (&hb_reduction_flat_3, cnf, NULL);
  hb_witness *witness = witness_of_model (&hb_reduction_flat_3, cnf, model, trace, diag);
  assert_true (extract_to_model (&hb_reduction_flat_3, cnf, trace, witness, back, diag));
  swap_in_eo (trace, witness, "a.1.2", "b.1.2");
  assert_false (extract_to_model (&hb_reduction_flat_3, cnf, trace, witness, back, diag));
  assert_said (diag, "variable 2 is false on B and true before: the copies disagree");
  swap_in_eo (trace, witness, "a.1.2", "b.1.2");
  swap_in_eo (trace, witness, "a1.c1", "b1.c1");
  assert_false (extract_to_model (&hb_reduction_flat_3, cnf, trace, witness, back, diag));
  assert_said (diag, "variable 3 is false on W and true before: the copies disagree");
  hb_witness_free (witness);
  const signed char one[] = { 0, 1, -1, -1 };
  witness = witness_of_model (&hb_reduction_flat_3, cnf, one, trace, diag);
  swap_in_eo (trace, witness, "a.1.2", "b.1.2");
  assert_false (extract_to_model (&hb_reduction_flat_3, cnf, trace, witness, back, diag));
  assert_said (diag, "variable 2 is true on B and false before: the copies disagree");
  hb_witness_free (witness);
  witness = hb_witness_new (trace);
  assert_false (extract_to_model (&hb_reduction_flat_3, cnf, trace, witness, back, diag));
  assert_said (diag, "the witness does not order message 'a1.x1'");
  hb_witness_free (witness);
  hb_trace_free (trace);
  hb_cnf_free (cnf);
  hb_diag_free (diag);
}

/* The next message that another handler runs, or HB_NONE. */
static hb_id
message_elsewhere (const hb_trace *trace, hb_id message)
{
  for (hb_id other = message + 1; other < trace->messages.size; other++)
    if (trace->messages.data[other].post != HB_NONE
        && trace->messages.data[other].handler != trace->messages.data[message].handler)
      return other;
  return HB_NONE;
}

/* Neither way is gone with EDITED, in which NAMES are not where they should be; the one error names one. */
static void
assert_refused_both_ways (const struct hb_reduction *design, const hb_cnf *cnf,
                          const signed char *model, const hb_trace *edited,
                          const hb_witness *witness, const char *what, const char *const names[2])
{
  hb_diag *diag = hb_diag_new ();
  signed char back[6];
  for (int way = 0; way < 2; way++)
    {
      if (way)
        assert_false (extract_to_model (design, cnf, edited, witness, back, diag));
      else
        assert_null (witness_of_model (design, cnf, model, edited, diag));
      char *one = hb_format ("%s '%s'", what, names[0]);
      char *other = hb_format ("%s '%s'", what, names[1]);
      if (!strstr (hb_diag_first (diag), one))
        assert_said (diag, other);
      assert_in_range (hb_diag_errors (diag), 0, 1);
      hb_diag_clear (diag);
      hb_free (one);
      hb_free (other);
    }
  hb_diag_free (diag);
}

/* Every message is asked for by its name and handler: none may be missing, none in another's place. */
TEST (test_other_names_are_refused)
{
  const signed char model[] = { 0, 1, 1, 1 };
  hb_diag *diag = hb_diag_new ();
  hb_cnf *cnf = formula_of_text (3, "1 2 3 0 -1 3 0");
  for (int d = 0; d < DESIGNS; d++)
    {
      hb_trace *trace = trace_with_names (designs[d], cnf, "-", "-", diag);
      hb_witness *witness = witness_of_model (designs[d], cnf, model, trace, diag);
      for (hb_id m = 0; m < trace->messages.size; m++)
        {
          if (trace->messages.data[m].post == HB_NONE)
            continue;
          const char *names[2] = { hb_message_name (trace, m), hb_message_name (trace, m) };
          hb_trace *edited = trace_with_names (designs[d], cnf, names[0], "stranger", diag);
          assert_refused_both_ways (designs[d], cnf, model, edited, witness, "there is no message",
                                    names);
          hb_trace_free (edited);
          hb_id other = message_elsewhere (trace, m);
          if (other == HB_NONE)
            continue;
          names[1] = hb_message_name (trace, other);
          edited = trace_with_names (designs[d], cnf, names[0], names[1], diag);
          assert_refused_both_ways (designs[d], cnf, model, edited, witness,
                                    "another handler runs, or nobody posts, message", names);
          hb_trace_free (edited);
        }
      hb_witness_free (witness);
      hb_trace_free (trace);
    }
  hb_cnf_free (cnf);
  hb_diag_free (diag);
}

/* Each of the sizes is looked at, and told. */
TEST (test_other_sizes_are_refused)
{
  const signed char model[] = { 0, 1, 1, 1 };
  hb_diag *diag = hb_diag_new ();
  hb_cnf *cnf = formula_of_text (3, "1 2 3 0 -1 3 0");
  for (int d = 0; d < DESIGNS; d++)
    for (int which = 0; which < 3; which++)
      {
        hb_trace *trace = trace_of_formula (designs[d], cnf, NULL);
        uint64_t sizes[3];
        declared_sizes (cnf, d, sizes);
        trace->events.size -= which == 0;
        trace->messages.size -= which == 1;
        trace->handlers.size -= which == 2;
        char *wanted
            = hb_format ("it has %zu events, %zu messages and %zu handlers, not %zu, %zu and %zu",
                         trace->events.size, trace->messages.size, trace->handlers.size,
                         (size_t)sizes[0], (size_t)sizes[1], (size_t)sizes[2]);
        assert_null (witness_of_model (designs[d], cnf, model, trace, diag));
        assert_said (diag, wanted);
        hb_free (wanted);
        hb_trace_free (trace);
      }
  hb_cnf_free (cnf);
  hb_diag_free (diag);
}

/* A witness without one of the messages gives no model. */
TEST (test_every_message_needs_a_place)
{
  const signed char model[] = { 0, 1, 1, 1 };
  signed char back[4];
  hb_diag *diag = hb_diag_new ();
  hb_cnf *cnf = formula_of_text (3, "1 2 3 0 -1 3 0");
  for (int d = 0; d < DESIGNS; d++)
    {
      hb_trace *trace = trace_of_formula (designs[d], cnf, NULL);
      hb_witness *witness = witness_of_model (designs[d], cnf, model, trace, diag);
      for (hb_id k = 0; k < witness->eo_start[trace->handlers.size]; k++)
        {
          hb_id message = witness->eo[k];
          witness->eo[k] = HB_NONE;
          char *wanted = hb_format ("the witness does not order message '%s'",
                                    hb_message_name (trace, message));
          assert_false (extract_to_model (designs[d], cnf, trace, witness, back, diag));
          assert_said (diag, wanted);
          hb_free (wanted);
          witness->eo[k] = message;
        }
      hb_witness_free (witness);
      hb_trace_free (trace);
    }
  hb_cnf_free (cnf);
  hb_diag_free (diag);
}

/* A variable that stands in no clause is false. */
TEST (test_extract_gives_every_variable)
{
  for (int d = 0; d < DESIGNS; d++)
    assert_extracts_every_variable (designs[d]);
}

/* --- Ablations --- */

/* Refuted, and the first satisfied, only by constructions that are whole. */
TEST (test_ablations)
{
  for (int d = 0; d < DESIGNS; d++)
    for (const struct hb_ablation *a = designs[d]->ablations; a->name; a++)
      {
        hb_cnf *cnf = formula_of_text (3, a->breaks == HB_NO          ? "-1 2 0"
                                          : !strcmp (a->name, "no-z") ? "1 0 -1 0"
                                                                      : "1 0 2 0 -1 -2 3 0 -3 0");
        hb_trace *trace = trace_of_formula (designs[d], cnf, a->name);
        /* The engine `sat` decides queues only. */
        const char *engine = strcmp (a->name, "sender-queue") ? "sat" : "explore";
        assert_int_equal (decide_target (designs[d], engine, cnf, trace, 0, true),
                          a->breaks == HB_OPEN ? HB_INCONSISTENT : a->breaks);
        hb_trace_free (trace);
        hb_cnf_free (cnf);
      }
}

TEST (test_no_wait_is_harmless)
{
  size_t satisfiable = 0, count = 100;
  for (uint64_t i = 0; i < count; i++)
    {
      struct hb_rng rng = hb_rng_stream (3, i);
      int variables = 2 + (int)hb_rng_below (&rng, 4);
      hb_cnf *cnf = random_formula (&rng, variables, (size_t)variables * (2 + i % 3), 3);
      bool model = for_all_models (cnf, 1, NULL, NULL) > 0;
      hb_trace *trace = trace_of_formula (&hb_reduction_flat_ed, cnf, "no-wait");
      assert_int_equal (decide_target (&hb_reduction_flat_ed, "cds", cnf, trace, 0, false),
                        model ? HB_CONSISTENT : HB_INCONSISTENT);
      satisfiable += model;
      hb_trace_free (trace);
      hb_cnf_free (cnf);
    }
  assert_in_range (satisfiable, count / 4, 3 * count / 4);
}

/* --- The map, as a stranger uses it --- */

/* The place of a message in the eo of its handler. */
static hb_id
rank_of (const hb_trace *trace, const hb_witness *witness, const char *name)
{
  hb_id id = hb_trace_find_message (trace, name);
  for (hb_id k = 0; k < witness->eo_start[trace->handlers.size]; k++)
    if (witness->eo[k] == id)
      return k;
  fail_msg ("no message %s", name);
  return HB_NONE;
}

static bool
first_runs_first (const hb_trace *trace, const hb_witness *witness, json_t *pair)
{
  return rank_of (trace, witness, json_string_value (json_array_get (pair, 0)))
         < rank_of (trace, witness, json_string_value (json_array_get (pair, 1)));
}

static void
check_line (const hb_trace *trace, const hb_witness *witness, const signed char *model,
            json_t *line)
{
  const char *role = json_string_value (json_object_get (line, "role"));
  if (!role)
    {
      json_t *target = json_object_get (line, "target");
      assert_int_equal (json_integer_value (json_object_get (target, "events")),
                        trace->events.size);
      assert_int_equal (json_integer_value (json_object_get (target, "handlers")),
                        trace->handlers.size);
    }
  else if (!strcmp (role, "variable"))
    {
      json_int_t v = json_integer_value (json_object_get (line, "variable"));
      json_t *pair = json_array_get (json_object_get (line, "pairs"), 0);
      assert_int_equal (first_runs_first (trace, witness, pair), model[v] > 0);
    }
  else
    {
      json_t *literals = json_object_get (line, "literals"), *literal;
      size_t k;
      if (!literals)
        literals = json_object_get (line, "boxes");
      json_array_foreach (literals, k, literal)
      {
        json_int_t number = json_integer_value (json_object_get (literal, "literal"));
        const char *first = json_string_value (json_object_get (literal, "first"));
        const char *second = json_string_value (json_object_get (literal, "second"));
        bool is_false = rank_of (trace, witness, first) < rank_of (trace, witness, second);
        assert_int_equal (is_false, model[llabs (number)] != (number > 0 ? 1 : -1));
      }
    }
}

TEST (test_map)
{
  const signed char model[] = { 0, 1, -1, -1, 1, 1 };
  hb_diag *diag = hb_diag_new ();
  hb_cnf *cnf = formula_of_text (6, "1 -2 3 0 -3 0 3 -1 -2 5 0 2 -2 0");
  for (int d = 0; d < DESIGNS; d++)
    {
      hb_output *output = hb_output_open (unit_scratch (), diag);
      hb_builder *builder = hb_builder_to_trace (diag);
      tell_of_formula (designs[d], cnf, NULL, builder, output);
      hb_trace *trace = hb_builder_finish (builder);
      assert_true (hb_output_commit (output));
      hb_witness *witness = witness_of_model (designs[d], cnf, model, trace, diag);
      assert_non_null (witness);
      FILE *file = fopen (unit_scratch (), "r");
      json_t *line;
      size_t lines = 0;
      json_error_t error;
      while ((line = json_loadf (file, JSON_DISABLE_EOF_CHECK, &error)))
        {
          check_line (trace, witness, model, line);
          json_decref (line);
          lines++;
        }
      assert_int_equal (lines, 1 + 4 + 4);
      fclose (file);
      hb_witness_free (witness);
      hb_trace_free (trace);
    }
  hb_cnf_free (cnf);
  hb_diag_free (diag);
}

/* The table of reductions: complete entries, found by name; chained, they carry any formula to a
 * trace and its witnesses back. */
#include "unit.h"

#include "base/buffer.h"
#include "problem/list.h"
#include "problem/qbf.h"
#include "reduce/formula.h"
#include "reduced.h"
#include "reduction_instances.h"
#include "run/replay.h"
#include "small_formulas.h"
#include "text_changes.h"

TEST (test_table)
{
  for (size_t i = 0; hb_reductions[i]; i++)
    {
      const struct hb_reduction *r = hb_reductions[i];
      assert_ptr_equal (hb_reduction_find (r->name), r);
      assert_true (r->from && r->to && r->to_note && r->reference && r->handlers && r->size_text);
      assert_true (r->reduce && r->lift && r->extract);
      for (const struct hb_ablation *a = r->ablations; a && a->name; a++)
        assert_true (a->summary && *a->summary);
    }
  assert_null (hb_reduction_find ("3sat"));
  assert_null (hb_reduction_find (""));
}

TEST (test_named)
{
  const char *const wrong[] = { "3sat-3bisat,none", "3bisat-ed,3sat-3bisat", "" };
  hb_diag *diag = hb_diag_new ();
  const struct hb_reduction *chain = hb_reduction_named ("3sat-3bisat,3bisat-ed", diag);
  assert_ptr_equal (chain->from, &hb_problem_sat);
  assert_ptr_equal (chain->to, &hb_problem_ed);
  hb_reduction_release (chain);
  assert_ptr_equal (hb_reduction_named ("3bisat-ed", diag), &hb_reduction_bisat_ed);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++, hb_diag_clear (diag))
    {
      assert_null (hb_reduction_named (wrong[i], diag));
      assert_int_equal (hb_diag_errors (diag), 1);
    }
  hb_diag_free (diag);
}

/* The way of the fewest steps, of several the smallest target, of equal ones the first in the list. */
TEST (test_ways)
{
  static const struct
  {
    const char *from, *text, *to, *way; /* "": none */
  } rows[] = {
    { "SAT", "p cnf 1 1\n1 0\n", "3-BI-3SAT", "3sat-3bisat" },
    { "SAT", "p cnf 0 0\n", "ED-consistency", "3sat-sc" },
    { "SAT", "p cnf 1 1\n1 0\n", "ED-consistency", "3sat-multiset" },
    { "SAT", "p cnf 2 2\n1 -1 2 -2 0 1 0\n", "ED-consistency", "3sat-multiset" },
    { "SAT", "p cnf 3 1\n1 -1 2 -2 3 -3 0\n", "ED-consistency", "3sat-edflat-4" },
    { "SAT", "p cnf 3 2\n1 -1 2 0 2 3 0\n", "ED-consistency", "3sat-multiset" },
    { "SAT", "p cnf 1 6\n1 0 1 0 1 0 1 0 1 0 1 0\n", "ED-consistency", "3sat-multiset" },
    { "SAT", "p cnf 1 1\n0\n", "ED-consistency", "3sat-multiset" },
    { "SAT", "p cnf 3 3\n1 2 3 0 -1 -2 -3 0 1 -2 3 0\n", "ED-consistency", "3sat-multiset" },
    { "SAT", "p cnf 1 1\n1 0\n", "Max cut", "3sat-nae,nae-maxcut" },
    { "SAT", "p cnf 1 1\n1 0\n", "SAT", "" },
    { "Max cut", "p edge 2 1\nk 1\ne 1 2\n", "SAT", "" },
    { "periodic safety",
      "HB_TIME (8)\nHB_TASK (t, 1, 8, 2, 0)\nint x;\nvoid t () { assert (x); }\n", "SAT",
      "periodic-sat" },
    { "periodic safety",
      "HB_TIME (8)\nHB_SEMANTICS (exact)\nHB_TASK (t, 1, 8, 2, 0)\nint x;\n"
      "void t () { assert (x); }\n",
      "SAT", "" },
    { "robustness of event programs",
      "shared x = 0 : 0..1\nevent e () { x := 1; }\ndriver { e*1; }\n",
      "reachability of sequential programs", "robust-reach" },
    { "order dimension", "poset 1\nhit 2 2\nelement a\nelement b\nend 2 3\n", "SAT",
      "dimension-2hitting,2hitting-sat" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    {
      const struct hb_problem *from = hb_problem_find (rows[i].from),
                              *to = hb_problem_find (rows[i].to);
      hb_diag *diag = hb_diag_new ();
      hb_instance *source = instance_of_text (from, rows[i].text, diag);
      if (!source)
        fail_msg ("%s", hb_diag_first (diag));
      const struct hb_reduction *way = hb_reduction_way (from, source, to, diag);
      assert_string_equal (way ? way->name : "", rows[i].way);
      assert_int_equal (hb_diag_errors (diag), !way);
      if (way)
        hb_reduction_release (way);
      from->free (from, source);
      hb_diag_free (diag);
    }
}

/* Source -> 3-BI-3SAT -> trace, and a model all the way there and back. */
TEST (test_chain)
{
  size_t models = 0;
  for (uint64_t i = 0; i < 200; i++)
    {
      struct hb_rng rng = hb_rng_stream (99, i);
      hb_cnf *source = random_formula (&rng, 4, hb_rng_below (&rng, 9), 5);
      hb_cnf *middle = formula_of_formula (&hb_reduction_sat_3bisat, source, NULL);
      hb_diag *diag = hb_diag_new ();
      hb_trace *trace = trace_of_formula (&hb_reduction_bisat_ed, middle, NULL);
      signed char model[5] = { 0 }, back[5];
      signed char *there = hb_calloc ((size_t)middle->variables + 1, 1);
      for (int bits = 0; bits < 16; bits++)
        {
          for (int v = 1; v <= 4; v++)
            model[v] = bits >> (v - 1) & 1 ? 1 : -1;
          if (!is_model (source, model))
            continue;
          models++;
          assert_true (lift_to_model (&hb_reduction_sat_3bisat, source, model, there, diag));
          hb_witness *witness
              = witness_of_model (&hb_reduction_bisat_ed, middle, there, trace, diag);
          assert_non_null (witness);
          assert_true (hb_replay (trace, witness, NULL, diag));
          memset (there, 0, (size_t)middle->variables + 1);
          assert_true (
              extract_to_model (&hb_reduction_bisat_ed, middle, trace, witness, there, diag));
          assert_true (model_of_model (&hb_reduction_sat_3bisat, source, there, back, diag));
          assert_true (is_model (source, back));
          hb_witness_free (witness);
        }
      assert_int_equal (hb_diag_errors (diag), 0);
      hb_free (there);
      hb_trace_free (trace);
      hb_diag_free (diag);
      hb_cnf_free (middle);
      hb_cnf_free (source);
    }
  assert_true (models > 200);
}

/* Numbers of events are less than HB_NONE, which is none. */
TEST (test_events_that_fit)
{
  hb_diag *diag = hb_diag_new ();
  assert_true (hb_reduce_fits (HB_NONE - 1, diag));
  assert_int_equal (hb_diag_errors (diag), 0);
  assert_false (hb_reduce_fits (HB_NONE, diag));
  assert_non_null (strstr (hb_diag_first (diag), "more than 4294967294 events"));
  hb_diag_free (diag);
}

/* A model that is none is told with the clause. */
TEST (test_falsified_clauses)
{
  hb_diag *diag = hb_diag_new ();
  hb_cnf *cnf = formula_of_text (2, "1 2 0 -2 0");
  assert_true (hb_reduce_satisfies (cnf, (const signed char[]){ 0, 1, -1 }, "somebody", diag));
  assert_int_equal (hb_diag_errors (diag), 0);
  assert_false (hb_reduce_satisfies (cnf, (const signed char[]){ 0, 1, 1 }, "somebody", diag));
  assert_non_null (
      strstr (hb_diag_first (diag), "does not satisfy clause 2, which somebody excludes"));
  hb_cnf_free (cnf);
  hb_diag_free (diag);
}

/* A cycle may be told from any of its vertices on. */
TEST (test_turned_cycles)
{
  const struct hb_reduction *r = hb_reduction_find ("3sat-hamiltonian");
  const signed char model[] = { 0, 1, -1, 1 };
  hb_cnf *cnf = formula_of_text (3, "1 -2 0 -1 3 0 2 3 0");
  hb_instance *target = target_of_formula (r, cnf, NULL, NULL);
  hb_diag *diag = hb_diag_new ();
  hb_list *cycle
      = (hb_list *)r->lift (r, (const hb_instance *)cnf, (const hb_solution *)model, target, diag);
  for (size_t i = 0; i < cycle->size; i++)
    {
      signed char back[4];
      hb_id first = cycle->data[0];
      memmove (cycle->data, cycle->data + 1, (cycle->size - 1) * sizeof first);
      cycle->data[cycle->size - 1] = first;
      assert_true (extract_to_model (r, cnf, target, cycle, back, diag));
      assert_memory_equal (back + 1, model + 1, 3);
    }
  r->to->free_solution (r->to, (hb_solution *)cycle);
  r->to->free (r->to, target);
  hb_cnf_free (cnf);
  hb_diag_free (diag);
}

/* Of two elements that are not related: a formula that does not forbid their pairs' cycle is another poset's. */
TEST (test_unforbidden_cycle)
{
  static const char poset[] = "poset 1\nhit 2 1\nelement a\nelement b\nend 2 3\n";
  const struct hb_reduction *r = hb_reduction_find ("2hitting-sat");
  const signed char model[] = { 0, 1, 1 };
  hb_diag *diag = hb_diag_new ();
  hb_instance *source = instance_of_text (r->from, poset, diag);
  hb_cnf *cnf = formula_of_text (2, "1 0 2 0 1 2 0");
  assert_null (r->extract (r, source, (const hb_instance *)cnf, (const hb_solution *)model, diag));
  assert_non_null (strstr (hb_diag_first (diag), "the pairs of class 1 are on a cycle"));
  hb_cnf_free (cnf);
  r->from->free (r->from, source);
  hb_diag_free (diag);
}

/* A write of x that stands on y's handler: no order is read off, and none told. */
TEST (test_misplaced_write)
{
  static const char text[]
      = "edt 1\nhandler t\ninitial\n  w1: write x\n  w2: write x\n  w3: write y\n"
        "  w4: write y\nhandler u\ninitial\n  read x w1\n  read y w3\nend 6 2 2\n";
  const struct hb_reduction *r = hb_reduction_find ("sc-ed");
  hb_diag *diag = hb_diag_new ();
  hb_instance *source = instance_of_text (r->from, text, diag);
  hb_instance *target = hb_reduce (r, source, NULL, NULL, diag);
  hb_output *output = hb_output_to_memory ();
  r->to->write (r->to, target, NULL, output);
  char *whole = hb_output_text (output, NULL), *less = text_changed (whole, "handler co:y\n", ""),
       *other = text_changed (less, "message w:t.1\n", "handler co:y\nmessage w:t.1\n");
  r->to->free (r->to, target);
  target = instance_of_text (r->to, other, diag);
  hb_solution *order, *witness;
  assert_int_equal (first_answer (r->from, source, &order, diag), HB_YES);
  assert_int_equal (first_answer (r->to, target, &witness, diag), HB_YES);
  for (int back = 0; back < 2; back++, hb_diag_clear (diag))
    {
      assert_null (back ? r->extract (r, source, target, witness, diag)
                        : r->lift (r, source, order, target, diag));
      assert_int_equal (hb_diag_errors (diag), 1);
      assert_non_null (strstr (hb_diag_first (diag), back ? "no handler for all writes of 'y'"
                                                          : "no handler for all writes of 'x'"));
    }
  r->from->free_solution (r->from, order);
  r->to->free_solution (r->to, witness);
  r->to->free (r->to, target);
  r->from->free (r->from, source);
  hb_free (whole);
  hb_free (less);
  hb_free (other);
  hb_diag_free (diag);
}

/* Ten elements of which none is related have more than a million strict cycles. */
TEST (test_many_cycles)
{
  static const char poset[]
      = "poset 1\nhit 2 2\nelement a\nelement b\nelement c\nelement d\nelement e\n"
        "element f\nelement g\nelement h\nelement i\nelement j\nend 10 11\n";
  const struct hb_reduction *r = hb_reduction_find ("2hitting-sat");
  hb_diag *diag = hb_diag_new ();
  hb_instance *source = instance_of_text (r->from, poset, diag);
  assert_false (hb_reduction_accepts (r, source, diag));
  assert_int_equal (hb_diag_errors (diag), 1);
  assert_non_null (strstr (hb_diag_first (diag), "more strict alternating cycles than fit"));
  r->from->free (r->from, source);
  hb_diag_free (diag);
}

/* A rank is at most 64. */
TEST (test_universal_variables)
{
  static const char *const names[] = { "2qbf-vk", "2qbf-vref" };
  for (int n = 63; n <= 64; n++)
    {
      hb_buffer text = VEC_EMPTY;
      hb_diag *diag = hb_diag_new ();
      hb_buffer_add (&text, "p cnf %d 1\na", n);
      for (int v = 1; v <= n; v++)
        hb_buffer_add (&text, " %d", v);
      hb_buffer_add (&text, " 0\n1 0\n");
      char *all = hb_buffer_take (&text);
      hb_instance *qbf = instance_of_text (&hb_problem_2qbf, all, diag);
      for (size_t i = 0; i < sizeof names / sizeof *names; i++, hb_diag_clear (diag))
        {
          assert_int_equal (hb_reduction_accepts (hb_reduction_find (names[i]), qbf, diag),
                            n == 63);
          assert_true (
              n == 63
              || strstr (hb_diag_first (diag), "64 universal variables; expected at most 63"));
        }
      hb_problem_2qbf.free (&hb_problem_2qbf, qbf);
      hb_free (all);
      hb_diag_free (diag);
    }
}

/* A target with other names is none of the formula's: one error says so, there and back. */
TEST (test_renamed_targets)
{
  static const char *const names[] = { "s1.1", "u1.2" };
  const signed char model[] = { 0, 1, 1 };
  const struct hb_reduction *r = hb_reduction_find ("3sat-multiset");
  hb_cnf *cnf = formula_of_text (2, "1 2 0 -1 2 0");
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = (hb_trace *)target_of_formula (r, cnf, NULL, NULL);
  hb_witness *witness = witness_of_model (r, cnf, model, trace, diag);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      hb_trace *renamed = trace_with_names (r, cnf, names[i], "other", diag);
      signed char back[3];
      assert_null (witness_of_model (r, cnf, model, renamed, diag));
      assert_int_equal (hb_diag_errors (diag), 1);
      assert_non_null (strstr (hb_diag_first (diag), "not the reduction 3sat-multiset"));
      hb_diag_clear (diag);
      assert_int_equal (extract_to_model (r, cnf, renamed, witness, back, diag), i == 1);
      assert_int_equal (hb_diag_errors (diag), i == 0); /* the first of a pair says it all */
      hb_diag_clear (diag);
      hb_trace_free (renamed);
    }
  hb_witness_free (witness);
  hb_trace_free (trace);
  hb_diag_free (diag);
  hb_cnf_free (cnf);
}

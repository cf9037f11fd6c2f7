/* 3sat-3bisat: its results obey Definition 3 and the size formulas, and have a model if and only if
 * the source has one; every model goes there and comes back. */
#include "unit.h"
#include <unistd.h>
#include <cmocka.h>
#include <jansson.h>

#include "reduced.h"
#include "sat/solver.h"
#include "small_formulas.h"

#define FORMULAS 10000
#define MOST_MODELS 40 /* of the target of one formula */

static const struct hb_reduction *const R = &hb_reduction_sat_3bisat;

/* Formula INDEX of the stream: few variables, few to many clauses, short and long ones. */
static hb_cnf *
formula_of_stream (uint64_t index)
{
  struct hb_rng rng = hb_rng_stream (4711, index);
  int variables = 1 + (int)hb_rng_below (&rng, 5);
  size_t clauses = hb_rng_below (&rng, 5 * (uint64_t)variables + 1);
  return random_formula (&rng, variables, clauses, 1 + hb_rng_below (&rng, 6));
}

/* Definition 3, in the plainest way. */
static void
assert_3bisat (const hb_cnf *cnf)
{
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *literals = hb_cnf_clause (cnf, j, &size);
      assert_true (size == 2 || size == 3);
      for (size_t k = 0; k < size; k++)
        for (size_t i = 0; i < k; i++)
          assert_int_not_equal (abs (literals[i]), abs (literals[k]));
    }
  for (int v = 1; v <= cnf->variables; v++)
    {
      size_t count = 0;
      for (size_t k = 0; k < cnf->literals.size; k++)
        count += abs (cnf->literals.data[k]) == v;
      assert_in_range (count, 1, 3); /* densely numbered: none is missing */
    }
}

TEST (test_definition_and_sizes)
{
  hb_diag *diag = hb_diag_new ();
  for (uint64_t i = 0; i < FORMULAS; i++)
    {
      hb_cnf *cnf = formula_of_stream (i);
      uint64_t sizes[3];
      assert_true (takes_formula (R, cnf, diag));
      hb_cnf *target = formula_of_formula (R, cnf, NULL);
      assert_3bisat (target);
      assert_true (takes_formula (&hb_reduction_bisat_ed, target, diag));
      sizes_of_formula (R, cnf, sizes);
      assert_int_equal (target->variables, sizes[0]);
      assert_int_equal (hb_cnf_clauses (target), sizes[1]);
      assert_int_equal (target->literals.size, sizes[2]);
      hb_cnf_free (target);
      hb_cnf_free (cnf);
    }
  assert_int_equal (hb_diag_errors (diag), 0);
  hb_diag_free (diag);
}

/* --- Models, there and back --- */

struct journey
{
  const hb_cnf *source, *target;
  hb_diag *diag;
};

static void
lift_one (void *context, const signed char *model)
{
  struct journey *journey = context;
  const hb_cnf *source = journey->source, *target = journey->target;
  signed char *there = hb_calloc ((size_t)target->variables + 1, 1);
  signed char *back = hb_calloc ((size_t)source->variables + 1, 1);
  memset (there, 7, (size_t)target->variables + 1);
  assert_true (lift_to_model (R, source, model, there, journey->diag));
  for (int v = 1; v <= target->variables; v++)
    assert_true (there[v] == 1 || there[v] == -1);
  assert_true (is_model (target, there));
  assert_true (model_of_model (R, source, there, back, journey->diag));
  assert_true (is_model (source, back));
  hb_free (there);
  hb_free (back);
}

static void
extract_one (void *context, const signed char *model)
{
  struct journey *journey = context;
  signed char *back = hb_calloc ((size_t)journey->source->variables + 1, 1);
  assert_true (model_of_model (R, journey->source, model, back, journey->diag));
  assert_true (is_model (journey->source, back));
  for (int v = 1; v <= journey->source->variables; v++)
    assert_true (back[v] == 1 || back[v] == -1);
  hb_free (back);
}

TEST (test_models_there_and_back)
{
  size_t satisfiable = 0, unsatisfiable = 0;
  for (uint64_t i = 0; i < FORMULAS; i++)
    {
      hb_cnf *source = formula_of_stream (i), *target = formula_of_formula (R, source, NULL);
      struct journey journey = { source, target, hb_diag_new () };
      size_t models = for_all_models (source, SIZE_MAX, lift_one, &journey);
      size_t target_models = for_all_models (target, MOST_MODELS, extract_one, &journey);
      assert_int_equal (models > 0, target_models > 0);
      assert_int_equal (hb_diag_errors (journey.diag), 0);
      *(models ? &satisfiable : &unsatisfiable) += 1;
      hb_diag_free (journey.diag);
      hb_cnf_free (source);
      hb_cnf_free (target);
    }
  assert_true (satisfiable > FORMULAS / 5);
  assert_true (unsatisfiable > FORMULAS / 5);
}

/* What is no model is refused on both sides, with the clause. */
TEST (test_others_are_refused)
{
  size_t refused = 0;
  for (uint64_t i = 0; i < FORMULAS; i++)
    {
      struct hb_rng rng = hb_rng_stream (4712, i);
      hb_cnf *source = formula_of_stream (i), *target = formula_of_formula (R, source, NULL);
      signed char *there = hb_calloc ((size_t)target->variables + 1, 1);
      signed char *back = hb_calloc ((size_t)source->variables + 1, 1);
      hb_diag *diag = hb_diag_new ();
      for (int v = 1; v <= target->variables; v++)
        there[v] = (signed char)((int)hb_rng_below (&rng, 3) - 1);
      for (int v = 1; v <= source->variables; v++)
        back[v] = (signed char)((int)hb_rng_below (&rng, 3) - 1);
      bool good = is_model (source, back);
      signed char *lifted = hb_calloc ((size_t)target->variables + 1, 1);
      assert_int_equal (lift_to_model (R, source, back, lifted, diag), good);
      assert_true (!good || is_model (target, lifted));
      assert_int_equal (hb_diag_errors (diag), !good);
      hb_diag_clear (diag);
      good = is_model (target, there);
      assert_int_equal (model_of_model (R, source, there, back, diag), good);
      assert_true (!good || is_model (source, back));
      assert_int_equal (hb_diag_errors (diag), !good);
      refused += !good;
      hb_free (there);
      hb_free (back);
      hb_free (lifted);
      hb_diag_free (diag);
      hb_cnf_free (source);
      hb_cnf_free (target);
    }
  assert_true (refused > FORMULAS / 5);
}

/* --- Single cases --- */

static void
assert_becomes (int variables, const char *source, const char *target)
{
  hb_cnf *cnf = formula_of_text (variables, source), *result = formula_of_formula (R, cnf, NULL);
  char *text = text_of_formula (result);
  assert_string_equal (text, target);
  hb_free (text);
  hb_cnf_free (result);
  hb_cnf_free (cnf);
}

TEST (test_steps)
{
  assert_becomes (0, "", "");
  assert_becomes (5, "", "");
  /* Double literals, tautologies, a clause that is a unit in disguise. */
  assert_becomes (3, "3 3 2 0 1 -1 0", "2 1\n");
  assert_becomes (3, "-3 -3 0 3 1 2 0", "1 2\n");
  assert_becomes (2, "1 0 -1 2 0 -1 -2 1 0", "");
  /* Three occurrences stay, four become four copies. */
  assert_becomes (2, "1 2 0 1 -2 0 -1 2 0", "1 2\n1 -2\n-1 2\n");
  assert_becomes (5, "1 2 0 -1 3 0 1 4 0 1 5 0", "1 5\n-2 6\n3 7\n4 8\n-1 2\n-2 3\n-3 4\n-4 1\n");
  /* Long clauses. */
  assert_becomes (4, "1 2 3 -4 0", "1 2 5\n-5 3 -4\n");
  assert_becomes (6, "1 2 3 4 5 6 0", "1 2 7\n-7 3 8\n-8 4 9\n-9 5 6\n");
}

TEST (test_contradictions)
{
  static const char refuted[] = "1 2\n-1 2\n-2 3\n-3 4\n-3 -4\n";
  assert_becomes (0, "0", refuted);
  assert_becomes (1, "1 0 -1 0", refuted);
  assert_becomes (1, "1 1 0 -1 -1 -1 0", refuted);
  assert_becomes (9, "1 0 -1 2 0 -2 -1 0 3 4 5 6 7 0", refuted);
  assert_becomes (3, "1 2 3 0 -1 0 -2 0 -3 0", refuted);
}

/* Copies that disagree are no model, whatever they are copies of. */
TEST (test_copies_agree)
{
  hb_cnf *cnf = formula_of_text (5, "1 2 0 -1 3 0 1 4 0 1 5 0");
  signed char there[] = { 0, 1, -1, 1, 1, 1, 1, 1, 1 }, back[6];
  hb_diag *diag = hb_diag_new ();
  assert_false (model_of_model (R, cnf, there, back, diag));
  assert_string_equal (hb_diag_first (diag),
                       "the assignment does not satisfy clause 5 of the target");
  hb_diag_free (diag);
  hb_cnf_free (cnf);
}

static void
assert_spoiled (const struct hb_ablation *ablation, const char *source, const char *target)
{
  hb_cnf *cnf = formula_of_text (5, source);
  hb_cnf *result = (hb_cnf *)target_of_formula (R, cnf, ablation->name, NULL);
  char *text = text_of_formula (result);
  assert_string_equal (text, target);
  hb_free (text);
  hb_cnf_free (result);
  hb_cnf_free (cnf);
}

/* Ablations leave out the ties, or the last one, of each variable and nothing else. */
TEST (test_ablations)
{
  static const char source[] = "1 2 0 -1 3 0 1 4 0 1 5 0 2 3 0";
  static const char copied[] = "1 5\n-2 6\n3 7\n4 8\n5 6\n";
  size_t ablations = 0;
  for (const struct hb_ablation *a = R->ablations; a->name; a++, ablations++)
    {
      assert_int_equal (a->breaks, HB_YES);
      char *target
          = hb_format ("%s%s", copied, strcmp (a->name, "path") ? "" : "-1 2\n-2 3\n-3 4\n");
      assert_spoiled (a, source, target);
      hb_free (target);
    }
  assert_int_equal (ablations, 2);
}

/* Copies that differ, which only such a target lets them: no value is made up. */
TEST (test_copies_differ)
{
  hb_cnf *cnf = formula_of_text (5, "1 2 0 -1 3 0 1 4 0 1 5 0");
  hb_cnf *target = (hb_cnf *)target_of_formula (R, cnf, "no-cycle", NULL);
  hb_diag *diag = hb_diag_new ();
  for (int other = 2; other <= 4; other++)
    {
      signed char there[] = { 0, 1, 1, 1, 1, 1, 1, 1, 1 }, back[6];
      there[other] = -1;
      assert_false (extract_to_model (R, cnf, target, there, back, diag));
      assert_int_equal (hb_diag_errors (diag), 1);
      char *wanted = hb_format ("copies 1 and %d of variable 1 have different values", other);
      assert_string_equal (hb_diag_first (diag), wanted);
      hb_diag_clear (diag);
      hb_free (wanted);
    }
  hb_diag_free (diag);
  hb_cnf_free (target);
  hb_cnf_free (cnf);
}

/* A model of the target of another formula, which has fewer variables, is looked at no further. */
TEST (test_target_of_another)
{
  const signed char model[] = { 0, 1, 1 };
  signed char back[6];
  hb_cnf *cnf = formula_of_text (5, "1 2 0 -1 3 0 1 4 0 1 5 0"),
         *other = formula_of_text (2, "1 2 0");
  hb_cnf *target = formula_of_formula (R, other, NULL);
  hb_diag *diag = hb_diag_new ();
  assert_false (extract_to_model (R, cnf, target, model, back, diag));
  assert_int_equal (hb_diag_errors (diag), 1);
  assert_string_equal (hb_diag_first (diag), "the target has 2 variables; this formula's has 8");
  hb_diag_free (diag);
  hb_cnf_free (target);
  hb_cnf_free (other);
  hb_cnf_free (cnf);
}

/* Ten thousand occurrences, a clause of ten thousand literals, a chain of units: still linear. */
TEST (test_large)
{
  enum
  {
    N = 10000
  };
  hb_cnf *cnf = hb_cnf_new (3 * N + 1);
  for (int i = 1; i <= N; i++)
    {
      hb_cnf_add_clause (cnf, (int[]){ i, N + 1 }, 2);
      hb_cnf_add_clause (cnf, (int[]){ -(2 * N + i), 2 * N + i + 1 }, 2);
    }
  for (int i = 1; i <= N; i++)
    hb_cnf_add (cnf, -i);
  hb_cnf_add (cnf, 0);
  hb_cnf_add_clause (cnf, (int[]){ 2 * N + 1 }, 1);
  uint64_t sizes[3];
  sizes_of_formula (R, cnf, sizes);
  hb_cnf *target = formula_of_formula (R, cnf, NULL);
  assert_int_equal (sizes[0], N + N + N - 3);
  assert_int_equal (target->variables, sizes[0]);
  assert_int_equal (hb_cnf_clauses (target), sizes[1]);
  signed char *model = hb_calloc (3 * N + 2, 1);
  signed char *there = hb_calloc ((size_t)target->variables + 1, 1);
  hb_diag *diag = hb_diag_new ();
  for (int v = 1; v <= 3 * N + 1; v++)
    model[v] = v <= N ? -1 : 1;
  assert_true (lift_to_model (R, cnf, model, there, diag));
  assert_true (is_model (target, there));
  hb_diag_free (diag);
  hb_free (model);
  hb_free (there);
  hb_cnf_free (target);
  hb_cnf_free (cnf);
}

/* --- The map, as a stranger uses it --- */

/* The clauses that the map names as the cycle of a variable's copies are that. */
static void
check_cycle (const hb_cnf *target, json_t *object)
{
  json_t *cycle = json_object_get (object, "cycle"), *copies = json_object_get (object, "target");
  size_t first = (size_t)json_integer_value (json_array_get (cycle, 0)), size;
  size_t last = (size_t)json_integer_value (json_array_get (cycle, 1)),
         k = json_array_size (copies);
  assert_true (k > 3 && last - first + 1 == k);
  for (size_t c = 0; c < k; c++)
    {
      const int *clause = hb_cnf_clause (target, first - 1 + c, &size);
      assert_int_equal (size, 2);
      assert_int_equal (clause[0], -json_integer_value (json_array_get (copies, c)));
      assert_int_equal (clause[1], json_integer_value (json_array_get (copies, (c + 1) % k)));
    }
}

/* The clauses that the map names hold what is left of the source's clause, and the fresh variables. */
static void
check_clause (const hb_cnf *source, const hb_cnf *target, json_t *object)
{
  const char *kind = json_string_value (json_object_get (object, "kind"));
  json_t *range = json_object_get (object, "target"), *fresh = json_object_get (object, "fresh");
  size_t j = (size_t)json_integer_value (json_object_get (object, "clause")), size, pieces = 0;
  const int *literals = hb_cnf_clause (source, j - 1, &size);
  bool tautology = false;
  for (size_t k = 0; k < size; k++)
    for (size_t i = 0; i < k; i++)
      tautology |= literals[i] == -literals[k];
  assert_int_equal (!strcmp (kind, "tautology"), tautology);
  assert_int_equal (range != NULL, !strcmp (kind, "kept") || !strcmp (kind, "split"));
  assert_int_equal (fresh != NULL, !strcmp (kind, "split"));
  if (!range)
    return;
  size_t first = (size_t)json_integer_value (json_array_get (range, 0));
  size_t last = (size_t)json_integer_value (json_array_get (range, 1)), part;
  for (size_t c = first; c <= last; c++)
    {
      hb_cnf_clause (target, c - 1, &part);
      pieces += part;
    }
  if (fresh)
    {
      json_int_t from = json_integer_value (json_array_get (fresh, 0));
      json_int_t to = json_integer_value (json_array_get (fresh, 1));
      const int *clause = hb_cnf_clause (target, first - 1, &part);
      assert_int_equal (clause[part - 1], from);
      clause = hb_cnf_clause (target, last - 1, &part);
      assert_int_equal (clause[0], -to);
    }
  assert_in_range (pieces - 2 * (last - first), 2, size);
}

static void
check_header (const hb_cnf *target, json_t *object)
{
  json_t *sizes = json_object_get (object, "target");
  assert_string_equal (json_string_value (json_object_get (object, "format")), "hbkit-map 1");
  assert_int_equal (json_integer_value (json_object_get (sizes, "variables")), target->variables);
  assert_int_equal (json_integer_value (json_object_get (sizes, "clauses")),
                    hb_cnf_clauses (target));
  assert_int_equal (json_integer_value (json_object_get (sizes, "literals")),
                    target->literals.size);
}

/* What kind of variable it is, and what is told of such a one. */
static void
check_variable (const hb_cnf *target, json_t *object)
{
  const char *kind = json_string_value (json_object_get (object, "kind"));
  json_t *value = json_object_get (object, "value"), *copies = json_object_get (object, "target");
  size_t count = json_array_size (copies);
  assert_int_equal (value != NULL, !strcmp (kind, "unit") || !strcmp (kind, "free"));
  assert_true (strcmp (kind, "free") || json_is_false (value));
  assert_int_equal (count == 1, !strcmp (kind, "kept"));
  assert_int_equal (count > 1, !strcmp (kind, "copies"));
  assert_int_equal (json_object_get (object, "cycle") != NULL, count > 1);
  if (count > 1)
    check_cycle (target, object);
}

/* From a model of the target to one of the source by the lines of the map alone. */
static void
extract_by_map (const hb_cnf *source, const hb_cnf *target, const signed char *there,
                signed char *back)
{
  char line[4096];
  FILE *map = fopen (unit_scratch (), "r");
  assert_non_null (map);
  for (size_t lines = 0; fgets (line, sizeof line, map); lines++)
    {
      json_t *object = json_loads (line, JSON_REJECT_DUPLICATES, NULL);
      assert_non_null (object);
      const char *role = json_string_value (json_object_get (object, "role"));
      if (!lines)
        check_header (target, object);
      else if (!strcmp (role, "variable"))
        {
          json_t *value = json_object_get (object, "value");
          json_t *copy = json_array_get (json_object_get (object, "target"), 0);
          json_int_t v = json_integer_value (json_object_get (object, "variable"));
          assert_true (!value != !copy);
          back[v] = value ? (json_is_true (value) ? 1 : -1) : there[json_integer_value (copy)];
          check_variable (target, object);
        }
      else
        check_clause (source, target, object);
      json_decref (object);
    }
  fclose (map);
}

TEST (test_map)
{
  for (uint64_t i = 0; i < 200; i++)
    {
      hb_diag *diag = hb_diag_new ();
      hb_cnf *source = formula_of_stream (i);
      hb_output *map = hb_output_open (unit_scratch (), diag);
      hb_cnf *target = formula_of_formula (R, source, map);
      assert_true (hb_output_commit (map));
      signed char *there = hb_calloc ((size_t)target->variables + 1, 1);
      signed char *back = hb_calloc ((size_t)source->variables + 1, 1);
      signed char *again = hb_calloc ((size_t)source->variables + 1, 1);
      int verdict = hb_solve_cnf (target, "picosat", 0, NULL, there, diag);
      if (verdict == 10)
        {
          extract_by_map (source, target, there, back);
          assert_true (model_of_model (R, source, there, again, diag));
          assert_memory_equal (back, again, (size_t)source->variables + 1);
          assert_true (is_model (source, back));
        }
      else
        assert_int_equal (verdict, 20);
      hb_free (there);
      hb_free (back);
      hb_free (again);
      hb_cnf_free (target);
      hb_cnf_free (source);
      hb_diag_free (diag);
    }
}

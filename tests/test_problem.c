/* Problems as values: each one's deciders agree with its oracle on all small instances and on random ones,
 * both answers are met, instances and solutions come back from their files, proofs are accepted and damaged
 * ones are not taken for others, parts can be taken away; chains and ways along the list of reductions. */
#include "unit.h"

#include "base/memory.h"
#include "problem/chain.h"
#include "reduced.h"
#include "text_damage.h"

/* What a file of WHAT is read as; the text is freed. */
static hb_input *
input_of (const struct hb_problem *p, hb_output *output, hb_diag *diag)
{
  size_t size;
  char *text = hb_output_text (output, &size), *name = hb_format ("x.%s", p->suffix);
  hb_input *input = hb_input_of_bytes (name, text, size, diag);
  hb_free (text);
  hb_free (name);
  return input;
}

struct tally
{
  const struct hb_problem *p;
  size_t instances, yes, no, oracles, proofs;
  size_t most;
};

static void
check_solution (const struct hb_problem *p, const hb_instance *instance,
                const hb_solution *solution, hb_diag *diag)
{
  assert_true (p->check (p, instance, solution, diag));
  assert_true (p->same (p, instance, solution, solution));
  hb_output *output = hb_output_to_memory ();
  p->write_solution (p, instance, solution, output);
  hb_solution *again = p->read_solution (p, instance, input_of (p, output, diag), diag);
  assert_non_null (again);
  assert_true (p->same (p, instance, solution, again));
  p->free_solution (p, again);
}

/* The proof TEXT of ANSWER, somewhat changed: refused, or one of the same answer all the same. */
static void
check_damaged (const struct tally *t, const hb_instance *instance, enum hb_answer answer,
               const char *proof)
{
  static const char *const words[]
      = { "co:1", "fr:-1", "fr", "po", "rf", "0", "1", "-1", "cycle", "run", "d", "v", "end" };
  for (uint64_t i = 0; i < 12; i++)
    {
      struct hb_rng rng = hb_rng_stream (11, 100 * t->instances + i);
      hb_diag *diag = hb_diag_new ();
      struct text text = { hb_copy_text (proof), strlen (proof) };
      text_damage (&rng, &text, proof, words, sizeof words / sizeof *words);
      enum hb_answer found = t->p->certify (
          t->p, instance, hb_input_of_bytes ("x", text.data, text.size, diag), diag);
      assert_true (found == answer || found == HB_OPEN);
      assert_int_equal (found == HB_OPEN, hb_diag_errors (diag) > 0);
      hb_diag_free (diag);
      hb_free (text.data);
    }
}

static void
check_proof (struct tally *t, const hb_instance *instance, enum hb_answer answer, hb_diag *diag)
{
  const struct hb_problem *p = t->p;
  hb_output *output = hb_output_to_memory ();
  assert_true (p->prove (p, instance, NULL, output, diag));
  size_t size;
  char *text = hb_output_text (output, &size);
  hb_input *input = hb_input_of_bytes ("x", text, size, diag);
  assert_int_equal (p->certify (p, instance, input, diag), answer);
  check_damaged (t, instance, answer, text);
  hb_free (text);
  hb_diag *other = hb_diag_new ();
  assert_int_equal (
      p->certify (p, instance, hb_input_of_bytes ("x", "nonsense\n", 9, other), other), HB_OPEN);
  assert_true (hb_diag_errors (other) > 0);
  hb_diag_free (other);
  t->proofs++;
}

static void
check_parts (const struct hb_problem *p, const hb_instance *instance)
{
  uint64_t before[HB_MOST_MEASURES] = { 0 };
  p->sizes (p, instance, before);
  for (size_t i = 0; i < p->parts (p, instance); i++)
    {
      uint64_t after[HB_MOST_MEASURES] = { 0 };
      hb_instance *less = p->without (p, instance, i);
      if (!less)
        continue;
      p->sizes (p, less, after);
      for (size_t k = 0; k < hb_problem_measures (p); k++)
        assert_true (after[k] <= before[k]);
      p->free (p, less);
    }
}

static enum hb_answer
ask_all (struct tally *t, const hb_instance *instance, hb_diag *diag)
{
  const struct hb_problem *p = t->p;
  enum hb_answer first = HB_OPEN;
  for (size_t i = 0; p->deciders[i]; i++)
    {
      const struct hb_decider *d = p->deciders[i];
      const struct hb_decide_options options = { .seed = 0 };
      const char *why = NULL;
      hb_solution *solution = NULL;
      if (d->accepts && !d->accepts (d, instance, &why))
        {
          assert_non_null (why);
          continue;
        }
      enum hb_answer answer = d->decide (d, instance, &options, &solution, diag);
      assert_true (answer == HB_YES || answer == HB_NO);
      assert_true (first == HB_OPEN || answer == first);
      assert_int_equal (solution != NULL, answer == HB_YES);
      if (solution)
        check_solution (p, instance, solution, diag);
      p->free_solution (p, solution);
      t->oracles += d->brute;
      first = answer;
    }
  return first;
}

static bool
visit (void *context, const hb_instance *instance)
{
  struct tally *t = context;
  const struct hb_problem *p = t->p;
  hb_diag *diag = hb_diag_new ();
  enum hb_answer answer = ask_all (t, instance, diag);
  hb_instance *copy = p->copy (p, instance);
  assert_true (p->equal (p, instance, copy));
  hb_output *output = hb_output_to_memory ();
  p->write (p, instance, "a comment", output);
  hb_input *input = input_of (p, output, diag);
  size_t length;
  const char *bytes = hb_input_peek (input, &length);
  assert_true (p->recognises (p, bytes, length));
  hb_instance *again = p->read (p, input, diag);
  assert_non_null (again);
  assert_true (p->equal (p, instance, again));
  if (p->vary)
    {
      struct hb_rng rng = hb_rng_stream (7, t->instances);
      hb_instance *other = p->vary (p, instance, &rng);
      assert_int_equal (ask_all (t, other, diag), answer);
      p->free (p, other);
    }
  if (p->prove && t->instances % 7 == 0)
    check_proof (t, instance, answer, diag);
  check_parts (p, instance);
  assert_int_equal (hb_diag_errors (diag), 0);
  p->free (p, copy);
  p->free (p, again);
  hb_diag_free (diag);
  t->instances++;
  t->yes += answer == HB_YES;
  t->no += answer == HB_NO;
  return t->instances < t->most;
}

static void
check_small (const struct hb_problem *p, uint64_t size, const uint64_t *bounds, size_t most)
{
  struct tally t = { .p = p, .most = most };
  for (uint64_t s = 0; s <= size && t.instances < most; s++)
    p->enumerate (p, s, bounds, visit, &t);
  assert_true (t.instances > 100);
  assert_true (t.oracles >= t.instances);
  struct tally random = { .p = p, .most = SIZE_MAX };
  uint64_t random_bounds[HB_MOST_MEASURES];
  for (size_t i = 0; i < hb_problem_bounds (p); i++)
    random_bounds[i] = p->bounds[i].random;
  hb_diag *diag = hb_diag_new ();
  size_t generators = 0;
  while (p->generators[generators])
    generators++;
  for (uint64_t i = 0; i < 60; i++)
    {
      struct hb_rng rng = hb_rng_stream (3, i);
      const struct hb_generator *g = p->generators[i % generators];
      hb_instance *instance = g->draw (g, random_bounds, &rng, diag);
      assert_non_null (instance);
      assert_true (hb_problem_admits (p, instance, diag));
      visit (&random, instance);
      p->free (p, instance);
    }
  hb_diag_free (diag);
  assert_true (random.yes > 5);
  assert_true (random.no > 5);
  assert_true (!p->prove || (t.proofs && random.proofs));
}

TEST (test_sat) { check_small (&hb_problem_sat, 3, (const uint64_t[]){ 3, 3 }, 1000); }

TEST (test_3bisat) { check_small (&hb_problem_3bisat, 3, (const uint64_t[]){ 3, 4 }, 1000); }

TEST (test_ed) { check_small (&hb_problem_ed, 5, (const uint64_t[]){ 5, 2, 2 }, 600); }

TEST (test_sc) { check_small (&hb_problem_sc, 4, (const uint64_t[]){ 4, 3 }, 1000); }

/* Graphs and numbers. */
TEST (test_classics)
{
  check_small (&hb_problem_nae, 4, (const uint64_t[]){ 4, 4 }, 1000);
  check_small (&hb_problem_colouring, 6, (const uint64_t[]){ 6 }, 1000);
  check_small (&hb_problem_clique, 5, (const uint64_t[]){ 5 }, 1000);
  check_small (&hb_problem_cover, 5, (const uint64_t[]){ 5 }, 1000);
  check_small (&hb_problem_cut, 5, (const uint64_t[]){ 5 }, 1000);
  check_small (&hb_problem_hamiltonian, 4, (const uint64_t[]){ 4 }, 1000);
  check_small (&hb_problem_sums, 4, (const uint64_t[]){ 4, 1 }, 2000);
}

TEST (test_found)
{
  hb_diag *diag = hb_diag_new ();
  assert_ptr_equal (hb_problem_find ("SAT"), &hb_problem_sat);
  assert_ptr_equal (hb_problem_find ("ed-consistency"), &hb_problem_ed);
  assert_ptr_equal (hb_problem_find ("SC rf-consistency"), &hb_problem_sc);
  assert_null (hb_problem_find ("chess"));
  for (size_t i = 0; hb_problems[i]; i++)
    {
      const struct hb_problem *p = hb_problems[i];
      bool oracle = false;
      for (size_t k = 0; p->deciders[k]; k++)
        {
          oracle = oracle || p->deciders[k]->brute;
          assert_ptr_equal (hb_problem_decider (p, p->deciders[k]->name), p->deciders[k]);
        }
      assert_true (oracle);
      assert_true (hb_problem_measures (p) <= HB_MOST_MEASURES);
    }
  hb_input *input = hb_input_of_bytes ("x", "c hi\np cnf 1 1\n1 0\n", 19, diag);
  assert_ptr_equal (hb_problem_of_input (input), &hb_problem_sat);
  hb_input_close (input);
  input = hb_input_of_bytes ("x", "hello\n", 6, diag);
  assert_null (hb_problem_of_input (input));
  hb_input_close (input);
  hb_diag_free (diag);
}

TEST (test_chains)
{
  hb_diag *diag = hb_diag_new ();
  assert_null (hb_reduction_named ("3bisat-ed,3sat-3bisat", diag));
  assert_string_equal (
      hb_diag_first (diag),
      "3bisat-ed makes instances of ED-consistency; 3sat-3bisat, which follows it, "
      "takes those of SAT");
  hb_diag_clear (diag);
  assert_null (hb_reduction_named ("3sat-3bisat,", diag));
  assert_null (hb_reduction_named ("", diag));
  hb_diag_clear (diag);
  hb_cnf *cnf = hb_cnf_new (2);
  hb_cnf_add (cnf, 1), hb_cnf_add (cnf, -2), hb_cnf_add (cnf, 0);
  const hb_instance *source = (const hb_instance *)cnf;
  const struct hb_reduction *chain = hb_reduction_named ("3sat-rf,sc-ed", diag);
  assert_non_null (chain);
  assert_string_equal (chain->name, "3sat-rf,sc-ed");
  uint64_t told[HB_MOST_MEASURES] = { 0 }, found[HB_MOST_MEASURES] = { 0 };
  hb_instance *target = hb_reduce (chain, source, NULL, NULL, diag);
  chain->sizes (chain, source, told);
  chain->to->sizes (chain->to, target, found);
  assert_memory_equal (told, found, sizeof told);
  chain->to->free (chain->to, target);
  hb_reduction_release (chain);
  const struct hb_reduction *way = hb_reduction_way (&hb_problem_sat, source, &hb_problem_ed, diag);
  assert_non_null (way);
  assert_ptr_equal (way->to, &hb_problem_ed);
  hb_reduction_release (way);
  assert_null (hb_reduction_way (&hb_problem_ed, source, &hb_problem_sat, diag));
  hb_cnf_free (cnf);
  hb_diag_free (diag);
}

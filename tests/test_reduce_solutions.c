/* What lifts and extracts is what is a solution, and nothing else: for every reduction of the list, solutions of
 * sources and targets with something in them changed lift and extract if and only if the problem's own check takes
 * them; and a variable without a value, which no clause needs, is as good as a false one. */
#include "unit.h"

#include "base/memory.h"
#include "base/output.h"
#include "problem/sat.h"
#include "reduction_instances.h"
#include "text_damage.h"

/* Changes of each solution. */
#define CHANGES 15

/* Larger targets than those are not decided. */
#define MOST_TARGET 500

struct pair
{
  const struct hb_reduction *reduction;
  const hb_instance *source;
  hb_instance *target;
  struct hb_rng rng;
  size_t good, bad; /* changed solutions */
};

static const struct hb_problem *
problem_of (const struct pair *pair, bool of_target)
{
  return of_target ? pair->reduction->to : pair->reduction->from;
}

/* What SOLUTION of one of them is for the other; NULL after an error. */
static hb_solution *
carry (const struct pair *pair, bool of_target, const hb_solution *solution, hb_diag *diag)
{
  const struct hb_reduction *r = pair->reduction;
  return of_target ? r->extract (r, pair->source, pair->target, solution, diag)
                   : r->lift (r, pair->source, solution, pair->target, diag);
}

static hb_solution *
first_solution (const struct hb_problem *problem, const hb_instance *instance)
{
  const struct hb_decide_options options = { .seed = 0 };
  hb_diag *diag = hb_diag_new ();
  hb_solution *solution = NULL;
  const char *why;
  for (size_t i = 0; problem->deciders[i] && !solution; i++)
    if (!problem->deciders[i]->accepts
        || problem->deciders[i]->accepts (problem->deciders[i], instance, &why))
      problem->deciders[i]->decide (problem->deciders[i], instance, &options, &solution, diag);
  hb_diag_free (diag);
  return solution;
}

static char *
text_of (const struct hb_problem *problem, const hb_instance *instance, const hb_solution *solution)
{
  hb_output *output = hb_output_to_memory ();
  problem->write_solution (problem, instance, solution, output);
  return hb_output_text (output, NULL);
}

/* --- changed solutions --- */

/* Nobody runs a witness again to see what its orders say: what they say may be a solution though it does not run. */
static bool
takes_any (const struct pair *pair, bool of_target)
{
  return of_target && pair->reduction->to == &hb_problem_ed;
}

/* If TEXT reads as a solution: it is carried over iff it is one. */
static void
carry_text (struct pair *pair, bool of_target, const struct text *text)
{
  const struct hb_problem *problem = problem_of (pair, of_target),
                          *other = problem_of (pair, !of_target);
  const hb_instance *instance = of_target ? pair->target : pair->source;
  hb_diag *diag = hb_diag_new ();
  hb_solution *solution = problem->read_solution (
      problem, instance, hb_input_of_bytes ("changed", text->data, text->size, diag), diag);
  bool good = solution && problem->check (problem, instance, solution, diag);
  hb_diag_clear (diag);
  hb_solution *carried = solution ? carry (pair, of_target, solution, diag) : NULL;
  if (solution && good != (carried != NULL) && (good || !takes_any (pair, of_target)))
    fail_msg ("%s: %s %.*s", pair->reduction->name, good ? "refuses" : "takes", (int)text->size,
              text->data);
  assert_true (!solution || !carried == (hb_diag_errors (diag) > 0));
  if (carried && !other->check (other, of_target ? pair->source : pair->target, carried, diag))
    fail_msg ("%s: makes no solution of %.*s", pair->reduction->name, (int)text->size, text->data);
  pair->good += good;
  pair->bad += solution && !good;
  other->free_solution (other, carried);
  problem->free_solution (problem, solution);
  hb_diag_free (diag);
}

/* Has two words of a line of TEXT, of the latter half, change places: an order stays one. */
static void
swap_words (struct hb_rng *rng, struct text *text)
{
  size_t at[2], size[2];
  char *word[2];
  at[0] = text->size / 2 + (size_t)hb_rng_below (rng, text->size - text->size / 2);
  at[1] = at[0] + (size_t)hb_rng_below (rng, 1 + strcspn (text->data + at[0], "\n"));
  for (int i = 0; i < 2; i++)
    {
      while (at[i] && text->data[at[i] - 1] > ' ')
        at[i]--;
      size[i] = strcspn (text->data + at[i], " \n");
      word[i] = hb_copy_bytes (text->data + at[i], size[i]);
    }
  for (int i = 1; i >= 0 && at[0] != at[1]; i--) /* the second one first: places before it stay */
    text_splice (text, at[i], at[i] + size[i], word[1 - i], size[1 - i]);
  hb_free (word[0]);
  hb_free (word[1]);
}

/* Turns the sign of a word. */
static void
turn_word (struct hb_rng *rng, struct text *text)
{
  size_t at = (size_t)hb_rng_below (rng, text->size);
  while (at && text->data[at - 1] > ' ')
    at--;
  bool negative = text->data[at] == '-';
  text_splice (text, at, at + negative, "-", !negative);
}

static void
change_solution (struct pair *pair, bool of_target)
{
  static const char *const words[] = { "1", "2", "-1", "-2", "3", "-3", "5" };
  const struct hb_problem *problem = problem_of (pair, of_target);
  const hb_instance *instance = of_target ? pair->target : pair->source;
  hb_solution *solution = first_solution (problem, instance);
  if (!solution)
    return;
  char *whole = text_of (problem, instance, solution);
  for (int i = 0; i < CHANGES; i++)
    {
      struct text text = { hb_copy_text (whole), strlen (whole) };
      if (i % 3 == 0)
        swap_words (&pair->rng, &text);
      else if (i % 3 == 1)
        turn_word (&pair->rng, &text);
      else
        text_damage (&pair->rng, &text, whole, words, sizeof words / sizeof *words);
      carry_text (pair, of_target, &text);
      hb_free (text.data);
    }
  hb_free (whole);
  problem->free_solution (problem, solution);
}

static bool
change_solutions (void *context, const hb_instance *source)
{
  struct pair *pair = context;
  const struct hb_reduction *r = pair->reduction;
  uint64_t sizes[HB_MOST_MEASURES];
  hb_diag *diag = hb_diag_new ();
  pair->source = source;
  pair->target = hb_reduce (r, source, NULL, NULL, diag);
  r->to->sizes (r->to, pair->target, sizes);
  if (r->lift)
    change_solution (pair, false);
  if (r->extract && sizes[0] <= MOST_TARGET)
    change_solution (pair, true);
  r->to->free (r->to, pair->target);
  hb_diag_free (diag);
  return true;
}

TEST (solutions_alone_are_carried)
{
  const struct hb_reduction *r;
  for (size_t i = 0; (r = hb_reduction_at (i)); i++)
    if (is_tested (r))
      {
        struct pair pair = { .reduction = r, .rng = hb_rng_stream (33, i) };
        each_instance (r, 6, change_solutions, &pair);
        if (!pair.good || !pair.bad)
          fail_msg ("%s: of the changed solutions %zu are good, %zu bad", r->name, pair.good,
                    pair.bad);
      }
}

/* --- no value --- */

/* MODEL without the values that nothing depends on; the same with all that have none false is carried over to the same
 * text. */
static void
carry_partial (struct pair *pair, bool of_target, const signed char *model)
{
  const hb_instance *instance = of_target ? pair->target : pair->source;
  const struct hb_problem *problem = problem_of (pair, of_target),
                          *other = problem_of (pair, !of_target);
  int variables = hb_cnf_of (instance)->variables;
  hb_diag *diag = hb_diag_new ();
  signed char *models[]
      = { hb_model_new (hb_cnf_of (instance)), hb_model_new (hb_cnf_of (instance)) };
  char *text[2];
  memcpy (models[0] + 1, model + 1, (size_t)variables);
  for (int v = 1; v <= variables; v++)
    {
      models[0][v] = 0;
      if (!problem->check (problem, instance, (hb_solution *)models[0], diag))
        models[0][v] = model[v];
      models[1][v] = models[0][v] > 0 ? 1 : -1;
      pair->good += !models[0][v];
    }
  hb_diag_clear (diag);
  for (int i = 0; i < 2; i++)
    {
      hb_solution *carried = carry (pair, of_target, (hb_solution *)models[i], diag);
      if (!carried || !other->check (other, of_target ? pair->source : pair->target, carried, diag))
        fail_msg ("%s: %s", pair->reduction->name, hb_diag_first (diag));
      text[i] = text_of (other, of_target ? pair->source : pair->target, carried);
      other->free_solution (other, carried);
      hb_free (models[i]);
    }
  assert_string_equal (text[0], text[1]);
  hb_free (text[0]);
  hb_free (text[1]);
  hb_diag_free (diag);
}

static bool
of_models (const struct hb_problem *problem)
{
  return problem->same == hb_sat_same;
}

static bool
try_partial (void *context, const hb_instance *source)
{
  struct pair *pair = context;
  const struct hb_reduction *r = pair->reduction;
  hb_diag *diag = hb_diag_new ();
  pair->source = source;
  pair->target = hb_reduce (r, source, NULL, NULL, diag);
  for (int of_target = 0; of_target < 2; of_target++)
    if (of_models (problem_of (pair, of_target)))
      {
        hb_solution *solution
            = first_solution (problem_of (pair, of_target), of_target ? pair->target : source);
        if (solution)
          carry_partial (pair, of_target, hb_model_of (solution));
        problem_of (pair, of_target)->free_solution (problem_of (pair, of_target), solution);
      }
  r->to->free (r->to, pair->target);
  hb_diag_free (diag);
  return true;
}

TEST (partial_models)
{
  const struct hb_reduction *r;
  for (size_t i = 0; (r = hb_reduction_at (i)); i++)
    if (is_tested (r) && r->lift && r->extract && (of_models (r->from) || of_models (r->to)))
      {
        struct pair pair = { .reduction = r };
        each_instance (r, 6, try_partial, &pair);
        assert_true (pair.good || !of_models (r->from));
      }
}

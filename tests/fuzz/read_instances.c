/* Fuzzing the readers of every problem's instances, solutions and proofs, by the problems' own records: the first part
 * is the problem's name, the second the instance, the third the proof. */
#include "targets.h"

#include "base/limits.h"
#include "problem/problem.h"

/* Instances with larger sizes (their sum) are not decided, proofs of them not compared. */
#define MOST_DECIDED 60

/* Of each decider, for one instance. */
#define SECONDS 0.3
#define BYTES (UINT64_C (1) << 30)

static const char *const words[] = { "sat",
                                     "3bi3sat",
                                     "ed-consistency",
                                     "sc-rf",
                                     "dimension",
                                     "hitting",
                                     "nae",
                                     "clique",
                                     "periodic",
                                     "refinement",
                                     "p cnf 3 2",
                                     "p edge 3 2",
                                     "p arc 3 2",
                                     "e 1 2",
                                     "a 1 2",
                                     "k 2",
                                     "e 1 0",
                                     "a 1 0",
                                     "poset 1",
                                     "tree",
                                     "order",
                                     "element",
                                     "hit 2 3",
                                     "bug",
                                     "end",
                                     "edt 1",
                                     "handler",
                                     "initial",
                                     "int",
                                     "void",
                                     "unsigned char",
                                     "struct",
                                     "HB_TASK",
                                     "HB_LOCK",
                                     "HB_TIME",
                                     "hb_lock (l);",
                                     "assert",
                                     "assume",
                                     "if (",
                                     "else",
                                     "while",
                                     "for",
                                     "return",
                                     "{",
                                     "}",
                                     "(",
                                     ")",
                                     "[",
                                     "]",
                                     ";",
                                     "=",
                                     "==",
                                     "++",
                                     "+=",
                                     "<<",
                                     ">>",
                                     "? :",
                                     "*",
                                     "&",
                                     "-",
                                     "/",
                                     "%",
                                     "#",
                                     "\n",
                                     "0",
                                     "1",
                                     "2",
                                     "-1",
                                     "0x7fffffff",
                                     "4294967296",
                                     "99999999999999999999" };

/* Problem number NUMBER, or the next one of which FITS is true; a drawn instance of it into *INSTANCE. */
static const struct hb_problem *
draw (uint64_t number, bool provable, struct hb_rng *rng, hb_instance **instance)
{
  size_t count = 0;
  while (hb_problem_at (count))
    count++;
  for (;; number++)
    {
      const struct hb_problem *problem = hb_problem_at (number % count);
      if (!problem->generators || (provable && !problem->prove))
        continue;
      uint64_t bounds[HB_MOST_MEASURES] = { 0 };
      size_t generators = 0;
      for (size_t i = 0; i < hb_problem_bounds (problem); i++)
        bounds[i] = problem->bounds[i].exhaustive;
      while (problem->generators[generators])
        generators++;
      const struct hb_generator *generator = problem->generators[hb_rng_below (rng, generators)];
      hb_diag *diag = hb_diag_new ();
      *instance = generator->draw (generator, bounds, rng, diag);
      hb_diag_free (diag);
      if (*instance)
        return problem;
    }
}

/* The instance, or with SOLUTION that, as a file. New. */
static char *
written (const struct hb_problem *problem, const hb_instance *instance, const hb_solution *solution,
         size_t *size)
{
  hb_output *output = hb_output_to_memory ();
  size_t length;
  if (solution)
    problem->write_solution (problem, instance, solution, output);
  else
    problem->write (problem, instance, NULL, output);
  char *text = hb_output_text (output, &length);
  if (size)
    *size = length;
  return text;
}

/* The text of NAME and INSTANCE. New. */
static char *
named (const struct hb_problem *problem, const hb_instance *instance)
{
  char *name = hb_format ("%s\n", problem->name), *text = written (problem, instance, NULL, NULL),
       *both = fuzz_two_parts (name, text);
  hb_free (name);
  hb_free (text);
  return both;
}

static const struct hb_problem *
problem_of (const char *data, size_t size)
{
  char *name = hb_copy_bytes (data, size && data[size - 1] == '\n' ? size - 1 : 0);
  const struct hb_problem *problem = hb_problem_find (name);
  hb_free (name);
  return problem;
}

static hb_instance *
read_bytes (const struct hb_problem *problem, const char *data, size_t size, hb_diag *diag)
{
  hb_input *input = hb_input_of_bytes ("fuzzed", data, size, diag);
  return problem->read (problem, input, diag);
}

static bool
is_small (const struct hb_problem *problem, const hb_instance *instance)
{
  uint64_t sizes[HB_MOST_MEASURES], sum = 0;
  problem->sizes (problem, instance, sizes);
  for (size_t i = 0; i < hb_problem_measures (problem); i++)
    sum = sizes[i] == HB_SIZE_UNTOLD || sizes[i] > MOST_DECIDED ? UINT32_MAX : sum + sizes[i];
  return sum <= MOST_DECIDED;
}

/* --- instances ---------------------------------------------------------------------------------- */

static char *
make_instance (uint64_t seed)
{
  struct hb_rng rng = hb_rng_stream (93, seed);
  hb_instance *instance;
  const struct hb_problem *problem = draw (seed, false, &rng, &instance);
  char *text = named (problem, instance);
  problem->free (problem, instance);
  return text;
}

/* What DECIDER found is a solution, and stays one as a file. */
static void
check_solution (const struct hb_problem *problem, const hb_instance *instance,
                const struct hb_decider *decider, const hb_solution *solution)
{
  hb_diag *diag = hb_diag_new ();
  if (!problem->check (problem, instance, solution, diag))
    hb_die ("%s: what %s found is none: %s", problem->name, decider->name, hb_diag_first (diag));
  size_t size;
  char *text = written (problem, instance, solution, &size);
  hb_solution *again = problem->read_solution (
      problem, instance, hb_input_of_bytes ("written", text, size, diag), diag);
  if (!again || !problem->same (problem, instance, solution, again))
    hb_die ("%s: a solution that is not read as it was written: %s\n%s", problem->name,
            hb_diag_first (diag) ? hb_diag_first (diag) : "", text);
  fuzz_same_text (text, written (problem, instance, again, NULL));
  problem->free_solution (problem, again);
  hb_diag_free (diag);
}

/* All who take the instance say the same. */
static void
check_deciders (const struct hb_problem *problem, const hb_instance *instance)
{
  enum hb_answer known = HB_OPEN;
  for (size_t i = 0; problem->deciders[i]; i++)
    {
      const struct hb_decider *decider = problem->deciders[i];
      const char *why;
      if (decider->accepts && !decider->accepts (decider, instance, &why))
        continue;
      hb_diag *diag = hb_diag_new ();
      struct hb_limits limits = hb_limits_new (SECONDS, BYTES);
      struct hb_decide_options options = { .limits = &limits };
      hb_solution *solution = NULL;
      enum hb_answer answer = decider->decide (decider, instance, &options, &solution, diag);
      if (solution)
        check_solution (problem, instance, decider, solution);
      problem->free_solution (problem, solution);
      if (answer && known && answer != known)
        hb_die ("%s: %s says %d, another %d", problem->name, decider->name, answer, known);
      known = answer ? answer : known;
      hb_diag_free (diag);
    }
}

static bool
read_instance (const char *data, size_t size, bool checked)
{
  size_t first, length;
  const char *second = fuzz_second_part (data, size, &first);
  const struct hb_problem *problem = second ? problem_of (data, first) : NULL;
  if (!problem)
    return false;
  hb_diag *diag = hb_diag_new ();
  hb_instance *instance = read_bytes (problem, second, size - (size_t)(second - data), diag);
  bool read = instance;
  if (checked)
    fuzz_either (read, diag);
  if (read && checked)
    {
      char *text = written (problem, instance, NULL, &length);
      hb_instance *again = read_bytes (problem, text, length, diag);
      if (!again || !problem->equal (problem, instance, again))
        hb_die ("%s: an instance that is not read as it was written: %s\n%s", problem->name,
                hb_diag_first (diag) ? hb_diag_first (diag) : "", text);
      fuzz_same_text (text, written (problem, again, NULL, NULL));
      problem->free (problem, again);
      if (is_small (problem, instance))
        check_deciders (problem, instance);
    }
  problem->free (problem, instance);
  hb_diag_free (diag);
  return read;
}

const struct fuzz_target fuzz_instance
    = { .name = "instance",
        .sources = "problem/ graph/graph_file poset/file cfront/ periodic/program diff/lower",
        FUZZ_WORDS (words),
        .make = make_instance,
        .read = read_instance,
        .rounds = 400,
        .fresh = 2,
        .least = 1,
        .most = 2,
        .least_good = 15,
        .most_good = 95 };

/* --- solutions and proofs ----------------------------------------------------------------------- */

/* The three parts. New. */
static char *
three_parts (const struct hb_problem *problem, const hb_instance *instance, char *third)
{
  char *first = named (problem, instance), *all = fuzz_two_parts (first, third);
  hb_free (first);
  hb_free (third);
  return all;
}

static char *
make_answer (uint64_t seed)
{
  struct hb_rng rng = hb_rng_stream (94, seed);
  for (char *all = NULL;; seed++)
    {
      hb_instance *instance;
      hb_solution *solution = NULL;
      const struct hb_problem *problem = draw (seed, false, &rng, &instance);
      const struct hb_decider *first = problem->deciders[0];
      const char *why;
      hb_diag *diag = hb_diag_new ();
      if (!first->accepts || first->accepts (first, instance, &why))
        first->decide (first, instance, &(struct hb_decide_options){ 0 }, &solution, diag);
      if (solution)
        all = three_parts (problem, instance, written (problem, instance, solution, NULL));
      problem->free_solution (problem, solution);
      problem->free (problem, instance);
      hb_diag_free (diag);
      if (all)
        return all;
    }
}

static char *
make_proof (uint64_t seed)
{
  struct hb_rng rng = hb_rng_stream (95, seed);
  for (;; seed++)
    {
      hb_instance *instance;
      const struct hb_problem *problem = draw (seed, true, &rng, &instance);
      hb_diag *diag = hb_diag_new ();
      hb_output *output = hb_output_to_memory ();
      bool proved = problem->prove (problem, instance, NULL, output, diag);
      size_t length;
      char *all = three_parts (problem, instance, hb_output_text (output, &length));
      problem->free (problem, instance);
      hb_diag_free (diag);
      if (proved)
        return all;
      hb_free (all);
    }
}

/* What the brute ones say of INSTANCE. */
static enum hb_answer
truth (const struct hb_problem *problem, const hb_instance *instance)
{
  enum hb_answer answer = HB_OPEN;
  for (size_t i = 0; problem->deciders[i] && !answer; i++)
    {
      const struct hb_decider *decider = problem->deciders[i];
      const char *why;
      if (!decider->brute || (decider->accepts && !decider->accepts (decider, instance, &why)))
        continue;
      struct hb_limits limits = hb_limits_new (SECONDS, BYTES);
      struct hb_decide_options options = { .limits = &limits };
      hb_diag *diag = hb_diag_new ();
      answer = decider->decide (decider, instance, &options, NULL, diag);
      hb_diag_free (diag);
    }
  return answer;
}

/* Reads the SIZE bytes at DATA as a solution; the answer if it is one.  *READ: it was read. */
static enum hb_answer
judge_solution (const struct hb_problem *problem, const hb_instance *instance, const char *data,
                size_t size, bool checked, bool *read, hb_diag *diag)
{
  hb_input *input = hb_input_of_bytes ("solution", data, size, diag);
  hb_solution *solution = problem->read_solution (problem, instance, input, diag);
  *read = solution;
  if (checked)
    fuzz_either (solution, diag);
  bool good = solution && problem->check (problem, instance, solution, diag);
  if (solution && checked)
    fuzz_either (good, diag);
  if (good && checked)
    check_solution (problem, instance, problem->deciders[0], solution);
  problem->free_solution (problem, solution);
  return good ? HB_YES : HB_OPEN;
}

/* Reads three parts, the last a proof or else a solution, and checks what they show. */
static bool
read_answer (const char *data, size_t size, bool proof, bool checked)
{
  size_t first, length;
  const char *second = fuzz_second_part (data, size, &first);
  const struct hb_problem *problem = second ? problem_of (data, first) : NULL;
  size_t rest = second ? size - (size_t)(second - data) : 0;
  const char *third = second ? fuzz_second_part (second, rest, &length) : NULL;
  if (!problem || (proof && !problem->certify) || !third)
    return false;
  hb_diag *diag = hb_diag_new ();
  hb_instance *instance = read_bytes (problem, second, length, diag);
  enum hb_answer answer = HB_OPEN, other = HB_OPEN;
  bool read = false;
  rest -= (size_t)(third - second);
  if (instance && proof)
    {
      hb_input *input = hb_input_of_bytes ("proof", third, rest, diag);
      answer = problem->certify (problem, instance, input, diag);
      read = answer;
      if (checked)
        fuzz_either (read, diag);
    }
  else if (instance)
    answer = judge_solution (problem, instance, third, rest, checked, &read, diag);
  if (answer && checked && is_small (problem, instance))
    other = truth (problem, instance);
  if (other && other != answer)
    hb_die ("%s: %d is shown of what is %d", problem->name, answer, other);
  problem->free (problem, instance);
  hb_diag_free (diag);
  return read;
}

static bool
try_answer (const char *data, size_t size, bool checked)
{
  return read_answer (data, size, false, checked);
}

static bool
try_proof (const char *data, size_t size, bool checked)
{
  return read_answer (data, size, true, checked);
}

const struct fuzz_target fuzz_answer
    = { .name = "answer",
        .sources = "problem/list problem/sat_model periodic/run_file periodic/replay",
        FUZZ_WORDS (words),
        .make = make_answer,
        .read = try_answer,
        .rounds = 200,
        .fresh = 2,
        .least = 1,
        .most = 2,
        .least_good = 10,
        .most_good = 98 };

const struct fuzz_target fuzz_proof
    = { .name = "proof",
        .sources = "problem/sc_proof proof/certify proof/periodic/ periodic/replay",
        FUZZ_WORDS (words),
        .make = make_proof,
        .read = try_proof,
        .rounds = 200,
        .fresh = 2,
        .least = 1,
        .most = 2,
        .least_good = 10,
        .most_good = 98 };

/* What lifts and extracts is what is a solution, and nothing else: for every reduction of the list, solutions of
 * sources and targets with something in them changed lift and extract if and only if the problem's own check takes
 * them; and a variable without a value, which no clause needs, is as good as a false one. */
#include "unit.h"

#include <ctype.h>

#include "base/memory.h"
#include "base/output.h"
#include "problem/sat.h"
#include "reduction_instances.h"
#include "text_damage.h"

/* Changes of each solution, and how many have all words and lines swapped. */
#define CHANGES 16
#define SWEPT 4

/* Nothing changed is lifted to, or told of, larger targets. */
#define MOST_TOLD 5000

/* Larger targets than those are not decided. */
#define MOST_TARGET 500

struct pair
{
  const struct hb_reduction *reduction;
  const hb_instance *source;
  hb_instance *target;
  struct hb_rng rng;
  size_t good, bad; /* changed solutions */
  size_t swept[2];  /* solutions all of whose words and lines were swapped */
};

static const struct hb_problem *
problem_of (const struct pair *pair, bool of_target)
{
  return of_target ? pair->reduction->to : pair->reduction->from;
}

static const hb_instance *
instance_of (const struct pair *pair, bool of_target)
{
  return of_target ? pair->target : pair->source;
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
  hb_diag *diag = hb_diag_new ();
  hb_solution *solution;
  first_answer (problem, instance, &solution, diag);
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
  const hb_instance *instance = instance_of (pair, of_target);
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
  if (carried && !other->check (other, instance_of (pair, !of_target), carried, diag))
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

/* Puts a line before one that it is behind. */
static void
move_line (struct hb_rng *rng, struct text *text)
{
  size_t to = (size_t)hb_rng_below (rng, text->size),
         from = to + (size_t)hb_rng_below (rng, text->size - to);
  while (to && text->data[to - 1] != '\n')
    to--;
  while (from && text->data[from - 1] != '\n')
    from--;
  size_t length = strcspn (text->data + from, "\n") + 1;
  if (from + length > text->size)
    return;
  char *line = hb_copy_bytes (text->data + from, length);
  memmove (text->data + to + length, text->data + to, from - to);
  memcpy (text->data + to, line, length);
  hb_free (line);
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

/* Has each part of TEXT, of its latter half, change places with the next, and carries that over: words of a line (ENDS are
 * blanks and ends of lines) or lines (ends of lines alone), of many some. */
static void
swap_each (struct pair *pair, bool of_target, const char *text, const char *ends)
{
  size_t length = strlen (text), from = length / 2, step = 1 + length / 1000;
  for (size_t i = 0; from < length; from += strcspn (text + from, ends) + 1, i++)
    {
      size_t size = strcspn (text + from, ends), next = from + size + 1;
      if (i % step || !size || next >= length || text[next - 1] != *ends)
        continue;
      size_t other = strcspn (text + next, ends);
      struct text swapped = { hb_copy_text (text), length };
      memcpy (swapped.data + from, text + next, other);
      swapped.data[from + other] = *ends;
      memcpy (swapped.data + from + other + 1, text + from, size);
      carry_text (pair, of_target, &swapped);
      hb_free (swapped.data);
    }
}

static void
change_solution (struct pair *pair, bool of_target)
{
  static const char *const words[] = { "1", "2", "-1", "-2", "3", "-3", "5" };
  const struct hb_problem *problem = problem_of (pair, of_target);
  const hb_instance *instance = instance_of (pair, of_target);
  hb_solution *solution = first_solution (problem, instance);
  if (!solution)
    return;
  char *whole = text_of (problem, instance, solution);
  for (int i = 0; i < CHANGES; i++)
    {
      struct text text = { hb_copy_text (whole), strlen (whole) };
      if (i % 4 == 0)
        swap_words (&pair->rng, &text);
      else if (i % 4 == 1)
        turn_word (&pair->rng, &text);
      else if (i % 4 == 2)
        move_line (&pair->rng, &text);
      else
        text_damage (&pair->rng, &text, whole, words, sizeof words / sizeof *words);
      carry_text (pair, of_target, &text);
      hb_free (text.data);
    }
  if (pair->swept[of_target]++ < SWEPT)
    {
      swap_each (pair, of_target, whole, " \n");
      swap_each (pair, of_target, whole, "\n");
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
  if (r->lift && sizes[0] <= MOST_TOLD)
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

/* --- other names --- */

static bool
is_of_name (char c)
{
  return isalnum ((unsigned char)c) || (c && strchr ("_.~:-", c));
}

/* The length of the name at AT; its end is no ':'. */
static size_t
name_length (const char *at)
{
  size_t length = 0;
  while (is_of_name (at[length]))
    length++;
  return length && at[length - 1] == ':' ? length - 1 : length;
}

/* TEXT with "other" for the name of that LENGTH.  New. */
static char *
renamed (const char *text, const char *name, size_t length)
{
  hb_output *output = hb_output_to_memory ();
  for (size_t i = 0, next; text[i]; i += next)
    {
      next = name_length (text + i);
      if (next == length && !strncmp (text + i, name, length))
        hb_put (output, "other");
      else
        hb_put_bytes (output, text + i, next ? next : 1);
      next = next ? next : 1;
    }
  return hb_output_text (output, NULL);
}

/* The target of which TEXT is a new guise: what lifts, if anything does, is a solution of it, what extracts from its
 * SOLUTION one of the source. */
static void
carry_to_renamed (struct pair *pair, const hb_solution *of_source, const char *text,
                  const char *solution)
{
  const struct hb_reduction *r = pair->reduction;
  hb_diag *diag = hb_diag_new ();
  hb_instance *kept = pair->target;
  pair->target = instance_of_text (r->to, text, diag);
  hb_solution *of_target
      = pair->target ? r->to->read_solution (
            r->to, pair->target, hb_input_of_bytes ("renamed", solution, strlen (solution), diag),
            diag)
                     : NULL;
  hb_diag_clear (diag);
  for (int back = 0; back < 2 && of_target; back++)
    {
      const struct hb_problem *other = problem_of (pair, !back);
      hb_solution *carried = carry (pair, back, back ? of_target : of_source, diag);
      if (!carried == !hb_diag_errors (diag)
          || (carried && !other->check (other, instance_of (pair, !back), carried, diag)))
        fail_msg ("%s: of another target is made what is no solution: %s", r->name, text);
      pair->good += carried != NULL;
      pair->bad += !carried;
      other->free_solution (other, carried);
      hb_diag_clear (diag);
    }
  r->to->free_solution (r->to, of_target);
  r->to->free (r->to, pair->target);
  pair->target = kept;
  hb_diag_free (diag);
}

static bool
rename_target (void *context, const hb_instance *source)
{
  struct pair *pair = context;
  const struct hb_reduction *r = pair->reduction;
  hb_diag *diag = hb_diag_new ();
  hb_output *output = hb_output_to_memory ();
  pair->source = source;
  pair->target = hb_reduce (r, source, NULL, NULL, diag);
  r->to->write (r->to, pair->target, NULL, output);
  char *text = hb_output_text (output, NULL);
  hb_solution *solution = first_solution (r->from, source);
  hb_solution *lifted = solution ? carry (pair, false, solution, diag) : NULL;
  char *of_target = lifted ? text_of (r->to, pair->target, lifted) : NULL;
  for (int i = 0; i < CHANGES && lifted; i++)
    {
      const char *name = text + hb_rng_below (&pair->rng, strlen (text));
      while (name > text && is_of_name (name[-1]))
        name--;
      char *target = renamed (text, name, name_length (name)),
           *changed = renamed (of_target, name, name_length (name));
      if (name_length (name))
        carry_to_renamed (pair, solution, target, changed);
      hb_free (target);
      hb_free (changed);
    }
  hb_free (text);
  hb_free (of_target);
  r->to->free_solution (r->to, lifted);
  r->from->free_solution (r->from, solution);
  r->to->free (r->to, pair->target);
  hb_diag_free (diag);
  return pair->good + pair->bad < 2000;
}

/* Targets whose parts have names are known by them; with others nothing is carried over that is no solution. */
TEST (renamed_targets)
{
  static const struct hb_problem *const named[]
      = { &hb_problem_ed, &hb_problem_sc, &hb_problem_refinement };
  const struct hb_reduction *r;
  for (size_t i = 0; (r = hb_reduction_at (i)); i++)
    for (size_t k = 0; k < sizeof named / sizeof *named && is_tested (r); k++)
      if (r->to == named[k])
        {
          struct pair pair = { .reduction = r, .rng = hb_rng_stream (34, i) };
          each_instance (r, 4, rename_target, &pair);
          if (!pair.good || !pair.bad)
            fail_msg ("%s: from and to other targets %zu are carried over, %zu not", r->name,
                      pair.good, pair.bad);
        }
}

/* --- no value --- */

/* MODEL without the values that nothing depends on; the same with all that have none false is carried over to the same
 * text. */
static void
carry_partial (struct pair *pair, bool of_target, const signed char *model)
{
  const hb_instance *instance = instance_of (pair, of_target);
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
      if (!carried || !other->check (other, instance_of (pair, !of_target), carried, diag))
        fail_msg ("%s: %s", pair->reduction->name, hb_diag_first (diag));
      text[i] = text_of (other, instance_of (pair, !of_target), carried);
      other->free_solution (other, carried);
      hb_free (models[i]);
    }
  assert_string_equal (text[0], text[1]);
  hb_free (text[0]);
  hb_free (text[1]);
  hb_diag_free (diag);
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
    if (is_of_models (problem_of (pair, of_target)))
      {
        hb_solution *solution
            = first_solution (problem_of (pair, of_target), instance_of (pair, of_target));
        if (solution && hb_cnf_of (instance_of (pair, of_target))->variables <= MOST_TOLD)
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
    if (is_tested (r) && r->lift && r->extract && (is_of_models (r->from) || is_of_models (r->to)))
      {
        struct pair pair = { .reduction = r };
        each_instance (r, 6, try_partial, &pair);
        assert_true (pair.good || !is_of_models (r->from));
      }
}

/* The table of all problems, and what can be asked of any of them. */
#include "problem/problem.h"

#include <string.h>
#include <strings.h>

const struct hb_problem *const hb_problems[] = {
  &hb_problem_sat,       &hb_problem_3bisat,  &hb_problem_ed, &hb_problem_sc,
  &hb_problem_dimension, &hb_problem_hitting, NULL,
};

const struct hb_problem *
hb_problem_at (size_t i)
{
  size_t count = 0;
  while (hb_problems[count])
    count++;
  return i < count ? hb_problems[i] : NULL;
}

const struct hb_problem *
hb_problem_find (const char *name)
{
  for (size_t i = 0; hb_problems[i]; i++)
    if (!strcasecmp (hb_problems[i]->name, name) || !strcasecmp (hb_problems[i]->title, name))
      return hb_problems[i];
  return NULL;
}

const struct hb_problem *
hb_problem_of_input (hb_input *input)
{
  size_t length;
  const char *bytes = hb_input_peek (input, &length);
  for (size_t i = 0; hb_problems[i]; i++)
    if (hb_problems[i]->recognises (hb_problems[i], bytes, length))
      return hb_problems[i];
  return NULL;
}

size_t
hb_problem_measures (const struct hb_problem *problem)
{
  size_t count = 0;
  while (problem->measures[count])
    count++;
  return count;
}

size_t
hb_problem_bounds (const struct hb_problem *problem)
{
  size_t count = 0;
  while (problem->bounds && problem->bounds[count].name)
    count++;
  return count;
}

const struct hb_decider *
hb_problem_decider (const struct hb_problem *problem, const char *name)
{
  for (size_t i = 0; problem->deciders[i]; i++)
    if (!strcmp (problem->deciders[i]->name, name))
      return problem->deciders[i];
  return NULL;
}

bool
hb_problem_admits (const struct hb_problem *problem, const hb_instance *instance, hb_diag *diag)
{
  return !problem->admits || problem->admits (problem, instance, diag);
}

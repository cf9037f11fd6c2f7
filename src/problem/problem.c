/* What can be asked of any problem. */
#include "problem/problem.h"

#include <string.h>

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

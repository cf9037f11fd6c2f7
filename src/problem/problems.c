/* The table of all problems. */
#include "problem/problem.h"

#include <string.h>
#include <strings.h>

const struct hb_problem *const hb_problems[] = {
  &hb_problem_2qbf,        &hb_problem_sat,        &hb_problem_3bisat,   &hb_problem_ed,
  &hb_problem_sc,          &hb_problem_dimension,  &hb_problem_hitting,  &hb_problem_nae,
  &hb_problem_colouring,   &hb_problem_clique,     &hb_problem_cover,    &hb_problem_cut,
  &hb_problem_hamiltonian, &hb_problem_sums,       &hb_problem_periodic, &hb_problem_sat_and_valid,
  &hb_problem_refinement,  &hb_problem_robustness, &hb_problem_reach,    NULL,
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
      /* Without quantifiers, QDIMACS is known by its name alone. */
      return hb_problems[i] == &hb_problem_sat && strstr (hb_input_name (input), ".qdimacs")
                 ? &hb_problem_2qbf
                 : hb_problems[i];
  return NULL;
}

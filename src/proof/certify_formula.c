/* See certify_formula.h. */
#include "proof/certify_formula.h"

#include "proof/certify_drat.h"

#include <stdlib.h>

/* Is it a file of a solver's answer? */
static bool
is_answer (hb_input *input)
{
  size_t length;
  const char *text = hb_input_peek (input, &length);
  return length && (*text == 's' || *text == 'v' || *text == 'c');
}

static bool
holds (const int *literals, size_t size, const signed char *model)
{
  for (size_t i = 0; i < size; i++)
    if (literals[i] > 0 ? model[literals[i]] > 0 : model[-literals[i]] < 0)
      return true;
  return false;
}

static int
certify_model (const hb_cnf *cnf, hb_input *input, hb_diag *diag)
{
  struct hb_sat_answer answer;
  char *name = hb_copy_text (hb_input_name (input));
  struct hb_place place = { .file = name };
  bool good = hb_solution_read_input (input, cnf->variables, &answer, diag);
  if (good && answer.answer != HB_SATISFIABLE)
    {
      hb_error (diag, &place,
                "no proof in this file; expected 's SATISFIABLE' and a model, or DRAT");
      good = false;
    }
  for (size_t j = 0; j < hb_cnf_clauses (cnf) && good; j++)
    {
      size_t size;
      const int *literals = hb_cnf_clause (cnf, j, &size);
      good = holds (literals, size, answer.model.data);
      if (!good)
        hb_error (diag, &place, "the model does not satisfy clause %zu of the formula", j + 1);
    }
  vec_free (answer.model);
  hb_free (name);
  return good ? 10 : 0;
}

static int
certify_refutation (const hb_cnf *cnf, hb_input *input, hb_diag *diag)
{
  struct hb_words words = { .input = input, .diag = diag, .line = "" };
  struct hb_drat drat = hb_drat_start (&words, (size_t)cnf->variables);
  bool good = true, refuted = false;
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *literals = hb_cnf_clause (cnf, j, &size);
      for (size_t i = 0; i < size; i++)
        vec_push (drat.clause, 2 * (hb_id)abs (literals[i]) + (literals[i] < 0));
      hb_drat_give (&drat);
    }
  while (good && !refuted && hb_words_line (&words))
    good = hb_drat_step (&drat, &refuted);
  if (good && !refuted)
    hb_words_fail_line (&words, "the proof ends without the empty clause");
  else if (good && hb_words_line (&words))
    refuted = hb_words_fail (&words, "text after the empty clause");
  hb_drat_end (&drat);
  return hb_input_finish (input) && good && refuted ? 20 : 0;
}

int
hb_certify_formula (const hb_cnf *cnf, hb_input *input, hb_diag *diag)
{
  if (is_answer (input))
    return certify_model (cnf, input, diag);
  int answer = certify_refutation (cnf, input, diag);
  hb_input_close (input);
  return answer;
}

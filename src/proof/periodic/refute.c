/* See refute.h.  Of CaDiCaL's proof what the contradiction needs is kept, and the clauses that this needs
 * (certificate_refute.h, whose clauses have numbers of cycles: here their own). */
#include "proof/periodic/refute.h"

#include "proof/certificate_refute.h"

static void
take_clauses (const struct hb_gates *gates, struct hb_lemmas *lemmas)
{
  size_t number = 0;
  vec_push (lemmas->clauses.first, 0);
  for (size_t i = 0; i < gates->clauses.size; i++)
    if (gates->clauses.data[i])
      vec_push (lemmas->clauses.literals, gates->clauses.data[i]);
    else
      {
        vec_push (lemmas->clauses.first, lemmas->clauses.literals.size);
        vec_push (lemmas->cycle, number++);
      }
}

static void
write_refutation (const struct hb_gates *gates, const struct hb_lemmas *lemmas,
                  const struct hb_proof *proof, hb_output *output)
{
  hb_putf (output, "formula %d %zu\nclauses %zu\n", gates->variables, gates->clause_count,
           lemmas->cycle.size);
  for (size_t c = 0; c < lemmas->cycle.size; c++)
    {
      hb_putf (output, "%zu: ", lemmas->cycle.data[c] + 1);
      hb_clauses_write (&lemmas->clauses, c, output);
    }
  hb_put (output, "proof\n");
  hb_proof_write (proof, output);
}

int
hb_gates_refute (const struct hb_gates *gates, const char *head, struct hb_limits *limits,
                 hb_output *output, hb_diag *diag)
{
  static const int codes[] = { [HB_REFUTED] = 20, [HB_NOT_REFUTED] = 10, [HB_NO_PROOF] = 0 };
  struct hb_lemmas lemmas = { .trace = NULL };
  struct hb_proof proof = { .deleted = VEC_EMPTY };
  take_clauses (gates, &lemmas);
  int answer = codes[hb_lemmas_refute (&lemmas, limits, &proof, diag)];
  if (answer == 20)
    {
      hb_put (output, head);
      write_refutation (gates, &lemmas, &proof, output);
    }
  hb_clauses_free (&lemmas.clauses);
  vec_free (lemmas.cycle);
  hb_proof_free (&proof);
  return answer;
}

/* See prove.h. */
#include "proof/periodic/prove.h"

#include "proof/periodic/formula.h"
#include "proof/periodic/prove_time.h"
#include "proof/periodic/refute.h"

#include <string.h>

static int
prove (const hb_c_unit *unit, const struct hb_claim *claim, struct hb_limits *limits,
       hb_output *output, hb_diag *diag)
{
  struct hb_claimed_program program;
  struct hb_formula formula;
  int answer = 0;
  if (hb_formula_start (&formula, &program, unit, claim, diag))
    {
      hb_buffer head = VEC_EMPTY;
      hb_buffer_add (&head,
                     "hbcert 1 periodic\ntime %lld\ndeparture %s\nsemantics %s\n"
                     "unroll %u\ndiv0 %s\n",
                     (long long)claim->time, claim->departure, claim->semantics, claim->unroll,
                     claim->div0 ? "yes" : "no");
      answer = formula.exact ? hb_prove_time (&formula, limits, &head, diag) : 20;
      if (answer == 20)
        answer = hb_gates_refute (&formula.gates, head.data, limits, output, diag);
      vec_free (head);
    }
  hb_formula_end (&formula, &program);
  return answer;
}

int
hb_periodic_prove (const hb_c_unit *unit, const struct hb_claim *claim, struct hb_limits *limits,
                   hb_output *output, hb_diag *diag)
{
  struct hb_claim more = *claim;
  int answer = 10;
  if (!strcmp (claim->semantics, "exact"))
    {
      more.semantics = "arrival";
      answer = prove (unit, &more, limits, output, diag);
    }
  return answer == 10 ? prove (unit, claim, limits, output, diag) : answer;
}

/* See prove.h. */
#include "proof/periodic/prove.h"

#include "proof/periodic/formula.h"
#include "proof/periodic/refute.h"

int
hb_periodic_prove (const hb_c_unit *unit, const struct hb_claim *claim, struct hb_limits *limits,
                   hb_output *output, hb_diag *diag)
{
  struct hb_claimed_program program;
  struct hb_formula formula;
  int answer = 0;
  if (hb_formula_start (&formula, &program, unit, claim, diag))
    {
      char *head = hb_format ("hbcert 1 periodic\ntime %lld\ndeparture %s\nsemantics %s\n"
                              "unroll %u\ndiv0 %s\n",
                              (long long)claim->time, claim->departure, claim->semantics,
                              claim->unroll, claim->div0 ? "yes" : "no");
      answer = hb_gates_refute (&formula.gates, head, limits, output, diag);
      hb_free (head);
    }
  hb_formula_end (&formula, &program);
  return answer;
}

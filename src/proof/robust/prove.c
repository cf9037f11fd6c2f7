/* See bounded.h: the lines of the certificate, written. */
#include "proof/periodic/refute.h"
#include "proof/robust/formula.h"

int
hb_bounded_prove (const hb_aed *program, const struct hb_bounded_claim *claim,
                  struct hb_limits *limits, hb_output *output, hb_diag *diag)
{
  struct hb_gates gates;
  int answer = 0;
  if (hb_bounded_derive (program, claim, limits, &gates, diag))
    {
      char *head
          = hb_format ("hbcert 1 " HB_BOUNDED_KIND "\nstage %s\nstarts %zu\nbound %zu\nbeyond %s\n",
                       claim->stage == HB_STAGE_ROB ? "rob"
                       : claim->from_any            ? "det any"
                                                    : "det",
                       claim->starts, claim->bound, claim->is_whole ? "none" : "unknown");
      answer = hb_gates_refute (&gates, head, limits, output, diag);
      hb_free (head);
    }
  hb_gates_end (&gates);
  return answer;
}

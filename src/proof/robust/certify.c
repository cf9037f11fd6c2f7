/* See bounded.h: the lines of the certificate, read. */
#include "proof/robust/bounded.h"

#include "proof/periodic/refutation.h"
#include "proof/robust/formula.h"

/* Numbers of a certificate are smaller. */
#define MOST_NUMBER 1000000

bool
hb_is_bounded_certificate (hb_input *input)
{
  return hb_certificate_is (input, HB_BOUNDED_KIND);
}

static bool
read_stage (struct hb_words *w, struct hb_bounded_claim *claim)
{
  if (!hb_words_line (w) || !hb_words_is (w, "stage") || !hb_words_next (w))
    return hb_words_fail (w, "expected 'stage rob', 'stage det' or 'stage det any'");
  claim->stage = hb_words_is (w, "rob") ? HB_STAGE_ROB : HB_STAGE_DET;
  if (claim->stage == HB_STAGE_ROB)
    return hb_words_end (w);
  if (!hb_words_is (w, "det"))
    return hb_words_fail (w, "expected rob or det");
  if (!hb_words_next (w))
    return true;
  claim->from_any = true;
  return hb_words_is (w, "any") ? hb_words_end (w) : hb_words_fail (w, "expected 'any'");
}

static bool
read_claim (struct hb_words *w, struct hb_certified_bounded *found)
{
  struct hb_bounded_claim *claim = &found->claim;
  if (!hb_words_head (w, HB_BOUNDED_KIND))
    return false;
  found->is_certificate = true;
  if (!read_stage (w, claim) || !hb_words_named (w, "starts", MOST_NUMBER, &claim->starts)
      || !hb_words_named (w, "bound", MOST_NUMBER, &claim->bound))
    return false;
  if (!hb_words_line (w) || !hb_words_is (w, "beyond") || !hb_words_next (w))
    return hb_words_fail (w, "expected 'beyond unknown' or 'beyond none'");
  claim->is_whole = hb_words_is (w, "none");
  if (!claim->is_whole && !hb_words_is (w, "unknown"))
    return hb_words_fail (w, "expected unknown or none");
  return hb_words_end (w);
}

struct hb_certified_bounded
hb_certify_bounded (const hb_aed *program, hb_input *input, hb_diag *diag)
{
  struct hb_words words = { .input = input, .diag = diag, .line = "" };
  struct hb_certified_bounded found = { .good = false };
  struct hb_refutation refutation = { .steps = 0 };
  struct hb_gates gates;
  if (!read_claim (&words, &found))
    return found;
  found.good = hb_bounded_derive (program, &found.claim, NULL, &gates, diag)
               && hb_gates_refuted (&gates, &words, &refutation);
  hb_gates_end (&gates);
  found.variables = refutation.variables;
  found.clauses = refutation.clauses;
  found.used = refutation.used;
  found.steps = refutation.steps;
  return found;
}

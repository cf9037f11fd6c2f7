/* See bounded.h: the lines of the certificate, written and read. */
#include "proof/robust/bounded.h"

#include "proof/periodic/refutation.h"
#include "proof/robust/formula.h"

#include <string.h>

static const char magic[] = "hbcert 1 bounded";

/* Starts GATES with the formula of CLAIM.  False after an error in DIAG, or where a limit was reached. */
static bool
derive (const hb_aed *program, const struct hb_bounded_claim *claim, struct hb_limits *limits,
        struct hb_gates *gates, hb_diag *diag)
{
  struct hb_instrument_options how = { .stage = claim->stage, .from_any = claim->from_any };
  hb_instrumented *made = hb_instrument (program, &how, diag);
  hb_gates_start (gates);
  bool good = made && hb_bounded_formula (made->code, claim, limits, gates);
  if (made && !good && !hb_limits_hit (limits))
    hb_error (diag, NULL, "the formula of all runs within the bound is too large for a proof");
  hb_instrumented_free (made);
  return good;
}

int
hb_bounded_prove (const hb_aed *program, const struct hb_bounded_claim *claim,
                  struct hb_limits *limits, hb_output *output, hb_diag *diag)
{
  struct hb_gates gates;
  int answer = 0;
  if (derive (program, claim, limits, &gates, diag))
    {
      char *head = hb_format ("%s\nstage %s\nstarts %zu\nbound %zu\nbeyond %s\n", magic,
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

bool
hb_is_bounded_certificate (hb_input *input)
{
  size_t length;
  const char *text = hb_input_peek (input, &length);
  return length >= sizeof magic - 1 && !memcmp (text, magic, sizeof magic - 1);
}

/* --- Reading --- */

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
read_number (struct hb_words *w, const char *name, size_t *number)
{
  if (!hb_words_line (w) || !hb_words_is (w, name))
    return hb_words_fail (w, "expected '%s NUMBER'", name);
  return hb_words_number (w, 1000000, name, number) && hb_words_end (w);
}

static bool
read_claim (struct hb_words *w, struct hb_certified_bounded *found)
{
  struct hb_bounded_claim *claim = &found->claim;
  if (!hb_words_line (w) || !hb_words_is (w, "hbcert") || !hb_words_next (w)
      || !hb_words_is (w, "1") || !hb_words_next (w) || !hb_words_is (w, "bounded")
      || !hb_words_end (w))
    return hb_words_fail (w, "expected '%s'", magic);
  found->is_certificate = true;
  if (!read_stage (w, claim) || !read_number (w, "starts", &claim->starts)
      || !read_number (w, "bound", &claim->bound))
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
  found.good = derive (program, &found.claim, NULL, &gates, diag)
               && hb_gates_refuted (&gates, &words, &refutation);
  hb_gates_end (&gates);
  found.variables = refutation.variables;
  found.clauses = refutation.clauses;
  found.used = refutation.used;
  found.steps = refutation.steps;
  return found;
}

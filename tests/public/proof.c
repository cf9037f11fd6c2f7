/* <hbkit/proof.h> as a stranger uses it: both verdicts are proved, a damaged proof is refused. */
#include <hbkit/format.h>
#include <hbkit/proof.h>

#include "check.h"

static enum hb_verdict
certified (const hb_trace *trace, const char *text, size_t size, hb_diag *diag)
{
  hb_input *input = hb_input_of_bytes ("proof", text, size, diag);
  struct hb_certified answer = hb_certify (trace, input, diag);
  hb_input_close (input);
  CHECK (answer.is_certificate);
  return answer.verdict;
}

static void
prove (const char *edt, enum hb_verdict verdict)
{
  hb_diag *diag = hb_diag_new ();
  put_file ("t.edt", edt);
  hb_trace *trace = hb_trace_read ("t.edt", HB_FORMAT_EDT, diag);
  hb_result *result = hb_decide (NULL, trace, NULL);
  struct hb_certificate_options options = { .minimal = true };
  struct hb_certificate proof = hb_certificate_new (trace, result, NULL, diag);
  struct hb_certificate small = hb_certificate_new (trace, result, &options, diag);
  CHECK (proof.text && certified (trace, proof.text, proof.size, diag) == verdict);
  CHECK (small.text && certified (trace, small.text, small.size, diag) == verdict);
  CHECK (!hb_diag_errors (diag));
  CHECK (certified (trace, proof.text, proof.size - 4, diag) == HB_UNKNOWN);
  CHECK (hb_diag_errors (diag));
  if (verdict == HB_INCONSISTENT)
    {
      struct hb_core_options how = { .engine = hb_engine_for (trace) };
      struct hb_core core = hb_core_new (trace, result, &how);
      CHECK (core.trace && core.minimal && hb_trace_events (core.trace) <= hb_trace_events (trace));
      hb_core_free (&core);
    }
  hb_certificate_free (&proof);
  hb_certificate_free (&small);
  hb_result_free (result);
  hb_trace_free (trace);
  hb_diag_free (diag);
}

int
main (void)
{
  prove (STALE, HB_INCONSISTENT);
  prove (FRESH, HB_CONSISTENT);
  return 0;
}

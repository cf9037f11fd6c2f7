/* See differential.h. */
#include "unit.h"

#include "differential.h"

#include "certificate_oracle.h"
#include "engine_oracle.h"
#include "engine/trace_info.h"
#include "format/edt.h"
#include "format/trace_json.h"
#include "import/prototype.h"
#include "proof/certificate.h"
#include "proof/certify.h"
#include "run/replay.h"
#include "small_traces.h"
#include "trace/order.h"

hb_trace *
fuzz_trace_of_bytes (const char *data, size_t size, hb_diag *diag)
{
  return hb_edt_read_input (hb_input_of_bytes ("fuzz.edt", data, size, diag), diag);
}

/* --- ways through the library that take any trace ----------------------------------------------- */

static void
use (const hb_trace *trace)
{
  hb_order *order = hb_order_new (trace);
  struct hb_cycle cycle = { VEC_EMPTY };
  hb_known_cycle (trace, order, &cycle);
  hb_cycle_free (&cycle);
  hb_order_free (order);
  hb_trace_info_free (hb_trace_info_new (trace, HB_INFO_MEMORY, NULL));
  hb_diag *diag = hb_diag_new ();
  hb_witness *witness = hb_witness_of_trace (trace, diag);
  hb_id *run = hb_calloc (trace->events.size, sizeof *run);
  if (witness && hb_replay (trace, witness, run, diag) && !hb_replay_run (trace, run, diag))
    hb_die ("a replayed schedule does not run");
  hb_free (run);
  hb_witness_free (witness);
  hb_diag_free (diag);
}

/* --- engines and proofs ------------------------------------------------------------------------- */

static enum hb_verdict
check (const struct hb_engine *engine, const hb_trace *trace, uint64_t choice)
{
  const char *why;
  struct tally tally = { 0 };
  if (!engine->accepts (trace, &why))
    return HB_UNKNOWN;
  return ask (engine, trace, choice & 1 ? "cadical" : "picosat", choice >> 1, &tally);
}

/* The verdict of the default engine, with its certificate, which both checkers accept. */
static enum hb_verdict
check_proved (const hb_trace *trace, bool small)
{
  struct hb_check_options options = { 0 };
  hb_check_result result;
  hb_check (hb_engine_for (trace), trace, &options, &result);
  hb_diag *diag = hb_diag_new ();
  struct hb_certificate_options plain = { 0 };
  struct hb_certificate certificate = hb_certificate_new (trace, &result, &plain, diag);
  if (!certificate.text)
    hb_die ("no certificate: %s", hb_diag_first (diag));
  hb_input *input = hb_input_of_bytes ("c", certificate.text, certificate.size, diag);
  enum hb_verdict verdict = hb_certify (trace, input, diag).verdict;
  if (verdict != result.verdict)
    hb_die ("the certificate is refused: %s\n%s", hb_diag_first (diag), certificate.text);
  if (small && oracle_certify (trace, certificate.text, certificate.size, true) != verdict)
    hb_die ("the second checker refuses:\n%s", certificate.text);
  hb_input_close (input);
  hb_diag_free (diag);
  hb_certificate_free (&certificate);
  hb_check_result_free (&result);
  return verdict;
}

static enum hb_verdict
check_engines (const hb_trace *trace, uint64_t choice)
{
  bool small = trace->messages.size <= 9 && trace->events.size <= 40;
  enum hb_verdict verdict = check_proved (trace, small);
  const struct hb_engine *const others[] = { &hb_engine_sat, small ? &hb_engine_explore : NULL,
                                             small && choice % 4 == 0 ? &hb_engine_enum : NULL };
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    {
      enum hb_verdict said = others[i] ? check (others[i], trace, choice >> 2) : HB_UNKNOWN;
      if (said != HB_UNKNOWN && said != verdict)
        hb_die ("cds says %d, %s %d:\n%s", verdict, others[i]->name, said,
                text_of_trace (trace, NULL));
    }
  return verdict;
}

/* --- formats ------------------------------------------------------------------------------------ */

static void
write_json (hb_output *output, const void *trace)
{
  hb_json_write_trace (output, trace, NULL);
}

static void
check_json (const hb_trace *trace, const char *text)
{
  hb_diag *diag = hb_diag_new ();
  size_t size;
  char *json = fuzz_written (write_json, trace, &size);
  hb_trace *again
      = hb_json_read_trace_input (hb_input_of_bytes ("fuzz.json", json, size, diag), diag);
  if (!again)
    hb_die ("the JSON form cannot be read: %s\n%s", hb_diag_first (diag), json);
  fuzz_same_text (hb_copy_text (text), text_of_trace (again, NULL));
  hb_trace_free (again);
  hb_free (json);
  hb_diag_free (diag);
}

static bool prototype_fits;

static void
write_prototype (hb_output *output, const void *trace)
{
  static const struct hb_prototype_write_options options = { .rename = true };
  hb_diag *diag = hb_diag_new ();
  prototype_fits = hb_prototype_write (output, trace, &options, NULL, diag);
  hb_diag_free (diag);
}

static void
check_prototype (const hb_trace *trace, enum hb_verdict verdict)
{
  size_t size;
  char *text = fuzz_written (write_prototype, trace, &size);
  if (prototype_fits)
    {
      hb_diag *diag = hb_diag_new ();
      hb_trace *again = hb_prototype_read (hb_input_of_bytes ("fuzz.trace", text, size, diag), NULL,
                                           NULL, diag);
      if (!again)
        hb_die ("the prototype's form cannot be read: %s\n%s", hb_diag_first (diag), text);
      if (check_proved (again, false) != verdict)
        hb_die ("another verdict in the prototype's form:\n%s", text);
      hb_trace_free (again);
      hb_diag_free (diag);
    }
  hb_free (text);
}

void
fuzz_differential (const hb_trace *trace, uint64_t choice)
{
  hb_diag *diag = hb_diag_new ();
  char *text = text_of_trace (trace, NULL);
  hb_trace *again = fuzz_trace_of_bytes (text, strlen (text), diag);
  if (!again)
    hb_die ("what was written cannot be read: %s\n%s", hb_diag_first (diag), text);
  fuzz_same_text (hb_copy_text (text), text_of_trace (again, NULL));
  hb_trace_free (again);
  hb_diag_free (diag);
  use (trace);
  if (choice % 4 == 0)
    check_json (trace, text);
  if (choice % 8 == 1 && trace->messages.size <= 24 && trace->events.size <= 120)
    {
      enum hb_verdict verdict = check_engines (trace, choice >> 3);
      if (choice >> 3 & 1)
        check_prototype (trace, verdict);
    }
  hb_free (text);
}

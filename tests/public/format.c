/* <hbkit/format.h> as a stranger uses it: a trace through both formats, to other solvers, and its cycle. */
#include <hbkit/engine.h>
#include <hbkit/format.h>

#include "check.h"

int
main (void)
{
  hb_diag *diag = hb_diag_new ();
  put_file ("t.edt", STALE);
  CHECK (hb_format_of_name ("t.json.xz") == HB_FORMAT_JSON);
  hb_trace *trace = hb_trace_read ("t.edt", HB_FORMAT_ANY, diag);
  CHECK (trace && hb_trace_events (trace) == 6);
  hb_output *output = hb_output_open ("t.json", diag);
  hb_json_write_trace (output, trace, NULL);
  CHECK (hb_output_commit (output));
  hb_trace *again = hb_trace_read ("t.json", HB_FORMAT_JSON, diag);
  CHECK (again && hb_trace_events (again) == 6);
  CHECK (!hb_trace_read ("t.json", HB_FORMAT_EDT, diag) && hb_diag_errors (diag));
  hb_diag_clear (diag);

  size_t size;
  output = hb_output_to_memory ();
  hb_edt_write (output, again, NULL);
  char *text = hb_output_text (output, &size);
  CHECK (strstr (text, "read x init"));
  hb_free (text);

  hb_result *result = hb_decide (NULL, trace, NULL);
  output = hb_output_to_memory ();
  hb_cycle_write (output, trace, hb_result_cycle (result, 0));
  text = hb_output_text (output, &size);
  CHECK (text[0] == '{');
  hb_free (text);
  hb_result_free (result);

  struct hb_encode_options options = { .form = HB_ENCODE_IDL };
  output = hb_output_to_memory ();
  CHECK (hb_encode (trace, &options, output, diag));
  text = hb_output_text (output, &size);
  CHECK (strstr (text, "(check-sat)"));
  hb_free (text);
  hb_trace_free (trace);
  hb_trace_free (again);
  hb_diag_free (diag);
  return 0;
}

/* <hbkit/engine.h> as a stranger uses it: all engines agree on two traces. */
#include <hbkit/engine.h>
#include <hbkit/format.h>

#include "check.h"

int
main (void)
{
  hb_diag *diag = hb_diag_new ();
  put_file ("stale.edt", STALE);
  put_file ("fresh.edt", FRESH);
  hb_trace *stale = hb_trace_read ("stale.edt", HB_FORMAT_EDT, diag);
  hb_trace *fresh = hb_trace_read ("fresh.edt", HB_FORMAT_EDT, diag);
  int asked = 0;
  for (size_t i = 0; hb_engine_at (i); i++)
    {
      const hb_engine *engine = hb_engine_at (i);
      const char *why = NULL;
      CHECK (hb_engine_find (hb_engine_name (engine)) == engine && *hb_engine_summary (engine));
      if (!hb_engine_accepts (engine, stale, &why))
        {
          CHECK (why);
          continue;
        }
      asked++;
      struct hb_limits limits = hb_limits_new (60, 0);
      struct hb_check_options options = { .limits = &limits };
      hb_result *no = hb_decide (engine, stale, &options), *yes = hb_decide (engine, fresh, NULL);
      CHECK (hb_result_verdict (no) == HB_INCONSISTENT && !hb_result_witness (no));
      CHECK (hb_result_verdict (yes) == HB_CONSISTENT && !hb_result_cycles (yes));
      CHECK (hb_replay (fresh, hb_result_witness (yes), NULL, diag));
      CHECK (hb_axioms_hold (fresh, hb_result_witness (yes)));
      for (size_t c = 0; c < hb_result_cycles (no); c++)
        CHECK (hb_cycle_holds (stale, hb_result_cycle (no, c), NULL));
      hb_result_free (no);
      hb_result_free (yes);
    }
  CHECK (asked >= 4 && hb_engine_for (stale) == hb_engine_find ("auto")
         && !hb_engine_find ("oracle"));

  struct hb_limits none = hb_limits_new (1e-9, 0);
  while (!hb_limits_hit (&none))
    ;
  struct hb_check_options options = { .limits = &none };
  hb_result *unknown = hb_decide (hb_engine_find ("enum"), stale, &options);
  CHECK (hb_result_verdict (unknown) != HB_CONSISTENT);
  CHECK (hb_result_verdict (unknown) != HB_UNKNOWN || hb_result_reason (unknown));
  hb_result_free (unknown);

  hb_cnf *two = hb_two_handlers (stale, diag);
  CHECK (two && hb_solve_cnf (two, NULL, 0, NULL, NULL, diag) == 20);
  hb_cnf_free (two);
  CHECK (!hb_diag_errors (diag));
  hb_trace_free (stale);
  hb_trace_free (fresh);
  hb_diag_free (diag);
  return 0;
}

/* <hbkit/draw.h> as a stranger uses it: the figures of a trace, its cycle, a formula, a run, and a page. */
#include <hbkit/draw.h>
#include <hbkit/format.h>

#include "check.h"

static void
holds (hb_output *output, bool good, const char *what)
{
  size_t size;
  char *text = hb_output_text (output, &size);
  CHECK (good && strstr (text, what));
  hb_free (text);
}

int
main (void)
{
  hb_diag *diag = hb_diag_new ();
  /* A read before the write that it reads from, in one message. */
  put_file ("stale.edt", "edt 1\nhandler g\ninitial\n read x a\n a: write x\nend 2 1 1\n");
  put_file ("fresh.edt", FRESH);
  hb_trace *stale = hb_trace_read ("stale.edt", HB_FORMAT_EDT, diag);
  hb_trace *fresh = hb_trace_read ("fresh.edt", HB_FORMAT_EDT, diag);
  hb_result *no = hb_decide (NULL, stale, NULL), *yes = hb_decide (NULL, fresh, NULL);

  static const char *const marks[] = { "<svg", "digraph", "tikzpicture" };
  for (int format = HB_DRAW_SVG; format <= HB_DRAW_TIKZ; format++)
    {
      struct hb_draw_options options = hb_draw_defaults ();
      options.format = (enum hb_draw_format)format;
      hb_output *output = hb_output_to_memory ();
      bool good = hb_draw (fresh, &options, output, diag);
      holds (output, good, marks[format]);
    }
  CHECK (hb_arrow_find ("rf", 2) == HB_RF && !strcmp (hb_arrow_name (HB_ARROW_QO), "qo"));

  hb_explanation *explanation
      = hb_explanation_new (stale, hb_result_cycle (no, 0), hb_result_cycles (no));
  CHECK (hb_explanation_complete (explanation));
  struct hb_draw_options options = hb_draw_defaults ();
  options.what = HB_DRAW_CYCLE;
  options.cycle = hb_explanation_cycle (explanation);
  options.explanation = explanation;
  hb_output *output = hb_output_to_memory ();
  bool good = hb_draw (stale, &options, output, diag);
  holds (output, good, "<svg");
  hb_explanation_free (explanation);

  hb_id run[6];
  CHECK (hb_replay (fresh, hb_result_witness (yes), run, diag));
  struct hb_strip_options strip = { .draw = hb_draw_defaults (), .to = HB_NONE };
  output = hb_output_to_memory ();
  good = hb_draw_strip (fresh, run, &strip, output, diag);
  holds (output, good, "<svg");

  hb_cnf *cnf = hb_cnf_new (2);
  const int clause[] = { 1, -2 };
  hb_cnf_add_clause (cnf, clause, 2);
  options = hb_draw_defaults ();
  output = hb_output_to_memory ();
  good = hb_draw_grid (cnf, &options, output, diag);
  holds (output, good, "<svg");
  hb_cnf_free (cnf);

  struct hb_explorer_options page = { .draw = hb_draw_defaults (),
                                      .verdict = HB_INCONSISTENT,
                                      .cycles = hb_result_cycle (no, 0),
                                      .cycle_count = hb_result_cycles (no),
                                      .title = "stale" };
  output = hb_output_to_memory ();
  good = hb_draw_explorer (stale, &page, output, diag);
  holds (output, good, "<html");
  CHECK (!hb_diag_errors (diag));
  hb_result_free (no);
  hb_result_free (yes);
  hb_trace_free (stale);
  hb_trace_free (fresh);
  hb_diag_free (diag);
  return 0;
}

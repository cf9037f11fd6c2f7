/* The whole of a trace. */
#include "select.h"

bool
hb_select_trace (hb_figure *figure, const hb_trace *trace, hb_diag *diag)
{
  struct hb_selection s;
  unsigned show = figure->options->show ? figure->options->show : HB_SHOW_ALL;
  if (!trace->messages.size)
    {
      hb_error (diag, NULL, "there is nothing to draw: the trace has no messages");
      return false;
    }
  hb_selection_init (&s, figure, trace);
  for (hb_id e = 0; e < trace->events.size; e++)
    {
      bool is_landing = show & HB_SHOW (HB_PB);
      if (trace->events.data[e].kind != HB_GET || is_landing)
        hb_selection_show (&s, e, HB_PLAIN);
    }
  for (hb_id m = 0; m < trace->messages.size; m++)
    s.with[m] = trace->messages.data[m].kind != HB_INITIAL || trace->messages.data[m].count;
  hb_selection_rank (&s);
  hb_selection_build (&s, HB_NONE);
  hb_selection_order_boxes (&s);
  hb_selection_relate (&s, show, HB_PLAIN);
  hb_selection_free (&s);
  if (!figure->nodes.size)
    {
      hb_error (diag, NULL, "there is nothing to draw: no message of the trace has events");
      return false;
    }
  hb_arrange (figure);
  return true;
}

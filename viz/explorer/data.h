/* What explorer.c and data.c share. */
#ifndef HBKIT_EXPLORER_DATA_H
#define HBKIT_EXPLORER_DATA_H

#include "viz/explorer/explorer.h"
#include "viz/figure.h"
#include "base/json.h"

struct hb_explorer
{
  const hb_trace *trace;
  const struct hb_explorer_options *options;
  hb_figure *figure;
  const hb_id *run; /* or NULL */
  hb_json *json;
  bool *has;           /* node of trace/order.h -> it is in the data */
  VEC (size_t) cycles; /* those that are shown, in this order */
};

/* data.c: writes the members of the data that speak of the trace; figure.c: those
 * of the figure. */
void hb_explorer_put_trace (const struct hb_explorer *explorer);
void hb_explorer_put_figure (const struct hb_explorer *explorer);

/* figure.c: a styled text (viz/text.h) as [[text, style], ...]. */
void hb_explorer_put_text (hb_json *json, const char *text);

/* why.c: a sentence that says why STEP holds.  S needs a figure and a trace only.  New. */
struct hb_selection;
char *hb_explorer_why (const struct hb_selection *s, const hb_order *order,
                       const struct hb_step *step);

/* --- files.c: made by viz/explorer/embed.sh; lines, each with its line feed, ended by
 * NULL --- */

extern const char *const hb_explorer_page[], *const hb_explorer_style[],
                                                 *const hb_explorer_script[];

#endif

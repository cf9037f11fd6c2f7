/* What explorer.c and data.c share. */
#ifndef HBKIT_EXPLORER_DATA_H
#define HBKIT_EXPLORER_DATA_H

#include "viz/explorer/attempt.h"
#include "viz/explorer/explorer.h"
#include "viz/figure.h"
#include "base/json.h"

struct hb_explorer
{
  const hb_trace *trace;
  const struct hb_explorer_options *options;
  hb_figure *figure;         /* empty: it says how names are shown */
  struct hb_attempt attempt; /* the run, or one as far as it goes */
  hb_json *json;
  VEC (size_t) cycles; /* those that are shown, in this order */
};

/* data.c: writes the members of the data that speak of the trace. */
void hb_explorer_put_trace (const struct hb_explorer *explorer);

/* why.c: a sentence that says why STEP holds.  S needs a figure and a trace only.  New. */
struct hb_selection;
char *hb_explorer_why (const struct hb_selection *s, const hb_order *order,
                       const struct hb_step *step);

/* --- files.c: made by viz/explorer/embed.sh; lines, each with its line feed, ended by
 * NULL --- */

extern const char *const hb_explorer_page[], *const hb_explorer_style[],
                                                 *const hb_explorer_script[];

#endif

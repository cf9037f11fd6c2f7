/* The explorer: a trace as one HTML file that needs no network.
 *
 *     figure, events, happens-before, run, cycles ──JSON──▶ page.html, *.css, *.js ──▶ F.html
 *
 * The sources of the page are in viz/explorer/; embed.sh turns them into files.c. */
#ifndef HBKIT_EXPLORER_H
#define HBKIT_EXPLORER_H

#include "viz/draw.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hb_explorer_options
{
  struct hb_draw_options
      draw; /* what is laid out; its witness, if any, is the run to step through */
  enum hb_verdict verdict;
  const struct hb_cycle *cycles; /* borrowed; the shortest are shown */
  size_t cycle_count;
  const char *title; /* any text */
  const char *note;  /* shown at the start; may be NULL */
};

/* Writes the page for TRACE to OUTPUT (borrowed, not committed).  All of a trace of up to
   * HB_EXPLORER_MOST events is in it, of a larger one the messages of the figure.  False after an
   * error in DIAG: nothing to draw, or a witness that does not run. */
bool hb_draw_explorer (const hb_trace *trace, const struct hb_explorer_options *options,
                       hb_output *output, hb_diag *diag);

#define HB_EXPLORER_MOST 20000

#ifdef __cplusplus
}
#endif
#endif

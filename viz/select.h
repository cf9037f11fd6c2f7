/* Choosing what a figure shows: the part that all choices share. */
#ifndef HBKIT_SELECT_H
#define HBKIT_SELECT_H

#include "viz/figure.h"

/* Events to show, and where they ended up in the figure. */
struct hb_selection
{
  hb_figure *figure;
  const hb_trace *trace;
  uint8_t *mark; /* event -> 1 + enum hb_mark; 0: not shown */
  bool *with;    /* message -> it gets a box, if only with a note of what is left out */
  hb_id *rank;   /* event -> wish for the order in time */
  hb_id *node;   /* event -> its node, or HB_NONE; after building */
  hb_id *box;    /* message -> its box, or HB_NONE; after building */
  hb_id keep;    /* an event that is never collapsed, or HB_NONE */
};

void hb_selection_init (struct hb_selection *s, hb_figure *figure, const hb_trace *trace);
void hb_selection_free (struct hb_selection *s);

/* Forgets nodes and boxes, to build anew. */
void hb_selection_forget (struct hb_selection *s);

/* Shows EVENT and the box of its message. */
void hb_selection_show (struct hb_selection *s, hb_id event, enum hb_mark mark);

/* Ranks the events as the witness runs them, or, without one, by the longest chain of known
 * relations that leads to them. */
void hb_selection_rank (struct hb_selection *s);

/* Makes columns (handlers in the order of options->part or of the trace, LAST at the end unless it is
 * HB_NONE), boxes, nodes and po edges.  Events between shown ones become nodes "⋮ 14"; one alone is shown. */
void hb_selection_build (struct hb_selection *s, hb_id last);

/* Keeps boxes in the order that the witness gives, or the trace as far as it says. */
void hb_selection_order_boxes (struct hb_selection *s);

/* Adds the relations of the bit mask SHOW between shown events, each reduced to its steps among them, but
 * none that follows from po alone and none that already stands there. */
void hb_selection_relate (struct hb_selection *s, unsigned show, enum hb_mark mark);

/* Adds happens-before between shown events: the steps of its reduction that do not follow from the arrows
 * that stand there (relate_hb.c). */
void hb_selection_relate_hb (struct hb_selection *s, enum hb_mark mark);

/* New: what the event does, as a node says it; and the name of a message, for people. */
char *hb_selection_text (const struct hb_selection *s, hb_id event);
char *hb_selection_name (const struct hb_selection *s, hb_id message);

#endif

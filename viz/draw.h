/* Figures of traces (design section 9).
 *
 *     trace ──select──▶ figure ──arrange──▶ rows ──route──▶ edges ──place──▶ points ──▶ SVG, dot, TikZ
 *
 * A figure has one column a handler, its messages as pale boxes, their events as nodes, time running
 * down.  All positions and routes are computed here, so the same input gives the same bytes on every
 * machine. */
#ifndef HBKIT_DRAW_H
#define HBKIT_DRAW_H

#include "viz/explain.h"
#include "trace/order.h"
#include "base/output.h"
#include "trace/witness.h"

#ifdef __cplusplus
extern "C" {
#endif

enum hb_draw_format
{
  HB_DRAW_SVG,
  HB_DRAW_DOT, /* written by libcgraph, with positions: `neato -n2` renders it */
  HB_DRAW_TIKZ /* compiles alone; one macro a relation, to be restyled */
};

enum hb_draw_what
{
  HB_DRAW_TRACE,  /* all of it or a part: for small traces */
  HB_DRAW_CYCLE,  /* a cycle of happens-before and the messages that it touches */
  HB_DRAW_GADGET, /* the gadget of one clause, as in figure 3 of the ED-consistency paper */
  HB_DRAW_ROW /* the messages that carry one literal's value through the columns of `3bisat-ed` */
};

enum hb_draw_preset
{
  HB_DRAW_PAPER, /* colours, 8 pt */
  HB_DRAW_MONO,  /* relations told apart by their dashes */
  HB_DRAW_SLIDE  /* larger type, thicker lines */
};

/* Arrows of a figure: the relations of trace/order.h, and two that follow from them. */
enum hb_arrow
{
  HB_ARROW_HB = HB_RELATIONS, /* happens-before, by a chain that is not drawn as a whole */
  HB_ARROW_QO                 /* queue order: pb^-1 ; mo ; pb */
};
#define HB_ARROWS (HB_RELATIONS + 2)
#define HB_SHOW(ARROW) (1u << (unsigned)(ARROW))
#define HB_SHOW_ALL ((1u << HB_ARROWS) - 1u)
#define HB_SHOW_USUAL ((1u << HB_RELATIONS) - 1u) /* those that do not follow from the others */

#define HB_MOST_DRAWN 12000 /* events of a whole trace, or of a part */

/* Which events of a trace: those that all of these allow. */
struct hb_draw_part
{
  const hb_id *handlers, *messages;    /* these only, handlers in this order; borrowed */
  size_t handler_count, message_count; /* 0: all */
  hb_id around;                        /* those at most STEPS arrows away from this event, ... */
  unsigned steps;
  bool near; /* ... if this is set */
};

struct hb_draw_options
{
  enum hb_draw_format format;
  enum hb_draw_what what;
  enum hb_draw_preset preset;
  const struct hb_cycle *cycle;             /* HB_DRAW_CYCLE: the cycle, borrowed */
  const struct hb_explanation *explanation; /* reasons for what it assumes; may be NULL; borrowed */
  bool all_events;            /* HB_DRAW_CYCLE: all events, not those near the cycle alone */
  hb_id clause;               /* HB_DRAW_GADGET: number of the clause, from 1 */
  const char *row;            /* HB_DRAW_ROW: the literal, x3 or ~x3 */
  struct hb_draw_part part;   /* HB_DRAW_TRACE */
  const char *note;           /* caption of HB_DRAW_TRACE, or before that of a cycle; may be NULL */
  bool expand;                /* do not collapse events without arrows to a node "⋮ 14" */
  const char *gadget_handler; /* the handler of the sandwiching messages m<i>.<j>.<b>; NULL: hW */
  const hb_witness *witness;  /* orders messages in time; may be NULL; borrowed */
  unsigned show;              /* HB_SHOW bits; 0: what suits the figure */
  double width;     /* centimetres that it must fit; 0: 17.8, a text width; a column: 8.4 */
  bool plain_names; /* m3.7.1 as it stands in the file, not with subscripts */
  bool no_caption, no_legend;
};

/* The options that suit most: SVG, whole trace, paper. */
struct hb_draw_options hb_draw_defaults (void);

/* What an arrow is called: "rf", "hb"; and the other way round, -1 when there is none. */
const char *hb_arrow_name (int arrow);
int hb_arrow_find (const char *name, size_t length);

/* Draws TRACE to OUTPUT (borrowed, not committed).  False after an error in DIAG: no such gadget in the
 * trace, no cycle given, nothing to draw.  About linear for hundreds of events; 2,000 take well
 * below a second. */
bool hb_draw (const hb_trace *trace, const struct hb_draw_options *options, hb_output *output,
              hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif

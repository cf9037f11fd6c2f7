/* Figures (doc/figures.md): of traces, cycles, gadgets and rows of reductions, formulas, mailboxes along a run;
 * and a page for a browser.
 *
 *     struct hb_draw_options options = hb_draw_defaults ();
 *     hb_output *output = hb_output_open ("t.svg", diag);
 *     if (output && hb_draw (trace, &options, output, diag))
 *       hb_output_commit (output);
 *     else
 *       hb_output_discard (output);
 *
 * All positions and routes are computed here, so the same input gives the same bytes on every machine.
 *
 * Threads: as base.h says.  Dot is written by Graphviz's libcgraph, for one thread after another. */
#ifndef HBKIT_PUBLIC_DRAW_H
#define HBKIT_PUBLIC_DRAW_H

#include <hbkit/engine.h>
#include <hbkit/formula.h>
#include <hbkit/trace.h>

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

/* Arrows of a figure: the relations of trace.h, and two that follow from them. */
enum hb_arrow
{
  HB_ARROW_HB = HB_RELATIONS, /* happens-before, by a chain that is not drawn as a whole */
  HB_ARROW_QO                 /* queue order: pb^-1 ; mo ; pb */
};
#define HB_ARROWS (HB_RELATIONS + 2)
#define HB_SHOW(ARROW) (1u << (unsigned)(ARROW))
#define HB_SHOW_ALL ((1u << HB_ARROWS) - 1u)
#define HB_SHOW_USUAL ((1u << HB_RELATIONS) - 1u) /* those that do not follow from the others */

/* How the user wants an arrow; what is zero is as the preset has it. */
struct hb_arrow_style
{
  const char *text; /* its name in figures, any text; NULL: `hb_arrow_name`; borrowed */
  char colour[8];   /* "#rrggbb" or "" */
  char dark[8];     /* of its labels: COLOUR, dark enough to be read on white */
  double width;     /* of the line, in points */
  double dash[4];   /* lengths on, off, on, off, if ... */
  bool dashed;      /* ... this is set; all 0: solid */
};

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

/* Why a cycle's assumptions are forced (`hb_explanation_new`). */
typedef struct hb_explanation hb_explanation;

/* Takes the parts of a figure that is too large for a page, one after another. */
struct hb_draw_pages
{
  /* Where part PART of COUNT, from 1, is to be written (borrowed until the next call), or NULL, after an error in the
   * diag of the drawing: it ends there. */
  hb_output *(*next) (void *self, size_t part, size_t count);
  void *self;
};

struct hb_draw_options
{
  enum hb_draw_format format;
  enum hb_draw_what what;
  enum hb_draw_preset preset;
  const hb_cycle *cycle;             /* HB_DRAW_CYCLE: the cycle, borrowed */
  const hb_explanation *explanation; /* reasons for what it assumes; may be NULL; borrowed */
  bool all_events;                   /* HB_DRAW_CYCLE: all events, not those near the cycle alone */
  hb_id clause;                      /* HB_DRAW_GADGET: number of the clause, from 1 */
  const char *row;                   /* HB_DRAW_ROW: the literal, x3 or ~x3 */
  struct hb_draw_part part;          /* HB_DRAW_TRACE */
  const char *note;           /* caption of HB_DRAW_TRACE, or before that of a cycle; may be NULL */
  bool expand;                /* do not collapse events without arrows to a node "⋮ 14" */
  const char *gadget_handler; /* the handler of the sandwiching messages m<i>.<j>.<b>; NULL: hW */
  const hb_witness *witness;  /* orders messages in time; may be NULL; borrowed */
  unsigned show;              /* HB_SHOW bits; 0: what suits the figure */
  double width;  /* centimetres that it must fit; 0: 17.8, a text width; a column: 8.4 */
  double height; /* and centimetres; 0: any height, with a warning above 24.7, a page's text */
  size_t
      page; /* with a height: which part of what is too large for one page, from 1; 0: the first */
  const struct hb_draw_pages *pages;   /* takes all parts, and OUTPUT none; may be NULL; borrowed */
  const struct hb_arrow_style *styles; /* HB_ARROWS of them, or NULL; borrowed */
  bool plain_names;                    /* m3.7.1 as it stands in the file, not with subscripts */
  bool no_caption, no_legend;
};

/* The options that suit most: SVG, whole trace, paper. */
HB_API struct hb_draw_options hb_draw_defaults (void);

/* What an arrow is called: "rf", "hb"; and the other way round, -1 when there is none. */
HB_API const char *hb_arrow_name (int arrow);
HB_API int hb_arrow_find (const char *name, size_t length);

/* Draws TRACE to OUTPUT (borrowed, not committed).  False after an error in DIAG: no such gadget in the
 * trace, no cycle given, nothing to draw.  About linear for hundreds of events; 2,000 take well
 * below a second. */
HB_API bool hb_draw (const hb_trace *trace, const struct hb_draw_options *options,
                     hb_output *output, hb_diag *diag);

/* --- why a trace is inconsistent -----------------------------------------------------------------
 *
 * A cycle that assumes one order only says that the other order is forced; with what is forced, a further
 * cycle may assume one order only, and so on:
 *
 *     cycle A: assumes a2 < a1                   so a1 < a2           (reason: A)
 *     cycle B: assumes b2 < b1                   so b1 < b2           (reason: B)
 *     cycle C: assumes a1 < a2 and b1 < b2       all is forced: no order is left
 *
 * C is the cycle to be drawn, A and B say why its orders hold.  Cycles by which the mailboxes alone force an order
 * are found here, and chains of one relation are made one step. */

/* The best of the COUNT (at least 1) CYCLES that stand one after another, as those of a result do
 * (`hb_result_cycle (result, 0)`) and are copied.  One all of whose assumptions are forced, with as few
 * steps as can be, those of the reasons counted too; if there is none (the trace needs a distinction of cases),
 * one with few open assumptions and few steps.  New. */
HB_API hb_explanation *hb_explanation_new (const hb_trace *trace, const hb_cycle *cycles,
                                           size_t count);
HB_API void hb_explanation_free (hb_explanation *explanation);

/* The cycle to be drawn, borrowed from EXPLANATION; and is all that it assumes forced? */
HB_API const hb_cycle *hb_explanation_cycle (const hb_explanation *explanation);
HB_API bool hb_explanation_complete (const hb_explanation *explanation);

/* --- other figures ------------------------------------------------------------------------------ */

struct hb_strip_options
{
  struct hb_draw_options draw; /* format, preset, width, names, legend */
  hb_id from, to; /* the part of the run, by its first and last step, from 0; TO HB_NONE: the end */
  const bool *handlers; /* which mailboxes to show; NULL: those that hold anything; borrowed */
  bool nested;          /* a message that only posts is written as its posts, "p_h2(p_h3(m1))" */
  bool by_message;      /* one panel for all that a message does in a row, not one for each step */
  hb_id most;           /* messages of a mailbox that are shown; 0: 12 */
};

/* Draws the contents of the mailboxes along RUN, one of TRACE (`hb_replay`; all its events), as small panels
 * side by side (figure 10 of the ED-consistency paper), to OUTPUT (borrowed, not committed).  False after an
 * error in DIAG: nothing changes, or too many panels for a figure.  Linear in the run and the panels. */
HB_API bool hb_draw_strip (const hb_trace *trace, const hb_id *run,
                           const struct hb_strip_options *options, hb_output *output,
                           hb_diag *diag);

/* Draws the grid of the literals and clauses of CNF (figures 4 and 9 of the paper), any formula, as SVG or TikZ
 * to OUTPUT (borrowed, not committed).  A grid wider than the width of OPTIONS is broken between clauses.
 * False after an error in DIAG: it has no clauses, or more cells than a figure holds. */
HB_API bool hb_draw_grid (const hb_cnf *cnf, const struct hb_draw_options *options,
                          hb_output *output, hb_diag *diag);

struct hb_explorer_options
{
  struct hb_draw_options
      draw; /* names and explanation; its witness, if any, is the run to step through */
  enum hb_verdict verdict;
  const hb_cycle *cycles; /* one after another, borrowed; the shortest are shown */
  size_t cycle_count;
  const char *title; /* any text */
  const char *note;  /* shown at the start; may be NULL */
  const char
      *map; /* of a reduction: its lines as one JSON array without '<', '>' and '&'; may be NULL */
};

/* Writes a page for a browser, one HTML file that needs no network, for TRACE to OUTPUT (borrowed, not
 * committed): all of it, some 40 bytes an event.  Without a witness its player shows one attempt to run the trace.
 * False after an error in DIAG: nothing to draw, or a witness that does not run. */
HB_API bool hb_draw_explorer (const hb_trace *trace, const struct hb_explorer_options *options,
                              hb_output *output, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif

/* Diagrams: vertices with names in places that whoever tells them has chosen, and edges between them.  What graphs and
 * gadgets are drawn by; written as sketches are.
 *
 *     hb_diagram *d = hb_diagram_new ();
 *     hb_id a = hb_diagram_vertex (d, hb_copy_text ("x1"), 0, 0, HB_INK_FIRST);
 *     hb_id b = hb_diagram_vertex (d, hb_copy_text ("~x1"), 1, 0, HB_INK_FIRST);
 *     hb_diagram_edge (d, (struct hb_diagram_edge){ .from = a, .to = b, .ink = HB_INK_ARROW });
 *     bool good = hb_diagram_draw (d, "A pair", options, output, diag);
 *     hb_diagram_free (d); */
#ifndef HBKIT_DIAGRAM_H
#define HBKIT_DIAGRAM_H

#include "viz/sketch.h"

typedef struct hb_diagram hb_diagram;

/* The most vertices, and edges, of a figure. */
#define HB_MOST_DIAGRAM 20000

struct hb_diagram_edge
{
  hb_id from, to;
  bool head, tail; /* an arrowhead at `to`, at `from` */
  double bend;     /* how far it bulges to the left, in its length */
  enum hb_ink ink;
};

/* New; freed with `hb_diagram_free` (NULL is legal). */
hb_diagram *hb_diagram_new (void);
void hb_diagram_free (hb_diagram *diagram);

/* Adds a vertex with NAME (stolen, as text.h's `hb_text_name` takes it) at X, Y, whose unit is a distance in which
 * neighbours have room, and gives its number. */
hb_id hb_diagram_vertex (hb_diagram *diagram, char *name, double x, double y, enum hb_ink ink);
void hb_diagram_edge (hb_diagram *diagram, struct hb_diagram_edge edge);

/* Text below; stolen. */
void hb_diagram_caption (hb_diagram *diagram, char *text);

/* Draws DIAGRAM to OUTPUT (borrowed, not committed).  False after an error in DIAG: it is empty, or too large. */
bool hb_diagram_draw (const hb_diagram *diagram, const char *title,
                      const struct hb_draw_options *options, hb_output *output, hb_diag *diag);

#endif

/* What the encodings have in common: nodes, known edges, choices.  Private to encode*.c. */
#ifndef HBKIT_ENCODE_GRAPH_H
#define HBKIT_ENCODE_GRAPH_H

#include "import/encode.h"
#include "trace/order.h"

/* The edges that one alternative of a choice asks for. */
struct encode_case
{
  hb_id from[2], to[2]; /* numbers of nodes */
  int edges;            /* 1 or 2 */
};

/* One of the cases must hold. */
struct encode_choice
{
  struct encode_case cases[4];
  int count; /* 2 or 4 */
};

struct encode_graph
{
  const hb_trace *trace;
  const struct hb_encode_options *options;
  hb_order *order;
  hb_id *number; /* node of the order -> its number from 0, HB_NONE when left out */
  hb_id nodes;
  uint64_t edges;               /* known ones */
  uint64_t choices;             /* in all */
  uint64_t cases, chosen_edges; /* in them */
};

void encode_graph_make (struct encode_graph *graph, const hb_trace *trace,
                        const struct hb_encode_options *options);
void encode_graph_free (struct encode_graph *graph);

/* Called for every known edge, and for every choice. */
typedef void encode_edge (void *context, hb_id from, hb_id to);
typedef void encode_choose (void *context, const struct encode_choice *choice);

void encode_known_edges (const struct encode_graph *graph, encode_edge *told, void *context);
void encode_choices (const struct encode_graph *graph, encode_choose *told, void *context);

/* Variables of the SAT encodings: first, in plain DIMACS, the bits of the nodes' numbers, then those of
 * the choices, in the order of encode_choices, then helpers. */
struct encode_layout
{
  int64_t first_choice, of_choices; /* the first variable of a choice, and how many choices have */
  int64_t large;                    /* of them those of choices with more than two cases */
  int64_t variables;                /* in all */
  int bits;                         /* of a node's number; 0 for clasp */
};

struct encode_layout encode_layout (const struct encode_graph *graph);

/* The literal of case I when the choice's first variable is FIRST, and how many variables it has. */
int64_t encode_literal (const struct encode_choice *choice, int i, int64_t first);
int64_t encode_width (const struct encode_choice *choice);

/* Lines that say what the file is, each after MARK. */
void encode_comments (const struct encode_graph *graph, hb_output *output, const char *mark);

/* The forms; false after an error in DIAG. */
void encode_smt (const struct encode_graph *graph, hb_output *output);
bool encode_clasp (const struct encode_graph *graph, hb_output *output, hb_diag *diag);
bool encode_dimacs (const struct encode_graph *graph, hb_output *output, hb_diag *diag);

#endif

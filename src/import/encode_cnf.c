/* Algorithm 2 for SAT solvers: a choice of two cases is a variable, one of more cases has a
 * variable for each case, and an edge may be present only with its literal; what is left to say is
 * that no cycle is present.
 *
 * clasp 3.3 --parse-ext has that built in.  Right after the header:
 *
 *     p cnf VARIABLES CLAUSES
 *     c graph NODES
 *     c arc LITERAL FROM TO       nodes from 1; literal 0: always
 *     c endgraph
 *
 * Variables of arcs that occur in no clause would be taken for free ones, hence clauses "x z" and
 * "-x z" with one z for all.
 *
 * Plain DIMACS: node v has a number of B bits, and a present edge u -> v makes u's smaller than
 * v's.  With g(i) for "the i low bits of u are smaller than those of v", g(0) false and g(B) the
 * edge's literal,
 *
 *     g(i+1)  implies  u(i) <= v(i)  and  (u(i) < v(i)  or  g(i)). */
#include "import/encode_graph.h"

#include <limits.h>

struct cnf
{
  hb_output *output;
  int64_t next;  /* the next variable of a choice, or of a comparison */
  int64_t extra; /* clasp: z; DIMACS: the next free variable */
  int bits;
};

static void
put_clause (const struct cnf *cnf, int64_t a, int64_t b, int64_t c)
{
  const int64_t literals[] = { a, b, c };
  for (int i = 0; i < 3; i++)
    if (literals[i])
      {
        hb_put_signed (cnf->output, literals[i]);
        hb_put_char (cnf->output, ' ');
      }
  hb_put (cnf->output, "0\n");
}

int64_t
encode_literal (const struct encode_choice *choice, int i, int64_t first)
{
  if (choice->count == 2)
    return i ? -first : first;
  return first + i;
}

struct encode_layout
encode_layout (const struct encode_graph *graph)
{
  /* All cases - 2 * choices is twice the number of those of 4 cases: no others are made. */
  int64_t large = ((int64_t)graph->cases - 2 * (int64_t)graph->choices) / 2;
  struct encode_layout layout = { .large = 4 * large,
                                  .of_choices = (int64_t)graph->choices - large + 4 * large,
                                  .first_choice = 1 };
  if (graph->options->form == HB_ENCODE_CLASP)
    {
      layout.variables = layout.of_choices + 1;
      return layout;
    }
  layout.bits = 1;
  while ((int64_t)graph->nodes > (int64_t)1 << layout.bits)
    layout.bits++;
  int64_t of_nodes = layout.bits * (int64_t)graph->nodes;
  int64_t edges = (int64_t)(graph->edges + graph->chosen_edges);
  layout.first_choice = of_nodes + 1;
  layout.variables = of_nodes + layout.of_choices + (layout.bits - 1) * edges;
  return layout;
}

/* "One of the cases" for choices that have more than two. */
static void
put_large (struct cnf *cnf, const struct encode_choice *choice)
{
  for (int i = 0; i < choice->count; i++)
    {
      hb_put_signed (cnf->output, encode_literal (choice, i, cnf->next));
      hb_put_char (cnf->output, ' ');
    }
  hb_put (cnf->output, "0\n");
}

int64_t
encode_width (const struct encode_choice *choice)
{
  return choice->count == 2 ? 1 : choice->count;
}

static bool
too_large (int64_t variables, hb_diag *diag)
{
  if (variables <= INT_MAX)
    return false;
  hb_error (diag, NULL, "%lld variables; DIMACS literals reach to %d", (long long)variables,
            INT_MAX);
  return true;
}

/* --- clasp ------------------------------------------------------------------------------------- */

static void
put_arc (const struct cnf *cnf, int64_t literal, hb_id from, hb_id to)
{
  hb_put (cnf->output, "c arc ");
  hb_put_signed (cnf->output, literal);
  hb_put_char (cnf->output, ' ');
  hb_put_number (cnf->output, (uint64_t)from + 1);
  hb_put_char (cnf->output, ' ');
  hb_put_number (cnf->output, (uint64_t)to + 1);
  hb_put_char (cnf->output, '\n');
}

static void
put_known_arc (void *context, hb_id from, hb_id to)
{
  put_arc (context, 0, from, to);
}

static void
put_arcs (void *context, const struct encode_choice *choice)
{
  struct cnf *cnf = context;
  for (int i = 0; i < choice->count; i++)
    for (int k = 0; k < choice->cases[i].edges; k++)
      put_arc (cnf, encode_literal (choice, i, cnf->next), choice->cases[i].from[k],
               choice->cases[i].to[k]);
  cnf->next += encode_width (choice);
}

static void
put_occurrences (void *context, const struct encode_choice *choice)
{
  struct cnf *cnf = context;
  if (choice->count > 2)
    put_large (cnf, choice);
  else
    {
      put_clause (cnf, cnf->next, cnf->extra, 0);
      put_clause (cnf, -cnf->next, cnf->extra, 0);
    }
  cnf->next += encode_width (choice);
}

bool
encode_clasp (const struct encode_graph *graph, hb_output *output, hb_diag *diag)
{
  struct encode_layout layout = encode_layout (graph);
  struct cnf cnf = { .output = output, .next = 1, .extra = layout.variables };
  if (too_large (layout.variables, diag))
    return false;
  int64_t clauses = 2 * (layout.of_choices - layout.large) + layout.large / 4;
  encode_comments (graph, output, "c");
  hb_put (output,
          "c For clasp --parse-ext: other solvers do not see the graph and answer wrongly.\n");
  hb_putf (output, "p cnf %lld %lld\n", (long long)layout.variables, (long long)clauses);
  hb_putf (output, "c graph %u\n", graph->nodes);
  encode_known_edges (graph, put_known_arc, &cnf);
  encode_choices (graph, put_arcs, &cnf);
  hb_put (output, "c endgraph\n");
  cnf.next = 1;
  encode_choices (graph, put_occurrences, &cnf);
  return true;
}

/* --- DIMACS ------------------------------------------------------------------------------------ */

/* If LITERAL holds (0: always), the number of FROM is smaller than that of TO. */
static void
put_smaller (struct cnf *cnf, int64_t literal, hb_id from, hb_id to)
{
  int64_t above = literal;
  for (int i = cnf->bits - 1; i >= 0; i--)
    {
      int64_t u = (int64_t)from * cnf->bits + i + 1, v = (int64_t)to * cnf->bits + i + 1;
      if (!i)
        {
          put_clause (cnf, -above, -u, 0);
          put_clause (cnf, -above, v, 0);
          return;
        }
      int64_t below = cnf->extra++;
      put_clause (cnf, -above, -u, v);
      put_clause (cnf, -above, below, -u);
      put_clause (cnf, -above, below, v);
      above = below;
    }
}

static void
put_known_smaller (void *context, hb_id from, hb_id to)
{
  put_smaller (context, 0, from, to);
}

static void
put_smaller_of_choice (void *context, const struct encode_choice *choice)
{
  struct cnf *cnf = context;
  for (int i = 0; i < choice->count; i++)
    for (int k = 0; k < choice->cases[i].edges; k++)
      put_smaller (cnf, encode_literal (choice, i, cnf->next), choice->cases[i].from[k],
                   choice->cases[i].to[k]);
  if (choice->count > 2)
    put_large (cnf, choice);
  cnf->next += encode_width (choice);
}

bool
encode_dimacs (const struct encode_graph *graph, hb_output *output, hb_diag *diag)
{
  struct encode_layout layout = encode_layout (graph);
  int64_t edges = (int64_t)(graph->edges + graph->chosen_edges);
  if (too_large (layout.variables, diag))
    return false;
  struct cnf cnf
      = { output, layout.first_choice, layout.first_choice + layout.of_choices, layout.bits };
  encode_comments (graph, output, "c");
  hb_putf (output, "p cnf %lld %lld\n", (long long)layout.variables,
           (long long)((3 * (layout.bits - 1) + 2) * edges + layout.large / 4));
  encode_known_edges (graph, put_known_smaller, &cnf);
  encode_choices (graph, put_smaller_of_choice, &cnf);
  return true;
}

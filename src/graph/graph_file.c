/* Graphs as DIMACS has them: the `.col` files of the second implementation challenge (Johnson and Trick (eds.),
 * "Cliques, coloring, and satisfiability", 1996), and, with direction, `p arc` and `a` lines after those
 * of the ninth (shortest paths), but without weights.
 *
 *     c a comment
 *     p edge 4 3
 *     e 1 2
 *     e 2 3
 *     e 3 1
 *     k 3
 *
 * Ours is the line `k BOUND`, anywhere behind the header.  Of the published files some tell each edge in both
 * directions, and `p col` is used for `p edge`: both are accepted. */
#include "graph/graph.h"

#include "base/line.h"

struct reader
{
  struct hb_line line;
  hb_graph *graph;          /* NULL before the header */
  uint64_t announced, told; /* edges */
  char *header;             /* its line, and where that stood, for an error at the end */
  struct hb_place header_place;
};

/* --- the header --- */

static bool
read_count (struct reader *r, const char *what, uint64_t *number)
{
  struct hb_line *w = &r->line;
  if (!hb_line_next (w))
    hb_line_error (w, "the header lacks the number of %s; expected 'p edge VERTICES EDGES'", what);
  else if (hb_line_number (w, number))
    return true;
  else
    hb_line_error (w, "'%s' is no number of %s; expected 'p edge VERTICES EDGES'",
                   hb_line_shown (w).text, what);
  return false;
}

/* The `p` being read; false after an error. */
static bool
read_header (struct reader *r)
{
  struct hb_line *w = &r->line;
  uint64_t vertices;
  bool word = hb_line_next (w), directed = word && hb_line_is (w, "arc");
  if (!directed && !(word && (hb_line_is (w, "edge") || hb_line_is (w, "col"))))
    {
      hb_line_error (w,
                     "expected 'edge' in the header 'p edge VERTICES EDGES' of a graph, or 'arc' "
                     "if it is directed");
      return false;
    }
  if (!read_count (r, "vertices", &vertices))
    return false;
  if (vertices > HB_MOST_VERTICES)
    {
      hb_line_error (w, "the header announces more than %d vertices, the most that is supported",
                     HB_MOST_VERTICES);
      return false;
    }
  if (!read_count (r, directed ? "arcs" : "edges", &r->announced))
    return false;
  r->header_place = hb_input_place (w->input, w->start + 1);
  if (!hb_line_end (w))
    return false;
  r->header = hb_copy_bytes (w->text, w->length);
  r->header_place.text = r->header;
  r->graph = hb_graph_new ((hb_id)vertices, directed);
  return true;
}

/* --- edges and the bound --- */

/* An end of an edge into *VERTEX, from 0. */
static bool
read_vertex (struct reader *r, hb_id *vertex)
{
  struct hb_line *w = &r->line;
  uint64_t number;
  if (!hb_line_next (w))
    hb_line_error (w, "expected the number of a vertex; an %s has two ends",
                   r->graph->directed ? "arc" : "edge");
  else if (!hb_line_number (w, &number))
    hb_line_error (w, "'%s' is no number of a vertex", hb_line_shown (w).text);
  else if (!number || number > r->graph->vertices)
    hb_line_error (w, "vertex %s is out of range; the header announces %u, numbered from 1",
                   hb_line_shown (w).text, (unsigned)r->graph->vertices);
  else
    {
      *vertex = (hb_id)(number - 1);
      return true;
    }
  return false;
}

static void
read_edge (struct reader *r)
{
  struct hb_line *w = &r->line;
  hb_id from, to;
  if (++r->told == r->announced + 1)
    hb_line_error (w, "one %s more than the %llu that the header announces",
                   r->graph->directed ? "arc" : "edge", (unsigned long long)r->announced);
  if (!read_vertex (r, &from) || !read_vertex (r, &to))
    return;
  if (from == to)
    hb_line_error (w, "an edge from vertex %u to itself; expected two different ends",
                   (unsigned)from + 1);
  else if (hb_line_end (w))
    hb_graph_add (r->graph, from, to);
}

static void
read_bound (struct reader *r)
{
  struct hb_line *w = &r->line;
  uint64_t bound;
  if (r->graph->has_bound)
    hb_line_error (w, "a second bound; a graph has one");
  else if (!hb_line_next (w))
    hb_line_error (w, "expected a number behind 'k'");
  else if (!hb_line_number (w, &bound) || bound == UINT64_MAX)
    hb_line_error (w, "'%s' is no bound; expected a number", hb_line_shown (w).text);
  else if (hb_line_end (w))
    hb_graph_set_bound (r->graph, bound);
}

/* One line; false: stop here. */
static bool
read_line (struct reader *r)
{
  struct hb_line *w = &r->line;
  if (!hb_line_next (w) || w->text[w->start] == 'c')
    return true;
  if (hb_line_is (w, "p") && !r->graph)
    return read_header (r);
  if (!r->graph)
    {
      hb_line_error (w, "'%s' where the header was expected: 'p edge VERTICES EDGES'",
                     hb_line_shown (w).text);
      return false;
    }
  if (hb_line_is (w, r->graph->directed ? "a" : "e"))
    read_edge (r);
  else if (hb_line_is (w, "k"))
    read_bound (r);
  else if (hb_line_is (w, "p"))
    hb_line_error (w, "a second header; the first stands in line %zu", r->header_place.line);
  else
    hb_line_error (w,
                   "'%s' begins no line of a graph; expected '%s' and two vertices, or 'k' and a "
                   "bound",
                   hb_line_shown (w).text, r->graph->directed ? "a" : "e");
  return r->told <= r->announced;
}

/* What can only be said at the end. */
static void
check_end (struct reader *r)
{
  struct hb_line *w = &r->line;
  struct hb_place place = { hb_input_name (w->input), hb_input_line_number (w->input), 0, NULL, 0 };
  if (!place.line)
    place.line = 1;
  if (!r->graph)
    hb_error (w->diag, &place,
              "the file ends without a header; expected 'p edge VERTICES EDGES' or 'p arc'");
  else if (r->told < r->announced)
    hb_error (w->diag, &r->header_place,
              "the header announces %llu %s but the file ends after %llu",
              (unsigned long long)r->announced, r->graph->directed ? "arcs" : "edges",
              (unsigned long long)r->told);
}

hb_graph *
hb_graph_read_input (hb_input *input, hb_diag *diag)
{
  struct reader r = { .line = { .input = input, .diag = diag } };
  size_t before = hb_diag_errors (diag);
  bool going = true;
  while (going && hb_line_take (&r.line))
    going = read_line (&r);
  if (hb_diag_errors (diag) == before && hb_input_finish (input))
    check_end (&r);
  hb_free (r.header);
  hb_input_close (input);
  if (hb_diag_errors (diag) == before)
    {
      hb_graph_merge_edges (r.graph);
      return r.graph;
    }
  hb_graph_free (r.graph);
  return NULL;
}

void
hb_graph_write (hb_output *output, const hb_graph *graph, const char *comment)
{
  hb_put_c_lines (output, comment);
  hb_putf (output, "p %s %u %zu\n", graph->directed ? "arc" : "edge", (unsigned)graph->vertices,
           graph->edges.size);
  if (graph->has_bound)
    hb_putf (output, "k %llu\n", (unsigned long long)graph->bound);
  for (size_t i = 0; i < graph->edges.size; i++)
    {
      hb_put (output, graph->directed ? "a " : "e ");
      hb_put_number (output, (uint64_t)graph->edges.data[i].from + 1);
      hb_put_char (output, ' ');
      hb_put_number (output, (uint64_t)graph->edges.data[i].to + 1);
      hb_put_char (output, '\n');
    }
}

bool
hb_graph_recognise (const char *bytes, size_t length, bool *directed)
{
  hb_diag *diag = hb_diag_new ();
  hb_input *input = hb_input_of_bytes ("", bytes, length, diag);
  struct hb_line w = { .input = input, .diag = diag };
  bool found = false;
  while (hb_line_take (&w))
    {
      if (!hb_line_next (&w) || w.text[w.start] == 'c')
        continue;
      found = hb_line_is (&w, "p") && hb_line_next (&w);
      *directed = found && hb_line_is (&w, "arc");
      found = *directed || (found && (hb_line_is (&w, "edge") || hb_line_is (&w, "col")));
      break;
    }
  hb_input_close (input);
  hb_diag_free (diag);
  return found;
}

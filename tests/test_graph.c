/* Graphs: what is read is what was written, every kind of damage is named with its line and column, the small
 * ones are as many as they should be, and copies, parts and guises are what they say. */
#include "unit.h"

#include "base/memory.h"
#include "graph/graph.h"

static hb_graph *
read_text (const char *text, hb_diag *diag)
{
  return hb_graph_read_input (hb_input_of_bytes ("g.col", text, strlen (text), diag), diag);
}

static hb_graph *
written_and_read (const hb_graph *graph)
{
  hb_diag *diag = hb_diag_new ();
  hb_output *output = hb_output_to_memory ();
  size_t size;
  hb_graph_write (output, graph, "one\n\ntwo");
  char *text = hb_output_text (output, &size);
  bool directed;
  assert_true (hb_graph_recognise (text, size, &directed));
  assert_int_equal (directed, graph->directed);
  hb_graph *again = read_text (text, diag);
  assert_non_null (again);
  hb_free (text);
  hb_diag_free (diag);
  return again;
}

TEST (test_read)
{
  hb_diag *diag = hb_diag_new ();
  hb_graph *graph
      = read_text ("c hello\n\np col 4 5\ne 1 2\ne 2 1\nk 7\ne 3 2\r\ne 1 2\n e\t4 1 \n", diag);
  assert_non_null (graph);
  assert_int_equal (graph->vertices, 4);
  assert_int_equal (graph->edges.size, 3); /* two were told twice */
  assert_true (graph->has_bound && graph->bound == 7 && !graph->directed);
  struct hb_neighbours near = hb_graph_neighbours (graph);
  assert_int_equal (near.first[1] - near.first[0], 2);
  assert_true (hb_neighbours_has (&near, 1, 2) && hb_neighbours_has (&near, 2, 1));
  assert_false (hb_neighbours_has (&near, 0, 2));
  hb_neighbours_free (&near);
  hb_graph_free (graph);
  graph = read_text ("p arc 2 2\na 1 2\na 2 1\n", diag);
  assert_non_null (graph);
  assert_true (graph->directed && graph->edges.size == 2 && !graph->has_bound);
  hb_graph_free (graph);
  assert_int_equal (hb_diag_errors (diag), 0);
  hb_diag_free (diag);
}

static const struct
{
  const char *text;
  size_t line, column;
  const char *error;
} wrong[] = {
  { "", 1, 0, "the file ends without a header; expected 'p edge VERTICES EDGES' or 'p arc'" },
  { "e 1 2\n", 1, 1, "'e' where the header was expected: 'p edge VERTICES EDGES'" },
  { "p cnf 1 1\n", 1, 3,
    "expected 'edge' in the header 'p edge VERTICES EDGES' of a graph, or 'arc' if it is "
    "directed" },
  { "p edge\n", 1, 7, "the header lacks the number of vertices; expected 'p edge VERTICES EDGES'" },
  { "p edge 3\n", 1, 9, "the header lacks the number of edges; expected 'p edge VERTICES EDGES'" },
  { "p edge -3 1\n", 1, 8, "'-3' is no number of vertices; expected 'p edge VERTICES EDGES'" },
  { "p edge 99999999999 1\n", 1, 8,
    "the header announces more than 10000000 vertices, the most that is supported" },
  { "p edge 2 1 1\n", 1, 12, "'1' where the end of the line was expected" },
  { "p edge 2 1\np edge 2 1\n", 2, 1, "a second header; the first stands in line 1" },
  { "p edge 2 1\ne 1 3\n", 2, 5,
    "vertex 3 is out of range; the header announces 2, numbered from 1" },
  { "p edge 2 1\ne 0 1\n", 2, 3,
    "vertex 0 is out of range; the header announces 2, numbered from 1" },
  { "p edge 2 1\ne 1 x\n", 2, 5, "'x' is no number of a vertex" },
  { "p edge 2 1\ne 1\n", 2, 4, "expected the number of a vertex; an edge has two ends" },
  { "p edge 2 1\ne 2 2\n", 2, 5, "an edge from vertex 2 to itself; expected two different ends" },
  { "p edge 2 1\ne 1 2 7\n", 2, 7, "'7' where the end of the line was expected" },
  { "p edge 2 0\ne 1 2\n", 2, 1, "one edge more than the 0 that the header announces" },
  { "p edge 2 2\ne 1 2\n", 1, 10, "the header announces 2 edges but the file ends after 1" },
  { "p edge 2 0\nk\n", 2, 2, "expected a number behind 'k'" },
  { "p edge 2 0\nk x\n", 2, 3, "'x' is no bound; expected a number" },
  { "p edge 2 0\nk 1\nk 1\n", 3, 1, "a second bound; a graph has one" },
  { "p arc 2 1\ne 1 2\n", 2, 1,
    "'e' begins no line of a graph; expected 'a' and two vertices, or 'k' and a bound" },
};

TEST (test_wrong)
{
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    {
      hb_diag *diag = hb_diag_new ();
      struct hb_place place;
      assert_null (read_text (wrong[i].text, diag));
      assert_string_equal (hb_diag_entry (diag, 0, NULL, &place), wrong[i].error);
      assert_int_equal (place.line, wrong[i].line);
      assert_int_equal (place.column, wrong[i].column);
      hb_diag_free (diag);
    }
}

struct tally
{
  size_t graphs, edges;
};

static bool
count (void *context, hb_graph *graph)
{
  struct tally *tally = context;
  assert_true (tally->edges <= graph->edges.size);
  tally->edges = graph->edges.size;
  tally->graphs++;
  hb_graph_set_bound (graph, tally->graphs);
  hb_graph *again = written_and_read (graph), *copy = hb_graph_copy (graph);
  assert_true (hb_graph_equal (graph, again) && hb_graph_equal (graph, copy));
  hb_graph_set_bound (copy, 0);
  assert_false (hb_graph_equal (graph, copy));
  hb_graph_free (again);
  hb_graph_free (copy);
  return true;
}

/* The numbers of graphs and digraphs up to isomorphism: Harary and Palmer, Graphical enumeration, 1973
 * (A000088, A000273). */
TEST (test_small)
{
  const size_t graphs[] = { 1, 1, 2, 4, 11, 34, 156 }, digraphs[] = { 1, 1, 3, 16, 218 };
  for (hb_id n = 0; n < 7; n++)
    {
      struct tally tally = { 0, 0 };
      assert_true (hb_graph_each_small (n, false, count, &tally));
      assert_int_equal (tally.graphs, graphs[n]);
    }
  for (hb_id n = 0; n < 5; n++)
    {
      struct tally tally = { 0, 0 };
      assert_true (hb_graph_each_small (n, true, count, &tally));
      assert_int_equal (tally.graphs, digraphs[n]);
    }
}

TEST (test_parts)
{
  struct hb_rng rng = hb_rng_seeded (5);
  for (int round = 0; round < 200; round++)
    {
      hb_id n = 1 + (hb_id)hb_rng_below (&rng, 9);
      bool directed = round & 1;
      hb_graph *graph = hb_graph_random (n, directed, 500, &rng);
      hb_id v = (hb_id)hb_rng_below (&rng, n);
      size_t degree = 0;
      for (size_t i = 0; i < graph->edges.size; i++)
        degree += graph->edges.data[i].from == v || graph->edges.data[i].to == v;
      hb_graph *less = hb_graph_without_vertex (graph, v);
      assert_int_equal (less->vertices, n - 1);
      assert_int_equal (less->edges.size, graph->edges.size - degree);
      hb_graph_free (less);
      if (graph->edges.size)
        {
          less = hb_graph_without_edge (graph, graph->edges.size / 2);
          assert_int_equal (less->edges.size, graph->edges.size - 1);
          assert_false (hb_graph_equal (less, graph));
          struct hb_edge e = graph->edges.data[graph->edges.size / 2];
          hb_graph_add (less, directed ? e.from : e.to, directed ? e.to : e.from);
          assert_true (hb_graph_equal (less, graph));
          hb_graph_free (less);
        }
      hb_graph *other = hb_graph_shuffled (graph, &rng);
      assert_int_equal (other->edges.size, graph->edges.size);
      hb_graph_merge_edges (other);
      assert_int_equal (other->edges.size, graph->edges.size);
      hb_graph_free (other);
      hb_graph_free (graph);
    }
}

/* See graph_formulas.h. */
#include "gen/graph_formulas.h"

#include "base/memory.h"

#include <stdlib.h>

#define MOST_VERTICES 1000000
#define MOST_LITERALS 200000000.0

/* --- graphs ------------------------------------------------------------------------------------ */

static int
compare_edges (const void *a, const void *b)
{
  const struct hb_edge *x = a, *y = b;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return x->to < y->to ? -1 : x->to > y->to;
}

/* Pairs the ends at random; NULL if a loop or a double edge came out.  New. */
static hb_graph *
try_pairing (hb_id *ends, size_t count, size_t degree, hb_id vertices, struct hb_rng *rng)
{
  hb_rng_shuffle (rng, ends, count);
  struct hb_edge *edges = hb_calloc (count / 2 + 1, sizeof *edges);
  bool simple = true;
  for (size_t i = 0; i < count; i += 2)
    {
      hb_id a = ends[i] / (hb_id)degree, b = ends[i + 1] / (hb_id)degree;
      edges[i / 2] = (struct hb_edge){ a < b ? a : b, a < b ? b : a };
      simple = simple && a != b;
    }
  if (count)
    qsort (edges, count / 2, sizeof *edges, compare_edges);
  for (size_t i = 1; i < count / 2 && simple; i++)
    simple = compare_edges (&edges[i - 1], &edges[i]) != 0;
  hb_graph *graph = simple ? hb_graph_new (vertices, false) : NULL;
  for (size_t i = 0; graph && i < count / 2; i++)
    hb_graph_add (graph, edges[i].from, edges[i].to);
  hb_free (edges);
  return graph;
}

hb_graph *
hb_regular_graph (int vertices, int degree, struct hb_rng *rng, hb_diag *diag)
{
  /* A pairing is simple with a chance of about exp (-(d^2 - 1) / 4), which 6 makes 1 in 6,000. */
  if (degree < 1 || degree > 6 || vertices <= degree || vertices > MOST_VERTICES
      || (vertices * degree) % 2)
    {
      hb_error (diag, NULL,
                "a graph of %d vertices of degree %d; possible are degrees from 1 to 6, more "
                "vertices than "
                "that, and an even number of them if the degree is odd",
                vertices, degree);
      return NULL;
    }
  size_t count = (size_t)vertices * (size_t)degree;
  hb_id *ends = hb_calloc (count, sizeof *ends);
  for (size_t i = 0; i < count; i++)
    ends[i] = (hb_id)i;
  hb_graph *graph;
  do
    graph = try_pairing (ends, count, (size_t)degree, (hb_id)vertices, rng);
  while (!graph);
  hb_free (ends);
  return graph;
}

hb_graph *
hb_graph_with_edges (int vertices, double edges, struct hb_rng *rng, hb_diag *diag)
{
  double most = (double)vertices * ((double)vertices - 1) / 2;
  if (vertices < 1 || vertices > MOST_VERTICES || edges < 0 || edges > most / 2 + 1 || edges > 1e8)
    {
      hb_error (
          diag, NULL,
          "a random graph of %d vertices and %.0f edges; possible is up to half of the %.0f edges "
          "that there could be",
          vertices, edges, most);
      return NULL;
    }
  hb_graph *graph = hb_graph_new ((hb_id)vertices, false);
  /* Those drawn twice are drawn again. */
  while ((double)graph->edges.size < edges)
    {
      while ((double)graph->edges.size < edges)
        {
          hb_id a = (hb_id)hb_rng_below (rng, (uint64_t)vertices);
          hb_id b = (hb_id)hb_rng_below (rng, (uint64_t)vertices);
          if (a != b)
            hb_graph_add (graph, a < b ? a : b, a < b ? b : a);
        }
      hb_graph_merge_edges (graph);
    }
  return graph;
}

/* --- Tseitin ----------------------------------------------------------------------------------- */

/* The clauses of "the sum of EDGES is CHARGE": each forbids one wrong sum. */
static void
add_sum (hb_cnf *cnf, const int *edges, unsigned degree, bool charge)
{
  for (unsigned values = 0; values < 1U << degree; values++)
    {
      if ((bool)(__builtin_popcount (values) & 1) == charge)
        continue;
      for (unsigned k = 0; k < degree; k++)
        hb_cnf_add (cnf, values >> k & 1 ? -edges[k] : edges[k]);
      hb_cnf_add (cnf, 0);
    }
}

hb_cnf *
hb_tseitin (const hb_graph *graph, bool satisfiable, struct hb_rng *rng, hb_diag *diag)
{
  size_t vertices = graph->vertices;
  unsigned *degree = hb_calloc (vertices + 1, sizeof *degree), most = 0;
  for (size_t e = 0; e < graph->edges.size; e++)
    {
      degree[graph->edges.data[e].from]++;
      degree[graph->edges.data[e].to]++;
    }
  for (size_t v = 0; v < vertices; v++)
    most = degree[v] > most ? degree[v] : most;
  if (graph->directed || most > HB_MOST_DEGREE || !vertices)
    {
      hb_error (diag, NULL,
                "a %sgraph of %zu vertices with up to %u neighbours; possible are undirected ones "
                "with a vertex or more, and up to %d neighbours",
                graph->directed ? "directed " : "", vertices, most, HB_MOST_DEGREE);
      hb_free (degree);
      return NULL;
    }
  hb_cnf *cnf = hb_cnf_new ((int)graph->edges.size);
  int *edges = hb_calloc (vertices * (most + 1), sizeof *edges); /* of vertex v: from v * most on */
  bool *charge = hb_calloc (vertices + 1, sizeof *charge);
  unsigned *seen = hb_calloc (vertices + 1, sizeof *seen);
  for (size_t e = 0; e < graph->edges.size; e++)
    {
      bool value = hb_rng_coin (rng);
      const hb_id ends[] = { graph->edges.data[e].from, graph->edges.data[e].to };
      for (int i = 0; i < 2; i++)
        {
          edges[ends[i] * most + seen[ends[i]]++] = (int)e + 1;
          charge[ends[i]] ^= value;
        }
    }
  charge[0] ^= !satisfiable;
  for (size_t v = 0; v < vertices; v++)
    add_sum (cnf, edges + v * most, degree[v], charge[v]);
  hb_free (degree);
  hb_free (edges);
  hb_free (charge);
  hb_free (seen);
  return cnf;
}

/* --- colours and cliques ----------------------------------------------------------------------- */

/* Variable of item ITEM and choice CHOICE, of CHOICES each. */
static int
choice_variable (size_t item, int choice, int choices)
{
  return (int)item * choices + choice + 1;
}

static bool
is_small (double literals, hb_diag *diag)
{
  if (literals <= MOST_LITERALS)
    return true;
  hb_error (diag, NULL, "a formula of %.3g literals; possible are %.0f", literals, MOST_LITERALS);
  return false;
}

hb_cnf *
hb_colouring (const hb_graph *graph, int colours, hb_diag *diag)
{
  if (colours < 1 || colours > 1000)
    {
      hb_error (diag, NULL, "%d colours; possible are 1 to 1000", colours);
      return NULL;
    }
  if (!is_small ((double)colours * ((double)graph->vertices + 2.0 * (double)graph->edges.size),
                 diag))
    return NULL;
  hb_cnf *cnf = hb_cnf_new ((int)graph->vertices * colours);
  for (size_t v = 0; v < graph->vertices; v++)
    {
      for (int c = 0; c < colours; c++)
        hb_cnf_add (cnf, choice_variable (v, c, colours));
      hb_cnf_add (cnf, 0);
    }
  for (size_t e = 0; e < graph->edges.size; e++)
    for (int c = 0; c < colours; c++)
      {
        hb_cnf_add (cnf, -choice_variable (graph->edges.data[e].from, c, colours));
        hb_cnf_add (cnf, -choice_variable (graph->edges.data[e].to, c, colours));
        hb_cnf_add (cnf, 0);
      }
  return cnf;
}

/* The layout of a clique-colouring formula's variables. */
struct clique_colouring
{
  int n, k, c;
  int edges,
      members; /* the edges come first, then who is which member of the clique, then colours */
};

static int
edge_variable (const struct clique_colouring *f, int u, int v)
{
  return u * (2 * f->n - u - 1) / 2 + (v - u);
}

static int
member_variable (const struct clique_colouring *f, int member, int v)
{
  return f->edges + member * f->n + v + 1;
}

static int
colour_variable (const struct clique_colouring *f, int v, int colour)
{
  return f->edges + f->members + v * f->c + colour + 1;
}

static void
add_three (hb_cnf *cnf, int a, int b, int c)
{
  const int literals[] = { a, b, c };
  hb_cnf_add_clause (cnf, literals, c ? 3 : 2);
}

/* Each member of the clique is a vertex, different ones are different and joined. */
static void
add_clique (hb_cnf *cnf, const struct clique_colouring *f)
{
  for (int i = 0; i < f->k; i++)
    {
      for (int v = 0; v < f->n; v++)
        hb_cnf_add (cnf, member_variable (f, i, v));
      hb_cnf_add (cnf, 0);
    }
  for (int i = 0; i < f->k; i++)
    for (int j = 0; j < f->k; j++)
      for (int u = 0; u < f->n && i != j; u++)
        {
          if (i < j)
            add_three (cnf, -member_variable (f, i, u), -member_variable (f, j, u), 0);
          for (int v = u + 1; v < f->n; v++)
            add_three (cnf, -member_variable (f, i, u), -member_variable (f, j, v),
                       edge_variable (f, u, v));
        }
}

static void
add_colours (hb_cnf *cnf, const struct clique_colouring *f)
{
  for (int v = 0; v < f->n; v++)
    {
      for (int c = 0; c < f->c; c++)
        hb_cnf_add (cnf, colour_variable (f, v, c));
      hb_cnf_add (cnf, 0);
    }
  for (int u = 0; u < f->n; u++)
    for (int v = u + 1; v < f->n; v++)
      for (int c = 0; c < f->c; c++)
        add_three (cnf, -edge_variable (f, u, v), -colour_variable (f, u, c),
                   -colour_variable (f, v, c));
}

hb_cnf *
hb_clique_colouring (int vertices, int clique, int colours, hb_diag *diag)
{
  double n = vertices, k = clique, c = colours;
  if (vertices < 1 || clique < 1 || colours < 1 || vertices > 10000 || clique > 1000
      || colours > 1000)
    {
      hb_error (diag, NULL,
                "a clique of %d among %d vertices, %d colours; possible are positive numbers",
                clique, vertices, colours);
      return NULL;
    }
  if (!is_small (3 * n * n / 2 * (k * k + c), diag))
    return NULL;
  struct clique_colouring f = { .n = vertices, .k = clique, .c = colours };
  f.edges = vertices * (vertices - 1) / 2;
  f.members = clique * vertices;
  hb_cnf *cnf = hb_cnf_new (f.edges + f.members + vertices * colours);
  add_clique (cnf, &f);
  add_colours (cnf, &f);
  return cnf;
}

/* --- pebbles ----------------------------------------------------------------------------------- */

hb_cnf *
hb_pebbling (int height, hb_diag *diag)
{
  if (height < 0 || height > 5000)
    {
      hb_error (diag, NULL, "a pyramid of height %d; possible are 0 to 5000", height);
      return NULL;
    }
  /* Level l, from the bottom, has height + 1 - l vertices; the first of them is `first`. */
  int width = height + 1, first = 1;
  hb_cnf *cnf = hb_cnf_new (width * (width + 1) / 2);
  for (int v = 1; v <= width; v++)
    {
      hb_cnf_add (cnf, v);
      hb_cnf_add (cnf, 0);
    }
  for (; width > 1; width--)
    {
      int above = first + width;
      for (int i = 0; i + 1 < width; i++)
        add_three (cnf, -(first + i), -(first + i + 1), above + i);
      first = above;
    }
  hb_cnf_add (cnf, -first);
  hb_cnf_add (cnf, 0);
  return cnf;
}

/* Guarded orders against the transitive closure, on random graphs. */
#include "unit.h"

#include "base/rng.h"
#include "engine/guarded_order.h"

#define MOST 12

static int
value (void *context, int literal)
{
  const int *values = context;
  return literal > 0 ? values[literal] : -values[-literal];
}

struct graph
{
  hb_guarded_order *order;
  hb_id steps, lines, line[MOST];
  int values[200], literals;
  int guard[MOST], edge[MOST][MOST]; /* 0: none, -1: known, else its literal */
};

static struct graph
random_graph (struct hb_rng *rng)
{
  struct graph g = { .order = hb_guarded_order_new () };
  g.steps = 2 + (hb_id)hb_rng_below (rng, MOST - 1);
  g.lines = 1 + (hb_id)hb_rng_below (rng, 4);
  for (hb_id s = 0; s < g.steps; s++)
    {
      g.guard[s] = hb_rng_coin (rng) ? ++g.literals : 0;
      g.line[s] = (hb_id)hb_rng_below (rng, g.lines);
      assert_int_equal (hb_guarded_order_step (g.order, g.line[s], g.guard[s]), s);
    }
  for (hb_id n = (hb_id)hb_rng_below (rng, 2 * g.steps); n > 0; n--)
    {
      hb_id a = (hb_id)hb_rng_below (rng, g.steps), b = (hb_id)hb_rng_below (rng, g.steps);
      if (a == b || g.edge[a][b])
        continue;
      g.edge[a][b] = hb_rng_below (rng, 4) ? ++g.literals : -1;
      hb_guarded_order_edge (g.order, a, b, g.edge[a][b] > 0 ? g.edge[a][b] : 0);
    }
  for (int v = 1; v <= g.literals; v++)
    g.values[v] = hb_rng_below (rng, 3) ? 1 : -1;
  return g;
}

static bool
runs (const struct graph *g, hb_id s)
{
  return !g->guard[s] || g->values[g->guard[s]] > 0;
}

/* Does an edge or a line lead from A to B? */
static bool
leads (const struct graph *g, hb_id a, hb_id b)
{
  if (!runs (g, a) || !runs (g, b))
    return false;
  return (g->line[a] == g->line[b] && a < b)
         || (g->edge[a][b] && (g->edge[a][b] < 0 || g->values[g->edge[a][b]] > 0));
}

static void
check_cycles (struct graph *g, bool reaches[MOST][MOST], const struct hb_guarded_cycles *cycles)
{
  bool passed[MOST] = { false };
  for (size_t i = 0; i < cycles->starts.size; i++)
    {
      size_t start = cycles->starts.data[i];
      size_t end = i + 1 < cycles->starts.size ? cycles->starts.data[i + 1] : cycles->steps.size;
      assert_true (end > start + 1);
      for (size_t k = start; k < end; k++)
        {
          hb_id a = cycles->steps.data[k], b = cycles->steps.data[k + 1 < end ? k + 1 : start];
          int literal = cycles->literals.data[k];
          assert_true (leads (g, a, b));
          assert_true (literal ? g->edge[a][b] == literal
                               : g->edge[a][b] < 0 || g->line[a] == g->line[b]);
          for (hb_id s = 0; s < g->steps; s++)
            passed[s] = passed[s] || s == a
                        || (!literal && runs (g, s) && g->line[s] == g->line[a]
                            && g->line[a] == g->line[b] && a < s && s < b);
        }
      hb_literals clause = VEC_EMPTY;
      hb_guarded_order_clause (g->order, cycles, i, true, &clause);
      for (size_t k = 0; k < clause.size; k++)
        assert_true (value (g->values, clause.data[k]) < 0);
      vec_free (clause);
    }
  for (hb_id s = 0; s < g->steps; s++)
    assert_int_equal (passed[s], reaches[s][s]);
}

TEST (against_closure)
{
  struct hb_rng rng = hb_rng_seeded (1);
  size_t cyclic = 0;
  for (int round = 0; round < 20000; round++)
    {
      struct graph g = random_graph (&rng);
      bool reaches[MOST][MOST] = { { false } }, any = false;
      for (hb_id a = 0; a < g.steps; a++)
        for (hb_id b = 0; b < g.steps; b++)
          reaches[a][b] = leads (&g, a, b);
      for (hb_id m = 0; m < g.steps; m++)
        for (hb_id a = 0; a < g.steps; a++)
          for (hb_id b = 0; b < g.steps; b++)
            reaches[a][b] = reaches[a][b] || (reaches[a][m] && reaches[m][b]);
      size_t running = 0;
      for (hb_id s = 0; s < g.steps; s++)
        {
          any = any || reaches[s][s];
          running += runs (&g, s);
        }
      struct hb_guarded_cycles cycles = { VEC_EMPTY, VEC_EMPTY, VEC_EMPTY };
      assert_int_equal (hb_guarded_order_cycles (g.order, value, g.values, &cycles) > 0, any);
      check_cycles (&g, reaches, &cycles);
      hb_id sequence[MOST];
      size_t count = hb_guarded_order_sequence (g.order, value, g.values, sequence);
      assert_true (any ? count == SIZE_MAX : count == running);
      for (size_t i = 0; !any && i < count; i++)
        for (size_t k = 0; k < i; k++)
          assert_false (leads (&g, sequence[i], sequence[k]));
      cyclic += any;
      hb_guarded_cycles_free (&cycles);
      hb_guarded_order_free (g.order);
    }
  assert_in_range (cyclic, 2000, 18000);
}

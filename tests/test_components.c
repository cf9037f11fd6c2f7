/* Strong components, against who reaches whom. */
#include "unit.h"

#include "base/components.h"
#include "base/memory.h"
#include "base/rng.h"

#define MOST 12

struct graph
{
  hb_id nodes, first[MOST + 1], to[MOST * MOST];
  bool reaches[MOST][MOST];
};

static struct graph
random_graph (struct hb_rng *rng)
{
  struct graph g = { .nodes = (hb_id)hb_rng_below (rng, MOST + 1) };
  uint64_t sparse = 1 + hb_rng_below (rng, 2 * MOST);
  hb_id size = 0;
  for (hb_id v = 0; v < g.nodes; v++)
    {
      for (hb_id w = 0; w < g.nodes; w++)
        if (!hb_rng_below (rng, sparse))
          {
            g.to[size++] = w;
            g.reaches[v][w] = true;
          }
      g.first[v + 1] = size;
    }
  for (hb_id k = 0; k < g.nodes; k++)
    for (hb_id v = 0; v < g.nodes; v++)
      for (hb_id w = 0; w < g.nodes; w++)
        g.reaches[v][w] = g.reaches[v][w] || (g.reaches[v][k] && g.reaches[k][w]);
  return g;
}

TEST (components_are_who_reach_one_another)
{
  for (uint64_t i = 0; i < 3000; i++)
    {
      struct hb_rng rng = hb_rng_stream (1, i);
      struct graph g = random_graph (&rng);
      hb_id component[MOST + 1], count = hb_components (g.nodes, g.first, g.to, component);
      bool used[MOST] = { false };
      for (hb_id v = 0; v < g.nodes; v++)
        {
          assert_true (component[v] < count);
          used[component[v]] = true;
          for (hb_id w = 0; w < g.nodes; w++)
            {
              bool same = v == w || (g.reaches[v][w] && g.reaches[w][v]);
              assert_int_equal (component[v] == component[w], same);
              if (g.reaches[v][w])
                assert_true (component[v] >= component[w]);
            }
        }
      for (hb_id c = 0; c < count; c++)
        assert_true (used[c]);
    }
}

/* A long path: the search does not recurse. */
TEST (a_long_cycle_is_one_component)
{
  enum
  {
    NODES = 1000000
  };
  hb_id *first = hb_calloc (NODES + 1, sizeof *first), *to = hb_calloc (NODES, sizeof *to);
  hb_id *component = hb_calloc (NODES, sizeof *component);
  for (hb_id v = 0; v < NODES; v++)
    {
      first[v + 1] = v + 1;
      to[v] = (v + 1) % NODES;
    }
  assert_int_equal (hb_components (NODES, first, to, component), 1);
  first[NODES] = NODES - 1;
  assert_int_equal (hb_components (NODES, first, to, component), NODES);
  assert_int_equal (component[0], NODES - 1);
  assert_int_equal (component[NODES - 1], 0);
  hb_free (first);
  hb_free (to);
  hb_free (component);
}

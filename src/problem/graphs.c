/* See graphs.h. */
#include "problem/graphs.h"

#include "base/line.h"
#include "base/memory.h"

/* Most draws of a graph that is meant to have no solution. */
#define MOST_DRAWS 100

static const struct hb_graph_kind *
kind_of (const struct hb_problem *problem)
{
  return problem->own;
}

uint64_t
hb_graph_most_vertices (const hb_graph *graph)
{
  return graph->vertices;
}

uint64_t
hb_graph_most_edges (const hb_graph *graph)
{
  return graph->edges.size;
}

/* --- instances --- */

/* Does a line of BYTES begin with the word k? */
static bool
shows_bound (const char *bytes, size_t length)
{
  for (size_t i = 0; i + 1 < length; i++)
    if (bytes[i] == 'k' && (!i || bytes[i - 1] == '\n')
        && (bytes[i + 1] == ' ' || bytes[i + 1] == '\t'))
      return true;
  return false;
}

bool
hb_graphs_recognise (const struct hb_problem *self, const char *bytes, size_t length)
{
  bool directed;
  return hb_graph_recognise (bytes, length, &directed) && directed == kind_of (self)->directed
         && shows_bound (bytes, length) == kind_of (self)->bounded;
}

/* Is GRAPH one that the problem asks of?  False after an error at PLACE (may be NULL). */
static bool
fits (const struct hb_problem *self, const hb_graph *graph, const struct hb_place *place,
      hb_diag *diag)
{
  const struct hb_graph_kind *kind = kind_of (self);
  if (graph->directed != kind->directed)
    hb_error (diag, place, "%s asks of graphs %s direction; expected 'p %s'", self->title,
              kind->directed ? "with" : "without", kind->directed ? "arc" : "edge");
  else if (kind->bounded && !graph->has_bound)
    hb_error (diag, place, "%s needs a bound; expected a line 'k BOUND'", self->title);
  else if (!kind->bounded && graph->has_bound)
    hb_error (diag, place, "%s has no bound; expected no line 'k'", self->title);
  else
    return true;
  return false;
}

hb_instance *
hb_graphs_read (const struct hb_problem *self, hb_input *input, hb_diag *diag)
{
  char *name = hb_copy_text (hb_input_name (input));
  struct hb_place place = { .file = name };
  hb_graph *graph = hb_graph_read_input (input, diag);
  if (graph && !fits (self, graph, &place, diag))
    {
      hb_graph_free (graph);
      graph = NULL;
    }
  hb_free (name);
  return hb_instance_of_graph (graph);
}

bool
hb_graphs_admit (const struct hb_problem *self, const hb_instance *instance, hb_diag *diag)
{
  return fits (self, hb_graph_of (instance), NULL, diag);
}

void
hb_graphs_write (const struct hb_problem *self, const hb_instance *instance, const char *comment,
                 hb_output *output)
{
  (void)self;
  hb_graph_write (output, hb_graph_of (instance), comment);
}

void
hb_graphs_sizes (const struct hb_problem *self, const hb_instance *instance, uint64_t *sizes)
{
  const hb_graph *graph = hb_graph_of (instance);
  sizes[0] = graph->vertices;
  sizes[1] = graph->edges.size;
  if (kind_of (self)->bounded)
    sizes[2] = graph->bound;
}

bool
hb_graphs_equal (const struct hb_problem *self, const hb_instance *a, const hb_instance *b)
{
  (void)self;
  return hb_graph_equal (hb_graph_of (a), hb_graph_of (b));
}

hb_instance *
hb_graphs_copy (const struct hb_problem *self, const hb_instance *instance)
{
  (void)self;
  return hb_instance_of_graph (hb_graph_copy (hb_graph_of (instance)));
}

void
hb_graphs_free (const struct hb_problem *self, hb_instance *instance)
{
  (void)self;
  hb_graph_free ((hb_graph *)instance);
}

hb_solution *
hb_graphs_read_solution (const struct hb_problem *self, const hb_instance *instance,
                         hb_input *input, hb_diag *diag)
{
  return hb_list_read (self, input, hb_graph_of (instance)->vertices, kind_of (self)->is_set, diag);
}

/* --- many --- */

struct enumeration
{
  const struct hb_graph_kind *kind;
  hb_instance_visit *visit;
  void *context;
};

/* With each bound that makes sense, and one that is too large. */
static bool
visit_graph (void *context, hb_graph *graph)
{
  const struct enumeration *x = context;
  if (!x->kind->bounded)
    return x->visit (x->context, hb_instance_of_graph (graph));
  for (uint64_t bound = 0; bound <= x->kind->most_bound (graph) + 1; bound++)
    {
      hb_graph_set_bound (graph, bound);
      if (!x->visit (x->context, hb_instance_of_graph (graph)))
        return false;
    }
  return true;
}

bool
hb_graphs_enumerate (const struct hb_problem *self, uint64_t size, const uint64_t *bounds,
                     hb_instance_visit *visit, void *context)
{
  (void)bounds;
  struct enumeration x = { kind_of (self), visit, context };
  return size > HB_MOST_SMALL_GRAPH
         || hb_graph_each_small ((hb_id)size, x.kind->directed, visit_graph, &x);
}

hb_instance *
hb_graphs_draw (const struct hb_generator *self, const uint64_t *bounds, struct hb_rng *rng,
                hb_diag *diag)
{
  (void)diag;
  const struct hb_graph_kind *kind = self->own;
  hb_id vertices = 1 + (hb_id)hb_rng_below (rng, bounds[0] ? bounds[0] : 1);
  unsigned chance = 100 + (unsigned)hb_rng_below (rng, 801);
  hb_graph *graph = hb_graph_random (vertices, kind->directed, chance, rng);
  if (kind->bounded)
    hb_graph_set_bound (graph, hb_rng_below (rng, kind->most_bound (graph) + 1));
  return hb_instance_of_graph (graph);
}

hb_instance *
hb_graphs_draw_refuted (const struct hb_generator *self, const uint64_t *bounds, struct hb_rng *rng,
                        hb_diag *diag)
{
  const struct hb_graph_kind *kind = self->own;
  const struct hb_decider *decider = kind->problem->deciders[0];
  const struct hb_decide_options options = { .seed = 0 };
  hb_instance *instance = NULL;
  enum hb_answer answer = HB_YES;
  for (int draw = 0; draw < MOST_DRAWS && answer == HB_YES; draw++)
    {
      hb_graph_free ((hb_graph *)instance);
      instance = hb_graphs_draw (self, bounds, rng, diag);
      answer = decider->decide (decider, instance, &options, NULL, diag);
    }
  return instance;
}

hb_instance *
hb_graphs_vary (const struct hb_problem *self, const hb_instance *instance, struct hb_rng *rng)
{
  (void)self;
  return hb_instance_of_graph (hb_graph_shuffled (hb_graph_of (instance), rng));
}

/* Vertices, edges, and one of the bound. */
size_t
hb_graphs_parts (const struct hb_problem *self, const hb_instance *instance)
{
  (void)self;
  const hb_graph *graph = hb_graph_of (instance);
  return graph->vertices + graph->edges.size + (graph->has_bound && graph->bound);
}

hb_instance *
hb_graphs_without (const struct hb_problem *self, const hb_instance *instance, size_t i)
{
  (void)self;
  const hb_graph *graph = hb_graph_of (instance);
  if (i < graph->vertices)
    return hb_instance_of_graph (hb_graph_without_vertex (graph, (hb_id)i));
  i -= graph->vertices;
  if (i < graph->edges.size)
    return hb_instance_of_graph (hb_graph_without_edge (graph, i));
  hb_graph *less = hb_graph_copy (graph);
  less->bound--;
  return hb_instance_of_graph (less);
}

bool
hb_graphs_are_small (const struct hb_decider *self, const hb_instance *instance, const char **why)
{
  (void)self;
  *why = "the graph has too many vertices for everything to be tried";
  return hb_graph_of (instance)->vertices <= HB_MOST_TRIED_VERTICES;
}

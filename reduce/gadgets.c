/* See gadgets.h. */
#include "reduce/gadgets.h"

#include "base/memory.h"
#include "reduce/map.h"

#include <stdio.h>
#include <string.h>

/* More edges are no graph that anybody could use. */
#define MOST_EDGES 100000000

const struct hb_gadget_role hb_role_positive = { HB_GADGET_VARIABLE, "literal", "x%u" };
const struct hb_gadget_role hb_role_negative = { HB_GADGET_VARIABLE, "literal", "~x%u" };
const struct hb_gadget_role hb_role_occurrence = { HB_GADGET_CLAUSE, "occurrence", "c%u.%u" };

hb_id
hb_gadgets_add (struct hb_gadgets *g, const struct hb_gadget_role *role, hb_id first, hb_id second,
                double x, double y)
{
  struct hb_gadget vertex = { role, first, second, (float)x, (float)y };
  vec_push (g->list, vertex);
  return hb_graph_add_vertex (g->graph);
}

void
hb_gadgets_join (struct hb_gadgets *g, hb_id a, hb_id b)
{
  hb_graph_add (g->graph, a, b);
}

bool
hb_gadgets_accept (const struct hb_reduction *self, const hb_instance *source, hb_diag *diag)
{
  uint64_t sizes[HB_MOST_MEASURES];
  self->sizes (self, source, sizes);
  if (sizes[0] <= HB_MOST_VERTICES && sizes[1] <= MOST_EDGES)
    return true;
  hb_error (
      diag, NULL, "the graph would have %llu vertices and %llu edges; at most %d and %d can be had",
      (unsigned long long)sizes[0], (unsigned long long)sizes[1], HB_MOST_VERTICES, MOST_EDGES);
  return false;
}

/* --- the map --- */

static void
put_vertex (hb_output *map, const struct hb_gadget *vertex, hb_id number)
{
  char name[HB_GADGET_NAME];
  hb_gadget_name (vertex, name);
  hb_json *line = hb_map_line (map, vertex->role->role);
  hb_json_member_unsigned (line, "vertex", (uint64_t)number + 1);
  hb_json_member_string (line, "name", name);
  hb_map_end (line);
}

static void
put_map (const struct hb_reduction *self, const struct hb_gadgets *g,
         const struct hb_ablation *ablation, hb_output *map)
{
  const struct hb_gadget_plan *plan = self->own;
  uint64_t sizes[HB_MOST_MEASURES];
  self->to->sizes (self->to, hb_instance_of_graph (g->graph), sizes);
  hb_json *line = hb_map_header (map, self->name);
  if (ablation)
    hb_json_member_string (line, "ablation", ablation->name);
  hb_map_formula_sizes (line, "source", (uint64_t)g->cnf->variables, hb_cnf_clauses (g->cnf),
                        g->cnf->literals.size);
  hb_json_member_object (line, "target");
  for (size_t i = 0; self->to->measures[i]; i++)
    hb_json_member_unsigned (line, self->to->measures[i], sizes[i]);
  hb_json_close (line);
  hb_json_member_string (line, "rule", plan->rule);
  hb_map_end (line);
  for (hb_id v = 0; v < g->graph->vertices; v++)
    put_vertex (map, &g->list.data[v], v);
}

bool
hb_gadgets_reduce (const struct hb_reduction *self, const hb_instance *source,
                   const struct hb_ablation *ablation, struct hb_target *target, hb_output *map,
                   hb_diag *diag)
{
  (void)diag;
  struct hb_gadgets g;
  hb_gadgets_build (&g, self, source, ablation);
  if (map)
    put_map (self, &g, ablation, map);
  target->instance = hb_instance_of_graph (g.graph);
  vec_free (g.list);
  return true;
}

void
hb_gadgets_build (struct hb_gadgets *g, const struct hb_reduction *self, const hb_instance *source,
                  const struct hb_ablation *ablation)
{
  const struct hb_graph_kind *kind = self->to->own;
  const struct hb_gadget_plan *plan = self->own;
  *g = (struct hb_gadgets){ .cnf = hb_cnf_of (source), .damage = ablation ? ablation->bits : 0 };
  g->graph = hb_graph_new (0, kind->directed);
  plan->build (g);
}

void
hb_gadget_name (const struct hb_gadget *vertex, char name[HB_GADGET_NAME])
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  snprintf (name, HB_GADGET_NAME, vertex->role->name, (unsigned)vertex->first,
            (unsigned)vertex->second);
#pragma GCC diagnostic pop
}

/* --- solutions --- */

bool
hb_gadgets_fit (const struct hb_reduction *self, const hb_instance *source,
                const hb_instance *target, const hb_solution *solution, bool of_source,
                hb_diag *diag)
{
  if (!hb_reduction_made (self, source, target, diag))
    return false;
  return of_source ? self->from->check (self->from, source, solution, diag)
                   : self->to->check (self->to, target, solution, diag);
}

hb_solution *
hb_gadgets_lift (const struct hb_reduction *self, const hb_instance *source,
                 const hb_solution *solution, const hb_instance *target, hb_diag *diag)
{
  const struct hb_gadget_plan *plan = self->own;
  if (!hb_gadgets_fit (self, source, target, solution, true, diag))
    return NULL;
  hb_list *list = hb_list_new ();
  plan->lift (hb_cnf_of (source), hb_model_of (solution), list);
  return hb_solution_of_list (list);
}

hb_solution *
hb_gadgets_extract (const struct hb_reduction *self, const hb_instance *source,
                    const hb_instance *target, const hb_solution *solution, hb_diag *diag)
{
  const struct hb_gadget_plan *plan = self->own;
  const hb_cnf *cnf = hb_cnf_of (source);
  if (!hb_gadgets_fit (self, source, target, solution, false, diag))
    return NULL;
  signed char *model = hb_model_new (cnf);
  for (int v = 1; v <= cnf->variables; v++)
    model[v] = -1;
  plan->extract (cnf, hb_list_of (solution), model);
  if (self->from->check (self->from, source, hb_solution_of_model (model), diag))
    return hb_solution_of_model (model);
  hb_free (model);
  return NULL;
}

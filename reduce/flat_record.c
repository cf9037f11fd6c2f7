/* The functions of the records of the flat reductions (flat.h), the same for every design: sizes,
 * the reduction under its ablations, the map's header. */
#include "reduce/flat.h"
#include "reduce/formula.h"
#include "reduce/map.h"

void
hb_flat_sizes (const struct hb_reduction *self, const hb_instance *source, uint64_t *sizes)
{
  const struct hb_flat_design *design = self->own;
  struct hb_flat flat;
  hb_flat_init (&flat, hb_cnf_of (source), design->normal);
  flat.carrying = design->carrying;
  design->sizes (&flat, sizes);
  hb_flat_free (&flat);
}

/* Any formula will do, if its events can be numbered by `hb_id`.  What no design has more of is looked at first in
 * floating point, where it cannot overflow. */
bool
hb_flat_accepts (const struct hb_reduction *self, const hb_instance *source, hb_diag *diag)
{
  const struct hb_flat_design *design = self->own;
  struct hb_flat flat;
  hb_flat_init (&flat, hb_cnf_of (source), design->normal);
  flat.carrying = design->carrying;
  double pairs = (double)flat.columns * ((double)flat.variables + flat.threes) * (flat.width + 1.0);
  uint64_t sizes[3] = { HB_NONE, 0, 0 };
  if (12 * pairs < 1e19)
    design->sizes (&flat, sizes);
  hb_flat_free (&flat);
  return hb_reduce_fits (sizes[0], diag);
}

static void
put_header (const struct hb_flat *flat, const struct hb_reduction *self, const char *ablation,
            const uint64_t *sizes, hb_output *map)
{
  const struct hb_flat_design *design = self->own;
  hb_json *line = hb_map_header (map, self->name);
  hb_json_member_string (line, "ablation", ablation);
  hb_json_member_object (line, "source");
  hb_json_member_signed (line, "variables", flat->cnf->variables);
  hb_json_member_unsigned (line, "occurring", flat->variables);
  hb_json_member_unsigned (line, "clauses", flat->columns);
  hb_json_member_unsigned (line, "literals", flat->literals.size);
  hb_json_member_unsigned (line, "widest", flat->width);
  hb_json_close (line);
  hb_map_trace_sizes (line, sizes);
  hb_json_member_object (line, "rule");
  hb_json_member_string (line, "text", design->rule);
  hb_json_member_string (line, "handler", design->handler);
  hb_json_member_string (line, "relation", "eo");
  hb_json_member_string (line, "true", "first before second");
  hb_json_member_bool (line, "default", false);
  hb_json_close (line);
  hb_json_member_object (line, "names");
  for (const struct hb_flat_text *name = design->names; name->key; name++)
    hb_json_member_string (line, name->key, name->text);
  hb_json_close (line);
  hb_map_end (line);
}

void
hb_flat_map_variable (hb_output *map, int variable, const char *first, const char *second)
{
  hb_json *line = hb_map_line (map, "variable");
  hb_json_member_signed (line, "variable", variable);
  hb_json_member_array (line, "pairs");
  hb_map_pair (line, NULL, first, second);
  hb_json_close (line);
  hb_map_end (line);
}

bool
hb_flat_reduce (const struct hb_reduction *self, const hb_instance *source,
                const struct hb_ablation *ablation, struct hb_target *target, hb_output *map,
                hb_diag *diag)
{
  const struct hb_flat_design *design = self->own;
  struct hb_flat flat;
  hb_flat_init (&flat, hb_cnf_of (source), design->normal);
  flat.carrying = design->carrying;
  flat.damage = ablation ? ablation->bits : 0;
  flat.builder = hb_target_builder (target, diag);
  hb_build_meta (flat.builder, "reduction", self->name);
  if (ablation)
    hb_build_meta (flat.builder, "ablation", ablation->name);
  hb_build_mailbox (flat.builder, flat.damage & HB_FLAT_SENDER_QUEUE ? HB_SENDER_QUEUE : HB_QUEUE);
  design->build (&flat);
  hb_build_end (flat.builder);
  bool good = hb_target_built (target, flat.builder);
  if (map)
    {
      put_header (&flat, self, ablation ? ablation->name : NULL, target->sizes, map);
      design->map (&flat, map);
    }
  hb_flat_free (&flat);
  return good;
}

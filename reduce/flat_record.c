/* The functions of the records of the flat reductions (flat.h), the same for every design: sizes,
 * the reduction under its ablations, the map's header. */
#include "reduce/flat.h"

#include <inttypes.h>
#include <string.h>

void
hb_flat_expect (const struct hb_flat_design *design, const hb_cnf *cnf, uint64_t sizes[3])
{
  struct hb_flat flat;
  hb_flat_init (&flat, cnf, design->normal);
  flat.carrying = design->carrying;
  design->sizes (&flat, sizes);
  hb_flat_free (&flat);
}

/* Any formula will do, if its events can be numbered by `hb_id`.  The product is looked at first in
 * floating point, where it cannot overflow. */
bool
hb_flat_accepts (const struct hb_flat_design *design, const hb_cnf *cnf, hb_diag *diag)
{
  struct hb_flat flat;
  hb_flat_init (&flat, cnf, design->normal);
  flat.carrying = design->carrying;
  double pairs = (double)flat.columns * ((double)flat.variables + flat.threes)
                 * (flat.width ? flat.width : 1);
  uint64_t sizes[3] = { HB_NONE, 0, 0 };
  if (pairs < (double)HB_NONE)
    design->sizes (&flat, sizes);
  hb_flat_free (&flat);
  if (sizes[0] < HB_NONE)
    return true;
  hb_error (diag, NULL,
            "the trace would have more events than hbkit can number, which is %" PRIu64
            "; expected fewer variables or clauses",
            (uint64_t)HB_NONE - 1);
  return false;
}

static unsigned
damage_of (const struct hb_flat_design *design, const char *ablation)
{
  return ablation ? design->damages[hb_ablation_number (design->ablations, design->name, ablation)]
                  : 0;
}

static void
put_header (const struct hb_flat *flat, const struct hb_flat_design *design, const char *ablation,
            hb_output *map)
{
  struct hb_sizes sizes = hb_builder_sizes (flat->builder);
  hb_putf (map, "{\"format\":\"hbkit-map 1\",\"reduction\":\"%s\",\"ablation\":%s%s%s,",
           design->name, ablation ? "\"" : "", ablation ? ablation : "null", ablation ? "\"" : "");
  hb_putf (map,
           "\"source\":{\"variables\":%d,\"occurring\":%u,\"clauses\":%u,\"literals\":%zu,"
           "\"widest\":%u},\"target\":{\"events\":%" PRIu64 ",\"messages\":%" PRIu64
           ",\"handlers\":%" PRIu64 "},",
           flat->cnf->variables, flat->variables, flat->columns, flat->literals.size, flat->width,
           sizes.events, sizes.messages, sizes.handlers);
  hb_putf (map, "\"rule\":{%s},\"names\":{%s}}\n", design->rule, design->names);
}

void
hb_flat_reduce (const struct hb_flat_design *design, const hb_cnf *cnf, const char *ablation,
                hb_builder *builder, hb_output *map)
{
  struct hb_flat flat;
  hb_flat_init (&flat, cnf, design->normal);
  flat.carrying = design->carrying;
  flat.damage = damage_of (design, ablation);
  flat.builder = builder;
  hb_build_meta (builder, "reduction", design->name);
  if (ablation)
    hb_build_meta (builder, "ablation", ablation);
  hb_build_mailbox (builder, flat.damage & HB_FLAT_SENDER_QUEUE ? HB_SENDER_QUEUE : HB_QUEUE);
  design->build (&flat);
  hb_build_end (builder);
  if (map)
    {
      put_header (&flat, design, ablation, map);
      design->map (&flat, map);
    }
  hb_flat_free (&flat);
}

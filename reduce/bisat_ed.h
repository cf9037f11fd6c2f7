/* Shared by the files of `3bisat-ed`: the ways to damage it, its stages, its map, the ways there
 * and back. */
#ifndef HBKIT_REDUCE_BISAT_ED_H
#define HBKIT_REDUCE_BISAT_ED_H

#include "reduce/bisat_grid.h"
#include "trace/builder.h"
#include "trace/witness.h"

/* What an ablation takes away, as bits (doc/reductions.md). */
enum hb_bisat_damage
{
  HB_NO_Z = 1,
  HB_FIRST_AS_LATER = 2,
  HB_SAME_HOP = 4,
  HB_RETURN_FIRST = 8,
  HB_EARLY_RETURN = 16,
  HB_ONE_COPY = 32,
  HB_MULTISET_MAILBOXES = 64
};

/* One reduction under way. */
struct hb_bisat
{
  const struct hb_grid *grid;
  hb_builder *builder;
  unsigned damage; /* of enum hb_bisat_damage */
};

/* Does the cell of LITERAL's variable in column J, marked, take the long way (hV, a first hop, a
 * last hop)?  Does it make an m of its own? */
bool hb_bisat_detours (const struct hb_bisat *b, int literal, hb_id j);
bool hb_bisat_has_value (const struct hb_bisat *b, int literal, hb_id j);

/* The first hop of ROW, for LITERAL of the clause at place V (from 1): v, or v + 3. */
unsigned hb_bisat_first_hop (const struct hb_bisat *b, int row, int literal, unsigned v);

/* Stage 1 builds hV and ht1..ht6, stage 2 hW and hCa..hCd. */
void hb_bisat_stage1 (const struct hb_bisat *b);
void hb_bisat_stage2 (const struct hb_bisat *b);

/* Writes the map of a trace of these SIZES; B's builder is not used.  ABLATION may be NULL. */
void hb_bisat_map (const struct hb_bisat *b, const char *ablation, const uint64_t *sizes,
                   hb_output *map);

/* Does TRACE have the sizes, handlers and gadgets that GRID's formula asks for?  HANDLERS is filled
 * with its HB_BISAT_HANDLERS handlers.  False after an error in DIAG.  O(formula). */
bool hb_bisat_check (const struct hb_grid *grid, const hb_trace *trace, hb_id *handlers,
                     hb_diag *diag);

/* Adds the error that the trace is another one: WHAT 'NAME'.  False. */
bool hb_bisat_refuse (hb_diag *diag, const char *what, const char *name);

/* The ways there and back: a witness from a model, a model from any witness; new, NULL after an error in
 * DIAG. */
hb_witness *hb_bisat_lift (const hb_cnf *cnf, const signed char *model, const hb_trace *trace,
                           hb_diag *diag);
signed char *hb_bisat_extract (const hb_cnf *cnf, const hb_trace *trace, const hb_witness *witness,
                               hb_diag *diag);

#endif

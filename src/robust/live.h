/* Which locals of an event program's procedure still matter at an instruction: a backward data-flow analysis (Aho, Lam,
 * Sethi, Ullman, "Compilers", 9.2.5).  States that differ in other locals alone have the same future. */
#ifndef HBKIT_ROBUST_LIVE_H
#define HBKIT_ROBUST_LIVE_H

#include "robust/code.h"

typedef struct hb_live
{
  VEC (uint64_t)
  before; /* instruction -> bit l: local l may be read from here on, before it is written */
} hb_live;

/* Beyond so many locals of a procedure, all are taken to matter. */
#define HB_LIVE_LOCALS 64

/* Computes LIVE, which starts from zeros and is freed with `hb_live_free`.  Linear but for jumps back. */
void hb_live_find (hb_live *live, const hb_acode *code);
void hb_live_free (hb_live *live);

/* Makes those of the COUNT LOCALS 0 that do not matter at instruction AT. */
static inline void
hb_live_clear (const hb_live *live, hb_id at, int32_t *locals, hb_id count)
{
  uint64_t matter = live->before.data[at];
  for (hb_id l = 0; l < count && l < HB_LIVE_LOCALS; l++)
    locals[l] &= -(int32_t)(matter >> l & 1);
}

#endif

/* See formula.h. */
#include "reduce/formula.h"

#include <inttypes.h>

bool
hb_reduce_fits (uint64_t events, hb_diag *diag)
{
  if (events < HB_NONE)
    return true;
  hb_error (diag, NULL,
            "the trace would have more than %" PRIu64 " events, which is what hbkit can number",
            (uint64_t)HB_NONE - 1);
  return false;
}

bool
hb_reduce_satisfies (const hb_cnf *cnf, const signed char *model, const char *who, hb_diag *diag)
{
  size_t falsified = hb_cnf_falsified (cnf, model);
  if (falsified == SIZE_MAX)
    return true;
  struct hb_place place = hb_cnf_place (cnf, falsified);
  hb_error (diag, &place,
            "the assignment in the witness does not satisfy clause %zu, which %s excludes for a "
            "consistent trace",
            falsified + 1, who);
  return false;
}

/* Cycles with as few steps as transitivity allows: engines follow po, co, eo and mo from neighbour to neighbour,
 * but a reader wants a chain of them as one step.  See order.h. */
#include "trace/order.h"

/* Is A and then B one step of a relation?  Then *BOTH is that step. */
static bool
joined (const hb_trace *trace, const struct hb_step *a, const struct hb_step *b,
        struct hb_step *both)
{
  bool chain = a->relation == b->relation
               && (a->relation == HB_PO || a->relation == HB_CO || a->relation == HB_EO
                   || a->relation == HB_MO);
  *both = (struct hb_step){ a->from, b->to, a->relation, HB_NONE, HB_NONE };
  if (a->before != HB_NONE || b->before != HB_NONE || a->from == b->to)
    return false;
  return (chain || (a->relation == HB_FR && b->relation == HB_CO))
         && hb_step_holds (trace, both, NULL);
}

void
hb_cycle_shorten (const hb_trace *trace, struct hb_cycle *cycle)
{
  size_t kept = 0;
  struct hb_step both;
  for (size_t i = 0; i < cycle->steps.size; i++)
    if (kept > 1 && cycle->steps.data[kept - 1].relation == HB_PO
        && cycle->steps.data[i].relation == HB_EO
        && joined (trace, &cycle->steps.data[kept - 2], &cycle->steps.data[i], &both))
      cycle->steps.data[--kept - 1] = both; /* through a whole message */
    else if (kept && joined (trace, &cycle->steps.data[kept - 1], &cycle->steps.data[i], &both))
      cycle->steps.data[kept - 1] = both;
    else
      cycle->steps.data[kept++] = cycle->steps.data[i];
  cycle->steps.size = kept;
  /* The last step is followed by the first. */
  if (kept > 2 && joined (trace, &cycle->steps.data[kept - 1], &cycle->steps.data[0], &both))
    {
      cycle->steps.data[0] = both;
      cycle->steps.size--;
    }
}

struct hb_cycle
hb_cycle_short_copy (const hb_trace *trace, const struct hb_cycle *cycle)
{
  struct hb_cycle copy = { VEC_EMPTY };
  for (size_t i = 0; i < cycle->steps.size; i++)
    vec_push (copy.steps, cycle->steps.data[i]);
  hb_cycle_shorten (trace, &copy);
  return copy;
}

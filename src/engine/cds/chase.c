/* What a conflict leads to, seen before the run is taken back.  See cds.h.
 *
 * A conflict turns one order, the last one that its clause speaks of.  Turned, that may imply another one through known edges
 * (implied.c) that the run has settled the other way, earlier; and this a third, and so on.  In the traces of 3sat-multiset3 and
 * 3sat-multiset5, whose handlers beat time, such a chain leads from round to round,
 *
 *     x'(r) before tau(r+1)   =>   x(r) before sig(r)   =>   x'(r-1) before tau(r)   =>   ...
 *
 * and each of its links would be met as a conflict of its own, when the run is there again.  So the chain is followed at once:
 * each link becomes a clause, and how far the run will have to be taken back is known.  Where an order implies several that are false the
 * chain ends: there a conflict says more. */
#include "engine/cds/cds.h"
#include "engine/cds/implied.h"

/* So many links are followed. */
#define MOST_LINKS 4096

/* The order that LITERAL says. */
static struct hb_pair
order_of (const struct cds *cds, hb_id literal)
{
  const struct cds_order *order = &cds->orders.data[cds->pairs.data[literal >> 1].order];
  return literal & 1 ? (struct hb_pair){ order->high, order->low, order->posts }
                     : (struct hb_pair){ order->low, order->high, order->posts };
}

/* The clause of tie AT of REACH, by which LITERAL implies EFFECT, unless it is there. */
static void
add_link (struct cds *cds, const struct cds_reach *reach, hb_id at, hb_id literal, hb_id effect)
{
  if (cds_is_clause (cds, literal ^ 1, effect))
    return;
  struct hb_cycle cycle = cds_cycle_of_tie (reach, at);
  cds_watch (cds, cds_clause_of_cycle (cds, &cycle));
}

/* The one order that LITERAL implies and that is false now, as its number in REACH; 0: there is none, or several. */
static hb_id
only_false (struct cds *cds, struct cds_reach *reach, hb_id literal)
{
  hb_id only = 0, count = 0;
  cds_reach (cds, reach, order_of (cds, literal), 1);
  for (hb_id t = 1; t < reach->count; t++)
    {
      struct cds_fact fact = cds_look_up (cds, reach->ties[t].order);
      if (fact.value >= 0 || !fact.level)
        continue;
      only = t;
      count++;
    }
  return count == 1 ? only : 0;
}

hb_id
cds_chase (struct cds *cds, hb_id literal)
{
  hb_id lowest = cds->pairs.data[literal >> 1].level;
  for (hb_id links = 0; links < MOST_LINKS; links++)
    {
      struct cds_reach reach;
      hb_id at = only_false (cds, &reach, literal), effect;
      bool holds;
      if (!at || !cds_literal (cds, reach.ties[at].order, &effect, &holds))
        break;
      add_link (cds, &reach, at, literal, effect);
      hb_id level = cds->pairs.data[effect >> 1].level;
      lowest = level < lowest ? level : lowest;
      literal = effect;
    }
  return lowest;
}

/* What a conflict hangs on, seen before the run is taken back.  See cds.h.
 *
 * That an order of a conflict is false may follow, through known edges (implied.c), from another one being false since earlier;
 * and that from a third.  In the traces of 3sat-multiset3 and 3sat-multiset5, whose handlers beat time, such a chain leads from
 * round to round, back to the one in which a variable was given its value:
 *
 *     x'(r) before tau(r+1)   =>   x(r) before sig(r)   =>   x'(r-1) before tau(r)   =>   ...   =>   T before F
 *
 * Learned from as it stands, a conflict of round r only says that something must be otherwise in that round; the run is taken
 * back by half a round, meets that it cannot be, and so on: a conflict for each link.  So the chains are followed at once, and what is
 * learned speaks of their ends.  Where an order implies several that are false the chain ends: there a conflict says more.
 *
 * Only the ends are named, and the clause that the first implies the last.  Whoever checks a refutation gets a cycle for each link. */
#include <stdlib.h>

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

/* From *OF, false since *SINCE, to the one order that it implies and that is false, if it has been so for longer; false if there is none.
 * Which of those implied it is goes to `implied`. */
static bool
go_back (struct cds *cds, struct hb_pair *of, hb_id *since)
{
  struct cds_reach reach;
  hb_id only = 0, level = 0;
  cds_reach (cds, &reach, *of, 1);
  for (hb_id t = 1; t < reach.count; t++)
    {
      struct cds_fact fact = cds_look_up (cds, reach.ties[t].order);
      if (fact.value >= 0 || !fact.level)
        continue;
      if (only || fact.level >= *since)
        return false;
      only = t;
      level = fact.level;
    }
  if (!only)
    return false;
  vec_push (cds->implied, (uint8_t)only);
  *of = reach.ties[only].order;
  *since = level;
  return true;
}

/* The end of the chain from LITERAL, which is false. */
static hb_id
end_of_chain (struct cds *cds, hb_id literal)
{
  struct cds_chain chain = { .from = order_of (cds, literal), .first = cds->implied.size };
  struct hb_pair at = chain.from;
  hb_id since = cds->pairs.data[literal >> 1].level, end = literal;
  bool holds;
  while (chain.count < MOST_LINKS && go_back (cds, &at, &since))
    chain.count++;
  bool is_long = chain.count && cds_literal (cds, at, &end, &holds);
  if (!is_long || cds_is_clause (cds, literal ^ 1, end))
    {
      cds->implied.size = chain.first;
      return end;
    }
  vec_push (cds->chains, chain);
  cds_watch (cds, cds_given_clause (cds, (hb_id[]){ literal ^ 1, end }, 2));
  return end;
}

hb_id
cds_chase (struct cds *cds, hb_id clause)
{
  hb_id size = cds->clauses.data[clause].size, first = cds->clauses.data[clause].first;
  bool changed = false;
  VEC (hb_id) ends = VEC_EMPTY;
  for (hb_id i = 0; i < size; i++)
    {
      hb_id literal = cds->literals.data[first + i], end = end_of_chain (cds, literal);
      size_t same = 0;
      while (same < ends.size && ends.data[same] != end)
        same++;
      if (same == ends.size)
        vec_push (ends, end);
      changed = changed || end != literal;
    }
  if (changed)
    clause = cds_add_clause (cds, ends.data, (hb_id)ends.size);
  vec_free (ends);
  return clause;
}

/* --- for who checks ----------------------------------------------------------------------------- */

/* The order of KEY (cds_key) implies that of TIE. */
struct link
{
  uint64_t key;
  hb_id tie;
};

static int
compare_links (const void *left, const void *right)
{
  const struct link *a = left, *b = right;
  if (a->key != b->key)
    return a->key < b->key ? -1 : 1;
  return (a->tie > b->tie) - (a->tie < b->tie);
}

void
cds_tell_chains (struct cds *cds)
{
  VEC (struct link) links = VEC_EMPTY;
  struct cds_reach reach;
  for (size_t c = 0; c < cds->chains.size; c++)
    {
      const struct cds_chain *chain = &cds->chains.data[c];
      struct hb_pair at = chain->from;
      for (size_t i = chain->first; i < chain->first + chain->count; i++)
        {
          hb_id tie = cds->implied.data[i];
          vec_push (links, ((struct link){ cds_key (at), tie }));
          cds_reach (cds, &reach, at, 1);
          at = reach.ties[tie].order;
        }
    }
  if (links.size)
    qsort (links.data, links.size, sizeof *links.data, compare_links);
  for (size_t i = 0; i < links.size; i++)
    if (!i || compare_links (&links.data[i - 1], &links.data[i]))
      {
        cds_reach (cds, &reach, cds_order_of_key (links.data[i].key), 1);
        cds_tell_tie (cds, &reach, &reach.ties[links.data[i].tie]);
      }
  vec_free (links);
}

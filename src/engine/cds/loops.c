/* Loops of orders, each of which implies the next.  See loops.h.
 *
 * Where X implies Y, the reverse of Y implies that of X.  So what the reverse of X leads to (BACK) is what leads to X, reversed,
 * and the two reaches meet half way round:
 *
 *            A1
 *          //  \\
 *         X     B1 ==> C1 ==> X          AHEAD: X, A1, A2, B1, B2;  BACK: the reverses of X, C1, B1
 *          \\  //
 *            A2                          B1 is in both.  So A1 and A2, from which a step leads to it, are on
 *              \\                        loops, and C1, but B2 is on none that is so short.
 *                B2
 *
 * All on a loop are equal.  What has been reached by another way before (`beside`) counts as well: B1 from A2. */
#include "engine/cds/loops.h"

#include <string.h>

/* Where the orders of AHEAD are in BACK, reversed, goes to OUT, and the other way round to IN.  False if none is. */
static bool
meet (const struct cds_reach *ahead, const struct cds_reach *back, struct cds_home *out,
      struct cds_home *in)
{
  bool any = false;
  memset (in->there, 0, sizeof in->there);
  for (hb_id i = 1; i < ahead->count; i++)
    {
      struct hb_pair of = ahead->ties[i].order;
      hb_id j
          = cds_find_reached (back, cds_key ((struct hb_pair){ of.after, of.before, of.posts }));
      out->there[i] = j < back->count ? j : 0;
      if (!out->there[i])
        continue;
      in->there[j] = i;
      any = true;
    }
  return any;
}

/* From where TIE comes a way leads home through TO, where it goes. */
static void
go_by (struct cds_home *home, struct cds_tie *tie, hb_id to)
{
  if (home->steps[to] == HB_NONE || home->steps[to] + 1 >= home->steps[tie->by])
    return;
  home->steps[tie->by] = home->steps[to] + 1;
  home->on[tie->by] = tie;
  home->to[tie->by] = to;
}

/* The ways from the orders of AHEAD through those that are in BACK.  Ties lead to what was reached later, so the last comes first. */
static void
find_ways (struct cds_reach *ahead, const struct cds_reach *back, struct cds_home *home)
{
  hb_id beside = ahead->more;
  for (hb_id i = 1; i < ahead->count; i++)
    {
      home->steps[i] = home->there[i] ? back->ties[home->there[i]].depth : HB_NONE;
      home->on[i] = NULL;
    }
  for (hb_id i = ahead->count - 1; i; i--)
    {
      for (; beside && ahead->beside[beside - 1].by == i; beside--)
        go_by (home, &ahead->beside[beside - 1], ahead->leads_to[beside - 1]);
      if (ahead->ties[i].by)
        go_by (home, &ahead->ties[i], i);
    }
}

/* So many steps are in a short loop. */
#define SHORT 4

/* Is what stands at I of REACH on a loop that is of use?  Of a long one what both reaches have will do: it leads to
 * the others, and the more of them are said, the longer are proofs. */
static bool
is_on_loop (const struct cds_reach *reach, const struct cds_home *home, hb_id i)
{
  return home->there[i]
         || (home->steps[i] != HB_NONE && reach->ties[i].depth + home->steps[i] <= SHORT);
}

void
cds_each_loop (struct cds *cds, hb_id number, struct cds_reach *ahead, struct cds_reach *back,
               void (*take) (struct cds *cds, const struct cds_loop *loop))
{
  struct cds_home out, in;
  if (!meet (ahead, back, &out, &in))
    return;
  find_ways (ahead, back, &out);
  find_ways (back, ahead, &in);
  for (hb_id i = 1; i < ahead->count; i++)
    if (is_on_loop (ahead, &out, i))
      take (cds, &(struct cds_loop){ number, ahead, back, &out, i, false });
  for (hb_id j = 1; j < back->count; j++)
    if (is_on_loop (back, &in, j))
      take (cds, &(struct cds_loop){ number, back, ahead, &in, j, true });
}

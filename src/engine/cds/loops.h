/* Loops of orders that imply one another (loops.c).  Private to cds/. */
#ifndef HBKIT_CDS_LOOPS_H
#define HBKIT_CDS_LOOPS_H

#include "engine/cds/implied.h"

/* How the orders of a reach, ahead of an order, lead back to that. */
struct cds_home
{
  hb_id there
      [CDS_MOST_REACHED]; /* where the order stands, reversed, in the reach of the reverse, or 0: it does not */
  hb_id steps[CDS_MOST_REACHED]; /* to the order, HB_NONE: no way is known */
  struct cds_tie
      *on[CDS_MOST_REACHED]; /* the first step, to TO; NULL: the way is that from `there` */
  hb_id to[CDS_MOST_REACHED];
};

/* A loop through order NUMBER: as far as AT of AHEAD, and on as HOME says to BACK, from which it goes home.  TURNED: it is one of
 * the reverse, AHEAD that of the reverse and BACK that of the order. */
struct cds_loop
{
  hb_id number;
  struct cds_reach *ahead, *back;
  const struct cds_home *home;
  hb_id at;
  bool turned;
};

/* Calls TAKE for each order, and each reverse of one, that is on a loop through order NUMBER, whose reach is AHEAD, and that of its
 * reverse BACK.  Constant. */
void cds_each_loop (struct cds *cds, hb_id number, struct cds_reach *ahead, struct cds_reach *back,
                    void (*take) (struct cds *cds, const struct cds_loop *loop));

#endif

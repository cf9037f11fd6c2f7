/* What follows the choice of routes; see route.c. */
#ifndef HBKIT_ROUTE_H
#define HBKIT_ROUTE_H

#include "figure.h"

/* tracks.c: gives the legs in each gutter and lane tracks of their own. */
void hb_assign_tracks (hb_figure *figure);

/* ports.c: spreads the ends of edges over the sides of their nodes. */
void hb_assign_ports (hb_figure *figure);

#endif

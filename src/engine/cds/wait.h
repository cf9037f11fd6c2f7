/* Who waits for whom: the edges of happens-before into events that have not been executed, and cycles along them.  Private to
 * cds/. */
#ifndef HBKIT_CDS_WAIT_H
#define HBKIT_CDS_WAIT_H

#include "engine/cds/cds.h"

/* FROM must come before the event in question. */
struct cds_edge
{
  hb_id from;
  enum hb_relation relation;
  hb_id before, after; /* the assumption, or HB_NONE */
};

struct cds_edges
{
  VEC (struct cds_edge) list;
  bool one_is_enough; /* the others need not be looked for */
};

/* Are enough of them there? */
static inline bool
cds_are_enough (const struct cds_edges *edges)
{
  return edges->one_is_enough && edges->list.size;
}

/* --- wait.c --- */

bool cds_is_executed (const struct cds *cds, hb_id event);

void cds_put_edge (struct cds_edges *edges, hb_id from, enum hb_relation relation, hb_id before,
                   hb_id after);

/* Adds what the access EVENT waits for in memory. */
void cds_memory_edges (const struct cds *cds, hb_id event, struct cds_edges *edges);

/* Adds the messages that an order wants to run before MESSAGE and that are not admitted: their first events or, if WHOLE, their
 * last ones. */
void cds_run_edges (struct cds *cds, hb_id message, bool whole, struct cds_edges *edges);

/* Adds what the post of MESSAGE waits for but for what stands before it. */
void cds_posting_edges (struct cds *cds, hb_id message, struct cds_edges *edges);

/* --- cheapest.c --- */

/* An event that the search has reached: with how many assumptions, and by which edge out of it. */
struct cds_reached
{
  hb_id event, cost, parent; /* parent: index in `nodes` */
  struct cds_edge edge;      /* from EVENT to the parent's event */
  bool done;
};

/* Kept from one search to the next for its memory. */
struct cds_search
{
  struct cds_edges edges;
  VEC (struct cds_reached) nodes;
  VEC (hb_id) near, far; /* nodes to expand: at the present cost, at the next */
  hb_id *table;          /* event -> node, open addressing */
  size_t mask;
};

/* Nothing has been reached. */
void cds_search_clear (struct cds_search *search);

/* The number of EVENT among those reached, or HB_NONE; adds NODE, which is not among them. */
hb_id cds_search_find (const struct cds_search *search, hb_id event);
hb_id cds_search_add (struct cds_search *search, const struct cds_reached *node);

/* All that EVENT, not executed, waits for directly, in EDGES. */
typedef void cds_edges_into (struct cds *cds, hb_id event, struct cds_edges *edges);

/* Writes to CYCLE a cycle through START with as few assumptions as there are, and among those a short one.  There must be one; false,
 * and CYCLE as it was, if it is not found among MOST events. */
bool cds_cheapest_cycle (struct cds *cds, hb_id start, cds_edges_into *into, size_t most,
                         struct hb_cycle *cycle);

#endif

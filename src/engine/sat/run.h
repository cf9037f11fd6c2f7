/* A topological sort that fixes the missing orders as it goes, and the cycles that stop it (engine
 * `sat`).
 *
 * The sort starts from the known edges and those of the imposed pairs.  Whenever it passes the post
 * of a queued message, that message takes the next place in its lane (a handler's FIFO, or one
 * sender's part of it), and the edges eo from the lane's earlier messages are there from then on.
 * In a stack or a priority mailbox it goes before those that it is handed out sooner than; a post
 * that would so bury a message that is imposed to run first waits for the get of that.  Where the
 * mailbox leaves a choice (multiset, several senders, external messages), the message that starts is
 * before all that have not started.  If the sort gets to the end, it is a linear
 * extension of happens-before.  If it gets stuck, the edges that hold it up close a cycle:
 *
 *     known edges, edges of imposed pairs, eo edges of pairs whose order the sort has fixed
 *
 * so the cycle is a lemma: its pairs cannot all be ordered so. */
#ifndef HBKIT_ENGINE_SAT_RUN_H
#define HBKIT_ENGINE_SAT_RUN_H

#include "engine/sat/pairs.h"
#include "trace/order.h"
#include "base/rng.h"
#include "trace/witness.h"

typedef struct hb_sat_run hb_sat_run;

/* New.  TRACE and ORDER (which must have no cycle) are borrowed.  SEED other than 0 varies the
 * ranks by which the sort chooses.  Linear. */
hb_sat_run *hb_sat_run_new (const hb_trace *trace, const hb_order *order, uint64_t seed);
void hb_sat_run_free (hb_sat_run *run);

/* Imposes that one message runs, or is posted, before another in what follows; forgets all that was
 * imposed. */
void hb_sat_run_impose (hb_sat_run *run, struct hb_pair pair);
void hb_sat_run_relax (hb_sat_run *run);

/* Sorts from scratch.  True if it got to the end. */
bool hb_sat_run_sort (hb_sat_run *run);

/* After a sort that got stuck: a cycle that holds it up, with as few assumed steps as possible for
 * a cycle through its event, appended to the empty CYCLE. */
void hb_sat_run_cycle (hb_sat_run *run, struct hb_cycle *cycle);

/* Goes on as if one assumption of CYCLE, the one just found, did not bind; true if it got to the
 * end now. Cycles found from here on are lemmas, the sequence is no linear extension any more. */
bool hb_sat_run_go_on (hb_sat_run *run, const struct hb_cycle *cycle);

/* How far apart the last sort took the pair's posts (if it is about these or coupled) or starts, in
 * nodes.  What it did not
 * get to counts as very late. */
hb_id hb_sat_run_gap (const hb_sat_run *run, struct hb_pair pair);

/* Nodes passed and edges looked at so far: the work done, the same on every machine. */
uint64_t hb_sat_run_work (const hb_sat_run *run);

/* How far the sort has come, in thousandths of the nodes. */
size_t hb_sat_run_depth (const hb_sat_run *run);

/* The orders of a sort that got to the end, new. */
hb_witness *hb_sat_run_witness (const hb_sat_run *run);

#endif

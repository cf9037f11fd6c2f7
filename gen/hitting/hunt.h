/* How many schedules until a bug is found: seeded bugs of depth d, and who looks for them.
 *
 * The bug is a stage counter: message x_i advances it from i - 1 to i and does nothing otherwise; it must never
 * reach d.  So exactly the schedules that run x_1, .., x_d in this order find it.  Messages run one at a time.
 *
 *     random     each next message drawn uniformly from those that can run
 *     pct        a random priority a message, the highest that can run next; at d - 1 random steps the one whose
 *                turn it is falls behind all others (Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010, with
 *                messages for threads)
 *     family     a d-hitting family in the order of its file; shuffled: in random order
 *     minimal    a smallest one, where it can be found in time
 */
#ifndef HBKIT_GEN_HITTING_HUNT_H
#define HBKIT_GEN_HITTING_HUNT_H

#include "base/limits.h"
#include "gen/hitting/family.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Draws the D members of a bug into TUPLE: an admissible tuple, uniformly; or a hard one, HARD: of all critical tuples
 * (of some thousand, if there are more) one that 200 random schedules hit least often.  The poset has at least D
 * elements. */
void hb_bug_draw (const hb_poset *poset, int d, bool hard, struct hb_rng *rng, hb_id *tuple);

/* A schedule by random priorities with CHANGES points at which the next element falls back, into ORDER. */
void hb_pct_schedule (const hb_poset *poset, int changes, struct hb_rng *rng, hb_id *order);

enum hb_hunter
{
  HB_HUNT_RANDOM,
  HB_HUNT_PCT,
  HB_HUNT_FAMILY,
  HB_HUNT_SHUFFLED,
  HB_HUNT_MINIMAL
};
#define HB_HUNTERS "random pct family shuffled minimal"

struct hb_hunt
{
  size_t family; /* schedules of the d-hitting family that all are measured by (minimal: of that) */
  size_t most;   /* schedules that were to be tried: of a family all, else ten times as many */
  size_t found;  /* the first that found the bug, from 1; 0: none did */
  bool decided;  /* minimal: a smallest family was found */
};

/* Looks for the bug (TUPLE, D members).  False after an error in DIAG: no family could be made. */
bool hb_hunt (const hb_poset *poset, const hb_id *tuple, int d, enum hb_hunter hunter,
              struct hb_rng *rng, struct hb_limits *limits, struct hb_hunt *hunt, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif

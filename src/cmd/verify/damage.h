/* `hbkit verify NAME --mutate`: which parts of the targets does any test instance need?
 *
 * Ablations say what a construction's author thinks is needed.  Of a reduction that comes without them the *output*
 * is damaged: a clause, an edge, an event, a line is left out, the first one of every target, the second one, and so
 * on, and the first ones from behind.  A damage is noticed if it changes the answer of some target.  One that never is
 * says that the instances are too few or too small, or that the part is not needed. */
#ifndef HBKIT_CMD_VERIFY_DAMAGE_H
#define HBKIT_CMD_VERIFY_DAMAGE_H

#include "base/json.h"
#include "cmd/verify/loop.h"

/* Leaves parts out of the target of SOURCE, which the reduction accepts, and counts; false if there is no target,
 * *WHY (new) says why. */
bool damage_instance (struct verify *verify, const hb_instance *source, char **why);

/* How many damages were done, and how many of them were noticed. */
struct damage_sum
{
  unsigned tried, noticed;
};
struct damage_sum damage_sum (const struct verify_counts *counts);

/* The table, as `c` lines, and as a member of a JSON object. */
void damage_print (const struct verify_counts *counts);
void damage_json (hb_json *json, const struct verify_counts *counts);

#endif

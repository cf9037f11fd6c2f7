/* How far the streams of `hbkit verify` are, and how long they will take: for the line that shows progress.
 *
 * As the line itself (base/progress.h), this belongs to the process; those that it forks have what it knew. */
#ifndef HBKIT_CMD_VERIFY_PACE_H
#define HBKIT_CMD_VERIFY_PACE_H

#include "cmd/verify/stream.h"

/* Before the first of STREAMS.  Counts their instances, unless nobody wants to know or it would take long. */
void verify_pace_start (const struct hb_problem *from, const struct verify_streams *streams);

/* Before each of the streams: the sizes of exhaustive ones in their order, random ones, files. */
void verify_pace_next (void);

/* Shows that INSTANCES of all streams were looked at, INDEX numbers of the present one being over. */
void verify_pace_show (const struct cli *cli, const struct hb_problem *from, uint64_t index,
                       uint64_t instances);

#endif

/* Between replay.c (bodies and memory), replay_order.c and replay_time.c. */
#ifndef HBKIT_PERIODIC_REPLAY_PRIVATE_H
#define HBKIT_PERIODIC_REPLAY_PRIVATE_H

#include "periodic/run.h"

/* "ts1 3" */
void hb_replay_job_name (const hb_jobs *jobs, hb_id job, char *text, size_t room);

/* (4), (5), (16) to (18), arrivals. */
bool hb_replay_order (const hb_jobs *jobs, const hb_periodic_run *run, hb_diag *diag);

/* A real schedule. */
bool hb_replay_time (const hb_jobs *jobs, const hb_periodic_run *run, hb_diag *diag);

#endif

/* hbkit run --schedule hitting:D[:INDEX]: a program run by a hitting family, made on the fly. */
#ifndef HBKIT_CMD_RUN_HITTING_H
#define HBKIT_CMD_RUN_HITTING_H

#include "cmd/frame/programs.h"

#include "program/local.h"

typedef struct run_hitting run_hitting;

/* HOW is "hitting:D" or "hitting:D:INDEX" (from 1): new; NULL if it is none of these.  Ends the program with a
 * usage error if D is none of 2 .. 5. */
run_hitting *run_hitting_new (struct cli *cli, const char *how, const hb_code *code);
void run_hitting_free (run_hitting *family);

/* Runs the next schedule, RUN being fresh; false: there is none (then nothing ran).  *WANTED (may be NULL) says whether it is one that the user wants
 * to hear of (with INDEX: that one alone). */
bool run_hitting_next (run_hitting *family, hb_execution *run, uint64_t steps,
                       struct hb_limits *limits, hb_run_steps *taken, bool *wanted);

/* Has all of the family been run? */
bool run_hitting_done (run_hitting *family);

/* Prints "guarantee yes", or "guarantee no: WHY" and the share of tuples hit. */
void run_hitting_print (run_hitting *family);

/* The same as members of an object: guarantee, guarantee_why, deviations. */
void run_hitting_json (run_hitting *family, hb_json *json);

#endif

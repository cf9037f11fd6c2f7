/* Programs of texts, for the tests. */
#ifndef HBKIT_LOADED_PROGRAM_H
#define HBKIT_LOADED_PROGRAM_H

#include "program/schedule.h"

struct loaded
{
  hb_program *program;
  hb_code *code;
};

/* The program TEXT, with n = N if that is positive.  The test fails if it has errors. */
struct loaded load (const char *text, int64_t n);
void unload (struct loaded *l);

/* Runs to the end, or 100000 steps. */
enum hb_run_status run_random (hb_execution *run, uint64_t seed, hb_run_steps *taken);

/* The I-th of a stream of random programs, of all mailboxes in turn.  New. */
char *random_program_text (uint64_t i, hb_id posted, double awaits, double asserts);

#endif

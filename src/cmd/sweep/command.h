/* The command line of a stage, in words for the system and in a text for people. */
#ifndef HBKIT_SWEEP_COMMAND_H
#define HBKIT_SWEEP_COMMAND_H

#include "base/vec.h"

struct sweep_instance;

/* Ended by NULL. */
typedef VEC (char *) sweep_argv;

/* What stage STAGE of INSTANCE runs, "hbkit" first.  New; freed with `sweep_argv_free`. */
sweep_argv sweep_argv_new (const struct sweep_instance *instance, size_t stage);
void sweep_argv_free (sweep_argv *arguments);

/* WORDS (ended by NULL) as one would type them in a shell.  New. */
char *sweep_command_text (char *const *words);

/* The same for a stage, and for all stages that make what it reads, joined by " && " ("" for none).
 * New. */
char *sweep_stage_command (const struct sweep_instance *instance, size_t stage);
char *sweep_stage_setup (const struct sweep_instance *instance, size_t stage);

#endif

/* The command line of a call. */
#ifndef HBKIT_OWN_WORDS_H
#define HBKIT_OWN_WORDS_H

#include "own/call.h"

/* The words of the call's command, as they run in its folder; new, as `own_command_words`. */
char **own_call_words (const hb_own *own, const struct own_call *call);
void own_words_free (char **words);

/* A line for a shell that makes the call again in the folder that keep.c makes of it; new. */
char *own_call_line (const hb_own *own, const struct own_call *call);

#endif

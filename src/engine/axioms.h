/* The axioms of consistency, taken literally: are these eo and mo of a trace those of a run?  See
 * doc/semantics.md, which derives them from Definitions 1 and 2 of the ED-consistency paper for
 * every mailbox discipline.
 *
 * For testing: no engine uses this, and it uses none of what they share. */
#ifndef HBKIT_AXIOMS_H
#define HBKIT_AXIOMS_H

#include <hbkit/engine.h>

#include "trace/witness.h"

#endif

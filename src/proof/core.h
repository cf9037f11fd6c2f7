/* Cores: a smallest part of an inconsistent trace that is still inconsistent.
 *
 * Parts are made by dropping constraints, so that a part of a consistent trace is consistent:
 *
 *     a read              with its rf and fr
 *     a write             with the reads from it; co keeps the order of the others
 *     a post              and the get: the message posted becomes an external one, free of FIFO and pb
 *     a message of a chain (eo or mo line); the order of the others stays
 *     messages and handlers without events
 *
 * Whoever drops more constrains less: what cannot be dropped from a trace cannot be dropped from a
 * part of it. So a part from which nothing can be dropped singly is minimal, and each thing needs
 * to be tried once. */
#ifndef HBKIT_CORE_H
#define HBKIT_CORE_H

#include <hbkit/proof.h>

#include "engine/engine.h"

#endif

/* Small random programs that come to an end. */
#ifndef HBKIT_RANDOM_PROGRAM_H
#define HBKIT_RANDOM_PROGRAM_H

#include <hbkit/generate.h>

#include "base/rng.h"

#endif

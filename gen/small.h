/* All small traces, each at least once. */
#ifndef HBKIT_SMALL_H
#define HBKIT_SMALL_H

#include <hbkit/generate.h>

#include "trace/trace.h"

#endif

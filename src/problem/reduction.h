/* Reductions as values: all of it is public, <hbkit/problem.h>. */
#ifndef HBKIT_REDUCTION_H
#define HBKIT_REDUCTION_H

#include "problem/problem.h"

#endif

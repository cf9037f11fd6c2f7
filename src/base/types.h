/* The few types that every part of hbkit shares.  All of it is public. */
#ifndef HBKIT_TYPES_H
#define HBKIT_TYPES_H

#include <hbkit/base.h>

#endif

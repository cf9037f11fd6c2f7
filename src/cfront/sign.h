/* The operators of C: how each is written, and how tightly it binds. */
#ifndef HBKIT_CFRONT_SIGN_H
#define HBKIT_CFRONT_SIGN_H

#include "cfront/tree.h"

/* Of the operators before one value. */
#define C_LEVEL_PREFIX 11

/* "+", "&&", ... of an operator before one or between two values, "," of C_COMMA; "" of all else. */
const char *hb_c_sign (enum hb_c_operation op);

/* 1 for || up to 10 for *, /, %; C_LEVEL_PREFIX for - ~ ! * & before a value; 0 for all else. */
unsigned hb_c_level (enum hb_c_operation op);

#endif

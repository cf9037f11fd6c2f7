/* All of libhbkit by one line:
 *
 *     #include <hbkit/hbkit.h>          cc prog.c $(pkg-config --cflags --libs hbkit)
 *
 * Names start with hb_ or HB_.  base.h says what holds for all of it: who frees what, how errors are
 * told, what threads may do. */
#ifndef HBKIT_PUBLIC_HBKIT_H
#define HBKIT_PUBLIC_HBKIT_H

#include <hbkit/base.h>
#include <hbkit/draw.h>
#include <hbkit/engine.h>
#include <hbkit/file.h>
#include <hbkit/format.h>
#include <hbkit/formula.h>
#include <hbkit/generate.h>
#include <hbkit/problem.h>
#include <hbkit/program.h>
#include <hbkit/proof.h>
#include <hbkit/trace.h>

#endif

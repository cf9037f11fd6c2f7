/* All of libhbkit by one line:
 *
 *     #include <hbkit/hbkit.h>          cc prog.c $(pkg-config --cflags --libs hbkit)
 *
 * Names start with hb_ or HB_.  Ownership is said in three words: new (the caller frees it),
 * borrowed (the caller must not free it, and it lives as long as its owner), stolen (the callee
 * frees it). */
#ifndef HBKIT_H
#define HBKIT_H

#include "android.h"
#include "axioms.h"
#include "bisat.h"
#include "buffer.h"
#include "builder.h"
#include "certificate.h"
#include "certify.h"
#include "cnf.h"
#include "core.h"
#include "diag.h"
#include "draw.h"
#include "edt.h"
#include "encode.h"
#include "engine.h"
#include "enumerate.h"
#include "explain.h"
#include "explorer.h"
#include "families.h"
#include "grid.h"
#include "import.h"
#include "input.h"
#include "json.h"
#include "ksat.h"
#include "limits.h"
#include "memory.h"
#include "names.h"
#include "notes.h"
#include "order.h"
#include "output.h"
#include "pigeonhole.h"
#include "program.h"
#include "program_code.h"
#include "program_explore.h"
#include "program_run.h"
#include "program_schedule.h"
#include "prototype.h"
#include "reduction.h"
#include "replay.h"
#include "rng.h"
#include "small.h"
#include "solver.h"
#include "strip.h"
#include "trace.h"
#include "trace_info.h"
#include "trace_json.h"
#include "traces.h"
#include "two_handlers.h"
#include "types.h"
#include "vec.h"
#include "version.h"
#include "witness.h"

#endif

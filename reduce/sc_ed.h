/* SC histories (trace/history.h) to traces of event-driven programs, and back; `sc_ed.c` has the idea. */
#ifndef HBKIT_SC_ED_H
#define HBKIT_SC_ED_H

#include "trace/history.h"
#include "trace/witness.h"

/* Can the construction take HISTORY (its size, its names)?  False after an error in DIAG. */
bool hb_sc_accepts (const hb_trace *history, hb_diag *diag);

/* The sizes of the trace: events, messages, handlers. */
void hb_sc_expect (const hb_trace *history, uint64_t sizes[3]);

/* Tells the trace to BUILDER, up to and with `hb_build_end`, META being its `reduction` line.
 * MAP may be NULL. */
void hb_sc_reduce (const hb_trace *history, const char *meta, hb_builder *builder, hb_output *map);

/* A witness of TRACE, the reduction of HISTORY, from HISTORY's co.  NULL after an error in DIAG (co
 * is no solution).  New. */
hb_witness *hb_sc_lift (const hb_trace *history, const hb_trace *trace, hb_diag *diag);

/* From any witness of TRACE, which was replayed, HISTORY gets a co that solves it.  False after an
 * error in DIAG: TRACE is no reduction of HISTORY, or the co found is no solution, which the proof
 * excludes. */
bool hb_sc_extract (hb_trace *history, const hb_trace *trace, const hb_witness *witness,
                    hb_diag *diag);

#endif

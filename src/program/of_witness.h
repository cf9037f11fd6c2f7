/* The forward direction of Theorem 2.1 (ED-consistency paper, Appendix B): from a consistent trace
 * to a program that has a run with this trace.
 *
 * The program has the handlers and variables of the trace and one register for each handler, and
 * every message of the trace is a message of the program, straight-line: a = x for a read, x = v
 * for a write, post(h, m) for a post.  It is posted once, so it runs once.  The run takes the
 * events in the order in which the witness replays.
 *
 * Where the appendix needs a repair:
 *
 *   - its handlers are "{h | <h, post, h'> is an event}"; handlers that never post are handlers,
 *     too;
 *   - it posts m as post(h, m) with the sender's h; meant is the receiver;
 *   - it takes a linearisation of the edges of the trace, po, rf, co, pb, eo and mo.  Not every one
 *     is a run with that trace: it may put a read behind the write that overwrites its value (fr),
 *     or interleave two messages of a handler (eo relates their gets alone).  It has to be one of
 *     happens-before; replay (run/replay.h) finds it;
 *   - messages have priorities under `priority`: they stand at the posts.
 *
 * Values: a write whose value in the trace is a whole number writes that; otherwise its place in
 * co, from 1.  Initial values are 0. What a read reads does not matter, as nothing depends on it. */
#ifndef HBKIT_PROGRAM_OF_WITNESS_H
#define HBKIT_PROGRAM_OF_WITNESS_H

#include "program/run.h"
#include "trace/witness.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What the program makes of a read of the write of value v. */
enum hb_witness_reads
{
  HB_READS_PLAIN,   /* a = x, as in the appendix */
  HB_READS_CHECKED, /* a = x and assert a == v: a run with another rf fails */
  HB_READS_AWAITED  /* await x == v: there is no run with another rf; some come to a deadlock */
};

/* The program's text.  Except with HB_READS_PLAIN, every write writes its place in co, so that
 * different writes of a variable write different values.  NULL after an error in DIAG: the trace
 * has an external message, which no program posts.  New.  Linear. */
char *hb_program_of_trace (const hb_trace *trace, enum hb_witness_reads reads, hb_diag *diag);

/* Appends to STEPS the schedule of that program along RUN: all events of TRACE in the order of a
 * run. */
void hb_steps_of_run (const hb_trace *trace, const hb_id *run, hb_run_steps *steps);

/* The theorem's forward direction for one trace: replays WITNESS, makes the program, runs it along
 * the replay and compares the trace of that run, its eo and mo included, with TRACE and WITNESS.
 * False after errors in DIAG. */
bool hb_witness_runs_back (const hb_trace *trace, const hb_witness *witness,
                           enum hb_witness_reads reads, hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif

/* The clauses that a certificate of a periodic program refutes, derived by the checker: a model for every execution
 * that fails.
 *
 * Each clause says something that is true of executions (doc/periodic.md, "The formula"); so if there is no model
 * there is no failure.  Data flow, (12) to (15) and (26) to (29) of Chaki, Gurfinkel and Sinha (FMCAD 2014): each
 * job ends with a snapshot of what it may write; a read, or a snapshot, has the value of the last write or
 * snapshot before it.  Order: for each event A of a job that M may preempt a wire, "A comes before M".  Of real schedules
 * there are the clauses of slots.h as well; then a job's start, and its locks, are events that have a place. */
#ifndef HBKIT_PROOF_PERIODIC_FORMULA_H
#define HBKIT_PROOF_PERIODIC_FORMULA_H

#include "proof/periodic/slots.h"
#include "proof/periodic/walk.h"

struct hb_formula_event
{
  struct hb_walk_event is;
  bool needed;  /* a failure may depend on it */
  size_t place; /* among the needed ones of its job */
};

struct hb_formula_job
{
  VEC (size_t) needed; /* events */
  VEC (size_t) over;   /* jobs with needed events that may preempt it */
  VEC (hb_wire) first; /* [event's place * over.size + over's index]: it comes before that job */
};

struct hb_formula
{
  const struct hb_claimed_program *program;
  const struct hb_claim *claim;
  struct hb_gates gates;
  struct hb_walk walk;
  VEC (struct hb_formula_event)
  events;             /* those of the walk, each job's followed by its snapshots */
  VEC (size_t) start; /* of job J's events; one more at the end */
  struct hb_formula_job *jobs;
  size_t job_count;      /* with the final function */
  bool exact;            /* the claim is about real schedules */
  struct hb_slots slots; /* then */
};

/* Derives the clauses for UNIT and CLAIM (borrowed for the formula's life): FORMULA->gates.clauses.  False after an
 * error in DIAG.  What FORMULA owns goes back by `hb_formula_end` in any case; PROGRAM is filled here, and ended
 * there. */
bool hb_formula_start (struct hb_formula *formula, struct hb_claimed_program *program,
                       const hb_c_unit *unit, const struct hb_claim *claim, hb_diag *diag);
void hb_formula_end (struct hb_formula *formula, struct hb_claimed_program *program);

/* --- order (order.c) --- */

/* Makes the wires of the order, and its clauses. */
void hb_formula_order (struct hb_formula *f);

/* Event A comes before event B: of one job by program order, else by relation or wire. */
hb_wire hb_formula_before (const struct hb_formula *f, size_t a, size_t b);

/* A ceiling that keeps job M out is held by the job of event A, at every point from after A to before event B. */
hb_wire hb_formula_held (struct hb_formula *f, size_t a, size_t b, size_t m);

/* Event A may come while the higher job M waits: such a ceiling is held just before A; or A does not happen, or is a
 * snapshot, as its job was over with the event before. */
hb_wire hb_formula_passes (struct hb_formula *f, size_t a, size_t m);

#endif

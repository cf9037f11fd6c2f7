/* Procedures gone through as gates, for formulas of all runs within a bound.  Private to proof/robust/.
 *
 * A call is gone through in laps: in a lap instructions come in the order of the text, and a jump back goes on in the
 * next lap.  Where paths meet their values are chosen by who comes.  A call may have so many laps behind its first as
 * the bound says, and a procedure be within itself so often: what would go on is beyond.
 *
 * What is local is done here; accesses, posts, assertions and choices are told to whoever goes. */
#ifndef HBKIT_PROOF_ROBUST_LAPS_H
#define HBKIT_PROOF_ROBUST_LAPS_H

#include "base/limits.h"
#include "proof/periodic/gates.h"
#include "robust/code.h"

/* Values have so many bits, and wrap around. */
#define RUN_WIDTH 32

/* Beyond so many gates a formula is given up. */
#define LAPS_MOST_GATES 20000000

/* Who stands somewhere: `comes` says whether anyone does; `values`, locals and then what else is carried along, are NULL
 * if nobody can. */
struct stand
{
  hb_wire comes;
  struct hb_wires *values;
};

struct laps;

/* Does to HERE, in which there are so many LOCALS, what instruction INS of LAPS does, its expression having VALUE, which is
 * not 0 if it HOLDS.  (That of a read has none if no variables are carried along.) */
typedef void laps_effect (struct laps *laps, const struct hb_ains *ins, struct stand *here,
                          hb_id locals, struct hb_wires value, hb_wire holds);

struct laps
{
  const hb_acode *code;
  struct hb_gates *gates;
  struct hb_limits *limits; /* may be NULL */
  laps_effect *effect;
  void *context;
  hb_id variables; /* how many values are carried along behind the locals: all variables, or none */
  size_t bound;    /* laps behind the first one */
  hb_id outer;     /* a procedure with a bound of its own, or HB_NONE */
  size_t outer_bound;
  size_t within;  /* a procedure may be entered so often before it is left */
  size_t *depth;  /* procedure -> how often it has been entered; owned */
  hb_wire beyond; /* somebody goes beyond the bounds */
  bool stopped;   /* too large, or a limit was reached */
};

void laps_start (struct laps *laps);
void laps_end (struct laps *laps);

/* May PROC be entered?  Else those who come by COMES are beyond. */
bool laps_may_enter (struct laps *laps, hb_id proc, hb_wire comes);

/* Those who come enter PROC with arguments ARGS and, behind the locals, VARIABLES; who returns, with the latter alone. */
struct stand laps_enter (struct laps *laps, hb_id proc, hb_wire comes, const struct hb_wires *args,
                         const struct hb_wires *variables);

/* Forgets the values of STAND. */
void laps_leave (struct stand *stand);

/* The arguments of call or post INS for those who stand HERE; new. */
struct hb_wires *laps_arguments (struct laps *laps, const struct hb_ains *ins,
                                 const struct stand *here, hb_id locals);

/* LOW to HIGH: an input that is no more than their difference. */
struct hb_wires laps_choose (struct laps *laps, int64_t low, int64_t high);

/* VALUE in the range of VARIABLE?  Then *KEPT is VALUE, its upper bits known where the range tells. */
hb_wire laps_fits (struct laps *laps, hb_id variable, struct hb_wires value, struct hb_wires *kept);

/* The value of expression EXP where locals and variables have these values. */
struct hb_wires run_value (struct hb_gates *gates, const hb_acode *code, hb_id exp,
                           const struct hb_wires *locals, const struct hb_wires *variables);

#endif

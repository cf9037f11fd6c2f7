/* The jobs of a periodic program, executed symbolically: what each reads and writes, under which condition,
 * and with which value, as a circuit (VC_seq, (8) of the paper).
 *
 * Paths are merged: at a branch the state is copied, at the join the copies are joined value by value; a jump
 * forward parks its state at its target.  So constants stay constants on either side, and loop counters too.
 * Calls are inlined, loops unrolled.  What is read from a shared cell is an input of the circuit, which the order of
 * events will tie to a write; so is every free choice: a nondeterministic input, a local without initial value, a
 * quotient by zero, a floating-point value made an integer.
 *
 * A pointer is a list of what it may point to, each with its condition (unfold_pointer.c), and so is the place that an
 * expression names.
 *
 * Order of evaluation: operands and arguments from left to right; of an assignment first the value, then the place,
 * and the place's old value (+=) last.  Choices are counted per job in that order, on the path taken: what the
 * interpreter of replay.h does, too. */
#ifndef HBKIT_PERIODIC_UNFOLD_H
#define HBKIT_PERIODIC_UNFOLD_H

#include "base/limits.h"
#include "periodic/jobs.h"
#include "sat/bits.h"

enum hb_action_kind
{
  HB_ACT_READ,
  HB_ACT_WRITE,
  HB_ACT_SNAPSHOT, /* reads a cell and writes it back, atomically */
  HB_ACT_LOCK,
  HB_ACT_UNLOCK,
  HB_ACT_START /* of a job; not in the unfolding */
};

struct hb_action
{
  enum hb_action_kind kind;
  hb_id job;  /* its index among the jobs; their number for the final function */
  hb_id cell; /* or the lock */
  hb_lit guard;
  hb_word value;
  struct hb_c_spot spot;
};

/* A free choice.  One with a REFUSAL stands for something outside the subset: nothing asked may depend on it. */
struct hb_choice
{
  hb_id job;
  hb_lit guard;
  hb_word value;
  struct hb_c_spot spot;
  const char *refusal;
};

/* Something that must not happen. */
struct hb_check
{
  hb_id job;
  hb_lit fails;
  struct hb_c_spot spot;
  const char *
      what; /* "assertion", "division by zero", "index out of bounds", "pointer out of bounds", "access through NULL" */
  hb_id after; /* how many actions came before it in all */
};

/* The initial value of a cell that the program does not tell. */
struct hb_initial
{
  hb_id cell;
  hb_word value;
};

/* A product, quotient or rest whose circuit is made only if it is needed: OUT, an input until then, is A op B. */
struct hb_deferred
{
  enum hb_c_operation op;
  bool is_signed;
  hb_word a, b, out;
};

/* An operation of the program on words, for those who write it in other words than circuits: OUT is A op B. */
struct hb_term
{
  enum hb_c_operation op;
  bool is_signed;
  hb_word a, b, out;
  size_t nodes; /* how many the circuit had before: those of OUT from there on are its own */
};

struct hb_unfolding
{
  const hb_jobs *jobs;
  hb_bits *bits;
  VEC (struct hb_action) actions; /* job by job in the order of the jobs, in program order */
  VEC (hb_id) first;              /* of job J's actions; one more at the end */
  VEC (struct hb_choice) choices; /* likewise in order */
  VEC (struct hb_check) checks;
  size_t asked;             /* how many checks were met, those that cannot fail, too */
  VEC (hb_lit) assumptions; /* must all be true */
  VEC (struct hb_initial) initials;
  VEC (struct hb_deferred) deferred;
  VEC (struct hb_term) terms; /* if they are wanted */
};

typedef struct hb_unfolding hb_unfolding;

struct hb_unfold_options
{
  unsigned unroll;          /* how often a loop's body may run; 0: 64 */
  bool private_shared;      /* private cells are read and written by events, too */
  bool div0;                /* a division by zero is a failure */
  bool terms;               /* what the program computes is kept, operation by operation */
  struct hb_limits *limits; /* borrowed; NULL: none */
};

/* The unfolding of JOBS (borrowed for its life).  NULL after errors in DIAG, or if a limit was reached.  New. */
hb_unfolding *hb_unfold (const hb_jobs *jobs, const struct hb_unfold_options *options,
                         hb_diag *diag);
/* The circuit of what was deferred. */
hb_word hb_deferred_circuit (hb_bits *bits, const struct hb_deferred *deferred);

void hb_unfolding_free (hb_unfolding *unfolding);

#endif

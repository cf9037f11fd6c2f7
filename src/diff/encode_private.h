/* What the files of the encoding share: encode_thread.c (nodes and locals), encode_bits.c (what bits a variable
 * can have), encode_order.c (orders, sources of reads, facts), encode_grid.c (cycles of two threads), encode_cut.c (other cycles), encode_symmetry.c (threads in turn), encode_follow.c (the other program, made
 * to follow), encode_run.c (from models to runs), encode.c. */
#ifndef HBKIT_DIFF_ENCODE_PRIVATE_H
#define HBKIT_DIFF_ENCODE_PRIVATE_H

#include "diff/encode.h"
#include "diff/matters.h"
#include "sat/bits.h"
#include "sat/solver.h"

/* An access to a shared variable. */
struct diff_place_of_access
{
  bool write;
  hb_id variable, statement, thread, position; /* position: grows along the thread */
  hb_id step;
  hb_lit runs;
  hb_word value;
  struct hb_c_spot spot;
};

/* A choice: the value, and when it is made. */
struct diff_made
{
  hb_id thread, position;
  hb_lit runs;
  hb_word value;
  struct diff_type type;
};

/* A step that is ordered: a visible node on its own, or an atomic section. */
struct diff_ordered
{
  hb_id thread, end; /* the position behind its last node */
  hb_lit runs;
  hb_lit seen; /* it runs and touches something */
};

/* Step A is before step B, as a literal. */
struct diff_order_pair
{
  hb_id a, b;
  hb_lit before;
};

/* What became of a node. */
struct diff_laid_node
{
  hb_lit runs;
  hb_id step;  /* HB_NONE: none of its own */
  size_t made; /* its first choice */
};

/* Where a node of a follower belongs (encode_follow.c): the leader's thread, the node that is the same, the step at
 * which it happens; HB_NONE: there is none. */
struct diff_anchor
{
  hb_id thread, node, step;
};

typedef VEC (const struct diff_place_of_access *) diff_accesses;

/* What a follower does in a way of its own: whether it goes on to a node, choice NUMBER that it makes there, what a read
 * finds, the leader's step where a node happens. */
struct diff_following
{
  hb_lit (*goes_on) (diff_encoding *f, hb_id thread, hb_id node);
  hb_word (*choice) (diff_encoding *f, hb_id thread, hb_id node, hb_id number,
                     struct diff_type type);
  void (*read) (diff_encoding *f, const diff_accesses *writes,
                const struct diff_place_of_access *read);
  hb_id (*step) (const diff_encoding *f, hb_id thread, hb_id node);
};

/* What the bits of a variable can be: constants, or the same as (or the inverse of) an earlier bit. */
struct diff_shape
{
  unsigned width;
  hb_lit bits[64]; /* HB_FALSE, HB_TRUE, or 2 * (class + 1) + inverse */
};

struct diff_encoding
{
  const diff_scope *scope;
  const diff_program *program;
  int side;
  struct diff_encode_options options;
  hb_bits *bits;
  char *matters;                  /* by variable: the others are 0 */
  VEC (struct diff_shape) shapes; /* by variable of the program */
  VEC (struct diff_place_of_access) accesses;
  VEC (struct diff_made) made;
  VEC (struct diff_ordered) steps;
  VEC (hb_lit) ends;         /* of each thread: it comes to its end */
  VEC (hb_lit) clauses_open; /* clauses over the circuit, HB_NONE ends one */
  hb_word *clocks;           /* of each step, with `options.clocks` */
  VEC (hb_lit) orders; /* by pair (a, b), a < b, of steps: a is before b; HB_NONE: no literal */
  VEC (struct diff_order_pair) pairs;
  hb_lit *facts;                    /* by fact */
  VEC (struct diff_laid_node) laid; /* by thread and node */
  VEC (size_t) laid_of;             /* by thread: its first one */
  /* Of a follower: */
  diff_encoding *leader; /* or NULL */
  const struct diff_following *following;
  VEC (struct diff_anchor) anchors; /* by thread and node */
  VEC (size_t) anchors_of;
  VEC (hb_id) step_anchors; /* by step, the leader's */
  hb_lit failed;            /* it should have waited */
  /* */
  int *fact_literals;  /* 0: not asked for yet */
  signed char *values; /* of the circuit's nodes in the model at hand */
  hb_solver *solver;
  hb_diag *diag; /* borrowed */
  bool blamed;   /* the solver, in DIAG: it is asked no more */
  hb_tseitin *tseitin;
  hb_guarded_order *order;
  VEC (int) assumed;
  struct diff_schedule schedule;
  uint64_t *shown;
  struct diff_encoding_sizes sizes;
};

/* Fills accesses, made, steps, ends, and what must hold, from the nodes; reads have words as shapes say. */
void diff_encode_threads (diff_encoding *e);

/* Shapes from the words that are written, so that the next time reads are smaller.  False if none changed. */
bool diff_encode_shapes (diff_encoding *e);

/* The initial value of VARIABLE, 0 if it does not matter. */
hb_word diff_encode_initial (diff_encoding *e, hb_id variable);

/* A word of the shape of VARIABLE, new inputs for its classes. */
hb_word diff_encode_shaped (diff_encoding *e, hb_id variable);

/* What became of node NODE of THREAD. */
const struct diff_laid_node *diff_laid (const diff_encoding *e, hb_id thread, hb_id node);

/* Access A happens before access B, if both do; SOURCE implies that the words are equal; the literal of a fact (from
 * HB_NONE: init), or NULL. */
hb_lit diff_encode_before (diff_encoding *e, const struct diff_place_of_access *a,
                           const struct diff_place_of_access *b);
void diff_encode_equal (diff_encoding *e, hb_lit source, hb_word a, hb_word b);
hb_lit *diff_encode_fact (diff_encoding *e, bool store, hb_id variable, hb_id from, hb_id to);

/* The clauses that are open go to the solver; the orders from number FROM on to its order. */
void diff_encode_give_clauses (diff_encoding *e);
void diff_encode_give_orders (diff_encoding *e, size_t from);

/* Orders, sources, facts. */
void diff_encode_orders (diff_encoding *e);

/* The orders, as far as they are of two threads, have no cycle (not with clocks, which say more). */
void diff_encode_grids (diff_encoding *e);

/* CONDITION holds: clauses over the circuit. */
void diff_encode_clause (diff_encoding *e, const hb_lit *literals, size_t count);

/* How many cycles the model at hand has that matter; a clause that cuts each goes to CLAUSES, 0 ends it. */
size_t diff_encode_cut (diff_encoding *e, hb_literals *clauses);

/* The run of the model at hand, into `schedule`, and what it shows. */
void diff_encode_run (diff_encoding *e);

#endif

/* The search for smallest traces that express a relation on pairs of messages.
 *
 * A trace with pairs (a1, b1), ..., (ak, bk) of messages, each pair of one handler, expresses the relation of all rows that its
 * consistent extensions show: value t is true if bt runs before at.  A reduction is a register, which hands values on, and such
 * a gadget for its clauses.
 *
 * Searched for size by size, by counterexamples: a solver tells a trace of that size and, for each row of the
 * relation, an order that shows it; another solver looks for an order that shows a row which is not in it.  If there is
 * one, no trace that it explains will do, which is a clause (orders.c).  Without any candidate left the formula is
 * unsatisfiable: no trace of that size expresses the relation, but perhaps one with an access that could be left out.
 * (Solar-Lezama, "Program synthesis by sketching", 2008.) */
#ifndef HBKIT_GADGET_SEARCH_H
#define HBKIT_GADGET_SEARCH_H

#include "gadget/code.h"
#include "gadget/relation.h"

/* What became of the traces of one size, with so many posted messages. */
struct hb_gadget_size
{
  hb_id events, posted;
  int answer; /* 10: one expresses the relation; 20: none does; 0: not known */
  uint64_t counterexamples;
  char *formula, *proof; /* paths, if proofs are wanted and there is none; owned */
};

struct hb_gadget_options
{
  struct hb_rows relation;
  hb_id handlers;
  enum hb_mailbox mailbox; /* not HB_PRIORITY */
  bool flat, free;         /* as a shape has them (code.h) */
  hb_id least, most;       /* events, gets included; LEAST 0: the fewest that there can be */
  const char *
      proofs; /* where formulas and their refutations go: PROOFS-EVENTS-POSTED.cnf, .drat; NULL: nowhere */
  const char *solver; /* NULL: cadical */
  struct hb_limits *limits;
};

struct hb_gadget
{
  hb_trace *trace; /* NULL: none was found */
  bool minimal;    /* all smaller sizes were refuted */
  VEC (struct hb_gadget_size) sizes;
};

/* Searches.  What is found has been checked against the search of all runs.  False after errors in DIAG.  Free GADGET with
 * `hb_gadget_free` in any case. */
bool hb_gadget_find (const struct hb_gadget_options *options, struct hb_gadget *gadget,
                     hb_diag *diag);
void hb_gadget_free (struct hb_gadget *gadget);

/* The fewest events that such a trace has: unless the messages of pairs are free, a get and a post for each of these. */
static inline hb_id
hb_gadget_least (const struct hb_gadget_options *options)
{
  return options->free ? 0 : 4 * options->relation.arity;
}

#endif

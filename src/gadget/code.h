/* Traces of a given size as models of a formula, and the orders in which such a trace may run.
 *
 * A shape says how many handlers, messages and events there are; what a trace of that shape does is told by variables:
 *
 *     messages   0 .. handlers - 1 are initial, one a handler; then those that are posted, those of the pairs first
 *     events     body events stand in the order of their messages (po); then one get for each posted message
 *
 * The formula has each trace of the shape, up to names; handlers and messages that nothing tells apart come in one order
 * only, and each access has to do with one of another message, as otherwise it could be left out.
 * An order of all events is a block of variables more; it explains the trace if every relation of the trace points
 * forward in it, handlers run one message at a time and mailboxes hand out what their discipline says. */
#ifndef HBKIT_GADGET_CODE_H
#define HBKIT_GADGET_CODE_H

#include "sat/cnf.h"
#include "sat/solver.h"
#include "trace/trace.h"

struct hb_shape
{
  hb_id handlers;
  hb_id pairs;  /* of messages; message 2t and 2t + 1 of those posted are pair t */
  hb_id posted; /* messages that are not initial */
  hb_id body;   /* accesses and posts */
  enum hb_mailbox mailbox;
  bool flat;      /* only initial messages post */
  bool free;      /* messages of pairs come from outside, nobody posts them */
  bool symmetric; /* pairs may be exchanged */
};

/* Where clauses go: to a solver, and to a formula unless it is NULL. */
struct hb_clauses
{
  hb_solver *solver;
  hb_cnf *cnf;
};

/* The first variable of each block. */
struct hb_code
{
  struct hb_shape shape;
  hb_id messages, nodes;
  int is_in;    /* [event][message] */
  int from;     /* [event][message]: it stands in this message or a later one */
  int writes;   /* [event] */
  int reads;    /* [event] */
  int posts;    /* [event][posted] */
  int runs_on;  /* [posted][handler] */
  int together; /* [posted][posted]: on one handler */
  int on;       /* [event][handler] */
  int mates;    /* [event][event]: of one handler */
  int alike;    /* [event][event], first < second: of one message */
  int same;     /* [event][event], first < second: accesses of one variable */
  int rf;       /* [write][read] */
  int starts;   /* [read]: of the initial value */
  int co;       /* [write][write] */
  int fr;       /* [read][write] */
  int joined; /* [event][event]: accesses of two messages, rf, co or fr leads from one to the other */
  int beside; /* [event][posted i][posted j]: in i, which is on the handler of j */
  int leads;  /* [event][posted]: in the initial message of the handler of it */
  int sends; /* [event x][event y][posted i][posted j], i < j: x posts i and y posts j, and their order counts */
  int variables;
};

void hb_code_init (struct hb_code *code, const struct hb_shape *shape);

static inline hb_id
hb_code_get (const struct hb_code *code, hb_id posted)
{
  return code->shape.body + posted;
}

/* One literal more, or 0: the end of the clause. */
static inline void
hb_literal (struct hb_clauses *clauses, int literal)
{
  hb_solver_add (clauses->solver, literal);
  if (clauses->cnf)
    hb_cnf_add (clauses->cnf, literal);
}

/* A clause of literals, ended by 0. */
void hb_clause (struct hb_clauses *clauses, const int *literals);
#define HB_CLAUSE(CLAUSES, ...) hb_clause (CLAUSES, (const int[]){ __VA_ARGS__, 0 })

/* What makes the variables a trace.  O(events^2 messages^2 + events^3) clauses. */
void hb_code_trace (const struct hb_code *code, struct hb_clauses *clauses);

/* An order of the nodes that explains the trace, in new variables from FIRST on.  The first variable behind them. */
int hb_code_order (const struct hb_code *code, struct hb_clauses *clauses, int first);

/* The literal that node X is before node Y in the order from FIRST on. */
int hb_code_before (const struct hb_code *code, int first, hb_id x, hb_id y);

/* The trace has no extension like RANK (node -> its place in an order): one with the same order of gets and the same
 * values of pairs.  By new variables from NEXT on: a cycle is there.  The first variable behind them. */
int hb_code_exclude (const struct hb_code *code, struct hb_clauses *clauses, const hb_id *rank,
                     int next);

/* The trace that the SOLVER's model tells; its pairs are called a1 b1, a2 b2, ...; pair T with b before a is true.  ROW
 * UINT32_MAX: no order is given; otherwise that of the row, as eo lines.  New; NULL after errors in DIAG. */
hb_trace *hb_code_told (const struct hb_code *code, const signed char *model, uint32_t row,
                        hb_diag *diag);

#endif

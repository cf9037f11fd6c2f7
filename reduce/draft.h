/* Drafts of traces: handlers, messages and events told in any order, and what they mean.
 *
 * The reductions of doc/map.md describe their traces so, each by one function; all else is shared: a draft is written
 * out as a trace, tells the map, lifts models by a guided run and reads values off witnesses.
 *
 *     message M on h        message N on k
 *     +-----------+         +-----------+
 *     | W x       |---rf--->| R x       |      hb_draft_edge (draft, M, N, "x")
 *     +-----------+         +-----------+
 *
 * The order in which events are told is po in their message.  A variable gets co in the order in which its writes are
 * told. The order in which messages are made matters to nobody but the guided run (draft_ways.c), which takes the
 * earlier of two where it has the choice: make them in the order in which they are to run. */
#ifndef HBKIT_REDUCE_DRAFT_H
#define HBKIT_REDUCE_DRAFT_H

#include "problem/ed.h"
#include "problem/sat.h"
#include "reduce/threes.h"

/* Two messages of a handler that stand for a variable: true iff b runs before a. */
struct hb_two
{
  hb_id a, b;
};

enum hb_draft_kind
{
  HB_DRAFT_POST,
  HB_DRAFT_WRITE,
  HB_DRAFT_READ
};

struct hb_draft_event
{
  enum hb_draft_kind kind;
  hb_id object; /* the message posted; the write */
};

struct hb_draft_message
{
  char *name; /* owned; NULL: initial */
  hb_id handler;
  hb_id clause; /* whose gadget it belongs to, from 1; 0: none */
  bool posted;
  VEC (struct hb_draft_event) events;
};

struct hb_draft_write
{
  hb_id variable, rank; /* the rank-th write (from 0) of the variable */
};

struct hb_draft_variable
{
  char *name; /* owned */
  hb_id writes;
};

/* FIRST runs before SECOND, of the same handler, when LITERAL is true, and so is ALSO unless it is 0. */
struct hb_draft_order
{
  int literal, also;
  hb_id first, second;
};

/* A literal of a clause: FIRST is the message whose coming first makes it false, or stands for that. */
struct hb_draft_literal
{
  hb_id clause, place;
  int literal;
  hb_id first, second;
};

struct hb_draft
{
  const struct hb_threes *formula; /* borrowed */
  unsigned damage;                 /* bits of the ablation */
  enum hb_mailbox mailbox;
  bool stacks; /* is it a design for stacks? */
  VEC (char *) handlers;
  VEC (hb_id) initial; /* handler -> its initial message, or HB_NONE */
  VEC (struct hb_draft_message) messages;
  VEC (struct hb_draft_variable) variables;
  hb_names *variable_names;
  VEC (struct hb_draft_write) writes;
  VEC (struct hb_draft_order) values; /* for each variable of the formula, where it is to be read */
  VEC (struct hb_draft_order) guides; /* how the run of a model goes */
  VEC (struct hb_draft_literal) literals;
  hb_id clause; /* of messages being made */
};

/* One of the constructions: what its record's `own` points to. */
struct hb_draft_design
{
  enum hb_mailbox mailbox;
  /* Fills a draft for its formula, damaged as it says.  Empty clauses are added by whoever asks. */
  void (*draw) (struct hb_draft *draft);
  /* Of a formula of N variables and M clauses, none of them empty. */
  void (*sizes) (uint64_t n, uint64_t m, uint64_t *sizes);
  const char *rule; /* for the map: how the values are read */
};

/* Ablations that any design may have. */
enum hb_draft_damage
{
  HB_DRAFT_MULTISET = 1u << 16, /* other mailboxes */
  HB_DRAFT_SENDER_QUEUE = 1u << 17,
  HB_DRAFT_QUEUE = 1u << 18
};

/* --- telling ---------------------------------------------------------------------------------- */

hb_id hb_draft_handler (struct hb_draft *draft, const char *name);

/* The initial message of HANDLER, made when it is asked for first. */
hb_id hb_draft_initial (struct hb_draft *draft, hb_id handler);

/* A message of that name, made by printf (3). */
hb_id hb_draft_message (struct hb_draft *draft, hb_id handler, const char *format, ...)
    HB_PRINTF (3, 4);

/* The post of MESSAGE, in BY. */
void hb_draft_post (struct hb_draft *draft, hb_id by, hb_id message);

/* A message that is made and posted at once. */
hb_id hb_draft_posted (struct hb_draft *draft, hb_id by, hb_id handler, const char *format, ...)
    HB_PRINTF (4, 5);

/* A write in MESSAGE of the variable whose name printf (3) makes: its number, for reads. */
hb_id hb_draft_write (struct hb_draft *draft, hb_id message, const char *format, ...)
    HB_PRINTF (3, 4);
void hb_draft_read (struct hb_draft *draft, hb_id message, hb_id write);

/* A write in FROM and the read of it in TO. */
void hb_draft_edge (struct hb_draft *draft, hb_id from, hb_id to, const char *format, ...)
    HB_PRINTF (4, 5);

/* What INNER tells between the two edges happens while OUTER runs: OUTER writes NAME.1, which INNER reads ...
 * INNER writes NAME.2, which OUTER reads.  The first edge, the second, or both. */
void hb_draft_enter (struct hb_draft *draft, hb_id outer, hb_id inner, const char *name);
void hb_draft_leave (struct hb_draft *draft, hb_id outer, hb_id inner, const char *name);
void hb_draft_tie (struct hb_draft *draft, hb_id outer, hb_id inner, const char *name);

/* --- what it means ---------------------------------------------------------------------------- */

/* The two stand for VARIABLE in every consistent extension, and in the run of a model. */
void hb_draft_value (struct hb_draft *draft, int variable, struct hb_two two);

/* In the run of a model, FIRST goes before SECOND if LITERAL is true. */
void hb_draft_guide (struct hb_draft *draft, int literal, hb_id first, hb_id second);

/* The same if both literals are true. */
void hb_draft_guide_both (struct hb_draft *draft, int literal, int also, hb_id first, hb_id second);

/* The message of TWO that makes LITERAL false by running first, and the other one. */
static inline hb_id
hb_draft_first (struct hb_two two, int literal)
{
  return literal > 0 ? two.a : two.b;
}
static inline hb_id
hb_draft_second (struct hb_two two, int literal)
{
  return literal > 0 ? two.b : two.a;
}

/* Clause J's T-th literal (both from 1) is looked at in TWO: for the map. */
void hb_draft_tell_literal (struct hb_draft *draft, hb_id j, hb_id t, struct hb_two two);

/* A copy on HANDLER of the pair SOURCE, for literal T of clause J: posted in the messages of SOURCE, called
 * SIDE NAME.J.T; a value, and told as that literal. */
struct hb_two hb_draft_copy (struct hb_draft *draft, struct hb_two source, hb_id handler,
                             const char *name, hb_id j, hb_id t);

/* The ring of clause J: what the second message of literal T writes, the first one of the next literal reads, cyclically.  If
 * all three are false, first before second each, that is a cycle.  OPEN: without the edge back to the first literal. */
void hb_draft_ring (struct hb_draft *draft, hb_id j, const struct hb_two twos[3], bool open);

/* --- the whole -------------------------------------------------------------------------------- */

/* The draft of THREES (borrowed) by DESIGN.  Empty it with `hb_draft_free`. */
void hb_draft_init (struct hb_draft *draft, const struct hb_draft_design *design,
                    const struct hb_threes *threes, unsigned damage);
void hb_draft_free (struct hb_draft *draft);

/* Tells the trace to BUILDER, the mailbox and all that follows, up to and with `hb_build_end`. */
void hb_draft_tell (const struct hb_draft *draft, hb_builder *builder);

/* The functions of a record whose `own` is a design. */
bool hb_draft_accepts (const struct hb_reduction *self, const hb_instance *source, hb_diag *diag);
void hb_draft_sizes (const struct hb_reduction *self, const hb_instance *source, uint64_t *sizes);
bool hb_draft_reduce (const struct hb_reduction *self, const hb_instance *source,
                      const struct hb_ablation *ablation, struct hb_target *target, hb_output *map,
                      hb_diag *diag);
/* Designs of queues are as good with mailboxes of priorities, all equal. */
bool hb_draft_variant (const struct hb_reduction *self, hb_instance *target, unsigned i);
hb_solution *hb_draft_lift (const struct hb_reduction *self, const hb_instance *source,
                            const hb_solution *solution, const hb_instance *target, hb_diag *diag);
hb_solution *hb_draft_extract (const struct hb_reduction *self, const hb_instance *source,
                               const hb_instance *target, const hb_solution *solution,
                               hb_diag *diag);

/* What the letters of all size texts mean, and the rule that most designs have. */
#define HB_DRAFT_COUNTS                                                                            \
  "; n variables that occur and m clauses once wider clauses are split, E empty clauses"
#define HB_DRAFT_RULE                                                                              \
  "a variable is true if and only if the first message of any of its pairs runs before the second"

/* The members of a record that are the same for all designs. */
#define HB_DRAFT_MEMBERS                                                                           \
  .from = &hb_problem_sat, .to = &hb_problem_ed, .reference = "ours, doc/map.md",                  \
  .faithful = true, .accepts = hb_draft_accepts, .sizes = hb_draft_sizes,                          \
  .reduce = hb_draft_reduce, .variant = hb_draft_variant, .lift = hb_draft_lift,                   \
  .extract = hb_draft_extract

#endif

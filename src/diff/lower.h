/* From C to graphs of threads: what the files of the lowering share.
 *
 * lower.c (variables, threads, main), lower_node.c (nodes and their ends), lower_stmt.c (statements, loops,
 * calls), lower_exp.c (expressions), lower_place.c (what can be read and written), lower_words.c (lock, assume,
 * ...), normal.c (the text by which statements are known).
 *
 * Code is laid out as it is met: `ends` are the edges that lead to whatever comes next.  Where there are none, what
 * comes next cannot be reached and is not laid out.  The first error ends it. */
#ifndef HBKIT_DIFF_LOWER_H
#define HBKIT_DIFF_LOWER_H

#include "base/buffer.h"
#include "diff/graph.h"

/* Edges that lead to what comes next: 2 * node + side. */
struct diff_ends
{
  VEC (hb_id) edges;
  bool start;        /* the thread starts there */
  hb_id depth, unit; /* of the atomic sections around */
};

/* A function that is being inlined. */
struct diff_frame
{
  const struct hb_c_symbol *function;
  struct diff_frame *up;
  hb_id *base; /* by the number of its locals: the first of their cells */
  hb_id result;
  struct diff_ends returns;
};

struct diff_loop
{
  struct diff_ends breaks, continues;
  bool is_switch;
  struct diff_loop *up;
};

/* An expression that has been computed ahead. */
struct diff_hoisted
{
  const struct hb_c_exp *exp;
  const struct diff_exp *value;
};

struct diff_lowering
{
  diff_program *program;
  hb_c_unit *unit;
  const struct diff_options *options;
  hb_diag *diag;
  bool failed;
  struct diff_thread *thread;
  struct diff_ends ends;
  hb_id open; /* the node that is being filled, or HB_NONE */
  struct diff_frame *frame;
  struct diff_loop *loop;
  VEC (struct diff_hoisted) hoisted;
  const struct diff_exp
      *given;     /* what is computed counts only if this is not 0; NULL: in any case */
  hb_buffer path; /* calls and iterations around, with `contexts` */
  uint64_t nodes;
  hb_id *base;      /* by the number of a global: its first variable, or HB_NONE */
  const char *text; /* of the statement at hand */
  struct hb_c_spot spot;
  hb_id statement;     /* its number, HB_NONE as long as it has none */
  VEC (char) locked;   /* variables that something locks */
  VEC (hb_id) unlocks; /* of each variable: how many unlock it */
  VEC (struct hb_c_spot) unlock_spots;
  /* Expressions have calls, calls statements, and these expressions: what lies below calls what lies above by these. */
  const struct diff_exp *(*value) (struct diff_lowering *l, const struct hb_c_exp *exp);
  const struct diff_exp *(*whole_value) (struct diff_lowering *l, const struct hb_c_exp *exp);
  void (*stmt) (struct diff_lowering *l, const struct hb_c_stmt *stmt);
};

/* Reports at SPOT and ends the lowering. */
void diff_fail (struct diff_lowering *l, struct hb_c_spot spot, const char *format, ...)
    HB_PRINTF (3, 4);

/* --- nodes (lower_node.c) */

/* Can what comes next be reached? */
bool diff_reached (const struct diff_lowering *l);

/* Appends an act to the node at hand, or a new one. */
void diff_do (struct diff_lowering *l, struct diff_act act);

/* A new head of a loop (graph.h), and the way back to it from what comes last. */
hb_id diff_head (struct diff_lowering *l);
void diff_lead_back (struct diff_lowering *l, hb_id head);

/* What comes next is a node of its own. */
void diff_close (struct diff_lowering *l);

/* What comes between runs together or not at all; sections within sections are one. */
void diff_begin_section (struct diff_lowering *l);
void diff_end_section (struct diff_lowering *l);

/* Goes to YES if CONDITION is not 0, else to NO (both empty before); nothing comes next but what starts from
 * these. */
void diff_branch (struct diff_lowering *l, const struct diff_exp *condition, struct diff_ends *yes,
                  struct diff_ends *no);

/* FROM (emptied) leads to where INTO does; an error at SPOT if their atomic sections differ. */
void diff_join (struct diff_lowering *l, struct diff_ends *into, struct diff_ends *from,
                struct hb_c_spot spot);

/* What came last leads to INTO. */
void diff_leave_to (struct diff_lowering *l, struct diff_ends *into, struct hb_c_spot spot);

/* What comes next starts from FROM (emptied), and nowhere else. */
void diff_go_on_from (struct diff_lowering *l, struct diff_ends *from);

/* A new local. */
hb_id diff_new_local (struct diff_lowering *l, const char *name, struct diff_type type);

/* Begins a statement of the function at hand; TEXT is stolen. */
void diff_begin (struct diff_lowering *l, char *text, struct hb_c_spot spot);

/* The number of the statement at hand. */
hb_id diff_statement (struct diff_lowering *l);

/* local = EXP; a new local with that value. */
void diff_let (struct diff_lowering *l, hb_id local, const struct diff_exp *exp);
const struct diff_exp *diff_keep (struct diff_lowering *l, const struct diff_exp *exp);

/* EXP cast to TYPE. */
const struct diff_exp *diff_cast (struct diff_lowering *l, struct diff_type type,
                                  const struct diff_exp *exp);

/* --- places (lower_place.c) */

/* What an access may mean: a variable, or a local, if GUARD (NULL: in any case). */
struct diff_cell
{
  hb_id at;
  const struct diff_exp *guard;
};

struct diff_place
{
  bool shared;
  const struct diff_cell *cells; /* of them one is meant, none if an index is out of range */
  hb_id count;
  struct diff_type type;
};

/* How many cells TYPE has; reports what has none at SPOT. */
hb_id diff_cells (struct diff_lowering *l, const struct hb_c_type *type, struct hb_c_spot spot);

/* TYPE as that of one cell. */
struct diff_type diff_type_of (struct diff_lowering *l, const struct hb_c_type *type,
                               struct hb_c_spot spot);

struct diff_place diff_place_of (struct diff_lowering *l, const struct hb_c_exp *exp);
const struct diff_exp *diff_read_place (struct diff_lowering *l, const struct diff_place *place,
                                        struct hb_c_spot spot);
void diff_write_place (struct diff_lowering *l, const struct diff_place *place,
                       const struct diff_exp *exp, struct hb_c_spot spot);

/* If each access is a step, what has come so far is one before PLACE is read or written. */
void diff_begin_access (struct diff_lowering *l, const struct diff_place *place);

/* Is SYMBOL the variable `nondet`, which is any value? */
bool diff_is_nondet (const struct hb_c_symbol *symbol);

/* --- expressions (lower_exp.c) */

/* EXP's value; its effects are acts.  Calls that are inlined and branches must have been computed ahead. */
const struct diff_exp *diff_value (struct diff_lowering *l, const struct hb_c_exp *exp);

/* A statement is one step, with its branches, and if each access is a step, what WAITS for EXP is: begins a section if
 * EXP needs one for that (true: to be ended).  What has inlined calls is no one step. */
bool diff_begin_step (struct diff_lowering *l, const struct hb_c_exp *exp, bool waits);

/* Computes ahead what needs nodes of its own, then the value. */
const struct diff_exp *diff_whole_value (struct diff_lowering *l, const struct hb_c_exp *exp);

/* --- calls (lower_call.c) */

/* Does CALL lay out nodes of its own: a function with a body, or a pointer to one? */
bool diff_is_inlined (const struct hb_c_exp *call);

/* Calls; the value, or NULL if there is none. */
const struct diff_exp *diff_call (struct diff_lowering *l, const struct hb_c_exp *call);

/* Any value of TYPE, chosen here. */
const struct diff_exp *diff_chosen (struct diff_lowering *l, struct diff_type type,
                                    struct hb_c_spot spot);

/* --- words (lower_words.c) */

/* Is CALL of one of the words?  Then it is lowered. */
bool diff_word (struct diff_lowering *l, const struct hb_c_exp *call);
bool diff_is_word (const char *name); /* any of them */

/* Is CALL of a word that does more than give a value? */
bool diff_is_act (const struct hb_c_exp *call);

/* Is EXP a call that waits for its argument? */
bool diff_is_wait (const struct hb_c_exp *exp);

/* Is EXP an assertion that the options leave out, with all that it reads? */
bool diff_is_left_out (const struct diff_lowering *l, const struct hb_c_exp *exp);

/* --- statements (lower_stmt.c) */

void diff_lower_stmt (struct diff_lowering *l, const struct hb_c_stmt *stmt);

/* --- texts (normal.c) */

/* EXP's normal form: parentheses dropped, constants folded; of an expression whose value nobody takes, x++ is
 * x = x + 1, too.  New. */
char *diff_normal_value (const struct hb_c_exp *exp);
char *diff_normal (const struct hb_c_exp *exp);

#endif

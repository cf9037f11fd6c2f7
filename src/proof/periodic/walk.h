/* The checker's own way through the bodies of a periodic program's jobs, all paths at once.
 *
 * A state has the path on which it is met, as a wire, and the values of all cells.  Where control parts the state is
 * copied; a jump leaves its state at an exit, and what waits there is met again at the exit's target.  Reads of
 * shared cells give free wires, which formula.c ties to writes.  So do values that the checker has no use for
 * (floating ones, those of unknown pointers, of locals never set, quotients by zero): what is free can only make
 * failures easier, never hide one. */
#ifndef HBKIT_PROOF_PERIODIC_WALK_H
#define HBKIT_PROOF_PERIODIC_WALK_H

#include "proof/periodic/gates.h"
#include "proof/periodic/tasks.h"

enum hb_deed
{
  HB_DEED_READ,
  HB_DEED_WRITE,
  HB_DEED_SNAPSHOT, /* at the end of a job: a cell's value then (formula.c) */
  HB_DEED_LOCK,
  HB_DEED_UNLOCK,
  HB_DEED_START /* of a job: the first moment at which it has the processor (formula.c) */
};

struct hb_walk_event
{
  enum hb_deed deed;
  size_t job, cell; /* or the lock */
  hb_wire guard;    /* it happens */
  struct hb_wires value;
};

/* A product, quotient or rest that becomes gates when it is needed: OUT, free until then, is A op B. */
struct hb_walk_late
{
  enum hb_c_operation op;
  bool is_signed;
  struct hb_wires a, b, out;
};

enum hb_met_kind
{
  HB_MET_NOTHING,
  HB_MET_WORD,
  HB_MET_POINTER
};

/* Where a pointer may be aimed, and an expression be: cell AT of COUNT from BASE on, if WHEN.  Who has no aim has failed before. */
struct hb_aim
{
  hb_wire when;
  size_t base, count; /* all cells that a pointer to here may come to; none: NULL */
  int64_t at;
  const struct hb_c_type
      *object; /* what lies there; NULL of NULL, and of a text (whose count is 1) */
};

typedef VEC (struct hb_aim) hb_aims;

/* No list is longer. */
#define HB_MOST_AIMS 4000000

/* What a cell holds, or an expression gives. */
struct hb_met
{
  enum hb_met_kind kind;
  struct hb_wires word;
  const hb_aims *aims; /* of a pointer; owned by the walk, and never changed */
};

#define HB_LOCK_FREE 0
#define HB_LOCK_OPEN SIZE_MAX       /* free on one path, held on another */
#define HB_LOCK_HELD (SIZE_MAX - 1) /* earlier on one path than on another */

struct hb_walk_state
{
  bool live;
  hb_wire path;
  VEC (struct hb_met) cells;
  size_t *locks; /* by lock: one of these, or 1 and more: those taken later have more */
};

struct hb_walk_exit
{
  size_t target;
  const char *label; /* of a goto, or NULL */
  struct hb_walk_state state;
};

/* Where the locals of a function lie behind its frame's base; place 0 is what it returns. */
struct hb_walk_frame
{
  const struct hb_c_symbol *function;
  const size_t *places;
  size_t base, target; /* the exit of its returns */
};

struct hb_walk
{
  const struct hb_claimed_program *program;
  const struct hb_claim *claim;
  struct hb_gates *gates;
  hb_diag *diag;
  bool failed;
  VEC (struct hb_walk_event) events; /* job by job, in program order */
  VEC (size_t) first;                /* of job J's events; one more at the end */
  VEC (hb_wire) fails, assumed;      /* none of the first may hold, all of the second do */
  VEC (struct hb_walk_late) late;
  VEC (struct hb_wires) initial; /* by cell; of those that are no integers width 0 */

  struct hb_walk_state now;
  struct hb_walk_frame frame;
  VEC (struct hb_walk_exit) exits;
  VEC (hb_aims *) aims; /* of all pointers */
  size_t job, targets, break_to, continue_to, depth;
  size_t lowest;                    /* the first exit that was met since it was set */
  size_t selected;                  /* how many states have come in at cases of that switch */
  size_t **places;                  /* by function */
  size_t *sizes;                    /* by function: of its frame */
  const struct hb_c_stmt *choosing; /* the innermost switch, its value, its state, and "no case" */
  struct hb_wires chosen;
  const struct hb_walk_state *start;
  hb_wire otherwise;
  /* For calls in expressions, and expressions in places. */
  struct hb_met (*call) (struct hb_walk *w, const struct hb_c_exp *exp);
  struct hb_met (*value) (struct hb_walk *w, const struct hb_c_exp *exp);
};

/* Walks all jobs of PROGRAM, and the final function; W is zeroed before.  False after an error in DIAG: something that
 * the checker does not take.  What W owns goes back by `hb_walk_end` in any case. */
bool hb_walk_start (struct hb_walk *w, const struct hb_claimed_program *program,
                    const struct hb_claim *claim, struct hb_gates *gates, hb_diag *diag);
void hb_walk_end (struct hb_walk *w);

/* The gates of what was left for later. */
struct hb_wires hb_walk_late_gates (struct hb_gates *gates, const struct hb_walk_late *late);

/* --- between walk.c (jobs), walk_state.c, walk_place.c, walk_exp.c, walk_stmt.c and walk_call.c --- */

void hb_walk_refuse (struct hb_walk *w, struct hb_c_spot spot, const char *why);

struct hb_walk_state hb_walk_copy (const struct hb_walk *w, const struct hb_walk_state *state);
void hb_walk_drop (struct hb_walk_state *state);
/* A where WHICH holds, else B; nothing, if they differ and are no words of one width. */
struct hb_met hb_walk_either (struct hb_walk *w, hb_wire which, struct hb_met a, struct hb_met b);
/* Joins OTHER (stolen); WHICH says that its values are meant (HB_NONE: its path does). */
void hb_walk_join (struct hb_walk *w, struct hb_walk_state *other, hb_wire which);
void hb_walk_leave (struct hb_walk *w, size_t target, const char *label);
void hb_walk_meet (struct hb_walk *w, size_t target, const char *label);
void hb_walk_only (struct hb_walk *w, hb_wire condition);

/* What is known where a construct begins. */
struct hb_walk_entry
{
  hb_wire path;
  bool live;
  size_t exits, lowest, selected;
};

struct hb_walk_entry hb_walk_enter (struct hb_walk *w);
/* Has all that left by a jump since come back, and nothing from before come by one, or at a case? */
bool hb_walk_closed (const struct hb_walk *w, const struct hb_walk_entry *entry);
/* If so, what was met on the path at the beginning is all here. */
void hb_walk_end_of (struct hb_walk *w, const struct hb_walk_entry *entry);

static inline struct hb_met
hb_met_word (struct hb_wires word)
{
  return (struct hb_met){ .kind = HB_MET_WORD, .word = word };
}

/* A free value of TYPE: of an integer a word, else nothing. */
struct hb_met hb_walk_any (struct hb_walk *w, const struct hb_c_type *type);
/* VALUE, of TYPE, as a word of TYPE's width; what is none is free. */
struct hb_wires hb_walk_word (struct hb_walk *w, struct hb_met value, const struct hb_c_type *type);
struct hb_met hb_walk_cast (struct hb_walk *w, struct hb_met value, const struct hb_c_type *from,
                            const struct hb_c_type *to);

/* A pointer to AIMS (stolen); nothing if there are none, or too many. */
struct hb_met hb_walk_pointer (struct hb_walk *w, hb_aims *aims);
struct hb_met hb_met_null (void);
struct hb_met hb_met_text (void);
struct hb_met hb_walk_either_pointer (struct hb_walk *w, hb_wire which, struct hb_met a,
                                      struct hb_met b);
hb_wire hb_walk_not_null (struct hb_walk *w, struct hb_met pointer);
/* AIMS, moved BY elements of SIZE cells; new.  *LOST: to where no pointer may come.  Of HB_MOST_AIMS
 * some may be missing. */
hb_aims hb_walk_shifted (struct hb_walk *w, const hb_aims *aims, struct hb_wires by, size_t size,
                         hb_wire *lost);
/* After such a move, at SPOT: who is LOST, or further away than one element from his array, fails. */
void hb_walk_confine (struct hb_walk *w, hb_aims *aims, size_t size, hb_wire lost,
                      struct hb_c_spot spot);
/* Who comes here fails, WHEN. */
void hb_walk_fail (struct hb_walk *w, hb_wire when);
/* A OP B of pointers to TO, as 64 wires; false: C does not say. */
bool hb_walk_relate (struct hb_walk *w, enum hb_c_operation op, struct hb_met a, struct hb_met b,
                     const struct hb_c_type *to, struct hb_wires *out);
void hb_walk_aims_end (struct hb_walk *w);

/* Where EXP is; new.  Nowhere where control does not come, or the checker refuses. */
hb_aims hb_walk_place (struct hb_walk *w, const struct hb_c_exp *exp);
/* What &EXP points to: also behind the last element. */
hb_aims hb_walk_address (struct hb_walk *w, const struct hb_c_exp *exp);
/* Cell CELL of what is at PLACE, of TYPE. */
struct hb_met hb_walk_load (struct hb_walk *w, const hb_aims *place, size_t cell,
                            const struct hb_c_type *type, struct hb_c_spot spot);
void hb_walk_store (struct hb_walk *w, const hb_aims *place, size_t cell, struct hb_met value,
                    struct hb_c_spot spot);
void hb_walk_event (struct hb_walk *w, enum hb_deed deed, size_t cell, struct hb_wires value);

struct hb_met hb_walk_exp (struct hb_walk *w, const struct hb_c_exp *exp);
hb_wire hb_walk_true (struct hb_walk *w, const struct hb_c_exp *exp);
/* The cells from FIRST on get the initial values of a local. */
void hb_walk_initial (struct hb_walk *w, const struct hb_c_type *type,
                      const struct hb_c_exp *initial, size_t first);
/* Takes or gives back a lock. */
void hb_walk_lock (struct hb_walk *w, size_t which, bool take, struct hb_c_spot spot);

struct hb_met hb_walk_call (struct hb_walk *w, const struct hb_c_exp *exp);
/* Runs FUNCTION on ARGUMENTS (as many as it has parameters); what it returns. */
struct hb_met hb_walk_body (struct hb_walk *w, const struct hb_c_symbol *function,
                            const struct hb_met *arguments);
void hb_walk_statement (struct hb_walk *w, const struct hb_c_stmt *stmt);

#endif

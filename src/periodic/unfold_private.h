/* States of the symbolic execution; between unfold.c (jobs), unfold_state.c (states), unfold_exp.c and
 * unfold_stmt.c. */
#ifndef HBKIT_PERIODIC_UNFOLD_PRIVATE_H
#define HBKIT_PERIODIC_UNFOLD_PRIVATE_H

#include "periodic/unfold.h"

/* A cell that a pointer may point to, or an expression name, if WHEN holds. */
struct hb_target
{
  hb_lit when;
  size_t base,
      count; /* the cells of the variable or field, all those that a pointer to here may come to; none: NULL */
  int64_t at;                 /* the cell, from BASE on; perhaps outside */
  const struct hb_c_type *to; /* what lies there; NULL of NULL, and of a text */
};

/* No list is longer; one that is as long may be cut. */
#define HB_MOST_TARGETS 4000000

/* Where something may be: under the path of the state at most one of the conditions holds, and none only after a failure.
 * Owned by who has it. */
typedef VEC (struct hb_target) hb_targets;

/* The same as a value, that never changes; owned by the unfolder. */
struct hb_pointer
{
  size_t count;
  struct hb_target *targets;
};

enum hb_value_kind
{
  HB_NO_VALUE, /* nothing known: not declared yet, or what paths brought has no common form */
  HB_WORD,
  HB_REAL,
  HB_POINTER
};

struct hb_value
{
  enum hb_value_kind kind;
  hb_word word;
  const struct hb_pointer *pointer;
};

/* Of a lock in a state.  HB_HELD: by all, whose paths took it before others or after them. */
#define HB_FREE HB_NONE
#define HB_PERHAPS (HB_NONE - 1)
#define HB_HELD (HB_NONE - 2)

struct hb_state
{
  bool live;
  hb_lit path;
  VEC (struct hb_value) cells;
  hb_id *
      locks; /* by lock: HB_FREE, HB_PERHAPS, HB_HELD, or its rank: above those held before it was taken */
};

/* A state that waits at the target of a jump. */
struct hb_park
{
  size_t target;     /* of break, continue, return: a number of its own */
  const char *label; /* of goto; then `target` is the call */
  struct hb_state state;
};

/* Where a function's locals lie, from its first cell on; the first one is its value. */
struct hb_layout
{
  VEC (size_t) first; /* by number of the local */
  size_t size;
};

struct hb_frame
{
  const struct hb_c_symbol *function;
  const struct hb_layout *layout;
  size_t base, call; /* call: the target of its returns */
};

struct hb_switch;

struct hb_unfolder
{
  hb_unfolding *out;
  const hb_periodic_program *program;
  struct hb_unfold_options options;
  hb_diag *diag;
  size_t errors; /* how many there were before */
  struct hb_state now;
  struct hb_frame frame;
  VEC (struct hb_park) parks;
  VEC (struct hb_pointer *) pointers; /* all, to be freed */
  size_t lowest;                      /* the first park taken away since it was set */
  size_t cases;                       /* of the innermost switch: how many have been met */
  size_t targets, break_to, continue_to;
  struct hb_layout **layouts; /* by function */
  hb_id job;
  unsigned depth;
  /* For calls in expressions, and expressions in places and calls. */
  void (*run_body) (struct hb_unfolder *u, const struct hb_c_symbol *function);
  struct hb_value (*value) (struct hb_unfolder *u, const struct hb_c_exp *exp);
  struct hb_switch *innermost; /* of unfold_stmt.c */
};

bool hb_unfold_failed (const struct hb_unfolder *u);
void hb_unfold_error (struct hb_unfolder *u, struct hb_c_spot spot, const char *text);

/* --- states --- */

struct hb_state hb_state_copy (const struct hb_unfolder *u, const struct hb_state *state);
void hb_state_free (struct hb_state *state);

/* A if THEN holds, else B; nothing known if these have no common form. */
struct hb_value hb_value_join (struct hb_unfolder *u, hb_lit then, struct hb_value a,
                               struct hb_value b);

/* Joins OTHER (stolen) to the current state; where both have values, THEN (or OTHER's path, if it is HB_NONE) says
 * that OTHER's is meant. */
void hb_state_join (struct hb_unfolder *u, struct hb_state *other, hb_lit then);

/* The current state waits for TARGET (and LABEL, or NULL); afterwards it is dead. */
void hb_state_park (struct hb_unfolder *u, size_t target, const char *label);

/* Joins what waits there to the current state. */
void hb_state_take (struct hb_unfolder *u, size_t target, const char *label);

/* No lock is held. */
void hb_state_start_locks (const struct hb_unfolder *u, struct hb_state *state);

/* --- expressions and statements --- */

struct hb_value hb_unfold_exp (struct hb_unfolder *u, const struct hb_c_exp *exp);

/* EXP != 0. */
hb_lit hb_unfold_condition (struct hb_unfolder *u, const struct hb_c_exp *exp);

/* The cells from FIRST on get the initial values of a declaration. */
void hb_unfold_initial (struct hb_unfolder *u, const struct hb_c_type *type,
                        const struct hb_c_exp *initial, size_t first, struct hb_c_spot spot);

/* VALUE as an integer of TYPE. */
struct hb_value hb_unfold_convert (struct hb_unfolder *u, struct hb_value value,
                                   const struct hb_c_type *from, const struct hb_c_type *to,
                                   struct hb_c_spot spot);

/* A free choice of TYPE under the current path; REFUSAL may be NULL. */
struct hb_value hb_unfold_choice (struct hb_unfolder *u, const struct hb_c_type *type, hb_lit guard,
                                  struct hb_c_spot spot, const char *refusal);

/* A word as a value. */
static inline struct hb_value
hb_value_of_word (hb_word word)
{
  return (struct hb_value){ .kind = HB_WORD, .word = word };
}

static inline unsigned
hb_width_of (const struct hb_c_type *type)
{
  return type->kind == C_INTEGER ? type->width : 64;
}

/* VALUE as a word of the width of TYPE, whatever it is. */
hb_word hb_unfold_word (struct hb_unfolder *u, struct hb_value value, const struct hb_c_type *type,
                        struct hb_c_spot spot);

/* VALUE != 0. */
hb_lit hb_unfold_truth (struct hb_unfolder *u, struct hb_value value, const struct hb_c_type *type,
                        struct hb_c_spot spot);

/* FAILS must not hold; WHAT it is called. */
void hb_unfold_check (struct hb_unfolder *u, hb_lit fails, struct hb_c_spot spot, const char *what);

/* --- pointers (unfold_pointer.c) --- */

/* A pointer to TARGETS; nothing if there are none, or too many. */
struct hb_value hb_pointer_to (struct hb_unfolder *u, const hb_targets *targets);
struct hb_value hb_pointer_null (void);
struct hb_value hb_pointer_text (void);
void hb_pointers_free (struct hb_unfolder *u);

/* Adds TARGET to LIST, if its condition can hold. */
static inline void
hb_targets_add (hb_targets *list, struct hb_target target)
{
  if (target.when != HB_FALSE)
    vec_push (*list, target);
}

/* A where THEN holds, B elsewhere. */
struct hb_value hb_pointer_join (struct hb_unfolder *u, hb_lit then, struct hb_value a,
                                 struct hb_value b);
hb_lit hb_pointer_truth (struct hb_unfolder *u, struct hb_value pointer);

/* A OP B for pointers: a bit, or a distance in what TYPE, a pointer's, points to.  False: it has no meaning. */
bool hb_pointers_compute (struct hb_unfolder *u, enum hb_c_operation op, struct hb_value a,
                          struct hb_value b, const struct hb_c_type *type, hb_word *out);

/* FROM moved by INDEX, a word of 64 bits, of so many CELLS each, to wherever a pointer may come: from one before its array
 * to one behind; if INDEX is constant, to anywhere.  *FAR: it goes further.  Who gets HB_MOST_TARGETS has not got
 * all. */
hb_targets hb_targets_moved (struct hb_unfolder *u, const hb_targets *from, hb_word index,
                             size_t cells, hb_lit *far);

/* --- places (unfold_place.c) --- */

/* Where EXP is; none after an error, or where control does not come.  What must not be is checked. */
hb_targets hb_unfold_place (struct hb_unfolder *u, const struct hb_c_exp *exp);
/* The same for &EXP, which may be behind the last element. */
hb_targets hb_unfold_address (struct hb_unfolder *u, const struct hb_c_exp *exp);
/* PLACE (stolen), where pointers have come by moves of so many CELLS at SPOT, without what they must not come to: that is an
 * error, where it is all, or else a failure, as is FAR. */
hb_targets hb_unfold_stay (struct hb_unfolder *u, hb_targets *place, size_t cells, hb_lit far,
                           struct hb_c_spot spot);
struct hb_value hb_unfold_load_cell (struct hb_unfolder *u, size_t cell, struct hb_c_spot spot);
/* What lies at cell CELL of PLACE, of TYPE. */
struct hb_value hb_unfold_load (struct hb_unfolder *u, const hb_targets *place, size_t cell,
                                const struct hb_c_type *type, struct hb_c_spot spot);
void hb_unfold_store (struct hb_unfolder *u, const hb_targets *place, size_t cell,
                      struct hb_value value, struct hb_c_spot spot);

/* --- calls (unfold_call.c) --- */

struct hb_value hb_unfold_call (struct hb_unfolder *u, const struct hb_c_exp *exp);
void hb_unfold_lock (struct hb_unfolder *u, hb_id number, bool take, struct hb_c_spot spot);

void hb_unfold_stmt (struct hb_unfolder *u, const struct hb_c_stmt *stmt);

/* Calls FUNCTION with its parameters already in place from BASE on. */
void hb_unfold_body (struct hb_unfolder *u, const struct hb_c_symbol *function);
const struct hb_layout *hb_unfold_layout (struct hb_unfolder *u,
                                          const struct hb_c_symbol *function);

void hb_unfold_action (struct hb_unfolder *u, enum hb_action_kind kind, hb_id cell, hb_word value,
                       struct hb_c_spot spot);

#endif

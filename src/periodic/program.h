/* A periodic program: tasks with priorities that share variables, in the C subset of cfront/tree.h.
 *
 * Chaki, Gurfinkel, Sinha, "Efficient verification of periodic programs using sequential consistency and
 * snapshots", FMCAD 2014, section II: a task is a job body, a priority, a period, a worst-case execution
 * time (WCET) and an arrival time.
 *
 * Two ways to write one:
 *  - as the published benchmarks do (sv-benchmarks, c/seq-mthreaded, rekh_* and rekcba_*): parameters
 *    __startrek_{period,wcet,base_priority,arrival_min,arrival_max}_TASK, accesses __startrek_read_X (),
 *    __startrek_write_X (e) to a variable whose initial value is __startrek_hidden_X, locks
 *    __startrek_lock = 1 ... = 0 (the CPU) and __startrek_get_pi_lock (k), __startrek_release_pi_lock (k)
 *    with the ceiling __startrek_priority_locks[k]; assertions __startrek_assert_iK (e), or assert in
 *    __startrek_user_final.  The text ends before __startrek_schedule_jobs;
 *  - with HB_TASK (name, priority, period, wcet, arrival), HB_LOCK (l, ceiling), HB_TIME (bound), HB_DEPARTURE (rta,
 *    deadline or exact), HB_SEMANTICS (paper, arrival or exact), hb_lock (l), hb_unlock (l),
 *    hb_cpu_lock (), hb_cpu_unlock (), hb_critical (l, length), assert, assume, nondet_u8 () and its sisters.
 *
 * Memory is a row of cells, one a scalar: first those of the globals.  A global cell that two tasks touch
 * and one of them changes is shared: every access to it is atomic and an event.  One that a single task
 * touches is private, one that nobody changes is constant. */
#ifndef HBKIT_PERIODIC_PROGRAM_H
#define HBKIT_PERIODIC_PROGRAM_H

#include "cfront/tree.h"

/* No period, arrival or critical section is longer: sums and products of two of them fit. */
#define HB_MOST_TIME (INT64_C (1) << 40)

struct hb_task
{
  const char *name;
  const struct hb_c_symbol *function;
  struct hb_c_spot spot; /* of its period, or its HB_TASK */
  int64_t priority, period, wcet, arrival;
};

/* The ceiling of the CPU lock, above all priorities. */
#define HB_CPU_CEILING INT64_MAX

/* Tasks are bits of a word, with one left over. */
#define HB_MOST_TASKS 63

struct hb_periodic_lock
{
  const char *name;
  struct hb_c_spot spot;
  int64_t ceiling;
  uint64_t users; /* tasks that take it, one bit each */
  int64_t told
      [HB_MOST_TASKS]; /* by task: its longest critical section as its hb_critical tells; 0: it does not */
};

enum hb_cell_kind
{
  HB_CELL_CONSTANT,
  HB_CELL_PRIVATE,
  HB_CELL_SHARED
};

struct hb_cell
{
  const struct hb_c_symbol *symbol; /* the global that it is, or a part of */
  const struct hb_c_type *type;     /* scalar */
  char *name;                       /* "mode", "buffer[1]", "pair.a" */
  enum hb_cell_kind kind;
  hb_id task;       /* of a private one */
  bool is_known;    /* the initial value is; else any value */
  bool is_wrong;    /* it is said by what is neither a constant of integers nor a call */
  uint64_t initial; /* wrapped to the type */
  const struct hb_c_exp
      *address; /* initial, of a pointer: an address constant; NULL: none, or not known */
};

/* Is CELL a pointer that no task changes? */
static inline bool
hb_cell_is_fixed (const struct hb_cell *cell)
{
  return cell->type->kind == C_POINTER && cell->kind == HB_CELL_CONSTANT
         && (cell->address || cell->is_known);
}

/* What a call means. */
enum hb_call_meaning
{
  HB_CALL_BODY,  /* a function with a body: run it */
  HB_CALL_READ,  /* cell `cell` */
  HB_CALL_WRITE, /* cell `cell` */
  HB_CALL_LOCK,  /* lock `lock` */
  HB_CALL_UNLOCK,
  HB_CALL_ASSERT,
  HB_CALL_ASSUME,
  HB_CALL_FAIL,   /* like assert (0) */
  HB_CALL_STOP,   /* like assume (0): what goes on here does not count */
  HB_CALL_CHOICE, /* any value of its type (or of `width` bits, signed or not) */
  HB_CALL_NOTHING /* no body and no value, or a word of the language without effect here */
};

struct hb_call
{
  enum hb_call_meaning meaning;
  hb_id cell, lock;
  unsigned width; /* of a choice narrower than the type; else 0 */
  bool is_signed;
};

struct hb_periodic_program
{
  hb_c_unit *unit;
  VEC (struct hb_task) tasks; /* by ascending priority */
  VEC (struct hb_periodic_lock) locks;
  VEC (struct hb_cell) cells;
  VEC (hb_id) first_cell;          /* of the global symbol with that number; HB_NONE: none */
  VEC (struct hb_call) calls;      /* what calling the global symbol with that number means */
  const struct hb_c_symbol *final; /* __startrek_user_final, run once at the end, or NULL */
  int64_t time;                    /* __startrek_time_bound, or HB_TIME; or 0 */
  int departure,
      semantics;     /* HB_DEPARTURE (rta), HB_SEMANTICS (paper): places among their names; -1 */
  hb_id cpu_lock;    /* its number among the locks */
  VEC (char *) made; /* names of locks that no text has */
};

typedef struct hb_periodic_program hb_periodic_program;

/* The program that PATH holds; NULL after errors in DIAG.  New. */
hb_periodic_program *hb_periodic_read (const char *path, hb_diag *diag);
hb_periodic_program *hb_periodic_read_text (const char *name, const char *text, size_t size,
                                            hb_diag *diag);
void hb_periodic_free (hb_periodic_program *program);

/* In the final function _X_[k] stands for X: the symbol of X for that of _X_, NULL for others.  Borrowed. */
const struct hb_c_symbol *hb_periodic_alias (const hb_periodic_program *program,
                                             const struct hb_c_symbol *symbol);

#define HB_NO_STRUCT_ARGUMENTS "a struct as an argument is outside of the subset; give its fields"

/* How many cells a value of TYPE takes. */
size_t hb_cells_of (const struct hb_c_type *type);

/* The type of cell number CELL of TYPE, of those that it has. */
const struct hb_c_type *hb_cell_type (const struct hb_c_type *type, size_t cell);

/* Where field FIELD of a struct starts among its cells. */
size_t hb_cells_before (const struct hb_c_type *type, size_t field);

/* What CALL means (through its symbol); NULL if what it calls is computed. */
const struct hb_call *hb_periodic_call (const hb_periodic_program *program,
                                        const struct hb_c_exp *call);

/* The lock that a call of HB_CALL_LOCK or HB_CALL_UNLOCK names; HB_NONE if its argument is none. */
hb_id hb_periodic_lock_of (const hb_periodic_program *program, const struct hb_c_exp *call);

/* Is EXP an assignment of a constant to __startrek_lock?  +1 it takes the CPU, -1 it gives it back, 0 no. */
int hb_periodic_cpu (const struct hb_c_exp *exp);

/* Least common multiple of the periods; 0 if it is beyond 2^40. */
int64_t hb_hyper_period (const hb_periodic_program *program);

/* Reports at SPOT. */
void hb_periodic_error (const hb_periodic_program *program, hb_diag *diag, struct hb_c_spot spot,
                        const char *format, ...) HB_PRINTF (4, 5);

#endif

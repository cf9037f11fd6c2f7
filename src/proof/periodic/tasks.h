/* What the checker takes a periodic program to be: tasks, locks, cells, what calls mean; and its jobs.
 *
 * Read from the tree of cfront/tree.h by code of its own: it shares nothing with src/periodic/.  What the words
 * of such a program mean stands in doc/periodic.md. */
#ifndef HBKIT_PROOF_PERIODIC_TASKS_H
#define HBKIT_PROOF_PERIODIC_TASKS_H

#include "cfront/tree.h"
#include "proof/periodic/claim.h"

/* No period, arrival or critical section is longer. */
#define HB_CLAIMED_MOST_TIME (INT64_C (1) << 40)

struct hb_claimed_task
{
  const char *name;
  const struct hb_c_symbol *function;
  int64_t priority, period, wcet, arrival;
};

struct hb_claimed_lock
{
  char *name;
  int64_t ceiling;
  int64_t told[64]; /* by task, the longest critical section that it tells; 0: none */
};

enum hb_word_meaning
{
  HB_WORD_BODY,
  HB_WORD_READ,
  HB_WORD_WRITE,
  HB_WORD_LOCK,
  HB_WORD_UNLOCK,
  HB_WORD_ASSERT,
  HB_WORD_ASSUME,
  HB_WORD_FAIL, /* assert (0) */
  HB_WORD_STOP, /* assume (0) */
  HB_WORD_ANY,  /* any value, of `width` bits if that is not 0 */
  HB_WORD_NOTHING
};

/* What a global function is to the program. */
struct hb_word_of
{
  enum hb_word_meaning meaning;
  size_t cell; /* that it reads or writes */
  unsigned width;
  bool is_signed;
};

/* A scalar part of a global. */
struct hb_claimed_cell
{
  const struct hb_c_symbol *symbol;
  const struct hb_c_type *type;
  bool shared; /* more than one task mentions it, and one may change it */
  bool known;  /* the program tells its initial value */
  uint64_t initial;
  const struct hb_c_exp
      *address; /* initial, of a pointer that nobody changes; NULL: NULL, or another */
  bool fixed;   /* such a pointer */
};

struct hb_claimed_job
{
  size_t task;
  int64_t arrival, departure;
};

struct hb_claimed_program
{
  const hb_c_unit *unit;
  VEC (struct hb_claimed_task) tasks; /* by ascending priority */
  VEC (struct hb_claimed_lock) locks; /* the last one is the CPU's */
  VEC (struct hb_claimed_cell) cells;
  VEC (size_t) first_cell; /* by global symbol; SIZE_MAX: none */
  VEC (struct hb_word_of) words;
  VEC (uint64_t) users;             /* by lock: the tasks that take it */
  VEC (struct hb_claimed_job) jobs; /* by arrival, of equal arrival the higher priority first */
  const struct hb_c_symbol *final;  /* runs after all; or NULL */
};

/* The program at PATH as a tree: what stands before the schedule of a published file.  NULL after errors in DIAG.  New. */
hb_c_unit *hb_claimed_read (const char *path, hb_diag *diag);

#define HB_CPU_IS_ABOVE INT64_MAX

/* How many cells a value of TYPE takes, and those of a struct before field FIELD. */
size_t hb_claimed_size (const struct hb_c_type *type);
size_t hb_claimed_offset (const struct hb_c_type *type, size_t field);

/* What the cell of a TYPE that stands AT is by itself. */
const struct hb_c_type *hb_claimed_part (const struct hb_c_type *type, size_t at);

/* The lock that CALL names, SIZE_MAX if none. */
size_t hb_claimed_lock_of (const struct hb_claimed_program *program, const struct hb_c_exp *call);

/* Does EXP take (+1) or give back (-1) the CPU as the published files do, by a variable? */
int hb_claimed_cpu (const struct hb_c_exp *exp);

/* X of a global _X_, what the final function calls it: its first cell, SIZE_MAX if it is none. */
size_t hb_claimed_final_cell (const struct hb_claimed_program *program,
                              const struct hb_c_symbol *symbol);

/* Fills PROGRAM from UNIT (borrowed), and its jobs, for CLAIM.  False after an error in DIAG.  What PROGRAM owns goes
 * back by `hb_claimed_end` in any case. */
bool hb_claimed_start (struct hb_claimed_program *program, const hb_c_unit *unit,
                       const struct hb_claim *claim, hb_diag *diag);
void hb_claimed_end (struct hb_claimed_program *program);

/* Parts of `hb_claimed_start`: tasks, locks, cells and words (tasks.c; false: no sound set of tasks); which cells are
 * shared and which locks are used (mentions.c). */
bool hb_claimed_tasks (struct hb_claimed_program *program);
bool hb_claimed_mentions (struct hb_claimed_program *program, hb_diag *diag);

/* --- jobs (jobs.c) --- */

enum hb_claimed_relation
{
  HB_CLAIMED_SAME,
  HB_CLAIMED_BEFORE, /* A is over before B starts */
  HB_CLAIMED_AFTER,
  HB_CLAIMED_UNDER, /* B may preempt A */
  HB_CLAIMED_OVER
};

/* How job A relates to job B; number jobs.size is the final function, after all. */
enum hb_claimed_relation hb_claimed_relation (const struct hb_claimed_program *program, size_t a,
                                              size_t b);

bool hb_claimed_jobs (struct hb_claimed_program *program, const struct hb_claim *claim,
                      hb_diag *diag);

#endif

/* Programs of threads: each thread a loop-free graph of atomic steps over shared variables and locals.
 *
 * Semantic diffing paper, section 3; departures in doc/semantic-diffing.md.  A node is a list of acts, executed
 * in order and without interruption.  Nodes that touch shared variables are *visible*; the others are local
 * computation, which belongs to the next visible step.  After its acts a node goes to next[0], or to next[1] if it
 * has a branch and that is false.  Edges go to nodes of higher number only, but in programs
 * whose loops are closed (`diff_lower_again` with the option `closed`): there they lead back to *heads*, empty nodes before loops.  Nodes of one *unit* (an atomic
 * section) run together or not at all.
 *
 * A value is 64 bits, wrapped to its type and extended by its sign, as in cfront/tree.h.  Expressions are free of
 * effects: they read locals alone.  A division by zero gives 0, its rest too; what is shifted by its width or
 * more gives 0, or -1 by sign.
 *
 * All parts live as long as the program. */
#ifndef HBKIT_DIFF_GRAPH_H
#define HBKIT_DIFF_GRAPH_H

#include "cfront/tree.h"

#define DIFF_END HB_NONE /* the successor behind a thread's last node */

struct diff_type
{
  unsigned width;
  bool is_signed;
};

struct diff_exp
{
  enum hb_c_operation
      op; /* C_NUMBER, C_NAME (a local), C_CAST, C_NEGATE .. C_NOT, C_ADD .. C_CHOICE */
  struct diff_type type; /* of the value; what it computes on has its own */
  uint64_t value;        /* of C_NUMBER */
  hb_id local;           /* of C_NAME */
  const struct diff_exp *a, *b, *c;
};

enum diff_action
{
  DIFF_LET,    /* local = exp */
  DIFF_CHOOSE, /* local = any value of its type */
  DIFF_READ,   /* local = variable */
  DIFF_WRITE,  /* variable = exp */
  DIFF_ASSUME, /* waits, or stops, unless exp */
  DIFF_ASSERT  /* is reported if exp is 0; goes on */
};

struct diff_act
{
  enum diff_action action;
  hb_id local, variable;
  const struct diff_exp *exp,
      *guard; /* guard: the access happens if this is not 0; NULL: in any case */
  struct hb_c_spot spot;
  const char *what; /* of DIFF_ASSERT: what is said if it fails */
};

struct diff_node
{
  hb_id first, count;            /* its acts among those of the thread */
  hb_id statement, unit;         /* unit HB_NONE: on its own */
  const struct diff_exp *branch; /* or NULL */
  hb_id next[2];
  struct hb_c_spot spot;
  bool visible, head;
  const char *waits; /* waits for locals alone: the key it would have as a statement; or NULL */
};

struct diff_local
{
  const char *name; /* NULL: made for an expression */
  struct diff_type type;
};

struct diff_thread
{
  const char *name;
  VEC (struct diff_node) nodes; /* the first is where it starts, if there is one */
  VEC (struct diff_act) acts;
  VEC (struct diff_local) locals;
  hb_id units;
  VEC (uint64_t)
  live; /* bit sets, `live_words` a node: locals whose value matters when it starts */
  size_t live_words;
  VEC (hb_id) slot; /* where a state keeps each local; those never live at once share slots */
  hb_id slots;
};

/* A variable: an integer, an element of an array, a field of a struct, a pointer to a function. */
struct diff_variable
{
  const char *name;
  struct diff_type type;
  uint64_t initial;
  struct hb_c_spot spot;
  hb_id threads;     /* how many touch it */
  bool locking;      /* some lock, unlock, up, down names it, */
  bool locking_only; /* and nothing else does */
};

/* What the text of the program has in one place, whatever threads run it, and how often. */
struct diff_statement
{
  const char *key; /* function, kind, normal form of the text; what matches versions */
  const char *function, *text;
  struct hb_c_spot spot;     /* of its first place */
  VEC (hb_id) reads, writes; /* variables, each once */
};

struct diff_missing
{
  const char *name;
  struct hb_c_spot spot; /* of its first call */
};

/* How programs are made. */
struct diff_options
{
  hb_id unroll;   /* 0 is 1 */
  bool by_access; /* each access a step */
  bool contexts;  /* inlined calls and iterations are statements of their own */
  bool no_assert; /* assertions are left out */
  bool closed;    /* loops are not cut: for `diff_lower_again` */
  uint64_t limit; /* nodes; 0: one million */
};

typedef struct diff_program
{
  struct diff_options made; /* how it was made */
  hb_c_unit *unit;          /* owned, unless `lent`; NULL: made by hand */
  bool lent;
  char *name; /* of the file */
  VEC (struct diff_thread) threads;
  VEC (struct diff_variable) variables;
  VEC (struct diff_statement) statements; /* 0 is init */
  VEC (struct diff_missing) missing;      /* functions without body */
  hb_id unroll, cut;                      /* iterations of a loop; loops that were cut there */
  bool closed, section_loops;             /* loops lead back; some do so within an atomic section */
  bool wide_choice;                       /* some * is more than a truth value */
  struct hb_c_spot wide_spot;
  VEC (char *) blocks; /* memory of expressions and names */
  size_t used;
} diff_program;

/* Reads the C program at PATH and lowers it.  NULL after errors in DIAG.  New; freed with
 * `diff_program_free` (NULL is legal). */
diff_program *diff_read (const char *path, const struct diff_options *options, hb_diag *diag);
diff_program *diff_read_text (const char *name, const char *text, size_t size,
                              const struct diff_options *options, hb_diag *diag);
void diff_program_free (diff_program *program);

/* The same program made in another way, from its C tree, which it lends; NULL if that cannot be.  With OPTIONS closed, its
 * loops lead back: all that the program does with its loops cut anywhere, this one does. */
diff_program *diff_lower_again (const diff_program *program, const struct diff_options *options);

/* --- for those who make programs ----------------------------------------------------------------- */

diff_program *diff_program_new (void);

/* SIZE bytes, zeroed, and a text, that live as long as PROGRAM. */
void *diff_room (diff_program *program, size_t size);
const char *diff_text (diff_program *program, const char *text);

/* Expressions; constants are folded. */
const struct diff_exp *diff_number (diff_program *program, struct diff_type type, uint64_t value);
const struct diff_exp *diff_local_exp (diff_program *program, const struct diff_thread *thread,
                                       hb_id local);
const struct diff_exp *diff_unary (diff_program *program, enum hb_c_operation op,
                                   struct diff_type type, const struct diff_exp *a);
const struct diff_exp *diff_binary (diff_program *program, enum hb_c_operation op,
                                    struct diff_type type, const struct diff_exp *a,
                                    const struct diff_exp *b);
const struct diff_exp *diff_choice (diff_program *program, const struct diff_exp *a,
                                    const struct diff_exp *b, const struct diff_exp *c);

/* After the last node: who touches what, which locals are live, which choices are more than truth values. */
void diff_program_finish (diff_program *program);

/* --- values -------------------------------------------------------------------------------------- */

/* VALUE cut to TYPE's width and extended by its sign. */
uint64_t diff_wrap (struct diff_type type, uint64_t value);

/* The value of OP on values of type OPERANDS (b is not looked at by unary ones), as one of type TYPE. */
uint64_t diff_compute (enum hb_c_operation op, struct diff_type type, struct diff_type operands,
                       uint64_t a, uint64_t b);

/* The value of EXP, local L being in VALUES[SLOT[L]]. */
uint64_t diff_evaluate (const struct diff_exp *exp, const hb_id *slot, const uint64_t *values);

/* Is LOCAL live where NODE (or DIFF_END: never) starts? */
static inline bool
diff_is_live (const struct diff_thread *thread, hb_id node, hb_id local)
{
  return node != DIFF_END
         && (thread->live.data[node * thread->live_words + local / 64] >> (local % 64) & 1);
}

/* "file.c:12" of a statement, a node, ... New. */
char *diff_spot_text (const diff_program *program, struct hb_c_spot spot);

#endif

/* A formula as pairs of blocks that may come in either order: what `3sat-multiset` and `3sat-sc`
 * have in common.  Both are constructions of our own.
 *
 * Each occurrence c of a literal has two blocks, S_c and U_c, that exclude one another; its literal
 * is true iff S_c comes first.  A block writes some variables and then reads some; every variable
 * has one write, so a read says "not before that write".
 *
 *     clause (l1 l2 l3), in a circle:          S_c writes b_c,  U_c reads b of the literal before c
 *
 *         U_1 --> S_1 -b-> U_2 --> S_2 -b-> U_3 --> S_3 -b-> U_1      a cycle if all are false
 *
 *     copies c -> d of one variable, in a circle; T is the block that comes first if the variable
 *     is true, F the other:             F_c writes p_c, F_d reads it;  T_d writes q_c, T_c reads it
 *
 *         T_c --> F_c -p-> F_d --> T_d -q-> T_c            a cycle if c is true and d false
 *
 * So the first blocks agree on an assignment, and it satisfies every clause.  Conversely, for a
 * model, let the first blocks of all pairs start together.  Their writes wait for nothing.  Of
 * their reads, those of p and q are from first blocks of the same variable, and a U_c that comes
 * first reads b of the literal before, which is written at once if that one is true, and otherwise
 * when its U has ended: going around the clause from a true literal, all end.  Then the second
 * blocks start, with all they read written by first blocks or at the start of second ones.
 *
 * A variable with one occurrence needs no copies and no ties.  An empty clause is a variable that is read, and then
 * written, by one who does nothing between: the read is from that write. */
#ifndef HBKIT_BLOCKS_H
#define HBKIT_BLOCKS_H

#include "problem/sat.h"
#include "trace/builder.h"

/* One occurrence. */
struct hb_block_pair
{
  int literal;
  hb_id clause, place; /* from 1, as in names */
  hb_id before;        /* the occurrence before it in its clause, cyclically */
  hb_id next, last;    /* the next and the last copy of its variable, cyclically; itself if alone */
};

/* What can be left out, for ablations. */
enum hb_blocks_damage
{
  HB_BLOCKS_NO_TIES = 1, /* no p, q */
  HB_BLOCKS_PATH = 2,    /* the ties of a variable are a path, no circle */
  HB_BLOCKS_READS = 4,   /* blocks read first and then write */
  HB_BLOCKS_ONE = 8 /* one pair of blocks for all occurrences of a variable: those of its first */
};

struct hb_blocks
{
  const hb_cnf *cnf; /* borrowed */
  unsigned damage;
  VEC (struct hb_block_pair) pairs; /* clause after clause */
  VEC (hb_id) empty;                /* clauses without literals, from 1 */
};

#define HB_BLOCKS_NAME 32

void hb_blocks_make (struct hb_blocks *plan, const hb_cnf *cnf, unsigned damage);
void hb_blocks_free (struct hb_blocks *plan);

/* Can the events be numbered (PER_PAIR for each occurrence and for each empty clause, at most)? False after an error in
 * DIAG. */
bool hb_blocks_accepts (const hb_cnf *cnf, uint64_t per_pair, hb_diag *diag);

/* Is a pair made of occurrence C?  Always, but for HB_BLOCKS_ONE. */
bool hb_blocks_has (const struct hb_blocks *plan, hb_id c);

/* How many occurrences are tied to another copy. */
hb_id hb_blocks_tied (const struct hb_blocks *plan);

/* The name of block S_c or U_c: KIND 's' or 'u', or that of a variable of c. */
const char *hb_blocks_name (const struct hb_blocks *plan, char kind, hb_id c,
                            char name[HB_BLOCKS_NAME]);

/* Tells BUILDER all accesses of the block KIND ('s' or 'u') of C, in their order.  The only write of a
 * variable has the variable's name as its label. */
void hb_blocks_tell (const struct hb_blocks *plan, char kind, hb_id c, hb_builder *builder);

/* Tells BUILDER the two events of the I-th empty clause; the name of its variable. */
void hb_blocks_tell_empty (const struct hb_blocks *plan, size_t i, hb_builder *builder);
const char *hb_blocks_empty_name (const struct hb_blocks *plan, size_t i,
                                  char name[HB_BLOCKS_NAME]);

/* Gathers an assignment: FIRST (context, c) is the block that comes first, 0 after an error in
 * DIAG.  New; NULL after an error in DIAG also if copies disagree or the formula is falsified. */
signed char *hb_blocks_extract (const struct hb_blocks *plan,
                                char (*first) (void *context, hb_id c), void *context,
                                hb_diag *diag);

/* The map: a header with NAME and SIZES, which MEASURES name, and a line for each variable with the
 * names of its pairs. */
void hb_blocks_map (const struct hb_blocks *plan, const char *name, const char *ablation,
                    const char *rule, const char *const *measures, const uint64_t *sizes,
                    hb_output *map);

#endif

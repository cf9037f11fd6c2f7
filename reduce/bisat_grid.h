/* The grid of `3bisat-ed` (ED-consistency paper, figures 4 and 9) and the names of what stands in
 * it.
 *
 *            C1      C2      C3
 *     x1    1 1*     .      2 1        A row is a literal (x1, ~x1, x2, ...), a column a clause.  A
 * cell is ~x1    1 1      .      2 1*       marked if the row's variable stands in the column's
 * clause: its u-th x2    1 2*    1 1     .          occurrence, v-th in the clause ("u v"; * where
 * the row is the ~x2    1 2     1 1*    .          clause's literal).
 *
 * Only the variables that occur have rows.  Clauses and variables keep the formula's numbers,
 * columns count from 1.  A row is named by its literal: +v or -v. */
#ifndef HBKIT_REDUCE_BISAT_GRID_H
#define HBKIT_REDUCE_BISAT_GRID_H

#include "sat/cnf.h"

/* Most clauses of a variable, and most literals of a clause (Definition 3). */
#define HB_BISAT_MOST 3

struct hb_grid
{
  const hb_cnf *cnf; /* borrowed */
  hb_id variables;   /* n: those that occur */
  hb_id columns;     /* m */
  size_t cells;      /* K: literals, each marking two cells */
  int *numbers;      /* i -> number of the i-th variable that occurs, ascending */
  hb_id *indices;    /* number -> i, or HB_NONE */
  hb_id (
      *clauses)[HB_BISAT_MOST]; /* i -> the columns where it stands, ascending; HB_NONE: no more */
};

/* Fills GRID for CNF, which must be a 3-BI-3SAT formula.  Empty it with `hb_grid_free`.  Linear. */
void hb_grid_init (struct hb_grid *grid, const hb_cnf *cnf);
void hb_grid_free (struct hb_grid *grid);

/* The literals of column J (from 1), borrowed; *SIZE is 2 or 3. */
const int *hb_grid_column (const struct hb_grid *grid, hb_id j, size_t *size);

/* The columns of LITERAL's variable, HB_BISAT_MOST entries, the unused ones HB_NONE; borrowed. */
const hb_id *hb_grid_clauses (const struct hb_grid *grid, int literal);

/* Is column J the first one where LITERAL's variable stands? */
bool hb_grid_first (const struct hb_grid *grid, int literal, hb_id j);

/* Events, messages and handlers of the trace. */
void hb_grid_sizes (const struct hb_grid *grid, uint64_t *sizes);

/* --- Names --- */

/* The number of handlers, and their names in order: hV ht1..ht6 hW hCa..hCd. */
#define HB_BISAT_HANDLERS 12
extern const char *const hb_bisat_handlers[HB_BISAT_HANDLERS];
enum
{
  HB_BISAT_V = 0,
  HB_BISAT_T = 1, /* ht1; ht_v is HB_BISAT_T + v - 1 */
  HB_BISAT_W = 7,
  HB_BISAT_C = 8 /* hCa */
};

/* Room for any name. */
typedef struct
{
  char text[48];
} hb_name;

/* The row's message on hV in column J: "x3.2", "~x3.2"; borrowed from NAME, as all of these. */
const char *hb_name_row (hb_name *name, int row, hb_id j);

/* The first hop of a first occurrence, "x3.2.d" (detour), and the last hop, "x3.2.t" (turn). */
const char *hb_name_detour (hb_name *name, int row, hb_id j);
const char *hb_name_turn (hb_name *name, int row, hb_id j);

/* The message m_(i,j,b) on hW: "m3.2.1" of row x3, "m3.2.0" of ~x3; J HB_NONE: "m3.1", "m3.0". */
const char *hb_name_value (hb_name *name, int row, hb_id j);

/* The variables of the row's box, "l.x3.2.1" and "l.x3.2.2", by PART 1 or 2. */
const char *hb_name_box (hb_name *name, int row, hb_id j, int part);

/* Labels: the write in m_(i,j,b), "w.x3.2"; the write in the box, "b.x3.2"; that of z_j, "w.z2";
 * and z_j itself, "z2". */
const char *hb_name_value_write (hb_name *name, int row, hb_id j);
const char *hb_name_box_write (hb_name *name, int row, hb_id j);
const char *hb_name_z_write (hb_name *name, hb_id j);
const char *hb_name_z (hb_name *name, hb_id j);

#endif

/* What Chaki, Gurfinkel and Sinha, FMCAD 2014, published in Table I: thousands of variables and clauses, by snapshots. */
#ifndef HBKIT_CMD_TABLE_PERIODIC_ROWS_H
#define HBKIT_CMD_TABLE_PERIODIC_ROWS_H

enum
{
  SNAPSHOTS = 3
};

struct periodic_row
{
  const char *name;
  int periods; /* hyper-periods; 0: the program's own bound */
  double seconds[SNAPSHOTS], variables[SNAPSHOTS], clauses[SNAPSHOTS], average[SNAPSHOTS],
      writes[SNAPSHOTS]; /* none, all, mod; -1: out of memory or time */
};

/* The rows; one without a name ends them. */
extern const struct periodic_row periodic_rows[];

#endif

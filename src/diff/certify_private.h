/* What the files of the certificates' checker share: certify_head.c (how the programs are read, what is compared),
 * certify.c (runs, refutations, conclusions). */
#ifndef HBKIT_DIFF_CERTIFY_PRIVATE_H
#define HBKIT_DIFF_CERTIFY_PRIVATE_H

#include "diff/certify.h"
#include "diff/formula.h"
#include "diff/match.h"

#include "base/line.h"
#include "sat/units.h"

struct checker
{
  struct hb_line line;
  const char *const *paths;
  struct diff_options reading;
  bool complete;
  hb_id rank; /* 0: whole runs, or */
  bool every; /* all minimal differences */
  diff_program *programs[2];
  diff_matches matches;
  diff_scope *scope;
  struct diff_certified out;
  diff_shown_sets shown[2]; /* by the runs of each side */
  diff_fact_sets refuted[2];
  /* Of the part at hand. */
  int side;
  diff_formula *formula;
  hb_units *units;
};

/* No errors so far. */
static inline bool
certify_good (const struct checker *c)
{
  return !hb_diag_errors (c->line.diag);
}

/* The next line that is no comment, its first word taken; at the end of the file an error. */
bool certify_next_line (struct checker *c);

/* Everything before the first run: settings, scope, facts. */
void certify_read_head (struct checker *c);

#endif

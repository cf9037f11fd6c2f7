/* Dependencies of a program, or of two versions of it, as a graph: figures 1, 2 and 5 of the semantic diffing paper.
 *
 * A column for each thread with its statements, init on top; an arrow from each statement to those that read from it (rf)
 * or write after it (so), labelled with the variable; what only one version can show is thick.  Arrows lead round
 * boxes in their way (bend.h).  Too many for that are a table (dependency_table.h). */
#ifndef HBKIT_DEPENDENCIES_H
#define HBKIT_DEPENDENCIES_H

#include "viz/figure.h"

#include "diff/facts.h"

/* Who can show a dependency. */
enum hb_shown_by
{
  HB_SHOWN_BY_ALL,
  HB_SHOWN_BY_OLD,
  HB_SHOWN_BY_NEW
};

struct hb_dependency
{
  hb_id fact;
  enum hb_shown_by by;
  char note[16]; /* behind its label: the numbers of the sets that it is in; may be "" */
};

struct hb_dependencies
{
  const diff_scope *scope; /* borrowed, as all here */
  const struct hb_dependency *list;
  size_t count;
  const char *caption; /* or NULL */
};

/* Draws DEPENDENCIES to OUTPUT (borrowed, not committed).  False after an error in DIAG. */
bool hb_draw_dependencies (const struct hb_dependencies *dependencies,
                           const struct hb_draw_options *options, hb_output *output, hb_diag *diag);

#endif

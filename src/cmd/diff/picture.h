/* --draw of `abstract` and `diff`: dependencies as a graph. */
#ifndef HBKIT_CMD_DIFF_PICTURE_H
#define HBKIT_CMD_DIFF_PICTURE_H

#include "cmd/diff/threads.h"

#include "diff/difference.h"
#include "viz/draw.h"

/* Is --draw given?  Then its file must have a suffix that tells the format; ends the program if not. */
bool picture_wanted (const struct cli *cli);

/* Draws to OUTPUT (borrowed, not committed), as DRAW says, what `picture_write` draws to a file. */
bool picture_put (struct cli *cli, const diff_scope *scope, const struct diff_family *old,
                  const struct diff_family *new, const diff_differences *list,
                  const struct hb_draw_options *draw, hb_output *output);

/* Draws the dependencies of FAMILIES (rank 1 of them; the second may be NULL) and numbers the differences of two facts
 * and more in LIST (may be NULL).  False after errors in cli->diag. */
bool picture_write (struct cli *cli, const diff_scope *scope, const struct diff_family *old,
                    const struct diff_family *new, const diff_differences *list);

#endif

/* Which statements and variables of two versions are the same under another name.
 *
 *     match 1
 *     # a comment
 *     variable flag = ready
 *     statement thread2: y = x = reader: y = x     keys as `hbkit info` prints them; the first " = " at which both
 *                                                  sides are keys of their versions counts
 *
 * Each name is matched once; what has a line is matched by it alone. */
#ifndef HBKIT_DIFF_MATCH_H
#define HBKIT_DIFF_MATCH_H

#include "diff/facts.h"

#include "base/line.h"

typedef VEC (struct diff_match) diff_matches;

/* Reads the file at PATH for the old and the new version; appended to MATCHES, whose texts are owned by it.  False
 * after errors in DIAG. */
bool diff_matches_read (const diff_program *const programs[2], const char *path,
                        diff_matches *matches, hb_diag *diag);
/* The same of one line, `variable` or `statement` being its word at hand. */
void diff_match_take (const diff_program *const programs[2], struct hb_line *line,
                      diff_matches *matches);
void diff_matches_free (diff_matches *matches);

#endif

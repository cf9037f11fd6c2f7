/* Differences from the sets of facts of all runs: the oracle of compare.h. */
#ifndef HBKIT_DIFF_COMPARE_SEARCH_H
#define HBKIT_DIFF_COMPARE_SEARCH_H

#include "diff/compare.h"

/* As `diff_compare`, with engines that search: always every minimal difference, since of runs only those that show most
 * are kept, and parts of them may be unmatched for another reason. */
bool diff_compare_search (const diff_scope *scope, diff_engine *const engines[2], int side,
                          diff_differences *list, diff_runs *used);

#endif

/* Differences from the sets of facts of all runs: the oracle of compare.h. */
#ifndef HBKIT_DIFF_COMPARE_SEARCH_H
#define HBKIT_DIFF_COMPARE_SEARCH_H

#include "diff/compare.h"

/* As `diff_compare`, with engines that search. */
bool diff_compare_search (const diff_scope *scope, diff_engine *const engines[2], int side,
                          enum diff_cover cover, diff_differences *list, diff_runs *used);

#endif

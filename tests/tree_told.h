/* The tree of a C program as text, in which nothing is left to be known: what tests of the reader of C expect.
 *
 * Types: i32, u8, u1 (_Bool), f64, void, *T, [3]T, [?]T, (T, T)T (with ... where parameters are open, old before them for
 * a definition of before 1989), struct TAG.  What an operator, a call, a number or a text comes to has its type
 * behind a colon unless it is i32; a conversion is T(E), one that the program writes T!(E).  Locals have
 * their number behind a ', functions with a body the number of their locals. */
#ifndef HBKIT_TESTS_TREE_TOLD_H
#define HBKIT_TESTS_TREE_TOLD_H

#include "cfront/tree.h"

/* All globals, with "; " between them.  New. */
char *tree_told (const hb_c_unit *unit);

/* What a program is read as: its tree, or behind a "! " where and what the first error is. */
struct tree_case
{
  const char *text, *tree;
};

/* Fails unless the COUNT programs, in a file of this NAME, are read so. */
void expect_trees (const struct tree_case *cases, size_t count, const char *name);

/* New. */
char *tree_stmt_told (const struct hb_c_stmt *stmt);
char *tree_exp_told (const struct hb_c_exp *exp);
char *tree_type_told (const struct hb_c_type *type);

#endif

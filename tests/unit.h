/* What every unit test needs: cmocka with what its header asks for, and cases that list themselves.
 *
 *     TEST (sums_are_right)
 *     {
 *       assert_int_equal (1 + 1, 2);
 *     }
 *
 * is all of a program: unit.c has the `main` that runs the cases of a file, in their order. */
#ifndef HBKIT_TESTS_UNIT_H
#define HBKIT_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/output.h"

#define TEST(NAME)                                                                                 \
  static void NAME (void **state);                                                                 \
  static void __attribute__ ((constructor)) NAME##_is_a_case (void) { unit_case (#NAME, NAME); }   \
  static void NAME (void **state __attribute__ ((unused)))

void unit_case (const char *name, CMUnitTestFunction function);

/* Runs all cases; a program with a `main` of its own ends with it.  How many failed. */
int unit_run (void);

/* A file of the program's own, empty at first, which is removed at the end: its path. */
const char *unit_scratch (void);

/* The scratch file, to be written anew: some file systems wait for the disk when an old one is replaced.  New. */
hb_output *unit_output (hb_diag *diag);

/* The text of the file at PATH.  New. */
char *unit_read (const char *path);
void unit_write (const char *path, const char *text);

#endif

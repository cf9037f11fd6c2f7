/* Instances of `instances lines`: any text, line by line.  A part that can be taken away is a line. */
#ifndef HBKIT_OWN_PROBLEM_LINES_H
#define HBKIT_OWN_PROBLEM_LINES_H

#include "problem/problem.h"

/* The functions of instances, in a record that is no problem; `recognises` says no. */
extern const struct hb_problem own_lines;

/* Also how a solution of any problem that a file describes is kept: as its text. */
struct own_text
{
  size_t length;
  char bytes[]; /* zero-terminated; each line has its end */
};

/* All lines of INPUT (stolen); NULL after an error in its diag.  New. */
struct own_text *own_text_read (hb_input *input);

/* A copy of the LENGTH bytes at TEXT; new. */
struct own_text *own_text_new (const char *text, size_t length);

#endif

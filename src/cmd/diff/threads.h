/* What commands do with programs of threads: options that say how they are read, compared and run. */
#ifndef HBKIT_CMD_DIFF_THREADS_H
#define HBKIT_CMD_DIFF_THREADS_H

#include "cmd/frame/files.h"

#include "diff/engine.h"

/* How programs are made of C. */
#define OPTIONS_THREADS                                                                            \
  { "unroll", "N", "how often a loop's body may run (default 1)", 0, NULL },                       \
      { "atomic", "WHAT", "what a step is: a statement (default) or a single access", 0,           \
        "statement access" },                                                                      \
      { "contexts", NULL, "inlined calls and iterations are statements of their own", 0, NULL },   \
      { "no-assert", NULL, "leave assertions out", 0, NULL },                                      \
  {                                                                                                \
    "limit", "STEPS", "refuse programs of more steps, loops unrolled (default 1000000)", 0, NULL   \
  }

#define OPTION_STUCK                                                                               \
  {                                                                                                \
    "stuck", NULL, "also where threads can wait in the end, found by the search", 0, NULL          \
  }

#define OPTION_DRAWN                                                                               \
  {                                                                                                \
    "draw", "FILE",                                                                                \
        "draw the dependencies: SVG, TikZ or dot, as the name ends in .svg, .tex or .dot", 0,      \
        "FILE"                                                                                     \
  }

#define OPTION_CHOICES                                                                             \
  {                                                                                                \
    "choices", "LOW..HIGH", "values that runs and searches let a choice take (default 0..1)", 0,   \
        NULL                                                                                       \
  }

/* What is compared, and by whom it is found out. */
#define OPTION_VARS                                                                                \
  {                                                                                                \
    "vars", "NAMES",                                                                               \
        "variables, with commas between, or 'all', or 'data': all that no lock, unlock, up, down " \
        "names (default: those that two threads touch and not only lock, unlock, up, down use)",   \
        0, NULL                                                                                    \
  }
#define OPTION_RUNS                                                                                \
  {                                                                                                \
    "runs", "WHICH",                                                                               \
        "runs that may stop anywhere (blocked, default), or in which every thread ends "           \
        "(complete)",                                                                              \
        0, "blocked complete"                                                                      \
  }
#define OPTIONS_COMPARED                                                                           \
  OPTION_VARS, OPTION_RUNS, OPTION_CHOICES,                                                        \
      { "engine", "NAME",                                                                          \
        "sat (cycles found lazily, default), clocks (order as integers) or search", 0,             \
        "sat clocks search" },                                                                     \
  {                                                                                                \
    "solver", "NAME",                                                                              \
        "the SAT solver: cadical (default), picosat, or a command that reads DIMACS", 0,           \
        "cadical picosat"                                                                          \
  }

/* The options of the command line; those that it does not have are left as by default. */
struct diff_options threads_reading (const struct cli *cli);
struct diff_scope_options threads_scope (const struct cli *cli);
struct diff_engine_options threads_engine (const struct cli *cli, struct hb_limits *limits);

/* The program at PATH.  NULL after errors in cli->diag.  New. */
diff_program *threads_open (struct cli *cli, const char *path);

/* How large the formula of ENGINE was, as a comment, with NAME before it; nothing if it searched. */
void threads_print_sizes (const char *name, const diff_engine *engine);

/* "2 iterations of a loop, runs that may stop anywhere, ..." as a comment on standard output. */
void threads_print_setting (const struct cli *cli, const diff_scope *scope);

#endif

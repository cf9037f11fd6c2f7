/* The Gantt chart of 'hbkit draw'. */
#ifndef HBKIT_CMD_PERIODIC_DRAW_H
#define HBKIT_CMD_PERIODIC_DRAW_H

#include "cmd/draw/render.h"

#define DRAW_PERIODIC_OPTIONS                                                                      \
  { "clocks", NULL,                                                                                \
    "a periodic program's run step by step, each step with its clock (round, priority, index)", 0, \
    NULL },                                                                                        \
      { "illegal", NULL,                                                                           \
        "draw also what is no run of a periodic program, with what is against it", 0, NULL },      \
      { "observes", "VAR",                                                                         \
        "of a periodic program: which accesses to this variable may observe which", 0, NULL },     \
      { "body", "TASK", "of a periodic program: the control-flow graph of this function", 0,       \
        NULL },                                                                                    \
      { "snapshots", "WHICH", "and with snapshots: none, all or mod (default)", 0,                 \
        "none all mod" },                                                                          \
      { "time", "T", "jobs of a periodic program that arrive before this time; 4H: hyper-periods", \
        0, NULL },                                                                                 \
  {                                                                                                \
    "departure", "HOW", "when its jobs are over: rta (default), deadline or exact", 0,             \
        "rta deadline exact"                                                                       \
  }

/* Draws the run that is the second operand, of the program that is the first; false after errors in cli->diag. */
bool periodic_draw (struct cli *cli, struct hb_draw_options *draw, const struct draw_form *form);

#endif

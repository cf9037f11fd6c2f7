/* What is drawn, and which options that takes: what would be passed over is refused. */
#ifndef HBKIT_CMD_DRAW_REFUSE_H
#define HBKIT_CMD_DRAW_REFUSE_H

#include "cmd/frame/cli.h"

enum draw_subject
{
  DRAW_TRACE = 1 << 0,
  DRAW_STRIP = 1 << 1,
  DRAW_PAGE = 1 << 2, /* the explorer */
  DRAW_GRID = 1 << 3,
  DRAW_RUN = 1 << 4, /* of a periodic program */
  DRAW_JOBS = 1 << 5,
  DRAW_EVENTS = 1 << 6, /* a program of events: its violation */
  DRAW_FAMILY = 1 << 7, /* of schedules of a poset */
  DRAW_POSET = 1 << 8,
  DRAW_CLIQUE = 1 << 9,
  DRAW_REDUCTION = 1 << 10,
  DRAW_GRAPH = 1 << 11,
  DRAW_VIOLATION = 1 << 12, /* of robustness: a trace and its cycle */
  DRAW_THREADS = 1 << 13,   /* a program of threads, its run, two versions */
  DRAW_TIMELINE = 1 << 14   /* a run, message by message */
};

/* Ends the program with a usage error if options were given that say nothing about SUBJECT, or contradict one another. */
void draw_refuse (const struct cli *cli, enum draw_subject subject);

#endif

/* Schedules of event programs: the moves of a run, in order.
 *
 *     aeds 1
 *     start send 1            event send(1) starts on the main thread
 *     step 1                  its next access or post
 *     begin 1.2               the task of its second post begins, on the main thread
 *     step 1.1 choose 2 0     a step on the way to which `choose` gave 2, then 0
 *     end 4
 *
 * Tasks go by their place in the call tree: event 1 is the first that starts, 1.2 is what it posts second.  A task
 * for a thread of its own begins when it is posted. */
#ifndef HBKIT_ROBUST_SCHEDULE_H
#define HBKIT_ROBUST_SCHEDULE_H

#include "base/input.h"
#include "robust/code.h"

enum hb_move_kind
{
  HB_MOVE_START,
  HB_MOVE_BEGIN,
  HB_MOVE_STEP
};

struct hb_move
{
  uint8_t kind;                /* enum hb_move_kind */
  hb_id event;                 /* start: the procedure */
  hb_id first_path, path;      /* begin, step: the task, in `numbers`; start: the arguments */
  hb_id first_choice, choices; /* in `numbers` */
  size_t line;                 /* of the file, 0: none */
};

typedef struct hb_aschedule
{
  VEC (struct hb_move) moves;
  VEC (int32_t) numbers;
} hb_aschedule;

void hb_aschedule_free (hb_aschedule *schedule);

/* Adds a move with the numbers of its task (start: its arguments) and of its choices. */
void hb_aschedule_add (hb_aschedule *schedule, enum hb_move_kind kind, hb_id event,
                       const int32_t *path, size_t length, const int32_t *choices, size_t count);

void hb_aschedule_write (hb_output *output, const hb_aed *program, const hb_aschedule *schedule);

/* The schedule at PATH, of PROGRAM; false after errors in DIAG. */
bool hb_aschedule_read (hb_aschedule *schedule, const hb_aed *program, const char *path,
                        hb_diag *diag);

/* The same from INPUT (stolen, at its start). */
bool hb_aschedule_read_input (hb_aschedule *schedule, const hb_aed *program, hb_input *input,
                              hb_diag *diag);

#endif

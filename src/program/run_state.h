/* The state of a running program, for the parts of the interpreter.  Private to it.
 *
 *     run.c        steps, beginning and end
 *     run_local.c  what a handler computes between its events
 *     run_tell.c   names, complaints and the trace */
#ifndef HBKIT_PROGRAM_RUN_STATE_H
#define HBKIT_PROGRAM_RUN_STATE_H

#include "trace/mailbox.h"
#include "program/parser.h"
#include "program/run.h"
#include "trace/record.h"

#include <inttypes.h>

struct hb_thread
{
  hb_id running; /* the message under way, or HB_NONE */
  hb_id pc;      /* of the event in front of which it stands */
  struct hb_box box;
  hb_id posts;   /* so far: the paper's mcount */
  hb_id object;  /* of the event at hand: variable or receiver */
  int64_t value; /* written, or compared with */
  int32_t priority;
};

struct hb_execution
{
  const hb_code *code;
  struct hb_record record;
  struct hb_thread *threads;
  int64_t *values;    /* of the variables */
  hb_id *last_write;  /* event, or HB_NONE */
  int64_t *registers; /* handler after handler, by number */
  int64_t *locals;    /* code->locals for each handler */
  int64_t *posting;   /* arguments of the post at hand, code->args for each handler */
  VEC (int64_t) args; /* of the messages, code->args for each */
  enum hb_run_status status;
  struct hb_spot spot;
  hb_id culprit; /* handler */
  char problem[160];
};

/* Goes on with HANDLER's message from PC to its next event or its end. */
void hb_execution_go_on (hb_execution *run, hb_id handler, hb_id pc);

/* Gives the register or local that STMT assigns VALUE. */
void hb_execution_assign (hb_execution *run, hb_id handler, const struct hb_stmt *stmt,
                          int64_t value);

/* The instruction in front of which HANDLER, which is not idle, stands. */
static inline const struct hb_instruction *
hb_execution_at (const hb_execution *run, hb_id handler)
{
  return &run->code->instructions.data[run->threads[handler].pc];
}

static inline int64_t *
hb_execution_local (hb_execution *run, hb_id handler, hb_id slot)
{
  return &run->locals[handler * (size_t)run->code->locals + slot];
}

static inline enum hb_mailbox
hb_execution_mailbox (const hb_execution *run, hb_id handler)
{
  return (enum hb_mailbox)run->code->handlers.data[handler].mailbox;
}

#endif

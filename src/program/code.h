/* A program with its parameters put in: how many handlers and variables there are, and for every
 * message a list of instructions, blocks and loops being turned into jumps.
 *
 *     hb_program *program = hb_program_read ("ring.ed", diag);
 *     struct hb_setting n = { "n", 8 };
 *     hb_code *code = hb_program_bind (program, &n, 1, -1, diag);
 *     hb_execution *run = hb_execution_new (code);        run.h
 *
 * Handlers and variables are numbered from 0, the elements of an array one after another; in traces
 * an element is called NAME.INDEX. */
#ifndef HBKIT_PROGRAM_CODE_H
#define HBKIT_PROGRAM_CODE_H

#include <hbkit/program.h>

#include "program/program.h"

#ifdef __cplusplus
extern "C" {
#endif

enum hb_instruction_kind
{
  /* Events, at which a handler stops and can be scheduled. */
  HB_DO_READ,
  HB_DO_WRITE,
  HB_DO_POST,
  HB_DO_AWAIT,
  /* Local ones. */
  HB_DO_SET,
  HB_DO_ASSERT,
  HB_DO_JUMP,       /* to `target` */
  HB_DO_JUMP_IF,    /* if `exp` is not 0 */
  HB_DO_JUMP_IFNOT, /* if `exp` is 0 */
  HB_DO_FOR,        /* local `slot` = exp, local `hidden` = other; to `target` if slot > hidden */
  HB_DO_NEXT,       /* slot++ and to `target`, unless slot = hidden */
  HB_DO_COUNT,      /* local `hidden` = exp */
  HB_DO_DOWN,       /* to `target` if hidden <= 0; else hidden-- */
  HB_DO_LAST
};

struct hb_instruction
{
  uint8_t kind; /* enum hb_instruction_kind */
  hb_id stmt;   /* the statement that it comes from, for its operands and its place */
  hb_id target;
};

struct hb_code_handler
{
  char *name;
  hb_id declared; /* in the program's handlers */
  int64_t self;   /* its index in the array, 0 outside */
  uint8_t mailbox;
};

struct hb_code_variable
{
  char *name;
  int64_t initial;
};

struct hb_code
{
  const hb_program *program;             /* borrowed */
  int64_t *params;                       /* values of the program's parameters */
  hb_id *handler_start, *variable_start; /* declaration -> its first element; one more at the end */
  VEC (struct hb_code_handler) handlers;
  VEC (struct hb_code_variable) variables;
  VEC (struct hb_instruction) instructions;
  hb_id *entry;          /* message -> its first instruction */
  hb_id locals, args;    /* most of any message; most arguments of any post */
  int64_t *registers;    /* initial values, handler after handler, by number */
  int64_t *initial_args; /* of the initial messages, `args` for each handler */
  int mailbox;           /* of all handlers; -1: they differ */
};

/* What an expression is evaluated in. */
struct hb_scene
{
  const hb_code *code;
  const int64_t *registers, *locals; /* NULL where there are none */
  int64_t self;
  struct hb_spot spot; /* out: where it went wrong */
};

/* The value of expression EXP.  Sums, products and negations wrap around at 64 bits; && and || do
 * not evaluate the right side if the left decides.  False on a division by zero, at scene->spot. */
bool hb_evaluate (struct hb_scene *scene, hb_id exp, int64_t *value);

/* A OP B for a comparison. */
bool hb_compare (enum hb_operator op, int64_t a, int64_t b);

#ifdef __cplusplus
}
#endif
#endif

/* Event programs as instructions: one a statement, jumps in place of blocks.  What each does is told by the machines
 * (machine.h, single.h, explore.h, summaries.h).
 *
 * Values are 32 bits wide and wrap around; a quotient or a rest by zero is 0. */
#ifndef HBKIT_ROBUST_CODE_H
#define HBKIT_ROBUST_CODE_H

#include "robust/program.h"

enum hb_aop
{
  HB_AOP_SET,    /* local `slot` := exp */
  HB_AOP_READ,   /* local `slot` := shared `variable` */
  HB_AOP_WRITE,  /* shared `variable` := exp */
  HB_AOP_GHOST,  /* ghost `variable` := exp */
  HB_AOP_CHOOSE, /* local `slot`, or ghost `variable` if that is no HB_NONE, := low..high */
  HB_AOP_POST,   /* procedure `slot`, arguments, `main` */
  HB_AOP_CALL,
  HB_AOP_ASSUME,
  HB_AOP_ASSERT,
  HB_AOP_BRANCH, /* to `target` if exp is 0 */
  HB_AOP_JUMP,
  HB_AOP_RETURN
};

struct hb_ains
{
  uint8_t op; /* enum hb_aop */
  bool main;
  hb_id slot, variable, exp, target;
  hb_id first_arg, args;
  int32_t low, high;
  hb_id stmt; /* of the program; HB_NONE: the return at the end */
};

struct hb_aproc
{
  hb_id first, count; /* its instructions */
  hb_id params, locals;
};

typedef struct hb_acode
{
  const hb_aed *program; /* borrowed */
  VEC (struct hb_ains) ins;
  VEC (struct hb_aproc) procs; /* as the program's */
} hb_acode;

/* PROGRAM, which must be split (hb_aed_split) and live as long.  New; `hb_acode_free` (NULL is legal).  Linear. */
hb_acode *hb_acode_new (const hb_aed *program);
void hb_acode_free (hb_acode *code);

/* The value of expression EXP with these locals and variables.  Linear in the expression. */
int32_t hb_acode_value (const hb_acode *code, hb_id exp, const int32_t *locals,
                        const int32_t *variables);

/* Does event PROC, with its parameters at the start of LOCALS, start now? */
bool hb_acode_guard_holds (const hb_acode *code, hb_id proc, const int32_t *locals,
                           const int32_t *variables);

/* Is VALUE in the range of VARIABLE? */
static inline bool
hb_acode_fits (const hb_acode *code, hb_id variable, int32_t value)
{
  const struct hb_aed_variable *v = &code->program->variables.data[variable];
  return value >= v->low && value <= v->high;
}

/* The place of instruction INS for an error; borrowed. */
struct hb_place hb_acode_place (const hb_acode *code, hb_id ins);

#endif

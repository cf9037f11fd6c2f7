/* See code.h: from statements to instructions, and the values of expressions. */
#include "robust/code.h"

#include "program/code.h"

struct jump
{
  hb_id ins, stmt;
};

struct coder
{
  hb_acode *code;
  const hb_aed *program;
  hb_id *start_of; /* statement -> its first instruction */
  VEC (struct jump) jumps;
};

static hb_id
emit (struct coder *c, enum hb_aop op, hb_id stmt)
{
  struct hb_ains ins = { .op = (uint8_t)op,
                         .slot = HB_NONE,
                         .variable = HB_NONE,
                         .exp = HB_NONE,
                         .target = HB_NONE,
                         .stmt = stmt };
  vec_push (c->code->ins, ins);
  return (hb_id)c->code->ins.size - 1;
}

static hb_id
here (const struct coder *c)
{
  return (hb_id)c->code->ins.size;
}

static void code_block (struct coder *c, hb_id first);

/* What `local := EXP` is: a read if EXP is a shared variable. */
static void
code_assign (struct coder *c, const struct hb_aed_stmt *stmt, hb_id number)
{
  const struct hb_exp *e = &c->program->source.exps.data[stmt->exp];
  bool to_variable = stmt->meaning == HB_MEANS_VARIABLE;
  bool ghost = to_variable && c->program->variables.data[stmt->slot].ghost;
  bool read = !to_variable && e->kind == HB_EXP_NAME && e->meaning == HB_MEANS_VARIABLE
              && !c->program->variables.data[e->slot].ghost;
  hb_id at = emit (c,
                   ghost         ? HB_AOP_GHOST
                   : to_variable ? HB_AOP_WRITE
                   : read        ? HB_AOP_READ
                                 : HB_AOP_SET,
                   number);
  struct hb_ains *ins = &c->code->ins.data[at];
  ins->exp = stmt->exp;
  ins->slot = to_variable ? HB_NONE : stmt->slot;
  ins->variable = to_variable ? stmt->slot : read ? e->slot : HB_NONE;
}

static void
code_if (struct coder *c, const struct hb_aed_stmt *stmt, hb_id number)
{
  hb_id branch = emit (c, HB_AOP_BRANCH, number);
  c->code->ins.data[branch].exp = stmt->exp;
  code_block (c, stmt->body);
  if (stmt->has_else || stmt->chained)
    {
      hb_id jump = emit (c, HB_AOP_JUMP, number);
      c->code->ins.data[branch].target = here (c);
      code_block (c, stmt->orelse);
      c->code->ins.data[jump].target = here (c);
    }
  else
    c->code->ins.data[branch].target = here (c);
}

static void
code_while (struct coder *c, const struct hb_aed_stmt *stmt, hb_id number)
{
  hb_id branch = emit (c, HB_AOP_BRANCH, number);
  c->code->ins.data[branch].exp = stmt->exp;
  code_block (c, stmt->body);
  hb_id back = emit (c, HB_AOP_JUMP, number);
  c->code->ins.data[back].target = branch;
  c->code->ins.data[branch].target = here (c);
}

static void
code_invocation (struct coder *c, const struct hb_aed_stmt *stmt, hb_id number)
{
  hb_id at = emit (c, stmt->kind == HB_AED_CALL ? HB_AOP_CALL : HB_AOP_POST, number);
  struct hb_ains *ins = &c->code->ins.data[at];
  ins->main = stmt->main;
  ins->slot = stmt->slot;
  ins->first_arg = stmt->first_arg;
  ins->args = stmt->args;
}

static void
code_choose (struct coder *c, const struct hb_aed_stmt *stmt, hb_id number)
{
  hb_id at = emit (c, HB_AOP_CHOOSE, number);
  struct hb_ains *ins = &c->code->ins.data[at];
  if (stmt->meaning == HB_MEANS_VARIABLE)
    ins->variable = stmt->slot;
  else
    ins->slot = stmt->slot;
  ins->low = (int32_t)stmt->low;
  ins->high = (int32_t)stmt->high;
}

static void
code_stmt (struct coder *c, hb_id number)
{
  const struct hb_aed_stmt *stmt = &c->program->stmts.data[number];
  c->start_of[number] = here (c);
  switch ((enum hb_aed_kind)stmt->kind)
    {
    case HB_AED_ASSIGN:
      code_assign (c, stmt, number);
      break;
    case HB_AED_CHOOSE:
      code_choose (c, stmt, number);
      break;
    case HB_AED_ASYNC:
    case HB_AED_CALL:
      code_invocation (c, stmt, number);
      break;
    case HB_AED_ASSUME:
    case HB_AED_ASSERT:
      {
        hb_id at = emit (c, stmt->kind == HB_AED_ASSUME ? HB_AOP_ASSUME : HB_AOP_ASSERT, number);
        c->code->ins.data[at].exp = stmt->exp;
        break;
      }
    case HB_AED_IF:
      code_if (c, stmt, number);
      break;
    case HB_AED_WHILE:
      code_while (c, stmt, number);
      break;
    case HB_AED_GOTO:
      vec_push (c->jumps, ((struct jump){ emit (c, HB_AOP_JUMP, number), stmt->slot }));
      break;
    case HB_AED_RETURN:
      emit (c, HB_AOP_RETURN, number);
      break;
    case HB_AED_LOCAL:
      break;
    }
}

static void
code_block (struct coder *c, hb_id first)
{
  for (hb_id s = first; s != HB_NONE; s = c->program->stmts.data[s].next)
    code_stmt (c, s);
}

hb_acode *
hb_acode_new (const hb_aed *program)
{
  HB_ASSERT (program->is_split);
  hb_acode *code = hb_calloc (1, sizeof *code);
  struct coder c = { .code = code, .program = program };
  c.start_of = hb_calloc (program->stmts.size, sizeof *c.start_of);
  code->program = program;
  for (size_t p = 0; p < program->procs.size; p++)
    {
      const struct hb_aed_proc *proc = &program->procs.data[p];
      struct hb_aproc coded
          = { .first = here (&c), .params = proc->params, .locals = proc->locals };
      code_block (&c, proc->body);
      emit (&c, HB_AOP_RETURN, HB_NONE);
      coded.count = here (&c) - coded.first;
      vec_push (code->procs, coded);
    }
  for (size_t i = 0; i < c.jumps.size; i++)
    code->ins.data[c.jumps.data[i].ins].target = c.start_of[c.jumps.data[i].stmt];
  vec_free (c.jumps);
  hb_free (c.start_of);
  return code;
}

void
hb_acode_free (hb_acode *code)
{
  if (!code)
    return;
  vec_free (code->ins);
  vec_free (code->procs);
  hb_free (code);
}

/* --- Values --- */

static int64_t
apply (enum hb_operator op, int64_t a, int64_t b)
{
  switch (op)
    {
    case HB_OP_EQ:
    case HB_OP_NE:
    case HB_OP_LT:
    case HB_OP_LE:
    case HB_OP_GT:
    case HB_OP_GE:
      return hb_compare (op, a, b);
    case HB_OP_ADD:
      return a + b;
    case HB_OP_SUB:
      return a - b;
    case HB_OP_MUL:
      return a * b;
    case HB_OP_DIV:
      return b ? a / b : 0;
    case HB_OP_MOD:
      return b ? a % b : 0;
    case HB_OP_MIN:
      return a < b ? a : b;
    case HB_OP_MAX:
      return a > b ? a : b;
    case HB_OP_AND:
      return a && b;
    default:
      return a || b;
    }
}

int32_t
hb_acode_value (const hb_acode *code, hb_id exp, const int32_t *locals, const int32_t *variables)
{
  const struct hb_exp *e = &code->program->source.exps.data[exp];
  int64_t value;
  switch ((enum hb_exp_kind)e->kind)
    {
    case HB_EXP_NUMBER:
      return (int32_t)(uint32_t)(uint64_t)e->number;
    case HB_EXP_NAME:
      return e->meaning == HB_MEANS_LOCAL ? locals[e->slot] : variables[e->slot];
    case HB_EXP_UNARY:
      value = hb_acode_value (code, e->left, locals, variables);
      value = e->op == HB_OP_NOT ? !value : -value;
      break;
    default:
      value = apply ((enum hb_operator)e->op, hb_acode_value (code, e->left, locals, variables),
                     hb_acode_value (code, e->right, locals, variables));
    }
  return (int32_t)(uint32_t)(uint64_t)value;
}

bool
hb_acode_guard_holds (const hb_acode *code, hb_id proc, const int32_t *locals,
                      const int32_t *variables)
{
  hb_id guard = code->program->procs.data[proc].guard;
  return guard == HB_NONE || hb_acode_value (code, guard, locals, variables);
}

struct hb_place
hb_acode_place (const hb_acode *code, hb_id ins)
{
  hb_id stmt = code->ins.data[ins].stmt;
  struct hb_spot none = { 0, 0 };
  return hb_source_place (&code->program->source,
                          stmt == HB_NONE ? none : code->program->stmts.data[stmt].spot);
}

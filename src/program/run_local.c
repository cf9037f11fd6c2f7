/* What a handler of a running program computes by itself between two events.  See run.h. */
#include "program/run_state.h"

/* Local instructions between two events before a loop is taken for endless. */
#define MOST_LOCAL 10000000

static struct hb_scene
scene_of (const hb_execution *run, hb_id h)
{
  const hb_code *code = run->code;
  return (struct hb_scene){ .code = code,
                            .registers = run->registers + h * (size_t)code->program->register_names,
                            .locals = run->locals + h * (size_t)code->locals,
                            .self = code->handlers.data[h].self };
}

static void
fail (hb_execution *run, hb_id h, enum hb_run_status status, struct hb_spot spot, const char *text)
{
  run->status = status;
  run->culprit = h;
  run->spot = spot;
  snprintf (run->problem, sizeof run->problem, "%s", text);
}

/* False after a division by zero. */
static bool
evaluate (hb_execution *run, hb_id h, hb_id exp, int64_t *value)
{
  struct hb_scene scene = scene_of (run, h);
  if (hb_evaluate (&scene, exp, value))
    return true;
  fail (run, h, HB_RUN_ERROR, scene.spot, "division by zero");
  return false;
}

void
hb_execution_assign (hb_execution *run, hb_id h, const struct hb_stmt *stmt, int64_t value)
{
  if (stmt->meaning == HB_MEANS_LOCAL)
    *hb_execution_local (run, h, stmt->slot) = value;
  else
    run->registers[h * (size_t)run->code->program->register_names + stmt->slot] = value;
}

/* The element START + INDEX of an array that ends before STOP. */
static bool
element (hb_execution *run, hb_id h, const struct hb_stmt *stmt, const hb_id *starts, hb_id *object)
{
  hb_id start = starts[stmt->variable], count = starts[stmt->variable + 1] - start;
  int64_t index = 0;
  if (stmt->index != HB_NONE && !evaluate (run, h, stmt->index, &index))
    return false;
  *object = start + (hb_id)index;
  if (index >= 0 && index < count)
    return true;
  char text[120];
  snprintf (text, sizeof text, "index %" PRId64 " is out of range; '%.60s' has %u elements", index,
            hb_program_name (run->code->program,
                             starts == run->code->handler_start
                                 ? run->code->program->handlers.data[stmt->variable].name
                                 : run->code->program->variables.data[stmt->variable].name),
            count);
  fail (run, h, HB_RUN_ERROR, run->code->program->source.exps.data[stmt->index].spot, text);
  return false;
}

static bool
prepare_post (hb_execution *run, hb_id h, const struct hb_stmt *stmt)
{
  struct hb_thread *thread = &run->threads[h];
  int64_t priority = 0;
  if (!element (run, h, stmt, run->code->handler_start, &thread->object)
      || (stmt->other != HB_NONE && !evaluate (run, h, stmt->other, &priority)))
    return false;
  for (hb_id i = 0; i < stmt->args; i++)
    if (!evaluate (run, h, run->code->program->source.args.data[stmt->first_arg + i],
                   &run->posting[h * (size_t)run->code->args + i]))
      return false;
  thread->priority = (int32_t)priority;
  if (priority == thread->priority)
    return true;
  fail (run, h, HB_RUN_ERROR, run->code->program->source.exps.data[stmt->other].spot,
        "a priority that does not fit into 32 bits");
  return false;
}

/* Evaluates the operands of the event at hand, which nobody else can change. */
static void
prepare_event (hb_execution *run, hb_id h, const struct hb_instruction *instruction)
{
  const struct hb_stmt *stmt = &run->code->program->stmts.data[instruction->stmt];
  struct hb_thread *thread = &run->threads[h];
  if (instruction->kind == HB_DO_POST)
    prepare_post (run, h, stmt);
  else if (element (run, h, stmt, run->code->variable_start, &thread->object)
           && instruction->kind != HB_DO_READ)
    evaluate (run, h, stmt->exp, &thread->value);
}

/* One local instruction; *PC is where it leads. */
static void
do_local (hb_execution *run, hb_id h, const struct hb_instruction *instruction, hb_id *pc)
{
  const struct hb_stmt *stmt = &run->code->program->stmts.data[instruction->stmt];
  int64_t value = 0, bound = 0;
  bool evaluates = instruction->kind != HB_DO_JUMP && instruction->kind != HB_DO_NEXT
                   && instruction->kind != HB_DO_DOWN;
  if (evaluates && !evaluate (run, h, stmt->exp, &value))
    return;
  bool jump = false;
  switch ((enum hb_instruction_kind)instruction->kind)
    {
    case HB_DO_SET:
      hb_execution_assign (run, h, stmt, value);
      break;
    case HB_DO_ASSERT:
      if (!value)
        fail (run, h, HB_RUN_ASSERTION, stmt->spot, "the assertion is false");
      break;
    case HB_DO_JUMP:
      jump = true;
      break;
    case HB_DO_JUMP_IF:
      jump = value != 0;
      break;
    case HB_DO_JUMP_IFNOT:
      jump = value == 0;
      break;
    case HB_DO_FOR:
      if (!evaluate (run, h, stmt->other, &bound))
        return;
      *hb_execution_local (run, h, stmt->slot) = value;
      *hb_execution_local (run, h, stmt->hidden) = bound;
      jump = value > bound;
      break;
    case HB_DO_NEXT: /* the body may have moved the variable past the bound */
      jump = *hb_execution_local (run, h, stmt->slot) < *hb_execution_local (run, h, stmt->hidden);
      if (jump)
        ++*hb_execution_local (run, h, stmt->slot);
      break;
    case HB_DO_COUNT:
      *hb_execution_local (run, h, stmt->hidden) = value;
      break;
    default: /* HB_DO_DOWN */
      jump = *hb_execution_local (run, h, stmt->hidden) <= 0;
      if (!jump)
        --*hb_execution_local (run, h, stmt->hidden);
    }
  *pc = jump ? instruction->target : *pc + 1;
}

void
hb_execution_go_on (hb_execution *run, hb_id h, hb_id pc)
{
  const struct hb_instruction *code = run->code->instructions.data;
  for (uint32_t steps = 0; run->status == HB_RUN_GOING; steps++)
    {
      const struct hb_instruction *instruction = &code[pc];
      if (instruction->kind == HB_DO_LAST)
        {
          run->threads[h].running = HB_NONE;
          return;
        }
      if (instruction->kind <= HB_DO_AWAIT)
        {
          run->threads[h].pc = pc;
          prepare_event (run, h, instruction);
          return;
        }
      if (steps == MOST_LOCAL)
        fail (run, h, HB_RUN_ERROR, run->code->program->stmts.data[instruction->stmt].spot,
              "10000000 instructions without an event: this loop may be endless");
      else
        do_local (run, h, instruction, &pc);
    }
}

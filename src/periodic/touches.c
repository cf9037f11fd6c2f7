/* What calls mean, and which tasks touch what; see program.h. */
#include "periodic/program.h"
#include "periodic/program_private.h"

#include <string.h>

/* The words of the language itself. */
static bool
word (const hb_periodic_program *program, const char *name, struct hb_call *call)
{
  static const struct
  {
    const char *name;
    enum hb_call_meaning meaning;
    unsigned width;
    bool is_signed;
  } words[] = { { "assert", HB_CALL_ASSERT, 0, false },
                { "assume", HB_CALL_ASSUME, 0, false },
                { "__VERIFIER_assume", HB_CALL_ASSUME, 0, false },
                { "__VERIFIER_error", HB_CALL_FAIL, 0, false },
                { "reach_error", HB_CALL_FAIL, 0, false },
                { "abort", HB_CALL_STOP, 0, false },
                { "exit", HB_CALL_STOP, 0, false },
                { "hb_lock", HB_CALL_LOCK, 0, false },
                { "hb_unlock", HB_CALL_UNLOCK, 0, false },
                { "hb_cpu_lock", HB_CALL_LOCK, 0, false },
                { "hb_cpu_unlock", HB_CALL_UNLOCK, 0, false },
                { "__startrek_cpu_lock", HB_CALL_LOCK, 0, false },
                { "__startrek_cpu_unlock", HB_CALL_UNLOCK, 0, false },
                { "__startrek_get_pi_lock", HB_CALL_LOCK, 0, false },
                { "__startrek_release_pi_lock", HB_CALL_UNLOCK, 0, false },
                { "hb_critical", HB_CALL_NOTHING, 0, false },
                { "nondet_bool", HB_CALL_CHOICE, 1, false },
                { "nondet_u8", HB_CALL_CHOICE, 8, false },
                { "nondet_u16", HB_CALL_CHOICE, 16, false },
                { "nondet_u32", HB_CALL_CHOICE, 32, false },
                { "nondet_s8", HB_CALL_CHOICE, 8, true },
                { "nondet_s16", HB_CALL_CHOICE, 16, true },
                { "nondet_s32", HB_CALL_CHOICE, 32, true } };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp (words[i].name, name))
      {
        call->meaning = words[i].meaning;
        call->width = words[i].width;
        call->is_signed = words[i].is_signed;
        if (strstr (name, "cpu_"))
          call->lock = program->cpu_lock;
        return true;
      }
  if (!hb_name_after (name, "__startrek_assert_i"))
    return false;
  call->meaning = HB_CALL_ASSERT;
  return true;
}

/* The first cell of __startrek_hidden_X for a function PREFIX X. */
static hb_id
hidden_cell (const hb_periodic_program *program, const char *x)
{
  char *name = x ? hb_format ("__startrek_hidden_%s", x) : NULL;
  const struct hb_c_symbol *symbol = x ? hb_c_find (program->unit, name) : NULL;
  hb_free (name);
  return symbol ? program->first_cell.data[symbol->number] : HB_NONE;
}

void
hb_periodic_find_calls (hb_periodic_program *program)
{
  for (size_t i = 0; i < hb_c_globals (program->unit); i++)
    {
      const struct hb_c_symbol *symbol = hb_c_global (program->unit, i);
      struct hb_call call = { .meaning = HB_CALL_NOTHING, .cell = HB_NONE, .lock = HB_NONE };
      if (symbol->role == C_FUNCTION_NAME && !word (program, symbol->name, &call))
        {
          hb_id read = hidden_cell (program, hb_name_after (symbol->name, "__startrek_read_"));
          hb_id write = hidden_cell (program, hb_name_after (symbol->name, "__startrek_write_"));
          call.cell = read != HB_NONE ? read : write;
          if (call.cell != HB_NONE)
            call.meaning = read != HB_NONE ? HB_CALL_READ : HB_CALL_WRITE;
          else if (symbol->body)
            call.meaning = HB_CALL_BODY;
          else if (symbol->type->to->kind == C_INTEGER && !symbol->implicit)
            call.meaning = HB_CALL_CHOICE;
        }
      vec_push (program->calls, call);
    }
}

const struct hb_call *
hb_periodic_call (const hb_periodic_program *program, const struct hb_c_exp *call)
{
  const struct hb_c_symbol *symbol = hb_c_callee (call);
  return symbol ? &program->calls.data[symbol->number] : NULL;
}

hb_id
hb_periodic_lock_of (const hb_periodic_program *program, const struct hb_c_exp *call)
{
  const struct hb_call *meaning = hb_periodic_call (program, call);
  if (meaning->lock != HB_NONE)
    return meaning->lock;
  const struct hb_c_exp *argument = call->count ? call->items[0] : NULL;
  while (argument && argument->op == C_CAST)
    argument = argument->a;
  int64_t number;
  if (!argument)
    return HB_NONE;
  if (hb_c_constant (argument, &number))
    return number >= 0 && number < (int64_t)program->cpu_lock ? (hb_id)number : HB_NONE;
  for (hb_id i = 0; argument->op == C_NAME && i < program->locks.size; i++)
    if (!strcmp (program->locks.data[i].name, argument->symbol->name))
      return i;
  return HB_NONE;
}

int
hb_periodic_cpu (const struct hb_c_exp *exp)
{
  int64_t value;
  if (exp->op != C_ASSIGN || exp->compute != C_ASSIGN || exp->a->op != C_NAME
      || strcmp (exp->a->symbol->name, "__startrek_lock") || !hb_c_constant (exp->b, &value))
    return 0;
  return value ? 1 : -1;
}

/* --- a walk over all that a task can reach --- */

struct touches
{
  hb_periodic_program *program;
  hb_diag *diag;
  hb_id task;     /* its number; the final function is the last one */
  char *visited;  /* by function: 1 open, 2 done */
  uint64_t *seen; /* by global symbol: who mentions it */
  bool *changed;  /* by global symbol: perhaps not its pointers */
  bool *moved;    /* by global symbol: pointers in it */
  bool moves;     /* pointers anywhere, through others */
};

static void walk_exp (struct touches *touches, const struct hb_c_exp *exp);
static void walk_stmt (struct touches *touches, const struct hb_c_stmt *stmt);

static void
touch (struct touches *touches, const struct hb_c_symbol *symbol, bool change)
{
  if (!symbol->global || symbol->role != C_VARIABLE)
    return;
  uint64_t *seen = &touches->seen[symbol->number], task = (uint64_t)1 << touches->task;
  bool is_new = !(*seen & task);
  *seen |= task;
  touches->changed[symbol->number] |= change;
  /* Who has a pointer has what it points to. */
  if (is_new)
    walk_exp (touches, symbol->initial);
}

/* The global that a place is, or is a part of; NULL for others. */
static const struct hb_c_symbol *
base_of (const struct hb_c_exp *place)
{
  while ((place->op == C_INDEX && place->a->type->kind == C_ARRAY) || place->op == C_FIELD
         || place->op == C_CAST)
    place = place->a;
  return place->op == C_NAME ? place->symbol : NULL;
}

static void
take_lock (struct touches *touches, const struct hb_c_exp *call)
{
  hb_periodic_program *program = touches->program;
  hb_id lock = hb_periodic_lock_of (program, call);
  if (lock == HB_NONE)
    {
      hb_periodic_error (
          program, touches->diag, call->spot,
          "expected the name of an HB_LOCK, or the number of a lock that has a ceiling");
      return;
    }
  if (touches->task >= program->tasks.size)
    return;
  const struct hb_task *task = &program->tasks.data[touches->task];
  program->locks.data[lock].users |= (uint64_t)1 << touches->task;
  if (program->locks.data[lock].ceiling < task->priority)
    hb_periodic_error (program, touches->diag, call->spot,
                       "the ceiling of lock %s is %lld, below the priority %lld of its user %s",
                       program->locks.data[lock].name, (long long)program->locks.data[lock].ceiling,
                       (long long)task->priority, task->name);
}

static void
walk_call (struct touches *touches, const struct hb_c_exp *exp)
{
  hb_periodic_program *program = touches->program;
  const struct hb_c_symbol *symbol = hb_c_callee (exp);
  if (!symbol)
    {
      hb_periodic_error (program, touches->diag, exp->spot,
                         "calls through pointers are outside of the subset");
      return;
    }
  const struct hb_call *call = &program->calls.data[symbol->number];
  bool locks = call->meaning == HB_CALL_LOCK || call->meaning == HB_CALL_UNLOCK;
  if (call->meaning == HB_CALL_READ || call->meaning == HB_CALL_WRITE)
    touch (touches, program->cells.data[call->cell].symbol, call->meaning == HB_CALL_WRITE);
  if (locks)
    take_lock (touches, exp);
  if ((call->meaning == HB_CALL_ASSERT || call->meaning == HB_CALL_ASSUME) && exp->count != 1)
    hb_periodic_error (program, touches->diag, exp->spot, "expected %s (condition)", symbol->name);
  if (!strcmp (symbol->name, "hb_critical"))
    {
      int64_t length;
      hb_id lock = exp->count == 2 ? hb_periodic_lock_of (program, exp) : HB_NONE;
      if (lock == HB_NONE || !hb_c_constant (exp->items[1], &length) || length <= 0
          || length > HB_MOST_TIME)
        hb_periodic_error (program, touches->diag, exp->spot,
                           "expected hb_critical (lock, length), a length from 1 to %lld",
                           (long long)HB_MOST_TIME);
      else if (touches->task < program->tasks.size
               && program->locks.data[lock].told[touches->task] < length)
        program->locks.data[lock].told[touches->task] = length;
      return;
    }
  for (size_t i = 0; i < exp->count && !locks; i++)
    walk_exp (touches, exp->items[i]);
  if (call->meaning != HB_CALL_BODY || touches->visited[symbol->number] == 2)
    return;
  if (touches->visited[symbol->number] == 1)
    {
      hb_periodic_error (program, touches->diag, exp->spot,
                         "recursion ('%s' calls itself) is outside of the subset", symbol->name);
      return;
    }
  touches->visited[symbol->number] = 1;
  walk_stmt (touches, symbol->body);
  touches->visited[symbol->number] = 2;
}

static bool
has_pointers (const struct hb_c_type *type)
{
  while (type->kind == C_ARRAY)
    type = type->to;
  bool found = type->kind == C_POINTER;
  for (size_t i = 0; type->kind == C_STRUCT && i < type->field_count && !found; i++)
    found = has_pointers (type->fields[i].type);
  return found;
}

static void
walk_exp (struct touches *touches, const struct hb_c_exp *exp)
{
  if (!exp || hb_diag_full (touches->diag))
    return;
  if (hb_periodic_cpu (exp))
    {
      hb_periodic_program *program = touches->program;
      if (touches->task < program->tasks.size)
        program->locks.data[program->cpu_lock].users |= (uint64_t)1 << touches->task;
      return;
    }
  if (exp->op == C_CALL)
    {
      walk_call (touches, exp);
      return;
    }
  if (exp->op == C_NAME)
    touch (touches, exp->symbol, false);
  if (exp->op == C_ASSIGN || exp->op == C_BEFORE || exp->op == C_AFTER || exp->op == C_ADDRESS)
    {
      const struct hb_c_symbol *base = base_of (exp->a);
      if (base)
        touch (touches, base, true);
      bool moves = exp->op != C_ADDRESS && has_pointers (exp->a->type);
      if (moves && base && base->global)
        touches->moved[base->number] = true;
      touches->moves |= moves && !base;
    }
  walk_exp (touches, exp->a);
  walk_exp (touches, exp->b);
  walk_exp (touches, exp->c);
  for (size_t i = 0; i < exp->count; i++)
    walk_exp (touches, exp->items[i]);
}

static void
walk_stmt (struct touches *touches, const struct hb_c_stmt *stmt)
{
  if (!stmt)
    return;
  walk_exp (touches, stmt->exp);
  walk_exp (touches, stmt->step);
  if (stmt->act == C_DECLARE)
    walk_exp (touches, stmt->symbol->initial);
  walk_stmt (touches, stmt->first);
  walk_stmt (touches, stmt->second);
  for (size_t i = 0; i < stmt->count; i++)
    walk_stmt (touches, stmt->items[i]);
}

void
hb_periodic_find_touches (hb_periodic_program *program, hb_diag *diag)
{
  size_t globals = hb_c_globals (program->unit);
  struct touches touches = { .program = program, .diag = diag };
  touches.seen = hb_calloc (globals, sizeof *touches.seen);
  touches.changed = hb_calloc (globals, sizeof *touches.changed);
  touches.moved = hb_calloc (globals, sizeof *touches.moved);
  for (touches.task = 0; touches.task <= program->tasks.size; touches.task++)
    {
      bool final = touches.task == program->tasks.size;
      const struct hb_c_symbol *function
          = final ? program->final : program->tasks.data[touches.task].function;
      if (!function)
        continue;
      touches.visited = hb_calloc (globals, 1);
      touches.visited[function->number] = 1;
      walk_stmt (&touches, function->body);
      hb_free (touches.visited);
    }
  for (size_t i = 0; i < globals; i++)
    {
      const struct hb_c_symbol *alias = hb_periodic_alias (program, hb_c_global (program->unit, i));
      if (alias && touches.seen[i])
        touches.seen[alias->number] |= touches.seen[i];
    }
  for (size_t i = 0; i < program->cells.size; i++)
    {
      struct hb_cell *cell = &program->cells.data[i];
      uint64_t seen = touches.seen[cell->symbol->number];
      if (seen && cell->is_wrong)
        hb_periodic_error (program, diag, cell->symbol->spot,
                           "expected a constant of integers as the initial value of '%s'",
                           cell->name);
      bool is_pointer = cell->type->kind == C_POINTER;
      if (is_pointer ? !touches.moved[cell->symbol->number] && !touches.moves
                     : !touches.changed[cell->symbol->number])
        continue;
      cell->kind = seen & (seen - 1) ? HB_CELL_SHARED : HB_CELL_PRIVATE;
      while (cell->kind == HB_CELL_PRIVATE && !(seen >> ++cell->task & 1))
        ;
      if (hb_name_after (cell->symbol->name, "__startrek_hidden_"))
        cell->kind = HB_CELL_SHARED;
    }
  hb_free (touches.seen);
  hb_free (touches.changed);
  hb_free (touches.moved);
}

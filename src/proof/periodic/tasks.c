/* Tasks, locks and cells from the tree; see tasks.h. */
#include "proof/periodic/tasks.h"

#include <string.h>

static const char *
behind (const char *name, const char *prefix)
{
  size_t length = strlen (prefix);
  return strncmp (name, prefix, length) ? NULL : name + length;
}

size_t
hb_claimed_size (const struct hb_c_type *type)
{
  return (size_t)hb_c_cells (type);
}

size_t
hb_claimed_offset (const struct hb_c_type *type, size_t field)
{
  size_t offset = 0;
  for (size_t i = 0; i < field; i++)
    offset += hb_claimed_size (type->fields[i].type);
  return offset;
}

const struct hb_c_type *
hb_claimed_part (const struct hb_c_type *type, size_t at)
{
  if (type->kind == C_ARRAY)
    return hb_claimed_part (type->to, at % hb_claimed_size (type->to));
  if (type->kind != C_STRUCT)
    return type;
  size_t last = 0;
  while (last + 1 < type->field_count && hb_claimed_offset (type, last + 1) <= at)
    last++;
  return hb_claimed_part (type->fields[last].type, at - hb_claimed_offset (type, last));
}

/* --- parameters --- */

static bool
number_of (const hb_c_unit *unit, const char *what, const char *task, int64_t *value)
{
  char *name = hb_format ("__startrek_%s_%s", what, task);
  const struct hb_c_symbol *symbol = hb_c_find (unit, name);
  hb_free (name);
  *value = 0;
  return symbol && symbol->role == C_VARIABLE
         && (!symbol->initial || hb_c_constant (symbol->initial, value));
}

static bool
add_task (struct hb_claimed_program *p, struct hb_claimed_task task)
{
  task.function = hb_c_find (p->unit, task.name);
  if (!task.function || task.function->role != C_FUNCTION_NAME || !task.function->body
      || task.function->type->parameter_count || task.period < 1
      || task.period > HB_CLAIMED_MOST_TIME || task.wcet < 1 || task.wcet > task.period
      || task.arrival < 0 || task.arrival > HB_CLAIMED_MOST_TIME)
    return false;
  size_t at = p->tasks.size;
  vec_push (p->tasks, task);
  for (; at && p->tasks.data[at - 1].priority >= task.priority; at--)
    {
      if (p->tasks.data[at - 1].priority == task.priority)
        return false;
      p->tasks.data[at] = p->tasks.data[at - 1];
    }
  p->tasks.data[at] = task;
  return true;
}

static bool
published_task (struct hb_claimed_program *p, const char *name)
{
  struct hb_claimed_task task = { .name = name };
  int64_t latest;
  return number_of (p->unit, "period", name, &task.period)
         && number_of (p->unit, "wcet", name, &task.wcet)
         && number_of (p->unit, "base_priority", name, &task.priority)
         && number_of (p->unit, "arrival_min", name, &task.arrival)
         && number_of (p->unit, "arrival_max", name, &latest) && latest == task.arrival
         && add_task (p, task);
}

/* HB_TASK (name, priority, period, wcet, arrival), HB_LOCK (name, ceiling). */
static bool
use (struct hb_claimed_program *p, const struct hb_c_use *use)
{
  bool is_task = !strcmp (use->name, "HB_TASK"),
       is_question = !strcmp (use->name, "HB_TIME") || !strcmp (use->name, "HB_DEPARTURE")
                     || !strcmp (use->name, "HB_SEMANTICS");
  int64_t numbers[4] = { 0 };
  if (is_question)
    return true; /* the claim says it */
  if ((!is_task && strcmp (use->name, "HB_LOCK")) || use->count != (is_task ? 5 : 2))
    return false;
  for (size_t i = 1; i < use->count; i++)
    if (use->arguments[i]->op != C_NUMBER)
      return false;
    else
      numbers[i - 1] = (int64_t)use->arguments[i]->value;
  if (use->arguments[0]->op != C_NAME)
    return false;
  const char *name = use->arguments[0]->text;
  if (is_task)
    return add_task (p, (struct hb_claimed_task){ .name = name,
                                                  .priority = numbers[0],
                                                  .period = numbers[1],
                                                  .wcet = numbers[2],
                                                  .arrival = numbers[3] });
  for (size_t i = 0; i < p->locks.size; i++)
    if (!strcmp (p->locks.data[i].name, name))
      return false;
  vec_push (p->locks,
            ((struct hb_claimed_lock){ .name = hb_copy_text (name), .ceiling = numbers[0] }));
  return true;
}

static bool
find_tasks (struct hb_claimed_program *p)
{
  const struct hb_c_symbol *ceilings = hb_c_find (p->unit, "__startrek_priority_locks");
  bool good = true;
  for (size_t i = 0; ceilings && ceilings->initial && i < ceilings->initial->count; i++)
    {
      struct hb_claimed_lock lock = { .name = hb_format ("#%zu", i) };
      good = hb_c_constant (ceilings->initial->items[i], &lock.ceiling) && good;
      vec_push (p->locks, lock);
    }
  for (size_t i = 0; i < hb_c_globals (p->unit) && good; i++)
    {
      const char *task = behind (hb_c_global (p->unit, i)->name, "__startrek_period_");
      good = !task || published_task (p, task);
    }
  for (size_t i = 0; i < hb_c_uses (p->unit) && good; i++)
    good = use (p, hb_c_use (p->unit, i));
  vec_push (p->locks, ((struct hb_claimed_lock){ .name = hb_copy_text ("#cpu"),
                                                 .ceiling = HB_CPU_IS_ABOVE }));
  vec_resize (p->users, p->locks.size, 0);
  return good && p->tasks.size && p->tasks.size < 64;
}

/* --- cells --- */

static void
add_cells (struct hb_claimed_program *p, const struct hb_c_symbol *symbol,
           const struct hb_c_type *type, const struct hb_c_exp *initial)
{
  bool list = initial && initial->op == C_LIST;
  if (type->kind == C_ARRAY || type->kind == C_STRUCT)
    {
      size_t count = type->kind == C_ARRAY ? type->count : type->field_count;
      for (size_t i = 0; i < count && count != SIZE_MAX; i++)
        add_cells (p, symbol, type->kind == C_ARRAY ? type->to : type->fields[i].type,
                   list && i < initial->count ? initial->items[i] : NULL);
      return;
    }
  int64_t value = 0;
  struct hb_claimed_cell cell = { .symbol = symbol, .type = type };
  cell.known = type->kind == C_INTEGER && !symbol->is_extern
               && (!initial || hb_c_constant (initial, &value));
  cell.initial = cell.known ? hb_c_wrap (type, (uint64_t)value) : 0;
  cell.fixed
      = type->kind == C_POINTER && !symbol->is_extern && (!initial || hb_c_is_address (initial));
  cell.address = initial;
  vec_push (p->cells, cell);
}

static void
find_cells (struct hb_claimed_program *p)
{
  for (size_t i = 0; i < hb_c_globals (p->unit); i++)
    {
      const struct hb_c_symbol *symbol = hb_c_global (p->unit, i);
      bool holds = symbol->role == C_VARIABLE;
      vec_push (p->first_cell, holds ? p->cells.size : SIZE_MAX);
      if (holds)
        add_cells (p, symbol, symbol->type, symbol->initial);
    }
}

/* The first cell of __startrek_hidden_X, X being the LENGTH bytes at NAME. */
static size_t
hidden (const struct hb_claimed_program *p, const char *name, size_t length)
{
  char *whole = hb_format ("__startrek_hidden_%.*s", (int)length, name);
  const struct hb_c_symbol *symbol = hb_c_find (p->unit, whole);
  hb_free (whole);
  return symbol && symbol->role == C_VARIABLE ? p->first_cell.data[symbol->number] : SIZE_MAX;
}

size_t
hb_claimed_final_cell (const struct hb_claimed_program *p, const struct hb_c_symbol *symbol)
{
  size_t length = strlen (symbol->name);
  bool framed = length > 2 && symbol->name[0] == '_' && symbol->name[length - 1] == '_';
  return framed ? hidden (p, symbol->name + 1, length - 2) : SIZE_MAX;
}

/* --- words --- */

static struct hb_word_of
meaning_of (const struct hb_claimed_program *p, const struct hb_c_symbol *symbol)
{
  static const struct
  {
    const char *name;
    enum hb_word_meaning meaning;
    unsigned width;
  } plain[] = { { "assert", HB_WORD_ASSERT, 0 },
                { "assume", HB_WORD_ASSUME, 0 },
                { "__VERIFIER_assume", HB_WORD_ASSUME, 0 },
                { "__VERIFIER_error", HB_WORD_FAIL, 0 },
                { "reach_error", HB_WORD_FAIL, 0 },
                { "abort", HB_WORD_STOP, 0 },
                { "exit", HB_WORD_STOP, 0 },
                { "hb_lock", HB_WORD_LOCK, 0 },
                { "hb_unlock", HB_WORD_UNLOCK, 0 },
                { "hb_cpu_lock", HB_WORD_LOCK, 0 },
                { "hb_cpu_unlock", HB_WORD_UNLOCK, 0 },
                { "__startrek_cpu_lock", HB_WORD_LOCK, 0 },
                { "__startrek_cpu_unlock", HB_WORD_UNLOCK, 0 },
                { "__startrek_get_pi_lock", HB_WORD_LOCK, 0 },
                { "__startrek_release_pi_lock", HB_WORD_UNLOCK, 0 },
                { "hb_critical", HB_WORD_NOTHING, 0 },
                { "nondet_bool", HB_WORD_ANY, 1 },
                { "nondet_u8", HB_WORD_ANY, 8 },
                { "nondet_u16", HB_WORD_ANY, 16 },
                { "nondet_u32", HB_WORD_ANY, 32 },
                { "nondet_s8", HB_WORD_ANY, 8 },
                { "nondet_s16", HB_WORD_ANY, 16 },
                { "nondet_s32", HB_WORD_ANY, 32 } };
  const char *name = symbol->name, *x;
  struct hb_word_of word = { .meaning = HB_WORD_NOTHING, .cell = SIZE_MAX };
  if (symbol->role != C_FUNCTION_NAME)
    return word;
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
    if (!strcmp (name, plain[i].name))
      {
        word.meaning = plain[i].meaning;
        word.width = plain[i].width;
        word.is_signed = !strncmp (name, "nondet_s", 8);
        return word;
      }
  if (behind (name, "__startrek_assert_i"))
    word.meaning = HB_WORD_ASSERT;
  else if ((x = behind (name, "__startrek_read_")) && hidden (p, x, strlen (x)) != SIZE_MAX)
    word = (struct hb_word_of){ HB_WORD_READ, hidden (p, x, strlen (x)), 0, false };
  else if ((x = behind (name, "__startrek_write_")) && hidden (p, x, strlen (x)) != SIZE_MAX)
    word = (struct hb_word_of){ HB_WORD_WRITE, hidden (p, x, strlen (x)), 0, false };
  else if (symbol->body)
    word.meaning = HB_WORD_BODY;
  else if (symbol->type->to->kind == C_INTEGER)
    word.meaning = HB_WORD_ANY;
  return word;
}

size_t
hb_claimed_lock_of (const struct hb_claimed_program *p, const struct hb_c_exp *call)
{
  const struct hb_c_symbol *callee = hb_c_callee (call);
  const struct hb_c_exp *what = call->count ? call->items[0] : NULL;
  int64_t number;
  if (callee && strstr (callee->name, "cpu_"))
    return p->locks.size - 1;
  while (what && what->op == C_CAST)
    what = what->a;
  if (!what)
    return SIZE_MAX;
  if (hb_c_constant (what, &number))
    return number >= 0 && number < (int64_t)p->locks.size - 1 ? (size_t)number : SIZE_MAX;
  for (size_t i = 0; what->op == C_NAME && i + 1 < p->locks.size; i++)
    if (!strcmp (p->locks.data[i].name, what->symbol->name))
      return i;
  return SIZE_MAX;
}

int
hb_claimed_cpu (const struct hb_c_exp *exp)
{
  int64_t value;
  bool is = exp->op == C_ASSIGN && exp->compute == C_ASSIGN && exp->a->op == C_NAME
            && !strcmp (exp->a->symbol->name, "__startrek_lock") && hb_c_constant (exp->b, &value);
  return !is ? 0 : value ? 1 : -1;
}

bool
hb_claimed_tasks (struct hb_claimed_program *program)
{
  if (!find_tasks (program))
    return false;
  find_cells (program);
  for (size_t i = 0; i < hb_c_globals (program->unit); i++)
    vec_push (program->words, meaning_of (program, hb_c_global (program->unit, i)));
  program->final = hb_c_find (program->unit, "__startrek_user_final");
  if (program->final && !program->final->body)
    program->final = NULL;
  return true;
}

/* Which tasks mention which globals, and which locks they take; see tasks.h.
 *
 * A global is shared if two tasks (the final function is one here) mention it and any code changes it, or takes its
 * address, as the tree does of an array that stands for a pointer.  Mentions are looked for in all functions that a
 * task can reach. */
#include "proof/periodic/tasks.h"

#include <string.h>

struct mentions
{
  struct hb_claimed_program *p;
  hb_diag *diag;
  size_t task;
  bool *visited; /* by function */
  bool *open;    /* by function: being walked */
  uint64_t *who; /* by global symbol */
  bool *changed;
  bool *aimed;      /* by global symbol: a pointer in it gets another aim */
  bool aims_by_aim; /* some pointer does, that a pointer leads to */
  bool good;
};

static void statement (struct mentions *m, const struct hb_c_stmt *stmt);
static void expression (struct mentions *m, const struct hb_c_exp *exp);

static void
refuse (struct mentions *m, const struct hb_c_exp *exp, const char *why)
{
  if (m->good)
    hb_c_error (m->p->unit, m->diag, exp->spot, "the checker does not take this: %s", why);
  m->good = false;
}

static void
mention (struct mentions *m, const struct hb_c_symbol *symbol)
{
  if (!symbol->global || symbol->role != C_VARIABLE || m->who[symbol->number] >> m->task & 1)
    return;
  m->who[symbol->number] |= UINT64_C (1) << m->task;
  expression (m, symbol->initial); /* what it points to may be read and changed, too */
}

static void
lock (struct mentions *m, const struct hb_c_exp *exp, size_t which)
{
  if (which == SIZE_MAX)
    refuse (m, exp, "an unknown lock");
  else if (m->task < m->p->tasks.size)
    {
      m->p->users.data[which] |= UINT64_C (1) << m->task;
      if (m->p->locks.data[which].ceiling < m->p->tasks.data[m->task].priority)
        refuse (m, exp, "a lock whose ceiling is below its user");
    }
}

/* The longest critical section of the task at hand that hb_critical tells. */
static void
critical (struct mentions *m, const struct hb_c_exp *call)
{
  int64_t length;
  size_t which = call->count == 2 ? hb_claimed_lock_of (m->p, call) : SIZE_MAX;
  if (which == SIZE_MAX || !hb_c_constant (call->items[1], &length) || length < 1
      || length > HB_CLAIMED_MOST_TIME)
    refuse (m, call, "hb_critical expects a lock and a length");
  else if (m->task < m->p->tasks.size && m->p->locks.data[which].told[m->task] < length)
    m->p->locks.data[which].told[m->task] = length;
}

static void
calls (struct mentions *m, const struct hb_c_exp *exp)
{
  const struct hb_c_symbol *callee = hb_c_callee (exp);
  if (!callee)
    {
      refuse (m, exp, "a call through a pointer");
      return;
    }
  const struct hb_word_of *word = &m->p->words.data[callee->number];
  if (!strcmp (callee->name, "hb_critical"))
    {
      critical (m, exp);
      return;
    }
  if (word->meaning == HB_WORD_LOCK || word->meaning == HB_WORD_UNLOCK)
    {
      lock (m, exp, hb_claimed_lock_of (m->p, exp));
      return;
    }
  if (word->meaning == HB_WORD_READ || word->meaning == HB_WORD_WRITE)
    {
      const struct hb_c_symbol *symbol = m->p->cells.data[word->cell].symbol;
      mention (m, symbol);
      m->changed[symbol->number] |= word->meaning == HB_WORD_WRITE;
    }
  for (size_t i = 0; i < exp->count; i++)
    expression (m, exp->items[i]);
  if (word->meaning != HB_WORD_BODY)
    return;
  if (m->open[callee->number])
    refuse (m, exp, "recursion");
  if (m->visited[callee->number])
    return;
  m->visited[callee->number] = m->open[callee->number] = true;
  statement (m, callee->body);
  m->open[callee->number] = false;
}

static bool
holds_pointers (const struct hb_c_type *type)
{
  if (!hb_c_has_parts (type))
    return type->kind == C_POINTER;
  if (type->kind == C_ARRAY)
    return holds_pointers (type->to);
  for (size_t i = 0; i < type->field_count; i++)
    if (holds_pointers (type->fields[i].type))
      return true;
  return false;
}

static void
expression (struct mentions *m, const struct hb_c_exp *exp)
{
  if (!exp || !m->good)
    return;
  if (hb_claimed_cpu (exp))
    {
      lock (m, exp, m->p->locks.size - 1);
      return;
    }
  if (exp->op == C_CALL)
    {
      calls (m, exp);
      return;
    }
  if (exp->op == C_NAME)
    mention (m, exp->symbol);
  bool changes
      = exp->op == C_ASSIGN || exp->op == C_BEFORE || exp->op == C_AFTER || exp->op == C_ADDRESS;
  const struct hb_c_exp *base = changes ? exp->a : NULL;
  while (base
         && ((base->op == C_INDEX && base->a->type->kind == C_ARRAY) || base->op == C_FIELD
             || base->op == C_CAST))
    base = base->a;
  if (base && base->op == C_NAME && base->symbol->global && base->symbol->role == C_VARIABLE)
    m->changed[base->symbol->number] = true;
  if (changes && exp->op != C_ADDRESS && holds_pointers (exp->a->type))
    {
      if (!base || base->op != C_NAME)
        m->aims_by_aim = true;
      else if (base->symbol->global)
        m->aimed[base->symbol->number] = true;
    }
  expression (m, exp->a);
  expression (m, exp->b);
  expression (m, exp->c);
  for (size_t i = 0; i < exp->count; i++)
    expression (m, exp->items[i]);
}

static void
statement (struct mentions *m, const struct hb_c_stmt *stmt)
{
  if (!stmt || !m->good)
    return;
  expression (m, stmt->exp);
  expression (m, stmt->step);
  if (stmt->act == C_DECLARE)
    expression (m, stmt->symbol->initial);
  statement (m, stmt->first);
  statement (m, stmt->second);
  for (size_t i = 0; i < stmt->count; i++)
    statement (m, stmt->items[i]);
}

bool
hb_claimed_mentions (struct hb_claimed_program *p, hb_diag *diag)
{
  size_t globals = hb_c_globals (p->unit);
  struct mentions m = { .p = p, .diag = diag, .good = true };
  m.who = hb_calloc (globals + 1, sizeof *m.who);
  m.changed = hb_calloc (globals + 1, sizeof *m.changed);
  m.aimed = hb_calloc (globals + 1, sizeof *m.aimed);
  m.open = hb_calloc (globals + 1, sizeof *m.open);
  m.visited = hb_calloc (globals + 1, sizeof *m.visited);
  for (m.task = 0; m.task <= p->tasks.size; m.task++)
    {
      const struct hb_c_symbol *function
          = m.task < p->tasks.size ? p->tasks.data[m.task].function : p->final;
      if (!function)
        continue;
      memset (m.visited, 0, globals * sizeof *m.visited);
      m.visited[function->number] = m.open[function->number] = true;
      statement (&m, function->body);
      m.open[function->number] = false;
    }
  for (size_t i = 0; i < globals; i++)
    {
      size_t cell = m.who[i] ? hb_claimed_final_cell (p, hb_c_global (p->unit, i)) : SIZE_MAX;
      if (cell != SIZE_MAX)
        m.who[p->cells.data[cell].symbol->number] |= m.who[i];
    }
  for (size_t i = 0; i < p->cells.size; i++)
    {
      hb_id symbol = p->cells.data[i].symbol->number;
      struct hb_claimed_cell *cell = &p->cells.data[i];
      bool aimed = m.aimed[symbol] || m.aims_by_aim;
      cell->fixed = cell->fixed && !aimed;
      cell->shared = (cell->type->kind == C_POINTER ? aimed : m.changed[symbol])
                     && (m.who[symbol] & (m.who[symbol] - 1)) != 0;
    }
  hb_free (m.who);
  hb_free (m.changed);
  hb_free (m.aimed);
  hb_free (m.open);
  hb_free (m.visited);
  return m.good;
}

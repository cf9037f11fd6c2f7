/* Statements and calls; see interpret.h.  A jump forward by goto, and the choice of a case, are one thing: the body of
 * the function (the switch) is gone through again without doing anything until the target is there. */
#include "periodic/interpret_private.h"

#define MOST_DEPTH 500

enum way
{
  ON,
  BREAK,
  CONTINUE,
  RETURN,
  GOTO
};

struct walk
{
  struct hb_c_machine *m;
  const struct hb_c_stmt *target; /* not reached yet; NULL: everything is done */
  const char *label;              /* of the goto that came up */
  struct hb_datum value;          /* returned */
};

static enum way walk (struct walk *w, const struct hb_c_stmt *stmt);

static bool
holds (const struct hb_c_stmt *stmt, const struct hb_c_stmt *target)
{
  if (!stmt || stmt == target)
    return stmt != NULL;
  if (holds (stmt->first, target) || holds (stmt->second, target))
    return true;
  for (size_t i = 0; i < stmt->count; i++)
    if (holds (stmt->items[i], target))
      return true;
  return false;
}

static const struct hb_c_stmt *
labelled (const struct hb_c_stmt *stmt, const char *label)
{
  if (!stmt || (stmt->act == C_LABEL && stmt->label == label))
    return stmt;
  const struct hb_c_stmt *found = labelled (stmt->first, label);
  found = found ? found : labelled (stmt->second, label);
  for (size_t i = 0; i < stmt->count && !found; i++)
    found = labelled (stmt->items[i], label);
  return found;
}

/* The case for VALUE, the default, or NULL. */
static const struct hb_c_stmt *
case_for (const struct hb_c_stmt *stmt, uint64_t value, bool is_signed,
          const struct hb_c_stmt **otherwise)
{
  if (!stmt || stmt->act == C_SWITCH)
    return NULL;
  int64_t v = (int64_t)value;
  bool within = is_signed ? v >= stmt->value && v <= stmt->last
                          : value >= (uint64_t)stmt->value && value <= (uint64_t)stmt->last;
  if (stmt->act == C_CASE && within)
    return stmt;
  if (stmt->act == C_DEFAULT)
    *otherwise = stmt;
  const struct hb_c_stmt *found = case_for (stmt->first, value, is_signed, otherwise);
  found = found ? found : case_for (stmt->second, value, is_signed, otherwise);
  for (size_t i = 0; i < stmt->count && !found; i++)
    found = case_for (stmt->items[i], value, is_signed, otherwise);
  return found;
}

static enum way
walk_loop (struct walk *w, const struct hb_c_stmt *stmt)
{
  struct hb_c_machine *m = w->m;
  bool jumped_in = w->target;
  if (stmt->act == C_FOR && !jumped_in)
    walk (w, stmt->items[0]);
  for (bool first = true; !m->stopped; first = false)
    {
      bool asks = stmt->exp && !(first && (jumped_in || stmt->act == C_DO_WHILE));
      if (asks && !hb_machine_true (m, stmt->exp))
        break;
      enum way way = walk (w, stmt->first);
      if (way == BREAK)
        break;
      if (way == RETURN || way == GOTO)
        return way;
      if (stmt->step && !m->stopped)
        hb_machine_value (m, stmt->step);
      if (++m->steps > m->options.most_steps)
        hb_machine_stop (m, stmt->spot, "this run has too many steps");
    }
  return ON;
}

static enum way
walk_switch (struct walk *w, const struct hb_c_stmt *stmt)
{
  if (!w->target)
    {
      struct hb_datum value = hb_machine_value (w->m, stmt->exp);
      const struct hb_c_stmt *otherwise = NULL;
      w->target = case_for (stmt->first, value.number, stmt->exp->type->is_signed, &otherwise);
      if (!w->target)
        w->target = otherwise;
      if (!w->target || w->m->stopped)
        {
          w->target = NULL;
          return ON;
        }
    }
  enum way way = walk (w, stmt->first);
  return way == BREAK ? ON : way;
}

static enum way
walk (struct walk *w, const struct hb_c_stmt *stmt)
{
  struct hb_c_machine *m = w->m;
  if (!stmt || m->stopped || (w->target && !holds (stmt, w->target)))
    return ON;
  if (w->target == stmt)
    w->target = NULL;
  if (++m->steps > m->options.most_steps)
    hb_machine_stop (m, stmt->spot, "this run has too many steps");
  switch (stmt->act)
    {
    case C_DO_NOTHING:
      return ON;
    case C_EVALUATE:
      hb_machine_value (m, stmt->exp);
      return ON;
    case C_DECLARE:
      hb_machine_set (m, stmt->symbol->type, stmt->symbol->initial,
                      m->call->places[stmt->symbol->number]);
      return ON;
    case C_BLOCK:
      for (size_t i = 0; i < stmt->count; i++)
        {
          enum way way = walk (w, stmt->items[i]);
          if (way != ON)
            return way;
        }
      return ON;
    case C_IF:
      if (w->target)
        return walk (w, holds (stmt->first, w->target) ? stmt->first : stmt->second);
      return hb_machine_true (m, stmt->exp) ? walk (w, stmt->first) : walk (w, stmt->second);
    case C_WHILE:
    case C_DO_WHILE:
    case C_FOR:
      return walk_loop (w, stmt);
    case C_SWITCH:
      return walk_switch (w, stmt);
    case C_CASE:
    case C_DEFAULT:
    case C_LABEL:
      return walk (w, stmt->first);
    case C_GOTO:
      w->label = stmt->label;
      return GOTO;
    case C_BREAK:
      return BREAK;
    case C_CONTINUE:
      return CONTINUE;
    default:
      if (stmt->exp)
        w->value = hb_machine_value (m, stmt->exp);
      return RETURN;
    }
}

/* Cells for all that FUNCTION declares. */
static void
give_cells (struct hb_c_machine *m, const struct hb_c_stmt *stmt)
{
  if (!stmt)
    return;
  if (stmt->act == C_DECLARE)
    {
      m->call->places[stmt->symbol->number] = m->memory.size;
      size_t size = hb_cells_of (stmt->symbol->type);
      vec_resize (m->memory, m->memory.size + size, (struct hb_datum){ .kind = HB_DATUM_NONE });
    }
  give_cells (m, stmt->first);
  give_cells (m, stmt->second);
  for (size_t i = 0; i < stmt->count; i++)
    give_cells (m, stmt->items[i]);
}

static struct hb_datum
run (struct hb_c_machine *m, const struct hb_c_symbol *function, struct hb_datum *arguments,
     size_t count)
{
  struct hb_activation call
      = { .places = hb_calloc ((size_t)function->locals + 1, sizeof *call.places),
          .caller = m->call };
  size_t size = m->memory.size;
  struct walk w = { .m = m, .value = { .kind = HB_DATUM_NONE } };
  if (++m->depth > MOST_DEPTH)
    hb_machine_stop (m, function->spot, "calls are nested too deeply");
  m->call = &call;
  for (size_t i = 0; i < function->type->parameter_count; i++)
    {
      call.places[i] = m->memory.size;
      vec_push (m->memory, i < count ? arguments[i] : (struct hb_datum){ .kind = HB_DATUM_NONE });
    }
  give_cells (m, function->body);
  while (walk (&w, function->body) == GOTO && !m->stopped)
    w.target = labelled (function->body, w.label);
  m->call = call.caller;
  m->depth--;
  m->memory.size = size;
  /* Pointers to what was local point to nothing now. */
  for (size_t i = 0; i <= size; i++)
    {
      struct hb_datum *datum = i < size ? &m->memory.data[i] : &w.value;
      if (datum->kind == HB_DATUM_POINTER && datum->to_type && datum->from >= size)
        datum->kind = HB_DATUM_NONE;
    }
  hb_free (call.places);
  return w.value;
}

bool
hb_interpret (const hb_periodic_program *program, const struct hb_c_symbol *function, bool final,
              uint64_t *cells, const struct hb_interpreter *outside,
              const struct hb_interpret_options *options, hb_diag *diag)
{
  struct hb_c_machine m
      = { .program = program, .outside = outside, .diag = diag, .final = final, .run = run };
  if (options)
    m.options = *options;
  if (!m.options.most_steps)
    m.options.most_steps = 1000000;
  for (size_t i = 0; i < program->cells.size; i++)
    {
      enum hb_c_kind kind = program->cells.data[i].type->kind;
      struct hb_datum datum = { .kind = kind == C_INTEGER    ? HB_DATUM_NUMBER
                                        : kind == C_FLOATING ? HB_DATUM_REAL
                                                             : HB_DATUM_NONE,
                                .number = cells[i] };
      vec_push (m.memory, datum);
    }
  for (size_t i = 0; i < program->cells.size; i++)
    if (hb_cell_is_fixed (&program->cells.data[i]))
      {
        const struct hb_c_exp *address = program->cells.data[i].address;
        m.memory.data[i] = address ? hb_machine_value (&m, address)
                                   : (struct hb_datum){ .kind = HB_DATUM_POINTER };
      }
  run (&m, function, NULL, 0);
  for (size_t i = 0; i < program->cells.size; i++)
    cells[i] = m.memory.data[i].number;
  vec_free (m.memory);
  return !m.stopped;
}

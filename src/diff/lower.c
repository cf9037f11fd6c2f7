/* From a C program to a program of threads: variables, initial values, main; see lower.h. */
#include "diff/lower.h"

#include "cfront/write.h"

#include <string.h>

#define MOST_WORDS ((size_t)1 << 28) /* two gigabytes */

/* --- variables */

/* The constant that INITIAL (NULL: 0) gives a variable of TYPE. */
static uint64_t
initial_value (struct diff_lowering *l, struct diff_type type, const struct hb_c_exp *initial)
{
  int64_t value = 0;
  const struct hb_c_exp *exp = initial;
  while (exp && (exp->op == C_CAST || exp->op == C_ADDRESS) && exp->a->type->kind != C_INTEGER)
    exp = exp->a;
  if (exp && exp->op == C_NAME && exp->symbol->role == C_FUNCTION_NAME)
    return exp->symbol->number + 1;
  while (exp && exp->op == C_CAST && exp->type->kind == C_POINTER)
    exp = exp->a;
  if (exp && !hb_c_constant (exp, &value))
    diff_fail (l, exp->spot,
               "expected a constant: initial values are known before any thread runs");
  return diff_wrap (type, (uint64_t)value);
}

/* The variables of a global of TYPE, named NAME. */
static void
add_variables (struct diff_lowering *l, const char *name, const struct hb_c_type *type,
               const struct hb_c_exp *initial, struct hb_c_spot spot)
{
  bool is_list = initial && initial->op == C_LIST;
  size_t parts = type->kind == C_ARRAY    ? type->count
                 : type->kind == C_STRUCT ? type->field_count
                                          : 0;
  for (size_t i = 0; i < parts && !l->failed; i++)
    {
      char *part = type->kind == C_ARRAY ? hb_format ("%s[%zu]", name, i)
                                         : hb_c_field_name (name, &type->fields[i]);
      add_variables (l, part, type->kind == C_ARRAY ? type->to : type->fields[i].type,
                     is_list && i < initial->count ? initial->items[i] : NULL, spot);
      hb_free (part);
    }
  if (parts && initial && !is_list)
    diff_fail (l, spot, "expected values between { and }");
  if (type->kind == C_ARRAY || type->kind == C_STRUCT || l->failed)
    return;
  struct diff_variable variable = { .name = diff_text (l->program, name),
                                    .type = diff_type_of (l, type, spot),
                                    .spot = spot,
                                    .locking_only = true };
  if (!l->failed)
    variable.initial = initial_value (l, variable.type, initial);
  vec_push (l->program->variables, variable);
  vec_push (l->locked, 0);
  vec_push (l->unlocks, 0);
  vec_push (l->unlock_spots, spot);
}

static void
all_variables (struct diff_lowering *l)
{
  size_t globals = hb_c_globals (l->unit);
  l->base = hb_calloc (globals + 1, sizeof *l->base);
  for (size_t i = 0; i < globals && !l->failed; i++)
    {
      const struct hb_c_symbol *symbol = hb_c_global (l->unit, i);
      l->base[i] = HB_NONE;
      if (symbol->role != C_VARIABLE || diff_is_nondet (symbol))
        continue;
      l->base[i] = (hb_id)l->program->variables.size;
      diff_cells (l, symbol->type, symbol->spot);
      if (!l->failed)
        add_variables (l, symbol->name, symbol->type, symbol->initial, symbol->spot);
    }
}

/* --- threads */

static void
add_thread (struct diff_lowering *l, const struct hb_c_exp *call,
            const struct hb_c_symbol *function)
{
  struct hb_c_exp callee = { .op = C_NAME, .symbol = (struct hb_c_symbol *)function };
  struct hb_c_exp plain
      = { .op = C_CALL, .a = &callee, .spot = function->spot, .type = function->type->to };
  struct diff_thread thread = { .name = function->name };
  hb_id same = 1;
  for (size_t t = 0; t < l->program->threads.size; t++)
    {
      const char *name = l->program->threads.data[t].name;
      size_t length = strlen (function->name);
      same += !strncmp (name, function->name, length) && (!name[length] || name[length] == '.');
    }
  if (same > 1)
    {
      char *name = hb_format ("%s.%u", function->name, (unsigned)same);
      thread.name = diff_text (l->program, name);
      hb_free (name);
    }
  l->thread = &thread;
  l->open = HB_NONE;
  l->frame = NULL;
  l->ends = (struct diff_ends){ .start = true };
  l->spot = function->spot;
  if (!call && function->type->parameter_count)
    diff_fail (l, function->spot, "expected a thread without parameters, or a main that calls it");
  diff_call (l, call ? call : &plain);
  if (!l->failed && l->ends.depth)
    diff_fail (l, function->spot, "an atomic section of thread '%s' does not end", thread.name);
  vec_free (l->ends.edges);
  vec_push (l->program->threads, thread);
  l->thread = NULL;
}

/* Is EXP a global variable, or a part of one, and known before any thread runs which? */
static bool
is_known_global (const struct hb_c_exp *exp)
{
  int64_t constant;
  if (exp->op == C_INDEX)
    return hb_c_constant (exp->b, &constant) && is_known_global (exp->a);
  return exp->op == C_FIELD ? is_known_global (exp->a) : exp->op == C_NAME && exp->symbol->global;
}

/* Carries out the assignment EXP of main: `x = 1`, `x = y = 1`.  Returns the value. */
static uint64_t
begin_with (struct diff_lowering *l, const struct hb_c_exp *exp)
{
  if (!is_known_global (exp->a))
    diff_fail (l, exp->spot, "expected an initial value of a global variable");
  struct diff_place place = { 0 };
  if (!l->failed)
    place = diff_place_of (l, exp->a);
  if (l->failed)
    return 0;
  const struct hb_c_exp *value = exp->b;
  while (value->op == C_CAST && !value->explicit_cast)
    value = value->a;
  bool another = value->op == C_ASSIGN && value->compute == C_ASSIGN;
  uint64_t initial = another
                         ? diff_compute (C_CAST, place.type, place.type, begin_with (l, value), 0)
                         : initial_value (l, place.type, exp->b);
  if (!l->failed)
    l->program->variables.data[place.cells->at].initial = initial;
  return initial;
}

/* One statement of main: an initial value, or a thread. */
static void
main_stmt (struct diff_lowering *l, const struct hb_c_stmt *stmt)
{
  if (l->failed || stmt->act == C_DO_NOTHING || (stmt->act == C_DECLARE && !stmt->symbol->initial))
    return;
  if (stmt->act == C_BLOCK)
    {
      for (size_t i = 0; i < stmt->count; i++)
        main_stmt (l, stmt->items[i]);
      return;
    }
  const struct hb_c_exp *exp = stmt->exp;
  if (stmt->act == C_RETURN && (!exp || exp->op == C_NUMBER))
    return;
  const struct hb_c_symbol *callee
      = stmt->act == C_EVALUATE && exp->op == C_CALL ? hb_c_callee (exp) : NULL;
  int64_t constant;
  for (size_t i = 0; callee && i < exp->count; i++)
    if (!hb_c_constant (exp->items[i], &constant))
      diff_fail (l, exp->items[i]->spot, "expected a constant as the argument of a thread");
  if (callee && callee->body)
    add_thread (l, exp, callee);
  else if (callee)
    diff_fail (l, exp->spot, "expected a thread with a body; '%s' has none", callee->name);
  else if (stmt->act == C_EVALUATE && exp->op == C_ASSIGN && exp->compute == C_ASSIGN
           && !l->program->threads.size)
    begin_with (l, exp);
  else
    diff_fail (l, stmt->spot,
               "expected main to give variables their initial values and then to call one function "
               "for each thread");
}

static bool
is_thread_name (const char *name)
{
  size_t length = strlen (name);
  return !strncmp (name, "thread", 6) || (length >= 6 && !strcmp (name + length - 6, "thread"));
}

/* The place is main, which calls none, or the first function, which is no thread by its name, or what else there is. */
static void
no_thread (struct diff_lowering *l)
{
  static const char text[]
      = "there is no thread: expected main to call them, or, without main, functions whose name "
        "starts or ends with 'thread'";
  const struct hb_c_symbol *at = hb_c_find (l->unit, "main");
  for (size_t i = 0; i < hb_c_globals (l->unit) && !(at && at->body); i++)
    at = hb_c_global (l->unit, i);
  struct hb_place place = { .file = l->program->name };
  if (at)
    hb_c_error (l->unit, l->diag, at->spot, "%s", text);
  else
    hb_error (l->diag, &place, "%s", text);
  l->failed = true;
}

static void
all_threads (struct diff_lowering *l)
{
  const struct hb_c_symbol *main = hb_c_find (l->unit, "main");
  struct diff_frame frame = { .function = main };
  if (main && main->body)
    {
      frame.base = hb_calloc (main->locals + 1, sizeof *frame.base);
      l->frame = &frame;
      for (size_t i = 0; i < main->body->count; i++)
        {
          l->frame = &frame;
          main_stmt (l, main->body->items[i]);
        }
      hb_free (frame.base);
    }
  else
    for (size_t i = 0; i < hb_c_globals (l->unit) && !l->failed; i++)
      {
        const struct hb_c_symbol *symbol = hb_c_global (l->unit, i);
        if (symbol->body && is_thread_name (symbol->name))
          add_thread (l, NULL, symbol);
      }
  if (!l->program->threads.size && !l->failed)
    no_thread (l);
}

/* Every unlock needs someone who locks. */
static void
check_locks (struct diff_lowering *l)
{
  for (size_t v = 0; v < l->unlocks.size && !l->failed; v++)
    if (l->unlocks.data[v] && !l->locked.data[v])
      diff_fail (l, l->unlock_spots.data[v],
                 "'%s' is unlocked here%s and nobody locks it; expected a lock",
                 l->program->variables.data[v].name,
                 l->unlocks.data[v] > 1 ? " and elsewhere" : "");
}

/* What is live where takes a bit for each local of each node. */
static void
check_size (struct diff_lowering *l)
{
  for (size_t t = 0; t < l->program->threads.size; t++)
    {
      const struct diff_thread *thread = &l->program->threads.data[t];
      size_t words = thread->locals.size / 64 + 1;
      if (thread->nodes.size * words > MOST_WORDS)
        diff_fail (l, thread->nodes.data[0].spot,
                   "thread '%s' has %zu steps and %zu local values with its loops unrolled, more "
                   "than memory should hold; --unroll makes fewer",
                   thread->name, thread->nodes.size, thread->locals.size);
    }
}

/* The functions without a body that are called. */
static void
note_missing (struct diff_lowering *l)
{
  for (size_t i = 0; i < hb_c_globals (l->unit); i++)
    {
      const struct hb_c_symbol *symbol = hb_c_global (l->unit, i);
      if (symbol->role == C_FUNCTION_NAME && !symbol->body && !diff_is_word (symbol->name))
        {
          struct diff_missing missing = { symbol->name, symbol->spot };
          vec_push (l->program->missing, missing);
        }
    }
}

static diff_program *
lower (hb_c_unit *unit, const char *name, const struct diff_options *options, bool lent,
       hb_diag *diag)
{
  struct diff_options defaults = { .unroll = 1 };
  struct diff_lowering l = { .program = diff_program_new (),
                             .unit = unit,
                             .options = options ? options : &defaults,
                             .diag = diag,
                             .open = HB_NONE,
                             .value = diff_value,
                             .whole_value = diff_whole_value,
                             .stmt = diff_lower_stmt };
  l.program->unit = unit;
  l.program->lent = lent;
  l.program->made = *l.options;
  l.program->closed = l.options->closed;
  l.program->name = hb_copy_text (name);
  l.program->unroll = l.options->unroll ? l.options->unroll : 1;
  all_variables (&l);
  if (!l.failed)
    all_threads (&l);
  if (!l.failed)
    check_locks (&l);
  if (!l.failed)
    check_size (&l);
  if (!l.failed)
    {
      note_missing (&l);
      diff_program_finish (l.program);
    }
  vec_free (l.hoisted);
  vec_free (l.path);
  vec_free (l.locked);
  vec_free (l.unlocks);
  vec_free (l.unlock_spots);
  hb_free (l.base);
  if (!l.failed)
    return l.program;
  diff_program_free (l.program);
  return NULL;
}

diff_program *
diff_lower_again (const diff_program *program, const struct diff_options *options)
{
  hb_diag *diag = hb_diag_new ();
  diff_program *again
      = program->unit ? lower (program->unit, program->name, options, true, diag) : NULL;
  hb_diag_free (diag);
  return again;
}

static const char *const known[] = { "nondet", NULL };
static const struct hb_c_options reading = { .known = known };

diff_program *
diff_read (const char *path, const struct diff_options *options, hb_diag *diag)
{
  hb_c_unit *unit = hb_c_read (path, &reading, diag);
  return unit ? lower (unit, path, options, false, diag) : NULL;
}

diff_program *
diff_read_text (const char *name, const char *text, size_t size, const struct diff_options *options,
                hb_diag *diag)
{
  hb_c_unit *unit = hb_c_read_text (name, text, size, &reading, diag);
  return unit ? lower (unit, name, options, false, diag) : NULL;
}

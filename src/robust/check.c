/* What the names of an event program stand for, and whether they may stand where they do.  See parser.h.
 *
 * Variables, procedures and labels have name spaces of their own, but a local may not be called as a variable is.
 * A local is known in all of its procedure.  A goto may leave blocks, not enter them. */
#include "robust/parser.h"

struct label
{
  hb_id name, stmt, block;
};

struct jump
{
  hb_id stmt, block;
};

struct checker
{
  hb_aed *program;
  hb_diag *diag;
  hb_id *variable_of, *proc_of, *local_of; /* name -> number, or HB_NONE */
  const struct hb_aed_proc *proc;
  hb_id locals;        /* declared so far in the procedure */
  VEC (hb_id) parents; /* block -> the block around it */
  VEC (struct label) labels;
  VEC (struct jump) jumps;
};

#define complain(C, SPOT, ...) hb_source_error (&(C)->program->source, (C)->diag, SPOT, __VA_ARGS__)

static const char *
text_of (const struct checker *c, hb_id name)
{
  return hb_names_text (c->program->source.names, name);
}

/* --- Expressions --- */

size_t
hb_aed_shared_in (const hb_aed *program, hb_id exp, hb_id *variable)
{
  const struct hb_exp *e = &program->source.exps.data[exp];
  size_t count = 0;
  if (e->kind == HB_EXP_NAME && e->meaning == HB_MEANS_VARIABLE
      && !program->variables.data[e->slot].ghost)
    {
      *variable = e->slot;
      return 1;
    }
  if (e->right != HB_NONE)
    count = hb_aed_shared_in (program, e->right, variable);
  if (e->left != HB_NONE)
    count += hb_aed_shared_in (program, e->left, variable);
  return count;
}

static void
check_exp (struct checker *c, hb_id exp)
{
  struct hb_exp *e = &c->program->source.exps.data[exp];
  if (e->kind == HB_EXP_VAR)
    complain (c, e->spot, "an array; this language has none: expected a variable");
  else if (e->kind == HB_EXP_NAME && c->local_of[e->name] != HB_NONE)
    {
      e->meaning = HB_MEANS_LOCAL;
      e->slot = c->local_of[e->name];
    }
  else if (e->kind == HB_EXP_NAME && c->variable_of[e->name] != HB_NONE)
    {
      e->meaning = HB_MEANS_VARIABLE;
      e->slot = c->variable_of[e->name];
    }
  else if (e->kind == HB_EXP_NAME)
    complain (c, e->spot, "unknown name '%s'; expected a local or a shared variable",
              text_of (c, e->name));
  if (e->left != HB_NONE)
    check_exp (c, e->left);
  if (e->right != HB_NONE)
    check_exp (c, e->right);
}

/* The first access in EXP, from left to right; HB_NONE if there is none. */
static hb_id
access_in (const struct checker *c, hb_id exp)
{
  const struct hb_exp *e = &c->program->source.exps.data[exp];
  if (e->kind == HB_EXP_NAME)
    return e->meaning == HB_MEANS_VARIABLE && !c->program->variables.data[e->slot].ghost ? exp
                                                                                         : HB_NONE;
  hb_id found = e->left != HB_NONE ? access_in (c, e->left) : HB_NONE;
  return found != HB_NONE || e->right == HB_NONE ? found : access_in (c, e->right);
}

static void
check_condition (struct checker *c, hb_id exp)
{
  check_exp (c, exp);
  hb_id access = access_in (c, exp);
  if (access == HB_NONE)
    return;
  const struct hb_exp *e = &c->program->source.exps.data[access];
  complain (c, e->spot,
            "an access to the shared variable '%s' in a condition; expected locals only: read it "
            "into one first",
            text_of (c, e->name));
}

/* --- Statements --- */

static void check_block (struct checker *c, hb_id first, hb_id parent);

static void
check_invocation (struct checker *c, struct hb_aed_stmt *stmt)
{
  stmt->slot = c->proc_of[stmt->name];
  for (hb_id i = 0; i < stmt->args; i++)
    check_exp (c, c->program->source.args.data[stmt->first_arg + i]);
  if (stmt->slot == HB_NONE)
    {
      complain (c, stmt->name_spot, "unknown procedure '%s'", text_of (c, stmt->name));
      return;
    }
  const struct hb_aed_proc *proc = &c->program->procs.data[stmt->slot];
  if (proc->is_event)
    complain (c, stmt->name_spot, "'%s' is an event, which starts by itself; expected a procedure",
              text_of (c, stmt->name));
  else if (proc->params != stmt->args)
    complain (c, stmt->name_spot, "'%s' takes %u argument%s, not %u", text_of (c, stmt->name),
              (unsigned)proc->params, proc->params == 1 ? "" : "s", (unsigned)stmt->args);
}

static void
check_assigned (struct checker *c, struct hb_aed_stmt *stmt)
{
  if (stmt->kind == HB_AED_ASSIGN)
    check_exp (c, stmt->exp);
  if ((stmt->slot = c->local_of[stmt->name]) != HB_NONE)
    stmt->meaning = HB_MEANS_LOCAL;
  else if ((stmt->slot = c->variable_of[stmt->name]) != HB_NONE)
    stmt->meaning = HB_MEANS_VARIABLE;
  else
    complain (c, stmt->name_spot, "unknown name '%s'; expected a local or a shared variable",
              text_of (c, stmt->name));
  if (stmt->kind == HB_AED_CHOOSE && stmt->meaning == HB_MEANS_VARIABLE && stmt->slot != HB_NONE
      && !c->program->variables.data[stmt->slot].ghost)
    complain (c, stmt->name_spot,
              "'choose' into the shared variable '%s'; expected a local: write that one then",
              text_of (c, stmt->name));
}

static void
check_stmt (struct checker *c, hb_id number, hb_id block)
{
  struct hb_aed_stmt *stmt = &c->program->stmts.data[number];
  if (stmt->label != HB_NONE)
    vec_push (c->labels, ((struct label){ stmt->label, number, block }));
  switch ((enum hb_aed_kind)stmt->kind)
    {
    case HB_AED_ASSIGN:
    case HB_AED_CHOOSE:
      check_assigned (c, stmt);
      break;
    case HB_AED_ASYNC:
    case HB_AED_CALL:
      check_invocation (c, stmt);
      break;
    case HB_AED_GOTO:
      vec_push (c->jumps, ((struct jump){ number, block }));
      break;
    case HB_AED_IF:
      check_condition (c, stmt->exp);
      check_block (c, stmt->body, block);
      if (stmt->has_else || stmt->chained)
        check_block (c, c->program->stmts.data[number].orelse, block);
      break;
    case HB_AED_WHILE:
      check_condition (c, stmt->exp);
      check_block (c, stmt->body, block);
      break;
    case HB_AED_ASSUME:
    case HB_AED_ASSERT:
      check_condition (c, stmt->exp);
      break;
    default:
      break;
    }
}

static void
check_block (struct checker *c, hb_id first, hb_id parent)
{
  hb_id block = (hb_id)c->parents.size;
  vec_push (c->parents, parent);
  for (hb_id s = first; s != HB_NONE; s = c->program->stmts.data[s].next)
    check_stmt (c, s, block);
}

/* --- Labels --- */

static bool
is_around (const struct checker *c, hb_id outer, hb_id inner)
{
  while (inner != HB_NONE && inner != outer)
    inner = c->parents.data[inner];
  return inner == outer;
}

static void
check_jumps (struct checker *c)
{
  for (size_t i = 0; i < c->labels.size; i++)
    for (size_t k = 0; k < i; k++)
      if (c->labels.data[i].name == c->labels.data[k].name)
        complain (c, c->program->stmts.data[c->labels.data[i].stmt].label_spot,
                  "a second label '%s' in this procedure", text_of (c, c->labels.data[i].name));
  for (size_t i = 0; i < c->jumps.size; i++)
    {
      struct hb_aed_stmt *stmt = &c->program->stmts.data[c->jumps.data[i].stmt];
      const struct label *found = NULL;
      for (size_t k = 0; k < c->labels.size; k++)
        if (c->labels.data[k].name == stmt->name)
          found = &c->labels.data[k];
      if (!found)
        complain (c, stmt->name_spot, "no label '%s' in this procedure", text_of (c, stmt->name));
      else if (!is_around (c, found->block, c->jumps.data[i].block))
        complain (c, stmt->name_spot,
                  "goto into a block; expected a label of this block or of one around it");
      else
        stmt->slot = found->stmt;
    }
}

/* --- Procedures --- */

static void
declare_locals (struct checker *c)
{
  const struct hb_aed_local *locals = vec_from (c->program->locals, c->proc->first_local);
  for (hb_id i = 0; i < c->proc->locals; i++)
    {
      if (c->local_of[locals[i].name] != HB_NONE)
        complain (c, locals[i].spot, "a second local '%s' in this procedure",
                  text_of (c, locals[i].name));
      else if (c->variable_of[locals[i].name] != HB_NONE)
        complain (c, locals[i].spot, "'%s' is a variable of the program; expected another name",
                  text_of (c, locals[i].name));
      c->local_of[locals[i].name] = i;
    }
}

static void
check_guard (struct checker *c, struct hb_aed_proc *proc)
{
  if (proc->guard == HB_NONE)
    return;
  check_exp (c, proc->guard);
  if (hb_aed_shared_in (c->program, proc->guard, &proc->guard_variable) != 1)
    complain (c, c->program->source.exps.data[proc->guard].spot,
              "a guard is one test of one shared variable; expected it once");
}

/* Numbers the declarations: `slot` is the first local that they declare. */
static void
number_declarations (struct checker *c, hb_id first)
{
  for (hb_id s = first; s != HB_NONE; s = c->program->stmts.data[s].next)
    {
      struct hb_aed_stmt *stmt = &c->program->stmts.data[s];
      if (stmt->kind == HB_AED_LOCAL)
        {
          stmt->slot = c->locals;
          c->locals += stmt->args;
        }
      if (stmt->body != HB_NONE)
        number_declarations (c, stmt->body);
      if (stmt->orelse != HB_NONE)
        number_declarations (c, stmt->orelse);
    }
}

static void
check_proc (struct checker *c, struct hb_aed_proc *proc)
{
  c->proc = proc;
  vec_clear (c->parents);
  vec_clear (c->labels);
  vec_clear (c->jumps);
  c->locals = proc->params;
  number_declarations (c, proc->body);
  declare_locals (c);
  check_guard (c, proc);
  check_block (c, proc->body, HB_NONE);
  check_jumps (c);
  for (hb_id i = 0; i < proc->locals; i++)
    c->local_of[c->program->locals.data[proc->first_local + i].name] = HB_NONE;
}

/* --- The driver --- */

static void
check_driven (struct checker *c)
{
  size_t starts = 0;
  for (size_t i = 0; i < c->program->driven.size; i++)
    {
      struct hb_aed_driven *driven = &c->program->driven.data[i];
      driven->proc = c->proc_of[driven->name];
      starts += driven->times;
      if (driven->proc == HB_NONE || !c->program->procs.data[driven->proc].is_event)
        complain (c, driven->spot, "the driver names '%s', which is no event",
                  text_of (c, driven->name));
      for (size_t k = 0; k < i; k++)
        if (c->program->driven.data[k].name == driven->name)
          complain (c, driven->spot, "event '%s' stands in the driver twice; expected NAME*TIMES",
                    text_of (c, driven->name));
    }
  if (starts > HB_AED_MOST_STARTS)
    complain (c, c->program->driver_spot, "%zu starts in the driver; at most %d are possible",
              starts, HB_AED_MOST_STARTS);
}

static hb_id
event_of_driver (struct checker *c, hb_id name, struct hb_spot spot)
{
  for (size_t i = 0; i < c->program->driven.size; i++)
    if (c->program->driven.data[i].name == name)
      return c->program->driven.data[i].proc;
  complain (c, spot, "'%s' is no event of the driver", text_of (c, name));
  return HB_NONE;
}

static void
check_driver (struct checker *c)
{
  size_t errors = hb_diag_errors (c->diag);
  check_driven (c);
  for (size_t i = 0; i < c->program->befores.size; i++)
    {
      struct hb_aed_before *before = &c->program->befores.data[i];
      before->first = event_of_driver (c, before->first_name, before->spot);
      before->then = event_of_driver (c, before->then_name, before->then_spot);
    }
  if (hb_diag_errors (c->diag) != errors)
    return;
  for (size_t i = 0; i < c->program->befores.size; i++)
    {
      const struct hb_aed_before *before = &c->program->befores.data[i];
      if (before->then != before->first
          && !hb_aed_precedes (c->program, before->then, before->first))
        continue;
      complain (c, before->spot, "a cyclic start order: '%s' is to start before itself",
                text_of (c, before->first_name));
      return;
    }
}

/* --- The whole --- */

static void
declare (struct checker *c)
{
  for (size_t i = 0; i < c->program->variables.size; i++)
    {
      const struct hb_aed_variable *variable = &c->program->variables.data[i];
      if (c->variable_of[variable->name] != HB_NONE)
        complain (c, variable->spot, "a second variable '%s'", text_of (c, variable->name));
      c->variable_of[variable->name] = (hb_id)i;
    }
  bool events = false;
  for (size_t i = 0; i < c->program->procs.size; i++)
    {
      const struct hb_aed_proc *proc = &c->program->procs.data[i];
      if (c->proc_of[proc->name] != HB_NONE)
        complain (c, proc->spot, "a second event or procedure '%s'", text_of (c, proc->name));
      c->proc_of[proc->name] = (hb_id)i;
      events = events || proc->is_event;
    }
  if (!events)
    complain (c, ((struct hb_spot){ 1, 1 }), "a program without events; expected at least one");
}

bool
hb_aed_check (hb_aed *program, hb_diag *diag)
{
  size_t errors = hb_diag_errors (diag), names = hb_names_count (program->source.names);
  struct checker c = { .program = program, .diag = diag };
  c.variable_of = hb_calloc (names, sizeof *c.variable_of);
  c.proc_of = hb_calloc (names, sizeof *c.proc_of);
  c.local_of = hb_calloc (names, sizeof *c.local_of);
  for (size_t i = 0; i < names; i++)
    c.variable_of[i] = c.proc_of[i] = c.local_of[i] = HB_NONE;
  declare (&c);
  for (size_t i = 0; i < program->procs.size && !hb_diag_full (diag); i++)
    check_proc (&c, &program->procs.data[i]);
  check_driver (&c);
  vec_free (c.parents);
  vec_free (c.labels);
  vec_free (c.jumps);
  hb_free (c.variable_of);
  hb_free (c.proc_of);
  hb_free (c.local_of);
  return hb_diag_errors (diag) == errors;
}

/* The names of a program: what each stands for, and whether it is used as that.
 *
 * Handlers, messages and labels are name spaces of their own; variables, registers, parameters of
 * messages, loop variables and parameters of the program share one.  Registers are counted by name
 * over all handlers: two handlers that both have a register `a` have one each, and a message that
 * both run uses that of the handler that runs it. */
#include "program/check.h"

/* --- Declarations --- */

static hb_id *
new_map (const hb_program *program)
{
  size_t count = hb_names_count (program->source.names);
  hb_id *map = hb_calloc (count, sizeof *map);
  for (size_t i = 0; i < count; i++)
    map[i] = HB_NONE;
  return map;
}

/* NAME gets number NUMBER in MAP; an error if it has one. */
static void
declare (struct hb_checker *checker, hb_id *map, hb_id name, hb_id number, struct hb_spot spot,
         const char *what)
{
  if (map[name] != HB_NONE)
    hb_check_error (checker, spot, "a second %s '%s'", what, hb_check_text (checker, name));
  else
    map[name] = number;
}

static void
declare_registers (struct hb_checker *checker)
{
  hb_program *program = checker->program;
  for (hb_id h = 0; h < program->handlers.size; h++)
    {
      const struct hb_handler_decl *decl = &program->handlers.data[h];
      for (hb_id i = 0; i < decl->registers; i++)
        {
          struct hb_register_decl *reg = &program->registers.data[decl->first_register + i];
          for (hb_id j = 0; j < i; j++)
            if (program->registers.data[decl->first_register + j].name == reg->name)
              hb_check_error (checker, reg->spot, "a second register '%s' of this handler",
                              hb_check_text (checker, reg->name));
          if (checker->register_of[reg->name] == HB_NONE)
            {
              hb_check_free (checker, reg->name, reg->spot);
              checker->register_of[reg->name] = program->register_names++;
            }
          reg->slot = checker->register_of[reg->name];
        }
    }
  size_t slots = program->register_names;
  checker->has_register = hb_calloc (program->handlers.size * slots, 1);
  for (hb_id h = 0; h < program->handlers.size; h++)
    {
      const struct hb_handler_decl *decl = &program->handlers.data[h];
      for (hb_id i = 0; i < decl->registers; i++)
        checker->has_register[h * slots + program->registers.data[decl->first_register + i].slot]
            = true;
    }
}

static void
declare_all (struct hb_checker *checker)
{
  hb_program *program = checker->program;
  for (hb_id i = 0; i < program->params.size; i++)
    declare (checker, checker->param_of, program->params.data[i].name, i,
             program->params.data[i].spot, "parameter");
  for (hb_id i = 0; i < program->variables.size; i++)
    {
      const struct hb_var_decl *decl = &program->variables.data[i];
      if (checker->variable_of[decl->name] == HB_NONE)
        hb_check_free (checker, decl->name, decl->spot);
      declare (checker, checker->variable_of, decl->name, i, decl->spot, "variable");
    }
  for (hb_id i = 0; i < program->handlers.size; i++)
    declare (checker, checker->handler_of, program->handlers.data[i].name, i,
             program->handlers.data[i].spot, "handler");
  for (hb_id i = 0; i < program->messages.size; i++)
    declare (checker, checker->message_of, program->messages.data[i].name, i,
             program->messages.data[i].spot, "message");
  declare_registers (checker);
}

/* --- Constant expressions --- */

static void
check_constant (struct hb_checker *checker, hb_id exp)
{
  if (exp == HB_NONE)
    return;
  struct hb_exp *e = &checker->program->source.exps.data[exp];
  if (e->kind == HB_EXP_NAME)
    {
      e->meaning = HB_MEANS_PARAM;
      e->slot = checker->param_of[e->name];
      if (e->slot == HB_NONE)
        hb_check_error (checker, e->spot,
                        "'%s' is no parameter of the program; expected numbers and parameters here",
                        hb_check_text (checker, e->name));
      else if (e->slot >= checker->params_known)
        hb_check_error (checker, e->spot, "parameter '%s' is used before its line",
                        hb_check_text (checker, e->name));
    }
  else if (e->kind == HB_EXP_VAR)
    hb_check_error (checker, e->spot, "a variable's value is not known before the program runs");
  else if (e->kind == HB_EXP_SELF && !checker->self)
    hb_check_error (checker, e->spot, "'self' stands for an index, and there is none here");
  hb_id left = e->left, right = e->right;
  check_constant (checker, left);
  check_constant (checker, right);
}

static void
check_initial (struct hb_checker *checker, struct hb_handler_decl *decl)
{
  const hb_program *program = checker->program;
  struct hb_spot spot = decl->initial == HB_NONE ? decl->spot : decl->initial_spot;
  decl->message = checker->message_of[decl->initial == HB_NONE ? decl->name : decl->initial];
  if (decl->initial != HB_NONE && decl->message == HB_NONE)
    hb_check_error (checker, spot, "there is no message '%s'; expected one of those under msgs",
                    hb_check_text (checker, decl->initial));
  if (decl->message == HB_NONE)
    return;
  hb_id wanted = program->messages.data[decl->message].params;
  if (wanted != decl->args)
    hb_check_error (
        checker, spot,
        "initial message '%s' needs %u argument%s, %u given; expected 'initial %s(...)'",
        hb_check_text (checker, program->messages.data[decl->message].name), wanted,
        wanted == 1 ? "" : "s", decl->args,
        hb_check_text (checker, program->messages.data[decl->message].name));
  for (hb_id i = 0; i < decl->args; i++)
    check_constant (checker, program->source.args.data[decl->first_arg + i]);
}

static void
check_declarations (struct hb_checker *checker)
{
  hb_program *program = checker->program;
  for (hb_id i = 0; i < program->params.size; i++)
    {
      checker->params_known = i;
      check_constant (checker, program->params.data[i].exp);
    }
  checker->params_known = HB_NONE;
  for (hb_id i = 0; i < program->variables.size; i++)
    {
      const struct hb_var_decl *decl = &program->variables.data[i];
      check_constant (checker, decl->size);
      checker->self = decl->size != HB_NONE;
      check_constant (checker, decl->initial);
      checker->self = false;
    }
  for (hb_id i = 0; i < program->handlers.size; i++)
    {
      struct hb_handler_decl *decl = &program->handlers.data[i];
      check_constant (checker, decl->size);
      checker->self = true;
      for (hb_id r = 0; r < decl->registers; r++)
        check_constant (checker, program->registers.data[decl->first_register + r].initial);
      check_initial (checker, decl);
      checker->self = false;
    }
}

/* --- Who runs what --- */

static void
visit_posts (struct hb_checker *checker, hb_id first)
{
  const hb_program *program = checker->program;
  for (hb_id s = first; s != HB_NONE; s = program->stmts.data[s].next)
    {
      const struct hb_stmt *stmt = &program->stmts.data[s];
      if (stmt->kind == HB_STMT_POST)
        {
          hb_id handler = checker->handler_of[stmt->name];
          hb_id message = checker->message_of[stmt->message];
          if (handler != HB_NONE && message != HB_NONE)
            checker->runs[message * program->handlers.size + handler] = true;
        }
      visit_posts (checker, stmt->body);
      visit_posts (checker, stmt->orelse);
    }
}

static void
find_runners (struct hb_checker *checker)
{
  const hb_program *program = checker->program;
  size_t handlers = program->handlers.size;
  checker->runs = hb_calloc (program->messages.size * handlers, 1);
  for (hb_id h = 0; h < handlers; h++)
    if (program->handlers.data[h].message != HB_NONE)
      checker->runs[program->handlers.data[h].message * handlers + h] = true;
  for (hb_id m = 0; m < program->messages.size; m++)
    visit_posts (checker, program->messages.data[m].body);
}

bool
hb_program_check (hb_program *program, hb_diag *diag)
{
  struct hb_checker checker = { .program = program,
                                .diag = diag,
                                .param_of = new_map (program),
                                .variable_of = new_map (program),
                                .register_of = new_map (program),
                                .handler_of = new_map (program),
                                .message_of = new_map (program) };
  size_t errors = hb_diag_errors (diag);
  declare_all (&checker);
  check_declarations (&checker);
  find_runners (&checker);
  for (hb_id m = 0; m < program->messages.size && !hb_diag_full (diag); m++)
    hb_check_message (&checker, m);
  hb_free (checker.param_of);
  hb_free (checker.variable_of);
  hb_free (checker.register_of);
  hb_free (checker.handler_of);
  hb_free (checker.message_of);
  hb_free (checker.runs);
  hb_free (checker.has_register);
  vec_free (checker.scope);
  vec_free (checker.labels);
  vec_free (checker.jumps);
  vec_free (checker.parents);
  return hb_diag_errors (diag) == errors;
}

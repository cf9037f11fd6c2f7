/* The names of a program: what each stands for, and whether it is used as that.
 *
 * Handlers, messages and labels are name spaces of their own; variables, registers, parameters of
 * messages, loop variables and parameters of the program share one.  Registers are counted by name
 * over all handlers: two handlers that both have a register `a` have one each, and a message that
 * both run uses that of the handler that runs it. */
#include "program_parser.h"

struct local
{
  hb_id name, slot;
};

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
  hb_program *program;
  hb_diag *diag;
  hb_id *param_of, *variable_of, *register_of, *handler_of, *message_of; /* name -> number */
  bool *runs;          /* message, handler -> posts or `initial` say that it runs the message */
  bool *has_register;  /* handler, register -> it is declared there */
  hb_id message;       /* whose body is checked */
  VEC (struct local) scope;
  VEC (struct label) labels;
  VEC (struct jump) jumps;
  VEC (hb_id) parents; /* block -> the block around it */
  bool self;           /* the expression may say `self` */
  hb_id params_known;  /* constant expressions: so many parameters may be used */
};

static const char *
text_of (const struct checker *checker, hb_id name)
{
  return hb_program_name (checker->program, name);
}

#define complain(CHECKER, SPOT, ...)                                                               \
  hb_program_error ((CHECKER)->program, (CHECKER)->diag, SPOT, __VA_ARGS__)

/* --- Declarations --- */

static hb_id *
new_map (const hb_program *program)
{
  size_t count = hb_names_count (program->names);
  hb_id *map = hb_calloc (count, sizeof *map);
  for (size_t i = 0; i < count; i++)
    map[i] = HB_NONE;
  return map;
}

/* NAME gets number NUMBER in MAP; an error if it has one. */
static void
declare (struct checker *checker, hb_id *map, hb_id name, hb_id number, struct hb_spot spot,
         const char *what)
{
  if (map[name] != HB_NONE)
    complain (checker, spot, "a second %s '%s'", what, text_of (checker, name));
  else
    map[name] = number;
}

/* The kind of thing that NAME is among those that share a name space, or NULL. */
static const char *
taken_as (const struct checker *checker, hb_id name)
{
  return checker->variable_of[name] != HB_NONE   ? "variable"
         : checker->register_of[name] != HB_NONE ? "register"
         : checker->param_of[name] != HB_NONE    ? "parameter of the program"
                                                 : NULL;
}

static void
must_be_free (struct checker *checker, hb_id name, struct hb_spot spot)
{
  const char *taken = taken_as (checker, name);
  if (taken)
    complain (checker, spot, "'%s' is a %s already; expected another name",
              text_of (checker, name), taken);
}

static void
declare_registers (struct checker *checker)
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
              complain (checker, reg->spot, "a second register '%s' of this handler",
                        text_of (checker, reg->name));
          if (checker->register_of[reg->name] == HB_NONE)
            {
              must_be_free (checker, reg->name, reg->spot);
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
declare_all (struct checker *checker)
{
  hb_program *program = checker->program;
  for (hb_id i = 0; i < program->params.size; i++)
    declare (checker, checker->param_of, program->params.data[i].name, i,
             program->params.data[i].spot, "parameter");
  for (hb_id i = 0; i < program->variables.size; i++)
    {
      const struct hb_var_decl *decl = &program->variables.data[i];
      if (checker->variable_of[decl->name] == HB_NONE)
        must_be_free (checker, decl->name, decl->spot);
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
check_constant (struct checker *checker, hb_id exp)
{
  if (exp == HB_NONE)
    return;
  struct hb_exp *e = &checker->program->exps.data[exp];
  if (e->kind == HB_EXP_NAME)
    {
      e->meaning = HB_MEANS_PARAM;
      e->slot = checker->param_of[e->name];
      if (e->slot == HB_NONE)
        complain (checker, e->spot,
                  "'%s' is no parameter of the program; expected numbers and parameters here",
                  text_of (checker, e->name));
      else if (e->slot >= checker->params_known)
        complain (checker, e->spot, "parameter '%s' is used before its line",
                  text_of (checker, e->name));
    }
  else if (e->kind == HB_EXP_VAR)
    complain (checker, e->spot, "a variable's value is not known before the program runs");
  else if (e->kind == HB_EXP_SELF && !checker->self)
    complain (checker, e->spot, "'self' stands for an index, and there is none here");
  hb_id left = e->left, right = e->right;
  check_constant (checker, left);
  check_constant (checker, right);
}

static void
check_initial (struct checker *checker, struct hb_handler_decl *decl)
{
  const hb_program *program = checker->program;
  struct hb_spot spot = decl->initial == HB_NONE ? decl->spot : decl->initial_spot;
  decl->message = checker->message_of[decl->initial == HB_NONE ? decl->name : decl->initial];
  if (decl->initial != HB_NONE && decl->message == HB_NONE)
    complain (checker, spot, "there is no message '%s'; expected one of those under msgs",
              text_of (checker, decl->initial));
  if (decl->message == HB_NONE)
    return;
  hb_id wanted = program->messages.data[decl->message].params;
  if (wanted != decl->args)
    complain (checker, spot,
              "initial message '%s' needs %u argument%s, %u given; expected 'initial %s(...)'",
              text_of (checker, program->messages.data[decl->message].name), wanted,
              wanted == 1 ? "" : "s", decl->args,
              text_of (checker, program->messages.data[decl->message].name));
  for (hb_id i = 0; i < decl->args; i++)
    check_constant (checker, program->args.data[decl->first_arg + i]);
}

static void
check_declarations (struct checker *checker)
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
visit_posts (struct checker *checker, hb_id first)
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
find_runners (struct checker *checker)
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

/* --- Expressions --- */

/* The register must be there on every handler that runs the message. */
static void
check_register (struct checker *checker, hb_id name, struct hb_spot spot)
{
  const hb_program *program = checker->program;
  hb_id slot = checker->register_of[name];
  size_t handlers = program->handlers.size;
  for (hb_id h = 0; h < handlers; h++)
    if (checker->runs[checker->message * handlers + h]
        && !checker->has_register[h * (size_t)program->register_names + slot])
      complain (checker, spot, "'%s' is no register of handler '%s', which runs this message",
                text_of (checker, name), text_of (checker, program->handlers.data[h].name));
}

static hb_id
find_local (const struct checker *checker, hb_id name)
{
  for (size_t i = checker->scope.size; i-- > 0;)
    if (checker->scope.data[i].name == name)
      return checker->scope.data[i].slot;
  return HB_NONE;
}

static void
check_name (struct checker *checker, struct hb_exp *e)
{
  hb_id name = e->name, local = find_local (checker, name);
  if (local != HB_NONE)
    {
      e->meaning = HB_MEANS_LOCAL;
      e->slot = local;
    }
  else if (checker->register_of[name] != HB_NONE)
    {
      e->meaning = HB_MEANS_REGISTER;
      e->slot = checker->register_of[name];
      check_register (checker, name, e->spot);
    }
  else if (checker->param_of[name] != HB_NONE)
    {
      e->meaning = HB_MEANS_PARAM;
      e->slot = checker->param_of[name];
    }
  else if (checker->variable_of[name] != HB_NONE)
    complain (checker, e->spot,
              "expressions use registers, '%s' is a variable; read it into a register first",
              text_of (checker, name));
  else
    complain (checker, e->spot, "nothing is called '%s'; expected a register, a parameter or a loop "
                                "variable",
              text_of (checker, name));
}

static void
check_exp (struct checker *checker, hb_id exp)
{
  if (exp == HB_NONE)
    return;
  struct hb_exp *e = &checker->program->exps.data[exp];
  hb_id left = e->left, right = e->right;
  if (e->kind == HB_EXP_NAME)
    check_name (checker, e);
  else if (e->kind == HB_EXP_VAR)
    complain (checker, e->spot,
              "expressions use registers; read '%s[...]' into a register first",
              text_of (checker, e->name));
  check_exp (checker, left);
  check_exp (checker, right);
}

/* --- Statements --- */

/* An array has an index, anything else has none. */
static void
check_index (struct checker *checker, bool array, hb_id index, hb_id name, struct hb_spot spot)
{
  if (array && index == HB_NONE)
    complain (checker, spot, "'%s' is an array; expected '%s[INDEX]'", text_of (checker, name),
              text_of (checker, name));
  else if (!array && index != HB_NONE)
    complain (checker, spot, "'%s' is no array and has no index", text_of (checker, name));
  check_exp (checker, index);
}

static void
check_variable (struct checker *checker, struct hb_stmt *stmt, hb_id name, struct hb_spot spot)
{
  stmt->variable = checker->variable_of[name];
  if (stmt->variable == HB_NONE)
    complain (checker, spot, "'%s' is no variable; expected one of those under vars",
              text_of (checker, name));
  else
    check_index (checker, checker->program->variables.data[stmt->variable].size != HB_NONE,
                 stmt->index, name, spot);
}

/* NAME = EXP becomes a write, a read or a computation. */
static void
check_assignment (struct checker *checker, struct hb_stmt *stmt)
{
  const struct hb_exp *exp = &checker->program->exps.data[stmt->exp];
  hb_id local = find_local (checker, stmt->name);
  if (local == HB_NONE && checker->variable_of[stmt->name] != HB_NONE)
    {
      stmt->kind = HB_STMT_WRITE;
      check_variable (checker, stmt, stmt->name, stmt->name_spot);
      check_exp (checker, stmt->exp);
      return;
    }
  if (stmt->index != HB_NONE)
    complain (checker, stmt->name_spot, "'%s' is no variable; expected an array under vars",
              text_of (checker, stmt->name));
  stmt->meaning = local != HB_NONE ? HB_MEANS_LOCAL : HB_MEANS_REGISTER;
  stmt->slot = local != HB_NONE ? local : checker->register_of[stmt->name];
  if (stmt->slot == HB_NONE)
    complain (checker, stmt->name_spot, "'%s' is %s; expected a register or a variable",
              text_of (checker, stmt->name),
              checker->param_of[stmt->name] != HB_NONE ? "a parameter, which cannot change"
                                                       : "not declared");
  else if (local == HB_NONE)
    check_register (checker, stmt->name, stmt->name_spot);
  stmt->kind = HB_STMT_SET;
  if (exp->kind == HB_EXP_VAR
      || (exp->kind == HB_EXP_NAME && find_local (checker, exp->name) == HB_NONE
          && checker->variable_of[exp->name] != HB_NONE))
    {
      stmt->kind = HB_STMT_READ;
      stmt->index = exp->left;
      check_variable (checker, stmt, exp->name, exp->spot);
    }
  else
    check_exp (checker, stmt->exp);
}

static void
check_post (struct checker *checker, struct hb_stmt *stmt)
{
  const hb_program *program = checker->program;
  hb_id args = stmt->args;
  stmt->variable = checker->handler_of[stmt->name];
  stmt->target = checker->message_of[stmt->message];
  if (stmt->variable == HB_NONE)
    complain (checker, stmt->name_spot, "there is no handler '%s'; expected one of those under "
                                        "handlers",
              text_of (checker, stmt->name));
  else
    check_index (checker, program->handlers.data[stmt->variable].size != HB_NONE, stmt->index,
                 stmt->name, stmt->name_spot);
  if (stmt->target == HB_NONE)
    complain (checker, stmt->message_spot, "there is no message '%s'; expected one of those under "
                                           "msgs",
              text_of (checker, stmt->message));
  else if (program->messages.data[stmt->target].params != args)
    complain (checker, stmt->message_spot, "message '%s' needs %u argument%s, %u given",
              text_of (checker, stmt->message), program->messages.data[stmt->target].params,
              program->messages.data[stmt->target].params == 1 ? "" : "s", args);
  for (hb_id i = 0; i < args; i++)
    check_exp (checker, program->args.data[stmt->first_arg + i]);
  check_exp (checker, stmt->other);
}

static void check_block (struct checker *checker, hb_id first, hb_id parent);

static hb_id
new_local (struct checker *checker)
{
  return checker->program->messages.data[checker->message].locals++;
}

static void
check_for (struct checker *checker, struct hb_stmt *stmt, hb_id block)
{
  check_exp (checker, stmt->exp);
  check_exp (checker, stmt->other);
  must_be_free (checker, stmt->name, stmt->name_spot);
  if (find_local (checker, stmt->name) != HB_NONE)
    complain (checker, stmt->name_spot, "'%s' is in use here; expected another loop variable",
              text_of (checker, stmt->name));
  stmt->slot = new_local (checker);
  stmt->hidden = new_local (checker);
  struct local local = { stmt->name, stmt->slot };
  vec_push (checker->scope, local);
  check_block (checker, stmt->body, block);
  (void)vec_pop (checker->scope);
}

static void
check_label (struct checker *checker, hb_id s, const struct hb_stmt *stmt, hb_id block)
{
  if (stmt->label == HB_NONE)
    return;
  for (size_t i = 0; i < checker->labels.size; i++)
    if (checker->labels.data[i].name == stmt->label)
      {
        complain (checker, stmt->label_spot, "a second label '%s' in this message",
                  text_of (checker, stmt->label));
        return;
      }
  struct label label = { stmt->label, s, block };
  vec_push (checker->labels, label);
}

static void
check_stmt (struct checker *checker, hb_id s, hb_id block)
{
  struct hb_stmt *stmt = &checker->program->stmts.data[s];
  check_label (checker, s, stmt, block);
  struct jump jump = { s, block };
  switch ((enum hb_stmt_kind)stmt->kind)
    {
    case HB_STMT_ASSIGN:
      check_assignment (checker, stmt);
      break;
    case HB_STMT_POST:
      check_post (checker, stmt);
      break;
    case HB_STMT_AWAIT:
      check_variable (checker, stmt, stmt->name, stmt->name_spot);
      check_exp (checker, stmt->exp);
      break;
    case HB_STMT_GOTO:
    case HB_STMT_IF_GOTO:
      check_exp (checker, stmt->exp);
      vec_push (checker->jumps, jump);
      break;
    case HB_STMT_FOR:
      check_for (checker, stmt, block);
      break;
    case HB_STMT_REPEAT:
      stmt->hidden = new_local (checker);
      /* fall through */
    default:
      check_exp (checker, stmt->exp);
      check_block (checker, stmt->body, block);
      check_block (checker, stmt->orelse, block);
    }
}

static void
check_block (struct checker *checker, hb_id first, hb_id parent)
{
  if (first == HB_NONE)
    return;
  hb_id block = (hb_id)checker->parents.size;
  vec_push (checker->parents, parent);
  for (hb_id s = first; s != HB_NONE; s = checker->program->stmts.data[s].next)
    check_stmt (checker, s, block);
}

/* A jump goes to a label of its own block or of one around it. */
static void
check_jump (struct checker *checker, struct jump jump)
{
  struct hb_stmt *stmt = &checker->program->stmts.data[jump.stmt];
  size_t i = 0;
  while (i < checker->labels.size && checker->labels.data[i].name != stmt->name)
    i++;
  if (i == checker->labels.size)
    {
      complain (checker, stmt->name_spot, "no label '%s' in this message",
                text_of (checker, stmt->name));
      return;
    }
  hb_id block = jump.block;
  while (block != HB_NONE && block != checker->labels.data[i].block)
    block = checker->parents.data[block];
  if (block == HB_NONE)
    complain (checker, stmt->name_spot, "label '%s' stands in another block; a jump cannot enter one",
              text_of (checker, stmt->name));
  stmt->target = checker->labels.data[i].stmt;
}

static void
check_message (struct checker *checker, hb_id message)
{
  hb_program *program = checker->program;
  struct hb_message_decl *decl = &program->messages.data[message];
  checker->message = message;
  decl->locals = decl->params;
  vec_clear (checker->scope);
  vec_clear (checker->labels);
  vec_clear (checker->jumps);
  vec_clear (checker->parents);
  for (hb_id i = 0; i < decl->params; i++)
    {
      const struct hb_message_param *param = &program->message_params.data[decl->first_param + i];
      must_be_free (checker, param->name, param->spot);
      if (find_local (checker, param->name) != HB_NONE)
        complain (checker, param->spot, "a second parameter '%s'", text_of (checker, param->name));
      struct local local = { param->name, i };
      vec_push (checker->scope, local);
    }
  check_block (checker, decl->body, HB_NONE);
  for (size_t i = 0; i < checker->jumps.size; i++)
    check_jump (checker, checker->jumps.data[i]);
}

bool
hb_program_check (hb_program *program, hb_diag *diag)
{
  struct checker checker = { .program = program,
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
    check_message (&checker, m);
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

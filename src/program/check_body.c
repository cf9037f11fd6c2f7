/* The names in the bodies of messages; see check.h. */
#include "program/check.h"

/* The kind of thing that NAME is among those that share a name space, or NULL. */
static const char *
taken_as (const struct hb_checker *checker, hb_id name)
{
  return checker->variable_of[name] != HB_NONE   ? "variable"
         : checker->register_of[name] != HB_NONE ? "register"
         : checker->param_of[name] != HB_NONE    ? "parameter of the program"
                                                 : NULL;
}

void
hb_check_free (struct hb_checker *checker, hb_id name, struct hb_spot spot)
{
  const char *taken = taken_as (checker, name);
  if (taken)
    hb_check_error (checker, spot, "'%s' is a %s already; expected another name",
                    hb_check_text (checker, name), taken);
}

/* --- Expressions --- */

/* The register must be there on every handler that runs the message. */
static void
check_register (struct hb_checker *checker, hb_id name, struct hb_spot spot)
{
  const hb_program *program = checker->program;
  hb_id slot = checker->register_of[name];
  size_t handlers = program->handlers.size;
  for (hb_id h = 0; h < handlers; h++)
    if (checker->runs[checker->message * handlers + h]
        && !checker->has_register[h * (size_t)program->register_names + slot])
      hb_check_error (checker, spot, "'%s' is no register of handler '%s', which runs this message",
                      hb_check_text (checker, name),
                      hb_check_text (checker, program->handlers.data[h].name));
}

static hb_id
find_local (const struct hb_checker *checker, hb_id name)
{
  for (size_t i = checker->scope.size; i-- > 0;)
    if (checker->scope.data[i].name == name)
      return checker->scope.data[i].slot;
  return HB_NONE;
}

static void
check_name (struct hb_checker *checker, struct hb_exp *e)
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
    hb_check_error (checker, e->spot,
                    "expressions use registers, '%s' is a variable; read it into a register first",
                    hb_check_text (checker, name));
  else
    hb_check_error (checker, e->spot,
                    "nothing is called '%s'; expected a register, a parameter or a loop "
                    "variable",
                    hb_check_text (checker, name));
}

static void
check_exp (struct hb_checker *checker, hb_id exp)
{
  if (exp == HB_NONE)
    return;
  struct hb_exp *e = &checker->program->source.exps.data[exp];
  hb_id left = e->left, right = e->right;
  if (e->kind == HB_EXP_NAME)
    check_name (checker, e);
  else if (e->kind == HB_EXP_VAR)
    hb_check_error (checker, e->spot,
                    "expressions use registers; read '%s[...]' into a register first",
                    hb_check_text (checker, e->name));
  check_exp (checker, left);
  check_exp (checker, right);
}

/* --- Statements --- */

/* An array has an index, anything else has none. */
static void
check_index (struct hb_checker *checker, bool array, hb_id index, hb_id name, struct hb_spot spot)
{
  if (array && index == HB_NONE)
    hb_check_error (checker, spot, "'%s' is an array; expected '%s[INDEX]'",
                    hb_check_text (checker, name), hb_check_text (checker, name));
  else if (!array && index != HB_NONE)
    hb_check_error (checker, spot, "'%s' is no array and has no index",
                    hb_check_text (checker, name));
  check_exp (checker, index);
}

static void
check_variable (struct hb_checker *checker, struct hb_stmt *stmt, hb_id name, struct hb_spot spot)
{
  stmt->variable = checker->variable_of[name];
  if (stmt->variable == HB_NONE)
    hb_check_error (checker, spot, "'%s' is no variable; expected one of those under vars",
                    hb_check_text (checker, name));
  else
    check_index (checker, checker->program->variables.data[stmt->variable].size != HB_NONE,
                 stmt->index, name, spot);
}

/* NAME = EXP becomes a write, a read or a computation. */
static void
check_assignment (struct hb_checker *checker, struct hb_stmt *stmt)
{
  const struct hb_exp *exp = &checker->program->source.exps.data[stmt->exp];
  hb_id local = find_local (checker, stmt->name);
  if (local == HB_NONE && checker->variable_of[stmt->name] != HB_NONE)
    {
      stmt->kind = HB_STMT_WRITE;
      check_variable (checker, stmt, stmt->name, stmt->name_spot);
      check_exp (checker, stmt->exp);
      return;
    }
  if (stmt->index != HB_NONE)
    hb_check_error (checker, stmt->name_spot, "'%s' is no variable; expected an array under vars",
                    hb_check_text (checker, stmt->name));
  stmt->meaning = local != HB_NONE ? HB_MEANS_LOCAL : HB_MEANS_REGISTER;
  stmt->slot = local != HB_NONE ? local : checker->register_of[stmt->name];
  if (stmt->slot == HB_NONE)
    hb_check_error (checker, stmt->name_spot, "'%s' is %s; expected a register or a variable",
                    hb_check_text (checker, stmt->name),
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
check_post (struct hb_checker *checker, struct hb_stmt *stmt)
{
  const hb_program *program = checker->program;
  hb_id args = stmt->args;
  stmt->variable = checker->handler_of[stmt->name];
  stmt->target = checker->message_of[stmt->message];
  if (stmt->variable == HB_NONE)
    hb_check_error (checker, stmt->name_spot,
                    "there is no handler '%s'; expected one of those under "
                    "handlers",
                    hb_check_text (checker, stmt->name));
  else
    check_index (checker, program->handlers.data[stmt->variable].size != HB_NONE, stmt->index,
                 stmt->name, stmt->name_spot);
  if (stmt->target == HB_NONE)
    hb_check_error (checker, stmt->message_spot,
                    "there is no message '%s'; expected one of those under "
                    "msgs",
                    hb_check_text (checker, stmt->message));
  else if (program->messages.data[stmt->target].params != args)
    hb_check_error (checker, stmt->message_spot, "message '%s' needs %u argument%s, %u given",
                    hb_check_text (checker, stmt->message),
                    program->messages.data[stmt->target].params,
                    program->messages.data[stmt->target].params == 1 ? "" : "s", args);
  for (hb_id i = 0; i < args; i++)
    check_exp (checker, program->source.args.data[stmt->first_arg + i]);
  check_exp (checker, stmt->other);
}

static void check_block (struct hb_checker *checker, hb_id first, hb_id parent);

static hb_id
new_local (struct hb_checker *checker)
{
  return checker->program->messages.data[checker->message].locals++;
}

static void
check_for (struct hb_checker *checker, struct hb_stmt *stmt, hb_id block)
{
  check_exp (checker, stmt->exp);
  check_exp (checker, stmt->other);
  hb_check_free (checker, stmt->name, stmt->name_spot);
  if (find_local (checker, stmt->name) != HB_NONE)
    hb_check_error (checker, stmt->name_spot, "'%s' is in use here; expected another loop variable",
                    hb_check_text (checker, stmt->name));
  stmt->slot = new_local (checker);
  stmt->hidden = new_local (checker);
  struct hb_local local = { stmt->name, stmt->slot };
  vec_push (checker->scope, local);
  check_block (checker, stmt->body, block);
  (void)vec_pop (checker->scope);
}

static void
check_label (struct hb_checker *checker, hb_id s, const struct hb_stmt *stmt, hb_id block)
{
  if (stmt->label == HB_NONE)
    return;
  for (size_t i = 0; i < checker->labels.size; i++)
    if (checker->labels.data[i].name == stmt->label)
      {
        hb_check_error (checker, stmt->label_spot, "a second label '%s' in this message",
                        hb_check_text (checker, stmt->label));
        return;
      }
  struct hb_label label = { stmt->label, s, block };
  vec_push (checker->labels, label);
}

static void
check_stmt (struct hb_checker *checker, hb_id s, hb_id block)
{
  struct hb_stmt *stmt = &checker->program->stmts.data[s];
  check_label (checker, s, stmt, block);
  struct hb_jump jump = { s, block };
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
check_block (struct hb_checker *checker, hb_id first, hb_id parent)
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
check_jump (struct hb_checker *checker, struct hb_jump jump)
{
  struct hb_stmt *stmt = &checker->program->stmts.data[jump.stmt];
  size_t i = 0;
  while (i < checker->labels.size && checker->labels.data[i].name != stmt->name)
    i++;
  if (i == checker->labels.size)
    {
      hb_check_error (checker, stmt->name_spot, "no label '%s' in this message",
                      hb_check_text (checker, stmt->name));
      return;
    }
  hb_id block = jump.block;
  while (block != HB_NONE && block != checker->labels.data[i].block)
    block = checker->parents.data[block];
  if (block == HB_NONE)
    hb_check_error (checker, stmt->name_spot,
                    "label '%s' stands in another block; a jump cannot enter one",
                    hb_check_text (checker, stmt->name));
  stmt->target = checker->labels.data[i].stmt;
}

void
hb_check_message (struct hb_checker *checker, hb_id message)
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
      hb_check_free (checker, param->name, param->spot);
      if (find_local (checker, param->name) != HB_NONE)
        hb_check_error (checker, param->spot, "a second parameter '%s'",
                        hb_check_text (checker, param->name));
      struct hb_local local = { param->name, i };
      vec_push (checker->scope, local);
    }
  check_block (checker, decl->body, HB_NONE);
  for (size_t i = 0; i < checker->jumps.size; i++)
    check_jump (checker, checker->jumps.data[i]);
}

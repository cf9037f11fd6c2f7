/* See code.h. */
#include "program/code.h"

#include "program/parser.h"

/* Handlers or variables, all arrays together. */
#define MOST_ELEMENTS 1000000

struct binder
{
  hb_code *code;
  const hb_program *program;
  hb_diag *diag;
  hb_id *start_of; /* statement -> its first instruction */
};

#define complain(BINDER, SPOT, ...)                                                                \
  hb_program_error ((BINDER)->program, (BINDER)->diag, SPOT, __VA_ARGS__)

/* --- Declarations --- */

/* A constant expression; OTHERWISE if there is none or it has no value, which is reported. */
static int64_t
constant (struct binder *b, hb_id exp, int64_t self, int64_t otherwise)
{
  struct hb_scene scene = { .code = b->code, .self = self };
  int64_t value;
  if (exp == HB_NONE)
    return otherwise;
  if (hb_evaluate (&scene, exp, &value))
    return value;
  complain (b, scene.spot, "division by zero");
  return otherwise;
}

static void
bind_params (struct binder *b, const struct hb_setting *settings, size_t count)
{
  const hb_program *program = b->program;
  b->code->params = hb_calloc (program->params.size, sizeof (int64_t));
  for (size_t s = 0; s < count; s++)
    {
      bool known = false;
      for (size_t i = 0; i < program->params.size; i++)
        known = known
                || !strcmp (hb_program_name (program, program->params.data[i].name),
                            settings[s].name);
      if (!known)
        hb_error (b->diag, NULL, "%s has no parameter '%s'; expected one of its 'param' lines",
                  program->source.file, settings[s].name);
    }
  for (size_t i = 0; i < program->params.size; i++)
    {
      const struct hb_param *param = &program->params.data[i];
      bool set = false;
      for (size_t s = 0; s < count; s++)
        if (!strcmp (hb_program_name (program, param->name), settings[s].name))
          {
            b->code->params[i] = settings[s].value;
            set = true;
          }
      if (!set)
        b->code->params[i] = constant (b, param->exp, 0, 0);
    }
}

/* How many elements an array has, SIZE being HB_NONE for what is none; TOTAL there are already. */
static hb_id
elements (struct binder *b, hb_id size, hb_id name, size_t total)
{
  int64_t count = constant (b, size, 0, 1);
  if (count >= 0 && count <= (int64_t)(MOST_ELEMENTS - total))
    return (hb_id)count;
  complain (b, b->program->source.exps.data[size].spot,
            "'%s' has %lld elements; possible are 0 to %zu", hb_program_name (b->program, name),
            (long long)count, MOST_ELEMENTS - total);
  return 0;
}

/* NAME, or NAME.INDEX in an array.  New. */
static char *
element_name (const struct binder *b, hb_id name, hb_id size, hb_id index)
{
  const char *text = hb_program_name (b->program, name);
  return size == HB_NONE ? hb_copy_text (text) : hb_format ("%s.%u", text, index);
}

static void
bind_variables (struct binder *b)
{
  hb_code *code = b->code;
  size_t count = b->program->variables.size;
  code->variable_start = hb_calloc (count + 1, sizeof (hb_id));
  for (size_t i = 0; i < count; i++)
    {
      const struct hb_var_decl *decl = &b->program->variables.data[i];
      hb_id size = elements (b, decl->size, decl->name, code->variables.size);
      code->variable_start[i] = (hb_id)code->variables.size;
      for (hb_id e = 0; e < size && !hb_diag_full (b->diag); e++)
        {
          struct hb_code_variable v = { .name = element_name (b, decl->name, decl->size, e),
                                        .initial = constant (b, decl->initial, e, 0) };
          vec_push (code->variables, v);
        }
    }
  code->variable_start[count] = (hb_id)code->variables.size;
}

static void
bind_handlers (struct binder *b, int mailbox)
{
  hb_code *code = b->code;
  size_t count = b->program->handlers.size;
  int common = mailbox >= 0 ? mailbox : b->program->mailbox >= 0 ? b->program->mailbox : HB_QUEUE;
  code->mailbox = common;
  code->handler_start = hb_calloc (count + 1, sizeof (hb_id));
  for (size_t i = 0; i < count; i++)
    {
      const struct hb_handler_decl *decl = &b->program->handlers.data[i];
      int own = mailbox < 0 && decl->mailbox >= 0 ? decl->mailbox : common;
      hb_id size = elements (b, decl->size, decl->name, code->handlers.size);
      code->handler_start[i] = (hb_id)code->handlers.size;
      for (hb_id e = 0; e < size; e++)
        {
          struct hb_code_handler h = { .name = element_name (b, decl->name, decl->size, e),
                                       .declared = (hb_id)i,
                                       .self = e,
                                       .mailbox = (uint8_t)own };
          vec_push (code->handlers, h);
        }
      if (own != common)
        code->mailbox = -1;
    }
  code->handler_start[count] = (hb_id)code->handlers.size;
}

/* What registers and the parameters of initial messages hold at the start. */
static void
bind_starts (struct binder *b)
{
  hb_code *code = b->code;
  const hb_program *program = b->program;
  size_t names = program->register_names;
  code->registers = hb_calloc (code->handlers.size * names, sizeof (int64_t));
  code->initial_args = hb_calloc (code->handlers.size * (size_t)code->args, sizeof (int64_t));
  for (size_t h = 0; h < code->handlers.size && !hb_diag_full (b->diag); h++)
    {
      const struct hb_code_handler *handler = &code->handlers.data[h];
      const struct hb_handler_decl *decl = &program->handlers.data[handler->declared];
      for (hb_id r = 0; r < decl->registers; r++)
        {
          const struct hb_register_decl *reg = &program->registers.data[decl->first_register + r];
          code->registers[h * names + reg->slot] = constant (b, reg->initial, handler->self, 0);
        }
      for (hb_id a = 0; a < decl->args; a++)
        code->initial_args[h * code->args + a]
            = constant (b, program->source.args.data[decl->first_arg + a], handler->self, 0);
    }
}

/* A quoted name may look as an element's does. */
static void
check_names (struct binder *b)
{
  hb_names *names = hb_names_new ();
  hb_code *code = b->code;
  for (size_t i = 0; i < code->handlers.size; i++)
    if (hb_names_intern (names, code->handlers.data[i].name, strlen (code->handlers.data[i].name))
        != i)
      {
        hb_error (b->diag, NULL, "%s: two handlers are called '%s'", b->program->source.file,
                  code->handlers.data[i].name);
        break;
      }
  hb_names_free (names);
  names = hb_names_new ();
  for (size_t i = 0; i < code->variables.size; i++)
    if (hb_names_intern (names, code->variables.data[i].name, strlen (code->variables.data[i].name))
        != i)
      {
        hb_error (b->diag, NULL, "%s: two variables are called '%s'", b->program->source.file,
                  code->variables.data[i].name);
        break;
      }
  hb_names_free (names);
}

/* --- Instructions --- */

static void bind_block (struct binder *b, hb_id first);

static hb_id
emit (struct binder *b, enum hb_instruction_kind kind, hb_id stmt, hb_id target)
{
  struct hb_instruction instruction = { (uint8_t)kind, stmt, target };
  vec_push (b->code->instructions, instruction);
  return (hb_id)b->code->instructions.size - 1;
}

static hb_id
here (const struct binder *b)
{
  return (hb_id)b->code->instructions.size;
}

static void
land (struct binder *b, hb_id jump)
{
  b->code->instructions.data[jump].target = here (b);
}

static void
bind_if (struct binder *b, hb_id s, const struct hb_stmt *stmt)
{
  hb_id skip = emit (b, HB_DO_JUMP_IFNOT, s, HB_NONE);
  bind_block (b, stmt->body);
  if (stmt->orelse == HB_NONE)
    {
      land (b, skip);
      return;
    }
  hb_id end = emit (b, HB_DO_JUMP, s, HB_NONE);
  land (b, skip);
  bind_block (b, stmt->orelse);
  land (b, end);
}

/*     while:  top: IFNOT end; body; JUMP top; end:
 *     for:    FOR end; top: body; NEXT top; end:
 *     repeat: COUNT; top: DOWN end; body; JUMP top; end: */
static void
bind_loop (struct binder *b, hb_id s, const struct hb_stmt *stmt)
{
  if (stmt->kind == HB_STMT_REPEAT)
    emit (b, HB_DO_COUNT, s, HB_NONE);
  hb_id top = here (b);
  hb_id leave = emit (b,
                      stmt->kind == HB_STMT_WHILE ? HB_DO_JUMP_IFNOT
                      : stmt->kind == HB_STMT_FOR ? HB_DO_FOR
                                                  : HB_DO_DOWN,
                      s, HB_NONE);
  bind_block (b, stmt->body);
  if (stmt->kind == HB_STMT_FOR)
    emit (b, HB_DO_NEXT, s, leave + 1);
  else
    emit (b, HB_DO_JUMP, s, top);
  land (b, leave);
}

static void
bind_stmt (struct binder *b, hb_id s)
{
  const struct hb_stmt *stmt = &b->program->stmts.data[s];
  b->start_of[s] = here (b);
  switch ((enum hb_stmt_kind)stmt->kind)
    {
    case HB_STMT_READ:
      emit (b, HB_DO_READ, s, HB_NONE);
      break;
    case HB_STMT_WRITE:
      emit (b, HB_DO_WRITE, s, HB_NONE);
      break;
    case HB_STMT_AWAIT:
      emit (b, HB_DO_AWAIT, s, HB_NONE);
      break;
    case HB_STMT_POST:
      b->code->args = stmt->args > b->code->args ? stmt->args : b->code->args;
      emit (b, HB_DO_POST, s, stmt->target);
      break;
    case HB_STMT_LAST:
      emit (b, HB_DO_LAST, s, HB_NONE);
      break;
    case HB_STMT_GOTO: /* the statement for now, its instruction once all are there */
      emit (b, HB_DO_JUMP, s, HB_NONE);
      break;
    case HB_STMT_IF_GOTO:
      emit (b, HB_DO_JUMP_IF, s, HB_NONE);
      break;
    case HB_STMT_ASSERT:
      emit (b, HB_DO_ASSERT, s, HB_NONE);
      break;
    case HB_STMT_IF:
      bind_if (b, s, stmt);
      break;
    case HB_STMT_WHILE:
    case HB_STMT_FOR:
    case HB_STMT_REPEAT:
      bind_loop (b, s, stmt);
      break;
    case HB_STMT_SET:
      emit (b, HB_DO_SET, s, HB_NONE);
      break;
    case HB_STMT_SKIP:
    case HB_STMT_ASSIGN:
      break;
    }
}

static void
bind_block (struct binder *b, hb_id first)
{
  for (hb_id s = first; s != HB_NONE; s = b->program->stmts.data[s].next)
    bind_stmt (b, s);
}

static void
bind_messages (struct binder *b)
{
  hb_code *code = b->code;
  size_t messages = b->program->messages.size;
  code->entry = hb_calloc (messages, sizeof (hb_id));
  b->start_of = hb_calloc (b->program->stmts.size, sizeof (hb_id));
  for (size_t m = 0; m < messages; m++)
    {
      const struct hb_message_decl *decl = &b->program->messages.data[m];
      code->locals = decl->locals > code->locals ? decl->locals : code->locals;
      code->entry[m] = here (b);
      bind_block (b, decl->body);
      emit (b, HB_DO_LAST, HB_NONE, HB_NONE);
    }
  for (size_t i = 0; i < code->instructions.size; i++)
    {
      struct hb_instruction *instruction = &code->instructions.data[i];
      if (instruction->target == HB_NONE
          && (instruction->kind == HB_DO_JUMP || instruction->kind == HB_DO_JUMP_IF))
        instruction->target = b->start_of[b->program->stmts.data[instruction->stmt].target];
    }
  hb_free (b->start_of);
}

hb_code *
hb_program_bind (const hb_program *program, const struct hb_setting *settings, size_t count,
                 int mailbox, hb_diag *diag)
{
  size_t errors = hb_diag_errors (diag);
  hb_code *code = hb_calloc (1, sizeof *code);
  struct binder b = { .code = code, .program = program, .diag = diag };
  code->program = program;
  bind_params (&b, settings, count);
  bind_variables (&b);
  bind_handlers (&b, mailbox);
  check_names (&b);
  bind_messages (&b);
  for (size_t h = 0; h < program->handlers.size; h++)
    if (program->handlers.data[h].args > code->args)
      code->args = program->handlers.data[h].args;
  bind_starts (&b);
  if (hb_diag_errors (diag) == errors)
    return code;
  hb_code_free (code);
  return NULL;
}

void
hb_code_free (hb_code *code)
{
  if (!code)
    return;
  for (size_t i = 0; i < code->handlers.size; i++)
    hb_free (code->handlers.data[i].name);
  for (size_t i = 0; i < code->variables.size; i++)
    hb_free (code->variables.data[i].name);
  vec_free (code->handlers);
  vec_free (code->variables);
  vec_free (code->instructions);
  hb_free (code->handler_start);
  hb_free (code->variable_start);
  hb_free (code->entry);
  hb_free (code->params);
  hb_free (code->registers);
  hb_free (code->initial_args);
  hb_free (code);
}

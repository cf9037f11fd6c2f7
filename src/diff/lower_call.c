/* Calls are inlined: of functions that have a body, and through pointers to functions; see lower.h. */
#include "diff/lower.h"

#include <string.h>

/* What is called through a pointer, or NULL; *(f) () means (*f) (). */
static const struct hb_c_exp *
pointer_of (const struct hb_c_exp *call)
{
  const struct hb_c_exp *a = call->a;
  while (a->op == C_CONTENT || a->op == C_CAST)
    a = a->a;
  return hb_c_callee (call) ? NULL : a;
}

bool
diff_is_inlined (const struct hb_c_exp *call)
{
  const struct hb_c_symbol *callee = hb_c_callee (call);
  return !callee || callee->body;
}

/* A new frame for FUNCTION: fresh cells for its parameters and locals. */
static bool
enter (struct diff_lowering *l, const struct hb_c_exp *call, const struct hb_c_symbol *function,
       struct diff_frame *frame)
{
  *frame = (struct diff_frame){ .function = function, .up = l->frame, .result = HB_NONE };
  for (const struct diff_frame *f = l->frame; f; f = f->up)
    if (f->function == function)
      {
        diff_fail (l, call->spot, "'%s' %s itself: recursion is outside of the subset",
                   function->name,
                   hb_c_callee (call) ? "calls" : "may, through this pointer, call");
        return false;
      }
  if (call->count != function->type->parameter_count)
    {
      diff_fail (l, call->spot, "expected %zu argument%s of '%s', not %zu",
                 function->type->parameter_count, function->type->parameter_count == 1 ? "" : "s",
                 function->name, call->count);
      return false;
    }
  frame->base = hb_calloc (function->locals + 1, sizeof *frame->base);
  for (hb_id i = 0; i < function->locals; i++)
    frame->base[i] = HB_NONE;
  return true;
}

/* The arguments, then the body.  What the call is worth, or NULL. */
static const struct diff_exp *
inline_body (struct diff_lowering *l, const struct hb_c_exp *call,
             const struct hb_c_symbol *function)
{
  struct diff_frame frame;
  if (!enter (l, call, function, &frame))
    return NULL;
  for (size_t i = 0; i < call->count && !l->failed; i++)
    {
      const struct hb_c_symbol *parameter = function->type->parameters[i];
      struct diff_type type = diff_type_of (l, parameter->type, parameter->spot);
      const struct diff_exp *value = l->whole_value (l, call->items[i]);
      if (l->failed)
        break;
      frame.base[parameter->number] = diff_new_local (l, parameter->name, type);
      diff_let (l, frame.base[parameter->number], diff_cast (l, type, value));
    }
  const struct diff_exp *result = NULL;
  const struct hb_c_type *to = function->type->to;
  if (!l->failed && to->kind != C_VOID)
    {
      frame.result = diff_new_local (l, NULL, diff_type_of (l, to, function->spot));
      result = diff_local_exp (l->program, l->thread, frame.result);
      diff_let (l, frame.result, diff_number (l->program, result->type, 0));
    }
  diff_close (l);
  /* What the caller was at is taken up again behind the call. */
  const char *text = l->text;
  struct hb_c_spot spot = l->spot;
  hb_id statement = l->statement;
  struct diff_loop *loop = l->loop;
  size_t path = l->path.size;
  const char *caller = l->frame ? l->frame->function->name : l->thread->name;
  if (l->options->contexts && (l->frame || strcmp (caller, function->name)))
    hb_buffer_add (&l->path, " < %s", caller);
  l->loop = NULL;
  l->frame = &frame;
  if (!l->failed)
    l->stmt (l, function->body);
  diff_leave_to (l, &frame.returns, function->spot);
  diff_go_on_from (l, &frame.returns);
  l->frame = frame.up;
  l->loop = loop;
  l->text = text;
  l->spot = spot;
  l->statement = statement;
  l->path.size = path;
  if (l->path.data)
    l->path.data[path] = '\0';
  hb_free (frame.base);
  return result;
}

/* The functions whose address is taken somewhere below EXP, each once. */
static bool
takes_address (const struct hb_c_exp *exp, const struct hb_c_symbol *function)
{
  if (!exp)
    return false;
  if (exp->op == C_NAME)
    return exp->symbol == function;
  /* The function called by its name is not an address. */
  bool direct = exp->op == C_CALL && hb_c_callee (exp);
  for (size_t i = 0; i < exp->count; i++)
    if (takes_address (exp->items[i], function))
      return true;
  return (!direct && takes_address (exp->a, function)) || takes_address (exp->b, function)
         || takes_address (exp->c, function);
}

static bool
taken_in (const struct hb_c_stmt *stmt, const struct hb_c_symbol *function)
{
  if (!stmt)
    return false;
  for (size_t i = 0; i < stmt->count; i++)
    if (taken_in (stmt->items[i], function))
      return true;
  return takes_address (stmt->exp, function) || takes_address (stmt->step, function)
         || (stmt->symbol && takes_address (stmt->symbol->initial, function))
         || taken_in (stmt->first, function) || taken_in (stmt->second, function);
}

static bool
is_taken (const hb_c_unit *unit, const struct hb_c_symbol *function)
{
  for (size_t i = 0; i < hb_c_globals (unit); i++)
    {
      const struct hb_c_symbol *symbol = hb_c_global (unit, i);
      if (taken_in (symbol->body, function)
          || (symbol->role == C_VARIABLE && takes_address (symbol->initial, function)))
        return true;
    }
  return false;
}

const struct diff_exp *
diff_chosen (struct diff_lowering *l, struct diff_type type, struct hb_c_spot spot)
{
  hb_id local = diff_new_local (l, NULL, type);
  diff_do (l, (struct diff_act){ .action = DIFF_CHOOSE, .local = local, .spot = spot });
  return diff_local_exp (l->program, l->thread, local);
}

/* FUNCTION, called through a pointer, has no body: its arguments are evaluated, and what it gives is any value. */
static const struct diff_exp *
call_missing (struct diff_lowering *l, const struct hb_c_exp *call,
              const struct hb_c_symbol *function)
{
  if (diff_is_word (function->name))
    diff_fail (l, call->spot,
               "'%s' may be called here; expected to see it called by its name alone",
               function->name);
  for (size_t i = 0; i < call->count && !l->failed; i++)
    l->whole_value (l, call->items[i]);
  if (l->failed || call->type->kind == C_VOID)
    return NULL;
  return diff_chosen (l, diff_type_of (l, call->type, call->spot), call->spot);
}

/* May a pointer to FUNCTION be what CALL calls?  A call by another type has no meaning in C. */
static bool
fits (const struct diff_lowering *l, const struct hb_c_exp *call,
      const struct hb_c_symbol *function)
{
  const struct hb_c_type *type = function->type;
  bool open = type->open && !function->body;
  if (function->role != C_FUNCTION_NAME || (type->parameter_count != call->count && !open)
      || (call->type->kind != C_VOID && !hb_c_may_be (type->to, call->type)))
    return false;
  for (size_t i = 0; i < type->parameter_count && i < call->count; i++)
    if (!hb_c_may_be (type->parameters[i]->type, call->items[i]->type))
      return false;
  return is_taken (l->unit, function);
}

/* Tries one function after another; what is none of them is reported when it happens. */
static const struct diff_exp *
call_pointer (struct diff_lowering *l, const struct hb_c_exp *call, const struct hb_c_exp *pointer)
{
  const struct diff_exp *value = l->whole_value (l, pointer);
  if (l->failed)
    return NULL;
  struct diff_type truth = { 32, true };
  struct diff_ends after = { .depth = 0 };
  hb_id result = HB_NONE;
  if (call->type->kind != C_VOID)
    {
      result = diff_new_local (l, NULL, diff_type_of (l, call->type, call->spot));
      diff_let (l, result, diff_number (l->program, truth, 0));
    }
  for (size_t i = 0; i < hb_c_globals (l->unit) && !l->failed; i++)
    {
      const struct hb_c_symbol *function = hb_c_global (l->unit, i);
      if (!fits (l, call, function))
        continue;
      struct diff_ends yes = { .depth = 0 }, no = { .depth = 0 };
      diff_branch (l,
                   diff_binary (l->program, C_EQUAL, truth, value,
                                diff_number (l->program, value->type, function->number + 1)),
                   &yes, &no);
      diff_go_on_from (l, &yes);
      const struct diff_exp *out
          = function->body ? inline_body (l, call, function) : call_missing (l, call, function);
      if (out && result != HB_NONE && !l->failed)
        diff_let (l, result, diff_cast (l, l->thread->locals.data[result].type, out));
      diff_leave_to (l, &after, call->spot);
      diff_go_on_from (l, &no);
    }
  diff_do (l, (struct diff_act){ .action = DIFF_ASSERT,
                                 .local = HB_NONE,
                                 .exp = diff_number (l->program, truth, 0),
                                 .spot = call->spot,
                                 .what = "a call through a pointer to no function of this type" });
  diff_leave_to (l, &after, call->spot);
  diff_go_on_from (l, &after);
  return result == HB_NONE ? NULL : diff_local_exp (l->program, l->thread, result);
}

const struct diff_exp *
diff_call (struct diff_lowering *l, const struct hb_c_exp *call)
{
  const struct hb_c_exp *pointer = pointer_of (call);
  return pointer ? call_pointer (l, call, pointer) : inline_body (l, call, hb_c_callee (call));
}

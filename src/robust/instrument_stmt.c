/* Statements of the sequential program, and the expressions in them.  See instrument.h. */
#include "robust/instrument_private.h"

#define line(...) instrument_line (__VA_ARGS__)

/* --- Expressions: locals of calls that are written out have a number before their names --- */

/* The local of that slot as the sequential program calls it. */
static char *
local_name (const struct instrument_names *n, hb_id slot)
{
  const hb_aed *program = n->w->program;
  const struct hb_aed_proc *proc = &program->procs.data[n->proc];
  const char *name
      = hb_names_text (program->source.names, program->locals.data[proc->first_local + slot].name);
  return n->inlined ? hb_format ("\"%s%u.%s\"", n->w->mark, (unsigned)n->inlined, name)
                    : hb_format ("\"%s\"", name);
}

static void
write_exp (const struct instrument_names *n, hb_id exp, hb_buffer *to)
{
  const hb_aed *program = n->w->program;
  const struct hb_exp *e = &program->source.exps.data[exp];
  const char *op = hb_operator_text ((enum hb_operator)e->op);
  char *name;
  switch ((enum hb_exp_kind)e->kind)
    {
    case HB_EXP_NUMBER:
      hb_buffer_add (to, "%lld", (long long)e->number);
      break;
    case HB_EXP_NAME:
      name = e->meaning == HB_MEANS_LOCAL
                 ? local_name (n, e->slot)
                 : hb_format ("\"%s\"", hb_names_text (program->source.names, e->name));
      hb_buffer_add (to, "%s", name);
      hb_free (name);
      break;
    case HB_EXP_UNARY:
      hb_buffer_add (to, "%s(", op);
      write_exp (n, e->left, to);
      hb_buffer_add (to, ")");
      break;
    default:
      {
        bool call = e->op == HB_OP_MIN || e->op == HB_OP_MAX;
        hb_buffer_add (to, call ? "%s(" : "(", op);
        write_exp (n, e->left, to);
        hb_buffer_add (to, call ? ", " : " %s ", op);
        write_exp (n, e->right, to);
        hb_buffer_add (to, ")");
      }
    }
}

/* New. */
char *
instrument_text (const struct instrument_names *n, hb_id exp)
{
  hb_buffer text = VEC_EMPTY;
  write_exp (n, exp, &text);
  return hb_buffer_take (&text);
}

void
instrument_declare (struct instrumenter *w, const char *name)
{
  hb_buffer_add (&w->declared, "  local %s;\n", name);
}

/* --- Statements --- */

static void
write_assign (const struct instrument_names *n, const struct hb_aed_stmt *stmt)
{
  struct instrumenter *w = n->w;
  const hb_aed *program = w->program;
  char *exp = instrument_text (n, stmt->exp);
  const struct hb_exp *e = &program->source.exps.data[stmt->exp];
  if (stmt->meaning == HB_MEANS_LOCAL)
    {
      char *name = local_name (n, stmt->slot);
      if (e->kind == HB_EXP_NAME && e->meaning == HB_MEANS_VARIABLE)
        {
          instrument_leave (w, e->slot, false);
          instrument_access (w, e->slot, false);
        }
      line (w, "%s := %s;", name, exp);
      hb_free (name);
    }
  else
    {
      const struct hb_aed_variable *variable = &program->variables.data[stmt->slot];
      bool known = e->kind == HB_EXP_NUMBER;
      if (!known || e->number < variable->low || e->number > variable->high)
        {
          line (w, "if %s < %lld || %s > %lld {", exp, (long long)variable->low, exp,
                (long long)variable->high);
          w->depth++;
          instrument_blocked (w);
          w->depth--;
          line (w, "}");
        }
      instrument_leave (w, stmt->slot, true);
      instrument_access (w, stmt->slot, true);
      line (w, "\"%s\" := %s;", hb_names_text (program->source.names, variable->name), exp);
    }
  hb_free (exp);
}

/* The post is put on the task's list: rules 1, 5, 9. */
static void
write_post (const struct instrument_names *n, hb_id number)
{
  struct instrumenter *w = n->w;
  const struct hb_aed_stmt *stmt = &w->program->stmts.data[number];
  const char *m = w->mark;
  size_t site = w->sites.size;
  instrument_leave_here (w);
  vec_push (w->sites, ((struct site){ number }));
  char *name = hb_format ("%sp%zu", m, site);
  instrument_declare (w, name);
  line (w, "%s := 1; # seq: on the list", name);
  hb_free (name);
  for (hb_id i = 0; i < stmt->args; i++)
    {
      char *exp = instrument_text (n, w->program->source.args.data[stmt->first_arg + i]);
      name = hb_format ("%sa%zu_%u", m, site, (unsigned)i);
      instrument_declare (w, name);
      line (w, "%s := %s;", name, exp);
      hb_free (name);
      hb_free (exp);
    }
  if (!is_checked (w))
    return;
  name = hb_format ("%st%zu", m, site);
  instrument_declare (w, name);
  line (w, "%s := %staint; # rule 5", name, m);
  hb_free (name);
  for (size_t k = 0; k < w->classes.size; k++)
    {
      name = hb_format ("%st%zu_%zu", m, site, k);
      instrument_declare (w, name);
      line (w, "%s := %staint%zu_; # rule 9", name, m, k);
      hb_free (name);
    }
}

/* A call of a procedure that posts is written out: its posts go to the list of its task. */
static void
write_out (const struct instrument_names *n, hb_id number)
{
  struct instrumenter *w = n->w;
  const struct hb_aed_stmt *stmt = &w->program->stmts.data[number];
  const struct hb_aed_proc *proc = &w->program->procs.data[stmt->slot];
  for (hb_id i = 0; i < w->calls; i++)
    if (w->calling[i] == stmt->slot)
      {
        instrument_refuse (w, number,
                           "a recursion of calls that post; expected posts outside of it, or "
                           "none: the list of a task is finite");
        return;
      }
  if (w->calls == sizeof w->calling / sizeof *w->calling)
    {
      instrument_refuse (w, number, "calls that post are nested too deep; expected at most 64");
      return;
    }
  struct instrument_names inner = { w, stmt->slot, ++w->inlined };
  for (hb_id i = 0; i < proc->locals; i++)
    {
      char *name = local_name (&inner, i);
      instrument_declare (w, name);
      if (i < proc->params)
        {
          char *exp = instrument_text (n, w->program->source.args.data[stmt->first_arg + i]);
          line (w, "%s := %s;", name, exp);
          hb_free (exp);
        }
      else
        line (w, "%s := 0;", name);
      hb_free (name);
    }
  w->calling[w->calls++] = stmt->slot;
  instrument_block (&inner, proc->body);
  w->calls--;
  /* `return` comes here: some statement has to stand behind the label. */
  line (w, "\"%send%u\": %sc := 0;", w->mark, (unsigned)inner.inlined, w->mark);
}

static void
write_call (const struct instrument_names *n, hb_id number)
{
  struct instrumenter *w = n->w;
  const struct hb_aed_stmt *stmt = &w->program->stmts.data[number];
  if (w->posts[stmt->slot])
    {
      write_out (n, number);
      return;
    }
  if (w->recursive[stmt->slot])
    instrument_leave_here (w);
  hb_buffer args = VEC_EMPTY;
  for (hb_id i = 0; i < stmt->args; i++)
    {
      hb_buffer_add (&args, i ? ", " : "");
      write_exp (n, w->program->source.args.data[stmt->first_arg + i], &args);
    }
  line (w, "call \"%s%s_%s\"(%s);", w->mark,
        instrument_mode_name (is_on_main (w) ? HB_MODE_IN_MAIN : HB_MODE_IN_ANY),
        hb_aed_name (w->program, stmt->slot), args.data ? args.data : "");
  vec_free (args);
  if (is_checked (w))
    {
      line (w, "if %sleft {", w->mark);
      line (w, "  goto %sout0; # rule 1: all its frames are left", w->mark);
      line (w, "}");
    }
}

/* The statements from FIRST on are written out for the COPY-th time: labels are those of that round. */
static void
number_copy (struct instrumenter *w, hb_id first, unsigned copy)
{
  for (hb_id at = first; at != HB_NONE; at = w->program->stmts.data[at].next)
    {
      const struct hb_aed_stmt *stmt = &w->program->stmts.data[at];
      w->copies[at] = copy;
      number_copy (w, stmt->body, copy);
      number_copy (w, stmt->orelse, copy);
    }
}

/* The label of statement NUMBER. */
static char *
label_of (const struct instrument_names *n, hb_id number)
{
  const struct hb_aed *program = n->w->program;
  return hb_format ("\"%s%u:%u.%s\"", n->w->mark, (unsigned)n->inlined, n->w->copies[number],
                    hb_names_text (program->source.names, program->stmts.data[number].label));
}

/* Loops that post are written out up to so many characters of a procedure: a certificate may ask for any bound. */
#define MOST_WRITTEN 20000000

static void
write_while (const struct instrument_names *n, hb_id number)
{
  struct instrumenter *w = n->w;
  const struct hb_aed_stmt *stmt = &w->program->stmts.data[number];
  char *exp = instrument_text (n, stmt->exp);
  if (!instrument_block_posts (w, stmt->body))
    {
      line (w, "while %s {", exp);
      w->depth++;
      instrument_leave_here (w); /* who stays in a loop for ever gets no further */
      instrument_block (n, stmt->body);
      w->depth--;
      line (w, "}");
    }
  else if (!w->options->bound)
    instrument_refuse (
        w, number,
        "a loop that posts; expected posts outside of loops, or a bound: the list of "
        "a task is finite");
  else
    {
      /* One behind the other, as blocks can be only so deep. */
      unsigned loop = w->unrolled++;
      for (size_t i = 0; i < w->options->bound && !w->failed; i++)
        {
          if (w->to->size > MOST_WRITTEN)
            instrument_refuse (w, number,
                               "a loop that posts, written out so often that the program has more "
                               "than 20 million characters; expected a smaller bound");
          line (w, "if !(%s) {", exp);
          line (w, "  goto %sdone%u;", w->mark, loop);
          line (w, "}");
          number_copy (w, stmt->body, ++w->rounds);
          instrument_block (n, stmt->body);
        }
      line (w, "%s !(%s); # the bound", w->options->beyond ? "assert" : "assume", exp);
      line (w, "%sdone%u: assume 1;", w->mark, loop);
    }
  hb_free (exp);
}

/* A chain of `else if` stays one: it may be longer than blocks may be deep. */
static void
write_if (const struct instrument_names *n, const struct hb_aed_stmt *stmt)
{
  struct instrumenter *w = n->w;
  const char *before = "";
  for (;; stmt = &w->program->stmts.data[stmt->orelse])
    {
      char *exp = instrument_text (n, stmt->exp);
      line (w, "%sif %s {", before, exp);
      hb_free (exp);
      w->depth++;
      instrument_block (n, stmt->body);
      w->depth--;
      before = "} else ";
      if (!stmt->chained)
        break;
    }
  if (stmt->has_else)
    {
      line (w, "} else {");
      w->depth++;
      instrument_block (n, stmt->orelse);
      w->depth--;
    }
  line (w, "}");
}

static bool
is_before (struct hb_spot a, struct hb_spot b)
{
  return a.line < b.line || (a.line == b.line && a.column < b.column);
}

/* Does a statement of the list FIRST, at whatever depth, post, between FROM and TO in the text? */
static bool
posts_between (const struct instrumenter *w, hb_id first, struct hb_spot from, struct hb_spot to)
{
  bool found = false;
  for (hb_id s = first; s != HB_NONE && !found; s = w->program->stmts.data[s].next)
    {
      const struct hb_aed_stmt *stmt = &w->program->stmts.data[s];
      bool posts
          = stmt->kind == HB_AED_ASYNC || (stmt->kind == HB_AED_CALL && w->posts[stmt->slot]);
      found = (posts && !is_before (stmt->spot, from) && is_before (stmt->spot, to))
              || posts_between (w, stmt->body, from, to)
              || posts_between (w, stmt->orelse, from, to);
    }
  return found;
}

/* A goto back makes a loop of what stands between: who goes round comes back over each of its places by a goto, or by a
 * loop that is written as one. */
static void
write_goto (const struct instrument_names *n, hb_id number)
{
  struct instrumenter *w = n->w;
  const struct hb_aed_stmt *stmt = &w->program->stmts.data[number],
                           *target = &w->program->stmts.data[stmt->slot];
  bool back = !is_before (stmt->spot, target->spot);
  if (back && w->posts[n->proc]
      && posts_between (w, w->program->procs.data[n->proc].body, target->spot, stmt->spot))
    {
      instrument_refuse (w, number,
                         "a loop that posts; expected posts outside of loops: the list of a "
                         "task is finite");
      return;
    }
  if (back)
    instrument_leave_here (w);
  char *label = label_of (n, stmt->slot);
  line (w, "goto %s;", label);
  hb_free (label);
}

static void
write_statement (const struct instrument_names *n, hb_id number)
{
  struct instrumenter *w = n->w;
  const struct hb_aed_stmt *stmt = &w->program->stmts.data[number];
  char *text;
  switch ((enum hb_aed_kind)stmt->kind)
    {
    case HB_AED_ASSIGN:
      write_assign (n, stmt);
      break;
    case HB_AED_CHOOSE:
      text = local_name (n, stmt->slot);
      line (w, "%s := choose %lld..%lld;", text, (long long)stmt->low, (long long)stmt->high);
      hb_free (text);
      break;
    case HB_AED_ASYNC:
      write_post (n, number);
      break;
    case HB_AED_CALL:
      write_call (n, number);
      break;
    case HB_AED_ASSUME:
      text = instrument_text (n, stmt->exp);
      line (w, "if !(%s) {", text);
      w->depth++;
      instrument_blocked (w);
      w->depth--;
      line (w, "}");
      hb_free (text);
      break;
    case HB_AED_ASSERT:
      text = instrument_text (n, stmt->exp);
      if (!is_checked (w))
        line (w, "assert %s;", text);
      hb_free (text);
      break;
    case HB_AED_IF:
      write_if (n, stmt);
      break;
    case HB_AED_WHILE:
      write_while (n, number);
      break;
    case HB_AED_GOTO:
      write_goto (n, number);
      break;
    case HB_AED_RETURN:
      if (n->inlined)
        line (w, "goto \"%send%u\";", w->mark, (unsigned)n->inlined);
      else
        line (w, "goto %sout0;", w->mark);
      break;
    case HB_AED_LOCAL:
      break;
    }
}

void
instrument_block (const struct instrument_names *n, hb_id first)
{
  struct instrumenter *w = n->w;
  for (hb_id s = first; s != HB_NONE && !w->failed; s = w->program->stmts.data[s].next)
    {
      const struct hb_aed_stmt *stmt = &w->program->stmts.data[s];
      if (stmt->label != HB_NONE)
        {
          char *label = label_of (n, s);
          line (w, "%s: %sc := 0;", label, w->mark);
          hb_free (label);
        }
      write_statement (n, s);
    }
}

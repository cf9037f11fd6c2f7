/* Procedures and statements of the sequential program.  See instrument.h. */
#include "robust/instrument_private.h"

#include <string.h>

#define line(...) instrument_line (__VA_ARGS__)

static const char *const mode_names[] = { "body", "main", "any", "in_main", "in_any" };

/* --- Expressions: locals of calls that are written out have a number before their names --- */

struct names
{
  struct instrumenter *w;
  hb_id proc, inlined; /* 0: the task's own */
};

static void write_block (const struct names *n, hb_id first);

/* The local of that slot as the sequential program calls it. */
static char *
local_name (const struct names *n, hb_id slot)
{
  const hb_aed *program = n->w->program;
  const struct hb_aed_proc *proc = &program->procs.data[n->proc];
  const char *name
      = hb_names_text (program->source.names, program->locals.data[proc->first_local + slot].name);
  return n->inlined ? hb_format ("\"%s%u.%s\"", n->w->mark, (unsigned)n->inlined, name)
                    : hb_format ("\"%s\"", name);
}

static void
write_exp (const struct names *n, hb_id exp, hb_buffer *to)
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
static char *
text_of (const struct names *n, hb_id exp)
{
  hb_buffer text = VEC_EMPTY;
  write_exp (n, exp, &text);
  return hb_buffer_take (&text);
}

static void
declare (struct instrumenter *w, const char *name)
{
  hb_buffer_add (&w->declared, "  local %s;\n", name);
}

/* --- Statements --- */

static void
write_assign (const struct names *n, const struct hb_aed_stmt *stmt)
{
  struct instrumenter *w = n->w;
  const hb_aed *program = w->program;
  char *exp = text_of (n, stmt->exp);
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
write_post (const struct names *n, hb_id number)
{
  struct instrumenter *w = n->w;
  const struct hb_aed_stmt *stmt = &w->program->stmts.data[number];
  const char *m = w->mark;
  size_t site = w->sites.size;
  instrument_leave_here (w);
  vec_push (w->sites, ((struct site){ number }));
  char *name = hb_format ("%sp%zu", m, site);
  declare (w, name);
  line (w, "%s := 1; # seq: on the list", name);
  hb_free (name);
  for (hb_id i = 0; i < stmt->args; i++)
    {
      char *exp = text_of (n, w->program->source.args.data[stmt->first_arg + i]);
      name = hb_format ("%sa%zu_%u", m, site, (unsigned)i);
      declare (w, name);
      line (w, "%s := %s;", name, exp);
      hb_free (name);
      hb_free (exp);
    }
  if (!is_checked (w))
    return;
  name = hb_format ("%st%zu", m, site);
  declare (w, name);
  line (w, "%s := %staint; # rule 5", name, m);
  hb_free (name);
  for (size_t k = 0; k < w->classes.size; k++)
    {
      name = hb_format ("%st%zu_%zu", m, site, k);
      declare (w, name);
      line (w, "%s := %staint%zu_; # rule 9", name, m, k);
      hb_free (name);
    }
}

/* A call of a procedure that posts is written out: its posts go to the list of its task. */
static void
write_out (const struct names *n, hb_id number)
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
  struct names inner = { w, stmt->slot, ++w->inlined };
  for (hb_id i = 0; i < proc->locals; i++)
    {
      char *name = local_name (&inner, i);
      declare (w, name);
      if (i < proc->params)
        {
          char *exp = text_of (n, w->program->source.args.data[stmt->first_arg + i]);
          line (w, "%s := %s;", name, exp);
          hb_free (exp);
        }
      else
        line (w, "%s := 0;", name);
      hb_free (name);
    }
  w->calling[w->calls++] = stmt->slot;
  write_block (&inner, proc->body);
  w->calls--;
  /* `return` comes here: some statement has to stand behind the label. */
  line (w, "\"%send%u\": %sc := 0;", w->mark, (unsigned)inner.inlined, w->mark);
}

static void
write_call (const struct names *n, hb_id number)
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
        mode_names[is_on_main (w) ? HB_MODE_IN_MAIN : HB_MODE_IN_ANY],
        hb_aed_name (w->program, stmt->slot), args.data ? args.data : "");
  vec_free (args);
  if (is_checked (w))
    {
      line (w, "if %sleft {", w->mark);
      line (w, "  goto %sout0; # rule 1: all its frames are left", w->mark);
      line (w, "}");
    }
}

static void
write_while (const struct names *n, hb_id number)
{
  struct instrumenter *w = n->w;
  const struct hb_aed_stmt *stmt = &w->program->stmts.data[number];
  char *exp = text_of (n, stmt->exp);
  if (!instrument_block_posts (w, stmt->body))
    {
      line (w, "while %s {", exp);
      w->depth++;
      instrument_leave_here (w); /* who stays in a loop for ever gets no further */
      write_block (n, stmt->body);
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
      for (size_t i = 0; i < w->options->bound; i++)
        {
          line (w, "if %s {", exp);
          w->depth++;
          write_block (n, stmt->body);
        }
      line (w, "assume !(%s); # the bound", exp);
      for (size_t i = 0; i < w->options->bound; i++)
        {
          w->depth--;
          line (w, "}");
        }
    }
  hb_free (exp);
}

static void
write_if (const struct names *n, const struct hb_aed_stmt *stmt)
{
  struct instrumenter *w = n->w;
  char *exp = text_of (n, stmt->exp);
  line (w, "if %s {", exp);
  hb_free (exp);
  w->depth++;
  write_block (n, stmt->body);
  w->depth--;
  if (stmt->has_else || stmt->chained)
    {
      line (w, "} else {");
      w->depth++;
      if (stmt->has_else)
        write_block (n, stmt->orelse);
      else
        write_if (n, &w->program->stmts.data[stmt->orelse]);
      w->depth--;
    }
  line (w, "}");
}

/* A goto back makes a loop of what stands between: statements are numbered in the order of the text. */
static void
write_goto (const struct names *n, hb_id number)
{
  struct instrumenter *w = n->w;
  const struct hb_aed_stmt *stmt = &w->program->stmts.data[number],
                           *target = &w->program->stmts.data[stmt->slot];
  bool back = target->spot.line < stmt->spot.line
              || (target->spot.line == stmt->spot.line && target->spot.column <= stmt->spot.column);
  if (back && w->posts[n->proc])
    for (hb_id s = stmt->slot; s != HB_NONE && s != number; s = w->program->stmts.data[s].next)
      {
        const struct hb_aed_stmt *between = &w->program->stmts.data[s];
        bool posts = between->kind == HB_AED_ASYNC
                     || (between->kind == HB_AED_CALL && w->posts[between->slot])
                     || (between->body != HB_NONE && instrument_block_posts (w, between->body))
                     || (between->orelse != HB_NONE && instrument_block_posts (w, between->orelse));
        if (posts)
          {
            instrument_refuse (w, number,
                               "a loop that posts; expected posts outside of loops: the list of a "
                               "task is finite");
            return;
          }
      }
  if (back)
    instrument_leave_here (w);
  line (w, "goto \"%s%u.%s\";", w->mark, (unsigned)n->inlined,
        hb_names_text (w->program->source.names, stmt->name));
}

static void
write_statement (const struct names *n, hb_id number)
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
      text = text_of (n, stmt->exp);
      line (w, "if !(%s) {", text);
      w->depth++;
      instrument_blocked (w);
      w->depth--;
      line (w, "}");
      hb_free (text);
      break;
    case HB_AED_ASSERT:
      text = text_of (n, stmt->exp);
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

static void
write_block (const struct names *n, hb_id first)
{
  struct instrumenter *w = n->w;
  for (hb_id s = first; s != HB_NONE && !w->failed; s = w->program->stmts.data[s].next)
    {
      const struct hb_aed_stmt *stmt = &w->program->stmts.data[s];
      if (stmt->label != HB_NONE)
        line (w, "\"%s%u.%s\": %sc := 0;", w->mark, (unsigned)n->inlined,
              hb_names_text (w->program->source.names, stmt->label), w->mark);
      write_statement (n, s);
    }
}

/* --- Procedures --- */

/* seq: the tasks on the list, in the order of their posts, which is that of the text. */
static void
run_list (struct instrumenter *w)
{
  const char *m = w->mark;
  for (size_t i = 0; i < w->sites.size; i++)
    {
      const struct hb_aed_stmt *stmt = &w->program->stmts.data[w->sites.data[i].stmt];
      bool chained = is_on_main (w) || !is_without (w, HB_WITHOUT_CHAINS);
      hb_buffer args = VEC_EMPTY;
      for (hb_id a = 0; a < stmt->args; a++)
        hb_buffer_add (&args, a ? ", %sa%zu_%u" : "%sa%zu_%u", m, i, (unsigned)a);
      if (is_checked (w))
        hb_buffer_add (&args, stmt->args ? ", %st%zu" : "%st%zu", m, i);
      for (size_t k = 0; k < w->classes.size; k++)
        hb_buffer_add (&args, ", %st%zu_%zu", m, i, k);
      line (w, "if %sp%zu { # seq", m, i);
      line (w, "  call \"%s%s_%s\"(%s);", m,
            mode_names[stmt->main && chained ? HB_MODE_MAIN : HB_MODE_ANY],
            hb_aed_name (w->program, stmt->slot), args.data ? args.data : "");
      line (w, "}");
      vec_free (args);
    }
}

/* The test of its guard is the first access of a body. */
static void
write_guard (const struct names *n)
{
  struct instrumenter *w = n->w;
  const struct hb_aed_proc *proc = &w->program->procs.data[n->proc];
  if (proc->guard == HB_NONE)
    return;
  char *exp = text_of (n, proc->guard);
  const char *name = hb_names_text (w->program->source.names,
                                    w->program->variables.data[proc->guard_variable].name);
  /* The shared variable is read into a local, which stands in its place. */
  hb_buffer test = VEC_EMPTY;
  char *quoted = hb_format ("\"%s\"", name), *at = strstr (exp, quoted),
       *local = hb_format ("%sg", w->mark);
  declare (w, local);
  hb_buffer_add (&test, "%.*s%s%s", (int)(at - exp), exp, local, at + strlen (quoted));
  line (w, "%s := %s;", local, quoted);
  line (w, "assume %s; # else the event does not start", test.data);
  instrument_access (w, proc->guard_variable, false);
  vec_free (test);
  hb_free (local);
  hb_free (quoted);
  hb_free (exp);
}

static void
write_head (struct instrumenter *w, hb_id proc)
{
  const struct hb_aed_proc *p = &w->program->procs.data[proc];
  bool task = w->mode == HB_MODE_MAIN || w->mode == HB_MODE_ANY;
  hb_buffer params = VEC_EMPTY;
  for (hb_id i = 0; i < p->params; i++)
    hb_buffer_add (
        &params, i ? ", \"%s\"" : "\"%s\"",
        hb_names_text (w->program->source.names, w->program->locals.data[p->first_local + i].name));
  if (task && is_checked (w))
    {
      hb_buffer_add (&params, p->params ? ", %sin" : "%sin", w->mark);
      for (size_t k = 0; k < w->classes.size; k++)
        hb_buffer_add (&params, ", %sin%zu_", w->mark, k);
    }
  line (w, "proc \"%s%s_%s\"(%s) {", w->mark, mode_names[w->mode], hb_aed_name (w->program, proc),
        params.data ? params.data : "");
  line (w, "  local %sc;", w->mark);
  for (hb_id i = p->params; i < p->locals; i++)
    line (
        w, "  local \"%s\";",
        hb_names_text (w->program->source.names, w->program->locals.data[p->first_local + i].name));
  vec_free (params);
}

static void
write_clone (struct instrumenter *w, hb_id proc, enum hb_run_mode mode)
{
  struct names n = { w, proc, 0 };
  hb_buffer body = VEC_EMPTY, *to = w->to;
  bool part = mode == HB_MODE_IN_MAIN || mode == HB_MODE_IN_ANY;
  w->mode = (uint8_t)mode;
  w->event = proc;
  w->inlined = w->calls = 0;
  vec_clear (w->sites);
  vec_clear (w->declared);
  vec_push (w->clones, ((struct hb_clone){ proc, (uint8_t)mode }));
  write_head (w, proc);
  /* What the body declares is known behind it. */
  w->to = &body;
  w->depth = 1;
  if (!part)
    instrument_task_start (w);
  if (mode == HB_MODE_BODY)
    write_guard (&n);
  write_block (&n, w->program->procs.data[proc].body);
  line (w, "%sout0: %sc := 0;", w->mark, w->mark);
  if (!part)
    {
      instrument_task_end (w);
      run_list (w);
    }
  w->depth = 0;
  line (w, "}");
  w->to = to;
  hb_buffer_add (to, "%s%s", w->declared.size ? w->declared.data : "", body.data);
  vec_free (body);
}

/* --- The whole --- */

/* The start of no name of the program: that of all ghosts. */
static char *
mark_for (const hb_aed *program)
{
  for (unsigned length = 1;; length++)
    {
      char *mark = hb_format ("g%.*s", (int)(length > 90 ? 90 : length),
                              "_________________________________________________________________"
                              "_________________________");
      bool taken = false;
      for (hb_id i = 0; i < hb_names_count (program->source.names) && !taken; i++)
        taken = !strncmp (hb_names_text (program->source.names, i), mark, strlen (mark));
      if (!taken || length > 90)
        return mark;
      hb_free (mark);
    }
}

/* Rule 9: the events of the driver that others must precede. */
static void
find_classes (struct instrumenter *w)
{
  if (!is_rob (w) || is_without (w, HB_WITHOUT_FREE_ORDER))
    return;
  for (size_t i = 0; i < w->program->driven.size; i++)
    for (size_t k = 0; k < w->program->befores.size; k++)
      if (w->program->befores.data[k].then == w->program->driven.data[i].proc)
        {
          vec_push (w->classes, w->program->driven.data[i].proc);
          break;
        }
}

static void
write_variables (struct instrumenter *w)
{
  for (size_t x = 0; x < w->program->variables.size; x++)
    {
      const struct hb_aed_variable *variable = &w->program->variables.data[x];
      line (w, "shared \"%s\" = %lld : %lld..%lld",
            hb_names_text (w->program->source.names, variable->name), (long long)variable->initial,
            (long long)variable->low, (long long)variable->high);
    }
}

static void
write_program (struct instrumenter *w)
{
  static const char *const what[] = { "Conflict-determinism of each event alone",
                                      "The single-thread semantics", "Conflict-robustness" };
  line (w, "# %s, as a sequential program: an assertion fails iff it is violated.",
        what[w->options->stage]);
  write_variables (w);
  instrument_ghosts (w);
  for (hb_id p = 0; p < w->program->procs.size && !w->failed; p++)
    for (int mode = 0; mode < HB_MODES && !w->failed; mode++)
      if (w->modes[p] >> mode & 1)
        {
          bool part = mode == HB_MODE_IN_MAIN || mode == HB_MODE_IN_ANY;
          if (part && w->posts[p])
            continue; /* it is written out */
          line (w, "%s", "");
          write_clone (w, p, (enum hb_run_mode)mode);
        }
  line (w, "%s", "");
  instrument_main (w);
}

static char *
instrument (struct instrumenter *w, const hb_aed *program)
{
  hb_buffer text = VEC_EMPTY;
  char *mark = mark_for (program);
  w->program = program;
  w->to = &text;
  w->mark = mark;
  w->modes = hb_calloc (program->procs.size, sizeof *w->modes);
  w->posts = hb_calloc (program->procs.size, sizeof *w->posts);
  w->recursive = hb_calloc (program->procs.size, sizeof *w->recursive);
  for (size_t v = 0; v < program->variables.size && !w->failed; v++)
    if (program->variables.data[v].ghost)
      {
        hb_source_error (&program->source, w->diag, program->variables.data[v].spot,
                         "a ghost: the program is sequential; expected an event program");
        w->failed = true;
      }
  find_classes (w);
  if (!w->failed && instrument_prepare (w))
    write_program (w);
  hb_free (w->modes);
  hb_free (w->posts);
  hb_free (w->recursive);
  w->mark_made = mark;
  vec_free (w->sites);
  vec_free (w->classes);
  vec_free (w->declared);
  if (!w->failed)
    return hb_buffer_take (&text);
  vec_free (text);
  return NULL;
}

char *
hb_instrument_text (const hb_aed *program, const struct hb_instrument_options *options,
                    hb_diag *diag)
{
  struct instrumenter w = { .options = options, .diag = diag };
  char *text = instrument (&w, program);
  hb_free (w.mark_made);
  vec_free (w.clones);
  return text;
}

static hb_id
find_ghost (const hb_instrumented *made, const char *name)
{
  size_t length = strlen (made->mark);
  for (hb_id v = 0; v < made->program->variables.size; v++)
    {
      const char *text
          = hb_names_text (made->program->source.names, made->program->variables.data[v].name);
      if (!strncmp (text, made->mark, length) && !strcmp (text + length, name))
        return v;
    }
  return HB_NONE;
}

hb_instrumented *
hb_instrument (const hb_aed *program, const struct hb_instrument_options *options, hb_diag *diag)
{
  struct instrumenter w = { .options = options, .diag = diag };
  char *text = instrument (&w, program);
  hb_instrumented *made = hb_calloc (1, sizeof *made);
  if (text)
    made->program = hb_aed_of_bytes ("the sequential program", text, strlen (text), diag);
  hb_free (text);
  made->mark = w.mark_made;
  made->pivot = made->open = HB_NONE;
  for (size_t i = 0; i < w.clones.size; i++)
    vec_push (made->clones, w.clones.data[i]);
  vec_free (w.clones);
  if (!made->program)
    {
      hb_instrumented_free (made);
      return NULL;
    }
  made->pivot = find_ghost (made, "pivot");
  made->open = find_ghost (made, "open");
  hb_aed_split (made->program);
  made->code = hb_acode_new (made->program);
  return made;
}

void
hb_instrumented_free (hb_instrumented *made)
{
  if (!made)
    return;
  hb_acode_free (made->code);
  hb_aed_free (made->program);
  vec_free (made->clones);
  hb_free (made->mark);
  hb_free (made);
}

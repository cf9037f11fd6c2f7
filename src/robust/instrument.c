/* Procedures of the sequential program, and the whole of it.  See instrument.h; statements are written by
 * instrument_stmt.c. */
#include "robust/instrument_private.h"

#include <string.h>

#define line(...) instrument_line (__VA_ARGS__)

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
            instrument_mode_name (stmt->main && chained ? HB_MODE_MAIN : HB_MODE_ANY),
            hb_aed_name (w->program, stmt->slot), args.data ? args.data : "");
      line (w, "}");
      vec_free (args);
    }
}

/* The test of its guard is the first access of a body. */
static void
write_guard (const struct instrument_names *n)
{
  struct instrumenter *w = n->w;
  const struct hb_aed_proc *proc = &w->program->procs.data[n->proc];
  if (proc->guard == HB_NONE)
    return;
  char *exp = instrument_text (n, proc->guard);
  const char *name = hb_names_text (w->program->source.names,
                                    w->program->variables.data[proc->guard_variable].name);
  /* The shared variable is read into a local, which stands in its place. */
  hb_buffer test = VEC_EMPTY;
  char *quoted = hb_format ("\"%s\"", name), *at = strstr (exp, quoted),
       *local = hb_format ("%sg", w->mark);
  instrument_declare (w, local);
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
  line (w, "proc \"%s%s_%s\"(%s) {", w->mark, instrument_mode_name (w->mode),
        hb_aed_name (w->program, proc), params.data ? params.data : "");
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
  struct instrument_names n = { w, proc, 0 };
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
  instrument_block (&n, w->program->procs.data[proc].body);
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
  w->copies = hb_calloc (program->stmts.size, sizeof *w->copies);
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
  hb_free (w->copies);
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

/* TEXT (stolen; NULL after an error) as a program: one that cannot be read is a mistake of the instrumentation. */
static hb_aed *
read_own (char *text, hb_diag *diag)
{
  hb_diag *own = hb_diag_new ();
  hb_aed *program
      = text ? hb_aed_of_bytes ("the sequential program", text, strlen (text), own) : NULL;
  if (text && !program)
    hb_mistake (diag, NULL, "the sequential program is none (%s)", hb_diag_first (own));
  hb_diag_free (own);
  hb_free (text);
  return program;
}

hb_instrumented *
hb_instrument (const hb_aed *program, const struct hb_instrument_options *options, hb_diag *diag)
{
  struct instrumenter w = { .options = options, .diag = diag };
  char *text = instrument (&w, program);
  hb_instrumented *made = hb_calloc (1, sizeof *made);
  made->program = read_own (text, diag);
  made->mark = w.mark_made;
  made->is_bounded = w.unrolled;
  made->pivot = made->open = made->err = HB_NONE;
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
  made->err = find_ghost (made, "err");
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

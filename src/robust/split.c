/* One access a statement: `x := r + y;` becomes `t1 := y; x := r + t1;`.  See program.h.
 *
 * Operands are read from left to right, each into a local of its own, before the rest is evaluated.  `r := x` and
 * `x := r` stay as they are. */
#include "robust/program.h"

#include <stdio.h>

struct splitter
{
  hb_aed *program;
  struct hb_aed_proc *proc;
  VEC (struct hb_aed_local) fresh;
  size_t names, number;  /* of the program as it was read; the last fresh local's number */
  hb_id first, previous; /* of the reads that were made */
};

/* A name that the program does not have. */
static hb_id
fresh_name (struct splitter *s)
{
  char text[32];
  hb_names *names = s->program->source.names;
  int length;
  do
    length = snprintf (text, sizeof text, "t%zu", ++s->number);
  while (hb_names_find (names, text, (size_t)length) < s->names);
  return hb_names_intern (names, text, (size_t)length);
}

static hb_id
push_exp (hb_aed *program, struct hb_exp exp)
{
  vec_push (program->source.exps, exp);
  return (hb_id)program->source.exps.size - 1;
}

/* Adds `t := x` for the access EXP, which becomes t. */
static void
read_before (struct splitter *s, hb_id exp)
{
  hb_aed *program = s->program;
  struct hb_aed_local local = { .name = fresh_name (s) };
  struct hb_exp access = program->source.exps.data[exp];
  hb_id slot = s->proc->locals + (hb_id)s->fresh.size;
  vec_push (s->fresh, local);
  struct hb_aed_stmt read = { .kind = HB_AED_ASSIGN,
                              .meaning = HB_MEANS_LOCAL,
                              .label = HB_NONE,
                              .name = local.name,
                              .slot = slot,
                              .body = HB_NONE,
                              .orelse = HB_NONE,
                              .next = HB_NONE,
                              .spot = access.spot,
                              .name_spot = access.spot };
  read.exp = push_exp (program, access);
  vec_push (program->stmts, read);
  hb_id number = (hb_id)program->stmts.size - 1;
  if (s->previous == HB_NONE)
    s->first = number;
  else
    program->stmts.data[s->previous].next = number;
  s->previous = number;
  struct hb_exp *e = &program->source.exps.data[exp];
  e->meaning = HB_MEANS_LOCAL;
  e->name = local.name;
  e->slot = slot;
}

static bool
is_access (const hb_aed *program, hb_id exp)
{
  const struct hb_exp *e = &program->source.exps.data[exp];
  return e->kind == HB_EXP_NAME && e->meaning == HB_MEANS_VARIABLE
         && !program->variables.data[e->slot].ghost;
}

static void
split_exp (struct splitter *s, hb_id exp)
{
  if (is_access (s->program, exp))
    {
      read_before (s, exp);
      return;
    }
  hb_id left = s->program->source.exps.data[exp].left,
        right = s->program->source.exps.data[exp].right;
  if (left != HB_NONE)
    split_exp (s, left);
  if (right != HB_NONE)
    split_exp (s, right);
}

/* Makes the reads that statement NUMBER needs stand before it: they take its place, and it comes behind. */
static void
split_stmt (struct splitter *s, hb_id number)
{
  hb_aed *program = s->program;
  struct hb_aed_stmt stmt = program->stmts.data[number];
  s->first = s->previous = HB_NONE;
  if (stmt.kind == HB_AED_ASSIGN
      && !(stmt.meaning == HB_MEANS_LOCAL && is_access (program, stmt.exp)))
    split_exp (s, stmt.exp);
  if (stmt.kind == HB_AED_ASYNC || stmt.kind == HB_AED_CALL)
    for (hb_id i = 0; i < stmt.args; i++)
      split_exp (s, program->source.args.data[stmt.first_arg + i]);
  if (s->first == HB_NONE)
    return;
  /* The first read takes over the number, so that whoever leads here finds it. */
  struct hb_aed_stmt head = program->stmts.data[s->first];
  stmt.label = HB_NONE;
  head.label = program->stmts.data[number].label;
  head.label_spot = stmt.label_spot;
  head.before = stmt.before;
  stmt.before = (struct hb_remarks){ 0, 0 };
  bool single = s->first == s->previous;
  hb_id tail = s->first; /* its place is free now */
  program->stmts.data[tail] = stmt;
  if (single)
    head.next = tail;
  else
    program->stmts.data[s->previous].next = tail;
  program->stmts.data[number] = head;
}

static void
split_block (struct splitter *s, hb_id first)
{
  for (hb_id at = first; at != HB_NONE;)
    {
      struct hb_aed_stmt stmt = s->program->stmts.data[at];
      hb_id next = stmt.next;
      if (stmt.body != HB_NONE)
        split_block (s, stmt.body);
      if (stmt.orelse != HB_NONE)
        split_block (s, stmt.orelse);
      split_stmt (s, at);
      at = next;
    }
}

/* Declares the fresh locals at the start of the procedure. */
static void
declare (struct splitter *s)
{
  hb_aed *program = s->program;
  struct hb_aed_proc *proc = s->proc;
  struct hb_aed_stmt stmt = { .kind = HB_AED_LOCAL,
                              .label = HB_NONE,
                              .name = HB_NONE,
                              .slot = proc->locals,
                              .exp = HB_NONE,
                              .args = (hb_id)s->fresh.size,
                              .body = HB_NONE,
                              .orelse = HB_NONE,
                              .next = proc->body,
                              .spot = { proc->spot.line, proc->spot.column + 1 } };
  hb_id start = (hb_id)program->locals.size;
  for (hb_id i = 0; i < proc->locals; i++)
    {
      struct hb_aed_local local = program->locals.data[proc->first_local + i];
      vec_push (program->locals, local);
    }
  for (size_t i = 0; i < s->fresh.size; i++)
    vec_push (program->locals, s->fresh.data[i]);
  proc->first_local = start;
  proc->locals += (hb_id)s->fresh.size;
  vec_push (program->stmts, stmt);
  proc->body = (hb_id)program->stmts.size - 1;
}

void
hb_aed_split (hb_aed *program)
{
  struct splitter s = { .program = program, .names = hb_names_count (program->source.names) };
  for (size_t p = 0; p < program->procs.size && !program->is_split; p++)
    {
      s.proc = &program->procs.data[p];
      s.number = 0;
      vec_clear (s.fresh);
      split_block (&s, s.proc->body);
      if (s.fresh.size)
        declare (&s);
    }
  program->is_split = true;
  vec_free (s.fresh);
}

/* Nodes, and the ends that lead to the next one; see lower.h. */
#include "diff/lower.h"

#include <stdio.h>
#include <string.h>

void
diff_fail (struct diff_lowering *l, struct hb_c_spot spot, const char *format, ...)
{
  if (l->failed)
    return;
  char text[300];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  hb_c_error (l->unit, l->diag, spot, "%s", text);
  l->failed = true;
}

bool
diff_reached (const struct diff_lowering *l)
{
  return !l->failed && (l->open != HB_NONE || l->ends.edges.size || l->ends.start);
}

/* The ends lead to node NODE. */
static void
lead_to (struct diff_lowering *l, hb_id node)
{
  for (size_t i = 0; i < l->ends.edges.size; i++)
    {
      hb_id edge = l->ends.edges.data[i];
      l->thread->nodes.data[edge / 2].next[edge % 2] = node;
    }
  vec_clear (l->ends.edges);
  l->ends.start = false;
}

static void
open_node (struct diff_lowering *l)
{
  struct diff_node node = { .first = (hb_id)l->thread->acts.size,
                            .statement = HB_NONE,
                            .unit = l->ends.depth ? l->ends.unit : HB_NONE,
                            .next = { DIFF_END, DIFF_END },
                            .spot = l->spot };
  l->open = (hb_id)l->thread->nodes.size;
  lead_to (l, l->open);
  vec_push (l->thread->nodes, node);
  uint64_t most = l->options->limit ? l->options->limit : 1000000;
  if (++l->nodes > most)
    diff_fail (l, l->spot,
               "the program has more than %llu steps with its loops unrolled; --limit allows more, "
               "--unroll makes fewer",
               (unsigned long long)most);
}

/* By what the statement at hand is known.  New. */
static char *
key_at_hand (const struct diff_lowering *l)
{
  return hb_format ("%s: %s%s", l->frame->function->name, l->text,
                    l->path.size ? l->path.data : "");
}

void
diff_do (struct diff_lowering *l, struct diff_act act)
{
  bool access = act.action == DIFF_READ || act.action == DIFF_WRITE;
  if (!diff_reached (l))
    return;
  if (l->open == HB_NONE)
    open_node (l);
  struct diff_node *node = &l->thread->nodes.data[l->open];
  if (access)
    {
      node->visible = true;
      node->statement = diff_statement (l);
      node->spot = l->spot;
    }
  else if (act.action == DIFF_ASSUME && node->statement == HB_NONE)
    {
      char *key = key_at_hand (l);
      node->waits = diff_text (l->program, key);
      hb_free (key);
    }
  node->count++;
  vec_push (l->thread->acts, act);
}

void
diff_close (struct diff_lowering *l)
{
  if (l->open != HB_NONE)
    vec_push (l->ends.edges, 2 * l->open);
  l->open = HB_NONE;
}

void
diff_begin_section (struct diff_lowering *l)
{
  diff_close (l);
  if (!l->ends.depth++)
    l->ends.unit = l->thread->units++;
}

void
diff_end_section (struct diff_lowering *l)
{
  diff_close (l);
  l->ends.depth--;
}

hb_id
diff_head (struct diff_lowering *l)
{
  diff_close (l);
  open_node (l);
  hb_id head = l->open;
  l->thread->nodes.data[head].head = true;
  l->program->section_loops = l->program->section_loops || l->ends.depth;
  diff_close (l);
  return head;
}

void
diff_lead_back (struct diff_lowering *l, hb_id head)
{
  diff_close (l);
  l->program->section_loops = l->program->section_loops || l->ends.depth;
  lead_to (l, head);
}

/* EDGES, or where the thread starts, as ends within the atomic sections at hand. */
static void
move_ends (struct diff_lowering *l, struct diff_ends *to)
{
  to->start = l->ends.start;
  to->depth = l->ends.depth;
  to->unit = l->ends.unit;
  vec_clear (to->edges);
  for (size_t i = 0; i < l->ends.edges.size; i++)
    vec_push (to->edges, l->ends.edges.data[i]);
  vec_clear (l->ends.edges);
  l->ends.start = false;
}

void
diff_branch (struct diff_lowering *l, const struct diff_exp *condition, struct diff_ends *yes,
             struct diff_ends *no)
{
  if (!diff_reached (l))
    {
      diff_close (l);
      return;
    }
  if (condition->op == C_NUMBER)
    {
      diff_close (l);
      move_ends (l, condition->value ? yes : no);
      return;
    }
  if (l->open == HB_NONE)
    open_node (l);
  l->thread->nodes.data[l->open].branch = condition;
  yes->depth = no->depth = l->ends.depth;
  yes->unit = no->unit = l->ends.unit;
  vec_push (yes->edges, 2 * l->open);
  vec_push (no->edges, 2 * l->open + 1);
  l->open = HB_NONE;
}

void
diff_join (struct diff_lowering *l, struct diff_ends *into, struct diff_ends *from,
           struct hb_c_spot spot)
{
  bool live = into->edges.size || into->start;
  if (from->edges.size || from->start)
    {
      if (live && (into->depth != from->depth || (into->depth && into->unit != from->unit)))
        diff_fail (l, spot,
                   "atomic sections are not balanced: one way comes here within one, another does "
                   "not; expected each section to end where it began");
      into->depth = from->depth;
      into->unit = from->unit;
      into->start = into->start || from->start;
      for (size_t i = 0; i < from->edges.size; i++)
        vec_push (into->edges, from->edges.data[i]);
    }
  vec_free (from->edges);
  memset (from, 0, sizeof *from);
}

void
diff_leave_to (struct diff_lowering *l, struct diff_ends *into, struct hb_c_spot spot)
{
  diff_close (l);
  struct diff_ends all = { VEC_EMPTY, false, 0, 0 };
  move_ends (l, &all);
  diff_join (l, into, &all, spot);
}

void
diff_go_on_from (struct diff_lowering *l, struct diff_ends *from)
{
  l->open = HB_NONE;
  vec_free (l->ends.edges);
  l->ends = *from;
  memset (from, 0, sizeof *from);
}

hb_id
diff_new_local (struct diff_lowering *l, const char *name, struct diff_type type)
{
  struct diff_local local = { name, type };
  vec_push (l->thread->locals, local);
  return (hb_id)l->thread->locals.size - 1;
}

void
diff_begin (struct diff_lowering *l, char *text, struct hb_c_spot spot)
{
  diff_close (l);
  l->text = diff_text (l->program, text);
  l->spot = spot;
  l->statement = HB_NONE;
  hb_free (text);
}

hb_id
diff_statement (struct diff_lowering *l)
{
  if (l->statement != HB_NONE)
    return l->statement;
  char *key = key_at_hand (l);
  for (size_t s = 1; s < l->program->statements.size && l->statement == HB_NONE; s++)
    if (!strcmp (l->program->statements.data[s].key, key))
      l->statement = (hb_id)s;
  if (l->statement == HB_NONE)
    {
      struct diff_statement statement = { .key = diff_text (l->program, key),
                                          .function = l->frame->function->name,
                                          .text = l->text,
                                          .spot = l->spot };
      l->statement = (hb_id)l->program->statements.size;
      vec_push (l->program->statements, statement);
    }
  hb_free (key);
  return l->statement;
}

void
diff_let (struct diff_lowering *l, hb_id local, const struct diff_exp *exp)
{
  diff_do (l, (struct diff_act){ .action = DIFF_LET, .local = local, .exp = exp, .spot = l->spot });
}

const struct diff_exp *
diff_keep (struct diff_lowering *l, const struct diff_exp *exp)
{
  if (exp->op == C_NUMBER)
    return exp;
  hb_id local = diff_new_local (l, NULL, exp->type);
  diff_let (l, local, exp);
  return diff_local_exp (l->program, l->thread, local);
}

const struct diff_exp *
diff_cast (struct diff_lowering *l, struct diff_type type, const struct diff_exp *exp)
{
  return diff_unary (l->program, C_CAST, type, exp);
}

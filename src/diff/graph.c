/* Programs of threads as data: memory, expressions, and what is known once all nodes are there; see graph.h. */
#include "diff/graph.h"

#include "diff/truth.h"

#include <string.h>

#define BLOCK 65536

diff_program *
diff_program_new (void)
{
  diff_program *program = hb_calloc (1, sizeof *program);
  program->used = BLOCK;
  struct diff_statement init = { .key = "init", .function = "", .text = "init" };
  vec_push (program->statements, init);
  return program;
}

void
diff_program_free (diff_program *program)
{
  if (!program)
    return;
  for (size_t t = 0; t < program->threads.size; t++)
    {
      vec_free (program->threads.data[t].nodes);
      vec_free (program->threads.data[t].acts);
      vec_free (program->threads.data[t].locals);
      vec_free (program->threads.data[t].live);
      vec_free (program->threads.data[t].slot);
    }
  for (size_t s = 0; s < program->statements.size; s++)
    {
      vec_free (program->statements.data[s].reads);
      vec_free (program->statements.data[s].writes);
    }
  for (size_t b = 0; b < program->blocks.size; b++)
    hb_free (program->blocks.data[b]);
  vec_free (program->threads);
  vec_free (program->variables);
  vec_free (program->statements);
  vec_free (program->missing);
  vec_free (program->blocks);
  if (!program->lent)
    hb_c_free (program->unit);
  hb_free (program->name);
  hb_free (program);
}

void *
diff_room (diff_program *program, size_t size)
{
  size = (size + 15) / 16 * 16;
  if (program->used + size > BLOCK)
    {
      vec_push (program->blocks, hb_calloc (size > BLOCK ? size : BLOCK, 1));
      program->used = 0;
    }
  void *room = vec_top (program->blocks) + program->used;
  program->used = size > BLOCK ? BLOCK : program->used + size;
  return room;
}

const char *
diff_text (diff_program *program, const char *text)
{
  size_t size = strlen (text) + 1;
  return memcpy (diff_room (program, size), text, size);
}

char *
diff_spot_text (const diff_program *program, struct hb_c_spot spot)
{
  if (!program->unit || !spot.line)
    return hb_copy_text ("-");
  struct hb_place place = hb_c_place (program->unit, spot);
  return hb_format ("%s:%zu", place.file, place.line);
}

/* --- expressions --------------------------------------------------------------------------------- */

static struct diff_exp *
exp_new (diff_program *program, enum hb_c_operation op, struct diff_type type)
{
  struct diff_exp *exp = diff_room (program, sizeof *exp);
  exp->op = op;
  exp->type = type;
  return exp;
}

const struct diff_exp *
diff_number (diff_program *program, struct diff_type type, uint64_t value)
{
  struct diff_exp *exp = exp_new (program, C_NUMBER, type);
  exp->value = diff_wrap (type, value);
  return exp;
}

const struct diff_exp *
diff_local_exp (diff_program *program, const struct diff_thread *thread, hb_id local)
{
  struct diff_exp *exp = exp_new (program, C_NAME, thread->locals.data[local].type);
  exp->local = local;
  return exp;
}

const struct diff_exp *
diff_unary (diff_program *program, enum hb_c_operation op, struct diff_type type,
            const struct diff_exp *a)
{
  if (op == C_CAST && a->type.width == type.width && a->type.is_signed == type.is_signed)
    return a;
  if (a->op == C_NUMBER)
    return diff_number (program, type, diff_compute (op, type, a->type, a->value, 0));
  struct diff_exp *exp = exp_new (program, op, type);
  exp->a = a;
  return exp;
}

const struct diff_exp *
diff_binary (diff_program *program, enum hb_c_operation op, struct diff_type type,
             const struct diff_exp *a, const struct diff_exp *b)
{
  if (a->op == C_NUMBER && b->op == C_NUMBER)
    return diff_number (program, type, diff_compute (op, type, a->type, a->value, b->value));
  struct diff_exp *exp = exp_new (program, op, type);
  exp->a = a;
  exp->b = b;
  return exp;
}

const struct diff_exp *
diff_choice (diff_program *program, const struct diff_exp *a, const struct diff_exp *b,
             const struct diff_exp *c)
{
  if (a->op == C_NUMBER)
    return a->value ? b : c;
  struct diff_exp *exp = exp_new (program, C_CHOICE, b->type);
  exp->a = a;
  exp->b = b;
  exp->c = c;
  return exp;
}

/* --- what is known once all nodes are there ------------------------------------------------------- */

static void
use (const struct diff_exp *exp, uint64_t *live)
{
  if (!exp)
    return;
  if (exp->op == C_NAME)
    live[exp->local / 64] |= (uint64_t)1 << exp->local % 64;
  use (exp->a, live);
  use (exp->b, live);
  use (exp->c, live);
}

/* Backwards over the nodes, what is live where a node starts; true if that has become more. */
static bool
find_more_live (struct diff_thread *thread)
{
  size_t words = thread->live_words;
  bool more = false;
  uint64_t *live = hb_calloc (words, sizeof *live);
  for (size_t n = thread->nodes.size; n-- > 0;)
    {
      const struct diff_node *node = &thread->nodes.data[n];
      memset (live, 0, words * sizeof *live);
      for (int side = 0; side < (node->branch ? 2 : 1); side++)
        for (size_t w = 0; w < words && node->next[side] != DIFF_END; w++)
          live[w] |= thread->live.data[node->next[side] * words + w];
      use (node->branch, live);
      for (hb_id i = node->count; i-- > 0;)
        {
          const struct diff_act *act = &thread->acts.data[node->first + i];
          bool sets = act->action == DIFF_LET || act->action == DIFF_CHOOSE
                      || (act->action == DIFF_READ && !act->guard);
          if (sets)
            live[act->local / 64] &= ~((uint64_t)1 << act->local % 64);
          use (act->exp, live);
          use (act->guard, live);
        }
      more = more || memcmp (thread->live.data + n * words, live, words * sizeof *live);
      memcpy (thread->live.data + n * words, live, words * sizeof *live);
    }
  hb_free (live);
  return more;
}

/* Once is enough unless loops lead back. */
static void
find_live (struct diff_thread *thread, bool closed)
{
  thread->live_words = thread->locals.size / 64 + 1;
  vec_resize (thread->live, thread->nodes.size * thread->live_words, 0);
  while (find_more_live (thread) && closed)
    ;
}

/* The last act of the thread, in their order, that a local is needed by, into LAST. */
static void
find_last (const struct diff_exp *exp, size_t at, size_t *last)
{
  if (!exp)
    return;
  if (exp->op == C_NAME)
    last[exp->local] = at;
  find_last (exp->a, at, last);
  find_last (exp->b, at, last);
  find_last (exp->c, at, last);
}

typedef VEC (hb_id) node_list;

/* Is LOCAL of use from one iteration of a loop to the next?  HEADS: the nodes to which loops lead back. */
static bool
is_carried (const struct diff_thread *thread, const node_list *heads, hb_id local)
{
  for (size_t i = 0; i < heads->size; i++)
    if (diff_is_live (thread, heads->data[i], local))
      return true;
  return false;
}

/* Locals share slots if one is over before the other starts: nodes only lead forward, so that a local is of use
 * between its first and its last act alone (linear scan; Poletto and Sarkar, TOPLAS 1999).  Those that a loop carries
 * have slots of their own. */
static void
share_slots (struct diff_thread *thread)
{
  size_t locals = thread->locals.size;
  size_t *last = hb_calloc (locals + 1, sizeof *last);
  node_list heads = VEC_EMPTY;
  for (size_t n = 0; n < thread->nodes.size; n++)
    {
      const struct diff_node *node = &thread->nodes.data[n];
      if (node->head)
        vec_push (heads, (hb_id)n);
      for (size_t i = node->first; i < node->first + node->count; i++)
        {
          const struct diff_act *act = &thread->acts.data[i];
          if (act->local != HB_NONE)
            last[act->local] = 2 * i;
          find_last (act->exp, 2 * i, last);
          find_last (act->guard, 2 * i, last);
        }
      find_last (node->branch, 2 * (size_t)(node->first + node->count) + 1, last);
    }
  VEC (hb_id) holder = VEC_EMPTY; /* of each slot */
  vec_resize (thread->slot, locals, HB_NONE);
  for (hb_id l = 0; l < locals; l++)
    if (is_carried (thread, &heads, l))
      {
        last[l] = SIZE_MAX;
        thread->slot.data[l] = (hb_id)holder.size;
        vec_push (holder, l);
      }
  for (size_t i = 0; i < thread->acts.size; i++)
    {
      hb_id local = thread->acts.data[i].local, free = 0;
      if (local == HB_NONE || thread->slot.data[local] != HB_NONE)
        continue;
      while (free < holder.size && last[holder.data[free]] >= 2 * i)
        free++;
      if (free == holder.size)
        vec_push (holder, local);
      thread->slot.data[local] = free;
      holder.data[free] = local;
    }
  for (size_t l = 0; l < locals; l++)
    if (thread->slot.data[l] == HB_NONE)
      thread->slot.data[l] = 0;
  thread->slots = holder.size ? (hb_id)holder.size : 1;
  vec_free (heads);
  vec_free (holder);
  hb_free (last);
}

static void
add_once (diff_program *program, hb_id statement, hb_id variable, bool write)
{
  struct diff_statement *s = &program->statements.data[statement];
  hb_id *data = write ? s->writes.data : s->reads.data;
  size_t size = write ? s->writes.size : s->reads.size;
  for (size_t i = 0; i < size; i++)
    if (data[i] == variable)
      return;
  if (write)
    vec_push (s->writes, variable);
  else
    vec_push (s->reads, variable);
}

/* The accesses of one thread: who touches what. */
static void
find_accesses (diff_program *program, const struct diff_thread *thread)
{
  char *touched = hb_calloc (program->variables.size + 1, 1);
  for (size_t n = 0; n < thread->nodes.size; n++)
    for (hb_id i = 0; i < thread->nodes.data[n].count; i++)
      {
        const struct diff_act *act = &thread->acts.data[thread->nodes.data[n].first + i];
        if (act->action != DIFF_READ && act->action != DIFF_WRITE)
          continue;
        program->variables.data[act->variable].threads += !touched[act->variable];
        touched[act->variable] = 1;
        add_once (program, thread->nodes.data[n].statement, act->variable,
                  act->action == DIFF_WRITE);
      }
  hb_free (touched);
}

void
diff_program_finish (diff_program *program)
{
  for (size_t t = 0; t < program->threads.size; t++)
    {
      find_live (&program->threads.data[t], program->closed);
      share_slots (&program->threads.data[t]);
      find_accesses (program, &program->threads.data[t]);
    }
  diff_find_wide_choices (program);
}

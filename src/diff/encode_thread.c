/* Nodes and locals as a circuit; see encode.h. */
#include "diff/encode_private.h"

struct walk
{
  diff_encoding *e;
  const struct diff_thread *thread;
  hb_id number, position, node; /* the node at hand */
  hb_id chosen;                 /* choices at the node so far */
  VEC (hb_lit) taken;           /* by node, two each: the edge is taken */
  VEC (hb_id) into; /* edges (2 * node + side) by the node that they lead to, behind `starts` */
  VEC (size_t) starts;
  hb_word *slots;        /* by node and slot: locals behind the node */
  VEC (hb_id) unit_step; /* of each unit its step, or HB_NONE */
  hb_word *now;          /* locals at the node at hand */
  hb_lit reach;
};

static hb_word
number_word (struct walk *w, struct diff_type type, uint64_t value)
{
  return hb_word_number (w->e->bits, type.width, value);
}

static hb_word word_of (struct walk *w, const struct diff_exp *exp);

static hb_word
truth (struct walk *w, hb_lit literal, unsigned width)
{
  return hb_word_resize (w->e->bits, hb_word_of (w->e->bits, &literal, 1), width, false);
}

/* A quotient or rest; 0 if the divisor is. */
static hb_word
divided (struct walk *w, const struct diff_exp *exp, hb_word a, hb_word b)
{
  hb_bits *bits = w->e->bits;
  hb_word rest, quotient = hb_word_divide (bits, a, b, exp->type.is_signed, &rest);
  return hb_word_ite (bits, hb_word_any (bits, b), exp->op == C_REST ? rest : quotient,
                      number_word (w, exp->type, 0));
}

static hb_lit
compared (struct walk *w, const struct diff_exp *exp, hb_word a, hb_word b)
{
  hb_bits *bits = w->e->bits;
  bool is_signed = exp->a->type.is_signed;
  switch (exp->op)
    {
    case C_LESS:
      return hb_word_less (bits, a, b, is_signed);
    case C_LESS_EQUAL:
      return hb_not (hb_word_less (bits, b, a, is_signed));
    case C_GREATER:
      return hb_word_less (bits, b, a, is_signed);
    case C_GREATER_EQUAL:
      return hb_not (hb_word_less (bits, a, b, is_signed));
    case C_EQUAL:
      return hb_word_equal (bits, a, b);
    case C_UNEQUAL:
      return hb_not (hb_word_equal (bits, a, b));
    case C_BOTH:
      return hb_and (bits, hb_word_any (bits, a), hb_word_any (bits, b));
    default:
      return hb_or (bits, hb_word_any (bits, a), hb_word_any (bits, b));
    }
}

static hb_word
binary (struct walk *w, const struct diff_exp *exp)
{
  hb_bits *bits = w->e->bits;
  hb_word a = word_of (w, exp->a), b = word_of (w, exp->b);
  switch (exp->op)
    {
    case C_ADD:
      return hb_word_add (bits, a, b);
    case C_SUBTRACT:
      return hb_word_subtract (bits, a, b);
    case C_MULTIPLY:
      return hb_word_multiply (bits, a, b);
    case C_DIVIDE:
    case C_REST:
      return divided (w, exp, a, b);
    case C_LEFT:
    case C_RIGHT:
      /* The amount is as wide as what is shifted, and a larger one still large. */
      b = hb_word_resize (bits, b, 64, exp->b->type.is_signed);
      a = hb_word_shift (bits, hb_word_resize (bits, a, 64, exp->type.is_signed), b,
                         exp->op == C_RIGHT, exp->type.is_signed);
      return hb_word_resize (bits, a, exp->type.width, false);
    case C_AND:
      return hb_word_and (bits, a, b);
    case C_OR:
      return hb_word_or (bits, a, b);
    case C_XOR:
      return hb_word_xor (bits, a, b);
    default:
      return truth (w, compared (w, exp, a, b), exp->type.width);
    }
}

static hb_word
cast (struct walk *w, const struct diff_exp *exp)
{
  hb_bits *bits = w->e->bits;
  hb_word a = word_of (w, exp->a);
  if (exp->type.width == 1 && !exp->type.is_signed)
    return truth (w, hb_word_any (bits, a), 1);
  return hb_word_resize (bits, a, exp->type.width, exp->a->type.is_signed);
}

static hb_word
word_of (struct walk *w, const struct diff_exp *exp)
{
  hb_bits *bits = w->e->bits;
  switch (exp->op)
    {
    case C_NUMBER:
      return number_word (w, exp->type, exp->value);
    case C_NAME:
      return w->now[w->thread->slot.data[exp->local]];
    case C_CAST:
      return cast (w, exp);
    case C_NEGATE:
      return hb_word_negate (bits, word_of (w, exp->a));
    case C_INVERT:
      return hb_word_not (bits, word_of (w, exp->a));
    case C_NOT:
      return truth (w, hb_not (hb_word_any (bits, word_of (w, exp->a))), exp->type.width);
    case C_CHOICE:
      return hb_word_ite (bits, hb_word_any (bits, word_of (w, exp->a)), word_of (w, exp->b),
                          word_of (w, exp->c));
    default:
      return binary (w, exp);
    }
}

/* --- nodes --------------------------------------------------------------------------------------- */

/* Whether NODE is reached, and the locals that are live there. */
static void
arrive (struct walk *w, hb_id node)
{
  size_t start = w->starts.data[node], end = w->starts.data[node + 1];
  hb_bits *bits = w->e->bits;
  w->reach = node ? HB_FALSE : HB_TRUE;
  for (size_t i = start; i < end; i++)
    w->reach = hb_or (bits, w->reach, w->taken.data[w->into.data[i]]);
  for (hb_id l = 0; l < w->thread->locals.size; l++)
    {
      if (!diff_is_live (w->thread, node, l))
        continue;
      hb_id slot = w->thread->slot.data[l];
      struct diff_type type = w->thread->locals.data[l].type;
      hb_word value = number_word (w, type, 0);
      bool first = true;
      for (size_t i = start; i < end; i++)
        {
          hb_word other = w->slots[(w->into.data[i] / 2) * w->thread->slots + slot];
          if (other.width != type.width)
            continue;
          hb_lit taken = w->taken.data[w->into.data[i]];
          value = first ? other : hb_word_ite (bits, taken, other, value);
          first = false;
        }
      w->now[slot] = value;
    }
}

static hb_id
new_step (struct walk *w, hb_lit runs)
{
  struct diff_ordered step = { w->number, 0, runs, HB_FALSE };
  vec_push (w->e->steps, step);
  if (w->e->leader)
    vec_push (w->e->step_anchors, w->e->following->step (w->e, w->number, w->node));
  return (hb_id)w->e->steps.size - 1;
}

/* Does the thread stop before NODE unless it goes on? */
static bool
may_stop (const struct walk *w, const struct diff_node *node)
{
  bool may = node->visible || node->unit != HB_NONE;
  for (hb_id i = 0; i < node->count; i++)
    may = may || w->thread->acts.data[node->first + i].action == DIFF_ASSUME;
  return may && (node->unit == HB_NONE || w->unit_step.data[node->unit] == HB_NONE);
}

/* CONDITION is assumed by what runs if RUNS: a read that runs only then, and whose bit this is, has a constant there, so
 * that it has no source of another value. */
static void
fix_reads (struct walk *w, hb_lit runs, hb_lit condition)
{
  diff_encoding *e = w->e;
  for (size_t i = e->accesses.size; i-- > 0;)
    {
      struct diff_place_of_access *access = &e->accesses.data[i];
      hb_lit bits[64];
      bool fixed = false;
      if (access->runs != runs || access->thread != w->number)
        return;
      for (unsigned b = 0; b < access->value.width; b++)
        {
          hb_lit is = access->value.bits[b];
          bits[b] = is == condition ? HB_TRUE : is == hb_not (condition) ? HB_FALSE : is;
          fixed = fixed || bits[b] != is;
        }
      if (fixed && !access->write)
        access->value = hb_word_of (e->bits, bits, access->value.width);
    }
}

static void
choose (struct walk *w, hb_lit runs, hb_id position, struct diff_type type, hb_word *local)
{
  diff_encoding *e = w->e;
  if (e->leader)
    {
      *local = e->following->choice (e, w->number, w->node, w->chosen++, type);
      return;
    }
  *local = hb_word_input (e->bits, type.width);
  struct diff_made made = { w->number, position, runs, *local, type };
  vec_push (e->made, made);
}

/* What runs has CONDITION; a follower that has not has failed. */
static void
assume (struct walk *w, hb_lit runs, hb_lit condition)
{
  hb_lit clause[] = { hb_not (runs), condition };
  if (w->e->leader)
    {
      hb_lit fails = hb_and (w->e->bits, runs, hb_not (condition));
      w->e->failed = hb_or (w->e->bits, w->e->failed, fails);
      return;
    }
  diff_encode_clause (w->e, clause, 2);
  fix_reads (w, runs, condition);
}

static void
act_on (struct walk *w, const struct diff_node *node, const struct diff_act *act, hb_lit runs,
        hb_id step)
{
  diff_encoding *e = w->e;
  hb_lit guard = act->guard ? hb_word_any (e->bits, word_of (w, act->guard)) : HB_TRUE;
  struct diff_place_of_access access = {
    act->action == DIFF_WRITE,     act->variable, node->statement, w->number, w->position++, step,
    hb_and (e->bits, runs, guard), { 0, NULL },   node->spot
  };
  hb_word *local = act->local == HB_NONE ? NULL : &w->now[w->thread->slot.data[act->local]];
  switch (act->action)
    {
    case DIFF_LET:
      *local = word_of (w, act->exp);
      break;
    case DIFF_CHOOSE:
      choose (w, runs, access.position, w->thread->locals.data[act->local].type, local);
      break;
    case DIFF_READ:
      access.value = diff_encode_shaped (e, act->variable);
      vec_push (e->accesses, access);
      *local = guard == HB_TRUE ? access.value : hb_word_ite (e->bits, guard, access.value, *local);
      break;
    case DIFF_WRITE:
      access.value = e->matters[act->variable]
                         ? word_of (w, act->exp)
                         : number_word (w, e->program->variables.data[act->variable].type, 0);
      vec_push (e->accesses, access);
      break;
    case DIFF_ASSUME:
      assume (w, runs, hb_word_any (e->bits, word_of (w, act->exp)));
      break;
    case DIFF_ASSERT:
      break;
    }
}

static void
run_node (struct walk *w, hb_id number)
{
  const struct diff_node *node = &w->thread->nodes.data[number];
  hb_bits *bits = w->e->bits;
  w->node = number;
  w->chosen = 0;
  arrive (w, number);
  hb_lit runs = w->reach;
  hb_id step = HB_NONE;
  if (may_stop (w, node))
    runs = hb_and (bits, runs,
                   w->e->leader ? w->e->following->goes_on (w->e, w->number, number)
                                : hb_bits_input (bits));
  if (node->unit != HB_NONE && w->unit_step.data[node->unit] == HB_NONE)
    w->unit_step.data[node->unit] = new_step (w, runs);
  if (node->unit != HB_NONE)
    step = w->unit_step.data[node->unit];
  else if (node->visible)
    step = new_step (w, runs);
  vec_push (w->e->laid, ((struct diff_laid_node){ runs, step, w->e->made.size }));
  for (hb_id i = 0; i < node->count; i++)
    act_on (w, node, &w->thread->acts.data[node->first + i], runs, step);
  hb_lit yes = node->branch ? hb_word_any (bits, word_of (w, node->branch)) : HB_TRUE;
  w->taken.data[2 * number] = hb_and (bits, runs, yes);
  w->taken.data[2 * number + 1] = node->branch ? hb_and (bits, runs, hb_not (yes)) : HB_FALSE;
  w->position++;
  if (step != HB_NONE)
    {
      struct diff_ordered *ordered = &w->e->steps.data[step];
      ordered->end = w->position;
      if (node->visible)
        ordered->seen = hb_or (bits, ordered->seen, runs);
    }
  for (hb_id s = 0; s < w->thread->slots; s++)
    w->slots[(size_t)number * w->thread->slots + s] = w->now[s];
}

/* The edges that lead to each node. */
static void
find_edges (struct walk *w)
{
  hb_id nodes = (hb_id)w->thread->nodes.size;
  vec_resize (w->starts, (size_t)nodes + 2, 0);
  for (hb_id n = 0; n < nodes; n++)
    for (hb_id side = 0; side < (w->thread->nodes.data[n].branch ? 2 : 1); side++)
      if (w->thread->nodes.data[n].next[side] != DIFF_END)
        w->starts.data[w->thread->nodes.data[n].next[side] + 2]++;
  for (hb_id n = 2; n < nodes + 2; n++)
    w->starts.data[n] += w->starts.data[n - 1];
  vec_resize (w->into, w->starts.data[nodes + 1], 0);
  for (hb_id n = 0; n < nodes; n++)
    for (hb_id side = 0; side < (w->thread->nodes.data[n].branch ? 2 : 1); side++)
      if (w->thread->nodes.data[n].next[side] != DIFF_END)
        w->into.data[w->starts.data[w->thread->nodes.data[n].next[side] + 1]++] = 2 * n + side;
}

static void
run_thread (diff_encoding *e, hb_id number)
{
  struct walk w = { .e = e, .thread = &e->program->threads.data[number], .number = number };
  hb_id nodes = (hb_id)w.thread->nodes.size, slots = w.thread->slots;
  vec_resize (w.taken, 2 * (size_t)nodes, HB_FALSE);
  vec_resize (w.unit_step, (size_t)w.thread->units, HB_NONE);
  w.slots = hb_calloc ((size_t)nodes * slots + 1, sizeof *w.slots);
  w.now = hb_calloc (slots + 1, sizeof *w.now);
  find_edges (&w);
  for (hb_id n = 0; n < nodes; n++)
    run_node (&w, n);
  hb_lit ends = nodes ? HB_FALSE : HB_TRUE;
  for (hb_id n = 0; n < nodes; n++)
    for (hb_id side = 0; side < (w.thread->nodes.data[n].branch ? 2 : 1); side++)
      if (w.thread->nodes.data[n].next[side] == DIFF_END)
        ends = hb_or (e->bits, ends, w.taken.data[2 * n + side]);
  vec_push (e->ends, ends);
  vec_free (w.taken);
  vec_free (w.into);
  vec_free (w.starts);
  vec_free (w.unit_step);
  hb_free (w.slots);
  hb_free (w.now);
}

const struct diff_laid_node *
diff_laid (const diff_encoding *e, hb_id thread, hb_id node)
{
  return &e->laid.data[e->laid_of.data[thread] + node];
}

void
diff_encode_threads (diff_encoding *e)
{
  vec_clear (e->accesses);
  vec_clear (e->made);
  vec_clear (e->steps);
  vec_clear (e->ends);
  vec_clear (e->clauses_open);
  vec_clear (e->laid);
  vec_clear (e->laid_of);
  for (hb_id t = 0; t < e->program->threads.size; t++)
    {
      vec_push (e->laid_of, e->laid.size);
      run_thread (e, t);
    }
  for (size_t t = 0; t < e->ends.size && e->options.complete && !e->leader; t++)
    diff_encode_clause (e, &e->ends.data[t], 1);
}

/* Unrolling: a procedure is gone through from its first instruction to its last, in rounds.
 *
 * In a round every instruction gets at most one state: the paths that lead to it, merged.  A jump back leads to the
 * next round.  So what stands later in a round, or in a later one, happens later in every run: choices come in the
 * order in which they are made. */
#include "robust/bmc_unroll.h"

#include "robust/circuit.h"

#include <string.h>

/* The paths that meet somewhere: whether one is taken, and the values, locals first. */
struct state
{
  hb_lit guard;   /* HB_FALSE: nobody comes */
  hb_word *words; /* NULL: nobody comes */
};

struct unroller
{
  struct aed_circuit values;
  const hb_acode *code;
  const struct hb_bmc_options *options;
  struct bmc_circuit *circuit;
  hb_bits *bits;
  hb_id variables, event;
  size_t *within; /* procedure -> how often it is being gone through */
};

/* --- States --- */

static void
merge (struct unroller *u, struct state *to, hb_lit guard, const hb_word *words, size_t count)
{
  if (guard == HB_FALSE)
    return;
  if (!to->words)
    {
      to->words = hb_calloc (count, sizeof *to->words);
      memcpy (to->words, words, count * sizeof *words);
      to->guard = guard;
      return;
    }
  for (size_t i = 0; i < count; i++)
    if (!hb_word_same (to->words[i], words[i]))
      to->words[i] = hb_word_ite (u->bits, guard, words[i], to->words[i]);
  to->guard = hb_or (u->bits, to->guard, guard);
}

static void
clear (struct state *state)
{
  hb_free (state->words);
  *state = (struct state){ HB_FALSE, NULL };
}

/* --- Procedures --- */

/* A procedure being gone through. */
struct walk
{
  hb_id proc, locals;
  size_t words, count;            /* of a state; instructions */
  struct state *now, *next, exit; /* by instruction: this round, the next one */
};

static bool go_through (struct unroller *u, hb_id proc, hb_lit guard, const hb_word *arguments,
                        const hb_word *variables, struct state *exit);

static void
cut (struct unroller *u, hb_lit guard)
{
  u->circuit->cut = hb_or (u->bits, u->circuit->cut, guard);
}

static void
lead_to (struct unroller *u, struct walk *w, size_t from, hb_id target, hb_lit guard,
         const hb_word *words)
{
  size_t to = target - u->code->procs.data[w->proc].first;
  merge (u, to > from ? &w->now[to] : &w->next[to], guard, words, w->words);
}

static void
choose (struct unroller *u, const struct hb_ains *ins, struct state *state, hb_word *words,
        hb_word *variables)
{
  uint64_t span = (uint64_t)((int64_t)ins->high - ins->low);
  unsigned width = 1;
  while (width < AED_WIDTH && span >> width)
    width++;
  hb_word input = hb_word_resize (u->bits, hb_word_input (u->bits, width), AED_WIDTH, false);
  if (span + 1 != (uint64_t)1 << width)
    vec_push (
        u->circuit->always,
        hb_not (hb_word_less (u->bits, aed_number (&u->values, (int64_t)span), input, false)));
  vec_push (u->circuit->choices, ((struct bmc_choice){ state->guard, input, ins->low }));
  hb_word chosen
      = ins->low ? hb_word_add (u->bits, input, aed_number (&u->values, ins->low)) : input;
  *(ins->variable != HB_NONE ? &variables[ins->variable] : &words[ins->slot]) = chosen;
}

static void
call (struct unroller *u, struct walk *w, const struct hb_ains *ins, struct state *state)
{
  const hb_id *args = vec_from (u->code->program->source.args, ins->first_arg);
  hb_word *arguments = hb_calloc (ins->args, sizeof *arguments),
          *variables = state->words + w->locals;
  struct state exit = { HB_FALSE, NULL };
  for (hb_id i = 0; i < ins->args; i++)
    arguments[i] = aed_value (&u->values, args[i], state->words, variables);
  if (u->within[ins->slot] >= u->options->bound
      || !go_through (u, ins->slot, state->guard, arguments, variables, &exit))
    cut (u, state->guard);
  state->guard = exit.guard;
  if (exit.words)
    memcpy (variables, exit.words, u->variables * sizeof *variables);
  hb_free (exit.words);
  hb_free (arguments);
}

/* The instruction AT of STATE, which leads on. */
static void
instruction (struct unroller *u, struct walk *w, size_t at, struct state *state)
{
  hb_id number_of = u->code->procs.data[w->proc].first + (hb_id)at;
  const struct hb_ains *ins = &u->code->ins.data[number_of];
  hb_word *words = state->words, *variables = words + w->locals, result = { 0, NULL };
  const struct hb_aed_variable *v;
  hb_lit holds = HB_TRUE;
  if (ins->exp != HB_NONE)
    result = aed_value (&u->values, ins->exp, words, variables);
  switch ((enum hb_aop)ins->op)
    {
    case HB_AOP_SET:
    case HB_AOP_READ:
      words[ins->slot] = result;
      break;
    case HB_AOP_WRITE:
      v = &u->code->program->variables.data[ins->variable];
      holds = hb_and (
          u->bits, hb_not (hb_word_less (u->bits, result, aed_number (&u->values, v->low), true)),
          hb_not (hb_word_less (u->bits, aed_number (&u->values, v->high), result, true)));
      variables[ins->variable] = aed_narrow (&u->values, ins->variable, result);
      break;
    case HB_AOP_GHOST:
      variables[ins->variable] = aed_narrow (&u->values, ins->variable, result);
      break;
    case HB_AOP_CHOOSE:
      choose (u, ins, state, words, variables);
      break;
    case HB_AOP_CALL:
      call (u, w, ins, state);
      break;
    case HB_AOP_ASSUME:
      holds = hb_word_any (u->bits, result);
      break;
    case HB_AOP_ASSERT:
      holds = hb_word_any (u->bits, result);
      u->circuit->fails
          = hb_or (u->bits, u->circuit->fails, hb_and (u->bits, state->guard, hb_not (holds)));
      break;
    case HB_AOP_BRANCH:
      holds = hb_word_any (u->bits, result);
      lead_to (u, w, at, ins->target, hb_and (u->bits, state->guard, hb_not (holds)), words);
      break;
    case HB_AOP_JUMP:
      lead_to (u, w, at, ins->target, state->guard, words);
      return;
    default: /* return */
      merge (u, &w->exit, state->guard, variables, u->variables);
      return;
    }
  lead_to (u, w, at, number_of + 1, hb_and (u->bits, state->guard, holds), words);
}

static bool
too_large (struct unroller *u)
{
  if (hb_limits_hit (u->options->limits)
      || (u->options->most && hb_bits_nodes (u->bits) > u->options->most))
    u->circuit->given_up = true;
  return u->circuit->given_up;
}

/* What comes out of PROC, entered with GUARD; false: given up. */
static bool
go_through (struct unroller *u, hb_id proc, hb_lit guard, const hb_word *arguments,
            const hb_word *variables, struct state *exit)
{
  const struct hb_aproc *p = &u->code->procs.data[proc];
  struct walk w = { .proc = proc, .locals = p->locals, .count = p->count };
  w.words = p->locals + u->variables;
  w.now = hb_calloc (w.count, sizeof *w.now);
  w.next = hb_calloc (w.count, sizeof *w.next);
  hb_word *words = hb_calloc (w.words, sizeof *words);
  for (hb_id i = 0; i < p->locals; i++)
    words[i] = i < p->params ? arguments[i] : aed_number (&u->values, 0);
  memcpy (words + p->locals, variables, u->variables * sizeof *words);
  merge (u, &w.now[0], guard, words, w.words);
  hb_free (words);
  size_t rounds = proc == u->event ? u->options->rounds : u->options->bound;
  u->within[proc]++;
  bool more = true;
  for (size_t round = 0; more && round <= rounds && !too_large (u); round++)
    {
      for (size_t at = 0; at < w.count && !u->circuit->given_up; at++)
        if (w.now[at].words)
          {
            instruction (u, &w, at, &w.now[at]);
            clear (&w.now[at]);
          }
      struct state *swap = w.now;
      w.now = w.next;
      w.next = swap;
      more = false;
      for (size_t at = 0; at < w.count; at++)
        more = more || w.now[at].words;
    }
  for (size_t at = 0; at < w.count; at++)
    {
      if (w.now[at].words)
        cut (u, w.now[at].guard);
      clear (&w.now[at]);
      clear (&w.next[at]);
    }
  u->within[proc]--;
  hb_free (w.now);
  hb_free (w.next);
  *exit = w.exit;
  return !u->circuit->given_up;
}

void
bmc_unroll (const hb_acode *code, const struct hb_bmc_options *options, struct bmc_circuit *circuit)
{
  const hb_aed *program = code->program;
  struct unroller u = { .code = code, .options = options, .circuit = circuit };
  struct state exit = { HB_FALSE, NULL };
  u.bits = circuit->bits = hb_bits_new ();
  u.values = (struct aed_circuit){ code, u.bits };
  u.variables = (hb_id)program->variables.size;
  u.event = (hb_id)program->procs.size - 1;
  u.within = hb_calloc (code->procs.size, sizeof *u.within);
  circuit->fails = circuit->cut = HB_FALSE;
  hb_word *words = hb_calloc (u.variables, sizeof *words), none = { 0, NULL };
  for (hb_id v = 0; v < u.variables; v++)
    words[v] = aed_number (&u.values, program->variables.data[v].initial);
  go_through (&u, u.event, HB_TRUE, &none, words, &exit);
  hb_free (exit.words);
  hb_free (words);
  hb_free (u.within);
}

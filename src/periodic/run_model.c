/* From a model to a run: the events in the model's order, those whose guard holds, with their values.
 *
 * The values of reads that nothing depends on stand in no clause; they are what memory holds when their turn comes.  So
 * circuits are evaluated as the run goes on, each node once. */
#include "periodic/run.h"

struct evaluation
{
  const hb_vc *vc;
  const hb_unfolding *unfolding;
  signed char *values;
  VEC (char) known;
  VEC (hb_id) deferred; /* by node: 1 + the operation that it is a bit of; 0 none */
  VEC (hb_id) stack;
};

static void
set_word (struct evaluation *e, hb_word word, uint64_t number)
{
  for (unsigned i = 0; i < word.width; i++)
    {
      e->values[word.bits[i] >> 1] = (signed char)(number >> i & 1);
      e->known.data[word.bits[i] >> 1] = 1;
    }
}

static uint64_t
operate (const struct hb_deferred *d, uint64_t a, uint64_t b)
{
  const struct hb_c_type type
      = { .kind = C_INTEGER, .width = d->a.width, .is_signed = d->is_signed };
  uint64_t x = hb_c_wrap (&type, a), y = hb_c_wrap (&type, b);
  int64_t s = (int64_t)x, t = (int64_t)y;
  if (d->op == C_MULTIPLY)
    return x * y;
  if (!y)
    return 0;
  if (d->is_signed && t == -1)
    return d->op == C_DIVIDE ? 0 - x : 0;
  if (d->is_signed)
    return (uint64_t)(d->op == C_DIVIDE ? s / t : s % t);
  return d->op == C_DIVIDE ? x / y : x % y;
}

/* Pushes what NODE waits for; false if there is nothing. */
static bool
waits (struct evaluation *e, hb_id node)
{
  hb_lit a, b;
  size_t size = e->stack.size;
  if (hb_bits_gate (e->unfolding->bits, node, &a, &b))
    {
      if (!e->known.data[a >> 1])
        vec_push (e->stack, a >> 1);
      if (!e->known.data[b >> 1])
        vec_push (e->stack, b >> 1);
    }
  else if (e->deferred.data[node])
    {
      const struct hb_deferred *d = &e->unfolding->deferred.data[e->deferred.data[node] - 1];
      for (unsigned i = 0; i < d->a.width; i++)
        {
          if (!e->known.data[d->a.bits[i] >> 1])
            vec_push (e->stack, d->a.bits[i] >> 1);
          if (!e->known.data[d->b.bits[i] >> 1])
            vec_push (e->stack, d->b.bits[i] >> 1);
        }
    }
  return e->stack.size > size;
}

static void
evaluate (struct evaluation *e, hb_lit root)
{
  vec_push (e->stack, root >> 1);
  while (e->stack.size)
    {
      hb_id node = vec_top (e->stack);
      hb_lit a, b;
      if (e->known.data[node])
        {
          (void)vec_pop (e->stack);
          continue;
        }
      if (waits (e, node))
        continue;
      (void)vec_pop (e->stack);
      if (hb_bits_gate (e->unfolding->bits, node, &a, &b))
        e->values[node] = hb_bits_holds (e->values, a) && hb_bits_holds (e->values, b);
      else if (e->deferred.data[node])
        {
          const struct hb_deferred *d = &e->unfolding->deferred.data[e->deferred.data[node] - 1];
          set_word (
              e, d->out,
              operate (d, hb_bits_number (e->values, d->a), hb_bits_number (e->values, d->b)));
        }
      e->known.data[node] = 1;
    }
}

static void
evaluate_word (struct evaluation *e, hb_word word)
{
  for (unsigned i = 0; i < word.width; i++)
    evaluate (e, word.bits[i]);
}

/* Merge sort of events by the model's order. */
static void
sort (const struct evaluation *e, hb_id *events, hb_id *spare, size_t count)
{
  if (count < 2)
    return;
  size_t half = count / 2, i = 0, k = half, at = 0;
  sort (e, events, spare, half);
  sort (e, events + half, spare, count - half);
  while (i < half || k < count)
    {
      bool left
          = k >= count || (i < half && hb_vc_is_before (e->vc, e->values, events[i], events[k]));
      spare[at++] = events[left ? i++ : k++];
    }
  for (i = 0; i < count; i++)
    events[i] = spare[i];
}

/* What is given: the model's inputs, but for values of reads and of deferred operations. */
static void
know_inputs (struct evaluation *e)
{
  const hb_unfolding *u = e->unfolding;
  size_t nodes = hb_bits_nodes (u->bits);
  hb_lit a, b;
  vec_resize (e->known, nodes, 0);
  vec_resize (e->deferred, nodes, 0);
  for (hb_id i = 0; i < nodes; i++)
    e->known.data[i] = !hb_bits_gate (u->bits, i, &a, &b);
  for (hb_id i = 0; i < hb_vc_events (e->vc); i++)
    {
      const struct hb_moment *event = hb_vc_event (e->vc, i);
      for (unsigned k = 0; k < event->value.width && event->kind == HB_ACT_READ; k++)
        e->known.data[event->value.bits[k] >> 1] = 0;
    }
  for (hb_id i = 0; i < u->deferred.size; i++)
    for (unsigned k = 0; k < u->deferred.data[i].out.width; k++)
      {
        e->known.data[u->deferred.data[i].out.bits[k] >> 1] = 0;
        e->deferred.data[u->deferred.data[i].out.bits[k] >> 1] = i + 1;
      }
}

static void
perform (struct evaluation *e, hb_periodic_run *run, uint64_t *memory, hb_id number)
{
  const struct hb_moment *event = hb_vc_event (e->vc, number);
  const hb_periodic_program *program = e->unfolding->jobs->program;
  evaluate (e, event->guard);
  bool enabled = hb_bits_holds (e->values, event->guard),
       access = event->kind == HB_ACT_READ || event->kind == HB_ACT_WRITE;
  if (event->kind == HB_ACT_READ)
    set_word (e, event->value, enabled ? memory[event->cell] : 0);
  if (!enabled || event->kind == HB_ACT_SNAPSHOT)
    return;
  struct hb_periodic_run_step step = { event->kind, event->job, event->cell, 0, -1 };
  if (event->kind == HB_ACT_WRITE)
    {
      evaluate_word (e, event->value);
      memory[event->cell] = hb_c_wrap (program->cells.data[event->cell].type,
                                       hb_bits_number (e->values, event->value));
    }
  if (access)
    step.value = memory[event->cell];
  vec_push (run->steps, step);
  vec_push (run->origin, number);
}

static void
list_choices (struct evaluation *e, hb_periodic_run *run)
{
  const hb_unfolding *u = e->unfolding;
  hb_id number = 0;
  for (size_t i = 0; i < u->choices.size; i++)
    {
      const struct hb_choice *choice = &u->choices.data[i];
      if (!i || choice->job != u->choices.data[i - 1].job)
        number = 0;
      evaluate (e, choice->guard);
      if (!hb_bits_holds (e->values, choice->guard))
        continue;
      evaluate_word (e, choice->value);
      struct hb_periodic_run_choice out
          = { choice->job, number++, hb_bits_number (e->values, choice->value) };
      if (out.value)
        vec_push (run->choices, out);
    }
}

hb_periodic_run *
hb_periodic_run_of_model (const hb_vc *vc, const signed char *inputs)
{
  struct evaluation e = { .vc = vc, .unfolding = hb_vc_unfolding (vc) };
  const hb_unfolding *u = e.unfolding;
  const hb_periodic_program *program = u->jobs->program;
  hb_periodic_run *run = hb_calloc (1, sizeof *run);
  size_t count = hb_vc_events (vc), nodes = hb_bits_nodes (u->bits);
  e.values = hb_calloc (nodes, 1);
  for (size_t i = 0; i < nodes; i++)
    e.values[i] = inputs[i];
  know_inputs (&e);
  uint64_t *memory = hb_calloc (program->cells.size + 1, sizeof *memory);
  for (size_t i = 0; i < program->cells.size; i++)
    memory[i] = program->cells.data[i].initial;
  for (size_t i = 0; i < u->initials.size; i++)
    {
      hb_id cell = u->initials.data[i].cell;
      memory[cell] = hb_c_wrap (program->cells.data[cell].type,
                                hb_bits_number (e.values, u->initials.data[i].value));
      if (memory[cell])
        vec_push (run->initials, ((struct hb_periodic_run_initial){ cell, memory[cell] }));
    }
  hb_id *order = hb_calloc (count + 1, sizeof *order),
        *spare = hb_calloc (count + 1, sizeof *spare);
  for (hb_id i = 0; i < count; i++)
    order[i] = i;
  sort (&e, order, spare, count);
  for (size_t i = 0; i < count; i++)
    perform (&e, run, memory, order[i]);
  list_choices (&e, run);
  run->time = u->jobs->time;
  run->departure = u->jobs->departure;
  run->semantics = hb_vc_options (vc)->semantics;
  run->unit = 1;
  hb_free (order);
  hb_free (spare);
  hb_free (memory);
  hb_free (e.values);
  vec_free (e.known);
  vec_free (e.deferred);
  vec_free (e.stack);
  return run;
}

/* What makes steps an execution, and what violates robustness in it.  See executions_private.h. */
#include "proof/robust/executions_private.h"

static hb_wire
runs (const struct executions *x, hb_id deed)
{
  return x->deeds.data[deed].runs;
}

static hb_wire
begins (const struct executions *x, hb_id task)
{
  return runs (x, x->doers.data[task].begin);
}

/* If all of the first COUNT hold, so does the one behind them. */
static void
imply (struct executions *x, size_t count, const hb_wire *wires)
{
  hb_wire clause[5];
  for (size_t i = 0; i <= count; i++)
    clause[i] = i < count ? wires[i] ^ 1 : wires[i];
  hb_wire_clause (x->laps.gates, clause, count + 1);
}

static bool
is_too_large (struct executions *x)
{
  x->laps.stopped = x->laps.stopped || x->laps.gates->list.size > LAPS_MOST_GATES
                    || hb_limits_hit (x->laps.limits);
  return x->laps.stopped;
}

/* --- What reads read --- */

/* WRITE (HB_NONE: the initial value) is the last of WRITES that runs before READ. */
static hb_wire
is_last (struct executions *x, hb_id read, hb_id write, const hb_id *writes, size_t count)
{
  struct hb_gates *gates = x->laps.gates;
  hb_wire last = HB_WIRE_YES;
  if (write != HB_NONE)
    last = hb_wire_and (gates, runs (x, write), executions_before (x, write, read));
  for (size_t i = 0; i < count && last != HB_WIRE_NO; i++)
    {
      hb_id other = writes[i];
      if (other == write)
        continue;
      hb_wire between = hb_wire_and (gates, runs (x, other), executions_before (x, other, read));
      if (write != HB_NONE)
        between = hb_wire_and (gates, between, executions_before (x, write, other));
      last = hb_wire_and (gates, last, between ^ 1);
    }
  return last;
}

static void
constrain_read (struct executions *x, hb_id read, const hb_id *writes, size_t count)
{
  struct hb_gates *gates = x->laps.gates;
  const struct deed *deed = &x->deeds.data[read];
  const struct hb_aed_variable *v = &x->laps.code->program->variables.data[deed->variable];
  struct hb_wires first = hb_wires_number (gates, RUN_WIDTH, (uint64_t)v->initial & UINT32_MAX);
  for (size_t i = 0; i <= count && !is_too_large (x); i++)
    {
      hb_id write = i < count ? writes[i] : HB_NONE;
      hb_wire rule[3] = { deed->runs, is_last (x, read, write, writes, count) };
      rule[2] = hb_wires_equal (gates, deed->value,
                                write == HB_NONE ? first : x->deeds.data[write].value);
      imply (x, 2, rule);
    }
}

static void
constrain_reads (struct executions *x)
{
  VEC (hb_id) writes = VEC_EMPTY;
  for (hb_id v = 0; v < x->laps.code->program->variables.size; v++)
    {
      vec_clear (writes);
      for (hb_id d = 0; d < x->deeds.size; d++)
        if (x->deeds.data[d].variable == v && x->deeds.data[d].kind == DEED_WRITE)
          vec_push (writes, d);
      for (hb_id d = 0; d < x->deeds.size && !is_too_large (x); d++)
        if (x->deeds.data[d].variable == v && x->deeds.data[d].kind != DEED_WRITE)
          constrain_read (x, d, vec_from (writes, 0), writes.size);
    }
  vec_free (writes);
}

/* --- The main thread, and who starts --- */

/* Of two tasks of main that begin the earlier one ends. */
static void
constrain_two (struct executions *x, hb_id one, hb_id two)
{
  const struct doer *a = &x->doers.data[one], *b = &x->doers.data[two];
  hb_wire first = executions_task_before (x, one, two);
  imply (x, 3, (const hb_wire[]){ begins (x, one), begins (x, two), first, runs (x, a->end) });
  imply (x, 3, (const hb_wire[]){ begins (x, one), begins (x, two), first ^ 1, runs (x, b->end) });
  if (!x->claim->queue || a->post == HB_NONE || b->post == HB_NONE)
    return;
  hb_wire both = hb_wire_and (x->laps.gates, runs (x, a->post), runs (x, b->post)),
          posted = executions_before (x, a->post, b->post);
  imply (x, 3, (const hb_wire[]){ both, posted, begins (x, two), begins (x, one) });
  imply (x, 3, (const hb_wire[]){ both, posted, begins (x, two), first });
  imply (x, 3, (const hb_wire[]){ both, posted ^ 1, begins (x, one), begins (x, two) });
  imply (x, 3, (const hb_wire[]){ both, posted ^ 1, begins (x, one), first ^ 1 });
}

static void
constrain_main (struct executions *x)
{
  for (hb_id one = 0; one < x->doers.size; one++)
    for (hb_id two = one + 1; two < x->doers.size && !is_too_large (x); two++)
      if (x->doers.data[one].main && x->doers.data[two].main)
        constrain_two (x, one, two);
}

/* An event that others must precede starts behind them; of its instances the first one starts first. */
static void
constrain_driver (struct executions *x, hb_id one, hb_id two)
{
  if (executions_task_before (x, one, two) == HB_WIRE_YES)
    imply (x, 1, (const hb_wire[]){ begins (x, two), begins (x, one) });
}

/* Without a driver one event starts in each slot, and none in a slot behind an empty one.  (The slot of what
 * is posted, HB_NONE, is in front of the first one, where nothing is asked.) */
static void
constrain_slot (struct executions *x, hb_id body)
{
  const struct doer *own = &x->doers.data[body];
  VEC (hb_wire) clause = VEC_EMPTY;
  vec_push (clause, begins (x, body) ^ 1);
  for (hb_id other = 0; other < x->doers.size; other++)
    {
      const struct doer *d = &x->doers.data[other];
      if (d->slot + 1 == own->slot)
        vec_push (clause, begins (x, other));
      if (d->slot == own->slot && other < body)
        imply (x, 1, (const hb_wire[]){ begins (x, body), begins (x, other) ^ 1 });
    }
  if (own->slot)
    hb_wire_clause (x->laps.gates, vec_from (clause, 0), clause.size);
  vec_free (clause);
}

static void
constrain_starts (struct executions *x)
{
  bool driven = x->laps.code->program->has_driver;
  for (hb_id one = 0; one < x->doers.size; one++)
    {
      if (x->doers.data[one].parent != HB_NONE)
        continue;
      if (!driven)
        constrain_slot (x, one);
      for (hb_id two = 0; two < x->doers.size && driven; two++)
        if (one != two && x->doers.data[two].parent == HB_NONE)
          constrain_driver (x, one, two);
    }
}

void
executions_constrain (struct executions *x)
{
  constrain_reads (x);
  constrain_main (x);
  constrain_starts (x);
}

/* --- Violations --- */

struct violations
{
  hb_wire *graph; /* from * events + to: there is a conflict that way */
  hb_wire backward;
};

static void
add_conflict (struct executions *x, struct violations *v, hb_id a, hb_id b)
{
  struct hb_gates *gates = x->laps.gates;
  const struct deed *one = &x->deeds.data[a], *two = &x->deeds.data[b];
  hb_id from = x->doers.data[one->task].event, to = x->doers.data[two->task].event;
  unsigned part = from == to ? EXECUTIONS_DET : EXECUTIONS_SER;
  if (one->variable != two->variable || one->task == two->task || !(x->claim->parts & part)
      || (one->kind != DEED_WRITE && two->kind != DEED_WRITE))
    return;
  hb_wire both = hb_wire_and (gates, one->runs, two->runs), before = executions_before (x, a, b),
          there = hb_wire_and (gates, both, before), back = hb_wire_and (gates, both, before ^ 1);
  if (from == to)
    {
      v->backward = hb_wire_or (gates, v->backward, one->task < two->task ? back : there);
      return;
    }
  hb_wire *forth = &v->graph[(size_t)from * x->events + to],
          *home = &v->graph[(size_t)to * x->events + from];
  *forth = hb_wire_or (gates, *forth, there);
  *home = hb_wire_or (gates, *home, back);
}

/* The graph has a cycle iff there are events, one at least, each with an edge to one of them: they are what is free
 * here. */
static hb_wire
is_cyclic (struct executions *x, const hb_wire *graph)
{
  struct hb_gates *gates = x->laps.gates;
  hb_wire *chosen = hb_calloc (x->events, sizeof *chosen), any = HB_WIRE_NO, all = HB_WIRE_YES;
  for (hb_id e = 0; e < x->events; e++)
    chosen[e] = hb_wire_free (gates);
  for (hb_id e = 0; e < x->events; e++)
    {
      hb_wire goes_on = HB_WIRE_NO;
      for (hb_id f = 0; f < x->events; f++)
        goes_on = hb_wire_or (gates, goes_on,
                              hb_wire_and (gates, chosen[f], graph[(size_t)e * x->events + f]));
      all = hb_wire_and (gates, all, hb_wire_or (gates, chosen[e] ^ 1, goes_on));
      any = hb_wire_or (gates, any, chosen[e]);
    }
  hb_free (chosen);
  return hb_wire_and (gates, any, all);
}

void
executions_violate (struct executions *x)
{
  struct violations v = { .backward = HB_WIRE_NO };
  v.graph = hb_calloc ((size_t)x->events * x->events, sizeof *v.graph);
  for (hb_id a = 0; a < x->deeds.size; a++)
    for (hb_id b = a + 1; b < x->deeds.size && x->deeds.data[a].variable != HB_NONE; b++)
      add_conflict (x, &v, a, b);
  hb_wire wrong = hb_wire_or (x->laps.gates, v.backward, is_cyclic (x, v.graph));
  if (x->claim->is_whole)
    wrong = hb_wire_or (x->laps.gates, wrong, x->laps.beyond);
  hb_wire_clause (x->laps.gates, &wrong, 1);
  hb_free (v.graph);
}

bool
executions_start (struct executions *x, const hb_acode *code,
                  const struct hb_executions_claim *claim, struct hb_limits *limits,
                  struct hb_gates *gates)
{
  *x = (struct executions){ .claim = claim, .pairs = hb_names_new () };
  x->laps = (struct laps){ .code = code, .gates = gates, .limits = limits };
  laps_start (&x->laps);
  executions_walk (x);
  if (!x->laps.stopped)
    executions_constrain (x);
  if (!x->laps.stopped)
    executions_violate (x);
  return !x->laps.stopped;
}

void
executions_end (struct executions *x)
{
  laps_end (&x->laps);
  hb_names_free (x->pairs);
  vec_free (x->deeds);
  vec_free (x->doers);
  vec_free (x->orders);
}

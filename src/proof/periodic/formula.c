/* What failures depend on, and the data flow; see formula.h. */
#include "proof/periodic/formula.h"

#include <string.h>

/* --- events --- */

static void
list_events (struct hb_formula *f)
{
  const struct hb_claimed_program *p = f->program;
  bool *written = hb_calloc (p->cells.size + 1, sizeof *written);
  for (size_t j = 0; j < f->job_count; j++)
    {
      static const struct hb_formula_event start
          = { .is = { HB_DEED_START, 0, 0, HB_WIRE_YES, { 0, NULL } }, .needed = true };
      vec_push (f->start, f->events.size);
      if (f->exact && j < p->jobs.size)
        {
          vec_push (f->events, start);
          vec_top (f->events).is.job = j;
        }
      memset (written, 0, p->cells.size * sizeof *written);
      for (size_t i = f->walk.first.data[j]; i < f->walk.first.data[j + 1]; i++)
        {
          struct hb_formula_event event = { .is = f->walk.events.data[i] };
          if (event.is.deed == HB_DEED_WRITE)
            written[event.is.cell] = true;
          event.needed
              = f->exact && (event.is.deed == HB_DEED_LOCK || event.is.deed == HB_DEED_UNLOCK);
          vec_push (f->events, event);
        }
      for (size_t c = 0; c < p->cells.size && j < p->jobs.size; c++)
        if (written[c])
          {
            struct hb_formula_event event
                = { .is = { HB_DEED_SNAPSHOT, j, c, HB_WIRE_YES, { 0, NULL } } };
            event.is.value = hb_wires_free (&f->gates, p->cells.data[c].type->width);
            vec_push (f->events, event);
          }
    }
  vec_push (f->start, f->events.size);
  hb_free (written);
}

/* --- what a read may see --- */

typedef VEC (size_t) event_list;

static bool
snaps (const struct hb_formula *f, size_t job, size_t cell)
{
  for (size_t i = f->start.data[job + 1]; i-- > f->start.data[job];)
    if (f->events.data[i].is.deed != HB_DEED_SNAPSHOT)
      return false;
    else if (f->events.data[i].is.cell == cell)
      return true;
  return false;
}

/* No job with a snapshot of CELL comes between JOB and READER, (26). */
static bool
is_latest (const struct hb_formula *f, size_t job, size_t reader, size_t cell)
{
  for (size_t k = 0; k < f->job_count; k++)
    if (hb_claimed_relation (f->program, k, reader) == HB_CLAIMED_BEFORE
        && hb_claimed_relation (f->program, job, k) == HB_CLAIMED_BEFORE && snaps (f, k, cell))
      return false;
  return true;
}

/* The writes and snapshots that event READ may see, into SEEN; is the initial value one of them? */
static bool
may_see (const struct hb_formula *f, size_t read, event_list *seen)
{
  const struct hb_walk_event *r = &f->events.data[read].is;
  bool initial = true;
  size_t sure = SIZE_MAX; /* the last write in the same job that happens in any case */
  for (size_t i = f->start.data[r->job]; i < read; i++)
    {
      const struct hb_walk_event *own = &f->events.data[i].is;
      if (own->cell == r->cell && own->deed == HB_DEED_WRITE && own->guard == HB_WIRE_YES)
        sure = i;
    }
  for (size_t j = 0; j < f->job_count; j++)
    {
      enum hb_claimed_relation relation = hb_claimed_relation (f->program, j, r->job);
      bool before = relation == HB_CLAIMED_BEFORE;
      if (relation == HB_CLAIMED_AFTER
          || (before
              && (sure != SIZE_MAX || !snaps (f, j, r->cell)
                  || !is_latest (f, j, r->job, r->cell))))
        continue;
      bool by_snapshot = before || relation == HB_CLAIMED_OVER;
      for (size_t i = f->start.data[j]; i < f->start.data[j + 1]; i++)
        {
          const struct hb_walk_event *w = &f->events.data[i].is;
          bool hidden
              = relation == HB_CLAIMED_SAME && (i >= read || (sure != SIZE_MAX && i < sure));
          if (w->cell == r->cell && !hidden
              && w->deed == (by_snapshot ? HB_DEED_SNAPSHOT : HB_DEED_WRITE))
            vec_push (*seen, i);
        }
      initial = initial && !before;
    }
  return initial && sure == SIZE_MAX;
}

/* --- what is needed --- */

struct cone
{
  struct hb_formula *f;
  VEC (hb_id) events;  /* by gate: 1 + the event whose value it is a bit of, or 0 */
  VEC (hb_id) late;    /* by gate: 1 + the late word that it is a bit of, or 0 */
  VEC (bool) gates;    /* visited */
  VEC (bool) expanded; /* by late word */
  VEC (hb_id) open;    /* gates to be looked at */
  event_list reads;    /* to be looked at */
};

static void
own (hb_id *by_gate, struct hb_wires word, size_t number)
{
  for (unsigned i = 0; i < word.width; i++)
    by_gate[word.bits[i] >> 1] = (hb_id)number + 1;
}

static void
ask_word (struct cone *c, struct hb_wires word)
{
  for (unsigned i = 0; i < word.width; i++)
    vec_push (c->open, word.bits[i] >> 1);
}

static void
ask_event (struct cone *c, size_t event)
{
  struct hb_formula_event *e = &c->f->events.data[event];
  if (e->needed)
    return;
  e->needed = true;
  vec_push (c->open, e->is.guard >> 1);
  ask_word (c, e->is.value);
  if (e->is.deed != HB_DEED_WRITE)
    vec_push (c->reads, event);
}

static void
ask_gate (struct cone *c, hb_id g)
{
  if (c->gates.data[g])
    return;
  c->gates.data[g] = true;
  const struct hb_gate_of *gate = &c->f->gates.list.data[g];
  if (gate->kind != HB_GATE_FREE)
    {
      vec_push (c->open, gate->a >> 1);
      vec_push (c->open, gate->b >> 1);
      vec_push (c->open, gate->c >> 1);
    }
  if (c->events.data[g])
    ask_event (c, c->events.data[g] - 1);
  if (!c->late.data[g] || c->expanded.data[c->late.data[g] - 1])
    return;
  const struct hb_walk_late *late = &c->f->walk.late.data[c->late.data[g] - 1];
  c->expanded.data[c->late.data[g] - 1] = true;
  ask_word (c, late->a);
  ask_word (c, late->b);
}

/* By arrivals it matters where a job takes a lock, which keeps nobody out before. */
static void
need_locks (struct hb_formula *f)
{
  for (size_t j = 0; j < f->job_count; j++)
    {
      bool followed = false;
      for (size_t i = f->start.data[j + 1]; i-- > f->start.data[j];)
        {
          struct hb_formula_event *event = &f->events.data[i];
          event->needed = event->needed || (followed && event->is.deed == HB_DEED_LOCK);
          followed = followed || event->needed;
        }
    }
}

/* To a fixpoint: from failures and assumptions back to events. */
static void
find_needed (struct hb_formula *f, struct cone *c)
{
  size_t gates = f->gates.list.size;
  c->f = f;
  vec_resize (c->events, gates, 0);
  vec_resize (c->late, gates, 0);
  vec_resize (c->gates, gates, false);
  vec_resize (c->expanded, f->walk.late.size, false);
  for (size_t i = 0; i < f->events.size; i++)
    if (f->events.data[i].is.deed == HB_DEED_READ || f->events.data[i].is.deed == HB_DEED_SNAPSHOT)
      own (c->events.data, f->events.data[i].is.value, i);
  for (size_t i = 0; i < f->walk.late.size; i++)
    own (c->late.data, f->walk.late.data[i].out, i);
  for (size_t i = 0; i < f->walk.fails.size; i++)
    vec_push (c->open, f->walk.fails.data[i] >> 1);
  for (size_t i = 0; i < f->walk.assumed.size; i++)
    vec_push (c->open, f->walk.assumed.data[i] >> 1);
  for (size_t i = 0; i < f->events.size; i++)
    if (f->events.data[i].is.deed == HB_DEED_LOCK || f->events.data[i].is.deed == HB_DEED_UNLOCK)
      vec_push (c->open, f->events.data[i].is.guard >> 1);
  while (c->open.size || c->reads.size)
    if (c->open.size)
      ask_gate (c, vec_pop (c->open));
    else
      {
        event_list seen = VEC_EMPTY;
        may_see (f, vec_pop (c->reads), &seen);
        for (size_t i = 0; i < seen.size; i++)
          ask_event (c, seen.data[i]);
        vec_free (seen);
      }
  if (strcmp (f->claim->semantics, "paper"))
    need_locks (f);
  for (size_t i = 0; i < f->events.size; i++)
    if (f->events.data[i].needed)
      {
        struct hb_formula_job *job = &f->jobs[f->events.data[i].is.job];
        f->events.data[i].place = job->needed.size;
        vec_push (job->needed, i);
      }
}

/* --- data flow --- */

/* SELECTOR => A == B. */
static void
same (struct hb_formula *f, hb_wire selector, struct hb_wires a, struct hb_wires b)
{
  for (unsigned i = 0; i < a.width; i++)
    {
      const hb_wire one[3] = { selector ^ 1, a.bits[i] ^ 1, b.bits[i] },
                    other[3] = { selector ^ 1, a.bits[i], b.bits[i] ^ 1 };
      hb_wire_clause (&f->gates, one, 3);
      hb_wire_clause (&f->gates, other, 3);
    }
}

/* READ has the value of something that it sees, and nothing else that it sees is later. */
static void
observe (struct hb_formula *f, size_t read)
{
  const struct hb_walk_event r = f->events.data[read].is;
  event_list seen = VEC_EMPTY;
  VEC (hb_wire) visible = VEC_EMPTY, any = VEC_EMPTY;
  bool initial = may_see (f, read, &seen);
  vec_push (any, r.guard ^ 1);
  for (size_t i = 0; i < seen.size; i++)
    vec_push (visible, hb_wire_and (&f->gates, f->events.data[seen.data[i]].is.guard,
                                    hb_formula_before (f, seen.data[i], read)));
  for (size_t i = 0; i < seen.size + initial; i++)
    {
      hb_wire selector = hb_wire_free (&f->gates);
      bool is_write = i < seen.size;
      vec_push (any, selector);
      same (f, selector,
            is_write ? f->events.data[seen.data[i]].is.value : f->walk.initial.data[r.cell],
            r.value);
      for (size_t k = 0; k < seen.size; k++)
        {
          hb_wire earlier
              = !is_write ? HB_WIRE_NO : hb_formula_before (f, seen.data[k], seen.data[i]);
          const hb_wire clause[3] = { selector ^ 1, k == i ? visible.data[k] : visible.data[k] ^ 1,
                                      k == i ? HB_WIRE_NO : earlier };
          hb_wire_clause (&f->gates, clause, 3);
        }
    }
  hb_wire_clause (&f->gates, any.data, any.size);
  vec_free (seen);
  vec_free (visible);
  vec_free (any);
}

static void
give_clauses (struct hb_formula *f, const struct cone *c)
{
  hb_formula_order (f);
  if (f->exact)
    hb_formula_slots (f);
  for (size_t i = 0; i < f->events.size; i++)
    if (f->events.data[i].needed
        && (f->events.data[i].is.deed == HB_DEED_READ
            || f->events.data[i].is.deed == HB_DEED_SNAPSHOT))
      observe (f, i);
  for (size_t i = 0; i < f->walk.late.size; i++)
    if (c->expanded.data[i])
      same (f, HB_WIRE_YES, hb_walk_late_gates (&f->gates, &f->walk.late.data[i]),
            f->walk.late.data[i].out);
  for (size_t i = 0; i < f->walk.assumed.size; i++)
    hb_wire_clause (&f->gates, &f->walk.assumed.data[i], 1);
  hb_wire_clause (&f->gates, f->walk.fails.data, f->walk.fails.size);
}

bool
hb_formula_start (struct hb_formula *f, struct hb_claimed_program *program, const hb_c_unit *unit,
                  const struct hb_claim *claim, hb_diag *diag)
{
  memset (f, 0, sizeof *f);
  f->program = program;
  f->claim = claim;
  f->exact = !strcmp (claim->semantics, "exact");
  hb_gates_start (&f->gates);
  if (!hb_claimed_start (program, unit, claim, diag)
      || !hb_walk_start (&f->walk, program, claim, &f->gates, diag))
    return false;
  f->job_count = program->jobs.size + (program->final != NULL);
  f->jobs = hb_calloc (f->job_count + 1, sizeof *f->jobs);
  struct cone c = { .f = f };
  list_events (f);
  find_needed (f, &c);
  give_clauses (f, &c);
  vec_free (c.events);
  vec_free (c.late);
  vec_free (c.gates);
  vec_free (c.expanded);
  vec_free (c.open);
  vec_free (c.reads);
  return true;
}

void
hb_formula_end (struct hb_formula *f, struct hb_claimed_program *program)
{
  for (size_t j = 0; f->jobs && j < f->job_count; j++)
    {
      vec_free (f->jobs[j].needed);
      vec_free (f->jobs[j].over);
      vec_free (f->jobs[j].first);
    }
  hb_free (f->jobs);
  hb_formula_end_slots (f);
  vec_free (f->events);
  vec_free (f->start);
  hb_walk_end (&f->walk);
  hb_gates_end (&f->gates);
  hb_claimed_end (program);
}

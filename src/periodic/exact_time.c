/* From shares of slots to segments and times; see exact.h.
 *
 * Within a slot jobs run in the order of the run's steps; one that only fills the slot stands where its priority puts
 * it.  A job that is interrupted within a slot (by one that its lock kept out) has several segments there: all but the
 * last are short. */
#include "periodic/exact_private.h"

struct piece
{
  hb_id job;
  size_t first, end; /* its steps in the run; none: end == first */
};

struct timing
{
  const hb_exact *x;
  const signed char *inputs;
  hb_periodic_run *run;
  VEC (struct piece) pieces; /* of the slot at hand */
  int64_t fine;              /* parts of a share */
};

/* The slot in which the step happens. */
static size_t
slot_of (const struct timing *t, size_t step)
{
  const hb_exact *x = t->x;
  const struct hb_moment *event = hb_vc_event (x->vc, t->run->origin.data[step]);
  const struct hb_slots_of *of = &x->of[event->job];
  for (size_t s = of->from; s < of->to; s++)
    if (hb_exact_true (t->inputs, of->done[event->place][s - of->from]))
      return s;
  return of->to;
}

/* Puts job J, which has a share of the slot and no step in it, among the pieces.  If it keeps a higher job out all the
 * while, that one has no piece here. */
static void
insert (struct timing *t, hb_id j)
{
  size_t at = 0;
  for (size_t i = 0; i < t->pieces.size; i++)
    if (t->x->jobs->jobs.data[t->pieces.data[i].job].task > t->x->jobs->jobs.data[j].task)
      at = i + 1;
  struct piece piece = { j, 0, 0 };
  vec_push (t->pieces, piece);
  for (size_t i = t->pieces.size - 1; i > at; i--)
    t->pieces.data[i] = t->pieces.data[i - 1];
  t->pieces.data[at] = piece;
}

static void
add_segment (hb_periodic_run *run, hb_id job, int64_t from, int64_t to)
{
  if (run->segments.size && vec_top (run->segments).job == job
      && vec_top (run->segments).to == from)
    vec_top (run->segments).to = to;
  else
    vec_push (run->segments, ((struct hb_periodic_run_segment){ job, from, to }));
}

static void
time_piece (struct timing *t, const struct piece *piece, int64_t from, int64_t to)
{
  add_segment (t->run, piece->job, from, to);
  for (size_t i = piece->first; i < piece->end; i++)
    {
      struct hb_periodic_run_step *step = &t->run->steps.data[i];
      step->time = from + (int64_t)(i - piece->first);
      /* Who waits for the lock runs at once. */
      if (i + 1 == piece->end && step->kind == HB_ACT_UNLOCK)
        step->time = to;
    }
}

static void
time_slot (struct timing *t, size_t s, size_t first, size_t end)
{
  const hb_exact *x = t->x;
  size_t slots = x->cuts.size;
  vec_clear (t->pieces);
  for (size_t i = first; i < end; i++)
    {
      hb_id job = t->run->steps.data[i].job;
      if (!t->pieces.size || vec_top (t->pieces).job != job)
        vec_push (t->pieces, ((struct piece){ job, i, i }));
      vec_top (t->pieces).end = i + 1;
    }
  for (hb_id j = 0; j < x->jobs->jobs.size; j++)
    {
      bool has = !x->share.data[j * slots + s];
      for (size_t i = 0; i < t->pieces.size; i++)
        has = has || t->pieces.data[i].job == j;
      if (!has)
        insert (t, j);
    }
  int64_t now = x->cuts.data[s] * t->run->unit;
  for (size_t i = 0; i < t->pieces.size; i++)
    {
      const struct piece *piece = &t->pieces.data[i];
      int64_t whole = x->share.data[piece->job * slots + s] * t->fine, used = 0;
      bool last = true;
      for (size_t k = 0; k < t->pieces.size; k++)
        if (t->pieces.data[k].job == piece->job && k != i)
          {
            last = last && k < i;
            used += k < i ? (int64_t)(t->pieces.data[k].end - t->pieces.data[k].first) + 1 : 0;
          }
      int64_t length = last ? whole - used : (int64_t)(piece->end - piece->first) + 1;
      time_piece (t, piece, now, now + length);
      now += length;
    }
}

void
hb_exact_time (const hb_exact *x, const signed char *inputs, hb_periodic_run *run)
{
  struct timing t = { .x = x, .inputs = inputs, .run = run };
  t.fine = (int64_t)run->steps.size + 2;
  run->unit = x->unit * t.fine;
  run->semantics = HB_SEMANTICS_EXACT;
  size_t at = 0, jobs = x->jobs->jobs.size;
  for (size_t s = 0; s < x->cuts.size; s++)
    {
      size_t first = at;
      while (at < run->steps.size && run->steps.data[at].job < jobs && slot_of (&t, at) == s)
        at++;
      time_slot (&t, s, first, at);
    }
  for (; at < run->steps.size; at++)
    run->steps.data[at].time = run->segments.size ? vec_top (run->segments).to : 0;
  vec_free (t.pieces);
}

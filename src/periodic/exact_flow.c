/* Can the jobs fill the full slots?  See exact.h; the flow is graph/fill.h. */
#include "periodic/exact_private.h"

#include "graph/fill.h"

bool
hb_exact_true (const signed char *inputs, hb_lit a)
{
  return (inputs[a >> 1] ^ (int)(a & 1)) & 1;
}

/* What the model with these INPUTS asks of the jobs. */
static void
ask (const hb_exact *x, const signed char *inputs, struct hb_fill *fill)
{
  hb_fill_start (fill, x->jobs->jobs.size, x->cuts.size);
  for (size_t s = 0; s + 1 < fill->slots; s++)
    if (hb_exact_true (inputs, x->full.data[s]))
      fill->length[s] = x->cuts.data[s + 1] - x->cuts.data[s];
  for (size_t j = 0; j < fill->jobs; j++)
    {
      const struct hb_slots_of *of = &x->of[j];
      fill->most[j] = x->jobs->program->tasks.data[x->jobs->jobs.data[j].task].wcet;
      for (size_t s = of->from; s <= of->to; s++)
        {
          fill->available[j * fill->slots + s]
              = hb_exact_true (inputs, of->available[s - of->from]);
          fill->acts[j * fill->slots + s] = hb_exact_true (inputs, of->acts[s - of->from]);
        }
    }
}

/* Some slot is not full, or another job is available in one, or the one that acts elsewhere does not. */
static void
refuse (hb_exact *x, const struct hb_fill *fill)
{
  VEC (hb_lit) clause = VEC_EMPTY;
  for (size_t s = 0; s < fill->slots; s++)
    if (fill->slot_short[s])
      vec_push (clause, hb_not (x->full.data[s]));
  for (size_t j = 0; j < fill->jobs; j++)
    for (size_t s = x->of[j].from; s <= x->of[j].to && !fill->job_spent[j]; s++)
      if (fill->slot_short[s])
        vec_push (clause, x->of[j].available[s - x->of[j].from]);
  if (fill->acting_job != SIZE_MAX)
    {
      const struct hb_slots_of *of = &x->of[fill->acting_job];
      vec_push (clause, hb_not (of->acts[fill->acting_slot - of->from]));
    }
  hb_vc_clause (x->vc, clause.data, clause.size);
  vec_free (clause);
}

bool
hb_exact_accepts (hb_exact *x, const signed char *inputs)
{
  struct hb_fill fill;
  ask (x, inputs, &fill);
  bool good = hb_fill_find (&fill);
  if (!good)
    refuse (x, &fill);
  x->unit = fill.unit;
  vec_clear (x->share);
  for (size_t i = 0; i < fill.jobs * fill.slots; i++)
    vec_push (x->share, fill.share[i]);
  hb_fill_end (&fill);
  return good;
}

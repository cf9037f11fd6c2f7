/* What `choose` gives in a move: a script; see explore_private.h.
 *
 * Beyond its end the script takes the least number and adds it; then it is advanced to the next in lexicographic order,
 * until there is none.  A task that comes back to a `choose` where it stood before in the same run, with the same values,
 * goes round: what can come behind that comes by a shorter script, too.  From there on it drifts, by numbers that have
 * no alternatives, until it stops somewhere or has gone on for too long. */
#include "robust/explore_private.h"

int32_t
explore_choose (struct explorer *e, int32_t low, int32_t high)
{
  e->choices++;
  hb_lap_start (&e->lap);
  if (!e->drifts || e->script.used < e->script.numbers.size)
    return hb_script_take (&e->script, low, high);
  uint64_t mixed = e->drifts++ * UINT64_C (0x9e3779b97f4a7c15) >> 32;
  int32_t value = (int32_t)(low + (int64_t)(mixed % (uint64_t)((int64_t)high - low + 1)));
  return hb_script_take (&e->script, value, value);
}

void
explore_choices_begin (struct explorer *e)
{
  hb_rows_clear (&e->stood);
  hb_lap_start (&e->lap);
  e->choices = 0;
  e->drifts = 0;
}

void
explore_look_round (struct explorer *e, hb_id t)
{
  const struct config *c = &e->config;
  const struct task *task = &c->tasks.data[t];
  if (e->drifts)
    return;
  vec_clear (e->place);
  for (hb_id i = 0; i < task->frames; i++)
    {
      const struct frame *frame = &c->frames.data[task->first_frame + i];
      vec_push (e->place, (int32_t)frame->proc);
      vec_push (e->place, (int32_t)frame->at);
    }
  for (hb_id i = 0; i < task->locals; i++)
    vec_push (e->place, c->locals.data[task->first_local + i]);
  for (hb_id v = 0; v < e->variables; v++)
    vec_push (e->place, c->values[v]);
  bool fresh;
  hb_rows_intern (&e->stood, e->place.data, e->place.size, &fresh);
  e->drifts = !fresh;
}

/* What `choose` gives in a move: a script; see explore_private.h.
 *
 * Beyond its end the script takes the least number and adds it; then it is advanced to the next in lexicographic order,
 * until there is none.  A task that comes back to a `choose` where it stood before in the same run, with the same values,
 * goes round: what can come behind that comes by a shorter script, too.  From there on it drifts, by numbers that have
 * no alternatives, until it stops somewhere or has gone on for too long. */
#include "robust/explore_private.h"

#include <string.h>

int32_t
explore_choose (struct explorer *e, int32_t low, int32_t high)
{
  if (!e->drifts || e->script.used < e->script.numbers.size)
    return hb_script_take (&e->script, low, high);
  uint64_t mixed = e->drifts++ * UINT64_C (0x9e3779b97f4a7c15) >> 32;
  int32_t value = (int32_t)(low + (int64_t)(mixed % (uint64_t)((int64_t)high - low + 1)));
  return hb_script_take (&e->script, value, value);
}

void
explore_choices_begin (struct explorer *e)
{
  vec_clear (e->stood);
  e->drifts = 0;
}

/* Where task T, at the end, stands, and all values that it may see: behind `stood`, its size first. */
static size_t
enter_place (struct explorer *e, hb_id t)
{
  const struct config *c = &e->config;
  const struct task *task = &c->tasks.data[t];
  size_t at = e->stood.size;
  vec_push (e->stood, 0);
  for (hb_id i = 0; i < task->frames; i++)
    {
      const struct frame *frame = &c->frames.data[task->first_frame + i];
      vec_push (e->stood, (int32_t)frame->proc);
      vec_push (e->stood, (int32_t)frame->at);
    }
  for (hb_id i = 0; i < task->locals; i++)
    vec_push (e->stood, c->locals.data[task->first_local + i]);
  for (hb_id v = 0; v < e->variables; v++)
    vec_push (e->stood, c->values[v]);
  e->stood.data[at] = (int32_t)(e->stood.size - at);
  return at;
}

void
explore_look_round (struct explorer *e, hb_id t)
{
  if (e->drifts)
    return;
  size_t last = enter_place (e, t), size = (size_t)e->stood.data[last] * sizeof *e->stood.data;
  for (size_t at = 0; at < last && !e->drifts; at += (size_t)e->stood.data[at])
    if (e->stood.data[at] == e->stood.data[last])
      e->drifts = !memcmp (e->stood.data + at, e->stood.data + last, size);
}

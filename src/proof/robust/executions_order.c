/* Who is before whom: what the program tells, and wires for the rest.  See executions_private.h. */
#include "proof/robust/executions_private.h"

/* The post by which task T posted OTHER or one that did; HB_NONE: it did not. */
static hb_id
post_towards (const struct executions *x, hb_id t, hb_id other)
{
  for (; other != HB_NONE; other = x->doers.data[other].parent)
    if (x->doers.data[other].parent == t)
      return x->doers.data[other].post;
  return HB_NONE;
}

/* Must event FROM have started before TO, by a line of the driver? */
static bool
is_ordered (const struct executions *x, hb_id from, hb_id to)
{
  const hb_aed *program = x->laps.code->program;
  for (size_t i = 0; i < program->befores.size && program->has_driver; i++)
    if (program->befores.data[i].first == from && program->befores.data[i].then == to)
      return true;
  return false;
}

/* Is task ONE of main wholly before TWO, if both begin?  Posters are; so are events by slots and by the driver, and
 * of an event's instances the one with the smaller number. */
static bool
task_is_before (const struct executions *x, hb_id one, hb_id two)
{
  const struct doer *a = &x->doers.data[one], *b = &x->doers.data[two];
  if (post_towards (x, one, two) != HB_NONE)
    return true;
  if (a->parent != HB_NONE || b->parent != HB_NONE)
    return false;
  return a->slot != HB_NONE ? a->slot < b->slot
                            : (a->proc == b->proc && one < two) || is_ordered (x, a->proc, b->proc);
}

/* The number of the pair of ONE and TWO, tasks or deeds, if there is one. */
static hb_id
find_pair (const struct executions *x, bool tasks, hb_id one, hb_id two)
{
  const hb_id key[3] = { tasks, one, two };
  return hb_names_find (x->pairs, (const char *)key, sizeof key);
}

static hb_wire
make_pair (struct executions *x, bool tasks, hb_id one, hb_id two)
{
  const hb_id key[3] = { tasks, one, two };
  hb_id number = hb_names_intern (x->pairs, (const char *)key, sizeof key);
  if (number == x->orders.size)
    vec_push (x->orders, hb_wire_free (x->laps.gates));
  return x->orders.data[number];
}

hb_wire
executions_task_before (struct executions *x, hb_id one, hb_id two)
{
  if (one > two)
    return executions_task_before (x, two, one) ^ 1;
  if (task_is_before (x, one, two) || task_is_before (x, two, one))
    return task_is_before (x, one, two) ? HB_WIRE_YES : HB_WIRE_NO;
  return make_pair (x, true, one, two);
}

/* Is deed A, in a task of its own thread or of which B's is, before B by the posts between them? */
static bool
is_posted_behind (const struct executions *x, hb_id a, hb_id b)
{
  hb_id post = post_towards (x, x->deeds.data[a].task, x->deeds.data[b].task);
  return post != HB_NONE && a <= post;
}

static bool
both_main (const struct executions *x, hb_id one, hb_id two)
{
  return x->doers.data[one].main && x->doers.data[two].main;
}

hb_wire
executions_before (struct executions *x, hb_id a, hb_id b)
{
  hb_id one = x->deeds.data[a].task, two = x->deeds.data[b].task;
  if (one == two)
    return a < b ? HB_WIRE_YES : HB_WIRE_NO;
  if (both_main (x, one, two))
    return executions_task_before (x, one, two);
  if (a > b)
    return executions_before (x, b, a) ^ 1;
  if (is_posted_behind (x, a, b))
    return HB_WIRE_YES;
  return make_pair (x, false, a, b);
}

bool
executions_order (const struct executions *x, hb_id a, hb_id b, hb_wire *before)
{
  hb_id one = x->deeds.data[a].task, two = x->deeds.data[b].task, pair = HB_NONE;
  *before = HB_WIRE_YES;
  if (one == two)
    return a < b;
  if (both_main (x, one, two))
    {
      if (task_is_before (x, one, two))
        return true;
      pair = find_pair (x, true, one < two ? one : two, one < two ? two : one);
      *before = one > two;
    }
  else
    {
      if (is_posted_behind (x, a, b))
        return true;
      pair = find_pair (x, false, a < b ? a : b, a < b ? b : a);
      *before = a > b;
    }
  if (pair == HB_NONE)
    return false;
  *before ^= x->orders.data[pair];
  return true;
}

bool
executions_cut (struct executions *x, const hb_id *cycle, size_t count, size_t *bad)
{
  VEC (hb_wire) clause = VEC_EMPTY;
  bool good = count > 1;
  *bad = 0;
  for (size_t i = 0; i < count && good; i++)
    {
      hb_wire before;
      good = executions_order (x, cycle[i], cycle[i + 1 < count ? i + 1 : 0], &before);
      if (good && before != HB_WIRE_YES)
        vec_push (clause, before ^ 1);
      if (good)
        vec_push (clause, x->deeds.data[cycle[i]].runs ^ 1);
      *bad = i;
    }
  if (good)
    hb_wire_clause (x->laps.gates, vec_from (clause, 0), clause.size);
  vec_free (clause);
  return good;
}

/* The configurations met, breadth first.  See explore.h. */
#include "robust/explore_private.h"

#include "base/buffer.h"

#include <stdlib.h>
#include <string.h>

/* --- Packing: a configuration as numbers (explore_private.h) --- */

static int
by_path (const void *a, const void *b)
{
  const struct task *one = a, *two = b;
  return one->path < two->path ? -1 : one->path > two->path;
}

#define add(E, NUMBER) vec_push ((E)->packed, (int32_t)(NUMBER))

static void
pack_task (struct explorer *e, const struct config *c, const struct task *task)
{
  add (e, task->path);
  add (e, task->flags);
  add (e, task->posts);
  add (e, task->frames);
  add (e, task->locals);
  for (hb_id i = 0; i < task->frames; i++)
    {
      const struct frame *frame = &c->frames.data[task->first_frame + i];
      add (e, frame->proc);
      add (e, frame->at);
      add (e, frame->locals);
    }
  for (hb_id i = 0; i < task->locals; i++)
    add (e, c->locals.data[task->first_local + i]);
}

static void
pack (struct explorer *e, struct config *c)
{
  for (hb_id v = 0; v < e->variables; v++)
    add (e, c->values[v]);
  add (e, c->kinds.size);
  for (size_t i = 0; i < c->kinds.size; i++)
    add (e, c->kinds.data[i]);
  add (e, c->on_main);
  add (e, c->stuck);
  add (e, c->tasks.size);
  if (c->tasks.size)
    qsort (c->tasks.data, c->tasks.size, sizeof *c->tasks.data, by_path);
  for (size_t t = 0; t < c->tasks.size; t++)
    pack_task (e, c, &c->tasks.data[t]);
  add (e, c->waiting.size);
  for (size_t i = 0; i < c->waiting.size; i++)
    add (e, c->waiting.data[i]);
  for (size_t i = 0; i < c->late.size; i++)
    add (e, c->late.data[i]);
  for (size_t i = 0; i < c->sets.size; i++)
    {
      add (e, c->sets.data[i] & 0xffffffffu);
      add (e, c->sets.data[i] >> 32);
    }
}

static const int32_t *
unpack_task (struct config *c, const int32_t *at)
{
  struct task task = { .path = (hb_id)at[0],
                       .flags = (hb_id)at[1],
                       .posts = (hb_id)at[2],
                       .frames = (hb_id)at[3],
                       .locals = (hb_id)at[4],
                       .first_frame = (hb_id)c->frames.size,
                       .first_local = (hb_id)c->locals.size };
  at += 5;
  for (hb_id i = 0; i < task.frames; i++, at += 3)
    vec_push (c->frames, ((struct frame){ (hb_id)at[0], (hb_id)at[1], (hb_id)at[2] }));
  for (hb_id i = 0; i < task.locals; i++)
    vec_push (c->locals, *at++);
  vec_push (c->tasks, task);
  return at;
}

static void
unpack (struct explorer *e, size_t number, struct config *c)
{
  const int32_t *at = hb_rows_row (&e->met, number), *end = at + hb_rows_width (&e->met, number);
  vec_clear (c->kinds);
  vec_clear (c->tasks);
  vec_clear (c->frames);
  vec_clear (c->locals);
  vec_clear (c->waiting);
  vec_clear (c->late);
  vec_clear (c->sets);
  for (hb_id v = 0; v < e->variables; v++)
    c->values[v] = *at++;
  for (int32_t count = *at++; count--;)
    vec_push (c->kinds, (hb_id)*at++);
  c->on_main = (hb_id)*at++;
  c->stuck = *at++;
  for (int32_t count = *at++; count--;)
    at = unpack_task (c, at);
  for (int32_t count = *at++; count--;)
    vec_push (c->waiting, (hb_id)*at++);
  size_t late = e->options->parts & HB_PART_DET ? 2 * e->variables * c->kinds.size : 0;
  for (size_t i = 0; i < late; i++)
    vec_push (c->late, (hb_id)*at++);
  for (; at < end; at += 2)
    vec_push (c->sets, (uint32_t)at[0] | (uint64_t)(uint32_t)at[1] << 32);
}

/* Keeps e->config if it is new. */
static void
keep (struct explorer *e, uint32_t parent, uint32_t ordinal)
{
  bool fresh;
  vec_clear (e->packed);
  pack (e, &e->config);
  hb_rows_intern (&e->met, e->packed.data, e->packed.size, &fresh);
  if (!fresh)
    return;
  vec_push (e->parents, parent);
  vec_push (e->ordinals, ordinal);
  if (e->options->idle && explore_is_idle (&e->config))
    e->options->idle (e->options->context, e->config.values, vec_from (e->config.kinds, 0),
                      e->config.kinds.size);
}

/* --- The search --- */

struct search
{
  struct explorer explorer;
  uint32_t at;               /* whose successors are made */
  uint32_t bad, bad_ordinal; /* the violation: successor of */
  bool found;
  uint32_t wanted; /* telling: this successor */
};

static bool
visit (struct explorer *e, uint32_t ordinal)
{
  struct search *s = (struct search *)e; /* its first member */
  if (e->violated && e->part & e->options->parts)
    {
      s->found = true;
      s->bad = s->at;
      s->bad_ordinal = ordinal;
      e->result->part = e->part;
      return false;
    }
  keep (e, s->at, ordinal);
  return !hb_limits_hit (e->options->limits);
}

/* Tells the wanted successor alone: the schedule is cut back to where it was at every other. */
static bool
tell_wanted (struct explorer *e, uint32_t ordinal)
{
  struct search *s = (struct search *)e;
  if (ordinal == s->wanted)
    return false;
  e->schedule->moves.size = s->at;
  return true;
}

/* The moves from the start to successor ORDINAL of configuration AT. */
static void
tell_schedule (struct search *s, uint32_t at, uint32_t ordinal)
{
  struct explorer *e = &s->explorer;
  VEC (uint32_t) way = VEC_EMPTY;
  for (uint32_t i = at; i; i = e->parents.data[i])
    vec_push (way, i);
  e->telling = true;
  e->schedule = &e->result->schedule;
  uint32_t from = 0;
  for (size_t i = way.size + 1; i-- > 0;)
    {
      s->wanted = i ? e->ordinals.data[way.data[i - 1]] : ordinal;
      s->at = (uint32_t)e->schedule->moves.size;
      unpack (e, from, &e->from);
      explore_successors (e, tell_wanted);
      from = i ? way.data[i - 1] : from;
    }
  vec_free (way);
}

/* All arguments of all events, each a kind; those before a limit is reached. */
static void
add_kinds (struct explorer *e)
{
  const hb_aed *program = e->code->program;
  for (hb_id p = 0; p < program->procs.size; p++)
    {
      const struct hb_aed_proc *proc = &program->procs.data[p];
      if (!proc->is_event)
        continue;
      int32_t *values = hb_calloc (proc->params, sizeof *values);
      const struct hb_aed_local *params = vec_from (program->locals, proc->first_local);
      for (hb_id i = 0; i < proc->params; i++)
        values[i] = (int32_t)params[i].low;
      for (bool more = true; more;)
        {
          if (hb_limits_hit (e->options->limits))
            break;
          vec_push (e->kinds, ((struct kind){ p, (hb_id)e->args.size }));
          for (hb_id i = 0; i < proc->params; i++)
            vec_push (e->args, values[i]);
          hb_id i = 0;
          for (; i < proc->params && values[i] == params[i].high; i++)
            values[i] = (int32_t)params[i].low;
          more = i < proc->params;
          if (more)
            values[i]++;
        }
      hb_free (values);
    }
}

static void
first (struct explorer *e)
{
  const hb_aed *program = e->code->program;
  e->config.on_main = HB_NONE;
  for (hb_id v = 0; v < e->variables; v++)
    e->config.values[v]
        = e->options->values ? e->options->values[v] : (int32_t)program->variables.data[v].initial;
  if (e->options->parts & HB_PART_SER)
    vec_resize (e->config.sets, 2 * e->variables, 0);
  keep (e, 0, 0);
}

static void
explorer_free (struct explorer *e)
{
  vec_free (e->paths);
  vec_free (e->roots);
  vec_free (e->kinds);
  vec_free (e->args);
  hb_rows_free (&e->met);
  vec_free (e->parents);
  vec_free (e->ordinals);
  vec_free (e->packed);
  hb_script_free (&e->script);
  hb_rows_free (&e->stood);
  vec_free (e->place);
  hb_lap_free (&e->lap);
  explore_config_free (&e->from);
  explore_config_free (&e->config);
}

void
hb_explore_robust (const hb_acode *code, const struct hb_explore_options *options,
                   struct hb_explore_result *result)
{
  *result = (struct hb_explore_result){ .answer = HB_ROBUST_UNKNOWN };
  struct search s = { .explorer = { .code = code, .options = options, .result = result } };
  struct explorer *e = &s.explorer;
  e->variables = (hb_id)code->program->variables.size;
  e->from.values = hb_calloc (e->variables, sizeof *e->from.values);
  e->config.values = hb_calloc (e->variables, sizeof *e->config.values);
  add_kinds (e);
  first (e);
  bool stopped = hb_limits_hit (options->limits);
  while (s.at < hb_rows_count (&e->met) && !s.found && !stopped)
    {
      unpack (e, s.at, &e->from);
      explore_successors (e, visit);
      s.at++;
      stopped = hb_limits_hit (options->limits)
                || (options->most && hb_rows_count (&e->met) > options->most)
                || hb_rows_count (&e->met) > UINT32_MAX / 2;
    }
  result->configurations = hb_rows_count (&e->met);
  result->complete = !s.found && !stopped;
  if (s.found)
    {
      result->answer = HB_ROBUST_VIOLATED;
      tell_schedule (&s, s.bad, s.bad_ordinal);
    }
  else if (result->complete && !result->bounded && !result->posts && !result->cut)
    result->answer = HB_ROBUST_ROBUST;
  explorer_free (e);
}

char *
hb_explore_kind_text (const hb_aed *program, hb_id kind)
{
  hb_buffer text = VEC_EMPTY;
  for (hb_id p = 0; p < program->procs.size; p++)
    {
      const struct hb_aed_proc *proc = &program->procs.data[p];
      const struct hb_aed_local *params = vec_from (program->locals, proc->first_local);
      hb_id count = proc->is_event;
      for (hb_id i = 0; i < proc->params && count; i++)
        count *= (hb_id)(params[i].high - params[i].low + 1);
      if (kind >= count)
        {
          kind -= count;
          continue;
        }
      hb_buffer_add (&text, "%s", hb_aed_name (program, p));
      for (hb_id i = 0; i < proc->params; i++)
        {
          hb_id size = (hb_id)(params[i].high - params[i].low + 1);
          hb_buffer_add (&text, i ? ", %lld" : "(%lld", (long long)params[i].low + kind % size);
          kind /= size;
        }
      hb_buffer_add (&text, proc->params ? ")" : "");
      break;
    }
  return hb_buffer_take (&text);
}

void
hb_explore_result_free (struct hb_explore_result *result)
{
  hb_aschedule_free (&result->schedule);
}

/* See local.h. */
#include "program/local.h"

#include "program/run_state.h"

struct known
{
  hb_id task;   /* of a message that started, else HB_NONE */
  hb_id parent; /* task of the poster, HB_NONE: initial */
  hb_id level, number;
  hb_id box;
  uint64_t name;
};

typedef VEC (hb_id) hb_ids;

struct follower
{
  hb_execution *run;
  const struct hb_local_rule *rule;
  struct hb_local_run *local;
  VEC (struct known) known; /* by message */
  VEC (hb_ids) posted;      /* by message: what it posted */
  VEC (hb_id) first;        /* what the initial messages posted */
  VEC (hb_id) stack, parked;
  size_t next; /* of `parked` */
  hb_id at;    /* the handler whose message is under way, or HB_NONE */
  bool begun;  /* the initial messages have ended, or wait */
};

static uint64_t
mix (uint64_t name, uint64_t part)
{
  name ^= part + UINT64_C (0x9e3779b97f4a7c15) + (name << 6) + (name >> 2);
  name *= UINT64_C (0xd6e8feb86659fd93);
  return name ^ name >> 32;
}

static bool
is_parked (const struct follower *f, const struct known *task)
{
  return f->rule->blocks && task->level == f->rule->level + 1
         && (task->number >> f->rule->bit & 1) == f->rule->value;
}

/* --- Boxes --- */

/* The box of a message with NUMBER at LEVEL, whose poster has box ABOVE. */
static hb_id
go_down (const struct hb_local_rule *rule, hb_id above, hb_id level, hb_id number)
{
  for (unsigned i = 0; i < rule->places; i++)
    if (rule->place_level[i] + 1 == level)
      above = 2 * above + (number >> rule->place_bit[i] & 1);
  return above;
}

/* Is message A before B in ldfs order?  Neither is above the other: both wait. */
static bool
comes_first (const struct follower *f, hb_id a, hb_id b)
{
  struct known x = f->known.data[a], y = f->known.data[b];
  while (x.level > y.level || y.level > x.level || x.parent != y.parent)
    {
      /* The deeper one goes to its poster; of two on one level both do. */
      bool up = x.level >= y.level, other = y.level >= x.level;
      if (up)
        x = f->known.data[f->local->tasks.data[x.parent].message];
      if (other)
        y = f->known.data[f->local->tasks.data[y.parent].message];
    }
  return x.number < y.number;
}

/* Of what waits and, if STEPS is not NULL, can be taken: the lowest rank, the first in ldfs order; HB_NONE. */
static size_t
best_waiting (const struct follower *f, const hb_run_steps *steps,
              const struct hb_run_step *(*getting) (const hb_run_steps *, hb_id))
{
  size_t best = SIZE_MAX;
  for (size_t i = 0; i < f->stack.size; i++)
    {
      hb_id m = f->stack.data[i];
      if (steps && !getting (steps, m))
        continue;
      if (best == SIZE_MAX)
        {
          best = i;
          continue;
        }
      hb_id b = f->stack.data[best];
      unsigned x = f->rule->rank[f->known.data[m].box], y = f->rule->rank[f->known.data[b].box];
      if (x < y || (x == y && comes_first (f, m, b)))
        best = i;
    }
  return best;
}

/* COUNT messages at LIST, which one message posted, wait for their turn now. */
static void
put_posts (struct follower *f, const hb_id *list, size_t count)
{
  for (size_t i = 0; i < count; i++)
    {
      hb_id m = list[f->rule->right ? count - 1 - i : i];
      if (is_parked (f, &f->known.data[m]))
        vec_push (f->parked, m);
    }
  for (size_t i = 0; i < count; i++)
    {
      hb_id m = list[f->rule->right ? i : count - 1 - i]; /* the one to run first comes last */
      if (!is_parked (f, &f->known.data[m]))
        vec_push (f->stack, m);
    }
}

static void
make_room (struct follower *f, hb_id message)
{
  while (f->known.size <= message)
    {
      vec_push (f->known, ((struct known){ HB_NONE, HB_NONE, 0, 0, 1, 0 }));
      vec_reserve (f->posted, f->posted.size + 1);
      f->posted.data[f->posted.size].data = NULL;
      f->posted.data[f->posted.size].size = f->posted.data[f->posted.size].capacity = 0;
      f->posted.size++;
    }
}

/* Takes STEP, and sees what it posts and whether a message ends by it. */
static void
take (struct follower *f, struct hb_run_step step, hb_run_steps *taken)
{
  const struct hb_record *record = &f->run->record;
  hb_id site = step.message == HB_NONE ? f->run->threads[step.handler].pc : HB_NONE;
  size_t before = record->events.size;
  if (step.message != HB_NONE)
    {
      struct known *known = &f->known.data[step.message];
      known->task = (hb_id)f->local->tasks.size;
      vec_push (f->local->tasks, ((struct hb_local_task){ .parent = known->parent,
                                                          .number = known->number,
                                                          .level = known->level,
                                                          .message = step.message,
                                                          .name = known->name }));
    }
  hb_execution_take (f->run, step);
  if (taken)
    vec_push (*taken, step);
  for (size_t i = before; i < record->events.size; i++)
    {
      const struct hb_record_event *event = &record->events.data[i];
      if (event->kind != HB_POST)
        continue;
      make_room (f, event->object);
      make_room (f, event->message);
      struct known *task = &f->known.data[event->object];
      const struct known *from = &f->known.data[event->message];
      bool initial = record->messages.data[event->message].kind == HB_INITIAL;
      task->parent = initial ? HB_NONE : from->task;
      task->level = initial ? 1 : from->level + 1;
      task->number = (hb_id)(initial ? f->first.size : f->posted.data[event->message].size);
      task->name = mix (mix (mix (initial ? 1 : from->name, task->number), site),
                        record->messages.data[event->object].handler);
      task->box = go_down (f->rule, initial ? 1 : from->box, task->level, task->number);
      if (initial)
        vec_push (f->first, event->object);
      else
        vec_push (f->posted.data[event->message], event->object);
    }
  hb_id message = record->events.data[record->events.size - 1].message;
  if (f->run->threads[step.handler].running == HB_NONE && f->begun
      && record->messages.data[message].kind != HB_INITIAL)
    put_posts (f, f->posted.data[message].data, f->posted.data[message].size);
}

/* The step that takes MESSAGE, or NULL. */
static const struct hb_run_step *
getting (const hb_run_steps *steps, hb_id message)
{
  for (size_t i = 0; i < steps->size; i++)
    if (steps->data[i].message == message)
      return &steps->data[i];
  return NULL;
}

/* The message that the rule wants and that can be taken: the highest of the stack, then the first parked. */
static const struct hb_run_step *
choose_get (struct follower *f, const hb_run_steps *steps)
{
  const struct hb_run_step *found;
  if (f->rule->places && f->stack.size)
    {
      size_t best = best_waiting (f, steps, getting);
      if (best == SIZE_MAX)
        return NULL;
      f->local->deviations += best != best_waiting (f, NULL, NULL);
      found = getting (steps, f->stack.data[best]);
      f->stack.data[best] = vec_top (f->stack);
      f->stack.size--;
      return found;
    }
  for (size_t i = f->stack.size; i-- > 0;)
    if ((found = getting (steps, f->stack.data[i])))
      {
        f->local->deviations += i + 1 < f->stack.size;
        for (; i + 1 < f->stack.size; i++)
          f->stack.data[i] = f->stack.data[i + 1];
        f->stack.size--;
        return found;
      }
  f->local->deviations += f->stack.size > 0;
  for (size_t i = f->next; i < f->parked.size; i++)
    if ((found = getting (steps, f->parked.data[i])))
      {
        f->local->deviations += i > f->next;
        for (; i > f->next; i--)
          f->parked.data[i] = f->parked.data[i - 1];
        f->next++;
        return found;
      }
  return NULL;
}

static struct hb_run_step
choose (struct follower *f, const hb_run_steps *steps)
{
  const struct hb_run_step *going = NULL;
  for (size_t i = 0; i < steps->size; i++)
    if (steps->data[i].message == HB_NONE && (!going || steps->data[i].handler == f->at))
      going = &steps->data[i];
  if (going)
    {
      /* Another message goes on while one that is under way waits. */
      f->local->deviations += f->begun && going->handler != f->at;
      return *going;
    }
  if (!f->begun)
    {
      f->begun = true;
      put_posts (f, f->first.data, f->first.size);
    }
  for (hb_id h = 0; h < f->run->record.handlers; h++)
    f->local->deviations += f->run->threads[h].running != HB_NONE; /* it waits */
  const struct hb_run_step *get = choose_get (f, steps);
  return get ? *get : steps->data[0];
}

enum hb_run_status
hb_execution_run_locally (hb_execution *run, const struct hb_local_rule *rule, uint64_t steps,
                          struct hb_limits *limits, struct hb_local_run *local, hb_run_steps *taken)
{
  struct follower f = { .run = run, .rule = rule, .local = local, .at = HB_NONE };
  hb_run_steps enabled = VEC_EMPTY;
  size_t late = 0; /* posts of initial messages that came after the beginning */
  *local = (struct hb_local_run){ .deviations = 0 };
  for (uint64_t done = 0;
       (!steps || done < steps) && !hb_limits_hit (limits) && hb_execution_enabled (run, &enabled);
       done++)
    {
      struct hb_run_step step = choose (&f, &enabled);
      f.at = step.handler;
      late = f.begun && !late ? f.first.size : late;
      take (&f, step, taken);
      for (; f.begun && late && late < f.first.size; late++)
        put_posts (&f, &f.first.data[late], 1);
    }
  for (size_t i = 0; i < f.posted.size; i++)
    vec_free (f.posted.data[i]);
  vec_free (f.posted);
  vec_free (f.known);
  vec_free (f.first);
  vec_free (f.stack);
  vec_free (f.parked);
  vec_free (enabled);
  return hb_execution_status (run);
}

void
hb_local_run_free (struct hb_local_run *local)
{
  vec_free (local->tasks);
}

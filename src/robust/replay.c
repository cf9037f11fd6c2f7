/* Replaying schedules, and telling runs as traces.  See machine.h. */
#include "robust/machine.h"

#include "base/buffer.h"
#include "trace/record.h"

#define LONGEST_PATH 30 /* numbers of a path that are written into a name */

/* --- Replay --- */

struct choices
{
  const int32_t *numbers;
  hb_id count, used;
};

static bool
take_choice (void *context, int32_t low, int32_t high, int32_t *chosen)
{
  struct choices *c = context;
  if (c->used == c->count || c->numbers[c->used] < low || c->numbers[c->used] > high)
    return false;
  *chosen = c->numbers[c->used++];
  return true;
}

static bool
carry_out (hb_amachine *m, const hb_aschedule *schedule, const struct hb_move *move,
           const char **why)
{
  const int32_t *path = vec_from (schedule->numbers, move->first_path);
  struct choices c = { vec_from (schedule->numbers, move->first_choice), move->choices, 0 };
  bool good;
  if (move->kind == HB_MOVE_START)
    {
      *why = "the event takes another number of arguments";
      good = m->code->procs.data[move->event].params == move->path
             && hb_amachine_start (m, move->event, path, take_choice, &c, why);
    }
  else
    {
      hb_id task = hb_amachine_find (m, path, move->path);
      *why = "there is no such task";
      good = task != HB_NONE
             && (move->kind == HB_MOVE_BEGIN ? hb_amachine_begin
                                             : hb_amachine_step) (m, task, take_choice, &c, why);
    }
  if (good && c.used < c.count)
    {
      *why = "more numbers to choose than were asked for";
      good = false;
    }
  return good;
}

bool
hb_amachine_replay (hb_amachine *m, const hb_aschedule *schedule, const char *path, hb_diag *diag)
{
  for (size_t i = 0; i < schedule->moves.size; i++)
    {
      const char *why = NULL;
      if (carry_out (m, schedule, &schedule->moves.data[i], &why))
        continue;
      struct hb_place place = { .file = path, .line = schedule->moves.data[i].line };
      hb_error (diag, path ? &place : NULL, "move %zu of the schedule is not possible: %s", i + 1,
                why);
      return false;
    }
  return true;
}

/* --- The trace --- */

char *
hb_amachine_task_name (const hb_amachine *m, hb_id task)
{
  int32_t path[LONGEST_PATH];
  size_t length = hb_amachine_path (m, task, path, LONGEST_PATH);
  hb_buffer name = VEC_EMPTY;
  if (length > LONGEST_PATH)
    hb_buffer_add (&name, "T%u", (unsigned)task);
  for (size_t i = 0; i < length && length <= LONGEST_PATH; i++)
    hb_buffer_add (&name, i ? ".%d" : "%d", (int)path[i]);
  hb_buffer_add (&name, ":%s", hb_aed_name (m->code->program, m->tasks.data[task].proc));
  return hb_buffer_take (&name);
}

struct told
{
  const hb_amachine *machine;
  VEC (hb_id)
  own; /* the tasks for threads of their own, in order: handler 0 is main, the others are theirs */
};

static void
name_task (const hb_amachine *m, hb_id task, char name[HB_RECORD_NAME])
{
  char *text = hb_amachine_task_name (m, task);
  snprintf (name, HB_RECORD_NAME, "%s", text);
  hb_free (text);
}

static void
name_handler (const void *about, hb_id handler, char name[HB_RECORD_NAME])
{
  const struct told *told = about;
  if (handler)
    name_task (told->machine, told->own.data[handler - 1], name);
  else
    snprintf (name, HB_RECORD_NAME, "main");
}

static void
name_message (const void *about, const struct hb_record *record, hb_id message,
              char name[HB_RECORD_NAME])
{
  name_task (((const struct told *)about)->machine, message - record->handlers, name);
}

static void
name_variable (const void *about, hb_id variable, char name[HB_RECORD_NAME])
{
  const hb_aed *program = ((const struct told *)about)->machine->code->program;
  snprintf (name, HB_RECORD_NAME, "%s",
            hb_names_text (program->source.names, program->variables.data[variable].name));
}

static void
record_task (struct hb_record *record, const struct hb_atask *task, hb_id *handler)
{
  struct hb_record_message message = { .serial = task->number, .kind = HB_POSTED };
  if (task->parent == HB_NONE)
    message.kind = HB_EXTERNAL;
  if (!task->main)
    message.handler = ++*handler;
  vec_push (record->messages, message);
}

static void
record_entry (struct hb_record *record, const struct hb_aentry *entry)
{
  struct hb_record_event event = { .message = record->handlers + entry->task,
                                   .object = entry->object,
                                   .from = entry->from,
                                   .kind = entry->kind,
                                   .value = entry->value };
  if (entry->kind == HB_POST || entry->kind == HB_GET)
    event.object += record->handlers;
  if (entry->kind == HB_POST)
    vec_push (record->posted, event.object);
  if (entry->kind == HB_GET)
    vec_push (record->started, event.object);
  vec_push (record->events, event);
}

/* Events are messages that nobody posts: their starts are not in the log, but in the order of the tasks. */
static void
record_starts (struct hb_record *record, const hb_amachine *m)
{
  hb_id told = 0;
  for (size_t i = 0; i < m->entries.size; i++)
    {
      const struct hb_aentry *entry = &m->entries.data[i];
      for (; told <= entry->task; told++)
        if (m->tasks.data[told].parent == HB_NONE)
          vec_push (record->started, record->handlers + told);
      record_entry (record, entry);
    }
  for (; told < m->tasks.size; told++)
    if (m->tasks.data[told].parent == HB_NONE)
      vec_push (record->started, record->handlers + told);
  for (hb_id t = 0; t < m->tasks.size; t++)
    if (m->tasks.data[t].status == HB_TASK_PENDING)
      {
        struct hb_aentry get = { .task = t, .object = t, .from = HB_NONE, .kind = HB_GET };
        record_entry (record, &get);
      }
}

/* The start order of the driver, which no run of the program breaks: `meta before A B`. */
static void
tell_starts (const hb_amachine *m, hb_builder *builder)
{
  const hb_aed *program = m->code->program;
  for (hb_id i = 0; i < m->bodies.size && program->befores.size; i++)
    for (hb_id k = 0; k < m->bodies.size; k++)
      {
        hb_id a = m->bodies.data[i], b = m->bodies.data[k];
        if (!hb_aed_precedes (program, m->tasks.data[a].proc, m->tasks.data[b].proc))
          continue;
        char *first = hb_amachine_task_name (m, a), *then = hb_amachine_task_name (m, b),
             *both = hb_format ("%s %s", first, then);
        hb_build_meta (builder, HB_META_BEFORE, both);
        hb_free (first);
        hb_free (then);
        hb_free (both);
      }
}

void
hb_amachine_tell (const hb_amachine *m, bool orders, hb_builder *builder)
{
  struct hb_record record = { .handlers = 1, .common_mailbox = -1, .values = true };
  struct told told = { .machine = m };
  struct hb_record_names names = {
    .about = &told, .handler = name_handler, .message = name_message, .variable = name_variable
  };
  for (hb_id t = 0; t < m->tasks.size; t++)
    if (!m->tasks.data[t].main)
      vec_push (told.own, t);
  record.handlers += (hb_id)told.own.size;
  record.variables = (hb_id)m->code->program->variables.size;
  record.orders = orders;
  record.mailbox = hb_calloc (record.handlers, sizeof *record.mailbox);
  record.mailbox[0] = m->queue ? HB_QUEUE : HB_MULTISET;
  for (hb_id h = 0; h < record.handlers; h++)
    vec_push (record.messages, ((struct hb_record_message){ .handler = h, .kind = HB_INITIAL }));
  hb_id handler = 0;
  for (size_t t = 0; t < m->tasks.size; t++)
    record_task (&record, &m->tasks.data[t], &handler);
  record_starts (&record, m);
  hb_record_co (&record);
  tell_starts (m, builder);
  hb_record_tell (&record, &names, builder);
  hb_record_free (&record);
  vec_free (told.own);
}

hb_trace *
hb_amachine_trace (const hb_amachine *m, bool orders, hb_diag *diag)
{
  hb_builder *builder = hb_builder_to_trace (diag);
  hb_amachine_tell (m, orders, builder);
  return hb_builder_finish (builder);
}

/* See run.h. */
#include "program/run_state.h"

/* --- Steps --- */

static bool
waits (const hb_execution *run, hb_id h)
{
  const struct hb_thread *thread = &run->threads[h];
  const struct hb_instruction *instruction = hb_execution_at (run, h);
  if (instruction->kind != HB_DO_AWAIT)
    return false;
  const struct hb_stmt *stmt = &run->code->program->stmts.data[instruction->stmt];
  return !hb_compare ((enum hb_operator)stmt->op, run->values[thread->object], thread->value);
}

size_t
hb_execution_enabled (const hb_execution *run, hb_run_steps *steps)
{
  vec_clear (*steps);
  for (hb_id h = 0; run->status == HB_RUN_GOING && h < run->code->handlers.size; h++)
    {
      const struct hb_thread *thread = &run->threads[h];
      struct hb_run_step step = { h, HB_NONE };
      if (thread->running != HB_NONE)
        {
          if (!waits (run, h))
            vec_push (*steps, step);
          continue;
        }
      size_t size = hb_box_size (&thread->box);
      enum hb_mailbox mailbox = hb_execution_mailbox (run, h);
      bool choice = mailbox == HB_MULTISET || mailbox == HB_SENDER_QUEUE;
      for (size_t place = 0; place < (choice ? size : size > 0); place++)
        {
          size_t first = hb_box_first (&thread->box, mailbox, place);
          if (choice && first != place)
            continue;
          step.message = hb_box_at (&thread->box, first)->message;
          vec_push (*steps, step);
        }
    }
  return steps->size;
}

/* Where MESSAGE lies in the mailbox; the mailbox's size if it does not. */
static size_t
place_in_box (const hb_execution *run, hb_id h, hb_id message)
{
  const struct hb_box *box = &run->threads[h].box;
  size_t place = 0;
  while (place < hb_box_size (box) && hb_box_at (box, place)->message != message)
    place++;
  return place;
}

bool
hb_execution_can (const hb_execution *run, struct hb_run_step step, const char **why)
{
  const char *text = NULL;
  hb_id h = step.handler;
  if (run->status != HB_RUN_GOING)
    text = "the run has ended";
  else if (h >= run->code->handlers.size)
    text = "there is no such handler";
  else if (run->threads[h].running != HB_NONE)
    text = step.message != HB_NONE ? "the handler runs another message"
           : waits (run, h)        ? "the handler waits for another value"
                                   : NULL;
  else if (step.message == HB_NONE)
    text = "the handler is idle; expected a get";
  else
    {
      size_t place = place_in_box (run, h, step.message);
      if (place == hb_box_size (&run->threads[h].box))
        text = "the message is not in the mailbox";
      else if (hb_box_first (&run->threads[h].box, hb_execution_mailbox (run, h), place) != place)
        text = "the mailbox hands out another message first";
    }
  if (why)
    *why = text;
  return !text;
}

struct hb_effect
hb_execution_effect (const hb_execution *run, struct hb_run_step step)
{
  const struct hb_thread *thread = &run->threads[step.handler];
  if (step.message != HB_NONE)
    return (struct hb_effect){ .kind = HB_GET,
                               .object = step.message,
                               .priority = run->record.messages.data[step.message].priority };
  uint8_t kind = hb_execution_at (run, step.handler)->kind;
  return (struct hb_effect){ .kind = kind == HB_DO_POST    ? HB_POST
                                     : kind == HB_DO_WRITE ? HB_WRITE
                                                           : HB_READ,
                             .object = thread->object,
                             .value = kind == HB_DO_WRITE ? thread->value : 0,
                             .priority = kind == HB_DO_POST ? thread->priority : 0 };
}

static void
add_event (hb_execution *run, hb_id message, enum hb_event_kind kind, hb_id object, hb_id from,
           int64_t value)
{
  struct hb_record_event event = {
    .message = message, .object = object, .from = from, .kind = (uint8_t)kind, .value = value
  };
  vec_push (run->record.events, event);
}

static void
start_message (hb_execution *run, hb_id h, hb_id message, hb_id declared)
{
  const hb_code *code = run->code;
  hb_id params = code->program->messages.data[declared].params;
  for (hb_id i = 0; i < code->locals; i++)
    *hb_execution_local (run, h, i)
        = i < params ? run->args.data[message * (size_t)code->args + i] : 0;
  run->threads[h].running = message;
  hb_execution_go_on (run, h, code->entry[declared]);
}

static void
take_message (hb_execution *run, hb_id h, hb_id message)
{
  struct hb_box *box = &run->threads[h].box;
  hb_box_take (box, place_in_box (run, h, message));
  vec_push (run->record.started, message);
  add_event (run, message, HB_GET, message, HB_NONE, 0);
  start_message (run, h, message, run->record.messages.data[message].declared);
}

static void
post (hb_execution *run, hb_id h, hb_id declared)
{
  struct hb_thread *thread = &run->threads[h];
  hb_id message = (hb_id)run->record.messages.size;
  struct hb_record_message m = { .handler = thread->object,
                                 .sender = h,
                                 .serial = ++thread->posts,
                                 .declared = declared,
                                 .priority = thread->priority,
                                 .kind = HB_POSTED };
  vec_push (run->record.messages, m);
  for (hb_id i = 0; i < run->code->args; i++)
    vec_push (run->args, run->posting[h * (size_t)run->code->args + i]);
  vec_push (run->record.posted, message);
  add_event (run, thread->running, HB_POST, message, HB_NONE, 0);
  hb_box_put (&run->threads[thread->object].box, message, h, thread->priority);
}

static void
access_variable (hb_execution *run, hb_id h, const struct hb_instruction *instruction)
{
  const struct hb_stmt *stmt = &run->code->program->stmts.data[instruction->stmt];
  struct hb_thread *thread = &run->threads[h];
  hb_id x = thread->object, message = thread->running;
  if (instruction->kind == HB_DO_WRITE)
    {
      run->values[x] = thread->value;
      run->last_write[x] = (hb_id)run->record.events.size;
      add_event (run, message, HB_WRITE, x, HB_NONE, thread->value);
      return;
    }
  add_event (run, message, HB_READ, x, run->last_write[x], 0);
  if (instruction->kind == HB_DO_READ)
    hb_execution_assign (run, h, stmt, run->values[x]);
}

/* Has the run come to its end? */
static void
check_end (hb_execution *run)
{
  bool stuck = false;
  for (hb_id h = 0; run->status == HB_RUN_GOING && h < run->code->handlers.size; h++)
    {
      const struct hb_thread *thread = &run->threads[h];
      if (thread->running == HB_NONE ? hb_box_size (&thread->box) > 0 : !waits (run, h))
        return;
      if (thread->running == HB_NONE || stuck)
        continue;
      stuck = true;
      run->culprit = h;
      run->spot = run->code->program->stmts.data[hb_execution_at (run, h)->stmt].spot;
    }
  if (run->status == HB_RUN_GOING)
    run->status = stuck ? HB_RUN_DEADLOCK : HB_RUN_DONE;
}

void
hb_execution_take (hb_execution *run, struct hb_run_step step)
{
  hb_id h = step.handler;
  if (step.message != HB_NONE)
    take_message (run, h, step.message);
  else
    {
      const struct hb_instruction *instruction = hb_execution_at (run, h);
      if (instruction->kind == HB_DO_POST)
        post (run, h, instruction->target);
      else
        access_variable (run, h, instruction);
      hb_execution_go_on (run, h, run->threads[h].pc + 1);
    }
  check_end (run);
}

/* --- Beginning and end --- */

hb_execution *
hb_execution_new (const hb_code *code)
{
  hb_execution *run = hb_calloc (1, sizeof *run);
  size_t handlers = code->handlers.size, variables = code->variables.size;
  size_t registers = handlers * code->program->register_names;
  run->code = code;
  run->record = (struct hb_record){ .handlers = (hb_id)handlers,
                                    .variables = (hb_id)variables,
                                    .mailbox = hb_calloc (handlers, 1),
                                    .common_mailbox = code->mailbox,
                                    .values = true };
  run->threads = hb_calloc (handlers, sizeof *run->threads);
  run->values = hb_calloc (variables, sizeof (int64_t));
  run->last_write = hb_calloc (variables, sizeof (hb_id));
  run->registers = hb_calloc (registers, sizeof (int64_t));
  run->locals = hb_calloc (handlers * code->locals, sizeof (int64_t));
  run->posting = hb_calloc (handlers * code->args, sizeof (int64_t));
  for (size_t r = 0; r < registers; r++)
    run->registers[r] = code->registers[r];
  for (size_t i = 0; i < handlers * code->args; i++)
    vec_push (run->args, code->initial_args[i]);
  for (size_t x = 0; x < variables; x++)
    {
      run->values[x] = code->variables.data[x].initial;
      run->last_write[x] = HB_NONE;
    }
  for (hb_id h = 0; h < handlers; h++)
    {
      hb_id declared = code->program->handlers.data[code->handlers.data[h].declared].message;
      struct hb_record_message m
          = { .handler = h, .kind = HB_INITIAL, .declared = declared, .told = declared != HB_NONE };
      vec_push (run->record.messages, m);
      run->record.mailbox[h] = code->handlers.data[h].mailbox;
      run->threads[h].running = HB_NONE;
    }
  for (hb_id h = 0; h < handlers && run->status == HB_RUN_GOING; h++)
    if (run->record.messages.data[h].told)
      start_message (run, h, h, run->record.messages.data[h].declared);
  check_end (run);
  return run;
}

static void *
copy_array (const void *from, size_t count, size_t size)
{
  void *to = hb_calloc (count, size);
  if (count)
    memcpy (to, from, count * size);
  return to;
}

#define copy_vec(TO, FROM)                                                                         \
  do                                                                                               \
    {                                                                                              \
      (TO).data = copy_array ((FROM).data, (FROM).size, sizeof *(FROM).data);                      \
      (TO).size = (TO).capacity = (FROM).size;                                                     \
    }                                                                                              \
  while (0)

hb_execution *
hb_execution_copy (const hb_execution *from)
{
  hb_execution *run = hb_calloc (1, sizeof *run);
  const hb_code *code = from->code;
  size_t handlers = code->handlers.size, variables = code->variables.size;
  *run = *from;
  run->record.mailbox = copy_array (from->record.mailbox, handlers, 1);
  copy_vec (run->record.events, from->record.events);
  copy_vec (run->record.messages, from->record.messages);
  copy_vec (run->record.started, from->record.started);
  copy_vec (run->record.posted, from->record.posted);
  copy_vec (run->args, from->args);
  run->threads = copy_array (from->threads, handlers, sizeof *run->threads);
  for (size_t h = 0; h < handlers; h++)
    {
      run->threads[h].box = (struct hb_box){ 0 };
      hb_box_copy (&run->threads[h].box, &from->threads[h].box);
    }
  run->values = copy_array (from->values, variables, sizeof (int64_t));
  run->last_write = copy_array (from->last_write, variables, sizeof (hb_id));
  run->registers
      = copy_array (from->registers, handlers * code->program->register_names, sizeof (int64_t));
  run->locals = copy_array (from->locals, handlers * code->locals, sizeof (int64_t));
  run->posting = copy_array (from->posting, handlers * code->args, sizeof (int64_t));
  return run;
}

void
hb_execution_free (hb_execution *run)
{
  if (!run)
    return;
  for (size_t h = 0; h < run->code->handlers.size; h++)
    hb_box_free (&run->threads[h].box);
  hb_record_free (&run->record);
  vec_free (run->args);
  hb_free (run->threads);
  hb_free (run->values);
  hb_free (run->last_write);
  hb_free (run->registers);
  hb_free (run->locals);
  hb_free (run->posting);
  hb_free (run);
}

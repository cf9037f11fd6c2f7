/* What a run has to tell: how it went, what it is called, its trace.  See run.h. */
#include "program/run_state.h"

#include "base/plural.h"

/* --- Questions --- */

enum hb_run_status
hb_execution_status (const hb_execution *run)
{
  return run->status;
}

const char *
hb_run_status_name (enum hb_run_status status)
{
  static const char *const names[] = { "cut", "done", "deadlock", "assertion", "error" };
  return names[status];
}

struct hb_spot
hb_execution_spot (const hb_execution *run)
{
  return run->spot;
}

void
hb_execution_explain (const hb_execution *run, hb_diag *diag)
{
  const hb_program *program = run->code->program;
  if (run->status == HB_RUN_ASSERTION || run->status == HB_RUN_ERROR)
    hb_program_error (program, diag, run->spot, "%s (handler %s, after %zu event%s)", run->problem,
                      run->code->handlers.data[run->culprit].name, run->record.events.size,
                      HB_S (run->record.events.size));
  for (hb_id h = 0; run->status == HB_RUN_DEADLOCK && h < run->code->handlers.size; h++)
    if (run->threads[h].running != HB_NONE)
      hb_program_error (program, diag, program->stmts.data[hb_execution_at (run, h)->stmt].spot,
                        "deadlock: handler %s waits here for ever, '%s' being %" PRId64,
                        run->code->handlers.data[h].name,
                        run->code->variables.data[run->threads[h].object].name,
                        run->values[run->threads[h].object]);
}

size_t
hb_execution_events (const hb_execution *run)
{
  return run->record.events.size;
}

size_t
hb_execution_posts (const hb_execution *run)
{
  return run->record.posted.size;
}

hb_id
hb_execution_handlers (const hb_execution *run)
{
  return (hb_id)run->code->handlers.size;
}

const char *
hb_execution_handler_name (const hb_execution *run, hb_id handler)
{
  return run->code->handlers.data[handler].name;
}

int64_t
hb_execution_value (const hb_execution *run, hb_id variable)
{
  return run->values[variable];
}

/* --- The trace --- */

static void
name_handler (const void *about, hb_id handler, char name[HB_RECORD_NAME])
{
  const hb_code *code = about;
  snprintf (name, HB_RECORD_NAME, "%s", code->handlers.data[handler].name);
}

/* The parts are told apart from the right: a sender with a ~ in its name goes by its number. */
static void
name_message (const void *about, const struct hb_record *record, hb_id message,
              char name[HB_RECORD_NAME])
{
  const hb_code *code = about;
  const struct hb_record_message *m = &record->messages.data[message];
  const char *sender = code->handlers.data[m->sender].name;
  const char *posted
      = hb_program_name (code->program, code->program->messages.data[m->declared].name);
  if (strchr (sender, '~') || sender[0] == ':')
    snprintf (name, HB_RECORD_NAME, "%s~:%u~%u", posted, m->sender, m->serial);
  else
    snprintf (name, HB_RECORD_NAME, "%s~%s~%u", posted, sender, m->serial);
}

static void
name_variable (const void *about, hb_id variable, char name[HB_RECORD_NAME])
{
  const hb_code *code = about;
  snprintf (name, HB_RECORD_NAME, "%s", code->variables.data[variable].name);
}

char *
hb_execution_message_name (const hb_execution *run, hb_id message)
{
  char name[HB_RECORD_NAME];
  name_message (run->code, &run->record, message, name);
  return hb_copy_text (name);
}

hb_id
hb_execution_find_message (const hb_execution *run, hb_id handler, const char *name)
{
  const struct hb_box *box = &run->threads[handler].box;
  char own[HB_RECORD_NAME];
  for (size_t place = 0; place < hb_box_size (box); place++)
    {
      name_message (run->code, &run->record, hb_box_at (box, place)->message, own);
      if (!strcmp (own, name))
        return hb_box_at (box, place)->message;
    }
  return HB_NONE;
}

/* What is left in the mailboxes is taken, and ends at once. */
static void
close_run (hb_execution *run)
{
  for (hb_id h = 0; h < run->code->handlers.size; h++)
    {
      struct hb_box *box = &run->threads[h].box;
      while (hb_box_size (box))
        {
          hb_id message = hb_box_take (box, hb_box_first (box, hb_execution_mailbox (run, h), 0));
          vec_push (run->record.started, message);
          struct hb_record_event get
              = { .message = message, .object = message, .from = HB_NONE, .kind = HB_GET };
          vec_push (run->record.events, get);
        }
    }
}

void
hb_execution_tell (const hb_execution *run, int mailbox, bool orders, hb_builder *builder)
{
  hb_execution *closed = hb_execution_copy (run);
  struct hb_record_names names = {
    .about = run->code, .handler = name_handler, .message = name_message, .variable = name_variable
  };
  close_run (closed);
  hb_record_co (&closed->record);
  closed->record.orders = orders;
  if (mailbox >= 0)
    {
      closed->record.common_mailbox = mailbox;
      for (hb_id h = 0; h < run->code->handlers.size; h++)
        closed->record.mailbox[h] = (uint8_t)mailbox;
    }
  hb_record_tell (&closed->record, &names, builder);
  hb_execution_free (closed);
}

hb_trace *
hb_execution_trace (const hb_execution *run, int mailbox, bool orders, hb_diag *diag)
{
  hb_builder *builder = hb_builder_to_trace (diag);
  hb_execution_tell (run, mailbox, orders, builder);
  return hb_builder_finish (builder);
}

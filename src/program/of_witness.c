/* See of_witness.h. */
#include "program/of_witness.h"

#include "base/buffer.h"
#include "program/schedule.h"
#include "run/replay.h"
#include "trace/trace_alike.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct author
{
  const hb_trace *trace;
  enum hb_witness_reads reads;
  hb_buffer text;
  char *register_name;
};

/* --- Names: those of the trace where they can be names of the program --- */

static void
add_name (struct author *author, const char *name)
{
  hb_buffer_add (&author->text, "\"%s\"", name);
}

/* Names that are too long become ~NUMBER, with more ~ if the trace has that name. */
static void
add_new_name (struct author *author, hb_id number, hb_names *taken)
{
  char name[HB_LONGEST_NAME];
  for (int tildes = 1;; tildes++)
    {
      int length = snprintf (name, sizeof name, "%.*s%u", tildes,
                             "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~", number);
      if (hb_names_find (taken, name, (size_t)length) == HB_NONE)
        break;
    }
  add_name (author, name);
}

static void
add_handler (struct author *author, hb_id handler)
{
  const hb_trace *trace = author->trace;
  const char *name = hb_handler_name (trace, handler);
  if (strlen (name) > HB_LONGEST_NAME)
    add_new_name (author, handler, trace->handler_names);
  else
    add_name (author, name);
}

static void
add_variable (struct author *author, hb_id variable)
{
  const hb_trace *trace = author->trace;
  const char *name = hb_variable_name (trace, variable);
  if (strlen (name) > HB_LONGEST_NAME)
    add_new_name (author, variable, trace->variable_names);
  else
    add_name (author, name);
}

/* A posted message that is called as a handler is would be its initial one; initial ones are. */
static void
add_message (struct author *author, hb_id message)
{
  const hb_trace *trace = author->trace;
  const struct hb_message *m = &trace->messages.data[message];
  const char *name = hb_message_name (trace, message);
  if (m->kind == HB_INITIAL)
    add_handler (author, m->handler);
  else if (strlen (name) > HB_LONGEST_NAME || hb_trace_find_handler (trace, name) != HB_NONE)
    add_new_name (author, message, trace->message_names);
  else
    add_name (author, name);
}

/* --- Events --- */

/* The value that the write writes. */
static int64_t
value_of (const struct author *author, hb_id write)
{
  hb_id written = hb_event_value (author->trace, write);
  if (author->reads == HB_READS_PLAIN && written != HB_NONE)
    {
      const char *text = hb_names_text (author->trace->values, written);
      char *end;
      errno = 0;
      long long value = strtoll (text, &end, 10);
      char again[32];
      snprintf (again, sizeof again, "%lld", value);
      if (!errno && !strcmp (again, text) && value != INT64_MIN)
        return value;
    }
  return (int64_t)author->trace->events.data[write].partner + 1;
}

static void
add_read (struct author *author, const struct hb_event *read)
{
  long long value = read->partner == HB_NONE ? 0 : value_of (author, read->partner);
  if (author->reads == HB_READS_AWAITED)
    {
      hb_buffer_add (&author->text, "await ");
      add_variable (author, read->object);
      hb_buffer_add (&author->text, " == %lld\n", value);
      return;
    }
  hb_buffer_add (&author->text, "%s = ", author->register_name);
  add_variable (author, read->object);
  hb_buffer_add (&author->text, "\n");
  if (author->reads == HB_READS_CHECKED)
    hb_buffer_add (&author->text, "    assert %s == %lld\n", author->register_name, value);
}

static void
add_event (struct author *author, hb_id number)
{
  const struct hb_event *event = &author->trace->events.data[number];
  const struct hb_message *posted;
  hb_buffer_add (&author->text, "    ");
  switch ((enum hb_event_kind)event->kind)
    {
    case HB_READ:
      add_read (author, event);
      break;
    case HB_WRITE:
      add_variable (author, event->object);
      hb_buffer_add (&author->text, " = %lld\n", (long long)value_of (author, number));
      break;
    case HB_POST:
      posted = &author->trace->messages.data[event->object];
      hb_buffer_add (&author->text, "post(");
      add_handler (author, posted->handler);
      hb_buffer_add (&author->text, ", ");
      add_message (author, event->object);
      if (posted->priority)
        hb_buffer_add (&author->text, ", %d", (int)posted->priority);
      hb_buffer_add (&author->text, ")\n");
      break;
    case HB_GET:
      hb_buffer_add (&author->text, "# get\n");
      break;
    }
}

/* --- The program --- */

static void
add_sections (struct author *author)
{
  const hb_trace *trace = author->trace;
  hb_buffer_add (&author->text, "mailbox %s\n\nvars\n", hb_mailbox_name (trace->mailbox));
  for (hb_id x = 0; x < trace->variables.size; x++)
    {
      hb_buffer_add (&author->text, "  ");
      add_variable (author, x);
      hb_buffer_add (&author->text, "\n");
    }
  hb_buffer_add (&author->text, "\nhandlers\n");
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      const struct hb_handler *handler = &trace->handlers.data[h];
      hb_buffer_add (&author->text, "  ");
      add_handler (author, h);
      hb_buffer_add (&author->text, " regs %s", author->register_name);
      if (handler->mailbox != trace->mailbox)
        hb_buffer_add (&author->text, " mailbox %s",
                       hb_mailbox_name ((enum hb_mailbox)handler->mailbox));
      hb_buffer_add (&author->text, "\n");
    }
  hb_buffer_add (&author->text, "\nmsgs\n");
}

char *
hb_program_of_trace (const hb_trace *trace, enum hb_witness_reads reads, hb_diag *diag)
{
  struct author author = { .trace = trace, .reads = reads, .register_name = hb_copy_text ("a") };
  for (hb_id m = 0; m < trace->messages.size; m++)
    if (trace->messages.data[m].kind == HB_EXTERNAL)
      {
        hb_error (diag, NULL, "message '%s' is external: no program posts it",
                  hb_message_name (trace, m));
        hb_free (author.register_name);
        return NULL;
      }
  while (hb_names_find (trace->variable_names, author.register_name, strlen (author.register_name))
         != HB_NONE)
    {
      char *longer = hb_format ("%s_", author.register_name);
      hb_free (author.register_name);
      author.register_name = longer;
    }
  add_sections (&author);
  for (hb_id m = 0; m < trace->messages.size; m++)
    {
      const struct hb_message *message = &trace->messages.data[m];
      hb_buffer_add (&author.text, "%s  ", m ? "\n" : "");
      add_message (&author, m);
      hb_buffer_add (&author.text, " {\n");
      for (hb_id e = message->first; e < message->first + message->count; e++)
        add_event (&author, e);
      hb_buffer_add (&author.text, "  }\n");
    }
  hb_free (author.register_name);
  return hb_buffer_take (&author.text);
}

void
hb_steps_of_run (const hb_trace *trace, const hb_id *run, hb_run_steps *steps)
{
  hb_id *number = hb_calloc (trace->messages.size, sizeof *number);
  hb_id posts = (hb_id)trace->handlers.size; /* initial messages have the first numbers */
  for (size_t i = 0; i < trace->events.size; i++)
    {
      const struct hb_event *event = &trace->events.data[run[i]];
      struct hb_run_step step = { hb_event_handler (trace, run[i]), HB_NONE };
      if (event->kind == HB_POST)
        number[event->object] = posts++;
      else if (event->kind == HB_GET)
        step.message = number[event->object];
      vec_push (*steps, step);
    }
  hb_free (number);
}

/* The trace of the program's run along STEPS.  NULL after errors.  New. */
static hb_trace *
run_program (const char *text, const hb_run_steps *steps, hb_diag *diag)
{
  hb_program *program = hb_program_of_bytes ("the witness's program", text, strlen (text), diag);
  hb_code *code = program ? hb_program_bind (program, NULL, 0, -1, diag) : NULL;
  hb_trace *trace = NULL;
  if (code)
    {
      hb_execution *run = hb_execution_new (code);
      if (!hb_execution_follow (run, steps->data, steps->size)
          || hb_execution_status (run) != HB_RUN_DONE)
        hb_error (diag, NULL, "the program cannot run as the witness does");
      else
        trace = hb_execution_trace (run, -1, true, diag);
      hb_execution_free (run);
    }
  hb_code_free (code);
  hb_program_free (program);
  return trace;
}

bool
hb_witness_runs_back (const hb_trace *trace, const hb_witness *witness, enum hb_witness_reads reads,
                      hb_diag *diag)
{
  hb_id *run = hb_calloc (trace->events.size, sizeof *run);
  hb_run_steps steps = VEC_EMPTY;
  char *text = NULL;
  hb_trace *back = NULL;
  if (hb_replay (trace, witness, run, diag) && (text = hb_program_of_trace (trace, reads, diag)))
    {
      hb_steps_of_run (trace, run, &steps);
      back = run_program (text, &steps, diag);
    }
  hb_witness *orders = back ? hb_witness_of_trace (back, diag) : NULL;
  bool good
      = orders && hb_traces_alike (trace, witness, back, orders, reads == HB_READS_PLAIN, diag);
  hb_witness_free (orders);
  hb_trace_free (back);
  hb_free (text);
  vec_free (steps);
  hb_free (run);
  return good;
}

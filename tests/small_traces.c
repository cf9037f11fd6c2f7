/* See small_traces.h. */
#include "unit.h"

#include "plain_simulator.h"

#include <unistd.h>

#include "base/buffer.h"
#include "small_traces.h"

/* --- Text ------------------------------------------------------------------------------------- */

char *
scratch_file (int *file)
{
  static const char *const folders[] = { "/dev/shm", "/tmp" };
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
    {
      char *path = hb_format ("%s/hbkit-test-XXXXXX", folders[i]);
      if ((*file = mkstemp (path)) >= 0)
        return path;
      hb_free (path);
    }
  fail_msg ("no scratch file");
  return NULL;
}

hb_trace *
trace_of_bytes (const char *text, size_t size, hb_diag *diag)
{
  int file;
  char *path = scratch_file (&file);
  assert_int_equal (write (file, text, size), (ssize_t)size);
  close (file);
  hb_trace *trace = hb_edt_read (path, diag);
  unlink (path);
  hb_free (path);
  return trace;
}

/* Counts the lines of TEXT whose first word (after a label) is WORD. */
static unsigned
count_lines (const char *text, const char *word)
{
  unsigned count = 0;
  for (const char *line = text; line; line = strchr (line, '\n'))
    {
      line += *line == '\n';
      line += strspn (line, " ");
      size_t length = strcspn (line, " \n");
      const char *after = line + length;
      if (length && line[length - 1] == ':')
        {
          after += strspn (after, " ");
          length = strcspn (after, " \n");
        }
      else
        after = line;
      count += length == strlen (word) && !strncmp (after, word, length);
    }
  return count;
}

static unsigned
count_external (const char *text)
{
  unsigned count = 0;
  while ((text = strstr (text, " external")))
    {
      text++;
      count++;
    }
  return count;
}

hb_trace *
trace_of_text (const char *text)
{
  unsigned messages = count_lines (text, "message"), initials = count_lines (text, "initial");
  unsigned events
      = count_lines (text, "write") + count_lines (text, "read") + count_lines (text, "post");
  char *whole
      = hb_format ("edt 1\n%s\nend %u %u %u\n", text, events + messages - count_external (text),
                   messages + initials, count_lines (text, "handler"));
  hb_diag *diag = hb_diag_new ();
  hb_trace *trace = trace_of_bytes (whole, strlen (whole), diag);
  hb_diag_print (diag, stderr, false);
  assert_non_null (trace);
  hb_diag_free (diag);
  hb_free (whole);
  return trace;
}

char *
text_of_trace (const hb_trace *trace, const struct hb_witness *witness)
{
  int file;
  char *path = scratch_file (&file);
  close (file);
  hb_diag *diag = hb_diag_new ();
  hb_output *output = hb_output_open (path, diag);
  assert_non_null (output);
  hb_edt_write (output, trace, witness);
  assert_true (hb_output_commit (output));
  hb_diag_free (diag);
  FILE *in = fopen (path, "rb");
  assert_non_null (in);
  assert_int_equal (fseek (in, 0, SEEK_END), 0);
  size_t size = (size_t)ftell (in);
  rewind (in);
  char *text = hb_calloc (size + 1, 1);
  assert_int_equal (fread (text, 1, size, in), size);
  fclose (in);
  unlink (path);
  hb_free (path);
  return text;
}

char *
text_of_diag (const hb_diag *diag)
{
  char *text = NULL;
  size_t size = 0;
  FILE *memory = open_memstream (&text, &size);
  assert_non_null (memory);
  hb_diag_print (diag, memory, false);
  fclose (memory);
  char *copy = hb_copy_text (text);
  free (text);
  return copy;
}

char *
errors_of_diag (const hb_diag *diag)
{
  hb_buffer all = VEC_EMPTY;
  for (size_t i = 0; i < hb_diag_kept (diag); i++)
    {
      bool is_error;
      struct hb_place place;
      const char *text = hb_diag_entry (diag, i, &is_error, &place);
      if (is_error)
        hb_buffer_add (&all, "%zu:%zu: %s\n", place.line, place.column, text);
    }
  return hb_buffer_take (&all);
}

char *
text_of_notes (const hb_notes *notes)
{
  hb_buffer all = VEC_EMPTY;
  for (size_t i = 0; i < notes->list.size; i++)
    hb_buffer_add (&all, "%s\n", notes->list.data[i].text);
  return hb_buffer_take (&all);
}

/* --- Random traces ---------------------------------------------------------------------------- */

#define MOST 64

struct plan_event
{
  enum hb_event_kind kind;
  int object; /* variable, or message posted */
  int from;   /* read: message and place of the write; -1: initial */
  int from_place;
};

struct plan_message
{
  enum hb_message_kind kind;
  int handler, priority;
  int count;
  struct plan_event events[MOST];
};

struct plan
{
  int handlers, messages, variables;
  int mailbox[MOST];
  struct plan_message message[MOST];
  int co[MOST][2 * MOST][2]; /* variable -> writes in order, as message and place */
  int writes[MOST];
  char chain[MOST]; /* kinds of chain lines, of two messages each */
  int chained[MOST][2];
  int chains;
};

static int
below (struct hb_rng *rng, int bound)
{
  return bound > 0 ? (int)hb_rng_below (rng, (uint64_t)bound) : 0;
}

/* Puts EVENT at a random place into MESSAGE. */
static void
insert (struct hb_rng *rng, struct plan_message *message, struct plan_event event)
{
  int place = below (rng, message->count + 1);
  memmove (&message->events[place + 1], &message->events[place],
           (size_t)(message->count - place) * sizeof event);
  message->events[place] = event;
  message->count++;
}

/* Messages: first the initial and external ones, then posted ones, each posted from one before it
 * (rarely from any). */
static void
plan_messages (struct hb_rng *rng, struct trace_shape shape, struct plan *plan)
{
  plan->handlers = 1 + below (rng, shape.handlers);
  plan->variables = 1 + below (rng, shape.variables);
  for (int h = 0; h < plan->handlers; h++)
    {
      plan->mailbox[h] = shape.mailbox >= 0 ? shape.mailbox : below (rng, HB_MAILBOXES);
      if (h == plan->handlers - 1 || below (rng, 3))
        plan->message[plan->messages++] = (struct plan_message){ .kind = HB_INITIAL, .handler = h };
    }
  int externals = below (rng, shape.externals + 1), posted = below (rng, shape.messages + 1);
  for (int i = 0; i < externals; i++)
    plan->message[plan->messages++]
        = (struct plan_message){ .kind = HB_EXTERNAL, .handler = below (rng, plan->handlers) };
  int first = plan->messages;
  for (int i = 0; i < posted; i++)
    plan->message[plan->messages++]
        = (struct plan_message){ .kind = HB_POSTED,
                                 .handler = below (rng, 2) ? 0 : below (rng, plan->handlers),
                                 .priority = below (rng, 3) };
  for (int m = first; m < plan->messages; m++)
    insert (rng, &plan->message[below (rng, below (rng, 12) ? m : plan->messages)],
            (struct plan_event){ .kind = HB_POST, .object = m });
}

static void
plan_accesses (struct hb_rng *rng, struct trace_shape shape, struct plan *plan)
{
  int accesses = below (rng, shape.accesses + 1);
  for (int i = 0; i < accesses; i++)
    {
      enum hb_event_kind kind = below (rng, 2) ? HB_WRITE : HB_READ;
      insert (
          rng, &plan->message[below (rng, plan->messages)],
          (struct plan_event){ .kind = kind, .object = below (rng, plan->variables), .from = -1 });
    }
  for (int m = 0; m < plan->messages && !shape.empty; m++)
    if (!plan->message[m].count)
      insert (rng, &plan->message[m], (struct plan_event){ .kind = HB_WRITE });
  for (int m = 0; m < plan->messages; m++)
    for (int k = 0; k < plan->message[m].count; k++)
      if (plan->message[m].events[k].kind == HB_WRITE)
        {
          int v = plan->message[m].events[k].object;
          plan->co[v][plan->writes[v]][0] = m;
          plan->co[v][plan->writes[v]++][1] = k;
        }
}

/* Order lines between random messages of the same handler. */
static void
plan_chains (struct hb_rng *rng, struct plan *plan)
{
  for (int tries = below (rng, 4); tries > 0; tries--)
    {
      int a = below (rng, plan->messages), b = below (rng, plan->messages);
      const struct plan_message *first = &plan->message[a], *second = &plan->message[b];
      if (a == b || first->handler != second->handler || first->kind == HB_INITIAL
          || second->kind == HB_INITIAL)
        continue;
      bool posted = first->kind == HB_POSTED && second->kind == HB_POSTED;
      plan->chain[plan->chains] = posted && below (rng, 2) ? 'm' : 'e';
      plan->chained[plan->chains][0] = a;
      plan->chained[plan->chains++][1] = b;
    }
}

/* The address of event K of the plan's message M (gets not counted).  In a static buffer. */
static const char *
address (const struct plan *plan, int m, int k)
{
  static char text[48];
  if (plan->message[m].kind == HB_INITIAL)
    snprintf (text, sizeof text, "h%d@%d", plan->message[m].handler, k);
  else
    snprintf (text, sizeof text, "m%d@%d", m, k + (plan->message[m].kind == HB_POSTED));
  return text;
}

static void
build_event (hb_builder *builder, const struct plan *plan, const struct plan_event *event)
{
  char name[16];
  snprintf (name, sizeof name, event->kind == HB_POST ? "m%d" : "x%d", event->object);
  if (event->kind == HB_POST)
    hb_build_post (builder, NULL, name);
  else if (event->kind == HB_WRITE)
    hb_build_write (builder, NULL, name, NULL);
  else
    hb_build_read (builder, NULL, name,
                   event->from < 0 ? NULL : address (plan, event->from, event->from_place));
}

static void
build_message (hb_builder *builder, const struct plan *plan, int m)
{
  const struct plan_message *message = &plan->message[m];
  char name[16];
  snprintf (name, sizeof name, "m%d", m);
  hb_build_message_of (builder, (enum hb_message_kind)message->kind, name);
  if (message->priority)
    hb_build_priority (builder, message->priority);
  for (int k = 0; k < message->count; k++)
    build_event (builder, plan, &message->events[k]);
}

static hb_trace *
build_plan (const struct plan *plan)
{
  hb_diag *diag = hb_diag_new ();
  hb_builder *builder = hb_builder_to_trace (diag);
  char name[16];
  for (int h = 0; h < plan->handlers; h++)
    {
      snprintf (name, sizeof name, "h%d", h);
      hb_build_handler (builder, name, plan->mailbox[h]);
      for (int m = 0; m < plan->messages; m++)
        if (plan->message[m].handler == h)
          build_message (builder, plan, m);
    }
  for (int v = 0; v < plan->variables; v++)
    {
      if (plan->writes[v] < 2)
        continue;
      snprintf (name, sizeof name, "x%d", v);
      hb_build_chain_start (builder, 'c', name);
      for (int i = 0; i < plan->writes[v]; i++)
        hb_build_chain_add (builder, address (plan, plan->co[v][i][0], plan->co[v][i][1]));
    }
  for (int c = 0; c < plan->chains; c++)
    {
      snprintf (name, sizeof name, "h%d", plan->message[plan->chained[c][0]].handler);
      hb_build_chain_start (builder, plan->chain[c], name);
      for (int i = 0; i < 2; i++)
        {
          snprintf (name, sizeof name, "m%d", plan->chained[c][i]);
          hb_build_chain_add (builder, name);
        }
    }
  hb_build_end (builder);
  hb_trace *trace = hb_builder_finish (builder);
  hb_diag_print (diag, stderr, false);
  assert_non_null (trace);
  hb_diag_free (diag);
  return trace;
}

/* Where the plan has EVENT of the trace built from it. */
static void
find_in_plan (const hb_trace *trace, const struct plan *plan, hb_id event, int place[2])
{
  hb_id message = trace->events.data[event].message,
        handler = trace->messages.data[message].handler;
  int left = (int)(message - trace->handlers.data[handler].first), m = 0;
  for (;; m++)
    if (plan->message[m].handler == (int)handler && left-- == 0)
      break;
  place[0] = m;
  place[1] = (int)hb_event_position (trace, event) - (plan->message[m].kind == HB_POSTED);
}

/* Reads and writes get the values and the order that a random run of TRACE gives them. */
static void
plan_run (struct hb_rng *rng, const hb_trace *trace, struct plan *plan)
{
  struct simulator simulator = simulator_new (trace);
  simulator.free_memory = true;
  int last[MOST][2], place[2];
  for (int v = 0; v < plan->variables; v++)
    last[v][0] = -1;
  memset (plan->writes, 0, sizeof plan->writes);
  hb_id *order = hb_calloc (trace->messages.size, sizeof *order);
  for (hb_id m = 0; m < trace->messages.size; m++)
    order[m] = m;
  for (bool progress = true; progress;)
    {
      progress = false;
      hb_rng_shuffle (rng, order, trace->messages.size);
      for (size_t i = 0; i < trace->messages.size && !progress; i++)
        {
          if (!simulator_can (&simulator, order[i]))
            continue;
          progress = true;
          hb_id event = simulator_step (&simulator, order[i]);
          if (event == HB_NONE)
            continue;
          find_in_plan (trace, plan, event, place);
          if (trace->events.data[event].kind != HB_READ
              && trace->events.data[event].kind != HB_WRITE)
            continue;
          struct plan_event *e = &plan->message[place[0]].events[place[1]];
          int v = e->object;
          e->from = last[v][0];
          e->from_place = last[v][1];
          if (e->kind == HB_WRITE)
            {
              memcpy (plan->co[v][plan->writes[v]++], place, sizeof place);
              memcpy (last[v], place, sizeof place);
            }
        }
    }
  /* A run that got stuck has not seen all writes; the others come last. */
  for (int m = 0; m < plan->messages; m++)
    for (int k = 0; k < plan->message[m].count; k++)
      {
        const struct plan_event *e = &plan->message[m].events[k];
        bool seen = e->kind != HB_WRITE;
        for (int i = 0; !seen && i < plan->writes[e->object]; i++)
          seen = plan->co[e->object][i][0] == m && plan->co[e->object][i][1] == k;
        if (seen)
          continue;
        plan->co[e->object][plan->writes[e->object]][0] = m;
        plan->co[e->object][plan->writes[e->object]++][1] = k;
      }
  hb_free (order);
  simulator_free (&simulator);
}

/* Moves a read to another write, or swaps two neighbours in co. */
static void
perturb (struct hb_rng *rng, struct plan *plan)
{
  int v = below (rng, plan->variables);
  if (plan->writes[v] > 1 && below (rng, 2))
    {
      int i = below (rng, plan->writes[v] - 1), kept[2];
      memcpy (kept, plan->co[v][i], sizeof kept);
      memcpy (plan->co[v][i], plan->co[v][i + 1], sizeof kept);
      memcpy (plan->co[v][i + 1], kept, sizeof kept);
    }
  struct plan_message *message = &plan->message[below (rng, plan->messages)];
  for (int k = 0; k < message->count; k++)
    if (message->events[k].kind == HB_READ && below (rng, 2))
      {
        v = message->events[k].object;
        int i = below (rng, plan->writes[v] + 1);
        message->events[k].from = i < plan->writes[v] ? plan->co[v][i][0] : -1;
        message->events[k].from_place = i < plan->writes[v] ? plan->co[v][i][1] : 0;
      }
}

hb_trace *
random_trace (struct hb_rng *rng, struct trace_shape shape)
{
  static struct plan plan;
  memset (&plan, 0, sizeof plan);
  assert_true (shape.messages + shape.externals + shape.handlers <= MOST
               && shape.accesses < MOST / 2);
  plan_messages (rng, shape, &plan);
  plan_accesses (rng, shape, &plan);
  hb_trace *draft = build_plan (&plan);
  plan_run (rng, draft, &plan);
  hb_trace_free (draft);
  if (!below (rng, 3))
    perturb (rng, &plan);
  if (shape.chains)
    plan_chains (rng, &plan);
  return build_plan (&plan);
}

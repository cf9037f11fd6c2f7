/* All small traces.  Four nested choices, each a recursion that calls the next one at its end:
 *
 *     1. receivers   which handler each message goes to
 *     2. bodies      message after message, what stands in it: accesses (all alike yet) and posts
 *     3. accesses    the variable of each, and whether it reads or writes
 *     4. rf, co      the write of each read, the order of the writes; in one and the same trace, which is built once
 *
 * Posted messages are numbered in the order in which their posts are met when bodies are filled one
 * after another, which leaves one numbering of each trace and lets every message be posted from one
 * before it.  Variables are numbered in the order of their first access.  Handlers are in falling
 * order of what their initial message holds and how many messages they get: that leaves few copies
 * of a trace under renaming of handlers. */
#include "gen/small.h"

#include "base/failure.h"
#include "trace/builder.h"

#include <stdio.h>
#include <string.h>

#define MOST_HANDLERS 4
#define MOST_MESSAGES 6
#define MOST_ACCESSES 6
#define MOST_BODIES (MOST_HANDLERS + MOST_MESSAGES)
#define MOST_ITEMS (MOST_ACCESSES + MOST_MESSAGES)

/* What stands at a place of a body. */
struct item
{
  bool is_post;
  int number; /* of the access, or of the posted message */
};

struct access
{
  int body, place; /* where it stands */
  int variable;
  bool is_write;
  int from; /* a read's write, as an access; -1: the initial value */
};

struct small
{
  const struct hb_small_size *size;
  bool (*visit) (hb_trace *trace, void *context);
  void *context;
  int receiver[MOST_MESSAGES];
  struct item body[MOST_BODIES][MOST_ITEMS]; /* initial messages first, then those posted */
  int length[MOST_BODIES];
  int accesses, posts; /* placed so far */
  struct access access[MOST_ACCESSES];
  int variables;
  int co[MOST_ACCESSES][MOST_ACCESSES]; /* variable -> its writes in order */
  int writes[MOST_ACCESSES];
  hb_trace *trace; /* of the accesses chosen; reads and co are set for each trace shown */
  hb_id event[MOST_ACCESSES]; /* access -> its event there */
};

/* --- The trace --- */

static const char *
address (const struct small *s, int access, char text[32])
{
  const struct access *a = &s->access[access];
  int handlers = s->size->handlers;
  if (a->body < handlers)
    snprintf (text, 32, "h%d@%d", a->body + 1, a->place);
  else
    snprintf (text, 32, "m%d@%d", a->body - handlers + 1, a->place + 1);
  return text;
}

static void
tell_body (const struct small *s, int body, hb_builder *builder)
{
  char object[32], from[32];
  for (int i = 0; i < s->length[body]; i++)
    {
      const struct item *item = &s->body[body][i];
      const struct access *a = &s->access[item->number];
      snprintf (object, sizeof object, item->is_post ? "m%d" : "x%d",
                item->is_post ? item->number + 1 : a->variable + 1);
      if (item->is_post)
        hb_build_post (builder, NULL, object);
      else if (a->is_write)
        hb_build_write (builder, NULL, object, NULL);
      else
        hb_build_read (builder, NULL, object, a->from < 0 ? NULL : address (s, a->from, from));
    }
}

static void
tell_co (const struct small *s, hb_builder *builder)
{
  char text[32];
  for (int v = 0; v < s->variables; v++)
    if (s->writes[v] > 1)
      {
        snprintf (text, sizeof text, "x%d", v + 1);
        hb_build_chain_start (builder, 'c', text);
        for (int i = 0; i < s->writes[v]; i++)
          hb_build_chain_add (builder, address (s, s->co[v][i], text));
      }
}

/* The trace of what was chosen so far.  New. */
static hb_trace *
build (const struct small *s)
{
  hb_diag *diag = hb_diag_new ();
  hb_builder *builder = hb_builder_to_trace (diag);
  char name[32];
  if (s->size->histories)
    hb_build_without_co (builder);
  if (s->size->mailbox)
    hb_build_mailbox (builder, (enum hb_mailbox)s->size->mailbox);
  for (int h = 0; h < s->size->handlers; h++)
    {
      snprintf (name, sizeof name, "h%d", h + 1);
      hb_build_handler (builder, name, -1);
      if (s->length[h])
        hb_build_initial (builder);
      tell_body (s, h, builder);
      for (int m = 0; m < s->size->messages; m++)
        if (s->receiver[m] == h)
          {
            snprintf (name, sizeof name, "m%d", m + 1);
            hb_build_message (builder, name);
            tell_body (s, s->size->handlers + m, builder);
          }
    }
  if (!s->size->histories)
    tell_co (s, builder);
  hb_build_end (builder);
  hb_trace *trace = hb_builder_finish (builder);
  if (!trace)
    hb_fail ("a small trace was refused: %s", hb_diag_first (diag));
  hb_diag_free (diag);
  return trace;
}

/* Histories are built one by one: what their co is, which nobody tells, is the builder's. */
static bool
show_history (struct small *s)
{
  hb_trace *trace = build (s);
  bool go_on = s->visit (trace, s->context);
  hb_trace_free (trace);
  return go_on;
}

/* Shows the trace with its reads, its co and, as a visitor may have asked what it is with others, its mailboxes; false
 * to stop. */
static bool
show (struct small *s)
{
  hb_trace *trace = s->trace;
  trace->mailbox = (enum hb_mailbox)s->size->mailbox;
  for (size_t h = 0; h < trace->handlers.size; h++)
    trace->handlers.data[h].mailbox = (uint8_t)s->size->mailbox;
  for (int i = 0; i < s->accesses; i++)
    if (!s->access[i].is_write)
      trace->events.data[s->event[i]].partner
          = s->access[i].from < 0 ? HB_NONE : s->event[s->access[i].from];
  for (int v = 0; v < s->variables; v++)
    for (int i = 0; i < s->writes[v]; i++)
      {
        struct hb_event *write = &trace->events.data[s->event[s->co[v][i]]];
        write->partner = (hb_id)i;
        trace->co.data[trace->variables.data[write->object].first + (hb_id)i]
            = s->event[s->co[v][i]];
      }
  return s->visit (trace, s->context);
}

/* --- 4. rf and co --- */

/* Puts the writes of variable V from place AT on into all orders. */
static bool
order_writes (struct small *s, int v, int at)
{
  if (v == s->variables)
    return show (s);
  if (at == s->writes[v])
    return order_writes (s, v + 1, 0);
  bool go_on = true;
  for (int i = at; i < s->writes[v] && go_on; i++)
    {
      int kept = s->co[v][at];
      s->co[v][at] = s->co[v][i];
      s->co[v][i] = kept;
      go_on = order_writes (s, v, at + 1);
      s->co[v][i] = s->co[v][at];
      s->co[v][at] = kept;
    }
  return go_on;
}

static bool
choose_reads (struct small *s, int access)
{
  if (access == s->accesses)
    return s->size->histories ? show_history (s) : order_writes (s, 0, 0);
  struct access *a = &s->access[access];
  if (a->is_write)
    return choose_reads (s, access + 1);
  bool go_on = true;
  for (int i = -1; i < s->writes[a->variable] && go_on; i++)
    {
      a->from = i < 0 ? -1 : s->co[a->variable][i];
      go_on = choose_reads (s, access + 1);
    }
  return go_on;
}

/* --- 3. Accesses --- */

/* Lists the writes of each variable; false if one has no write or no other access. */
static bool
list_writes (struct small *s)
{
  int uses[MOST_ACCESSES] = { 0 };
  memset (s->writes, 0, sizeof s->writes);
  for (int i = 0; i < s->accesses; i++)
    {
      int v = s->access[i].variable;
      uses[v]++;
      if (s->access[i].is_write)
        s->co[v][s->writes[v]++] = i;
    }
  for (int v = 0; v < s->variables; v++)
    if (uses[v] < 2 || !s->writes[v])
      return false;
  return true;
}

/* All traces of these accesses. */
static bool
choose_rest (struct small *s)
{
  char text[32];
  if (s->size->histories)
    return choose_reads (s, 0);
  for (int i = 0; i < s->accesses; i++)
    s->access[i].from = -1;
  s->trace = build (s);
  for (int i = 0; i < s->accesses; i++)
    s->event[i] = hb_trace_find_event (s->trace, address (s, i, text));
  bool go_on = choose_reads (s, 0);
  hb_trace_free (s->trace);
  return go_on;
}

static bool
choose_accesses (struct small *s, int access)
{
  if (access == s->accesses)
    return !list_writes (s) || choose_rest (s);
  int variables = s->variables;
  for (int v = 0; v <= variables; v++)
    for (int write = 0; write < 2; write++)
      {
        s->access[access].variable = v;
        s->access[access].is_write = write;
        s->variables = v == variables ? variables + 1 : variables;
        bool go_on = choose_accesses (s, access + 1);
        s->variables = variables;
        if (!go_on)
          return false;
      }
  return true;
}

/* --- 2. Bodies --- */

/* A number that renaming does not change; handlers are in falling order of it. */
static int
rank (const struct small *s, int handler)
{
  int received = 0;
  for (int m = 0; m < s->size->messages; m++)
    received += s->receiver[m] == handler;
  return s->length[handler] * (MOST_MESSAGES + 1) + received;
}

static bool
handlers_in_order (const struct small *s)
{
  for (int h = 0; h < s->size->handlers; h++)
    if (!rank (s, h) || (h && rank (s, h) > rank (s, h - 1)))
      return false;
  return true;
}

static bool fill (struct small *s, int body);

static bool
put (struct small *s, int body, bool is_post)
{
  int place = s->length[body]++;
  int number = is_post ? s->posts++ : s->accesses++;
  s->body[body][place] = (struct item){ is_post, number };
  if (!is_post)
    s->access[number] = (struct access){ .body = body, .place = place };
  bool go_on = fill (s, body);
  if (is_post)
    s->posts--;
  else
    s->accesses--;
  s->length[body]--;
  return go_on;
}

/* Goes on in BODY: closes it, or puts one thing more into it. */
static bool
fill (struct small *s, int body)
{
  const struct hb_small_size *size = s->size;
  int handlers = size->handlers, bodies = handlers + size->messages;
  if (body == bodies)
    return s->accesses < size->accesses || s->posts < size->messages || !handlers_in_order (s)
           || choose_accesses (s, 0);
  /* The next message must have been posted, from one before it. */
  bool posted = body + 1 < handlers || body + 1 - handlers < s->posts || body + 1 == bodies;
  if (posted && !fill (s, body + 1))
    return false;
  if (s->accesses < size->accesses && !put (s, body, false))
    return false;
  return s->posts >= size->messages || (body >= handlers && !size->nested) || put (s, body, true);
}

/* --- 1. Receivers --- */

static bool
choose_receivers (struct small *s, int message)
{
  if (message == s->size->messages)
    return fill (s, 0);
  bool go_on = true;
  for (int h = 0; h < s->size->handlers && go_on; h++)
    {
      s->receiver[message] = h;
      go_on = choose_receivers (s, message + 1);
    }
  return go_on;
}

bool
hb_small_traces (const struct hb_small_size *size, bool (*visit) (hb_trace *trace, void *context),
                 void *context)
{
  struct small s = { .size = size, .visit = visit, .context = context };
  if (size->handlers < 1 || size->handlers > MOST_HANDLERS || size->messages < 0
      || size->messages > MOST_MESSAGES || size->accesses < 0 || size->accesses > MOST_ACCESSES)
    return false;
  return choose_receivers (&s, 0);
}

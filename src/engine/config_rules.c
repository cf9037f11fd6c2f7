/* Configurations and steps of the `config` engine.  Appendix D of the ED-consistency paper says
 * that there is an edge where "a transition is possible"; here is when that is so.
 *
 *     read    its write has happened.  (That no later one has is what writes wait for.)
 *     write   the write before it in co has happened, and so have all reads of that one's value
 *             (of the initial value, for the first write): these are co and fr
 *     post    always possible
 *     get     its handler is idle, the message is the next one of its line, its post has happened
 *
 * and what the input's own eo and mo lines ask for: the message before has been finished, its post
 * has happened. */
#include "engine/config.h"

#include <string.h>

/* ---- The rules of a trace. */

/* Messages into lines: by receiver, then sender, then the place of the post. */
static void
make_lines (struct config_rules *r)
{
  const hb_trace *trace = r->trace;
  size_t handlers = trace->handlers.size;
  VEC (hb_id) *posted = hb_calloc (handlers, sizeof *posted); /* receiver -> by sender and post */
  for (hb_id e = 0; e < trace->events.size; e++)
    if (trace->events.data[e].kind == HB_POST)
      {
        hb_id m = trace->events.data[e].object;
        vec_push (posted[trace->messages.data[m].handler], m);
      }
  r->line_start = hb_calloc (handlers + 1, sizeof *r->line_start);
  for (hb_id h = 0; h < handlers; h++)
    {
      r->line_start[h] = (hb_id)r->lines.size;
      for (size_t i = 0; i < posted[h].size; i++)
        {
          hb_id m = posted[h].data[i];
          hb_id sender = hb_event_handler (trace, trace->messages.data[m].post);
          if (r->lines.size == r->line_start[h] || vec_top (r->lines).sender != sender)
            {
              struct config_line line = { sender, h, (hb_id)r->messages.size, 0 };
              vec_push (r->lines, line);
            }
          r->line_of[m] = (hb_id)r->lines.size - 1;
          r->place_of[m] = vec_top (r->lines).count++;
          vec_push (r->messages, m);
        }
      vec_free (posted[h]);
    }
  r->line_start[handlers] = (hb_id)r->lines.size;
  hb_free (posted);
}

static void
list_chains (struct config_rules *r)
{
  const hb_trace *trace = r->trace;
  for (size_t c = 0; c < trace->eo.size; c++)
    for (hb_id i = 1; i < trace->eo.data[c].count; i++)
      {
        vec_push (r->eo_before, trace->chained.data[trace->eo.data[c].first + i]);
        vec_push (r->eo_before, trace->chained.data[trace->eo.data[c].first + i - 1]);
      }
  for (size_t c = 0; c < trace->mo.size; c++)
    for (hb_id i = 1; i < trace->mo.data[c].count; i++)
      {
        vec_push (r->mo_before, trace->chained.data[trace->mo.data[c].first + i]);
        vec_push (r->mo_before, trace->chained.data[trace->mo.data[c].first + i - 1]);
      }
}

void
config_rules_make (struct config_rules *r, const hb_trace *trace)
{
  memset (r, 0, sizeof *r);
  r->trace = trace;
  r->line_of = hb_calloc (trace->messages.size, sizeof *r->line_of);
  r->place_of = hb_calloc (trace->messages.size, sizeof *r->place_of);
  memset (r->line_of, 0xff, trace->messages.size * sizeof *r->line_of);
  make_lines (r);
  r->readers = hb_readers_new (trace);
  list_chains (r);
  r->words = trace->handlers.size + r->lines.size;
}

void
config_rules_free (struct config_rules *r)
{
  vec_free (r->lines);
  vec_free (r->messages);
  vec_free (r->eo_before);
  vec_free (r->mo_before);
  hb_free (r->line_start);
  hb_free (r->line_of);
  hb_free (r->place_of);
  hb_readers_free (&r->readers);
}

/* ---- What a configuration says. */

static hb_id
taken (const struct config_rules *r, const hb_id *s, hb_id line)
{
  return s[r->trace->handlers.size + line];
}

/* The message that handler H is in, or HB_NONE. */
static hb_id
current (const struct config_rules *r, const hb_id *s, hb_id h)
{
  return s[h] == CONFIG_IDLE ? HB_NONE : r->trace->events.data[s[h]].message;
}

/* An initial message has been started from the beginning on. */
static bool
is_started (const struct config_rules *r, const hb_id *s, hb_id m)
{
  hb_id line = r->line_of[m];
  return line == HB_NONE || r->place_of[m] < taken (r, s, line);
}

static bool
is_finished (const struct config_rules *r, const hb_id *s, hb_id m)
{
  return is_started (r, s, m) && current (r, s, r->trace->messages.data[m].handler) != m;
}

static bool
has_happened (const struct config_rules *r, const hb_id *s, hb_id event)
{
  hb_id m = r->trace->events.data[event].message;
  hb_id h = r->trace->messages.data[m].handler;
  return is_started (r, s, m) && (current (r, s, h) != m || event < s[h]);
}

void
config_start (const struct config_rules *r, hb_id *s)
{
  memset (s, 0, r->words * sizeof *s);
  for (hb_id h = 0; h < r->trace->handlers.size; h++)
    {
      hb_id initial = r->trace->handlers.data[h].initial;
      bool some = initial != HB_NONE && r->trace->messages.data[initial].count;
      s[h] = some ? r->trace->messages.data[initial].first : CONFIG_IDLE;
    }
}

bool
config_is_end (const struct config_rules *r, const hb_id *s)
{
  for (hb_id h = 0; h < r->trace->handlers.size; h++)
    if (s[h] != CONFIG_IDLE)
      return false;
  for (hb_id line = 0; line < r->lines.size; line++)
    if (taken (r, s, line) < r->lines.data[line].count)
      return false;
  return true;
}

/* ---- Steps. */

static bool
memory_allows (const struct config_rules *r, const hb_id *s, hb_id event)
{
  const struct hb_event *e = &r->trace->events.data[event];
  if (e->kind == HB_READ)
    return e->partner == HB_NONE || has_happened (r, s, e->partner);
  hb_id rank = e->partner;
  const struct hb_variable *variable = &r->trace->variables.data[e->object];
  size_t old
      = rank ? r->trace->co.data[variable->first + rank - 1] : r->trace->events.size + e->object;
  if (rank && !has_happened (r, s, (hb_id)old))
    return false;
  for (hb_id i = r->readers.start[old]; i < r->readers.start[old + 1]; i++)
    if (!has_happened (r, s, r->readers.reads[i]))
      return false;
  return true;
}

bool
config_can_run (const struct config_rules *r, const hb_id *s, hb_id h)
{
  const struct hb_event *e = &r->trace->events.data[s[h]];
  if (e->kind != HB_POST)
    return memory_allows (r, s, s[h]);
  for (size_t i = 0; i < r->mo_before.size; i += 2)
    if (r->mo_before.data[i] == e->object
        && !has_happened (r, s, r->trace->messages.data[r->mo_before.data[i + 1]].post))
      return false;
  return true;
}

bool
config_can_take (const struct config_rules *r, const hb_id *s, hb_id line)
{
  const struct config_line *l = &r->lines.data[line];
  if (taken (r, s, line) == l->count)
    return false;
  hb_id m = r->messages.data[l->first + taken (r, s, line)];
  if (!has_happened (r, s, r->trace->messages.data[m].post))
    return false;
  for (size_t i = 0; i < r->eo_before.size; i += 2)
    if (r->eo_before.data[i] == m && !is_finished (r, s, r->eo_before.data[i + 1]))
      return false;
  return true;
}

/* Handler H has done EVENT. */
static void
step_over (const struct config_rules *r, hb_id *s, hb_id h, hb_id event)
{
  const struct hb_message *m = &r->trace->messages.data[r->trace->events.data[event].message];
  s[h] = event + 1 < m->first + m->count ? event + 1 : CONFIG_IDLE;
}

hb_id
config_run (const struct config_rules *r, hb_id *s, hb_id h)
{
  hb_id event = s[h];
  step_over (r, s, h, event);
  return event;
}

hb_id
config_take (const struct config_rules *r, hb_id *s, hb_id line)
{
  const struct config_line *l = &r->lines.data[line];
  hb_id m = r->messages.data[l->first + s[r->trace->handlers.size + line]++];
  hb_id event = r->trace->messages.data[m].first;
  step_over (r, s, l->receiver, event);
  return event;
}

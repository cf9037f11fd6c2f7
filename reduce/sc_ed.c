/* sc-ed: rf-consistency under sequential consistency to ED-consistency.  A construction of our own.
 *
 * The order of a variable's writes is missing there, the order of a handler's messages here, so the
 * writes of x become messages of a handler co:x.  Each is the time during which its value lasts:
 *
 *     thread              co:x
 *                         message w:T.K
 *     w: write x    =>    +-------------+     post w:T.K
 *                         | get         |     read s:T.K    the write is after the message's start
 *                         | write s     |     write d:T.K   and before its end
 *                         | read d      |
 *     r: read x w   =>    | read e      |     read d:T.K    (d of the write read from)
 *                         +-------------+     write e:...   before the message's end; so all reads
 *     r: read x init  =>  co:x's initial message reads e of r
 *
 * Variables with one write or none have no order to be found, and stay as they are.
 *
 * Why it is right.  From a run of the trace, put each write w of x where its `write d` happens,
 * each read where its `write e` happens (or it itself, for other variables).  That keeps po.  Let
 * w, w' be writes of x, w's message first.  Then d of w and e of all reads from w come before the
 * end of its message, so before the start of the other, so before d of w'; and a read from w is
 * after d of w. So each read reads from the last write, and initial values are read before all
 * writes.  From a sequentially consistent order to a run: at each write, its thread posts the
 * message, it starts, and the rest happens as above; the message before it on co:x has ended, since
 * all reads of the overwritten value are over.  So a mailbox never holds more than one message: the
 * construction is right for *every* discipline.  No post is nested.
 *
 * With k threads and v variables of several writes the trace has k + v handlers. */
#include "problem/reduction.h"
#include "problem/sc.h"
#include "reduce/map.h"
#include "reduce/formula.h"
#include "reduce/sc_ed.h"

#include <string.h>

#define CO "co:"

/* What an ablation leaves out. */
enum damage
{
  NO_READS = 1,
  NO_INITIAL = 2
};

static const struct hb_ablation ablations[] = {
  { "no-reads",
    "a write's message does not wait for the reads of its value, so inconsistent histories become "
    "consistent",
    HB_YES, NO_READS },
  { "no-initial",
    "reads of initial values are not before all writes, so inconsistent histories become "
    "consistent",
    HB_YES, NO_INITIAL },
  { NULL, NULL, HB_OPEN, 0 },
};

/* --- names: KIND:THREAD.K, of an event; new ------------------------------------------------------ */

static char *
name_of (const hb_trace *history, const char *kind, hb_id event)
{
  return hb_format ("%s:%s.%u", kind, hb_handler_name (history, hb_event_handler (history, event)),
                    hb_event_position (history, event));
}

static char *
handler_of (const hb_trace *history, hb_id variable)
{
  return hb_format (CO "%s", hb_variable_name (history, variable));
}

static bool
is_ordered (const hb_trace *history, hb_id variable)
{
  return history->variables.data[variable].count > 1;
}

/* --- sizes -------------------------------------------------------------------------------------- */

static void
sizes_of (const struct hb_reduction *self, const hb_instance *source, uint64_t *sizes)
{
  (void)self;
  const hb_trace *history = hb_trace_of (source);
  bool *read_first = hb_calloc (history->variables.size, sizeof *read_first);
  sizes[0] = 0;
  sizes[1] = history->messages.size;
  sizes[2] = history->handlers.size;
  for (size_t e = 0; e < history->events.size; e++)
    {
      const struct hb_event *event = &history->events.data[e];
      bool initial = event->kind == HB_READ && event->partner == HB_NONE;
      if (!is_ordered (history, event->object))
        sizes[0]++;
      else if (event->kind == HB_WRITE)
        {
          sizes[0] += 6;
          sizes[1]++;
        }
      else
        {
          sizes[0] += initial ? 2 : 3;
          sizes[1] += initial && !read_first[event->object];
          read_first[event->object] = read_first[event->object] || initial;
        }
    }
  for (hb_id v = 0; v < history->variables.size; v++)
    sizes[2] += is_ordered (history, v);
  hb_free (read_first);
}

static bool
accepts (const struct hb_reduction *self, const hb_instance *source, hb_diag *diag)
{
  const hb_trace *history = hb_trace_of (source);
  uint64_t sizes[3];
  self->sizes (self, source, sizes);
  if (!hb_reduce_fits (sizes[0], diag))
    return false;
  for (hb_id h = 0; h < history->handlers.size; h++)
    if (!strncmp (hb_handler_name (history, h), CO, strlen (CO)))
      {
        hb_error (diag, NULL, "a thread is called '%s'; names that start with '" CO "' are taken",
                  hb_handler_name (history, h));
        return false;
      }
  return true;
}

/* --- there -------------------------------------------------------------------------------------- */

static void
put (hb_builder *builder, char action, char *name)
{
  if (action == 'w')
    hb_build_write (builder, name, name, NULL);
  else if (action == 'r')
    hb_build_read (builder, NULL, name, name);
  else if (action == 'p')
    hb_build_post (builder, NULL, name);
  else
    hb_build_message (builder, name);
  hb_free (name);
}

/* An access of a variable whose order is known. */
static void
tell_plain (const hb_trace *history, hb_id e, hb_builder *builder)
{
  const struct hb_event *event = &history->events.data[e];
  char *variable = hb_format ("k:%s", hb_variable_name (history, event->object));
  bool initial = event->kind == HB_READ && event->partner == HB_NONE;
  if (event->kind == HB_WRITE)
    hb_build_write (builder, variable, variable, NULL);
  else
    hb_build_read (builder, NULL, variable, initial ? NULL : variable);
  hb_free (variable);
}

static void
tell_access (const hb_trace *history, hb_id e, hb_builder *builder)
{
  const struct hb_event *event = &history->events.data[e];
  if (!is_ordered (history, event->object))
    tell_plain (history, e, builder);
  else if (event->kind == HB_WRITE)
    {
      put (builder, 'p', name_of (history, "w", e));
      put (builder, 'r', name_of (history, "s", e));
      put (builder, 'w', name_of (history, "d", e));
    }
  else
    {
      if (event->partner != HB_NONE)
        put (builder, 'r', name_of (history, "d", event->partner));
      put (builder, 'w', name_of (history, "e", e));
    }
}

static void
tell_reads_of (const hb_trace *history, const struct hb_readers *readers, size_t value,
               hb_builder *builder)
{
  for (hb_id i = readers->start[value]; i < readers->start[value + 1]; i++)
    put (builder, 'r', name_of (history, "e", readers->reads[i]));
}

/* The handler co:x. */
static void
tell_variable (const hb_trace *history, const struct hb_readers *readers, hb_id v, unsigned damage,
               hb_builder *builder)
{
  char *name = handler_of (history, v);
  size_t initial = history->events.size + v;
  hb_build_handler (builder, name, -1);
  hb_free (name);
  if (readers->start[initial] < readers->start[initial + 1] && !(damage & NO_INITIAL))
    {
      hb_build_initial (builder);
      tell_reads_of (history, readers, initial, builder);
    }
  for (hb_id w = 0; w < history->events.size; w++)
    if (history->events.data[w].kind == HB_WRITE && history->events.data[w].object == v)
      {
        put (builder, 'm', name_of (history, "w", w));
        put (builder, 'w', name_of (history, "s", w));
        put (builder, 'r', name_of (history, "d", w));
        if (!(damage & NO_READS))
          tell_reads_of (history, readers, w, builder);
      }
}

static void
put_map (const hb_trace *history, const char *name, const uint64_t *sizes, hb_output *map)
{
  hb_json *line = hb_map_header (map, name);
  hb_json_member_object (line, "source");
  hb_json_member_unsigned (line, "events", history->events.size);
  hb_json_member_unsigned (line, "threads", history->handlers.size);
  hb_json_member_unsigned (line, "variables", history->variables.size);
  hb_json_close (line);
  hb_map_trace_sizes (line, sizes);
  hb_json_member_string (line, "rule",
                         "the writes of a variable are in the order in which their messages run");
  hb_map_end (line);
  for (hb_id e = 0; e < history->events.size; e++)
    if (history->events.data[e].kind == HB_WRITE
        && is_ordered (history, history->events.data[e].object))
      {
        hb_id variable = history->events.data[e].object;
        char *address = hb_event_address (history, e), *message = name_of (history, "w", e);
        char *handler = handler_of (history, variable);
        line = hb_map_line (map, "write");
        hb_json_member_string (line, "write", address);
        hb_json_member_string (line, "variable", hb_variable_name (history, variable));
        hb_json_member_string (line, "handler", handler);
        hb_json_member_string (line, "message", message);
        hb_map_end (line);
        hb_free (address);
        hb_free (message);
        hb_free (handler);
      }
}

/* Tells the whole trace. */
static void
tell (const hb_trace *history, unsigned damage, hb_builder *builder)
{
  struct hb_readers readers = hb_readers_new (history);
  for (hb_id h = 0; h < history->handlers.size; h++)
    {
      hb_build_handler (builder, hb_handler_name (history, h), -1);
      hb_id m = history->handlers.data[h].initial;
      if (m == HB_NONE)
        continue;
      hb_build_initial (builder);
      const struct hb_message *thread = &history->messages.data[m];
      for (hb_id e = thread->first; e < thread->first + thread->count; e++)
        tell_access (history, e, builder);
    }
  for (hb_id v = 0; v < history->variables.size; v++)
    if (is_ordered (history, v))
      tell_variable (history, &readers, v, damage, builder);
  hb_build_end (builder);
  hb_readers_free (&readers);
}

bool
hb_sc_trace_of (const hb_trace *history, const char *name, const struct hb_ablation *ablation,
                struct hb_target *target, hb_diag *diag)
{
  hb_builder *builder = hb_target_builder (target, diag);
  hb_build_meta (builder, "reduction", name);
  if (ablation)
    hb_build_meta (builder, "ablation", ablation->name);
  tell (history, ablation ? ablation->bits : 0, builder);
  return hb_target_built (target, builder);
}

static bool
reduce (const struct hb_reduction *self, const hb_instance *source,
        const struct hb_ablation *ablation, struct hb_target *target, hb_output *map, hb_diag *diag)
{
  const hb_trace *history = hb_trace_of (source);
  bool good = hb_sc_trace_of (history, self->name, ablation, target, diag);
  if (map)
    put_map (history, self->name, target->sizes, map);
  return good;
}

/* It is right for every discipline. */
static bool
variant (const struct hb_reduction *self, hb_instance *target, unsigned i)
{
  (void)self;
  hb_trace *trace = (hb_trace *)target;
  if (i + 1 >= HB_MAILBOXES)
    return false;
  hb_trace_set_mailboxes (trace, (enum hb_mailbox) (i + 1));
  return true;
}

/* --- and back ----------------------------------------------------------------------------------- */

static bool
is_foreign (const char *what, const char *name, hb_diag *diag)
{
  hb_error (diag, NULL, "the trace is not the reduction of this history: it has no %s '%s'", what,
            name);
  return false;
}

/* The message of write W, or HB_NONE after an error. */
static hb_id
message_of (const hb_trace *history, const hb_trace *trace, hb_id w, hb_diag *diag)
{
  char *name = name_of (history, "w", w);
  hb_id m = hb_trace_find_message (trace, name);
  if (m == HB_NONE)
    is_foreign ("message", name, diag);
  hb_free (name);
  return m;
}

/* The writes of V in the order CO become the order of the messages of co:x, both eo and mo. */
static bool
lift_variable (const hb_trace *history, const hb_id *co, const hb_trace *trace, hb_id v,
               hb_witness *witness, hb_diag *diag)
{
  const struct hb_variable *variable = &history->variables.data[v];
  for (hb_id i = 0; i < variable->count; i++)
    {
      hb_id m = message_of (history, trace, co[variable->first + i], diag);
      if (m == HB_NONE)
        return false;
      hb_id h = trace->messages.data[m].handler;
      if (witness->eo_start[h + 1] - witness->eo_start[h] != variable->count)
        return is_foreign ("handler for all writes of", hb_variable_name (history, v), diag);
      witness->eo[witness->eo_start[h] + i] = m;
      witness->mo[witness->mo_start[h] + i] = m;
    }
  return true;
}

static hb_solution *
lift (const struct hb_reduction *self, const hb_instance *source, const hb_solution *solution,
      const hb_instance *target, hb_diag *diag)
{
  const hb_trace *history = hb_trace_of (source), *trace = hb_trace_of (target);
  if (!hb_reduction_made (self, source, target, diag)
      || !self->from->check (self->from, source, solution, diag))
    return NULL;
  hb_witness *witness = hb_witness_new (trace);
  bool good = true;
  for (hb_id v = 0; v < history->variables.size && good; v++)
    good = !is_ordered (history, v)
           || lift_variable (history, hb_co_of (solution), trace, v, witness, diag);
  if (good)
    return hb_solution_of_witness (witness);
  hb_witness_free (witness);
  return NULL;
}

/* Fills CO from the ranks of the messages. */
static bool
read_ranks (const hb_trace *history, const hb_trace *trace, const hb_witness *witness, hb_id *co,
            hb_diag *diag)
{
  hb_id *rank = hb_calloc (trace->messages.size, sizeof *rank);
  bool good = true;
  for (hb_id h = 0; h < trace->handlers.size; h++)
    for (hb_id i = witness->eo_start[h]; i < witness->eo_start[h + 1]; i++)
      rank[witness->eo[i]] = i - witness->eo_start[h];
  for (hb_id e = 0; e < history->events.size && good; e++)
    {
      const struct hb_event *event = &history->events.data[e];
      if (event->kind != HB_WRITE || !is_ordered (history, event->object))
        continue;
      const struct hb_variable *variable = &history->variables.data[event->object];
      hb_id m = message_of (history, trace, e, diag);
      good = m != HB_NONE
             && (rank[m] < variable->count
                 || is_foreign ("handler for all writes of",
                                hb_variable_name (history, event->object), diag));
      if (good)
        co[variable->first + rank[m]] = e;
    }
  hb_free (rank);
  return good;
}

static hb_solution *
extract (const struct hb_reduction *self, const hb_instance *source, const hb_instance *target,
         const hb_solution *solution, hb_diag *diag)
{
  const hb_trace *history = hb_trace_of (source);
  hb_id *co = hb_co_new (history);
  if (read_ranks (history, hb_trace_of (target), hb_witness_of (solution), co, diag))
    {
      if (self->from->check (self->from, source, hb_solution_of_co (co), diag))
        return hb_solution_of_co (co);
      hb_error (diag, NULL,
                "the order of the writes in this witness is no solution, which the proof of sc-ed "
                "excludes");
    }
  hb_free (co);
  return NULL;
}

const struct hb_reduction hb_reduction_sc_ed = {
  .name = "sc-ed",
  .from = &hb_problem_sc,
  .to = &hb_problem_ed,
  .to_note = ", any mailboxes",
  .reference = "hbkit (doc/reductions.md)",
  .handlers = "the threads, co:x for each variable of several writes",
  .size_text
  = "of variables with several writes: W writes, R reads of them, I reads of initial values; A "
    "accesses of others; k threads, v and i such variables and those of them with initial reads: "
    "events = 6W + 3R + 2I + A, messages = k + W + i, handlers = k + v",
  .ablations = ablations,
  .faithful = true,
  .accepts = accepts,
  .sizes = sizes_of,
  .reduce = reduce,
  .variant = variant,
  .lift = lift,
  .extract = extract,
};

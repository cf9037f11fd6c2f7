/* The ways there and back of the reductions that are told as drafts (draft.h).
 *
 * Lift: a run of the trace, by the operational semantics (run/replay_machine.h), that is guided by the model and never goes
 * back.  Of all that can happen next it takes what belongs to the earliest message, in the order in which they were made;
 * a post counts as the message posted (into a stack, the latest one first), and those of initial messages come before
 * all else.  A message waits for those that the draft's
 * guides put before it: in queues and stacks with its post, elsewhere with its get.  A message is taken from a mailbox
 * that offers several only if its first event can happen at once.  That this run does not get stuck is what doc/map.md
 * proves of each construction; its gets are eo, its posts mo.
 *
 * Extract: any pair tells its variable's value.  All of them must say the same and the values must satisfy the formula; a
 * witness where either fails would refute the construction, or is none.
 *
 * Extract is linear in the trace; lift is, too, but for the messages that lie in a mailbox of no order. */
#include "reduce/draft.h"
#include "reduce/formula.h"

#include "run/replay_machine.h"

#include <string.h>

/* --- the trace and its draft ------------------------------------------------------------------ */

struct way
{
  const struct hb_reduction *self;
  const hb_cnf *cnf;
  const hb_trace *trace;
  hb_diag *diag;
  struct hb_threes threes;
  struct hb_draft draft;
  hb_id *messages; /* of the draft -> of the trace */
  hb_id *stamps;   /* of the trace -> of the draft */
};

static void
way_free (struct way *way)
{
  hb_free (way->messages);
  hb_free (way->stamps);
  hb_draft_free (&way->draft);
  hb_threes_free (&way->threes);
}

/* Is the trace the target of the formula? */
static bool
is_target (struct way *way)
{
  hb_diag *ignored = hb_diag_new ();
  hb_builder *builder = hb_builder_to_trace (ignored);
  hb_build_meta (builder, "reduction", way->self->name);
  hb_draft_tell (&way->draft, builder);
  hb_trace *made = hb_builder_finish (builder);
  bool same = made && hb_traces_equal (made, way->trace, false);
  hb_trace_free (made);
  hb_diag_free (ignored);
  if (!same)
    hb_error (way->diag, NULL, "the trace is not the reduction %s of this formula",
              way->self->name);
  return same;
}

/* Fills WAY; false, with nothing to free, after an error. */
static bool
way_init (struct way *way, const struct hb_reduction *self, const hb_instance *source,
          const hb_instance *target, hb_diag *diag)
{
  *way = (struct way){
    .self = self, .cnf = hb_cnf_of (source), .trace = hb_trace_of (target), .diag = diag
  };
  hb_threes_init (&way->threes, way->cnf);
  hb_draft_init (&way->draft, self->own, &way->threes, 0);
  if (way->draft.mailbox == HB_QUEUE && way->trace->mailbox == HB_PRIORITY)
    way->draft.mailbox = HB_PRIORITY; /* the variant */
  bool good = is_target (way);
  size_t count = way->draft.messages.size;
  way->messages = hb_calloc (count, sizeof *way->messages);
  way->stamps = hb_calloc (count, sizeof *way->stamps);
  for (hb_id m = 0; m < count && good; m++)
    {
      const struct hb_draft_message *message = &way->draft.messages.data[m];
      hb_id found = message->name ? hb_trace_find_message (way->trace, message->name)
                                  : way->trace->handlers.data[message->handler].initial;
      way->messages[m] = found;
      way->stamps[found] = m;
    }
  if (!good)
    way_free (way);
  return good;
}

/* --- lift: the guides ------------------------------------------------------------------------- */

/* For each message, those that it waits for: members [starts[m] .. starts[m + 1] - 1]. */
struct waits
{
  hb_id *starts, *members;
};

struct guided
{
  const struct way *way;
  struct hb_machine *machine;
  hb_witness *witness;
  hb_id *eo_next, *mo_next; /* handler -> the next free place */
  struct waits gets, posts; /* message -> what has to be taken, or posted, before */
  VEC (hb_id) * waiting;    /* handler -> stamps of what lies in its mailbox, ascending */
};

/* Does a mailbox offer one message at a time, in an order that the posts tell?  In one of priorities all are equal. */
static bool
is_ordered (const struct guided *guided)
{
  enum hb_mailbox mailbox = guided->way->draft.mailbox;
  return mailbox == HB_QUEUE || mailbox == HB_PRIORITY || mailbox == HB_STACK;
}

/* Does the guide count in a run of MODEL, at the posts or at the gets?  Who then waits, and for whom. */
static bool
guide_of (const struct guided *guided, const struct hb_draft_order *order, const signed char *model,
          bool at_post, hb_id *who, hb_id *whom)
{
  const struct way *way = guided->way;
  hb_id first = way->messages[order->first], second = way->messages[order->second];
  bool back = at_post && way->draft.mailbox == HB_STACK;
  *who = back ? first : second;
  *whom = back ? second : first;
  return at_post == is_ordered (guided) && hb_literal_holds (model, order->literal)
         && (!order->also || hb_literal_holds (model, order->also));
}

static struct waits
waits_new (const struct guided *guided, const signed char *model, bool at_post)
{
  const struct hb_draft *draft = &guided->way->draft;
  size_t messages = draft->messages.size;
  struct waits waits = { hb_calloc (messages + 2, sizeof *waits.starts),
                         hb_calloc (draft->guides.size, sizeof *waits.members) };
  hb_id who, whom;
  for (size_t g = 0; g < draft->guides.size; g++)
    if (guide_of (guided, &draft->guides.data[g], model, at_post, &who, &whom))
      waits.starts[who + 2]++;
  for (size_t m = 0; m < messages; m++)
    waits.starts[m + 2] += waits.starts[m + 1];
  for (size_t g = 0; g < draft->guides.size; g++)
    if (guide_of (guided, &draft->guides.data[g], model, at_post, &who, &whom))
      waits.members[waits.starts[who + 1]++] = whom;
  return waits;
}

static void
waits_free (struct waits *waits)
{
  hb_free (waits->starts);
  hb_free (waits->members);
}

static bool
has_waited (const struct guided *guided, const struct waits *waits, hb_id message,
            enum hb_message_state least)
{
  for (hb_id k = waits->starts[message]; k < waits->starts[message + 1]; k++)
    if (guided->machine->state[waits->members[k]] < least)
      return false;
  return true;
}

/* --- lift: the run ---------------------------------------------------------------------------- */

/* Could EVENT happen, were its handler there? */
static bool
could_happen (const struct guided *guided, hb_id event)
{
  const hb_trace *trace = guided->way->trace;
  const struct hb_event *e = &trace->events.data[event];
  return e->kind != HB_READ || hb_machine_holds (guided->machine, e->object) == e->partner;
}

static bool
may_take (const struct guided *guided, hb_id message)
{
  const struct hb_message *m = &guided->way->trace->messages.data[message];
  if (hb_machine_obstacle (guided->machine, m->first) != HB_FREE
      || !has_waited (guided, &guided->gets, message, HB_UNDER_WAY))
    return false;
  return is_ordered (guided) || m->count < 2 || could_happen (guided, m->first + 1);
}

/* The message that handler H may take, the earliest one; HB_NONE: none. */
static hb_id
next_message (const struct guided *guided, hb_id h)
{
  const hb_trace *trace = guided->way->trace;
  hb_id initial = trace->handlers.data[h].initial;
  if (initial != HB_NONE && guided->machine->state[initial] == HB_ABSENT)
    return initial;
  for (size_t k = 0; k < guided->waiting[h].size; k++)
    {
      hb_id message = guided->way->messages[guided->waiting[h].data[k]];
      if (is_ordered (guided))
        message = hb_mailbox_first (guided->machine->mailboxes, message);
      if (may_take (guided, message))
        return message;
      if (is_ordered (guided))
        break;
    }
  return HB_NONE;
}

/* The event that handler H could do next, HB_NONE: none; and its key. */
static hb_id
next_event (const struct guided *guided, hb_id h, int64_t *key)
{
  const hb_trace *trace = guided->way->trace;
  hb_id running = guided->machine->running[h];
  hb_id message = running == HB_NONE ? next_message (guided, h) : running;
  if (message == HB_NONE)
    return HB_NONE;
  hb_id event = running == HB_NONE ? trace->messages.data[message].first : guided->machine->next[h];
  const struct hb_event *e = &trace->events.data[event];
  *key = guided->way->stamps[message];
  if (e->kind == HB_POST)
    {
      int64_t stamp = guided->way->stamps[e->object];
      *key = guided->way->draft.mailbox == HB_STACK ? -stamp : stamp;
      if (trace->messages.data[message].kind == HB_INITIAL)
        *key -= INT64_C (1) << 33; /* beyond all stamps */
      if (!has_waited (guided, &guided->posts, e->object, HB_IN_MAILBOX))
        return HB_NONE;
    }
  return hb_machine_obstacle (guided->machine, event) == HB_FREE ? event : HB_NONE;
}

/* Keeps the list of a mailbox in ascending order; what is put in is mostly the last. */
static void
put_in (struct guided *guided, hb_id h, hb_id stamp)
{
  vec_push (guided->waiting[h], stamp);
  hb_id *data = guided->waiting[h].data;
  size_t at = guided->waiting[h].size - 1;
  for (; at && data[at - 1] > stamp; at--)
    data[at] = data[at - 1];
  data[at] = stamp;
}

static void
take_out (struct guided *guided, hb_id h, hb_id stamp)
{
  hb_id *data = guided->waiting[h].data;
  size_t at = 0;
  while (data[at] != stamp)
    at++;
  for (guided->waiting[h].size--; at < guided->waiting[h].size; at++)
    data[at] = data[at + 1];
}

static void
happen (struct guided *guided, hb_id event)
{
  const hb_trace *trace = guided->way->trace;
  const struct hb_event *e = &trace->events.data[event];
  hb_id h = hb_event_handler (trace, event);
  hb_machine_step (guided->machine, event);
  if (e->kind == HB_GET)
    {
      guided->witness->eo[guided->eo_next[h]++] = e->message;
      take_out (guided, h, guided->way->stamps[e->message]);
    }
  if (e->kind == HB_POST)
    {
      hb_id to = trace->messages.data[e->object].handler;
      guided->witness->mo[guided->mo_next[to]++] = e->object;
      put_in (guided, to, guided->way->stamps[e->object]);
    }
}

/* Initial messages without events are over before they begin. */
static bool
run (struct guided *guided)
{
  const hb_trace *trace = guided->way->trace;
  while (guided->machine->happened < trace->events.size)
    {
      hb_id best = HB_NONE;
      int64_t best_key = INT64_MAX, key;
      for (hb_id h = 0; h < trace->handlers.size; h++)
        {
          hb_id event = next_event (guided, h, &key);
          if (event == HB_NONE || best_key <= key)
            continue;
          best = event;
          best_key = key;
        }
      if (best == HB_NONE)
        return false;
      happen (guided, best);
    }
  return true;
}

/* The witness of the model's run, NULL if it gets stuck.  New. */
static hb_witness *
run_model (const struct way *way, const signed char *model)
{
  size_t handlers = way->trace->handlers.size;
  struct guided guided = { .way = way,
                           .machine = hb_machine_new (way->trace),
                           .witness = hb_witness_new (way->trace),
                           .eo_next = hb_calloc (handlers, sizeof *guided.eo_next),
                           .mo_next = hb_calloc (handlers, sizeof *guided.mo_next),
                           .waiting = hb_calloc (handlers, sizeof *guided.waiting) };
  memcpy (guided.eo_next, guided.witness->eo_start, handlers * sizeof *guided.eo_next);
  memcpy (guided.mo_next, guided.witness->mo_start, handlers * sizeof *guided.mo_next);
  guided.gets = waits_new (&guided, model, false);
  guided.posts = waits_new (&guided, model, true);
  bool good = run (&guided);
  for (size_t h = 0; h < handlers; h++)
    vec_free (guided.waiting[h]);
  waits_free (&guided.gets);
  waits_free (&guided.posts);
  hb_free (guided.waiting);
  hb_free (guided.eo_next);
  hb_free (guided.mo_next);
  hb_machine_free (guided.machine);
  if (good)
    return guided.witness;
  hb_witness_free (guided.witness);
  return NULL;
}

hb_solution *
hb_draft_lift (const struct hb_reduction *self, const hb_instance *source,
               const hb_solution *solution, const hb_instance *target, hb_diag *diag)
{
  struct way way;
  const signed char *model = hb_model_of (solution);
  if (!hb_model_satisfies (hb_cnf_of (source), model, "formula", diag)
      || !way_init (&way, self, source, target, diag))
    return NULL;
  signed char *extended = hb_threes_extend (&way.threes, model);
  hb_witness *witness = run_model (&way, extended);
  hb_free (extended);
  if (!witness)
    hb_error (
        diag, NULL,
        "the run of this model gets stuck, which the construction %s excludes; this is a bug, "
        "please report the formula",
        self->name);
  way_free (&way);
  return witness ? hb_solution_of_witness (witness) : NULL;
}

/* --- extract ---------------------------------------------------------------------------------- */

static bool
read_value (const struct way *way, const struct hb_draft_order *value, const hb_id *ranks,
            signed char *model)
{
  hb_id first = way->messages[value->first], second = way->messages[value->second];
  const char *names[2]
      = { hb_message_name (way->trace, first), hb_message_name (way->trace, second) };
  if (ranks[first] == HB_NONE || ranks[second] == HB_NONE)
    {
      hb_error (way->diag, NULL, "the witness does not order message '%s'",
                names[ranks[first] != HB_NONE]);
      return false;
    }
  signed char told = ranks[first] < ranks[second] ? 1 : -1, *known = &model[value->literal];
  if (*known && *known != told)
    {
      hb_error (
          way->diag, NULL,
          "variable %d is %s by '%s' and '%s' and %s by others: its pairs disagree, which the "
          "construction excludes for a consistent trace",
          value->literal, told > 0 ? "true" : "false", names[0], names[1],
          told > 0 ? "false" : "true");
      return false;
    }
  *known = told;
  return true;
}

hb_solution *
hb_draft_extract (const struct hb_reduction *self, const hb_instance *source,
                  const hb_instance *target, const hb_solution *solution, hb_diag *diag)
{
  struct way way;
  const hb_witness *witness = hb_witness_of (solution);
  if (!way_init (&way, self, source, target, diag))
    return NULL;
  hb_id *ranks = hb_new_ids (way.trace->messages.size, HB_NONE);
  for (hb_id k = 0; k < witness->eo_start[way.trace->handlers.size]; k++)
    if (witness->eo[k] < way.trace->messages.size)
      ranks[witness->eo[k]] = k;
  signed char *model = hb_calloc (way.threes.ranks.size, sizeof *model);
  bool good = true;
  for (size_t k = 0; k < way.draft.values.size && good; k++)
    good = read_value (&way, &way.draft.values.data[k], ranks, model);
  for (int v = 1; v <= way.cnf->variables; v++)
    model[v] = model[v] ? model[v] : -1;
  good = good && hb_reduce_satisfies (way.cnf, model, "the construction", diag);
  hb_free (ranks);
  way_free (&way);
  if (good)
    return hb_solution_of_model (model);
  hb_free (model);
  return NULL;
}

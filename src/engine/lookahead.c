/* See lookahead.h.  Time is told as in the engine `cds`: each handler does an event a tick, and who could
 * choose first chooses first. */
#include "engine/lookahead.h"

#include "base/rng.h"
#include "engine/saturation.h"
#include "trace/mailbox.h"

/* A message of more events than this is looked ahead at even if nothing keeps it from running through. */
#define MOST_EVENTS_ALONE 30

enum state
{
  ABSENT, /* not posted, or external and not started */
  POSTED,
  STARTED
};

/* What was there before a choice was made. */
struct choice
{
  size_t mark;    /* of the closure */
  hb_id happened; /* events */
};

struct lookahead
{
  const hb_trace *trace;
  struct hb_limits *limits;
  uint64_t most_work, most_dead_ends;
  hb_order *order;
  hb_saturation *closure;
  hb_id *run, happened; /* the events that have happened, and how many */
  uint8_t *state;       /* message -> enum state */
  struct hb_box *boxes; /* handler -> its mailbox */
  hb_id *next;          /* handler -> next event of its message, HB_NONE: it runs none */
  hb_id *waiting;       /* node -> known edges from other messages that are still to be passed */
  hb_id *waits;         /* message -> the same, over all its nodes */
  hb_id *unstarted;     /* handler -> its messages that have events and have not started */
  hb_id *message_of;    /* node -> its message */
  VEC (hb_id) work;     /* handlers that may go on without a choice */
  bool *in_work;
  VEC (hb_id) choosers; /* handlers that have a choice to make */
  bool *chooses;
  VEC (hb_id)
  failed; /* those that could make none; they are asked again when something has changed */
  hb_id *clock, *ready, now; /* handler -> ticks, and when its next event became possible */
  hb_id *delay; /* handler -> ticks that it waits before it chooses, once there was a dead end */
  VEC (struct choice) choices;
  size_t deepest, back; /* most choices at a dead end, and how many to take back at the next */
  uint64_t dead_ends;
  struct hb_rng rng;
};

/* --- running ------------------------------------------------------------------------------------ */

static void
wake (struct lookahead *l, hb_id handler)
{
  if (l->ready[handler] < l->now)
    l->ready[handler] = l->now;
  if (l->in_work[handler])
    return;
  l->in_work[handler] = true;
  vec_push (l->work, handler);
}

/* NODE has happened: what waited for it may go on. */
static void
pass (struct lookahead *l, hb_id node)
{
  hb_saturation_happens (l->closure, node, true);
  for (hb_id e = l->order->first[node]; e < l->order->first[node + 1]; e++)
    {
      hb_id to = l->order->to[e], message = l->message_of[to];
      if (message == l->message_of[node])
        continue;
      l->waits[message]--;
      if (!--l->waiting[to])
        wake (l, l->trace->messages.data[message].handler);
    }
}

static hb_id
due (const struct lookahead *l, hb_id handler)
{
  return l->clock[handler] > l->ready[handler] ? l->clock[handler] : l->ready[handler];
}

static void
put (struct lookahead *l, hb_id message, hb_id sender)
{
  const struct hb_message *m = &l->trace->messages.data[message];
  l->state[message] = POSTED;
  hb_box_put (&l->boxes[m->handler], message, sender, m->priority);
  wake (l, m->handler);
}

static void
take (struct lookahead *l, hb_id message)
{
  struct hb_box *box = &l->boxes[l->trace->messages.data[message].handler];
  size_t place = 0;
  if (l->trace->messages.data[message].kind != HB_POSTED)
    return;
  while (hb_box_at (box, place)->message != message)
    place++;
  (void)hb_box_take (box, place);
}

static void
step (struct lookahead *l, hb_id event)
{
  const struct hb_event *e = &l->trace->events.data[event];
  const struct hb_message *m = &l->trace->messages.data[e->message];
  l->run[l->happened++] = event;
  l->now = l->clock[m->handler] = due (l, m->handler) + 1;
  l->unstarted[m->handler] -= m->first == event;
  l->state[e->message] = STARTED;
  l->next[m->handler] = event + 1 < m->first + m->count ? event + 1 : HB_NONE;
  pass (l, event);
  if (e->kind == HB_POST)
    put (l, e->object, m->handler);
  else if (e->kind == HB_GET)
    take (l, e->message);
}

/* The event that HANDLER does next, if it need not choose a message for that; else HB_NONE. */
static hb_id
next_event (const struct lookahead *l, hb_id handler)
{
  hb_id initial = l->trace->handlers.data[handler].initial;
  if (l->next[handler] != HB_NONE)
    return l->next[handler];
  return initial != HB_NONE && l->trace->messages.data[initial].count && l->state[initial] == ABSENT
             ? l->trace->messages.data[initial].first
             : HB_NONE;
}

/* Does it matter when EVENT happens, if it is a post?  In a multiset and a sender-queue it may happen at once. */
static bool
is_post_that_matters (const struct lookahead *l, hb_id event)
{
  const struct hb_event *e = &l->trace->events.data[event];
  if (e->kind != HB_POST)
    return false;
  uint8_t mailbox = l->trace->handlers.data[l->trace->messages.data[e->object].handler].mailbox;
  return mailbox == HB_QUEUE || mailbox == HB_STACK || mailbox == HB_PRIORITY;
}

/* Goes on with HANDLER until it waits or has a choice. */
static void
go_on (struct lookahead *l, hb_id handler)
{
  for (;;)
    {
      hb_id event = next_event (l, handler);
      if (event != HB_NONE && l->waiting[event])
        return;
      if (event == HB_NONE ? l->unstarted[handler] : is_post_that_matters (l, event))
        {
          if (!l->chooses[handler])
            vec_push (l->choosers, handler);
          l->chooses[handler] = true;
          return;
        }
      if (event == HB_NONE)
        return;
      step (l, event);
    }
}

/* --- choosing ----------------------------------------------------------------------------------- */

/* Does EVENT, if the closure allows what was said of it. */
static bool
step_if_possible (struct lookahead *l, hb_id event)
{
  struct choice choice = { hb_saturation_mark (l->closure), l->happened };
  if (!hb_saturation_try (l->closure, l->limits))
    return false;
  vec_push (l->choices, choice);
  step (l, event);
  return true;
}

/* Says what the post of X settles: its order with Y. */
static void
say_posted (struct lookahead *l, hb_id x, hb_id y)
{
  const hb_trace *trace = l->trace;
  bool by_posts;
  if (l->state[y] == ABSENT && hb_coupled (trace, x, y))
    {
      if (trace->handlers.data[trace->messages.data[x].handler].mailbox == HB_QUEUE)
        hb_saturation_put_ahead (l->closure, x, y);
      else
        hb_saturation_order (l->closure, x, y);
    }
  else if (l->state[y] == POSTED)
    {
      if (hb_buries (trace, x, y, &by_posts))
        hb_saturation_order (l->closure, x, y);
      else if (hb_buries (trace, y, x, &by_posts) && !by_posts)
        hb_saturation_order (l->closure, y, x);
    }
}

static bool
choose_post (struct lookahead *l, hb_id x)
{
  const hb_trace *trace = l->trace;
  const struct hb_handler *h = &trace->handlers.data[trace->messages.data[x].handler];
  for (hb_id y = h->first; y < h->first + h->count; y++)
    if (y != x && trace->messages.data[y].kind == HB_POSTED && l->state[y] == ABSENT
        && hb_coupled (trace, x, y) && hb_saturation_forces (l->closure, y, x))
      return false;
  for (hb_id y = h->first; y < h->first + h->count; y++)
    if (y != x && trace->messages.data[y].kind == HB_POSTED)
      say_posted (l, x, y);
  return step_if_possible (l, trace->messages.data[x].post);
}

static bool
choose_start (struct lookahead *l, hb_id x)
{
  const hb_trace *trace = l->trace;
  const struct hb_message *m = &trace->messages.data[x];
  const struct hb_handler *h = &trace->handlers.data[m->handler];
  for (hb_id y = h->first; y < h->first + h->count; y++)
    if (y != x && l->state[y] != STARTED && hb_saturation_forces (l->closure, y, x))
      return false;
  /* Who waits for nobody runs through, and settles nothing for the others. */
  if (l->waits[x] || m->count > MOST_EVENTS_ALONE)
    for (hb_id y = h->first; y < h->first + h->count; y++)
      if (y != x && l->state[y] != STARTED)
        hb_saturation_put_ahead (l->closure, x, y);
  return step_if_possible (l, m->first);
}

/* Starts X if it waits for nobody (or, else, for somebody). */
static bool
start_if (struct lookahead *l, hb_id x, bool through)
{
  const struct hb_message *m = &l->trace->messages.data[x];
  return m->count && !l->waiting[m->first] && through == !l->waits[x] && choose_start (l, x);
}

/* Starts one of the messages that the mailbox of HANDLER, which is idle, hands out, or an external one. */
static bool
start_one (struct lookahead *l, hb_id handler, bool through)
{
  const struct hb_handler *h = &l->trace->handlers.data[handler];
  const struct hb_box *box = &l->boxes[handler];
  enum hb_mailbox mailbox = (enum hb_mailbox)h->mailbox;
  bool one = mailbox != HB_MULTISET && mailbox != HB_SENDER_QUEUE;
  for (size_t p = 0; p < hb_box_size (box); p++)
    {
      size_t first = hb_box_first (box, mailbox, p);
      if ((one || first == p) && start_if (l, hb_box_at (box, first)->message, through))
        return true;
      if (one)
        break;
    }
  for (hb_id x = h->first; x < h->first + h->count; x++)
    if (l->trace->messages.data[x].kind == HB_EXTERNAL && l->state[x] == ABSENT
        && start_if (l, x, through))
      return true;
  return false;
}

/* Makes the choice of HANDLER; false if none is possible now. */
static bool
choose (struct lookahead *l, hb_id handler)
{
  hb_id event = next_event (l, handler);
  if (event != HB_NONE)
    return choose_post (l, l->trace->events.data[event].object);
  /* Those that run through come first. */
  return start_one (l, handler, true) || start_one (l, handler, false);
}

/* The chooser that is due first, which is none any more. */
static hb_id
first_chooser (struct lookahead *l)
{
  hb_id *choosers = l->choosers.data;
  size_t first = 0;
  for (size_t i = 1; i < l->choosers.size; i++)
    if (due (l, choosers[i]) + l->delay[choosers[i]]
        < due (l, choosers[first]) + l->delay[choosers[first]])
      first = i;
  hb_id handler = choosers[first];
  choosers[first] = vec_pop (l->choosers);
  l->chooses[handler] = false;
  return handler;
}

/* --- dead ends ---------------------------------------------------------------------------------- */

/* Nothing has happened, and all handlers may go on. */
static void
start (struct lookahead *l)
{
  const hb_trace *trace = l->trace;
  l->now = l->happened = 0;
  vec_clear (l->choosers);
  vec_clear (l->failed);
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      l->clock[h] = l->ready[h] = l->unstarted[h] = 0;
      l->next[h] = HB_NONE;
      vec_clear (l->boxes[h].all);
      l->boxes[h].head = 0;
      l->chooses[h] = false;
    }
  for (hb_id m = 0; m < trace->messages.size; m++)
    {
      l->waits[m] = 0;
      l->state[m] = ABSENT;
      l->unstarted[trace->messages.data[m].handler] += trace->messages.data[m].count > 0;
    }
  for (hb_id v = 0; v < l->order->nodes; v++)
    l->waiting[v] = 0;
  for (hb_id v = 0; v < l->order->nodes; v++)
    for (hb_id e = l->order->first[v]; e < l->order->first[v + 1]; e++)
      {
        hb_id to = l->order->to[e], own = l->message_of[v] == l->message_of[to];
        l->waiting[to] += !own;
        l->waits[l->message_of[to]] += !own;
      }
  for (hb_id m = 0; m < trace->messages.size; m++)
    if (!trace->messages.data[m].count)
      {
        l->state[m] = STARTED;
        pass (l, hb_first_node (l->order, trace, m));
      }
  for (hb_id h = 0; h < trace->handlers.size; h++)
    wake (l, h);
}

/* Takes the last choices back, twice as many each time it does not get deeper; false if there is none. */
static bool
go_back (struct lookahead *l)
{
  size_t depth = l->choices.size;
  if (!depth || ++l->dead_ends > l->most_dead_ends)
    return false;
  if (depth > l->deepest + l->back || l->back > depth)
    l->back = 1;
  else if (depth <= l->deepest && l->dead_ends % 2)
    l->back *= 2;
  l->deepest = depth > l->deepest ? depth : l->deepest;
  size_t kept = depth > l->back ? depth - l->back : 0;
  struct choice choice = l->choices.data[kept];
  hb_saturation_take_back (l->closure, choice.mark);
  for (hb_id i = choice.happened; i < l->happened; i++)
    hb_saturation_happens (l->closure, l->run[i], false);
  l->choices.size = kept;
  start (l);
  for (hb_id i = 0; i < choice.happened; i++)
    step (l, l->run[i]);
  for (hb_id h = 0; h < l->trace->handlers.size; h++)
    l->delay[h] = (hb_id)hb_rng_below (&l->rng, 2 * l->back + 4);
  return true;
}

/* Runs the trace; true if it came to the end. */
static bool
run (struct lookahead *l)
{
  start (l);
  for (;;)
    {
      while (l->work.size)
        {
          hb_id handler = vec_pop (l->work);
          l->in_work[handler] = false;
          go_on (l, handler);
        }
      if (l->happened == l->trace->events.size)
        return true;
      if (hb_limits_hit (l->limits)
          || (l->most_work && hb_saturation_work (l->closure) > l->most_work))
        return false;
      if (!l->choosers.size)
        {
          if (!go_back (l))
            return false;
          continue;
        }
      hb_id handler = first_chooser (l);
      if (!choose (l, handler))
        {
          vec_push (l->failed, handler);
          continue;
        }
      wake (l, handler);
      while (l->failed.size)
        wake (l, vec_pop (l->failed));
    }
}

/* --- beginning and end -------------------------------------------------------------------------- */

static void
allocate (struct lookahead *l)
{
  const hb_trace *trace = l->trace;
  size_t handlers = trace->handlers.size, messages = trace->messages.size, nodes = l->order->nodes;
  l->run = hb_calloc (trace->events.size, sizeof *l->run);
  l->waiting = hb_calloc (nodes, sizeof *l->waiting);
  l->waits = hb_calloc (messages, sizeof *l->waits);
  l->unstarted = hb_calloc (handlers, sizeof *l->unstarted);
  l->message_of = hb_calloc (nodes, sizeof *l->message_of);
  l->next = hb_calloc (handlers, sizeof *l->next);
  l->state = hb_calloc (messages, sizeof *l->state);
  l->boxes = hb_calloc (handlers, sizeof *l->boxes);
  l->in_work = hb_calloc (handlers, sizeof *l->in_work);
  l->chooses = hb_calloc (handlers, sizeof *l->chooses);
  l->clock = hb_calloc (handlers, sizeof *l->clock);
  l->ready = hb_calloc (handlers, sizeof *l->ready);
  l->delay = hb_calloc (handlers, sizeof *l->delay);
  for (hb_id e = 0; e < trace->events.size; e++)
    l->message_of[e] = trace->events.data[e].message;
  for (hb_id m = 0; m < messages; m++)
    l->message_of[hb_first_node (l->order, trace, m)] = m;
}

static void
release (struct lookahead *l)
{
  for (size_t h = 0; l->boxes && h < l->trace->handlers.size; h++)
    hb_box_free (&l->boxes[h]);
  hb_saturation_free (l->closure);
  hb_order_free (l->order);
  hb_id *owned[] = { l->run,  l->waiting, l->waits, l->unstarted, l->message_of,
                     l->next, l->clock,   l->ready, l->delay };
  for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
    hb_free (owned[i]);
  hb_free (l->state);
  hb_free (l->boxes);
  hb_free (l->in_work);
  hb_free (l->chooses);
  vec_free (l->work);
  vec_free (l->choosers);
  vec_free (l->failed);
  vec_free (l->choices);
}

hb_witness *
hb_lookahead (const hb_trace *trace, const struct hb_lookahead_options *options,
              struct hb_limits *limits, bool *hopeless)
{
  struct lookahead l = { .trace = trace,
                         .limits = limits,
                         .most_work = options->work,
                         .most_dead_ends = options->dead_ends,
                         .back = 1 };
  struct hb_saturation_options how = { .buries = true, .work = options->work };
  hb_witness *witness = NULL;
  l.rng = hb_rng_seeded (options->seed);
  l.order = hb_order_new (trace);
  *hopeless = hb_saturation_bytes (trace, l.order) > options->memory;
  if (!*hopeless)
    l.closure = hb_saturation_new (trace, l.order, &how, limits);
  if (l.closure && !(*hopeless = hb_saturation_contradicts (l.closure)))
    {
      hb_saturation_start (l.closure);
      allocate (&l);
      if (run (&l))
        witness = hb_witness_of_run (trace, l.run);
    }
  release (&l);
  return witness;
}

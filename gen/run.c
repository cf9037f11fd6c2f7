/* A random run by the operational semantics (ED-consistency paper, section 2.2, with the mailbox as
 * a parameter): at every turn a random handler that can do something does one thing.
 *
 *     idle, something to take    ->  takes a message as its mailbox says (get), or an external one
 *     in a message, events left  ->  a random event: post, read or write
 *     in a message, none left    ->  is idle
 *
 * With a bound on the nesting of posts the first handler stays in its initial message until all
 * messages are posted, and posts when nobody else has anything to do.
 *
 * The program is made up on the way.  Reads record the last write, writes are appended to co.  With
 * nested posts the run would often die out before all messages are posted: whoever is about to
 * leave nothing to do posts once more. */
#include "gen/run.h"

#include "trace/mailbox.h"

#include <string.h>

struct handler
{
  hb_id running; /* message, or HB_NONE */
  uint64_t left; /* events of it to come */
  hb_id quota;   /* flat: posts of the initial message to come */
  struct hb_box box;
  VEC (hb_id) externals; /* not yet run */
};

struct machine
{
  struct run *run;
  const struct hb_run_shape *shape;
  struct hb_rng *rng;
  struct handler *handlers;
  VEC (hb_id) ready;   /* handlers that can do something */
  hb_id *last_write;   /* of each variable, or HB_NONE */
  hb_id *write_before; /* the write before that */
  VEC (hb_id) depths;  /* message -> depth of its post, 0: none; only with a bound */
  hb_id posts_left;
};

static hb_id
draw (struct machine *m, uint64_t bound)
{
  return (hb_id)hb_rng_below (m->rng, bound);
}

static bool
has_work (const struct handler *handler)
{
  return handler->running != HB_NONE || hb_box_size (&handler->box) || handler->externals.size;
}

static hb_id
add_event (struct machine *m, hb_id message, enum hb_event_kind kind, hb_id object, hb_id from)
{
  struct hb_record_event event
      = { .message = message, .object = object, .from = from, .kind = (uint8_t)kind };
  vec_push (m->run->record.events, event);
  return (hb_id)m->run->record.events.size - 1;
}

static hb_id
add_message (struct machine *m, hb_id handler, enum hb_message_kind kind, hb_id sender)
{
  struct hb_record_message message
      = { .handler = handler, .sender = sender, .kind = (uint8_t)kind };
  if (kind == HB_POSTED && m->run->record.mailbox[handler] == HB_PRIORITY)
    message.priority = (int32_t)draw (m, 3);
  vec_push (m->run->record.messages, message);
  return (hb_id)m->run->record.messages.size - 1;
}

/* The message that the discipline hands out, a random one where it leaves a choice. */
static hb_id
take_posted (struct machine *m, struct handler *handler, enum hb_mailbox mailbox)
{
  size_t any = 0;
  if (mailbox == HB_SENDER_QUEUE || mailbox == HB_MULTISET)
    any = draw (m, hb_box_size (&handler->box));
  return hb_box_take (&handler->box, hb_box_first (&handler->box, mailbox, any));
}

/* --- What a handler can do --- */

static void
start_message (struct machine *m, hb_id h)
{
  struct handler *handler = &m->handlers[h];
  size_t posted = hb_box_size (&handler->box);
  if (draw (m, posted + handler->externals.size) < posted)
    {
      handler->running = take_posted (m, handler, m->run->record.mailbox[h]);
      add_event (m, handler->running, HB_GET, handler->running, HB_NONE);
    }
  else
    handler->running = vec_pop (handler->externals);
  handler->left = hb_rng_below (m->rng, 2 * (uint64_t)m->shape->events + 1);
  vec_push (m->run->record.started, handler->running);
}

const char *const hb_post_patterns[HB_POST_PATTERNS] = { "any", "ring", "star", "self", "layers" };

static hb_id
draw_target (struct machine *m, hb_id h)
{
  hb_id handlers = m->shape->handlers;
  switch (m->shape->pattern)
    {
    case HB_POST_RING:
      return (h + 1) % handlers;
    case HB_POST_STAR:
      return h ? 0 : draw (m, handlers);
    case HB_POST_SELF:
      return h;
    case HB_POST_LAYERS:
      return h + 1 < handlers ? h + 1 + draw (m, handlers - h - 1) : h;
    default:
      return draw (m, handlers);
    }
}

/* May the message that runs on H post, as the depth goes? */
static bool
may_post (const struct machine *m, hb_id h)
{
  return !m->shape->depth || m->depths.data[m->handlers[h].running] < m->shape->depth;
}

/* Is that the handler that waits in its initial message for the others to be done? */
static bool
waits_to_post (const struct machine *m, hb_id h)
{
  return m->shape->depth && m->shape->nested && !h && m->posts_left
         && m->run->record.messages.data[m->handlers[h].running].kind == HB_INITIAL;
}

static void
post (struct machine *m, hb_id h)
{
  hb_id target = draw_target (m, h);
  struct handler *receiver = &m->handlers[target];
  if (!has_work (receiver))
    vec_push (m->ready, target);
  hb_id message = add_message (m, target, HB_POSTED, h);
  if (m->shape->depth)
    {
      vec_resize (m->depths, (size_t)message + 1, 0);
      m->depths.data[message] = m->depths.data[m->handlers[h].running] + 1;
    }
  hb_box_put (&receiver->box, message, h, m->run->record.messages.data[message].priority);
  vec_push (m->run->record.posted, message);
  add_event (m, m->handlers[h].running, HB_POST, message, HB_NONE);
  m->posts_left--;
}

static void
access_variable (struct machine *m, hb_id h)
{
  const struct hb_run_shape *shape = m->shape;
  hb_id message = m->handlers[h].running, x = draw (m, shape->variables);
  if (hb_rng_unit (m->rng) * (shape->reads + shape->writes) < shape->reads)
    {
      bool stale
          = shape->stale > 0 && m->last_write[x] != HB_NONE && hb_rng_unit (m->rng) < shape->stale;
      add_event (m, message, HB_READ, x, stale ? m->write_before[x] : m->last_write[x]);
    }
  else
    {
      m->write_before[x] = m->last_write[x];
      m->last_write[x] = add_event (m, message, HB_WRITE, x, HB_NONE);
    }
}

/* Shall this event be a post?  Flat: QUOTA of the events LEFT, this one among them, are. */
static bool
choose_post (struct machine *m, hb_id h)
{
  const struct hb_run_shape *shape = m->shape;
  struct handler *handler = &m->handlers[h];
  double all = shape->posts + shape->reads + shape->writes;
  if (shape->nested && !may_post (m, h))
    return false;
  if (shape->nested)
    return m->posts_left && hb_rng_unit (m->rng) * all < shape->posts;
  if (hb_rng_below (m->rng, handler->left) >= handler->quota)
    return false;
  handler->quota--;
  return true;
}

static void
do_event (struct machine *m, hb_id h)
{
  struct handler *handler = &m->handlers[h];
  bool is_post = choose_post (m, h);
  handler->left--;
  if (is_post)
    post (m, h);
  else if (m->shape->variables && m->shape->reads + m->shape->writes > 0)
    access_variable (m, h);
}

/* The handler at PLACE of the ready ones does one thing. */
static void
do_something (struct machine *m, hb_id place)
{
  hb_id h = m->ready.data[place];
  struct handler *handler = &m->handlers[h];
  if (handler->running == HB_NONE)
    start_message (m, h);
  else if (handler->left)
    do_event (m, h);
  else if (waits_to_post (m, h))
    {
      if (m->ready.size == 1)
        post (m, h);
    }
  else if (!m->shape->depth && m->posts_left && m->ready.size == 1 && !hb_box_size (&handler->box)
           && !handler->externals.size)
    post (m, h);
  else
    {
      handler->running = HB_NONE;
      if (!has_work (handler))
        {
          m->ready.data[place] = vec_top (m->ready);
          (void)vec_pop (m->ready);
        }
    }
}

/* --- Before and after --- */

/* Every handler is in its initial message; external ones are dealt out. */
static void
prepare (struct machine *m)
{
  const struct hb_run_shape *shape = m->shape;
  for (hb_id h = 0; h < shape->handlers; h++)
    {
      m->run->record.mailbox[h]
          = (uint8_t)(shape->mailbox < 0 ? draw (m, HB_MAILBOXES) : (hb_id)shape->mailbox);
      m->handlers[h].running = add_message (m, h, HB_INITIAL, HB_NONE);
      if (shape->depth)
        vec_push (m->depths, 0);
      m->handlers[h].left = hb_rng_below (m->rng, 2 * (uint64_t)shape->events + 1);
      vec_push (m->ready, h);
    }
  for (hb_id i = 0; i < shape->messages && !shape->nested; i++)
    {
      struct handler *handler = &m->handlers[draw (m, shape->handlers)];
      handler->quota++;
      handler->left++;
    }
  for (hb_id i = 0; i < shape->externals; i++)
    {
      hb_id h = draw (m, shape->handlers);
      hb_id message = add_message (m, h, HB_EXTERNAL, HB_NONE);
      if (shape->depth)
        vec_push (m->depths, 0);
      vec_push (m->handlers[h].externals, message);
    }
}

void
run_make (struct run *run, const struct hb_run_shape *shape, struct hb_rng *rng)
{
  memset (run, 0, sizeof *run);
  run->shape = shape;
  run->record = (struct hb_record){ .handlers = shape->handlers,
                                    .variables = shape->variables,
                                    .mailbox = hb_calloc (shape->handlers, 1),
                                    .common_mailbox = shape->mailbox,
                                    .orders = shape->orders };
  struct machine m = { .run = run, .shape = shape, .rng = rng, .posts_left = shape->messages };
  m.handlers = hb_calloc (shape->handlers, sizeof *m.handlers);
  m.last_write = hb_calloc (shape->variables, sizeof *m.last_write);
  memset (m.last_write, 0xff, shape->variables * sizeof *m.last_write);
  m.write_before = hb_calloc (shape->variables, sizeof *m.write_before);
  memset (m.write_before, 0xff, shape->variables * sizeof *m.write_before);
  prepare (&m);
  while (m.ready.size)
    do_something (&m, draw (&m, m.ready.size));
  hb_record_co (&run->record);
  for (hb_id h = 0; h < shape->handlers; h++)
    {
      hb_box_free (&m.handlers[h].box);
      vec_free (m.handlers[h].externals);
    }
  vec_free (m.ready);
  hb_free (m.handlers);
  hb_free (m.last_write);
  hb_free (m.write_before);
  vec_free (m.depths);
}

void
run_free (struct run *run)
{
  hb_record_free (&run->record);
}

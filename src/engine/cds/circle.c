/* Orders of messages of one handler in a circle: a before b, b before c, c before a.  See cds.h.
 *
 * As a rule such orders keep posts or gets waiting and so close a cycle among events, which
 * wait.c finds.  Not so for external messages of a queue: they have no posts, and what waits for
 * them is held back by the scheduler alone.  So where nothing goes on and no event waits for itself,
 * this is the reason. */
#include "engine/cds/cds.h"

/* A depth-first search along "must come before". */
struct circle
{
  const struct cds *cds;
  hb_id base;    /* first message of the handler */
  hb_id *link;   /* message - base -> the link to follow next; HB_NONE: done with it */
  bool *entered; /* message - base */
  VEC (hb_id) path;
};

static void
enter (struct circle *c, hb_id message)
{
  c->entered[message - c->base] = true;
  c->link[message - c->base] = c->cds->messages[message].links;
  vec_push (c->path, message);
}

/* The next message that must come before the last one of the path, or HB_NONE. */
static hb_id
next_earlier (struct circle *c)
{
  const struct cds *cds = c->cds;
  hb_id message = vec_top (c->path), *at = &c->link[message - c->base];
  while (*at != HB_NONE)
    {
      const struct cds_link *link = &cds->links.data[*at];
      *at = link->next;
      if (cds_value (cds, link->literal) < 0 && !cds->messages[link->other].admitted
          && !cds->orders.data[link->order].posts)
        return link->other;
    }
  return HB_NONE;
}

static bool
is_on_path (const struct circle *c, hb_id message)
{
  for (size_t i = 0; i < c->path.size; i++)
    if (c->path.data[i] == message)
      return true;
  return false;
}

/* The circle that ends where MESSAGE comes again: the path leads back in time. */
static void
write_circle (const struct circle *c, hb_id message, struct hb_cycle *cycle)
{
  const hb_trace *trace = c->cds->trace;
  hb_id earlier = message;
  for (size_t i = c->path.size; i-- > 0;)
    {
      hb_id later = c->path.data[i];
      struct hb_step step = { trace->messages.data[earlier].first,
                              trace->messages.data[later].first, HB_EO, earlier, later };
      vec_push (cycle->steps, step);
      if (later == message)
        return;
      earlier = later;
    }
}

static bool
search_from (struct circle *c, hb_id start, struct hb_cycle *cycle)
{
  enter (c, start);
  while (c->path.size)
    {
      hb_id earlier = next_earlier (c);
      if (earlier == HB_NONE)
        (void)vec_pop (c->path);
      else if (!c->entered[earlier - c->base])
        enter (c, earlier);
      else if (is_on_path (c, earlier))
        {
          write_circle (c, earlier, cycle);
          return true;
        }
    }
  return false;
}

bool
cds_circle (const struct cds *cds, hb_id handler, struct hb_cycle *cycle)
{
  const struct hb_handler *h = &cds->trace->handlers.data[handler];
  struct circle c = { .cds = cds, .base = h->first };
  bool found = false;
  if (cds_bag_is_empty (&cds->bags[handler]))
    return false;
  c.link = hb_calloc (h->count, sizeof *c.link);
  c.entered = hb_calloc (h->count, sizeof *c.entered);
  for (hb_id m = HB_NONE; !found && (m = cds_bag_after (cds, handler, m)) != HB_NONE;)
    found = !c.entered[m - c.base] && search_from (&c, m, cycle);
  hb_free (c.link);
  hb_free (c.entered);
  vec_free (c.path);
  return found;
}

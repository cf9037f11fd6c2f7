/* See hosts.h.
 *
 * Message after message: the first edge from each other message into it, and the last edge out of it
 * to each of these.  What is posted in between is hosted. */
#include "trace/hosts.h"

#include <stdlib.h>

struct found
{
  hb_id posted;
  struct hb_host host;
};

struct finder
{
  const hb_trace *trace;
  /* The messages with an edge into the one looked at: hosts of its posts where another edge leads back. */
  VEC (struct hb_host) ties;
  hb_id *tie;        /* message -> its place among these, if it is there */
  hb_id *reader;     /* write, or events + variable: the first read of that value */
  hb_id *next;       /* read -> the next one of its value */
  VEC (hb_id) posts; /* its posts */
  VEC (struct found) found;
  size_t most;
};

static void
list_readers (struct finder *f)
{
  const hb_trace *trace = f->trace;
  size_t events = trace->events.size, slots = events + trace->variables.size;
  f->reader = hb_realloc (NULL, slots, sizeof *f->reader);
  f->next = hb_realloc (NULL, events, sizeof *f->next);
  for (size_t i = 0; i < slots; i++)
    f->reader[i] = HB_NONE;
  for (hb_id e = 0; e < events; e++)
    {
      const struct hb_event *event = &trace->events.data[e];
      if (event->kind != HB_READ)
        continue;
      hb_id *first = event->partner != HB_NONE ? &f->reader[event->partner]
                                               : &f->reader[events + event->object];
      f->next[e] = *first;
      *first = e;
    }
}

/* The first reader of the value that the write EVENT puts an end to. */
static hb_id
reader_before (const struct finder *f, const struct hb_event *event)
{
  const struct hb_variable *v = &f->trace->variables.data[event->object];
  return event->partner ? f->reader[f->trace->co.data[v->first + event->partner - 1]]
                        : f->reader[f->trace->events.size + event->object];
}

/* The edges between the message looked at and OTHER, NULL if there are none. */
static struct hb_host *
tie_with (const struct finder *f, hb_id other)
{
  hb_id at = f->tie[other];
  return at < f->ties.size && f->ties.data[at].message == other ? &f->ties.data[at] : NULL;
}

/* An edge from FROM, perhaps of another message, to ENTRY of message M. */
static void
note_entry (struct finder *f, hb_id m, hb_id from, hb_id entry, enum hb_relation relation)
{
  hb_id other = f->trace->events.data[from].message;
  if (other == m || tie_with (f, other)
      || f->trace->messages.data[other].handler == f->trace->messages.data[m].handler)
    return;
  f->tie[other] = (hb_id)f->ties.size;
  vec_push (f->ties,
            ((struct hb_host){ other, from, entry, HB_NONE, HB_NONE, (uint8_t)relation, 0 }));
}

/* An edge from EXIT of the message looked at to TO. */
static void
note_exit (struct finder *f, hb_id exit, hb_id to, enum hb_relation relation)
{
  struct hb_host *tie = tie_with (f, f->trace->events.data[to].message);
  if (!tie || exit <= tie->entry)
    return;
  tie->exit = exit;
  tie->to = to;
  tie->out = (uint8_t)relation;
}

static void
note_entries (struct finder *f, hb_id m, hb_id e)
{
  const struct hb_event *event = &f->trace->events.data[e];
  if (event->kind == HB_GET)
    note_entry (f, m, event->partner, e, HB_PB);
  else if (event->kind == HB_READ && event->partner != HB_NONE)
    note_entry (f, m, event->partner, e, HB_RF);
  else if (event->kind == HB_WRITE)
    {
      const struct hb_variable *v = &f->trace->variables.data[event->object];
      if (event->partner)
        note_entry (f, m, f->trace->co.data[v->first + event->partner - 1], e, HB_CO);
      for (hb_id r = reader_before (f, event); r != HB_NONE; r = f->next[r])
        note_entry (f, m, r, e, HB_FR);
    }
}

static void
note_exits (struct finder *f, hb_id e)
{
  const struct hb_event *event = &f->trace->events.data[e];
  if (event->kind == HB_WRITE)
    {
      hb_id after = hb_next_write (f->trace, event->object, event->partner);
      for (hb_id r = f->reader[e]; r != HB_NONE; r = f->next[r])
        note_exit (f, e, r, HB_RF);
      if (after != HB_NONE)
        note_exit (f, e, after, HB_CO);
    }
  else if (event->kind == HB_READ)
    {
      hb_id rank
          = event->partner == HB_NONE ? HB_NONE : f->trace->events.data[event->partner].partner;
      hb_id after = hb_next_write (f->trace, event->object, rank);
      if (after != HB_NONE)
        note_exit (f, e, after, HB_FR);
    }
}

/* The first of the posts behind ENTRY. */
static size_t
first_post (const struct finder *f, hb_id entry)
{
  size_t low = 0, high = f->posts.size;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (f->posts.data[middle] < entry)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Finds the hosts of the posts of message M, itself among them. */
static void
look_at (struct finder *f, hb_hosts *hosts, hb_id m)
{
  const struct hb_message *message = &f->trace->messages.data[m];
  hb_id end = message->first + message->count, last_post = 0;
  vec_clear (f->posts);
  vec_clear (f->ties);
  for (hb_id e = message->first; e < end; e++)
    if (f->trace->events.data[e].kind == HB_POST)
      {
        vec_push (f->posts, e);
        last_post = e;
        hosts->of[f->trace->events.data[e].object].inside = m;
      }
  if (!f->posts.size || f->posts.data[0] + 1 == end || f->found.size > f->most)
    return;
  for (hb_id e = message->first; e < last_post; e++)
    note_entries (f, m, e);
  if (!f->ties.size)
    return;
  for (hb_id e = f->posts.data[0] + 1; e < end; e++)
    note_exits (f, e);
  for (size_t i = 0; i < f->ties.size && f->found.size <= f->most; i++)
    {
      const struct hb_host *tie = &f->ties.data[i];
      if (tie->exit == HB_NONE)
        continue;
      for (size_t p = first_post (f, tie->entry); p < f->posts.size && f->posts.data[p] < tie->exit;
           p++)
        vec_push (f->found,
                  ((struct found){ f->trace->events.data[f->posts.data[p]].object, *tie }));
    }
}

static hb_id
handler_of (const hb_trace *trace, hb_id message)
{
  return trace->messages.data[message].handler;
}

/* By handlers: an insertion sort, as a post has few hosts; of several on one handler, which no run
 * has, none stays. */
static hb_id
sort_hosts (const hb_trace *trace, struct hb_host *hosts, hb_id count)
{
  for (hb_id i = 1; i < count; i++)
    {
      struct hb_host host = hosts[i];
      hb_id at = i;
      for (; at && handler_of (trace, hosts[at - 1].message) > handler_of (trace, host.message);
           at--)
        hosts[at] = hosts[at - 1];
      hosts[at] = host;
    }
  hb_id kept = 0;
  for (hb_id i = 0, j; i < count; i = j)
    {
      for (j = i + 1; j < count; j++)
        if (handler_of (trace, hosts[j].message) != handler_of (trace, hosts[i].message))
          break;
      if (j == i + 1)
        hosts[kept++] = hosts[i];
    }
  return kept;
}

/* What was found, message by message. */
static void
arrange (hb_hosts *hosts, const struct finder *f)
{
  size_t messages = hosts->trace->messages.size;
  hb_id kept = 0;
  for (size_t i = 0; i < f->found.size; i++)
    hosts->of[f->found.data[i].posted + 2].start++;
  for (size_t m = 2; m < messages + 2; m++)
    hosts->of[m].start += hosts->of[m - 1].start;
  vec_resize (hosts->list, f->found.size, (struct hb_host){ .message = HB_NONE });
  for (size_t i = 0; i < f->found.size; i++)
    hosts->list.data[hosts->of[f->found.data[i].posted + 1].start++] = f->found.data[i].host;
  for (size_t m = 0, from = 0; m < messages && f->found.size; m++)
    {
      hb_id count = hosts->of[m + 1].start - (hb_id)from;
      hb_id left = sort_hosts (hosts->trace, hosts->list.data + from, count);
      for (hb_id i = 0; i < left; i++)
        hosts->list.data[kept + i] = hosts->list.data[from + i];
      from += count;
      kept += left;
      hosts->of[m + 1].start = kept;
    }
  hosts->list.size = kept;
}

hb_hosts *
hb_hosts_new (const hb_trace *trace)
{
  hb_hosts *hosts = hb_calloc (1, sizeof *hosts);
  struct finder f = { .trace = trace, .most = 4 * trace->events.size };
  hosts->trace = trace;
  hosts->of = hb_calloc (trace->messages.size + 2, sizeof *hosts->of);
  f.tie = hb_calloc (trace->messages.size, sizeof *f.tie);
  for (size_t m = 0; m < trace->messages.size; m++)
    hosts->of[m].inside = HB_NONE;
  list_readers (&f);
  for (hb_id m = 0; m < trace->messages.size; m++)
    look_at (&f, hosts, m);
  if (f.found.size <= f.most)
    arrange (hosts, &f);
  vec_free (f.ties);
  hb_free (f.tie);
  hb_free (f.reader);
  hb_free (f.next);
  vec_free (f.posts);
  vec_free (f.found);
  return hosts;
}

void
hb_hosts_free (hb_hosts *hosts)
{
  if (!hosts)
    return;
  hb_free (hosts->of);
  vec_free (hosts->list);
  hb_free (hosts);
}

const struct hb_host *
hb_host_of (const hb_hosts *hosts, hb_id message, hb_id host)
{
  for (hb_id i = hosts->of[message].start; i < hosts->of[message + 1].start; i++)
    if (hosts->list.data[i].message == host)
      return &hosts->list.data[i];
  return NULL;
}

/* The hosts of a post in the order of their handlers, its own message among them. */
struct walk
{
  hb_id at, end, own;
};

static struct walk
walk_hosts (const hb_hosts *hosts, hb_id message)
{
  return (struct walk){ hosts->of[message].start, hosts->of[message + 1].start,
                        hosts->of[message].inside };
}

/* The next host, or HB_NONE at the end. */
static hb_id
host_at (const hb_hosts *hosts, const struct walk *walk)
{
  hb_id next = walk->at < walk->end ? hosts->list.data[walk->at].message : HB_NONE;
  if (walk->own == HB_NONE)
    return next;
  if (next == HB_NONE)
    return walk->own;
  return handler_of (hosts->trace, walk->own) < handler_of (hosts->trace, next) ? walk->own : next;
}

static void
host_next (const hb_hosts *hosts, struct walk *walk)
{
  if (host_at (hosts, walk) == walk->own)
    walk->own = HB_NONE;
  else
    walk->at++;
}

/* Two hosts of one handler, of the posts of BEFORE and AFTER, neither of them of both. */
static bool
common_handler (const hb_hosts *hosts, hb_id before, hb_id after, hb_id *host, hb_id *other)
{
  struct walk a = walk_hosts (hosts, before), b = walk_hosts (hosts, after);
  while ((*host = host_at (hosts, &a)) != HB_NONE && (*other = host_at (hosts, &b)) != HB_NONE)
    {
      hb_id h = handler_of (hosts->trace, *host), g = handler_of (hosts->trace, *other);
      if (h == g && *host != *other)
        return true;
      if (h <= g)
        host_next (hosts, &a);
      if (g <= h)
        host_next (hosts, &b);
    }
  return false;
}

bool
hb_pair_parents (const hb_hosts *hosts, struct hb_pair *pair, enum hb_pair_state *state)
{
  const hb_trace *trace = hosts->trace;
  *state = HB_PAIR_OPEN;
  if (hb_coupled (trace, pair->before, pair->after))
    pair->posts = false;
  else if (!pair->posts)
    return false;
  hb_id parent = hosts->of[pair->before].inside, guardian = hosts->of[pair->after].inside;
  HB_ASSERT (parent != HB_NONE && guardian != HB_NONE);
  if (parent == guardian)
    *state = trace->messages.data[pair->before].post < trace->messages.data[pair->after].post
                 ? HB_PAIR_HOLDS
                 : HB_PAIR_FAILS;
  else if (handler_of (trace, parent) != handler_of (trace, guardian)
           && ((hosts->of[pair->before].start == hosts->of[pair->before + 1].start
                && hosts->of[pair->after].start == hosts->of[pair->after + 1].start)
               || !common_handler (hosts, pair->before, pair->after, &parent, &guardian)))
    return false;
  else if (trace->messages.data[parent].kind == HB_INITIAL)
    *state = HB_PAIR_HOLDS;
  else if (trace->messages.data[guardian].kind == HB_INITIAL)
    *state = HB_PAIR_FAILS;
  HB_ASSERT (handler_of (trace, parent) == handler_of (trace, guardian));
  *pair = (struct hb_pair){ parent, guardian, false };
  return *state == HB_PAIR_OPEN;
}

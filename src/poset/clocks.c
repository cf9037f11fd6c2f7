/* Logs with vector clocks as posets; see sources.h.
 *
 *     clocks_read.c   lines: where the host and the clock are
 *     clocks.c        events: what is wrong with them, and their order */
#include "poset/clocks.h"

#include "base/buffer.h"

#include <string.h>

struct judge
{
  struct hb_clock_events *log;
  const struct hb_clock_options *options;
  const char *file;
  hb_diag *diag;
  hb_id *first;   /* host -> its first event in `by_host` */
  hb_id *by_host; /* events, host by host, by own entry */
  size_t faulty;
};

static uint32_t
entry (const struct hb_clock_events *log, const struct hb_clock_event *event, hb_id host)
{
  for (size_t i = 0; i < event->size; i++)
    if (log->entries.data[event->entry + i].host == host)
      return log->entries.data[event->entry + i].value;
  return 0;
}

static uint32_t
own (const struct hb_clock_events *log, hb_id e)
{
  return entry (log, &log->events.data[e], log->events.data[e].host);
}

static void
fault (struct judge *j, hb_id e, const char *problem)
{
  struct hb_clock_event *event = &j->log->events.data[e];
  struct hb_place place = { .file = j->file, .line = event->line };
  if (event->faulty)
    return;
  event->faulty = true;
  j->faulty++;
  if (j->options->strict)
    hb_error (j->diag, &place, "%s", problem);
  else
    hb_warning (j->diag, &place, "%s: the event is left out", problem);
}

/* The event of HOST with the largest own entry that is at most VALUE, faulty ones left out; HB_NONE. */
static hb_id
last_up_to (const struct judge *j, hb_id host, uint32_t value)
{
  hb_id low = j->first[host], high = j->first[host + 1];
  while (low < high)
    {
      hb_id middle = low + (high - low) / 2;
      if (own (j->log, j->by_host[middle]) <= value)
        low = middle + 1;
      else
        high = middle;
    }
  while (low > j->first[host] && j->log->events.data[j->by_host[low - 1]].faulty)
    low--;
  return low > j->first[host] ? j->by_host[low - 1] : HB_NONE;
}

/* Is there an event VALUE of HOST, faulty or not? */
static bool
is_there (const struct judge *j, hb_id host, uint32_t value)
{
  hb_id low = j->first[host], high = j->first[host + 1];
  while (low < high)
    {
      hb_id middle = low + (high - low) / 2;
      if (own (j->log, j->by_host[middle]) < value)
        low = middle + 1;
      else
        high = middle;
    }
  return low < j->first[host + 1] && own (j->log, j->by_host[low]) == value;
}

/* Does F's clock have at least what E's has? */
static bool
contains (const struct hb_clock_events *log, hb_id f, hb_id e)
{
  const struct hb_clock_event *event = &log->events.data[e];
  for (size_t i = 0; i < event->size; i++)
    if (entry (log, &log->events.data[f], log->entries.data[event->entry + i].host)
        < log->entries.data[event->entry + i].value)
      return false;
  return true;
}

static void
sort_by_host (struct judge *j)
{
  hb_id count = (hb_id)j->log->events.size, hosts = hb_names_count (j->log->hosts);
  j->by_host = hb_calloc (count, sizeof *j->by_host);
  j->first = hb_calloc ((size_t)hosts + 1, sizeof *j->first);
  for (hb_id e = 0; e < count; e++)
    j->first[j->log->events.data[e].host + 1]++;
  for (hb_id h = 0; h < hosts; h++)
    j->first[h + 1] += j->first[h];
  /* Into their places, from the back of what is there: logs are nearly sorted. */
  hb_id *end = hb_calloc (hosts, sizeof *end);
  for (hb_id e = 0; e < count; e++)
    {
      hb_id host = j->log->events.data[e].host, *from = j->by_host + j->first[host],
            at = end[host]++;
      for (; at && own (j->log, from[at - 1]) > own (j->log, e); at--)
        from[at] = from[at - 1];
      from[at] = e;
    }
  hb_free (end);
}

/* A host that E's clock tells of twice, or HB_NONE. */
static hb_id
told_twice (const struct hb_clock_events *log, hb_id e)
{
  size_t first = log->events.data[e].entry, end = first + log->events.data[e].size;
  for (size_t i = first; i < end; i++)
    for (size_t k = first; k < i; k++)
      if (log->entries.data[i].host == log->entries.data[k].host)
        return log->entries.data[i].host;
  return HB_NONE;
}

/* Own entries: there, and 1, 2, 3, ... */
static void
judge_hosts (struct judge *j)
{
  for (hb_id e = 0; e < j->log->events.size; e++)
    {
      hb_id twice = told_twice (j->log, e);
      if (twice == HB_NONE)
        continue;
      char *text
          = hb_format ("the clock tells of host '%s' twice", hb_names_text (j->log->hosts, twice));
      fault (j, e, text);
      hb_free (text);
    }
  for (hb_id e = 0; e < j->log->events.size; e++)
    if (!own (j->log, e))
      {
        char *text = hb_format ("host '%s' is not in its own clock",
                                hb_names_text (j->log->hosts, j->log->events.data[e].host));
        fault (j, e, text);
        hb_free (text);
      }
  for (hb_id h = 0; h < hb_names_count (j->log->hosts); h++)
    {
      uint32_t last = 0;
      for (hb_id i = j->first[h]; i < j->first[h + 1]; i++)
        {
          hb_id e = j->by_host[i];
          uint32_t value = own (j->log, e);
          if (value && value != last + 1)
            {
              char *text = hb_format ("host '%s' goes from its entry %u to %u; expected %u",
                                      hb_names_text (j->log->hosts, h), last, value, last + 1);
              fault (j, e, text);
              hb_free (text);
            }
          if (value > last)
            last = value;
        }
    }
}

/* Clocks grow, are closed, and refer to events that are there. */
static void
judge_clocks (struct judge *j)
{
  const struct hb_clock_events *log = j->log;
  for (hb_id h = 0; h < hb_names_count (log->hosts); h++)
    for (hb_id i = j->first[h]; i < j->first[h + 1]; i++)
      {
        hb_id e = j->by_host[i];
        const struct hb_clock_event *event = &log->events.data[e];
        hb_id before = own (log, e) ? last_up_to (j, h, own (log, e) - 1) : HB_NONE;
        if (before != HB_NONE && !event->faulty && !contains (log, e, before))
          fault (j, e, "the clock falls behind that of the host's event before");
        for (size_t k = 0; k < event->size && !event->faulty; k++)
          {
            hb_id host = log->entries.data[event->entry + k].host;
            uint32_t value = log->entries.data[event->entry + k].value;
            hb_id other = host == h ? HB_NONE : last_up_to (j, host, value);
            if (host == h || !value)
              continue;
            if (!is_there (j, host, value))
              {
                char *text
                    = hb_format ("the clock refers to event %u of host '%s', which is missing",
                                 value, hb_names_text (log->hosts, host));
                fault (j, e, text);
                hb_free (text);
              }
            else if (other != HB_NONE && !contains (log, e, other))
              fault (j, e, "the clock lacks what a clock that it refers to has");
          }
      }
}

/* HOST with '_' in place of the bytes that no name has.  New. */
static char *
plain_host (const struct hb_clock_events *log, hb_id host)
{
  char *name = hb_copy_text (hb_names_text (log->hosts, host));
  for (char *c = name; *c; c++)
    if (!hb_is_name_byte (*c))
      *c = '_';
  return name;
}

/* What HOST is called: a name that none of those TAKEN is, made by a number of its own behind a '~' if need be, which
 * is told.  New. */
static char *
call_host (struct judge *j, hb_id host, const hb_names *taken, size_t *number)
{
  char *plain = plain_host (j->log, host), *name = hb_copy_text (plain);
  struct hb_place place = { .file = j->file };
  while (hb_names_find (taken, name, strlen (name)) != HB_NONE)
    {
      hb_free (name);
      name = hb_format ("%s~%zu", plain, ++*number);
    }
  if (strcmp (name, plain) != 0)
    hb_warning (j->diag, &place, "host '%s' is called '%s' here: another one is called '%s'",
                hb_names_text (j->log->hosts, host), name, plain);
  hb_free (plain);
  return name;
}

/* What each host is called, CALLED by the number of the name: those first that need no other than their own. */
static hb_names *
call_hosts (struct judge *j, hb_id *called)
{
  hb_names *taken = hb_names_new ();
  hb_id count = hb_names_count (j->log->hosts);
  size_t number = 1;
  for (int altered = 0; altered < 2; altered++)
    for (hb_id h = 0; h < count; h++)
      {
        char *name = plain_host (j->log, h);
        bool is_altered = strcmp (name, hb_names_text (j->log->hosts, h)) != 0;
        hb_free (name);
        if (is_altered != altered || j->first[h] == j->first[h + 1])
          continue;
        name = call_host (j, h, taken, &number);
        called[h] = hb_names_intern (taken, name, strlen (name));
        hb_free (name);
      }
  return taken;
}

/* A new name of event E: its host, called so, and its own entry. */
static hb_id
name_event (const struct hb_clock_events *log, hb_id e, const char *host, hb_names *names)
{
  char *name = hb_format ("%s.%u", host, own (log, e));
  HB_ASSERT (hb_names_find (names, name, strlen (name)) == HB_NONE);
  hb_id number = hb_names_intern (names, name, strlen (name));
  hb_free (name);
  return number;
}

static hb_poset *
order_events (struct judge *j)
{
  const struct hb_clock_events *log = j->log;
  hb_names *names = hb_names_new ();
  VEC (hb_id) edges = VEC_EMPTY;
  hb_id *number = hb_calloc (log->events.size, sizeof *number);
  hb_id *called = hb_calloc ((size_t)hb_names_count (log->hosts) + 1, sizeof *called);
  hb_names *hosts = call_hosts (j, called);
  for (hb_id e = 0; e < log->events.size; e++)
    if (!log->events.data[e].faulty)
      number[e]
          = name_event (log, e, hb_names_text (hosts, called[log->events.data[e].host]), names);
  hb_names_free (hosts);
  hb_free (called);
  for (hb_id i = 0; i < log->events.size; i++)
    {
      hb_id e = j->by_host[i];
      const struct hb_clock_event *event = &log->events.data[e];
      for (size_t k = 0; k < event->size && !event->faulty; k++)
        {
          hb_id host = log->entries.data[event->entry + k].host;
          uint32_t value = log->entries.data[event->entry + k].value - (host == event->host);
          hb_id other = value ? last_up_to (j, host, value) : HB_NONE;
          if (other != HB_NONE)
            {
              vec_push (edges, number[other]);
              vec_push (edges, number[e]);
            }
        }
    }
  hb_poset *poset
      = hb_poset_of_edges (names, hb_names_count (names), edges.data, edges.size / 2, j->diag);
  hb_free (number);
  vec_free (edges);
  return poset;
}

hb_poset *
hb_poset_of_clocks (hb_input *input, const struct hb_clock_options *options,
                    struct hb_clock_log *log, hb_diag *diag)
{
  struct hb_clock_events events = { .hosts = hb_names_new () };
  struct judge j = { .log = &events, .options = options, .diag = diag };
  char *file = hb_copy_text (hb_input_name (input));
  hb_poset *poset = NULL;
  size_t before = hb_diag_errors (diag);
  j.file = file;
  if (hb_clocks_read (input, options, &events, diag))
    {
      sort_by_host (&j);
      judge_hosts (&j);
      judge_clocks (&j);
      if (!events.events.size)
        hb_error (diag, NULL,
                  "%s has no event with a vector clock in execution %zu; it has %zu execution%s",
                  file, options->execution, events.executions, events.executions == 1 ? "" : "s");
      else if (j.faulty == events.events.size && !options->strict)
        hb_error (diag, NULL, "every event of %s was left out: its clocks are no vector clocks",
                  file);
      else if (hb_diag_errors (diag) == before)
        poset = order_events (&j);
    }
  if (log)
    {
      *log = (struct hb_clock_log){ .executions = events.executions,
                                    .faulty = j.faulty + events.broken };
      for (hb_id h = 0; j.first && h < hb_names_count (events.hosts); h++)
        {
          bool lives = false;
          for (hb_id i = j.first[h]; i < j.first[h + 1]; i++)
            lives = lives || !events.events.data[j.by_host[i]].faulty;
          log->hosts += lives;
        }
    }
  hb_free (j.first);
  hb_free (j.by_host);
  hb_free (file);
  hb_names_free (events.hosts);
  vec_free (events.events);
  vec_free (events.entries);
  return poset;
}

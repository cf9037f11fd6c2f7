/* See wild_traces.h.
 *
 * Two ways to draw rf and co.  At random; most contradictions then stand among the known edges.  Or from
 * an interleaving that heeds po and pb but neither mailboxes nor that a handler runs one message at a
 * time: the known edges then have no cycle, and whether the orders can be chosen is an open question. */
#include "wild_traces.h"

#include "trace/builder.h"

#include <stdio.h>
#include <string.h>

#define MOST 10
#define HANDLERS 4

/* What a message does: posts message OBJECT; writes or reads variable OBJECT, WRITE being the number of
 * the write, of a read that of the write it reads from or -1. */
struct act
{
  char what; /* 'p', 'w', 'r' */
  int object, write;
};

struct body
{
  struct act acts[4 * MOST];
  int count;
};

struct wild
{
  int handlers, messages, variables;
  struct body initial[HANDLERS], body[MOST];
  int handler[MOST];
  bool external[MOST];
  int variable[2 * MOST + HANDLERS], writes; /* of each write */
};

static int
below (struct hb_rng *rng, int bound)
{
  return (int)hb_rng_below (rng, (uint64_t)bound);
}

/* An act becomes number AT of a body. */
static void
put (struct body *body, int at, struct act act)
{
  memmove (&body->acts[at + 1], &body->acts[at], (size_t)(body->count - at) * sizeof body->acts[0]);
  body->acts[at] = act;
  body->count++;
}

static void
insert (struct hb_rng *rng, struct body *body, char what, int object, int write)
{
  put (body, below (rng, body->count + 1), (struct act){ what, object, write });
}

/* Any body: of a message, or of a handler's start. */
static struct body *
any_body (struct hb_rng *rng, struct wild *w, int messages)
{
  int at = below (rng, w->handlers + messages);
  return at < w->handlers ? &w->initial[at] : &w->body[at - w->handlers];
}

static void
draw_messages (struct hb_rng *rng, struct wild_shape shape, struct wild *w)
{
  bool first_only = shape.loaded || shape.held;
  w->handlers = 2 + below (rng, HANDLERS - 1 - first_only);
  w->messages = 2 + below (rng, shape.messages - 1);
  w->variables = 1 + below (rng, shape.interleaved ? 4 : 2);
  for (int m = 0; m < w->messages; m++)
    {
      /* Most on one handler: pairs are what makes it hard. */
      w->handler[m] = below (rng, 2) || (shape.held && !m) ? 0 : below (rng, w->handlers);
      w->external[m] = below (rng, 100) < shape.externals && !(first_only && !w->handler[m]);
      if (shape.held && !m)
        insert (rng, &w->initial[1], 'p', m, 0);
      else if (first_only && !w->handler[m])
        insert (rng, &w->initial[1 + below (rng, w->handlers - 1)], 'p', m, 0);
      else if (!w->external[m])
        insert (rng, any_body (rng, w, m), 'p', m, 0);
    }
}

/* Accesses with rf at random, writes numbered as they come. */
static void
draw_memory (struct hb_rng *rng, struct wild *w, int accesses)
{
  for (int i = 0; i < accesses; i++)
    if (below (rng, 2))
      {
        w->variable[w->writes] = below (rng, w->variables);
        insert (rng, any_body (rng, w, w->messages), 'w', w->variable[w->writes], w->writes);
        w->writes++;
      }
  for (int i = w->writes; i < accesses; i++)
    {
      int from = below (rng, w->writes + 1) - 1;
      int variable = from < 0 ? below (rng, w->variables) : w->variable[from];
      insert (rng, any_body (rng, w, w->messages), 'r', variable, from);
    }
}

/* Have the initial messages of the handlers from FIRST to LAST come to their ends? */
static bool
have_begun (const struct wild *w, const int *at, int first, int last)
{
  for (int h = first; h <= last; h++)
    if (at[h] < w->initial[h].count)
      return false;
  return true;
}

/* Accesses whose rf and the numbers of whose writes come from an interleaving. */
static void
interleave_memory (struct hb_rng *rng, struct wild *w, int accesses, struct wild_shape shape)
{
  int at[HANDLERS + MOST] = { 0 }, latest[4] = { -1, -1, -1, -1 };
  bool alive[HANDLERS + MOST];
  for (int i = 0; i < accesses; i++)
    insert (rng, any_body (rng, w, w->messages), below (rng, 2) ? 'w' : 'r',
            below (rng, w->variables), -1);
  for (int b = 0; b < w->handlers + w->messages; b++)
    alive[b] = b < w->handlers || w->external[b - w->handlers];
  /* Initial messages first, as po has it, then whatever comes. */
  for (int rest = 5000; rest > 0; rest--)
    {
      int b = below (rng, w->handlers + w->messages), h = b - w->handlers;
      struct body *body = b < w->handlers ? &w->initial[b] : &w->body[h];
      if (!alive[b] || at[b] == body->count
          || (h >= 0 && !have_begun (w, at, w->handler[h], w->handler[h]))
          || ((shape.loaded || (shape.held && h)) && h >= 0 && !w->handler[h]
              && !have_begun (w, at, 0, w->handlers - 1))
          || (shape.held && h > 0 && !w->handler[h] && at[w->handlers] < w->body[0].count))
        continue;
      struct act *act = &body->acts[at[b]++];
      if (act->what == 'p')
        alive[w->handlers + act->object] = true;
      else if (act->what == 'r')
        act->write = latest[act->object];
      else
        {
          w->variable[w->writes] = act->object;
          act->write = latest[act->object] = w->writes++;
        }
    }
}

/* The initial message of the first handler waits for the ends of the others. */
static void
lock (struct wild *w)
{
  for (int h = 1; h < w->handlers; h++)
    {
      struct body *first = &w->initial[0], *other = &w->initial[h];
      int variable = 3 + h;
      w->variable[w->writes] = variable;
      put (other, other->count, (struct act){ 'w', variable, w->writes });
      put (first, first->count, (struct act){ 'r', variable, w->writes });
      w->writes++;
    }
}

/* The initial messages of the other handlers wait for the first message of the first handler, but for the one that posts it
 * up to there, and that message for their ends. */
static void
hold (struct wild *w)
{
  int begun = w->writes++;
  w->variable[begun] = 6;
  for (int h = 1; h < w->handlers; h++)
    {
      struct body *other = &w->initial[h];
      int at = 0, end = w->writes++;
      w->variable[end] = 3 + h;
      while (h == 1 && (other->acts[at].what != 'p' || other->acts[at].object))
        at++;
      put (other, at + (h == 1), (struct act){ 'r', 6, begun });
      put (other, other->count, (struct act){ 'w', 3 + h, end });
      put (&w->body[0], w->body[0].count, (struct act){ 'r', 3 + h, end });
    }
  put (&w->body[0], 0, (struct act){ 'w', 6, begun });
}

static void
draw (struct hb_rng *rng, struct wild_shape shape, struct wild *w)
{
  draw_messages (rng, shape, w);
  int accesses = below (rng, shape.accesses + 1);
  if (shape.interleaved)
    interleave_memory (rng, w, accesses, shape);
  else
    draw_memory (rng, w, accesses);
  if (shape.loaded)
    lock (w);
  if (shape.held)
    hold (w);
}

static void
build_body (hb_builder *b, const struct body *body)
{
  char name[16], label[16], variable[2] = "x";
  for (int i = 0; i < body->count; i++)
    {
      struct act act = body->acts[i];
      variable[0] = (char)('p' + act.object);
      snprintf (name, sizeof name, "m%d", act.object);
      snprintf (label, sizeof label, "w%d", act.write);
      if (act.what == 'p')
        hb_build_post (b, NULL, name);
      else if (act.what == 'w')
        hb_build_write (b, label, variable, NULL);
      else
        hb_build_read (b, NULL, variable, act.write < 0 ? NULL : label);
    }
}

static void
build_messages (struct hb_rng *rng, const struct wild *w, int mailbox, hb_builder *b)
{
  char name[16];
  for (int h = 0; h < w->handlers; h++)
    {
      snprintf (name, sizeof name, "h%d", h);
      int own
          = mailbox >= 0 ? mailbox : below (rng, mailbox == -1 ? HB_MULTISET + 1 : HB_MAILBOXES);
      hb_build_handler (b, name, own);
      if (w->initial[h].count || below (rng, 2))
        {
          hb_build_initial (b);
          build_body (b, &w->initial[h]);
        }
      for (int m = 0; m < w->messages; m++)
        {
          if (w->handler[m] != h)
            continue;
          snprintf (name, sizeof name, "m%d", m);
          if (w->external[m])
            hb_build_external (b, name);
          else
            hb_build_message (b, name);
          if (own == HB_PRIORITY)
            hb_build_priority (b, below (rng, 3));
          build_body (b, &w->body[m]);
        }
    }
}

/* co: as the interleaving has it, which numbers the writes in its order, or at random. */
static void
build_co (struct hb_rng *rng, const struct wild *w, bool interleaved, hb_builder *b)
{
  for (int v = 0; v < w->variables; v++)
    {
      int writes[2 * MOST], count = 0;
      char name[16], variable[2] = { (char)('p' + v), 0 };
      for (int i = 0; i < w->writes; i++)
        if (w->variable[i] == v)
          writes[count++] = i;
      for (int i = 1; i < count && !interleaved; i++)
        {
          int j = below (rng, i + 1), swapped = writes[i];
          writes[i] = writes[j];
          writes[j] = swapped;
        }
      if (count < 2)
        continue;
      hb_build_chain_start (b, 'c', variable);
      for (int i = 0; i < count; i++)
        {
          snprintf (name, sizeof name, "w%d", writes[i]);
          hb_build_chain_add (b, name);
        }
    }
}

/* A chain of two or three messages of a handler now and then. */
static void
build_chains (struct hb_rng *rng, const struct wild *w, hb_builder *b)
{
  for (int h = 0; h < w->handlers; h++)
    for (int kind = 0; kind < 2; kind++)
      {
        int members[MOST], count = 0;
        char name[16];
        for (int m = 0; m < w->messages; m++)
          if (w->handler[m] == h && !(kind && w->external[m]))
            members[count++] = m;
        if (count < 2 || below (rng, 4))
          continue;
        snprintf (name, sizeof name, "h%d", h);
        hb_build_chain_start (b, kind ? 'm' : 'e', name);
        for (int wanted = 2 + below (rng, 2); wanted && count; wanted--)
          {
            int at = below (rng, count);
            snprintf (name, sizeof name, "m%d", members[at]);
            hb_build_chain_add (b, name);
            members[at] = members[--count];
          }
      }
}

hb_trace *
wild_trace (struct hb_rng *rng, struct wild_shape shape)
{
  struct wild w = { 0 };
  hb_diag *diag = hb_diag_new ();
  hb_builder *b = hb_builder_to_trace (diag);
  draw (rng, shape, &w);
  build_messages (rng, &w, shape.mailbox, b);
  build_co (rng, &w, shape.interleaved, b);
  if (shape.chains)
    build_chains (rng, &w, b);
  hb_build_end (b);
  hb_trace *trace = hb_builder_finish (b);
  if (!trace)
    {
      hb_diag_print (diag, stderr, false);
      hb_die ("wild_trace made a wrong trace");
    }
  hb_diag_free (diag);
  return trace;
}

hb_trace *
wild_trace_number (uint64_t i)
{
  struct hb_rng rng = hb_rng_stream (21, i);
  struct wild_shape shape = { .messages = 6,
                              .accesses = 8,
                              .externals = 25,
                              .mailbox = -2,
                              .chains = true,
                              .interleaved = i % 3 == 0 };
  return wild_trace (&rng, shape);
}

/* The trace that a model tells.  See code.h. */
#include "gadget/code.h"

#include <stdio.h>

/* A model seen as a trace, and the builder that it is told to. */
struct telling
{
  const struct hb_code *code;
  const signed char *model;
  hb_builder *builder;
};

static bool
holds (const struct telling *t, int first, hb_id width, hb_id x, hb_id y)
{
  return t->model[first + (int)(x * width + y)] > 0;
}

static void
name_message (const struct hb_code *code, hb_id posted, char name[16])
{
  hb_id pairs = code->shape.pairs;
  if (posted < 2 * pairs)
    snprintf (name, 16, "%c%u", posted % 2 ? 'b' : 'a', (unsigned)(posted / 2 + 1));
  else
    snprintf (name, 16, "m%u", (unsigned)(posted - 2 * pairs + 1));
}

/* Its variable is called by the number of its first access. */
static void
name_variable (const struct telling *t, hb_id event, char name[16])
{
  const struct hb_code *code = t->code;
  hb_id first = 0;
  while (first < event && !holds (t, code->same, code->shape.body, first, event))
    first++;
  hb_id number = 1;
  for (hb_id e = 0; e < first; e++)
    {
      bool access = t->model[code->writes + (int)e] > 0 || t->model[code->reads + (int)e] > 0;
      for (hb_id f = 0; f < e && access; f++)
        access = !holds (t, code->same, code->shape.body, f, e);
      number += access;
    }
  snprintf (name, 16, "x%u", (unsigned)number);
}

static void
tell_event (const struct telling *t, hb_id event)
{
  const struct hb_code *code = t->code;
  hb_id body = code->shape.body, posted = code->shape.posted;
  char name[16], label[16];
  for (hb_id i = 0; i < posted; i++)
    if (holds (t, code->posts, posted, event, i))
      {
        name_message (code, i, name);
        hb_build_post (t->builder, NULL, name);
        return;
      }
  name_variable (t, event, name);
  if (t->model[code->writes + (int)event] > 0)
    {
      snprintf (label, sizeof label, "w%u", (unsigned)event);
      hb_build_write (t->builder, label, name, NULL);
      return;
    }
  hb_id write = 0;
  while (write < body && !holds (t, code->rf, body, write, event))
    write++;
  snprintf (label, sizeof label, "w%u", (unsigned)write);
  hb_build_read (t->builder, NULL, name, write < body ? label : NULL);
}

static void
tell_message (const struct telling *t, hb_id message)
{
  const struct hb_code *code = t->code;
  for (hb_id e = 0; e < code->shape.body; e++)
    if (holds (t, code->is_in, code->messages, e, message))
      tell_event (t, e);
}

static void
tell_handler (const struct telling *t, hb_id handler)
{
  const struct hb_code *code = t->code;
  char name[16];
  snprintf (name, sizeof name, "h%u", (unsigned)handler + 1);
  hb_build_handler (t->builder, name, -1);
  bool initial = false;
  for (hb_id e = 0; e < code->shape.body; e++)
    initial = initial || holds (t, code->is_in, code->messages, e, handler);
  if (initial)
    {
      hb_build_initial (t->builder);
      tell_message (t, handler);
    }
  for (hb_id i = 0; i < code->shape.posted; i++)
    {
      if (!holds (t, code->runs_on, code->shape.handlers, i, handler))
        continue;
      name_message (code, i, name);
      if (code->shape.free && i < 2 * code->shape.pairs)
        hb_build_external (t->builder, name);
      else
        hb_build_message (t->builder, name);
      tell_message (t, code->shape.handlers + i);
    }
}

/* co of the variables with several writes, write by write. */
static void
tell_orders (const struct telling *t)
{
  const struct hb_code *code = t->code;
  hb_id body = code->shape.body;
  char names[2][16], variable[16];
  for (hb_id x = 0; x < body; x++)
    for (hb_id y = 0; y < body; y++)
      if (holds (t, code->co, body, x, y))
        {
          name_variable (t, x, variable);
          snprintf (names[0], 16, "w%u", (unsigned)x);
          snprintf (names[1], 16, "w%u", (unsigned)y);
          hb_build_chain_start (t->builder, 'c', variable);
          hb_build_chain_add (t->builder, names[0]);
          hb_build_chain_add (t->builder, names[1]);
        }
}

/* Pair PAIR runs b first if TRUTH. */
static void
tell_pair (const struct telling *t, hb_id pair, bool truth)
{
  const struct hb_code *code = t->code;
  hb_id handler = 0;
  char name[16];
  while (!holds (t, code->runs_on, code->shape.handlers, 2 * pair, handler))
    handler++;
  snprintf (name, sizeof name, "h%u", (unsigned)handler + 1);
  hb_build_chain_start (t->builder, 'e', name);
  name_message (code, 2 * pair + truth, name);
  hb_build_chain_add (t->builder, name);
  name_message (code, 2 * pair + !truth, name);
  hb_build_chain_add (t->builder, name);
}

hb_trace *
hb_code_told (const struct hb_code *code, const signed char *model, uint32_t row, hb_diag *diag)
{
  struct telling t = { code, model, hb_builder_to_trace (diag) };
  hb_build_mailbox (t.builder, code->shape.mailbox);
  for (hb_id h = 0; h < code->shape.handlers; h++)
    tell_handler (&t, h);
  tell_orders (&t);
  for (hb_id p = 0; p < code->shape.pairs && row != UINT32_MAX; p++)
    tell_pair (&t, p, row >> p & 1);
  hb_build_end (t.builder);
  return hb_builder_finish (t.builder);
}

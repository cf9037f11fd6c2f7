/* See draft.h: telling a draft, and telling what came of it to a builder. */
#include "reduce/draft.h"

#include <string.h>

/* --- telling ---------------------------------------------------------------------------------- */

hb_id
hb_draft_handler (struct hb_draft *draft, const char *name)
{
  vec_push (draft->handlers, hb_copy_text (name));
  vec_push (draft->initial, HB_NONE);
  return (hb_id)draft->handlers.size - 1;
}

static hb_id
add_message (struct hb_draft *draft, hb_id handler, char *name)
{
  struct hb_draft_message message = { .name = name, .handler = handler, .clause = draft->clause };
  vec_push (draft->messages, message);
  return (hb_id)draft->messages.size - 1;
}

hb_id
hb_draft_initial (struct hb_draft *draft, hb_id handler)
{
  if (draft->initial.data[handler] == HB_NONE)
    draft->initial.data[handler] = add_message (draft, handler, NULL);
  return draft->initial.data[handler];
}

hb_id
hb_draft_message (struct hb_draft *draft, hb_id handler, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  char *name = hb_format_list (format, arguments);
  va_end (arguments);
  return add_message (draft, handler, name);
}

static void
add_event (struct hb_draft *draft, hb_id message, enum hb_draft_kind kind, hb_id object)
{
  struct hb_draft_event event = { kind, object };
  vec_push (draft->messages.data[message].events, event);
}

void
hb_draft_post (struct hb_draft *draft, hb_id by, hb_id message)
{
  HB_ASSERT (!draft->messages.data[message].posted);
  draft->messages.data[message].posted = true;
  add_event (draft, by, HB_DRAFT_POST, message);
}

hb_id
hb_draft_posted (struct hb_draft *draft, hb_id by, hb_id handler, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  char *name = hb_format_list (format, arguments);
  va_end (arguments);
  hb_id message = add_message (draft, handler, name);
  hb_draft_post (draft, by, message);
  return message;
}

static hb_id
add_write (struct hb_draft *draft, hb_id message, char *name)
{
  hb_id variable = hb_names_intern (draft->variable_names, name, strlen (name));
  if (variable == draft->variables.size)
    {
      struct hb_draft_variable fresh = { name, 0 };
      vec_push (draft->variables, fresh);
    }
  else
    hb_free (name);
  struct hb_draft_write write = { variable, draft->variables.data[variable].writes++ };
  vec_push (draft->writes, write);
  add_event (draft, message, HB_DRAFT_WRITE, (hb_id)draft->writes.size - 1);
  return (hb_id)draft->writes.size - 1;
}

hb_id
hb_draft_write (struct hb_draft *draft, hb_id message, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  char *name = hb_format_list (format, arguments);
  va_end (arguments);
  return add_write (draft, message, name);
}

void
hb_draft_read (struct hb_draft *draft, hb_id message, hb_id write)
{
  add_event (draft, message, HB_DRAFT_READ, write);
}

void
hb_draft_edge (struct hb_draft *draft, hb_id from, hb_id to, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  char *name = hb_format_list (format, arguments);
  va_end (arguments);
  hb_draft_read (draft, to, add_write (draft, from, name));
}

void
hb_draft_enter (struct hb_draft *draft, hb_id outer, hb_id inner, const char *name)
{
  hb_draft_edge (draft, outer, inner, "%s.1", name);
}

void
hb_draft_leave (struct hb_draft *draft, hb_id outer, hb_id inner, const char *name)
{
  hb_draft_edge (draft, inner, outer, "%s.2", name);
}

void
hb_draft_tie (struct hb_draft *draft, hb_id outer, hb_id inner, const char *name)
{
  hb_draft_enter (draft, outer, inner, name);
  hb_draft_leave (draft, outer, inner, name);
}

/* --- what it means ---------------------------------------------------------------------------- */

void
hb_draft_guide_both (struct hb_draft *draft, int literal, int also, hb_id first, hb_id second)
{
  struct hb_draft_order order = { literal, also, first, second };
  vec_push (draft->guides, order);
}

void
hb_draft_guide (struct hb_draft *draft, int literal, hb_id first, hb_id second)
{
  hb_draft_guide_both (draft, literal, 0, first, second);
}

void
hb_draft_value (struct hb_draft *draft, int variable, struct hb_two two)
{
  struct hb_draft_order order = { variable, 0, two.b, two.a };
  vec_push (draft->values, order);
  hb_draft_guide (draft, variable, two.b, two.a);
  hb_draft_guide (draft, -variable, two.a, two.b);
}

void
hb_draft_tell_literal (struct hb_draft *draft, hb_id j, hb_id t, struct hb_two two)
{
  int literal = draft->formula->clauses.data[j - 1].literals[t - 1];
  struct hb_draft_literal told = { .clause = j,
                                   .place = t,
                                   .literal = literal,
                                   .first = hb_draft_first (two, literal),
                                   .second = hb_draft_second (two, literal) };
  vec_push (draft->literals, told);
}

struct hb_two
hb_draft_copy (struct hb_draft *draft, struct hb_two source, hb_id handler, const char *name,
               hb_id j, hb_id t)
{
  int literal = draft->formula->clauses.data[j - 1].literals[t - 1];
  struct hb_two copy;
  draft->clause = j;
  copy.a = hb_draft_posted (draft, source.a, handler, "a%s.%u.%u", name, j, t);
  copy.b = hb_draft_posted (draft, source.b, handler, "b%s.%u.%u", name, j, t);
  draft->clause = 0;
  hb_draft_value (draft, literal < 0 ? -literal : literal, copy);
  return copy;
}

void
hb_draft_ring (struct hb_draft *draft, hb_id j, const struct hb_two twos[3], bool open)
{
  const int *literals = draft->formula->clauses.data[j - 1].literals;
  for (hb_id t = 0; t < 3; t++)
    {
      hb_id next = (t + 1) % 3;
      hb_draft_tell_literal (draft, j, t + 1, twos[t]);
      if (next || !open)
        hb_draft_edge (draft, hb_draft_second (twos[t], literals[t]),
                       hb_draft_first (twos[next], literals[next]), "s.%u.%u", j, t + 1);
    }
}

/* --- the whole -------------------------------------------------------------------------------- */

static enum hb_mailbox
mailbox_of (const struct hb_draft_design *design, unsigned damage)
{
  return damage & HB_DRAFT_MULTISET       ? HB_MULTISET
         : damage & HB_DRAFT_SENDER_QUEUE ? HB_SENDER_QUEUE
         : damage & HB_DRAFT_QUEUE        ? HB_QUEUE
                                          : design->mailbox;
}

/* A read before the write that it reads from, at the end of the first handler's initial message. */
static void
add_contradictions (struct hb_draft *draft)
{
  for (size_t k = 0; k < draft->formula->empty.size; k++)
    {
      hb_id message = hb_draft_initial (draft, 0);
      hb_draft_read (draft, message, (hb_id)draft->writes.size);
      hb_draft_write (draft, message, "empty%u", draft->formula->empty.data[k]);
    }
}

void
hb_draft_init (struct hb_draft *draft, const struct hb_draft_design *design,
               const struct hb_threes *threes, unsigned damage)
{
  *draft = (struct hb_draft){ .formula = threes,
                              .damage = damage,
                              .mailbox = mailbox_of (design, damage),
                              .stacks = design->mailbox == HB_STACK,
                              .variable_names = hb_names_new () };
  design->draw (draft);
  add_contradictions (draft);
}

void
hb_draft_free (struct hb_draft *draft)
{
  for (size_t h = 0; h < draft->handlers.size; h++)
    hb_free (draft->handlers.data[h]);
  for (size_t m = 0; m < draft->messages.size; m++)
    {
      hb_free (draft->messages.data[m].name);
      vec_free (draft->messages.data[m].events);
    }
  for (size_t v = 0; v < draft->variables.size; v++)
    hb_free (draft->variables.data[v].name);
  hb_names_free (draft->variable_names);
  vec_free (draft->handlers);
  vec_free (draft->initial);
  vec_free (draft->messages);
  vec_free (draft->variables);
  vec_free (draft->writes);
  vec_free (draft->values);
  vec_free (draft->guides);
  vec_free (draft->literals);
}

/* --- to a builder ----------------------------------------------------------------------------- */

/* "w.NAME", of several writes "w.NAME.K"; new. */
static char *
label_of (const struct hb_draft *draft, hb_id write)
{
  const struct hb_draft_write *w = &draft->writes.data[write];
  const struct hb_draft_variable *variable = &draft->variables.data[w->variable];
  if (variable->writes == 1)
    return hb_format ("w.%s", variable->name);
  return hb_format ("w.%s.%u", variable->name, w->rank + 1);
}

static void
tell_event (const struct hb_draft *draft, const struct hb_draft_event *event, hb_builder *builder)
{
  if (event->kind == HB_DRAFT_POST)
    {
      hb_build_post (builder, NULL, draft->messages.data[event->object].name);
      return;
    }
  char *label = label_of (draft, event->object);
  const char *name = draft->variables.data[draft->writes.data[event->object].variable].name;
  if (event->kind == HB_DRAFT_WRITE)
    hb_build_write (builder, label, name, "1");
  else
    hb_build_read (builder, NULL, name, label);
  hb_free (label);
}

static void
tell_message (const struct hb_draft *draft, hb_id m, hb_builder *builder)
{
  const struct hb_draft_message *message = &draft->messages.data[m];
  if (message->name)
    hb_build_message (builder, message->name);
  else
    hb_build_initial (builder);
  for (size_t e = 0; e < message->events.size; e++)
    tell_event (draft, &message->events.data[e], builder);
}

/* The chains of variables with several writes: their writes, variable by variable, by a stable count. */
static void
tell_co (const struct hb_draft *draft, hb_builder *builder)
{
  size_t variables = draft->variables.size;
  hb_id *starts = hb_calloc (variables + 1, sizeof *starts);
  hb_id *sorted = hb_calloc (draft->writes.size, sizeof *sorted);
  for (size_t v = 0; v < variables; v++)
    starts[v + 1] = starts[v] + draft->variables.data[v].writes;
  for (size_t w = 0; w < draft->writes.size; w++)
    sorted[starts[draft->writes.data[w].variable] + draft->writes.data[w].rank] = (hb_id)w;
  for (size_t v = 0; v < variables; v++)
    {
      if (draft->variables.data[v].writes < 2)
        continue;
      hb_build_chain_start (builder, 'c', draft->variables.data[v].name);
      for (hb_id k = starts[v]; k < starts[v + 1]; k++)
        {
          char *label = label_of (draft, sorted[k]);
          hb_build_chain_add (builder, label);
          hb_free (label);
        }
    }
  hb_free (starts);
  hb_free (sorted);
}

void
hb_draft_tell (const struct hb_draft *draft, hb_builder *builder)
{
  hb_build_mailbox (builder, draft->mailbox);
  for (hb_id h = 0; h < draft->handlers.size; h++)
    {
      hb_build_handler (builder, draft->handlers.data[h], -1);
      if (draft->initial.data[h] != HB_NONE)
        tell_message (draft, draft->initial.data[h], builder);
      for (hb_id m = 0; m < draft->messages.size; m++)
        if (draft->messages.data[m].handler == h && draft->messages.data[m].name)
          tell_message (draft, m, builder);
    }
  tell_co (draft, builder);
  hb_build_end (builder);
}

/* Random event programs; see events.h.  Procedures post and call later ones only, so that every run ends but for
 * loops, which make no posts. */
#include "gen/events.h"

#include "base/buffer.h"

struct writer
{
  const struct hb_event_shape *shape;
  struct hb_rng *rng;
  hb_buffer text;
  unsigned procs, variables;
  unsigned params[16];  /* of each procedure */
  unsigned proc;        /* those behind it may be posted; 0: all */
  unsigned left, posts; /* statements of the body; posts it may still make */
  bool takes, in_loop;
};

static unsigned
below (struct writer *w, unsigned bound)
{
  return (unsigned)hb_rng_below (w->rng, bound);
}

static void
indent (struct writer *w, unsigned depth)
{
  hb_buffer_add (&w->text, "%*s", (int)(2 * depth), "");
}

static const char *
operand (struct writer *w)
{
  static const char *const operands[] = { "r", "s", "a", "0", "1" };
  unsigned which = below (w, 5);
  return operands[which == 2 && !w->takes ? 0 : which];
}

static void
write_access (struct writer *w)
{
  static const char *const values[] = { "1", "0", "r", "1 - r", "!r", "r && s", "max(r, s)" };
  unsigned x = below (w, w->variables);
  switch (below (w, 3))
    {
    case 0:
      hb_buffer_add (&w->text, "x%u := %s;\n", x, values[below (w, 7)]);
      break;
    case 1:
      hb_buffer_add (&w->text, "x%u := %d;\n", x, (int)below (w, 2));
      break;
    default:
      hb_buffer_add (&w->text, "%s := x%u;\n", below (w, 2) ? "r" : "s", x);
    }
}

/* A post, or a call, of a procedure behind this one; false: there is none. */
static bool
write_invocation (struct writer *w, bool call)
{
  unsigned first = w->proc, count = w->procs - first;
  if (!count || (!call && !w->posts))
    return false;
  unsigned callee = first + below (w, count);
  w->posts -= !call;
  hb_buffer_add (&w->text, "%s p%u(",
                 call           ? "call"
                 : below (w, 2) ? "async[any]"
                                : "async[main]",
                 callee);
  for (unsigned i = 0; i < w->params[callee]; i++)
    hb_buffer_add (&w->text, i ? ", %s" : "%s", operand (w));
  hb_buffer_add (&w->text, ");\n");
  return true;
}

static void write_statements (struct writer *w, unsigned depth);

static void
write_block (struct writer *w, unsigned depth, const char *head)
{
  hb_buffer_add (&w->text, "%s%s {\n", head, operand (w));
  write_statements (w, depth + 1);
  indent (w, depth);
  hb_buffer_add (&w->text, "}\n");
}

static void
write_loop (struct writer *w, unsigned depth)
{
  bool outer = w->in_loop;
  w->in_loop = true;
  write_block (w, depth, "while ");
  w->in_loop = outer;
}

static void
write_statement (struct writer *w, unsigned depth)
{
  unsigned kind = below (w, 14);
  indent (w, depth);
  if (kind < 4 && !w->in_loop && write_invocation (w, false))
    return;
  if (kind == 4 && w->shape->calls && !w->in_loop && write_invocation (w, true))
    return;
  if (kind == 5 && w->shape->branches && depth < 3)
    write_block (w, depth, "if ");
  else if (kind == 6 && w->shape->branches)
    hb_buffer_add (&w->text, "assume %s;\n", operand (w));
  else if (kind == 7 && w->shape->branches)
    hb_buffer_add (&w->text, "if %s { return; }\n", operand (w));
  else if (kind == 8 && w->shape->loops && depth < 3)
    write_loop (w, depth);
  else if (kind == 9 && w->shape->choices)
    hb_buffer_add (&w->text, "r := choose 0..1;\n");
  else
    write_access (w);
}

static void
write_statements (struct writer *w, unsigned depth)
{
  unsigned count = 1 + below (w, 2);
  for (unsigned i = 0; i < count && w->left; i++)
    {
      w->left--;
      write_statement (w, depth);
    }
}

static void
write_body (struct writer *w)
{
  w->left = 1 + below (w, w->shape->statements);
  w->posts = 2;
  w->in_loop = false;
  hb_buffer_add (&w->text, " {\n  local r, s;\n");
  while (w->left)
    {
      w->left--;
      write_statement (w, 1);
    }
  hb_buffer_add (&w->text, "}\n");
}

static void
write_event (struct writer *w, unsigned event)
{
  w->proc = 0;
  w->takes = w->shape->parameters && !below (w, 3);
  hb_buffer_add (&w->text, "event e%u%s", event, w->takes ? "(a in 0..1)" : "");
  if (w->shape->guards && !below (w, 3))
    hb_buffer_add (&w->text, below (w, 2) ? " when x%u" : " when !x%u", below (w, w->variables));
  write_body (w);
}

static void
write_driver (struct writer *w, unsigned events)
{
  hb_buffer_add (&w->text, "driver {\n");
  for (unsigned e = 0; e < events; e++)
    hb_buffer_add (&w->text, "  e%u*%u;\n", e, events < 3 && !below (w, 4) ? 2 : 1);
  unsigned orders = events > 1 ? below (w, w->shape->orders + 1) : 0;
  for (unsigned i = 0; i < orders; i++)
    {
      unsigned first = below (w, events - 1), then = first + 1 + below (w, events - 1 - first);
      hb_buffer_add (&w->text, "  before e%u e%u;\n", first, then);
    }
  hb_buffer_add (&w->text, "}\n");
}

char *
hb_random_events (const struct hb_event_shape *shape, struct hb_rng *rng)
{
  struct writer w = { .shape = shape, .rng = rng };
  unsigned events = 1 + below (&w, shape->events);
  w.procs = shape->procs ? 1 + below (&w, shape->procs) : 0;
  w.procs = w.procs > 16 ? 16 : w.procs;
  w.variables = 1 + below (&w, shape->variables);
  for (unsigned x = 0; x < w.variables; x++)
    hb_buffer_add (&w.text, "shared x%u = %u : 0..1\n", x, !below (&w, 4));
  for (unsigned p = 0; p < w.procs; p++)
    w.params[p] = shape->parameters && !below (&w, 3);
  for (unsigned e = 0; e < events; e++)
    write_event (&w, e);
  for (unsigned p = 0; p < w.procs; p++)
    {
      w.proc = p + 1;
      w.takes = w.params[p];
      hb_buffer_add (&w.text, "proc p%u(%s)", p, w.takes ? "a" : "");
      write_body (&w);
    }
  if (shape->driver)
    write_driver (&w, events);
  return hb_buffer_take (&w.text);
}

/* From a run to the panels of a strip; see strip.h. */
#include "viz/strip_panels.h"

#include "base/buffer.h"
#include "viz/mailboxes.h"
#include "viz/text.h"

#define MOST_PANELS 600 /* more fit no figure */
#define MOST_CELLS 12
#define MOST_NAMED 4 /* posts that a title names */

/* --- Names --- */

static char *
shown_name (const struct hb_strip *strip, const char *name, bool is_handler)
{
  return hb_text_shown (name, !strip->options->draw.plain_names, is_handler, HB_LONGEST_SHOWN);
}

char *
hb_strip_handler (const struct hb_strip *strip, hb_id handler)
{
  return shown_name (strip, hb_handler_name (strip->trace, handler), true);
}

static char *
message_text (const struct hb_strip *strip, hb_id message)
{
  return shown_name (strip, hb_message_name (strip->trace, message), false);
}

/* --- Nested posts, as the paper writes them: a message that does nothing but post one other --- */

/* The message that MESSAGE passes on, or HB_NONE: it does more, or less, or posts are not shown
 * nested. */
static hb_id
passed_on (const struct hb_strip *strip, hb_id message)
{
  const struct hb_message *m = &strip->trace->messages.data[message];
  if (!strip->options->nested || m->kind != HB_POSTED || m->count != 2)
    return HB_NONE;
  const struct hb_event *last = &strip->trace->events.data[m->first + 1];
  return last->kind == HB_POST ? last->object : HB_NONE;
}

/* What is inside all the posts. */
static hb_id
innermost (const struct hb_strip *strip, hb_id message)
{
  for (hb_id next; (next = passed_on (strip, message)) != HB_NONE;)
    message = next;
  return message;
}

const char *
hb_strip_cell_name (const struct hb_strip *strip, hb_id message)
{
  return hb_message_name (strip->trace, innermost (strip, message));
}

char *
hb_strip_cell (const struct hb_strip *strip, hb_id message)
{
  hb_buffer text = VEC_EMPTY;
  hb_id depth = 0;
  for (hb_id next; (next = passed_on (strip, message)) != HB_NONE; message = next, depth++)
    hb_buffer_add (&text, HB_ITALIC "p" HB_ITALIC_END HB_SUB "%s" HB_SUB_END "(",
                   hb_handler_name (strip->trace, strip->trace->messages.data[next].handler));
  char *name = message_text (strip, message);
  hb_buffer_add (&text, "%s", name);
  hb_free (name);
  for (; depth; depth--)
    hb_buffer_add (&text, ")");
  return hb_buffer_take (&text);
}

/* --- Panels --- */

struct maker
{
  struct hb_strip *strip;
  struct hb_contents contents;
  const hb_id *run;
  hb_id_list shown; /* scratch */
  hb_id_list fresh; /* messages posted in this panel */
  hb_id from, to;   /* steps of this panel */
  bool open;        /* a panel is waiting to be closed */
};

static bool
is_fresh (const struct maker *m, hb_id message)
{
  for (size_t i = 0; i < m->fresh.size; i++)
    if (m->fresh.data[i] == message)
      return true;
  return false;
}

static void
add_cell (struct maker *m, hb_id message)
{
  const hb_trace *trace = m->strip->trace;
  struct hb_strip_cell cell = { .message = message, .ink = HB_INK_CELL };
  bool is_queue = trace->handlers.data[trace->messages.data[message].handler].mailbox == HB_QUEUE;
  if (is_fresh (m, message))
    cell.ink = HB_INK_NEW;
  else if (!is_queue && hb_contents_ready (&m->contents, message))
    cell.ink = HB_INK_READY;
  vec_push (m->strip->cells, cell);
}

/* The first and the last messages of a mailbox, and how many are between. */
static void
add_stack (struct maker *m, hb_id handler)
{
  struct hb_strip *strip = m->strip;
  struct hb_strip_stack stack
      = { .running = m->contents.running[handler], .first = strip->cells.size };
  hb_contents_sorted (&m->contents, handler, &m->shown);
  size_t most = strip->options->most ? strip->options->most : MOST_CELLS, size = m->shown.size;
  size_t above = size, below = 0;
  if (size > most)
    {
      below = most / 3;
      above = most - below - (most > 1);
    }
  for (size_t i = 0; i < above; i++)
    add_cell (m, m->shown.data[i]);
  if (above + below < size)
    {
      struct hb_strip_cell dots
          = { .message = HB_NONE, .hidden = (hb_id)(size - above - below), .ink = HB_INK_FAINT };
      vec_push (strip->cells, dots);
    }
  for (size_t i = size - below; i < size; i++)
    add_cell (m, m->shown.data[i]);
  stack.count = strip->cells.size - stack.first;
  vec_push (strip->stacks, stack);
}

static bool
is_column (const struct hb_strip *strip, hb_id handler)
{
  for (size_t i = 0; i < strip->columns.size; i++)
    if (strip->columns.data[i] == handler)
      return true;
  return false;
}

/* Appends "m to h, n to k" for the posts of the panel: those to one handler together. */
static void
tell_posts (const struct maker *m, hb_buffer *title)
{
  hb_id before = HB_NONE;
  for (size_t i = 0; i < m->fresh.size; i++)
    {
      hb_id target = m->strip->trace->messages.data[m->fresh.data[i]].handler;
      bool ends = i + 1 == m->fresh.size
                  || m->strip->trace->messages.data[m->fresh.data[i + 1]].handler != target;
      char *name = message_text (m->strip, innermost (m->strip, m->fresh.data[i]));
      char *to = hb_strip_handler (m->strip, target);
      hb_buffer_add (title, "%s%s", before == HB_NONE ? "" : ", ", name);
      if (ends)
        hb_buffer_add (title, " to %s", to);
      before = target;
      hb_free (name);
      hb_free (to);
    }
}

/* What happens in the panel.  New. */
static char *
tell (const struct maker *m)
{
  const hb_trace *trace = m->strip->trace;
  const struct hb_event *e = &trace->events.data[m->run[m->from]];
  char *handler = hb_strip_handler (m->strip, trace->messages.data[e->message].handler);
  char *message = message_text (m->strip, innermost (m->strip, e->message));
  hb_buffer title = VEC_EMPTY;
  hb_buffer_add (&title, "%s", handler);
  bool passes = m->fresh.size == 1 && passed_on (m->strip, e->message) == m->fresh.data[0];
  if (e->kind == HB_GET && !passes)
    hb_buffer_add (&title, " takes %s", message);
  if (passes)
    hb_buffer_add (&title, " forwards ");
  else if (m->fresh.size)
    hb_buffer_add (&title, e->kind == HB_GET ? ", posts " : " posts ");
  if (m->fresh.size > MOST_NAMED)
    hb_buffer_add (&title, "%zu messages", m->fresh.size);
  else
    tell_posts (m, &title);
  hb_free (handler);
  hb_free (message);
  return hb_buffer_take (&title);
}

static void
close_panel (struct maker *m, char *title, hb_id step)
{
  struct hb_strip_panel panel = { .step = step, .title = title, .first = m->strip->stacks.size };
  for (size_t i = 0; i < m->strip->columns.size; i++)
    add_stack (m, m->strip->columns.data[i]);
  vec_push (m->strip->panels, panel);
  m->open = false;
}

/* Step I changes a mailbox that is shown. */
static void
change (struct maker *m, hb_id i)
{
  const struct hb_event *e = &m->strip->trace->events.data[m->run[i]];
  if (!m->open)
    {
      m->fresh.size = 0;
      m->from = i;
      m->open = true;
    }
  m->to = i;
  if (e->kind == HB_POST)
    vec_push (m->fresh, e->object);
}

/* Does step I end the panel that is open? */
static bool
ends_panel (const struct maker *m, hb_id i)
{
  const hb_trace *trace = m->strip->trace;
  return !m->strip->options->by_message
         || trace->events.data[m->run[i]].message != trace->events.data[m->run[m->from]].message;
}

/* The handler whose mailbox step I changes if that is shown, else HB_NONE. */
static hb_id
changed_by (const struct maker *m, hb_id i)
{
  const hb_trace *trace = m->strip->trace;
  const struct hb_event *e = &trace->events.data[m->run[i]];
  hb_id handler = e->kind == HB_GET    ? trace->messages.data[e->message].handler
                  : e->kind == HB_POST ? trace->messages.data[e->object].handler
                                       : HB_NONE;
  return handler != HB_NONE && is_column (m->strip, handler) ? handler : HB_NONE;
}

static bool
anything_lies (const struct maker *m)
{
  for (size_t i = 0; i < m->strip->columns.size; i++)
    if (m->contents.lying[m->strip->columns.data[i]].size)
      return true;
  return false;
}

static bool
make_panels (struct maker *m, hb_id from, hb_id to, hb_diag *diag)
{
  struct hb_strip *strip = m->strip;
  for (hb_id i = 0; i < from; i++)
    hb_contents_step (&m->contents, m->run[i]);
  if (anything_lies (m))
    close_panel (m, hb_copy_text (from ? "before" : "at first"), HB_NONE);
  for (hb_id i = from; i < to && strip->panels.size <= MOST_PANELS; i++)
    {
      bool changes = changed_by (m, i) != HB_NONE;
      if (changes && m->open && ends_panel (m, i))
        close_panel (m, tell (m), m->from);
      hb_contents_step (&m->contents, m->run[i]);
      if (changes)
        change (m, i);
      if (m->open && !strip->options->by_message)
        close_panel (m, tell (m), m->from);
    }
  if (m->open)
    close_panel (m, tell (m), m->from);
  if (strip->panels.size > MOST_PANELS)
    hb_error (
        diag, NULL,
        "the strip has more than %d panels; choose a part of it with --from, --to and --handlers",
        MOST_PANELS);
  else if (!strip->panels.size)
    hb_error (diag, NULL, "there is nothing to draw: no step of that part changes a mailbox");
  return strip->panels.size && strip->panels.size <= MOST_PANELS;
}

/* --- Which mailboxes --- */

/* Those asked for, else those that hold a message before or after a step of the part. */
static void
choose_columns (struct hb_strip *strip, const hb_id *run, hb_id from, hb_id to)
{
  const hb_trace *trace = strip->trace;
  bool *used = hb_calloc (trace->handlers.size, sizeof *used);
  struct hb_contents contents;
  hb_contents_init (&contents, trace);
  for (hb_id i = 0; i < to; i++)
    {
      hb_id handler = hb_contents_step (&contents, run[i]);
      if (handler != HB_NONE && i >= from)
        used[handler] = true;
      for (hb_id h = 0; i + 1 == from && h < trace->handlers.size; h++)
        used[h] = contents.lying[h].size > 0;
    }
  for (hb_id h = 0; h < trace->handlers.size; h++)
    if (strip->options->handlers ? strip->options->handlers[h] : used[h])
      vec_push (strip->columns, h);
  hb_contents_free (&contents);
  hb_free (used);
}

bool
hb_strip_make (struct hb_strip *strip, const hb_trace *trace, const hb_id *run,
               const struct hb_strip_options *options, hb_diag *diag)
{
  hb_id events = (hb_id)trace->events.size;
  hb_id to = options->to < events ? options->to + 1 : events;
  hb_id from = options->from < to ? options->from : to;
  *strip = (struct hb_strip){ .trace = trace, .options = options };
  choose_columns (strip, run, from, to);
  struct maker m = { .strip = strip, .run = run };
  hb_contents_init (&m.contents, trace);
  bool good = make_panels (&m, from, to, diag);
  hb_contents_free (&m.contents);
  vec_free (m.shown);
  vec_free (m.fresh);
  return good;
}

void
hb_strip_free (struct hb_strip *strip)
{
  for (size_t i = 0; i < strip->panels.size; i++)
    hb_free (strip->panels.data[i].title);
  vec_free (strip->columns);
  vec_free (strip->panels);
  vec_free (strip->stacks);
  vec_free (strip->cells);
}

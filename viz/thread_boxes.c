/* See thread_boxes.h. */
#include "viz/thread_boxes.h"

#include "base/buffer.h"
#include "diff/replay.h"
#include "viz/text.h"

#define MOST_ROWS 32 /* of a run, or of a thread's statements, beyond which some are left out, */
#define MOST_ALL 64  /* or of all threads' statements, */
#define NEAR 2       /* but not so many before and after what a dependency has */
#define LONGEST 60   /* bytes of a statement; of a longer one the middle is left out */

/* "x = 1; y = 2   :12": BOX is for TEXT in that LINE. */
static void
put_label (struct hb_thread_box *box, const char *text, uint32_t line)
{
  char *short_text = hb_text_clean (text, LONGEST);
  box->label
      = line ? hb_format ("%s   :%u", short_text, (unsigned)line) : hb_format ("%s-", short_text);
  box->full = hb_copy_text (text);
  hb_free (short_text);
}

/* BOX is for what step MOVE of EVENTS executes, and where. */
static void
put_step (struct hb_thread_box *box, const diff_program *program, const struct diff_event *events,
          size_t count, size_t move)
{
  hb_buffer text = VEC_EMPTY;
  hb_id last = HB_NONE;
  uint32_t line = 0;
  for (size_t i = 0; i < count; i++)
    if (events[i].move == move && events[i].statement != last)
      {
        last = events[i].statement;
        line = line ? line : events[i].spot.line;
        hb_buffer_add (&text, "%s%s", text.size ? "; " : "", program->statements.data[last].text);
      }
  char *whole = hb_buffer_take (&text);
  put_label (box, whole ? whole : "", line);
  hb_free (whole);
}

/* The first two events of the run that show FACT. */
static void
find_link (struct hb_thread_boxes *boxes, const struct diff_log *log, const diff_scope *scope,
           int side, const struct diff_fact *fact)
{
  size_t source = SIZE_MAX; /* the box; SIZE_MAX: init */
  bool is_source = !fact->from;
  for (size_t i = 0; i < log->events.size; i++)
    {
      const struct diff_event *event = &log->events.data[i];
      hb_id statement = scope->statement_of[side].data[event->statement];
      if (scope->variable_of[side].data[event->variable] != fact->variable)
        continue;
      if (event->write == fact->store && statement == fact->to && is_source)
        {
          struct hb_thread_link link = { fact, source, event->move };
          vec_push (boxes->links, link);
          boxes->all.data[link.to].marked = true;
          if (source != SIZE_MAX)
            boxes->all.data[source].marked = true;
          return;
        }
      if (!event->write || (fact->store && is_source))
        continue;
      is_source = statement == fact->from;
      source = event->move;
    }
}

static void
add_steps (struct hb_thread_boxes *boxes, const struct hb_thread_runs *what,
           const struct hb_thread_run *run)
{
  const struct diff_schedule *schedule = run->schedule;
  struct diff_log log = { VEC_EMPTY, VEC_EMPTY, VEC_EMPTY };
  diff_replay_program (run->program, schedule, &log, NULL);
  for (size_t m = 0; m < schedule->moves.size; m++)
    {
      struct hb_thread_box box
          = { .thread = schedule->moves.data[m].thread, .statement = HB_NONE, .row = m };
      put_step (&box, run->program, log.events.data, log.events.size, m);
      vec_push (boxes->all, box);
    }
  for (size_t f = 0; what->scope && f < what->fact_count; f++)
    find_link (boxes, &log, what->scope, run->side, &what->scope->facts.data[what->facts[f]]);
  diff_log_free (&log);
}

/* Each statement once in each thread that has it. */
static void
add_statements (struct hb_thread_boxes *boxes, const diff_program *program)
{
  for (hb_id t = 0; t < program->threads.size; t++)
    {
      bool *seen = hb_calloc (program->statements.size + 1, sizeof *seen);
      const struct diff_thread *thread = &program->threads.data[t];
      size_t row = 0;
      for (size_t n = 0; n < thread->nodes.size; n++)
        {
          const struct diff_node *node = &thread->nodes.data[n];
          if (!node->visible || seen[node->statement])
            continue;
          seen[node->statement] = true;
          const struct diff_statement *s = &program->statements.data[node->statement];
          struct hb_thread_box box = { .thread = t, .statement = node->statement, .row = row++ };
          put_label (&box, s->text, s->spot.line);
          vec_push (boxes->all, box);
        }
      hb_free (seen);
    }
}

/* Is BOX one that a dependency is about? */
static bool
matters (const struct hb_thread_runs *what, const struct hb_thread_run *run,
         const struct hb_thread_box *box)
{
  if (box->marked || box->statement == HB_NONE)
    return box->marked;
  hb_id statement = what->scope->statement_of[run->side].data[box->statement];
  for (size_t f = 0; f < what->fact_count; f++)
    {
      const struct diff_fact *fact = &what->scope->facts.data[what->facts[f]];
      if (statement != HB_NONE && (fact->from == statement || fact->to == statement))
        return true;
    }
  return false;
}

/* KEEP becomes what is shown of the boxes from FIRST to END: what is near one that matters, and if there is one, the ends. */
static void
choose (const struct hb_thread_boxes *boxes, const struct hb_thread_runs *what,
        const struct hb_thread_run *run, size_t first, size_t end, bool *keep)
{
  for (size_t b = first; b < end; b++)
    if (matters (what, run, &boxes->all.data[b]))
      {
        keep[first] = keep[end - 1] = true;
        for (size_t near = b > first + NEAR ? b - NEAR : first; near < end && near <= b + NEAR;
             near++)
          keep[near] = true;
      }
}

/* The boxes from FIRST to END follow one another; of those not kept, two or more, one says how many they are. */
static void
fold (struct hb_thread_boxes *boxes, size_t first, size_t end, const bool *keep, const char *what)
{
  size_t row = 0;
  for (size_t b = first; b < end; b++)
    {
      size_t next = b;
      while (next < end && !keep[next])
        next++;
      struct hb_thread_box *box = &boxes->all.data[b];
      box->row = row++;
      if (next < b + 2)
        continue;
      hb_free (box->label);
      box->label = hb_format ("%zu %ss%s", next - b, what, next - b < end - first ? " more" : "");
      box->counts = true;
      for (; b + 1 < next; b++)
        boxes->all.data[b + 1].hidden = true;
    }
}

/* Where the boxes of the thread of box FIRST, or all of a run, end. */
static size_t
end_of (const struct hb_thread_boxes *boxes, bool is_run, size_t first)
{
  size_t end = is_run ? boxes->all.size : first;
  while (end < boxes->all.size && boxes->all.data[end].thread == boxes->all.data[first].thread)
    end++;
  return end;
}

static void
leave_out (struct hb_thread_boxes *boxes, const struct hb_thread_runs *what,
           const struct hb_thread_run *run)
{
  bool *keep = hb_calloc (boxes->all.size + 1, sizeof *keep);
  bool many = boxes->all.size > MOST_ALL;
  for (size_t first = 0, end; first < boxes->all.size; first = end)
    {
      end = end_of (boxes, run->schedule, first);
      if (end - first <= MOST_ROWS && !many)
        continue;
      choose (boxes, what, run, first, end, keep);
      fold (boxes, first, end, keep, run->schedule ? "step" : "statement");
    }
  hb_free (keep);
}

struct hb_thread_boxes
hb_thread_boxes_of (const struct hb_thread_runs *what, const struct hb_thread_run *run)
{
  struct hb_thread_boxes boxes = { VEC_EMPTY, VEC_EMPTY };
  if (run->schedule)
    add_steps (&boxes, what, run);
  else
    add_statements (&boxes, run->program);
  if (what->scope && what->fact_count && !what->whole)
    leave_out (&boxes, what, run);
  return boxes;
}

void
hb_thread_boxes_free (struct hb_thread_boxes *boxes)
{
  for (size_t b = 0; b < boxes->all.size; b++)
    {
      hb_free (boxes->all.data[b].label);
      hb_free (boxes->all.data[b].full);
    }
  vec_free (boxes->all);
  vec_free (boxes->links);
}

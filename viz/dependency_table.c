/* See dependency_table.h. */
#include "viz/dependency_table.h"

#include "viz/text.h"

#include <string.h>

#define LETTERS 7.0
#define MARKS 6.5
#define HIGH 11.0
#define WIDE 10.5
#define GAP 10.0
#define LEAST 6.0 /* points of a letter on paper */

/* Most arrows that find places for their labels. */
#define MOST_ARROWS 40

/* A line: what depends on STATEMENT by VARIABLE; HB_NONE: nothing does. */
struct line
{
  hb_id statement, variable;
};

struct table
{
  const struct hb_dependencies *what;
  const diff_scope *scope;
  const hb_id *column;
  hb_sketch *sketch;
  hb_id *order; /* of the statements, threads one after the other; init, 0, first */
  VEC (struct line) lines;
  double *left;        /* of the column of each statement */
  double names, texts; /* where the names of variables end, and the texts */
  bool wide;           /* too wide for cells */
};

bool
hb_dependencies_are_many (const struct hb_dependencies *dependencies)
{
  for (size_t i = 0; i < dependencies->count; i++)
    if (dependencies->list[i].by != HB_SHOWN_BY_ALL || *dependencies->list[i].note)
      return false;
  return dependencies->count > MOST_ARROWS;
}

static const struct diff_fact *
fact_of (const struct table *t, size_t i)
{
  return &t->scope->facts.data[t->what->list[i].fact];
}

/* Threads one after the other, within them as the scope has them. */
static void
order_statements (struct table *t)
{
  size_t count = t->scope->statements[0].size, used = 1;
  for (hb_id thread = 0; used < count; thread++)
    for (hb_id s = 1; s < count; s++)
      if (t->column[s] == thread)
        t->order[used++] = s;
}

static bool
is_of (const struct diff_fact *fact, const struct line *line)
{
  return fact->from == line->statement && fact->variable == line->variable;
}

static bool
is_source (const struct table *t, hb_id statement, hb_id variable)
{
  struct line line = { statement, variable };
  for (size_t i = 0; i < t->what->count; i++)
    if (is_of (fact_of (t, i), &line))
      return true;
  return false;
}

static void
add_line (struct table *t, hb_id statement, hb_id variable)
{
  struct line line = { statement, variable };
  vec_push (t->lines, line);
}

static void
list_lines (struct table *t)
{
  size_t count = t->scope->statements[0].size;
  for (size_t k = 0; k < count; k++)
    {
      size_t before = t->lines.size;
      for (hb_id v = 0; v < t->scope->variables.size; v++)
        if (is_source (t, t->order[k], v))
          add_line (t, t->order[k], v);
      if (t->lines.size == before)
        add_line (t, t->order[k], HB_NONE);
    }
}

/* "3  x = temp1 + 1", NUMBER being its column.  New. */
static char *
text_of (const struct table *t, hb_id statement, size_t number)
{
  const diff_program *program = t->scope->programs[0];
  if (!statement)
    return hb_copy_text ("init");
  const struct diff_statement *s
      = &program->statements.data[t->scope->statements[0].data[statement]];
  const char *thread = program->threads.data[t->column[statement]].name;
  return hb_format ("%zu  %s", number,
                    !s->function || !strcmp (s->function, thread) ? s->text : s->key);
}

/* Places of lines and columns; a thread's lines have its name above them. */
static void
place (struct table *t)
{
  size_t count = t->scope->statements[0].size;
  for (size_t k = 0; k < count; k++)
    {
      char *text = text_of (t, t->order[k], k);
      double wide = hb_text_width (text, LETTERS);
      t->texts = wide > t->texts ? wide : t->texts;
      hb_free (text);
    }
  for (size_t i = 0; i < t->lines.size; i++)
    if (t->lines.data[i].variable != HB_NONE)
      {
        double wide = hb_text_width (t->scope->variables.data[t->lines.data[i].variable], MARKS);
        t->names = wide > t->names ? wide : t->names;
      }
  t->texts += 8;
  t->names += t->texts + 6;
  double x = t->names;
  for (size_t k = 1; k < count; k++)
    {
      hb_id s = t->order[k];
      if (k > 1 && t->column[s] != t->column[t->order[k - 1]])
        x += GAP / 2;
      t->left[s] = x;
      x += WIDE;
    }
  t->wide = x * LEAST / MARKS > hb_sketch_room (t->sketch);
}

static void
draw_heads (struct table *t)
{
  size_t count = t->scope->statements[0].size;
  for (size_t k = 1; k < count; k++)
    hb_sketch_middle (t->sketch, t->left[t->order[k]] + WIDE / 2, MARKS / 2 + 1, MARKS,
                      hb_format ("%zu", k), HB_INK_FAINT, HB_NONE);
}

/* The marks of LINE, whose top is at Y: r on the left of a cell, s on the right. */
static void
draw_cells (struct table *t, const struct line *line, double y)
{
  size_t count = t->scope->statements[0].size;
  for (size_t k = 1; k < count && line->variable != HB_NONE; k++)
    {
      double x = t->left[t->order[k]];
      hb_sketch_rect (t->sketch, (struct hb_rect){ x, y, x + WIDE, y + HIGH }, HB_INK_CELL);
    }
  for (size_t f = 0; f < t->what->count; f++)
    {
      const struct diff_fact *fact = fact_of (t, f);
      if (is_of (fact, line))
        hb_sketch_middle (t->sketch, t->left[fact->to] + WIDE * (fact->store ? 0.75 : 0.27),
                          y + HIGH / 2, MARKS, hb_copy_text (fact->store ? "s" : "r"),
                          fact->store ? HB_INK_SO : HB_INK_RF, HB_NONE);
    }
}

/* Adds TEXT (stolen) to a list of words at *X, *Y; below, if there is no room beside. */
static void
add_word (struct table *t, double *x, double *y, char *text, enum hb_ink ink)
{
  double wide = hb_text_width (text, MARKS);
  if (*x + wide > hb_sketch_room (t->sketch))
    *x = t->names + 8, *y += HIGH;
  hb_sketch_text (t->sketch, *x, *y + HIGH / 2, MARKS, text, ink, HB_NONE);
  *x += wide + 4;
}

/* "r 3 4 s 7": what depends on LINE, by number; gives the height of it. */
static double
draw_numbers (struct table *t, const struct line *line, double top)
{
  double x = t->names, y = top;
  size_t count = t->scope->statements[0].size;
  for (int store = 0; store < 2; store++)
    {
      enum hb_ink ink = store ? HB_INK_SO : HB_INK_RF;
      bool any = false;
      for (size_t k = 1; k < count; k++)
        for (size_t f = 0; f < t->what->count; f++)
          {
            const struct diff_fact *fact = fact_of (t, f);
            if (!is_of (fact, line) || fact->store != store || fact->to != t->order[k])
              continue;
            if (!any)
              add_word (t, &x, &y, hb_copy_text (store ? "s" : "r"), ink);
            add_word (t, &x, &y, hb_format ("%zu", k), HB_INK_ARROW);
            any = true;
          }
      x += any ? 6 : 0;
    }
  return y - top;
}

static void
draw_lines (struct table *t)
{
  const diff_program *program = t->scope->programs[0];
  double y = MARKS + 4;
  size_t number = 0;
  hb_id before = HB_NONE;
  for (size_t i = 0; i < t->lines.size; i++, y += HIGH)
    {
      hb_id s = t->lines.data[i].statement, v = t->lines.data[i].variable;
      if (s && (before == HB_NONE || !before || t->column[before] != t->column[s]))
        {
          y += GAP;
          hb_sketch_text (t->sketch, 0, y - MARKS / 2 + 1, MARKS,
                          hb_copy_text (program->threads.data[t->column[s]].name), HB_INK_FAINT,
                          HB_NONE);
          y += 2;
        }
      if (s != before)
        hb_sketch_text (t->sketch, 4, y + HIGH / 2, LETTERS, text_of (t, s, number++), HB_INK_ARROW,
                        HB_NONE);
      if (v != HB_NONE)
        hb_sketch_text (t->sketch, t->texts, y + HIGH / 2, MARKS,
                        hb_copy_text (t->scope->variables.data[v]), HB_INK_FAINT, HB_NONE);
      if (t->wide)
        y += draw_numbers (t, &t->lines.data[i], y);
      else
        draw_cells (t, &t->lines.data[i], y);
      before = s;
    }
}

void
hb_sketch_dependency_table (hb_sketch *sketch, const struct hb_dependencies *dependencies,
                            const hb_id *column)
{
  size_t count = dependencies->scope->statements[0].size;
  struct table t = { .what = dependencies,
                     .scope = dependencies->scope,
                     .column = column,
                     .sketch = sketch,
                     .order = hb_calloc (count + 1, sizeof *t.order),
                     .lines = VEC_EMPTY,
                     .left = hb_calloc (count + 1, sizeof *t.left) };
  order_statements (&t);
  list_lines (&t);
  place (&t);
  if (!t.wide)
    draw_heads (&t);
  draw_lines (&t);
  hb_free (t.order);
  hb_free (t.left);
  vec_free (t.lines);
}

/* See list.h. */
#include "problem/list.h"

#include "base/line.h"
#include "base/memory.h"

#include <stdlib.h>

/* Columns of a `v` line. */
#define WIDE 78

hb_list *
hb_list_new (void)
{
  return hb_calloc (1, sizeof (hb_list));
}

void
hb_list_free (const struct hb_problem *self, hb_solution *solution)
{
  (void)self;
  hb_list *list = (hb_list *)solution;
  if (list)
    vec_free (*list);
  hb_free (list);
}

void
hb_list_write (const struct hb_problem *self, const hb_instance *instance,
               const hb_solution *solution, hb_output *output)
{
  (void)instance;
  const hb_list *list = hb_list_of (solution);
  hb_putf (output, "s %s\nv", self->yes);
  size_t column = 1;
  for (size_t i = 0; i <= list->size; i++)
    {
      char *word = hb_format (" %u", i < list->size ? (unsigned)list->data[i] : 0);
      size_t length = 0;
      while (word[length])
        length++;
      if (column + length > WIDE)
        {
          hb_put (output, "\nv");
          column = 1;
        }
      hb_put (output, word);
      column += length;
      hb_free (word);
    }
  hb_put_char (output, '\n');
}

bool
hb_list_same (const struct hb_problem *self, const hb_instance *instance, const hb_solution *a,
              const hb_solution *b)
{
  (void)self;
  (void)instance;
  const hb_list *x = hb_list_of (a), *y = hb_list_of (b);
  bool same = x->size == y->size;
  for (size_t i = 0; i < x->size && same; i++)
    same = x->data[i] == y->data[i];
  return same;
}

/* --- reading --- */

struct reader
{
  struct hb_line line;
  const struct hb_problem *problem;
  uint64_t most;
  hb_list *list;
  bool answered, closed;
};

static void
read_answer (struct reader *r)
{
  struct hb_line *l = &r->line;
  if (r->answered)
    hb_line_error (l, "a second answer; a solution has one");
  else if (hb_line_next (l) && hb_line_is (l, r->problem->no))
    hb_line_error (l, "no solution in this file; expected 's %s' and 'v' lines", r->problem->yes);
  else if (!hb_line_is (l, r->problem->yes))
    hb_line_error (l, "expected %s or %s", r->problem->yes, r->problem->no);
  else
    (void)hb_line_end (l);
  r->answered = true;
}

/* The numbers from the last word on. */
static void
read_numbers (struct reader *r)
{
  struct hb_line *l = &r->line;
  for (; l->size; hb_line_next (l))
    {
      uint64_t number;
      bool good = hb_line_number (l, &number);
      if (!good)
        hb_line_error (l, "'%s' is no number; expected those of the solution, then 0",
                       hb_line_shown (l).text);
      else if (r->closed)
        hb_line_error (l, "a number after the 0 that ends the solution");
      else if (number > r->most)
        hb_line_error (l, "%s is out of range; expected a number from 1 to %llu",
                       hb_line_shown (l).text, (unsigned long long)r->most);
      else if (number)
        vec_push (*r->list, (hb_id)number);
      else
        r->closed = true;
      if (!good)
        return;
    }
}

static void
read_line (struct reader *r)
{
  struct hb_line *l = &r->line;
  if (!hb_line_next (l) || l->text[l->start] == 'c')
    return;
  if (hb_line_is (l, "s"))
    read_answer (r);
  else if (!hb_line_is (l, "v"))
    hb_line_error (l, "expected an 's' line or a 'v' line");
  else if (hb_line_next (l))
    read_numbers (r);
}

static int
compare (const void *a, const void *b)
{
  hb_id x = *(const hb_id *)a, y = *(const hb_id *)b;
  return x < y ? -1 : x > y;
}

/* Sorts the list; false after an error if a number is in it twice. */
static bool
make_set (hb_list *list, const struct hb_place *place, hb_diag *diag)
{
  if (list->size)
    qsort (list->data, list->size, sizeof *list->data, compare);
  for (size_t i = 1; i < list->size; i++)
    if (list->data[i] == list->data[i - 1])
      {
        hb_error (diag, place, "%u is in the solution twice", (unsigned)list->data[i]);
        return false;
      }
  return true;
}

hb_solution *
hb_list_read (const struct hb_problem *self, hb_input *input, uint64_t most, bool is_set,
              hb_diag *diag)
{
  struct reader r = { .line = { .input = input, .diag = diag }, .problem = self, .most = most };
  size_t before = hb_diag_errors (diag);
  r.list = hb_list_new ();
  while (hb_line_take (&r.line))
    read_line (&r);
  struct hb_place place = { hb_input_name (input), hb_input_line_number (input), 0, NULL, 0 };
  if (!place.line)
    place.line = 1;
  if (hb_diag_errors (diag) == before && hb_input_finish (input))
    {
      if (!r.closed)
        hb_error (diag, &place, "the file ends before the 0 that ends a solution");
      else if (is_set)
        (void)make_set (r.list, &place, diag);
    }
  hb_input_close (input);
  if (hb_diag_errors (diag) == before)
    return hb_solution_of_list (r.list);
  hb_list_free (NULL, hb_solution_of_list (r.list));
  return NULL;
}

bool *
hb_list_flags (const hb_list *list, hb_id most, const char *what, hb_diag *diag)
{
  bool *flags = hb_calloc ((size_t)most + 1, sizeof *flags);
  for (size_t i = 0; i < list->size; i++)
    {
      hb_id number = list->data[i];
      if (number && number <= most && !flags[number])
        {
          flags[number] = true;
          continue;
        }
      if (number && number <= most)
        hb_error (diag, NULL, "%s %u is in the solution twice", what, (unsigned)number);
      else
        hb_error (diag, NULL, "the solution names %s %u; there are %u", what, (unsigned)number,
                  (unsigned)most);
      hb_free (flags);
      return NULL;
    }
  return flags;
}

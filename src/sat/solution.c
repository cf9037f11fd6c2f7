/* Solutions as SAT solvers write them: an `s` line with the answer, `v` lines with the model.
 *
 *     s SATISFIABLE
 *     v 1 -2 3 0
 *
 * Read are also `v` lines alone, bare literals ended by 0, and what MiniSat writes (SAT or UNSAT,
 * then the bare literals). */
#include "sat/cnf.h"

#include "base/input.h"

#include <string.h>

struct reader
{
  hb_input *input;
  hb_diag *diag;
  struct hb_sat_answer *solution;
  int variables;
  const char *line;
  size_t length;
  bool closed; /* the 0 of the model was seen */
};

static void
complain (struct reader *r, size_t start, const char *text)
{
  struct hb_place place = hb_input_place (r->input, start + 1);
  hb_error (r->diag, &place, "%s", text);
}

static bool
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

static size_t
skip_blanks (const struct reader *r, size_t at)
{
  while (at < r->length && is_blank (r->line[at]))
    at++;
  return at;
}

/* What is left of the line from AT on, but for blanks at the end, is TEXT. */
static bool
rest_is (const struct reader *r, size_t at, const char *text)
{
  size_t end = r->length, length = strlen (text);
  while (end > at && is_blank (r->line[end - 1]))
    end--;
  return end - at == length && !memcmp (r->line + at, text, length);
}

static void
set_answer (struct reader *r, size_t at, bool satisfiable)
{
  if (r->solution->answer != HB_NO_ANSWER)
    complain (r, at, "a second answer; a solution has one");
  r->solution->answer = satisfiable ? HB_SATISFIABLE : HB_UNSATISFIABLE;
}

/* Does the line from AT on give an answer? */
static bool
read_answer (struct reader *r, size_t at)
{
  if (rest_is (r, at, "SATISFIABLE") || rest_is (r, at, "SAT"))
    set_answer (r, at, true);
  else if (rest_is (r, at, "UNSATISFIABLE") || rest_is (r, at, "UNSAT"))
    set_answer (r, at, false);
  else
    return rest_is (r, at, "UNKNOWN") || rest_is (r, at, "INDETERMINATE")
           || rest_is (r, at, "INDET");
  return true;
}

static void
set_literal (struct reader *r, size_t start, int variable, bool negative)
{
  signed char value = negative ? -1 : 1;
  if (r->closed)
    complain (r, start, "a literal after the 0 that ends the model");
  else if (variable > r->variables)
    {
      struct hb_place place = hb_input_place (r->input, start + 1);
      hb_error (r->diag, &place, "variable %d is out of range; the formula has %d variables",
                variable, r->variables);
    }
  else if (!variable)
    r->closed = true;
  else if (r->solution->model.data[variable] == -value)
    complain (r, start, "the model gives both values to this variable");
  else
    r->solution->model.data[variable] = value;
}

/* The literals of the line from AT on. */
static void
read_literals (struct reader *r, size_t at)
{
  while ((at = skip_blanks (r, at)) < r->length)
    {
      size_t start = at;
      bool negative = r->line[at] == '-';
      int variable = 0;
      for (at += negative; at < r->length && r->line[at] >= '0' && r->line[at] <= '9'; at++)
        if (variable <= HB_MOST_VARIABLES) /* a number too large already need not grow further */
          variable = 10 * variable + (r->line[at] - '0');
      if (at == start + negative || (at < r->length && !is_blank (r->line[at])))
        {
          complain (r, start, "expected a literal");
          return;
        }
      set_literal (r, start, variable, negative);
    }
}

static void
read_line (struct reader *r)
{
  size_t at = skip_blanks (r, 0);
  if (at == r->length || r->line[at] == 'c')
    return;
  bool alone = at + 1 == r->length || is_blank (r->line[at + 1]);
  if (alone && r->line[at] == 's')
    {
      at = skip_blanks (r, at + 1);
      if (!read_answer (r, at))
        complain (r, at, "expected SATISFIABLE, UNSATISFIABLE or UNKNOWN");
    }
  else if (alone && r->line[at] == 'v')
    read_literals (r, at + 1);
  else if (r->line[at] == '-' || (r->line[at] >= '0' && r->line[at] <= '9'))
    read_literals (r, at);
  else if (!read_answer (r, at))
    complain (r, at, "expected an 's' line, a 'v' line or literals");
}

/* The answer and the model must fit together. */
static void
check_end (struct reader *r)
{
  struct hb_sat_answer *s = r->solution;
  struct hb_place place = { hb_input_name (r->input), hb_input_line_number (r->input), 0, NULL, 0 };
  bool values = r->closed;
  for (size_t v = 1; v < s->model.size; v++)
    values = values || s->model.data[v];
  if (values && s->answer == HB_UNSATISFIABLE)
    hb_error (r->diag, &place, "a model of a formula that is said to be unsatisfiable");
  else if (values && !r->closed)
    hb_error (r->diag, &place, "the model does not end in 0; is the file truncated?");
  else if (!values && s->answer == HB_SATISFIABLE && r->variables)
    hb_error (r->diag, &place, "said to be satisfiable but no model follows; expected 'v' lines");
  else if (values)
    s->answer = HB_SATISFIABLE;
}

bool
hb_solution_read (const char *path, int variables, struct hb_sat_answer *solution, hb_diag *diag)
{
  hb_input *input = hb_input_open (path, diag);
  memset (solution, 0, sizeof *solution);
  return input && hb_solution_read_input (input, variables, solution, diag);
}

bool
hb_solution_read_input (hb_input *input, int variables, struct hb_sat_answer *solution,
                        hb_diag *diag)
{
  struct reader r = { .diag = diag, .solution = solution, .variables = variables, .input = input };
  size_t before = hb_diag_errors (diag);
  memset (solution, 0, sizeof *solution);
  vec_resize (solution->model, (size_t)variables + 1, 0);
  while (!hb_diag_full (diag) && hb_input_line (r.input, &r.line, &r.length))
    read_line (&r);
  if (hb_diag_errors (diag) == before && !hb_input_failed (r.input))
    check_end (&r);
  hb_input_close (r.input);
  bool right = hb_diag_errors (diag) == before;
  if (!right || solution->answer != HB_SATISFIABLE)
    vec_free (solution->model);
  return right;
}

/* Appends the literal to a `v` line of WIDTH columns so far, or opens a new one. */
static size_t
put_literal (hb_output *output, size_t width, int literal)
{
  char text[16];
  size_t length = (size_t)snprintf (text, sizeof text, " %d", literal);
  if (width + length > 78)
    {
      hb_put (output, "\nv");
      width = 1;
    }
  hb_put_bytes (output, text, length);
  return width + length;
}

void
hb_solution_write (hb_output *output, const signed char *model, int variables)
{
  if (!model)
    {
      hb_put (output, "s UNSATISFIABLE\n");
      return;
    }
  hb_put (output, "s SATISFIABLE\nv");
  size_t width = 1;
  for (int v = 1; v <= variables; v++)
    width = put_literal (output, width, model[v] > 0 ? v : -v);
  put_literal (output, width, 0);
  hb_put_char (output, '\n');
}

/* Reading QDIMACS; see qbf.h.  The format is that of the QBF evaluations (QDIMACS 1.1), of which two blocks are taken:
 * `a` lines, then `e` lines. */
#include "problem/qbf.h"

#include "base/line.h"

#include <stdlib.h>
#include <string.h>

/* Most variables of a file; more are hardly meant. */
#define MOST_VARIABLES 100000000

struct reader
{
  struct hb_line line;
  struct hb_qbf *qbf;
  VEC (char) bound; /* by variable: some block has it */
  uint64_t clauses;
  char block; /* of the last block */
  bool open;  /* a clause has been begun */
};

/* The last word as an integer whose absolute value is at most that of the variables. */
static bool
take_literal (struct reader *r, int *literal)
{
  struct hb_line *l = &r->line;
  char word[16];
  char *end = word;
  size_t size = l->size < sizeof word ? l->size : 0;
  memcpy (word, l->text + l->start, size);
  word[size] = 0;
  long value = strtol (word, &end, 10);
  if (!size || *end)
    hb_line_error (l, "'%s' is no literal; expected a number", hb_line_shown (l).text);
  else if (labs (value) > r->qbf->matrix->variables)
    hb_line_error (l, "variable %ld is out of range; the header announces %d", labs (value),
                   r->qbf->matrix->variables);
  else
    {
      *literal = (int)value;
      return true;
    }
  return false;
}

static void
read_header (struct reader *r)
{
  struct hb_line *l = &r->line;
  uint64_t variables;
  if (r->qbf)
    hb_line_error (l, "a second header");
  else if (!hb_line_is (l, "p") || !hb_line_next (l) || !hb_line_is (l, "cnf"))
    hb_line_error (l, "expected the header 'p cnf VARIABLES CLAUSES'");
  else if (!hb_line_next (l) || !hb_line_number (l, &variables) || variables > MOST_VARIABLES)
    hb_line_error (l, "expected the number of variables");
  else if (!hb_line_next (l) || !hb_line_number (l, &r->clauses))
    hb_line_error (l, "expected the number of clauses");
  else if (hb_line_end (l))
    {
      r->qbf = hb_qbf_new (hb_cnf_new ((int)variables));
      vec_resize (r->bound, variables + 1, 0);
    }
}

/* The variables of a block; those of one in a wrong place are not free, either. */
static void
read_block (struct reader *r)
{
  struct hb_line *l = &r->line;
  char block = l->text[l->start];
  int variable = 1;
  if (hb_cnf_clauses (r->qbf->matrix) || r->open)
    hb_line_error (l, "a block of quantifiers behind clauses");
  else if (block == 'a' && r->block == 'e')
    hb_line_error (l, "a universal block behind an existential one; expected at most two blocks, "
                      "'a' before 'e'");
  else
    r->block = block;
  while (variable && hb_line_next (l) && take_literal (r, &variable))
    if (variable < 0 || (variable && r->bound.data[variable]))
      hb_line_error (l,
                     variable < 0 ? "a block has variables, not literals"
                                  : "variable %d is quantified twice",
                     variable);
    else
      {
        r->bound.data[variable] = 1;
        r->qbf->universal[variable] = variable && block == 'a';
      }
  if (variable && !l->size)
    hb_line_error (l, "the block does not end in 0");
  else if (!variable)
    (void)hb_line_end (l);
}

static void
read_clause (struct reader *r)
{
  struct hb_line *l = &r->line;
  int literal;
  do
    {
      if (!take_literal (r, &literal))
        return;
      if (literal && !r->bound.data[abs (literal)])
        {
          hb_line_error (l, "variable %d is free; expected it in a block", abs (literal));
          return;
        }
      hb_cnf_add (r->qbf->matrix, literal);
      r->open = literal;
    }
  while (hb_line_next (l));
}

static void
read_line (struct reader *r)
{
  struct hb_line *l = &r->line;
  if (!hb_line_next (l) || hb_line_is (l, "c"))
    return;
  if (!r->qbf || hb_line_is (l, "p"))
    read_header (r);
  else if (hb_line_is (l, "a") || hb_line_is (l, "e"))
    read_block (r);
  else
    read_clause (r);
}

/* What only the end of the file tells. */
static void
check_end (const struct reader *r, hb_diag *diag)
{
  struct hb_place place
      = { hb_input_name (r->line.input), hb_input_line_number (r->line.input), 0, NULL, 0 };
  if (!place.line)
    place.line = 1;
  if (!r->qbf)
    hb_error (diag, &place, "the file ends before the header 'p cnf VARIABLES CLAUSES'");
  else if (r->open)
    hb_error (diag, &place, "the file ends before the 0 that ends a clause");
  else if (hb_cnf_clauses (r->qbf->matrix) != r->clauses)
    hb_error (diag, &place, "the header announces %llu clauses; the file has %zu",
              (unsigned long long)r->clauses, hb_cnf_clauses (r->qbf->matrix));
}

hb_instance *
hb_qbf_read (const struct hb_problem *self, hb_input *input, hb_diag *diag)
{
  struct reader r = { .line = { .input = input, .diag = diag } };
  size_t before = hb_diag_errors (diag);
  while (hb_line_take (&r.line))
    read_line (&r);
  if (hb_diag_errors (diag) == before && hb_input_finish (input))
    check_end (&r, diag);
  vec_free (r.bound);
  hb_input_close (input);
  if (hb_diag_errors (diag) == before)
    return (hb_instance *)r.qbf;
  hb_qbf_free (self, (hb_instance *)r.qbf);
  return NULL;
}

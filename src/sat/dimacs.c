/* DIMACS, the format of the SAT competitions, in and out.
 *
 *     c a comment
 *     p cnf 3 2
 *     1 -2 0
 *     2
 *     3 0
 *
 * Clauses end in 0 and may run over lines; comments may stand between any two lines.  SATLIB's
 * files end in a line with a lone %, followed by a line with a lone 0: both are accepted, and
 * nothing else after them.  What the header announces is checked, never trusted: no memory is taken
 * for it. */
#include "sat/cnf.h"

#include "base/input.h"

#include <string.h>

struct reader
{
  hb_input *input;
  hb_diag *diag;
  hb_cnf *cnf;
  const char *line;  /* the line being read */
  size_t length, at; /* its bytes, and the next one to look at */
  bool has_header;
  bool ended;         /* a lone % was seen */
  bool open;          /* within a clause */
  uint64_t announced; /* clauses, says the header */
  char *header;       /* its line, and where that stood, for errors at the end */
  struct hb_place header_place;
};

static bool
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* Moves to the next word of the line; false at its end. */
static bool
next_word (struct reader *r, size_t *start, size_t *length)
{
  while (r->at < r->length && is_blank (r->line[r->at]))
    r->at++;
  *start = r->at;
  while (r->at < r->length && !is_blank (r->line[r->at]))
    r->at++;
  *length = r->at - *start;
  return *length > 0;
}

static bool
word_is (const struct reader *r, size_t start, size_t length, const char *text)
{
  return length == strlen (text) && !memcmp (r->line + start, text, length);
}

/* Digits to a number, UINT64_MAX if it is larger than that; false if there is anything but digits.
 */
static bool
parse_number (const char *text, size_t length, uint64_t *number)
{
  uint64_t n = 0;
  for (size_t i = 0; i < length; i++)
    {
      unsigned digit = (unsigned)(unsigned char)text[i] - '0';
      if (digit > 9)
        return false;
      n = n > (UINT64_MAX - digit) / 10 ? UINT64_MAX : 10 * n + digit;
    }
  *number = n;
  return length > 0;
}

/* The word as an error shows it: cut short, strange bytes as question marks. */
struct quoted
{
  char text[32];
};

static struct quoted
quote (const struct reader *r, size_t start, size_t length)
{
  struct quoted q;
  size_t most = sizeof q.text - 4, n = length < most ? length : most;
  for (size_t i = 0; i < n; i++)
    {
      char c = r->line[start + i];
      q.text[i] = c > ' ' && c < 0x7f ? c : '?';
    }
  strcpy (q.text + n, length > most ? "..." : "");
  return q;
}

#define ERROR_AT(R, START, ...)                                                                    \
  do                                                                                               \
    {                                                                                              \
      struct hb_place error_place = hb_input_place ((R)->input, (START) + 1);                      \
      hb_error ((R)->diag, &error_place, __VA_ARGS__);                                             \
    }                                                                                              \
  while (0)

/* The number of WHAT in the header, and where it stands; false after an error. */
static bool
read_count (struct reader *r, const char *what, uint64_t *number, size_t *start)
{
  size_t length;
  if (!next_word (r, start, &length))
    {
      ERROR_AT (r, *start, "the header lacks the number of %s; expected 'p cnf VARIABLES CLAUSES'",
                what);
      return false;
    }
  if (parse_number (r->line + *start, length, number))
    return true;
  ERROR_AT (r, *start, "'%s' is no number of %s; expected 'p cnf VARIABLES CLAUSES'",
            quote (r, *start, length).text, what);
  return false;
}

/* `p cnf N M`, the `p` being read; false after an error. */
static bool
read_header (struct reader *r)
{
  size_t start, length;
  uint64_t variables;
  if (!next_word (r, &start, &length) || !word_is (r, start, length, "cnf"))
    {
      ERROR_AT (r, start, "expected 'cnf' in the header 'p cnf VARIABLES CLAUSES'");
      return false;
    }
  if (!read_count (r, "variables", &variables, &start))
    return false;
  if (variables > HB_MOST_VARIABLES)
    {
      ERROR_AT (r, start,
                "the header announces more than %d variables, the most that"
                " is supported",
                HB_MOST_VARIABLES);
      return false;
    }
  if (!read_count (r, "clauses", &r->announced, &start))
    return false;
  r->header_place = hb_input_place (r->input, start + 1);
  if (next_word (r, &start, &length))
    {
      ERROR_AT (r, start, "'%s' after the header; expected the end of the line",
                quote (r, start, length).text);
      return false;
    }
  r->cnf->variables = (int)variables;
  r->header = hb_copy_bytes (r->line, r->length);
  r->header_place.text = r->header;
  return r->has_header = true;
}

/* A word that is no number: the header or the trailer if it is the FIRST of its line.  False: stop
 * here. */
static bool
read_special (struct reader *r, size_t start, size_t length, bool first)
{
  char c = r->line[start];
  if (first && c == 'p' && length == 1)
    {
      if (!r->has_header)
        return read_header (r);
      ERROR_AT (r, start, "a second header; the first stands in line %zu", r->header_place.line);
      return false;
    }
  if (!r->has_header)
    {
      ERROR_AT (r, start, "'%s' where the header was expected: 'p cnf VARIABLES CLAUSES'",
                quote (r, start, length).text);
      return false;
    }
  if (first && c == '%' && length == 1 && !next_word (r, &start, &length))
    r->ended = true;
  else
    ERROR_AT (r, start, "'%s' is no literal; expected a number, 0 at the end of a clause",
              quote (r, start, length).text);
  return true;
}

static void
end_clause (struct reader *r, size_t at)
{
  if (!r->open)
    vec_push (r->cnf->lines, hb_input_line_number (r->input));
  r->open = false;
  hb_cnf_add (r->cnf, 0);
  if (hb_cnf_clauses (r->cnf) == r->announced + 1)
    ERROR_AT (r, at, "one clause more than the %llu that the header announces",
              (unsigned long long)r->announced);
}

/* The word at START as a literal. False: no literal, the rest of the line is not worth reading. */
static bool
read_literal (struct reader *r, size_t start, size_t length)
{
  bool negative = r->line[start] == '-';
  uint64_t variable;
  if (!parse_number (r->line + start + negative, length - negative, &variable)
      || (negative && !variable))
    return false;
  if (!variable)
    {
      end_clause (r, start);
      return true;
    }
  if (!r->open)
    vec_push (r->cnf->lines, hb_input_line_number (r->input));
  r->open = true;
  if (variable > (uint64_t)r->cnf->variables)
    ERROR_AT (r, start, "literal %s is out of range; the header announces %d variables",
              quote (r, start, length).text, r->cnf->variables);
  else
    hb_cnf_add (r->cnf, negative ? -(int)variable : (int)variable);
  return true;
}

/* A line after SATLIB's %: blank or a lone 0. */
static bool
read_trailer (struct reader *r)
{
  size_t start, length;
  while (next_word (r, &start, &length))
    if (!word_is (r, start, length, "0"))
      {
        ERROR_AT (r, start, "'%s' after the line with %%; expected the end of the file",
                  quote (r, start, length).text);
        return false;
      }
  return true;
}

/* One line; false: stop here. */
static bool
read_line (struct reader *r)
{
  size_t start, length;
  r->at = 0;
  if (r->ended)
    return read_trailer (r);
  bool first = true;
  while (next_word (r, &start, &length))
    {
      if (first && r->line[start] == 'c')
        return true;
      bool number = r->line[start] == '-' || (unsigned)(r->line[start] - '0') <= 9;
      if (!number || !r->has_header)
        return read_special (r, start, length, first);
      if (!read_literal (r, start, length))
        {
          ERROR_AT (r, start, "'%s' is no literal; expected a number, 0 at the end of a clause",
                    quote (r, start, length).text);
          return true;
        }
      if (hb_cnf_clauses (r->cnf) > r->announced)
        return false;
      first = false;
    }
  return true;
}

/* What can only be said at the end of the input. */
static void
check_end (struct reader *r)
{
  if (!r->has_header)
    {
      struct hb_place place
          = { hb_input_name (r->input), hb_input_line_number (r->input), 0, NULL, 0 };
      if (!place.line)
        place.line = 1;
      hb_error (r->diag, &place,
                "the file ends without a header; expected 'p cnf VARIABLES CLAUSES'");
    }
  else if (r->open)
    {
      struct hb_place place = { hb_input_name (r->input), vec_top (r->cnf->lines), 0, NULL, 0 };
      hb_error (r->diag, &place,
                "the file ends within the clause that starts here; expected its 0");
    }
  else if (hb_cnf_clauses (r->cnf) < r->announced)
    hb_error (r->diag, &r->header_place,
              "the header announces %llu clauses but the file ends after %zu",
              (unsigned long long)r->announced, hb_cnf_clauses (r->cnf));
}

hb_cnf *
hb_dimacs_read (const char *path, hb_diag *diag)
{
  hb_input *input = hb_input_open (path, diag);
  return input ? hb_dimacs_read_input (input, diag) : NULL;
}

hb_cnf *
hb_dimacs_read_input (hb_input *input, hb_diag *diag)
{
  struct reader r = { .diag = diag, .input = input };
  size_t before = hb_diag_errors (diag);
  r.cnf = hb_cnf_new (0);
  r.cnf->file = hb_copy_text (hb_input_name (r.input));
  bool going = true;
  while (going && !hb_diag_full (diag) && hb_input_line (r.input, &r.line, &r.length))
    going = read_line (&r);
  if (hb_diag_errors (diag) == before && hb_input_finish (r.input))
    check_end (&r);
  hb_free (r.header);
  hb_input_close (r.input);
  if (hb_diag_errors (diag) == before)
    return r.cnf;
  hb_cnf_free (r.cnf);
  return NULL;
}

void
hb_dimacs_write (hb_output *output, const hb_cnf *cnf, const char *comment)
{
  hb_put_c_lines (output, comment);
  hb_putf (output, "p cnf %d %zu\n", cnf->variables, hb_cnf_clauses (cnf));
  size_t at = 0;
  for (size_t j = 0; j < cnf->ends.size; j++)
    {
      for (; at < cnf->ends.data[j]; at++)
        {
          hb_put_signed (output, cnf->literals.data[at]);
          hb_put_char (output, ' ');
        }
      hb_put (output, "0\n");
    }
}

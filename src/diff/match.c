/* See match.h. */
#include "diff/match.h"

#include <string.h>

static bool
is_key (const diff_program *program, bool variable, const char *name)
{
  for (size_t v = 0; v < program->variables.size && variable; v++)
    if (!strcmp (program->variables.data[v].name, name))
      return true;
  for (size_t s = 1; s < program->statements.size && !variable; s++)
    if (!strcmp (program->statements.data[s].key, name))
      return true;
  return false;
}

/* Splits "OLD = NEW" where both are known. */
static bool
split (const diff_program *const programs[2], bool variable, char *text, struct diff_match *match)
{
  for (char *at = strstr (text, " = "); at; at = strstr (at + 1, " = "))
    {
      *at = '\0';
      if (is_key (programs[0], variable, text) && is_key (programs[1], variable, at + 3))
        {
          match->old = hb_copy_text (text);
          match->new = hb_copy_text (at + 3);
          return true;
        }
      *at = ' ';
    }
  return false;
}

/* Each name is matched once: an error at the word at hand if another line has one of MATCH's. */
static bool
is_first (const diff_matches *matches, const struct diff_match *match, const struct hb_line *line)
{
  for (size_t i = 0; i < matches->size; i++)
    {
      const struct diff_match *other = &matches->data[i];
      bool old = !strcmp (other->old, match->old);
      if (other->variable != match->variable || (!old && strcmp (other->new, match->new) != 0))
        continue;
      hb_line_error (line, "'%s' of the %s version is matched twice", old ? match->old : match->new,
                     old ? "old" : "new");
      return false;
    }
  return true;
}

static void
match_free (struct diff_match *match)
{
  hb_free ((char *)match->old);
  hb_free ((char *)match->new);
  hb_free ((char *)match->place.file);
  hb_free ((char *)match->place.text);
}

void
diff_match_take (const diff_program *const programs[2], struct hb_line *line, diff_matches *matches)
{
  bool variable = hb_line_is (line, "variable");
  if (!variable && !hb_line_is (line, "statement"))
    {
      hb_line_error (line, "expected 'variable' or 'statement', not '%s'",
                     hb_line_shown (line).text);
      return;
    }
  size_t start = line->at, end = line->length;
  while (start < end && line->text[start] == ' ')
    start++;
  while (end > start && (line->text[end - 1] == ' ' || line->text[end - 1] == '\r'))
    end--;
  char *text = hb_copy_bytes (line->text + start, end - start);
  hb_line_next (line);
  struct diff_match match
      = { .variable = variable, .place = hb_input_place (line->input, line->start + 1) };
  match.place.file = hb_copy_text (match.place.file);
  match.place.text = hb_copy_bytes (match.place.text, match.place.length);
  bool known = split (programs, variable, text, &match);
  if (!known)
    hb_line_error (line, "expected OLD = NEW, a %s of the old version and one of the new",
                   variable ? "variable" : "statement");
  if (known && is_first (matches, &match, line))
    vec_push (*matches, match);
  else
    match_free (&match);
  hb_free (text);
}

bool
diff_matches_read (const diff_program *const programs[2], const char *path, diff_matches *matches,
                   hb_diag *diag)
{
  size_t errors = hb_diag_errors (diag);
  hb_input *input = hb_input_open (path, diag);
  if (!input)
    return false;
  struct hb_line line = { .input = input, .diag = diag };
  bool started = false;
  while (hb_diag_errors (diag) == errors && hb_line_take (&line))
    {
      if (!hb_line_next (&line) || line.text[line.start] == '#')
        continue;
      if (started)
        diff_match_take (programs, &line, matches);
      else if (hb_line_is (&line, "match") && hb_line_next (&line) && hb_line_is (&line, "1"))
        started = true;
      else
        hb_line_error (&line, "expected 'match 1'");
    }
  if (!started && hb_diag_errors (diag) == errors && !hb_input_failed (input))
    hb_line_error (&line, "expected 'match 1'");
  hb_input_close (input);
  return hb_diag_errors (diag) == errors;
}

void
diff_matches_free (diff_matches *matches)
{
  for (size_t i = 0; i < matches->size; i++)
    match_free (&matches->data[i]);
  vec_free (*matches);
}

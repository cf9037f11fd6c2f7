/* The lines of a log with vector clocks; see sources.h. */
#include "poset/clocks.h"
#include "poset/expression.h"

#include <string.h>

struct reader
{
  struct hb_clock_events *events;
  const struct hb_clock_options *options;
  hb_input *input;
  hb_diag *diag;
  struct hb_expression regex, delimiter;
  size_t line;    /* of the event at hand; 0: the input's own */
  char *tlc_host; /* of the last line `/\ Host = `, or NULL */
  bool begun;     /* an execution has */
};

static bool
skip_blanks (const char **at, const char *stop)
{
  while (*at < stop && (**at == ' ' || **at == '\t'))
    (*at)++;
  return *at < stop;
}

/* A name in quotes, which TLC escapes. */
static bool
read_name (const char **at, const char *stop, const char **name, size_t *size)
{
  *at += *at < stop && **at == '\\';
  if (*at == stop || *(*at)++ != '"')
    return false;
  *name = *at;
  while (*at < stop && **at != '"' && **at != '\\')
    (*at)++;
  *size = (size_t)(*at - *name);
  *at += *at < stop && **at == '\\';
  return *at < stop && *(*at)++ == '"';
}

/* Is a clock {"a": 1, ...} at AT?  Its entries that are not 0 are appended. */
static bool
read_clock (struct reader *r, const char *at, const char *stop)
{
  size_t before = r->events->entries.size;
  bool good = at < stop && *at++ == '{';
  skip_blanks (&at, stop);
  while (good && at < stop && *at != '}')
    {
      const char *name = NULL;
      size_t size = 0, digits = 0;
      uint64_t value = 0;
      good = read_name (&at, stop, &name, &size) && skip_blanks (&at, stop) && *at++ == ':'
             && skip_blanks (&at, stop);
      for (; good && at < stop && *at >= '0' && *at <= '9' && value < UINT32_MAX / 16;
           at++, digits++)
        value = 10 * value + (uint64_t)(*at - '0');
      good = good && digits && skip_blanks (&at, stop);
      if (good && *at == ',')
        {
          at++;
          good = skip_blanks (&at, stop);
        }
      else
        good = good && *at == '}';
      if (good && value)
        vec_push (r->events->entries,
                  ((struct hb_clock_entry){ hb_names_intern (r->events->hosts, name, size),
                                            (uint32_t)value }));
    }
  if (good && at < stop)
    return true;
  r->events->entries.size = before;
  return false;
}

/* What stands where a clock is expected is none. */
static void
tell_broken (struct reader *r)
{
  struct hb_place place = { .file = hb_input_name (r->input),
                            .line = r->line ? r->line : hb_input_line_number (r->input) };
  static const char what[] = "this is no clock; expected {\"HOST\": N, ...}";
  r->begun = true;
  if (r->events->executions != r->options->execution)
    return;
  r->events->broken++;
  if (r->options->strict)
    hb_error (r->diag, &place, "%s", what);
  else
    hb_warning (r->diag, &place, "%s: the event is left out", what);
}

static bool
clock_has (const struct reader *r, size_t from, hb_id host)
{
  for (size_t i = from; i < r->events->entries.size; i++)
    if (r->events->entries.data[i].host == host)
      return true;
  return false;
}

static void
add_event (struct reader *r, size_t from, hb_id host)
{
  struct hb_clock_event event = { .host = host,
                                  .line = r->line ? r->line : hb_input_line_number (r->input),
                                  .entry = from,
                                  .size = r->events->entries.size - from };
  r->begun = true;
  if (r->events->executions == r->options->execution)
    vec_push (r->events->events, event);
  else
    r->events->entries.size = from;
}

/* The host that the word before the clock means: the word, or what is left of it without brackets and behind
 * the last slash, if the clock has that; else the word. */
static hb_id
host_of_word (const struct reader *r, const char *word, size_t size, size_t from)
{
  hb_id host = hb_names_find (r->events->hosts, word, size);
  if (host != HB_NONE && clock_has (r, from, host))
    return host;
  const char *start = word;
  size_t length = size;
  while (length && strchr ("[](){}<>:,", start[length - 1]))
    length--;
  for (size_t i = 0; i < length; i++)
    if (strchr ("[({</", word[i]))
      start = word + i + 1;
  length -= (size_t)(start - word);
  host = hb_names_find (r->events->hosts, start, length);
  return host != HB_NONE && clock_has (r, from, host)
             ? host
             : hb_names_intern (r->events->hosts, word, size);
}

/* Is the word from BEGIN to END a name in quotes before a colon behind it?  Then what follows is meant as its clock. */
static bool
is_named (const char *begin, const char *end, const char *stop)
{
  size_t size = (size_t)(end - begin);
  for (const char *at = end; (size_t)(stop - at) > size + 2; at++)
    {
      const char *behind = at + size + 2;
      if (at[0] == '"' && !memcmp (at + 1, begin, size) && at[size + 1] == '"'
          && skip_blanks (&behind, stop) && *behind == ':')
        return true;
    }
  return false;
}

/* A line of the usual form: the first clock on it, the word before it being the host. */
static void
read_usual (struct reader *r, const char *line, size_t length)
{
  const char *stop = line + length;
  for (const char *at = line; (at = memchr (at, '{', (size_t)(stop - at))); at++)
    {
      size_t from = r->events->entries.size;
      const char *end = at, *begin;
      while (end > line && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
      for (begin = end; begin > line && begin[-1] != ' ' && begin[-1] != '\t';)
        begin--;
      if (end == begin)
        continue;
      if (!read_clock (r, at, stop))
        {
          if (!is_named (begin, end, stop))
            continue;
          tell_broken (r);
          return;
        }
      add_event (r, from, host_of_word (r, begin, (size_t)(end - begin), from));
      return;
    }
}

/* TLC: `/\ Host = n6`, then `/\ Clock = "{...}"`. */
static bool
read_tlc (struct reader *r, const char *line, size_t length)
{
  static const char host[] = "/\\ Host = ", clock[] = "/\\ Clock = \"";
  if (length >= sizeof host - 1 && !memcmp (line, host, sizeof host - 1))
    {
      const char *name = line + sizeof host - 1;
      size_t size = length - (sizeof host - 1);
      if (size > 1 && name[0] == '"' && name[size - 1] == '"')
        name++, size -= 2;
      hb_free (r->tlc_host);
      r->tlc_host = hb_copy_bytes (name, size);
      return true;
    }
  if (length < sizeof clock - 1 || memcmp (line, clock, sizeof clock - 1))
    return false;
  size_t from = r->events->entries.size;
  if (!r->tlc_host || !read_clock (r, line + sizeof clock - 1, line + length))
    tell_broken (r);
  else
    add_event (r, from, hb_names_intern (r->events->hosts, r->tlc_host, strlen (r->tlc_host)));
  hb_free (r->tlc_host);
  r->tlc_host = NULL;
  return true;
}

static bool
is_heading (const char *line, size_t length)
{
  return length > 7 && !memcmp (line, "=== ", 4) && !memcmp (line + length - 4, " ===", 4);
}

/* --- By an expression --- */

/* An event that starts on the first line of TEXT. */
static bool
read_matching (struct reader *r, const char *text)
{
  regmatch_t at[HB_EXPRESSION_GROUPS];
  const struct hb_expression *e = &r->regex;
  if (regexec (&e->regex, text, HB_EXPRESSION_GROUPS, at, 0)
      || (size_t)at[0].rm_so > strcspn (text, "\n") || at[e->host_group].rm_so < 0
      || at[e->clock_group].rm_so < 0)
    return false;
  size_t from = r->events->entries.size;
  const char *host = text + at[e->host_group].rm_so;
  if (!read_clock (r, text + at[e->clock_group].rm_so, text + at[e->clock_group].rm_eo))
    {
      tell_broken (r);
      return false;
    }
  add_event (r, from,
             hb_names_intern (r->events->hosts, host,
                              (size_t)(at[e->host_group].rm_eo - at[e->host_group].rm_so)));
  return true;
}

/* --- Files --- */

typedef VEC (char *) texts;

static void
next_execution (struct reader *r)
{
  r->events->executions += r->begun;
  r->begun = true;
}

/* All lines by the expression: each event takes as many as it spans. */
static void
read_by_expression (struct reader *r, const texts *lines, size_t first)
{
  for (size_t i = first; i < lines->size; i++)
    {
      const char *line = lines->data[i];
      if (is_heading (line, strlen (line))
          || (r->delimiter.is_there && !regexec (&r->delimiter.regex, line, 0, NULL, 0)))
        {
          next_execution (r);
          continue;
        }
      VEC (char) window = VEC_EMPTY;
      for (size_t k = i; k < lines->size && k < i + r->regex.lines; k++)
        {
          for (const char *c = lines->data[k]; *c; c++)
            vec_push (window, *c);
          vec_push (window, k + 1 < i + r->regex.lines ? '\n' : '\0');
        }
      vec_push (window, '\0');
      r->line = i + 1;
      if (read_matching (r, window.data))
        i += r->regex.lines - 1;
      vec_free (window);
    }
}

/* The two first lines of what is uploaded to ShiViz: an expression for events, and one, perhaps empty, for what
 * stands between executions. */
static bool
is_upload (const char *line)
{
  return strstr (line, "(?<clock>") && strstr (line, "(?<host>");
}

static bool
read_lines (struct reader *r, texts *lines)
{
  const char *line, *regex = r->options->regex;
  size_t length, first = 0;
  bool usual = true, good = true;
  r->events->executions = 1;
  while (good && hb_input_line (r->input, &line, &length))
    {
      if (hb_input_line_number (r->input) == 1)
        {
          char *text = hb_copy_bytes (line, length);
          usual = !regex && !is_upload (text);
          first = !regex && !usual ? 2 : 0;
          good = usual || hb_expression_read (regex ? regex : text, true, &r->regex, r->diag);
          hb_free (text);
        }
      if (!usual)
        vec_push (*lines, hb_copy_bytes (line, length));
      else if (is_heading (line, length))
        next_execution (r);
      else if (!read_tlc (r, line, length))
        read_usual (r, line, length);
    }
  if (good && first && lines->size > 1 && *lines->data[1])
    good = hb_expression_read (lines->data[1], false, &r->delimiter, r->diag);
  if (good && !usual)
    read_by_expression (r, lines, first);
  return good;
}

bool
hb_clocks_read (hb_input *input, const struct hb_clock_options *options,
                struct hb_clock_events *events, hb_diag *diag)
{
  struct reader r = { .events = events, .options = options, .input = input, .diag = diag };
  texts lines = VEC_EMPTY;
  bool good = read_lines (&r, &lines);
  for (size_t i = 0; i < lines.size; i++)
    hb_free (lines.data[i]);
  vec_free (lines);
  hb_expression_free (&r.regex);
  hb_expression_free (&r.delimiter);
  hb_free (r.tlc_host);
  return good && !hb_input_failed (input);
}

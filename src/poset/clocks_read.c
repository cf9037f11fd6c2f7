/* The lines of a log with vector clocks; see sources.h. */
#include "poset/clocks.h"

#include <regex.h>
#include <string.h>

struct reader
{
  struct hb_clock_events *events;
  const struct hb_clock_options *options;
  hb_input *input;
  hb_diag *diag;
  regex_t regex;
  int host_group, clock_group;
  char *tlc_host; /* of the last line `/\ Host = `, or NULL */
  bool begun;     /* an execution has */
};

#define MOST_GROUPS 32

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

/* A clock {"a": 1, ...} at TEXT: its entries that are not 0 are appended; the end of it, or NULL. */
static const char *
read_clock (struct reader *r, const char *at, const char *stop)
{
  size_t before = r->events->entries.size;
  bool good = at < stop && *at++ == '{';
  skip_blanks (&at, stop);
  while (good && at < stop && *at != '}')
    {
      const char *name;
      size_t size, digits = 0;
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
    return at + 1;
  r->events->entries.size = before;
  return NULL;
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
                                  .line = hb_input_line_number (r->input),
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
      if (end == begin || !read_clock (r, at, stop))
        continue;
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
  if (r->tlc_host && read_clock (r, line + sizeof clock - 1, line + length))
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

/* --- A user's expression --- */

/* The expression without the names of its groups, whose numbers are kept. */
static bool
prepare (struct reader *r)
{
  VEC (char) plain = VEC_EMPTY;
  int groups = 0;
  for (const char *c = r->options->regex; *c; c++)
    {
      if (*c == '\\' && c[1])
        {
          vec_push (plain, *c);
          c++;
        }
      else if (*c == '(')
        {
          groups++;
          vec_push (plain, '(');
          if (!strncmp (c, "(?<host>", 8))
            r->host_group = groups;
          else if (!strncmp (c, "(?<clock>", 9))
            r->clock_group = groups;
          if (c[1] == '?' && c[2] == '<' && strchr (c, '>'))
            c = strchr (c, '>');
          continue;
        }
      vec_push (plain, *c);
    }
  vec_push (plain, '\0');
  int code = regcomp (&r->regex, plain.data, REG_EXTENDED);
  vec_free (plain);
  if (code)
    {
      char text[200];
      regerror (code, &r->regex, text, sizeof text);
      hb_error (r->diag, NULL, "the expression '%s': %s", r->options->regex, text);
    }
  else if (!r->host_group || !r->clock_group || groups >= MOST_GROUPS)
    {
      regfree (&r->regex);
      hb_error (r->diag, NULL, "the expression '%s' needs groups (?<host>...) and (?<clock>...)",
                r->options->regex);
      code = 1;
    }
  return !code;
}

static void
read_matching (struct reader *r, const char *line, size_t length)
{
  regmatch_t at[MOST_GROUPS];
  char *text = hb_copy_bytes (line, length);
  if (!regexec (&r->regex, text, MOST_GROUPS, at, 0) && at[r->host_group].rm_so >= 0
      && at[r->clock_group].rm_so >= 0)
    {
      size_t from = r->events->entries.size;
      const char *host = text + at[r->host_group].rm_so;
      if (read_clock (r, text + at[r->clock_group].rm_so, text + at[r->clock_group].rm_eo))
        add_event (r, from,
                   hb_names_intern (r->events->hosts, host,
                                    (size_t)(at[r->host_group].rm_eo - at[r->host_group].rm_so)));
    }
  hb_free (text);
}

bool
hb_clocks_read (hb_input *input, const struct hb_clock_options *options,
                struct hb_clock_events *events, hb_diag *diag)
{
  struct reader r = { .events = events, .options = options, .input = input, .diag = diag };
  const char *line;
  size_t length;
  if (options->regex && !prepare (&r))
    return false;
  events->executions = 1;
  while (hb_input_line (input, &line, &length))
    {
      if (is_heading (line, length))
        {
          events->executions += r.begun;
          r.begun = true;
        }
      else if (options->regex)
        read_matching (&r, line, length);
      else if (!read_tlc (&r, line, length))
        read_usual (&r, line, length);
    }
  if (options->regex)
    regfree (&r.regex);
  hb_free (r.tlc_host);
  return !hb_input_failed (input);
}

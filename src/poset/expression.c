/* See expression.h.
 *
 * Groups lose their names and keep their numbers; braces that hold no number are themselves; what is repeated as little as
 * can be is repeated as often as can be, which is the same where what follows tells the end.  In a class POSIX knows no
 * backslash: what is escaped there is put where it stands for itself.  What has no like is refused: look around, and
 * classes within classes of what is *not* of a kind. */
#include "poset/expression.h"

#include "base/vec.h"

#include <string.h>

struct translation
{
  VEC (char) plain;
  int groups;
  struct hb_expression *e;
  const char *refused; /* why there is no such expression here, or NULL */
};

static void
put_text (struct translation *t, const char *text)
{
  for (; *text; text++)
    vec_push (t->plain, *text);
}

/* The character that an escape with C stands for. */
static char
escaped (char c)
{
  return c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
}

/* An escape with C outside of classes. */
static void
put_escape (struct translation *t, char c)
{
  static const struct
  {
    char name;
    const char *text;
  } classes[] = { { 's', "[[:space:]]" }, { 'S', "[^[:space:]]" }, { 'd', "[0-9]" },
                  { 'D', "[^0-9]" },      { 'w', "[[:alnum:]_]" }, { 'W', "[^[:alnum:]_]" } };
  t->e->lines += c == 'n';
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    if (classes[i].name == c)
      {
        put_text (t, classes[i].text);
        return;
      }
  if (c >= '1' && c <= '9')
    t->refused = "nothing refers back to a group here";
  if (escaped (c) == c)
    vec_push (t->plain, '\\');
  vec_push (t->plain, escaped (c));
}

/* The class that starts at C; its last character.  A ']' has to come first in it, '[', '^' and '-' last. */
static const char *
put_class (struct translation *t, const char *c)
{
  VEC (char) members = VEC_EMPTY;
  bool closes = false, opens = false, hat = false, minus = false;
  const char *start = c + 1 + (c[1] == '^');
  put_text (t, c[1] == '^' ? "[^" : "[");
  for (c = start; *c && (*c != ']' || c == start); c++)
    {
      bool escape = *c == '\\' && c[1];
      const char *kind = !escape       ? NULL
                         : c[1] == 's' ? "[:space:]"
                         : c[1] == 'd' ? "0-9"
                         : c[1] == 'w' ? "[:alnum:]_"
                                       : NULL;
      if (escape && strchr ("SDW", c[1]))
        t->refused = "a class cannot hold what is not of a kind";
      char member = escape ? escaped (*++c) : *c;
      if (kind)
        for (; *kind; kind++)
          vec_push (members, *kind);
      else if (member == ']')
        closes = true;
      else if (member == '[')
        opens = true;
      else if (member == '^')
        hat = true;
      else if (member == '-' && (escape || c == start || c[1] == ']'))
        minus = true;
      else
        vec_push (members, member);
    }
  if (closes)
    vec_push (t->plain, ']');
  for (size_t i = 0; i < members.size; i++)
    vec_push (t->plain, members.data[i]);
  /* "[^]" alone would be a class that is not closed. */
  put_text (t, opens ? "[" : "");
  if (hat && !closes && !members.size && !opens && vec_top (t->plain) == '[')
    {
      t->plain.size--;
      put_text (t, minus ? "[-^]" : "\\^");
    }
  else
    {
      put_text (t, hat ? "^" : "");
      put_text (t, minus ? "-]" : "]");
    }
  vec_free (members);
  if (!*c)
    t->refused = "a class has no ']'";
  return *c ? c : c - 1;
}

/* A group's start at C; the last character of it that was taken. */
static const char *
open_group (struct translation *t, const char *c)
{
  vec_push (t->plain, '(');
  t->groups++;
  if (c[1] != '?')
    return c;
  if (c[2] == ':')
    return c + 2;
  const char *end = c[2] == '<' && c[3] != '=' && c[3] != '!' ? strchr (c, '>') : NULL;
  if (!end)
    {
      t->refused = "expected (?<NAME>...) or (?:...): nothing looks around here";
      return c + 1;
    }
  if (!strncmp (c, "(?<host>", 8))
    t->e->host_group = t->groups;
  else if (!strncmp (c, "(?<clock>", 9))
    t->e->clock_group = t->groups;
  return end;
}

static void
translate (const char *text, struct translation *t)
{
  for (const char *c = text; *c; c++)
    {
      if (*c == '\\' && c[1])
        put_escape (t, *++c);
      else if (*c == '[')
        c = put_class (t, c);
      else if (*c == '(')
        c = open_group (t, c);
      else if (*c == '{' && (c[1] < '0' || c[1] > '9'))
        put_text (t, "\\{");
      else if (*c != '?' || c == text || !strchr ("*+?}", c[-1]))
        vec_push (t->plain, *c);
    }
  vec_push (t->plain, '\0');
}

/* --- how large it becomes ----------------------------------------------------------------------- */

/* What regcomp (3) makes of an expression has a part for each character or class, and as many for what is repeated as
 * it may be repeated at least or, with two bounds, at most.  So repetitions of repetitions become as large as they please: beyond so
 * many parts it is refused. */
#define MOST_PARTS 1000

/* Of a group so far: its parts but those of what may be repeated next, and these. */
struct parts
{
  uint64_t done, last;
};

/* The last character of the class that starts at C, as `put_class` writes it. */
static const char *
skip_class (const char *c)
{
  c += 1 + (c[1] == '^');
  for (c += *c == ']'; *c && *c != ']'; c++)
    if (*c == '[' && c[1] == ':')
      c = strstr (c + 2, ":]") + 1;
  return c;
}

/* How often the bounds at C repeat: their larger number; its last character. */
static const char *
read_bounds (const char *c, uint64_t *times)
{
  uint64_t number = 0;
  *times = 1;
  for (; *c && *c != '}'; c++)
    {
      number = *c >= '0' && *c <= '9' ? 10 * number + (uint64_t)(*c - '0') : 0;
      number = number > MOST_PARTS ? MOST_PARTS + 1 : number;
      *times = number > *times ? number : *times;
    }
  return *c ? c : c - 1;
}

/* Does POSIX's expression PLAIN become larger? */
static bool
is_too_large (const char *plain)
{
  VEC (struct parts) open = VEC_EMPTY;
  uint64_t largest = 0;
  vec_push (open, ((struct parts){ 0, 0 }));
  for (const char *c = plain; *c && largest <= MOST_PARTS; c++)
    {
      struct parts *group = &vec_top (open);
      uint64_t times = *c == '+' ? 2 : 1;
      if (*c == '{')
        c = read_bounds (c, &times);
      else if (*c == '(')
        vec_push (open, ((struct parts){ 0, 0 }));
      else if (*c == ')' && open.size > 1)
        {
          struct parts inner = vec_pop (open);
          group = &vec_top (open);
          *group = (struct parts){ group->done + group->last, inner.done + inner.last };
        }
      else if (!strchr ("*?+", *c))
        {
          c = *c == '[' ? skip_class (c) : c + (*c == '\\' && c[1]);
          *group = (struct parts){ group->done + group->last, 1 };
        }
      group = &vec_top (open);
      group->last *= times;
      largest = group->done + group->last > largest ? group->done + group->last : largest;
    }
  vec_free (open);
  return largest > MOST_PARTS;
}

bool
hb_expression_read (const char *text, bool needs_groups, struct hb_expression *e, hb_diag *diag)
{
  struct translation t = { .e = e };
  e->lines = 1;
  translate (text, &t);
  if (!t.refused && is_too_large (t.plain.data))
    t.refused = "it repeats what is repeated too often";
  int code = t.refused ? 0 : regcomp (&e->regex, t.plain.data, REG_EXTENDED | REG_NEWLINE);
  vec_free (t.plain);
  e->is_there = !code && !t.refused;
  if (t.refused)
    hb_error (diag, NULL, "the expression '%s': %s", text, t.refused);
  else if (code)
    {
      char reason[200];
      regerror (code, &e->regex, reason, sizeof reason);
      hb_error (diag, NULL, "the expression '%s': %s", text, reason);
    }
  else if (needs_groups && (!e->host_group || !e->clock_group || t.groups >= HB_EXPRESSION_GROUPS))
    hb_error (diag, NULL, "the expression '%s' needs groups (?<host>...) and (?<clock>...)", text);
  else
    return true;
  return false;
}

void
hb_expression_free (struct hb_expression *e)
{
  if (e->is_there)
    regfree (&e->regex);
}

/* Event programs and sequential ones, as instances; see robust.h. */
#include "problem/robust.h"

#include "base/memory.h"

#include <string.h>

hb_instance *
hb_events_instance_read (hb_input *input, hb_diag *diag)
{
  hb_aed *program = hb_aed_read_input (input, diag);
  if (!program)
    return NULL;
  hb_events_instance *i = hb_calloc (1, sizeof *i);
  i->text = hb_aed_text (program);
  i->program = program;
  hb_aed_split (program);
  i->code = hb_acode_new (program);
  return (hb_instance *)i;
}

void
hb_events_instance_free (const struct hb_problem *self, hb_instance *instance)
{
  hb_events_instance *i = (hb_events_instance *)instance;
  (void)self;
  if (!i)
    return;
  hb_acode_free (i->code);
  hb_aed_free (i->program);
  hb_free (i->text);
  hb_free (i);
}

hb_solution *
hb_solution_of_schedule (hb_aschedule schedule)
{
  hb_aschedule *solution = hb_calloc (1, sizeof *solution);
  *solution = schedule;
  return (hb_solution *)solution;
}

static hb_instance *
instance_of (const char *text)
{
  hb_diag *diag = hb_diag_new ();
  hb_instance *instance
      = hb_events_instance_read (hb_input_of_bytes ("program", text, strlen (text), diag), diag);
  hb_diag_free (diag);
  return instance;
}

hb_instance *
hb_events_instance_copy (const struct hb_problem *self, const hb_instance *instance)
{
  (void)self;
  return instance_of (hb_events_of (instance)->text);
}

/* Behind the comments in front. */
static const char *
behind_comments (const char *text)
{
  while (*text == '#' || *text == '\n')
    text += strcspn (text, "\n") + (strchr (text, '\n') != NULL);
  return text;
}

bool
hb_events_instance_equal (const struct hb_problem *self, const hb_instance *a, const hb_instance *b)
{
  (void)self;
  return !strcmp (behind_comments (hb_events_of (a)->text),
                  behind_comments (hb_events_of (b)->text));
}

void
hb_events_instance_write (const struct hb_problem *self, const hb_instance *instance,
                          const char *comment, hb_output *output)
{
  (void)self;
  if (comment && !strchr (comment, '\n'))
    hb_putf (output, "# %s\n", comment);
  hb_put (output, hb_events_of (instance)->text);
}

/* --- a first look --- */

static bool
is_word (const char *at, const char *end, const char *word)
{
  size_t size = strlen (word);
  return (size_t)(end - at) > size && !memcmp (at, word, size)
         && strchr (" \t\"({", at[size]) != NULL;
}

bool
hb_events_look (const char *bytes, size_t length, bool *sequential)
{
  static const char *const first[] = { "shared", "ghost", "event", "proc", "driver" };
  bool looks = false, any = false;
  const char *end = bytes + length;
  *sequential = false;
  for (const char *at = bytes; at < end;)
    {
      while (at < end && (*at == ' ' || *at == '\t'))
        at++;
      if (!any && at < end && *at != '#' && *at != '\n' && *at != '\r')
        {
          any = true;
          for (size_t w = 0; w < sizeof first / sizeof *first; w++)
            looks = looks || is_word (at, end, first[w]);
          if (!looks)
            return false;
        }
      *sequential = *sequential || is_word (at, end, "ghost") || is_word (at, end, "assert");
      const char *line = memchr (at, '\n', (size_t)(end - at));
      at = line ? line + 1 : end;
    }
  return looks;
}

/* --- lines --- */

size_t
hb_events_parts (const struct hb_problem *self, const hb_instance *instance)
{
  size_t lines = 0;
  (void)self;
  for (const char *at = hb_events_of (instance)->text; *at; at++)
    lines += *at == '\n';
  return lines;
}

hb_instance *
hb_events_without (const struct hb_problem *self, const hb_instance *instance, size_t part)
{
  const char *text = hb_events_of (instance)->text, *line = text;
  (void)self;
  for (size_t k = 0; k < part; k++)
    line = strchr (line, '\n') + 1;
  const char *next = strchr (line, '\n');
  char *less = hb_format ("%.*s%s", (int)(line - text), text, next ? next + 1 : "");
  hb_instance *made = instance_of (less);
  hb_free (less);
  return made;
}

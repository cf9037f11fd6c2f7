/* See text_changes.h. */
#include "text_changes.h"

#include "base/memory.h"
#include "unit.h"

char *
text_changed (const char *text, const char *find, const char *replace)
{
  const char *at = strstr (text, find);
  assert_non_null (at);
  return hb_format ("%.*s%s%s", (int)(at - text), text, replace, at + strlen (find));
}

void
expect_of_changes (text_judge *judge, const void *about, const char *text,
                   const struct text_change *changes, size_t count)
{
  size_t wrong = 0;
  for (size_t i = 0; i < count; i++)
    {
      const struct text_change *c = &changes[i];
      char *other = text_changed (text, c->find, c->replace), *why;
      bool is = judge (about, other, &why);
      if (c->says ? is || !strstr (why, c->says) : !is)
        {
          print_error ("'%s' for '%s' says: %s\nexpected: %s\n", c->replace, c->find, why,
                       c->says ? c->says : "nothing");
          wrong++;
        }
      hb_free (other);
      hb_free (why);
    }
  assert_int_equal (wrong, 0);
}

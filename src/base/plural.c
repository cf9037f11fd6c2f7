/* See plural.h. */
#include "base/plural.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define KEPT 128

/* Room for what is given out. */
static char *
next_kept (void)
{
  static _Thread_local char kept[16][KEPT];
  static _Thread_local unsigned next;
  return kept[next++ % 16];
}

const char *
hb_many (uint64_t count, const char *noun)
{
  char *text = next_kept ();
  size_t length = strlen (noun);
  int turns = count != 1 && noun[length - 1] == 'y' && !strchr ("aeiou", noun[length - 2]);
  snprintf (text, KEPT, "%" PRIu64 " %.*s%s", count, (int)length - turns, noun,
            turns ? "ies" : HB_S (count));
  return text;
}

/* A noun's ending in the plural, and in the singular: the first that fits. */
static const struct
{
  const char *many, *one;
} endings[] = { { "sses", "ss" }, { "xes", "x" }, { "rtices", "rtex" },
                { "ies", "y" },   { "ss", "ss" }, { "s", "" } };

/* The ending of the word of LENGTH bytes at WORD or, if it is no plural, their number. */
static size_t
ending_of (const char *word, size_t length)
{
  size_t count = sizeof endings / sizeof *endings;
  for (size_t e = 0; e < count; e++)
    {
      size_t size = strlen (endings[e].many);
      if (length > size && !strncmp (word + length - size, endings[e].many, size))
        return strcmp (endings[e].many, endings[e].one) ? e : count;
    }
  return count;
}

const char *
hb_of_many (uint64_t count, const char *plural)
{
  char *text = next_kept ();
  const char *word = plural;
  size_t length = strcspn (word, " ,"), e = sizeof endings / sizeof *endings;
  bool stays = count != 1 || !strncmp (plural, "of ", 3) || !strncmp (plural, "on ", 3)
               || !strncmp (plural, "with ", 5);
  while (!stays && (e = ending_of (word, length)) == sizeof endings / sizeof *endings
         && word[length])
    {
      word += length + strspn (word + length, " ,");
      length = strcspn (word, " ,");
    }
  if (stays || e == sizeof endings / sizeof *endings)
    snprintf (text, KEPT, "%" PRIu64 " %s", count, plural);
  else
    snprintf (text, KEPT, "%" PRIu64 " %.*s%s%s", count,
              (int)(word + length - strlen (endings[e].many) - plural), plural, endings[e].one,
              word + length);
  return text;
}

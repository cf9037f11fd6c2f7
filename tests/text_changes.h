/* Files by hand, each line of them wrong once: a text, changes of it, and what its reader or judge says then. */
#ifndef HBKIT_TEXT_CHANGES_H
#define HBKIT_TEXT_CHANGES_H

#include <stdbool.h>
#include <stddef.h>

struct text_change
{
  const char *find, *replace, *says; /* NULL: it is accepted */
};

/* TEXT with the first FIND, which must be there, replaced by REPLACE.  New. */
char *text_changed (const char *text, const char *find, const char *replace);

/* Is TEXT accepted, as what belongs to ABOUT?  *WHY, new: the errors. */
typedef bool text_judge (const void *about, const char *text, char **why);

/* TEXT with each of the changes is refused in the words given, or accepted; all that is not is told, and the test fails. */
void expect_of_changes (text_judge *judge, const void *about, const char *text,
                        const struct text_change *changes, size_t count);

#define EXPECT_OF_CHANGES(JUDGE, ABOUT, TEXT, ...)                                                 \
  do                                                                                               \
    {                                                                                              \
      static const struct text_change changes[] = { __VA_ARGS__ };                                 \
      expect_of_changes (JUDGE, ABOUT, TEXT, changes, sizeof changes / sizeof *changes);           \
    }                                                                                              \
  while (0)

#endif

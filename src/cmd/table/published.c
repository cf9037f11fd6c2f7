/* See published.h. */
#include "cmd/table/published.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>

static const struct published_row table[] = {
  { "SampleApp", 1, 4776, 13, 5, { 0, 1 }, { 1, 0 }, { -1, 2.9816 } },
  { "Tomdroid", 2, 4776, 13, 5, { 0, 2 }, { 2, 0 }, { -1, 1.8621 } },
  { "Opensudoku", 1, 11292, 14, 5, { 0, 1 }, { 1, 0 }, { -1, 22.0052 } },
  { "Sgtpuzzles", 2, 18406, 18, 5, { 0, 2 }, { 2, 0 }, { -1, 34.6982 } },
  { "Remindme", 1, 6870, 23, 5, { 0, 1 }, { 1, 0 }, { -1, 16.7987 } },
  { "Modelcheckingserver", 1, 4057, 26, 4, { 0, 1 }, { 1, 0 }, { -1, 3.6556 } },
  { "Messenger", 2, 5034, 26, 7, { 0, 2 }, { 2, 0 }, { -1, 5.4606 } },
  { "Music", 3, 4253, 33, 5, { 0, 3 }, { 3, 0 }, { -1, 4.3871 } },
  { "Fbreader", 6, 6159, 35, 8, { 0, 6 }, { 6, 0 }, { -1, 9.4964 } },
  { "K9Mail", 2, 5309, 46, 9, { 0, 2 }, { 2, 0 }, { -1, 13.2162 } },
  { "Aarddict", 2, 1220, 12, 5, { 1, 2 }, { 1, 0 }, { 2.0932, 0.0982 } },
  { "AdobeReader", 1, 15717, 140, 7, { 0, 0 }, { 1, 1 }, { -1, -1 } },
  { "Facebook", 1, 5319, 14, 12, { 0, 1 }, { 1, 0 }, { -1, 1.9775 } },
  { "Twitter", 1, 9889, 30, 12, { 0, 1 }, { 1, 0 }, { -1, 18.7847 } },
  { "Browser", 6, 9762, 34, 15, { 0, 3 }, { 6, 3 }, { -1, 46.9663 } },
  { "Flipkart", 1, 116945, 61, 15, { 0, 0 }, { 1, 1 }, { -1, -1 } },
  { "Mytracks", 3, 3671, 32, 16, { 1, 3 }, { 2, 0 }, { 27.7057, 2.2841 } },
};

/* The next letter or digit at *AT, small; 0 at the end. */
static int
next_letter (const char **at)
{
  while (**at && !isalnum ((unsigned char)**at))
    ++*at;
  return **at ? tolower ((unsigned char)*(*at)++) : 0;
}

/* The same name, but for case, hyphens, blanks? */
static bool
is_alike (const char *a, const char *b)
{
  int x, y;
  do
    x = next_letter (&a), y = next_letter (&b);
  while (x && x == y);
  return x == y;
}

const struct published_row *
published_row (const char *name)
{
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (is_alike (table[i].name, name))
      return &table[i];
  return NULL;
}

/* See plural.h. */
#include "base/plural.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *
hb_many (uint64_t count, const char *noun)
{
  static _Thread_local char kept[16][64];
  static _Thread_local unsigned next;
  char *text = kept[next++ % 16];
  size_t length = strlen (noun);
  int turns = count != 1 && noun[length - 1] == 'y' && !strchr ("aeiou", noun[length - 2]);
  snprintf (text, sizeof *kept, "%" PRIu64 " %.*s%s", count, (int)length - turns, noun,
            turns ? "ies" : HB_S (count));
  return text;
}

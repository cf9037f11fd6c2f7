/* See log.h. */
#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool
hb_log_is_open (const char *channel)
{
  const char *open = getenv ("HBKIT_LOG");
  size_t length = strlen (channel);
  for (; open && *open; open += strspn (open, ","))
    {
      size_t word = strcspn (open, ",");
      if ((word == length && !memcmp (open, channel, length))
          || (word == 3 && !memcmp (open, "all", 3)))
        return true;
      open += word;
    }
  return false;
}

void
hb_log (const char *channel, const char *format, ...)
{
  char line[512];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (line, sizeof line, format, arguments);
  va_end (arguments);
  fprintf (stderr, "c [%s] %s\n", channel, line);
}

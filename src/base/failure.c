/* See failure.h. */
#include "base/failure.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct guard
{
  jmp_buf home;
  struct guard *outer;
  char *text;
};

static _Thread_local struct guard *innermost;
static bool all_end;
static void (*on_failure) (const char *what);

void
hb_on_failure (void (*handler) (const char *what))
{
  on_failure = handler;
}

void
hb_failures_end_all (void)
{
  all_end = true;
}

void
hb_die (const char *format, ...)
{
  va_list arguments;
  fputs ("hbkit: fatal: ", stderr);
  va_start (arguments, format);
  vfprintf (stderr, format, arguments);
  va_end (arguments);
  fputc ('\n', stderr);
  exit (2);
}

static void HB_NORETURN
end (const char *what)
{
  if (on_failure)
    on_failure (what);
  hb_die ("%s", what);
}

void
hb_fail (const char *format, ...)
{
  char text[HB_LONGEST_FAILURE];
  struct guard *guard = all_end ? NULL : innermost;
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (guard ? guard->text : text, HB_LONGEST_FAILURE, format, arguments);
  va_end (arguments);
  if (guard)
    longjmp (guard->home, 1);
  end (text);
}

bool
hb_guarded (void (*work) (void *context), void *context, char *text)
{
  struct guard guard = { .outer = innermost, .text = text };
  innermost = &guard;
  bool good = false;
  if (!setjmp (guard.home))
    {
      work (context);
      good = true;
    }
  innermost = guard.outer;
  return good;
}

void
hb_exhausted (size_t count, size_t size)
{
  char text[HB_LONGEST_FAILURE];
  snprintf (text, sizeof text, "out of memory (%zu times %zu bytes)", count, size);
  end (text);
}

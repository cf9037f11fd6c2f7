/* See memory.h. */
#include "base/memory.h"

#include "base/failure.h"
#include "base/version.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *
hb_calloc (size_t count, size_t size)
{
  void *memory = calloc (count ? count : 1, size ? size : 1);
  if (!memory)
    hb_exhausted (count, size);
  return memory;
}

void *
hb_realloc (void *old, size_t count, size_t size)
{
  if (size && count > SIZE_MAX / size)
    hb_exhausted (count, size);
  size_t bytes = count * size;
  void *memory = realloc (old, bytes ? bytes : 1);
  if (!memory)
    hb_exhausted (count, size);
  return memory;
}

char *
hb_copy_bytes (const char *data, size_t size)
{
  char *copy = hb_realloc (NULL, size + 1, 1);
  if (size)
    memcpy (copy, data, size);
  copy[size] = '\0';
  return copy;
}

char *
hb_copy_text (const char *text)
{
  return text ? hb_copy_bytes (text, strlen (text)) : NULL;
}

char *
hb_format (const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  char *text = hb_format_list (format, arguments);
  va_end (arguments);
  return text;
}

char *
hb_format_list (const char *format, va_list arguments)
{
  va_list again;
  va_copy (again, arguments);
  int length = vsnprintf (NULL, 0, format, arguments);
  if (length < 0)
    hb_exhausted (1, INT_MAX);
  char *text = hb_calloc ((size_t)length + 1, 1);
  vsnprintf (text, (size_t)length + 1, format, again);
  va_end (again);
  return text;
}

void
hb_free (void *memory)
{
  free (memory);
}

const char *
hb_version (void)
{
  return HBKIT_VERSION;
}

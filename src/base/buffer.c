/* See buffer.h. */
#include "base/buffer.h"

#include "base/failure.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>

void
hb_buffer_add (hb_buffer *buffer, const char *format, ...)
{
  va_list arguments, again;
  va_start (arguments, format);
  va_copy (again, arguments);
  int length = vsnprintf (NULL, 0, format, arguments);
  va_end (arguments);
  if (length < 0)
    hb_exhausted (1, INT_MAX);
  vec_reserve (*buffer, buffer->size + (size_t)length + 1);
  vsnprintf (buffer->data + buffer->size, (size_t)length + 1, format, again);
  va_end (again);
  buffer->size += (size_t)length;
}

char *
hb_buffer_take (hb_buffer *buffer)
{
  char *text = buffer->data ? buffer->data : hb_copy_text ("");
  buffer->data = NULL;
  buffer->size = buffer->capacity = 0;
  return text;
}

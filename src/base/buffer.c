/* See buffer.h. */
#include "base/buffer.h"

#include <stdarg.h>
#include <string.h>

void
hb_buffer_add (hb_buffer *buffer, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  char *text = hb_format_list (format, arguments);
  va_end (arguments);
  size_t length = strlen (text);
  vec_reserve (*buffer, buffer->size + length + 1);
  memcpy (buffer->data + buffer->size, text, length + 1);
  buffer->size += length;
  hb_free (text);
}

char *
hb_buffer_take (hb_buffer *buffer)
{
  char *text = buffer->data ? buffer->data : hb_copy_text ("");
  buffer->data = NULL;
  buffer->size = buffer->capacity = 0;
  return text;
}

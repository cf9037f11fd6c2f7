/* See plain.h. */
#include "base/plain.h"

#include <string.h>

size_t
hb_utf8_length (const char *bytes, size_t size)
{
  const unsigned char *text = (const unsigned char *)bytes;
  unsigned char lead = text[0], least = 0x80, most = 0xbf;
  size_t length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (lead > 0xf4 || length > size)
    return 0;
  if (lead == 0xe0)
    least = 0xa0;
  else if (lead == 0xed)
    most = 0x9f;
  else if (lead == 0xf0)
    least = 0x90;
  else if (lead == 0xf4)
    most = 0x8f;
  for (size_t i = 1; i < length; i++, least = 0x80, most = 0xbf)
    if (text[i] < least || text[i] > most)
      return 0;
  return length;
}

size_t
hb_control_length (const char *text, size_t size)
{
  const unsigned char *byte = (const unsigned char *)text;
  if (byte[0] < ' ' || byte[0] == 0x7f)
    return 1;
  if (size > 1 && byte[0] == 0xc2 && byte[1] >= 0x80 && byte[1] < 0xa0)
    return 2;
  if (size < 3)
    return 0;
  bool turns = byte[0] == 0xe2
               && ((byte[1] == 0x80 && byte[2] >= 0xaa && byte[2] <= 0xae)
                   || (byte[1] == 0x81 && byte[2] >= 0xa6 && byte[2] <= 0xa9));
  return turns || (byte[0] == 0xef && byte[1] == 0xbf && byte[2] >= 0xbe) ? 3 : 0;
}

char *
hb_make_plain (char *text)
{
  size_t size = strlen (text), kept = 0;
  for (size_t i = 0; i < size;)
    {
      size_t length = hb_utf8_length (text + i, size - i);
      bool shown = length && !hb_control_length (text + i, size - i);
      if (shown)
        memmove (text + kept, text + i, length);
      else
        text[kept] = '?';
      kept += shown ? length : 1;
      i += length ? length : 1;
    }
  text[kept] = '\0';
  return text;
}

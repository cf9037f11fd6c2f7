/* See escape.h. */
#include "base/escape.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static bool
is_control (char c)
{
  return (unsigned char)c < ' ' || c == 0x7f;
}

/* Would a spreadsheet calculate it? */
static bool
is_formula (const char *text)
{
  char *end;
  if (!*text || (!strchr ("=+-@", *text) && !is_control (*text)))
    return false;
  strtod (text, &end);
  return *end;
}

void
hb_put_csv (hb_output *output, const char *text)
{
  if (text && is_formula (text))
    {
      char *harmless = hb_format ("'%s", text);
      hb_put_csv (output, harmless);
      hb_free (harmless);
      return;
    }
  bool quoted = text && strpbrk (text, ",\"\n\r");
  if (quoted)
    hb_put_char (output, '"');
  for (; text && *text; text++)
    {
      if (*text == '"')
        hb_put_char (output, '"');
      hb_put_char (output, *text);
    }
  if (quoted)
    hb_put_char (output, '"');
}

/* The command that sets the character C, NULL if C sets itself. */
static const char *
tex_command (char c)
{
  switch (c)
    {
    case '\\':
      return "\\textbackslash{}";
    case '|':
      return "\\textbar{}";
    case '<':
      return "\\textless{}";
    case '>':
      return "\\textgreater{}";
    case '~':
      return "\\textasciitilde{}";
    case '^':
      return "\\textasciicircum{}";
    default:
      return is_control (c) ? " " : NULL;
    }
}

void
hb_put_tex (hb_output *output, const char *text)
{
  for (; *text; text++)
    {
      const char *command = tex_command (*text);
      if (command)
        {
          hb_put (output, command);
          continue;
        }
      if (strchr ("#$%&_{}", *text))
        hb_put_char (output, '\\');
      hb_put_char (output, *text);
    }
}

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

char *
hb_make_plain (char *text)
{
  size_t size = strlen (text), kept = 0;
  for (size_t i = 0; i < size;)
    {
      size_t length = hb_utf8_length (text + i, size - i);
      /* C1 is U+0080 to U+009F: two bytes, the first of them C2. */
      bool shown = length && !is_control (text[i])
                   && !(text[i] == '\xc2' && (unsigned char)text[i + 1] < 0xa0);
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

void
hb_put_plain (hb_output *output, const char *text)
{
  char *copy = hb_make_plain (hb_copy_text (text));
  hb_put (output, copy);
  hb_free (copy);
}

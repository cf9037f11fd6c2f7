/* See escape.h. */
#include "base/escape.h"

#include <string.h>

void
hb_put_csv (hb_output *output, const char *text)
{
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
    case '\n':
      return " ";
    default:
      return NULL;
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

/* See escape.h. */
#include "base/escape.h"

#include "base/buffer.h"

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
  bool quoted = text && strpbrk (text, ",\"\n");
  if (quoted)
    hb_put_char (output, '"');
  while (text && *text)
    {
      size_t control
          = *text == '\n' || *text == '\t' ? 0 : hb_control_length (text, strnlen (text, 3));
      if (*text == '"')
        hb_put_char (output, '"');
      hb_put_char (output, control ? '?' : *text);
      text += control ? control : 1;
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
      return NULL;
    }
}

void
hb_put_tex (hb_output *output, const char *text)
{
  for (size_t step = 1; *text; text += step)
    {
      size_t control = hb_control_length (text, strnlen (text, 3));
      const char *command = control ? " " : tex_command (*text);
      step = control ? control : 1;
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

void
hb_put_plain (hb_output *output, const char *text)
{
  char *copy = hb_make_plain (hb_copy_text (text));
  hb_put (output, copy);
  hb_free (copy);
}

/* Does a shell take the word as it is? */
static bool
is_shell_word (const char *text)
{
  static const char plain[]
      = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._:~-/=,+@%";
  return *text && *text != '~' && !text[strspn (text, plain)];
}

char *
hb_shell_word (const char *text)
{
  if (is_shell_word (text))
    return hb_copy_text (text);
  hb_buffer quoted = VEC_EMPTY;
  hb_buffer_add (&quoted, "'");
  for (; *text; text++)
    hb_buffer_add (&quoted, *text == '\'' ? "'\\%c'" : "%c", *text);
  hb_buffer_add (&quoted, "'");
  return hb_buffer_take (&quoted);
}

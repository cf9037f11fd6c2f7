/* What TikZ writers share; see tikz_parts.h.
 *
 * The font is Computer Modern Sans, which every TeX has; helvet makes it Helvetica, for which the
 * texts were measured (Computer Modern is narrower). */
#include "viz/tikz_parts.h"

#include "viz/text.h"

#include <ctype.h>
#include <string.h>

void
hb_tikz_open (hb_output *out)
{
  hb_put (out, "% Compiles alone.  Inside a paper: \\usepackage{tikz} "
               "\\usetikzlibrary{arrows.meta}, then \\input.\n"
               "% \\newcommand\\hbrestyle{\\tikzset{hb/.../.append style={...}}} there restyles "
               "all figures.\n"
               "\\ifdefined\\tikzpicture\\else\n"
               "\\RequirePackage{fix-cm}\n\\documentclass[border=3bp]{standalone}\n"
               "\\usepackage[utf8]{inputenc}\n%\\usepackage{helvet}\n"
               "\\usepackage{tikz}\n\\usetikzlibrary{arrows.meta}\n"
               "\\def\\hbalone{}\n\\fi\n"
               "\\providecommand\\hbover[1]{$\\overline{\\mbox{#1}}$}%\n"
               "\\providecommand\\hbsub[1]{\\raisebox{-0.2em}[0pt][0pt]{\\scalebox{0.8}{#1}}}%\n");
}

void
hb_tikz_begin (hb_output *out, double scale)
{
  hb_put (out, "\\ifdefined\\hbrestyle\\hbrestyle\\fi\n"
               "\\ifdefined\\hbalone\\begin{document}\\fi%\n\\scalebox{");
  hb_put_length (out, (double)(long)(scale * 10000) / 10000);
  hb_put (out, "}{%\n\\begin{tikzpicture}[x=1bp, y=-1bp]\n");
}

void
hb_tikz_end (hb_output *out)
{
  hb_put (
      out,
      "\\end{tikzpicture}}%\n"
      "\\ifdefined\\hbalone\\def\\hbend{\\end{document}}\\else\\let\\hbend\\relax\\fi\\hbend\n");
}

/* Characters beyond ASCII that figures use, for any encoding of fonts. */
static const struct
{
  const char *utf8, *tex;
} signs[] = { { "\xc2\xac", "\\ensuremath{\\lnot}" },
              { "\xe2\x88\xa8", "\\ensuremath{\\lor}" },
              { "\xe2\x80\xa6", "\\dots{}" } };

/* Is the UTF-8 character at TEXT, SIZE bytes, one that TeX has in any encoding of its fonts: a letter with an
 * accent of Western Europe? */
static bool
is_known (const unsigned char *text, size_t size)
{
  return size == 2 && text[0] == 0xc3 && !strchr ("\x90\x97\x9e\xb0\xb7\xbe", text[1]);
}

/* Writes the character beyond ASCII with which TEXT, LENGTH bytes, starts, or a question mark; its length. */
static size_t
put_sign (hb_output *out, const char *text, size_t length)
{
  size_t size = 1;
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    {
      size_t own = strlen (signs[i].utf8);
      if (own > length || memcmp (text, signs[i].utf8, own))
        continue;
      hb_put (out, signs[i].tex);
      return own;
    }
  while (size < length && ((unsigned char)text[size] & 0xc0) == 0x80)
    size++;
  if (is_known ((const unsigned char *)text, size))
    hb_put_bytes (out, text, size);
  else
    hb_put_char (out, '?');
  return size;
}

static void
put_tex (hb_output *out, const char *text, size_t length)
{
  for (size_t i = 0; i < length; i++)
    switch (text[i])
      {
      case '<':
        hb_put (out, "\\textless{}");
        break;
      case '>':
        hb_put (out, "\\textgreater{}");
        break;
      case '|':
        hb_put (out, "\\textbar{}");
        break;
      case '"':
        hb_put (out, "\\char34{}");
        break;
      case '$': /* \$ is in a font that TeX may lack */
        hb_put (out, "\\char36{}");
        break;
      case '\\':
        hb_put (out, "\\textbackslash{}");
        break;
      case '~':
        hb_put (out, "\\textasciitilde{}");
        break;
      case '^':
        hb_put (out, "\\textasciicircum{}");
        break;
      case '_':
      case '&':
      case '%':
      case '#':
      case '{':
      case '}':
        hb_putf (out, "\\%c", text[i]);
        break;
      default:
        if ((unsigned char)text[i] < 0x80)
          hb_put_char (out, text[i]);
        else
          i += put_sign (out, text + i, length - i) - 1;
      }
}

static const struct
{
  unsigned style;
  const char *open, *close;
} marks[] = { { HB_STYLE_BOLD, "\\textbf{", "}" },
              { HB_STYLE_ITALIC, "\\textit{", "}" },
              { HB_STYLE_SUB, "\\hbsub{", "}" },
              { HB_STYLE_OVER, "\\hbover{", "}" } };
#define MARKS (sizeof marks / sizeof *marks)

void
hb_tikz_text (hb_output *out, const char *string)
{
  struct hb_run run = { 0 };
  while (hb_run_next (&string, &run))
    {
      for (size_t i = 0; i < MARKS; i++)
        if (run.style & marks[i].style)
          hb_put (out, marks[i].open);
      put_tex (out, run.text, run.length);
      for (size_t i = MARKS; i-- > 0;)
        if (run.style & marks[i].style)
          hb_put (out, marks[i].close);
    }
}

void
hb_tikz_point (hb_output *out, double x, double y)
{
  hb_put_char (out, '(');
  hb_put_length (out, x);
  hb_put_char (out, ',');
  hb_put_length (out, y);
  hb_put_char (out, ')');
}

void
hb_tikz_colour (hb_output *out, const char *name, const char *value)
{
  hb_putf (out, "\\definecolor{%s}{HTML}{", name);
  for (const char *c = value + 1; *c; c++)
    hb_put_char (out, (char)toupper ((unsigned char)*c));
  hb_put (out, "}%\n");
}

/* What TikZ writers share; see tikz_parts.h.
 *
 * The font is Computer Modern Sans, which every TeX has; helvet makes it Helvetica, for which the texts were
 * measured (Computer Modern is narrower). */
#include "tikz_parts.h"

#include "text.h"

#include <ctype.h>

void
hb_tikz_open (hb_output *out)
{
  hb_put (out, "\\RequirePackage{fix-cm}\n\\documentclass[border=3bp]{standalone}\n"
               "\\usepackage[utf8]{inputenc}\n%\\usepackage{helvet}\n"
               "\\usepackage{tikz}\n\\usetikzlibrary{arrows.meta}\n"
               "\\DeclareUnicodeCharacter{00AC}{\\ensuremath{\\lnot}}\n"
               "\\DeclareUnicodeCharacter{2228}{\\ensuremath{\\lor}}\n"
               "\\newcommand\\hbover[1]{$\\overline{\\mbox{#1}}$}\n");
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
      case '$':
      case '{':
      case '}':
        hb_putf (out, "\\%c", text[i]);
        break;
      default:
        hb_put_char (out, text[i]);
      }
}

static const struct
{
  unsigned style;
  const char *open, *close;
} marks[] = { { HB_STYLE_BOLD, "\\textbf{", "}" },
              { HB_STYLE_ITALIC, "\\textit{", "}" },
              { HB_STYLE_SUB, "\\textsubscript{", "}" },
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
  hb_put (out, "}\n");
}

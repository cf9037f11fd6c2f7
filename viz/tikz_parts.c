/* What TikZ writers share; see tikz_parts.h.
 *
 * The font is Computer Modern Sans, which every TeX has; helvet makes it Helvetica, for which the
 * texts were measured (Computer Modern is narrower). */
#include "viz/tikz_parts.h"

#include "viz/text.h"

#include <ctype.h>
#include <string.h>

/* Letters beyond those of Western Europe.  LuaLaTeX finds each in the first of its fonts that has it; \hbunicode is the
 * paper's to define.  pdfTeX has those that the paper's packages have declared, and a question mark. */
static void
put_letters (hb_output *out)
{
  hb_put (
      out,
      "\\providecommand\\hbletter[1]{\\ifcsname u8:\\detokenize{#1}\\endcsname#1\\else?\\fi}%\n"
      "\\ifdefined\\directlua\\ifdefined\\hbalone\\usepackage{fontspec}%\n"
      "\\directlua{local all={} for _,f in ipairs{'Noto Sans Arabic','Noto Sans CJK SC',"
      "'WenQuanYi Zen Hei','DejaVu Sans','FreeSans','Noto Emoji','Symbola'} do "
      "if luaotfload.aux.resolve_fontname(f) then all[\\string#all+1]=f..':mode=harf;' end end "
      "luaotfload.add_fallback('hbkit',all)}%\n"
      "\\newfontfamily\\hbunicode{Latin Modern Sans}[RawFeature={fallback=hbkit}]%\n\\fi\\fi\n"
      "\\providecommand\\hbleftward{\\ifdefined\\directlua\\textdir TRT \\fi}%\n"
      "\\providecommand\\hbletters[2]{\\ifdefined\\directlua{\\ifdefined\\hbunicode\\hbunicode\\fi "
      "#1}\\else\\ifdefined\\XeTeXrevision{#1}\\else#2\\fi\\fi}%\n");
}

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
  put_letters (out);
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

/* The sign with which TEXT, LENGTH bytes, starts; -1: none. */
static int
find_sign (const char *text, size_t length)
{
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    {
      size_t own = strlen (signs[i].utf8);
      if (own <= length && !memcmp (text, signs[i].utf8, own))
        return (int)i;
    }
  return -1;
}

/* Is it a letter of a script that runs from right to left: Hebrew, Arabic, Syriac and their like? */
static bool
is_leftward (uint32_t code)
{
  return (code >= 0x590 && code < 0x900) || (code >= 0xfb1d && code < 0xfe00)
         || (code >= 0xfe70 && code < 0xff00);
}

/* Writes what TEXT, LENGTH bytes, starts with beyond ASCII: a sign, a letter that every TeX has, or letters of any other
 * script, which a TeX of Unicode sets as a whole, since they may join, and any other one by one, as far as the paper
 * knows them.  Gives the number of its bytes. */
static size_t
put_beyond (hb_output *out, const char *text, size_t length)
{
  int sign = find_sign (text, length);
  uint32_t code;
  size_t size = hb_text_decode (text, &code), end = 0;
  if (sign >= 0)
    {
      hb_put (out, signs[sign].tex);
      return strlen (signs[sign].utf8);
    }
  if (!code || is_known ((const unsigned char *)text, size))
    {
      hb_put_bytes (out, code ? text : "?", code ? size : 1);
      return size;
    }
  while (end < length && (unsigned char)text[end] >= 0x80
         && find_sign (text + end, length - end) < 0)
    {
      size = hb_text_decode (text + end, &code);
      if (!code || is_known ((const unsigned char *)text + end, size))
        break;
      end += size;
    }
  hb_text_decode (text, &code);
  hb_putf (out, "\\hbletters{%s", is_leftward (code) ? "\\hbleftward " : "");
  hb_put_bytes (out, text, end);
  hb_put (out, "}{");
  for (size_t i = 0; i < end; i += size)
    {
      size = hb_text_decode (text + i, &code);
      hb_put (out, "\\hbletter{");
      hb_put_bytes (out, text + i, size);
      hb_put (out, "}");
    }
  hb_put (out, "}");
  return end;
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
        if ((unsigned char)text[i] < 0x80) /* what moves a terminal's cursor is for no TeX either */
          hb_put_char (out, (unsigned char)text[i] < ' ' || text[i] == 0x7f ? '?' : text[i]);
        else
          i += put_beyond (out, text + i, length - i) - 1;
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

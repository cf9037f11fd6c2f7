/* See text.h. */
#include "viz/text.h"

#include "base/plain.h"
#include "base/vec.h"

#include <string.h>

/* Advance widths of the characters from ' ' to '~' in thousandths of the font's size. */
static const short regular[]
    = { 278,  278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
        556,  556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
        1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
        667,  778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
        333,  556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
        556,  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584 };
static const short bold[]
    = { 278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
        556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
        975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
        667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
        333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
        611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584 };

size_t
hb_text_decode (const char *text, uint32_t *code)
{
  static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
  unsigned char c = (unsigned char)*text;
  size_t length = c >= 0xf8 ? 0 : c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : c >= 0xc0 ? 2 : c < 0x80 ? 1 : 0;
  uint32_t value = length > 1 ? c & (0x7fu >> length) : c;
  *code = 0;
  for (size_t i = 1; i < length; i++)
    {
      if (((unsigned char)text[i] & 0xc0) != 0x80)
        return 1;
      value = value << 6 | ((unsigned char)text[i] & 0x3f);
    }
  if (!length || value < least[length] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
    return 1;
  *code = value;
  return length;
}

static size_t
character_length (const char *text)
{
  uint32_t code;
  return hb_text_decode (text, &code);
}

static double
character_width (const char *text, size_t length, unsigned style)
{
  unsigned char c = (unsigned char)*text;
  double width;
  if (length == 1 && c >= ' ' && c <= '~')
    width = style & HB_STYLE_BOLD ? bold[c - ' '] : regular[c - ' '];
  else if (!strncmp (text, "\xc2\xb7", 2))
    width = 278; /* the middle dot */
  else if (!strncmp (text, "\xe2\x88\xa7", 3) || !strncmp (text, "\xe2\x88\xa8", 3))
    width
        = 732; /* and, or: DejaVu's, as Helvetica has none; a wider one would be followed by a gap */
  else if (length == 2)
    width = 584; /* that of the signs for not and times; letters with accents are narrower */
  else
    width = 1000;
  return width / 1000 * (style & HB_STYLE_SUB ? HB_SUB_SCALE : 1);
}

/* Does the mark C change *STYLE?  Any other byte is text. */
static bool
switch_style (char c, unsigned *style)
{
  switch (c)
    {
    case '\x01':
      *style |= HB_STYLE_SUB;
      return true;
    case '\x02':
      *style &= ~(unsigned)HB_STYLE_SUB;
      return true;
    case '\x03':
      *style |= HB_STYLE_OVER;
      return true;
    case '\x04':
      *style &= ~(unsigned)HB_STYLE_OVER;
      return true;
    case '\x05':
      *style |= HB_STYLE_ITALIC;
      return true;
    case '\x06':
      *style &= ~(unsigned)HB_STYLE_ITALIC;
      return true;
    case '\x0e':
      *style |= HB_STYLE_BOLD;
      return true;
    case '\x0f':
      *style &= ~(unsigned)HB_STYLE_BOLD;
      return true;
    default:
      return false;
    }
}

bool
hb_run_next (const char **at, struct hb_run *run)
{
  const char *p = *at;
  run->x += run->width;
  run->width = 0;
  while (*p && switch_style (*p, &run->style))
    p++;
  unsigned none = run->style;
  run->text = p;
  while (*p && !switch_style (*p, &none))
    {
      size_t length = character_length (p);
      run->width += character_width (p, length, run->style);
      p += length;
    }
  run->length = (size_t)(p - run->text);
  *at = p;
  return run->length > 0;
}

double
hb_text_width (const char *text, double size)
{
  struct hb_run run = { 0 };
  while (hb_run_next (&text, &run))
    ;
  return run.x * size;
}

char *
hb_text_wrap (const char *text, double size, double width)
{
  char *wrapped = hb_copy_text (text);
  char *line = wrapped, *blank = NULL;
  for (char *p = wrapped;; p++)
    if (*p == ' ' || *p == '\n' || !*p)
      {
        char end = *p;
        *p = '\0';
        bool too_wide = hb_text_width (line, size) > width;
        *p = end;
        if (too_wide && blank)
          {
            *blank = '\n';
            line = blank + 1;
          }
        if (end == '\n')
          {
            line = p + 1;
            blank = NULL;
          }
        else
          blank = p;
        if (!end)
          return wrapped;
      }
}

/* --- Output --- */

void
hb_put_xml (hb_output *output, const char *text, size_t length)
{
  for (size_t i = 0, control; i < length; i += control ? control : 1)
    switch (control = text[i] == '\n' ? 0 : hb_control_length (text + i, length - i), text[i])
      {
      case '<':
        hb_put (output, "&lt;");
        break;
      case '>':
        hb_put (output, "&gt;");
        break;
      case '&':
        hb_put (output, "&amp;");
        break;
      case '"':
        hb_put (output, "&quot;");
        break;
      default:
        if (!control)
          hb_put_char (output, text[i]);
      }
}

void
hb_put_length (hb_output *output, double length)
{
  bool negative = length < 0;
  uint64_t hundredths = (uint64_t)((negative ? -length : length) * 100 + 0.5);
  if (negative && hundredths)
    hb_put_char (output, '-');
  hb_put_number (output, hundredths / 100);
  unsigned rest = (unsigned)(hundredths % 100);
  if (rest % 10)
    hb_putf (output, ".%02u", rest);
  else if (rest)
    hb_putf (output, ".%u", rest / 10);
}

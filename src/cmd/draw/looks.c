/* See looks.h. */
#include "cmd/draw/looks.h"

#include "base/memory.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Lists of relations ----------------------------------------------------------------------- */

/* The relation that the LENGTH bytes at WORD name. */
static int
arrow_of (const struct cli *cli, const char *option, const char *word, size_t length)
{
  int arrow = hb_arrow_find (word, length);
  if (arrow < 0)
    cli_usage_error (cli,
                     "--%s takes po, rf, co, fr, pb, eo, mo, gp, hb or qo, separated by commas, "
                     "not '%.*s'",
                     option, (int)length, word);
  return arrow;
}

static unsigned
relations (const struct cli *cli, const char *option)
{
  const char *word = cli_text (cli, option, "");
  unsigned found = 0;
  while (*word)
    {
      size_t length = strcspn (word, ",");
      found |= HB_SHOW (arrow_of (cli, option, word, length));
      word += length + (word[length] == ',');
    }
  return found;
}

/* --- Names ------------------------------------------------------------------------------------ */

/* --relabel rf=reads,co=order: a text may hold anything but commas. */
static void
relabel (const struct cli *cli, struct draw_looks *looks)
{
  const char *value = cli_text (cli, "relabel", NULL);
  looks->texts = value ? hb_copy_text (value) : NULL;
  for (char *word = looks->texts; word && *word;)
    {
      size_t length = strcspn (word, ","), name = strcspn (word, "=,");
      bool more = word[length] == ',';
      if (word[name] != '=' || name + 1 == length)
        cli_usage_error (cli, "--relabel takes RELATION=TEXT, separated by commas, not '%.*s'",
                         (int)length, word);
      int arrow = arrow_of (cli, "relabel", word, name);
      word[length] = '\0';
      for (char *c = word + name + 1; *c; c++) /* control bytes are marks of style (viz/text.h) */
        *c = (unsigned char)*c < ' ' || *c == 0x7f ? '?' : *c;
      looks->styles[arrow].text = word + name + 1;
      word += length + more;
    }
}

/* --- Pens ------------------------------------------------------------------------------------- */

/* Luminance of "#rrggbb" as WCAG 2 defines it. */
static double
luminance (const unsigned rgb[3])
{
  static const double weight[3] = { 0.2126, 0.7152, 0.0722 };
  double sum = 0;
  for (int i = 0; i < 3; i++)
    {
      double c = rgb[i] / 255.0;
      sum += weight[i] * (c <= 0.03928 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4));
    }
  return sum;
}

/* DARK: COLOUR, as much darker as a contrast of 4.5 : 1 with white takes. */
static void
darken (const char *colour, char *dark)
{
  unsigned rgb[3], made[3];
  sscanf (colour, "#%2x%2x%2x", &rgb[0], &rgb[1], &rgb[2]);
  for (unsigned share = 100;; share--)
    {
      for (int i = 0; i < 3; i++)
        made[i] = rgb[i] * share / 100;
      if (1.05 / (luminance (made) + 0.05) >= 4.55)
        break;
    }
  snprintf (dark, 8, "#%02x%02x%02x", made[0] & 255, made[1] & 255, made[2] & 255);
}

/* A length from 0.1 to 20 points, up to END. */
static bool
is_length (const char *text, const char *end, double *length)
{
  char *stop;
  *length = isdigit ((unsigned char)*text) || *text == '.' ? strtod (text, &stop) : -1;
  return *length >= 0.1 && *length <= 20 && stop == end;
}

/* "3-2", "6-1-1-1", "solid", or nothing. */
static bool
read_dash (const char *text, const char *end, struct hb_arrow_style *style)
{
  style->dashed = text < end;
  if (!style->dashed || (end - text == 5 && !memcmp (text, "solid", 5)))
    return true;
  int count = 0;
  while (text < end && count < 4)
    {
      const char *stop = text + strcspn (text, "-,");
      if (!is_length (text, stop, &style->dash[count++]))
        return false;
      text = *stop == '-' ? stop + 1 : stop;
    }
  return text >= end && count % 2 == 0;
}

/* COLOUR:WIDTH:DASH, each of which may be empty or missing. */
static bool
read_pen (const char *text, const char *end, struct hb_arrow_style *style)
{
  const char *stop = text + strcspn (text, ":,");
  size_t length = (size_t)(stop - text);
  if (length && (length != 7 || *text != '#' || strspn (text + 1, "0123456789abcdefABCDEF") < 6))
    return false;
  if (length)
    {
      memcpy (style->colour, text, 7);
      for (char *c = style->colour; *c; c++)
        *c = (char)tolower ((unsigned char)*c);
      darken (style->colour, style->dark);
    }
  if (stop == end)
    return true;
  text = stop + 1;
  stop = text + strcspn (text, ":,");
  if (stop > text && !is_length (text, stop, &style->width))
    return false;
  return stop == end || read_dash (stop + 1, end, style);
}

static void
restyle (const struct cli *cli, struct draw_looks *looks)
{
  const char *word = cli_text (cli, "style", "");
  while (*word)
    {
      size_t length = strcspn (word, ","), name = strcspn (word, "=,");
      struct hb_arrow_style *style = &looks->styles[arrow_of (cli, "style", word, name)];
      if (word[name] != '=' || !read_pen (word + name + 1, word + length, style))
        cli_usage_error (cli,
                         "--style takes RELATION=COLOUR:WIDTH:DASH, as in rf=#aa0000:1.5:3-2 "
                         "(points; each may be left out; 'solid' for no dashes), not '%.*s'",
                         (int)length, word);
      word += length + (word[length] == ',');
    }
}

/* --- All of it -------------------------------------------------------------------------------- */

static double
centimetres (const struct cli *cli, const char *name, double otherwise)
{
  double value = cli_double (cli, name, otherwise);
  if (cli_text (cli, name, NULL) && !(value >= 2 && value <= 500))
    cli_usage_error (cli, "--%s takes centimetres, from 2 to 500", name);
  return value;
}

bool
draw_wants_all_parts (const struct cli *cli)
{
  return !strcmp (cli_text (cli, "part", ""), "all");
}

/* --part N or --part all. */
static void
read_part (const struct cli *cli, struct hb_draw_options *draw)
{
  if (draw_wants_all_parts (cli))
    return;
  draw->page = cli_unsigned (cli, "part", 0);
  if (cli_flag (cli, "part") && !draw->page)
    cli_usage_error (cli, "--part takes a number from 1, or 'all'");
}

void
draw_looks_read (const struct cli *cli, struct draw_looks *looks, struct hb_draw_options *draw)
{
  /* What is printed on: inside the margins of A4 and of a letter, a column of a paper, a slide of 16 : 9. */
  static const struct
  {
    double width, height;
  } pages[] = { { 16, 24.7 }, { 16.5, 22.9 }, { 8.4, 22.9 }, { 23, 11.5 } };
  int page = cli_choice (cli, "page", -1);
  *looks = (struct draw_looks){ .texts = NULL };
  draw->preset = (enum hb_draw_preset)cli_choice (cli, "preset",
                                                  (int)(page == 3 ? HB_DRAW_SLIDE : draw->preset));
  draw->width = centimetres (cli, "width", page < 0 ? draw->width : pages[page].width);
  draw->height = centimetres (cli, "height", page < 0 ? draw->height : pages[page].height);
  read_part (cli, draw);
  draw->show = relations (cli, "show");
  unsigned hidden = relations (cli, "hide");
  if (hidden)
    draw->show = (draw->show ? draw->show : HB_SHOW_USUAL) & ~hidden;
  draw->plain_names = cli_flag (cli, "plain-names");
  draw->no_caption = cli_flag (cli, "no-caption");
  draw->no_legend = cli_flag (cli, "no-legend");
  relabel (cli, looks);
  restyle (cli, looks);
  draw->styles = looks->styles;
}

void
draw_looks_free (struct draw_looks *looks)
{
  hb_free (looks->texts);
}

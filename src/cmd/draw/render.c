/* See render.h.
 *
 *     figure ──SVG──▶ temporary file ──rsvg-convert──▶ pipe ──▶ output
 *
 * rsvg-convert (Debian's librsvg2-bin) embeds the fonts, so a PDF goes into a paper as it is; only a
 * program that draws PDF and PNG needs it, so it is looked up when it is wanted.  Of the date that it puts
 * into a PDF blanks are made: they take as many bytes, and the file's table of offsets stays right. */
#include "cmd/draw/render.h"

#include "cmd/frame/filter.h"

#include "base/temporary.h"

#include <string.h>

/* Runs the program on the SVG in FILE; its exit status, or 126 if it could not be started. */
static int
convert (const char *form, const char *file, unsigned dpi, filter_bytes *all)
{
  char *dots = hb_format ("%u", dpi);
  char *words[] = { "rsvg-convert", "--format", (char *)form, "--dpi-x", dots,
                    "--dpi-y",      dots,       (char *)file, NULL };
  int status = filter_run_on_file (words, all);
  hb_free (dots);
  return status;
}

/* Blanks the entry of the date, from its key to the closing bracket. */
static void
blank_date (filter_bytes *all)
{
  static const char key[] = "/CreationDate (";
  size_t length = sizeof key - 1;
  for (size_t i = 0; i + length < all->size; i++)
    if (!memcmp (all->data + i, key, length))
      for (; i < all->size; i++)
        {
          bool last = all->data[i] == ')';
          all->data[i] = ' ';
          if (last)
            return;
        }
}

static bool
write_to (struct cli *cli, const struct draw_picture *picture, const struct hb_draw_options *draw,
          const char *path)
{
  hb_output *output = hb_output_open (path, cli->diag);
  if (!output)
    return false;
  if (picture->write (cli, picture->what, draw, output))
    return hb_output_commit (output);
  hb_output_discard (output);
  return false;
}

static bool
write_all (struct cli *cli, const filter_bytes *all, const char *path)
{
  hb_output *output = hb_output_open (path, cli->diag);
  if (!output)
    return false;
  hb_put_bytes (output, all->data, all->size);
  return hb_output_commit (output);
}

/* Says so if texts are drawn in another font than that for which they were measured: a metric twin of Helvetica.
 * Where there is no fontconfig nothing is known. */
static void
warn_of_font (struct cli *cli)
{
  static const char *const twins[]
      = { "Liberation Sans", "Arial", "Helvetica", "Nimbus Sans", "Arimo", "TeX Gyre Heros" };
  char *words[] = { "fc-match", "--format", "%{family[0]}",
                    "Liberation Sans,Arial,Helvetica,Nimbus Sans", NULL };
  filter_bytes family = VEC_EMPTY;
  bool known = filter_run (words, "", 0, &family) || !family.size;
  for (size_t i = 0; i < sizeof twins / sizeof *twins; i++)
    known = known
            || (family.size == strlen (twins[i]) && !memcmp (family.data, twins[i], family.size));
  if (!known)
    hb_warning (
        cli->diag, NULL,
        "texts were measured for Helvetica and are drawn in %.*s, so they may be too wide for "
        "their places: install a font of its widths (on Debian: apt-get install "
        "fonts-liberation)",
        (int)(family.size < 60 ? family.size : 60), family.data);
  vec_free (family);
}

/* The SVG in file SVG as FORM. */
static bool
render (struct cli *cli, const char *svg, const struct draw_form *form, const char *path)
{
  filter_bytes all = VEC_EMPTY;
  int status = convert (form->rendered, svg, form->dpi, &all);
  bool good = !status && all.size;
  if (status == 127)
    hb_error (cli->diag, NULL,
              "drawing %s needs the program rsvg-convert: install it (on Debian: apt-get install "
              "librsvg2-bin), or write SVG, TikZ or dot",
              form->rendered);
  else if (!good)
    hb_error (
        cli->diag, NULL,
        "rsvg-convert made no %s of the figure (exit status %d); if it is very large, --page a4 "
        "--part all makes it pages",
        form->rendered, status);
  if (good && !strcmp (form->rendered, "pdf"))
    blank_date (&all);
  if (good)
    warn_of_font (cli);
  good = good && write_all (cli, &all, path);
  vec_free (all);
  return good;
}

static bool
put_one (struct cli *cli, const struct draw_picture *picture, const struct hb_draw_options *draw,
         const struct draw_form *form, const char *path)
{
  if (!form->rendered)
    return write_to (cli, picture, draw, path);
  char *svg = hb_temporary_file ("draw", cli->diag);
  if (!svg)
    return false;
  bool good = write_to (cli, picture, draw, svg) && render (cli, svg, form, path);
  hb_temporary_remove (svg);
  return good;
}

/* F-1.svg, F-2.svg, ... */
static bool
put_all (struct cli *cli, const struct draw_picture *picture, struct hb_draw_options *draw,
         const struct draw_form *form, const char *path)
{
  const char *name = strrchr (path, '/'), *dot = strrchr (name ? name : path, '.');
  size_t stem = dot ? (size_t)(dot - path) : strlen (path);
  bool good = true;
  *draw->pages = 1;
  for (draw->page = 1; good && draw->page <= *draw->pages; draw->page++)
    {
      char *file = hb_format ("%.*s-%zu%s", (int)stem, path, draw->page, path + stem);
      good = put_one (cli, picture, draw, form, file);
      hb_free (file);
    }
  return good;
}

bool
draw_put (struct cli *cli, const struct draw_picture *picture, struct hb_draw_options *draw,
          const struct draw_form *form)
{
  const char *path = cli_text (cli, "output", "-");
  draw->format = form->format;
  if (!draw->pages)
    return put_one (cli, picture, draw, form, path);
  if (!strcmp (path, "-"))
    cli_usage_error (cli, "--part all writes several files: expected -o");
  return put_all (cli, picture, draw, form, path);
}

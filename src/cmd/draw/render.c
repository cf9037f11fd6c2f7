/* See render.h.
 *
 *     figure ──SVG──▶ temporary file ──rsvg-convert──▶ pipe ──▶ output
 *
 * rsvg-convert (Debian's librsvg2-bin) embeds the fonts, so a PDF goes into a paper as it is; only a
 * program that draws PDF and PNG needs it, so it is looked up when it is wanted.  Of the date that it puts
 * into a PDF blanks are made: they take as many bytes, and the file's table of offsets stays right. */
#include "cmd/draw/render.h"

#include "cmd/draw/looks.h"
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

/* The file that is being written, PATH, or the SVG of which it is made. */
struct sheet
{
  struct cli *cli;
  const struct draw_form *form;
  const char *path; /* of all parts */
  char *file, *svg;
  hb_output *output; /* NULL: none */
};

/* Opens FILE (stolen). */
static hb_output *
sheet_open (struct sheet *sheet, char *file)
{
  sheet->file = file;
  sheet->svg = sheet->form->rendered ? hb_temporary_file ("draw", sheet->cli->diag) : NULL;
  if (!sheet->form->rendered || sheet->svg)
    sheet->output = hb_output_open (sheet->svg ? sheet->svg : file, sheet->cli->diag);
  return sheet->output;
}

/* Gives the file its name if GOOD; else it is none. */
static bool
sheet_close (struct sheet *sheet, bool good)
{
  if (sheet->output && !good)
    hb_output_discard (sheet->output);
  good = good && sheet->output && hb_output_commit (sheet->output);
  if (sheet->svg)
    {
      good = good && render (sheet->cli, sheet->svg, sheet->form, sheet->file);
      hb_temporary_remove (sheet->svg);
    }
  hb_free (sheet->file);
  sheet->file = sheet->svg = NULL;
  sheet->output = NULL;
  return good;
}

/* F-1.svg, F-2.svg, ... */
static hb_output *
next_part (void *self, size_t part, size_t count)
{
  struct sheet *sheet = self;
  const char *path = sheet->path, *name = strrchr (path, '/'),
             *dot = strrchr (name ? name : path, '.');
  size_t stem = dot ? (size_t)(dot - path) : strlen (path);
  (void)count;
  if (part > 1 && !sheet_close (sheet, true))
    return NULL;
  return sheet_open (sheet, hb_format ("%.*s-%zu%s", (int)stem, path, part, path + stem));
}

bool
draw_put (struct cli *cli, const struct draw_picture *picture, struct hb_draw_options *draw,
          const struct draw_form *form)
{
  struct sheet sheet = { .cli = cli, .form = form, .path = cli_text (cli, "output", "-") };
  const struct hb_draw_pages pages = { next_part, &sheet };
  draw->format = form->format;
  draw->pages = draw_wants_all_parts (cli) ? &pages : NULL;
  if (draw->pages && !strcmp (sheet.path, "-"))
    cli_usage_error (cli, "--part all writes several files: expected -o");
  bool good = (draw->pages || sheet_open (&sheet, hb_copy_text (sheet.path)))
              && picture->write (cli, picture->what, draw, sheet.output);
  draw->pages = NULL;
  return sheet_close (&sheet, good);
}

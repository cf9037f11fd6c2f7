/* See files.h. */
#include "cmd/plot/files.h"

#include <string.h>

static const char *const formats_known[] = { "svg", "pdf", "png", "tex", "csv" };
enum
{
  TEX = 3,
  CSV = 4,
  FORMATS = 5
};

bool
plot_picture (const struct hb_plot *plot, enum hb_plot_format format, double width,
              filter_bytes *picture, hb_diag *diag)
{
  static char program[] = "gnuplot", own_settings[] = "-d", standard_input[] = "-";
  char *words[] = { program, own_settings, standard_input, NULL };
  size_t size = 0, before = picture->size;
  hb_output *output = hb_output_to_memory ();
  hb_plot_gnuplot (output, plot, format, width);
  char *script = hb_output_text (output, &size);
  int status = filter_run (words, script, size, picture);
  hb_free (script);
  if (status == 127)
    hb_error (
        diag, NULL,
        "drawing %s needs gnuplot: install it (on Debian: apt-get install gnuplot-nox), or ask for "
        "--format tex or csv",
        formats_known[format]);
  else if (status || picture->size == before)
    hb_error (diag, NULL, "gnuplot made no %s of the plot '%s' (exit status %d)",
              formats_known[format], plot->name, status);
  return !status && picture->size > before;
}

/* Is FORMAT in the list? */
static bool
asks_for (const char *formats, const char *format)
{
  size_t length = strlen (format);
  for (const char *at = formats; *at; at += strcspn (at, ","), at += *at == ',')
    if (!strncmp (at, format, length) && (at[length] == ',' || !at[length]))
      return true;
  return false;
}

bool
plot_formats_are_known (const char *formats)
{
  for (const char *at = formats; *at; at += strcspn (at, ","), at += *at == ',')
    {
      bool known = false;
      for (size_t i = 0; i < FORMATS; i++)
        known = known
                || (strcspn (at, ",") == strlen (formats_known[i])
                    && !strncmp (at, formats_known[i], strlen (formats_known[i])));
      if (!known)
        return false;
    }
  return *formats;
}

static bool
write_one (const struct hb_plot *plot, const char *folder, size_t format, double width,
           hb_diag *diag)
{
  filter_bytes picture = VEC_EMPTY;
  if (format < TEX && !plot_picture (plot, (enum hb_plot_format)format, width, &picture, diag))
    {
      vec_free (picture);
      return false;
    }
  char *path = hb_format ("%s/%s.%s", folder, plot->name, formats_known[format]);
  hb_output *output = hb_output_open (path, diag);
  hb_free (path);
  if (output && format == TEX)
    hb_plot_tex (output, plot, width);
  else if (output && format == CSV)
    hb_plot_csv (output, plot);
  else if (output)
    hb_put_bytes (output, picture.data, picture.size);
  vec_free (picture);
  return output && hb_output_commit (output);
}

bool
plot_write_pictures (const struct hb_plot *plot, const char *folder, const char *formats,
                     double width, hb_diag *diag)
{
  bool good = true;
  for (size_t i = 0; i < CSV; i++)
    if (asks_for (formats, formats_known[i]))
      good = write_one (plot, folder, i, width, diag) && good;
  return good;
}

bool
plot_write (const struct hb_plot *plot, const char *folder, const char *formats, double width,
            hb_diag *diag)
{
  bool good = write_one (plot, folder, CSV, width, diag);
  return plot_write_pictures (plot, folder, formats, width, diag) && good;
}

/* Plots as files: CSV and LaTeX by ourselves, pictures by gnuplot. */
#ifndef HBKIT_CMD_PLOT_FILES_H
#define HBKIT_CMD_PLOT_FILES_H

#include "cmd/frame/cli.h"
#include "cmd/frame/filter.h"

#include "viz/plot/plot.h"

/* The picture of PLOT into PICTURE (appended).  False after an error in DIAG: no gnuplot, or it failed. */
bool plot_picture (const struct hb_plot *plot, enum hb_plot_format format, double width,
                   filter_bytes *picture, hb_diag *diag);

/* Writes FOLDER/NAME.csv and, for each of the FORMATS (words of svg, pdf, png, tex, csv with commas
 * between them), FOLDER/NAME.FORMAT.  False after an error in DIAG. */
bool plot_write (const struct hb_plot *plot, const char *folder, const char *formats, double width,
                 hb_diag *diag);

/* The same without the CSV, which is where PLOT comes from. */
bool plot_write_pictures (const struct hb_plot *plot, const char *folder, const char *formats,
                          double width, hb_diag *diag);

/* Is FORMATS such a list? */
bool plot_formats_are_known (const char *formats);

#endif

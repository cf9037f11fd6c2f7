/* hbkit plot: the figures of a sweep, each an answer to a question. */
#include "cmd/frame/files.h"
#include "cmd/plot/files.h"
#include "cmd/plot/kinds.h"
#include "cmd/plot/redraw.h"

#include "base/escape.h"
#include "base/path.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const struct cli_option options[] = {
  { "output", "DIR", "the folder of the files (default: plots in the sweep's folder)", 'o',
    "FILE" },
  { "format", "LIST", "svg, pdf, png, tex, with commas between them (default svg)", 'f', NULL },
  { "x", "NAME", "parameter on the x axis (default: that with most values)", 'x', NULL },
  { "by", "NAME",
    "parameter that tells curves apart (or several, or tool, verdict), y of a heat map; none: one "
    "curve",
    'b', NULL },
  { "where", "NAME=VALUE,...", "only the instances with these parameters", 0, NULL },
  { "tool", "NAME", "hardness, heat: the engine or solver (default: the first engine)", 0, NULL },
  { "tools", "A,B",
    "scatter: the two tools (default: the first two engines); F.csv: who has which colour", 0,
    NULL },
  { "value", "NAME", "hardness, heat: what is measured (default cpu)", 0,
    "cpu wall memory conflicts deadlocks passes steps rounds solver-conflicts" },
  { "bands", "WHAT", "hardness: quartiles (default), or median: its 95 % interval", 0,
    "quartiles median" },
  { "at", "VALUE,...", "phase, threshold: a line at these values of the parameter --x", 0, NULL },
  { "width", "CM", "width in centimetres (default 15; a column: 8.4)", 'w', NULL },
  { "title", "TEXT", "F.csv: what the plot shows", 0, NULL },
  { "note", "TEXT", "F.csv: what was measured, above the plot", 0, NULL },
  { "log", "AXES", "F.csv: which axes are logarithmic", 0, "x y xy" },
  { "marks", "A,B,..", "F.csv: these series are marks without a line; all: every one", 0, NULL },
  { "lines", "A,B,..", "F.csv: these are thin lines without marks", 0, NULL },
  OPTION_END
};

/* The kinds named on the command line: a kind, or all if none is. */
static bool
is_asked_for (const struct cli *cli, const char *name)
{
  bool all = cli->operand_count == 1;
  for (int i = 1; i < cli->operand_count; i++)
    all = all || !strcmp (cli->operands[i], name);
  return all;
}

static void
check_kinds (const struct cli *cli)
{
  for (int i = 1; i < cli->operand_count; i++)
    {
      bool known = false;
      for (const struct plot_kind *kind = plot_kinds; kind->name; kind++)
        known = known || !strcmp (kind->name, cli->operands[i]);
      if (!known)
        cli_usage_error (
            cli,
            "no plot '%s'; expected phase, threshold, hardness, scaling, cactus, scatter, heat or "
            "coverage",
            cli->operands[i]);
    }
}

/* A name that no run has would give an empty plot without a word. */
static void
check_names (const struct cli *cli, const struct plot_rows *rows, const struct plot_choice *choice)
{
  const char **axes = plot_axes (rows);
  const char *x = cli_text (cli, "x", NULL);
  bool known = !x;
  for (size_t i = 0; axes[i]; i++)
    known = known || !strcmp (axes[i], x);
  if (!known)
    cli_usage_error (cli, "no parameter '%s' with several values in this sweep%s%s", x,
                     axes[0] ? "; there is " : "", axes[0] ? axes[0] : "");
  for (const char *at = choice->by ? choice->by : ""; *at;
       at += strcspn (at, ","), at += *at == ',')
    {
      char *name = hb_format ("%.*s", (int)strcspn (at, ","), at);
      if (!plot_is_parameter (rows, name) && strcmp (name, "tool") && strcmp (name, "verdict"))
        cli_usage_error (cli, "no parameter '%s' in this sweep; or tool, or verdict", name);
      hb_free (name);
    }
  hb_free (axes);
}

/* Numbers with commas between. */
static void
read_values (const struct cli *cli, hb_numbers *values)
{
  const char *text = cli_text (cli, "at", "");
  while (*text)
    {
      char *end;
      double value = strtod (text, &end);
      if (end == text || (*end && *end != ',') || !isfinite (value))
        cli_usage_error (cli, "--at takes numbers with commas between them, not '%s'", text);
      vec_push (*values, value);
      text = end + (*end == ',');
    }
}

static void
read_choice (const struct cli *cli, struct plot_choice *choice, char **tools)
{
  const char *by = cli_text (cli, "by", NULL), *both = cli_text (cli, "tools", NULL);
  choice->x = cli_text (cli, "x", NULL);
  choice->by = by;
  choice->tool = cli_text (cli, "tool", NULL);
  choice->value = (enum plot_value)cli_choice (cli, "value", PLOT_CPU);
  choice->sure = cli_choice (cli, "bands", 0) == 1;
  read_values (cli, &choice->at);
  if (!both)
    return;
  *tools = hb_copy_text (both);
  char *comma = strchr (*tools, ',');
  if (!comma)
    cli_usage_error (cli, "--tools takes two names with a comma between them");
  *comma = 0;
  choice->tools[0] = *tools;
  choice->tools[1] = comma + 1;
}

/* The folder of the files, made if need be.  New; NULL after an error. */
static char *
folder_of (struct cli *cli)
{
  const char *asked = cli_text (cli, "output", NULL);
  char *folder = asked ? hb_copy_text (asked) : hb_format ("%s/plots", cli->operands[0]);
  if (!mkdir (folder, 0777) || errno == EEXIST)
    return folder;
  hb_error (cli->diag, NULL, "%s: cannot make the folder: %s", folder, strerror (errno));
  hb_free (folder);
  return NULL;
}

static bool
write_plots (struct cli *cli, const struct plot_rows *rows, const struct plot_choice *choice,
             const char *folder)
{
  const char *formats = cli_text (cli, "format", "svg");
  bool good = true, any = false;
  for (const struct plot_kind *kind = plot_kinds; kind->name && good; kind++)
    {
      if (!is_asked_for (cli, kind->name))
        continue;
      struct hb_plot *plot = kind->make (rows, choice);
      if (plot)
        good = plot_write (plot, folder, formats, cli_double (cli, "width", 15), cli->diag);
      if (plot && good && cli->verbosity >= 0)
        printf ("%s/%s: %s (%s)\n", folder, plot->name, hb_make_plain (plot->title), plot->note);
      else if (!plot && cli->operand_count > 1)
        hb_warning (cli->diag, NULL, "no runs for the plot '%s': %s", kind->name, kind->question);
      any = any || plot;
      hb_plot_free (plot);
    }
  if (!any && cli->operand_count == 1)
    hb_warning (cli->diag, NULL, "nothing to plot: no runs%s",
                cli_text (cli, "where", NULL) ? " of instances with what --where says" : "");
  return good;
}

/* Ends the program if an option was given of those that say nothing here: COUNT of them, NAMES. */
static void
refuse (const struct cli *cli, const char *const *names, size_t count, const char *for_what)
{
  for (size_t i = 0; i < count; i++)
    if (cli_text (cli, names[i], NULL))
      cli_usage_error (cli, "--%s is for %s", names[i], for_what);
}

static const char *const of_files[] = { "title", "note", "log", "marks", "lines" };
static const char *const of_sweeps[] = { "x", "by", "where", "tool", "value", "bands" };

/* F.csv: the plot whose data these are, once more. */
static int
run_redraw (struct cli *cli)
{
  struct plot_looks looks = { .title = cli_text (cli, "title", NULL),
                              .note = cli_text (cli, "note", NULL),
                              .log = cli_text (cli, "log", NULL),
                              .marks = cli_text (cli, "marks", NULL),
                              .lines = cli_text (cli, "lines", NULL),
                              .colours = cli_text (cli, "tools", NULL) };
  refuse (cli, of_sweeps, sizeof of_sweeps / sizeof *of_sweeps, "sweeps");
  cli_choice (cli, "log", 0);
  if (cli->operand_count > 1)
    cli_usage_error (cli, "%s is one plot: expected no more operands", cli->operands[0]);
  struct hb_plot *plot = plot_redraw (cli->operands[0], &looks, cli->diag);
  bool good = plot
              && plot_write_pictures (plot, cli_text (cli, "output", "."),
                                      cli_text (cli, "format", "svg"),
                                      cli_double (cli, "width", 15), cli->diag);
  hb_plot_free (plot);
  return good ? 0 : cli_fail (cli);
}

static int
run (struct cli *cli)
{
  struct plot_rows rows;
  struct plot_choice choice = { .x = NULL };
  char *tools = NULL, *folder = NULL;
  check_kinds (cli);
  if (!plot_formats_are_known (cli_text (cli, "format", "svg")))
    cli_usage_error (cli, "--format takes svg, pdf, png, tex or csv, with commas between them");
  if (hb_ends_in (cli->operands[0], ".csv"))
    return run_redraw (cli);
  refuse (cli, of_files, sizeof of_files / sizeof *of_files,
          "data, F.csv; a sweep's plots say these themselves");
  if (!plot_rows_read (&rows, cli->operands[0], cli->diag))
    {
      plot_rows_free (&rows);
      return cli_fail (cli);
    }
  char *mistake = NULL;
  if (!plot_rows_keep (&rows, cli_text (cli, "where", ""), &mistake))
    cli_usage_error (cli,
                     "--where takes parameters of the sweep, NAME=VALUE with commas between; "
                     "'%s' is none",
                     mistake);
  read_choice (cli, &choice, &tools);
  bool one_curve = choice.by && !strcmp (choice.by, "none");
  if (one_curve)
    choice.by = NULL;
  check_names (cli, &rows, &choice);
  plot_choose (&rows, &choice);
  if (one_curve)
    choice.by = NULL;
  bool good = (folder = folder_of (cli)) && write_plots (cli, &rows, &choice, folder);
  hb_free (folder);
  hb_free (tools);
  vec_free (choice.at);
  plot_rows_free (&rows);
  if (good)
    hb_diag_print (cli->diag, stderr, cli->colour);
  return good ? 0 : cli_fail (cli);
}

const struct cli_command cmd_plot = {
  .name = "plot",
  .summary = "plot what a sweep has found",
  .usage = "DIR [phase] [threshold] [hardness] [scaling] [cactus] [scatter] [heat] [coverage]\n"
           "F.csv [--title TEXT] [--log AXES]",
  .examples
  = "hbkit plot d                                   # all plots that there are runs for, as SVG\n"
    "hbkit plot d phase --x twos --by variables --format svg,pdf,tex --width 8.4\n"
    "hbkit plot d hardness --tool cds --value conflicts\n"
    "hbkit plot d hardness --by tool --where variables=80 --value conflicts\n"
    "hbkit plot d scatter --tools cds,sat\n"
    "hbkit plot f.csv --log y --title 'cds peaks at 0.9' --format tex    # the data of a plot "
    "again",
  .description
  = "Each plot answers a question:\n"
    "phase     where are formulas satisfiable, traces consistent? With 95 % intervals.\n"
    "threshold where does that probability fall to 0.8, 0.5, 0.2, for each size (--by)?\n"
    "hardness  how hard are they for a tool? Medians and quartiles.\n"
    "scaling   how does the time grow with the trace? With fits and the cost of one pass.\n"
    "cactus    how many are decided in how much time each?\n"
    "scatter   which of two tools is faster on which instances?\n"
    "heat      where in the plane of two parameters are the hard ones?\n"
    "coverage  how soon are seeded bugs found, by whom (hunt)? With 95 % intervals.\n"
    "\n"
    "The data of every plot stand beside it as CSV, and F.csv is drawn from such a file, of\n"
    "whatever origin: columns series,X,Y and perhaps low,high,count. It goes to the folder "
    "--output\n"
    "(default: here).\n"
    "\n"
    "gnuplot draws SVG, PDF and PNG (Debian:\n"
    "gnuplot-nox); the LaTeX files need pgfplots. A run that hit a limit of time counts with\n"
    "that limit, in medians and scatter plots, and as not decided elsewhere.",
  .options = options,
  .least = 1,
  .most = -1,
  .run = run
};

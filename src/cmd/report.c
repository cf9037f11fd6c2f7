/* hbkit report: a sweep as text, CSV, JSON, LaTeX or one page of HTML. */
#include "cmd/frame/files.h"
#include "cmd/plot/report_forms.h"

static const struct cli_option options[] = {
  OPTION_OUTPUT,
  { "csv", NULL, "all columns of all runs, one header line", 0, NULL },
  { "tex", NULL, "LaTeX tables: tools, medians over the parameters", 0, NULL },
  { "html", NULL, "one page with plots, a sortable table of runs, the command of each", 0, NULL },
  { "x", "NAME", "parameter on the x axis of plots (default: that with most values)", 'x', NULL },
  { "by", "NAME", "parameter that tells curves apart", 'b', NULL },
  { "tool", "NAME", "whose values are plotted (default: the first engine)", 0, NULL },
  { "value", "NAME", "what is plotted (default cpu)", 0,
    "cpu wall memory conflicts deadlocks passes steps rounds solver-conflicts" },
  OPTION_JSON_OUTPUT,
  OPTION_END
};

/* At most one form. */
static void
check_forms (const struct cli *cli)
{
  static const char *const forms[] = { "csv", "tex", "html", "json" };
  int asked = 0;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    asked += cli_flag (cli, forms[i]);
  if (asked > 1)
    cli_usage_error (cli, "expected only one of --csv, --tex, --html and --json");
  if (!cli_flag (cli, "tex") && !cli_flag (cli, "html"))
    cli_refuse (cli, "x by tool value", "reports with figures: --tex and --html");
}

static bool
write_report (struct cli *cli, const struct plot_rows *rows, hb_output *output)
{
  struct plot_choice choice = { .x = cli_text (cli, "x", NULL),
                                .by = cli_text (cli, "by", NULL),
                                .tool = cli_text (cli, "tool", NULL),
                                .value = (enum plot_value)cli_choice (cli, "value", PLOT_CPU) };
  const char *folder = cli->operands[0];
  struct report_summary summary;
  plot_choose (rows, &choice);
  bool good = report_summarise (&summary, rows, folder, cli->diag);
  if (good && cli_flag (cli, "csv"))
    good = report_csv (output, folder, cli->diag);
  else if (good && cli_flag (cli, "tex"))
    report_tex (output, &summary, rows, &choice);
  else if (good && cli_flag (cli, "html"))
    good = report_html (output, &summary, rows, &choice, folder, cli->diag);
  else if (good && cli_flag (cli, "json"))
    report_json (output, &summary, rows);
  else if (good)
    report_text (output, &summary);
  report_summary_free (&summary);
  return good;
}

static int
run (struct cli *cli)
{
  struct plot_rows rows;
  check_forms (cli);
  bool good = plot_rows_read (&rows, cli->operands[0], cli->diag);
  hb_output *output = good ? hb_output_open (cli_text (cli, "output", "-"), cli->diag) : NULL;
  if (output && write_report (cli, &rows, output))
    good = hb_output_commit (output);
  else
    {
      hb_output_discard (output);
      good = false;
    }
  plot_rows_free (&rows);
  if (good)
    hb_diag_print (cli->diag, stderr, cli->colour); /* warnings */
  return good ? 0 : cli_fail (cli);
}

const struct cli_command cmd_report
    = { .name = "report",
        .summary = "tell what a sweep has found: text, CSV, JSON, LaTeX, HTML",
        .usage = "DIR [--csv | --json | --tex | --html] [-o FILE]",
        .examples = "hbkit report d                          # a summary\n"
                    "hbkit report d --csv -o runs.csv        # for R, pandas, a spreadsheet\n"
                    "hbkit report d --html -o report.html    # one page with everything\n"
                    "hbkit report d --tex | less",
        .description
        = "Times are processor seconds of the decision alone, without reading files and writing\n"
          "proofs, of the runs that came to an end. The columns of --csv are those of the view\n"
          "'results' (doc/sweep.md). The page of --html needs no network; its plots are drawn by\n"
          "gnuplot (Debian: gnuplot-nox) and left out without it.",
        .options = options,
        .least = 1,
        .most = 1,
        .run = run };

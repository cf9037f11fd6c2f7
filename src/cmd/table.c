/* hbkit table: the tables of the papers, measured again. */
#include "cmd/table/table.h"

#include <string.h>

/* A new subject stands here, and its own options below. */
extern const struct table_subject table_diff, table_logs, table_periodic, table_programs,
    table_robust;

const struct table_subject *const table_subjects[]
    = { &table_logs, &table_programs, &table_diff, &table_robust, &table_periodic, NULL };

static const struct cli_option options[] = {
  OPTION_OUTPUT,
  OPTION_JSON_OUTPUT,
  OPTION_SEED,
  { "csv", NULL, "write comma-separated values", 0, NULL },
  { "tex", NULL, "write a LaTeX tabular (booktabs)", 0, NULL },
  { "engine-timeout", "SECONDS",
    "limit of each engine on each trace (default 12, table 1: 120 as in the paper)", 0, NULL },
  { "engine-memory", "SIZE", "1: give a trace up beyond this memory, e.g. 2G", 0, NULL },
  { "traces", NULL, "1: a row for every trace, not for every benchmark", 0, NULL },
  OPTIONS_IMPORT,
  { "runs", "N", "2: traces sampled for each row (default 10)", 'n', NULL },
  { "sizes", "N,...", "2: values of n (default 2,4,8)", 0, NULL },
  { "programs", "FOLDER", "where the benchmarks are (default: as installed, or data/programs)", 0,
    "FILE" },
  { "as-printed", NULL, "2: Z3 gets Algorithm 2 as printed, over special relations", 0, NULL },
  { "no-z3", NULL, "2: leave Z3 out", 0, NULL },
  { "no-enum", NULL, "2: leave Algorithm 1 out", 0, NULL },
  OPTION_END
};

/* Options whose help starts with another table's number. */
static void
refuse_others (const struct cli *cli)
{
  char own = *cli->operands[0];
  for (const struct cli_option *o = cli->command->options; o->name; o++)
    if ((!strncmp (o->help, "1: ", 3) || !strncmp (o->help, "2: ", 3)) && o->help[0] != own
        && (o->argument ? cli_text (cli, o->name, NULL) != NULL : cli_flag (cli, o->name)))
      cli_usage_error (cli, "--%s is for table %c", o->name, o->help[0]);
  if (own != '1')
    cli_refuse (cli, "from " IMPORT_OPTIONS, "traces: table 1");
}

static int
run (struct cli *cli)
{
  if (cli_flag (cli, "csv") + cli_flag (cli, "tex") + cli_flag (cli, "json") > 1)
    cli_usage_error (cli, "expected only one of --csv, --tex and --json");
  for (size_t i = 0; table_subjects[i]; i++)
    if (!strcmp (table_subjects[i]->name, cli->operands[0]))
      {
        refuse_others (cli);
        return table_subjects[i]->run (cli);
      }
  cli_usage_error (cli, "no table '%s'; expected 1, 2, diff, robust or periodic", cli->operands[0]);
}

const struct cli_command cmd_table = {
  .name = "table",
  .summary = "measure a table of a paper again, side by side with what was published",
  .usage = "1 FOLDER|FILE... [--traces] [--csv|--tex|--json] [-o OUT]\n2 [--sizes N,...] [--runs "
           "N] [--csv|--tex|--json] [-o OUT]\ndiff FOLDER [--csv|--tex|--json] [-o OUT]\n"
           "robust [--csv|--tex|--json] [-o OUT]\nperiodic FOLDER [--csv|--tex|--json] [-o OUT]",
  .examples
  = "hbkit table 1 logs/                  # a folder of traces of any format\n"
    "hbkit table 1 logs/ --traces --csv -o t.csv\n"
    "hbkit table 2                        # n = 2, 4, 8, as text\n"
    "hbkit table 2 --sizes 16,32 --no-z3  # which nobody published\n"
    "hbkit table 2 --tex -o table2.tex\n"
    "hbkit table robust                   # the robustness paper's Tables 1 and 2, as modelled",
  .description
  = "1: traces of any format, in files and folders, decided by 'cds' and 'sat', certified and,\n"
    "if inconsistent, reduced to a core; the traces of a benchmark share a row, and what the\n"
    "paper has for a benchmark of that name stands beside it. The same trace is read in several\n"
    "ways: the prototype's with queues and with multisets, logs of Android programs with their\n"
    "posts dropped, as the published table has them, and with posts and delayed posts.\n"
    "\n"
    "2: runs of the benchmarks of Appendix E with multiset mailboxes, decided as queues, by\n"
    "'cds', by Algorithm 1 ('enum') and by Z3 on Algorithm 2's encoding ('encode'; Z3 is\n"
    "looked up in PATH, Debian: z3).\n"
    "\n"
    "diff: Table 1 of the semantic diffing paper, on the programs that it was measured on or on\n"
    "ours (doc/semantic-diffing.md).\n"
    "\n"
    "robust: the modelled rows of the robustness paper (doc/robustness.md), by every engine.",
  .options = options,
  .least = 1,
  .most = -1,
  .run = run
};

/* hbkit table: the tables of the ED-consistency paper, measured again. */
#include "table.h"

#include <string.h>

/* A new subject stands here (`extern const struct table_subject table_2;`), and its own options
 * below. */
const struct table_subject *const table_subjects[] = { NULL };

static const struct cli_option options[]
    = { OPTION_OUTPUT,
        OPTION_JSON,
        OPTION_SEED,
        { "csv", NULL, "write comma-separated values", 0, NULL },
        { "tex", NULL, "write a LaTeX tabular (booktabs)", 0, NULL },
        { "timeout", "SECONDS", "limit of each engine on each trace (default 12; the paper's is 120)",
          't', NULL },
        { "runs", "N", "2: traces sampled for each row (default 10)", 'n', NULL },
        { "sizes", "N,...", "2: values of n (default 2,4,8)", 0, NULL },
        { "programs", "FOLDER", "2: where the benchmarks are (default: as installed, or data/programs)",
          0, "FILE" },
        { "no-z3", NULL, "leave Z3 out", 0, NULL },
        { "no-enum", NULL, "leave Algorithm 1 out", 0, NULL },
        OPTION_END };

static int
run (struct cli *cli)
{
  if (cli_flag (cli, "csv") + cli_flag (cli, "tex") + cli_flag (cli, "json") > 1)
    cli_usage_error (cli, "expected one of --csv, --tex and --json");
  for (size_t i = 0; table_subjects[i]; i++)
    if (!strcmp (table_subjects[i]->name, cli->operands[0]))
      return table_subjects[i]->run (cli);
  cli_usage_error (cli, "no table '%s'; 'hbkit table --help' says which there are", cli->operands[0]);
}

const struct cli_command cmd_table
    = { .name = "table",
        .summary = "measure a table of the paper again, side by side with what was published",
        .usage = "2 [--sizes N,...] [--runs N] [--csv|--tex|--json] [-o OUT]",
        .examples = "hbkit table 2                        # n = 2, 4, 8, as text\n"
                    "hbkit table 2 --sizes 16,32 --no-z3  # which nobody published\n"
                    "hbkit table 2 --tex -o table2.tex",
        .description
        = "2: runs of the benchmarks of Appendix E with multiset mailboxes, decided as queues, by\n"
          "'cds', by Algorithm 1 ('enum') and by Z3 on Algorithm 2's encoding ('encode'; Z3 is\n"
          "looked up in PATH, Debian: z3).",
        .options = options,
        .least = 1,
        .most = -1,
        .run = run };

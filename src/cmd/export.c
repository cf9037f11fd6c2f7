/* hbkit export: instances as those want them who run competitions: submissions of benchmarks (export/benchmarks.c),
 * tasks of BenchExec (export/benchexec.c). */
#include "cmd/export/benchexec.h"
#include "cmd/export/benchmarks.h"
#include "cmd/frame/files.h"

#include <string.h>

static const struct cli_option options[]
    = { { "family", "NAME", "benchmarks: one of the families (default all)", 'f',
          "tseitin pigeonhole clique-colouring ksat pebbling traces random-traces" },
        { "engine-timeout", "SECONDS",
          "for each instance whose status is not known (default 10; 0: no limit)", 0, NULL },
        { "proofs", NULL,
          "benchmarks: a model, a refutation (DRAT) or a certificate of each that has one in time",
          0, NULL },
        { "quick", NULL, "benchmarks: the smallest instance of each kind", 0, NULL },
        OPTION_SEED,
        OPTION_END };

static int
run (struct cli *cli)
{
  const char *what = cli->operands[0];
  if (!strcmp (what, "benchmarks") && cli->operand_count == 2)
    return export_benchmarks (cli, cli->operands[1]);
  if (!strcmp (what, "benchexec"))
    cli_refuse (cli, "family proofs quick seed", "benchmarks");
  if (!strcmp (what, "benchexec") && cli->operand_count >= 3)
    return export_benchexec (cli, cli->operands[1], cli->operands + 2,
                             (size_t)cli->operand_count - 2);
  cli_usage_error (cli, "expected 'benchmarks DIR', or 'benchexec DIR FILE...'");
}

const struct cli_command cmd_export = {
  .name = "export",
  .summary = "write benchmarks for competitions, and tasks for BenchExec",
  .usage = "benchmarks DIR [--family NAME] [--seed N] [--proofs]\nbenchexec DIR FILE...",
  .examples
  = "hbkit export benchmarks d --family traces --quick   # formulas, SMT-LIB, a description\n"
    "hbkit export benchmarks d --quick --proofs          # with models, DRAT and certificates\n"
    "hbkit export benchexec tasks t.edt f.cnf            # task files, tool-info module, benchmark",
  .description
  = "benchmarks: DIR/FAMILY/ gets the instances (DIMACS; of traces .edt, DIMACS and SMT-LIB in "
    "QF_IDL),\n"
    "each with its status and the command that makes it, index.tsv, and README.md, the description "
    "of\n"
    "one page that competitions ask for. The same seed gives the same bytes. Statuses are those "
    "that the\n"
    "construction has, or what two solvers agree on in --engine-timeout; otherwise unknown.\n"
    "\n"
    "benchexec: for each file a task definition NAME.yml, with the expected verdict where it is\n"
    "known before --engine-timeout; hbkit.xml, the benchmark definition; tools/hbkit.py, the\n"
    "tool-info module; solution.prp, the property. Then, in DIR and with hbkit in PATH:\n"
    "PYTHONPATH=. benchexec hbkit.xml",
  .options = options,
  .least = 2,
  .most = -1,
  .run = run
};

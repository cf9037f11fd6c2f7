/* hbkit verify: does a reduction keep its promise on every instance of a stream?
 *
 *     streams: all instances up to a size, random ones, files     ──▶ cmd/verify/loop.c ──▶ counts
 *                                                                        └──▶ a shrunk counterexample */
#include "cmd/frame/brought.h"
#include "cmd/frame/instances.h"
#include "cmd/frame/posets.h"
#include "cmd/verify/ledger.h"
#include "cmd/verify/reduction.h"
#include "cmd/verify/subject.h"

#include "reduce/reductions.h"

#include <string.h>

static const struct cli_option options[] = {
  { "exhaustive", NULL, "all instances up to the bounds that --most-... set", 0, NULL },
  { "most-clauses", "M", "exhaustive: formulas of at most M clauses (default 5)", 'm', NULL },
  { "most-variables", "N", "exhaustive: formulas of at most N variables (default 5)", 'n', NULL },
  { "unsatisfiable", NULL, "exhaustive: only the instances without a solution", 'u', NULL },
  { "random", "COUNT", "that many random instances, about half of them without a solution", 'r',
    NULL },
  { "variables", "N", "random: formulas of at most N variables (default 12)", 0, NULL },
  { "most-handlers", "N", "config: all traces of at most N handlers (default 3)", 0, NULL },
  { "most-events", "N",
    "exhaustive: traces or histories of at most N events; subjects: 7 or 8 by default", 0, NULL },
  { "bound", "NAME=N", "any bound that 'hbkit problems' lists, several with commas between", 'b',
    NULL },
  { "list", NULL, "list what can be verified", 0, NULL },
  { "all", NULL, "run the ledger: all that the paper claims", 0, NULL },
  { "paper", "NAME", "with --all: the rows of one paper", 0,
    "ed-consistency hitting map classics diff robust periodic" },
  { "quick", NULL,
    "with --all, robust-reach and semantic-diffing: smaller streams, a minute or two in all", 0,
    NULL },
  { "ablate", "NAME", "damage the construction; a counterexample must be found", 0, NULL },
  { "mutate", NULL, "leave parts out of the targets, one by one: which are needed?", 0, NULL },
  { "engine", "NAME", "ask only this one about the target (default: all who decide it)", 'e',
    "cds sat closure enum explore cadical picosat brute" },
  { "hit", "D", "hitting P F: tuples of D elements (default 3)", 0, NULL },
  { "samples", "N", "hitting P F: draw N tuples rather than look at all", 0, NULL },
  { "keep", "DIR", "where a counterexample is kept (default: this folder)", 'k', "FILE" },
  { "jobs", "N", "processes to work in (default 1)", 'j', NULL },
  { "seeds", "N", "ask those who may find other solutions with N seeds (default 3)", 0, NULL },
  { "from", "N", "pass over the first N instances, which a run that was stopped has done", 0,
    NULL },
  { "timeout", "SECONDS", "stop after this time (0: never) with what was done", 't', NULL },
  OPTIONS_POSET,
  OPTION_SEED,
  OPTION_JSON,
  OPTION_END
};

/* A reduction with a subject of its own is told by that. */
static bool
has_subject (const char *name)
{
  for (const struct verify_subject *const *s = verify_subjects; *s; s++)
    if (!strcmp ((*s)->name, name))
      return true;
  return false;
}

static int
list_all (void)
{
  for (const struct hb_reduction *const *r = hb_reductions; *r; r++)
    if (!has_subject ((*r)->name))
      printf ("%-14s reduction of %s to %s%s\n", (*r)->name, (*r)->from->title, (*r)->to->title,
              (*r)->to_note);
  for (const struct verify_subject *const *s = verify_subjects; *s; s++)
    printf ("%-14s %s\n", (*s)->name, (*s)->summary);
  return 0;
}

/* Options that the subject does not know would be passed over in silence. */
static int
run_subject (struct cli *cli, const struct verify_subject *subject)
{
  char *takes = hb_format (VERIFY_ALWAYS_TAKES " %s", subject->takes ? subject->takes : "");
  cli_takes_only (cli, takes, subject->name);
  hb_free (takes);
  if (cli->operand_count > 1 && strcmp (subject->name, "hitting") != 0)
    cli_usage_error (cli, "%s takes no files", subject->name);
  return subject->run (cli);
}

static int
run_reduction (struct cli *cli)
{
  const char *name = cli->operands[0];
  if (!strchr (name, ',') && !brought_is_one (name, strlen (name)) && !hb_reduction_find (name))
    cli_usage_error (cli, "there is no '%s' to verify; --list lists what there is", name);
  cli_refuse (cli, "hit samples " POSET_OPTIONS, "families of schedules: verify hitting");
  cli_refuse (cli, "paper", "--all");
  const struct hb_reduction *reduction = instance_reduction (cli, name);
  int code = verify_reduction (cli, reduction);
  instance_release (reduction);
  return code;
}

static int
run (struct cli *cli)
{
  if (cli_flag (cli, "list") && cli_flag (cli, "json"))
    cli_usage_error (cli, "--list has no JSON; 'hbkit reductions --json' has the reductions");
  if (cli_flag (cli, "list"))
    {
      cli_takes_only (cli, "list", "verify --list");
      return list_all ();
    }
  if (cli_flag (cli, "all") && cli->operand_count)
    cli_usage_error (cli, "--all takes no NAME; expected '%s' or --all", cli->operands[0]);
  if (cli_flag (cli, "all"))
    {
      cli_takes_only (cli, "all quick paper keep jobs timeout json", "verify --all");
      return ledger_run (cli);
    }
  if (cli_flag (cli, "quick")
      && (!cli->operand_count
          || (strcmp (cli->operands[0], "robust-reach") != 0
              && strcmp (cli->operands[0], "semantic-diffing") != 0)))
    cli_usage_error (cli, "--quick is for --all, robust-reach and semantic-diffing");
  if (!cli->operand_count)
    cli_usage_error (cli, "verify what? expected one of what --list lists, or --all");
  for (const struct verify_subject *const *s = verify_subjects; *s; s++)
    if (!strcmp (cli->operands[0], (*s)->name))
      return run_subject (cli, *s);
  return run_reduction (cli);
}

const struct cli_command cmd_verify = {
  .name = "verify",
  .summary = "check a reduction, or another claim, on all small inputs, random ones and files",
  .usage = "NAME[,NAME...] [--exhaustive] [--random COUNT] [FILE or FOLDER ...]\nhitting P F --hit "
           "D\n--all [--quick]\n--list",
  .examples
  = "hbkit verify 3bisat-ed --exhaustive -m 4        # all formulas of up to 4 clauses\n"
    "hbkit verify 3bisat-ed --random 200 --seed 1\n"
    "hbkit verify 3bisat-ed --exhaustive -u -n 6 -m 9 -j 2   # unsatisfiable ones, 6 variables\n"
    "hbkit verify 3bisat-ed satlib/                  # files, through 3sat-3bisat\n"
    "hbkit verify 3bisat-ed --exhaustive --ablate no-z\n"
    "hbkit verify 3sat-edflat-3 --exhaustive -n 3 -m 4      # clauses of 1 to 3 literals\n"
    "hbkit verify sc-ed --most-events 5 --random 1000       # histories\n"
    "hbkit verify 3sat-3bisat,3bisat-ed --random 100 --variables 4   # a chain\n"
    "hbkit verify my.reduction --random 60             # a reduction of one's own: doc/own.md\n"
    "hbkit verify my.reduction --mutate --random 200 --variables 3   # what is needed?\n"
    "hbkit verify config                             # Theorem 4.1, on all small traces\n"
    "hbkit gen schedule --hit 3 complete:2,5 -o f && hbkit verify hitting complete:2,5 f --hit 3\n"
    "hbkit verify --all --quick                      # the ledger: one row for each claim",
  .description
  = "For every instance: all who decide it agree, and all who decide its target agree with them;\n"
    "the target has the declared sizes; solutions lift to solutions of the target, which extract\n"
    "again; whatever solution anybody finds, with several seeds, extracts to one; what is written\n"
    "reads the same. Instances stand as they come and in another guise (a random order of "
    "clauses,\n"
    "literals, names and signs). A failure is made small and kept. Without streams named, all\n"
    "small instances and 1000 random ones are taken.\n"
    "\n"
    "NAME may be a file NAME.reduction, which says what commands reduce, lift and extract:\n"
    "a reduction of one's own, in any language (doc/own.md, data/own). A command that is\n"
    "broken is an error, with its files in a folder broken-NAME; a counterexample's are in\n"
    "counterexample-NAME. --mutate leaves out a part of every target, one after another, and\n"
    "counts the answers that change: 's NEEDED' if each part changes some (exit status 0),\n"
    "else 's NOT NEEDED' (1).\n"
    "\n"
    "Subjects other than reductions have streams of their own: all small traces up to\n"
    "--most-events, then --random ones. 'hitting P F' looks at one family of schedules: every "
    "tuple\n"
    "if that is possible in time, else random ones; rules by the theorem that they are for.\n"
    "--all runs one or more of these checks for each claim\n"
    "of the ED-consistency paper.\n"
    "\n"
    "'s HOLDS' is said when all that was asked for has been done, and that was something; what a\n"
    "limit or an interrupt ended early is 's INCOMPLETE'. Long streams can be done in parts: what "
    "a\n"
    "--timeout stopped says with which --from it goes on.\n"
    "\n"
    "Exit status: 0 as expected (with --ablate: a counterexample was found), 1 not, 3 incomplete,\n"
    "2 an error, 130 interrupted.",
  .options = options,
  .least = 0,
  .most = -1,
  .run = run
};

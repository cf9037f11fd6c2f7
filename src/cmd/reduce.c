/* hbkit reduce, lift, extract: to the target of a reduction, or of a chain of them, and back. */
#include "cmd/robust/programs.h"
#include "cmd/frame/files.h"
#include "cmd/frame/brought.h"
#include "cmd/frame/instances.h"

#include <string.h>

/* --- reduce ------------------------------------------------------------------------------------ */

static const struct cli_option reduce_options[] = {
  OPTION_OUTPUT,
  { "to", "PROBLEM", "instead of NAME: the shortest way to this problem", 0, NULL },
  { "problem", "PROBLEM", "with --to: what the input is, if its form leaves that open", 0, NULL },
  { "map", "FILE", "write which part of the result stands for what, as JSON lines", 'M', "FILE" },
  { "stage", "WHAT", "robust-reach: det, seq or rob (default; doc/robustness.md)", 0, HB_STAGES },
  { "bound", "K", "robust-reach: loops that post are written out K times", 0, NULL },
  { "history", NULL, "3sat-sc: as 3sat-rf, write the history without co, not yet its trace", 0,
    NULL },
  { "ablate", "NAME", "carry out a damaged construction (see 'hbkit reductions')", 0, NULL },
  OPTION_END
};

/* Carries SOURCE to OUTPUT; -v tells the sizes. */
static bool
write_target (struct cli *cli, const struct hb_reduction *reduction, const hb_instance *source,
              hb_output *output, hb_output *map)
{
  uint64_t sizes[HB_MOST_MEASURES];
  if (!hb_reduce_to_file (reduction, source, instance_ablation (cli, reduction), output, map, sizes,
                          cli->diag))
    return false;
  if (cli->verbosity <= 0)
    return true;
  fprintf (stderr, "c %s:", reduction->name);
  for (size_t i = 0; reduction->to->measures[i]; i++)
    fprintf (stderr, "%s %llu %s", i ? "," : "", (unsigned long long)sizes[i],
             reduction->to->measures[i]);
  fputs ("\n", stderr);
  return true;
}

/* Both files or none; false after an error. */
static bool
write_files (struct cli *cli, const struct hb_reduction *reduction, const hb_instance *source)
{
  const char *map_path = cli_text (cli, "map", NULL);
  hb_output *output = hb_output_open (cli_text (cli, "output", "-"), cli->diag);
  hb_output *map = output && map_path ? hb_output_open (map_path, cli->diag) : NULL;
  bool good = output && (map || !map_path) && write_target (cli, reduction, source, output, map);
  if (!good)
    {
      hb_output_discard (output);
      hb_output_discard (map);
      return false;
    }
  good = hb_output_commit (output);
  if (map && good)
    return hb_output_commit (map);
  hb_output_discard (map);
  return good;
}

/* --history asks for the first half of a reduction that goes by way of histories. */
static const struct hb_reduction *
named_reduction (struct cli *cli)
{
  const char *name = cli->operands[0];
  if (!cli_flag (cli, "history"))
    return instance_reduction (cli, name);
  if (strcmp (name, "3sat-sc") || cli_text (cli, "map", NULL))
    cli_usage_error (cli, "--history is for 3sat-sc, and without --map");
  return instance_reduction (cli, "3sat-rf");
}

/* The reduction that the command line asks for, and its source in *SOURCE; NULL after an error. */
static const struct hb_reduction *
find_way (struct cli *cli, hb_instance **source)
{
  const char *to = cli_text (cli, "to", NULL), *problem = cli_text (cli, "problem", NULL);
  if (cli->operand_count != (to ? 1 : 2))
    cli_usage_error (cli, to ? "--to takes the place of NAME; expected one file"
                             : "expected NAME and a file, or --to PROBLEM and a file");
  if (problem && !to)
    cli_usage_error (cli, "--problem is for --to; NAME says what its source is");
  if (!to)
    {
      const struct hb_reduction *named = named_reduction (cli);
      *source = instance_read_source (cli, named, cli->operands[1]);
      return named;
    }
  const struct hb_problem *target = instance_problem (cli, to);
  const struct hb_problem *from = problem ? instance_problem (cli, problem) : NULL;
  if (cli_flag (cli, "history") || cli_text (cli, "ablate", NULL))
    cli_usage_error (cli, "--history and --ablate are for a reduction by its name");
  *source = instance_read (cli, &from, cli->operands[0]);
  const struct hb_reduction *way
      = *source ? hb_reduction_way (from, *source, target, cli->diag) : NULL;
  if (way && cli->verbosity >= 0)
    fprintf (stderr, "c by %s\n", way->name);
  if (!way)
    from ? from->free (from, *source) : (void)0;
  return way;
}

static int
run_reduce (struct cli *cli)
{
  if (!strcmp (cli->operands[0], "robust-reach")
      && (cli_text (cli, "stage", NULL) || cli_text (cli, "bound", NULL)))
    return event_program_reduce (cli);
  cli_refuse (cli, "stage bound", "robust-reach");
  hb_instance *source = NULL;
  const struct hb_reduction *reduction = find_way (cli, &source);
  if (!reduction)
    return cli_fail (cli);
  instance_ablation (cli, reduction);
  bool good = source && write_files (cli, reduction, source);
  reduction->from->free (reduction->from, source);
  instance_release (reduction);
  return good ? 0 : cli_fail (cli);
}

const struct cli_command cmd_reduce = {
  .name = "reduce",
  .summary = "carry an instance to the target of a reduction, or of a chain of them",
  .usage = "NAME[,NAME...] IN -o OUT [--map M]\n--to PROBLEM IN -o OUT [--map M]",
  .examples
  = "hbkit reduce 3bisat-ed f.cnf -o t.edt --map t.map   # formula to 12-handler trace\n"
    "hbkit reduce 3sat-3bisat any.cnf | hbkit reduce 3bisat-ed - -o t.edt\n"
    "hbkit reduce 3sat-3bisat,3bisat-ed any.cnf -o t.edt   # the same as a chain\n"
    "hbkit reduce --to ed-consistency any.cnf -o t.edt   # the shortest way\n"
    "hbkit reduce -v 3sat-edflat f.cnf -o t.edt          # without nested posting; how large\n"
    "hbkit reduce 3sat-rf f.cnf -o h.edt                 # a history, for hbkit check --sc\n"
    "hbkit reduce sc-ed h.edt -o t.edt                   # its trace\n"
    "hbkit reductions                                    # what there is",
  .description
  = "Of several shortest ways --to takes the one with the smallest target, and says which.\n"
    "The map of a chain is that of its steps, one after another.",
  .options = reduce_options,
  .least = 1,
  .most = 2,
  .run = run_reduce
};

/* --- lift and extract -------------------------------------------------------------------------- */

static const struct cli_option output_option[] = { OPTION_OUTPUT, OPTION_END };

/* A source, its target, and what leads from one solution to the other. */
struct way
{
  const struct hb_reduction *reduction;
  hb_instance *source, *target;
};

/* False after an error in cli->diag; to be closed in any case. */
static bool
open_way (struct cli *cli, struct way *way)
{
  way->reduction = instance_reduction (cli, cli->operands[0]);
  way->source = instance_read_source (cli, way->reduction, cli->operands[1]);
  return way->source;
}

/* Solutions go this way (IS_THERE)?  Those of reductions that users bring may not. */
static bool
has_way (struct cli *cli, const struct way *way, bool is_there, const char *verb)
{
  if (!is_there)
    hb_error (cli->diag, NULL, "reduction %s has no '%s'", way->reduction->name, verb);
  return is_there;
}

static bool
make_target (struct cli *cli, struct way *way)
{
  way->target = hb_reduce (way->reduction, way->source, NULL, NULL, cli->diag);
  return way->target;
}

static void
close_way (struct way *way)
{
  const struct hb_reduction *r = way->reduction;
  r->from->free (r->from, way->source);
  r->to->free (r->to, way->target);
  instance_release (r);
}

static int
run_lift (struct cli *cli)
{
  struct way way = { .reduction = NULL };
  hb_solution *solution = NULL, *lifted = NULL;
  bool good = open_way (cli, &way) && has_way (cli, &way, way.reduction->lift, "lift");
  const struct hb_reduction *r = way.reduction;
  good = good && (solution = instance_read_solution (cli, r->from, way.source, cli->operands[2]))
         && make_target (cli, &way)
         && (lifted = r->lift (r, way.source, solution, way.target, cli->diag));
  if (good && !r->to->check (r->to, way.target, lifted, cli->diag))
    {
      hb_error (cli->diag, NULL,
                brought_any ()
                    ? "the lifted %s is none: a fault of the reduction, with this %s and %s"
                    : "the lifted %s is none; this is a bug, please report the %s and its %s",
                r->to->evidence, r->from->thing, r->from->evidence);
      good = false;
    }
  good = good
         && instance_write_solution (cli, cli_text (cli, "output", "-"), r->to, way.target, lifted);
  r->from->free_solution (r->from, solution);
  r->to->free_solution (r->to, lifted);
  close_way (&way);
  return good ? 0 : cli_fail (cli);
}

const struct cli_command cmd_lift = {
  .name = "lift",
  .summary = "carry a solution of the source to one of its reduction",
  .usage = "NAME[,NAME...] IN SOLUTION -o OUT",
  .examples
  = "hbkit lift 3bisat-ed f.cnf f.model -o w.edt     # a witness, replayed before it is written\n"
    "hbkit lift 3sat-3bisat f.cnf f.model            # a model of the reduced formula\n"
    "hbkit lift 3sat-3bisat,3bisat-ed f.cnf f.model -o w.edt   # through a chain",
  .description
  = "A model has the 's' and 'v' lines that SAT solvers write, the solution of a history is\n"
    "the history with co, that of a trace the trace with eo and mo; '-' is standard input.",
  .options = output_option,
  .least = 3,
  .most = 3,
  .run = run_lift
};

static int
run_extract (struct cli *cli)
{
  struct way way = { .reduction = NULL };
  hb_solution *solution = NULL, *extracted = NULL;
  bool good = open_way (cli, &way) && has_way (cli, &way, way.reduction->extract, "extract")
              && make_target (cli, &way);
  const struct hb_reduction *r = way.reduction;
  good = good && (solution = instance_read_solution (cli, r->to, way.target, cli->operands[2]))
         && r->to->check (r->to, way.target, solution, cli->diag)
         && (extracted = r->extract (r, way.source, way.target, solution, cli->diag))
         && r->from->check (r->from, way.source, extracted, cli->diag)
         && instance_write_solution (cli, cli_text (cli, "output", "-"), r->from, way.source,
                                     extracted);
  r->to->free_solution (r->to, solution);
  r->from->free_solution (r->from, extracted);
  close_way (&way);
  return good ? 0 : cli_fail (cli);
}

const struct cli_command cmd_extract = {
  .name = "extract",
  .summary = "carry a solution of the reduction back to one of its source",
  .usage = "NAME[,NAME...] IN SOLUTION [-o OUT]",
  .examples = "hbkit extract 3bisat-ed f.cnf w.edt             # any witness will do\n"
              "hbkit extract 3sat-3bisat f.cnf reduced.model\n"
              "hbkit extract 3sat-3bisat,3bisat-ed f.cnf w.edt # through a chain",
  .description
  = "SOLUTION is a witness (for reductions to traces; it is replayed first), a history with co,\n"
    "or the 's' and 'v' lines of a model. What comes out has been checked against the source.",
  .options = output_option,
  .least = 3,
  .most = 3,
  .run = run_extract
};

/* hbkit reduce, lift, extract, reductions: to the target of a reduction and back. */
#include "cmd/frame/files.h"
#include "cmd/history_ways.h"

#include "run/replay.h"
#include "format/edt.h"

#include <string.h>

/* --- reduce ------------------------------------------------------------------------------------
 * */

static const struct cli_option reduce_options[]
    = { OPTION_OUTPUT,
        { "map", "FILE", "write which part of the result stands for what, as JSON lines", 'M', "FILE" },
        { "history", NULL, "3sat-sc: write the history without co, not yet its trace", 0, NULL },
        { "ablate", "NAME", "carry out a damaged construction (see 'hbkit reductions')", 0, NULL },
        OPTION_END };

static const char *
find_ablation (const struct cli *cli, const struct hb_reduction *reduction)
{
  const char *name = cli_text (cli, "ablate", NULL);
  if (!name)
    return NULL;
  for (const struct hb_ablation *a = reduction->ablations; a && a->name; a++)
    if (!strcmp (a->name, name))
      return a->name;
  cli_usage_error (cli, "reduction %s has no ablation '%s'; 'hbkit reductions' lists them",
                   reduction->name, name);
}

/* Carries CNF to OUTPUT; -v tells the sizes. */
static void
write_target (const struct cli *cli, const struct hb_reduction *reduction, const hb_cnf *cnf,
              const char *ablation, hb_output *output, hb_output *map)
{
  if (reduction->to_trace)
    {
      hb_builder *builder = hb_builder_to_file (output);
      if (cli_flag (cli, "history"))
        reduction->tell_history (cnf, ablation, builder);
      else
        reduction->reduce_trace (cnf, ablation, builder, map);
      struct hb_sizes sizes = hb_builder_sizes (builder);
      hb_builder_finish (builder);
      if (cli->verbosity > 0)
        fprintf (stderr, "c %s: %llu events, %llu messages, %llu handlers\n", reduction->name,
                 (unsigned long long) sizes.events, (unsigned long long) sizes.messages,
                 (unsigned long long) sizes.handlers);
      return;
    }
  hb_cnf *target = reduction->reduce_cnf (cnf, map);
  char *comment = hb_format ("hbkit reduce %s", reduction->name);
  hb_dimacs_write (output, target, comment);
  hb_free (comment);
  hb_cnf_free (target);
}

static int
run_reduce (struct cli *cli)
{
  const struct hb_reduction *reduction = file_reduction (cli);
  if (reduction->from_history)
    return history_reduce (cli);
  const char *ablation = find_ablation (cli, reduction);
  const char *map_path = cli_text (cli, "map", NULL), *path = cli_text (cli, "output", "-");
  if (cli_flag (cli, "history") && (!reduction->tell_history || map_path))
    cli_usage_error (cli, "--history is for 3sat-sc, and without --map");
  hb_cnf *cnf = file_read_instance (cli, reduction, cli->operands[1]);
  if (!cnf)
    return cli_fail (cli);
  hb_output *output = hb_output_open (path, cli->diag);
  hb_output *map = output && map_path ? hb_output_open (map_path, cli->diag) : NULL;
  if (!output || (map_path && !map))
    {
      hb_output_discard (output);
      hb_cnf_free (cnf);
      return cli_fail (cli);
    }
  write_target (cli, reduction, cnf, ablation, output, map);
  hb_cnf_free (cnf);
  bool good = hb_output_commit (output);
  if (map && good)
    good = hb_output_commit (map);
  else
    hb_output_discard (map);
  return good ? 0 : cli_fail (cli);
}

const struct cli_command cmd_reduce = {
  .name = "reduce",
  .summary = "carry a formula or a history to the target of a reduction",
  .usage = "NAME IN.cnf -o OUT [--map M]",
  .examples = "hbkit reduce 3bisat-ed f.cnf -o t.edt --map t.map   # formula to 12-handler trace\n"
              "hbkit reduce 3sat-3bisat any.cnf | hbkit reduce 3bisat-ed - -o t.edt\n"
              "hbkit reduce -v 3sat-edflat f.cnf -o t.edt          # without nested posting; how large\n"
              "hbkit reduce 3sat-sc f.cnf --history -o h.edt       # a history, for hbkit check --sc\n"
              "hbkit reduce sc-ed h.edt -o t.edt                   # its trace\n"
              "hbkit reductions                                    # what there is",
  .options = reduce_options,
  .least = 2,
  .most = 2,
  .run = run_reduce
};

/* --- lift --------------------------------------------------------------------------------------
 * */

static const struct cli_option output_option[] = { OPTION_OUTPUT, OPTION_END };

static int
lift_to_trace (struct cli *cli, const struct hb_reduction *reduction, const hb_cnf *cnf,
               const signed char *model)
{
  const char *path = cli_text (cli, "output", "-");
  hb_trace *trace = file_reduced_trace (reduction, cnf, NULL, cli->diag);
  hb_witness *witness = trace ? reduction->lift_trace (cnf, model, trace, cli->diag) : NULL;
  bool good = witness != NULL;
  if (good && !hb_replay (trace, witness, NULL, cli->diag))
    {
      hb_error (cli->diag, NULL, "the lifted witness does not run; this is a bug, please report the "
                                 "formula and its model");
      good = false;
    }
  good = good && file_write_trace (cli, path, file_form (path), trace, witness);
  hb_witness_free (witness);
  hb_trace_free (trace);
  return good ? 0 : cli_fail (cli);
}

static int
lift_to_cnf (struct cli *cli, const struct hb_reduction *reduction, const hb_cnf *cnf,
             const signed char *model)
{
  hb_cnf *target = reduction->reduce_cnf (cnf, NULL);
  signed char *lifted = hb_calloc ((size_t) target->variables + 1, 1);
  bool good = reduction->lift_cnf (cnf, model, lifted, cli->diag);
  hb_output *output = good ? hb_output_open (cli_text (cli, "output", "-"), cli->diag) : NULL;
  if (output)
    {
      hb_solution_write (output, lifted, target->variables);
      good = hb_output_commit (output);
    }
  else
    good = false;
  hb_free (lifted);
  hb_cnf_free (target);
  return good ? 0 : cli_fail (cli);
}

/* The model in the file PATH; false after an error. */
static bool
read_model (struct cli *cli, const char *path, int variables, struct hb_sat_answer *solution)
{
  struct hb_place place = { .file = path };
  if (!hb_solution_read (path, variables, solution, cli->diag))
    return false;
  if (solution->answer == HB_SATISFIABLE)
    return true;
  hb_error (cli->diag, &place, "no model in this file; expected 's SATISFIABLE' and 'v' lines");
  return false;
}

static int
run_lift (struct cli *cli)
{
  const struct hb_reduction *reduction = file_reduction (cli);
  if (reduction->from_history)
    return history_lift (cli);
  struct hb_sat_answer solution = { .answer = HB_NO_ANSWER };
  hb_cnf *cnf = file_read_instance (cli, reduction, cli->operands[1]);
  if (!cnf)
    return cli_fail (cli);
  int code;
  if (!read_model (cli, cli->operands[2], cnf->variables, &solution))
    code = cli_fail (cli);
  else if (reduction->to_trace)
    code = lift_to_trace (cli, reduction, cnf, solution.model.data);
  else
    code = lift_to_cnf (cli, reduction, cnf, solution.model.data);
  vec_free (solution.model);
  hb_cnf_free (cnf);
  return code;
}

const struct cli_command cmd_lift = {
  .name = "lift",
  .summary = "carry a model of the formula to a solution of its reduction",
  .usage = "NAME IN.cnf MODEL -o OUT",
  .examples = "hbkit lift 3bisat-ed f.cnf f.model -o w.edt     # a witness, replayed before it is written\n"
              "hbkit lift 3sat-3bisat f.cnf f.model            # a model of the reduced formula",
  .description = "MODEL has the 's' and 'v' lines that SAT solvers write; '-' is standard input.",
  .options = output_option,
  .least = 3,
  .most = 3,
  .run = run_lift
};

/* --- extract -----------------------------------------------------------------------------------
 * */

static bool
extract_from_trace (struct cli *cli, const struct hb_reduction *reduction, const hb_cnf *cnf,
                    signed char *model)
{
  const char *path = cli->operands[2];
  hb_trace *full = file_read_trace (cli, path, file_form (path));
  hb_trace *trace = full ? file_reduced_trace (reduction, cnf, NULL, cli->diag) : NULL;
  hb_witness *witness = trace ? hb_witness_extending (trace, full, cli->diag) : NULL;
  bool good = witness && hb_replay (trace, witness, NULL, cli->diag)
              && reduction->extract_trace (cnf, trace, witness, model, cli->diag);
  hb_witness_free (witness);
  hb_trace_free (trace);
  hb_trace_free (full);
  return good;
}

static bool
extract_from_model (struct cli *cli, const struct hb_reduction *reduction, const hb_cnf *cnf,
                    signed char *model)
{
  struct hb_sat_answer solution = { .answer = HB_NO_ANSWER };
  hb_cnf *target = reduction->reduce_cnf (cnf, NULL);
  bool good = read_model (cli, cli->operands[2], target->variables, &solution)
              && reduction->extract_cnf (cnf, solution.model.data, model, cli->diag);
  vec_free (solution.model);
  hb_cnf_free (target);
  return good;
}

static int
run_extract (struct cli *cli)
{
  const struct hb_reduction *reduction = file_reduction (cli);
  if (reduction->from_history)
    return history_extract (cli);
  hb_cnf *cnf = file_read_instance (cli, reduction, cli->operands[1]);
  if (!cnf)
    return cli_fail (cli);
  signed char *model = hb_calloc ((size_t) cnf->variables + 1, 1);
  bool good = reduction->to_trace ? extract_from_trace (cli, reduction, cnf, model)
                                  : extract_from_model (cli, reduction, cnf, model);
  hb_output *output = good ? hb_output_open (cli_text (cli, "output", "-"), cli->diag) : NULL;
  if (output)
    hb_solution_write (output, model, cnf->variables);
  good = output && hb_output_commit (output);
  hb_free (model);
  hb_cnf_free (cnf);
  return good ? 0 : cli_fail (cli);
}

const struct cli_command cmd_extract = {
  .name = "extract",
  .summary = "carry a solution of the reduction back to a model of the formula",
  .usage = "NAME IN.cnf SOLUTION [-o MODEL]",
  .examples = "hbkit extract 3bisat-ed f.cnf w.edt             # any witness will do\n"
              "hbkit extract 3sat-3bisat f.cnf reduced.model",
  .description = "SOLUTION is a witness (for reductions to traces; it is replayed first) or the 's' and 'v'\n"
                 "lines of a model (for reductions to formulas). The model that comes out has been\n"
                 "checked against the formula.",
  .options = output_option,
  .least = 3,
  .most = 3,
  .run = run_extract
};

/* --- reductions --------------------------------------------------------------------------------
 * */

static const struct cli_option table_options[] = { OPTION_JSON, OPTION_END };

static void
json_text (hb_json *json, const char *key, const char *value)
{
  hb_json_member_string (json, key, value);
}

static int
table_as_json (struct cli *cli)
{
  hb_output *output = cli_stdout (cli);
  hb_json *json = hb_json_new (output);
  hb_json_open_object (json);
  hb_json_key (json, "reductions");
  hb_json_open_array (json);
  for (int i = 0; hb_reductions[i]; i++)
    {
      const struct hb_reduction *r = hb_reductions[i];
      hb_json_open_object (json);
      json_text (json, "name", r->name);
      json_text (json, "source", r->source);
      json_text (json, "target", r->target);
      json_text (json, "reference", r->reference);
      json_text (json, "handlers", r->handlers);
      json_text (json, "sizes", r->sizes);
      hb_json_key (json, "ablations");
      hb_json_open_array (json);
      for (const struct hb_ablation *a = r->ablations; a && a->name; a++)
        {
          hb_json_open_object (json);
          json_text (json, "name", a->name);
          json_text (json, "summary", a->summary);
          hb_json_close (json);
        }
      hb_json_close (json);
      hb_json_close (json);
    }
  hb_json_close (json);
  hb_json_close (json);
  hb_json_free (json);
  return hb_output_commit (output) ? 0 : cli_fail (cli);
}

static int
run_reductions (struct cli *cli)
{
  if (cli_flag (cli, "json"))
    return table_as_json (cli);
  for (int i = 0; hb_reductions[i]; i++)
    {
      const struct hb_reduction *r = hb_reductions[i];
      printf ("%s%s: %s to %s\n", i ? "\n" : "", r->name, r->source, r->target);
      printf ("  from      %s\n", r->reference);
      if (*r->handlers)
        printf ("  handlers  %s\n", r->handlers);
      printf ("  sizes     %s\n", r->sizes);
      for (const struct hb_ablation *a = r->ablations; a && a->name; a++)
        printf ("  %s %-20s %s\n", a == r->ablations ? "ablations" : "         ", a->name, a->summary);
    }
  return 0;
}

const struct cli_command cmd_reductions = {
  .name = "reductions",
  .summary = "list the reductions, their sizes and their ablations",
  .usage = "[--json]",
  .examples = "hbkit reductions",
  .options = table_options,
  .least = 0,
  .most = 0,
  .run = run_reductions
};

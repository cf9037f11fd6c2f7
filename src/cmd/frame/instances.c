/* See instances.h. */
#include "cmd/frame/instances.h"

#include "cmd/frame/brought.h"

#include "base/vec.h"
#include "problem/chain.h"

#include <stdlib.h>
#include <string.h>

/* Of NAMES some are files: NULL after errors in DIAG. */
static const struct hb_reduction *
brought_reduction (const char *names, hb_diag *diag)
{
  VEC (const struct hb_reduction *) steps = VEC_EMPTY;
  const struct hb_reduction *step = NULL;
  for (const char *at = names; at;)
    {
      size_t length = strcspn (at, ",");
      char *name = hb_copy_bytes (at, length);
      step = brought_is_one (name, length) ? brought_open (name, diag)
                                           : hb_reduction_named (name, diag);
      hb_free (name);
      if (!step)
        break;
      vec_push (steps, step);
      at = at[length] ? at + length + 1 : NULL;
    }
  if (step && steps.size > 1)
    step = hb_chain_new (steps.data, steps.size, diag);
  vec_free (steps);
  return step;
}

static bool
names_a_file (const char *names)
{
  for (; *names; names += strcspn (names, ","), names += *names == ',')
    if (brought_is_one (names, strcspn (names, ",")))
      return true;
  return false;
}

const struct hb_reduction *
instance_reduction (const struct cli *cli, const char *names)
{
  if (names_a_file (names))
    {
      const struct hb_reduction *brought = brought_reduction (names, cli->diag);
      if (!brought)
        exit (cli_fail ((struct cli *)cli));
      return brought;
    }
  hb_diag *diag = hb_diag_new ();
  const struct hb_reduction *reduction = hb_reduction_named (names, diag);
  if (!reduction)
    cli_usage_error (cli, "%s", hb_diag_first (diag));
  hb_diag_free (diag);
  return reduction;
}

void
instance_release (const struct hb_reduction *reduction)
{
  bool is_step = brought_any () && reduction && !strchr (reduction->name, ',');
  if (!is_step)
    hb_reduction_release (reduction);
  brought_close ();
}

const struct hb_ablation *
instance_ablation (const struct cli *cli, const struct hb_reduction *reduction)
{
  const char *name = cli_text (cli, "ablate", NULL);
  const struct hb_ablation *found = name ? hb_ablation_find (reduction, name) : NULL;
  if (name && !found)
    cli_usage_error (cli, "reduction %s has no ablation '%s'; 'hbkit reductions' lists them",
                     reduction->name, name);
  return found;
}

const struct hb_problem *
instance_problem (const struct cli *cli, const char *name)
{
  bool is_brought = brought_end (name);
  const struct hb_problem *problem
      = is_brought ? brought_problem (name, cli->diag) : hb_problem_find (name);
  if (!problem && is_brought)
    exit (cli_fail ((struct cli *)cli));
  if (!problem)
    cli_usage_error (cli, "no problem '%s'; 'hbkit problems' lists them", name);
  return problem;
}

hb_instance *
instance_read (struct cli *cli, const struct hb_problem **problem, const char *path)
{
  hb_input *input = hb_input_open (path, cli->diag);
  if (input && !*problem && !(*problem = hb_problem_of_input (input)))
    {
      struct hb_place place = { .file = path };
      hb_error (cli->diag, &place,
                "no problem that hbkit knows has such instances; 'hbkit problems' lists them, and "
                "--problem names one");
      hb_input_close (input);
      return NULL;
    }
  return input ? (*problem)->read (*problem, input, cli->diag) : NULL;
}

/* Where another problem has files of that kind and leads here, that may be what was meant. */
static void
suggest_another (struct cli *cli, const struct hb_problem *problem)
{
  for (size_t i = 0; hb_reductions[i]; i++)
    {
      const struct hb_reduction *r = hb_reductions[i];
      if (r->to != problem || r->from == problem || strcmp (r->from->suffix, problem->suffix))
        continue;
      hb_warning (cli->diag, NULL, "this is no %s %s; 'hbkit reduce %s' makes one of any %s",
                  problem->title, problem->thing, r->name, r->from->thing);
      return;
    }
}

hb_instance *
instance_read_source (struct cli *cli, const struct hb_reduction *reduction, const char *path)
{
  const struct hb_problem *from = reduction->from;
  hb_instance *source = instance_read (cli, &from, path);
  if (source && hb_reduction_accepts (reduction, source, cli->diag))
    return source;
  if (!source && from->admits)
    suggest_another (cli, from);
  from->free (from, source);
  return NULL;
}

hb_solution *
instance_read_solution (struct cli *cli, const struct hb_problem *problem,
                        const hb_instance *instance, const char *path)
{
  hb_input *input = hb_input_open (path, cli->diag);
  return input ? problem->read_solution (problem, instance, input, cli->diag) : NULL;
}

bool
instance_write_solution (struct cli *cli, const char *path, const struct hb_problem *problem,
                         const hb_instance *instance, const hb_solution *solution)
{
  hb_output *output = hb_output_open (path, cli->diag);
  if (!output)
    return false;
  problem->write_solution (problem, instance, solution, output);
  return hb_output_commit (output);
}

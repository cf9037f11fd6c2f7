/* See stream.h.  A stream is a numbered sequence of instances. */
#include "cmd/verify/stream.h"

#include "cmd/frame/brought.h"
#include "cmd/verify/damage.h"
#include "cmd/verify/pace.h"
#include "cmd/verify/workers.h"

#include "base/vec.h"
#include "reduce/reductions.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Does a failure say something about the reduction?  Not if a command of the user's is broken, or was stopped. */
static bool
is_verdict (struct worker *worker)
{
  if (!brought_any ())
    return true;
  if (brought_fault ())
    {
      char *folder = hb_format ("%s/broken-%s", cli_text (worker->cli, "keep", "."),
                                worker->verify->reduction->name);
      hb_error (worker->cli->diag, NULL, "%s", brought_fault ());
      /* A formula that is broken has no files. */
      if (brought_keep_fault (folder, worker->cli->diag) && !access (folder, F_OK))
        hb_warning (worker->cli->diag, NULL, "its files are in %s", folder);
      hb_free (folder);
      return false;
    }
  return !hb_interrupted () && !hb_limits_hit (worker->verify->limits);
}

/* Checks INSTANCE, which the reduction accepts or not; false to stop the stream. */
static bool
examine (struct worker *worker, const hb_instance *instance)
{
  struct verify *verify = worker->verify;
  char *why;
  if (hb_limits_hit (verify->limits))
    {
      worker->stopped = true;
      return false;
    }
  bool good = verify->mutate ? damage_instance (verify, instance, &why)
                             : verify_instance (verify, instance, &why);
  if (good && brought_fault ())
    {
      is_verdict (worker);
      worker->stopped = true;
      return false;
    }
  if (!good)
    {
      if (!is_verdict (worker))
        {
          hb_free (why);
          worker->stopped = true;
          return false;
        }
      worker->counterexample
          = verify->mutate ? verify->reduction->from->copy (verify->reduction->from, instance)
                           : verify_shrink (verify, instance, &why);
      worker->why = why;
      return false;
    }
  verify_pace_show (worker->cli, verify->reduction->from, worker->index,
                    worker->before + verify->counts.instances * worker->step);
  if (!hb_limits_hit (verify->limits))
    return true;
  worker->stopped = true;
  return false;
}

static bool
is_mine (struct worker *worker)
{
  uint64_t index = worker->index++;
  return index >= worker->skip && index % worker->step == worker->first;
}

/* Some constructions do not take all instances: those are no part of the stream. */
static bool
is_accepted (const struct worker *worker, const hb_instance *instance)
{
  hb_diag *diag = hb_diag_new ();
  bool accepted = hb_reduction_accepts (worker->verify->reduction, instance, diag);
  hb_diag_free (diag);
  return accepted;
}

/* --- all small ones ----------------------------------------------------------------------------- */

static bool
has_solution (const struct worker *worker, const hb_instance *instance)
{
  const struct hb_decider *decider = worker->verify->reduction->from->deciders[0];
  struct hb_decide_options options = { .limits = worker->verify->limits };
  return decider->decide (decider, instance, &options, NULL, worker->cli->diag) != HB_NO;
}

static bool
visit (void *context, const hb_instance *instance)
{
  struct worker *worker = context;
  const struct hb_problem *from = worker->verify->reduction->from;
  if (!is_mine (worker) || !is_accepted (worker, instance)
      || (worker->streams->only_no && has_solution (worker, instance)))
    {
      worker->stopped = hb_limits_hit (worker->verify->limits);
      return !worker->stopped;
    }
  if (!examine (worker, instance))
    return false;
  if (!from->vary)
    return true;
  /* The construction depends on what the enumeration leaves open: the order of what has none, names
   * and signs. */
  struct hb_rng rng = hb_rng_stream (worker->verify->seed, worker->index);
  hb_instance *other = from->vary (from, instance, &rng);
  bool go_on = !is_accepted (worker, other) || examine (worker, other);
  from->free (from, other);
  return go_on;
}

static void
exhaustive (struct worker *worker)
{
  const struct hb_problem *from = worker->verify->reduction->from;
  from->enumerate (from, worker->size, worker->streams->exhaustive_bounds, visit, worker);
  /* A command that enumerates may break after its last instance, or before the first. */
  if (!worker->stopped && !worker->counterexample && brought_fault ())
    {
      is_verdict (worker);
      worker->stopped = true;
    }
}

/* --- random ones -------------------------------------------------------------------------------- */

static void
random_ones (struct worker *worker)
{
  const struct hb_problem *from = worker->verify->reduction->from;
  size_t generators = 0;
  bool go_on = true;
  while (from->generators[generators])
    generators++;
  for (uint64_t i = 0; i < worker->streams->random && go_on; i++)
    {
      if (!is_mine (worker))
        continue;
      const struct hb_generator *generator = from->generators[i % generators];
      struct hb_rng rng = hb_rng_stream (worker->verify->seed, i);
      hb_instance *instance
          = generator->draw (generator, worker->streams->random_bounds, &rng, worker->cli->diag);
      go_on = instance && (!is_accepted (worker, instance) || examine (worker, instance));
      from->free (from, instance);
    }
}

/* --- files -------------------------------------------------------------------------------------- */

typedef VEC (char *) paths;

static int
by_name (const void *a, const void *b)
{
  return strcmp (*(char *const *)a, *(char *const *)b);
}

/* Appends the files of FOLDER that may be instances, in order of name. */
static void
add_folder (struct worker *worker, const char *path, DIR *folder, paths *found)
{
  char *suffix = hb_format (".%s", worker->verify->reduction->from->suffix);
  size_t first = found->size;
  struct dirent *entry;
  while ((entry = readdir (folder)))
    if (strstr (entry->d_name, suffix))
      vec_push (*found, hb_format ("%s/%s", path, entry->d_name));
  if (found->size > first)
    qsort (found->data + first, found->size - first, sizeof *found->data, by_name);
  else
    {
      struct hb_place place = { .file = path };
      hb_error (worker->cli->diag, &place, "no %s in this folder; expected %s files",
                worker->verify->reduction->from->things, suffix);
    }
  hb_free (suffix);
}

/* The file as an instance of another problem, carried over; NULL after an error. */
static hb_instance *
carried_over (struct worker *worker, const char *path, hb_diag *diag)
{
  const struct hb_problem *to = worker->verify->reduction->from;
  hb_input *input = hb_input_open (path, diag);
  const struct hb_problem *from = input ? hb_problem_of_input (input) : NULL;
  if (!from || from == to)
    {
      hb_input_close (input);
      return NULL;
    }
  hb_instance *instance = from->read (from, input, diag);
  const struct hb_reduction *way = instance ? hb_reduction_way (from, instance, to, diag) : NULL;
  hb_instance *carried = way ? hb_reduce (way, instance, NULL, NULL, diag) : NULL;
  hb_reduction_release (way);
  from->free (from, instance);
  return carried;
}

/* The instance at PATH, by way of another problem's if it is none; NULL after an error. */
static hb_instance *
read_file (struct worker *worker, const char *path)
{
  const struct hb_problem *from = worker->verify->reduction->from;
  hb_diag *diag = hb_diag_new (), *ignored = hb_diag_new ();
  hb_input *input = hb_input_open (path, diag);
  hb_instance *instance = input ? from->read (from, input, diag) : NULL;
  if (!instance)
    instance = carried_over (worker, path, ignored);
  if (!instance) /* again, for the errors */
    {
      input = hb_input_open (path, worker->cli->diag);
      instance = input ? from->read (from, input, worker->cli->diag) : NULL;
    }
  if (instance && !hb_reduction_accepts (worker->verify->reduction, instance, worker->cli->diag))
    {
      from->free (from, instance);
      instance = NULL;
    }
  hb_diag_free (diag);
  hb_diag_free (ignored);
  return instance;
}

static void
files (struct worker *worker)
{
  const struct hb_problem *from = worker->verify->reduction->from;
  paths found = VEC_EMPTY;
  bool go_on = true;
  for (int i = 0; i < worker->streams->file_count; i++)
    {
      const char *operand = worker->streams->files[i];
      DIR *folder = opendir (operand);
      if (folder)
        add_folder (worker, operand, folder, &found);
      else
        vec_push (found, hb_copy_text (operand));
      if (folder)
        closedir (folder);
    }
  for (size_t i = 0; i < found.size; i++)
    {
      if (is_mine (worker) && go_on)
        {
          hb_instance *instance = read_file (worker, found.data[i]);
          go_on = instance && examine (worker, instance);
          from->free (from, instance);
        }
      hb_free (found.data[i]);
    }
  vec_free (found);
}

/* --- all of them -------------------------------------------------------------------------------- */

static bool
has_ended (const struct verify_outcome *outcome)
{
  return outcome->counterexample || !outcome->complete || hb_interrupted ();
}

bool
verify_run_streams (struct cli *cli, struct verify *verify, const struct verify_streams *streams,
                    struct verify_outcome *outcome)
{
  bool good = true;
  outcome->complete = true;
  verify_pace_start (verify->reduction->from, streams);
  /* Size by size, so that the first counterexample is of the smallest. */
  for (uint64_t size = 0;
       streams->exhaustive && size <= streams->exhaustive_bounds[0] && good && !has_ended (outcome);
       size++)
    good = verify_share (cli, verify, streams, outcome, exhaustive, size);
  if (streams->random && good && !has_ended (outcome))
    good = verify_share (cli, verify, streams, outcome, random_ones, 0);
  if (streams->file_count && good && !has_ended (outcome))
    good = verify_share (cli, verify, streams, outcome, files, 0);
  /* An interrupt between two streams leaves some undone. */
  outcome->complete = outcome->complete && !(hb_interrupted () && !outcome->counterexample);
  return good;
}

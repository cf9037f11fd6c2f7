/* See loop.h. */
#include "cmd/verify/loop.h"

#include "base/memory.h"

#include <string.h>

/* Solutions lifted of an instance whose solutions can all be visited. */
#define MOST_LIFTED 64

/* Solutions extracted of a target whose solutions can all be visited. */
#define MOST_EXTRACTED 256

/* What is written is read again of this many instances, and of one in so many after these. */
#define ALL_READ_AGAIN 64

/* One instance at work. */
struct check
{
  struct verify *verify;
  const struct hb_problem *from, *to;
  const hb_instance *source;
  hb_instance *target;
  enum hb_answer answer; /* of the source */
  hb_diag *diag;
  char **why;
};

/* Says what failed, unless something was said; always false. */
static bool fails (struct check *check, const char *format, ...) HB_PRINTF (2, 3);

static bool
fails (struct check *check, const char *format, ...)
{
  va_list arguments;
  if (*check->why)
    return false;
  va_start (arguments, format);
  *check->why = hb_format_list (format, arguments);
  va_end (arguments);
  return false;
}

static const char *
first_error (const struct check *check)
{
  const char *text = hb_diag_first (check->diag);
  return text ? text : "no reason was given";
}

static const char *
word_of (const struct hb_problem *problem, enum hb_answer answer)
{
  return answer == HB_YES ? problem->yes : answer == HB_NO ? problem->no : "UNKNOWN";
}

/* --- lifting and extracting --------------------------------------------------------------------- */

/* SOLUTION of the target, which its problem has accepted, must extract to one of the source. */
static bool
extract_one (struct check *check, const hb_solution *solution, const hb_solution *lifted_from)
{
  const struct hb_reduction *r = check->verify->reduction;
  hb_solution *back = r->extract (r, check->source, check->target, solution, check->diag);
  bool good = true;
  if (!back)
    good = fails (check, "a %s of the target does not extract: %s", check->to->evidence,
                  first_error (check));
  else if (!check->from->check (check->from, check->source, back, check->diag))
    good = fails (check, "a %s of the target extracts to no %s: %s", check->to->evidence,
                  check->from->evidence, first_error (check));
  else if (lifted_from && r->faithful
           && !check->from->same (check->from, check->source, lifted_from, back))
    good = fails (check, "a lifted %s extracts to another one", check->from->evidence);
  check->from->free_solution (check->from, back);
  return good;
}

/* SOLUTION of the source must lift to one of the target, which must extract. */
static bool
lift_one (struct check *check, const hb_solution *solution)
{
  const struct hb_reduction *r = check->verify->reduction;
  hb_solution *lifted = r->lift (r, check->source, solution, check->target, check->diag);
  bool good = true;
  check->verify->counts.lifted++;
  if (!lifted)
    good = fails (check, "a %s does not lift: %s", check->from->evidence, first_error (check));
  else if (!check->to->check (check->to, check->target, lifted, check->diag))
    good = fails (check, "a lifted %s is no %s of the target: %s", check->from->evidence,
                  check->to->evidence, first_error (check));
  else if (r->extract)
    good = extract_one (check, lifted, solution);
  check->to->free_solution (check->to, lifted);
  return good;
}

/* As many of NUMBER solutions as are wanted. */
static size_t
most (const struct check *check, size_t number)
{
  size_t wanted = check->verify->most_solutions;
  return wanted && wanted < number ? wanted : number;
}

struct lifting
{
  struct check *check;
  size_t count;
  bool good;
};

static bool
visit_solution (void *context, const hb_solution *solution)
{
  struct lifting *lifting = context;
  lifting->good = lift_one (lifting->check, solution);
  return lifting->good && ++lifting->count < most (lifting->check, MOST_LIFTED);
}

/* --- deciders ----------------------------------------------------------------------------------- */

/* Do the target's solutions have to extract? */
static bool
solutions_matter (const struct verify *verify)
{
  return verify->reduction->extract
         && (!verify->ablation || verify->ablation->bits & HB_ABLATES_MODELS);
}

/* What is done with a solution that a decider found. */
typedef bool solution_use (struct check *check, const hb_solution *solution);

static bool
use_of_source (struct check *check, const hb_solution *solution)
{
  if (!check->from->check (check->from, check->source, solution, check->diag))
    return fails (check, "a decider gave a %s that is none: %s", check->from->evidence,
                  first_error (check));
  return !check->target || !check->verify->reduction->lift || lift_one (check, solution);
}

static bool
use_of_target (struct check *check, const hb_solution *solution)
{
  if (!check->to->check (check->to, check->target, solution, check->diag))
    return fails (check, "a decider gave a %s of the target that is none: %s", check->to->evidence,
                  first_error (check));
  if (!solutions_matter (check->verify))
    return true;
  check->verify->counts.extracted++;
  return extract_one (check, solution, NULL);
}

/* DECIDER's answer to INSTANCE of PROBLEM, whose solutions go to USE; HB_OPEN too if it does not take it. */
static enum hb_answer
ask (struct check *check, const struct hb_problem *problem, const struct hb_decider *decider,
     const hb_instance *instance, uint64_t seed, solution_use *use, bool *good)
{
  struct hb_decide_options options = { .seed = seed, .limits = check->verify->limits };
  const char *reason;
  hb_solution *solution = NULL;
  if (decider->accepts && !decider->accepts (decider, instance, &reason))
    return HB_OPEN;
  size_t errors = hb_diag_errors (check->diag);
  enum hb_answer answer = decider->decide (decider, instance, &options, &solution, check->diag);
  check->verify->counts.answers += answer != HB_OPEN;
  if (hb_diag_errors (check->diag) > errors)
    *good = fails (check, "decider %s: %s", decider->name, first_error (check));
  else if (answer == HB_YES && solution)
    *good = use (check, solution);
  problem->free_solution (problem, solution);
  return answer;
}

/* Asks everyone about the source; their answer.  False if two differ, or a solution is none. */
static bool
decide_source (struct check *check)
{
  const struct hb_decider *first = NULL;
  bool good = true;
  for (size_t i = 0; check->from->deciders[i] && good; i++)
    {
      const struct hb_decider *decider = check->from->deciders[i];
      enum hb_answer answer
          = ask (check, check->from, decider, check->source, 0, use_of_source, &good);
      if (good && answer && check->answer && answer != check->answer)
        good = fails (check, "%s calls the %s %s, %s %s", first->name, check->from->thing,
                      word_of (check->from, check->answer), decider->name,
                      word_of (check->from, answer));
      if (answer && !check->answer)
        {
          check->answer = answer;
          first = decider;
        }
    }
  return good;
}

static bool
is_asked (const struct verify *verify, const char *name)
{
  size_t length = verify->decider ? strlen (verify->decider) : 0;
  return !length
         || (!strncmp (name, verify->decider, length) && (!name[length] || name[length] == ':'));
}

/* DECIDER's opinion on the target; again with other seeds if it may find other solutions. */
static bool
decide_target_by (struct check *check, const struct hb_decider *decider, bool *decided)
{
  struct verify *verify = check->verify;
  bool again = decider->seeded && check->answer == HB_YES && solutions_matter (verify), good = true;
  for (uint64_t i = 0; i < (again ? verify->seeds : 1) && good; i++)
    {
      enum hb_answer answer = ask (check, check->to, decider, check->target,
                                   i ? verify->seed + i : 0, use_of_target, &good);
      if (good && answer && answer != check->answer)
        good = fails (check, "the %s is %s, its target %s (by %s)", check->from->thing,
                      word_of (check->from, check->answer), word_of (check->to, answer),
                      decider->name);
      if (!answer)
        break;
      *decided = true;
    }
  return good;
}

static bool
visit_of_target (void *context, const hb_solution *solution)
{
  struct lifting *extracting = context;
  extracting->check->verify->counts.extracted++;
  extracting->good = extract_one (extracting->check, solution, NULL);
  return extracting->good && ++extracting->count < most (extracting->check, MOST_EXTRACTED);
}

/* Any solution of a small target, not just those that deciders find. */
static bool
extract_all (struct check *check)
{
  struct lifting extracting = { .check = check, .good = true };
  if (check->to->all_solutions && solutions_matter (check->verify))
    check->to->all_solutions (check->to, check->target, visit_of_target, &extracting);
  return extracting.good;
}

static bool
decide_target (struct check *check, bool *decided)
{
  for (size_t i = 0; check->to->deciders[i]; i++)
    if (is_asked (check->verify, check->to->deciders[i]->name)
        && !decide_target_by (check, check->to->deciders[i], decided))
      return false;
  return true;
}

/* --- what stands in the files ------------------------------------------------------------------- */

static bool
comes_back (struct check *check, const struct hb_problem *problem, const hb_instance *instance,
            const char *what)
{
  hb_output *output = hb_output_to_memory ();
  size_t size;
  problem->write (problem, instance, NULL, output);
  char *text = hb_output_text (output, &size);
  char *name = hb_format ("instance.%s", problem->suffix);
  hb_instance *again
      = problem->read (problem, hb_input_of_bytes (name, text, size, check->diag), check->diag);
  bool good = true;
  if (!again)
    good = fails (check, "the %s cannot be read as it was written: %s", what, first_error (check));
  else if (!problem->equal (problem, instance, again))
    good = fails (check, "the %s is another one after it was written and read", what);
  problem->free (problem, again);
  hb_free (name);
  hb_free (text);
  return good;
}

static bool
both_come_back (struct check *check)
{
  uint64_t i = check->verify->counts.instances;
  if (i > ALL_READ_AGAIN && i % ALL_READ_AGAIN)
    return true;
  return comes_back (check, check->from, check->source, "source")
         && comes_back (check, check->to, check->target, "target");
}

/* "3 events, 2 messages"; new. */
static char *
sizes_text (const struct hb_problem *problem, const uint64_t *sizes)
{
  char *text = hb_copy_text ("");
  for (size_t i = 0; problem->measures[i]; i++)
    {
      char *more = hb_format ("%s%s%llu %s", text, i ? ", " : "", (unsigned long long)sizes[i],
                              problem->measures[i]);
      hb_free (text);
      text = more;
    }
  return text;
}

static bool
check_sizes (struct check *check)
{
  const struct hb_reduction *r = check->verify->reduction;
  uint64_t declared[HB_MOST_MEASURES] = { 0 }, found[HB_MOST_MEASURES] = { 0 };
  check->to->sizes (check->to, check->target, found);
  check->verify->counts.size += found[0];
  if (!r->sizes || check->verify->ablation)
    return true;
  r->sizes (r, check->source, declared);
  for (size_t i = 0; check->to->measures[i]; i++)
    if (declared[i] == HB_SIZE_UNTOLD)
      declared[i] = found[i];
  if (!memcmp (declared, found, hb_problem_measures (check->to) * sizeof *found))
    return true;
  char *is = sizes_text (check->to, found), *was = sizes_text (check->to, declared);
  fails (check, "the target has %s; declared were %s", is, was);
  hb_free (is);
  hb_free (was);
  return false;
}

/* --- one instance ------------------------------------------------------------------------------- */

static bool
make_target (struct check *check)
{
  const struct verify *verify = check->verify;
  check->target = hb_reduce (verify->reduction, check->source, verify->ablation, NULL, check->diag);
  if (!check->target)
    return fails (check, "the reduction makes no target: %s", first_error (check));
  if (!verify->ablation && !hb_problem_admits (check->to, check->target, check->diag))
    return fails (check, "the target is no instance of %s: %s", check->to->title,
                  first_error (check));
  return check_sizes (check) && both_come_back (check);
}

/* All solutions of a small instance, otherwise those that deciders find. */
static bool
lift_all (struct check *check)
{
  struct lifting lifting = { .check = check, .good = true };
  if (check->from->all_solutions)
    check->from->all_solutions (check->from, check->source, visit_solution, &lifting);
  bool good = lifting.good;
  for (size_t i = 0; !lifting.count && good && check->from->deciders[i]; i++)
    for (uint64_t seed = 0; seed < check->verify->seeds && good; seed++)
      if (!seed || check->from->deciders[i]->seeded)
        ask (check, check->from, check->from->deciders[i], check->source,
             seed ? check->verify->seed + seed : 0, use_of_source, &good);
  return good;
}

static bool
run_check (struct check *check)
{
  struct verify_counts *counts = &check->verify->counts;
  bool decided = false;
  if (!decide_source (check))
    return false;
  counts->yes += check->answer == HB_YES;
  counts->no += check->answer == HB_NO;
  bool good = !check->answer || (make_target (check) && decide_target (check, &decided));
  good = good && (check->answer != HB_YES || extract_all (check));
  const struct hb_reduction *r = check->verify->reduction;
  if (good && check->answer == HB_YES && !check->verify->ablation && r->lift)
    good = lift_all (check);
  for (unsigned i = 0; good && check->answer && !check->verify->ablation && r->variant
                       && r->variant (r, check->target, i);
       i++)
    good = decide_target (check, &decided);
  counts->open += good && !decided;
  return good;
}

bool
verify_instance (struct verify *verify, const hb_instance *source, char **why)
{
  const struct hb_reduction *r = verify->reduction;
  struct check check = { .verify = verify,
                         .from = r->from,
                         .to = r->to,
                         .source = source,
                         .diag = hb_diag_new (),
                         .why = why };
  *why = NULL;
  verify->counts.instances++;
  if (verify->unsure)
    verify->unsure ();
  bool good = run_check (&check);
  /* The solution that was not accepted may be one: that ended the check of this instance. */
  if (!good && verify->unsure && verify->unsure ())
    {
      hb_free (*why);
      *why = NULL;
      verify->counts.open++;
      good = true;
    }
  check.to->free (check.to, check.target);
  hb_diag_free (check.diag);
  return good;
}

/* --- making a failure small --------------------------------------------------------------------- */

/* INSTANCE without part I, if that is accepted and fails as well; new, or NULL.  *WHY is replaced. */
static hb_instance *
smaller_failure (struct verify *verify, const hb_instance *instance, size_t i, char **why)
{
  const struct hb_problem *from = verify->reduction->from;
  hb_diag *diag = hb_diag_new ();
  char *reason = NULL;
  hb_instance *less = from->without (from, instance, i);
  bool fails_too = less && hb_reduction_accepts (verify->reduction, less, diag)
                   && !verify_instance (verify, less, &reason);
  bool broken = verify->broken && verify->broken ();
  hb_diag_free (diag);
  if (fails_too && !broken)
    {
      hb_free (*why);
      *why = reason;
      return less;
    }
  hb_free (reason);
  from->free (from, less);
  return NULL;
}

hb_instance *
verify_shrink (struct verify *verify, const hb_instance *source, char **why)
{
  const struct hb_problem *from = verify->reduction->from;
  struct verify_counts counts = verify->counts;
  hb_instance *best = from->copy (from, source);
  size_t tried = 0; /* since the last success */
  for (size_t i = 0, parts; from->parts && (parts = from->parts (from, best)) > tried; i++)
    {
      if (hb_interrupted ())
        break;
      i = i < parts ? i : 0;
      hb_instance *less = smaller_failure (verify, best, i, why);
      tried = less ? 0 : tried + 1;
      if (!less)
        continue;
      from->free (from, best);
      best = less;
      i--; /* what was behind part I stands there now */
    }
  verify->counts = counts;
  return best;
}

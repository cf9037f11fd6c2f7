/* See damage.h. */
#include "cmd/verify/damage.h"

#include "base/memory.h"

/* DECIDERS' answer to INSTANCE of PROBLEM: that of the first one who has one. */
static enum hb_answer
answer_to (struct verify *verify, const struct hb_problem *problem, const hb_instance *instance,
           hb_diag *diag)
{
  struct hb_decide_options options = { .limits = verify->limits };
  const char *reason;
  enum hb_answer answer = HB_OPEN;
  for (size_t i = 0; problem->deciders[i] && !answer && !hb_diag_errors (diag); i++)
    {
      const struct hb_decider *decider = problem->deciders[i];
      if (!decider->accepts || decider->accepts (decider, instance, &reason))
        answer = decider->decide (decider, instance, &options, NULL, diag);
    }
  verify->counts.answers += answer != HB_OPEN;
  return answer;
}

/* Leaves out part I. */
static void
leave_out (struct verify *verify, const hb_instance *target, size_t i, enum hb_answer right,
           struct verify_damage *damage, hb_diag *diag)
{
  const struct hb_problem *to = verify->reduction->to;
  hb_instance *less = to->without (to, target, i);
  enum hb_answer answer = less ? answer_to (verify, to, less, diag) : HB_OPEN;
  damage->tried += answer != HB_OPEN;
  damage->noticed += answer && answer != right;
  to->free (to, less);
}

bool
damage_instance (struct verify *verify, const hb_instance *source, char **why)
{
  const struct hb_reduction *r = verify->reduction;
  hb_diag *diag = hb_diag_new ();
  enum hb_answer right = answer_to (verify, r->from, source, diag);
  hb_instance *target = right ? hb_reduce (r, source, verify->ablation, NULL, diag) : NULL;
  size_t parts = target && r->to->parts ? r->to->parts (r->to, target) : 0;
  verify->counts.instances++;
  verify->counts.yes += right == HB_YES;
  verify->counts.no += right == HB_NO;
  verify->counts.open += right == HB_OPEN;
  for (size_t i = 0; i < parts && i < VERIFY_DAMAGES && !hb_diag_errors (diag); i++)
    {
      leave_out (verify, target, i, right, &verify->counts.front[i], diag);
      leave_out (verify, target, parts - 1 - i, right, &verify->counts.back[i], diag);
    }
  bool good = !hb_diag_errors (diag);
  *why = good ? NULL : hb_copy_text (hb_diag_first (diag));
  r->to->free (r->to, target);
  hb_diag_free (diag);
  return good;
}

/* --- what came out -------------------------------------------------------------------------------- */

struct damage_sum
damage_sum (const struct verify_counts *counts)
{
  struct damage_sum sum = { 0, 0 };
  for (int i = 0; i < VERIFY_DAMAGES; i++)
    {
      sum.tried += (counts->front[i].tried > 0 ? 1u : 0u) + (counts->back[i].tried > 0 ? 1u : 0u);
      sum.noticed
          += (counts->front[i].noticed > 0 ? 1u : 0u) + (counts->back[i].noticed > 0 ? 1u : 0u);
    }
  return sum;
}

static void
print_side (const struct verify_damage *damages, const char *from)
{
  for (int i = 0; i < VERIFY_DAMAGES; i++)
    if (damages[i].tried)
      printf ("c without part %d%s: %llu of %llu answers are wrong%s\n", i + 1, from,
              (unsigned long long)damages[i].noticed, (unsigned long long)damages[i].tried,
              damages[i].noticed ? "" : "; no instance needs it");
}

void
damage_print (const struct verify_counts *counts)
{
  print_side (counts->front, "");
  print_side (counts->back, " from behind");
}

static void
json_side (hb_json *json, const struct verify_damage *damages, bool behind)
{
  for (int i = 0; i < VERIFY_DAMAGES; i++)
    if (damages[i].tried)
      {
        hb_json_open_object (json);
        hb_json_member_unsigned (json, "part", (uint64_t)i + 1);
        hb_json_member_bool (json, "from_behind", behind);
        hb_json_member_unsigned (json, "targets", damages[i].tried);
        hb_json_member_unsigned (json, "wrong_answers", damages[i].noticed);
        hb_json_close (json);
      }
}

void
damage_json (hb_json *json, const struct verify_counts *counts)
{
  hb_json_member_array (json, "damages");
  json_side (json, counts->front, false);
  json_side (json, counts->back, true);
  hb_json_close (json);
}

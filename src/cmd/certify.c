/* hbkit certify: does a certificate prove its verdict? */
#include "cmd/certify_any.h"
#include "cmd/diff/certify_diff.h"
#include "cmd/robust/programs.h"
#include "cmd/frame/posets.h"

#include "proof/certify.h"
#include "proof/certify_hitting.h"
#include "proof/periodic/certify.h"
#include "proof/periodic/tasks.h"

#include "base/plural.h"

static const struct cli_option options[]
    = { OPTION_JSON, OPTIONS_POSET, OPTIONS_IMPORT, OPTION_END };

static const char *
claim_of (const struct hb_certified *certified)
{
  return certified->verdict == HB_CONSISTENT     ? "CONSISTENT"
         : certified->verdict == HB_INCONSISTENT ? "INCONSISTENT"
                                                 : NULL;
}

static bool
print_json (struct cli *cli, const struct hb_certified *certified, double seconds)
{
  hb_json *json = cli_json (cli);
  hb_json_member_bool (json, "verified", certified->verdict != HB_UNKNOWN);
  hb_json_key (json, "verdict");
  if (certified->verdict != HB_UNKNOWN)
    hb_json_string (json, claim_of (certified));
  else
    hb_json_null (json);
  hb_json_key (json, "reason");
  if (certified->verdict != HB_UNKNOWN)
    hb_json_null (json);
  else
    hb_json_string (json, hb_diag_first (cli->diag));
  hb_json_member_unsigned (json, "steps", certified->steps);
  hb_json_member_unsigned (json, "cycles", certified->cycles);
  hb_json_member_unsigned (json, "clauses", certified->clauses);
  hb_json_member_double (json, "seconds", seconds, 6);
  return hb_json_commit (json);
}

static void
print_text (const struct cli *cli, const struct hb_certified *certified, double seconds)
{
  const char *claim = claim_of (certified);
  if (claim && cli->verbosity >= 0)
    {
      if (certified->verdict == HB_CONSISTENT)
        printf ("c %zu event%s ran, in the orders claimed\n", certified->steps,
                HB_S (certified->steps));
      else
        printf ("c %zu cycle%s of %zu step%s, %zu clause%s derived\n", certified->cycles,
                HB_S (certified->cycles), certified->steps, HB_S (certified->steps),
                certified->clauses, HB_S (certified->clauses));
      printf ("c %.3f s\n", seconds);
    }
  if (claim)
    printf ("s VERIFIED %s\n", claim);
  else
    puts ("s NOT VERIFIED");
}

/* A number that the certificate did not tell, or not well, is null. */
static void
member_number (hb_json *json, const char *key, bool is_known, uint64_t number)
{
  if (is_known)
    hb_json_member_unsigned (json, key, number);
  else
    hb_json_member_null (json, key);
}

/* --- of hitting families --- */

static int
print_hitting (struct cli *cli, const struct hb_certified_hitting *found, double seconds)
{
  if (cli_flag (cli, "json"))
    {
      hb_json *json = cli_json (cli);
      hb_json_member_bool (json, "verified", found->good);
      member_number (json, "depth", found->d, (uint64_t)found->d);
      member_number (json, "low", found->good, found->low);
      member_number (json, "high", found->good, found->high);
      hb_json_member_unsigned (json, "cycles", found->cycles);
      hb_json_member_unsigned (json, "clauses", found->clauses);
      hb_json_member_double (json, "seconds", seconds, 6);
      return hb_json_commit (json) ? !found->good : 2;
    }
  if (found->good && cli->verbosity >= 0)
    printf ("c depth %d: %zu tuple%s, %zu of them pairwise incompatible, %zu cycle%s, %zu clause%s "
            "derived\nc %.3f s\n",
            found->d, found->tuples, HB_S (found->tuples), found->clique, found->cycles,
            HB_S (found->cycles), found->clauses, HB_S (found->clauses), seconds);
  if (!found->good)
    puts ("s NOT VERIFIED");
  else if (found->low == found->high)
    printf ("s VERIFIED MINIMUM %zu\n", found->low);
  else
    printf ("s VERIFIED BOUNDS %zu %zu\n", found->low, found->high);
  return !found->good;
}

/* INPUT (stolen) is such a certificate. */
static int
run_hitting (struct cli *cli, hb_input *input)
{
  struct poset_file file;
  int code = 2;
  if (poset_open (cli, cli->operands[0], &file))
    {
      double start = hb_now ();
      struct hb_certified_hitting found = hb_certify_hitting (file.poset, input, cli->diag);
      code = print_hitting (cli, &found, hb_now () - start);
    }
  if (code)
    cli_fail (cli);
  hb_input_close (input);
  poset_close (&file);
  return code;
}

/* --- of periodic programs --- */

/* INPUT (stolen) is such a certificate. */
static int
run_periodic (struct cli *cli, hb_input *input)
{
  double start = hb_now ();
  hb_c_unit *unit = hb_claimed_read (cli->operands[0], cli->diag);
  struct hb_certified_periodic found = { .good = false };
  if (unit)
    found = hb_certify_periodic (unit, input, cli->diag);
  double seconds = hb_now () - start;
  int code = found.good ? 0 : unit ? 1 : 2;
  hb_input_close (input);
  hb_c_free (unit);
  if (cli_flag (cli, "json"))
    {
      hb_json *json = cli_json (cli);
      hb_json_member_bool (json, "verified", found.good);
      member_number (json, "time", found.departure, (uint64_t)found.time);
      hb_json_member_string (json, "departure", found.departure);
      hb_json_member_string (json, "semantics", found.semantics);
      hb_json_member_unsigned (json, "jobs", found.jobs);
      hb_json_member_unsigned (json, "clauses", found.clauses);
      hb_json_member_unsigned (json, "steps", found.steps);
      hb_json_member_double (json, "seconds", seconds, 6);
      code = hb_json_commit (json) ? code : 2;
    }
  else
    {
      if (found.good && cli->verbosity >= 0)
        printf (
            "c until %lld, departure %s, semantics %s%s: %zu job%s, %zu clause%s derived from the "
            "program, %zu of them used, %zu step%s of the proof\nc %.3f s\n",
            (long long)found.time, found.departure, found.semantics,
            found.div0 ? ", no division by zero" : "", found.jobs, HB_S (found.jobs), found.clauses,
            HB_S (found.clauses), found.used, found.steps, HB_S (found.steps), seconds);
      puts (found.good ? "s VERIFIED SAFE" : "s NOT VERIFIED");
    }
  if (code)
    cli_fail (cli);
  return code;
}

static int
run (struct cli *cli)
{
  if (cli->operand_count == 3 || hb_aed_is (cli->operands[0]))
    cli_takes_only (cli, "json", "a certificate of programs");
  if (cli->operand_count == 3)
    return certify_diff (cli);
  if (hb_aed_is (cli->operands[0]))
    return event_program_certify (cli);
  hb_input *proof = hb_input_open (cli->operands[1], cli->diag);
  if (!proof)
    return cli_fail (cli);
  if (hb_is_hitting_certificate (proof))
    return run_hitting (cli, proof);
  cli_refuse (cli, POSET_OPTIONS, "posets");
  const struct hb_problem *problem = certify_problem (cli, proof);
  if (problem || hb_is_periodic_certificate (proof))
    file_refuse_import (cli);
  if (problem)
    return certify_any (cli, problem, proof);
  if (hb_is_periodic_certificate (proof))
    return run_periodic (cli, proof);
  hb_trace *trace = file_read_trace (cli, cli->operands[0], file_form (cli->operands[0]));
  if (!trace)
    {
      hb_input_close (proof);
      return cli_fail (cli);
    }
  double start = hb_now ();
  struct hb_certified certified = hb_certify (trace, proof, cli->diag);
  double seconds = hb_now () - start;
  int code = certified.verdict != HB_UNKNOWN ? 0 : certified.is_certificate ? 1 : 2;
  if (code < 2 && cli_flag (cli, "json"))
    code = print_json (cli, &certified, seconds) ? code : 2;
  else if (code < 2)
    print_text (cli, &certified, seconds);
  if (code)
    cli_fail (cli);
  hb_input_close (proof);
  hb_trace_free (trace);
  return code;
}

const struct cli_command cmd_certify = {
  .name = "certify",
  .summary = "check the certificate of a verdict",
  .usage = "T.edt CERTIFICATE\nF.cnf PROOF\nP.poset CERTIFICATE\nP.aed CERTIFICATE\nP.c "
           "CERTIFICATE\nOLD.c "
           "NEW.c CERTIFICATE",
  .examples = "hbkit check t.edt --certificate t.cert   # decide, and prove it\n"
              "hbkit certify t.edt t.cert               # is that a proof?\n"
              "hbkit minimal complete:2,2 --hit 3 --certificate c && hbkit certify complete:2,2 c\n"
              "hbkit periodic q.c --certificate c && hbkit certify q.c c\n"
              "hbkit diff old.c new.c -k 2 --certificate c && hbkit certify old.c new.c c",
  .description
  = "A certificate of consistency is an execution, which is carried out event by event. One of\n"
    "inconsistency is a list of cycles of happens-before, each under assumptions on the order\n"
    "of messages, and a refutation of the claim that all of them can be avoided; every step\n"
    "is checked against the trace. The checker shares no code with the engines of 'check'.\n"
    "Of formulas and of histories it takes what 'solve --certificate' writes: a model or a\n"
    "refutation in DRAT, as any SAT solver writes them; a run or cycles.\n"
    "The certificates of 'minimal' are told by their first line: a family, and a refutation whose\n"
    "clauses are rebuilt from the poset (s VERIFIED MINIMUM M, s VERIFIED BOUNDS LOW HIGH).\n"
    "Those of 'periodic' are clauses, each of which the checker derives from the program by code "
    "of\n"
    "its own, and a refutation of them (s VERIFIED SAFE).\n"
    "Those of 'diff' are runs, which are carried out, and refutations of all other sets of\n"
    "dependencies (s VERIFIED REFINES, s VERIFIED DIFFERS).\n"
    "\n"
    "Exit status: 0 it is a proof (s VERIFIED CONSISTENT or s VERIFIED INCONSISTENT), 1 it is\n"
    "not (s NOT VERIFIED, with the line and column of the first step that fails), 2 an error.",
  .options = options,
  .least = 2,
  .most = 3,
  .run = run
};

/* See report.h. */
#include "cmd/verify/report.h"

#include "cmd/verify/damage.h"

#include "base/plural.h"

#include <ctype.h>
#include <string.h>

/* Lines of a counterexample that are printed; a larger one is in its file alone. */
#define MOST_PRINTED 60

/* "UNSATISFIABLE" as "unsatisfiable"; new. */
static char *
lower (const char *word)
{
  char *text = hb_copy_text (word);
  for (char *c = text; *c; c++)
    *c = (char)tolower ((unsigned char)*c);
  return text;
}

static void
print_json (const struct verify_report *report)
{
  const struct verify_counts *counts = &report->outcome->counts;
  const struct hb_problem *from = report->reduction->from;
  char *yes = lower (from->yes), *no = lower (from->no);
  hb_json *json = cli_json (report->cli);
  hb_json_member_string (json, "reduction", report->reduction->name);
  hb_json_member_string (json, "verdict", verify_verdict_name (report->verdict));
  hb_json_member_bool (json, "as_expected", verify_verdict_code (report->verdict) == 0);
  hb_json_member_unsigned (json, "seed", report->seed);
  hb_json_member_unsigned (json, from->things, counts->instances);
  hb_json_member_unsigned (json, yes, counts->yes);
  hb_json_member_unsigned (json, no, counts->no);
  hb_json_member_unsigned (json, "undecided", counts->open);
  hb_json_member_unsigned (json, "answers", counts->answers);
  hb_json_member_unsigned (json, "models_lifted", counts->lifted);
  hb_json_member_unsigned (json, "witnesses_extracted", counts->extracted);
  hb_json_member_unsigned (json, report->reduction->to->measures[0], counts->size);
  if (report->mutates)
    damage_json (json, counts);
  hb_json_member_bool (json, "complete", report->outcome->complete);
  hb_json_member_string (json, "decider", report->decider);
  hb_json_member_unsigned (json, "seeds", report->seeds);
  hb_json_member_unsigned (json, "from", report->from);
  hb_json_member_unsigned (json, "to", report->outcome->seen);
  hb_json_member_string (json, "counterexample", report->path);
  hb_json_member_string (json, "reason", report->outcome->why);
  hb_json_member_double (json, "seconds", report->seconds, 3);
  hb_free (yes);
  hb_free (no);
  if (!hb_json_commit (json))
    cli_fail (report->cli);
}

/* What a verdict leaves out without anybody's having asked for less. */
static void
print_gaps (const struct verify_report *report)
{
  const struct verify_counts *counts = &report->outcome->counts;
  const struct hb_problem *from = report->reduction->from, *to = report->reduction->to;
  if (report->outcome->counterexample)
    return;
  if (!counts->no != !counts->yes)
    printf ("c all %s are %s: what is wrong on others alone was not seen\n", from->things,
            counts->yes ? from->yes : from->no);
  if (report->mutates || report->ablation || !counts->yes)
    return;
  if (report->reduction->lift && !counts->lifted)
    printf ("c nothing was lifted: nobody who decides %s gives a %s\n", from->title,
            from->evidence);
  if (report->reduction->extract && !counts->extracted && !counts->lifted)
    printf ("c nothing was extracted: nobody who decides %s gives a %s\n", to->title, to->evidence);
}

static void
print_counts (const struct verify_report *report)
{
  const struct verify_counts *counts = &report->outcome->counts;
  const struct hb_problem *from = report->reduction->from, *to = report->reduction->to;
  char *yes = lower (from->yes), *no = lower (from->no);
  printf ("c seed %llu\n", (unsigned long long)report->seed);
  printf ("c %llu %s: %llu %s, %llu %s\n", (unsigned long long)counts->instances,
          counts->instances == 1 ? from->thing : from->things, (unsigned long long)counts->yes, yes,
          (unsigned long long)counts->no, no);
  if (!report->mutates)
    printf ("c %llu %s lifted, %llu solution%s of the target extracted\n",
            (unsigned long long)counts->lifted,
            counts->lifted == 1 ? from->evidence : from->evidences,
            (unsigned long long)counts->extracted, HB_S (counts->extracted));
  const char *end = report->outcome->complete ? "" : ", stopped before the end";
  if (report->mutates)
    printf ("c %.1f s%s\n", report->seconds, end);
  else
    {
      printf ("c %s", hb_of_many (counts->size, to->measures[0]));
      printf (" in all %s, %.1f s%s\n", to->things, report->seconds, end);
    }
  if (!report->mutates && (!report->reduction->lift || !report->reduction->extract))
    printf ("c answers%s alone: the reduction has no %s\n",
            report->reduction->lift ? " and lifting" : "",
            report->reduction->extract ? "'lift'"
            : report->reduction->lift  ? "'extract'"
                                       : "'lift' and no 'extract'");
  if (report->mutates)
    damage_print (counts);
  print_gaps (report);
  if (counts->open)
    printf ("c %llu %s not decided\n", (unsigned long long)counts->open,
            counts->open == 1 ? from->thing : from->things);
  hb_free (yes);
  hb_free (no);
}

/* Where the streams began and ended, if they were not done whole, and who alone was asked. */
static void
print_part (const struct verify_report *report)
{
  const struct verify_outcome *outcome = report->outcome;
  if (report->decider)
    printf ("c of those who decide the targets %s alone was asked\n", report->decider);
  if (report->seeds != VERIFY_SEEDS)
    printf ("c who finds others with other seeds was asked with %llu of them\n",
            (unsigned long long)report->seeds);
  if (report->from)
    printf ("c the first %llu were passed over: this is about the others\n",
            (unsigned long long)report->from);
  if (!outcome->complete && !outcome->counterexample)
    printf ("c --from %llu goes on\n", (unsigned long long)outcome->seen);
}

/* The counterexample itself, if it is small. */
static void
print_counterexample (const struct verify_report *report)
{
  const struct hb_problem *from = report->reduction->from;
  hb_output *output = hb_output_to_memory ();
  size_t size, lines = 0;
  uint64_t sizes[HB_MOST_MEASURES] = { 0 };
  from->sizes (from, report->outcome->counterexample, sizes);
  from->write (from, report->outcome->counterexample, NULL, output);
  char *text = hb_output_text (output, &size);
  for (size_t i = 0; i < size; i++)
    lines += text[i] == '\n';
  printf ("c counterexample of");
  for (size_t i = 0; from->measures[i]; i++)
    printf ("%s %s", i ? "," : "", hb_of_many (sizes[i], from->measures[i]));
  printf (": %s\n", report->outcome->why);
  for (char *line = text; lines <= MOST_PRINTED && *line;)
    {
      size_t length = strcspn (line, "\n");
      printf ("c   %.*s\n", (int)length, line);
      line += length + (line[length] == '\n');
    }
  hb_free (text);
}

static void
print_text (const struct verify_report *report)
{
  if (report->cli->verbosity >= 0)
    {
      print_counts (report);
      print_part (report);
    }
  if (report->outcome->counterexample)
    print_counterexample (report);
  if (report->path)
    printf ("c kept as %s\n", report->path);
  printf ("s %s\n", verify_verdict_name (report->verdict));
}

void
verify_report_print (const struct verify_report *report)
{
  if (cli_flag (report->cli, "json"))
    print_json (report);
  else
    print_text (report);
}

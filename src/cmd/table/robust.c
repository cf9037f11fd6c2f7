/* hbkit table robust: the rows of the robustness paper's Tables 1 and 2 that are modelled (data/programs/robust/), as
 * published and by every engine, by states, and with main taking tasks in the order of their posts. */
#include "cmd/robust/programs.h"
#include "cmd/table/table.h"

#include "robust/decide.h"
#include "robust/outcomes.h"

static const struct table_column columns[] = { { "row", "row" },
                                               { "model", "model" },
                                               { "published", "published" },
                                               { "time", "published_time" },
                                               { "explore", "explore" },
                                               { "s", "explore_seconds" },
                                               { "summaries", "summaries" },
                                               { "s", "summaries_seconds" },
                                               { "bmc", "bmc" },
                                               { "s", "bmc_seconds" },
                                               { "direct", "direct" },
                                               { "s", "direct_seconds" },
                                               { "by states", "states" },
                                               { "FIFO", "fifo" },
                                               { NULL, NULL } };

/* Tables 1 (Det?) and 2 (Ser?) of the paper; times as min:s. */
static const struct row
{
  const char *row, *model, *published, *time;
} rows[] = {
  { "1 aarddict, create activity", "aarddict-create", "Y", "0:01" },
  { "1 aarddict, lookup word", "aarddict-lookup", "Y", "<0:01" },
  { "1 apphangar, select item", "apphangar-select", "Y", "<0:01" },
  { "1 apphangar, update icon pack", "apphangar-icon-pack", "N", "0:33" },
  { "1 irccloud, send message", "irccloud-send", "Y", "<0:01" },
  { "2 aarddict 1", "aarddict-1", "N", "23:12" },
  { "2 aarddict 2", "aarddict-2", "N", "1:42" },
  { "2 grtgtfs 1, no query", "grtgtfs-1-null", "Y", "2:04" },
  { "2 grtgtfs 1, a query", "grtgtfs-1-set", "Y", "2:04" },
  { "2 grtgtfs 1, any order", "grtgtfs-1-free", "Y", "2:04" },
  { "2 grtgtfs 3, no query", "grtgtfs-3-null", "Y", "0:02" },
  { "2 grtgtfs 3, a query", "grtgtfs-3-set", "Y", "0:02" },
  { "2 grtgtfs 4", "grtgtfs-4", "N", "1:21" },
  { "2 irccloud 6", "irccloud-6", "N", "5:28" },
  { "2 irccloud 7", "irccloud-7", "N", "0:59" },
  { "- irccloud, repaired", "irccloud-repaired", "Y", "-" },
  { "- irccloud, repaired, no post", "irccloud-repaired-alone", "-", "-" },
};

static const char *
letter (enum hb_robust_answer answer)
{
  return answer == HB_ROBUST_ROBUST ? "Y" : answer == HB_ROBUST_VIOLATED ? "N" : "?";
}

static bool
measure (struct cli *cli, table *t, const struct event_program *program)
{
  struct hb_robust_options how = { .parts = HB_PART_BOTH };
  struct hb_robust_result found;
  bool good = true;
  for (int engine = HB_ROBUST_EXPLORE; engine < HB_ROBUST_ALL && good; engine++)
    {
      struct hb_limits limits = hb_limits_new (cli_double (cli, "engine-timeout", 12), 0);
      double start = hb_now ();
      how.engine = (enum hb_robust_engine)engine;
      how.limits = &limits;
      good = hb_robust_decide (program->code, &how, &found, cli->diag);
      table_text (t, "%s", letter (found.answer));
      table_seconds (t, hb_now () - start);
      hb_robust_result_free (&found);
    }
  how.limits = NULL;
  table_text (t, "%s", letter (hb_states_decide (program->code, &how).robust));
  how.engine = HB_ROBUST_EXPLORE;
  how.queue = true;
  good = good && hb_robust_decide (program->code, &how, &found, cli->diag);
  table_text (t, "%s", good ? letter (found.answer) : "-");
  if (good)
    hb_robust_result_free (&found);
  return good;
}

static int
run (struct cli *cli)
{
  const char *folder = table_programs_folder (cli);
  table *t = table_new ("Rows of the robustness paper's Tables 1 and 2", columns);
  bool good = true;
  if (cli->operand_count > 1)
    cli_usage_error (cli, "table robust takes no file '%s'", cli->operands[1]);
  for (size_t i = 0; i < sizeof rows / sizeof *rows && good; i++)
    {
      char *path = hb_format ("%s/robust/%s.aed", folder, rows[i].model);
      struct event_program program;
      good = event_program_open (cli, path, &program);
      if (good)
        {
          table_text (t, "%s", rows[i].row);
          table_text (t, "%s", rows[i].model);
          table_text (t, "%s", rows[i].published);
          table_text (t, "%s", rows[i].time);
          good = measure (cli, t, &program);
        }
      event_program_close (&program);
      hb_free (path);
    }
  table_note (
      t, "Y: robust; published: Det? of Table 1, Ser? of Table 2, and minutes:seconds by JPF.");
  table_note (t, "The models are by hand (doc/robustness.md); the paper says \"robust\" of the "
                 "repaired irccloud, with the post.");
  int code = good ? table_write (t, cli) : cli_fail (cli);
  table_free (t);
  return code;
}

const struct table_subject table_robust = { "robust", run };

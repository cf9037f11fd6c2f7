/* See gen_hitting.h. */
#include "cmd/gen_hitting.h"

#include "cmd/frame/posets.h"

#include "gen/hitting/hunt.h"
#include "poset/file.h"

#include "base/plural.h"

/* Bytes that an expansion may have before rules are the default. */
#define MOST_EXPANDED 10e6

static bool
write (struct cli *cli, const hb_poset *poset, const struct hb_family_file *family,
       const char *comment)
{
  hb_output *output = hb_output_open (cli_text (cli, "output", "-"), cli->diag);
  if (!output)
    return false;
  bool expand = cli_flag (cli, "expand")
                || 8.0 * (double)poset->count * (double)hb_family_size (family) < MOST_EXPANDED;
  if (cli_flag (cli, "binary"))
    hb_family_write_binary (output, poset, family);
  else
    hb_family_write (output, poset, family, expand && !cli_flag (cli, "rules"), comment);
  return hb_output_commit (output);
}

int
cmd_gen_hitting (struct cli *cli)
{
  struct poset_file file;
  struct hb_hitting_wanted wanted = { .d = (int)cli_unsigned (cli, "hit", 3),
                                      .by = (enum hb_hitting_way)cli_choice (cli, "by", HB_BY_AUTO),
                                      .delta = cli_double (cli, "delta", 0.01),
                                      .seed = cli_unsigned (cli, "seed", 0),
                                      .reduce = cli_flag (cli, "reduce") };
  if (wanted.d < 2 || wanted.d > HB_MOST_DEPTH)
    cli_usage_error (cli, "--hit takes a number from 2 to %d", HB_MOST_DEPTH);
  if (!(wanted.delta > 0) || wanted.delta > 1)
    cli_usage_error (cli, "--delta takes a probability above 0, at most 1");
  if (cli->operand_count < 2)
    cli_usage_error (cli, "of which poset? expected a file, or a shape as antichain:20");
  struct hb_limits limits = hb_limits_new (0, 0);
  struct hb_family_file family = { .orders = NULL };
  const char *way;
  bool good = poset_open (cli, cli->operands[1], &file)
              && hb_hitting_make (file.poset, &wanted, &family, &way, &limits, cli->diag);
  if (good)
    {
      char *comment = hb_format ("hbkit gen schedule --hit %d %s --by %s%s", wanted.d,
                                 cli->operands[1], way, wanted.reduce ? " --reduce" : "");
      good = write (cli, file.poset, &family, comment);
      hb_free (comment);
      if (cli->verbosity >= 0)
        {
          fprintf (stderr, "c %zu schedule%s, by %s\n", hb_family_size (&family),
                   HB_S (hb_family_size (&family)), way);
          if (wanted.by == HB_BY_RANDOM)
            fprintf (
                stderr,
                "c random (seed %llu): %d-hitting with probability at least %g; verify tells\n",
                (unsigned long long)wanted.seed, wanted.d, 1 - wanted.delta);
          hb_diag_print (cli->diag, stderr, cli->colour);
        }
    }
  hb_family_file_free (&family);
  poset_close (&file);
  return good ? 0 : cli_fail (cli);
}

int
cmd_gen_poset (struct cli *cli)
{
  struct poset_file file;
  if (cli->operand_count < 2)
    cli_usage_error (cli, "of what? expected a file, or a shape as complete:2,4");
  bool good = poset_open (cli, cli->operands[1], &file);
  hb_output *output = good ? hb_output_open (cli_text (cli, "output", "-"), cli->diag) : NULL;
  good = output;
  if (good)
    {
      char *comment = hb_format ("hbkit gen poset %s", cli->operands[1]);
      hb_poset_write (output, file.poset, comment);
      hb_free (comment);
      good = hb_output_commit (output);
      if (cli->verbosity >= 0)
        hb_diag_print (cli->diag, stderr, cli->colour);
    }
  poset_close (&file);
  return good ? 0 : cli_fail (cli);
}

int
cmd_gen_bug (struct cli *cli)
{
  struct poset_file file = { .poset = NULL };
  const char *path = cli_text (cli, "order", NULL);
  uint64_t d = cli_unsigned (cli, "hit", 3), seed = cli_unsigned (cli, "seed", 0);
  bool hard = cli_choice (cli, "tuple", 0);
  if (!path)
    cli_usage_error (cli, "of which poset? expected --order, a file or a shape as complete:2,5");
  if (d < 2 || d > HB_MOST_DEPTH)
    cli_usage_error (cli, "--hit takes a number from 2 to %d", HB_MOST_DEPTH);
  bool good = poset_open (cli, path, &file);
  if (good && file.poset->count < d)
    {
      hb_error (cli->diag, NULL, "a bug of depth %d needs as many elements; there are %u", (int)d,
                file.poset->count);
      good = false;
    }
  hb_output *output = good ? hb_output_open (cli_text (cli, "output", "-"), cli->diag) : NULL;
  good = output;
  if (good)
    {
      struct hb_rng rng = hb_rng_seeded (seed);
      struct hb_poset_question ask = { .members = (int)d };
      hb_bug_draw (file.poset, (int)d, hard, &rng, ask.bug);
      char *comment = hb_format ("hbkit gen bug --order %s --hit %d --tuple %s --seed %llu", path,
                                 (int)d, hard ? "hard" : "uniform", (unsigned long long)seed);
      hb_poset_write_question (output, file.poset, &ask, comment);
      hb_free (comment);
      good = hb_output_commit (output);
    }
  poset_close (&file);
  return good ? 0 : cli_fail (cli);
}

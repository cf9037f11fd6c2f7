/* hbkit hunt: how many schedules it takes until a seeded bug is found. */
#include "cmd/frame/files.h"

#include "gen/hitting/hunt.h"
#include "poset/file.h"

#include "base/plural.h"

static const struct cli_option options[]
    = { { "by", "WHO",
          "random, pct, family (default; in its order), shuffled, or minimal: a smallest family", 0,
          HB_HUNTERS },
        OPTION_SEED,
        { "timeout", "SECONDS",
          "end after this time, 0: never; minimal: s UNKNOWN, and that after 20 seconds by default",
          't', NULL },
        OPTION_JSON,
        OPTION_END };

static bool
print_json (struct cli *cli, const char *verdict, const struct hb_poset_question *ask,
            const struct hb_hunt *hunt, double seconds)
{
  hb_json *json = cli_json (cli);
  hb_json_member_string (json, "verdict", verdict);
  hb_json_member_unsigned (json, "depth", (uint64_t)ask->members);
  hb_json_member_unsigned (json, "rounds", hunt->family);
  hb_json_key (json, "steps");
  if (hunt->found)
    hb_json_unsigned (json, hunt->found);
  else
    hb_json_null (json);
  hb_json_member_double (json, "seconds", seconds, 3);
  return hb_json_commit (json);
}

/* A family is to find every bug. */
static int
report (struct cli *cli, const struct hb_poset_question *ask, const struct hb_hunt *hunt,
        enum hb_hunter who, double seconds)
{
  const char *verdict = !hunt->decided ? "UNKNOWN" : hunt->found ? "FOUND" : "MISSED";
  if (cli_flag (cli, "json"))
    {
      if (!print_json (cli, verdict, ask, hunt, seconds))
        return cli_fail (cli);
    }
  else
    {
      if (cli->verbosity >= 0)
        printf ("c a bug of depth %d; the family has %zu schedule%s, %zu were to be tried\n",
                ask->members, hunt->family, HB_S (hunt->family), hunt->most);
      printf ("s %s", verdict);
      if (hunt->found)
        printf (" %zu", hunt->found);
      putchar ('\n');
    }
  return hunt->decided && !hunt->found && who >= HB_HUNT_FAMILY ? 1 : 0;
}

static int
run (struct cli *cli)
{
  struct hb_poset_question ask;
  enum hb_hunter who = (enum hb_hunter)cli_choice (cli, "by", HB_HUNT_FAMILY);
  struct hb_limits limits = hb_limits_new (cli_double (cli, "timeout", 20), 0);
  struct hb_rng rng = hb_rng_seeded (cli_unsigned (cli, "seed", 0));
  struct hb_hunt hunt;
  double start = hb_now ();
  hb_input *input = hb_input_open (cli->operands[0], cli->diag);
  hb_poset *poset = input ? hb_poset_read_question (input, &ask, cli->diag) : NULL;
  hb_input_close (input);
  bool good = poset;
  if (good && !ask.members)
    {
      hb_error (cli->diag, NULL, "%s has no bug; expected a line 'bug A B ..', as 'gen bug' writes",
                cli->operands[0]);
      good = false;
    }
  good = good && hb_hunt (poset, ask.bug, ask.members, who, &rng, &limits, &hunt, cli->diag);
  int code = good ? report (cli, &ask, &hunt, who, hb_now () - start) : cli_fail (cli);
  hb_poset_free (poset);
  return code;
}

const struct cli_command cmd_hunt = {
  .name = "hunt",
  .summary = "how many schedules it takes until a seeded bug is found",
  .usage = "P.poset [--by WHO] [--seed N]",
  .examples = "hbkit gen bug --order complete:2,5 --hit 3 --seed 1 -o bug.poset\n"
              "hbkit hunt bug.poset                             # by a 3-hitting family\n"
              "hbkit hunt bug.poset --by pct --seed 7",
  .description
  = "P.poset has a line 'bug A B ..': a counter that message A brings to 1, B from 1 to 2, and so\n"
    "on; it must not reach the number of messages. Schedules run messages one at a time. Those of\n"
    "a hitting family find every such bug; random ones and PCT try ten times as many schedules as\n"
    "the family has (doc/hitting.md).\n"
    "\n"
    "Prints 's FOUND N', the N-th schedule having found it, or 's MISSED'; with --by minimal\n"
    "'s UNKNOWN' if no smallest family was found in time.\n"
    "\n"
    "Exit status: 0; 1 if a family misses the bug, which would be a fault; 2 an error.",
  .options = options,
  .least = 1,
  .most = 1,
  .run = run
};

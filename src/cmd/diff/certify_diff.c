/* See certify_diff.h. */
#include "cmd/diff/certify_diff.h"

#include "base/plural.h"

#include "diff/certify.h"

static bool
print_json (struct cli *cli, const struct diff_certified *found)
{
  hb_json *json = cli_json (cli);
  hb_json_member_bool (json, "verified", found->verified);
  if (found->rank)
    {
      hb_json_member_unsigned (json, "rank", found->rank);
      hb_json_member_unsigned (json, "old", found->sets[0]);
      hb_json_member_unsigned (json, "new", found->sets[1]);
    }
  else
    hb_json_member_string (json, "rank", found->every ? "every" : "all");
  hb_json_member_unsigned (json, "only_old", found->only[0]);
  hb_json_member_unsigned (json, "only_new", found->only[1]);
  hb_json_member_unsigned (json, "runs", found->runs);
  hb_json_member_unsigned (json, "cycles", found->cycles);
  hb_json_member_unsigned (json, "lemmas", found->lemmas);
  hb_json_member_unsigned (json, "refuted", found->refuted);
  return hb_json_commit (json);
}

static void
print_counts (const struct diff_certified *found)
{
  if (found->rank)
    printf ("c up to rank %u: %s in OLD, %zu in NEW; only OLD %zu, only NEW %zu\n", found->rank,
            hb_many (found->sets[0], "set"), found->sets[1], found->only[0], found->only[1]);
  else
    printf ("c %s: only OLD %zu, only NEW %zu\n",
            found->every ? "every minimal difference"
                         : "each run is matched or has one of the differences",
            found->only[0], found->only[1]);
  printf ("c %s, %s refuted by %s and %s derived\n", hb_many (found->runs, "run"),
          hb_many (found->refuted, "set"), hb_many (found->cycles, "cycle"),
          hb_many (found->lemmas, "clause"));
}

int
certify_diff (struct cli *cli)
{
  hb_input *input = hb_input_open (cli->operands[2], cli->diag);
  if (!input)
    return cli_fail (cli);
  const char *const paths[2] = { cli->operands[0], cli->operands[1] };
  if (!diff_is_certificate (input))
    {
      struct hb_place place = { .file = cli->operands[2], .line = 1 };
      hb_error (cli->diag, &place, "expected 'hbdiff 1', a certificate of 'hbkit diff'");
      hb_input_close (input);
      return cli_fail (cli);
    }
  struct diff_certified found = diff_certify (paths, input, cli->diag);
  int code = found.unread ? 2 : !found.verified;
  if (found.unread)
    ;
  else if (cli_flag (cli, "json"))
    code = print_json (cli, &found) ? code : 2;
  else
    {
      if (found.verified && cli->verbosity >= 0)
        print_counts (&found);
      puts (!found.verified ? "s NOT VERIFIED"
            : found.only[1] ? "s VERIFIED DIFFERS"
                            : "s VERIFIED REFINES");
    }
  hb_input_close (input);
  if (code)
    cli_fail (cli);
  return code;
}

/* hbkit minimal: a smallest hitting family of a poset, with its proof. */
#include "cmd/frame/posets.h"

#include "gen/hitting/family.h"
#include "poset/minimal.h"

#include "base/plural.h"

static const struct cli_option options[]
    = { { "hit", "D", "tuples of D elements (default 2: the order dimension)", 0, NULL },
        { "family", "FILE", "write the family", 'f', "FILE" },
        { "certificate", "FILE", "write the proof that none is smaller, for 'certify'", 'c',
          "FILE" },
        { "solver", "NAME",
          "cadical (default), picosat, or a command that reads DIMACS; with --certificate cadical",
          0, "cadical picosat" },
        { "most-tuples", "N", "give up beyond so many critical tuples (default 200000)", 0, NULL },
        { "timeout", "SECONDS", "stop after this time (0: never) with the bounds that are known",
          't', NULL },
        OPTIONS_POSET,
        OPTION_JSON,
        OPTIONS_IMPORT,
        OPTION_END };

static bool
write_files (struct cli *cli, const hb_minimal *m)
{
  const char *family = cli_text (cli, "family", NULL),
             *certificate = cli_text (cli, "certificate", NULL);
  hb_output *output;
  if (family)
    {
      struct hb_family_file file = { .orders = m->family };
      if (!(output = hb_output_open (family, cli->diag)))
        return false;
      hb_family_write (output, m->poset, &file, true, NULL);
      if (!hb_output_commit (output))
        return false;
    }
  if (!certificate)
    return true;
  if (!(output = hb_output_open (certificate, cli->diag)))
    return false;
  if (hb_minimal_write (output, m, cli->diag))
    return hb_output_commit (output);
  hb_output_discard (output);
  return false;
}

static bool
print_json (struct cli *cli, const hb_minimal *m, double seconds)
{
  hb_json *json = cli_json (cli);
  hb_json_member_unsigned (json, "elements", m->poset->count);
  hb_json_member_unsigned (json, "depth", (uint64_t)m->d);
  hb_json_member_unsigned (json, "low", m->low);
  hb_json_member_unsigned (json, "high", m->high);
  hb_json_member_unsigned (json, "critical", m->count);
  hb_json_member_unsigned (json, "clique", m->clique.size);
  hb_json_member_double (json, "seconds", seconds, 3);
  return hb_json_commit (json);
}

static void
print_text (const struct cli *cli, const hb_minimal *m, double seconds)
{
  if (cli->verbosity >= 0)
    {
      printf ("c %u element%s, %zu critical %s, %zu of them pairwise incompatible\n",
              m->poset->count, HB_S (m->poset->count), m->count, m->d == 2 ? "pairs" : "tuples",
              m->clique.size);
      if (m->cycles.size)
        printf ("c %zu cycle%s of more than two pairs in the refutation of %zu\n", m->longer,
                HB_S (m->longer), m->low - 1);
      printf ("c %.3f s\n", seconds);
    }
  if (m->low == m->high)
    printf ("s MINIMUM %zu\n", m->low);
  else
    printf ("s BOUNDS %zu %zu\n", m->low, m->high);
}

static int
search (struct cli *cli, const struct poset_file *file, int d)
{
  struct hb_limits limits = hb_limits_new (cli_double (cli, "timeout", 0), 0);
  struct hb_hitting_wanted wanted = { .d = d, .reduce = file->poset->count <= 200 };
  struct hb_family_file first;
  double start = hb_now ();
  if (!hb_hitting_make (file->poset, &wanted, &first, NULL, &limits, cli->diag))
    return cli_fail (cli);
  hb_schedules *upper = hb_family_expand (file->poset, &first);
  hb_family_file_free (&first);
  cli_interrupts_are_graceful (true);
  hb_minimal *m = hb_minimal_find (file->poset, d, upper, cli_text (cli, "solver", NULL),
                                   cli_text (cli, "certificate", NULL),
                                   cli_unsigned (cli, "most-tuples", 200000), &limits, cli->diag);
  cli_interrupts_are_graceful (false);
  double seconds = hb_now () - start;
  if (m && !cli_text (cli, "certificate", NULL))
    cli_tell_word_of_solver (cli);
  int code = m && !hb_diag_errors (cli->diag) && write_files (cli, m) ? 0 : 2;
  if (!code && cli_flag (cli, "json"))
    code = print_json (cli, m, seconds) ? 0 : 2;
  else if (!code)
    print_text (cli, m, seconds);
  if (!code && m->low < m->high)
    code = 3;
  hb_minimal_free (m);
  if (code == 2 || cli->verbosity >= 0)
    hb_diag_print (cli->diag, stderr, cli->colour);
  return code;
}

static int
run (struct cli *cli)
{
  struct poset_file file;
  uint64_t d = cli_unsigned (cli, "hit", 2);
  if (d < 2 || d > HB_MOST_DEPTH)
    cli_usage_error (cli, "--hit takes a number from 2 to %d", HB_MOST_DEPTH);
  int code
      = poset_open (cli, cli->operands[0], &file) ? search (cli, &file, (int)d) : cli_fail (cli);
  poset_close (&file);
  return code;
}

const struct cli_command cmd_minimal = {
  .name = "minimal",
  .summary = "a smallest hitting family of a poset, or its order dimension, with the proof",
  .usage = "P [--hit D] [--family F] [--certificate C]",
  .examples = "hbkit minimal p.poset                            # its order dimension\n"
              "hbkit minimal complete:2,2 --hit 3 --certificate c && hbkit certify complete:2,2 c\n"
              "hbkit minimal log.txt --part 2                   # of an execution in a log with "
              "vector clocks\n"
              "hbkit minimal t.edt --poset po-pb                # of the events of a trace",
  .description
  = "P is a .poset file, a trace, a log with vector clocks, a list of triangle systems, or a\n"
    "shape: antichain:N, complete:CHILDREN,HEIGHT, caterpillar:N, legs:A,B,.., tree:N,SEED,\n"
    "poset:N,SEED. A d-hitting family of schedules runs every D elements in every order that the\n"
    "poset allows; for D = 2 its least size is the order dimension (doc/hitting.md).\n"
    "\n"
    "The search goes up from a clique of pairwise incompatible tuples: each number of schedules "
    "is\n"
    "refuted or realised by a SAT solver. With --timeout the second half of the time goes into\n"
    "smaller families than the one at hand. The certificate has the family and either the clique\n"
    "or a refutation of one schedule less.\n"
    "\n"
    "Exit status: 0 the least is known (s MINIMUM M), 3 time was up (s BOUNDS LOW HIGH), 2 an\n"
    "error.",
  .options = options,
  .least = 1,
  .most = 1,
  .run = run
};

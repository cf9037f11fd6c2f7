/* hbkit diff: what two versions of a program can do that the other cannot. */
#include "cmd/frame/commands.h"

#include "base/plural.h"
#include "cmd/diff/picture.h"
#include "cmd/diff/show.h"
#include "cmd/diff/stuck.h"

#include "diff/certificate.h"
#include "diff/compare.h"
#include "diff/match.h"

static const struct cli_option options[]
    = { { "rank", "K", "compare sets of at most K dependencies (default 1)", 'k', NULL },
        { "all", NULL, "compare whole runs: each unmatched one has a difference that is reported",
          0, NULL },
        { "every", NULL, "all minimal differences, of any rank", 0, NULL },
        { "brief", NULL, "print no runs", 0, NULL },
        OPTION_STUCK,
        OPTION_DRAWN,
        { "match", "FILE", "statements and variables that have another name in NEW", 0, "FILE" },
        { "certificate", "FILE", "write a proof of all that is said, for 'certify'", 'c', "FILE" },
        OPTIONS_COMPARED,
        OPTIONS_THREADS,
        OPTIONS_GIVE_UP,
        OPTION_SEED,
        OPTION_JSON,
        OPTION_END };

struct comparison
{
  struct cli *cli;
  diff_program *programs[2];
  diff_matches matches;
  diff_scope *scope;
  diff_engine *engines[2];
  struct diff_family families[2];
  hb_id rank; /* 0: --all or --every */
  enum diff_cover cover;
  diff_differences differences;
  diff_runs used[2];   /* of each side, for a certificate of whole runs */
  struct stuck *stuck; /* NULL: not asked for */
  size_t questions;
  bool whole;
};

static const char *const side_names[] = { "OLD", "NEW" };

/* --- by rank */

/* The minimal differences of both families, by rank. */
static bool
list_minimal (struct comparison *c)
{
  for (int side = 0; side < 2; side++)
    for (hb_id r = 1; r <= c->rank; r++)
      {
        diff_places which = VEC_EMPTY;
        bool good = true;
        diff_family_beyond (&c->families[side], &c->families[!side], r, true, &which);
        for (size_t i = 0; i < which.size && good; i++)
          good = diff_add_difference (&c->differences, side,
                                      diff_family_set (&c->families[side], r, which.data[i]), r,
                                      c->engines[side]);
        vec_free (which);
        if (!good)
          return false;
      }
  return true;
}

static bool
compare_ranks (struct comparison *c)
{
  for (int side = 0; side < 2; side++)
    {
      if (!diff_family_find (&c->families[side], c->rank, c->scope->facts.size, diff_engine_ask,
                             c->engines[side]))
        return false;
      c->questions += c->families[side].questions;
    }
  return list_minimal (c);
}

static bool
compare (struct comparison *c)
{
  if (c->rank)
    return compare_ranks (c);
  bool proven = cli_text (c->cli, "certificate", NULL);
  for (int side = 0; side < 2; side++)
    if (!diff_compare (c->scope, c->engines, side, c->cover, &c->differences, &c->questions,
                       proven ? &c->used[!side] : NULL))
      return false;
  return true;
}

static bool
refines (const struct comparison *c)
{
  for (size_t i = 0; i < c->differences.size; i++)
    if (c->differences.data[i].side)
      return false;
  return !c->stuck || !stuck_only_new (c->stuck);
}

/* --- text */

static void
print_unmatched (const struct comparison *c)
{
  for (int side = 0; side < 2; side++)
    for (size_t i = 0; i < c->scope->unmatched[side].size; i++)
      {
        const struct diff_statement *s
            = &c->programs[side]->statements.data[c->scope->unmatched[side].data[i]];
        char *spot = diff_spot_text (c->programs[side], s->spot);
        printf ("c unmatched, only in %s: %s (%s)\n", side_names[side], s->key, spot);
        hb_free (spot);
      }
}

static void
print_ranks (const struct comparison *c)
{
  size_t totals[4] = { 0, 0, 0, 0 };
  for (hb_id r = 1; r <= c->rank; r++)
    {
      for (int side = 0; side < 2; side++)
        {
          totals[side] += diff_family_count (&c->families[side], r);
          totals[2 + side]
              += diff_family_beyond (&c->families[side], &c->families[!side], r, false, NULL);
        }
      printf ("c up to rank %u: %s in OLD, %zu in NEW; only OLD %zu, only NEW %zu\n", r,
              hb_many (totals[0], "set"), totals[1], totals[2], totals[3]);
    }
}

static void
print_difference (const struct comparison *c, const struct diff_difference *one)
{
  printf ("only %s:", side_names[one->side]);
  for (size_t i = 0; i < one->facts.size; i++)
    {
      char *text = diff_fact_text (c->scope, one->facts.data[i]);
      printf ("%s%s", i ? "; " : " ", text);
      hb_free (text);
    }
  putchar ('\n');
  if (!cli_flag (c->cli, "brief"))
    show_run (c->programs[one->side], &one->schedule, "    ");
}

static const char *
verdict (const struct comparison *c)
{
  return !c->whole ? "UNKNOWN" : refines (c) ? "REFINES" : "DIFFERS";
}

static void
print_text (const struct comparison *c)
{
  if (c->cli->verbosity >= 0)
    {
      threads_print_setting (c->cli, c->scope);
      printf ("c %s in both, %s, %s\n", hb_many (c->scope->statements[0].size - 1, "statement"),
              hb_many (c->scope->facts.size, "candidate"), hb_many (c->questions, "question"));
      for (int side = 0; side < 2; side++)
        threads_print_sizes (side_names[side], c->engines[side]);
      print_unmatched (c);
      if (c->whole && c->rank)
        print_ranks (c);
    }
  for (size_t i = 0; i < c->differences.size; i++)
    print_difference (c, &c->differences.data[i]);
  if (c->stuck)
    stuck_print (c->stuck, cli_flag (c->cli, "brief"));
  printf ("s %s\n", verdict (c));
}

/* --- JSON */

static void
json_fact (const struct comparison *c, hb_id number, hb_json *json)
{
  const struct diff_fact *fact = &c->scope->facts.data[number];
  hb_json_flat (json);
  hb_json_open_object (json);
  hb_json_member_string (json, "kind", fact->store ? "so" : "rf");
  hb_json_member_string (json, "variable", c->scope->variables.data[fact->variable]);
  hb_json_member_string (json, "from", diff_scope_statement (c->scope, fact->from));
  hb_json_member_string (json, "to", diff_scope_statement (c->scope, fact->to));
  hb_json_close (json);
}

static void
json_ranks (const struct comparison *c, hb_json *json)
{
  hb_json_member_array (json, "ranks");
  for (hb_id r = 1; r <= c->rank && c->whole; r++)
    {
      hb_json_flat (json);
      hb_json_open_object (json);
      hb_json_member_unsigned (json, "rank", r);
      hb_json_member_unsigned (json, "old", diff_family_count (&c->families[0], r));
      hb_json_member_unsigned (json, "new", diff_family_count (&c->families[1], r));
      hb_json_member_unsigned (
          json, "only_old", diff_family_beyond (&c->families[0], &c->families[1], r, false, NULL));
      hb_json_member_unsigned (
          json, "only_new", diff_family_beyond (&c->families[1], &c->families[0], r, false, NULL));
      hb_json_close (json);
    }
  hb_json_close (json);
}

static bool
print_json (const struct comparison *c)
{
  hb_json *json = cli_json (c->cli);
  hb_json_member_string (json, "old", c->programs[0]->name);
  hb_json_member_string (json, "new", c->programs[1]->name);
  hb_json_member_string (json, "verdict", verdict (c));
  hb_json_member_unsigned (json, "unroll", c->programs[0]->unroll);
  hb_json_member_bool (json, "closed", c->scope->closed);
  hb_json_member_unsigned (json, "candidates", c->scope->facts.size);
  hb_json_member_unsigned (json, "questions", c->questions);
  if (c->rank)
    json_ranks (c, json);
  for (int side = 0; side < 2; side++)
    {
      hb_json_member_array (json, side ? "unmatched_new" : "unmatched_old");
      for (size_t i = 0; i < c->scope->unmatched[side].size; i++)
        hb_json_string (json,
                        c->programs[side]->statements.data[c->scope->unmatched[side].data[i]].key);
      hb_json_close (json);
    }
  hb_json_member_array (json, "differences");
  for (size_t i = 0; i < c->differences.size; i++)
    {
      const struct diff_difference *one = &c->differences.data[i];
      hb_json_open_object (json);
      hb_json_member_string (json, "only", one->side ? "new" : "old");
      hb_json_member_array (json, "facts");
      for (size_t k = 0; k < one->facts.size; k++)
        json_fact (c, one->facts.data[k], json);
      hb_json_close (json);
      hb_json_key (json, "run");
      show_run_json (c->programs[one->side], &one->schedule, json);
      hb_json_close (json);
    }
  hb_json_close (json);
  if (c->stuck)
    stuck_json (c->stuck, json);
  return hb_json_commit (json);
}

/* --- */

static bool
open_all (struct comparison *c, const struct diff_engine_options *how)
{
  struct cli *cli = c->cli;
  struct diff_scope_options what = threads_scope (cli);
  const char *matching = cli_text (cli, "match", NULL);
  for (int side = 0; side < 2; side++)
    if (!(c->programs[side] = threads_open (cli, cli->operands[side])))
      return false;
  const diff_program *const programs[2] = { c->programs[0], c->programs[1] };
  if (matching && !diff_matches_read (programs, matching, &c->matches, cli->diag))
    return false;
  what.matches = c->matches.data;
  what.match_count = c->matches.size;
  c->scope = diff_scope_new (programs, &what, cli->diag);
  for (int side = 0; side < 2 && c->scope; side++)
    if (!(c->engines[side] = diff_engine_new (c->scope, side, how, cli->diag)))
      return false;
  return c->scope;
}

/* The proof, if one is wanted; false after errors. */
static bool
write_certificate (const struct comparison *c, const struct diff_engine_options *how)
{
  const char *path = cli_text (c->cli, "certificate", NULL);
  if (!path || !c->whole)
    return true;
  struct diff_claim claim = { .rank = c->rank,
                              .every = c->cover == DIFF_COVER_EVERY,
                              .reading = threads_reading (c->cli),
                              .complete = how->complete,
                              .matches = c->matches.data,
                              .match_count = c->matches.size };
  struct diff_found found = { c->families, c->engines, &c->differences, c->used };
  hb_output *output = hb_output_open (path, c->cli->diag);
  if (!output)
    return false;
  if (diff_certificate_write (c->scope, &claim, &found, how->limits, output, c->cli->diag))
    return hb_output_commit (output);
  hb_output_discard (output);
  if (!hb_diag_errors (c->cli->diag))
    hb_error (c->cli->diag, NULL, "a limit was reached before the certificate was made");
  return false;
}

/* The picture, if one is wanted: of all dependencies, and of the differences numbered.  False after errors. */
static bool
draw (struct comparison *c)
{
  if (!picture_wanted (c->cli) || !c->whole)
    return true;
  for (int side = 0; side < 2 && !c->rank; side++)
    if (!diff_family_find (&c->families[side], 1, c->scope->facts.size, diff_engine_ask,
                           c->engines[side]))
      {
        hb_error (c->cli->diag, NULL, "a limit was reached before the picture was made");
        return false;
      }
  return picture_write (c->cli, c->scope, &c->families[0], &c->families[1], &c->differences);
}

static void
read_what (struct comparison *c)
{
  struct cli *cli = c->cli;
  bool all = cli_flag (cli, "all"), every = cli_flag (cli, "every");
  uint64_t rank = cli_unsigned (cli, "rank", all || every ? 0 : 1);
  if (all + every + (cli_text (cli, "rank", NULL) != NULL) > 1)
    cli_usage_error (cli, "expected one of -k, --all and --every");
  if ((!rank && !all && !every) || rank > 64)
    cli_usage_error (cli, "-k: expected a rank from 1 to 64");
  if (cli_text (cli, "certificate", NULL) && cli_flag (cli, "stuck"))
    cli_usage_error (cli,
                     "certificates say nothing of threads that wait; expected --certificate or "
                     "--stuck, not both");
  (void)picture_wanted (cli);
  c->rank = (hb_id)rank;
  c->cover = every ? DIFF_COVER_EVERY : DIFF_COVER_ALL;
}

static void
close_all (struct comparison *c)
{
  diff_differences_free (&c->differences);
  stuck_free (c->stuck);
  for (int side = 0; side < 2; side++)
    {
      diff_family_free (&c->families[side]);
      diff_runs_free (&c->used[side]);
      diff_engine_free (c->engines[side]);
    }
  diff_scope_free (c->scope);
  diff_matches_free (&c->matches);
  for (int side = 0; side < 2; side++)
    diff_program_free (c->programs[side]);
}

static int
run (struct cli *cli)
{
  struct comparison c = { .cli = cli };
  read_what (&c);
  struct hb_limits limits = file_limits (cli);
  struct diff_engine_options how = threads_engine (cli, &limits);
  int code;
  cli_interrupts_are_graceful (true);
  if (open_all (&c, &how))
    {
      c.whole = compare (&c);
      if (cli_flag (cli, "stuck"))
        c.stuck = stuck_find (c.programs, &how);
      c.whole = c.whole && (!c.stuck || stuck_done (c.stuck));
      code = !c.whole ? 3 : !refines (&c);
      cli_tell_word_of_solver (cli);
      if (hb_diag_errors (cli->diag) || !write_certificate (&c, &how) || !draw (&c))
        code = cli_fail (cli);
      else if (!cli_flag (cli, "json"))
        print_text (&c);
      else if (!print_json (&c))
        code = cli_fail (cli);
    }
  else
    code = cli_fail (cli);
  cli_interrupts_are_graceful (false);
  close_all (&c);
  return code;
}

const struct cli_command cmd_diff = {
  .name = "diff",
  .summary = "compare two versions of a concurrent program by what their runs depend on",
  .usage = "OLD.c NEW.c [-k K | --all | --every]",
  .examples = "hbkit diff old.c new.c                  # dependencies that one version shows "
              "alone, with runs\n"
              "hbkit diff old.c new.c -k 2             # pairs of them, too\n"
              "hbkit diff old.c new.c --all            # whole runs: is each of one version one of "
              "the other?\n"
              "hbkit diff old.c new.c --every --brief --json\n"
              "hbkit diff old.c new.c -k 2 --certificate c && hbkit certify old.c new.c c",
  .description
  = "Both versions run in all ways. A run shows which write each read takes its value from (rf) "
    "and\n"
    "in which order writes are (so). A set of such dependencies that only one version can show is\n"
    "a difference; each is printed with a run of the version that can. Statements are matched by\n"
    "function, kind and text, in a normal form (doc/semantic-diffing.md).\n"
    "\n"
    "Exit status: 0 NEW refines OLD (s REFINES: all that NEW shows, OLD shows), 1 it does not\n"
    "(s DIFFERS), 3 a limit was reached before the answer (s UNKNOWN), 2 an error.",
  .options = options,
  .least = 2,
  .most = 2,
  .run = run
};

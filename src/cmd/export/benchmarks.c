/* See benchmarks.h.
 *
 * A family is a list of members, each a line of options of `hbkit gen`, and an expected status where the construction
 * has one.  Formulas are written as DIMACS with exactly the variables that occur; of the traces that they, or random
 * runs, become, the .edt, its DIMACS and its SMT-LIB are written. */
#include "cmd/export/benchmarks.h"

#include "cmd/export/member.h"

#include "base/path.h"
#include "base/plural.h"

#include <string.h>

static const char *const tseitin[] = { "unsat --vertices 20 --degree 3",
                                       "unsat --vertices 40 --degree 3",
                                       "unsat --vertices 60 --degree 3",
                                       "unsat --vertices 80 --degree 3",
                                       "unsat --vertices 24 --degree 4",
                                       "unsat --vertices 36 --degree 4",
                                       "unsat --vertices 48 --degree 4",
                                       "unsat --vertices 20 --degree 6",
                                       "sat --vertices 80 --degree 3 --satisfiable",
                                       "sat --vertices 48 --degree 4 --satisfiable",
                                       NULL };
static const char *const pigeonhole[] = { "unsat --pigeons 8 --holes 7",
                                          "unsat --pigeons 9 --holes 8",
                                          "unsat --pigeons 10 --holes 9",
                                          "unsat --pigeons 11 --holes 10",
                                          "unsat --pigeons 12 --holes 11",
                                          "unsat --pigeons 6 --holes 5 --transform xor:2",
                                          NULL };
static const char *const cliques[]
    = { "unsat --vertices 10 --clique 5 --colours 4", "unsat --vertices 12 --clique 6 --colours 5",
        "unsat --vertices 15 --clique 6 --colours 5", "unsat --vertices 20 --clique 7 --colours 6",
        NULL };
static const char *const ksat[]
    = { "? --variables 200 --ratio 4.26",          "? --variables 250 --ratio 4.26",
        "? --variables 300 --ratio 4.26",          "? --variables 350 --ratio 4.26",
        "? --variables 400 --ratio 4.26",          "sat --variables 500 --ratio 4.2 --hidden",
        "? --variables 90 --width 5 --ratio 21.1", NULL };
static const char *const pebbling[]
    = { "unsat --height 10 --transform xor:2", "unsat --height 30 --transform xor:3",
        "unsat --height 30 --transform lift:3", "unsat --height 100 --transform xor:2+shuffle",
        NULL };
static const char *const traces[] = { "unsat pigeonhole --pigeons 2 --holes 1",
                                      "unsat pebbling --height 1",
                                      "unsat ordering --elements 3",
                                      "unsat tseitin --vertices 4 --degree 2",
                                      "? bisat --variables 3 --twos 1 --every --mixed",
                                      "? bisat --variables 4 --twos 1 --every --mixed",
                                      "? bisat --variables 4 --twos 0.8 --every --mixed",
                                      "? bisat --variables 5 --twos 1 --every --mixed",
                                      "? bisat --variables 5 --twos 0.8 --every --mixed",
                                      "? bisat --variables 6 --twos 1 --every --mixed",
                                      "? bisat --variables 6 --twos 0.8 --every --mixed",
                                      NULL };
static const char *const random_traces[]
    = { "sat --handlers 4 --messages 20 --variables 10 --events 4",
        "sat --handlers 4 --messages 40 --variables 20 --events 4",
        "sat --handlers 8 --messages 80 --variables 80 --events 4",
        "sat --handlers 8 --messages 100 --variables 300 --events 8",
        "? --handlers 8 --messages 60 --variables 30 --events 8 --stale 0.01",
        NULL };

static const struct benchmark_family families[] = {
  { "tseitin", BENCHMARK_CNF, "Tseitin formulas on random regular graphs",
    "A variable for each edge of a random d-regular graph, and for each vertex a sum modulo 2 of "
    "its edges. The sums of the\n"
    "unsatisfiable ones do not add up, which needs refutations exponential in the expansion of the "
    "graph for resolution\n"
    "(Tseitin 1968, Urquhart 1987), and Gaussian elimination finds at once.\n",
    tseitin },
  { "pigeonhole", BENCHMARK_CNF, "Pigeons and holes, plain and substituted",
    "Each pigeon has a hole of its own. Exponential for resolution (Haken 1985), short for cutting "
    "planes and for\n"
    "solvers that use symmetry or extension; substituted by xor it keeps them busy, too.\n",
    pigeonhole },
  { "clique-colouring", BENCHMARK_CNF, "A graph with a large clique and few colours",
    "Some graph has a clique of k vertices and k - 1 colours: unsatisfiable, and exponential for "
    "resolution and for cutting\n"
    "planes (Pudlak 1997).\n",
    cliques },
  { "ksat", BENCHMARK_CNF, "Random k-SAT at the threshold",
    "Clauses drawn independently, as many as make about half of the formulas unsatisfiable "
    "(Mitchell, Selman and\n"
    "Levesque 1992), and one with a hidden model.\n",
    ksat },
  { "pebbling", BENCHMARK_CNF, "Pebbling formulas of pyramids, substituted",
    "Pebbles on a pyramid (Ben-Sasson and Wigderson 2001), each variable substituted by a sum "
    "modulo 2 or a selection of\n"
    "others: easy for clause learning in principle, and a test of whether a solver gets there.\n",
    pebbling },
  { "traces", BENCHMARK_REDUCED, "Consistency of event-driven traces, made from hard formulas",
    "Formulas are carried to traces of 4 message handlers by a reduction without nested posting "
    "(3sat-edflat-4): the trace is\n"
    "consistent if and only if the formula is satisfiable. The question whether an order of "
    "messages explains the trace is\n"
    "then written for other solvers: as integer differences (QF_IDL), and as plain clauses with "
    "binary numbers for the events.\n"
    "The formulas are trivial for SAT solvers, the order problems that come of them are not; the "
    "engine cds of hbkit decides\n"
    "each in milliseconds.\n",
    traces },
  { "random-traces", BENCHMARK_TRACE, "Consistency of random event-driven traces",
    "Traces of random runs with message handlers that post to one another, between the densities "
    "at which the accesses fix the\n"
    "order and those at which any order will do; one of them with some reads of stale values.\n",
    random_traces },
};

static void
write_page (const struct benchmark_family *family, uint64_t seed, size_t members, bool proofs,
            hb_output *output)
{
  hb_putf (
      output,
      "# %s\n\n%s\n"
      "%zu instance%s, made by\n\n"
      "    hbkit export benchmarks DIR --family %s --seed %llu%s\n\n"
      "with hbkit " HBKIT_VERSION
      "; `index.tsv` has for each its file, status, who says so, sizes, SHA-256, and the "
      "command that makes it alone.\n"
      "A status is `sat` or `unsat` by construction, or where two solvers (CaDiCaL and PicoSAT, of "
      "traces the engines cds\n"
      "and sat) agree before the time limit; otherwise it is `unknown`. Formulas have exactly the "
      "variables that occur in\n"
      "them.%s\n\n"
      "Licence of the instances: Creative Commons Attribution 4.0 International (CC-BY-4.0),\n"
      "https://creativecommons.org/licenses/by/4.0/. Please cite hbkit as its CITATION.cff says.\n",
      family->title, family->about, members, HB_S (members), family->name, (unsigned long long)seed,
      proofs ? " --proofs" : "",
      proofs ? " The column `proof` names a model, a refutation in DRAT, or a trace's certificate, "
               "which\n"
               "`hbkit certify FILE PROOF` checks (`drat-trim` those in DRAT); `-`: none came "
               "before the "
               "time limit."
             : "");
}

static bool
write_family (struct cli *cli, const struct benchmark_family *family, const char *folder,
              size_t *written)
{
  char *place = hb_format ("%s/%s", folder, family->name);
  char *index_path = hb_format ("%s/index.tsv", place),
       *page_path = hb_format ("%s/README.md", place);
  uint64_t seed = cli_unsigned (cli, "seed", 0);
  bool good = hb_make_folder (place, cli->diag);
  hb_output *index = good ? hb_output_open (index_path, cli->diag) : NULL;
  good = index;
  if (index)
    hb_put (index,
            "file\tstatus\tby\tvariables\tclauses\tevents\tmessages\tsha256\tproof\tcommand\n");
  size_t members = 0;
  for (; good && family->members[members] && !(cli_flag (cli, "quick") && members); members++)
    good = benchmark_member (cli, family, family->members[members], seed + members, place, index)
           && !hb_interrupted ();
  if (index)
    good = good ? hb_output_commit (index) : (hb_output_discard (index), false);
  hb_output *page = good ? hb_output_open (page_path, cli->diag) : NULL;
  if (page)
    write_page (family, seed, members, cli_flag (cli, "proofs"), page);
  good = page && hb_output_commit (page);
  *written += members;
  hb_free (place);
  hb_free (index_path);
  hb_free (page_path);
  return good;
}

int
export_benchmarks (struct cli *cli, const char *folder)
{
  const char *name = cli_text (cli, "family", NULL);
  size_t written = 0, count = 0;
  bool good = true;
  cli_interrupts_are_graceful (true);
  for (size_t i = 0; good && i < sizeof families / sizeof *families; i++)
    if (!name || !strcmp (name, families[i].name))
      {
        count++;
        good = write_family (cli, &families[i], folder, &written);
      }
  if (!count)
    cli_usage_error (cli, "no family '%s' of benchmarks", name);
  if (good && cli->verbosity >= 0)
    printf ("%zu instance%s of %zu famil%s in %s\n", written, HB_S (written), count,
            count == 1 ? "y" : "ies", cli_shown (folder));
  return good ? 0 : cli_fail (cli);
}

/* See families.h. */
#include "gen/families.h"

#include "gen/bisat.h"
#include "gen/community.h"
#include "gen/graph_formulas.h"
#include "gen/ksat.h"
#include "gen/ordering.h"
#include "gen/parity.h"
#include "gen/pigeonhole.h"
#include "sat/solver.h"

#include <string.h>

/* Numbers of clauses are limited to what an `hb_id` can number. */
#define MOST_CLAUSES 4000000000.0

/* Formulas drawn until one is satisfiable. */
#define MOST_TRIES 1000

struct hb_family_options
hb_family_defaults (void)
{
  return (struct hb_family_options){ .variables = 20,
                                     .twos = HB_HARD_TWOS,
                                     .width = 3,
                                     .pigeons = 4,
                                     .holes = 3,
                                     .vertices = 12,
                                     .elements = 6,
                                     .communities = 4,
                                     .inside = 0.8,
                                     .degree = 3,
                                     .colours = 3,
                                     .clique = 4,
                                     .height = 5 };
}

/* The number of clauses asked for: the number itself, or RATIO a variable.  False after an error.
 */
static bool
count_clauses (const struct hb_family_options *o, double ratio, size_t *clauses, hb_diag *diag)
{
  double wanted = ratio * (double)o->variables + 0.5;
  bool possible = o->variables >= 0 && wanted >= 0 && wanted < MOST_CLAUSES
                  && (double)o->clauses < MOST_CLAUSES;
  if (!possible)
    hb_error (diag, NULL, "%d variables with %g clauses each; possible are 0 to %.0f clauses",
              o->variables, ratio, MOST_CLAUSES);
  *clauses = o->clauses ? o->clauses : possible ? (size_t)wanted : 0;
  return possible;
}

/* The clauses of a 3-BI-3SAT formula, in all and of 2 literals; as many as fit into MOST of the room if
 * nothing is said. */
static bool
count_bisat (const struct hb_family_options *o, double most, size_t *clauses, size_t *twos,
             hb_diag *diag)
{
  if (!count_clauses (o, o->ratio, clauses, diag))
    return false;
  if (!(o->twos >= 0 && o->twos <= 1))
    {
      hb_error (diag, NULL, "a share of %g 2-clauses; possible are 0 to 1", o->twos);
      return false;
    }
  if (!o->clauses && !(o->ratio > 0))
    *clauses = (size_t)((double)hb_most_clauses (o->variables, o->twos) * most);
  *twos = hb_share (o->twos, *clauses);
  return true;
}

/* Is CNF, the TRY-th one drawn, what was asked for?  If not it is freed, and an error after the last
 * try. */
static bool
is_wanted (hb_cnf **cnf, const struct hb_family_options *o, int try, hb_diag *diag)
{
  if (!*cnf || !o->satisfiable || hb_solve_cnf (*cnf, "cadical", 0, NULL, NULL, diag) == 10)
    return true;
  hb_cnf_free (*cnf);
  *cnf = NULL;
  if (try == MOST_TRIES)
    hb_error (diag, NULL, "none of %d formulas drawn was satisfiable; expected fewer clauses",
              MOST_TRIES);
  return try == MOST_TRIES;
}

static hb_cnf *
make_with (struct hb_bisat wanted, const struct hb_family_options *o, struct hb_rng *rng,
           signed char *planted, hb_diag *diag)
{
  if (!count_bisat (o, 1, &wanted.clauses, &wanted.twos, diag))
    return NULL;
  hb_cnf *cnf = NULL;
  for (int try = 1; try == 1 || !is_wanted (&cnf, o, try - 1, diag); try++)
    cnf = hb_bisat_random (&wanted, rng, planted, diag);
  return cnf;
}

static hb_cnf *
make_bisat (const struct hb_family_options *o, struct hb_rng *rng, signed char *planted,
            hb_diag *diag)
{
  struct hb_bisat wanted = { .variables = o->variables,
                             .every = o->every,
                             .mixed = o->mixed,
                             .planted = o->planted,
                             .hidden = o->hidden };
  return make_with (wanted, o, rng, planted, diag);
}

static hb_cnf *
make_balanced (const struct hb_family_options *o, struct hb_rng *rng, signed char *planted,
               hb_diag *diag)
{
  struct hb_bisat wanted = { .variables = o->variables,
                             .mixed = !o->planted,
                             .planted = o->planted,
                             .hidden = o->hidden,
                             .balanced = true };
  return make_with (wanted, o, rng, planted, diag);
}

static hb_cnf *
make_community (const struct hb_family_options *o, struct hb_rng *rng, signed char *planted,
                hb_diag *diag)
{
  struct hb_community wanted = {
    .variables = o->variables, .communities = o->communities, .inside = o->inside, .mixed = o->mixed
  };
  (void)planted;
  if (!count_bisat (o, 0.95, &wanted.clauses, &wanted.twos, diag))
    return NULL;
  hb_cnf *cnf = NULL;
  for (int try = 1; try == 1 || !is_wanted (&cnf, o, try - 1, diag); try++)
    cnf = hb_community_random (&wanted, rng, diag);
  return cnf;
}

static hb_cnf *
make_ksat (const struct hb_family_options *o, struct hb_rng *rng, signed char *planted,
           hb_diag *diag)
{
  size_t clauses;
  if (!count_clauses (o, o->ratio > 0 ? o->ratio : HB_HARD_3SAT, &clauses, diag))
    return NULL;
  size_t entries = (size_t)o->variables + 1;
  signed char *model = o->planted ? hb_calloc (entries, 1) : NULL;
  hb_cnf *cnf = NULL;
  for (int try = 1; try == 1 || !is_wanted (&cnf, o, try - 1, diag); try++)
    cnf = hb_ksat_random (o->variables, clauses, o->width, rng, model, o->hidden, diag);
  for (size_t v = 0; v < entries && planted; v++)
    planted[v] = model ? model[v] : 0;
  hb_free (model);
  return cnf;
}

static hb_cnf *
make_pigeonhole (const struct hb_family_options *o, struct hb_rng *rng, signed char *planted,
                 hb_diag *diag)
{
  (void)rng;
  (void)planted;
  return hb_pigeonhole (o->pigeons, o->holes, diag);
}

static hb_cnf *
make_parity (const struct hb_family_options *o, struct hb_rng *rng, signed char *planted,
             hb_diag *diag)
{
  (void)planted;
  return hb_parity (o->vertices, o->satisfiable, rng, diag);
}

static hb_cnf *
make_ordering (const struct hb_family_options *o, struct hb_rng *rng, signed char *planted,
               hb_diag *diag)
{
  (void)rng;
  (void)planted;
  return hb_ordering (o->elements, o->satisfiable, diag);
}

/* The graph that is given, borrowed, or one that DRAW makes, into *DRAWN, to be freed; NULL after an error in DIAG. */
static const hb_graph *
graph_for (const struct hb_family_options *o,
           hb_graph *(*draw) (const struct hb_family_options *o, struct hb_rng *rng, hb_diag *diag),
           hb_graph **drawn, struct hb_rng *rng, hb_diag *diag)
{
  *drawn = o->graph ? NULL : draw (o, rng, diag);
  return o->graph ? o->graph : *drawn;
}

static hb_graph *
draw_regular (const struct hb_family_options *o, struct hb_rng *rng, hb_diag *diag)
{
  return hb_regular_graph (o->vertices, o->degree, rng, diag);
}

/* RATIO edges a vertex, at the threshold of three colours if nothing is said. */
static hb_graph *
draw_sparse (const struct hb_family_options *o, struct hb_rng *rng, hb_diag *diag)
{
  double ratio = o->ratio > 0 ? o->ratio : HB_HARD_3COLOURING;
  return hb_graph_with_edges (o->vertices, (double)(uint64_t)(ratio * o->vertices + 0.5), rng,
                              diag);
}

static hb_cnf *
make_tseitin (const struct hb_family_options *o, struct hb_rng *rng, signed char *planted,
              hb_diag *diag)
{
  hb_graph *drawn;
  const hb_graph *graph = graph_for (o, draw_regular, &drawn, rng, diag);
  hb_cnf *cnf = graph ? hb_tseitin (graph, o->satisfiable, rng, diag) : NULL;
  hb_graph_free (drawn);
  (void)planted;
  return cnf;
}

static hb_cnf *
make_colouring (const struct hb_family_options *o, struct hb_rng *rng, signed char *planted,
                hb_diag *diag)
{
  hb_graph *drawn;
  const hb_graph *graph = graph_for (o, draw_sparse, &drawn, rng, diag);
  hb_cnf *cnf = graph ? hb_colouring (graph, o->colours, diag) : NULL;
  hb_graph_free (drawn);
  (void)planted;
  return cnf;
}

static hb_cnf *
make_clique_colouring (const struct hb_family_options *o, struct hb_rng *rng, signed char *planted,
                       hb_diag *diag)
{
  (void)rng;
  (void)planted;
  return hb_clique_colouring (o->vertices, o->clique, o->colours, diag);
}

static hb_cnf *
make_pebbling (const struct hb_family_options *o, struct hb_rng *rng, signed char *planted,
               hb_diag *diag)
{
  (void)rng;
  (void)planted;
  return hb_pebbling (o->height, diag);
}

const struct hb_family hb_families[] = {
  { .name = "bisat",
    .summary
    = "uniform random 3-BI-3SAT: clauses of 2 or 3 literals, each variable in at most 3 clauses",
    .about
    = "Exactly uniform among the formulas with these numbers of variables, clauses and 2-clauses.\n"
      "The source of the 12-handler reduction; with --mixed --every half are satisfiable at 0.87 "
      "2-clauses.\n"
      "ED-consistency paper, Definition 3; the sampling is ours (bisat.c).",
    .options = "variables clauses ratio twos every mixed planted hidden satisfiable",
    .random = true,
    .make = make_bisat },
  { .name = "balanced",
    .summary = "3-BI-3SAT in which all variables occur equally often, in both signs",
    .about = "As bisat, uniform among the formulas whose variables occur equally often, up to one, "
             "in both\n"
             "signs: none occurs once, or with one sign, from which others would follow.\n"
             "After regular random k-SAT.",
    .options = "variables clauses ratio twos planted hidden satisfiable",
    .random = true,
    .make = make_balanced },
  { .name = "community",
    .summary = "3-BI-3SAT with communities: clauses prefer variables of one group",
    .about
    = "Variables are split into --communities groups, a clause stays in one with probability "
      "--inside.\n"
      "Structure as in formulas from practice: solvers and engines learn within the groups.\n"
      "After Giraldez-Cru and Levy 2016 (community attachment), each variable in at most 3 "
      "clauses.",
    .options = "variables clauses ratio twos communities inside mixed satisfiable",
    .random = true,
    .make = make_community },
  { .name = "ksat",
    .summary = "uniform random k-SAT",
    .about = "Clauses drawn independently among all of k literals over different variables.\n"
             "For k = 3 half are satisfiable at 4.27 clauses a variable, and those are hard.\n"
             "Mitchell, Selman and Levesque 1992; for traces through 3sat-3bisat or 3sat-edflat.",
    .options = "variables clauses ratio width planted hidden satisfiable",
    .random = true,
    .make = make_ksat },
  { .name = "pigeonhole",
    .summary = "each pigeon in a hole of its own; unsatisfiable for more pigeons than holes",
    .about
    = "One formula for each number of pigeons and holes.\n"
      "Exponentially long resolution refutations, so hard for every engine that learns clauses.\n"
      "Haken 1985; for traces through 3sat-3bisat.",
    .options = "pigeons holes",
    .make = make_pigeonhole },
  { .name = "parity",
    .summary = "Tseitin's sums around the vertices of a random cubic graph; unsatisfiable",
    .about
    = "A variable for each edge of a uniform cubic graph, a sum modulo 2 for each vertex.\n"
      "Exponential for resolution on such graphs; --satisfiable: the same with sums that add up.\n"
      "Tseitin 1968, Urquhart 1987; for traces through 3sat-3bisat.",
    .options = "vertices satisfiable",
    .random = true,
    .make = make_parity },
  { .name = "ordering",
    .summary = "a total order without a least element; unsatisfiable",
    .about
    = "One formula for each number of elements; --satisfiable: one of them may be the least.\n"
      "Short refutations that search does not find easily.\n"
      "Krishnamurthy 1985, Bonet and Galesi 2001; for traces through 3sat-3bisat.",
    .options = "elements satisfiable",
    .make = make_ordering },
  { .name = "tseitin",
    .summary
    = "Tseitin's sums around the vertices of a graph, given or random regular; unsatisfiable",
    .about
    = "As parity, for the graph of a file (--graph) or a random one of --degree 1 to 6.\n"
      "2^(d-1) clauses for a vertex of d edges; --satisfiable: the same with sums that add up.\n"
      "Tseitin 1968, Urquhart 1987.",
    .options = "graph vertices degree satisfiable",
    .random = true,
    .make = make_tseitin },
  { .name = "colouring",
    .summary
    = "colours for the vertices of a graph, given or random; three are hard at 2.35 edges a vertex",
    .about = "A variable for each vertex and colour; a graph of a file (--graph), or one of "
             "uniformly drawn\n"
             "edges, --ratio to a vertex.\n"
             "Cheeseman, Kanefsky and Taylor 1991.",
    .options = "graph vertices ratio colours",
    .random = true,
    .make = make_colouring },
  { .name = "clique-colouring",
    .summary
    = "a graph with a clique and few colours; unsatisfiable for more vertices in the clique",
    .about = "One formula for each number of vertices, size of the clique and number of colours.\n"
             "Exponential for resolution and for cutting planes.\n"
             "Pudlak 1997.",
    .options = "vertices clique colours",
    .make = make_clique_colouring },
  { .name = "pebbling",
    .summary = "pebbles on a pyramid; unsatisfiable",
    .about = "One formula for each height; unit propagation refutes it until its variables are "
             "substituted\n"
             "(--transform xor:2), which makes it hard for tree-like resolution alone.\n"
             "Ben-Sasson and Wigderson 2001.",
    .options = "height",
    .make = make_pebbling },
  { .name = NULL }
};

const struct hb_family *
hb_family_find (const char *name)
{
  for (const struct hb_family *family = hb_families; family->name; family++)
    if (!strcmp (family->name, name))
      return family;
  return NULL;
}

const hb_family *
hb_family_at (size_t i)
{
  size_t count = 0;
  while (hb_families[count].name)
    count++;
  return i < count ? &hb_families[i] : NULL;
}

const char *
hb_family_name (const hb_family *family)
{
  return family->name;
}

const char *
hb_family_summary (const hb_family *family)
{
  return family->summary;
}

hb_cnf *
hb_family_formula (const hb_family *family, const struct hb_family_options *options,
                   struct hb_rng *rng, signed char *planted, hb_diag *diag)
{
  return family->make (options, rng, planted, diag);
}

/* See families.h. */
#include "families.h"

#include "bisat.h"
#include "ksat.h"
#include "pigeonhole.h"

#include <string.h>

/* Numbers of clauses are limited to what an `hb_id` can number. */
#define MOST_CLAUSES 4000000000.0

struct hb_family_options
hb_family_defaults (void)
{
  return (struct hb_family_options){
    .variables = 20, .twos = HB_HARD_TWOS, .width = 3, .pigeons = 4, .holes = 3
  };
}

/* The number of clauses asked for: the number itself, or RATIO a variable.  False after an error.
 */
static bool
count_clauses (const struct hb_family_options *o, double ratio, size_t *clauses, hb_diag *diag)
{
  double wanted = ratio * (double) o->variables + 0.5;
  bool possible = o->variables >= 0 && wanted >= 0 && wanted < MOST_CLAUSES
                  && (double) o->clauses < MOST_CLAUSES;
  if (!possible)
    hb_error (diag, NULL, "%d variables with %g clauses each; possible are 0 to %.0f clauses",
              o->variables, ratio, MOST_CLAUSES);
  *clauses = o->clauses ? o->clauses : possible ? (size_t) wanted : 0;
  return possible;
}

static hb_cnf *
make_bisat (const struct hb_family_options *o, struct hb_rng *rng, signed char *planted,
            hb_diag *diag)
{
  struct hb_bisat wanted
      = { .variables = o->variables, .every = o->every, .mixed = o->mixed, .planted = o->planted };
  if (!count_clauses (o, o->ratio, &wanted.clauses, diag))
    return NULL;
  if (!(o->twos >= 0 && o->twos <= 1))
    {
      hb_error (diag, NULL, "a share of %g 2-clauses; possible are 0 to 1", o->twos);
      return NULL;
    }
  if (!o->clauses && !(o->ratio > 0))
    wanted.clauses = hb_most_clauses (o->variables, o->twos);
  wanted.twos = hb_share (o->twos, wanted.clauses);
  return hb_bisat_random (&wanted, rng, planted, diag);
}

static hb_cnf *
make_ksat (const struct hb_family_options *o, struct hb_rng *rng, signed char *planted,
           hb_diag *diag)
{
  size_t clauses;
  if (!count_clauses (o, o->ratio > 0 ? o->ratio : HB_HARD_3SAT, &clauses, diag))
    return NULL;
  size_t entries = (size_t) o->variables + 1;
  signed char *model = o->planted ? hb_calloc (entries, 1) : NULL;
  hb_cnf *cnf = hb_ksat_random (o->variables, clauses, o->width, rng, model, diag);
  for (size_t v = 0; v < entries && planted; v++)
    planted[v] = model ? model[v] : 0;
  hb_free (model);
  return cnf;
}

static hb_cnf *
make_pigeonhole (const struct hb_family_options *o, struct hb_rng *rng, signed char *planted,
                 hb_diag *diag)
{
  (void) rng;
  (void) planted;
  return hb_pigeonhole (o->pigeons, o->holes, diag);
}

const struct hb_family hb_families[] = {
  { .name = "bisat",
    .summary
    = "uniform random 3-BI-3SAT: clauses of 2 or 3 literals, each variable in at most 3 clauses",
    .options = "variables clauses ratio twos every mixed planted",
    .random = true,
    .make = make_bisat },
  { .name = "ksat",
    .summary = "uniform random k-SAT",
    .options = "variables clauses ratio width planted",
    .random = true,
    .make = make_ksat },
  { .name = "pigeonhole",
    .summary = "each pigeon in a hole of its own; unsatisfiable for more pigeons than holes",
    .options = "pigeons holes",
    .make = make_pigeonhole },
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

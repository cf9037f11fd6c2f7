/* Making a hitting family, by the way wanted or the best one; see family.h. */
#include "gen/hitting/family.h"

#include "gen/hitting/any.h"
#include "gen/hitting/kernel.h"
#include "gen/hitting/series3.h"
#include "poset/shape.h"

/* How far `auto` goes: critical tuples for greedy and --reduce, schedules, rules. */
#define MOST_TUPLES 2000000
#define MOST_QUICK 20000
#define MOST_DELAYED 1000000
#define MOST_RULES 2000000
#define MOST_DELAYING 300 /* elements, where another way has given a family */

struct making
{
  const hb_poset *poset;
  const struct hb_hitting_wanted *wanted;
  struct hb_limits *limits;
  hb_diag *diag;
  enum hb_shape shape;
  hb_tree *tree;     /* of a forest */
  hb_series *series; /* of a series-parallel poset that is no forest */
};

/* Each way fills FAMILY; false if it does not suit, the reason in *WHY. */
typedef bool way (struct making *m, struct hb_family_file *family, const char **why);

static hb_schedules *
realizer (struct making *m)
{
  if (m->series)
    return hb_hitting_series2 (m->poset, m->series);
  if (!m->tree)
    return hb_hitting_chains (m->poset);
  struct hb_family_file family = { .orders = NULL };
  hb_hitting_tree2 (m->tree, &family.rules);
  hb_schedules *orders = hb_family_expand (m->poset, &family);
  hb_family_file_free (&family);
  return orders;
}

static bool
by_rule (struct making *m, struct hb_family_file *family, const char **why)
{
  int d = m->wanted->d;
  *why = "there are rules for d = 2 and 3, of forests and series-parallel posets";
  if (d > 3 || (!m->tree && !m->series))
    return false;
  if (m->tree && d == 2)
    hb_hitting_tree2 (m->tree, &family->rules);
  else if (m->tree)
    hb_hitting_tree3 (m->tree, &family->rules);
  else
    family->orders = d == 2 ? hb_hitting_series2 (m->poset, m->series)
                            : hb_hitting_series3 (m->poset, m->series, HB_SERIES_WHOLE);
  return true;
}

static bool
by_kernel (struct making *m, struct hb_family_file *family, const char **why)
{
  *why = "kernels are for forests and d = 3, 4, 5, and for at most 2000000 schedules";
  return m->tree && m->wanted->d >= 3 && m->wanted->d <= HB_MOST_KERNEL
         && hb_hitting_kernel (m->tree, m->wanted->d, MOST_RULES, &family->rules);
}

static bool
by_greedy (struct making *m, struct hb_family_file *family, const char **why)
{
  *why = "greedy takes at most 2000000 critical tuples, and time";
  size_t most = m->wanted->by == HB_BY_AUTO ? MOST_QUICK : MOST_TUPLES;
  family->orders = hb_hitting_greedy (m->poset, m->wanted->d, most, m->limits);
  return family->orders;
}

static bool
by_random (struct making *m, struct hb_family_file *family, const char **why)
{
  struct hb_rng rng = hb_rng_seeded (m->wanted->seed);
  uint64_t size = hb_random_size (m->poset->count, m->wanted->d, m->wanted->delta);
  *why = "the bound for random schedules is for antichains of elements and families that fit into "
         "memory";
  if (m->shape != HB_SHAPE_ANTICHAIN || !m->poset->count
      || size * m->poset->count > (uint64_t)1 << 31)
    return false;
  family->orders = hb_hitting_random (m->poset, size, &rng);
  return true;
}

static bool
by_delay (struct making *m, struct hb_family_file *family, const char **why)
{
  *why = "delaying makes more than 1000000 schedules here, or more than fit into memory";
  double size = m->poset->count;
  for (int i = 2; i < m->wanted->d; i++)
    size *= m->poset->count;
  if (m->wanted->d > 2 && size * 2 > 1e9)
    return false;
  hb_schedules *two = realizer (m);
  if (m->wanted->d == 2)
    family->orders = two;
  else
    {
      family->orders = hb_hitting_delay (m->poset, m->wanted->d, two, MOST_DELAYED);
      hb_schedules_free (two);
    }
  return family->orders;
}

static bool
by_naive (struct making *m, struct hb_family_file *family, const char **why)
{
  *why = "the naive family is for d = 3, forests of at most 30000 elements";
  if (m->wanted->d != 3 || !m->tree || m->poset->count > 30000)
    return false;
  hb_schedules *two = realizer (m);
  family->orders = hb_hitting_naive (m->poset, two);
  hb_schedules_free (two);
  return true;
}

static const struct
{
  const char *name;
  way *make;
} ways[] = { { "auto", NULL },        { "rule", by_rule },     { "kernel", by_kernel },
             { "greedy", by_greedy }, { "random", by_random }, { "delay", by_delay },
             { "naive", by_naive } };

/* The smallest of what is quick.  Random schedules are none: they may miss a tuple. */
static bool
by_any (struct making *m, struct hb_family_file *family, const char **name)
{
  bool found = false;
  for (int i = HB_BY_RULE; i <= HB_BY_DELAY; i++)
    {
      struct hb_family_file other = { .orders = NULL };
      const char *why;
      if (i == HB_BY_RANDOM
          || (i == HB_BY_DELAY && found && (m->wanted->d > 3 || m->poset->count > MOST_DELAYING))
          || (i == HB_BY_GREEDY && m->poset->count > 60) || !ways[i].make (m, &other, &why))
        {
          hb_family_file_free (&other);
          continue;
        }
      if (!found || hb_family_size (&other) < hb_family_size (family))
        {
          struct hb_family_file worse = *family;
          *family = other;
          other = worse;
          *name = ways[i].name;
        }
      hb_family_file_free (&other);
      found = true;
    }
  return found;
}

static void
reduce (struct making *m, struct hb_family_file *family)
{
  if (m->poset->count > 2000)
    {
      hb_warning (m->diag, NULL, "the family was not reduced: too many elements");
      return;
    }
  if (!family->orders)
    {
      hb_schedules *orders = hb_family_expand (m->poset, family);
      vec_free (family->rules);
      family->orders = orders;
    }
  if (!hb_hitting_reduce (m->poset, m->wanted->d, MOST_TUPLES, family->orders))
    hb_warning (m->diag, NULL, "the family was not reduced: there are too many critical tuples");
}

bool
hb_hitting_make (const hb_poset *poset, const struct hb_hitting_wanted *wanted,
                 struct hb_family_file *family, const char **name, struct hb_limits *limits,
                 hb_diag *diag)
{
  struct making m = { .poset = poset, .wanted = wanted, .limits = limits, .diag = diag };
  const char *why = "no way suits: --by delay and greedy take any poset that is small enough",
             *used = NULL;
  *family = (struct hb_family_file){ .orders = NULL };
  m.tree = poset->is_forest ? hb_tree_new (poset) : NULL;
  m.series = poset->is_forest ? NULL : hb_series_new (poset);
  m.shape = !poset->upper_first[poset->count] ? HB_SHAPE_ANTICHAIN
            : poset->is_forest                ? HB_SHAPE_FOREST
            : m.series                        ? HB_SHAPE_SERIES
                                              : HB_SHAPE_ANY;
  bool good;
  if (wanted->by == HB_BY_AUTO)
    good = by_any (&m, family, &used);
  else
    {
      used = ways[wanted->by].name;
      good = ways[wanted->by].make (&m, family, &why);
    }
  if (good && wanted->reduce)
    reduce (&m, family);
  if (!good)
    {
      hb_error (diag, NULL, "no such family: %s", why);
      hb_family_file_free (family);
    }
  if (name)
    *name = used;
  hb_tree_free (m.tree);
  hb_series_free (m.series);
  return good;
}

/* 2hitting-sat: k schedules that hit all pairs, as classes of critical pairs without alternating cycles.
 *
 * Critical pairs are enough (poset/schedules.h).  Pairs (a1, b1), .., (ac, bc) are on an alternating cycle iff
 * b1 <= a2, b2 <= a3, .., bc <= a1; one schedule hits a set of pairs iff there is none among them (the poset with
 * an arc a -> b for each pair has no cycle then; Rabinovitch and Rival, Discrete Mathematics 25, 1979).  Where
 * there is one there is a strict one, in which b_i <= a_j for the next pair alone: a shortest.  So
 *
 *     variable  i * k + c + 1             pair i is in class c
 *     a clause of k literals a pair       some class has it
 *     a clause a strict cycle and class   not all of it is in the class
 *
 * A class of any model has no cycle, so a schedule of its own.  Posets that have more strict cycles than fit are
 * refused: there can be exponentially many.  (`minimal` looks for long ones only when a model has them.) */
#include "problem/hitting.h"
#include "problem/reduction.h"
#include "problem/sat.h"
#include "reduce/map.h"

#include <string.h>

#define MOST_CYCLES 1000000
#define MOST_STEPS 50000000 /* of the search for them */

/* What the ablation leaves out: cycles of more than two pairs. */
#define SHORT_ALONE 1

static const struct hb_ablation ablations[] = {
  { "short-cycles",
    "cycles of two pairs alone: a class of a model may have a longer one, and no schedule", HB_YES,
    SHORT_ALONE | HB_ABLATES_MODELS },
  { NULL, NULL, HB_OPEN, 0 },
};

/* --- Pairs and cycles --- */

struct pairs
{
  const hb_poset *poset;
  size_t classes, count;
  hb_tuples pair; /* two members each */
  size_t longest; /* cycle asked for */
  VEC (uint32_t) path;
  size_t cycles, steps;
  size_t literals; /* of the cycles */
  void (*found) (struct pairs *p, void *context);
  void *context;
};

static const hb_id *
at (const struct pairs *p, size_t i)
{
  return p->pair.data + 2 * i;
}

/* b_i <= a_j. */
static bool
leads (const struct pairs *p, size_t i, size_t j)
{
  hb_id b = at (p, i)[1], a = at (p, j)[0];
  return b == a || hb_poset_before (p->poset, b, a);
}

/* All strict cycles whose first pair has the least number, along a path without shortcuts: so none leads to what is on it
 * already, which the pair before it leads to.  False when there are too many. */
static bool
extend (struct pairs *p)
{
  size_t first = p->path.data[0], last = vec_top (p->path);
  for (size_t j = first + 1; j < p->count; j++)
    {
      if (!leads (p, last, j))
        continue;
      if (++p->steps > MOST_STEPS)
        return false;
      bool strict = true;
      for (size_t i = 0; i + 1 < p->path.size && strict; i++)
        strict = !leads (p, p->path.data[i], j) && (!i || !leads (p, j, p->path.data[i]));
      if (strict && p->path.size > 1)
        strict = !leads (p, j, last);
      if (!strict)
        continue;
      vec_push (p->path, (uint32_t)j);
      bool good = true;
      if (leads (p, j, first))
        {
          p->literals += p->path.size;
          good = ++p->cycles <= MOST_CYCLES;
          if (p->found)
            p->found (p, p->context);
        }
      else if (p->path.size < p->longest)
        good = extend (p);
      (void)vec_pop (p->path);
      if (!good)
        return false;
    }
  return true;
}

static bool
each_cycle (struct pairs *p)
{
  bool good = true;
  for (size_t i = 0; i < p->count && good; i++)
    {
      vec_clear (p->path);
      vec_push (p->path, (uint32_t)i);
      good = extend (p);
    }
  return good;
}

/* The critical pairs; free with `free_pairs`. */
static struct pairs
pairs_of (const hb_hitting_instance *instance)
{
  struct pairs p
      = { .poset = instance->poset, .classes = instance->ask.schedules, .longest = SIZE_MAX };
  hb_tuples all = VEC_EMPTY;
  hb_critical_tuples (instance->poset, 2, SIZE_MAX, &all);
  for (size_t i = 0; i < all.size; i += 2)
    if (hb_poset_apart (instance->poset, all.data[i], all.data[i + 1]))
      {
        vec_push (p.pair, all.data[i]);
        vec_push (p.pair, all.data[i + 1]);
      }
  p.count = p.pair.size / 2;
  vec_free (all);
  return p;
}

static void
free_pairs (struct pairs *p)
{
  vec_free (p->pair);
  vec_free (p->path);
}

/* --- The formula --- */

static bool
accepts (const struct hb_reduction *self, const hb_instance *source, hb_diag *diag)
{
  const hb_hitting_instance *instance = hb_hitting_of (source);
  if (instance->ask.d != 2)
    {
      hb_error (diag, NULL, "%s is for pairs; the file asks for tuples of %d", self->name,
                instance->ask.d);
      return false;
    }
  struct pairs p = pairs_of (instance);
  bool few = (double)p.count * (double)p.classes < 1e9;
  bool good = few && each_cycle (&p) && (double)p.literals * (double)p.classes < 1e9;
  if (!few)
    hb_error (diag, NULL, "%zu critical pairs and %zu schedules are too many variables", p.count,
              p.classes);
  else if (!good)
    hb_error (diag, NULL,
              "the poset has more strict alternating cycles than fit; 'minimal' does "
              "without most of them");
  free_pairs (&p);
  return good;
}

static void
sizes_of (const struct hb_reduction *self, const hb_instance *source, uint64_t *sizes)
{
  (void)self;
  struct pairs p = pairs_of (hb_hitting_of (source));
  each_cycle (&p);
  sizes[0] = p.count * p.classes;
  sizes[1] = p.count + p.cycles * p.classes;
  sizes[2] = p.count * p.classes + p.literals * p.classes;
  free_pairs (&p);
}

static int
variable (const struct pairs *p, size_t i, size_t c)
{
  return (int)(i * p->classes + c + 1);
}

static void
forbid (struct pairs *p, void *context)
{
  hb_cnf *cnf = context;
  for (size_t c = 0; c < p->classes; c++)
    {
      for (size_t i = 0; i < p->path.size; i++)
        hb_cnf_add (cnf, -variable (p, p->path.data[i], c));
      hb_cnf_add (cnf, 0);
    }
}

static void
write_map (const struct hb_reduction *self, const struct pairs *p, hb_output *map)
{
  char rooms[2][HB_ELEMENT_ROOM];
  hb_map_end (hb_map_header (map, self->name));
  for (size_t i = 0; i < p->count; i++)
    {
      hb_json *line = hb_map_line (map, "pair");
      hb_map_pair (line, "members", hb_element_name (p->poset, at (p, i)[0], rooms[0]),
                   hb_element_name (p->poset, at (p, i)[1], rooms[1]));
      hb_map_range (line, "variables", (uint64_t)variable (p, i, 0),
                    (uint64_t)variable (p, i, p->classes - 1));
      hb_map_end (line);
    }
}

static bool
reduce (const struct hb_reduction *self, const hb_instance *source,
        const struct hb_ablation *ablation, struct hb_target *target, hb_output *map, hb_diag *diag)
{
  (void)diag;
  struct pairs p = pairs_of (hb_hitting_of (source));
  hb_cnf *cnf = hb_cnf_new ((int)(p.count * p.classes));
  for (size_t i = 0; i < p.count; i++)
    {
      for (size_t c = 0; c < p.classes; c++)
        hb_cnf_add (cnf, variable (&p, i, c));
      hb_cnf_add (cnf, 0);
    }
  p.found = forbid;
  p.context = cnf;
  if (ablation)
    p.longest = 2;
  each_cycle (&p);
  if (map)
    write_map (self, &p, map);
  free_pairs (&p);
  target->instance = hb_instance_of_cnf (cnf);
  return true;
}

/* --- Solutions --- */

static hb_solution *
lift (const struct hb_reduction *self, const hb_instance *source, const hb_solution *solution,
      const hb_instance *target, hb_diag *diag)
{
  const hb_schedules *family = hb_family_of (solution);
  if (!hb_reduction_made (self, source, target, diag)
      || !self->from->check (self->from, source, solution, diag))
    return NULL;
  struct pairs p = pairs_of (hb_hitting_of (source));
  signed char *model = hb_model_new (hb_cnf_of (target));
  hb_id *position = hb_schedules_positions (family);
  memset (model + 1, -1, (size_t)hb_cnf_of (target)->variables);
  for (size_t i = 0; i < p.count; i++)
    for (size_t c = 0; c < family->count; c++)
      if (position[at (&p, i)[0] * family->count + c] < position[at (&p, i)[1] * family->count + c])
        model[variable (&p, i, c)] = 1;
  hb_free (position);
  free_pairs (&p);
  return hb_solution_of_model (model);
}

/* A schedule that runs each pair of class C in its order, into ORDER; false: there is a cycle. */
static bool
sort (const struct pairs *p, const signed char *model, size_t c, hb_id *order)
{
  hb_id count = p->poset->count, done = 0;
  bool *placed = hb_calloc (count, sizeof *placed), moved = true;
  while (moved)
    {
      moved = false;
      for (hb_id x = 0; x < count; x++)
        {
          bool ready = !placed[x];
          for (hb_id j = p->poset->lower_first[x]; ready && j < p->poset->lower_first[x + 1]; j++)
            ready = placed[p->poset->lower[j]];
          for (size_t i = 0; ready && i < p->count; i++)
            ready = at (p, i)[1] != x || model[variable (p, i, c)] <= 0 || placed[at (p, i)[0]];
          if (!ready)
            continue;
          placed[x] = moved = true;
          order[done++] = x;
        }
    }
  hb_free (placed);
  return done == count;
}

static hb_solution *
extract (const struct hb_reduction *self, const hb_instance *source, const hb_instance *target,
         const hb_solution *solution, hb_diag *diag)
{
  const signed char *model = hb_model_of (solution);
  struct pairs p = pairs_of (hb_hitting_of (source));
  bool good = hb_reduction_made (self, source, target, diag)
              && hb_model_satisfies (hb_cnf_of (target), model, "formula", diag);
  hb_schedules *family = hb_schedules_new (p.poset->count);
  for (size_t c = 0; c < p.classes && good; c++)
    if (!(good = sort (&p, model, c, hb_schedules_add (family))))
      hb_error (diag, NULL, "the pairs of class %zu are on a cycle: there is no such schedule",
                c + 1);
  free_pairs (&p);
  if (good)
    return hb_solution_of_family (family);
  hb_schedules_free (family);
  return NULL;
}

const struct hb_reduction hb_reduction_hitting_sat = {
  .name = "2hitting-sat",
  .from = &hb_problem_hitting,
  .to = &hb_problem_sat,
  .to_note = "",
  .reference = "Rabinovitch and Rival 1979; Felsner and Trotter 2000",
  .handlers = "",
  .size_text
  = "c critical pairs, s strict alternating cycles of t pairs in all: kc variables, c + ks "
    "clauses, k(c + t) literals",
  .ablations = ablations,
  .faithful = false,
  .accepts = accepts,
  .sizes = sizes_of,
  .reduce = reduce,
  .lift = lift,
  .extract = extract,
};

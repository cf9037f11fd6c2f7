/* See reductions.h.  make writes the list into reductions.inc: HB_REDUCTION (NAME) for each file
 * reduce/NAME.c of `libhbkit_reductions` in reduce.mk, which defines the record `hb_reduction_NAME`. */
#include "reduce/reductions.h"

#include "base/memory.h"
#include "base/vec.h"
#include "problem/chain.h"

#include <string.h>

#define HB_REDUCTION(NAME) extern const struct hb_reduction hb_reduction_##NAME;
#include "reduce/reductions.inc"
#undef HB_REDUCTION

#define HB_REDUCTION(NAME) &hb_reduction_##NAME,
const struct hb_reduction *const hb_reductions[] = {
#include "reduce/reductions.inc"
  NULL
};
#undef HB_REDUCTION

const struct hb_reduction *
hb_reduction_at (size_t i)
{
  size_t count = 0;
  while (hb_reductions[count])
    count++;
  return i < count ? hb_reductions[i] : NULL;
}

const struct hb_reduction *
hb_reduction_find (const char *name)
{
  for (size_t i = 0; hb_reductions[i]; i++)
    if (!strcmp (hb_reductions[i]->name, name))
      return hb_reductions[i];
  return NULL;
}

typedef VEC (const struct hb_reduction *) way;

static const struct hb_reduction *
chain_of (const way *steps, hb_diag *diag)
{
  return steps->size == 1 ? steps->data[0] : hb_chain_new (steps->data, steps->size, diag);
}

const struct hb_reduction *
hb_reduction_named (const char *names, hb_diag *diag)
{
  way steps = VEC_EMPTY;
  bool good = true;
  for (const char *at = names; good; at++)
    {
      size_t length = strcspn (at, ",");
      char *name = hb_copy_bytes (at, length);
      const struct hb_reduction *step = hb_reduction_find (name);
      if (!step)
        hb_error (diag, NULL, "no reduction '%s'; 'hbkit reductions' lists them", name);
      hb_free (name);
      good = step != NULL;
      if (good)
        vec_push (steps, step);
      at += length;
      if (!*at)
        break;
    }
  const struct hb_reduction *found = good ? chain_of (&steps, diag) : NULL;
  vec_free (steps);
  return found;
}

void
hb_reduction_release (const struct hb_reduction *reduction)
{
  for (size_t i = 0; hb_reductions[i]; i++)
    if (hb_reductions[i] == reduction)
      return;
  hb_chain_free ((struct hb_reduction *)reduction);
}

/* --- ways --------------------------------------------------------------------------------------- */

struct search
{
  const hb_instance *source;
  const struct hb_problem *to;
  way steps, best;
  uint64_t size; /* of the best way's target */
};

/* Keeps the present way if SOURCE may go it and its target is the smallest so far. */
static void
weigh (struct search *x)
{
  hb_diag *diag = hb_diag_new ();
  const struct hb_reduction *tried = chain_of (&x->steps, diag);
  uint64_t sizes[HB_MOST_MEASURES] = { 0 }, size = 0;
  bool good = hb_reduction_accepts (tried, x->source, diag);
  if (good && tried->sizes)
    tried->sizes (tried, x->source, sizes);
  for (size_t i = 0; i < hb_problem_measures (tried->to); i++)
    size += sizes[i];
  if (good && (!x->best.size || size < x->size))
    {
      vec_clear (x->best);
      for (size_t i = 0; i < x->steps.size; i++)
        vec_push (x->best, x->steps.data[i]);
      x->size = size;
    }
  hb_reduction_release (tried);
  hb_diag_free (diag);
}

/* All ways on from AT of exactly LEFT steps. */
static void
explore (struct search *x, const struct hb_problem *at, size_t left)
{
  if (!left && at == x->to)
    weigh (x);
  for (size_t i = 0; left && hb_reductions[i]; i++)
    if (hb_reductions[i]->from == at)
      {
        vec_push (x->steps, hb_reductions[i]);
        explore (x, hb_reductions[i]->to, left - 1);
        (void)vec_pop (x->steps);
      }
}

const struct hb_reduction *
hb_reduction_way (const struct hb_problem *from, const hb_instance *source,
                  const struct hb_problem *to, hb_diag *diag)
{
  struct search x = { .source = source, .to = to };
  size_t most = 0; /* no way is longer than there are problems */
  while (hb_problems[most])
    most++;
  for (size_t length = 1; length <= most && !x.best.size; length++)
    explore (&x, from, length);
  const struct hb_reduction *found = x.best.size ? chain_of (&x.best, diag) : NULL;
  if (!x.best.size)
    hb_error (diag, NULL, "no reduction leads from %s to %s for this instance", from->title,
              to->title);
  vec_free (x.steps);
  vec_free (x.best);
  return found;
}

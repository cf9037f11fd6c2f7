/* See chain.h. */
#include "problem/chain.h"

#include "base/json.h"
#include "base/memory.h"

#include <string.h>

static const struct hb_chain_steps *
steps_of (const struct hb_reduction *self)
{
  return self->own;
}

/* What the first COUNT steps make, [0] being SOURCE, which stays borrowed; false, with nothing left to
 * free, after an error in DIAG.  INSTANCES has room for COUNT + 1. */
static bool walk (const struct hb_chain_steps *steps, const hb_instance *source, size_t count,
                  const hb_instance **instances, hb_diag *diag);

static void
walk_back (const struct hb_chain_steps *steps, size_t count, const hb_instance **instances)
{
  for (size_t i = 1; i <= count; i++)
    {
      const struct hb_problem *to = steps->step[i - 1]->to;
      to->free (to, (hb_instance *)instances[i]);
    }
  hb_free (instances);
}

static bool
walk (const struct hb_chain_steps *steps, const hb_instance *source, size_t count,
      const hb_instance **instances, hb_diag *diag)
{
  instances[0] = source;
  for (size_t i = 0; i < count; i++)
    {
      bool good = hb_reduction_accepts (steps->step[i], instances[i], diag);
      instances[i + 1] = good ? hb_reduce (steps->step[i], instances[i], NULL, NULL, diag) : NULL;
      if (!instances[i + 1])
        return false;
    }
  return true;
}

static const hb_instance **
room (const struct hb_chain_steps *steps)
{
  return hb_calloc (steps->count + 1, sizeof (hb_instance *));
}

bool
hb_chain_accepts (const struct hb_reduction *self, const hb_instance *source, hb_diag *diag)
{
  const struct hb_chain_steps *steps = steps_of (self);
  const hb_instance **instances = room (steps);
  size_t last = steps->count - 1;
  bool good = walk (steps, source, last, instances, diag)
              && hb_reduction_accepts (steps->step[last], instances[last], diag);
  walk_back (steps, last, instances);
  return good;
}

static void
sizes_of (const struct hb_reduction *self, const hb_instance *source, uint64_t *sizes)
{
  const struct hb_chain_steps *steps = steps_of (self);
  const hb_instance **instances = room (steps);
  size_t last = steps->count - 1;
  hb_diag *diag = hb_diag_new ();
  if (walk (steps, source, last, instances, diag))
    steps->step[last]->sizes (steps->step[last], instances[last], sizes);
  walk_back (steps, last, instances);
  hb_diag_free (diag);
}

static void
put_header (const struct hb_reduction *self, hb_output *map)
{
  const struct hb_chain_steps *steps = steps_of (self);
  hb_json *line = hb_json_new_compact (map);
  hb_json_open_object (line);
  hb_json_member_string (line, "format", "hbkit-map 1");
  hb_json_member_string (line, "reduction", self->name);
  hb_json_member_array (line, "steps");
  for (size_t i = 0; i < steps->count; i++)
    hb_json_string (line, steps->step[i]->name);
  hb_json_close (line);
  hb_json_close (line);
  hb_json_free (line);
}

/* Step after step; the last one goes straight where the target is wanted. */
static bool
reduce (const struct hb_reduction *self, const hb_instance *source,
        const struct hb_ablation *ablation, struct hb_target *target, hb_output *map, hb_diag *diag)
{
  (void)ablation; /* a chain has none */
  const struct hb_chain_steps *steps = steps_of (self);
  const hb_instance *at = source;
  bool good = true;
  if (map)
    put_header (self, map);
  for (size_t i = 0; i < steps->count && good; i++)
    {
      const struct hb_reduction *step = steps->step[i];
      bool is_last = i + 1 == steps->count;
      struct hb_target next = { .problem = step->to };
      struct hb_target *to = is_last ? target : &next;
      good = hb_reduction_accepts (step, at, diag) && step->reduce (step, at, NULL, to, map, diag);
      if (i)
        step->from->free (step->from, (hb_instance *)at);
      at = next.instance;
    }
  return good;
}

hb_solution *
hb_chain_lift (const struct hb_reduction *self, const hb_instance *source,
               const hb_solution *solution, const hb_instance *target, hb_diag *diag)
{
  const struct hb_chain_steps *steps = steps_of (self);
  const hb_instance **instances = room (steps);
  size_t last = steps->count - 1;
  hb_solution *lifted = NULL;
  bool good = walk (steps, source, last, instances, diag);
  for (size_t i = 0; i < steps->count && good; i++)
    {
      const struct hb_reduction *step = steps->step[i];
      const hb_instance *to = i == last ? target : instances[i + 1];
      hb_solution *next = step->lift (step, instances[i], i ? lifted : solution, to, diag);
      step->from->free_solution (step->from, lifted);
      lifted = next;
      good = lifted != NULL;
    }
  walk_back (steps, last, instances);
  return lifted;
}

hb_solution *
hb_chain_extract (const struct hb_reduction *self, const hb_instance *source,
                  const hb_instance *target, const hb_solution *solution, hb_diag *diag)
{
  const struct hb_chain_steps *steps = steps_of (self);
  const hb_instance **instances = room (steps);
  size_t last = steps->count - 1;
  hb_solution *extracted = NULL;
  bool good = walk (steps, source, last, instances, diag);
  for (size_t i = steps->count; i > 0 && good; i--)
    {
      const struct hb_reduction *step = steps->step[i - 1];
      const hb_instance *to = i == steps->count ? target : instances[i];
      const hb_solution *from = i == steps->count ? solution : extracted;
      hb_solution *next = step->extract (step, instances[i - 1], to, from, diag);
      step->to->free_solution (step->to, extracted);
      extracted = next;
      good = extracted != NULL;
    }
  walk_back (steps, last, instances);
  return extracted;
}

/* The names of the steps with commas between; new. */
static char *
joined (const struct hb_reduction *const *steps, size_t count)
{
  char *name = hb_copy_text (steps[0]->name);
  for (size_t i = 1; i < count; i++)
    {
      char *longer = hb_format ("%s,%s", name, steps[i]->name);
      hb_free (name);
      name = longer;
    }
  return name;
}

struct hb_reduction *
hb_chain_new (const struct hb_reduction *const *steps, size_t count, hb_diag *diag)
{
  bool faithful = true, sized = true, lifts = true, extracts = true;
  for (size_t i = 0; i < count; i++)
    {
      faithful = faithful && steps[i]->faithful;
      sized = sized && steps[i]->sizes;
      lifts = lifts && steps[i]->lift;
      extracts = extracts && steps[i]->extract;
      if (!i || steps[i - 1]->to == steps[i]->from)
        continue;
      hb_error (diag, NULL, "%s makes instances of %s; %s, which follows it, takes those of %s",
                steps[i - 1]->name, steps[i - 1]->to->title, steps[i]->name, steps[i]->from->title);
      return NULL;
    }
  struct hb_chain_steps *own = hb_calloc (1, sizeof *own);
  const struct hb_reduction **step = hb_calloc (count, sizeof *step);
  memcpy (step, steps, count * sizeof *steps);
  *own = (struct hb_chain_steps){ count, step };
  struct hb_reduction *chain = hb_calloc (1, sizeof *chain);
  *chain = (struct hb_reduction){ .name = joined (steps, count),
                                  .from = steps[0]->from,
                                  .to = steps[count - 1]->to,
                                  .to_note = steps[count - 1]->to_note,
                                  .reference = "a chain",
                                  .handlers = steps[count - 1]->handlers,
                                  .size_text = "those of its last step",
                                  .faithful = faithful,
                                  .own = own,
                                  .accepts = hb_chain_accepts,
                                  .sizes = sized ? sizes_of : NULL,
                                  .reduce = reduce,
                                  .lift = lifts ? hb_chain_lift : NULL,
                                  .extract = extracts ? hb_chain_extract : NULL };
  return chain;
}

void
hb_chain_free (struct hb_reduction *chain)
{
  if (!chain)
    return;
  hb_free ((char *)chain->name);
  struct hb_chain_steps *own = (struct hb_chain_steps *)chain->own;
  hb_free ((void *)own->step);
  hb_free (own);
  hb_free (chain);
}

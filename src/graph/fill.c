/* See fill.h. */
#include "graph/fill.h"

#include <string.h>

void
hb_fill_start (struct hb_fill *f, size_t jobs, size_t slots)
{
  *f = (struct hb_fill){ .jobs = jobs, .slots = slots };
  f->most = hb_calloc (jobs + 1, sizeof *f->most);
  f->length = hb_calloc (slots + 1, sizeof *f->length);
  f->available = hb_calloc (jobs * slots + 1, sizeof *f->available);
  f->acts = hb_calloc (jobs * slots + 1, sizeof *f->acts);
  f->share = hb_calloc (jobs * slots + 1, sizeof *f->share);
  f->slot_short = hb_calloc (slots + 1, sizeof *f->slot_short);
  f->job_spent = hb_calloc (jobs + 1, sizeof *f->job_spent);
}

void
hb_fill_end (struct hb_fill *f)
{
  hb_free (f->most);
  hb_free (f->length);
  hb_free (f->available);
  hb_free (f->acts);
  hb_free (f->share);
  hb_free (f->slot_short);
  hb_free (f->job_spent);
}

struct flow
{
  struct hb_fill *f;
  int64_t *open; /* by slot: what is still to be filled */
  int64_t *left; /* by job */
};

/* Finds up to MOST more for slot S: from a job that has some left, or by taking what a job gives to another slot, which
 * then finds more itself. */
static int64_t
augment (struct flow *w, size_t s, int64_t most)
{
  struct hb_fill *f = w->f;
  f->slot_short[s] = true;
  for (size_t j = 0; j < f->jobs; j++)
    {
      if (f->job_spent[j] || !f->available[j * f->slots + s])
        continue;
      f->job_spent[j] = true;
      if (w->left[j] > 0)
        {
          int64_t part = w->left[j] < most ? w->left[j] : most;
          w->left[j] -= part;
          f->share[j * f->slots + s] += part;
          return part;
        }
      for (size_t t = 0; t < f->slots; t++)
        {
          int64_t *other = &f->share[j * f->slots + t];
          if (f->slot_short[t] || !*other)
            continue;
          int64_t part = augment (w, t, *other < most ? *other : most);
          if (part)
            {
              *other -= part;
              f->share[j * f->slots + s] += part;
              return part;
            }
        }
    }
  return 0;
}

/* What was seen is the reason; if the jobs have just enough, one of them has to act elsewhere. */
static void
explain (struct hb_fill *f)
{
  int64_t needed = 0, there = 0;
  f->acting_job = f->acting_slot = SIZE_MAX;
  for (size_t s = 0; s < f->slots; s++)
    needed += f->slot_short[s] ? f->length[s] : 0;
  for (size_t j = 0; j < f->jobs; j++)
    there += f->job_spent[j] ? f->most[j] : 0;
  for (size_t j = 0; j < f->jobs && needed <= there; j++)
    for (size_t s = 0; s < f->slots && f->job_spent[j]; s++)
      if (!f->slot_short[s] && f->acts[j * f->slots + s])
        {
          f->acting_job = j;
          f->acting_slot = s;
          return;
        }
  if (needed <= there)
    hb_die ("slots were found short without a reason");
}

static bool
fill_all (struct flow *w)
{
  struct hb_fill *f = w->f;
  for (size_t s = 0; s < f->slots; s++)
    while (w->open[s] > 0)
      {
        memset (f->slot_short, 0, f->slots * sizeof *f->slot_short);
        memset (f->job_spent, 0, f->jobs * sizeof *f->job_spent);
        int64_t part = augment (w, s, w->open[s]);
        w->open[s] -= part;
        if (!part)
          {
            explain (f);
            return false;
          }
      }
  return true;
}

bool
hb_fill_find (struct hb_fill *f)
{
  struct flow w = { .f = f };
  f->unit = 1;
  for (size_t i = 0; i < f->jobs * f->slots; i++)
    {
      f->unit += f->acts[i];
      f->share[i] = 0;
    }
  w.open = hb_calloc (f->slots + 1, sizeof *w.open);
  w.left = hb_calloc (f->jobs + 1, sizeof *w.left);
  for (size_t s = 0; s < f->slots; s++)
    w.open[s] = f->length[s] * f->unit;
  for (size_t j = 0; j < f->jobs; j++)
    w.left[j] = f->most[j] * f->unit;
  for (size_t i = 0; i < f->jobs * f->slots; i++)
    if (f->acts[i])
      {
        w.left[i / f->slots]--;
        w.open[i % f->slots] -= w.open[i % f->slots] > 0;
      }
  bool good = fill_all (&w);
  for (size_t i = 0; i < f->jobs * f->slots; i++)
    f->share[i] += f->acts[i];
  hb_free (w.open);
  hb_free (w.left);
  return good;
}

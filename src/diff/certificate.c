/* See certificate.h. */
#include "diff/certificate.h"

#include "diff/refute.h"
#include "diff/schedule.h"

#include <string.h>

struct writer
{
  const diff_scope *scope;
  const struct diff_claim *claim;
  const struct diff_family *family;
  diff_engine *engine;
  int side;
  hb_output *output;
  diff_refuted refuted;
  VEC (uint64_t *) shown; /* by the runs written so far */
};

static void
put_settings (struct writer *w)
{
  const struct diff_options *reading = &w->claim->reading;
  hb_putf (w->output, "hbdiff 1\nrank %u\nunroll %u\natomic %s\nruns %s\ncontexts %s\nassert %s\n",
           w->claim->rank, reading->unroll ? reading->unroll : 1,
           reading->by_access ? "access" : "statement", w->claim->complete ? "complete" : "blocked",
           reading->contexts ? "yes" : "no", reading->no_assert ? "no" : "yes");
  hb_put (w->output, "variables");
  for (size_t v = 0; v < w->scope->variables.size; v++)
    hb_putf (w->output, " %s", w->scope->variables.data[v]);
  hb_put_char (w->output, '\n');
  for (hb_id f = 0; f < w->scope->facts.size; f++)
    {
      char *text = diff_fact_text (w->scope, f);
      hb_putf (w->output, "fact %u %s\n", f, text);
      hb_free (text);
    }
}

static bool
within (const uint64_t *shown, const hb_id *set, hb_id count)
{
  for (hb_id i = 0; i < count; i++)
    if (!(shown[set[i] / 64] >> (set[i] % 64) & 1))
      return false;
  return true;
}

/* A run that shows the set, unless one that is written does. */
static bool
put_run (struct writer *w, const hb_id *set, hb_id count)
{
  for (size_t i = w->shown.size; i-- > 0;)
    if (within (w->shown.data[i], set, count))
      return true;
  struct diff_schedule schedule = { VEC_EMPTY, VEC_EMPTY };
  bool good = diff_engine_run_of (w->engine, set, count, &schedule) > 0;
  if (good)
    {
      uint64_t *shown = hb_calloc (diff_fact_words (w->scope), sizeof *shown);
      diff_replay (w->scope, w->side, &schedule, w->claim->complete, shown, NULL);
      vec_push (w->shown, shown);
      hb_put (w->output, "run\n");
      diff_schedule_write (w->scope->programs[w->side], &schedule, NULL, w->output);
    }
  diff_schedule_free (&schedule);
  return good;
}

/* A question about the family that is known: what is not in it is to be refuted. */
static int
known (void *context, const hb_id *set, hb_id count, uint64_t *shown)
{
  struct writer *w = context;
  bool is = diff_family_has (w->family, set, count);
  for (hb_id i = 0; i < count; i++)
    if (is)
      shown[set[i] / 64] |= (uint64_t)1 << set[i] % 64;
    else
      vec_push (w->refuted, set[i]);
  if (!is)
    vec_push (w->refuted, HB_NONE);
  return is;
}

static void
put_cycles (struct writer *w, const diff_formula *f, const struct diff_refutation *r)
{
  for (size_t s = 0; s < f->steps.size; s++)
    {
      char *spot = diff_spot_text (f->program, f->steps.data[s].spot);
      hb_putf (w->output, "step %zu %s %s\n", s,
               f->program->threads.data[f->steps.data[s].thread].name, spot);
      hb_free (spot);
    }
  for (size_t i = 0; i < r->cycles.starts.size; i++)
    {
      size_t end
          = i + 1 < r->cycles.starts.size ? r->cycles.starts.data[i + 1] : r->cycles.steps.size;
      if (!r->cycle_needed.data[i])
        continue;
      hb_put (w->output, "cycle");
      for (size_t k = r->cycles.starts.data[i]; k < end; k++)
        hb_putf (w->output, " %u", r->cycles.steps.data[k]);
      hb_put_char (w->output, '\n');
    }
}

static void
put_proof (struct writer *w, const struct diff_refutation *r)
{
  for (size_t i = 0; i < r->lemmas.size; i++)
    {
      if (!i || !r->lemmas.data[i - 1])
        hb_put (w->output, "lemma");
      if (r->lemmas.data[i])
        hb_putf (w->output, " %d", r->lemmas.data[i]);
      else
        hb_put_char (w->output, '\n');
    }
  for (size_t i = 0; i < w->refuted.size; i++)
    {
      if (!i || w->refuted.data[i - 1] == HB_NONE)
        hb_put (w->output, "refuted");
      if (w->refuted.data[i] != HB_NONE)
        hb_putf (w->output, " %u", w->refuted.data[i]);
      else
        hb_put_char (w->output, '\n');
    }
}

static bool
put_side (struct writer *w, struct hb_limits *limits, hb_diag *diag)
{
  bool good = true;
  struct diff_family again = { 0 };
  struct diff_refutation refutation = { .lemmas = VEC_EMPTY };
  hb_putf (w->output, "side %s\n", w->side ? "new" : "old");
  for (hb_id r = w->claim->rank; r > 0 && good; r--)
    for (size_t i = 0; i < diff_family_count (w->family, r) && good; i++)
      good = put_run (w, diff_family_set (w->family, r, i), r);
  diff_family_find (&again, w->claim->rank, w->scope->facts.size, known, w);
  diff_family_free (&again);
  diff_formula *formula = diff_formula_new (w->scope, w->side, w->claim->complete);
  good = good && diff_refute (formula, &w->refuted, limits, &refutation, diag);
  if (good)
    {
      put_cycles (w, formula, &refutation);
      put_proof (w, &refutation);
    }
  diff_refutation_free (&refutation);
  diff_formula_free (formula);
  return good;
}

bool
diff_certificate_write (const diff_scope *scope, const struct diff_claim *claim,
                        const struct diff_family families[2], diff_engine *const engines[2],
                        struct hb_limits *limits, hb_output *output, hb_diag *diag)
{
  bool good = true;
  for (int side = 0; side < 2 && good; side++)
    {
      struct writer w = { .scope = scope,
                          .claim = claim,
                          .family = &families[side],
                          .engine = engines[side],
                          .side = side,
                          .output = output };
      if (!side)
        put_settings (&w);
      good = put_side (&w, limits, diag);
      for (size_t i = 0; i < w.shown.size; i++)
        hb_free (w.shown.data[i]);
      vec_free (w.shown);
      vec_free (w.refuted);
    }
  hb_put (output, "end\n");
  return good;
}

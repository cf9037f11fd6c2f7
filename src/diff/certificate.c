/* See certificate.h. */
#include "diff/certificate.h"

#include "diff/refute.h"
#include "diff/schedule.h"

struct writer
{
  const diff_scope *scope;
  const struct diff_claim *claim;
  const struct diff_found *found;
  struct hb_limits *limits;
  hb_output *output;
  hb_diag *diag;
  diff_shown_sets shown[2]; /* by the runs of each side written so far */
  diff_fact_sets refuted[2];
  int side;
};

static void
put_settings (struct writer *w)
{
  const struct diff_options *reading = &w->claim->reading;
  hb_put (w->output, "hbdiff 1\n");
  if (w->claim->rank)
    hb_putf (w->output, "rank %u\n", w->claim->rank);
  else
    hb_putf (w->output, "rank %s\n", w->claim->every ? "every" : "all");
  hb_putf (w->output, "unroll %u\natomic %s\nruns %s\ncontexts %s\nassert %s\n",
           reading->unroll ? reading->unroll : 1, reading->by_access ? "access" : "statement",
           w->claim->complete ? "complete" : "blocked", reading->contexts ? "yes" : "no",
           reading->no_assert ? "no" : "yes");
  for (size_t i = 0; i < w->claim->match_count; i++)
    hb_putf (w->output, "match %s %s = %s\n",
             w->claim->matches[i].variable ? "variable" : "statement", w->claim->matches[i].old,
             w->claim->matches[i].new);
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

/* Writes a run of the side at hand, unless one that is written shows as much. */
static void
put_run (struct writer *w, const struct diff_schedule *schedule)
{
  diff_shown_sets *shown = &w->shown[w->side];
  size_t words = diff_fact_words (w->scope);
  uint64_t *set = hb_calloc (words, sizeof *set);
  bool known = false;
  diff_replay (w->scope, w->side, schedule, w->claim->complete, set, NULL);
  for (size_t i = shown->size; i-- > 0 && !known;)
    {
      size_t at = 0;
      while (at < words && !(set[at] & ~shown->data[i][at]))
        at++;
      known = at == words;
    }
  if (known)
    {
      hb_free (set);
      return;
    }
  vec_push (*shown, set);
  hb_put (w->output, "run\n");
  diff_schedule_write (w->scope->programs[w->side], schedule, NULL, w->output);
}

/* A run that shows the set, unless one that is written does. */
static bool
put_run_of (struct writer *w, const hb_id *set, hb_id count)
{
  const diff_shown_sets *shown = &w->shown[w->side];
  for (size_t i = shown->size; i-- > 0;)
    if (diff_shows_all (shown->data[i], set, count))
      return true;
  struct diff_schedule schedule = { VEC_EMPTY, VEC_EMPTY };
  bool good = diff_engine_run_of (w->found->engines[w->side], set, count, &schedule) > 0;
  if (good)
    put_run (w, &schedule);
  diff_schedule_free (&schedule);
  return good;
}

/* A question about the family that is known: what is not in it is to be refuted. */
static int
known (void *context, const hb_id *set, hb_id count, uint64_t *shown)
{
  struct writer *w = context;
  bool is = diff_family_has (&w->found->families[w->side], set, count);
  for (hb_id i = 0; i < count; i++)
    if (is)
      shown[set[i] / 64] |= (uint64_t)1 << set[i] % 64;
    else
      vec_push (w->refuted[w->side], set[i]);
  if (!is)
    vec_push (w->refuted[w->side], HB_NONE);
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
put_lemmas (struct writer *w, const struct diff_refutation *r)
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
}

static void
put_refuted (struct writer *w)
{
  const diff_fact_sets *sets = &w->refuted[w->side];
  for (size_t i = 0; i < sets->size; i++)
    {
      if (!i || sets->data[i - 1] == HB_NONE)
        hb_put (w->output, "refuted");
      if (sets->data[i] != HB_NONE)
        hb_putf (w->output, " %u", sets->data[i]);
      else
        hb_put_char (w->output, '\n');
    }
}

/* Cycles and clauses by which SETS are refuted over FORMULA. */
static bool
put_proof (struct writer *w, const diff_formula *formula, const diff_fact_sets *sets)
{
  struct diff_refutation refutation = { .lemmas = VEC_EMPTY };
  bool good = diff_refute (formula, sets, w->limits, &refutation, w->diag);
  if (good)
    {
      put_cycles (w, formula, &refutation);
      put_lemmas (w, &refutation);
    }
  diff_refutation_free (&refutation);
  return good;
}

/* What can be shown of up to the rank, and what cannot. */
static bool
put_ranks (struct writer *w)
{
  const struct diff_family *family = &w->found->families[w->side];
  struct diff_family again = { 0 };
  bool good = true;
  for (hb_id r = w->claim->rank; r > 0 && good; r--)
    for (size_t i = 0; i < diff_family_count (family, r) && good; i++)
      good = put_run_of (w, diff_family_set (family, r, i), r);
  diff_family_find (&again, w->claim->rank, w->scope->facts.size, known, w);
  diff_family_free (&again);
  return good;
}

/* Runs of the differences of this side and for the other's; the other's differences are to be refuted. */
static void
put_differences (struct writer *w)
{
  for (size_t i = 0; i < w->found->differences->size; i++)
    {
      const struct diff_difference *one = &w->found->differences->data[i];
      if (one->side == w->side)
        put_run (w, &one->schedule);
      for (size_t k = 0; k < one->facts.size && one->side != w->side; k++)
        vec_push (w->refuted[w->side], one->facts.data[k]);
      if (one->side != w->side)
        vec_push (w->refuted[w->side], HB_NONE);
    }
  for (size_t i = 0; i < w->found->used[w->side].size; i++)
    put_run (w, &w->found->used[w->side].data[i]);
}

static bool
put_side (struct writer *w, int side)
{
  bool good = true;
  w->side = side;
  hb_putf (w->output, "side %s\n", side ? "new" : "old");
  if (w->claim->rank)
    good = put_ranks (w);
  else
    put_differences (w);
  if (!good)
    return false;
  diff_formula *formula = diff_formula_new (w->scope, side, w->claim->complete);
  good = put_proof (w, formula, &w->refuted[side]);
  if (good)
    put_refuted (w);
  diff_formula_free (formula);
  return good;
}

/* That nothing is left uncovered of the runs of SIDE. */
static bool
put_cover (struct writer *w, int side)
{
  diff_fact_sets nothing = VEC_EMPTY;
  hb_putf (w->output, "cover %s\n", side ? "new" : "old");
  diff_formula *formula = diff_formula_new (w->scope, side, w->claim->complete);
  diff_formula_uncovered (formula, w->claim->every, &w->shown[!side], &w->refuted[!side]);
  vec_push (nothing, HB_NONE);
  bool good = put_proof (w, formula, &nothing);
  vec_free (nothing);
  diff_formula_free (formula);
  return good;
}

bool
diff_certificate_write (const diff_scope *scope, const struct diff_claim *claim,
                        const struct diff_found *found, struct hb_limits *limits, hb_output *output,
                        hb_diag *diag)
{
  struct writer w = {
    .scope = scope, .claim = claim, .found = found, .limits = limits, .output = output, .diag = diag
  };
  put_settings (&w);
  bool good = put_side (&w, 0) && put_side (&w, 1);
  if (!claim->rank)
    good = good && put_cover (&w, 0) && put_cover (&w, 1);
  for (int side = 0; side < 2; side++)
    {
      for (size_t i = 0; i < w.shown[side].size; i++)
        hb_free (w.shown[side].data[i]);
      vec_free (w.shown[side]);
      vec_free (w.refuted[side]);
    }
  hb_put (output, "end\n");
  return good;
}

/* 3sat-multiset5: five handlers with multisets, no nested posting and one poster (doc/map.md).
 *
 * Rounds, choices (on G1) and chains are those of beat.h.  A clause has round r = n + j, and on G1, G2, G3
 *
 *     e(t): R zA_(r-1), W, which sig(r) reads; R b(t-1)          g(t): R x(r) of literal t, W b(t)
 *
 * so that all e(t) start before sig(r) ends.  If all three chains are late, all g(t) run after that, and the e(t), which hold their
 * handlers, wait for them in a circle. */
#include "reduce/beat.h"

enum
{
  NO_HOLD = 1,
  NO_CIRCLE = 2,
  NO_START = 4,
  ONE_G = 8
};

/* The messages of clause J, in whose round SIG has started; the chains are those of A in that round. */
static void
draw_clause (struct hb_beat *beat, const hb_id *handlers, hb_id j, hb_id sig)
{
  struct hb_draft *draft = beat->draft;
  const int *literals = draft->formula->clauses.data[j - 1].literals;
  hb_id g[3], e[3];
  draft->clause = j;
  for (hb_id t = 0; t < 3; t++)
    {
      hb_id handler = handlers[draft->damage & ONE_G ? 0 : t];
      g[t] = hb_draft_posted (draft, beat->poster, handler, "g.%u.%u", j, t + 1);
      e[t] = hb_draft_posted (draft, beat->poster, handler, "e.%u.%u", j, t + 1);
      hb_draft_read (draft, g[t], hb_beat_chain (beat, literals[t]));
      hb_beat_await (beat, e[t]);
      if (!(draft->damage & NO_START))
        hb_draft_edge (draft, e[t], sig, "e.%u.%u", j, t + 1);
      struct hb_draft_literal told = { j, t + 1, literals[t], e[t], g[t] };
      vec_push (draft->literals, told);
    }
  for (hb_id t = 0; t < 3; t++)
    if (t || !(draft->damage & NO_CIRCLE))
      hb_draft_edge (draft, g[(t + 2) % 3], e[t], "b.%u.%u", j, (t + 2) % 3 + 1);
  draft->clause = 0;
}

static void
draw (struct hb_draft *draft)
{
  hb_id n = hb_threes_variables (draft->formula), m = (hb_id)draft->formula->clauses.size;
  struct hb_beat beat;
  hb_beat_init (&beat, draft);
  hb_id g[3] = { hb_draft_handler (draft, "G1"), hb_draft_handler (draft, "G2"),
                 hb_draft_handler (draft, "G3") };
  beat.g = g[0];
  beat.no_hold = draft->damage & NO_HOLD;
  for (hb_id round = 1; round <= n + m; round++)
    {
      hb_beat_begin (&beat);
      hb_id sig = hb_beat_sig (&beat);
      if (round > n)
        draw_clause (&beat, g, round - n, sig);
      if (round < n + m)
        hb_beat_end (&beat);
    }
  hb_beat_free (&beat);
}

static void
sizes (uint64_t n, uint64_t m, uint64_t *sizes)
{
  sizes[0] = n ? 8 * n * n + 16 * n * m + 22 * n + 42 * m - 7 : 0;
  sizes[1] = 2 * n * n + 4 * n * m + 4 * n + 8 * m + 1;
  sizes[2] = 5;
}

static const struct hb_ablation ablations[] = {
  { "no-hold",
    "T and F do not hold G1 until sig: both chains may start in time, so unsatisfiable formulas "
    "become "
    "consistent",
    HB_YES, NO_HOLD },
  { "no-circle", "e(1) does not wait for g(3): unsatisfiable formulas become consistent", HB_YES,
    NO_CIRCLE },
  { "no-start",
    "sig does not wait for the e(t), which may start when all is over: unsatisfiable formulas "
    "become consistent",
    HB_YES, NO_START },
  { "one-g",
    "all of a clause is on G1, where the e(t) exclude one another: satisfiable formulas become "
    "inconsistent",
    HB_NO, ONE_G },
  { "queue",
    "mailboxes are queues: the poster fixes all orders, so satisfiable formulas become "
    "inconsistent",
    HB_NO, HB_DRAFT_QUEUE },
  { NULL, NULL, HB_OPEN, 0 },
};

static const struct hb_draft_design design = {
  .mailbox = HB_MULTISET,
  .draw = draw,
  .sizes = sizes,
  .rule = HB_DRAFT_RULE,
};

const struct hb_reduction hb_reduction_multiset5 = {
  HB_DRAFT_MEMBERS,
  .name = "3sat-multiset5",
  .to_note = " without nested posting, multisets, one poster",
  .handlers = "A B G1 G2 G3",
  .size_text = "events = 8n^2 + 16nm + 22n + 42m - 7 + 2E (2E without variables), messages = 2n^2 "
               "+ 4nm + 4n + 8m + 1, "
               "handlers = 5" HB_DRAFT_COUNTS,
  .ablations = ablations,
  .own = &design,
};

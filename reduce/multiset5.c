/* 3sat-multiset5: five handlers with multisets, no nested posting and one poster (doc/map.md).
 *
 * All messages are there from the start; what keeps order is that A and B are never free at once:
 *
 *     A:  sig(r): W sA_r, R sB_(r+1)       B:  tau(r): W sB_r, R sA_r        r = 1 .. n + m
 *
 *         tau(r)  [ B.......... ]
 *         sig(r)           [ A .......... ]
 *         tau(r+1)                [ B .......... ]        A is free before sig(r), B behind tau(r)
 *
 * A chain of messages x(i) on A, x'(i) on B, x(i+1) on A, ..., each reading from the one before, gets one level further a
 * round.  If it starts a round late, it stays late: x(r) runs behind sig(r), and not before it.
 *
 * Each literal has a chain.  That of variable i's starts with T or F on G1: W seed, R sA_i; only one of the two can start before
 * sig(i): the other literal's chain is late.  A clause has round r = n + j, and on G1, G2, G3
 *
 *     e(t): W, which sig(r) reads; R b(t-1)          g(t): R x(r) of literal t, W b(t)
 *
 * so that all e(t) start before sig(r) ends.  If all three chains are late, all g(t) run after that, and the e(t), which hold their
 * handlers, wait for them in a circle. */
#include "reduce/draft.h"

enum
{
  NO_HOLD = 1,
  NO_CIRCLE = 2,
  NO_START = 4,
  ONE_G = 8
};

struct state
{
  struct hb_draft *draft;
  hb_id a, b, g[3], poster;
  hb_id ends;    /* the read of sB_(r+1) that sig(r) ends with, to be told: sig(r), or HB_NONE */
  hb_id started; /* the write of sA_r */
  VEC (hb_id) chains[2]; /* variable -> the last write of its chain, of x and of -x */
};

/* A link of a chain: reads FROM, writes; its write. */
static hb_id
draw_link (struct state *state, hb_id handler, hb_id from, const char *name)
{
  struct hb_draft *draft = state->draft;
  hb_id message = hb_draft_posted (draft, state->poster, handler, "%s", name);
  hb_draft_read (draft, message, from);
  return hb_draft_write (draft, message, "%s", name);
}

/* All chains go on, on HANDLER. */
static void
draw_links (struct state *state, hb_id handler, const char *kinds, hb_id round)
{
  for (hb_id i = 0; i < state->chains[0].size; i++)
    for (int side = 0; side < 2; side++)
      {
        int variable = state->draft->formula->numbers.data[i];
        char *name = hb_format ("%c%u.x%d", kinds[side], round, variable);
        hb_id *last = &state->chains[side].data[i];
        *last = draw_link (state, handler, *last, name);
        hb_free (name);
      }
}

/* T and F of the variable that is chosen in ROUND; they are told before sig of that round, whose write they read. */
static void
draw_choice (struct state *state, hb_id round, hb_id starters[2])
{
  struct hb_draft *draft = state->draft;
  int variable = draft->formula->numbers.data[round - 1];
  for (int side = 0; side < 2; side++)
    {
      starters[side]
          = hb_draft_posted (draft, state->poster, state->g[0], "%c0.x%d", "tf"[side], variable);
      vec_push (state->chains[side],
                hb_draft_write (draft, starters[side], "%c0.x%d", "tf"[side], variable));
    }
  hb_draft_value (draft, variable, (struct hb_two){ .a = starters[1], .b = starters[0] });
}

/* The messages of clause J, in whose round SIG has started; the chains are those of A in that round. */
static void
draw_clause (struct state *state, hb_id j, hb_id sig)
{
  struct hb_draft *draft = state->draft;
  const int *literals = draft->formula->clauses.data[j - 1].literals;
  hb_id g[3], e[3];
  draft->clause = j;
  for (hb_id t = 0; t < 3; t++)
    {
      hb_id handler = state->g[draft->damage & ONE_G ? 0 : t];
      g[t] = hb_draft_posted (draft, state->poster, handler, "g.%u.%u", j, t + 1);
      e[t] = hb_draft_posted (draft, state->poster, handler, "e.%u.%u", j, t + 1);
      hb_draft_read (
          draft, g[t],
          state->chains[literals[t] < 0].data[hb_threes_rank (draft->formula, literals[t])]);
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
draw_round (struct state *state, hb_id round, hb_id n)
{
  struct hb_draft *draft = state->draft;
  hb_id starters[2];
  hb_id tau = hb_draft_posted (draft, state->poster, state->b, "tau%u", round);
  hb_id before = hb_draft_write (draft, tau, "sB%u", round);
  if (state->ends != HB_NONE)
    hb_draft_read (draft, state->ends, before);
  if (round <= n)
    draw_choice (state, round, starters);
  draw_links (state, state->a, "tf", round);
  hb_id sig = hb_draft_posted (draft, state->poster, state->a, "sig%u", round);
  hb_id started = hb_draft_write (draft, sig, "sA%u", round);
  hb_draft_read (draft, tau, started);
  for (int side = 0; side < 2 && round <= n; side++)
    if (!(draft->damage & NO_HOLD))
      hb_draft_read (draft, starters[side], started);
  if (round > n)
    draw_clause (state, round - n, sig);
  if (round < n + draft->formula->clauses.size)
    draw_links (state, state->b, "uv", round);
  state->ends = sig;
}

static void
draw (struct hb_draft *draft)
{
  hb_id n = hb_threes_variables (draft->formula), m = (hb_id)draft->formula->clauses.size;
  struct state state = { .draft = draft, .ends = HB_NONE };
  state.a = hb_draft_handler (draft, "A");
  state.b = hb_draft_handler (draft, "B");
  state.g[0] = hb_draft_handler (draft, "G1");
  state.g[1] = hb_draft_handler (draft, "G2");
  state.g[2] = hb_draft_handler (draft, "G3");
  state.poster = hb_draft_initial (draft, state.a);
  for (hb_id round = 1; round <= n + m; round++)
    draw_round (&state, round, n);
  vec_free (state.chains[0]);
  vec_free (state.chains[1]);
}

static void
sizes (uint64_t n, uint64_t m, uint64_t *sizes)
{
  sizes[0] = n ? 8 * n * n + 16 * n * m + 16 * n + 35 * m - 1 : 0;
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
  .size_text = "events = 8n^2 + 16nm + 16n + 35m - 1 + 2E (2E without variables), messages = 2n^2 "
               "+ 4nm + 4n + 8m + 1, "
               "handlers = 5" HB_DRAFT_COUNTS,
  .ablations = ablations,
  .own = &design,
};

/* 3sat-stack5: five handlers with stacks, no nested posting (doc/map.md); larger than 3sat-stack3 in handlers, simpler
 * in all else.
 *
 *     A, B   post, as in 3sat-edflat: in sections of the round that runs, the next round and copies of literals
 *     V, W   stacks, on which the rounds lie by turns; z(r) holds the stack of round r until that is loaded
 *
 *     V:  round 1 runs              ... z(3) while round 3 is loaded    round 3 runs
 *     W:  z(2) while round 2 is     round 2 runs
 *         loaded
 *
 * A stack that is loaded while it is held runs in the reverse order of the posts: each pair is turned round from each
 * round to the next, and so are the variables.  Copies of literals come to A, B and D, which take nothing before A and B have
 * ended; there the clauses are rings. */
#include "reduce/registers.h"

enum
{
  NO_CYCLE = 1,
  NO_HOLD = 2,
  NO_TIE = 4
};

struct state
{
  struct hb_draft *draft;
  hb_id posters[2]; /* the initial messages of A and B */
  hb_id stacks[2];
  hb_id literals[3];
  VEC (struct hb_two) round;  /* in the order in which they are to run */
  VEC (hb_id) elements;       /* their variables' ranks */
  VEC (struct hb_two) copies; /* three for each clause */
};

/* z(ROUND) holds its stack; A and B wait until it does. */
static hb_id
draw_hold (struct state *state, hb_id round)
{
  struct hb_draft *draft = state->draft;
  if (draft->damage & NO_HOLD)
    return HB_NONE;
  hb_id z
      = hb_draft_posted (draft, state->posters[0], state->stacks[(round - 1) % 2], "z%u", round);
  hb_id start = hb_draft_write (draft, z, "held%u", round);
  hb_draft_read (draft, state->posters[0], start);
  hb_draft_read (draft, state->posters[1], start);
  return z;
}

/* z(ROUND) ends when A and B have loaded its stack; A, which posts the next z, waits for that: then nothing of the round before is
 * left below. */
static void
draw_release (struct state *state, hb_id z, hb_id round)
{
  if (z == HB_NONE)
    return;
  hb_draft_edge (state->draft, state->posters[0], z, "loadedA.%u", round);
  hb_draft_edge (state->draft, state->posters[1], z, "loadedB.%u", round);
  hb_draft_edge (state->draft, z, state->posters[0], "released%u", round);
}

/* A message of A's and one of B's on HANDLER, not posted yet: a pair for VARIABLE.  A's is the a unless TURNED. */
static struct hb_two
draw_pair (struct state *state, hb_id handler, const char *name, int variable, bool turned)
{
  struct hb_draft *draft = state->draft;
  hb_id by_a = hb_draft_message (draft, handler, "a%s", name);
  hb_id by_b = hb_draft_message (draft, handler, "b%s", name);
  struct hb_two two = { turned ? by_b : by_a, turned ? by_a : by_b };
  hb_draft_value (draft, variable, two);
  return two;
}

static void
post_pair (struct state *state, struct hb_two two, bool turned)
{
  hb_draft_post (state->draft, state->posters[0], turned ? two.b : two.a);
  hb_draft_post (state->draft, state->posters[1], turned ? two.a : two.b);
}

/* The pairs of ROUND, in the order in which they run: every other round from the last variable to the first. */
static void
draw_round (struct state *state, hb_id round)
{
  const struct hb_threes *formula = state->draft->formula;
  hb_id n = hb_threes_variables (formula);
  vec_clear (state->round);
  vec_clear (state->elements);
  for (hb_id k = 0; k < n; k++)
    {
      hb_id i = round % 2 ? k : n - 1 - k;
      int variable = formula->numbers.data[i];
      char *name = hb_format ("%u.x%d", round, variable);
      struct hb_two two
          = draw_pair (state, state->stacks[(round - 1) % 2], name, variable, round % 2 == 0);
      hb_free (name);
      vec_push (state->round, two);
      vec_push (state->elements, i);
    }
}

/* The copies of the literals of clause J that are of the variable with rank I; they are turned against the round. */
static void
draw_copies (struct state *state, hb_id j, hb_id i)
{
  const struct hb_three *clause = &state->draft->formula->clauses.data[j - 1];
  for (hb_id t = 0; t < 3; t++)
    if (hb_threes_rank (state->draft->formula, clause->literals[t]) == i)
      {
        int variable = state->draft->formula->numbers.data[i];
        char *name = hb_format (".%u.%u", j, t + 1);
        state->draft->clause = j;
        struct hb_two copy = draw_pair (state, state->literals[t], name, variable, j % 2);
        state->draft->clause = 0;
        hb_free (name);
        post_pair (state, copy, j % 2);
        state->copies.data[3 * (j - 1) + t] = copy;
      }
}

/* The section of A's or B's initial message that runs inside one of the pair's messages. */
static void
draw_tie (struct state *state, struct hb_two two, bool turned, bool enter, const char *name)
{
  hb_id messages[2] = { turned ? two.b : two.a, turned ? two.a : two.b };
  for (int side = 0; side < 2 && !(state->draft->damage & NO_TIE); side++)
    {
      char *tie = hb_format ("%c%s", "ab"[side], name);
      (enter ? hb_draft_enter : hb_draft_leave) (state->draft, messages[side], state->posters[side],
                                                 tie);
      hb_free (tie);
    }
}

/* All sections of round J, and with them the posts of the next. */
static void
draw_sections (struct state *state, hb_id j, bool last)
{
  const struct hb_threes *formula = state->draft->formula;
  hb_id n = hb_threes_variables (formula);
  struct hb_two *now = hb_calloc (n, sizeof *now);
  for (hb_id k = 0; k < n; k++)
    now[k] = state->round.data[k];
  hb_id z = last ? HB_NONE : draw_hold (state, j + 1);
  if (!last)
    draw_round (state, j + 1);
  for (hb_id k = 0; k < n; k++)
    {
      hb_id i = j % 2 ? k : n - 1 - k;
      char *name = hb_format ("%u.x%d", j, formula->numbers.data[i]);
      draw_tie (state, now[k], j % 2 == 0, true, name);
      if (!last)
        post_pair (state, state->round.data[n - 1 - k], j % 2);
      draw_copies (state, j, i);
      draw_tie (state, now[k], j % 2 == 0, false, name);
      hb_free (name);
    }
  draw_release (state, z, j + 1);
  hb_free (now);
}

static void
draw (struct hb_draft *draft)
{
  struct state state = { .draft = draft };
  hb_id m = (hb_id)draft->formula->clauses.size, a = hb_draft_handler (draft, "A"),
        b = hb_draft_handler (draft, "B");
  state.posters[0] = hb_draft_initial (draft, a);
  state.posters[1] = hb_draft_initial (draft, b);
  state.stacks[0] = hb_draft_handler (draft, "V");
  state.stacks[1] = hb_draft_handler (draft, "W");
  state.literals[0] = a;
  state.literals[1] = b;
  state.literals[2] = hb_draft_handler (draft, "D");
  vec_resize (state.copies, 3 * (size_t)m, ((struct hb_two){ 0, 0 }));
  hb_id z = m ? draw_hold (&state, 1) : HB_NONE;
  if (m)
    draw_round (&state, 1);
  for (size_t k = state.round.size; k-- > 0;)
    post_pair (&state, state.round.data[k], false);
  draw_release (&state, z, 1);
  for (hb_id j = 1; j <= m; j++)
    draw_sections (&state, j, j == m);
  for (hb_id j = 1; j <= m; j++)
    hb_draft_ring (draft, j, state.copies.data + 3 * (j - 1), draft->damage & NO_CYCLE);
  hb_draft_lock (draft, a, b, state.literals[2]);
  vec_free (state.round);
  vec_free (state.elements);
  vec_free (state.copies);
}

static void
sizes (uint64_t n, uint64_t m, uint64_t *sizes)
{
  sizes[0] = 12 * n * m + 29 * m + 6;
  sizes[1] = 2 * n * m + 7 * m + 3;
  sizes[2] = 5;
}

static const struct hb_ablation ablations[] = {
  { "no-cycle",
    "the ring is open: a falsified clause closes no cycle, so unsatisfiable formulas become "
    "consistent",
    HB_YES, NO_CYCLE },
  { "no-hold",
    "stacks are not held while they are loaded: pairs have no order, so unsatisfiable formulas "
    "become "
    "consistent",
    HB_YES, NO_HOLD },
  { "no-tie",
    "the posts of the rotation are not tied to the messages: copies may differ, so unsatisfiable "
    "formulas "
    "become consistent",
    HB_YES, NO_TIE },
  { "queue",
    "mailboxes are queues, while the posts are in the order for stacks: satisfiable formulas "
    "become "
    "inconsistent",
    HB_NO, HB_DRAFT_QUEUE },
  { NULL, NULL, HB_OPEN, 0 },
};

static const struct hb_draft_design design = {
  .mailbox = HB_STACK,
  .draw = draw,
  .sizes = sizes,
  .rule = HB_DRAFT_RULE,
};

const struct hb_reduction hb_reduction_stack5 = {
  HB_DRAFT_MEMBERS,
  .name = "3sat-stack5",
  .to_note = " without nested posting, stacks",
  .handlers = "A B V W D",
  .size_text
  = "events = 12nm + 29m + 6 + 2E, messages = 2nm + 7m + 3, handlers = 5" HB_DRAFT_COUNTS,
  .ablations = ablations,
  .own = &design,
};

/* 3sat-flat3v and 3sat-stack3: three handlers, no nested posting and a fixed number of shared variables (doc/map.md).
 *
 * A loaded register of 3m+1 rounds on A and B carries the variables and, for each of the 3m literals, an element c(k) that is
 * to have the value of its variable.  For that, in round k its variable has a quadruple on D as well, to which c(k)'s pair
 * on A is tied in that round.  (Any round would do; in this one little happens between the two, so that engines find a wrong
 * choice where it was made.)  The clause (l1 l2 l3) of c(1), c(2), c(3):
 *
 *     A, behind the register             F: W g, R s3     S: R h, W s1
 *     B, last round, c(1) and c(2)       F1: R g   S1: W h         F2: R s1   S2: W s2
 *     D, last round, c(3)                F3: R s2  S3: W s3
 *
 * If all are false, F before S, F2 before S2 and F3 before S3 close a cycle.
 *
 * Variables are named by classes (u of all ties, v of all ties, g, h, ...): 13 of them however long the formula, with
 * co along the path and the clauses, which is the order in which they run in any case.
 *
 * Of stacks: all is posted before anything is taken, since the initial messages end in locks (two variables more), so that a
 * stack is a queue that was filled from its end: the lists of posts are turned round, and all else stays.  A and B wait for each
 * other before each position, too, by the same two variables. */
#include "reduce/flat3v.h"

#include <stdlib.h>

struct state
{
  struct hb_draft *draft;
  struct hb_loaded loaded;
  hb_id d;
  VEC (struct hb_position) round; /* element -> its position in the last round drawn */
  struct hb_linked looked_at;     /* the round's quadruple on D */
  VEC (struct hb_linked) third;   /* clause -> the quadruple of its third literal on D */
};

static int
literal_of (const struct hb_draft *draft, hb_id k)
{
  return draft->formula->clauses.data[k / 3].literals[k % 3];
}

/* The position of element E in ROUND, with a quadruple on D if that is looked at. */
static void
draw_position (struct state *state, hb_id round, hb_id e)
{
  const struct hb_threes *formula = state->draft->formula;
  hb_id n = hb_threes_variables (formula), literals = 3 * (hb_id)formula->clauses.size;
  int variable = e < n ? formula->numbers.data[e] : abs (literal_of (state->draft, e - n));
  bool looked_at
      = round <= literals && e < n && abs (literal_of (state->draft, round - 1)) == variable;
  bool third = round > literals && e >= n && (e - n) % 3 == 2;
  struct hb_linked linked;
  char *name
      = e < n ? hb_format ("%u.x%d", round, variable) : hb_format ("%u.c%u", round, e - n + 1);
  struct hb_position position = hb_loaded_position (
      &state->loaded, variable, name, looked_at || third ? state->d : HB_NONE, &linked);
  hb_free (name);
  if (round == 1)
    vec_push (state->round, position);
  else
    hb_loaded_tie (&state->loaded, position.two, state->round.data[e].linked, "u");
  state->round.data[e] = position;
  if (looked_at)
    state->looked_at = linked;
  if (third)
    vec_push (state->third, linked);
}

static void
draw_round (struct state *state, hb_id round)
{
  const struct hb_threes *formula = state->draft->formula;
  hb_id n = hb_threes_variables (formula), literals = 3 * (hb_id)formula->clauses.size;
  for (hb_id e = 0; e < n + literals; e++)
    draw_position (state, round, e);
  if (round <= literals && !(state->draft->damage & HB_FLAT3V_NO_EQUALITY))
    hb_loaded_tie (&state->loaded, state->round.data[n + round - 1].two, state->looked_at, "d");
}

static void
draw_gadget (struct state *state, hb_id j)
{
  struct hb_draft *draft = state->draft;
  const int *literals = draft->formula->clauses.data[j - 1].literals;
  hb_id c = hb_threes_variables (draft->formula) + 3 * (j - 1);
  struct hb_linked one = state->round.data[c].linked, two = state->round.data[c + 1].linked,
                   three = state->third.data[j - 1];
  draft->clause = j;
  hb_id first = hb_draft_message (draft, state->loaded.a, "F.%u", j);
  hb_id second = hb_draft_message (draft, state->loaded.a, "S.%u", j);
  draft->clause = 0;
  hb_loaded_single (&state->loaded, first, second);
  hb_draft_guide (draft, -literals[0], first, second);
  hb_draft_guide (draft, literals[0], second, first);
  if (!(draft->damage & HB_FLAT3V_NO_LINK))
    hb_draft_edge (draft, first, hb_linked_first (one, literals[0]), "g");
  if (!(draft->damage & HB_FLAT3V_NO_CYCLE))
    hb_draft_edge (draft, hb_linked_second (three, literals[2]), first, "s3");
  if (!(draft->damage & HB_FLAT3V_NO_LINK))
    hb_draft_edge (draft, hb_linked_second (one, literals[0]), second, "h");
  hb_draft_edge (draft, second, hb_linked_first (two, literals[1]), "s1");
  hb_draft_edge (draft, hb_linked_second (two, literals[1]), hb_linked_first (three, literals[2]),
                 "s2");
}

void
hb_flat3v_draw (struct hb_draft *draft)
{
  struct state state = { .draft = draft };
  hb_id m = (hb_id)draft->formula->clauses.size;
  state.loaded = (struct hb_loaded){ .draft = draft,
                                     .a = hb_draft_handler (draft, "A"),
                                     .b = hb_draft_handler (draft, "B"),
                                     .meet = draft->stacks && !(draft->damage & HB_FLAT3V_NO_LOCK),
                                     .untied = HB_FLAT3V_UNTIED };
  state.d = hb_draft_handler (draft, "D");
  for (hb_id round = 1; round <= 3 * m + 1; round++)
    draw_round (&state, round);
  for (hb_id j = 1; j <= m; j++)
    draw_gadget (&state, j);
  hb_loaded_post (&state.loaded);
  hb_loaded_free (&state.loaded);
  vec_free (state.round);
  vec_free (state.third);
}

void
hb_flat3v_sizes (uint64_t n, uint64_t m, uint64_t *sizes)
{
  uint64_t elements = n + 3 * m;
  sizes[0] = 60 * elements * m + 12 * elements + 70 * m;
  sizes[1] = 18 * elements * m + 6 * elements + 18 * m + 2;
  sizes[2] = 3;
}

static const struct hb_ablation ablations[] = {
  HB_FLAT3V_ABLATIONS,
  { "sender-queue",
    "mailboxes are FIFO for each sender only: pairs have no order, so unsatisfiable formulas "
    "become consistent",
    HB_YES, HB_DRAFT_SENDER_QUEUE },
  { NULL, NULL, HB_OPEN, 0 },
};

static const struct hb_draft_design design = {
  .mailbox = HB_QUEUE,
  .draw = hb_flat3v_draw,
  .sizes = hb_flat3v_sizes,
  .rule = HB_DRAFT_RULE,
};

const struct hb_reduction hb_reduction_flat3v = {
  HB_DRAFT_MEMBERS,
  .name = "3sat-flat3v",
  .to_note = " without nested posting, 13 shared variables",
  .handlers = "A B D",
  .size_text = "N = n + 3m: events = 60Nm + 12N + 70m + 2E, messages = 18Nm + 6N + 18m + 2, "
               "handlers = 3" HB_DRAFT_COUNTS,
  .ablations = ablations,
  .own = &design,
};

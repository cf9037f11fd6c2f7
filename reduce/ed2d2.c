/* 3sat-ed2d2: two handlers with FIFO mailboxes, and posts only in initial messages and in messages that these post: depth 2
 * (doc/map.md).
 *
 * A loaded register of 3m rounds carries the variables and, for each clause j = (l1 l2 l3), elements c(j,1) and c(j,3) that
 * are to have the values of l1's and l3's variables.  On A and B there follow, in this order of the mailboxes:
 *
 *     A  the register        F S of each clause       e's of each clause       p q of each clause
 *     B  the register        d's of each clause       dF dS of each clause
 *
 *     round 2j-1, 2j    l1's, l3's variable posts e's to A; c(j,1), c(j,3) post d's to B; tied, so the values are the same
 *     round 2m+j        l2's variable posts dF, dS to B
 *     A:  F: W g, R s   S: R h, post p         p: W, R   q: W, R
 *     B:  in the last round, c(j,1):  F1: R g   S1: W h          c(j,3):  F3: post q   S3: W s        dF, dS: R, W
 *
 * If all are false: F before S, as F1 before S1; the read of s comes before the post of p, that before the post of q, as dF
 * before dS, that before the write of s. */
#include "reduce/registers.h"

#include <stdlib.h>

enum
{
  NO_CYCLE = 1,
  UNTIED = 2,
  NO_EQUALITY = 4,
  NO_LINK = 8
};

struct state
{
  struct hb_draft *draft;
  struct hb_loaded loaded;
  VEC (struct hb_position) round, before; /* element -> its position in the last two rounds */
};

/* The elements: variables, then c(1,1), c(1,3), c(2,1), ... */
static hb_id
carried (const struct hb_draft *draft, hb_id j, hb_id t)
{
  return hb_threes_variables (draft->formula) + 2 * (j - 1) + (t == 3);
}

static void
draw_position (struct state *state, hb_id round, hb_id element)
{
  const struct hb_threes *formula = state->draft->formula;
  hb_id n = hb_threes_variables (formula), j = 0, t = 0;
  int variable = 0;
  if (element < n)
    variable = formula->numbers.data[element];
  else
    {
      j = (element - n) / 2;
      t = (element - n) % 2 ? 3 : 1;
      variable = abs (formula->clauses.data[j].literals[t - 1]);
    }
  char *name
      = j || t ? hb_format ("%u.c%u.%u", round, j + 1, t) : hb_format ("%u.x%d", round, variable);
  struct hb_position position = hb_loaded_position (&state->loaded, variable, name, HB_NONE, NULL);
  if (round > 1)
    hb_loaded_tie (&state->loaded, position.two, state->before.data[element].linked, name);
  vec_push (state->round, position);
  hb_free (name);
}

static void
draw_round (struct state *state, hb_id round)
{
  vec_clear (state->before);
  for (size_t e = 0; e < state->round.size; e++)
    vec_push (state->before, state->round.data[e]);
  vec_clear (state->round);
  hb_id elements = carried (state->draft, (hb_id)state->draft->formula->clauses.size + 1, 1);
  for (hb_id e = 0; e < elements; e++)
    draw_position (state, round, e);
}

/* In this round c(J,T) is made equal to its literal's variable. */
static void
draw_equal (struct state *state, hb_id j, hb_id t)
{
  struct hb_draft *draft = state->draft;
  int literal = draft->formula->clauses.data[j - 1].literals[t - 1];
  struct hb_two variable = state->round.data[hb_threes_rank (draft->formula, literal)].two;
  struct hb_two own = state->round.data[carried (draft, j, t)].two;
  struct hb_two e = hb_draft_copy (draft, variable, state->loaded.a, "e", j, t);
  struct hb_two d = hb_draft_copy (draft, own, state->loaded.b, "d", j, t);
  if (draft->damage & NO_EQUALITY)
    return;
  char *names[2] = { hb_format ("ae.%u.%u", j, t), hb_format ("be.%u.%u", j, t) };
  hb_draft_tie (draft, e.a, d.a, names[0]);
  hb_draft_tie (draft, e.b, d.b, names[1]);
  hb_free (names[0]);
  hb_free (names[1]);
}

/* The gadget of clause J in the last round; TWO are the copies of its second literal. */
static void
draw_gadget (struct state *state, hb_id j, struct hb_two two)
{
  struct hb_draft *draft = state->draft;
  const int *literals = draft->formula->clauses.data[j - 1].literals;
  struct hb_linked one = state->round.data[carried (draft, j, 1)].linked;
  struct hb_linked three = state->round.data[carried (draft, j, 3)].linked;
  draft->clause = j;
  hb_id first = hb_draft_message (draft, state->loaded.a, "F.%u", j);
  hb_id second = hb_draft_message (draft, state->loaded.a, "S.%u", j);
  hb_loaded_single (&state->loaded, first, second);
  hb_draft_guide (draft, -literals[0], first, second);
  hb_draft_guide (draft, literals[1], first, second);
  hb_draft_guide_both (draft, literals[0], -literals[1], second, first);
  if (!(draft->damage & NO_LINK))
    {
      hb_draft_edge (draft, first, hb_linked_first (one, literals[0]), "g.%u", j);
      hb_draft_edge (draft, hb_linked_second (one, literals[0]), second, "h.%u", j);
    }
  if (!(draft->damage & NO_CYCLE))
    hb_draft_edge (draft, hb_linked_second (three, literals[2]), first, "s.%u", j);
  hb_id p = hb_draft_posted (draft, second, state->loaded.a, "p.%u", j);
  hb_id q
      = hb_draft_posted (draft, hb_linked_first (three, literals[2]), state->loaded.a, "q.%u", j);
  hb_draft_guide (draft, -literals[1], p, q);
  hb_draft_guide (draft, literals[1], q, p);
  char *names[2] = { hb_format ("p.%u", j), hb_format ("q.%u", j) };
  hb_draft_tie (draft, p, hb_draft_first (two, literals[1]), names[0]);
  hb_draft_tie (draft, q, hb_draft_second (two, literals[1]), names[1]);
  hb_free (names[0]);
  hb_free (names[1]);
  draft->clause = 0;
  hb_draft_tell_literal (draft, j, 2, two);
}

static void
draw (struct hb_draft *draft)
{
  struct state state = { .draft = draft };
  VEC (struct hb_two) twos = VEC_EMPTY;
  hb_id m = (hb_id)draft->formula->clauses.size;
  state.loaded = (struct hb_loaded){ .draft = draft,
                                     .a = hb_draft_handler (draft, "A"),
                                     .b = hb_draft_handler (draft, "B"),
                                     .untied = UNTIED };
  for (hb_id round = 1; round <= 3 * m; round++)
    {
      hb_id j = round <= 2 * m ? (round + 1) / 2 : round - 2 * m;
      draw_round (&state, round);
      if (round <= 2 * m)
        draw_equal (&state, j, round % 2 ? 1 : 3);
      else
        {
          int literal = draft->formula->clauses.data[j - 1].literals[1];
          struct hb_two two = state.round.data[hb_threes_rank (draft->formula, literal)].two;
          vec_push (twos, hb_draft_copy (draft, two, state.loaded.b, "", j, 2));
        }
    }
  for (hb_id j = 1; j <= m; j++)
    draw_gadget (&state, j, twos.data[j - 1]);
  hb_loaded_post (&state.loaded);
  hb_loaded_free (&state.loaded);
  vec_free (twos);
  vec_free (state.round);
  vec_free (state.before);
}

static void
sizes (uint64_t n, uint64_t m, uint64_t *sizes)
{
  uint64_t elements = n + 2 * m;
  sizes[0] = m ? 60 * elements * m - 8 * elements + 58 * m : 0;
  sizes[1] = 18 * elements * m + 14 * m + 2;
  sizes[2] = 2;
}

static const struct hb_ablation ablations[] = {
  { "no-cycle",
    "F does not read what S3 writes: a falsified clause closes no cycle, so unsatisfiable formulas "
    "become consistent",
    HB_YES, NO_CYCLE },
  { "no-tie",
    "the rounds are not tied: a value may change from round to round, so unsatisfiable formulas "
    "become "
    "consistent",
    HB_YES, UNTIED },
  { "no-equality",
    "c(j,1) and c(j,3) are not compared with their variables, so unsatisfiable formulas become "
    "consistent",
    HB_YES, NO_EQUALITY },
  { "no-link",
    "F and S are not linked to c(j,1), so the first literal counts for nothing: unsatisfiable "
    "formulas become consistent",
    HB_YES, NO_LINK },
  { "sender-queue",
    "mailboxes are FIFO for each sender only: pairs have no order, so unsatisfiable formulas "
    "become "
    "consistent",
    HB_YES, HB_DRAFT_SENDER_QUEUE },
  { NULL, NULL, HB_OPEN, 0 },
};

static const struct hb_draft_design design = {
  .mailbox = HB_QUEUE,
  .draw = draw,
  .sizes = sizes,
  .rule = HB_DRAFT_RULE,
};

const struct hb_reduction hb_reduction_ed2d2 = {
  HB_DRAFT_MEMBERS,
  .name = "3sat-ed2d2",
  .to_note = ", posts of depth 2",
  .handlers = "A B",
  .size_text
  = "events = (60m - 8)(n + 2m) + 58m + 2E (2E without clauses), messages = 18m(n + 2m) + 14m + 2, "
    "handlers = 2" HB_DRAFT_COUNTS,
  .ablations = ablations,
  .own = &design,
};

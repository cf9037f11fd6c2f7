/* 3sat-ed2d2: two handlers with FIFO mailboxes, and posts only in initial messages and in messages that these post: depth 2
 * (doc/map.md).
 *
 * A loaded register of m rounds carries the variables.  Before round j two elements join in, c(j,1) and c(j,3), that are to
 * have the values of the first and the third literal's variable of clause j = (l1 l2 l3); behind it stands the clause.  In
 * this order of the mailboxes:
 *
 *     A  for each clause  c c, a round, F S       then, posted by these, for each clause  e's, p q
 *     B  for each clause  c c, a round                                                    d's, dF dS
 *
 *     round j           l1's, l3's variable posts e's to A, l2's posts dF, dS to B; c(j,1), c(j,3) post d's to B
 *     e's and d's       tied, so the values are the same
 *     A:  F: W g, R s   S: R h, post p         p: W, R   q: W, R
 *     B:  c(j,1):  F1: R g   S1: W h           c(j,3):  F3: post q   S3: W s              dF, dS: R, W
 *
 * If all are false: F before S, as F1 before S1; the read of s comes before the post of p, that before the post of q, as dF
 * before dS, that before the write of s.
 *
 * The literals of a clause are taken by their variables' numbers, so that e's stand on A as d's do on B.  If all three are of one variable,
 * c(j,1) is made equal to c(j,3) instead: e's that the same messages post would stand in each other's way. */
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
  VEC (struct hb_position) round; /* rank of a variable -> its position in the last round drawn */
};

/* A clause being drawn: its number and, of its literals by rank, the places in it and the carried elements, of the second
 * one the copies. */
struct clause
{
  hb_id j;
  hb_id places[3];
  int literals[3];
  struct hb_position one, three;
  struct hb_two two;
};

static struct clause
clause_of (const struct hb_threes *formula, hb_id j)
{
  struct clause clause = { .j = j };
  hb_threes_by_rank (formula, j, clause.places);
  for (hb_id i = 0; i < 3; i++)
    clause.literals[i] = formula->clauses.data[j - 1].literals[clause.places[i] - 1];
  return clause;
}

/* A position for the variable of literal I (0 or 2) of CLAUSE. */
static struct hb_position
draw_carried (struct state *state, const struct clause *clause, hb_id i)
{
  char *name = hb_format ("c%u.%u", clause->j, clause->places[i]);
  struct hb_position position
      = hb_loaded_position (&state->loaded, abs (clause->literals[i]), name, HB_NONE, NULL);
  hb_free (name);
  return position;
}

static void
draw_round (struct state *state, hb_id round)
{
  const struct hb_threes *formula = state->draft->formula;
  for (hb_id x = 0; x < hb_threes_variables (formula); x++)
    {
      char *name = hb_format ("%u.x%d", round, formula->numbers.data[x]);
      struct hb_position position
          = hb_loaded_position (&state->loaded, formula->numbers.data[x], name, HB_NONE, NULL);
      if (round > 1)
        hb_loaded_tie (&state->loaded, position.two, state->round.data[x].linked, name);
      else
        vec_push (state->round, position);
      state->round.data[x] = position;
      hb_free (name);
    }
}

/* The pair of literal I's variable in this round. */
static struct hb_two
pair_of (const struct state *state, const struct clause *clause, hb_id i)
{
  return state->round.data[hb_threes_rank (state->draft->formula, clause->literals[i])].two;
}

/* The pair OWN of literal I is made equal to the pair VARIABLE. */
static void
draw_equal (struct state *state, const struct clause *clause, hb_id i, struct hb_two own,
            struct hb_two variable)
{
  struct hb_draft *draft = state->draft;
  hb_id j = clause->j, place = clause->places[i];
  struct hb_two e = hb_draft_copy (draft, variable, state->loaded.a, "e", j, place);
  struct hb_two d = hb_draft_copy (draft, own, state->loaded.b, "d", j, place);
  if (draft->damage & NO_EQUALITY)
    return;
  char *names[2] = { hb_format ("ae.%u.%u", j, place), hb_format ("be.%u.%u", j, place) };
  hb_draft_tie (draft, e.a, d.a, names[0]);
  hb_draft_tie (draft, e.b, d.b, names[1]);
  hb_free (names[0]);
  hb_free (names[1]);
}

static void
draw_gadget (struct state *state, const struct clause *clause)
{
  struct hb_draft *draft = state->draft;
  hb_id j = clause->j;
  const int *literals = clause->literals;
  struct hb_linked one = clause->one.linked, three = clause->three.linked;
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
  hb_draft_tie (draft, p, hb_draft_first (clause->two, literals[1]), names[0]);
  hb_draft_tie (draft, q, hb_draft_second (clause->two, literals[1]), names[1]);
  hb_free (names[0]);
  hb_free (names[1]);
  draft->clause = 0;
  hb_draft_tell_literal (draft, j, clause->places[1], clause->two);
}

static void
draw_clause (struct state *state, hb_id j)
{
  struct clause clause = clause_of (state->draft->formula, j);
  clause.one = draw_carried (state, &clause, 0);
  clause.three = draw_carried (state, &clause, 2);
  draw_round (state, j);
  bool same = abs (clause.literals[0]) == abs (clause.literals[2]);
  draw_equal (state, &clause, 0, clause.one.two,
              same ? clause.three.two : pair_of (state, &clause, 0));
  draw_equal (state, &clause, 2, clause.three.two, pair_of (state, &clause, 2));
  clause.two = hb_draft_copy (state->draft, pair_of (state, &clause, 1), state->loaded.b, "", j,
                              clause.places[1]);
  draw_gadget (state, &clause);
}

static void
draw (struct hb_draft *draft)
{
  struct state state = { .draft = draft };
  state.loaded = (struct hb_loaded){ .draft = draft,
                                     .a = hb_draft_handler (draft, "A"),
                                     .b = hb_draft_handler (draft, "B"),
                                     .untied = UNTIED };
  for (hb_id j = 1; j <= draft->formula->clauses.size; j++)
    draw_clause (&state, j);
  hb_loaded_post (&state.loaded);
  hb_loaded_free (&state.loaded);
  vec_free (state.round);
}

static void
sizes (uint64_t n, uint64_t m, uint64_t *sizes)
{
  sizes[0] = m ? 20 * n * m - 8 * n + 82 * m : 0;
  sizes[1] = 6 * n * m + 26 * m + 2;
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
  = "events = 20nm - 8n + 82m + 2E, messages = 6nm + 26m + 2, handlers = 2" HB_DRAFT_COUNTS,
  .ablations = ablations,
  .own = &design,
};

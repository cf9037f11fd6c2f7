/* 3sat-flat3v and 3sat-stack3: three handlers, no nested posting and a fixed number of shared variables (doc/map.md).
 *
 * A loaded register of m rounds on A and B carries the variables.  Behind round j there join in, for clause j, two elements
 * c(j,1) and c(j,2) that are to have the values of two of its literals' variables: each variable of the clause has a quadruple
 * on D as well, and the pairs of the c's on A are tied to those.  The third literal is looked at on D itself:
 *
 *     A:  round j   c c   round j+1   F S   c c ...          F: W g, R s3     S: R h, W s1
 *     B:  round j   c c   round j+1   c c ...                c(j,1): F1: R g   S1: W h      c(j,2): F2: R s1   S2: W s2
 *     D:  of each clause a quadruple for each literal        the third one:    F3: R s2     S3: W s3
 *
 * If all are false, F before S, F2 before S2 and F3 before S3 close a cycle.  F and S stand behind the next round, since B, which comes to
 * the c's behind round j, has come to them when A is through with round j+1.
 *
 * Literals are taken in the order in which their quadruples stand on D: by rank.  A variable that occurs again has that quadruple
 * with the element that was made for it before; so those come last.
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
  VEC (struct hb_position) round; /* rank of a variable -> its position in the last round drawn */
};

/* A clause being drawn: its literals in the order in which their quadruples stand on D. */
struct clause
{
  hb_id j;
  int literals[3];
  hb_id nth[3];                  /* so many of the clause before it are of the same variable */
  struct hb_linked looked_at[3]; /* the quadruples */
  struct hb_position carried[2];
};

/* First the first occurrences of the variables, by rank. */
static struct clause
clause_of (const struct hb_threes *formula, hb_id j)
{
  struct clause clause = { .j = j };
  hb_id places[3], count = 0;
  hb_threes_by_rank (formula, j, places);
  for (hb_id nth = 0; nth < 3; nth++)
    for (hb_id i = 0, run = 0; i < 3; i++)
      {
        const int *literals = formula->clauses.data[j - 1].literals;
        int literal = literals[places[i] - 1];
        run = i && abs (literals[places[i - 1] - 1]) == abs (literal) ? run + 1 : 0;
        if (run != nth)
          continue;
        clause.literals[count] = literal;
        clause.nth[count++] = nth;
      }
  return clause;
}

/* A position for VARIABLE, with a quadruple on D if CLAUSE looks at it there as the NTH one of this variable. */
static struct hb_position
draw_position (struct state *state, struct clause *clause, int variable, const char *name,
               hb_id nth)
{
  struct hb_linked *linked = NULL;
  for (hb_id i = 0; i < 3; i++)
    if (abs (clause->literals[i]) == variable && clause->nth[i] == nth)
      linked = &clause->looked_at[i];
  return hb_loaded_position (&state->loaded, variable, name, linked ? state->d : HB_NONE, linked);
}

static void
draw_round (struct state *state, struct clause *clause)
{
  const struct hb_threes *formula = state->draft->formula;
  for (hb_id x = 0; x < hb_threes_variables (formula); x++)
    {
      int variable = formula->numbers.data[x];
      char *name = hb_format ("%u.x%d", clause->j, variable);
      struct hb_position position = draw_position (state, clause, variable, name, 0);
      hb_free (name);
      if (clause->j > 1)
        hb_loaded_tie (&state->loaded, position.two, state->round.data[x].linked, "u");
      else
        vec_push (state->round, position);
      state->round.data[x] = position;
    }
}

static void
draw_carried (struct state *state, struct clause *clause)
{
  for (hb_id i = 0; i < 2; i++)
    {
      char *name = hb_format ("c%u.%u", clause->j, i + 1);
      clause->carried[i]
          = draw_position (state, clause, abs (clause->literals[i]), name, clause->nth[i] + 1);
      hb_free (name);
      if (!(state->draft->damage & HB_FLAT3V_NO_EQUALITY))
        hb_loaded_tie (&state->loaded, clause->carried[i].two, clause->looked_at[i], "d");
    }
}

static void
draw_gadget (struct state *state, const struct clause *clause)
{
  struct hb_draft *draft = state->draft;
  const int *literals = clause->literals;
  struct hb_linked one = clause->carried[0].linked, two = clause->carried[1].linked,
                   three = clause->looked_at[2];
  draft->clause = clause->j;
  hb_id first = hb_draft_message (draft, state->loaded.a, "F.%u", clause->j);
  hb_id second = hb_draft_message (draft, state->loaded.a, "S.%u", clause->j);
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
  struct clause last = { .j = 0 };
  state.loaded = (struct hb_loaded){ .draft = draft,
                                     .a = hb_draft_handler (draft, "A"),
                                     .b = hb_draft_handler (draft, "B"),
                                     .meet = draft->stacks && !(draft->damage & HB_FLAT3V_NO_LOCK),
                                     .untied = HB_FLAT3V_UNTIED };
  state.d = hb_draft_handler (draft, "D");
  for (hb_id j = 1; j <= draft->formula->clauses.size; j++)
    {
      struct clause clause = clause_of (draft->formula, j);
      draw_round (&state, &clause);
      if (last.j)
        draw_gadget (&state, &last);
      draw_carried (&state, &clause);
      last = clause;
    }
  if (last.j)
    draw_gadget (&state, &last);
  hb_loaded_post (&state.loaded);
  hb_loaded_free (&state.loaded);
  vec_free (state.round);
}

void
hb_flat3v_sizes (uint64_t n, uint64_t m, uint64_t *sizes)
{
  sizes[0] = m ? 20 * n * m - 8 * n + 78 * m : 0;
  sizes[1] = 6 * n * m + 26 * m + 2;
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
  .size_text
  = "events = 20nm - 8n + 78m + 2E, messages = 6nm + 26m + 2, handlers = 3" HB_DRAFT_COUNTS,
  .ablations = ablations,
  .own = &design,
};

/* 3sat-ed2: two handlers with FIFO mailboxes suffice for NP-hardness if messages may post (doc/map.md).
 *
 *     A:  a(1,x) b(1,x) ... a(2,x) b(2,x) ...     a turning register; two rounds a clause (l1 l2 l3):
 *
 *     round 2j-1 posts  F1, S1 (of l1) to A,  F3, S3 (of l3) to B       F runs before S if the literal is false
 *     round 2j   posts  dF, dS (of l2) to B
 *
 *     A:  F1: R s       S1: post p          p: W, R    q: W, R
 *     B:  F3: post q    S3: W s             dF: R, W   dS: R, W         p runs with dF, q with dS
 *
 * If all three are false, the read of s comes before the post of p, that before the post of q, as p comes before q, that before
 * the write of s. */
#include "reduce/registers.h"

enum
{
  NO_CYCLE = 1,
  NO_TIE = 2,
  ONE_ROUND = 4,
  THIRD_ON_A = 8
};

/* The messages of clause J whose literals 1 and 3 have the copies ONE and THREE. */
static void
draw_posts (struct hb_draft *draft, hb_id a, hb_id j, struct hb_two one, struct hb_two three,
            hb_id pq[2])
{
  const int *literals = draft->formula->clauses.data[j - 1].literals;
  draft->clause = j;
  if (!(draft->damage & NO_CYCLE))
    hb_draft_edge (draft, hb_draft_second (three, literals[2]), hb_draft_first (one, literals[0]),
                   "s.%u", j);
  pq[0] = hb_draft_posted (draft, hb_draft_second (one, literals[0]), a, "p.%u", j);
  pq[1] = hb_draft_message (draft, a, "q.%u", j);
  hb_draft_post (draft, hb_draft_first (three, literals[2]), pq[1]);
  draft->clause = 0;
}

/* p and q run with the copies TWO of the second literal, and so in their order. */
static void
draw_tie (struct hb_draft *draft, hb_id j, struct hb_two two, const hb_id pq[2])
{
  int literal = draft->formula->clauses.data[j - 1].literals[1];
  hb_id first = hb_draft_first (two, literal), second = hb_draft_second (two, literal);
  char *names[2] = { hb_format ("p.%u", j), hb_format ("q.%u", j) };
  hb_draft_guide (draft, -literal, pq[0], pq[1]);
  hb_draft_guide (draft, literal, pq[1], pq[0]);
  if (!(draft->damage & NO_TIE))
    {
      hb_draft_tie (draft, pq[0], first, names[0]);
      hb_draft_tie (draft, pq[1], second, names[1]);
    }
  hb_free (names[0]);
  hb_free (names[1]);
}

static void
draw (struct hb_draft *draft)
{
  hb_id a = hb_draft_handler (draft, "A"), b = hb_draft_handler (draft, "B"), pq[2];
  hb_id third = draft->damage & THIRD_ON_A ? a : b;
  struct hb_turning turning = hb_turning_new (draft, a, "ab", a, b);
  for (hb_id j = 1; j <= draft->formula->clauses.size; j++)
    {
      const int *literals = draft->formula->clauses.data[j - 1].literals;
      if (j > 1)
        hb_turning_turn (&turning);
      struct hb_two one
          = hb_draft_copy (draft, hb_turning_pair (&turning, literals[0]), a, "", j, 1);
      struct hb_two three
          = hb_draft_copy (draft, hb_turning_pair (&turning, literals[2]), third, "", j, 3);
      if (!(draft->damage & ONE_ROUND))
        hb_turning_turn (&turning);
      draw_posts (draft, a, j, one, three, pq);
      struct hb_two two
          = hb_draft_copy (draft, hb_turning_pair (&turning, literals[1]), b, "", j, 2);
      draw_tie (draft, j, two, pq);
      hb_draft_tell_literal (draft, j, 1, one);
      hb_draft_tell_literal (draft, j, 2, two);
      hb_draft_tell_literal (draft, j, 3, three);
    }
  hb_turning_free (&turning);
}

static void
sizes (uint64_t n, uint64_t m, uint64_t *sizes)
{
  sizes[0] = 8 * n * m + 26 * m;
  sizes[1] = 4 * n * m + 8 * m + 2;
  sizes[2] = 2;
}

static const struct hb_ablation ablations[] = {
  { "no-cycle",
    "F1 does not read what S3 writes: a falsified clause closes no cycle, so unsatisfiable "
    "formulas become consistent",
    HB_YES, NO_CYCLE },
  { "no-tie",
    "p and q are not tied to the second literal, which counts for nothing then: unsatisfiable "
    "formulas become consistent",
    HB_YES, NO_TIE },
  { "one-round",
    "the second literal is posted in the same round: p and q may stand in front of what they "
    "wait for, so satisfiable formulas become inconsistent",
    HB_NO, ONE_ROUND },
  { "third-on-a",
    "the third literal comes to A, too, where it waits for the first: satisfiable formulas "
    "become inconsistent",
    HB_NO, THIRD_ON_A },
  { "sender-queue",
    "mailboxes are FIFO for each sender only: p and q need not stand in the order of "
    "their posts, so unsatisfiable formulas become consistent",
    HB_YES, HB_DRAFT_SENDER_QUEUE },
  { "multiset", "mailboxes keep no order: unsatisfiable formulas become consistent", HB_YES,
    HB_DRAFT_MULTISET },
  { NULL, NULL, HB_OPEN, 0 },
};

static const struct hb_draft_design design = {
  .mailbox = HB_QUEUE,
  .draw = draw,
  .sizes = sizes,
  .rule = HB_DRAFT_RULE,
};

const struct hb_reduction hb_reduction_ed2 = {
  HB_DRAFT_MEMBERS,
  .name = "3sat-ed2",
  .to_note = "",
  .handlers = "A B",
  .size_text = "events = 8nm + 26m + 2E, messages = 4nm + 8m + 2, handlers = 2" HB_DRAFT_COUNTS,
  .ablations = ablations,
  .own = &design,
};

/* 3sat-sender3: three handlers, mailboxes that are FIFO for each sender, messages that post (doc/map.md).
 *
 *     A:  a(1,x) b(1,x) ... a(2,x) b(2,x) ...     a turning register, one round a clause, which posts
 *                                                 copies of the literals to A, B and C: a ring
 *
 * All of a mailbox that is ordered comes from one sender, A, so that sender-queues are as good as queues.  Only the first
 * round comes from two: nothing says in which order. */
#include "reduce/registers.h"

enum
{
  NO_CYCLE = 1,
  ONE_MAILBOX = 2
};

static void
draw (struct hb_draft *draft)
{
  hb_id handlers[3] = { hb_draft_handler (draft, "A"), hb_draft_handler (draft, "B"),
                        hb_draft_handler (draft, "C") };
  struct hb_turning turning = hb_turning_new (draft, handlers[0], "ab", handlers[0], handlers[1]);
  for (hb_id j = 1; j <= draft->formula->clauses.size; j++)
    {
      const int *literals = draft->formula->clauses.data[j - 1].literals;
      struct hb_two copies[3];
      if (j > 1)
        hb_turning_turn (&turning);
      for (hb_id t = 0; t < 3; t++)
        copies[t] = hb_draft_copy (draft, hb_turning_pair (&turning, literals[t]),
                                   handlers[draft->damage & ONE_MAILBOX ? 0 : t], "", j, t + 1);
      hb_draft_ring (draft, j, copies, draft->damage & NO_CYCLE);
    }
  hb_turning_free (&turning);
}

static void
sizes (uint64_t n, uint64_t m, uint64_t *sizes)
{
  sizes[0] = 4 * n * m + 18 * m;
  sizes[1] = 2 * n * m + 6 * m + 2;
  sizes[2] = 3;
}

static const struct hb_ablation ablations[] = {
  { "no-cycle",
    "the ring is open: a falsified clause closes no cycle, so unsatisfiable formulas become "
    "consistent",
    HB_YES, NO_CYCLE },
  { "one-mailbox",
    "all literals come to A: they block one another, so satisfiable formulas become "
    "inconsistent",
    HB_NO, ONE_MAILBOX },
  { "multiset",
    "mailboxes keep no order: copies may differ, so unsatisfiable formulas become consistent",
    HB_YES, HB_DRAFT_MULTISET },
  { NULL, NULL, HB_OPEN, 0 },
};

static const struct hb_draft_design design = {
  .mailbox = HB_SENDER_QUEUE,
  .draw = draw,
  .sizes = sizes,
  .rule = HB_DRAFT_RULE,
};

const struct hb_reduction hb_reduction_sender3 = {
  HB_DRAFT_MEMBERS,
  .name = "3sat-sender3",
  .to_note = ", sender-queues",
  .handlers = "A B C",
  .size_text = "events = 4nm + 18m + 2E, messages = 2nm + 6m + 2, handlers = 3" HB_DRAFT_COUNTS,
  .ablations = ablations,
  .own = &design,
};

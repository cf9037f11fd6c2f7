/* 3sat-sender2: two handlers, mailboxes that are FIFO for each sender, messages that post (doc/map.md).
 *
 *     A:  a(1,x) b(1,x) ... a(2,x) b(2,x) ...     two turning registers that are tied in their first round,
 *     B:  c(1,x) d(1,x) ... c(2,x) d(2,x) ...     one round a clause
 *
 *     A:  copies of l1, posted by A          a ring; each literal stands in a queue of its own, as that of B
 *     B:  copies of l2, posted by A;         is two, one for each sender
 *         copies of l3, posted by B  */
#include "reduce/registers.h"

enum
{
  NO_CYCLE = 1,
  NO_TIE = 2,
  ONE_SENDER = 4
};

/* Both registers start with the same values. */
static void
tie_first_round (struct hb_draft *draft, const struct hb_turning *x, const struct hb_turning *y)
{
  for (size_t i = 0; i < x->pairs.size && !(draft->damage & NO_TIE); i++)
    {
      int variable = draft->formula->numbers.data[i];
      char *names[2] = { hb_format ("ac.x%d", variable), hb_format ("bd.x%d", variable) };
      hb_draft_tie (draft, x->pairs.data[i].a, y->pairs.data[i].a, names[0]);
      hb_draft_tie (draft, x->pairs.data[i].b, y->pairs.data[i].b, names[1]);
      hb_free (names[0]);
      hb_free (names[1]);
    }
}

static void
draw (struct hb_draft *draft)
{
  hb_id a = hb_draft_handler (draft, "A"), b = hb_draft_handler (draft, "B");
  struct hb_turning x = hb_turning_new (draft, a, "ab", a, b);
  struct hb_turning y = hb_turning_new (draft, b, "cd", a, b);
  tie_first_round (draft, &x, &y);
  for (hb_id j = 1; j <= draft->formula->clauses.size; j++)
    {
      const int *literals = draft->formula->clauses.data[j - 1].literals;
      const struct hb_turning *third = draft->damage & ONE_SENDER ? &x : &y;
      struct hb_two copies[3];
      if (j > 1)
        {
          hb_turning_turn (&x);
          hb_turning_turn (&y);
        }
      copies[0] = hb_draft_copy (draft, hb_turning_pair (&x, literals[0]), a, "", j, 1);
      copies[1] = hb_draft_copy (draft, hb_turning_pair (&x, literals[1]), b, "", j, 2);
      copies[2] = hb_draft_copy (draft, hb_turning_pair (third, literals[2]), b, "", j, 3);
      hb_draft_ring (draft, j, copies, draft->damage & NO_CYCLE);
    }
  hb_turning_free (&x);
  hb_turning_free (&y);
}

static void
sizes (uint64_t n, uint64_t m, uint64_t *sizes)
{
  sizes[0] = 8 * n * m + 8 * n + 18 * m;
  sizes[1] = 4 * n * m + 6 * m + 2;
  sizes[2] = 2;
}

static const struct hb_ablation ablations[] = {
  { "no-cycle",
    "the ring is open: a falsified clause closes no cycle, so unsatisfiable formulas become "
    "consistent",
    HB_YES, NO_CYCLE },
  { "no-tie",
    "the registers are not tied: the third literals have values of their own, so "
    "unsatisfiable formulas become consistent",
    HB_YES, NO_TIE },
  { "one-sender",
    "A posts the third literals, too: the second and the third block each other, so satisfiable "
    "formulas become inconsistent",
    HB_NO, ONE_SENDER },
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

const struct hb_reduction hb_reduction_sender2 = {
  HB_DRAFT_MEMBERS,
  .name = "3sat-sender2",
  .to_note = ", sender-queues",
  .handlers = "A B",
  .size_text
  = "events = 8nm + 8n + 18m + 2E, messages = 4nm + 6m + 2, handlers = 2" HB_DRAFT_COUNTS,
  .ablations = ablations,
  .own = &design,
};

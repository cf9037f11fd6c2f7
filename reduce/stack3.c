/* 3sat-stack3: 3sat-flat3v with stacks (flat3v.c).  A stack that is filled before anything is taken from it is a queue that was
 * filled from its end: the lists of posts are turned round, which a draft of stacks does, and locks end the initial
 * messages.
 *
 * What a wrong order of posts leads to shows when they are taken, and that is when all are made.  So A and B meet before each
 * position: the posts of different positions cannot be in a wrong order, and there is nothing for engines to learn of them.
 * The construction would be right without it. */
#include "reduce/flat3v.h"

static void
draw (struct hb_draft *draft)
{
  hb_flat3v_draw (draft);
  if (!(draft->damage & HB_FLAT3V_NO_LOCK))
    hb_draft_lock (draft, 0, 1, 2);
}

/* A meeting for each position and each clause's pair on A.  D has an initial message, too. */
static void
sizes (uint64_t n, uint64_t m, uint64_t *sizes)
{
  hb_flat3v_sizes (n, m, sizes);
  sizes[0] += 4 * (n * m + 3 * m) + 6;
  sizes[1] += 1;
}

static const struct hb_ablation ablations[] = {
  HB_FLAT3V_ABLATIONS,
  { "no-lock",
    "messages are taken while others are still posted: pairs have no order, so unsatisfiable "
    "formulas become consistent",
    HB_YES, HB_FLAT3V_NO_LOCK },
  { "queue",
    "mailboxes are queues, while the posts are in the order for stacks: satisfiable formulas "
    "become inconsistent",
    HB_NO, HB_DRAFT_QUEUE },
  { NULL, NULL, HB_OPEN, 0 },
};

static const struct hb_draft_design design = {
  .mailbox = HB_STACK,
  .draw = draw,
  .sizes = sizes,
  .rule = HB_DRAFT_RULE,
};

const struct hb_reduction hb_reduction_stack3 = {
  HB_DRAFT_MEMBERS,
  .name = "3sat-stack3",
  .to_note = " without nested posting, stacks, 15 shared variables",
  .handlers = "A B D",
  .size_text
  = "events = 24nm - 8n + 90m + 6 + 2E, messages = 6nm + 26m + 3, handlers = 3" HB_DRAFT_COUNTS,
  .ablations = ablations,
  .own = &design,
};

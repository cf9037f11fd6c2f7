/* 3sat-multiset3: three handlers with multisets, no nested posting and one poster (doc/map.md).
 *
 * Rounds, choices and chains are those of beat.h; G is the third handler.  What two messages of one handler have to
 * begin in time, one of them has to end in time: so a handler says "or".  A clause (l1 l2 l3) has the rounds r and r+1:
 *
 *     (on G each begins with R zA of the round before)
 *     G    u: W u, R x(r) of l1          v: W v, R x(r) of l2
 *     A    z(r): R u, R v, W             then a chain: z'(r) on B, z(r+1) on A
 *     G    p: W p, R z(r+1)              q: W q, R x(r+1) of l3            sig(r+1) reads p and q
 *
 * If l1 and l2 are late, the first of u and v waits until sig(r) is over, the second one for that: z is late, too.  If z and
 * l3 are late, the first of p and q waits until sig(r+1) is over, and sig(r+1) for the second one. */
#include "reduce/beat.h"

enum
{
  NO_HOLD = 1,
  NO_FIRST = 2,
  NO_START = 4,
  ONE_ROUND = 8
};

/* The messages FIRST and SECOND on G, of which each begins with a write and ends when it can read FROM; FIRST goes first in
 * the run of a model iff LITERAL is true.  Their writes. */
static void
draw_either (struct hb_beat *beat, hb_id j, const char *names, const hb_id from[2], int literal,
             hb_id messages[2], hb_id writes[2])
{
  struct hb_draft *draft = beat->draft;
  for (int i = 0; i < 2; i++)
    {
      messages[i] = hb_draft_posted (draft, beat->poster, beat->g, "%c.%u", names[i], j);
      hb_beat_await (beat, messages[i]);
      writes[i] = hb_draft_write (draft, messages[i], "%c.%u", names[i], j);
      hb_draft_read (draft, messages[i], from[i]);
    }
  hb_draft_guide (draft, literal, messages[0], messages[1]);
  hb_draft_guide (draft, -literal, messages[1], messages[0]);
}

static void
tell (struct hb_draft *draft, hb_id j, hb_id place, hb_id own, hb_id other)
{
  int literal = draft->formula->clauses.data[j - 1].literals[place - 1];
  vec_push (draft->literals, ((struct hb_draft_literal){ j, place, literal, other, own }));
}

/* A link of clause J's own chain. */
static hb_id
draw_z (struct hb_beat *beat, hb_id j, hb_id handler, hb_id from, hb_id also, const char *kind)
{
  char *name = hb_format ("%s.%u", kind, j);
  hb_id write = hb_beat_link (beat, handler, from, also, name);
  hb_free (name);
  return write;
}

/* The two rounds of clause J. */
static void
draw_clause (struct hb_beat *beat, hb_id j)
{
  struct hb_draft *draft = beat->draft;
  const int *literals = draft->formula->clauses.data[j - 1].literals;
  hb_id either[2], begun[2], last[2], late[2];
  bool one_round = draft->damage & ONE_ROUND;
  draft->clause = j;
  draw_either (beat, j, "uv",
               (hb_id[]){ hb_beat_chain (beat, literals[0]), hb_beat_chain (beat, literals[1]) },
               literals[0], either, begun);
  hb_id z
      = draw_z (beat, j, beat->a, draft->damage & NO_FIRST ? begun[1] : begun[0], begun[1], "z");
  draft->clause = 0;
  if (!one_round)
    {
      hb_beat_sig (beat);
      hb_beat_end (beat);
      draft->clause = j;
      z = draw_z (beat, j, beat->b, z, HB_NONE, "zb");
      draft->clause = 0;
      hb_beat_begin (beat);
      draft->clause = j;
      z = draw_z (beat, j, beat->a, z, HB_NONE, "zz");
    }
  draft->clause = j;
  draw_either (beat, j, "qp", (hb_id[]){ hb_beat_chain (beat, literals[2]), z }, literals[2], last,
               late);
  draft->clause = 0;
  hb_id sig = hb_beat_sig (beat);
  for (int i = 0; i < 2 && !(draft->damage & NO_START); i++)
    hb_draft_read (draft, sig, late[i]);
  tell (draft, j, 1, either[0], either[1]);
  tell (draft, j, 2, either[1], either[0]);
  tell (draft, j, 3, last[0], last[1]);
}

static void
draw (struct hb_draft *draft)
{
  hb_id n = hb_threes_variables (draft->formula), m = (hb_id)draft->formula->clauses.size;
  struct hb_beat beat;
  hb_beat_init (&beat, draft);
  beat.g = hb_draft_handler (draft, "G");
  beat.no_hold = draft->damage & NO_HOLD;
  for (hb_id i = 0; i < n; i++)
    {
      hb_beat_begin (&beat);
      hb_beat_sig (&beat);
      hb_beat_end (&beat);
    }
  for (hb_id j = 1; j <= m; j++)
    {
      hb_beat_begin (&beat);
      draw_clause (&beat, j);
      if (j < m)
        hb_beat_end (&beat);
    }
  hb_beat_free (&beat);
}

static void
sizes (uint64_t n, uint64_t m, uint64_t *sizes)
{
  sizes[0] = n ? 8 * n * n + 32 * n * m + 22 * n + 59 * m - 7 : 0;
  sizes[1] = 2 * n * n + 8 * n * m + 4 * n + 11 * m + 1;
  sizes[2] = 3;
}

static const struct hb_ablation ablations[] = {
  { "no-hold",
    "T and F do not hold G until sig: both chains may start in time, so unsatisfiable formulas "
    "become "
    "consistent",
    HB_YES, NO_HOLD },
  { "no-first",
    "z does not wait for u: it is in time whatever the first two literals are, so unsatisfiable "
    "formulas become consistent",
    HB_YES, NO_FIRST },
  { "no-start",
    "sig does not wait for p and q, which may start when all is over: unsatisfiable formulas "
    "become consistent",
    HB_YES, NO_START },
  { "one-round",
    "u, v, p and q are on G in one round, where they exclude one another: satisfiable formulas "
    "become inconsistent",
    HB_NO, ONE_ROUND },
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

const struct hb_reduction hb_reduction_multiset3 = {
  HB_DRAFT_MEMBERS,
  .name = "3sat-multiset3",
  .to_note = " without nested posting, multisets, one poster",
  .handlers = "A B G",
  .size_text = "events = 8n^2 + 32nm + 22n + 59m - 7 + 2E (2E without variables), messages = 2n^2 "
               "+ 8nm + 4n + 11m + 1, "
               "handlers = 3" HB_DRAFT_COUNTS,
  .ablations = ablations,
  .own = &design,
};

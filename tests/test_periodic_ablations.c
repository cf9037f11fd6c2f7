/* Every part of the construction is needed: without it, some small program gets the wrong answer.  Programs are drawn
 * at random, small ones first; the first that an ablation changes is shown. */
#include "unit.h"

#include "base/buffer.h"
#include "base/rng.h"
#include "periodic/decide.h"

static const char *const statements[] = { "x = 1; ",
                                          "x = 2; ",
                                          "assert (x == 0); ",
                                          "assert (x != 2); ",
                                          "if (x == 1) y = 1; ",
                                          "assert (!y); ",
                                          "x = 1; assert (x == 1); ",
                                          "if (x == 2) { y = 1; } ",
                                          "hb_lock (l); x = 1; assert (x == 1); hb_unlock (l); ",
                                          "hb_lock (l); x = 2; hb_unlock (l); ",
                                          "hb_lock (l); hb_unlock (l); " };

static char *
random_program (struct hb_rng *rng, int tasks, bool locks)
{
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text, "HB_LOCK (l, %d)\nint x, y;\n", tasks);
  for (int i = 1; i <= tasks; i++)
    {
      int period = hb_rng_below (rng, 3) ? 8 : 4, wcet = 1 + (int)hb_rng_below (rng, 2),
          arrival = (int)hb_rng_below (rng, i == 3 ? 6 : 4);
      hb_buffer_add (&text, "HB_TASK (t%d, %d, %d, %d, %d)\nvoid t%d () { ", i, i, period, wcet,
                     arrival, i);
      for (uint64_t k = 1 + hb_rng_below (rng, 2); k--;)
        hb_buffer_add (&text, "%s", statements[hb_rng_below (rng, locks ? 11 : 8)]);
      hb_buffer_add (&text, "}\n");
    }
  return hb_buffer_take (&text);
}

/* The answer; unknown if the program is refused. */
static enum hb_periodic_answer
answer_of (const char *text, const struct hb_periodic_options *options, unsigned ablations)
{
  hb_diag *diag = hb_diag_new ();
  hb_periodic_program *program = hb_periodic_read_text ("t.c", text, strlen (text), diag);
  struct hb_periodic_options own = *options;
  struct hb_periodic_result result = { .answer = HB_PERIODIC_UNKNOWN };
  own.formula.ablations = ablations;
  if (program && !hb_periodic_decide (program, &own, &result, diag))
    result.answer = HB_PERIODIC_UNKNOWN;
  if (program && !result.checks)
    result.answer = HB_PERIODIC_UNKNOWN;
  hb_periodic_result_free (&result);
  hb_periodic_free (program);
  hb_diag_free (diag);
  return result.answer;
}

struct ablation
{
  const char *name;
  unsigned bit;
  enum hb_order_encoding encoding;
  enum hb_snapshots snapshots;
  enum hb_departure departure;
  bool locks;
  enum hb_periodic_answer wrong; /* the answer that comes out */
};

static const struct ablation ablations[] = {
  { "rounds do not grow along program order", HB_ABLATE_PROGRAM_ORDER, HB_ENCODING_ROUNDS,
    HB_SNAPSHOTS_NONE, HB_DEPARTURE_RTA, false, HB_PERIODIC_VIOLATED },
  { "no (10)", HB_ABLATE_PREEMPTION, HB_ENCODING_ROUNDS, HB_SNAPSHOTS_NONE, HB_DEPARTURE_RTA, false,
    HB_PERIODIC_VIOLATED },
  { "<= for < in (9)(b)", HB_ABLATE_STRICT, HB_ENCODING_ROUNDS, HB_SNAPSHOTS_NONE, HB_DEPARTURE_RTA,
    false, HB_PERIODIC_VIOLATED },
  { "response times without blocking", HB_ABLATE_BLOCKING, HB_ENCODING_POSITION, HB_SNAPSHOTS_MOD,
    HB_DEPARTURE_RTA, true, HB_PERIODIC_SAFE },
  { "no lock rule, positions", HB_ABLATE_LOCKS, HB_ENCODING_POSITION, HB_SNAPSHOTS_MOD,
    HB_DEPARTURE_RTA, true, HB_PERIODIC_VIOLATED },
  { "no lock rule, rounds", HB_ABLATE_LOCKS, HB_ENCODING_ROUNDS, HB_SNAPSHOTS_MOD, HB_DEPARTURE_RTA,
    true, HB_PERIODIC_VIOLATED },
  { "less than a ceiling, positions", HB_ABLATE_CEILINGS, HB_ENCODING_POSITION, HB_SNAPSHOTS_MOD,
    HB_DEPARTURE_RTA, true, HB_PERIODIC_VIOLATED },
  { "less than a ceiling, rounds", HB_ABLATE_CEILINGS, HB_ENCODING_ROUNDS, HB_SNAPSHOTS_MOD,
    HB_DEPARTURE_RTA, true, HB_PERIODIC_VIOLATED },
  { "W without snapshots of those that preempt", HB_ABLATE_UP, HB_ENCODING_POSITION,
    HB_SNAPSHOTS_MOD, HB_DEPARTURE_RTA, false, HB_PERIODIC_UNKNOWN },
  { "W without writes of those preempted", HB_ABLATE_DOWN, HB_ENCODING_POSITION, HB_SNAPSHOTS_MOD,
    HB_DEPARTURE_RTA, false, HB_PERIODIC_UNKNOWN },
  { "W without one maximal job", HB_ABLATE_MAXIMAL, HB_ENCODING_POSITION, HB_SNAPSHOTS_MOD,
    HB_DEPARTURE_RTA, false, HB_PERIODIC_UNKNOWN },
  { "deadlines not tightened", HB_ABLATE_TIGHTENING, HB_ENCODING_POSITION, HB_SNAPSHOTS_NONE,
    HB_DEPARTURE_DEADLINE, false, HB_PERIODIC_UNKNOWN },
};

TEST (each_is_caught)
{
  for (size_t i = 0; i < sizeof ablations / sizeof *ablations; i++)
    {
      const struct ablation *a = &ablations[i];
      struct hb_periodic_options options = { .time = 8,
                                             .departure = a->departure,
                                             .formula = { .encoding = a->encoding,
                                                          .snapshots = a->snapshots,
                                                          .semantics = HB_SEMANTICS_PAPER } };
      char *best = NULL;
      enum hb_periodic_answer right = HB_PERIODIC_UNKNOWN, wrong = right;
      for (size_t try = 0; try < 6000 && !best; try++)
        {
          struct hb_rng rng = hb_rng_stream (3, try);
          char *text = random_program (&rng, try < 2000 ? 2 : 3, a->locks);
          right = answer_of (text, &options, 0);
          wrong = right == HB_PERIODIC_UNKNOWN ? right : answer_of (text, &options, a->bit);
          bool other
              = wrong != right && wrong != HB_PERIODIC_UNKNOWN && right != HB_PERIODIC_UNKNOWN;
          if (other && (a->wrong == HB_PERIODIC_UNKNOWN || wrong == a->wrong))
            best = text;
          else
            hb_free (text);
        }
      if (!best)
        fail_msg ("no program catches: %s", a->name);
      print_message ("%s: %s, not %s:\n%s", a->name,
                     wrong == HB_PERIODIC_SAFE ? "safe" : "violated",
                     right == HB_PERIODIC_SAFE ? "safe" : "violated", best);
      hb_free (best);
    }
}

/* On the same programs all ways give one answer; and every violation replays. */
TEST (all_agree)
{
  size_t counts[3] = { 0 }, real = 0;
  for (size_t try = 0; try < 150; try++)
    {
      struct hb_rng rng = hb_rng_stream (9, try);
      char *text = random_program (&rng, 2 + (int)(try % 2), try % 3 != 0);
      for (int semantics = 0; semantics < 3; semantics++)
        {
          struct hb_periodic_options options
              = { .time = 8, .formula = { .semantics = (enum hb_semantics)semantics } };
          enum hb_periodic_answer first = answer_of (text, &options, 0);
          for (int way = 1; way < 12 && first != HB_PERIODIC_UNKNOWN; way++)
            {
              options.formula.snapshots = (enum hb_snapshots) (way % 3);
              options.formula.encoding = semantics == HB_SEMANTICS_EXACT
                                             ? HB_ENCODING_POSITION
                                             : (enum hb_order_encoding) (way / 3 % 2);
              options.solver = way >= 6 ? "picosat" : NULL;
              options.unfold.private_shared = way % 4 == 3;
              options.wants_run = way == 4;
              enum hb_periodic_answer other = answer_of (text, &options, 0);
              if (other != first)
                fail_msg ("semantics %d, way %d: %d, not %d\n%s", semantics, way, other, first,
                          text);
            }
          counts[semantics] += first == HB_PERIODIC_VIOLATED;
          real += semantics == 2 && first == HB_PERIODIC_SAFE;
        }
      hb_free (text);
    }
  print_message (
      "violated: %zu by the paper's orders, %zu by arrival, %zu really; really safe: %zu\n",
      counts[0], counts[1], counts[2], real);
  assert_true (counts[0] >= counts[1] && counts[1] >= counts[2] && counts[2] > 10 && real > 10);
}

/* Engine `sat`: one Boolean per pair of messages that matters, cycles found lazily.
 *
 *     solve the lemmas known so far --> a model: orders of some pairs
 *       ^                                | impose those that the lemmas need
 *       |  learn: not all of these       v
 *     cycle <------ stuck ------ sort happens-before, fixing all other orders on the way
 *                                        | got to the end
 *                                        v
 *                                     witness
 *
 * Section 5 of the ED-consistency paper guesses eo and mo as a whole.  Here a pair gets a variable
 * when a cycle names it, a cycle becomes the clause "not all these orders", and only as many orders
 * of a model are imposed as make every clause true (a greedy cover): the sort finds its own way for
 * the rest.  Each round's first cycle is new: the orders it assumes are those of the sort, which
 * agree with every imposed one, so they make all earlier clauses true.  Pairs are counted by their
 * representatives (pairs.h), else the clauses would speak of thousands of copies of one
 * question.
 *
 * A cycle that assumes nothing, or a contradiction among the clauses, refutes the trace.  The
 * lemmas are then completed by those that tie pairs to their representatives, so that they refute
 * the trace by themselves, whatever the orders. */
#include "engine/engine.h"
#include "base/failure.h"
#include "base/plural.h"
#include "base/progress.h"
#include "engine/sat/refute.h"
#include "engine/sat/run.h"
#include "engine/sat/search.h"
#include "sat/solver.h"

#include <stdio.h>
#include <stdlib.h>

/* Cycles taken from one sort: fewer mean more sorts, more mean clauses that are of no use.  They double while they
 * are about pairs that no cycle was about before, and else are halved. */
#define FEWEST_CYCLES 16
#define MOST_CYCLES 256

/* In each round the solver and the cover go through all clauses: a literal is as much work as so many edges looked at. */
#define LITERAL_WORK 4

struct hb_sat_search
{
  const hb_trace *trace;
  const struct hb_check_options *options;
  hb_check_result result;
  hb_order *order;
  hb_sat_run *run; /* NULL: decided without one, or there is no such solver */
  hb_hosts *hosts;
  hb_solver *solver;
  struct hb_pairs pairs;
  VEC (int) clauses;         /* one after another, each ended by 0 */
  VEC (signed char) wanted;  /* variable -> 1, -1: its value if it may be; 0: no matter */
  VEC (signed char) imposed; /* variable -> 1, -1: imposed so; 0: not */
  VEC (uint32_t) uses;       /* variable -> clauses with it */
  VEC (int) clause;          /* the one being made */
  size_t wanted_cycles;      /* of the next sort that gets stuck */
  bool stuck;                /* the last one has, and cycles are being taken from it */
  size_t taken;              /* so many so far */
  size_t pairs_before;       /* when there were so many pairs */
  bool near;        /* the last one that did got to its end with fewer cycles than were wanted */
  size_t depth;     /* thousandths of the nodes that a sort passed at most before it got stuck */
  uint64_t solving; /* work of solver and cover */
  bool over;        /* there is an answer, or a limit was hit */
};

enum outcome
{
  LEARNED,
  NOTHING_NEW, /* the clause is a tautology */
  PAUSED,      /* more work is done than was to be */
  REFUTED      /* the clause is empty */
};

/* Adds LITERAL to the clause being made; false if that has its negation. */
static bool
add_literal (struct hb_sat_search *s, int literal)
{
  for (size_t k = 0; k < s->clause.size; k++)
    {
      if (s->clause.data[k] == -literal)
        return false;
      if (s->clause.data[k] == literal)
        return true;
    }
  vec_push (s->clause, literal);
  return true;
}

/* Makes the clause of CYCLE over the representatives of its pairs. */
static enum outcome
make_clause (struct hb_sat_search *s, const struct hb_cycle *cycle)
{
  vec_clear (s->clause);
  for (size_t i = 0; i < cycle->steps.size; i++)
    {
      struct hb_pair pairs[2];
      int count;
      if (!hb_step_pairs (s->hosts, &cycle->steps.data[i], pairs, &count))
        return NOTHING_NEW;
      for (int p = 0; p < count; p++)
        if (!add_literal (s, -hb_pairs_number (&s->pairs, pairs[p])))
          return NOTHING_NEW;
    }
  HB_ASSERT (cycle->steps.size > 1);
  return s->clause.size ? LEARNED : REFUTED;
}

/* The literal of the new clause whose pair the sort decided within the shortest time: to exchange
 * these two changes least of what is around them. */
static int
closest (const struct hb_sat_search *s)
{
  HB_ASSERT (s->clause.size);
  int best = s->clause.data[0];
  hb_id least = HB_NONE;
  for (size_t i = 0; i < s->clause.size; i++)
    {
      int literal = s->clause.data[i];
      hb_id gap = hb_sat_run_gap (s->run, s->pairs.pairs.data[abs (literal) - 1]);
      if (gap < least)
        least = gap, best = literal;
    }
  return best;
}

static enum outcome
learn (struct hb_sat_search *s, const struct hb_cycle *cycle)
{
  enum outcome outcome = make_clause (s, cycle);
  if (outcome == NOTHING_NEW)
    return outcome;
  vec_push (s->result.cycles, *cycle);
  vec_resize (s->uses, s->pairs.pairs.size + 1, 0);
  vec_resize (s->wanted, s->pairs.pairs.size + 1, 0);
  vec_resize (s->imposed, s->pairs.pairs.size + 1, 0);
  for (size_t i = 0; i < s->clause.size; i++)
    {
      s->uses.data[abs (s->clause.data[i])]++;
      vec_push (s->clauses, s->clause.data[i]);
      hb_solver_add (s->solver, s->clause.data[i]);
    }
  vec_push (s->clauses, 0);
  hb_solver_add (s->solver, 0);
  if (outcome == LEARNED)
    {
      int literal = closest (s);
      s->wanted.data[abs (literal)] = literal < 0 ? -1 : 1;
    }
  return outcome;
}

/* A model near to what was imposed last, with the new clauses' closest literals: these are assumed,
 * and those that cannot be are given up.  Without this the solver's own choice, which knows nothing
 * of time, undoes good orders of far-off pairs; PicoSAT then took a hundred times as long. */
static int
solve (struct hb_sat_search *s)
{
  for (;;)
    {
      int answer, given_up = 0;
      for (size_t v = 1; v < s->wanted.size; v++)
        if (s->wanted.data[v])
          hb_solver_assume (s->solver, s->wanted.data[v] * (int)v);
      answer = hb_solver_solve (s->solver, s->options->limits);
      if (answer != 20)
        return answer;
      for (size_t v = 1; v < s->wanted.size; v++)
        if (s->wanted.data[v] && hb_solver_failed (s->solver, s->wanted.data[v] * (int)v))
          s->wanted.data[v] = 0, given_up++;
      if (!given_up)
        return 20;
    }
}

static void
impose (struct hb_sat_search *s, int literal)
{
  struct hb_pair pair = s->pairs.pairs.data[abs (literal) - 1];
  struct hb_pair reversed = { pair.after, pair.before, pair.posts };
  HB_ASSERT (!s->imposed.data[abs (literal)]);
  s->imposed.data[abs (literal)] = literal < 0 ? -1 : 1;
  hb_sat_run_impose (s->run, literal < 0 ? reversed : pair);
}

/* Of the literals of the clause from place *I on, the one to impose, 0 if one of them is imposed:
 * wanted ones first, then those that stand in most clauses.  *I goes to the clause's end. */
static int
choose (const struct hb_sat_search *s, size_t *i)
{
  int best = 0;
  bool covered = false;
  uint64_t best_worth = 0;
  for (; s->clauses.data[*i]; ++*i)
    {
      int literal = s->clauses.data[*i];
      size_t v = (size_t)abs (literal);
      if (hb_solver_value (s->solver, literal) < 0)
        continue;
      covered = covered || s->imposed.data[v];
      uint64_t worth = 1 + s->uses.data[v] + (s->wanted.data[v] ? UINT64_C (1) << 32 : 0);
      if (worth > best_worth)
        best_worth = worth, best = literal;
    }
  return covered ? 0 : best;
}

/* Imposes as many literals of the model as make every clause true. */
static void
impose_cover (struct hb_sat_search *s)
{
  hb_sat_run_relax (s->run);
  for (size_t v = 0; v < s->imposed.size; v++)
    s->imposed.data[v] = 0;
  for (size_t i = 0; i < s->clauses.size; i++)
    {
      int literal = choose (s, &i);
      if (literal)
        impose (s, literal);
    }
  for (size_t v = 0; v < s->imposed.size; v++)
    s->wanted.data[v] = s->imposed.data[v];
}

/* The work done so far, the same on every machine. */
static uint64_t
work_of (const struct hb_sat_search *s)
{
  return s->solving + (s->run ? hb_sat_run_work (s->run) : 0);
}

/* How many cycles to take from the next sort. */
static void
adapt (struct hb_sat_search *s)
{
  s->near = s->taken < s->wanted_cycles;
  bool new = 2 * (s->pairs.pairs.size - s->pairs_before) >= s->taken;
  s->wanted_cycles = new ? 2 * s->wanted_cycles : s->wanted_cycles / 2;
  if (s->wanted_cycles < FEWEST_CYCLES)
    s->wanted_cycles = FEWEST_CYCLES;
  if (s->wanted_cycles > MOST_CYCLES)
    s->wanted_cycles = MOST_CYCLES;
}

/* Learns from a sort that got stuck, or goes on learning from it. */
static enum outcome
learn_cycles (struct hb_sat_search *s, uint64_t work)
{
  for (bool over = false; !over && s->taken < s->wanted_cycles; s->taken++)
    {
      struct hb_cycle cycle = { VEC_EMPTY };
      if (work_of (s) > work)
        return PAUSED;
      hb_sat_run_cycle (s->run, &cycle);
      HB_ASSERT (hb_cycle_holds (s->trace, &cycle, NULL));
      enum outcome outcome = learn (s, &cycle);
      over = outcome == REFUTED || hb_sat_run_go_on (s->run, &cycle);
      if (outcome == NOTHING_NEW)
        {
          if (!s->taken)
            hb_fail ("engine sat: a cycle assumes a pair both ways");
          hb_cycle_free (&cycle);
        }
      if (over && outcome != LEARNED)
        return outcome;
    }
  adapt (s);
  return LEARNED;
}

static void
stop (struct hb_sat_search *s)
{
  const struct hb_limits *limits = s->options->limits;
  s->result.verdict = HB_UNKNOWN;
  s->result.complaint = hb_solver_complaint (s->solver);
  s->result.reason = s->result.complaint                    ? s->result.complaint
                     : limits && limits->stop != HB_RUNNING ? hb_stop_name (limits->stop)
                     : hb_solver_word (s->solver, NULL)
                         ? "the solver says SATISFIABLE and gives no model"
                         : "the solver gave no answer";
}

static void
refuted (struct hb_sat_search *s)
{
  s->result.verdict = HB_INCONSISTENT;
}

static void
tell (const struct hb_sat_search *s)
{
  if (hb_progress_wanted ())
    hb_progress_tell (&(struct hb_progress){ .doing = "deciding",
                                             .counts = { { "rounds", s->result.rounds },
                                                         { "pairs", s->pairs.pairs.size },
                                                         { "cycles", s->result.cycles.size } } });
  if (s->options->verbose)
    fprintf (stderr, "c sat: round %llu, %s, %s\n", (unsigned long long)s->result.rounds,
             hb_many (s->pairs.pairs.size, "pair"), hb_many (s->result.cycles.size, "cycle"));
}

/* Sorts, if no sort is stuck; false if it got to its end, which is the answer. */
static bool
sort (struct hb_sat_search *s)
{
  if (s->stuck)
    return true;
  s->result.rounds++;
  s->stuck = !hb_sat_run_sort (s->run);
  s->taken = 0;
  s->pairs_before = s->pairs.pairs.size;
  size_t depth = hb_sat_run_depth (s->run);
  s->depth = depth > s->depth ? depth : s->depth;
  if (s->stuck)
    return true;
  s->result.verdict = HB_CONSISTENT;
  s->result.witness = hb_sat_run_witness (s->run);
  return false;
}

/* Sorts, learns and solves, or pauses when WORK is done in all; false when there is an answer, or a limit was hit. */
static bool
do_round (struct hb_sat_search *s, uint64_t work)
{
  if (!sort (s))
    return false;
  enum outcome outcome = learn_cycles (s, work);
  if (outcome == PAUSED)
    return true;
  s->stuck = false;
  if (outcome == REFUTED)
    {
      refuted (s);
      return false;
    }
  if (hb_limits_check (s->options->limits))
    {
      stop (s);
      return false;
    }
  int answer = solve (s);
  if (answer == 20)
    refuted (s);
  else if (answer == 0)
    stop (s);
  if (answer != 10)
    return false;
  impose_cover (s);
  s->solving += LITERAL_WORK * s->clauses.size;
  tell (s);
  return true;
}

struct hb_sat_search *
hb_sat_search_new (const hb_trace *trace, const struct hb_check_options *options)
{
  struct hb_sat_search *s = hb_calloc (1, sizeof *s);
  struct hb_cycle known = { VEC_EMPTY };
  hb_diag *diag = hb_diag_new ();
  s->trace = trace;
  s->options = options;
  s->result.verdict = HB_UNKNOWN;
  s->wanted_cycles = FEWEST_CYCLES;
  s->order = hb_order_new (trace);
  s->hosts = hb_hosts_new (trace);
  if (hb_known_cycle (trace, s->order, &known))
    {
      vec_push (s->result.cycles, known);
      refuted (s);
    }
  else if ((s->solver = hb_solver_new (options->solver, options->seed, diag)))
    {
      hb_solver_hint (s->solver, HB_SOLVER_BRIEF);
      s->run = hb_sat_run_new (trace, s->order, options->seed);
    }
  else
    s->result.reason = "there is no such solver";
  hb_diag_free (diag);
  return s;
}

bool
hb_sat_search_go (struct hb_sat_search *s, uint64_t work)
{
  while (s->run && !s->over)
    {
      if (work_of (s) > work)
        return false;
      s->over = !do_round (s, work);
    }
  return true;
}

bool
hb_sat_search_is_near (const struct hb_sat_search *s)
{
  return s->near;
}

size_t
hb_sat_search_depth (const struct hb_sat_search *s)
{
  return s->depth;
}

void
hb_sat_search_end (struct hb_sat_search *s, hb_check_result *result)
{
  s->result.pairs = s->pairs.pairs.size;
  s->result.conflicts = s->result.cycles.size;
  s->result.has_solver_conflicts
      = s->solver && hb_solver_conflicts (s->solver, &s->result.solver_conflicts);
  if (s->options->verbose && s->run)
    fprintf (stderr, "c sat: %s, %llu nodes and edges\n", hb_many (s->result.rounds, "sort"),
             (unsigned long long)work_of (s));
  if (s->result.verdict == HB_INCONSISTENT && result)
    hb_sat_refute (s->hosts, &s->result);
  else
    hb_sat_forget (&s->result);
  if (result)
    *result = s->result;
  else
    hb_witness_free (s->result.witness);
  hb_sat_run_free (s->run);
  hb_hosts_free (s->hosts);
  hb_solver_free (s->solver);
  hb_order_free (s->order);
  hb_pairs_free (&s->pairs);
  vec_free (s->clauses);
  vec_free (s->wanted);
  vec_free (s->imposed);
  vec_free (s->uses);
  vec_free (s->clause);
  hb_free (s);
}

static void
decide (const hb_trace *trace, const struct hb_check_options *options, hb_check_result *result)
{
  struct hb_sat_search *search = hb_sat_search_new (trace, options);
  (void)hb_sat_search_go (search, UINT64_MAX);
  hb_sat_search_end (search, result);
}

extern const struct hb_engine hb_engine_sat;
const struct hb_engine hb_engine_sat
    = { .name = "sat",
        .summary = "order variables and lazily found cycles, by CaDiCaL, PicoSAT or another solver",
        .accepts = hb_engine_accepts_all,
        .decide = decide,
        .leaves_cycles = true };

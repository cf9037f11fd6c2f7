/* The formula that certificates of periodic programs refute: its models are the orders that a search finds, with what
 * reads see then; and it has one if and only if some execution of a small program fails, of all that there are.
 *
 * Neither the search of orders (periodic_orders.h) nor that of executions (periodic/explore.h) shares code with it. */
#include "tests/periodic_orders.h"
#include "tests/periodic_proofs.h"

#include "base/rng.h"
#include "periodic/decide.h"
#include "periodic/explore.h"
#include "proof/periodic/formula.h"
#include "proof/periodic/prove_time.h"
#include "sat/solver.h"

/* Certificates have the numbers of variables and clauses: they stay. */
TEST (formulas_are_numbered)
{
  static const char various[]
      = "HB_LOCK (l, 2)\nunsigned char x, y, z;\nfloat f;\n"
        "HB_TASK (a, 1, 8, 2, 0)\nvoid a () { z = x; hb_lock (l); y = 1; f = 0; hb_unlock (l); }\n"
        "HB_TASK (b, 2, 8, 1, 1)\nvoid b () { unsigned char v = y; x = z * v; if (v) x = 3; }\n"
        "HB_TASK (c, 3, 4, 1, 1)\nvoid c () { assert (x != 2 || y / x); }\n"
        "void __startrek_user_final (void) { assert (x < 9); }\n";
  static const char locking[]
      = "HB_LOCK (l, 2)\nHB_LOCK (m, 2)\nunsigned char u, w, x, y, z;\nvoid abort (void);\n"
        "HB_TASK (a, 1, 8, 2, 0)\nvoid a () { unsigned char v = nondet_u8 (); if (v * v == 9) { "
        "hb_lock (l); if (y) { z = 1; hb_unlock (l); } else { hb_lock (m); hb_unlock (m); "
        "hb_unlock (l); } } if (z) { hb_lock (l); abort (); hb_unlock (l); } if (w) u = 1; }\n"
        "HB_TASK (b, 2, 8, 1, 1)\nvoid b () { y = 1; assert (x != 2); z = 1; x = 1; w = 2; u = 3; "
        "}\n";
  static const struct
  {
    const char *text, *semantics;
    int variables;
    size_t clauses;
  } sizes[] = { { various, "paper", 5231, 22731 }, { various, "arrival", 5233, 22742 },
                { various, "exact", 5286, 22932 }, { locking, "paper", 324, 1118 },
                { locking, "arrival", 325, 1119 }, { locking, "exact", 363, 1248 } };
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    {
      hb_diag *diag = hb_diag_new ();
      hb_c_unit *unit = periodic_unit (sizes[i].text, diag);
      struct hb_claim claim = { .time = 8, .departure = "rta", .semantics = sizes[i].semantics };
      struct hb_claimed_program program;
      struct hb_formula f;
      if (!hb_formula_start (&f, &program, unit, &claim, diag))
        fail_msg ("%s", hb_diag_first (diag));
      if (f.gates.variables != sizes[i].variables || f.gates.clause_count != sizes[i].clauses)
        fail_msg ("%s: %d variables, %zu clauses", claim.semantics, f.gates.variables,
                  f.gates.clause_count);
      hb_formula_end (&f, &program);
      hb_c_free (unit);
      hb_diag_free (diag);
    }
}

/* --- orders, and what reads see --- */

/* A set's formula. */
struct subject
{
  hb_c_unit *unit;
  struct hb_claim claim;
  struct hb_claimed_program program;
  struct hb_formula f;
  hb_diag *diag;
  VEC (size_t) events;               /* needed ones, no snapshots */
  bool kept[MOST_JOBS][MOST_EVENTS]; /* of the set's events */
};

/* The events of SET that are compared: those that the formula has; of real schedules reads and writes alone, unless it has
 * all, since what is left out behind an unlock takes time. */
static void
match_events (struct subject *s, const struct set *set)
{
  static const char *const letters[] = { "XY", "xy", "", "l", "u", "s" };
  bool all = true;
  memset (s->kept, 0, sizeof s->kept);
  for (int round = 0; round < 2; round++)
    for (size_t j = 0; j < set->job_count; j++)
      {
        size_t k = 0;
        for (size_t e = s->f.start.data[j]; e < s->f.start.data[j + 1]; e++, k++)
          {
            const struct hb_formula_event *event = &s->f.events.data[e];
            if (event->is.deed == HB_DEED_SNAPSHOT)
              break;
            while (k < set->count[j] && !strchr (letters[event->is.deed], set->letter[j][k]))
              k++;
            assert_true (k < set->count[j]);
            assert_true (event->needed || event->is.deed <= HB_DEED_WRITE || !s->f.exact);
            s->kept[j][k] = event->needed && (all || event->is.deed <= HB_DEED_WRITE);
            if (round && s->kept[j][k])
              vec_push (s->events, e);
          }
        for (k = 0; k < set->count[j] && s->f.exact && !round; k++)
          all = all && s->kept[j][k];
      }
}

/* The bits of A are NUMBER's. */
static void
give_value (struct hb_gates *gates, struct hb_wires a, unsigned number)
{
  for (unsigned i = 0; i < a.width; i++)
    hb_wire_clause (gates, (const hb_wire[]){ a.bits[i] ^ !(number >> i & 1) }, 1);
}

static hb_wire
before (struct subject *s, size_t i, size_t k)
{
  return hb_formula_before (&s->f, s->events.data[i], s->events.data[k]);
}

/* WIRE has a variable, unless it is a constant: a clause says nothing of it. */
static void
name (struct subject *s, hb_wire wire)
{
  hb_wire_clause (&s->f.gates, (const hb_wire[]){ wire, hb_wire_free (&s->f.gates) }, 2);
}

/* Something fails in any case, at the end; each write has a number of its own, from 1 on. */
static void
subject_start (struct subject *s, const struct set *set, const char *semantics)
{
  memset (s, 0, sizeof *s);
  char *text = hb_format ("%svoid __startrek_user_final (void) { assert (0); }\n", set->text);
  s->diag = hb_diag_new ();
  s->unit = periodic_unit (text, s->diag);
  s->claim
      = (struct hb_claim){ .time = set->time,
                           .departure = set->departure == HB_DEPARTURE_RTA ? "rta" : "deadline",
                           .semantics = semantics };
  if (!hb_formula_start (&s->f, &s->program, s->unit, &s->claim, s->diag))
    fail_msg ("%s\n%s", text, hb_diag_first (s->diag));
  match_events (s, set);
  for (size_t i = 0; i < s->events.size; i++)
    {
      const struct hb_walk_event *event = &s->f.events.data[s->events.data[i]].is;
      if (event->deed == HB_DEED_WRITE)
        give_value (&s->f.gates, event->value, (unsigned)i + 1);
      for (unsigned b = 0; event->deed == HB_DEED_READ && b < event->value.width; b++)
        name (s, event->value.bits[b]);
      for (size_t k = 0; k < i; k++)
        name (s, before (s, k, i));
    }
  hb_free (text);
}

static void
subject_end (struct subject *s)
{
  hb_formula_end (&s->f, &s->program);
  hb_c_free (s->unit);
  hb_diag_free (s->diag);
  vec_free (s->events);
}

static bool
holds (const struct subject *s, hb_solver *solver, hb_wire wire)
{
  if (wire <= HB_WIRE_YES)
    return wire;
  return (hb_solver_value (solver, s->f.gates.variable.data[wire >> 1]) > 0) != (wire & 1);
}

/* The order of a model, a number as in periodic_orders.h; NO_ORDER if it is none, or a read has not what was written last.
 * *CLAUSE gets what is to be false elsewhere. */
static uint64_t
order_of_model (struct subject *s, hb_solver *solver)
{
  size_t count = s->events.size, order[MOST_JOBS * MOST_EVENTS];
  uint64_t number = 1;
  for (size_t i = 0; i < count; i++)
    {
      size_t at = i;
      for (; at && holds (s, solver, before (s, i, order[at - 1])); at--)
        order[at] = order[at - 1];
      order[at] = i;
    }
  for (size_t i = 0; i < count; i++)
    {
      const struct hb_walk_event *event = &s->f.events.data[s->events.data[order[i]]].is;
      unsigned last = 0, value = 0;
      for (size_t k = 0; k < i; k++)
        {
          const struct hb_walk_event *other = &s->f.events.data[s->events.data[order[k]]].is;
          if (!holds (s, solver, before (s, order[k], order[i])))
            return NO_ORDER;
          if (other->deed == HB_DEED_WRITE && other->cell == event->cell)
            last = (unsigned)order[k] + 1;
        }
      for (unsigned b = 0; event->deed == HB_DEED_READ && b < event->value.width; b++)
        value |= (unsigned)holds (s, solver, event->value.bits[b]) << b;
      if (event->deed == HB_DEED_READ && value != last)
        return NO_ORDER;
      number = number << 2 | event->job;
    }
  return number;
}

static void
rule_out (struct subject *s, hb_solver *solver)
{
  VEC (int) clause = VEC_EMPTY;
  VEC (hb_wire) wires = VEC_EMPTY;
  for (size_t i = 0; i < s->events.size; i++)
    {
      const struct hb_walk_event *event = &s->f.events.data[s->events.data[i]].is;
      for (size_t k = 0; k < i; k++)
        vec_push (wires, before (s, k, i));
      for (unsigned b = 0; event->deed == HB_DEED_READ && b < event->value.width; b++)
        vec_push (wires, event->value.bits[b]);
    }
  for (size_t i = 0; i < wires.size; i++)
    {
      int variable = s->f.gates.variable.data[wires.data[i] >> 1];
      if (wires.data[i] > HB_WIRE_YES)
        vec_push (clause, hb_solver_value (solver, variable) > 0 ? -variable : variable);
    }
  for (size_t i = 0; i < clause.size; i++)
    hb_solver_add (solver, clause.data[i]);
  hb_solver_add (solver, 0);
  vec_free (clause);
  vec_free (wires);
}

static hb_solver *
solver_of (struct subject *s)
{
  hb_solver *solver = hb_solver_new (NULL, 0, s->diag);
  for (size_t i = 0; i < s->f.gates.clauses.size; i++)
    hb_solver_add (solver, s->f.gates.clauses.data[i]);
  return solver;
}

static void
orders_of_formula (struct subject *s, orders *all)
{
  hb_solver *solver = solver_of (s);
  while (all->size < 100000 && hb_solver_solve (solver, NULL) == 10)
    {
      vec_push (*all, order_of_model (s, solver));
      rule_out (s, solver);
    }
  orders_sort (all);
  hb_solver_free (solver);
}

/* Of each order what S has of its events. */
static void
project (const struct subject *s, const struct set *set, orders *all)
{
  size_t events = 0;
  for (size_t j = 0; j < set->job_count; j++)
    events += set->count[j];
  for (size_t i = 0; i < all->size; i++)
    {
      size_t done[MOST_JOBS] = { 0 };
      uint64_t number = 1;
      for (size_t k = events; k-- > 0;)
        {
          size_t job = all->data[i] >> 2 * k & 3;
          if (s->kept[job][done[job]++])
            number = number << 2 | job;
        }
      all->data[i] = number;
    }
  orders_sort (all);
}

/* Events come as ORDER tells. */
static void
assume_order (struct subject *s, uint64_t order)
{
  size_t count = s->events.size, left[MOST_JOBS] = { 0 }, at[MOST_JOBS * MOST_EVENTS];
  for (size_t i = 0; i < count; i++)
    left[s->f.events.data[s->events.data[i]].is.job] = i + 1;
  for (size_t i = count; i-- > 0; order >>= 2)
    at[i] = --left[order & 3];
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < i; k++)
      hb_wire_clause (&s->f.gates, (const hb_wire[]){ before (s, at[k], at[i]) }, 1);
}

/* Of the orders by `paper` those that some schedule has, with what reads see then. */
static void
orders_of_schedules (const struct set *set, orders *all)
{
  orders paper = VEC_EMPTY;
  struct subject s;
  subject_start (&s, set, "exact");
  orders_of_search (set, false, &paper);
  project (&s, set, &paper);
  subject_end (&s);
  for (size_t i = 0; i < paper.size; i++)
    {
      struct hb_limits limits = { 0 };
      hb_buffer lines = VEC_EMPTY;
      subject_start (&s, set, "exact");
      assume_order (&s, paper.data[i]);
      int answer = hb_prove_time (&s.f, &limits, &lines, s.diag);
      assert_true (answer == 10 || answer == 20);
      hb_solver *solver = solver_of (&s);
      if (answer == 10 && hb_solver_solve (solver, NULL) == 10)
        vec_push (*all, order_of_model (&s, solver));
      hb_solver_free (solver);
      vec_free (lines);
      subject_end (&s);
    }
  orders_sort (all);
  vec_free (paper);
}

static void
compare_set (struct set *set, struct counts *counts)
{
  for (int way = 0; way < 3; way++)
    {
      static const char *const semantics[] = { "paper", "arrival", "exact" };
      orders right = VEC_EMPTY, found = VEC_EMPTY;
      struct subject s;
      subject_start (&s, set, semantics[way]);
      if (way < 2)
        {
          orders_of_search (set, way, &right);
          orders_of_formula (&s, &found);
        }
      else
        {
          orders_of_clock (set, set->over_by, set->departure == HB_DEPARTURE_RTA, &right);
          orders_of_schedules (set, &found);
        }
      project (&s, set, &right);
      orders_same (&right, &found, set, semantics[way]);
      *(way == 0 ? &counts->paper : way == 1 ? &counts->arrival : &counts->exact) += right.size;
      vec_free (right);
      vec_free (found);
      subject_end (&s);
    }
  counts->sets++;
  counts->with_locks += strstr (set->text, "hb_lock (l)") != NULL;
}

/* What comes first is what is read; without lock the first eight. */
static const char *const bodies[]
    = { "X",    "x",    "xX",   "Xx",   "xy",   "yX",   "XY",   "xYx", "lXu",  "lxu", "lux",
        "lxuX", "Xlxu", "lxyu", "xluX", "XluX", "lXxu", "xlXu", "lu",  "lYuX", "Xlu", "xlu" };
#define BODIES (sizeof bodies / sizeof *bodies)

/* Two or three tasks at random; jobs in each of their ways to relate. */
TEST (models_are_orders)
{
  const char *wanted = getenv ("HBKIT_PERIODIC_SETS");
  size_t most = wanted ? strtoull (wanted, NULL, 10) : 1000;
  struct counts counts = { 0 };
  for (uint64_t try = 0; counts.sets < most; try++)
    {
      struct hb_rng rng = hb_rng_stream (11, try);
      struct set set = { .task_count = 2 + (int)(try % 2), .time = 8 };
      bool locks = hb_rng_coin (&rng);
      set.ceiling = set.task_count - (int64_t)hb_rng_below (&rng, 2);
      for (int i = 0; i < set.task_count; i++)
        {
          const char *body = bodies[hb_rng_below (&rng, locks ? BODIES : 8)];
          if (set.ceiling <= i && strchr (body, 'l'))
            body = "Xx";
          set.tasks[i] = (struct task){ .period = hb_rng_below (&rng, 4) ? 8 : 4,
                                        .wcet = 1 + (int64_t)hb_rng_below (&rng, i ? 2 : 3),
                                        .arrival = (int64_t)hb_rng_below (&rng, 4),
                                        .body = body };
        }
      set.departure = hb_rng_below (&rng, 3) ? HB_DEPARTURE_RTA : HB_DEPARTURE_DEADLINE;
      if (set_up (&set))
        compare_set (&set, &counts);
      set_down (&set);
    }
  print_message ("%zu sets (%zu with locks): %zu orders by paper, %zu by arrival, %zu real\n",
                 counts.sets, counts.with_locks, counts.paper, counts.arrival, counts.exact);
  assert_true (counts.with_locks > most / 4 && counts.exact && counts.exact < counts.arrival);
}

/* --- which programs fail --- */

static const char *const statements[] = { "x = 1; ",
                                          "x = 2; ",
                                          "x++; ",
                                          "y = 1; ",
                                          "y = x; ",
                                          "y = 0; ",
                                          "if (x == 1) y = 2; ",
                                          "if (nondet_bool ()) x = 2; ",
                                          "assert (x != 2); ",
                                          "assert (!y || x > 1); ",
                                          "assert (y != 1); ",
                                          "{ unsigned char v = x; assert (v == x); } ",
                                          "assume (x != 1); ",
                                          "hb_lock (l); x = 1; if (y) x = 2; hb_unlock (l); ",
                                          "hb_lock (l); y = x; hb_unlock (l); ",
                                          "hb_lock (l); if (nondet_bool ()) y = 2; hb_unlock (l); ",
                                          "hb_lock (l); assert (x <= y); hb_unlock (l); ",
                                          "hb_lock (l); hb_unlock (l); ",
                                          "if (x) { hb_lock (l); y = 1; hb_unlock (l); } " };
#define WITHOUT_LOCKS 13
#define STATEMENTS (sizeof statements / sizeof *statements)

static char *
random_program (struct hb_rng *rng)
{
  static const int numbers[] = { 8, 8, 4, 16 };
  int tasks = 2 + (int)hb_rng_below (rng, 2);
  bool locks = hb_rng_below (rng, 3), final = !hb_rng_below (rng, 4);
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text, "HB_TIME (8)\nHB_LOCK (l, %d)\nunsigned char x, y;\n", tasks);
  for (int i = 1; i <= tasks; i++)
    {
      hb_buffer_add (&text, "HB_TASK (t%d, %d, %d, %d, %d)\nvoid t%d () { ", i, i,
                     numbers[hb_rng_below (rng, 4)], 1 + (int)hb_rng_below (rng, 3),
                     (int)hb_rng_below (rng, 5), i);
      for (uint64_t k = 1 + hb_rng_below (rng, 2); k--;)
        hb_buffer_add (&text, "%s",
                       statements[hb_rng_below (rng, locks ? STATEMENTS : WITHOUT_LOCKS)]);
      hb_buffer_add (&text, "}\n");
    }
  if (final)
    hb_buffer_add (&text, "void __startrek_user_final (void) { assert (x != 1 || y != 1); }\n");
  return hb_buffer_take (&text);
}

/* 20: CLAIM has a certificate, which the checker accepts; 10: its formula has a model. */
static int
prove (const hb_c_unit *unit, const struct hb_claim *claim, hb_diag *diag)
{
  struct hb_certified_periodic found;
  int answer = periodic_prove (unit, claim, diag, &found);
  if (answer == 20)
    assert_true (found.good && found.is_certificate && found.time == claim->time);
  return answer;
}

/* What the engine says: 10, 20, or 0 after an error. */
static int
decide (const hb_periodic_program *program, const struct hb_claim *claim, int departure,
        int semantics, hb_diag *diag)
{
  struct hb_periodic_options options
      = { .time = claim->time, .departure = (enum hb_departure)departure, .wants_run = true };
  struct hb_periodic_result result = { .answer = HB_PERIODIC_UNKNOWN };
  options.formula.snapshots = HB_SNAPSHOTS_MOD;
  options.formula.semantics = (enum hb_semantics)semantics;
  bool good = hb_periodic_decide (program, &options, &result, diag);
  enum hb_periodic_answer answer = good ? result.answer : HB_PERIODIC_UNKNOWN;
  hb_periodic_result_free (&result);
  return (int)answer;
}

struct answers
{
  size_t programs, violated[3], safe[3];
};

/* The search of all executions, the engine and the certificates say the same of TEXT, by each semantics. */
static void
compare_program (const char *text, struct answers *answers)
{
  hb_diag *diag = hb_diag_new ();
  hb_periodic_program *program = hb_periodic_read_text ("t.c", text, strlen (text), diag);
  if (!program)
    fail_msg ("%s\n%s", text, hb_diag_first (diag));
  int64_t time = program->time;
  for (int departure = 0; departure < 2; departure++)
    {
      hb_diag *own = hb_diag_new ();
      hb_jobs *jobs = hb_jobs_new (program, time, (enum hb_departure)departure, 0, own);
      for (int semantics = 0; semantics < 3 && jobs && jobs->jobs.size <= 4; semantics++)
        {
          struct hb_claim claim = { .time = time,
                                    .departure = hb_departure_names[departure],
                                    .semantics = hb_semantics_names[semantics],
                                    .unroll = 4 };
          struct hb_limits limits = { .memory = (size_t)1 << 28 };
          hb_periodic_run *run = NULL;
          int explored
              = hb_periodic_explore (jobs, (enum hb_semantics)semantics, &limits, &run, own),
              proved = prove (program->unit, &claim, own),
              decided = decide (program, &claim, departure, semantics, own);
          if (explored && (explored != proved || explored != decided))
            fail_msg ("departure %s, semantics %s: %d, certificates: %d, engine: %d %s\n%s",
                      claim.departure, claim.semantics, explored, proved, decided,
                      hb_diag_errors (own) ? hb_diag_first (own) : "", text);
          answers->violated[semantics] += explored == 10;
          answers->safe[semantics] += explored == 20;
          hb_periodic_run_free (run);
        }
      hb_jobs_free (jobs);
      hb_diag_free (own);
    }
  answers->programs++;
  hb_periodic_free (program);
  hb_diag_free (diag);
}

/* Slots 0-2, 2-8, 8-10 and 10-, jobs l in the first two and h in the next two: what a shortage says. */
TEST (shortages_are_clauses)
{
  static const char text[] = "HB_TASK (l, 1, 8, 2, 0)\nHB_TASK (h, 2, 8, 2, 2)\nint x;\n"
                             "void l () { x = 1; }\nvoid h () { assert (x); }\n";
  hb_diag *diag = hb_diag_new ();
  hb_c_unit *unit = periodic_unit (text, diag);
  struct hb_claim claim = { .time = 8, .departure = "deadline", .semantics = "exact" };
  struct hb_claimed_program program;
  struct hb_formula f;
  assert_true (hb_formula_start (&f, &program, unit, &claim, diag));
  const hb_wire *full = f.slots.full.data, *runs = f.slots.jobs[1].runs.data,
                acts = f.slots.jobs[0].acts.data[1];
  const struct
  {
    bool slots[4], jobs[2];
    size_t acting_job, acting_slot;
    hb_wire wires[4];
  } cases[] = {
    { { true, true }, { true }, SIZE_MAX, SIZE_MAX, { full[0] ^ 1, full[1] ^ 1, runs[0] } },
    { { false, true, true },
      { true },
      SIZE_MAX,
      SIZE_MAX,
      { full[1] ^ 1, full[2] ^ 1, runs[0], runs[1] } },
    { { false, true, true }, { true, true }, SIZE_MAX, SIZE_MAX, { full[1] ^ 1, full[2] ^ 1 } },
    { { true }, { true }, 0, 1, { full[0] ^ 1, acts ^ 1 } }
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      bool slots[4], jobs[3] = { cases[i].jobs[0], cases[i].jobs[1] };
      memcpy (slots, cases[i].slots, sizeof slots);
      struct hb_shortage shortage = { slots, jobs, cases[i].acting_job, cases[i].acting_slot };
      size_t count = 0, before = f.gates.clause_count;
      assert_true (hb_formula_short (&f, &shortage));
      assert_int_equal (f.gates.clause_count, before + 1);
      while (count < 4 && cases[i].wires[count])
        count++;
      const int *clause = &f.gates.clauses.data[f.gates.clauses.size - count - 2];
      assert_int_equal (clause[0], 0);
      for (size_t k = 0; k < count; k++)
        {
          int variable = f.gates.variable.data[cases[i].wires[k] >> 1];
          assert_int_equal (clause[1 + k], cases[i].wires[k] & 1 ? -variable : variable);
        }
    }
  hb_formula_end (&f, &program);
  hb_c_free (unit);
  hb_diag_free (diag);
}

/* By arrivals: a job that takes a lock before all that matters has kept nobody out before; one that gives it back last is over
 * then, and does not wait for whom it kept out; nor does what does not happen. */
TEST (locks_at_the_ends_of_jobs)
{
  static const struct
  {
    const char *text;
    int answers[3];
  } programs[] = {
    { "HB_TIME (8)\nHB_LOCK (l, 3)\nunsigned char x, y;\nHB_TASK (t1, 1, 8, 3, 0)\n"
      "void t1 () { hb_lock (l); assert (!x || y); hb_unlock (l); }\n"
      "HB_TASK (t2, 2, 8, 1, 1)\nvoid t2 () { y = 1; }\n"
      "HB_TASK (t3, 3, 8, 2, 1)\nvoid t3 () { x = 1; }\n",
      { 10, 20, 20 } },
    { "HB_TIME (12)\nHB_LOCK (l, 2)\nunsigned char x, p, w;\nHB_TASK (t1, 1, 11, 4, 0)\n"
      "void t1 () { hb_lock (l); if (w == 1) x = 1; hb_unlock (l); }\n"
      "HB_TASK (t2, 2, 16, 7, 3)\nvoid t2 () { p = 1; p = 0; }\n"
      "HB_TASK (t3, 3, 8, 1, 3)\nvoid t3 () { assert (!(p && x)); w = w + 1; }\n",
      { 10, 10, 10 } },
    { "HB_TIME (12)\nHB_LOCK (l, 2)\nunsigned char x, p, w;\nHB_TASK (t1, 1, 11, 4, 0)\n"
      "void t1 () { hb_lock (l); if (w == 1) x = 1; hb_unlock (l); if (nondet_bool ()) w = 7; }\n"
      "HB_TASK (t2, 2, 16, 7, 3)\nvoid t2 () { p = 1; p = 0; }\n"
      "HB_TASK (t3, 3, 8, 1, 3)\nvoid t3 () { assert (!(p && x) || w > 5); w = w + 1; }\n",
      { 10, 10, 10 } },
    { "HB_TIME (12)\nHB_LOCK (l, 2)\nunsigned char x, p, w;\nHB_TASK (t1, 1, 11, 4, 0)\n"
      "void t1 () { hb_lock (l); if (w == 1) x = 1; hb_unlock (l); w = 1; }\n"
      "HB_TASK (t2, 2, 16, 7, 3)\nvoid t2 () { p = 1; p = 0; }\n"
      "HB_TASK (t3, 3, 8, 1, 3)\nvoid t3 () { assert (!(p && x)); w = w + 1; }\n",
      { 10, 20, 20 } },
    /* A lock that is not taken, since X is 0, holds nobody up. */
    { "HB_TIME (8)\nHB_LOCK (l, 3)\nunsigned char x, y;\nHB_TASK (t1, 1, 8, 3, 1)\n"
      "void t1 () { if (x) { hb_lock (l); hb_unlock (l); } }\n"
      "HB_TASK (t2, 2, 8, 1, 2)\nvoid t2 () { y = 1; }\n"
      "HB_TASK (t3, 3, 8, 1, 3)\nvoid t3 () { x = 0; assert (y); }\n",
      { 10, 10, 20 } }
  };
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
    for (int semantics = 0; semantics < 3; semantics++)
      {
        hb_diag *diag = hb_diag_new ();
        hb_periodic_program *program
            = hb_periodic_read_text ("t.c", programs[i].text, strlen (programs[i].text), diag);
        assert_non_null (program);
        struct hb_claim claim = { .time = program->time,
                                  .departure = "deadline",
                                  .semantics = hb_semantics_names[semantics] };
        int proved = prove (program->unit, &claim, diag),
            decided = decide (program, &claim, HB_DEPARTURE_DEADLINE, semantics, diag);
        if (proved != programs[i].answers[semantics] || decided != proved)
          fail_msg ("%s: %d and %d in\n%s", claim.semantics, proved, decided, programs[i].text);
        hb_periodic_free (program);
        hb_diag_free (diag);
      }
}

TEST (programs_fail_or_are_proved)
{
  const char *wanted = getenv ("HBKIT_PERIODIC_PROGRAMS");
  size_t most = wanted ? strtoull (wanted, NULL, 10) : 100;
  struct answers answers = { 0 };
  for (uint64_t try = 0; try < most; try++)
    {
      struct hb_rng rng = hb_rng_stream (13, try);
      char *text = random_program (&rng);
      compare_program (text, &answers);
      hb_free (text);
    }
  for (int semantics = 0; semantics < 3; semantics++)
    print_message ("by %s: %zu violated, %zu safe\n", hb_semantics_names[semantics],
                   answers.violated[semantics], answers.safe[semantics]);
}

/* Executions as gates (proof/robust/executions_private.h): which of them there are, and who is before whom. */
#include "unit.h"

#include "base/memory.h"
#include "bounded_claims.h"
#include "gen/events.h"
#include "proof/robust/executions_private.h"
#include "sat/solver.h"

/* --- What is an execution --- */

/* Tasks are numbered as in the program's text; facts about them, `!` before what is not: b1: task 1 begins; e1: its code ends;
 * p1: it is posted; o12: task 1 is before task 2 on the main thread; P12: the post of task 1 is before that of task 2. */
struct fact_case
{
  const char *text;
  bool queue;
  size_t events;
  const char *facts;
  bool possible;
};

static hb_wire
fact_of (struct executions *x, const char *fact)
{
  hb_id one = (hb_id)(fact[1] - '0'), two = fact[2] >= '0' ? (hb_id)(fact[2] - '0') : 0;
  assert_true (one < x->doers.size && two < x->doers.size);
  const struct doer *a = &x->doers.data[one], *b = &x->doers.data[two];
  switch (*fact)
    {
    case 'b':
      return x->deeds.data[a->begin].runs;
    case 'e':
      return x->deeds.data[a->end].runs;
    case 'p':
      return x->deeds.data[a->post].runs;
    case 'o':
      return executions_task_before (x, one, two);
    default:
      return executions_before (x, a->post, b->post);
    }
}

static bool
is_possible (const struct fact_case *c)
{
  struct source s = source_of (c->text);
  struct hb_executions_claim claim
      = { .parts = 3, .queue = c->queue, .events = c->events, .bound = 1 };
  struct hb_gates gates;
  struct executions x = { .claim = &claim, .pairs = hb_names_new () };
  hb_gates_start (&gates);
  x.laps = (struct laps){ .code = s.code, .gates = &gates };
  laps_start (&x.laps);
  executions_walk (&x);
  executions_constrain (&x);
  for (const char *fact = c->facts; *fact; fact += strcspn (fact, " "))
    {
      fact += strspn (fact, " ");
      hb_wire wire = *fact == '!' ? fact_of (&x, fact + 1) ^ 1 : fact_of (&x, fact);
      hb_wire_clause (&gates, &wire, 1);
    }
  hb_solver *solver = hb_solver_new ("cadical", 0, s.diag);
  for (size_t i = 0; i < gates.clauses.size; i++)
    hb_solver_add (solver, gates.clauses.data[i]);
  int answer = hb_solver_solve (solver, NULL);
  hb_solver_free (solver);
  executions_end (&x);
  hb_gates_end (&gates);
  free_source (&s);
  return answer == 10;
}

static void
check_facts (const struct fact_case *cases, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (is_possible (&cases[i]) != cases[i].possible)
      fail_msg ("'%s' is %spossible in\n%s", cases[i].facts, cases[i].possible ? "im" : "",
                cases[i].text);
}

#define FACTS(...)                                                                                 \
  do                                                                                               \
    {                                                                                              \
      static const struct fact_case cases[] = { __VA_ARGS__ };                                     \
      check_facts (cases, sizeof cases / sizeof *cases);                                           \
    }                                                                                              \
  while (0)

/* Without a driver: one event in each slot, and none behind an empty one. */
TEST (test_which_events_start)
{
  static const char two[] = "shared x\nevent e() { }\nevent f() { }\n",
                    one[] = "shared x\nevent e() { async[main] p(); async[any] p(); }\n"
                            "proc p() { }\n";
  FACTS ({ two, false, 2, "!b0 !b1 !b2 !b3", true }, { two, false, 2, "b0 !b1 !b2 !b3", true },
         { two, false, 2, "b0 b1", false }, { two, false, 2, "b2 b3", false },
         { two, false, 2, "b0 b2", true }, { two, false, 2, "b0 b3", true },
         { two, false, 2, "b1 b2", true }, { two, false, 2, "b1 b3", true },
         { two, false, 2, "!b0 !b1 b2", false }, { two, false, 2, "!b0 !b1 b3", false },
         { two, false, 3, "b0 b3 b4", true }, { two, false, 3, "b0 !b2 !b3 b4", false },
         { two, false, 3, "b0 !b2 !b3 b5", false }, { two, false, 3, "!b0 !b1 b2 b4", false },
         { one, false, 2, "b0 b1 b2 b3 b4 b5", true }, { one, false, 2, "b0 !b1 b2 !b3", true },
         { one, false, 2, "!b0 b3", false });
}

/* With one: those that others must precede start behind them, whatever the order of the lines. */
TEST (test_which_events_the_driver_starts)
{
  static const char none[] = "shared x\nevent e() { }\nevent f() { }\ndriver { e*2; f*1; }\n",
                    first[] = "shared x\nevent e() { }\nevent f() { }\n"
                              "driver { e*2; f*1; before e f }\n",
                    last[] = "shared x\nevent e() { }\nevent f() { }\n"
                             "driver { e*2; f*1; before f e }\n";
  FACTS ({ none, false, 0, "!b0 !b1 !b2", true }, { none, false, 0, "!b0 !b1 b2", true },
         { none, false, 0, "b0 !b1 b2", true }, { none, false, 0, "!b0 b1", false },
         { none, false, 0, "b0 b1 b2", true }, { first, false, 0, "b0 b1 b2", true },
         { first, false, 0, "b0 !b1 !b2", true }, { first, false, 0, "b0 !b1 b2", false },
         { first, false, 0, "!b0 !b1 b2", false }, { last, false, 0, "b0 b1 b2", true },
         { last, false, 0, "!b0 !b1 b2", true }, { last, false, 0, "b0 !b2", false },
         { last, false, 0, "!b0 b1 b2", false }, { last, false, 0, "b0 !b1 b2", true });
}

/* Of two tasks of main that begin the earlier one ends; the later one may stand still. */
TEST (test_tasks_of_main)
{
  static const char events[] = "shared x\nevent e() { x := 1; }\nevent f() { x := 1; }\n"
                               "driver { e*1; f*1; }\n",
                    posted[] = "shared x\nevent e() { async[any] p(); async[main] p(); }\n"
                               "proc p() { x := 1; }\ndriver { e*1; }\n";
  FACTS (
      { events, false, 0, "b0 b1 o01 e0 !e1", true }, { events, false, 0, "b0 b1 o01 !e0", false },
      { events, false, 0, "b0 b1 !o01 !e0 e1", true },
      { events, false, 0, "b0 b1 !o01 !e1", false }, { events, false, 0, "b0 !e0 !b1", true },
      { events, false, 0, "b1 !e1 !b0", true }, { events, true, 0, "b0 b1 !o01 !e0 e1", true },
      { posted, false, 0, "b0 e0 b1 b2 !e1 !e2", true }, { posted, false, 0, "b0 !e0 b2", false },
      { posted, false, 0, "b0 !e0 b1", true }, { posted, false, 0, "b0 b2 !o02", false });
}

/* Where main is a queue: of two tasks that are posted the one that is posted first begins first, and not the other alone.  A
 * task that is posted and an event may come in any order. */
TEST (test_queues)
{
  static const char in_turn[] = "shared x\nevent e() { async[main] p(); async[main] q(); }\n"
                                "proc p() { }\nproc q() { }\ndriver { e*1; }\n",
                    apart[] = "shared x\nevent e() { async[any] a(); async[any] b(); }\n"
                              "proc a() { async[main] p(); }\nproc b() { async[main] p(); }\n"
                              "proc p() { }\ndriver { e*1; }\n",
                    event[] = "shared x\nevent e() { async[main] p(); }\nproc p() { }\n"
                              "event f() { }\ndriver { e*1; f*1; }\n";
  FACTS ({ in_turn, true, 0, "b1 b2 o12", true }, { in_turn, true, 0, "b1 b2 !o12", false },
         { in_turn, true, 0, "p2 b1 !b2", true }, { in_turn, true, 0, "p2 !b1 b2", false },
         { in_turn, true, 0, "p1 !p2 !b1", true }, { in_turn, false, 0, "b1 b2 !o12", true },
         { in_turn, false, 0, "p2 !b1 b2", true }, { apart, true, 0, "P24 b2 b4 o24", true },
         { apart, true, 0, "P24 b2 b4 !o24", false }, { apart, true, 0, "!P24 b2 b4 !o24", true },
         { apart, true, 0, "!P24 b2 b4 o24", false }, { apart, true, 0, "P24 p4 b2 !b4", true },
         { apart, true, 0, "P24 p2 !b2 b4", false }, { apart, true, 0, "!P24 p4 b2 !b4", false },
         { apart, true, 0, "!P24 p2 !b2 b4", true }, { apart, true, 0, "P24 !p2 b4", true },
         { apart, true, 0, "!P24 !p4 b2", true }, { apart, true, 0, "p2 p4 !b2 !b4", true },
         { apart, false, 0, "P24 b2 b4 !o24", true }, { apart, false, 0, "!P24 b2 b4 o24", true },
         { event, true, 0, "b1 b2 o12", true }, { event, true, 0, "b1 b2 !o12", true },
         { event, true, 0, "p1 !b1 b2", true }, { event, true, 0, "b1 !b2", true });
}

/* The very first step may be a read: of a value that is there, which is before the writes that it does not read. */
TEST (test_first_steps)
{
  static const char never[]
      = "shared x\nshared y\nevent e() when y { " WRONG " }\n" Z "driver { e*1; }\n",
      both[] = "shared y\nshared z\nevent e() when !y { local r; r := z; }\n"
               "event f() { async[any] p(); }\nproc p() { z := 1; y := 1; }\n"
               "driver { e*1; f*1; }\n",
      one[] = "shared y\nshared z\nevent e() when !y { local r; r := y; }\n"
              "event f() { async[any] p(); }\nproc p() { z := 1; y := 1; }\n"
              "driver { e*1; f*1; }\n",
      alone[] = "shared y\nevent e() when !y { local r; }\n"
                "event f() { async[any] p(); }\nproc p() { y := 1; }\n"
                "driver { e*1; f*1; }\n";
  CLAIMS ({ never, 1, 1, true, 20, 20 }, { both, 2, 1, true, 10, 10 }, { one, 2, 1, true, 10, 10 },
          { alone, 2, 1, true, 20, 20 });
}

/* The last task of main may stand still. */
TEST (test_last_tasks)
{
  static const char text[] = "shared x\nevent e() { " WRONG " assume 0; }\n" Z "driver { e*1; }\n";
  CLAIMS ({ text, 1, 1, true, 10, 10 });
}

/* Three events each of which is before the next one, in either direction; any two of them have an order. */
TEST (test_rings_of_three_events)
{
#define RING(A, B, C, DRIVER)                                                                      \
  "shared x\nshared y\nshared z\n"                                                                 \
  "event e() { async[any] a(); }\nevent f() { async[any] b(); }\nevent g() { async[any] c(); }\n"  \
  "proc a() { " A "}\nproc b() { " B "}\nproc c() { " C "}\ndriver { " DRIVER "}\n"
#define X "x := 1; "
#define Y "y := 1; "
#define W "z := 1; "
  CLAIMS ({ RING (Y X, W Y, X W, "e*1; f*1; g*1; "), 3, 1, true, 10, 0 },
          { RING (X Y, Y W, W X, "e*1; f*1; g*1; "), 3, 1, true, 10, 0 },
          { RING (Y X, W Y, W, "e*1; f*1; g*1; "), 3, 1, true, 20, 0 },
          { RING (X Y, Y W, W, "e*1; f*1; g*1; "), 3, 1, true, 20, 0 },
          { RING (Y X, W Y, X W, "f*1; g*1; "), 2, 1, true, 20, 0 },
          { RING (Y X, W Y, X W, "e*1; g*1; "), 2, 1, true, 20, 0 },
          { RING (Y X, W Y, X W, "e*1; f*1; "), 2, 1, true, 20, 0 });
}

/* A step that never runs is in no cycle: what the second task may not write is not before what the first one reads. */
TEST (test_steps_that_never_run)
{
  static const char text[] = "shared x\nshared y\nshared u\n"
                             "event e() { async[any] q(); }\nevent f() { async[any] p(); }\n"
                             "proc q() { local r; r := y; x := 1; }\n"
                             "proc p() { local r; r := x; assume r; async[any] z(); u := 1; "
                             "y := 2; }\nproc z() { u := 1; }\ndriver { e*1; f*1; }\n";
  CLAIMS ({ text, 2, 1, true, 10, 10 });
}

/* Too many gates, and a limit that is hit, are seen before anything is said of reads and of main. */
TEST (test_what_is_too_large)
{
  static const char *const texts[]
      = { "shared x\nevent e() { local r; r := x; }\ndriver { e*1; }\n",
          "shared x\nevent e() { x := 1; }\ndriver { e*2; }\n" };
  struct hb_limits hit = hb_limits_new (1e-9, 0);
  while (!hb_limits_check (&hit))
    continue;
  for (int k = 0; k < 8; k++)
    {
      struct source s = source_of (texts[k % 2]);
      struct hb_executions_claim claim = { .parts = 3, .bound = 1 };
      struct hb_gates gates;
      struct executions x = { .claim = &claim, .pairs = hb_names_new () };
      hb_gates_start (&gates);
      x.laps = (struct laps){ .code = s.code, .gates = &gates };
      laps_start (&x.laps);
      executions_walk (&x);
      /* That there are so many gates is only said. */
      size_t size = gates.list.size;
      if (k / 2 == 1)
        gates.list.size = LAPS_MOST_GATES + 1;
      if (k / 2 == 2)
        x.laps.limits = &hit;
      x.laps.stopped = k / 2 == 3;
      executions_constrain (&x);
      assert_int_equal (x.laps.stopped, k / 2 > 0);
      /* Which of the events starts first is said all the same. */
      assert_int_equal (gates.clause_count > (size_t)k % 2, k / 2 == 0);
      gates.list.size = size;
      executions_end (&x);
      hb_gates_end (&gates);
      free_source (&s);
    }
}

/* --- Orders --- */

/* What is asked of an order later is what was made of it; A before B is not B before A. */
TEST (test_orders)
{
  struct hb_rng rng = hb_rng_seeded (6);
  size_t known = 0, unknown = 0;
  for (int i = 0; i < 60; i++)
    {
      struct hb_event_shape shape = {
        .events = 2, .procs = 2, .variables = 1, .statements = 3, .driver = i % 2, .orders = 1
      };
      struct hb_executions_claim claim
          = { .parts = 3, .queue = i % 3 == 0, .events = 2, .bound = 1 };
      char *text = hb_random_events (&shape, &rng);
      struct source s = source_of (text);
      struct executions x;
      struct hb_gates gates;
      hb_gates_start (&gates);
      assert_true (executions_start (&x, s.code, &claim, NULL, &gates));
      hb_id deeds = (hb_id)x.deeds.size;
      for (hb_id pair = 0; pair < deeds * deeds; pair++)
        {
          hb_id a = pair / deeds, b = pair % deeds;
          hb_wire before, again;
          if (a == b)
            continue;
          size_t orders = x.orders.size;
          bool is = executions_order (&x, a, b, &before);
          again = executions_before (&x, a, b);
          assert_true (!is || (x.orders.size == orders && again == before));
          /* What is not known either is the other way round, or was not asked before. */
          assert_true (is || again == HB_WIRE_NO || x.orders.size == orders + 1);
          assert_int_equal (executions_before (&x, b, a), again ^ 1);
          known += is;
          unknown += !is;
        }
      executions_end (&x);
      hb_gates_end (&gates);
      free_source (&s);
      hb_free (text);
    }
  assert_true (known > 100 && unknown > 100);
}

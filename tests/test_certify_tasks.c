/* What the checker of periodic programs takes a program to be: its tasks, locks and cells, its jobs and how they relate. */
#include "unit.h"

#include "base/buffer.h"
#include "periodic_proofs.h"
#include "proof/periodic/tasks.h"
#include "small_traces.h"

/* TASK:PRIORITY/PERIOD/C@ARRIVAL.., LOCK^CEILING~LENGTH{TASKS}.., CELL=VALUE (?: not told; * if it is shared).. and final;
 * a line for each job, TASK@ARRIVAL-DEPARTURE, and how it relates to each (`.<>^v`).  New; the error if there is none. */
static char *
claimed (const char *text, const struct hb_claim *claim)
{
  hb_diag *diag = hb_diag_new ();
  hb_c_unit *unit = periodic_unit (text, diag);
  struct hb_claimed_program p;
  hb_buffer out = VEC_EMPTY;
  bool good = hb_claimed_start (&p, unit, claim, diag);
  for (size_t i = 0; i < p.tasks.size && good; i++)
    hb_buffer_add (&out, "%s:%lld/%lld/%lld@%lld ", p.tasks.data[i].name,
                   (long long)p.tasks.data[i].priority, (long long)p.tasks.data[i].period,
                   (long long)p.tasks.data[i].wcet, (long long)p.tasks.data[i].arrival);
  for (size_t i = 0; i < p.locks.size && good; i++)
    if (p.users.data[i] || i + 1 < p.locks.size)
      {
        hb_buffer_add (&out, "%s^%lld", p.locks.data[i].name,
                       i + 1 < p.locks.size ? (long long)p.locks.data[i].ceiling : 0);
        for (size_t t = 0; t < p.tasks.size; t++)
          hb_buffer_add (&out, "~%lld", (long long)p.locks.data[i].told[t]);
        hb_buffer_add (&out, "{");
        for (size_t t = 0; t < 64; t++)
          if (p.users.data[i] >> t & 1)
            hb_buffer_add (&out, "%zu", t);
        hb_buffer_add (&out, "} ");
      }
  for (size_t i = 0; i < p.cells.size && good; i++)
    if (strncmp (p.cells.data[i].symbol->name, "__startrek_", 11)
        || strchr ("hl", p.cells.data[i].symbol->name[11])) /* hidden_X, lock */
      {
        hb_buffer_add (&out, "%s", p.cells.data[i].symbol->name);
        hb_buffer_add (&out, p.cells.data[i].known ? "=%llu" : "=?",
                       (unsigned long long)p.cells.data[i].initial);
        hb_buffer_add (&out, "%s ", p.cells.data[i].shared ? "*" : "");
      }
  hb_buffer_add (&out, good && p.final ? "final" : "");
  for (size_t i = 0; i < p.jobs.size && good; i++)
    {
      hb_buffer_add (&out, "\n%s@%lld-%lld ", p.tasks.data[p.jobs.data[i].task].name,
                     (long long)p.jobs.data[i].arrival, (long long)p.jobs.data[i].departure);
      for (size_t k = 0; k < p.jobs.size + (p.final != NULL) && p.jobs.size < 20; k++)
        hb_buffer_add (&out, "%c", ".<>^v"[hb_claimed_relation (&p, i, k)]);
    }
  hb_claimed_end (&p);
  if (!good)
    {
      vec_free (out);
      char *why = text_of_diag (diag);
      hb_buffer_add (&out, "%s", why);
      hb_free (why);
    }
  hb_c_free (unit);
  hb_diag_free (diag);
  return hb_buffer_take (&out);
}

struct claimed_case
{
  const char *text, *is;
};

static void
expect_claimed (const struct claimed_case *cases, size_t count, const char *departure, int64_t time)
{
  size_t wrong = 0;
  struct hb_claim claim = { .time = time, .departure = departure, .semantics = "paper" };
  for (size_t i = 0; i < count; i++)
    {
      char *text = hb_format ("void t (void) { }\nvoid u (void) { }\nvoid v (void) { }\n%s\n",
                              cases[i].text),
           *is = claimed (text, &claim);
      if (!strstr (is, cases[i].is))
        {
          print_error ("%s\nis\n%s\nnot\n%s\n", cases[i].text, is, cases[i].is);
          wrong++;
        }
      hb_free (text);
      hb_free (is);
    }
  assert_int_equal (wrong, 0);
}

#define EXPECT_CLAIMED(DEPARTURE, TIME, ...)                                                       \
  do                                                                                               \
    {                                                                                              \
      static const struct claimed_case cases[] = { __VA_ARGS__ };                                  \
      expect_claimed (cases, sizeof cases / sizeof *cases, DEPARTURE, TIME);                       \
    }                                                                                              \
  while (0)

#define T "HB_TASK (t, 1, 8, 2, 0)\n"
#define U "HB_TASK (u, 2, 8, 2, 0)\n"
#define NONE "the checker finds no sound set of tasks"
#define PUBLISHED(PERIOD, WCET, PRIORITY, FIRST, LAST)                                             \
  "int __startrek_period_t = " #PERIOD ", __startrek_wcet_t = " #WCET                              \
  ", __startrek_base_priority_t = " #PRIORITY ", __startrek_arrival_min_t = " #FIRST               \
  ", __startrek_arrival_max_t = " #LAST ";\n"

TEST (tasks_and_locks)
{
  EXPECT_CLAIMED (
      "deadline", 8, { T, "t:1/8/2@0 \nt@0-8 ." },
      { "HB_TASK (t, 0, 1, 1, 1099511627776)", "t:0/1/1@1099511627776 " },
      { "HB_TASK (t, 0, 1, 1, 1099511627777)", NONE },
      { "HB_TASK (t, 0, 1099511627776, 1, 0)", "t:0/1099511627776/1@0" },
      { "HB_TASK (t, 0, 1099511627777, 1, 0)", NONE }, { "HB_TASK (t, 1, 0, 0, 0)", NONE },
      { "HB_TASK (t, 1, 8, 0, 0)", NONE }, { "HB_TASK (t, 1, 8, 9, 0)", NONE },
      { "HB_TASK (t, 1, 8, 8, 0)", "t:1/8/8@0" }, { "HB_TASK (t, 1, 8, 2, -1)", NONE },
      { "HB_TASK (t, 1, 8, 2)", NONE }, { "HB_TASK (t, 1, 8, 2, 0, 0)", NONE },
      { "HB_TASK (w, 1, 8, 2, 0)", NONE }, { "int w;\nHB_TASK (w, 1, 8, 2, 0)", NONE },
      { "void w (void);\nHB_TASK (w, 1, 8, 2, 0)", NONE },
      { "void w (int a) { }\nHB_TASK (w, 1, 8, 2, 0)", NONE }, { "HB_TASK (3, 1, 8, 2, 0)", NONE },
      { "HB_TASK (t, t, 8, 2, 0)", NONE }, { "", NONE }, { T "HB_TASK (u, 1, 8, 2, 0)", NONE },
      { T "HB_TASK (u, 2, 8, 9, 0)", NONE }, { T "HB_TASK (w, 2, 8, 1, 0)", NONE },
      { T "HB_TASK (u, 2, 0, 0, 0)", NONE }, { U T, "t:1/8/2@0 u:2/8/2@0 " },
      { U "HB_TASK (v, 9, 8, 2, 0)\nHB_TASK (t, 3, 8, 2, 0)", "u:2/8/2@0 t:3/8/2@0 v:9/8/2@0 " },
      { U "HB_TASK (v, 9, 8, 2, 0)\nHB_TASK (t, 2, 8, 2, 0)", NONE }, { T "HB_OTHER (t, 1)", NONE },
      { T "HB_OTHER (t, 1, 8, 2, 0)", NONE },
      { T "HB_LOCK (l, 3)\nHB_LOCK (m, 4)", "t:1/8/2@0 l^3~0{} m^4~0{} \n" },
      { T "HB_LOCK (l, 3)\nHB_LOCK (l, 4)", NONE }, { T "HB_LOCK (l)", NONE },
      { T "HB_LOCK (l, 3, 4)", NONE }, { T "HB_LOCK (3, 4)", NONE }, { T "HB_LOCK (l, l)", NONE },
      { T "HB_TIME (9)\nHB_DEPARTURE (rta)\nHB_SEMANTICS (exact)", "t:1/8/2@0 \n" },
      { PUBLISHED (8, 2, 1, 0, 0), "t:1/8/2@0 \n" }, { PUBLISHED (8, 2, 1, 3, 3), "t:1/8/2@3 \n" },
      { PUBLISHED (8, 2, 1, 0, 1), NONE }, { PUBLISHED (0, 0, 1, 0, 0), NONE },
      { PUBLISHED (t, 2, 1, 0, 0), NONE },
      { "int __startrek_period_t = 8, __startrek_wcet_t = 1, __startrek_base_priority_t = 2, "
        "__startrek_arrival_min_t;",
        NONE },
      { "int __startrek_period_t = 8, __startrek_wcet_t = 1, __startrek_base_priority_t, "
        "__startrek_arrival_min_t, __startrek_arrival_max_t;",
        "t:0/8/1@0 \n" },
      { "enum { __startrek_wcet_t = 1 };\nint __startrek_period_t = 8, __startrek_base_priority_t, "
        "__startrek_arrival_min_t, __startrek_arrival_max_t;",
        NONE },
      { "int __startrek_period_w = 8;" PUBLISHED (8, 2, 1, 0, 0), NONE },
      { PUBLISHED (8, 2, 1, 0, 0) "int __startrek_priority_locks[2] = { 3, 5 };",
        "t:1/8/2@0 #0^3~0{} #1^5~0{} \n" },
      { PUBLISHED (8, 2, 1, 0, 0) "int n, __startrek_priority_locks[2] = { n, 5 };", NONE },
      { PUBLISHED (8, 2, 1, 0, 0) "int __startrek_priority_locks[2];", "t:1/8/2@0 \n" },
      { T "void __startrek_user_final (void) { }", "t:1/8/2@0 final\nt@0-8 .<" },
      { T "void __startrek_user_final (void);", "t:1/8/2@0 \nt@0-8 ." });
}

/* The first word of a program counts. */
TEST (tasks_are_found_first)
{
  char *is
      = claimed (PUBLISHED (8, 2, 1, 0, 0) "void t (void) { }\n",
                 &(struct hb_claim){ .time = 8, .departure = "deadline", .semantics = "paper" });
  assert_string_equal (is, "t:1/8/2@0 \nt@0-8 .");
  hb_free (is);
}

/* The first global counts. */
TEST (mentions_of_the_first)
{
  char *is
      = claimed ("int _x_[2], __startrek_hidden_x;\nHB_TASK (t, 1, 8, 2, 0)\n"
                 "void __startrek_write_x (int);\nvoid t (void) { __startrek_write_x (1); }\n"
                 "void __startrek_user_final (void) { _x_[1]; }\n",
                 &(struct hb_claim){ .time = 8, .departure = "deadline", .semantics = "paper" });
  assert_string_equal (is, "t:1/8/2@0 _x_=0 _x_=0 __startrek_hidden_x=0* final\nt@0-8 .<");
  hb_free (is);
}

/* 63 tasks at most. */
TEST (tasks_are_few)
{
  for (int count = 63; count < 65; count++)
    {
      hb_buffer text = VEC_EMPTY;
      for (int i = 0; i < count; i++)
        hb_buffer_add (&text, "void t%d (void) { }\nHB_TASK (t%d, %d, 8, 1, 0)\n", i, i, i);
      char *is = claimed (
          text.data,
          &(struct hb_claim){ .time = 1, .departure = "deadline", .semantics = "paper" });
      assert_true (strstr (is, count == 63 ? "t0:0/8/1@0 t1:1/8/1@0 " : NONE));
      hb_free (is);
      vec_free (text);
    }
}

#define A "HB_TASK (a, 1, 8, 1, 0)\nvoid a (void) "
#define B "HB_TASK (b, 2, 8, 1, 0)\nvoid b (void) "

/* Which cells two tasks share, which locks they take. */
TEST (cells_and_mentions)
{
  EXPECT_CLAIMED (
      "deadline", 8,
      { "int x = 3, y = -1;\nextern int z;\n" A "{ }", " x=3 y=18446744073709551615 z=? \n" },
      { "unsigned char x = 300;\n_Bool y = 4;\nfloat f;\nint *p;\n" A "{ }",
        " x=44 y=1 f=? p=? \n" },
      { "int a1[3] = { 1, 2 };\nstruct { int x; char y[2]; } s = { 4, { 5 } };\n" A "{ }",
        " a1=1 a1=2 a1=0 s=4 s=5 s=0 \n" },
      { "int n, x = 1 + 2;\nextern int e[];\n" A "{ }", " n=0 x=3 \n" },
      { "int x, y, z;\n" A "{ x = 1; y = 1; z; }\n" B "{ x; z; }", " x=0* y=0 z=0 \n" },
      { "int x;\n" A "{ x; }\n" B "{ x++; }", " x=0* \n" },
      { "int x;\n" A "{ x; }\n" B "{ --x; }", " x=0* \n" },
      { "int x;\n" A "{ x; }\n" B "{ x += 2; }", " x=0* \n" },
      { "int x;\n" A "{ x; }\n" B "{ int *p = &x; }", " x=0* \n" },
      { "int x;\n" A "{ x; }\n" B "{ int y = -x + (x ? x : x); }", " x=0 \n" },
      { "int x[2];\n" A "{ x[0]; }\n" B "{ x[1]; }", " x=0 x=0 \n" },
      { "int x[2];\n" A "{ x[0]; }\n" B "{ x[1] = 1; }", " x=0* x=0* \n" },
      { "int x[2];\n" A "{ x[0]; }\n" B "{ int *p = x; }", " x=0* x=0* \n" },
      { "int x[2];\n" A "{ x[0]; }\n" B "{ int v = *x; }", " x=0* x=0* \n" },
      { "struct { int y; } x[2];\n" A "{ x[0].y; }\n" B "{ x[1].y = 2; }", " x=0* x=0* \n" },
      { "struct { int y[2]; } x;\n" A "{ x.y[0]; }\n" B "{ x.y[0]++; }", " x=0* x=0* \n" },
      { "int x, y[2];\n" A "{ y[x]; }\n" B "{ y[0]; x = 1; }", " x=0* y=0 y=0 \n" },
      { "int x;\n" A "{ if (1) ; else x = 2; }\n" B "{ for (; x;) ; }", " x=0* \n" },
      { "int x;\n" A "{ for (;; x = 2) ; }\n" B "{ x; }", " x=0* \n" },
      { "int x;\n" A "{ for (x = 2;;) ; }\n" B "{ x; }", " x=0* \n" },
      { "int x;\n" A "{ while (1) { x = 2; } }\n" B "{ x; }", " x=0* \n" },
      { "int x;\n" A "{ int y = x = 2; }\n" B "{ x; }", " x=0* \n" },
      { "int x;\n" A "{ int y[2] = { 1, x = 2 }; }\n" B "{ x; }", " x=0* \n" },
      { "int x;\n" A "{ int y = 3; y ? 1 : (x = 2); }\n" B "{ x; }", " x=0* \n" },
      { "int x;\nvoid f (int y) { x = y; }\n" A "{ f (1); f (2); }\n" B "{ x; }", " x=0* \n" },
      { "int x;\nint f (int y) { return y; }\n" A "{ f (x = 1); }\n" B "{ f (x); }", " x=0* \n" },
      { "int x;\n" A "{ x = 1; }\n" B "{ assert (x); }", " x=0* \n" },
      { "int x;\n" A "{ x = 1; }\nvoid __startrek_user_final (void) { x; }", " x=0* final" },
      { "int x;\n" A "{ x = 1; }\n" B "{ }\nvoid c (void) { x = 2; }", " x=0 \n" },
      { "int y, __startrek_hidden_x;\nint __startrek_read_x (void) { y = 1; return 0; }\n" A
        "{ __startrek_read_x (); }\n" B "{ y; }",
        " y=0 __startrek_hidden_x=0 \n" },
      { "int __startrek_lock;\n" A "{ __startrek_lock = 1; }\n" B "{ __startrek_lock = 0; }",
        " #cpu^0~0~0{01} __startrek_lock=0 \n" },
      { "int __startrek_hidden_x, axb, _xb, ax_, __;\nvoid __startrek_write_x (int);\n" A
        "{ __startrek_write_x (1); }\nvoid __startrek_user_final (void) { axb; _xb; ax_; __; }",
        " __startrek_hidden_x=0 axb=0 _xb=0 ax_=0 __=0 final" },
      { "int _y_[2], __startrek_read_y (void);\nvoid __startrek_hidden_z (void), "
        "__startrek_write_z (int);\n" A "{ __startrek_read_y (); __startrek_write_z (1); }\nvoid "
        "__startrek_user_final (void) { _y_[0]; }",
        " _y_=0 _y_=0 final" },
      { "HB_LOCK (l, 2)\nint l;\n" A "{ l = 1; }\n" B "{ hb_lock (l); hb_critical (l, 2); }",
        " l^2~0~2{1} l=0 \n" },
      { "int __startrek_hidden_x;\nvoid __startrek_write_x (int);\nint __startrek_read_x "
        "(void);\n" A "{ __startrek_write_x (1); }\n" B "{ __startrek_read_x (); }",
        " __startrek_hidden_x=0* \n" },
      { "int __startrek_hidden_x;\nint __startrek_read_x (void);\n" A
        "{ __startrek_read_x (); }\n" B "{ __startrek_read_x (); }",
        " __startrek_hidden_x=0 \n" },
      { "int __startrek_hidden_x, _x_[3];\nvoid __startrek_write_x (int);\n" A
        "{ __startrek_write_x (1); }\nvoid __startrek_user_final (void) { _x_[2]; }",
        " __startrek_hidden_x=0* _x_=0 _x_=0 _x_=0 final" },
      { "int __startrek_hidden_x, _x_[3];\nvoid __startrek_write_x (int);\nint __startrek_read_x "
        "(void);\n" A "{ __startrek_write_x (1); }\n" B
        "{ __startrek_read_x (); }\nvoid __startrek_user_final (void) { _x_[2]; }",
        " __startrek_hidden_x=0* _x_=0 _x_=0 _x_=0 final" },
      { "int x;\n" A "{ int y[2] = { x = 2, 1 }; }\n" B "{ x; }", " x=0* \n" },
      { "void a (void);\nvoid f (void) { a (); }\n" A "{ f (); }",
        "t.c:5:17: error: the checker does not take this: recursion" },
      { A "{ }\n" B "{ a (); }", "b:2/8/1@0 \n" }, { A "{ a (); }", "recursion" },
      { "void g (void);\nvoid f (void) { g (); }\nvoid g (void) { f (); }\n" A "{ f (); }",
        "recursion" },
      { "void g (void) { }\nvoid f (void) { g (); g (); }\n" A "{ f (); g (); f (); }",
        "a:1/8/1@0 \n" },
      { "void f (void (*p) (void)) { p (); }\n" A "{ f (t); }",
        "t.c:4:29: error: the checker does not take this: a call through a pointer" },
      { "HB_LOCK (l, 2)\nHB_LOCK (m, 2)\n" A "{ hb_lock (m); hb_unlock (m); }\n" B "{ }",
        " l^2~0~0{} m^2~0~0{0} m=? \n" },
      { "HB_LOCK (l, 2)\nHB_LOCK (m, 2)\n" A "{ hb_unlock (l); }\n" B
        "{ hb_lock (m); hb_lock (l); }",
        " l^2~0~0{01} m^2~0~0{1} l=? m=? \n" },
      { "HB_LOCK (l, 1)\n" A "{ hb_lock (l); }\n" B "{ hb_lock (l); }",
        "a lock whose ceiling is below its user" },
      { "HB_LOCK (l, 2)\n" A "{ hb_lock (0); }\n" B "{ }", " l^2~0~0{0} \n" },
      { "HB_LOCK (l, 2)\n" A "{ hb_lock (1); }\n" B "{ }", "an unknown lock" },
      { "HB_LOCK (l, 2)\n" A "{ hb_lock (-1); }\n" B "{ }", "an unknown lock" },
      { "HB_LOCK (l, 2)\nint l;\n" A "{ hb_lock ((int)l); }\n" B "{ }", " l^2~0~0{0} l=0 \n" },
      { "HB_LOCK (l, 2)\nint x;\n" A "{ hb_lock (x); }\n" B "{ }", "an unknown lock" },
      { "HB_LOCK (l, 2)\n" A "{ hb_lock (); }\n" B "{ }", "an unknown lock" },
      { A "{ hb_cpu_lock (); }\n" B "{ }", " #cpu^0~0~0{0} \n" },
      { A "{ __startrek_cpu_lock (); }\n" B "{ __startrek_cpu_unlock (); }", " #cpu^0~0~0{01} \n" },
      { "int __startrek_lock;\n" A "{ __startrek_lock = 1; }\n" B "{ }",
        " #cpu^0~0~0{0} __startrek_lock=0 \n" },
      { "int __startrek_lock, n;\n" A "{ __startrek_lock = n; }\n" B "{ }",
        "b:2/8/1@0 __startrek_lock=0 n=0 \n" },
      { "int __startrek_lock;\n" A "{ __startrek_lock += 1; }\n" B "{ }",
        "b:2/8/1@0 __startrek_lock=0 \n" },
      { "int x;\n" A "{ x = 1; }\n" B "{ }", "b:2/8/1@0 x=0 \n" },
      { "int __startrek_priority_locks[1] = { 2 };\nvoid __startrek_get_pi_lock (int), "
        "__startrek_release_pi_lock (int);\n" A "{ __startrek_get_pi_lock (0); "
        "__startrek_release_pi_lock (0); }",
        " #0^2~0{0} \n" },
      { "HB_LOCK (l, 2)\n" A "{ hb_critical (l, 3); hb_critical (l, 2); }\n" B "{ }",
        " l^2~3~0{} l=? \n" },
      { "HB_LOCK (l, 2)\n" A "{ hb_critical (l, 3); }\n" B "{ hb_critical (l, 4); }",
        " l^2~3~4{} l=? \n" },
      { "HB_LOCK (l, 2)\n" A "{ hb_critical (l, 0); }\n" B "{ }",
        "hb_critical expects a lock and a length" },
      { "HB_LOCK (l, 2)\n" A "{ hb_critical (l, 1); }\n" B "{ }", " l^2~1~0{} l=? \n" },
      { "HB_LOCK (l, 2)\n" A "{ hb_critical (l); }\n" B "{ }",
        "hb_critical expects a lock and a length" },
      { "HB_LOCK (l, 2)\n" A "{ hb_critical (l, 1, 1); }\n" B "{ }",
        "hb_critical expects a lock and a length" },
      { "HB_LOCK (l, 2)\nint x;\n" A "{ hb_critical (l, x); }\n" B "{ }",
        "hb_critical expects a lock and a length" },
      { "HB_LOCK (l, 2)\n" A "{ hb_critical (1, 1); }\n" B "{ }",
        "hb_critical expects a lock and a length" },
      { "HB_LOCK (l, 2)\n" A "{ }\n" B "{ }\nvoid __startrek_user_final (void) { hb_lock (l); }",
        " l^2~0~0{} l=? final" });
}

#undef A
#undef B
#define TASK(NAME, PRIORITY, PERIOD, WCET, ARRIVAL, BODY)                                          \
  "HB_TASK (" #NAME ", " #PRIORITY ", " #PERIOD ", " #WCET ", " #ARRIVAL ")\nvoid " #NAME          \
  " (void) { " BODY " }\n"
#define TAKES "hb_lock (l); hb_unlock (l);"

/* When jobs are over at the latest, and how they relate. */
TEST (jobs_by_response_times)
{
  EXPECT_CLAIMED (
      "rta", 8, { TASK (a, 1, 8, 2, 0, ""), "\na@0-2 ." },
      { TASK (a, 1, 8, 8, 0, ""), "\na@0-8 ." },
      { TASK (a, 1, 8, 2, 0, "") TASK (b, 2, 4, 1, 1, ""), "\na@0-3 .^<\nb@1-2 v.<\nb@5-6 >>." },
      { TASK (a, 1, 8, 3, 0, "") TASK (b, 2, 4, 1, 1, ""), "\na@0-4 .^<\nb@1-2 v.<\nb@5-6 >>." },
      { TASK (a, 1, 8, 4, 0, "") TASK (b, 2, 4, 1, 1, ""), "\na@0-6 .^^\nb@1-2 v.<\nb@5-6 v>." },
      { TASK (a, 1, 8, 4, 1, "") TASK (b, 2, 4, 1, 0, ""), "\nb@0-1 .<<\na@1-7 >.^\nb@4-5 >v." },
      { TASK (a, 1, 8, 3, 1, "") TASK (b, 2, 4, 1, 1, ""), "\nb@1-2 .<<\na@1-5 >.<\nb@5-6 >>." },
      { TASK (a, 1, 8, 4, 0, "") TASK (b, 2, 8, 4, 0, ""), "\nb@0-4 .<\na@0-8 >." },
      { TASK (a, 1, 8, 5, 0, "") TASK (b, 2, 8, 4, 0, ""),
        "response times show no schedule of task a" },
      { TASK (a, 1, 8, 2, 0, "") TASK (b, 2, 6, 2, 0, "") TASK (c, 3, 4, 1, 0, ""),
        "\nc@0-1 .<<<<\nb@0-3 >.<<<\na@0-6 >>.^<\nc@4-5 >>v.<\nb@6-9 >>>>." },
      { "HB_LOCK (l, 2)\n" TASK (a, 1, 8, 3, 0, TAKES) TASK (b, 2, 8, 1, 0, ""),
        "\nb@0-4 .<\na@0-4 >." },
      { "HB_LOCK (l, 1)\n" TASK (a, 1, 8, 3, 0, TAKES) TASK (b, 2, 8, 1, 0, ""),
        "\nb@0-1 .<\na@0-4 >." },
      { "HB_LOCK (l, 2)\n" TASK (a, 1, 8, 3, 0, TAKES "hb_critical (l, 2);")
            TASK (b, 2, 8, 1, 0, ""),
        "\nb@0-3 .<\na@0-4 >." },
      { "HB_LOCK (l, 2)\n" TASK (a, 1, 8, 3, 0, TAKES) TASK (b, 2, 8, 1, 0, "")
            TASK (c, 3, 8, 1, 0, ""),
        "\nc@0-1 .<<\nb@0-5 >.<\na@0-5 >>." },
      { "HB_LOCK (l, 3)\n" TASK (a, 1, 8, 3, 0, TAKES) TASK (b, 2, 8, 2, 0, TAKES)
            TASK (c, 3, 8, 1, 0, ""),
        "\nc@0-4 .<<\nb@0-6 >.<\na@0-6 >>." },
      { "HB_LOCK (l, 3)\n" TASK (a, 1, 8, 2, 0, TAKES) TASK (b, 2, 8, 3, 0, TAKES)
            TASK (c, 3, 8, 1, 0, ""),
        "\nc@0-4 .<<\nb@0-6 >.<\na@0-6 >>." },
      { "HB_LOCK (l, 3)\n" TASK (a, 1, 8, 1, 0, "") TASK (b, 2, 8, 1, 0, "")
            TASK (c, 3, 8, 1, 0, TAKES),
        "\nc@0-1 .<<\nb@0-2 >.<\na@0-3 >>." },
      { TASK (a, 1, 8, 2, 0, "hb_cpu_lock ();") TASK (b, 2, 8, 1, 0, ""), "\nb@0-3 .<\na@0-3 >." },
      { TASK (a, 1, 8, 2, 7, ""), "\na@7-9 ." },
      /* As many as a list has room for. */
      { TASK (a, 1, 16, 1, 0, "") TASK (b, 2, 16, 1, 0, "") TASK (c, 3, 16, 1, 0, "")
            TASK (d, 4, 16, 1, 0, "") TASK (e, 5, 16, 1, 0, "") TASK (f, 6, 16, 1, 0, "")
                TASK (g, 7, 16, 1, 0, "") TASK (h, 8, 16, 1, 0, ""),
        "\nb@0-7 >>>>>>.<\na@0-8 >>>>>>>." },
      { TASK (a, 1, 8, 2, 8, "") TASK (b, 2, 8, 2, 1, ""), "b:2/8/2@1 \nb@1-3 ." });
}

TEST (jobs_by_deadlines)
{
  EXPECT_CLAIMED (
      "deadline", 8, { TASK (a, 1, 4, 2, 0, ""), "\na@0-4 .<\na@4-8 >." },
      { TASK (a, 1, 4, 2, 1, "") TASK (b, 2, 8, 2, 0, ""), "\nb@0-5 .<<\na@1-5 >.<\na@5-9 >>." },
      { TASK (a, 1, 4, 2, 0, "") TASK (b, 2, 8, 2, 0, ""), "\nb@0-4 .<<\na@0-4 >.<\na@4-8 >>." },
      { TASK (a, 1, 4, 2, 0, "") TASK (b, 2, 8, 2, 1, ""), "\na@0-4 .^<\nb@1-8 v.<\na@4-8 >>." },
      { TASK (a, 1, 4, 1, 2, "") TASK (b, 2, 6, 1, 1, "") TASK (c, 3, 8, 1, 0, ""),
        "\nc@0-6 .<<<<\nb@1-6 >.<<<\na@2-6 >>.<<\na@6-10 >>>.^\nb@7-13 >>>v." },
      { TASK (a, 1, 2, 1, 6, "") TASK (b, 2, 8, 1, 5, "") TASK (c, 3, 8, 1, 5, ""),
        "\nc@5-8 .<<\nb@5-8 >.<\na@6-8 >>." });
}

TEST (jobs_by_simulation)
{
  EXPECT_CLAIMED (
      "exact", 8, { TASK (a, 1, 8, 2, 0, ""), "\na@0-2 ." },
      { TASK (a, 1, 8, 2, 3, ""), "\na@3-5 ." },
      { TASK (a, 1, 8, 3, 0, "") TASK (b, 2, 4, 1, 1, ""), "\na@0-4 .^<\nb@1-2 v.<\nb@5-6 >>." },
      { TASK (a, 1, 8, 4, 0, "") TASK (b, 2, 4, 1, 1, ""), "\na@0-5 .^<\nb@1-2 v.<\nb@5-6 >>." },
      { TASK (a, 1, 8, 5, 0, "") TASK (b, 2, 4, 1, 1, ""), "\na@0-7 .^^\nb@1-2 v.<\nb@5-6 v>." },
      { TASK (a, 1, 8, 6, 0, "") TASK (b, 2, 4, 1, 1, ""), "\na@0-8 .^^\n" },
      { TASK (a, 1, 8, 7, 0, "") TASK (b, 2, 4, 1, 1, ""), "departures cannot be simulated" },
      { TASK (a, 1, 4, 1, 6, "") TASK (b, 2, 8, 2, 2, ""), "\nb@2-4 .<\na@6-7 >." },
      { TASK (a, 1, 8, 2, 0, "") TASK (b, 2, 8, 2, 0, "") TASK (c, 3, 8, 2, 1, ""),
        "\nb@0-4 .<^\na@0-6 >.^\nc@1-3 vv." },
      { "HB_LOCK (l, 2)\n" TASK (a, 1, 8, 3, 0, TAKES) TASK (b, 2, 8, 1, 0, ""),
        "departures cannot be simulated" },
      { "HB_LOCK (l, 2)\n" TASK (a, 1, 8, 3, 0, "") TASK (b, 2, 8, 1, 0, ""),
        "\nb@0-1 .<\na@0-4 >." });
}

TEST (jobs_are_few)
{
  EXPECT_CLAIMED ("deadline", 20000, { "HB_TASK (t, 1, 1, 1, 0)", "\nt@19999-20000 " });
  EXPECT_CLAIMED ("deadline", 20001, { "HB_TASK (t, 1, 1, 1, 0)", "more than 20000 jobs" });
  EXPECT_CLAIMED ("deadline", 0, { "HB_TASK (t, 1, 1, 1, 0)", "t:1/1/1@0 " });
}

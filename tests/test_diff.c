/* Random programs and versions of them: the engines give the same families and the same differences, whoever solves,
 * and what is printed is replayed. */
#include "unit.h"

#include "base/buffer.h"
#include "base/failure.h"
#include "base/temporary.h"
#include "diff/certificate.h"
#include "diff/certify.h"
#include "diff/compare.h"
#include "diff/random.h"
#include "diff/symmetry.h"

#define RANK 3

/* A second version that has nothing in common, or a thread without steps, is of no use here. */
static diff_scope *
read_pair (const char *const texts[2], diff_program *programs[2], const struct diff_options *how)
{
  hb_diag *diag = hb_diag_new ();
  struct diff_scope_options what = { .all = true };
  for (int side = 0; side < 2; side++)
    {
      programs[side] = diff_read_text ("random.c", texts[side], strlen (texts[side]), how, diag);
      if (!programs[side])
        hb_diag_print (diag, stderr, false);
      assert_non_null (programs[side]);
    }
  const diff_program *const both[2] = { programs[0], programs[1] };
  diff_scope *scope = diff_scope_new (both, &what, diag);
  hb_diag_free (diag);
  return scope;
}

static const struct diff_engine_options engine_options[]
    = { { .kind = DIFF_ENGINE_SEARCH, .low = 0, .high = 1 },
        { .kind = DIFF_ENGINE_SAT },
        { .kind = DIFF_ENGINE_CLOCKS, .solver = "picosat" } };

static struct diff_family
family_of (const diff_scope *scope, diff_engine *engine)
{
  struct diff_family family;
  assert_true (diff_family_find (&family, RANK, scope->facts.size, diff_engine_ask, engine));
  return family;
}

static void
same_families (const struct diff_family *a, const struct diff_family *b, const char *text)
{
  for (hb_id r = 1; r <= RANK; r++)
    if (diff_family_count (a, r) != diff_family_count (b, r)
        || memcmp (a->sets[r].data ? a->sets[r].data : (hb_id *)"",
                   b->sets[r].data ? b->sets[r].data : (hb_id *)"",
                   diff_family_count (a, r) * r * sizeof (hb_id)))
      fail_msg ("rank %u: %zu sets and %zu of\n%s", r, diff_family_count (a, r),
                diff_family_count (b, r), text);
}

static int
compare_sets (const void *a, const void *b)
{
  return strcmp (*(char *const *)a, *(char *const *)b);
}

/* The differences as a text that does not depend on their order. New. */
static char *
text_of (const diff_scope *scope, const diff_differences *list)
{
  char **lines = hb_calloc (list->size + 1, sizeof *lines);
  for (size_t i = 0; i < list->size; i++)
    {
      const struct diff_difference *one = &list->data[i];
      char *set = hb_calloc (scope->facts.size + 1, 1);
      memset (set, '.', scope->facts.size);
      for (size_t k = 0; k < one->facts.size; k++)
        set[one->facts.data[k]] = '#';
      lines[i] = set;
    }
  qsort (lines, list->size, sizeof *lines, compare_sets);
  char *all = hb_copy_text ("");
  for (size_t i = 0; i < list->size; i++)
    {
      char *more = hb_format ("%s%s\n", all, lines[i]);
      hb_free (all);
      hb_free (lines[i]);
      all = more;
    }
  hb_free (lines);
  return all;
}

/* Each difference is shown by its run, and by no run of the other side. */
static void
check_differences (const diff_scope *scope, const diff_differences *list,
                   diff_engine *const search[2])
{
  uint64_t *shown = hb_calloc (diff_fact_words (scope), sizeof *shown);
  for (size_t i = 0; i < list->size; i++)
    {
      const struct diff_difference *one = &list->data[i];
      hb_id count = (hb_id)one->facts.size;
      assert_int_equal (diff_replay (scope, one->side, &one->schedule, false, shown, NULL),
                        SIZE_MAX);
      for (size_t k = 0; k < one->facts.size; k++)
        assert_true (shown[one->facts.data[k] / 64] >> (one->facts.data[k] % 64) & 1);
      assert_int_equal (diff_engine_ask (search[!one->side], one->facts.data, count, shown), 0);
    }
  hb_free (shown);
}

/* Each run of SIDE that the other side cannot show has one of the differences. */
static void
check_cover (const diff_scope *scope, int side, const diff_differences *list,
             diff_engine *const search[2])
{
  const diff_search *runs = diff_engine_search (search[side]);
  uint64_t *shown = hb_calloc (diff_fact_words (scope), sizeof *shown);
  for (size_t i = 0; i < diff_search_sets (runs); i++)
    {
      const uint64_t *run = diff_search_set (runs, i);
      VEC (hb_id) set = VEC_EMPTY;
      for (hb_id f = 0; f < scope->facts.size; f++)
        if (run[f / 64] >> (f % 64) & 1)
          vec_push (set, f);
      bool covered = diff_engine_ask (search[!side], set.data, (hb_id)set.size, shown) == 1;
      for (size_t k = 0; k < list->size && !covered; k++)
        covered = diff_shows_all (run, list->data[k].facts.data, (hb_id)list->data[k].facts.size);
      assert_true (covered);
      vec_free (set);
    }
  hb_free (shown);
}

static void
compare_versions (const diff_scope *scope, diff_engine *const search[2], diff_engine *const sat[2])
{
  for (int side = 0; side < 2; side++)
    {
      size_t questions = 0;
      char *every[2];
      diff_differences lists[4] = { VEC_EMPTY, VEC_EMPTY, VEC_EMPTY, VEC_EMPTY };
      assert_true (
          diff_compare (scope, search, side, DIFF_COVER_EVERY, &lists[0], &questions, NULL));
      assert_true (diff_compare (scope, sat, side, DIFF_COVER_EVERY, &lists[1], &questions, NULL));
      assert_true (diff_compare (scope, search, side, DIFF_COVER_ALL, &lists[2], &questions, NULL));
      assert_true (diff_compare (scope, sat, side, DIFF_COVER_ALL, &lists[3], &questions, NULL));
      every[0] = text_of (scope, &lists[0]);
      every[1] = text_of (scope, &lists[1]);
      assert_string_equal (every[0], every[1]);
      assert_int_equal (lists[2].size > 0, lists[0].size > 0);
      assert_int_equal (lists[3].size > 0, lists[0].size > 0);
      check_cover (scope, side, &lists[3], search);
      for (int i = 0; i < 4; i++)
        {
          check_differences (scope, &lists[i], search);
          diff_differences_free (&lists[i]);
        }
      hb_free (every[0]);
      hb_free (every[1]);
    }
}

/* The text with line NUMBER left out. New. */
static char *
without_line (const char *text, size_t number)
{
  const char *at = text;
  for (size_t i = 0; i < number; i++)
    at = strchr (at, '\n') + 1;
  const char *next = strchr (at, '\n') + 1;
  return hb_format ("%.*s%s", (int)(at - text), text, next);
}

static struct diff_certified
certify (const char *const paths[2], const char *certificate, hb_diag *diag)
{
  hb_input *input = hb_input_open (certificate, diag);
  assert_non_null (input);
  struct diff_certified out = diff_certify (paths, input, diag);
  hb_input_close (input);
  return out;
}

/* What is certified is what was found; without a run or a refutation it is refused. */
static void
check_certificate (const diff_scope *scope, const struct diff_options *reading, bool complete,
                   const struct diff_family families[2], diff_engine *const engines[2],
                   const char *const texts[2], struct hb_rng *rng)
{
  hb_diag *diag = hb_diag_new ();
  char *folder = hb_temporary_folder ("test", diag), *paths[3];
  for (int i = 0; i < 3; i++)
    paths[i] = hb_format ("%s/%d", folder, i);
  unit_write (paths[0], texts[0]);
  unit_write (paths[1], texts[1]);
  const char *const programs[2] = { paths[0], paths[1] };
  struct diff_claim claim = { .rank = RANK, .reading = *reading, .complete = complete };
  hb_output *output = hb_output_open (paths[2], diag);
  struct diff_found found = { .families = families, .engines = engines };
  assert_true (diff_certificate_write (scope, &claim, &found, NULL, output, diag));
  assert_true (hb_output_commit (output));
  struct diff_certified good = certify (programs, paths[2], diag);
  hb_diag_print (diag, stderr, false);
  assert_true (good.verified);
  for (int side = 0; side < 2; side++)
    {
      size_t sets = 0;
      for (hb_id r = 1; r <= RANK; r++)
        sets += diff_family_count (&families[side], r);
      assert_int_equal (good.sets[side], sets);
    }
  char *text = unit_read (paths[2]);
  size_t lines = 0, wanted = hb_rng_below (rng, 12), number = SIZE_MAX;
  for (const char *at = text; *at; at = strchr (at, '\n') + 1, lines++)
    if (!strncmp (at, "refuted", 7) && (number == SIZE_MAX || wanted-- > 0))
      number = lines;
  if (number != SIZE_MAX)
    {
      char *damaged = without_line (text, number);
      unit_write (paths[2], damaged);
      assert_false (certify (programs, paths[2], diag).verified);
      hb_free (damaged);
    }
  hb_free (text);
  for (int i = 0; i < 3; i++)
    hb_free (paths[i]);
  hb_temporary_remove (folder);
  hb_diag_free (diag);
}

static void
one_pair (uint64_t number, size_t *differ)
{
  struct hb_rng rng = hb_rng_stream (17, number);
  struct diff_options how
      = { .unroll = 1 + (hb_id)hb_rng_below (&rng, 2), .by_access = !hb_rng_below (&rng, 4) };
  bool complete = !hb_rng_below (&rng, 4);
  char *old = diff_random_program (&rng, 2 + (hb_id)hb_rng_below (&rng, 5));
  char *new = diff_random_version (&rng, old);
  const char *const texts[2] = { old, new };
  diff_program *programs[2];
  diff_scope *scope = read_pair (texts, programs, &how);
  if (scope)
    {
      diff_engine *engines[3][2];
      hb_diag *diag = hb_diag_new ();
      struct diff_family families[2];
      for (int side = 0; side < 2; side++)
        for (int e = 0; e < 3; e++)
          {
            struct diff_engine_options options = engine_options[e];
            options.complete = complete;
            engines[e][side] = diff_engine_new (scope, side, &options, diag);
            assert_non_null (engines[e][side]);
            struct diff_family family = family_of (scope, engines[e][side]);
            if (e)
              same_families (&families[side], &family, texts[side]);
            else
              families[side] = family;
            if (e)
              diff_family_free (&family);
          }
      *differ += diff_family_beyond (&families[0], &families[1], 1, false, NULL) > 0;
      if (number % 3 == 0)
        check_certificate (scope, &how, complete, families, engines[1], texts, &rng);
      if (!complete)
        compare_versions (scope, engines[0], engines[1 + number % 2]);
      for (int side = 0; side < 2; side++)
        {
          diff_family_free (&families[side]);
          for (int e = 0; e < 3; e++)
            diff_engine_free (engines[e][side]);
        }
      hb_diag_free (diag);
    }
  diff_scope_free (scope);
  diff_program_free (programs[0]);
  diff_program_free (programs[1]);
  hb_free (old);
  hb_free (new);
}

TEST (engines_agree)
{
  const char *text = getenv ("HBKIT_DIFF_PROGRAMS");
  uint64_t programs = text ? strtoull (text, NULL, 10) : 100;
  size_t differ = 0;
  for (uint64_t n = 0; n < programs; n++)
    one_pair (n, &differ);
  assert_true (differ > programs / 10);
}

/* TEXT, each thread of which also waits, where it starts or ends; WRAPPED: within atomic sections. New. */
static char *
with_waits (const char *text, struct hb_rng *rng, bool wrapped)
{
  static const char *const conditions[]
      = { "t || x",     "!t && y",        "t ? 1 : x", "x + y == 2",    "x && y",
          "x == y + 1", "y || nondet ()", "x",         "!(x || y < t)", "(t = x, y)" };
  static const char *const waits[] = { "assume", "wait", "assume_not", "wait_not" };
  hb_buffer out = VEC_EMPTY;
  for (const char *at = text; *at;)
    {
      int length = (int)strcspn (at, "\n") + 1;
      bool start = !strncmp (at, "  int t", 7), end = *at == '}', here = hb_rng_coin (rng);
      const char *condition
          = conditions[hb_rng_below (rng, sizeof conditions / sizeof *conditions)];
      const char *wait = waits[hb_rng_below (rng, sizeof waits / sizeof *waits)];
      if (!end)
        hb_buffer_add (&out, "%.*s", length, at);
      if (here && (start || end))
        hb_buffer_add (&out, "%s  %s (%s);%s\n", wrapped ? "  atomicBegin ();" : "", wait,
                       condition, wrapped ? " atomicEnd ();" : "");
      if (end)
        hb_buffer_add (&out, "%.*s", length, at);
      at += length;
    }
  return hb_buffer_take (&out);
}

/* Both programs wait at the same lines in the end.  How many. */
static size_t
same_places (diff_program *const programs[2], const char *text)
{
  struct diff_search_options options = { .high = 1 };
  diff_search *searches[2];
  for (int side = 0; side < 2; side++)
    {
      searches[side] = diff_search_new (programs[side], NULL, 0, &options);
      assert_true (diff_search_done (searches[side]));
    }
  size_t places = diff_search_stuck (searches[0]);
  for (int side = 0; side < 2; side++)
    for (size_t i = 0; i < diff_search_stuck (searches[side]); i++)
      {
        struct diff_schedule schedule = { 0 };
        struct diff_stuck at = diff_search_stuck_at (searches[side], i, &schedule), other;
        uint32_t line = programs[side]->threads.data[at.thread].nodes.data[at.node].spot.line;
        diff_schedule_free (&schedule);
        bool found = false;
        for (size_t k = 0; k < diff_search_stuck (searches[!side]) && !found; k++)
          {
            other = diff_search_stuck_at (searches[!side], k, &schedule);
            diff_schedule_free (&schedule);
            found = other.thread == at.thread
                    && programs[!side]->threads.data[other.thread].nodes.data[other.node].spot.line
                           == line;
          }
        if (!found)
          fail_msg ("side %d alone waits at line %u of\n%s", side, line, text);
      }
  diff_search_free (searches[0]);
  diff_search_free (searches[1]);
  return places;
}

/* If each access is a step, what is waited for is one all the same, as in an atomic section; for all engines. */
TEST (waits_are_steps)
{
  size_t places = 0, pairs = 0;
  for (uint64_t number = 0; number < 150; number++)
    {
      struct hb_rng rng = hb_rng_stream (47, number);
      struct diff_options how = { .unroll = 1, .by_access = true };
      char *text = diff_random_program (&rng, 2 + (hb_id)hb_rng_below (&rng, 3));
      struct hb_rng same = rng;
      char *plain = with_waits (text, &rng, false), *wrapped = with_waits (text, &same, true);
      const char *const texts[2] = { plain, wrapped };
      diff_program *programs[2];
      diff_scope *scope = read_pair (texts, programs, &how);
      places += same_places (programs, plain);
      hb_diag *diag = hb_diag_new ();
      struct diff_family families[4];
      diff_engine *engines[4];
      for (int e = 0; e < 4 && scope; e++)
        {
          /* The program as it is by all, and with sections by the search. */
          engines[e] = diff_engine_new (scope, e == 3, &engine_options[e % 3], diag);
          families[e] = family_of (scope, engines[e]);
          same_families (&families[0], &families[e], plain);
        }
      if (scope && number % 3 == 0)
        {
          struct diff_family both[2] = { families[1], families[3] };
          diff_engine *const solvers[2] = { engines[1], engines[3] };
          check_certificate (scope, &how, false, both, solvers, texts, &rng);
        }
      for (int e = 0; e < 4 && scope; e++)
        {
          diff_family_free (&families[e]);
          diff_engine_free (engines[e]);
        }
      pairs += scope != NULL;
      hb_diag_free (diag);
      diff_scope_free (scope);
      diff_program_free (programs[0]);
      diff_program_free (programs[1]);
      hb_free (text);
      hb_free (plain);
      hb_free (wrapped);
    }
  assert_true (pairs > 100 && places > 50);
}

/* The first thread of TEXT again and again, each time with a z of its own; OTHER: and its second one, if it has two.
 * New. */
static char *
multiply (const char *text, hb_id threads, bool other)
{
  const char *start = strstr (text, "void thread1"), *end = strstr (start, "\n}\n") + 3;
  const char *second = strstr (end, "void thread2");
  hb_buffer out = VEC_EMPTY;
  hb_buffer_add (&out, "int z1, z2, z3;\n%.*s", (int)(start - text), text);
  for (hb_id t = 1; t <= threads; t++)
    for (const char *at = start; at < end; at++)
      if (at == start + strlen ("void thread") || *at == 'z')
        hb_buffer_add (&out, *at == 'z' ? "z%u" : "%u", t);
      else
        hb_buffer_add (&out, "%c", *at);
  if (second && other)
    hb_buffer_add (&out, "void thread4%.*s", (int)(strstr (second, "\n}\n") + 3 - second - 12),
                   second + 12);
  return hb_buffer_take (&out);
}

/* Pairs of programs some of whose threads can be exchanged, in both versions, or in OLD alone. */
TEST (exchanges_agree)
{
  size_t exchanged = 0, different = 0;
  for (uint64_t number = 0; number < 100; number++)
    {
      struct hb_rng rng = hb_rng_stream (27, number);
      struct diff_options how = { .unroll = 1 };
      hb_diag *diag = hb_diag_new ();
      char *old = diff_random_program (&rng, 2 + (hb_id)hb_rng_below (&rng, 3));
      char *new = diff_random_version (&rng, old);
      hb_id threads = 2 + (number % 8 == 4);
      char *many[] = { multiply (old, threads, true), multiply (new, threads, true), NULL };
      if (number % 3 == 2)
        many[2] = diff_random_version (&rng, many[0]);
      const char *const texts[] = { many[0], many[2] ? many[2] : many[1] };
      diff_program *programs[2];
      diff_scope *scope = read_pair (texts, programs, &how);
      diff_engine *engines[2][2] = { { NULL, NULL }, { NULL, NULL } };
      for (int side = 0; side < 2 && scope; side++)
        for (int e = 0; e < 2; e++)
          engines[e][side] = diff_engine_new (scope, side, &engine_options[e], diag);
      for (int side = 0; side < 2 && scope; side++)
        {
          diff_symmetry symmetry;
          diff_symmetry_find (scope, side, &symmetry);
          exchanged += symmetry.swaps.size > 0;
          different += symmetry.swaps.size == 0;
          diff_symmetry_free (&symmetry);
        }
      if (scope)
        compare_versions (scope, engines[0], engines[1]);
      for (int e = 0; e < 4; e++)
        diff_engine_free (engines[e / 2][e % 2]);
      diff_scope_free (scope);
      for (int i = 0; i < 3; i++)
        {
          if (i < 2)
            diff_program_free (programs[i]);
          hb_free (many[i]);
        }
      hb_free (old);
      hb_free (new);
      hb_diag_free (diag);
    }
  assert_true (exchanged > 50);
  assert_true (different > 5);
}

int
main (void)
{
  hb_failures_end_all ();
  return unit_run ();
}

/* What a thread chooses behind its last step decides whether it comes to its end: its run says what. */
TEST (test_choices_at_the_end)
{
  static const char text[]
      = "int x, any (void);\nvoid thread1 (void) { x = 1; assume (any () == 5); }\n"
        "void thread2 (void) { x = 2; }\n";
  const char *const texts[2] = { text, text };
  struct diff_options how = { .unroll = 1 };
  diff_program *programs[2];
  diff_scope *scope = read_pair (texts, programs, &how);
  hb_diag *diag = hb_diag_new ();
  uint64_t *shown = hb_calloc (diff_fact_words (scope), sizeof *shown);
  for (size_t e = 0; e < sizeof engine_options / sizeof *engine_options; e++)
    {
      struct diff_engine_options options = engine_options[e];
      options.complete = true;
      options.high = 9;
      diff_engine *engine = diff_engine_new (scope, 0, &options, diag);
      struct diff_schedule run = { VEC_EMPTY, VEC_EMPTY };
      hb_id fact = 0;
      assert_int_equal (diff_engine_run_of (engine, &fact, 1, &run), 1);
      assert_int_equal (run.moves.size, 3);
      assert_true (run.values.size == 1 && run.values.data[0] == 5);
      assert_int_equal (diff_replay (scope, 0, &run, true, shown, NULL), SIZE_MAX);
      run.moves.size--;
      assert_int_equal (diff_replay (scope, 0, &run, true, shown, NULL), 2);
      diff_schedule_free (&run);
      diff_engine_free (engine);
    }
  hb_free (shown);
  hb_diag_free (diag);
  diff_scope_free (scope);
  diff_program_free (programs[0]);
  diff_program_free (programs[1]);
}

/* Where threads wait in the end, whatever they choose; who could go on or end does not wait. */
TEST (test_who_waits)
{
  static const char text[] = "int x, y, z, any (void);\nvoid thread1 (void) { x = 1; }\n"
                             "void thread2 (void) { y = 3; assume (x == 2); y = 1; }\n"
                             "void thread3 (void) { assume (any () < 0); z = y; }\n"
                             "void thread4 (void) { assume (any ()); z = y; }\n"
                             "void thread5 (void) { z = 2; assume (any ()); }\n";
  hb_diag *diag = hb_diag_new ();
  struct diff_options how = { .unroll = 1 };
  diff_program *program = diff_read_text ("t.c", text, strlen (text), &how, diag);
  assert_non_null (program);
  struct diff_schedule run = { VEC_EMPTY, VEC_EMPTY };
  struct diff_log log = { VEC_EMPTY, VEC_EMPTY, VEC_EMPTY };
  hb_id waits[5];
  for (hb_id made = 0; made < 3; made++)
    {
      diff_log_clear (&log);
      assert_int_equal (diff_replay_program (program, &run, &log, waits), SIZE_MAX);
      for (hb_id t = 0; t < 5; t++)
        assert_int_equal (waits[t] != HB_NONE, t == 2 || (t == 1 && made));
      assert_int_equal (log.events.size, made);
      vec_push (run.moves, ((struct diff_move){ !made, 0, 0 }));
    }
  diff_log_free (&log);
  diff_schedule_free (&run);
  diff_program_free (program);
  hb_diag_free (diag);
}

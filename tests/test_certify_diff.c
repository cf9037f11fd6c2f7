/* Certificates of differences by hand: what each kind of line may say, what is refused, and with which words.
 *
 * Those of the engines are in test_diff.c. */
#include "unit.h"

#include "base/memory.h"
#include "base/temporary.h"
#include "diff/certify.h"
#include "small_traces.h"
#include "text_changes.h"

/* Two versions, and a certificate for them. */
struct proof
{
  const char *programs[2], *text;
};

#define SETTINGS "unroll 1\natomic statement\nruns blocked\ncontexts no\nassert yes\nvariables x"
#define RUN(STEPS, COUNT) "run\nschedule threads 1\n" STEPS "end " #COUNT "\n"
#define ONE "thread1\n"
#define TWO "thread2\n"

/* In the new version, which waits, the writes have one order alone: fact 3 is the old one's. */
#define WAITING_OLD                                                                                \
  "int x, done;\nvoid thread1 (void) { x = 1; done = 1; }\nvoid thread2 (void) { x = 2; }\n"
#define WAITING_NEW                                                                                \
  "int x, done;\nvoid thread1 (void) { x = 1; done = 1; }\n"                                       \
  "void thread2 (void) { assume (done == 1); x = 2; }\n"
#define WAITING_FACTS                                                                              \
  "fact 0 so x: init -> thread1: x = 1\nfact 1 so x: init -> thread2: x = 2\n"                     \
  "fact 2 so x: thread1: x = 1 -> thread2: x = 2\n"                                                \
  "fact 3 so x: thread2: x = 2 -> thread1: x = 1\n"
#define WAITING_SIDES                                                                              \
  "side old\n" RUN (TWO ONE ONE, 3) RUN (ONE ONE TWO, 3) "side new\n" RUN (                        \
      ONE ONE TWO TWO, 4) "step 0 thread1\ncycle 1 2 3 0\nrefuted 3\n"

static const struct proof by_rank
    = { { WAITING_OLD, WAITING_NEW },
        "hbdiff 1\nrank 1\n" SETTINGS "\n# by hand\n" WAITING_FACTS WAITING_SIDES "end\n" };
static const struct proof of_runs
    = { { WAITING_OLD, WAITING_NEW },
        "hbdiff 1\nrank all\n" SETTINGS "\n" WAITING_FACTS WAITING_SIDES
        "cover old\ncover new\nend\n" };

/* The new version waits for what does not come. */
static const struct proof of_none
    = { { WAITING_OLD, "int x, done;\nvoid thread1 (void) { x = 1; }\n"
                       "void thread2 (void) { assume (done == 1); x = 2; }\n" },
        "hbdiff 1\nrank every\nunroll 1\natomic statement\nruns complete\ncontexts no\n"
        "assert yes\nvariables x\n" WAITING_FACTS
        "side old\n" RUN (TWO ONE ONE, 3) "side new\nrefuted\ncover old\ncover new\nend\n" };

/* The writes of thread 1 the other way round: facts 3 and 6 together are the old version's. */
#define TURNED(FIRST, SECOND)                                                                      \
  "int x, y;\nvoid thread1 (void) { " FIRST SECOND "}\nvoid thread2 (void) { y = 1; x = 2; }\n"
static const struct proof of_pairs = {
  { TURNED ("y = 2; ", "x = 1; "), TURNED ("x = 1; ", "y = 2; ") },
  "hbdiff 1\nrank every\n" SETTINGS " y\n" WAITING_FACTS
  "fact 4 so y: init -> thread1: y = 2\nfact 5 so y: init -> thread2: y = 1\n"
  "fact 6 so y: thread1: y = 2 -> thread2: y = 1\nfact 7 so y: thread2: y = 1 -> thread1: y = 2\n"
  "side old\n" RUN (ONE TWO TWO ONE, 4) RUN (TWO TWO ONE ONE, 4) RUN (TWO ONE ONE TWO, 4)
      RUN (ONE ONE TWO TWO, 4) "side new\n" RUN (TWO TWO ONE ONE, 4) RUN (ONE TWO TWO ONE, 4)
          RUN (ONE ONE TWO, 3)
              RUN (ONE ONE TWO TWO, 4) "cycle 1 2 3 0\nrefuted 3 6\n"
                                       "cover old\nlemma 32\ncover new\nlemma 32\nend\n"
};

/* What is said of TEXT, a certificate about the programs of PROOF; *WHY, new: the errors. */
static struct diff_certified
certify (const struct proof *proof, const char *text, char **why)
{
  hb_diag *diag = hb_diag_new ();
  char *folder = hb_temporary_folder ("test", diag), *paths[2];
  for (int i = 0; i < 2; i++)
    {
      paths[i] = hb_format ("%s/%d.c", folder, i);
      unit_write (paths[i], proof->programs[i]);
    }
  hb_input *input = hb_input_of_bytes ("c", text, strlen (text), diag);
  const char *const programs[2] = { paths[0], paths[1] };
  struct diff_certified out = diff_certify (programs, input, diag);
  *why = text_of_diag (diag);
  hb_input_close (input);
  hb_free (paths[0]);
  hb_free (paths[1]);
  hb_temporary_remove (folder);
  hb_diag_free (diag);
  return out;
}

static struct diff_certified
accepted (const struct proof *proof, const char *find, const char *replace)
{
  char *text = text_changed (proof->text, find, replace), *why;
  struct diff_certified out = certify (proof, text, &why);
  if (!out.verified)
    print_error ("%s\nis refused: %s\n", text, why);
  assert_true (out.verified);
  assert_string_equal (why, "");
  hb_free (text);
  hb_free (why);
  return out;
}

static bool
is_certified (const void *proof, const char *text, char **why)
{
  return certify (proof, text, why).verified;
}

#define REFUSED(PROOF, ...) EXPECT_OF_CHANGES (is_certified, &(PROOF), (PROOF).text, __VA_ARGS__)

TEST (test_what_is_certified)
{
  struct diff_certified out = accepted (&by_rank, "end\n", "end\n");
  assert_int_equal (out.rank, 1);
  assert_false (out.every);
  assert_int_equal (out.sets[0], 4);
  assert_int_equal (out.sets[1], 3);
  assert_int_equal (out.only[0], 1);
  assert_int_equal (out.only[1], 0);
  assert_int_equal (out.runs, 3);
  assert_int_equal (out.cycles, 1);
  assert_int_equal (out.refuted, 1);
  assert_int_equal (out.lemmas, 0);
  out = accepted (&of_runs, "end\n", "end\n");
  assert_int_equal (out.rank, 0);
  assert_false (out.every);
  assert_int_equal (out.only[0], 1);
  assert_int_equal (out.only[1], 0);
  out = accepted (&of_pairs, "end\n", "end\n");
  assert_int_equal (out.rank, 0);
  assert_true (out.every);
  assert_int_equal (out.only[0], 1);
  assert_int_equal (out.only[1], 0);
  assert_int_equal (out.lemmas, 2);
  assert_false (out.unread);
  /* Fact 3, and with each of two others: larger sets count, though they are no minimal differences. */
  char *text = text_changed (by_rank.text, "rank 1", "rank 2");
  const struct proof of_two = { { WAITING_OLD, WAITING_NEW }, text };
  assert_int_equal (accepted (&of_two, "side new\n", "refuted 2 3\nside new\n").only[0], 3);
  hb_free (text);
  /* The new version has no run: not even no fact at all occurs in one. */
  assert_int_equal (accepted (&of_none, "refuted\n", "refuted\n").only[0], 1);
  assert_int_equal (accepted (&of_none, "refuted\n", "refuted\nrefuted\n").only[0], 2);
  assert_int_equal (accepted (&by_rank, "rank 1", "rank  1 ").sets[0], 4);
  assert_int_equal (accepted (&by_rank, "unroll 1", "unroll 10000").sets[0], 4);
  /* A second difference, which is the first one again, counts again; so does its order not matter. */
  assert_int_equal (accepted (&of_pairs, "refuted 3 6\n", "refuted 6 3\n").only[0], 1);
  assert_int_equal (accepted (&of_pairs, "refuted 3 6\n", "refuted 3 6\nrefuted 6 3\n").only[0], 2);
}

TEST (test_heads)
{
  REFUSED (
      by_rank, { "hbdiff 1", "hbdiff 2", "expected 'hbdiff 1'" },
      { "hbdiff 1", "hbdiff", "expected 'hbdiff 1'" },
      { "hbdiff 1", "hbcert 1", "expected 'hbdiff 1'" },
      { "hbdiff 1", "hbdiff 1 1", "where the end of the line was expected" },
      { "rank 1", "rank 0", "a number from 1 to 64, 'all' or 'every'" },
      { "rank 1", "rank 65", "a number from 1 to 64, 'all' or 'every'" },
      { "rank 1", "rank some", "a number from 1 to 64, 'all' or 'every'" },
      { "rank 1", "all", "a number from 1 to 64, 'all' or 'every'" },
      { "rank 1", "rank 1 1", "where the end of the line was expected" },
      { "unroll 1", "unroll 0", "expected 'unroll' and a number from 1 to 10000" },
      { "unroll 1", "unroll 10001", "expected 'unroll' and a number from 1 to 10000" },
      { "unroll 1", "unroll 1 2", "where the end of the line was expected" },
      { "atomic statement", "atomic thread", "expected 'atomic statement' or 'atomic access'" },
      { "atomic statement", "statement", "expected 'atomic statement' or 'atomic access'" },
      { "runs blocked", "runs blocked complete", "where the end of the line was expected" },
      { "runs blocked", "runs", "expected 'runs blocked' or 'runs complete'" },
      { "variables x\n", "", "expected 'variables' and their names" },
      { "variables x", "variables z", "z" },
      { "fact 1 so x: init -> thread2: x = 2\n", "", "expected 'fact 1 so x: init" },
      { "thread1: x = 1\n", "thread1: x = 2\n", "expected 'fact 0 so x: init" });
  char *text = text_changed (by_rank.text, "rank 1\n", "rank 64\n"), *why;
  assert_int_equal (certify (&by_rank, text, &why).rank, 64);
  hb_free (text);
  hb_free (why);
}

TEST (test_runs_and_refutations)
{
  REFUSED (by_rank, { "side old", "side new", "expected 'side old'" },
           { "side old", "side old 1", "where the end of the line was expected" },
           { "thread2\nthread1\nthread1\nend 3", "thread2\nthread1\nthread1\nthread1\nend 4", "" },
           { "schedule threads 1\n", "schedule threads 1 2\n", "'2' where the end of the line" },
           { "thread1\nend 3\n", "thread1\nend 3 4\n", "'4' where the end of the line" },
           { "thread1\nend 3\n", "thread1\nend 2\n", "the schedule has 3 steps here, not 2" },
           { "side new\nrun\nschedule threads 1\nthread1\nthread1\nthread2",
             "side new\nrun\nschedule threads 1\nthread2\nthread1\nthread1",
             "step 1 of this run cannot be made" },
           { "side new\nrun\nschedule threads 1\nthread1\nthread1\nthread2",
             "side new\nrun\nschedule threads 1\nthread1\nthread2\nthread1",
             "step 2 of this run cannot be made" },
           { "cycle 1 2 3 0", "cycle 1", "at least two steps" },
           { "cycle 1 2 3 0", "cycle", "at least two steps" },
           { "cycle 1 2 3 0", "cycle 1 2 4 0", "expected a number below 4" },
           { "cycle 1 2 3 0", "cycle 1 0", "step 1 is not before step 0 under any assumption" },
           { "cycle 1 2 3 0", "cycle 2 3", "step 3 is not before step 2 under any assumption" },
           { "cycle 1 2 3 0", "cycle 2 2", "step 2 is not before step 2 under any assumption" },
           { "cycle 1 2 3 0\n", "", "that these cannot occur together does not follow" },
           { "cycle 1 2 3 0", "cycle 0 2", "step 0 is not before step 2 under any assumption" },
           { "refuted 3", "refuted 4", "expected a number below 4" },
           { "refuted 3", "refuted 2", "that these cannot occur together does not follow" },
           { "refuted 3", "refuted", "that these cannot occur together does not follow" },
           { "refuted 3\n", "", "1 facts of the new version is neither shown nor refuted" },
           { "run\nschedule threads 1\nthread2\nthread1\nthread1\nend 3\n", "",
             "1 facts of the old version is neither shown nor refuted" },
           { "refuted 3", "lemma 0", "expected a literal of a variable up to" },
           { "refuted 3", "lemma -", "expected a literal of a variable up to" },
           { "refuted 3", "lemma 1000000", "expected a literal of a variable up to" },
           { "refuted 3", "lemma", "this clause does not follow" },
           { "refuted 3\n", "follows 3\n", "expected run, step, cycle, lemma, refuted, side" },
           { "end\n", "", "" }, { "refuted 3\nend\n", "refuted 3\n", "the certificate is cut off" },
           { "refuted 3\nend\n", "refuted 3\ncover old\nend\n", "expected 'end'" },
           { "refuted 3\nend\n", "refuted 3\nend\nend\n", "something behind the end line" },
           { "refuted 3\nend\n", "refuted 3\nend 1\n", "where the end of the line was expected" });
}

/* Numbers of 64 bits, of which a step needs the right one. */
TEST (test_choices)
{
#define CHOOSING(CONDITION)                                                                        \
  "long x, y, any (void);\nvoid thread1 (void) { x = any (); }\n"                                  \
  "void thread2 (void) { assume (" CONDITION "); y = 1; }\n"
  static const struct proof proof
      = { { CHOOSING ("x == -1"), CHOOSING ("-1 == x") },
          "hbdiff 1\nrank 1\n" SETTINGS " y\nfact 0 so x: init -> thread1: x = any()\n"
          "fact 1 so y: init -> thread2: y = 1\nside old\n" RUN (
              "thread1 -1\n" TWO TWO, 3) "side new\n" RUN ("thread1 -1\n" TWO TWO, 3) "end\n" };
  static const char says[] = "expected a number that the step chose, not";
  REFUSED (proof, { "end\n", "end\n", NULL }, { "1 -1", "1 -01 # a comment", NULL },
           { "1 -1", "1 1", "step 2 of this run cannot be made" },
           { "1 -1", "1", "step 1 of this run cannot be made" },
           { "1 -1", "1 9223372036854775807", "step 2 of this run cannot be made" },
           { "1 -1", "1 -9223372036854775808", "step 2 of this run cannot be made" },
           { "1 -1", "1 9223372036854775808", says }, { "1 -1", "1 -9223372036854775809", says },
           { "1 -1", "1 18446744073709551615", says }, { "1 -1", "1 99999999999999999999", says },
           { "1 -1", "1 -", says }, { "1 -1", "1 --1", says }, { "1 -1", "1 1-", says });
}

/* A run is complete if all threads are over: what one of them chooses on its way from its last step to its end is a
 * move of its own, for which 0 and 1 are tried if there is none. */
TEST (test_ends)
{
#define ENDING(FIRST, SECOND)                                                                      \
  "long x, any (void);\nvoid thread1 (void) { x = any () - any (); assume (" FIRST                 \
  "); assume (" SECOND "); }\nvoid thread2 (void) { }\n"
#define ENDING_HEAD                                                                                \
  "hbdiff 1\nrank 1\nunroll 1\natomic statement\nruns complete\ncontexts no\nassert yes\n"         \
  "variables x\nfact 0 so x: init -> thread1: x = any() - any()\n"
#define ENDING_RUN RUN ("thread1 -2 -1\n" ONE "thread1 5\n", 3)
#define SHORT_RUN RUN ("thread1 -2 -1\n" ONE, 2)
  static const struct proof five
      = { { ENDING ("x == -1", "any () == 5"), ENDING ("-1 == x", "5 == any ()") },
          ENDING_HEAD "side old\n" ENDING_RUN "side new\n" ENDING_RUN "end\n" },
      one = { { ENDING ("x == -1", "any () == 1"), ENDING ("-1 == x", "1 == any ()") },
              ENDING_HEAD "side old\n" SHORT_RUN "side new\n" SHORT_RUN "end\n" };
  REFUSED (five, { "side old", "side old", NULL },
           { "thread1 5\nend 3", "end 2", "step 3 of this run cannot be made" },
           { "thread1 5", "thread1 4", "step 3 of this run cannot be made" },
           { "thread1 5", "thread1", "step 3 of this run cannot be made" },
           { "thread1 5", "thread1 5 5", "step 3 of this run cannot be made" },
           { "thread1 5\nend 3", "thread1 5\nthread1\nend 4", "step 4 of this run cannot be made" },
           { "-2 -1", "-1 -2", "step 2 of this run cannot be made" });
  REFUSED (one, { "side old", "side old", NULL },
           { "thread1\nend 2", "end 1", "step 2 of this run cannot be made" });
  REFUSED (of_none, { "thread1\nthread1\nend 3", "thread1\nend 2", "step 3 of this run" },
           { "thread2\nthread1\nthread1\nend 3", "thread1\nend 1", "step 2 of this run" });
}

/* Literals are of the variables of the formula, from the first to the last. */
TEST (test_literals)
{
  static const char before[] = "expected a literal of a variable up to ";
  char *text = text_changed (by_rank.text, "refuted 3", "lemma 1000000"), *why;
  assert_false (certify (&by_rank, text, &why).verified);
  assert_non_null (strstr (why, before));
  int last = atoi (strstr (why, before) + strlen (before));
  hb_free (text);
  hb_free (why);
  for (int i = 0; i < 4; i++)
    {
      int beyond = i % 2;
      char *lemma = hb_format ("lemma %s%d", i < 2 ? "-" : "", last + beyond);
      text = text_changed (by_rank.text, "refuted 3", lemma);
      assert_false (certify (&by_rank, text, &why).verified);
      assert_int_equal (strstr (why, before) != NULL, beyond);
      hb_free (lemma);
      hb_free (text);
      hb_free (why);
    }
  assert_int_equal (accepted (&by_rank, "refuted 3", "lemma 1\nrefuted 3").lemmas, 1);
}

TEST (test_unreadable_programs)
{
  struct proof broken = by_rank;
  for (int side = 0; side < 2; side++)
    {
      char *why;
      broken.programs[side] = "int x\n";
      struct diff_certified out = certify (&broken, broken.text, &why);
      assert_false (out.verified);
      assert_true (out.unread);
      broken.programs[side] = by_rank.programs[side];
      hb_free (why);
    }
}

TEST (test_covers)
{
  REFUSED (of_runs, { "cover old\n", "", "expected 'cover old'" },
           { "cover new\n", "", "expected 'cover new'" },
           { "cover old\ncover new", "cover new\ncover old", "expected 'cover old'" },
           { "cover old\n", "cover old\nrun\n", "expected step, cycle, lemma, cover or end" },
           { "cover old\n", "cover old\nrefuted 3\n", "expected step, cycle, lemma, cover or end" },
           { "cover new\nend\n", "cover new\n", "the certificate is cut off" },
           /* the old run that has the difference */
           { "refuted 3\n", "", "that no run of the old version is left" },
           { "side old\nrun\nschedule threads 1\nthread2\nthread1\nthread1\nend 3\n", "side old\n",
             "a set that is refuted for the new version is not shown by the other" },
           { "thread2\nthread1\nthread1\nend 3\nrun\nschedule threads 1\nthread1\nthread1\nthread2",
             "thread2\nthread1\nthread1\nend 3\nrun\nschedule threads 1\nthread2\nthread1\nthread1",
             "that no run of the new version is left" });
}

/* The old version never writes x: what lacks the first fact is covered by its run, what has it by a difference. */
TEST (test_covers_by_the_first_fact)
{
#define ONE_WRITES(WAIT)                                                                           \
  "int x, y;\nvoid thread1 (void) { " WAIT "x = 1; }\nvoid thread2 (void) { y = 1; }\n"
  static const struct proof proof
      = { { ONE_WRITES ("assume (x == 5); "), ONE_WRITES ("") },
          "hbdiff 1\nrank all\n" SETTINGS " y\nfact 0 so x: init -> thread1: x = 1\n"
          "fact 1 so y: init -> thread2: y = 1\nside old\n" RUN (
              TWO, 1) "lemma -2 101\nlemma -2\nrefuted 0\nside new\n" RUN (ONE TWO,
                                                                           2) "cover old\n"
                                                                              "cover new\nend\n" };
  REFUSED (proof, { "side old", "side old", NULL },
           { "refuted 0\n", "", "that no run of the new version is left" },
           { "thread2\nend 1", "end 0", "that no run of the new version is left" });
}

TEST (test_minimal_differences)
{
  /* 3 and 6 are the old version's, and of each the new one has a run; with more it is not minimal. */
  REFUSED (of_pairs,
           { "refuted 3 6\n", "refuted 3 6 0\n", "a difference is not minimal, as far as runs" },
           { "refuted 3 6\n", "refuted 0 3 6\n", "a difference is not minimal, as far as runs" },
           { "refuted 3 6\n", "refuted 3 6\nrefuted 3 0 6\n", "not minimal, as far as runs" },
           { "refuted 3 6\n", "refuted 3 6\nrefuted 2 3\n", "is not shown by the other" },
           { "side new\n", "refuted 2 3\nside new\n",
             "a set that is refuted for the old version is not shown by the other" },
           { "refuted 3 6\n", "refuted 3\n", "that these cannot occur together does not follow" },
           { "refuted 3 6\n", "refuted 6\n", "that these cannot occur together does not follow" },
           { "side new\nrun\nschedule threads 1\nthread2\nthread2\nthread1\nthread1\nend 4\n"
             "run\nschedule threads 1\nthread1\nthread2\nthread2\nthread1\nend 4\n",
             "side new\n", "a difference is not minimal, as far as runs of the new version tell" },
           { "cover old\nlemma 32\n", "cover old\n", "that no run of the old version is left" },
           { "cover new\nlemma 32\n", "cover new\n", "that no run of the new version is left" });
}

TEST (test_what_is_one)
{
  static const struct
  {
    const char *text;
    bool is;
  } texts[] = { { "hbdiff 1\n", true }, { "hbdiff ", true },   { "hbdiff", false },
                { "hbdiff\n", false },  { "hbcert 1", false }, { "", false } };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    {
      hb_diag *diag = hb_diag_new ();
      hb_input *input = hb_input_of_bytes ("c", texts[i].text, strlen (texts[i].text), diag);
      assert_int_equal (diff_is_certificate (input), texts[i].is);
      hb_input_close (input);
      hb_diag_free (diag);
    }
}

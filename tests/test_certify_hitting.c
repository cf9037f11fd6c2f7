/* Certificates of smallest hitting families by hand: what each line may say, against all schedules.
 *
 * Those of the search, and damaged ones, are in test_minimal.c. */
#include "unit.h"

#include "all_schedules.h"
#include "base/buffer.h"
#include "gen/hitting/any.h"
#include "gen/posets.h"
#include "proof/certify_hitting.h"

/* The certificate of POSET with these lines: what it is taken for, and what is wrong must be SAYS. */
static struct hb_certified_hitting
judged (const hb_poset *poset, int d, const char *lines, const char *says)
{
  char hex[HB_SHA256_HEX];
  hb_poset_hash (poset, hex);
  char *text = hb_format ("hbcert 1 hitting\nposet %s\ndepth %d\n%s", hex, d, lines);
  hb_diag *diag = hb_diag_new ();
  hb_input *input = hb_input_of_bytes ("certificate", text, strlen (text), diag);
  struct hb_certified_hitting found = hb_certify_hitting (poset, input, diag);
  assert_true (found.is_certificate && found.d == d);
  assert_true (found.good == !hb_diag_errors (diag));
  if (says && (found.good || !strstr (hb_diag_first (diag), says)))
    fail_msg ("'%s' is %s, not '%s'", lines, found.good ? "right" : hb_diag_first (diag), says);
  hb_input_close (input);
  hb_diag_free (diag);
  hb_free (text);
  return found;
}

/* Does a schedule hit all of the tuples? */
static bool
together (const struct everything *e, const size_t *tuples, size_t count)
{
  for (size_t s = 0; s < e->all->count; s++)
    {
      bool all = true;
      for (size_t i = 0; i < count; i++)
        all = all && (e->rows[s * e->words + tuples[i] / 64] >> (tuples[i] % 64) & 1);
      if (all)
        return true;
    }
  return false;
}

/* What certificates say of three tuples is right iff it is so. */
static void
judge_three (const hb_poset *poset, const struct everything *e, int d, const size_t *tuples,
             size_t *seen)
{
  hb_buffer lines = VEC_EMPTY;
  for (int i = 0; i < 3; i++)
    {
      const hb_id *members = e->list.data + tuples[i] * (size_t)d;
      char room[HB_ELEMENT_ROOM];
      hb_buffer_add (&lines, "tuple");
      for (int k = 0; k < d; k++)
        hb_buffer_add (&lines, " %s", hb_element_name (poset, members[k], room));
      hb_buffer_add (&lines, "\n");
    }
  char *head = hb_buffer_take (&lines);
  const size_t outer[] = { tuples[0], tuples[2] };
  bool wanted[] = { !together (e, tuples, 2), !together (e, tuples, 3), false };
  wanted[2] = wanted[0] && !together (e, tuples + 1, 2) && !together (e, outer, 2);
  static const char *const claims[] = { "clique 1 0\nend 2 0\n", "refute 1 orders\n0\nend 2 0\n",
                                        "clique 0 1\nrefute 2 orders\n-%zu 0\n0\nend 3 0\n" };
  size_t apart = 0;
  for (hb_id a = 0; a < poset->count; a++)
    for (hb_id b = 0; b < a; b++)
      apart += hb_poset_apart (poset, a, b);
  for (int i = 0; i < 3; i++)
    {
      /* That the third tuple cannot stand in the first class, first. */
      char *claim = hb_format (claims[i], 2 * apart + 5), *text = hb_format ("%s%s", head, claim);
      struct hb_certified_hitting found = judged (poset, d, text, NULL);
      if (found.good != wanted[i])
        fail_msg ("depth %d: taken for %s:\n%s", d, found.good ? "right" : "wrong", text);
      assert_true (!found.good
                   || (found.low == (i == 2 ? 3 : 2) && found.high == 0 && found.tuples == 3));
      seen[i] += found.good;
      hb_free (claim);
      hb_free (text);
    }
  hb_free (head);
}

static bool
judge_some (hb_poset *poset, void *context)
{
  struct hb_rng rng = hb_rng_seeded (poset->count);
  for (int d = 2; d <= 3; d++)
    {
      struct everything e = everything_of (poset, d);
      for (int round = 0; round < 20; round++)
        {
          size_t tuples[3];
          for (int i = 0; i < 3; i++)
            tuples[i] = hb_rng_below (&rng, e.tuples);
          judge_three (poset, &e, d, tuples, context);
        }
      free_everything (&e);
    }
  hb_poset_free (poset);
  return true;
}

TEST (refuted_is_what_no_schedule_hits)
{
  size_t seen[3] = { 0 };
  hb_each_small_poset (3, judge_some, seen);
  hb_each_small_poset (4, judge_some, seen);
  /* Not in the order of the numbers. */
  const hb_id edges[] = { 3, 1, 3, 0, 2, 1 };
  judge_some (hb_poset_of_edges (NULL, 4, edges, 3, NULL), seen);
  for (int i = 0; i < 3; i++)
    assert_true (seen[i] > 10);
}

/* Four elements: 0 before 1, 2 before 3. */
static hb_poset *
two_chains (void)
{
  const hb_id parent[] = { HB_NONE, 0, HB_NONE, 2 };
  return hb_poset_of_parents (4, parent);
}

TEST (cycles_lead_from_tuple_to_tuple)
{
  hb_poset *poset = two_chains ();
  static const struct
  {
    const char *lines, *says;
  } cases[] = {
    { "cycle 0 1\n0\nend 2 0\n", NULL },
    { "cycle 0 1\nend 2 0\n", "expected a literal" },
    { "cycle 0 1\n", "no empty clause" },
    { "cycle 1 0\n0\nend 2 0\n", NULL },
    { "cycle 0 1\n0\nend 3 0\n", "at least 2" },
    { "cycle\n0\n", "the tuples of a cycle" },
    { "cycle 0 4\n0\n", "number of a tuple" },
    { "cycle 0 1x\n0\n", "number of a tuple" },
    { "cycle 0\n0\n", "tuple 0 does not lead to tuple 0" },
    { "cycle 0 2\n0\n", "tuple 0 does not lead to tuple 2" },
    { "cycle 0 2\nend 2 0\n", "tuple 0 does not lead to tuple 2" },
    { "cycle 0 2\ncycle 0 1\n0\nend 2 0\n", "tuple 0 does not lead to tuple 2" },
    { "cycle 3 1\n0\n", "tuple 3 does not lead to tuple 1" },
    { "cycle 1 0 1\n0\n", "tuple 1 does not lead to tuple 1" },
    { "cycle 2 3\n0\nend 2 0\n", NULL },
    { "0\n", "does not follow" },
    { "-1 0\ncycle 0 1\n0\n", "does not follow" },
    { "1 0\ncycle 0 1\n0\n", "expected a literal" },
    { "5 0\n", "variable of the formula" },
    { "4 0\ncycle 0 1\n", "expected a literal" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      char *lines = hb_format ("tuple 1 2\ntuple 3 0\ntuple 0 2\ntuple 2 0\nrefute 1 cycles\n%s",
                               cases[i].lines);
      struct hb_certified_hitting found = judged (poset, 2, lines, cases[i].says);
      assert_true (found.good == !cases[i].says);
      assert_true (!found.good || (found.low == 2 && found.cycles == 1 && found.clauses == 1));
      hb_free (lines);
    }
  assert_true (judged (poset, 2,
                       "tuple 0 2\ntuple 1 3\ntuple 2 0\nrefute 1 cycles\ncycle 0 2\n0\nend 2 0\n",
                       NULL)
                   .good);
  /* Two schedules are enough: the second tuple and the third go together. */
  judged (poset, 2,
          "tuple 1 2\ntuple 3 0\ntuple 2 0\nclique 1 0\nrefute 2 cycles\ncycle 0 1\ncycle 0 "
          "2\n0\nend 3 0\n",
          "does not follow");
  judged (poset, 3, "refute 1 cycles\n", "expected orders or");
  judged (poset, 2, "refute 1 cycle\n", "expected orders or");
  judged (poset, 2, "refute 1 cycles 1\n", "end of the line");
  judged (poset, 2, "refute 1 orders 1\n", "end of the line");
  judged (poset, 2, "refute x cycles\n", "no number of schedules");
  judged (poset, 2, "refute 100000 cycles\n", "no number of schedules");
  judged (poset, 2, "refute 1\n", "expected order, tuple, clique, refute or end");
  hb_poset_free (poset);
}

TEST (claims_are_checked)
{
  static const struct
  {
    const char *lines;
    size_t low, high;
    const char *says;
  } cases[] = {
    { "order 0 1 2\norder 2 1 0\ntuple 0 1\ntuple 1 0\nclique 0 1\nend 2 2\n", 2, 2, NULL },
    { "order 0 1 2\norder 2 1 0\nend 1 2", 1, 2, NULL },
    { "order 0 1 2\norder 2 1 0\nend 0 2\n\n", 0, 2, NULL },
    { "end 1 0\n", 1, 0, NULL },
    { "tuple 0 1\nclique 0\nend 1 0\n", 1, 0, NULL },
    { "tuple 0 1\nclique 0\nend 2 0\n", 0, 0, "at least 1 by" },
    { "end 2 0\n", 0, 0, "at least 1 by" },
    { "tuple 0 1\ntuple 1 0\nclique 0 1\nend 3 0\n", 0, 0, "at least 2 by" },
    { "tuple 0 1\ntuple 1 0\nclique 1 1\nend 2 0\n", 0, 0, "tuples 1 and 1 go together" },
    { "tuple 0 1\ntuple 1 0\nclique 0\nclique 0\nend 2 0\n", 0, 0, "tuples 0 and 0 go together" },
    { "tuple 0 1\ntuple 1 2\nclique 0 1\nend 2 0\n", 0, 0, "tuples 0 and 1 go together" },
    { "tuple 0 1\ntuple 1 0\nclique 0 2\nend 2 0\n", 0, 0, "number of a tuple" },
    { "tuple 0 1\ntuple 1 0\nclique 0 1x\nend 2 0\n", 0, 0, "number of a tuple" },
    { "order 0 1 2\nend 1 1\n", 0, 0, "misses a tuple" },
    { "order 0 1 2\norder 2 1 0\nend 1 3\n", 0, 0, "has 2 schedules, not 3" },
    { "order 0 1 2\norder 2 1 0\nend 1 1\n", 0, 0, "has 2 schedules, not 1" },
    { "order 0 1 2\norder 2 1 0\nend 1 2\nend 1 2\n", 0, 0, "text after the line 'end'" },
    { "end 1\n", 0, 0, "ends too early" },
    { "end\n", 0, 0, "ends too early" },
    { "end 1 0 0\n", 0, 0, "end of the line" },
    { "tuple 0 1\n", 0, 0, "has no line 'end LOW HIGH'" },
    { "orders 0 1 2\nend 1 0\n", 0, 0, "expected order, tuple, clique, refute or end" },
    { "order 0 1\nend 1 0\n", 0, 0, "expected an element" },
    { "order 0 1 2\norder 2 1\nend 1 2\n", 0, 0, "expected an element" },
    { "order 0 1 3\nend 1 0\n", 0, 0, "no such element" },
    { "order 0 1 1\nend 1 0\n", 0, 0, "no schedule" },
    { "order 0 1 2 0\nend 1 0\n", 0, 0, "end of the line" },
    { "tuple 0\nend 1 0\n", 0, 0, "expected an element" },
    { "tuple 0 3\nend 1 0\n", 0, 0, "no such element" },
    { "tuple 0 0\nend 1 0\n", 0, 0, "not admissible" },
    { "tuple 0 1 2\nend 1 0\n", 0, 0, "end of the line" },
  };
  hb_poset *poset = hb_antichain (3);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      struct hb_certified_hitting found = judged (poset, 2, cases[i].lines, cases[i].says);
      assert_true (found.good == !cases[i].says);
      assert_true (!found.good || (found.low == cases[i].low && found.high == cases[i].high));
    }
  hb_poset_free (poset);
}

/* TEXT with HEX in place of its %s, if it has one.  New. */
static char *
replaced_once (const char *text, const char *hex)
{
  const char *at = strstr (text, "%s");
  return at ? hb_format ("%.*s%s%s", (int)(at - text), text, hex, at + 2) : hb_copy_text (text);
}

/* The lines in front of all claims. */
TEST (heads_are_checked)
{
  static const struct
  {
    const char *text; /* %s: the hash */
    bool is_certificate;
  } cases[] = {
    { "hbcert 1 hitting\nposet %s\ndepth 4\nend 1 0\n", true },
    { "hbcert 1 hitting\nposet %s\ndepth 13\nend 1 0\n", true },
    { "hbcert 1 hitting\nposet %s\ndepth 2 3\nend 1 0\n", true },
    { "hbcert 1 hitting\nposet %s\ndepth\nend 1 0\n", true },
    { "hbcert 1 hitting\nposet %s\nwidth 2\nend 1 0\n", true },
    { "hbcert 1 hitting\nposet %s\n", true },
    { "hbcert 1 hitting\nposet %s 1\ndepth 2\nend 1 0\n", true },
    { "hbcert 1 hitting\nposet %sa\ndepth 2\nend 1 0\n", true },
    { "hbcert 1 hitting\nposet\ndepth 2\nend 1 0\n", true },
    { "hbcert 1 hitting\nset %s\ndepth 2\nend 1 0\n", true },
    { "hbcert 1 hitting\n", true },
    { "hbcert 2 hitting\nposet %s\ndepth 2\nend 1 0\n", false },
    { "hbcert 2 hitting\nend 1 0\n", false },
    { "hbcert 1 hitting\nposet %s 1\nend 1 0\n", true },
    { "hbcert 1 hitting\n%s\ndepth 2\nend 1 0\n", true },
    { "hbcert 1 hit\nposet %s\ndepth 2\nend 1 0\n", false },
    { "", false },
  };
  hb_poset *poset = hb_antichain (3);
  char hex[HB_SHA256_HEX];
  hb_poset_hash (poset, hex);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      char *text = replaced_once (cases[i].text, hex);
      hb_diag *diag = hb_diag_new ();
      hb_input *input = hb_input_of_bytes ("certificate", text, strlen (text), diag);
      struct hb_certified_hitting found = hb_certify_hitting (poset, input, diag);
      hb_input_close (input);
      assert_true (hb_diag_errors (diag) > 0);
      hb_diag_free (diag);
      assert_false (found.good);
      assert_int_equal (found.is_certificate, cases[i].is_certificate);
      hb_free (text);
    }
  hb_poset_free (poset);
}

TEST (depth_is_at_most_the_greatest)
{
  hb_poset *poset = hb_antichain (HB_MOST_DEPTH + 1);
  for (int d = HB_MOST_DEPTH - 1; d <= HB_MOST_DEPTH; d++)
    assert_true (judged (poset, d, "end 1 0\n", NULL).good);
  hb_poset_free (poset);
}

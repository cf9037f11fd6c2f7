/* Fuzzing the readers of hitting families and of logs with vector clocks.  (Those of posets: read_instances.c.) */
#include "targets.h"

#include "base/buffer.h"
#include "gen/hitting/family.h"
#include "gen/posets.h"
#include "poset/file.h"
#include "poset/hitting.h"
#include "poset/sources.h"

/* Families of larger posets are not checked by brute force. */
#define MOST_ELEMENTS 12
#define MOST_SCHEDULES 200

static hb_poset *
read_poset (const char *data, size_t size, hb_diag *diag)
{
  hb_input *input = hb_input_of_bytes ("poset", data, size, diag);
  hb_poset *poset = hb_poset_read (input, diag);
  hb_input_close (input);
  return poset;
}

static void
write_poset (hb_output *output, const void *poset)
{
  hb_poset_write (output, poset, NULL);
}

/* --- families ----------------------------------------------------------------------------------- */

static const char *const family_words[] = { "poset 1",
                                            "tree",
                                            "order",
                                            "element",
                                            "end",
                                            "schedules 1",
                                            "poset",
                                            "code",
                                            "level",
                                            "left",
                                            "right",
                                            "bits",
                                            "side",
                                            "e0",
                                            "e1",
                                            "e2",
                                            "0",
                                            "1",
                                            "2",
                                            "3",
                                            "\n",
                                            "#",
                                            "99999999999999999999" };

struct told_family
{
  const hb_poset *poset;
  const struct hb_family_file *family;
};

static void
write_family (hb_output *output, const void *what)
{
  const struct told_family *told = what;
  hb_family_write (output, told->poset, told->family, false, NULL);
}

static char *
make_family (uint64_t seed)
{
  struct hb_rng rng = hb_rng_stream (97, seed);
  for (;;)
    {
      hb_id count = 2 + (hb_id)hb_rng_below (&rng, 8);
      hb_poset *poset
          = hb_rng_coin (&rng) ? hb_random_tree (count, 0, &rng) : hb_random_series (count, &rng);
      struct hb_hitting_wanted wanted = { .d = 2 + (int)hb_rng_below (&rng, 2) };
      struct hb_family_file family = { .orders = NULL };
      struct told_family told = { poset, &family };
      hb_diag *diag = hb_diag_new ();
      char *both = NULL;
      wanted.by = hb_rng_coin (&rng) ? HB_BY_RULE : HB_BY_AUTO;
      if (hb_hitting_make (poset, &wanted, &family, NULL, NULL, diag))
        {
          char *first = fuzz_written (write_poset, poset, NULL),
               *second = fuzz_written (write_family, &told, NULL);
          both = fuzz_two_parts (first, second);
          hb_free (first);
          hb_free (second);
        }
      hb_family_file_free (&family);
      hb_poset_free (poset);
      hb_diag_free (diag);
      if (both)
        return both;
    }
}

/* Rules that a theorem calls hitting are; the two checks agree. */
static void
check_family (const hb_poset *poset, const struct hb_family_file *family)
{
  hb_diag *diag = hb_diag_new ();
  hb_schedules *all = hb_family_expand (poset, family);
  if (!hb_schedules_check (poset, all, diag))
    hb_die ("a family was read that is none: %s", hb_diag_first (diag));
  for (int d = 2; d <= 3; d++)
    {
      hb_id missed[HB_MOST_DEPTH];
      bool hits = hb_hit_by_brute_force (poset, all, d, missed) == HB_HIT_ALL;
      if (hits != (hb_hit_exactly (poset, all, d, 1, NULL, missed) == HB_HIT_ALL))
        hb_die ("by the definition it %s %d-hitting, the exact check disagrees",
                hits ? "is" : "is not", d);
      if (!hits && !family->orders && hb_rules_suffice (poset, &family->rules, d))
        hb_die ("these rules should be %d-hitting, but are not", d);
    }
  hb_schedules_free (all);
  hb_diag_free (diag);
}

static bool
read_family (const char *data, size_t size, struct hb_family_file *family, const hb_poset *poset,
             hb_diag *diag)
{
  hb_input *input = hb_input_of_bytes ("family", data, size, diag);
  bool read = hb_family_read (input, poset, family, diag);
  hb_input_close (input);
  return read;
}

static bool
family_of_bytes (const char *data, size_t size, bool checked)
{
  size_t first, length;
  const char *second = fuzz_second_part (data, size, &first);
  hb_diag *diag = hb_diag_new ();
  hb_poset *poset = second ? read_poset (data, first, diag) : NULL;
  struct hb_family_file family = { .orders = NULL }, again = { .orders = NULL };
  bool read = poset && read_family (second, size - (size_t)(second - data), &family, poset, diag);
  if (poset && checked)
    fuzz_either (read, diag);
  if (read && checked)
    {
      struct told_family told = { poset, &family }, told_again = { poset, &again };
      char *text = fuzz_written (write_family, &told, &length);
      if (!read_family (text, length, &again, poset, diag))
        hb_die ("what was written cannot be read: %s\n%s", hb_diag_first (diag), text);
      fuzz_same_text (text, fuzz_written (write_family, &told_again, NULL));
      if (poset->count <= MOST_ELEMENTS && hb_family_size (&family) <= MOST_SCHEDULES)
        check_family (poset, &family);
    }
  hb_family_file_free (&family);
  hb_family_file_free (&again);
  hb_poset_free (poset);
  hb_diag_free (diag);
  return read;
}

const struct fuzz_target fuzz_family
    = { .name = "family",
        .sources = "hitting/family hitting/rule_text hitting/rules_suffice poset/file",
        FUZZ_WORDS (family_words),
        .make = make_family,
        .read = family_of_bytes,
        .rounds = 400,
        .fresh = 4,
        .least = 1,
        .most = 2,
        .least_good = 5,
        .most_good = 95 };

/* --- clocks ------------------------------------------------------------------------------------- */

static const char *const clock_words[] = { "{",
                                           "}",
                                           "\"a\"",
                                           "\"b\"",
                                           ":",
                                           ",",
                                           "a {\"a\": 1}",
                                           "b {\"b\":1, \"a\":2}",
                                           "=== 2 ===",
                                           "/\\ Host = \"a\"",
                                           "/\\ Clock = \"{\\\"a\\\": 1}\"",
                                           "(?<host>\\S*) (?<clock>{.*})",
                                           "0",
                                           "1",
                                           "2",
                                           "-1",
                                           "\n",
                                           "\r\n",
                                           "\"",
                                           "\\",
                                           "4294967296" };

/* Hosts that send one another what they know. */
static char *
make_clocks (uint64_t seed)
{
  enum
  {
    HOSTS = 3
  };
  struct hb_rng rng = hb_rng_stream (98, seed);
  hb_buffer text = VEC_EMPTY;
  unsigned clocks[HOSTS][HOSTS] = { { 0 } };
  for (uint64_t left = 2 + hb_rng_below (&rng, 10); left; left--)
    {
      size_t host = (size_t)hb_rng_below (&rng, HOSTS), other = (size_t)hb_rng_below (&rng, HOSTS);
      for (size_t i = 0; i < HOSTS; i++)
        if (clocks[other][i] > clocks[host][i])
          clocks[host][i] = clocks[other][i];
      clocks[host][host]++;
      hb_buffer_add (&text, "%c {", (int)('a' + host));
      bool any = false;
      for (size_t i = 0; i < HOSTS; i++)
        if (clocks[host][i])
          {
            hb_buffer_add (&text, "%s\"%c\": %u", any ? ", " : "", (int)('a' + i), clocks[host][i]);
            any = true;
          }
      hb_buffer_add (&text, "}\n");
      if (hb_rng_below (&rng, 12) == 0)
        {
          hb_buffer_add (&text, "=== next ===\n");
          memset (clocks, 0, sizeof clocks);
        }
    }
  return hb_buffer_take (&text);
}

static bool
clocks_of_bytes (const char *data, size_t size, bool checked)
{
  struct hb_clock_options options = { .execution = 1, .strict = fuzz_hash (data, size) & 1 };
  struct hb_clock_log log;
  hb_diag *diag = hb_diag_new ();
  hb_input *input = hb_input_of_bytes ("log", data, size, diag);
  hb_poset *poset = hb_poset_of_clocks (input, &options, &log, diag);
  hb_input_close (input);
  bool read = poset;
  if (checked)
    fuzz_either (read, diag);
  if (read && checked)
    {
      size_t length;
      char *text = fuzz_written (write_poset, poset, &length);
      hb_poset *again = read_poset (text, length, diag);
      if (!again)
        hb_die ("what was written cannot be read: %s\n%s", hb_diag_first (diag), text);
      fuzz_same_text (text, fuzz_written (write_poset, again, NULL));
      hb_poset_free (again);
    }
  hb_poset_free (poset);
  hb_diag_free (diag);
  return read;
}

const struct fuzz_target fuzz_clocks = { .name = "clocks",
                                         .sources = "poset/clocks",
                                         FUZZ_WORDS (clock_words),
                                         .make = make_clocks,
                                         .read = clocks_of_bytes,
                                         .rounds = 400,
                                         .fresh = 4,
                                         .least = 1,
                                         .most = 2,
                                         .least_good = 10,
                                         .most_good = 98 };

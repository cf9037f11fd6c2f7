/* Reductions make what they say they will: for every reduction of the list, on random instances and on the smallest
 * ones, the told sizes are those of the target, whether it is made in memory or written as a file. */
#include "unit.h"

#include "base/memory.h"
#include "base/output.h"
#include "reduction_instances.h"
#include "sat/cnf.h"

struct tally
{
  const struct hb_reduction *reduction;
  uint64_t least, most; /* sums of sizes */
};

/* Fails unless the sizes of SOURCE's target, which are those FOUND in the WAY it was made, are as told. */
static void
assert_told (const struct hb_reduction *r, const uint64_t *told, const uint64_t *found,
             const char *way)
{
  for (size_t i = 0; r->to->measures[i]; i++)
    if (told[i] != HB_SIZE_UNTOLD && told[i] != found[i])
      fail_msg ("%s, %s: %llu %s told, %llu found", r->name, way, (unsigned long long)told[i],
                r->to->measures[i], (unsigned long long)found[i]);
}

static bool
try_instance (void *context, const hb_instance *source)
{
  struct tally *tally = context;
  const struct hb_reduction *r = tally->reduction;
  uint64_t told[HB_MOST_MEASURES], found[HB_MOST_MEASURES], sum = 0;
  hb_diag *diag = hb_diag_new ();
  r->sizes (r, source, told);
  hb_instance *target = hb_reduce (r, source, NULL, NULL, diag);
  assert_non_null (target);
  r->to->sizes (r->to, target, found);
  r->to->free (r->to, target);
  assert_told (r, told, found, "in memory");
  hb_output *output = hb_output_to_memory ();
  assert_true (hb_reduce_to_file (r, source, NULL, output, NULL, found, diag));
  hb_free (hb_output_text (output, NULL));
  assert_told (r, told, found, "in a file");
  for (size_t i = 0; r->to->measures[i]; i++)
    sum += found[i];
  tally->least = sum < tally->least ? sum : tally->least;
  tally->most = sum > tally->most ? sum : tally->most;
  hb_diag_free (diag);
  return true;
}

TEST (sizes_come_out_as_told)
{
  const struct hb_reduction *r;
  for (size_t i = 0; (r = hb_reduction_at (i)); i++)
    if (r->sizes && is_tested (r))
      {
        struct tally tally = { .reduction = r, .least = UINT64_MAX };
        each_instance (r, 6, try_instance, &tally);
        if (tally.least >= tally.most)
          fail_msg ("%s: the sizes of targets were %llu .. %llu", r->name,
                    (unsigned long long)tally.least, (unsigned long long)tally.most);
      }
}

/* A clause's column of 3sat-subsetsum is as wide as twice its literals less one, the widest clause's for all. */
TEST (columns_of_sums)
{
  static const struct
  {
    int literals;
    uint64_t digits;
  } cases[] = { { 1, 1 }, { 5, 1 }, { 6, 2 }, { 50, 2 }, { 51, 3 }, { 500, 3 }, { 501, 4 } };
  const struct hb_reduction *r = hb_reduction_find ("3sat-subsetsum");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (int first = 0; first < 2; first++)
      {
        hb_cnf *cnf = hb_cnf_new (cases[i].literals);
        uint64_t sizes[HB_MOST_MEASURES];
        for (int j = 0; j < 2; j++)
          {
            for (int v = 1; v <= (j == first ? cases[i].literals : 1); v++)
              hb_cnf_add (cnf, v);
            hb_cnf_add (cnf, 0);
          }
        r->sizes (r, (const hb_instance *)cnf, sizes);
        assert_int_equal (sizes[1], (uint64_t)cases[i].literals + 2 * cases[i].digits);
        hb_cnf_free (cnf);
      }
}

/* Files of hitting families, and the one way to make them.
 *
 *     schedules 1
 *     poset 3a7b...                the SHA-256 of the poset (poset.h)
 *     code 2 1 left                a rule (tree.h), or
 *     order a b c                  a schedule in full, a line
 *     end 2                        lines of schedules
 *
 * Rules are the default where the expansion would be large. */
#ifndef HBKIT_GEN_HITTING_FAMILY_H
#define HBKIT_GEN_HITTING_FAMILY_H

#include "base/input.h"
#include "base/limits.h"
#include "base/output.h"
#include "gen/hitting/tree.h"
#include "poset/schedules.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A family by rules, of a forest, or in full. */
struct hb_family_file
{
  hb_rules rules;       /* empty if ORDERS is there */
  hb_schedules *orders; /* or NULL */
};

void hb_family_file_free (struct hb_family_file *family);

/* Reads a family of POSET.  False after errors in DIAG, with their lines: another poset's, no schedule, a rule
 * that does not fit. */
bool hb_family_read (hb_input *input, const hb_poset *poset, struct hb_family_file *family,
                     hb_diag *diag);

/* Writes it; with EXPAND rules become schedules, one at a time.  COMMENT may be NULL. */
void hb_family_write (hb_output *output, const hb_poset *poset, const struct hb_family_file *family,
                      bool expand, const char *comment);

/* The same for other programs: the bytes "hbsched1", then little-endian 32-bit numbers: elements, schedules, and
 * each schedule as the numbers of its elements in the order in which the `.poset` file names them. */
void hb_family_write_binary (hb_output *output, const hb_poset *poset,
                             const struct hb_family_file *family);

/* How many schedules. */
size_t hb_family_size (const struct hb_family_file *family);

/* Do the rules make a d-hitting family by the theorems of tree.h (d = 2, 3) and kernel.h (d = 3 .. 5): is there
 * every level, bit, side and value; every choice of levels and schedule; are the codes of siblings different
 * and of one size?  Near-linear in the tree and the rules; no schedule is expanded.  False: no theorem says so, the
 * family may be hitting for all that. */
bool hb_rules_suffice (const hb_poset *poset, const hb_rules *rules, int d);

/* All of them in memory.  New. */
hb_schedules *hb_family_expand (const hb_poset *poset, const struct hb_family_file *family);

enum hb_hitting_way
{
  HB_BY_AUTO,   /* the smallest that the others give, as far as they are quick */
  HB_BY_RULE,   /* tree.h, series3.h; d = 2, 3 */
  HB_BY_KERNEL, /* kernel.h; forests, d = 3 .. 5 */
  HB_BY_GREEDY, /* any.h */
  HB_BY_RANDOM, /* antichains */
  HB_BY_DELAY,  /* any.h */
  HB_BY_NAIVE   /* the slides' 2n for d = 3; forests */
};
#define HB_HITTING_WAYS "auto rule kernel greedy random delay naive"

struct hb_hitting_wanted
{
  int d;
  enum hb_hitting_way by;
  double delta;  /* random: the probability that it is none */
  uint64_t seed; /* random */
  bool reduce;   /* make it smaller, if the critical tuples are not too many */
};

/* A d-hitting family of POSET (random: with probability 1 - delta).  *WAY (may be NULL) is how it was made.  False after an error in
 * DIAG: that way does not suit the poset. */
bool hb_hitting_make (const hb_poset *poset, const struct hb_hitting_wanted *wanted,
                      struct hb_family_file *family, const char **way, struct hb_limits *limits,
                      hb_diag *diag);

#ifdef __cplusplus
}
#endif
#endif

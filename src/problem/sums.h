/* Subset sum: numbers of any size, as they stand in files. */
#ifndef HBKIT_PROBLEM_SUMS_H
#define HBKIT_PROBLEM_SUMS_H

#include "problem/list.h"

/* Numbers without sign in decimal, without leading zeros. */
struct hb_sums
{
  VEC (char *) numbers;
  char *target; /* NULL while it is not known */
};

typedef struct hb_sums hb_sums;

static inline const hb_sums *
hb_sums_of (const hb_instance *instance)
{
  return (const hb_sums *)instance;
}

static inline hb_instance *
hb_instance_of_sums (hb_sums *sums)
{
  return (hb_instance *)sums;
}

/* New, without numbers and without target; freed with `hb_sums_free` (NULL is legal). */
hb_sums *hb_sums_new (void);
void hb_sums_free (hb_sums *sums);

/* Adds a number, or sets the target: LENGTH digits at DIGITS. */
void hb_sums_add (hb_sums *sums, const char *digits, size_t length);
void hb_sums_set_target (hb_sums *sums, const char *digits, size_t length);

/* Reads and writes `p sum COUNT`, `k TARGET`, and COUNT numbers (doc/formats.md).  INPUT is stolen. */
hb_sums *hb_sums_read (hb_input *input, hb_diag *diag);
void hb_sums_write (hb_output *output, const hb_sums *sums, const char *comment);

/* Numbers as GMP has them, all of one width, which has room for the sum of all. */
struct hb_limbs;
struct hb_limbs *hb_limbs_new (const hb_sums *sums);
void hb_limbs_free (struct hb_limbs *limbs);

/* Adds number I (from 0) to the sum, or takes it away again; is it the target? */
void hb_limbs_add (struct hb_limbs *limbs, size_t i);
void hb_limbs_subtract (struct hb_limbs *limbs, size_t i);
bool hb_limbs_reached (const struct hb_limbs *limbs);

/* The sum in decimal.  New. */
char *hb_limbs_text (const struct hb_limbs *limbs);

extern const struct hb_decider *const hb_sums_deciders[];

#endif

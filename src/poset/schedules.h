/* Families of schedules, and the tuples that they hit.
 *
 * A schedule is a linear extension of a whole poset.  A tuple of different elements is admissible iff no
 * later member is before an earlier one; a schedule hits it iff it runs the members in that order.  A
 * family is d-hitting iff every admissible d-tuple is hit; with fewer than d elements, iff every
 * admissible tuple of all elements is.  (Chistikov, Majumdar, Niksic, CAV 2016.)
 *
 * A tuple is critical iff it cannot be made harder: neither its first member replaced by one above it nor
 * its last by one below it, the tuple staying admissible.  Whoever hits the critical tuples hits all. */
#ifndef HBKIT_POSET_SCHEDULES_H
#define HBKIT_POSET_SCHEDULES_H

#include "base/rng.h"
#include "poset/poset.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The largest d. */
#define HB_MOST_DEPTH 12

struct hb_schedules
{
  hb_id elements;
  size_t count;
  VEC (hb_id) order; /* schedule s is order[s * elements .. (s + 1) * elements - 1] */
};

typedef struct hb_schedules hb_schedules;

/* An empty family on ELEMENTS elements; freed with `hb_schedules_free` (NULL is legal). */
hb_schedules *hb_schedules_new (hb_id elements);
void hb_schedules_free (hb_schedules *family);

/* Room for one more schedule, to be filled by the caller; borrowed until the next call. */
hb_id *hb_schedules_add (hb_schedules *family);

/* Schedule S, borrowed. */
static inline hb_id *
hb_schedules_at (const hb_schedules *family, size_t s)
{
  return vec_from (family->order, s * family->elements);
}

/* Removes schedule S; the others keep their order. */
void hb_schedules_drop (hb_schedules *family, size_t s);

/* Keeps the first of equal schedules only. */
void hb_schedules_unique (hb_schedules *family);

/* Where each element stands: entry x * family->count + s is the position of x in schedule S. New. */
hb_id *hb_schedules_positions (const hb_schedules *family);

/* Are all schedules of FAMILY schedules of POSET?  If not, an error in DIAG says which one is not. */
bool hb_schedules_check (const hb_poset *poset, const hb_schedules *family, hb_diag *diag);

/* --- Tuples --- */

/* No later member before an earlier one, all different? */
bool hb_is_admissible (const hb_poset *poset, const hb_id *tuple, int d);

/* Calls VISIT for each admissible d-tuple, in lexicographic order, or each critical one; stops when it
 * returns false, and returns that. D at most the number of elements.  O(count^d d^2). */
typedef bool hb_tuple_visitor (const hb_id *tuple, void *context);
bool hb_each_tuple (const hb_poset *poset, int d, bool critical, hb_tuple_visitor *visit,
                    void *context);

/* All critical d-tuples, one after another, into TUPLES (appended); false if there are more than MOST. */
typedef VEC (hb_id) hb_tuples;
bool hb_critical_tuples (const hb_poset *poset, int d, size_t most, hb_tuples *tuples);

/* A schedule that hits TUPLE (admissible, D members) into ORDER: before each member what it needs, in the
 * order of hb_poset_sort.  O(d * (count + covers)). */
void hb_schedule_of_tuple (const hb_poset *poset, const hb_id *tuple, int d, hb_id *order);

/* A random schedule: each next one drawn uniformly from what can come.  (Not uniform among all linear
 * extensions.)  O(count + covers). */
void hb_random_schedule (const hb_poset *poset, struct hb_rng *rng, hb_id *order);

#ifdef __cplusplus
}
#endif
#endif

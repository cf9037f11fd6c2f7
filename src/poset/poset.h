/* Finite posets: who comes before whom.
 *
 *     poset = hb_poset_of_edges (names, count, edges, edge_count, diag);
 *     if (hb_poset_before (poset, a, b)) ...      a < b
 *     hb_poset_free (poset);
 *
 * A poset is strict: no element is before itself.  Elements are numbered from 0.  It knows its covers
 * (its transitive reduction); whether a < b is answered in constant time: in a forest, where every
 * element has at most one lower cover, by intervals of a preorder (24 bytes an element in all), else by
 * a closure of one bit a pair.  Upper covers keep the order in which the edges came: a forest's children
 * are ordered.  A poset does not change once it is made, so threads may share one.
 *
 * Chistikov, Majumdar, Niksic, "Hitting families of schedules for asynchronous programs", CAV 2016, is
 * what posets are for here: gen/hitting/ and doc/hitting.md. */
#ifndef HBKIT_POSET_H
#define HBKIT_POSET_H

#include "base/diag.h"
#include "base/names.h"
#include "base/sha256.h"
#include "base/vec.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The most elements of a poset that is no forest: its closure takes a bit a pair. */
#define HB_MOST_CLOSED 40000

struct hb_poset
{
  hb_id count;
  hb_names *names; /* element i is name i; NULL: elements are called 0, 1, 2, ... */
  hb_id *lower_first,
      *lower; /* lower covers of x: lower[lower_first[x] .. lower_first[x + 1] - 1] */
  hb_id *upper_first, *upper; /* upper covers, in the order of the edges */
  bool is_forest;             /* no element has two lower covers */
  hb_id *enter, *leave;       /* forest: x <= y iff enter[x] <= enter[y] < leave[x] */
  uint64_t *after;            /* otherwise: bit y of row x says x < y */
  size_t words;               /* of a row */
};

typedef struct hb_poset hb_poset;

/* The poset on COUNT elements that is the closure of the EDGES (pairs BEFORE, AFTER, one after another).
 * NAMES (stolen, may be NULL) names the elements.  NULL after an error in DIAG: a cycle, which the
 * error shows; too many elements for a closure.  Linear for a forest, else O(count * edges / 64).  New. */
hb_poset *hb_poset_of_edges (hb_names *names, hb_id count, const hb_id *edges, size_t edge_count,
                             hb_diag *diag);

/* The same for a forest: the parent of each element (HB_NONE: a root), children ordered by number.
 * Parents come before their children.  New; elements are called by their numbers. */
hb_poset *hb_poset_of_parents (hb_id count, const hb_id *parent);

void hb_poset_free (hb_poset *poset);

/* Is A before B? */
static inline bool
hb_poset_before (const hb_poset *poset, hb_id a, hb_id b)
{
  if (poset->is_forest)
    return poset->enter[a] < poset->enter[b] && poset->enter[b] < poset->leave[a];
  return poset->after[a * poset->words + b / 64] >> (b % 64) & 1;
}

/* Neither before the other, and different. */
static inline bool
hb_poset_apart (const hb_poset *poset, hb_id a, hb_id b)
{
  return a != b && !hb_poset_before (poset, a, b) && !hb_poset_before (poset, b, a);
}

/* Of a forest: the one lower cover of X, or HB_NONE. */
static inline hb_id
hb_poset_parent (const hb_poset *poset, hb_id x)
{
  return poset->lower_first[x] < poset->lower_first[x + 1] ? poset->lower[poset->lower_first[x]]
                                                           : HB_NONE;
}

/* Upper covers of X: a forest's children. */
static inline hb_id
hb_poset_uppers (const hb_poset *poset, hb_id x)
{
  return poset->upper_first[x + 1] - poset->upper_first[x];
}

/* The name of X: borrowed until the next call in this thread with the same ROOM, which is used for the
 * numbers of elements without names. */
#define HB_ELEMENT_ROOM 12
const char *hb_element_name (const hb_poset *poset, hb_id x, char room[HB_ELEMENT_ROOM]);

/* The element of that name (LENGTH bytes), or HB_NONE. */
hb_id hb_poset_find (const hb_poset *poset, const char *name, size_t length);

/* A linear extension into ORDER (COUNT entries): the smallest number first among those that can come.
 * O(count + covers). */
void hb_poset_sort (const hb_poset *poset, hb_id *order);

/* Is ORDER (COUNT entries) a permutation of the elements that keeps the poset?  If not, BAD gets two
 * elements: the second stands before the first, which is before it in the poset; or twice one that
 * stands there twice or is none.  O(count + covers). */
bool hb_is_schedule (const hb_poset *poset, const hb_id *order, hb_id bad[2]);

/* The longest chain before X, into LEVEL (COUNT entries): 0 for minimal ones.  In a forest the level. */
void hb_poset_levels (const hb_poset *poset, hb_id *level);

/* The SHA-256 of the poset as `hb_poset_write` writes it: of its elements, names and covers. */
void hb_poset_hash (const hb_poset *poset, char hex[HB_SHA256_HEX]);

#ifdef __cplusplus
}
#endif
#endif

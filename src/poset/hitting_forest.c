/* Is a family of a forest 3-hitting?  (hitting.h has the theorem.)
 *
 * Elements are called by their numbers in preorder, and taken as middles b in chunks of 255: among these
 * each element has a rank in each schedule, a byte, so that one instruction compares sixteen schedules.
 * For each b one pass from the back makes the masks u_x(b) and, for every element, the intersection of
 * the masks of the leaves at or above it, compares parent and child, and siblings with one another; then
 * each root of the forest of elements incomparable with b is compared with all other roots.  A search
 * for a leaf whose mask lies in u_c(b) leaves a subtree as soon as the intersection of its leaves'
 * masks does not.  Masks of one and of two words, the usual ones, have loops of their own. */
#include "poset/hitting_forest.h"

#include "base/failure.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define CHUNK 255

/* A loop over words that is to be made again for each number of words known. */
#ifdef __GNUC__
#define FOR_WORDS static inline __attribute__ ((always_inline))
#else
#define FOR_WORDS static inline
#endif

struct forest
{
  const hb_poset *poset;
  const hb_schedules *family;
  hb_id count;
  size_t groups, words; /* groups of sixteen schedules, words of 64 */
  hb_id *element;       /* preorder number -> element */
  hb_id *leave;         /* by preorder number */
  struct hb_limits *limits;
  atomic_uint next; /* the first middle that nobody has taken */
  atomic_bool stop; /* a limit was hit */
  pthread_mutex_t lock;
  hb_id *missed;
  atomic_uint
      missed_in; /* the first chunk known to have a missed tuple, by its first middle; or HB_NONE */
};

struct worker
{
  struct forest *f;
  unsigned number;
  uint8_t *rank;         /* by preorder number, 16 * groups each: chunk members that run before */
  uint64_t *mask, *meet; /* by preorder number, `words` each */
  hb_id *roots;
  hb_id first; /* middle of the chunk at hand */
  pthread_t thread;
};

/* --- Masks --- */

/* Bit i: a[i] <= b[i]. */
static inline unsigned
sixteen (const uint8_t *a, const uint8_t *b)
{
#ifdef __SSE2__
  __m128i left = _mm_loadu_si128 ((const __m128i *)a), right = _mm_loadu_si128 ((const __m128i *)b);
  return (unsigned)_mm_movemask_epi8 (_mm_cmpeq_epi8 (_mm_min_epu8 (left, right), left));
#else
  unsigned bits = 0;
  for (int i = 0; i < 16; i++)
    bits |= (unsigned)(a[i] <= b[i]) << i;
  return bits;
#endif
}

/* The ranks among the COUNT middles from FIRST on.  An element runs before a middle iff its rank is not
 * larger.  Where there is no schedule an element's rank is 255. */
static void
fill_ranks (struct worker *w, hb_id first, hb_id count)
{
  const struct forest *f = w->f;
  size_t row = 16 * f->groups;
  for (size_t s = 0; s < f->family->count; s++)
    {
      const hb_id *order = hb_schedules_at (f->family, s);
      uint8_t before = 0;
      for (hb_id i = 0; i < f->count; i++)
        {
          hb_id v = f->poset->enter[order[i]];
          w->rank[v * row + s] = before;
          before = (uint8_t)(before + (v - first < count));
        }
    }
}

/* --- Comparing --- */

FOR_WORDS bool
lies_in (const uint64_t *a, const uint64_t *b, size_t words)
{
  for (size_t w = 0; w < words; w++)
    if (a[w] & ~b[w])
      return false;
  return true;
}

FOR_WORDS bool
are_equal (const uint64_t *a, const uint64_t *b, size_t words)
{
  for (size_t w = 0; w < words; w++)
    if (a[w] != b[w])
      return false;
  return true;
}

/* The first chunk's tuple stays, whoever is done first: the answer is the same for any number of threads. */
static void
report (struct worker *w, hb_id a, hb_id b, hb_id c)
{
  struct forest *f = w->f;
  pthread_mutex_lock (&f->lock);
  if (w->first < atomic_load (&f->missed_in))
    {
      f->missed[0] = f->element[a], f->missed[1] = f->element[b], f->missed[2] = f->element[c];
      atomic_store (&f->missed_in, w->first);
    }
  pthread_mutex_unlock (&f->lock);
}

/* Nothing that is found in the chunk at hand matters any more. */
static bool
is_over (const struct worker *w)
{
  return atomic_load (&w->f->stop) || atomic_load (&w->f->missed_in) < w->first;
}

/* A leaf at or above S whose mask lies in that of C, or HB_NONE. */
FOR_WORDS hb_id
leaf_within (const struct worker *w, hb_id s, hb_id c, size_t words)
{
  const hb_id *leave = w->f->leave;
  const uint64_t *wanted = w->mask + c * words;
  for (hb_id v = s, end = leave[s]; v < end;)
    {
      if (!lies_in (w->meet + v * words, wanted, words))
        v = leave[v]; /* none of its leaves */
      else if (leave[v] == v + 1)
        return v;
      else
        v++;
    }
  return HB_NONE;
}

/* The third element of a missed tuple that starts with (a, b), nobody running a before b: any that can
 * stand last. */
static hb_id
any_third (const struct forest *f, hb_id a, hb_id b)
{
  for (hb_id c = 0; c < f->count; c++)
    if (c != a && c != b && !(c < a && a < f->leave[c]) && !(c < b && b < f->leave[c]))
      return c;
  return HB_NONE;
}

/* (a, b) is missed: so is any triple that goes on from it, or comes before it. */
static void
report_pair (struct worker *w, hb_id a, hb_id b)
{
  hb_id c = any_third (w->f, a, b);
  if (c != HB_NONE)
    {
      report (w, a, b, c);
      return;
    }
  /* Every other element is before a or b: one of them opens the triple. */
  for (c = 0; c == a || c == b; c++)
    ;
  report (w, c, a, b);
}

/* No leaf at or above A has a mask within that of C. */
FOR_WORDS bool
are_told_apart (struct worker *w, hb_id a, hb_id c, hb_id b, size_t words)
{
  hb_id leaf = leaf_within (w, a, c, words);
  if (leaf == HB_NONE)
    return true;
  report (w, leaf, b, c);
  return false;
}

/* V, which is incomparable with B, and its children, whose masks and intersections there are. */
FOR_WORDS bool
check_element (struct worker *w, hb_id v, hb_id b, const uint8_t *rank_of_b, size_t words)
{
  const hb_id *leave = w->f->leave;
  size_t groups = w->f->groups;
  const uint8_t *rank = w->rank + v * 16 * groups;
  uint64_t *mask = w->mask + v * words, *meet = w->meet + v * words, any = 0;
  bool is_leaf = leave[v] == v + 1;
  for (size_t i = 0; i < words; i++)
    {
      mask[i] = 0;
      for (size_t g = 4 * i; g < 4 * i + 4 && g < groups; g++)
        mask[i] |= (uint64_t)sixteen (rank + 16 * g, rank_of_b + 16 * g) << (16 * (g - 4 * i));
      any |= mask[i];
      meet[i] = is_leaf ? mask[i] : UINT64_MAX;
    }
  if (!any)
    {
      report_pair (w, v, b);
      return false;
    }
  for (hb_id c = v + 1; c < leave[v]; c = leave[c])
    {
      if (are_equal (mask, w->mask + c * words, words))
        {
          report (w, v, b, c);
          return false;
        }
      for (size_t i = 0; i < words; i++)
        meet[i] &= w->meet[c * words + i];
      for (hb_id other = leave[c]; other < leave[v]; other = leave[other])
        if (!are_told_apart (w, c, other, b, words) || !are_told_apart (w, other, c, b, words))
          return false;
    }
  return true;
}

FOR_WORDS bool
check_roots (struct worker *w, hb_id b, size_t words)
{
  const struct forest *f = w->f;
  hb_id roots = 0;
  for (hb_id v = 0; v < f->count;)
    {
      bool below = v < b && b < f->leave[v];
      if (!below && v != b)
        w->roots[roots++] = v;
      v = below ? v + 1 : f->leave[v];
    }
  for (hb_id i = 0; i < roots; i++)
    for (hb_id j = 0; j < roots; j++)
      if (i != j && !are_told_apart (w, w->roots[j], w->roots[i], b, words))
        return false;
  return true;
}

/* All tuples with B in the middle, and the pairs (a, B). */
FOR_WORDS bool
check_middle (struct worker *w, hb_id b, const uint8_t *rank_of_b, size_t words)
{
  const hb_id *leave = w->f->leave;
  for (hb_id v = w->f->count; v-- > leave[b];)
    if (!check_element (w, v, b, rank_of_b, words))
      return false;
  for (hb_id v = b; v-- > 0;)
    if (leave[v] <= b && !check_element (w, v, b, rank_of_b, words))
      return false;
  return check_roots (w, b, words);
}

static bool
check_chunk (struct worker *w, hb_id count)
{
  struct forest *f = w->f;
  hb_id first = w->first;
  size_t row = 16 * f->groups;
  uint8_t *rank_of_b = hb_calloc (row + 1, 1);
  bool good = true;
  fill_ranks (w, first, count);
  for (hb_id b = first; b < first + count && good && !is_over (w); b++)
    {
      memcpy (rank_of_b, w->rank + b * row, f->family->count);
      good = f->words == 1   ? check_middle (w, b, rank_of_b, 1)
             : f->words == 2 ? check_middle (w, b, rank_of_b, 2)
                             : check_middle (w, b, rank_of_b, f->words);
      if (!w->number && hb_limits_hit (f->limits))
        atomic_store (&f->stop, true);
    }
  hb_free (rank_of_b);
  return good;
}

static void *
work (void *context)
{
  struct worker *w = context;
  struct forest *f = w->f;
  for (bool good = true; good;)
    {
      w->first = atomic_fetch_add (&f->next, CHUNK);
      if (w->first >= f->count || is_over (w))
        break;
      good = check_chunk (w, f->count - w->first < CHUNK ? f->count - w->first : CHUNK);
    }
  return NULL;
}

/* --- The whole --- */

static void
renumber (struct forest *f)
{
  const hb_poset *p = f->poset;
  f->element = hb_calloc (f->count, sizeof *f->element);
  f->leave = hb_calloc (f->count, sizeof *f->leave);
  for (hb_id x = 0; x < f->count; x++)
    {
      f->element[p->enter[x]] = x;
      f->leave[p->enter[x]] = p->leave[x];
    }
}

static void
run_workers (struct forest *f, unsigned threads)
{
  struct worker *workers = hb_calloc (threads, sizeof *workers);
  size_t row = 16 * f->groups;
  for (unsigned i = 0; i < threads; i++)
    {
      struct worker *w = &workers[i];
      w->f = f;
      w->number = i;
      w->rank = hb_calloc (f->count * row, 1);
      memset (w->rank, 0xff, f->count * row);
      w->mask = hb_calloc (f->count * f->words, sizeof *w->mask);
      w->meet = hb_calloc (f->count * f->words, sizeof *w->meet);
      w->roots = hb_calloc (f->count, sizeof *w->roots);
      if (i && pthread_create (&w->thread, NULL, work, w))
        hb_fail ("no thread could be started");
    }
  work (&workers[0]);
  for (unsigned i = 0; i < threads; i++)
    {
      if (i)
        pthread_join (workers[i].thread, NULL);
      hb_free (workers[i].rank);
      hb_free (workers[i].mask);
      hb_free (workers[i].meet);
      hb_free (workers[i].roots);
    }
  hb_free (workers);
}

enum hb_hit
hb_hit_on_forest (const hb_poset *poset, const hb_schedules *family, unsigned threads,
                  struct hb_limits *limits, hb_id *missed)
{
  struct forest f = { .poset = poset,
                      .family = family,
                      .count = poset->count,
                      .groups = (family->count + 15) / 16,
                      .limits = limits,
                      .missed = missed,
                      .missed_in = HB_NONE };
  f.words = (f.groups + 3) / 4;
  if (!family->count) /* nothing is hit: any linear extension begins with a tuple that is not */
    {
      hb_id *order = hb_calloc (poset->count, sizeof *order);
      hb_poset_sort (poset, order);
      memcpy (missed, order, 3 * sizeof *order);
      hb_free (order);
      return HB_HIT_MISSED;
    }
  pthread_mutex_init (&f.lock, NULL);
  renumber (&f);
  run_workers (&f, threads ? threads : 1);
  hb_free (f.element);
  hb_free (f.leave);
  pthread_mutex_destroy (&f.lock);
  return atomic_load (&f.missed_in) != HB_NONE ? HB_HIT_MISSED
         : atomic_load (&f.stop)               ? HB_HIT_UNKNOWN
                                               : HB_HIT_ALL;
}

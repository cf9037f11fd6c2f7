/* Is a family of a forest 3-hitting?  (hitting.h has the theorem.)
 *
 * Elements are taken in preorder.  For each b one pass makes the masks u_x(b), sixteen schedules at a
 * time; one pass from the back makes for every element the intersection of the masks of the leaves at or
 * above it, and compares parent and child; then each element is compared with its siblings, and each
 * root of the forest of elements incomparable with b with all other roots.  A search for a leaf whose
 * mask lies in u_c(b) leaves a subtree as soon as the intersection of its leaves' masks does not. */
#include "poset/hitting_forest.h"

#include "base/failure.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

struct forest
{
  const hb_poset *poset;
  hb_id count;
  size_t schedules, groups, words; /* groups of sixteen schedules, words of 64 */
  hb_id *element;                  /* preorder number -> element */
  hb_id *parent, *leave;           /* by preorder number */
  hb_id *child_first, *child;      /* by preorder number; entry count: the roots */
  int16_t *short_at;               /* positions less 2^15, 16 * groups a row; or */
  int32_t *long_at;                /* positions themselves, for more than 2^16 elements */
  unsigned threads;
  struct hb_limits *limits;
  atomic_bool stop;
  pthread_mutex_t lock;
  hb_id *missed;
  bool is_missed;
};

struct worker
{
  struct forest *f;
  unsigned number;
  uint64_t *mask, *meet; /* by preorder number, `words` each */
  hb_id *roots;
  pthread_t thread;
};

/* --- Masks --- */

static inline unsigned
sixteen_short (const int16_t *a, const int16_t *b)
{
#ifdef __SSE2__
  __m128i low = _mm_cmplt_epi16 (_mm_loadu_si128 ((const __m128i *)a),
                                 _mm_loadu_si128 ((const __m128i *)b));
  __m128i high = _mm_cmplt_epi16 (_mm_loadu_si128 ((const __m128i *)(a + 8)),
                                  _mm_loadu_si128 ((const __m128i *)(b + 8)));
  return (unsigned)_mm_movemask_epi8 (_mm_packs_epi16 (low, high));
#else
  unsigned bits = 0;
  for (int i = 0; i < 16; i++)
    bits |= (unsigned)(a[i] < b[i]) << i;
  return bits;
#endif
}

static inline unsigned
sixteen_long (const int32_t *a, const int32_t *b)
{
#ifdef __SSE2__
  __m128i part[4];
  for (int i = 0; i < 4; i++)
    part[i] = _mm_cmplt_epi32 (_mm_loadu_si128 ((const __m128i *)(a + 4 * i)),
                               _mm_loadu_si128 ((const __m128i *)(b + 4 * i)));
  return (unsigned)_mm_movemask_epi8 (
      _mm_packs_epi16 (_mm_packs_epi32 (part[0], part[1]), _mm_packs_epi32 (part[2], part[3])));
#else
  unsigned bits = 0;
  for (int i = 0; i < 16; i++)
    bits |= (unsigned)(a[i] < b[i]) << i;
  return bits;
#endif
}

static void
fill_masks (const struct forest *f, hb_id b, uint64_t *mask)
{
  size_t row = 16 * f->groups;
  for (hb_id v = 0; v < f->count; v++)
    {
      uint64_t *m = mask + v * f->words;
      for (size_t w = 0; w < f->words; w++)
        m[w] = 0;
      for (size_t g = 0; g < f->groups; g++)
        {
          uint64_t bits
              = f->short_at
                    ? sixteen_short (f->short_at + v * row + 16 * g, f->short_at + b * row + 16 * g)
                    : sixteen_long (f->long_at + v * row + 16 * g, f->long_at + b * row + 16 * g);
          m[g / 4] |= bits << (16 * (g % 4));
        }
    }
}

static void
fill_positions (struct forest *f, const hb_schedules *family)
{
  size_t row = 16 * f->groups, cells = f->count * row + 16;
  if (f->count <= 1 << 16)
    f->short_at = hb_calloc (cells, sizeof *f->short_at);
  else
    f->long_at = hb_calloc (cells, sizeof *f->long_at);
  for (size_t s = 0; s < family->count; s++)
    {
      const hb_id *order = hb_schedules_at (family, s);
      for (hb_id i = 0; i < f->count; i++)
        {
          size_t cell = f->poset->enter[order[i]] * row + s;
          if (f->short_at)
            f->short_at[cell] = (int16_t)((int32_t)i - (1 << 15));
          else
            f->long_at[cell] = (int32_t)i;
        }
    }
}

/* --- Comparing --- */

static inline bool
lies_in (const uint64_t *a, const uint64_t *b, size_t words)
{
  for (size_t w = 0; w < words; w++)
    if (a[w] & ~b[w])
      return false;
  return true;
}

static void
report (struct forest *f, hb_id a, hb_id b, hb_id c)
{
  pthread_mutex_lock (&f->lock);
  if (!f->is_missed)
    {
      f->missed[0] = f->element[a], f->missed[1] = f->element[b], f->missed[2] = f->element[c];
      f->is_missed = true;
    }
  atomic_store (&f->stop, true);
  pthread_mutex_unlock (&f->lock);
}

static inline bool
is_apart (const struct forest *f, hb_id x, hb_id b)
{
  return !(x <= b && b < f->leave[x]) && !(b <= x && x < f->leave[b]);
}

/* A leaf at or above S whose mask lies in that of C, or HB_NONE. */
static hb_id
leaf_within (const struct worker *w, hb_id s, hb_id c)
{
  const struct forest *f = w->f;
  const uint64_t *wanted = w->mask + c * f->words;
  for (hb_id v = s; v < f->leave[s];)
    {
      if (!lies_in (w->meet + v * f->words, wanted, f->words))
        v = f->leave[v]; /* none of its leaves */
      else if (f->leave[v] == v + 1)
        return v;
      else
        v++;
    }
  return HB_NONE;
}

/* Compares all ordered pairs of the COUNT elements at LIST. */
static bool
compare (const struct worker *w, const hb_id *list, hb_id count, hb_id b)
{
  for (hb_id i = 0; i < count; i++)
    for (hb_id j = 0; j < count; j++)
      {
        hb_id a = i == j ? HB_NONE : leaf_within (w, list[j], list[i]);
        if (a != HB_NONE)
          {
            report (w->f, a, b, list[i]);
            return false;
          }
      }
  return true;
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

/* From the back: the intersections; parent and child. */
static bool
meet_masks (struct worker *w, hb_id b)
{
  const struct forest *f = w->f;
  memset (w->meet, 0xff, f->count * f->words * sizeof *w->meet);
  for (hb_id v = f->count; v-- > 0;)
    {
      if (!is_apart (f, v, b))
        continue;
      const uint64_t *m = w->mask + v * f->words;
      uint64_t *meet = w->meet + v * f->words, any = 0;
      for (size_t i = 0; i < f->words; i++)
        {
          if (f->leave[v] == v + 1)
            meet[i] = m[i];
          any |= m[i];
        }
      hb_id p = f->parent[v];
      if (!any)
        {
          /* (v, b) is missed; so is any triple that goes on from it, or comes before it. */
          hb_id c = any_third (f, v, b);
          if (c != HB_NONE)
            report (w->f, v, b, c);
          else /* then every other element is before v or b: one of them opens the triple */
            {
              for (c = 0; c == v || c == b; c++)
                ;
              report (w->f, c, v, b);
            }
          return false;
        }
      if (p == HB_NONE || !is_apart (f, p, b))
        continue;
      const uint64_t *above = w->mask + p * f->words;
      if (!memcmp (above, m, f->words * sizeof *m))
        {
          report (w->f, p, b, v);
          return false;
        }
      for (size_t i = 0; i < f->words; i++)
        w->meet[p * f->words + i] &= meet[i];
    }
  return true;
}

/* All tuples with B in the middle, and the pairs (a, B). */
static bool
check_middle (struct worker *w, hb_id b)
{
  const struct forest *f = w->f;
  fill_masks (f, b, w->mask);
  if (!meet_masks (w, b))
    return false;
  hb_id roots = 0;
  for (hb_id p = 0; p <= f->count; p++)
    {
      const hb_id *list = f->child + f->child_first[p];
      hb_id count = f->child_first[p + 1] - f->child_first[p];
      bool below = p == f->count || (p < b && b < f->leave[p]);
      if (below)
        {
          for (hb_id i = 0; i < count; i++)
            if (is_apart (f, list[i], b))
              w->roots[roots++] = list[i];
        }
      else if (p >= b && p < f->leave[b])
        continue;
      else if (count > 1 && !compare (w, list, count, b))
        return false;
    }
  return compare (w, w->roots, roots, b);
}

static void *
work (void *context)
{
  struct worker *w = context;
  struct forest *f = w->f;
  for (hb_id b = w->number; b < f->count && !atomic_load (&f->stop); b += f->threads)
    {
      if (!check_middle (w, b))
        break;
      if (!w->number && hb_limits_hit (f->limits))
        atomic_store (&f->stop, true);
    }
  return NULL;
}

/* --- The whole --- */

static void
renumber (struct forest *f)
{
  const hb_poset *p = f->poset;
  hb_id n = f->count;
  f->element = hb_calloc (n, sizeof *f->element);
  f->parent = hb_calloc (n, sizeof *f->parent);
  f->leave = hb_calloc (n, sizeof *f->leave);
  f->child_first = hb_calloc ((size_t)n + 3, sizeof *f->child_first);
  f->child = hb_calloc (n, sizeof *f->child);
  for (hb_id x = 0; x < n; x++)
    {
      hb_id v = p->enter[x], up = hb_poset_parent (p, x);
      f->element[v] = x;
      f->leave[v] = p->leave[x];
      f->parent[v] = up == HB_NONE ? HB_NONE : p->enter[up];
      f->child_first[(up == HB_NONE ? n : f->parent[v]) + 2]++;
    }
  for (hb_id v = 0; v <= n; v++)
    f->child_first[v + 2] += f->child_first[v + 1];
  for (hb_id v = 0; v < n; v++)
    f->child[f->child_first[(f->parent[v] == HB_NONE ? n : f->parent[v]) + 1]++] = v;
}

static void
run_workers (struct forest *f)
{
  struct worker *workers = hb_calloc (f->threads, sizeof *workers);
  for (unsigned i = 0; i < f->threads; i++)
    {
      struct worker *w = &workers[i];
      w->f = f;
      w->number = i;
      w->mask = hb_calloc (f->count * f->words + 1, sizeof *w->mask);
      w->meet = hb_calloc (f->count * f->words + 1, sizeof *w->meet);
      w->roots = hb_calloc (f->count, sizeof *w->roots);
      if (i && pthread_create (&w->thread, NULL, work, w))
        hb_fail ("no thread could be started");
    }
  work (&workers[0]);
  for (unsigned i = 0; i < f->threads; i++)
    {
      if (i)
        pthread_join (workers[i].thread, NULL);
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
                      .count = poset->count,
                      .schedules = family->count,
                      .groups = (family->count + 15) / 16,
                      .threads = threads ? threads : 1,
                      .limits = limits,
                      .missed = missed };
  f.words = f.groups ? (f.groups + 3) / 4 : 1;
  pthread_mutex_init (&f.lock, NULL);
  if (!family->count) /* nothing is hit: any linear extension begins with a tuple that is not */
    {
      hb_id *order = hb_calloc (poset->count, sizeof *order);
      hb_poset_sort (poset, order);
      memcpy (missed, order, 3 * sizeof *order);
      hb_free (order);
      return HB_HIT_MISSED;
    }
  renumber (&f);
  fill_positions (&f, family);
  run_workers (&f);
  hb_free (f.element);
  hb_free (f.parent);
  hb_free (f.leave);
  hb_free (f.child_first);
  hb_free (f.child);
  hb_free (f.short_at);
  hb_free (f.long_at);
  pthread_mutex_destroy (&f.lock);
  return f.is_missed ? HB_HIT_MISSED : atomic_load (&f.stop) ? HB_HIT_UNKNOWN : HB_HIT_ALL;
}

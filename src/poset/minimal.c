/* Smallest families: tuples, cliques, the search upwards, certificates; see minimal.h. */
#include "poset/minimal.h"

#include "base/input.h"
#include "base/temporary.h"

#include <string.h>

static bool
not_after (const hb_poset *poset, hb_id x, hb_id y)
{
  return x == y || hb_poset_before (poset, x, y);
}

/* A cycle alternates between the two, going up in one from a member to a later one, over to the other's, and
 * back: members i <= j of A, k <= l of B with A_j <= B_k and B_l <= A_i, not both mere equalities. */
static bool
tuples_clash (const hb_minimal *minimal, size_t i, size_t j)
{
  const hb_poset *p = minimal->poset;
  int d = minimal->d;
  const hb_id *a = minimal->tuples.data + i * (size_t)d, *b = minimal->tuples.data + j * (size_t)d;
  for (int up = 0; up < d; up++)
    for (int k = 0; k < d; k++)
      {
        if (!not_after (p, a[up], b[k]))
          continue;
        for (int l = k; l < d; l++)
          for (int down = 0; down <= up; down++)
            if (not_after (p, b[l], a[down])
                && (a[up] != b[k] || b[l] != a[down] || k < l || down < up))
              return true;
      }
  return false;
}

/* --- The clique --- */

/* Grown from START: always the tuple that leaves most candidates, by the candidates' bits. */
struct cliques
{
  const hb_minimal *minimal;
  size_t words;
  uint64_t *clash; /* of each tuple, a row of bits */
};

static size_t
common (const uint64_t *a, const uint64_t *b, size_t words)
{
  size_t sum = 0;
  for (size_t w = 0; w < words; w++)
    sum += (size_t)__builtin_popcountll (a[w] & b[w]);
  return sum;
}

static void
grow (const struct cliques *c, uint32_t start, struct hb_rng *rng, hb_numbers32 *clique)
{
  uint64_t *open = hb_calloc (c->words, sizeof *open);
  vec_clear (*clique);
  vec_push (*clique, start);
  memcpy (open, c->clash + start * c->words, c->words * sizeof *open);
  while (true)
    {
      size_t best = SIZE_MAX, most = 0, ties = 0;
      for (size_t w = 0; w < c->words; w++)
        for (uint64_t bits = open[w]; bits; bits &= bits - 1)
          {
            size_t i = 64 * w + (size_t)__builtin_ctzll (bits),
                   left = common (open, c->clash + i * c->words, c->words);
            ties = best != SIZE_MAX && left == most ? ties + 1 : 1;
            if (best == SIZE_MAX || left > most || (left == most && !hb_rng_below (rng, ties)))
              best = i, most = left;
          }
      if (best == SIZE_MAX)
        break;
      vec_push (*clique, (uint32_t)best);
      for (size_t w = 0; w < c->words; w++)
        open[w] &= c->clash[best * c->words + w];
    }
  hb_free (open);
}

/* Beyond so many tuples a clique is sought among some of them, evenly taken. */
#define MOST_IN_CLIQUES 3000

static void
find_clique (hb_minimal *m)
{
  size_t step = (m->count + MOST_IN_CLIQUES - 1) / MOST_IN_CLIQUES,
         some = step ? m->count / step : 0;
  struct cliques c = { m, (some + 63) / 64, NULL };
  hb_numbers32 clique = VEC_EMPTY;
  struct hb_rng rng = hb_rng_seeded (1);
  if (!some)
    return;
  c.clash = hb_calloc (some * c.words, sizeof *c.clash);
  for (size_t i = 0; i < some; i++)
    for (size_t j = i + 1; j < some; j++)
      if (tuples_clash (m, i * step, j * step))
        {
          c.clash[i * c.words + j / 64] |= (uint64_t)1 << (j % 64);
          c.clash[j * c.words + i / 64] |= (uint64_t)1 << (i % 64);
        }
  /* The work of one start is about clique * some^2 / 64. */
  size_t starts = some < 500 ? 40 : 8;
  for (size_t k = 0; k < starts; k++)
    {
      grow (&c, (uint32_t)(k * some / starts), &rng, &clique);
      if (clique.size <= m->clique.size)
        continue;
      vec_clear (m->clique);
      for (size_t i = 0; i < clique.size; i++)
        vec_push (m->clique, clique.data[i] * (uint32_t)step);
    }
  vec_free (clique);
  hb_free (c.clash);
}

/* --- The search --- */

hb_minimal *
hb_minimal_start (const hb_poset *poset, int d, size_t most, hb_diag *diag)
{
  hb_minimal *m = hb_calloc (1, sizeof *m);
  m->poset = poset;
  m->d = poset->count < (hb_id)d ? (int)poset->count : d;
  if (m->d > 1 && !hb_critical_tuples (poset, m->d, most, &m->tuples))
    {
      hb_error (diag, NULL, "there are more than %zu critical tuples: too many for a search", most);
      hb_minimal_free (m);
      return NULL;
    }
  /* A tuple that every schedule hits, as a chain's, asks for nothing: it is left out. */
  size_t kept = 0, d_size = (size_t)(m->d > 0 ? m->d : 1);
  for (size_t i = 0; i < m->tuples.size / d_size; i++)
    {
      const hb_id *tuple = m->tuples.data + i * d_size;
      bool free_order = false;
      for (int k = 1; k < m->d; k++)
        free_order = free_order || !hb_poset_before (poset, tuple[k - 1], tuple[k]);
      if (free_order)
        memmove (m->tuples.data + d_size * kept++, tuple, d_size * sizeof *tuple);
    }
  m->tuples.size = kept * d_size;
  m->count = kept;
  find_clique (m);
  m->low = m->clique.size > 1 ? m->clique.size : 1;
  return m;
}

int
hb_minimal_try (hb_minimal *m, size_t classes, const char *solver, bool with_proof,
                struct hb_limits *limits, hb_diag *diag)
{
  double start = hb_now ();
  int answer = m->d == 2 ? hb_minimal_by_cycles (m, classes, solver, with_proof, limits, diag)
                         : hb_minimal_by_orders (m, classes, solver, with_proof, limits, diag);
  m->seconds += hb_now () - start;
  return answer;
}

/* From the lower bound up. */
static void
climb (hb_minimal *m, const char *solver, bool with_proof, struct hb_limits *limits, hb_diag *diag)
{
  while (m->low < m->high)
    {
      int answer = hb_minimal_try (m, m->low, solver, with_proof, limits, diag);
      if (answer == 10)
        m->high = m->low;
      else if (answer == 20)
        m->low++;
      else
        break;
    }
}

/* From the upper bound down. */
static void
descend (hb_minimal *m, const char *solver, bool with_proof, struct hb_limits *limits,
         hb_diag *diag)
{
  while (m->low < m->high)
    {
      int answer = hb_minimal_try (m, m->high - 1, solver, with_proof, limits, diag);
      if (answer == 10)
        m->high--;
      else if (answer == 20)
        m->low = m->high;
      else
        break;
    }
}

hb_minimal *
hb_minimal_find (const hb_poset *poset, int d, hb_schedules *family, const char *solver,
                 bool with_proof, size_t most, struct hb_limits *limits, hb_diag *diag)
{
  hb_minimal *m = hb_minimal_start (poset, d, most, diag);
  if (!m)
    {
      hb_schedules_free (family);
      return NULL;
    }
  m->family = family;
  m->high = family->count;
  /* What is hard to refute and hard to realise is in between: half of the time is for each side of it. */
  struct hb_limits half = limits ? *limits : hb_limits_new (0, 0);
  if (half.deadline > 0)
    half.deadline = (hb_now () + half.deadline) / 2;
  climb (m, solver, with_proof, &half, diag);
  if (limits && m->low < m->high && !hb_limits_check (limits))
    descend (m, solver, with_proof, limits, diag);
  return m;
}

void
hb_minimal_free (hb_minimal *m)
{
  if (!m)
    return;
  hb_temporary_remove (m->proof);
  vec_free (m->tuples);
  vec_free (m->clique);
  vec_free (m->cycles);
  hb_schedules_free (m->family);
  hb_free (m);
}

/* --- The certificate --- */

static void
put_names (hb_output *output, const hb_poset *poset, const char *word, const hb_id *who,
           size_t count)
{
  char room[HB_ELEMENT_ROOM];
  hb_put (output, word);
  for (size_t i = 0; i < count; i++)
    {
      hb_put_char (output, ' ');
      hb_put (output, hb_element_name (poset, who[i], room));
    }
  hb_put_char (output, '\n');
}

static bool
put_proof (hb_output *output, const hb_minimal *m, hb_diag *diag)
{
  hb_input *input = hb_input_open (m->proof, diag);
  const char *line;
  size_t length;
  bool refuted = false; /* what stands behind the empty clause is of no use */
  while (input && !refuted && hb_input_line (input, &line, &length))
    {
      hb_put_bytes (output, line, length);
      hb_put_char (output, '\n');
      refuted = length == 1 && *line == '0';
    }
  bool good = input && !hb_input_failed (input);
  hb_input_close (input);
  return good;
}

bool
hb_minimal_write (hb_output *output, const hb_minimal *m, hb_diag *diag)
{
  char hex[HB_SHA256_HEX];
  bool good = true;
  hb_poset_hash (m->poset, hex);
  hb_putf (output, "hbcert 1 hitting\nposet %s\ndepth %d\n", hex, m->d);
  for (size_t s = 0; s < m->family->count; s++)
    put_names (output, m->poset, "order", hb_schedules_at (m->family, s), m->poset->count);
  for (size_t i = 0; i < m->count; i++)
    put_names (output, m->poset, "tuple", m->tuples.data + i * (size_t)m->d, (size_t)m->d);
  hb_put (output, "clique");
  for (size_t i = 0; i < m->clique.size; i++)
    hb_putf (output, " %u", m->clique.data[i]);
  hb_put_char (output, '\n');
  if (m->low > 1 && m->low > m->clique.size && m->proof)
    {
      hb_putf (output, "refute %zu %s\n", m->low - 1, m->d == 2 ? "cycles" : "orders");
      for (size_t i = 0; i < m->cycles.size; i += m->cycles.data[i] + 1)
        {
          hb_put (output, "cycle");
          for (uint32_t k = 1; k <= m->cycles.data[i]; k++)
            hb_putf (output, " %u", m->cycles.data[i + k]);
          hb_put_char (output, '\n');
        }
      good = put_proof (output, m, diag);
    }
  hb_putf (output, "end %zu %zu\n", m->low, m->high);
  return good;
}

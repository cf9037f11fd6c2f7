/* All 3-BI-3SAT formulas, or all of 3SAT, up to isomorphism, by orderly generation (Read, "Every one a winner",
 * Annals of Discrete Mathematics 2, 1978; Faradzev 1978): nothing is stored, nothing comes twice.
 *
 * Write a formula down in every possible way: the clauses in any order; its variables are called 1,
 * 2, ... in the order in which they first occur, and each occurs positively first (signs are
 * flipped so); within a clause the literals in the order 1, -1, 2, -2, ...  The smallest of these
 * strings, clause by clause, is the canonical form of the formula.
 *
 *     (b or not a), (a or c), (b or not c)      12 -13 2-3   13 2-3 ...   12 13 -2-3  <- smallest
 *
 * The first clauses of a canonical form are a canonical form: if they had a smaller one, it could
 * be continued by the clauses that are left, and the whole would be smaller.  So a depth-first
 * search that appends one clause in every possible way, and keeps the result iff it is canonical,
 * meets each class exactly once.
 *
 * The test for canonicity writes the formula down again, clause by clause: of the clauses left, the
 * one that reads smallest with the names given so far must come next.  If it is smaller than what
 * stands there, the string is not canonical; if it is larger, this way leads to nothing; if equal,
 * go on, and try all clauses that are equal and all orders of naming a clause's new variables; up
 * to symmetry. */
#include "gen/enumerate.h"

#include <string.h>

#define MOST HB_MOST_ENUMERATED
#define MOST_VARIABLES (3 * MOST)
#define UNNAMED 255

/* A clause as a number: three bytes, the first literal highest, 0 for no second or third one.  The byte of a
 * literal is 1 + 2 * variable + sign, variables from 0, sign 1 if negative.  Numbers order as
 * strings do. */
typedef uint32_t code;

struct search
{
  const struct hb_bounds *bounds;
  bool (*visit) (const hb_cnf *, void *);
  void *context;
  bool stopped;

  code clauses[MOST];
  unsigned size;                        /* clauses */
  unsigned literals;                    /* in them */
  unsigned variables;                   /* that occur */
  unsigned char degree[MOST_VARIABLES]; /* of each variable */
  unsigned most;                        /* degree that a variable may have */
  hb_cnf *cnf;                          /* the same formula, for the visitor */
};

/* --- Is the string canonical? --- */

/* A second way to write the formula, as far as it is done. */
struct naming
{
  unsigned char name[MOST_VARIABLES]; /* UNNAMED or the new number */
  unsigned char flip[MOST_VARIABLES]; /* 1 if the signs are flipped */
  unsigned named;
  uint32_t used; /* the clauses written down */
};

static unsigned
byte_of (code clause, unsigned k)
{
  return clause >> (16 - 8 * k) & 255;
}

/* The clause as it reads with the names given so far, its new variables being the next ones.  The
 * K-th of its literals, K being in FRESH[0 .. *COUNT - 1], have no name yet. */
static code
read_clause (code clause, const struct naming *naming, unsigned char fresh[3], unsigned *count)
{
  unsigned bytes[3] = { 0 }, size = 0;
  *count = 0;
  for (unsigned k = 0; k < 3 && byte_of (clause, k); k++)
    {
      unsigned literal = byte_of (clause, k) - 1, variable = literal / 2;
      if (naming->name[variable] == UNNAMED)
        {
          fresh[(*count)++] = (unsigned char)k;
          continue;
        }
      unsigned renamed = 1 + 2u * naming->name[variable] + ((literal & 1) ^ naming->flip[variable]);
      unsigned at = size++;
      for (; at && bytes[at - 1] > renamed; at--)
        bytes[at] = bytes[at - 1];
      bytes[at] = renamed;
    }
  for (unsigned i = 0; i < *count; i++)
    bytes[size++] = 1 + 2 * (naming->named + i);
  return bytes[0] << 16 | bytes[1] << 8 | bytes[2];
}

/* What the strings that start in some way are, compared with the one in question.  AT_LEAST: none
 * is smaller, and perhaps some are equal but none was met.  EQUAL: one is equal, and thus a
 * symmetry of the formula. */
enum outcome
{
  AT_LEAST,
  EQUAL,
  SMALLER
};

static enum outcome compare (const struct search *s, struct naming *naming, unsigned at, bool own);

/* Goes on after clause AT with the fresh literals of CLAUSE named in every order. */
static enum outcome
compare_names (const struct search *s, struct naming *naming, unsigned at, bool own, code clause,
               const unsigned char *fresh, unsigned count)
{
  if (!count)
    return compare (s, naming, at + 1, own);
  enum outcome outcome = AT_LEAST;
  for (unsigned i = 0; i < count && outcome != SMALLER && (own || outcome != EQUAL); i++)
    {
      unsigned literal = byte_of (clause, fresh[i]) - 1, variable = literal / 2;
      unsigned char rest[3];
      for (unsigned k = 0, j = 0; k < count; k++)
        if (k != i)
          rest[j++] = fresh[k];
      naming->name[variable] = (unsigned char)naming->named++;
      naming->flip[variable] = literal & 1;
      outcome = compare_names (s, naming, at, own && i == 0, clause, rest, count - 1);
      naming->name[variable] = UNNAMED;
      naming->named--;
    }
  return outcome;
}

/* The clauses that may stand at place AT, being equal to what does, in EQUALS; false if one is
 * smaller. */
static bool
find_equals (const struct search *s, const struct naming *naming, unsigned at,
             unsigned char fresh[][3], unsigned *counts, uint32_t *equals)
{
  *equals = 0;
  for (unsigned j = 0; j < s->size; j++)
    if (!(naming->used >> j & 1))
      {
        code now = read_clause (s->clauses[j], naming, fresh[j], &counts[j]);
        if (now < s->clauses[at])
          return false;
        if (now == s->clauses[at])
          *equals |= UINT32_C (1) << j;
      }
  return true;
}

/* Compares all strings that start with the naming's first AT clauses.  OWN: those stand as in the
 * string in question.  Then each way to go on is followed to an end; elsewhere the first string
 * that is equal will do: the symmetry that it shows carries the string's own way to go on, which is
 * followed anyway, to this one, so this one has nothing smaller either.  (Without this the time
 * would grow with the number of symmetries, and there are k! of k equal parts.) */
static enum outcome
compare (const struct search *s, struct naming *naming, unsigned at, bool own)
{
  if (at == s->size)
    return EQUAL;
  unsigned char fresh[MOST][3];
  unsigned counts[MOST];
  uint32_t equals;
  if (!find_equals (s, naming, at, fresh, counts, &equals))
    return SMALLER;
  enum outcome outcome = AT_LEAST;
  for (unsigned j = 0; j < s->size && outcome != SMALLER && (own || outcome != EQUAL); j++)
    if (equals >> j & 1)
      {
        naming->used ^= UINT32_C (1) << j;
        outcome = compare_names (s, naming, at, own && j == at, s->clauses[j], fresh[j], counts[j]);
        naming->used ^= UINT32_C (1) << j;
      }
  return outcome;
}

static bool
is_canonical (const struct search *s)
{
  struct naming naming;
  memset (naming.name, UNNAMED, s->variables);
  naming.named = 0;
  naming.used = 0;
  return compare (s, &naming, 0, true) != SMALLER;
}

/* --- The search --- */

/* Appends the clause (SIGN 1) or takes it off again (SIGN -1). */
static void
count_clause (struct search *s, const unsigned char *bytes, unsigned size, int sign)
{
  for (unsigned k = 0; k < size; k++)
    {
      unsigned char *degree = &s->degree[(bytes[k] - 1u) / 2];
      s->variables -= sign < 0 && *degree == 1;
      s->variables += sign > 0 && *degree == 0;
      *degree = (unsigned char)(*degree + sign);
    }
  s->literals = sign > 0 ? s->literals + size : s->literals - size;
  s->size = sign > 0 ? s->size + 1 : s->size - 1;
}

static void
visit (struct search *s)
{
  s->cnf->variables = (int)s->variables;
  if (!s->visit (s->cnf, s->context))
    s->stopped = true;
}

static void extend (struct search *s);

/* Appends the clause, and goes on from there if the result is canonical. */
static void
try_clause (struct search *s, const unsigned char *bytes, unsigned size)
{
  s->clauses[s->size] = 0;
  for (unsigned k = 0; k < size; k++)
    s->clauses[s->size] |= (code)bytes[k] << (16 - 8 * k);
  count_clause (s, bytes, size, 1);
  if (is_canonical (s))
    {
      for (unsigned k = 0; k < size; k++)
        {
          int variable = (bytes[k] - 1) / 2 + 1;
          hb_cnf_add (s->cnf, bytes[k] & 1 ? variable : -variable);
        }
      hb_cnf_add (s->cnf, 0);
      visit (s);
      if (!s->stopped)
        extend (s);
      hb_cnf_drop_clause (s->cnf, s->size - 1);
    }
  count_clause (s, bytes, size, -1);
}

/* Tries all clauses of WIDTH literals that start with the SIZE ones in BYTES.  Literals grow, a
 * variable not yet in the formula is the next one, and positive. */
static void
try_clauses (struct search *s, unsigned char bytes[3], unsigned size, unsigned width)
{
  if (size == width)
    {
      try_clause (s, bytes, size);
      return;
    }
  unsigned next = size ? (bytes[size - 1] - 1u) / 2 + 1 : 0;
  for (; next < s->variables && !s->stopped; next++)
    for (unsigned sign = 0; sign < 2 && s->degree[next] < s->most && !s->stopped; sign++)
      {
        bytes[size] = (unsigned char)(1 + 2 * next + sign);
        try_clauses (s, bytes, size + 1, width);
      }
  if (next < (unsigned)s->bounds->variables && !s->stopped)
    {
      bytes[size] = (unsigned char)(1 + 2 * next);
      try_clauses (s, bytes, size + 1, width);
    }
}

/* Visits all formulas that continue this one. */
static void
extend (struct search *s)
{
  if (s->size == s->bounds->clauses)
    return;
  for (unsigned width = s->bounds->all ? 1 : 2; width <= 3; width++)
    if (s->literals + width <= s->bounds->literals)
      {
        unsigned char bytes[3];
        try_clauses (s, bytes, 0, width);
      }
}

bool
hb_enumerate (const struct hb_bounds *bounds, bool (*visitor) (const hb_cnf *cnf, void *context),
              void *context)
{
  struct hb_bounds cut = *bounds;
  if (cut.clauses > MOST)
    cut.clauses = MOST;
  if (cut.variables > MOST_VARIABLES)
    cut.variables = MOST_VARIABLES;
  struct search s = { .bounds = &cut,
                      .visit = visitor,
                      .context = context,
                      .most = bounds->all ? MOST : 3,
                      .cnf = hb_cnf_new (0) };
  visit (&s);
  if (!s.stopped)
    extend (&s);
  hb_cnf_free (s.cnf);
  return !s.stopped;
}

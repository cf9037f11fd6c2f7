/* See transform.h.
 *
 * A gadget says for a literal which clauses over the new variables stand for it.  A clause is the disjunction of its
 * literals, so what stands for it is every way to take one clause of each literal, joined:
 *
 *     x          x1 x2    ~x1 ~x2              (xor:2)
 *     x or y     x1 x2 y1 y2,  x1 x2 ~y1 ~y2,  ~x1 ~x2 y1 y2,  ~x1 ~x2 ~y1 ~y2 */
#include "gen/transform.h"

#include "base/memory.h"
#include "base/rng.h"
#include "base/vec.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* What a gadget may have: more would be no formula for anybody. */
#define MOST_ARITY 10
#define MOST_CLAUSES 20000000.0

struct gadget
{
  const char *name;
  unsigned (*clauses) (unsigned arity, bool positive); /* that stand for a literal */
  unsigned (*width) (unsigned arity, bool positive);   /* literals of each */
  /* Literal K of clause C for the literal, among the new variables 1 .. of its variable. */
  int (*literal) (unsigned arity, bool positive, unsigned c, unsigned k);
  unsigned variables_each; /* new variables: so many times the arity */
};

/* --- xor: clause c forbids the c-th assignment with the wrong sum --- */

static unsigned
xor_clauses (unsigned arity, bool positive)
{
  (void)positive;
  return 1U << (arity - 1);
}

static unsigned
all_of_them (unsigned arity, bool positive)
{
  (void)positive;
  return arity;
}

static int
xor_literal (unsigned arity, bool positive, unsigned c, unsigned k)
{
  /* c gives the first arity - 1 values, the last one makes the sum wrong. */
  bool value = c >> k & 1;
  if (k == arity - 1)
    value = (bool)(__builtin_popcount (c) & 1) ^ !positive;
  return value ? -(int)(k + 1) : (int)(k + 1);
}

/* --- or --- */

static unsigned
or_clauses (unsigned arity, bool positive)
{
  return positive ? 1 : arity;
}

static unsigned
or_width (unsigned arity, bool positive)
{
  return positive ? arity : 1;
}

static int
or_literal (unsigned arity, bool positive, unsigned c, unsigned k)
{
  (void)arity;
  return positive ? (int)k + 1 : -(int)(c + 1);
}

/* --- lift: new variables 1 .. arity select, arity + 1 .. 2 arity are selected --- */

static unsigned
two (unsigned arity, bool positive)
{
  (void)arity;
  (void)positive;
  return 2;
}

static int
lift_literal (unsigned arity, bool positive, unsigned c, unsigned k)
{
  int selected = (int)(arity + c + 1);
  return !k ? -(int)(c + 1) : positive ? selected : -selected;
}

static const struct gadget gadgets[] = { { "xor", xor_clauses, all_of_them, xor_literal, 1 },
                                         { "or", or_clauses, or_width, or_literal, 1 },
                                         { "lift", all_of_them, two, lift_literal, 2 } };

/* --- substitution ------------------------------------------------------------------------------ */

struct substitution
{
  const struct gadget *gadget;
  unsigned arity;
  hb_cnf *made;
};

static void
add_part (const struct substitution *s, int literal, unsigned c)
{
  int first = (abs (literal) - 1) * (int)(s->gadget->variables_each * s->arity);
  for (unsigned k = 0; k < s->gadget->width (s->arity, literal > 0); k++)
    {
      int local = s->gadget->literal (s->arity, literal > 0, c, k);
      hb_cnf_add (s->made, local < 0 ? local - first : local + first);
    }
}

/* All clauses that stand for that one: CHOICE counts through them like an odometer. */
static void
add_products (const struct substitution *s, const int *clause, size_t size)
{
  unsigned *choice = hb_calloc (size + 1, sizeof *choice);
  size_t turned;
  do
    {
      for (size_t i = 0; i < size; i++)
        add_part (s, clause[i], choice[i]);
      hb_cnf_add (s->made, 0);
      for (turned = 0; turned < size; turned++)
        {
          if (++choice[turned] < s->gadget->clauses (s->arity, clause[turned] > 0))
            break;
          choice[turned] = 0;
        }
    }
  while (turned < size);
  hb_free (choice);
}

/* Of lift: exactly one selector of variable V (from 0) is true. */
static void
add_selectors (const struct substitution *s, int v)
{
  int first = v * 2 * (int)s->arity + 1, last = first + (int)s->arity - 1;
  for (int i = first; i <= last; i++)
    hb_cnf_add (s->made, i);
  hb_cnf_add (s->made, 0);
  for (int i = first; i <= last; i++)
    for (int j = i + 1; j <= last; j++)
      {
        hb_cnf_add (s->made, -i);
        hb_cnf_add (s->made, -j);
        hb_cnf_add (s->made, 0);
      }
}

/* Are there not too many clauses and variables? */
static bool
fits (const hb_cnf *cnf, const struct gadget *gadget, unsigned arity, hb_diag *diag)
{
  double all = 0;
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *clause = hb_cnf_clause (cnf, j, &size);
      double product = 1;
      for (size_t i = 0; i < size; i++)
        product *= gadget->clauses (arity, clause[i] > 0);
      all += product;
    }
  if (all <= MOST_CLAUSES
      && (double)cnf->variables * arity * gadget->variables_each < (double)INT_MAX / 2)
    return true;
  hb_error (diag, NULL, "%s:%u makes %.3g clauses of this formula; possible are %.0f", gadget->name,
            arity, all, MOST_CLAUSES);
  return false;
}

static hb_cnf *
substitute (const hb_cnf *cnf, const struct gadget *gadget, unsigned arity, hb_diag *diag)
{
  if (!fits (cnf, gadget, arity, diag))
    return NULL;
  struct substitution s
      = { gadget, arity, hb_cnf_new (cnf->variables * (int)(arity * gadget->variables_each)) };
  for (int v = 0; gadget->variables_each > 1 && v < cnf->variables; v++)
    add_selectors (&s, v);
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *clause = hb_cnf_clause (cnf, j, &size);
      add_products (&s, clause, size);
    }
  return s.made;
}

/* --- the others -------------------------------------------------------------------------------- */

static hb_cnf *
flip (const hb_cnf *cnf)
{
  hb_cnf *made = hb_cnf_new (cnf->variables);
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *clause = hb_cnf_clause (cnf, j, &size);
      for (size_t i = 0; i < size; i++)
        hb_cnf_add (made, -clause[i]);
      hb_cnf_add (made, 0);
    }
  return made;
}

static hb_cnf *
compact (const hb_cnf *cnf)
{
  int *number = hb_calloc ((size_t)cnf->variables + 1, sizeof *number), next = 0;
  for (size_t i = 0; i < cnf->literals.size; i++)
    number[abs (cnf->literals.data[i])] = 1;
  for (int v = 1; v <= cnf->variables; v++)
    if (number[v])
      number[v] = ++next;
  hb_cnf *made = hb_cnf_new (next);
  for (size_t j = 0; j < hb_cnf_clauses (cnf); j++)
    {
      size_t size;
      const int *clause = hb_cnf_clause (cnf, j, &size);
      for (size_t i = 0; i < size; i++)
        hb_cnf_add (made, clause[i] < 0 ? -number[-clause[i]] : number[clause[i]]);
      hb_cnf_add (made, 0);
    }
  hb_free (number);
  return made;
}

/* CNF after the one that WORD (LENGTH bytes) names.  New; NULL after an error in DIAG. */
static hb_cnf *
transformed (const hb_cnf *cnf, const char *word, size_t length, struct hb_rng *rng, hb_diag *diag)
{
  char *name = hb_copy_bytes (word, length), *colon = strchr (name, ':'), *end = NULL;
  unsigned long arity = colon ? strtoul (colon + 1, &end, 10) : 0;
  hb_cnf *made = NULL;
  if (colon)
    *colon = '\0';
  bool numbered = colon && end && !*end && arity >= 1 && arity <= MOST_ARITY, tried = false;
  for (size_t g = 0; numbered && g < sizeof gadgets / sizeof *gadgets; g++)
    if (!strcmp (name, gadgets[g].name))
      {
        tried = true;
        made = substitute (cnf, &gadgets[g], (unsigned)arity, diag);
      }
  if (!colon && !strcmp (name, "shuffle"))
    made = hb_cnf_shuffled (cnf, rng);
  else if (!colon && !strcmp (name, "flip"))
    made = flip (cnf);
  else if (!colon && !strcmp (name, "compact"))
    made = compact (cnf);
  if (!made && !tried)
    hb_error (
        diag, NULL,
        "no transformation '%.*s'; expected shuffle, flip, compact, or xor:N, or:N, lift:N with N "
        "from 1 to %d",
        (int)length, word, MOST_ARITY);
  hb_free (name);
  return made;
}

hb_cnf *
hb_cnf_transformed (const hb_cnf *cnf, const char *text, struct hb_rng *rng, hb_diag *diag)
{
  hb_cnf *now = hb_cnf_copy (cnf);
  if (!strcmp (text, "none"))
    return now;
  bool more = true; /* a word, if an empty one, stands before each plus sign and behind the last */
  while (now && more)
    {
      size_t length = strcspn (text, "+");
      hb_cnf *next = transformed (now, text, length, rng, diag);
      hb_cnf_free (now);
      now = next;
      more = text[length] == '+';
      text += length + more;
    }
  return now;
}

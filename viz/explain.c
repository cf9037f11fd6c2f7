/* See explain.h: unit propagation over the cycles of a refutation. */
#include "viz/explain.h"

#include "viz/explain_known.h"

#include <stdlib.h>

/* An order of two messages.  Where posts and runs are coupled (hb_coupled) it is one for both. */
struct order_key
{
  hb_id low, high; /* messages, low < high */
  bool posts;
};

struct choice
{
  struct order_key key;
  int value;       /* 1: low first is forced, -1: high first, 0: open */
  size_t reason;   /* the cycle that forced it */
  size_t position; /* when, from 0 */
  bool used;
};

struct literal
{
  size_t choice;
  bool low_first;
};

struct propagation
{
  const hb_trace *trace;
  VEC (struct hb_cycle) list; /* those given, then those that need no engine */
  const struct hb_cycle *cycles;
  size_t given, count;
  VEC (struct choice) choices;
  VEC (struct literal) literals; /* cycle after cycle, each once */
  VEC (size_t) first;            /* cycle -> its first literal; count + 1 entries */
  VEC (size_t) forced;           /* choices in the order in which they were forced */
};

static struct order_key
key_of (const hb_trace *trace, const struct hb_pair *pair)
{
  struct order_key key = { pair->before, pair->after, false };
  key.posts = pair->posts && !hb_coupled (trace, pair->before, pair->after);
  if (key.low > key.high)
    {
      key.low = pair->after;
      key.high = pair->before;
    }
  return key;
}

static int
compare_keys (const struct order_key *a, const struct order_key *b)
{
  if (a->low != b->low)
    return a->low < b->low ? -1 : 1;
  if (a->high != b->high)
    return a->high < b->high ? -1 : 1;
  return a->posts - b->posts;
}

static int
compare_choices (const void *left, const void *right)
{
  const struct choice *a = left, *b = right;
  return compare_keys (&a->key, &b->key);
}

/* The choices that the cycles speak of, sorted and without doubles. */
static void
collect_choices (struct propagation *p)
{
  for (size_t c = 0; c < p->count; c++)
    for (size_t i = 0; i < p->cycles[c].steps.size; i++)
      {
        struct hb_pair assumed[2];
        int count = hb_step_assumes (p->trace, &p->cycles[c].steps.data[i], assumed);
        for (int k = 0; k < count; k++)
          {
            struct choice choice = { .key = key_of (p->trace, &assumed[k]) };
            vec_push (p->choices, choice);
          }
      }
  if (!p->choices.size)
    return;
  qsort (p->choices.data, p->choices.size, sizeof *p->choices.data, compare_choices);
  size_t kept = 1;
  for (size_t i = 1; i < p->choices.size; i++)
    if (compare_choices (&p->choices.data[i], &p->choices.data[kept - 1]))
      p->choices.data[kept++] = p->choices.data[i];
  p->choices.size = kept;
}

static struct literal
literal_of (const struct propagation *p, const struct hb_pair *pair)
{
  struct choice wanted = { .key = key_of (p->trace, pair) };
  const struct choice *found = bsearch (&wanted, p->choices.data, p->choices.size,
                                        sizeof *p->choices.data, compare_choices);
  return (struct literal){ (size_t)(found - p->choices.data), pair->before == found->key.low };
}

/* Adds what PAIR assumes to the literals of a cycle that start at START, unless it is there. */
static void
add_literal (struct propagation *p, size_t start, const struct hb_pair *pair)
{
  struct literal literal = literal_of (p, pair);
  for (size_t k = start; k < p->literals.size; k++)
    if (p->literals.data[k].choice == literal.choice)
      return;
  vec_push (p->literals, literal);
}

static void
collect_literals (struct propagation *p)
{
  for (size_t c = 0; c < p->count; c++)
    {
      size_t start = p->literals.size;
      vec_push (p->first, start);
      for (size_t i = 0; i < p->cycles[c].steps.size; i++)
        {
          struct hb_pair assumed[2];
          int count = hb_step_assumes (p->trace, &p->cycles[c].steps.data[i], assumed);
          for (int k = 0; k < count; k++)
            add_literal (p, start, &assumed[k]);
        }
    }
  size_t end = p->literals.size;
  vec_push (p->first, end);
}

/* 1: the order that the literal assumes is forced, -1: the other one is, 0: neither. */
static int
value_of (const struct propagation *p, const struct literal *literal)
{
  int value = p->choices.data[literal->choice].value;
  return literal->low_first ? value : -value;
}

/* How many assumptions of cycle C are open, *LAST being one of them; SIZE_MAX if one is ruled out. */
static size_t
open_literals (const struct propagation *p, size_t c, struct literal *last)
{
  size_t open = 0;
  for (size_t i = p->first.data[c]; i < p->first.data[c + 1]; i++)
    {
      int value = value_of (p, &p->literals.data[i]);
      if (value < 0)
        return SIZE_MAX;
      if (!value)
        {
          open++;
          *last = p->literals.data[i];
        }
    }
  return open;
}

/* Cycles are taken in this order: what the mailbox and the posts alone say comes first, as it is the simplest
 * reason, then what else needs no engine. */
enum kind
{
  BY_POSTS,
  KNOWN,
  GIVEN
};

static enum kind
kind_of (const struct propagation *p, size_t c)
{
  return c < p->given ? GIVEN : p->cycles[c].steps.data[0].relation == HB_MO ? BY_POSTS : KNOWN;
}

/* A pass over the cycles of KIND, the short ones first if they stand first; true if something new was forced. */
static bool
pass (struct propagation *p, enum kind kind)
{
  bool news = false;
  for (size_t c = kind == GIVEN ? 0 : p->given; c < (kind == GIVEN ? p->given : p->count); c++)
    {
      struct literal last;
      if (kind_of (p, c) != kind || open_literals (p, c, &last) != 1)
        continue;
      struct choice *choice = &p->choices.data[last.choice];
      choice->value = last.low_first ? -1 : 1;
      choice->reason = c;
      choice->position = p->forced.size;
      vec_push (p->forced, last.choice);
      news = true;
    }
  return news;
}

/* All that is forced. */
static void
propagate (struct propagation *p)
{
  vec_clear (p->choices);
  vec_clear (p->literals);
  vec_clear (p->first);
  vec_clear (p->forced);
  p->cycles = p->list.data;
  p->count = p->list.size;
  collect_choices (p);
  collect_literals (p);
  while (pass (p, BY_POSTS) || pass (p, KNOWN) || pass (p, GIVEN))
    ;
}

static bool
is_complete (const struct propagation *p)
{
  struct literal last;
  for (size_t c = 0; c < p->count; c++)
    if (!open_literals (p, c, &last))
      return true;
  return false;
}

/* The order of a choice, low first or high first. */
static struct hb_pair
pair_of (const struct choice *choice, bool low_first)
{
  return (struct hb_pair){ low_first ? choice->key.low : choice->key.high,
                           low_first ? choice->key.high : choice->key.low, choice->key.posts };
}

#define MOST_ROUNDS 20

/* Adds cycles for what the input, the mailboxes and what is forced so far rule out, as long as there are new
 * ones. */
static void
add_known (struct propagation *p)
{
  bool news = true;
  for (int round = 0; round < MOST_ROUNDS && news; round++)
    {
      struct hb_known *known = hb_known_new (p->trace);
      news = false;
      for (size_t k = 0; round && k < p->forced.size; k++)
        {
          const struct choice *choice = &p->choices.data[p->forced.data[k]];
          struct hb_pair pair = pair_of (choice, choice->value > 0);
          hb_known_add (known, &pair);
        }
      for (size_t i = 0; i < p->choices.size; i++)
        for (int low_first = 0; low_first < 2; low_first++)
          {
            struct hb_pair pair = pair_of (&p->choices.data[i], low_first);
            struct hb_cycle cycle = { VEC_EMPTY };
            if ((round && p->choices.data[i].value) || !hb_known_refutes (known, &pair, &cycle))
              continue;
            vec_push (p->list, cycle);
            news = true;
          }
      hb_known_free (known);
      if (news)
        propagate (p);
    }
}

/* Marks what cycle C rests on; the steps of it and of its reasons together.  Reasons are older than what
 * they force, so one way back over them is enough. */
static size_t
mark_reasons (struct propagation *p, size_t c)
{
  size_t steps = p->cycles[c].steps.size;
  for (size_t i = 0; i < p->choices.size; i++)
    p->choices.data[i].used = false;
  for (size_t i = p->first.data[c]; i < p->first.data[c + 1]; i++)
    p->choices.data[p->literals.data[i].choice].used = true;
  for (size_t k = p->forced.size; k-- > 0;)
    {
      size_t number = p->forced.data[k];
      const struct choice *choice = &p->choices.data[number];
      if (!choice->used)
        continue;
      steps += p->cycles[choice->reason].steps.size;
      for (size_t i = p->first.data[choice->reason]; i < p->first.data[choice->reason + 1]; i++)
        if (p->literals.data[i].choice != number)
          p->choices.data[p->literals.data[i].choice].used = true;
    }
  return steps;
}

#define MOST_COMPARED 2000 /* cycles whose reasons are counted */
#define OPEN 8             /* what an open assumption costs, in steps */
#define HOLLOW 1000        /* and a cycle that tells nothing of the trace */

/* Does it speak of orders of one handler alone?  Such a cycle says only that orders are transitive. */
static bool
is_hollow (const hb_trace *trace, const struct hb_cycle *cycle)
{
  hb_id handler = HB_NONE;
  for (size_t i = 0; i < cycle->steps.size; i++)
    {
      const struct hb_step *step = &cycle->steps.data[i];
      if (step->relation == HB_PO)
        continue;
      hb_id own = step->before == HB_NONE ? HB_NONE : trace->messages.data[step->before].handler;
      if (own == HB_NONE || (handler != HB_NONE && own != handler))
        return false;
      handler = own;
    }
  return true;
}

static size_t
choose (struct propagation *p, bool *complete)
{
  size_t best = 0, least = SIZE_MAX, compared = 0;
  struct literal last;
  *complete = false;
  for (size_t c = 0; c < p->count && compared < MOST_COMPARED; c++)
    if (open_literals (p, c, &last) == 0)
      {
        size_t steps = mark_reasons (p, c);
        compared++;
        *complete = true;
        if (steps < least)
          {
            least = steps;
            best = c;
          }
      }
  if (*complete)
    return best;
  for (size_t c = 0; c < p->count; c++)
    {
      size_t open = open_literals (p, c, &last);
      size_t cost
          = open * OPEN + p->cycles[c].steps.size + is_hollow (p->trace, &p->cycles[c]) * HOLLOW;
      if (open != SIZE_MAX && cost < least)
        {
          least = cost;
          best = c;
        }
    }
  return best;
}

struct hb_explanation
hb_explain (const hb_trace *trace, const struct hb_cycle *cycles, size_t count)
{
  struct propagation p = { .trace = trace, .given = count };
  for (size_t c = 0; c < count; c++)
    {
      struct hb_cycle copy = hb_cycle_short_copy (trace, &cycles[c]);
      vec_push (p.list, copy);
    }
  propagate (&p);
  if (!is_complete (&p))
    add_known (&p);
  struct hb_explanation explanation
      = { .cycles = p.list.data, .count = p.list.size, .given = count, .reasons = VEC_EMPTY };
  explanation.cycle = choose (&p, &explanation.complete);
  mark_reasons (&p, explanation.cycle);
  for (size_t k = 0; k < p.forced.size; k++)
    {
      const struct choice *choice = &p.choices.data[p.forced.data[k]];
      struct hb_pair pair = pair_of (choice, choice->value > 0);
      struct hb_reason reason = { pair.before, pair.after, pair.posts, choice->reason };
      if (choice->used)
        vec_push (explanation.reasons, reason);
    }
  vec_free (p.choices);
  vec_free (p.literals);
  vec_free (p.first);
  vec_free (p.forced);
  return explanation;
}

void
hb_explanation_clear (struct hb_explanation *explanation)
{
  for (size_t i = 0; i < explanation->count; i++)
    hb_cycle_free (&explanation->cycles[i]);
  hb_free (explanation->cycles);
  vec_free (explanation->reasons);
}

bool
hb_reason_is_queue (const struct hb_explanation *explanation, const hb_trace *trace,
                    const struct hb_reason *reason)
{
  return reason->cycle >= explanation->given && hb_coupled (trace, reason->before, reason->after)
         && explanation->cycles[reason->cycle].steps.data[0].relation == HB_MO;
}

const struct hb_reason *
hb_explanation_reason (const struct hb_explanation *explanation, const hb_trace *trace,
                       const struct hb_step *step)
{
  struct hb_pair assumed[2];
  int count = hb_step_assumes (trace, step, assumed);
  for (int k = 0; k < count; k++)
    for (size_t i = 0; i < explanation->reasons.size; i++)
      {
        const struct hb_reason *r = &explanation->reasons.data[i];
        struct hb_pair pair = { r->before, r->after, r->posts };
        struct order_key key = key_of (trace, &pair), wanted = key_of (trace, &assumed[k]);
        if (r->before == assumed[k].before && !compare_keys (&key, &wanted))
          return r;
      }
  return NULL;
}

hb_explanation *
hb_explanation_new (const hb_trace *trace, const hb_cycle *cycles, size_t count)
{
  hb_explanation *explanation = hb_calloc (1, sizeof *explanation);
  *explanation = hb_explain (trace, cycles, count);
  return explanation;
}

void
hb_explanation_free (hb_explanation *explanation)
{
  if (!explanation)
    return;
  hb_explanation_clear (explanation);
  hb_free (explanation);
}

const hb_cycle *
hb_explanation_cycle (const hb_explanation *explanation)
{
  return explanation->cycles + explanation->cycle;
}

bool
hb_explanation_complete (const hb_explanation *explanation)
{
  return explanation->complete;
}

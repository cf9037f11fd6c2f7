/* What the files of never.h share: never_step.c (values, steps), never_search.c (all states of some threads), never.c (what
 * threads may write, questions). */
#ifndef HBKIT_DIFF_NEVER_PRIVATE_H
#define HBKIT_DIFF_NEVER_PRIVATE_H

#include "diff/never.h"

#include "base/names.h"

#define NEVER_ANY UINT64_C (0x8000a5c3e17b2d4f) /* a number that is this one is ANY, too */
#define NEVER_STEPS                                                                                \
  12 /* for a state that a search may have: a statement may be made in millions of ways */
#define NEVER_MOST_VALUES                                                                          \
  6 /* of a variable or local in one search, of a statement, before they are ANY */

/* What a thread may write. */
struct never_effect
{
  hb_id thread, statement;
  uint64_t value;
};

typedef VEC (struct never_effect) never_effects;

/* The values that a variable or a local has had. */
struct never_had
{
  hb_id count;
  uint64_t values[NEVER_MOST_VALUES];
};

struct diff_never
{
  const diff_program *program;
  uint64_t limit, states; /* of all searches */
  uint64_t steps;
  struct hb_limits *limits;
  char *matters;               /* by variable: its value matters */
  VEC (char *) wide;           /* by thread and local: more than whether it is 0 matters */
  VEC (char *) touches;        /* by thread and variable */
  VEC (never_effects) effects; /* by variable */
  bool more;                   /* some effect is new */
};

/* What was decided, of how many, and how much of it the step at hand has used. */
struct never_ways
{
  VEC (hb_id) taken, most;
  size_t used;
};

/* The search for one dependency in one thread. */
struct never_search
{
  diff_never *never;
  const diff_program *program;
  const struct diff_dependency *wanted; /* NULL: what the threads looked at may write */
  hb_id reader;                         /* the thread that makes the second statement */
  char *inside;                         /* by thread: it is looked at */
  VEC (size_t) base;                    /* by thread: where it is in a state, then its slots */
  VEC (hb_id) place;                    /* by variable: where it is in a state, or HB_NONE */
  VEC (never_effects) outside; /* by variable: what the other threads may write, each once */
  VEC (struct never_had) had;  /* by variable, then by local of each thread */
  VEC (size_t) had_of;         /* by thread */
  size_t words;
  uint64_t most_steps; /* after which it gives up */
  hb_names *states;
  VEC (uint64_t) owed; /* by state: the threads outside whose writes were taken on the way there */
  /* The step at hand. */
  uint64_t *state;
  uint64_t debts;
  bool reached, found; /* the dependency, by the step at hand; by one that was made */
  struct never_ways ways;
  /* Of a thread that goes on alone. */
  struct never_ways inner;
  uint64_t *before, *after;
};

static inline uint64_t
never_thread_bit (hb_id thread)
{
  return (uint64_t)1 << thread % 64;
}

/* The flag of the state at hand. */
static inline uint64_t *
never_flag (struct never_search *s)
{
  return &s->state[s->words - 1];
}

/* The value of EXP, local L being in VALUES[SLOT[L]]; without SLOT all locals are ANY. */
uint64_t never_value (const struct diff_exp *exp, const hb_id *slot, const uint64_t *values);

/* The next node or atomic section of THREAD, decided as `taken` says; false: it waits, or comes to its end without having
 * done anything, which is no more than to stay where it is.  Then the next of all ways to decide; false: that was the
 * last. */
bool never_step (struct never_search *s, hb_id thread);
bool never_decide_next (struct never_search *s);

/* THREAD is looked at, alone so far. */
struct never_search never_search_of (diff_never *never, const struct diff_dependency *wanted,
                                     hb_id thread);
void never_search_free (struct never_search *s);

/* Looks for the dependency in all states, MOST of them: 1, 0, or -1: there are more. */
int never_look (struct never_search *s, uint64_t most);

/* A statement may give VARIABLE this value. */
void never_add_effect (diff_never *never, hb_id variable, struct never_effect effect);

#endif

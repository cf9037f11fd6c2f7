/* What is compared: dependencies between statements of one program, or of two versions of it.
 *
 * Semantic diffing paper, sections 3 and 4.  A dependency is read-from (a read takes the value of this write) or
 * store-order (this write is before that one), of a variable, from a statement, perhaps init, to a statement.  The
 * store order is all of it, not its steps, and has init before all writes.
 *
 * A *scope* has the statements that both programs have over the variables V, the same number in both, and numbers
 * the dependencies that they could have, its *facts*: rf for each writer (init too) and reader of a variable of V, so
 * for each writer and each other one, or itself where it can run twice. */
#ifndef HBKIT_DIFF_FACTS_H
#define HBKIT_DIFF_FACTS_H

#include "diff/machine.h"

struct diff_fact
{
  bool store;
  hb_id variable, from, to; /* numbers of the scope; statement 0 is init */
};

/* A pair of names, of the old and the new version. */
struct diff_match
{
  bool variable; /* or a statement */
  const char *old, *new;
  struct hb_place place; /* of the line that says so; may be empty */
};

typedef struct diff_scope
{
  const diff_program *programs[2];             /* borrowed; the second may be NULL */
  VEC (const char *) variables;                /* names; borrowed from the programs, as all texts */
  VEC (hb_id) statements[2];                   /* their numbers in each program */
  VEC (hb_id) variable_of[2], statement_of[2]; /* a program's number -> the scope's, or HB_NONE */
  VEC (hb_id) unmatched[2];                    /* statements over V that only one program has */
  VEC (struct diff_fact) facts;
  VEC (hb_id) number; /* by variable, kind, from and to: the fact, or HB_NONE */
  bool closed;        /* no statement has both a variable of V and another one */
} diff_scope;

struct diff_scope_options
{
  const char *variables; /* names with commas; NULL: see `diff_scope_new` */
  bool all, data;        /* all variables, one thread's too; the same without locks */
  const struct diff_match
      *matches; /* statements by key, variables by name, that are called otherwise */
  size_t match_count;
};

/* New: what PROGRAMS[0], and PROGRAMS[1] unless it is NULL, have in common.  Default V: the variables that at least
 * two threads of some version touch and something but lock, unlock, up, down uses.  NULL after errors in DIAG:
 * unknown variables, nothing in common, a match of a read with a write. */
diff_scope *diff_scope_new (const diff_program *const programs[2],
                            const struct diff_scope_options *options, hb_diag *diag);
void diff_scope_free (diff_scope *scope);

/* The number of a fact, or HB_NONE.  O(1). */
hb_id diff_fact_find (const diff_scope *scope, bool store, hb_id variable, hb_id from, hb_id to);

/* "rf x: init -> t2: y = x".  New. */
char *diff_fact_text (const diff_scope *scope, hb_id fact);

/* The fact that is called TEXT, of LENGTH bytes, by `diff_fact_text`; HB_NONE.  Linear in the facts. */
hb_id diff_fact_named (const diff_scope *scope, const char *text, size_t length);

/* The key of a statement of the scope. */
const char *diff_scope_statement (const diff_scope *scope, hb_id statement);

/* How many dependencies the paper's counting has: unordered pairs of writes. */
uint64_t diff_possible (const diff_scope *scope);

/* --- which facts a run shows ---------------------------------------------------------------------- */

/* Words behind a state: of each variable of the scope the last writer, and the set of its writers; then the set of
 * facts shown. */
size_t diff_shown_words (const diff_scope *scope); /* of all this */
size_t diff_fact_words (const diff_scope *scope);  /* of the set of facts */
void diff_shown_start (const diff_scope *scope, uint64_t *shown);

/* EVENTS of program SIDE happen. */
void diff_shown_add (const diff_scope *scope, int side, uint64_t *shown,
                     const struct diff_event *events, size_t count);

/* Sets of facts: bit sets of diff_fact_words each, owned; and lists, one behind the other, HB_NONE ends each. */
typedef VEC (uint64_t *) diff_shown_sets;
typedef VEC (hb_id) diff_fact_sets;

/* Are all COUNT facts of SET in the bit set SHOWN? */
bool diff_shows_all (const uint64_t *shown, const hb_id *set, hb_id count);

/* The set of facts within SHOWN. */
uint64_t *diff_shown_facts (const diff_scope *scope, uint64_t *shown);

#endif

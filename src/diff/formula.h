/* The runs of a program as clauses, for certificates: written and checked against this formula, which shares nothing
 * with the encoding that engines use (encode.h) but the graph of the program.
 *
 * Every run of the program gives a model, in which a fact's literal holds if and only if the run shows it.  The formula is
 * plain: no sharing of gates, no guessing at what variables can hold, orders of steps without transitivity.
 * Numbers of variables follow from the order in which this code asks for them, which is part of the format. */
#ifndef HBKIT_DIFF_FORMULA_H
#define HBKIT_DIFF_FORMULA_H

#include "diff/facts.h"

/* A word: literals, the lowest bit first; 1 and -1 are the constants. */
struct formula_word
{
  unsigned width;
  int bits[64];
};

/* A step that is ordered: a visible node, or an atomic section. */
struct formula_step
{
  hb_id thread;
  int runs;
  struct hb_c_spot spot;
};

struct formula_access
{
  bool write;
  hb_id variable, statement, thread, step;
  size_t place; /* grows along the thread */
  int runs;
  struct formula_word value;
};

struct formula_order
{
  hb_id a, b;  /* a < b */
  int literal; /* a is before b */
};

typedef struct diff_formula
{
  const diff_scope *scope;
  const diff_program *program;
  int side;
  bool complete;
  int variables;
  VEC (int) clauses; /* 0 ends each */
  VEC (struct formula_step) steps;
  VEC (struct formula_access) accesses;
  VEC (struct formula_order) orders;
  VEC (int) order_table; /* by two steps: the literal for the first before the second, or 0 */
  int *facts;            /* by fact of the scope */
} diff_formula;

/* Of program SIDE of SCOPE (borrowed).  New. */
diff_formula *diff_formula_new (const diff_scope *scope, int side, bool complete);
void diff_formula_free (diff_formula *formula);

/* The literal that says that step A is before step B of another thread; 0 if they have none, as nothing that they do
 * depends on it. */
int diff_formula_order (const diff_formula *formula, hb_id a, hb_id b);

/* From now on only runs for which the following holds: what they show, or (CHOSEN) some set within it, is no part of a
 * set of MATCHED and has no set of DIFFERENCES (formula_cover.c). */
void diff_formula_uncovered (diff_formula *formula, bool chosen, const diff_shown_sets *matched,
                             const diff_fact_sets *differences);

/* --- its parts (formula_bits.c) */

int formula_variable (diff_formula *f);
void formula_clause (diff_formula *f, const int *literals, size_t count);
int formula_and (diff_formula *f, int a, int b);
int formula_or (diff_formula *f, int a, int b);
struct formula_word formula_number (struct diff_type type, uint64_t value);
struct formula_word formula_free_word (diff_formula *f, unsigned width);
struct formula_word formula_choice (diff_formula *f, int condition, const struct formula_word *then,
                                    const struct formula_word *otherwise);
int formula_nonzero (diff_formula *f, const struct formula_word *word);

/* EXP, the words of the locals being LOCALS by their slots. */
struct formula_word formula_value (diff_formula *f, const struct diff_thread *thread,
                                   const struct formula_word *locals, const struct diff_exp *exp);

/* Orders, sources of reads, facts (formula_order.c). */
void formula_orders (diff_formula *f);

#endif

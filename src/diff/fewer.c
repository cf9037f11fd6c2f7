/* See fewer.h. */
#include "diff/fewer.h"

#include "base/buffer.h"
#include "diff/never.h"

#include <string.h>

#define ITERATIONS 2
#define MOST_STATES 1000000

struct diff_fewer
{
  const diff_scope *scope;
  int side;
  bool complete;
  diff_program *small, *closed;
  diff_scope *small_scope;
  diff_encoding *encoding;
  diff_never *never;
  hb_id *facts;                              /* by fact: that of the small scope, or HB_NONE */
  VEC (struct diff_dependency) closed_facts; /* by fact, in numbers of the closed program */
  VEC (hb_id) set;
  uint64_t *small_shown;
  struct diff_fewer_sizes sizes;
};

static hb_id
variable_named (const diff_program *program, const char *name)
{
  for (size_t v = 0; v < program->variables.size; v++)
    if (!strcmp (program->variables.data[v].name, name))
      return (hb_id)v;
  return HB_NONE;
}

static hb_id
statement_named (const diff_program *program, const char *key)
{
  for (size_t s = 0; s < program->statements.size; s++)
    if (!strcmp (program->statements.data[s].key, key))
      return (hb_id)s;
  return HB_NONE;
}

/* The program's own numbers of what the scope speaks of. */
static struct diff_dependency
own_numbers (const diff_fewer *f, const struct diff_fact *fact)
{
  const diff_scope *scope = f->scope;
  struct diff_dependency own = { fact->store, HB_NONE, scope->statements[f->side].data[fact->from],
                                 scope->statements[f->side].data[fact->to] };
  for (hb_id v = 0; v < scope->variable_of[f->side].size; v++)
    if (scope->variable_of[f->side].data[v] == fact->variable)
      own.variable = v;
  return own;
}

/* The same in the numbers of PROGRAM; HB_NONE what it has not. */
static struct diff_dependency
numbers_in (const diff_fewer *f, const struct diff_dependency *own, const diff_program *program)
{
  const diff_program *whole = f->scope->programs[f->side];
  struct diff_dependency there
      = { own->store, variable_named (program, whole->variables.data[own->variable].name),
          statement_named (program, whole->statements.data[own->from].key),
          statement_named (program, whole->statements.data[own->to].key) };
  return there;
}

/* The variables of the scope as a list with commas.  New. */
static char *
names_of_variables (const diff_fewer *f)
{
  const diff_program *whole = f->scope->programs[f->side];
  hb_buffer names = VEC_EMPTY;
  for (size_t v = 0; v < whole->variables.size; v++)
    if (f->scope->variable_of[f->side].data[v] != HB_NONE)
      hb_buffer_add (&names, "%s%s", names.size ? "," : "", whole->variables.data[v].name);
  return hb_buffer_take (&names);
}

/* The facts of the program in the numbers of the smaller ones. */
static void
number_facts (diff_fewer *f)
{
  const diff_scope *small = f->small_scope;
  f->facts = hb_calloc (f->scope->facts.size + 1, sizeof *f->facts);
  for (size_t i = 0; i < f->scope->facts.size; i++)
    {
      struct diff_dependency own = own_numbers (f, &f->scope->facts.data[i]);
      struct diff_dependency there = numbers_in (f, &own, f->small);
      hb_id variable
          = there.variable == HB_NONE ? HB_NONE : small->variable_of[0].data[there.variable];
      hb_id from = there.from == HB_NONE ? HB_NONE : small->statement_of[0].data[there.from];
      hb_id to = there.to == HB_NONE ? HB_NONE : small->statement_of[0].data[there.to];
      f->facts[i] = variable == HB_NONE || from == HB_NONE || to == HB_NONE
                        ? HB_NONE
                        : diff_fact_find (small, own.store, variable, from, to);
      vec_push (f->closed_facts, numbers_in (f, &own, f->closed));
    }
}

/* The program with fewer iterations, with closed loops, and who answers for them. */
static bool
make_smaller (diff_fewer *f, const struct diff_encode_options *how, hb_diag *diag)
{
  const diff_program *whole = f->scope->programs[f->side];
  struct diff_options made = whole->made;
  made.unroll = ITERATIONS;
  f->small = diff_lower_again (whole, &made);
  made.unroll = 1;
  made.closed = true;
  f->closed = diff_lower_again (whole, &made);
  if (!f->small || !f->closed)
    return false;
  const diff_program *const one[2] = { f->small, NULL };
  char *names = names_of_variables (f);
  struct diff_scope_options what = { .variables = names };
  hb_diag *own = hb_diag_new ();
  f->small_scope = diff_scope_new (one, &what, own);
  hb_diag_free (own);
  hb_free (names);
  f->encoding = f->small_scope ? diff_encoding_new (f->small_scope, 0, how, diag) : NULL;
  if (!f->encoding)
    return false;
  f->never = diff_never_new (f->closed, MOST_STATES, how->limits);
  f->small_shown = hb_calloc (diff_fact_words (f->small_scope), sizeof *f->small_shown);
  number_facts (f);
  return true;
}

diff_fewer *
diff_fewer_new (const diff_scope *scope, int side, const struct diff_encode_options *how,
                hb_diag *diag)
{
  const diff_program *whole = scope->programs[side];
  if (whole->unroll <= ITERATIONS || !whole->cut || whole->made.contexts || how->clocks
      || how->copy)
    return NULL;
  diff_fewer *f = hb_calloc (1, sizeof *f);
  f->scope = scope;
  f->side = side;
  f->complete = how->complete;
  if (make_smaller (f, how, diag))
    return f;
  diff_fewer_free (f);
  return NULL;
}

void
diff_fewer_free (diff_fewer *f)
{
  if (!f)
    return;
  diff_encoding_free (f->encoding);
  diff_never_free (f->never);
  diff_scope_free (f->small_scope);
  diff_program_free (f->small);
  diff_program_free (f->closed);
  hb_free (f->facts);
  hb_free (f->small_shown);
  vec_free (f->closed_facts);
  vec_free (f->set);
  hb_free (f);
}

/* Does a run with fewer iterations show the set, and the program itself, too? */
static bool
lift (diff_fewer *f, const hb_id *set, hb_id count, uint64_t *shown)
{
  vec_clear (f->set);
  for (hb_id i = 0; i < count; i++)
    {
      if (f->facts[set[i]] == HB_NONE)
        return false;
      vec_push (f->set, f->facts[set[i]]);
    }
  return diff_encoding_ask (f->encoding, f->set.data, count, f->small_shown) == 1
         && diff_replay (f->scope, f->side, diff_encoding_schedule (f->encoding), f->complete,
                         shown, NULL)
                == SIZE_MAX
         && diff_shows_all (shown, set, count);
}

bool
diff_fewer_never (diff_fewer *f, hb_id fact)
{
  const struct diff_dependency *there = &f->closed_facts.data[fact];
  return there->variable != HB_NONE && there->from != HB_NONE && there->to != HB_NONE
         && diff_never_shown (f->never, there);
}

int
diff_fewer_ask (diff_fewer *f, const hb_id *set, hb_id count, uint64_t *shown)
{
  if (lift (f, set, count, shown))
    {
      f->sizes.lifted++;
      return 1;
    }
  memset (shown, 0, diff_fact_words (f->scope) * sizeof *shown);
  if (count > 1 || !diff_fewer_never (f, set[0]))
    return -1;
  f->sizes.never++;
  return 0;
}

const struct diff_schedule *
diff_fewer_schedule (const diff_fewer *f)
{
  return diff_encoding_schedule (f->encoding);
}

struct diff_fewer_sizes
diff_fewer_sizes (const diff_fewer *f)
{
  struct diff_fewer_sizes sizes = f->sizes;
  sizes.encoding = diff_encoding_sizes (f->encoding);
  sizes.iterations = ITERATIONS;
  sizes.states = diff_never_states (f->never);
  return sizes;
}

/* The words of concurrency: functions without a body that have a meaning of their own; see lower.h.
 *
 * 0 is free and anything else taken, for semaphores too: down takes, up frees.  A lock reads and writes in one step,
 * however fine the steps are otherwise. */
#include "diff/lower.h"

#include <string.h>

enum meaning
{
  TAKE,       /* waits for 0, writes 1 */
  FREE,       /* reads, writes 0 */
  ASSUME,     /* waits for not 0 */
  ASSUME_NOT, /* waits for 0 */
  ASSERT,
  SET,        /* writes 1 */
  RESET,      /* writes 0 */
  WAIT_RESET, /* waits for not 0, writes 0 */
  ATOMIC,
  ATOMIC_END,
  NOTHING,
  NONDET
};

static const struct word
{
  const char *name;
  enum meaning meaning;
} words[] = { { "lock", TAKE },
              { "lock_s", TAKE },
              { "down", TAKE },
              { "unlock", FREE },
              { "unlock_s", FREE },
              { "up", FREE },
              { "assume", ASSUME },
              { "wait", ASSUME },
              { "assume_not", ASSUME_NOT },
              { "wait_not", ASSUME_NOT },
              { "wait_reset", WAIT_RESET },
              { "notify", SET },
              { "reset", RESET },
              { "assert", ASSERT },
              { "assertd", ASSERT },
              { "atomicStart", ATOMIC },
              { "atomicBegin", ATOMIC },
              { "beginAtomic", ATOMIC },
              { "atomicEnd", ATOMIC_END },
              { "endAtomic", ATOMIC_END },
              { "yield", NOTHING },
              { "noReorderBegin", NOTHING },
              { "noReorderEnd", NOTHING },
              { "noReorderStart", NOTHING },
              { "noReorder", NOTHING },
              { "poirot_nondet", NONDET },
              { "nondet_int", NONDET },
              { "nondet", NONDET } };

static const struct word *
find (const char *name)
{
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp (words[i].name, name))
      return &words[i];
  return NULL;
}

bool
diff_is_word (const char *name)
{
  return find (name);
}

/* The word that CALL is of, or NULL: a function with a body is what its body does. */
static const struct word *
word_of (const struct hb_c_exp *call)
{
  const struct hb_c_symbol *callee = hb_c_callee (call);
  return callee && !callee->body ? find (callee->name) : NULL;
}

bool
diff_is_act (const struct hb_c_exp *call)
{
  const struct word *word = word_of (call);
  return word && word->meaning != NONDET && word->meaning != NOTHING;
}

bool
diff_is_left_out (const struct diff_lowering *l, const struct hb_c_exp *exp)
{
  const struct word *word = exp->op == C_CALL ? word_of (exp) : NULL;
  return word && word->meaning == ASSERT && l->options->no_assert;
}

bool
diff_is_wait (const struct hb_c_exp *exp)
{
  const struct word *word = exp->op == C_CALL ? word_of (exp) : NULL;
  return word && exp->count == 1 && (word->meaning == ASSUME || word->meaning == ASSUME_NOT);
}

static void
do_exp (struct diff_lowering *l, enum diff_action action, const struct diff_exp *exp,
        const char *what)
{
  diff_do (l, (struct diff_act){
                  .action = action, .local = HB_NONE, .exp = exp, .spot = l->spot, .what = what });
}

/* Where nobody comes, no section begins or ends. */
static void
atomic (struct diff_lowering *l, bool begins, struct hb_c_spot spot)
{
  if (!diff_reached (l))
    return;
  if (begins)
    diff_begin_section (l);
  else if (!l->ends.depth)
    diff_fail (l, spot, "this ends an atomic section, and none has begun");
  else
    diff_end_section (l);
}

/* An `up` may come before its `down`, an unlock not before its lock. */
static bool
is_unlock (const struct word *word)
{
  return word->meaning == FREE && strcmp (word->name, "up") != 0;
}

/* ACTION on each cell that PLACE may mean, however fine steps are: a word is one. */
static void
on_cells (struct diff_lowering *l, const struct diff_place *place, struct diff_act act)
{
  act.spot = l->spot;
  for (hb_id i = 0; i < place->count; i++)
    {
      act.variable = place->cells[i].at;
      act.guard = place->cells[i].guard;
      diff_do (l, act);
    }
}

/* What WORD makes of the variables that PLACE, at SPOT, may mean. */
static void
note_cells (struct diff_lowering *l, const struct word *word, const struct diff_place *place,
            struct hb_c_spot spot)
{
  bool locks = word->meaning == TAKE || word->meaning == FREE;
  for (hb_id i = 0; i < place->count; i++)
    {
      hb_id at = place->cells[i].at;
      if (locks)
        l->program->variables.data[at].locking = true;
      else
        l->program->variables.data[at].locking_only = false;
      if (word->meaning == TAKE)
        l->locked.data[at] = 1;
      else if (is_unlock (word) && !place->cells[i].guard && !l->unlocks.data[at]++)
        l->unlock_spots.data[at] = spot;
    }
}

/* The value of PLACE, which is waited for, or asserted to be taken. */
static void
read_cells (struct diff_lowering *l, const struct word *word, const struct diff_place *place)
{
  struct diff_type truth = { 32, true };
  const struct diff_exp *zero = diff_number (l->program, place->type, 0);
  hb_id local = diff_new_local (l, NULL, place->type);
  if (place->cells->guard)
    diff_let (l, local, zero);
  on_cells (l, place, (struct diff_act){ .action = DIFF_READ, .local = local });
  const struct diff_exp *asked
      = diff_binary (l->program, word->meaning == TAKE ? C_EQUAL : C_UNEQUAL, truth,
                     diff_local_exp (l->program, l->thread, local), zero);
  if (word->meaning != FREE)
    do_exp (l, DIFF_ASSUME, asked, NULL);
  else if (is_unlock (word) && !l->options->no_assert)
    do_exp (l, DIFF_ASSERT, asked, "an unlock of a lock that is free");
}

/* Words on one variable: its value if it is read, then what is waited for, then what is written. */
static void
on_variable (struct diff_lowering *l, const struct word *word, const struct hb_c_exp *argument)
{
  struct diff_place place = diff_place_of (l, argument);
  if (!l->failed)
    diff_type_of (l, argument->type, argument->spot);
  if (!l->failed && !place.shared)
    diff_fail (l, argument->spot, "expected a global variable; threads do not share '%s'",
               argument->op == C_NAME ? argument->symbol->name : "this");
  if (l->failed)
    return;
  note_cells (l, word, &place, argument->spot);
  diff_begin_access (l, &place);
  if (word->meaning != SET && word->meaning != RESET)
    read_cells (l, word, &place);
  bool writes_one = word->meaning == TAKE || word->meaning == SET;
  on_cells (l, &place,
            (struct diff_act){ .action = DIFF_WRITE,
                               .local = HB_NONE,
                               .exp = diff_number (l->program, place.type, writes_one) });
}

static void
on_value (struct diff_lowering *l, const struct word *word, const struct hb_c_exp *argument)
{
  struct diff_type truth = { 32, true };
  bool asserts = word->meaning == ASSERT;
  const struct diff_exp *value = l->value (l, argument);
  if (l->failed)
    return;
  if (word->meaning == ASSUME_NOT)
    value = diff_unary (l->program, C_NOT, truth, value);
  do_exp (l, asserts ? DIFF_ASSERT : DIFF_ASSUME, value, asserts ? "an assertion" : NULL);
}

bool
diff_word (struct diff_lowering *l, const struct hb_c_exp *call)
{
  const struct word *word = word_of (call);
  if (!word || word->meaning == NONDET)
    return false;
  bool none = word->meaning == ATOMIC || word->meaning == ATOMIC_END || word->meaning == NOTHING;
  if (!none && call->count != 1)
    diff_fail (l, call->spot, "expected one argument of '%s', not %zu", word->name, call->count);
  else if (diff_is_left_out (l, call))
    return true;
  else if (word->meaning == ATOMIC || word->meaning == ATOMIC_END)
    atomic (l, word->meaning == ATOMIC, call->spot);
  else if (word->meaning == ASSUME || word->meaning == ASSUME_NOT || word->meaning == ASSERT)
    on_value (l, word, call->items[0]);
  else if (word->meaning != NOTHING)
    on_variable (l, word, call->items[0]);
  return true;
}

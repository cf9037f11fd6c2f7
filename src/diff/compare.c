/* See compare.h. */
#include "diff/compare.h"

#include "diff/compare_search.h"
#include "diff/symmetry.h"

/* One direction: what `can` can and `other` cannot. */
struct covering
{
  const diff_scope *scope;
  diff_encoding *can, *other;
  diff_engine *engine;
  int side;
  int *selectors; /* by fact: of the set that is taken; the facts themselves if runs are */
  int off;        /* selectors and what is forbidden hold only if this does not */
  size_t *questions;
  diff_runs *used; /* or NULL */
  diff_symmetry symmetry;
  int any_turn; /* threads that can be exchanged do things in any order, if this holds; 0: they do */
  VEC (hb_id) set;
  VEC (int) clause;
};

static bool
in_set (const uint64_t *set, hb_id fact)
{
  return set[fact / 64] >> (fact % 64) & 1;
}

/* The other side is asked for the facts of the set: 10, 20, 0. */
static int
ask_other (struct covering *c)
{
  for (size_t i = 0; i < c->set.size; i++)
    diff_encoding_assume (c->other, diff_encoding_fact (c->other, c->set.data[i]));
  ++*c->questions;
  int answer = diff_encoding_solve (c->other);
  if (answer == 10 && c->used)
    diff_runs_add (c->used, diff_encoding_schedule (c->other));
  return answer;
}

/* Keeps what the other side's solver needed to say no. */
static void
keep_core (struct covering *c)
{
  size_t kept = 0;
  for (size_t i = 0; i < c->set.size; i++)
    if (diff_encoding_failed (c->other, diff_encoding_fact (c->other, c->set.data[i])))
      c->set.data[kept++] = c->set.data[i];
  c->set.size = kept;
}

/* The set, which the other side cannot show, becomes one of which it can show all parts. */
static bool
shrink (struct covering *c)
{
  keep_core (c);
  for (size_t i = 0; i < c->set.size;)
    {
      /* Without the fact at I, which goes to the end for a while. */
      hb_id fact = c->set.data[i];
      for (size_t k = i; k + 1 < c->set.size; k++)
        c->set.data[k] = c->set.data[k + 1];
      c->set.size--;
      int answer = ask_other (c);
      if (!answer)
        return false;
      if (answer == 20)
        {
          keep_core (c);
          i = 0;
          continue;
        }
      vec_push (c->set, fact);
      for (size_t k = c->set.size - 1; k > i; k--)
        c->set.data[k] = c->set.data[k - 1];
      c->set.data[i++] = fact;
    }
  return true;
}

/* Adds the clause that is being made, under the covering's switch. */
static void
forbid (struct covering *c)
{
  vec_push (c->clause, c->off);
  diff_encoding_clause (c->can, c->clause.data, c->clause.size);
  vec_clear (c->clause);
}

/* What the other side's run shows is matched: something else must be in the set. */
static void
forbid_parts (struct covering *c, const uint64_t *shown)
{
  vec_clear (c->clause);
  for (hb_id f = 0; f < c->scope->facts.size; f++)
    if (!in_set (shown, f))
      vec_push (c->clause, c->selectors[f]);
  forbid (c);
}

/* A set for the next turn: of a run, or chosen within one; false: there is none (*ANSWER 20), or a limit. */
static bool
take (struct covering *c, int *answer)
{
  diff_encoding_assume (c->can, -c->off);
  if (c->any_turn)
    diff_encoding_assume (c->can, -c->any_turn);
  *answer = diff_encoding_solve (c->can);
  vec_clear (c->set);
  if (*answer != 10)
    return false;
  const uint64_t *shown = diff_encoding_shown (c->can);
  for (hb_id f = 0; f < c->scope->facts.size; f++)
    if (in_set (shown, f) && diff_encoding_holds (c->can, c->selectors[f]))
      vec_push (c->set, f);
  return true;
}

static bool
turn (struct covering *c, diff_differences *list)
{
  int answer = ask_other (c);
  if (answer == 10)
    forbid_parts (c, diff_encoding_shown (c->other));
  if (answer != 20)
    return answer;
  if (!shrink (c)
      || !diff_add_difference (list, c->side, c->set.data, (hb_id)c->set.size, c->engine))
    return false;
  if (!diff_symmetry_keeps (&c->symmetry, c->set.data, (hb_id)c->set.size))
    c->any_turn = 0;
  vec_clear (c->clause);
  for (size_t i = 0; i < c->set.size; i++)
    vec_push (c->clause, -c->selectors[c->set.data[i]]);
  forbid (c);
  return true;
}

/* Selectors: the facts themselves, or variables that imply them. */
static void
make_selectors (struct covering *c, enum diff_cover cover)
{
  c->off = diff_encoding_new_variable (c->can);
  c->selectors = hb_calloc (c->scope->facts.size + 1, sizeof *c->selectors);
  for (hb_id f = 0; f < c->scope->facts.size; f++)
    {
      int fact = diff_encoding_fact (c->can, f);
      c->selectors[f] = cover == DIFF_COVER_ALL ? fact : diff_encoding_new_variable (c->can);
      int implies[] = { -c->selectors[f], fact };
      if (cover == DIFF_COVER_EVERY)
        diff_encoding_clause (c->can, implies, 2);
    }
}

/* Runs that the other program can follow step by step, and show as much, are matched, all at once. */
static void
forbid_followed (struct covering *c)
{
  size_t facts = c->scope->facts.size;
  int fails, *shows = hb_calloc (facts + 1, sizeof *shows);
  if (diff_encoding_follow (c->can, c->other, &fails, shows))
    {
      vec_clear (c->clause);
      vec_push (c->clause, fails);
      for (hb_id f = 0; f < facts; f++)
        {
          int more = diff_encoding_new_variable (c->can);
          int taken[] = { -more, c->selectors[f] }, lacking[] = { -more, -shows[f] };
          diff_encoding_clause (c->can, taken, 2);
          diff_encoding_clause (c->can, lacking, 2);
          vec_push (c->clause, more);
        }
      forbid (c);
    }
  hb_free (shows);
}

/* Threads that can be exchanged take turns.  What runs are matched then is so in any turn; a difference is one in any
 * turn if exchanges keep it.  From the first that is not kept on, all runs are looked at. */
static void
take_turns (struct covering *c)
{
  size_t start = 0;
  diff_symmetry_find (c->scope, c->side, &c->symmetry);
  if (c->symmetry.threads.size)
    c->any_turn = diff_encoding_new_variable (c->can);
  for (size_t i = 0; i < c->symmetry.threads.size; i++)
    if (c->symmetry.threads.data[i] == HB_NONE)
      {
        diff_encoding_in_turn (c->can, vec_from (c->symmetry.threads, start), (hb_id)(i - start),
                               c->any_turn);
        start = i + 1;
      }
}

bool
diff_compare (const diff_scope *scope, diff_engine *const engines[2], int side,
              enum diff_cover cover, diff_differences *list, size_t *questions, diff_runs *used)
{
  if (!diff_engine_solves (engines[0]))
    return diff_compare_search (scope, engines, side, list, used);
  if (!diff_engine_encoding (engines[0]) || !diff_engine_encoding (engines[1]))
    return false;
  struct covering c = { .scope = scope,
                        .can = diff_engine_encoding (engines[side]),
                        .other = diff_engine_encoding (engines[!side]),
                        .engine = engines[side],
                        .side = side,
                        .questions = questions,
                        .used = used };
  int answer;
  make_selectors (&c, cover);
  bool good = true;
  if (!used && diff_engine_follows (engines[side]))
    {
      take_turns (&c);
      forbid_followed (&c);
    }
  while (good && take (&c, &answer))
    good = turn (&c, list);
  diff_encoding_clause (c.can, &c.off, 1);
  diff_symmetry_free (&c.symmetry);
  hb_free (c.selectors);
  vec_free (c.set);
  vec_free (c.clause);
  return good && answer == 20;
}

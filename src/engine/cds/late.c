/* Conflicts that wait for the end of the pass.  See cds.h.
 *
 * One conflict in a hundred takes the run back nearly to its beginning: a far cycle that hangs on an
 * early order.  If each were learned from at once, most of the work would be to run again what is
 * between.  So such a conflict is kept, and the run is forced past it:
 *
 *     a read of the cycle is let go          it happens without the value that it reads
 *     or an order of the cycle is ignored    the message that it holds back goes on
 *
 * What happens from there on is no run, but the cycles that it meets are cycles of happens-before under
 * the orders that they assume all the same.  When nothing goes on, or all is done, the solver gives
 * orders that avoid all cycles, and the run is taken back to where it disagrees with them.
 *
 * A model near to the run may move on by one gadget a pass, as where a variable has a ring of copies each of which implies
 * the next: every pass meets about as many conflicts as the one before.  Then the solver is asked for the reverse of the
 * run, which meets most of what is left in a few passes, until it does so no more.
 *
 * Where the run stands still and there is nothing to force, or conflicts are so many that hardly anything happens
 * between one and the next, or where no run comes far (decide.c), the trace is of another kind: no conflict waits from then on. */
#include "engine/cds/cds.h"

/* A conflict waits if learning from it would undo so many entries of the trail; in checking builds already
 * on the small traces of the tests. */
#ifdef HB_CHECKING
#define MOST_UNDONE 4
#else
#define MOST_UNDONE 1000
#endif

/* Conflicts are too many if there are more than so many, and more than one for so many events: on reductions there is one
 * for five at most.  After so many passes to the end of which they have waited the trace is of the right kind, however
 * many there are at a pass's beginning. */
#define MANY_KEPT 100
#define EVENTS_A_KEPT 4
#define KNOWN_PASSES 2

static bool
are_too_many (const struct cds *cds)
{
  return cds->passes < KNOWN_PASSES && cds->kept.size > MANY_KEPT
         && cds->kept.size * EVENTS_A_KEPT > cds->done;
}

static void
start_forcing (struct cds *cds)
{
  if (cds->forced)
    return;
  cds->forced = (hb_id)cds->trail.size + 1;
  cds->unbegun = 0;
}

bool
cds_is_far (const struct cds *cds, hb_id top)
{
  return cds->late && top && cds->trail.size - top >= MOST_UNDONE;
}

void
cds_tear (struct cds *cds, hb_id order)
{
  start_forcing (cds);
  vec_push (cds->torn, order);
}

bool
cds_postpone (struct cds *cds, hb_id clause)
{
  if (!cds_is_far (cds, cds_conflict_level (cds, clause)))
    return false;
  HB_LOG ("cds", "derived conflict %u waits", clause);
  start_forcing (cds);
  while (cds->todo.size)
    {
      hb_id literal = vec_pop (cds->todo);
      vec_push (cds->left, literal);
    }
  vec_push (cds->kept, clause);
  return true;
}

bool
cds_meet_clause (struct cds *cds, hb_id clause)
{
  if (cds_conflict_level (cds, clause) == HB_NONE)
    cds_watch (cds, clause);
  else if (!cds_postpone (cds, clause))
    {
      cds_learn (cds, clause);
      return false;
    }
  return true;
}

/* --- forcing ------------------------------------------------------------------------------------ */

/* The step waits for an order that is not yet a fact: it is ignored from now on. */
static bool
ignore_order (struct cds *cds, const struct hb_step *step)
{
  hb_id number;
  bool holds, of_posts = step->relation == HB_MO;
  struct hb_pair of = { step->before, step->after, of_posts };
  if (step->before == HB_NONE || cds->messages[step->before].admitted
      || !cds_name (cds, &of, &number, &holds))
    return false;
  struct cds_order *order = &cds->orders.data[number];
  /* An order of posts is a fact by the time that runs wait for it. */
  if (order->posts && !of_posts)
    return false;
  if (order->ignored || !cds_value (cds, order->literal))
    return false;
  /* What waits must be the order itself: an order of posts far above it cannot be ignored here. */
  if (!(order->low == step->before && order->high == step->after)
      && !(order->high == step->before && order->low == step->after))
    return false;
  start_forcing (cds);
  order->ignored = true;
  vec_push (cds->ignored, ((struct cds_ignored){ number, (hb_id)cds->trail.size + 1 }));
  hb_id post = cds->trace->messages.data[step->after].post;
  if (post != HB_NONE)
    cds_wake (cds, hb_event_handler (cds->trace, post));
  cds_wake (cds, cds->trace->messages.data[step->after].handler);
  return true;
}

/* The read EVENT, not done yet, need not wait for its value any more. */
static void
let_go (struct cds *cds, hb_id event)
{
  const hb_trace *trace = cds->trace;
  if (!cds->let_go)
    {
      cds->let_go = hb_calloc (trace->events.size, sizeof *cds->let_go);
      cds->let_go_early
          = hb_calloc (trace->co.size + trace->variables.size, sizeof *cds->let_go_early);
    }
  cds_record (cds, CDS_LET_GO, event);
  cds_let_go (cds, event);
}

/* Breaks one step of CYCLE; false if there is none to break. */
static bool
force_past (struct cds *cds, const struct hb_cycle *cycle)
{
  for (size_t i = 0; i < cycle->steps.size; i++)
    {
      const struct hb_step *step = &cycle->steps.data[i];
      if (step->relation != HB_RF && step->relation != HB_FR)
        continue;
      start_forcing (cds);
      let_go (cds, step->relation == HB_RF ? step->to : step->from);
      return true;
    }
  for (size_t i = 0; i < cycle->steps.size; i++)
    if (ignore_order (cds, &cycle->steps.data[i]))
      return true;
  return false;
}

/* Forgets CLAUSE, of the last cycle, and that. */
static void
drop (struct cds *cds, hb_id clause)
{
  struct hb_cycle cycle = vec_pop (cds->cycles);
  hb_cycle_free (&cycle);
  cds->literals.size = cds->clauses.data[clause].first;
  (void)vec_pop (cds->clauses);
  (void)vec_pop (cds->given);
}

bool
cds_meet_cycle (struct cds *cds, struct hb_cycle *cycle)
{
  bool trivial;
  hb_id clause = cds_clause_of_cycle (cds, cycle, &trivial);
  hb_id top = trivial ? HB_NONE : cds_conflict_level (cds, clause);
  size_t own = cds->cycles.size - 1;
  HB_ASSERT (!trivial || cds->forced);
  HB_LOG ("cds", "cycle %zu of %zu steps, %u orders, would undo %zu of %zu", cds->cycles.size,
          cds->cycles.data[own].steps.size, cds->clauses.data[clause].size,
          top == HB_NONE ? 0 : cds->trail.size - top, cds->trail.size);
  hb_id chased = top != HB_NONE && cds->chooses ? cds_chase (cds, clause) : clause;
  if (top != HB_NONE && !cds_is_far (cds, cds_conflict_level (cds, chased)))
    {
      if (chased != clause)
        cds_watch_false (cds, clause);
      cds_learn (cds, chased);
      return false;
    }
  bool forced = cds->late && !are_too_many (cds) && force_past (cds, &cds->cycles.data[own]);
  if (trivial)
    drop (cds, clause);
  else
    vec_push (cds->kept, clause);
  if (chased != clause)
    vec_push (cds->kept, chased);
  if (forced)
    return cds_tie (cds) && cds_agree (cds);
  cds->late = false;
  cds_end_pass (cds);
  return false;
}

/* --- the end of a pass -------------------------------------------------------------------------- */

/* How far the two messages of the order are from one another in the run. */
static hb_id
gap (const struct cds *cds, const struct cds_order *order)
{
  bool of_posts = order->posts || hb_coupled (cds->trace, order->low, order->high);
  const struct cds_message *a = &cds->messages[order->low], *b = &cds->messages[order->high];
  hb_id low = of_posts ? a->posted : a->admitted, high = of_posts ? b->posted : b->admitted;
  if (!low || !high)
    return HB_NONE;
  return low < high ? high - low : low - high;
}

/* The literal of CLAUSE that takes least to make true. */
static hb_id
closest (const struct cds *cds, hb_id clause)
{
  const hb_id *literal = vec_from (cds->literals, cds->clauses.data[clause].first);
  hb_id best = literal[0], least = HB_NONE;
  for (hb_id i = 0; i < cds->clauses.data[clause].size; i++)
    {
      hb_id own = gap (cds, &cds->orders.data[cds->pairs.data[literal[i] >> 1].order]);
      if (cds_value (cds, literal[i]) > 0)
        return literal[i];
      if (own < least)
        {
          least = own;
          best = literal[i];
        }
    }
  return best;
}

/* Is CLAUSE about two orders that are equal to others (tied.c)?  Propagation settles these: the solver has nothing to
 * choose, and there may be thousands. */
static bool
is_tie (const struct cds *cds, hb_id clause)
{
  const hb_id *literal = vec_from (cds->literals, cds->clauses.data[clause].first);
  return cds->clauses.data[clause].size == 2 && cds->pairs.data[literal[0] >> 1].tied
         && cds->pairs.data[literal[1] >> 1].tied;
}

/* The first position of the trail at which the run disagrees with the phases. */
static hb_id
first_difference (const struct cds *cds)
{
  hb_id position = cds->forced ? cds->forced : (hb_id)cds->trail.size + 1;
  for (size_t p = 0; p < cds->pairs.size; p++)
    {
      const struct cds_pair *pair = &cds->pairs.data[p];
      int8_t value = cds->values.data[p];
      if (value && pair->level && value != pair->phase && pair->level < position)
        position = pair->level;
    }
  for (size_t i = 0; i < cds->torn.size; i++)
    {
      struct cds_fact fact = cds_fact_of (cds, cds->torn.data[i]);
      hb_id literal = cds->orders.data[cds->torn.data[i]].literal;
      int8_t phase = cds->pairs.data[literal >> 1].phase;
      if (fact.value && fact.value != (literal & 1 ? -phase : phase) && fact.level < position)
        position = fact.level;
    }
  return position;
}

/* Models are asked for near to the run in the first passes, and as long as each meets less than half of the conflicts of
 * the worst of these; and again for good once one far from it has met many times as many, as where it puts messages in
 * circles that say nothing else.  In checking builds sooner, too. */
#ifdef HB_CHECKING
#define NEAR_PASSES 1
#define FEW_KEPT 1
#else
#define NEAR_PASSES 3
#define FEW_KEPT 10
#endif
#define FEWER 2
#define MANY_TIMES 4

/* A pass has ended: is the next model to be far from the run? */
static void
choose_distance (struct cds *cds)
{
  size_t kept = cds->kept.size;
  cds->passes += cds->forced > 0;
  if (!cds->far && kept > cds->most_kept)
    cds->most_kept = kept;
  cds->never_far |= cds->chooses || (cds->far && kept > MANY_TIMES * cds->most_kept);
  cds->far = !cds->never_far && cds->passes >= NEAR_PASSES && kept > FEW_KEPT
             && kept * FEWER >= cds->most_kept;
}

void
cds_end_pass (struct cds *cds)
{
  choose_distance (cds);
  vec_clear (cds->wanted);
  for (size_t i = 0; i < cds->kept.size && !cds->far; i++)
    if (cds->clauses.data[cds->kept.data[i]].size && !is_tie (cds, cds->kept.data[i]))
      vec_push (cds->wanted, closest (cds, cds->kept.data[i]));
  if (!cds_solve (cds))
    return;
  cds_gather_links (cds);
  hb_id position = first_difference (cds);
  HB_LOG ("cds", "end of a pass: %zu clauses kept, back from %zu to %u", cds->kept.size,
          cds->trail.size, position);
  cds->conflicts += cds->kept.size + cds->torn.size;
  cds_undo (cds, position);
  for (size_t i = 0; i < cds->kept.size; i++)
    cds_watch (cds, cds->kept.data[i]);
  HB_ASSERT (!cds->forced && !cds->left.size);
  vec_clear (cds->kept);
  cds->derived = cds->recent = 0;
}

/* Orders that are equal to others through a few known edges.  See cds.h.
 *
 * An order implies others (implied.c).  Where that leads, in a few steps, from an order back to it, all on the way are equal to
 * it: a loop (loops.c).  As in a loaded register of doc/map.md (3sat-ed2d2, 3sat-flat3v, 3sat-stack3), whose rounds hand an
 * order on from one to the next, each by the steps
 *
 *     p eo q  =>  p1 eo q2  =>  p' eo q'   and   q eo p  =>  q1 eo p2  =>  q' eo p'
 *
 * Left alone, the run would learn each of these from a conflict of its own, and again for each round.  So when
 * an order is first named, those on its loops are named as well and share its variable: then those on
 * their loops, and so the whole class.  Where one on a loop has a variable already, clauses say that the two are
 * equal.  Orders that are only implied are left alone: they lead on without end.
 *
 * The run may have settled what is named so late, and otherwise than its class: it is taken back to where they
 * agree, or goes on as no run to the end of the pass (late.c).
 *
 * Whoever checks a refutation gets cycles that say why: the loops are looked for again then, those of the orders
 * of which the other cycles speak. */
#include "engine/cds/cds.h"
#include "engine/cds/loops.h"

/* So many orders a message are given the variables of others; and where of the first ones fewer are so than one
 * in so many, as on random traces, no more are looked at. */
#define MOST_TIED_A_MESSAGE 8
#define FIRST_ORDERS 500
#define MOST_ORDERS_A_TIE 4

/* So many steps from an order, and from its reverse, its loops are looked for, and where nothing new comes of that, or the order is
 * the first of its class, so many: such ones tie classes to one another. */
#define NEAR 2
#define FAR 3

/* What order NUMBER leads to in STEPS steps goes to AHEAD, and what its reverse does to BACK.  False if the first is nothing. */
static bool
reach (const struct cds *cds, hb_id number, hb_id steps, struct cds_reach *ahead,
       struct cds_reach *back)
{
  const struct cds_order *order = &cds->orders.data[number];
  cds_reach (cds, ahead, (struct hb_pair){ order->low, order->high, order->posts }, steps);
  if (ahead->count == 1)
    return false;
  cds_reach (cds, back, (struct hb_pair){ order->high, order->low, order->posts }, steps);
  return true;
}

/* --- sharing a variable ------------------------------------------------------------------------- */

/* A clause that order NUMBER has of literal FROM, which implies TO, or, if that is its negation, does not hold. */
static void
say (struct cds *cds, hb_id number, hb_id from, hb_id to)
{
  hb_id literals[2] = { from ^ 1, to }, count = to == (from ^ 1) ? 1 : 2;
  if (count == 2 && cds_is_clause (cds, literals[0], literals[1]))
    return;
  for (hb_id i = 0; i < count; i++)
    cds->pairs.data[literals[i] >> 1].tied = true;
  cds->orders.data[number].said = true;
  (void)cds_meet_clause (cds, cds_given_clause (cds, literals, count));
}

/* So much further from one end than from the other an order on a loop lies between the others: what it is equal
 * to is found from these. */
#define BETWEEN 2

/* The order of LOOP is equal to its first one: it gets the variable of that; where it has another one, or is known, clauses say so.
 * (An order and its reverse may have different ones: what stands for them is found from the hosts of each.) */
static void
share (struct cds *cds, const struct cds_loop *loop)
{
  hb_id literal = cds->orders.data[loop->number].literal ^ loop->turned, order;
  hb_id there = loop->ahead->ties[loop->at].depth, back = loop->home->steps[loop->at], own;
  struct hb_pair of = loop->ahead->ties[loop->at].order;
  bool holds;
  switch (cds_find (cds, &of, &order, &holds))
    {
    case CDS_KNOWN:
      say (cds, loop->number, literal ^ holds, literal ^ holds ^ 1);
      break;
    case CDS_NAMED:
      own = cds_literal_first (cds, order, of.before);
      if (own == literal)
        break;
      say (cds, loop->number, literal, own);
      say (cds, loop->number, literal ^ 1, own ^ 1);
      break;
    case CDS_UNNAMED:
      order = cds_name_as (cds, of, loop->number, literal);
      cds->orders.data[order].between = there >= back + BETWEEN || back >= there + BETWEEN;
      break;
    }
}

/* Shares the variable of order NUMBER with those on its loops. */
static void
tie (struct cds *cds, hb_id number)
{
  struct cds_reach ahead, back;
  size_t named = cds->orders.size;
  if (!reach (cds, number, NEAR, &ahead, &back))
    return;
  cds_each_loop (cds, number, &ahead, &back, share);
  if (cds->orders.size > named && cds->orders.data[number].by != HB_NONE)
    return;
  cds->orders.data[number].far = true;
  cds_reach_on (cds, &ahead, FAR);
  cds_reach_on (cds, &back, FAR);
  cds_each_loop (cds, number, &ahead, &back, share);
}

/* Is it worth while to look on?  Of the first orders some have been equal to others, and there are not too many
 * such. */
static bool
is_worth_while (const struct cds *cds)
{
  size_t shared = cds->orders.size - cds->pairs.size;
  return shared < MOST_TIED_A_MESSAGE * cds->trace->messages.size
         && (cds->tied < FIRST_ORDERS || shared * MOST_ORDERS_A_TIE > cds->tied);
}

/* Is it known for good which way order NUMBER is?  Saturation names thousands of such; where it matters to an
 * open one, that one's loops tell. */
static bool
is_settled (const struct cds *cds, hb_id number)
{
  hb_id variable = cds->orders.data[number].literal >> 1;
  return cds->values.data[variable] && !cds->pairs.data[variable].level;
}

bool
cds_tie (struct cds *cds)
{
  uint64_t conflicts = cds->conflicts;
  for (; cds->tied < cds->orders.size && is_worth_while (cds) && !cds->refuted
         && !hb_limits_hit (cds->limits);
       cds->tied++)
    if (!cds->orders.data[cds->tied].between && !is_settled (cds, (hb_id)cds->tied))
      tie (cds, (hb_id)cds->tied);
  return cds->conflicts == conflicts && !cds->refuted;
}

/* --- agreeing with the run ---------------------------------------------------------------------- */

/* The run has settled the order of LITERAL, as FACT says, before it shared the variable.  True if they agree now, or
 * disagree from here on to the end of the pass. */
static bool
agree (struct cds *cds, hb_id number)
{
  struct cds_fact fact = cds_meet_fact (cds, number);
  hb_id literal = cds->orders.data[number].literal;
  struct cds_pair *pair = &cds->pairs.data[literal >> 1];
  int8_t *its = &cds->values.data[literal >> 1],
         value = literal & 1 ? (int8_t)-fact.value : fact.value;
  if (!value)
    return true;
  if (!*its)
    {
      *its = value;
      pair->level = fact.level;
      pair->reason = HB_NONE;
      pair->on_trail = false;
      vec_push (cds->todo, (literal & ~1u) + (value < 0));
    }
  if (value == *its)
    {
      if (fact.level < pair->level)
        {
          pair->level = fact.level;
          pair->reason = HB_NONE;
        }
      return true;
    }
  hb_id top = fact.level > pair->level ? fact.level : pair->level;
  if (cds_is_far (cds, top))
    {
      cds_tear (cds, number);
      return true;
    }
  cds->conflicts++;
  cds->recent++;
  vec_push (cds->doubtful, number);
  cds_undo (cds, top);
  return false;
}

bool
cds_agree (struct cds *cds)
{
  bool goes_on = true;
  while (cds->doubtful.size)
    {
      hb_id order = vec_pop (cds->doubtful);
      goes_on &= agree (cds, order);
    }
  return goes_on;
}

/* --- for who checks ----------------------------------------------------------------------------- */

/* The number of OF, or HB_NONE if it has none. */
static hb_id
number_of (struct cds *cds, struct hb_pair of)
{
  hb_id order;
  bool holds;
  return cds_find (cds, &of, &order, &holds) == CDS_NAMED ? order : HB_NONE;
}

static void
tell_tie (struct cds *cds, bool said, const struct cds_reach *reach, struct cds_tie *tie)
{
  if (tie->told)
    return;
  hb_id order = said ? number_of (cds, tie->order) : HB_NONE;
  tie->told = true;
  cds_tell_tie (cds, reach, tie);
  if (order != HB_NONE)
    vec_push (cds->untold, order);
}

static void
tell_way (struct cds *cds, bool said, struct cds_reach *reach, hb_id at)
{
  for (; at; at = reach->ties[at].by)
    tell_tie (cds, said, reach, &reach->ties[at]);
}

static void
tell_loop (struct cds *cds, const struct cds_loop *loop)
{
  bool said = cds->orders.data[loop->number].said;
  hb_id order = said ? HB_NONE : number_of (cds, loop->ahead->ties[loop->at].order), at = loop->at;
  if (!said && (order == HB_NONE || cds->orders.data[order].by != loop->number))
    return;
  tell_way (cds, said, loop->ahead, at);
  for (; loop->home->on[at]; at = loop->home->to[at])
    tell_tie (cds, said, loop->ahead, loop->home->on[at]);
  tell_way (cds, said, loop->back, loop->home->there[at]);
}

/* Tells the loops of order NUMBER, all if clauses speak of them, else those through an order that has its
 * variable; why it has its own is to be told, too. */
static void
tell_loops (struct cds *cds, hb_id number)
{
  struct cds_order *order = &cds->orders.data[number];
  struct cds_reach ahead, back;
  if (order->told)
    return;
  order->told = true;
  vec_push (cds->untold, number);
  if (reach (cds, number, order->far ? FAR : NEAR, &ahead, &back))
    cds_each_loop (cds, number, &ahead, &back, tell_loop);
}

/* What CYCLE assumes is to be told. */
static void
ask_of_cycle (struct cds *cds, const struct hb_cycle *cycle)
{
  for (size_t i = 0; i < cycle->steps.size; i++)
    {
      struct hb_pair assumed[2];
      int count = hb_step_assumes (cds->trace, &cycle->steps.data[i], assumed);
      for (int p = 0; p < count; p++)
        {
          hb_id order = number_of (cds, assumed[p]);
          if (order != HB_NONE)
            vec_push (cds->untold, order);
        }
    }
}

/* Has any order been found equal to another one, or to what is known? */
static bool
are_any_tied (const struct cds *cds)
{
  for (size_t o = 0; o < cds->orders.size; o++)
    if (cds->orders.data[o].said || cds->orders.data[o].by != HB_NONE)
      return true;
  return false;
}

void
cds_tell_ties (struct cds *cds)
{
  if (!are_any_tied (cds))
    return;
  for (size_t c = 0; c < cds->cycles.size; c++)
    ask_of_cycle (cds, &cds->cycles.data[c]);
  for (hb_id o = 0; o < cds->orders.size; o++)
    if (cds->orders.data[o].said)
      tell_loops (cds, o);
  while (cds->untold.size)
    {
      hb_id by = cds->orders.data[vec_pop (cds->untold)].by;
      if (by != HB_NONE)
        tell_loops (cds, by);
    }
}

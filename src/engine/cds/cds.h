/* Conflict-driven scheduling: what the parts of the engine do for each other.  Private to cds/.
 *
 * The engine runs the trace by the operational semantics.  Reads, writes and gets are done as soon
 * as they can be; the order in which messages enter a mailbox is a choice.  It is made as a real
 * machine would make it in which every handler does one event at a time and every event takes one
 * tick: each handler has a clock, and the post that is due first goes first.
 *
 * Where the run is stuck, handlers wait for one another in a cycle of happens-before:
 *
 *     h runs m, which waits for a write of m'   in the queue of g behind n
 *     g runs n, which waits for a write of m''  in the queue of h behind m
 *
 * The orders of messages that the cycle assumes (n before m', m before m'') cannot all hold.  That
 * clause is learned from as SAT solvers learn (CDCL), the run is taken back to where it first
 * disagrees with what was learned, and goes on from there.
 *
 *     state.h     the state that all share
 *     decide.c    the loop: a first attempt in the order of the file, then the search
 *     build.c     tables of the trace that do not change, ranks
 *     renumber.c  a copy of the trace in a good order
 *     run.c       doing events
 *     ahead.h     memory is asked for before it is needed
 *     undo.c      undoing them
 *     redo.c      the same from the start
 *     choose.c    which message enters a mailbox next
 *     bag.c       messages that wait to be chosen
 *     ready.c     those of them that can begin
 *     senders.c   those in sender-queues, sender by sender
 *     due.c       which post is due first
 *     pairs.c     orders of two messages as Boolean variables
 *     loaded.c    stacks that are queues turned round
 *     held.c      and those that are so while one of their messages runs
 *     tied.c      and orders that are equal to others
 *     loops.c     since they stand on loops,
 *     implied.c   in which each implies the next
 *     chase.c     what a conflict hangs on
 *     clauses.c   clauses, propagation, learning
 *     late.c      conflicts that wait for the end of a pass
 *     solver.c    the clauses of all cycles in CaDiCaL, and its models
 *     check.c     the invariants of all this, for checking builds
 *     wait.c      who waits for whom: cycles
 *     cheapest.c  the cheapest of those through an event
 *     unbegun.c   and whom those would wait for who have not begun
 *     circle.c    orders in a circle
 *     saturate.c  orders that hold in every run
 *     joints.c    the events where something of others comes in
 *     labels.c    and what messages happen before these, the latest
 *     bits.c      or all of them
 *     posted.c    and what follows from the posts among them
 *     retold.c    and by which cycles all that holds
 *
 * Learning from a conflict that hangs on an early order would undo most of the run.  Such a conflict
 * waits: the run is forced past it and goes on, to meet as many more as it can, and at the end of the
 * pass all are learned from together (late.c).  All cycles are also clauses of a SAT solver, which then
 * says which orders avoid them all, near to those of the run (solver.c); these are the phases of the
 * pairs until it is asked again.
 *
 * Whatever the search does, what it gives is checked by others: a witness is replayed (run/replay.h),
 * the cycles and the refutation are a certificate (proof/certificate.h). */
#ifndef HBKIT_CDS_H
#define HBKIT_CDS_H

#include "base/log.h"
#include "engine/cds/state.h"

/* --- build.c --- */

/* Fills the tables; false when the known relations close a cycle, which is then the only one in
 * `cycles`.  RANKS (stolen) are those of the messages, NULL: to be found. */
bool cds_build (struct cds *cds, const hb_trace *trace, hb_id *ranks);
void cds_release (struct cds *cds);

/* --- renumber.c --- */

/* A trace without names whose messages, events and variables stand in another order. */
struct cds_copy
{
  hb_trace trace;
  hb_id *old_message, *old_event; /* new number -> old one */
  hb_id *rank;                    /* of the messages, by their new numbers; the search steals it */
  hb_id *new_variable,
      variables; /* while it is made: old number -> new one, and how many have one */
};

/* Do nearly all messages stand in the order of their ranks already? */
bool cds_is_in_order (const struct cds *cds);

/* New: the trace of CDS with the messages of every handler in the order of their ranks. */
struct cds_copy *cds_renumber (const struct cds *cds);
void cds_copy_free (struct cds_copy *copy);

/* Gives the events and messages of CYCLE their old numbers. */
void cds_copy_cycle_back (const struct cds_copy *copy, struct hb_cycle *cycle);

/* --- saturate.c --- */

/* Finds orders that hold in every run, assigns them for good and ranks the messages anew.  The
 * trail must be empty. */
void cds_saturate (struct cds *cds);

/* The trace is refuted: puts the cycles by which these orders hold where they belong in `cycles`, which takes about as long as it took to
 * find them. */
void cds_tell_saturation (struct cds *cds);

/* --- retold.c --- */

/* How many cycles that are. */
size_t cds_count_findings (const struct cds *cds);

/* NULL is legal. */
void cds_findings_free (struct cds_findings *findings);

/* --- pairs.c --- */

/* Names the order OF, which becomes the one that stands for it: under FIFO two messages run in the
 * order of their posts, and posts in two messages of one handler in the order of those.  Returns
 * false when it is known (then *HOLDS says whether it holds).  *ORDER is new if it was not named. */
bool cds_name (struct cds *cds, struct hb_pair *of, hb_id *order, bool *holds);

/* The same without naming it: *ORDER and OF are set, too, if it is named, and *HOLDS if it is known. */
enum cds_naming
{
  CDS_NAMED,
  CDS_KNOWN,
  CDS_UNNAMED
};

enum cds_naming cds_find (struct cds *cds, struct hb_pair *of, hb_id *order, bool *holds);

/* The literal of the order OF, in the same way. */
bool cds_literal (struct cds *cds, struct hb_pair of, hb_id *literal, bool *holds);

/* Does order OF hold (+1), its reverse (-1), or neither yet, and since which level?  It is not named for that. */
struct cds_fact cds_look_up (struct cds *cds, struct hb_pair of);

/* Names OF, of which cds_find has just said that it is unnamed, with LITERAL, since it is equal to order BY.  It is doubtful. */
hb_id cds_name_as (struct cds *cds, struct hb_pair of, hb_id by, hb_id literal);

/* Puts the links of each message side by side, if there are twice as many as the last time.  Linear then. */
void cds_gather_links (struct cds *cds);

/* What the run says of ORDER. */
struct cds_fact cds_fact_of (const struct cds *cds, hb_id order);

/* The same, to be forgotten with what the run did: its messages have facts from then on. */
struct cds_fact cds_meet_fact (struct cds *cds, hb_id order);

/* What the run does with a message that settles orders. */
enum cds_moment
{
  CDS_POSTING,
  CDS_TAKING /* from the bag of its handler */
};

/* Would the post of MESSAGE, to a mailbox that is no queue, settle the order of LINK, one of its own, so that MESSAGE comes
 * first? */
bool cds_post_settles (const struct cds *cds, hb_id link, hb_id message);

/* Would that settle it, to any mailbox? */
static inline bool
cds_settles (const struct cds *cds, hb_id link, hb_id message, enum cds_moment moment)
{
  const struct cds_link *l = &cds->links.data[link];
  if (cds->messages[l->other].admitted)
    return false;
  if (moment == CDS_TAKING)
    return !cds->orders.data[l->order].posts;
  hb_id handler = cds->messages[message].handler;
  return cds->trace->handlers.data[handler].mailbox == HB_QUEUE
         || cds_post_settles (cds, link, message);
}

/* Is the order that stands for that of these two messages more than STEPS posts away? */
bool cds_is_distant (struct cds *cds, hb_id before, hb_id after, size_t steps);

/* The cycles that say of which orders of runs the engine took the reverse order of the posts (loaded.c, held.c), into `cycles`. */
void cds_tell_turns (struct cds *cds);

/* --- loaded.c --- */

/* Finds the stacks from which nothing is taken before all is posted.  Linear for each stack that may be one. */
void cds_find_loaded (struct cds *cds);
void cds_loaded_free (struct cds *cds);

/* Are A and B two posted messages of one such stack? */
bool cds_is_loaded (const struct cds *cds, hb_id a, hb_id b);

/* The cycles that say that of two such messages the one posted later runs first, into `cycles`. */
void cds_tell_loaded (struct cds *cds, hb_id a, hb_id b);

/* --- held.c --- */

/* The message that holds the stack of A and B when they are posted, or HB_NONE.  Linear in the hosts of their posts. */
hb_id cds_holder (const struct cds *cds, hb_id a, hb_id b);

/* The same cycles for two such messages; KNOWN (added to): the messages of which it was told that they do not run before what
 * holds the stack. */
void cds_tell_held (struct cds *cds, hb_id a, hb_id b, struct hb_pairs *known);

/* --- tied.c --- */

/* Names the orders that are equal to those named since the last time; false if something was learned.  Constant for each. */
bool cds_tie (struct cds *cds);

/* Makes those of them agree that the run has settled; false if it was taken back for that. */
bool cds_agree (struct cds *cds);

/* Cycles that say why the orders of which `cycles` speak are equal to others, into `cycles`. */
void cds_tell_ties (struct cds *cds);

/* --- clauses.c --- */

/* Makes LITERAL true; not to be propagated before `cds_follow`. */
void cds_assign (struct cds *cds, hb_id literal, hb_id level, hb_id reason);

/* Propagates, and learns from a clause that becomes false; true if none does. */
bool cds_follow (struct cds *cds);

/* Learns from a false clause: undoes the trail as far as needed and asserts what follows.  Sets
 * `refuted` if nothing can be undone. */
void cds_learn (struct cds *cds, hb_id clause);

/* Turns CYCLE (stolen) into a clause that is not watched yet; its number.  *TRIVIAL: it says nothing, since the cycle assumes
 * an order that is known not to hold, or one both ways, as only a forced run can do; the clause is too strong then. */
hb_id cds_clause_of_cycle (struct cds *cds, struct hb_cycle *cycle, bool *trivial);

/* Do clauses of two literals say that A or B holds? */
bool cds_is_clause (const struct cds *cds, hb_id a, hb_id b);

/* A clause of SIZE literals that follows from others; it is not watched yet; its number. */
hb_id cds_add_clause (struct cds *cds, const hb_id *literals, hb_id size);

/* The same of a clause that the solver is to be told. */
hb_id cds_given_clause (struct cds *cds, const hb_id *literals, hb_id size);

/* Watches CLAUSE, if it was not, and where its literals say so now; what it implies is assigned.  It
 * must not be false. */
void cds_watch (struct cds *cds, hb_id clause);

/* Watches CLAUSE, which is false, where it becomes open first when the trail is undone. */
void cds_watch_false (struct cds *cds, hb_id clause);

/* The highest level of CLAUSE, all literals of which are false; HB_NONE if one is not. */
hb_id cds_conflict_level (const struct cds *cds, hb_id clause);

/* --- due.c --- */

/* By rank, for ties and for bags. */
bool cds_sooner (const struct cds *cds, hb_id message, hb_id other);

/* SENDER stands before the post of MESSAGE, which may be done from now on. */
void cds_due_push (struct cds *cds, hb_id message, hb_id sender);

/* Is the post of MESSAGE, before which SENDER stands, due before all in the heap? */
bool cds_due_is_first (const struct cds *cds, hb_id message, hb_id sender);

/* The message whose post is due first; there must be one. */
hb_id cds_due_pop (struct cds *cds);

/* --- bag.c --- */

/* Makes the bags, empty, once the ranks are known.  Linear, and what cannot be chosen in the order of the file is sorted. */
void cds_make_bags (struct cds *cds);
void cds_free_bags (struct cds *cds);

/* MESSAGE begins, or ceases, to wait to be chosen; if it is posted, its position in the trail is known.  O(1), but where the
 * mailbox says what is next as much as it takes to find its place and to make room from the nearer end. */
void cds_bag_add (struct cds *cds, hb_id message);
void cds_bag_remove (struct cds *cds, hb_id message);

/* The bag of HANDLER holds what waits in the beginning: the external messages. */
void cds_bag_fill (struct cds *cds, hb_id handler);

/* The same, after the ranks have changed. */
void cds_bag_sort (struct cds *cds, hb_id handler);

bool cds_bag_is_empty (const struct cds_bag *bag);

/* All messages in the bag, one after another: that behind MESSAGE, HB_NONE: the first; HB_NONE: there are no more. */
hb_id cds_bag_after (const struct cds *cds, hb_id handler, hb_id message);

/* The first message of the bag by rank behind TRIED (HB_NONE: of all) that its mailbox would hand out,
 * or HB_NONE. */
hb_id cds_bag_next (const struct cds *cds, hb_id handler, hb_id tried);

/* A message of the same bag that the mailbox hands out before MESSAGE, or HB_NONE. */
hb_id cds_ahead (const struct cds *cds, hb_id message);

/* --- senders.c --- */

/* Makes the lanes of sender-queues, if there are any; linear.  All empty, and emptied again by `cds_senders_clear`. */
void cds_find_senders (struct cds *cds);
void cds_senders_clear (struct cds *cds);
void cds_senders_free (struct cds *cds);

/* MESSAGE begins, or ceases, to wait: for others than those of sender-queues nothing is to be done.  O(1). */
void cds_senders_add (struct cds *cds, hb_id message);
void cds_senders_remove (struct cds *cds, hb_id message);

/* What waits in the lane of MESSAGE, of a sender-queue, and was posted first; HB_NONE: nothing, or MESSAGE is external. */
hb_id cds_first_of_sender (const struct cds *cds, hb_id message);

/* --- choose.c --- */

enum cds_going
{
  CDS_GO_ON,   /* done */
  CDS_WAIT,    /* not now */
  CDS_CONFLICT /* something was learned: everything may have changed */
};

/* Does the post of MESSAGE, if it is next on its sender and nothing must come first. */
enum cds_going cds_try_post (struct cds *cds, hb_id message);

/* The handler is idle: admits the message of its bag that is due first and that may be taken. */
enum cds_going cds_take_from_bag (struct cds *cds, hb_id handler);

/* Admits MESSAGE, which waits in a bag, if its mailbox hands it out and nothing must come first. */
enum cds_going cds_admit (struct cds *cds, hb_id message);

/* Would it have to wait for what it had to wait for last? */
bool cds_is_blocked (struct cds *cds, hb_id message);

/* In the first attempt messages enter in the order of the file.  The one of HANDLER that is next,
 * or HB_NONE. */
hb_id cds_next_in_file (const struct cds *cds, hb_id handler);

/* In the first attempt: admits the external messages of HANDLER whose turn it is. */
void cds_admit_by_file (struct cds *cds, hb_id handler);

/* --- ready.c --- */

/* Lists for each value the messages of multisets that begin with an access to it.  Linear. */
void cds_list_beginnings (struct cds *cds);

/* Does MESSAGE wait in a multiset, and can its first access be done now? */
bool cds_can_begin (const struct cds *cds, hb_id message);

/* If it can, its handler is told so.  O(1). */
void cds_ready_add (struct cds *cds, hb_id message);

/* The same for the messages that begin with an access to VARIABLE, which was read last, or WRITTEN.  Linear in these. */
void cds_offer (struct cds *cds, hb_id variable, bool written);

/* HANDLER, which has a multiset, is idle: takes a message that can run to its end now, else one that can do its first access. */
enum cds_going cds_take_ready (struct cds *cds, hb_id handler);

/* --- run.c --- */

/* Appends to the trail what is no event; the position of the new entry. */
hb_id cds_record (struct cds *cds, enum cds_entry kind, hb_id id);

/* HANDLER is to be looked at. */
void cds_wake (struct cds *cds, hb_id handler);

/* No handler is in the list of a variable any more. */
void cds_stop_waiting (struct cds *cds);

/* MESSAGE enters the run queue of its handler, at position POSITION of the trail. */
void cds_enter (struct cds *cds, hb_id message, hb_id position);

/* HANDLER does EVENT, which is its next and possible. */
void cds_do (struct cds *cds, hb_id handler, hb_id event);

/* What changes when EVENT, at POSITION of the trail, is done by HANDLER; the trail and the clock do not. */
void cds_happens (struct cds *cds, hb_id handler, hb_id event, hb_id position);

/* Are the posts done that the input's mo puts before that of MESSAGE? */
bool cds_post_is_free (const struct cds *cds, hb_id message);

/* The read EVENT, not done yet, need not wait for its value any more, nor a write for it; what changes by
 * that, but for the trail. */
void cds_let_go (struct cds *cds, hb_id event);

/* Can the access EVENT be done now, were its handler there? */
bool cds_access_is_possible (const struct cds *cds, hb_id event);

/* The slot of the value that the access EVENT reads, or overwrites. */
hb_id cds_slot_met (const struct cds *cds, hb_id event);

/* Runs until all is done (true), or a conflict was learned, a limit was hit, `most_work` is done or the trace is
 * refuted (false). */
bool cds_run (struct cds *cds);

/* --- undo.c --- */

/* Takes the run back to before position POSITION of the trail; orders of a lower level stay. */
void cds_undo (struct cds *cds, hb_id position);

/* --- redo.c --- */

/* Nothing has happened: every handler stands before its initial message, external messages wait.  The pairs, the
 * trail and the clocks stay as they are. */
void cds_start (struct cds *cds);

/* What the trail has happens again, from the start. */
void cds_redo (struct cds *cds);

/* --- chase.c --- */

/* CLAUSE is false.  Where a literal of it implies, step by step, one that has been false for longer, clauses say so.  The clause of those
 * in place of these, not watched yet; CLAUSE itself if there are none. */
hb_id cds_chase (struct cds *cds, hb_id clause);

/* The cycles that say why, into `cycles`. */
void cds_tell_chains (struct cds *cds);

/* --- late.c --- */

/* The run has met CYCLE (stolen): learns from it, or forces the run past it and learns later.  True if
 * the run goes on. */
bool cds_meet_cycle (struct cds *cds, struct hb_cycle *cycle);

/* The new CLAUSE, of no cycle that was met, is to hold from now on: it is learned from, or waits, if it is false.  False if
 * it was learned from. */
bool cds_meet_clause (struct cds *cds, hb_id clause);

/* Would it undo too much to take the run back to LEVEL? */
bool cds_is_far (const struct cds *cds, hb_id level);

/* The run has settled ORDER, and what is equal to it otherwise: it goes on as no run to the end of the pass. */
void cds_tear (struct cds *cds, hb_id order);

/* CLAUSE is false: true if that is to wait for the end of the pass, since too much would be undone. */
bool cds_postpone (struct cds *cds, hb_id clause);

/* The run cannot go on: learns all that has waited, and takes the run back to where it disagrees with the
 * solver's model. */
void cds_end_pass (struct cds *cds);

/* --- solver.c --- */

/* Asks for orders that all cycles allow, close to those of the run or far from them, into the phases of the pairs; false
 * if there are none (`refuted` is set) or a limit was hit. */
bool cds_solve (struct cds *cds);

/* --- check.c --- */

#ifdef HB_CHECKING
/* Aborts if trail, run, levels, watches or bags are not as they should be.  Linear; for large traces it
 * is left out most times. */
void cds_check (struct cds *cds);
#else
static inline void
cds_check (struct cds *cds)
{
  (void)cds;
}
#endif

/* --- wait.c --- */

/* If HANDLER waits for a cycle of events, one with few assumptions into CYCLE. */
bool cds_deadlock (struct cds *cds, hb_id handler, struct hb_cycle *cycle);

/* --- cheapest.c --- */

struct cds_search *cds_search_new (void);
void cds_search_free (struct cds_search *search);

/* --- unbegun.c --- */

/* If a handler waits for a cycle of events, those of messages that could be begun among them, one with few assumptions into
 * CYCLE; looks at MOST events. */
bool cds_unbegun (struct cds *cds, size_t most, struct hb_cycle *cycle);

/* --- circle.c --- */

/* If the orders that hold put messages of HANDLER in a circle, one of which waits in its bag: that
 * circle into CYCLE.  Linear in the orders of the handler's messages. */
bool cds_circle (const struct cds *cds, hb_id handler, struct hb_cycle *cycle);

#endif

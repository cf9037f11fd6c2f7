/* Certificates: proofs of a verdict that anybody can check (`hbkit certify`, certify.h).
 *
 * A certificate is a text of lines; words are separated by blanks, `#` starts a comment.  Events,
 * messages and handlers are named by their numbers in the order of the trace's file, from 0: gets
 * count as events, initial messages as messages.
 *
 *     hbcert 1
 *     trace EVENTS MESSAGES HANDLERS       the sizes of the trace, as its `end` line has them
 *     consistent                           or: inconsistent
 *     ...
 *     end
 *
 * **Consistent**: an execution.  `eo HANDLER MESSAGE...` and `mo HANDLER MESSAGE...` are total
 * orders, of all messages of the handler but the initial one and of those that are posted; then
 * `run` lines list all events in the order of execution; 3-7 stands for 3 4 5 6 7.
 *
 * **Inconsistent**: cycles of happens-before, and a refutation of the claim that all can be
 * avoided.
 *
 *     cycle 17 po 20 pb 33 eo:4<7 41 mo:4<7 17
 *     rup 4<7 9<2
 *     del 1 3
 *     rup
 *
 * - A cycle lists events with the relation between each and the next: po, rf, co, fr, pb, eo, mo,
 *   gp.  A step by eo:A<B assumes that message A runs before message B, one by mo:A<B that A is
 *   posted before B; eo and mo alone: a line of the trace says so.  gp:A<B leads from the get of A to
 *   the post of B, which the mailbox would hand out sooner if both were there: under `priority` B has
 *   the higher priority, and the step assumes that A runs before B; under `stack` it assumes that A
 *   runs before B and is posted before B.  The cycle stands for the clause "not all that it assumes";
 *   one that assumes nothing ends the proof.
 * - `rup` is a clause over orders of messages that follows from the clauses above by reverse unit
 *   propagation (sat/units.h); B<A is the negation of A<B, and mo:A<B speaks of the posts.  The empty one
 *   ends the proof.
 * - `del` deletes clauses; cycles and `rup` lines are numbered together, from 1.
 * - Two messages run in the order of their posts in a queue, in a sender-queue if one handler posts
 *   both, in a priority mailbox if their priorities are the same.  So there A<B and mo:A<B are one
 *   variable.  Posts in two messages of one handler come in the order in which these run.  So mo:A<B
 *   is the same variable as the order of the messages that post A and B if these run on one handler,
 *   and so on up; and it is a constant where the posts stand in one message or one of the posters is
 *   initial.  If the posters run on two handlers the same holds of two other messages of one handler
 *   that run while A and B are posted: an event of such a message M precedes, by rf, pb, or co or fr to
 *   the next write, one of the poster in front of the post, and one behind the post precedes an event of
 *   M by rf, co or fr.  (A handler with two
 *   such messages for one post is passed over; of several handlers the one with the least number is
 *   taken.)  Clauses are to be read in that way. */
#ifndef HBKIT_CERTIFICATE_H
#define HBKIT_CERTIFICATE_H

#include <hbkit/proof.h>

#include "engine/engine.h"

#endif

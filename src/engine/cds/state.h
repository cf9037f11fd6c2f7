/* Conflict-driven scheduling (cds.h): the state that the parts of the engine share, and what is read off it at once.
 *
 * One trail holds it all, in the order in which it happened:
 *
 *     event  event  order  event  order  order  admission  event ...
 *
 * A position in the trail (from 1) is also a decision level: a decided order has its own position
 * as level, an order that holds because a message was admitted has the admission's, a propagated
 * one the highest level of what propagated it, 0 if nothing did.  So levels need not grow along the
 * trail (as in Nadel and Ryvchin, "Chronological Backtracking", SAT 2018), and undoing keeps what
 * still follows. */
#ifndef HBKIT_CDS_STATE_H
#define HBKIT_CDS_STATE_H

#include "base/set.h"
#include "engine/engine.h"
#include "engine/sat/pairs.h"
#include "sat/solver.h"
#include "trace/hosts.h"

/* An order of two messages: LOW before HIGH is what LITERAL says.  It speaks of their runs or, where a
 * stack makes that matter, of their posts. */
struct cds_order
{
  hb_id low, high;
  hb_id literal;
  hb_id by; /* the order, named before, to which it was found equal, or HB_NONE (tied.c) */
  bool posts;
  bool ignored; /* the run goes on as if it did not hold (late.c) */
  bool said;    /* clauses say to what others it is equal */
  bool told;    /* and who checks is told why */
  bool far;     /* loops of more steps were looked for */
  bool between; /* it was found on a loop of others, and loops are looked for from these (tied.c) */
};

/* A Boolean variable v: its literals are v + v and v + v + 1, the odd one is its negation.  It stands for
 * an order of two messages and all that are known to be equal to that. */
struct cds_pair
{
  hb_id order;   /* the first; its literal is v + v */
  hb_id level;   /* where it was assigned; see above */
  hb_id reason;  /* clause that propagated it, HB_NONE: decided or a fact of the run */
  int8_t phase;  /* what it was last, or is in the solver's last model */
  bool on_trail; /* false for facts of the run that were named later, and for level 0 */
  bool seen;     /* for learning */
  bool told;     /* the solver knows the variable */
  bool fixed;    /* and that it holds for good */
  bool tied;     /* clauses say to which others it is equal (tied.c) */
};

/* What the run has settled of an order: VALUE (0: nothing) since LEVEL. */
struct cds_fact
{
  int8_t value;
  hb_id level;
};

/* A message's orders are a list: ORDER is about it and OTHER, LITERAL puts it first. */
struct cds_link
{
  hb_id order, next;
  hb_id other, literal;
};

struct cds_clause
{
  hb_id first, size; /* literals in `literals`; the first two are watched */
  bool watched;      /* else it waits for the end of the pass (late.c) */
};

/* Entries of the trail: what happened, and to which event, message or pair. */
enum cds_entry
{
  CDS_EVENT = 0,
  CDS_ADMIT = 1, /* a message is taken from a bag into the run queue: any but FIFO, external */
  CDS_ORDER = 2,
  CDS_LET_GO = 3 /* a read need not wait for its value any more (late.c) */
};
#define CDS_KIND_SHIFT 30
#define CDS_MOST_IDS (1u << CDS_KIND_SHIFT)

/* What the run needs to know of a message: all in half a line of the cache, and never in two, since messages are met in an
 * order that no cache foresees (ahead.h). */
struct cds_message
{
  hb_id first, end, handler; /* as in the trace; END: behind its last event */
  hb_id posted, admitted;    /* position in the trail, 0: not yet */
  hb_id place;               /* in the queue, once admitted */
  hb_id links;               /* the first link, or HB_NONE */
  bool by_choice;            /* cds_by_choice */
  bool post_matters;         /* cds_post_matters */
  bool has_facts;            /* of its orders some may be facts of what it did */
  bool in_heap;
};
#define CDS_CACHE_LINE 64
_Static_assert(CDS_CACHE_LINE % sizeof (struct cds_message) == 0, "a message has half a line");

/* And of a variable. */
struct cds_variable
{
  hb_id slots;   /* first of the slots of its values, which do not change */
  hb_id written; /* writes done */
  hb_id pending; /* reads of the present value still to come */
  hb_id
      since; /* when what is possible now became so: the last write, or the last of those reads; 0: not known */
};

/* Messages that wait for their handler's choice (bag.c). */
struct cds_bag
{
  hb_set waiting,
      ready; /* by their turns; of a multiset those that can begin, and others that could (ready.c) */
  struct
  {
    hb_id *data;
    size_t size;
  } handed; /* what a stack or priorities hand out, the next one last; somewhere in the bag's own space, */
  hb_id *space; /* since they come and go at both ends */
  size_t places;
};

/* Of an event of the trail: its handler, and what its clock was before; of other entries: HB_NONE. */
struct cds_clock
{
  hb_id handler, before;
};

/* An order that the run ignores since POSITION of the trail. */
struct cds_ignored
{
  hb_id order, position;
};

/* A clause that is watched by a literal, and the other one if it has two, so that it need not be looked at; else HB_NONE. */
struct cds_watcher
{
  hb_id clause, other;
};

/* The order FROM implies another one, that a third, and so on, COUNT times (chase.c): in `implied`, from FIRST on, which of those that
 * each implies. */
struct cds_chain
{
  struct hb_pair from;
  size_t first;
  hb_id count;
};

/* The clauses that watch a literal. */
struct cds_watch
{
  VEC (struct cds_watcher) clauses;
};

struct cds
{
  const hb_trace *trace;
  struct hb_limits *limits;

  /* Tables.  Values of variable v have slots first + v + 0 (initial), + 1 (rank 0), ... */
  hb_id *reads_start, *reads; /* the reads of a slot's value */
  hb_id *reader,
      *next_reader; /* the first message of a multiset that begins with a read of it, or HB_NONE; message -> the next */
  hb_id *writer;   /* and the one that begins by overwriting it; NULL: there are no multisets */
  hb_hosts *hosts; /* of posts; NULL: not asked for yet */
  struct cds_loaded *loaded; /* stacks; NULL: there are none */
  bool none_loaded;          /* that is known already, of the trace of which this is a copy */
  struct hb_pairs
      turned; /* orders of runs on stacks that are known to be those of the posts, reversed */
  struct cds_senders *senders; /* lanes of sender-queues; NULL: there are none */
  hb_id *rank;                 /* message -> place in a topological order, for ties and for bags */
  hb_id *turn,
      *at_turn; /* message -> its place among those of its handler by rank; handler's first message + that place
                            -> message (bag.c) */
  hb_id *mo_start, *mo_next; /* message -> messages that the input's mo puts next (uncoupled ones);
                                 NULL: the input says nothing of mo */
  hb_id *mo_waits;           /* message -> how many posts must still come before its own */

  /* The run. */
  hb_id *next;                  /* handler -> its next event, HB_NONE when it is idle */
  hb_id *queue, *queue_start;   /* messages admitted, in order; slices per handler */
  hb_id *head, *tail;           /* handler -> messages taken and admitted */
  struct cds_message *messages; /* at the start of a line in `messages_space` */
  void *messages_space;
  hb_id *blocked_by; /* message -> the link because of which it had to wait last, plus one, or 0 */
  struct cds_variable *variables;
  struct cds_bag *bags;          /* handler -> messages waiting to be admitted by choice */
  VEC (uint32_t) trail;          /* entry p is trail.data[p - 1] */
  VEC (struct cds_clock) clocks; /* beside each entry of the trail, what is needed to forget it */
  hb_id *clock;                  /* handler -> ticks */
  hb_id *ready;     /* handler -> when its next event became possible, if that is no access */
  hb_id *waits_for; /* handler -> slot of the value for which it waits, or HB_NONE */
  hb_id *waiting;   /* slot, folded -> the first handler that waits for it (`behind`), or HB_NONE */
  hb_id fold;       /* bits of slots that are left then */
  hb_id *behind;    /* handler -> the next one in its list, or HB_NONE */
  hb_id now;        /* clock of the last event */
  hb_id *due;       /* message in the heap -> when its post can be done */
  uint64_t seed;    /* not 0: disturbs the clocks */
  size_t done;      /* events executed */
  size_t most_done; /* at once, before the trail was last taken back */
  uint64_t steps;   /* events executed in all, undone ones included */
  uint64_t looked;  /* edges and clauses looked at beside */
  uint64_t scanned; /* and orders of messages */
  uint64_t most_work; /* the run pauses when it has done more */
  uint64_t pauses;    /* so often */
  VEC (hb_id) work;   /* handlers to look at */
  bool *in_work;
  VEC (hb_id) heap;     /* messages whose posts may be done now, by when they are due */
  bool chooses;         /* there are multisets (ready.c) */
  VEC (hb_id) partial;  /* those that can begin, but not end, while one is taken */
  bool stuck;           /* nothing else goes on: these take any message now */
  bool file_order;      /* first attempt: messages in the order of the file */
  VEC (hb_id) entering; /* external messages whose admission is being tried */

  /* Orders and clauses. */
  VEC (struct cds_order) orders; /* all that were named */
  VEC (struct cds_pair) pairs;
  hb_id *slots; /* hash table of orders */
  size_t mask;
  VEC (struct cds_link) links;
  size_t gathered; /* so many were put side by side (cds_gather_links) */
  VEC (struct cds_clause) clauses;
  VEC (hb_id) literals;
  VEC (int8_t) values;            /* of the pairs, apart: +1 true, -1 false, 0 open */
  VEC (struct cds_watch) watches; /* literal -> clauses */
  VEC (hb_id) todo;               /* literals to propagate */
  VEC (hb_id) learned;            /* the clause being made */
  VEC (struct hb_cycle) cycles;
  struct cds_findings *findings; /* those of saturation, untold (retold.c); NULL: there are none */
  size_t tied;                   /* orders of which those equal to them have been named */
  VEC (hb_id)
  doubtful; /* orders of which it is to be seen whether the run agrees with those equal to them */
  VEC (hb_id) torn;          /* and of which it does not, at the end of the pass */
  VEC (hb_id) untold;        /* and of which it is to be told why they have their variables */
  struct cds_search *search; /* cheapest.c's own */

  /* Conflicts that wait, and the solver beside. */
  bool late;             /* conflicts may wait for the end of the pass */
  hb_id forced;          /* from this position on the trail is no run, 0: it is one */
  uint64_t gone_through; /* events, for those */
  hb_id unbegun;       /* since then, standstills of handlers that could begin something (run.c) */
  uint64_t walked;     /* steps from one who waits to the next */
  bool left_out;       /* was it once not worth walking, since the last standstill? */
  bool *let_go;        /* event -> a read that need not wait; NULL: there has been none */
  hb_id *let_go_early; /* slot of a value -> its reads let go before it was there */
  VEC (struct cds_ignored) ignored;
  VEC (hb_id) kept;              /* clauses that wait */
  VEC (hb_id) left;              /* literals whose propagation was broken off */
  VEC (struct cds_chain) chains; /* chase.c */
  VEC (uint8_t) implied;
  VEC (hb_id) given;  /* clauses of cycles */
  size_t told;        /* of `given`, those that the solver has */
  hb_solver *solver;  /* NULL: not asked yet */
  VEC (hb_id) wanted; /* literals to assume in the next solve */
  hb_id passes;       /* to the end of which conflicts have waited */
  size_t most_kept;   /* clauses that waited in one of them that was near to the one before */
  bool far;           /* models are asked for far from the run, not near to it (late.c) */
  bool never_far;     /* that was of no use */
  uint64_t derived;   /* conflicts since the last solve that were no new cycle */
  uint64_t recent;    /* conflicts since then */
  uint64_t solves;
#ifdef HB_CHECKING
  uint64_t next_check; /* in steps and conflicts */
#endif
  bool refuted; /* no order is left */
  uint64_t conflicts;
};

/* --- what the trace and the run tell --- */

/* Is MESSAGE admitted by choice (all but queues, external) rather than by its post? */
static inline bool
cds_by_choice (const struct cds *cds, hb_id message)
{
  return cds->messages[message].by_choice;
}

/* Does it matter when MESSAGE, which is posted, is posted?  In a multiset and a sender-queue it may be
 * done at once. */
static inline bool
cds_post_matters (const struct cds *cds, hb_id message)
{
  return cds->messages[message].post_matters;
}

/* The messages that the input's mo puts next after MESSAGE are mo_next[first .. end - 1]. */
static inline hb_id
cds_mo_first (const struct cds *cds, hb_id message)
{
  return cds->mo_start ? cds->mo_start[message] : 0;
}

static inline hb_id
cds_mo_end (const struct cds *cds, hb_id message)
{
  return cds->mo_start ? cds->mo_start[message + 1] : 0;
}

/* The handler of EVENT. */
static inline hb_id
cds_handler (const struct cds *cds, hb_id event)
{
  return cds->messages[cds->trace->events.data[event].message].handler;
}

/* The message that HANDLER runs or is about to take; it must not be idle. */
static inline hb_id
cds_current (const struct cds *cds, hb_id handler)
{
  return cds->trace->events.data[cds->next[handler]].message;
}

/* The message of HANDLER whose turn by rank TURN is; HB_NONE if that is. */
static inline hb_id
cds_at_turn (const struct cds *cds, hb_id handler, hb_id turn)
{
  return turn == HB_NONE ? HB_NONE : cds->at_turn[cds->trace->handlers.data[handler].first + turn];
}

/* --- what the pairs tell --- */

/* So many edges and clauses are looked at in the time of an event; and so many orders of messages. */
#define CDS_LOOKS_A_STEP 4
#define CDS_SCANS_A_STEP 10

/* The work done so far, in events executed. */
static inline uint64_t
cds_work (const struct cds *cds)
{
  return cds->steps + cds->looked / CDS_LOOKS_A_STEP + cds->scanned / CDS_SCANS_A_STEP;
}

/* Value of a literal: +1, -1, 0. */
static inline int
cds_value (const struct cds *cds, hb_id literal)
{
  int value = cds->values.data[literal >> 1];
  return literal & 1 ? -value : value;
}

/* The literal of ORDER that puts MESSAGE, one of its two, first. */
static inline hb_id
cds_literal_first (const struct cds *cds, hb_id order, hb_id message)
{
  const struct cds_order *o = &cds->orders.data[order];
  return o->literal ^ (o->low != message);
}

#endif

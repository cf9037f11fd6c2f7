/* What the files of the search for serial runs share.  See serial.h.
 *
 *     segments.c   messages, cut where they must overlap, and the edges between the segments
 *     posts.c      what segments post, and which of their posts say all
 *     rows.c       what comes after each segment: rows, edges, and how they are taken back
 *     rules.c      what handlers and mailboxes say of two segments of which one comes first
 *     tidy.c       the edges in order
 *     settle.c     all that follows, to the fixpoint
 *     refine.c     where messages have to be cut
 *     run.c        one segment after another
 *     rewind.c     back to the beginning of that
 *     serial.c     beginning and end
 *
 * Segments are numbered in a topological order of the known edges.  The row of a segment is the set of the
 * segments that come after it, itself excluded.  Rows are closed: they hold the rows of their members, but for
 * what is still to be done.
 *
 *     row of x    0 0 0 0 | 0 0 1 0 | 1 1 0 1        a word for 64 segments
 *                           ^ low */
#ifndef HBKIT_SERIAL_STATE_H
#define HBKIT_SERIAL_STATE_H

#include "engine/serial/serial.h"

#include "base/rng.h"
#include "base/set.h"
#include "base/vec.h"
#include "trace/mailbox.h"
#include "trace/order.h"

/* Nodes FIRST_NODE .. FIRST_NODE + NODES - 1, of one message. */
struct serial_segment
{
  hb_id first_node, nodes, message;
};

/* The segments in which a message begins and ends, and the one that posts it (HB_NONE: none does). */
struct serial_span
{
  hb_id first, last, post;
};

/* A post to a handler whose mailbox minds in which order posts come.  CLASSES are those in which its segment posts
 * to that handler: 2^31 + c if c is the only one, else a bit for each; 0: there are too many for that, or none. */
struct serial_post
{
  hb_id handler, message;
  uint32_t classes;
  bool is_first, is_last; /* of its segment and its class, or it has none */
};

/* Node FROM_NODE comes before TO_NODE, and so their segments. */
struct serial_edge
{
  hb_id from, to;
  hb_id from_node, to_node;
  hb_id next_out, next_in; /* of the same source, of the same target; HB_NONE: the last */
};

/* What a rule has found: an edge to be, since one node comes before another. */
struct serial_bond
{
  hb_id from_node, to_node;
  hb_id before_node, after_node;
};

/* What was there before a segment was tried: a word of the rows or, if PLACE is SIZE_MAX, nothing: an edge was
 * added. */
struct serial_note
{
  size_t place;
  uint64_t old;
};

/* What is known when the run begins; ROWS is NULL: that is not kept. */
struct serial_start
{
  uint64_t *rows;
  size_t *low;
  hb_id *out, *in, *waiting;
  struct serial_edge *edges;
  size_t count; /* of these */
};

/* A round of saturation; ORDER is NULL: none is under way. */
struct serial_sweep
{
  hb_id *order; /* the segments, in a topological one */
  bool *grown;  /* segment -> its row has, in this round */
  hb_id left;   /* so many of ORDER are still to be looked at */
};

struct hb_serial
{
  const hb_trace *trace;
  struct hb_limits *limits;
  hb_order *order; /* the known edges */
  struct hb_serial_options most;
  uint64_t work;
  struct hb_rng rng;
  unsigned attempts; /* to run, that came to a dead end */
  unsigned cuts;     /* how often messages were cut */
  hb_id *message_of; /* node -> its message */
  hb_id *class;      /* message -> its class (hb_coupling_classes) */
  bool *begins;      /* node -> does a segment begin here? */
  /* Segments. */
  hb_id segments;
  struct serial_segment *segment;
  struct serial_span *span; /* message -> where it is */
  hb_id *segment_of;        /* node -> its segment */
  struct serial_post *
      posts; /* those of segment x are posts[posts_of[x]] .. posts[posts_of[x + 1] - 1], by handler */
  hb_id *posts_of;
  /* Sets of segments, by handler; NULL: empty, or it does not matter. */
  uint64_t **on;      /* of its messages, if one of them is cut */
  uint64_t **parts;   /* of its messages that are cut */
  uint64_t **posted;  /* those with which messages posted to it start */
  uint64_t **posting; /* those that post to it */
  /* Edges, and what follows from them. */
  VEC (struct serial_edge) edges; /* known ones, then one for each bond, then those of the run */
  VEC (struct serial_bond) bonds;
  hb_id *out, *in; /* segment -> its first edge, HB_NONE: it has none */
  hb_id *waiting;  /* segment -> edges from segments that have not run */
  size_t words;    /* of a row */
  uint64_t *rows;
  size_t *low;                   /* segment -> no word of its row below this one is set */
  struct serial_bond reason;     /* of what the rules find now: the last two nodes are set */
  VEC (struct serial_bond) todo; /* to come into the rows */
  VEC (hb_id) path;              /* segments whose rows have grown */
  uint64_t walked;               /* edges gone back along since they were put in order */
  uint32_t *seen, round;         /* segment -> the last insertion that came to it */
  bool contradiction;
  bool notes_wanted;
  VEC (struct serial_note) notes;
  /* Before the run. */
  bool saturated;
  bool *dirty; /* segment -> an edge from it has been added */
  struct serial_sweep sweep;
  struct serial_start start;
  /* The run. */
  bool *done;
  hb_id *running;        /* handler -> the message that it runs, or HB_NONE */
  hb_id *rank, *at_rank; /* which of the segments that may run does first */
  hb_set quiet,
      choices; /* ranks of segments that wait for nobody; to run those settles nothing, these something */
  struct hb_box *boxes; /* handler -> its mailbox */
  hb_id obstacle;       /* the segment that the last one tried cannot come before */
  VEC (hb_id) run;      /* events */
};

static inline const struct hb_message *
serial_message (const struct hb_serial *s, hb_id segment)
{
  return &s->trace->messages.data[s->segment[segment].message];
}

/* Does SEGMENT begin its message, and end it? */
static inline bool
serial_is_first (const struct hb_serial *s, hb_id segment)
{
  return s->span[s->segment[segment].message].first == segment;
}

static inline bool
serial_is_last (const struct hb_serial *s, hb_id segment)
{
  return s->span[s->segment[segment].message].last == segment;
}

static inline uint64_t *
serial_row (const struct hb_serial *s, hb_id segment)
{
  return s->rows + segment * s->words;
}

/* Is it known that BEFORE comes before AFTER? */
static inline bool
serial_has (const struct hb_serial *s, hb_id before, hb_id after)
{
  return serial_row (s, before)[after / 64] >> after % 64 & 1;
}

static inline enum hb_mailbox
serial_mailbox (const struct hb_serial *s, hb_id handler)
{
  return (enum hb_mailbox)s->trace->handlers.data[handler].mailbox;
}

/* Does it matter to the mailbox of HANDLER what comes to it when? */
static inline bool
serial_minds (const struct hb_serial *s, hb_id handler)
{
  return serial_mailbox (s, handler) != HB_MULTISET;
}

/* Are posts to HANDLER coupled by classes, and does that say all but for burials of other classes? */
static inline bool
serial_has_classes (const struct hb_serial *s, hb_id handler)
{
  return serial_minds (s, handler) && serial_mailbox (s, handler) != HB_STACK;
}

/* May a message of HANDLER be buried by others (hb_buries)? */
static inline bool
serial_has_burials (const struct hb_serial *s, hb_id handler)
{
  return serial_mailbox (s, handler) == HB_STACK || serial_mailbox (s, handler) == HB_PRIORITY;
}

/* Is number I, which SEGMENT's posts come before, a post of SEGMENT to HANDLER? */
static inline bool
serial_is_post_to (const struct hb_serial *s, hb_id segment, hb_id i, hb_id handler)
{
  return i < s->posts_of[segment + 1] && s->posts[i].handler == handler;
}

/* The first post of SEGMENT to HANDLER, or where that would stand. */
static inline hb_id
serial_first_post (const struct hb_serial *s, hb_id segment, hb_id handler)
{
  hb_id i = s->posts_of[segment];
  while (i < s->posts_of[segment + 1] && s->posts[i].handler != handler)
    i++;
  return i;
}

/* Segments of which something is known from which the same may follow for others: the last few. */
#define SERIAL_KEPT 4

struct serial_kept
{
  hb_id of[SERIAL_KEPT];
  unsigned count;
};

/* Is OTHER, or comes it after, one of those KEPT?  If not it is kept, too. */
static inline bool
serial_follows (const struct hb_serial *s, struct serial_kept *kept, hb_id other)
{
  for (unsigned i = 0; i < kept->count && i < SERIAL_KEPT; i++)
    if (kept->of[i] == other || serial_has (s, kept->of[i], other))
      return true;
  kept->of[kept->count++ % SERIAL_KEPT] = other;
  return false;
}

/* --- segments.c --- */

/* Finds the segments, by where they begin, and the edges between them; messages that must overlap by what is
 * known are cut.  False if what is known is contradictory, or there would be too many segments. */
bool serial_find_segments (struct hb_serial *s);

/* --- posts.c --- */

/* Finds the posts of the segments. */
void serial_find_posts (struct hb_serial *s);

/* --- rows.c --- */

/* Adds an edge between two nodes to the lists, and to nothing else. */
void serial_add_edge (struct hb_serial *s, hb_id from_node, hb_id to_node);

/* Takes AFTER, and what comes after it, into the row of SEGMENT; the rules are asked about what is new.  True if
 * there was any. */
bool serial_take_in (struct hb_serial *s, hb_id segment, hb_id after);

/* An edge between two nodes, into all rows.  It may be a contradiction. */
void serial_insert (struct hb_serial *s, hb_id from_node, hb_id to_node);

/* Takes back all that has been noted from MARK on, and what was to be done. */
void serial_take_back (struct hb_serial *s, size_t mark);

/* One edge less that keeps SEGMENT waiting. */
void serial_wait_less (struct hb_serial *s, hb_id segment);

/* --- rules.c --- */

/* BEFORE comes before AFTER, which is new; what follows for others goes to the list of what is to be done. */
void serial_apply_rules (struct hb_serial *s, hb_id before, hb_id after);

/* The same for posts of SEGMENT itself. */
void serial_apply_inner_rules (struct hb_serial *s, hb_id segment);

/* --- check.c --- */

/* Fails if the rows of what has not run are not what the edges reach, or the rules would add to them; in
 * checking builds, on small traces. */
#ifdef HB_CHECKING
void serial_check (struct hb_serial *s);
#else
static inline void
serial_check (struct hb_serial *s)
{
  (void)s;
}
#endif

/* --- tidy.c --- */

/* The segments that have not run into ORDER, in a topological order of the edges; how many: not all if these
 * have a cycle. */
hb_id serial_sort (const struct hb_serial *s, hb_id *order);

/* Leaves only edges that do not follow from others.  All is settled. */
void serial_tidy (struct hb_serial *s);

/* --- settle.c --- */

/* Does what is to be done until nothing is left: false after a contradiction, or if a limit was hit. */
bool serial_settle (struct hb_serial *s);

/* A round of saturation: all that is to be done becomes edges, and all rows flow on.  False if it is not at its end when WORK is
 * done in all; to be called again then. */
bool serial_saturate (struct hb_serial *s, uint64_t work);

/* Forgets the round that is under way. */
void serial_end_round (struct hb_serial *s);

/* --- refine.c --- */

/* After a contradiction of the edges and bonds: cuts messages where it comes from their being whole.  False if
 * it does not come from that. */
bool serial_refine (struct hb_serial *s);

/* --- rewind.c --- */

/* Keeps what is known, if there is memory for that. */
void serial_keep_start (struct hb_serial *s);

/* Back to that; false if it was not kept. */
bool serial_rewind (struct hb_serial *s);

void serial_forget_start (struct hb_serial *s);

/* --- run.c --- */

void serial_start_run (struct hb_serial *s);

/* Forgets the run. */
void serial_end_run (struct hb_serial *s);

/* Runs one more segment, or finds one that cannot be next; false if neither can be done. */
bool serial_run_one (struct hb_serial *s);

#endif

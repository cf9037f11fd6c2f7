/* What the files of the closure search share.  See search.h.
 *
 * Events that nothing tells apart are one node: in a message, those at which edges arrive and then those from
 * which edges leave.  The row of a node says what it reaches: for each message its first node
 * (STARTS), its last node (ENDS) and its post (POSTS).  Rows flow backwards along edges:
 *
 *     u ----> v       row (u) |= row (v)
 *
 * Known orders of messages are kept beside, as bits, too.  An order that has a pair (a variable, for the clauses)
 * may also have edges; an edge is left out where two orders with a message between say the same.  So there are
 * few edges, but not always those through which something was found: explanations look at all that were ever added.
 *
 *     nodes.c      nodes, and the edges that the trace gives
 *     rows.c       rows, edges, and how all changes are taken back
 *     schedule.c   a topological order that is near to a run
 *     pairs.c      pairs of messages
 *     assign.c     orders that are assigned, and their edges
 *     rules.c      what the closure says of orders, to a fixpoint
 *     explain.c    which orders are to blame
 *     tell.c       cycles that say so
 *     learn.c      clauses
 *     guess.c      orders that are probable
 *     decide.c     decisions and restarts
 *     search.c     beginning and end, and the engine */
#ifndef HBKIT_CLOSURE_STATE_H
#define HBKIT_CLOSURE_STATE_H

#include "engine/closure/search.h"

#include "base/vec.h"
#include "trace/order.h"

enum plane
{
  STARTS,
  ENDS,
  POSTS
};
#define PLANES 3

/* Why an order holds. */
enum reason
{
  BY_DECISION,
  BY_CLAUSE,
  BY_RUNS,   /* a reaches b */
  BY_POSTS,  /* the post of a reaches that of b */
  BY_BURIAL, /* the post of a reaches the start of b, and a would bury b (hb_buries) */
  BY_BURIAL_PAIR /* the same in a stack, where a buries b by the other order of the two, which is assigned:
                    that of posts if this is one of runs, and the other way round */
};

/* Variable v is "low before high", its literals are v + v and v + v + 1; the odd one is its negation. */
struct pair
{
  hb_id low, high;
  bool posts;     /* an order of posts, not of runs */
  int8_t value;   /* +1 low first, -1 high first, 0 not assigned */
  int8_t phase;   /* what it was last */
  uint8_t reason; /* enum reason */
  bool seen;      /* for learning */
  bool
      needed; /* cycles told, or clauses, assume that it holds; it was assigned before all decisions */
  bool active;        /* in `active` */
  hb_id clause;       /* BY_CLAUSE */
  hb_id level, place; /* of decisions; in the trail */
  size_t stamp;       /* edges there were when it was assigned */
  double activity;
};

/* One that an order added. */
struct added
{
  hb_id from, to;
  hb_id pair, other;   /* the orders that it stands for; OTHER: HB_NONE, or the second one */
  hb_id before, after; /* messages */
  size_t next;         /* of all edges into TO; plus one, 0: the last */
  bool runs;           /* from the end of BEFORE to the start of AFTER, else from or to a post */
  bool optional;       /* what lies between the two may stand for it */
};

/* What is needed of it when rows flow. */
struct way
{
  hb_id from, link;    /* LINK: of the edges into TO that rows flow along; plus one, 0: the last */
  bool runs, optional; /* as above */
};

/* What a word was before a decision: `words[place]` or, behind them, the link of an edge.  There are millions. */
struct note
{
  hb_id place;
  uint32_t low, high;
};

/* What there was before a decision. */
struct level
{
  size_t notes, trail, added, guessed;
  hb_id estimates;
};

struct clause
{
  size_t first;
  hb_id size; /* in `literals`; the first two are watched */
};

/* An order that was found while rows flowed: A before B.  There may be millions. */
struct finding
{
  hb_id a;
  hb_id b : 31, posts : 1;
};

/* A runs before B, so probably. */
struct guess
{
  uint32_t gap; /* of ranks */
  hb_id a, b;
};

/* A step of a way from node to node. */
struct hop
{
  hb_id from, to;
  size_t edge; /* the added one plus one; 0: a given one, or inside a message */
};

typedef VEC (hb_id) id_vector;

struct closure
{
  const hb_trace *trace;
  hb_order *order;
  struct hb_limits *limits;

  /* Nodes. */
  hb_id nodes;
  hb_id *node_of;    /* node of ORDER -> node */
  hb_id *begins;     /* node -> the first node of ORDER in it */
  hb_id *message_of; /* node -> message */
  hb_id *cost;       /* node -> events in it */
  hb_id *posts_at;   /* node -> the message posted there if it matters when, else HB_NONE */
  hb_id *first, *last, *post; /* message -> nodes; POST: HB_NONE if nobody posts it */
  hb_id *
      given_start; /* known edges into node v come from given[given_start[v] .. given_start[v + 1] - 1] */
  hb_id *given;

  /* Bits, all in one block of words. */
  uint64_t *words;
  size_t word_count;
  size_t width;            /* words for all messages */
  size_t row_words;        /* of a row */
  size_t part_words;       /* of a part of a row, of which there are at most 64 */
  uint64_t all;            /* the parts that there are, as bits */
  uint64_t *rows;          /* node after node, word after word of all planes: they grow together */
  uint64_t *runs_before;   /* message -> those known to run after it */
  uint64_t *runs_after;    /* message -> those known to run before it */
  uint64_t *posted_before; /* the same of posts, in stacks */
  uint64_t *heads;         /* node -> first edge that flows into it, plus one */
  uint64_t *named;         /* message -> messages with which it has a pair; never taken back */
  uint64_t *posted;        /* messages that somebody posts */
  size_t *all_heads;       /* node -> first edge into it, plus one */
  VEC (struct added) added;
  VEC (struct way) ways; /* of these */
  VEC (struct note) notes;
  size_t most_notes;

  /* The order in which rows flow. */
  hb_id *position, *node_at;
  uint64_t *grown;            /* node -> the parts of its row that have not flowed on yet */
  uint64_t *pending;          /* bits of positions */
  size_t highest;             /* no word of `pending` above this one is set */
  uint64_t since;             /* rows flowed since nodes were sorted */
  uint64_t work;              /* words looked at, about */
  VEC (struct finding) found; /* orders that may need edges */

  /* Pairs and clauses. */
  VEC (struct pair) pairs;
  hb_id *slots; /* hash table of pairs */
  size_t mask;
  id_vector trail; /* literals */
  size_t visited;  /* of the trail: clauses know */
  VEC (struct level) levels;
  VEC (struct clause) clauses;
  id_vector literals;
  VEC (id_vector) watches; /* literal -> clauses */
  bool conflict;
  id_vector false_literals; /* of the conflict */
  id_vector learned, reasons;
  id_vector active; /* pairs that were in conflicts */
  double bonus;
  uint64_t conflicts;

  /* Explanations. */
  bool flowed; /* all rows have flowed once */
  hb_id round;
  hb_id *reached, *done; /* node -> round */
  hb_id *distance, *onward;
  size_t *by; /* node -> edge to `onward`, plus one; 0: not an added one */
  id_vector level_now, level_next;
  VEC (struct hop) hops; /* the way that was found last */

  /* What is told. */
  VEC (struct hb_cycle) cycles;
  size_t steps; /* of all cycles */

  /* Guesses. */
  uint32_t *rank; /* message -> how late it probably is */
  bool is_ranked, none_to_guess;
  VEC (struct guess) guesses; /* the narrowest first */
  size_t guessed;             /* of these, those that were looked at: their orders are known */
  hb_id estimates;            /* so many times they were drawn up */
  size_t ranked_notes;        /* notes there were when ranks were estimated */

  /* Decisions. */
  bool scheduled;                /* nodes are sorted by a schedule */
  hb_id at;                      /* positions below were looked at */
  hb_id *last_run, *last_posted; /* handler -> the last message met by that */
};

struct hb_closure_search
{
  struct closure c;
  uint64_t restarts, due; /* conflicts that make the next restart */
  hb_witness *witness;    /* found */
  bool refuted;           /* by the cycles that were told */
};

/* The word for 64 messages of a row, numbers NUMBER * 64 and on. */
static inline uint64_t *
closure_word (const struct closure *c, hb_id node, enum plane plane, size_t number)
{
  return c->rows + ((size_t)node * c->width + number) * PLANES + plane;
}

/* Does NODE reach that of MESSAGE? */
static inline bool
closure_reaches (const struct closure *c, hb_id node, enum plane plane, hb_id message)
{
  return *closure_word (c, node, plane, message / 64) >> message % 64 & 1;
}

static inline bool
closure_has (const uint64_t *bits, hb_id message)
{
  return bits[message / 64] >> message % 64 & 1;
}

static inline hb_id
closure_handler (const struct closure *c, hb_id message)
{
  return c->trace->messages.data[message].handler;
}

static inline enum hb_mailbox
closure_mailbox (const struct closure *c, hb_id message)
{
  return (enum hb_mailbox)c->trace->handlers.data[closure_handler (c, message)].mailbox;
}

static inline uint64_t *
closure_orders (const struct closure *c, hb_id message, bool posts)
{
  return (posts ? c->posted_before : c->runs_before) + (size_t)message * c->width;
}

/* Is it known that A runs, or is posted, before B? */
static inline bool
closure_knows (const struct closure *c, hb_id a, hb_id b, bool posts)
{
  return closure_has (closure_orders (c, a, posts), b);
}

/* The message that LITERAL puts first, or second. */
static inline hb_id
closure_earlier (const struct closure *c, hb_id literal)
{
  const struct pair *pair = &c->pairs.data[literal >> 1];
  return literal & 1 ? pair->high : pair->low;
}

static inline hb_id
closure_later (const struct closure *c, hb_id literal)
{
  return closure_earlier (c, literal ^ 1);
}

/* The literal of PAIR that holds; it must be assigned. */
static inline hb_id
closure_true_literal (const struct closure *c, hb_id pair)
{
  return 2 * pair + (c->pairs.data[pair].value < 0);
}

/* --- nodes.c --- */

/* Fills in nodes and given edges. */
void closure_make_nodes (struct closure *c);

/* The edge of ORDER that is given edge FROM -> TO: it leads from *SOURCE to ORDER->to[result]. */
hb_id closure_given_edge (const struct closure *c, hb_id from, hb_id to, hb_id *source);

/* --- rows.c --- */

/* Allocates words, rows and lists. */
void closure_make_rows (struct closure *c);

/* The bytes that the words would take. */
uint64_t closure_bytes (const struct closure *c);

void closure_set_word (struct closure *c, uint64_t *word, uint64_t value);

/* From now on it is known that A runs, or is posted, before B. */
void closure_set_known (struct closure *c, hb_id a, hb_id b, bool posts);

/* The row of NODE has grown by PARTS. */
void closure_touch (struct closure *c, hb_id node, uint64_t parts);

/* Adds EDGE, which is complete but for its lists. */
void closure_add_edge (struct closure *c, struct added edge);

/* The pending node at the highest position, which is pending no more; HB_NONE when there is none. */
hb_id closure_next (struct closure *c);

/* The row of NODE flows on along all edges into it. */
void closure_flow_on (struct closure *c, hb_id node);

/* Does some message stand between A and B that makes an edge of theirs superfluous?  POSTED: only posted ones. */
bool closure_between (const struct closure *c, hb_id a, hb_id b, bool posted);

/* Takes all back that came with level LEVEL, from 0, and above; all that is pending is forgotten. */
void closure_undo (struct closure *c, hb_id level);

/* Rows no longer flow along superfluous edges; there must be no level. */
void closure_purge (struct closure *c);

/* The sources of edges into a node. */
struct sources
{
  hb_id at, end, before;
  size_t link;
};
struct sources closure_sources (const struct closure *c, hb_id node);
hb_id closure_next_source (const struct closure *c, struct sources *sources, size_t *edge);

/* --- schedule.c --- */

/* Sorts the nodes; false if there is a cycle, and then its orders are a conflict. */
bool closure_sort (struct closure *c);

/* --- pairs.c --- */

/* The pair of A and B; HB_NONE if there is none yet, and MAKE is false. */
hb_id closure_pair (struct closure *c, hb_id a, hb_id b, bool posts, bool make);

/* The literal of PAIR that puts A first. */
hb_id closure_literal (const struct closure *c, hb_id pair, hb_id a);

/* Value of a literal, also if the closure alone knows it: +1, -1, 0. */
int closure_value (const struct closure *c, hb_id literal);

/* --- assign.c --- */

/* LITERAL holds; it is a conflict if its negation does. */
void closure_assign (struct closure *c, hb_id literal, enum reason reason, hb_id clause);

/* LITERAL, which the closure knows, is assigned. */
void closure_name (struct closure *c, hb_id literal);

/* A before B, as the rows say, or as they say that A would bury B; it has a pair from now on. */
void closure_imply (struct closure *c, hb_id a, hb_id b, bool posts);

/* --- rules.c --- */

enum settled
{
  SETTLED,
  STOPPED, /* the work is done */
  IN_CONFLICT
};

/* Goes on to the fixpoint, or until MOST_WORK is done. */
enum settled closure_settle (struct closure *c, uint64_t most_work);

/* --- explain.c --- */

/* Literals that hold and imply LITERAL by REASON (a path) with the first STAMP edges are appended to OUT; a cycle says
 * so. */
void closure_explain_as (struct closure *c, hb_id literal, enum reason reason, size_t stamp,
                         id_vector *out);

/* The same for PAIR, which is assigned and not decided; where a clause implies it, no cycle is told. */
void closure_explain (struct closure *c, hb_id pair, id_vector *out);

/* HOP is appended to `hops`, and the orders that it takes, which hold, to OUT. */
void closure_take_hop (struct closure *c, struct hop hop, id_vector *out);

/* Negates the literals of a clause. */
void closure_negate (id_vector *literals);

/* --- tell.c --- */

/* Tells the cycle that rules the negation of LITERAL out by REASON, along the way that was found last. */
void closure_tell_way (struct closure *c, hb_id literal, enum reason reason);

/* Tells that this way, which leads round, is a cycle. */
void closure_tell_circle (struct closure *c);

/* Takes the cycle that was told last back. */
void closure_untell (struct closure *c);

/* --- learn.c --- */

/* Tells clauses what was assigned; false after a conflict. */
bool closure_visit_clauses (struct closure *c);

/* Learns from the conflict and takes back what it undoes; false if nothing is left: then the cycles that are told rule
 * all runs out. */
bool closure_learn (struct closure *c);

/* --- guess.c --- */

/* The most probable of the open orders, or one that tells more and is nearly as probable; HB_NONE if there is none.
 * (Of stacks there is none.) */
hb_id closure_guess (struct closure *c);

/* --- decide.c --- */

/* Restarts, and says when the next one is due. */
void closure_restart (struct hb_closure_search *search);

/* --- check.c --- */

#ifdef HB_CHECKING
/* Aborts if the rows of a small trace are not what its edges reach. */
void closure_check (const struct closure *c);
#else
static inline void
closure_check (const struct closure *c)
{
  (void)c;
}
#endif

#endif

/* Shared by the reductions to traces without nested posting (doc/flat.md): the formula as they see
 * it, the pieces that they are made of, the way there and back.
 *
 * A variable's value is carried by pairs of messages a, b on one handler: the variable is true if
 * and only if b runs before a.  What makes copies of a value is a *section*: a stretch of an
 * initial message that rf ties into a message,
 *
 *      message a on W             initial message of A
 *      +-----------+
 *      | W k.a.1   |----rf--->   R k.a.1
 *      |           |             post a', post a'', ...
 *      | R k.a.2   |<---rf----   W k.a.2
 *      +-----------+
 *
 * so that A posts while a runs.  W runs one message at a time: if B does the same for b, then a'
 * and b' come into their mailbox in the order of a and b. */
#ifndef HBKIT_REDUCE_FLAT_H
#define HBKIT_REDUCE_FLAT_H

#include "problem/ed.h"
#include "problem/sat.h"

/* What an ablation takes away, as bits (doc/flat.md). */
enum hb_flat_damage
{
  HB_FLAT_NO_Z = 1,
  HB_FLAT_NO_LOCK = 2,
  HB_FLAT_NO_WAIT = 4,
  HB_FLAT_NO_TIE = 8,
  HB_FLAT_OPEN_START = 16,
  HB_FLAT_OPEN_END = 32,
  HB_FLAT_ONE_QUEUE = 64,
  HB_FLAT_SENDER_QUEUE = 128,
  HB_FLAT_NO_EQUALITY = 256
};

/* A formula to be reduced, or under way. */
struct hb_flat
{
  const hb_cnf *cnf;  /* borrowed; as it was given */
  VEC (int) literals; /* clause j (from 1): literals[starts[j - 1] .. starts[j] - 1] */
  VEC (size_t) starts;
  VEC (bool) tautology; /* [j - 1]: left out, has no literals here */
  hb_id columns;        /* m: clauses, those left out and empty ones included */
  hb_id variables;      /* n: those that occur, be it in a tautology */
  hb_id width;          /* k: most literals of a clause */
  hb_id threes;         /* clauses of three literals and more */
  hb_id empty;          /* clauses without literals that are no tautologies */
  int *numbers;         /* i -> number of the i-th variable that occurs, ascending */
  bool carrying;        /* small designs: the third literal's pair comes to W */
  unsigned damage;      /* of enum hb_flat_damage */
  hb_builder *builder;  /* while building */
};

/* Fills FLAT for CNF; NORMAL: literals of a clause in the order of their variables and once each,
 * tautologies left out.  Empty it with `hb_flat_free`.  Linear, but for the sorting of clauses. */
void hb_flat_init (struct hb_flat *flat, const hb_cnf *cnf, bool normal);
void hb_flat_free (struct hb_flat *flat);

/* The literals of clause J (from 1), borrowed. */
const int *hb_flat_clause (const struct hb_flat *flat, hb_id j, size_t *size);

/* Room for any name here; what fills it gives its text, borrowed. */
typedef struct
{
  char text[64];
} hb_flat_name;
const char *hb_flat_say (hb_flat_name *name, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

/* The message of a pair that makes LITERAL false by running first: 'a' of a positive literal, 'b'
 * of a negative one; and the other one. */
static inline char
hb_flat_falsifier (int literal)
{
  return literal > 0 ? 'a' : 'b';
}
static inline char
hb_flat_other (char side)
{
  return side == 'a' ? 'b' : 'a';
}

/* A section KIND of MESSAGE: the two events in the message (inner), the two around the section in
 * the initial message (outer).  Damage to ties takes some of them away. */
void hb_flat_inner_start (const struct hb_flat *flat, const char *kind, const char *message);
void hb_flat_inner_end (const struct hb_flat *flat, const char *kind, const char *message);
void hb_flat_outer_start (const struct hb_flat *flat, const char *kind, const char *message);
void hb_flat_outer_end (const struct hb_flat *flat, const char *kind, const char *message);

/* A pair of messages; in the order in which the pairs of a handler are posted. */
struct hb_flat_pair
{
  hb_flat_name handler, a, b;
  int variable; /* true if and only if b runs before a */
};
typedef bool hb_flat_visit (void *context, const struct hb_flat_pair *pair);

/* A text by its key, for the map; a list ends with a NULL key. */
struct hb_flat_text
{
  const char *key, *text;
};

/* One of the constructions: what its record's `own` points to. */
struct hb_flat_design
{
  bool normal;   /* takes the formula as `hb_flat_init` makes it normal */
  bool carrying; /* `hb_flat.carrying` */
  void (*build) (const struct hb_flat *flat);
  void (*sizes) (const struct hb_flat *flat, uint64_t *sizes);
  /* Visits all pairs, those of a handler in the order of their posts; false if VISIT says so. */
  bool (*pairs) (const struct hb_flat *flat, hb_flat_visit *visit, void *context);
  /* The lines of the map, without its header; where the values are read, the rule, and names. */
  void (*map) (const struct hb_flat *flat, hb_output *map);
  const char *handler, *rule;
  const struct hb_flat_text *names;
};

/* The functions of a record whose `own` is a design. */
bool hb_flat_accepts (const struct hb_reduction *self, const hb_instance *source, hb_diag *diag);
void hb_flat_sizes (const struct hb_reduction *self, const hb_instance *source, uint64_t *sizes);
bool hb_flat_reduce (const struct hb_reduction *self, const hb_instance *source,
                     const struct hb_ablation *ablation, struct hb_target *target, hb_output *map,
                     hb_diag *diag);
hb_solution *hb_flat_lift (const struct hb_reduction *self, const hb_instance *source,
                           const hb_solution *solution, const hb_instance *target, hb_diag *diag);
hb_solution *hb_flat_extract (const struct hb_reduction *self, const hb_instance *source,
                              const hb_instance *target, const hb_solution *solution,
                              hb_diag *diag);

#define HB_FLAT_MEMBERS                                                                            \
  .from = &hb_problem_sat, .to = &hb_problem_ed, .to_note = " without nested posting",             \
  .reference = "ours, doc/flat.md", .faithful = true, .accepts = hb_flat_accepts,                  \
  .sizes = hb_flat_sizes, .reduce = hb_flat_reduce, .lift = hb_flat_lift,                          \
  .extract = hb_flat_extract

/* Ablations that all of them have. */
#define HB_FLAT_OPEN_ABLATIONS                                                                     \
  { "open-start",                                                                                  \
    "the posts of the rotation may come before their message has started: as no-tie", HB_YES,      \
    HB_FLAT_OPEN_START },                                                                          \
  {                                                                                                \
    "open-end", "the posts of the rotation may come after their message has ended: as no-tie",     \
        HB_YES, HB_FLAT_OPEN_END                                                                   \
  }
#define HB_FLAT_LAST_ABLATIONS                                                                     \
  { "sender-queue",                                                                                \
    "mailboxes are FIFO for each sender only: pairs have no order, so unsatisfiable formulas "     \
    "become consistent",                                                                           \
    HB_YES, HB_FLAT_SENDER_QUEUE },                                                                \
  {                                                                                                \
    NULL, NULL, HB_OPEN, 0                                                                         \
  }

/* The line of the map for VARIABLE, whose value the pair of messages FIRST, SECOND has. */
void hb_flat_map_variable (hb_output *map, int variable, const char *first, const char *second);

#endif

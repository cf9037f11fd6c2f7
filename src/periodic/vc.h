/* The verification condition: a formula in clauses whose models are the executions of a periodic program that fail.
 *
 *     VC = VC_seq (unfold.h) and VC_clk (order) and VC_obs (observation) and "some check fails"
 *
 * (7) to (29) of the paper, with two ways to say the order of events:
 *  - rounds, the paper's: a number R for each event, SR and ER for each job, (9), (10), (19) to (23); and R grows
 *    along program order, which the paper forgets (claims E1);
 *  - position, ours: for L that M may preempt and each event a of L one Boolean b (a, M): a comes before all of M.
 *    The order of any two events is then a constant or one literal (vc_position.c lists the clauses).
 *
 * Semantics: paper, (3) to (6), (16) to (18), (25); arrival, too: a job that has arrived is not passed by a lower
 * one.  exact.h adds real time.
 *
 * Only events that a check or an assumption can depend on are kept (vc_cone.c).  Snapshots (section V): none; all
 * shared cells at the end of each job; mod: those that the job writes. */
#ifndef HBKIT_PERIODIC_VC_H
#define HBKIT_PERIODIC_VC_H

#include "periodic/unfold.h"

enum hb_semantics
{
  HB_SEMANTICS_PAPER,
  HB_SEMANTICS_ARRIVAL,
  HB_SEMANTICS_EXACT
};

enum hb_snapshots
{
  HB_SNAPSHOTS_NONE,
  HB_SNAPSHOTS_ALL,
  HB_SNAPSHOTS_MOD
};

enum hb_order_encoding
{
  HB_ENCODING_POSITION,
  HB_ENCODING_ROUNDS
};

/* Ablations of the formula. */
enum
{
  HB_ABLATE_PROGRAM_ORDER = 8, /* rounds: R does not grow along program order */
  HB_ABLATE_PREEMPTION = 16,   /* rounds: no (10) */
  HB_ABLATE_STRICT = 32,       /* rounds: <= for < in (9)(b) */
  HB_ABLATE_LOCKS = 64,        /* no lock rule */
  HB_ABLATE_UP = 128,          /* W without the snapshots of jobs that may preempt */
  HB_ABLATE_DOWN = 256,        /* W without the writes of jobs that may be preempted */
  HB_ABLATE_MAXIMAL = 512,     /* W without one maximal job's snapshot */
  HB_ABLATE_THREE = 1024,      /* position: no (iii) */
  HB_ABLATE_FIVE = 2048        /* position: no (v) */
};

/* Which events the formula has. */
enum hb_keep
{
  HB_KEEP_CONE,  /* what the checks depend on, locks taken by arrivals: for the verdict */
  HB_KEEP_LOCKS, /* and starts of jobs, and locks: for time */
  HB_KEEP_ALL    /* and everything else: for a run */
};

struct hb_vc_options
{
  enum hb_keep keep;
  enum hb_semantics semantics;
  enum hb_snapshots snapshots;
  enum hb_order_encoding encoding;
  unsigned ablations;
};

/* An event of the formula. */
struct hb_moment
{
  enum hb_action_kind kind;
  hb_id job, cell; /* of a lock's: the lock */
  hb_lit guard;
  hb_word value;
  struct hb_c_spot spot;
  hb_id action;  /* in the unfolding; a start's and a snapshot's is that before which it stands */
  bool observed; /* the checks depend on it */
  bool needed;   /* it has a place in the order */
  hb_id place;   /* among the needed ones of its job */
};

/* What may be seen by a read, or a snapshot. */
struct hb_seen
{
  VEC (hb_id) writes; /* events */
  bool initial;
};

struct hb_vc_sizes
{
  size_t events, order_literals, variables, clauses;
  size_t order_clauses; /* those of vc_position.c or vc_rounds.c */
  size_t writes;        /* |W| of the paper: writes and snapshots, of needed cells or not */
  size_t observers;     /* sum over them of |Obs (w)|; AvgObs is this by `writes` */
};

typedef struct hb_vc hb_vc;

/* Makes the clauses of UNFOLDING (borrowed for its life), which get SINK (context, literal).  The last clause is not
 * added: some check of `hb_vc_checks` must fail.  NULL after an error in DIAG: what is asked depends on something
 * outside of the subset, or there is nothing to check.  New. */
hb_vc *hb_vc_new (hb_unfolding *unfolding, const struct hb_vc_options *options,
                  hb_clause_sink *sink, void *context, hb_diag *diag);
void hb_vc_free (hb_vc *vc);

struct hb_vc_sizes hb_vc_sizes (const hb_vc *vc);

/* What order by positions costs, from nothing but the numbers of needed events and the relations of jobs: literals and
 * clauses, as (i) to (v) and `arrival` of vc_position.c count them.  Exact without locks, which add clauses of (vi) and spare
 * some of `arrival`.  O(jobs cubed). */
struct hb_order_sizes
{
  size_t literals, clauses;
};
struct hb_order_sizes hb_vc_order_sizes (const hb_vc *vc);

/* A literal that says: check I of the unfolding fails. */
int hb_vc_fails (hb_vc *vc, size_t i);

/* The events, needed or not, job by job in program order.  Borrowed. */
size_t hb_vc_events (const hb_vc *vc);
const struct hb_moment *hb_vc_event (const hb_vc *vc, size_t i);

/* Reads a model: VALUE says what a variable is (> 0: true). */
typedef int hb_model_reader (void *context, int variable);

/* Values of all circuit inputs under a model, by node; inputs that the clauses do not have are 0.  New. */
signed char *hb_vc_inputs (const hb_vc *vc, hb_model_reader *value, void *context);

/* Under those values: is needed event A before needed event B? */
bool hb_vc_is_before (const hb_vc *vc, const signed char *values, hb_id a, hb_id b);

/* The needed events of job J in program order, how many.  Borrowed. */
const hb_id *hb_vc_job_events (const hb_vc *vc, hb_id j, size_t *count);

/* The circuit literal that says so (after hb_vc_new), for further constraints; and of the same
 * numbering, adds a clause of circuit literals. */
hb_lit hb_vc_before (hb_vc *vc, hb_id a, hb_id b);
void hb_vc_clause (hb_vc *vc, const hb_lit *literals, size_t count);
int hb_vc_literal (hb_vc *vc, hb_lit a);

/* The same if the clauses have a variable for A so far; else 0. */
int hb_vc_known (const hb_vc *vc, hb_lit a);

/* Does the job of EVENT hold, at it, a lock that keeps job H from starting? */
hb_lit hb_vc_keeps_out (hb_vc *vc, hb_id event, hb_id h);

/* May EVENT come while the higher job H waits?  So it is if it does not happen, too, or is a snapshot: a job is over with the
 * last event that happens. */
hb_lit hb_vc_passes (hb_vc *vc, hb_id event, hb_id h);

/* W (r), (11) and (29), of the read or snapshot READ without what is surely later; and, if PRUNED, without what is surely
 * overwritten.  Appended to SEEN, which is the caller's. */
void hb_vc_candidates (const hb_vc *vc, hb_id read, bool pruned, struct hb_seen *seen);

const hb_unfolding *hb_vc_unfolding (const hb_vc *vc);
const struct hb_vc_options *hb_vc_options (const hb_vc *vc);

#endif

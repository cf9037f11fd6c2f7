/* What the two halves of the topological sort share: run.c moves forward,
 * cycle.c looks back from where it is stuck.  See run.h. */
#ifndef HBKIT_ENGINE_SAT_STATE_H
#define HBKIT_ENGINE_SAT_STATE_H

#include "engine/sat/run.h"

/* An imposed pair, in a list by its earlier and one by its later message (places in `imposed`). */
struct imposed
{
  struct hb_pair pair;
  hb_id next_out, next_in;
  bool has_eo, has_mo; /* the edges that it stands for, whatever the sort does */
  bool buries;     /* under `stack`: gp, once the earlier message is posted and the other is not */
  bool eo, mo, gp; /* the edges that are there now and bind */
  bool gp_off;     /* lifted by `hb_sat_run_go_on` */
  bool has_gp;     /* under `priority`: gp in any case */
};

/* Nodes that could be passed, the one of lowest rank on top. */
struct heap
{
  VEC (hb_id) nodes;
};

/* How a node was reached going back: a known edge's relation, or one of these. */
enum
{
  BY_EO = HB_RELATIONS, /* eo by assumption */
  BY_MO,                /* mo by assumption */
  BY_GP,                /* gp by assumption */
  BY_LANE               /* from or to the helper node of a lane */
};

/* What a node is: looked up for every node in every sort, hence in one byte beside the trace. */
enum
{
  IS_POST = 1,
  IS_FIRST = 2, /* of its message, which is no initial one */
  IS_LAST = 4   /* of its message */
};

/* What a search for a cycle knows of a node that it has met: how many assumptions lead from there to the goal, the next node
 * towards it and how that is reached (`by`, below).  Side by side, as a search comes to nodes in any order. */
struct met
{
  hb_id search, distance, onward, by;
};

struct hb_sat_run
{
  const hb_trace *trace;
  const hb_order *order;
  hb_order *back; /* its edges reversed; owned */
  hb_id nodes;
  uint8_t *role;  /* node -> bits below */
  hb_id *owner;   /* node -> message */
  hb_id *rank;    /* node -> place in a breadth-first topological sort of the known edges */
  hb_id *known;   /* rank -> node */
  hb_id *lane_of; /* message -> lane, or HB_NONE: it queues behind nobody */
  hb_id lanes;
  bool *choosy;   /* handler -> may have several messages to choose from */
  bool *shuffles; /* handler -> those posted may pass others in the lane: stack, priority */

  VEC (struct imposed) imposed;
  hb_id *imposed_out, *imposed_in; /* message -> first in the list */

  /* The sort. */
  hb_id *waits;         /* node -> edges to it from nodes not passed */
  bool *passed;         /* node */
  VEC (hb_id) sequence; /* nodes passed, in order */
  VEC (hb_id) ready;    /* nodes to pass at once; those before `ready_at` have been */
  size_t ready_at;
  struct heap posts;
  struct heap *startable;       /* choosy handler -> first nodes that could be passed */
  VEC (hb_id) choosers;         /* the choosy handlers */
  hb_id *current;               /* handler -> message under way */
  hb_id *lane_head, *lane_tail; /* lane -> what is handed out first (or runs), and last */
  hb_id *lane_next, *lane_prev; /* message -> neighbours in its lane */
  uint8_t *message_state;       /* WAITING .. */
  hb_id *posted_at,
      *started_at;  /* message -> nodes passed before its post, its start; or HB_NONE */
  hb_id stuck_from; /* all nodes of lower rank have been passed */

  /* The search for cycles; helper node `nodes + m` stands for m and all before it in its lane. */
  struct met *met; /* of each node */
  hb_id searches;
  uint64_t work; /* nodes passed, and edges looked at in searches */
  VEC (hb_id) level, next_level;
};

enum
{
  WAITING, /* for edges to its first node */
  PENDING, /* for its handler or lane */
  STARTED,
  FLOATING, /* freed by `hb_sat_run_go_on`: bound by edges alone */
  FINISHED
};

#endif

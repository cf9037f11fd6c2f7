/* What the parts of the instrumentation share.
 *
 *     instrument.c         procedures, and the whole
 *     instrument_stmt.c    statements
 *     instrument_rules.c   what is inserted, rule by rule
 *     instrument_main.c    ghosts, and the event that runs the events
 *     instrument_posts.c   which procedures run how, which post, and loops that do */
#ifndef HBKIT_ROBUST_INSTRUMENT_PRIVATE_H
#define HBKIT_ROBUST_INSTRUMENT_PRIVATE_H

#include "base/buffer.h"
#include "robust/instrument.h"

/* A post of the task being written. */
struct site
{
  hb_id stmt;
};

struct instrumenter
{
  const hb_aed *program;
  const struct hb_instrument_options *options;
  hb_diag *diag;
  hb_buffer *to;      /* what is being written */
  hb_buffer declared; /* locals of the task being written, ", " before each */
  unsigned depth;
  const char *mark; /* stands before the names of ghosts and inserted locals */
  char *mark_made;  /* the same, for who keeps it */
  uint8_t *modes;   /* procedure -> set of its modes */
  bool *posts;      /* procedure -> does it post, or what it calls? */
  bool *recursive;  /* procedure -> may it call itself? */
  VEC (struct hb_clone) clones;
  VEC (struct site) sites;
  uint8_t mode;      /* of the task, or of the part, being written */
  hb_id event;       /* body: its event */
  hb_id inlined;     /* how many calls have been written out in this task */
  hb_id calling[64]; /* the calls being written out */
  hb_id calls;
  VEC (hb_id) classes; /* rule 9: the events that others must precede */
  unsigned unrolled;   /* loops that post, written out so far */
  unsigned rounds;     /* of all of them */
  unsigned *copies;    /* statement -> in which round of these it is being written out, from 1 */
  bool failed;
};

static inline bool
is_rob (const struct instrumenter *w)
{
  return w->options->stage == HB_STAGE_ROB;
}

static inline bool
is_checked (const struct instrumenter *w)
{
  return w->options->stage != HB_STAGE_SEQ;
}

static inline bool
is_without (const struct instrumenter *w, unsigned what)
{
  return w->options->without & what;
}

/* Is what is being written run on main? */
static inline bool
is_on_main (const struct instrumenter *w)
{
  return w->mode == HB_MODE_BODY || w->mode == HB_MODE_MAIN || w->mode == HB_MODE_IN_MAIN;
}

/* What a name stands for: in PROC, or, INLINED, in that written out as the INLINED-th call (0: the task's own). */
struct instrument_names
{
  struct instrumenter *w;
  hb_id proc, inlined;
};

/* The statements from FIRST on; an expression as text (new); a local of the task being written. */
void instrument_block (const struct instrument_names *names, hb_id first);
char *instrument_text (const struct instrument_names *names, hb_id exp);
void instrument_declare (struct instrumenter *w, const char *name);

/* As names of procedures have it. */
static inline const char *
instrument_mode_name (unsigned mode)
{
  static const char *const names[] = { "body", "main", "any", "in_main", "in_any" };
  return names[mode];
}

/* A line at the present depth. */
void instrument_line (struct instrumenter *w, const char *format, ...) HB_PRINTF (2, 3);

/* Which procedures run in which modes, from the events on; which post.  False after an error. */
bool instrument_prepare (struct instrumenter *w);

/* Says why statement STMT cannot be instrumented. */
void instrument_refuse (struct instrumenter *w, hb_id stmt, const char *what);

/* Does the block post, or what it calls? */
bool instrument_block_posts (const struct instrumenter *w, hb_id first);

/* The ghosts; the event that runs the events. */
void instrument_ghosts (struct instrumenter *w);
void instrument_main (struct instrumenter *w);

/* Rules, as lines: see instrument_rules.c. */
void instrument_leave (struct instrumenter *w, hb_id variable, bool write);
void instrument_leave_here (struct instrumenter *w);
void instrument_blocked (struct instrumenter *w);
void instrument_access (struct instrumenter *w, hb_id variable, bool write);
void instrument_task_start (struct instrumenter *w);
void instrument_task_end (struct instrumenter *w);

#endif

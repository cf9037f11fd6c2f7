/* Runs of programs, step by step: the meaning of what graph.h describes.
 *
 * A state is an array of 64-bit words: the variables, then of each thread where it is and its locals.  A step of a
 * thread is its local computation up to the next visible node or atomic section, choices included, that node or
 * section, and what follows and needs no choice.  So a choice is resolved with the first step of the branch. */
#ifndef HBKIT_DIFF_MACHINE_H
#define HBKIT_DIFF_MACHINE_H

#include "diff/graph.h"

struct diff_event
{
  bool write;
  hb_id variable, statement, thread;
  uint64_t value;
  struct hb_c_spot spot;
  size_t move; /* of a schedule that is carried out */
};

/* A failed assertion. */
struct diff_failure
{
  hb_id thread;
  const char *what;
  struct hb_c_spot spot;
};

/* What steps did; emptied by the caller. */
struct diff_log
{
  VEC (struct diff_event) events;
  VEC (struct diff_failure) failures;
  VEC (uint64_t) chosen;
};

enum diff_stepped
{
  DIFF_RAN,
  DIFF_BLOCKED,  /* it waits */
  DIFF_ENDED,    /* the thread got to its end without a step */
  DIFF_NO_CHOICE /* `choose` refused */
};

/* A value of TYPE into *VALUE; false: there is none. */
typedef bool diff_chooser (void *context, struct diff_type type, uint64_t *value);

typedef struct diff_machine diff_machine;

/* New; PROGRAM is borrowed. */
diff_machine *diff_machine_new (const diff_program *program);
void diff_machine_free (diff_machine *machine);

/* How many words a state has; the initial state into STATE. */
size_t diff_machine_words (const diff_machine *machine);
void diff_machine_start (const diff_machine *machine, uint64_t *state);

/* Lets THREAD make a step in STATE.  Unless it returns DIFF_RAN or DIFF_ENDED, STATE is of no use any more, and LOG has
 * the failures on the way to where the thread waits.  LOG is appended to.  *WHERE (may be NULL) is the node that waits. */
enum diff_stepped diff_machine_step (const diff_machine *machine, uint64_t *state, hb_id thread,
                                     diff_chooser *choose, void *context, struct diff_log *log,
                                     hb_id *where);

/* Where THREAD is: a node, or DIFF_END. */
hb_id diff_machine_at (const diff_machine *machine, const uint64_t *state, hb_id thread);

void diff_log_clear (struct diff_log *log);
void diff_log_free (struct diff_log *log);

/* --- all choices --------------------------------------------------------------------------------- */

/* Values LOW .. HIGH for each choice, one vector of them after another. */
struct diff_choices
{
  int64_t low, high;
  VEC (uint64_t) values;
  VEC (struct diff_type) types;
  size_t used;
};

/* A chooser with CONTEXT a `struct diff_choices`; to be called after `used = 0`. */
bool diff_choose_next (void *context, struct diff_type type, uint64_t *value);

/* The next vector; false if that was the last. */
bool diff_choices_advance (struct diff_choices *choices);
void diff_choices_free (struct diff_choices *choices);

/* A chooser of the values of a vector (`values`, from `used` on), which refuses when they are used up. */
bool diff_choose_given (void *context, struct diff_type type, uint64_t *value);

/* Can THREAD get to its end from STATE without a step? */
bool diff_machine_can_end (const diff_machine *machine, const uint64_t *state, hb_id thread,
                           struct diff_choices *choices);

#endif

/* A machine under the direction of a witness.  Private to the replay. */
#ifndef HBKIT_REPLAY_SCRIPT_H
#define HBKIT_REPLAY_SCRIPT_H

#include "run/replay_machine.h"
#include "trace/witness.h"

struct hb_script
{
  const hb_trace *trace; /* borrowed, as is the witness */
  const hb_witness *witness;
  struct hb_machine *machine;
  hb_id *current; /* handler -> the event that it does next, HB_NONE after the last */
  hb_id *started; /* handler -> messages of its eo slice that have been started */
  hb_id *posted;  /* handler -> messages of its mo slice that have been posted */
  hb_id *
      hold; /* message -> as many of its handler's eo slice must start before its post; NULL: no mailbox buries */
};

/* What CURRENT event of a handler waits for. */
enum hb_wait
{
  HB_GO,          /* nothing */
  HB_FOR_MACHINE, /* `hb_machine_obstacle` says what */
  HB_FOR_MO,      /* post: mo has another post to this mailbox first */
  HB_FOR_TAKE     /* post: it would bury a message that eo runs first */
};

/* A script at its beginning; TRACE and WITNESS, which fits it, are borrowed.  What it keeps is freed by
 * `hb_script_end`. */
void hb_script_start (struct hb_script *script, const hb_trace *trace, const hb_witness *witness);
void hb_script_end (struct hb_script *script);

/* Lets EVENT, which waits for nothing, happen and moves its handler on. */
void hb_script_step (struct hb_script *script, hb_id event);

enum hb_wait hb_script_wait (const struct hb_script *script, hb_id event);

/* Adds errors on every handler that has not come to its end: where it stands, what it waits for. */
void hb_script_report (const struct hb_script *script, hb_diag *diag);

#endif

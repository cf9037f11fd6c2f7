/* Steps of happens-before.  Private to certify*.c. */
#ifndef HBKIT_CERTIFY_STEP_H
#define HBKIT_CERTIFY_STEP_H

#include "trace/trace.h"

/* A place in happens-before: an event, or a message without events (then `event` is HB_NONE). */
struct hb_step_end
{
  hb_id message, event;
};

enum hb_step_kind
{
  HB_STEP_PO,
  HB_STEP_RF,
  HB_STEP_CO,
  HB_STEP_FR,
  HB_STEP_PB,
  HB_STEP_EO,
  HB_STEP_MO,
  HB_STEP_GP
};
#define HB_STEP_KINDS 8

extern const char *const hb_step_names[HB_STEP_KINDS];

typedef struct hb_steps hb_steps;

/* New: TRACE (borrowed) and where its messages stand in its eo and mo lines.  Linear in these. */
hb_steps *hb_steps_new (const hb_trace *trace);
void hb_steps_free (hb_steps *steps);

/* Does FROM happen before TO by this relation?  ASSUMED (or NULL): the two messages whose order the
 * step assumes; only eo, mo and gp can.  NULL if so, else why not (borrowed). */
const char *hb_step_wrong (const hb_steps *steps, struct hb_step_end from, enum hb_step_kind kind,
                           struct hb_step_end to, const hb_id assumed[2]);

#endif

/* A process for each call: see call.h. */
#ifndef HBKIT_OWN_PROCESS_H
#define HBKIT_OWN_PROCESS_H

#include "own/call.h"

/* As `own_call`, without keeping anything. */
bool own_process (hb_own *own, const struct own_call *call, bool may_fail, struct own_reply *reply,
                  hb_diag *diag);

#endif

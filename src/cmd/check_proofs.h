/* What `hbkit check` leaves behind: witness, cycle, certificate, core. */
#ifndef HBKIT_CMD_CHECK_PROOFS_H
#define HBKIT_CMD_CHECK_PROOFS_H

#include "cmd/frame/cli.h"

#include "engine/engine.h"

/* Up to this many events `check` verifies its own certificate without being asked. */
#define CHECK_CERTIFIES 20000

struct check_proofs
{
  bool certified;         /* the certificate was made and verified */
  size_t cycles, clauses; /* of one of inconsistency */
  const char *refuter;    /* the engine that refuted the trace for it, NULL: the same */
  bool has_core, minimal; /* of the core: written, and nothing can be dropped from it */
  size_t core_events, core_messages, core_handlers;
  hb_trace *history; /* set by the caller: the trace is its reduction sc-ed, and a solution is its
                        witness; borrowed, gets its co */
};

/* The engine for TRACE when none is named: one that leaves cycles if they are asked for or TRACE is so small that its
 * certificate is verified anyway (unless it is one of MANY, which are not), otherwise the fastest. */
const struct hb_engine *check_engine_for (const struct cli *cli, const hb_trace *trace, bool many);

/* Writes what the options --witness, --cycle, --certificate and --core ask for; RESULT is ENGINE's
 * verdict on TRACE. What there is not gets a warning.  A certificate that is not accepted ends the
 * program: a bug.  False after errors in cli->diag. */
bool check_write_proofs (struct cli *cli, const struct hb_engine *engine, const hb_trace *trace,
                         const hb_check_result *result, struct hb_limits *limits,
                         struct check_proofs *proofs);

#endif

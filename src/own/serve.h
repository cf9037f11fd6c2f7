/* A process that is kept alive and asked again and again, in lines:
 *
 *     > reduce                      hbkit: what is wanted; behind it ablation=NAME, seed=N, size=N where they apply
 *     > source 2                    a file: its role, how many lines follow
 *     > p cnf 1 1
 *     > 1 0
 *     > end
 *     < target 2                    the process: what it made
 *     < p cnf 1 1
 *     < 1 0
 *     < end
 *
 * Of `decide` and `check` the answer is a line `answer yes` or `answer no REASON` (`answer unknown` of `decide`),
 * before a file `solution` perhaps; `error TEXT` says that something went wrong.  The process ends when its
 * standard input does. */
#ifndef HBKIT_OWN_SERVE_H
#define HBKIT_OWN_SERVE_H

#include "own/call.h"

/* As `own_call`, REQUEST being CALL's, without keeping anything: the text of a product; without one, what stands
 * behind `answer`, and the lines of a `solution` behind that.  Starts the process if it does not run. */
bool own_serve (hb_own *own, const struct own_call *call, const struct own_request *request,
                struct own_reply *reply, hb_diag *diag);

/* Ends the process, if it runs. */
void own_server_stop (struct own_server *server);

#endif

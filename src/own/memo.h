/* Who is asked the same again gives the same answer, and need not be asked: the last replies, by what was asked.
 *
 * The loop meets a solution by way of several deciders and seeds; a process for each time it does would be most of
 * the work. */
#ifndef HBKIT_OWN_MEMO_H
#define HBKIT_OWN_MEMO_H

#include "own/call.h"

struct own_memo;

/* New, empty; NULL is legal for free. */
struct own_memo *own_memo_new (void);
void own_memo_free (struct own_memo *memo);

/* The reply to REQUEST into REPLY (new texts), if it is there. */
bool own_memo_find (const struct own_memo *memo, const struct own_request *request,
                    struct own_reply *reply);

/* Remembers copies of both, unless they are large; something else may be forgotten. */
void own_memo_add (struct own_memo *memo, const struct own_request *request,
                   const struct own_reply *reply);

#endif

/* See call.h. */
#include "own/call.h"

#include "own/parts.h"
#include "own/process.h"
#include "own/serve.h"

bool
own_call (hb_own *own, const struct own_call *call, bool may_fail, struct own_reply *reply,
          hb_diag *diag)
{
  *reply = (struct own_reply){ .code = -1 };
  struct own_request request = own_request_new (call);
  bool known = own_memo_find (own->memo, &request, reply);
  bool good = known                   ? true
              : call->command->served ? own_serve (own, call, &request, reply, diag)
                                      : own_process (own, call, may_fail, reply, diag);
  if (good && !known)
    own_memo_add (own->memo, &request, reply);
  own_request_free (&request);
  if (own->keep)
    own_keep (own, call, reply, diag);
  if (good && !reply->length && !may_fail && !call->may_be_empty)
    good = own_fault (own, call, reply, diag, "printed nothing");
  return good;
}

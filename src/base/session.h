/* The processes of a session (setsid (2)): what they take together, and their end.
 *
 * Read from /proc; where that does not exist nothing is known of them, and only the session's leader
 * and its process group can be killed. */
#ifndef HBKIT_SESSION_H
#define HBKIT_SESSION_H

#include "base/types.h"

#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct hb_session
{
  double cpu;      /* seconds so far, of the living and of the children that they waited for */
  uint64_t memory; /* resident bytes now */
};

/* Of one process; zeros when there is none. */
struct hb_session hb_process_usage (pid_t process);

/* Of all processes of the session, in whatever process groups.  Linear in the processes of the
 * machine. */
struct hb_session hb_session_usage (pid_t session);

/* Kills them all, those too that come into being meanwhile.  The leader has to be waited for. */
void hb_session_kill (pid_t session);

#ifdef __cplusplus
}
#endif
#endif

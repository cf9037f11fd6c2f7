/* Messages that run while a post happens.  Private to certify*.c. */
#ifndef HBKIT_CERTIFY_HOST_H
#define HBKIT_CERTIFY_HOST_H

#include "trace/trace.h"

typedef struct hb_post_hosts hb_post_hosts;

/* New; TRACE is borrowed.  Linear. */
hb_post_hosts *hb_post_hosts_new (const hb_trace *trace);
void hb_post_hosts_free (hb_post_hosts *hosts);

/* Two different messages of one handler of which HOST[0] runs while POST happens and HOST[1] while OTHER
 * happens, the two posts standing in different messages.  These messages themselves if they are of one
 * handler, else the two of the handler with the least number; a handler two messages of which would
 * have to run while one post happens is passed over, and so is that of the post's own message but for
 * that message.  False if there are none. */
bool hb_post_hosts_find (hb_post_hosts *hosts, hb_id post, hb_id other, hb_id host[2]);

#endif

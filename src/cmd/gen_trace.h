/* The part of `hbkit gen` that makes traces. */
#ifndef HBKIT_CMD_GEN_TRACE_H
#define HBKIT_CMD_GEN_TRACE_H

#include "cmd/frame/files.h"

#include "base/buffer.h"

#define MAILBOX_CHOICES "queue sender-queue multiset stack priority mixed"

/* What gen trace samples, for --list. */
extern const char cmd_gen_trace_about[];

/* hbkit gen trace; the options are those of gen.c. */
int cmd_gen_trace (struct cli *cli);

/* Appends " --NAME SHARE", in as few digits as tell the number. */
void add_share (hb_buffer *text, const char *name, double share);

#endif

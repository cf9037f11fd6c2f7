/* Strips: the contents of the mailboxes along a run, as small panels side by side (figure 10 of the
 * ED-consistency paper).
 *
 *     +---------------+    +---------------+
 *     | 7 h1 takes m1 |    | 8 h1 posts m1'|
 *     |   to h2       |    |               |
 *     |  h1     h2    | -> |  h1     h2    |     what is under way stands below the handler's name,
 *     | [m1]          |    |               |     the messages in its mailbox below that, the next one
 *     | [m2]          |    | [m2]   [m1']  |     on top
 *     +---------------+    +---------------+
 *
 * Only steps that change a mailbox make a panel. */
#ifndef HBKIT_STRIP_H
#define HBKIT_STRIP_H

#include <hbkit/draw.h>

#include "viz/draw.h"

#endif

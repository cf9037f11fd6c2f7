/* What is wrong, and where: errors and warnings with file, line, column and a caret.  All but mistakes is public. */
#ifndef HBKIT_DIAG_H
#define HBKIT_DIAG_H

#include "base/types.h"

#define HB_MOST_ERRORS 20 /* that are kept */

/* As `hb_error`, of what cannot be unless hbkit itself is wrong: "...: please report this".  `hb_diag_clear` forgets
 * it. */
void hb_mistake (hb_diag *diag, const struct hb_place *place, const char *format, ...)
    HB_PRINTF (3, 4);
bool hb_diag_has_mistake (const hb_diag *diag);

#endif

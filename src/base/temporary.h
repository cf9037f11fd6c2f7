/* Temporary files and folders, in the folder that TMPDIR names, else in /tmp. */
#ifndef HBKIT_TEMPORARY_H
#define HBKIT_TEMPORARY_H

#include "base/diag.h"

/* New: the name of a new and empty file, hbkit-PURPOSE-XXXXXX.  NULL after an error in DIAG.  The
 * caller unlinks it. */
char *hb_temporary_file (const char *purpose, hb_diag *diag);

/* The same for a folder. */
char *hb_temporary_folder (const char *purpose, hb_diag *diag);

#endif

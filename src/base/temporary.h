/* Temporary files and folders, in the folder that TMPDIR names, else in /tmp. */
#ifndef HBKIT_TEMPORARY_H
#define HBKIT_TEMPORARY_H

#include "base/diag.h"

/* New: the name of a new and empty file, hbkit-PURPOSE-XXXXXX, which nobody else can read.  NULL after an error
 * in DIAG.  To be removed by `hb_temporary_remove`, which an interrupt does as well. */
char *hb_temporary_file (const char *purpose, hb_diag *diag);

/* The same for a folder. */
char *hb_temporary_folder (const char *purpose, hb_diag *diag);

/* Removes the file, or the folder with the files in it, and frees NAME, which may be NULL. */
void hb_temporary_remove (char *name);

#endif

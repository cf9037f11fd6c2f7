/* Names of files: what they end in, where programs lie, folders that are to be there. */
#ifndef HBKIT_PATH_H
#define HBKIT_PATH_H

#include "base/diag.h"

/* Does NAME end in SUFFIX, with something before it? */
bool hb_ends_in (const char *name, const char *suffix);

/* The same, SUFFIX perhaps with that of a compression (.gz, .xz, .zst) behind it. */
bool hb_is_called (const char *name, const char *suffix);

/* The file that runs as NAME: NAME itself if it has a slash, else the first one in the folders of PATH.  New; NULL:
 * there is none that may be run. */
char *hb_find_program (const char *name);

/* Makes the folder PATH and those that it lies in, as far as they are not there.  False after an error in DIAG. */
bool hb_make_folder (const char *path, hb_diag *diag);

#endif

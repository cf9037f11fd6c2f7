/* What must not be left behind when the program is ended: temporary files and folders. */
#ifndef HBKIT_CLEANUP_H
#define HBKIT_CLEANUP_H

#include "base/types.h"

/* Remembers the file (or the folder, with all in it) at PATH, borrowed until it is forgotten.  What finds no
 * place any more, behind the 16th, is not remembered. */
void hb_cleanup_remember (char *path, bool is_folder);
void hb_cleanup_forget (char *path);

/* Removes what is remembered by this process; a process that it has forked removes nothing.  Safe in a signal
 * handler. */
void hb_cleanup_all (void);

#endif

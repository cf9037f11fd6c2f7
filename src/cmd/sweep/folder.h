/* The folder of a sweep and who works in it.
 *
 *     DIR/sweep.db          the database          DIR/work/N/          worker N's files, for the moment
 *     DIR/sweep.spec        what is swept         DIR/disagreements/   instances to be looked at
 *     DIR/lock              held by the sweep     DIR/shards/I-of-K/   the same for each shard */
#ifndef HBKIT_SWEEP_FOLDER_H
#define HBKIT_SWEEP_FOLDER_H

#include "base/diag.h"

/* Takes the lock of the folder at PATH: a descriptor that holds it until it is closed or the process
 * ends.  -1 after an error in DIAG: another sweep holds it. */
int sweep_lock (const char *path, hb_diag *diag);

/* Has a sweep's specification been kept in the folder at PATH? */
bool sweep_folder_is_used (const char *path);

/* Removes what a sweep that recorded nothing has left in the folder at PATH, and the folder if nothing else is in it. */
void sweep_forget_folder (const char *path);

/* Removes the files in the folder, not the folders; one that is not there is empty. */
void sweep_empty_folder (const char *path);

/* Removes the folders in the folder, with the files in them, and it. */
void sweep_remove_folders (const char *path);

#endif

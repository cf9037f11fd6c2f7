/* Where a database that is only read is read from, so that nothing is written beside it. */
#ifndef HBKIT_SWEEP_DB_PLACE_H
#define HBKIT_SWEEP_DB_PLACE_H

#include "base/diag.h"

/* The URI under which SQLite reads the database at PATH, new; NULL after an error in DIAG.  *FOLDER is a temporary
 * folder with a copy (hb_temporary_remove), or NULL.
 *
 *     no PATH-wal               nobody writes: "immutable", no file is made, no lock is taken
 *     PATH-wal and PATH-shm     somebody writes: read with all the locks
 *     PATH-wal alone, or the    a writer was killed, or the folder can only be read: a copy of both is read
 *     folder cannot be written */
char *sweep_db_place (const char *path, char **folder, hb_diag *diag);

#endif

/* Which state of the sources the program was built from. */
#ifndef HBKIT_CMD_COMMIT_H
#define HBKIT_CMD_COMMIT_H

/* The commit, 40 hexadecimal digits, with "-dirty" behind it if files were changed; "unknown" where
 * the build could not tell. */
extern const char hbkit_commit[];

#endif

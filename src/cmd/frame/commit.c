/* See commit.h.  The build writes commit_id.h (src/src.mk): from git, or from the file .commit that
 * `make dist` puts into an archive. */
#include "cmd/frame/commit.h"

#if __has_include("commit_id.h")
#include "commit_id.h"
#else
#define HBKIT_COMMIT "unknown"
#endif

const char hbkit_commit[] = HBKIT_COMMIT;

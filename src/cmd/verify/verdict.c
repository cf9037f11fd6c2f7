/* See verdict.h. */
#include "cmd/verify/verdict.h"

static const struct
{
  const char *name;
  int code;
} verdicts[] = {
  [VERIFY_HOLDS] = { "HOLDS", 0 },
  [VERIFY_FAILS] = { "FAILS", 1 },
  [VERIFY_INCOMPLETE] = { "INCOMPLETE", 3 },
  [VERIFY_NEEDED] = { "NEEDED (every part that was left out)", 0 },
  [VERIFY_UNNEEDED] = { "NOT NEEDED (some part that was left out)", 1 },
  [VERIFY_BROKEN] = { "BROKEN (as it must be)", 0 },
  [VERIFY_NONE_FOUND] = { "NO COUNTEREXAMPLE FOUND (one was expected)", 1 },
  [VERIFY_HARMLESS] = { "HARMLESS (as proved)", 0 },
  [VERIFY_BROKEN_PROOF] = { "BROKEN (against the proof)", 1 },
};

const char *
verify_verdict_name (enum verify_verdict verdict)
{
  return verdicts[verdict].name;
}

int
verify_verdict_code (enum verify_verdict verdict)
{
  return verdicts[verdict].code;
}

/* Certificates of bounded answers about event programs (proof/robust/): programs from their text, claims about them, and
 * the certificates, each of which its checker must take. */
#ifndef HBKIT_BOUNDED_CLAIMS_H
#define HBKIT_BOUNDED_CLAIMS_H

#include "proof/robust/bounded.h"
#include "proof/robust/executions.h"

struct source
{
  hb_diag *diag;
  hb_aed *program;
  hb_acode *code;
};

struct source source_of (const char *text);
void free_source (struct source *s);

/* 10, or 20 and the certificate, new, in *TEXT, which may be NULL. */
int prove_executions (const struct source *s, const struct hb_executions_claim *claim, char **text);
int prove_runs (const struct source *s, const struct hb_bounded_claim *claim, char **text);

/* Behind what a program does first: its write may come before that of the task that it posts. */
#define WRONG "async[any] z(); x := 1;"
#define Z "proc z() { x := 1; }\n"

/* A claim, and whether it is right: 20 or 10. */
struct claim_case
{
  const char *text;
  size_t starts, bound;
  bool whole;
  int executions, runs; /* 0: not asked */
};

void check_claims (const struct claim_case *cases, size_t count);

#define CLAIMS(...)                                                                                \
  do                                                                                               \
    {                                                                                              \
      static const struct claim_case cases[] = { __VA_ARGS__ };                                    \
      check_claims (cases, sizeof cases / sizeof *cases);                                          \
    }                                                                                              \
  while (0)

#endif

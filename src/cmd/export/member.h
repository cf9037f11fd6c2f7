/* One member of a family of benchmarks: its files and its line in the index. */
#ifndef HBKIT_CMD_MEMBER_H
#define HBKIT_CMD_MEMBER_H

#include "cmd/frame/cli.h"

#include "base/version.h"

enum benchmark_kind
{
  BENCHMARK_CNF,     /* members: STATUS OPTIONS of `gen cnf --family` its name */
  BENCHMARK_REDUCED, /* members: STATUS FAMILY OPTIONS; the formula, and its trace by 3bisat-ed (of bisat) or 3sat-edflat-4 */
  BENCHMARK_TRACE    /* members: STATUS OPTIONS of `gen trace` */
};

struct benchmark_family
{
  const char *name;
  enum benchmark_kind kind;
  const char *title, *about; /* for the page */
  const char *const
      *members; /* ended by NULL; STATUS is sat, unsat, or ? where the construction does not tell */
};

/* Writes the files of MEMBER, drawn from SEED, into FOLDER, and its line to INDEX.  False after an error in cli->diag. */
bool benchmark_member (struct cli *cli, const struct benchmark_family *family, const char *member,
                       uint64_t seed, const char *folder, hb_output *index);

#endif

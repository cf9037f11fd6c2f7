/* What every row of a sweep says of the machine and of the programs. */
#ifndef HBKIT_SWEEP_MACHINE_H
#define HBKIT_SWEEP_MACHINE_H

#include "cmd/sweep/tool.h"

#include "base/cgroup.h"
#include "base/diag.h"

struct sweep_machine
{
  char *program; /* the file of this program, for people */
  int image;     /* it, open: what runs is this one even if the file is replaced meanwhile */
  char sha256[HB_SHA256_HEX]; /* of it */
  char id[17];                /* the first digits of the SHA-256 of what follows */
  char *host, *cpu_model, *kernel;
  char *system, *governor, *virtual; /* or NULL */
  int64_t cores, memory;             /* those that we may use; bytes */
  char *cadical, *picosat;           /* with their versions */
  sweep_tools tools;                 /* other solvers; filled by sweep_run */
  VEC (int) pins;     /* the cores that children are pinned to, in turn; empty: none */
  hb_cgroups *groups; /* for the children, or NULL; set by sweep_run */
};

/* Looks around.  False after an error in DIAG.  Freed with `sweep_machine_free` in any case. */
bool sweep_machine_look (struct sweep_machine *machine, hb_diag *diag);
void sweep_machine_free (struct sweep_machine *machine);

/* Fills `pins` for that many workers, a core each.  False after an error in DIAG: there are fewer cores, or the system
 * does not pin. */
bool sweep_machine_pin (struct sweep_machine *machine, uint64_t workers, hb_diag *diag);

/* Processes that want to run, on average over the last minute; negative: not known. */
double sweep_machine_load (void);

#endif

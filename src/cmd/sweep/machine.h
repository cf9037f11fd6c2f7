/* What every row of a sweep says of the machine and of the programs. */
#ifndef HBKIT_SWEEP_MACHINE_H
#define HBKIT_SWEEP_MACHINE_H

#include "base/cgroup.h"
#include "base/diag.h"

struct sweep_machine
{
  char *program; /* the file of this program, for people */
  int image;     /* it, open: what runs is this one even if the file is replaced meanwhile */
  char *host, *cpu_model;
  char *cadical, *picosat; /* with their versions */
  hb_cgroups *groups;      /* for the children, or NULL; set by sweep_run */
};

/* Looks around.  False after an error in DIAG.  Freed with `sweep_machine_free` in any case. */
bool sweep_machine_look (struct sweep_machine *machine, hb_diag *diag);
void sweep_machine_free (struct sweep_machine *machine);

#endif

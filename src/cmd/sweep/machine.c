/* See machine.h. */
#include "cmd/sweep/machine.h"

#include "base/memory.h"
#include "sat/solver.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* The value of the line KEY of /proc/cpuinfo, or the kind of machine.  New. */
static char *
cpu_model (const char *key)
{
  char line[512];
  char *model = NULL;
  struct utsname names;
  FILE *file = fopen ("/proc/cpuinfo", "r");
  while (file && !model && fgets (line, sizeof line, file))
    {
      const char *colon = strchr (line, ':');
      if (!strncmp (line, key, strlen (key)) && colon)
        {
          colon += 1 + strspn (colon + 1, " \t");
          model = hb_copy_bytes (colon, strcspn (colon, "\n"));
        }
    }
  if (file)
    fclose (file);
  if (!model)
    model = hb_copy_text (uname (&names) ? "unknown" : names.machine);
  return model;
}

/* New; NULL after an error. */
static char *
version_of (const char *name, hb_diag *diag)
{
  hb_solver *solver = hb_solver_new (name, 0, diag);
  char *signature = solver ? hb_copy_text (hb_solver_signature (solver)) : NULL;
  hb_solver_free (solver);
  return signature;
}

bool
sweep_machine_look (struct sweep_machine *machine, hb_diag *diag)
{
  char path[4096];
  char host[256] = "unknown";
  ssize_t length = readlink ("/proc/self/exe", path, sizeof path);
  gethostname (host, sizeof host - 1);
  *machine = (struct sweep_machine){ .image = -1,
                                     .host = hb_copy_text (host),
                                     .cpu_model = cpu_model ("model name"),
                                     .cadical = version_of ("cadical", diag),
                                     .picosat = version_of ("picosat", diag) };
  if (length > 0)
    {
      machine->program = hb_copy_bytes (path, (size_t)length);
      machine->image = open (machine->program, O_RDONLY | O_CLOEXEC);
    }
  if (machine->image < 0)
    hb_error (diag, NULL, "cannot find this program's file at /proc/self/exe: %s",
              strerror (errno));
  return machine->image >= 0 && machine->cadical && machine->picosat;
}

void
sweep_machine_free (struct sweep_machine *machine)
{
  if (machine->program && machine->image >= 0)
    close (machine->image);
  hb_free (machine->program);
  hb_free (machine->host);
  hb_free (machine->cpu_model);
  hb_free (machine->cadical);
  hb_free (machine->picosat);
  hb_cgroups_close (machine->groups);
}

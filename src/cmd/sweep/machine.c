/* See machine.h. */
#define _GNU_SOURCE
#include "cmd/sweep/machine.h"

#include "base/memory.h"
#include "sat/solver.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* What stands behind KEY and one of MARKS on a line of the file, without quotes.  New, or NULL. */
static char *
line_of (const char *path, const char *key, const char *marks)
{
  char line[512];
  char *found = NULL;
  FILE *file = fopen (path, "r");
  while (file && !found && fgets (line, sizeof line, file))
    {
      const char *mark = strpbrk (line, marks);
      if (!strncmp (line, key, strlen (key)) && mark)
        {
          mark += 1 + strspn (mark + 1, " \t\"");
          found = hb_copy_bytes (mark, strcspn (mark, "\"\n"));
        }
    }
  if (file)
    fclose (file);
  return found;
}

/* The first line of the file.  New, or NULL. */
static char *
first_line (const char *path)
{
  char line[256];
  FILE *file = fopen (path, "r");
  char *found
      = file && fgets (line, sizeof line, file) ? hb_copy_bytes (line, strcspn (line, "\n")) : NULL;
  if (file)
    fclose (file);
  return found;
}

/* The processors that this process may use. */
static int64_t
count_cores (void)
{
#ifdef __linux__
  cpu_set_t allowed;
  if (!sched_getaffinity (0, sizeof allowed, &allowed))
    return CPU_COUNT (&allowed);
#endif
  return sysconf (_SC_NPROCESSORS_ONLN);
}

/* Kernel, processor and the like, and the name of them all. */
static void
look_at_system (struct sweep_machine *machine)
{
  struct utsname names;
  char host[256] = "unknown", hex[HB_SHA256_HEX];
  bool named = !uname (&names);
  gethostname (host, sizeof host - 1);
  machine->host = hb_copy_text (host);
  machine->cpu_model = line_of ("/proc/cpuinfo", "model name", ":");
  if (!machine->cpu_model)
    machine->cpu_model = hb_copy_text (named ? names.machine : "unknown");
  machine->kernel = named ? hb_format ("%s %s %s", names.sysname, names.release, names.machine)
                          : hb_copy_text ("unknown");
  machine->system = line_of ("/etc/os-release", "PRETTY_NAME", "=");
  machine->governor = first_line ("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  machine->virtual = first_line ("/sys/class/dmi/id/product_name");
  machine->cores = count_cores ();
  machine->memory = (int64_t)sysconf (_SC_PHYS_PAGES) * (int64_t)sysconf (_SC_PAGESIZE);
  char *all = hb_format ("%s\n%s\n%s\n%s\n%s\n%s\n%lld\n%lld\n", machine->host, machine->cpu_model,
                         machine->kernel, machine->system ? machine->system : "",
                         machine->governor ? machine->governor : "",
                         machine->virtual ? machine->virtual : "", (long long)machine->cores,
                         (long long)machine->memory);
  hb_sha256_text (all, hex);
  memcpy (machine->id, hex, 16);
  hb_free (all);
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
  ssize_t length = readlink ("/proc/self/exe", path, sizeof path);
  *machine = (struct sweep_machine){ .image = -1,
                                     .cadical = version_of ("cadical", diag),
                                     .picosat = version_of ("picosat", diag) };
  look_at_system (machine);
  if (length > 0)
    {
      machine->program = hb_copy_bytes (path, (size_t)length);
      machine->image = open (machine->program, O_RDONLY | O_CLOEXEC);
    }
  if (machine->image < 0)
    hb_error (diag, NULL, "cannot find this program's file at /proc/self/exe: %s",
              strerror (errno));
  return machine->image >= 0 && machine->cadical && machine->picosat
         && hb_sha256_file ("/proc/self/exe", machine->sha256, NULL, diag);
}

bool
sweep_machine_pin (struct sweep_machine *machine, uint64_t workers, hb_diag *diag)
{
#ifdef __linux__
  cpu_set_t allowed;
  if (!sched_getaffinity (0, sizeof allowed, &allowed))
    for (size_t core = 0; core < CPU_SETSIZE && machine->pins.size < workers; core++)
      if (CPU_ISSET (core, &allowed))
        vec_push (machine->pins, (int)core);
#endif
  if (machine->pins.size == workers)
    return true;
  hb_error (diag, NULL,
            "cannot pin %llu workers to a core each: %zu cores are allowed here; expected at most "
            "-j %zu, or no --pin",
            (unsigned long long)workers, machine->pins.size, machine->pins.size);
  return false;
}

double
sweep_machine_load (void)
{
  double load;
  return getloadavg (&load, 1) == 1 ? load : -1;
}

void
sweep_machine_free (struct sweep_machine *machine)
{
  if (machine->program && machine->image >= 0)
    close (machine->image);
  hb_free (machine->program);
  hb_free (machine->host);
  hb_free (machine->cpu_model);
  hb_free (machine->kernel);
  hb_free (machine->system);
  hb_free (machine->governor);
  hb_free (machine->virtual);
  sweep_tools_free (&machine->tools);
  vec_free (machine->pins);
  hb_free (machine->cadical);
  hb_free (machine->picosat);
  hb_cgroups_close (machine->groups);
}

/* Control groups, version 2 (Linux): a group of its own for every child, where the user has a group to
 * divide.
 *
 *     base/            our own group, or $HBKIT_CGROUP      cgroup.subtree_control: +memory
 *       hbkit-1234/    we ourselves (a group that is divided holds no process)
 *       hbkit-1234-1/  a child and all that it starts       memory.max, cgroup.kill
 *
 * Such a group holds what no process can leave by itself: its memory is limited as a whole by the kernel,
 * its processor time is added up by it, and all of it is killed at once.  Without the memory controller the
 * other two remain. */
#ifndef HBKIT_CGROUP_H
#define HBKIT_CGROUP_H

#include "base/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hb_cgroups hb_cgroups;

/* What can be divided; NULL where there is nothing: another system, version 1, no permission.  We move
 * into a group of our own below it if the memory controller asks for that.  New. */
hb_cgroups *hb_cgroups_open (void);

/* Goes back and removes what was made; NULL is legal. */
void hb_cgroups_close (hb_cgroups *groups);

/* A new group, its memory limited to MEMORY bytes (0: not).  Its folder (new), or NULL if it cannot be
 * made. */
char *hb_cgroup_new (hb_cgroups *groups, uint64_t memory);

/* This process joins the group.  Safe between fork and exec. */
bool hb_cgroup_join (const char *group);

/* Seconds of processor time; was a process killed for want of memory?  (The memory that the kernel
 * counts here includes files that it keeps in memory; it is no measure of the program.) */
struct hb_cgroup_usage
{
  double cpu;
  bool out_of_memory;
};
struct hb_cgroup_usage hb_cgroup_usage (const char *group);

/* Kills all of it. */
void hb_cgroup_kill (const char *group);

/* Kills what is left and removes the group; frees GROUP.  NULL is legal. */
void hb_cgroup_free (char *group);

#ifdef __cplusplus
}
#endif
#endif

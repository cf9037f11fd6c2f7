/* See info.h. */
#include "cmd/periodic/info.h"
#include "cmd/periodic/programs.h"

#include <inttypes.h>

/* Which tasks use LOCK: "a, b". */
static void
put_users (const hb_periodic_program *p, const struct hb_periodic_lock *lock, hb_output *output)
{
  const char *before = "";
  for (size_t t = 0; t < p->tasks.size; t++)
    if (lock->users >> t & 1)
      {
        hb_putf (output, "%s%s", before, p->tasks.data[t].name);
        before = ", ";
      }
}

static size_t
cells_of_kind (const hb_periodic_program *p, enum hb_cell_kind kind)
{
  size_t count = 0;
  for (size_t c = 0; c < p->cells.size; c++)
    count += p->cells.data[c].kind == kind;
  return count;
}

static void
put_text (const hb_periodic_program *p, const char *path, hb_output *output)
{
  hb_putf (output, "%s\ntasks          %zu, of a periodic program\n", path, p->tasks.size);
  for (size_t t = p->tasks.size; t-- > 0;)
    {
      const struct hb_task *task = &p->tasks.data[t];
      hb_putf (output,
               "  %s: priority %" PRId64 ", period %" PRId64 ", WCET %" PRId64 ", arrival %" PRId64
               "\n",
               task->name, task->priority, task->period, task->wcet, task->arrival);
    }
  hb_putf (output, "hyper-period   %" PRId64 "\n", hb_hyper_period (p));
  if (p->time > 0)
    hb_putf (output, "time bound     %" PRId64 "\n", p->time);
  for (size_t l = 0; l < p->locks.size; l++)
    if (p->locks.data[l].users)
      {
        hb_putf (output, "lock           %s, ", p->locks.data[l].name);
        if (l == p->cpu_lock)
          hb_put (output, "the CPU's, of ");
        else
          hb_putf (output, "ceiling %" PRId64 ", of ", p->locks.data[l].ceiling);
        put_users (p, &p->locks.data[l], output);
        hb_put_char (output, '\n');
      }
  hb_putf (output, "globals        %zu shared, %zu of one task each\n",
           cells_of_kind (p, HB_CELL_SHARED), cells_of_kind (p, HB_CELL_PRIVATE));
  for (size_t c = 0; c < p->cells.size; c++)
    if (p->cells.data[c].kind == HB_CELL_SHARED)
      {
        hb_putf (output, "  %s", p->cells.data[c].name);
        if (p->cells.data[c].is_known)
          hb_putf (output, " = %" PRId64 "\n", (int64_t)p->cells.data[c].initial);
        else
          hb_put (output, ", initial value left open\n");
      }
}

static void
put_json (const hb_periodic_program *p, const char *path, hb_json *json)
{
  hb_json_open_object (json);
  hb_json_member_string (json, "program", path);
  hb_json_member_string (json, "language", "periodic");
  hb_json_member_unsigned (json, "hyper_period", (uint64_t)hb_hyper_period (p));
  hb_json_member_array (json, "tasks");
  for (size_t t = p->tasks.size; t-- > 0;)
    {
      const struct hb_task *task = &p->tasks.data[t];
      hb_json_open_object (json);
      hb_json_member_string (json, "name", task->name);
      hb_json_member_signed (json, "priority", task->priority);
      hb_json_member_unsigned (json, "period", (uint64_t)task->period);
      hb_json_member_unsigned (json, "wcet", (uint64_t)task->wcet);
      hb_json_member_unsigned (json, "arrival", (uint64_t)task->arrival);
      hb_json_close (json);
    }
  hb_json_close (json);
  hb_json_member_unsigned (json, "shared", cells_of_kind (p, HB_CELL_SHARED));
  hb_json_member_unsigned (json, "private", cells_of_kind (p, HB_CELL_PRIVATE));
  hb_json_close (json);
}

bool
periodic_info (struct cli *cli, const char *path, hb_output *output, hb_json *json)
{
  hb_periodic_program *program = periodic_open (cli, path);
  if (program && json)
    put_json (program, path, json);
  else if (program)
    put_text (program, path, output);
  hb_periodic_free (program);
  return program;
}

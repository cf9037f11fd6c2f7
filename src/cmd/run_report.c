/* See run_report.h. */
#include "cmd/run_report.h"

#include <string.h>

char *
run_command (const struct runner *r, uint64_t run)
{
  static const char *const names[] = { "random", "round-robin", "pct" };
  const char *settings = r->program.settings;
  if (r->explore)
    return hb_format ("hbkit run %s%s --explore, run %llu", r->path, settings,
                      (unsigned long long)run + 1);
  if (r->hit)
    return strchr (r->hit + 8, ':')
               ? hb_format ("hbkit run %s%s --schedule %s", r->path, settings, r->hit)
               : hb_format ("hbkit run %s%s --schedule %s:%llu", r->path, settings, r->hit,
                            (unsigned long long)run + 1);
  if (r->schedule)
    return hb_format ("hbkit run %s%s --schedule %s", r->path, settings, r->schedule);
  return hb_format ("hbkit run %s%s --schedule %s --seed %llu", r->path, settings,
                    names[r->scheduling.schedule], (unsigned long long)(r->scheduling.seed + run));
}

void
run_print (const struct runner *r)
{
  const hb_code *code = r->program.code;
  printf ("c %s: %zu handler%s, %zu variable%s\n", cli_shown (r->path), code->handlers.size,
          code->handlers.size == 1 ? "" : "s", code->variables.size,
          code->variables.size == 1 ? "" : "s");
  if (r->explore)
    printf ("c %llu trace%s (%s), %llu beginning%s given up\n", (unsigned long long)r->made,
            r->made == 1 ? "" : "s", r->complete ? "all there are" : "not all: a limit was hit",
            (unsigned long long)r->blocked, r->blocked == 1 ? "" : "s");
  printf ("c at most %zu event%s and %zu posted message%s in a run\n", r->most_events,
          r->most_events == 1 ? "" : "s", r->most_posts, r->most_posts == 1 ? "" : "s");
  for (int status = HB_RUN_GOING; status <= HB_RUN_ERROR; status++)
    if (r->ended[status])
      printf ("%s %llu\n", hb_run_status_name ((enum hb_run_status)status),
              (unsigned long long)r->ended[status]);
}

void
run_print_json (const struct runner *r)
{
  hb_json *json = cli_json (r->cli);
  hb_json_member_string (json, "program", r->path);
  hb_json_member_unsigned (json, "handlers", r->program.code->handlers.size);
  hb_json_member_unsigned (json, r->explore ? "traces" : "runs", r->made);
  if (r->explore)
    {
      hb_json_member_bool (json, "complete", r->complete);
      hb_json_member_unsigned (json, "blocked", r->blocked);
    }
  for (int status = HB_RUN_GOING; status <= HB_RUN_ERROR; status++)
    {
      hb_json_member_unsigned (json, hb_run_status_name ((enum hb_run_status)status),
                               r->ended[status]);
    }
  hb_json_member_unsigned (json, "events", r->most_events);
  hb_json_member_unsigned (json, "posts", r->most_posts);
  hb_json_member_array (json, "failures");
  for (size_t i = 0; i < r->failures.size; i++)
    {
      const struct failure *f = &r->failures.data[i];
      hb_json_open_object (json);
      hb_json_member_string (json, "kind", hb_run_status_name (f->status));
      hb_json_member_unsigned (json, "line", f->spot.line);
      hb_json_member_unsigned (json, "column", f->spot.column);
      hb_json_member_unsigned (json, "times", f->times);
      hb_json_member_unsigned (json, "run", f->run + 1);
      hb_json_key (json, "schedule");
      if (f->schedule)
        hb_json_string (json, f->schedule);
      else
        hb_json_null (json);
      hb_json_close (json);
    }
  hb_json_close (json);
  if (r->hitting)
    run_hitting_json (r->hitting, json);
  if (!hb_json_commit (json))
    cli_fail (r->cli);
}

void
run_print_failures (const struct runner *r)
{
  hb_diag_print (r->cli->diag, stderr, r->cli->colour);
  for (size_t i = 0; i < r->failures.size && r->cli->verbosity >= 0; i++)
    {
      const struct failure *f = &r->failures.data[i];
      char *command = run_command (r, f->run);
      fprintf (stderr, "hbkit: %s in line %u, %llu time%s; again: ", hb_run_status_name (f->status),
               f->spot.line, (unsigned long long)f->times, f->times == 1 ? "" : "s");
      if (f->schedule)
        fprintf (stderr, "hbkit run %s%s --schedule %s\n", cli_shown (r->path), r->program.settings,
                 f->schedule);
      else
        fprintf (stderr, "%s\n", command);
      hb_free (command);
    }
}

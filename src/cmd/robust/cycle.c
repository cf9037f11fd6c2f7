/* See cycle.h. */
#include "cmd/robust/cycle.h"

const char *
robust_part_name (unsigned part)
{
  return part == HB_PART_DET ? "determinism" : "serializability";
}

void
robust_print_cycle (const hb_trace *trace, const struct hb_robust_trace *judged)
{
  printf ("c %s is violated: ", robust_part_name (judged->part));
  for (size_t i = 0; i < judged->cycle.size; i++)
    {
      const struct hb_robust_step *step = &judged->cycle.data[i];
      if (step->dfs)
        printf ("%s is depth-first before %s", hb_message_name (trace, step->before),
                hb_message_name (trace, step->after));
      else
        {
          char *before = hb_event_address (trace, step->before),
               *after = hb_event_address (trace, step->after);
          printf ("%s -%s-> %s", before, hb_relation_name ((enum hb_relation)step->relation),
                  after);
          hb_free (before);
          hb_free (after);
        }
      fputs (i + 1 < judged->cycle.size ? "; " : "", stdout);
    }
  puts ("");
}

void
robust_put_cycle (hb_json *json, const hb_trace *trace, const struct hb_robust_trace *judged)
{
  hb_json_member_array (json, "cycle");
  for (size_t i = 0; i < judged->cycle.size; i++)
    {
      const struct hb_robust_step *step = &judged->cycle.data[i];
      char *before = step->dfs ? hb_copy_text (hb_message_name (trace, step->before))
                               : hb_event_address (trace, step->before),
           *after = step->dfs ? hb_copy_text (hb_message_name (trace, step->after))
                              : hb_event_address (trace, step->after);
      hb_json_flat (json);
      hb_json_open_array (json);
      hb_json_string (json, before);
      hb_json_string (json,
                      step->dfs ? "dfs" : hb_relation_name ((enum hb_relation)step->relation));
      hb_json_string (json, after);
      hb_json_close (json);
      hb_free (before);
      hb_free (after);
    }
  hb_json_close (json);
}

bool
robust_write_cycle (struct cli *cli, const hb_trace *trace, const struct hb_robust_trace *judged)
{
  const char *path = cli_text (cli, "cycle", NULL);
  hb_output *output = path ? hb_output_open (path, cli->diag) : NULL;
  if (output)
    hb_robust_cycle_write (output, trace, judged);
  return !path || (output && hb_output_commit (output));
}

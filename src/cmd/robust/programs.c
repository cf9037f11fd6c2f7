/* See programs.h. */
#include "cmd/robust/programs.h"

#include "base/plural.h"

bool
event_program_open (struct cli *cli, const char *path, struct event_program *program)
{
  *program = (struct event_program){ .text = hb_aed_read (path, cli->diag) };
  if (!program->text)
    return false;
  hb_aed_split (program->text);
  program->code = hb_acode_new (program->text);
  return true;
}

void
event_program_close (struct event_program *program)
{
  hb_acode_free (program->code);
  hb_aed_free (program->text);
}

bool
event_program_fmt (struct cli *cli, const char *from, const char *to, bool split)
{
  hb_aed *program = hb_aed_read (from, cli->diag);
  if (!program)
    return false;
  if (split)
    hb_aed_split (program);
  char *text = hb_aed_text (program);
  hb_output *output = hb_output_open (to, cli->diag);
  if (output)
    hb_put (output, text);
  hb_free (text);
  hb_aed_free (program);
  return output && hb_output_commit (output);
}

/* --- info --- */

struct counts
{
  size_t events, procs, reads, writes, mains, anys, calls, chooses;
};

static struct counts
count (const struct event_program *program)
{
  struct counts c = { 0 };
  for (size_t p = 0; p < program->text->procs.size; p++)
    program->text->procs.data[p].is_event ? c.events++ : c.procs++;
  for (size_t i = 0; i < program->code->ins.size; i++)
    {
      const struct hb_ains *ins = &program->code->ins.data[i];
      c.reads += ins->op == HB_AOP_READ;
      c.writes += ins->op == HB_AOP_WRITE;
      c.mains += ins->op == HB_AOP_POST && ins->main;
      c.anys += ins->op == HB_AOP_POST && !ins->main;
      c.calls += ins->op == HB_AOP_CALL;
      c.chooses += ins->op == HB_AOP_CHOOSE;
    }
  return c;
}

bool
event_program_info (struct cli *cli, const char *path, hb_output *output, hb_json *json)
{
  struct event_program program;
  if (!event_program_open (cli, path, &program))
    {
      event_program_close (&program);
      return false;
    }
  struct counts c = count (&program);
  const char *const keys[] = { "variables",  "events",    "procedures", "reads",  "writes",
                               "main_posts", "any_posts", "calls",      "choices" };
  const size_t values[] = { program.text->variables.size,
                            c.events,
                            c.procs,
                            c.reads,
                            c.writes,
                            c.mains,
                            c.anys,
                            c.calls,
                            c.chooses };
  if (json)
    {
      hb_json_open_object (json);
      hb_json_member_string (json, "file", path);
      for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        hb_json_member_unsigned (json, keys[i], values[i]);
      hb_json_member_bool (json, "driver", program.text->has_driver);
      hb_json_close (json);
    }
  else
    hb_putf (output,
             "%s\n"
             "variables      %zu\n"
             "events         %zu%s\n"
             "procedures     %zu\n"
             "accesses       %s, %s\n"
             "posts          %zu to main, %zu to threads of their own\n"
             "calls          %zu\n"
             "choices        %zu\n",
             path, program.text->variables.size, c.events,
             program.text->has_driver ? ", started by a driver" : ", started in any number",
             c.procs, hb_many (c.reads, "read"), hb_many (c.writes, "write"), c.mains, c.anys,
             c.calls, c.chooses);
  event_program_close (&program);
  return true;
}

/* See info_threads.h. */
#include "cmd/diff/info_threads.h"

#include "base/plural.h"

#include <inttypes.h>

static size_t
visible_nodes (const struct diff_thread *thread)
{
  size_t count = 0;
  for (size_t n = 0; n < thread->nodes.size; n++)
    count += thread->nodes.data[n].visible;
  return count;
}

/* "reads x, y; writes z". */
static void
put_accesses (const diff_program *program, const struct diff_statement *s, hb_output *output)
{
  for (size_t i = 0; i < s->reads.size; i++)
    hb_putf (output, "%s%s", i ? ", " : " reads ", program->variables.data[s->reads.data[i]].name);
  for (size_t i = 0; i < s->writes.size; i++)
    hb_putf (output, "%s%s",
             i               ? ", "
             : s->reads.size ? "; writes "
                             : " writes ",
             program->variables.data[s->writes.data[i]].name);
}

static void
put_text (const diff_program *program, hb_output *output)
{
  hb_putf (output, "%s\nthreads        %zu\n", program->name, program->threads.size);
  for (size_t t = 0; t < program->threads.size; t++)
    hb_putf (output, "  %s: %s\n", program->threads.data[t].name,
             hb_many (visible_nodes (&program->threads.data[t]), "step"));
  if (program->cut)
    hb_putf (output, "loops          cut after %s\n", hb_many (program->unroll, "iteration"));
  hb_putf (output, "variables      %zu\n", program->variables.size);
  for (size_t v = 0; v < program->variables.size; v++)
    {
      const struct diff_variable *variable = &program->variables.data[v];
      hb_putf (output, "  %s = %" PRId64 ", of %u thread%s%s\n", variable->name,
               (int64_t)variable->initial, variable->threads, variable->threads == 1 ? "" : "s",
               variable->threads && variable->locking_only ? ", a lock" : "");
    }
  hb_putf (output, "statements     %zu\n", program->statements.size - 1);
  for (size_t s = 1; s < program->statements.size; s++)
    {
      char *spot = diff_spot_text (program, program->statements.data[s].spot);
      hb_putf (output, "  %s (%s):", program->statements.data[s].key, spot);
      put_accesses (program, &program->statements.data[s], output);
      hb_put_char (output, '\n');
      hb_free (spot);
    }
  for (size_t m = 0; m < program->missing.size; m++)
    {
      char *spot = diff_spot_text (program, program->missing.data[m].spot);
      hb_putf (output, "%s %s (%s)\n", m ? "              " : "without body  ",
               program->missing.data[m].name, spot);
      hb_free (spot);
    }
}

static void
put_json (const diff_program *program, hb_json *json)
{
  hb_json_open_object (json);
  hb_json_member_string (json, "program", program->name);
  hb_json_member_array (json, "threads");
  for (size_t t = 0; t < program->threads.size; t++)
    {
      hb_json_flat (json);
      hb_json_open_object (json);
      hb_json_member_string (json, "name", program->threads.data[t].name);
      hb_json_member_unsigned (json, "steps", visible_nodes (&program->threads.data[t]));
      hb_json_close (json);
    }
  hb_json_close (json);
  hb_json_member_unsigned (json, "unroll", program->unroll);
  hb_json_member_unsigned (json, "cut_loops", program->cut);
  hb_json_member_array (json, "variables");
  for (size_t v = 0; v < program->variables.size; v++)
    {
      hb_json_flat (json);
      hb_json_open_object (json);
      hb_json_member_string (json, "name", program->variables.data[v].name);
      hb_json_member_signed (json, "initial", (int64_t)program->variables.data[v].initial);
      hb_json_member_unsigned (json, "threads", program->variables.data[v].threads);
      hb_json_close (json);
    }
  hb_json_close (json);
  hb_json_member_array (json, "statements");
  for (size_t s = 1; s < program->statements.size; s++)
    hb_json_string (json, program->statements.data[s].key);
  hb_json_close (json);
  hb_json_member_array (json, "without_body");
  for (size_t m = 0; m < program->missing.size; m++)
    hb_json_string (json, program->missing.data[m].name);
  hb_json_close (json);
  hb_json_close (json);
}

bool
info_threads (struct cli *cli, const char *path, hb_output *output, hb_json *json)
{
  diff_program *program = threads_open (cli, path);
  if (program && json)
    put_json (program, json);
  else if (program)
    put_text (program, output);
  diff_program_free (program);
  return program;
}

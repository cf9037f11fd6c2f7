/* See benchexec.h.
 *
 *     tasks/t.yml          format_version '2.0', input file, property, expected verdict
 *     tasks/solution.prp   "has the instance a solution?": hbkit's exit codes 10 and 20 are true and false
 *     tasks/tools/hbkit.py the tool-info module: command line, version, verdict; BenchExec wants it in a package
 *     tasks/hbkit.xml      the benchmark definition: limits, tasks, one run definition for each engine */
#include "cmd/export/benchexec.h"

#include "cmd/frame/files.h"

#include "base/buffer.h"
#include "base/path.h"
#include "base/plural.h"
#include "engine/engine.h"
#include "sat/cnf.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char tool_info[]
    = "# The tool-info module of hbkit for BenchExec.\n"
      "import benchexec.result as result\n"
      "import benchexec.tools.template\n"
      "\n"
      "\n"
      "class Tool(benchexec.tools.template.BaseTool2):\n"
      "    \"\"\"hbkit decides traces of event-driven programs, and formulas.\"\"\"\n"
      "\n"
      "    def executable(self, tool_locator):\n"
      "        return tool_locator.find_executable(\"hbkit\")\n"
      "\n"
      "    def version(self, executable):\n"
      "        return self._version_from_tool(executable, line_prefix=\"hbkit\")\n"
      "\n"
      "    def name(self):\n"
      "        return \"hbkit\"\n"
      "\n"
      "    def project_url(self):\n"
      "        return \"https://arxiv.org/abs/2508.07855\"\n"
      "\n"
      "    def cmdline(self, executable, options, task, rlimits):\n"
      "        file = task.single_input_file\n"
      "        formula = file.split(\".cnf\")[-1] in (\"\", \".xz\", \".gz\", \".zst\") and "
      "\".cnf\" in file\n"
      "        command = \"solve\" if formula else \"check\"\n"
      "        kept = [o for o in options if not (formula and o.startswith(\"--engine\"))]\n"
      "        return [executable, command, file, \"-q\", *kept]\n"
      "\n"
      "    def determine_result(self, run):\n"
      "        if run.was_timeout:\n"
      "            return result.RESULT_TIMEOUT\n"
      "        if run.exit_code.value == 10:\n"
      "            return result.RESULT_TRUE_PROP\n"
      "        if run.exit_code.value == 20:\n"
      "            return result.RESULT_FALSE_PROP\n"
      "        return result.RESULT_UNKNOWN if run.exit_code.value == 0 else result.RESULT_ERROR\n";

static const char benchmark[]
    = "<?xml version=\"1.0\"?>\n"
      "<!DOCTYPE benchmark PUBLIC \"+//IDN sosy-lab.org//DTD BenchExec benchmark 1.9//EN\"\n"
      "  \"https://www.sosy-lab.org/benchexec/benchmark-1.9.dtd\">\n"
      "<benchmark tool=\"tools.hbkit\" timelimit=\"60s\" hardtimelimit=\"70s\" memlimit=\"2 GB\" "
      "cpuCores=\"1\">\n"
      "  <rundefinition name=\"cds\"><option name=\"--engine=cds\"/></rundefinition>\n"
      "  <rundefinition name=\"sat\"><option name=\"--engine=sat\"/></rundefinition>\n"
      "  <propertyfile>solution.prp</propertyfile>\n"
      "  <tasks name=\"all\"><include>*.yml</include></tasks>\n"
      "</benchmark>\n";

static bool
write_text (struct cli *cli, const char *folder, const char *name, const char *text)
{
  char *path = hb_format ("%s/%s", folder, name);
  hb_output *output = hb_output_open (path, cli->diag);
  if (output)
    hb_put (output, text);
  hb_free (path);
  return output && hb_output_commit (output);
}

static bool
write_package (struct cli *cli, const char *folder)
{
  char *package = hb_format ("%s/tools", folder);
  bool good = hb_make_folder (package, cli->diag) && write_text (cli, package, "__init__.py", "")
              && write_text (cli, package, "hbkit.py", tool_info);
  hb_free (package);
  return good;
}

/* 10, 20, or 0 where it is not known in time or an error came. */
static int
verdict_of (struct cli *cli, const char *path)
{
  struct hb_limits limits = hb_limits_new (cli_double (cli, "engine-timeout", 10), 0);
  int verdict = 0;
  if (hb_is_called (path, ".cnf"))
    {
      hb_cnf *cnf = hb_dimacs_read (path, cli->diag);
      if (cnf)
        verdict = hb_solve_cnf (cnf, "cadical", 0, &limits, NULL, cli->diag);
      hb_cnf_free (cnf);
      return verdict;
    }
  hb_trace *trace = file_read_trace (cli, path, file_form (path));
  if (trace)
    {
      struct hb_check_options options = { .limits = &limits };
      hb_result *result = hb_decide (NULL, trace, &options);
      verdict = (int)hb_result_verdict (result);
      hb_result_free (result);
    }
  hb_trace_free (trace);
  return verdict;
}

/* The name without its folders, borrowed. */
static const char *
last_part (const char *file)
{
  const char *slash = strrchr (file, '/');
  return slash ? slash + 1 : file;
}

/* A text in single quotes of YAML. */
static char *
yaml_text (const char *text)
{
  hb_buffer buffer = VEC_EMPTY;
  hb_buffer_add (&buffer, "'");
  for (; *text; text++)
    hb_buffer_add (&buffer, *text == '\'' ? "''" : "%c", *text);
  hb_buffer_add (&buffer, "'");
  return hb_buffer_take (&buffer);
}

/* Can a task name the file, and have a name that none of the COUNT files before it has? */
static bool
check_name (struct cli *cli, char *const *files, size_t count)
{
  const char *file = files[count], *name = last_part (file);
  struct hb_place place = { .file = file };
  for (const char *c = file; *c; c++)
    if ((unsigned char)*c < ' ')
      {
        hb_error (cli->diag, &place,
                  "a task cannot name this file; expected a name without control characters");
        return false;
      }
  for (size_t i = 0; i < count; i++)
    if (!strcmp (last_part (files[i]), name))
      {
        hb_error (cli->diag, &place,
                  "its task would take the place of that of %s; expected files of different names",
                  cli_shown (files[i]));
        return false;
      }
  return true;
}

static bool
write_task (struct cli *cli, const char *folder, const char *file, int verdict)
{
  char *real = realpath (file, NULL);
  if (!real)
    {
      hb_error (cli->diag, &(struct hb_place){ .file = file }, "has no path: %s", strerror (errno));
      return false;
    }
  char *input = yaml_text (real), *name = hb_format ("%s.yml", last_part (file));
  char *expected = verdict
                       ? hb_format ("    expected_verdict: %s\n", verdict == 10 ? "true" : "false")
                       : hb_copy_text ("");
  char *text = hb_format ("format_version: '2.0'\n"
                          "input_files: %s\n"
                          "properties:\n"
                          "  - property_file: solution.prp\n"
                          "%s",
                          input, expected);
  bool good = write_text (cli, folder, name, text);
  free (real);
  hb_free (input);
  hb_free (name);
  hb_free (expected);
  hb_free (text);
  return good;
}

int
export_benchexec (struct cli *cli, const char *folder, char *const *files, size_t count)
{
  /* Nothing is written before all files are read. */
  int *verdicts = hb_calloc (count, sizeof *verdicts);
  bool good = true;
  for (size_t i = 0; good && i < count; i++)
    good = check_name (cli, files, i);
  for (size_t i = 0; good && i < count; i++)
    {
      verdicts[i] = verdict_of (cli, files[i]);
      good = !hb_diag_errors (cli->diag);
    }
  good = good && hb_make_folder (folder, cli->diag);
  for (size_t i = 0; good && i < count; i++)
    good = write_task (cli, folder, files[i], verdicts[i]);
  hb_free (verdicts);
  good = good
         && write_text (cli, folder, "solution.prp", "CHECK( init(main()), LTL(F solution) )\n")
         && write_package (cli, folder) && write_text (cli, folder, "hbkit.xml", benchmark);
  if (good && cli->verbosity >= 0)
    printf ("%zu task%s in %s; there, with hbkit in PATH: PYTHONPATH=. benchexec hbkit.xml\n",
            count, HB_S (count), cli_shown (folder));
  return good ? 0 : cli_fail (cli);
}

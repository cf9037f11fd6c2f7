/* See tool.h. */
#include "cmd/sweep/tool.h"

#include "base/child.h"
#include "base/memory.h"
#include "base/path.h"
#include "base/temporary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Seconds that a program has to tell its version, and what is kept of it. */
#define PATIENCE 5
#define MOST_VERSION 100

/* The file that the first word of COMMAND runs, with links followed.  New, or NULL. */
static char *
file_of (const char *command)
{
  const char *word = command + strspn (command, " \t");
  size_t length = strcspn (word, " \t");
  if (strcspn (word, "'\"\\`$=~*?[(){};&|<>#!") < length)
    return NULL;
  char *name = hb_copy_bytes (word, length), *found = hb_find_program (name);
  char *file = found ? realpath (found, NULL) : NULL;
  hb_free (name);
  hb_free (found);
  return file;
}

static bool
is_script (const char *path)
{
  FILE *file = fopen (path, "rb");
  bool script = !file || (fgetc (file) == '#' && fgetc (file) == '!');
  if (file)
    fclose (file);
  return script;
}

/* The first line of the file that has a digit, as a terminal may be shown it.  New, or NULL. */
static char *
line_with_digit (const char *path)
{
  char line[MOST_VERSION + 2], *found = NULL;
  FILE *file = fopen (path, "rb");
  while (file && !found && fgets (line, sizeof line, file))
    if (strpbrk (line, "0123456789"))
      {
        for (char *c = line; *c; c++)
          if ((unsigned char)*c < ' ' || (unsigned char)*c > '~')
            *c = *c == '\n' || *c == '\r' ? '\0' : '?';
        found = hb_copy_text (line);
      }
  if (file)
    fclose (file);
  return found;
}

/* What FILE prints for --version if it ends well.  New, or NULL. */
static char *
ask_version (const char *file, hb_diag *diag)
{
  char *folder = hb_temporary_folder ("version", diag), *version = NULL;
  char *arguments[] = { hb_copy_text (file), hb_copy_text ("--version"), NULL };
  struct hb_child_start start = { .program = file,
                                  .arguments = arguments,
                                  .folder = folder,
                                  .output = "output",
                                  .errors = "errors" };
  struct hb_child_limits limits
      = { .cpu = PATIENCE, .wall = PATIENCE, .memory = UINT64_C (1) << 30, .file = 1 << 20 };
  struct hb_child child;
  hb_diag *trouble = hb_diag_new ();
  if (folder && hb_child_start (&child, &start, &limits, trouble))
    {
      hb_child_wait (0);
      while (!hb_child_over (&child))
        hb_child_wait (0.05);
      char *output = hb_format ("%s/output", folder);
      if (child.end == HB_CHILD_EXITED && !child.code)
        version = line_with_digit (output);
      hb_free (output);
    }
  hb_diag_free (trouble);
  hb_free (arguments[0]);
  hb_free (arguments[1]);
  hb_temporary_remove (folder);
  return version;
}

void
sweep_tool_look (sweep_tools *tools, const char *command, hb_diag *diag)
{
  if (sweep_tool_find (tools, command))
    return;
  struct sweep_tool tool = { .command = hb_copy_text (command), .file = file_of (command) };
  hb_diag *trouble = hb_diag_new ();
  if (tool.file && !hb_sha256_file (tool.file, tool.sha256, NULL, trouble))
    tool.sha256[0] = '\0';
  if (tool.file && !is_script (tool.file))
    tool.version = ask_version (tool.file, diag);
  hb_diag_free (trouble);
  vec_push (*tools, tool);
}

const struct sweep_tool *
sweep_tool_find (const sweep_tools *tools, const char *command)
{
  for (size_t i = 0; i < tools->size; i++)
    if (!strcmp (tools->data[i].command, command))
      return &tools->data[i];
  return NULL;
}

void
sweep_tools_free (sweep_tools *tools)
{
  for (size_t i = 0; i < tools->size; i++)
    {
      hb_free (tools->data[i].command);
      free (tools->data[i].file);
      hb_free (tools->data[i].version);
    }
  vec_free (*tools);
}

/* See files.h. */
#include "cmd/table/files.h"

#include "base/input.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* --- benchmarks --------------------------------------------------------------------------------- */

/* "trace", "trace12", "log3" say nothing. */
static bool
says_nothing (const char *name, size_t length)
{
  static const char *const words[] = { "trace", "log", "abc_log", "execution_trace" };
  while (length && name[length - 1] >= '0' && name[length - 1] <= '9')
    length--;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (length == strlen (words[i]) && !strncasecmp (name, words[i], length))
      return true;
  return !length;
}

/* Where the last part of the path starts that ends at END. */
static const char *
last_part (const char *path, const char *end)
{
  const char *start = end;
  while (start > path && start[-1] != '/')
    start--;
  return start;
}

/* The benchmark that the trace at PATH belongs to: the name of the file up to its first point, without
 * "-traceN" and the like behind it; that of the folder if the file is only called trace or log.
 * New. */
static char *
benchmark_of (const char *path)
{
  const char *end = path + strlen (path), *start = last_part (path, end);
  const char *point = memchr (start, '.', (size_t)(end - start));
  size_t length = (size_t)((point && point > start ? point : end) - start);
  if (says_nothing (start, length) && start > path)
    {
      end = start - 1;
      start = last_part (path, end);
      return hb_copy_bytes (start, (size_t)(end - start));
    }
  /* "NAME-trace12" */
  for (size_t i = length; i-- > 1;)
    if ((start[i] == '-' || start[i] == '_') && says_nothing (start + i + 1, length - i - 1)
        && i + 1 < length && !(start[i + 1] >= '0' && start[i + 1] <= '9'))
      return hb_copy_bytes (start, i);
  return hb_copy_bytes (start, length);
}

/* --- folders ------------------------------------------------------------------------------------ */

/* What the file is, by its name or its first bytes; HB_FORMAT_ANY: no trace. */
static enum hb_format
format_of_file (const char *path)
{
  enum hb_format format = hb_format_of_name (path);
  hb_diag *ignored = hb_diag_new ();
  hb_input *input
      = format == HB_FORMAT_ANY || format == HB_FORMAT_JSON ? hb_input_open (path, ignored) : NULL;
  if (input)
    {
      size_t length;
      const char *bytes = hb_input_peek (input, &length);
      /* Not every JSON file of a folder is a trace. */
      if (format == HB_FORMAT_ANY)
        format = hb_format_of_bytes (bytes, length);
      char *text = hb_copy_bytes (bytes, length);
      if (format == HB_FORMAT_JSON && !strstr (text, "edt-json"))
        format = HB_FORMAT_ANY;
      hb_free (text);
      hb_input_close (input);
    }
  hb_diag_free (ignored);
  return format;
}

static void
add_file (struct table_files *files, const char *path, enum hb_format format)
{
  struct table_file file = { hb_copy_text (path), benchmark_of (path), format };
  vec_push (files->list, file);
}

static int
compare_names (const void *one, const void *two)
{
  return strcmp (*(char *const *)one, *(char *const *)two);
}

static bool
add_folder (struct cli *cli, const char *path, int depth, struct table_files *files)
{
  struct hb_place place = { .file = path };
  VEC (char *) names = VEC_EMPTY;
  bool good = true;
  DIR *folder = opendir (path);
  if (!folder)
    {
      hb_error (cli->diag, &place, "cannot open: %s", strerror (errno));
      return false;
    }
  for (struct dirent *entry; (entry = readdir (folder));)
    if (entry->d_name[0] != '.')
      vec_push (names, hb_copy_text (entry->d_name));
  closedir (folder);
  if (names.size)
    qsort (names.data, names.size, sizeof *names.data, compare_names);
  for (size_t i = 0; i < names.size; i++)
    {
      struct stat status;
      char *inner = hb_format ("%s/%s", path, names.data[i]);
      if (!stat (inner, &status) && S_ISDIR (status.st_mode))
        good = (depth > 16 || add_folder (cli, inner, depth + 1, files)) && good;
      else
        {
          enum hb_format format = format_of_file (inner);
          if (format == HB_FORMAT_ANY)
            vec_push (files->skipped, hb_copy_text (inner));
          else
            add_file (files, inner, format);
        }
      hb_free (inner);
      hb_free (names.data[i]);
    }
  vec_free (names);
  return good;
}

bool
table_find_files (struct cli *cli, int first, struct table_files *files)
{
  bool good = true;
  for (int i = first; i < cli->operand_count; i++)
    {
      struct stat status;
      char *path = hb_copy_text (cli->operands[i]);
      for (size_t length = strlen (path); length > 1 && path[length - 1] == '/';)
        path[--length] = '\0';
      if (!stat (path, &status) && S_ISDIR (status.st_mode))
        good = add_folder (cli, path, 0, files) && good;
      else
        add_file (files, path,
                  (enum hb_format)cli_choice (cli, "from", (int)format_of_file (path)));
      hb_free (path);
    }
  return good;
}

void
table_files_free (struct table_files *files)
{
  for (size_t i = 0; i < files->list.size; i++)
    {
      hb_free (files->list.data[i].path);
      hb_free (files->list.data[i].benchmark);
    }
  vec_free (files->list);
  for (size_t i = 0; i < files->skipped.size; i++)
    hb_free (files->skipped.data[i]);
  vec_free (files->skipped);
}

/* The traces of a folder, and the benchmarks that they are named after. */
#ifndef HBKIT_CMD_TABLE_FILES_H
#define HBKIT_CMD_TABLE_FILES_H

#include "cmd/frame/files.h"

struct table_file
{
  char *path, *benchmark; /* owned */
  enum hb_format format;
};

struct table_files
{
  VEC (struct table_file) list;
  VEC (char *) skipped; /* files of folders that are no traces; owned */
};

/* The files among the command's operands from number FIRST on, and those in its folders that are
 * traces of a known format, in the order of their paths.  False after errors in cli->diag. */
bool table_find_files (struct cli *cli, int first, struct table_files *files);
void table_files_free (struct table_files *files);

#endif

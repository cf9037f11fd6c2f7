/* See info_poset.h. */
#include "cmd/info_poset.h"

#include "poset/shape.h"

#include "base/plural.h"

#include <string.h>

/* The longest chain in words and the like: one line a fact. */
static void
put_text (hb_output *output, const char *path, const struct poset_file *file,
          const struct hb_poset_info *info)
{
  hb_putf (output, "%s\n", path);
  hb_putf (output, "elements       %u\n", file->poset->count);
  hb_putf (output, "covers         %zu\n", info->covers);
  hb_putf (output, "shape          %s\n", hb_shape_name (info->shape));
  hb_putf (output, "height         %u (elements of a longest chain)\n", info->height);
  if (info->width == HB_NONE)
    hb_put (output, "width          not computed: too many elements\n");
  else
    hb_putf (output, "width          %u\n", info->width);
  if (info->least == info->most)
    hb_putf (output, "dimension      %u\n", info->least);
  else if (info->most == HB_NONE)
    hb_putf (output, "dimension      at least %u\n", info->least);
  else
    hb_putf (output, "dimension      %u to %u (hbkit minimal tells)\n", info->least, info->most);
  if (!strcmp (file->kind, "log"))
    hb_putf (output, "hosts          %zu\nexecutions     %zu\nfaulty lines   %zu\n",
             file->log.hosts, file->log.executions, file->log.faulty);
  if (file->realizer)
    hb_putf (output, "realizer       %zu schedule%s, printed in the file\n", file->realizer->count,
             HB_S (file->realizer->count));
}

static void
put_json (hb_json *json, const char *path, const struct poset_file *file,
          const struct hb_poset_info *info)
{
  char hex[HB_SHA256_HEX];
  hb_poset_hash (file->poset, hex);
  hb_json_open_object (json);
  hb_json_member_string (json, "file", path);
  hb_json_member_string (json, "sha256", hex);
  hb_json_member_unsigned (json, "elements", file->poset->count);
  hb_json_member_unsigned (json, "covers", info->covers);
  hb_json_member_string (json, "shape", hb_shape_name (info->shape));
  hb_json_member_unsigned (json, "height", info->height);
  if (info->width == HB_NONE)
    hb_json_member_null (json, "width");
  else
    hb_json_member_unsigned (json, "width", info->width);
  hb_json_member_unsigned (json, "dimension_least", info->least);
  if (info->most == HB_NONE)
    hb_json_member_null (json, "dimension_most");
  else
    hb_json_member_unsigned (json, "dimension_most", info->most);
  if (!strcmp (file->kind, "log"))
    {
      hb_json_member_unsigned (json, "hosts", file->log.hosts);
      hb_json_member_unsigned (json, "executions", file->log.executions);
      hb_json_member_unsigned (json, "faulty", file->log.faulty);
    }
  hb_json_close (json);
}

bool
info_poset (struct cli *cli, const char *path, hb_output *output, hb_json *json)
{
  struct poset_file file;
  bool good = poset_open (cli, path, &file);
  if (good)
    {
      struct hb_poset_info info = hb_poset_info (file.poset);
      if (json)
        put_json (json, path, &file, &info);
      else
        put_text (output, path, &file, &info);
      if (cli->verbosity >= 0)
        hb_diag_print (cli->diag, stderr, cli->colour);
    }
  poset_close (&file);
  return good;
}

/* See gadgets.h. */
#include "cmd/draw/gadgets.h"

#include "cmd/frame/files.h"

#include "cmd/draw/choose.h"
#include "cmd/frame/instances.h"

#include "graph/graph.h"
#include "viz/circle.h"

struct made
{
  const struct hb_reduction *reduction;
  const hb_instance *source;
};

static bool
write_reduction (struct cli *cli, const void *what, const struct hb_draw_options *draw,
                 hb_output *output)
{
  const struct made *made = what;
  return made->reduction->draw (made->reduction, made->source, draw, output, cli->diag);
}

static bool
draw_reduction (struct cli *cli, const char *name, struct hb_draw_options *draw,
                const struct draw_form *form)
{
  const struct hb_reduction *r = instance_reduction (cli, name);
  const char *gadget = cli_text (cli, "gadget", NULL);
  if (!r->draw)
    cli_usage_error (cli, "%s has no figure of its own; draw what it makes", name);
  if (gadget && (!draw_parse_gadget (gadget, draw) || draw->what != HB_DRAW_GADGET))
    cli_usage_error (cli, "with --reduction, --gadget takes clause:J with J from 1, not '%s'",
                     gadget);
  struct made made = { r, instance_read_source (cli, r, cli->operands[0]) };
  struct draw_picture picture = { write_reduction, &made };
  bool good = made.source && draw_put (cli, &picture, draw, form);
  r->from->free (r->from, (hb_instance *)made.source);
  hb_reduction_release (r);
  return good;
}

static bool
write_graph (struct cli *cli, const void *what, const struct hb_draw_options *draw,
             hb_output *output)
{
  return hb_draw_circle (what, draw, output, cli->diag);
}

bool
draw_is_gadgets (struct cli *cli)
{
  if (cli_text (cli, "reduction", NULL))
    return true;
  bool looks = cli->operand_count == 1 && file_is_kept (cli->operands[0]);
  hb_input *input = looks ? hb_input_open (cli->operands[0], cli->diag) : NULL;
  size_t length = 0;
  const char *bytes = input ? hb_input_peek (input, &length) : "";
  bool directed, found = hb_graph_recognise (bytes, length, &directed);
  hb_input_close (input);
  hb_diag_clear (cli->diag);
  return found;
}

bool
draw_gadgets (struct cli *cli, struct hb_draw_options *draw, const struct draw_form *form)
{
  const char *name = cli_text (cli, "reduction", NULL);
  if (cli->operand_count != 1)
    cli_usage_error (cli, "expected one file");
  if (name)
    return draw_reduction (cli, name, draw, form);
  hb_input *input = hb_input_open (cli->operands[0], cli->diag);
  hb_graph *graph = input ? hb_graph_read_input (input, cli->diag) : NULL;
  struct draw_picture picture = { write_graph, graph };
  bool good = graph && draw_put (cli, &picture, draw, form);
  hb_graph_free (graph);
  return good;
}

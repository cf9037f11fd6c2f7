/* hbkit gen FILE.reduction: an instance of its source, by the `generate` of the file (src/own/). */
#include "cmd/gen_brought.h"

#include "own/own.h"

/* Seeds that fit everybody's integers. */
#define MOST_SEED UINT64_C (0x7fffffff)

int
cmd_gen_brought (struct cli *cli)
{
  uint64_t seed = cli_unsigned (cli, "seed", 0) & MOST_SEED, size = cli_unsigned (cli, "size", 10);
  hb_own *own = hb_own_read (cli->operands[0], cli->diag);
  const struct hb_problem *from = own ? hb_own_problem (own, NULL) : NULL;
  hb_instance *instance = own ? hb_own_generate (own, seed, size, cli->diag) : NULL;
  hb_output *output = instance ? hb_output_open (cli_text (cli, "output", "-"), cli->diag) : NULL;
  if (output)
    from->write (from, instance, NULL, output);
  bool good = output && hb_output_commit (output);
  if (from)
    from->free (from, instance);
  hb_own_free (own);
  return good ? 0 : cli_fail (cli);
}

/* hbkit gen periodic: random periodic programs; gen/periodic.h says which. */
#include "cmd/gen_periodic.h"

#include "base/buffer.h"
#include "cmd/gen_trace.h"

#include "gen/periodic.h"

static struct hb_periodic_shape
shape_of (const struct cli *cli)
{
  struct hb_periodic_shape shape = hb_periodic_defaults ();
  shape.tasks = cli_unsigned (cli, "tasks", shape.tasks);
  shape.utilisation = cli_double (cli, "utilisation", shape.utilisation);
  shape.harmonic = cli_flag (cli, "harmonic");
  shape.offsets = cli_flag (cli, "offsets");
  shape.locks = cli_unsigned (cli, "locks", shape.locks);
  shape.statements = cli_unsigned (cli, "statements", shape.statements);
  shape.race = cli_unsigned (cli, "race", shape.race);
  if (shape.race && shape.tasks < 2)
    cli_usage_error (cli, "--race needs two tasks of its own: expected --tasks of at least 2");
  return shape;
}

/* The command that makes the program again.  New. */
static char *
command_of (const struct hb_periodic_shape *s, uint64_t seed)
{
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text, "hbkit gen periodic --tasks %llu", (unsigned long long)s->tasks);
  add_share (&text, "utilisation", s->utilisation);
  if (s->harmonic)
    hb_buffer_add (&text, " --harmonic");
  if (s->offsets)
    hb_buffer_add (&text, " --offsets");
  if (s->locks)
    hb_buffer_add (&text, " --locks %llu", (unsigned long long)s->locks);
  hb_buffer_add (&text, " --statements %llu", (unsigned long long)s->statements);
  if (s->race)
    hb_buffer_add (&text, " --race %llu", (unsigned long long)s->race);
  hb_buffer_add (&text, " --seed %llu", (unsigned long long)seed);
  return hb_buffer_take (&text);
}

int
cmd_gen_periodic (struct cli *cli)
{
  struct hb_periodic_shape shape = shape_of (cli);
  uint64_t seed = cli_unsigned (cli, "seed", 0);
  struct hb_rng rng = hb_rng_seeded (seed);
  char *text = hb_periodic_random (&shape, &rng, cli->diag);
  hb_output *output = text ? hb_output_open (cli_text (cli, "output", "-"), cli->diag) : NULL;
  if (!output)
    {
      hb_free (text);
      return cli_fail (cli);
    }
  char *command = command_of (&shape, seed);
  hb_putf (output, "/* %s */\n", command);
  if (shape.race)
    hb_putf (output,
             "/* The assertion of t1 fails if its job is preempted %llu times, not before. */\n",
             (unsigned long long)shape.race);
  hb_put (output, text);
  hb_free (command);
  hb_free (text);
  return hb_output_commit (output) ? 0 : cli_fail (cli);
}

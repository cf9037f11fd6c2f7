/* Fuzzing the reader of specifications of sweeps. */
#include "targets.h"

#include "base/buffer.h"
#include "cmd/frame/commands.h"
#include "cmd/sweep/spec.h"

static const char *const words[] = { "sweep 1",
                                     "seed",
                                     "reps",
                                     "limits",
                                     "cpu=10",
                                     "wall=20",
                                     "memory=1G",
                                     "stages",
                                     "from",
                                     "cnf",
                                     "trace",
                                     "solve:cadical",
                                     "solve:picosat",
                                     "reduce:3bisat-ed",
                                     "check:cds",
                                     "check:sat:picosat",
                                     "certify",
                                     "shuffle",
                                     "solver",
                                     "mine",
                                     "variables",
                                     "twos",
                                     "20:200:20",
                                     "0:1:.05",
                                     "yes",
                                     "no",
                                     "1,2,3",
                                     "-1",
                                     "1e9",
                                     "0",
                                     "#",
                                     "\n",
                                     ".5",
                                     "..",
                                     ":",
                                     ",",
                                     "clauses",
                                     "messages",
                                     "99999999999999999999",
                                     "0:1:0",
                                     "family" };

/* Of the commands, the reader only asks for the options of `gen`: a table that has some of them. */
static const struct cli_option options[]
    = { { "output", "FILE", "", 0, NULL }, { "variables", "N", "", 0, NULL },
        { "twos", "SHARE", "", 0, NULL },  { "clauses", "M", "", 0, NULL },
        { "messages", "N", "", 0, NULL },  { "family", "NAME", "", 0, NULL },
        { "flat", NULL, "", 0, NULL },     { NULL, NULL, NULL, 0, NULL } };
const struct cli_command cmd_gen = { .name = "gen", .options = options };

static char *
make_spec (uint64_t seed)
{
  struct hb_rng rng = hb_rng_stream (81, seed);
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text, "sweep 1\nseed %llu\nreps %llu\nlimits cpu=10 wall=20 memory=1G\n",
                 (unsigned long long)hb_rng_below (&rng, 9),
                 1 + (unsigned long long)hb_rng_below (&rng, 9));
  if (hb_rng_coin (&rng))
    hb_buffer_add (&text, "solver mine ./mine -q\n");
  if (hb_rng_coin (&rng))
    hb_buffer_add (&text, "stages solve:cadical reduce:3bisat-ed check:cds check:sat certify\n"
                          "from cnf\n  variables 20:60:20\n  twos 0:1:.25\n");
  else
    hb_buffer_add (&text, "from trace\n  messages 10,20\n  reps 3\n");
  return hb_buffer_take (&text);
}

static bool
read_spec (struct sweep_spec *spec, const char *data, size_t size, hb_diag *diag)
{
  return sweep_spec_read (spec, fuzz_file (data, size), diag) && sweep_spec_finish (spec, diag);
}

static void
write_spec (hb_output *output, const void *spec)
{
  {
    char *text = sweep_spec_text (spec);
    hb_put (output, text);
    hb_free (text);
  }
}

static bool
try_spec (const char *data, size_t size, bool checked)
{
  struct sweep_spec spec = sweep_spec_new (), again = sweep_spec_new ();
  hb_diag *diag = hb_diag_new ();
  bool read = read_spec (&spec, data, size, diag);
  if (checked)
    fuzz_either (read, diag);
  if (read && checked)
    {
      size_t length;
      char *text = fuzz_written (write_spec, &spec, &length);
      if (!read_spec (&again, text, length, diag))
        hb_die ("what was written cannot be read: %s\n%s", hb_diag_first (diag), text);
      fuzz_same_text (text, fuzz_written (write_spec, &again, NULL));
    }
  sweep_spec_free (&again);
  sweep_spec_free (&spec);
  hb_diag_free (diag);
  return read;
}

const struct fuzz_target fuzz_sweep
    = { .name = "sweep",
        .sources = "cmd/sweep/spec cmd/sweep/stage cmd/sweep/thing cmd/sweep/values",
        FUZZ_WORDS (words),
        .make = make_spec,
        .read = try_spec,
        .rounds = 800,
        .fresh = 4,
        .least = 1,
        .most = 2,
        .least_good = 15,
        .most_good = 95 };

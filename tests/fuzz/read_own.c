/* Fuzzing the reader of reductions that users bring.  Nothing of them is run. */
#include "targets.h"

#include "base/buffer.h"
#include "own/own.h"

static const char *const words[] = { "reduction 1",
                                     "name",
                                     "from",
                                     "to",
                                     "problem",
                                     "instances",
                                     "cnf",
                                     "lines",
                                     "graph",
                                     "trace",
                                     "poset",
                                     "question",
                                     "yes",
                                     "no",
                                     "decide",
                                     "check",
                                     "generate",
                                     "enumerate",
                                     "serve",
                                     "reduce",
                                     "lift",
                                     "extract",
                                     "size vertices =",
                                     "size",
                                     "clauses",
                                     "variables",
                                     "literals",
                                     "vertices",
                                     "ablate",
                                     "time",
                                     "memory",
                                     "end",
                                     "sat",
                                     "ed-consistency",
                                     "clique",
                                     "{source}",
                                     "{target}",
                                     "{instance}",
                                     "{solution}",
                                     "{seed}",
                                     "{size}",
                                     "{",
                                     "}",
                                     "=",
                                     "+",
                                     "*",
                                     "^",
                                     "max",
                                     "(",
                                     ")",
                                     "#",
                                     "\"",
                                     "'",
                                     "\\",
                                     "$",
                                     "`",
                                     ";",
                                     "\n",
                                     "0",
                                     "1",
                                     "-1",
                                     "1e9",
                                     "500M",
                                     "99999999999999999999" };

static char *
make_own (uint64_t seed)
{
  struct hb_rng rng = hb_rng_stream (96, seed);
  hb_buffer text = VEC_EMPTY;
  bool own = hb_rng_coin (&rng), graph = hb_rng_coin (&rng);
  hb_buffer_add (&text, "reduction 1\nname mine\n");
  if (own)
    {
      hb_buffer_add (&text, "problem colours\n  instances %s\n  decide cat {instance}\n",
                     hb_rng_coin (&rng) ? "graph" : "lines");
      if (hb_rng_coin (&rng))
        hb_buffer_add (&text, "  check cat {instance} {solution}\n");
      hb_buffer_add (&text, "  generate cat\nend\n");
    }
  hb_buffer_add (&text, "from %s\nto %s\nreduce cat\n", own ? "colours" : "sat",
                 graph ? "clique" : "sat");
  if (hb_rng_coin (&rng))
    hb_buffer_add (&text, "extract cat\nlift cat\n");
  if (!own && graph)
    hb_buffer_add (&text, "size vertices = 3 * clauses + (literals - 1)\n");
  if (hb_rng_coin (&rng))
    hb_buffer_add (&text, "ablate half cat\n");
  return hb_buffer_take (&text);
}

static bool
read_own (const char *data, size_t size, bool checked)
{
  hb_diag *diag = hb_diag_new ();
  hb_own *own = hb_own_read (fuzz_file (data, size), diag);
  if (checked)
    fuzz_either (own, diag);
  if (own)
    {
      const struct hb_reduction *record = hb_own_reduction (own);
      if (!record || !record->from || !record->to || !record->name)
        hb_die ("a reduction without a name, or without problems");
      hb_own_free (own);
    }
  hb_diag_free (diag);
  return own;
}

const struct fuzz_target fuzz_own = { .name = "own",
                                      .sources = "own/file own/formula own/words",
                                      FUZZ_WORDS (words),
                                      .make = make_own,
                                      .read = read_own,
                                      .rounds = 400,
                                      .fresh = 4,
                                      .least = 1,
                                      .most = 2,
                                      .least_good = 10,
                                      .most_good = 95 };

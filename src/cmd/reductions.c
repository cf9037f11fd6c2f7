/* hbkit reductions, problems: what there is, as a list and as a graph. */
#include "cmd/frame/files.h"
#include "cmd/frame/instances.h"

#include "base/vec.h"
#include "viz/network.h"

#include <math.h>
#include <string.h>
#include <strings.h>

/* Random sources of each size, for the growth of targets. */
#define GROWTH_DRAWS 40

/* --- reductions --- */

static const struct cli_option reductions_options[]
    = { { "graph", NULL, "draw problems and reductions, as SVG", 'g', NULL },
        OPTION_OUTPUT,
        OPTION_JSON,
        OPTION_END };

static void
put_reduction (hb_json *json, const struct hb_reduction *r)
{
  char *target = hb_format ("%s%s", r->to->title, r->to_note);
  hb_json_open_object (json);
  hb_json_member_string (json, "name", r->name);
  hb_json_member_string (json, "source", r->from->title);
  hb_json_member_string (json, "target", target);
  hb_json_member_string (json, "from", r->from->name);
  hb_json_member_string (json, "to", r->to->name);
  hb_json_member_string (json, "reference", r->reference);
  hb_json_member_string (json, "handlers", r->handlers);
  hb_json_member_string (json, "sizes", r->size_text);
  hb_json_member_array (json, "ablations");
  for (const struct hb_ablation *a = r->ablations; a && a->name; a++)
    {
      hb_json_open_object (json);
      hb_json_member_string (json, "name", a->name);
      hb_json_member_string (json, "summary", a->summary);
      hb_json_close (json);
    }
  hb_json_close (json);
  hb_json_close (json);
  hb_free (target);
}

static int
reductions_as_json (struct cli *cli)
{
  hb_json *json = cli_json (cli);
  hb_json_member_array (json, "reductions");
  for (int i = 0; hb_reductions[i]; i++)
    put_reduction (json, hb_reductions[i]);
  hb_json_close (json);
  return hb_json_commit (json) ? 0 : cli_fail (cli);
}

/* --- the graph --- */

static size_t
number_of (const struct hb_problem *problem)
{
  size_t i = 0;
  while (hb_problems[i] != problem)
    i++;
  return i;
}

/* The growth of R's target: the exponent of what its size formulas give for random sources, small ones and larger
 * ones.  Negative: not known. */
static double
growth_of (const struct hb_reduction *r, hb_diag *diag)
{
  const struct hb_problem *from = r->from;
  double sizes[2] = { 0, 0 }, targets[2] = { 0, 0 };
  if (!r->sizes || !from->generators || !from->generators[0])
    return -1;
  for (int scale = 0; scale < 2; scale++)
    for (uint64_t i = 0; i < GROWTH_DRAWS; i++)
      {
        uint64_t bounds[HB_MOST_MEASURES], source[HB_MOST_MEASURES] = { 0 },
                                           target[HB_MOST_MEASURES] = { 0 };
        for (size_t b = 0; b < hb_problem_bounds (from); b++)
          bounds[b] = (scale ? 8 : 1) * from->bounds[b].random;
        struct hb_rng rng = hb_rng_stream (1, i);
        hb_instance *instance = from->generators[0]->draw (from->generators[0], bounds, &rng, diag);
        if (instance && hb_reduction_accepts (r, instance, diag))
          {
            from->sizes (from, instance, source);
            r->sizes (r, instance, target);
          }
        for (size_t k = 0; k < HB_MOST_MEASURES; k++)
          {
            sizes[scale] += (double)source[k];
            targets[scale] += (double)target[k];
          }
        from->free (from, instance);
      }
  bool told = sizes[0] > 0 && sizes[1] > 1.5 * sizes[0] && targets[0] > 0;
  return told ? log (targets[1] / targets[0]) / log (sizes[1] / sizes[0]) : -1;
}

/* "3sat-clique: s²"; new. */
static char *
label_of (const struct hb_reduction *r, hb_diag *diag)
{
  static const char *const powers[] = { "1", "s", "s\302\262", "s\302\263" };
  double growth = growth_of (r, diag);
  hb_diag_clear (diag);
  int nearest = (int)(growth + 0.5);
  return growth < 0 || nearest > 3 ? hb_copy_text (r->name)
                                   : hb_format ("%s: %s", r->name, powers[nearest]);
}

/* All reductions from one problem to another are one arrow. */
static bool
is_first_of_its_arrow (size_t r)
{
  for (size_t i = 0; i < r; i++)
    if (hb_reductions[i]->from == hb_reductions[r]->from
        && hb_reductions[i]->to == hb_reductions[r]->to)
      return false;
  return true;
}

static int
draw_graph (struct cli *cli)
{
  hb_diag *diag = hb_diag_new ();
  VEC (const char *) titles = VEC_EMPTY;
  VEC (struct hb_network_arrow) arrows = VEC_EMPTY;
  for (size_t i = 0; hb_problems[i]; i++)
    vec_push (titles, hb_problems[i]->title);
  for (size_t r = 0; hb_reductions[r]; r++)
    {
      VEC (const char *) names = VEC_EMPTY;
      const struct hb_reduction *first = hb_reductions[r];
      if (first->from == first->to || !is_first_of_its_arrow (r))
        continue;
      for (size_t i = r; hb_reductions[i]; i++)
        if (hb_reductions[i]->from == first->from && hb_reductions[i]->to == first->to)
          vec_push (names, label_of (hb_reductions[i], diag));
      vec_push (names, NULL);
      struct hb_network_arrow arrow
          = { number_of (first->from), number_of (first->to), names.data };
      vec_push (arrows, arrow);
    }
  struct hb_network network = {
    titles.size, titles.data, arrows.data, arrows.size,
    "NAME: s\302\262 \342\200\224 from a source of size s comes a target of the order of s\302\262"
  };
  hb_output *output = hb_output_open (cli_text (cli, "output", "-"), cli->diag);
  if (output)
    hb_network_svg (&network, output);
  bool good = output && hb_output_commit (output);
  for (size_t i = 0; i < arrows.size; i++)
    {
      for (size_t k = 0; arrows.data[i].labels[k]; k++)
        hb_free ((void *)arrows.data[i].labels[k]);
      hb_free ((void *)arrows.data[i].labels);
    }
  vec_free (arrows);
  vec_free (titles);
  hb_diag_free (diag);
  return good ? 0 : cli_fail (cli);
}

static int
run_reductions (struct cli *cli)
{
  if (cli_flag (cli, "graph"))
    {
      cli_takes_only (cli, "graph output", "reductions --graph");
      return draw_graph (cli);
    }
  if (cli_text (cli, "output", NULL))
    cli_usage_error (cli, "--output is for --graph");
  if (cli_flag (cli, "json"))
    return reductions_as_json (cli);
  for (int i = 0; hb_reductions[i]; i++)
    {
      const struct hb_reduction *r = hb_reductions[i];
      printf ("%s%s: %s to %s%s\n", i ? "\n" : "", r->name, r->from->title, r->to->title,
              r->to_note);
      printf ("  from      %s\n", r->reference);
      if (*r->handlers)
        printf ("  handlers  %s\n", r->handlers);
      printf ("  sizes     %s\n", r->size_text);
      for (const struct hb_ablation *a = r->ablations; a && a->name; a++)
        printf ("  %s %-20s %s\n", a == r->ablations ? "ablations" : "         ", a->name,
                a->summary);
    }
  return 0;
}

const struct cli_command cmd_reductions
    = { .name = "reductions",
        .summary = "list the reductions, their sizes and their ablations",
        .usage = "[--json]\n--graph [-o G.svg]",
        .examples = "hbkit reductions\n"
                    "hbkit reductions --graph -o g.svg    # problems, and which reduces to which",
        .options = reductions_options,
        .least = 0,
        .most = 0,
        .run = run_reductions };

/* --- problems --- */

static const struct cli_option problems_options[] = { OPTION_JSON, OPTION_END };

static void
put_named (hb_json *json, const char *name, const char *summary)
{
  hb_json_open_object (json);
  hb_json_member_string (json, "name", name);
  hb_json_member_string (json, "summary", summary);
  hb_json_close (json);
}

static void
put_problem (hb_json *json, const struct hb_problem *p)
{
  hb_json_open_object (json);
  hb_json_member_string (json, "name", p->name);
  hb_json_member_string (json, "title", p->title);
  hb_json_member_string (json, "summary", p->summary);
  hb_json_member_string (json, "source", p->source);
  hb_json_member_string (json, "suffix", p->suffix);
  hb_json_member_array (json, "sizes");
  for (size_t i = 0; p->measures[i]; i++)
    hb_json_string (json, p->measures[i]);
  hb_json_close (json);
  hb_json_member_array (json, "deciders");
  for (size_t i = 0; p->deciders[i]; i++)
    put_named (json, p->deciders[i]->name, p->deciders[i]->summary);
  hb_json_close (json);
  hb_json_member_array (json, "generators");
  for (size_t i = 0; p->generators && p->generators[i]; i++)
    put_named (json, p->generators[i]->name, p->generators[i]->summary);
  hb_json_close (json);
  hb_json_member_array (json, "bounds");
  for (size_t i = 0; i < hb_problem_bounds (p); i++)
    put_named (json, p->bounds[i].name, p->bounds[i].summary);
  hb_json_close (json);
  hb_json_close (json);
}

static int
problems_as_json (struct cli *cli)
{
  hb_json *json = cli_json (cli);
  hb_json_member_array (json, "problems");
  for (int i = 0; hb_problems[i]; i++)
    put_problem (json, hb_problems[i]);
  hb_json_close (json);
  return hb_json_commit (json) ? 0 : cli_fail (cli);
}

static void
print_row (const char *title, bool first, const char *name, const char *summary)
{
  printf ("  %-10s %-16s %s\n", first ? title : "", name, summary);
}

static void
print_problem (const struct hb_problem *p)
{
  printf ("%s: %s\n", p->name, p->summary);
  if (strcasecmp (p->name, p->title))
    printf ("  called     %s\n", p->title);
  printf ("  from       %s\n", p->source);
  printf ("  files      .%s\n  sizes     ", p->suffix);
  for (size_t i = 0; p->measures[i]; i++)
    printf ("%s %s", i ? "," : "", p->measures[i]);
  puts ("");
  for (size_t i = 0; p->deciders[i]; i++)
    print_row ("deciders", !i, p->deciders[i]->name, p->deciders[i]->summary);
  for (size_t i = 0; p->generators && p->generators[i]; i++)
    print_row ("random", !i, p->generators[i]->name, p->generators[i]->summary);
  for (size_t i = 0; i < hb_problem_bounds (p); i++)
    print_row ("bounds", !i, p->bounds[i].name, p->bounds[i].summary);
  bool first = true;
  for (size_t i = 0; hb_reductions[i]; i++)
    if (hb_reductions[i]->from == p)
      {
        print_row ("reduces by", first, hb_reductions[i]->name, hb_reductions[i]->to->title);
        first = false;
      }
}

static int
run_problems (struct cli *cli)
{
  if (cli_flag (cli, "json"))
    return problems_as_json (cli);
  for (int i = 0; hb_problems[i]; i++)
    {
      if (i)
        puts ("");
      print_problem (hb_problems[i]);
    }
  return 0;
}

const struct cli_command cmd_problems
    = { .name = "problems",
        .summary = "list the problems: who decides them, where they reduce to",
        .usage = "[--json]",
        .examples = "hbkit problems",
        .options = problems_options,
        .least = 0,
        .most = 0,
        .run = run_problems };

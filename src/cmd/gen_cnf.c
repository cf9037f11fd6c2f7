/* hbkit gen cnf: formulas, drawn at random or known to be hard, with the command that makes them again. */
#include "cmd/gen_cnf.h"

#include "base/buffer.h"

#include "gen/families.h"
#include "gen/transform.h"
#include "graph/graph.h"

#include <string.h>

static const struct hb_family *
family (const struct cli *cli)
{
  const char *name = cli_text (cli, "family", hb_families[0].name);
  const struct hb_family *found = hb_family_find (name);
  if (!found)
    cli_usage_error (cli, "no family '%s'; 'hbkit gen cnf --list' tells which there are", name);
  return found;
}

static int
small_number (const struct cli *cli, const char *name, int otherwise)
{
  uint64_t number = cli_unsigned (cli, name, (uint64_t)otherwise);
  if (number > 100000000)
    cli_usage_error (cli, "--%s takes at most 100000000", name);
  return (int)number;
}

static struct hb_family_options
family_options (const struct cli *cli)
{
  struct hb_family_options wanted = hb_family_defaults ();
  wanted.variables = small_number (cli, "variables", wanted.variables);
  wanted.clauses = (size_t)small_number (cli, "clauses", (int)wanted.clauses);
  wanted.ratio = cli_double (cli, "ratio", wanted.ratio);
  wanted.twos = cli_double (cli, "twos", wanted.twos);
  if (wanted.twos > 1)
    cli_usage_error (cli, "--twos takes a share from 0 to 1");
  wanted.width = (size_t)small_number (cli, "width", (int)wanted.width);
  wanted.pigeons = small_number (cli, "pigeons", wanted.pigeons);
  wanted.holes = small_number (cli, "holes", wanted.holes);
  wanted.vertices = small_number (cli, "vertices", wanted.vertices);
  wanted.elements = small_number (cli, "elements", wanted.elements);
  wanted.communities = small_number (cli, "communities", wanted.communities);
  wanted.inside = cli_double (cli, "inside", wanted.inside);
  wanted.satisfiable = cli_flag (cli, "satisfiable");
  wanted.hidden = cli_flag (cli, "hidden");
  wanted.planted = cli_flag (cli, "planted") || wanted.hidden;
  wanted.every = cli_flag (cli, "every");
  wanted.mixed = cli_flag (cli, "mixed");
  wanted.degree = small_number (cli, "degree", wanted.degree);
  wanted.colours = small_number (cli, "colours", wanted.colours);
  wanted.clique = small_number (cli, "clique", wanted.clique);
  wanted.height = small_number (cli, "height", wanted.height);
  return wanted;
}

/* The graph that --graph names, into *GRAPH (new), or NULL.  False after an error. */
static bool
read_graph (struct cli *cli, hb_graph **graph)
{
  const char *path = cli_text (cli, "graph", NULL);
  *graph = NULL;
  if (!path)
    return true;
  hb_input *input = hb_input_open (path, cli->diag);
  return input && (*graph = hb_graph_read_input (input, cli->diag));
}

/* Does the family take that option? */
static bool
takes (const struct hb_family *made, const char *option)
{
  size_t length = strlen (option);
  for (const char *at = made->options; (at = strstr (at, option)); at += length)
    if ((at == made->options || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
      return true;
  return false;
}

/* Does the option say how a graph is drawn? */
static bool
is_of_graph (const char *option)
{
  return !strcmp (option, "vertices") || !strcmp (option, "degree");
}

/* The options of the family but for flags, as they stand on the command line; CLAUSES were made. */
static void
add_numbers (hb_buffer *text, const struct hb_family *made, const struct hb_family_options *wanted,
             size_t clauses)
{
  const struct
  {
    const char *option;
    int number;
  } numbers[] = { { "pigeons", wanted->pigeons },
                  { "holes", wanted->holes },
                  { "vertices", wanted->vertices },
                  { "elements", wanted->elements },
                  { "communities", wanted->communities },
                  { "degree", wanted->degree },
                  { "colours", wanted->colours },
                  { "clique", wanted->clique },
                  { "height", wanted->height } };
  if (takes (made, "clauses"))
    hb_buffer_add (text, " --variables %d --clauses %zu", wanted->variables, clauses);
  if (takes (made, "twos"))
    hb_buffer_add (text, " --twos %.6g", wanted->twos);
  if (takes (made, "width"))
    hb_buffer_add (text, " --width %zu", wanted->width);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (takes (made, numbers[i].option) && (!wanted->graph || !is_of_graph (numbers[i].option)))
      hb_buffer_add (text, " --%s %d", numbers[i].option, numbers[i].number);
  if (takes (made, "inside"))
    hb_buffer_add (text, " --inside %.6g", wanted->inside);
}

/* What the file says of itself: the command that makes it again, the planted model.  CLAUSES are those of the formula
 * before --transform.  New. */
static char *
comment (const struct cli *cli, const struct hb_family *made,
         const struct hb_family_options *wanted, uint64_t seed, const hb_cnf *cnf, size_t clauses,
         const signed char *planted)
{
  const char *transform = cli_text (cli, "transform", NULL);
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text, "hbkit gen cnf --family %s", made->name);
  add_numbers (&text, made, wanted, clauses);
  const struct
  {
    const char *option;
    bool set;
  } flags[] = { { "planted", wanted->planted },
                { "hidden", wanted->hidden },
                { "every", wanted->every },
                { "mixed", wanted->mixed },
                { "satisfiable", wanted->satisfiable } };
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    if (flags[i].set && takes (made, flags[i].option))
      hb_buffer_add (&text, " --%s", flags[i].option);
  if (takes (made, "graph") && !wanted->graph && takes (made, "ratio") && wanted->ratio > 0)
    hb_buffer_add (&text, " --ratio %.6g", wanted->ratio);
  if (wanted->graph)
    hb_buffer_add (&text, " --graph %s", cli_shown (cli_text (cli, "graph", "")));
  if (transform)
    hb_buffer_add (&text, " --transform %s", transform);
  if (made->random || transform)
    hb_buffer_add (&text, " --seed %llu", (unsigned long long)seed);
  for (int v = 1; wanted->planted && planted && !transform && v <= cnf->variables; v++)
    hb_buffer_add (&text, "%s %d", v % 16 == 1 ? "\nplanted" : "", planted[v] > 0 ? v : -v);
  return hb_buffer_take (&text);
}

/* An option given that the family does not know would be lost without a word. */
static void
refuse_foreign (const struct cli *cli, const struct hb_family *made)
{
  static const char *const known[]
      = { "variables", "clauses",  "ratio",       "twos",        "width",   "pigeons", "holes",
          "vertices",  "elements", "satisfiable", "communities", "inside",  "planted", "hidden",
          "every",     "mixed",    "graph",       "degree",      "colours", "clique",  "height" };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (cli_text (cli, known[i], NULL) && !takes (made, known[i]))
      cli_usage_error (cli, "family %s takes no --%s; its options are %s", made->name, known[i],
                       made->options);
    else if (cli_text (cli, known[i], NULL) && cli_text (cli, "graph", NULL)
             && (is_of_graph (known[i]) || !strcmp (known[i], "ratio")))
      cli_usage_error (cli, "--%s is of the graph that --graph brings; expected one of them",
                       known[i]);
}

void
cmd_gen_families (void)
{
  for (const struct hb_family *f = hb_families; f->name; f++)
    {
      printf ("%s: %s\n", f->name, f->summary);
      for (const char *line = f->about; *line;)
        {
          size_t length = strcspn (line, "\n");
          printf ("  %.*s\n", (int)length, line);
          line += length + (line[length] == '\n');
        }
      printf ("  options: %s\n\n", f->options);
    }
}

int
cmd_gen_cnf (struct cli *cli)
{
  const struct hb_family *made = family (cli);
  refuse_foreign (cli, made);
  struct hb_family_options wanted = family_options (cli);
  uint64_t seed = cli_unsigned (cli, "seed", 0);
  struct hb_rng rng = hb_rng_seeded (seed);
  signed char *planted = hb_calloc ((size_t)wanted.variables + 1, 1);
  hb_graph *graph;
  bool read = read_graph (cli, &graph);
  wanted.graph = graph;
  hb_cnf *cnf = read ? made->make (&wanted, &rng, made->random ? planted : NULL, cli->diag) : NULL;
  size_t clauses = cnf ? hb_cnf_clauses (cnf) : 0;
  const char *transform = cli_text (cli, "transform", NULL);
  if (cnf && transform)
    {
      hb_cnf *plain = cnf;
      cnf = hb_cnf_transformed (plain, transform, &rng, cli->diag);
      hb_cnf_free (plain);
    }
  hb_output *output = cnf ? hb_output_open (cli_text (cli, "output", "-"), cli->diag) : NULL;
  bool good = false;
  if (output)
    {
      char *text = comment (cli, made, &wanted, seed, cnf, clauses, made->random ? planted : NULL);
      hb_dimacs_write (output, cnf, text);
      hb_free (text);
      good = hb_output_commit (output);
    }
  hb_free (planted);
  hb_graph_free (graph);
  hb_cnf_free (cnf);
  return good ? 0 : cli_fail (cli);
}

/* What reductions make stays as it is: for every reduction of the list its targets, damaged and not, with their maps,
 * what the solutions of its sources lift to, its pictures, whole and of each clause, on random instances and on the
 * smallest ones; and why others are refused.  tests/reductions.kept has a digest of each, so that a change of names, of
 * places in pictures, of the order of what has none, which no answer shows, is at least seen.
 *
 * Where it was meant: HBKIT_KEPT=FILE in the environment has the new list written there, HBKIT_MADE=FILE the texts
 * themselves, to be compared with those from before. */
#include "unit.h"

#include "base/memory.h"
#include "base/output.h"
#include "base/sha256.h"
#include "problem/reduction.h"
#include "problem/sat.h"
#include "reduction_instances.h"
#include "viz/draw.h"

/* Digits of a digest that are kept. */
#define DIGITS 16

/* Pictures of instances, of a reduction, and of clauses of one; and how large their targets may be. */
#define MOST_PICTURES 30
#define MOST_CLAUSES 12
#define MOST_DRAWN_SIZE 400

/* Something that a reduction makes of an instance, told to MADE. */
struct part
{
  const struct hb_reduction *reduction;
  const struct hb_ablation *ablation; /* of targets; or NULL */
  void (*tell) (struct part *part, const hb_instance *source, hb_diag *diag);
  hb_output *made;
  size_t pictures;
};

static void
tell_target (struct part *part, const hb_instance *source, hb_diag *diag)
{
  hb_output *map = hb_output_to_memory ();
  uint64_t sizes[HB_MOST_MEASURES];
  if (!hb_reduce_to_file (part->reduction, source, part->ablation, part->made, map, sizes, diag))
    fail_msg ("%s: %s", part->reduction->name, hb_diag_first (diag));
  char *text = hb_output_text (map, NULL);
  hb_put (part->made, text);
  hb_free (text);
}

/* Of what the search through everything finds first, if it takes the instance. */
static void
tell_lifted (struct part *part, const hb_instance *source, hb_diag *diag)
{
  const struct hb_reduction *r = part->reduction;
  const struct hb_decide_options options = { .seed = 0 };
  const struct hb_decider *const *brute = r->from->deciders;
  const char *why;
  while (*brute
         && (!(*brute)->brute || ((*brute)->accepts && !(*brute)->accepts (*brute, source, &why))))
    brute++;
  hb_solution *solution = NULL;
  if (!r->lift || !*brute || (*brute)->decide (*brute, source, &options, &solution, diag) != HB_YES)
    return;
  hb_instance *target = hb_reduce (r, source, NULL, NULL, diag);
  hb_solution *lifted = r->lift (r, source, solution, target, diag);
  assert_non_null (lifted);
  r->to->write_solution (r->to, target, lifted, part->made);
  r->to->free_solution (r->to, lifted);
  r->to->free (r->to, target);
  r->from->free_solution (r->from, solution);
}

/* The whole, and the clauses up to the first that there is not. */
static void
tell_pictures (struct part *part, const hb_instance *source, hb_diag *diag)
{
  const struct hb_reduction *r = part->reduction;
  struct hb_draw_options options = hb_draw_defaults ();
  uint64_t sizes[HB_MOST_MEASURES];
  r->sizes (r, source, sizes);
  if (part->pictures >= MOST_PICTURES || sizes[0] > MOST_DRAWN_SIZE)
    return;
  part->pictures++;
  for (options.clause = 0; options.clause < MOST_CLAUSES && !hb_diag_errors (diag);
       options.clause++)
    {
      options.what = options.clause ? HB_DRAW_GADGET : HB_DRAW_TRACE;
      bool drawn = r->draw (r, source, &options, part->made, diag);
      assert_int_equal (hb_diag_errors (diag), !drawn);
    }
  hb_putf (part->made, "%s\n", hb_diag_errors (diag) ? hb_diag_first (diag) : "");
}

/* The variants of the target. */
static void
tell_variants (struct part *part, const hb_instance *source, hb_diag *diag)
{
  const struct hb_reduction *r = part->reduction;
  bool more = true;
  for (unsigned i = 0; more; i++)
    {
      hb_instance *target = hb_reduce (r, source, NULL, NULL, diag);
      more = r->variant (r, target, i);
      if (more)
        r->to->write (r->to, target, NULL, part->made);
      r->to->free (r->to, target);
    }
}

static void
tell_refused (struct part *part, const hb_instance *source, hb_diag *diag)
{
  hb_reduction_accepts (part->reduction, source, diag);
  hb_putf (part->made, "%s\n", hb_diag_first (diag));
}

static bool
tell_instance (void *context, const hb_instance *source)
{
  struct part *part = context;
  hb_diag *diag = hb_diag_new ();
  part->tell (part, source, diag);
  hb_diag_free (diag);
  return true;
}

/* The line of the list for what PART tells, if it tells anything, after HBKIT_MADE has got it. */
static void
tell_part (struct part part, const char *what, hb_output *list)
{
  const char *log = getenv ("HBKIT_MADE");
  char hex[HB_SHA256_HEX];
  part.made = hb_output_to_memory ();
  (part.tell == tell_refused ? each_refused : each_instance) (part.reduction, 3, tell_instance,
                                                              &part);
  char *text = hb_output_text (part.made, NULL);
  FILE *file = log ? fopen (log, "a") : NULL;
  if (file)
    {
      fprintf (file, "--- %s, %s\n%s", part.reduction->name, what, text);
      fclose (file);
    }
  hb_sha256_text (text, hex);
  if (*text)
    hb_putf (list, "%s\t%s\t%.*s\n", part.reduction->name, what, DIGITS, hex);
  hb_free (text);
}

/* Formulas of any number of variables, of the least that is not tried, and a word for what is many in them. */
struct shape
{
  const char *what;
  int limit;
  hb_cnf *(*formula) (int variables);
};

/* One clause, of all variables or of the first. */
static hb_cnf *
one_clause (int variables, int most)
{
  hb_cnf *cnf = hb_cnf_new (variables);
  for (int v = 1; v <= variables && v <= most; v++)
    hb_cnf_add (cnf, v);
  hb_cnf_add (cnf, 0);
  return cnf;
}

static hb_cnf *
wide_clause (int variables)
{
  return one_clause (variables, variables);
}

static hb_cnf *
many_variables (int variables)
{
  return one_clause (variables, 4);
}

/* Each variable implies the next. */
static hb_cnf *
many_clauses (int variables)
{
  hb_cnf *cnf = hb_cnf_new (variables);
  for (int v = 1; v < variables; v++)
    hb_cnf_add_clause (cnf, (const int[]){ -v, v + 1 }, 2);
  return cnf;
}

static const struct shape shapes[] = { { "widest", 80000, wide_clause },
                                       { "clauses", 40000, many_clauses },
                                       { "variables", HB_MOST_VARIABLES + 1, many_variables } };

typedef bool taker (const struct hb_reduction *r, const hb_instance *instance, hb_diag *diag);

static bool
draws (const struct hb_reduction *r, const hb_instance *instance, hb_diag *diag)
{
  struct hb_draw_options options = hb_draw_defaults ();
  hb_output *output = hb_output_to_memory ();
  bool drawn = r->draw (r, instance, &options, output, diag);
  hb_output_discard (output);
  return drawn;
}

/* The line of the list for the most variables, less than LIMIT, of a formula of SHAPE that R, of formulas, TAKES, and what
 * is said of one more; none if all are taken. */
static void
tell_limit (const struct hb_reduction *r, const struct shape *shape, int limit, taker *takes,
            hb_output *list)
{
  char *said = hb_copy_text ("");
  int least = 0, most = limit; /* accepted; refused, but for the limit */
  while (least + 1 < most)
    {
      int tried = least + (most - least) / 2;
      hb_cnf *cnf = shape->formula (tried);
      hb_diag *diag = hb_diag_new ();
      bool good = takes (r, (const hb_instance *)cnf, diag);
      *(good ? &least : &most) = tried;
      if (!good)
        {
          hb_free (said);
          said = hb_copy_text (hb_diag_first (diag));
        }
      hb_diag_free (diag);
      hb_cnf_free (cnf);
    }
  if (*said)
    hb_putf (list, "%s\t%s%s\t%d: %s\n", r->name, shape->what, takes == draws ? " drawn" : "",
             least, said);
  hb_free (said);
}

/* The lines of all that is tested. */
static char *
list_of_all (void)
{
  const struct hb_reduction *r;
  hb_output *list = hb_output_to_memory ();
  for (size_t i = 0; (r = hb_reduction_at (i)); i++)
    if (is_tested (r))
      {
        tell_part ((struct part){ .reduction = r, .tell = tell_target }, "targets", list);
        for (const struct hb_ablation *a = r->ablations; a && a->name; a++)
          tell_part ((struct part){ .reduction = r, .ablation = a, .tell = tell_target }, a->name,
                     list);
        tell_part ((struct part){ .reduction = r, .tell = tell_lifted }, "solutions", list);
        if (r->variant)
          tell_part ((struct part){ .reduction = r, .tell = tell_variants }, "variants", list);
        if (r->accepts)
          tell_part ((struct part){ .reduction = r, .tell = tell_refused }, "refused", list);
        if (r->accepts && (r->from == &hb_problem_sat || r->from == &hb_problem_3bisat))
          for (int s = 0; s < (r->to == &hb_problem_ed ? 2 : 3); s++)
            tell_limit (r, &shapes[s], shapes[s].limit, hb_reduction_accepts, list);
        if (r->draw)
          tell_part ((struct part){ .reduction = r, .tell = tell_pictures }, "pictures", list);
        for (int s = 0; s < 3 && r->draw && r->from == &hb_problem_sat; s++)
          tell_limit (r, &shapes[s], 120, draws, list);
      }
  return hb_output_text (list, NULL);
}

/* Is the line of the list that of a reduction that is tested? */
static bool
line_is_tested (const char *line)
{
  const char *only = getenv ("HBKIT_REDUCTION");
  size_t length = strcspn (line, "\t");
  return !only || (strlen (only) == length && !strncmp (line, only, length));
}

/* The first of the lines of LIST that is none of OF, into LINE (of SIZE bytes); false if there is none. */
static bool
first_missing (const char *list, const char *of, char *line, size_t size)
{
  for (const char *at = list; *at; at += strcspn (at, "\n") + 1)
    {
      snprintf (line, size, "%.*s\n", (int)strcspn (at, "\n"), at);
      if (line_is_tested (at) && !strstr (of, line))
        return true;
    }
  return false;
}

TEST (what_is_made_stays)
{
  const char *folder = getenv ("HBKIT_TESTS"), *wanted = getenv ("HBKIT_KEPT");
  char *path = hb_format ("%s/reductions.kept", folder ? folder : "tests"), line[200];
  char *made = list_of_all (), *kept = unit_read (path);
  if (wanted)
    unit_write (wanted, made);
  if (first_missing (made, kept, line, sizeof line))
    fail_msg ("%s is to have the line %s", path, line);
  if (first_missing (kept, made, line, sizeof line))
    fail_msg ("%s is not to have the line %s", path, line);
  hb_free (made);
  hb_free (kept);
  hb_free (path);
}

/* See groups.h. */
#include "cmd/plot/groups.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void
plot_groups_add (plot_groups *all, const char *by, double x, double number)
{
  for (size_t i = 0; i < all->size; i++)
    if (!(all->data[i].x < x || all->data[i].x > x) && !strcmp (all->data[i].by, by))
      {
        vec_push (all->data[i].numbers, number);
        return;
      }
  struct plot_group group = { hb_copy_text (by), x, VEC_EMPTY };
  vec_push (group.numbers, number);
  vec_push (*all, group);
}

/* Numbers as numbers and before words. */
static int
compare_texts (const char *a, const char *b)
{
  char *end_a, *end_b;
  double x = strtod (a, &end_a), y = strtod (b, &end_b);
  bool number_a = *a && !*end_a, number_b = *b && !*end_b;
  if (number_a != number_b)
    return number_a ? -1 : 1;
  if (number_a && (x < y || x > y))
    return x < y ? -1 : 1;
  return strcmp (a, b);
}

static int
compare_groups (const void *left, const void *right)
{
  const struct plot_group *a = left, *b = right;
  int by = compare_texts (a->by, b->by);
  return by ? by : (a->x > b->x) - (a->x < b->x);
}

void
plot_groups_sort (plot_groups *all)
{
  if (all->size)
    qsort (all->data, all->size, sizeof *all->data, compare_groups);
  for (size_t i = 0; i < all->size; i++)
    hb_numbers_sort (&all->data[i].numbers);
}

void
plot_groups_free (plot_groups *all)
{
  for (size_t i = 0; i < all->size; i++)
    {
      hb_free (all->data[i].by);
      vec_free (all->data[i].numbers);
    }
  vec_free (*all);
}

size_t
plot_groups_numbers (const plot_groups *all)
{
  size_t count = 0;
  for (size_t i = 0; i < all->size; i++)
    count += all->data[i].numbers.size;
  return count;
}

bool
plot_groups_positive (const plot_groups *all)
{
  for (size_t i = 0; i < all->size; i++)
    if (!(all->data[i].numbers.data[0] > 0))
      return false;
  return all->size > 0;
}

double
plot_groups_most (const plot_groups *all)
{
  double most = 0;
  for (size_t i = 0; i < all->size; i++)
    most = fmax (most, vec_top (all->data[i].numbers));
  return most;
}

static const char *
verdict_of (const struct plot_instance *instance)
{
  bool formula = !strcmp (instance->source, "cnf");
  if (instance->truth < 0)
    return "not decided";
  if (formula)
    return instance->truth ? "satisfiable" : "unsatisfiable";
  return instance->truth ? "consistent" : "inconsistent";
}

/* Appends what tells INSTANCE by parameter NAME, to TEXT, which is freed: a word as it is, numbers and flags
 * with the name; nothing where there is none.  New. */
static char *
by_one (char *text, const struct plot_instance *instance, const char *name)
{
  const json_t *value = json_object_get (instance->params, name);
  char *what = plot_parameter_text (instance, name);
  const char *comma = *text ? ", " : "";
  char *more = !value                   ? hb_copy_text (text)
               : json_is_string (value) ? hb_format ("%s%s%s", text, comma, what)
               : json_is_number (value) ? hb_format ("%s%s%s %s", text, comma, name, what)
                                        : hb_format ("%s%s%s", text, comma, name);
  hb_free (what);
  hb_free (text);
  return more;
}

static char *
by_several (const struct plot_instance *instance, const char *names)
{
  char *text = hb_copy_text ("");
  for (const char *at = names; *at; at += strcspn (at, ","), at += *at == ',')
    {
      char *name = hb_format ("%.*s", (int)strcspn (at, ","), at);
      text = by_one (text, instance, name);
      hb_free (name);
    }
  return text;
}

char *
plot_by_of (const struct plot_instance *instance, const struct plot_run *run,
            const struct plot_choice *choice)
{
  if (!choice->by)
    return hb_copy_text ("");
  if (!strcmp (choice->by, "verdict"))
    return hb_copy_text (verdict_of (instance));
  if (!strcmp (choice->by, "tool"))
    return hb_copy_text (run ? run->tool : "");
  return strchr (choice->by, ',') ? by_several (instance, choice->by)
                                  : plot_parameter_text (instance, choice->by);
}

size_t
plot_groups_curve (struct hb_plot *plot, const plot_groups *all, size_t i,
                   const struct plot_choice *choice)
{
  const char *by = all->data[i].by;
  if (i && !strcmp (by, all->data[i - 1].by))
    return plot->series.size - 1;
  bool number = *by && strspn (by, "0123456789.e+-") == strlen (by);
  char *label = !choice->by ? NULL
                : number    ? hb_format ("%s %s", choice->by, by)
                            : hb_copy_text (by);
  size_t curve = hb_plot_add (plot, label, HB_PLOT_CURVE);
  hb_free (label);
  return curve;
}

void
plot_groups_truths (plot_groups *all, const struct plot_rows *rows,
                    const struct plot_choice *choice)
{
  for (size_t i = 0; i < rows->instances.size && choice->x; i++)
    {
      const struct plot_instance *instance = &rows->instances.data[i];
      double x = plot_parameter (instance, choice->x);
      char *by = plot_by_of (instance, NULL, choice);
      if (instance->truth >= 0 && !isnan (x))
        plot_groups_add (all, by, x, instance->truth);
      hb_free (by);
    }
  plot_groups_sort (all);
}

uint64_t
plot_group_good (const struct plot_group *group)
{
  uint64_t good = 0;
  for (size_t k = 0; k < group->numbers.size; k++)
    good += group->numbers.data[k] > 0;
  return good;
}

bool
plot_groups_wide (const plot_groups *all)
{
  double least = INFINITY, most = 0;
  for (size_t i = 0; i < all->size; i++)
    if (all->data[i].x > 0)
      {
        least = fmin (least, all->data[i].x);
        most = fmax (most, all->data[i].x);
      }
  return most >= 30 * least;
}

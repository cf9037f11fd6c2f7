/* See picture.h.  That writes of a variable come after init is left out, as in the paper, unless that is news. */
#include "cmd/diff/picture.h"

#include "base/buffer.h"
#include "base/path.h"
#include "viz/dependencies.h"

static enum hb_draw_format
format_of (const struct cli *cli)
{
  const char *path = cli_text (cli, "draw", "");
  if (hb_is_called (path, ".svg"))
    return HB_DRAW_SVG;
  if (hb_is_called (path, ".tex"))
    return HB_DRAW_TIKZ;
  if (!hb_is_called (path, ".dot"))
    cli_usage_error (cli, "--draw: expected a file whose name ends in .svg, .tex or .dot, not '%s'",
                     path);
  return HB_DRAW_DOT;
}

bool
picture_wanted (const struct cli *cli)
{
  if (!cli_text (cli, "draw", NULL))
    return false;
  (void)format_of (cli);
  return true;
}

typedef VEC (struct hb_dependency) dependencies;

static bool
is_init_order (const diff_scope *scope, hb_id fact)
{
  return scope->facts.data[fact].store && !scope->facts.data[fact].from;
}

/* The numbers of the larger differences that have the fact: "1,3". */
static void
add_note (const diff_differences *list, struct hb_dependency *one)
{
  size_t number = 0, used = 0;
  for (size_t i = 0; list && i < list->size; i++)
    {
      const struct diff_difference *d = &list->data[i];
      if (d->facts.size < 2)
        continue;
      number++;
      for (size_t k = 0; k < d->facts.size; k++)
        if (d->facts.data[k] == one->fact && used < 8)
          used += (size_t)snprintf (one->note + used, sizeof one->note - used,
                                    used ? ",%zu" : "%zu", number);
    }
}

static void
gather (const diff_scope *scope, const struct diff_family *old, const struct diff_family *new,
        const diff_differences *list, dependencies *all)
{
  for (hb_id f = 0; f < scope->facts.size; f++)
    {
      bool by_old = diff_family_has (old, &f, 1), by_new = new &&diff_family_has (new, &f, 1);
      struct hb_dependency one = { f,
                                   !new || by_old == by_new ? HB_SHOWN_BY_ALL
                                   : by_old                 ? HB_SHOWN_BY_OLD
                                                            : HB_SHOWN_BY_NEW,
                                   "" };
      add_note (list, &one);
      if ((by_old || by_new)
          && (one.by != HB_SHOWN_BY_ALL || *one.note || !is_init_order (scope, f)))
        vec_push (*all, one);
    }
}

/* Most arrows of a picture; with more it shows differences alone. */
#define MOST_ARROWS 60

/* Leaves out what is no part of a difference, if there is too much of it and anything else.  True if it did. */
static bool
thin_out (dependencies *all)
{
  size_t kept = 0;
  if (all->size <= MOST_ARROWS)
    return false;
  for (size_t i = 0; i < all->size; i++)
    kept += all->data[i].by != HB_SHOWN_BY_ALL || *all->data[i].note;
  if (!kept)
    return false;
  kept = 0;
  for (size_t i = 0; i < all->size; i++)
    if (all->data[i].by != HB_SHOWN_BY_ALL || *all->data[i].note)
      all->data[kept++] = all->data[i];
  all->size = kept;
  return true;
}

/* What the numbers mean.  New. */
static char *
caption_of (const diff_differences *list, bool two, bool thin)
{
  hb_buffer text = VEC_EMPTY;
  size_t number = 0;
  if (!two)
    hb_buffer_add (&text,
                   "Dependencies that some run shows; those of the order after init are left out.");
  else
    hb_buffer_add (&text, "Thick: only OLD shows it; thick and dashed: only NEW.");
  if (thin)
    hb_buffer_add (&text, " What both show is left out.");
  for (size_t i = 0; list && i < list->size; i++)
    if (list->data[i].facts.size > 1)
      hb_buffer_add (&text, " %zu: together only in %s.", ++number,
                     list->data[i].side ? "NEW" : "OLD");
  return hb_buffer_take (&text);
}

bool
picture_put (struct cli *cli, const diff_scope *scope, const struct diff_family *old,
             const struct diff_family *new, const diff_differences *list,
             const struct hb_draw_options *draw, hb_output *output)
{
  dependencies all = VEC_EMPTY;
  gather (scope, old, new, list, &all);
  bool thin = thin_out (&all);
  char *caption = caption_of (list, new, thin);
  const struct hb_dependencies what = { scope, all.data, all.size, caption };
  bool good = hb_draw_dependencies (&what, draw, output, cli->diag);
  hb_free (caption);
  vec_free (all);
  return good;
}

bool
picture_write (struct cli *cli, const diff_scope *scope, const struct diff_family *old,
               const struct diff_family *new, const diff_differences *list)
{
  struct hb_draw_options options = hb_draw_defaults ();
  options.format = format_of (cli);
  hb_output *output = hb_output_open (cli_text (cli, "draw", NULL), cli->diag);
  bool good = output && picture_put (cli, scope, old, new, list, &options, output);
  if (good)
    good = hb_output_commit (output);
  else if (output)
    hb_output_discard (output);
  return good;
}

/* See hitting.h. */
#include "cmd/draw/hitting.h"

#include "cmd/frame/posets.h"

#include "poset/minimal.h"
#include "viz/hitting.h"

#include <string.h>

#define MOST_TUPLES 200000

struct wanted
{
  struct hb_family_figure figure;
  bool table;
  const hb_minimal *clique;
};

static bool
write_figure (struct cli *cli, const void *what, const struct hb_draw_options *draw,
              hb_output *output)
{
  const struct wanted *w = what;
  if (w->table)
    return hb_draw_banquet (&w->figure, draw, output, cli->diag);
  if (!w->clique)
    return hb_draw_schedule (&w->figure, draw, output, cli->diag);
  const hb_minimal *m = w->clique;
  hb_tuples tuples = VEC_EMPTY;
  for (size_t i = 0; i < m->clique.size; i++)
    for (int k = 0; k < m->d; k++)
      vec_push (tuples, m->tuples.data[m->clique.data[i] * (size_t)m->d + (size_t)k]);
  bool good = hb_draw_clique (m->poset, tuples.data, m->clique.size, m->d, draw, output, cli->diag);
  vec_free (tuples);
  return good;
}

bool
draw_is_hitting (struct cli *cli)
{
  if (cli_flag (cli, "clique"))
    return true;
  if (cli->operand_count == 1)
    return poset_is (cli, cli->operands[0]);
  hb_input *input = cli->operand_count == 2 && file_is_kept (cli->operands[1])
                        ? hb_input_open (cli->operands[1], cli->diag)
                        : NULL;
  size_t length = 0;
  const char *text = input ? hb_input_peek (input, &length) : "";
  bool found = length >= 11 && !memcmp (text, "schedules 1", 11);
  hb_input_close (input);
  hb_diag_clear (cli->diag);
  return found;
}

/* The elements that --tuple names, into TUPLE; their number. */
static int
read_tuple (struct cli *cli, const hb_poset *poset, hb_id *tuple)
{
  const char *word = cli_text (cli, "tuple", "");
  int d = 0;
  while (*word)
    {
      size_t length = strcspn (word, ",");
      hb_id x = hb_poset_find (poset, word, length);
      if (x == HB_NONE || d == HB_MOST_DEPTH)
        cli_usage_error (cli,
                         x == HB_NONE ? "--tuple: the poset has no element '%.*s'"
                                      : "--tuple: too many elements at '%.*s'",
                         (int)length, word);
      tuple[d++] = x;
      word += length + (word[length] == ',');
    }
  if (d && !hb_is_admissible (poset, tuple, d))
    cli_usage_error (cli,
                     "--tuple: the poset does not allow this order, or an element stands in it "
                     "twice");
  return d;
}

static bool
draw_clique (struct cli *cli, const hb_poset *poset, struct hb_draw_options *draw,
             const struct draw_form *form)
{
  uint64_t d = cli_unsigned (cli, "hit", 3);
  if (d < 2 || d > HB_MOST_DEPTH)
    cli_usage_error (cli, "--hit takes a number from 2 to %d", HB_MOST_DEPTH);
  hb_minimal *m = hb_minimal_start (poset, (int)d, MOST_TUPLES, cli->diag);
  struct wanted wanted = { .clique = m };
  struct draw_picture picture = { write_figure, &wanted };
  bool good = m && draw_put (cli, &picture, draw, form);
  hb_minimal_free (m);
  return good;
}

static bool
draw_family (struct cli *cli, const hb_poset *poset, struct hb_draw_options *draw,
             const struct draw_form *form)
{
  struct hb_family_file family = { .orders = NULL };
  hb_id tuple[HB_MOST_DEPTH];
  uint64_t row = cli_unsigned (cli, "row", 1);
  int d = read_tuple (cli, poset, tuple);
  struct wanted wanted
      = { .figure = { .poset = poset, .tuple = d ? tuple : NULL, .d = d, .row = (size_t)row - 1 } };
  struct draw_picture picture = { write_figure, &wanted };
  bool good = true;
  if (!row)
    cli_usage_error (cli, "--row takes a number from 1");
  if (cli->operand_count == 2)
    {
      hb_input *input = hb_input_open (cli->operands[1], cli->diag);
      good = input && hb_family_read (input, poset, &family, cli->diag);
      hb_input_close (input);
      wanted.figure.family = &family;
      wanted.table = !cli_text (cli, "row", NULL);
    }
  good = good && draw_put (cli, &picture, draw, form);
  hb_family_file_free (&family);
  return good;
}

bool
draw_hitting (struct cli *cli, struct hb_draw_options *draw, const struct draw_form *form)
{
  struct poset_file file;
  bool good = poset_open (cli, cli->operands[0], &file);
  if (good)
    good = cli_flag (cli, "clique") ? draw_clique (cli, file.poset, draw, form)
                                    : draw_family (cli, file.poset, draw, form);
  poset_close (&file);
  return good;
}

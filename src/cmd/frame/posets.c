/* See posets.h. */
#include "cmd/frame/posets.h"

#include "base/buffer.h"
#include "gen/posets.h"
#include "poset/file.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- Shapes --- */

/* The numbers behind the colon, at most MOST; HB_NONE if it is another name. */
static hb_id
shape_numbers (const char *path, const char *name, hb_id *numbers, hb_id most)
{
  size_t length = strlen (name);
  hb_id count = 0;
  if (strncmp (path, name, length) || (path[length] != ':' && path[length] != '-'))
    return HB_NONE;
  const char *at = path + length + 1;
  while (*at && count < most)
    {
      char *end;
      unsigned long number = *at >= '0' && *at <= '9' ? strtoul (at, &end, 10) : ULONG_MAX;
      if (number > 100000000 || (*end && *end != ',' && *end != 'x'))
        return HB_NONE;
      numbers[count++] = (hb_id)number;
      at = end + (*end != 0);
    }
  return *at ? HB_NONE : count;
}

/* The shape of that name, or NULL. */
static hb_poset *
shape (const char *path)
{
  hb_id n[16];
  struct hb_rng rng;
  if (shape_numbers (path, "antichain", n, 16) == 1)
    return hb_antichain (n[0]);
  if (shape_numbers (path, "caterpillar", n, 16) == 1)
    return hb_caterpillar (n[0]);
  if (shape_numbers (path, "complete", n, 16) == 2 && n[1] < 30)
    {
      double size = 1, row = 1;
      for (hb_id i = 0; i < n[1]; i++)
        size += row *= n[0];
      return size < 1e8 ? hb_complete_tree (n[0], n[1]) : NULL;
    }
  hb_id legs = shape_numbers (path, "legs", n, 16);
  if (legs != HB_NONE && legs)
    return hb_spider (n, legs);
  if (shape_numbers (path, "tree", n, 16) == 2)
    return rng = hb_rng_seeded (n[1]), hb_random_tree (n[0], 0, &rng);
  if (shape_numbers (path, "poset", n, 16) == 2 && n[0] <= HB_MOST_CLOSED)
    return rng = hb_rng_seeded (n[1]), hb_random_poset (n[0], n[0] ? 2.0 / n[0] : 0, &rng);
  return NULL;
}

/* Is PATH written as a shape, but of numbers that make none? */
static bool
is_bad_shape (const char *path)
{
  static const char *const names[]
      = { "antichain", "caterpillar", "complete", "legs", "tree", "poset" };
  bool named = false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      size_t length = strlen (names[i]);
      named = named || (!strncmp (path, names[i], length) && path[length] == ':');
    }
  return named && access (path, F_OK) != 0;
}

/* --- Files --- */

static const char *
kind_of (hb_input *input)
{
  size_t length, at = 0;
  const char *text = hb_input_peek (input, &length);
  /* The first word, comments left out. */
  while (at < length
         && (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r'
             || text[at] == '#'))
    {
      if (text[at] == '#')
        while (at < length && text[at] != '\n')
          at++;
      else
        at++;
    }
  if (length - at >= 6 && !memcmp (text + at, "poset ", 6))
    return "poset";
  if (hb_is_triangles (text, length))
    return "triangles";
  if ((length - at >= 4 && !memcmp (text + at, "edt ", 4)) || (at < length && text[at] == '{'))
    return "trace";
  return "log";
}

/* Logs of clocks are told from traces of other formats by the name; .txt may be a list of triangles. */
static bool
is_trace_name (const char *path)
{
  return file_form (path) != HB_FORMAT_ANY;
}

bool
poset_is (struct cli *cli, const char *path)
{
  hb_poset *made = shape (path);
  if (made)
    {
      hb_poset_free (made);
      return true;
    }
  /* What can be read once only is not looked at here. */
  if (is_trace_name (path) || !file_is_kept (path))
    return false;
  hb_input *input = hb_input_open (path, cli->diag);
  if (!input)
    {
      hb_diag_clear (cli->diag);
      return false;
    }
  const char *kind = kind_of (input);
  hb_input_close (input);
  return !strcmp (kind, "poset") || !strcmp (kind, "triangles")
         || (cli_has_option (cli, "regex")
             && (cli_text (cli, "regex", NULL) || strstr (path, ".log")));
}

static size_t
part (const struct cli *cli)
{
  uint64_t number = cli_has_option (cli, "regex") ? cli_unsigned (cli, "part", 1) : 1;
  if (!number)
    cli_usage_error (cli, "--part takes a number from 1");
  return (size_t)number;
}

/* INPUT is stolen. */
static hb_poset *
read_trace (struct cli *cli, const char *path, hb_input *input)
{
  hb_trace *trace = file_read_opened (cli, path, input);
  int which = cli_has_option (cli, "poset") ? cli_choice (cli, "poset", 0) : 0;
  hb_poset *poset = trace ? hb_poset_of_trace (trace, (enum hb_trace_poset)which, cli->diag) : NULL;
  hb_trace_free (trace);
  return poset;
}

static hb_poset *
read_input (struct cli *cli, hb_input *input, struct poset_file *file)
{
  if (!strcmp (file->kind, "poset"))
    return hb_poset_read (input, cli->diag);
  if (!strcmp (file->kind, "triangles"))
    return hb_poset_of_triangles (input, part (cli), &file->realizer, cli->diag);
  struct hb_clock_options options = { .execution = part (cli) };
  if (cli_has_option (cli, "regex"))
    {
      options.regex = cli_text (cli, "regex", NULL);
      options.strict = cli_flag (cli, "strict");
    }
  return hb_poset_of_clocks (input, &options, &file->log, cli->diag);
}

/* What says how a poset of another kind is read. */
static void
refuse_foreign (const struct cli *cli, const char *kind)
{
  bool log = !strcmp (kind, "log"), trace = !strcmp (kind, "trace");
  if (!cli_has_option (cli, "regex"))
    return;
  if (!trace)
    cli_refuse (cli, "poset", "posets of traces");
  if (!log)
    cli_refuse (cli, "regex strict", "posets of logs");
  if (!log && strcmp (kind, "triangles") != 0)
    cli_refuse (cli, "part", "posets of logs and of lists of systems");
  if (!trace)
    file_refuse_import (cli);
}

bool
poset_open (struct cli *cli, const char *path, struct poset_file *file)
{
  *file = (struct poset_file){ .poset = shape (path), .kind = "shape" };
  if (file->poset)
    refuse_foreign (cli, file->kind);
  if (file->poset)
    return true;
  file->kind = "trace";
  if (is_bad_shape (path))
    {
      hb_error (cli->diag, NULL,
                "'%s' is neither a file nor a shape; expected antichain:N, caterpillar:N, "
                "complete:CHILDREN,HEIGHT, legs:A,B,.., tree:N,SEED (up to 100000000 elements) or "
                "poset:N,SEED (up to %d)",
                path, HB_MOST_CLOSED);
      return false;
    }
  hb_input *input = hb_input_open (path, cli->diag);
  if (!input)
    return false;
  if (!is_trace_name (path) && !(path == cli->operands[0] && file_is_said_to_be_trace (cli)))
    file->kind = kind_of (input);
  refuse_foreign (cli, file->kind);
  if (!strcmp (file->kind, "trace"))
    return (file->poset = read_trace (cli, path, input));
  file->poset = read_input (cli, input, file);
  hb_input_close (input);
  return file->poset;
}

void
poset_close (struct poset_file *file)
{
  hb_poset_free (file->poset);
  hb_schedules_free (file->realizer);
}

char *
poset_tuple (const hb_poset *poset, const hb_id *tuple, int d)
{
  hb_buffer text = VEC_EMPTY;
  char room[HB_ELEMENT_ROOM];
  hb_buffer_add (&text, "(");
  for (int i = 0; i < d; i++)
    hb_buffer_add (&text, "%s%s", i ? ", " : "", hb_element_name (poset, tuple[i], room));
  hb_buffer_add (&text, ")");
  return hb_buffer_take (&text);
}

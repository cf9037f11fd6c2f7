/* See spec.h. */
#include "cmd/sweep/spec.h"

#include "base/buffer.h"
#include "cmd/frame/brought.h"
#include "cmd/frame/commands.h"
#include "sat/solver.h"

#include <stdlib.h>
#include <string.h>

struct sweep_spec
sweep_spec_new (void)
{
  return (struct sweep_spec){ .reps = 1,
                              .repeat = 1,
                              .limits = { .cpu = 60, .wall = 120, .memory = UINT64_C (1) << 31 } };
}

static void
free_block (struct sweep_block *block)
{
  for (size_t a = 0; a < block->axes.size; a++)
    {
      hb_free (block->axes.data[a].name);
      sweep_words_free (&block->axes.data[a].values);
    }
  vec_free (block->axes);
  sweep_stages_free (&block->pipeline);
  hb_free (block->source);
  hb_free (block->stages);
}

void
sweep_spec_free (struct sweep_spec *spec)
{
  for (size_t b = 0; b < spec->blocks.size; b++)
    free_block (&spec->blocks.data[b]);
  for (size_t s = 0; s < spec->solvers.size; s++)
    {
      hb_free (spec->solvers.data[s].name);
      hb_free (spec->solvers.data[s].command);
    }
  vec_free (spec->blocks);
  vec_free (spec->solvers);
  hb_free (spec->stages);
}

/* --- blocks and their axes --------------------------------------------------------------------- */

bool
sweep_spec_block (struct sweep_spec *spec, const char *source, const struct hb_place *place,
                  hb_diag *diag)
{
  static const char *const sources[] = { "cnf", "trace", "bug", "periodic", NULL };
  bool known = brought_is_one (source, strlen (source));
  for (size_t i = 0; sources[i] && !known; i++)
    known = !strcmp (source, sources[i]);
  if (!known)
    {
      hb_error (diag, place,
                "instances cannot be generated from '%s'; expected cnf, trace, bug, periodic or "
                "FILE.reduction",
                source);
      return false;
    }
  struct sweep_block block = { .source = hb_copy_text (source) };
  vec_push (spec->blocks, block);
  return true;
}

/* The options of gen that are no parameters. */
static bool
is_parameter (const struct cli_option *option)
{
  static const char *const others[] = { "output", "seed", "json", "list" };
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (!strcmp (option->name, others[i]))
      return false;
  return true;
}

/* The option of gen with that name, or the only one that begins so; NULL after an error. */
static const struct cli_option *
find_parameter (const char *name, const struct hb_place *place, hb_diag *diag)
{
  const struct cli_option *option = cmd_gen.options, *found = NULL;
  size_t length = strlen (name), count = 0;
  if (!strcmp (name, "vars"))
    name = "variables";
  for (; option->name; option++)
    {
      if (!is_parameter (option))
        continue;
      if (!strcmp (option->name, name))
        return option;
      if (length && !strncmp (option->name, name, length) && ++count)
        found = option;
    }
  if (count == 1)
    return found;
  hb_error (diag, place,
            "%s parameter '%s'; expected an option of 'hbkit gen' without its dashes%s",
            count ? "more than one" : "no", name, count ? ", in full" : "");
  return NULL;
}

/* The values of a flag: "yes" and "no". */
static bool
make_flags (sweep_words *values, const struct hb_place *place, hb_diag *diag)
{
  for (size_t i = 0; i < values->size; i++)
    {
      const char *value = values->data[i];
      bool yes = !strcmp (value, "yes") || !strcmp (value, "1");
      if (!yes && strcmp (value, "no") != 0 && strcmp (value, "0") != 0)
        {
          hb_error (diag, place, "this parameter takes no value: yes or no, not '%s'", value);
          return false;
        }
      hb_free (values->data[i]);
      values->data[i] = hb_copy_text (yes ? "yes" : "no");
    }
  return true;
}

/* Puts AXIS (stolen) in its place in the order of names. */
static void
insert_axis (struct sweep_block *block, struct sweep_axis axis)
{
  size_t i = block->axes.size;
  vec_push (block->axes, axis);
  for (; i && strcmp (block->axes.data[i - 1].name, axis.name) > 0; i--)
    block->axes.data[i] = block->axes.data[i - 1];
  block->axes.data[i] = axis;
}

bool
sweep_spec_axis (struct sweep_spec *spec, const char *name, const char *values,
                 const struct hb_place *place, hb_diag *diag)
{
  const struct cli_option *option = find_parameter (name, place, diag);
  struct sweep_block *block = &vec_top (spec->blocks);
  struct sweep_axis axis = { .values = VEC_EMPTY };
  if (!option)
    return false;
  for (size_t a = 0; a < block->axes.size; a++)
    if (!strcmp (block->axes.data[a].name, option->name))
      {
        hb_error (diag, place, "parameter '%s' is there twice", option->name);
        return false;
      }
  if (!sweep_values_parse (values, &axis.values, place, diag)
      || (!option->argument && !make_flags (&axis.values, place, diag)))
    {
      sweep_words_free (&axis.values);
      return false;
    }
  axis.name = hb_copy_text (option->name);
  axis.flag = !option->argument;
  insert_axis (block, axis);
  return true;
}

/* --- the rest ---------------------------------------------------------------------------------- */

static bool
read_size (const char *text, uint64_t *bytes)
{
  char *end;
  double number = strtod (text, &end);
  static const char letters[] = "KMGT";
  const char *letter = *end ? strchr (letters, *end & ~0x20) : NULL;
  for (int i = 0; letter && i <= letter - letters; i++)
    number *= 1024;
  end += letter != NULL;
  *bytes = (uint64_t)(number >= 0 && number < 1e18 ? number : 0);
  return end != text && !*end && number >= 0 && number < 1e18;
}

static bool
read_seconds (const char *text, double *seconds)
{
  char *end;
  *seconds = strtod (text, &end);
  return end != text && !*end && *seconds >= 0 && *seconds < 1e9;
}

/* "cpu=10", "wall=20", "memory=1G". */
static bool
set_limit (struct sweep_spec *spec, const char *word, const struct hb_place *place, hb_diag *diag)
{
  bool good = (!strncmp (word, "cpu=", 4) && read_seconds (word + 4, &spec->limits.cpu))
              || (!strncmp (word, "wall=", 5) && read_seconds (word + 5, &spec->limits.wall))
              || (!strncmp (word, "memory=", 7) && read_size (word + 7, &spec->limits.memory));
  if (!good)
    hb_error (diag, place,
              "no limit '%s'; expected cpu=SECONDS, wall=SECONDS or memory=SIZE (such as "
              "512M), 0 meaning none",
              word);
  return good;
}

static const char *
find_solver (const void *context, const char *name, size_t length)
{
  const struct sweep_spec *spec = context;
  for (size_t s = 0; s < spec->solvers.size; s++)
    {
      const char *other = spec->solvers.data[s].name;
      if (strlen (other) == length && !memcmp (other, name, length))
        return spec->solvers.data[s].command;
    }
  return NULL;
}

bool
sweep_spec_finish (struct sweep_spec *spec, hb_diag *diag)
{
  bool good = spec->blocks.size;
  if (!good)
    hb_error (diag, NULL, "nothing to sweep: no line 'from cnf' or 'from trace'");
  for (size_t b = 0; good && b < spec->blocks.size; b++)
    {
      struct sweep_block *block = &spec->blocks.data[b];
      const char *stages = block->stages ? block->stages : spec->stages;
      if (!block->reps)
        block->reps = spec->reps;
      good = sweep_stages_parse (&block->pipeline, block->source, stages, find_solver, spec, diag);
    }
  return good;
}

/* --- files ------------------------------------------------------------------------------------- */

struct reader
{
  struct sweep_spec *spec;
  struct hb_place place;
  hb_diag *diag;
  bool opened; /* the line 'sweep 1' was seen */
};

static bool
read_count (const struct reader *r, const char *text, uint64_t *number)
{
  char *end;
  *number = strtoull (text, &end, 10);
  bool good = *text >= '0' && *text <= '9' && !*end && *number < UINT64_C (1) << 53;
  if (!good)
    hb_error (r->diag, &r->place, "expected a whole number from 0, not '%s'", text);
  return good;
}

static void
read_solver (const struct reader *r, const char *rest)
{
  size_t length = strcspn (rest, " \t");
  const char *command = rest + length + strspn (rest + length, " \t");
  struct sweep_solver solver = { hb_copy_bytes (rest, length), hb_copy_text (command) };
  bool good = length && *command && !strpbrk (solver.name, ":/");
  if (!good)
    hb_error (r->diag, &r->place, "expected 'solver NAME COMMAND', the name without ':' and '/'");
  else if (!hb_solver_is_outside (command))
    hb_error (r->diag, &r->place,
              "'%s' alone is the solver that is built in (solve:%s); for a program of that name "
              "give an option, as in '%s -q', or its path",
              command, command, command);
  vec_push (r->spec->solvers, solver);
}

static void
read_limits (const struct reader *r, const char *rest)
{
  while (*rest)
    {
      size_t length = strcspn (rest, " \t");
      char *word = hb_copy_bytes (rest, length);
      set_limit (r->spec, word, &r->place, r->diag);
      hb_free (word);
      rest += length + strspn (rest + length, " \t");
    }
}

static void
keep_text (char **place, const char *text)
{
  hb_free (*place);
  *place = hb_copy_text (text);
}

/* A line inside a block. */
static void
read_block_line (const struct reader *r, const char *key, const char *rest)
{
  struct sweep_block *block = &vec_top (r->spec->blocks);
  if (!strcmp (key, "stages"))
    keep_text (&block->stages, rest);
  else if (!strcmp (key, "reps"))
    read_count (r, rest, &block->reps);
  else
    sweep_spec_axis (r->spec, key, rest, &r->place, r->diag);
}

static void
read_pair (struct reader *r, const char *key, const char *rest)
{
  if (!r->opened)
    {
      r->opened = !strcmp (key, "sweep") && !strcmp (rest, "1");
      if (!r->opened)
        hb_error (r->diag, &r->place, "expected 'sweep 1' on the first line");
      r->opened = true;
    }
  else if (!strcmp (key, "from"))
    sweep_spec_block (r->spec, rest, &r->place, r->diag);
  else if (r->spec->blocks.size)
    read_block_line (r, key, rest);
  else if (!strcmp (key, "seed"))
    read_count (r, rest, &r->spec->seed);
  else if (!strcmp (key, "reps"))
    read_count (r, rest, &r->spec->reps);
  else if (!strcmp (key, "repeat"))
    read_count (r, rest, &r->spec->repeat);
  else if (!strcmp (key, "stages"))
    keep_text (&r->spec->stages, rest);
  else if (!strcmp (key, "limits"))
    read_limits (r, rest);
  else if (!strcmp (key, "solver"))
    read_solver (r, rest);
  else
    hb_error (r->diag, &r->place,
              "'%s' is not known here; expected seed, reps, repeat, limits, stages, solver or from",
              key);
}

/* Cuts comments and blanks off and splits the line behind its first word. */
static void
read_line (struct reader *r, const char *line, size_t length)
{
  const char *comment = memchr (line, '#', length);
  length = comment ? (size_t)(comment - line) : length;
  while (length && (line[length - 1] == ' ' || line[length - 1] == '\t'))
    length--;
  char *text = hb_copy_bytes (line, length), *key = text + strspn (text, " \t");
  size_t size = strcspn (key, " \t");
  const char *rest = key + size + strspn (key + size, " \t");
  key[size] = '\0';
  if (*key)
    read_pair (r, key, rest);
  hb_free (text);
}

bool
sweep_spec_read_input (struct sweep_spec *spec, hb_input *input, hb_diag *diag)
{
  struct reader r = { .spec = spec, .diag = diag };
  size_t before = hb_diag_errors (diag), length;
  const char *line;
  r.place = hb_input_place (input, 0);
  while (!hb_diag_full (diag) && hb_input_line (input, &line, &length))
    {
      r.place = hb_input_place (input, 0);
      if (memchr (line, '\0', length))
        hb_error (diag, &r.place, "a zero byte; expected text");
      else
        read_line (&r, line, length);
    }
  if (hb_diag_errors (diag) == before && !r.opened)
    hb_error (diag, &(struct hb_place){ .file = r.place.file }, "is empty; expected 'sweep 1'");
  hb_input_close (input);
  return hb_diag_errors (diag) == before;
}

bool
sweep_spec_read (struct sweep_spec *spec, const char *path, hb_diag *diag)
{
  hb_input *input = hb_input_open (path, diag);
  return input && sweep_spec_read_input (spec, input, diag);
}

/* --- writing ----------------------------------------------------------------------------------- */

static void
add_block (hb_buffer *text, const struct sweep_block *block, const struct sweep_spec *spec)
{
  hb_buffer_add (text, "from %s\n", block->source);
  if (block->reps && block->reps != spec->reps)
    hb_buffer_add (text, "  reps %llu\n", (unsigned long long)block->reps);
  if (block->stages)
    hb_buffer_add (text, "  stages %s\n", block->stages);
  for (size_t a = 0; a < block->axes.size; a++)
    {
      const struct sweep_axis *axis = &block->axes.data[a];
      hb_buffer_add (text, "  %s ", axis->name);
      for (size_t v = 0; v < axis->values.size; v++)
        hb_buffer_add (text, "%s%s", v ? "," : "", axis->values.data[v]);
      hb_buffer_add (text, "\n");
    }
}

char *
sweep_spec_text (const struct sweep_spec *spec)
{
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text, "sweep 1\nseed %llu\nreps %llu\n", (unsigned long long)spec->seed,
                 (unsigned long long)spec->reps);
  if (spec->repeat > 1)
    hb_buffer_add (&text, "repeat %llu\n", (unsigned long long)spec->repeat);
  hb_buffer_add (&text, "limits cpu=%.9g wall=%.9g memory=%llu\n", spec->limits.cpu,
                 spec->limits.wall, (unsigned long long)spec->limits.memory);
  if (spec->stages)
    hb_buffer_add (&text, "stages %s\n", spec->stages);
  for (size_t s = 0; s < spec->solvers.size; s++)
    hb_buffer_add (&text, "solver %s %s\n", spec->solvers.data[s].name,
                   spec->solvers.data[s].command);
  for (size_t b = 0; b < spec->blocks.size; b++)
    add_block (&text, &spec->blocks.data[b], spec);
  return hb_buffer_take (&text);
}

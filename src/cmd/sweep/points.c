/* See points.h. */
#include "cmd/sweep/points.h"

#include "base/buffer.h"
#include "base/sha256.h"

#include "gen/families.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- the grid ---------------------------------------------------------------------------------- */

/* Points of a block. */
static uint64_t
count_points (const struct sweep_block *block)
{
  uint64_t count = 1;
  for (size_t a = 0; a < block->axes.size && count <= SWEEP_MOST_INSTANCES; a++)
    count *= block->axes.data[a].values.size;
  return count;
}

/* The value of axis A at point number POINT; the last axis runs fastest. */
static const char *
value_at (const struct sweep_block *block, size_t a, uint64_t point)
{
  for (size_t b = block->axes.size - 1; b > a; b--)
    point /= block->axes.data[b].values.size;
  const sweep_words *values = &block->axes.data[a].values;
  return values->data[point % values->size];
}

/* Is the parameter absent there? */
static bool
is_off (const struct sweep_axis *axis, const char *value)
{
  return axis->flag && !strcmp (value, "no");
}

/* Where instance NUMBER of all stands: one repetition of all blocks after another, blocks that have no
 * more repetitions left out. */
struct spot
{
  const struct sweep_block *block;
  uint64_t point, rep;
};

static uint64_t
most_reps (const struct sweep_spec *spec)
{
  uint64_t most = 0;
  for (size_t b = 0; b < spec->blocks.size; b++)
    most = spec->blocks.data[b].reps > most ? spec->blocks.data[b].reps : most;
  return most;
}

static uint64_t
points_of_rep (const struct sweep_spec *spec, uint64_t rep)
{
  uint64_t count = 0;
  for (size_t b = 0; b < spec->blocks.size; b++)
    if (rep < spec->blocks.data[b].reps)
      count += count_points (&spec->blocks.data[b]);
  return count;
}

bool
sweep_points_fit (const struct sweep_spec *spec, hb_diag *diag)
{
  uint64_t all = 0;
  for (size_t b = 0; b < spec->blocks.size; b++)
    {
      const struct sweep_block *block = &spec->blocks.data[b];
      uint64_t points = count_points (block);
      if (points && block->reps > SWEEP_MOST_INSTANCES / points)
        all = SWEEP_MOST_INSTANCES + 1;
      else
        all += points * block->reps;
      if (all > SWEEP_MOST_INSTANCES)
        {
          hb_error (
              diag, NULL,
              "the sweep has more than %llu instances; expected fewer points or repetitions, or "
              "several sweeps",
              (unsigned long long)SWEEP_MOST_INSTANCES);
          return false;
        }
    }
  return true;
}

/* The number of an instance holds its repetition above and its point among all blocks' below. */
#define POINT_BITS 40

static struct spot
spot_of (const struct sweep_spec *spec, uint64_t number)
{
  struct spot spot = { NULL, number & ((UINT64_C (1) << POINT_BITS) - 1), number >> POINT_BITS };
  for (size_t b = 0; b < spec->blocks.size; b++)
    {
      const struct sweep_block *block = &spec->blocks.data[b];
      uint64_t count = spot.rep < block->reps ? count_points (block) : 0;
      if (spot.point < count)
        {
          spot.block = block;
          return spot;
        }
      spot.point -= count;
    }
  hb_die ("instance number out of range");
}

/* --- identities -------------------------------------------------------------------------------- */

static void
identify (const struct sweep_spec *spec, const struct spot *spot, char hex[HB_SHA256_HEX])
{
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text, "hbkit sweep 1\nseed=%" PRIu64 "\nfrom=%s\n", spec->seed,
                 spot->block->source);
  for (size_t a = 0; a < spot->block->axes.size; a++)
    {
      const struct sweep_axis *axis = &spot->block->axes.data[a];
      const char *value = value_at (spot->block, a, spot->point);
      if (!is_off (axis, value))
        hb_buffer_add (&text, "%s=%s\n", axis->name, value);
    }
  hb_buffer_add (&text, "rep=%" PRIu64 "\n", spot->rep);
  hb_sha256_text (text.data, hex);
  vec_free (text);
}

static uint64_t
hex_number (const char *digits, size_t count)
{
  char part[17] = "";
  memcpy (part, digits, count);
  return strtoull (part, NULL, 16);
}

struct chosen
{
  uint64_t id, number;
};

static int
compare_chosen (const void *a, const void *b)
{
  const struct chosen *x = a, *y = b;
  if (x->id != y->id)
    return x->id < y->id ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

static int
compare_numbers (const void *a, const void *b)
{
  const uint64_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

struct sweep_points
sweep_points_new (const struct sweep_spec *spec, uint64_t shard, uint64_t shards)
{
  struct sweep_points points = { .spec = spec, .shard = shard, .shards = shards };
  VEC (struct chosen) all = VEC_EMPTY;
  for (uint64_t rep = 0; rep < most_reps (spec); rep++)
    for (uint64_t p = 0, count = points_of_rep (spec, rep); p < count; p++)
      {
        char hex[HB_SHA256_HEX];
        uint64_t number = rep << POINT_BITS | p;
        struct spot spot = spot_of (spec, number);
        identify (spec, &spot, hex);
        struct chosen one = { hex_number (hex, 16), number };
        if (one.id % shards == shard - 1)
          vec_push (all, one);
      }
  if (all.size)
    qsort (all.data, all.size, sizeof *all.data, compare_chosen);
  for (size_t i = 0; i < all.size; i++)
    if (!i || all.data[i - 1].id != all.data[i].id)
      {
        vec_push (points.chosen, all.data[i].number);
        points.runs += spot_of (spec, all.data[i].number).block->pipeline.size;
      }
  vec_free (all);
  char *text = sweep_spec_text (spec);
  hb_sha256_text (text, points.spec_sha256);
  memcpy (points.spec_id, points.spec_sha256, SWEEP_ID - 1);
  hb_free (text);
  if (points.chosen.size)
    qsort (points.chosen.data, points.chosen.size, sizeof *points.chosen.data, compare_numbers);
  return points;
}

void
sweep_points_free (struct sweep_points *points)
{
  vec_free (points->chosen);
}

/* --- instances --------------------------------------------------------------------------------- */

static void
add_json_text (hb_buffer *text, const char *value)
{
  hb_buffer_add (text, "\"");
  for (const char *c = value; *c; c++)
    if (*c == '"' || *c == '\\')
      hb_buffer_add (text, "\\%c", *c);
    else if ((unsigned char)*c < ' ')
      hb_buffer_add (text, "\\u%04x", (unsigned)*c);
    else
      hb_buffer_add (text, "%c", *c);
  hb_buffer_add (text, "\"");
}

/* {"twos":0.05,"variables":20}.  New. */
static char *
params_of (const struct spot *spot)
{
  hb_buffer text = VEC_EMPTY;
  const char *comma = "";
  hb_buffer_add (&text, "{");
  for (size_t a = 0; a < spot->block->axes.size; a++)
    {
      const struct sweep_axis *axis = &spot->block->axes.data[a];
      const char *value = value_at (spot->block, a, spot->point);
      if (is_off (axis, value))
        continue;
      hb_buffer_add (&text, "%s", comma);
      add_json_text (&text, axis->name);
      hb_buffer_add (&text, ":");
      if (axis->flag)
        hb_buffer_add (&text, "true");
      else if (sweep_value_is_number (value))
        hb_buffer_add (&text, "%s", value);
      else
        add_json_text (&text, value);
      comma = ",";
    }
  hb_buffer_add (&text, "}");
  return hb_buffer_take (&text);
}

static const char *
family_of (const struct spot *spot)
{
  for (size_t a = 0; a < spot->block->axes.size; a++)
    if (!strcmp (spot->block->axes.data[a].name, "family"))
      return value_at (spot->block, a, spot->point);
  return !strcmp (spot->block->source, "cnf") ? hb_families[0].name : "";
}

static void
add_arguments (struct sweep_instance *instance, const struct spot *spot)
{
  vec_push (instance->arguments, hb_copy_text ("hbkit"));
  vec_push (instance->arguments, hb_copy_text ("gen"));
  const char *source = spot->block->source;
  char *file = strchr (source, '.') ? realpath (source, NULL) : NULL;
  vec_push (instance->arguments, hb_copy_text (file ? file : source));
  free (file);
  for (size_t a = 0; a < spot->block->axes.size; a++)
    {
      const struct sweep_axis *axis = &spot->block->axes.data[a];
      const char *value = value_at (spot->block, a, spot->point);
      if (is_off (axis, value))
        continue;
      vec_push (instance->arguments, hb_format ("--%s", axis->name));
      if (!axis->flag)
        vec_push (instance->arguments, hb_copy_text (value));
    }
  vec_push (instance->arguments, hb_copy_text ("--seed"));
  vec_push (instance->arguments, hb_format ("%" PRIu64, instance->seed));
  vec_push (instance->arguments, hb_copy_text ("-o"));
  vec_push (instance->arguments, hb_copy_text (spot->block->pipeline.data[0].output));
  vec_push (instance->arguments, NULL);
}

struct sweep_instance
sweep_instance_new (const struct sweep_points *points, size_t i)
{
  struct spot spot = spot_of (points->spec, points->chosen.data[i]);
  struct sweep_instance instance = { .block = spot.block, .rep = spot.rep };
  char hex[HB_SHA256_HEX];
  identify (points->spec, &spot, hex);
  memcpy (instance.id, hex, SWEEP_ID - 1);
  instance.seed = hex_number (hex + 16, 13);
  instance.params = params_of (&spot);
  instance.family = hb_copy_text (family_of (&spot));
  add_arguments (&instance, &spot);
  instance.command = sweep_command_text (instance.arguments.data);
  return instance;
}

void
sweep_instance_free (struct sweep_instance *instance)
{
  for (size_t i = 0; i < instance->arguments.size; i++)
    hb_free (instance->arguments.data[i]);
  vec_free (instance->arguments);
  hb_free (instance->params);
  hb_free (instance->family);
  hb_free (instance->command);
}

void
sweep_run_id (const struct sweep_instance *instance, size_t stage, char id[SWEEP_ID])
{
  const struct sweep_stage *s = &instance->block->pipeline.data[stage];
  char hex[HB_SHA256_HEX];
  char *text = hb_format ("hbkit run 1\n%s\n%s\n%s\n%s\n", instance->id, s->input,
                          sweep_kind_name (s->kind), s->tool);
  hb_sha256_text (text, hex);
  hb_free (text);
  memcpy (id, hex, SWEEP_ID - 1);
  id[SWEEP_ID - 1] = '\0';
}

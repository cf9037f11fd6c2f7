/* See command.h. */
#include "cmd/sweep/command.h"

#include "cmd/sweep/points.h"

#include "base/buffer.h"
#include "base/escape.h"

#include <inttypes.h>

static void
add_word (sweep_argv *arguments, const char *word)
{
  vec_push (*arguments, hb_copy_text (word));
}

/* The stages read the file of the stage that they come from. */
static void
add_stage_words (sweep_argv *a, const struct sweep_instance *instance,
                 const struct sweep_stage *stage)
{
  const sweep_stages *stages = &instance->block->pipeline;
  add_word (a, "hbkit");
  add_word (a, sweep_kind_name (stage->kind));
  if (stage->kind == SWEEP_REDUCE)
    add_word (a, stage->file ? stage->file : stage->tool);
  add_word (a, stages->data[stage->from].output);
  if (stage->kind == SWEEP_CERTIFY)
    add_word (a, stages->data[stage->checked].output);
  if (stage->engine)
    {
      add_word (a, "--engine");
      add_word (a, stage->engine);
    }
  if (stage->solver)
    {
      add_word (a, "--solver");
      add_word (a, stage->solver);
    }
  if (stage->problem)
    {
      add_word (a, "--problem");
      add_word (a, stage->problem);
    }
  if (stage->decider)
    {
      add_word (a, "--decider");
      add_word (a, stage->decider);
    }
  if (stage->kind == SWEEP_HUNT)
    {
      add_word (a, "--by");
      add_word (a, stage->tool);
    }
  if (stage->kind == SWEEP_SHUFFLE || stage->kind == SWEEP_HUNT)
    {
      add_word (a, "--seed");
      vec_push (*a, hb_format ("%" PRIu64, instance->seed + 1));
    }
  if (stage->output)
    {
      add_word (a, stage->kind == SWEEP_CHECK   ? "--certificate"
                   : stage->kind == SWEEP_SOLVE ? "--proof"
                                                : "-o");
      add_word (a, stage->output);
    }
  if (stage->kind == SWEEP_SOLVE || stage->kind == SWEEP_CHECK || stage->kind == SWEEP_CERTIFY
      || stage->kind == SWEEP_HUNT)
    add_word (a, "--json");
}

sweep_argv
sweep_argv_new (const struct sweep_instance *instance, size_t stage)
{
  sweep_argv arguments = VEC_EMPTY;
  const struct sweep_stage *s = &instance->block->pipeline.data[stage];
  if (s->kind != SWEEP_GEN)
    add_stage_words (&arguments, instance, s);
  else
    for (size_t i = 0; instance->arguments.data[i]; i++)
      add_word (&arguments, instance->arguments.data[i]);
  vec_push (arguments, NULL);
  return arguments;
}

void
sweep_argv_free (sweep_argv *arguments)
{
  for (size_t i = 0; i < arguments->size; i++)
    hb_free (arguments->data[i]);
  vec_free (*arguments);
}

/* --- texts ------------------------------------------------------------------------------------- */

char *
sweep_command_text (char *const *words)
{
  hb_buffer text = VEC_EMPTY;
  for (size_t i = 0; words[i]; i++)
    {
      char *word = hb_shell_word (words[i]);
      hb_buffer_add (&text, "%s%s", i ? " " : "", word);
      hb_free (word);
    }
  return hb_buffer_take (&text);
}

char *
sweep_stage_command (const struct sweep_instance *instance, size_t stage)
{
  sweep_argv arguments = sweep_argv_new (instance, stage);
  char *text = sweep_command_text (arguments.data);
  sweep_argv_free (&arguments);
  return text;
}

/* Appends the command that makes what stage STAGE makes, behind those for what it reads. */
static void
add_setup (hb_buffer *text, const struct sweep_instance *instance, size_t stage)
{
  const struct sweep_stage *s = &instance->block->pipeline.data[stage];
  if (s->kind != SWEEP_GEN)
    add_setup (text, instance, s->from);
  char *command = sweep_stage_command (instance, stage);
  hb_buffer_add (text, "%s%s", text->size ? " && " : "", command);
  hb_free (command);
}

char *
sweep_stage_setup (const struct sweep_instance *instance, size_t stage)
{
  const struct sweep_stage *s = &instance->block->pipeline.data[stage];
  hb_buffer text = VEC_EMPTY;
  hb_buffer_add (&text, "%s", "");
  if (s->kind != SWEEP_GEN)
    add_setup (&text, instance, s->from);
  if (s->kind == SWEEP_CERTIFY)
    {
      /* A check exits 10 or 20. */
      char *check = sweep_stage_command (instance, s->checked);
      hb_buffer_add (&text, " && { %s; true; }", check);
      hb_free (check);
    }
  return hb_buffer_take (&text);
}

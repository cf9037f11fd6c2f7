/* Calls, on all paths at once: of bodies, and of the words of the language; see walk.h. */
#include "proof/periodic/walk.h"

#include <string.h>

#define G w->gates

/* Gives each local under STMT its place. */
static void
lay_out (size_t *places, size_t *size, const struct hb_c_stmt *stmt)
{
  if (!stmt)
    return;
  if (stmt->act == C_DECLARE)
    {
      places[stmt->symbol->number] = *size;
      *size += hb_claimed_size (stmt->symbol->type);
    }
  lay_out (places, size, stmt->first);
  lay_out (places, size, stmt->second);
  for (size_t i = 0; i < stmt->count; i++)
    lay_out (places, size, stmt->items[i]);
}

static const size_t *
layout_of (struct hb_walk *w, const struct hb_c_symbol *function)
{
  size_t **places = &w->places[function->number], size = 1;
  if (*places)
    return *places;
  *places = hb_calloc ((size_t)function->locals + 1, sizeof **places);
  for (size_t i = 0; i < function->type->parameter_count; i++)
    {
      (*places)[i] = size;
      size += hb_claimed_size (function->type->parameters[i]->type);
    }
  lay_out (*places, &size, function->body);
  w->sizes[function->number] = size;
  return *places;
}

/* The cells from BASE on are no longer there: of COUNT values, pointers to them point nowhere. */
static void
forget_locals (struct hb_met *values, size_t count, size_t base)
{
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; values[i].kind == HB_MET_POINTER && k < values[i].aims->size; k++)
      if (values[i].aims->data[k].object && values[i].aims->data[k].base >= base)
        values[i].kind = HB_MET_NOTHING;
}

struct hb_met
hb_walk_body (struct hb_walk *w, const struct hb_c_symbol *function, const struct hb_met *arguments)
{
  static const struct hb_met nothing = { .kind = HB_MET_NOTHING };
  struct hb_walk_frame caller = w->frame;
  size_t break_to = w->break_to, continue_to = w->continue_to, base = w->now.cells.size;
  const struct hb_c_stmt *choosing = w->choosing;
  struct hb_met value = nothing;
  if (++w->depth > 300)
    hb_walk_refuse (w, function->spot, "calls nested so deeply");
  w->frame = (struct hb_walk_frame){ function, layout_of (w, function), base, ++w->targets };
  vec_resize (w->now.cells, base + w->sizes[function->number], nothing);
  for (size_t i = 0; i < function->type->parameter_count; i++)
    w->now.cells.data[base + w->frame.places[i]] = arguments[i];
  w->choosing = NULL;
  struct hb_walk_entry entry = hb_walk_enter (w);
  hb_walk_statement (w, function->body);
  hb_walk_meet (w, w->frame.target, NULL);
  hb_walk_end_of (w, &entry);
  for (size_t i = 0; i < w->exits.size; i++)
    if (w->exits.data[i].target == w->frame.target)
      hb_walk_refuse (w, function->spot, "a goto backwards");
  if (w->now.live && base < w->now.cells.size)
    value = w->now.cells.data[base];
  w->now.cells.size = base;
  forget_locals (&value, 1, base);
  forget_locals (w->now.cells.data, base, base);
  w->frame = caller;
  w->break_to = break_to;
  w->continue_to = continue_to;
  w->choosing = choosing;
  w->depth--;
  return value;
}

/* The function's own body, on what the arguments give. */
static struct hb_met
run (struct hb_walk *w, const struct hb_c_exp *exp, const struct hb_c_symbol *function)
{
  size_t parameters = function->type->parameter_count;
  struct hb_met *arguments = hb_calloc (parameters + 1, sizeof *arguments);
  for (size_t i = 0; i < exp->count; i++)
    {
      struct hb_met value = hb_walk_exp (w, exp->items[i]);
      if (i < parameters)
        arguments[i] = value;
    }
  struct hb_met value = hb_walk_body (w, function, arguments);
  hb_free (arguments);
  return exp->type->kind == C_INTEGER && value.kind != HB_MET_WORD ? hb_walk_any (w, exp->type)
                                                                   : value;
}

static struct hb_met
any_of (struct hb_walk *w, const struct hb_word_of *word, const struct hb_c_type *type)
{
  if (!word->width || type->kind != C_INTEGER)
    return hb_walk_any (w, type);
  return hb_met_word (
      hb_wires_resize (G, hb_wires_free (G, word->width), type->width, word->is_signed));
}

/* A word whose one argument, of TYPE, has VALUE. */
static void
told (struct hb_walk *w, enum hb_word_meaning meaning, struct hb_met value,
      const struct hb_c_type *type)
{
  hb_wire holds = value.kind == HB_MET_POINTER ? hb_walk_not_null (w, value)
                                               : hb_wires_any (G, hb_walk_word (w, value, type));
  hb_wire fails = hb_wire_and (G, w->now.path, holds ^ 1);
  if (meaning == HB_WORD_ASSUME)
    vec_push (w->assumed, fails ^ 1);
  else
    vec_push (w->fails, fails);
}

struct hb_met
hb_walk_call (struct hb_walk *w, const struct hb_c_exp *exp)
{
  const struct hb_c_symbol *function = hb_c_callee (exp);
  const struct hb_word_of *word = &w->program->words.data[function->number];
  struct hb_met value = { .kind = HB_MET_NOTHING };
  if (word->meaning == HB_WORD_BODY)
    return run (w, exp, function);
  if (word->meaning == HB_WORD_LOCK || word->meaning == HB_WORD_UNLOCK)
    {
      hb_walk_lock (w, hb_claimed_lock_of (w->program, exp), word->meaning == HB_WORD_LOCK,
                    exp->spot);
      return value;
    }
  for (size_t i = 0; i < exp->count && strcmp (function->name, "hb_critical"); i++)
    {
      value = hb_walk_exp (w, exp->items[i]);
      bool asks = word->meaning == HB_WORD_ASSERT || word->meaning == HB_WORD_ASSUME;
      for (size_t k = 0; value.kind == HB_MET_POINTER && !asks && k < value.aims->size; k++)
        if (value.aims->data[k].object)
          hb_walk_refuse (w, exp->items[i]->spot, "a pointer given to a function without body");
    }
  bool one = word->meaning == HB_WORD_WRITE || word->meaning == HB_WORD_ASSERT
             || word->meaning == HB_WORD_ASSUME;
  if (one && exp->count != 1)
    {
      hb_walk_refuse (w, exp->spot, "a word of another number of arguments");
      return value;
    }
  struct hb_aim cell = { .when = HB_WIRE_YES, .base = word->cell, .count = 1 };
  const hb_aims place = { &cell, 1, 1 };
  switch (word->meaning)
    {
    case HB_WORD_READ:
      return hb_walk_load (w, &place, 0, w->program->cells.data[word->cell].type, exp->spot);
    case HB_WORD_WRITE:
      hb_walk_store (
          w, &place, 0,
          hb_walk_cast (w, value, exp->items[0]->type, w->program->cells.data[word->cell].type),
          exp->spot);
      break;
    case HB_WORD_ASSERT:
    case HB_WORD_ASSUME:
      told (w, word->meaning, value, exp->items[0]->type);
      break;
    case HB_WORD_FAIL:
      if (w->now.live)
        vec_push (w->fails, w->now.path);
      break;
    case HB_WORD_STOP:
      if (w->now.live)
        vec_push (w->assumed, w->now.path ^ 1);
      break;
    case HB_WORD_ANY:
      return any_of (w, word, exp->type);
    default:
      break;
    }
  return hb_walk_any (w, exp->type);
}

/* States: copied at branches, joined where paths meet; see unfold_private.h. */
#include "periodic/unfold_private.h"

#include <string.h>

struct hb_state
hb_state_copy (const struct hb_unfolder *u, const struct hb_state *state)
{
  struct hb_state copy = { .live = state->live, .path = state->path };
  size_t locks = u->program->locks.size;
  vec_reserve (copy.cells, state->cells.size);
  if (state->cells.size)
    memcpy (copy.cells.data, state->cells.data, state->cells.size * sizeof *copy.cells.data);
  copy.cells.size = state->cells.size;
  copy.locks = hb_calloc (locks, sizeof *copy.locks);
  memcpy (copy.locks, state->locks, locks * sizeof *copy.locks);
  return copy;
}

void
hb_state_start_locks (const struct hb_unfolder *u, struct hb_state *state)
{
  state->locks = hb_calloc (u->program->locks.size, sizeof *state->locks);
  for (size_t i = 0; i < u->program->locks.size; i++)
    state->locks[i] = HB_FREE;
}

void
hb_state_free (struct hb_state *state)
{
  vec_free (state->cells);
  hb_free (state->locks);
  state->locks = NULL;
}

struct hb_value
hb_value_join (struct hb_unfolder *u, hb_lit then, struct hb_value a, struct hb_value b)
{
  if (a.kind == HB_WORD && b.kind == HB_WORD && a.word.width == b.word.width)
    {
      if (a.word.bits != b.word.bits)
        a.word = hb_word_ite (u->out->bits, then, a.word, b.word);
      return a;
    }
  if (a.kind == HB_POINTER && b.kind == HB_POINTER)
    return hb_pointer_join (u, then, a, b);
  return a.kind == b.kind ? a : (struct hb_value){ .kind = HB_NO_VALUE };
}

void
hb_state_join (struct hb_unfolder *u, struct hb_state *other, hb_lit then)
{
  struct hb_state *now = &u->now;
  if (!other->live)
    {
      hb_state_free (other);
      return;
    }
  if (!now->live)
    {
      hb_state_free (now);
      *now = *other;
      return;
    }
  if (then == HB_NONE)
    then = other->path;
  for (size_t i = 0; i < now->cells.size && i < other->cells.size; i++)
    now->cells.data[i] = hb_value_join (u, then, other->cells.data[i], now->cells.data[i]);
  for (size_t i = 0; i < u->program->locks.size; i++)
    if (now->locks[i] != other->locks[i])
      now->locks[i]
          = now->locks[i] >= HB_PERHAPS || other->locks[i] >= HB_PERHAPS ? HB_PERHAPS : HB_HELD;
  now->path = hb_or (u->out->bits, now->path, other->path);
  hb_state_free (other);
}

void
hb_state_park (struct hb_unfolder *u, size_t target, const char *label)
{
  if (u->now.live)
    {
      struct hb_park park = { target, label, hb_state_copy (u, &u->now) };
      vec_push (u->parks, park);
    }
  u->now.live = false;
  u->now.path = HB_FALSE;
}

void
hb_state_take (struct hb_unfolder *u, size_t target, const char *label)
{
  size_t kept = 0;
  for (size_t i = 0; i < u->parks.size; i++)
    {
      struct hb_park *park = &u->parks.data[i];
      if (park->target != target || park->label != label)
        {
          u->parks.data[kept++] = *park;
          continue;
        }
      if (i < u->lowest)
        u->lowest = i;
      hb_state_join (u, &park->state, HB_NONE);
    }
  u->parks.size = kept;
}

bool
hb_unfold_failed (const struct hb_unfolder *u)
{
  return hb_diag_errors (u->diag) > u->errors || hb_limits_hit (u->options.limits);
}

void
hb_unfold_error (struct hb_unfolder *u, struct hb_c_spot spot, const char *text)
{
  if (!hb_unfold_failed (u))
    hb_periodic_error (u->program, u->diag, spot, "%s", text);
}

/* Gives each declaration under STMT its cells. */
static void
lay_out (struct hb_layout *layout, const struct hb_c_stmt *stmt)
{
  if (!stmt)
    return;
  if (stmt->act == C_DECLARE)
    {
      layout->first.data[stmt->symbol->number] = layout->size;
      layout->size += hb_cells_of (stmt->symbol->type);
    }
  lay_out (layout, stmt->first);
  lay_out (layout, stmt->second);
  for (size_t i = 0; i < stmt->count; i++)
    lay_out (layout, stmt->items[i]);
}

const struct hb_layout *
hb_unfold_layout (struct hb_unfolder *u, const struct hb_c_symbol *function)
{
  struct hb_layout *layout = u->layouts[function->number];
  if (layout)
    return layout;
  layout = u->layouts[function->number] = hb_calloc (1, sizeof *layout);
  vec_resize (layout->first, function->locals, 0);
  layout->size = 1;
  for (size_t i = 0; i < function->type->parameter_count; i++)
    {
      layout->first.data[i] = layout->size;
      layout->size += hb_cells_of (function->type->parameters[i]->type);
    }
  lay_out (layout, function->body);
  return layout;
}

hb_word
hb_deferred_circuit (hb_bits *bits, const struct hb_deferred *deferred)
{
  if (deferred->op == C_MULTIPLY)
    return hb_word_multiply (bits, deferred->a, deferred->b);
  hb_word rest, whole = hb_word_divide (bits, deferred->a, deferred->b, deferred->is_signed, &rest);
  return deferred->op == C_DIVIDE ? whole : rest;
}

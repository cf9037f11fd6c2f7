/* States of the walk: copied where control parts, joined where it meets; see walk.h. */
#include "proof/periodic/walk.h"

#include <string.h>

void
hb_walk_refuse (struct hb_walk *w, struct hb_c_spot spot, const char *why)
{
  if (!w->failed)
    hb_c_error (w->program->unit, w->diag, spot, "the checker does not take this: %s", why);
  w->failed = true;
}

struct hb_walk_state
hb_walk_copy (const struct hb_walk *w, const struct hb_walk_state *state)
{
  struct hb_walk_state copy = { .live = state->live, .path = state->path };
  vec_reserve (copy.cells, state->cells.size);
  copy.cells.size = state->cells.size;
  if (copy.cells.size)
    memcpy (copy.cells.data, state->cells.data, copy.cells.size * sizeof *copy.cells.data);
  copy.locks = hb_calloc (w->program->locks.size, sizeof *copy.locks);
  memcpy (copy.locks, state->locks, w->program->locks.size * sizeof *copy.locks);
  return copy;
}

void
hb_walk_drop (struct hb_walk_state *state)
{
  vec_free (state->cells);
  hb_free (state->locks);
  state->locks = NULL;
}

struct hb_met
hb_walk_either (struct hb_walk *w, hb_wire which, struct hb_met a, struct hb_met b)
{
  bool same = a.kind == b.kind;
  if (same && a.kind == HB_MET_WORD && a.word.width == b.word.width)
    return a.word.bits == b.word.bits
               ? a
               : hb_met_word (hb_wires_choice (w->gates, which, a.word, b.word));
  if (same && a.kind == HB_MET_POINTER)
    return hb_walk_either_pointer (w, which, a, b);
  return (struct hb_met){ .kind = HB_MET_NOTHING };
}

void
hb_walk_join (struct hb_walk *w, struct hb_walk_state *other, hb_wire which)
{
  struct hb_walk_state *now = &w->now;
  if (!other->live || !now->live)
    {
      struct hb_walk_state *dead = other->live ? now : other;
      hb_walk_drop (dead);
      if (other->live)
        *now = *other;
      return;
    }
  if (which == HB_NONE)
    which = other->path;
  for (size_t i = 0; i < now->cells.size && i < other->cells.size; i++)
    now->cells.data[i] = hb_walk_either (w, which, other->cells.data[i], now->cells.data[i]);
  for (size_t i = 0; i < w->program->locks.size; i++)
    {
      size_t a = now->locks[i], b = other->locks[i];
      bool held = a != HB_LOCK_FREE && a != HB_LOCK_OPEN && b != HB_LOCK_FREE && b != HB_LOCK_OPEN;
      now->locks[i] = a == b ? a : held ? HB_LOCK_HELD : HB_LOCK_OPEN;
    }
  now->path = hb_wire_or (w->gates, now->path, other->path);
  hb_walk_drop (other);
}

void
hb_walk_leave (struct hb_walk *w, size_t target, const char *label)
{
  if (!w->now.live)
    return;
  vec_push (w->exits, ((struct hb_walk_exit){ target, label, hb_walk_copy (w, &w->now) }));
  w->now.live = false;
}

void
hb_walk_meet (struct hb_walk *w, size_t target, const char *label)
{
  size_t kept = 0;
  for (size_t i = 0; i < w->exits.size; i++)
    {
      struct hb_walk_exit exit = w->exits.data[i];
      if (exit.target != target || exit.label != label)
        {
          w->exits.data[kept++] = exit;
          continue;
        }
      if (i < w->lowest)
        w->lowest = i;
      hb_walk_join (w, &exit.state, HB_NONE);
    }
  w->exits.size = kept;
}

void
hb_walk_only (struct hb_walk *w, hb_wire condition)
{
  w->now.path = hb_wire_and (w->gates, w->now.path, condition);
  w->now.live = w->now.live && w->now.path != HB_WIRE_NO;
}

struct hb_met
hb_walk_any (struct hb_walk *w, const struct hb_c_type *type)
{
  if (type->kind != C_INTEGER)
    return (struct hb_met){ .kind = HB_MET_NOTHING };
  return hb_met_word (hb_wires_free (w->gates, type->width));
}

struct hb_wires
hb_walk_word (struct hb_walk *w, struct hb_met value, const struct hb_c_type *type)
{
  unsigned width = type->kind == C_INTEGER ? type->width : 64;
  return value.kind == HB_MET_WORD && value.word.width == width ? value.word
                                                                : hb_wires_free (w->gates, width);
}

struct hb_met
hb_walk_cast (struct hb_walk *w, struct hb_met value, const struct hb_c_type *from,
              const struct hb_c_type *to)
{
  if (to->kind == C_POINTER)
    {
      if (from->kind != C_INTEGER)
        return value;
      uint64_t number = 1;
      bool null = value.kind == HB_MET_WORD && hb_wires_constant (value.word, &number) && !number;
      return null ? hb_met_null () : (struct hb_met){ .kind = HB_MET_NOTHING };
    }
  if (to->kind != C_INTEGER)
    return (struct hb_met){ .kind = HB_MET_NOTHING };
  if (to->width == 1 && value.kind == HB_MET_POINTER)
    {
      hb_wire bit = hb_walk_not_null (w, value);
      return hb_met_word (hb_wires_of (w->gates, &bit, 1));
    }
  if (from->kind != C_INTEGER || value.kind != HB_MET_WORD)
    return hb_walk_any (w, to);
  struct hb_wires word = hb_walk_word (w, value, from);
  if (to->width == 1)
    {
      hb_wire bit = hb_wires_any (w->gates, word);
      return hb_met_word (hb_wires_of (w->gates, &bit, 1));
    }
  return hb_met_word (hb_wires_resize (w->gates, word, to->width, from->is_signed));
}

void
hb_walk_fail (struct hb_walk *w, hb_wire when)
{
  hb_wire fails = hb_wire_and (w->gates, w->now.path, when);
  if (w->now.live && fails != HB_WIRE_NO)
    vec_push (w->fails, fails);
}

void
hb_walk_event (struct hb_walk *w, enum hb_deed deed, size_t cell, struct hb_wires value)
{
  vec_push (w->events, ((struct hb_walk_event){ deed, w->job, cell, w->now.path, value }));
}

struct hb_walk_entry
hb_walk_enter (struct hb_walk *w)
{
  struct hb_walk_entry entry = { w->now.path, w->now.live, w->exits.size, w->lowest, w->selected };
  w->lowest = w->exits.size;
  return entry;
}

bool
hb_walk_closed (const struct hb_walk *w, const struct hb_walk_entry *entry)
{
  return entry->live && w->exits.size == entry->exits && w->lowest >= entry->exits
         && w->selected == entry->selected;
}

void
hb_walk_end_of (struct hb_walk *w, const struct hb_walk_entry *entry)
{
  if (w->now.live && hb_walk_closed (w, entry))
    w->now.path = entry->path;
  if (entry->lowest < w->lowest)
    w->lowest = entry->lowest;
}

void
hb_walk_lock (struct hb_walk *w, size_t which, bool take, struct hb_c_spot spot)
{
  size_t *locks = w->now.locks, since = locks[which];
  if (!w->now.live)
    return;
  if (take ? since != HB_LOCK_FREE : since == HB_LOCK_FREE || since == HB_LOCK_OPEN)
    hb_walk_refuse (w, spot, take ? "a lock that may be held already" : "a lock that may be free");
  /* Told lengths add up where one section ends within another. */
  const struct hb_claimed_lock *all = w->program->locks.data;
  size_t task = w->job < w->program->jobs.size ? w->program->jobs.data[w->job].task : SIZE_MAX;
  bool counts
      = !take && task != SIZE_MAX && all[which].told[task] && !strcmp (w->claim->departure, "rta");
  for (size_t l = 0; l < w->program->locks.size && counts; l++)
    if (l != which && all[l].told[task] && locks[l] != HB_LOCK_FREE
        && (locks[l] >= HB_LOCK_HELD || since >= HB_LOCK_HELD || locks[l] > since))
      hb_walk_refuse (w, spot, "critical sections of told lengths that overlap");
  size_t last = 0;
  for (size_t l = 0; l < w->program->locks.size; l++)
    last = locks[l] < HB_LOCK_HELD && locks[l] > last ? locks[l] : last;
  locks[which] = take ? last + 1 : HB_LOCK_FREE;
  hb_walk_event (w, take ? HB_DEED_LOCK : HB_DEED_UNLOCK, which, (struct hb_wires){ 0, NULL });
}

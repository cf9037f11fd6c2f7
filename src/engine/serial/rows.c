/* What comes after each segment: rows, edges, and how they are taken back.  See state.h.
 *
 * That x comes before y goes to the row of x and of all that come before x, along the edges backwards.  A row
 * that has y already has all that comes after y, and so have those before it: there the way ends. */
#include "engine/serial/state.h"

/* Does it settle anything to run SEGMENT now?  Its posts come before others; who starts and has to wait in the
 * middle comes before all others of its handler. */
static bool
is_choice (const struct hb_serial *s, hb_id segment)
{
  return s->posts_of[segment] < s->posts_of[segment + 1]
         || (serial_is_first (s, segment) && !serial_is_last (s, segment));
}

void
serial_wait_less (struct hb_serial *s, hb_id segment)
{
  if (!--s->waiting[segment] && s->rank && !s->done[segment])
    hb_set_add (is_choice (s, segment) ? &s->choices : &s->quiet, s->rank[segment]);
}

void
serial_add_edge (struct hb_serial *s, hb_id from_node, hb_id to_node)
{
  hb_id from = s->segment_of[from_node], to = s->segment_of[to_node];
  struct serial_edge edge = { from, to, from_node, to_node, s->out[from], s->in[to] };
  if (s->notes_wanted)
    {
      struct serial_note note = { SIZE_MAX, 0 };
      vec_push (s->notes, note);
    }
  s->out[from] = s->in[to] = (hb_id)s->edges.size;
  vec_push (s->edges, edge);
  if (s->waiting[to]++ || !s->rank)
    return;
  hb_set_remove (&s->quiet, s->rank[to]);
  hb_set_remove (&s->choices, s->rank[to]);
}

static void
remove_last_edge (struct hb_serial *s)
{
  struct serial_edge edge = vec_pop (s->edges);
  s->out[edge.from] = edge.next_out;
  s->in[edge.to] = edge.next_in;
  serial_wait_less (s, edge.to);
}

void
serial_take_back (struct hb_serial *s, size_t mark)
{
  while (s->notes.size > mark)
    {
      struct serial_note note = vec_pop (s->notes);
      if (note.place == SIZE_MAX)
        remove_last_edge (s);
      else
        s->rows[note.place] = note.old;
    }
  vec_clear (s->todo);
  s->contradiction = false;
}

/* --- what is asked of the rules about a row ----------------------------------------------------- */

#define MOST_MASKS 6
#define CLASSES 4

/* What is asked of the segments of a set. */
enum about
{
  THEIR_MESSAGE, /* that it comes after the one before it, whole */
  ITS_START,     /* what follows from its start */
  THEIR_POSTS    /* what follows from these */
};

/* A set of segments about which the rules may have a say.  Where the posts of a mailbox are coupled by classes,
 * what they say of a segment follows from what they say of one before it that begins a message of the same
 * class, or posts ones of the same classes: some of those are kept. */
struct mask
{
  const uint64_t *set;
  enum about about;
  hb_id handler;           /* whose mailbox it is about; HB_NONE: that has no classes */
  uint32_t class[CLASSES]; /* or set of classes, of those kept */
  struct serial_kept kept[CLASSES];
};

struct masks
{
  struct mask of[MOST_MASKS];
  unsigned count;
  bool all; /* there are more: all segments */
};

static void
add_mask (struct masks *masks, const uint64_t *set, enum about about, hb_id handler)
{
  for (unsigned i = 0; i < masks->count; i++)
    if (masks->of[i].set == set)
      return;
  if (!set)
    return;
  if (masks->count == MOST_MASKS)
    {
      masks->all = true;
      return;
    }
  struct mask *mask = &masks->of[masks->count++];
  mask->set = set;
  mask->about = about;
  mask->handler = handler;
  for (unsigned i = 0; i < CLASSES; i++)
    mask->class[i] = mask->kept[i].count = 0;
}

/* HANDLER, if its mailbox has classes, else HB_NONE. */
static hb_id
by_classes (const struct hb_serial *s, hb_id handler)
{
  return serial_has_classes (s, handler) ? handler : HB_NONE;
}

static struct masks
masks_of (const struct hb_serial *s, hb_id segment)
{
  struct masks masks;
  const struct hb_message *m = serial_message (s, segment);
  bool last = serial_is_last (s, segment);
  masks.count = 0;
  masks.all = false;
  add_mask (&masks, last && serial_is_first (s, segment) ? s->parts[m->handler] : s->on[m->handler],
            THEIR_MESSAGE, HB_NONE);
  if (last && m->kind == HB_POSTED)
    add_mask (&masks, s->posted[m->handler], ITS_START, by_classes (s, m->handler));
  for (hb_id i = s->posts_of[segment]; i < s->posts_of[segment + 1] && !masks.all; i++)
    {
      hb_id handler = s->posts[i].handler;
      add_mask (&masks, s->posting[handler], THEIR_POSTS, by_classes (s, handler));
      if (serial_has_burials (s, handler))
        add_mask (&masks, s->posted[handler], ITS_START, by_classes (s, handler));
    }
  return masks;
}

/* Does what the rules say of SEGMENT and OTHER, which MASK asks, follow from what they say of those kept?  If
 * not OTHER is kept, too. */
static bool
follows (const struct hb_serial *s, struct mask *mask, hb_id segment, hb_id other)
{
  hb_id message = s->segment[other].message;
  if (mask->about == THEIR_MESSAGE)
    return serial_has (s, s->span[s->segment[segment].message].last, s->span[message].first);
  if (mask->handler == HB_NONE)
    return false;
  uint32_t class = s->class[message];
  if (mask->about == THEIR_POSTS)
    {
      class = s->posts[serial_first_post (s, other, mask->handler)].classes;
      if (!class)
        return false;
    }
  unsigned slot = class % CLASSES;
  if (mask->class[slot] != class)
    mask->kept[slot].count = 0;
  mask->class[slot] = class;
  return serial_follows (s, &mask->kept[slot], other);
}

/* NEW, segments of word I, have come into the row of SEGMENT. */
static void
ask_rules (struct hb_serial *s, hb_id segment, struct masks *masks, size_t i, uint64_t new)
{
  for (uint64_t left = masks->all ? new : 0; left; left &= left - 1)
    serial_apply_rules (s, segment, (hb_id)(i * 64 + (unsigned)__builtin_ctzll (left)));
  for (struct mask *mask = masks->of; !masks->all && mask < masks->of + masks->count; mask++)
    for (uint64_t left = new & mask->set[i]; left; left &= left - 1)
      {
        hb_id other = (hb_id)(i * 64 + (unsigned)__builtin_ctzll (left));
        if (!follows (s, mask, segment, other))
          serial_apply_rules (s, segment, other);
      }
}

bool
serial_take_in (struct hb_serial *s, hb_id segment, hb_id after)
{
  uint64_t *row = serial_row (s, segment);
  const uint64_t *source = serial_row (s, after);
  size_t low = s->low[after] < after / 64 ? s->low[after] : after / 64;
  struct masks masks = masks_of (s, segment);
  bool grows = false;
  s->work += s->words - low + 1;
  if (low < s->low[segment])
    s->low[segment] = low;
  for (size_t i = low; i < s->words; i++)
    {
      uint64_t bits = source[i] | (i == after / 64 ? UINT64_C (1) << after % 64 : 0);
      uint64_t new = bits & ~row[i];
      if (!new)
        continue;
      if (s->notes_wanted)
        {
          struct serial_note note = { (size_t)(row - s->rows) + i, row[i] };
          vec_push (s->notes, note);
        }
      row[i] |= new;
      grows = true;
      ask_rules (s, segment, &masks, i, new);
    }
  return grows;
}

/* AFTER has come into the row of SEGMENT; it goes on to those before it. */
static void
go_back (struct hb_serial *s, hb_id segment, hb_id after)
{
  for (hb_id *link = &s->in[segment]; *link != HB_NONE;)
    {
      struct serial_edge *edge = &s->edges.data[*link];
      hb_id from = edge->from;
      s->walked++;
      if (s->done[from])
        {
          /* It will never be asked again. */
          *link = edge->next_in;
          continue;
        }
      link = &edge->next_in;
      if (s->seen[from] == s->round || serial_has (s, from, after))
        continue;
      s->seen[from] = s->round;
      vec_push (s->path, from);
    }
}

void
serial_insert (struct hb_serial *s, hb_id from_node, hb_id to_node)
{
  hb_id before = s->segment_of[from_node], after = s->segment_of[to_node];
  if (before == after || serial_has (s, after, before) || (s->done[after] && !s->done[before]))
    s->contradiction = true;
  if (s->contradiction || s->done[before] || serial_has (s, before, after))
    return;
  serial_add_edge (s, from_node, to_node);
  s->seen[before] = ++s->round;
  vec_push (s->path, before);
  while (s->path.size)
    {
      hb_id segment = vec_pop (s->path);
      s->work += 2;
      if (serial_take_in (s, segment, after))
        go_back (s, segment, after);
    }
}

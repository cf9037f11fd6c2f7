/* Rows, edges, and how all changes are taken back.  See state.h.
 *
 * A node whose row has grown is pending.  Pending nodes are taken from the back of a topological order, so that
 * a row is complete, but for the edges yet to come, when it flows on. */
#include "engine/closure/state.h"

/* Words before the rows: for all messages, and for the nodes. */
static size_t
words_beside_rows (const struct closure *c)
{
  return 3 * c->trace->messages.size * c->width + c->nodes;
}

uint64_t
closure_bytes (const struct closure *c)
{
  uint64_t row = PLANES * c->width, names = c->trace->messages.size * c->width;
  return 8 * (words_beside_rows (c) + c->nodes * row + names);
}

static void
set_own_bit (struct closure *c, hb_id node, enum plane plane, hb_id message)
{
  *closure_word (c, node, plane, message / 64) |= UINT64_C (1) << message % 64;
}

void
closure_make_rows (struct closure *c)
{
  const hb_trace *trace = c->trace;
  size_t messages = trace->messages.size, orders = messages * c->width;
  c->word_count = words_beside_rows (c) + (size_t)c->nodes * c->row_words;
  c->words = hb_calloc (c->word_count, sizeof *c->words);
  c->runs_before = c->words;
  c->runs_after = c->runs_before + orders;
  c->posted_before = c->runs_after + orders;
  c->heads = c->posted_before + orders;
  c->rows = c->heads + c->nodes;
  c->named = hb_calloc (orders, sizeof *c->named);
  c->posted = hb_calloc (c->width, sizeof *c->posted);
  c->all_heads = hb_calloc (c->nodes, sizeof *c->all_heads);
  c->grown = hb_calloc (c->nodes, sizeof *c->grown);
  c->pending = hb_calloc ((size_t)c->nodes / 64 + 1, sizeof *c->pending);
  c->position = hb_calloc (c->nodes, sizeof *c->position);
  c->node_at = hb_calloc (c->nodes, sizeof *c->node_at);
  for (hb_id m = 0; m < messages; m++)
    {
      set_own_bit (c, c->first[m], STARTS, m);
      set_own_bit (c, c->last[m], ENDS, m);
      if (c->post[m] == HB_NONE)
        continue;
      set_own_bit (c, c->post[m], POSTS, m);
      c->posted[m / 64] |= UINT64_C (1) << m % 64;
    }
}

/* --- changes ------------------------------------------------------------------------------------ */

static void
note (struct closure *c, size_t place, uint64_t old)
{
  struct note note = { (hb_id)place, (uint32_t)old, (uint32_t)(old >> 32) };
  if (c->levels.size)
    vec_push (c->notes, note);
}

void
closure_set_word (struct closure *c, uint64_t *word, uint64_t value)
{
  note (c, (size_t)(word - c->words), *word);
  *word = value;
}

static void
set_bit (struct closure *c, uint64_t *bits, hb_id message)
{
  closure_set_word (c, bits + message / 64, bits[message / 64] | UINT64_C (1) << message % 64);
}

void
closure_set_known (struct closure *c, hb_id a, hb_id b, bool posts)
{
  set_bit (c, closure_orders (c, a, posts), b);
  if (!posts)
    set_bit (c, c->runs_after + (size_t)b * c->width, a);
}

void
closure_touch (struct closure *c, hb_id node, uint64_t parts)
{
  size_t word = c->position[node] / 64;
  c->grown[node] |= parts;
  c->pending[word] |= UINT64_C (1) << c->position[node] % 64;
  if (word > c->highest)
    c->highest = word;
}

hb_id
closure_next (struct closure *c)
{
  while (!c->pending[c->highest])
    if (!c->highest--)
      {
        c->highest = 0;
        return HB_NONE;
      }
  unsigned bit = 63 - (unsigned)__builtin_clzll (c->pending[c->highest]);
  c->pending[c->highest] &= ~(UINT64_C (1) << bit);
  return c->node_at[c->highest * 64 + bit];
}

/* Beside the words that it looks at, a flow is as much work as so many. */
#define FLOW_WORDS 10

/* The row of INTO takes in that of FROM, in the PARTS that are given as bits; true if it has grown. */
static bool
flow (struct closure *c, hb_id from, hb_id into, uint64_t parts)
{
  const uint64_t *source = closure_word (c, from, STARTS, 0);
  uint64_t *target = closure_word (c, into, STARTS, 0), grown = 0;
  c->work += FLOW_WORDS;
  for (; parts; parts &= parts - 1)
    {
      unsigned part = (unsigned)__builtin_ctzll (parts);
      size_t end
          = (part + 1) * c->part_words < c->row_words ? (part + 1) * c->part_words : c->row_words;
      c->work += end - part * c->part_words;
      for (size_t i = part * c->part_words; i < end; i++)
        if (source[i] & ~target[i])
          {
            closure_set_word (c, target + i, target[i] | source[i]);
            grown |= UINT64_C (1) << part;
          }
    }
  if (grown)
    closure_touch (c, into, grown);
  return grown;
}

/* A row will soon flow into that of NODE: memory takes its time. */
static void
expect_flow (const struct closure *c, hb_id node, uint64_t parts)
{
  size_t first = parts ? (size_t)__builtin_ctzll (parts) * c->part_words : 0;
  __builtin_prefetch (closure_word (c, node, STARTS, 0) + first);
}

/* --- edges -------------------------------------------------------------------------------------- */

void
closure_add_edge (struct closure *c, struct added edge)
{
  HB_ASSERT (edge.from != edge.to);
  struct way way = { edge.from, (hb_id)c->heads[edge.to], edge.runs, edge.optional };
  edge.next = c->all_heads[edge.to];
  vec_push (c->added, edge);
  vec_push (c->ways, way);
  c->all_heads[edge.to] = c->added.size;
  closure_set_word (c, &c->heads[edge.to], c->added.size);
  (void)flow (c, edge.to, edge.from, c->all);
}

bool
closure_between (const struct closure *c, hb_id a, hb_id b, bool posted)
{
  const struct hb_handler *h = &c->trace->handlers.data[closure_handler (c, a)];
  const uint64_t *after_a = c->runs_before + (size_t)a * c->width;
  const uint64_t *before_b = c->runs_after + (size_t)b * c->width;
  for (size_t w = h->first / 64; w <= (h->first + h->count - 1) / 64; w++)
    if (after_a[w] & before_b[w] & (posted ? c->posted[w] : UINT64_MAX))
      return true;
  return false;
}

/* Is WAY, an edge to node TO, superfluous?  (It leads from the end or the post of BEFORE to the start or the post of
 * AFTER.) */
static bool
is_superfluous (const struct closure *c, struct way way, hb_id to)
{
  const hb_id *message_at = way.runs ? c->message_of : c->posts_at;
  return way.optional && closure_between (c, message_at[way.from], message_at[to], !way.runs);
}

/* Takes edge NUMBER, behind PREVIOUS (each plus one, 0: it is the first) of those into NODE, out of the way. */
static void
bypass (struct closure *c, hb_id node, size_t previous, size_t number)
{
  hb_id link = c->ways.data[number - 1].link;
  if (!previous)
    {
      closure_set_word (c, &c->heads[node], link);
      return;
    }
  note (c, c->word_count + previous - 1, number);
  c->ways.data[previous - 1].link = link;
}

void
closure_flow_on (struct closure *c, hb_id node)
{
  uint64_t parts = c->grown[node];
  size_t previous = 0;
  c->grown[node] = 0;
  c->since++;
  if (c->heads[node])
    expect_flow (c, c->ways.data[c->heads[node] - 1].from, parts);
  for (hb_id e = c->given_start[node]; e < c->given_start[node + 1]; e++)
    (void)flow (c, node, c->given[e], parts);
  for (size_t number = c->heads[node], link; number; number = link)
    {
      struct way way = c->ways.data[number - 1];
      link = way.link;
      if (link)
        expect_flow (c, c->ways.data[link - 1].from, parts);
      /* Most edges bring nothing: those are looked at more closely. */
      if (flow (c, node, way.from, parts) || !is_superfluous (c, way, node))
        previous = number;
      else
        bypass (c, node, previous, number);
    }
  if (node && c->message_of[node - 1] == c->message_of[node])
    (void)flow (c, node, node - 1, parts);
}

struct sources
closure_sources (const struct closure *c, hb_id node)
{
  bool inside = node && c->message_of[node - 1] == c->message_of[node];
  return (struct sources){ c->given_start[node], c->given_start[node + 1],
                           inside ? node - 1 : HB_NONE, c->heads[node] };
}

/* The next node from which an edge comes, HB_NONE at the end; *EDGE: the number of an added one plus one, or 0. */
hb_id
closure_next_source (const struct closure *c, struct sources *sources, size_t *edge)
{
  hb_id before = sources->before;
  *edge = 0;
  if (sources->at < sources->end)
    return c->given[sources->at++];
  if (sources->link)
    {
      *edge = sources->link;
      sources->link = c->ways.data[*edge - 1].link;
      return c->ways.data[*edge - 1].from;
    }
  sources->before = HB_NONE;
  return before;
}

/* --- taking back -------------------------------------------------------------------------------- */

static void
forget_pending (struct closure *c)
{
  for (hb_id v; (v = closure_next (c)) != HB_NONE;)
    c->grown[v] = 0;
  vec_clear (c->found);
}

void
closure_undo (struct closure *c, hb_id level)
{
  HB_ASSERT (level < c->levels.size);
  struct level target = c->levels.data[level];
  while (c->notes.size > target.notes)
    {
      struct note old = vec_pop (c->notes);
      if (old.place < c->word_count)
        c->words[old.place] = (uint64_t)old.high << 32 | old.low;
      else
        c->ways.data[old.place - c->word_count].link = old.low;
    }
  while (c->added.size > target.added)
    {
      struct added edge = vec_pop (c->added);
      c->all_heads[edge.to] = edge.next;
    }
  c->ways.size = c->added.size;
  while (c->trail.size > target.trail)
    {
      struct pair *pair = &c->pairs.data[vec_pop (c->trail) >> 1];
      pair->phase = pair->value;
      pair->value = 0;
    }
  c->visited = c->trail.size;
  c->levels.size = level;
  c->conflict = false;
  c->at = 0;
  c->guessed = target.estimates == c->estimates ? target.guessed : 0;
  c->none_to_guess = false;
  forget_pending (c);
}

void
closure_purge (struct closure *c)
{
  HB_ASSERT (!c->levels.size);
  for (hb_id v = 0; v < c->nodes; v++)
    for (size_t previous = 0, number = c->heads[v], link; number; number = link)
      {
        struct way way = c->ways.data[number - 1];
        link = way.link;
        if (is_superfluous (c, way, v))
          bypass (c, v, previous, number);
        else
          previous = number;
      }
}

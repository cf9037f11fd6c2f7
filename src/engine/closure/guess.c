/* Which of two messages comes first, most probably.  See state.h.
 *
 * Of all the ways to put what is partly ordered into a row, an element that A others are known to precede and D to
 * follow stands on average at about (A + 1) / (A + D + 2) of the row: its rank (Brüggemann, Sorensen, Lerche and
 * Carlsen, "Estimation of averaged ranks by a local partial order model", 2004).  Messages of a queue are ranked by
 * their posts, which tell the order of their runs; where posts do not tell, by their starts.
 *
 *     gap of ranks:    0 ----------- floor ------------- largest
 *                          not yet   ^ these first, and on
 *
 * The wider the gap of two messages, the surer is their order.  So of those that are open none is decided whose gap
 * is far from the largest, and among the others those at the floor come first: what is wider apart mostly follows from
 * several of these.  What is decided then tells more, and ranks are estimated anew.
 *
 * Departures: the elements are counted in messages.  Ranks are whole numbers, so that they are the same
 * everywhere.  Stacks are left out: neighbours (decide.c) do better there. */
#include "engine/closure/state.h"

#include <stdlib.h>

/* Ranks go up to here. */
#define RANKS (UINT64_C (1) << 24)

/* The floor, as a share of the largest gap. */
#define FLOOR_SHARE 35
#define FLOOR_OF 100

/* Ranks are estimated anew when so many words of all have changed. */
#define WORDS_SHARE 24

/* A guess is as much work, sorted, as so many words of rows. */
#define GUESS_WORDS 10

/* Bits of a number of messages. */
#define MOST_BITS 32

/* Is MESSAGE ranked by its post? */
static bool
is_ranked_by_post (const struct closure *c, hb_id message)
{
  return c->post[message] != HB_NONE && closure_mailbox (c, message) != HB_MULTISET;
}

/* How many messages are known to start before each one, ranked by post or start: into COUNTS, room for all bits of a
 * row.  BY_POST: those ranked by posts, as bits. */
static void
count_earlier (const struct closure *c, const uint64_t *by_post, hb_id *counts)
{
  /* The counts of 64 messages: a binary digit of all of them in each word. */
  uint64_t *digits = hb_calloc (c->width * MOST_BITS, sizeof *digits);
  for (hb_id m = 0; m < c->trace->messages.size; m++)
    {
      for (size_t w = 0; w < c->width; w++)
        {
          uint64_t carry = (*closure_word (c, c->first[m], POSTS, w) & by_post[w])
                           | (*closure_word (c, c->first[m], STARTS, w) & ~by_post[w]);
          for (uint64_t *digit = digits + w * MOST_BITS; carry; digit++)
            {
              uint64_t sum = *digit ^ carry;
              carry &= *digit;
              *digit = sum;
            }
        }
    }
  for (size_t w = 0; w < c->width; w++)
    for (unsigned bit = 0; bit < 64; bit++)
      for (unsigned i = 0; i < MOST_BITS; i++)
        counts[w * 64 + bit] |= (hb_id)(digits[w * MOST_BITS + i] >> bit & 1) << i;
  hb_free (digits);
}

static uint64_t
count_later (const struct closure *c, hb_id message)
{
  hb_id node = is_ranked_by_post (c, message) ? c->post[message] : c->first[message];
  uint64_t count = 0;
  for (size_t w = 0; w < c->width; w++)
    count += (uint64_t)__builtin_popcountll (*closure_word (c, node, ENDS, w));
  return count;
}

static void
rank_all (struct closure *c)
{
  size_t messages = c->trace->messages.size;
  uint64_t *by_post = hb_calloc (c->width, sizeof *by_post);
  hb_id *earlier = hb_calloc (c->width * 64, sizeof *earlier);
  for (hb_id m = 0; m < messages; m++)
    by_post[m / 64] |= (uint64_t)is_ranked_by_post (c, m) << m % 64;
  count_earlier (c, by_post, earlier);
  for (hb_id m = 0; m < messages; m++)
    {
      uint64_t before = earlier[m] + UINT64_C (1);
      c->rank[m] = (uint32_t)(before * RANKS / (before + count_later (c, m) + 1));
    }
  hb_free (by_post);
  hb_free (earlier);
}

/* The gap between A and B, and which one is first. */
static struct guess
guess_of (const struct closure *c, hb_id a, hb_id b)
{
  if (c->rank[a] <= c->rank[b])
    return (struct guess){ c->rank[b] - c->rank[a], a, b };
  return (struct guess){ c->rank[a] - c->rank[b], b, a };
}

/* The open orders of A with later messages of its handler: those with a gap of at least FLOOR are appended to the
 * guesses if LISTED; the largest gap. */
static uint32_t
look_at_open (struct closure *c, hb_id a, uint32_t floor, bool listed)
{
  const struct hb_handler *h = &c->trace->handlers.data[closure_handler (c, a)];
  const uint64_t *after = closure_orders (c, a, false);
  const uint64_t *before = c->runs_after + (size_t)a * c->width;
  hb_id end = h->first + h->count;
  uint32_t largest = 0;
  for (size_t word = a / 64; word * 64 < end; word++)
    for (uint64_t open = ~(after[word] | before[word]); open; open &= open - 1)
      {
        hb_id b = (hb_id)(word * 64 + (unsigned)__builtin_ctzll (open));
        if (b <= a || b >= end || b == h->initial)
          continue;
        struct guess guess = guess_of (c, a, b);
        largest = guess.gap > largest ? guess.gap : largest;
        if (listed && guess.gap >= floor)
          vec_push (c->guesses, guess);
      }
  return largest;
}

/* The same for all messages. */
static uint32_t
look_at_all (struct closure *c, uint32_t floor, bool listed)
{
  uint32_t largest = 0;
  for (size_t i = 0; i < c->trace->handlers.size; i++)
    {
      const struct hb_handler *h = &c->trace->handlers.data[i];
      if (h->mailbox == HB_STACK)
        continue;
      for (hb_id a = h->first; a < h->first + h->count; a++)
        if (a != h->initial)
          {
            uint32_t gap = look_at_open (c, a, floor, listed);
            largest = gap > largest ? gap : largest;
          }
    }
  return largest;
}

static int
compare (const void *first, const void *second)
{
  const struct guess *a = first, *b = second;
  if (a->gap != b->gap)
    return a->gap < b->gap ? -1 : 1;
  if (a->a != b->a)
    return a->a < b->a ? -1 : 1;
  return (a->b > b->b) - (a->b < b->b);
}

/* Draws up the guesses, by ranks as they are or ANEW. */
static void
estimate (struct closure *c, bool anew)
{
  if (anew)
    {
      rank_all (c);
      c->work += 2 * c->trace->messages.size * c->width;
      c->ranked_notes = c->notes.size;
    }
  uint32_t largest = look_at_all (c, 0, false);
  vec_clear (c->guesses);
  (void)look_at_all (c, (uint32_t)((uint64_t)largest * FLOOR_SHARE / FLOOR_OF), true);
  if (c->guesses.size)
    qsort (c->guesses.data, c->guesses.size, sizeof *c->guesses.data, compare);
  c->guessed = 0;
  c->estimates++;
  c->is_ranked = true;
  c->work += c->trace->messages.size * c->width / 2 + GUESS_WORDS * c->guesses.size;
}

/* The literal of the next guess whose order is open, or HB_NONE. */
static hb_id
next_guess (struct closure *c)
{
  while (c->guessed < c->guesses.size)
    {
      struct guess guess = c->guesses.data[c->guessed++];
      if (!closure_knows (c, guess.a, guess.b, false)
          && !closure_knows (c, guess.b, guess.a, false))
        return closure_literal (c, closure_pair (c, guess.a, guess.b, false, true), guess.a);
    }
  return HB_NONE;
}

hb_id
closure_guess (struct closure *c)
{
  size_t changed = c->notes.size > c->ranked_notes ? c->notes.size - c->ranked_notes
                                                   : c->ranked_notes - c->notes.size;
  bool anew = !c->is_ranked || changed > c->word_count / WORDS_SHARE;
  hb_id literal = HB_NONE;
  if (c->none_to_guess)
    return HB_NONE;
  if (!anew)
    literal = next_guess (c);
  if (literal != HB_NONE)
    return literal;
  estimate (c, anew);
  literal = next_guess (c);
  c->none_to_guess = literal == HB_NONE;
  return literal;
}

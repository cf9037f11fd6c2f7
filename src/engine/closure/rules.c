/* What the closure says of orders, to a fixpoint.  See state.h.
 *
 * Rules 1 and 3 of saturation (engine/saturation.h), and that of stacks and priorities.  Orders that are found while
 * rows flow, whatever by, get their edges only when all rows have flowed: most of them need none, having others between,
 * and an edge that comes while rows flow makes those flow again that have done so. */
#include "engine/closure/state.h"

#include "base/progress.h"

/* Calls CONCLUDE (a, b, POSTS) for the messages b of a's handler that NODE reaches in PLANE, unless it is known that their runs,
 * or posts, come behind that of a; more may get known meanwhile. */
static void
fire (struct closure *c, hb_id a, hb_id node, enum plane plane, bool posts,
      void (*conclude) (struct closure *, hb_id, hb_id, bool))
{
  const uint64_t *known = closure_orders (c, a, posts);
  const struct hb_handler *h = &c->trace->handlers.data[closure_handler (c, a)];
  hb_id end = h->first + h->count;
  c->work += h->count / 64 + 1;
  for (size_t word = h->first / 64; word * 64 < end; word++)
    for (uint64_t left = *closure_word (c, node, plane, word) & ~known[word]; left && !c->conflict;
         left &= left - 1)
      {
        hb_id b = (hb_id)(word * 64 + (unsigned)__builtin_ctzll (left));
        if (b >= h->first && b < end && b != a && b != h->initial && !closure_has (known, b))
          conclude (c, a, b, posts);
      }
}

/* --- orders that are found ----------------------------------------------------------------------- */

/* An order found is as much work as looking at so many words. */
#define FIND_WORDS 10

/* A is before B, since one reaches the other; what that needs is seen to when rows have flowed. */
static void
find (struct closure *c, hb_id a, hb_id b, bool posts)
{
  struct finding finding = { .a = a, .b = b & INT32_MAX, .posts = posts };
  if (closure_knows (c, b, a, posts))
    {
      closure_imply (c, a, b, posts);
      return;
    }
  closure_set_known (c, a, b, posts);
  vec_push (c->found, finding);
  c->work += FIND_WORDS;
}

/* The post of A reaches that of B, elsewhere than in a stack. */
static void
find_coupled (struct closure *c, hb_id a, hb_id b, bool posts)
{
  if (hb_coupled (c->trace, a, b))
    find (c, a, b, posts);
}

/* The post of A reaches the start of B: if A would bury B, it runs first. */
static void
find_if_it_buries (struct closure *c, hb_id a, hb_id b, bool posts)
{
  bool by_posts;
  if (hb_buries (c->trace, a, b, &by_posts))
    find (c, a, b, posts);
}

/* The same in a stack: of "B is posted before A" and "B runs before A", the one that is known makes the other
 * one false. */
static void
find_buried (struct closure *c, hb_id a, hb_id b, bool posts)
{
  if (closure_knows (c, b, a, !posts))
    find_if_it_buries (c, a, b, posts);
}

/* --- what they need ----------------------------------------------------------------------------- */

/* Do clauses know the pair, and it has no value yet? */
static bool
is_wanted (struct closure *c, hb_id a, hb_id b, bool posts)
{
  if (!closure_has (c->named + (size_t)a * c->width, b))
    return false;
  hb_id pair = closure_pair (c, a, b, posts, false);
  return pair != HB_NONE && !c->pairs.data[pair].value;
}

/* Of two messages of a stack, A before B is known: does the other order of the two, or an edge, follow? */
static bool
matters_in_stack (const struct closure *c, hb_id a, hb_id b, bool posts)
{
  return closure_knows (c, a, b, !posts) ? !closure_reaches (c, c->first[a], POSTS, b)
                                         : closure_reaches (c, c->post[b], STARTS, a);
}

/* A is posted before B: is an edge missing, or a value? */
static bool
posts_need_pair (struct closure *c, hb_id a, hb_id b)
{
  return is_wanted (c, a, b, true) || !closure_reaches (c, c->post[a], POSTS, b)
         || matters_in_stack (c, a, b, true);
}

/* The same if A runs before B. */
static bool
runs_need_pair (struct closure *c, hb_id a, hb_id b)
{
  enum hb_mailbox mailbox = closure_mailbox (c, a);
  bool by_posts;
  if (is_wanted (c, a, b, false))
    return true;
  if (!closure_reaches (c, c->last[a], STARTS, b) && !closure_between (c, a, b, false))
    return true;
  if (hb_coupled (c->trace, a, b))
    return !closure_reaches (c, c->post[a], POSTS, b)
           && (mailbox != HB_QUEUE || !closure_between (c, a, b, true));
  if (!hb_buries (c->trace, b, a, &by_posts))
    return false;
  return by_posts ? matters_in_stack (c, a, b, false) : !closure_reaches (c, c->first[a], POSTS, b);
}

/* The orders found get what they need, unless a limit is hit; false if there were none. */
static bool
settle_found (struct closure *c)
{
  if (!c->found.size)
    return false;
  for (size_t i = 0; i < c->found.size && !c->conflict && !hb_limits_hit (c->limits); i++)
    {
      struct finding found = c->found.data[i];
      if (found.posts ? posts_need_pair (c, found.a, found.b)
                      : runs_need_pair (c, found.a, found.b))
        closure_imply (c, found.a, found.b, found.posts);
    }
  vec_clear (c->found);
  return true;
}

/* --- the fixpoint ------------------------------------------------------------------------------- */

static void
apply_rules (struct closure *c, hb_id node)
{
  hb_id own = c->message_of[node], posted = c->posts_at[node];
  if (node == c->first[own] && c->trace->messages.data[own].kind != HB_INITIAL)
    fire (c, own, node, ENDS, false, find);
  if (posted == HB_NONE)
    return;
  enum hb_mailbox mailbox = closure_mailbox (c, posted);
  if (mailbox == HB_STACK)
    {
      fire (c, posted, node, POSTS, true, find);
      fire (c, posted, node, STARTS, false, find_buried);
      fire (c, posted, node, STARTS, true, find_buried);
      return;
    }
  fire (c, posted, node, POSTS, false, find_coupled);
  if (mailbox == HB_PRIORITY)
    fire (c, posted, node, STARTS, false, find_if_it_buries);
}

/* So many times the nodes may flow before they are sorted again: edges that the order does not follow make rows flow
 * again and again. */
#define FLOWS_A_SORT 8

/* How many rows pass between two looks at the work done, and between two calls about the limits, one in 256 of which looks
 * at the clock: where messages are many a row takes a quarter of a millisecond. */
#define ROWS_ALONE 256
#define ROWS_A_CALL 4

/* Nodes are sorted again, too, when edges have been added for one in so many. */
#define NODES_AN_EDGE 8

/* What has been found, since all rows have flowed, gets what it needs; false if nothing has, or there is a conflict. */
static bool
go_on (struct closure *c)
{
  size_t edges = c->added.size;
  bool found = settle_found (c);
  if (!c->conflict && c->added.size - edges > c->nodes / NODES_AN_EDGE)
    (void)closure_sort (c);
  return found && !c->conflict;
}

enum settled
closure_settle (struct closure *c, uint64_t most_work)
{
  do
    for (hb_id v; !c->conflict && (v = closure_next (c)) != HB_NONE;)
      {
        closure_flow_on (c, v);
        apply_rules (c, v);
        if (!c->conflict && c->since > FLOWS_A_SORT * (uint64_t)c->nodes && !closure_sort (c))
          break;
        if (!c->conflict
            && ((c->since % ROWS_ALONE == 0 && c->work > most_work)
                || (c->since % ROWS_A_CALL == 0 && hb_limits_hit (c->limits))))
          return STOPPED;
        if (hb_progress_wanted ())
          hb_progress_tell (&(struct hb_progress){
              .doing = "deciding",
              .counts = { { "conflicts", c->conflicts }, { "decisions", c->levels.size } } });
      }
  while (!c->conflict && go_on (c));
  return c->conflict ? IN_CONFLICT : hb_limits_hit (c->limits) ? STOPPED : SETTLED;
}

/* See registers.h. */
#include "reduce/registers.h"

/* --- turning ---------------------------------------------------------------------------------- */

/* The round that comes next. */
static hb_id
rounds_of (const struct hb_turning *turning)
{
  hb_id width = hb_threes_variables (turning->draft->formula);
  return width ? (hb_id)turning->pairs.size / width : 0;
}

/* Adds the pair of the next variable, posted by BY. */
static void
add_pair (struct hb_turning *turning, hb_id round, struct hb_two by)
{
  struct hb_draft *draft = turning->draft;
  const struct hb_threes *formula = draft->formula;
  int variable = formula->numbers.data[turning->pairs.size % hb_threes_variables (formula)];
  struct hb_two two = {
    hb_draft_posted (draft, by.a, turning->handler, "%c%u.x%d", turning->sides[0], round, variable),
    hb_draft_posted (draft, by.b, turning->handler, "%c%u.x%d", turning->sides[1], round, variable)
  };
  hb_draft_value (draft, variable, two);
  vec_push (turning->pairs, two);
}

struct hb_turning
hb_turning_new (struct hb_draft *draft, hb_id handler, const char *sides, hb_id a_poster,
                hb_id b_poster)
{
  struct hb_turning turning = { .draft = draft, .handler = handler, .sides = sides };
  struct hb_two posters
      = { hb_draft_initial (draft, a_poster), hb_draft_initial (draft, b_poster) };
  for (hb_id i = 0; i < hb_threes_variables (draft->formula); i++)
    add_pair (&turning, 1, posters);
  return turning;
}

void
hb_turning_turn (struct hb_turning *turning)
{
  hb_id width = hb_threes_variables (turning->draft->formula), round = rounds_of (turning) + 1;
  for (hb_id i = 0; i < width; i++)
    add_pair (turning, round, turning->pairs.data[turning->pairs.size - width]);
}

struct hb_two
hb_turning_pair (const struct hb_turning *turning, int literal)
{
  const struct hb_threes *formula = turning->draft->formula;
  return turning->pairs.data[turning->pairs.size - hb_threes_variables (formula)
                             + hb_threes_rank (formula, literal)];
}

/* --- loaded ----------------------------------------------------------------------------------- */

/* Four messages on HANDLER, which the path orders in part. */
static struct hb_linked
add_linked (struct hb_loaded *loaded, hb_id handler, int variable, const char *kind,
            const char *name)
{
  struct hb_draft *draft = loaded->draft;
  struct hb_linked made = { hb_draft_message (draft, handler, "p1%s.%s", kind, name),
                            hb_draft_message (draft, handler, "p2%s.%s", kind, name),
                            hb_draft_message (draft, handler, "q1%s.%s", kind, name),
                            hb_draft_message (draft, handler, "q2%s.%s", kind, name) };
  hb_draft_guide (draft, variable, made.p2, made.q1);
  hb_draft_guide (draft, -variable, made.q2, made.p1);
  return made;
}

struct hb_position
hb_loaded_position (struct hb_loaded *loaded, int variable, const char *name, hb_id linked_on,
                    struct hb_linked *elsewhere)
{
  struct hb_draft *draft = loaded->draft;
  struct hb_position made;
  made.two.b = hb_draft_message (draft, loaded->a, "p.%s", name);
  made.two.a = hb_draft_message (draft, loaded->a, "q.%s", name);
  hb_draft_value (draft, variable, made.two);
  made.linked = add_linked (loaded, loaded->b, variable, "", name);
  if (linked_on != HB_NONE)
    *elsewhere = add_linked (loaded, linked_on, variable, "d", name);
  vec_push (loaded->starts, loaded->by_a.size);
  vec_push (loaded->by_a, made.linked.p1);
  vec_push (loaded->by_b, made.linked.q1);
  if (linked_on != HB_NONE)
    {
      vec_push (loaded->by_a, elsewhere->p1);
      vec_push (loaded->by_b, elsewhere->q1);
    }
  vec_push (loaded->by_a, made.two.b);
  vec_push (loaded->by_b, made.two.a);
  if (linked_on != HB_NONE)
    {
      vec_push (loaded->by_a, elsewhere->p2);
      vec_push (loaded->by_b, elsewhere->q2);
    }
  vec_push (loaded->by_a, made.linked.p2);
  vec_push (loaded->by_b, made.linked.q2);
  return made;
}

void
hb_loaded_tie (struct hb_loaded *loaded, struct hb_two inner, struct hb_linked linked,
               const char *name)
{
  struct hb_draft *draft = loaded->draft;
  if (draft->damage & loaded->untied)
    return;
  hb_draft_edge (draft, inner.b, linked.p1, "%s.p.1", name);
  hb_draft_edge (draft, linked.p2, inner.b, "%s.p.2", name);
  hb_draft_edge (draft, inner.a, linked.q1, "%s.q.1", name);
  hb_draft_edge (draft, linked.q2, inner.a, "%s.q.2", name);
}

void
hb_loaded_single (struct hb_loaded *loaded, hb_id by_a, hb_id by_b)
{
  vec_push (loaded->starts, loaded->by_a.size);
  vec_push (loaded->by_a, by_a);
  vec_push (loaded->by_b, by_b);
}

/* A and B wait for each other: each reads what the other one wrote before that.  ENDS: the writes. */
static void
meet (struct hb_draft *draft, hb_id a, hb_id b, hb_id ends[2])
{
  ends[0] = hb_draft_write (draft, a, "endA");
  ends[1] = hb_draft_write (draft, b, "endB");
  hb_draft_read (draft, a, ends[1]);
  hb_draft_read (draft, b, ends[0]);
}

static void
post_list (struct hb_draft *draft, hb_id by, const hb_id *messages, size_t count)
{
  bool back = draft->stacks;
  for (size_t k = 0; k < count; k++)
    hb_draft_post (draft, by, messages[back ? count - 1 - k : k]);
}

void
hb_loaded_post (struct hb_loaded *loaded)
{
  struct hb_draft *draft = loaded->draft;
  hb_id a = hb_draft_initial (draft, loaded->a), b = hb_draft_initial (draft, loaded->b), ends[2];
  size_t positions = loaded->starts.size;
  vec_push (loaded->starts, loaded->by_a.size);
  for (size_t k = 0; k < positions; k++)
    {
      size_t position = draft->stacks ? positions - 1 - k : k;
      size_t start = loaded->starts.data[position];
      size_t count = loaded->starts.data[position + 1] - start;
      if (loaded->meet)
        meet (draft, a, b, ends);
      post_list (draft, a, loaded->by_a.data + start, count);
      post_list (draft, b, loaded->by_b.data + start, count);
    }
}

void
hb_loaded_free (struct hb_loaded *loaded)
{
  vec_free (loaded->by_a);
  vec_free (loaded->by_b);
  vec_free (loaded->starts);
}

void
hb_draft_lock (struct hb_draft *draft, hb_id a, hb_id b, hb_id d)
{
  hb_id initial[3]
      = { hb_draft_initial (draft, a), hb_draft_initial (draft, b), hb_draft_initial (draft, d) };
  hb_id ends[2];
  meet (draft, initial[0], initial[1], ends);
  hb_draft_read (draft, initial[2], ends[0]);
  hb_draft_read (draft, initial[2], ends[1]);
}

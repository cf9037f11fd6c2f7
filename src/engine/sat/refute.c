/* The cycles that tie a pair to its parents' pair.  See refute.h.
 *
 * Let a and b be coupled, posted by messages A and B of one handler.  If A ran before B and yet b
 * before a, there is the cycle
 *
 *     last of A --eo--> first of B --po--> post b --mo--> post a --po--> last of A
 *
 * (a po step from a node to itself is left out), and likewise with a and b exchanged.  If A and B are
 * other hosts of these posts (trace/hosts.h), two edges more lead from B to the message that posts b
 * and from the one that posts a to A.  If A is B or A is initial, po alone leads from post a to post b,
 * in the latter case by such edges, too. */
#include "engine/sat/refute.h"
#include "engine/sat/pairs.h"

static hb_id
post_of (const hb_trace *trace, hb_id message)
{
  return trace->messages.data[message].post;
}

/* From the start of HOST to the post of MESSAGE, which it hosts. */
static void
add_start (struct hb_cycle *cycle, const hb_hosts *hosts, hb_id host, hb_id message)
{
  const struct hb_host *tie = hb_host_of (hosts, message, host);
  hb_id at = hosts->trace->messages.data[host].first;
  if (tie)
    {
      hb_cycle_add_edge (cycle, at, tie->from, HB_PO);
      hb_cycle_add_edge (cycle, tie->from, tie->entry, (enum hb_relation)tie->in);
      at = tie->entry;
    }
  hb_cycle_add_edge (cycle, at, post_of (hosts->trace, message), HB_PO);
}

/* From the post of MESSAGE to the end of HOST. */
static void
add_end (struct hb_cycle *cycle, const hb_hosts *hosts, hb_id host, hb_id message)
{
  const struct hb_message *m = &hosts->trace->messages.data[host];
  const struct hb_host *tie = hb_host_of (hosts, message, host);
  hb_id at = post_of (hosts->trace, message);
  if (tie)
    {
      hb_cycle_add_edge (cycle, at, tie->exit, HB_PO);
      hb_cycle_add_edge (cycle, tie->exit, tie->to, (enum hb_relation)tie->out);
      at = tie->to;
    }
  hb_cycle_add_edge (cycle, at, m->first + m->count - 1, HB_PO);
}

/* The cycle against "PAIR.after before PAIR.before" where PAIR holds by po: its PARENTS are one message,
 * or the first of them is initial. */
static struct hb_cycle
known_tie (const hb_hosts *hosts, struct hb_pair pair, struct hb_pair parents)
{
  const hb_trace *trace = hosts->trace;
  struct hb_cycle cycle = { VEC_EMPTY };
  hb_id post = post_of (trace, pair.before), other = post_of (trace, pair.after);
  if (parents.before == parents.after)
    hb_cycle_add_edge (&cycle, post, other, HB_PO);
  else
    {
      const struct hb_message *a = &trace->messages.data[parents.before];
      add_end (&cycle, hosts, parents.before, pair.before);
      hb_cycle_add_edge (&cycle, a->first + a->count - 1, trace->messages.data[parents.after].first,
                         HB_PO);
      add_start (&cycle, hosts, parents.after, pair.after);
    }
  hb_cycle_add_order (&cycle, other, post, HB_MO, pair.after, pair.before);
  return cycle;
}

/* The cycle against PARENTS and the reverse of PAIR. */
static struct hb_cycle
parent_tie (const hb_hosts *hosts, struct hb_pair pair, struct hb_pair parents)
{
  const hb_trace *trace = hosts->trace;
  struct hb_cycle cycle = { VEC_EMPTY };
  const struct hb_message *a = &trace->messages.data[parents.before];
  hb_id last = a->first + a->count - 1, first = trace->messages.data[parents.after].first;
  hb_cycle_add_order (&cycle, last, first, HB_EO, parents.before, parents.after);
  add_start (&cycle, hosts, parents.after, pair.after);
  hb_cycle_add_order (&cycle, post_of (trace, pair.after), post_of (trace, pair.before), HB_MO,
                      pair.after, pair.before);
  add_end (&cycle, hosts, parents.before, pair.before);
  return cycle;
}

static struct hb_pair
reverse (struct hb_pair pair)
{
  struct hb_pair reversed = { pair.after, pair.before, pair.posts };
  return reversed;
}

/* Ties PAIR to its parents, these to theirs, and so on, up to pairs in DONE. */
static void
tie (const hb_hosts *hosts, struct hb_pair pair, struct hb_pairs *done, hb_check_result *result)
{
  for (;;)
    {
      size_t before = done->pairs.size;
      hb_pairs_number (done, pair);
      if (done->pairs.size == before)
        return;
      struct hb_pair parents = pair;
      enum hb_pair_state state;
      if (hb_pair_parents (hosts, &parents, &state))
        {
          struct hb_cycle one = parent_tie (hosts, pair, parents);
          struct hb_cycle two = parent_tie (hosts, reverse (pair), reverse (parents));
          vec_push (result->cycles, one);
          vec_push (result->cycles, two);
          pair = parents;
          continue;
        }
      if (state != HB_PAIR_OPEN)
        {
          bool holds = state == HB_PAIR_HOLDS;
          struct hb_cycle cycle = known_tie (hosts, holds ? pair : reverse (pair),
                                             holds ? parents : reverse (parents));
          vec_push (result->cycles, cycle);
        }
      return;
    }
}

static void
best_first (hb_check_result *result)
{
  size_t best = 0, fewest = SIZE_MAX;
  for (size_t i = 0; i < result->cycles.size; i++)
    {
      const struct hb_cycle *cycle = &result->cycles.data[i];
      size_t assumptions = hb_cycle_assumptions (cycle);
      if (assumptions < fewest
          || (assumptions == fewest && cycle->steps.size < result->cycles.data[best].steps.size))
        best = i, fewest = assumptions;
    }
  struct hb_cycle first = result->cycles.data[best];
  for (; best; best--)
    result->cycles.data[best] = result->cycles.data[best - 1];
  result->cycles.data[0] = first;
}

void
hb_sat_refute (const hb_hosts *hosts, hb_check_result *result)
{
  struct hb_pairs done = { .pairs = VEC_EMPTY };
  size_t found = result->cycles.size;
  best_first (result);
  for (size_t i = 0; i < found; i++)
    for (size_t k = 0; k < result->cycles.data[i].steps.size; k++)
      {
        const struct hb_step *step = &result->cycles.data[i].steps.data[k];
        struct hb_pair pairs[2];
        int count = hb_step_assumes (hosts->trace, step, pairs);
        for (int p = 0; p < count; p++)
          tie (hosts, pairs[p], &done, result);
      }
  hb_pairs_free (&done);
}

void
hb_sat_forget (hb_check_result *result)
{
  for (size_t i = 0; i < result->cycles.size; i++)
    hb_cycle_free (&result->cycles.data[i]);
  vec_free (result->cycles);
}

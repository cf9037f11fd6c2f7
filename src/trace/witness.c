/* See witness.h. */
#include "trace/witness.h"

#include "base/linear.h"

/* Which of the two orders is meant. */
enum which
{
  EO,
  MO
};

static const char *const which_name[] = { "eo", "mo" };

static bool
takes_part (const struct hb_message *message, enum which which)
{
  return which == EO ? message->kind != HB_INITIAL : message->kind == HB_POSTED;
}

hb_witness *
hb_witness_new (const hb_trace *trace)
{
  hb_witness *witness = hb_calloc (1, sizeof *witness);
  size_t handlers = trace->handlers.size;
  witness->eo_start = hb_calloc (handlers + 1, sizeof (hb_id));
  witness->mo_start = hb_calloc (handlers + 1, sizeof (hb_id));
  hb_id eo = 0, mo = 0;
  for (size_t h = 0; h < handlers; h++)
    {
      const struct hb_handler *handler = &trace->handlers.data[h];
      for (hb_id m = handler->first; m < handler->first + handler->count; m++)
        {
          eo += takes_part (&trace->messages.data[m], EO);
          mo += takes_part (&trace->messages.data[m], MO);
        }
      witness->eo_start[h + 1] = eo;
      witness->mo_start[h + 1] = mo;
    }
  witness->eo = hb_calloc (eo, sizeof (hb_id));
  witness->mo = hb_calloc (mo, sizeof (hb_id));
  for (hb_id i = 0; i < eo; i++)
    witness->eo[i] = HB_NONE;
  for (hb_id i = 0; i < mo; i++)
    witness->mo[i] = HB_NONE;
  return witness;
}

const hb_id *
hb_witness_eo (const hb_witness *witness, hb_id handler, hb_id *count)
{
  *count = witness->eo_start[handler + 1] - witness->eo_start[handler];
  return witness->eo + witness->eo_start[handler];
}

const hb_id *
hb_witness_mo (const hb_witness *witness, hb_id handler, hb_id *count)
{
  *count = witness->mo_start[handler + 1] - witness->mo_start[handler];
  return witness->mo + witness->mo_start[handler];
}

void
hb_witness_free (hb_witness *witness)
{
  if (!witness)
    return;
  hb_free (witness->eo);
  hb_free (witness->mo);
  hb_free (witness->eo_start);
  hb_free (witness->mo_start);
  hb_free (witness);
}

/* Pairs (before, after) of messages, handler after handler; counted in pairs. */
struct pairs
{
  hb_id *flat;         /* one pair after another, as `hb_linear_order` takes them */
  size_t *start, *end; /* handler h has the pairs start[h] .. end[h] - 1 */
};

static void
add_pair (struct pairs *pairs, hb_id handler, hb_id before, hb_id after)
{
  size_t at = 2 * pairs->end[handler]++;
  pairs->flat[at] = before;
  pairs->flat[at + 1] = after;
}

/* The pairs of neighbours in the chains of one kind.  With SLICES (may be NULL), room is left for
 * as many more as the handler's slice is long. */
static struct pairs
pairs_of_chains (const hb_trace *trace, enum which which, const hb_id *slices)
{
  size_t chains = which == EO ? trace->eo.size : trace->mo.size, handlers = trace->handlers.size;
  const struct hb_chain *chain = which == EO ? trace->eo.data : trace->mo.data;
  struct pairs pairs = { .start = hb_calloc (handlers, sizeof (size_t)),
                         .end = hb_calloc (handlers, sizeof (size_t)) };
  size_t room = 0;
  for (size_t c = 0; c < chains; c++)
    pairs.start[chain[c].handler] += chain[c].count;
  for (size_t h = 0; h < handlers; h++)
    {
      size_t own = pairs.start[h] + (slices ? slices[h + 1] - slices[h] : 0);
      pairs.start[h] = pairs.end[h] = room;
      room += own;
    }
  pairs.flat = hb_calloc (2 * room, sizeof (hb_id));
  for (size_t c = 0; c < chains; c++)
    for (hb_id i = chain[c].first; i + 1 < chain[c].first + chain[c].count; i++)
      add_pair (&pairs, chain[c].handler, trace->chained.data[i], trace->chained.data[i + 1]);
  return pairs;
}

static void
free_pairs (struct pairs *pairs)
{
  hb_free (pairs->flat);
  hb_free (pairs->start);
  hb_free (pairs->end);
}

/* Sorts the messages of HANDLER that take part into ORDER by its PAIRS; `hb_linear_order` says how
 * that went and, in PAIR, about which messages. */
static enum hb_linear
sort_handler (const hb_trace *trace, hb_id handler, enum which which, struct pairs *pairs,
              hb_id *order, hb_id pair[2])
{
  const struct hb_handler *h = &trace->handlers.data[handler];
  hb_id *number = hb_calloc (h->count, sizeof *number),
        *message = hb_calloc (h->count, sizeof *message);
  hb_id count = 0;
  for (hb_id i = 0; i < h->count; i++)
    if (takes_part (&trace->messages.data[h->first + i], which))
      {
        message[count] = h->first + i;
        number[i] = count++;
      }
  size_t start = pairs->start[handler], end = pairs->end[handler];
  for (size_t i = 2 * start; i < 2 * end; i++)
    pairs->flat[i] = number[pairs->flat[i] - h->first];
  enum hb_linear result
      = hb_linear_order (count, pairs->flat + 2 * start, end - start, order, pair);
  for (hb_id i = 0; i < count; i++)
    order[i] = message[result == HB_CYCLIC ? i : order[i]];
  if (result != HB_LINEAR)
    {
      pair[0] = message[pair[0]];
      pair[1] = message[pair[1]];
    }
  hb_free (number);
  hb_free (message);
  return result;
}

static void
report_order (const hb_trace *trace, hb_id handler, enum which which, enum hb_linear result,
              const hb_id pair[2], hb_diag *diag)
{
  struct hb_place place = { .file = trace->file };
  const char *order = which_name[which], *name = hb_handler_name (trace, handler);
  const char *first = hb_message_name (trace, pair[0]), *second = hb_message_name (trace, pair[1]);
  if (result == HB_PARTIAL)
    hb_error (diag, &place,
              "%s of handler '%s' is not total: nothing orders messages '%s' and '%s'", order, name,
              first, second);
  else
    hb_error (diag, &place,
              "%s of handler '%s' is cyclic: messages '%s' and '%s' are each before the other",
              order, name, first, second);
}

/* Sorts every handler by the chains of one kind into ORDER (slices START); false after errors. */
static bool
sort_chains (const hb_trace *trace, enum which which, hb_id *order, const hb_id *start,
             hb_diag *diag)
{
  bool good = true;
  struct pairs pairs = pairs_of_chains (trace, which, NULL);
  for (hb_id h = 0; h < trace->handlers.size && !hb_diag_full (diag); h++)
    {
      hb_id pair[2];
      enum hb_linear result = sort_handler (trace, h, which, &pairs, order + start[h], pair);
      if (result == HB_LINEAR)
        continue;
      report_order (trace, h, which, result, pair, diag);
      good = false;
    }
  free_pairs (&pairs);
  return good && !hb_diag_full (diag);
}

hb_witness *
hb_witness_of_trace (const hb_trace *trace, hb_diag *diag)
{
  hb_witness *witness = hb_witness_new (trace);
  bool eo = sort_chains (trace, EO, witness->eo, witness->eo_start, diag);
  bool mo = sort_chains (trace, MO, witness->mo, witness->mo_start, diag);
  if (eo && mo)
    return witness;
  hb_witness_free (witness);
  return NULL;
}

/* What is read in an order that no cache foresees is asked for so many steps before. */
#define AHEAD 24

/* POSITION[m] becomes the place of m in ORDER; false after errors unless each slice holds each of
 * its messages once. */
static bool
fill_positions (const hb_trace *trace, enum which which, const hb_id *order, const hb_id *start,
                hb_id *position, hb_diag *diag)
{
  bool good = true;
  for (size_t m = 0; m < trace->messages.size; m++)
    position[m] = HB_NONE;
  for (hb_id h = 0; h < trace->handlers.size; h++)
    for (hb_id i = start[h]; i < start[h + 1]; i++)
      {
        hb_id m = order[i];
        const char *name = hb_handler_name (trace, h);
        if (i + AHEAD < start[h + 1] && order[i + AHEAD] < trace->messages.size)
          {
            __builtin_prefetch (&trace->messages.data[order[i + AHEAD]]);
            __builtin_prefetch (&position[order[i + AHEAD]], 1);
          }
        if (m < trace->messages.size && trace->messages.data[m].handler == h
            && takes_part (&trace->messages.data[m], which) && position[m] == HB_NONE)
          {
            position[m] = i;
            continue;
          }
        good = false;
        if (m < trace->messages.size && position[m] != HB_NONE)
          hb_error (diag, NULL, "%s of handler '%s' has message '%s' twice", which_name[which],
                    name, hb_message_name (trace, m));
        else
          hb_error (diag, NULL, "%s of handler '%s' has no message of its own at place %u",
                    which_name[which], name, (unsigned)(i - start[h] + 1));
      }
  return good;
}

static bool
fits (const hb_trace *trace, enum which which, const hb_id *order, const hb_id *start,
      hb_diag *diag)
{
  hb_id *position = hb_calloc (trace->messages.size, sizeof *position);
  bool whole = fill_positions (trace, which, order, start, position, diag), good = whole;
  struct pairs pairs = pairs_of_chains (trace, which, NULL);
  for (hb_id h = 0; whole && h < trace->handlers.size; h++)
    for (size_t i = pairs.start[h]; i < pairs.end[h]; i++)
      {
        hb_id before = pairs.flat[2 * i], after = pairs.flat[2 * i + 1];
        if (position[before] < position[after])
          continue;
        good = false;
        hb_error (diag, NULL,
                  "%s of handler '%s': the trace has message '%s' before '%s', the witness has not",
                  which_name[which], hb_handler_name (trace, h), hb_message_name (trace, before),
                  hb_message_name (trace, after));
      }
  free_pairs (&pairs);
  hb_free (position);
  return good;
}

bool
hb_witness_fits (const hb_trace *trace, const hb_witness *witness, hb_diag *diag)
{
  bool eo = fits (trace, EO, witness->eo, witness->eo_start, diag);
  bool mo = fits (trace, MO, witness->mo, witness->mo_start, diag);
  return eo && mo;
}

/* External messages without events are in no run; they go where the eo lines want them, or last if
 * these lines cannot be respected.  The slice of handler h is filled up to FILLED[h]. */
static void
place_empty_messages (const hb_trace *trace, hb_witness *witness, const hb_id *filled)
{
  struct pairs pairs = pairs_of_chains (trace, EO, witness->eo_start);
  for (hb_id h = 0; h < trace->handlers.size; h++)
    {
      hb_id start = witness->eo_start[h], end = witness->eo_start[h + 1], last = filled[h], pair[2];
      for (hb_id i = start; i + 1 < last; i++)
        add_pair (&pairs, h, witness->eo[i], witness->eo[i + 1]);
      hb_id *order = hb_calloc (end - start, sizeof *order);
      if (sort_handler (trace, h, EO, &pairs, order, pair) != HB_CYCLIC)
        for (hb_id i = start; i < end; i++)
          witness->eo[i] = order[i - start];
      const struct hb_handler *handler = &trace->handlers.data[h];
      for (hb_id m = handler->first; last < end && witness->eo[end - 1] == HB_NONE; m++)
        if (trace->messages.data[m].kind == HB_EXTERNAL && !trace->messages.data[m].count)
          witness->eo[last++] = m;
      hb_free (order);
    }
  free_pairs (&pairs);
}

/* RUN[0 .. COUNT - 1] are looked at next: what is needed of them is asked for, as it may stand anywhere. */
static inline __attribute__ ((always_inline)) void
ask_ahead (const hb_trace *trace, const hb_id *run, size_t count)
{
  if (count > 2 * AHEAD)
    __builtin_prefetch (&trace->events.data[run[2 * AHEAD]]);
  if (count <= AHEAD)
    return;
  const struct hb_event *event = &trace->events.data[run[AHEAD]];
  __builtin_prefetch (&trace->messages.data[event->message]);
  if (event->kind == HB_POST)
    __builtin_prefetch (&trace->messages.data[event->object]);
}

hb_witness *
hb_witness_of_run (const hb_trace *trace, const hb_id *run)
{
  hb_witness *witness = hb_witness_new (trace);
  size_t handlers = trace->handlers.size;
  hb_id *eo = hb_calloc (handlers, sizeof *eo), *mo = hb_calloc (handlers, sizeof *mo);
  for (size_t h = 0; h < handlers; h++)
    {
      eo[h] = witness->eo_start[h];
      mo[h] = witness->mo_start[h];
    }
  for (size_t i = 0; i < trace->events.size; i++)
    {
      const struct hb_event *event = &trace->events.data[run[i]];
      const struct hb_message *message = &trace->messages.data[event->message];
      ask_ahead (trace, run + i, trace->events.size - i);
      if (message->first == run[i] && message->kind != HB_INITIAL)
        witness->eo[eo[message->handler]++] = event->message;
      if (event->kind == HB_POST)
        witness->mo[mo[trace->messages.data[event->object].handler]++] = event->object;
    }
  bool empty = false;
  for (size_t h = 0; h < handlers; h++)
    empty = empty || eo[h] < witness->eo_start[h + 1];
  if (empty)
    place_empty_messages (trace, witness, eo);
  hb_free (eo);
  hb_free (mo);
  return witness;
}

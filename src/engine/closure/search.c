/* Beginning and end of the search, and the engine `closure`, which is it alone.  See search.h and state.h. */
#include "engine/closure/state.h"

#include "engine/engine.h"

/* Of the memory, at least one half is for notes. */
#define NOTE_SHARE 2

/* Notes have half a word for a place: this many, and as many edges. */
#define MOST_WORDS (UINT64_C (1) << 31)

/* The engine may take so much. */
#define MOST_BYTES (UINT64_C (4) << 30)

static void
begin (struct hb_closure_search *search)
{
  struct closure *c = &search->c;
  size_t handlers = c->trace->handlers.size;
  closure_make_rows (c);
  c->reached = hb_calloc (c->nodes, sizeof *c->reached);
  c->done = hb_calloc (c->nodes, sizeof *c->done);
  c->distance = hb_calloc (c->nodes, sizeof *c->distance);
  c->onward = hb_calloc (c->nodes, sizeof *c->onward);
  c->by = hb_calloc (c->nodes, sizeof *c->by);
  c->rank = hb_calloc (c->trace->messages.size, sizeof *c->rank);
  c->last_run = hb_calloc (handlers, sizeof *c->last_run);
  c->last_posted = hb_calloc (handlers, sizeof *c->last_posted);
  c->bonus = 1;
  closure_restart (search);
  /* Nodes do not tell of edges inside a message. */
  struct hb_cycle known = { .steps = VEC_EMPTY };
  search->refuted = hb_known_cycle (c->trace, c->order, &known);
  if (search->refuted)
    {
      vec_push (c->cycles, known);
      return;
    }
  (void)closure_sort (c);
  for (hb_id v = 0; v < c->nodes; v++)
    closure_touch (c, v, c->all);
}

struct hb_closure_search *
hb_closure_search_new (const hb_trace *trace, uint64_t memory, struct hb_limits *limits)
{
  struct hb_closure_search *search = hb_calloc (1, sizeof *search);
  struct closure *c = &search->c;
  c->trace = trace;
  c->limits = limits;
  c->order = hb_order_new (trace);
  c->width = (trace->messages.size + 63) / 64;
  c->row_words = PLANES * c->width;
  c->part_words = (c->width + 63) / 64 * PLANES;
  c->all = c->row_words ? UINT64_MAX >> (63 - (c->row_words - 1) / c->part_words) : 0;
  closure_make_nodes (c);
  uint64_t bytes = closure_bytes (c);
  if (bytes > memory / NOTE_SHARE || bytes / 8 > MOST_WORDS)
    {
      hb_closure_search_end (search, NULL);
      return NULL;
    }
  c->most_notes = (memory - bytes) / sizeof (struct note);
  begin (search);
  return search;
}

static void
release (struct closure *c)
{
  hb_id *ids[]
      = { c->node_of, c->begins,   c->message_of,  c->cost,     c->posts_at,   c->first, c->last,
          c->post,    c->given,    c->given_start, c->position, c->node_at,    c->slots, c->reached,
          c->done,    c->distance, c->onward,      c->last_run, c->last_posted };
  uint64_t *words[] = { c->words, c->named, c->posted, c->grown, c->pending };
  id_vector *vectors[] = { &c->trail,   &c->literals, &c->false_literals, &c->learned,
                           &c->reasons, &c->active,   &c->level_now,      &c->level_next };
  for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
    hb_free (ids[i]);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    hb_free (words[i]);
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
    vec_free (*vectors[i]);
  for (size_t i = 0; i < c->cycles.size; i++)
    hb_cycle_free (&c->cycles.data[i]);
  vec_free (c->cycles);
  vec_free (c->hops);
  vec_free (c->found);
  vec_free (c->guesses);
  for (size_t l = 0; l < c->watches.size; l++)
    vec_free (c->watches.data[l]);
  vec_free (c->watches);
  vec_free (c->added);
  vec_free (c->ways);
  vec_free (c->notes);
  vec_free (c->pairs);
  vec_free (c->levels);
  vec_free (c->clauses);
  hb_free (c->all_heads);
  hb_free (c->by);
  hb_free (c->rank);
  hb_order_free (c->order);
}

/* What was found moves into RESULT. */
static void
hand_over (struct hb_closure_search *search, hb_check_result *result)
{
  struct closure *c = &search->c;
  result->pairs = c->pairs.size;
  result->rounds = search->restarts;
  result->conflicts = c->cycles.size;
  result->witness = search->witness;
  search->witness = NULL;
  if (result->witness)
    result->verdict = HB_CONSISTENT;
  if (!search->refuted)
    return;
  result->verdict = HB_INCONSISTENT;
  for (size_t i = 0; i < c->cycles.size; i++)
    vec_push (result->cycles, c->cycles.data[i]);
  vec_clear (c->cycles);
}

void
hb_closure_search_end (struct hb_closure_search *search, hb_check_result *result)
{
  if (!search)
    return;
  if (result)
    hand_over (search, result);
  release (&search->c);
  hb_witness_free (search->witness);
  hb_free (search);
}

/* --- the engine --------------------------------------------------------------------------------- */

static void
decide (const hb_trace *trace, const struct hb_check_options *options, hb_check_result *result)
{
  struct hb_closure_search *search = hb_closure_search_new (trace, MOST_BYTES, options->limits);
  if (!search)
    {
      result->reason = "the closure of all orders would not fit into 4 GB";
      return;
    }
  if (hb_closure_search_go (search, UINT64_MAX) == HB_CLOSURE_HOPELESS
      && !hb_limits_hit (options->limits))
    result->reason = "the closure search has used up its memory";
  hb_closure_search_end (search, result);
}

extern const struct hb_engine hb_engine_closure;
const struct hb_engine hb_engine_closure
    = { .name = "closure",
        .summary = "decisions on the closure of all orders: few and dear",
        .accepts = hb_chained_have_events,
        .decide = decide,
        .leaves_cycles = true };

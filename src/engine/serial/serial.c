/* Beginning and end.  See serial.h and state.h. */
#include "engine/serial/serial.h"

#include "engine/serial/state.h"

/* To find the segments takes as long as looking at so many words for each node and each edge. */
#define SET_UP_WORDS 8

/* After so many times no message is cut any more. */
#define MOST_CUTS 50

/* It is promising while no more cuts than so many led one to another: after that it goes on like that. */
#define SOME_CUTS 5

/* So many attempts to run are made, and more than some only if they come to one event in so many. */
#define SOME_ATTEMPTS 2
#define MOST_ATTEMPTS 8
#define EVENTS_TO_COME_TO 16

/* --- segments ----------------------------------------------------------------------------------- */

static void
free_sets (const struct hb_serial *s, uint64_t **sets)
{
  for (size_t h = 0; sets && h < s->trace->handlers.size; h++)
    hb_free (sets[h]);
  hb_free (sets);
}

/* Frees all that is known of the segments. */
static void
release (struct hb_serial *s)
{
  serial_forget_start (s);
  serial_end_round (s);
  free_sets (s, s->on);
  free_sets (s, s->parts);
  free_sets (s, s->posted);
  free_sets (s, s->posting);
  s->on = s->parts = s->posted = s->posting = NULL;
  hb_id **owned[] = { &s->segment_of, &s->posts_of, &s->out, &s->in, &s->waiting };
  for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
    {
      hb_free (*owned[i]);
      *owned[i] = NULL;
    }
  hb_free (s->segment);
  hb_free (s->span);
  hb_free (s->posts);
  hb_free (s->rows);
  hb_free (s->low);
  hb_free (s->seen);
  hb_free (s->dirty);
  hb_free (s->done);
  s->segment = NULL;
  s->span = NULL;
  s->posts = NULL;
  s->rows = NULL;
  s->low = NULL;
  s->seen = NULL;
  s->dirty = s->done = NULL;
  vec_clear (s->edges);
  vec_clear (s->bonds);
  vec_clear (s->todo);
  s->contradiction = false;
}

/* Finds the segments, and what is known of them; false if that is no use. */
static bool
set_up (struct hb_serial *s)
{
  s->work += (s->order->nodes + (uint64_t)s->order->first[s->order->nodes]) * SET_UP_WORDS;
  if (!serial_find_segments (s))
    return false;
  s->rows = hb_calloc (s->segments * s->words, sizeof *s->rows);
  s->low = hb_calloc (s->segments, sizeof *s->low);
  s->seen = hb_calloc (s->segments, sizeof *s->seen);
  s->dirty = hb_calloc (s->segments, sizeof *s->dirty);
  s->done = hb_calloc (s->segments, sizeof *s->done);
  for (hb_id x = 0; x < s->segments; x++)
    {
      s->low[x] = s->words;
      s->dirty[x] = true;
    }
  for (hb_id x = 0; x < s->segments; x++)
    serial_apply_inner_rules (s, x);
  return true;
}

struct hb_serial *
hb_serial_new (const hb_trace *trace, const struct hb_serial_options *options,
               struct hb_limits *limits)
{
  struct hb_serial *s = hb_calloc (1, sizeof *s);
  s->trace = trace;
  s->limits = limits;
  s->most = *options;
  s->rng = hb_rng_seeded (options->seed);
  s->order = hb_order_new (trace);
  s->message_of = hb_order_messages (s->order, trace);
  s->class = hb_coupling_classes (trace);
  s->begins = hb_calloc (s->order->nodes, sizeof *s->begins);
  for (hb_id m = 0; m < trace->messages.size; m++)
    s->begins[hb_first_node (s->order, trace, m)] = true;
  if (set_up (s))
    {
      s->work = 0;
      return s;
    }
  (void)hb_serial_end (s);
  return NULL;
}

/* --- the search --------------------------------------------------------------------------------- */

bool
hb_serial_is_promising (const struct hb_serial *s)
{
  return !s->attempts && s->cuts <= SOME_CUTS
         && (uint64_t)s->segments * 4 <= s->trace->messages.size * 5;
}

/* One round of saturation or, up to WORK, a part of it; or what is to be done after a contradiction.  False if it is no use to
 * go on. */
static bool
saturate (struct hb_serial *s, uint64_t work)
{
  if (s->contradiction)
    {
      if (s->cuts++ == MOST_CUTS || !serial_refine (s))
        return false;
      release (s);
      return set_up (s);
    }
  if (serial_saturate (s, work) && s->saturated)
    {
      serial_tidy (s);
      serial_keep_start (s);
      serial_start_run (s);
    }
  return true;
}

/* One more segment, or after a dead end another attempt; false if it is no use to go on. */
static bool
run_on (struct hb_serial *s)
{
  if (serial_run_one (s))
    return true;
  bool far = s->run.size * EVENTS_TO_COME_TO >= s->trace->events.size;
  if (++s->attempts >= (far ? MOST_ATTEMPTS : SOME_ATTEMPTS))
    return false;
  serial_end_run (s);
  s->saturated = serial_rewind (s);
  if (s->saturated)
    {
      serial_start_run (s);
      return true;
    }
  release (s);
  return set_up (s);
}

enum hb_serial_answer
hb_serial_go (struct hb_serial *s, uint64_t work)
{
  while (s->run.size < s->trace->events.size || !s->saturated)
    {
      if (hb_limits_hit (s->limits))
        return HB_SERIAL_HOPELESS;
      if (s->work >= work)
        return HB_SERIAL_GOING;
      if (!(s->saturated ? run_on (s) : saturate (s, work)))
        return HB_SERIAL_HOPELESS;
    }
  return HB_SERIAL_FOUND;
}

hb_witness *
hb_serial_end (struct hb_serial *s)
{
  if (!s)
    return NULL;
  bool found = s->saturated && s->run.size == s->trace->events.size;
  hb_witness *witness = found ? hb_witness_of_run (s->trace, s->run.data) : NULL;
  serial_end_run (s);
  release (s);
  hb_order_free (s->order);
  hb_free (s->message_of);
  hb_free (s->class);
  hb_free (s->begins);
  vec_free (s->edges);
  vec_free (s->bonds);
  vec_free (s->todo);
  vec_free (s->path);
  vec_free (s->notes);
  vec_free (s->run);
  hb_free (s);
  return witness;
}

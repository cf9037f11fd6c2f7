/* The order in which an Android log was recorded, as eo and mo (android.h), and whether it is that of
 * a queue.
 *
 * eo is the order of the CALLs.  mo is the order of the POSTs, but when a timer posted is not in the
 * log: at some time between the line that set it and the CALL.  It is put where it hurts least, just
 * before the first post, in the order of posts, whose message ran later:
 *
 *     POST a    POST b (delayed)    POST c    CALL a    CALL b    CALL c
 *                                 ^ here: a, b, c is FIFO */
#include "import/android_log.h"

#include <stdlib.h>

/* A message of a queue: when it was posted, as far as that is known, and when it ran. */
struct sent
{
  hb_id run;
  hb_id posted; /* an operation; a timer's: at the latest */
  hb_id set;    /* a timer's: where it was set; else the post */
};

typedef VEC (struct sent) sent_list;

struct recorder
{
  const struct hb_android *log;
  sent_list posts;  /* of one thread, sorted by the post */
  sent_list timers; /* of one thread, sorted by the CALL */
  sent_list order;  /* of one thread: mo */
  sent_list fired;  /* of all threads: the timer's messages */
};

static int
by_post (const void *a, const void *b)
{
  const struct sent *one = a, *other = b;
  if (one->posted != other->posted)
    return one->posted < other->posted ? -1 : 1;
  return one->run < other->run ? -1 : one->run > other->run;
}

static int
by_set (const void *a, const void *b)
{
  const struct sent *one = a, *other = b;
  return one->set < other->set ? -1 : one->set > other->set;
}

static hb_id
called (const struct recorder *r, const struct sent *sent)
{
  return r->log->runs.data[sent->run].start;
}

/* Fills `order` with the messages posted to THREAD. */
static void
order_posts (struct recorder *r, const struct hb_android_layout *layout, hb_id thread)
{
  const struct hb_android *log = r->log;
  vec_clear (r->posts);
  vec_clear (r->timers);
  vec_clear (r->order);
  for (hb_id i = layout->run_start[thread]; i < layout->run_start[thread + 1]; i++)
    {
      const struct hb_android_run *run = &log->runs.data[layout->runs[i]];
      struct sent sent = { layout->runs[i], run->post, run->post };
      if (run->post == HB_NONE)
        continue;
      if (run->delayed)
        vec_push (r->timers, sent);
      else
        vec_push (r->posts, sent);
    }
  if (r->posts.size)
    qsort (r->posts.data, r->posts.size, sizeof *r->posts.data, by_post);
  size_t t = 0;
  for (size_t i = 0; i < r->posts.size; i++)
    {
      struct sent *post = &r->posts.data[i];
      for (; t < r->timers.size && called (r, &r->timers.data[t]) < called (r, post)
             && r->timers.data[t].set < post->posted;
           t++)
        {
          hb_id call = called (r, &r->timers.data[t]);
          r->timers.data[t].posted = call < post->posted ? call : post->posted;
          vec_push (r->order, r->timers.data[t]);
        }
      vec_push (r->order, *post);
    }
  for (; t < r->timers.size; t++)
    {
      r->timers.data[t].posted = called (r, &r->timers.data[t]);
      vec_push (r->order, r->timers.data[t]);
    }
}

/* One mo chain of the messages in LIST. */
static void
chain_sent (struct recorder *r, hb_builder *builder, const char *handler, const sent_list *list,
            hb_buffer *name)
{
  for (size_t i = 0; i < list->size; i++)
    {
      if (!i)
        hb_build_chain_start (builder, 'm', handler);
      hb_build_chain_add (builder, hb_android_run_name (r->log, list->data[i].run, name));
    }
}

/* The lines of one thread: eo and mo, or, if only the order of posts is wanted, mo without the timer's,
 * which the log does not tell. */
static void
chain_runs (struct recorder *r, hb_builder *builder, const struct hb_android_layout *layout,
            hb_id thread, hb_buffer *name)
{
  const struct hb_android *log = r->log;
  const char *handler = hb_names_text (log->thread_names, thread);
  hb_id initial = log->threads.data[thread].initial;
  bool open = false;
  if (!log->options->recorded)
    {
      chain_sent (r, builder, handler, &r->posts, name);
      return;
    }
  for (hb_id i = layout->run_start[thread]; i < layout->run_start[thread + 1]; i++)
    {
      hb_id run = layout->runs[i];
      if (run == initial || !hb_android_run_stands (&log->runs.data[run]))
        continue;
      if (!open)
        hb_build_chain_start (builder, 'e', handler);
      open = true;
      hb_build_chain_add (builder, hb_android_run_name (log, run, name));
    }
  chain_sent (r, builder, handler, &r->order, name);
}

static void
chain_timer (struct recorder *r, hb_builder *builder, char kind, hb_buffer *name)
{
  hb_build_chain_start (builder, kind, "timer");
  for (size_t i = 0; i < r->fired.size; i++)
    {
      char *message
          = hb_format ("delay.%s", hb_android_run_name (r->log, r->fired.data[i].run, name));
      hb_build_chain_add (builder, message);
      hb_free (message);
    }
}

/* What overtook what in the queue: the message of a post that ran after one posted later. */
static void
count_overtaken (struct recorder *r, struct hb_android_fifo *fifo)
{
  hb_id latest = 0, by = HB_NONE;
  for (size_t i = 0; i < r->order.size; i++)
    {
      const struct sent *sent = &r->order.data[i];
      hb_id call = called (r, sent);
      if (by != HB_NONE && call < latest)
        {
          if (!fifo->overtaking++)
            {
              fifo->early = sent->run;
              fifo->late = by;
            }
        }
      else
        {
          latest = call;
          by = sent->run;
        }
    }
}

struct hb_android_fifo
hb_android_record (const struct hb_android *log, const struct hb_android_layout *layout,
                   hb_builder *builder)
{
  struct recorder recorder = { .log = log };
  struct recorder *r = &recorder;
  struct hb_android_fifo fifo = { 0, HB_NONE, HB_NONE };
  hb_buffer name = VEC_EMPTY;
  for (hb_id t = 0; t < log->threads.size; t++)
    {
      order_posts (r, layout, t);
      count_overtaken (r, &fifo);
      if (!builder)
        continue;
      chain_runs (r, builder, layout, t, &name);
      for (size_t i = 0; log->options->recorded && i < r->timers.size; i++)
        vec_push (r->fired, r->timers.data[i]);
    }
  if (r->fired.size)
    {
      qsort (r->fired.data, r->fired.size, sizeof *r->fired.data, by_post);
      chain_timer (r, builder, 'e', &name);
      qsort (r->fired.data, r->fired.size, sizeof *r->fired.data, by_set);
      chain_timer (r, builder, 'm', &name);
    }
  vec_free (name);
  vec_free (r->posts);
  vec_free (r->timers);
  vec_free (r->order);
  vec_free (r->fired);
  return fifo;
}

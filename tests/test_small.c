/* All small traces: as many as counting by hand gives, no two the same, flat where asked for. */
#include "unit.h"

#include "gen/small.h"
#include "small_traces.h"

struct seen
{
  VEC (char *) texts;
  size_t stop; /* after so many; 0: never */
};

static bool
keep (hb_trace *trace, void *context)
{
  struct seen *seen = context;
  vec_push (seen->texts, text_of_trace (trace, NULL));
  return seen->texts.size != seen->stop;
}

static int
compare_texts (const void *a, const void *b)
{
  return strcmp (*(char *const *)a, *(char *const *)b);
}

/* How many traces there are of SIZE, all of them different. */
static size_t
count (struct hb_small_size size)
{
  struct seen seen = { .stop = 0 };
  assert_true (hb_small_traces (&size, keep, &seen));
  if (seen.texts.size)
    qsort (seen.texts.data, seen.texts.size, sizeof *seen.texts.data, compare_texts);
  size_t found = seen.texts.size;
  for (size_t i = 1; i < found; i++)
    assert_string_not_equal (seen.texts.data[i], seen.texts.data[i - 1]);
  for (size_t i = 0; i < found; i++)
    hb_free (seen.texts.data[i]);
  vec_free (seen.texts);
  return found;
}

static struct hb_small_size
size_of (int handlers, int messages, int accesses, bool nested)
{
  return (struct hb_small_size){
    .handlers = handlers, .messages = messages, .accesses = accesses, .nested = nested
  };
}

TEST (test_counts)
{
  /* Two accesses of one variable: write write in 2 orders, write read and read write with 2 values
   * each. */
  assert_int_equal (count (size_of (1, 0, 2, false)), 6);
  assert_int_equal (count (size_of (2, 0, 2, false)), 6);
  assert_int_equal (count (size_of (1, 0, 1, false)), 0);
  /* Around a post there are 3 places for two accesses, 2 for one of two; or both are in the message. */
  assert_int_equal (count (size_of (1, 1, 2, false)), 6 * (3 + 2 + 1));
  /* Posts alone: two by the initial message, or one by the other. */
  assert_int_equal (count (size_of (1, 2, 0, false)), 1);
  assert_int_equal (count (size_of (1, 2, 0, true)), 2);
  /* Three: the ways to hang three numbered messages below one another, in the order of filling. */
  assert_int_equal (count (size_of (1, 3, 0, true)), 5);
}

/* Histories: no co, so the two orders of two writes are one. */
TEST (test_histories)
{
  struct hb_small_size size = size_of (2, 0, 2, false);
  size.histories = true;
  assert_int_equal (count (size), 5);
}

static bool
is_flat (hb_trace *trace, void *context)
{
  int *visited = context;
  ++*visited;
  assert_int_equal (trace->mailbox, HB_SENDER_QUEUE);
  for (size_t m = 0; m < trace->messages.size; m++)
    if (trace->messages.data[m].kind == HB_POSTED)
      {
        hb_id poster = trace->events.data[trace->messages.data[m].post].message;
        assert_int_equal (trace->messages.data[poster].kind, HB_INITIAL);
      }
  return *visited < 1000;
}

TEST (test_flat)
{
  struct hb_small_size size = size_of (2, 3, 3, false);
  size.mailbox = HB_SENDER_QUEUE;
  int visited = 0;
  assert_false (hb_small_traces (&size, is_flat, &visited));
  assert_int_equal (visited, 1000);
}

/* See beat.h. */
#include "reduce/beat.h"

void
hb_beat_init (struct hb_beat *beat, struct hb_draft *draft)
{
  *beat = (struct hb_beat){ .draft = draft, .tau = HB_NONE, .sig = HB_NONE, .over = HB_NONE };
  beat->a = hb_draft_handler (draft, "A");
  beat->b = hb_draft_handler (draft, "B");
  beat->poster = hb_draft_initial (draft, beat->a);
}

void
hb_beat_free (struct hb_beat *beat)
{
  vec_free (beat->chains[0]);
  vec_free (beat->chains[1]);
}

hb_id
hb_beat_link (struct hb_beat *beat, hb_id handler, hb_id from, hb_id also, const char *name)
{
  struct hb_draft *draft = beat->draft;
  hb_id message = hb_draft_posted (draft, beat->poster, handler, "%s", name);
  hb_draft_read (draft, message, from);
  if (also != HB_NONE)
    hb_draft_read (draft, message, also);
  return hb_draft_write (draft, message, "%s", name);
}

/* All chains go on, on HANDLER. */
static void
draw_links (struct hb_beat *beat, hb_id handler, const char *kinds)
{
  for (hb_id i = 0; i < beat->chains[0].size; i++)
    for (int side = 0; side < 2; side++)
      {
        int variable = beat->draft->formula->numbers.data[i];
        char *name = hb_format ("%c%u.x%d", kinds[side], beat->round, variable);
        hb_id *last = &beat->chains[side].data[i];
        *last = hb_beat_link (beat, handler, *last, HB_NONE, name);
        hb_free (name);
      }
}

/* T and F of the variable that is chosen in this round; they are told before its sig, whose write they read. */
static void
draw_choice (struct hb_beat *beat)
{
  struct hb_draft *draft = beat->draft;
  int variable = draft->formula->numbers.data[beat->round - 1];
  for (int side = 0; side < 2; side++)
    {
      beat->starter[side]
          = hb_draft_posted (draft, beat->poster, beat->g, "%c0.x%d", "tf"[side], variable);
      hb_beat_await (beat, beat->starter[side]);
      vec_push (beat->chains[side],
                hb_draft_write (draft, beat->starter[side], "%c0.x%d", "tf"[side], variable));
    }
  hb_draft_value (draft, variable, (struct hb_two){ .a = beat->starter[1], .b = beat->starter[0] });
}

static bool
is_choice (const struct hb_beat *beat)
{
  return beat->round <= hb_threes_variables (beat->draft->formula);
}

void
hb_beat_begin (struct hb_beat *beat)
{
  struct hb_draft *draft = beat->draft;
  hb_id before = beat->tau;
  beat->round++;
  beat->tau = hb_draft_posted (draft, beat->poster, beat->b, "tau%u", beat->round);
  if (before != HB_NONE)
    hb_draft_edge (draft, before, beat->tau, "zB%u", beat->round - 1);
  hb_id write = hb_draft_write (draft, beat->tau, "sB%u", beat->round);
  if (beat->sig != HB_NONE)
    {
      hb_draft_read (draft, beat->sig, write);
      beat->over = hb_draft_write (draft, beat->sig, "zA%u", beat->round - 1);
    }
  if (is_choice (beat))
    draw_choice (beat);
  draw_links (beat, beat->a, "tf");
}

hb_id
hb_beat_sig (struct hb_beat *beat)
{
  struct hb_draft *draft = beat->draft;
  beat->sig = hb_draft_posted (draft, beat->poster, beat->a, "sig%u", beat->round);
  hb_beat_await (beat, beat->sig);
  hb_id write = hb_draft_write (draft, beat->sig, "sA%u", beat->round);
  hb_draft_read (draft, beat->tau, write);
  for (int side = 0; side < 2 && is_choice (beat) && !beat->no_hold; side++)
    hb_draft_read (draft, beat->starter[side], write);
  return beat->sig;
}

void
hb_beat_await (struct hb_beat *beat, hb_id message)
{
  if (beat->over != HB_NONE)
    hb_draft_read (beat->draft, message, beat->over);
}

void
hb_beat_end (struct hb_beat *beat)
{
  draw_links (beat, beat->b, "uv");
}

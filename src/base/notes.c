/* See notes.h. */
#include "base/notes.h"

void
hb_notes_add (hb_notes *notes, char *text, bool is_detail)
{
  struct hb_note note = { text, is_detail };
  if (!notes || (is_detail && notes->details++ >= HB_MOST_DETAILS))
    hb_free (text);
  else
    vec_push (notes->list, note);
}

void
hb_notes_clear (hb_notes *notes)
{
  for (size_t i = 0; i < notes->list.size; i++)
    hb_free (notes->list.data[i].text);
  vec_free (notes->list);
  notes->details = 0;
}

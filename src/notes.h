/* What a reader of somebody else's format decided or left out, in sentences for people.
 *
 *     hb_note (notes, "dropped %zu posts whose message never ran", dropped);
 *     hb_note_detail (notes, "t.trace:7: unknown operation 'lock(a)' ignored");
 *
 * Nothing is lost without a note.  Details say it once more, one by one; they are for those who ask. */
#ifndef HBKIT_NOTES_H
#define HBKIT_NOTES_H

#include "vec.h"

#ifdef __cplusplus
extern "C"
{
#endif

/* Details beyond are not kept. */
#define HB_MOST_DETAILS 1000

  struct hb_note
  {
    char *text; /* a sentence without a full stop */
    bool is_detail;
  };

  struct hb_notes
  {
    VEC (struct hb_note) list;
    size_t details; /* all, also those that are not kept */
  };

  typedef struct hb_notes hb_notes;

#define HB_NOTES_EMPTY                                                                             \
  {                                                                                                \
    VEC_EMPTY, 0                                                                                   \
  }

  /* Adds a note, a detail.  NOTES may be NULL: nobody asks. */
  void hb_note (hb_notes *notes, const char *format, ...) HB_PRINTF (2, 3);
  void hb_note_detail (hb_notes *notes, const char *format, ...) HB_PRINTF (2, 3);

  /* Frees what NOTES holds and leaves it empty. */
  void hb_notes_clear (hb_notes *notes);

#ifdef __cplusplus
}
#endif
#endif

/* What a reader of somebody else's format decided or left out, in sentences for people.
 *
 *     hb_note (notes, "dropped %zu posts whose message never ran", dropped);
 *     hb_note_detail (notes, "t.trace:7: unknown operation 'lock(a)' ignored");
 *
 * Nothing is lost without a note.  Details say it once more, one by one; they are for those who ask. */
#ifndef HBKIT_NOTES_H
#define HBKIT_NOTES_H

#include "base/vec.h"

#ifdef __cplusplus
extern "C" {
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

/* Adds a note, a detail, made as printf (3) does.  NOTES may be NULL: nobody asks. */
#define hb_note(NOTES, ...) hb_notes_add (NOTES, hb_format (__VA_ARGS__), false)
#define hb_note_detail(NOTES, ...) hb_notes_add (NOTES, hb_format (__VA_ARGS__), true)

/* The same for a TEXT that is there (stolen). */
void hb_notes_add (hb_notes *notes, char *text, bool is_detail);

/* Frees what NOTES holds and leaves it empty. */
void hb_notes_clear (hb_notes *notes);

#ifdef __cplusplus
}
#endif
#endif

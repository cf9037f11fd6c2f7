/* Values: words of them, free choices, what must not happen, what others see; see unfold.h. */
#include "periodic/unfold_private.h"

#define BITS u->out->bits

void
hb_unfold_action (struct hb_unfolder *u, enum hb_action_kind kind, hb_id cell, hb_word value,
                  struct hb_c_spot spot)
{
  struct hb_action action = { kind, u->job, cell, u->now.path, value, spot };
  vec_push (u->out->actions, action);
}

struct hb_value
hb_unfold_choice (struct hb_unfolder *u, const struct hb_c_type *type, hb_lit guard,
                  struct hb_c_spot spot, const char *refusal)
{
  if (type->kind == C_FLOATING)
    return (struct hb_value){ .kind = HB_REAL };
  /* Where control does not come, nothing depends on the value. */
  struct hb_choice choice = { u->job, guard, hb_word_input (BITS, hb_width_of (type)), spot,
                              u->now.live ? refusal : NULL };
  vec_push (u->out->choices, choice);
  return hb_value_of_word (choice.value);
}

void
hb_unfold_check (struct hb_unfolder *u, hb_lit fails, struct hb_c_spot spot, const char *what)
{
  u->out->asked++;
  if (fails == HB_FALSE)
    return;
  struct hb_check check = { u->job, fails, spot, what, (hb_id)u->out->actions.size };
  vec_push (u->out->checks, check);
}

hb_word
hb_unfold_word (struct hb_unfolder *u, struct hb_value value, const struct hb_c_type *type,
                struct hb_c_spot spot)
{
  unsigned width = hb_width_of (type);
  if (value.kind == HB_WORD)
    return hb_word_resize (BITS, value.word, width, type->is_signed);
  static const struct hb_c_type integers[] = { { .kind = C_INTEGER, .width = 64 } };
  const char *refusal
      = value.kind == HB_REAL
            ? "a floating-point value decides here, which is outside of the subset"
        : type->kind == C_INTEGER
            ? "a value that may not have been set decides here, which is outside of the "
              "subset"
            : "the value of a pointer decides here, which is outside of the subset";
  value
      = hb_unfold_choice (u, type->kind == C_INTEGER ? type : integers, u->now.path, spot, refusal);
  return value.word;
}

struct hb_value
hb_unfold_convert (struct hb_unfolder *u, struct hb_value value, const struct hb_c_type *from,
                   const struct hb_c_type *to, struct hb_c_spot spot)
{
  if (to->kind == C_FLOATING)
    return (struct hb_value){ .kind = HB_REAL };
  if (to->kind != C_INTEGER)
    return value;
  if (to->width == 1 && (value.kind == HB_WORD || value.kind == HB_POINTER))
    {
      hb_lit bit
          = value.kind == HB_POINTER ? hb_pointer_truth (u, value) : hb_word_any (BITS, value.word);
      return hb_value_of_word (hb_word_of (BITS, &bit, 1));
    }
  if (value.kind == HB_POINTER)
    return hb_value_of_word (
        hb_unfold_choice (u, to, u->now.path, spot,
                          "a pointer as a number decides here, which is outside of the subset")
            .word);
  if (value.kind != HB_WORD)
    return hb_value_of_word (hb_unfold_word (u, value, to, spot));
  return hb_value_of_word (hb_word_resize (BITS, value.word, to->width, from->is_signed));
}

hb_lit
hb_unfold_truth (struct hb_unfolder *u, struct hb_value value, const struct hb_c_type *type,
                 struct hb_c_spot spot)
{
  if (value.kind == HB_POINTER)
    return hb_pointer_truth (u, value);
  return hb_word_any (BITS, hb_unfold_word (u, value, type, spot));
}

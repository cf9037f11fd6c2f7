/* See periodic_proofs.h. */
#include "periodic_proofs.h"

#include "proof/periodic/prove.h"
#include "small_traces.h"
#include "unit.h"

const struct hb_claim periodic_usual
    = { .time = 8, .departure = "deadline", .semantics = "arrival", .unroll = 5 };

hb_c_unit *
periodic_unit (const char *text, hb_diag *diag)
{
  static const struct hb_c_options options
      = { .stop_at = "__startrek_schedule_jobs", .macros_are_calls = true };
  hb_c_unit *unit = hb_c_read_text ("t.c", text, strlen (text), &options, diag);
  if (!unit)
    fail_msg ("%s\n%s", text, hb_diag_first (diag));
  return unit;
}

int
periodic_prove (const hb_c_unit *unit, const struct hb_claim *claim, hb_diag *diag,
                struct hb_certified_periodic *found)
{
  struct hb_limits limits = { 0 };
  hb_output *output = hb_output_to_memory ();
  int answer = hb_periodic_prove (unit, claim, &limits, output, diag);
  size_t length;
  char *proof = hb_output_text (output, &length);
  if (answer == 20)
    {
      hb_input *input = hb_input_of_bytes ("c", proof, length, diag);
      *found = hb_certify_periodic (unit, input, diag);
      hb_input_close (input);
    }
  hb_free (proof);
  return answer;
}

bool
periodic_is_answer (const char *text, const struct hb_claim *claim, int answer, const char *says)
{
  hb_diag *diag = hb_diag_new ();
  hb_c_unit *unit = periodic_unit (text, diag);
  struct hb_certified_periodic proof;
  int found = periodic_prove (unit, claim, diag, &proof);
  if (found == 20 && !proof.good)
    found = 0;
  char *why = text_of_diag (diag);
  bool good = found == answer && (!says || strstr (why, says));
  if (!good)
    print_error ("%d, not %d %s: %s\n%s\n", found, answer, says ? says : "", why, text);
  hb_free (why);
  hb_c_free (unit);
  hb_diag_free (diag);
  return good;
}

size_t
periodic_wrong_bodies (const struct periodic_body *bodies, size_t count)
{
  size_t wrong = 0;
  for (size_t i = 0; i < count; i++)
    for (int negated = 0; negated < 2; negated++)
      {
        const struct periodic_body *b = &bodies[i];
        char *text = hb_format ("HB_TASK (t, 1, 8, 2, 0)\n%s\nvoid t () { %s assert (%s(%s)); }\n",
                                b->globals, b->body, negated ? "!" : "", b->holds);
        wrong += !periodic_is_answer (text, &periodic_usual, b->sure && !negated ? 20 : 10, NULL);
        hb_free (text);
      }
  return wrong;
}

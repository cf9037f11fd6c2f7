/* See bounded_claims.h. */
#include "unit.h"

#include "base/memory.h"
#include "bounded_claims.h"
#include "small_traces.h"

struct source
source_of (const char *text)
{
  struct source s = { .diag = hb_diag_new () };
  s.program = hb_aed_of_bytes ("p.aed", text, strlen (text), s.diag);
  if (!s.program)
    print_error ("%s", text_of_diag (s.diag));
  assert_non_null (s.program);
  hb_aed_split (s.program);
  s.code = hb_acode_new (s.program);
  return s;
}

void
free_source (struct source *s)
{
  hb_acode_free (s->code);
  hb_aed_free (s->program);
  hb_diag_free (s->diag);
}

int
prove_executions (const struct source *s, const struct hb_executions_claim *claim, char **text)
{
  hb_output *output = hb_output_to_memory ();
  size_t length;
  int answer = hb_executions_prove (s->code, claim, NULL, output, s->diag);
  char *written = hb_output_text (output, &length);
  if (answer == 20)
    {
      hb_input *input = hb_input_of_bytes ("c.cert", written, length, s->diag);
      assert_true (hb_is_executions_certificate (input));
      struct hb_certified_executions found = hb_certify_executions (s->code, input, s->diag);
      assert_true (found.good && found.is_certificate);
      assert_true (found.claim.parts == claim->parts && found.claim.queue == claim->queue
                   && found.claim.is_whole == claim->is_whole && found.claim.events == claim->events
                   && found.claim.bound == claim->bound);
      hb_input_close (input);
    }
  if (text)
    *text = written;
  else
    hb_free (written);
  assert_int_equal (hb_diag_errors (s->diag), 0);
  return answer;
}

int
prove_runs (const struct source *s, const struct hb_bounded_claim *claim, char **text)
{
  hb_output *output = hb_output_to_memory ();
  size_t length;
  int answer = hb_bounded_prove (s->program, claim, NULL, output, s->diag);
  char *written = hb_output_text (output, &length);
  if (answer == 20)
    {
      hb_input *input = hb_input_of_bytes ("c.cert", written, length, s->diag);
      assert_true (hb_is_bounded_certificate (input));
      struct hb_certified_bounded found = hb_certify_bounded (s->program, input, s->diag);
      assert_true (found.good && found.is_certificate);
      assert_true (found.claim.stage == claim->stage && found.claim.from_any == claim->from_any
                   && found.claim.is_whole == claim->is_whole && found.claim.starts == claim->starts
                   && found.claim.bound == claim->bound);
      hb_input_close (input);
    }
  if (text)
    *text = written;
  else
    hb_free (written);
  assert_int_equal (hb_diag_errors (s->diag), 0);
  return answer;
}

void
check_claims (const struct claim_case *cases, size_t count)
{
  for (size_t i = 0; i < count; i++)
    {
      const struct claim_case *c = &cases[i];
      struct source s = source_of (c->text);
      struct hb_executions_claim executions
          = { .parts = 3, .events = c->starts, .bound = c->bound, .is_whole = c->whole };
      struct hb_bounded_claim runs = { HB_STAGE_ROB, false, c->starts, c->bound, c->whole };
      int first = c->executions ? prove_executions (&s, &executions, NULL) : 0,
          second = c->runs ? prove_runs (&s, &runs, NULL) : 0;
      if (first != c->executions || second != c->runs)
        fail_msg ("case %zu: %d, %d\n%s", i, first, second, c->text);
      free_source (&s);
    }
}

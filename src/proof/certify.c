/* The certificate checker: header, verdict, and nothing behind the end.  See certify.h. */
#include "proof/certify.h"

#include "proof/certify_cycle.h"
#include "proof/certify_run.h"

#include "base/progress.h"

/* The first line. */
static bool
read_magic (struct hb_words *words)
{
  if (!hb_words_line (words))
    return hb_words_fail_line (words, "the file is empty; expected 'hbcert 1'");
  if (!hb_words_is (words, "hbcert"))
    return hb_words_fail (words, "this is no certificate; expected 'hbcert 1'");
  (void)hb_words_next (words);
  return hb_words_is (words, "1") ? hb_words_end (words)
                                  : hb_words_fail (words, "expected the version of the format, 1");
}

/* `trace EVENTS MESSAGES HANDLERS`: a certificate of another trace is told early. */
static bool
read_sizes (struct hb_words *words)
{
  const hb_trace *trace = words->trace;
  size_t events, messages, handlers, most = SIZE_MAX / 16;
  if (!hb_words_line (words) || !hb_words_is (words, "trace"))
    return hb_words_fail (words, "expected 'trace EVENTS MESSAGES HANDLERS'");
  if (!hb_words_number (words, most, "events", &events)
      || !hb_words_number (words, most, "messages", &messages)
      || !hb_words_number (words, most, "handlers", &handlers) || !hb_words_end (words))
    return false;
  if (events == trace->events.size && messages == trace->messages.size
      && handlers == trace->handlers.size)
    return true;
  return hb_words_fail_line (
      words,
      "this is the certificate of another trace: of %zu events, %zu messages, "
      "%zu handlers; expected %zu, %zu and %zu",
      events, messages, handlers, trace->events.size, trace->messages.size, trace->handlers.size);
}

static bool
read_all (struct hb_words *words, struct hb_certified *certified)
{
  if (!read_sizes (words))
    return false;
  if (!hb_words_line (words)
      || (!hb_words_is (words, "consistent") && !hb_words_is (words, "inconsistent")))
    return hb_words_fail (words, "expected 'consistent' or 'inconsistent'");
  bool consistent = hb_words_is (words, "consistent");
  if (!hb_words_end (words))
    return false;
  if (!(consistent ? hb_certify_run (words, certified) : hb_certify_cycles (words, certified)))
    return false;
  if (hb_words_line (words))
    return hb_words_fail (words, "text after the line 'end'");
  certified->verdict = consistent ? HB_CONSISTENT : HB_INCONSISTENT;
  return true;
}

struct hb_certified
hb_certify (const hb_trace *trace, hb_input *input, hb_diag *diag)
{
  struct hb_certified certified = { .verdict = HB_UNKNOWN };
  struct hb_words words = { .trace = trace, .input = input, .diag = diag, .line = "" };
  certified.is_certificate = read_magic (&words);
  if (certified.is_certificate && !read_all (&words, &certified))
    certified.verdict = HB_UNKNOWN;
  bool whole = hb_input_finish (input);
  hb_progress_over ();
  if (!whole)
    certified = (struct hb_certified){ .verdict = HB_UNKNOWN };
  return certified;
}
